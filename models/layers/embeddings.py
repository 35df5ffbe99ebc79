"""Token, position and segment embeddings, added and normalised as in BERT (arXiv:1810.04805)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

import torch
from torch import Tensor, nn
from torch.nn import functional

from models.inference.taps import Tap
from models.inside.stages import Call, Stage, stages_of, table_stages
from models.layers.dropout import apply_dropout

BASE = 10000.0  # of the wave lengths of sinusoids


class SummedEmbeddings(nn.Module):
    """LayerNorm(token + position + segment); without segments where `num_segments` is 0.

    Tap `summed` (B, T, E): the output.
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
        x = self.norm(self._sum_rows(ids, segment))
        x = apply_dropout(self, x, self.dropout)
        return self.summed(x)

    def _sum_rows(self, ids: Tensor, segment: Tensor | None) -> Tensor:
        """Add the rows of all tables: (B, T) -> (B, T, E)."""
        x = self.token(ids) + self.position.weight[: ids.shape[1]]  # (B, T, E)
        if self.segment is not None:
            x = x + (self.segment.weight[:1] if segment is None else self.segment(segment))
        return x

    def stages(self, call: Call) -> Iterator[Stage]:
        yield from table_stages(**self._recorded_rows(call))
        yield from stages_of(call.of(self.norm))

    def _recorded_rows(self, call: Call) -> dict[str, Tensor | None]:
        """The rows (T, E) of each table for one text, by what they stand for."""
        tokens, segment = call.of(self.token).result, call.arguments["segment"]
        return {
            "token": tokens,
            "position": self.position.weight[: len(tokens)],
            "segment": segment_rows(self.segment, segment, len(tokens)),
        }


class Sinusoids(nn.Module):
    """Fixed positions: sines in the first half of a vector, cosines of the same in the second."""

    weight: Tensor

    def __init__(self, num_positions: int, width: int) -> None:
        super().__init__()
        self.register_buffer("weight", _waves(num_positions, width), persistent=False)


def _waves(num_positions: int, width: int) -> Tensor:
    """The table (P, D), computed in 64 bits: pair j has the wave length 2π · 10000^(2j/D)."""
    pairs = torch.arange((width + 1) // 2, dtype=torch.float64)
    places = torch.arange(num_positions, dtype=torch.float64)
    angles = places[:, None] / BASE ** (2 * pairs / width)  # (P, D / 2)
    return torch.cat([angles.sin(), angles.cos()[:, : width // 2]], dim=1).float()


def segment_rows(table: nn.Embedding | None, segment: Tensor | None, length: int) -> Tensor | None:
    """The rows (T, E) of one text's segments (1, T), 0 without any; None without a table."""
    if table is None:
        return None
    ids = torch.zeros(length, dtype=torch.long) if segment is None else segment[0]
    return table.weight[ids.to(table.weight.device)]


class OffsetEmbedding(nn.Module):
    """The rows of another table, to which no gradient goes, plus an offset that is learned.

    Gradient-disentangled embedding sharing: He, Gao, Chen (2021), arXiv:2111.09543; reference:
    microsoft/DeBERTa, DeBERTa/apps/tasks/rtd_task.py. The offset is zero at the beginning.
    """

    def __init__(self, base: nn.Embedding) -> None:
        super().__init__()
        self._base = (base,)  # in a tuple: it is no part of this module
        self.offset = nn.Parameter(torch.zeros_like(base.weight))

    @property
    def base(self) -> nn.Embedding:
        """The table that it adds to."""
        return self._base[0]

    def forward(self, ids: Tensor) -> Tensor:
        """ids (…) -> (…, E)."""
        base = functional.embedding(ids, self.base.weight.detach())
        return base + functional.embedding(ids, self.offset)

    @property
    def weight(self) -> Tensor:
        """The whole table (V, E); it has no gradient but that of the offset."""
        return self.base.weight.detach() + self.offset

    @torch.no_grad()
    def set_weight(self, table: Tensor) -> None:
        """Choose the offset so that the table is this one (V, E).

        Equal to the bit where the table was such a sum in the same precision: then the offset is
        the rounded difference, or the next number above or below it.
        """
        base = self.base.weight
        offset = table - base
        for direction in (math.inf, -math.inf):
            near = torch.nextafter(offset, torch.full_like(offset, direction))
            better = (base + offset != table) & (base + near == table)
            offset = torch.where(better, near, offset)
        self.offset.copy_(offset)


def offset_tables(module: nn.Module) -> dict[str, OffsetEmbedding]:
    """The modules below whose table is a sum, by the name that a plain table would have."""
    parts = module.named_modules()
    return {f"{path}.weight": part for path, part in parts if isinstance(part, OffsetEmbedding)}


def merge_offset_tables(module: nn.Module, tensors: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Tensors of a module by name, with whole tables in place of offsets, as files hold them."""
    tables = offset_tables(module)
    offsets = {name.removesuffix("weight") + "offset" for name in tables}
    others = {name: tensor for name, tensor in tensors.items() if name not in offsets}
    return {**others, **{name: part.weight for name, part in tables.items()}}


def initialise(module: nn.Module, std: float) -> None:
    """Normal weights of the given deviation, zero biases, unit norms, for every layer below."""
    for part in module.modules():
        if isinstance(part, nn.Linear | nn.Embedding | nn.Conv1d):
            nn.init.normal_(part.weight, std=std)
        if isinstance(part, nn.Linear | nn.Conv1d) and part.bias is not None:
            nn.init.zeros_(part.bias)


def dtype_of(table: nn.Module) -> torch.dtype:
    """The precision of the vectors that a table gives: of one kept in fewer bits, 32 bits."""
    weight = table._parameters.get("weight")
    return torch.float32 if weight is None else weight.dtype


def tie(linear: nn.Linear, embedding: nn.Embedding) -> None:
    """Let an output layer share the storage of an embedding table (Press & Wolf 2017)."""
    linear.weight = embedding.weight


def count_positions(ids: Tensor, pad_id: int) -> Tensor:
    """Rows of a position table (B, T) for ids (B, T), as fairseq counts them.

    Padding has the row of its id; the others count from the one after it.
    """
    is_token = ids != pad_id
    return is_token.cumsum(-1) * is_token + pad_id


def positions_fit(length: int, num_positions: int) -> None:
    """Raise ValueError when a sequence is longer than a model's positions."""
    if length > num_positions:
        raise ValueError(f"{length} tokens do not fit into the model's {num_positions} positions")
