"""Masked language modelling: mask some tokens and predict them from both sides.

Devlin et al. (2018), arXiv:1810.04805, section 3.1; reference: google-research/bert,
create_pretraining_data.py. Dynamic and static masks are compared by Liu et al. (2019),
arXiv:1907.11692, section 4.1.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import replace

import numpy as np

from models.schema.records import NO_WORD, Encoding, IntArray, ModelInput, Targets, TokenChange
from models.schema.specs import ObjectiveSpec, Option, Paper
from models.tokenization.base import Vocabulary

RATE = 0.15  # of the tokens are chosen
MASK_SHARE = 0.8  # of the chosen become the mask token
RANDOM_SHARE = 0.1  # of the chosen become a random token; the rest stay as they are
DYNAMIC = 0  # copies: none is fixed, masks are sampled again whenever a text is fed
STATIC_COPIES = 10  # of the data, each with its own fixed masks, in the authors' code (dupe_factor)
MAX_COPIES = 1000
DIGEST_BYTES = 8
HEAD = "mlm"


def corrupt(
    model_input: ModelInput,
    rng: np.random.Generator,
    vocabulary: Vocabulary,
    rate: float = RATE,
    mask_share: float = MASK_SHARE,
    random_share: float = RANDOM_SHARE,
    whole_word: bool = False,
    copies: int = DYNAMIC,
    copy: int | None = None,
) -> ModelInput:
    """Choose positions and mask them; the head `mlm` must predict their original tokens.

    `whole_word` chooses words and masks all their tokens. With `copies` the same tokens have one
    of so many fixed model inputs; without, every call samples a new one. `copy` is the number of
    the copy, modulo `copies`, so that with the epoch as its number every copy is used equally
    often, as in the paper on RoBERTa (ten copies, four times each in forty epochs); None, as in
    training here, samples one at each call, equally often only in the long run. Random numbers from
    `rng`: the copy if there are copies and `copy` is None, else the choice, one number per chosen
    position for its kind, and the random tokens.
    """
    rng = source(model_input.encoding, rng, copies, copy)
    chosen = choose(model_input.encoding, rng, rate, whole_word)
    change = draw_changes(rng, len(chosen), mask_share, random_share)
    return apply_changes(model_input, chosen, change, rng, vocabulary)


def source(
    encoding: Encoding, rng: np.random.Generator, copies: int, copy: int | None = None
) -> np.random.Generator:
    """What model inputs are drawn from: `rng` itself, or what tokens and copy settle for good.

    The copy is `copy` modulo `copies`; None draws it from `rng`.
    """
    if copies < 0:
        raise ValueError(f"copies must be {DYNAMIC} for new masks, or more, not {copies}")
    if copies == DYNAMIC:
        return rng
    copy = int(rng.integers(copies)) if copy is None else copy % copies
    digest = hashlib.blake2b(encoding.ids.tobytes(), digest_size=DIGEST_BYTES).digest()
    return np.random.default_rng((copy, int.from_bytes(digest, "little")))


def choose(encoding: Encoding, rng: np.random.Generator, rate: float, whole_word: bool) -> IntArray:
    """Places to predict, in order: `rate` of all tokens, at least one, never a special token."""
    allowed = np.flatnonzero(~encoding.special)
    if len(allowed) == 0:
        return allowed
    count = min(len(allowed), max(1, round(len(encoding) * rate)))
    if not whole_word:
        return np.sort(rng.choice(allowed, count, replace=False))
    return _choose_words(encoding.word, rng, count)


def _choose_words(word: IntArray, rng: np.random.Generator, count: int) -> IntArray:
    """Whole words in random order, as long as they fit; one word at least."""
    chosen: list[int] = []
    for one in rng.permutation(np.unique(word[word != NO_WORD])):
        pieces = np.flatnonzero(word == one)
        if not chosen or len(chosen) + len(pieces) <= count:
            chosen.extend(pieces.tolist())
    return np.sort(np.array(chosen, dtype=np.int64))


def draw_changes(
    rng: np.random.Generator, count: int, mask_share: float, random_share: float
) -> IntArray:
    """What happens to each of `count` chosen places, (N,) of Change; one draw for each.

    Of shares that make more than 1 together, that of random tokens gives way.
    """
    kinds = rng.random(count)
    change = np.full(count, TokenChange.UNCHANGED, dtype=np.int64)
    change[kinds < mask_share + random_share] = TokenChange.RANDOM
    change[kinds < mask_share] = TokenChange.MASKED
    return change


def apply_changes(
    model_input: ModelInput,
    chosen: IntArray,
    change: IntArray,
    rng: np.random.Generator,
    vocabulary: Vocabulary,
) -> ModelInput:
    """Do the given changes at the chosen places and make them targets of `mlm`."""
    assert vocabulary.mask_id is not None
    ids = model_input.input_ids.copy()
    ids[chosen[change == TokenChange.MASKED]] = vocabulary.mask_id
    random_places = chosen[change == TokenChange.RANDOM]
    ids[random_places] = random_tokens(rng, vocabulary, len(random_places))
    changes = model_input.change.copy()
    changes[chosen] = change
    targets = {**model_input.targets, HEAD: Targets(chosen, model_input.input_ids[chosen])}
    return replace(model_input, input_ids=ids, change=changes, targets=targets)


def random_tokens(rng: np.random.Generator, vocabulary: Vocabulary, count: int) -> IntArray:
    """Sample uniformly from the vocabulary without its special tokens, redrawing the rare hits."""
    sampled = rng.integers(0, vocabulary.size, count)
    while (special := np.isin(sampled, vocabulary.special_ids)).any():
        sampled[special] = rng.integers(0, vocabulary.size, int(special.sum()))
    return sampled


def override(
    model_input: ModelInput,
    decisions: Mapping[int, bool],
    vocabulary: Vocabulary,
    rng: np.random.Generator,
) -> ModelInput:
    """Mask tokens (True) or leave them unmasked (False). Uses no rng.

    Without a mask token the text stays as it is.
    """
    if not decisions or vocabulary.mask_id is None:
        return model_input
    return mask_tokens(model_input, decisions, HEAD, vocabulary.mask_id)


def mask_tokens(
    model_input: ModelInput, decisions: Mapping[int, bool], head: str, mask_id: int
) -> ModelInput:
    """Mask tokens or leave them unmasked as `override` does, with the targets of any head."""
    ids, change = model_input.input_ids.copy(), model_input.change.copy()
    encoding = model_input.encoding
    before = model_input.targets.get(head)
    labels = {} if before is None else dict(zip(before.positions, before.labels, strict=True))
    for at, is_masked in ordinary(decisions, encoding):
        ids[at] = mask_id if is_masked else encoding.ids[at]
        change[at] = TokenChange.MASKED if is_masked else TokenChange.KEPT
        labels.pop(at, None)
        if is_masked:
            labels[at] = encoding.ids[at]
    positions = np.array(sorted(labels), dtype=np.int64)
    truths = np.array([labels[at] for at in positions], dtype=np.int64)
    changed = replace(model_input, input_ids=ids, change=change)
    return changed.with_targets(head, positions, truths)


def ordinary(decisions: Mapping[int, bool], encoding: Encoding) -> Iterator[tuple[int, bool]]:
    """The decisions about tokens that the text has; special tokens are never masked."""
    for at, is_masked in decisions.items():
        if 0 <= at < len(encoding) and not encoding.special[at]:
            yield at, is_masked


COPIES = Option(
    "copies",
    "Fixed masks a text",
    DYNAMIC,
    0,
    MAX_COPIES,
    help="0 samples new masks at every step; 1 never changes them; "
    f"{STATIC_COPIES} is what the authors' code does.",
)

SPEC = ObjectiveSpec(
    name="masked",
    title="Masked language modelling",
    summary="Some tokens are masked; the model predicts them from both sides.",
    paper=Paper(
        "Devlin, Chang, Lee, Toutanova",
        "BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding",
        2018,
        "1810.04805",
    ),
    head=HEAD,
    corrupt=corrupt,
    options=(
        Option("rate", "Tokens chosen", RATE, 0.01, 0.9),
        Option("mask_share", "of them masked", MASK_SHARE, 0.0, 1.0),
        Option("random_share", "of them random", RANDOM_SHARE, 0.0, 1.0),
        Option("whole_word", "Whole words", False, choices=(False, True)),
        COPIES,
    ),
    needs_mask_token=True,
    override=override,
    notes=(
        f"The authors' code samples the masks before training, for {STATIC_COPIES} copies of the "
        "data. Here they are sampled again at every step, as RoBERTa does, unless the recipe "
        "wants fixed masks.",
    ),
)
