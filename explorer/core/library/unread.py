"""A warning for texts that a tokenizer cannot read: words unknown, or letters decomposed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from explorer.core.errors import UserError
from explorer.core.library.unseen import UnseenNote, first_words
from explorer.core.localization import tr
from explorer.core.readable import join_names

if TYPE_CHECKING:
    from explorer.core.engine.engine import Engine
    from models.tokenization import Tokenizer

SHARE = 0.8  # of the words that are unknown, so that nearly nothing of a text is read
_WORD = re.compile(r"\S*\w\S*")


def compose_letters(text: str) -> str:
    """The text with every decomposed letter as one character."""
    return unicodedata.normalize("NFC", text)


def tokenizers_of(engine: Engine, keys: Sequence[str]) -> dict[str, Tokenizer]:
    """The tokenizers of models, of those that have one."""
    found = {}
    for key in keys:
        try:
            found[key] = engine.tokenizer(key)
        except UserError:  # the panel reports it when it computes its answer
            continue
    return found


def unread_note(
    tokenizers: Mapping[str, Tokenizer], trained: Mapping[str, object], text: str, pair: str = ""
) -> UnseenNote | None:
    """One sentence about tokenizers, by the titles of models, that cannot read a text.

    `trained` holds the titles of models whose training text is known: the words that it lacks are
    named elsewhere. None where all can read it.
    """
    texts = [part for part in (first_words(text), first_words(pair)) if part.strip()]

    def find_in_all(fails: Callable[[Tokenizer], bool]) -> list[str]:
        return [title for title, tokenizer in tokenizers.items() if fails(tokenizer)]

    if names := find_in_all(
        lambda tokenizer: any(_is_cut_apart(tokenizer, part) for part in texts)
    ):
        return _decomposed_note(join_names(names))
    unread = {
        title: count
        for title, tokenizer in tokenizers.items()
        if title not in trained and (count := sum(num_unread(tokenizer, part) for part in texts))
    }
    total = sum(len(_WORD.findall(part)) for part in texts)
    many = {title: count for title, count in unread.items() if count >= SHARE * total}
    return _unread_note(join_names([*many]), min(many.values()), total) if many else None


def num_unread(tokenizer: Tokenizer, text: str) -> int:
    """How many words of a text are unknown tokens, for the most part."""
    try:
        encoding = tokenizer.encode(text)
    except ValueError:  # it keeps nothing of the text
        return 0
    hidden = np.zeros(len(text), dtype=bool)  # by character
    for start, end in encoding.offsets[encoding.unknown]:
        hidden[start:end] = True
    return sum(bool(hidden[slice(*word.span())].mean() > 0.5) for word in _WORD.finditer(text))


def _is_cut_apart(tokenizer: Tokenizer, text: str) -> bool:
    """Whether decomposed letters become more tokens, or more unknown words, than composed ones."""
    whole = compose_letters(text)
    if whole == text:
        return False
    apart, together = (len(ids) for ids in tokenizer.encode_ids([text, whole]))
    return apart > together or num_unread(tokenizer, text) > num_unread(tokenizer, whole)


def _decomposed_note(names: str) -> UnseenNote:
    return UnseenNote(
        tr(
            "The letters of this text are decomposed (NFD), and {names} cannot put them together: "
            "composed, the same words are other tokens.",
            names=names,
        ),
        tr("Decomposed letters (NFD) are other tokens."),
        is_of_tokenizers=True,
        composes=True,
    )


def _unread_note(names: str, count: int, total: int) -> UnseenNote:
    return UnseenNote(
        tr(
            "Unknown to the tokenizer of {names}: {count:,} of {total:,} words. Each becomes the "
            "same unknown token, so the model does not read them.",
            names=names,
            count=count,
            total=total,
        ),
        tr("{count:,} of {total:,} words are unknown tokens.", count=count, total=total),
        is_of_tokenizers=True,
    )
