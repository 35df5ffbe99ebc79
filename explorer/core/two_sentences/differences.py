"""How far hidden states and attention of two sides differ at tokens that belong together.

Shapes: S states by layer, L layers, H heads, N pairs of tokens, D width.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from explorer.core.engine.engine import Engine
from explorer.core.errors import UserError
from explorer.core.layers.states import layer_names
from explorer.core.localization import tr
from explorer.core.two_sentences.sides import (
    Aligned,
    Sides,
    align_sides,
    check_alike,
    encodings,
    fed,
)
from models.schema.records import FloatArray, StreamTrace, Trace
from models.schema.specs import MAIN_FEED, StreamSpec

SMALLEST = 1e-12


@dataclass(frozen=True, eq=False)
class StateDifferences:
    """`cosine` is 1 - cosine, `distance` is relative to the mean norm: (S, N)."""

    aligned: Aligned
    stream: str
    names: tuple[str, ...]  # (S,)
    cosine: FloatArray
    distance: FloatArray


@dataclass(frozen=True, eq=False)
class AttentionDifferences:
    """`maps` are the weights of the first less those of the second (L, H, N, N).

    `heads` (L, H): total variation distance of two rows, half the sum of absolute differences,
    averaged over the tokens. What a row gives to tokens without a partner counts as one column.
    """

    aligned: Aligned
    stream: str
    heads: FloatArray
    maps: FloatArray

    def head_at(self, layer: int | None, head: int | None) -> tuple[int, int]:
        """The nearest head that there is, or without a layer or head the one that differs most."""
        layers, heads = self.heads.shape
        if layer is not None and head is not None:
            return min(layer, layers - 1), min(head, heads - 1)
        return divmod(int(self.heads.argmax()), heads)


def state_differences(engine: Engine, sides: Sides) -> StateDifferences:
    """Compare the hidden states of the stack with the most layers. Raises UserError."""
    check_alike(engine, sides)
    tokens, traces = align_sides(engine, sides), _traces(engine, sides, "hidden")
    stream = _stream(engine, sides, traces, "hidden")
    at, to = _places(tokens)
    first, second = (
        np.asarray(trace.streams[stream.name].hidden)[:, own].astype(np.float64)
        for trace, own in zip(traces, (at, to), strict=True)
    )
    norms = np.linalg.norm(first, axis=-1), np.linalg.norm(second, axis=-1)  # (S, N)
    products = (first * second).sum(-1) / np.maximum(norms[0] * norms[1], SMALLEST)
    apart = np.linalg.norm(first - second, axis=-1)
    return StateDifferences(
        tokens,
        tr(stream.title),
        layer_names(len(first), tr(stream.title)),
        np.clip(1 - products, 0, 2).astype(np.float32),
        (apart / np.maximum((norms[0] + norms[1]) / 2, SMALLEST)).astype(np.float32),
    )


def attention_differences(engine: Engine, sides: Sides) -> AttentionDifferences:
    """Compare the attention of the stack with the most layers. Raises UserError."""
    check_alike(engine, sides)
    tokens, traces = align_sides(engine, sides), _traces(engine, sides, "attention")
    stream = _stream(engine, sides, traces, "attention")
    first, second = (
        _attention_between(trace.streams[stream.name], own)
        for trace, own in zip(traces, _places(tokens), strict=True)
    )  # (L, H, N, N + 1)
    difference = first - second
    heads = 0.5 * np.abs(difference).sum(-1).mean(-1)
    return AttentionDifferences(tokens, tr(stream.title), heads, difference[..., :-1])


def _places(tokens: Aligned) -> tuple[list[int], list[int]]:
    if not tokens.pairs:
        raise UserError(
            tr("The sentences have no token in common."), tr("Write sentences more alike.")
        )
    at, to = zip(*tokens.pairs, strict=True)
    return list(at), list(to)


def _attention_between(trace: StreamTrace, places: list[int]) -> FloatArray:
    """Attention between some tokens (L, H, N, N), and the rest of each row: (L, H, N, N + 1)."""
    attention = np.asarray(trace.attention)[:, :, places]
    inside = attention[..., places]
    rest = attention.sum(-1, keepdims=True) - inside.sum(-1, keepdims=True)
    whole: FloatArray = np.concatenate([inside, rest], axis=-1)
    return whole


def _traces(engine: Engine, sides: Sides, kind: str) -> tuple[Trace, Trace]:
    first, second = (
        engine.trace(side.key, fed(engine, side, encoding), (kind,))
        for side, encoding in zip(
            (sides.first, sides.second), encodings(engine, sides), strict=True
        )
    )
    return first, second


def _stream(engine: Engine, sides: Sides, traces: tuple[Trace, Trace], kind: str) -> StreamSpec:
    """The stack that reads the text and has most layers, the last of equals. Raises UserError."""
    card = engine.card(sides.first.key)
    layers: dict[str, int] = {}
    for stream in card.spec.streams:
        recorded = [
            array
            for trace in traces
            if stream.name in trace.streams
            and (array := getattr(trace.streams[stream.name], kind)) is not None
        ]
        if stream.feed == MAIN_FEED and len(recorded) == len(traces):
            layers[stream.name] = len(recorded[0])
    if not layers:
        what = "attention" if kind == "attention" else tr("hidden states of its text")
        raise UserError(
            tr("{card} has no {what} to compare.", card=card.title, what=what),
            tr("Choose another view."),
        )
    most = max(layers.values())
    return card.spec.stream([name for name, count in layers.items() if count == most][-1])
