"""Llama, a decoder with open weights, whose parts most decoders of the years after it share.

Touvron et al. (2023), LLaMA: Open and Efficient Foundation Language Models, arXiv:2302.13971;
Llama 2 (arXiv:2307.09288) and Llama 3 (Grattafiori et al. 2024, arXiv:2407.21783) changed sizes,
vocabulary, data and θ. TinyLlama and SmolLM2 are of the same mathematics. Reference:
meta-llama/llama, and `LlamaForCausalLM` of transformers for names and details.
"""

from __future__ import annotations

from dataclasses import dataclass

from models.arch.rotary_family import (
    HEADS,
    NORMS,
    STREAMS,
    RmsRotaryConfig,
    RotaryFamilyModel,
    decoder_rules,
    decoder_table,
    task_heads,
)
from models.schema.specs import ArchSpec, Paper, Preset


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


SPEC = ArchSpec(
    name="llama",
    title="Llama",
    summary="A decoder with open weights, with the parts that most decoders after it have.",
    difference=(
        "Unlike GPT-2, it turns queries and keys by their position instead of adding a row of a "
        "table, normalises by the root mean square, gates its feed-forward networks (SwiGLU), and "
        "has no biases. From Llama 2 70B on, heads share keys and values in groups."
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
    heads=HEADS,
    direction="left to right",
    positions="rotary",
    objectives=("causal",),
    tokenizers=("byte_bpe",),
    tables={"": decoder_table("Llama", decoder_rules(NORMS))},
    presets=(Preset("llama-7b", {}, 6_607_343_616),),
    generates=True,
    task_heads=task_heads("Llama", "sequence", "span", "token", base="transformer."),
)
