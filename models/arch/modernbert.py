"""ModernBERT, BERT with the parts of the decoders of its time, for texts of 8,192 tokens.

Warner, Chaffin, Clavié, Weller, Hallström, Taghadouini, Gallagher, Biswas, Ladhak, Aarsen, Cooper,
Adams, Howard, Poli (2024), arXiv:2412.13663; reference: AnswerDotAI/ModernBERT, and
`ModernBertForMaskedLM` of transformers for names and details. Rotary positions, gated feed-forward
networks (GeGLU), norms first and no biases; two of three layers see the tokens of a window only.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from reprlib import repr as short
from typing import Any, ClassVar, Self

import numpy as np
from torch import Tensor, nn

from models.arch.bert import OneEncoder
from models.inference.taps import Tap
from models.inside.stages import Call, Stage, looked_up, pre_norm, stages_of
from models.layers.attention import padding_mask
from models.layers.dropout import apply_dropout
from models.layers.embeddings import tie
from models.layers.feedforward import GatedFeedForward, activation
from models.layers.long_texts.sliding_window import WindowAttention
from models.layers.masked_head import MaskedHead
from models.layers.rotary.attention import AttentionShape, PackedGroupedAttention
from models.layers.rotary.positions import RotaryAngles, RotaryPositions
from models.layers.task_heads import Summary, TaskHead, TransformedHead, first_state, mean_state
from models.schema.batch import Batch
from models.schema.configs import ModelConfig
from models.schema.parsing import parse_object
from models.schema.records import BoolArray, ModelInput
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
from models.tokenization.base import GENERIC_CLASS
from models.tokenization.byte_bpe import SQUARE_BRACKETS

FULL, SLIDING = "full_attention", "sliding_attention"  # of `layer_types` in config.json
THETAS = {FULL: "global_rope_theta", SLIDING: "local_rope_theta"}
# Entries that its class does not read, or that say how it computes and not what.
WITHOUT_EFFECT = frozenset(
    {
        *("attention_probs_dropout_prob", "deterministic_flash_attn", "hidden_dropout_prob"),
        *("layer_norm_eps", "local_attention_rope_theta", "local_attention_window"),
        *("mask_token_id", "position_embedding_type", "reference_compile"),
        *("repad_logits_with_grad", "rope_theta", "sparse_pred_ignore_index"),
        *("sparse_prediction", "type_vocab_size"),
    }
)


@dataclass(frozen=True)
class ModernBertConfig(ModelConfig):
    """The fields of a published config.json; defaults are ModernBERT-base.

    `local_attention` is the width of the window, half of it on each side. Every layer of
    `global_attn_every_n_layers`, the first one first, sees all tokens; `layer_types` names the
    kind of each layer instead. Files of transformers from version 5 on have both θ in
    `rope_parameters`; both ways are read, and the older one is written, which every version reads.
    """

    vocab_size: int = 50368
    hidden_size: int = 768
    intermediate_size: int = 1152
    num_hidden_layers: int = 22
    num_attention_heads: int = 12
    hidden_activation: str = "gelu"
    max_position_embeddings: int = 8192
    initializer_range: float = 0.02
    initializer_cutoff_factor: float = 2.0
    norm_eps: float = 1e-5
    norm_bias: bool = False
    global_rope_theta: float = 160000.0
    local_rope_theta: float = 10000.0
    attention_bias: bool = False
    attention_dropout: float = 0.0
    global_attn_every_n_layers: int = 3
    layer_types: tuple[str, ...] | None = None
    local_attention: int = 128
    embedding_dropout: float = 0.0
    mlp_bias: bool = False
    mlp_dropout: float = 0.0
    decoder_bias: bool = True
    classifier_bias: bool = False
    classifier_activation: str = "gelu"
    tie_word_embeddings: bool = True

    SIZED: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "vocab_size": ("vocab_size",),
        "width": ("hidden_size",),
        "num_layers": ("num_hidden_layers",),
        "num_heads": ("num_attention_heads",),
        "inner": ("intermediate_size",),
        "num_positions": ("max_position_embeddings",),
        "dropout": ("embedding_dropout", "attention_dropout", "mlp_dropout"),
    }

    def __post_init__(self) -> None:
        if self.hidden_size % self.num_attention_heads:
            raise ValueError(
                f"hidden_size = {self.hidden_size} is not a multiple of num_attention_heads = "
                f"{self.num_attention_heads}"
            )
        kinds = self.layer_types
        if kinds is not None:
            object.__setattr__(self, "layer_types", tuple(kinds))
            if len(kinds) != self.num_hidden_layers:
                raise ValueError(
                    f"layer_types has {len(kinds)} layers, num_hidden_layers is "
                    f"{self.num_hidden_layers}"
                )
        activation(self.hidden_activation)
        activation(self.classifier_activation)
        for kind in THETAS:
            self.rotary(kind)  # for its error

    @classmethod
    def from_json(cls, text: str) -> tuple[Self, tuple[str, ...]]:
        """Parse config.json, with the rotary positions in either way."""
        data = parse_object(text)
        scaling = data.pop("rope_scaling", None)
        given = data.pop("rope_parameters", None)
        if scaling not in (None, {}):
            raise ValueError("rope_scaling is not supported")
        kept = {key: value for key, value in data.items() if key not in WITHOUT_EFFECT}
        return super().from_json(json.dumps({**kept, **_thetas(given)}))

    @classmethod
    def check_entry(cls, key: str, value: Any) -> Any:
        if key != "layer_types" or value is None:
            return None if key == "layer_types" else super().check_entry(key, value)
        if not isinstance(value, list | tuple) or not value:
            raise ValueError(f"{key} must be a list of names of layers, not {short(value)}")
        unknown = next((one for one in value if one not in (FULL, SLIDING)), None)
        if unknown is not None:
            known = ", ".join(THETAS)
            raise ValueError(f"{short(unknown)} of {key} is not supported; known are {known}")
        return tuple(value)

    def to_json(self, **bookkeeping: Any) -> str:
        """The text of a config.json; for a model with null for special tokens that it lacks.

        The reference has ids of the published vocabulary where there is no entry.
        """
        ids = dict.fromkeys(("pad_token_id", "cls_token_id", "sep_token_id") if bookkeeping else ())
        return super().to_json(**{**ids, **bookkeeping})

    def untie(self) -> Self | None:
        return replace(self, tie_word_embeddings=False) if self.tie_word_embeddings else None

    @property
    def first_position(self) -> None:
        return None

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kind of attention of each layer."""
        if self.layer_types is not None:
            return self.layer_types
        every = self.global_attn_every_n_layers
        return tuple(SLIDING if n % every else FULL for n in range(self.num_hidden_layers))

    @property
    def reach(self) -> int:
        """How many tokens on each side a layer with a window sees."""
        return self.local_attention // 2

    def rotary(self, kind: str) -> RotaryPositions:
        """How layers of a kind turn queries and keys. Raises ValueError where they cannot."""
        width = self.hidden_size // self.num_attention_heads
        return RotaryPositions(width, getattr(self, THETAS[kind]), self.max_position_embeddings)

    @property
    def attention_shape(self) -> AttentionShape:
        heads = self.num_attention_heads
        return AttentionShape(
            self.hidden_size,
            heads,
            heads,
            self.hidden_size // heads,
            self.attention_dropout,
            (self.attention_bias, self.attention_bias),
        )


def _thetas(given: Any) -> dict[str, Any]:
    """Both θ of the entry `rope_parameters`. Raises ValueError for a scaling, by its name."""
    if given is None:
        return {}
    if not isinstance(given, dict):
        raise ValueError(f"rope_parameters must be an object, not {short(given)}")
    found = {}
    for kind, name in THETAS.items():
        entry = given.get(kind) or {}
        if not isinstance(entry, dict):
            raise ValueError(f"{kind} of rope_parameters must be an object, not {short(entry)}")
        if entry.get("rope_type", "default") != "default":
            raise ValueError(
                f"rope_type = {short(entry['rope_type'])} of rope_parameters is not supported"
            )
        if "rope_theta" in entry:
            found[name] = entry["rope_theta"]
    return found


def visibility(model_input: ModelInput, config: ModernBertConfig, layer: int) -> BoolArray | None:
    """Which tokens each token sees in a layer (T, T); None for all."""
    if config.kinds[layer] == FULL:
        return None
    places = np.arange(len(model_input))
    near: BoolArray = np.abs(places[:, None] - places) <= config.reach
    return near


def _norm(config: ModernBertConfig) -> nn.LayerNorm:
    return nn.LayerNorm(config.hidden_size, eps=config.norm_eps, bias=config.norm_bias)


class ModernBertEmbeddings(nn.Module):
    """LayerNorm(token). Tap `summed` (B, T, D): the output."""

    def __init__(self, config: ModernBertConfig) -> None:
        super().__init__()
        self.token = nn.Embedding(config.vocab_size, config.hidden_size)
        self.norm = _norm(config)
        self.dropout = config.embedding_dropout
        self.summed = Tap()

    def forward(self, ids: Tensor) -> Tensor:
        """ids (B, T) -> (B, T, D)."""
        return self.summed(apply_dropout(self, self.norm(self.token(ids)), self.dropout))

    def stages(self, call: Call) -> Iterator[Stage]:
        yield looked_up("Token embedding", "x = E[id]", "x", call.of(self.token).result)
        yield from stages_of(call.of(self.norm))


class ModernBertBlock(nn.Module):
    """x + attention(norm(x)), then x + feed-forward(norm(x)); the first block lacks its first norm.

    Taps: `attention.weights`, `attention.heads`, and `state` (B, T, D), the block's output.
    """

    def __init__(self, config: ModernBertConfig, layer: int) -> None:
        super().__init__()
        shape = config.attention_shape
        self.attention_norm = nn.Identity() if layer == 0 else _norm(config)
        self.attention = (
            WindowAttention(shape, config.reach)
            if config.kinds[layer] == SLIDING
            else PackedGroupedAttention(shape)
        )
        self.feed_forward_norm = _norm(config)
        self.feed_forward = GatedFeedForward(
            config.hidden_size,
            config.intermediate_size,
            config.hidden_activation,
            config.mlp_dropout,
            config.mlp_bias,
        )
        self.dropout = config.attention_dropout
        self.state = Tap()

    def forward(self, x: Tensor, padding: Tensor | None, angles: RotaryAngles) -> Tensor:
        """x (B, T, D), additive mask (B, 1, 1, T) -> (B, T, D)."""
        output = self.attention(self.attention_norm(x), padding, False, None, angles)
        x = x + apply_dropout(self, output, self.dropout)
        return self.state(x + self.feed_forward(self.feed_forward_norm(x)))

    def stages(self, call: Call) -> Iterator[Stage]:
        first, last = self.attention_norm, self.feed_forward_norm
        yield from pre_norm(call, [(first, self.attention), (last, self.feed_forward)])


class ModernBert(OneEncoder):
    """The encoder with the head `mlm`. Texts may be longer than `max_position_embeddings`.

    Tap `final` (B, T, D): after the last norm, which the reference reports as the last hidden state
    in place of the last block's output.
    """

    def __init__(self, config: ModernBertConfig) -> None:
        super().__init__()
        self.config = config
        self.embeddings = ModernBertEmbeddings(config)
        layers = range(config.num_hidden_layers)
        self.layers = nn.ModuleList(ModernBertBlock(config, layer) for layer in layers)
        self.norm = _norm(config)
        self.final = Tap()
        self.mlm = MaskedHead(
            config.hidden_size,
            config.vocab_size,
            config.classifier_activation,
            config.norm_eps,
            biases=(config.classifier_bias, config.norm_bias, config.decoder_bias),
        )
        _initialise(self, config)
        if config.tie_word_embeddings:
            tie(self.mlm.decoder, self.embeddings.token)

    def forward(self, batch: Batch) -> dict[str, Tensor]:
        """The last hidden states (B, T, D)."""
        x = self.embeddings(batch.input_ids)  # (B, T, D)
        length, padding = x.shape[1], padding_mask(batch.present, x.dtype)
        angles = {kind: self.config.rotary(kind).angles(0, length, x) for kind in THETAS}
        for layer, kind in zip(self.layers, self.config.kinds, strict=True):
            x = layer(x, padding, angles[kind])
        return {"encoder": self.final(self.norm(x))}

    def logits(self, head: str, hidden: Tensor) -> Tensor:
        """`mlm`: (…, D) -> (…, V)."""
        return self.mlm(hidden)

    def hidden_taps(self, stream: str) -> list[str]:
        return [*super().hidden_taps(stream)[:-1], "final"]

    def final_norm(self, stream: str, hidden: Tensor) -> Tensor:
        """What lies between the last block and the heads: (…, D) -> (…, D)."""
        normed: Tensor = self.norm(hidden)
        return normed


def _initialise(model: ModernBert, config: ModernBertConfig) -> None:
    """Normal weights, cut off; those that add to the residual stream are smaller in deep models."""
    narrow = config.initializer_range / math.sqrt(2 * config.num_hidden_layers)
    for name, part in model.named_modules():
        if not isinstance(part, nn.Linear | nn.Embedding):
            continue
        adds = name.endswith(("attention.output", "feed_forward.narrow")) or name == "mlm.dense"
        _draw(part, narrow if adds else config.initializer_range, config)


def _draw(part: nn.Linear | nn.Embedding, std: float, config: ModernBertConfig) -> None:
    limit = config.initializer_cutoff_factor * std
    nn.init.trunc_normal_(part.weight, std=std, a=-limit, b=limit)
    if isinstance(part, nn.Linear) and part.bias is not None:
        nn.init.zeros_(part.bias)


_LAYER = "model.layers.{i}"
OWN_TABLE = "decoder.weight"

TABLE = WeightTable(
    architectures=("ModernBertForMaskedLM", "ModernBertModel"),
    rules=(
        WeightRule("embeddings.token.weight", "model.embeddings.tok_embeddings.weight"),
        *layer_rules("embeddings.norm", "model.embeddings.norm"),
        *layer_rules("layers.{i}.attention_norm", f"{_LAYER}.attn_norm"),
        *layer_rules("layers.{i}.attention.qkv", f"{_LAYER}.attn.Wqkv"),
        *layer_rules("layers.{i}.attention.output", f"{_LAYER}.attn.Wo"),
        *layer_rules("layers.{i}.feed_forward_norm", f"{_LAYER}.mlp_norm"),
        *layer_rules("layers.{i}.feed_forward.gated", f"{_LAYER}.mlp.Wi"),
        *layer_rules("layers.{i}.feed_forward.narrow", f"{_LAYER}.mlp.Wo"),
        *layer_rules("norm", "model.final_norm"),
        *layer_rules("mlm.dense", "head.dense"),
        *layer_rules("mlm.norm", "head.norm"),
        WeightRule("mlm.decoder.weight", OWN_TABLE),
        WeightRule("mlm.decoder.bias", "decoder.bias"),
    ),
    legacy=((r"^(embeddings|layers|final_norm)\.", r"model.\1."),),
    optional=("mlm.",),
    tied={"mlm.decoder.weight": "embeddings.token.weight"},
)

POOLINGS: Mapping[str, Summary] = {"cls": first_state, "mean": mean_state}  # `classifier_pooling`


def _head(model: ModernBert, num_outputs: int, dropout: float, summary: Summary | None) -> TaskHead:
    """Return a head that begins with the dense layer and the norm of the masked head.

    They have one name in the files of both, so that the reference takes them over too.
    """
    config = model.config
    head = TransformedHead(
        "encoder",
        config.hidden_size,
        num_outputs,
        dropout,
        summary=summary,
        act=config.classifier_activation,
        eps=config.norm_eps,
        biases=(config.classifier_bias, config.norm_bias),
    )
    if not head.output.weight.is_meta:
        head.dense.load_state_dict(model.mlm.dense.state_dict())
        head.norm.load_state_dict(model.mlm.norm.state_dict())
    _draw(head.output, config.hidden_size**-0.5, config)
    return head


def _text_head(
    model: ModernBert, num_outputs: int, classifier_dropout: float, classifier_pooling: str
) -> TaskHead:
    if classifier_pooling not in POOLINGS:
        known = ", ".join(POOLINGS)
        raise ValueError(
            f"classifier_pooling = {short(classifier_pooling)} is not supported; known are {known}"
        )
    return _head(model, num_outputs, classifier_dropout, POOLINGS[classifier_pooling])


def _token_head(model: ModernBert, num_outputs: int, classifier_dropout: float) -> TaskHead:
    return _head(model, num_outputs, classifier_dropout, None)


_RULES = (
    *layer_rules("head.dense", "head.dense"),
    *layer_rules("head.norm", "head.norm"),
    *layer_rules("head.output", "classifier"),
)
_OF_TEXT = {"classifier_dropout": 0.0, "classifier_pooling": "cls"}
_OF_TOKENS = {"classifier_dropout": 0.0}

TASK_HEADS: Mapping[TaskHeadKind, TaskHeadSpec] = {
    "sequence": TaskHeadSpec(
        "ModernBertForSequenceClassification", _text_head, _RULES, options=_OF_TEXT
    ),
    "choice": TaskHeadSpec("ModernBertForMultipleChoice", _text_head, _RULES, options=_OF_TEXT),
    "span": TaskHeadSpec("ModernBertForQuestionAnswering", _token_head, _RULES, options=_OF_TOKENS),
    "token": TaskHeadSpec(
        "ModernBertForTokenClassification", _token_head, _RULES, options=_OF_TOKENS
    ),
}

SPEC = ArchSpec(
    name="modernbert",
    title="ModernBERT",
    summary="BERT with the parts of today's decoders, for texts of 8,192 tokens.",
    difference=(
        "Rotary positions instead of a table, gated feed-forward networks (GeGLU), norms before "
        "each part, no biases. Two of three layers see 64 tokens on each side only, with another θ "
        "than the layers that see all, so that long texts cost less. Masks cover 30 % of the "
        "tokens, and no next sentence is predicted."
    ),
    paper=Paper(
        "Warner, Chaffin, Clavié, Weller, Hallström and others",
        "Smarter, Better, Faster, Longer: A Modern Bidirectional Encoder for Fast, Memory "
        "Efficient, and Long Context Finetuning and Inference",
        2024,
        "2412.13663",
    ),
    reference="AnswerDotAI/ModernBERT",
    model_type="modernbert",
    config_class=ModernBertConfig,
    model_class=ModernBert,
    streams=(StreamSpec("encoder", "Encoder", visibility=visibility, computes_visible=True),),
    heads=(HeadSpec("mlm", "Masked tokens", "encoder", "fill_mask"),),
    direction="both sides; within a window in two of three layers",
    positions="rotary",
    objectives=("masked",),
    tokenizers=("byte_bpe",),
    tables={"": TABLE},
    presets=(
        Preset("ModernBERT-base", {}, 149_014_272),
        Preset(
            "ModernBERT-large",
            {
                "hidden_size": 1024,
                "num_hidden_layers": 28,
                "num_attention_heads": 16,
                "intermediate_size": 2624,
            },
            394_781_696,
        ),
    ),
    template=replace(
        SQUARE_BRACKETS, published_class=GENERIC_CLASS, inputs=("input_ids", "attention_mask")
    ),
    notes=(
        "Where weights are recorded, attention within a window computes all scores and masks those "
        "outside; else a text of more than one and a half windows is computed by blocks.",
        "The authors leave padding out of all products and train on packed texts; here texts are "
        "padded, which gives the same numbers.",
        "Texts longer than the positions of config.json are not refused: no table ends there.",
    ),
    task_heads=TASK_HEADS,
    config_titles={
        "initializer_cutoff_factor": "Initial weights cut off at, in deviations",
        "global_attn_every_n_layers": "Of so many layers one sees all tokens",
        "layer_types": "Kinds of layers",
        "local_attention": "Window of the other layers, in tokens",
        "global_rope_theta": "θ of layers that see all tokens",
        "local_rope_theta": "θ of layers with a window",
        "norm_bias": "Biases of norms",
        "attention_bias": "Biases of attention",
        "mlp_bias": "Biases of feed-forward networks",
        "mlp_dropout": "Dropout inside feed-forward networks",
        "decoder_bias": "Bias of the output layer",
        "classifier_bias": "Bias of the head's dense layer",
        "classifier_activation": "Activation of the head",
    },
    config_values={"layer_types": {None: "by the number of layers of which one sees all"}},
)
