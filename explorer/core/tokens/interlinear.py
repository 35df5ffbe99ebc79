"""One text above the tokens of several tokenizers, in columns of the same characters.

`tokens.align` says where all of them cut; here special tokens find their places between the texts,
and text that no tokenizer covers (white space, what was cut off) stays in sight.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from explorer.core.engine.feeding.typed_masks import written_length
from explorer.core.engine.groups import align, overlap, spans
from models.schema.records import BoolArray, Encoding, IntArray

CUT_OFF = "…"  # in place of text that did not fit

Positions = tuple[tuple[int, ...], ...]  # of tokens, one tuple per encoding


@dataclass(frozen=True)
class TextColumn:
    """A stretch of the text and the tokens that cover it.

    Special tokens that a tokenizer adds are in columns without text; white space that no token
    covers in columns without positions.
    """

    text: str
    positions: Positions
    segment: int = 0

    @property
    def is_covered(self) -> bool:
        return any(self.positions)


@dataclass(frozen=True, eq=False)
class Interlinear:
    """The columns in reading order, and which tokens share characters."""

    columns: tuple[TextColumn, ...]
    spans: tuple[tuple[IntArray, ...], ...]  # by segment, by encoding: (T, 2)

    def counterparts(self, encoding: int, position: int) -> Positions:
        """Tokens of every encoding that share a character with one token.

        An added special token has those in the same place between the texts.
        """
        for of_text in self.spans:
            own = of_text[encoding][position : position + 1]  # (1, 2)
            if own[0, 0] < own[0, 1]:
                shared = [overlap(own, other)[0] for other in of_text]
                return tuple(tuple(np.flatnonzero(row).tolist()) for row in shared)
        column = next(c for c in self.columns if position in c.positions[encoding])
        if not column.text:
            return column.positions
        alone = [() for _ in column.positions]
        return (*alone[:encoding], (position,), *alone[encoding + 1 :])


def interlinear(encodings: Sequence[Encoding]) -> Interlinear:
    """Lay encodings of the same text, or of the same pair, below it.

    Raises ValueError where the texts differ.
    """
    num_texts = 2 if any(encoding.pair is not None for encoding in encodings) else 1
    visible = trim_texts([written_out(encoding) for encoding in encodings])
    columns = _special_token_column(visible, 0)
    for segment in range(num_texts):
        columns += _over_text(visible, segment)
        if len(_text(encodings[0], segment).rstrip()) > len(_text(visible[0], segment)):
            columns.append(TextColumn(CUT_OFF, ((),) * len(visible), segment))
        columns += _special_token_column(visible, segment + 1)
    covered = tuple(tuple(spans(encoding, s) for encoding in visible) for s in range(num_texts))
    return Interlinear(tuple(_complete(columns, visible)), covered)


def written_out(encoding: Encoding) -> Encoding:
    """Give special tokens that the text itself holds, such as [MASK], their characters.

    Their names are placed where the token before them ends or later.
    """
    special, offsets = encoding.special.copy(), encoding.offsets.copy()
    ends = [0, 0]  # of the token before, in each text
    for position, name in enumerate(encoding.tokens):
        second = int(encoding.pair is not None and encoding.segment[position] == 1)
        text = _text(encoding, second)
        start = int(offsets[position, 0])
        length = written_length(text, name, start) if special[position] else 0
        if length and start >= ends[second]:
            special[position] = False
            offsets[position] = start, start + length
        ends[second] = max(ends[second], int(offsets[position, 1]))
    return replace(encoding, special=special, offsets=offsets)


def trim_texts(encodings: Sequence[Encoding]) -> list[Encoding]:
    """Cut the texts after the last character that a token of any encoding covers."""
    reach = [max((_reach(e, segment) for e in encodings), default=0) for segment in (0, 1)]
    return [
        replace(e, text=e.text[: reach[0]], pair=None if e.pair is None else e.pair[: reach[1]])
        for e in encodings
    ]


def _reach(encoding: Encoding, segment: int) -> int:
    inside = ~encoding.special & (_number_of_text(encoding) == segment)
    return int(encoding.offsets[inside, 1].max(initial=0))


def _number_of_text(encoding: Encoding) -> IntArray:
    """Which text each token is of (T,); without a pair there is only the first."""
    return encoding.segment if encoding.pair is not None else np.zeros_like(encoding.segment)


def _text(encoding: Encoding, segment: int) -> str:
    return (encoding.text if segment == 0 else encoding.pair) or ""


def _over_text(encodings: Sequence[Encoding], segment: int) -> list[TextColumn]:
    text = _text(encodings[0], segment)
    empty: Positions = ((),) * len(encodings)
    columns: list[TextColumn] = []
    end = 0
    for group in align(encodings, segment):
        if group.start > end:
            columns.append(TextColumn(text[end : group.start], empty, segment))
        columns.append(TextColumn(text[group.start : group.end], group.positions, segment))
        end = group.end
    return columns


def _special_token_column(encodings: Sequence[Encoding], place: int) -> list[TextColumn]:
    """The column of the special tokens after `place` texts."""
    positions = tuple(
        tuple(np.flatnonzero(encoding.special & (_texts_before(encoding) == place)).tolist())
        for encoding in encodings
    )
    return [TextColumn("", positions, min(place, 1))] if any(positions) else []


def _texts_before(encoding: Encoding) -> IntArray:
    """How many texts have begun before each token (T,)."""
    begun = np.zeros(len(encoding), dtype=np.int64)
    for segment in (0, 1):
        inside: BoolArray = ~encoding.special & (_number_of_text(encoding) == segment)
        if inside.any():
            begun[int(inside.argmax()) :] += 1
    return begun


def _complete(columns: Sequence[TextColumn], encodings: Sequence[Encoding]) -> list[TextColumn]:
    """Every token has a column: one that covers no character is with the token before it."""
    lists = [[list(own) for own in column.positions] for column in columns]
    for k, encoding in enumerate(encodings):
        where = {at: n for n, column in enumerate(columns) for at in column.positions[k]}
        for at in range(len(encoding)):
            if at not in where:
                where[at] = where.get(at - 1, 0)
                lists[where[at]][k].append(at)
    return [
        replace(column, positions=tuple(tuple(sorted(own)) for own in positions))
        for column, positions in zip(columns, lists, strict=True)
    ]
