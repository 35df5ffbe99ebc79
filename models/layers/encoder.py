"""The post-norm transformer block (Vaswani et al. 2017, arXiv:1706.03762), and its LayerNorm."""

from __future__ import annotations

from torch import Tensor, nn

from models.inference.taps import Tap
from models.layers.attention import Attention
from models.layers.dropout import dropped
from models.layers.feedforward import FeedForward


class ResidualNorm(nn.LayerNorm):
    """The end of a Post-LN sublayer: LayerNorm(x + dropout(output)), both (…, D) -> (…, D).

    Ba, Kiros & Hinton (2016), arXiv:1607.06450.
    """

    def __init__(self, width: int, eps: float, dropout: float) -> None:
        super().__init__(width, eps=eps)
        self.dropout = dropout

    def forward(self, x: Tensor, output: Tensor) -> Tensor:  # type: ignore[override]
        if self.training:
            output = dropped(self, output, self.dropout)
        return super().forward(x + output)


class EncoderBlock(nn.Module):
    """LayerNorm(x + attention(x)), then LayerNorm(x + feed-forward(x)).

    Taps: `attention.weights`, `attention.heads`, and `state` (B, T, D), the block's output.
    """

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
        self.attention = Attention(width, num_heads, dropouts[0])
        self.attention_norm = ResidualNorm(width, eps, dropouts[1])
        self.feed_forward = FeedForward(width, inner, act)
        self.feed_forward_norm = ResidualNorm(width, eps, dropouts[1])
        self.state = Tap()

    def forward(self, x: Tensor, mask: Tensor | None = None) -> Tensor:
        """x (B, T, D), additive mask broadcastable to (B, H, T, T) -> (B, T, D)."""
        x = self.attention_norm(x, self.attention(x, mask))
        return self.state(self.feed_forward_norm(x, self.feed_forward(x)))


def encoder_taps(prefix: str, num_layers: int, place: str) -> list[str]:
    """Tap paths of one place in every block: `attention.weights`, `attention.heads` or `state`."""
    return [f"{prefix}.{layer}.{place}" for layer in range(num_layers)]
