"""N-gram masking: mask runs of up to three words, and predict every token of them.

Lan et al. (2019), arXiv:1909.11942, section 4.1, after Joshi et al. (2019), SpanBERT,
arXiv:1907.10529; reference: google-research/albert, create_pretraining_data.py. A run of n words is
drawn with p(n) = (1/n) / (1/1 + ... + 1/N), N = 3. What counts as a word follows the authors' code:
pieces of Latin letters belong to the word they continue, while a piece with a digit or a letter of
another script, Korean too, and a lone punctuation mark are words of their own.
"""

from __future__ import annotations

import string
from bisect import bisect_right
from itertools import accumulate

import numpy as np

from models.objectives import masked
from models.schema.records import Encoding, ModelInput
from models.schema.specs import ObjectiveSpec, Option, Paper
from models.tokenization.base import Vocabulary

MAX_WORDS = 3  # N
MARKS = frozenset('!"#$%&()*+,-./:;?@[\\]^_`{|}~')
CONTINUING = MARKS | frozenset(string.ascii_letters)  # what a piece inside a word is made of

Span = tuple[int, int]  # [start, end) of a run of tokens


def corrupt(
    model_input: ModelInput,
    rng: np.random.Generator,
    vocabulary: Vocabulary,
    rate: float = masked.RATE,
    mask_share: float = masked.MASK_SHARE,
    random_share: float = masked.RANDOM_SHARE,
    max_words: int = MAX_WORDS,
    copies: int = masked.DYNAMIC,
    copy: int | None = None,
) -> ModelInput:
    """Mask runs of words; the head `mlm` must predict their original tokens.

    `copies` and `copy` as in models/objectives/masked. Draws from `rng`: the copy if there are
    copies and none is said, the runs, one number per chosen token for its kind, and the random
    tokens. The kind is drawn for each token alone, as in the authors' code.
    """
    rng = masked.source(model_input.encoding, rng, copies, copy)
    spans = choose_spans(model_input.encoding, rng, rate, max_words)
    places = [np.arange(start, end) for start, end in spans]
    chosen = np.concatenate([np.empty(0, dtype=np.int64), *places])
    change = masked.draw_changes(rng, len(chosen), mask_share, random_share)
    return masked.apply_changes(model_input, chosen, change, rng, vocabulary)


def choose_spans(
    encoding: Encoding, rng: np.random.Generator, rate: float, max_words: int = MAX_WORDS
) -> list[Span]:
    """Spans of words to mask, in the order of the text, without overlap.

    Together they have at most `rate` of all tokens; where every word is longer, one is taken all
    the same. Draws in which order words are tried, and how many words the run that begins there
    shall have; a run that is too long for what is left gets shorter.
    """
    runs = _runs(words(encoding))
    followed = [run[first : first + max_words] for run in runs for first in range(len(run))]
    order = rng.permutation(len(followed))
    numbers = rng.random(len(followed))
    left = max(1, round(len(encoding) * rate))
    chosen_tokens = np.zeros(len(encoding), dtype=np.bool_)
    spans: list[Span] = []
    for place in order.tolist():
        if left <= 0:
            break
        span = _longest(followed[place][: _num_words(numbers[place], len(followed[place]))], left)
        if span is not None and not chosen_tokens[slice(*span)].any():
            chosen_tokens[slice(*span)] = True
            spans.append(span)
            left -= span[1] - span[0]
    if not spans and followed:
        return [followed[order[0]][0]]
    return sorted(spans)


def words(encoding: Encoding) -> list[Span]:
    """The words of the texts, special tokens left out."""
    words: list[Span] = []
    for place in np.flatnonzero(~encoding.special).tolist():
        if words and words[-1][1] == place and _continues(encoding, place):
            words[-1] = (words[-1][0], place + 1)
        else:
            words.append((place, place + 1))
    return words


def _continues(encoding: Encoding, place: int) -> bool:
    """Whether a piece belongs to the word of the piece before it."""
    piece = encoding.tokens[place]
    return (
        bool(encoding.word[place] == encoding.word[place - 1])
        and piece not in MARKS
        and CONTINUING.issuperset(piece)
    )


def _runs(words: list[Span]) -> list[list[Span]]:
    """Neighbouring words, without a special token in between."""
    runs: list[list[Span]] = []
    for span in words:
        if runs and runs[-1][-1][1] == span[0]:
            runs[-1].append(span)
        else:
            runs.append([span])
    return runs


def _num_words(number: float, most: int) -> int:
    """How many words a run has, from a number in [0, 1): p(n) is proportional to 1 / n."""
    weights = list(accumulate(1 / n for n in range(1, most + 1)))
    return 1 + bisect_right(weights, number * weights[-1], hi=most - 1)


def _longest(following: list[Span], room: int) -> Span | None:
    """The most of these words that fit into so many tokens, from the first on."""
    start = following[0][0]
    fitting = [end for _, end in following if end - start <= room]
    return (start, fitting[-1]) if fitting else None


SPEC = ObjectiveSpec(
    name="ngram_masked",
    title="N-gram masking",
    summary="Runs of up to three words are masked; the model predicts them from both sides.",
    paper=Paper(
        "Lan, Chen, Goodman, Gimpel, Sharma, Soricut",
        "ALBERT: A Lite BERT for Self-supervised Learning of Language Representations",
        2019,
        "1909.11942",
    ),
    head=masked.HEAD,
    corrupt=corrupt,
    options=(
        Option("rate", "Tokens chosen", masked.RATE, 0.01, 0.9),
        Option("mask_share", "of them masked", masked.MASK_SHARE, 0.0, 1.0),
        Option("random_share", "of them random", masked.RANDOM_SHARE, 0.0, 1.0),
        Option("max_words", "Longest run, in words", MAX_WORDS, choices=(1, 2, 3, 4, 5)),
        masked.COPIES,
    ),
    needs_mask_token=True,
    override=masked.override,
    chooses_spans=True,
    notes=(
        "The paper masks whole words. In the authors' code a token of another script than Latin "
        "is a word of its own, so Korean is masked token by token.",
        "In the authors' code a run may cross the border of the two texts; here it does not.",
    ),
)
