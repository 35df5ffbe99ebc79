"""From an encoding to what a model is fed: objectives, feeds, masks that a person typed."""
