"""Disentangled attention: content and relative position meet in three terms of each score.

He, Liu, Gao, Chen (2020), arXiv:2006.03654, section 3.1; reference: microsoft/DeBERTa,
DeBERTa/deberta/disentangled_attention.py. Shapes: B batch, T tokens, D width, H heads, K width of
a head, R rows of the table of relative positions that a text of T tokens uses.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial, reduce
from typing import ClassVar

import torch
from torch import Tensor, nn
from torch.nn import functional

from models.inference.taps import Tap
from models.inside.attention import AttentionPass, recorded_value, remove_batch
from models.inside.stages import Call, Stage, plain, rest, sum_of
from models.layers.dropout import apply_dropout
from models.layers.encoder import ResidualNorm
from models.layers.feedforward import FeedForward
from models.layers.linear import Linear
from models.layers.weight_cache import Source, WeightDerivedCache

POSITION_TERMS = ("c2p", "p2c")  # content to position, position to content
TERM_TITLES = {"c2p": "Content to position", "p2c": "Position to content"}
NUM_KNOWN_LENGTHS = 8  # whose index is kept: training has two or three, a panel one


class TermTaps(nn.Module):
    """The taps of one pass through disentangled attention.

    `c2c`, `c2p`, `p2c` (B, H, T, T): the scaled terms, whose sum (and the mask) is the score;
    `weights` (B, H, T, T) after the softmax; `heads` (B, T, H, K), what each head found.
    """

    def __init__(self) -> None:
        super().__init__()
        self.c2c = Tap()
        self.c2p = Tap()
        self.p2c = Tap()
        self.weights = Tap()
        self.heads = Tap()

    @property
    def is_observed(self) -> bool:
        """Whether somebody listens to what the fused kernel does not show."""
        taps = (self.weights, self.c2c, self.c2p, self.p2c)
        return any(tap.active for tap in taps)


@dataclass(frozen=True)
class RelativePositions:
    """The rows of the table in use, and which of them is for query i and key j."""

    table: Tensor  # (R, D)
    index: Tensor  # (T, T)
    sources: tuple[Source, ...]  # that the table follows from


class DisentangledAttention(TermTaps, WeightDerivedCache, ABC):
    """Self-attention whose score is c2c + c2p + p2c, each divided by the root of 3K.

    c2c is query i times key j; c2p is query i times the key of their relative position; p2c is key
    j times the query of their relative position. An ablation of the paper (Table 4) leaves out one
    of the terms of positions, and divides by the root of 2K. How the projections are stored is the
    matter of the architectures.
    """

    part: ClassVar = "attention"
    part_title: ClassVar = "Disentangled attention"

    def __init__(
        self,
        width: int,
        num_heads: int,
        dropouts: tuple[float, float],
        terms: tuple[str, ...] = POSITION_TERMS,
    ) -> None:
        """`dropouts`: of the attention weights, and of the table of relative positions.

        `terms` are those of positions, in their order.
        """
        super().__init__()
        if width % num_heads:
            raise ValueError(f"the width {width} is not a multiple of the {num_heads} heads")
        self.num_heads = num_heads
        self.dropout, self.table_dropout = dropouts
        self.terms = terms
        self.scale = 1 / math.sqrt((1 + len(terms)) * (width // num_heads))
        self.output = Linear(width, width)

    @abstractmethod
    def project(self, x: Tensor, query_states: Tensor | None) -> tuple[Tensor, Tensor, Tensor]:
        """Query, key and value, each (B, H, T, K); queries of `query_states` if given."""

    @abstractmethod
    def project_table(self, table: Tensor) -> tuple[Tensor | None, Tensor | None]:
        """The query and the key of each relative position: (R, D) -> two of (H, R, K).

        The query is needed for p2c, the key for c2p; None where the term is left out.
        """

    @property
    @abstractmethod
    def table_sources(self) -> tuple[Source, ...]:
        """The weights or layers that `project_table` multiplies with."""

    def forward(
        self,
        x: Tensor,
        positions: RelativePositions,
        mask: Tensor | None = None,
        query_states: Tensor | None = None,
        taps: TermTaps | None = None,
    ) -> Tensor:
        """x (B, T, D) -> (B, T, D). `mask` is additive, broadcastable to (B, H, T, T).

        `taps` are those of this pass where the same weights serve several.
        """
        taps = self if taps is None else taps
        query, key, value = self.project(x, query_states)  # each (B, H, T, K)
        query = query * self.scale
        terms = self._position_terms(query, key, positions)  # each (B, H, T, T)
        if taps.is_observed:
            attended = self._open((query, key, value), terms, mask, taps)
        else:
            bias = reduce(torch.add, terms.values())
            attended = functional.scaled_dot_product_attention(
                query,
                key,
                value,
                attn_mask=bias if mask is None else bias + mask,
                dropout_p=self.dropout if self.training else 0.0,
                scale=1.0,
            )
        attended = taps.heads(attended.transpose(1, 2))  # (B, T, H, K)
        projected: Tensor = self.output(attended.flatten(2))
        return projected

    def stages(self, call: Call) -> Iterator[Stage]:
        """Yield the stages. With queries of other states, keys and values are made of x."""
        given = call.arguments
        x, queries, taps = given["x"], given["query_states"], given["taps"] or self
        projected = [plain(part) for part in self.project(x, queries)]
        yield from AttentionPass(
            plain(x if queries is None else queries),
            projected,
            recorded_value(call, taps.weights),
            recorded_value(call, taps.heads),
            call.result,
            self.scale,
            remove_batch(given["mask"]),
            added={
                (TERM_TITLES[term], term): recorded_value(call, getattr(taps, term))
                for term in self.terms
            },
            others=None if queries is None else plain(x),
            keys="" if queries is None else "encoder",
            scores=f"q · k / √({1 + len(self.terms)}K)",
        ).stages()

    def _position_terms(
        self, query: Tensor, key: Tensor, positions: RelativePositions
    ) -> dict[str, Tensor]:
        """The terms of positions by name, (B, H, T, T) each; `query` is scaled already."""
        sources = (*positions.sources, *self.table_sources)
        table_query, table_key = self.get_or_make(
            len(positions.index), sources, partial(self._read_table, positions.table)
        )
        index = positions.index.expand(*query.shape[:2], -1, -1)  # (B, H, T, T)
        terms: dict[str, Tensor] = {}
        if table_key is not None:
            to_rows = torch.matmul(query, table_key)  # (B, H, T, R)
            terms["c2p"] = to_rows.gather(3, index)
        if table_query is not None:
            from_rows = torch.matmul(table_query, key.transpose(2, 3))  # (B, H, R, T)
            terms["p2c"] = from_rows.gather(2, index)
        return terms

    def _read_table(self, table: Tensor) -> tuple[Tensor | None, Tensor | None]:
        """Relative queries (H, R, K), scaled, and relative keys (H, K, R)."""
        table = apply_dropout(self, table, self.table_dropout)
        query, key = self.project_table(table)  # (H, R, K)
        scaled = None if query is None else query * self.scale
        return scaled, None if key is None else key.transpose(1, 2)

    def _open(
        self,
        projected: tuple[Tensor, Tensor, Tensor],
        by_position: Mapping[str, Tensor],
        mask: Tensor | None,
        taps: TermTaps,
    ) -> Tensor:
        """Attend step by step, with every term on a tap. Returns (B, H, T, K)."""
        query, key, value = projected
        scores = taps.c2c(torch.matmul(query, key.transpose(2, 3)))  # (B, H, T, T)
        for name, term in by_position.items():
            scores = scores + getattr(taps, name)(term)
        weights = taps.weights(torch.softmax(scores if mask is None else scores + mask, dim=-1))
        weights = apply_dropout(self, weights, self.dropout)
        return torch.matmul(weights, value)

    def _split(self, x: Tensor) -> Tensor:
        """(…, T, D) -> (…, H, T, K)."""
        return x.view(*x.shape[:-1], self.num_heads, -1).transpose(-3, -2)


class BlockTaps(nn.Module):
    """The taps of one pass through a `DisentangledBlock` whose weights are those of another."""

    def __init__(self) -> None:
        super().__init__()
        self.attention = TermTaps()
        self.state = Tap()


class DisentangledBlock(nn.Module):
    """LayerNorm(x + attention(x)), then LayerNorm(x + feed-forward(x)).

    Taps: those of `attention`, and `state` (B, T, D), the block's output.
    """

    def __init__(
        self, attention: DisentangledAttention, inner: int, act: str, eps: float, dropout: float
    ) -> None:
        super().__init__()
        width = attention.output.out_features
        self.attention = attention
        self.attention_norm = ResidualNorm(width, eps, dropout)
        self.feed_forward = FeedForward(width, inner, act)
        self.feed_forward_norm = ResidualNorm(width, eps, dropout)
        self.state = Tap()

    def forward(
        self,
        x: Tensor,
        positions: RelativePositions,
        mask: Tensor | None = None,
        query_states: Tensor | None = None,
        taps: BlockTaps | None = None,
    ) -> Tensor:
        """x (B, T, D) -> (B, T, D). With `query_states` (B, T, D), keys and values come from x."""
        own = None if taps is None else taps.attention
        x = self.pass_through(x, positions, mask, query_states, own)
        return self.state(x) if taps is None else taps.state(x)

    def pass_through(
        self,
        x: Tensor,
        positions: RelativePositions,
        mask: Tensor | None,
        query_states: Tensor | None = None,
        taps: TermTaps | None = None,
    ) -> Tensor:
        """What `forward` does before the tap `state`."""
        attended = self.attention(x, positions, mask, query_states, taps)
        x = self.attention_norm(x if query_states is None else query_states, attended)
        return self.feed_forward_norm(x, self.feed_forward(x))


class EnhancedMaskDecoder(nn.Module):
    """Absolute positions, just before the masked tokens are predicted (paper, section 3.2).

    The last block runs twice more with its own weights. Keys and values come from the states that
    it had before; queries come first from these plus the absolute positions, then from its output.
    Taps: `entered` (B, T, D), the first states for queries, and those of both passes.
    """

    NUM_PASSES = 2

    def __init__(self, num_positions: int, width: int) -> None:
        super().__init__()
        self.position = nn.Embedding(num_positions, width)
        self.entered = Tap()
        self.passes = nn.ModuleList(BlockTaps() for _ in range(self.NUM_PASSES))

    def forward(
        self,
        block: DisentangledBlock,
        below: Tensor,
        positions: RelativePositions,
        mask: Tensor | None,
    ) -> Tensor:
        """The states `below` the last block (B, T, D) -> (B, T, D)."""
        query_states: Tensor = self.entered(below + self.position.weight[: below.shape[1]])
        for taps in self.passes:
            query_states = block(below, positions, mask, query_states, taps)
        return query_states

    def stages(self, call: Call) -> Iterator[Stage]:
        below = plain(call.arguments["below"])
        position = self.position.weight[: len(below)]
        added = sum_of("Absolute positions are added", "x", h=below, p=position)
        yield replace(added, operands=tuple(replace(one, given=True) for one in added.operands))
        yield from rest(call)


def relative_positions(table: Tensor, length: int, max_distance: int = 0) -> RelativePositions:
    """What a text of `length` tokens uses of a table (2S, D): see `relative_rows`."""
    first, end, index = relative_rows(length, table.shape[0] // 2, max_distance)
    return RelativePositions(table[first:end], index.to(table.device), (table,))


@lru_cache(maxsize=NUM_KNOWN_LENGTHS)
@torch.inference_mode(False)  # what is remembered must serve training too
def relative_rows(length: int, span: int, max_distance: int = 0) -> tuple[int, int, Tensor]:
    """Which rows of a table of 2S relative positions a text uses: from, to, and their (T, T) index.

    Row S + d is for the distance d = i - j between query i and key j; what is farther than the
    table reaches has its first or last row. With a `max_distance` the rows are buckets.
    """
    places = torch.arange(length, device="cpu")  # remembered for whatever device asks
    distance = places[:, None] - places[None, :]
    if max_distance:
        distance = log_bucket(distance, span, max_distance)
    row = (distance + span).clamp(0, 2 * span - 1)
    first, last = int(row.min()), int(row.max())
    return first, last + 1, row - first


def log_bucket(distance: Tensor, num_buckets: int, max_distance: int) -> Tensor:
    """Buckets in (-S, S) of distances: exact to half of them, and beyond wider with the logarithm.

    As `make_log_bucket_position` of the reference, in 32 bits as there: `max_distance` - 1 falls
    into the last one, and rounding decides on which side.
    """
    half = num_buckets // 2
    far = distance.abs().clamp(min=half)
    farthest = distance.new_tensor((max_distance - 1) / half, dtype=torch.float32)
    share = torch.log(far / half) / torch.log(farthest)
    bucket = torch.ceil(share * (half - 1)).long() + half
    return torch.where(distance.abs() <= half, distance, distance.sign() * bucket)
