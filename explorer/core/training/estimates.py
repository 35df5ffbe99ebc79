"""What a run will need before it begins: parameters, memory and time, measured on a few steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from explorer.core.errors import as_user_errors
from explorer.core.jobs.jobs import Partial, Progress, Work
from explorer.core.jobs.progress_text import duration
from explorer.core.localization import tr
from explorer.core.readable import readable_bytes
from explorer.core.state.state import JSON
from explorer.core.training.plans import DistillationChoice, pair_recipes
from models.runtime.generators import map_progress
from models.training.recipe import Recipe

if TYPE_CHECKING:
    from models.long_texts.memory_by_depth import MemoryByDepth as MemoryByDepth

MEASURING = tr("Measuring some steps")


@dataclass(frozen=True)
class TrainingEstimate:
    """The estimated cost of consecutive runs. `memory` is that of the largest, in bytes.

    `by_depth` is known of a run whose activations can be computed again.
    """

    parameters: tuple[int, ...]  # of the model that each run trains
    memory: int
    seconds: float
    steps: int
    steps_measured: int
    by_depth: MemoryByDepth | None = None

    def __str__(self) -> str:
        """Parameters, memory and time of a run, and how they were measured."""
        return tr(
            "{models} · about {memory} of memory to train · about {time} for {steps:,} steps on "
            "this computer, estimated from {measured} of its steps just now. {preparing}",
            models=self._models(),
            memory=readable_bytes(self.memory),
            time=duration(self.seconds),
            steps=self.steps,
            measured=self.steps_measured,
            preparing=tr("Preparing the text takes additional time before training."),
        )

    def _models(self) -> str:
        """How many there are, and how large each is."""
        counts = self.parameters
        first = tr("{count:,} parameters", count=counts[0])
        if len(counts) == 1:
            return first
        each = tr(" and ").join(f"{n:,}" for n in counts)
        if len(set(counts)) == 1:
            each = tr("{count:,} parameters each", count=counts[0])
        return tr(
            "{count} models one after the other (student, then its twin without the teacher), "
            "{each}",
            count=len(counts),
            each=each,
        )


def estimate(recipes: Sequence[Mapping[str, JSON]], device: str = "cpu") -> Work:
    """Take some steps of each recipe and count. Returns a TrainingEstimate; raises UserError."""
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


def estimate_with_depths(recipe: Mapping[str, JSON], device: str = "cpu") -> Work:
    """Estimate one recipe: a Partial first, then also the memory by number of layers.

    Returns a TrainingEstimate; raises UserError.
    """
    from models.long_texts.memory_by_depth import measure

    first = yield from estimate((recipe,), device)
    yield Partial(first)
    with as_user_errors():
        measuring = measure(Recipe.from_dict(recipe))
        by_depth = yield from map_progress(measuring, lambda _: Progress(MEASURING))
    return replace(first, by_depth=by_depth)


def estimate_pair(choice: DistillationChoice, seed: int) -> Callable[[], Work]:
    """Return a job that estimates a student with its teacher and its twin without one."""
    return partial(_estimate_pair, choice, seed)


def _estimate_pair(choice: DistillationChoice, seed: int) -> Work:
    yield Progress(MEASURING)
    recipes = pair_recipes(choice, ("student", "twin"), seed)
    return (yield from estimate(recipes, choice.device))
