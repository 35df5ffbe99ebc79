"""Llama, a decoder with open weights, whose parts most decoders of the years after it share.

Touvron et al. (2023), LLaMA: Open and Efficient Foundation Language Models, arXiv:2302.13971;
Llama 2 (arXiv:2307.09288) and Llama 3 (Grattafiori et al. 2024, arXiv:2407.21783) changed sizes,
vocabulary, data and θ. TinyLlama and SmolLM2 are of the same mathematics. Reference:
meta-llama/llama, and `LlamaForCausalLM` of transformers for names and details.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from models.arch.rotary_family import (
    NORMS,
    STREAMS,
    RmsRotaryConfig,
    RotaryFamilyModel,
    decoder_rules,
    decoder_table,
    published_size,
    task_heads,
)
from models.layers.rotary.positions import RotaryScaling
from models.schema.specs import ArchSpec, HeadSpec, Paper, Preset


@dataclass(frozen=True)
class LlamaConfig(RmsRotaryConfig):
    """The entries of a published config.json; defaults are llama-7b."""

    attention_bias: bool = False
    mlp_bias: bool = False

    @property
    def attention_biases(self) -> tuple[bool, bool]:
        return self.attention_bias, self.attention_bias

    @property
    def has_feed_forward_bias(self) -> bool:
        return self.mlp_bias


SMOL = {"vocab_size": 49152, "rms_norm_eps": 1e-5, "tie_word_embeddings": True}
LLAMA_3 = {
    "vocab_size": 128256,
    "max_position_embeddings": 131072,
    "rms_norm_eps": 1e-5,
    "rope_theta": 500000.0,
}


def _scaled(factor: float) -> dict[str, Any]:
    """What Llama 3.1 and 3.2 say of texts longer than the 8,192 tokens learned from at first."""
    scaling = RotaryScaling(
        "llama3",
        factor=factor,
        low_freq_factor=1.0,
        high_freq_factor=4.0,
        original_max_position_embeddings=8192,
    )
    return {**LLAMA_3, "rope_scaling": scaling}


PRESETS = (
    Preset("Llama-2-7b-hf", {"max_position_embeddings": 4096, "rms_norm_eps": 1e-5}, 6_607_343_616),
    Preset(
        "Llama-3.1-8B", {**_scaled(8.0), **published_size(4096, 14336, 32, 32, 8)}, 7_504_924_672
    ),
    Preset(
        "Llama-3.2-1B",
        {
            **_scaled(32.0),
            **published_size(2048, 8192, 16, 32, 8),
            "head_dim": 64,
            "tie_word_embeddings": True,
        },
        1_235_814_400,
    ),
    Preset(
        "TinyLlama-1.1B-intermediate-step-1431k-3T",
        {**published_size(2048, 5632, 22, 32, 4), "rms_norm_eps": 1e-5},
        1_034_512_384,
    ),
    Preset(
        "SmolLM2-135M",
        {
            **SMOL,
            **published_size(576, 1536, 30, 9, 3),
            "max_position_embeddings": 8192,
            "rope_theta": 100000.0,
        },
        134_515_008,
    ),
    Preset(
        "SmolLM2-360M",
        {
            **SMOL,
            **published_size(960, 2560, 32, 15, 5),
            "max_position_embeddings": 8192,
            "rope_theta": 100000.0,
        },
        361_821_120,
    ),
    Preset(
        "SmolLM2-1.7B",
        {
            **SMOL,
            **published_size(2048, 8192, 24, 32, 32),
            "max_position_embeddings": 8192,
            "rope_theta": 130000.0,
        },
        1_711_376_384,
    ),
)

SPEC = ArchSpec(
    name="llama",
    title="Llama",
    summary="A decoder with open weights, with the parts that most decoders after it have.",
    difference=(
        "Unlike GPT-2, it turns queries and keys by their position instead of adding a row of a "
        "table, normalises by the root mean square, gates its feed-forward networks (SwiGLU), and "
        "has no biases. In the largest models of Llama 2, and from Llama 3 on, heads share keys "
        "and values in groups."
    ),
    paper=Paper(
        "Touvron, Lavril, Izacard, Martinet, Lachaux and others",
        "LLaMA: Open and Efficient Foundation Language Models",
        2023,
        "2302.13971",
    ),
    reference="meta-llama/llama",
    model_type="llama",
    config_class=LlamaConfig,
    model_class=RotaryFamilyModel,
    streams=STREAMS,
    heads=(HeadSpec("lm", "Next token", "decoder", "next_token"),),
    direction="left to right",
    positions="rotary",
    objectives=("causal",),
    tokenizers=("byte_bpe",),
    tables={"": decoder_table("Llama", decoder_rules(NORMS))},
    presets=PRESETS,
    generates=True,
    task_heads=task_heads("Llama", "sequence", "span", "token", base="transformer."),
)
