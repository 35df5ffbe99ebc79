"""What a file declares about itself: the SPEC of an architecture, objective, tokenizer or method.

Menus, enablement, what is recorded and the contract tests are derived from these declarations.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np

from models.schema.configs import ModelConfig
from models.schema.records import BoolArray, ModelInput
from models.schema.roles import (
    ComparedLayers,
    DistillationRole,
    EntityLinking,
    EqualDepth,
    FurtherInputs,
    ObjectiveRole,
    PredictionOrder,
    RoleKind,
    SentinelSpans,
    TaskLearning,
    TaskTeaching,
    TaskWeights,
    find_role,
)


@dataclass(frozen=True)
class Paper:
    """The publication of a method; `arxiv` is empty where there is no preprint."""

    authors: str
    title: str
    year: int
    arxiv: str = ""

    @property
    def url(self) -> str:
        """The address of its preprint; empty where there is none."""
        return f"https://arxiv.org/abs/{self.arxiv}" if self.arxiv else ""

    def __str__(self) -> str:
        where = f", arXiv:{self.arxiv}" if self.arxiv else ""
        return f"{self.authors} ({self.year}). {self.title}{where}"


# Names of inputs that objectives write and architectures read.
MAIN_FEED = "input_ids"
DECODER_FEED = "decoder_input_ids"
ORDER_FEED = "order"
POSITION_FEED = "position_ids"
LANGUAGE_FEED = "langs"
CHARACTER_FEED = "characters"
ENTITY_FEED = "entity_ids"
ENTITY_POSITION_FEED = "entity_positions"
GLOBAL_FEED = "global_attention_mask"

Role = Literal[
    "tokens",
    "decoder_tokens",
    "order",
    "entities",
    "positions",
    "token_positions",
    "languages",
    "characters",
    "global_tokens",
]


@dataclass(frozen=True)
class InputVariant:
    """Another way to fill an input, which a person can choose: (model input) -> ModelInput.

    It changes feeds of a model input that is complete, and nothing else.
    """

    name: str
    title: str
    help: str
    apply: Callable[[ModelInput], ModelInput]


@dataclass(frozen=True)
class InputSpec:
    """A sequence of whole numbers that a model reads, by its name in `ModelInput.feeds`.

    role: "tokens" are those of the text, or others in their places; "decoder_tokens" are written
    by the model itself and have a length of their own; "order" is the position of each token in
    the factorization order; "entities" are ids of another vocabulary and "positions" places in the
    text, both with a length of their own; "token_positions" are the rows of the position table for
    the tokens, and "languages" the language of each; "characters" are those of each token, a row
    of numbers (C,) for each; "global_tokens" are 1 at tokens that see all and that all see, else 0.

    `size_key` names the entry of the configuration that counts the ids of its vocabulary; tokens
    have the vocabulary of the tokenizer. `label` says what an id is called. `cuts` (model input,
    configuration) says of characters which tokens (T,) have more than fit into their row.
    `variants` are other ways to fill it.
    """

    name: str
    title: str
    role: Role
    size_key: str = ""
    label: Callable[[int], str] | None = None
    cuts: Callable[[ModelInput, Any], BoolArray] | None = None
    names_key: str = ""  # of the configuration's entry that names its ids, separated by spaces
    variants: tuple[InputVariant, ...] = ()

    def id_name(self, id: int, config: ModelConfig) -> str:
        """What an id is called in a model of this configuration."""
        names = str(getattr(config, self.names_key)).split() if self.names_key else []
        return names[id] if 0 <= id < len(names) else (self.label or str)(id)

    @property
    def holds_tokens(self) -> bool:
        """Whether its ids are those of the tokenizer."""
        return self.role in ("tokens", "decoder_tokens")

    def num_ids(self, config: ModelConfig) -> int | None:
        """How many ids its vocabulary has; None where its numbers are no ids."""
        if self.holds_tokens:
            return config.size.vocab_size
        return int(getattr(config, self.size_key)) if self.size_key else None


TOKENS = InputSpec(MAIN_FEED, "Tokens", "tokens")

Direction = Literal["both", "left_to_right", "right_to_left", "by_order"]
Visibility = Callable[[ModelInput, Any, int], BoolArray | None]
Reach = Callable[[Any, int], int | None]


@dataclass(frozen=True)
class StreamSpec:
    """A stack of layers of a model, or a second kind of attention in one.

    `feed` names the input whose entries are its rows; its columns are the rows of the stream
    `columns`, or its own where that is empty. `attends` is False where no row attends to any, as in
    a recurrent network; `mixing` is the sentence that says what mixes them then. `visibility`
    (model input, configuration, layer) says which columns each row may see, (R, C), or (H, R, C)
    where heads differ, None for all; without it the direction does.

    `config` are the entries of config.json of the models that have it; every model without any.

    `reach` (configuration, layer) is the largest distance at which tokens see each other in a layer
    with local attention, None in one without. With it, no `visibility` is needed, and of a layer
    that computes all scores those are counted that it sees.
    """

    name: str
    title: str
    direction: Direction = "both"
    feed: str = MAIN_FEED
    columns: str = ""
    attends: bool = True
    mixing: str = ""
    reach: Reach | None = None
    visibility: Visibility | None = None
    config: Mapping[str, Any] = field(default_factory=dict)

    @property
    def causal(self) -> bool:
        """Whether each row attends to itself and those before it."""
        return self.direction == "left_to_right"

    def visible(self, model_input: ModelInput, config: Any, layer: int) -> BoolArray | None:
        """Which columns each row may see in any head of a layer (R, C); None where all see all."""
        visible = self.visible_by_head(model_input, config, layer)
        if visible is None or visible.ndim == 2:
            return visible
        in_any: BoolArray = np.logical_or.reduce(visible)
        return in_any

    def visible_by_head(self, model_input: ModelInput, config: Any, layer: int) -> BoolArray | None:
        """Which columns each row may see in a layer, (R, C), or (H, R, C) where heads differ."""
        if self.visibility is not None:
            return self.visibility(model_input, config, layer)
        reach = None if self.reach is None else self.reach(config, layer)
        both = self.direction in ("both", "by_order")
        if both and reach is None:
            return None
        length = len(model_input.ids_of(self.feed))
        before = np.ones((length, length), dtype=bool) if both else np.tri(length, dtype=bool)
        visible = before.T if self.direction == "right_to_left" else before
        if reach is None:
            return visible
        distances = np.abs(np.arange(length)[:, None] - np.arange(length))
        return visible & (distances <= reach)

    def seen_share(self, config: Any, layer: int, length: int) -> float:
        """How much a layer sees of what it would see without `reach`, of a text of `length`."""
        reach = None if self.reach is None else self.reach(config, layer)
        if reach is None or reach >= length:
            return 1.0
        farther = (length - reach) * (length - reach - 1)  # pairs in both directions
        if self.direction in ("both", "by_order"):
            return 1 - farther / length**2
        return 1 - farther / (length * (length + 1))


# A term of the scores (L, H, R, C), a bias by distance (H, R, C) that all layers add, and gates of
# a recurrent layer (L, R, D). The shares of experts in what a layer that has some computes for a
# token, 0 of those that it does not pass (such layers, R, E). Of N blocks of tokens, (L, H, N, N):
# what each is to each, of BlockKind, and the mean weight that tokens of a block give to each block.
# And the weight on what is no column (L, H, R), with which a row of attention sums to one. Of the
# layers that hash alone, first one first: the bucket and the chunk of each token in each round (L,
# H, rounds, tokens with padding), the vectors that are hashed (L, H, R, width of a head), and the
# attention that the same queries would have without hashing (L, H, R, C).
ExtraKind = Literal[
    "score_term",
    "distance_bias",
    "gates",
    "shares",
    "blocks",
    "block_weights",
    "outside",
    "buckets",
    "chunks",
    "hashed_vectors",
    "full_attention",
]


@dataclass(frozen=True)
class ExtraSpec:
    """What a family records besides attention and hidden states.

    `ablatable` says that it can be switched off, as a head can. `size_key` names, for blocks and
    chunks, the entry of the configuration that counts the tokens of one, and for buckets the one
    that counts them. `around_keys` name those that count the chunks before and after that a chunk
    attends to, `rounds_key` the one that counts the rounds of hashing.
    """

    name: str
    title: str
    kind: ExtraKind
    ablatable: bool = False
    size_key: str = ""
    around_keys: tuple[str, ...] = ()
    rounds_key: str = ""

    @property
    def is_by_layer(self) -> bool:
        """Whether each layer has its own."""
        return self.kind != "distance_bias"

    @property
    def file_key(self) -> str:
        """The name of its arrays in files, which terms of the scores share the beginning of."""
        return f"scores/{self.name}" if self.kind == "score_term" else self.name


HeadTask = Literal["next_token", "fill_mask", "detect_replacement", "classify_pair", "name_entity"]
Output = Literal["token", "flag", "class", "entity"]
OUTPUTS: Mapping[HeadTask, Output] = {
    "next_token": "token",
    "fill_mask": "token",
    "detect_replacement": "flag",
    "classify_pair": "class",
    "name_entity": "entity",
}


@dataclass(frozen=True)
class HeadSpec:
    """An output of a model. `stream` is the one whose last hidden states it reads.

    Where that stream did not run, it reads `fallback_stream`: that of a plain text, where `stream`
    belongs to pretraining.

    task: "next_token" predicts the token after its position, "fill_mask" the one at its position,
    "detect_replacement" whether that was replaced, "classify_pair" a class of the whole example, at
    position 0, "name_entity" the entity that the mention names which begins at its position.

    `name` is the key of its targets, logits and metrics, by which objectives know it. `modules`
    are parts of the model besides the one of its name without which it does not work.

    `config` are the entries of config.json of the models that have it; every model without any.
    """

    name: str
    title: str
    stream: str
    task: HeadTask
    num_classes: int = 2
    fallback_stream: str = ""
    classes: tuple[str, ...] = ()  # what each class says, in a few words
    modules: tuple[str, ...] = ()
    config: Mapping[str, Any] = field(default_factory=dict)

    @property
    def predicts(self) -> Output:
        """Its output: "token" (T, V), "flag" (T,), "class" (classes,), "entity" (T, entities)."""
        return OUTPUTS[self.task]

    def read(self, streams: Collection[str]) -> str:
        """The stream that it reads of those that ran."""
        return (
            self.stream
            if self.stream in streams or not self.fallback_stream
            else self.fallback_stream
        )

    def is_in(self, config: ModelConfig, streams: Collection[str]) -> bool:
        """Whether a model of this configuration and with these streams has it."""
        main = next(iter(config.parts().values()))
        required = self.config.items()
        return self.read(streams) in streams and all(getattr(main, k) == v for k, v in required)


WITH_SEGMENTS = ("input_ids", "token_type_ids", "attention_mask")  # as published configs say it
TemplateSlot = tuple[str, int]  # what it holds (a role, FIRST or SECOND), and its segment
FIRST = "first text"
SECOND = "second text"

# [CLS] A [SEP] and [CLS] A [SEP] B [SEP]: BERT's, and that of most of its relatives.
CLS_SINGLE: tuple[TemplateSlot, ...] = (("cls", 0), (FIRST, 0), ("sep", 0))
CLS_PAIR: tuple[TemplateSlot, ...] = (*CLS_SINGLE, (SECOND, 1), ("sep", 1))


@dataclass(frozen=True)
class SpecialTokenTemplate:
    """Which special tokens an architecture has and where they are placed around its texts.

    `roles` maps a role (pad, unk, cls, sep, mask, bos, eos) to its token; their order is that of
    the first ids of a vocabulary that is trained for it. `extra` are further special tokens, which
    come last, such as T5's sentinels. `inputs` are what a published tokenizer returns, where its
    class returns less by itself. `is_default`: files of byte-level BPE that put tokens around a
    text have the last word.
    """

    published_class: str  # tokenizer_class of tokenizer_config.json
    roles: Mapping[str, str]
    single: tuple[TemplateSlot, ...] = ((FIRST, 0),)
    pair: tuple[TemplateSlot, ...] = ((FIRST, 0), (SECOND, 1))
    extra: tuple[str, ...] = ()
    inputs: tuple[str, ...] = ()  # model_input_names of tokenizer_config.json
    is_default: bool = False


@dataclass(frozen=True)
class WeightRule:
    """One line of the table between our tensor names and those of published checkpoints.

    `{i}` stands for a layer index in both names. Several names in `theirs` mean that ours is
    their concatenation along the first axis, or, `stacked`, along a new one after the first.
    `transpose` is for weights stored as (in, out), `as_row` for a vector stored as (1, N).
    """

    ours: str
    theirs: str | tuple[str, ...]
    transpose: bool = False
    stacked: bool = False
    as_row: bool = False


def layer_rules(ours: str, *theirs: str) -> tuple[WeightRule, WeightRule]:
    """The lines for the weight and the bias of a layer; several of theirs are concatenated."""

    def rule(kind: str) -> WeightRule:
        names = tuple(f"{name}.{kind}" for name in theirs)
        return WeightRule(f"{ours}.{kind}", names if len(names) > 1 else names[0])

    return rule("weight"), rule("bias")


@dataclass(frozen=True)
class WeightTable:
    """How one folder of a published checkpoint maps onto a model.

    `legacy` are (pattern, replacement) pairs that bring other published names to those of the
    rules: older ones, and that of a tensor with shared storage, of which files may hold either.
    `ignored` are patterns of names that published files carry and that say nothing.
    `zero` are names of ours that are 0 where a published file lacks them.
    `tied` maps a name that the reference also knows to the one it shares its storage with; one that
    has a rule as well is written where it has numbers of its own.
    """

    rules: tuple[WeightRule, ...]
    architectures: tuple[str, ...]  # of config.json, the first is written
    legacy: tuple[tuple[str, str], ...] = ()
    ignored: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()  # prefixes of ours that a published file may lack
    zero: tuple[str, ...] = ()
    tied: Mapping[str, str] = field(default_factory=dict)
    config_class: type[ModelConfig] | None = None  # of config.json here; None: the architecture's


TaskHeadKind = Literal["sequence", "choice", "span", "token"]


@dataclass(frozen=True)
class TaskHeadSpec:
    """A head that fine-tuning adds to a pretrained model, as a published class has it.

    `build` (model, number of outputs, **options) makes a `models.layers.task_heads.TaskHead`, which
    maps the last hidden states by stream and the batch to logits: "sequence" (B, C), "choice"
    (B, 1) with a row for each choice, "span" (B, T, 2), "token" (B, T, C). It may use modules of
    the model, such as a pooler. In `rules` the names of ours begin with `head.`. `prepare`
    (model input, configuration) adds feeds that the model needs for it. `options` are the entries
    of config.json that `build` takes, with what the reference assumes where they are missing.
    `markers` are the tokens around marked parts of a text, in the order of the parts, by how many
    parts are marked.

    The files of the class hold the base model, under names that begin with `prefix` in place of
    `replaced`, without the pretraining heads and the tensors of ours that begin with one of
    `absent`.
    """

    architecture: str  # of config.json, such as "BertForSequenceClassification"
    build: Callable[..., Any]
    rules: tuple[WeightRule, ...]
    prepare: Callable[[ModelInput, Any], ModelInput] | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    absent: tuple[str, ...] = ()
    prefix: str = ""
    replaced: str = ""
    other_names: tuple[str, ...] = ()  # of the same class for a further model type
    markers: Mapping[int, tuple[str, ...]] = field(default_factory=dict)

    def name_in_files(self, name: str) -> str:
        """What files of the class call a published tensor of the base model."""
        return self.prefix + name.removeprefix(self.replaced)


@dataclass(frozen=True)
class TaskInput:
    """How a paper feeds the texts of a task to its model, as its figure draws it.

    `rows` are sequences that pass the model each for itself: texts, and between them special
    tokens, which begin with a special mark (`SPECIAL_MARK`). `joined` says what is made of the
    states of several rows; without it each row has an output of its own.
    """

    title: str
    rows: tuple[tuple[str, ...], ...]
    joined: str = ""
    after: str = "Linear layer"  # of the states, or of what they are joined to
    output: str = ""  # what is computed of the outputs of all rows


SPECIAL_MARK = "⟨"  # the first letter of a special token in a `TaskInput`


def rename_classes(
    heads: Mapping[TaskHeadKind, TaskHeadSpec], before: str, after: str
) -> dict[TaskHeadKind, TaskHeadSpec]:
    """Return the heads with classes that begin with `after` in place of `before`."""
    return {
        kind: replace(head, architecture=after + head.architecture.removeprefix(before))
        for kind, head in heads.items()
    }


@dataclass(frozen=True)
class Preset:
    """A published size, with the model class that its parameter count is stated for.

    `absent` of the total belong to a part that is not here because pretraining never trains it:
    RoBERTa's pooler. `stated` is the total as the paper prints it, where no checkpoint was
    published, and `note` says what does not fit together in what it prints.
    """

    name: str
    config: Mapping[str, Any]
    total: int  # parameters of the base model, tied tensors once
    absent: int = 0
    stated: str = ""
    note: str = ""


@dataclass(frozen=True)
class ArchSpec:
    """An architecture: one file in models/arch.

    What a list of folders needs is read from the text of the file, see models/schema/registry: so
    `title`, `model_type`, `other_types`, `default_positions`, `default_pad_id`, `shared_type` and
    `marks` are literals there.

    Files may have the model_type of another architecture, `shared_type`. They are then of this one
    where config.json has an entry, or a tensor has a name, that begins with one of `marks`.

    `config_titles` are what a card of this architecture calls the entries of config.json, and
    `config_values` values of entries that a number or a word does not explain. Architectures whose
    configuration derives from this one inherit both.
    """

    name: str
    title: str
    summary: str  # one sentence for a card
    difference: str  # what it changed against what came before
    paper: Paper
    reference: str  # the implementation that settles details
    model_type: str  # of config.json
    config_class: type[ModelConfig]
    model_class: type[Any]  # of models.schema.batch.LanguageModel
    streams: tuple[StreamSpec, ...]
    heads: tuple[HeadSpec, ...]
    direction: str  # from which side tokens see each other
    positions: str  # how a token's position enters
    objectives: tuple[str, ...]  # that it was published with, in the order they are applied
    tokenizers: tuple[str, ...]  # families, the published one first
    tables: Mapping[str, WeightTable]  # subfolder ("" is the checkpoint itself) -> table
    presets: tuple[Preset, ...] = ()
    inputs: tuple[InputSpec, ...] = (TOKENS,)
    generates: bool = False
    extras: tuple[ExtraSpec, ...] = ()  # recorded besides attention, hidden states and logits
    template: SpecialTokenTemplate | None = None  # None: that of the tokenizer's family
    add_default_feeds: Callable[[ModelInput, Any], ModelInput] | None = None  # by the configuration
    starts: Callable[[Any], tuple[int, ...]] | None = None  # ids that a decoder is fed first
    post_norm: bool = False  # normalises after each sum, as the first transformer did
    pre_norm_entry: str = ""  # of config.json: whether norms come first, where models differ in it
    scale_lr_by_rms: bool = False  # its tensors start too unlike for one rate, see `Schedule`
    notes: tuple[str, ...] = ()  # where code and paper differ
    other_types: tuple[str, ...] = ()  # further model types of config.json for the same mathematics
    shared_type: str = ""  # of config.json, where its own model_type is only known here
    marks: tuple[str, ...] = ()  # of its files, where another architecture has their model_type
    default_positions: int = 0  # of relative positions, where config.json states no number
    default_pad_id: int | None = None  # positions start after the padding id, by default this one
    task_heads: Mapping[TaskHeadKind, TaskHeadSpec] = field(default_factory=dict)
    task_inputs: tuple[TaskInput, ...] = ()  # of fine-tuning, as the paper draws them
    shape_entries: tuple[str, ...] = ()  # of config.json, that a search may change beside the sizes
    recompute_entry: str = ""  # of config.json: whether activations are computed again, not stored
    fed_at_once_entry: str = ""  # of config.json: tokens of a feed-forward network at once; 0: all
    config_titles: Mapping[str, str] = field(default_factory=dict)
    config_values: Mapping[str, Mapping[Any, str]] = field(default_factory=dict)
    roles: tuple[EntityLinking | TaskWeights, ...] = ()

    def is_post_norm(self, config: ModelConfig) -> bool:
        """Whether a model of this configuration normalises after each sum."""
        if not self.pre_norm_entry:
            return self.post_norm
        main = next(iter(config.parts().values()))
        return not getattr(main, self.pre_norm_entry)

    @property
    def model_types(self) -> tuple[str, ...]:
        """Every model_type of a config.json that it reads; the first is written."""
        return (self.model_type, *self.other_types)

    def config_of(self, key: str) -> type[ModelConfig]:
        """What reads the config.json of a subfolder, a key of `tables`."""
        return self.tables[key].config_class or self.config_class

    def streams_of(self, config: ModelConfig) -> tuple[StreamSpec, ...]:
        """The streams that models of this configuration have."""
        main = next(iter(config.parts().values()))
        return tuple(
            stream
            for stream in self.streams
            if all(getattr(main, key) == value for key, value in stream.config.items())
        )

    def stream(self, name: str) -> StreamSpec:
        return next(stream for stream in self.streams if stream.name == name)

    def input(self, name: str) -> InputSpec:
        return next(one for one in self.inputs if one.name == name)

    @property
    def language_input(self) -> InputSpec | None:
        """The input that says in which language each token is, if there is one."""
        return next((one for one in self.inputs if one.role == "languages"), None)

    @property
    def reads_order(self) -> bool:
        """Whether it reads a factorization order."""
        return any(one.role == "order" for one in self.inputs)

    def is_decoder_input(self, feed: str) -> bool:
        """Whether a feed holds the text that a decoder writes beside what an encoder reads."""
        return self.input(feed).role == "decoder_tokens"

    @property
    def is_encoder_decoder(self) -> bool:
        """Whether its decoder writes beside what its encoder reads."""
        return any(one.role == "decoder_tokens" for one in self.inputs)

    def link_entities(self, model_input: ModelInput, model: Any) -> ModelInput:
        """The model input with the entities that a model of this architecture knows in its text."""
        entities = find_role(self.roles, EntityLinking)
        if entities is None or model_input.links is not None:
            return model_input
        return entities.link(model_input, model)

    def apply_all_feeds(self, model_input: ModelInput, model: Any) -> ModelInput:
        """The model input with every feed that a model of this architecture needs."""
        return self.apply_default_feeds(self.link_entities(model_input, model), model.config)

    def add_global_tokens(
        self, model_input: ModelInput, kind: TaskHeadKind, config: Any
    ) -> ModelInput:
        """The model input with the global tokens of a task's head, where none are given."""
        names = {one.name for one in self.inputs if one.role == "global_tokens"}
        head = self.task_heads.get(kind)
        if head is None or head.prepare is None or not names - set(model_input.feeds):
            return model_input
        for name, feed in head.prepare(model_input, config).feeds.items():
            if name in names:
                model_input = model_input.with_feed(name, feed)
        return model_input

    def apply_default_feeds(self, model_input: ModelInput, config: Any) -> ModelInput:
        """The model input with every feed that follows from the configuration."""
        add = self.add_default_feeds
        return model_input if add is None else add(model_input, config)

    def add_starts(self, vocabulary: Any, config: Any) -> Any:
        """The Vocabulary with the ids that a decoder of this configuration is fed first."""
        if self.starts is None:
            return vocabulary
        return replace(vocabulary, start_ids=self.starts(config))

    @property
    def input_variants(self) -> tuple[InputVariant, ...]:
        """Other ways to fill its inputs."""
        return tuple(variant for one in self.inputs for variant in one.variants)

    def input_variant(self, name: str) -> InputVariant | None:
        """One of them; None for a name that it does not have, such as "" for none."""
        return next((one for one in self.input_variants if one.name == name), None)

    def head_for(self, task: HeadTask, names: Collection[str] | None = None) -> HeadSpec | None:
        """The first head with a task, among the given names; None where there is none."""
        heads = (head for head in self.heads if names is None or head.name in names)
        return next((head for head in heads if head.task == task), None)

    def heads_of(self, model: Any) -> tuple[HeadSpec, ...]:
        """The heads that a model of this architecture has."""
        return tuple(head for head in self.heads if head.is_in(model.config, model.streams))

    def why_incompatible(self, objective: ObjectiveSpec) -> str:
        """Why it cannot be trained with an objective; empty if it can."""
        streams = {head.name: self.stream(head.stream) for head in self.heads}
        if not objective.trains <= set(streams):
            return f"{self.title} has no head for the objective {objective.name!r}"
        stream = streams[objective.head]
        writes = self.is_decoder_input(stream.feed)
        if objective.needs_decoder and not writes:
            return f"{self.title} has no decoder that writes what {objective.name!r} asks for"
        masks = self.template is None or "mask" in self.template.roles
        if objective.needs_mask_token and not masks:
            return f"{self.title} has no mask token, which {objective.name!r} needs"
        sentinels = self.template is None or any("<extra_id_" in one for one in self.template.extra)
        if objective.role(SentinelSpans) and not sentinels:
            return f"{self.title} has no sentinels, which {objective.name!r} needs"
        if objective.role(PredictionOrder) and not self.reads_order:
            return f"{self.title} does not read the order that {objective.name!r} draws"
        if objective.needs_links and find_role(self.roles, EntityLinking) is None:
            return f"{self.title} knows no entities, which {objective.name!r} removes"
        further = objective.role(FurtherInputs)
        absent = set(further.names if further else ()) - {one.name for one in self.inputs}
        if absent:
            return f"{self.title} does not read the {min(absent)} that {objective.name!r} gives"
        left_to_right = self.head(objective.head).task == "next_token" and not writes
        if objective.left_to_right and not left_to_right:
            return f"{self.title} does not read from left to right, as {objective.name!r} does"
        return ""

    def head(self, name: str) -> HeadSpec:
        return next(head for head in self.heads if head.name == name)


@dataclass(frozen=True)
class Option:
    """A setting of an objective or method, as a form shows it.

    Of an objective, `of_loss` says that it does not change what is sampled. The option `X_weight`
    is the weight of the head X in the loss. One that `fills_masks` names a masked language model.
    """

    name: str
    title: str
    default: Any
    minimum: float | None = None
    maximum: float | None = None
    choices: tuple[Any, ...] = ()
    help: str = ""
    of_loss: bool = False
    fills_masks: bool = False


@dataclass(frozen=True)
class StepMeasure:
    """A quantity that a training records besides its losses, once in `every` steps.

    `compute(model, losses)` has the HeadLoss by head of a batch before the backward pass, whose
    graph it must keep. None where there is nothing to measure.
    """

    name: str
    title: str
    unit: str
    every: int
    compute: Callable[..., float | None]


@dataclass(frozen=True)
class TextTask:
    """A kind of task that a model reads as text: the words that name it, and whole examples.

    Where it asks about two texts, the second one comes after the words `between`. `fits` says of
    a person's texts whether they can be asked about; `question` prefers it for a question. Without
    words `before`, the task is to fill a masked position. `note` says what the model has to do.
    """

    title: str
    before: str
    note: str
    fits: Callable[[str, str], bool] = lambda text, pair: True
    examples: tuple[str, ...] = ()  # the first in English, the last in Korean where there are two
    between: str = ""
    question: bool = False

    def matches(self, text: str) -> bool:
        """Whether a text begins with the words that name this kind of task."""
        return bool(self.before and text.startswith(self.before))

    def strip_prompt(self, text: str) -> str:
        """The sentence of a text that asks for it, without the words of the task."""
        rest = text.removeprefix(self.before)
        return rest.partition(self.between)[0] if self.between else rest


@dataclass(frozen=True)
class ObjectiveSpec:
    """A pretraining objective: one file in models/objectives.

    It brings all that must be known of it as functions of its own file:

    * `corrupt(model input, rng, vocabulary, **options) -> ModelInput` adds to what earlier
      objectives did;
    * `layout` cuts documents into examples, and `losses(model, batch)` gives a HeadLoss by head;
      `head_loss(model, hidden, labels)` gives that of its head alone, from the states (N, D) of the
      positions with a target;
    * `override(model input, decisions, vocabulary, rng) -> ModelInput` applies what a person
      decided by position, True to mask a token and False to leave it alone, over what was sampled,
      and has the masks that are written in the text itself predicted.

    What few objectives do is one of their `roles`.
    """

    name: str
    title: str
    summary: str
    paper: Paper
    head: str  # the head that it trains
    corrupt: Callable[..., ModelInput]
    layout: Callable[..., Any] | None = None  # as in models/data/examples; None: a stream of text
    options: tuple[Option, ...] = ()
    needs_mask_token: bool = False
    needs_decoder: bool = False  # that writes beside what is read
    left_to_right: bool = False  # it predicts each token from the earlier ones
    single_share: float = 0.0  # of the steps of a small run that should read single sentences
    chooses_spans: bool = False  # it chooses spans of neighbouring tokens
    heads: tuple[str, ...] = ()  # all that it trains, where there are several
    weights: Mapping[str, float] = field(default_factory=dict)  # of the heads in the loss, else 1
    losses: Callable[..., Any] | None = None  # None: of the targets
    head_loss: Callable[..., Any] | None = None  # None: cross-entropy over all outputs of the head
    needs_links: bool = False  # an architecture that knows entities in a text
    step_measures: tuple[StepMeasure, ...] = ()
    override: Callable[..., ModelInput] | None = None  # None: a person can mask nothing
    roles: tuple[ObjectiveRole, ...] = ()
    prompts: tuple[TextTask, ...] = ()  # tasks that a person can give to a model that learned by it
    notes: tuple[str, ...] = ()

    def role(self, kind: type[RoleKind]) -> RoleKind | None:
        """Its role of a kind; None where it has none."""
        return find_role(self.roles, kind)

    @property
    def task_share(self) -> float:
        """The share of the steps that should read tasks; 0 where it learns from documents."""
        tasks = self.role(TaskLearning)
        return 0.0 if tasks is None else tasks.share

    def prepare_input(self, model_input: ModelInput) -> ModelInput:
        """The model input with the feeds that the objective gives to every text."""
        further = self.role(FurtherInputs)
        return model_input if further is None else further.prepare(model_input)

    @property
    def trains(self) -> frozenset[str]:
        """The heads that it trains."""
        return frozenset({self.head, *self.heads})

    def excludes(self, other: ObjectiveSpec) -> bool:
        """Whether the two cannot be learned together: one head cannot learn both of a text.

        One that learns from tasks alone leaves the documents to the other.
        """
        return bool(self.trains & other.trains) and not (self.task_share or other.task_share)

    def corruption_options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return those options that `corrupt` takes."""
        of_loss = {option.name for option in self.options if option.of_loss}
        return {name: value for name, value in options.items() if name not in of_loss}

    def head_weights(self, options: Mapping[str, Any]) -> dict[str, float]:
        """The weights of heads in the loss; an option replaces a declared one."""
        return {head: options.get(f"{head}_weight", w) for head, w in self.weights.items()}

    @property
    def masks(self) -> bool:
        """Whether it samples tokens to mask, so that a person can choose them instead."""
        return self.override is not None


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
    extend: Callable[..., Any] | None = None  # (tokenizer, names, vocab_size) -> Tokenizer


@dataclass(frozen=True)
class DistillationSpec:
    """A distillation method: one file in models/distillation.

    * `make_student(teacher, num_layers)` copies weights of the teacher; without it a student has
      the size of its recipe and fresh weights, or begins with the model `start` of the recipe;
    * `loss(student, teacher, batch, options)` gives a HeadLoss by term. The term `name.2` is that
      of the student's second layer, and has the weight of `name`.

    What few methods do is in `roles`.
    """

    name: str
    title: str
    summary: str
    paper: Paper
    teachers: tuple[str, ...]  # architectures
    student: str
    terms: tuple[str, ...]  # of the loss
    options: tuple[Option, ...]
    loss: Callable[..., Any]
    make_student: Callable[..., Any] | None = None
    roles: tuple[DistillationRole, ...] = ()
    notes: tuple[str, ...] = ()

    def role(self, kind: type[RoleKind]) -> RoleKind | None:
        """Its role of a kind; None where it has none."""
        return find_role(self.roles, kind)

    @property
    def same_depth(self) -> bool:
        """Whether a student has as many layers as its teacher."""
        return self.role(EqualDepth) is not None

    @property
    def layer_terms(self) -> tuple[str, ...]:
        """The terms of the loss that each layer of the student has."""
        compared = self.role(ComparedLayers)
        return () if compared is None else compared.terms

    @property
    def task_options(self) -> tuple[Option, ...]:
        """The options that it has for a task only."""
        teaching = self.role(TaskTeaching)
        return () if teaching is None else teaching.options

    def weight(self, term: str, options: Mapping[str, Any]) -> float:
        """The weight of a term of the loss."""
        name = f"weight_{term.partition('.')[0]}"
        usual = next(option.default for option in self.options if option.name == name)
        return float(options.get(name, usual))


@dataclass(frozen=True)
class CompressionSpec:
    """A way to make a smaller or faster model of a given one: one file in models/compression.

    `applies(loaded)` is empty, or the sentence that says why a model cannot be compressed so, and
    what to do. `compress(loaded, options, data)` is a generator of CompressionReports that returns
    a Compressed (models/compression/base.py); `options` are complete, and it does not change
    `loaded`. `needs_data(options)` says whether it reads `data`, the CompressionData of
    models/compression/examples.py; elsewhere that may be None.
    `further_options(values)` are those that the values of others bring, such as the options of a
    way that was chosen.
    """

    name: str
    title: str
    summary: str
    papers: tuple[Paper, ...]
    options: tuple[Option, ...]
    applies: Callable[[Any], str]
    compress: Callable[..., Any]
    needs_data: Callable[[Mapping[str, Any]], bool] = lambda options: False
    further_options: Callable[[Mapping[str, Any]], tuple[Option, ...]] = lambda values: ()
    notes: tuple[str, ...] = ()

    def options_with(self, values: Mapping[str, Any]) -> tuple[Option, ...]:
        """All options that there are with these values of some of them."""
        return (*self.options, *self.further_options(values))

    @property
    def option_groups(self) -> dict[str, tuple[Option, ...]]:
        """Further options by the choice that brings them, such as "kind=heads"."""
        usual = self.further_options({})
        return {
            f"{option.name}={choice}": further
            for option in self.options
            for choice in option.choices
            if (further := self.further_options({option.name: choice}))
            and (further != usual or choice == option.default)
        }
