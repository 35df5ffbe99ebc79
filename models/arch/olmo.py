"""OLMo, a decoder with open data, whose LayerNorm learns nothing.

Groeneveld, Beltagy, Walsh and others (2024), OLMo: Accelerating the Science of Language Models,
arXiv:2402.00838; reference: allenai/OLMo, and `OlmoForCausalLM` of transformers for names and
details.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from torch import nn

from models.arch.rotary_family import (
    STREAMS,
    RotaryConfig,
    RotaryFamilyModel,
    SharedConfig,
    decoder_rules,
    decoder_table,
    published_size,
    task_heads,
)
from models.layers.rotary.attention import AttentionShape
from models.layers.rotary.decoder import Norm
from models.schema.specs import ArchSpec, HeadSpec, Paper, Preset


@dataclass(frozen=True)
class OlmoConfig(RotaryConfig):
    """The entries of a published config.json; defaults are OLMo-7B's.

    With `clip_qkv` queries, keys and values are cut off at it, to both sides.
    """

    vocab_size: int = 50304
    attention_bias: bool = False
    clip_qkv: float | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.clip_qkv == 0:
            raise ValueError("clip_qkv must be above 0, or null for no limit")

    @property
    def attention_biases(self) -> tuple[bool, bool]:
        return self.attention_bias, self.attention_bias

    @property
    def attention_shape(self) -> AttentionShape:
        return replace(super().attention_shape, clip=self.clip_qkv)


class Olmo(RotaryFamilyModel):
    """The decoder with norms that have neither weights nor biases."""

    @staticmethod
    def make_norm(config: SharedConfig) -> Norm:
        """LayerNorm with the epsilon of the reference, which no entry states."""
        eps = config.norm_eps
        return partial(nn.LayerNorm, config.hidden_size, eps=eps, elementwise_affine=False)


SPEC = ArchSpec(
    name="olmo",
    title="OLMo",
    summary="A decoder whose data, code and checkpoints are all open.",
    difference=(
        "Llama's blocks with LayerNorm in place of RMSNorm, and nothing learned in it, neither "
        "weight nor bias: the safest choice, its authors say, and the fastest."
    ),
    paper=Paper(
        "Groeneveld, Beltagy, Walsh, Bhagia, Kinney and others",
        "OLMo: Accelerating the Science of Language Models",
        2024,
        "2402.00838",
    ),
    reference="allenai/OLMo",
    model_type="olmo",
    config_class=OlmoConfig,
    model_class=Olmo,
    streams=STREAMS,
    heads=(HeadSpec("lm", "Next token", "decoder", "next_token"),),
    direction="left to right",
    positions="rotary",
    objectives=("causal",),
    tokenizers=("byte_bpe",),
    tables={"": decoder_table("Olmo", decoder_rules({}))},
    presets=(
        Preset(
            "OLMo-1B-hf",
            {**published_size(2048, 8192, 16, 16, 16), "tie_word_embeddings": True},
            1_176_764_416,
        ),
        Preset("OLMo-7B-hf", {}, 6_682_050_560),
    ),
    generates=True,
    task_heads=task_heads("Olmo", "sequence"),
    config_titles={"clip_qkv": "Limit of queries, keys and values"},
    config_values={"clip_qkv": {None: "none"}},
)
