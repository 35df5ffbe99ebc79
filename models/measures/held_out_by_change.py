"""Held-out loss and accuracy of masked language models at positions whose input is the mask token,
the token itself, or a random token. The positions are the same for all arms and all three.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from models.comparison.measured import Measured
from models.objectives import masked

if TYPE_CHECKING:
    from models.comparison.arms import Trained

SHARES = {"masked": (1.0, 0.0), "unchanged": (0.0, 0.0), "random": (0.0, 1.0)}


def measure(trained: Trained) -> Iterator[Measured]:
    """As `held_out` with the options of the base recipe, but for what the chosen tokens become."""
    base = trained.spec.base.options.get(masked.SPEC.name, {})
    for change, (mask_share, random_share) in SHARES.items():
        options = {**base, "mask_share": mask_share, "random_share": random_share}
        recipe = replace(trained.recipe, options={masked.SPEC.name: options})
        changed = replace(trained, task=replace(trained.task, recipe=recipe))
        for metric, value in trained.task.evaluate(changed.held_out).items():
            yield Measured(metric.replace(masked.HEAD, change), value)
