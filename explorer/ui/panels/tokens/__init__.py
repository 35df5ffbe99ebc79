"""The Tokens panel."""
