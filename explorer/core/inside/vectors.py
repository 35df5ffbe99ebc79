"""What is drawn of a step: its numbers for one head and one other token, and what they add up to.

Shapes: N numbers, S tokens that are attended to.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from explorer.core.localization import tr
from models.inside.steps import Numbers, TokenPath, TokenStage
from models.schema.records import FloatArray


@dataclass(frozen=True, eq=False)
class Vector:
    """One row of numbers (N,) under its name. `over_tokens`: one for each token."""

    name: str
    values: FloatArray
    over_tokens: bool = False
    of_other: bool = False  # of the other token
    is_result: bool = False


def vectors(step: TokenStage, head: int, other: int) -> list[Vector]:
    """The operands of a step, what is between, and its result."""
    head = min(head, max(step.num_heads - 1, 0))
    rows = [_vector(one, head, other) for one in step.operands]
    between = _products(step, rows, other)
    result = _vector(step.result, head, other)
    return [*rows, *between, Vector(result.name, result.values, result.over_tokens, is_result=True)]


def _vector(numbers: Numbers, head: int, other: int) -> Vector:
    values = numbers.values[head] if numbers.is_by_head else numbers.values
    if numbers.of_others:
        values = values[min(other, len(values) - 1)]
    return Vector(numbers.name, values, numbers.over_tokens, numbers.of_others)


def _products(step: TokenStage, rows: list[Vector], other: int) -> list[Vector]:
    """Return q ⊙ k for a step of scores, a v of the other token for a mixture; else nothing."""
    if step.relation == "scores":
        query, key = rows
        return [Vector("q ⊙ k", query.values * key.values, of_other=True)]
    if step.relation == "mixture":
        weights, value = rows
        share = weights.values[min(other, len(weights.values) - 1)]
        return [Vector("a v", share * value.values, of_other=True)]
    return []


def score_sentence(step: TokenStage, head: int, other: int) -> str:
    """How the score of the other token follows from the products; empty of another step."""
    if step.relation != "scores":
        return ""
    *_, product, result = vectors(step, head, other)
    total = float(product.values.sum())
    score = float(result.values[min(other, len(result.values) - 1)])
    if step.factor == 1.0:
        return f"Σ q ⊙ k = {score:.4g}"
    return tr(
        "Σ q ⊙ k = {total:.4g}, times {step:.4g} = {score:.4g}",
        total=total,
        step=step.factor,
        score=score,
    )


def find_masked(vector: Vector) -> np.ndarray:
    """Which numbers (N,) belong to masked tokens."""
    return np.isneginf(vector.values)


def matching_step(path: TokenPath, at: int, other: TokenPath) -> int:
    """The step of another model's path that is the same as step `at` of this one, or near it.

    The same place is the same layer, of fewer layers the last, and there the same title; without
    that, the same share of the layer's steps.
    """
    if path is other:
        return at
    steps, here = path.steps, path.steps[at]
    section = here.section
    if section > path.num_layers:
        section = other.num_layers + 1
    section = min(section, max(one.section for one in other.steps))
    own = [n for n, one in enumerate(steps) if one.section == here.section]
    others = [n for n, one in enumerate(other.steps) if one.section == section]
    if not others:
        return 0
    number = sum(steps[n].title == here.title for n in own if n < at)
    same = [n for n in others if other.steps[n].title == here.title]
    if same:
        return same[min(number, len(same) - 1)]
    return others[min(own.index(at) * len(others) // len(own), len(others) - 1)]
