"""Qwen2-MoE, Qwen2's decoder with many small experts and one that every token passes.

Yang and others (2024), Qwen2 Technical Report, arXiv:2407.10671, section 2.2.2; Qwen1.5-MoE has the
same architecture. Reference: QwenLM/Qwen2.5, and `Qwen2MoeForCausalLM` of transformers for names
and details.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from torch import nn

from models.arch.mixtral import check_experts, expert_rules, without_effect
from models.arch.qwen2 import Qwen2Config
from models.arch.rotary_family import (
    NORMS,
    STREAMS,
    RotaryFamilyModel,
    SharedConfig,
    decoder_rules,
    decoder_table,
    published_size,
    task_heads,
)
from models.layers.decoders.experts import MixtureOfExperts, MixtureWithSharedExpert
from models.schema.configs import ModelConfig, Size
from models.schema.specs import ArchSpec, ExtraSpec, HeadSpec, Paper, Preset, WeightRule

FEW_EXPERTS, FEW_CHOSEN = 8, 2  # of a fresh model


@dataclass(frozen=True)
class ExpertEntries(ModelConfig):
    """The entries of config.json that say which layers have experts, and how many.

    A layer has them unless `mlp_only_layers` names it, where its number, counted from 1, is a
    multiple of `decoder_sparse_step`. With `norm_topk_prob` the shares of the experts that a token
    passes add up to one.
    """

    moe_intermediate_size: int = 1408
    num_experts: int = 60
    num_experts_per_tok: int = 4
    norm_topk_prob: bool = False
    decoder_sparse_step: int = 1
    mlp_only_layers: tuple[int, ...] = ()

    ALIASES: ClassVar[Mapping[str, str]] = {"num_local_experts": "num_experts"}
    SIZED: ClassVar[Mapping[str, tuple[str, ...]]] = {
        **SharedConfig.SIZED,
        "inner": ("intermediate_size", "moe_intermediate_size"),
    }

    def __post_init__(self) -> None:
        super().__post_init__()  # type: ignore[misc]
        object.__setattr__(self, "mlp_only_layers", tuple(self.mlp_only_layers))  # of a recipe
        check_experts("num_experts", self.num_experts, self.num_experts_per_tok)

    @classmethod
    def from_size(cls, size: Size, **overrides: Any) -> Self:
        """A few experts in each layer."""
        few = {"num_experts": FEW_EXPERTS, "num_experts_per_tok": FEW_CHOSEN}
        return super().from_size(size, **{**few, **overrides})

    @classmethod
    def from_json(cls, text: str) -> tuple[Self, tuple[str, ...]]:
        """Parse config.json, without what has no effect on what is computed."""
        return super().from_json(without_effect(text))

    @classmethod
    def check_entry(cls, key: str, value: Any) -> Any:
        if key == "mlp_only_layers" and value is None:
            return ()
        return super().check_entry(key, value)

    @property
    def layers_alike(self) -> bool:
        return self.decoder_sparse_step == 1 and not self.mlp_only_layers

    def has_experts(self, layer: int) -> bool:
        """Whether a layer, counted from 0, has experts."""
        return layer not in self.mlp_only_layers and (layer + 1) % self.decoder_sparse_step == 0


@dataclass(frozen=True)
class Qwen2MoeConfig(ExpertEntries, Qwen2Config):
    """The entries of a published config.json; defaults are Qwen1.5-MoE-A2.7B's.

    With `use_sliding_window` every second layer before `max_window_layers` slides, the first one
    too.
    """

    vocab_size: int = 151936
    hidden_size: int = 2048
    intermediate_size: int = 5632
    num_hidden_layers: int = 24
    num_attention_heads: int = 16
    num_key_value_heads: int | None = 16
    max_position_embeddings: int = 8192
    max_window_layers: int = 21
    shared_expert_intermediate_size: int = 5632
    qkv_bias: bool = True

    SIZED: ClassVar[Mapping[str, tuple[str, ...]]] = {
        **ExpertEntries.SIZED,
        "inner": (*ExpertEntries.SIZED["inner"], "shared_expert_intermediate_size"),
    }

    @classmethod
    def from_size(cls, size: Size, **overrides: Any) -> Self:
        """Each head has keys and values of its own, as in the smaller of the published sizes."""
        return super().from_size(size, **{"num_key_value_heads": size.num_heads, **overrides})

    @classmethod
    def check_entry(cls, key: str, value: Any) -> Any:
        """As usual; the reference writes a window of 0 where no layer slides."""
        if key == "sliding_window" and type(value) is int and value == 0:
            return None
        return super().check_entry(key, value)

    @property
    def attention_biases(self) -> tuple[bool, bool]:
        return self.qkv_bias, False

    def slides(self, layer: int) -> bool:
        return layer % 2 == 0 and layer < self.max_window_layers


class ExpertDecoder(RotaryFamilyModel):
    """A decoder in which some layers have experts; a family says of which kind."""

    @classmethod
    def make_experts(cls, config: Any) -> MixtureOfExperts:
        """The experts of a layer, with their router."""
        return MixtureOfExperts(
            config.hidden_size,
            config.moe_intermediate_size,
            config.hidden_act,
            config.num_experts,
            config.num_experts_per_tok,
            config.norm_topk_prob,
        )

    @classmethod
    def make_feed_forward(cls, config: SharedConfig, layer: int) -> nn.Module:
        """The experts of a block that has some, or one network."""
        assert isinstance(config, ExpertEntries)
        has = config.has_experts(layer)
        return cls.make_experts(config) if has else super().make_feed_forward(config, layer)

    def extra_taps(self, stream: str) -> dict[str, list[str]]:
        """The shares of the experts in each layer that has some."""
        return {"experts": self._taps_of_experts("shares")}

    def _taps_of_experts(self, name: str) -> list[str]:
        config = self.config
        assert isinstance(config, ExpertEntries)
        layers = filter(config.has_experts, range(len(self.layers)))
        return [f"layers.{layer}.feed_forward.{name}" for layer in layers]


class Qwen2Moe(ExpertDecoder):
    """The decoder with a shared expert beside the others, which has a gate."""

    @classmethod
    def make_experts(cls, config: Any) -> MixtureOfExperts:
        """The experts of a layer, with their router and the one that every token passes."""
        return MixtureWithSharedExpert(
            config.hidden_size,
            config.moe_intermediate_size,
            config.hidden_act,
            config.num_experts,
            config.num_experts_per_tok,
            config.norm_topk_prob,
            config.shared_expert_intermediate_size,
        )

    def extra_taps(self, stream: str) -> dict[str, list[str]]:
        """The shares of the experts, and the gate of the one that every token passes."""
        return {**super().extra_taps(stream), "shared": self._taps_of_experts("shared_share")}


LAYER = "model.layers.{i}.mlp"
EXPERTS = tuple(expert_rules(LAYER, "gate", "gate_proj", "up_proj", "down_proj"))
EXPERT_TITLES: Mapping[str, str] = {
    "moe_intermediate_size": "Inner width of an expert",
    "num_experts": "Experts in a layer",
    "num_experts_per_tok": "Experts that a token passes",
    "norm_topk_prob": "Shares of the experts that a token passes add up to one",
    "decoder_sparse_step": "Layers with experts: every n-th",
    "mlp_only_layers": "Layers without experts, counted from 0",
}


def _shared_rules() -> Iterator[WeightRule]:
    """The published names of the expert that every token passes."""
    ours, theirs = "layers.{i}.feed_forward", f"{LAYER}.shared_expert"
    gated = (f"{theirs}.gate_proj.weight", f"{theirs}.up_proj.weight")
    yield WeightRule(f"{ours}.shared.gated.weight", gated)
    yield WeightRule(f"{ours}.shared.narrow.weight", f"{theirs}.down_proj.weight")
    yield WeightRule(f"{ours}.shared_gate.weight", f"{theirs}_gate.weight")


QWEN2_57B = {
    **published_size(3584, 18944, 28, 28, 4),
    "moe_intermediate_size": 2560,
    "shared_expert_intermediate_size": 20480,
    "num_experts": 64,
    "num_experts_per_tok": 8,
    "max_position_embeddings": 32768,
    "max_window_layers": 28,
}

SPEC = ArchSpec(
    name="qwen2_moe",
    title="Qwen2-MoE",
    summary="A decoder with many small experts in each layer, and one that every token passes.",
    difference=(
        "Qwen2's blocks with 60 or 64 experts in place of the feed-forward network, each a part of "
        "its width, of which a token passes four or eight. One wide expert more computes for every "
        "token, times a gate. The shares come from the softmax over all experts, so that those of "
        "the chosen ones add up to less than one."
    ),
    paper=Paper(
        "Yang, Yang, Hui, Zheng, Yu and others", "Qwen2 Technical Report", 2024, "2407.10671"
    ),
    reference="QwenLM/Qwen2.5",
    model_type="qwen2_moe",
    config_class=Qwen2MoeConfig,
    model_class=Qwen2Moe,
    streams=STREAMS,
    heads=(HeadSpec("lm", "Next token", "decoder", "next_token"),),
    direction="left to right",
    positions="rotary",
    objectives=("causal",),
    tokenizers=("byte_bpe",),
    tables={"": decoder_table("Qwen2Moe", (*decoder_rules(NORMS), *EXPERTS, *_shared_rules()))},
    presets=(
        Preset("Qwen1.5-MoE-A2.7B", {}, 14_004_619_264),
        Preset("Qwen2-57B-A14B", QWEN2_57B, 56_864_120_320),
    ),
    generates=True,
    extras=(
        ExtraSpec("experts", "Shares of the experts", "shares"),
        ExtraSpec("shared", "Gate of the shared expert", "gates"),
    ),
    task_heads=task_heads("Qwen2Moe", "sequence", "span", "token"),
    notes=(
        "router_aux_loss_coef of config.json is the weight of a further loss that spreads tokens "
        "evenly over the experts. Training here has none.",
    ),
    config_titles={
        **EXPERT_TITLES,
        "shared_expert_intermediate_size": "Inner width of the shared expert",
        "qkv_bias": "Queries, keys and values have a bias",
    },
)
