"""Decoders with rotary positions: angles, attention with grouped queries, blocks and the model."""
