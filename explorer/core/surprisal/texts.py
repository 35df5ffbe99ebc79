"""Surprisal of the words of many texts in one model, from the disk as far as it is there.

Shapes: N texts, W words of all of them.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING

import numpy as np

from explorer.core.engine.engine import Engine
from explorer.core.errors import UserError, as_user_errors
from explorer.core.jobs.jobs import Progress
from explorer.core.localization import tr
from explorer.core.pairs.methods import make_scorer, methods_of
from explorer.core.pairs.scores import hash_texts
from explorer.core.readable import model_name
from explorer.core.sentences.parts import Arrays, folder_of, stored_parts
from models.schema.records import FloatArray, IntArray

if TYPE_CHECKING:
    from models.sentences.likelihood import SentenceScorer

NEXT = "next"  # the kind of score whose negative is a surprisal


@dataclass(frozen=True, eq=False)
class TextWords:
    """The words of texts one after the other: of which text each is, and where it is there."""

    words: tuple[str, ...]  # (W,)
    texts: IntArray  # (W,) numbers of texts, from 0
    places: IntArray  # (W,) from 0 in each text

    @classmethod
    def split(cls, texts: Sequence[str]) -> TextWords:
        """What white space divides."""
        cut = [text.split() for text in texts]
        numbers = [n for n, words in enumerate(cut) for _ in words]
        places = [at for words in cut for at in range(len(words))]
        every = tuple(word for words in cut for word in words)
        return cls(every, np.array(numbers, dtype=np.int64), np.array(places, dtype=np.int64))

    def find_text(self, number: int) -> IntArray:
        """The words of one text."""
        return np.flatnonzero(self.texts == number)

    def __len__(self) -> int:
        return len(self.words)


@dataclass(frozen=True, eq=False)
class ModelSurprisal:
    """Nats (W,) of each word, NaN where one is not scored, and its tokens (W,)."""

    key: str
    title: str
    digest: str  # of the weights
    nats: FloatArray
    tokens: IntArray
    num_unread: int = 0  # texts that the tokenizer cannot read

    @cached_property
    def num_unscored(self) -> int:
        return int((~np.isfinite(self.nats)).sum())


def text_surprisals(
    engine: Engine, key: str, texts: Sequence[str], corrected: bool
) -> Generator[Progress, None, ModelSurprisal]:
    """The surprisal of all words. Raises UserError for a model that does not read left to right."""
    yield Progress(tr("Loading {key}", key=model_name(key)), unit="sentences")
    card, loaded = engine.card(key), engine.load_model(key)
    method = next((one for one in methods_of(engine, key) if one.kind == NEXT), None)
    if method is None:
        raise UserError(
            tr(
                "{card} predicts no token from those before it alone, so a word has no surprisal.",
                card=card.title,
            ),
            tr("Choose a model that reads from left to right."),
        )
    scorer = make_scorer(engine, key, method)
    folder = folder_of(
        "surprisal",
        (method.head, corrected, scorer.start, loaded.hash, engine.tokenizer(key).hash),
        repr(loaded.model.config),
        hash_texts(texts),
    )
    order = np.argsort([len(text) for text in texts], kind="stable")
    compute = partial(_compute, engine, key, scorer, texts, corrected)
    doing = tr("Scoring with {card}", card=card.title)
    parts = yield from stored_parts(folder, order, compute, doing)
    counts = np.concatenate([part["counts"] for part in parts])  # (N,) words by text, in this order
    ends = np.cumsum(counts)
    nats, tokens = (np.concatenate([part[name] for part in parts]) for name in ("nats", "tokens"))
    starts = dict(zip(order.tolist(), (ends - counts).tolist(), strict=True))
    sizes = dict(zip(order.tolist(), counts.tolist(), strict=True))
    rows = [starts[n] + at for n in range(len(texts)) for at in range(sizes[n])]
    return ModelSurprisal(
        key=key,
        title=card.title,
        digest=loaded.hash,
        nats=nats[rows].astype(np.float32),
        tokens=tokens[rows].astype(np.int64),
        num_unread=sum(int(part["unread"].sum()) for part in parts),
    )


def _compute(
    engine: Engine,
    key: str,
    scorer: SentenceScorer,
    texts: Sequence[str],
    corrected: bool,
    rows: IntArray,
) -> Arrays:
    """The words of some texts, one after the other; NaN in one that cannot be read."""
    from models.sentences.surprisal import word_surprisals

    own = [texts[row] for row in rows.tolist()]
    counts = [len(text.split()) for text in own]
    nats = [np.full(count, np.nan, dtype=np.float32) for count in counts]
    tokens = [np.zeros(count, dtype=np.int64) for count in counts]
    read, encodings = [], []
    for at, text in enumerate(own):
        try:
            encoding = engine.encode(key, text)
        except UserError:
            continue
        if not encoding.special.all():
            read.append(at)
            encodings.append(encoding)
    with as_user_errors():
        found = word_surprisals(scorer, encodings, corrected) if encodings else []
    for at, one in zip(read, found, strict=True):
        if len(one.words) == counts[at]:  # a tokenizer may change white space
            nats[at], tokens[at] = one.nats, one.tokens
    unread = np.ones(len(own), dtype=np.int64)
    unread[read] = 0
    return {
        "counts": np.array(counts, dtype=np.int64),
        "nats": np.concatenate([*nats, np.empty(0, dtype=np.float32)]),
        "tokens": np.concatenate([*tokens, np.empty(0, dtype=np.int64)]),
        "unread": unread,
    }
