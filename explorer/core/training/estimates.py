"""What a run will need before it begins: parameters, memory and time, measured on a few steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from explorer.core.errors import as_user_errors
from explorer.core.jobs.jobs import Progress, Work
from explorer.core.localization import tr
from explorer.core.state.state import JSON
from explorer.core.training.plans import DistillationChoice, pair_recipes
from models.runtime.generators import map_progress
from models.training.recipe import Recipe

MEASURING = tr("Measuring some steps")


@dataclass(frozen=True)
class TrainingEstimate:
    """Of runs that follow one another. `memory` is that of the largest, in bytes."""

    parameters: tuple[int, ...]  # of the model that each run trains
    memory: int
    seconds: float
    steps: int
    steps_measured: int


def estimate(recipes: Sequence[Mapping[str, JSON]], device: str = "cpu") -> Work:
    """Take some steps of each recipe and count. Returns an Estimate; raises UserError."""
    from models.training.cost_estimate import measure

    yield Progress(MEASURING)
    paces, steps = [], 0
    with as_user_errors():
        for values in recipes:
            recipe = Recipe.from_dict(values)
            steps += recipe.schedule.steps
            measuring = map_progress(measure(recipe, device), lambda _: Progress(MEASURING))
            paces.append((yield from measuring))
    return TrainingEstimate(
        tuple(pace.parameters for pace in paces),
        max(pace.memory for pace in paces),
        sum(pace.seconds for pace in paces),
        steps,
        sum(pace.steps_measured for pace in paces),
    )


def estimate_pair(choice: DistillationChoice, seed: int) -> Callable[[], Work]:
    """The same of a student with its teacher, and of its twin that learns without."""
    return partial(_estimate_pair, choice, seed)


def _estimate_pair(choice: DistillationChoice, seed: int) -> Work:
    yield Progress(MEASURING)
    recipes = pair_recipes(choice, ("student", "twin"), seed)
    return (yield from estimate(recipes, choice.device))
