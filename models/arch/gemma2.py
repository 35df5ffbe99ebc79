"""Gemma 2, Gemma with windows in every other layer, soft caps and norms of what is added.

Gemma Team (2024), Gemma 2: Improving Open Language Models at a Practical Size, arXiv:2408.00118;
reference: google-deepmind/gemma, and `Gemma2ForCausalLM` of transformers for names and details.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from reprlib import repr as short
from typing import Any, ClassVar, Self

from torch import Tensor

from models.arch.gemma import BY_TANH, Gemma
from models.arch.rotary_family import (
    STREAMS,
    LayerKindsConfig,
    SharedConfig,
    decoder_rules,
    decoder_table,
    published_size,
    task_heads,
)
from models.layers.rotary.attention import AttentionShape
from models.layers.rotary.decoder import RotaryBlock, SandwichBlock
from models.layers.rotary.soft_cap import SoftCap
from models.schema.configs import Size
from models.schema.parsing import parse_object
from models.schema.specs import ArchSpec, HeadSpec, Paper, Preset


@dataclass(frozen=True)
class Gemma2Config(LayerKindsConfig):
    """The entries of a published config.json; defaults are gemma-2-2b's.

    Without `layer_types` the first layer slides, and every second one after it. The scores are
    divided by the root of `query_pre_attn_scalar`, whatever the width of a head. The activation is
    that of `hidden_activation`; another one in `hidden_act` is not read, as in the reference.
    """

    vocab_size: int = 256000
    hidden_size: int = 2304
    intermediate_size: int = 9216
    num_hidden_layers: int = 26
    num_attention_heads: int = 8
    num_key_value_heads: int = 4
    head_dim: int = 256
    hidden_act: str = BY_TANH
    max_position_embeddings: int = 8192
    tie_word_embeddings: bool = True
    sliding_window: int = 4096
    attention_bias: bool = False
    query_pre_attn_scalar: int = 256
    attn_logit_softcapping: float | None = 50.0
    final_logit_softcapping: float | None = 30.0

    HEADS_IN_GROUP: ClassVar[int] = 2
    FIXED: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        **LayerKindsConfig.FIXED,
        "use_bidirectional_attention": (False, None),
    }

    def __post_init__(self) -> None:
        super().__post_init__()
        for key in ("attn_logit_softcapping", "final_logit_softcapping"):
            if getattr(self, key) == 0:
                raise ValueError(f"{key} must be above 0, or null for no cap")

    @classmethod
    def from_size(cls, size: Size, **overrides: Any) -> Self:
        """Heads that make up the width together, whose scores are divided by the usual root."""
        width = size.width // size.num_heads
        own = {"head_dim": width, "query_pre_attn_scalar": width}
        return super().from_size(size, **{**own, **overrides})

    @classmethod
    def rotary_entries(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        """As usual; the activation has a name of its own."""
        entries = super().rotary_entries(data)
        entries["hidden_act"] = entries.pop("hidden_activation", None) or BY_TANH
        return entries

    @classmethod
    def check_entry(cls, key: str, value: Any) -> Any:
        if key == "hidden_act" and not isinstance(value, str):
            raise ValueError(f"hidden_activation must be a text, not {short(value)}")
        return super().check_entry(key, value)

    def to_json(self, **bookkeeping: Any) -> str:
        data = parse_object(super().to_json(**bookkeeping))
        data["hidden_activation"] = data.pop("hidden_act")
        return json.dumps(data, indent=2, sort_keys=True) + "\n"

    @property
    def attention_biases(self) -> tuple[bool, bool]:
        return self.attention_bias, self.attention_bias

    @property
    def attention_shape(self) -> AttentionShape:
        return replace(
            super().attention_shape,
            scale=1 / math.sqrt(self.query_pre_attn_scalar),
            soft_cap=self.attn_logit_softcapping,
        )

    def slides(self, layer: int) -> bool:
        return layer % 2 == 0


class Gemma2(Gemma):
    """The decoder of blocks that normalise what they read and what they add."""

    def __init__(self, config: Gemma2Config) -> None:
        super().__init__(config)
        cap = config.final_logit_softcapping
        self.cap = None if cap is None else SoftCap(cap)

    @staticmethod
    def block_of(config: SharedConfig) -> type[RotaryBlock]:
        """The kind of the blocks."""
        return SandwichBlock

    def logits(self, head: str, hidden: Tensor) -> Tensor:
        """`lm`: (…, D) -> (…, V), the token that comes next."""
        logits = super().logits(head, hidden)
        if self.cap is None:
            return logits
        capped: Tensor = self.cap(logits)
        return capped


NORMS = {
    "attention_norm": "input_layernorm",
    "attention_output_norm": "post_attention_layernorm",
    "feed_forward_norm": "pre_feedforward_layernorm",
    "feed_forward_output_norm": "post_feedforward_layernorm",
}
CONFIG_TITLES = {
    "query_pre_attn_scalar": "Scores divided by the root of",
    "attn_logit_softcapping": "Soft cap of scores",
    "final_logit_softcapping": "Soft cap of logits",
}
CONFIG_VALUES: Mapping[str, Mapping[Any, str]] = {
    "attn_logit_softcapping": {None: "none"},
    "final_logit_softcapping": {None: "none"},
}

SPEC = ArchSpec(
    name="gemma2",
    title="Gemma 2",
    summary="Gemma with windows in every other layer and soft caps of scores and logits.",
    difference=(
        "Gemma with grouped queries. Every other layer, the first one included, sees the last "
        "4,096 tokens alone. Scores and logits cannot leave a range: a tanh bends those near its "
        "bounds. What attention and feed-forward network read is normalised, and also what they "
        "add. The smaller sizes learned from the probabilities of a larger model."
    ),
    paper=Paper(
        "Gemma Team: Riviere, Pathak, Sessa, Hardin and others",
        "Gemma 2: Improving Open Language Models at a Practical Size",
        2024,
        "2408.00118",
    ),
    reference="google-deepmind/gemma",
    model_type="gemma2",
    config_class=Gemma2Config,
    model_class=Gemma2,
    streams=STREAMS,
    heads=(HeadSpec("lm", "Next token", "decoder", "next_token"),),
    direction="left to right",
    positions="rotary",
    objectives=("causal",),
    tokenizers=("space_bpe",),
    tables={"": decoder_table("Gemma2", decoder_rules(NORMS))},
    presets=(
        Preset("gemma-2-2b", {}, 2_614_341_888),
        Preset("gemma-2-9b", published_size(3584, 14336, 42, 16, 8), 9_241_705_984),
        Preset(
            "gemma-2-27b",
            {
                **published_size(4608, 36864, 46, 32, 16),
                "head_dim": 128,
                "query_pre_attn_scalar": 144,
            },
            27_227_128_320,
        ),
    ),
    generates=True,
    task_heads=task_heads("Gemma2", "sequence", "token"),
    notes=(
        "transformers leaves the cap of scores out where it computes attention with the fused "
        "kernel of torch, which does not know it; here attention is computed step by step.",
    ),
    config_titles=CONFIG_TITLES,
    config_values=CONFIG_VALUES,
)
