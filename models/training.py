"""Trains a model by a recipe, as a generator of reports that can be stopped and resumed.

Step number `n` draws its examples from (seed, n) alone, so a resumed run sees what an unbroken one
would have seen. Under `torchrun` every process takes its share of each batch; losses are sums over
counts of the whole batch, so the gradient is that of one process.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from models import parallel
from models.batch import Batch, LanguageModel, as_module, collate, evaluating, num_parameters
from models.catalog import catalog
from models.checkpoints import Loaded, load
from models.configs import ModelConfig, Size
from models.data.examples import Documents, Examples, Layout, single, stream, task
from models.data.prepare import Prepared, Preparing, baselines, prepare
from models.data.tasks import open_tasks
from models.evaluation import evaluate
from models.locking import alone
from models.losses import HeadLoss, losses, weighted
from models.optimizer import learning_rate, make_optimizer, set_rates
from models.probing import measure_tasks
from models.recipes import Recipe, Schedule, Teaching, TokenizerRecipe, check_options
from models.records import Corruption
from models.resources import checkpoint_folder
from models.run_folder import Progress, RunFolder, latest, stages
from models.skeletons import skeleton
from models.specs import DECODER_FEED, ArchSpec, DistillationSpec, ObjectiveSpec
from models.tokenization import Tokenizer, open_tokenizer

HELD_OUT_EXAMPLES = 512
HELD_OUT_STREAM = 10**9  # numbers of held-out examples start here, far from those of training
LENGTH_STREAM = 2 * 10**9  # and so do the draws of the length of a step
DROPOUT_STREAM = 3 * 10**9  # and the dropout of a step
DOCUMENTS, SINGLES, TASKS = "documents", "singles", "tasks"  # what a step feeds
TASK_OBJECTIVE = "text_to_text"
TASKS_MEASURED = 600  # held-out tasks of each kind that a finished model does
COUNTED_ANSWERS = 20_000  # training examples whose answers the count models see, at most


@dataclass(frozen=True)
class Step:
    """A report after one update. Losses in nats by head; seconds spent in steps, pauses apart."""

    step: int
    steps: int
    losses: Mapping[str, float]
    learning_rate: float
    tokens: int  # read and written so far, over all processes
    seconds: float


@dataclass(frozen=True)
class Evaluated:
    """Held-out metrics at a step."""

    step: int
    metrics: Mapping[str, float]
    tokens: int
    seconds: float


@dataclass(frozen=True)
class Saved:
    """A checkpoint stands on disk, complete."""

    step: int
    folder: Path


class DivergedError(ValueError):
    """The loss is no longer a number."""


@dataclass(frozen=True)
class Learner:
    """A model with what its training needs; `corrupt` is what panels show too."""

    model: LanguageModel
    spec: ArchSpec
    objectives: tuple[ObjectiveSpec, ...]
    tokenizer: Tokenizer
    recipe: Recipe
    before: tuple[Mapping[str, Any], ...] = field(default=(), kw_only=True)  # stages of other runs

    def corruption(self, examples: Examples, index: int, length: int) -> Corruption:
        """Training example number `index`, corrupted by every objective in turn."""
        rng = np.random.default_rng((self.recipe.seed, index))
        corruption = Corruption.clean(examples.example(rng, length))
        for objective in self.objectives:
            options = self.recipe.options.get(objective.name, {})
            corruption = objective.corrupt(corruption, rng, self.tokenizer.vocabulary, **options)
        return corruption

    def ready_on(self, device: str) -> nn.Module:
        """The model, on a device and in training mode."""
        return as_module(self.model).to(device).train()

    def batch(self, examples: Examples, indices: Sequence[int], length: int) -> Batch:
        corruptions = [self.corruption(examples, index, length) for index in indices]
        return collate(corruptions, self.tokenizer.pad_id or 0)

    def losses(self, batch: Batch) -> dict[str, HeadLoss]:
        return losses(self.model, self.spec, self.objectives, batch)

    def total(self, found: dict[str, HeadLoss], counts: dict[str, int]) -> Tensor:
        return weighted(found, self.objectives, counts)

    def evaluate(self, batches: Sequence[Batch]) -> dict[str, float]:
        return evaluate(self.model, self.spec, self.objectives, batches)


@dataclass(frozen=True)
class TaughtLearner(Learner):
    """A student that learns from a teacher; its loss terms are the method's."""

    teacher: LanguageModel
    method: DistillationSpec

    def ready_on(self, device: str) -> nn.Module:
        """The student, in training mode; the teacher goes to the same device and never drops."""
        as_module(self.teacher).to(device).eval()
        return super().ready_on(device)

    @property
    def options(self) -> Mapping[str, Any]:
        assert self.recipe.teaching is not None
        return self.recipe.teaching.options

    def losses(self, batch: Batch) -> dict[str, HeadLoss]:
        found: dict[str, HeadLoss] = self.method.loss(self.model, self.teacher, batch, self.options)
        return found

    def total(self, found: dict[str, HeadLoss], counts: dict[str, int]) -> Tensor:
        defaults = {option.name: option.default for option in self.method.options}
        terms = [
            self.options.get(f"weight_{term}", defaults[f"weight_{term}"])
            * loss.total
            / max(1, counts[term])
            for term, loss in found.items()
        ]
        return torch.stack(terms).sum()


@dataclass(frozen=True)
class Ready:
    """All is prepared; the first step comes next. `baselines` as in run.json."""

    learner: Learner
    baselines: Mapping[str, float]


Report = Preparing | Ready | Step | Evaluated | Saved


def specs_of(recipe: Recipe) -> tuple[ArchSpec, tuple[ObjectiveSpec, ...]]:
    """The specs that a recipe names. Raises ValueError, naming those that exist."""
    found = catalog()
    if recipe.architecture not in found.architectures:
        known = ", ".join(found.architectures)
        raise ValueError(f"unknown architecture {recipe.architecture!r}; known are {known}")
    spec = found.architectures[recipe.architecture]
    heads = {head.name for head in spec.heads}
    for name in recipe.objectives:
        if name not in found.objectives:
            known = ", ".join(found.objectives)
            raise ValueError(f"unknown objective {name!r}; known are {known}")
        if found.objectives[name].head not in heads:
            raise ValueError(f"{spec.title} has no head for the objective {name!r}")
    if not recipe.objectives:
        raise ValueError("a recipe needs at least one objective")
    for name, options in recipe.options.items():
        if name not in recipe.objectives or not isinstance(options, Mapping):
            raise ValueError(f"options.{name} must be a table for one of the objectives")
        check_options(options, found.objectives[name].options, f"the objective {name!r}")
    _check_config(recipe, spec)
    objectives = tuple(found.objectives[name] for name in recipe.objectives)
    layout(objectives)
    if recipe.schedule.task_share and TASK_OBJECTIVE not in recipe.objectives:
        raise ValueError(f"tasks are learned by {TASK_OBJECTIVE!r}; set task_share to 0 without it")
    return spec, objectives


def new_model(recipe: Recipe, spec: ArchSpec, tokenizer: Tokenizer) -> LanguageModel:
    """A model with fresh weights, drawn from the recipe's seed."""
    size = replace(recipe.size, vocab_size=tokenizer.vocab_size)
    _check_length(recipe, size)
    config = _config(recipe, spec, size, tokenizer)
    _check_memory(num_parameters(skeleton(spec, config)))
    torch.manual_seed(recipe.seed)
    model: LanguageModel = spec.model_class(config)
    return model


def _check_length(recipe: Recipe, size: Size) -> None:
    length, room = recipe.schedule.long_length, size.num_positions
    if length > room:
        raise ValueError(f"long_length {length} does not fit into {room} positions")


def _check_memory(num_weights: int) -> None:
    """Raises ValueError where so many weights cannot be learned on this machine."""
    if not hasattr(os, "sysconf"):
        return  # Windows does not say it so easily, and refuses what it does not have
    there, needed = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"), 4 * 4 * num_weights
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
    sized = spec.config_class.sized() if recipe.config else {}
    for key, value in recipe.config.items():
        if key not in known:
            raise ValueError(f"unknown key {key!r} in config; known are {', '.join(sorted(known))}")
        if word := sized.get(key):
            table = "tokenizer" if word == "vocab_size" else "size"
            raise ValueError(f"{key} in config is {word} in {table}: drop it, and set {word} there")
        spec.config_of("").checked(key, value)


def _keys(spec: ArchSpec) -> set[str]:
    """The keys that the main config.json of an architecture has."""
    return {item.name for item in fields(spec.config_of(""))}


def _config(recipe: Recipe, spec: ArchSpec, size: Size, tokenizer: Tokenizer) -> ModelConfig:
    """The configuration of this size with the recipe's further keys. Raises ValueError.

    Where padding matters to the architecture, its index is that of the tokenizer.
    """
    further = dict(recipe.config)
    for key in {"pad_token_id", "decoder_start_token_id"} & _keys(spec):
        if tokenizer.pad_id is not None:
            further.setdefault(key, tokenizer.pad_id)
    return spec.config_class.from_size(size, **further)


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


def train(
    recipe: Recipe,
    folder: Path,
    cache_folder: Path,
    resume: bool = False,
    device: str = "cpu",
) -> Generator[Report, None, None]:
    """Train by a recipe into a run folder; stops early without harm when no longer asked.

    Raises ValueError for an impossible recipe and where another training writes to the folder,
    DivergedError when the loss is not finite (the last good checkpoint stays), OSError when the
    disk is full.
    """
    specs_of(recipe)  # an impossible recipe is refused before anything is prepared
    with alone(folder) if parallel.is_first() else nullcontext():
        yield from _train(recipe, folder, cache_folder, resume, device)


def _train(
    recipe: Recipe, folder: Path, cache_folder: Path, resume: bool, device: str
) -> Generator[Report, None, None]:
    pretrained = load_pretrained(recipe)
    tokenizer = pretrained.tokenizer if pretrained else None
    if resume and (checkpoint := latest(folder)) is not None:
        framing = catalog().architectures[recipe.architecture].framing
        tokenizer = open_tokenizer(checkpoint, framing=framing)
    prepared = yield from prepare(recipe, cache_folder, tokenizer)
    learner = new_learner(recipe, prepared.tokenizer, pretrained)
    yield from run(learner, prepared, folder, resume, device)


def load_pretrained(recipe: Recipe) -> Loaded | None:
    """The model that a run begins with, or that teaches it; None for a run from nothing."""
    if recipe.teaching is not None:
        return load_teacher(recipe.teaching)
    if not recipe.start:
        return None
    pretrained = load(checkpoint_folder(recipe.start))
    if pretrained.spec.name != recipe.architecture:
        raise ValueError(f"{recipe.start} is {pretrained.spec.title}, not {recipe.architecture!r}")
    if pretrained.tokenizer is None:
        raise ValueError(f"{recipe.start} has no tokenizer, so a run cannot begin with it")
    return pretrained


def new_learner(recipe: Recipe, tokenizer: Tokenizer, pretrained: Loaded | None) -> Learner:
    """A fresh model, the pretrained one that a run goes on with, or its student, ready to learn."""
    spec, objectives = specs_of(recipe)
    for objective in objectives:
        if objective.needs_mask_token and tokenizer.mask_id is None:
            raise ValueError(f"{objective.title} needs a tokenizer that has a mask token")
        if objective.needs_sentinels and not tokenizer.vocabulary.sentinel_ids:
            raise ValueError(f"{objective.title} needs a tokenizer that has sentinels")
    if pretrained is None:
        model = new_model(recipe, spec, tokenizer)
        return Learner(model, spec, objectives, tokenizer, recipe)
    if recipe.teaching is None:
        before = stages(pretrained.run)
        _check_inherited(recipe, pretrained, pretrained.model.config)
        return Learner(pretrained.model, spec, objectives, tokenizer, recipe, before=before)
    method = catalog().methods[recipe.teaching.method]
    model = method.make_student(pretrained.model, recipe.size.num_layers)
    _check_inherited(recipe, pretrained, model.config)
    return TaughtLearner(model, spec, objectives, tokenizer, recipe, pretrained.model, method)


def _check_inherited(recipe: Recipe, pretrained: Loaded, config: ModelConfig) -> None:
    """Raises ValueError where a recipe asks for what does not follow from the pretrained model.

    `config` is that of the model that learns: the pretrained one itself, or its student.
    A size that is the usual one may stand for nothing said.
    """
    if config.first_position is not None:  # else it reads longer texts than it learned from
        _check_length(recipe, config.size)
    usual, has = asdict(Size(vocab_size=1)), asdict(config.size)
    asked = type(config).from_size(config.size, **recipe.config)
    differ = [
        f"{word} in size"
        for word, value in asdict(recipe.size).items()
        if value not in (usual[word], has[word])
    ]
    differ += [
        f"{key} in config" for key in recipe.config if _entry(asked, key) != _entry(config, key)
    ]
    differ += [f"{word} in tokenizer" for word in _other_vocabulary(recipe.tokenizer, pretrained)]
    if differ:
        raise ValueError(
            f"{differ[0]} cannot be kept, as the model comes from {pretrained.name}: drop it"
        )


def _other_vocabulary(wanted: TokenizerRecipe, pretrained: Loaded) -> Iterator[str]:
    """What a recipe says of the tokenizer that is not so of the one that a run reads with.

    A run may repeat what the pretrained model's recipe asked for, also where the text gave fewer
    pieces.
    """
    own, usual = pretrained.tokenizer, TokenizerRecipe()
    assert own is not None
    recipe = pretrained.run.get("recipe")
    asked = recipe.get("tokenizer") if isinstance(recipe, Mapping) else None
    for word, value in {"family": own.family, "vocab_size": own.vocab_size}.items():
        told = asked.get(word) if isinstance(asked, Mapping) else None
        if getattr(wanted, word) not in (getattr(usual, word), value, told):
            yield word
    if wanted.folder:
        folder = checkpoint_folder(wanted.folder)
        if open_tokenizer(folder, framing=pretrained.spec.framing).hash != own.hash:
            yield "folder"


def _entry(config: ModelConfig, key: str) -> Any:
    """What the main config.json of a model says under a key."""
    return getattr(next(iter(config.parts().values())), key)


def load_teacher(teaching: Teaching) -> Loaded:
    """The teacher that a recipe names. Raises ValueError when the method cannot use it."""
    method = catalog().methods.get(teaching.method)
    if method is None:
        known = ", ".join(catalog().methods)
        raise ValueError(f"unknown distillation method {teaching.method!r}; known are {known}")
    check_options(teaching.options, method.options, f"the method {method.name!r}")
    teacher = load(checkpoint_folder(teaching.teacher))
    if teacher.spec.name not in method.teachers:
        raise ValueError(f"{teacher.spec.title} cannot be a teacher of {method.title}")
    if teacher.tokenizer is None:
        raise ValueError(f"{teaching.teacher} has no tokenizer, so a student cannot read with it")
    return teacher


def run(
    learner: Learner, prepared: Prepared, folder: Path, resume: bool, device: str
) -> Generator[Report, None, None]:
    """Train a learner that is ready. Closing it early keeps what was won.

    Raises as `train` does.
    """
    runs = RunFolder(folder, learner.recipe, learner.spec, learner.tokenizer)
    module = learner.ready_on(device)
    optimizer = make_optimizer(module, learner.recipe.schedule)
    progress = runs.resume(module, optimizer) if resume else runs.start()
    unseen = held_out_corruptions(learner, prepared.held_out, layout(learner.objectives))
    held_out = held_out_batches(learner, unseen, device)
    if not progress.baselines:
        yield Preparing("counting n-grams", 0, 1)
        progress = replace(progress, baselines=_count_models(learner, prepared, unseen))
    yield Ready(learner, progress.baselines or {})
    examples = _examples_by_kind(learner, prepared)
    progress = yield from _steps(learner, examples, held_out, optimizer, runs, progress)
    if prepared.tasks is not None and parallel.is_first():
        yield Preparing("doing held-out tasks", 0, 1)
        progress = replace(progress, tasks=_done_tasks(learner))
    runs.finish(learner.model, progress, before=learner.before)


def _steps(
    learner: Learner,
    examples: Mapping[str, Examples],
    held_out: Sequence[Batch],
    optimizer: torch.optim.Optimizer,
    runs: RunFolder,
    progress: Progress,
) -> Generator[Report, None, Progress]:
    """All steps that are left; returns how far the run is. Saved when it is closed early."""
    schedule, module = learner.recipe.schedule, as_module(learner.model)
    saved = progress.step
    try:
        while progress.step < schedule.steps:
            step, began = progress.step + 1, time.perf_counter()
            found, tokens = _update(learner, examples, optimizer, step)
            seconds = progress.seconds + time.perf_counter() - began
            progress = progress.after(step, tokens, seconds)
            metrics = None
            if _due(schedule, step, schedule.evaluate_every):
                metrics = _held_out(learner, held_out)
                progress = progress.with_point(metrics)  # before a yield, at which a run may stop
            rate = learning_rate(schedule, step)
            yield Step(step, schedule.steps, found, rate, progress.tokens, seconds)
            if metrics is not None:
                yield Evaluated(step, metrics, progress.tokens, seconds)
            if _due(schedule, step, schedule.save_every):
                runs.save(module, optimizer, progress)
                saved = step
                yield Saved(step, runs.folder)
    except GeneratorExit:
        if progress.step > saved:
            runs.save(module, optimizer, progress)
        raise
    return progress


def _examples_by_kind(learner: Learner, prepared: Prepared) -> dict[str, Examples]:
    """Where the examples of a step come from, by the kind of the step."""
    tokenizer = prepared.tokenizer
    loose = learner.recipe.schedule.loose_share
    found = {
        DOCUMENTS: Examples(prepared.train, tokenizer, layout(learner.objectives)),
        SINGLES: Examples(prepared.singles, tokenizer, single, loose),
    }
    if prepared.tasks is not None:
        found[TASKS] = Examples(prepared.tasks, tokenizer, task)
    return found


def _count_models(
    learner: Learner, prepared: Prepared, unseen: Sequence[Corruption]
) -> dict[str, float]:
    """Nats of the count models; where a decoder answers in a text of its own, of its answers."""
    answers: list[Corruption] = []
    if any(stream.feed == DECODER_FEED for stream in learner.spec.streams):
        examples = Examples(prepared.train, prepared.tokenizer, layout(learner.objectives))
        length, count = learner.recipe.schedule.length, prepared.train.num_documents
        numbers = range(min(count, COUNTED_ANSWERS))
        answers = [learner.corruption(examples, number, length) for number in numbers]
    return baselines(prepared, unseen, answers)


def _done_tasks(learner: Learner) -> dict[str, dict[str, float]]:
    """How well the model does tasks that were held out."""
    with evaluating(learner.model):
        source = open_tasks(learner.recipe.data)
        return measure_tasks(learner.model, learner.tokenizer, source, TASKS_MEASURED)


def _due(schedule: Schedule, step: int, every: int) -> bool:
    return step % every == 0 or step == schedule.steps


def _held_out(learner: Learner, batches: Sequence[Batch]) -> dict[str, float]:
    """Held-out metrics, with the model in evaluation mode for their length."""
    with evaluating(learner.model):
        return learner.evaluate(batches)


def _update(
    learner: Learner,
    examples: Mapping[str, Examples],
    optimizer: torch.optim.Optimizer,
    step: int,
) -> tuple[dict[str, float], int]:
    """One step: draw, forward, backward, clip, update. Returns losses by head, tokens fed."""
    schedule = learner.recipe.schedule
    mine = parallel.share(step_indices(schedule, step))
    kind, length = step_shape(learner.recipe, step)
    module = as_module(learner.model)
    batch = learner.batch(examples[kind], mine, length).to(next(module.parameters()).device)
    torch.manual_seed(dropout_seed(learner.recipe, step, parallel.rank()))
    found = learner.losses(batch)
    counts = parallel.sum_counts({head: loss.count for head, loss in found.items()})
    loss = learner.total(found, counts)
    optimizer.zero_grad(set_to_none=True)
    loss.backward()  # type: ignore[no-untyped-call]
    parallel.sum_gradients(module)
    norm = nn.utils.clip_grad_norm_(module.parameters(), schedule.clip_norm)
    totals = parallel.sum_values({head: float(loss.total.detach()) for head, loss in found.items()})
    if not (math.isfinite(float(norm)) and all(map(math.isfinite, totals.values()))):
        raise DivergedError(
            f"The loss is not a number any more at step {step}. The last checkpoint is kept; "
            "try a smaller learning rate."
        )
    set_rates(optimizer, schedule, step)
    optimizer.step()
    tokens = parallel.sum_counts({"tokens": num_fed(learner.spec, batch)})["tokens"]
    return {head: totals[head] / max(1, counts[head]) for head in totals}, tokens


def num_fed(spec: ArchSpec, batch: Batch) -> int:
    """Tokens of a batch that are not padding; what a decoder must write counts as well."""
    written = {head.name for head in spec.heads if spec.stream(head.stream).feed == DECODER_FEED}
    targets = [target for name, target in batch.targets.items() if name in written]
    return batch.num_tokens + sum(len(target.rows) for target in targets)


def step_indices(schedule: Schedule, step: int) -> range:
    """The numbers of the examples of a step."""
    return range((step - 1) * schedule.batch_size, step * schedule.batch_size)


def step_shape(recipe: Recipe, step: int) -> tuple[str, int]:
    """Which kind of examples a step feeds, and their length."""
    rng = np.random.default_rng((recipe.seed, LENGTH_STREAM + step))
    schedule = recipe.schedule
    length = schedule.long_length if rng.random() < schedule.long_share else schedule.length
    kind = SINGLES if rng.random() < schedule.single_share else DOCUMENTS
    return TASKS if rng.random() < schedule.task_share else kind, length


def dropout_seed(recipe: Recipe, step: int, rank: int = 0) -> int:
    """What a process draws the dropout of a step from, so that a resumed run drops the same."""
    return int(np.random.default_rng((recipe.seed, DROPOUT_STREAM + step, rank)).integers(2**63))


def held_out_corruptions(learner: Learner, documents: Documents, cut: Layout) -> list[Corruption]:
    """The held-out examples, the same at every evaluation."""
    examples = Examples(documents, learner.tokenizer, cut)
    numbers = range(HELD_OUT_STREAM, HELD_OUT_STREAM + HELD_OUT_EXAMPLES)
    length = learner.recipe.schedule.length
    return [learner.corruption(examples, number, length) for number in numbers]


def held_out_batches(
    learner: Learner, corruptions: Sequence[Corruption], device: str
) -> list[Batch]:
    """The same examples as batches."""
    size, pad = learner.recipe.schedule.batch_size, learner.tokenizer.pad_id or 0
    starts = range(0, len(corruptions), size)
    return [collate(corruptions[start : start + size], pad).to(device) for start in starts]
