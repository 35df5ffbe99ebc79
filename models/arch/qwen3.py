"""Qwen3, Qwen2's decoder with a norm of queries and keys in place of biases.

Yang and others (2025), Qwen3 Technical Report, arXiv:2505.09388; reference: QwenLM/Qwen3, and
`Qwen3ForCausalLM` of transformers for names and details. The norm is that of Dehghani et al.
(2023), arXiv:2302.05442, over each head.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

from models.arch.qwen2 import Qwen2Config
from models.arch.rotary_family import (
    NORMS,
    STREAMS,
    RotaryFamilyModel,
    decoder_rules,
    decoder_table,
    published_size,
    task_heads,
)
from models.layers.rotary.attention import Normed
from models.schema.configs import Size
from models.schema.specs import ArchSpec, HeadSpec, Paper, Preset


@dataclass(frozen=True)
class Qwen3Config(Qwen2Config):
    """The entries of a published config.json; defaults are Qwen3-8B's."""

    vocab_size: int = 151936
    hidden_size: int = 4096
    intermediate_size: int = 12288
    num_hidden_layers: int = 36
    num_attention_heads: int = 32
    num_key_value_heads: int | None = 8
    head_dim: int = 128
    max_position_embeddings: int = 40960
    max_window_layers: int = 36
    attention_bias: bool = False

    @classmethod
    def from_size(cls, size: Size, **overrides: Any) -> Self:
        """Heads that make up the width together."""
        return super().from_size(size, **{"head_dim": size.width // size.num_heads, **overrides})

    @property
    def normed(self) -> Normed:
        return "head"

    @property
    def attention_biases(self) -> tuple[bool, bool]:
        return self.attention_bias, self.attention_bias


TIED_SMALL = {
    **published_size(1024, 3072, 28, 16, 8),
    "tie_word_embeddings": True,
    "max_window_layers": 28,
}

SPEC = ArchSpec(
    name="qwen3",
    title="Qwen3",
    summary="A decoder whose queries and keys are normalised before they are compared.",
    difference=(
        "Qwen2's decoder without biases: an RMSNorm over each head of queries and keys keeps their "
        "products in bounds. Heads have 128 numbers in all sizes, so that together they can be "
        "wider than the model."
    ),
    paper=Paper(
        "Yang, Li, Yang, Zhang, Hui and others", "Qwen3 Technical Report", 2025, "2505.09388"
    ),
    reference="QwenLM/Qwen3",
    model_type="qwen3",
    config_class=Qwen3Config,
    model_class=RotaryFamilyModel,
    streams=STREAMS,
    heads=(HeadSpec("lm", "Next token", "decoder", "next_token"),),
    direction="left to right",
    positions="rotary",
    objectives=("causal",),
    tokenizers=("byte_bpe",),
    tables={"": decoder_table("Qwen3", decoder_rules(NORMS))},
    presets=(
        Preset("Qwen3-0.6B", TIED_SMALL, 596_049_920),
        Preset("Qwen3-8B", {}, 7_568_405_504),
    ),
    generates=True,
    task_heads=task_heads("Qwen3", "sequence", "span", "token", base="transformer."),
)
