"""Phi, small decoders that learned from texts of the quality of textbooks.

Gunasekar, Zhang, Aneja and others (2023), Textbooks Are All You Need, arXiv:2306.11644 (phi-1);
phi-1.5: Li, Bubeck, Eldan and others (2023), arXiv:2309.05463. Reference: `PhiForCausalLM` of
transformers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from torch import nn

from models.arch.rotary_family import (
    STREAMS,
    RotaryConfig,
    RotaryFamilyModel,
    SharedConfig,
    task_heads,
)
from models.layers.feedforward import FeedForward
from models.layers.rotary.attention import GroupedAttention, Normed
from models.layers.rotary.decoder import OneNormBlock, RotaryBlock
from models.schema.configs import Size
from models.schema.specs import (
    ArchSpec,
    HeadSpec,
    Paper,
    Preset,
    WeightRule,
    WeightTable,
    layer_rules,
)


@dataclass(frozen=True)
class PhiConfig(RotaryConfig):
    """The entries of a published config.json; defaults are phi-1's.

    The first `partial_rotary_factor` of each head is turned. With `qk_layernorm` queries and keys
    have a LayerNorm over each head.
    """

    vocab_size: int = 51200
    hidden_size: int = 2048
    intermediate_size: int = 8192
    num_hidden_layers: int = 24
    hidden_act: str = "gelu_new"
    partial_rotary_factor: float = 0.5
    layer_norm_eps: float = 1e-5
    resid_pdrop: float = 0.0
    embd_pdrop: float = 0.0
    qk_layernorm: bool = False

    FIXED: ClassVar[Mapping[str, tuple[Any, ...]]] = {}
    SIZED: ClassVar[Mapping[str, tuple[str, ...]]] = {
        **RotaryConfig.SIZED,
        "dropout": ("resid_pdrop", "embd_pdrop", "attention_dropout"),
    }

    def __post_init__(self) -> None:
        share = self.partial_rotary_factor
        if not 0 < share <= 1:
            raise ValueError(f"partial_rotary_factor = {share:g} must lie above 0 and be at most 1")
        super().__post_init__()
        if self.qk_layernorm and self.head_width * self.num_attention_heads != self.hidden_size:
            raise ValueError("qk_layernorm needs heads that make up the width, without head_dim")

    @classmethod
    def from_size(cls, size: Size, **overrides: Any) -> Self:
        """Half of each head is turned, or all of it where that is no even part."""
        share = cls.partial_rotary_factor if size.width // size.num_heads % 4 == 0 else 1.0
        return super().from_size(size, **{"partial_rotary_factor": share, **overrides})

    @property
    def normed(self) -> Normed:
        return "head" if self.qk_layernorm else ""

    @property
    def attention_biases(self) -> tuple[bool, bool]:
        return True, True

    @property
    def has_feed_forward_bias(self) -> bool:
        return True

    @property
    def has_head_bias(self) -> bool:
        return True

    @property
    def residual_dropout(self) -> float:
        return self.resid_pdrop

    @property
    def embedding_dropout(self) -> float:
        return self.embd_pdrop

    @property
    def norm_eps(self) -> float:
        return self.layer_norm_eps


class PhiAttention(GroupedAttention):
    """Attention whose queries and keys can have a LayerNorm."""

    norm_formula: ClassVar[str] = "γ ⊙ ({0} − μ) / √(σ² + ε) + β"

    @staticmethod
    def make_norm(width: int, eps: float) -> nn.Module:
        """A norm of queries or keys, with `norm_formula`."""
        return nn.LayerNorm(width, eps=eps)


class Phi(RotaryFamilyModel):
    """The decoder of blocks whose attention and feed-forward network read one norm."""

    attention: ClassVar[type[GroupedAttention]] = PhiAttention
    feed_forward: ClassVar[type[FeedForward]] = FeedForward
    norm_class: ClassVar[type[nn.Module]] = nn.LayerNorm

    @staticmethod
    def block_of(config: SharedConfig) -> type[RotaryBlock]:
        """The kind of the blocks."""
        return OneNormBlock


OURS, THEIRS = "layers.{i}", "model.layers.{i}"
IN_BLOCK = {  # the names of a block, by ours
    "attention_norm": "input_layernorm",
    "attention.query": "self_attn.q_proj",
    "attention.key": "self_attn.k_proj",
    "attention.value": "self_attn.v_proj",
    "attention.output": "self_attn.dense",
    "attention.query_norm": "self_attn.q_layernorm",
    "attention.key_norm": "self_attn.k_layernorm",
    "feed_forward.widen": "mlp.fc1",
    "feed_forward.narrow": "mlp.fc2",
}

TABLE = WeightTable(
    architectures=("PhiForCausalLM", "PhiModel"),
    rules=(
        WeightRule("token.weight", "model.embed_tokens.weight"),
        *layer_rules("norm", "model.final_layernorm"),
        *layer_rules("lm", "lm_head"),
        *(
            rule
            for ours, theirs in IN_BLOCK.items()
            for rule in layer_rules(f"{OURS}.{ours}", f"{THEIRS}.{theirs}")
        ),
    ),
    legacy=((r"^(embed_tokens|layers|final_layernorm)\.", r"model.\1."),),
    ignored=(r"rotary_emb\.inv_freq$",),
    optional=("lm.",),
    tied={"lm.weight": "token.weight"},
)

PHI_2 = {
    "hidden_size": 2560,
    "intermediate_size": 10240,
    "num_hidden_layers": 32,
    "partial_rotary_factor": 0.4,
    "resid_pdrop": 0.1,
}

SPEC = ArchSpec(
    name="phi",
    title="Phi",
    summary="A small decoder that learned from texts of the quality of textbooks.",
    difference=(
        "As in GPT-J, attention and feed-forward network of a block read the same LayerNorm of "
        "what enters it, and what they find is added together. Half of each head or less is turned "
        "by the position; all layers have biases, also the head. Its authors chose and generated "
        "texts that teach, instead of more texts."
    ),
    paper=Paper(
        "Gunasekar, Zhang, Aneja, Mendes, Del Giorno and others",
        "Textbooks Are All You Need",
        2023,
        "2306.11644",
    ),
    reference="PhiForCausalLM of transformers",
    model_type="phi",
    config_class=PhiConfig,
    model_class=Phi,
    streams=STREAMS,
    heads=(HeadSpec("lm", "Next token", "decoder", "next_token"),),
    direction="left to right",
    positions="rotary, in a part of each head",
    objectives=("causal",),
    tokenizers=("byte_bpe",),
    tables={"": TABLE},
    presets=(
        Preset("phi-1", {}, 1_313_361_920),
        Preset("phi-1_5", {}, 1_313_361_920),
        Preset("phi-2", PHI_2, 2_648_560_640),
    ),
    generates=True,
    task_heads=task_heads("Phi", "sequence", "token"),
    config_titles={
        "partial_rotary_factor": "Share of a head that is turned",
        "qk_layernorm": "Norms of queries and keys",
    },
)
