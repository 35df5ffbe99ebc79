"""ConvBERT, ELECTRA's encoder in which convolutions take the place of half of the heads.

Jiang, Yu, Zhou, Chen, Feng, Yan (2020), ConvBERT: Improving BERT with Span-based Dynamic
Convolution, arXiv:2008.02496; reference: yitu-opensource/ConvBert, and `ConvBertForMaskedLM` of
transformers for names and details. The kernel of such a convolution is made for each token: of its
query, and of a key of the span around it.

Shapes: B batch, T tokens, D width, H heads that attend, K width of a head, A = H K = D / 2, C
tokens that a convolution reads, G groups.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

import torch
from torch import Tensor, nn
from torch.nn import functional

from models.arch.bert import (
    CLASSIFIER,
    DROPOUT,
    GAMMA_BETA,
    SPAN,
    BertConfig,
    OneEncoder,
    embedding_rules,
    encoder_span_head,
    encoder_token_head,
    summed_embeddings,
)
from models.inference.taps import Tap
from models.inside.attention import AttentionPass, recorded_value, remove_batch, split
from models.inside.stages import Call, Stage, Value, plain
from models.layers.attention import attend_openly, padding_mask
from models.layers.embeddings import initialise, positions_fit, tie
from models.layers.encoder import ResidualNorm
from models.layers.feedforward import FeedForward
from models.layers.linear import Activation, Linear
from models.layers.masked_head import MaskedHead
from models.layers.task_heads import SequenceHead, TaskHead, first_state, summary_head
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


@dataclass(frozen=True)
class ConvBertConfig(BertConfig):
    """The fields of a published config.json; defaults are conv-bert-base's.

    Of `num_attention_heads` one in `head_ratio` attends, and one always does. They have half of the
    width together, and the convolution has the other half. `num_groups` parts of the width have a
    feed-forward network each.
    """

    embedding_size: int = 768
    head_ratio: int = 2
    conv_kernel_size: int = 9
    num_groups: int = 1

    MAY_BE_NOTHING: ClassVar[frozenset[str]] = frozenset()
    FIXED: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        **BertConfig.FIXED,
        "tie_word_embeddings": (True,),
    }
    SIZED: ClassVar[Mapping[str, tuple[str, ...]]] = {
        **BertConfig.SIZED,
        "width": ("hidden_size", "embedding_size"),
    }

    def __post_init__(self) -> None:
        if self.hidden_size % (2 * self.attending_heads):
            raise ValueError(
                f"hidden_size = {self.hidden_size} does not give each of the "
                f"{self.attending_heads} heads that attend, one in head_ratio of "
                "num_attention_heads, an even width, of which the convolution has half"
            )
        if self.conv_kernel_size % 2 == 0:
            raise ValueError(
                f"conv_kernel_size = {self.conv_kernel_size} must be odd, as many tokens on both "
                "sides of each token"
            )
        if self.hidden_size % self.num_groups or self.intermediate_size % self.num_groups:
            raise ValueError(
                f"num_groups = {self.num_groups} must divide hidden_size = {self.hidden_size} and "
                f"intermediate_size = {self.intermediate_size}"
            )

    @classmethod
    def from_size(cls, size: Size, **overrides: Any) -> Self:
        """The heads of a size are those that attend."""
        heads = size.num_heads * overrides.get("head_ratio", cls.head_ratio)
        return super().from_size(size, **{"num_attention_heads": heads, **overrides})

    @property
    def size(self) -> Size:
        return replace(super().size, num_heads=self.attending_heads)

    @property
    def attending_heads(self) -> int:
        """Heads of a layer that attend."""
        return max(1, self.num_attention_heads // self.head_ratio)

    @property
    def head_width(self) -> int:
        return self.hidden_size // (2 * self.attending_heads)


class SeparableConvolution(nn.Module):
    """A convolution over the tokens of each number alone, then a product with a matrix.

    Chollet (2016), arXiv:1610.02357.
    """

    def __init__(self, width: int, inner: int, size: int) -> None:
        super().__init__()
        self.depthwise = nn.Conv1d(width, width, size, padding=size // 2, groups=width, bias=False)
        self.pointwise = nn.Conv1d(width, inner, 1, bias=False)
        self.bias = nn.Parameter(torch.zeros(inner, 1))

    def forward(self, x: Tensor) -> Tensor:
        """x (B, T, D) -> (B, T, A)."""
        mixed = self.pointwise(self.depthwise(x.transpose(1, 2)))  # (B, A, T)
        return (mixed + self.bias).transpose(1, 2)

    def stages(self, call: Call) -> Iterator[Stage]:
        summed = plain(call.of(self.depthwise).output.transpose(1, 2))
        read = Value("x", call.input, of_others=True)
        formula = "d = Σ w x, each number alone, over the tokens around"
        yield Stage("Key of the span, convolution", formula, (read,), Value("d", summed))
        made = Value("n", call.result)
        yield Stage("Key of the span", "n = W_n d + b_n", (Value("d", summed),), made)


class DynamicConvolution(nn.Module):
    """A convolution with a kernel of its own for each token and head, as long as C tokens."""

    adds_to_stream: ClassVar = "convolution"

    def __init__(self, width: int, num_heads: int, head_width: int, size: int) -> None:
        super().__init__()
        inner = num_heads * head_width
        self.num_heads, self.size = num_heads, size
        self.span = SeparableConvolution(width, inner, size)
        self.kernel = Linear(inner, num_heads * size)
        self.value = Linear(width, inner)

    def forward(self, x: Tensor, query: Tensor, present: Tensor | None) -> Tensor:
        """x (B, T, D), query (B, T, A), present (B, T) -> (B, T, A).

        What is outside of the text counts as 0, padding as well.
        """
        outside = None if present is None else ~present[..., None]  # (B, T, 1)
        read = x if outside is None else x.masked_fill(outside, 0.0)
        kernels = self._normalise(self.kernel(self.span(read) * query))  # (B, T, H, C)
        value = self.value(x)
        value = value if outside is None else value.masked_fill(outside, 0.0)
        reach = self.size // 2
        around = functional.pad(value, (0, 0, reach, reach)).unfold(1, self.size, 1)
        around = around.reshape(*x.shape[:2], self.num_heads, -1, self.size)  # (B, T, H, K, C)
        return (around @ kernels[..., None]).flatten(2)

    def _normalise(self, packed: Tensor) -> Tensor:
        """(B, T, H C) -> (B, T, H, C), which adds up to one."""
        return packed.view(*packed.shape[:2], self.num_heads, self.size).softmax(-1)

    def stages(self, call: Call) -> Iterator[Stage]:
        yield from self.span.stages(call.of(self.span))
        made = call.of(self.kernel)
        query = plain(call.arguments["query"])
        operands = Value("n", call.of(self.span).result), Value("q", query)
        yield Stage("Key of the span times query", "p = n ⊙ q", operands, Value("p", made.input))
        kernels = plain(self._normalise(made.output)).transpose(0, 1)  # (H, T, C)
        formula, read = "k = softmax(W_c p + b_c)", Value("p", made.input)
        yield Stage("Kernel of each token", formula, (read,), Value("k", kernels))
        value, x = Value("u", call.of(self.value).result, of_others=True), call.input
        read = Value("x", x, of_others=True)
        yield Stage("Value of the convolution", "u = W_u x + b_u", (read,), value)
        convolved = split(call.result, self.num_heads)  # (H, T, K)
        formula = "c = Σ k u, over the tokens around"
        operands = Value("k", kernels), value
        yield Stage("Dynamic convolution", formula, operands, Value("c", convolved))


class MixedAttention(nn.Module):
    """Self-attention in one half of the width, and a dynamic convolution in the other.

    Taps: `weights` (B, H, T, T) after the softmax; `heads` (B, T, H, K), what each head found;
    `scores` (B, H, T, T), for reading alone, before mask and softmax.
    """

    part: ClassVar = "attention"
    part_title: ClassVar = "Attention beside a dynamic convolution"

    def __init__(self, config: ConvBertConfig) -> None:
        super().__init__()
        width, self.num_heads = config.hidden_size, config.attending_heads
        self.head_width = config.head_width
        self.dropout = config.attention_probs_dropout_prob
        self.scale = 1 / math.sqrt(config.head_width)
        self.qkv = Linear(width, 3 * width // 2)
        self.convolution = DynamicConvolution(
            width, self.num_heads, config.head_width, config.conv_kernel_size
        )
        self.output = Linear(width, width)
        self.weights, self.heads, self.scores = Tap(), Tap(), Tap()

    def forward(self, x: Tensor, mask: Tensor | None, present: Tensor | None) -> Tensor:
        """x (B, T, D), additive mask (B, 1, 1, T), present (B, T) -> (B, T, D)."""
        packed = self.qkv(x)  # (B, T, 3 A)
        query = packed.chunk(3, -1)[0]
        both = self._attend(packed, mask), self.convolution(x, query, present)
        projected: Tensor = self.output(torch.cat(both, -1))
        return projected

    def _attend(self, packed: Tensor, mask: Tensor | None) -> Tensor:
        """(B, T, 3 A) -> (B, T, A)."""
        parts = packed.view(*packed.shape[:2], 3, self.num_heads, -1)  # (B, T, 3, H, K)
        query, key, value = parts.permute(2, 0, 3, 1, 4)  # three of (B, H, T, K)
        dropout = self.dropout if self.training else 0.0
        if self.scores.active:
            self.scores(self.scale * query @ key.transpose(2, 3))
        if self.weights.active:
            query, key, value = (part.flatten(0, 1) for part in (query, key, value))
            return attend_openly(query, key, value, self.num_heads, mask, self.scale, self, dropout)
        attended = functional.scaled_dot_product_attention(
            query, key, value, attn_mask=mask, dropout_p=dropout, scale=self.scale
        )
        return self.heads(attended.transpose(1, 2)).flatten(2)

    def stages(self, call: Call) -> Iterator[Stage]:
        """Attention, then the convolution, then the projection of both."""
        packed, mixed = call.of(self.qkv), recorded_value(call, self.heads)  # (T, H, K)
        *attention, _ = AttentionPass(
            packed.input,
            [split(part, self.num_heads) for part in packed.result.chunk(3, -1)],
            recorded_value(call, self.weights),
            mixed,
            call.result,
            self.scale,
            remove_batch(call.arguments["mask"]),
        ).stages()
        yield from attention
        convolution = call.of(self.convolution)
        yield from self.convolution.stages(convolution)
        operands = Value("o", mixed.flatten(1)), Value("c", convolution.result)
        formula = "y = W_o [o, c] + b_o, with o and c of all heads"
        yield Stage("Output projection", formula, operands, Value("y", call.result))


class GroupedLinear(nn.Module):
    """A linear layer for each of G groups of numbers: (…, D) -> (…, F)."""

    def __init__(self, width: int, inner: int, num_groups: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(
            torch.zeros(num_groups, width // num_groups, inner // num_groups)
        )
        self.bias = nn.Parameter(torch.zeros(inner))

    def forward(self, x: Tensor, act: Activation | None = None) -> Tensor:
        """The products of all groups beside each other, with an activation where one is given."""
        groups, width, _ = self.weight.shape
        rows = x.reshape(-1, groups, width).transpose(0, 1)  # (G, N, D / G)
        made = torch.bmm(rows, self.weight).transpose(0, 1)  # (N, G, F / G)
        output = made.reshape(*x.shape[:-1], -1) + self.bias
        return output if act is None else act(output)


class GroupedFeedForward(FeedForward):
    """A feed-forward network of which each group of numbers has its own."""

    WIDENS: ClassVar = "h = φ(W₁ x{}), for each group of numbers"

    def __init__(self, width: int, inner: int, act: str, num_groups: int) -> None:
        super().__init__(width, inner, act)
        self.widen: Any = GroupedLinear(width, inner, num_groups)
        self.narrow: Any = GroupedLinear(inner, width, num_groups)


class ConvBertBlock(nn.Module):
    """LayerNorm(x + mixed attention(x)), then LayerNorm(x + feed-forward(x)).

    Tap `state` (B, T, D): what leaves the block.
    """

    def __init__(self, config: ConvBertConfig) -> None:
        super().__init__()
        width, eps, rate = config.hidden_size, config.layer_norm_eps, config.hidden_dropout_prob
        self.attention = MixedAttention(config)
        self.attention_norm = ResidualNorm(width, eps, rate)
        inner, act = config.intermediate_size, config.hidden_act
        groups = config.num_groups
        self.feed_forward = (
            FeedForward(width, inner, act)
            if groups == 1
            else GroupedFeedForward(width, inner, act, groups)
        )
        self.feed_forward_norm = ResidualNorm(width, eps, rate)
        self.state = Tap()

    def forward(self, x: Tensor, mask: Tensor | None, present: Tensor | None) -> Tensor:
        """x (B, T, D), additive mask (B, 1, 1, T), present (B, T) -> (B, T, D)."""
        x = self.attention_norm(x, self.attention(x, mask, present))
        return self.state(self.feed_forward_norm(x, self.feed_forward(x)))


class ConvBert(OneEncoder):
    """The encoder with the head `mlm`. Tap `entered` (B, T, D): what enters the first block."""

    ENTERED: ClassVar = "entered"

    def __init__(self, config: ConvBertConfig) -> None:
        super().__init__()
        self.config = config
        width, narrow = config.hidden_size, config.embedding_size
        self.embeddings = summed_embeddings(config, narrow)
        self.project = Linear(narrow, width) if narrow != width else None
        self.entered = Tap()
        self.layers = nn.ModuleList(ConvBertBlock(config) for _ in range(config.num_hidden_layers))
        # The reference has GELU here whatever `hidden_act` says.
        self.mlm = MaskedHead(width, config.vocab_size, "gelu", config.layer_norm_eps, narrow)
        initialise(self, config.initializer_range)
        for part in self.modules():
            if isinstance(part, GroupedLinear):
                nn.init.normal_(part.weight, std=config.initializer_range)
        tie(self.mlm.decoder, self.embeddings.token)

    def forward(self, batch: Batch) -> dict[str, Tensor]:
        """The last hidden states (B, T, D)."""
        positions_fit(batch.input_ids.shape[1], self.config.max_position_embeddings)
        x = self.embeddings(batch.input_ids, batch.segment)  # (B, T, E)
        x = self.entered(x if self.project is None else self.project(x))  # (B, T, D)
        mask = padding_mask(batch.present, x.dtype)
        for layer in self.layers:
            x = layer(x, mask, batch.present)
        return {"encoder": x}

    def logits(self, head: str, hidden: Tensor) -> Tensor:
        """`mlm`: (…, D) -> (…, V)."""
        return self.mlm(hidden)


def _block_rules() -> Iterator[WeightRule]:
    """The table of one block."""
    ours, theirs = "layers.{i}", "convbert.encoder.layer.{i}"
    attention = f"{theirs}.attention.self"
    packed = [f"{attention}.{name}" for name in ("query", "key", "value")]
    yield from layer_rules(f"{ours}.attention.qkv", *packed)
    for name in ("depthwise.weight", "pointwise.weight", "bias"):
        span = f"{ours}.attention.convolution.span.{name}"
        yield WeightRule(span, f"{attention}.key_conv_attn_layer.{name}")
    names = {
        "attention.convolution.kernel": "attention.self.conv_kernel_layer",
        "attention.convolution.value": "attention.self.conv_out_layer",
        "attention.output": "attention.output.dense",
        "attention_norm": "attention.output.LayerNorm",
        "feed_forward.widen": "intermediate.dense",
        "feed_forward.narrow": "output.dense",
        "feed_forward_norm": "output.LayerNorm",
    }
    for mine, other in names.items():
        yield from layer_rules(f"{ours}.{mine}", f"{theirs}.{other}")


TABLE = WeightTable(
    architectures=("ConvBertForMaskedLM", "ConvBertModel"),
    rules=(
        *embedding_rules("convbert.embeddings"),
        *layer_rules("project", "convbert.embeddings_project"),
        *_block_rules(),
        *layer_rules("mlm.dense", "generator_predictions.dense"),
        *layer_rules("mlm.norm", "generator_predictions.LayerNorm"),
        WeightRule("mlm.decoder.bias", "generator_lm_head.bias"),
    ),
    legacy=(
        *GAMMA_BETA,
        (r"^(embeddings|embeddings_project|encoder)\.", r"convbert.\1."),
        (r"^generator_lm_head\.weight$", "convbert.embeddings.word_embeddings.weight"),
    ),
    ignored=(r"\.position_ids$", r"\.embeddings\.token_type_ids$"),
    optional=("mlm.",),
    tied={"mlm.decoder.weight": "embeddings.token.weight"},
)


def _sequence_head(model: ConvBert, num_outputs: int, classifier_dropout: float | None) -> TaskHead:
    """Dropout, dense, the model's activation, dropout, linear layer: of the first state."""
    config = model.config
    rate = config.hidden_dropout_prob if classifier_dropout is None else classifier_dropout
    head = SequenceHead(
        "encoder",
        config.hidden_size,
        num_outputs,
        rate,
        summary=first_state,
        act=config.hidden_act,
        first_dropout=rate,
    )
    initialise(head, config.initializer_range)
    return head


def _choice_head(model: ConvBert, num_outputs: int, **summary: Any) -> TaskHead:
    config = model.config
    head = summary_head("encoder", config.hidden_size, num_outputs, **summary)
    initialise(head, config.initializer_range)
    return head


TASK_HEADS: Mapping[TaskHeadKind, TaskHeadSpec] = {
    "sequence": TaskHeadSpec(
        "ConvBertForSequenceClassification",
        _sequence_head,
        (
            *layer_rules("head.dense", "classifier.dense"),
            *layer_rules("head.output", "classifier.out_proj"),
        ),
        options=DROPOUT,
    ),
    "choice": TaskHeadSpec(
        "ConvBertForMultipleChoice",
        _choice_head,
        (*layer_rules("head.dense", "sequence_summary.summary"), *CLASSIFIER),
        options={
            "summary_type": "last",
            "summary_use_proj": False,
            "summary_activation": None,
            "summary_first_dropout": 0.0,
            "summary_last_dropout": 0.0,
        },
    ),
    "span": TaskHeadSpec("ConvBertForQuestionAnswering", encoder_span_head, SPAN),
    "token": TaskHeadSpec(
        "ConvBertForTokenClassification", encoder_token_head, CLASSIFIER, options=DROPOUT
    ),
}

SPEC = ArchSpec(
    name="convbert",
    title="ConvBERT",
    summary="An encoder in which convolutions take the place of half of the attention heads.",
    difference=(
        "Many heads of BERT attend to neighbours only. Half of them give way to a convolution over "
        "nine tokens, whose kernel is made for each token of its query and of the span around it. "
        "Self-attention has the other half of the width. The medium-small model also has a "
        "feed-forward network for each half of the width."
    ),
    paper=Paper(
        "Jiang, Yu, Zhou, Chen, Feng, Yan",
        "ConvBERT: Improving BERT with Span-based Dynamic Convolution",
        2020,
        "2008.02496",
    ),
    reference="yitu-opensource/ConvBert",
    model_type="convbert",
    config_class=ConvBertConfig,
    model_class=ConvBert,
    streams=(StreamSpec("encoder", "Encoder"),),
    heads=(HeadSpec("mlm", "Masked tokens", "encoder", "fill_mask"),),
    direction="both sides",
    positions="learned, absolute",
    objectives=("masked",),
    tokenizers=("wordpiece",),
    tables={"": TABLE},
    presets=(
        Preset("conv-bert-base", {}, 105_680_520),
        Preset(
            "conv-bert-medium-small",
            {
                "embedding_size": 128,
                "hidden_size": 384,
                "num_attention_heads": 8,
                "intermediate_size": 1536,
                "num_groups": 2,
            },
            17_475_888,
        ),
        Preset(
            "conv-bert-small",
            {
                "embedding_size": 128,
                "hidden_size": 256,
                "num_attention_heads": 4,
                "intermediate_size": 1024,
            },
            13_143_768,
        ),
    ),
    notes=(
        "The paper trains it as ELECTRA, to detect replaced tokens. Published files hold that "
        "encoder without a head, so what it predicts for a masked token is random until it learns. "
        "Here it learns from masked tokens, as the class of transformers does.",
        "Attention shows the heads that attend; kernels of the convolution are steps of Inside.",
        "Convolutions of transformers read padding as well, so that there a text in a batch may "
        "yield other numbers than alone. Here padding counts as what is outside of a text: 0.",
        "The head for choices of transformers reads the last place, padding or not; here it reads "
        "the last token.",
    ),
    post_norm=True,
    task_heads=TASK_HEADS,
    config_titles={
        "embedding_size": "Size of an embedding before it is projected to the width",
        "head_ratio": "Heads of which one attends",
        "conv_kernel_size": "Tokens that a convolution reads",
        "num_groups": "Groups of a feed-forward network",
    },
)
