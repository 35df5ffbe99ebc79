"""Text infilling: a mask stands for a span of any length, and the decoder writes the whole text.

Lewis et al. (2019), arXiv:1910.13461, section 2.2; reference: facebookresearch/fairseq,
fairseq/data/denoising_dataset.py.

    the text      Thank you for inviting me to your party last week
    the encoder   Thank you <mask> me to <mask> your party <mask> week
    the decoder   Thank you for inviting me to your party last week

A span can be empty: then the mask stands where nothing is missing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from models.objectives.masked import ordinary
from models.objectives.span_corruption import HEAD, written
from models.schema.records import NO_ORIGIN, BoolArray, IntArray, ModelInput, TokenChange
from models.schema.specs import ObjectiveSpec, Option, Paper
from models.tokenization.base import Vocabulary

SHARE = 0.3  # of the tokens are dropped
MEAN_LENGTH = 3.0  # of a span, which is drawn from a Poisson distribution


def corrupt(
    model_input: ModelInput,
    rng: np.random.Generator,
    vocabulary: Vocabulary,
    share: float = SHARE,
    mean_length: float = MEAN_LENGTH,
) -> ModelInput:
    """Put a mask in the place of each span; the head `lm` must write the whole text.

    What has a target already, a task with its answer, stays as it is. Special tokens are never
    dropped. Draws the lengths of the spans, and where they are. Raises ValueError for a vocabulary
    without a mask.
    """
    if HEAD in model_input.targets:
        return model_input
    inner = np.flatnonzero(~model_input.encoding.special)
    lengths = draw_lengths(len(inner), rng, share, mean_length)
    spans = place_spans(len(inner), lengths, rng)
    dropped = np.zeros(len(model_input), dtype=np.bool_)
    inserted = np.zeros(len(model_input), dtype=np.bool_)
    for start, length in spans:
        dropped[inner[start : start + length]] = True
        if not length and start < len(inner):
            inserted[inner[start]] = True
    return infill(model_input, dropped, inserted, vocabulary)


def draw_lengths(
    num_tokens: int, rng: np.random.Generator, share: float, mean_length: float
) -> IntArray:
    """The lengths of spans that drop `share` of so many tokens, at least one; some may be 0.

    The last one is as long as is left to drop. There are never more spans than places for them, nor
    more than tokens that are dropped, so that no text becomes longer.
    """
    left = min(max(round(num_tokens * share), 1), num_tokens)
    room = min(left, num_tokens - left + 1)  # there are places around the tokens that stay
    lengths: list[int] = []
    while left and len(lengths) < room - 1:
        lengths.append(min(int(rng.poisson(mean_length)), left))
        left -= lengths[-1]
    return np.array([*lengths, left] if left else lengths, dtype=np.int64)


def place_spans(
    num_tokens: int, lengths: IntArray, rng: np.random.Generator
) -> list[tuple[int, int]]:
    """Where spans begin among so many tokens, and how long they are; none touches another.

    All ways to put them between the tokens that stay are equally likely.
    """
    places = np.sort(rng.choice(num_tokens - lengths.sum() + 1, len(lengths), replace=False))
    before = np.cumsum(lengths) - lengths  # tokens of earlier spans
    return list(zip((places + before).tolist(), lengths.tolist(), strict=True))


def infill(
    model_input: ModelInput, dropped: BoolArray, inserted: BoolArray, vocabulary: Vocabulary
) -> ModelInput:
    """Drop tokens (T,), each run of them for one mask, and insert masks before others (T,).

    Draws nothing. Raises ValueError for a vocabulary without a mask.
    """
    if vocabulary.mask_id is None:
        raise ValueError("Text infilling needs a tokenizer that has a mask token")
    first = dropped & ~np.concatenate([[False], dropped[:-1]])  # (T,)
    changed = put_masks(model_input, dropped, first, inserted, vocabulary.mask_id)
    return written(changed, model_input.encoding.ids, first_start(vocabulary))


def put_masks(
    model_input: ModelInput,
    dropped: BoolArray,
    marked: BoolArray,
    inserted: BoolArray,
    mask_id: int,
) -> ModelInput:
    """Drop tokens (T,), some of which are marked by a mask, and insert masks before others."""
    fed = np.flatnonzero(~dropped | marked)
    masks, before = marked[fed], np.flatnonzero(inserted[fed])
    ids = np.where(masks, mask_id, model_input.input_ids[fed])
    origin = np.where(masks, NO_ORIGIN, model_input.origin[fed])
    change = np.where(masks, TokenChange.SPAN, model_input.change[fed])
    segment = model_input.segment[fed]
    return replace(
        model_input,
        input_ids=np.insert(ids, before, mask_id),
        segment=np.insert(segment, before, segment[before]),
        origin=np.insert(origin, before, NO_ORIGIN),
        change=np.insert(change, before, TokenChange.SPAN),
    )


def first_start(vocabulary: Vocabulary) -> Vocabulary:
    """Keep the start alone: what else a decoder begins with is the beginning of the text itself."""
    return replace(vocabulary, start_ids=vocabulary.start_ids[:1])


def override(
    model_input: ModelInput,
    decisions: Mapping[int, bool],
    vocabulary: Vocabulary,
    rng: np.random.Generator,
) -> ModelInput:
    """Drop tokens (True) or leave them (False); inserted masks go. Uses no rng.

    A text that is a task with its answer stays as it is. Raises ValueError without a mask.
    """
    if not decisions or model_input.is_task:
        return model_input
    dropped = model_input.unfed_tokens
    for at, is_dropped in ordinary(decisions, model_input.encoding):
        dropped[at] = is_dropped
    clean = ModelInput.clean(model_input.encoding)
    if not dropped.any():
        return clean
    return infill(clean, dropped, np.zeros_like(dropped), vocabulary)


SPEC = ObjectiveSpec(
    name="text_infilling",
    title="Text infilling",
    summary="One mask replaces a span of any length; the decoder writes the whole text.",
    paper=Paper(
        "Lewis, Liu, Goyal, Ghazvininejad, Mohamed, Levy, Stoyanov, Zettlemoyer",
        "BART: Denoising Sequence-to-Sequence Pre-training for Natural Language Generation, "
        "Translation, and Comprehension",
        2019,
        "1910.13461",
    ),
    head=HEAD,
    corrupt=corrupt,
    options=(
        Option("share", "Tokens dropped", SHARE, 0.01, 0.9),
        Option("mean_length", "Mean length of a span", MEAN_LENGTH, 0.5, 10.0),
    ),
    override=override,
    needs_mask_token=True,
    needs_decoder=True,
    notes=(
        "The authors' code drops whole words; here spans are of tokens, and do not touch each "
        "other.",
        "The paper also permutes the sentences of a document. That is not here.",
    ),
)
