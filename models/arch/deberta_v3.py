"""DeBERTaV3: the encoder of DeBERTa v2 detects replaced tokens; its token table is a sum.

He, Gao, Chen (2021), arXiv:2111.09543; reference: microsoft/DeBERTa, DeBERTa/apps/tasks/rtd_task.py
and DeBERTa/apps/models/replaced_token_detection_model.py; hidden states as `DebertaV2Model` of
transformers, which has no detection head. The published files are the discriminator; what is
trained here has its generator in the subfolder `generator`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from torch import Tensor, nn

from models.arch import deberta_v2
from models.arch.bert import CLASSIFIER, SPAN
from models.arch.deberta import (
    EXTRAS,
    HEAD_RULES,
    IGNORED,
    LEGACY,
    NOTES,
    POSITION_TABLE,
    ROLES,
    pooled_head,
    pooled_head_spec,
    vocabulary_head,
)
from models.arch.deberta_v2 import DebertaV2Config, DebertaV2Encoder
from models.arch.electra import discriminator_span_head, discriminator_token_head
from models.arch.generator_discriminator import (
    DISCRIMINATOR,
    GENERATOR,
    REPLACED_FEED,
    GeneratorDiscriminator,
    PairConfig,
)
from models.layers.embeddings import OffsetEmbedding, initialise, tie
from models.layers.feedforward import activation
from models.layers.linear import Linear
from models.layers.task_heads import TaskHead
from models.schema.configs import Size
from models.schema.specs import (
    CLS_PAIR,
    CLS_SINGLE,
    TOKENS,
    ArchSpec,
    HeadSpec,
    InputSpec,
    Paper,
    Preset,
    SpecialTokenTemplate,
    StreamSpec,
    TaskHeadSpec,
    WeightRule,
    WeightTable,
    layer_rules,
)

ES, NES, GDES = SHARINGS = ("es", "nes", "gdes")  # of the token table, as the paper names them


@dataclass(frozen=True)
class DebertaV3PartConfig(DebertaV2Config):
    """The fields of a published config.json; defaults are deberta-v3-base.

    `embedding_sharing` is an option of the authors' code for the token tables of generator and
    discriminator: "es", one table; "nes", two; "gdes", the discriminator's is the generator's
    without a gradient to it, plus an offset. None where a config.json does not say it, as in the
    authors' files: there is no generator, or the tables are two. `original_head` gives the
    discriminator a second head, over the vocabulary, for two ablations of ELECTRA's paper.
    """

    hidden_size: int = 768
    num_hidden_layers: int = 12
    num_attention_heads: int = 12
    intermediate_size: int = 3072
    conv_kernel_size: int = 0
    embedding_sharing: str | None = GDES
    original_head: bool = False

    FIXED: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        **DebertaV2Config.FIXED,
        "conv_kernel_size": (0,),
        "embedding_sharing": (None, *SHARINGS),
    }
    UNSAID: ClassVar[Mapping[str, Any]] = {**DebertaV2Config.UNSAID, "embedding_sharing": None}

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.embedding_sharing not in (None, *SHARINGS):
            raise ValueError(f"embedding_sharing must be one of {', '.join(SHARINGS)}")
        if self.conv_kernel_size > 0:
            raise ValueError("version 3 has no convolution: conv_kernel_size must be 0")
        if self.original_head and self.embedding_sharing == GDES:
            raise ValueError("the head `original` is tied to one table: it has no offset (GDES)")

    @classmethod
    def from_size(cls, size: Size, **overrides: Any) -> Self:
        """A discriminator, which has no enhanced mask decoder; one table where a head needs it."""
        usual: dict[str, Any] = {"enhanced_mask_decoder": None}
        if overrides.get("original_head"):
            usual["embedding_sharing"] = ES
        return super().from_size(size, **{**usual, **overrides})

    def generator(self) -> Self:
        """Return the configuration of the generator: half the depth, an enhanced mask decoder.

        The width stays. Source: experiments/language_model/rtd_*.json of microsoft/DeBERTa.
        """
        depth = max(1, self.num_hidden_layers // 2)
        return replace(
            self, num_hidden_layers=depth, enhanced_mask_decoder=True, original_head=False
        )


@dataclass(frozen=True)
class DebertaV3Config(PairConfig):
    """Generator and discriminator; a checkpoint may have only one of them."""

    PART: ClassVar[type[DebertaV3PartConfig]] = DebertaV3PartConfig
    SIZED: ClassVar[Mapping[str, tuple[str, ...]]] = DebertaV3PartConfig.SIZED

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.discriminator is not None and self.discriminator.enhanced_mask_decoder:
            raise ValueError("the generator alone has an enhanced mask decoder")

    def untie(self) -> Self | None:
        return super().untie() if self.table_sharing == ES else None

    @property
    def table_sharing(self) -> str:
        """How the token tables are shared."""
        declared: str | None = self.main.embedding_sharing
        return declared if declared and self.tied else NES

    @property
    def first_position(self) -> None:
        return None


class DetectionHead(nn.Module):
    """One number per token, positive where the token looks replaced.

    LayerNorm(state of [CLS] + state of the token), dense, activation, linear layer.
    """

    def __init__(self, config: DebertaV3PartConfig) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)
        self.dense = Linear(config.hidden_size, config.hidden_size)
        self.act = activation(config.hidden_act)
        self.judge = Linear(config.hidden_size, 1)

    def forward(self, hidden: Tensor) -> Tensor:
        """All states of a text (…, T, D), the first one that of [CLS] -> (…, T)."""
        states = self.norm(hidden[..., :1, :] + hidden)
        logits: Tensor = self.judge(self.dense(states, self.act))
        return logits.squeeze(-1)


class DebertaV3(GeneratorDiscriminator):
    """Generator with head `mlm` and discriminator with head `rtd`, which may share a token table.

    Only token tables are shared. The authors' code treats the tables of absolute positions alike,
    but the discriminator reads none where `position_biased_input` is false, as in every published
    file: there is nothing to share.
    """

    PLACES: ClassVar[Mapping[str, tuple[str, str]]] = {
        "emd": (GENERATOR, "emd"),
        **GeneratorDiscriminator.PLACES,
    }

    def __init__(self, config: DebertaV3Config) -> None:
        super().__init__()
        self.config = config
        self.generator = DebertaV2Encoder(config.generator) if config.generator else None
        self.discriminator = (
            DebertaV2Encoder(config.discriminator) if config.discriminator else None
        )
        if self.generator is not None:
            self.mlm = vocabulary_head(config.generator)
        if self.discriminator is not None:
            self.rtd = DetectionHead(config.discriminator)
            if config.discriminator.original_head:
                self.original = vocabulary_head(config.discriminator)
        initialise(self, config.main.initializer_range)
        if self.generator is not None:
            tie(self.mlm.decoder, self.generator.embeddings.token)
        if self.generator is not None and self.discriminator is not None:
            base = self.generator.embeddings.token
            if config.table_sharing == ES:
                self.discriminator.embeddings.token = base
            elif config.table_sharing == GDES:
                self.discriminator.embeddings.token = OffsetEmbedding(base)
        if self.discriminator is not None and config.main.original_head:
            tie(self.original.decoder, self.discriminator.embeddings.token)

    def logits(self, head: str, hidden: Tensor) -> Tensor:
        """`mlm` and `original`: (…, D) -> (…, V). `rtd`: all states of a text (…, T, D) -> (…, T),
        positive means replaced.
        """
        logits: Tensor = getattr(self, head)(hidden)
        return logits

    def extra_taps(self, stream: str) -> dict[str, list[str]]:
        part, inner = self.PLACES[stream]
        own: dict[str, list[str]] = getattr(self, part).extra_taps(inner)
        return {name: [f"{part}.{path}" for path in paths] for name, paths in own.items()}


def _rules_of(part: str, without: Collection[str] = ()) -> tuple[WeightRule, ...]:
    """The lines of an encoder; `without` are names of theirs."""
    rules = (rule for rule in deberta_v2.ENCODER_RULES if rule.theirs not in without)
    return tuple(replace(rule, ours=f"{part}.{rule.ours}") for rule in rules)


# The authors' code and files misspell the last layer of the head.
DETECTION_LEGACY = ((r"^mask_predictions\.classifier\.", "mask_predictions.classifer."),)

DISCRIMINATOR_TABLE = WeightTable(
    architectures=("DebertaV2Model",),
    rules=(
        *_rules_of(DISCRIMINATOR, without=(POSITION_TABLE,)),
        *layer_rules("rtd.dense", "mask_predictions.dense"),
        *layer_rules("rtd.norm", "mask_predictions.LayerNorm"),
        *layer_rules("rtd.judge", "mask_predictions.classifer"),
        *layer_rules("original.dense", "original_predictions.dense"),
        *layer_rules("original.norm", "original_predictions.LayerNorm"),
        WeightRule("original.decoder.bias", "original_predictions.bias"),
    ),
    legacy=(*LEGACY, *DETECTION_LEGACY),
    ignored=(r"\.position_ids$", r"^(pooler|cls\.predictions)\.", rf"^{POSITION_TABLE}$"),
    optional=("rtd.", "original."),
    config_class=DebertaV3PartConfig,
)

GENERATOR_TABLE = WeightTable(
    architectures=("DebertaV2ForMaskedLM",),
    rules=(*_rules_of(GENERATOR), *HEAD_RULES),
    legacy=LEGACY,
    ignored=IGNORED,
    optional=("mlm.",),
    tied={"mlm.decoder.weight": "generator.embeddings.token.weight"},
    config_class=DebertaV3PartConfig,
)


def _pooled_head(model: DebertaV3, num_outputs: int, **options: Any) -> TaskHead:
    return pooled_head(model.config.fine_tuned, DISCRIMINATOR, num_outputs, **options)


def _preset(name: str, width: int, num_layers: int, num_heads: int, total: int) -> Preset:
    sizes = {
        "hidden_size": width,
        "num_hidden_layers": num_layers,
        "num_attention_heads": num_heads,
        "intermediate_size": 4 * width,
    }
    return Preset(name, sizes, total)


SPEC = ArchSpec(
    name="deberta-v3",
    title="DeBERTaV3",
    summary="DeBERTa v2's encoder, trained to detect which tokens a generator has replaced.",
    difference=(
        "Replaced-token detection instead of masked tokens. The generator is as wide as the "
        "discriminator and half as deep. The discriminator's token table is the generator's, "
        "without a gradient to it, plus an offset that it learns itself. No convolution."
    ),
    paper=Paper(
        "He, Gao, Chen",
        "DeBERTaV3: Improving DeBERTa using ELECTRA-Style Pre-Training with "
        "Gradient-Disentangled Embedding Sharing",
        2021,
        "2111.09543",
    ),
    reference="microsoft/DeBERTa",
    model_type="deberta-v3",
    shared_type="deberta-v2",
    marks=("embedding_sharing", "mask_predictions."),
    config_class=DebertaV3Config,
    model_class=DebertaV3,
    streams=(
        StreamSpec("emd", "Generator's mask decoder"),
        StreamSpec("generator", "Generator"),
        StreamSpec("discriminator", "Discriminator", feed=REPLACED_FEED),
    ),
    heads=(
        HeadSpec("mlm", "Generator", "emd", "fill_mask", fallback_stream="generator"),
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
    positions="relative, in logarithmic buckets; absolute only in the generator's mask decoder",
    objectives=("replaced_token",),
    tokenizers=("unigram",),
    tables={"": DISCRIMINATOR_TABLE, GENERATOR: GENERATOR_TABLE},
    presets=(
        _preset("deberta-v3-xsmall", 384, 12, 6, 70_682_112),
        _preset("deberta-v3-small", 768, 6, 12, 141_304_320),
        _preset("deberta-v3-base", 768, 12, 12, 183_831_552),
        _preset("deberta-v3-large", 1024, 24, 16, 434_012_160),
    ),
    extras=EXTRAS,
    template=SpecialTokenTemplate("DebertaV2Tokenizer", ROLES, CLS_SINGLE, CLS_PAIR),
    notes=(
        *NOTES,
        "The authors' code updates the generator, then the discriminator on the table that was "
        "just updated, each with an optimizer of its own. Here one step follows the gradients of "
        "the sum of both losses. With separate tables and with the offset each parameter has the "
        "same gradient as there, up to the generator's last step, which the discriminator's "
        "table sees one step later, and gradients are clipped together. With one table its two "
        "gradients are added, where the authors' code would take two steps.",
        "The authors' code weights the detection loss by 10 by default. With separate "
        "parameters and Adam the weight acts through the clipping of gradients alone.",
        "All chosen tokens are masked, none is left unchanged, and the generator's samples are "
        "drawn at temperature 1.",
        "The published files hold no generator; their table is the sum.",
    ),
    post_norm=True,
    task_heads={
        "sequence": pooled_head_spec("DebertaV2ForSequenceClassification", _pooled_head),
        "choice": pooled_head_spec("DebertaV2ForMultipleChoice", _pooled_head),
        "span": TaskHeadSpec("DebertaV2ForQuestionAnswering", discriminator_span_head, SPAN),
        "token": TaskHeadSpec(
            "DebertaV2ForTokenClassification", discriminator_token_head, CLASSIFIER
        ),
    },
    config_titles={"embedding_sharing": "Token table and the generator's"},
    config_values={
        "embedding_sharing": {
            None: "not stated",
            "es": "one table (ES)",
            "nes": "two tables (NES)",
            "gdes": "the generator's without its gradient, plus an offset (GDES)",
        },
    },
)
