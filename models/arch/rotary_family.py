"""What the decoders with rotary positions share: configuration, model, names of weights, heads.

Llama (arXiv:2302.13971) and most decoders after it are of one mathematics and differ in options.
Each family has a file of its own with what is special in it; the blocks are in models/layers:
`RotaryBlock`, `GroupedAttention`, `GatedFeedForward`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from reprlib import repr as short
from typing import Any, ClassVar, Self

from torch import nn

from models.layers.decoders.causal_decoder import sequence_head, span_head, token_head
from models.layers.feedforward import FeedForward, GatedFeedForward, activation
from models.layers.rotary.attention import AttentionShape, GroupedAttention, Normed
from models.layers.rotary.decoder import Norm, RotaryBlock, RotaryDecoder
from models.layers.rotary.positions import RotaryPositions, RotaryScaling
from models.schema.configs import ModelConfig, Size, check_heads
from models.schema.parsing import parse_object
from models.schema.specs import (
    StreamSpec,
    TaskHeadKind,
    TaskHeadSpec,
    WeightRule,
    WeightTable,
    layer_rules,
)

OWN_TABLE = "lm_head.weight"
OPTIONAL = ("num_key_value_heads", "head_dim")  # some classes of the reference reject null for them
# What has no effect here: how the reference splits its products, and what it derives itself.
WITHOUT_EFFECT = ("pretraining_tp", "rope_interleaved", "is_decoder", "cache_implementation")


@dataclass(frozen=True)
class RotaryEntries(ModelConfig):
    """How config.json states rotary positions.

    Files of transformers from version 5 on have θ and the scaling in one entry, `rope_parameters`;
    both ways are read, and the older one is written, which every version reads.
    """

    rope_scaling: RotaryScaling | None = None

    THETA: ClassVar[str] = "rope_theta"  # the entry of θ
    TURNED: ClassVar[str] = "partial_rotary_factor"  # the entry of the share of a head that turns

    def __post_init__(self) -> None:
        scaling: Any = self.rope_scaling
        if isinstance(scaling, Mapping):  # as a recipe has it
            object.__setattr__(self, "rope_scaling", RotaryScaling.parse(scaling))

    @classmethod
    def from_json(cls, text: str) -> tuple[Self, tuple[str, ...]]:
        """Parse config.json, with the rotary positions in either way."""
        data = cls.rotary_entries(parse_object(text))
        kept = {key: value for key, value in data.items() if key not in WITHOUT_EFFECT}
        return super().from_json(json.dumps(kept))

    @classmethod
    def rotary_entries(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        """The entries with those of θ and of the scaling in place of `rope_parameters`."""
        entries = dict(data)
        joined = entries.pop("rope_parameters", None)
        given = entries.get("rope_scaling") or joined
        if given is None:
            return entries
        if not isinstance(given, dict):
            raise ValueError(f"rope_scaling must be an object, not {short(given)}")
        scaling = dict(given)
        theta = scaling.pop("rope_theta", None)
        if theta is not None:
            entries[cls.THETA] = theta
        turned = scaling.pop("partial_rotary_factor", None)
        if turned is not None:
            entries[cls.TURNED] = turned
        original = entries.get("original_max_position_embeddings")
        if original is not None:
            scaling["original_max_position_embeddings"] = original
        entries["rope_scaling"] = scaling
        return entries

    @classmethod
    def check_entry(cls, key: str, value: Any) -> Any:
        if key != "rope_scaling":
            return super().check_entry(key, value)
        if value is not None and not isinstance(value, dict):
            raise ValueError(f"{key} must be an object, not {short(value)}")
        return None if value is None else RotaryScaling.parse(value)

    def to_json(self, **bookkeeping: Any) -> str:
        """The text of a config.json, without what is not stated.

        In a folder it says that there is no padding unless there is some: else the reference takes
        an id of the published vocabulary.
        """
        padding = {"pad_token_id": None} if bookkeeping else {}
        data = json.loads(super().to_json(**{**padding, **bookkeeping}))
        for key in OPTIONAL:
            if key in data and data[key] is None:
                del data[key]
        data["rope_scaling"] = self.rope_scaling and self.rope_scaling.entries()
        return json.dumps(data, indent=2, sort_keys=True) + "\n"

    @property
    def first_position(self) -> None:
        return None


@dataclass(frozen=True)
class SharedConfig(RotaryEntries):
    """The entries of config.json that every family has; defaults are Llama's of 7 billion."""

    vocab_size: int = 32000
    hidden_size: int = 4096
    intermediate_size: int = 11008
    num_hidden_layers: int = 32
    num_attention_heads: int = 32
    hidden_act: str = "silu"
    max_position_embeddings: int = 2048
    initializer_range: float = 0.02
    attention_dropout: float = 0.0
    tie_word_embeddings: bool = False  # the head is the token table

    SIZED: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "vocab_size": ("vocab_size",),
        "width": ("hidden_size",),
        "num_layers": ("num_hidden_layers",),
        "num_heads": ("num_attention_heads",),
        "inner": ("intermediate_size",),
        "num_positions": ("max_position_embeddings",),
        "dropout": ("attention_dropout",),
    }

    def __post_init__(self) -> None:
        super().__post_init__()
        self.check_heads()
        activation(self.hidden_act)
        _ = self.rotary  # for its error

    def check_heads(self) -> None:
        """Raise ValueError where the heads do not make up the width."""
        check_heads(self, "hidden_size", "num_attention_heads")

    def untie(self) -> Self | None:
        return replace(self, tie_word_embeddings=False) if self.tie_word_embeddings else None

    @property
    def num_groups(self) -> int:
        """Heads of keys and values."""
        return self.num_attention_heads

    @property
    def head_width(self) -> int:
        return self.hidden_size // self.num_attention_heads

    @property
    def rotary(self) -> RotaryPositions:
        """How queries and keys are turned. Raises ValueError where they cannot be."""
        theta: float = getattr(self, self.THETA)
        share: float = getattr(self, self.TURNED, 1.0)
        turned = int(self.head_width * share)
        return RotaryPositions(
            turned,
            theta,
            self.max_position_embeddings,
            self.rope_scaling,
            partial=turned < self.head_width,
        )

    @property
    def attention_shape(self) -> AttentionShape:
        return AttentionShape(
            self.hidden_size,
            self.num_attention_heads,
            self.num_groups,
            self.head_width,
            self.attention_dropout,
            self.attention_biases,
            self.normed,
            self.norm_eps,
        )

    @property
    def normed(self) -> Normed:
        """What a norm of queries and keys is taken over."""
        return ""

    @property
    def attention_biases(self) -> tuple[bool, bool]:
        """Whether query, key and value have biases, and whether the output has one."""
        return False, False

    @property
    def has_feed_forward_bias(self) -> bool:
        return False

    @property
    def has_head_bias(self) -> bool:
        return False

    @property
    def residual_dropout(self) -> float:
        """The dropout of what attention and feed-forward network add."""
        return 0.0

    @property
    def embedding_dropout(self) -> float:
        """The dropout of what enters the first block."""
        return 0.0

    @property
    def norm_eps(self) -> float:
        """The epsilon of all norms."""
        return 1e-5

    @property
    def bands(self) -> tuple[int | None, ...]:
        """How many tokens a row sees in each layer, itself included; None for all before it."""
        return (None,) * self.num_hidden_layers

    def rotates(self, layer: int) -> bool:
        """Whether a layer turns its queries and keys."""
        return True


@dataclass(frozen=True)
class RotaryConfig(SharedConfig):
    """The entries of families whose heads can share keys and values, and have a width of their own.

    Each head is turned as a whole.
    """

    num_key_value_heads: int | None = None  # None: as many as there are heads
    head_dim: int | None = None  # None: the width divided by the number of heads
    rope_theta: float = 10000.0

    HEADS_IN_GROUP: ClassVar[int] = 1  # of a fresh model, where it divides the heads
    FIXED: ClassVar[Mapping[str, tuple[Any, ...]]] = {"partial_rotary_factor": (1, None)}

    @classmethod
    def from_size(cls, size: Size, **overrides: Any) -> Self:
        """Heads that make up the width together, in groups as in the published sizes."""
        heads, in_group = size.num_heads, cls.HEADS_IN_GROUP
        groups = heads // in_group if heads % in_group == 0 else heads
        usual = {} if in_group == 1 else {"num_key_value_heads": groups}
        return super().from_size(size, **{**usual, **overrides})

    def check_heads(self) -> None:
        check_groups(self.num_groups, self.num_attention_heads)
        if self.head_dim is None:
            super().check_heads()

    @property
    def num_groups(self) -> int:
        groups = self.num_key_value_heads
        return self.num_attention_heads if groups is None else groups

    @property
    def head_width(self) -> int:
        return self.head_dim or self.hidden_size // self.num_attention_heads


def check_groups(groups: int, heads: int) -> None:
    """Raise ValueError where heads cannot share keys and values in so many groups."""
    if not 1 <= groups <= heads or heads % groups:
        raise ValueError(
            f"num_key_value_heads = {groups} must divide the {heads} heads of num_attention_heads"
        )


@dataclass(frozen=True)
class RmsRotaryConfig(RotaryConfig):
    """The entries of families whose norms are RMSNorm."""

    rms_norm_eps: float = 1e-6

    @property
    def norm_eps(self) -> float:
        return self.rms_norm_eps


FULL, SLIDING = "full_attention", "sliding_attention"  # of `layer_types` in config.json


@dataclass(frozen=True)
class LayerKindsConfig(RmsRotaryConfig):
    """The entries of families in which some layers see the last tokens alone.

    These are the layers that `layer_types` calls sliding; without it those that the family says.
    """

    sliding_window: int | None = 4096
    layer_types: tuple[str, ...] | None = None

    WINDOW_ENTRIES: ClassVar[str] = "sliding_window"  # what a sliding layer needs

    def __post_init__(self) -> None:
        super().__post_init__()
        kinds = self.layer_types
        if kinds is not None:
            if not isinstance(kinds, list | tuple) or len(kinds) != self.num_hidden_layers:
                raise ValueError(
                    f"layer_types must be a list of {self.num_hidden_layers} names, one for each "
                    "layer"
                )
            object.__setattr__(self, "layer_types", tuple(kinds))
        if self.window is not None and self.window < 1:
            raise ValueError("sliding_window must be at least 1, or null for all tokens")
        if kinds is not None and SLIDING in kinds and self.window is None:
            raise ValueError(f"layer_types has sliding layers, which need {self.WINDOW_ENTRIES}")

    @classmethod
    def check_entry(cls, key: str, value: Any) -> Any:
        if key != "layer_types" or value is None:
            return None if key == "layer_types" else super().check_entry(key, value)
        if not isinstance(value, list | tuple) or not value:
            raise ValueError(f"{key} must be a list of names of layers, not {short(value)}")
        unknown = next((one for one in value if one not in (FULL, SLIDING)), None)
        if unknown is not None:
            raise ValueError(
                f"{short(unknown)} of {key} is not supported; known are {FULL}, {SLIDING}"
            )
        return tuple(value)

    @property
    def window(self) -> int | None:
        """How many tokens a sliding layer sees; None where no layer slides."""
        return self.sliding_window

    @property
    def bands(self) -> tuple[int | None, ...]:
        layers = range(self.num_hidden_layers)
        kinds = self.layer_types
        slides = map(self.slides, layers) if kinds is None else (kind == SLIDING for kind in kinds)
        return tuple(self.window if one else None for one in slides)

    def slides(self, layer: int) -> bool:
        """Whether a layer slides where `layer_types` does not say so."""
        return False


@dataclass(frozen=True)
class SlidingConfig(LayerKindsConfig):
    """The entries of families in which no layer slides without `use_sliding_window`."""

    use_sliding_window: bool = False

    WINDOW_ENTRIES: ClassVar[str] = "use_sliding_window and sliding_window"

    @property
    def window(self) -> int | None:
        return self.sliding_window if self.use_sliding_window else None


def reach(config: SharedConfig, layer: int) -> int | None:
    """The largest distance at which a layer compares tokens; None where all before are seen."""
    band = config.bands[layer]
    return None if band is None else band - 1


class RotaryFamilyModel(RotaryDecoder):
    """The decoder of a configuration, with its head `lm`. A family overrides what it changes."""

    attention: ClassVar[type[GroupedAttention]] = GroupedAttention
    feed_forward: ClassVar[type[FeedForward]] = GatedFeedForward
    norm_class: ClassVar[type[nn.Module]] = nn.RMSNorm

    def __init__(self, config: SharedConfig) -> None:
        make_block, norm = partial(self._make_block, config), self.make_norm(config)
        super().__init__(config, make_block, norm, config.embedding_dropout, config.has_head_bias)
        self.config: SharedConfig = config

    @classmethod
    def make_norm(cls, config: SharedConfig) -> Norm:
        """What makes a norm of the width of the model."""
        return partial(cls.norm_class, config.hidden_size, eps=config.norm_eps)

    @staticmethod
    def block_of(config: SharedConfig) -> type[RotaryBlock]:
        """The kind of the blocks."""
        return RotaryBlock

    @classmethod
    def make_feed_forward(cls, config: SharedConfig, layer: int) -> nn.Module:
        """The feed-forward network of a block."""
        return cls.feed_forward(
            config.hidden_size,
            config.intermediate_size,
            config.hidden_act,
            bias=config.has_feed_forward_bias,
        )

    def _make_block(self, config: SharedConfig, layer: int) -> nn.Module:
        attention = self.attention(config.attention_shape, config.rotates(layer))
        feed_forward = self.make_feed_forward(config, layer)
        norm, band, block = self.make_norm(config), config.bands[layer], self.block_of(config)
        return block(attention, feed_forward, norm, band, config.residual_dropout)


def decoder_rules(norms: Mapping[str, str], packed: bool = False) -> tuple[WeightRule, ...]:
    """The published names; `norms` are those of a block by ours. `packed` as in Phi-3."""
    block = "model.layers.{i}"
    rules = [
        WeightRule("token.weight", "model.embed_tokens.weight"),
        WeightRule("norm.weight", "model.norm.weight"),
        WeightRule("lm.weight", OWN_TABLE),
    ]
    rules += [
        WeightRule(f"layers.{{i}}.{ours}.weight", f"{block}.{theirs}.weight")
        for ours, theirs in norms.items()
    ]
    separate = {"query": "q_proj", "key": "k_proj", "value": "v_proj", "output": "o_proj"}
    joined = {"qkv": "qkv_proj", "output": "o_proj"}
    for ours, theirs in (joined if packed else separate).items():
        rules += layer_rules(f"layers.{{i}}.attention.{ours}", f"{block}.self_attn.{theirs}")
    for ours, theirs in {"query_norm": "q_norm", "key_norm": "k_norm"}.items():
        own, other = f"layers.{{i}}.attention.{ours}", f"{block}.self_attn.{theirs}"
        rules.append(WeightRule(f"{own}.weight", f"{other}.weight"))
    gates = ("gate_up_proj",) if packed else ("gate_proj", "up_proj")
    widened = (f"{block}.mlp.{name}" for name in gates)
    rules += layer_rules("layers.{i}.feed_forward.gated", *widened)
    rules += layer_rules("layers.{i}.feed_forward.narrow", f"{block}.mlp.down_proj")
    return tuple(rules)


NORMS: Mapping[str, str] = {
    "attention_norm": "input_layernorm",
    "feed_forward_norm": "post_attention_layernorm",
}


def decoder_table(prefix: str, rules: tuple[WeightRule, ...]) -> WeightTable:
    """The table of a family whose classes begin with `prefix`."""
    return WeightTable(
        architectures=(f"{prefix}ForCausalLM", f"{prefix}Model"),
        rules=rules,
        legacy=(
            (r"^transformer\.", "model."),  # of the class for questions
            (r"^(embed_tokens|layers|norm)\.", r"model.\1."),
        ),
        ignored=(r"rotary_emb\.inv_freq$",),
        optional=("lm.",),
        tied={"lm.weight": "token.weight"},
    )


SEQUENCE_RULES = (WeightRule("head.output.weight", "score.weight"),)


def task_heads(
    prefix: str,
    *kinds: TaskHeadKind,
    base: str = "",
    token: str = "score",
    dropout: float | None = None,
) -> dict[TaskHeadKind, TaskHeadSpec]:
    """The heads of a family whose classes begin with `prefix`, of these kinds.

    `base` is what begins the names of the base model in the class for questions, where it is not
    what the others have. `token` is the name of the head for each token, and `dropout` what its
    class assumes of config.json.
    """
    every: dict[TaskHeadKind, TaskHeadSpec] = {
        "sequence": TaskHeadSpec(
            f"{prefix}ForSequenceClassification", sequence_head, SEQUENCE_RULES
        ),
        "span": TaskHeadSpec(
            f"{prefix}ForQuestionAnswering",
            span_head,
            layer_rules("head.output", "qa_outputs"),
            prefix=base,
            replaced="model." if base else "",
        ),
        "token": TaskHeadSpec(
            f"{prefix}ForTokenClassification",
            token_head,
            layer_rules("head.output", token),
            options={"classifier_dropout": dropout},
        ),
    }
    return {kind: every[kind] for kind in kinds}


def published_size(width: int, inner: int, layers: int, heads: int, groups: int) -> dict[str, Any]:
    """The entries of a size in a published config.json; as many groups as heads are not stated."""
    return {
        "hidden_size": width,
        "intermediate_size": inner,
        "num_hidden_layers": layers,
        "num_attention_heads": heads,
        "num_key_value_heads": None if groups == heads else groups,
    }


STREAMS = (StreamSpec("decoder", "Decoder", "left_to_right", reach=reach),)
