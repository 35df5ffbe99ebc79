"""The stages of one attention: queries and keys, scores, what is added, softmax, mixture, output.

Shapes: T queries, S keys, H heads, K width of a head, D width.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import torch
from torch import Tensor, nn

from models.inside.stages import Call, Stage, Value

PROJECTIONS = "W_q x + b_q", "W_k x + b_k", "W_v x + b_v", "W_o o + b_o"
SCALED, UNSCALED = "q · k / √K", "q · k"  # scores
MASKED_SCORE = -1e9  # added to the scores of masked keys; all below counts as masked


@dataclass(frozen=True, eq=False)
class AttentionPass:
    """What the attention of one layer computed for one text.

    `added` are terms of the scores (…, T, S) by title and name. `mask` (…, T, S) is additive. `x`
    is what queries are made of and `others` what keys and values are made of, where it is not x.
    `keys` names the stream of these others. `factor` is that of the products, as in the formula.
    Scores s become c · tanh(s / c) where `soft_cap` is a number c.
    """

    x: Tensor  # (T, D)
    projected: Sequence[Tensor]  # query (H, T, K), key and value (H, S, K)
    weights: Tensor  # (H, T, S)
    mixed: Tensor  # (T, H, K)
    output: Tensor  # (T, D)
    factor: float
    mask: Tensor | None = None
    added: Mapping[tuple[str, str], Tensor] = field(default_factory=dict)
    others: Tensor | None = None  # (S, D)
    of_value: Tensor | None = None  # (T, D) where the values are made of other states than x
    keys: str = ""
    scores: str = SCALED
    soft_cap: float | None = None
    formulas: tuple[str, str, str, str] = PROJECTIONS  # of query, key, value and output
    changes: Sequence[Stage] = ()  # of query, key and value before the scores
    changed: Sequence[Tensor] = ()  # (H, T, K) and twice (H, S, K) after them; empty: as projected

    @property
    def _entering(self) -> Sequence[Tensor]:
        """What scores and mixture are computed from."""
        return self.changed or self.projected

    def stages(self) -> Iterator[Stage]:
        """Yield the stages of the attention, from its input to its output."""
        for stage in self._stages():
            yield replace(stage, keys=self.keys)

    def _stages(self) -> Iterator[Stage]:
        yield from self._projections()
        yield from self.changes
        query, key, _ = self._entering
        operands = Value("q", query), Value("k", key, of_others=True)
        scores = self.factor * query @ key.transpose(1, 2)  # (H, T, S)
        result = Value("s", scores, over_tokens=True)
        formula = f"s = {self.scores}"
        yield Stage("Scores", formula, operands, result, "scores", self.factor)
        if (cap := self.soft_cap) is not None:
            before, scores = scores, cap * torch.tanh(scores / cap)
            formula = f"s ← {cap:g} · tanh(s / {cap:g})"
            operand = Value("s", before, over_tokens=True)
            yield Stage("Soft cap", formula, (operand,), Value("s", scores, over_tokens=True))
        for (title, name), term in self.added.items():
            total = scores + self._spread(term)
            yield self._make_sum_stage(title, name, scores, term, total)
            scores = total
        if self.mask is not None and bool((self._spread(self.mask) < MASKED_SCORE).any()):
            mask = _mask_with_infinity(self._spread(self.mask))
            total = scores + mask
            yield self._make_sum_stage("Attention mask", "m", scores, mask, total)
            scores = total
        yield from self._mixture(scores)

    def _projections(self) -> Iterator[Stage]:
        others = self.x if self.others is None else self.others
        of_others = self.others is not None
        parts = zip(("Query", "Key", "Value"), "qkv", self.formulas, strict=False)
        for (title, name, formula), result in zip(parts, self.projected, strict=True):
            apart = of_others and name != "q"
            read = others if apart else self.x
            if name == "v" and self.of_value is not None:
                read = self.of_value
            source = Value("x", read, of_others=apart, given=apart and bool(self.keys))
            made = Value(name, result, of_others=apart)
            yield Stage(title, f"{name} = {formula}", (source,), made)

    def _mixture(self, scores: Tensor) -> Iterator[Stage]:
        weights = Value("a", self.weights, over_tokens=True)
        before = Value("s", scores, over_tokens=True)
        yield Stage("Softmax", "a = softmax(s)", (before,), weights, "softmax")
        by_head = self.mixed.transpose(0, 1)  # (H, T, K)
        operands = weights, Value("v", self._entering[2], of_others=True)
        formula = "o = Σ a v, over the tokens that are attended to"
        yield Stage("Mixture of values", formula, operands, Value("o", by_head), "mixture")
        heads = Value("o", self.mixed.flatten(1))
        formula = f"y = {self.formulas[3]}, with o of all heads"
        yield Stage("Output projection", formula, (heads,), Value("y", self.output))

    def _make_sum_stage(
        self, title: str, name: str, scores: Tensor, term: Tensor, total: Tensor
    ) -> Stage:
        before = Value("s", scores, over_tokens=True)
        added = Value(name, self._spread(term), over_tokens=True, given=True)
        result = Value("s", total, over_tokens=True)
        return Stage(title, f"s ← s + {name}", (before, added), result, "sum")

    def _spread(self, term: Tensor) -> Tensor:
        """(…, T, S) -> (H, T, S)."""
        return term.expand(self.weights.shape)


def projection_formulas(biased: bool, ends_biased: bool) -> tuple[str, str, str, str]:
    """Return the formulas of query, key, value and output, each with its bias where it has one."""
    has_bias = (biased, biased, biased, ends_biased)
    query, key, value, output = (
        whole if bias else whole.partition(" + ")[0]
        for whole, bias in zip(PROJECTIONS, has_bias, strict=True)
    )
    return query, key, value, output


def _mask_with_infinity(mask: Tensor) -> Tensor:
    """Additive (H, T, S): -inf for masked keys, unless all keys of a row are; else 0.

    A row without a visible key keeps its numbers: its softmax is of equal scores.
    """
    masked = mask < MASKED_SCORE
    minus_infinity = masked & ~masked.all(-1, keepdim=True)
    numbers = torch.where(masked, mask, torch.zeros_like(mask))
    return numbers.masked_fill(minus_infinity, -math.inf)


def remove_batch(mask: Tensor | None) -> Tensor | None:
    """An additive mask (T, S) or (B, …, T, S) without the batch, on the CPU; (…, T, S)."""
    if mask is None:
        return None
    return (mask if mask.dim() == 2 else mask[0]).detach().float().cpu()


def split(packed: Tensor, num_heads: int) -> Tensor:
    """(T, H K) -> (H, T, K)."""
    return packed.view(packed.shape[0], num_heads, -1).transpose(0, 1)


def recorded_value(call: Call, tap: nn.Module) -> Tensor:
    """What passed a tap in a call, without the batch."""
    return call.of(tap).result


def visible_only(weights: Tensor) -> Tensor:
    """The mask (H, T, S) of an attention whose weights on masked keys are 0."""
    nothing = torch.zeros_like(weights)
    return nothing.masked_fill(weights == 0, -math.inf)
