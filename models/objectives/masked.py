"""Masked language modelling: hide some tokens and predict them from both sides.

Devlin et al. (2018), arXiv:1810.04805, section 3.1; reference: google-research/bert,
create_pretraining_data.py.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from models.records import NO_WORD, Change, Corruption, Encoding, IntArray, Targets
from models.specs import ObjectiveSpec, Option, Paper
from models.tokenization.base import Vocabulary

RATE = 0.15  # of the tokens are chosen
MASK_SHARE = 0.8  # of the chosen become the mask token
RANDOM_SHARE = 0.1  # of the chosen become a random token; the rest stay as they are


def corrupt(
    corruption: Corruption,
    rng: np.random.Generator,
    vocabulary: Vocabulary,
    rate: float = RATE,
    mask_share: float = MASK_SHARE,
    random_share: float = RANDOM_SHARE,
    whole_word: bool = False,
) -> Corruption:
    """Choose places and hide them; the head `mlm` must predict what stood there.

    `whole_word` chooses words and hides all their pieces. Draws from `rng`: the choice, one number
    per chosen place for its kind, and the random tokens.
    """
    chosen = choose(corruption.encoding, rng, rate, whole_word)
    kinds = rng.random(len(chosen))
    change = np.full(len(chosen), Change.UNCHANGED, dtype=np.int64)
    change[kinds < mask_share + random_share] = Change.RANDOM
    change[kinds < mask_share] = Change.MASKED
    return apply_changes(corruption, chosen, change, rng, vocabulary)


def choose(encoding: Encoding, rng: np.random.Generator, rate: float, whole_word: bool) -> IntArray:
    """Places to predict, in order: `rate` of all tokens, at least one, never a special token."""
    allowed = np.flatnonzero(~encoding.special)
    if len(allowed) == 0:
        return allowed
    wanted = min(len(allowed), max(1, round(len(encoding) * rate)))
    if not whole_word:
        return np.sort(rng.choice(allowed, wanted, replace=False))
    return _choose_words(encoding.word, rng, wanted)


def _choose_words(word: IntArray, rng: np.random.Generator, wanted: int) -> IntArray:
    """Whole words in random order, as long as they fit; one word at least."""
    chosen: list[int] = []
    for one in rng.permutation(np.unique(word[word != NO_WORD])):
        pieces = np.flatnonzero(word == one)
        if not chosen or len(chosen) + len(pieces) <= wanted:
            chosen.extend(pieces.tolist())
    return np.sort(np.array(chosen, dtype=np.int64))


def apply_changes(
    corruption: Corruption,
    chosen: IntArray,
    change: IntArray,
    rng: np.random.Generator,
    vocabulary: Vocabulary,
) -> Corruption:
    """Do the given changes at the chosen places and make them targets of `mlm`."""
    assert vocabulary.mask_id is not None
    ids = corruption.input_ids.copy()
    ids[chosen[change == Change.MASKED]] = vocabulary.mask_id
    random_places = chosen[change == Change.RANDOM]
    ids[random_places] = random_tokens(rng, vocabulary, len(random_places))
    changes = corruption.change.copy()
    changes[chosen] = change
    targets = {**corruption.targets, "mlm": Targets(chosen, corruption.input_ids[chosen])}
    return replace(corruption, input_ids=ids, change=changes, targets=targets)


def random_tokens(rng: np.random.Generator, vocabulary: Vocabulary, count: int) -> IntArray:
    """Uniform over the vocabulary without its special tokens (which come first or last, rarely)."""
    drawn = rng.integers(0, vocabulary.size, count)
    while (special := np.isin(drawn, vocabulary.special_ids)).any():
        drawn[special] = rng.integers(0, vocabulary.size, int(special.sum()))
    return drawn


SPEC = ObjectiveSpec(
    name="masked",
    title="Masked language modelling",
    summary="Some tokens are hidden; the model predicts them from both sides.",
    paper=Paper(
        "Devlin, Chang, Lee, Toutanova",
        "BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding",
        2018,
        "1810.04805",
    ),
    head="mlm",
    corrupt=corrupt,
    options=(
        Option("rate", "Tokens chosen", RATE, 0.01, 0.9),
        Option("mask_share", "of them masked", MASK_SHARE, 0.0, 1.0),
        Option("random_share", "of them random", RANDOM_SHARE, 0.0, 1.0),
        Option("whole_word", "Whole words", False, choices=(False, True)),
    ),
    needs_mask_token=True,
    notes=("The authors' code draws the masks once, ten times over the data, before training.",),
)
