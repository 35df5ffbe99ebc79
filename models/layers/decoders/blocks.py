"""The two blocks of a decoder: a norm before each part (Pre-LN), or after each sum (Post-LN).

Vaswani et al. (2017), arXiv:1706.03762, has the norm after the sum; Radford et al. (2019), Language
Models are Unsupervised Multitask Learners, has it before. Xiong et al. (2020), arXiv:2002.04745,
compares both. Shapes: B batch, T tokens, D width.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from torch import Tensor, nn

from models.inference.taps import Tap
from models.inside.stages import Call, Stage, pre_norm
from models.layers.attention import KeyValueCache
from models.layers.dropout import apply_dropout
from models.layers.encoder import ResidualNorm


class PreNormDecoderBlock(nn.Module):
    """x + attention(norm(x)), then x + feed-forward(norm(x)).

    Taps: `attention.weights`, `attention.heads`, and `state` (B, T, D), the block's output.
    """

    def __init__(
        self,
        attention: nn.Module,
        feed_forward: nn.Module,
        make_norm: Callable[[], nn.Module],
        dropout: float = 0.0,
    ) -> None:
        """`dropout` is that of what is added to the residual stream."""
        super().__init__()
        self.attention_norm = make_norm()
        self.attention = attention
        self.feed_forward_norm = make_norm()
        self.feed_forward = feed_forward
        self.dropout = dropout
        self.state = Tap()

    def forward(
        self, x: Tensor, mask: Tensor | None, causal: bool, cache: KeyValueCache | None
    ) -> Tensor:
        """x (B, T, D) -> (B, T, D)."""
        output = self.attention(self.attention_norm(x), mask, causal, cache)
        x = x + apply_dropout(self, output, self.dropout)
        output = self.feed_forward(self.feed_forward_norm(x))
        x = x + apply_dropout(self, output, self.dropout)
        state: Tensor = self.state(x)
        return state

    def stages(self, call: Call) -> Iterator[Stage]:
        first, last = self.attention_norm, self.feed_forward_norm
        yield from pre_norm(call, [(first, self.attention), (last, self.feed_forward)])


class PostNormDecoderBlock(nn.Module):
    """norm(x + attention(x)), then norm(x + feed-forward(x)).

    Taps: `attention.weights`, `attention.heads`, and `state` (B, T, D), the block's output.
    """

    def __init__(
        self,
        attention: nn.Module,
        feed_forward: nn.Module,
        make_norm: Callable[[], ResidualNorm],
    ) -> None:
        super().__init__()
        self.attention = attention
        self.attention_norm = make_norm()
        self.feed_forward = feed_forward
        self.feed_forward_norm = make_norm()
        self.state = Tap()

    def forward(
        self, x: Tensor, mask: Tensor | None, causal: bool, cache: KeyValueCache | None
    ) -> Tensor:
        """x (B, T, D) -> (B, T, D)."""
        x = self.attention_norm(x, self.attention(x, mask, causal, cache))
        state: Tensor = self.state(self.feed_forward_norm(x, self.feed_forward(x)))
        return state
