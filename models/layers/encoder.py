"""The post-norm transformer block (Vaswani et al. 2017, arXiv:1706.03762)."""

from __future__ import annotations

from torch import Tensor, nn

from models.inference.taps import Tap
from models.layers.attention import Attention
from models.layers.feedforward import FeedForward
from models.layers.norms import ResidualNorm


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
