"""MobileBERT, a deep BERT that is narrow inside its layers, and IB-BERT, its teacher.

Sun, Yu, Song, Liu, Yang, Zhou (2020), arXiv:2004.02984; reference: google-research/google-research,
folder mobilebert, and `MobileBertForPreTraining` of transformers for names and details.

Both have the same states between layers (width D). A MobileBERT layer narrows them (K < D) before
attention and feed-forward networks, an IB-BERT layer widens them (K > D): inverted bottlenecks.
Shapes: B batch, T tokens, D width between layers, K width inside a layer, E width of the token
table, H heads, F inner width of a feed-forward network, V vocabulary.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import torch
from torch import Tensor, nn
from torch.nn import functional

from models.arch.bert import (
    CLASSIFIER,
    DROPOUT,
    SPAN,
    BertConfig,
    OneEncoder,
    embedding_rules,
    encoder_span_head,
    encoder_token_head,
    tied_head,
)
from models.inference.taps import Tap
from models.inside.attention import AttentionPass, recorded_value, remove_batch, split
from models.inside.stages import (
    Call,
    Stage,
    Value,
    function_of,
    looked_up,
    plain,
    rest,
    stages_of,
    table_stages,
)
from models.inside.stages import residual as added
from models.layers.attention import attend_openly, padding_mask
from models.layers.dropout import apply_dropout
from models.layers.embeddings import initialise, positions_fit, segment_rows, tie
from models.layers.feedforward import FeedForward, activation
from models.layers.linear import Linear
from models.layers.task_heads import ModelPooler, SequenceHead, first_state
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

NARROWING = 4  # widths between layers are so many times those inside, and those of the token table
NO_NORM, LAYER_NORM = NORMALIZATIONS = ("no_norm", "layer_norm")
TRIGRAM = 3  # tokens whose embeddings are joined: the next, the token itself, the one before
USUAL_EPS = 1e-5  # of nn.LayerNorm
MAX_NETWORKS = 12  # feed-forward networks of a layer; published: 4 and 2


@dataclass(frozen=True)
class MobileBertConfig(BertConfig):
    """The fields of a published config.json; defaults are those of transformers.

    `normalization_type` "no_norm" scales and shifts without statistics. The inputs of attention
    follow from two entries: with `use_bottleneck_attention` query, key and value read the narrowed
    states; else value reads those between layers, and query and key a bottleneck that they share
    (`key_query_shared_bottleneck`) or, without it, the states between layers as well, as in
    IB-BERT. With `classifier_activation` a pooler precedes next-sentence prediction.
    """

    hidden_size: int = 512
    num_hidden_layers: int = 24
    num_attention_heads: int = 4
    intermediate_size: int = 512
    hidden_act: str = "relu"
    hidden_dropout_prob: float = 0.0
    attention_probs_dropout_prob: float = 0.1
    embedding_size: int = 128
    intra_bottleneck_size: int = 128
    use_bottleneck_attention: bool = False
    key_query_shared_bottleneck: bool = True
    num_feedforward_networks: int = 4
    normalization_type: str = NO_NORM
    classifier_activation: bool = True

    FIXED: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        **BertConfig.FIXED,
        "trigram_input": (True,),
        "use_bottleneck": (True,),
    }

    def __post_init__(self) -> None:
        if self.normalization_type not in NORMALIZATIONS:
            known = " or ".join(NORMALIZATIONS)
            raise ValueError(f"normalization_type must be {known}, not {self.normalization_type!r}")
        if not 1 <= self.num_feedforward_networks <= MAX_NETWORKS:
            raise ValueError(
                f"num_feedforward_networks must lie in 1 to {MAX_NETWORKS}, not "
                f"{self.num_feedforward_networks}"
            )
        if self.embedding_size > self.hidden_size:
            raise ValueError(
                f"embedding_size must be at most hidden_size, {self.hidden_size}, not "
                f"{self.embedding_size}"
            )
        if self.intra_bottleneck_size % self.num_attention_heads:
            raise ValueError(
                f"intra_bottleneck_size {self.intra_bottleneck_size} is not a multiple of the "
                f"{self.num_attention_heads} heads"
            )

    @classmethod
    def from_size(cls, size: Size, **overrides: Any) -> Self:
        """The published proportions: a quarter of the width for the token table and in layers.

        Inside a layer it is rounded to a multiple of the heads.
        """
        head_width = max(1, round(size.width / NARROWING / size.num_heads))
        derived = {
            "embedding_size": max(1, size.width // NARROWING),
            "intra_bottleneck_size": head_width * size.num_heads,
        }
        return super().from_size(size, **{**derived, **overrides})

    @property
    def head_width(self) -> int:
        """The width of one head: its share of the width inside a layer."""
        return self.intra_bottleneck_size // self.num_attention_heads

    @property
    def shares_key_and_query(self) -> bool:
        """Whether query and key have a bottleneck of their own."""
        return self.key_query_shared_bottleneck and not self.use_bottleneck_attention

    @property
    def eps_unsaid(self) -> float:
        """The epsilon of the LayerNorms to which transformers does not give that of config.json.

        IB-BERT, which transformers cannot run, has one epsilon, as in the authors' code.
        """
        runs_there = self.shares_key_and_query or self.use_bottleneck_attention
        return USUAL_EPS if runs_there else self.layer_norm_eps


# What a config.json of IB-BERT says besides its sizes.
IB_BERT: Mapping[str, Any] = {
    "hidden_act": "gelu",
    "key_query_shared_bottleneck": False,
    "num_feedforward_networks": 1,
    "normalization_type": LAYER_NORM,
}


class NoNorm(nn.Module):
    """weight * x + bias by element (section 3.3): a norm without mean and variance, (…, D)."""

    part: ClassVar = "norm"

    def __init__(self, width: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))
        self.bias = nn.Parameter(torch.zeros(width))

    def forward(self, x: Tensor) -> Tensor:
        return torch.addcmul(self.bias, x, self.weight)

    def stages(self, call: Call) -> Iterator[Stage]:
        formula = "n = γ ⊙ x + β"
        yield function_of("Scale and shift, without statistics", formula, call, ("x", "n"))


def _norm(config: MobileBertConfig, width: int, eps: float | None = None) -> nn.Module:
    """The norm of a model; without an epsilon it is that of config.json."""
    if config.normalization_type == NO_NORM:
        return NoNorm(width)
    return nn.LayerNorm(width, eps=config.layer_norm_eps if eps is None else eps)


class TrigramEmbeddings(nn.Module):
    """Norm(project(three neighbouring tokens) + position + segment); the token table is narrow.

    Tap `summed` (B, T, D): the output.
    """

    def __init__(self, config: MobileBertConfig) -> None:
        super().__init__()
        width = config.hidden_size
        self.token = nn.Embedding(config.vocab_size, config.embedding_size)
        self.position = nn.Embedding(config.max_position_embeddings, width)
        self.segment = nn.Embedding(config.type_vocab_size, width)
        self.project = Linear(TRIGRAM * config.embedding_size, width)
        self.norm = _norm(config, width, config.eps_unsaid)
        self.dropout = config.hidden_dropout_prob
        self.looked_up = Tap()
        self.summed = Tap()

    def forward(self, ids: Tensor, segment: Tensor | None, present: Tensor | None) -> Tensor:
        """ids, segment, present (B, T) -> (B, T, D). A missing segment is segment 0.

        Padding is no neighbour, so that a text has the same states with padding and without.
        """
        tokens = self.looked_up(self.token(ids))  # (B, T, E)
        if present is not None:
            tokens = tokens * present.unsqueeze(-1)
        x = self.project(_trigrams(tokens)) + self.position.weight[: ids.shape[1]]  # (B, T, D)
        x = x + (self.segment.weight[:1] if segment is None else self.segment(segment))
        return self.summed(apply_dropout(self, self.norm(x), self.dropout))

    def stages(self, call: Call) -> Iterator[Stage]:
        tokens, segment = call.of(self.token).result, call.arguments["segment"]
        projected = call.of(self.project)
        yield looked_up("Token embedding", "e = E[id]", "e", tokens)
        trigrams = Value("t", projected.input)
        formula = "t = next token, token, token before"
        yield Stage("Three neighbouring tokens", formula, (Value("e", tokens),), trigrams)
        yield function_of("Projection", "t = W t + b", projected, ("t", "t"))
        segments = segment_rows(self.segment, segment, len(tokens))
        yield from table_stages(
            trigram=projected.result,
            position=self.position.weight[: len(tokens)],
            segment=segments,
        )
        yield from stages_of(call.of(self.norm))


def _trigrams(tokens: Tensor) -> Tensor:
    """(B, T, E) -> (B, T, 3 E): the next token, the token, the one before; zeros past the ends."""
    after = functional.pad(tokens[:, 1:], (0, 0, 0, 1))
    before = functional.pad(tokens[:, :-1], (0, 0, 1, 0))
    return torch.cat([after, tokens, before], dim=-1)


class Bottleneck(nn.Module):
    """A linear layer into or out of the width inside a layer, and a norm."""

    part_title: ClassVar = "Bottleneck"

    def __init__(
        self, config: MobileBertConfig, width: int, new_width: int, dropout: float = 0.0
    ) -> None:
        super().__init__()
        self.dense = Linear(width, new_width)
        self.norm = _norm(config, new_width)
        self.dropout = dropout

    def forward(self, x: Tensor, residual: Tensor | None = None) -> Tensor:
        """x (B, T, width) -> (B, T, new width); the residual is added before the norm."""
        x = apply_dropout(self, self.dense(x), self.dropout)
        projected: Tensor = self.norm(x if residual is None else residual + x)
        return projected

    def stages(self, call: Call) -> Iterator[Stage]:
        yield from stages_of(call.of(self.dense))
        if (before := call.arguments["residual"]) is not None:
            yield added(plain(before), call.of(self.dense).result)
        yield from stages_of(call.of(self.norm))


class AttentionBottleneck(Bottleneck):
    """The layer before query and key, which is counted as a part of attention."""

    part: ClassVar = "attention"
    part_title: ClassVar = "Bottleneck of query and key"


class BottleneckAttention(nn.Module):
    """Self-attention whose query and key may read other states than its value.

    Taps `weights` and `heads`, as in `models.layers.attention`. K is the sum of all heads' widths.
    """

    part: ClassVar = "attention"

    def __init__(self, config: MobileBertConfig) -> None:
        super().__init__()
        between, inside = config.hidden_size, config.intra_bottleneck_size
        of_value = inside if config.use_bottleneck_attention else between
        of_query = inside if config.shares_key_and_query else of_value
        self.num_heads = config.num_attention_heads
        self.head_width = config.head_width
        self.scale = 1 / math.sqrt(self.head_width)
        self.dropout = config.attention_probs_dropout_prob
        self.query_key = Linear(of_query, 2 * inside)
        self.value = Linear(of_value, inside)
        self.output = Linear(inside, inside)
        self.weights = Tap()
        self.heads = Tap()

    def forward(self, of_query: Tensor, of_value: Tensor, mask: Tensor | None) -> Tensor:
        """What query and key read, what value reads (B, T, D or K) -> (B, T, K)."""
        query, key = self._split(self.query_key(of_query)).chunk(2, 1)  # (B, H, T, K / H)
        value = self._split(self.value(of_value))
        dropout = self.dropout if self.training else 0.0
        if self.weights.active:
            query, key, value = (each.flatten(0, 1) for each in (query, key, value))
            attended = attend_openly(
                query, key, value, self.num_heads, mask, self.scale, self, dropout
            )
        else:
            attended = functional.scaled_dot_product_attention(
                query, key, value, attn_mask=mask, dropout_p=dropout
            )
            attended = self.heads(attended.transpose(1, 2)).flatten(2)
        projected: Tensor = self.output(attended)
        return projected

    def stages(self, call: Call) -> Iterator[Stage]:
        of_query, of_value = call.of(self.query_key), call.of(self.value)
        parts = *of_query.result.chunk(2, -1), of_value.result
        yield from AttentionPass(
            of_query.input,
            [split(part, self.num_heads) for part in parts],
            recorded_value(call, self.weights),
            recorded_value(call, self.heads),
            call.result,
            self.scale,
            remove_batch(call.arguments["mask"]),
            of_value=of_value.input,
        ).stages()

    def _split(self, packed: Tensor) -> Tensor:
        """(B, T, n K) -> (B, n H, T, K / H)."""
        return packed.view(*packed.shape[:2], -1, self.head_width).transpose(1, 2)


class FeedForwardNorm(nn.Module):
    """Norm(x + feed-forward(x)): (B, T, K) -> (B, T, K)."""

    def __init__(self, config: MobileBertConfig, eps: float | None = None) -> None:
        super().__init__()
        width = config.intra_bottleneck_size
        self.network = FeedForward(width, config.intermediate_size, config.hidden_act)
        self.norm = _norm(config, width, eps)

    def forward(self, x: Tensor) -> Tensor:
        passed: Tensor = self.norm(x + self.network(x))
        return passed

    def stages(self, call: Call) -> Iterator[Stage]:
        yield from stages_of(call.of(self.network))
        yield added(call.input, call.of(self.network).result)
        yield from stages_of(call.of(self.norm))


class MobileBertBlock(nn.Module):
    """Bottleneck, attention, stacked feed-forward networks, and back to the width between layers.

    The residual of attention is the narrowed input; that of the whole layer is its input. Tap
    `state` (B, T, D), the block's output.
    """

    def __init__(self, config: MobileBertConfig) -> None:
        super().__init__()
        between, inside = config.hidden_size, config.intra_bottleneck_size
        self.bottleneck = Bottleneck(config, between, inside)
        shares = config.shares_key_and_query
        self.attention_bottleneck = AttentionBottleneck(config, between, inside) if shares else None
        self.attends_inside = config.use_bottleneck_attention
        self.attention = BottleneckAttention(config)
        self.attention_norm = _norm(config, inside)
        self.stacked_feed_forward = nn.ModuleList(
            FeedForwardNorm(config) for _ in range(config.num_feedforward_networks - 1)
        )
        self.feed_forward = FeedForwardNorm(config, config.eps_unsaid)
        self.output_bottleneck = Bottleneck(config, inside, between, config.hidden_dropout_prob)
        self.state = Tap()

    def forward(self, x: Tensor, mask: Tensor | None) -> Tensor:
        """x (B, T, D), additive mask broadcastable to (B, H, T, T) -> (B, T, D)."""
        narrow = self.bottleneck(x)  # (B, T, K)
        of_value = narrow if self.attends_inside else x
        of_query = of_value
        if self.attention_bottleneck is not None:
            of_query = self.attention_bottleneck(x)  # (B, T, K)
        inner = self.attention_norm(narrow + self.attention(of_query, of_value, mask))
        for network in self.stacked_feed_forward:
            inner = network(inner)
        return self.state(self.output_bottleneck(self.feed_forward(inner), x))

    def stages(self, call: Call) -> Iterator[Stage]:
        for child in call.children:
            if child.module is self.attention_norm:
                narrow, attended = call.of(self.bottleneck), call.of(self.attention)
                yield added(narrow.result, attended.result)
            yield from stages_of(child)


class WideMaskedHead(nn.Module):
    """Logits over the vocabulary from states that are wider than the token table (E < D).

    After dense, activation and LayerNorm, the first E numbers are multiplied with the token table,
    to be tied, and the others with a second matrix, which is dropped after pretraining.
    """

    def __init__(self, config: MobileBertConfig) -> None:
        super().__init__()
        width, self.table_width = config.hidden_size, config.embedding_size
        self.dense = Linear(width, width)
        self.act = activation(config.hidden_act)
        self.norm = nn.LayerNorm(width, eps=config.layer_norm_eps)
        self.decoder = Linear(self.table_width, config.vocab_size)
        rest = width - self.table_width
        self.extra = Linear(rest, config.vocab_size, bias=False) if rest else None

    def forward(self, hidden: Tensor) -> Tensor:
        """hidden (…, D) -> (…, V)."""
        states = self.norm(self.dense(hidden, self.act))
        logits: Tensor = self.decoder(states[..., : self.table_width])
        return (
            logits if self.extra is None else logits + self.extra(states[..., self.table_width :])
        )

    def stages(self, call: Call) -> Iterator[Stage]:
        yield from rest(call, self.decoder, self.extra)
        states, logits = Value("n", call.of(self.norm).result), Value("y", call.result)
        formula = "y = W₁ n[: E] + b + W₂ n[E :]"
        yield Stage("Token table, and a second matrix", formula, (states,), logits)


class MobileBert(OneEncoder):
    """The encoder with its heads `mlm` (masked tokens) and `nsp` (0: the second text follows)."""

    def __init__(self, config: MobileBertConfig) -> None:
        super().__init__()
        self.config = config
        self.embeddings = TrigramEmbeddings(config)
        self.layers = nn.ModuleList(
            MobileBertBlock(config) for _ in range(config.num_hidden_layers)
        )
        self.mlm = WideMaskedHead(config)
        pools = config.classifier_activation
        self.pooler = Linear(config.hidden_size, config.hidden_size) if pools else None
        self.nsp = Linear(config.hidden_size, 2)
        initialise(self, config.initializer_range)
        tie(self.mlm.decoder, self.embeddings.token)

    def forward(self, batch: Batch) -> dict[str, Tensor]:
        """The last hidden states (B, T, D)."""
        positions_fit(batch.input_ids.shape[1], self.config.max_position_embeddings)
        x = self.embeddings(batch.input_ids, batch.segment, batch.present)  # (B, T, D)
        mask = padding_mask(batch.present, x.dtype)
        for block in self.layers:
            x = block(x, mask)
        return {"encoder": x}

    def token_tap(self, stream: str) -> str:
        return "embeddings.looked_up"

    def logits(self, head: str, hidden: Tensor) -> Tensor:
        """`mlm`: (…, D) -> (…, V). `nsp`: the [CLS] state (…, D) -> (…, 2)."""
        if head == "mlm":
            return self.mlm(hidden)
        return self.nsp(hidden if self.pooler is None else torch.tanh(self.pooler(hidden)))


_BLOCK = "mobilebert.encoder.layer.{i}"


def _feed_forward_rules(ours: str, theirs: str) -> tuple[WeightRule, ...]:
    return (
        *layer_rules(f"{ours}.network.widen", f"{theirs}.intermediate.dense"),
        *layer_rules(f"{ours}.network.narrow", f"{theirs}.output.dense"),
        *layer_rules(f"{ours}.norm", f"{theirs}.output.LayerNorm"),
    )


def _bottleneck_rules(ours: str, theirs: str) -> tuple[WeightRule, ...]:
    return (
        *layer_rules(f"{ours}.dense", f"{theirs}.dense"),
        *layer_rules(f"{ours}.norm", f"{theirs}.LayerNorm"),
    )


_QUERY_KEY = tuple(f"{_BLOCK}.attention.self.{name}" for name in ("query", "key"))

TABLE = WeightTable(
    architectures=("MobileBertForPreTraining", "MobileBertForMaskedLM", "MobileBertModel"),
    rules=(
        *embedding_rules("mobilebert.embeddings"),
        *layer_rules("embeddings.project", "mobilebert.embeddings.embedding_transformation"),
        *_bottleneck_rules("layers.{i}.bottleneck", f"{_BLOCK}.bottleneck.input"),
        *_bottleneck_rules("layers.{i}.attention_bottleneck", f"{_BLOCK}.bottleneck.attention"),
        *layer_rules("layers.{i}.attention.query_key", *_QUERY_KEY),
        *layer_rules("layers.{i}.attention.value", f"{_BLOCK}.attention.self.value"),
        *layer_rules("layers.{i}.attention.output", f"{_BLOCK}.attention.output.dense"),
        *layer_rules("layers.{i}.attention_norm", f"{_BLOCK}.attention.output.LayerNorm"),
        *_feed_forward_rules("layers.{i}.feed_forward", _BLOCK),
        *_bottleneck_rules("layers.{i}.output_bottleneck", f"{_BLOCK}.output.bottleneck"),
        *layer_rules("pooler", "mobilebert.pooler.dense"),
        *layer_rules("mlm.dense", "cls.predictions.transform.dense"),
        *layer_rules("mlm.norm", "cls.predictions.transform.LayerNorm"),
        WeightRule("mlm.decoder.bias", "cls.predictions.bias"),
        WeightRule("mlm.extra.weight", "cls.predictions.dense.weight", transpose=True),
        *layer_rules("nsp", "cls.seq_relationship"),
        *(
            rule
            for j in range(MAX_NETWORKS - 1)
            for rule in _feed_forward_rules(
                f"layers.{{i}}.stacked_feed_forward.{j}", f"{_BLOCK}.ffn.{j}"
            )
        ),
    ),
    legacy=(
        (r"^(embeddings|encoder|pooler)\.", r"mobilebert.\1."),
        *tied_head("cls.predictions", "mobilebert.embeddings.word_embeddings.weight"),
    ),
    ignored=(r"\.position_ids$",),
    optional=("mlm.", "nsp.", "pooler."),
    tied={"mlm.decoder.weight": "embeddings.token.weight"},
)


def _pooled_head(
    model: MobileBert, num_outputs: int, classifier_dropout: float | None = None
) -> SequenceHead:
    """Dropout and a linear layer after the pooler, or after the first state where there is none."""
    config = model.config
    summary = first_state if model.pooler is None else ModelPooler(model)
    rate = config.hidden_dropout_prob if classifier_dropout is None else classifier_dropout
    head = SequenceHead(
        "encoder", config.hidden_size, num_outputs, rate, summary=summary, dense=False
    )
    initialise(head, config.initializer_range)
    return head


TASK_HEADS: Mapping[TaskHeadKind, TaskHeadSpec] = {
    "sequence": TaskHeadSpec(
        "MobileBertForSequenceClassification", _pooled_head, CLASSIFIER, options=DROPOUT
    ),
    "choice": TaskHeadSpec(
        "MobileBertForMultipleChoice", _pooled_head, CLASSIFIER, options=DROPOUT
    ),
    "span": TaskHeadSpec(
        "MobileBertForQuestionAnswering", encoder_span_head, SPAN, absent=("pooler.",)
    ),
    "token": TaskHeadSpec(
        "MobileBertForTokenClassification",
        encoder_token_head,
        CLASSIFIER,
        options=DROPOUT,
        absent=("pooler.",),
    ),
}

SPEC = ArchSpec(
    name="mobilebert",
    title="MobileBERT",
    summary="As deep as BERT large, with narrow layers between wide states; IB-BERT is its "
    "teacher.",
    difference=(
        "Bottlenecks around every layer, several feed-forward networks in it, a norm without "
        "statistics, and three neighbouring tokens in each embedding; taught layer by layer by "
        "IB-BERT, whose layers are widened instead."
    ),
    paper=Paper(
        "Sun, Yu, Song, Liu, Yang, Zhou",
        "MobileBERT: a Compact Task-Agnostic BERT for Resource-Limited Devices",
        2020,
        "2004.02984",
    ),
    reference="google-research/google-research, mobilebert",
    model_type="mobilebert",
    config_class=MobileBertConfig,
    model_class=MobileBert,
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
        Preset("mobilebert-uncased", {"classifier_activation": False}, 24_581_888),
        Preset(
            "mobilebert-tiny",
            {
                "num_feedforward_networks": 2,
                "use_bottleneck_attention": True,
                "key_query_shared_bottleneck": False,
                "classifier_activation": False,
            },
            15_485_696,
            stated="15.1M",
        ),
        Preset(
            "ib-bert-large",
            {**IB_BERT, "intra_bottleneck_size": 1024, "intermediate_size": 4096},
            294_467_840,
            stated="293M",
        ),
    ),
    notes=(
        "MobileBERT was not found by architecture search: its authors chose the shape by "
        "ablation. OPT in the names of their files means NoNorm and relu.",
        "The embedding of a token is computed from its neighbours as well. Padding is no neighbour "
        "here; in transformers it is one, so that the last token of a padded text differs there "
        "unless the embedding of the padding token is zero.",
        "transformers cannot run IB-BERT: its queries and keys expect the width inside the "
        "layer. No weights of IB-BERT were published.",
        "Of a layer_norm model two LayerNorms have an epsilon of 1e-5 whatever config.json says, "
        "as in transformers, which writes such files; the authors' code has one for all.",
    ),
    post_norm=True,
    task_heads=TASK_HEADS,
    shape_entries=("intra_bottleneck_size", "num_feedforward_networks"),
    config_titles={
        "intra_bottleneck_size": "Width inside a layer",
        "num_feedforward_networks": "Feed-forward networks of a layer",
        "normalization_type": "Normalisation",
        "use_bottleneck_attention": "Query, key and value read the narrowed states",
        "key_query_shared_bottleneck": "Query and key share a bottleneck",
        "classifier_activation": "Pooler before pairs are classified",
    },
    config_values={
        "normalization_type": {
            LAYER_NORM: "layer normalisation",
            NO_NORM: "scale and shift without statistics",
        },
    },
)
