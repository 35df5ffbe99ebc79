"""Which layers of a teacher and its student are compared, and what projects one to the other.

Shapes: D width of the student, E of the teacher.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from explorer.core.distillation.agreement import compared_layers
from explorer.core.distillation.histories import read_history
from explorer.core.library.library import ModelEntry
from explorer.core.training.runs import history
from models.schema.records import FloatArray
from models.schema.roles import ComparedLayers, LearnedBeside
from models.schema.specs import DistillationSpec


@dataclass(frozen=True, eq=False)
class LayerPairs:
    """The pairs of a student, the last losses that each has, and its learned projections."""

    student: str
    num_teacher: int  # layers
    layers: tuple[int, ...]  # the teacher's layer for each of the student's, from 0
    declared: bool  # by the method that taught it; else they are compared in the panel alone
    projects: bool  # whether that method learns projections
    losses: Mapping[str, float]  # by term, such as "hidden.2"; empty where there is no log
    projections: Mapping[str, FloatArray]  # (E, D) by name

    def losses_of(self, layer: int) -> dict[str, float]:
        """The losses of a layer of the student, by term without its number."""
        parts = {name: name.partition(".") for name in self.losses}
        return {
            parts[name][0]: value
            for name, value in self.losses.items()
            if parts[name][2] == str(layer + 1)
        }


def layer_pairs(entry: ModelEntry, num_teacher: int, num_student: int) -> LayerPairs:
    """The pairs of a student in a folder."""
    known, taught = read_history(entry.folder), _map_of(entry)
    losses: dict[str, float] = {}
    for point in known.points if known else ():
        losses |= {} if point.held_out else {n: v for n, v in point.values.items() if "." in n}
    return LayerPairs(
        student=entry.key,
        num_teacher=num_teacher,
        layers=tuple(paired_layers(entry, num_teacher, num_student)),
        declared=taught is not None,
        projects=taught is not None and taught[0].role(LearnedBeside) is not None,
        losses=losses,
        projections=_projections(entry),
    )


def paired_layers(entry: ModelEntry, num_teacher: int, num_student: int) -> Sequence[int]:
    """The teacher's layer for each of the student's: as its run compared them, else evenly."""
    declared = _map_of(entry)
    if declared is not None:
        method, options = declared
        compared = method.role(ComparedLayers)
        assert compared is not None
        try:
            return compared.choose(num_teacher, num_student, options)
        except ValueError:  # it was taught by another teacher
            pass
    return compared_layers(num_teacher, num_student)


def _map_of(entry: ModelEntry) -> tuple[DistillationSpec, Mapping[str, Any]] | None:
    """The method that taught a student, with the options of its run; None without a layer map."""
    from models.schema.registry import catalog

    known = history(entry.folder)
    teaching = known.recipe.get("teaching") if known else None
    if not isinstance(teaching, Mapping):
        return None
    method = catalog().methods.get(str(teaching.get("method")))
    options = teaching.get("options")
    if method is None or method.role(ComparedLayers) is None:
        return None
    return method, options if isinstance(options, Mapping) else {}


def _projections(entry: ModelEntry) -> dict[str, FloatArray]:
    """The matrices that learned beside a student."""
    from models.training.run_folder import read_auxiliary

    arrays = read_auxiliary(entry.folder)
    return {name.removesuffix(".weight"): one for name, one in arrays.items() if one.ndim == 2}
