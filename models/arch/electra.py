"""ELECTRA, a discriminator that detects which tokens a small generator has replaced.

Clark, Luong, Le, Manning (2020), arXiv:2003.10555; reference: google-research/electra, and
`ElectraForPreTraining` / `ElectraForMaskedLM` of transformers for names and details. The two are
published as two checkpoints. Here they are one model that shares its embeddings, as in the paper;
on disk the discriminator is the checkpoint and the generator its subfolder `generator`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from torch import Tensor, nn

from models.arch.bert import (
    CLASSIFIER,
    DROPOUT,
    GAMMA_BETA,
    LARGE,
    SPAN,
    BertConfig,
    OneEncoder,
    bert_layer_rules,
    embedding_rules,
    encoder_blocks,
    summed_embeddings,
    token_head,
)
from models.arch.generator_discriminator import (
    DISCRIMINATOR,
    GENERATOR,
    REPLACED_FEED,
    GeneratorDiscriminator,
    PairConfig,
)
from models.inference.taps import Tap
from models.layers.embeddings import SummedEmbeddings, initialise, positions_fit, tie
from models.layers.encoder import run_blocks
from models.layers.feedforward import activation
from models.layers.linear import Linear
from models.layers.masked_head import MaskedHead
from models.layers.task_heads import SequenceHead, TaskHead, first_state, summary_head
from models.schema.batch import Batch
from models.schema.specs import (
    TOKENS,
    ArchSpec,
    HeadSpec,
    InputSpec,
    Paper,
    Preset,
    StreamSpec,
    TaskHeadKind,
    TaskHeadSpec,
    WeightRule,
    WeightTable,
    layer_rules,
)

GENERATOR_SIZE = 0.25  # of the width; paper, 3.2: a quarter for small and large, a third for base


@dataclass(frozen=True)
class ElectraPartConfig(BertConfig):
    """The fields of a published config.json; defaults are electra-small-discriminator.

    `generator_hidden_size` is a key of the authors' code, the generator's part of the width.
    `original_head` gives the discriminator a second head, over the vocabulary, for two ablations of
    the paper (section 3.5). Both are written only where they are not the usual ones.
    """

    embedding_size: int = 128
    hidden_size: int = 256
    num_attention_heads: int = 4
    intermediate_size: int = 1024
    generator_hidden_size: float = GENERATOR_SIZE
    original_head: bool = False

    SIZED: ClassVar[Mapping[str, tuple[str, ...]]] = {
        **BertConfig.SIZED,
        "width": ("hidden_size", "embedding_size"),
    }

    def __post_init__(self) -> None:
        if not 0 < self.generator_hidden_size <= 1:
            raise ValueError("generator_hidden_size must be above 0, and at most 1")

    def generator(self) -> ElectraPartConfig:
        """The generator of the paper: a part of width, heads and inner width, as many layers.

        Fewer heads where that part of them does not divide the width. Raises ValueError.
        """
        part = self.generator_hidden_size
        width, inner = int(self.hidden_size * part), int(self.intermediate_size * part)
        if min(width, inner) < 1:
            least = math.ceil(1 / part)
            raise ValueError(
                f"an ELECTRA's width and inner width must be at least {least}: "
                f"its generator has {part:g} of each"
            )
        num_heads = max(1, int(self.num_attention_heads * part))
        return replace(
            self,
            hidden_size=width,
            num_attention_heads=next(n for n in range(num_heads, 0, -1) if width % n == 0),
            intermediate_size=inner,
            original_head=False,
        )

    def to_json(self, **bookkeeping: Any) -> str:
        """The text of a config.json, with our own keys where they are not the usual ones."""
        data = json.loads(super().to_json(**bookkeeping))
        usual = {"generator_hidden_size": GENERATOR_SIZE, "original_head": False}
        data = {key: data[key] for key in data if key not in usual or data[key] != usual[key]}
        return json.dumps(data, indent=2, sort_keys=True) + "\n"


@dataclass(frozen=True)
class ElectraConfig(PairConfig):
    """Generator and discriminator, which share their embeddings where both are there."""

    PART: ClassVar[type[ElectraPartConfig]] = ElectraPartConfig
    SIZED: ClassVar[Mapping[str, tuple[str, ...]]] = ElectraPartConfig.SIZED


class ElectraEncoder(OneEncoder):
    """An encoder over embeddings that may be narrower than itself.

    Taps: `entered` (B, T, D), and those of the blocks.
    """

    ENTERED = "entered"

    def __init__(self, config: ElectraPartConfig, embeddings: SummedEmbeddings | None) -> None:
        super().__init__()
        self.config = config
        self.embeddings = embeddings or summed_embeddings(config, config.embedding_size)
        narrow = config.embedding_size != config.hidden_size
        self.project = Linear(config.embedding_size, config.hidden_size) if narrow else None
        self.layers = encoder_blocks(config)
        self.entered = Tap()

    def forward(self, batch: Batch) -> dict[str, Tensor]:
        """The last hidden states (B, T, D), or (B, 1, D) of the first token alone."""
        positions_fit(batch.input_ids.shape[1], self.config.max_position_embeddings)
        x = self.embeddings(batch.input_ids, batch.segment)  # (B, T, E)
        if self.project is not None:
            x = self.project(x)  # (B, T, D)
        x = self.entered(x)
        return {"encoder": run_blocks(self.layers, x, batch.present, batch.first_only)}


class ReplacedHead(nn.Module):
    """One number per token, positive where the token looks replaced: dense, activation, linear."""

    def __init__(self, config: ElectraPartConfig) -> None:
        super().__init__()
        self.dense = Linear(config.hidden_size, config.hidden_size)
        self.act = activation(config.hidden_act)
        self.judge = Linear(config.hidden_size, 1)

    def forward(self, hidden: Tensor) -> Tensor:
        logits: Tensor = self.judge(self.dense(hidden, self.act))
        return logits.squeeze(-1)  # (…,)


def _vocabulary_head(config: ElectraPartConfig) -> MaskedHead:
    act = "gelu"  # the reference does not ask the configuration here
    return MaskedHead(
        config.hidden_size, config.vocab_size, act, config.layer_norm_eps, config.embedding_size
    )


class Electra(GeneratorDiscriminator):
    """Generator with head `mlm` and discriminator with head `rtd`, over one embedding table.

    With `original_head` the discriminator also has the head `original`, which predicts tokens.
    """

    def __init__(self, config: ElectraConfig) -> None:
        super().__init__()
        self.config = config
        self.discriminator = (
            ElectraEncoder(config.discriminator, None) if config.discriminator else None
        )
        self.generator = None
        if config.generator:
            shared = self.discriminator.embeddings if self.discriminator and config.tied else None
            self.generator = ElectraEncoder(config.generator, shared)
            self.mlm = _vocabulary_head(config.generator)
        if config.discriminator:
            self.rtd = ReplacedHead(config.discriminator)
            if config.discriminator.original_head:
                self.original = _vocabulary_head(config.discriminator)
        initialise(self, config.main.initializer_range)
        if self.generator is not None:
            tie(self.mlm.decoder, self.generator.embeddings.token)
        if self.discriminator is not None and config.main.original_head:
            tie(self.original.decoder, self.discriminator.embeddings.token)

    def logits(self, head: str, hidden: Tensor) -> Tensor:
        """`mlm`: (…, D_generator) -> (…, V). `rtd`: (…, D) -> (…,), positive means replaced.

        `original`: (…, D) -> (…, V).
        """
        logits: Tensor = getattr(self, head)(hidden)
        return logits


def _encoder_rules(ours: str) -> tuple[WeightRule, ...]:
    return (
        *embedding_rules("electra.embeddings", f"{ours}.embeddings"),
        *layer_rules(f"{ours}.project", "electra.embeddings_project"),
        *bert_layer_rules("electra.encoder.layer.{i}", f"{ours}.layers.{{i}}"),
    )


LEGACY = (*GAMMA_BETA, (r"^(embeddings|embeddings_project|encoder)\.", r"electra.\1."))

DISCRIMINATOR_TABLE = WeightTable(
    architectures=("ElectraForPreTraining", "ElectraModel"),
    rules=(
        *_encoder_rules("discriminator"),
        *layer_rules("rtd.dense", "discriminator_predictions.dense"),
        *layer_rules("rtd.judge", "discriminator_predictions.dense_prediction"),
        *layer_rules("original.dense", "original_predictions.dense"),
        *layer_rules("original.norm", "original_predictions.LayerNorm"),
        WeightRule("original.decoder.bias", "original_predictions.bias"),
    ),
    legacy=LEGACY,
    ignored=(r"\.position_ids$",),
    optional=("rtd.", "original."),
    config_class=ElectraPartConfig,
)

GENERATOR_TABLE = WeightTable(
    architectures=("ElectraForMaskedLM",),
    rules=(
        *_encoder_rules("generator"),
        *layer_rules("mlm.dense", "generator_predictions.dense"),
        *layer_rules("mlm.norm", "generator_predictions.LayerNorm"),
        WeightRule("mlm.decoder.bias", "generator_lm_head.bias"),
    ),
    legacy=(
        *LEGACY,
        (r"^generator_lm_head\.weight$", "electra.embeddings.word_embeddings.weight"),
    ),
    ignored=(r"\.position_ids$",),
    tied={"mlm.decoder.weight": "generator.embeddings.token.weight"},
    config_class=ElectraPartConfig,
)


def _sequence_head(model: Electra, num_outputs: int, classifier_dropout: float | None) -> TaskHead:
    config = model.config.fine_tuned
    rate = config.hidden_dropout_prob if classifier_dropout is None else classifier_dropout
    head = SequenceHead(
        DISCRIMINATOR,
        config.hidden_size,
        num_outputs,
        rate,
        summary=first_state,
        act="gelu",  # whatever `hidden_act` says
        first_dropout=rate,
    )
    initialise(head, config.initializer_range)
    return head


def _choice_head(model: Electra, num_outputs: int, **summary: Any) -> TaskHead:
    config = model.config.fine_tuned
    head = summary_head(DISCRIMINATOR, config.hidden_size, num_outputs, **summary)
    initialise(head, config.initializer_range)
    return head


def discriminator_span_head(model: GeneratorDiscriminator, num_outputs: int) -> TaskHead:
    """A linear layer for each token of the discriminator, without dropout."""
    return token_head(model.config.fine_tuned, DISCRIMINATOR, num_outputs, 0.0)


def discriminator_token_head(
    model: GeneratorDiscriminator, num_outputs: int, classifier_dropout: float | None = None
) -> TaskHead:
    """Dropout and a linear layer for each token of the discriminator."""
    return token_head(model.config.fine_tuned, DISCRIMINATOR, num_outputs, classifier_dropout)


TASK_HEADS: Mapping[TaskHeadKind, TaskHeadSpec] = {
    "sequence": TaskHeadSpec(
        "ElectraForSequenceClassification",
        _sequence_head,
        (
            *layer_rules("head.dense", "classifier.dense"),
            *layer_rules("head.output", "classifier.out_proj"),
        ),
        options=DROPOUT,
    ),
    "choice": TaskHeadSpec(
        "ElectraForMultipleChoice",
        _choice_head,
        (*layer_rules("head.dense", "sequence_summary.summary"), *CLASSIFIER),
        options={
            "summary_type": "first",
            "summary_use_proj": True,
            "summary_activation": "gelu",
            "summary_first_dropout": 0.0,
            "summary_last_dropout": 0.1,
        },
    ),
    "span": TaskHeadSpec("ElectraForQuestionAnswering", discriminator_span_head, SPAN),
    "token": TaskHeadSpec(
        "ElectraForTokenClassification", discriminator_token_head, CLASSIFIER, options=DROPOUT
    ),
}

SPEC = ArchSpec(
    name="electra",
    title="ELECTRA",
    summary="An encoder trained on every token: has a small generator replaced it or not?",
    difference="The loss covers all tokens instead of 15 %; only the discriminator is used later.",
    paper=Paper(
        "Clark, Luong, Le, Manning",
        "ELECTRA: Pre-training Text Encoders as Discriminators Rather Than Generators",
        2020,
        "2003.10555",
    ),
    reference="google-research/electra",
    model_type="electra",
    config_class=ElectraConfig,
    model_class=Electra,
    streams=(
        StreamSpec("generator", "Generator"),
        StreamSpec("discriminator", "Discriminator", feed=REPLACED_FEED),
    ),
    heads=(
        HeadSpec("mlm", "Generator", "generator", "fill_mask"),
        HeadSpec("rtd", "Replacements", "discriminator", "detect_replacement"),
        HeadSpec(
            "original",
            "Original tokens",
            "discriminator",
            "fill_mask",
            config={"original_head": True},
        ),
    ),
    inputs=(TOKENS, InputSpec(REPLACED_FEED, "Discriminator input", "tokens")),
    direction="both sides",
    positions="learned, absolute",
    objectives=("replaced_token",),
    tokenizers=("wordpiece",),
    tables={"": DISCRIMINATOR_TABLE, GENERATOR: GENERATOR_TABLE},
    presets=(
        Preset("electra-small-discriminator", {}, 13_483_008),
        Preset(
            "electra-base-discriminator",
            {
                "embedding_size": 768,
                "hidden_size": 768,
                "num_attention_heads": 12,
                "intermediate_size": 3072,
            },
            108_891_648,
        ),
        Preset(
            "electra-large-discriminator",
            {"embedding_size": 1024, **LARGE},
            334_092_288,
        ),
    ),
    notes=(
        "The authors' code masks 85% of the chosen tokens and leaves the other 15% unchanged.",
        "The released small checkpoint was trained with a generator of full width.",
        "Generator and discriminator share their token embeddings. With both of one size, the "
        "paper's GLUE score is 83.6 with nothing shared, 84.3 with embeddings shared and 84.4 with "
        "all weights shared, which needs that size (Clark et al. 2020, section 3.2).",
    ),
    post_norm=True,
    task_heads=TASK_HEADS,
)
