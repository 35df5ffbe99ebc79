"""What hashing does with a text: tokens sorted by bucket, and which strong links it finds.

Shapes: H heads, R rounds, T tokens, P tokens with padding, K links of a token.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from explorer.core.errors import UserError
from explorer.core.jobs.jobs import Progress
from explorer.core.localization import tr
from models.schema.records import BoolArray, FloatArray, IntArray, ModelInput

if TYPE_CHECKING:
    from models.inference.hashed_links import LinkRecall
    from models.long_texts.angular import Collisions
    from models.long_texts.recorded import Recorded
    from models.schema.batch import LanguageModel
    from models.schema.specs import ArchSpec

MOST_LINKED = 512  # tokens; full attention of these is compared with
ROUNDS = 8
BUCKETS = (4, 16, 64)
HASHED = {"buckets", "chunks", "hashed_vectors", "full_attention"}
CURVES = (2, *BUCKETS)  # numbers of buckets whose probability of a collision is drawn
ANGLES = tuple(5.0 * at for at in range(37))  # degrees


@dataclass(frozen=True)
class AttentionLink:
    """One of the strongest links of a token in full attention, and which rounds find it (R,)."""

    token: int  # that it attends to
    weight: float
    found_by_round: tuple[bool, ...]


@dataclass(frozen=True, eq=False)
class Hashing:
    """The first layer that hashes. `recalls` are by number of buckets, mean of all heads.

    `links` are the strongest ones of each token, greatest first; those of weight 0 are none. A
    collision is that two vectors share a bucket in a round.
    """

    tokens: tuple[str, ...]  # (T,)
    layer: int
    chunk: int  # tokens of one
    around: tuple[int, int]  # chunks before and after that a chunk attends to
    buckets: IntArray  # (H, R, P)
    chunks: IntArray  # (H, R, P)
    recalls: tuple[tuple[int, LinkRecall], ...]
    links: IntArray  # (H, T, K)
    weights: FloatArray  # (H, T, K) of the links in full attention
    vectors: FloatArray  # (H, T, width of a head) that are hashed
    collisions: tuple[tuple[int, Collisions], ...]  # by number of buckets, of these tokens
    curves: tuple[tuple[int, tuple[float, ...]], ...]  # probability of one at `curve_angles`
    curve_angles: tuple[float, ...] = ANGLES

    def order(self, head: int, number: int) -> IntArray:
        """Positions (T,) sorted as the round sorts them: by bucket, then by position."""
        buckets = self.buckets[head, number, : len(self.tokens)]
        return np.argsort(buckets, kind="stable")

    def links_of(self, head: int, token: int) -> tuple[AttentionLink, ...]:
        """The strongest links of a token, greatest first."""
        from models.inference.hashed_links import find_reached

        length = len(self.tokens)
        seen: BoolArray = find_reached(self.chunks[[head]], length, *self.around)[
            0, :, token
        ]  # (R, T)
        pairs = zip(self.links[head, token].tolist(), self.weights[head, token], strict=True)
        return tuple(
            AttentionLink(other, float(weight), tuple(seen[:, other].tolist()))
            for other, weight in pairs
            if weight > 0
        )


def can_hash(spec: ArchSpec) -> bool:
    """Whether any layer of an architecture may hash."""
    return any(extra.kind == "buckets" for extra in spec.extras)


def hash_text(
    model: LanguageModel, spec: ArchSpec, model_input: ModelInput
) -> Generator[Progress, None, Hashing]:
    """The buckets of a text, and recall by rounds for several numbers of buckets.

    Raises UserError for a text that is one chunk, which no layer hashes.
    """
    from models.inference.hashed_links import ranked_links
    from models.long_texts.angular import collision_curve
    from models.long_texts.recorded import record, replace_hashing

    own = _first_layer(record(model, spec, model_input, HASHED))
    extra, chunks = own["buckets"].extra, own["chunks"]
    if (own["buckets"].values < 0).all():
        size = getattr(model.config, chunks.extra.size_key)
        raise UserError(
            tr(
                "The text has {count:,} tokens, which is one chunk and is not hashed.",
                count=len(model_input),
            ),
            tr("Choose a text of more than {size:,} tokens.", size=size),
        )
    before, after = (getattr(model.config, key) for key in chunks.extra.around_keys)
    recalls, collisions = [], []
    for done, count in enumerate(BUCKETS):
        yield Progress(
            tr("Hashing with other numbers of buckets"), done, len(BUCKETS), unit=tr("numbers")
        )
        other = replace_hashing(model, spec, **{extra.size_key: count, extra.rounds_key: ROUNDS})
        recorded = record(other, spec, model_input, HASHED)
        recalls.append((count, _recall(recorded, before, after)))
        collisions.append((count, _collisions(recorded)))
    values = own["buckets"].values.astype(np.int64)
    full: FloatArray = own["full_attention"].values  # (H, T, T)
    links = ranked_links(full)
    return Hashing(
        model_input.encoding.tokens,
        own["buckets"].layer,
        getattr(model.config, chunks.extra.size_key),
        (before, after),
        values,
        chunks.values.astype(np.int64),
        tuple(recalls),
        links,
        np.take_along_axis(full, links, axis=-1),
        own["hashed_vectors"].values,
        tuple(collisions),
        tuple((count, collision_curve(count, ANGLES)) for count in CURVES),
    )


def _first_layer(recordings: list[Recorded]) -> dict[str, Recorded]:
    """By kind, what the first layer that hashes recorded."""
    layer = next((one.layer for one in recordings if one.extra.kind == "buckets"), None)
    return {one.extra.kind: one for one in recordings if one.layer == layer}


def _recall(recordings: list[Recorded], before: int, after: int) -> LinkRecall:
    from models.inference.hashed_links import link_recall

    own = _first_layer(recordings)
    chunks, buckets = (own[kind].values.astype(np.int64) for kind in ("chunks", "buckets"))
    return link_recall(own["full_attention"].values, chunks, buckets, before, after)


def _collisions(recordings: list[Recorded]) -> Collisions:
    from models.long_texts.angular import count_collisions

    own = _first_layer(recordings)
    vectors = own["hashed_vectors"].values
    return count_collisions(vectors, own["buckets"].values[..., : vectors.shape[1]])
