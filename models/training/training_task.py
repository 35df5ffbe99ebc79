"""A model with what its training needs, made from a recipe, which is checked here.

Its examples depend on (seed, number) alone, so that panels show the same ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from itertools import combinations
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from models.checkpoints.checkpoint import LoadedModel, load
from models.data.examples import Examples, Layout, stream
from models.data.sources import open_source
from models.knowledge.world_vectors import world_vectors
from models.layers.quantized.layers import check_learnable
from models.runtime.devices import memory_bytes
from models.runtime.resources import checkpoint_folder
from models.schema.batch import (
    Batch,
    EntityModel,
    LanguageModel,
    as_module,
    collate,
    num_parameters,
)
from models.schema.configs import ModelConfig, Size
from models.schema.meta_models import meta_model
from models.schema.records import ModelInput
from models.schema.registry import catalog
from models.schema.roles import ChangingRates, LearnedBeside, SentinelSpans
from models.schema.specs import ArchSpec, DistillationSpec, ObjectiveSpec
from models.tokenization import Tokenizer, open_tokenizer
from models.training.evaluation import evaluate_each
from models.training.loss import HeadLoss, losses, weigh_losses
from models.training.recipe import Recipe, TeacherRecipe, TokenizerRecipe, check_options
from models.training.run_folder import stages


@dataclass(frozen=True)
class TrainingTask:
    """A model with what its training needs; `model_input` is what panels show too."""

    model: LanguageModel
    spec: ArchSpec
    objectives: tuple[ObjectiveSpec, ...]
    tokenizer: Tokenizer
    recipe: Recipe
    before: tuple[Mapping[str, Any], ...] = field(default=(), kw_only=True)  # stages of other runs

    def model_input(self, examples: Examples, index: int, length: int) -> ModelInput:
        """Training example number `index`, corrupted by every objective in turn."""
        rng = np.random.default_rng((self.recipe.seed, index))
        clean = ModelInput.clean(examples.example(rng, length))
        model_input = self.spec.link_entities(clean, self.model)
        vocabulary = self.spec.add_starts(self.tokenizer.vocabulary, self.model.config)
        for objective in self.objectives:
            options = objective.corruption_options(self.recipe.options.get(objective.name, {}))
            model_input = objective.corrupt(model_input, rng, vocabulary, **options)
        return self.spec.apply_all_feeds(model_input, self.model)

    @property
    def module(self) -> nn.Module:
        """All that learns."""
        return as_module(self.model)

    def to_device(self, device: str) -> nn.Module:
        """All that learns, on a device and in training mode."""
        return self.module.to(device).train()

    def batch(self, examples: Examples, indices: Sequence[int], length: int) -> Batch:
        model_inputs = [self.model_input(examples, index, length) for index in indices]
        return collate(model_inputs, self.tokenizer.pad_id or 0, inputs=self.spec.inputs)

    def learning_rates(self, progress: float) -> Mapping[str, float]:
        """What the learning rate is multiplied by, by the beginning of parameters' names.

        `progress` is the share of the steps that are done.
        """
        return {}

    def losses(self, batch: Batch, progress: float = 0.0) -> dict[str, HeadLoss]:
        """The losses of a batch by head; `progress` is the share of the steps that are done."""
        return losses(self.model, self.spec, self.objectives, batch)

    def total(self, losses: dict[str, HeadLoss], counts: dict[str, int]) -> Tensor:
        return weigh_losses(losses, self.objectives, counts, self.recipe.options)

    def measures(self, losses: dict[str, HeadLoss], step: int) -> dict[str, float]:
        """What its objectives measure at a step, by name; empty at most steps."""
        due = (
            one
            for objective in self.objectives
            for one in objective.step_measures
            if step % one.every == 0
        )
        computed = {one.name: one.compute(self.model, losses) for one in due}
        return {name: value for name, value in computed.items() if value is not None}

    def evaluate(self, batches: Sequence[Batch]) -> dict[str, float]:
        return self.evaluate_each(batches)[0]

    def evaluate_each(
        self, batches: Sequence[Batch]
    ) -> tuple[dict[str, float], dict[str, tuple[bool, ...]]]:
        """The metrics, and by the name of each accuracy whether each prediction was right."""
        return evaluate_each(self.model, self.spec, self.objectives, batches)


@dataclass(frozen=True)
class DistillationTask(TrainingTask):
    """A student that learns from a teacher; its loss terms are the method's.

    `auxiliary` learns with the student and is no part of it, see `DistillationSpec`.
    """

    teacher: LanguageModel
    method: DistillationSpec
    auxiliary: nn.Module | None = None

    @property
    def module(self) -> nn.Module:
        if self.auxiliary is None:
            return super().module
        return nn.ModuleDict({"student": super().module, "auxiliary": self.auxiliary})

    def to_device(self, device: str) -> nn.Module:
        """The student, in training mode; the teacher goes to the same device and never drops."""
        as_module(self.teacher).to(device).eval()
        return super().to_device(device)

    @property
    def options(self) -> Mapping[str, Any]:
        assert self.recipe.teaching is not None
        return self.recipe.teaching.options

    def learning_rates(self, progress: float) -> Mapping[str, float]:
        rates = self.method.role(ChangingRates)
        num_layers = self.model.config.size.num_layers
        return {} if rates is None else rates.choose(progress, num_layers, self.options)

    def losses(self, batch: Batch, progress: float = 0.0) -> dict[str, HeadLoss]:
        more: dict[str, Any] = {} if self.auxiliary is None else {"auxiliary": self.auxiliary}
        if self.auxiliary is not None or self.method.role(ChangingRates) is not None:
            more["progress"] = progress
        by_term: dict[str, HeadLoss] = self.method.loss(
            self.model, self.teacher, batch, self.options, **more
        )
        return by_term

    def measures(self, losses: dict[str, HeadLoss], step: int) -> dict[str, float]:
        """Nothing: the losses are those of the method."""
        return {}

    def total(self, losses: dict[str, HeadLoss], counts: dict[str, int]) -> Tensor:
        terms = [
            self.method.weight(term, self.options) * loss.total / max(1, counts[term])
            for term, loss in losses.items()
        ]
        return torch.stack(terms).sum()


def load_pretrained(recipe: Recipe) -> LoadedModel | None:
    """The model that a run begins with, or that teaches it; None for a run from nothing."""
    if recipe.teaching is not None:
        return load_teacher(recipe.teaching)
    return _load_start(recipe) if recipe.start else None


def _load_start(recipe: Recipe) -> LoadedModel:
    """The model that a run begins with. Raises ValueError where it cannot."""
    pretrained = load(checkpoint_folder(recipe.start))
    if pretrained.spec.name != recipe.architecture:
        raise ValueError(f"{recipe.start} is {pretrained.spec.title}, not {recipe.architecture!r}")
    if pretrained.tokenizer is None:
        raise ValueError(f"{recipe.start} has no tokenizer, so a run cannot begin with it")
    check_learnable(as_module(pretrained.model), recipe.start)
    grows = recipe.tokenizer.vocab_size > pretrained.tokenizer.vocab_size
    return add_new_names(pretrained, recipe) if grows and not recipe.teaching else pretrained


def add_new_names(pretrained: LoadedModel, recipe: Recipe) -> LoadedModel:
    """The model with a token for each name of the recipe's text, up to its `vocab_size`.

    New rows of its tables are those of a fresh model; all others, and all other words, stay.
    Raises ValueError where tokens cannot be added, or the text has fewer names.
    """
    assert pretrained.tokenizer is not None
    wanted, family = recipe.tokenizer.vocab_size, pretrained.tokenizer.family
    extend = catalog().tokenizers[family].extend
    if extend is None:
        raise ValueError(
            f"vocab_size in tokenizer must not exceed the {pretrained.tokenizer.vocab_size} tokens "
            f"of {recipe.start}: no tokens can be added to a tokenizer of the family {family}"
        )
    tokenizer = extend(pretrained.tokenizer, open_source(recipe.data).names(), wanted)
    if tokenizer.vocab_size < wanted:
        raise ValueError(
            f"{recipe.data} has {tokenizer.vocab_size - pretrained.tokenizer.vocab_size} names "
            f"that {recipe.start} cuts into several tokens: set vocab_size in tokenizer to "
            f"{tokenizer.vocab_size} at most"
        )
    torch.manual_seed(recipe.seed)
    model = extend_vocabulary(pretrained.model, tokenizer.vocab_size)
    return replace(pretrained, model=model, tokenizer=tokenizer)


def extend_vocabulary(model: LanguageModel, vocab_size: int) -> LanguageModel:
    """The model with more tokens. New rows and biases are drawn as in a fresh model."""
    keys = type(model.config).SIZED["vocab_size"]
    config = replace(model.config, **dict.fromkeys(keys, vocab_size))
    grown: LanguageModel = type(model)(config)  # type: ignore[call-arg]
    rows = as_module(grown).state_dict()
    for name, weight in as_module(model).state_dict().items():
        rows[name][: len(weight)] = weight  # in place
    return grown


def new_training_task(
    recipe: Recipe, tokenizer: Tokenizer, pretrained: LoadedModel | None
) -> TrainingTask:
    """A fresh model, the pretrained one that a run goes on with, or its student, ready to learn."""
    spec, objectives = specs_of(recipe)
    for objective in objectives:
        if objective.needs_mask_token and tokenizer.mask_id is None:
            raise ValueError(f"{objective.title} needs a tokenizer that has a mask token")
        if objective.role(SentinelSpans) and not tokenizer.vocabulary.sentinel_ids:
            raise ValueError(f"{objective.title} needs a tokenizer that has sentinels")
    if pretrained is None:
        model = new_model(recipe, spec, tokenizer)
        _check_model_heads(model, spec, objectives)
        return TrainingTask(model, spec, objectives, tokenizer, recipe)
    if recipe.teaching is None:
        before = stages(pretrained.run)
        _check_inherited(recipe, pretrained, pretrained.model.config)
        _check_model_heads(pretrained.model, spec, objectives)
        return TrainingTask(pretrained.model, spec, objectives, tokenizer, recipe, before=before)
    return _distillation_task(recipe, spec, objectives, tokenizer, pretrained)


def _distillation_task(
    recipe: Recipe,
    spec: ArchSpec,
    objectives: tuple[ObjectiveSpec, ...],
    tokenizer: Tokenizer,
    teacher: LoadedModel,
) -> DistillationTask:
    """A student of a teacher, with what learns beside it. Raises ValueError."""
    assert recipe.teaching is not None
    method, options = catalog().methods[recipe.teaching.method], recipe.teaching.options
    before: tuple[Mapping[str, Any], ...] = ()
    torch.manual_seed(recipe.seed)  # for layers that are not the teacher's
    if method.make_student is not None:
        model = method.make_student(teacher.model, recipe.size.num_layers)
        _check_inherited(recipe, teacher, model.config)
        if not options.get("from_teacher", True):
            torch.manual_seed(recipe.seed)
            model = type(model)(model.config)
    else:
        model, before = _student_of_own_size(recipe, spec, tokenizer, teacher)
    auxiliary = None
    if (beside := method.role(LearnedBeside)) is not None:
        torch.manual_seed(recipe.seed)
        auxiliary = beside.make(model, teacher.model, options)
    return DistillationTask(
        model, spec, objectives, tokenizer, recipe, teacher.model, method, auxiliary, before=before
    )


def _student_of_own_size(
    recipe: Recipe, spec: ArchSpec, tokenizer: Tokenizer, teacher: LoadedModel
) -> tuple[LanguageModel, tuple[Mapping[str, Any], ...]]:
    """A fresh student, or the one that the run begins with, and the stages before this one."""
    _check_length(recipe, teacher.model.config.size)
    if other := next(_other_vocabulary(recipe.tokenizer, teacher), ""):
        raise ValueError(
            f"{other} in tokenizer cannot be set, as a student reads with the tokenizer of its "
            f"teacher {teacher.name}: drop it"
        )
    if not recipe.start:
        return new_model(recipe, spec, tokenizer), ()
    start = _load_start(recipe)
    assert start.tokenizer is not None
    if start.tokenizer.hash != tokenizer.hash:
        raise ValueError(
            f"{recipe.start} reads with another tokenizer than its teacher {teacher.name}: choose "
            "a student that was trained with the tokenizer of its teacher"
        )
    _check_inherited(recipe, start, start.model.config)
    return start.model, stages(start.run)


def _check_model_heads(
    model: LanguageModel, spec: ArchSpec, objectives: Sequence[ObjectiveSpec]
) -> None:
    """Raises ValueError where an objective trains a head that this model does not have."""
    known = {head.name for head in spec.heads_of(model)}
    for objective in objectives:
        if missing := sorted(objective.trains - known):
            raise ValueError(
                f"this {spec.title} has no head {missing[0]!r}, which {objective.title} trains: "
                "train a new model by it, or choose another objective"
            )


def _check_inherited(recipe: Recipe, pretrained: LoadedModel, config: ModelConfig) -> None:
    """Raises ValueError where a recipe sets what does not follow from the pretrained model.

    `config` is that of the model that learns: the pretrained one itself, or its student.
    A size that is the default may mean that none was given.
    """
    if config.first_position is not None:  # else it reads longer texts than it learned from
        _check_length(recipe, config.size)
    usual, has = asdict(Size(vocab_size=1)), asdict(config.size)
    expected = type(config).from_size(config.size, **recipe.config)
    differ = [
        f"{word} in size"
        for word, value in asdict(recipe.size).items()
        if value not in (usual[word], has[word])
    ]
    differ += [
        f"{key} in config" for key in recipe.config if _entry(expected, key) != _entry(config, key)
    ]
    differ += [f"{word} in tokenizer" for word in _other_vocabulary(recipe.tokenizer, pretrained)]
    if differ:
        raise ValueError(
            f"{differ[0]} cannot be set, as the model comes from {pretrained.name}: drop it"
        )


def _other_vocabulary(requested: TokenizerRecipe, pretrained: LoadedModel) -> Iterator[str]:
    """What a recipe says of the tokenizer that is not so of the one that a run reads with.

    A run may repeat what the pretrained model's recipe wanted, also where the text gave fewer
    tokens.
    """
    own, usual = pretrained.tokenizer, TokenizerRecipe()
    assert own is not None
    recipe = pretrained.run.get("recipe")
    earlier = recipe.get("tokenizer") if isinstance(recipe, Mapping) else None
    for word, value in {"family": own.family, "vocab_size": own.vocab_size}.items():
        repeated = earlier.get(word) if isinstance(earlier, Mapping) else None
        if getattr(requested, word) not in (getattr(usual, word), value, repeated):
            yield word
    if requested.folder:
        folder = checkpoint_folder(requested.folder)
        if open_tokenizer(folder, template=pretrained.spec.template).hash != own.hash:
            yield "folder"


def _entry(config: ModelConfig, key: str) -> Any:
    """What the main config.json of a model says under a key."""
    return getattr(next(iter(config.parts().values())), key)


def load_teacher(teaching: TeacherRecipe) -> LoadedModel:
    """The teacher that a recipe names. Raises ValueError when the method cannot use it."""
    method = method_of(teaching)
    check_options(teaching.options, method.options, f"the method {method.name!r}")
    teacher = open_teacher(teaching, method)
    if teacher.task_model is not None:
        raise ValueError(
            f"{teaching.teacher} is fine-tuned for a task and predicts no masked tokens: choose "
            "the pretrained model that it began with"
        )
    return teacher


def method_of(teaching: TeacherRecipe) -> DistillationSpec:
    """The method that a recipe names. Raises ValueError."""
    method = catalog().methods.get(teaching.method)
    if method is None:
        known = ", ".join(catalog().methods)
        raise ValueError(f"unknown distillation method {teaching.method!r}; known are {known}")
    return method


def open_teacher(teaching: TeacherRecipe, method: DistillationSpec) -> LoadedModel:
    """The model that teaches by a method. Raises ValueError where it cannot."""
    teacher = load(checkpoint_folder(teaching.teacher))
    if teacher.spec.name not in method.teachers:
        raise ValueError(f"{teacher.spec.title} cannot be a teacher of {method.title}")
    if teacher.tokenizer is None:
        raise ValueError(f"{teaching.teacher} has no tokenizer, so a student cannot read with it")
    check_learnable(as_module(teacher.model), teaching.teacher)
    return teacher


def check_recipe(recipe: Recipe) -> None:
    """Check what needs no data. Raises ValueError.

    What a pretrained model settles is left to `new_training_task`.
    """
    spec, _ = specs_of(recipe)
    has_own_size = recipe.teaching is None
    if recipe.teaching is not None:
        method = method_of(recipe.teaching)
        has_own_size = method.make_student is None
        if recipe.start and not has_own_size:
            raise ValueError(
                "a student begins with its teacher, so start or teaching must be dropped"
            )
        if recipe.architecture != method.student:
            raise ValueError(
                f"a student of {method.title} is {method.student!r}, not {recipe.architecture!r}"
            )
    if not recipe.start and has_own_size:
        size = replace(recipe.size, vocab_size=recipe.tokenizer.vocab_size)
        _check_length(recipe, size)
        meta_model(spec, spec.config_class.from_size(size, **_entries(recipe, spec)))


def specs_of(recipe: Recipe) -> tuple[ArchSpec, tuple[ObjectiveSpec, ...]]:
    """The specs that a recipe names. Raises ValueError, naming those that exist."""
    specs = catalog()
    if recipe.architecture not in specs.architectures:
        known = ", ".join(specs.architectures)
        raise ValueError(f"unknown architecture {recipe.architecture!r}; known are {known}")
    spec = specs.architectures[recipe.architecture]
    for name in recipe.objectives:
        if name not in specs.objectives:
            known = ", ".join(specs.objectives)
            raise ValueError(f"unknown objective {name!r}; known are {known}")
        if reason := spec.why_incompatible(specs.objectives[name]):
            raise ValueError(reason)
    if not recipe.objectives:
        raise ValueError("a recipe needs at least one objective")
    for name, options in recipe.options.items():
        if name not in recipe.objectives or not isinstance(options, Mapping):
            raise ValueError(f"options.{name} must be a table for one of the objectives")
        check_options(options, specs.objectives[name].options, f"the objective {name!r}")
    _check_config(recipe, spec)
    objectives = tuple(specs.objectives[name] for name in recipe.objectives)
    layout(objectives)
    _check_heads(objectives)
    _check_singles(recipe, objectives)
    _check_tasks(recipe, objectives)
    return spec, objectives


def _check_heads(objectives: Sequence[ObjectiveSpec]) -> None:
    """Raises ValueError where two objectives would have one head learn from the same text."""
    for one, other in combinations(objectives, 2):
        if one.excludes(other):
            raise ValueError(
                f"{one.title} and {other.title} train the same head. Choose one of them."
            )


def _check_singles(recipe: Recipe, objectives: Sequence[ObjectiveSpec]) -> None:
    """Raises ValueError where nothing learns from single sentences that are to be fed."""
    if recipe.schedule.single_share and long_layout(objectives) is not stream:
        raise ValueError(
            f"{objectives[0].title} learns nothing from single sentences; set single_share to 0, "
            "or name an objective beside it that does, such as 'masked'"
        )


def _check_tasks(recipe: Recipe, objectives: Sequence[ObjectiveSpec]) -> None:
    """Raises ValueError where nothing learns from the tasks, or from the documents."""
    share = recipe.schedule.task_share
    of_tasks = [objective.name for objective in objectives if objective.task_share]
    if share and not of_tasks:
        known = ", ".join(repr(one.name) for one in catalog().objectives.values() if one.task_share)
        raise ValueError(f"tasks are learned by {known}; set task_share to 0 without it")
    if len(of_tasks) == len(objectives):
        raise ValueError(
            f"{of_tasks[0]!r} learns from tasks alone; name an objective beside it that learns "
            "from the documents, such as 'span_corruption'"
        )


def new_model(recipe: Recipe, spec: ArchSpec, tokenizer: Tokenizer) -> LanguageModel:
    """A model with fresh weights, drawn from the recipe's seed."""
    size = replace(recipe.size, vocab_size=tokenizer.vocab_size)
    _check_length(recipe, size)
    config = _config(recipe, spec, size, tokenizer)
    _check_memory(num_parameters(meta_model(spec, config)))
    torch.manual_seed(recipe.seed)
    model: LanguageModel = spec.model_class(config)
    if isinstance(model, EntityModel):
        model.use_entities(world_vectors(model.vector_width))
    return model


def count_parameters(recipe: Recipe, tokenizer: Tokenizer) -> int:
    """The parameters of a model with fresh weights, without making it. Raises ValueError."""
    check_recipe(recipe)
    spec, _ = specs_of(recipe)
    size = replace(recipe.size, vocab_size=tokenizer.vocab_size)
    return num_parameters(meta_model(spec, _config(recipe, spec, size, tokenizer)))


def _check_length(recipe: Recipe, size: Size) -> None:
    schedule, room = recipe.schedule, size.num_positions
    name = "length" if schedule.length > room else "long_length"
    length = getattr(schedule, name)
    if length > room:
        raise ValueError(f"{name} {length} does not fit into {room} positions")


def _check_memory(num_weights: int) -> None:
    """Raises ValueError where so many weights cannot be learned on this machine."""
    there, needed = memory_bytes(), 4 * 4 * num_weights
    if needed > there:  # four numbers of four bytes: itself, its gradient, the two moments
        raise ValueError(
            f"a model of {num_weights:,} parameters needs {needed / 1e9:,.0f} GB to learn, and "
            f"there are {there / 1e9:,.0f}. Take a smaller size"
        )


def _check_config(recipe: Recipe, spec: ArchSpec) -> None:
    """Raises ValueError for a key that config.json does not have, or that [size] says already."""
    if recipe.size.vocab_size != 1:
        raise ValueError("vocab_size in size is set by the tokenizer: set it in tokenizer instead")
    known = _keys(spec)
    sized = spec.config_class.keys_of_size() if recipe.config else {}
    for key, value in recipe.config.items():
        if key not in known:
            raise ValueError(f"unknown key {key!r} in config; known are {', '.join(sorted(known))}")
        if word := sized.get(key):
            table = "tokenizer" if word == "vocab_size" else "size"
            raise ValueError(f"{key} in config is {word} in {table}: drop it, and set {word} there")
        spec.config_of("").check_entry(key, value)


def _keys(spec: ArchSpec) -> set[str]:
    """The keys that the main config.json of an architecture has."""
    return {item.name for item in fields(spec.config_of(""))}


def _config(recipe: Recipe, spec: ArchSpec, size: Size, tokenizer: Tokenizer) -> ModelConfig:
    """The configuration of this size with the recipe's further keys. Raises ValueError."""
    pad_id = tokenizer.pad_id
    padding = {} if pad_id is None else dict.fromkeys(spec.config_of("").PAD_KEYS, pad_id)
    return spec.config_class.from_size(size, **{**padding, **_entries(recipe, spec)})


def _entries(recipe: Recipe, spec: ArchSpec) -> dict[str, Any]:
    """What the heads that are trained want in config.json, and what the recipe says."""
    objectives = (catalog().objectives[name] for name in recipe.objectives)
    trained = {head for objective in objectives for head in objective.trains}
    conditions = [head.config for head in spec.heads if head.name in trained]
    return {
        key: value for entries in (*conditions, recipe.config) for key, value in entries.items()
    }


def layout(objectives: Sequence[ObjectiveSpec]) -> Layout:
    """How documents are cut: as a stream of text, unless an objective needs them otherwise.

    Raises ValueError for objectives that need them in different ways.
    """
    needs = {o.layout: o.title for o in objectives if o.layout is not None}
    if len(needs) > 1:
        raise ValueError(
            f"{' and '.join(needs.values())} cut documents differently. Choose one of them."
        )
    return next(iter(needs), stream)


def long_layout(objectives: Sequence[ObjectiveSpec]) -> Layout:
    """How long examples are cut: as a stream, which is as long however short documents are.

    What is learned from pairs alone learns nothing from it, and goes without late positions.
    """
    return stream if any(o.layout is None for o in objectives) else layout(objectives)
