"""Attention whose heads share keys and values in groups, with rotary positions.

Grouped queries: Ainslie et al. (2023), arXiv:2305.13245; with one group for each head it is
multi-head attention, with one for all multi-query attention (Shazeer 2019, arXiv:1911.02150).

Shapes: B batch, T queries, S keys, D width, H heads, G groups, K width of a head.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import torch
from torch import Tensor, nn
from torch.nn import functional

from models.inference.taps import Tap
from models.inside.attention import (
    SCALED,
    AttentionPass,
    projection_formulas,
    recorded_value,
    remove_batch,
    split,
)
from models.inside.stages import Call, Stage, Value
from models.layers.attention import KeyValueCache, attend_openly, causal_mask
from models.layers.decoders.alibi import recorded_alibi
from models.layers.linear import Linear
from models.layers.rotary.positions import RotaryAngles, turn

Normed = Literal["", "head", "all"]  # what a norm of queries and keys is taken over


@dataclass(frozen=True)
class AttentionShape:
    """The shape of the attention of one layer, and what is done to queries and keys.

    biases: of query, key and value, and of the output. `normed`: queries and keys have a norm, over
    each head or over all. `clip`: their projections and those of values are cut off at it. Scores
    s have the factor `scale`, None for 1/√K. With a `soft_cap` c they become c · tanh(s / c) before
    the mask (Bello et al. 2016, arXiv:1611.09940).
    """

    width: int
    num_heads: int
    num_groups: int
    head_width: int
    dropout: float = 0.0
    biases: tuple[bool, bool] = (False, False)
    normed: Normed = ""
    eps: float = 1e-6
    clip: float | None = None
    scale: float | None = None
    soft_cap: float | None = None


class GroupedAttention(nn.Module):
    """Self-attention with a projection each for query, key and value.

    Taps: `weights` (B, H, T, S) after the softmax; `heads` (B, T, H, K), what each head found;
    `scores` (B, H, T, S), for reading alone, before mask and softmax. `rotates`: queries and keys
    are turned by their positions; a layer that does not knows the order by its mask alone.
    """

    part: ClassVar = "attention"
    norm_formula: ClassVar[str] = "γ ⊙ {0} / √(mean({0}²) + ε)"

    def __init__(self, shape: AttentionShape, rotates: bool = True) -> None:
        super().__init__()
        self.shape, self.rotates = shape, rotates
        self.num_heads = shape.num_heads
        self.scale = 1 / math.sqrt(shape.head_width) if shape.scale is None else shape.scale
        self._make_projections(shape)
        bias = shape.biases[1]
        self.output = Linear(shape.num_heads * shape.head_width, shape.width, bias=bias)
        if shape.normed:
            widths = [shape.head_width] * 2
            if shape.normed == "all":
                widths = [count * shape.head_width for count in (shape.num_heads, shape.num_groups)]
            self.query_norm, self.key_norm = (self.make_norm(w, shape.eps) for w in widths)
        self.weights = Tap()
        self.heads = Tap()
        self.scores = Tap()

    @staticmethod
    def make_norm(width: int, eps: float) -> nn.Module:
        """A norm of queries or keys, with `norm_formula`."""
        return nn.RMSNorm(width, eps=eps)

    def _make_projections(self, shape: AttentionShape) -> None:
        inner, shared = (n * shape.head_width for n in (shape.num_heads, shape.num_groups))
        self.query = Linear(shape.width, inner, bias=shape.biases[0])
        self.key = Linear(shape.width, shared, bias=shape.biases[0])
        self.value = Linear(shape.width, shared, bias=shape.biases[0])

    def _project(self, x: Tensor) -> Sequence[Tensor]:
        """x (B, T, D) -> query (B, T, H K), key and value (B, T, G K)."""
        return self.query(x), self.key(x), self.value(x)

    def forward(
        self,
        x: Tensor,
        mask: Tensor | None,
        causal: bool,
        cache: KeyValueCache | None,
        angles: RotaryAngles | None = None,
        band: int | None = None,
    ) -> Tensor:
        """x (B, T, D) -> (B, T, D). `mask` and `causal` are as in `SharedAttention.attend`.

        A single query without a mask sees the last `band` keys; None: all.
        """
        query, key, value = (self._split(part) for part in self._limited(self._project(x)))
        query, key = self._normed(query, key)
        if self.rotates:
            assert angles is not None
            query, key = turn(query, angles), turn(key, angles)
        if cache is not None:
            key, value = cache.extend(key, value)
        if band is not None and x.shape[1] == 1 and mask is None:
            key, value = key[:, :, -band:], value[:, :, -band:]
        if self.scores.active:
            self.scores(self.scale * query @ self._spread(key).transpose(2, 3))
        attended = self._attend(query, key, value, mask, causal)
        projected: Tensor = self.output(attended)
        return projected

    def _limited(self, projected: Sequence[Tensor]) -> Sequence[Tensor]:
        limit = self.shape.clip
        return projected if limit is None else [part.clamp(-limit, limit) for part in projected]

    def _split(self, packed: Tensor) -> Tensor:
        """(B, T, heads K) -> (B, heads, T, K)."""
        return packed.view(*packed.shape[:2], -1, self.shape.head_width).transpose(1, 2)

    def _normed(self, query: Tensor, key: Tensor) -> tuple[Tensor, Tensor]:
        """Queries (B, H, T, K) and keys (B, G, T, K) after their norms, if there are any."""
        if not self.shape.normed:
            return query, key
        if self.shape.normed == "head":
            return self.query_norm(query), self.key_norm(key)
        joined = (part.transpose(1, 2).flatten(2) for part in (query, key))
        norms = self.query_norm, self.key_norm
        first, last = (norm(part) for norm, part in zip(norms, joined, strict=True))
        return self._split(first), self._split(last)

    def _attend(
        self, query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None, causal: bool
    ) -> Tensor:
        """Query (B, H, T, K), key and value (B, G, S, K) -> (B, T, H K)."""
        batch, heads, length, width = query.shape
        dropout = self.shape.dropout if self.training else 0.0
        if self.shape.soft_cap is not None:
            if causal:
                mask = causal_mask(length, key.shape[2], query.device, query.dtype)
            every = (query, self._spread(key), self._spread(value))
            return self._attend_with_cap(*every, mask, self.shape.soft_cap, dropout)
        if self.weights.active:
            if causal:
                mask = causal_mask(length, key.shape[2], query.device, query.dtype)
            every = (query, self._spread(key), self._spread(value))
            query, key, value = (part.flatten(0, 1) for part in every)
            return attend_openly(query, key, value, heads, mask, self.scale, self, dropout)
        groups = key.shape[1]
        if length == 1 and mask is None and groups < heads:
            # The queries of a group are as rows to its keys, which need no copy for each head.
            query = query.view(batch, groups, heads // groups, width)
        else:
            key, value = self._spread(key), self._spread(value)
        attended = functional.scaled_dot_product_attention(
            query,
            key,
            value,
            attn_mask=mask,
            is_causal=causal,
            dropout_p=dropout,
            scale=self.scale,
        ).reshape(batch, heads, length, width)
        return self.heads(attended.transpose(1, 2)).flatten(2)

    def _attend_with_cap(
        self,
        query: Tensor,
        key: Tensor,
        value: Tensor,
        mask: Tensor | None,
        cap: float,
        dropout: float,
    ) -> Tensor:
        """Query (B, H, T, K), key and value (B, H, S, K) -> (B, T, H K), step by step.

        No fused kernel bends the scores, so this runs whether somebody reads the taps or not.
        """
        scores = torch.matmul(self.scale * query, key.transpose(2, 3))
        scores = cap * torch.tanh(scores / cap)
        weights = self.weights(torch.softmax(scores if mask is None else scores + mask, -1))
        if dropout:
            weights = functional.dropout(weights, dropout)
        by_head = torch.matmul(weights, value).transpose(1, 2)
        return self.heads(by_head).flatten(2)

    def _spread(self, shared: Tensor) -> Tensor:
        """Keys or values of groups (B, G, S, K) for each head (B, H, S, K)."""
        batch, groups, length, width = shared.shape
        if groups == self.num_heads:
            return shared
        times = self.num_heads // groups
        copied = shared.unsqueeze(2).expand(batch, groups, times, length, width)
        return copied.reshape(batch, self.num_heads, length, width)

    # ---- steps

    def stages(self, call: Call) -> Iterator[Stage]:
        """Projections, what is done to them, then attention."""
        given, shape = call.arguments, self.shape
        x, packed = self._recorded_projections(call)
        packed = self._limited(packed)
        projected = [split(part, part.shape[-1] // shape.head_width) for part in packed]
        changes, changed = self._changes(call, projected, given["angles"])
        mask = self._recorded_mask(call, len(x))
        yield from AttentionPass(
            x,
            projected,
            recorded_value(call, self.weights),
            recorded_value(call, self.heads),
            call.of(self.output).result,
            self.scale,
            remove_batch(mask),
            recorded_alibi(call),
            soft_cap=shape.soft_cap,
            scores=SCALED if shape.scale is None else f"q · k / √{shape.scale**-2:.4g}",
            formulas=self._formulas(),
            changes=changes,
            changed=changed,
        ).stages()

    def _recorded_mask(self, call: Call, length: int) -> Tensor | None:
        """The additive mask of a call, broadcastable to (B, H, T, T)."""
        if call.arguments["causal"]:
            return causal_mask(length, length, torch.device("cpu"))
        mask: Tensor | None = call.arguments["mask"]
        return mask

    def _recorded_projections(self, call: Call) -> tuple[Tensor, Sequence[Tensor]]:
        """What was projected (T, D), and query (T, H K), key and value (T, G K) without a limit."""
        calls = [call.of(part) for part in (self.query, self.key, self.value)]
        return calls[0].input, [one.result for one in calls]

    def _formulas(self) -> tuple[str, str, str, str]:
        *made, output = projection_formulas(*self.shape.biases)
        if self.shape.clip is not None:
            made = [f"clip({one})" for one in made]
        query, key, value = made
        return query, key, value, output

    def _changes(
        self, call: Call, projected: Sequence[Tensor], angles: RotaryAngles | None
    ) -> tuple[list[Stage], list[Tensor]]:
        """The stages between projections and scores, and query, key and value (H, T, K) after."""
        query, key, value = projected
        stages: list[Stage] = []
        if self.shape.normed:
            before, (query, key) = (query, key), self._recorded_norms(call)
            titles = "Norm of the queries", "Norm of the keys"
            formula = "{0} ← " + self.norm_formula
            stages += _changes(titles, formula, before, (query, key))
        if self.rotates:
            assert angles is not None
            here = angles.on_cpu()
            before, (query, key) = (query, key), (turn(query, here), turn(key, here))
            titles = "Rotation of the queries", "Rotation of the keys"
            formula = NEIGHBOUR_ROTATION if angles.of_neighbours else ROTATION
            stages += _changes(titles, formula, before, (query, key))
        if self.shape.num_groups < self.num_heads:
            heads_key, heads_value = (self._spread(one[None])[0] for one in (key, value))
            stages += _changes(
                ("Keys of the groups", "Values of the groups"),
                GROUPS,
                (key, value),
                (heads_key, heads_value),
                "kv",
            )
            key, value = heads_key, heads_value
        return stages, [query, key, value]

    def _recorded_norms(self, call: Call) -> tuple[Tensor, Tensor]:
        """Queries (H, T, K) and keys (G, T, K) after their norms."""
        query, key = (call.of(norm).result for norm in (self.query_norm, self.key_norm))
        if self.shape.normed == "head":
            return query, key
        return split(query, self.num_heads), split(key, self.shape.num_groups)


class PackedGroupedAttention(GroupedAttention):
    """Grouped attention whose query, key and value are one projection, in this order."""

    def _make_projections(self, shape: AttentionShape) -> None:
        outputs = (shape.num_heads + 2 * shape.num_groups) * shape.head_width
        self.qkv = Linear(shape.width, outputs, bias=shape.biases[0])

    @property
    def projection_rows(self) -> list[int]:
        """How many rows of the weight belong to query, key and value."""
        shared = self.shape.num_groups * self.shape.head_width
        return [self.num_heads * self.shape.head_width, shared, shared]

    def _project(self, x: Tensor) -> Sequence[Tensor]:
        packed: Tensor = self.qkv(x)
        return torch.split(packed, self.projection_rows, -1)

    def _recorded_projections(self, call: Call) -> tuple[Tensor, Sequence[Tensor]]:
        packed = call.of(self.qkv)
        return packed.input, torch.split(packed.result, self.projection_rows, -1)


class HeadPackedAttention(PackedGroupedAttention):
    """Attention whose query, key and value are one projection, in this order in each group.

    The rows of the weight are (G, H/G + 2, K): the queries of a group, its key and its value; where
    each head has keys and values of its own, (H, 3, K).
    """

    packed_by_head: ClassVar = True

    @property
    def num_packed(self) -> int:
        """Groups of rows that have query, key and value each."""
        return self.shape.num_groups

    def _project(self, x: Tensor) -> Sequence[Tensor]:
        return self._unpack(self.qkv(x))

    def _unpack(self, packed: Tensor) -> Sequence[Tensor]:
        """(…, T, G (H/G + 2) K) -> query (…, T, H K), key and value (…, T, G K)."""
        groups, width = self.shape.num_groups, self.shape.head_width
        by_group = packed.view(*packed.shape[:-1], groups, -1, width)
        parts = torch.split(by_group, [self.num_heads // groups, 1, 1], -2)
        return [part.flatten(-3) for part in parts]

    def _recorded_projections(self, call: Call) -> tuple[Tensor, Sequence[Tensor]]:
        packed = call.of(self.qkv)
        return packed.input, self._unpack(packed.result)


# Formulas of the steps between projections and scores, by the name of what changes.
ROTATION = "{0} ← R_p {0}: at position p each pair of numbers j, j + R/2 is turned by p f_j"
NEIGHBOUR_ROTATION = (
    "{0} ← R_p {0}: at position p each pair of numbers 2j, 2j + 1 is turned by p f_j"
)
GROUPS = "{0} of each head = {0} of its group"


def _changes(
    titles: tuple[str, str],
    formula: str,
    before: Sequence[Tensor],
    after: Sequence[Tensor],
    names: str = "qk",
) -> Iterator[Stage]:
    """The stages of what becomes of two of query, key and value (H, T, K)."""
    for title, name, first, last in zip(titles, names, before, after, strict=True):
        others = name != "q"
        read, made = (Value(name, one, of_others=others) for one in (first, last))
        yield Stage(title, formula.format(name), (read,), made)
