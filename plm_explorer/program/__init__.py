"""Where an installation has `models`, `explorer` and `resources`; empty in a checkout."""
