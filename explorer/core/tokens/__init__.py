"""How tokenizers cut a text."""
