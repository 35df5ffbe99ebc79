"""Knowledge graphs: triples, names in texts, and embeddings of entities and relations."""
