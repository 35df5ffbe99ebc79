"""Qwen2 and Qwen2.5, decoders of Llama's mathematics with biases of query, key and value.

Yang and others (2024), Qwen2 Technical Report, arXiv:2407.10671; Qwen2.5 (arXiv:2412.15115) has the
same architecture. Reference: QwenLM/Qwen2.5, and `Qwen2ForCausalLM` of transformers for names and
details.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from models.arch.rotary_family import (
    NORMS,
    STREAMS,
    RotaryFamilyModel,
    SlidingConfig,
    decoder_rules,
    decoder_table,
    published_size,
    task_heads,
)
from models.schema.specs import ArchSpec, HeadSpec, Paper, Preset


@dataclass(frozen=True)
class Qwen2Config(SlidingConfig):
    """The entries of a published config.json; defaults are Qwen2-7B's.

    With `use_sliding_window` the layers from `max_window_layers` on slide.
    """

    vocab_size: int = 152064
    hidden_size: int = 3584
    intermediate_size: int = 18944
    num_hidden_layers: int = 28
    num_attention_heads: int = 28
    num_key_value_heads: int | None = 4
    max_position_embeddings: int = 131072
    rope_theta: float = 1000000.0
    max_window_layers: int = 28

    HEADS_IN_GROUP: ClassVar[int] = 2

    @classmethod
    def check_entry(cls, key: str, value: Any) -> Any:
        """As usual; with no layer before them, all layers slide."""
        if key == "max_window_layers" and type(value) is int and value == 0:
            return 0
        return super().check_entry(key, value)

    @property
    def attention_biases(self) -> tuple[bool, bool]:
        return True, False

    def slides(self, layer: int) -> bool:
        return layer >= self.max_window_layers


SMALL = {
    "vocab_size": 151936,
    "max_position_embeddings": 32768,
    "tie_word_embeddings": True,
}

SPEC = ArchSpec(
    name="qwen2",
    title="Qwen2",
    summary="A decoder for many languages with biases of query, key and value.",
    difference=(
        "Llama's blocks with grouped queries in all sizes, biases of query, key and value alone, "
        "and a vocabulary of byte-level BPE with 151,936 rows or more. Small sizes share the token "
        "table with the head."
    ),
    paper=Paper(
        "Yang, Yang, Hui, Zheng, Yu and others", "Qwen2 Technical Report", 2024, "2407.10671"
    ),
    reference="QwenLM/Qwen2.5",
    model_type="qwen2",
    config_class=Qwen2Config,
    model_class=RotaryFamilyModel,
    streams=STREAMS,
    heads=(HeadSpec("lm", "Next token", "decoder", "next_token"),),
    direction="left to right",
    positions="rotary",
    objectives=("causal",),
    tokenizers=("byte_bpe",),
    tables={"": decoder_table("Qwen2", decoder_rules(NORMS))},
    presets=(
        Preset("Qwen2-7B", {}, 7_070_619_136),
        Preset("Qwen2.5-0.5B", {**SMALL, **published_size(896, 4864, 24, 14, 2)}, 494_032_768),
        Preset("Qwen2.5-1.5B", {**SMALL, **published_size(1536, 8960, 28, 12, 2)}, 1_543_714_304),
        Preset("Qwen2.5-7B", {}, 7_070_619_136),
    ),
    generates=True,
    task_heads=task_heads("Qwen2", "sequence", "span", "token", base="transformer."),
)
