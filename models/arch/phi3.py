"""Phi-3, a small decoder with Llama's mathematics and packed weights, for long texts with LongRoPE.

Abdin and others (2024), Phi-3 Technical Report, arXiv:2404.14219; LongRoPE: Ding et al. (2024),
arXiv:2402.13753. Phi-3.5 mini and Phi-4 mini (arXiv:2503.01743) are of the same mathematics.
Reference: `Phi3ForCausalLM` of transformers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from reprlib import repr as short
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
from models.layers.rotary.attention import GroupedAttention, PackedGroupedAttention
from models.layers.rotary.positions import RotaryPositions
from models.schema.specs import ArchSpec, HeadSpec, Paper, Preset

LONG = "longrope"
OLD_NAMES = ("su", "yarn")  # of the same scaling in the first files


@dataclass(frozen=True)
class Phi3Config(RmsRotaryConfig):
    """The entries of a published config.json; defaults are Phi-3-mini-4k's.

    The first `partial_rotary_factor` of each head is turned. Texts longer than
    `original_max_position_embeddings` have frequencies of their own, with a scaling.
    """

    vocab_size: int = 32064
    hidden_size: int = 3072
    intermediate_size: int = 8192
    max_position_embeddings: int = 4096
    original_max_position_embeddings: int = 4096
    partial_rotary_factor: float = 1.0
    rms_norm_eps: float = 1e-5
    resid_pdrop: float = 0.0
    embd_pdrop: float = 0.0
    sliding_window: int | None = None

    FIXED: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "attention_bias": (False, None),
        "mlp_bias": (False, None),
    }

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.sliding_window is not None and self.sliding_window < 1:
            raise ValueError("sliding_window must be at least 1, or null for all tokens")

    @classmethod
    def check_entry(cls, key: str, value: Any) -> Any:
        """As usual; a scaling can only be LongRoPE."""
        if key == "rope_scaling" and isinstance(value, dict):
            kind = value.get("rope_type", value.get("type"))
            if kind in OLD_NAMES:
                value = {**value, "rope_type": LONG}
            elif kind not in (None, "default", LONG):
                raise ValueError(f"rope_type = {short(kind)} is not supported; known is {LONG}")
        return super().check_entry(key, value)

    @property
    def rotary(self) -> RotaryPositions:
        known = self.original_max_position_embeddings
        scaling = self.rope_scaling
        if scaling is not None:
            scaling = replace(scaling, original_max_position_embeddings=known)
        turned = int(self.head_width * self.partial_rotary_factor)
        return RotaryPositions(turned, self.rope_theta, self.max_position_embeddings, scaling)

    @property
    def residual_dropout(self) -> float:
        return self.resid_pdrop

    @property
    def bands(self) -> tuple[int | None, ...]:
        return (self.sliding_window,) * self.num_hidden_layers


class Phi3(RotaryFamilyModel):
    """The decoder whose query, key and value are one weight."""

    attention: ClassVar[type[GroupedAttention]] = PackedGroupedAttention


SPEC = ArchSpec(
    name="phi3",
    title="Phi-3",
    summary="A small decoder that learned from filtered and from generated texts.",
    difference=(
        "Llama's blocks, with query, key and value in one weight. Versions for long texts turn "
        "queries and keys by other angles once a text is longer than those learned from at first "
        "(LongRoPE)."
    ),
    paper=Paper(
        "Abdin, Aneja, Awadalla and others",
        "Phi-3 Technical Report: A Highly Capable Language Model Locally on Your Phone",
        2024,
        "2404.14219",
    ),
    reference="Phi3ForCausalLM of transformers",
    model_type="phi3",
    config_class=Phi3Config,
    model_class=Phi3,
    streams=STREAMS,
    heads=(HeadSpec("lm", "Next token", "decoder", "next_token"),),
    direction="left to right",
    positions="rotary",
    objectives=("causal",),
    tokenizers=("byte_bpe",),
    tables={"": decoder_table("Phi3", decoder_rules(NORMS, packed=True))},
    presets=(Preset("Phi-3-mini-4k-instruct", {}, 3_722_578_944),),
    generates=True,
    task_heads=task_heads("Phi3", "sequence", "token"),
    config_titles={
        "original_max_position_embeddings": "Positions learned at first",
        "partial_rotary_factor": "Share of a head that is turned",
    },
)
