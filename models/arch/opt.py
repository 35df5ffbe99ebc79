"""OPT, a suite of decoders made to repeat GPT-3 in the open, from 125 million to 175 billion.

Zhang, Roller, Goyal, Artetxe and others (2022), OPT: Open Pre-trained Transformer Language Models,
arXiv:2205.01068; reference: facebookresearch/metaseq, and `OPTForCausalLM` of transformers for
names and details.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar, Self

from torch import Tensor, nn

from models.inference.taps import Tap
from models.inside.stages import Call, Stage, function_of, rest, stages_of, table_stages
from models.layers.attention import Attention
from models.layers.decoders.blocks import PostNormDecoderBlock, PreNormDecoderBlock
from models.layers.decoders.causal_decoder import TokenDecoder
from models.layers.embeddings import initialise, positions_fit
from models.layers.encoder import ResidualNorm
from models.layers.feedforward import FeedForward, activation
from models.layers.linear import Linear
from models.layers.task_heads import SequenceHead, TaskHead, TaskInputs, last_state
from models.schema.configs import ModelConfig, check_heads
from models.schema.specs import (
    FIRST,
    SECOND,
    ArchSpec,
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

NORM_EPS = 1e-5  # no entry of config.json states it
FIRST_ROW = 2  # of the table of positions; fairseq counted from after the id of its padding, 1


@dataclass(frozen=True)
class OptConfig(ModelConfig):
    """The entries of a published config.json; defaults are opt-125m's.

    With a `word_embed_proj_dim` other than the width, tokens are widened on the way in, and states
    narrowed on the way out. `_remove_final_layer_norm` is for old files that had no final norm.
    """

    vocab_size: int = 50272
    hidden_size: int = 768
    num_hidden_layers: int = 12
    num_attention_heads: int = 12
    ffn_dim: int = 3072
    max_position_embeddings: int = 2048
    word_embed_proj_dim: int | None = None  # None: the width
    activation_function: str = "relu"
    do_layer_norm_before: bool = True
    layer_norm_elementwise_affine: bool = True
    enable_bias: bool = True
    dropout: float = 0.1
    attention_dropout: float = 0.0
    init_std: float = 0.02
    tie_word_embeddings: bool = True
    _remove_final_layer_norm: bool = False

    INITIAL_STD: ClassVar[str] = "init_std"
    FIXED: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "layerdrop": (0, None),
        "activation_dropout": (0, None),  # of the first files, which the reference does not read
    }
    SIZED: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "vocab_size": ("vocab_size",),
        "width": ("hidden_size",),
        "num_layers": ("num_hidden_layers",),
        "num_heads": ("num_attention_heads",),
        "inner": ("ffn_dim",),
        "num_positions": ("max_position_embeddings",),
        "dropout": ("dropout",),
    }

    def __post_init__(self) -> None:
        check_heads(self, "hidden_size", "num_attention_heads")
        activation(self.activation_function)
        if self.word_embed_proj_dim is not None and self.word_embed_proj_dim < 1:
            raise ValueError("word_embed_proj_dim must be at least 1, or null for the width")

    @property
    def first_position(self) -> int:
        return FIRST_ROW

    @property
    def token_width(self) -> int:
        """Numbers in the vector of a token."""
        return self.word_embed_proj_dim or self.hidden_size

    @property
    def has_final_norm(self) -> bool:
        return self.do_layer_norm_before and not self._remove_final_layer_norm

    def untie(self) -> Self | None:
        return replace(self, tie_word_embeddings=False) if self.tie_word_embeddings else None


def _make_block(config: OptConfig) -> nn.Module:
    width, bias, affine = (
        config.hidden_size,
        config.enable_bias,
        config.layer_norm_elementwise_affine,
    )
    attention = Attention(width, config.num_attention_heads, config.attention_dropout, (bias, bias))
    feed_forward = FeedForward(width, config.ffn_dim, config.activation_function, bias=bias)
    if config.do_layer_norm_before:
        norm = partial(nn.LayerNorm, width, NORM_EPS, affine)
        return PreNormDecoderBlock(attention, feed_forward, norm, config.dropout)
    post_norm = partial(ResidualNorm, width, NORM_EPS, config.dropout, affine)
    return PostNormDecoderBlock(attention, feed_forward, post_norm)


class Opt(TokenDecoder):
    """The decoder with its head `lm`. Tap `final` (B, T, D): after the last norm, if there is one.

    The last hidden states are as wide as the layers; what narrows them belongs to the heads.
    """

    def __init__(self, config: OptConfig) -> None:
        super().__init__(
            config.vocab_size,
            config.token_width,
            (_make_block(config) for _ in range(config.num_hidden_layers)),
            config.init_std,
            config.dropout,
            config.tie_word_embeddings,
        )
        self.config = config
        width, affine = config.hidden_size, config.layer_norm_elementwise_affine
        self.position = nn.Embedding(config.max_position_embeddings + FIRST_ROW, width)
        self.norm = nn.LayerNorm(width, NORM_EPS, affine) if config.has_final_norm else None
        self.widen: Linear | None = None
        self.narrow: Linear | None = None
        if config.token_width != width:
            self.widen = Linear(config.token_width, width, bias=False)
            self.narrow = Linear(width, config.token_width, bias=False)
        self.final = Tap()
        for part in (self.position, self.widen, self.narrow):
            if part is not None:
                initialise(part, config.init_std)

    def capacity(self, length: int) -> int:
        """As many as the table has positions."""
        return min(length, self.config.max_position_embeddings)

    def embed(self, ids: Tensor, first: int) -> Tensor:
        """Token and position. Raises ValueError for more tokens than the table has rows."""
        end = first + ids.shape[1]
        positions_fit(end, self.config.max_position_embeddings)
        tokens: Tensor = self.token(ids)
        if self.widen is not None:
            tokens = self.widen(tokens)
        return tokens + self._rows(first, end)

    def _rows(self, first: int, last: int) -> Tensor:
        """The rows of the positions from `first` to `last` - 1, (T, D)."""
        return self.position.weight[FIRST_ROW + first : FIRST_ROW + last]

    def finish(self, x: Tensor) -> Tensor:
        """The final norm, where there is one: (B, T, D) -> (B, T, D)."""
        final: Tensor = self.final(self.final_norm("decoder", x))
        return final

    def final_norm(self, stream: str, hidden: Tensor) -> Tensor:
        """What lies between the last block and the head: (…, D) -> (…, D)."""
        if self.norm is None:
            return hidden
        normed: Tensor = self.norm(hidden)
        return normed

    def narrowed(self, hidden: Tensor) -> Tensor:
        """States as wide as the vector of a token: (…, D) -> (…, E)."""
        return hidden if self.narrow is None else self.narrow(hidden)

    def logits(self, head: str, hidden: Tensor) -> Tensor:
        """`lm`: (…, D) -> (…, V), the token that comes next."""
        return self.lm(self.narrowed(hidden))

    def hidden_taps(self, stream: str) -> list[str]:
        return [*super().hidden_taps(stream)[:-1], "final"]

    def stages(self, call: Call) -> Iterator[Stage]:
        tokens = call.of(self.token).result
        if self.widen is not None:
            yield from stages_of(call.of(self.token))
            yield function_of(
                "Token embedding, widened", "t = W x", call.of(self.widen), ("x", "t")
            )
            tokens = call.of(self.widen).result
        yield from table_stages(token=tokens, position=self._rows(0, len(tokens)))
        yield from rest(call, self.token, self.widen)


_LAYER = "model.decoder.layers.{i}"


def _rules() -> tuple[WeightRule, ...]:
    """The published names; query, key and value are three weights there."""
    layers = {
        "attention.output": "self_attn.out_proj",
        "attention_norm": "self_attn_layer_norm",
        "feed_forward.widen": "fc1",
        "feed_forward.narrow": "fc2",
        "feed_forward_norm": "final_layer_norm",
    }
    rules = [
        WeightRule("token.weight", "model.decoder.embed_tokens.weight"),
        WeightRule("position.weight", "model.decoder.embed_positions.weight"),
        WeightRule("widen.weight", "model.decoder.project_in.weight"),
        WeightRule("narrow.weight", "model.decoder.project_out.weight"),
        *layer_rules("norm", "model.decoder.final_layer_norm"),
        WeightRule("lm.weight", "lm_head.weight"),
        *layer_rules(
            "layers.{i}.attention.qkv", *(f"{_LAYER}.self_attn.{name}_proj" for name in "qkv")
        ),
    ]
    for ours, theirs in layers.items():
        rules += layer_rules(f"layers.{{i}}.{ours}", f"{_LAYER}.{theirs}")
    return tuple(rules)


TABLE = WeightTable(
    architectures=("OPTForCausalLM", "OPTModel"),
    rules=_rules(),
    legacy=((r"^decoder\.", "model.decoder."),),
    optional=("lm.",),
    tied={"lm.weight": "token.weight"},
)


class NarrowedLastState:
    """The state of the last token that is not padding, as wide as the vector of a token."""

    def __init__(self, model: Opt) -> None:
        self.model = model

    def __call__(self, hidden: Tensor, batch: TaskInputs) -> Tensor:
        """(B, T, D) -> (B, E)."""
        return self.model.narrowed(last_state(hidden, batch))


class NarrowedTaskHead(TaskHead):
    """A linear layer for each token, which reads states as wide as the vector of a token."""

    def __init__(self, model: Opt, num_outputs: int) -> None:
        super().__init__("decoder", model.config.token_width, num_outputs, 0.0)
        self._model = (model,)  # in a tuple: it is no part of this module

    def read(self, hidden: Tensor, batch: TaskInputs) -> Tensor:
        """(B, T, D) -> (B, T, E)."""
        return self._model[0].narrowed(hidden)


def _sequence_head(model: Opt, num_outputs: int) -> TaskHead:
    summary = last_state if model.narrow is None else NarrowedLastState(model)
    width = model.config.token_width
    head = SequenceHead(
        "decoder", width, num_outputs, 0.0, summary=summary, dense=False, bias=False
    )
    initialise(head, model.config.init_std)
    return head


def _span_head(model: Opt, num_outputs: int) -> TaskHead:
    head = NarrowedTaskHead(model, num_outputs)
    initialise(head, model.config.init_std)
    return head


TASK_HEADS: Mapping[TaskHeadKind, TaskHeadSpec] = {
    "sequence": TaskHeadSpec(
        "OPTForSequenceClassification",
        _sequence_head,
        (WeightRule("head.output.weight", "score.weight"),),
    ),
    "span": TaskHeadSpec(
        "OPTForQuestionAnswering", _span_head, layer_rules("head.output", "qa_outputs")
    ),
}


def _published_size(width: int, layers: int, heads: int) -> dict[str, int]:
    return {
        "hidden_size": width,
        "num_hidden_layers": layers,
        "num_attention_heads": heads,
        "ffn_dim": 4 * width,
    }


OPT_350M = {
    **_published_size(1024, 24, 16),
    "word_embed_proj_dim": 512,
    "do_layer_norm_before": False,
}

SPEC = ArchSpec(
    name="opt",
    title="OPT",
    summary="A suite of decoders that repeats GPT-3, with weights, code and logbook in the open.",
    difference=(
        "GPT-3's sizes with dense attention in every layer and ReLU in place of GELU. Its table of "
        "positions begins with two rows that no token has. The model of 350 million differs: "
        "Post-LN, and a token table half as wide as the layers."
    ),
    paper=Paper(
        "Zhang, Roller, Goyal, Artetxe, Chen and others",
        "OPT: Open Pre-trained Transformer Language Models",
        2022,
        "2205.01068",
    ),
    reference="facebookresearch/metaseq",
    model_type="opt",
    config_class=OptConfig,
    model_class=Opt,
    streams=(StreamSpec("decoder", "Decoder", "left_to_right"),),
    heads=(HeadSpec("lm", "Next token", "decoder", "next_token"),),
    direction="left to right",
    positions="learned, absolute",
    objectives=("causal",),
    tokenizers=("byte_bpe",),
    tables={"": TABLE},
    presets=(
        Preset("opt-125m", {}, 125_239_296),
        Preset("opt-350m", OPT_350M, 331_196_416),
        Preset("opt-1.3b", _published_size(2048, 24, 32), 1_315_758_080),
        Preset("opt-2.7b", _published_size(2560, 32, 32), 2_651_596_800),
        Preset("opt-6.7b", _published_size(4096, 32, 32), 6_658_473_984),
        Preset("opt-13b", _published_size(5120, 40, 40), 12_853_473_280),
        Preset("opt-30b", _published_size(7168, 48, 56), 29_974_540_288),
        Preset("opt-66b", _published_size(9216, 64, 72), 65_719_701_504),
    ),
    generates=True,
    template=SpecialTokenTemplate(
        "GPT2Tokenizer",
        roles={"bos": "</s>", "pad": "<pad>", "eos": "</s>", "unk": "</s>"},
        single=(("bos", 0), (FIRST, 0)),
        pair=(("bos", 0), (FIRST, 0), ("bos", 1), (SECOND, 1)),
        is_default=True,
    ),
    pre_norm_entry="do_layer_norm_before",
    task_heads=TASK_HEADS,
    notes=(
        "transformers counts the positions of a text without its padding, which makes a difference "
        "only where padding comes first. Here padding comes last.",
        "Where the token table is narrower than the layers, the last hidden states are shown "
        "before they are narrowed; transformers returns them after.",
    ),
    config_titles={
        "word_embed_proj_dim": "Width of the token table",
        "do_layer_norm_before": "Pre-LN",
        "layer_norm_elementwise_affine": "Norms have weights and biases",
        "enable_bias": "Linear layers have biases",
        "_remove_final_layer_norm": "No final norm",
    },
    config_values={"word_embed_proj_dim": {None: "that of the layers"}},
)
