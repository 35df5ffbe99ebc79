"""BERT, a bidirectional encoder trained on masked tokens and next-sentence prediction.

Devlin, Chang, Lee, Toutanova (2018), arXiv:1810.04805; reference: google-research/bert, and
`BertForPreTraining` of transformers for names and details.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import torch
from torch import Tensor, nn

from models.layers.embeddings import SummedEmbeddings, initialise, positions_fit, tie
from models.layers.encoder import EncoderBlock, encoder_taps, run_blocks
from models.layers.linear import Linear
from models.layers.masked_head import MaskedHead
from models.layers.task_heads import ModelPooler, SequenceHead, TaskHead
from models.schema.batch import Batch
from models.schema.configs import ModelConfig
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


@dataclass(frozen=True)
class BertConfig(ModelConfig):
    """The fields of a published config.json; defaults are bert-base-uncased."""

    vocab_size: int = 30522
    hidden_size: int = 768
    num_hidden_layers: int = 12
    num_attention_heads: int = 12
    intermediate_size: int = 3072
    hidden_act: str = "gelu"
    hidden_dropout_prob: float = 0.1
    attention_probs_dropout_prob: float = 0.1
    max_position_embeddings: int = 512
    type_vocab_size: int = 2
    initializer_range: float = 0.02
    layer_norm_eps: float = 1e-12

    FIXED: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "position_embedding_type": ("absolute",),
        "is_decoder": (False,),
        "add_cross_attention": (False,),
    }
    MAY_BE_NOTHING: ClassVar[frozenset[str]] = frozenset({"type_vocab_size"})
    SIZED: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "vocab_size": ("vocab_size",),
        "width": ("hidden_size",),
        "num_layers": ("num_hidden_layers",),
        "num_heads": ("num_attention_heads",),
        "inner": ("intermediate_size",),
        "num_positions": ("max_position_embeddings",),
        "dropout": ("hidden_dropout_prob", "attention_probs_dropout_prob"),
    }


def summed_embeddings(config: BertConfig, width: int) -> SummedEmbeddings:
    """Tokens, positions and segments, `width` wide."""
    return SummedEmbeddings(
        config.vocab_size,
        width,
        config.max_position_embeddings,
        config.type_vocab_size,
        config.layer_norm_eps,
        config.hidden_dropout_prob,
    )


def encoder_blocks(config: BertConfig) -> nn.ModuleList:
    """The blocks of all layers."""
    return nn.ModuleList(
        EncoderBlock(
            config.hidden_size,
            config.num_attention_heads,
            config.intermediate_size,
            config.hidden_act,
            config.layer_norm_eps,
            (config.attention_probs_dropout_prob, config.hidden_dropout_prob),
        )
        for _ in range(config.num_hidden_layers)
    )


class OneEncoder(nn.Module):
    """A model with one stream, `encoder`. Says which taps record what enters and leaves `layers`.

    `ENTERED` is the tap of what enters the first block, `WEIGHTS` that of a block's attention.
    """

    ENTERED: ClassVar = "embeddings.summed"
    WEIGHTS: ClassVar = "attention.weights"
    layers: nn.ModuleList

    @property
    def streams(self) -> tuple[str, ...]:
        return ("encoder",)

    def attention_taps(self, stream: str) -> list[str]:
        return encoder_taps("layers", len(self.layers), self.WEIGHTS)

    def hidden_taps(self, stream: str) -> list[str]:
        return [self.ENTERED, *encoder_taps("layers", len(self.layers), "state")]


class Bert(OneEncoder):
    """The encoder with its heads `mlm` (masked tokens) and `nsp` (0: the second text follows)."""

    def __init__(self, config: BertConfig) -> None:
        super().__init__()
        self.config = config
        self.embeddings = self._make_embeddings(config)
        self.layers = encoder_blocks(config)
        self.mlm = MaskedHead(
            config.hidden_size, config.vocab_size, config.hidden_act, config.layer_norm_eps
        )
        self.pooler = Linear(config.hidden_size, config.hidden_size)
        self.nsp = Linear(config.hidden_size, 2)
        initialise(self, config.initializer_range)
        tie(self.mlm.decoder, self.embeddings.token)

    def _make_embeddings(self, config: BertConfig) -> SummedEmbeddings:
        return summed_embeddings(config, config.hidden_size)

    def forward(self, batch: Batch) -> dict[str, Tensor]:
        """The last hidden states (B, T, D)."""
        positions_fit(batch.input_ids.shape[1], self.config.max_position_embeddings)
        x = self.embeddings(batch.input_ids, batch.segment)  # (B, T, D)
        return {"encoder": run_blocks(self.layers, x, batch.present, batch.first_only)}

    def logits(self, head: str, hidden: Tensor) -> Tensor:
        """`mlm`: (…, D) -> (…, V). `nsp`: the [CLS] state (…, D) -> (…, 2)."""
        if head == "mlm":
            return self.mlm(hidden)
        return self.nsp(torch.tanh(self.pooler(hidden)))


def bert_layer_rules(theirs: str, ours: str = "layers.{i}") -> tuple[WeightRule, ...]:
    """The table of one encoder layer, which BERT, ELECTRA and their relatives name alike."""
    packed = (f"{theirs}.attention.self.{name}" for name in ("query", "key", "value"))
    return (
        *layer_rules(f"{ours}.attention.qkv", *packed),
        *layer_rules(f"{ours}.attention.output", f"{theirs}.attention.output.dense"),
        *layer_rules(f"{ours}.attention_norm", f"{theirs}.attention.output.LayerNorm"),
        *layer_rules(f"{ours}.feed_forward.widen", f"{theirs}.intermediate.dense"),
        *layer_rules(f"{ours}.feed_forward.narrow", f"{theirs}.output.dense"),
        *layer_rules(f"{ours}.feed_forward_norm", f"{theirs}.output.LayerNorm"),
    )


def embedding_rules(theirs: str, ours: str = "embeddings") -> tuple[WeightRule, ...]:
    """The table of the summed embeddings, segments included."""
    return (
        WeightRule(f"{ours}.token.weight", f"{theirs}.word_embeddings.weight"),
        WeightRule(f"{ours}.position.weight", f"{theirs}.position_embeddings.weight"),
        WeightRule(f"{ours}.segment.weight", f"{theirs}.token_type_embeddings.weight"),
        *layer_rules(f"{ours}.norm", f"{theirs}.LayerNorm"),
    )


def tied_head(head: str, table: str) -> tuple[tuple[str, str], ...]:
    """The other names of the output layer of a head: that of its bias, and of the token table."""
    decoder = re.escape(f"{head}.decoder.")
    return ((rf"^{decoder}weight$", table), (rf"^{decoder}bias$", f"{head}.bias"))


GAMMA_BETA = ((r"LayerNorm\.gamma$", "LayerNorm.weight"), (r"LayerNorm\.beta$", "LayerNorm.bias"))

TABLE = WeightTable(
    architectures=("BertForPreTraining", "BertForMaskedLM", "BertModel"),
    rules=(
        *embedding_rules("bert.embeddings"),
        *bert_layer_rules("bert.encoder.layer.{i}"),
        *layer_rules("pooler", "bert.pooler.dense"),
        *layer_rules("mlm.dense", "cls.predictions.transform.dense"),
        *layer_rules("mlm.norm", "cls.predictions.transform.LayerNorm"),
        WeightRule("mlm.decoder.bias", "cls.predictions.bias"),
        *layer_rules("nsp", "cls.seq_relationship"),
    ),
    legacy=(
        *GAMMA_BETA,
        (r"^(embeddings|encoder|pooler)\.", r"bert.\1."),
        *tied_head("cls.predictions", "bert.embeddings.word_embeddings.weight"),
    ),
    ignored=(r"\.position_ids$",),
    optional=("mlm.", "nsp.", "pooler."),
    tied={"mlm.decoder.weight": "embeddings.token.weight"},
)

DROPOUT = {"classifier_dropout": None}  # None: that of the hidden states
CLASSIFIER = layer_rules("head.output", "classifier")
SPAN = layer_rules("head.output", "qa_outputs")


def token_head(
    config: BertConfig, stream: str, num_outputs: int, dropout: float | None = None
) -> TaskHead:
    """Dropout, None for that of the hidden states, and a linear layer for each token."""
    rate = config.hidden_dropout_prob if dropout is None else dropout
    head = TaskHead(stream, config.hidden_size, num_outputs, rate)
    initialise(head, config.initializer_range)
    return head


def pooled_head(
    model: Any, num_outputs: int, classifier_dropout: float | None = None
) -> SequenceHead:
    """Dropout and a linear layer after the pooler of a model with the stream `encoder`."""
    config: BertConfig = model.config
    rate = config.hidden_dropout_prob if classifier_dropout is None else classifier_dropout
    head = SequenceHead(
        "encoder", config.hidden_size, num_outputs, rate, summary=ModelPooler(model), dense=False
    )
    initialise(head, config.initializer_range)
    return head


def encoder_token_head(
    model: Any, num_outputs: int, classifier_dropout: float | None = None
) -> TaskHead:
    """The head for each token of a model with the stream `encoder`."""
    return token_head(model.config, "encoder", num_outputs, classifier_dropout)


def encoder_span_head(model: Any, num_outputs: int) -> TaskHead:
    """Return a span head of a model with the stream `encoder`, without dropout."""
    return token_head(model.config, "encoder", num_outputs, 0.0)


TASK_HEADS: Mapping[TaskHeadKind, TaskHeadSpec] = {
    "sequence": TaskHeadSpec(
        "BertForSequenceClassification", pooled_head, CLASSIFIER, options=DROPOUT
    ),
    "choice": TaskHeadSpec("BertForMultipleChoice", pooled_head, CLASSIFIER, options=DROPOUT),
    "span": TaskHeadSpec("BertForQuestionAnswering", encoder_span_head, SPAN, absent=("pooler.",)),
    "token": TaskHeadSpec(
        "BertForTokenClassification",
        encoder_token_head,
        CLASSIFIER,
        options=DROPOUT,
        absent=("pooler.",),
    ),
}

# The sizes of BERT large, which its relatives took over.
LARGE = {
    "hidden_size": 1024,
    "num_hidden_layers": 24,
    "num_attention_heads": 16,
    "intermediate_size": 4096,
}

SPEC = ArchSpec(
    name="bert",
    title="BERT",
    summary="An encoder that sees the whole sentence and predicts masked tokens in it.",
    difference="Bidirectional attention; trained on masked tokens instead of the next token.",
    paper=Paper(
        "Devlin, Chang, Lee, Toutanova",
        "BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding",
        2018,
        "1810.04805",
    ),
    reference="google-research/bert",
    model_type="bert",
    config_class=BertConfig,
    model_class=Bert,
    streams=(StreamSpec("encoder", "Encoder"),),
    heads=(
        HeadSpec("mlm", "Masked tokens", "encoder", "fill_mask"),
        HeadSpec(
            "nsp",
            "Next sentence",
            "encoder",
            "classify_pair",
            classes=("follows", "unrelated"),
            modules=("pooler",),
        ),
    ),
    direction="both sides",
    positions="learned, absolute",
    objectives=("masked", "next_sentence"),
    tokenizers=("wordpiece",),
    tables={"": TABLE},
    presets=(
        Preset("bert-base-uncased", {}, 109_482_240),
        Preset("bert-large-uncased", LARGE, 335_141_888),
        Preset("bert-base-cased", {"vocab_size": 28996}, 108_310_272),
        Preset("bert-base-multilingual-cased", {"vocab_size": 119547}, 177_853_440),
    ),
    notes=(
        "In the authors' code a passage with one segment always gets a random second one, so a "
        "little more than half of the pairs do not follow each other.",
    ),
    post_norm=True,
    task_heads=TASK_HEADS,
)
