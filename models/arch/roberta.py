"""RoBERTa, BERT's encoder with another training: dynamic masks, full sentences, masked tokens only.

Liu, Ott, Goyal, Du, Joshi, Chen, Levy, Lewis, Zettlemoyer, Stoyanov (2019), arXiv:1907.11692;
reference: facebookresearch/fairseq, examples/roberta, and `RobertaForMaskedLM` of transformers for
names and details. What differs from BERT in the weights: byte-level BPE, one row of segments, and
positions that start after the padding index, so that 512 tokens need a table of 514 rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from torch import Tensor, nn

from models.arch.bert import (
    CLASSIFIER,
    DROPOUT,
    LARGE,
    SPAN,
    BertConfig,
    OneEncoder,
    bert_layer_rules,
    embedding_rules,
    encoder_blocks,
    encoder_span_head,
    encoder_token_head,
    tied_head,
)
from models.inference.taps import Tap
from models.inside.stages import Call, Stage, stages_of, table_stages
from models.layers.dropout import apply_dropout
from models.layers.embeddings import count_positions, initialise, positions_fit, tie
from models.layers.encoder import run_blocks
from models.layers.masked_head import MaskedHead
from models.layers.task_heads import SequenceHead, TaskHead, first_state
from models.schema.batch import Batch
from models.schema.configs import Size
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
from models.tokenization.byte_bpe import ANGLE_BRACKETS


@dataclass(frozen=True)
class RobertaConfig(BertConfig):
    """The fields of a published config.json; defaults are roberta-base.

    `max_position_embeddings` counts the rows of the table. The first `pad_token_id` + 1 of them
    stand for no place in a text.
    """

    vocab_size: int = 50265
    max_position_embeddings: int = 514
    type_vocab_size: int = 1
    layer_norm_eps: float = 1e-5
    pad_token_id: int = 1

    MAY_BE_NOTHING: ClassVar[frozenset[str]] = BertConfig.MAY_BE_NOTHING | {"pad_token_id"}
    PAD_KEYS: ClassVar[tuple[str, ...]] = ("pad_token_id",)

    @classmethod
    def from_size(cls, size: Size, **overrides: Any) -> Self:
        reserved = overrides.get("pad_token_id", cls.pad_token_id) + 1
        return super().from_size(
            size, **{"max_position_embeddings": size.num_positions + reserved, **overrides}
        )

    @property
    def size(self) -> Size:
        usable = self.max_position_embeddings - self.pad_token_id - 1
        return replace(super().size, num_positions=usable)

    @property
    def first_position(self) -> int:
        return self.pad_token_id + 1


class RobertaEmbeddings(nn.Module):
    """LayerNorm(token + position + the one segment). Tap `summed` (B, T, D): the output."""

    def __init__(self, config: RobertaConfig) -> None:
        super().__init__()
        self.pad_id = config.pad_token_id
        self.token = nn.Embedding(config.vocab_size, config.hidden_size)
        self.position = nn.Embedding(config.max_position_embeddings, config.hidden_size)
        self.segment = nn.Embedding(config.type_vocab_size, config.hidden_size)
        self.norm = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)
        self.dropout = config.hidden_dropout_prob
        self.summed = Tap()

    def forward(self, ids: Tensor) -> Tensor:
        """ids (B, T) -> (B, T, D)."""
        x = self.token(ids) + self.position(count_positions(ids, self.pad_id))
        x = x + self.segment.weight[0]
        x = self.norm(x)
        x = apply_dropout(self, x, self.dropout)
        return self.summed(x)

    def stages(self, call: Call) -> Iterator[Stage]:
        tokens = call.of(self.token).result
        segment = self.segment.weight[0].expand_as(tokens)
        position = call.of(self.position).result
        yield from table_stages(token=tokens, position=position, segment=segment)
        yield from stages_of(call.of(self.norm))


class Roberta(OneEncoder):
    """BERT's encoder without pooler and next sentence, with the head `mlm`."""

    def __init__(self, config: RobertaConfig) -> None:
        super().__init__()
        self.config = config
        self.embeddings = RobertaEmbeddings(config)
        self.layers = encoder_blocks(config)
        # The reference has GELU here whatever `hidden_act` says.
        self.mlm = MaskedHead(config.hidden_size, config.vocab_size, "gelu", config.layer_norm_eps)
        initialise(self, config.initializer_range)
        tie(self.mlm.decoder, self.embeddings.token)

    def forward(self, batch: Batch) -> dict[str, Tensor]:
        """The segments of the batch mark the texts for the reader; the model does not get them."""
        usable = self.config.max_position_embeddings - self.config.first_position
        positions_fit(batch.input_ids.shape[1], usable)
        x = self.embeddings(batch.input_ids)  # (B, T, D)
        return {"encoder": run_blocks(self.layers, x, batch.present, batch.first_only)}

    def logits(self, head: str, hidden: Tensor) -> Tensor:
        """`mlm`: (…, D) -> (…, V)."""
        return self.mlm(hidden)


TABLE = WeightTable(
    architectures=("RobertaForMaskedLM", "RobertaModel"),
    rules=(
        *embedding_rules("roberta.embeddings"),
        *bert_layer_rules("roberta.encoder.layer.{i}"),
        *layer_rules("mlm.dense", "lm_head.dense"),
        *layer_rules("mlm.norm", "lm_head.layer_norm"),
        WeightRule("mlm.decoder.bias", "lm_head.bias"),
    ),
    legacy=(
        (r"^(embeddings|encoder|pooler)\.", r"roberta.\1."),
        *tied_head("lm_head", "roberta.embeddings.word_embeddings.weight"),
    ),
    ignored=(r"\.position_ids$", r"^roberta\.pooler\."),
    optional=("mlm.",),
    tied={"mlm.decoder.weight": "embeddings.token.weight"},
)


def dense_head(
    config: RobertaConfig, num_outputs: int, first_dropout: float, dropout: float
) -> TaskHead:
    """Dropout, dense, tanh, dropout, linear layer: of the first state."""
    head = SequenceHead(
        "encoder",
        config.hidden_size,
        num_outputs,
        dropout,
        summary=first_state,
        act="tanh",
        first_dropout=first_dropout,
    )
    initialise(head, config.initializer_range)
    return head


def _sequence_head(model: Roberta, num_outputs: int, classifier_dropout: float | None) -> TaskHead:
    config = model.config
    rate = config.hidden_dropout_prob if classifier_dropout is None else classifier_dropout
    return dense_head(config, num_outputs, rate, rate)


def _choice_head(model: Roberta, num_outputs: int) -> TaskHead:
    """Return a choice head with a pooler like BERT's.

    The pooler belongs to the head, because pretraining has none.
    """
    return dense_head(model.config, num_outputs, 0.0, model.config.hidden_dropout_prob)


TASK_HEADS: Mapping[TaskHeadKind, TaskHeadSpec] = {
    "sequence": TaskHeadSpec(
        "RobertaForSequenceClassification",
        _sequence_head,
        (
            *layer_rules("head.dense", "classifier.dense"),
            *layer_rules("head.output", "classifier.out_proj"),
        ),
        options=DROPOUT,
    ),
    "choice": TaskHeadSpec(
        "RobertaForMultipleChoice",
        _choice_head,
        (*layer_rules("head.dense", "roberta.pooler.dense"), *CLASSIFIER),
    ),
    "span": TaskHeadSpec("RobertaForQuestionAnswering", encoder_span_head, SPAN),
    "token": TaskHeadSpec(
        "RobertaForTokenClassification", encoder_token_head, CLASSIFIER, options=DROPOUT
    ),
}

SPEC = ArchSpec(
    name="roberta",
    title="RoBERTa",
    summary="BERT's architecture, trained on ten times the data, with dynamic masking.",
    difference=(
        "The same architecture as BERT, trained on ten times the data (160 GB) in batches of 8,000 "
        "sequences, always of 512 tokens. Masks are sampled again whenever a text is fed, full "
        "sentences are packed across documents, there is no next-sentence task, and byte-level "
        "BPE leaves no text unknown."
    ),
    paper=Paper(
        "Liu, Ott, Goyal, Du, Joshi, Chen, Levy, Lewis, Zettlemoyer, Stoyanov",
        "RoBERTa: A Robustly Optimized BERT Pretraining Approach",
        2019,
        "1907.11692",
    ),
    reference="facebookresearch/fairseq, examples/roberta",
    model_type="roberta",
    config_class=RobertaConfig,
    model_class=Roberta,
    streams=(StreamSpec("encoder", "Encoder"),),
    heads=(HeadSpec("mlm", "Masked tokens", "encoder", "fill_mask"),),
    direction="both sides",
    positions="learned, absolute",
    objectives=("masked",),
    tokenizers=("byte_bpe",),
    tables={"": TABLE},
    presets=(
        Preset("roberta-base", {}, 124_645_632, absent=590_592),
        Preset("roberta-large", LARGE, 355_359_744, absent=1_049_600),
    ),
    template=ANGLE_BRACKETS,
    default_pad_id=1,
    notes=(
        "Dynamic masking samples new masks whenever a text is fed. The paper's static baseline is "
        "ten copies of the data with fixed masks, and the gain over it is small.",
        "The paper fills a window with full sentences; here the last sentence may be cut.",
        "Published files may contain a pooler. Pretraining never used it, so it is left out.",
    ),
    post_norm=True,
    task_heads=TASK_HEADS,
)
