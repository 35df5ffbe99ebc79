"""GPT-NeoX and Pythia, decoders whose attention and feed-forward network read the same states.

Black, Biderman, Hallahan and others (2022), GPT-NeoX-20B, arXiv:2204.06745; Pythia: Biderman,
Schoelkopf, Anthony and others (2023), arXiv:2304.01373. Reference: EleutherAI/gpt-neox, and
`GPTNeoXForCausalLM` of transformers for names and details.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from reprlib import repr as short
from typing import Any, ClassVar

from torch import nn

from models.arch.rotary_family import (
    STREAMS,
    RotaryFamilyModel,
    SharedConfig,
    task_heads,
)
from models.layers.decoders.causal_decoder import CLASSIFIER_DROPOUT
from models.layers.feedforward import FeedForward
from models.layers.rotary.attention import GroupedAttention, HeadPackedAttention
from models.layers.rotary.decoder import ParallelBlock, RotaryBlock
from models.schema.specs import (
    ArchSpec,
    HeadSpec,
    Paper,
    Preset,
    WeightRule,
    WeightTable,
    layer_rules,
)

OTHER_NAMES = {"rope_theta": "rotary_emb_base", "partial_rotary_factor": "rotary_pct"}


@dataclass(frozen=True)
class GptNeoxConfig(SharedConfig):
    """The entries of a published config.json; defaults are GPT-NeoX-20B's.

    The first `rotary_pct` of each head is turned.
    """

    vocab_size: int = 50432
    hidden_size: int = 6144
    intermediate_size: int = 24576
    num_hidden_layers: int = 44
    num_attention_heads: int = 64
    hidden_act: str = "gelu"
    hidden_dropout: float = 0.0
    layer_norm_eps: float = 1e-5
    rotary_emb_base: float = 10000.0
    rotary_pct: float = 0.25
    use_parallel_residual: bool = True
    attention_bias: bool = True

    THETA: ClassVar[str] = "rotary_emb_base"
    TURNED: ClassVar[str] = "rotary_pct"
    FIXED: ClassVar[Mapping[str, tuple[Any, ...]]] = {  # of the first files, which nothing reads
        "attention_probs_dropout_prob": (0, None),
        "hidden_dropout_prob": (0, None),
    }
    SIZED: ClassVar[Mapping[str, tuple[str, ...]]] = {
        **SharedConfig.SIZED,
        "dropout": ("hidden_dropout", "attention_dropout"),
    }

    def __post_init__(self) -> None:
        if not 0 < self.rotary_pct <= 1:
            raise ValueError(f"rotary_pct = {self.rotary_pct:g} must lie above 0 and be at most 1")
        super().__post_init__()

    @classmethod
    def rotary_entries(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        """As usual; what else some files call them must say the same, as the reference skips it."""
        entries = super().rotary_entries(data)
        for other, own in OTHER_NAMES.items():
            value = entries.pop(other, None)
            stated = entries.get(own, getattr(cls, own))
            if value is not None and value != stated:
                raise ValueError(f"{other} = {short(value)} contradicts {own} = {short(stated)}")
        return entries

    @property
    def attention_biases(self) -> tuple[bool, bool]:
        return self.attention_bias, self.attention_bias

    @property
    def has_feed_forward_bias(self) -> bool:
        return True

    @property
    def residual_dropout(self) -> float:
        return self.hidden_dropout

    @property
    def embedding_dropout(self) -> float:
        return self.hidden_dropout

    @property
    def norm_eps(self) -> float:
        return self.layer_norm_eps


class GptNeox(RotaryFamilyModel):
    """The decoder of blocks whose halves run beside each other, or one after the other."""

    attention: ClassVar[type[GroupedAttention]] = HeadPackedAttention
    feed_forward: ClassVar[type[FeedForward]] = FeedForward
    norm_class: ClassVar[type[nn.Module]] = nn.LayerNorm

    @staticmethod
    def block_of(config: SharedConfig) -> type[RotaryBlock]:
        """The kind of the blocks, as `use_parallel_residual` says."""
        assert isinstance(config, GptNeoxConfig)
        return ParallelBlock if config.use_parallel_residual else RotaryBlock


OURS, THEIRS = "layers.{i}", "gpt_neox.layers.{i}"

TABLE = WeightTable(
    architectures=("GPTNeoXForCausalLM", "GPTNeoXModel"),
    rules=(
        WeightRule("token.weight", "gpt_neox.embed_in.weight"),
        *layer_rules("norm", "gpt_neox.final_layer_norm"),
        WeightRule("lm.weight", "embed_out.weight"),
        *layer_rules(f"{OURS}.attention_norm", f"{THEIRS}.input_layernorm"),
        *layer_rules(f"{OURS}.feed_forward_norm", f"{THEIRS}.post_attention_layernorm"),
        *layer_rules(f"{OURS}.attention.qkv", f"{THEIRS}.attention.query_key_value"),
        *layer_rules(f"{OURS}.attention.output", f"{THEIRS}.attention.dense"),
        *layer_rules(f"{OURS}.feed_forward.widen", f"{THEIRS}.mlp.dense_h_to_4h"),
        *layer_rules(f"{OURS}.feed_forward.narrow", f"{THEIRS}.mlp.dense_4h_to_h"),
    ),
    legacy=(
        (r"^(embed_in|layers|final_layer_norm)\.", r"gpt_neox.\1."),
        (r"^lm_head\.", "embed_out."),  # as transformers calls it from version 5 on
    ),
    ignored=(r"\.attention\.(bias|masked_bias)$", r"rotary_emb\.inv_freq$"),
    optional=("lm.",),
    tied={"lm.weight": "token.weight"},
)


def _published_size(width: int, layers: int, heads: int, vocab: int = 50304) -> dict[str, int]:
    return {
        "vocab_size": vocab,
        "hidden_size": width,
        "intermediate_size": 4 * width,
        "num_hidden_layers": layers,
        "num_attention_heads": heads,
    }


SPEC = ArchSpec(
    name="gpt_neox",
    title="GPT-NeoX",
    summary="A decoder whose attention and feed-forward network read the same states.",
    difference=(
        "As in GPT-J, attention and feed-forward network of a block both read what enters it, so "
        "that neither waits for the other, and what they find is added together; here each has a "
        "LayerNorm of its own. The first quarter of each head alone is turned by the position. "
        "Pythia is a series of sizes that learned the same texts in the same order."
    ),
    paper=Paper(
        "Black, Biderman, Hallahan, Anthony, Gao and others",
        "GPT-NeoX-20B: An Open-Source Autoregressive Language Model",
        2022,
        "2204.06745",
    ),
    reference="EleutherAI/gpt-neox",
    model_type="gpt_neox",
    config_class=GptNeoxConfig,
    model_class=GptNeox,
    streams=STREAMS,
    heads=(HeadSpec("lm", "Next token", "decoder", "next_token"),),
    direction="left to right",
    positions="rotary, in a quarter of each head",
    objectives=("causal",),
    tokenizers=("byte_bpe",),
    tables={"": TABLE},
    presets=(
        Preset("pythia-70m", _published_size(512, 6, 8), 44_670_976),
        Preset("pythia-160m", _published_size(768, 12, 12), 123_689_472),
        Preset("pythia-410m", _published_size(1024, 24, 16), 353_822_720),
        Preset("pythia-1b", _published_size(2048, 16, 8), 908_759_040),
        Preset("pythia-1.4b", _published_size(2048, 24, 16), 1_311_625_216),
        Preset("pythia-2.8b", _published_size(2560, 32, 32), 2_646_430_720),
        Preset("pythia-6.9b", _published_size(4096, 32, 32, 50432), 6_650_732_544),
        Preset("pythia-12b", _published_size(5120, 36, 40, 50688), 11_586_549_760),
        Preset("gpt-neox-20b", {}, 20_244_713_472),
    ),
    generates=True,
    task_heads=task_heads(
        "GPTNeoX", "sequence", "span", "token", token="classifier", dropout=CLASSIFIER_DROPOUT
    ),
    notes=("The paper calls the two LayerNorms of a block an oversight: one for both was meant.",),
    config_titles={
        "hidden_dropout": "Dropout",
        "rotary_emb_base": "Base of the rotary angles",
        "rotary_pct": "Share of a head that is turned",
        "use_parallel_residual": "Attention and feed-forward network beside each other",
    },
)
