"""The knowledge graph of a text: its entities, their neighbourhood, and their embeddings."""
