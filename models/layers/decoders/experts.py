"""A feed-forward network of several experts, of which a router chooses a few for each token.

Shazeer, Mirhoseini, Maziarz, Davis, Le, Hinton, Dean (2017), Outrageously Large Neural Networks,
arXiv:1701.06538; with the choice before the sum to one as in Mixtral (Jiang et al. 2024,
arXiv:2401.04088, section 2.1).

Shapes: B batch, T tokens, N = B T, D width, E experts, C chosen ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import torch
from torch import Tensor, nn

from models.inference.taps import Tap
from models.inside.stages import Call, Stage, Value
from models.layers.feedforward import GatedFeedForward
from models.layers.linear import Linear


class Expert(GatedFeedForward):
    """One of the networks; what it computes is added to the stream by those around it."""

    adds_to_stream: ClassVar = False


class MixtureOfExperts(nn.Module):
    """The sum of what the chosen experts compute, each times its share; (B, T, D) -> (B, T, D).

    The shares of a token are the softmax of the router's scores: of the chosen experts, or, not
    `normed`, of all, so that those of the chosen ones add up to less than one. Taps: `shares`
    (B, T, E), 0 for experts that are not chosen, which do not compute; and `added` (B, T, D), the
    output, which the block adds to the residual stream.
    """

    part: ClassVar = "feed_forward"
    part_title: ClassVar = "Mixture of experts"
    adds_to_stream: ClassVar = True

    def __init__(
        self,
        width: int,
        inner: int,
        act: str,
        num_experts: int,
        num_chosen: int,
        normed: bool = True,
    ) -> None:
        """`inner` is the width inside of each expert."""
        super().__init__()
        self.num_chosen, self.normed = num_chosen, normed
        self.router = Linear(width, num_experts, bias=False)
        self.experts = nn.ModuleList(
            Expert(width, inner, act, bias=False) for _ in range(num_experts)
        )
        self.shares = Tap()
        self.added = Tap()

    def forward(self, x: Tensor) -> Tensor:
        output: Tensor = self.added(self._mix(x))
        return output

    def _mix(self, x: Tensor) -> Tensor:
        """The sum of what the chosen experts compute: (B, T, D) -> (B, T, D)."""
        shares = self.shares(self._share(self.router(x)))  # (B, T, E)
        tokens, parts = x.flatten(0, -2), shares.flatten(0, -2)  # (N, D), (N, E)
        total = torch.zeros_like(tokens)
        for index, expert in enumerate(self.experts):
            rows = self._rows(parts[:, index])
            if len(rows) or torch.is_grad_enabled():  # so that each weight has a gradient
                computed = expert(tokens[rows]) * parts[rows, index, None]
                total = total.index_add(0, rows, computed.to(total.dtype))
        return total.view_as(x)

    def _share(self, scores: Tensor) -> Tensor:
        """Scores (…, E) -> shares, 0 of the experts that are not chosen."""
        best, chosen = scores.float().topk(self.num_chosen, -1)
        every = best if self.normed else scores.float()  # over which the softmax is
        kept = every.softmax(-1)
        kept = kept if self.normed else kept.gather(-1, chosen)
        shares = torch.zeros_like(scores, dtype=torch.float32)
        return shares.scatter(-1, chosen, kept).to(scores.dtype)

    def _rows(self, shares: Tensor) -> Tensor:
        """The tokens (n,) that chose an expert, by its shares (N,).

        On torch's meta device, where no number is known, as many as if all were chosen equally.
        """
        if not shares.is_meta:
            return shares.nonzero().squeeze(-1)
        equal = -(-len(shares) * self.num_chosen // len(self.experts))
        return torch.zeros(equal, dtype=torch.long, device=shares.device)

    def stages(self, call: Call) -> Iterator[Stage]:
        """The router, its choice, and the sum. Each expert computes for its tokens alone."""
        x, scores = call.input, call.of(self.router).result
        shares, output = call.of(self.shares).result, call.result
        read = Value("x", x)
        detail = f"{len(self.experts)} experts, {self.num_chosen} of them for each token"
        yield Stage("Router", "r = W_r x", (read,), Value("r", scores), detail=detail)
        if self.normed:
            formula = f"w = softmax(r) over the {self.num_chosen} experts of the largest r, else 0"
        else:
            formula = f"w = softmax(r), kept of the {self.num_chosen} largest, else 0"
        yield Stage("Choice of experts", formula, (Value("r", scores),), Value("w", shares))
        mixed = read, Value("w", shares)
        yield from self._sum_stages(call, mixed, Value("y", output))

    def _sum_stages(self, call: Call, mixed: tuple[Value, Value], output: Value) -> Iterator[Stage]:
        """The stages of the sum of what the experts compute."""
        formula = "y = Σ wₑ fₑ(x), over the chosen experts e"
        yield Stage("Mixture of experts", formula, mixed, output)


class MixtureWithSharedExpert(MixtureOfExperts):
    """A mixture of experts, and one more that every token passes, times a gate of its own.

    Dai et al. (2024), DeepSeekMoE, arXiv:2401.06066, section 3.2, isolate shared experts so; the
    gate is that of Qwen2-MoE (Yang et al. 2024, arXiv:2407.10671). Tap `shared_share` (B, T, 1):
    the gate, between 0 and 1.
    """

    def __init__(
        self,
        width: int,
        inner: int,
        act: str,
        num_experts: int,
        num_chosen: int,
        normed: bool,
        shared_inner: int,
    ) -> None:
        """`shared_inner` is the width inside of the expert that every token passes."""
        super().__init__(width, inner, act, num_experts, num_chosen, normed)
        self.shared = Expert(width, shared_inner, act, bias=False)
        self.shared_gate = Linear(width, 1, bias=False)
        self.shared_share = Tap()

    def _mix(self, x: Tensor) -> Tensor:
        share = self.shared_share(self.shared_gate(x).sigmoid())  # (B, T, 1)
        mixed: Tensor = super()._mix(x) + share * self.shared(x)
        return mixed

    def _sum_stages(self, call: Call, mixed: tuple[Value, Value], output: Value) -> Iterator[Stage]:
        read, shares = mixed
        made = Value("s", call.of(self.shared).result)
        yield Stage("Shared expert", "s = f(x), of every token", (read,), made)
        gate = Value("g", call.of(self.shared_share).result)
        yield Stage("Gate of the shared expert", "g = σ(W_g x)", (read,), gate)
        formula = "y = g s + Σ wₑ fₑ(x), over the chosen experts e"
        yield Stage("Mixture of experts", formula, (read, shares, gate, made), output)
