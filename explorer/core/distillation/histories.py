"""Runs of distillation in their folders: their logs, and how to resume them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from explorer.core.errors import UserError
from explorer.core.jobs.jobs import Progress, Work
from explorer.core.library.library import ModelEntry
from explorer.core.localization import tr
from explorer.core.training.plans import WITHOUT_TEACHER, drop_teacher
from explorer.core.training.run_log import losses_of
from explorer.core.training.runs import (
    CurvePoint,
    RunPlan,
    find_unfinished,
    history,
    resume_plan,
    train_one_by_one,
    unfinished_run,
)
from models.checkpoints.folders import CONFIG_FILE


@dataclass(frozen=True)
class TrainingPair:
    """The folders of a student's run and of the same student without its teacher."""

    teacher: str  # as the recipe names it
    student: Path
    alone: Path

    @property
    def name(self) -> str:
        return self.student.name


@dataclass(frozen=True)
class RunHistory:
    """The log of a run, finished or not."""

    points: tuple[CurvePoint, ...]  # training losses, then held-out metrics
    baselines: Mapping[str, float]


def read_history(folder: Path) -> RunHistory | None:
    """How the model in a folder learned, training losses included; None where nothing is known.

    A run that went on from another has its held-out metrics only: the losses count its own steps.
    """
    known = history(folder)
    if known is None:
        return _history_so_far(folder)
    if known.stages or not known.points:
        return RunHistory(known.points, known.baselines)
    last = known.points[-1]
    losses = known.losses or losses_of(folder, last.run, last.step)
    return RunHistory((*losses, *known.points), known.baselines)


def _history_so_far(folder: Path) -> RunHistory | None:
    try:
        history = unfinished_run(folder)
    except UserError:
        return None
    return RunHistory(history.points, history.baselines)


def unfinished_pairs(entries: Iterable[ModelEntry]) -> tuple[TrainingPair, ...]:
    """Students, and students without their teacher, whose runs were begun and can go on.

    Reads the checkpoints, so it brings torch in.
    """
    pairs: dict[Path, TrainingPair] = {}
    known = tuple(entries)
    for folder in (*find_unfinished(known), *_waiting_twins(known)):
        student = folder.with_name(folder.name.removesuffix(WITHOUT_TEACHER))
        if teacher := _teacher_of(student):
            alone = student.with_name(student.name + WITHOUT_TEACHER)
            pairs[student] = TrainingPair(teacher, student, alone)
    return tuple(pairs.values())


def _waiting_twins(entries: Iterable[ModelEntry]) -> list[Path]:
    """The folders of students without teacher that are trained next, after their student."""
    return [
        entry.folder
        for entry in entries
        if entry.folder.name.endswith(WITHOUT_TEACHER)
        and entry.problem is not None
        and not (entry.folder / CONFIG_FILE).is_file()
    ]


def _teacher_of(folder: Path) -> str:
    """The teacher that the recipe of a run names; empty where it has none, or is not there."""
    try:
        teaching = resume_plan(folder).recipe.get("teaching")
    except UserError:
        return ""
    return str(teaching["teacher"]) if isinstance(teaching, Mapping) else ""


def read_pair(pair: TrainingPair) -> Work:
    """The logs of the runs of a pair, by their folders."""
    yield Progress(tr("Reading {name}", name=pair.name))
    logs = {str(folder): read_history(folder) for folder in (pair.student, pair.alone)}
    return {key: one for key, one in logs.items() if one is not None}


def resume_pair(pair: TrainingPair, device: str = "cpu") -> Work:
    """Go on with a student and with its twin, by the recipe that the student was begun with.

    Returns a tuple of two TrainingFinished. Raises UserError.
    """
    student = resume_plan(pair.student, device=device)
    recipe = drop_teacher(student.recipe, pair.alone.name)
    alone = RunPlan(recipe, pair.alone, resume=True, device=device)
    return (yield from train_one_by_one([student, alone]))
