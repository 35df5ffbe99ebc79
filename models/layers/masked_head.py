"""The head of a masked language model (Devlin et al. 2018, arXiv:1810.04805)."""

from __future__ import annotations

from torch import Tensor, nn

from models.layers.feedforward import activation
from models.layers.linear import Linear


class MaskedHead(nn.Module):
    """Logits over the vocabulary: dense, activation, LayerNorm, then the token table, to be tied.

    The table may be narrower than the states, as ALBERT's is: `table_width`. `biases` says whether
    the dense layer, the norm and the table have one.
    """

    def __init__(
        self,
        width: int,
        vocab_size: int,
        act: str,
        eps: float,
        table_width: int | None = None,
        biases: tuple[bool, bool, bool] = (True, True, True),
    ) -> None:
        super().__init__()
        inner = width if table_width is None else table_width
        dense, norm, table = biases
        self.dense = Linear(width, inner, dense)
        self.act = activation(act)
        self.norm = nn.LayerNorm(inner, eps=eps, bias=norm)
        self.decoder = Linear(inner, vocab_size, table)

    def forward(self, hidden: Tensor) -> Tensor:
        """hidden (…, D) -> (…, V)."""
        logits: Tensor = self.decoder(self.norm(self.dense(hidden, self.act)))
        return logits
