"""What a head can attend to, as masks over an attention map: T tokens, K kinds."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence

import numpy as np

from explorer.core.localization import mark
from models.data.world.relations import (
    ADJECTIVE_TO_NOUN,
    CAPITAL_TO_COUNTRY,
    COUNTRY_TO_CAPITAL,
    PRONOUN_TO_NAME,
    RELATIONS,
    VERB_TO_SUBJECT,
    WordRelation,
)
from models.schema.records import BoolArray, Encoding

INDUCTION = "induction"
GENERAL = {
    "previous": mark("Previous token"),
    "next": mark("Next token"),
    "itself": mark("Same token"),
    "first": mark("First token"),
    "special": mark("Special tokens"),
    "punctuation": mark("Punctuation"),
    "same_word": mark("Same word elsewhere"),
}
OF_WORDS = RELATIONS | {
    VERB_TO_SUBJECT: mark("Verb → subject"),
    ADJECTIVE_TO_NOUN: mark("Adjective → noun"),
    PRONOUN_TO_NAME: mark("Pronoun → name"),
    COUNTRY_TO_CAPITAL: mark("Country → capital"),
    CAPITAL_TO_COUNTRY: mark("Capital → country"),
}
KINDS = {**GENERAL, INDUCTION: mark("Induction"), **OF_WORDS}


def general_masks(encoding: Encoding) -> dict[str, BoolArray]:
    """Mark the columns that each kind names, (T, T) by kind; rows of special tokens stay empty."""
    length, special = len(encoding), encoding.special
    marks = np.array([_is_punctuation(encoding.surface(at)) for at in range(length)]) & ~special
    here = np.eye(length, dtype=bool)
    first = np.zeros(length, dtype=bool)
    first[0] = True
    masks = {
        "previous": np.eye(length, k=-1, dtype=bool),
        "next": np.eye(length, k=1, dtype=bool),
        "itself": here,
        "first": first & ~first[:, None],
        "special": np.broadcast_to(special & ~first, here.shape),
        "punctuation": marks & ~marks[:, None],
        "same_word": _same_words(encoding) & ~marks,
    }
    return {kind: mask & ~special[:, None] for kind, mask in masks.items()}


def relation_masks(encoding: Encoding, relations: Sequence[WordRelation]) -> dict[str, BoolArray]:
    """Mark the pairs from the tokens of a word to those of a related one, (T, T) by kind."""
    masks: dict[str, BoolArray] = {}
    for one in relations:
        source, target = (_mark_tokens(encoding, *part) for part in (one.source, one.target))
        pairs = (source & ~target)[:, None] & (target & ~source)
        masks[one.kind] = masks.get(one.kind, np.zeros_like(pairs)) | pairs
    return masks


def induction_mask(encoding: Encoding) -> Mapping[str, BoolArray]:
    """Mark the pairs from a token to the one after its earlier occurrence (Olsson et al. 2022).

    In-context Learning and Induction Heads, arXiv:2209.11895.
    """
    ids, words = encoding.ids, ~encoding.special
    length = len(ids)
    mask = np.zeros((length, length), dtype=bool)
    again = (ids[:, None] == ids[:-1]) & words[:, None] & words[:-1]  # (T, T - 1)
    mask[:, 1:] = again & words[1:] & np.tri(length, length - 1, k=-1, dtype=bool)
    return {INDUCTION: mask & ~np.eye(length, dtype=bool)}


def _is_punctuation(piece: str) -> bool:
    text = piece.strip()
    return bool(text) and all(unicodedata.category(one)[0] in "PS" for one in text)


def _same_words(encoding: Encoding) -> BoolArray:
    """Tokens of another word with the same letters."""
    numbers, names = encoding.word, [""] * len(encoding)
    for number in set(numbers[~encoding.special].tolist()):
        at = np.flatnonzero((numbers == number) & ~encoding.special)
        start, end = encoding.offsets[at, 0].min(), encoding.offsets[at, 1].max()
        for one in at.tolist():
            names[one] = encoding.text[start:end].strip().casefold()
    words = np.array(names)
    same: BoolArray = (words[:, None] == words) & (numbers[:, None] != numbers) & (words != "")
    return same


def _mark_tokens(encoding: Encoding, start: int, end: int) -> BoolArray:
    first, last = encoding.offsets.T
    covering: BoolArray = (first < end) & (last > start) & ~encoding.special
    return covering
