"""Gemma, a decoder with a large vocabulary, norms centred on 1 and embeddings that are scaled.

Gemma Team (2024), Gemma: Open Models Based on Gemini Research and Technology, arXiv:2403.08295;
reference: google-deepmind/gemma, and `GemmaForCausalLM` of transformers for names and details.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Self

import torch
from torch import Tensor

from models.arch.rotary_family import (
    NORMS,
    STREAMS,
    RmsRotaryConfig,
    RotaryFamilyModel,
    SharedConfig,
    decoder_rules,
    decoder_table,
    published_size,
    task_heads,
)
from models.inside.stages import Call, Stage, Value, rest, stages_of
from models.layers.rotary.decoder import Norm
from models.layers.rotary.norms import OneCentredNorm
from models.schema.configs import Size
from models.schema.specs import ArchSpec, HeadSpec, Paper, Preset

EXACT, BY_TANH = "gelu", "gelu_pytorch_tanh"


@dataclass(frozen=True)
class GemmaConfig(RmsRotaryConfig):
    """The entries of a published config.json; defaults are gemma-7b's.

    The first files say gelu where they mean the one with a tanh, which the reference computes.
    """

    vocab_size: int = 256000
    hidden_size: int = 3072
    intermediate_size: int = 24576
    num_hidden_layers: int = 28
    num_attention_heads: int = 16
    num_key_value_heads: int = 16
    head_dim: int = 256
    hidden_act: str = BY_TANH
    max_position_embeddings: int = 8192
    tie_word_embeddings: bool = True
    attention_bias: bool = False

    FIXED: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        **RmsRotaryConfig.FIXED,
        "use_bidirectional_attention": (False, None),
    }
    ALIASES: ClassVar[Mapping[str, str]] = {"hidden_activation": "hidden_act"}

    def __post_init__(self) -> None:
        if self.hidden_act == EXACT:
            object.__setattr__(self, "hidden_act", BY_TANH)
        super().__post_init__()

    @classmethod
    def from_size(cls, size: Size, **overrides: Any) -> Self:
        """Heads that make up the width together and share one head of keys and values."""
        own = {"head_dim": size.width // size.num_heads, "num_key_value_heads": 1}
        return super().from_size(size, **{**own, **overrides})

    @property
    def attention_biases(self) -> tuple[bool, bool]:
        return self.attention_bias, self.attention_bias


class Gemma(RotaryFamilyModel):
    """The decoder whose token vectors are scaled, with norms centred on 1."""

    @staticmethod
    def make_norm(config: SharedConfig) -> Norm:
        """What makes a norm of the width of the model."""
        return partial(OneCentredNorm, config.hidden_size, eps=config.norm_eps)

    def embed(self, ids: Tensor, first: int) -> Tensor:
        """Token vectors (B, T, D) times √D, which is rounded to their number format."""
        vectors: Tensor = self.token(ids)
        return vectors * self._scale(vectors.dtype)

    def _scale(self, dtype: torch.dtype) -> float:
        return float(torch.tensor(math.sqrt(self.config.hidden_size), dtype=dtype, device="cpu"))

    def stages(self, call: Call) -> Iterator[Stage]:
        tokens = call.of(self.token)
        yield from stages_of(tokens)
        scaled = Value("x", tokens.result * self._scale(tokens.output.dtype))
        yield Stage("Scaling", "x ← √D x", (Value("x", tokens.result),), scaled)
        yield from rest(call, self.token)


SPEC = ArchSpec(
    name="gemma",
    title="Gemma",
    summary="A decoder with a vocabulary of 256,000 tokens and token vectors that are scaled.",
    difference=(
        "Llama's blocks. The vectors of tokens are multiplied by the root of the width, as in the "
        "first transformer, and the head is the same table. Norms learn what is added to 1. The "
        "gate of the feed-forward network is activated by GELU (GeGLU), and heads have 256 "
        "numbers. In the small size all heads share one head of keys and values."
    ),
    paper=Paper(
        "Gemma Team: Mesnard, Hardin, Dadashi, Bhupatiraju and others",
        "Gemma: Open Models Based on Gemini Research and Technology",
        2024,
        "2403.08295",
    ),
    reference="google-deepmind/gemma",
    model_type="gemma",
    config_class=GemmaConfig,
    model_class=Gemma,
    streams=STREAMS,
    heads=(HeadSpec("lm", "Next token", "decoder", "next_token"),),
    direction="left to right",
    positions="rotary",
    objectives=("causal",),
    tokenizers=("space_bpe",),
    tables={"": decoder_table("Gemma", decoder_rules(NORMS))},
    presets=(
        Preset("gemma-2b", published_size(2048, 16384, 18, 8, 1), 2_506_172_416),
        Preset("gemma-7b", {}, 8_537_680_896),
    ),
    generates=True,
    task_heads=task_heads("Gemma", "sequence", "token"),
    notes=(
        "The first published config.json says gelu; the models were made with the approximation "
        "by tanh, which is computed for it here and in the reference.",
    ),
)
