"""BLOOM, an open decoder for 46 languages, which knows distances by a bias of its scores alone.

Le Scao, Fan, Akiki, Pavlick and others (2022), BLOOM: A 176B-Parameter Open-Access Multilingual
Language Model, arXiv:2211.05100; ALiBi: Press, Smith, Lewis (2021), arXiv:2108.12409. Reference:
bigscience-workshop/Megatron-DeepSpeed, and `BloomForCausalLM` of transformers for names and
details.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar, Self

from torch import Tensor, nn

from models.arch.gpt1 import SEQUENCE_RULES
from models.inference.taps import Tap
from models.inside.stages import Call, Stage, residual, stages_of
from models.layers.attention import KeyValueCache
from models.layers.decoders.alibi import Alibi
from models.layers.decoders.blocks import PreNormDecoderBlock
from models.layers.decoders.causal_decoder import (
    EndsInNorm,
    TokenDecoder,
    sequence_head,
    span_head,
    token_head,
)
from models.layers.dropout import apply_dropout
from models.layers.feedforward import FeedForward
from models.layers.rotary.attention import AttentionShape, HeadPackedAttention
from models.layers.task_heads import TaskHead
from models.schema.configs import ModelConfig, check_heads
from models.schema.parsing import parse_object
from models.schema.specs import (
    ArchSpec,
    ExtraSpec,
    HeadSpec,
    Paper,
    Preset,
    SpecialTokenTemplate,
    StreamSpec,
    TaskHeadKind,
    TaskHeadSpec,
    WeightRule,
    WeightTable,
    layer_rules,
)

NUM_POSITIONS = 2048  # tokens of the texts that the published models learned from
# How training and the reference split and fuse their products, which changes no number.
WITHOUT_EFFECT = frozenset(
    {
        "attention_softmax_in_fp32",
        "bias_dropout_fusion",
        "masked_softmax_fusion",
        "offset_alibi",
        "pretraining_tp",
        "skip_bias_add",
        "skip_bias_add_qkv",
        "slow_but_exact",
        "unk_token_id",
    }
)


@dataclass(frozen=True)
class BloomConfig(ModelConfig):
    """The entries of a published config.json; defaults are bloom-560m's.

    With `apply_residual_connection_post_layernorm` what a layer computes is added to what its norm
    yields, and not to what enters the norm. `seq_length` is the longest text that the model learned
    from; it has no positions that could run out.
    """

    vocab_size: int = 250880
    hidden_size: int = 1024
    n_layer: int = 24
    n_head: int = 16
    seq_length: int = NUM_POSITIONS
    apply_residual_connection_post_layernorm: bool = False
    hidden_dropout: float = 0.0
    attention_dropout: float = 0.0
    layer_norm_epsilon: float = 1e-5
    initializer_range: float = 0.02
    tie_word_embeddings: bool = True

    INNER_WIDTHS: ClassVar[int] = 4
    ALIASES: ClassVar[Mapping[str, str]] = {
        "n_embed": "hidden_size",
        "num_attention_heads": "n_head",
        "num_hidden_layers": "n_layer",
    }
    SIZED: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "vocab_size": ("vocab_size",),
        "width": ("hidden_size",),
        "num_layers": ("n_layer",),
        "num_heads": ("n_head",),
        "num_positions": ("seq_length",),
        "dropout": ("hidden_dropout", "attention_dropout"),
    }

    def __post_init__(self) -> None:
        check_heads(self, "hidden_size", "n_head")

    @classmethod
    def from_json(cls, text: str) -> tuple[Self, tuple[str, ...]]:
        """Parse config.json, without what has no effect."""
        data = parse_object(text)
        return super().from_json(
            json.dumps({key: value for key, value in data.items() if key not in WITHOUT_EFFECT})
        )

    def untie(self) -> Self | None:
        return replace(self, tie_word_embeddings=False) if self.tie_word_embeddings else None

    @property
    def first_position(self) -> None:
        return None

    @property
    def attention_shape(self) -> AttentionShape:
        heads = self.n_head
        width = self.hidden_size // heads
        dropout, biases = self.attention_dropout, (True, True)
        return AttentionShape(self.hidden_size, heads, heads, width, dropout, biases)


class NormedResidualBlock(PreNormDecoderBlock):
    """n + attention(n) with n = norm(x), then the same with the feed-forward network."""

    def forward(
        self, x: Tensor, mask: Tensor | None, causal: bool, cache: KeyValueCache | None
    ) -> Tensor:
        """x (B, T, D) -> (B, T, D)."""
        x = self.attention_norm(x)
        x = x + apply_dropout(self, self.attention(x, mask, causal, cache), self.dropout)
        x = self.feed_forward_norm(x)
        state: Tensor = self.state(x + apply_dropout(self, self.feed_forward(x), self.dropout))
        return state

    def stages(self, call: Call) -> Iterator[Stage]:
        halves = (
            (self.attention_norm, self.attention),
            (self.feed_forward_norm, self.feed_forward),
        )
        for norm, layer in halves:
            yield from stages_of(call.of(norm))
            yield from stages_of(call.of(layer))
            yield residual(call.of(norm).result, call.of(layer).result)


def _make_block(config: BloomConfig) -> PreNormDecoderBlock:
    width = config.hidden_size
    normed = config.apply_residual_connection_post_layernorm
    block = NormedResidualBlock if normed else PreNormDecoderBlock
    return block(
        HeadPackedAttention(config.attention_shape, rotates=False),
        FeedForward(width, config.size.inner, "gelu_new"),
        partial(nn.LayerNorm, width, eps=config.layer_norm_epsilon),
        config.hidden_dropout,
    )


class Bloom(EndsInNorm):
    """The decoder with its head `lm`, a norm after the token table and one after the last block.

    Tap `alibi.values` (1, H, T, S): the bias that the scores of all layers get.
    """

    def __init__(self, config: BloomConfig) -> None:
        super().__init__(
            config.vocab_size,
            config.hidden_size,
            (_make_block(config) for _ in range(config.n_layer)),
            config.initializer_range,
            tied=config.tie_word_embeddings,
            alibi=Alibi(config.n_head),
        )
        self.config = config
        width, eps = config.hidden_size, config.layer_norm_epsilon
        self.embedding_norm = nn.LayerNorm(width, eps=eps)
        self.norm = nn.LayerNorm(width, eps=eps)
        self.final = Tap()

    def embed(self, ids: Tensor, first: int) -> Tensor:
        """Vectors (B, T, D) of tokens (B, T) after the first norm."""
        vectors: Tensor = self.embedding_norm(self.token(ids))
        return vectors


_BLOCK = "transformer.h.{i}"

TABLE = WeightTable(
    architectures=("BloomForCausalLM", "BloomModel"),
    rules=(
        WeightRule("token.weight", "transformer.word_embeddings.weight"),
        *layer_rules("embedding_norm", "transformer.word_embeddings_layernorm"),
        *layer_rules("layers.{i}.attention_norm", f"{_BLOCK}.input_layernorm"),
        *layer_rules("layers.{i}.attention.qkv", f"{_BLOCK}.self_attention.query_key_value"),
        *layer_rules("layers.{i}.attention.output", f"{_BLOCK}.self_attention.dense"),
        *layer_rules("layers.{i}.feed_forward_norm", f"{_BLOCK}.post_attention_layernorm"),
        *layer_rules("layers.{i}.feed_forward.widen", f"{_BLOCK}.mlp.dense_h_to_4h"),
        *layer_rules("layers.{i}.feed_forward.narrow", f"{_BLOCK}.mlp.dense_4h_to_h"),
        *layer_rules("norm", "transformer.ln_f"),
        WeightRule("lm.weight", "lm_head.weight"),
    ),
    legacy=((r"^(word_embeddings|word_embeddings_layernorm|h|ln_f)\.", r"transformer.\1."),),
    optional=("lm.",),
    tied={"lm.weight": "token.weight"},
)


def _token_head(
    model: TokenDecoder, num_outputs: int, classifier_dropout: float | None = None
) -> TaskHead:
    """Return a head for each token, by default with the dropout of the blocks."""
    config: Any = model.config
    rate = config.hidden_dropout if classifier_dropout is None else classifier_dropout
    return token_head(model, num_outputs, rate)


def task_heads(classes: str) -> dict[TaskHeadKind, TaskHeadSpec]:
    """The heads of this layout; `classes` is how the names of their classes begin."""
    return {
        "sequence": TaskHeadSpec(
            f"{classes}ForSequenceClassification", sequence_head, SEQUENCE_RULES
        ),
        "span": TaskHeadSpec(
            f"{classes}ForQuestionAnswering", span_head, layer_rules("head.output", "qa_outputs")
        ),
        "token": TaskHeadSpec(
            f"{classes}ForTokenClassification",
            _token_head,
            layer_rules("head.output", "classifier"),
            options={"classifier_dropout": None},
        ),
    }


def _published_size(width: int, layers: int, heads: int) -> dict[str, int]:
    return {"hidden_size": width, "n_layer": layers, "n_head": heads}


SPEC = ArchSpec(
    name="bloom",
    title="BLOOM",
    summary="An open decoder for 46 languages and 13 programming languages.",
    difference=(
        "GPT-2's blocks without a table of positions: ALiBi takes from each score what grows with "
        "the distance, along a slope of its own for each head, so that texts may be longer than "
        "those learned from. A LayerNorm after the token table keeps training stable."
    ),
    paper=Paper(
        "Le Scao, Fan, Akiki, Pavlick, Ilić and others",
        "BLOOM: A 176B-Parameter Open-Access Multilingual Language Model",
        2022,
        "2211.05100",
    ),
    reference="bigscience-workshop/Megatron-DeepSpeed",
    model_type="bloom",
    config_class=BloomConfig,
    model_class=Bloom,
    streams=(StreamSpec("decoder", "Decoder", "left_to_right"),),
    heads=(HeadSpec("lm", "Next token", "decoder", "next_token"),),
    direction="left to right",
    positions="a bias of the scores by distance, with a fixed slope for each head (ALiBi)",
    objectives=("causal",),
    tokenizers=("byte_bpe",),
    tables={"": TABLE},
    presets=(
        Preset("bloom-560m", {}, 559_214_592),
        Preset("bloom-1b1", _published_size(1536, 24, 16), 1_065_314_304),
        Preset("bloom-1b7", _published_size(2048, 24, 16), 1_722_408_960),
        Preset("bloom-3b", _published_size(2560, 30, 32), 3_002_557_440),
        Preset("bloom-7b1", _published_size(4096, 30, 32), 7_069_016_064),
        Preset("bloom", _published_size(14336, 70, 112), 176_247_271_424),
    ),
    generates=True,
    default_positions=2048,
    extras=(ExtraSpec("bias", "ALiBi", "distance_bias", ablatable=True),),
    template=SpecialTokenTemplate(
        "BloomTokenizer",
        roles={"unk": "<unk>", "bos": "<s>", "eos": "</s>", "pad": "<pad>"},
        is_default=True,
    ),
    task_heads=task_heads("Bloom"),
    notes=(
        "The reference adds slope times position, which differs from the bias by distance in what "
        "is the same for all keys of a query; the softmax leaves that out.",
        "Classification reads the last token that is not padding. transformers recognises padding "
        "by its id, so there a text that ends in that very token is read before it.",
    ),
    config_titles={
        "apply_residual_connection_post_layernorm": "Layers are added to the output of their norm"
    },
)
