"""XLNet, which predicts tokens in a random factorization order, each from those before it there.

Yang, Dai, Yang, Carbonell, Salakhutdinov, Le (2019), arXiv:1906.08237; reference: zihangdai/xlnet,
and `XLNetLMHeadModel` of transformers for names and details. Relative positions and the memory are
those of Transformer-XL (Dai et al. 2019, arXiv:1901.02860).

Tokens keep their positions; the order only decides which tokens are visible. The *content* stream
sees the tokens, its own included. The *query* stream has the same weights and starts from one
vector that is the same at all positions: it has its position and sees what is earlier in the order,
so it can predict the token. Without an order there is no query stream, and everything is visible.

Shapes: B batch, T tokens, M memory, S = M + T keys, Q rows of the query stream, R = T + Q rows of
both streams one below the other, P relative distances, D width, H heads, K width of a head.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import torch
from torch import Tensor, nn
from torch.nn import functional

from models.inference.taps import Tap
from models.inside.stages import Call, Stage, looked_up, rest
from models.layers.dropout import apply_dropout
from models.layers.embeddings import initialise, tie
from models.layers.encoder import ResidualNorm, encoder_taps
from models.layers.feedforward import FeedForward
from models.layers.linear import Linear
from models.layers.task_heads import TaskHead, summary_head
from models.layers.two_streams import (
    RelativeAttention,
    VisibilityMask,
    encoded_distances,
    tap_by_stream,
)
from models.schema.batch import Batch
from models.schema.configs import ModelConfig, Segments
from models.schema.factorization_order import GIVEN
from models.schema.factorization_order import visibility as order_visibility
from models.schema.records import BoolArray, ModelInput
from models.schema.specs import (
    FIRST,
    ORDER_FEED,
    SECOND,
    TOKENS,
    WITH_SEGMENTS,
    ArchSpec,
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

# Added to a score; a row of nothing else comes out uniform, as the reference's.
OUT_OF_SIGHT = -1e30

Memory = Sequence[Tensor]  # by layer, (B, M, D): what entered it for the text before


@dataclass(frozen=True)
class XLNetConfig(ModelConfig):
    """The fields of a published config.json; defaults are xlnet-base-cased.

    `n_positions` is not among the published ones: relative positions set no limit, so it says how
    long the texts were that the model learned from.
    """

    vocab_size: int = 32000
    d_model: int = 768
    n_layer: int = 12
    n_head: int = 12
    d_head: int | None = None  # None: the width divided by the heads, which it must be
    d_inner: int = 3072
    ff_activation: str = "gelu"
    dropout: float = 0.1
    initializer_range: float = 0.02
    layer_norm_eps: float = 1e-12
    clamp_len: int = -1  # distances beyond it count as it; -1: none does
    mem_len: int | None = None  # tokens kept as memory; None or 0: all
    reuse_len: int | None = None  # tokens of a text that go into the memory; None or 0: all
    n_positions: int = 512

    FIXED: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "attn_type": ("bi",),
        "bi_data": (False,),
        "same_length": (False,),
        "untie_r": (True,),
    }
    ALIASES: ClassVar[Mapping[str, str]] = {
        "hidden_size": "d_model",
        "num_attention_heads": "n_head",
        "num_hidden_layers": "n_layer",
        "n_token": "vocab_size",
    }
    SIZED: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "vocab_size": ("vocab_size",),
        "width": ("d_model",),
        "num_layers": ("n_layer",),
        "num_heads": ("n_head",),
        "inner": ("d_inner",),
        "num_positions": ("n_positions",),
        "dropout": ("dropout",),
    }

    def __post_init__(self) -> None:
        if self.d_head is None:
            object.__setattr__(self, "d_head", self.d_model // max(1, self.n_head))
        if self.d_head is None or self.d_head * self.n_head != self.d_model:
            raise ValueError(
                f"{self.n_head} heads of width {self.d_head} do not make the width {self.d_model}"
            )

    @property
    def first_position(self) -> None:
        return None

    @property
    def segments(self) -> Segments:
        return "relative"


# Visibility ------------------------------------------------------------------------------------


def has_query(batch: Batch) -> bool:
    """Whether there is a query stream: where there is an order, unless it is not wanted."""
    return ORDER_FEED in batch.feeds and "query" not in batch.without


def visible_to_query(order: Tensor) -> Tensor:
    """order (B, T) -> (B, T, T): whether the query row i sees token j.

    It sees tokens earlier in the order, and given ones (0), never one at its own position in it.
    """
    return (order[:, None] < order[:, :, None]) | (order[:, None] == GIVEN)


def content_visibility(
    model_input: ModelInput, config: XLNetConfig, layer: int
) -> BoolArray | None:
    """Visibility in the content stream (T, T); None without an order: all attend to all."""
    order = model_input.feeds.get(ORDER_FEED)
    return None if order is None else order_visibility(order)[0]


def query_visibility(model_input: ModelInput, config: XLNetConfig, layer: int) -> BoolArray | None:
    """Visibility in the query stream (T, T). The softmax of an empty row is uniform."""
    order = model_input.feeds.get(ORDER_FEED)
    if order is None:
        return None
    query = order_visibility(order)[1]
    return query | ~query.any(-1, keepdims=True)


# Layers -------------------------------------------------------------------------------------------


class XLNetBlock(nn.Module):
    """Attention of both streams, then the feed-forward network, each added and normalised.

    Taps: those of `attention`, and by stream the output: `content`, `query` (B, R, D).
    """

    def __init__(self, config: XLNetConfig) -> None:
        super().__init__()
        self.attention = RelativeAttention(config.d_model, config.n_head, config.dropout)
        ends = config.d_model, config.layer_norm_eps, config.dropout
        self.attention_norm = ResidualNorm(*ends)
        self.feed_forward = FeedForward(
            config.d_model, config.d_inner, config.ff_activation, config.dropout
        )
        self.feed_forward_norm = ResidualNorm(*ends)
        self.content = Tap()
        self.query = Tap()

    def forward(self, rows: Tensor, keys: Tensor, visibility: VisibilityMask) -> Tensor:
        """rows (B, R, D), keys (B, S, D) -> (B, R, D)."""
        x = self.attention_norm(rows, self.attention(rows, keys, visibility))
        x = self.feed_forward_norm(x, self.feed_forward(x))
        return tap_by_stream(x, visibility.num_content, 1, self.content, self.query)


# The model ----------------------------------------------------------------------------------------


class XLNet(nn.Module):
    """Both streams and the head `lm`, which reads the query stream where there is an order.

    The feed `order` (B, T) is the factorization order, by token: the content row i sees token j
    if order[j] <= order[i], the query row if order[j] < order[i]. Number 0 (GIVEN) is for tokens
    that are given and not predicted: every row sees them, also their own, which is
    what `_local_perm` of the authors' data_utils.py makes of tokens that are no targets. Nothing is
    earlier than the first of an order in which nothing is given: its query row sees nothing, and
    the softmax of equal scores attends to *everything*, its own token included. The reference does
    the same, so it is kept; such a place must not be a target.

    The feed `query_positions` (B, Q) selects these rows of the query stream, which is what
    learning needs; then the content stream has no output.

    Taps: `content_entered` and `query_entered` (B, R, D), what enters the first layer, and those of
    the blocks.
    """

    def __init__(self, config: XLNetConfig) -> None:
        super().__init__()
        self.config = config
        self.embedding = nn.Embedding(config.vocab_size, config.d_model)
        self.question = nn.Parameter(torch.empty(1, 1, config.d_model))  # w of the paper
        self.layers = nn.ModuleList(XLNetBlock(config) for _ in range(config.n_layer))
        self.lm = Linear(config.d_model, config.vocab_size)
        self.content_entered = Tap()
        self.query_entered = Tap()
        initialise(self, config.initializer_range)
        for part in self.modules():
            if isinstance(part, RelativeAttention):
                for parameter in part.parameters(recurse=False):
                    nn.init.normal_(parameter, std=config.initializer_range)
        nn.init.normal_(self.question, std=config.initializer_range)
        tie(self.lm, self.embedding)

    def forward(self, batch: Batch) -> dict[str, Tensor]:
        """The last hidden states by stream, (B, T, D) and (B, Q, D), without a memory."""
        return self.recur(batch, None)[0]

    def recur(
        self, batch: Batch, memory: Memory | None
    ) -> tuple[dict[str, Tensor], tuple[Tensor, ...]]:
        """The last hidden states by stream, and the memory for the text that follows.

        `memory` is that of the text before, None for the first. Every row sees all of it, as
        another text of segment 0; no gradient goes into it.
        """
        x = self._drop(self.embedding(batch.input_ids))  # (B, T, D)
        num_content = x.shape[1]
        rows = tap_by_stream(
            torch.cat([x, query], dim=1) if (query := self._query_rows(batch)) is not None else x,
            num_content,
            1,
            self.content_entered,
            self.query_entered,
        )
        before = [None] * len(self.layers) if memory is None else memory
        visibility = self._visibility(batch, 0 if memory is None else memory[0].shape[1])
        remembered = []
        for number, (layer, past) in enumerate(zip(self.layers, before, strict=True), 1):
            content = rows if rows.shape[1] == num_content else rows[:, :num_content]
            remembered.append(self._remember(past, content))
            keys = content if past is None else torch.cat([past, content], dim=1)  # (B, S, D)
            if number == len(self.layers) and visibility.places is not None:
                rows, visibility = rows[:, num_content:], visibility.query_stream_mask()
            rows = layer(rows, keys, visibility)  # (B, R, D)
        return self._split_rows_by_stream(self._drop(rows), visibility.num_content), tuple(
            remembered
        )

    def logits(self, head: str, hidden: Tensor) -> Tensor:
        """(…, D) -> (…, V)."""
        logits: Tensor = self.lm(hidden)
        return logits

    def stages(self, call: Call) -> Iterator[Stage]:
        """Rows of the query stream follow those of the content stream."""
        tokens = call.of(self.embedding).result
        has_order = has_query(call.arguments["batch"])
        same = self.question[0].expand(len(tokens) if has_order else 0, -1).to(tokens)
        rows = torch.cat([tokens, same])
        content = looked_up("Token embedding", "x = E[id]", "x", rows)
        yield replace(content, stream="content")
        query = looked_up("Vector of the query stream", "x = w at every position", "x", rows)
        yield replace(query, stream="query")
        yield from rest(call, self.embedding)

    def first_row(self, stream: str, num_tokens: int) -> int:
        """Return the index of the first row of `stream` in the concatenated states."""
        return num_tokens if stream == "query" else 0

    def _query_rows(self, batch: Batch) -> Tensor | None:
        """What enters the query stream, the same vector at every place: (B, Q, D)."""
        if not has_query(batch):
            return None
        places = batch.feeds.get("query_positions", batch.input_ids)
        return self._drop(self.question.expand(*places.shape, -1))

    def _visibility(self, batch: Batch, num_past: int) -> VisibilityMask:
        num_tokens = batch.input_ids.shape[1]
        distances = encoded_distances(
            num_past + num_tokens - 1, 1 - num_tokens, self.config.d_model, self.config.clamp_len
        ).to(self.question)
        return VisibilityMask(
            num_content=num_tokens,
            distances=self._drop(distances),
            places=batch.feeds.get("query_positions") if has_query(batch) else None,
            differs=self._differs(batch, num_past),
            mask=self._mask(batch, num_past),
        )

    def _differs(self, batch: Batch, num_past: int) -> Tensor | None:
        """Mark pairs of row and key in different segments by 1.0 (B, 1, R, S).

        Returns None if the batch has no segments.
        """
        segment = batch.segment
        if segment is None:
            return None
        keys = functional.pad(segment, (num_past, 0))  # (B, S)
        if has_query(batch):
            places = batch.feeds.get("query_positions")
            own = segment if places is None else segment.gather(1, places)
            segment = torch.cat([segment, own], dim=1)  # (B, R)
        differs = segment[:, None, :, None] != keys[:, None, None]
        return differs.to(self.question.dtype)

    def _mask(self, batch: Batch, num_past: int) -> Tensor | None:
        """The additive mask (B, 1, R, S) of what is not visible; the memory always is."""
        order, present = batch.feeds.get(ORDER_FEED), batch.present
        if order is None and present is None:
            return None
        num_tokens = batch.input_ids.shape[1]
        itself = torch.eye(num_tokens, dtype=torch.bool, device=batch.input_ids.device)
        visible = torch.ones_like(itself)[None] if order is None else visible_to_query(order)
        if present is not None:
            visible = visible & present[:, None]  # (B, T, T)
        rows = visible | itself
        if has_query(batch):
            places = batch.feeds.get("query_positions")
            if places is not None:
                visible = visible.gather(1, places[..., None].expand(-1, -1, num_tokens))
            rows = torch.cat([rows, visible], dim=1)  # (B, R, T)
        mask = torch.zeros(rows.shape, dtype=self.question.dtype, device=rows.device)
        worst = max(OUT_OF_SIGHT, torch.finfo(mask.dtype).min)
        return functional.pad(mask.masked_fill_(~rows, worst), (num_past, 0))[:, None]

    def _remember(self, past: Tensor | None, content: Tensor) -> Tensor:
        """The memory of a layer for the next text: what entered it, after what was there."""
        recent = content[:, : self.config.reuse_len] if self.config.reuse_len else content
        both = recent if past is None else torch.cat([past, recent], dim=1)
        return (both[:, -self.config.mem_len :] if self.config.mem_len else both).detach()

    def _split_rows_by_stream(self, rows: Tensor, num_content: int) -> dict[str, Tensor]:
        """The rows of the streams that have some."""
        by_stream = {"content": rows[:, :num_content], "query": rows[:, num_content:]}
        return {name: states for name, states in by_stream.items() if states.shape[1]}

    def _drop(self, x: Tensor) -> Tensor:
        return apply_dropout(self, x, self.config.dropout)

    @property
    def streams(self) -> tuple[str, ...]:
        return ("content", "query")

    def attention_taps(self, stream: str) -> list[str]:
        return encoder_taps("layers", len(self.layers), f"attention.{stream}.weights")

    def hidden_taps(self, stream: str) -> list[str]:
        entered = "content_entered" if stream == "content" else "query_entered"
        return [entered, *encoder_taps("layers", len(self.layers), stream)]


def _layer_rules() -> tuple[WeightRule, ...]:
    ours, theirs = "layers.{i}", "transformer.layer.{i}"
    raw = {
        "position": "r",
        "output": "o",
        "content_bias": "r_w_bias",
        "position_bias": "r_r_bias",
        "segment_bias": "r_s_bias",
        "segments": "seg_embed",
    }
    modules = {
        "attention_norm": "rel_attn.layer_norm",
        "feed_forward.widen": "ff.layer_1",
        "feed_forward.narrow": "ff.layer_2",
        "feed_forward_norm": "ff.layer_norm",
    }
    packed = tuple(f"{theirs}.rel_attn.{name}" for name in "qkv")
    return (
        WeightRule(f"{ours}.attention.qkv", packed, stacked=True),
        *(WeightRule(f"{ours}.attention.{a}", f"{theirs}.rel_attn.{b}") for a, b in raw.items()),
        *(rule for a, b in modules.items() for rule in layer_rules(f"{ours}.{a}", f"{theirs}.{b}")),
    )


TABLE = WeightTable(
    architectures=("XLNetLMHeadModel", "XLNetModel"),
    rules=(
        WeightRule("embedding.weight", "transformer.word_embedding.weight"),
        WeightRule("question", "transformer.mask_emb"),
        *_layer_rules(),
        WeightRule("lm.bias", "lm_loss.bias"),
    ),
    legacy=(
        (r"^(word_embedding|mask_emb|layer)\b", r"transformer.\1"),
        (r"^lm_loss\.weight$", "transformer.word_embedding.weight"),
    ),
    optional=("lm.",),
    tied={"lm.weight": "embedding.weight"},
)


def _summary_head(model: XLNet, num_outputs: int, **summary: Any) -> TaskHead:
    """Reads the last token, which is <cls>, unless config.json says otherwise."""
    head = summary_head("content", model.config.d_model, num_outputs, **summary)
    initialise(head, model.config.initializer_range)
    return head


def _token_head(model: XLNet, num_outputs: int) -> TaskHead:
    """Return a head without dropout, which serves spans as well."""
    head = TaskHead("content", model.config.d_model, num_outputs, 0.0)
    initialise(head, model.config.initializer_range)
    return head


_SUMMARY = (
    *layer_rules("head.dense", "sequence_summary.summary"),
    *layer_rules("head.output", "logits_proj"),
)
_OPTIONS = {
    "summary_type": "last",
    "summary_use_proj": True,
    "summary_activation": "tanh",
    "summary_first_dropout": 0.0,
    "summary_last_dropout": 0.1,
}

TASK_HEADS: Mapping[TaskHeadKind, TaskHeadSpec] = {
    "sequence": TaskHeadSpec(
        "XLNetForSequenceClassification", _summary_head, _SUMMARY, options=_OPTIONS
    ),
    "choice": TaskHeadSpec("XLNetForMultipleChoice", _summary_head, _SUMMARY, options=_OPTIONS),
    "span": TaskHeadSpec(
        "XLNetForQuestionAnsweringSimple",
        _token_head,
        layer_rules("head.output", "qa_outputs"),
    ),
    "token": TaskHeadSpec(
        "XLNetForTokenClassification",
        _token_head,
        layer_rules("head.output", "classifier"),
    ),
}

TEMPLATE = SpecialTokenTemplate(
    published_class="XLNetTokenizer",
    roles={
        "unk": "<unk>",
        "bos": "<s>",
        "eos": "</s>",
        "cls": "<cls>",
        "sep": "<sep>",
        "pad": "<pad>",
        "mask": "<mask>",
    },
    single=((FIRST, 0), ("sep", 0), ("cls", 2)),
    pair=((FIRST, 0), ("sep", 0), (SECOND, 1), ("sep", 1), ("cls", 2)),
    extra=("<eop>", "<eod>"),
    inputs=WITH_SEGMENTS,
)

SPEC = ArchSpec(
    name="xlnet",
    title="XLNet",
    summary="Predicts the last tokens of a random order, each from those before it in the order.",
    difference="Autoregressive like GPT, but with context from both sides like BERT, and without "
    "mask tokens.",
    paper=Paper(
        "Yang, Dai, Yang, Carbonell, Salakhutdinov, Le",
        "XLNet: Generalized Autoregressive Pretraining for Language Understanding",
        2019,
        "1906.08237",
    ),
    reference="zihangdai/xlnet",
    model_type="xlnet",
    default_positions=512,
    config_class=XLNetConfig,
    model_class=XLNet,
    streams=(
        StreamSpec("content", "Content", "by_order", visibility=content_visibility),
        StreamSpec("query", "Query", "by_order", columns="content", visibility=query_visibility),
    ),
    inputs=(TOKENS, InputSpec(ORDER_FEED, "Factorization order", "order")),
    heads=(HeadSpec("lm", "Token in the order", "query", "fill_mask", fallback_stream="content"),),
    direction="both sides; in pretraining only tokens earlier in a random order",
    positions="relative, sinusoidal, as in Transformer-XL",
    objectives=("permutation",),
    tokenizers=("unigram",),
    tables={"": TABLE},
    presets=(
        Preset("xlnet-base-cased", {}, 116_718_336),
        Preset(
            "xlnet-large-cased",
            {"d_model": 1024, "n_layer": 24, "n_head": 16, "d_inner": 4096},
            360_268_800,
        ),
    ),
    template=TEMPLATE,
    notes=(
        "The factorization order is random: the tokens keep their positions, and only their "
        "visibility changes.",
        "In the paper every token is in the order, but only the last 1/K are predicted (K = 6); in "
        "the authors' code the others are given, and all see each other.",
        "The first token in an order sees nothing, so the softmax of its query row is uniform over "
        "all tokens, its own included; it is never a target.",
        "The mini model is trained without memory and on texts in reading order only; the authors "
        "use a memory and reverse half of each batch.",
        "Fine-tuned on questions, the start and the end of an answer are two numbers per token. "
        "The authors' head predicts the end from the start, with a beam search, and whether there "
        "is an answer; transformers has both heads.",
        "Classification reads the last token that is not padding, <cls>. transformers reads the "
        "last place of a batch, so it must be padded on the left there.",
    ),
    post_norm=True,
    task_heads=TASK_HEADS,
    config_titles={
        "mem_len": "Memory length, in tokens",
        "reuse_len": "Tokens a text adds to the memory",
    },
    config_values={
        "clamp_len": {-1: "no limit"},
        "mem_len": {None: "all", 0: "all"},
        "reuse_len": {None: "all", 0: "all"},
    },
)
