"""Log-likelihood of the tokens of a sentence, in nats.

A model that fills masks predicts each token while it alone is masked: the pseudo-log-likelihood
of Salazar et al. (2020), arXiv:1910.14659. One that writes predicts each from those before it.

Shapes: N tokens that are scored, V vocabulary.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch

from models.inference.mask_filling import as_query
from models.schema.batch import (
    LanguageModel,
    as_module,
    collate,
    evaluation_mode,
    inputs_at_once,
)
from models.schema.records import FloatArray, ModelInput
from models.schema.specs import ArchSpec, HeadSpec


@dataclass(frozen=True, eq=False)
class ScoredInput:
    """An input and the rows of the head's stream that predict a token of the sentence."""

    model_input: ModelInput
    rows: tuple[int, ...]


def masked_inputs(
    spec: ArchSpec, model_input: ModelInput, places: Sequence[int], mask_id: int
) -> list[ScoredInput]:
    """The text with one of its tokens masked, for each place."""
    inputs = []
    for at in places:
        ids = model_input.input_ids.copy()
        ids[at] = mask_id
        fed = as_query(spec, replace(model_input, input_ids=ids), [at])
        inputs.append(ScoredInput(fed, (at,)))
    return inputs


def log_probabilities(
    model: LanguageModel, spec: ArchSpec, head: HeadSpec, inputs: Sequence[ScoredInput]
) -> FloatArray:
    """What a head predicts at all rows of all inputs, one after the other: (N, V)."""
    device = next(as_module(model).parameters()).device
    parts: list[FloatArray] = []
    step = inputs_at_once(max((len(one.model_input) for one in inputs), default=1))
    with torch.inference_mode(), evaluation_mode(model):
        for start in range(0, len(inputs), step):
            some = inputs[start : start + step]
            fed = [spec.apply_all_feeds(one.model_input, model) for one in some]
            states = model(collate(fed, with_targets=False, inputs=spec.inputs).to(device))
            hidden = states[head.read(states)]  # (B, T, D)
            at = [(n, row) for n, one in enumerate(some) for row in one.rows]
            numbers, rows = (list(each) for each in zip(*at, strict=True))
            logits = model.logits(head.name, hidden[numbers, rows]).float()  # (N, V)
            parts.append(logits.log_softmax(-1).cpu().numpy())
    values: FloatArray = np.concatenate(parts)
    return values
