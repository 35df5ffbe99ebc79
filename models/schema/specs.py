"""What a file declares about itself: the SPEC of an architecture, objective, tokenizer or method.

Menus, enablement, what is recorded and the contract tests are derived from these declarations.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from models.schema.configs import ModelConfig
from models.schema.records import Corruption


@dataclass(frozen=True)
class Paper:
    """Where a method was published; `arxiv` is empty where there is no preprint."""

    authors: str
    title: str
    year: int
    arxiv: str = ""

    @property
    def url(self) -> str:
        """Where its preprint is; empty where there is none."""
        return f"https://arxiv.org/abs/{self.arxiv}" if self.arxiv else ""

    def __str__(self) -> str:
        where = f", arXiv:{self.arxiv}" if self.arxiv else ""
        return f"{self.authors} ({self.year}). {self.title}{where}"


DECODER_FEED = "decoder_input_ids"  # what a decoder beside an encoder is fed, by name


@dataclass(frozen=True)
class StreamSpec:
    """A tower of a model, or a second kind of attention in one.

    `feed` names the input whose tokens are its rows; its columns are the rows of the stream
    `columns`, or its own where that is empty.
    """

    name: str
    title: str
    causal: bool = False
    feed: str = "input_ids"
    columns: str = ""


@dataclass(frozen=True)
class ExtraSpec:
    """What only this family records: terms of the attention scores, a bias by position.

    By layer it is (L, H, R, C), else one (H, R, C) for all layers. `ablatable` says that it can be
    switched off, as a head can.
    """

    name: str
    title: str
    by_layer: bool = True
    ablatable: bool = False


@dataclass(frozen=True)
class HeadSpec:
    """An output of a model. `stream` is the one whose last hidden states it reads.

    Where that stream did not run, it reads `fallback_stream`: XLNet's head reads the query stream
    while the model learns, and the content stream of a plain text.

    predicts: "token" gives (T, V), "flag" one number per token (T,), "class" (num_classes,) for
    the whole example, read at position 0.

    Files may hold a head beside that of another objective by which the checkpoint was trained
    instead; `replaced_by` is how the names of that other head's tensors begin.
    """

    name: str
    title: str
    stream: str
    predicts: Literal["token", "flag", "class"]
    num_classes: int = 2
    fallback_stream: str = ""
    classes: tuple[str, ...] = ()  # what each class says, in a few words
    replaced_by: str = ""  # start of published tensor names beside which it was not trained

    def read(self, streams: Collection[str]) -> str:
        """The stream that it reads of those that ran."""
        return (
            self.stream
            if self.stream in streams or not self.fallback_stream
            else self.fallback_stream
        )


WITH_SEGMENTS = ("input_ids", "token_type_ids", "attention_mask")  # as published configs say it
TemplateSlot = tuple[str, int]  # what stands there (a role, FIRST or SECOND), and its segment
FIRST = "first text"
SECOND = "second text"

# [CLS] A [SEP] and [CLS] A [SEP] B [SEP]: BERT's, which most of its relatives kept.
BERT_SINGLE: tuple[TemplateSlot, ...] = (("cls", 0), (FIRST, 0), ("sep", 0))
BERT_PAIR: tuple[TemplateSlot, ...] = (*BERT_SINGLE, (SECOND, 1), ("sep", 1))


@dataclass(frozen=True)
class SpecialTokenTemplate:
    """Which special tokens an architecture has and where they stand around its texts.

    `roles` maps a role (pad, unk, cls, sep, mask, bos, eos) to its token; their order is that of
    the first ids of a vocabulary that is trained for it. `extra` are further special tokens, which
    come last, such as T5's sentinels. `inputs` are what a published tokenizer returns, where its
    class returns less by itself.
    """

    published_class: str  # tokenizer_class of tokenizer_config.json
    roles: Mapping[str, str]
    single: tuple[TemplateSlot, ...] = ((FIRST, 0),)
    pair: tuple[TemplateSlot, ...] = ((FIRST, 0), (SECOND, 1))
    extra: tuple[str, ...] = ()
    inputs: tuple[str, ...] = ()  # model_input_names of tokenizer_config.json


@dataclass(frozen=True)
class WeightRule:
    """One line of the table between our tensor names and those of published checkpoints.

    `{i}` stands for a layer index in both names. Several names in `theirs` mean that ours is
    their concatenation along the first axis, or, `stacked`, along a new one behind the first.
    `transpose` is for weights stored as (in, out).
    """

    ours: str
    theirs: str | tuple[str, ...]
    transpose: bool = False
    stacked: bool = False


def with_bias(ours: str, *theirs: str) -> tuple[WeightRule, WeightRule]:
    """The lines for the weight and the bias of a layer; several of theirs are concatenated."""

    def rule(kind: str) -> WeightRule:
        names = tuple(f"{name}.{kind}" for name in theirs)
        return WeightRule(f"{ours}.{kind}", names if len(names) > 1 else names[0])

    return rule("weight"), rule("bias")


@dataclass(frozen=True)
class WeightTable:
    """How one folder of a published checkpoint maps onto a model.

    `legacy` are (pattern, replacement) pairs that bring older published names to today's.
    `ignored` are patterns of names that published files carry and that say nothing.
    `tied` maps a name that the reference also knows to the one it shares its storage with; one that
    has a rule as well is written where it has numbers of its own.
    """

    rules: tuple[WeightRule, ...]
    architectures: tuple[str, ...]  # of config.json, the first is written
    legacy: tuple[tuple[str, str], ...] = ()
    ignored: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()  # prefixes of ours that a published file may lack
    tied: Mapping[str, str] = field(default_factory=dict)
    config_class: type[ModelConfig] | None = None  # of config.json here; None: the architecture's


@dataclass(frozen=True)
class Preset:
    """A published size, with the model class that its parameter count is stated for.

    `absent` of the total belong to a part that is not here because pretraining never trains it:
    RoBERTa's pooler.
    """

    name: str
    config: Mapping[str, Any]
    total: int  # parameters of the base model, tied tensors once
    absent: int = 0


@dataclass(frozen=True)
class ArchSpec:
    """An architecture: one file in models/arch.

    Panels and objectives know heads by name: `lm` writes the next token, or the one whose turn it
    is; `mlm` fills gaps; `rtd` tells replaced tokens.
    """

    name: str
    title: str
    summary: str  # one sentence for a card
    difference: str  # what it changed against what came before
    paper: Paper
    reference: str  # the implementation that settles details
    model_type: str  # of config.json
    config_class: type[ModelConfig]
    model_class: type[Any]  # of models.batch.LanguageModel
    streams: tuple[StreamSpec, ...]
    heads: tuple[HeadSpec, ...]
    direction: str  # from which side tokens see each other
    positions: str  # how a token's position enters
    objectives: tuple[str, ...]  # that it was published with, in the order they are applied
    tokenizers: tuple[str, ...]  # families, the published one first
    tables: Mapping[str, WeightTable]  # subfolder ("" is the checkpoint itself) -> table
    presets: tuple[Preset, ...] = ()
    generates: bool = False
    extras: tuple[ExtraSpec, ...] = ()  # recorded beside attention, hidden states and logits
    template: SpecialTokenTemplate | None = (
        None  # of its texts; None: that of the tokenizer's family
    )
    add_default_feeds: Callable[[Corruption, Any], Corruption] | None = (
        None  # adds feeds, by the config
    )
    ordered: bool = False  # reads the feed `order`, see models/orders.py
    post_norm: bool = False  # normalises behind each sum, as the first transformer did
    scale_lr_by_rms: bool = False  # its tensors start too unlike for one rate, see `Schedule`
    notes: tuple[str, ...] = ()  # where code and paper differ
    other_types: tuple[str, ...] = ()  # further model types of config.json for the same mathematics

    @property
    def model_types(self) -> tuple[str, ...]:
        """Every model_type of a config.json that it reads; the first is written."""
        return (self.model_type, *self.other_types)

    def config_of(self, key: str) -> type[ModelConfig]:
        """What reads the config.json of a subfolder, a key of `tables`."""
        return self.tables[key].config_class or self.config_class

    def stream(self, name: str) -> StreamSpec:
        return next(stream for stream in self.streams if stream.name == name)

    def refusal(self, objective: ObjectiveSpec) -> str:
        """Why it cannot learn what an objective asks for; empty where it can."""
        streams = {head.name: self.stream(head.stream) for head in self.heads}
        if not objective.trains <= set(streams):
            return f"{self.title} has no head for the objective {objective.name!r}"
        stream = streams[objective.head]
        writes = stream.feed == DECODER_FEED
        if objective.needs_decoder and not writes:
            return f"{self.title} has no decoder that writes what {objective.name!r} asks for"
        if objective.needs_order and not self.ordered:
            return f"{self.title} does not read the order that {objective.name!r} draws"
        if objective.looks_back and (writes or not stream.causal):
            return f"{self.title} does not read from left to right, as {objective.name!r} does"
        return ""

    def head(self, name: str) -> HeadSpec:
        return next(head for head in self.heads if head.name == name)


@dataclass(frozen=True)
class Option:
    """A setting of an objective or method, as a form shows it."""

    name: str
    title: str
    default: Any
    minimum: float | None = None
    maximum: float | None = None
    choices: tuple[Any, ...] = ()
    help: str = ""


@dataclass(frozen=True)
class ObjectiveSpec:
    """A pretraining objective: one file in models/objectives.

    `corrupt(corruption, rng, vocabulary, **options) -> Corruption` adds to what earlier
    objectives did. `layout` cuts documents into examples.
    """

    name: str
    title: str
    summary: str
    paper: Paper
    head: str  # the head that it trains
    corrupt: Callable[..., Corruption]
    layout: Callable[..., Any] | None = None  # as in models/data/examples; None: a stream of text
    options: tuple[Option, ...] = ()
    needs_mask_token: bool = False
    needs_sentinels: bool = False  # tokens that stand for a span, such as <extra_id_0>
    needs_order: bool = False  # an architecture that reads the feed `order`
    needs_decoder: bool = False  # that writes beside what is read
    looks_back: bool = False  # each token is predicted from those before it
    single_share: float = 0.0  # of the steps of a small run that should read single sentences
    task_share: float = 0.0  # of the steps that should read tasks, from which alone it learns
    in_runs: bool = False  # what it hides comes in runs of neighbours that belong together
    heads: tuple[str, ...] = ()  # all that it trains, where there are several
    weights: Mapping[str, float] = field(default_factory=dict)  # of the heads in the loss, else 1
    losses: Callable[..., Any] | None = None  # (model, batch) -> HeadLoss by head; None: targets
    notes: tuple[str, ...] = ()

    @property
    def trains(self) -> frozenset[str]:
        """The heads that it trains."""
        return frozenset({self.head, *self.heads})

    def excludes(self, other: ObjectiveSpec) -> bool:
        """Whether the two cannot be learned together: one head cannot learn both of a text.

        One that learns from tasks alone leaves the documents to the other.
        """
        return bool(self.trains & other.trains) and not (self.task_share or other.task_share)

    @property
    def hides(self) -> bool:
        """Whether it draws tokens to hide, so that a person can choose them instead."""
        return self.needs_mask_token or self.needs_sentinels or self.needs_order


@dataclass(frozen=True)
class TokenizerSpec:
    """A tokenizer family: one file in models/tokenization."""

    name: str
    title: str
    summary: str
    paper: Paper
    continuation: str  # how a piece inside a word is marked
    train: Callable[..., Any]  # (texts, vocab_size, special, names=, template=) -> Tokenizer
    open: Callable[..., Any]  # (folder, template=) -> Tokenizer, or None: the files are another's


@dataclass(frozen=True)
class DistillationSpec:
    """A distillation method: one file in models/distillation."""

    name: str
    title: str
    summary: str
    paper: Paper
    teachers: tuple[str, ...]  # architectures
    student: str
    terms: tuple[str, ...]  # of the loss
    options: tuple[Option, ...]
    make_student: Callable[..., Any]
    loss: Callable[..., Any]
    notes: tuple[str, ...] = ()
