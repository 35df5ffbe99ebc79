"""Loading, caching and tracing of models."""
