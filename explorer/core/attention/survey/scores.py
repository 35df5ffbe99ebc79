"""Scores of every head over a sample: mean weights on what each kind names, and the chance level.

Shapes: S sentences, K kinds, L layers, H heads, T tokens.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from explorer.core.attention.inputs import has_own_text, key_stream
from explorer.core.attention.survey.intervals import means
from explorer.core.attention.survey.kinds import (
    KINDS,
    general_masks,
    induction_mask,
    relation_masks,
)
from explorer.core.attention.survey.sample import SampleSentence, SurveySample
from explorer.core.attention.view import check_attends
from explorer.core.engine.engine import Engine
from explorer.core.engine.feeding.model_input import add_objective_and_model_feeds
from explorer.core.errors import UserError, as_user_errors
from explorer.core.jobs.cache import LeastRecentlyUsed
from explorer.core.jobs.jobs import Progress
from explorer.core.localization import tr
from explorer.core.readable import model_name
from models.schema.records import BoolArray, Encoding, FloatArray, ModelInput
from models.schema.specs import StreamSpec

LEAST_WEIGHT = 0.3  # of the attention, for a head to have a clear function
ABOVE_CHANCE = 2.0  # times the chance level, which the whole interval must exceed
ALL = 1 - 1e-6  # of what uniform attention gives: such a row has no other column
MANY_SURVEYS = 32
Masks = Mapping[str, BoolArray]
Weights = tuple[FloatArray, FloatArray]  # of a sentence, (K, L, H) weights and chance, NaN if none


@dataclass(frozen=True, eq=False)
class StreamScores:
    """The mean weight of a stream's heads on each kind, and the same for uniform attention.

    All (K, L, H) in the order of KINDS; NaN where no sentence has anything of a kind that a row may
    attend to. `count` (K,) are the sentences that have.
    """

    stream: StreamSpec
    means: FloatArray
    low: FloatArray
    high: FloatArray
    chance: FloatArray
    count: tuple[int, ...]

    @property
    def num_layers(self) -> int:
        return int(self.means.shape[1])

    @property
    def num_heads(self) -> int:
        return int(self.means.shape[2])

    def function(self, layer: int, head: int) -> str:
        """The kind that a head attends to most clearly; "" for no clear function.

        It is clear where the mean weight is LEAST_WEIGHT or more, and the whole interval above
        ABOVE_CHANCE times chance; of several kinds, that which is most above chance.
        """
        mean, low, chance = (a[:, layer, head] for a in (self.means, self.low, self.chance))
        clear = (mean >= LEAST_WEIGHT) & (low > ABOVE_CHANCE * chance)  # False where NaN
        if not clear.any():
            return ""
        return tuple(KINDS)[int(np.where(clear, mean - chance, -np.inf).argmax())]


@dataclass(frozen=True, eq=False)
class Survey:
    """The scores of a model by stream, and the streams that have none, in words."""

    streams: tuple[StreamScores, ...]
    left_out: tuple[str, ...] = ()


_SURVEYS: LeastRecentlyUsed[Survey] = LeastRecentlyUsed(MANY_SURVEYS)


def survey(engine: Engine, key: str, sample: SurveySample) -> Generator[Progress, None, Survey]:
    """The scores of a model, computed once for its files and a sample. Raises UserError."""
    check_attends(engine.card(key))
    place = (*engine.version(key), sample)
    if place not in _SURVEYS:
        found = yield from _survey_model(engine, key, sample)
        _SURVEYS.get(place, lambda: found)
    return _SURVEYS.get(place, lambda: Survey(()))


def _survey_model(
    engine: Engine, key: str, sample: SurveySample
) -> Generator[Progress, None, Survey]:
    by_stream: dict[str, list[Weights]] = {}
    texts = list(_texts(sample))
    for number, (text, masks_of) in enumerate(texts):
        yield Progress(
            tr("Scoring the heads of {key}", key=model_name(key)),
            number,
            len(texts),
            unit=tr("sentences"),
        )
        try:
            encoding = engine.encode(key, text)
        except UserError:  # nothing in it that the model can read
            continue
        for name, weights in _weights(engine, key, encoding, masks_of(encoding)):
            by_stream.setdefault(name, []).append(weights)
    card = engine.card(key)
    if not by_stream:
        raise UserError(
            tr(
                "{title} has no attention from tokens of the sentences to each other.",
                title=card.title,
            ),
            tr("Choose another model, or another text."),
        )
    scored = [_scores(card.spec.stream(name), each) for name, each in by_stream.items()]
    without = [
        card.spec.stream(name).title
        for name in card.streams
        if name not in by_stream and card.spec.stream(name).attends
    ]
    return Survey(tuple(scored), tuple(without))


def _texts(sample: SurveySample) -> Iterator[tuple[str, Callable[[Encoding], Masks]]]:
    """Every text, and the masks of its encoding."""
    for sentence in sample.sentences:
        yield sentence.text, partial(_all_masks, sentence)
    for sentence in sample.further:
        yield sentence.text, partial(relation_masks, relations=sentence.relations)
    for sequence in sample.sequences:
        yield sequence, induction_mask


def _all_masks(sentence: SampleSentence, encoding: Encoding) -> Masks:
    return {**general_masks(encoding), **relation_masks(encoding, sentence.relations)}


def _weights(
    engine: Engine, key: str, encoding: Encoding, masks: Masks
) -> Iterator[tuple[str, Weights]]:
    """By stream, where tokens of the text attend to each other."""
    from models.inference.trace import trace

    loaded = engine.load_model(key)
    fed = add_objective_and_model_feeds(engine, key, ModelInput.clean(encoding))
    with as_user_errors():
        traced = trace(loaded.model, loaded.spec, fed, kinds=("attention",), heads=())
    for name, stream in traced.streams.items():
        spec, attention = loaded.spec.stream(name), stream.attention
        if attention is None or attention.shape[2:] != (len(encoding), len(encoding)):
            continue
        feeds = spec.feed, key_stream(loaded.spec, spec).feed
        if not any(has_own_text(loaded.spec, feed) for feed in feeds):
            layers = range(len(attention))
            config = loaded.model.config
            visible = [spec.visible_by_head(fed, config, layer) for layer in layers]
            yield name, sentence_weights(attention, visible, masks)


def sentence_weights(
    attention: FloatArray, visible: Sequence[BoolArray | None], masks: Masks
) -> Weights:
    """The mean weight (K, L, H) on the columns of each mask, and that of uniform attention.

    `visible` (T, T), (H, T, T) or None for all, by layer. A row counts where it may attend to such
    a column and to another one; NaN where no row does.
    """
    num_layers, num_heads, length = attention.shape[:3]
    stacked = np.zeros((len(KINDS), length, length), dtype=np.float32)
    for number, kind in enumerate(KINDS):
        if kind in masks:
            stacked[number] = masks[kind]
    shape = (len(KINDS), num_layers, num_heads, length)
    uniform = _uniform(visible, num_heads, length)  # (L, H, T, T)
    own, chance = (_on_masks(maps, stacked).reshape(shape) for maps in (attention, uniform))
    counts = (chance > 0) & (chance < ALL)
    rows = counts.sum(-1)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean, expected = ((values * counts).sum(-1) / rows for values in (own, chance))
    return mean.astype(np.float32), expected.astype(np.float32)


def _uniform(visible: Sequence[BoolArray | None], num_heads: int, length: int) -> FloatArray:
    """Attention to all visible columns alike (L, H, T, T)."""
    shape = (num_heads, length, length)
    whole = np.ones((length, length), dtype=bool)
    seen = [np.broadcast_to(whole if one is None else one, shape) for one in visible]
    maps = np.stack(seen).astype(np.float32)
    uniform: FloatArray = maps / np.maximum(maps.sum(-1, keepdims=True), 1)
    return uniform


def _on_masks(maps: FloatArray, masks: FloatArray) -> FloatArray:
    """What each row of maps (L, H, T, T) gives to the columns of masks: (K, L H, T)."""
    length = maps.shape[-1]
    by_row = maps.reshape(-1, length, length).transpose(1, 0, 2) @ masks.transpose(1, 2, 0)
    return by_row.transpose(2, 1, 0)  # (T, L H, K) before


def _scores(stream: StreamSpec, found: Sequence[Weights]) -> StreamScores:
    """Means over sentences; each sentence that has something of a kind counts the same."""
    weights, chance = (np.stack(each) for each in zip(*found, strict=True))  # (S, K, L, H)
    shape, known = weights.shape[1:], np.isfinite(weights)
    flat = (len(weights), -1)
    present = known.reshape(flat).astype(np.float32)
    over = means(np.nan_to_num(weights).reshape(flat), present)
    with np.errstate(invalid="ignore", divide="ignore"):
        expected = np.nan_to_num(chance).sum(0) / known.sum(0)
    return StreamScores(
        stream=stream,
        means=over.mean.reshape(shape),
        low=over.low.reshape(shape),
        high=over.high.reshape(shape),
        chance=expected.astype(np.float32),
        count=tuple(known.any((2, 3)).sum(0).tolist()),
    )
