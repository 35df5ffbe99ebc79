"""An encoder with a second stream of entities, which are aligned to some of the tokens.

After Zhang et al. (2019), ERNIE: Enhanced Language Representation with Informative Entities,
arXiv:1905.07129. Which tokens name an entity is settled by their ids here, instead of by a linker.

Shapes: B batch, T tokens, E entities, D width.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from torch import Tensor, nn

from models.arch.bert import (
    BertConfig,
    bert_layer_rules,
    embedding_rules,
    encoder_blocks,
    summed_embeddings,
)
from models.inference.taps import Tap
from models.layers.attention import padding_mask
from models.layers.embeddings import initialise, positions_fit, tie
from models.layers.encoder import encoder_taps
from models.layers.linear import Linear
from models.layers.masked_head import MaskedHead
from models.schema.batch import Batch
from models.schema.records import ModelInput
from models.schema.specs import (
    TOKENS,
    ArchSpec,
    HeadSpec,
    InputSpec,
    Paper,
    Preset,
    StreamSpec,
    WeightRule,
    WeightTable,
    layer_rules,
)

ENTITIES, ALIGNED = "entity_ids", "entity_positions"
PADDING, TEXT = 0, 1  # entities: none, and one that stands for the whole text
NAMED_ONE_IN = 7  # token ids name an entity


@dataclass(frozen=True)
class EntityConfig(BertConfig):
    """BERT's, and the number of entities."""

    vocab_size: int = 1000
    hidden_size: int = 64
    num_hidden_layers: int = 2
    num_attention_heads: int = 2
    intermediate_size: int = 128
    max_position_embeddings: int = 64
    num_entities: int = 50


class EntityEncoder(nn.Module):
    """Tokens and entities, each with blocks of their own; after each, tokens take in entities.

    Without the feed `entity_ids` there are tokens alone. Taps: `entered` (B, E, D), and those of
    the blocks.
    """

    def __init__(self, config: EntityConfig) -> None:
        super().__init__()
        self.config = config
        width = config.hidden_size
        self.embeddings = summed_embeddings(config, width)
        self.entity = nn.Embedding(config.num_entities, width)
        self.layers = encoder_blocks(config)
        self.entity_layers = encoder_blocks(config)
        self.fuse = nn.ModuleList(Linear(width, width) for _ in self.layers)
        self.mlm = MaskedHead(width, config.vocab_size, "gelu", config.layer_norm_eps)
        self.entered = Tap()
        initialise(self, config.initializer_range)
        tie(self.mlm.decoder, self.embeddings.token)

    def forward(self, batch: Batch) -> dict[str, Tensor]:
        """The last hidden states of tokens (B, T, D) and entities (B, E, D)."""
        positions_fit(batch.input_ids.shape[1], self.config.max_position_embeddings)
        x = self.embeddings(batch.input_ids, batch.segment)  # (B, T, D)
        padding = padding_mask(batch.present, x.dtype)
        if ENTITIES not in batch.feeds:
            for layer in self.layers:
                x = layer(x, padding)
            return {"tokens": x}
        ids, aligned = batch.feeds[ENTITIES], batch.feeds[ALIGNED]
        linked = ids != PADDING
        e = self.entered(self.entity(ids))  # (B, E, D)
        none = padding_mask(linked, x.dtype)
        for layer, own, fuse in zip(self.layers, self.entity_layers, self.fuse, strict=True):
            x, e = layer(x, padding), own(e, none)
            places = aligned[..., None].expand(-1, -1, x.shape[-1])  # (B, E, D)
            x = x.scatter_add(1, places, fuse(e) * linked[..., None])
        return {"tokens": x, "entities": e}

    def logits(self, head: str, hidden: Tensor) -> Tensor:
        """`mlm`: (…, D) -> (…, V)."""
        return self.mlm(hidden)

    @property
    def streams(self) -> tuple[str, ...]:
        return ("tokens", "entities")

    def attention_taps(self, stream: str) -> list[str]:
        return self._taps(stream, "attention.weights")

    def hidden_taps(self, stream: str) -> list[str]:
        entered = "embeddings.summed" if stream == "tokens" else "entered"
        return [entered, *self._taps(stream, "state")]

    def _taps(self, stream: str, place: str) -> list[str]:
        prefix = "layers" if stream == "tokens" else "entity_layers"
        return encoder_taps(prefix, len(self.layers), place)


def link(model_input: ModelInput, config: EntityConfig) -> ModelInput:
    """Feeds the entities that the tokens of the text name, and where; first the text itself."""
    if ENTITIES in model_input.feeds:
        return model_input
    ids = model_input.encoding.ids[: len(model_input)]
    (named,) = np.nonzero((ids % NAMED_ONE_IN == 0) & ~model_input.encoding.special[: len(ids)])
    entities = TEXT + 1 + ids[named] % (config.num_entities - 2)
    fed = model_input.with_feed(ENTITIES, np.array([TEXT, *entities]))
    return fed.with_feed(ALIGNED, np.array([0, *named]))


def entity_label(entity: int) -> str:
    return f"Q{entity}"


TABLE = WeightTable(
    architectures=("EntityForMaskedLM", "EntityModel"),
    rules=(
        *embedding_rules("embeddings"),
        WeightRule("entity.weight", "entity_embeddings.weight"),
        *bert_layer_rules("encoder.layer.{i}"),
        *bert_layer_rules("entities.layer.{i}", "entity_layers.{i}"),
        *layer_rules("fuse.{i}", "fusion.{i}"),
        *layer_rules("mlm.dense", "mlm.dense"),
        *layer_rules("mlm.norm", "mlm.norm"),
        WeightRule("mlm.decoder.bias", "mlm.bias"),
    ),
    optional=("mlm.",),
    tied={"mlm.decoder.weight": "embeddings.token.weight"},
)

SPEC = ArchSpec(
    name="entities",
    title="Entity encoder",
    summary="An encoder that also reads which entities the text names.",
    difference="A second stream of entities, aligned to the tokens that name them.",
    paper=Paper(
        "Zhang, Han, Liu, Jiang, Sun, Liu",
        "ERNIE: Enhanced Language Representation with Informative Entities",
        2019,
        "1905.07129",
    ),
    reference="thunlp/ERNIE",
    model_type="entities",
    config_class=EntityConfig,
    model_class=EntityEncoder,
    inputs=(
        TOKENS,
        InputSpec(ENTITIES, "Entities", "entities", size_key="num_entities", label=entity_label),
        InputSpec(ALIGNED, "Tokens of the entities", "positions"),
    ),
    streams=(
        StreamSpec("tokens", "Tokens"),
        StreamSpec("entities", "Entities", feed=ENTITIES),
    ),
    heads=(HeadSpec("mlm", "Masked tokens", "tokens", "fill_mask"),),
    direction="both sides",
    positions="learned, absolute",
    objectives=("masked",),
    tokenizers=("wordpiece",),
    tables={"": TABLE},
    presets=(Preset("entities-small", {}, 213_760),),
    add_default_feeds=link,
    post_norm=True,
)
