"""Gap sentences: the sentences that say most of the others are taken out, and the decoder writes
them.

Zhang et al. (2019), arXiv:1912.08777, section 3.1; reference: google-research/pegasus,
pegasus/data/parsers.py.

    the text      Anna has a dog. It rains. The dog of Anna eats.
    the encoder   <mask> It rains. The dog of Anna eats.
    the decoder   Anna has a dog.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import numpy as np

from models.objectives.masked import ordinary
from models.objectives.span_corruption import HEAD, written
from models.objectives.text_infilling import put_masks
from models.schema.records import BoolArray, Encoding, IntArray, ModelInput
from models.schema.specs import ObjectiveSpec, Option, Paper
from models.tokenization.base import Vocabulary

SHARE = 0.3  # of the sentences are taken out
PRINCIPAL, RANDOM, FIRST = "principal", "random", "first"
CHOICES = (PRINCIPAL, RANDOM, FIRST)
ENDS = (".", "!", "?", "。")  # of a sentence


def corrupt(
    model_input: ModelInput,
    rng: np.random.Generator,
    vocabulary: Vocabulary,
    share: float = SHARE,
    choice: str = PRINCIPAL,
) -> ModelInput:
    """Put a mask in the place of some sentences; the head `lm` must write them, in their order.

    What has a target already, a task with its answer, stays as it is. Draws which sentences, where
    the choice is random. One sentence alone loses its second half. A vocabulary without a mask
    leaves nothing in their place.
    """
    if HEAD in model_input.targets:
        return model_input
    sentences = split_sentences(model_input.encoding)
    if not sentences:
        return model_input
    if len(sentences) == 1:
        (alone,) = sentences
        return take_out(model_input, [alone[len(alone) // 2 :]], vocabulary)
    count = min(max(round(share * len(sentences)), 1), len(sentences) - 1)
    chosen = choose(model_input.encoding.ids, sentences, count, choice, rng)
    return take_out(model_input, [sentences[number] for number in sorted(chosen)], vocabulary)


def split_sentences(encoding: Encoding) -> list[IntArray]:
    """The places of the tokens of each sentence; special tokens belong to none."""
    sentences: list[list[int]] = [[]]
    segments = encoding.segment.tolist()
    for place in np.flatnonzero(~encoding.special).tolist():
        if sentences[-1] and segments[sentences[-1][-1]] != segments[place]:
            sentences.append([])
        sentences[-1].append(place)
        if encoding.surface(place).rstrip().endswith(ENDS):
            sentences.append([])
    return [np.array(one, dtype=np.int64) for one in sentences if one]


def choose(
    ids: IntArray,
    sentences: list[IntArray],
    count: int,
    choice: str,
    rng: np.random.Generator,
) -> list[int]:
    """The numbers of the sentences that are taken out. Raises ValueError for an unknown choice.

    "principal" are those with the best F1 of tokens that they have in common with the rest of the
    text (ROUGE-1, Lin 2004), each scored by itself; the earlier one of equals.
    """
    if choice == FIRST:
        return list(range(count))
    if choice == RANDOM:
        chosen: list[int] = rng.choice(len(sentences), count, replace=False).tolist()
        return chosen
    if choice != PRINCIPAL:
        raise ValueError(f"choice must be one of {', '.join(CHOICES)}, not {choice!r}")
    bags = [Counter(ids[one].tolist()) for one in sentences]
    whole = sum(bags, Counter())
    scores = [_common_f1(bag, whole - bag) for bag in bags]
    return np.argsort([-score for score in scores], kind="stable")[:count].tolist()


def _common_f1(bag: Counter[int], rest: Counter[int]) -> float:
    """The F1 of the tokens in common: 2 common / (tokens of both)."""
    return 2 * (bag & rest).total() / (bag.total() + rest.total())


def take_out(
    model_input: ModelInput, sentences: list[IntArray], vocabulary: Vocabulary
) -> ModelInput:
    """Take sentences out, each for one mask where there is one. Draws nothing."""
    dropped, marked = (np.zeros(len(model_input), dtype=np.bool_) for _ in range(2))
    for sentence in sentences:
        dropped[sentence] = True
        marked[sentence[0]] = vocabulary.mask_id is not None
    nothing: BoolArray = np.zeros_like(dropped)
    end = [] if vocabulary.eos_id is None else [vocabulary.eos_id]
    target = np.array([*model_input.input_ids[dropped].tolist(), *end], dtype=np.int64)
    changed = put_masks(model_input, dropped, marked, nothing, vocabulary.mask_id or 0)
    return written(changed, target, vocabulary)


def override(
    model_input: ModelInput,
    decisions: Mapping[int, bool],
    vocabulary: Vocabulary,
    rng: np.random.Generator,
) -> ModelInput:
    """Take out the sentence of a token (True) or leave it (False). Uses no rng.

    A text that is a task with its answer stays as it is.
    """
    if not decisions or model_input.is_task:
        return model_input
    dropped = model_input.unfed_tokens
    sentences = split_sentences(model_input.encoding)
    for at, is_dropped in ordinary(decisions, model_input.encoding):
        for sentence in sentences:
            if at in sentence:
                dropped[sentence] = is_dropped
    clean = ModelInput.clean(model_input.encoding)
    chosen = [sentence[dropped[sentence]] for sentence in sentences if dropped[sentence].any()]
    return take_out(clean, chosen, vocabulary) if chosen else clean


SPEC = ObjectiveSpec(
    name="gap_sentences",
    title="Gap sentences",
    summary="The sentences that say most of the others are taken out; the decoder writes them.",
    paper=Paper(
        "Zhang, Zhao, Saleh, Liu",
        "PEGASUS: Pre-training with Extracted Gap-sentences for Abstractive Summarization",
        2019,
        "1912.08777",
    ),
    head=HEAD,
    corrupt=corrupt,
    options=(
        Option("share", "Sentences taken out", SHARE, 0.01, 0.9),
        Option("choice", "Which sentences", PRINCIPAL, choices=CHOICES),
    ),
    override=override,
    needs_decoder=True,
    notes=(
        "The authors' models have a mask of their own for a sentence, <mask_1>; here it is the "
        "mask of the tokenizer.",
        "A text of one sentence loses its second half, so that there is something to learn.",
    ),
)
