"""Bidirectional language modelling: each token from those before it, and from those after it.

Peters et al. (2018), arXiv:1802.05365, section 3.1; reference: allenai/bilm-tf, training.py. Two
predictions of each token are added up, and no prediction uses both sides.
"""

from __future__ import annotations

import numpy as np

from models.schema.records import ModelInput
from models.schema.specs import ObjectiveSpec, Paper
from models.tokenization.base import Vocabulary

FORWARD, BACKWARD = "lm", "backward"


def corrupt(
    model_input: ModelInput, rng: np.random.Generator, vocabulary: Vocabulary
) -> ModelInput:
    """Each position of `lm` must predict the token after it, of `backward` the one before it."""
    ids, positions = model_input.input_ids, np.arange(len(model_input))
    forward = model_input.with_targets(FORWARD, positions[:-1], ids[1:].copy())
    return forward.with_targets(BACKWARD, positions[1:], ids[:-1].copy())


SPEC = ObjectiveSpec(
    name="bidirectional",
    title="Bidirectional language modelling",
    summary="Every token is predicted twice, from those before it and from those after it.",
    paper=Paper(
        "Peters, Neumann, Iyyer, Gardner, Clark, Lee, Zettlemoyer",
        "Deep contextualized word representations",
        2018,
        "1802.05365",
    ),
    head=FORWARD,
    heads=(FORWARD, BACKWARD),
    corrupt=corrupt,
    notes=(
        "The loss is the sum of both directions over the full vocabulary; the authors' code "
        "halves it and samples words for the softmax.",
    ),
)
