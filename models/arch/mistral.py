"""Mistral, a decoder of Llama's mathematics whose tokens see a sliding window of those before them.

Jiang, Sablayrolles, Mensch and others (2023), Mistral 7B, arXiv:2310.06825; reference:
mistralai/mistral-inference, and `MistralForCausalLM` of transformers for names and details.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from models.arch.rotary_family import (
    NORMS,
    STREAMS,
    RmsRotaryConfig,
    RotaryFamilyModel,
    decoder_rules,
    decoder_table,
    task_heads,
)
from models.schema.specs import ArchSpec, HeadSpec, Paper, Preset


@dataclass(frozen=True)
class MistralConfig(RmsRotaryConfig):
    """The entries of a published config.json; defaults are Mistral-7B-v0.1's.

    A token sees the last `sliding_window` tokens, itself included; None: all before it.
    """

    intermediate_size: int = 14336
    num_key_value_heads: int = 8
    max_position_embeddings: int = 32768
    rms_norm_eps: float = 1e-5
    sliding_window: int | None = 4096

    HEADS_IN_GROUP: ClassVar[int] = 4
    FIXED: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        **RmsRotaryConfig.FIXED,
        "attention_bias": (False, None),
        "mlp_bias": (False, None),
    }

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.sliding_window is not None and self.sliding_window < 1:
            raise ValueError("sliding_window must be at least 1, or null for all tokens")

    @property
    def bands(self) -> tuple[int | None, ...]:
        return (self.sliding_window,) * self.num_hidden_layers


SPEC = ArchSpec(
    name="mistral",
    title="Mistral",
    summary="A decoder in which a token attends to a sliding window of the tokens before it.",
    difference=(
        "Llama's blocks. Each token attends to the last 4,096 tokens alone, so that the memory for "
        "keys and values has a limit; what is further back arrives through the layers. Four heads "
        "share the keys and values of a group."
    ),
    paper=Paper(
        "Jiang, Sablayrolles, Mensch, Bamford, Chaplot and others",
        "Mistral 7B",
        2023,
        "2310.06825",
    ),
    reference="mistralai/mistral-inference",
    model_type="mistral",
    config_class=MistralConfig,
    model_class=RotaryFamilyModel,
    streams=STREAMS,
    heads=(HeadSpec("lm", "Next token", "decoder", "next_token"),),
    direction="left to right",
    positions="rotary",
    objectives=("causal",),
    tokenizers=("byte_bpe",),
    tables={"": decoder_table("Mistral", decoder_rules(NORMS))},
    presets=(Preset("Mistral-7B-v0.1", {}, 7_110_660_096),),
    generates=True,
    task_heads=task_heads("Mistral", "sequence", "span", "token"),
    notes=(
        "Version 0.1 has the sliding window of the paper; later versions of the same model have "
        "none.",
    ),
)
