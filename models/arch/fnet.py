"""FNet, an encoder that mixes its tokens by Fourier transforms in place of attention.

Lee-Thorp, Ainslie, Eckstein, Ontanon (2021), FNet: Mixing Tokens with Fourier Transforms,
arXiv:2105.03824; reference: google-research/google-research, f_net, and `FNetForPreTraining` of
transformers for names and details.

Shapes: B batch, T tokens, D width.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import torch
from torch import Tensor, nn

from models.arch.bert import (
    CLASSIFIER,
    GAMMA_BETA,
    SPAN,
    embedding_rules,
    pooled_head,
    tied_head,
    token_head,
)
from models.inference.taps import Tap
from models.layers.dropout import apply_dropout
from models.layers.embeddings import SummedEmbeddings, initialise, positions_fit, tie
from models.layers.encoder import ResidualNorm, encoder_taps
from models.layers.feedforward import FeedForward
from models.layers.fourier import FourierMixing
from models.layers.linear import Linear
from models.layers.masked_head import MaskedHead
from models.layers.task_heads import TaskHead
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


@dataclass(frozen=True)
class FNetConfig(ModelConfig):
    """The fields of a published config.json; defaults are fnet-base's."""

    vocab_size: int = 32000
    hidden_size: int = 768
    num_hidden_layers: int = 12
    intermediate_size: int = 3072
    hidden_act: str = "gelu_new"
    hidden_dropout_prob: float = 0.1
    max_position_embeddings: int = 512
    type_vocab_size: int = 4
    initializer_range: float = 0.02
    layer_norm_eps: float = 1e-12

    FIXED: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "use_tpu_fourier_optimizations": (False,),
        "tie_word_embeddings": (True,),
    }
    SIZED: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "vocab_size": ("vocab_size",),
        "width": ("hidden_size",),
        "num_layers": ("num_hidden_layers",),
        "inner": ("intermediate_size",),
        "num_positions": ("max_position_embeddings",),
        "dropout": ("hidden_dropout_prob",),
    }

    @classmethod
    def from_json(cls, text: str) -> tuple[FNetConfig, tuple[str, ...]]:
        """Parse config.json. The length that matters for TPUs alone is no stranger."""
        config, unknown = super().from_json(text)
        return config, tuple(key for key in unknown if key != "tpu_short_seq_length")


class FourierBlock(nn.Module):
    """LayerNorm(x + mixing(x)), then LayerNorm(x + feed-forward(x)).

    Tap: `state` (B, T, D), the block's output.
    """

    def __init__(self, config: FNetConfig) -> None:
        super().__init__()
        width, eps = config.hidden_size, config.layer_norm_eps
        self.mixing = FourierMixing()
        self.mixing_norm = ResidualNorm(width, eps, 0.0)
        self.feed_forward = FeedForward(width, config.intermediate_size, config.hidden_act)
        self.feed_forward_norm = ResidualNorm(width, eps, config.hidden_dropout_prob)
        self.state = Tap()

    def forward(self, x: Tensor, lengths: Tensor | None) -> Tensor:
        """x (B, T, D), and how long each text is without padding (B,) -> (B, T, D)."""
        x = self.mixing_norm(x, self.mixing(x, lengths))
        return self.state(self.feed_forward_norm(x, self.feed_forward(x)))


class FNet(nn.Module):
    """The encoder with its heads `mlm` (masked tokens) and `nsp` (0: the second text follows).

    Tap `entered` (B, T, D): what enters the first block.
    """

    streams = ("encoder",)

    def __init__(self, config: FNetConfig) -> None:
        super().__init__()
        self.config = config
        width, eps = config.hidden_size, config.layer_norm_eps
        self.embeddings = SummedEmbeddings(
            config.vocab_size,
            width,
            config.max_position_embeddings,
            config.type_vocab_size,
            eps,
            dropout=0.0,
        )
        self.project = Linear(width, width)
        self.entered = Tap()
        self.layers = nn.ModuleList(FourierBlock(config) for _ in range(config.num_hidden_layers))
        self.mlm = MaskedHead(width, config.vocab_size, config.hidden_act, eps)
        self.pooler = Linear(width, width)
        self.nsp = Linear(width, 2)
        initialise(self, config.initializer_range)
        tie(self.mlm.decoder, self.embeddings.token)

    def forward(self, batch: Batch) -> dict[str, Tensor]:
        """The last hidden states (B, T, D)."""
        positions_fit(batch.input_ids.shape[1], self.config.max_position_embeddings)
        x = self.project(self.embeddings(batch.input_ids, batch.segment))  # (B, T, D)
        x = self.entered(apply_dropout(self, x, self.config.hidden_dropout_prob))
        lengths = None if batch.present is None else batch.present.sum(-1)
        for layer in self.layers:
            x = layer(x, lengths)
        return {"encoder": x}

    def logits(self, head: str, hidden: Tensor) -> Tensor:
        """`mlm`: (…, D) -> (…, V). `nsp`: the [CLS] state (…, D) -> (…, 2)."""
        if head == "mlm":
            return self.mlm(hidden)
        return self.nsp(torch.tanh(self.pooler(hidden)))

    def attention_taps(self, stream: str) -> list[str]:
        return []

    def hidden_taps(self, stream: str) -> list[str]:
        return ["entered", *encoder_taps("layers", len(self.layers), "state")]


_LAYER = "fnet.encoder.layer.{i}"

TABLE = WeightTable(
    architectures=("FNetForPreTraining", "FNetForMaskedLM", "FNetModel"),
    rules=(
        *embedding_rules("fnet.embeddings"),
        *layer_rules("project", "fnet.embeddings.projection"),
        *layer_rules("layers.{i}.mixing_norm", f"{_LAYER}.fourier.output.LayerNorm"),
        *layer_rules("layers.{i}.feed_forward.widen", f"{_LAYER}.intermediate.dense"),
        *layer_rules("layers.{i}.feed_forward.narrow", f"{_LAYER}.output.dense"),
        *layer_rules("layers.{i}.feed_forward_norm", f"{_LAYER}.output.LayerNorm"),
        *layer_rules("pooler", "fnet.pooler.dense"),
        *layer_rules("mlm.dense", "cls.predictions.transform.dense"),
        *layer_rules("mlm.norm", "cls.predictions.transform.LayerNorm"),
        WeightRule("mlm.decoder.bias", "cls.predictions.bias"),
        *layer_rules("nsp", "cls.seq_relationship"),
    ),
    legacy=(
        *GAMMA_BETA,
        (r"^(embeddings|encoder|pooler)\.", r"fnet.\1."),
        *tied_head("cls.predictions", "fnet.embeddings.word_embeddings.weight"),
    ),
    ignored=(r"\.(position_ids|token_type_ids)$",),
    optional=("mlm.", "nsp.", "pooler."),
    tied={"mlm.decoder.weight": "embeddings.token.weight"},
)


def _pooled_head(model: Any, num_outputs: int) -> TaskHead:
    return pooled_head(model, num_outputs)


def _span_head(model: Any, num_outputs: int) -> TaskHead:
    return token_head(model.config, "encoder", num_outputs, 0.0)


def _token_head(model: Any, num_outputs: int) -> TaskHead:
    return token_head(model.config, "encoder", num_outputs)


TASK_HEADS: Mapping[TaskHeadKind, TaskHeadSpec] = {
    "sequence": TaskHeadSpec("FNetForSequenceClassification", _pooled_head, CLASSIFIER),
    "choice": TaskHeadSpec("FNetForMultipleChoice", _pooled_head, CLASSIFIER),
    "span": TaskHeadSpec("FNetForQuestionAnswering", _span_head, SPAN),
    "token": TaskHeadSpec("FNetForTokenClassification", _token_head, CLASSIFIER),
}

SPEC = ArchSpec(
    name="fnet",
    title="FNet",
    summary="An encoder without attention: Fourier transforms mix its tokens.",
    difference=(
        "BERT's encoder with two Fourier transforms in place of attention, over the numbers of "
        "each token and over the tokens. They have no weights and the same effect in each text, "
        "cost little in long ones, and keep most of BERT's accuracy."
    ),
    paper=Paper(
        "Lee-Thorp, Ainslie, Eckstein, Ontanon",
        "FNet: Mixing Tokens with Fourier Transforms",
        2021,
        "2105.03824",
    ),
    reference="google-research/google-research, f_net",
    model_type="fnet",
    config_class=FNetConfig,
    model_class=FNet,
    streams=(
        StreamSpec(
            "encoder",
            "Encoder",
            attends=False,
            mixing="Fourier transforms mix all of its tokens, the same in each text.",
        ),
    ),
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
    tokenizers=("unigram",),
    tables={"": TABLE},
    presets=(
        Preset("fnet-base", {}, 82_861_056),
        Preset(
            "fnet-large",
            {"hidden_size": 1024, "num_hidden_layers": 24, "intermediate_size": 4096},
            236_945_408,
        ),
    ),
    notes=(
        "The class of transformers transforms padding with the text, so that its numbers depend on "
        "how long a batch is. Here each text is transformed alone.",
        "The transforms have no weights, and Parameters counts no operations for them.",
    ),
    post_norm=True,
    task_heads=TASK_HEADS,
)
