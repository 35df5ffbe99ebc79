"""What objectives do to a sentence, and what models predict there."""
