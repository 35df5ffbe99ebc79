"""What training costs: operations, device hours, energy and CO2 of published models and of runs.

What papers state is in `resources/training_costs.toml`. Energy that none states is computed from
assumptions that a person sets: device hours x power x overhead of the data centre, and CO2 from the
energy (Strubell et al. 2019, arXiv:1906.02243, section 2; Patterson et al. 2021, arXiv:2104.10350).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from explorer.core.errors import UserError
from explorer.core.parameters.sizes import LENGTH, inventory, inventory_of_model
from explorer.core.state.choices import FormChoice
from models.runtime.resources import resource

if TYPE_CHECKING:
    from explorer.core.engine.engine import Engine

PASSES = 3  # of training, in forward passes: one forward, and a backward pass of twice as many
SECONDS_PER_HOUR = 3600.0
WATTS_PER_KILOWATT = 1000.0


@dataclass(frozen=True)
class Assumptions(FormChoice):
    """What is assumed where nothing is stated.

    `watts` of a device in a data centre, 300 being the rated power of a V100; `overhead` of energy
    for what cools and feeds it, 1.58 in Strubell et al. 2019; `intensity` in kg of CO2 equivalents
    for a kWh, 0.433 for the United States there; `own_watts` of this computer.
    """

    watts: int = 300
    overhead: float = 1.58
    intensity: float = 0.433
    own_watts: int = 45


@dataclass(frozen=True)
class PublishedTraining:
    """What is stated of one training; 0 and "" where it is not."""

    title: str
    preset: str = ""
    stages: tuple[tuple[int, int, int], ...] = ()  # steps, sequences, tokens of a sequence
    tokens: float = 0.0
    length: int = 0
    trained_source: str = ""
    devices: int = 0
    device: str = ""
    hours: float = 0.0
    time_source: str = ""
    operations: float = 0.0
    operations_source: str = ""
    kwh: float = 0.0
    kg: float = 0.0
    energy_source: str = ""

    @property
    def tokens_by_length(self) -> tuple[tuple[float, int], ...]:
        """Tokens that were read, by the length of the text that they were in."""
        if self.stages:
            return tuple(
                (float(steps * rows * length), length) for steps, rows, length in self.stages
            )
        return ((self.tokens, self.length),) if self.tokens else ()

    @property
    def device_hours(self) -> float:
        return self.devices * self.hours

    @property
    def sources(self) -> tuple[str, ...]:
        """Where the numbers are from, each once."""
        named = (
            self.trained_source,
            self.time_source,
            self.operations_source,
            self.energy_source,
        )
        return tuple(dict.fromkeys(filter(None, named)))


@dataclass(frozen=True)
class TrainingCost:
    """One training with what it took; None where it is neither stated nor can be computed.

    `operations` are stated, `counted` are those of the program's own count. `kwh` and `kg` are
    stated, `assumed_kwh` and `assumed_kg` computed. `texts`: how many texts of `LENGTH` tokens a
    model reads with as many operations as its training took.
    """

    title: str
    sources: tuple[str, ...] = ()
    slot: int | None = None
    devices: int | None = None
    device: str = ""
    hours: float | None = None
    operations: float | None = None
    counted: float | None = None
    kwh: float | None = None
    kg: float | None = None
    assumed_kwh: float | None = None
    assumed_kg: float | None = None
    texts: float | None = None


@cache
def published_trainings() -> tuple[PublishedTraining, ...]:
    """All trainings of which something is stated, in the order of the file."""
    content = tomllib.loads(resource("training_costs.toml").read_text(encoding="utf-8"))
    return tuple(map(_training, content["training"]))


def _training(values: Mapping[str, Any]) -> PublishedTraining:
    stages = tuple((steps, rows, length) for steps, rows, length in values.get("stages", ()))
    return PublishedTraining(**{**values, "stages": stages})


def published_costs(assumed: Assumptions) -> Iterator[TrainingCost]:
    """What each published training took, and what follows from the assumptions."""
    for one in published_trainings():
        counted = _count_operations(one)
        total = one.operations or counted
        kwh = one.device_hours * assumed.watts * assumed.overhead / WATTS_PER_KILOWATT
        reading = inventory(one.preset).operations_per_token * LENGTH if one.preset else 0.0
        yield TrainingCost(
            one.title,
            one.sources,
            devices=one.devices or None,
            device=one.device,
            hours=one.hours or None,
            operations=one.operations or None,
            counted=counted,
            kwh=one.kwh or None,
            kg=one.kg or None,
            assumed_kwh=kwh or None,
            assumed_kg=kwh * assumed.intensity or None,
            texts=total / reading if total and reading else None,
        )


def _count_operations(one: PublishedTraining) -> float | None:
    """The operations of a training by the shapes of the model; None where it cannot be counted."""
    if not one.preset or not one.tokens_by_length:
        return None
    return sum(
        PASSES * tokens * inventory(one.preset, length).operations_per_token
        for tokens, length in one.tokens_by_length
    )


def cost_of_run(
    engine: Engine, slot: int, key: str, title: str, assumed: Assumptions
) -> TrainingCost | None:
    """What the training of a chosen model took on this computer; None if it was not made here.

    Tokens and seconds are those of all runs of which it is the last. Raises UserError.
    """
    from models.training.run_folder import stages

    run = engine.load_model(key).run
    spent = [(one["tokens"], one["seconds"]) for one in stages(run)]
    if not spent or not all(isinstance(value, int | float) for pair in spent for value in pair):
        return None
    tokens, seconds = (float(sum(values)) for values in zip(*spent, strict=True))
    counted = inventory_of_model(engine, key)
    operations = PASSES * tokens * counted.operations_per_token
    hours = seconds / SECONDS_PER_HOUR
    kwh = hours * assumed.own_watts / WATTS_PER_KILOWATT
    reading = counted.operations_per_token * LENGTH
    return TrainingCost(
        title,
        slot=slot,
        devices=1,
        hours=hours,
        counted=operations,
        assumed_kwh=kwh,
        assumed_kg=kwh * assumed.intensity,
        texts=operations / reading if reading else None,
    )


def costs_of_runs(
    engine: Engine, models: tuple[tuple[int, str, str], ...], assumed: Assumptions
) -> Iterator[TrainingCost | str]:
    """The cost of each chosen model that was trained here, or why it cannot be counted."""
    for slot, key, title in models:
        try:
            cost = cost_of_run(engine, slot, key, title, assumed)
        except UserError as error:
            yield f"{title}: {error}"
            continue
        if cost is not None:
            yield cost
