"""LED, BART for texts of 16,384 tokens: Longformer's attention in the encoder, BART's decoder.

Beltagy, Peters, Cohan (2020), Longformer: The Long-Document Transformer, arXiv:2004.05150,
section 7; reference: allenai/longformer, and `LEDForConditionalGeneration` of transformers for
names and details. No token is global unless the input says so, as in the reference.

Shapes: B batch, S tokens of the encoder, D width.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from torch import Tensor

from models.arch.bart_family import (
    INPUTS,
    STACK_TITLES,
    STREAMS,
    BartFamilyModel,
    BartStacksConfig,
    add_default_feeds,
    decoder_span_head,
    published_size,
    shifted_right,
    starts,
    weight_table,
)
from models.arch.longformer import (
    GLOBAL_INPUT,
    check_number_of_windows,
    check_windows,
    find_visible_tokens,
    global_rules,
    reach_of,
)
from models.layers.decoders.encoder_decoder import Block, Encoder, StackShape
from models.layers.long_texts.global_window import GlobalTokens, GlobalWindowAttention
from models.schema.batch import Batch
from models.schema.configs import Size
from models.schema.records import BoolArray, ModelInput
from models.schema.roles import TaskWeights
from models.schema.specs import (
    GLOBAL_FEED,
    ArchSpec,
    HeadSpec,
    Paper,
    Preset,
    TaskHeadKind,
    TaskHeadSpec,
    WeightRule,
    layer_rules,
)
from models.tokenization.byte_bpe import ANGLE_BRACKETS

LEAST, WIDEST = 4, 1024  # tokens of a window; the widest is the published one


@dataclass(frozen=True)
class LedConfig(BartStacksConfig):
    """The entries of a published config.json; defaults are led-large-16384's.

    `attention_window` is the width of the encoder's window, half of it on each side; a list has
    one for each layer. The reference fills a text up to whole windows, which need positions.
    """

    max_encoder_position_embeddings: int = 16384
    max_decoder_position_embeddings: int = 1024
    attention_window: int | tuple[int, ...] = WIDEST

    EMBEDDING_NORM: ClassVar[bool] = True
    ALIASES: ClassVar[Mapping[str, str]] = {
        **BartStacksConfig.ALIASES,
        "attention_probs_dropout_prob": "attention_dropout",
        "initializer_range": "init_std",
    }
    SIZED: ClassVar[Mapping[str, tuple[str, ...]]] = {
        **BartStacksConfig.SIZED,
        "num_positions": ("max_encoder_position_embeddings", "max_decoder_position_embeddings"),
    }

    def __post_init__(self) -> None:
        super().__post_init__()
        windows = check_windows("attention_window", self.attention_window)
        object.__setattr__(self, "attention_window", windows)
        check_number_of_windows(windows, self.encoder_layers)

    @classmethod
    def from_size(cls, size: Size, **overrides: Any) -> Self:
        """The widest window up to the published one of whose whole windows the positions hold most.

        The reference cannot compute one of two tokens.
        """
        count = size.num_positions
        windows = range(LEAST, min(WIDEST, count) + 1, 2)
        usual = max(windows, key=lambda one: (count // one * one, one), default=LEAST)
        return super().from_size(size, **{"attention_window": usual, **overrides})

    @classmethod
    def check_entry(cls, key: str, value: Any) -> Any:
        if key == "attention_window":
            return check_windows(key, value)
        return super().check_entry(key, value)

    @property
    def num_written_positions(self) -> int:
        return self.max_decoder_position_embeddings

    def num_positions(self, part: str) -> int:
        count: int = getattr(self, f"max_{part}_position_embeddings")
        return count

    def shape(self, part: str) -> StackShape:
        shape = super().shape(part)
        if part == "decoder":
            return shape
        layers = range(self.encoder_layers)
        return replace(shape, reaches=tuple(reach_of(self.attention_window, n) for n in layers))


class LedEncoderBlock(Block):
    """BART's block around Longformer's attention."""

    def __init__(self, shape: StackShape, layer: int) -> None:
        reach, dropout = shape.reaches[layer], shape.attention_dropout
        super().__init__(shape, GlobalWindowAttention(shape.width, shape.num_heads, reach, dropout))

    def forward(
        self, x: Tensor, mask: Tensor | None, global_tokens: GlobalTokens | None = None
    ) -> Tensor:
        """x (B, S, D), additive mask (B, 1, 1, S) -> (B, S, D)."""

        def attend(read: Tensor) -> Tensor:
            attended: Tensor = self.attention(read, mask, global_tokens)
            return attended

        return self._transform(self._add(x, self.attention_norm, attend))


class LedEncoder(Encoder):
    """BART's encoder with a window for each token, and global tokens."""

    def _make_block(self, shape: StackShape, layer: int) -> Block:
        return LedEncoderBlock(shape, layer)

    def forward(
        self,
        vectors: Tensor,
        padding: Tensor | None,
        global_tokens: GlobalTokens | None = None,
    ) -> Tensor:
        """Vectors of tokens (B, S, D) and an additive mask (B, 1, 1, S) -> (B, S, D)."""
        x = self._enter(vectors, 0)
        for layer in self.layers:
            if not self.is_dropped:
                x = layer(x, padding, global_tokens)
        return self._finish(x)


class Led(BartFamilyModel):
    """BART's model around such an encoder. Without the feed of global tokens there are none."""

    ENCODER: ClassVar[type[Encoder]] = LedEncoder

    def __init__(self, config: LedConfig) -> None:
        super().__init__(config)
        for block in self.encoder.layers:
            attention: Any = block.attention
            attention.copy_projections()

    def read(self, batch: Batch, padding: Tensor | None) -> Tensor:
        """The last hidden states (B, S, D) of the encoder, with an additive mask (B, 1, 1, S)."""
        tokens = GlobalTokens.find(batch.feeds.get(GLOBAL_FEED), batch.present)
        states: Tensor = self.encoder(self.token(batch.input_ids), padding, tokens)
        return states


def encoder_attention_rules(ours: str, theirs: str) -> Iterator[WeightRule]:
    """The table of the encoder's attention in one layer."""
    attention = f"{theirs}.self_attn.longformer_self_attn"
    packed = [f"{attention}.{name}" for name in ("query", "key", "value")]
    yield from layer_rules(f"{ours}.attention.qkv", *packed)
    yield from global_rules(f"{ours}.attention", attention)
    yield from layer_rules(f"{ours}.attention.output", f"{theirs}.self_attn.output")


def visibility(model_input: ModelInput, config: LedConfig, layer: int) -> BoolArray:
    """Which tokens each token of the encoder sees in a layer (S, S)."""
    return find_visible_tokens(model_input, reach_of(config.attention_window, layer))


def idle_weights(config: LedConfig) -> tuple[str, ...]:
    """What makes queries, keys and values of global tokens, of which texts alone have none."""
    return tuple(f"encoder.layers.{n}.attention.global_" for n in range(config.encoder_layers))


TASK_HEADS: Mapping[TaskHeadKind, TaskHeadSpec] = {
    "span": TaskHeadSpec(
        "LEDForQuestionAnswering",
        decoder_span_head,
        layer_rules("head.output", "qa_outputs"),
        prepare=shifted_right,
    ),
}

SPEC = ArchSpec(
    name="led",
    title="LED (Longformer encoder-decoder)",
    summary="BART for texts of 16,384 tokens, of which each token sees a window around it.",
    difference=(
        "The encoder reads with Longformer's attention: each token sees 512 tokens on each side, "
        "and tokens that the task makes global see all and are seen by all. The decoder writes as "
        "BART's does, and sees all that was read. It begins with BART's weights, whose table of "
        "positions is repeated sixteen times, and was not pretrained further."
    ),
    paper=Paper(
        "Beltagy, Peters, Cohan",
        "Longformer: The Long-Document Transformer",
        2020,
        "2004.05150",
    ),
    reference="allenai/longformer",
    model_type="led",
    config_class=LedConfig,
    model_class=Led,
    streams=(replace(STREAMS[0], visibility=visibility), *STREAMS[1:]),
    heads=(HeadSpec("lm", "Next token", "decoder", "next_token"),),
    inputs=(*INPUTS, GLOBAL_INPUT),
    direction="a window on both sides in the encoder, left to right in the decoder",
    positions="learned, absolute",
    objectives=("text_infilling",),
    tokenizers=("byte_bpe",),
    tables={
        "": weight_table(
            LedConfig,
            "LEDForConditionalGeneration",
            "LEDModel",
            base="led",
            encoder_attention=encoder_attention_rules,
        )
    },
    presets=(
        Preset("led-base-16384", published_size(768, 3072, 6, 12), 161_844_480),
        Preset("led-large-16384", {}, 459_801_600),
    ),
    generates=True,
    template=ANGLE_BRACKETS,
    add_default_feeds=add_default_feeds,
    starts=starts,
    notes=(
        "No token is global unless the input says so, as in transformers; published models that "
        "sum up were trained with a global first token, which Attention can show.",
        "Nothing was pretrained: the weights are BART's, and those of global tokens copies of the "
        "others. Here it can learn from text infilling, as BART did.",
        "The head has a bias that published files leave at 0. Here it learns with the other "
        "weights; in the class of transformers it stays as it is.",
    ),
    post_norm=True,
    task_heads=TASK_HEADS,
    roles=(TaskWeights(idle_weights),),
    config_titles={
        **STACK_TITLES,
        "attention_window": "Window, in tokens",
        "max_encoder_position_embeddings": "Positions of the encoder",
        "max_decoder_position_embeddings": "Positions of the decoder",
    },
)
