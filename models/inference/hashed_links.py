"""How much of full attention hashing finds: its strongest links, by round and by bucket.

Attention with locality-sensitive hashing (Kitaev, Kaiser, Levskaya 2020, arXiv:2001.04451) sees in
each round only tokens of the same chunk and its neighbours. Recorded are the bucket and the chunk
of each token in each round, and the attention that the same queries would have without hashing.

Shapes: H heads, R rounds, T tokens, P tokens with the padding at the end.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.schema.records import BoolArray, FloatArray, IntArray

NUM_LINKS = 10  # of a token, the strongest ones


@dataclass(frozen=True, eq=False)
class LinkRecall:
    """Shares of the strongest links, from 0 to 1, by head and round: (H, R) each.

    A link counts for a round where its key is in the chunks that the query sees; `same_bucket` asks
    for the same bucket as well. `together` is what any of the rounds up to this one finds.
    """

    alone: FloatArray
    together: FloatArray
    same_bucket: FloatArray
    num_links: int  # of all heads, of which the shares are


def strongest_links(full: FloatArray, count: int = NUM_LINKS) -> BoolArray:
    """The cells with the greatest weights of each row: (H, T, T) -> (H, T, T).

    A row with fewer than `count` weights above 0 has only those. Of equal weights the first count.
    """
    strongest = np.zeros(full.shape, dtype=bool)
    np.put_along_axis(strongest, ranked_links(full, count), values=True, axis=-1)
    found: BoolArray = strongest & (full > 0)
    return found


def ranked_links(full: FloatArray, count: int = NUM_LINKS) -> IntArray:
    """The columns of the greatest weights of each row, greatest first: (…, T, T) -> (…, T, count).

    Also those of weight 0, where a row has no others.
    """
    ranked: IntArray = np.argsort(-full, axis=-1, kind="stable")[..., :count]
    return ranked.copy()  # a view would keep all T columns


def find_reached(chunks: IntArray, length: int, before: int = 1, after: int = 0) -> BoolArray:
    """Which tokens each token sees in each round: chunks (H, R, P) -> (H, R, T, T).

    Chunks are counted over all rounds and lie in a circle, so that the first of a round is beside
    the last of the round before. Keys that a causal mask excludes are not left out.
    """
    heads, rounds, _ = chunks.shape
    count = int(chunks.max()) + 1
    is_in = np.zeros((heads, count, length), dtype=bool)  # the tokens of each chunk
    head, token = np.arange(heads)[:, None], np.arange(length)
    for number in range(rounds):
        is_in[head, chunks[:, number, :length], token] = True
    steps = range(-before, after + 1)
    around = np.logical_or.reduce([np.roll(is_in, -step, axis=1) for step in steps])
    each = np.arange(heads)[:, None, None]
    seen: BoolArray = around[each, chunks[:, :, :length]]  # (H, R, T, T)
    return seen


def link_recall(
    full: FloatArray,
    chunks: IntArray,
    buckets: IntArray,
    before: int = 1,
    after: int = 0,
    count: int = NUM_LINKS,
) -> LinkRecall:
    """How many of the strongest links of full attention (H, T, T) each round finds.

    `chunks` and `buckets` (H, R, P). Raises ValueError where their shapes differ, or where there
    is no link.
    """
    if chunks.shape != buckets.shape or chunks.shape[-1] < full.shape[-1]:
        raise ValueError(f"chunks {chunks.shape}, buckets {buckets.shape} of maps {full.shape}")
    links, length = strongest_links(full, count), full.shape[-1]
    if not links.any():
        raise ValueError("full attention has no link: all its weights are 0")
    found = find_reached(chunks, length, before, after) & links[:, None]
    of_round = buckets[:, :, :length]
    same = of_round[..., :, None] == of_round[..., None, :]
    total = links.sum((1, 2))[:, None].astype(np.float32)

    def share(cells: BoolArray) -> FloatArray:
        shares: FloatArray = (cells.sum((2, 3)) / np.maximum(total, 1)).astype(np.float32)
        return shares

    together = np.logical_or.accumulate(found, axis=1)
    return LinkRecall(share(found), share(together), share(found & same), int(links.sum()))
