"""Span corruption: short spans of a text are dropped, and the decoder writes them.

Raffel et al. (2019), arXiv:1910.10683, section 3.1.4; reference:
google-research/text-to-text-transfer-transformer, t5/data/preprocessors.py
(`random_spans_noise_mask`, `noise_span_to_unique_sentinel`).

    the text      Thank you for inviting me to your party last week
    the encoder   Thank you <extra_id_0> me to your party <extra_id_1> week
    the decoder   <extra_id_0> for inviting <extra_id_1> last <extra_id_2>
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from models.objectives.masked import ordinary
from models.schema.records import NO_ORIGIN, BoolArray, IntArray, ModelInput, Span, TokenChange
from models.schema.roles import SentinelSpans
from models.schema.specs import DECODER_FEED, ObjectiveSpec, Option, Paper, TextTask
from models.tokenization.base import Vocabulary

HEAD = "lm"
NOISE_DENSITY = 0.15  # of the tokens are dropped
MEAN_SPAN_LENGTH = 3.0
# A full window always loses as many spans; who saw nothing else never ends a short answer.
SINGLE_SHARE = 0.4


def corrupt(
    model_input: ModelInput,
    rng: np.random.Generator,
    vocabulary: Vocabulary,
    noise_density: float = NOISE_DENSITY,
    mean_span_length: float = MEAN_SPAN_LENGTH,
) -> ModelInput:
    """Put a sentinel in the place of each span; the head `lm` must write sentinels and spans.

    What has a target already, a task with its answer, stays as it is. Special tokens are never
    dropped and end a span. Draws how long the dropped and the kept spans are. Raises ValueError
    for a vocabulary without sentinels.
    """
    if HEAD in model_input.targets:
        return model_input
    inner = np.flatnonzero(~model_input.encoding.special)
    dropped = np.zeros(len(model_input), dtype=np.bool_)
    dropped[inner] = noise_mask(len(inner), rng, noise_density, mean_span_length)
    return drop(model_input, dropped, vocabulary)


def noise_mask(
    length: int,
    rng: np.random.Generator,
    noise_density: float = NOISE_DENSITY,
    mean_span_length: float = MEAN_SPAN_LENGTH,
) -> BoolArray:
    """Which tokens (T,) are dropped: kept and dropped spans in turn, beginning with a kept one.

    How many are dropped, and in how many spans, follows from the length alone: at least one of
    each. All ways to cut them are equally likely. A lone token is dropped.
    """
    if length < 2:
        return np.ones(length, dtype=np.bool_)
    num_dropped = min(max(round(length * noise_density), 1), length - 1)
    num_kept = length - num_dropped
    num_spans = min(max(round(num_dropped / mean_span_length), 1), num_dropped, num_kept)
    lengths = np.empty(2 * num_spans, dtype=np.int64)
    lengths[1::2] = _segments(num_dropped, num_spans, rng)
    lengths[0::2] = _segments(num_kept, num_spans, rng)
    return np.repeat(np.arange(2 * num_spans) % 2 == 1, lengths)


def _segments(num_items: int, num_segments: int, rng: np.random.Generator) -> IntArray:
    """The lengths of so many segments, none empty, into which so many items are split at random."""
    borders = 1 + np.sort(rng.choice(num_items - 1, num_segments - 1, replace=False))
    return np.diff(borders, prepend=0, append=num_items)


def drop(model_input: ModelInput, dropped: BoolArray, vocabulary: Vocabulary) -> ModelInput:
    """Drop the given tokens (T,), each run of them for one sentinel. Draws nothing.

    Runs for which no sentinel is left stay. Raises ValueError for a vocabulary without sentinels.
    """
    sentinels = np.array(vocabulary.sentinel_ids, dtype=np.int64)
    if not len(sentinels):
        raise ValueError("Span corruption needs a tokenizer that has sentinels")
    ids, special = model_input.input_ids, model_input.encoding.special
    first = dropped & ~np.concatenate([[False], dropped[:-1]])  # (T,)
    number = np.cumsum(first) - 1  # (T,) of the run that a dropped token belongs to
    dropped = dropped & (number < len(sentinels))
    first = first & dropped
    remaining = ~dropped | first
    fed = np.where(first, sentinels[np.minimum(number, len(sentinels) - 1)], ids)
    target = np.insert(ids[dropped], _run_starts(first, dropped), fed[first])
    inner = np.flatnonzero(~special)
    goes_on = len(inner) > 0 and not dropped[inner[-1]]
    ending = [sentinels[first.sum()]] if goes_on and first.sum() < len(sentinels) else []
    ending += [] if vocabulary.eos_id is None else [vocabulary.eos_id]
    changed = replace(
        model_input,
        input_ids=fed[remaining],
        segment=model_input.segment[remaining],
        origin=np.where(first, NO_ORIGIN, model_input.origin)[remaining],
        change=np.where(first, TokenChange.SPAN, model_input.change)[remaining],
    )
    return written(changed, np.concatenate([target, np.array(ending, dtype=np.int64)]), vocabulary)


def _run_starts(first: BoolArray, dropped: BoolArray) -> IntArray:
    """Return the start of each run among the dropped tokens alone."""
    return np.flatnonzero(first[dropped])


def written(model_input: ModelInput, target: IntArray, vocabulary: Vocabulary) -> ModelInput:
    """The decoder must write `target` (N,); it is fed the same, one place later.

    It begins with the start tokens of the vocabulary, or with the padding token, as T5 does.
    """
    start = np.array(vocabulary.start_ids or [vocabulary.pad_id or 0], dtype=np.int64)
    fed = model_input.with_feed(DECODER_FEED, np.concatenate([start, target[:-1]]))
    return fed.with_targets(HEAD, len(start) - 1 + np.arange(len(target)), target)


def override(
    model_input: ModelInput,
    decisions: Mapping[int, bool],
    vocabulary: Vocabulary,
    rng: np.random.Generator,
) -> ModelInput:
    """Drop tokens (True) or leave them (False). Uses no rng.

    A text that is a task with its answer stays as it is. Raises ValueError without sentinels.
    """
    if not decisions or model_input.is_task:
        return model_input
    dropped = model_input.unfed_tokens
    for at, is_dropped in ordinary(decisions, model_input.encoding):
        dropped[at] = is_dropped
    clean = ModelInput.clean(model_input.encoding)
    return drop(clean, dropped, vocabulary) if dropped.any() else clean


def spans(model_input: ModelInput) -> tuple[Span, ...]:
    """Which tokens of the target belong to which sentinel of the input, in order."""
    positions = np.flatnonzero(model_input.change == TokenChange.SPAN)
    if not len(positions):
        return ()
    target = model_input.targets[HEAD].labels
    sentinels = model_input.input_ids[positions]
    starts = [int(np.flatnonzero(target == sentinel)[0]) for sentinel in sentinels]
    origins = [_dropped_at(model_input, position) for position in positions.tolist()]
    return tuple(
        Span(int(sentinel), position, origin, (start, start + 1 + origin[1] - origin[0]))
        for sentinel, position, origin, start in zip(
            sentinels.tolist(), positions.tolist(), origins, starts, strict=True
        )
    )


def _dropped_at(model_input: ModelInput, position: int) -> tuple[int, int]:
    """The tokens of the encoding that a sentinel stands for: those between its neighbours."""
    origin: Sequence[int] = model_input.origin.tolist()
    start = origin[position - 1] + 1 if position else 0
    end = origin[position + 1] if position + 1 < len(origin) else len(model_input.encoding)
    return start, end


SPEC = ObjectiveSpec(
    name="span_corruption",
    title="Span corruption",
    summary="Sentinels replace short spans; the decoder writes each sentinel and its span.",
    paper=Paper(
        "Raffel, Shazeer, Roberts, Lee, Narang, Matena, Zhou, Li, Liu",
        "Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer",
        2019,
        "1910.10683",
    ),
    head=HEAD,
    corrupt=corrupt,
    options=(
        Option("noise_density", "Tokens dropped", NOISE_DENSITY, 0.01, 0.9),
        Option("mean_span_length", "Mean length of a span", MEAN_SPAN_LENGTH, 1.0, 10.0),
    ),
    override=override,
    roles=(SentinelSpans(spans),),
    prompts=(TextTask("Predict a masked span", "", "to write what <extra_id_0> stands for"),),
    needs_decoder=True,
    single_share=SINGLE_SHARE,
    notes=(
        "In the paper's Figure 2 a target ends with one more sentinel. In the authors' code only "
        "if the text continues after the last span, but its masks end with a span.",
    ),
)
