"""What the Tokens panel draws: words on their way to pieces, and vocabularies side by side."""
