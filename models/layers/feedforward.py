"""The position-wise feed-forward network of a transformer block, and its activations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from reprlib import repr as short
from typing import ClassVar

from torch import Tensor, nn
from torch.nn import functional

from models.inference.taps import Tap
from models.inside.stages import Call, Stage, function_of
from models.layers.dropout import apply_dropout
from models.layers.linear import Activation, Linear, gelu_tanh

ACTIVATIONS: dict[str, Activation] = {
    "gelu": functional.gelu,  # exact, with erf
    "gelu_fast": gelu_tanh,
    "gelu_new": gelu_tanh,
    "gelu_pytorch_tanh": gelu_tanh,
    "relu": functional.relu,
    "silu": functional.silu,
    "swish": functional.silu,
    "tanh": functional.tanh,
}


ACTIVATION_TITLES = {  # where they are not the name in capitals
    **dict.fromkeys(("gelu_fast", "gelu_new", "gelu_pytorch_tanh"), "GELU (tanh)"),
    "relu": "ReLU",
    "silu": "SiLU",
    "swish": "SiLU",
    "tanh": "tanh",
}


def activation_title(name: str) -> str:
    """What an activation is called where a person reads it."""
    return ACTIVATION_TITLES.get(name, name.upper())


def activation(name: str) -> Activation:
    """The activation of this name. Raises ValueError, naming those that exist."""
    if name not in ACTIVATIONS:
        known = ", ".join(sorted(ACTIVATIONS))
        raise ValueError(f"unknown activation {short(name)}; known are {known}")
    return ACTIVATIONS[name]


class FeedForward(nn.Module):
    """Widen, activate, drop, narrow: (…, D) -> (…, F) -> (…, D).

    Tap: `added` (…, D), the output, which the block adds to the residual stream.
    """

    part: ClassVar = "feed_forward"

    WIDENS: ClassVar = "h = φ(W₁ x{})"  # with the bias
    adds_to_stream: ClassVar = True

    def __init__(
        self, width: int, inner: int, act: str, dropout: float = 0.0, bias: bool = True
    ) -> None:
        super().__init__()
        self.widen = Linear(width, inner, bias)
        self.narrow = Linear(inner, width, bias)
        self.act, self.act_title = activation(act), activation_title(act)
        self.dropout = dropout
        self.added = Tap()

    def forward(self, x: Tensor) -> Tensor:
        wide = self.widen(x, self.act)
        if self.training:
            wide = apply_dropout(self, wide, self.dropout)
        output: Tensor = self.added(self.narrow(wide))
        return output

    def stages(self, call: Call) -> Iterator[Stage]:
        widened, narrowed = call.of(self.widen), call.of(self.narrow)
        first, last = ("" if part.bias is None else bias for part, bias in self._biases)
        title, formula = "Feed-forward network, inner layer", self.WIDENS.format(first)
        inner = function_of(title, formula, widened, ("x", "h"))
        yield replace(inner, detail=self.act_title)
        title = "Feed-forward network, output"
        yield function_of(title, f"y = W₂ h{last}", narrowed, ("h", "y"))

    @property
    def _biases(self) -> tuple[tuple[Linear, str], tuple[Linear, str]]:
        return (self.widen, " + b₁"), (self.narrow, " + b₂")


class GatedFeedForward(FeedForward):
    """Two products of the input, one of them activated, times each other; then narrow.

    (…, D) -> twice (…, F) -> (…, F) -> (…, D). Shazeer (2020), GLU Variants Improve Transformer,
    arXiv:2002.05202. Both products are one matrix (2F, D), the activated one first.
    """

    WIDENS: ClassVar = "h = φ(W_g x{0}) ⊙ (W₁ x{0})"

    def __init__(
        self, width: int, inner: int, act: str, dropout: float = 0.0, bias: bool = True
    ) -> None:
        nn.Module.__init__(self)
        self.gated = Linear(width, 2 * inner, bias)
        self.narrow = Linear(inner, width, bias)
        self.act, self.act_title = partial(_gate, activation(act)), activation_title(act)
        self.dropout = dropout
        self.added = Tap()

    @property
    def widen(self) -> Linear:  # type: ignore[override]
        return self.gated


def _gate(act: Activation, both: Tensor) -> Tensor:
    """(…, 2F) -> (…, F)."""
    gate, wide = both.chunk(2, dim=-1)
    return act(gate) * wide
