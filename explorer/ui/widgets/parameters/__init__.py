"""What the Parameters panel draws: parts of models as bars, tables and maps, and its form."""
