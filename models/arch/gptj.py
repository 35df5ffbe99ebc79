"""GPT-J, a decoder whose attention and feed-forward network read the same states.

Wang & Komatsuzaki (2021), GPT-J-6B: A 6 Billion Parameter Autoregressive Language Model; reference:
kingoflolz/mesh-transformer-jax, and `GPTJForCausalLM` of transformers for names and details.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar, Self

from torch import nn

from models.arch.rotary_family import task_heads
from models.layers.feedforward import FeedForward, activation
from models.layers.rotary.attention import AttentionShape, GroupedAttention
from models.layers.rotary.decoder import OneNormBlock, RotaryDecoder
from models.layers.rotary.positions import RotaryPositions
from models.schema.configs import ModelConfig, Size
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

THETA = 10000.0  # no entry of config.json


@dataclass(frozen=True)
class GptJConfig(ModelConfig):
    """The entries of a published config.json; defaults are GPT-J-6B's.

    The first `rotary_dim` numbers of each head are turned.
    """

    vocab_size: int = 50400
    n_positions: int = 2048
    n_embd: int = 4096
    n_layer: int = 28
    n_head: int = 16
    rotary_dim: int = 64
    n_inner: int | None = None  # None: four times the width
    activation_function: str = "gelu_new"
    resid_pdrop: float = 0.0
    embd_pdrop: float = 0.0
    attn_pdrop: float = 0.0
    layer_norm_epsilon: float = 1e-5
    initializer_range: float = 0.02
    tie_word_embeddings: bool = False

    FIXED: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "rotary": (True, None),
        "scale_attn_weights": (True, None),
    }
    ALIASES: ClassVar[Mapping[str, str]] = {
        "hidden_size": "n_embd",
        "max_position_embeddings": "n_positions",
        "num_attention_heads": "n_head",
        "num_hidden_layers": "n_layer",
    }
    SIZED: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "vocab_size": ("vocab_size",),
        "width": ("n_embd",),
        "num_layers": ("n_layer",),
        "num_heads": ("n_head",),
        "inner": ("n_inner",),
        "num_positions": ("n_positions",),
        "dropout": ("resid_pdrop", "embd_pdrop", "attn_pdrop"),
    }

    def __post_init__(self) -> None:
        if self.n_embd % self.n_head:
            raise ValueError(f"n_embd = {self.n_embd} is not a multiple of n_head = {self.n_head}")
        activation(self.activation_function)
        turned, width = self.rotary_dim, self.n_embd // self.n_head
        if not 2 <= turned <= width or turned % 2:
            raise ValueError(
                f"rotary_dim = {turned} must be an even part of the {width} numbers of each head"
            )

    @classmethod
    def from_size(cls, size: Size, **overrides: Any) -> Self:
        """A quarter of each head is turned, in whole pairs."""
        pairs = math.ceil(size.width // size.num_heads / 8)
        return super().from_size(size, **{"rotary_dim": 2 * pairs, **overrides})

    @property
    def size(self) -> Size:
        if self.n_inner is None:
            return replace(self, n_inner=self.intermediate_size).size
        return super().size

    def untie(self) -> Self | None:
        return replace(self, tie_word_embeddings=False) if self.tie_word_embeddings else None

    @property
    def first_position(self) -> None:
        return None

    @property
    def hidden_size(self) -> int:
        return self.n_embd

    @property
    def intermediate_size(self) -> int:
        return 4 * self.n_embd if self.n_inner is None else self.n_inner

    @property
    def num_hidden_layers(self) -> int:
        return self.n_layer

    @property
    def bands(self) -> tuple[None, ...]:
        """A row sees all tokens before it."""
        return (None,) * self.n_layer

    @property
    def rotary(self) -> RotaryPositions:
        """How queries and keys are turned."""
        return RotaryPositions(self.rotary_dim, THETA, self.n_positions, of_neighbours=True)

    @property
    def attention_shape(self) -> AttentionShape:
        width = self.n_embd // self.n_head
        return AttentionShape(self.n_embd, self.n_head, self.n_head, width, self.attn_pdrop)


class GptJ(RotaryDecoder):
    """The decoder of blocks whose attention and feed-forward network read one norm."""

    def __init__(self, config: GptJConfig) -> None:
        norm = partial(nn.LayerNorm, config.n_embd, eps=config.layer_norm_epsilon)

        def make_block(layer: int) -> nn.Module:
            attention = GroupedAttention(config.attention_shape)
            inner, act = config.intermediate_size, config.activation_function
            feed_forward = FeedForward(config.n_embd, inner, act)
            return OneNormBlock(attention, feed_forward, norm, dropout=config.resid_pdrop)

        super().__init__(config, make_block, norm, config.embd_pdrop, head_bias=True)
        self.config: GptJConfig = config


OURS, THEIRS = "layers.{i}", "transformer.h.{i}"
IN_ATTENTION = {"query": "q_proj", "key": "k_proj", "value": "v_proj", "output": "out_proj"}

TABLE = WeightTable(
    architectures=("GPTJForCausalLM", "GPTJModel"),
    rules=(
        WeightRule("token.weight", "transformer.wte.weight"),
        *layer_rules("norm", "transformer.ln_f"),
        *layer_rules("lm", "lm_head"),
        *layer_rules(f"{OURS}.attention_norm", f"{THEIRS}.ln_1"),
        *(
            WeightRule(f"{OURS}.attention.{ours}.weight", f"{THEIRS}.attn.{theirs}.weight")
            for ours, theirs in IN_ATTENTION.items()
        ),
        *layer_rules(f"{OURS}.feed_forward.widen", f"{THEIRS}.mlp.fc_in"),
        *layer_rules(f"{OURS}.feed_forward.narrow", f"{THEIRS}.mlp.fc_out"),
    ),
    legacy=((r"^(wte|h|ln_f)\.", r"transformer.\1."),),
    ignored=(r"\.attn\.(bias|masked_bias|embed_positions)$",),
    optional=("lm.",),
    tied={"lm.weight": "token.weight"},
)

SPEC = ArchSpec(
    name="gptj",
    title="GPT-J",
    summary="A decoder whose attention and feed-forward network read the same states.",
    difference=(
        "GPT-3's decoder with two changes that many took over. Attention and feed-forward network "
        "of a block read the same LayerNorm of what enters it, so that neither waits for the "
        "other. Queries and keys are turned by the position, in the first quarter of each head, "
        "where GPT-3 adds a row of a table."
    ),
    paper=Paper(
        "Wang, Komatsuzaki", "GPT-J-6B: A 6 Billion Parameter Autoregressive Language Model", 2021
    ),
    reference="kingoflolz/mesh-transformer-jax",
    model_type="gptj",
    config_class=GptJConfig,
    model_class=GptJ,
    streams=(StreamSpec("decoder", "Decoder", "left_to_right"),),
    heads=(HeadSpec("lm", "Next token", "decoder", "next_token"),),
    direction="left to right",
    positions="rotary, in a quarter of each head",
    objectives=("causal",),
    tokenizers=("byte_bpe",),
    tables={"": TABLE},
    presets=(Preset("gpt-j-6b", {}, 5_844_393_984),),
    generates=True,
    task_heads=task_heads("GPTJ", "sequence", "span"),
    notes=(
        "Neighbouring numbers of a head are turned as a pair, as in the paper of rotary positions; "
        "most decoders after it pair a number of the first half with one of the second.",
    ),
    config_titles={"rotary_dim": "Numbers of a head that are turned"},
)
