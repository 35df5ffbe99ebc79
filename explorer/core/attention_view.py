"""A model's attention to one text, made ready to be drawn: engine in, maps and numbers out."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np

from explorer.core.analysis.attention import hide
from explorer.core.analysis.heads import HeadFacts, Maps, averaged, facts
from explorer.core.engine import Engine, ModelCard
from explorer.core.labels import labels
from explorer.core.state import Head
from models.records import BoolArray, Corruption, Encoding, IntArray, StreamTrace
from models.specs import StreamSpec


@dataclass(frozen=True, eq=False)
class AttentionView:
    """One stream of one model. R rows and C columns are what is left when specials are hidden."""

    card: ModelCard
    corruption: Corruption
    streams: tuple[StreamSpec, ...]  # to choose from
    stream: StreamSpec
    rows: tuple[str, ...]  # (R,) labels
    columns: tuple[str, ...]  # (C,)
    tokens: tuple[str, ...]  # (R,) exact names, to be compared between models
    positions: IntArray  # (R,) places in the encoding
    maps: Maps
    facts: HeadFacts
    removed: float = 0.0  # share of a row that went to hidden tokens, before it was renormalised
    num_empty: int = 0  # rows that looked at nothing else and are left empty
    num_hidden: int = 0  # tokens

    @property
    def encoding(self) -> Encoding:
        return self.corruption.encoding

    def row_of(self, position: int | None) -> int | None:
        """The row of a place in the encoding, unless it is hidden."""
        if position is None:
            return None
        found = np.flatnonzero(self.positions == position)
        return int(found[0]) if len(found) else None


def view(
    engine: Engine,
    key: str,
    text: str,
    pair: str = "",
    *,
    stream: str = "",
    forced: Mapping[int, bool] | None = None,
    ablate: Collection[Head] = (),
    hide_specials: bool = False,
) -> AttentionView:
    """Attention to the text as it is, but for what was masked by hand. Raises UserError.

    A stream that the model does not have stands for its last, which is the one that is kept.
    """
    card = engine.card(key)
    streams = tuple(spec for spec in card.spec.streams if spec.name in card.streams)
    chosen = next((spec for spec in streams if spec.name == stream), streams[-1])
    encoding = engine.encode(key, text, pair)
    corruption = _fed(engine, key, encoding, forced)
    trace = engine.trace(key, corruption, ("attention",), existing(card, ablate)).streams[
        chosen.name
    ]
    assert trace.attention is not None
    hidden = _specials(engine, key, encoding, trace) if hide_specials else _none(trace)
    kept = hide(trace.attention, hidden, hidden) if hidden.any() else None
    shown = trace.attention if kept is None else kept.attention
    rows = np.flatnonzero(~hidden)
    names = labels(engine.tokenizer(key), encoding, trace.rows)
    return AttentionView(
        card=card,
        corruption=corruption,
        streams=streams,
        stream=chosen,
        rows=tuple(names[row] for row in rows),
        columns=tuple(names[row] for row in rows),
        tokens=tuple(trace.rows[row] for row in rows),
        positions=rows,
        maps=averaged(shown),
        facts=facts(shown),
        removed=kept.removed if kept else 0.0,
        num_empty=kept.num_empty if kept else 0,
        num_hidden=int(hidden.sum()),
    )


def _fed(
    engine: Engine, key: str, encoding: Encoding, forced: Mapping[int, bool] | None
) -> Corruption:
    """What the model is given; ELECTRA's discriminator gets what the generator wrote."""
    if not any((forced or {}).values()):
        return Corruption.clean(encoding)
    found = engine.corruption(key, encoding, forced=forced, draw=False)
    if {"mlm", "rtd"} <= set(engine.card(key).heads):
        return engine.detect(key, found).trace.corruption
    return found


def existing(card: ModelCard, ablate: Collection[Head]) -> list[Head]:
    """Without heads that a model of the same name had before it was trained anew."""
    return [
        head
        for head in ablate
        if head.stream in card.streams
        and head.layer < card.num_layers
        and head.head < card.num_heads
    ]


def _none(trace: StreamTrace) -> BoolArray:
    return np.zeros(len(trace.rows), dtype=np.bool_)


def _specials(engine: Engine, key: str, encoding: Encoding, trace: StreamTrace) -> BoolArray:
    """Special tokens (T,) but for a mask, which stands for a word; none where nothing else is."""
    special: BoolArray = encoding.special & (encoding.ids != engine.tokenizer(key).mask_id)
    return _none(trace) if special.all() else special
