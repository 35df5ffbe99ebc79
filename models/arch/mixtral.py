"""Mixtral, Mistral's decoder whose feed-forward networks are experts; a router chooses two a token.

Jiang, Sablayrolles, Roux, Mensch and others (2024), Mixtral of Experts, arXiv:2401.04088;
reference: mistralai/mistral-inference, and `MixtralForCausalLM` of transformers for names and
details.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from torch import nn

from models.arch.mistral import MistralConfig
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
from models.layers.decoders.experts import MixtureOfExperts
from models.schema.parsing import parse_object
from models.schema.specs import ArchSpec, ExtraSpec, HeadSpec, Paper, Preset, WeightRule

MOST_EXPERTS = 128  # whose names the table of weights has
WITHOUT_EFFECT = frozenset({"output_router_logits", "router_aux_loss_coef"})  # of the loss


@dataclass(frozen=True)
class MixtralConfig(MistralConfig):
    """The entries of a published config.json; defaults are Mixtral-8x7B-v0.1's."""

    rope_theta: float = 1e6
    sliding_window: int | None = None
    num_local_experts: int = 8
    num_experts_per_tok: int = 2

    FIXED: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        **MistralConfig.FIXED,
        "router_jitter_noise": (0, None),
    }
    ALIASES: ClassVar[Mapping[str, str]] = {"num_experts": "num_local_experts"}

    def __post_init__(self) -> None:
        super().__post_init__()
        check_experts("num_local_experts", self.num_local_experts, self.num_experts_per_tok)

    @classmethod
    def from_json(cls, text: str) -> tuple[Self, tuple[str, ...]]:
        """Parse config.json, without what has no effect on what is computed."""
        return super().from_json(without_effect(text))


def without_effect(text: str) -> str:
    """A config.json without entries that change nothing that is computed."""
    data = parse_object(text)
    return json.dumps({key: value for key, value in data.items() if key not in WITHOUT_EFFECT})


def check_experts(entry: str, experts: int, chosen: int) -> None:
    """Raise ValueError for numbers of experts that cannot be; `entry` counts those of a layer."""
    if not 1 <= experts <= MOST_EXPERTS:
        raise ValueError(f"{entry} must lie between 1 and {MOST_EXPERTS}")
    if not 1 <= chosen <= experts:
        raise ValueError(
            f"num_experts_per_tok = {chosen} must lie between 1 and {entry} = {experts}"
        )


class Mixtral(RotaryFamilyModel):
    """The decoder with a mixture of experts in each block."""

    @classmethod
    def make_feed_forward(cls, config: SharedConfig, layer: int) -> nn.Module:
        """The experts of a block, with their router."""
        assert isinstance(config, MixtralConfig)
        return MixtureOfExperts(
            config.hidden_size,
            config.intermediate_size,
            config.hidden_act,
            config.num_local_experts,
            config.num_experts_per_tok,
        )

    def extra_taps(self, stream: str) -> dict[str, list[str]]:
        """The shares of the experts in each layer."""
        layers = range(len(self.layers))
        return {"experts": [f"layers.{layer}.feed_forward.shares" for layer in layers]}


def expert_rules(layer: str, gate: str, widen: str, up: str, narrow: str) -> Iterator[WeightRule]:
    """The published names of router and experts in a `layer`."""
    ours = "layers.{i}.feed_forward"
    yield WeightRule(f"{ours}.router.weight", f"{layer}.{gate}.weight")
    for number in range(MOST_EXPERTS):
        own, other = f"{ours}.experts.{number}", f"{layer}.experts.{number}"
        gated = (f"{other}.{widen}.weight", f"{other}.{up}.weight")
        yield WeightRule(f"{own}.gated.weight", gated)
        yield WeightRule(f"{own}.narrow.weight", f"{other}.{narrow}.weight")


_EXPERTS = expert_rules("model.layers.{i}.block_sparse_moe", "gate", "w1", "w3", "w2")

MIXTRAL_8X22B = {
    **published_size(6144, 16384, 56, 48, 8),
    "max_position_embeddings": 65536,
}

SPEC = ArchSpec(
    name="mixtral",
    title="Mixtral",
    summary="A decoder in which each token passes two of eight feed-forward networks.",
    difference=(
        "Mistral's blocks, whose feed-forward network is eight of them, the experts. A router "
        "chooses two for each token in each layer and adds what they compute by their shares, so "
        "that a token costs a fourth of the weights that these networks have."
    ),
    paper=Paper(
        "Jiang, Sablayrolles, Roux, Mensch, Savary and others",
        "Mixtral of Experts",
        2024,
        "2401.04088",
    ),
    reference="mistralai/mistral-inference",
    model_type="mixtral",
    config_class=MixtralConfig,
    model_class=Mixtral,
    streams=STREAMS,
    heads=(HeadSpec("lm", "Next token", "decoder", "next_token"),),
    direction="left to right",
    positions="rotary",
    objectives=("causal",),
    tokenizers=("byte_bpe",),
    tables={"": decoder_table("Mixtral", (*decoder_rules(NORMS), *_EXPERTS))},
    presets=(
        Preset("Mixtral-8x7B-v0.1", {}, 46_571_720_704),
        Preset("Mixtral-8x22B-v0.1", MIXTRAL_8X22B, 140_424_026_112),
    ),
    generates=True,
    extras=(ExtraSpec("experts", "Shares of the experts", "shares"),),
    task_heads=task_heads("Mixtral", "sequence", "span", "token"),
    notes=(
        "router_aux_loss_coef of config.json is the weight of a further loss that spreads tokens "
        "evenly over the experts. Training here has none.",
    ),
    config_titles={
        "num_local_experts": "Experts in a layer",
        "num_experts_per_tok": "Experts that a token passes",
    },
)
