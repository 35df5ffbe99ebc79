"""Fine-tuning as a generator that reports each step and may be stopped at any of them."""

from __future__ import annotations

import math
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from models.checkpoints.checkpoint import LoadedModel, load
from models.checkpoints.foreign.adapter_folders import FOLDER as ADAPTER_FOLDER
from models.data.labelled_sets import num_skipped, open_set
from models.data.prepare import PreparationProgress
from models.finetuning.adapter_folder import collect_learned, write_adapter
from models.finetuning.batches import RowGroup, training_batches
from models.finetuning.distillation import DistillationPipeline, augment_examples
from models.finetuning.evaluation import has_answer, outcomes_of
from models.finetuning.lora import (
    adapter_parameters,
    add_adapters,
    merge_adapters,
    original_name,
)
from models.finetuning.parameters import (
    HEAD,
    Rates,
    depths,
    find_trained_parameters,
    forget_upper_layers,
    freeze_others,
    set_rate,
)
from models.finetuning.pipeline import HeadPipeline, TaskPipeline
from models.finetuning.recipe import ALL_LAYERS, FineTuningRecipe
from models.finetuning.run import fresh_model, new_pipeline, save_finetuned
from models.finetuning.styles.text import TextToTextPipeline
from models.knowledge.kagnet.recipe import GraphRecipe
from models.knowledge.kagnet.source import Knowledge, language_of, open_knowledge
from models.runtime.devices import check_precision, use_precision
from models.runtime.file_lock import exclusive_lock
from models.runtime.resources import checkpoint_folder
from models.schema.batch import as_module, num_parameters
from models.tasks.base import Metrics
from models.tasks.examples import Example, LabelledSet, TextExample
from models.tasks.metrics import Intervals
from models.training.optimizer import learning_rate
from models.training.recipe import Schedule
from models.training.run_folder import RunFolder, RunProgress, check_folder, save_auxiliary
from models.training.trainer import CheckpointSaved, DivergedError

PROBED = 2  # groups whose loss shows where the parameters are used
TIMED = 2  # batches
SAVE_EVERY_S = 60.0  # between two checkpoints of a long epoch
MAX_LOSS_POINTS = 200  # of the curve of the training loss
ORDER_STREAM = 10**9  # random numbers of epochs, of dropout and of smaller sets of examples
DROPOUT_STREAM = 2 * 10**9
SUBSET_STREAM = 3 * 10**9
PLACE = ("step", "tokens", "seconds", "epoch")  # of a point of the curve


@dataclass(frozen=True)
class FineTuningPrepared:
    """Data and model are ready; the first step comes next.

    `seconds_estimate` is for all steps that are left, measured on two batches of this run.
    `notes` are what a person must know of the data, such as rows that were skipped.
    """

    num_train: int  # examples
    num_dev: int
    steps: int
    num_learning: int  # parameters that learn
    num_parameters: int
    majority: Metrics  # of always giving the most frequent answer
    seconds_estimate: float
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class FineTuningStep:
    """A report after one update. Loss in nats, or squared error; seconds since the run began."""

    step: int
    steps: int
    loss: float
    learning_rate: float  # of the head; lower layers may have less
    seconds: float
    terms: Mapping[str, float] = field(default_factory=dict)  # of a student's loss, unweighted


@dataclass(frozen=True)
class DevEvaluated:
    """Metrics of the dev split after an epoch; `metric` is the key that decides."""

    step: int
    metrics: Metrics
    epoch: int
    metric: str
    seconds: float
    teacher: Metrics = field(default_factory=dict)  # of a teacher, if there is one
    intervals: Intervals = field(default_factory=dict)  # 95 %, over the examples of dev
    outcomes: Mapping[str, tuple[bool, ...]] = field(default_factory=dict)  # see `outcomes_of`


@dataclass(frozen=True)
class FineTuningFinished:
    """The end of a run: a model folder that opens like any other."""

    folder: Path
    recipe: FineTuningRecipe
    metrics: Metrics  # of the dev split, by the weights that were saved
    steps: int
    seconds: float
    run: Mapping[str, Any]  # what run.json holds


Report = PreparationProgress | FineTuningPrepared | FineTuningStep | DevEvaluated | CheckpointSaved


def finetune(
    recipe: FineTuningRecipe, folder: Path, resume: bool = False, device: str = "cpu"
) -> Generator[Report, None, FineTuningFinished]:
    """Fine-tune by a recipe into a folder; stops early without harm when it is closed.

    The data are those of one seed, so that runs with different seeds learn the same examples.
    Raises ValueError for an impossible recipe, for data or a model that do not fit it, and for a
    folder that holds anything but this run; DivergedError where the loss is not finite; OSError.
    """
    check_folder(folder, resume=resume)
    data = open_set(recipe.data, columns=recipe.columns or None, skip_bad_rows=recipe.skip_bad_rows)
    return (yield from finetune_on(recipe, data, folder, resume, device))


def finetune_on(
    recipe: FineTuningRecipe,
    data: LabelledSet,
    folder: Path,
    resume: bool = False,
    device: str = "cpu",
) -> Generator[Report, None, FineTuningFinished]:
    """Fine-tune as `finetune` does, on examples that are open already."""
    check_folder(folder, resume=resume)
    check_precision(recipe.precision, device)
    loaded = load(checkpoint_folder(recipe.model))
    chosen, notes = chosen_data(recipe, data)
    with exclusive_lock(folder):
        knowledge = yield from _knowledge(recipe, chosen)
        pipeline = new_pipeline(recipe, loaded, chosen, knowledge)
        if recipe.teaching is not None:
            chosen = yield from augment_examples(chosen, recipe.teaching, recipe.seed)
        pipeline.module.to(device)
        run = _Run(recipe, pipeline, loaded, chosen, folder)
        return (yield from run.reports(resume, notes))


def _knowledge(
    recipe: FineTuningRecipe, data: LabelledSet
) -> Generator[PreparationProgress, None, Knowledge | None]:
    """The graph of the style "graph", with its embeddings. Raises ValueError, OSError."""
    if recipe.style != "graph":
        return None
    language = language_of(data.examples("train"))
    return (yield from open_knowledge(recipe.graph or GraphRecipe(), language, recipe.seed))


def chosen_data(recipe: FineTuningRecipe, data: LabelledSet) -> tuple[LabelledSet, tuple[str, ...]]:
    """The examples that a recipe learns from, and what a person must know of them.

    A smaller number of examples is a part of every larger one with the same seed. Raises ValueError
    where nothing can be learned.
    """
    train = [example for example in data.examples("train") if has_answer(example)]
    unknown = len(data.examples("train")) - len(train)
    if not train:
        raise ValueError(f"{data.name} has no training examples with answers")
    if recipe.num_examples:
        if recipe.num_examples > len(train):
            raise ValueError(
                f"num_examples is {recipe.num_examples:,}, and {data.name} has {len(train):,} "
                "training examples with answers"
            )
        order = np.random.default_rng((recipe.seed, SUBSET_STREAM)).permutation(len(train))
        train = [train[index] for index in sorted(order[: recipe.num_examples])]
    _check_classes(train, data)
    dev = [example for example in data.examples("dev") if has_answer(example)]
    if recipe.patience and not dev:
        raise ValueError(f"{data.name} has no dev examples, which patience needs; set it to 0")
    notes = [*data.notes]
    if unknown:
        notes.append(f"{unknown:,} training examples have no answer and are left out")
    if count := num_skipped(data):
        notes.append(f"{count:,} rows of the files are left out")
    return replace(data, splits={**data.splits, "train": train, "dev": dev}), tuple(notes)


def _check_classes(train: Sequence[Example], data: LabelledSet) -> None:
    """Raises ValueError where a class of whole texts has no example."""
    if data.multi_label or not all(isinstance(one, TextExample) for one in train):
        return
    absent = set(data.labels) - {one.label for one in train if isinstance(one, TextExample)}
    if absent:
        names = ", ".join(sorted(absent))
        raise ValueError(
            f"no training example of {data.name} has the label {names}; take more examples, or "
            "remove the label from the data"
        )


class _CheckpointModule(nn.Module):
    """The weights in a checkpoint: all of the model, and the trained ones of the best epoch."""

    def __init__(self, module: nn.Module, keeps_best: bool) -> None:
        super().__init__()
        self.pipeline = module  # the prefix of the names of weights in checkpoint files
        self.best = nn.ParameterList(
            nn.Parameter(p.detach().clone(), requires_grad=False)
            for p in module.parameters()
            if keeps_best and p.requires_grad
        )

    def keep_best(self) -> None:
        for best, parameter in zip(self.best, self._trainable_parameters(), strict=True):
            best.data.copy_(parameter.detach())

    def restore_best(self) -> None:
        for best, parameter in zip(self.best, self._trainable_parameters(), strict=True):
            parameter.data.copy_(best)

    def _trainable_parameters(self) -> list[nn.Parameter]:
        return [p for p in self.pipeline.parameters() if p.requires_grad]


class _Run:
    """One run: what it learns from, and its steps."""

    def __init__(
        self,
        recipe: FineTuningRecipe,
        pipeline: TaskPipeline,
        loaded: LoadedModel,
        data: LabelledSet,
        folder: Path,
    ) -> None:
        assert loaded.tokenizer is not None
        self.recipe, self.pipeline, self.loaded, self.data = recipe, pipeline, loaded, data
        self.metric = _own_metric(pipeline, data)
        self.groups = pipeline.row_groups(data.examples("train"), data)
        self.dev = data.examples("dev")
        self.dev_rows = pipeline.rows(self.dev, data)
        self.epoch_steps = math.ceil(len(self.groups) / recipe.batch_size)
        self.schedule = Schedule(
            steps=self.epoch_steps * recipe.epochs,
            warmup_steps=round(self.epoch_steps * recipe.epochs * recipe.warmup_share),
            learning_rate=recipe.learning_rate,
        )
        heights = self._choose_parameters()
        self.rates = Rates.of(pipeline.module, heights, recipe)
        self.optimizer = self.rates.optimizer()
        self.saved = _CheckpointModule(pipeline.module, keeps_best=recipe.patience > 0)
        self.files = RunFolder(folder, recipe, loaded.spec, loaded.tokenizer)

    def _choose_parameters(self) -> dict[str, int]:
        """Freeze what does not learn, add adapters; the heights of all parameters that learn.

        Layers that are not transferred get fresh weights.
        """
        recipe, pipeline = self.recipe, self.pipeline
        module = pipeline.module
        plain = pipeline.use_plain_loss() if isinstance(pipeline, HeadPipeline) else pipeline
        where = depths(pipeline.model, module, lambda: plain.loss(self.groups[:PROBED]))
        if recipe.transferred_layers != ALL_LAYERS:
            fresh = as_module(fresh_model(pipeline.model, recipe.seed))
            own = as_module(pipeline.model)
            forget_upper_layers(module, own, fresh, where, recipe.transferred_layers)
        heights = find_trained_parameters(recipe, where)
        if isinstance(pipeline, DistillationPipeline):
            heights |= dict.fromkeys(pipeline.auxiliary_names, HEAD)
        freeze_others(module, heights)
        if recipe.way == "lora":
            inner = {n for n, h in where.heights.items() if h > HEAD and n not in where.embeddings}
            add_adapters(module, inner, recipe)
            heights |= {n: where.heights[original_name(n)] for n, _ in adapter_parameters(module)}
        if not any(parameter.requires_grad for parameter in module.parameters()):
            raise ValueError("no parameter would learn; choose another way")
        return heights

    def reports(
        self, resume: bool, notes: tuple[str, ...]
    ) -> Generator[Report, None, FineTuningFinished]:
        progress = self.files.resume(self.saved) if resume else self.files.start()
        if resume:
            self.files.resume_optimizer(self.optimizer)
        yield self._describe_preparation(progress, notes)
        progress = yield from self._steps(progress)
        return self._finish(progress)

    def _describe_preparation(
        self, progress: RunProgress, notes: tuple[str, ...]
    ) -> FineTuningPrepared:
        module = self.pipeline.module
        return FineTuningPrepared(
            num_train=len(self.data.examples("train")),
            num_dev=len(self.dev),
            steps=self.schedule.steps,
            num_learning=sum(p.numel() for p in module.parameters() if p.requires_grad),
            num_parameters=num_parameters(module),
            majority=self.pipeline.task.majority(self.data) if self.dev else {},
            seconds_estimate=self._estimate(progress),
            notes=notes,
        )

    def _estimate(self, progress: RunProgress) -> float:
        """Seconds for the steps that are left, by two batches that are not learned from."""
        batches = epoch_batches(self.groups, self.recipe, 0)
        seconds = tokens = 0.0
        for groups in batches[:TIMED]:
            start = time.perf_counter()
            with self._precision():
                loss = self.pipeline.loss(groups)
            torch.autograd.backward(loss)
            seconds += time.perf_counter() - start
            tokens += _count_padded_tokens(groups)
        self.optimizer.zero_grad(set_to_none=True)
        share = 1 - progress.step / self.schedule.steps
        return (
            seconds / tokens * sum(map(_count_padded_tokens, batches)) * self.recipe.epochs * share
        )

    def _steps(self, progress: RunProgress) -> Generator[Report, None, RunProgress]:
        """All steps that are left. A checkpoint is saved after each epoch and when it is closed."""
        saved, saved_at = progress.step, time.monotonic()
        batches: list[list[RowGroup]] = []
        try:
            self.pipeline.module.train()
            while progress.step < self.schedule.steps and not self._has_stopped(progress):
                epoch, index = divmod(progress.step, self.epoch_steps)
                if not (index and batches):
                    batches = epoch_batches(self.groups, self.recipe, epoch)
                step = self._step(progress, batches[index])
                progress = self._advance_progress(progress, step, batches[index])
                point = self._evaluate(progress) if index + 1 == self.epoch_steps else None
                if point is not None:
                    progress = progress.add_point({**point.metrics, "epoch": point.epoch})
                yield step
                if point is not None:
                    yield point
                late = time.monotonic() - saved_at > SAVE_EVERY_S
                if index + 1 == self.epoch_steps or late:
                    self.files.save(self.saved, self.optimizer, progress)
                    saved, saved_at = progress.step, time.monotonic()
                    yield CheckpointSaved(saved, self.files.folder)
        except GeneratorExit:
            if progress.step > saved:
                self.files.save(self.saved, self.optimizer, progress)
            raise
        return progress

    def _step(self, progress: RunProgress, groups: Sequence[RowGroup]) -> FineTuningStep:
        start, step = time.perf_counter(), progress.step + 1
        torch.manual_seed(_dropout_seed(self.recipe.seed, step))
        with self._precision():
            loss, terms = self._loss(progress, groups)
        self.optimizer.zero_grad(set_to_none=True)
        torch.autograd.backward(loss)
        learned = [p for group in self.optimizer.param_groups for p in group["params"]]
        norm = nn.utils.clip_grad_norm_(learned, self.recipe.clip_norm)
        value = float(loss.detach())
        if not (math.isfinite(value) and math.isfinite(float(norm))):
            raise DivergedError(
                f"The loss is not a number any more at step {step}. The last checkpoint is kept; "
                "try a smaller learning rate."
            )
        rate = learning_rate(self.schedule, step)
        set_rate(self.optimizer, rate)
        self.optimizer.step()
        seconds = progress.seconds + time.perf_counter() - start
        return FineTuningStep(step, self.schedule.steps, value, rate, seconds, terms)

    def _precision(self) -> AbstractContextManager[object]:
        """Around a forward pass and its loss."""
        return use_precision(self.recipe.precision, next(self.pipeline.module.parameters()).device)

    def _loss(
        self, progress: RunProgress, groups: Sequence[RowGroup]
    ) -> tuple[torch.Tensor, dict[str, float]]:
        """The loss () of a batch, and the terms of a student's."""
        pipeline = self.pipeline
        if not isinstance(pipeline, DistillationPipeline):
            return pipeline.loss(groups), {}
        pipeline = pipeline.move_to_progress(progress.step / self.schedule.steps)
        terms = pipeline.terms(groups)
        return pipeline.total(terms), {name: float(mean.detach()) for name, mean in terms.items()}

    def _advance_progress(
        self, progress: RunProgress, step: FineTuningStep, groups: Sequence[RowGroup]
    ) -> RunProgress:
        """The progress after a step, with a point of the training loss now and then."""
        tokens = sum(len(row.model_input) for group in groups for row in group.rows)
        progress = progress.advance(step.step, tokens, step.seconds)
        every = max(1, self.schedule.steps // MAX_LOSS_POINTS)
        if step.step % every:
            return progress
        return progress.add_point({"loss": step.loss, **step.terms})

    def _evaluate(self, progress: RunProgress) -> DevEvaluated | None:
        """The metrics of dev after an epoch; the weights are remembered where they are best."""
        if not self.dev:
            return None
        predictions = self.pipeline.predict(self.dev_rows, self.dev, self.data)
        metrics = self.pipeline.task.measure(predictions, self.dev, self.data)
        key = deciding_metric(metrics, self.metric)
        if self.recipe.patience and all(metrics[key] > value for value in self._values(progress)):
            self.saved.keep_best()
        epoch = progress.step // self.epoch_steps
        return DevEvaluated(
            progress.step,
            metrics,
            epoch,
            key,
            progress.seconds,
            self._teacher_metrics,
            self.pipeline.task.intervals(predictions, self.dev, self.data),
            outcomes_of(predictions, self.dev, self.data),
        )

    @cached_property
    def _teacher_metrics(self) -> Metrics:
        """The metrics of the teacher on the same dev split; none without a teacher."""
        if not isinstance(self.pipeline, DistillationPipeline) or not self.dev:
            return {}
        answers = self.pipeline.teacher_pipeline.predict(self.dev_rows, self.dev, self.data)
        return self.pipeline.task.measure(answers, self.dev, self.data)

    def _points(self, progress: RunProgress) -> list[Mapping[str, float]]:
        """The points of the curve that have metrics of dev."""
        return [point for point in progress.curve if "epoch" in point]

    def _values(self, progress: RunProgress) -> list[float]:
        """The deciding metric after each epoch."""
        points = self._points(progress)
        return [point[deciding_metric(point, self.metric)] for point in points]

    def _has_stopped(self, progress: RunProgress) -> bool:
        """Whether the dev metric has not grown for as many epochs as the recipe allows."""
        values = self._values(progress)
        if not self.recipe.patience or not values:
            return False
        return len(values) - 1 - values.index(max(values)) >= self.recipe.patience

    def _finish(self, progress: RunProgress) -> FineTuningFinished:
        if self.recipe.patience:
            self.saved.restore_best()
        learned = collect_learned(self.pipeline.module) if self.recipe.way == "lora" else None
        merge_adapters(self.pipeline.module)
        self.pipeline.module.eval()
        points, values = self._points(progress), self._values(progress)
        chosen = values.index(max(values)) if values and self.recipe.patience else -1
        point = points[chosen] if points else {}
        metrics = {key: value for key, value in point.items() if key not in PLACE}
        record = self._record(progress, metrics)
        folder, name = self.files.folder, self.recipe.name or self.files.folder.name
        if isinstance(self.pipeline, DistillationPipeline):
            save_auxiliary(self.pipeline.auxiliary, folder)
        run = save_finetuned(self.pipeline, self.loaded, folder, name, record)
        pipeline, recipe = self.pipeline, self.recipe
        if learned and isinstance(pipeline, HeadPipeline) and not recipe.from_scratch:
            made = pipeline.task_model, self.loaded.spec
            write_adapter(learned, *made, recipe.model, folder / ADAPTER_FOLDER)
        return FineTuningFinished(
            folder, self.recipe, metrics, progress.step, progress.seconds, run
        )

    def _record(self, progress: RunProgress, metrics: Metrics) -> dict[str, Any]:
        """What run.json says of the run."""
        pipeline, data = self.pipeline, self.data
        prefix = {"prefix": pipeline.prefix} if isinstance(pipeline, TextToTextPipeline) else {}
        teacher = {"teacher_metrics": dict(self._teacher_metrics)} if self._teacher_metrics else {}
        return {
            "recipe": self.recipe.to_dict(),
            "task": pipeline.task.name,
            "style": self.recipe.style,
            "labels": list(data.labels),
            "symmetric": data.symmetric,
            "max_length": pipeline.max_length,
            **prefix,
            "data": data.name,
            "num_train": len(data.examples("train")),
            "num_dev": len(self.dev),
            "metric": deciding_metric(metrics, self.metric),
            "metrics": dict(metrics),
            **teacher,
            "majority": dict(pipeline.task.majority(data)) if self.dev else {},
            "steps": progress.step,
            "tokens": progress.tokens,
            "seconds": round(progress.seconds, 1),
            "curve": [dict(point) for point in progress.curve],
        }


def epoch_batches(
    groups: Sequence[RowGroup], recipe: FineTuningRecipe, epoch: int
) -> list[list[RowGroup]]:
    """The batches of an epoch, counted from 0, in the order in which a run learns from them."""
    rng = np.random.default_rng((recipe.seed, ORDER_STREAM + epoch))
    return training_batches(groups, recipe.batch_size, rng)


def _own_metric(pipeline: TaskPipeline, data: LabelledSet) -> str:
    """The metric of the set, else the task's first. Raises ValueError for an unknown one."""
    known = pipeline.task.metrics
    if data.metric and data.metric not in known:
        raise ValueError(f"{data.name} names the metric {data.metric!r}, not one of its task")
    return data.metric or next(iter(known))


def deciding_metric(metrics: Metrics, metric: str) -> str:
    """The key that decides: the score at the best threshold where there are unanswerable questions,
    as in the official script of SQuAD 2.0.
    """
    best = f"best_{metric}"
    return best if best in metrics else metric


def _count_padded_tokens(groups: Sequence[RowGroup]) -> int:
    """Tokens of a batch with its padding."""
    return max(group.length for group in groups) * sum(len(group.rows) for group in groups)


def _dropout_seed(seed: int, step: int) -> int:
    """What a step draws its dropout from, so that a resumed run draws the same."""
    return int(np.random.default_rng((seed, DROPOUT_STREAM + step)).integers(2**63))
