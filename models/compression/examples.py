"""Examples by which a model is measured before and after compression, and pruning learns.

A pretrained model is measured by its objectives on held-out documents of the text that it learned
from; a fine-tuned one by its task on the dev split of its labelled set.
"""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Protocol, get_args

import numpy as np
import torch
from torch import Tensor

from models.checkpoints.checkpoint import LoadedModel
from models.data.examples import DocumentList, Examples
from models.data.labelled_sets import open_set
from models.data.sources import TextSource, open_source
from models.data.textfile import LineText
from models.data.world.split import Split
from models.finetuning.batches import training_batches
from models.finetuning.evaluation import evaluate as evaluate_task
from models.finetuning.evaluation import has_answer
from models.finetuning.pipeline import TaskPipeline
from models.finetuning.run import RECORD as FINETUNED
from models.finetuning.run import finetuned_model
from models.schema.batch import Batch, LanguageModel, as_module, collate, evaluation_mode
from models.schema.records import ModelInput
from models.schema.registry import catalog
from models.schema.specs import ArchSpec, ObjectiveSpec
from models.tasks.examples import Example, LabelledSet
from models.tasks.metrics import Interval, share_interval
from models.tokenization import Tokenizer
from models.training.evaluation import evaluate_each
from models.training.loss import losses, weigh_losses
from models.training.training_task import layout

DEFAULT_TEXT = "world"  # of a model whose run.json names no text that can be opened
DOCUMENTS = 400  # of each split that examples are cut from
LENGTH = 48  # tokens of an example
BATCH_SIZE = 16
CACHE = Path(tempfile.gettempdir()) / "plm-explorer"  # unless another folder is given
HELD_OUT_STREAM = 10**9  # random numbers of held-out examples, far from those to learn from


@dataclass(frozen=True)
class Quality:
    """How well a model does. Loss in nats (squared error for a score), accuracy of its first head.

    `score` is the deciding metric of a fine-tuned model's task; None for a pretrained model.
    `metrics` are all by name.
    """

    loss: float
    accuracy: float
    score: float | None
    metrics: Mapping[str, float]
    intervals: Mapping[str, Interval] = field(default_factory=dict)  # of accuracy and score, 95 %
    outcomes: tuple[bool, ...] = ()  # of a pretrained model: whether each prediction is right


class ModelOfKind(Protocol):
    """A model with its architecture: opened from a folder, or in training."""

    @property
    def model(self) -> LanguageModel: ...

    @property
    def spec(self) -> ArchSpec: ...


class CompressionData(Protocol):
    """Examples for a model and for every model that is made of it by compression."""

    @property
    def name(self) -> str:
        """The text, or the labelled set."""

    @property
    def cache(self) -> Path:
        """A folder for what can be made again, such as tokenized text. It need not exist yet."""

    def quality(self, loaded: LoadedModel) -> Quality:
        """Measure the model on held-out examples, in evaluation mode."""

    def held_out_losses(self, loaded: LoadedModel) -> Iterator[Tensor]:
        """The mean loss () of each held-out batch, with its graph where gradients are on."""

    def training_losses(self, loaded: LoadedModel, seed: int = 0) -> Iterator[Tensor]:
        """Yield the loss () of training batches without end, in the mode that the model is in."""

    def sentence(self, loaded: LoadedModel) -> Batch:
        """One held-out text (1, T), to be timed."""


def compression_data(
    loaded: LoadedModel, data: str = "", count: int = 64, cache: Path = CACHE
) -> CompressionData:
    """Examples for a model, `count` of them held out.

    `data` names a text, or for a fine-tuned model a labelled set; by default that of run.json, and
    the mini-world for a model without one. Raises ValueError where the model cannot read it, and
    DataError.
    """
    if loaded.tokenizer is None:
        raise ValueError(f"{loaded.name} has no tokenizer, so it can read no examples")
    if loaded.task_model is None:
        return _pretraining_data(loaded, data, count, cache)
    record = loaded.run.get(FINETUNED)
    name = data or (str(record.get("data", "")) if isinstance(record, Mapping) else "")
    if not name:
        raise ValueError(f"run.json of {loaded.name} names no labelled set: name one as data")
    return _task_data(loaded, open_set(name), count, cache)


# Pretrained models --------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class PretrainingData:
    """Documents of both splits, corrupted by the objectives of the model."""

    name: str
    objectives: tuple[ObjectiveSpec, ...]
    held_out: tuple[Batch, ...]
    train: Examples
    cache: Path

    def select_objectives(self, objectives: Sequence[ObjectiveSpec]) -> PretrainingData:
        """Return these data with the given objectives and the targets of their heads alone."""
        heads = {head for one in objectives for head in one.trains}
        batches = tuple(
            replace(batch, targets={h: t for h, t in batch.targets.items() if h in heads})
            for batch in self.held_out
        )
        return replace(self, objectives=tuple(objectives), held_out=batches)

    def quality(self, loaded: LoadedModel) -> Quality:
        _check_heads(loaded, self.objectives)
        with evaluation_mode(loaded.model):
            metrics, outcomes = evaluate_each(
                loaded.model, loaded.spec, self.objectives, self.held_out
            )
        heads = [key.removesuffix("_loss") for key in metrics if key.endswith("_loss")]
        weights = self._weights()
        loss = sum(weights.get(head, 1.0) * metrics[f"{head}_loss"] for head in heads)
        accuracy = metrics[f"{heads[0]}_accuracy"]
        count = sum(len(batch.targets[heads[0]].labels) for batch in self.held_out)
        interval = share_interval(round(accuracy * count), count)
        right = outcomes[f"{heads[0]}_accuracy"]
        return Quality(loss, accuracy, None, metrics, {"accuracy": interval}, right)

    def held_out_losses(self, loaded: LoadedModel) -> Iterator[Tensor]:
        return (self._loss(loaded, batch) for batch in self.held_out)

    def training_losses(self, loaded: LoadedModel, seed: int = 0) -> Iterator[Tensor]:
        for step in itertools.count():
            numbers = range(step * BATCH_SIZE, (step + 1) * BATCH_SIZE)
            yield self._loss(loaded, _batch(loaded, self.objectives, self.train, numbers, seed))

    def sentence(self, loaded: LoadedModel) -> Batch:
        return one_sentence(loaded, self.objectives, self.train)

    def _weights(self) -> dict[str, float]:
        return {h: w for one in self.objectives for h, w in one.weights.items()}

    def _loss(self, loaded: LoadedModel, batch: Batch) -> Tensor:
        by_head = losses(loaded.model, loaded.spec, self.objectives, batch)
        counts = {head: loss.count for head, loss in by_head.items()}
        return weigh_losses(by_head, self.objectives, counts, {})


def _pretraining_data(loaded: LoadedModel, data: str, count: int, cache: Path) -> PretrainingData:
    recipe = loaded.run.get("recipe")
    recipe = recipe if isinstance(recipe, Mapping) else {}
    objectives = _objectives(loaded, recipe.get("objectives"))
    source = _source(data, recipe.get("data"))
    tokenizer = loaded.tokenizer
    assert tokenizer is not None
    train, held_out = (
        examples_of(source, tokenizer, objectives, split) for split in get_args(Split)
    )
    numbers = range(HELD_OUT_STREAM, HELD_OUT_STREAM + count)
    batches = tuple(
        _batch(loaded, objectives, held_out, numbers[start : start + BATCH_SIZE], 0)
        for start in range(0, count, BATCH_SIZE)
    )
    return PretrainingData(source.name, objectives, batches, train, cache)


def _objectives(loaded: LoadedModel, names: object) -> tuple[ObjectiveSpec, ...]:
    """Return the objectives of run.json, else those that the architecture was published with.

    Only those whose heads the model has, and that learn from documents. Raises ValueError where
    there is none.
    """
    known, spec = catalog().objectives, loaded.spec
    for chosen in (names if isinstance(names, list) else (), spec.objectives):
        objectives = [known[name] for name in chosen if name in known]
        usable = [
            one
            for one in objectives
            if one.trains <= set(loaded.heads)
            and not one.task_share
            and not spec.why_incompatible(one)
        ]
        if usable:
            return tuple(usable)
    raise ValueError(
        f"{loaded.name} has no head that one of its objectives trains, so it cannot be measured"
    )


def _check_heads(loaded: LoadedModel, objectives: Sequence[ObjectiveSpec]) -> None:
    """Raises ValueError where a model lacks a head that is measured."""
    if lacking := [one.title for one in objectives if not one.trains <= set(loaded.heads)]:
        raise ValueError(
            f"{loaded.name} has no head for {' and '.join(lacking)}, so it cannot be measured by "
            "it. Measure what all compared models predict"
        )


@dataclass(frozen=True, eq=False)
class SharedData:
    """Examples that several models can be measured on, and what was left out, in sentences."""

    data: CompressionData
    left_out: tuple[str, ...] = ()


def shared_data(data: CompressionData, models: Sequence[LoadedModel]) -> SharedData:
    """The examples with those objectives alone that each of these models learned and can predict.

    Raises ValueError where models read with different vocabularies or share no objective.
    """
    if not isinstance(data, PretrainingData):
        return SharedData(data)
    for loaded in models:
        if loaded.tokenizer is None or loaded.tokenizer.hash != data.train.tokenizer.hash:
            raise ValueError(
                f"{loaded.name} reads with another vocabulary, so losses cannot be compared"
            )
    learned = [(loaded.name, _find_learned_objectives(loaded)) for loaded in models]
    lacking = {
        one.title: [name for name, names in learned if one.name not in names]
        for one in data.objectives
    }
    shared = [one for one in data.objectives if not lacking[one.title]]
    sentences = tuple(
        f"{title} is not measured: {' and '.join(names)} did not learn it."
        for title, names in lacking.items()
        if names
    )
    if not shared:
        raise ValueError(f"the models share no objective. {' '.join(sentences)}")
    return SharedData(data.select_objectives(shared), sentences)


def _find_learned_objectives(loaded: LoadedModel) -> set[str]:
    """The objectives that a model was trained by and has the heads for; none where it has none."""
    recipe = loaded.run.get("recipe")
    recipe = recipe if isinstance(recipe, Mapping) else {}
    try:
        return {one.name for one in _objectives(loaded, recipe.get("objectives"))}
    except ValueError:
        return set()


def _source(data: str, of_run: object) -> TextSource:
    """The named text, or else that of the run if it can be opened, or the mini-world."""
    if data:
        return open_source(data)
    try:
        return open_source(str(of_run or DEFAULT_TEXT))
    except (ValueError, OSError):
        return open_source(DEFAULT_TEXT)


def examples_of(
    source: TextSource, tokenizer: Tokenizer, objectives: Sequence[ObjectiveSpec], split: Split
) -> Examples:
    """Return examples to measure a pretrained model, from the first documents of a text."""
    return Examples(_documents(source, tokenizer, split), tokenizer, layout(objectives))


def _documents(source: TextSource, tokenizer: Tokenizer, split: Split) -> DocumentList:
    space = " " if tokenizer.keeps_space else ""
    texts = islice(source.once(split, 0), DOCUMENTS)
    encoded = (tokenizer.encode_ids([space + one for one in sentences]) for sentences in texts)
    return DocumentList.of(encoded, isinstance(source, LineText))


def one_sentence(
    loaded: ModelOfKind, objectives: Sequence[ObjectiveSpec], examples: Examples
) -> Batch:
    """The text (1, T) that a pretrained model is timed with, as these objectives corrupt it."""
    batch = _batch(loaded, objectives, examples, [HELD_OUT_STREAM], 0)
    return replace(batch, targets={}, special=None)


def _batch(
    loaded: ModelOfKind,
    objectives: Sequence[ObjectiveSpec],
    examples: Examples,
    numbers: Sequence[int],
    seed: int,
) -> Batch:
    """Examples by their numbers; each depends on the seed and its number alone."""
    model_inputs = [_model_input(loaded, objectives, examples, (seed, n)) for n in numbers]
    pad_id = examples.tokenizer.pad_id or 0
    return collate(model_inputs, pad_id, inputs=loaded.spec.inputs).to(device_of(loaded))


def _model_input(
    loaded: ModelOfKind,
    objectives: Sequence[ObjectiveSpec],
    examples: Examples,
    seed: tuple[int, int],
) -> ModelInput:
    rng = np.random.default_rng(seed)
    length = min(LENGTH, loaded.model.config.size.num_positions)
    model_input = ModelInput.clean(examples.example(rng, length))
    for objective in objectives:
        model_input = objective.corrupt(model_input, rng, examples.tokenizer.vocabulary)
    return loaded.spec.apply_all_feeds(model_input, loaded.model)


def device_of(loaded: ModelOfKind) -> torch.device:
    """Return the device of a model's weights."""
    return next(as_module(loaded.model).parameters()).device


# Fine-tuned models --------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class TaskData:
    """Examples of a labelled set."""

    name: str
    data: LabelledSet
    train: tuple[Example, ...]
    dev: tuple[Example, ...]
    cache: Path

    def quality(self, loaded: LoadedModel) -> Quality:
        pipeline, data = self._pipeline(loaded)
        with torch.no_grad(), evaluation_mode(pipeline.module):
            found = evaluate_task(pipeline, self.dev, data)
            loss = float(torch.stack(list(self.held_out_losses(loaded))).mean())
        metric = data.metric or next(iter(pipeline.task.metrics))
        score = found.metrics[metric]
        accuracy = "accuracy" if "accuracy" in found.metrics else metric
        parts = {"score": metric, "accuracy": accuracy}
        intervals = {name: found.intervals.get(key) for name, key in parts.items()}
        return Quality(loss, found.metrics[accuracy], score, found.metrics, intervals)

    def held_out_losses(self, loaded: LoadedModel) -> Iterator[Tensor]:
        pipeline, data = self._pipeline(loaded)
        groups = pipeline.row_groups(self.dev, data)
        starts = range(0, len(groups), BATCH_SIZE)
        return (pipeline.loss(groups[start : start + BATCH_SIZE]) for start in starts)

    def training_losses(self, loaded: LoadedModel, seed: int = 0) -> Iterator[Tensor]:
        pipeline, data = self._pipeline(loaded)
        groups = pipeline.row_groups(self.train, data)
        for epoch in itertools.count():
            rng = np.random.default_rng((seed, epoch))
            for batch in training_batches(groups, BATCH_SIZE, rng):
                yield pipeline.loss(batch)

    def sentence(self, loaded: LoadedModel) -> Batch:
        pipeline, data = self._pipeline(loaded)
        row = pipeline.rows(self.dev[:1], data)[0]
        assert loaded.tokenizer is not None
        batch = collate([row.model_input], loaded.tokenizer.pad_id or 0, False, loaded.spec.inputs)
        return batch.to(device_of(loaded))

    def _pipeline(self, loaded: LoadedModel) -> tuple[TaskPipeline, LabelledSet]:
        model = finetuned_model(loaded, loaded.folder)
        return model.pipeline, model.match_classes(self.data)


def _task_data(loaded: LoadedModel, data: LabelledSet, count: int, cache: Path) -> TaskData:
    finetuned_model(loaded, loaded.folder).match_classes(data)  # of the same task and classes
    train, dev = (
        tuple(one for one in data.examples(split) if has_answer(one)) for split in ("train", "dev")
    )
    if not train or not dev:
        raise ValueError(f"{data.name} needs training and dev examples with answers")
    return TaskData(data.name, data, train, dev[:count], cache)
