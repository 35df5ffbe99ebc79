"""RoFormer, BERT's encoder whose queries and keys are turned by their positions.

Su, Lu, Pan, Murtadha, Wen, Liu (2021), RoFormer: Enhanced Transformer with Rotary Position
Embedding, arXiv:2104.09864; reference: ZhuiyiTechnology/roformer, and `RoFormerForMaskedLM` of
transformers for names and details. A pair that is turned are neighbours, the numbers 2j and 2j + 1
of a head; most decoders after it pair j and j + K/2.

Shapes: B batch, T tokens, D width, E width of the embeddings, H heads, K width of a head.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import torch
from torch import Tensor, nn

from models.arch.bert import (
    CLASSIFIER,
    GAMMA_BETA,
    SPAN,
    OneEncoder,
    bert_layer_rules,
    tied_head,
    token_head,
)
from models.inference.taps import Tap
from models.inside.attention import AttentionPass, recorded_value, remove_batch, split
from models.inside.stages import Call, Stage, Value, stages_of, table_stages
from models.layers.attention import Attention
from models.layers.dropout import apply_dropout
from models.layers.embeddings import Sinusoids, initialise, positions_fit, segment_rows, tie
from models.layers.encoder import EncoderBlock, run_blocks
from models.layers.linear import Linear
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

TURNED = (("Rotation of the queries", "q"), ("Rotation of the keys", "k"))
VALUES_TOO = (*TURNED, ("Rotation of the values", "v"))
ROTATION = "{0} ← R_p {0}: at position p each pair of neighbours 2j, 2j + 1 is turned by p f_j"


@dataclass(frozen=True)
class RoFormerConfig(ModelConfig):
    """The fields of a published config.json; defaults are roformer_chinese_base's."""

    vocab_size: int = 50000
    embedding_size: int | None = None  # None: the width of the layers
    hidden_size: int = 768
    num_hidden_layers: int = 12
    num_attention_heads: int = 12
    intermediate_size: int = 3072
    hidden_act: str = "gelu"
    hidden_dropout_prob: float = 0.1
    attention_probs_dropout_prob: float = 0.1
    max_position_embeddings: int = 1536
    type_vocab_size: int = 2
    initializer_range: float = 0.02
    layer_norm_eps: float = 1e-12
    rotary_value: bool = False  # values are turned too

    FIXED: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "is_decoder": (False,),
        "add_cross_attention": (False,),
        "tie_word_embeddings": (True,),
    }
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
        width, heads = self.hidden_size, self.num_attention_heads
        if width % (2 * heads):
            raise ValueError(
                f"hidden_size = {width} does not give each of the {heads} heads of "
                "num_attention_heads an even width, whose numbers are turned in pairs"
            )

    @property
    def first_position(self) -> None:
        return None

    @property
    def table_width(self) -> int:
        return self.hidden_size if self.embedding_size is None else self.embedding_size


class RoFormerEmbeddings(nn.Module):
    """LayerNorm(token + segment), without positions."""

    def __init__(self, config: RoFormerConfig) -> None:
        super().__init__()
        width = config.table_width
        self.token = nn.Embedding(config.vocab_size, width)
        self.segment = nn.Embedding(config.type_vocab_size, width)
        self.norm = nn.LayerNorm(width, eps=config.layer_norm_eps)
        self.dropout = config.hidden_dropout_prob

    def forward(self, ids: Tensor, segment: Tensor | None) -> Tensor:
        """ids, segment (B, T) -> (B, T, E). A missing segment is segment 0."""
        rows = self.segment.weight[:1] if segment is None else self.segment(segment)
        return apply_dropout(self, self.norm(self.token(ids) + rows), self.dropout)

    def stages(self, call: Call) -> Iterator[Stage]:
        token, segment = call.of(self.token).result, call.arguments["segment"]
        yield from table_stages(
            token=token, segment=segment_rows(self.segment, segment, len(token))
        )
        yield from stages_of(call.of(self.norm))


class RotatedAttention(Attention):
    """BERT's attention with queries and keys, or values too, turned by their positions."""

    positions: Sinusoids
    turned: tuple[tuple[str, str], ...] = TURNED

    def project(self, x: Tensor) -> Tensor:
        """x (B, T, D) -> query, key and value (B, T, 3 D), turned."""
        packed = super().project(x)
        parts = packed.view(*x.shape[:2], 3, self.num_heads, -1)  # (B, T, 3, H, K)
        count = len(self.turned)
        angles = self.positions.weight[: x.shape[1], None, None]  # (T, 1, 1, K)
        turned = turn_neighbours(parts[:, :, :count], angles)
        return torch.cat([turned, parts[:, :, count:]], 2).flatten(2)

    def stages(self, call: Call) -> Iterator[Stage]:
        """Projections, their rotation, then attention."""
        packed = call.of(self.qkv)
        projected = [split(part, self.num_heads) for part in packed.result.chunk(3, -1)]
        angles = self.positions.weight[: len(packed.input)].detach().float().cpu()  # (T, K)
        changed, changes = list(projected), []
        for number, (title, name) in enumerate(self.turned):
            others = name != "q"
            changed[number] = turn_neighbours(projected[number], angles)
            read, made = (
                Value(name, one, of_others=others) for one in (projected[number], changed[number])
            )
            changes.append(Stage(title, ROTATION.format(name), (read,), made))
        yield from AttentionPass(
            packed.input,
            projected,
            recorded_value(call, self.weights),
            recorded_value(call, self.heads),
            call.of(self.output).result,
            self.scale,
            remove_batch(call.arguments["mask"]),
            changes=changes,
            changed=changed,
        ).stages()


def turn_neighbours(x: Tensor, waves: Tensor) -> Tensor:
    """Turn pairs of neighbours of x (…, K) by angles, whose sines and cosines are waves (…, K)."""
    sin, cos = waves.chunk(2, -1)  # (…, K / 2)
    even, odd = x[..., ::2], x[..., 1::2]
    return torch.stack([even * cos - odd * sin, odd * cos + even * sin], -1).flatten(-2)


class RoFormerBlock(EncoderBlock):
    """BERT's block around attention with rotation."""

    ATTENTION: ClassVar = RotatedAttention


class RoFormer(OneEncoder):
    """The encoder with the head `mlm`. Tap `entered` (B, T, D): what enters the first block."""

    ENTERED: ClassVar = "entered"

    def __init__(self, config: RoFormerConfig) -> None:
        super().__init__()
        self.config = config
        width, table_width = config.hidden_size, config.table_width
        self.embeddings = RoFormerEmbeddings(config)
        self.project = Linear(table_width, width) if table_width != width else None
        self.entered = Tap()
        self.layers = nn.ModuleList(
            RoFormerBlock(
                width,
                config.num_attention_heads,
                config.intermediate_size,
                config.hidden_act,
                config.layer_norm_eps,
                (config.attention_probs_dropout_prob, config.hidden_dropout_prob),
            )
            for _ in range(config.num_hidden_layers)
        )
        head_width = width // config.num_attention_heads
        positions = Sinusoids(config.max_position_embeddings, head_width)
        for block in self.layers:
            attention: Any = block.attention
            attention.positions = positions
            attention.turned = VALUES_TOO if config.rotary_value else TURNED
        self.mlm = MaskedHead(
            width, config.vocab_size, config.hidden_act, config.layer_norm_eps, table_width
        )
        initialise(self, config.initializer_range)
        tie(self.mlm.decoder, self.embeddings.token)

    def forward(self, batch: Batch) -> dict[str, Tensor]:
        """The last hidden states (B, T, D)."""
        positions_fit(batch.input_ids.shape[1], self.config.max_position_embeddings)
        x = self.embeddings(batch.input_ids, batch.segment)  # (B, T, E)
        x = self.entered(x if self.project is None else self.project(x))  # (B, T, D)
        return {"encoder": run_blocks(self.layers, x, batch.present, batch.first_only)}

    def logits(self, head: str, hidden: Tensor) -> Tensor:
        """`mlm`: (…, D) -> (…, V)."""
        return self.mlm(hidden)


TABLE = WeightTable(
    architectures=("RoFormerForMaskedLM", "RoFormerModel"),
    rules=(
        WeightRule("embeddings.token.weight", "roformer.embeddings.word_embeddings.weight"),
        WeightRule("embeddings.segment.weight", "roformer.embeddings.token_type_embeddings.weight"),
        *layer_rules("embeddings.norm", "roformer.embeddings.LayerNorm"),
        *layer_rules("project", "roformer.embeddings_project"),
        *bert_layer_rules("roformer.encoder.layer.{i}"),
        *layer_rules("mlm.dense", "cls.predictions.transform.dense"),
        *layer_rules("mlm.norm", "cls.predictions.transform.LayerNorm"),
        WeightRule("mlm.decoder.bias", "cls.predictions.bias"),
    ),
    legacy=(
        *GAMMA_BETA,
        (r"^(embeddings|embeddings_project|encoder|pooler)\.", r"roformer.\1."),
        *tied_head("cls.predictions", "roformer.embeddings.word_embeddings.weight"),
    ),
    ignored=(r"\.embed_positions\.weight$", r"^roformer\.pooler\."),
    optional=("mlm.",),
    tied={"mlm.decoder.weight": "embeddings.token.weight"},
)


def _sequence_head(model: RoFormer, num_outputs: int) -> TaskHead:
    """Dropout, dense, the model's activation, dropout, linear layer: of the first state."""
    config = model.config
    head = SequenceHead(
        "encoder",
        config.hidden_size,
        num_outputs,
        config.hidden_dropout_prob,
        summary=first_state,
        act=config.hidden_act,
        first_dropout=config.hidden_dropout_prob,
    )
    initialise(head, config.initializer_range)
    return head


def _span_head(model: Any, num_outputs: int) -> TaskHead:
    return token_head(model.config, "encoder", num_outputs, 0.0)


def _token_head(model: Any, num_outputs: int) -> TaskHead:
    return token_head(model.config, "encoder", num_outputs)


TASK_HEADS: Mapping[TaskHeadKind, TaskHeadSpec] = {
    "sequence": TaskHeadSpec(
        "RoFormerForSequenceClassification",
        _sequence_head,
        (
            *layer_rules("head.dense", "classifier.dense"),
            *layer_rules("head.output", "classifier.out_proj"),
        ),
    ),
    "span": TaskHeadSpec("RoFormerForQuestionAnswering", _span_head, SPAN),
    "token": TaskHeadSpec("RoFormerForTokenClassification", _token_head, CLASSIFIER),
}

SPEC = ArchSpec(
    name="roformer",
    title="RoFormer",
    summary="BERT's encoder with rotary positions, which began with it.",
    difference=(
        "No position is added to a token. Queries and keys are turned instead, by an angle that "
        "grows with their position, so that a score depends on the distance of the two tokens. "
        "Most decoders of today have taken this over."
    ),
    paper=Paper(
        "Su, Lu, Pan, Murtadha, Wen, Liu",
        "RoFormer: Enhanced Transformer with Rotary Position Embedding",
        2021,
        "2104.09864",
    ),
    reference="ZhuiyiTechnology/roformer",
    model_type="roformer",
    config_class=RoFormerConfig,
    model_class=RoFormer,
    streams=(StreamSpec("encoder", "Encoder"),),
    heads=(HeadSpec("mlm", "Masked tokens", "encoder", "fill_mask"),),
    direction="both sides",
    positions="rotary",
    objectives=("masked",),
    tokenizers=("wordpiece",),
    tables={"": TABLE},
    presets=(Preset("roformer_chinese_base", {}, 123_555_840, absent=98_304),),
    notes=(
        "The published Chinese models, but those of characters, cut a text into words with jieba "
        "first. Here WordPiece alone cuts it, mostly into single characters, so what they predict "
        "may differ.",
        "The head for choices of transformers reads the last token, padding or not; it is not "
        "here.",
        "Published files may hold the sinusoids as a table, which is not read: they are computed.",
    ),
    post_norm=True,
    task_heads=TASK_HEADS,
    config_titles={
        "embedding_size": "Size of an embedding before it is projected to the width",
        "rotary_value": "Values are turned too",
    },
)
