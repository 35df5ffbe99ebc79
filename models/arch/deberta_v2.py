"""DeBERTa v2: relative positions in buckets, with the projections of the contents.

He, Liu, Gao, Chen (2020), arXiv:2006.03654; reference: microsoft/DeBERTa, and
`DebertaV2ForMaskedLM` of transformers for names and details. Version 2 has a convolution parallel
to its first layer. Version 3 has none and is published as `deberta-v2` too: its encoder opens here
where the files do not have its detection head.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from torch import Tensor, nn

from models.arch import deberta
from models.arch.deberta import (
    BOTH_TERMS,
    EXTRAS,
    HEAD_RULES,
    HEADS,
    IGNORED,
    LEGACY,
    NOTES,
    ROLES,
    SELF,
    STREAMS,
    Deberta,
    DebertaConfig,
    DebertaEncoder,
    block_sizes,
    pooled_head_spec,
    task_heads,
)
from models.inside.stages import Call, Stage, Value, plain, residual, rest, stages_of
from models.layers.disentangled import (
    BlockTaps,
    DisentangledAttention,
    DisentangledBlock,
    RelativePositions,
    relative_positions,
)
from models.layers.dropout import apply_dropout
from models.layers.feedforward import activation
from models.layers.linear import Linear, product
from models.layers.weight_cache import Source
from models.schema.specs import (
    CLS_PAIR,
    CLS_SINGLE,
    ArchSpec,
    Paper,
    Preset,
    SpecialTokenTemplate,
    WeightRule,
    WeightTable,
    layer_rules,
)


@dataclass(frozen=True)
class DebertaV2Config(DebertaConfig):
    """The fields of a published config.json; defaults are deberta-v2-xlarge."""

    vocab_size: int = 128100
    hidden_size: int = 1536
    num_hidden_layers: int = 24
    num_attention_heads: int = 24
    intermediate_size: int = 6144
    position_buckets: int = 256  # to either side; below 1: every distance has its own row
    share_att_key: bool = True  # positions go through the query and key matrices of the contents
    norm_rel_ebd: str = "layer_norm"
    conv_kernel_size: int = 3  # below 1: no convolution, as in version 3
    conv_act: str = "gelu"

    FIXED: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        **DebertaConfig.FIXED,
        "pos_att_type": (BOTH_TERMS,),
        "norm_rel_ebd": ("layer_norm", "none"),
        "conv_groups": (1,),
    }
    MAY_BE_NOTHING: ClassVar[frozenset[str]] = DebertaConfig.MAY_BE_NOTHING | {
        "conv_kernel_size",
        "position_buckets",
    }
    UNSAID: ClassVar[Mapping[str, Any]] = {
        **DebertaConfig.UNSAID,
        "position_buckets": -1,
        "share_att_key": False,
        "norm_rel_ebd": "none",
        "conv_kernel_size": 0,
        "conv_act": "tanh",
    }

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.position_buckets > 0 and min(self.position_buckets, self.reach) < 2:
            raise ValueError(
                "position_buckets must be 2 or more, and so must positions; or below 1, for none"
            )

    @property
    def num_relative(self) -> int:
        """How many rows of relative positions there are for either side."""
        return self.position_buckets if self.position_buckets > 0 else self.reach


class DebertaV2Attention(DisentangledAttention):
    """Query, key and value in one matrix, which positions go through too where they share it."""

    def __init__(self, config: DebertaV2Config) -> None:
        width = config.hidden_size
        dropouts = (config.attention_probs_dropout_prob, config.hidden_dropout_prob)
        super().__init__(width, config.num_attention_heads, dropouts)
        self.qkv = Linear(width, 3 * width)
        self.table = None if config.share_att_key else Linear(width, 2 * width)

    def project(self, x: Tensor, query_states: Tensor | None) -> tuple[Tensor, Tensor, Tensor]:
        """Query, key and value, each (B, H, T, K); queries of `query_states` if given."""
        query, key, value = (self._split(part) for part in self.qkv(x).chunk(3, dim=-1))
        if query_states is not None:
            width = x.shape[-1]
            weight, bias = self.qkv.weight[:width], self.qkv.bias[:width]
            query = self._split(product(query_states, weight, bias))
        return query, key, value

    def project_table(self, table: Tensor) -> tuple[Tensor, Tensor]:
        """The query and the key of each relative position: (R, D) -> two of (H, R, K)."""
        if self.table is not None:
            both = self.table(table)  # (R, 2D)
        else:
            end = 2 * table.shape[-1]
            both = product(table, self.qkv.weight[:end], self.qkv.bias[:end])
        query, key = both.chunk(2, dim=-1)
        return self._split(query), self._split(key)

    @property
    def table_sources(self) -> tuple[Source, ...]:
        """The weights or the layer that `project_table` multiplies with."""
        return (self.qkv.weight, self.qkv.bias) if self.table is None else (self.table,)


class Convolution(nn.Module):
    """LayerNorm(block output + activation of a convolution over the tokens that entered it)."""

    def __init__(self, config: DebertaV2Config) -> None:
        super().__init__()
        width, size = config.hidden_size, config.conv_kernel_size
        self.conv = nn.Conv1d(width, width, size, padding=(size - 1) // 2)
        self.act = activation(config.conv_act)
        self.norm = nn.LayerNorm(width, eps=config.layer_norm_eps)
        self.dropout = config.hidden_dropout_prob

    def forward(self, entered: Tensor, left: Tensor) -> Tensor:
        """What entered the block and what left it, (B, T, D) each -> (B, T, D).

        Padding must be zero in `entered`.
        """
        convolved = self.conv(entered.transpose(1, 2)).transpose(1, 2)  # (B, T, D)
        convolved = apply_dropout(self, convolved, self.dropout)
        normed: Tensor = self.norm(left + self.act(convolved))
        return normed

    def stages(self, call: Call) -> Iterator[Stage]:
        entered, left = (plain(call.arguments[name]) for name in ("entered", "left"))
        made = self.act(call.of(self.conv).result.t())
        formula = "y = φ(convolution over neighbouring tokens)"
        yield Stage("Convolution", formula, (Value("x", entered),), Value("y", made))
        yield residual(left, made)
        yield from stages_of(call.of(self.norm))


class ConvolvedBlock(DisentangledBlock):
    """The first block of version 2, with its convolution; the mask decoder does not use that."""

    def __init__(self, config: DebertaV2Config) -> None:
        super().__init__(DebertaV2Attention(config), *block_sizes(config))
        self.convolution = Convolution(config)

    def forward(
        self,
        x: Tensor,
        positions: RelativePositions,
        mask: Tensor | None = None,
        query_states: Tensor | None = None,
        taps: BlockTaps | None = None,
    ) -> Tensor:
        """x (B, T, D) -> (B, T, D)."""
        if query_states is not None:
            return super().forward(x, positions, mask, query_states, taps)
        return self.state(self.convolution(x, self.pass_through(x, positions, mask)))


class DebertaV2Encoder(DebertaEncoder):
    """The encoder with other blocks and other relative positions."""

    config: DebertaV2Config

    def __init__(self, config: DebertaV2Config) -> None:
        super().__init__(config)
        normed = config.norm_rel_ebd == "layer_norm"
        self.relative_norm = (
            nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps) if normed else nn.Identity()
        )

    def stages(self, call: Call) -> Iterator[Stage]:
        """Yield the stages of the tokens, without the norm of the relative-position table."""
        yield from rest(call, self.relative_norm)

    @classmethod
    def block(cls, config: Any, layer: int) -> DisentangledBlock:
        """The block of a layer; the first has a convolution in parallel."""
        if layer == 0 and config.conv_kernel_size > 0:
            return ConvolvedBlock(config)
        return DisentangledBlock(DebertaV2Attention(config), *block_sizes(config))

    def positions(self, length: int) -> RelativePositions:
        """The relative positions of a text, which all layers share."""
        reach = self.config.reach if self.config.position_buckets > 0 else 0
        unnormed = relative_positions(self.relative.weight, length, reach)
        sources = (*unnormed.sources, self.relative_norm)
        return RelativePositions(self.relative_norm(unnormed.table), unnormed.index, sources)


class DebertaV2(DebertaV2Encoder, Deberta):
    """The encoder of DeBERTa-v2 with the head `mlm`."""


def _projections(ours: str, *theirs: str) -> tuple[WeightRule, ...]:
    return layer_rules(f"layers.{{i}}.attention.{ours}", *(f"{SELF}.{name}" for name in theirs))


ENCODER_RULES = (
    *deberta.ENCODER_RULES,
    *_projections("qkv", "query_proj", "key_proj", "value_proj"),
    *_projections("table", "pos_query_proj", "pos_key_proj"),
    *layer_rules("relative_norm", "deberta.encoder.LayerNorm"),
)

TABLE = WeightTable(
    architectures=("DebertaV2ForMaskedLM", "DebertaV2Model"),
    rules=(
        *ENCODER_RULES,
        *HEAD_RULES,
        *layer_rules("layers.0.convolution.conv", "deberta.encoder.conv.conv"),
        *layer_rules("layers.0.convolution.norm", "deberta.encoder.conv.LayerNorm"),
    ),
    legacy=LEGACY,
    ignored=IGNORED,
    optional=("mlm.",),
    tied={"mlm.decoder.weight": "embeddings.token.weight"},
)


SPEC = ArchSpec(
    name="deberta-v2",
    title="DeBERTa v2",
    summary="DeBERTa with logarithmic buckets of relative positions, and shared projections.",
    difference=(
        "Relative positions beyond 128 tokens share logarithmic buckets, and have the same query "
        "and key projections as the contents. The Unigram vocabulary has 128,000 tokens. A "
        "convolution is parallel to the first layer."
    ),
    paper=Paper(
        "He, Liu, Gao, Chen",
        "DeBERTa: Decoding-enhanced BERT with Disentangled Attention",
        2020,
        "2006.03654",
    ),
    reference="microsoft/DeBERTa",
    model_type="deberta-v2",
    config_class=DebertaV2Config,
    model_class=DebertaV2,
    streams=STREAMS,
    heads=HEADS,
    direction="both sides",
    positions="relative, in logarithmic buckets; absolute only to predict masked tokens",
    objectives=("masked",),
    tokenizers=("unigram",),
    tables={"": TABLE},
    presets=(
        Preset("deberta-v2-xlarge", {}, 884_593_152),
        Preset("deberta-v2-xxlarge", {"num_hidden_layers": 48}, 1_564_549_632),
    ),
    extras=EXTRAS,
    template=SpecialTokenTemplate("DebertaV2Tokenizer", ROLES, CLS_SINGLE, CLS_PAIR),
    notes=(
        *NOTES,
        "Version 3 is published under the same model type. Files of it that have neither its "
        "detection head nor the entry embedding_sharing open as version 2 without a convolution.",
    ),
    post_norm=True,
    task_heads={
        **task_heads("DebertaV2"),
        "choice": pooled_head_spec("DebertaV2ForMultipleChoice"),
    },
    config_titles={
        "share_att_key": "Positions share the query and key matrices",
        "norm_rel_ebd": "Norm of the relative positions",
        "conv_kernel_size": "Convolution width",
        "conv_act": "Convolution activation",
    },
    config_values={
        "position_buckets": {-1: "every distance", 0: "every distance"},
        "norm_rel_ebd": {"layer_norm": "layer normalisation"},
        "conv_kernel_size": {-1: "no convolution", 0: "no convolution"},
    },
)
