"""Falcon, a decoder that learned from filtered web text, in three kinds of blocks.

Almazrouei, Alobeidli, Alshamsi, Cappelli and others (2023), The Falcon Series of Open Language
Models, arXiv:2311.16867; the kind with ALiBi is that of Penedo, Malartic, Hesslow and others
(2023), The RefinedWeb Dataset for Falcon LLM, arXiv:2306.01116. Multi-query attention: Shazeer
(2019), arXiv:1911.02150. Reference: `FalconForCausalLM` of transformers.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar, Self

from torch import nn

from models.arch.bloom import task_heads
from models.arch.rotary_family import RotaryEntries
from models.layers.decoders.alibi import Alibi
from models.layers.feedforward import FeedForward, activation
from models.layers.rotary.attention import AttentionShape, HeadPackedAttention
from models.layers.rotary.decoder import (
    Norm,
    OneNormBlock,
    ParallelBlock,
    RotaryBlock,
    RotaryDecoder,
)
from models.layers.rotary.positions import RotaryPositions
from models.schema.configs import Size, check_heads
from models.schema.parsing import parse_object
from models.schema.specs import (
    ArchSpec,
    ExtraSpec,
    HeadSpec,
    Paper,
    Preset,
    StreamSpec,
    WeightRule,
    WeightTable,
    layer_rules,
)

WITHOUT_EFFECT = frozenset({"ff_factor"})  # ffn_hidden_size says the same


@dataclass(frozen=True)
class FalconConfig(RotaryEntries):
    """The entries of a published config.json; defaults are falcon-7b's.

    With `new_decoder_architecture` heads share keys and values in `num_kv_heads` groups, else, with
    `multi_query`, all of them do. Attention and feed-forward network run side by side, unless
    `parallel_attn` is false, on one norm or on two, as `num_ln_in_parallel_attn` says. With `alibi`
    scores get a bias by distance, and nothing is turned.
    """

    vocab_size: int = 65024
    hidden_size: int = 4544
    num_hidden_layers: int = 32
    num_attention_heads: int = 71
    num_kv_heads: int | None = None  # None: as many as there are heads
    ffn_hidden_size: int | None = None  # None: four times the width
    max_position_embeddings: int = 2048
    rope_theta: float = 10000.0
    activation: str = "gelu"
    alibi: bool = False
    bias: bool = False
    multi_query: bool = True
    parallel_attn: bool = True
    new_decoder_architecture: bool = False
    num_ln_in_parallel_attn: int | None = None  # None: two in the new architecture
    hidden_dropout: float = 0.0
    attention_dropout: float = 0.0
    layer_norm_epsilon: float = 1e-5
    initializer_range: float = 0.02
    tie_word_embeddings: bool = True

    FIXED: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "apply_residual_connection_post_layernorm": (False, None),
        "partial_rotary_factor": (1, None),
    }
    ALIASES: ClassVar[Mapping[str, str]] = {"n_embed": "hidden_size"}
    SIZED: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "vocab_size": ("vocab_size",),
        "width": ("hidden_size",),
        "num_layers": ("num_hidden_layers",),
        "num_heads": ("num_attention_heads",),
        "inner": ("ffn_hidden_size",),
        "num_positions": ("max_position_embeddings",),
        "dropout": ("hidden_dropout", "attention_dropout"),
    }

    def __post_init__(self) -> None:
        super().__post_init__()
        check_heads(self, "hidden_size", "num_attention_heads")
        activation(self.activation)
        self._check_groups()
        self._check_norms()
        _ = self.rotary  # for its error

    def _check_groups(self) -> None:
        heads, groups = self.num_attention_heads, self.num_kv_heads
        if groups is None or (self.multi_query and not self.new_decoder_architecture):
            return  # the number has no effect
        if not 1 <= groups <= heads or heads % groups:
            raise ValueError(
                f"num_kv_heads = {groups} must divide the {heads} heads of num_attention_heads"
            )
        if groups != heads and not self.new_decoder_architecture:
            raise ValueError(f"num_kv_heads = {groups} needs new_decoder_architecture")

    def _check_norms(self) -> None:
        count = self.num_ln_in_parallel_attn
        if self.new_decoder_architecture and not self.parallel_attn:
            raise ValueError("parallel_attn = False is not supported in new_decoder_architecture")
        if count not in (None, 1, 2):
            raise ValueError(f"num_ln_in_parallel_attn must be 1 or 2, not {count}")
        if count == 2 and not self.new_decoder_architecture:
            raise ValueError("num_ln_in_parallel_attn = 2 needs new_decoder_architecture")

    @classmethod
    def from_json(cls, text: str) -> tuple[Self, tuple[str, ...]]:
        """Parse config.json, without what has no effect."""
        data = parse_object(text)
        return super().from_json(
            json.dumps({key: value for key, value in data.items() if key not in WITHOUT_EFFECT})
        )

    def untie(self) -> Self | None:
        return replace(self, tie_word_embeddings=False) if self.tie_word_embeddings else None

    @property
    def size(self) -> Size:
        if self.ffn_hidden_size is None:
            return replace(self, ffn_hidden_size=self.inner).size
        return super().size

    @property
    def inner(self) -> int:
        return self.ffn_hidden_size or 4 * self.hidden_size

    @property
    def num_groups(self) -> int:
        """Heads of keys and values."""
        if self.multi_query and not self.new_decoder_architecture:
            return 1
        return self.num_kv_heads or self.num_attention_heads

    @property
    def head_width(self) -> int:
        return self.hidden_size // self.num_attention_heads

    @property
    def has_two_norms(self) -> bool:
        """Whether attention and feed-forward network have a norm each, side by side."""
        return self.new_decoder_architecture and self.num_ln_in_parallel_attn != 1

    @property
    def rotary(self) -> RotaryPositions | None:
        """How queries and keys are turned; None with ALiBi. Raises ValueError."""
        if self.alibi:
            return None
        positions = self.max_position_embeddings
        return RotaryPositions(self.head_width, self.rope_theta, positions, self.rope_scaling)

    @property
    def bands(self) -> tuple[int | None, ...]:
        """How many tokens a row sees in each layer: all before it."""
        return (None,) * self.num_hidden_layers

    @property
    def attention_shape(self) -> AttentionShape:
        return AttentionShape(
            self.hidden_size,
            self.num_attention_heads,
            self.num_groups,
            self.head_width,
            self.attention_dropout,
            (self.bias, self.bias),
        )


class TwoNormBlock(ParallelBlock):
    """A block in parallel with two norms, which have names of their own in published files."""

    def __init__(
        self,
        attention: nn.Module,
        feed_forward: nn.Module,
        norm: Norm,
        band: int | None = None,
        dropout: float = 0.0,
    ) -> None:
        super().__init__(attention, feed_forward, norm, band, dropout)
        del self.attention_norm, self.feed_forward_norm
        self.parallel_attention_norm, self.parallel_feed_forward_norm = norm(), norm()

    @property
    def norms(self) -> tuple[nn.Module, ...]:
        return self.parallel_attention_norm, self.parallel_feed_forward_norm


def _make_block(config: FalconConfig, layer: int) -> nn.Module:
    width, inner, act = config.hidden_size, config.inner, config.activation
    block: type[RotaryBlock] = RotaryBlock
    if config.has_two_norms:
        block = TwoNormBlock
    elif config.parallel_attn:
        block = OneNormBlock
    return block(
        HeadPackedAttention(config.attention_shape, rotates=not config.alibi),
        FeedForward(width, inner, act, bias=config.bias),
        partial(nn.LayerNorm, width, eps=config.layer_norm_epsilon),
        dropout=config.hidden_dropout,
    )


def _alibi(config: FalconConfig) -> Alibi | None:
    """The bias of the scores, which is divided by √K as they are; its steps have 16 bits."""
    if not config.alibi:
        return None
    return Alibi(config.num_attention_heads, config.head_width**-0.5, is_rounded=True)


class Falcon(RotaryDecoder):
    """The decoder with its head `lm` and a final norm.

    Tap `alibi.values` (1, H, T, S): the bias that the scores of all layers get, with `alibi`.
    """

    def __init__(self, config: FalconConfig) -> None:
        super().__init__(
            config,
            partial(_make_block, config),
            partial(nn.LayerNorm, config.hidden_size, eps=config.layer_norm_epsilon),
            alibi=_alibi(config),
        )
        self.config: FalconConfig = config


_BLOCK = "transformer.h.{i}"

TABLE = WeightTable(
    architectures=("FalconForCausalLM", "FalconModel"),
    rules=(
        WeightRule("token.weight", "transformer.word_embeddings.weight"),
        *layer_rules("layers.{i}.attention_norm", f"{_BLOCK}.input_layernorm"),
        *layer_rules("layers.{i}.parallel_attention_norm", f"{_BLOCK}.ln_attn"),
        *layer_rules("layers.{i}.parallel_feed_forward_norm", f"{_BLOCK}.ln_mlp"),
        *layer_rules("layers.{i}.attention.qkv", f"{_BLOCK}.self_attention.query_key_value"),
        *layer_rules("layers.{i}.attention.output", f"{_BLOCK}.self_attention.dense"),
        *layer_rules("layers.{i}.feed_forward_norm", f"{_BLOCK}.post_attention_layernorm"),
        *layer_rules("layers.{i}.feed_forward.widen", f"{_BLOCK}.mlp.dense_h_to_4h"),
        *layer_rules("layers.{i}.feed_forward.narrow", f"{_BLOCK}.mlp.dense_4h_to_h"),
        *layer_rules("norm", "transformer.ln_f"),
        WeightRule("lm.weight", "lm_head.weight"),
    ),
    legacy=((r"^(word_embeddings|h|ln_f)\.", r"transformer.\1."),),
    optional=("lm.",),
    tied={"lm.weight": "token.weight"},
)


FALCON_40B = {
    "hidden_size": 8192,
    "num_hidden_layers": 60,
    "num_attention_heads": 128,
    "num_kv_heads": 8,
    "new_decoder_architecture": True,
}
FALCON_11B = {
    "hidden_size": 4096,
    "num_hidden_layers": 60,
    "num_attention_heads": 32,
    "num_kv_heads": 8,
    "new_decoder_architecture": True,
    "num_ln_in_parallel_attn": 1,
    "max_position_embeddings": 8192,
    "rope_theta": 5000042.0,
}
FALCON_RW = {"alibi": True, "bias": True, "multi_query": False, "parallel_attn": False}
FALCON_RW_1B = {
    "vocab_size": 50304,
    "hidden_size": 2048,
    "num_hidden_layers": 24,
    "num_attention_heads": 32,
    **FALCON_RW,
}
FALCON_RW_7B = {
    "hidden_size": 4096,
    "num_hidden_layers": 36,
    "num_attention_heads": 64,
    **FALCON_RW,
}

SPEC = ArchSpec(
    name="falcon",
    title="Falcon",
    summary="A decoder that learned from web text, filtered and without duplicates.",
    difference=(
        "Attention and feed-forward network read the same states side by side, on one norm or on "
        "two. All heads share one key and value for each token, or in larger models those of a "
        "group, so that writing needs less memory. There are no biases, and positions are rotary; "
        "the models of the RefinedWeb paper have GPT-2's blocks with biases and ALiBi."
    ),
    paper=Paper(
        "Almazrouei, Alobeidli, Alshamsi, Cappelli and others",
        "The Falcon Series of Open Language Models",
        2023,
        "2311.16867",
    ),
    reference="FalconForCausalLM of transformers",
    model_type="falcon",
    config_class=FalconConfig,
    model_class=Falcon,
    streams=(StreamSpec("decoder", "Decoder", "left_to_right"),),
    heads=(HeadSpec("lm", "Next token", "decoder", "next_token"),),
    direction="left to right",
    positions="rotary; in some models a bias of the scores by distance (ALiBi)",
    objectives=("causal",),
    tokenizers=("byte_bpe",),
    tables={"": TABLE},
    presets=(
        Preset("falcon-7b", {}, 6_921_720_704),
        Preset("falcon-11B", FALCON_11B, 10_836_484_096),
        Preset("falcon-40b", FALCON_40B, 41_303_293_952),
        Preset("falcon-rw-1b", FALCON_RW_1B, 1_311_625_216),
        Preset("falcon-rw-7b", FALCON_RW_7B, 7_516_020_736),
    ),
    generates=True,
    extras=(ExtraSpec("bias", "ALiBi", "distance_bias", ablatable=True),),
    task_heads=task_heads("Falcon"),
    notes=(
        "ALiBi is rounded to 16 bits before it is divided by the root of a head's width, as in the "
        "reference. Where transformers computes attention step by step it adds ALiBi twice; its "
        "fused attention adds it once, and so does this program.",
        "With rotary positions the reference drops no weights of attention while it learns, and in "
        "blocks one after the other it takes attention_dropout for what attention adds. Here each "
        "entry does what its name says.",
        "Classification reads the last token that is not padding. transformers recognises padding "
        "by its id, so there a text that ends in that very token is read before it.",
    ),
    config_titles={
        "alibi": "Bias by distance (ALiBi)",
        "bias": "Linear layers have biases",
        "multi_query": "One key and value for all heads, where there are no groups",
        "parallel_attn": "Attention and feed-forward network side by side",
        "new_decoder_architecture": "Groups of heads share keys and values",
        "num_kv_heads": "Heads of keys and values, where there are groups",
        "num_ln_in_parallel_attn": "Norms of a block side by side",
    },
    config_values={
        "num_kv_heads": {None: "as many as heads"},
        "num_ln_in_parallel_attn": {None: "2 where there are groups, else 1"},
    },
)
