"""The knowledge graph behind a text: its entities, their neighbourhood, and their embeddings."""
