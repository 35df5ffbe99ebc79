"""DistilBERT, half of BERT's layers, distilled from BERT.

Sanh, Debut, Chaumond, Wolf (2019), arXiv:1910.01108; reference: the distillation example of
transformers, and `DistilBertForMaskedLM` for names and details.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from torch import Tensor, nn

from models.arch.bert import OneEncoder
from models.layers.embeddings import SummedEmbeddings, initialise, positions_fit, tie
from models.layers.encoder import EncoderBlock, run_blocks
from models.layers.masked_head import MaskedHead
from models.layers.task_heads import SequenceHead, TaskHead, first_state
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

LAYER_NORM_EPS = 1e-12  # not in its config.json: fixed in the reference


@dataclass(frozen=True)
class DistilBertConfig(ModelConfig):
    """The fields of a published config.json; defaults are distilbert-base-uncased."""

    vocab_size: int = 30522
    dim: int = 768
    n_layers: int = 6
    n_heads: int = 12
    hidden_dim: int = 3072
    activation: str = "gelu"
    dropout: float = 0.1
    attention_dropout: float = 0.1
    max_position_embeddings: int = 512
    initializer_range: float = 0.02

    FIXED: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "sinusoidal_pos_embds": (False, True),  # how a new table begins; files hold the table
    }
    ALIASES: ClassVar[Mapping[str, str]] = {
        "hidden_size": "dim",
        "num_attention_heads": "n_heads",
        "num_hidden_layers": "n_layers",
    }
    SIZED: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "vocab_size": ("vocab_size",),
        "width": ("dim",),
        "num_layers": ("n_layers",),
        "num_heads": ("n_heads",),
        "inner": ("hidden_dim",),
        "num_positions": ("max_position_embeddings",),
        "dropout": ("dropout", "attention_dropout"),
    }


class DistilBert(OneEncoder):
    """BERT's encoder without segments and pooler, with the head `mlm`."""

    def __init__(self, config: DistilBertConfig) -> None:
        super().__init__()
        self.config = config
        self.embeddings = SummedEmbeddings(
            config.vocab_size,
            config.dim,
            config.max_position_embeddings,
            0,
            LAYER_NORM_EPS,
            config.dropout,
        )
        self.layers = nn.ModuleList(
            EncoderBlock(
                config.dim,
                config.n_heads,
                config.hidden_dim,
                config.activation,
                LAYER_NORM_EPS,
                (config.attention_dropout, config.dropout),
            )
            for _ in range(config.n_layers)
        )
        self.mlm = MaskedHead(config.dim, config.vocab_size, config.activation, LAYER_NORM_EPS)
        initialise(self, config.initializer_range)
        tie(self.mlm.decoder, self.embeddings.token)

    def forward(self, batch: Batch) -> dict[str, Tensor]:
        """The last hidden states (B, T, D)."""
        positions_fit(batch.input_ids.shape[1], self.config.max_position_embeddings)
        x = self.embeddings(batch.input_ids, None)  # (B, T, D)
        return {"encoder": run_blocks(self.layers, x, batch.present, batch.first_only)}

    def logits(self, head: str, hidden: Tensor) -> Tensor:
        """`mlm`: (…, D) -> (…, V)."""
        return self.mlm(hidden)


_BLOCK = "distilbert.transformer.layer.{i}"
_PACKED = tuple(f"{_BLOCK}.attention.{name}_lin" for name in "qkv")

TABLE = WeightTable(
    architectures=("DistilBertForMaskedLM", "DistilBertModel"),
    rules=(
        WeightRule("embeddings.token.weight", "distilbert.embeddings.word_embeddings.weight"),
        WeightRule(
            "embeddings.position.weight", "distilbert.embeddings.position_embeddings.weight"
        ),
        *layer_rules("embeddings.norm", "distilbert.embeddings.LayerNorm"),
        *layer_rules("layers.{i}.attention.qkv", *_PACKED),
        *layer_rules("layers.{i}.attention.output", f"{_BLOCK}.attention.out_lin"),
        *layer_rules("layers.{i}.attention_norm", f"{_BLOCK}.sa_layer_norm"),
        *layer_rules("layers.{i}.feed_forward.widen", f"{_BLOCK}.ffn.lin1"),
        *layer_rules("layers.{i}.feed_forward.narrow", f"{_BLOCK}.ffn.lin2"),
        *layer_rules("layers.{i}.feed_forward_norm", f"{_BLOCK}.output_layer_norm"),
        *layer_rules("mlm.dense", "vocab_transform"),
        *layer_rules("mlm.norm", "vocab_layer_norm"),
        WeightRule("mlm.decoder.bias", "vocab_projector.bias"),
    ),
    legacy=(
        (r"^(embeddings|transformer)\.", r"distilbert.\1."),
        (r"^vocab_projector\.weight$", "distilbert.embeddings.word_embeddings.weight"),
    ),
    ignored=(r"\.position_ids$",),
    optional=("mlm.",),
    tied={"mlm.decoder.weight": "embeddings.token.weight"},
)


def _sequence_head(model: DistilBert, num_outputs: int, seq_classif_dropout: float) -> TaskHead:
    head = SequenceHead(
        "encoder",
        model.config.dim,
        num_outputs,
        seq_classif_dropout,
        summary=first_state,
        act="relu",
    )
    initialise(head, model.config.initializer_range)
    return head


def _per_token(model: DistilBert, num_outputs: int, dropout: float) -> TaskHead:
    head = TaskHead("encoder", model.config.dim, num_outputs, dropout)
    initialise(head, model.config.initializer_range)
    return head


def _span_head(model: DistilBert, num_outputs: int, qa_dropout: float) -> TaskHead:
    return _per_token(model, num_outputs, qa_dropout)


def _token_head(model: DistilBert, num_outputs: int) -> TaskHead:
    return _per_token(model, num_outputs, model.config.dropout)


_CLASSIFIER = layer_rules("head.output", "classifier")
_SEQUENCE = (*layer_rules("head.dense", "pre_classifier"), *_CLASSIFIER)
_DROPOUT = {"seq_classif_dropout": 0.2}

TASK_HEADS: Mapping[TaskHeadKind, TaskHeadSpec] = {
    "sequence": TaskHeadSpec(
        "DistilBertForSequenceClassification", _sequence_head, _SEQUENCE, options=_DROPOUT
    ),
    "choice": TaskHeadSpec(
        "DistilBertForMultipleChoice", _sequence_head, _SEQUENCE, options=_DROPOUT
    ),
    "span": TaskHeadSpec(
        "DistilBertForQuestionAnswering",
        _span_head,
        layer_rules("head.output", "qa_outputs"),
        options={"qa_dropout": 0.1},
    ),
    "token": TaskHeadSpec("DistilBertForTokenClassification", _token_head, _CLASSIFIER),
}

SPEC = ArchSpec(
    name="distilbert",
    title="DistilBERT",
    summary="Half of BERT's layers, distilled from BERT.",
    difference="Half the layers, no segments, no pooler, no next-sentence task; BERT is the "
    "teacher.",
    paper=Paper(
        "Sanh, Debut, Chaumond, Wolf",
        "DistilBERT, a distilled version of BERT: smaller, faster, cheaper and lighter",
        2019,
        "1910.01108",
    ),
    reference="huggingface/transformers, research project distillation",
    model_type="distilbert",
    config_class=DistilBertConfig,
    model_class=DistilBert,
    streams=(StreamSpec("encoder", "Encoder"),),
    heads=(HeadSpec("mlm", "Masked tokens", "encoder", "fill_mask"),),
    direction="both sides",
    positions="learned, absolute",
    objectives=("masked",),
    tokenizers=("wordpiece",),
    tables={"": TABLE},
    presets=(Preset("distilbert-base-uncased", {}, 66_362_880),),
    notes=(
        "The paper does not give the weights of the three losses; the authors' examples differ.",
    ),
    post_norm=True,
    task_heads=TASK_HEADS,
)
