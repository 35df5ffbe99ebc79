"""What BART, mBART, Pegasus and Marian share: configuration, model, names of weights, heads.

All four are the first transformer (Vaswani et al. 2017, arXiv:1706.03762) with one token table for
encoder, decoder and output, and published under the same names. Each family has a file of its own
with what is special in it; the blocks are in models/layers/decoders/encoder_decoder.py.

Shapes: B batch, T tokens of the decoder, S of the encoder, D width, V vocabulary.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from reprlib import repr as short
from typing import Any, ClassVar, Self

import numpy as np
from torch import Tensor, nn

from models.layers.attention import KeyValueCache, padding_mask
from models.layers.decoders.encoder_decoder import Decoder, Encoder, StackShape
from models.layers.embeddings import dtype_of, initialise, tie
from models.layers.feedforward import activation
from models.layers.linear import Linear
from models.layers.task_heads import LastOfToken, SequenceHead, TaskHead
from models.schema.batch import Batch
from models.schema.configs import ModelConfig, Size
from models.schema.parsing import parse_object
from models.schema.records import ModelInput
from models.schema.specs import (
    DECODER_FEED,
    TOKENS,
    InputSpec,
    StreamSpec,
    TaskHeadKind,
    TaskHeadSpec,
    WeightRule,
    WeightTable,
    layer_rules,
)

# What `generate` of the reference reads where nobody says otherwise; here a person says it.
OF_WRITING = frozenset(
    {
        "bad_words_ids",
        "early_stopping",
        "force_bos_token_to_be_generated",
        "forced_eos_token_id",
        "length_penalty",
        "max_length",
        "min_length",
        "no_repeat_ngram_size",
        "num_beams",
        "num_return_sequences",
        "remove_invalid_values",
        "repetition_penalty",
    }
)
WITHOUT_EFFECT = ("classif_dropout", "extra_pos_embeddings", "replacing_rate", "save_step")


@dataclass(frozen=True)
class BartStacksConfig(ModelConfig):
    """The entries of config.json that LED has as well; defaults are bart-large's.

    A decoder begins with `decoder_start_token_id`, and after it writes `forced_bos_token_id` where
    there is one, such as the code of the language to write.
    """

    vocab_size: int = 50265
    d_model: int = 1024
    encoder_layers: int = 12
    encoder_attention_heads: int = 16
    encoder_ffn_dim: int = 4096
    decoder_layers: int = 12
    decoder_attention_heads: int = 16
    decoder_ffn_dim: int = 4096
    activation_function: str = "gelu"
    dropout: float = 0.1
    attention_dropout: float = 0.0
    activation_dropout: float = 0.0
    encoder_layerdrop: float = 0.0
    decoder_layerdrop: float = 0.0
    init_std: float = 0.02
    decoder_start_token_id: int | None = 2
    forced_bos_token_id: int | None = None

    PRE_NORM: ClassVar[bool] = False
    EMBEDDING_NORM: ClassVar[bool] = False
    LAST_NORM: ClassVar[bool] = False
    SINUSOIDS: ClassVar[bool] = False
    OFFSET: ClassVar[int] = 0  # rows of the position table that stand for no position
    INITIAL_STD: ClassVar[str] = "init_std"
    MAY_BE_NOTHING: ClassVar[frozenset[str]] = frozenset({"decoder_start_token_id"})
    PAD_KEYS: ClassVar[tuple[str, ...]] = ("decoder_start_token_id",)
    FIXED: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "is_encoder_decoder": (True,),
        "is_decoder": (False,),
        "add_cross_attention": (False,),
        "tie_word_embeddings": (True,),
        "add_bias_logits": (False,),
    }
    ALIASES: ClassVar[Mapping[str, str]] = {
        "hidden_size": "d_model",
        "num_attention_heads": "encoder_attention_heads",
        "num_hidden_layers": "encoder_layers",
    }
    SIZED: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "vocab_size": ("vocab_size",),
        "width": ("d_model",),
        "num_layers": ("encoder_layers", "decoder_layers"),
        "num_heads": ("encoder_attention_heads", "decoder_attention_heads"),
        "inner": ("encoder_ffn_dim", "decoder_ffn_dim"),
        "dropout": ("dropout", "attention_dropout"),
    }

    def __post_init__(self) -> None:
        activation(self.activation_function)

    @classmethod
    def from_size(cls, size: Size, **overrides: Any) -> Self:
        """Start with the id 0 where the vocabulary has no place for the published start."""
        start = cls.decoder_start_token_id
        fits = start is None or start < size.vocab_size
        usual = {} if fits else {"decoder_start_token_id": 0}
        return super().from_size(size, **{**usual, **overrides})

    @classmethod
    def from_json(cls, text: str) -> tuple[Self, tuple[str, ...]]:
        """Parse config.json; entries about writing and about old variants are set aside."""
        data, variant = parse_object(text), cls._variant()
        for key, value in variant.items():
            if key in data and data[key] is not value:
                raise ValueError(f"{key} = {short(data[key])} is a variant that is not supported")
        left_out = {*OF_WRITING, *WITHOUT_EFFECT, *variant}
        kept = {key: value for key, value in data.items() if key not in left_out}
        config, unknown = super().from_json(json.dumps(kept))
        for name in ("decoder_start_token_id", "forced_bos_token_id"):
            id = getattr(config, name)
            if id is not None and not 0 <= id < config.vocab_size:
                raise ValueError(f"{name} must be an id of the vocabulary, not {id}")
        return config, unknown

    @classmethod
    def _variant(cls) -> dict[str, bool]:
        """Return what older files say of a family; other values are those of another one."""
        return {
            "normalize_before": cls.PRE_NORM,
            "normalize_embedding": cls.EMBEDDING_NORM,
            "add_final_layer_norm": cls.LAST_NORM,
            "static_position_embeddings": cls.SINUSOIDS,
        }

    @property
    def first_position(self) -> int:
        return self.OFFSET

    @property
    def starts(self) -> list[int]:
        """The ids that a decoder is fed first.

        The start is 0 where none is named, or one that a smaller vocabulary does not have.
        """
        start, forced = self.decoder_start_token_id, self.forced_bos_token_id
        first = start if start is not None and start < self.vocab_size else 0
        return [first] if forced is None else [first, forced]

    def num_positions(self, part: str) -> int:
        """Tokens that the `encoder` or the `decoder` has positions for."""
        raise NotImplementedError

    @property
    def embedding_scale(self) -> float:
        """The factor of the vectors of tokens."""
        return 1.0

    def shape(self, part: str) -> StackShape:
        """The shape of the `encoder` or the `decoder`."""
        return StackShape(
            width=self.d_model,
            num_layers=getattr(self, f"{part}_layers"),
            num_heads=getattr(self, f"{part}_attention_heads"),
            inner=getattr(self, f"{part}_ffn_dim"),
            num_positions=self.num_positions(part),
            act=self.activation_function,
            pre_norm=self.PRE_NORM,
            embedding_norm=self.EMBEDDING_NORM,
            last_norm=self.LAST_NORM,
            sinusoids=self.SINUSOIDS,
            offset=self.OFFSET,
            scale=self.embedding_scale,
            dropout=self.dropout,
            attention_dropout=self.attention_dropout,
            activation_dropout=self.activation_dropout,
            layer_dropout=getattr(self, f"{part}_layerdrop"),
        )


@dataclass(frozen=True)
class BartFamilyConfig(BartStacksConfig):
    """The entries of config.json that the four families have."""

    max_position_embeddings: int = 1024
    scale_embedding: bool = False  # by √D

    SIZED: ClassVar[Mapping[str, tuple[str, ...]]] = {
        **BartStacksConfig.SIZED,
        "num_positions": ("max_position_embeddings",),
    }

    def num_positions(self, part: str) -> int:
        return self.max_position_embeddings

    @property
    def embedding_scale(self) -> float:
        return self.d_model**0.5 if self.scale_embedding else 1.0


class BartFamilyModel(nn.Module):
    """Encoder and decoder over one token table, which is the head `lm` as well.

    Without the feed `decoder_input_ids` the encoder runs alone.
    """

    next_token_head = "lm"
    streams = ("encoder", "decoder", "cross")

    ENCODER: ClassVar[type[Encoder]] = Encoder

    def __init__(self, config: BartStacksConfig) -> None:
        super().__init__()
        self.config = config
        self.token = nn.Embedding(config.vocab_size, config.d_model)
        self.encoder = self.ENCODER(config.shape("encoder"))
        self.decoder = Decoder(config.shape("decoder"))
        self.lm = Linear(config.d_model, config.vocab_size)
        initialise(self, config.init_std)
        tie(self.lm, self.token)

    def forward(self, batch: Batch) -> dict[str, Tensor]:
        """The last hidden states (B, S, D) of the encoder, (B, T, D) of the decoder if fed."""
        padding = padding_mask(batch.present, dtype_of(self.token))
        states = {"encoder": self.read(batch, padding)}
        if DECODER_FEED in batch.feeds:
            written = self.token(batch.feeds[DECODER_FEED])  # (B, T, D)
            states["decoder"] = self.decoder(written, states["encoder"], padding)
        return states

    def read(self, batch: Batch, padding: Tensor | None) -> Tensor:
        """The last hidden states (B, S, D) of the encoder, with an additive mask (B, 1, 1, S)."""
        states: Tensor = self.encoder(self.token(batch.input_ids), padding)
        return states

    def begin(self, prompt: Tensor, room: int) -> tuple[list[KeyValueCache], list[int]]:
        """Read a prompt (S,), or several (B, S); what is written begins with the start token."""
        encoded = self.encoder(self.token(prompt.view(-1, prompt.shape[-1])), None)  # (B, S, D)
        starts = self.config.starts
        return self.decoder.read(encoded, len(starts) + room), starts

    def step(self, input_ids: Tensor, caches: list[KeyValueCache]) -> Tensor:
        """Feed (B, T) further tokens of the decoder; returns (B, T, D)."""
        states: Tensor = self.decoder.step(self.token(input_ids), caches)
        return states

    def logits(self, head: str, hidden: Tensor) -> Tensor:
        """`lm`: (…, D) -> (…, V), the token that the decoder writes next."""
        return self.lm(hidden)

    def attention_taps(self, stream: str) -> list[str]:
        kind = "cross" if stream == "cross" else "attention"
        return [f"{layer}.{kind}.weights" for layer in self._layers(stream)]

    def hidden_taps(self, stream: str) -> list[str]:
        """None for `cross`, whose rows are the decoder's."""
        if stream == "cross":
            return []
        between = [f"{layer}.state" for layer in self._layers(stream)[:-1]]
        return [f"{stream}.entered", *between, f"{stream}.final"]

    def _layers(self, stream: str) -> list[str]:
        stack = "encoder" if stream == "encoder" else "decoder"
        return [f"{stack}.layers.{layer}" for layer in range(len(getattr(self, stack).layers))]


class NormedBartFamilyModel(BartFamilyModel):
    """The model of families with a norm after the last block, which earlier states lack."""

    def final_norm(self, stream: str, hidden: Tensor) -> Tensor:
        """What comes after the last block of the encoder or decoder: (…, D) -> (…, D)."""
        normed: Tensor = (self.encoder if stream == "encoder" else self.decoder).norm(hidden)  # type: ignore[misc]
        return normed


STREAMS = (
    StreamSpec("encoder", "Encoder"),
    StreamSpec("decoder", "Decoder", "left_to_right", feed=DECODER_FEED),
    StreamSpec("cross", "Decoder to encoder", feed=DECODER_FEED, columns="encoder"),
)
INPUTS = (TOKENS, InputSpec(DECODER_FEED, "Decoder input", "decoder_tokens"))
DIRECTION = "both sides in the encoder, left to right in the decoder"
STACK_TITLES: Mapping[str, str] = {
    "encoder_layers": "Encoder layers",
    "decoder_layers": "Decoder layers",
    "encoder_attention_heads": "Encoder heads",
    "decoder_attention_heads": "Decoder heads",
    "encoder_ffn_dim": "Encoder feed-forward width",
    "decoder_ffn_dim": "Decoder feed-forward width",
    "decoder_start_token_id": "Decoder starts with id",
    "forced_bos_token_id": "First id that is written",
    "encoder_layerdrop": "Encoder layers left out",
    "decoder_layerdrop": "Decoder layers left out",
    "activation_dropout": "Dropout after the activation",
    "init_std": "Standard deviation of initial weights",
}
CONFIG_TITLES: Mapping[str, str] = {
    **STACK_TITLES,
    "scale_embedding": "Embeddings scaled by the square root of the width",
}


def add_default_feeds(model_input: ModelInput, config: BartStacksConfig) -> ModelInput:
    """A text with nothing to write yet: the decoder is fed what it starts with."""
    if DECODER_FEED in model_input.feeds:
        return model_input
    return model_input.with_feed(DECODER_FEED, np.array(config.starts))


def starts(config: BartStacksConfig) -> tuple[int, ...]:
    """The ids that a decoder is fed first."""
    return tuple(config.starts)


def shifted_right(model_input: ModelInput, config: BartStacksConfig) -> ModelInput:
    """The decoder is fed the text itself, each token one place later, after the start token."""
    start = np.array(config.starts[:1])
    return model_input.with_feed(DECODER_FEED, np.concatenate([start, model_input.input_ids[:-1]]))


AttentionRules = Callable[[str, str], Iterable[WeightRule]]  # of our layer and theirs


def self_attention_rules(ours: str, theirs: str) -> Iterator[WeightRule]:
    """The table of the attention of one layer to all tokens."""
    packed = [f"{theirs}.self_attn.{name}_proj" for name in "qkv"]
    yield from layer_rules(f"{ours}.attention.qkv", *packed)
    yield from layer_rules(f"{ours}.attention.output", f"{theirs}.self_attn.out_proj")


def weight_table(
    config_class: type[BartStacksConfig],
    *classes: str,
    base: str = "model",
    encoder_attention: AttentionRules = self_attention_rules,
) -> WeightTable:
    """The table of a family with these published classes, of which the first is written.

    `base` is what the names of both stacks begin with.
    """
    rules = [
        WeightRule("token.weight", f"{base}.shared.weight"),
        WeightRule("lm.bias", "final_logits_bias", as_row=True),
        *_stack_rules("encoder", config_class, base, encoder_attention),
        *_stack_rules("decoder", config_class, base, self_attention_rules),
    ]
    tables = rf"^({base}\.(encoder|decoder)\.embed_tokens|lm_head)\.weight$"
    return WeightTable(
        architectures=classes,
        rules=tuple(rules),
        legacy=(
            (r"^(shared|encoder|decoder)\.", rf"{base}.\1."),
            (tables, f"{base}.shared.weight"),
        ),
        ignored=(
            rf"^{base}\.(encoder|decoder)\.version$",
            *((r"\.embed_positions\.weight$",) if config_class.SINUSOIDS else ()),
        ),
        zero=("lm.bias",),
        tied={"lm.weight": "token.weight"},
    )


def _stack_rules(
    stack: str, config_class: type[BartStacksConfig], base: str, attention: AttentionRules
) -> Iterator[WeightRule]:
    theirs = f"{base}.{stack}"
    if not config_class.SINUSOIDS:
        yield WeightRule(f"{stack}.position.weight", f"{theirs}.embed_positions.weight")
    if config_class.EMBEDDING_NORM:
        yield from layer_rules(f"{stack}.embedding_norm", f"{theirs}.layernorm_embedding")
    if config_class.LAST_NORM:
        yield from layer_rules(f"{stack}.norm", f"{theirs}.layer_norm")
    layer, block = f"{stack}.layers.{{i}}", f"{theirs}.layers.{{i}}"
    yield from attention(layer, block)
    names = {
        "attention_norm": "self_attn_layer_norm",
        "feed_forward.widen": "fc1",
        "feed_forward.narrow": "fc2",
        "feed_forward_norm": "final_layer_norm",
    }
    if stack == "decoder":
        pair = [f"{block}.encoder_attn.{name}_proj" for name in "kv"]
        yield from layer_rules(f"{layer}.cross.key_value", *pair)
        names |= {
            "cross.query": "encoder_attn.q_proj",
            "cross.output": "encoder_attn.out_proj",
            "cross_norm": "encoder_attn_layer_norm",
        }
    for ours, other in names.items():
        yield from layer_rules(f"{layer}.{ours}", f"{block}.{other}")


def _sequence_head(
    model: BartFamilyModel, num_outputs: int, classifier_dropout: float, eos_token_id: int
) -> TaskHead:
    """Return a head that reads the decoder's state at the last end of a text."""
    head = SequenceHead(
        "decoder",
        model.config.d_model,
        num_outputs,
        classifier_dropout,
        summary=LastOfToken(eos_token_id),
        act="tanh",
        first_dropout=classifier_dropout,
    )
    initialise(head, model.config.init_std)
    return head


def decoder_span_head(model: BartFamilyModel, num_outputs: int) -> TaskHead:
    head = TaskHead("decoder", model.config.d_model, num_outputs, 0.0)
    initialise(head, model.config.init_std)
    return head


def rotated_right(model_input: ModelInput, config: BartStacksConfig) -> ModelInput:
    """The decoder is fed the text itself after its last token, such as the code of its language."""
    return model_input.with_feed(DECODER_FEED, np.roll(model_input.input_ids, 1))


def task_heads(
    sequence: str,
    span: str,
    prepare: Callable[[ModelInput, Any], ModelInput] = shifted_right,
) -> Mapping[TaskHeadKind, TaskHeadSpec]:
    """The heads for texts and spans, in these published classes."""
    return {
        "sequence": TaskHeadSpec(
            sequence,
            _sequence_head,
            (
                *layer_rules("head.dense", "classification_head.dense"),
                *layer_rules("head.output", "classification_head.out_proj"),
            ),
            prepare=prepare,
            options={"classifier_dropout": 0.0, "eos_token_id": 2},
        ),
        "span": TaskHeadSpec(
            span,
            decoder_span_head,
            layer_rules("head.output", "qa_outputs"),
            prepare=prepare,
        ),
    }


def published_size(width: int, inner: int, layers: int, heads: int) -> dict[str, int]:
    """The entries of a published size whose encoder and decoder are alike."""
    sizes = {"d_model": width}
    for part in ("encoder", "decoder"):
        sizes |= {
            f"{part}_ffn_dim": inner,
            f"{part}_layers": layers,
            f"{part}_attention_heads": heads,
        }
    return sizes
