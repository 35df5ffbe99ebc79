"""The contract of a panel, and what finds, runs and captions panels."""
