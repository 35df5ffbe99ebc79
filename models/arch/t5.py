"""T5, an encoder that reads a task as text and a decoder that writes the answer as text.

Raffel, Shazeer, Roberts, Lee, Narang, Matena, Zhou, Li, Liu (2019), Exploring the Limits of
Transfer Learning with a Unified Text-to-Text Transformer, arXiv:1910.10683; reference:
google-research/text-to-text-transfer-transformer with mesh_tensorflow, and
`T5ForConditionalGeneration` of transformers for names and details.

Version 1.0 is what the paper describes. Version 1.1, from which Flan-T5 (Chung et al., 2022,
arXiv:2210.11416) and mT5 (Xue et al., 2020, arXiv:2010.11934) were made, gates the feed-forward
(Shazeer, 2020, arXiv:2002.05202), and its head has a table of its own and takes the states as they
are; see `T5Config`.

Shapes: B batch, T tokens of the decoder, S of the encoder, D width, H heads, K width of a head.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from reprlib import repr as short
from typing import Any, ClassVar, Self

import numpy as np
from torch import Tensor, nn

from models.inference.taps import Tap
from models.inside.attention import remove_batch
from models.inside.stages import Call, Stage, Value, pre_norm, rest
from models.layers.attention import (
    KeyValueCache,
    RelativeBias,
    causal_mask,
    padding_mask,
)
from models.layers.decoders.cross_attention import (
    CrossAttention,
    HeadedAttention,
    new_caches,
    split_caches,
)
from models.layers.dropout import apply_dropout
from models.layers.embeddings import dtype_of, initialise, tie
from models.layers.feedforward import FeedForward, GatedFeedForward, activation
from models.layers.linear import Linear
from models.layers.task_heads import LastOfToken, SequenceHead, TaskHead
from models.schema.batch import Batch, DecoderParts
from models.schema.configs import ModelConfig, Size
from models.schema.parsing import parse_object
from models.schema.records import ModelInput
from models.schema.specs import (
    DECODER_FEED,
    FIRST,
    SECOND,
    TOKENS,
    ArchSpec,
    ExtraSpec,
    HeadSpec,
    InputSpec,
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

NUM_SENTINELS = 100
MT5 = "mt5"  # the model_type of mT5, which differs from version 1.1 in its vocabulary alone
OWN_TABLE = "lm_head.weight"


@dataclass(frozen=True)
class T5Config(ModelConfig):
    """The fields of a published config.json; defaults are t5-small.

    `n_positions` is no limit of the mathematics, which knows distances only: it says how long the
    texts are that the model is meant for. `feed_forward_proj` is an activation, or "gated-" and
    one. Version 1.1 has "gated-gelu", and neither ties nor scales.
    """

    vocab_size: int = 32128
    d_model: int = 512
    d_kv: int = 64
    d_ff: int = 2048
    num_layers: int = 6
    num_decoder_layers: int | None = None  # None: as many as the encoder has; 0: no decoder
    num_heads: int = 8
    relative_attention_num_buckets: int = 32
    relative_attention_max_distance: int = 128
    n_positions: int = 512
    dropout_rate: float = 0.1
    layer_norm_epsilon: float = 1e-6
    initializer_factor: float = 1.0
    decoder_start_token_id: int = 0
    feed_forward_proj: str = "relu"
    tie_word_embeddings: bool = True  # the head is the token table
    scale_decoder_outputs: bool = True  # by d_model**-0.5 before the head

    FIXED: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "is_encoder_decoder": (True, False),  # False for an encoder alone
        "is_decoder": (False,),
    }
    PAD_KEYS: ClassVar[tuple[str, ...]] = ("decoder_start_token_id",)
    ALIASES: ClassVar[Mapping[str, str]] = {
        "hidden_size": "d_model",
        "num_attention_heads": "num_heads",
        "num_hidden_layers": "num_layers",
        "head_dim": "d_kv",
    }
    SIZED: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "vocab_size": ("vocab_size",),
        "width": ("d_model",),
        "num_layers": ("num_layers",),  # of the encoder; the decoder may have another number
        "num_heads": ("num_heads",),
        "inner": ("d_ff",),
        "num_positions": ("n_positions",),
        "dropout": ("dropout_rate",),
    }

    def __post_init__(self) -> None:
        if not 0 <= self.decoder_start_token_id < self.vocab_size:
            raise ValueError("decoder_start_token_id must be an id of the vocabulary")
        if not 2 <= self.relative_attention_num_buckets // 2 < self.relative_attention_max_distance:
            raise ValueError(
                "relative_attention_num_buckets must be at least 4, and less than twice "
                "relative_attention_max_distance"
            )
        _ = self.feed_forward  # for its error

    @classmethod
    def from_json(cls, text: str) -> tuple[Self, tuple[str, ...]]:
        """Parse config.json as transformers does: untied heads are not scaled, mT5's never."""
        data = parse_object(text)
        if data.get("model_type") == MT5:
            data = {"feed_forward_proj": "gated-gelu", **data, "scale_decoder_outputs": False}
        scaled = data.get("tie_word_embeddings") is not False
        data.setdefault("scale_decoder_outputs", scaled)
        for derived in ("dense_act_fn", "is_gated_act"):  # from feed_forward_proj
            data.pop(derived, None)
        return super().from_json(json.dumps(data))

    def infer_from_names(self, names: Collection[str]) -> Self:
        """Return the configuration with what the tensor names tell of head and decoder.

        Without a second table the head can only be tied. Classification of tokens needs no decoder,
        so that its files have none.
        """
        config = self if OWN_TABLE in names else replace(self, tie_word_embeddings=True)
        decoded = any(name.startswith("decoder.") for name in names)
        return config if decoded else replace(config, num_decoder_layers=0)

    def to_json(self, **bookkeeping: Any) -> str:
        """The text of a config.json, in which the number of decoder layers is never 0."""
        config = replace(self, num_decoder_layers=self.num_decoder_layers or None)
        return super(T5Config, config).to_json(**bookkeeping)

    def untie(self) -> Self | None:
        return replace(self, tie_word_embeddings=False) if self.tie_word_embeddings else None

    @property
    def feed_forward(self) -> tuple[type[FeedForward], str]:
        """The kind of network in a block, and its activation. Raises ValueError if not known."""
        gate, dash, act = self.feed_forward_proj.rpartition("-")
        if gate != ("gated" if dash else ""):
            raise ValueError(f"feed_forward_proj = {short(self.feed_forward_proj)} is not known")
        act = "gelu_new" if self.feed_forward_proj == "gated-gelu" else act  # as the reference
        activation(act)
        return (GatedFeedForward if dash else FeedForward), act

    @classmethod
    def from_size(cls, size: Size, **overrides: Any) -> Self:
        """Heads that make up the width together."""
        return super().from_size(size, **{"d_kv": size.width // size.num_heads, **overrides})

    @property
    def first_position(self) -> None:
        return None

    @property
    def inner(self) -> int:
        """The width of all heads together, which need not be that of the model."""
        return self.num_heads * self.d_kv


class SelfAttention(HeadedAttention):
    """Attention among the tokens of one stack; its mask carries the bias by position.

    The scores are not divided by √K: that factor is part of the initial weights of the query.
    """

    def __init__(self, config: T5Config) -> None:
        width, heads, dropout = config.d_model, config.num_heads, config.dropout_rate
        super().__init__(width, heads, dropout, inner=config.inner, scale=1.0, bias=False)
        self.qkv = Linear(config.d_model, 3 * config.inner, bias=False)

    def forward(self, x: Tensor, mask: Tensor, cache: KeyValueCache | None) -> Tensor:
        """x (B, T, D) -> (B, T, D)."""
        query, key, value = self.split_heads(self.qkv(x), 3)
        if cache is not None:
            key, value = cache.extend(key, value)
        return self.attend(query, key, value, mask)

    def stages(self, call: Call) -> Iterator[Stage]:
        """The bias by position was computed once, for all layers of the stack."""
        packed, mask = call.of(self.qkv), remove_batch(call.arguments["mask"])
        stack = call.parent
        while stack is not None and not isinstance(stack.module, T5Encoder | T5Decoder):
            stack = stack.parent
        assert stack is not None
        assert isinstance(stack.module, T5Encoder | T5Decoder)
        bias = stack.of(stack.module.bias).result
        yield from self.stages_of_pass(
            call,
            packed.input,
            packed.result.chunk(3, -1),
            added={("Bias by relative position", "b"): bias},
            mask=mask,
        )


class T5EncoderBlock(nn.Module):
    """x + attention(norm(x)), then x + feed-forward(norm(x)).

    Taps: `attention.weights`, `attention.heads`, and `state` (B, S, D), the block's output.
    """

    def __init__(self, config: T5Config) -> None:
        super().__init__()
        self.attention_norm = nn.RMSNorm(config.d_model, eps=config.layer_norm_epsilon)
        self.attention = SelfAttention(config)
        self.feed_forward_norm = nn.RMSNorm(config.d_model, eps=config.layer_norm_epsilon)
        kind, act = config.feed_forward
        self.feed_forward = kind(config.d_model, config.d_ff, act, config.dropout_rate, bias=False)
        self.dropout = config.dropout_rate
        self.state = Tap()

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        """x (B, S, D), additive mask that expands to (B, H, S, S) -> (B, S, D)."""
        x = self._add(x, self.attention(self.attention_norm(x), mask, None))
        return self._transform(x)

    def _transform(self, x: Tensor) -> Tensor:
        """The second half of the block, which the decoder's has too: (B, T, D) -> (B, T, D)."""
        return self.state(self._add(x, self.feed_forward(self.feed_forward_norm(x))))

    def _add(self, x: Tensor, output: Tensor) -> Tensor:
        return x + apply_dropout(self, output, self.dropout)

    @property
    def halves(self) -> list[tuple[nn.Module, nn.Module]]:
        """Each norm, and what reads it."""
        first = self.attention_norm, self.attention
        return [first, (self.feed_forward_norm, self.feed_forward)]

    def stages(self, call: Call) -> Iterator[Stage]:
        yield from pre_norm(call, self.halves)


class T5DecoderBlock(T5EncoderBlock):
    """The encoder's block with cross-attention between its halves: x + cross(norm(x), encoder).

    Further taps: `cross.weights`, `cross.heads`.
    """

    def __init__(self, config: T5Config) -> None:
        super().__init__(config)
        self.cross_norm = nn.RMSNorm(config.d_model, eps=config.layer_norm_epsilon)
        width, heads, dropout = config.d_model, config.num_heads, config.dropout_rate
        self.cross = CrossAttention(
            width, heads, dropout, inner=config.inner, scale=1.0, bias=False
        )

    def forward(  # type: ignore[override]
        self,
        x: Tensor,
        mask: Tensor,
        encoded: Tensor | Sequence[Tensor],
        encoded_mask: Tensor | None,
        cache: KeyValueCache | None,
    ) -> Tensor:
        """x (B, T, D); `encoded`: the encoder's states (B, S, D), or what `cross.read` made of
        them, keys and values (B, H, S, K)."""
        x = self._add(x, self.attention(self.attention_norm(x), mask, cache))
        pair = self.cross.read_or_take(encoded)
        x = self._add(x, self.cross(self.cross_norm(x), *pair, encoded_mask))
        return self._transform(x)

    @property
    def halves(self) -> list[tuple[nn.Module, nn.Module]]:
        first, last = super().halves
        return [first, (self.cross_norm, self.cross), last]


class T5Encoder(nn.Module):
    """Reads in both directions.

    Taps: `entered` (B, S, D), what enters the first block; `final` (B, S, D), after the last norm,
    which the reference reports as the last hidden state in place of the last block's output.
    """

    def __init__(self, config: T5Config) -> None:
        super().__init__()
        self.bias = _relative_bias(config, bidirectional=True)
        self.layers = nn.ModuleList(T5EncoderBlock(config) for _ in range(config.num_layers))
        self.norm = nn.RMSNorm(config.d_model, eps=config.layer_norm_epsilon)
        self.dropout = config.dropout_rate
        self.entered = Tap()
        self.final = Tap()

    def forward(self, x: Tensor, padding: Tensor | None) -> Tensor:
        """Embeddings (B, S, D) and an additive mask (B, 1, 1, S) -> (B, S, D)."""
        mask = self.bias(x.shape[1], x.shape[1])  # (1, H, S, S)
        if padding is not None:
            mask = mask + padding  # (B, H, S, S)
        x = self.entered(apply_dropout(self, x, self.dropout))
        for layer in self.layers:
            x = layer(x, mask)
        return self.final(apply_dropout(self, self.norm(x), self.dropout))


class T5Decoder(nn.Module):
    """Writes from left to right, and attends to the states of the encoder.

    Taps: `entered` and `final` (B, T, D), as the encoder's.
    """

    def __init__(self, config: T5Config) -> None:
        super().__init__()
        declared = config.num_decoder_layers
        num_layers = config.num_layers if declared is None else declared
        self.bias = _relative_bias(config, bidirectional=False)
        self.layers = nn.ModuleList(T5DecoderBlock(config) for _ in range(num_layers))
        self.norm = nn.RMSNorm(config.d_model, eps=config.layer_norm_epsilon)
        self.dropout = config.dropout_rate
        self.entered = Tap()
        self.final = Tap()

    def forward(self, x: Tensor, encoded: Tensor, padding: Tensor | None) -> Tensor:
        """Embeddings (B, T, D), encoder states (B, S, D) and their mask (B, 1, 1, S)."""
        num_layers = len(self.layers)
        return self._run(x, [encoded] * num_layers, padding, [None] * num_layers)

    def step(self, x: Tensor, caches: Sequence[KeyValueCache]) -> Tensor:
        """Embeddings (B, T, D) of further tokens; `caches` are those that `read` returned."""
        own, read = split_caches(caches)
        return self._run(x, [cache.expand_rows(len(x)) for cache in read], None, own)

    def read(self, encoded: Tensor, capacity: int) -> list[KeyValueCache]:
        """Caches for `step`: one a layer for what is written, one a layer for what was read."""
        return new_caches([layer.cross for layer in self.blocks], encoded, capacity)

    def _run(
        self,
        x: Tensor,
        encoded: Sequence[Tensor | Sequence[Tensor]],
        padding: Tensor | None,
        caches: Sequence[KeyValueCache | None],
    ) -> Tensor:
        length = x.shape[1]
        num_keys = length + (caches[0].length if caches[0] is not None else 0)
        mask = self.bias(length, num_keys)  # (1, H, T, T + what was written before)
        if length > 1:
            mask = mask + causal_mask(length, num_keys, x.device, x.dtype)
        x = self.entered(apply_dropout(self, x, self.dropout))
        for layer, read, cache in zip(self.layers, encoded, caches, strict=True):
            x = layer(x, mask, read, padding, cache)
        return self.final(apply_dropout(self, self.norm(x), self.dropout))

    @property
    def blocks(self) -> list[T5DecoderBlock]:
        return [layer for layer in self.layers if isinstance(layer, T5DecoderBlock)]


def _relative_bias(config: T5Config, bidirectional: bool) -> RelativeBias:
    return RelativeBias(
        config.num_heads,
        bidirectional,
        config.relative_attention_num_buckets,
        config.relative_attention_max_distance,
    )


class T5(nn.Module):
    """Encoder and decoder over one token table, which may be the head `lm` as well.

    Without the feed `decoder_input_ids` the encoder runs alone, and so it does where there is no
    decoder, which a model for classification of tokens lacks.
    """

    next_token_head = "lm"

    def __init__(self, config: T5Config) -> None:
        super().__init__()
        self.config = config
        self.token = nn.Embedding(config.vocab_size, config.d_model)
        self.encoder = T5Encoder(config)
        self.has_decoder = config.num_decoder_layers != 0
        if self.has_decoder:
            self.decoder = T5Decoder(config)
            self.lm = Linear(config.d_model, config.vocab_size, bias=False)
            if config.tie_word_embeddings:
                tie(self.lm, self.token)
        self._initialise()

    def _initialise(self) -> None:
        """Initialise as mesh_tensorflow does.

        The standard deviation is (input width)^-½, for the query divided by √K once more.
        """
        config, factor = self.config, self.config.initializer_factor
        width, inner = config.d_model, config.inner
        stds = {
            "token.weight": 1.0,
            "bias.table.weight": width**-0.5,
            "qkv.weight": width**-0.5,
            "query.weight": (width * config.d_kv) ** -0.5,
            "key_value.weight": width**-0.5,
            "output.weight": inner**-0.5,
            "widen.weight": width**-0.5,
            "gated.weight": width**-0.5,
            "lm.weight": width**-0.5,
            "narrow.weight": config.d_ff**-0.5,
        }
        for name, weight in self.named_parameters():
            if weight.ndim == 1:
                nn.init.constant_(weight, factor)
                continue
            std = next(value for ending, value in stds.items() if name.endswith(ending))
            nn.init.normal_(weight, std=factor * std)
            if name.endswith("qkv.weight"):
                nn.init.normal_(weight[:inner], std=factor * stds["query.weight"])

    def forward(self, batch: Batch) -> dict[str, Tensor]:
        """The last hidden states (B, S, D) of the encoder, (B, T, D) of the decoder if fed."""
        padding = padding_mask(batch.present, dtype_of(self.token))
        states = {"encoder": self.encoder(self.token(batch.input_ids), padding)}
        if DECODER_FEED in batch.feeds and self.has_decoder:
            written = self.token(batch.feeds[DECODER_FEED])  # (B, T, D)
            states["decoder"] = self.decoder(written, states["encoder"], padding)
        return states

    def begin(self, prompt: Tensor, room: int) -> tuple[list[KeyValueCache], list[int]]:
        """Read a prompt (S,), or several (B, S); what is written begins with the start token."""
        encoded = self.encoder(self.token(prompt.view(-1, prompt.shape[-1])), None)  # (B, S, D)
        return self.decoder.read(encoded, 1 + room), [self.config.decoder_start_token_id]

    def step(self, input_ids: Tensor, caches: list[KeyValueCache]) -> Tensor:
        """Feed (B, T) further tokens of the decoder; returns (B, T, D)."""
        states: Tensor = self.decoder.step(self.token(input_ids), caches)
        return states

    def decoder_parts(self) -> DecoderParts:
        """What `step` and `logits` compute with."""
        return DecoderParts(
            self.token,
            self.decoder.layers,
            self.decoder.norm,
            self.lm,
            bias=self.decoder.bias,
            head_scale=self.head_scale,
        )

    def logits(self, head: str, hidden: Tensor) -> Tensor:
        """`lm`: (…, D) -> (…, V), the token that the decoder writes next."""
        return self.lm(hidden * self.head_scale)

    def head_stages(self, head: str, call: Call) -> Iterator[Stage]:
        """The stages of `logits`."""
        scaled = call.of(self.lm).input
        if self.head_scale != 1.0:
            before = Value("x", call.input)
            yield Stage("Scaling", "x ← x / √D", (before,), Value("x", scaled))
        yield from rest(call)

    @property
    def head_scale(self) -> float:
        """The factor of the states before the head: D^-½ with `scale_decoder_outputs`, else 1."""
        return float(self.config.d_model**-0.5) if self.config.scale_decoder_outputs else 1.0

    @property
    def streams(self) -> tuple[str, ...]:
        return ("encoder", "decoder", "cross") if self.has_decoder else ("encoder",)

    def attention_taps(self, stream: str) -> list[str]:
        kind = "cross" if stream == "cross" else "attention"
        return [f"{layer}.{kind}.weights" for layer in self._layers(stream)]

    def hidden_taps(self, stream: str) -> list[str]:
        """None for `cross`, whose rows are the decoder's."""
        if stream == "cross":
            return []
        between = [f"{layer}.state" for layer in self._layers(stream)[:-1]]
        return [f"{stream}.entered", *between, f"{stream}.final"]

    def final_norm(self, stream: str, hidden: Tensor) -> Tensor:
        """What comes after the last block of the encoder or decoder: (…, D) -> (…, D)."""
        normed: Tensor = (self.encoder if stream == "encoder" else self.decoder).norm(hidden)
        return normed

    def extra_taps(self, stream: str) -> dict[str, list[str]]:
        return {} if stream == "cross" else {"bias": [f"{stream}.bias.values"]}

    def _layers(self, stream: str) -> list[str]:
        stack = "encoder" if stream == "encoder" else "decoder"
        return [f"{stack}.layers.{layer}" for layer in range(len(getattr(self, stack).layers))]


def add_default_feeds(model_input: ModelInput, config: T5Config) -> ModelInput:
    """A text with nothing to write yet: the decoder is fed its start token alone."""
    if DECODER_FEED in model_input.feeds:
        return model_input
    return model_input.with_feed(DECODER_FEED, np.array([config.decoder_start_token_id]))


TEMPLATE = SpecialTokenTemplate(
    published_class="T5Tokenizer",
    roles={"pad": "<pad>", "eos": "</s>", "unk": "<unk>"},
    single=((FIRST, 0), ("eos", 0)),
    pair=((FIRST, 0), ("eos", 0), (SECOND, 1), ("eos", 1)),
    extra=tuple(f"<extra_id_{number}>" for number in reversed(range(NUM_SENTINELS))),
)


def _rules() -> tuple[WeightRule, ...]:
    """Each part of a block is an entry of their `layer`: 0 self, 1 cross, the last feed-forward."""
    rules = [WeightRule("token.weight", "shared.weight"), WeightRule("lm.weight", OWN_TABLE)]
    for stack, feed_forward in (("encoder", 1), ("decoder", 2)):
        layer, block = f"{stack}.layers.{{i}}", f"{stack}.block.{{i}}.layer"
        own, last = f"{block}.0", f"{block}.{feed_forward}"
        queries = tuple(f"{own}.SelfAttention.{name}.weight" for name in "qkv")
        gated = tuple(f"{last}.DenseReluDense.wi_{number}.weight" for number in (0, 1))
        first = f"{stack}.block.0.layer.0.SelfAttention"
        rules += [
            WeightRule(f"{stack}.bias.table.weight", f"{first}.relative_attention_bias.weight"),
            WeightRule(f"{stack}.norm.weight", f"{stack}.final_layer_norm.weight"),
            WeightRule(f"{layer}.attention.qkv.weight", queries),
            WeightRule(f"{layer}.attention.output.weight", f"{own}.SelfAttention.o.weight"),
            WeightRule(f"{layer}.attention_norm.weight", f"{own}.layer_norm.weight"),
            WeightRule(f"{layer}.feed_forward.widen.weight", f"{last}.DenseReluDense.wi.weight"),
            WeightRule(f"{layer}.feed_forward.gated.weight", gated),
            WeightRule(f"{layer}.feed_forward.narrow.weight", f"{last}.DenseReluDense.wo.weight"),
            WeightRule(f"{layer}.feed_forward_norm.weight", f"{last}.layer_norm.weight"),
        ]
    layer, cross = "decoder.layers.{i}", "decoder.block.{i}.layer.1"
    pair = tuple(f"{cross}.EncDecAttention.{name}.weight" for name in "kv")
    return (
        *rules,
        WeightRule(f"{layer}.cross.query.weight", f"{cross}.EncDecAttention.q.weight"),
        WeightRule(f"{layer}.cross.key_value.weight", pair),
        WeightRule(f"{layer}.cross.output.weight", f"{cross}.EncDecAttention.o.weight"),
        WeightRule(f"{layer}.cross_norm.weight", f"{cross}.layer_norm.weight"),
    )


TABLE = WeightTable(
    architectures=("T5ForConditionalGeneration",),
    rules=_rules(),
    legacy=(
        (r"^transformer\.", ""),
        (r"^(encoder|decoder)\.embed_tokens\.weight$", "shared.weight"),
    ),
    ignored=(r"\.EncDecAttention\.relative_attention_bias\.weight$",),
    tied={"lm.weight": "token.weight"},
)


def shifted_right(model_input: ModelInput, config: T5Config) -> ModelInput:
    """The decoder is fed the text itself, each token one place later, after the start token."""
    start = np.array([config.decoder_start_token_id])
    return model_input.with_feed(DECODER_FEED, np.concatenate([start, model_input.input_ids[:-1]]))


def _initialise_head(head: TaskHead, config: T5Config, std: float) -> TaskHead:
    initialise(head, config.initializer_factor * std)
    return head


def _sequence_head(
    model: T5, num_outputs: int, classifier_dropout: float, eos_token_id: int
) -> TaskHead:
    """The decoder's state at the last </s>."""
    width = model.config.d_model
    head = SequenceHead(
        "decoder",
        width,
        num_outputs,
        classifier_dropout,
        summary=LastOfToken(eos_token_id),
        act="tanh",
        first_dropout=classifier_dropout,
    )
    return _initialise_head(head, model.config, width**-0.5)


def _span_head(model: T5, num_outputs: int) -> TaskHead:
    width = model.config.d_model
    return _initialise_head(TaskHead("decoder", width, num_outputs, 0.0), model.config, width**-0.5)


def _token_head(model: T5, num_outputs: int, classifier_dropout: float) -> TaskHead:
    """Return a head that reads the encoder alone, initialised as in the reference."""
    head = TaskHead("encoder", model.config.d_model, num_outputs, classifier_dropout)
    return _initialise_head(head, model.config, 1.0)


TASK_HEADS: Mapping[TaskHeadKind, TaskHeadSpec] = {
    "sequence": TaskHeadSpec(
        "T5ForSequenceClassification",
        _sequence_head,
        (
            *layer_rules("head.dense", "classification_head.dense"),
            *layer_rules("head.output", "classification_head.out_proj"),
        ),
        prepare=shifted_right,
        options={"classifier_dropout": 0.0, "eos_token_id": 1},
        prefix="transformer.",
        other_names=("MT5ForSequenceClassification",),
    ),
    "span": TaskHeadSpec(
        "T5ForQuestionAnswering",
        _span_head,
        layer_rules("head.output", "qa_outputs"),
        prepare=shifted_right,
        other_names=("MT5ForQuestionAnswering",),
    ),
    "token": TaskHeadSpec(
        "T5ForTokenClassification",
        _token_head,
        layer_rules("head.output", "classifier"),
        options={"classifier_dropout": 0.0},
        absent=("decoder.",),
        prefix="transformer.",
        other_names=("MT5ForTokenClassification",),
    ),
}


def _published_size(width: int, head: int, inner: int, layers: int, heads: int) -> dict[str, int]:
    sizes = {"d_model": width, "d_kv": head, "d_ff": inner}
    return {**sizes, "num_layers": layers, "num_heads": heads}


SPEC = ArchSpec(
    name="t5",
    title="T5",
    summary="An encoder reads the task as text, a decoder writes the answer as text.",
    difference="Encoder and decoder, every task as text to text, and relative position biases.",
    paper=Paper(
        "Raffel, Shazeer, Roberts, Lee, Narang, Matena, Zhou, Li, Liu",
        "Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer",
        2019,
        "1910.10683",
    ),
    reference="google-research/text-to-text-transfer-transformer",
    model_type="t5",
    other_types=("mt5",),
    default_positions=512,
    config_class=T5Config,
    model_class=T5,
    streams=(
        StreamSpec("encoder", "Encoder"),
        StreamSpec("decoder", "Decoder", "left_to_right", feed=DECODER_FEED),
        StreamSpec("cross", "Decoder to encoder", feed=DECODER_FEED, columns="encoder"),
    ),
    heads=(HeadSpec("lm", "Next token", "decoder", "next_token"),),
    inputs=(TOKENS, InputSpec(DECODER_FEED, "Decoder input", "decoder_tokens")),
    direction="both sides in the encoder, left to right in the decoder",
    positions="relative: a learned bias for each head and bucket of distances",
    objectives=("text_to_text", "span_corruption"),
    tokenizers=("unigram",),
    tables={"": TABLE},
    presets=(
        Preset("t5-small", {}, 60_506_624),
        Preset("t5-base", _published_size(768, 64, 3072, 12, 12), 222_903_552),
        Preset("t5-large", _published_size(1024, 64, 4096, 24, 16), 737_668_096),
        Preset("t5-3b", _published_size(1024, 128, 16384, 24, 32), 2_851_598_336),
        Preset("t5-11b", _published_size(1024, 128, 65536, 24, 128), 11_307_321_344),
    ),
    generates=True,
    task_heads=TASK_HEADS,
    extras=(ExtraSpec("bias", "Position bias", "distance_bias", ablatable=True),),
    template=TEMPLATE,
    add_default_feeds=add_default_feeds,
    scale_lr_by_rms=True,
    notes=(
        "Attention scores are not divided by the square root of a head's width: the initial "
        "weights of the query are smaller instead.",
        "In the files the position bias belongs to the first layer of the encoder and of the "
        "decoder; all their layers add it. Cross-attention has none.",
        "Version 1.1, Flan-T5 and mT5 have gated feed-forward networks, and an output head that is "
        "not tied to the embeddings and gets unscaled states; the paper describes version 1.0.",
        "The paper's Figure 2 ends a target with one more sentinel; the masks of the authors' code "
        "end with a span, and then there is none.",
    ),
    config_titles={
        "initializer_factor": "Factor of initial weights",
        "num_decoder_layers": "Decoder layers",
        "decoder_start_token_id": "Decoder starts with id",
        "scale_decoder_outputs": "States scaled before the head",
    },
    config_values={
        "num_decoder_layers": {None: "as the encoder"},
    },
)
