"""What a comparison declares: a question, arms that differ in named fields, and what is measured.

Nothing here imports torch, so that the gallery of comparisons can be drawn without it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from models.comparison.own_text.traits import TRAITS, MeasureTraits
from models.finetuning.recipe import FineTuningRecipe
from models.training.recipe import Recipe

GROUPS = {
    "context": "What it sees",
    "objective": "What it must predict",
    "tokens": "Tokens",
    "positions": "Positions",
    "length": "Long texts",
    "size": "Size and sharing",
    "teacher": "Teacher and student",
    "training": "Training",
    "adaptation": "Adaptation",
    "inside": "Inside a model",
}
DEFAULT_SEEDS = (1, 2, 3, 4, 5)  # fewer give no interval
TEN_SEEDS = (*DEFAULT_SEEDS, 6, 7, 8, 9, 10)  # where an arm takes less than half a minute
MAX_OWN_TOKENS = 10_000_000  # prepared of a person's text, about three times what a run reads
NATS, UNIGRAM = "nats per token", "a unigram model of the same text"
REPRODUCED_WITHIN = 2.0  # a size from half to twice that of the paper is the same

Group = Literal[
    "context",
    "objective",
    "tokens",
    "positions",
    "length",
    "size",
    "teacher",
    "training",
    "adaptation",
    "inside",
]
Direction = Literal["", "more", "less", "equal"]
Along = Literal["", "x", "tokens", "seconds"]
AnyRecipe = Recipe | FineTuningRecipe


@dataclass(frozen=True)
class Arm:
    """One side of a comparison: the fields of the base recipe that it changes, by dotted name.

    `{"schedule.steps": 500, "options.masked.rate": 0.3}` changes two. `x` is its place where the
    arms are points of one line, such as the share of tokens that are masked; `line` is the title of
    that line where there are several.
    """

    name: str
    title: str
    changes: Mapping[str, Any] = field(default_factory=dict)
    x: float | None = None
    line: str = ""


@dataclass(frozen=True)
class Metric:
    """What is measured. A `share` is between 0 and 1 and is written in percent.

    `smallest` is the smallest effect of interest, in the unit of the metric: less is practically
    nothing. It is chosen before a run.
    """

    name: str
    title: str
    unit: str = ""  # such as "nats per token"
    is_share: bool = False
    smallest: float = 0.0


@dataclass(frozen=True)
class MetricPoint:
    """A metric of an arm, at one place of its curve; at the last one where `x` is None."""

    arm: str
    metric: str
    x: float | None = None


@dataclass(frozen=True)
class PublishedEffect:
    """A paper's number for a contrast, in the same unit, and the range that repeats it.

    Without a range, from half to twice the distance from the null value.
    """

    value: float
    low: float | None = None
    high: float | None = None

    def range_around(self, null: float) -> tuple[float, float]:
        """The lowest and the highest value that count as the size of the paper."""
        ends = sorted(
            null + factor * (self.value - null)
            for factor in (1 / REPRODUCED_WITHIN, REPRODUCED_WITHIN)
        )
        low = ends[0] if self.low is None else self.low
        return low, ends[1] if self.high is None else self.high


@dataclass(frozen=True)
class Contrast:
    """A number of each seed that is tested against `null`, over the seeds that all cells have.

    It is the difference first - second; their quotient if `is_ratio`; the first alone without a
    second; or, where `other` has two more cells, the interaction (first - second) - (other[0] -
    other[1]). `paper` is what a paper found against the null value: more, less, or about equal; a
    contrast without it is a measurement that has no verdict. `smallest` takes the place of the
    smallest effect of interest of the metric.

    `says` is the result as a sentence, without a full stop, with the number in place of {value}:
    of a difference "6.4 points more [4.5, 8.2]", of a level or a ratio "76.8 % [68.9, 84.7]".
    """

    title: str
    first: MetricPoint
    second: MetricPoint | None = None
    paper: Direction = ""
    smallest: float | None = None
    other: tuple[MetricPoint, MetricPoint] | None = None
    is_ratio: bool = False
    null: float = 0.0  # such as 1 for a ratio, or the share of guesses that are right
    published: PublishedEffect | None = None
    says: str = ""

    @property
    def is_difference(self) -> bool:
        return self.second is not None and not self.is_ratio

    @property
    def cells(self) -> tuple[MetricPoint, ...]:
        return tuple(cell for cell in (self.first, self.second, *(self.other or ())) if cell)


@dataclass(frozen=True)
class PaperClaim:
    """What a paper states, with the number and the table that it gives, and what tests it here.

    A claim has the verdict of its contrasts: that of the one that supports it least. One without
    a contrast has none. `untestable` says why the arms cannot test it, as a part of a sentence, and
    `would_take` what it would take, as what follows "It would take"; both are words about what is
    declared elsewhere, so registrations have only whether a claim is untestable.
    """

    text: str
    numbers: str
    source: str  # such as "Table 1"
    paper: str  # a key of resources/panels/papers.toml
    contrasts: tuple[Contrast, ...] = ()
    untestable: str = ""
    would_take: str = ""


@dataclass(frozen=True)
class Floor:
    """What an arm must be clearly beyond, over its seeds, before anything is concluded from it.

    `level` is the value of a model that has not learned, such as chance or a unigram model of the
    same tokens; `what` names it. All arms if none is named. `baseline` names the count model whose
    level it is, "unigram" or "5gram": on another text its level there is taken.
    """

    metric: str
    level: float
    what: str
    below: bool = False  # whether less is better, as of a loss
    arms: tuple[str, ...] = ()
    x: float | None = None
    baseline: str = ""


@dataclass(frozen=True)
class Tuning:
    """How the learning rate of every arm is chosen before a run: by trying some to the end.

    Each arm is trained with each of `rates` and of `seeds`, which no result has. While the best of
    an arm, by the mean of `metric`, is the lowest or the highest that was tried, the rate beyond it
    is tried too, by the factor between the rates, until there are `max_tried`. A metric that is
    measured at several x counts at this one, else at the last.
    """

    rates: tuple[float, ...]  # in order, each the one before times the same factor
    metric: str
    below: bool = False  # whether less of the metric is better, as of a loss
    seeds: tuple[int, ...] = (101,)
    max_tried: int = 5
    arms: tuple[str, ...] = ()  # all arms if none is named
    x: float | None = None


@dataclass(frozen=True)
class TriedRates:
    """The learning rates that were tried for an arm, each to the end on seeds not reported.

    `values` is the mean of `metric` at each rate, infinite where training failed; less is better
    if `below`.
    """

    metric: str
    values: Mapping[float, float]
    below: bool = False

    @property
    def best(self) -> float:
        choose = min if self.below else max
        return choose(self.values, key=self.values.__getitem__)

    @property
    def is_at_edge(self) -> bool:
        """Whether the best rate is the lowest or the highest, so that another may be better."""
        return self.best in (min(self.values), max(self.values))


@dataclass(frozen=True)
class PublishedLaw:
    """The exponents that a paper gives, one for each x of a power law."""

    paper: str  # a key of resources/panels/papers.toml
    exponents: tuple[float, ...]


@dataclass(frozen=True)
class PowerLaw:
    """A curve that is fitted through arms: y = floor + the sum of (scale / x) ** exponent over x.

    `x` and `y` are metrics; each arm is a point, with the lowest y of its training. Without names
    in `x`, the points are the lowest y of all arms at each x of their rows, such as the operations
    so far. Without `has_floor`, y can fall to zero.
    """

    name: str
    title: str
    x: tuple[str, ...]
    y: str
    arms: tuple[str, ...]
    has_floor: bool = True
    published: tuple[PublishedLaw, ...] = ()


@dataclass(frozen=True)
class Variant:
    """What is made of the model of every arm, with the metrics of its cost and of its quality."""

    title: str
    cost: str
    quality: str


@dataclass(frozen=True)
class Tradeoff:
    """A chart of quality by cost, such as accuracy by bytes: each arm has a point per variant.

    The qualities have one unit, the costs have another.
    """

    title: str
    x_title: str
    variants: tuple[Variant, ...]


@dataclass(frozen=True)
class LiveExample:
    """The place of the effect on the screen: a panel with its settings, models and a sentence."""

    panel: str
    models: tuple[str, ...]
    text: str
    pair: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)  # of the panel
    layer: int | None = None
    head: int | None = None
    token: int | None = None


@dataclass(frozen=True)
class ExperimentSpec:
    """A comparison: one file in models/experiments.

    The base is a recipe of pretraining or of fine-tuning. Fine-tuned arms learn `sets`, labelled
    sets by the names of their metrics here, each from the same pretrained model; without any, the
    set of the recipe. They measure themselves on the dev split, so `measure` is not used.

    `measure` names a file of models/measures, whose function finds its `measure_options` here.
    With `points` above 1 it is called so many times while an arm is trained, and its x is the step.
    `along` says what a chart has across: "" for one bar per arm, or a column of the rows.

    `regime` and `limits` hold on every text; `on_mini_world` are conditions and limits of the
    built-in text alone.
    """

    name: str
    title: str
    group: Group
    question: str
    systems: tuple[str, ...]  # titles of the models that it is about, by which cards are filtered
    claims: tuple[PaperClaim, ...]  # the first gives the verdict of the card
    base: AnyRecipe
    arms: tuple[Arm, ...]
    varies: tuple[str, ...]  # dotted fields of the recipe in which arms may differ
    metrics: tuple[Metric, ...]  # the first is that of the card
    regime: str  # the conditions under which the paper's mechanism acts, and how they are met here
    limits: str  # what cannot be transferred from a small model
    live: LiveExample
    measurements: tuple[Contrast, ...] = ()  # differences that no paper states
    floors: tuple[Floor, ...] = ()
    laws: tuple[PowerLaw, ...] = ()
    tradeoffs: tuple[Tradeoff, ...] = ()  # if any, the first is that of the card
    measure: str = "held_out"
    measure_options: Mapping[str, Any] = field(default_factory=dict)
    sets: Mapping[str, str] = field(default_factory=dict)
    points: int = 1
    along: Along = ""
    x_title: str = ""
    x_is_logarithmic: bool = False
    seeds: tuple[int, ...] = DEFAULT_SEEDS
    quick_steps: int = 100
    quick_seeds: tuple[int, ...] = (1, 2)
    quick_changes: Mapping[str, Any] = field(default_factory=dict)  # of all arms, for a quick run
    on_mini_world: str = ""
    limits_own_text: bool = False  # whether the amount of text is a condition of its arms
    text_changes: Mapping[str, Any] = field(default_factory=dict)  # of the base, for such a text
    tuning: Tuning | None = None  # how `compare --tune` tries learning rates
    rates: Mapping[str, TriedRates] = field(default_factory=dict)  # by arm, where some were tried

    @property
    def contrasts(self) -> tuple[Contrast, ...]:
        """All contrasts: those of the claims, in their order, then the measurements."""
        tested = tuple(contrast for claim in self.claims for contrast in claim.contrasts)
        return (*tested, *self.measurements)

    @property
    def traits(self) -> MeasureTraits:
        """The traits of its measure."""
        return TRAITS[self.measure]

    @property
    def fixed_examples(self) -> bool:
        """Whether all seeds are measured on the same held-out examples; dev splits are fixed."""
        return isinstance(self.base, FineTuningRecipe) or self.traits.fixed_examples

    @property
    def why_no_own_text(self) -> str:
        """Why no text of one's own can replace the mini-world, as a sentence; "" where one can."""
        recipes = [self.recipe(arm.name) for arm in self.arms]
        if isinstance(self.base, FineTuningRecipe):
            return "It learns from labelled examples, not from a text."
        if all(isinstance(one, Recipe) and keeps_weights(one) for one in recipes):
            return "It measures bundled models as they are, and nothing learns from a text."
        left_out = self.traits.world_metrics or [one.name for one in self.metrics]
        cells = [{cell.metric for cell in contrast.cells} for contrast in self.contrasts]
        if self.traits.needs_world and all(names.intersection(left_out) for names in cells):
            return self.traits.needs_world
        return ""

    @property
    def takes_own_text(self) -> bool:
        """Whether a text of one's own can replace the mini-world."""
        return not self.why_no_own_text

    @property
    def own_floors(self) -> tuple[Floor, ...]:
        """The floors on a text of one's own.

        Where all are of metrics that need the mini-world, a unigram model takes their place.
        """
        kept = tuple(one for one in self.floors if one.metric not in self.traits.world_metrics)
        losses = [one.name for one in self.metrics if one.unit == NATS]
        if kept or not self.floors or not losses:
            return kept
        return (Floor(losses[0], math.inf, UNIGRAM, below=True, baseline="unigram"),)

    def own_arms(self, language: str = "en") -> tuple[Arm, ...]:
        """The arms that differ on a text of one's own.

        Of those that differ in their text alone, that of the language, or else the first.
        """
        groups: dict[str, list[Arm]] = {}
        at_one_rate = replace(self, rates={})
        for arm in self.arms:
            recipe = at_one_rate.recipe(arm.name, data="own")
            groups.setdefault(repr(replace(recipe, name="")), []).append(arm)
        return tuple(
            next((arm for arm in group if self._reads(arm, language)), group[0])
            for group in groups.values()
        )

    def _reads(self, arm: Arm, language: str) -> bool:
        return self.recipe(arm.name).data.endswith(f":{language}")

    def arm(self, name: str) -> Arm:
        return next(arm for arm in self.arms if arm.name == name)

    def metric(self, name: str) -> Metric:
        return next(metric for metric in self.metrics if metric.name == name)

    def smallest(self, contrast: Contrast) -> float:
        """The smallest effect of interest of a contrast."""
        if contrast.smallest is not None:
            return contrast.smallest
        return self.metric(contrast.first.metric).smallest

    def recipe(self, arm: str, *, seed: int = 1, quick: bool = False, data: str = "") -> AnyRecipe:
        """The recipe of an arm, with the best of the learning rates that were tried.

        `data` is a text in place of the mini-world, for which `text_changes` may have a rate.
        Raises ValueError for a change that no recipe can have.
        """
        base = replace_fields(self.base, self.text_changes) if data else self.base
        recipe = replace_fields(base, self.arm(arm).changes)
        has_own_rate = bool(data) and rate_field(recipe) in self.text_changes
        if arm in self.rates and not has_own_rate:
            recipe = replace_fields(recipe, {rate_field(recipe): self.rates[arm].best})
        recipe = replace(recipe, name=f"{self.name}.{arm}", seed=seed)
        if isinstance(recipe, FineTuningRecipe):
            return replace(recipe, epochs=1) if quick else recipe
        if data:
            tokens = recipe.data_tokens if self.limits_own_text else MAX_OWN_TOKENS
            recipe = replace(recipe, data=data, single_data="", data_tokens=tokens)
        assert isinstance(base, Recipe)
        if not quick:
            return recipe
        return replace_fields(self._scale_steps(recipe, base), self.quick_changes)

    def recipes(self, data: str = "") -> dict[str, dict[str, Any]]:
        """The recipes of the arms by name, as a result has them."""
        return {arm.name: self.recipe(arm.name, data=data).to_dict() for arm in self.arms}

    def _scale_steps(self, recipe: Recipe, base: Recipe) -> Recipe:
        """Scale the steps of a recipe so that the base would have `quick_steps`."""
        schedule = recipe.schedule
        steps = max(1, round(schedule.steps * self.quick_steps / base.schedule.steps))
        warmup = min(schedule.warmup_steps, steps // 10)
        return replace(recipe, schedule=replace(schedule, steps=steps, warmup_steps=warmup))


@dataclass(frozen=True)
class ArmSeed:
    """What is done at once: one arm with one seed. It can be sent to another process."""

    experiment: str
    arm: str
    seed: int
    quick: bool
    cache: Path
    data: str = ""
    changes: Mapping[str, Any] = field(default_factory=dict)  # of the recipe of every arm
    counts_baselines: bool = False  # whether count models of the same tokens are measured too


def keeps_weights(recipe: Recipe) -> bool:
    """Whether an arm is a pretrained model as it is: one step, at a rate of next to nothing."""
    return bool(recipe.start) and recipe.schedule.steps == 1


def rate_field(recipe: AnyRecipe) -> str:
    """The learning rate of a recipe, as a dotted name."""
    is_fine_tuning = isinstance(recipe, FineTuningRecipe)
    return "learning_rate" if is_fine_tuning else "schedule.learning_rate"


def replace_fields(recipe: AnyRecipe, changes: Mapping[str, Any]) -> AnyRecipe:
    """A recipe of the same kind with other values of some fields, given by dotted names."""
    values = recipe.to_dict()
    for name, value in changes.items():
        *parts, last = name.split(".")
        table = values
        for part in parts:
            if table.get(part) is None:
                table[part] = {}
            table = table[part]
        table[last] = list(value) if isinstance(value, tuple) else value
    if isinstance(recipe, FineTuningRecipe):
        return FineTuningRecipe.from_dict(values)
    values["size"].pop("vocab_size", None)
    return Recipe.from_dict(values)


def flatten(values: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Nested dictionaries as one, by dotted names."""
    flat: dict[str, Any] = {}
    for key, value in values.items():
        if isinstance(value, Mapping) and value:
            flat |= flatten(value, f"{prefix}{key}.")
        else:
            flat[f"{prefix}{key}"] = value
    return flat


def find_differing_fields(recipes: Iterable[Mapping[str, Any]]) -> set[str]:
    """The fields, by dotted name, in which the recipes of arms differ; names apart."""
    flat = [flatten(recipe) for recipe in recipes]
    keys = {key for recipe in flat for key in recipe} - {"name"}
    return {key for key in keys if len({repr(recipe.get(key)) for recipe in flat}) > 1}
