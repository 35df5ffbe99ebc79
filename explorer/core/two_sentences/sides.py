"""What is compared: two sentences in one model, or one sentence in two; and their tokens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from explorer.core.engine.engine import Engine
from explorer.core.engine.feeding.model_input import add_objective_and_model_feeds
from explorer.core.engine.groups import spans
from explorer.core.engine.labels import labels
from explorer.core.errors import UserError
from explorer.core.localization import tr
from explorer.core.two_sentences.alignment import Pairs, edit_pairs
from models.schema.records import Encoding, ModelInput

MAX_TOKENS = 512  # aligning takes the product of both lengths


class Side(NamedTuple):
    """A sentence in a model."""

    key: str
    text: str


@dataclass(frozen=True)
class Sides:
    """The first side, to which the second is compared."""

    first: Side
    second: Side

    @property
    def one_model(self) -> bool:
        return self.first.key == self.second.key


@dataclass(frozen=True)
class Aligned:
    """The tokens of both sides, and which belong together."""

    first: tuple[str, ...]
    second: tuple[str, ...]
    pairs: Pairs
    num_cut: tuple[int, int] = (0, 0)

    @property
    def columns(self) -> tuple[tuple[int | None, int | None], ...]:
        """Every token of both, from left to right; None where the other side has none."""
        found: list[tuple[int | None, int | None]] = []
        at = to = 0
        for one, other in (*self.pairs, (len(self.first), len(self.second))):
            found += [(n, None) for n in range(at, one)]
            found += [(None, n) for n in range(to, other)]
            if one < len(self.first):
                found.append((one, other))
            at, to = one + 1, other + 1
        return tuple(found)

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each pair: its token, or both tokens where they differ."""
        return tuple(pair_name(self.first[a], self.second[b]) for a, b in self.pairs)

    def unaligned_tokens(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The tokens of each side that have no partner."""
        ones = tuple(self.first[a] for a, b in self.columns if a is not None and b is None)
        return ones, tuple(self.second[b] for a, b in self.columns if b is not None and a is None)


def pair_name(one: str, other: str) -> str:
    return one if one == other else f"{one.strip()}/{other.strip()}"


def encodings(engine: Engine, sides: Sides) -> tuple[Encoding, Encoding]:
    """Both sentences as their models read them. Raises UserError."""
    first, second = (engine.encode(*side) for side in (sides.first, sides.second))
    for side, encoding in ((sides.first, first), (sides.second, second)):
        if encoding.special.all():
            raise UserError(
                tr(
                    "“{side}” holds nothing that {title} can read.",
                    side=side.text,
                    title=engine.card(side.key).title,
                ),
                tr("Write another sentence."),
            )
        if len(encoding) > MAX_TOKENS:
            raise UserError(
                tr("Sentences of at most {max_tokens} tokens are compared.", max_tokens=MAX_TOKENS),
                tr("Shorten the text."),
            )
    return first, second


def fed(engine: Engine, side: Side, encoding: Encoding) -> ModelInput:
    """The sentence with every feed that the model needs, and nothing masked."""
    return add_objective_and_model_feeds(engine, side.key, ModelInput.clean(encoding))


def align_sides(engine: Engine, sides: Sides) -> Aligned:
    """Tokens of one sentence belong together by their characters, of two by the fewest edits."""
    first, second = encodings(engine, sides)
    one, other = (
        labels(engine.tokenizer(side.key), encoding)
        for side, encoding in ((sides.first, first), (sides.second, second))
    )
    special = first.special.tolist(), second.special.tolist()
    pairs = (
        edit_pairs(first.ids.tolist(), second.ids.tolist(), special)
        if sides.one_model
        else _same_characters(first, second)
    )
    return Aligned(one, other, pairs, (first.num_cut, second.num_cut))


def _same_characters(first: Encoding, second: Encoding) -> Pairs:
    if np.array_equal(first.ids, second.ids):
        return tuple((n, n) for n in range(len(first)))
    others = {
        span: n for n, span in enumerate(_find_visible_characters(second)) if span[0] < span[1]
    }
    return tuple(
        (n, others[span])
        for n, span in enumerate(_find_visible_characters(first))
        if span in others
    )


def _find_visible_characters(encoding: Encoding) -> list[tuple[int, int]]:
    """The characters of each token without the white space before them, which some include."""
    found = []
    for start, end in spans(encoding).tolist():
        piece = encoding.text[start:end]
        found.append((start + len(piece) - len(piece.lstrip()), end))
    return found


def same_vocabulary(engine: Engine, sides: Sides) -> bool:
    """Whether an id is the same token on both sides, as far as the sentence tells."""
    if sides.one_model:
        return True
    one, other = (engine.tokenizer(side.key) for side in (sides.first, sides.second))
    first, second = encodings(engine, sides)
    return (
        one.vocab_size == other.vocab_size
        and np.array_equal(first.ids, second.ids)
        and first.tokens == second.tokens
    )


def check_alike(engine: Engine, sides: Sides) -> None:
    """Raises UserError where states of both models cannot be compared."""
    if sides.one_model:
        return
    one, other = (engine.card(side.key) for side in (sides.first, sides.second))
    still = tr(
        "The view Likelihood still compares them. Choose a model that derives from the first."
    )
    if not same_vocabulary(engine, sides):
        raise UserError(
            tr("{one} and {other} have different tokenizers.", one=one.title, other=other.title),
            still,
        )
    shapes = [
        (
            card.spec.name,
            card.num_layers,
            card.num_heads,
            engine.load_model(key).model.config.size.width,
        )
        for card, key in ((one, sides.first.key), (other, sides.second.key))
    ]
    if shapes[0] != shapes[1]:
        raise UserError(
            tr(
                "{one} and {other} have layers of different shapes.",
                one=one.title,
                other=other.title,
            ),
            still,
        )
