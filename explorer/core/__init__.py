"""Services without a screen: state, jobs, models by name, sessions. Neither Qt nor torch here."""
