"""Token, position and segment embeddings, added and normalised as in BERT (arXiv:1810.04805)."""

from __future__ import annotations

from torch import Tensor, nn

from models.inference.taps import Tap
from models.layers.dropout import dropped


class SummedEmbeddings(nn.Module):
    """LayerNorm(token + position + segment); without segments where `num_segments` is 0.

    Tap `summed` (B, T, E): what comes out.
    """

    def __init__(
        self,
        vocab_size: int,
        width: int,
        num_positions: int,
        num_segments: int,
        eps: float,
        dropout: float,
    ) -> None:
        super().__init__()
        self.token = nn.Embedding(vocab_size, width)
        self.position = nn.Embedding(num_positions, width)
        self.segment = nn.Embedding(num_segments, width) if num_segments else None
        self.norm = nn.LayerNorm(width, eps=eps)
        self.dropout = dropout
        self.summed = Tap()

    def forward(self, ids: Tensor, segment: Tensor | None) -> Tensor:
        """ids, segment (B, T) -> (B, T, E). A missing segment is segment 0."""
        x = self.token(ids) + self.position.weight[: ids.shape[1]]  # (B, T, E)
        if self.segment is not None:
            x = x + (self.segment.weight[:1] if segment is None else self.segment(segment))
        x = self.norm(x)
        x = dropped(self, x, self.dropout)
        return self.summed(x)


def initialise(module: nn.Module, std: float) -> None:
    """Normal weights of the given deviation, zero biases, unit norms, for every layer below."""
    for part in module.modules():
        if isinstance(part, nn.Linear | nn.Embedding | nn.Conv1d):
            nn.init.normal_(part.weight, std=std)
        if isinstance(part, nn.Linear | nn.Conv1d) and part.bias is not None:
            nn.init.zeros_(part.bias)


def tie(linear: nn.Linear, embedding: nn.Embedding) -> None:
    """Let an output layer share the storage of an embedding table (Press & Wolf 2017)."""
    linear.weight = embedding.weight


def positions_fit(length: int, num_positions: int) -> None:
    """Raise ValueError when a sequence is longer than a model's positions."""
    if length > num_positions:
        raise ValueError(f"{length} tokens do not fit into the model's {num_positions} positions")
