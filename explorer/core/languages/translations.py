"""What a sentence and its translation say of each other's masked tokens, from two forward passes.

Together, the model reads both sentences; alone, each of them without the other, with the same
tokens masked. T tokens of the pair.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from statistics import fmean

import numpy as np

from explorer.core.engine.cards import ModelCard
from explorer.core.engine.engine import Engine
from explorer.core.engine.predicting.predictions import MaskedPrediction, predictions
from models.data.sources import WorldSource, open_source
from models.data.world.translation import LinkedPair, find_pair
from models.schema.records import IntArray, ModelInput
from models.schema.specs import POSITION_FEED, InputSpec

WORLD = "world"  # the source of translations


@dataclass(frozen=True)
class GainedToken:
    """A token of a pair whose truth is predicted: its probability without and with the other."""

    place: int  # in the pair
    alone: MaskedPrediction
    together: MaskedPrediction

    @property
    def gain(self) -> float:
        """How many nats the loss of the true token falls by the other sentence."""
        assert self.alone.loss is not None
        assert self.together.loss is not None
        return self.alone.loss - self.together.loss


@dataclass(frozen=True, eq=False)
class TranslationGain:
    """A pair of sentences in two languages."""

    languages: tuple[str, ...]  # (T,) by name
    positions: IntArray  # (T,) rows of the position table
    tokens: tuple[GainedToken, ...]

    @property
    def mean(self) -> float | None:
        """The mean gain in nats; None where nothing is predicted whose truth is known."""
        return fmean(token.gain for token in self.tokens) if self.tokens else None

    def gained_at(self, place: int) -> GainedToken | None:
        return next((token for token in self.tokens if token.place == place), None)


def world_pair(text: str, translation: str = "") -> LinkedPair | None:
    """A sentence of the mini-world with its translation, or with this one; None for others."""
    source = open_source(WORLD)
    assert isinstance(source, WorldSource)
    return find_pair(source.world, text.strip(), translation.strip())


def reads_two_languages(card: ModelCard, model_input: ModelInput) -> bool:
    """Whether the two texts of a pair are fed to the model as of different languages."""
    feed = card.spec.language_input
    if feed is None or feed.name not in model_input.feeds or model_input.encoding.pair is None:
        return False
    languages = [_find_segment_tokens(model_input, segment, feed) for segment in (0, 1)]
    return all(languages) and languages[0].isdisjoint(languages[1])


def _find_segment_tokens(model_input: ModelInput, segment: int, feed: InputSpec) -> set[int]:
    rows = (model_input.segment == segment) & ~model_input.encoding.special[model_input.origin]
    return set(model_input.feeds[feed.name][rows].tolist())


def translation_gain(
    engine: Engine, card: ModelCard, model_input: ModelInput
) -> TranslationGain | None:
    """Compute how much the other sentence of a pair in two languages helps to fill masks.

    None for a model that fills no masks, or that is not fed two languages. Raises UserError.
    """
    head, feed = card.token_head, card.spec.language_input
    if head is None or head.task != "fill_mask" or feed is None:
        return None
    if not reads_two_languages(card, model_input):
        return None
    together = {each.position: each for each in _predictions(engine, card, model_input)}
    alone: dict[int, MaskedPrediction] = {}
    for segment in (0, 1):
        single, rows = alone_with_masks(engine, card, model_input, segment)
        for each in _predictions(engine, card, single):
            alone[rows[each.position]] = each
    config = engine.load_model(card.key).model.config
    return TranslationGain(
        tuple(feed.id_name(id, config) for id in model_input.feeds[feed.name].tolist()),
        model_input.feeds.get(POSITION_FEED, np.arange(len(model_input))),
        tuple(
            GainedToken(place, alone[place], each)
            for place, each in together.items()
            if each.loss is not None and place in alone
        ),
    )


def _predictions(
    engine: Engine, card: ModelCard, model_input: ModelInput
) -> list[MaskedPrediction]:
    return predictions(engine, card.key, engine.trace(card.key, model_input, ("logits",)))


def alone_with_masks(
    engine: Engine, card: ModelCard, model_input: ModelInput, segment: int
) -> tuple[ModelInput, dict[int, int]]:
    """One text of a pair as the model reads it alone, with the same tokens masked.

    Nothing was dropped from the pair, whose languages the tokens have. Returns the text, and by
    each of its rows that has a token the row of the pair.
    """
    tokenizer, encoding = engine.tokenizer(card.key), model_input.encoding
    is_token = ~encoding.special | (encoding.ids == tokenizer.mask_id)  # (T,)
    places = np.flatnonzero(is_token & (encoding.segment == segment))
    clean = ModelInput.clean(tokenizer.build(encoding.ids[places]))
    own = np.flatnonzero(~clean.encoding.special | (clean.input_ids == tokenizer.mask_id))
    rows = dict(zip(own.tolist(), places.tolist(), strict=True))
    ids, change = clean.input_ids.copy(), clean.change.copy()
    ids[own], change[own] = model_input.input_ids[places], model_input.change[places]
    single = replace(clean, input_ids=ids, change=change)
    back = {place: row for row, place in rows.items()}
    for name, targets in model_input.targets.items():
        inside = [n for n, place in enumerate(targets.positions.tolist()) if place in back]
        positions = np.array([back[int(targets.positions[n])] for n in inside], dtype=np.int64)
        single = single.with_targets(name, positions, targets.labels[inside])
    feed = card.spec.language_input
    assert feed is not None
    languages = model_input.feeds[feed.name][places]
    own_languages = np.full(len(single), languages[0])
    own_languages[own] = languages
    return engine.apply_all_feeds(card.key, single.with_feed(feed.name, own_languages)), rows
