"""What a student keeps of its teacher: agreement, divergence, likeness of attention and states.

Shapes: N places, V vocabulary, L layers, H heads, R rows, C columns, D width.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from explorer.core.attention.measures import distance_between
from explorer.core.engine.predicting.probabilities import kl_divergence, log_softmax, softmax
from models.schema.records import FloatArray, IntArray


@dataclass(frozen=True)
class Agreement:
    """How alike two models predict at the same N places."""

    places: int
    same_first: float  # share of places with the same most probable token
    kl: float  # mean KL(teacher || student), nats


def measure_agreement(
    teacher: FloatArray, student: FloatArray, temperature: float = 1.0
) -> Agreement:
    """Compare logits (N, V) of both. Raises ValueError for different shapes, or no place."""
    if teacher.shape != student.shape or len(teacher) == 0:
        raise ValueError(f"logits of {teacher.shape} and {student.shape} cannot be compared")
    divergence = kl_divergence(log_softmax(teacher, temperature), log_softmax(student, temperature))
    same = teacher.argmax(-1) == student.argmax(-1)
    return Agreement(len(teacher), float(same.mean()), float(divergence.mean()))


def pool_agreements(parts: Sequence[Agreement]) -> Agreement:
    """The agreement at the places of all parts, of which there is at least one."""
    places = [part.places for part in parts]
    same, kl = np.average([(part.same_first, part.kl) for part in parts], axis=0, weights=places)
    return Agreement(sum(places), float(same), float(kl))


def relative_accuracy(teacher: IntArray, student: IntArray) -> tuple[float, float]:
    """The student's correct answers for each of the teacher's, and the standard error of that.

    Both (K,): how many places of each document were answered rightly. Places of one document are
    not independent, so the error is a jackknife over documents (Efron 1982); NaN for fewer than
    two, and where the teacher knows nothing.
    """
    all_teacher, all_student = int(teacher.sum()), int(student.sum())
    if not all_teacher:
        return math.nan, math.nan
    rest = all_teacher - teacher  # (K,) without each document in turn
    if len(teacher) < 2 or not rest.all():
        return all_student / all_teacher, math.nan
    ratios = (all_student - student) / rest
    error = math.sqrt((len(ratios) - 1) * float(ratios.var()))
    return all_student / all_teacher, error


def soft_labels(
    logits: FloatArray, temperature: float, truth: int
) -> tuple[FloatArray, FloatArray]:
    """The teacher's label (V,) at a temperature, and the hard one, which knows one answer only."""
    hard = np.zeros(len(logits), dtype=np.float32)
    hard[truth] = 1
    return softmax(logits, temperature), hard


def compared_layers(num_teacher: int, num_student: int) -> list[int]:
    """The teacher's layer that each of the student's is compared with: the last of each stretch."""
    return [(layer + 1) * num_teacher // num_student - 1 for layer in range(num_student)]


def attention_distance(
    teacher: FloatArray, student: FloatArray, layers: Sequence[int]
) -> FloatArray:
    """Total variation (L_student,) between head averages of layers that belong together.

    Takes (L, H, R, C) of both over the same tokens, and the teacher's layer for each of the
    student's.
    """
    layers = list(layers)
    distances: FloatArray = distance_between(teacher[layers].mean(1), student.mean(1))
    return distances


def state_similarity(teacher: FloatArray, student: FloatArray) -> float:
    """Mean cosine of hidden states (R, D) of equal width; 1 is the same direction everywhere."""
    norms = np.linalg.norm(teacher, axis=-1) * np.linalg.norm(student, axis=-1)
    return float(((teacher * student).sum(-1) / np.maximum(norms, 1e-12)).mean())
