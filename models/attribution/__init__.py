"""Which tokens caused a prediction, and checks of what the methods say."""
