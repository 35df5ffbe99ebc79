"""SmolLM3, a small decoder in which every fourth layer knows no positions.

Bakouch, Ben Allal, Lozhkov and others (2025), SmolLM3: smol, multilingual, long-context reasoner;
the layers without positions are those of Yang et al. (2025), RoPE to NoPE and Back Again,
arXiv:2501.18795. Reference: huggingface/smollm, and `SmolLM3ForCausalLM` of transformers for names
and details.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from reprlib import repr as short
from typing import Any, ClassVar

from models.arch.rotary_family import (
    NORMS,
    STREAMS,
    RotaryFamilyModel,
    SlidingConfig,
    decoder_rules,
    decoder_table,
    task_heads,
)
from models.schema.specs import ArchSpec, HeadSpec, Paper, Preset


@dataclass(frozen=True)
class SmolLm3Config(SlidingConfig):
    """The entries of a published config.json; defaults are SmolLM3-3B's.

    `no_rope_layers` has a 1 for each layer that turns queries and keys, and a 0 for one that does
    not; without it every `no_rope_layer_interval`th does not. With `use_sliding_window` it is these
    that slide.
    """

    vocab_size: int = 128256
    hidden_size: int = 2048
    intermediate_size: int = 11008
    num_hidden_layers: int = 36
    num_attention_heads: int = 16
    num_key_value_heads: int | None = 4
    max_position_embeddings: int = 65536
    rope_theta: float = 5000000.0
    sliding_window: int | None = None
    tie_word_embeddings: bool = True
    no_rope_layers: tuple[int, ...] | None = None
    no_rope_layer_interval: int = 4
    attention_bias: bool = False
    mlp_bias: bool = False

    HEADS_IN_GROUP: ClassVar[int] = 4

    def __post_init__(self) -> None:
        super().__post_init__()
        flags = self.no_rope_layers
        if flags is None:
            return
        if not isinstance(flags, list | tuple) or len(flags) != self.num_hidden_layers:
            raise ValueError(
                f"no_rope_layers must be a list of {self.num_hidden_layers} numbers, one for each "
                "layer"
            )
        object.__setattr__(self, "no_rope_layers", tuple(flags))

    @classmethod
    def rotary_entries(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        """As usual; flags of layers that are not there are left out, as the reference does."""
        entries = super().rotary_entries(data)
        flags, count = entries.get("no_rope_layers"), entries.get("num_hidden_layers")
        if isinstance(flags, list) and isinstance(count, int):
            entries["no_rope_layers"] = flags[: max(count, 0)]
        return entries

    @classmethod
    def check_entry(cls, key: str, value: Any) -> Any:
        if key != "no_rope_layers" or value is None:
            return None if key == "no_rope_layers" else super().check_entry(key, value)
        if not isinstance(value, list | tuple) or any(type(n) is not int for n in value):
            raise ValueError(f"{key} must be a list of 0 and 1, not {short(value)}")
        if not set(value) <= {0, 1}:
            raise ValueError(f"{key} must be a list of 0 and 1, not {short(value)}")
        return tuple(value)

    @property
    def attention_biases(self) -> tuple[bool, bool]:
        return self.attention_bias, self.attention_bias

    @property
    def has_feed_forward_bias(self) -> bool:
        return self.mlp_bias

    def rotates(self, layer: int) -> bool:
        if self.no_rope_layers is not None:
            return bool(self.no_rope_layers[layer])
        return (layer + 1) % self.no_rope_layer_interval != 0

    def slides(self, layer: int) -> bool:
        return not self.rotates(layer)


SPEC = ArchSpec(
    name="smollm3",
    title="SmolLM3",
    summary="A small decoder in which every fourth layer compares tokens without their positions.",
    difference=(
        "Llama's blocks with grouped queries. Every fourth layer does not turn queries and keys: "
        "it knows the order by the causal mask alone, which is meant for texts longer than those "
        "learned from. The token table is the head."
    ),
    paper=Paper(
        "Bakouch, Ben Allal, Lozhkov and others",
        "SmolLM3: smol, multilingual, long-context reasoner",
        2025,
    ),
    reference="huggingface/smollm",
    model_type="smollm3",
    config_class=SmolLm3Config,
    model_class=RotaryFamilyModel,
    streams=STREAMS,
    heads=(HeadSpec("lm", "Next token", "decoder", "next_token"),),
    direction="left to right",
    positions="rotary, none in every fourth layer",
    objectives=("causal",),
    tokenizers=("byte_bpe",),
    tables={"": decoder_table("SmolLM3", decoder_rules(NORMS))},
    presets=(Preset("SmolLM3-3B-Base", {}, 3_075_098_624),),
    generates=True,
    task_heads=task_heads("SmolLM3", "sequence", "span", "token", base="transformer."),
    config_titles={
        "no_rope_layers": "Layers that turn queries and keys (1)",
        "no_rope_layer_interval": "Layers from one without positions to the next",
    },
    config_values={"no_rope_layers": {None: "by the interval"}},
)
