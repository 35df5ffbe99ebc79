"""Masked positions filled: all together, one after the other, or written by a decoder."""

from __future__ import annotations

import math
from collections.abc import Collection, Generator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

from explorer.core.engine.cards import ModelCard
from explorer.core.engine.engine import Engine
from explorer.core.engine.labels import label
from explorer.core.errors import UserError, as_user_errors
from explorer.core.generation.writing import answer
from explorer.core.jobs.jobs import Progress
from explorer.core.localization import tr
from models.runtime.generators import map_progress
from models.schema.records import Candidate, Encoding, ModelInput

if TYPE_CHECKING:
    from models.inference.mask_filling import Filling
    from models.tokenization import Tokenizer

MAX_FILLED = 12  # positions that are filled one after the other, which takes a forward pass each
MAX_SENTENCE = 48  # tokens; a longer text is not written out again with its masks filled
MAX_WRITTEN = 64  # tokens that a decoder may write for the masks of a text
ROOM_TO_WRITE = 2  # times as long as the truth; a decoder that has learned stops by itself


@dataclass(frozen=True)
class Fillings:
    """Two fillings of one set of positions: all together, and one after the other."""

    independent: Filling
    sequential: Filling


@dataclass(frozen=True)
class FillingResult:
    """Masks filled in one way; entry n of every tuple belongs to place n."""

    tokens: tuple[str, ...]
    probabilities: tuple[float, ...]
    step: tuple[int, ...]  # 1 was filled first
    joint: float
    sentence: str  # empty where it is too long


@dataclass(frozen=True)
class FillingComparison:
    """The results of filling masks all together and one after the other, with their labels."""

    places: tuple[int, ...]
    independent: FillingResult
    sequential: FillingResult
    num_left: int = 0  # masks beyond MAX_FILLED

    @property
    def agree(self) -> bool:
        return self.independent.tokens == self.sequential.tokens


def fill(
    engine: Engine, key: str, encoding: Encoding, positions: Collection[int]
) -> Generator[Progress, None, Fillings]:
    """Fill positions together and one after the other; yields before each pass of the model.

    Raises UserError.
    """
    card = engine.card(key)
    if not card.fills:
        raise UserError(
            tr("{title} fills no masks.", title=card.title), tr("Choose a masked language model.")
        )
    if not positions:
        raise UserError(
            tr("Nothing is masked."),
            tr("Click a token, or write {mask} into the sentence.", mask=card.mask_token),
        )
    from models.inference.mask_filling import MaskedPositions, fill_independent, steps_one_by_one

    loaded, tokenizer, doing = (
        engine.load_model(key),
        engine.tokenizer(key),
        tr("{title} fills masks", title=card.title),
    )
    with as_user_errors():
        masked = MaskedPositions(loaded.model, loaded.spec, tokenizer, encoding, list(positions))
        independent = fill_independent(masked)
        sequential = yield from map_progress(
            steps_one_by_one(masked),
            lambda done: Progress(doing, done, len(positions), unit=tr("masks")),
        )
        return Fillings(independent, sequential)


def fill_positions(
    engine: Engine, key: str, encoding: Encoding, positions: Sequence[int]
) -> Generator[Progress, None, FillingComparison | None]:
    """Fill positions of an encoding, which are masked before. None without positions.

    Yields before each pass of the model. Raises UserError.
    """
    if not positions:
        return None
    tokenizer = engine.tokenizer(key)
    places = positions[:MAX_FILLED]
    base = _add_masks(encoding, positions[MAX_FILLED:], tokenizer.mask_id)
    fillings = yield from fill(engine, key, base, places)
    return FillingComparison(
        places=tuple(places),
        independent=_label_filling(tokenizer, encoding, fillings.independent),
        sequential=_label_filling(tokenizer, encoding, fillings.sequential),
        num_left=len(positions) - len(places),
    )


def _add_masks(encoding: Encoding, positions: Sequence[int], mask_id: int | None) -> Encoding:
    """Mask further positions, which stay masked while others are filled."""
    if not positions or mask_id is None:
        return encoding
    ids = encoding.ids.copy()
    ids[list(positions)] = mask_id
    return replace(encoding, ids=ids)


def _label_filling(tokenizer: Tokenizer, encoding: Encoding, filling: Filling) -> FillingResult:
    ids = encoding.ids.copy()
    ids[list(filling.positions)] = filling.ids
    return FillingResult(
        tokens=tuple(label(tokenizer, id) for id in filling.ids),
        probabilities=filling.probabilities,
        step=tuple(filling.order.index(place) + 1 for place in filling.positions),
        joint=filling.joint,
        sentence=_sentence(tokenizer, ids.tolist()),
    )


def _sentence(tokenizer: Tokenizer, ids: Sequence[int]) -> str:
    """A text written out, or a pair with a space in between, unless it is too long for that."""
    if len(ids) > MAX_SENTENCE:
        return ""
    ends = {tokenizer.sep_id, tokenizer.eos_id}
    texts = [tuple(part) for is_end, part in groupby(ids, ends.__contains__) if not is_end]
    written = [tokenizer.decode(text, skip_special=True).strip() for text in texts]
    return " ".join(filter(None, written))


# ---- masks that a decoder writes


@dataclass(frozen=True)
class DecodedFilling:
    """What an encoder-decoder writes by itself, the most probable token each time."""

    tokens: tuple[str, ...]
    probabilities: tuple[float, ...]
    masks: tuple[int | None, ...]  # which mask of the text each token goes into, from 0
    sentence: str  # the text with its masks filled; empty where it has none, or is too long
    ended: bool  # by itself, with the end token

    @property
    def joint(self) -> float:
        return math.prod(self.probabilities)


def decode_fillings(
    engine: Engine, card: ModelCard, model_input: ModelInput, num_targets: int
) -> Generator[Progress, None, DecodedFilling]:
    """What the decoder writes where the encoder reads the corrupted text.

    `num_targets` is how many tokens the target has; the decoder has room for twice as many. Yields
    after each token. Raises UserError.
    """
    tokenizer = engine.tokenizer(card.key)
    limit = min(max(ROOM_TO_WRITE * num_targets, MAX_FILLED), MAX_WRITTEN)
    steps = yield from answer(engine, card.key, model_input.input_ids, limit)
    ids = [step.id for step in steps]
    sentinels = tokenizer.vocabulary.sentinel_ids
    in_text = [id for id in model_input.input_ids.tolist() if id in sentinels]
    masks = _masks_of(ids, in_text, sentinels, tokenizer.eos_id)
    whole = _insert_fillings(model_input.input_ids.tolist(), in_text, ids, masks)
    return DecodedFilling(
        tokens=tuple(label(tokenizer, id) for id in ids),
        probabilities=tuple(_probability(step.id, step.candidates) for step in steps),
        masks=masks,
        sentence=_sentence(tokenizer, whole) if in_text else "",
        ended=bool(ids) and ids[-1] == tokenizer.eos_id,
    )


def _probability(id: int, candidates: Sequence[Candidate]) -> float:
    return next((item.probability for item in candidates if item.id == id), 0.0)


def _masks_of(
    ids: Sequence[int], in_text: Sequence[int], sentinels: Sequence[int], eos_id: int | None
) -> tuple[int | None, ...]:
    """The mask that each written token goes into: that of the last sentinel before it."""
    masks: list[int | None] = []
    mask: int | None = None
    for id in ids:
        if id in sentinels:
            mask = in_text.index(id) if id in in_text else None
        masks.append(None if id == eos_id else mask)
    return tuple(masks)


def _insert_fillings(
    text: Sequence[int], in_text: Sequence[int], ids: Sequence[int], masks: Sequence[int | None]
) -> list[int]:
    """The ids of the text with what was written in place of each sentinel."""
    whole: list[int] = []
    for id in text:
        if id not in in_text:
            whole.append(id)
            continue
        mask = in_text.index(id)
        whole += [
            new for new, of in zip(ids, masks, strict=True) if of == mask and new not in in_text
        ]
    return whole
