"""Causal language modelling: predict each token from those before it.

Bengio et al. (2003), A Neural Probabilistic Language Model; for GPT: Radford et al. (2018),
Improving Language Understanding by Generative Pre-Training.
"""

from __future__ import annotations

import numpy as np

from models.schema.records import ModelInput
from models.schema.specs import ObjectiveSpec, Paper
from models.tokenization.base import Vocabulary


def corrupt(
    model_input: ModelInput, rng: np.random.Generator, vocabulary: Vocabulary
) -> ModelInput:
    """Every position of the head `lm` must predict the token after it. Nothing is random here."""
    positions = np.arange(len(model_input) - 1)
    return model_input.with_targets("lm", positions, model_input.input_ids[1:].copy())


SPEC = ObjectiveSpec(
    name="causal",
    title="Causal language modelling",
    summary="Every token is predicted from those before it; only later tokens are invisible.",
    paper=Paper(
        "Radford, Narasimhan, Salimans, Sutskever",
        "Improving Language Understanding by Generative Pre-Training",
        2018,
    ),
    head="lm",
    corrupt=corrupt,
    left_to_right=True,
)
