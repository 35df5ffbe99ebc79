"""A model that learns a task from a teacher that was fine-tuned for it, on more examples."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from models.checkpoints.checkpoint import load
from models.data.prepare import PreparationProgress
from models.finetuning.batches import RowGroup
from models.finetuning.pipeline import HeadPipeline
from models.inference.mask_filling import WordReplacer
from models.runtime.resources import checkpoint_folder
from models.schema.roles import LearnedBeside, TaskTeaching
from models.schema.specs import DistillationSpec
from models.tasks.base import TaskModel
from models.tasks.examples import Example, LabelledSet, ScoreExample, TextExample
from models.training.recipe import TeacherRecipe, check_options
from models.training.training_task import method_of, open_teacher

AUXILIARY = "auxiliary"
COPY_STREAM = 4 * 10**9  # random numbers of the copies of an example
REPORT_EVERY = 50  # examples


@dataclass(frozen=True, eq=False)
class DistillationPipeline(HeadPipeline):
    """A student with a head. `auxiliary` is trained with it and not saved, such as a projection.

    `progress` is the share of the steps that are done.
    """

    teacher: TaskModel = field(kw_only=True)
    method: DistillationSpec = field(kw_only=True)
    options: Mapping[str, Any] = field(kw_only=True)
    auxiliary: nn.Module = field(kw_only=True)
    progress: float = field(default=0.0, kw_only=True)

    @property
    def module(self) -> nn.Module:
        return nn.ModuleDict({"student": self.task_model, AUXILIARY: self.auxiliary})

    @property
    def auxiliary_names(self) -> list[str]:
        """The parameters that are no part of the student, as `module` names them."""
        return [name for name, _ in self.module.named_parameters() if name.startswith(AUXILIARY)]

    def move_to_progress(self, progress: float) -> DistillationPipeline:
        """Return a copy that is at this share of the steps."""
        return replace(self, progress=progress)

    def use_plain_loss(self) -> HeadPipeline:
        return self.move_to_progress(1.0)  # then predictions are learned, with every layer

    @property
    def teacher_pipeline(self) -> HeadPipeline:
        """The teacher, reading what its student reads."""
        return HeadPipeline(self.teacher, self.spec, self.task, self.tokenizer, self.max_length)

    def loss(self, groups: Sequence[RowGroup]) -> Tensor:
        return self.total(self.terms(groups))

    def terms(self, groups: Sequence[RowGroup]) -> dict[str, Tensor]:
        """The method's terms of the loss, each a mean ()."""
        batch = self.batch([row for group in groups for row in group.rows])
        self.teacher.to(batch.input_ids.device)
        terms = self.method.loss(
            self.task_model,
            self.teacher,
            batch,
            self.options,
            auxiliary=self.auxiliary,
            progress=self.progress,
        )
        return {term: loss.total / max(1, loss.count) for term, loss in terms.items()}

    def total(self, terms: Mapping[str, Tensor]) -> Tensor:
        """The weighted sum () of the terms."""
        weight = self.method.weight
        weighted = [weight(term, self.options) * mean for term, mean in terms.items()]
        return torch.stack(weighted).sum()


def student_pipeline(
    pipeline: HeadPipeline, teaching: TeacherRecipe, seed: int
) -> DistillationPipeline:
    """The pipeline with its teacher. Raises ValueError where they do not fit together."""
    method = task_method(teaching)
    loaded = open_teacher(teaching, method)
    assert loaded.tokenizer is not None
    if loaded.task_model is None:
        raise ValueError(f"{teaching.teacher} has no head for a task: fine-tune it first")
    if loaded.task_model.multi_label:
        raise ValueError(
            f"{teaching.teacher} gives several classes to a text, which {method.title} cannot "
            "teach: fine-tune the student without a teacher"
        )
    spec = pipeline.spec
    if spec.name != method.student:
        raise ValueError(
            f"{spec.title} cannot be a student of {method.title}; choose {method.student!r}"
        )
    if loaded.tokenizer.hash != pipeline.tokenizer.hash:
        raise ValueError(
            f"the student reads with another tokenizer than its teacher {teaching.teacher}: choose "
            "a student that was trained with the tokenizer of its teacher"
        )
    positions = loaded.model.config.size.num_positions
    pipeline = replace(pipeline, max_length=min(pipeline.max_length, positions))
    torch.manual_seed(seed)
    beside = method.role(LearnedBeside)
    assert beside is not None
    auxiliary = beside.make(pipeline.task_model, loaded.task_model, teaching.options)
    return DistillationPipeline(
        **vars(pipeline),
        teacher=loaded.task_model.eval(),
        method=method,
        options=teaching.options,
        auxiliary=auxiliary,
    )


def task_method(teaching: TeacherRecipe) -> DistillationSpec:
    """The method, with options that it has for a task. Raises ValueError."""
    method = method_of(teaching)
    if method.role(TaskTeaching) is None:
        raise ValueError(
            f"{method.title} cannot be used for fine-tuning; it is a method of pretraining"
        )
    known = (*method.options, *method.task_options)
    check_options(teaching.options, known, f"the method {method.name!r}")
    return method


# More examples ------------------------------------------------------------------------------------


def augment_examples(
    data: LabelledSet, teaching: TeacherRecipe, seed: int
) -> Generator[PreparationProgress, None, LabelledSet]:
    """The data with copies of each training example; they depend on seed and example alone.

    Copies that are equal to another one are left out. Raises ValueError for examples that are no
    texts, and for a model that fills no masks.
    """
    known = task_method(teaching).task_options
    options = {one.name: teaching.options.get(one.name, one.default) for one in known}
    if not options.get("copies"):
        return data
    replacer = _replacer(options)
    train: list[Example] = []
    examples = data.examples("train")
    for index, example in enumerate(examples):
        if not isinstance(example, TextExample | ScoreExample):
            raise ValueError(f"examples of {data.task!r} cannot be copied; set copies to 0")
        if index % REPORT_EVERY == 0:
            yield PreparationProgress("making more examples", index, len(examples))
        rng = np.random.default_rng((seed, COPY_STREAM, index))
        train += copies_of(example, replacer, int(options["copies"]), rng)
    return replace(data, splits={**data.splits, "train": train})


def copies_of(
    example: TextExample | ScoreExample,
    replacer: WordReplacer,
    count: int,
    rng: np.random.Generator,
) -> list[TextExample | ScoreExample]:
    """The example, and up to so many others with the same answer."""
    texts = dict.fromkeys([(example.text, example.pair)])
    for _ in range(count):
        texts[
            replacer.replace_words(example.text, rng), replacer.replace_words(example.pair, rng)
        ] = None
    return [
        replace(example, id=f"{example.id}-{n}" if n else example.id, text=text, pair=pair)
        for n, (text, pair) in enumerate(texts)
    ]


def _replacer(options: Mapping[str, Any]) -> WordReplacer:
    """Raises ValueError for a model that fills no masks."""
    name = str(options["augment_with"])
    if not name:
        raise ValueError(
            "copies need a masked language model: name one as augment_with, or set copies to 0"
        )
    loaded = load(checkpoint_folder(name))
    head = loaded.spec.head_for("fill_mask", loaded.heads)
    if head is None or loaded.tokenizer is None or loaded.tokenizer.mask_id is None:
        raise ValueError(f"{name} fills no masked words: choose a masked language model")
    return WordReplacer(loaded, float(options["replaced"]), int(options["candidates"]))
