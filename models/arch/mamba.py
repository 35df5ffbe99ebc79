"""Mamba, a decoder without attention: each layer carries a state whose steps depend on the token.

Gu & Dao (2023), Mamba: Linear-Time Sequence Modeling with Selective State Spaces, arXiv:2312.00752;
reference: state-spaces/mamba, and `MambaForCausalLM` of transformers for names and details.

Shapes: B batch, T tokens, D width.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from reprlib import repr as short
from typing import Any, ClassVar, Self

from torch import Tensor, nn

from models.inference.taps import Tap
from models.inside.stages import Call, Stage, pre_norm
from models.layers.attention import KeyValueCache
from models.layers.decoders.causal_decoder import EndsInNorm
from models.layers.decoders.state_space import SelectiveStateSpace, StateCache, StateSpaceShape
from models.layers.embeddings import dtype_of
from models.layers.task_heads import TaskInputs
from models.schema.configs import ModelConfig, Size
from models.schema.parsing import parse_object
from models.schema.specs import (
    ArchSpec,
    ExtraSpec,
    HeadSpec,
    Paper,
    Preset,
    StreamSpec,
    WeightRule,
    WeightTable,
    layer_rules,
)

AUTO = "auto"  # in place of the width of the step sizes: the width of the model over RANK_SHARE
RANK_SHARE = 16
SCHEMES = ("random", "constant")
# Which kernels compute, to what the rows of the token table were rounded up, and whether the first
# weights of outputs fall with the depth, as they do here; where it is true, the reference divides
# those of a file once more.
WITHOUT_EFFECT = frozenset(
    {
        "fused_add_norm",
        "pad_vocab_size_multiple",
        "rescale_prenorm_residual",
        "use_associative_scan",
        "use_mambapy",
    }
)
EMBEDDING_STD = 0.02  # of a fresh model, as in the first code; published files state another


@dataclass(frozen=True)
class MambaConfig(ModelConfig):
    """The entries of a published config.json; defaults are mamba-130m's.

    A text may be of any length: `n_positions` is where this program cuts it, and how long the texts
    were that the published models learned from.
    """

    vocab_size: int = 50280
    hidden_size: int = 768
    num_hidden_layers: int = 24
    state_size: int = 16
    expand: int = 2
    conv_kernel: int = 4
    time_step_rank: int | None = None  # None: a sixteenth of the width
    use_bias: bool = False
    use_conv_bias: bool = True
    layer_norm_epsilon: float = 1e-5
    residual_in_fp32: bool = True
    initializer_range: float = 0.1
    time_step_scale: float = 1.0
    time_step_min: float = 0.001
    time_step_max: float = 0.1
    time_step_floor: float = 1e-4
    time_step_init_scheme: str = "random"
    tie_word_embeddings: bool = True
    n_positions: int = 2048

    INNER_WIDTHS: ClassVar[int] = 2
    FIXED: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "hidden_act": ("silu", "swish"),  # versions of the reference differ in what else it does
        "rms_norm": (True,),
        "ssm_cfg": ({}, None),
    }
    SIZED: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "vocab_size": ("vocab_size",),
        "width": ("hidden_size",),
        "num_layers": ("num_hidden_layers",),
        "num_positions": ("n_positions",),
    }

    def __post_init__(self) -> None:
        """Raises ValueError for values that no model can be made of."""
        if self.time_step_init_scheme not in SCHEMES:
            raise ValueError(
                f"time_step_init_scheme = {short(self.time_step_init_scheme)} is not supported; "
                f"known are {', '.join(SCHEMES)}"
            )
        if not 0 < self.time_step_min <= self.time_step_max:
            raise ValueError(
                f"time_step_min = {self.time_step_min:g} must lie above 0 and be at most "
                f"time_step_max = {self.time_step_max:g}"
            )
        if self.time_step_rank is not None and self.time_step_rank < 1:
            raise ValueError("time_step_rank must be at least 1, or auto")

    @classmethod
    def from_size(cls, size: Size, **overrides: Any) -> Self:
        """A fresh model begins with the token table of the first code."""
        return super().from_size(size, **{"initializer_range": EMBEDDING_STD, **overrides})

    @classmethod
    def from_json(cls, text: str) -> tuple[Self, tuple[str, ...]]:
        """Parse config.json. What follows from other entries must agree with them."""
        data = {k: v for k, v in parse_object(text).items() if k not in WITHOUT_EFFECT}
        stated = {name: data.pop(name, None) for name in FOLLOWING}
        config, unknown = super().from_json(json.dumps(data))
        for name, value in stated.items():
            expected = FOLLOWING[name](config)
            if value is not None and value != expected:
                raise ValueError(f"{name} = {short(value)} contradicts the other sizes: {expected}")
        return config, unknown

    @classmethod
    def check_entry(cls, key: str, value: Any) -> Any:
        if key == "time_step_rank" and value == AUTO:
            return None
        return super().check_entry(key, value)

    def to_json(self, **bookkeeping: Any) -> str:
        data = parse_object(super().to_json(**bookkeeping))
        data["time_step_rank"] = AUTO if self.time_step_rank is None else self.time_step_rank
        return json.dumps(data, indent=2, sort_keys=True) + "\n"

    def untie(self) -> Self | None:
        return replace(self, tie_word_embeddings=False) if self.tie_word_embeddings else None

    @property
    def size(self) -> Size:
        return replace(super().size, inner=self.inner)

    @property
    def first_position(self) -> None:
        return None

    @property
    def inner(self) -> int:
        """Channels of a layer."""
        return self.expand * self.hidden_size

    @property
    def rank(self) -> int:
        """Width of the step sizes before they are widened."""
        return self.time_step_rank or math.ceil(self.hidden_size / RANK_SHARE)

    @property
    def layer_shape(self) -> StateSpaceShape:
        return StateSpaceShape(
            self.hidden_size,
            self.inner,
            self.state_size,
            self.rank,
            self.conv_kernel,
            self.use_bias,
            self.use_conv_bias,
            (self.time_step_min, self.time_step_max, self.time_step_floor),
            self.time_step_scale / math.sqrt(self.rank),
            self.time_step_init_scheme == "constant",
            1 / math.sqrt(self.num_hidden_layers),
        )


FOLLOWING: Mapping[str, Any] = {  # entries of published files that others determine
    "intermediate_size": lambda config: config.inner,
    "d_inner": lambda config: config.inner,
    "d_model": lambda config: config.hidden_size,
    "n_layer": lambda config: config.num_hidden_layers,
}


class MambaBlock(nn.Module):
    """x + layer(norm(x)), the sum in 32 bits where config.json says so.

    Tap: `state` (B, T, D), the block's output.
    """

    def __init__(self, config: MambaConfig) -> None:
        super().__init__()
        self.in_32_bits = config.residual_in_fp32
        self.norm = nn.RMSNorm(config.hidden_size, eps=config.layer_norm_epsilon)
        self.mixer = SelectiveStateSpace(config.layer_shape)
        self.state = Tap()

    def forward(self, x: Tensor, present: Tensor | None, cache: StateCache | None) -> Tensor:
        """x (B, T, D), present (B, T) -> (B, T, D)."""
        mixed = self.mixer(self.norm(x.to(self.norm.weight.dtype)), present, cache)
        state: Tensor = self.state((x.float() if self.in_32_bits else x) + mixed)
        return state

    def stages(self, call: Call) -> Iterator[Stage]:
        yield from pre_norm(call, [(self.norm, self.mixer)])


class Mamba(EndsInNorm):
    """The decoder of blocks that carry states, with its head `lm` and a final norm."""

    EXTRAS: ClassVar = ("convolved", "steps", "enters", "reads", "sizes")

    def __init__(self, config: MambaConfig) -> None:
        blocks = [MambaBlock(config) for _ in range(config.num_hidden_layers)]
        super().__init__(
            config.vocab_size,
            config.hidden_size,
            blocks,
            config.initializer_range,
            tied=config.tie_word_embeddings,
        )
        self.config = config
        self.norm = nn.RMSNorm(config.hidden_size, eps=config.layer_norm_epsilon)
        self.final = Tap()
        for block in blocks:
            block.mixer.draw_weights()

    def forward(self, batch: TaskInputs) -> dict[str, Tensor]:
        """The last hidden states (B, T, D)."""
        return {"decoder": self._read(batch.input_ids, batch.present, [None] * len(self.layers))}

    def step(self, input_ids: Tensor, caches: list[KeyValueCache]) -> Tensor:
        """Feed (B, T) further tokens after those that the states have read; returns (B, T, D)."""
        return self._read(input_ids, None, caches)

    def new_caches(self, capacity: int) -> list[KeyValueCache]:
        return [StateCache(capacity) for _ in self.layers]

    def _read(self, ids: Tensor, present: Tensor | None, caches: Sequence[Any]) -> Tensor:
        x = self.entered(self.token(ids))  # (B, T, D)
        for layer, cache in zip(self.layers, caches, strict=True):
            x = layer(x, present, cache)
        return self.finish(x)

    def finish(self, x: Tensor) -> Tensor:
        """The final norm: (B, T, D) -> (B, T, D), in the precision of the weights."""
        return super().finish(x.to(dtype_of(self.token)))

    def attention_taps(self, stream: str) -> list[str]:
        return []

    def extra_taps(self, stream: str) -> dict[str, list[str]]:
        """What each layer computes on the way to its states, and the sizes of these."""
        layers = range(len(self.layers))
        return {name: [f"layers.{n}.mixer.{name}" for n in layers] for name in self.EXTRAS}


_OURS, _THEIRS = "layers.{i}.mixer", "backbone.layers.{i}.mixer"

TABLE = WeightTable(
    architectures=("MambaForCausalLM", "MambaModel"),
    rules=(
        WeightRule("token.weight", "backbone.embeddings.weight"),
        WeightRule("norm.weight", "backbone.norm_f.weight"),
        WeightRule("lm.weight", "lm_head.weight"),
        WeightRule("layers.{i}.norm.weight", "backbone.layers.{i}.norm.weight"),
        *layer_rules(f"{_OURS}.widen", f"{_THEIRS}.in_proj"),
        *layer_rules(f"{_OURS}.convolution", f"{_THEIRS}.conv1d"),
        WeightRule(f"{_OURS}.select.weight", f"{_THEIRS}.x_proj.weight"),
        *layer_rules(f"{_OURS}.step_size", f"{_THEIRS}.dt_proj"),
        WeightRule(f"{_OURS}.log_decay", f"{_THEIRS}.A_log"),
        WeightRule(f"{_OURS}.skip", f"{_THEIRS}.D"),
        *layer_rules(f"{_OURS}.narrow", f"{_THEIRS}.out_proj"),
    ),
    legacy=(
        (r"^(embeddings?|layers|norm_f)\.", r"backbone.\1."),
        (r"^backbone\.embedding\.", "backbone.embeddings."),  # as the first code calls it
    ),
    optional=("lm.",),
    tied={"lm.weight": "token.weight"},
)


def _published_size(width: int, layers: int) -> dict[str, int]:
    return {"hidden_size": width, "num_hidden_layers": layers}


SPEC = ArchSpec(
    name="mamba",
    title="Mamba",
    summary="A decoder without attention: each layer carries a state from token to token.",
    difference=(
        "A state of fixed size replaces attention, and there are no feed-forward networks beside "
        "it. How much of the state is kept, what enters it and what is read of it depend on the "
        "token, so that a layer can remember some tokens and pass over others. Cost grows in "
        "proportion to the length, and to write a token costs the same after any text."
    ),
    paper=Paper(
        "Gu, Dao",
        "Mamba: Linear-Time Sequence Modeling with Selective State Spaces",
        2023,
        "2312.00752",
    ),
    reference="state-spaces/mamba",
    model_type="mamba",
    config_class=MambaConfig,
    model_class=Mamba,
    streams=(
        StreamSpec(
            "decoder",
            "Decoder",
            "left_to_right",
            attends=False,
            mixing=(
                "Each layer carries a state of fixed size from token to token; what it keeps, "
                "takes in and reads depends on the token."
            ),
        ),
    ),
    heads=(HeadSpec("lm", "Next token", "decoder", "next_token"),),
    direction="left to right",
    positions="the order of reading",
    objectives=("causal",),
    tokenizers=("byte_bpe",),
    tables={"": TABLE},
    presets=(
        Preset("mamba-130m-hf", {}, 129_135_360),
        Preset("mamba-370m-hf", _published_size(1024, 48), 371_516_416),
        Preset("mamba-790m-hf", _published_size(1536, 48), 793_204_224),
        Preset("mamba-1.4b-hf", _published_size(2048, 48), 1_372_178_432),
        Preset("mamba-2.8b-hf", _published_size(2560, 64), 2_768_345_600),
    ),
    generates=True,
    extras=(
        ExtraSpec("convolved", "Convolved input", "gates"),
        ExtraSpec("steps", "Step sizes", "gates"),
        ExtraSpec("enters", "What enters the state", "gates"),
        ExtraSpec("reads", "What is read of the state", "gates"),
        ExtraSpec("sizes", "Sizes of the states", "gates"),
    ),
    notes=(
        "Parameters counts for each number of a state how it goes on and how it is read, two "
        "products with their sums; what is multiplied number by number before is left out, as it "
        "is elsewhere.",
        "The published models have twice as many layers as a transformer of their width, because "
        "one layer takes the place of attention or of the feed-forward network.",
    ),
    default_positions=2048,
    config_titles={
        "state_size": "Numbers in the state of a channel",
        "expand": "Channels of a layer, in widths",
        "conv_kernel": "Tokens that the convolution reads",
        "time_step_rank": "Width of the step sizes before they are widened",
        "use_bias": "Projections have a bias",
        "use_conv_bias": "The convolution has a bias",
        "residual_in_fp32": "Residual stream in 32 bits",
        "time_step_scale": "First step sizes, factor of their weights",
        "time_step_min": "First step sizes, smallest",
        "time_step_max": "First step sizes, largest",
        "time_step_floor": "First step sizes, limit",
        "time_step_init_scheme": "First step sizes, how their weights are drawn",
    },
)
