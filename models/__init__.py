"""A library of pretrained language models, small enough to read and open enough to look into."""
