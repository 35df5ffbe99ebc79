"""Encoder and decoder of the first transformer (Vaswani et al. 2017, arXiv:1706.03762).

BART, mBART, Pegasus and Marian are of this one mathematics and differ in where they normalise and
in how they add positions; see `StackShape`.

Shapes: B batch, T tokens of the decoder, S of the encoder, D width, H heads, K width of a head.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from models.inference.taps import Tap
from models.inside.stages import (
    TABLES,
    Call,
    Stage,
    Value,
    looked_up,
    pre_norm,
    rest,
    stages_of,
)
from models.layers.attention import Attention, KeyValueCache, causal_mask
from models.layers.decoders.cross_attention import CrossAttention, new_caches, split_caches
from models.layers.dropout import apply_dropout
from models.layers.embeddings import Sinusoids, positions_fit
from models.layers.encoder import ResidualNorm
from models.layers.feedforward import FeedForward

EPS = 1e-5  # of every norm


@dataclass(frozen=True)
class StackShape:
    """The sizes of an encoder or a decoder, and what it does in which order.

    `pre_norm`: each sublayer normalises what it reads, and a last norm follows the blocks with
    `last_norm`; otherwise each sum is normalised. `embedding_norm`: so is what enters the first
    block. `sinusoids`: positions are fixed waves; otherwise a learned table whose first `offset`
    rows stand for no position. `scale` multiplies the vectors of tokens. Layers are left out with
    the probability `layer_dropout` while the model learns (Fan et al. 2019, arXiv:1909.11556).
    `reaches` says of each layer with a window how many tokens it sees on each side.
    """

    width: int
    num_layers: int
    num_heads: int
    inner: int
    num_positions: int
    act: str
    pre_norm: bool
    embedding_norm: bool
    last_norm: bool
    sinusoids: bool
    offset: int
    scale: float
    dropout: float
    attention_dropout: float
    activation_dropout: float
    layer_dropout: float
    reaches: tuple[int, ...] = ()


class Block(nn.Module):
    """Attention and feed-forward network, each added to what it reads.

    Taps: `attention.weights`, `attention.heads`, and `state` (B, T, D), the block's output.
    """

    def __init__(self, shape: StackShape, attention: nn.Module | None = None) -> None:
        """`attention` takes the place of that to all tokens."""
        super().__init__()
        self.pre_norm, self.dropout = shape.pre_norm, shape.dropout
        usual = attention or Attention(shape.width, shape.num_heads, shape.attention_dropout)
        self.attention: nn.Module = usual
        self.attention_norm = self._make_norm(shape)
        self.feed_forward = FeedForward(
            shape.width, shape.inner, shape.act, shape.activation_dropout
        )
        self.feed_forward_norm = self._make_norm(shape)
        self.state = Tap()

    @staticmethod
    def _make_norm(shape: StackShape) -> nn.LayerNorm:
        if shape.pre_norm:
            return nn.LayerNorm(shape.width, eps=EPS)
        return ResidualNorm(shape.width, EPS, shape.dropout)

    def forward(self, x: Tensor, mask: Tensor | None) -> Tensor:
        """x (B, T, D), additive mask broadcastable to (B, H, T, T) -> (B, T, D)."""
        x = self._add(x, self.attention_norm, lambda read: self.attention(read, mask))
        return self._transform(x)

    def _transform(self, x: Tensor) -> Tensor:
        """The last part of the block, which the decoder's has too: (B, T, D) -> (B, T, D)."""
        return self.state(self._add(x, self.feed_forward_norm, self.feed_forward))

    def _add(self, x: Tensor, norm: nn.Module, layer: Callable[[Tensor], Tensor]) -> Tensor:
        """x + layer(norm(x)), or norm(x + layer(x))."""
        if self.pre_norm:
            return x + apply_dropout(self, layer(norm(x)), self.dropout)
        normed: Tensor = norm(x, layer(x))
        return normed

    @property
    def halves(self) -> list[tuple[nn.Module, nn.Module]]:
        """Each norm, and the layer that belongs to it."""
        first = self.attention_norm, self.attention
        return [first, (self.feed_forward_norm, self.feed_forward)]

    def stages(self, call: Call) -> Iterator[Stage]:
        yield from pre_norm(call, self.halves) if self.pre_norm else self._post_norm(call)

    def _post_norm(self, call: Call) -> Iterator[Stage]:
        for norm, layer in self.halves:
            yield from stages_of(call.of(layer))
            yield from stages_of(call.of(norm))


class DecoderBlock(Block):
    """A block with attention to the encoder between its halves.

    Further taps: `cross.weights`, `cross.heads`.
    """

    def __init__(self, shape: StackShape) -> None:
        super().__init__(shape)
        self.cross = CrossAttention(shape.width, shape.num_heads, shape.attention_dropout)
        self.cross_norm = self._make_norm(shape)

    def forward(  # type: ignore[override]
        self,
        x: Tensor,
        mask: Tensor | None,
        causal: bool,
        encoded: Tensor | Sequence[Tensor],
        padding: Tensor | None,
        cache: KeyValueCache | None,
    ) -> Tensor:
        """x (B, T, D); `encoded`: the encoder's states (B, S, D), or what `cross.read` made of
        them, keys and values (B, H, S, K); `padding` is the mask of the encoder's tokens."""
        attend = self.attention
        x = self._add(x, self.attention_norm, lambda read: attend(read, mask, causal, cache))
        pair = self.cross.read_or_take(encoded)
        x = self._add(x, self.cross_norm, lambda read: self.cross(read, *pair, padding))
        return self._transform(x)

    @property
    def halves(self) -> list[tuple[nn.Module, nn.Module]]:
        first, last = super().halves
        return [first, (self.cross_norm, self.cross), last]


class BlockStack(nn.Module):
    """What encoder and decoder share: positions, blocks, and norms before and after them.

    Taps: `entered` (B, T, D), what enters the first block; `final` (B, T, D), after the last norm,
    which the reference reports as the last hidden state in place of the last block's output.
    """

    BLOCK: type[Block] = Block

    def __init__(self, shape: StackShape) -> None:
        super().__init__()
        self.scale, self.offset, self.num_positions = shape.scale, shape.offset, shape.num_positions
        rows = shape.num_positions + shape.offset
        table = Sinusoids if shape.sinusoids else nn.Embedding
        self.position: nn.Module = table(rows, shape.width)
        norm = nn.LayerNorm(shape.width, eps=EPS) if shape.embedding_norm else None
        self.embedding_norm = norm
        layers = range(shape.num_layers)
        self.layers = nn.ModuleList(self._make_block(shape, layer) for layer in layers)
        self.norm = nn.LayerNorm(shape.width, eps=EPS) if shape.last_norm else None
        self.dropout, self.layer_dropout = shape.dropout, shape.layer_dropout
        self.entered = Tap()
        self.final = Tap()

    def _make_block(self, shape: StackShape, layer: int) -> Block:
        return self.BLOCK(shape)

    def _enter(self, vectors: Tensor, first: int) -> Tensor:
        """Add positions from `first` on to the tokens' vectors (B, T, D). Raises ValueError."""
        end = first + vectors.shape[1]
        positions_fit(end, self.num_positions)
        x = self.scale * vectors + self._rows(first, end)
        if self.embedding_norm is not None:
            x = self.embedding_norm(x)
        return self.entered(apply_dropout(self, x, self.dropout))

    def _rows(self, first: int, end: int) -> Tensor:
        """The vectors (T, D) of the positions from `first` to `end` - 1."""
        table: Any = self.position.weight
        rows: Tensor = table[first + self.offset : end + self.offset]
        return rows

    def _finish(self, x: Tensor) -> Tensor:
        return self.final(x if self.norm is None else self.norm(x))

    @property
    def is_dropped(self) -> bool:
        """Draw whether a layer is left out, which happens while the model learns alone."""
        drawn = self.training and self.layer_dropout > 0
        return drawn and float(torch.rand(())) < self.layer_dropout

    def stages(self, call: Call) -> Iterator[Stage]:
        """What the stack computes of the tokens' vectors, which it is given."""
        x = call.input
        if self.scale != 1:
            yield Stage("Scaling", "x ← √D x", (Value("x", x),), Value("x", self.scale * x))
        x = self.scale * x
        rows = self._rows(0, len(x)).detach().float().cpu()
        yield looked_up(*TABLES["position"], "p", rows)
        terms = Value("x", x), Value("p", rows)
        yield Stage("Sum of the embeddings", "x ← x + p", terms, Value("x", x + rows), "sum")
        yield from rest(call)


class Encoder(BlockStack):
    """Reads in both directions."""

    def forward(self, vectors: Tensor, padding: Tensor | None) -> Tensor:
        """Vectors of tokens (B, S, D) and an additive mask (B, 1, 1, S) -> (B, S, D)."""
        x = self._enter(vectors, 0)
        for layer in self.layers:
            if not self.is_dropped:
                x = layer(x, padding)
        return self._finish(x)


class Decoder(BlockStack):
    """Writes from left to right, and attends to the states of the encoder."""

    BLOCK = DecoderBlock

    def forward(self, vectors: Tensor, encoded: Tensor, padding: Tensor | None) -> Tensor:
        """Vectors of tokens (B, T, D), encoder states (B, S, D) and their mask (B, 1, 1, S)."""
        num_layers = len(self.layers)
        return self._run(vectors, [encoded] * num_layers, padding, [None] * num_layers)

    def step(self, vectors: Tensor, caches: Sequence[KeyValueCache]) -> Tensor:
        """Vectors (B, T, D) of further tokens; `caches` are those that `read` returned."""
        own, read = split_caches(caches)
        return self._run(vectors, [cache.expand_rows(len(vectors)) for cache in read], None, own)

    def read(self, encoded: Tensor, capacity: int) -> list[KeyValueCache]:
        """Caches for `step`: one a layer for what is written, one a layer for what was read."""
        return new_caches([layer.cross for layer in self.blocks], encoded, capacity)

    def _run(
        self,
        vectors: Tensor,
        encoded: Sequence[Tensor | Sequence[Tensor]],
        padding: Tensor | None,
        caches: Sequence[KeyValueCache | None],
    ) -> Tensor:
        length = vectors.shape[1]
        num_cached = caches[0].length if caches[0] is not None else 0
        mask = None
        if num_cached and length > 1:
            mask = causal_mask(length, num_cached + length, vectors.device, vectors.dtype)
        causal = length > 1 and mask is None
        x = self._enter(vectors, num_cached)
        for layer, read, cache in zip(self.layers, encoded, caches, strict=True):
            if not self.is_dropped:
                x = layer(x, mask, causal, read, padding, cache)
        return self._finish(x)

    @property
    def blocks(self) -> list[DecoderBlock]:
        return [layer for layer in self.layers if isinstance(layer, DecoderBlock)]
