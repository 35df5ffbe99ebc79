"""An encoder whose tokens see few others, and other ones in each layer: a band, then a grid.

After Child et al. (2019), Generating Long Sequences with Sparse Transformers, arXiv:1904.10509,
here in both directions.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from models.arch.bert import (
    BertConfig,
    OneEncoder,
    bert_layer_rules,
    embedding_rules,
    encoder_blocks,
    summed_embeddings,
)
from models.layers.attention import padding_mask
from models.layers.embeddings import initialise, positions_fit, tie
from models.layers.masked_head import MaskedHead
from models.schema.batch import Batch
from models.schema.records import BoolArray, ModelInput
from models.schema.specs import (
    ArchSpec,
    HeadSpec,
    Paper,
    Preset,
    StreamSpec,
    WeightRule,
    WeightTable,
    layer_rules,
)


@dataclass(frozen=True)
class SparseConfig(BertConfig):
    """BERT's, and how far a band reaches."""

    vocab_size: int = 1000
    hidden_size: int = 64
    num_hidden_layers: int = 2
    num_attention_heads: int = 2
    intermediate_size: int = 128
    max_position_embeddings: int = 64
    reach: int = 2


def visible(length: int, layer: int, reach: int) -> BoolArray:
    """Who sees whom (T, T): even layers have a band, odd ones every `reach`-th token."""
    distance = np.abs(np.arange(length)[:, None] - np.arange(length))
    return distance <= reach if layer % 2 == 0 else distance % reach == 0


def visibility(model_input: ModelInput, config: SparseConfig, layer: int) -> BoolArray:
    """Who sees whom in a layer (T, T)."""
    return visible(len(model_input), layer, config.reach)


class Sparse(OneEncoder):
    """The encoder with its head `mlm`."""

    def __init__(self, config: SparseConfig) -> None:
        super().__init__()
        self.config = config
        self.embeddings = summed_embeddings(config, config.hidden_size)
        self.layers = encoder_blocks(config)
        self.mlm = MaskedHead(config.hidden_size, config.vocab_size, "gelu", config.layer_norm_eps)
        initialise(self, config.initializer_range)
        tie(self.mlm.decoder, self.embeddings.token)

    def forward(self, batch: Batch) -> dict[str, Tensor]:
        """The last hidden states (B, T, D)."""
        length = batch.input_ids.shape[1]
        positions_fit(length, self.config.max_position_embeddings)
        x = self.embeddings(batch.input_ids, batch.segment)  # (B, T, D)
        padding = padding_mask(batch.present, x.dtype)
        for number, layer in enumerate(self.layers):
            mask = self._mask(length, number, x)
            x = layer(x, mask if padding is None else torch.minimum(mask, padding))
        return {"encoder": x}

    def logits(self, head: str, hidden: Tensor) -> Tensor:
        """`mlm`: (…, D) -> (…, V)."""
        return self.mlm(hidden)

    def _mask(self, length: int, layer: int, x: Tensor) -> Tensor:
        """Additive (1, 1, T, T)."""
        sees = torch.tensor(visible(length, layer, self.config.reach), device=x.device)
        mask = torch.zeros(1, 1, length, length, dtype=x.dtype, device=x.device)
        return mask.masked_fill_(~sees, torch.finfo(x.dtype).min)


TABLE = WeightTable(
    architectures=("SparseForMaskedLM", "SparseModel"),
    rules=(
        *embedding_rules("sparse.embeddings"),
        *bert_layer_rules("sparse.encoder.layer.{i}"),
        *layer_rules("mlm.dense", "mlm.dense"),
        *layer_rules("mlm.norm", "mlm.norm"),
        WeightRule("mlm.decoder.bias", "mlm.bias"),
    ),
    optional=("mlm.",),
    tied={"mlm.decoder.weight": "embeddings.token.weight"},
)

SPEC = ArchSpec(
    name="sparse",
    title="Sparse encoder",
    summary="An encoder whose tokens see a few others, other ones in each layer.",
    difference="Attention is a band in even layers and a grid in odd ones, not everything.",
    paper=Paper(
        "Child, Gray, Radford, Sutskever",
        "Generating Long Sequences with Sparse Transformers",
        2019,
        "1904.10509",
    ),
    reference="openai/sparse_attention",
    model_type="sparse",
    config_class=SparseConfig,
    model_class=Sparse,
    streams=(StreamSpec("encoder", "Encoder", visibility=visibility),),
    heads=(HeadSpec("mlm", "Masked tokens", "encoder", "fill_mask"),),
    direction="both sides, few tokens a layer",
    positions="learned, absolute",
    objectives=("masked",),
    tokenizers=("wordpiece",),
    tables={"": TABLE},
    presets=(Preset("sparse-small", {}, 135_296),),
    post_norm=True,
)
