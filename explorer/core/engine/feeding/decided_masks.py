"""What a person decided about tokens, as models of any subject are fed: masked, or left alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from explorer.core.engine.engine import Engine
from explorer.core.engine.groups import overlap, spans
from explorer.core.errors import UserError
from explorer.core.state.state import JSON, State
from models.schema.records import Encoding, IntArray

DYNAMIC, ONE_MASK, TEN_COPIES = 0, 1, 10  # copies of masks; ten are what BERT's authors made


@dataclass(frozen=True)
class MaskingQuestion:
    """The inputs of every model; compares by value.

    `draw` None samples as in training unless the text holds a mask token already. `options` go to
    every objective that has one of that name. `masks` are the user's decisions, by model. `order`
    are positions clicked one after the other, for models that predict in an order. Dynamic masks
    are compared with those of so many `copies`; DYNAMIC leaves these out.
    """

    text: str
    pair: str = ""
    seed: int = 0
    draw: bool | None = None
    options: tuple[tuple[str, JSON], ...] = ()
    masks: tuple[tuple[str, tuple[tuple[int, bool], ...]], ...] = ()
    order: tuple[int, ...] | None = None
    copies: int = ONE_MASK

    def forced_decisions(self, key: str) -> dict[int, bool]:
        """The user's decisions for one model, by position."""
        return dict(dict(self.masks).get(key, ()))


def decisions(engine: Engine, key: str, question: MaskingQuestion) -> dict[int, bool]:
    """The user's decisions for one model, by position. Raises UserError.

    A model that was chosen later takes them over from the others: a token that shares a character
    with a masked one is masked; otherwise, with one left unchanged, it is left unchanged.
    """
    own = question.forced_decisions(key)
    if own or not question.masks or not any(spec.masks for spec in engine.objectives(key)):
        return own
    encoding = engine.encode(key, question.text, question.pair)
    decided: dict[int, bool] = {}
    for other, masks in _readable(engine, question):
        for at, masked in masks.items():
            decided |= {
                same: decided.get(same, False) or masked for same in _over(encoding, other, at)
            }
    return decided


def _readable(
    engine: Engine, question: MaskingQuestion
) -> Iterator[tuple[Encoding, dict[int, bool]]]:
    """The text as each model reads it that has decisions; one whose files are gone has none."""
    for key, made in question.masks:
        try:
            yield engine.encode(key, question.text, question.pair), dict(made)
        except UserError:
            continue


def _over(encoding: Encoding, other: Encoding, position: int) -> list[int]:
    """The tokens over the same characters as a token of another encoding of the same texts."""
    positions: list[int] = []
    for segment in (0, 1) if encoding.pair is not None else (0,):
        place: IntArray = spans(other, segment)[position : position + 1]  # (1, 2), or (0, 2)
        shared = overlap(place, spans(encoding, segment)).any(axis=0)  # (T,)
        positions += np.flatnonzero(shared).tolist()
    return positions


def masks_overridden(state: State) -> tuple[tuple[str, tuple[tuple[int, bool], ...]], ...]:
    """The decisions by model and position, as a value that compares and hashes."""
    decisions = sorted((key, places) for key, places in state.masks.items() if places)
    return tuple((key, tuple(sorted(places.items()))) for key, places in decisions)
