"""The post-norm transformer block (Vaswani et al. 2017, arXiv:1706.03762), and its LayerNorm."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from torch import Tensor, nn

from models.inference.taps import Tap
from models.inside.stages import Call, Stage, Value, norm_formula, plain, residual
from models.layers.attention import Attention, padding_mask
from models.layers.dropout import apply_dropout
from models.layers.feedforward import FeedForward


class ResidualNorm(nn.LayerNorm):
    """The end of a Post-LN sublayer: LayerNorm(x + dropout(output)), both (…, D) -> (…, D).

    Ba, Kiros & Hinton (2016), arXiv:1607.06450.
    """

    def __init__(self, width: int, eps: float, dropout: float, affine: bool = True) -> None:
        """Not `affine`: nothing in the norm is learned."""
        super().__init__(width, eps=eps, elementwise_affine=affine)
        self.dropout = dropout

    def forward(self, x: Tensor, output: Tensor) -> Tensor:  # type: ignore[override]
        if self.training:
            output = apply_dropout(self, output, self.dropout)
        return super().forward(x + output)

    def stages(self, call: Call) -> Iterator[Stage]:
        added = residual(*(plain(call.arguments[name]) for name in ("x", "output")))
        yield added
        yield Stage(
            "Layer normalization",
            f"x = {norm_formula(self).replace('x', 'r')}",
            (Value("r", added.result.numbers),),
            Value("x", call.result),
        )


class EncoderBlock(nn.Module):
    """LayerNorm(x + attention(x)), then LayerNorm(x + feed-forward(x)).

    Taps: `attention.weights`, `attention.heads`, and `state` (B, T, D), the block's output.
    """

    ATTENTION: ClassVar = Attention

    def __init__(
        self,
        width: int,
        num_heads: int,
        inner: int,
        act: str,
        eps: float,
        dropouts: tuple[float, float],
    ) -> None:
        """`dropouts`: of the attention weights, and of what is added to the residual stream."""
        super().__init__()
        self.attention = self.ATTENTION(width, num_heads, dropouts[0])
        self.attention_norm = ResidualNorm(width, eps, dropouts[1])
        self.feed_forward = FeedForward(width, inner, act)
        self.feed_forward_norm = ResidualNorm(width, eps, dropouts[1])
        self.state = Tap()

    def forward(self, x: Tensor, mask: Tensor | None = None, first_only: bool = False) -> Tensor:
        """x (B, T, D), additive mask broadcastable to (B, H, T, T) -> (B, T, D).

        With `first_only` it is (B, 1, D), the state of the first token, unless a tap is read.
        """
        first_only = first_only and not self._is_observed
        attended = self.attention(x, mask, first_only=first_only)
        x = self.attention_norm(x[:, :1] if first_only else x, attended)
        return self.state(self.feed_forward_norm(x, self.feed_forward(x)))

    @property
    def _is_observed(self) -> bool:
        attention, added = self.attention, self.feed_forward.added
        taps = self.state, attention.weights, attention.heads, added
        return any(tap.active for tap in taps)


def run_blocks(
    blocks: nn.ModuleList,
    x: Tensor,
    present: Tensor | None,
    first_only: bool,
    bias: Tensor | None = None,
) -> Tensor:
    """x (B, T, D) through EncoderBlocks; `present` (B, T) is False on padding.

    With `first_only` the last block computes what depends on the first token alone. `bias`, which
    expands to (B, H, T, T), is added to the scores of all blocks.
    """
    mask = padding_mask(present, x.dtype)
    if bias is not None:
        mask = bias if mask is None else bias + mask
    last = len(blocks) - 1
    for index, block in enumerate(blocks):
        x = block(x, mask, first_only and index == last)
    return x


def encoder_taps(prefix: str, num_layers: int, place: str) -> list[str]:
    """Tap paths of one place in every block: `attention.weights`, `attention.heads` or `state`."""
    return [f"{prefix}.{layer}.{place}" for layer in range(num_layers)]
