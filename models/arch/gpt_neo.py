"""GPT-Neo, an open decoder after GPT-3, with global and local attention in turns.

Black, Gao, Wang, Leahy, Biderman (2021), GPT-Neo: Large Scale Autoregressive Language Modeling with
Mesh-Tensorflow, doi:10.5281/zenodo.5297715; trained on The Pile (Gao et al. 2020,
arXiv:2101.00027). Reference: EleutherAI/gpt-neo, and `GPTNeoForCausalLM` of transformers for names
and details.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import cycle, islice
from reprlib import repr as short
from typing import Any, ClassVar, Self

from torch import nn

from models.arch.gpt1 import SEQUENCE_RULES
from models.inference.taps import Tap
from models.layers.attention import Attention
from models.layers.decoders.blocks import PreNormDecoderBlock
from models.layers.decoders.causal_decoder import (
    CLASSIFIER_DROPOUT,
    CausalDecoder,
    EndsInNorm,
    sequence_head,
    span_head,
    token_head,
)
from models.layers.feedforward import FeedForward, activation
from models.schema.batch import DecoderParts
from models.schema.configs import MAX_LAYERS, ModelConfig, Size, check_heads
from models.schema.parsing import parse_object
from models.schema.specs import (
    ArchSpec,
    HeadSpec,
    Paper,
    Preset,
    StreamSpec,
    TaskHeadKind,
    TaskHeadSpec,
    WeightRule,
    WeightTable,
    layer_rules,
)

GLOBAL, LOCAL = "global", "local"


@dataclass(frozen=True)
class GptNeoConfig(ModelConfig):
    """The entries of a published config.json; defaults are gpt-neo-1.3B's.

    In a local layer a token sees the last `window_size` tokens, itself included. `attention_types`
    says of each layer what it is; files state it in short: [[["global", "local"], 12]] are both in
    turns, twelve times.
    """

    vocab_size: int = 50257
    hidden_size: int = 2048
    num_layers: int = 24
    num_heads: int = 16
    intermediate_size: int | None = None  # None: four times the width
    max_position_embeddings: int = 2048
    window_size: int = 256
    attention_types: tuple[str, ...] | None = None  # None: global and local in turns
    activation_function: str = "gelu_new"
    resid_dropout: float = 0.0
    embed_dropout: float = 0.0
    attention_dropout: float = 0.0
    layer_norm_epsilon: float = 1e-5
    initializer_range: float = 0.02
    tie_word_embeddings: bool = True

    ALIASES: ClassVar[Mapping[str, str]] = {
        "num_attention_heads": "num_heads",
        "num_hidden_layers": "num_layers",
    }
    SIZED: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "vocab_size": ("vocab_size",),
        "width": ("hidden_size",),
        "num_layers": ("num_layers",),
        "num_heads": ("num_heads",),
        "inner": ("intermediate_size",),
        "num_positions": ("max_position_embeddings",),
        "dropout": ("resid_dropout", "embed_dropout", "attention_dropout"),
    }

    def __post_init__(self) -> None:
        check_heads(self, "hidden_size", "num_heads")
        activation(self.activation_function)
        if self.window_size < 1:
            raise ValueError("window_size must be at least 1")
        kinds = self.attention_types
        if kinds is None:
            return
        object.__setattr__(self, "attention_types", tuple(kinds))
        if len(kinds) != self.num_layers:
            raise ValueError(
                f"attention_types names {len(kinds)} layers, and num_layers is {self.num_layers}"
            )
        unknown = next((kind for kind in kinds if kind not in (GLOBAL, LOCAL)), None)
        if unknown is not None:
            raise ValueError(
                f"{short(unknown)} of attention_types is not supported; known are {GLOBAL}, {LOCAL}"
            )

    @classmethod
    def from_json(cls, text: str) -> tuple[Self, tuple[str, ...]]:
        """Parse config.json. `attention_layers` there says again what `attention_types` says."""
        data = parse_object(text)
        kinds = data.pop("attention_layers", None)
        if data.get("attention_types") is None and kinds is not None:
            data["attention_types"] = [[kinds, 1]]
        config, unknown = super().from_json(json.dumps(data))
        in_turns = config.attention_types == _in_turns(config.num_layers)
        return (replace(config, attention_types=None) if in_turns else config), unknown

    @classmethod
    def check_entry(cls, key: str, value: Any) -> Any:
        if key != "attention_types" or value is None:
            return None if key == "attention_types" else super().check_entry(key, value)
        return expand_types(value)

    def to_json(self, **bookkeeping: Any) -> str:
        """The text of a config.json."""
        data = parse_object(super().to_json(**bookkeeping))
        data["attention_types"] = [[list(self.kinds), 1]]
        return json.dumps(data, indent=2, sort_keys=True) + "\n"

    def untie(self) -> Self | None:
        return replace(self, tie_word_embeddings=False) if self.tie_word_embeddings else None

    @property
    def size(self) -> Size:
        if self.intermediate_size is None:
            return replace(self, intermediate_size=self.inner).size
        return super().size

    @property
    def inner(self) -> int:
        return self.intermediate_size or 4 * self.hidden_size

    @property
    def kinds(self) -> tuple[str, ...]:
        """What each layer is, global or local."""
        return self.attention_types or _in_turns(self.num_layers)

    @property
    def bands(self) -> tuple[int | None, ...]:
        """How many tokens a row sees in each layer, itself included; None for all before it."""
        return tuple(self.window_size if kind == LOCAL else None for kind in self.kinds)


def expand_types(types: Any) -> tuple[Any, ...]:
    """The kinds of all layers of an `attention_types` in a file. Raises ValueError."""
    kinds: list[Any] = []
    entries: list[Any] = types if isinstance(types, list) else [None]
    for entry in entries:
        is_pair = isinstance(entry, list) and len(entry) == 2 and isinstance(entry[0], list)
        counts = is_pair and type(entry[1]) is int and entry[1] >= 0
        if not counts or len(kinds) + len(entry[0]) * entry[1] > MAX_LAYERS:
            raise ValueError(
                "attention_types must be a list of [kinds of layers, how many times], not "
                f"{short(types)}"
            )
        kinds += entry[0] * entry[1]
    return tuple(kinds)


def _in_turns(num_layers: int) -> tuple[str, ...]:
    return tuple(islice(cycle((GLOBAL, LOCAL)), num_layers))


def reach(config: GptNeoConfig, layer: int) -> int | None:
    """How many tokens before itself each token sees in a layer; None for all."""
    band = config.bands[layer]
    return None if band is None else band - 1


def _make_block(config: GptNeoConfig) -> PreNormDecoderBlock:
    """Scores are not divided by √K, and query, key and value have no biases."""
    width, biases = config.hidden_size, (False, True)
    return PreNormDecoderBlock(
        Attention(width, config.num_heads, config.attention_dropout, biases, scaled=False),
        FeedForward(width, config.inner, config.activation_function),
        partial(nn.LayerNorm, width, eps=config.layer_norm_epsilon),
        config.resid_dropout,
    )


class GptNeo(EndsInNorm, CausalDecoder):
    """The decoder with its head `lm` and a final norm."""

    def __init__(self, config: GptNeoConfig) -> None:
        super().__init__(
            config.vocab_size,
            config.hidden_size,
            (_make_block(config) for _ in range(config.num_layers)),
            config.initializer_range,
            config.embed_dropout,
            config.tie_word_embeddings,
            config.max_position_embeddings,
        )
        self.config = config
        self.norm = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_epsilon)
        self.final = Tap()

    @property
    def bands(self) -> tuple[int | None, ...]:
        return self.config.bands

    def decoder_parts(self) -> DecoderParts:
        """What `step` and `logits` compute with."""
        return DecoderParts(
            self.token,
            self.layers,
            self.norm,
            self.lm,
            position=self.position,
            bands=self.bands,
        )


_BLOCK = "transformer.h.{i}"

TABLE = WeightTable(
    architectures=("GPTNeoForCausalLM", "GPTNeoModel"),
    rules=(
        WeightRule("token.weight", "transformer.wte.weight"),
        WeightRule("position.weight", "transformer.wpe.weight"),
        *layer_rules("layers.{i}.attention_norm", f"{_BLOCK}.ln_1"),
        *layer_rules(
            "layers.{i}.attention.qkv", *(f"{_BLOCK}.attn.attention.{name}_proj" for name in "qkv")
        ),
        *layer_rules("layers.{i}.attention.output", f"{_BLOCK}.attn.attention.out_proj"),
        *layer_rules("layers.{i}.feed_forward_norm", f"{_BLOCK}.ln_2"),
        *layer_rules("layers.{i}.feed_forward.widen", f"{_BLOCK}.mlp.c_fc"),
        *layer_rules("layers.{i}.feed_forward.narrow", f"{_BLOCK}.mlp.c_proj"),
        *layer_rules("norm", "transformer.ln_f"),
        WeightRule("lm.weight", "lm_head.weight"),
    ),
    legacy=((r"^(wte|wpe|ln_f|h)\.", r"transformer.\1."),),
    ignored=(r"\.attn\.attention\.(bias|masked_bias)$",),
    optional=("lm.",),
    tied={"lm.weight": "token.weight"},
)

TASK_HEADS: Mapping[TaskHeadKind, TaskHeadSpec] = {
    "sequence": TaskHeadSpec("GPTNeoForSequenceClassification", sequence_head, SEQUENCE_RULES),
    "span": TaskHeadSpec(
        "GPTNeoForQuestionAnswering", span_head, layer_rules("head.output", "qa_outputs")
    ),
    "token": TaskHeadSpec(
        "GPTNeoForTokenClassification",
        token_head,
        layer_rules("head.output", "classifier"),
        options={"classifier_dropout": CLASSIFIER_DROPOUT},
    ),
}


def _published_size(width: int, layers: int, heads: int) -> dict[str, int]:
    return {"hidden_size": width, "num_layers": layers, "num_heads": heads}


SPEC = ArchSpec(
    name="gpt_neo",
    title="GPT-Neo",
    summary="An open decoder after GPT-3: layers see all tokens before, or the last 256, in turns.",
    difference=(
        "GPT-2's blocks. Every other layer sees the last 256 tokens alone, which GPT-3 does with a "
        "band whose width was not published. Scores are not divided by the root of a head's width, "
        "and query, key and value have no biases."
    ),
    paper=Paper(
        "Black, Gao, Wang, Leahy, Biderman",
        "GPT-Neo: Large Scale Autoregressive Language Modeling with Mesh-Tensorflow",
        2021,
    ),
    reference="EleutherAI/gpt-neo",
    model_type="gpt_neo",
    config_class=GptNeoConfig,
    model_class=GptNeo,
    streams=(StreamSpec("decoder", "Decoder", "left_to_right", reach=reach),),
    heads=(HeadSpec("lm", "Next token", "decoder", "next_token"),),
    direction="left to right",
    positions="learned, absolute",
    objectives=("causal",),
    tokenizers=("byte_bpe",),
    tables={"": TABLE},
    presets=(
        Preset("gpt-neo-125m", _published_size(768, 12, 12), 125_198_592),
        Preset("gpt-neo-1.3B", {}, 1_315_575_808),
        Preset("gpt-neo-2.7B", _published_size(2560, 32, 20), 2_651_307_520),
    ),
    generates=True,
    task_heads=TASK_HEADS,
    notes=(
        "Classification reads the last token that is not padding. transformers recognises padding "
        "by its id, so there a text that ends in that very token is read before it.",
    ),
    config_titles={
        "window_size": "Window of local layers, in tokens",
        "attention_types": "Kinds of layers",
    },
    config_values={"attention_types": {None: "global and local in turns"}},
)
