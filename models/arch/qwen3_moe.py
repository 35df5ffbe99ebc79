"""Qwen3-MoE, Qwen3's decoder with 128 experts in each layer, of which a token passes eight.

Yang and others (2025), Qwen3 Technical Report, arXiv:2505.09388, section 2; reference:
QwenLM/Qwen3, and `Qwen3MoeForCausalLM` of transformers for names and details.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from models.arch.qwen2_moe import EXPERT_TITLES, EXPERTS, ExpertDecoder, ExpertEntries
from models.arch.qwen3 import Qwen3Config
from models.arch.rotary_family import (
    NORMS,
    STREAMS,
    decoder_rules,
    decoder_table,
    published_size,
    task_heads,
)
from models.schema.specs import ArchSpec, ExtraSpec, HeadSpec, Paper, Preset


@dataclass(frozen=True)
class Qwen3MoeConfig(ExpertEntries, Qwen3Config):
    """The entries of a published config.json; defaults are Qwen3-30B-A3B's.

    Heads make up the width together where `head_dim` is not stated; published files state 128.
    With `use_sliding_window` all layers slide, whatever `max_window_layers` says.
    """

    hidden_size: int = 2048
    intermediate_size: int = 6144
    num_hidden_layers: int = 48
    num_key_value_heads: int | None = 4
    head_dim: int | None = None  # type: ignore[assignment]  # unlike Qwen3, where it is 128
    max_window_layers: int = 48
    moe_intermediate_size: int = 768
    num_experts: int = 128
    num_experts_per_tok: int = 8
    norm_topk_prob: bool = True

    HEADS_IN_GROUP: ClassVar[int] = 2

    def slides(self, layer: int) -> bool:
        return True


QWEN3_235B = {
    **published_size(4096, 12288, 94, 64, 4),
    "head_dim": 128,
    "moe_intermediate_size": 1536,
    "max_window_layers": 94,
}

SPEC = ArchSpec(
    name="qwen3_moe",
    title="Qwen3-MoE",
    summary="A decoder with 128 small experts in each layer, of which a token passes eight.",
    difference=(
        "Qwen3's blocks with 128 experts in place of the feed-forward network. Unlike Qwen2-MoE it "
        "has no expert that every token passes, and the shares of the eight that it passes add up "
        "to one. So it computes with about a tenth of its weights for each token."
    ),
    paper=Paper(
        "Yang, Li, Yang, Zhang, Hui and others", "Qwen3 Technical Report", 2025, "2505.09388"
    ),
    reference="QwenLM/Qwen3",
    model_type="qwen3_moe",
    config_class=Qwen3MoeConfig,
    model_class=ExpertDecoder,
    streams=STREAMS,
    heads=(HeadSpec("lm", "Next token", "decoder", "next_token"),),
    direction="left to right",
    positions="rotary",
    objectives=("causal",),
    tokenizers=("byte_bpe",),
    tables={"": decoder_table("Qwen3Moe", (*decoder_rules(NORMS), *EXPERTS))},
    presets=(
        Preset("Qwen3-30B-A3B", {"head_dim": 128}, 30_220_957_696),
        Preset("Qwen3-235B-A22B", QWEN3_235B, 234_471_304_704),
    ),
    generates=True,
    extras=(ExtraSpec("experts", "Shares of the experts", "shares"),),
    task_heads=task_heads("Qwen3Moe", "sequence", "span", "token", base="transformer."),
    notes=(
        "router_aux_loss_coef of config.json is the weight of a further loss that spreads tokens "
        "evenly over the experts. Training here has none.",
    ),
    config_titles=EXPERT_TITLES,
)
