"""Attention of a long text by blocks of tokens: the mean of each block, and which block sees which.

Shapes: L layers, H heads, R rounds of hashing, T tokens, P tokens with padding, N blocks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from explorer.core.attention.view import says_no_attention
from explorer.core.errors import UserError
from explorer.core.localization import tr
from explorer.core.long_texts.visibility import (
    Visibility,
    VisibleBlocks,
    VisibleChunks,
    VisiblePairs,
    hops_by_token,
)
from models.schema.records import FloatArray, IntArray, ModelInput

if TYPE_CHECKING:
    from models.long_texts.recorded import Recorded
    from models.schema.batch import LanguageModel
    from models.schema.specs import ArchSpec

MOST_FULL = 1_024  # tokens whose full attention is reduced to blocks, one layer at a time
FULL_BLOCKS = 32  # of a map of full attention
LEAST_BLOCK = 2
ZOOMED = 16  # blocks along a side of a map that is enlarged


@dataclass(frozen=True, eq=False)
class AttentionOverview:
    """Attention of one model by blocks of `size` tokens.

    `maps` are mean weights of a row of a block on all of another block, mean of all heads; or with
    `shares` the share of pairs of tokens that chunks put side by side.
    """

    size: int
    tokens: tuple[str, ...]  # (T,)
    maps: FloatArray  # (L, N, N)
    shares: tuple[bool, ...]  # (L,)
    seen: tuple[Visibility, ...]  # of each layer

    @property
    def num_blocks(self) -> int:
        return self.maps.shape[-1]

    def rows(self, block: int) -> range:
        """The positions of a block."""
        first = block * self.size
        return range(first, min(first + self.size, len(self.tokens)))

    def visible_blocks(self, around: tuple[int, int] | None) -> tuple[range, range]:
        """The rows and the columns of a map that is enlarged around one of its cells; else all."""
        count = self.num_blocks
        if around is None:
            return range(count), range(count)
        row, column = (max(0, min(at - ZOOMED // 2, count - ZOOMED)) for at in around)
        return range(row, min(row + ZOOMED, count)), range(column, min(column + ZOOMED, count))

    def hops(self, positions: range) -> IntArray:
        """The fewest layers of attention from each token to any of these (T,); -1 for none."""
        targets = np.zeros(len(self.tokens), dtype=bool)
        targets[positions.start : positions.stop] = True
        return hops_by_token(self.seen, targets)

    def name(self, block: int) -> str:
        """Which tokens a block has."""
        rows = self.rows(block)
        return f"{rows.start:,}–{rows.stop - 1:,}"


def overview(model: LanguageModel, spec: ArchSpec, model_input: ModelInput) -> AttentionOverview:
    """The overview of the first stream. Raises UserError for a text that is too long for it."""
    from models.long_texts.recorded import record

    found = record(model, spec, model_input, {"blocks", "block_weights", "chunks"})
    causal = spec.stream(model.streams[0]).direction == "left_to_right"
    if any(one.extra.kind == "chunks" for one in found):
        return _overview_of_chunks(found, model, model_input, causal)
    if any(one.extra.kind == "blocks" for one in found):
        return _overview_of_blocks(found, model, model_input)
    return _overview_of_full_attention(model, spec, model_input)


def _overview_of_blocks(
    found: Sequence[Recorded], model: LanguageModel, model_input: ModelInput
) -> AttentionOverview:
    size = getattr(model.config, found[0].extra.size_key)
    weights = [one.values.mean(0) for one in found if one.extra.kind == "block_weights"]
    kinds = [one.values > 0 for one in found if one.extra.kind == "blocks"]
    seen = tuple(VisibleBlocks(np.logical_or.reduce(heads), size) for heads in kinds)
    maps = np.stack(weights).astype(np.float32)
    tokens = model_input.encoding.tokens
    return AttentionOverview(size, tokens, maps, (False,) * len(maps), seen)


def _overview_of_chunks(
    found: Sequence[Recorded], model: LanguageModel, model_input: ModelInput, causal: bool
) -> AttentionOverview:
    size = max(getattr(model.config, one.extra.size_key) for one in found)
    maps, seen = [], []
    for one in found:
        before, after = (getattr(model.config, key) for key in one.extra.around_keys)
        chunks = one.values.astype(np.int64)
        shares = chunk_shares(chunks, len(model_input), size, before, after)
        maps.append(np.tril(shares) if causal else shares)
        seen.append(VisibleChunks(chunks, before, after, causal))
    every = np.stack(maps).astype(np.float32)
    return AttentionOverview(
        size, model_input.encoding.tokens, every, (True,) * len(maps), tuple(seen)
    )


def chunk_shares(chunks: IntArray, length: int, size: int, before: int, after: int) -> FloatArray:
    """Compute for two blocks the share of token pairs in neighbouring chunks (N, N).

    `chunks` (H, R, P) are numbered over all rounds and form a circle; `before` and `after` are the
    neighbours that a chunk attends to. The share is the mean over rounds and heads.
    """
    heads, rounds, _ = chunks.shape
    count, blocks = int(chunks.max()) + 1, -(-length // size)
    block = np.broadcast_to(np.arange(length) // size, (rounds, length))
    total = np.zeros((blocks, blocks))
    for head in range(heads):
        inside = np.zeros((blocks, count))  # tokens of a block in a chunk
        np.add.at(inside, (block, chunks[head, :, :length]), 1)
        around = [np.roll(inside, -step, axis=1) for step in range(-before, after + 1)]
        total += np.minimum(inside @ np.sum(around, axis=0).T / rounds, size * size)
    pairs = np.bincount(np.arange(length) // size)
    shares: FloatArray = (total / heads / (pairs[:, None] * pairs)).astype(np.float32)
    return np.minimum(shares, 1)


def _overview_of_full_attention(
    model: LanguageModel, spec: ArchSpec, model_input: ModelInput
) -> AttentionOverview:
    from models.long_texts.recorded import block_means

    if not model.attention_taps(model.streams[0]):
        raise UserError(says_no_attention(spec, spec.title), tr("Choose another model."))
    length = len(model_input)
    if length > MOST_FULL:
        raise UserError(
            tr(
                "Full attention of {length:,} tokens is a matrix of {count:,} weights in each "
                "head.",
                length=length,
                count=length * length,
            ),
            tr(
                "Choose a text of at most {count:,} tokens, or a model that reads by blocks.",
                count=MOST_FULL,
            ),
        )
    size = max(LEAST_BLOCK, -(-length // FULL_BLOCKS))
    maps = block_means(model, spec, model_input, size)
    stream, layers = spec.stream(model.streams[0]), len(maps)
    seen = [VisiblePairs(stream.visible(model_input, model.config, n)) for n in range(layers)]
    return AttentionOverview(
        size, model_input.encoding.tokens, maps, (False,) * layers, tuple(seen)
    )
