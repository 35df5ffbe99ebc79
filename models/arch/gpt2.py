"""GPT-2, a decoder that predicts each token from those before it.

Radford, Wu, Child, Luan, Amodei, Sutskever (2019), Language Models are Unsupervised Multitask
Learners; reference: openai/gpt-2, and `GPT2LMHeadModel` of transformers for names and details.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar

from torch import nn

from models.arch.gpt1 import SEQUENCE_RULES, decoder_rules, double_heads
from models.inference.taps import Tap
from models.layers.attention import Attention
from models.layers.decoders.blocks import PreNormDecoderBlock
from models.layers.decoders.causal_decoder import (
    CausalDecoder,
    EndsInNorm,
    sequence_head,
    span_head,
    token_head,
)
from models.layers.feedforward import FeedForward
from models.schema.batch import DecoderParts
from models.schema.configs import ModelConfig, Size
from models.schema.specs import (
    ArchSpec,
    HeadSpec,
    Paper,
    Preset,
    StreamSpec,
    TaskHeadKind,
    TaskHeadSpec,
    WeightTable,
    layer_rules,
)


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
    ALIASES: ClassVar[Mapping[str, str]] = {
        "hidden_size": "n_embd",
        "max_position_embeddings": "n_positions",
        "num_attention_heads": "n_head",
        "num_hidden_layers": "n_layer",
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


def _make_block(config: Gpt2Config) -> PreNormDecoderBlock:
    width, eps = config.n_embd, config.layer_norm_epsilon
    return PreNormDecoderBlock(
        Attention(width, config.n_head, config.attn_pdrop),
        FeedForward(width, config.inner, config.activation_function),
        partial(nn.LayerNorm, width, eps=eps),
        config.resid_pdrop,
    )


class Gpt2(EndsInNorm, CausalDecoder):
    """The decoder with its head `lm` and a final norm."""

    def __init__(self, config: Gpt2Config) -> None:
        blocks = (_make_block(config) for _ in range(config.n_layer))
        super().__init__(
            config.vocab_size,
            config.n_embd,
            blocks,
            config.initializer_range,
            config.embd_pdrop,
            num_positions=config.n_positions,
        )
        self.config = config
        self.norm = nn.LayerNorm(config.n_embd, eps=config.layer_norm_epsilon)
        self.final = Tap()
        self._scale_residual_projections()

    def _scale_residual_projections(self) -> None:
        """Divide by the root of the number of residual additions, two a layer (paper, 2.3)."""
        std = self.initial_std / math.sqrt(2 * len(self.layers))
        for name, weight in self.named_parameters():
            if name.endswith(("attention.output.weight", "feed_forward.narrow.weight")):
                nn.init.normal_(weight, std=std)

    def decoder_parts(self) -> DecoderParts:
        """What `step` and `logits` compute with."""
        return DecoderParts(
            self.token,
            self.layers,
            self.norm,
            self.lm,
            position=self.position,
            bands=self.bands,
        )


TABLE = WeightTable(
    architectures=("GPT2LMHeadModel", "GPT2Model"),
    rules=(
        *decoder_rules("transformer.wte.weight", "transformer.wpe.weight"),
        *layer_rules("norm", "transformer.ln_f"),
    ),
    legacy=(
        (r"^(wte|wpe|ln_f|h)\.", r"transformer.\1."),
        (r"^lm_head\.weight$", "transformer.wte.weight"),
    ),
    ignored=(r"\.attn\.(bias|masked_bias)$",),
    tied={"lm.weight": "token.weight"},
)


TASK_HEADS: Mapping[TaskHeadKind, TaskHeadSpec] = {
    "sequence": TaskHeadSpec("GPT2ForSequenceClassification", sequence_head, SEQUENCE_RULES),
    "choice": double_heads("GPT2DoubleHeadsModel"),
    "span": TaskHeadSpec(
        "GPT2ForQuestionAnswering",
        span_head,
        layer_rules("head.output", "qa_outputs"),
    ),
    "token": TaskHeadSpec(
        "GPT2ForTokenClassification",
        token_head,
        layer_rules("head.output", "classifier"),
        options={"classifier_dropout": None},
    ),
}


def _published_size(width: int, layers: int, heads: int) -> dict[str, int]:
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
        Preset("gpt2-medium", _published_size(1024, 24, 16), 354_823_168),
        Preset("gpt2-large", _published_size(1280, 36, 20), 774_030_080),
        Preset("gpt2-xl", _published_size(1600, 48, 25), 1_557_611_200),
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
