"""Every number of a view of the hidden states, as the rows of a table without the model."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from explorer.core.layers.request import (
    EXPERTS,
    INITIAL,
    LAYERS,
    LENS,
    NORMS,
    PLANE,
    TOKENS,
    LayersAnswer,
)
from explorer.core.layers.states import layer_name

COLUMNS = {
    LENS: (
        *("layer", "position", "token", "best", "best_probability"),
        *("answer", "probability", "rank", "kl_nats"),
    ),
    LAYERS: ("position", "token", "layer", "other_layer", "cosine"),
    TOKENS: ("layer", "position", "token", "other_position", "other_token", "cosine"),
    PLANE: ("layer", "position", "token", "first", "second", "share_1", "share_2"),
    NORMS: ("layer", "position", "token", "norm"),
    INITIAL: (
        *("scaled", "layer", "weight_deviation", "other_deviation"),
        *("stream_norm", "added_share", "residual_layers", "own_factor"),
    ),
    EXPERTS: ("layer", "position", "token", "expert", "share"),
}
Rows = Iterator[tuple[Any, ...]]


def rows_of(answer: LayersAnswer, layer: int) -> Rows:
    """The rows of the view that was answered; cosines between tokens are those of one layer."""
    return _token_pair_rows(answer, layer) if answer.view == TOKENS else ROWS[answer.view](answer)


def _lens(answer: LayersAnswer) -> Rows:
    lens = answer.lens
    assert lens is not None
    for s, step in enumerate(lens.steps):
        for n, place in enumerate(lens.places.tolist()):
            yield (
                *(step, place, lens.truths[n], lens.best[s][n], lens.best_probability[s, n]),
                *(lens.answers[n], lens.probability[s, n], lens.rank[s, n] + 1, lens.kl[s, n]),
            )


def _layer_pair_rows(answer: LayersAnswer) -> Rows:
    names, labels = answer.states.layer_names, answer.states.labels
    for (token, one, other), cosine in np.ndenumerate(answer.alike):
        yield token, labels[token], names[one], names[other], cosine


def _token_pair_rows(answer: LayersAnswer, layer: int) -> Rows:
    name, labels = answer.states.layer_names[layer], answer.states.labels
    for (one, other), cosine in np.ndenumerate(answer.alike[layer]):
        yield name, one, labels[one], other, labels[other], cosine


def _planes(answer: LayersAnswer) -> Rows:
    for name, plane in zip(answer.states.layer_names, answer.planes, strict=True):
        for token, label in enumerate(answer.states.labels):
            yield (name, token, label, *plane.points[token], *plane.shares)


def _norms(answer: LayersAnswer) -> Rows:
    names, labels = answer.states.layer_names, answer.states.labels
    for (layer, token), norm in np.ndenumerate(answer.norms):
        yield names[layer], token, labels[token], norm


def _experts(answer: LayersAnswer) -> Rows:
    """The experts that a token passes; the share of any other one is 0."""
    experts, labels = answer.experts, answer.states.labels
    assert experts is not None
    for layer, number in enumerate(experts.layers):
        for token, label in enumerate(labels):
            for one in experts.passed(layer, token):
                yield layer_name(number), token, label, one.number, one.share


def _initial(answer: LayersAnswer) -> Rows:
    """A row for each layer without scaling and with it; layer 0 is none, the last norm its end."""
    found = answer.initial
    assert found is not None
    constant = found.num_parts, found.own
    for is_scaled, run in ((False, found.without), (True, found.scaled)):
        columns = run.deviations, found.others, run.norms, run.shares
        for layer, values in enumerate(zip(*columns, strict=True), 1):
            yield is_scaled, layer_name(layer), *values, *constant
        yield is_scaled, "end", None, None, run.end, None, *constant


ROWS = {
    LENS: _lens,
    LAYERS: _layer_pair_rows,
    PLANE: _planes,
    NORMS: _norms,
    INITIAL: _initial,
    EXPERTS: _experts,
}
