"""Trains a model by a recipe, as a generator of reports that can be stopped and resumed.

Step number `n` draws its examples from (seed, n) alone, so a resumed run reads what an unbroken one
would have seen. Under `torchrun` every process takes its share of each batch; losses are sums over
counts of the whole batch, so the gradient is that of one process.

`precision = "bfloat16"` computes products in 16 bits (torch.autocast); weights, moments, held-out
metrics and checkpoints stay in 32.
"""

from __future__ import annotations

import math
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from models.data.examples import Documents, Examples, Layout, single, task
from models.data.prepare import PreparationProgress, PreparedData, baselines, prepare
from models.data.tasks import open_tasks
from models.runtime.devices import check_precision, use_precision
from models.runtime.file_lock import exclusive_lock
from models.schema.batch import Batch, collate, evaluation_mode
from models.schema.records import ModelInput
from models.schema.registry import catalog
from models.schema.roles import TaskLearning
from models.schema.specs import ArchSpec
from models.tokenization import open_tokenizer
from models.training import distributed
from models.training.loss import HeadLoss
from models.training.optimizer import (
    drop_frozen_gradients,
    learning_rate,
    make_optimizer,
    set_rates,
)
from models.training.recipe import Recipe, Schedule
from models.training.run_folder import RunFolder, RunProgress, check_folder, latest
from models.training.task_metrics import measure_tasks
from models.training.training_task import (
    DistillationTask,
    TrainingTask,
    check_recipe,
    layout,
    load_pretrained,
    long_layout,
    new_training_task,
)

HELD_OUT_EXAMPLES = 512
HELD_OUT_STREAM = 10**9  # numbers of held-out examples start here, far from those of training
LENGTH_STREAM = 2 * 10**9  # and so do the draws of the length of a step
DROPOUT_STREAM = 3 * 10**9  # and the dropout of a step
DOCUMENTS, SINGLES, TASKS, LONG = "documents", "singles", "tasks", "long"  # what a step feeds
LOSS_POINTS = 200  # of the training losses of a run that are kept
TASKS_MEASURED = 600  # held-out tasks of each kind that a finished model does
COUNTED_ANSWERS = 20_000  # training examples whose answers the count models see, at most


@dataclass(frozen=True)
class TrainingStep:
    """A report after one update. Losses in nats by head; seconds spent in steps, pauses apart."""

    step: int
    steps: int
    losses: Mapping[str, float]
    learning_rate: float
    tokens: int  # read and written so far, over all processes
    seconds: float
    measured: Mapping[str, float] = field(default_factory=dict)  # by name, see `StepMeasure`


@dataclass(frozen=True)
class HeldOutEvaluated:
    """Held-out metrics at a step."""

    step: int
    metrics: Mapping[str, float]
    tokens: int
    seconds: float


@dataclass(frozen=True)
class CheckpointSaved:
    """A checkpoint is complete on disk."""

    step: int
    folder: Path


class DivergedError(ValueError):
    """The loss is no longer a number."""


@dataclass(frozen=True)
class TrainingReady:
    """All is prepared; the first step comes next. `baselines` as in run.json.

    `share_read` is that of `PreparedData`.
    """

    training_task: TrainingTask
    baselines: Mapping[str, float]
    share_read: float


Report = PreparationProgress | TrainingReady | TrainingStep | HeldOutEvaluated | CheckpointSaved


def train(
    recipe: Recipe,
    folder: Path,
    cache_folder: Path,
    resume: bool = False,
    device: str = "cpu",
    shard: bool = False,
) -> Generator[Report, None, None]:
    """Train by a recipe into a run folder; a caller that stops early loses nothing.

    `shard` divides the weights among the processes of `torchrun`, where each would otherwise have
    all of them. Raises ValueError for an impossible recipe or precision, for a folder that holds
    anything but this run, and where another training writes to it, DivergedError when the loss is
    not finite (the last good checkpoint stays), OSError when the disk is full.
    """
    check_recipe(recipe)  # before anything is prepared
    check_precision(recipe.schedule.precision, device)
    check_folder(folder, resume=resume)
    with exclusive_lock(folder) if distributed.is_first() else nullcontext():
        yield from _train(recipe, folder, cache_folder, resume, device, shard)


def _train(
    recipe: Recipe, folder: Path, cache_folder: Path, resume: bool, device: str, shard: bool
) -> Generator[Report, None, None]:
    pretrained = load_pretrained(recipe)
    tokenizer = pretrained.tokenizer if pretrained else None
    if resume and (checkpoint := latest(folder)) is not None:
        template = catalog().architectures[recipe.architecture].template
        tokenizer = open_tokenizer(checkpoint, template=template)
    prepared = yield from prepare(recipe, cache_folder, tokenizer)
    training_task = new_training_task(recipe, prepared.tokenizer, pretrained)
    yield from run(training_task, prepared, folder, resume, device, shard)


class TrainingLoss(nn.Module):
    """The loss of a batch as one module, which the processes of a training can share."""

    def __init__(self, training_task: TrainingTask) -> None:
        super().__init__()
        self.model = training_task.module
        self._training_task = training_task

    def forward(
        self, batch: Batch, progress: float = 0.0
    ) -> tuple[Tensor, dict[str, HeadLoss], dict[str, int]]:
        """The loss (), whose gradients have the one of the whole batch as their average over all
        processes; the losses of this process; and the counts of all, both by head.

        `progress` is the share of the steps that are done.
        """
        task, device = self._training_task, batch.input_ids.device
        with use_precision(task.recipe.schedule.precision, device):
            losses = task.losses(batch, progress)
        counts = distributed.sum_counts({head: loss.count for head, loss in losses.items()})
        return distributed.num_processes() * task.total(losses, counts), losses, counts


@dataclass(frozen=True)
class TrainState:
    """A training task with what changes while it is trained."""

    task: TrainingTask
    loss: nn.Module  # a TrainingLoss, or what wraps it
    optimizer: torch.optim.Optimizer

    @classmethod
    def of(cls, task: TrainingTask, shard: bool = False) -> TrainState:
        """All processes start from the weights that the model has; its device is chosen before."""
        loss = distributed.parallel(TrainingLoss(task), shard)
        parts = tuple(task.learning_rates(0.0))
        return cls(task, loss, make_optimizer(task.module, task.recipe.schedule, parts))


def run(
    training_task: TrainingTask,
    prepared: PreparedData,
    folder: Path,
    resume: bool,
    device: str,
    shard: bool = False,
) -> Generator[Report, None, None]:
    """Train a task that is ready. Closing the generator early saves a checkpoint.

    Raises as `train` does.
    """
    runs = RunFolder(folder, training_task.recipe, training_task.spec, training_task.tokenizer)
    module = training_task.to_device(device)
    progress = runs.resume(module) if resume else runs.start()
    state = TrainState.of(training_task, shard)
    if resume:
        runs.resume_optimizer(state.optimizer)
    unseen = held_out_inputs(training_task, prepared.held_out, layout(training_task.objectives))
    held_out = held_out_batches(training_task, unseen, device)
    if not progress.baselines:
        yield PreparationProgress("counting n-grams", 0, 1)
        progress = replace(progress, baselines=count_models(training_task, prepared, unseen))
    yield TrainingReady(training_task, progress.baselines or {}, prepared.share_read)
    examples = examples_by_kind(training_task, prepared.train, prepared.singles, prepared.tasks)
    progress = yield from _steps(state, examples, held_out, runs, progress)
    with distributed.gather_weights(state.loss):
        if _does_tasks(training_task) and distributed.is_first():
            yield PreparationProgress("doing held-out tasks", 0, 1)
            progress = replace(progress, tasks=_done_tasks(training_task))
        auxiliary = training_task.auxiliary if isinstance(training_task, DistillationTask) else None
        runs.finish(training_task.model, progress, training_task.before, auxiliary)


def _steps(
    state: TrainState,
    examples: Mapping[str, Examples],
    held_out: Sequence[Batch],
    runs: RunFolder,
    progress: RunProgress,
) -> Generator[Report, None, RunProgress]:
    """All steps that are left; returns how far the run is. Saved when it is closed early."""
    schedule = state.task.recipe.schedule
    saved = progress.step
    losses: list[Mapping[str, float]] = []  # of the steps since the last point of their curve
    try:
        while progress.step < schedule.steps:
            step, began = progress.step + 1, time.perf_counter()
            done = update(state, examples, step)
            seconds = progress.seconds + time.perf_counter() - began
            progress = progress.advance(step, done.tokens, seconds)
            losses.append({**done.losses, **done.measured})
            saves = _due(schedule, step, schedule.save_every)
            if saves or _due(schedule, step, math.ceil(schedule.steps / LOSS_POINTS)):
                progress, losses = progress.add_losses(losses), []
            metrics = None
            if _due(schedule, step, schedule.evaluate_every):
                metrics = _held_out(state, held_out)
                progress = progress.add_point(metrics)  # before a yield, at which a run may stop
            rate = learning_rate(schedule, step)
            yield TrainingStep(
                step, schedule.steps, done.losses, rate, progress.tokens, seconds, done.measured
            )
            if metrics is not None:
                yield HeldOutEvaluated(step, metrics, progress.tokens, seconds)
            if saves:
                _save(state, runs, progress)
                saved = step
                yield CheckpointSaved(step, runs.folder)
    except GeneratorExit:
        if progress.step > saved:
            _save(state, runs, progress.add_losses(losses))
        raise
    return progress


def _save(state: TrainState, runs: RunFolder, progress: RunProgress) -> None:
    with distributed.gather_weights(state.loss):
        runs.save(state.task.module, state.optimizer, progress)


def examples_by_kind(
    training_task: TrainingTask, train: Documents, singles: Documents, tasks: Documents | None
) -> dict[str, Examples]:
    """Return the source of a step's examples, by the kind of the step."""
    tokenizer = training_task.tokenizer
    loose = training_task.recipe.schedule.loose_share
    examples = {
        DOCUMENTS: Examples(train, tokenizer, layout(training_task.objectives)),
        SINGLES: Examples(singles, tokenizer, single, loose),
        LONG: Examples(train, tokenizer, long_layout(training_task.objectives)),
    }
    if tasks is not None:
        roles = (objective.role(TaskLearning) for objective in training_task.objectives)
        cuts = (one.layout for one in roles if one is not None)
        examples[TASKS] = Examples(tasks, tokenizer, next(filter(None, cuts), task))
    return examples


def count_models(
    training_task: TrainingTask,
    prepared: PreparedData,
    unseen: Sequence[ModelInput],
    num_tokens: int | None = None,
) -> dict[str, float]:
    """Nats of the count models; where a decoder answers in a text of its own, of its answers.

    They are fitted on the first `num_tokens` of the text, or on all.
    """
    answers: list[ModelInput] = []
    if training_task.spec.is_encoder_decoder:
        examples = Examples(prepared.train, prepared.tokenizer, layout(training_task.objectives))
        length, count = training_task.recipe.schedule.length, prepared.train.num_documents
        numbers = range(min(count, COUNTED_ANSWERS))
        answers = [training_task.model_input(examples, number, length) for number in numbers]
    return baselines(prepared, training_task.spec, unseen, answers, num_tokens)


def _does_tasks(training_task: TrainingTask) -> bool:
    """Whether the model learned tasks whose answers it writes."""
    roles = (objective.role(TaskLearning) for objective in training_task.objectives)
    own = any(one is not None and one.open is not None for one in roles)
    return bool(training_task.recipe.schedule.task_share) and not own


def _done_tasks(training_task: TrainingTask) -> dict[str, dict[str, float]]:
    """How well the model does tasks that were held out."""
    with evaluation_mode(training_task.model):
        source = open_tasks(training_task.recipe.data)
        return measure_tasks(training_task.model, training_task.tokenizer, source, TASKS_MEASURED)


def _due(schedule: Schedule, step: int, every: int) -> bool:
    return step % every == 0 or step == schedule.steps


def _held_out(state: TrainState, batches: Sequence[Batch]) -> dict[str, float]:
    """Held-out metrics, with the model in evaluation mode for their length."""
    with distributed.gather_weights(state.loss), evaluation_mode(state.task.model):
        return state.task.evaluate(batches)


@dataclass(frozen=True)
class Update:
    """What one step did: losses in nats by head, tokens fed, and what its objectives measured."""

    losses: Mapping[str, float]
    tokens: int
    measured: Mapping[str, float]


def update(state: TrainState, examples: Mapping[str, Examples], step: int) -> Update:
    """One step: sample, forward, measure, backward, clip, update.

    Nothing is measured where several processes share the batch, as each has a part of it.
    """
    task, recipe, schedule = state.task, state.task.recipe, state.task.recipe.schedule
    weights = list(state.loss.parameters())
    mine = distributed.share(step_indices(schedule, step))
    kind, length = step_shape(recipe, step)
    batch = task.batch(examples[kind], mine, length).to(weights[0].device)
    torch.manual_seed(dropout_seed(recipe, step, distributed.rank()))
    progress = (step - 1) / schedule.steps
    loss, by_head, counts = state.loss(batch, progress)
    alone = distributed.num_processes() == 1
    measured = task.measures(by_head, step) if alone else {}
    state.optimizer.zero_grad(set_to_none=True)
    loss.backward()
    set_rates(state.optimizer, schedule, step, task.learning_rates(progress))
    drop_frozen_gradients(state.optimizer)
    norm = distributed.whole(nn.utils.clip_grad_norm_(weights, schedule.clip_norm))
    totals = distributed.sum_values(
        {head: float(loss.total.detach()) for head, loss in by_head.items()}
    )
    if not (math.isfinite(float(norm)) and all(map(math.isfinite, totals.values()))):
        raise DivergedError(
            f"The loss is not a number any more at step {step}. The last checkpoint is kept; "
            "try a smaller learning rate."
        )
    state.optimizer.step()
    tokens = distributed.sum_counts({"tokens": num_fed(task.spec, batch)})["tokens"]
    losses = {head: totals[head] / max(1, counts[head]) for head in totals}
    return Update(losses, tokens, measured)


def num_fed(spec: ArchSpec, batch: Batch) -> int:
    """Tokens of a batch that are not padding; what a decoder must write counts as well."""
    written = {h.name for h in spec.heads if spec.is_decoder_input(spec.stream(h.stream).feed)}
    targets = [target for name, target in batch.targets.items() if name in written]
    return batch.num_tokens + sum(len(target.rows) for target in targets)


def step_indices(schedule: Schedule, step: int) -> range:
    """The numbers of the examples of a step."""
    return range((step - 1) * schedule.batch_size, step * schedule.batch_size)


def step_shape(recipe: Recipe, step: int) -> tuple[str, int]:
    """Which kind of examples a step feeds, and their length."""
    rng = np.random.default_rng((recipe.seed, LENGTH_STREAM + step))
    schedule = recipe.schedule
    is_long = rng.random() < schedule.long_share
    if schedule.long_last:
        is_long = step > schedule.steps - round(schedule.steps * schedule.long_share)
    if is_long:
        return LONG, schedule.long_length
    kind = SINGLES if rng.random() < schedule.single_share else DOCUMENTS
    return TASKS if rng.random() < schedule.task_share else kind, schedule.length


def dropout_seed(recipe: Recipe, step: int, rank: int = 0) -> int:
    """What a process draws the dropout of a step from, so that a resumed run drops the same."""
    return int(np.random.default_rng((recipe.seed, DROPOUT_STREAM + step, rank)).integers(2**63))


def held_out_inputs(
    training_task: TrainingTask, documents: Documents, cut: Layout, count: int | None = None
) -> list[ModelInput]:
    """The first `count` held-out examples (None: HELD_OUT_EXAMPLES), always the same ones."""
    examples = Examples(documents, training_task.tokenizer, cut)
    count = HELD_OUT_EXAMPLES if count is None else count
    numbers = range(HELD_OUT_STREAM, HELD_OUT_STREAM + count)
    length = training_task.recipe.schedule.length
    return [training_task.model_input(examples, number, length) for number in numbers]


def held_out_batches(
    training_task: TrainingTask, model_inputs: Sequence[ModelInput], device: str
) -> list[Batch]:
    """Collate held-out examples into batches on a device."""
    size, pad = training_task.recipe.schedule.batch_size, training_task.tokenizer.pad_id or 0
    starts = range(0, len(model_inputs), size)
    inputs = training_task.spec.inputs
    return [
        collate(model_inputs[start : start + size], pad, inputs=inputs).to(device)
        for start in starts
    ]
