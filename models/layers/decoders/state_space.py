"""A selective state space: a recurrence whose steps depend on what is read, in place of attention.

Gu & Dao (2023), Mamba: Linear-Time Sequence Modeling with Selective State Spaces, arXiv:2312.00752,
section 3 and algorithm 2; reference: state-spaces/mamba, `selective_scan_ref`.

Shapes: B batch, T tokens, D width, I inner width, N numbers of the state of each inner channel, R
width of the step sizes before they are widened, W tokens that the convolution reads.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import torch
from torch import Tensor, nn
from torch.nn import functional

from models.inference.taps import Tap
from models.inside.stages import Call, Stage, Value, function_of, looked_up, plain
from models.layers.attention import KeyValueCache
from models.layers.linear import Linear

CHUNK_NUMBERS = 1 << 20  # of states that are held at once, T x I x N


class StateCache(KeyValueCache):
    """What one layer keeps of all tokens that it has read, in place of keys and values.

    Its size does not grow: `window` (B, W - 1, I), the last inputs of the convolution, and `state`
    (B, I, N). Both are copies, so that nothing else of the text stays in memory.
    """

    window: Tensor | None = None
    state: Tensor | None = None

    def reorder(self, rows: Tensor) -> None:
        if self.window is not None and self.state is not None:
            self.window, self.state = self.window[rows], self.state[rows]


@dataclass(frozen=True)
class StateSpaceShape:
    """The sizes of a selective state space, and what its first weights are drawn from.

    `time_steps` are the smallest and the largest first step size, and the smallest that rounding
    may leave; `time_step_std` bounds the weights that make them, drawn evenly or, with
    `constant_steps`, all equal to it.
    """

    width: int
    inner: int
    state: int
    rank: int
    window: int
    bias: bool = False
    convolution_bias: bool = True
    time_steps: tuple[float, float, float] = (0.001, 0.1, 1e-4)
    time_step_std: float = 1.0
    constant_steps: bool = False
    output_scale: float = 1.0  # of the first weights of the output


class SelectiveStateSpace(nn.Module):
    """Widen, convolve, carry a state from token to token, gate, narrow: (B, T, D) -> (B, T, D).

    Each inner channel has a state of N numbers, h <- exp(Δ A) h + Δ x B, of which h C is read. Step
    size, B and C depend on the token. States are computed in 32 bits.

    Taps: `convolved` (B, T, I), `steps` (B, T, I), the step sizes Δ, `enters` (B, T, N), B, and
    `reads` (B, T, N), C. `sizes` (B, T, I), the length of each channel's state after a token, is
    for reading alone. `added` (B, T, D) is the output, which the block adds to the residual stream.
    """

    part: ClassVar = "recurrent"
    part_title: ClassVar = "Selective state space"
    STATE_WEIGHT: ClassVar = "log_decay"  # which Parameters puts the operations of states down to
    adds_to_stream: ClassVar = "recurrent"

    def __init__(self, shape: StateSpaceShape) -> None:
        super().__init__()
        inner, bias = shape.inner, shape.bias
        self.shape = shape
        self.widen = Linear(shape.width, 2 * inner, bias)
        self.convolution = nn.Conv1d(
            inner, inner, shape.window, groups=inner, bias=shape.convolution_bias
        )
        self.select = Linear(inner, shape.rank + 2 * shape.state, bias=False)
        self.step_size = Linear(shape.rank, inner)
        self.log_decay = nn.Parameter(torch.empty(inner, shape.state))  # the logarithm of -A
        self.skip = nn.Parameter(torch.empty(inner))
        self.narrow = Linear(inner, shape.width, bias)
        self.convolved, self.steps, self.enters, self.reads = Tap(), Tap(), Tap(), Tap()
        self.sizes, self.added = Tap(), Tap()

    @torch.no_grad()
    def draw_weights(self) -> None:
        """Draw the first weights: those of a layer by its number of inputs, steps by their range.

        A is -1, -2 … -N in each channel (Gu et al. 2022, arXiv:2206.11893, S4D-Real).
        """
        shape = self.shape
        for part in (self.widen, self.convolution, self.select, self.narrow):
            bound = 1 / math.sqrt(part.weight[0].numel())
            nn.init.uniform_(part.weight, -bound, bound)
            if part.bias is not None:
                nn.init.zeros_(part.bias)
        self.narrow.weight.mul_(shape.output_scale)
        std = shape.time_step_std
        nn.init.uniform_(self.step_size.weight, std if shape.constant_steps else -std, std)
        smallest, largest, floor = shape.time_steps
        logarithms = torch.rand(shape.inner) * math.log(largest / smallest) + math.log(smallest)
        steps = logarithms.exp().clamp(min=floor)
        self.step_size.bias.copy_(steps + (-(-steps).expm1()).log())  # softplus makes them of it
        self.log_decay.copy_(torch.arange(1.0, shape.state + 1).log().expand_as(self.log_decay))
        nn.init.ones_(self.skip)

    def forward(
        self, x: Tensor, present: Tensor | None = None, cache: StateCache | None = None
    ) -> Tensor:
        """x (B, T, D), and which tokens are no padding (B, T) -> (B, T, D). Fills the cache."""
        shape = self.shape
        wide, gate = self.widen(_drop_padding(x, present)).chunk(2, -1)  # (B, T, I)
        convolved = functional.silu(self._convolve(wide, cache))
        convolved = self.convolved(_drop_padding(convolved, present))
        narrow, enters, reads = self.select(convolved).split(
            [shape.rank, shape.state, shape.state], -1
        )
        steps = self.steps(functional.softplus(self.step_size(narrow).float()))  # (B, T, I)
        read = self._scan(convolved.float(), steps, self.enters(enters), self.reads(reads), cache)
        read = (read + convolved * self.skip).to(x.dtype)
        output: Tensor = self.added(self.narrow(read * functional.silu(gate)))
        return output

    def _convolve(self, wide: Tensor, cache: StateCache | None) -> Tensor:
        """Each channel with itself at the last W tokens: (B, T, I) -> (B, T, I)."""
        before = None if cache is None else cache.window
        if before is None:
            before = wide.new_zeros(len(wide), self.shape.window - 1, wide.shape[2])
        wide = torch.cat([before.expand(len(wide), -1, -1), wide], 1)
        if cache is not None:
            cache.window = wide[:, wide.shape[1] - self.shape.window + 1 :].clone()
        convolved: Tensor = self.convolution(wide.transpose(1, 2)).transpose(1, 2)
        return convolved

    def _scan(
        self, x: Tensor, steps: Tensor, enters: Tensor, reads: Tensor, cache: StateCache | None
    ) -> Tensor:
        """What is read of the states, (B, T, I) in 32 bits, some tokens at a time."""
        rate = -self.log_decay.float().exp()  # (I, N)
        state = None if cache is None else cache.state
        state = x.new_zeros(len(x), *rate.shape) if state is None else state  # (B, I, N)
        enters, reads, arriving = enters.float(), reads.float(), steps * x
        found, sizes = [], []
        at_once = max(1, CHUNK_NUMBERS // rate.numel())
        columns = (torch.split(one, at_once, 1) for one in (steps, arriving, enters, reads))
        for step, arrived, enter, read in zip(*columns, strict=True):
            kept = (step[..., None] * rate).exp()  # (B, T, I, N)
            states = _advance(state, kept, arrived[..., None] * enter[:, :, None])
            state = states[:, -1]
            found.append(torch.einsum("btin,btn->bti", states, read))
            if self.sizes.active:
                sizes.append(torch.linalg.vector_norm(states, dim=-1))
        if sizes:
            self.sizes(torch.cat(sizes, 1))
        if cache is not None:
            cache.state, cache.length = state.clone(), cache.length + x.shape[1]
        return torch.cat(found, 1)

    def stages(self, call: Call) -> Iterator[Stage]:
        """The steps of a recorded call; states are shown by their lengths, one for each channel."""
        shape = self.shape
        bias = " + b" if shape.bias else ""
        widened, selected = call.of(self.widen), call.of(self.select)
        x = Value("x", widened.input)
        wide, gate = (Value(*pair) for pair in zip("uz", widened.result.chunk(2, -1), strict=True))
        yield Stage("Input projection", f"u = W_u x{bias}", (x,), wide)
        yield Stage("Gate, before its activation", f"z = W_z x{bias}", (x,), gate)
        convolved = self._recorded(call, "c", self.convolved)
        formula = f"c = silu(convolution of u over {shape.window} tokens)"
        before = Value("u", wide.numbers, of_others=True)
        yield Stage("Convolution over the last tokens", formula, (before,), convolved)
        narrow = Value("r", selected.result[:, : shape.rank])
        enters, reads = (
            self._recorded(call, "B", self.enters),
            self._recorded(call, "C", self.reads),
        )
        yield Stage("Step sizes, narrow", "r = W_r c", (convolved,), narrow)
        yield Stage("What enters the state", "B = W_B c", (convolved,), enters)
        yield Stage("What is read of the state", "C = W_C c", (convolved,), reads)
        steps = self._recorded(call, "Δ", self.steps)
        yield Stage("Step sizes", "Δ = softplus(W_Δ r + b_Δ)", (narrow,), steps)
        sizes = self._recorded(call, "|h|", self.sizes)
        last = functional.pad(sizes.numbers, (0, 0, 1, 0))[:-1]
        yield looked_up("State at the token before", "|h₋₁|, 0 at the first", "|h₋₁|", last)
        formula = "h = exp(Δ A) h₋₁ + Δ c B, of each channel the length |h|"
        operands = (Value("|h₋₁|", last), steps, convolved, enters)
        yield Stage("State", formula, operands, sizes)
        narrowed = call.of(self.narrow)
        gated = Value("y", narrowed.input)
        formula = "y = (h C + D ⊙ c) ⊙ silu(z)"
        yield Stage("Read of the state, gated", formula, (sizes, reads, convolved, gate), gated)
        yield function_of("Output projection", f"y ← W_o y{bias}", narrowed, ("y", "y"))

    @staticmethod
    def _recorded(call: Call, name: str, tap: Tap) -> Value:
        return Value(name, plain(call.of(tap).output))


def _drop_padding(x: Tensor, present: Tensor | None) -> Tensor:
    """x (B, T, …) with zeros at padding, of which nothing is carried on."""
    return x if present is None else x * present[..., None]


def _advance(state: Tensor, kept: Tensor, added: Tensor) -> Tensor:
    """The states (B, T, I, N) after each token: `kept` of the one before plus what is `added`.

    On torch's meta device, where no number is known, in one operation for all tokens.
    """
    if added.is_meta:
        return torch.addcmul(added, kept, kept)
    states = []
    for share, new in zip(kept.unbind(1), added.unbind(1), strict=True):
        state = torch.addcmul(new, share, state)
        states.append(state)
    return torch.stack(states, 1)
