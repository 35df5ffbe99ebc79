"""Sentence-order prediction: do two texts stand in the order in which they were written?

Lan et al. (2019), arXiv:1909.11942, section 3.1; reference: google-research/albert,
create_pretraining_data.py. The halves of a document are put in order, or swapped, in
models/data/examples.py; the label stands in `Encoding.labels["sop"]`.
"""

from __future__ import annotations

import numpy as np

from models.records import Corruption
from models.specs import ObjectiveSpec, Paper
from models.tokenization.base import Vocabulary

IN_ORDER = 0
SWAPPED = 1


def corrupt(corruption: Corruption, rng: np.random.Generator, vocabulary: Vocabulary) -> Corruption:
    """Make the known label a target of the head `sop`; a single text has none. Draws nothing."""
    label = corruption.encoding.labels.get("sop")
    if label is None:
        return corruption
    return corruption.with_targets("sop", np.array([0]), np.array([label]))


SPEC = ObjectiveSpec(
    name="sentence_order",
    title="Sentence-order prediction",
    summary="Two halves of one document stand in order or swapped; the model says which.",
    paper=Paper(
        "Lan, Chen, Goodman, Gimpel, Sharma, Soricut",
        "ALBERT: A Lite BERT for Self-supervised Learning of Language Representations",
        2019,
        "1909.11942",
    ),
    head="sop",
    corrupt=corrupt,
    examples="order",
    notes=(
        "Both texts are of one document, so their topics tell nothing; with a random second text, "
        "as in next sentence prediction, they tell most.",
        "In the authors' code a passage of a single segment gets a random second text, which "
        "counts as swapped; here it is divided in its middle.",
    ),
)
