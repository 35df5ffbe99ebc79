"""Opens what is fine-tuned, and writes and opens the resulting model folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from models.checkpoints.checkpoint import LoadedModel, load, save, save_task
from models.checkpoints.folders import CONFIG_FILE
from models.finetuning.distillation import student_pipeline
from models.finetuning.pipeline import HeadPipeline, TaskPipeline
from models.finetuning.recipe import USUAL_FEATURES, FineTuningRecipe
from models.finetuning.styles.features import (
    FeatureModel,
    new_feature_model,
    open_feature_model,
    save_feature_head,
)
from models.finetuning.styles.last_token import LastTokenPipeline, language_model_head
from models.finetuning.styles.text import TextToTextPipeline, check_text_style, task_prefix
from models.knowledge.kagnet.folder import has_graph_model, open_graph_model, save_graph_model
from models.knowledge.kagnet.pipeline import KagNetPipeline, new_graph_model
from models.knowledge.kagnet.source import Knowledge
from models.layers.quantized.layers import check_learnable
from models.runtime.files import read_object
from models.runtime.resources import checkpoint_folder
from models.schema.batch import LanguageModel, as_module
from models.schema.specs import TaskHeadKind
from models.tasks.base import TaskModel, TaskSpec, new_task_model
from models.tasks.catalog import task as task_of
from models.tasks.examples import Example, LabelledSet, TextExample, TokenExample

RECORD = "finetuning"  # key of run.json
RUN_FILE = "run.json"
MEASURED = ("metrics", "tasks", "facts", "predictions")  # of the model before it was fine-tuned


@dataclass(frozen=True, eq=False)
class FineTunedModel:
    """A model from a folder that does a task. `labels` are in the order of its outputs."""

    folder: Path
    pipeline: TaskPipeline
    labels: tuple[str, ...]
    symmetric: bool = False
    metrics: Mapping[str, float] = field(default_factory=dict)  # of dev, where run.json has them

    @property
    def multi_label(self) -> bool:
        """Whether it gives several classes to a text, each with a probability of its own."""
        pipeline = self.pipeline
        return isinstance(pipeline, HeadPipeline) and pipeline.task_model.multi_label

    def match_classes(self, data: LabelledSet) -> LabelledSet:
        """Data with the classes of the model. Raises ValueError for other ones."""
        if data.task != self.pipeline.task.name:
            raise ValueError(
                f"{self.folder} was fine-tuned for {self.pipeline.task.title.lower()}, and "
                f"{data.name} has examples for {task_of(data.task).title.lower()}"
            )
        labels = self.labels or data.labels
        if unknown := sorted(set(data.labels) - set(labels)):
            raise ValueError(
                f"{data.name} has the label {unknown[0]!r}, which the model in {self.folder} does "
                f"not know; it knows {', '.join(labels)}"
            )
        if data.multi_label and isinstance(self.pipeline, HeadPipeline) and not self.multi_label:
            raise ValueError(
                f"the examples of {data.name} can have several classes, and the model in "
                f"{self.folder} gives one"
            )
        several = self.multi_label or data.multi_label
        return replace(data, labels=labels, symmetric=self.symmetric, multi_label=several)


def new_pipeline(
    recipe: FineTuningRecipe,
    loaded: LoadedModel,
    data: LabelledSet,
    knowledge: Knowledge | None = None,
) -> TaskPipeline:
    """A pretrained model, or one with fresh weights, with what it needs to learn a task.

    `knowledge` is that of the style "graph". Raises ValueError where the model cannot do the task,
    or not in this style.
    """
    if loaded.tokenizer is None:
        raise ValueError(f"{recipe.model} has no tokenizer, so it can read no examples")
    task = task_of(recipe.task or data.task)
    if task.name != data.task:
        raise ValueError(
            f"{data.name} has examples for {data.task!r}, not for {task.name!r}; leave out task"
        )
    if not recipe.from_scratch:
        check_learnable(as_module(loaded.model), recipe.model)
    model = fresh_model(loaded.model, recipe.seed) if recipe.from_scratch else loaded.model
    length = min(recipe.max_length, model.config.size.num_positions)
    if recipe.style == "text":
        check_text_style(loaded.spec, task)
        prefix = task_prefix(data)
        return TextToTextPipeline(model, loaded.spec, task, loaded.tokenizer, length, prefix)
    if recipe.style == "graph":
        assert knowledge is not None
        made = new_graph_model(model, knowledge, recipe.seed)
        return KagNetPipeline.of(made, loaded.spec, task, loaded.tokenizer, length, knowledge)
    if recipe.style == "gpt":
        language_model_head(loaded.spec)
    if recipe.style == "features":
        task_model: TaskModel = new_feature_model(
            loaded.spec, model, task, data.labels, recipe.features, recipe.seed
        )
    else:
        shape = replace(task, head=head_kind(task, recipe.style))
        task_model = new_task_model(loaded.spec, model, shape, data, recipe.seed, loaded.entries)
    weights = class_weights(data) if recipe.class_weights else None
    pipeline = HeadPipeline(
        task_model, loaded.spec, task, loaded.tokenizer, length, weights, recipe.adversarial
    )
    if recipe.teaching is not None:
        return student_pipeline(pipeline, recipe.teaching, recipe.seed)
    return _apply_style(pipeline, recipe.style, recipe.auxiliary_lm)


def head_kind(task: TaskSpec, style: str) -> TaskHeadKind:
    """The kind of head; GPT's way has one for a whole text, also for each of several choices."""
    return "sequence" if style == "gpt" else task.head


def _apply_style(pipeline: HeadPipeline, style: str, auxiliary_lm: float = 0.0) -> HeadPipeline:
    if style != "gpt":
        return pipeline
    return LastTokenPipeline(**vars(pipeline), auxiliary_lm=auxiliary_lm)


def fresh_model(model: LanguageModel, seed: int) -> LanguageModel:
    """A model of the same architecture and size whose weights are drawn from the seed."""
    torch.manual_seed(seed)
    fresh: LanguageModel = type(model)(model.config)  # type: ignore[call-arg]
    return fresh


def class_weights(data: LabelledSet) -> Tensor:
    """Weights (C,) by which each class counts the same in training: n / (C n_c), as scikit-learn
    calls balanced. Raises ValueError for data without classes, or without examples of one.
    """
    counts = dict.fromkeys(data.labels, 0)
    if not counts or data.multi_label:
        raise ValueError(f"{data.name} has no single classes to weigh; set class_weights to false")
    for name in _labels_in(data.examples("train")):
        counts[name] += 1
    total = sum(counts.values())
    return torch.tensor([total / (len(counts) * max(1, count)) for count in counts.values()])


def _labels_in(examples: Sequence[Example]) -> list[str]:
    """The classes of texts, or the tags of words, as often as they occur."""
    labels: list[str] = []
    for example in examples:
        if isinstance(example, TextExample) and example.label is not None:
            labels.append(example.label)
        elif isinstance(example, TokenExample):
            labels += example.tags or ()
    return labels


# Folders ------------------------------------------------------------------------------------------


def save_finetuned(
    pipeline: TaskPipeline, loaded: LoadedModel, folder: Path, name: str, record: Mapping[str, Any]
) -> dict[str, Any]:
    """Write the model folder, with its run.json; returns what that holds.

    What is stated of the pretraining remains there, but for what was measured before.
    """
    earlier = {} if record["recipe"]["from_scratch"] else loaded.run
    run = {
        **{key: value for key, value in earlier.items() if key not in MEASURED},
        "name": name,
        "title": name,
        "architecture": loaded.spec.name,
        RECORD: dict(record),
    }
    if isinstance(pipeline, HeadPipeline) and not isinstance(pipeline.task_model, FeatureModel):
        pads = not isinstance(pipeline, LastTokenPipeline)
        save_task(
            pipeline.task_model, loaded.spec, folder, loaded.tokenizer, run, pads_with_end=pads
        )
    else:
        save(pipeline.model, loaded.spec, folder, loaded.tokenizer, run)
    if isinstance(pipeline, HeadPipeline) and isinstance(pipeline.task_model, FeatureModel):
        save_feature_head(pipeline.task_model, folder)
    if isinstance(pipeline, KagNetPipeline):
        save_graph_model(pipeline.graph_model, pipeline.knowledge, folder)
    return run


def _why_no_head(loaded: LoadedModel, folder: Path) -> str:
    if not loaded.unread_class:
        return f"{folder} has no head for a task; fine-tune it first"
    known = ", ".join(head.architecture for head in loaded.spec.task_heads.values())
    return (
        f"{folder} holds the head of {loaded.unread_class}, which this program does not read; of "
        f"{loaded.spec.title} it reads {known}"
    )


def open_finetuned(folder: Path, task_name: str = "") -> FineTunedModel:
    """A fine-tuned model: one of this program, or any published folder with a head for a task.

    Raises CheckpointError, and ValueError where the folder has no head, or none for the task.
    """
    return finetuned_model(load(folder), folder, task_name)


def finetuned_model(loaded: LoadedModel, folder: Path, task_name: str = "") -> FineTunedModel:
    """Return the fine-tuned model of a loaded folder.

    Raises ValueError where the folder has no head, or none for the task.
    """
    task_model = loaded.task_model
    record = loaded.run.get(RECORD)
    record = record if isinstance(record, Mapping) else {}
    if loaded.tokenizer is None:
        raise ValueError(f"{folder} has no tokenizer, so it can read no text")
    style = str(record.get("style", "head"))
    if task_model is None and style not in ("text", "graph", "features"):
        raise ValueError(_why_no_head(loaded, folder))
    task = task_of(task_name or _known_task(record, task_model))
    positions = loaded.model.config.size.num_positions
    length = min(int(record.get("max_length", positions)), positions)
    if style == "graph":
        made, knowledge = open_graph_model(folder, loaded.model)
        graph = KagNetPipeline.of(made, loaded.spec, task, loaded.tokenizer, length, knowledge)
        return FineTunedModel(folder, graph, (), metrics=_metrics(record))
    if style == "features":
        labels = tuple(map(str, record.get("labels", ())))
        features = str(record["recipe"].get("features", USUAL_FEATURES))
        task_model = open_feature_model(folder, loaded.spec, loaded.model, task, labels, features)
    if task_model is None:
        labels = tuple(map(str, record.get("labels", ())))
        prefix = str(record.get("prefix", ""))
        text = TextToTextPipeline(loaded.model, loaded.spec, task, loaded.tokenizer, length, prefix)
        return FineTunedModel(folder, text, labels, metrics=_metrics(record))
    if head_kind(task, style) != task_model.kind:
        can = _known_task(record, task_model)
        raise ValueError(
            f"{folder} has a head for {task_of(can).title.lower()}, not for {task.title.lower()}"
        )
    pipeline = HeadPipeline(task_model, loaded.spec, task, loaded.tokenizer, length)
    symmetric = bool(record.get("symmetric", False))
    pipeline = _apply_style(pipeline, style)
    return FineTunedModel(folder, pipeline, task_model.labels, symmetric, _metrics(record))


def open_finetuned_graph(folder: Path) -> FineTunedModel:
    """A model that scores choices with a graph; without weights of a text model in its folder, it
    reads that of its recipe, which did not learn. Raises CheckpointError, ValueError, OSError.
    """
    if not has_graph_model(folder):
        raise ValueError(f'{folder} has no graph; fine-tune a model with the style "graph" first')
    if (folder / CONFIG_FILE).is_file():
        return open_finetuned(folder)
    run = read_object(folder / RUN_FILE)
    loaded = load(checkpoint_folder(str(run[RECORD]["recipe"]["model"])))
    return finetuned_model(replace(loaded, run=run), folder)


def _metrics(record: Mapping[str, Any]) -> dict[str, float]:
    metrics = record.get("metrics")
    items = metrics.items() if isinstance(metrics, Mapping) else ()
    return {str(key): float(value) for key, value in items if isinstance(value, int | float)}


def _known_task(record: Mapping[str, Any], task_model: TaskModel | None) -> str:
    """The task of a folder, by its run.json or by its head."""
    if task_model is None or "task" in record:
        return str(record.get("task", ""))
    if task_model.kind == "sequence":
        is_score = task_model.num_outputs == 1 and not task_model.multi_label
        is_score = is_score or task_model.problem_type == "regression"
        return "regression" if is_score else "classification"
    names = {"choice": "choice", "span": "question_answering", "token": "token_classification"}
    return names[task_model.kind]
