"""Why a model predicts what it predicts: which tokens caused it, and how far one may trust that."""
