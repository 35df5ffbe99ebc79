"""The scores of both halves of minimal pairs, from the disk as far as they are there.

Shapes: N pairs.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING

import numpy as np

from explorer.core.engine.engine import Engine
from explorer.core.errors import UserError, as_user_errors
from explorer.core.jobs.jobs import Progress
from explorer.core.localization import tr
from explorer.core.pairs.methods import KIND_TITLES, ScoringMethod, make_scorer
from explorer.core.sentences.parts import Arrays, compute_in_parts, folder_of
from models.schema.records import FloatArray, IntArray

if TYPE_CHECKING:
    from models.data.judgements.minimal_pairs import PairSet
    from models.sentences.likelihood import SentenceScorer

GOOD, BAD = 0, 1


@dataclass(frozen=True, eq=False)
class PairScores:
    """The scores of one way of one model, or of a count model, whose `key` is "".

    `totals` are sums over the scored tokens in nats; NaN of a half that cannot be read. `cut` are
    tokens that did not fit.
    """

    key: str
    title: str  # of the model
    kind: str
    digest: str  # of the weights
    totals: FloatArray  # (N, 2)
    counts: IntArray  # (N, 2) scored tokens
    lengths: IntArray  # (N, 2) tokens
    cut: IntArray  # (N, 2)

    @property
    def name(self) -> str:
        """What tells these scores from all others."""
        return f"{self.key}:{self.kind}"

    @property
    def method(self) -> str:
        """The title of the way."""
        return KIND_TITLES[self.kind]

    def scores(self, per_token: bool) -> FloatArray:
        """The scores (N, 2): sums, or means over the scored tokens."""
        if not per_token:
            return self.totals
        means: FloatArray = (self.totals / np.maximum(self.counts, 1)).astype(np.float32)
        return means

    def outcomes(self, per_token: bool) -> FloatArray:
        """1 where the right half is preferred, 0 where the wrong one, 0.5 where neither (N,)."""
        from models.sentences.preferences import outcomes

        return outcomes(*self.scores(per_token).T)

    @cached_property
    def unequal(self) -> IntArray:
        """The pairs whose halves have different numbers of tokens."""
        return np.flatnonzero(self.lengths[:, GOOD] != self.lengths[:, BAD])


def score_pairs(
    engine: Engine, key: str, method: ScoringMethod, pairs: PairSet, first: bool
) -> Generator[Progress, None, PairScores]:
    """Score all pairs in one way. Raises UserError."""
    card, loaded = engine.card(key), engine.load_model(key)
    scorer = make_scorer(engine, key, method, first)
    halves = [text for one in pairs.pairs for text in (one.good, one.bad)]
    texts = list(dict.fromkeys(halves))
    places = {text: place for place, text in enumerate(texts)}
    folder = folder_of(
        "pairs",
        (method.head, method.kind, scorer.start, loaded.hash, engine.tokenizer(key).hash),
        repr(loaded.model.config),
        hash_texts(texts),
    )
    doing = tr("Scoring with {card}, {way}", card=card.title, way=method.title)
    compute = partial(_score_texts, engine, key, scorer, texts)
    arrays = yield from compute_in_parts(folder, list(map(len, texts)), compute, doing)
    rows = np.array([places[text] for text in halves], dtype=np.int64).reshape(-1, 2)  # (N, 2)
    if not np.isfinite(arrays["total"]).any():
        raise UserError(
            tr("{card} can read none of these sentences.", card=card.title),
            tr("Choose another model."),
        )
    whole = {name: arrays[name][rows].astype(np.int64) for name in ("count", "length", "cut")}
    return PairScores(
        key=key,
        title=card.title,
        kind=method.kind,
        digest=loaded.hash,
        totals=arrays["total"][rows].astype(np.float32),
        counts=whole["count"],
        lengths=whole["length"],
        cut=whole["cut"],
    )


def hash_texts(texts: Sequence[str]) -> str:
    return hashlib.sha256(json.dumps(list(texts)).encode()).hexdigest()


def _score_texts(
    engine: Engine, key: str, scorer: SentenceScorer, texts: Sequence[str], rows: IntArray
) -> Arrays:
    """The scores of some texts; one that cannot be read has none."""
    numbers = {name: np.zeros(len(rows)) for name in ("total", "count", "length", "cut")}
    numbers["total"][:] = np.nan
    read, encodings = [], []
    for at, row in enumerate(rows.tolist()):
        try:
            encoding = engine.encode(key, texts[row])
        except UserError:
            continue
        numbers["length"][at], numbers["cut"][at] = len(encoding), encoding.num_cut
        if not encoding.special.all():
            read.append(at)
            encodings.append(encoding)
    if encodings:
        with as_user_errors():
            found = scorer.score(encodings)
        numbers["total"][read] = [one.total if len(one) else np.nan for one in found]
        numbers["count"][read] = [len(one) for one in found]
    return numbers
