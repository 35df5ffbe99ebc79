"""Next-sentence prediction: does the second text follow the first?

Devlin et al. (2018), arXiv:1810.04805, section 3.1. The pairs are made in models/data/examples.py;
the label stands in `Encoding.labels["nsp"]`: 0 for a text that follows, 1 for a random one.
"""

from __future__ import annotations

import numpy as np

from models.records import Corruption
from models.specs import ObjectiveSpec, Paper
from models.tokenization.base import Vocabulary

IS_NEXT = 0
NOT_NEXT = 1


def corrupt(corruption: Corruption, rng: np.random.Generator, vocabulary: Vocabulary) -> Corruption:
    """Make the known label a target of the head `nsp`; a single text has none. Draws nothing."""
    label = corruption.encoding.labels.get("nsp")
    if label is None:
        return corruption
    return corruption.with_targets("nsp", np.array([0]), np.array([label]))


SPEC = ObjectiveSpec(
    name="next_sentence",
    title="Next sentence prediction",
    summary="Half of the pairs follow each other, half are thrown together; the model says which.",
    paper=Paper(
        "Devlin, Chang, Lee, Toutanova",
        "BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding",
        2018,
        "1810.04805",
    ),
    head="nsp",
    corrupt=corrupt,
    examples="pairs",
)
