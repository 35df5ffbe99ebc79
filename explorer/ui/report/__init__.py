"""The window of the report, and what puts figures into it and takes it out."""
