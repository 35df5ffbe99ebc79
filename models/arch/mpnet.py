"""MPNet, BERT's encoder with relative positions besides absolute ones.

Song, Tan, Qin, Lu, Liu (2020), arXiv:2004.09297; reference: microsoft/MPNet, and
`MPNetForMaskedLM` of transformers for names and details. The biases by relative position are T5's:
32 buckets, one number for each head, the same in all layers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from torch import Tensor, nn

from models.arch.bert import CLASSIFIER, SPAN, OneEncoder, tied_head, token_head
from models.inference.taps import Tap
from models.inside.stages import Call, Stage, stages_of, table_stages
from models.layers.attention import Attention, RelativeBias
from models.layers.dropout import apply_dropout
from models.layers.embeddings import count_positions, initialise, positions_fit, tie
from models.layers.encoder import EncoderBlock, run_blocks
from models.layers.masked_head import MaskedHead
from models.layers.task_heads import SequenceHead, TaskHead, first_state
from models.schema.batch import Batch
from models.schema.configs import ModelConfig, Size
from models.schema.specs import (
    ArchSpec,
    ExtraSpec,
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

PAD_ID = 1  # of the reference, whatever config.json says; positions start after it
NUM_BUCKETS = 32  # of the reference, whatever config.json says
MAX_DISTANCE = 128  # from which on all distances share a bucket


@dataclass(frozen=True)
class MPNetConfig(ModelConfig):
    """The fields of a published config.json; defaults are mpnet-base.

    `max_position_embeddings` counts the rows of the table, the first two of which stand for no
    place in a text.
    """

    vocab_size: int = 30527
    hidden_size: int = 768
    num_hidden_layers: int = 12
    num_attention_heads: int = 12
    intermediate_size: int = 3072
    hidden_act: str = "gelu"
    hidden_dropout_prob: float = 0.1
    attention_probs_dropout_prob: float = 0.1
    max_position_embeddings: int = 514
    initializer_range: float = 0.02
    layer_norm_eps: float = 1e-5
    relative_attention_num_buckets: int = NUM_BUCKETS

    SIZED: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "vocab_size": ("vocab_size",),
        "width": ("hidden_size",),
        "num_layers": ("num_hidden_layers",),
        "num_heads": ("num_attention_heads",),
        "inner": ("intermediate_size",),
        "num_positions": ("max_position_embeddings",),
        "dropout": ("hidden_dropout_prob", "attention_probs_dropout_prob"),
    }

    def __post_init__(self) -> None:
        if self.relative_attention_num_buckets != NUM_BUCKETS:
            raise ValueError(
                f"relative_attention_num_buckets must be {NUM_BUCKETS}, as the reference computes "
                "no other"
            )

    @classmethod
    def from_size(cls, size: Size, **overrides: Any) -> Self:
        rows = size.num_positions + PAD_ID + 1
        return super().from_size(size, **{"max_position_embeddings": rows, **overrides})

    @property
    def size(self) -> Size:
        usable = self.max_position_embeddings - PAD_ID - 1
        return replace(super().size, num_positions=usable)

    @property
    def first_position(self) -> int:
        return PAD_ID + 1


class MPNetEmbeddings(nn.Module):
    """LayerNorm(token + position). Tap `summed` (B, T, D): the output."""

    def __init__(self, config: MPNetConfig) -> None:
        super().__init__()
        self.token = nn.Embedding(config.vocab_size, config.hidden_size)
        self.position = nn.Embedding(config.max_position_embeddings, config.hidden_size)
        self.norm = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)
        self.dropout = config.hidden_dropout_prob
        self.summed = Tap()

    def forward(self, ids: Tensor) -> Tensor:
        """ids (B, T) -> (B, T, D)."""
        x = self.norm(self.token(ids) + self.position(count_positions(ids, PAD_ID)))
        return self.summed(apply_dropout(self, x, self.dropout))

    def stages(self, call: Call) -> Iterator[Stage]:
        token, position = call.of(self.token).result, call.of(self.position).result
        yield from table_stages(token=token, position=position)
        yield from stages_of(call.of(self.norm))


class BiasedAttention(Attention):
    """BERT's attention, whose mask carries the bias by relative position."""

    def stages(self, call: Call) -> Iterator[Stage]:
        """The bias was computed once, for all layers."""
        whole = call
        while not isinstance(whole.module, MPNet):
            assert whole.parent is not None
            whole = whole.parent
        added = {("Bias by relative position", "b"): whole.of(whole.module.bias).result}
        yield from self.stages_of_pass(call, self, call.arguments["mask"], False, added)


class MPNetBlock(EncoderBlock):
    """BERT's block around attention with the bias."""

    ATTENTION: ClassVar = BiasedAttention


class MPNet(OneEncoder):
    """The encoder with the head `mlm`, and one bias for the scores of all layers."""

    def __init__(self, config: MPNetConfig) -> None:
        super().__init__()
        self.config = config
        self.embeddings = MPNetEmbeddings(config)
        self.bias = RelativeBias(
            config.num_attention_heads,
            bidirectional=True,
            num_buckets=config.relative_attention_num_buckets,
            max_distance=MAX_DISTANCE,
        )
        self.layers = nn.ModuleList(
            MPNetBlock(
                config.hidden_size,
                config.num_attention_heads,
                config.intermediate_size,
                config.hidden_act,
                config.layer_norm_eps,
                (config.attention_probs_dropout_prob, config.hidden_dropout_prob),
            )
            for _ in range(config.num_hidden_layers)
        )
        # The reference has GELU here whatever `hidden_act` says.
        self.mlm = MaskedHead(config.hidden_size, config.vocab_size, "gelu", config.layer_norm_eps)
        initialise(self, config.initializer_range)
        tie(self.mlm.decoder, self.embeddings.token)

    def forward(self, batch: Batch) -> dict[str, Tensor]:
        """The last hidden states (B, T, D)."""
        length = batch.input_ids.shape[1]
        positions_fit(length, self.config.max_position_embeddings - self.config.first_position)
        x = self.embeddings(batch.input_ids)  # (B, T, D)
        bias = self.bias(length, length)  # (1, H, T, T)
        return {"encoder": run_blocks(self.layers, x, batch.present, batch.first_only, bias)}

    def logits(self, head: str, hidden: Tensor) -> Tensor:
        """`mlm`: (…, D) -> (…, V)."""
        return self.mlm(hidden)

    def extra_taps(self, stream: str) -> dict[str, list[str]]:
        return {"bias": ["bias.values"]}


_LAYER = "mpnet.encoder.layer.{i}"

TABLE = WeightTable(
    architectures=("MPNetForMaskedLM", "MPNetModel"),
    rules=(
        WeightRule("embeddings.token.weight", "mpnet.embeddings.word_embeddings.weight"),
        WeightRule("embeddings.position.weight", "mpnet.embeddings.position_embeddings.weight"),
        *layer_rules("embeddings.norm", "mpnet.embeddings.LayerNorm"),
        WeightRule("bias.table.weight", "mpnet.encoder.relative_attention_bias.weight"),
        *layer_rules(
            "layers.{i}.attention.qkv", *(f"{_LAYER}.attention.attn.{name}" for name in "qkv")
        ),
        *layer_rules("layers.{i}.attention.output", f"{_LAYER}.attention.attn.o"),
        *layer_rules("layers.{i}.attention_norm", f"{_LAYER}.attention.LayerNorm"),
        *layer_rules("layers.{i}.feed_forward.widen", f"{_LAYER}.intermediate.dense"),
        *layer_rules("layers.{i}.feed_forward.narrow", f"{_LAYER}.output.dense"),
        *layer_rules("layers.{i}.feed_forward_norm", f"{_LAYER}.output.LayerNorm"),
        *layer_rules("mlm.dense", "lm_head.dense"),
        *layer_rules("mlm.norm", "lm_head.layer_norm"),
        WeightRule("mlm.decoder.bias", "lm_head.bias"),
    ),
    legacy=(
        (r"^(embeddings|encoder|pooler)\.", r"mpnet.\1."),
        *tied_head("lm_head", "mpnet.embeddings.word_embeddings.weight"),
    ),
    ignored=(r"\.position_ids$", r"^mpnet\.pooler\."),
    optional=("mlm.",),
    tied={"mlm.decoder.weight": "embeddings.token.weight"},
)


def _dense_head(model: MPNet, num_outputs: int, first_dropout: float) -> TaskHead:
    """Dropout, dense, tanh, dropout, linear layer: of the first state."""
    config = model.config
    head = SequenceHead(
        "encoder",
        config.hidden_size,
        num_outputs,
        config.hidden_dropout_prob,
        summary=first_state,
        act="tanh",
        first_dropout=first_dropout,
    )
    initialise(head, config.initializer_range)
    return head


def _sequence_head(model: MPNet, num_outputs: int) -> TaskHead:
    return _dense_head(model, num_outputs, model.config.hidden_dropout_prob)


def _choice_head(model: MPNet, num_outputs: int) -> TaskHead:
    """Return a choice head with a pooler, which belongs to it: pretraining has none."""
    return _dense_head(model, num_outputs, 0.0)


def _span_head(model: Any, num_outputs: int) -> TaskHead:
    return token_head(model.config, "encoder", num_outputs, 0.0)


def _token_head(model: Any, num_outputs: int) -> TaskHead:
    return token_head(model.config, "encoder", num_outputs)


TASK_HEADS: Mapping[TaskHeadKind, TaskHeadSpec] = {
    "sequence": TaskHeadSpec(
        "MPNetForSequenceClassification",
        _sequence_head,
        (
            *layer_rules("head.dense", "classifier.dense"),
            *layer_rules("head.output", "classifier.out_proj"),
        ),
    ),
    "choice": TaskHeadSpec(
        "MPNetForMultipleChoice",
        _choice_head,
        (*layer_rules("head.dense", "mpnet.pooler.dense"), *CLASSIFIER),
    ),
    "span": TaskHeadSpec("MPNetForQuestionAnswering", _span_head, SPAN),
    "token": TaskHeadSpec("MPNetForTokenClassification", _token_head, CLASSIFIER),
}

SPEC = ArchSpec(
    name="mpnet",
    title="MPNet",
    summary="BERT's encoder with relative positions besides absolute ones.",
    difference=(
        "Every attention score gets a bias by relative position, the same in all layers; absolute "
        "positions stay. Its pretraining permutes the tokens as XLNet does, and feeds a mask for "
        "each one to predict, so that every prediction knows how long the text is. Many encoders "
        "of sentences begin with its weights."
    ),
    paper=Paper(
        "Song, Tan, Qin, Lu, Liu",
        "MPNet: Masked and Permuted Pre-training for Language Understanding",
        2020,
        "2004.09297",
    ),
    reference="microsoft/MPNet",
    model_type="mpnet",
    config_class=MPNetConfig,
    model_class=MPNet,
    streams=(StreamSpec("encoder", "Encoder"),),
    heads=(HeadSpec("mlm", "Masked tokens", "encoder", "fill_mask"),),
    direction="both sides",
    positions="learned, absolute; and a learned bias for each head and bucket of distances",
    objectives=("masked",),
    tokenizers=("wordpiece",),
    tables={"": TABLE},
    presets=(Preset("mpnet-base", {}, 109_486_464, absent=590_592),),
    template=replace(
        ANGLE_BRACKETS,
        published_class="MPNetTokenizer",
        roles={**ANGLE_BRACKETS.roles, "unk": "[UNK]"},
    ),
    default_pad_id=1,
    extras=(ExtraSpec("bias", "Position bias", "distance_bias", ablatable=True),),
    notes=(
        "Masked and permuted pretraining is not here: it needs a second stream of attention, which "
        "the class of transformers lacks as well. Here masked tokens are predicted as in BERT.",
        "The reference counts positions after the id 1 and has 32 buckets, whatever config.json "
        "says.",
        "Published files may contain a pooler. Pretraining never used it, so it is left out.",
    ),
    post_norm=True,
    task_heads=TASK_HEADS,
)
