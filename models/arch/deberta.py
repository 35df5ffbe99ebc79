"""DeBERTa, an encoder with disentangled attention: contents and relative positions are separate.

He, Liu, Gao, Chen (2020), arXiv:2006.03654; reference: microsoft/DeBERTa, and `DebertaForMaskedLM`
of transformers for names and details. Absolute positions enter after the encoder only, in the
enhanced mask decoder, which transformers does not have; the authors' files hold its table.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

import torch
from torch import Tensor, nn

from models.arch.bert import (
    CLASSIFIER,
    LARGE,
    SPAN,
    BertConfig,
    encoder_span_head,
    encoder_token_head,
    tied_head,
)
from models.inference.taps import Tap
from models.inside.stages import Call, Stage, looked_up, rest, table_stages
from models.layers.attention import padding_mask
from models.layers.disentangled import (
    POSITION_TERMS,
    DisentangledAttention,
    DisentangledBlock,
    EnhancedMaskDecoder,
    RelativePositions,
    relative_positions,
)
from models.layers.dropout import apply_dropout
from models.layers.embeddings import initialise, positions_fit, segment_rows, tie
from models.layers.encoder import encoder_taps
from models.layers.linear import Linear, product
from models.layers.masked_head import MaskedHead
from models.layers.task_heads import SequenceHead, TaskHead, first_state
from models.layers.weight_cache import Source
from models.schema.batch import Batch
from models.schema.configs import Size
from models.schema.parsing import parse_object
from models.schema.specs import (
    CLS_PAIR,
    CLS_SINGLE,
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

POSITION_TABLE = "deberta.embeddings.position_embeddings.weight"  # of the enhanced mask decoder
BOTH_TERMS = "|".join(POSITION_TERMS)


@dataclass(frozen=True)
class DebertaConfig(BertConfig):
    """The fields of a published config.json; defaults are deberta-base.

    `enhanced_mask_decoder` is a key of this program. Where a config.json does not have it, it is
    None: the model has one if the files hold its table of absolute positions.
    """

    vocab_size: int = 50265
    type_vocab_size: int = 0
    layer_norm_eps: float = 1e-7
    max_relative_positions: int = -1  # below 1: max_position_embeddings
    relative_attention: bool = True
    position_biased_input: bool = False
    pos_att_type: str = BOTH_TERMS
    enhanced_mask_decoder: bool | None = None

    FIXED: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "relative_attention": (True,),
        "position_biased_input": (False,),
        "pos_att_type": (BOTH_TERMS, *POSITION_TERMS),  # one alone is an ablation of the paper
        "talking_head": (False,),
    }
    # What the reference understands where config.json does not say it. Published files do.
    UNSAID: ClassVar[Mapping[str, Any]] = {
        "relative_attention": False,
        "position_biased_input": True,
        "pos_att_type": None,
    }

    def __post_init__(self) -> None:
        if self.enhanced_mask_decoder not in (None, True, False):
            raise ValueError("enhanced_mask_decoder must be true or false")

    @classmethod
    def from_size(cls, size: Size, **overrides: Any) -> Self:
        """A model to pretrain: with the decoder that pretraining needs."""
        return super().from_size(size, **{"enhanced_mask_decoder": True, **overrides})

    @classmethod
    def from_json(cls, text: str) -> tuple[Self, tuple[str, ...]]:
        data = {**cls.UNSAID, **parse_object(text)}
        named = _named_terms(data["pos_att_type"])
        if named and named <= set(POSITION_TERMS):
            data["pos_att_type"] = "|".join(term for term in POSITION_TERMS if term in named)
        optional = {key: data.pop(key, None) for key in ("embedding_size", "attention_head_size")}
        config, unknown = super().from_json(json.dumps(data))
        width = config.hidden_size
        if optional["embedding_size"] not in (None, width):
            raise ValueError("an embedding_size that is not hidden_size is not supported")
        if optional["attention_head_size"] not in (None, width // config.num_attention_heads):
            raise ValueError("attention heads that do not make up hidden_size are not supported")
        return config, unknown

    def infer_from_names(self, names: Collection[str]) -> Self:
        if self.enhanced_mask_decoder is None and POSITION_TABLE in names:
            return replace(self, enhanced_mask_decoder=True)
        return self

    @property
    def first_position(self) -> None:
        return None

    @property
    def reach(self) -> int:
        """The distance to either side up to which each distance differs."""
        declared = self.max_relative_positions
        return declared if declared > 0 else self.max_position_embeddings

    @property
    def terms(self) -> tuple[str, ...]:
        """The terms of positions that a score has."""
        return tuple(self.pos_att_type.split("|"))

    @property
    def num_relative(self) -> int:
        """How many rows of relative positions there are for either side."""
        return self.reach


def _named_terms(value: Any) -> set[str]:
    """The terms that a list, or a text such as "c2p|p2c", names."""
    names = value.split("|") if isinstance(value, str) else value
    return {str(name).strip() for name in names} if isinstance(names, list) else set()


class DebertaAttention(DisentangledAttention):
    """Query, key and value in one matrix, head by head, where only query and value have a bias."""

    packed_by_head = True

    def __init__(self, config: DebertaConfig) -> None:
        width = config.hidden_size
        dropouts = (config.attention_probs_dropout_prob, config.hidden_dropout_prob)
        super().__init__(width, config.num_attention_heads, dropouts, config.terms)
        self.qkv = Linear(width, 3 * width, bias=False)  # rows (H, 3, K)
        self.query_bias = nn.Parameter(torch.zeros(width))
        self.value_bias = nn.Parameter(torch.zeros(width))
        self.table_key = Linear(width, width, bias=False) if "c2p" in self.terms else None
        self.table_query = Linear(width, width) if "p2c" in self.terms else None

    def project(self, x: Tensor, query_states: Tensor | None) -> tuple[Tensor, Tensor, Tensor]:
        """Query, key and value, each (B, H, T, K); queries of `query_states` if given."""
        packed = self.qkv(x).view(*x.shape[:2], self.num_heads, 3, -1)  # (B, T, H, 3, K)
        query, key, value = packed.permute(3, 0, 2, 1, 4)
        if query_states is not None:
            rows = self.qkv.weight.view(self.num_heads, 3, -1, x.shape[-1])[:, 0]  # (H, K, D)
            query = self._split(product(query_states, rows.flatten(0, 1)))
        return query + self._bias(self.query_bias), key, value + self._bias(self.value_bias)

    def _bias(self, bias: Tensor) -> Tensor:
        """(D,) -> (H, 1, K)."""
        return bias.view(self.num_heads, 1, -1)

    def project_table(self, table: Tensor) -> tuple[Tensor | None, Tensor | None]:
        """The query and the key of each relative position: (R, D) -> two of (H, R, K)."""
        query, key = self.table_query, self.table_key
        return (
            None if query is None else self._split(query(table)),
            None if key is None else self._split(key(table)),
        )

    @property
    def table_sources(self) -> tuple[Source, ...]:
        """The layers that `project_table` multiplies with."""
        return tuple(one for one in (self.table_query, self.table_key) if one is not None)


class DebertaEmbeddings(nn.Module):
    """LayerNorm(token, plus segment if there are segments), zero on padding; positions come later.

    Tap `summed` (B, T, D): the output.
    """

    def __init__(self, config: DebertaConfig) -> None:
        super().__init__()
        width, num_segments = config.hidden_size, config.type_vocab_size
        self.token = nn.Embedding(config.vocab_size, width)
        self.segment = nn.Embedding(num_segments, width) if num_segments else None
        self.norm = nn.LayerNorm(width, eps=config.layer_norm_eps)
        self.dropout = config.hidden_dropout_prob
        self.summed = Tap()

    def forward(self, batch: Batch) -> Tensor:
        """(B, T) ids -> (B, T, D). A missing segment is segment 0."""
        x = self.token(batch.input_ids)
        if self.segment is not None:
            segment = batch.segment
            x = x + (self.segment.weight[0] if segment is None else self.segment(segment))
        x = self.norm(x)
        if batch.present is not None:
            x = x * batch.present.unsqueeze(-1)
        x = apply_dropout(self, x, self.dropout)
        return self.summed(x)

    def stages(self, call: Call) -> Iterator[Stage]:
        tokens, batch = call.of(self.token).result, call.arguments["batch"]
        segments = segment_rows(self.segment, batch.segment, len(tokens))
        if segments is None:
            yield looked_up("Token embedding", "x = E[id]", "x", tokens)
        else:
            yield from table_stages(token=tokens, segment=segments)
        yield from rest(call, self.token, self.segment)


class DebertaEncoder(nn.Module):
    """The encoder, and the enhanced mask decoder if it has one. Its weights are not drawn here."""

    def __init__(self, config: DebertaConfig) -> None:
        super().__init__()
        self.config = config
        self.embeddings = DebertaEmbeddings(config)
        self.relative = nn.Embedding(2 * config.num_relative, config.hidden_size)
        self.layers = nn.ModuleList(
            self.block(config, layer) for layer in range(config.num_hidden_layers)
        )
        self.emd = mask_decoder(config)

    @classmethod
    def block(cls, config: Any, layer: int) -> DisentangledBlock:
        """The block of a layer."""
        return DisentangledBlock(DebertaAttention(config), *block_sizes(config))

    def positions(self, length: int) -> RelativePositions:
        """The relative positions of a text, which all layers share."""
        return relative_positions(self.relative.weight, length)

    def forward(self, batch: Batch) -> dict[str, Tensor]:
        """The stream `emd` is left out where the batch says so."""
        length = batch.input_ids.shape[1]
        positions_fit(length, self.config.max_position_embeddings)
        x = below = self.embeddings(batch)  # (B, T, D)
        positions = self.positions(length)
        mask = padding_mask(batch.present, x.dtype)
        for layer in self.layers:
            below, x = x, layer(x, positions, mask)
        states = {"encoder": x}
        if self.emd is not None and "emd" not in batch.without:
            states["emd"] = self.emd(self.layers[-1], below, positions, mask)
        return states

    @property
    def streams(self) -> tuple[str, ...]:
        return ("encoder",) if self.emd is None else ("emd", "encoder")

    def attention_taps(self, stream: str) -> list[str]:
        return self._places(stream, "attention.weights")

    def hidden_taps(self, stream: str) -> list[str]:
        first = "emd.entered" if stream == "emd" else "embeddings.summed"
        return [first, *self._places(stream, "state")]

    def extra_taps(self, stream: str) -> dict[str, list[str]]:
        terms = ("c2c", *self.config.terms)
        return {term: self._places(stream, f"attention.{term}") for term in terms}

    def _places(self, stream: str, place: str) -> list[str]:
        if stream == "emd":
            return encoder_taps("emd.passes", EnhancedMaskDecoder.NUM_PASSES, place)
        return encoder_taps("layers", len(self.layers), place)


class Deberta(DebertaEncoder):
    """The encoder with the head `mlm`."""

    def __init__(self, config: DebertaConfig) -> None:
        super().__init__(config)
        self.mlm = vocabulary_head(config)
        initialise(self, config.initializer_range)
        tie(self.mlm.decoder, self.embeddings.token)

    def logits(self, head: str, hidden: Tensor) -> Tensor:
        """`mlm`: (…, D) -> (…, V)."""
        return self.mlm(hidden)


def vocabulary_head(config: DebertaConfig) -> MaskedHead:
    return MaskedHead(
        config.hidden_size, config.vocab_size, config.hidden_act, config.layer_norm_eps
    )


def block_sizes(config: DebertaConfig) -> tuple[int, str, float, float]:
    """Inner width, activation, epsilon and dropout of a block."""
    inner, act = config.intermediate_size, config.hidden_act
    return inner, act, config.layer_norm_eps, config.hidden_dropout_prob


def mask_decoder(config: DebertaConfig) -> EnhancedMaskDecoder | None:
    if not config.enhanced_mask_decoder:
        return None
    return EnhancedMaskDecoder(config.max_position_embeddings, config.hidden_size)


LAYER, SELF = "deberta.encoder.layer.{i}", "deberta.encoder.layer.{i}.attention.self"

# The lines that all versions have, of the encoder with its mask decoder and of the head.
ENCODER_RULES = (
    WeightRule("embeddings.token.weight", "deberta.embeddings.word_embeddings.weight"),
    WeightRule("embeddings.segment.weight", "deberta.embeddings.token_type_embeddings.weight"),
    *layer_rules("embeddings.norm", "deberta.embeddings.LayerNorm"),
    WeightRule("emd.position.weight", POSITION_TABLE),
    WeightRule("relative.weight", "deberta.encoder.rel_embeddings.weight"),
    *layer_rules("layers.{i}.attention.output", f"{LAYER}.attention.output.dense"),
    *layer_rules("layers.{i}.attention_norm", f"{LAYER}.attention.output.LayerNorm"),
    *layer_rules("layers.{i}.feed_forward.widen", f"{LAYER}.intermediate.dense"),
    *layer_rules("layers.{i}.feed_forward.narrow", f"{LAYER}.output.dense"),
    *layer_rules("layers.{i}.feed_forward_norm", f"{LAYER}.output.LayerNorm"),
)
HEAD_RULES = (
    *layer_rules("mlm.dense", "cls.predictions.transform.dense"),
    *layer_rules("mlm.norm", "cls.predictions.transform.LayerNorm"),
    WeightRule("mlm.decoder.bias", "cls.predictions.bias"),
)

# The authors' files call the head lm_predictions; what transformers writes by itself calls it cls.
LEGACY = (
    (r"^lm_predictions\.lm_head\.(dense|LayerNorm)\.", r"cls.predictions.transform.\1."),
    (r"^lm_predictions\.lm_head\.bias$", "cls.predictions.bias"),
    (r"^(embeddings|encoder)\.", r"deberta.\1."),
    *tied_head("cls.predictions", "deberta.embeddings.word_embeddings.weight"),
)
IGNORED = (r"\.position_ids$", r"^(pooler|mask_predictions)\.")

TABLE = WeightTable(
    architectures=("DebertaForMaskedLM", "DebertaModel"),
    rules=(
        *ENCODER_RULES,
        *HEAD_RULES,
        WeightRule("layers.{i}.attention.qkv.weight", f"{SELF}.in_proj.weight"),
        WeightRule("layers.{i}.attention.query_bias", f"{SELF}.q_bias"),
        WeightRule("layers.{i}.attention.value_bias", f"{SELF}.v_bias"),
        WeightRule("layers.{i}.attention.table_key.weight", f"{SELF}.pos_proj.weight"),
        *layer_rules("layers.{i}.attention.table_query", f"{SELF}.pos_q_proj"),
    ),
    legacy=LEGACY,
    ignored=IGNORED,
    optional=("mlm.",),
    tied={"mlm.decoder.weight": "embeddings.token.weight"},
)


def pooled_head(
    config: DebertaConfig,
    stream: str,
    num_outputs: int,
    pooler_dropout: float,
    pooler_hidden_act: str,
    cls_dropout: float | None,
) -> TaskHead:
    """Dropout, dense, activation, dropout, linear layer: of the first state of a stream."""
    head = SequenceHead(
        stream,
        config.hidden_size,
        num_outputs,
        config.hidden_dropout_prob if cls_dropout is None else cls_dropout,
        summary=first_state,
        act=pooler_hidden_act,
        first_dropout=pooler_dropout,
    )
    initialise(head, config.initializer_range)
    return head


def _encoder_pooled_head(model: Deberta, num_outputs: int, **options: Any) -> TaskHead:
    return pooled_head(model.config, "encoder", num_outputs, **options)


def pooled_head_spec(
    architecture: str, build: Callable[..., TaskHead] = _encoder_pooled_head
) -> TaskHeadSpec:
    """The declaration of a `pooled_head`."""
    return TaskHeadSpec(
        architecture,
        build,
        (*layer_rules("head.dense", "pooler.dense"), *CLASSIFIER),
        options={"pooler_dropout": 0.0, "pooler_hidden_act": "gelu", "cls_dropout": None},
    )


def task_heads(classes: str) -> dict[TaskHeadKind, TaskHeadSpec]:
    """The heads that both versions have; `classes` is how the names of their classes begin."""
    return {
        "sequence": pooled_head_spec(f"{classes}ForSequenceClassification"),
        "span": TaskHeadSpec(f"{classes}ForQuestionAnswering", encoder_span_head, SPAN),
        "token": TaskHeadSpec(f"{classes}ForTokenClassification", encoder_token_head, CLASSIFIER),
    }


ROLES = {"pad": "[PAD]", "cls": "[CLS]", "sep": "[SEP]", "unk": "[UNK]", "mask": "[MASK]"}

STREAMS = (
    StreamSpec("emd", "Enhanced mask decoder"),
    StreamSpec("encoder", "Encoder"),
)
HEADS = (HeadSpec("mlm", "Masked tokens", "emd", "fill_mask", fallback_stream="encoder"),)
EXTRAS = (
    ExtraSpec("c2c", "Content to content", "score_term", ablatable=True),
    ExtraSpec("c2p", "Content to position", "score_term", ablatable=True),
    ExtraSpec("p2c", "Position to content", "score_term", ablatable=True),
)
NOTES = (
    "Position to content: equation 4 of the paper takes the relative position δ(j, i) of key j and "
    "query i. The authors' code, and so every published checkpoint, takes δ(i, j), as content to "
    "position does. The code is followed here.",
    "The enhanced mask decoder belongs to pretraining: the last layer runs twice more, with "
    "queries from absolute positions. transformers does not have it, and predicts masked tokens "
    "without it.",
)

SPEC = ArchSpec(
    name="deberta",
    title="DeBERTa",
    summary="An encoder whose attention separates the content of a token from its position.",
    difference=(
        "Each attention score is a sum of three terms: content to content, content to relative "
        "position, relative position to content. Absolute positions enter only at the end, to "
        "predict masked tokens. No next-sentence task."
    ),
    paper=Paper(
        "He, Liu, Gao, Chen",
        "DeBERTa: Decoding-enhanced BERT with Disentangled Attention",
        2020,
        "2006.03654",
    ),
    reference="microsoft/DeBERTa",
    model_type="deberta",
    config_class=DebertaConfig,
    model_class=Deberta,
    streams=STREAMS,
    heads=HEADS,
    direction="both sides",
    positions="relative, separate from the contents; absolute only to predict masked tokens",
    objectives=("masked",),
    tokenizers=("byte_bpe",),
    tables={"": TABLE},
    presets=(
        Preset("deberta-base", {}, 138_601_728),
        Preset("deberta-large", LARGE, 405_163_008),
    ),
    extras=EXTRAS,
    template=SpecialTokenTemplate("DebertaTokenizer", ROLES, CLS_SINGLE, CLS_PAIR),
    notes=NOTES,
    post_norm=True,
    task_heads=task_heads("Deberta"),
    config_titles={
        "pos_att_type": "Position terms of the score",
        "enhanced_mask_decoder": "Enhanced mask decoder",
    },
    config_values={
        "pos_att_type": {
            BOTH_TERMS: "content to position, position to content",
            "c2p": "content to position",
            "p2c": "position to content",
        },
        "max_relative_positions": {-1: "as the positions", 0: "as the positions"},
        "enhanced_mask_decoder": {None: "no"},
    },
)
