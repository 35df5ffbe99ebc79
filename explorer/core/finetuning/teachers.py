"""Who can teach a task: models of the library that were fine-tuned for it, and by which methods."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from explorer.core.finetuning.finetuned import DataReference
from explorer.core.finetuning.plans import FineTuningChoice, model_reference, teacher_of
from explorer.core.finetuning.runs import RECORD, record_in
from explorer.core.library.library import RUN_FILE, ModelEntry
from models.runtime.files import read_object
from models.schema.registry import Catalog
from models.schema.roles import TaskTeaching
from models.schema.specs import DistillationSpec

UNREADABLE = (OSError, ValueError)


@dataclass(frozen=True)
class KnownTeacher:
    """A model that was fine-tuned with a head; `name` and `base` are as recipes name models."""

    name: str
    title: str
    architecture: str
    data: DataReference
    base: str  # the model that it was fine-tuned from


@dataclass(frozen=True)
class TeachingChoices:
    """What there is to choose from: methods that teach a task, teachers, and who fills masks.

    `fillers` are names of masked language models with their titles.
    """

    methods: Mapping[str, DistillationSpec]
    teachers: tuple[KnownTeacher, ...]
    fillers: Mapping[str, str]

    def method_of(self, choice: FineTuningChoice) -> DistillationSpec | None:
        """The chosen method, or the first; None where there is none."""
        first = next(iter(self.methods.values()), None)
        return self.methods.get(choice.method, first)

    def method_in(self, recipe: Mapping[str, Any]) -> DistillationSpec | None:
        """That by which a recipe teaches; None without a teacher."""
        teaching = recipe.get("teaching")
        if not isinstance(teaching, Mapping):
            return None
        return self.methods.get(str(teaching.get("method")))

    def teachers_for(self, choice: FineTuningChoice) -> tuple[KnownTeacher, ...]:
        """Return the teachers that learned the chosen data and fit the chosen method."""
        method, data = self.method_of(choice), data_of_choice(choice).data_key
        fits = () if method is None else method.teachers
        return tuple(
            one for one in self.teachers if one.architecture in fits and one.data.data_key == data
        )

    def filler_for(self, teacher: KnownTeacher) -> str:
        """The model that makes more examples unless another is chosen: the teacher's base."""
        return teacher.base if teacher.base in self.fillers else next(iter(self.fillers), "")


def data_of_choice(choice: FineTuningChoice) -> DataReference:
    """The chosen examples."""
    return DataReference(choice.data, choice.columns or None, choice.skip_bad_rows)


def teaching_choices(catalog: Catalog, entries: Iterable[ModelEntry]) -> TeachingChoices:
    """What the library has; reads the run.json of each model."""
    usable = [entry for entry in entries if entry.problem is None]
    records = {entry.key: record_in(entry.folder) for entry in usable}
    families = {kind: spec for spec in catalog.architectures.values() for kind in spec.model_types}
    fillers = {
        model_reference(entry): entry.title
        for entry in usable
        if not records[entry.key]
        and entry.architecture in families
        and families[entry.architecture].head_for("fill_mask") is not None
    }
    teachers = (known_teacher(entry, records[entry.key]) for entry in usable)
    methods = {name: one for name, one in catalog.methods.items() if one.role(TaskTeaching)}
    return TeachingChoices(methods, tuple(one for one in teachers if one is not None), fillers)


def known_teacher(entry: ModelEntry, record: Mapping[str, Any]) -> KnownTeacher | None:
    """A model with its record of run.json; None where it has no head, or does not say its data."""
    recipe = record.get("recipe")
    data = DataReference.from_recipe(recipe)
    if not data.name or record.get("style") != "head" or not isinstance(recipe, Mapping):
        return None
    base = str(recipe.get("model", ""))
    return KnownTeacher(model_reference(entry), entry.title, entry.architecture, data, base)


def taught_by(teacher: KnownTeacher, choice: FineTuningChoice) -> FineTuningChoice:
    """The choice with a teacher and the examples that it learned."""
    data, columns = teacher.data, dict(teacher.data.columns or {})
    learned = replace(choice, data=data.name, columns=columns, skip_bad_rows=data.skip_bad_rows)
    return replace(learned, teacher=teacher.name)


def students_for(
    teacher: KnownTeacher, methods: Iterable[DistillationSpec], entries: Sequence[ModelEntry]
) -> list[str]:
    """The keys of models that one of these methods made of the teacher's base, in its first stage:
    they are ready to learn the task.
    """
    names, base = {method.name for method in methods}, Path(teacher.base).name
    return [
        entry.key
        for entry in entries
        if entry.problem is None and _is_student(entry.folder, names, base)
    ]


def _is_student(folder: Path, methods: Collection[str], teacher: str) -> bool:
    try:
        run = read_object(folder / RUN_FILE)
    except UNREADABLE:
        return False
    recipe = run.get("recipe")
    teaching = recipe.get("teaching") if isinstance(recipe, Mapping) else None
    if not isinstance(teaching, Mapping) or RECORD in run:
        return False
    return teaching.get("method") in methods and Path(str(teaching.get("teacher"))).name == teacher


@dataclass(frozen=True)
class TeacherScore:
    """A metric of a teacher, and how much of it its student has."""

    name: str  # of the teacher, without the folders above it
    value: float
    share: float | None  # None where one of them is no positive number


def teacher_score(record: Mapping[str, Any], metric: str, own: float) -> TeacherScore | None:
    """Return the metric of the teacher in a record of run.json; None if it was not measured."""
    value = record.get("teacher_metrics", {}).get(metric)
    if value is None:
        return None
    return TeacherScore(teacher_of(record.get("recipe")), value, share_of(own, value))


def share_of(own: float, teacher: float) -> float | None:
    """How much of the metric of its teacher a student has; None where that means nothing."""
    return own / teacher if own >= 0 < teacher else None
