"""How far attention orders the tokens of a text as gradients and leaving tokens out do.

Jain & Wallace (2019), arXiv:1902.10186, section 4.1: for each text, Kendall's rank correlation of
attention weights with the sizes of the shares of tokens. A random order is the control.

Shapes: T tokens, N tokens that have a share, L layers, H heads.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from models.attribution.checks import kendall
from models.attribution.methods import gradient_times_input, leave_one_out, rollout
from models.attribution.predicted_token import PredictedToken, predicted_token
from models.comparison.measured import MetricValue
from models.data.examples import Examples, stream
from models.inference.trace import trace
from models.measures.same_tokens import sampled_places
from models.schema.records import FloatArray
from models.training.trainer import HELD_OUT_STREAM

if TYPE_CHECKING:
    from models.comparison.arms import TrainedArm

FEWEST_BEFORE = 10  # positions before the token, so that a decoder predicts it from as many
MOST_TEXTS = 10  # that are read for one with such a token

Cell = tuple[str, float | None]  # a metric and the layer


def measure(trained: TrainedArm) -> Iterator[MetricValue]:
    """Kendall's tau over the tokens of a text, the mean of `num_examples` held-out texts.

    `gradient_left_out` is that of gradient times input with leave one out. `attention_…`,
    `rollout_…` and `random_…` are those of attention, attention rollout and a random order with
    each of the two. The x of attention is its layer, from 1.
    """
    rng = np.random.default_rng(trained.recipe.seed)
    by_cell: dict[Cell, list[float]] = defaultdict(list)
    for token in _tokens(trained, trained.options["num_examples"]):
        for cell, value in correlations(token, rng).items():
            by_cell[cell].append(value)
    for (metric, layer), values in by_cell.items():
        yield MetricValue(metric, float(np.nanmean(values)), layer)


def _tokens(trained: TrainedArm, num: int) -> Iterator[PredictedToken]:
    """A token of each text; with one vocabulary, the same for all arms of a seed."""
    task, length = trained.task, trained.recipe.schedule.length
    examples = Examples(trained.prepared.held_out, task.tokenizer, stream)
    texts = (
        sampled_places(examples, (trained.recipe.seed, HELD_OUT_STREAM + index), length)
        for index in range(num * MOST_TEXTS)
    )
    late = ([one for one in places if one[1] > FEWEST_BEFORE] for places in texts)
    for (encoding, position), *_ in islice(filter(None, late), num):
        yield predicted_token(task.model, task.spec, task.tokenizer, encoding, position)


def correlations(token: PredictedToken, rng: np.random.Generator) -> Mapping[Cell, float]:
    """Correlate methods for the most probable token; NaN where there is no order."""
    explained = token.explain(int(token.logits().argmax()))
    gradient, left_out = (
        np.abs(method(explained).shares)[token.seen]
        for method in (gradient_times_input, leave_one_out)
    )
    found: dict[Cell, float] = {("gradient_left_out", None): kendall(gradient, left_out)}
    for (name, layer), order in _orders(token, rng).items():
        found[f"{name}_left_out", layer] = kendall(order, left_out)
        found[f"{name}_gradient", layer] = kendall(order, gradient)
    return found


def _orders(token: PredictedToken, rng: np.random.Generator) -> Mapping[Cell, FloatArray]:
    """Weights of the tokens (N,): the mean of the heads by layer, rollout, and random ones."""
    name = token.head.stream
    traced = trace(token.model, token.spec, token.model_input, ("attention",)).streams[name]
    weights = traced.attention  # (L, H, T, T)
    assert weights is not None
    rows = weights.mean(1)[:, token.row, token.seen]  # (L, N)
    return {
        **{("attention", float(layer)): row for layer, row in enumerate(rows, 1)},
        ("rollout", None): rollout(weights, token.row)[token.seen],
        ("random", None): rng.random(int(token.seen.sum()), dtype=np.float32),
    }
