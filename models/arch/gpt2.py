"""GPT-2, a decoder that predicts each token from those before it.

Radford, Wu, Child, Luan, Amodei, Sutskever (2019), Language Models are Unsupervised Multitask
Learners; reference: openai/gpt-2, and `GPT2LMHeadModel` of transformers for names and details.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from torch import Tensor, nn

from models.inference.taps import Tap
from models.layers.attention import Attention, KeyValueCache, causal_mask, padding_mask
from models.layers.dropout import dropped
from models.layers.embeddings import initialise, positions_fit, tie
from models.layers.feedforward import FeedForward
from models.layers.linear import Linear
from models.layers.task_heads import SequenceHead, TaskHead, last_state
from models.schema.batch import Batch, DecoderParts
from models.schema.configs import ModelConfig, Size
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
    with_bias,
)

CLASSIFIER_DROPOUT = 0.1  # of the head for each token, where config.json states none


@dataclass(frozen=True)
class Gpt2Config(ModelConfig):
    """The fields of a published config.json; defaults are gpt2 (124M)."""

    vocab_size: int = 50257
    n_positions: int = 1024
    n_embd: int = 768
    n_layer: int = 12
    n_head: int = 12
    n_inner: int | None = None  # None: four times the width
    activation_function: str = "gelu_new"
    resid_pdrop: float = 0.1
    embd_pdrop: float = 0.1
    attn_pdrop: float = 0.1
    layer_norm_epsilon: float = 1e-5
    initializer_range: float = 0.02

    FIXED: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "scale_attn_weights": (True,),
        "scale_attn_by_inverse_layer_idx": (False,),
        "reorder_and_upcast_attn": (False,),
        "add_cross_attention": (False,),
    }
    SIZED: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "vocab_size": ("vocab_size",),
        "width": ("n_embd",),
        "num_layers": ("n_layer",),
        "num_heads": ("n_head",),
        "inner": ("n_inner",),
        "num_positions": ("n_positions",),
        "dropout": ("resid_pdrop", "embd_pdrop", "attn_pdrop"),
    }

    @property
    def size(self) -> Size:
        return replace(self, n_inner=self.inner).size if self.n_inner is None else super().size

    @property
    def inner(self) -> int:
        return 4 * self.n_embd if self.n_inner is None else self.n_inner


class Gpt2Block(nn.Module):
    """Pre-LN: x + attention(norm(x)), then x + feed-forward(norm(x)).

    Taps: `attention.weights`, `attention.heads`, and `state` (B, T, D), the block's output.
    """

    def __init__(self, config: Gpt2Config) -> None:
        super().__init__()
        self.attention_norm = nn.LayerNorm(config.n_embd, eps=config.layer_norm_epsilon)
        self.attention = Attention(config.n_embd, config.n_head, config.attn_pdrop)
        self.feed_forward_norm = nn.LayerNorm(config.n_embd, eps=config.layer_norm_epsilon)
        self.feed_forward = FeedForward(config.n_embd, config.inner, config.activation_function)
        self.dropout = config.resid_pdrop
        self.state = Tap()

    def forward(
        self, x: Tensor, mask: Tensor | None, causal: bool, cache: KeyValueCache | None
    ) -> Tensor:
        """x (B, T, D) -> (B, T, D)."""
        output = self.attention(self.attention_norm(x), mask, causal, cache)
        x = x + dropped(self, output, self.dropout)
        output = self.feed_forward(self.feed_forward_norm(x))
        x = x + dropped(self, output, self.dropout)
        state: Tensor = self.state(x)
        return state


class Gpt2(nn.Module):
    """The decoder with its head `lm`, tied to the token table and without a bias.

    Taps: `entered` (B, T, D), what enters the first block; `final` (B, T, D), after the last norm,
    which the reference reports as the last hidden state in place of the last block's output.
    """

    next_token_head = "lm"

    def __init__(self, config: Gpt2Config) -> None:
        super().__init__()
        self.config = config
        self.token = nn.Embedding(config.vocab_size, config.n_embd)
        self.position = nn.Embedding(config.n_positions, config.n_embd)
        self.layers = nn.ModuleList(Gpt2Block(config) for _ in range(config.n_layer))
        self.norm = nn.LayerNorm(config.n_embd, eps=config.layer_norm_epsilon)
        self.lm = Linear(config.n_embd, config.vocab_size, bias=False)
        self.entered = Tap()
        self.final = Tap()
        initialise(self, config.initializer_range)
        self._scale_residual_projections()
        tie(self.lm, self.token)

    def _scale_residual_projections(self) -> None:
        """Divide by the root of the number of residual additions, two a layer (paper, 2.3)."""
        std = self.config.initializer_range / math.sqrt(2 * self.config.n_layer)
        for name, weight in self.named_parameters():
            if name.endswith(("attention.output.weight", "feed_forward.narrow.weight")):
                nn.init.normal_(weight, std=std)

    def forward(self, batch: Batch) -> dict[str, Tensor]:
        """The last hidden states (B, T, D)."""
        length = batch.input_ids.shape[1]
        mask = padding_mask(batch.present, self.token.weight.dtype)
        if mask is not None:
            mask = mask + causal_mask(length, length, mask.device, mask.dtype)
        return {"decoder": self._run(batch.input_ids, mask, mask is None, None)}

    def begin(self, prompt: Tensor, room: int) -> tuple[list[KeyValueCache], list[int]]:
        """Empty caches, and the prompt (S,) itself to feed first."""
        ids: list[int] = prompt.tolist()
        return self.new_caches(min(len(ids) + room, self.config.n_positions)), ids

    def step(self, input_ids: Tensor, caches: list[KeyValueCache]) -> Tensor:
        """Feed (B, T) further tokens after those in the caches; returns (B, T, D)."""
        length, num_cached = input_ids.shape[1], caches[0].length
        first, mask = num_cached == 0 and length > 1, None
        if num_cached and length > 1:
            weight = self.token.weight
            mask = causal_mask(length, num_cached + length, weight.device, weight.dtype)
        return self._run(input_ids, mask, first, caches)

    def new_caches(self, capacity: int) -> list[KeyValueCache]:
        return [KeyValueCache(capacity) for _ in self.layers]

    def decoder_parts(self) -> DecoderParts:
        """What `step` and `logits` compute with."""
        return DecoderParts(self.token, self.layers, self.norm, self.lm, position=self.position)

    def _run(
        self, ids: Tensor, mask: Tensor | None, causal: bool, caches: list[KeyValueCache] | None
    ) -> Tensor:
        start = caches[0].length if caches else 0
        end = start + ids.shape[1]
        positions_fit(end, self.config.n_positions)
        x = self.token(ids) + self.position.weight[start:end]  # (B, T, D)
        x = self.entered(dropped(self, x, self.config.embd_pdrop))
        for index, layer in enumerate(self.layers):
            x = layer(x, mask, causal, caches[index] if caches else None)
        final: Tensor = self.final(self.norm(x))
        return final

    def logits(self, head: str, hidden: Tensor) -> Tensor:
        """`lm`: (…, D) -> (…, V), the token that comes next."""
        return self.lm(hidden)

    @property
    def streams(self) -> tuple[str, ...]:
        return ("decoder",)

    def attention_taps(self, stream: str) -> list[str]:
        return [f"layers.{layer}.attention.weights" for layer in range(len(self.layers))]

    def hidden_taps(self, stream: str) -> list[str]:
        between = [f"layers.{layer}.state" for layer in range(len(self.layers) - 1)]
        return ["entered", *between, "final"]

    def final_norm(self, stream: str, hidden: Tensor) -> Tensor:
        """What lies between the last block and the head: (…, D) -> (…, D)."""
        normed: Tensor = self.norm(hidden)
        return normed


def _rules() -> tuple[WeightRule, ...]:
    """Their Conv1D stores (in, out), and packs query, key and value as we do."""
    rules = [
        WeightRule("token.weight", "transformer.wte.weight"),
        WeightRule("position.weight", "transformer.wpe.weight"),
        *with_bias("norm", "transformer.ln_f"),
    ]
    convolutions = {
        "attention.qkv": "attn.c_attn",
        "attention.output": "attn.c_proj",
        "feed_forward.widen": "mlp.c_fc",
        "feed_forward.narrow": "mlp.c_proj",
    }
    norms = {"attention_norm": "ln_1", "feed_forward_norm": "ln_2"}
    for ours, theirs in {**convolutions, **norms}.items():
        layer, block = f"layers.{{i}}.{ours}", f"transformer.h.{{i}}.{theirs}"
        rules.append(
            WeightRule(f"{layer}.weight", f"{block}.weight", transpose=ours in convolutions)
        )
        rules.append(WeightRule(f"{layer}.bias", f"{block}.bias"))
    return tuple(rules)


TABLE = WeightTable(
    architectures=("GPT2LMHeadModel", "GPT2Model"),
    rules=_rules(),
    legacy=((r"^(wte|wpe|ln_f|h)\.", r"transformer.\1."),),
    ignored=(r"\.attn\.(bias|masked_bias)$", r"^lm_head\.weight$"),
    tied={"lm.weight": "token.weight"},
)


def _sequence_head(model: Gpt2, num_outputs: int) -> TaskHead:
    """The last token that is not padding has seen all others."""
    head = SequenceHead(
        "decoder",
        model.config.n_embd,
        num_outputs,
        0.0,
        summary=last_state,
        dense=False,
        bias=False,
    )
    initialise(head, model.config.initializer_range)
    return head


def _token_head(model: Gpt2, num_outputs: int, classifier_dropout: float | None = None) -> TaskHead:
    rate = CLASSIFIER_DROPOUT if classifier_dropout is None else classifier_dropout
    head = TaskHead("decoder", model.config.n_embd, num_outputs, rate)
    initialise(head, model.config.initializer_range)
    return head


def _span_head(model: Gpt2, num_outputs: int) -> TaskHead:
    return _token_head(model, num_outputs, 0.0)


TASK_HEADS: Mapping[TaskHeadKind, TaskHeadSpec] = {
    "sequence": TaskHeadSpec(
        "GPT2ForSequenceClassification",
        _sequence_head,
        (WeightRule("head.output.weight", "score.weight"),),
    ),
    "span": TaskHeadSpec(
        "GPT2ForQuestionAnswering", _span_head, with_bias("head.output", "qa_outputs")
    ),
    "token": TaskHeadSpec(
        "GPT2ForTokenClassification",
        _token_head,
        with_bias("head.output", "classifier"),
        options={"classifier_dropout": None},
    ),
}


def _published(width: int, layers: int, heads: int) -> dict[str, int]:
    return {"n_embd": width, "n_layer": layers, "n_head": heads}


SPEC = ArchSpec(
    name="gpt2",
    title="GPT-2",
    summary="A decoder that generates text: each token is predicted from those before it.",
    difference=(
        "Pre-LN, and a final LayerNorm, where GPT-1 is post-LN; byte-level BPE; a context twice as "
        "long. Like GPT-1, and unlike BERT, its attention is causal."
    ),
    paper=Paper(
        "Radford, Wu, Child, Luan, Amodei, Sutskever",
        "Language Models are Unsupervised Multitask Learners",
        2019,
    ),
    reference="openai/gpt-2",
    model_type="gpt2",
    config_class=Gpt2Config,
    model_class=Gpt2,
    streams=(StreamSpec("decoder", "Decoder", "left_to_right"),),
    heads=(HeadSpec("lm", "Next token", "decoder", "next_token"),),
    direction="left to right",
    positions="learned, absolute",
    objectives=("causal",),
    tokenizers=("byte_bpe",),
    tables={"": TABLE},
    presets=(
        Preset("gpt2", {}, 124_439_808),
        Preset("gpt2-medium", _published(1024, 24, 16), 354_823_168),
        Preset("gpt2-large", _published(1280, 36, 20), 774_030_080),
        Preset("gpt2-xl", _published(1600, 48, 25), 1_557_611_200),
    ),
    generates=True,
    task_heads=TASK_HEADS,
    notes=(
        "The scaled initialisation of the residual projections is described in the paper and done "
        "in transformers; the code that OpenAI released initialises these weights like the others.",
        "Classification reads the last token that is not padding. transformers recognises padding "
        "by its id, so there a text that ends in that very token is read before it.",
    ),
)
