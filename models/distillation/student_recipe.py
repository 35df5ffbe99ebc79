"""Recipes of short runs from a few numbers: the schedule, and the student of a teacher."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from models.schema.configs import Size
from models.schema.registry import catalog
from models.schema.roles import EqualDepth
from models.schema.specs import ArchSpec, DistillationSpec

NUM_EVALUATIONS = 25  # points of a held-out curve
NUM_CHECKPOINTS = 5
WARMUP_SHARE = 0.1  # of the steps, and at most
MAX_WARMUP = 1000
LONG_SHARE = 0.05  # of the steps read long examples, so that late positions are learned too
MAX_LONG = 128
INNER = 4  # times the width, as in all architectures so far
# Post-norm models with small weights leave their first plateau late; see the bundled recipes.
INITIALIZER_RANGE = 0.05
STUDENT_LENGTH = 48
STUDENT_STEPS, STUDENT_BATCH, STUDENT_RATE = 600, 8, 5e-4  # about a minute


@dataclass(frozen=True)
class StudentChoice:
    """A student to teach. `num_layers` 0 is half of the teacher's, or all where it must have them.

    `width` 0 is the teacher's, as is that of a student whose method copies weights.
    """

    method: str
    teacher: str  # a bundled name or a folder
    text: str
    data_tokens: int
    options: Mapping[str, Any] = field(default_factory=dict)
    num_layers: int = 0
    width: int = 0
    steps: int = STUDENT_STEPS
    batch_size: int = STUDENT_BATCH
    length: int = STUDENT_LENGTH
    learning_rate: float = STUDENT_RATE
    seed: int = 1


def schedule(
    steps: int, batch_size: int, length: int, learning_rate: float, num_positions: int
) -> dict[str, Any]:
    """The table [schedule] of a recipe."""
    length = min(length, num_positions)
    return {
        "steps": steps,
        "batch_size": batch_size,
        "length": length,
        "long_length": max(length, min(MAX_LONG, num_positions)),
        "long_share": LONG_SHARE,
        "learning_rate": learning_rate,
        "warmup_steps": min(MAX_WARMUP, max(1, round(steps * WARMUP_SHARE))),
        "evaluate_every": max(1, steps // NUM_EVALUATIONS),
        "save_every": max(1, steps // NUM_CHECKPOINTS),
    }


def initial_entries(spec: ArchSpec) -> dict[str, Any]:
    """Entries of config.json that a small model with fresh weights needs beside its size."""
    return {spec.config_class.INITIAL_STD: INITIALIZER_RANGE} if spec.post_norm else {}


def taught_recipe(choice: StudentChoice, teacher: Size, name: str) -> dict[str, Any]:
    """The recipe of a student of a teacher of this size. Raises ValueError where there is none."""
    method = catalog().methods[choice.method]
    spec = catalog().architectures[method.student]
    equal_depth = method.role(EqualDepth)
    if equal_depth is not None:
        choice = replace(choice, num_layers=choice.num_layers or teacher.num_layers)
    if method.make_student is not None and choice.width not in (0, teacher.width):
        raise ValueError(
            f"a student of {method.title} copies weights of its teacher, so it has its width of "
            f"{teacher.width}: set width to 0"
        )
    size = teacher if equal_depth is None else equal_depth.size(teacher)
    return {
        "name": name,
        "architecture": spec.name,
        "objectives": objectives_of(method, spec),
        "data": choice.text,
        "data_tokens": choice.data_tokens,
        "seed": choice.seed,
        "size": student_size(size, choice.num_layers, choice.width),
        "config": {} if method.make_student else initial_entries(spec),
        "schedule": schedule(
            choice.steps,
            choice.batch_size,
            choice.length,
            choice.learning_rate,
            teacher.num_positions,
        ),
        "teaching": {
            "method": choice.method,
            "teacher": choice.teacher,
            "options": dict(choice.options),
        },
    }


def objectives_of(method: DistillationSpec, spec: ArchSpec) -> list[str]:
    """Return the published objectives of an architecture that the losses of the method train."""
    tokens = {head.name for head in spec.heads if head.predicts == "token"}
    published = (catalog().objectives[name] for name in spec.objectives)
    return [one.name for one in published if one.trains & (tokens | set(method.terms))]


def student_size(teacher: Size, num_layers: int = 0, width: int = 0) -> dict[str, int]:
    """The table [size] of a student, with its teacher's heads and positions.

    Without numbers it has half of the teacher's layers and its width. Raises ValueError for more
    layers than the teacher has, and a width that its heads do not divide.
    """
    num_layers = num_layers or max(1, teacher.num_layers // 2)
    width = width or teacher.width
    if num_layers > teacher.num_layers:
        raise ValueError(
            f"The teacher has {teacher.num_layers} layers, so a student cannot have {num_layers}. "
            "Choose a smaller student."
        )
    if left := width % teacher.num_heads:
        raise ValueError(
            f"A width of {width} is not a multiple of the teacher's {teacher.num_heads} heads. "
            f"Choose {width - left or teacher.num_heads}, for example."
        )
    return {
        "width": width,
        "num_layers": num_layers,
        "num_heads": teacher.num_heads,
        "inner": teacher.inner if width == teacher.width else INNER * width,
        "num_positions": teacher.num_positions,
    }
