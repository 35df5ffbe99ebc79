"""What changed inside a compressed model, against its base, on one sentence.

Shapes: L layers, T tokens, D width, V vocabulary.
"""

from __future__ import annotations

import copy
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from explorer.core.compression.weights import WeightView, layer_of, weight_view, zeros_by_layer
from explorer.core.engine.engine import Engine
from explorer.core.errors import UserError
from explorer.core.jobs.jobs import Progress
from explorer.core.masking.examples import MaskingQuestion, fed
from explorer.core.masking.predictions import MaskPrediction, mask_predictions
from models.schema.records import Corruption, FloatArray

if TYPE_CHECKING:
    from models.checkpoints.checkpoint import Loaded

LOGITS = "Logits"
FEW_ZEROS = 0.01  # a larger share in any layer is pruning


@dataclass(frozen=True, eq=False)
class Inside:
    """A derived model against its base; what cannot be compared is empty.

    `errors` are by layer and of the logits, relative; `sensitivity` is the relative error of the
    logits when only this layer is compressed; `importance` of heads (L, H) is as the method has
    recorded it, and `removed` are the heads that it took away, as (layer, head).
    """

    key: str
    digest: str
    weights: tuple[str, ...] = ()  # the names of matrices that can be compared
    weight: WeightView | None = None
    zeros: Mapping[str, float] = field(default_factory=dict)  # by layer
    errors: Mapping[str, float] = field(default_factory=dict)
    sensitivity: Mapping[str, float] = field(default_factory=dict)
    before: tuple[MaskPrediction, ...] = ()
    after: tuple[MaskPrediction, ...] = ()
    importance: FloatArray | None = None
    removed: frozenset[tuple[int, int]] = frozenset()
    text: str = ""
    problem: str = ""  # why the sentence has no part in it


@dataclass(frozen=True)
class Sentence:
    """What both models read."""

    text: str
    pair: str = ""
    seed: int = 0


def look_inside(
    engine: Engine, base: str, key: str, chosen: str, sentence: Sentence
) -> Generator[Progress, None, Inside]:
    """Compare a derived model with its base; `chosen` is the name of a weight. Raises UserError."""
    yield Progress(f"Reading {engine.entry(key).title}")
    before, after = engine.loaded(base), engine.loaded(key)
    old, new = matrices(before), matrices(after)
    names = tuple(n for n in old if n in new and old[n].shape == new[n].shape)
    changed = tuple(n for n in names if not np.array_equal(old[n], new[n]))
    zeros = zeros_by_layer(new)
    inside = Inside(
        key,
        after.hash,
        changed,
        _view(chosen, changed, old, new, after),
        zeros if max(zeros.values(), default=0.0) > FEW_ZEROS else {},
        text=sentence.text,
    )
    return inside


def _view(
    chosen: str,
    changed: tuple[str, ...],
    old: Mapping[str, FloatArray],
    new: Mapping[str, FloatArray],
    after: Loaded,
) -> WeightView | None:
    """That of the chosen weight, or of the first in a layer."""
    usual = (n for n in changed if any(part.isdigit() for part in n.split(".")))
    name = chosen if chosen in changed else next(usual, next(iter(changed), ""))
    return weight_view(name, old[name], new[name], levels(after, name)) if name else None
