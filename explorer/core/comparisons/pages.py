"""What the gallery of comparisons and the page of one show; drawn without torch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from statistics import fmean
from typing import Any

from explorer.core.comparisons.wording import (
    answer,
    localize,
    sentence,
    verdict_text,
    would_take_text,
)
from explorer.core.jobs.jobs import Progress, Work
from explorer.core.localization import message, tr
from explorer.core.state.settings import caches_folder, home
from models.comparison.bundled import bundled_paths
from models.comparison.catalog import experiments, find_experiment
from models.comparison.evidence.intervals import Estimate
from models.comparison.evidence.registration import Registration, registrations
from models.comparison.evidence.statistics import ClaimResult, ClaimsEvaluation, evaluate
from models.comparison.results import MeasuredComparison, read_result
from models.comparison.run import RESULT_FILE, Plan
from models.comparison.spec import (
    GROUPS,
    AnyRecipe,
    Arm,
    ExperimentSpec,
    find_differing_fields,
    flatten,
)
from models.data.texts.registry import known_texts
from models.finetuning.recipe import FineTuningRecipe

BUNDLED, WHOLE, QUICK = tr("Bundled with the program"), tr("Run here"), tr("Quick run here")
KINDS = {WHOLE: "whole", QUICK: "quick"}  # the folders of runs begin so
MOST_RUNS = 12  # of a kind that are read, the newest
FOREIGN = {  # results that came in project files; nobody ran them here
    tr("From a project file, not run here"): "whole",
    tr("Quick run from a project file, not run here"): "quick",
}
SILENT = {  # fields that change nothing in a comparison
    "name",
    "seed",
    "size.vocab_size",
    "schedule.evaluate_every",
    "schedule.save_every",
}
Recipes = Mapping[str, Mapping[str, Any]]  # by the name of the arm
THE_MINI_WORLD = tr("the mini-world")
NOT_RUN = tr("No result yet. Run it here to see one.")


@dataclass(frozen=True)
class ComparisonsRequest:
    """A comparison by name, or the gallery. `stamps` change with the files of results."""

    name: str = ""
    stamps: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True)
class MeasuredResult:
    """A result with where it comes from, and what it says of the claims."""

    source: str
    result: MeasuredComparison
    evaluation: ClaimsEvaluation

    @property
    def is_foreign(self) -> bool:
        """Whether it came in a project file, so that its numbers are somebody else's."""
        return self.source in FOREIGN

    @property
    def text(self) -> str:
        """The title of the text in place of the mini-world; "" for the mini-world."""
        return message(self.result.text.title) if self.result.text else ""

    @property
    def label(self) -> str:
        """The text that it is of, and where it comes from if it is not bundled."""
        text = self.text or THE_MINI_WORLD
        return text if self.source == BUNDLED else f"{self.source}, {text}"

    def place(self, arm: Arm, x: float | None, along: str) -> float | None:
        """Return the x of a curve's point, or the mean tokens or seconds of its runs."""
        if x is None or along not in ("tokens", "seconds"):
            return x
        rows = [row for row in self.result.rows if (row.arm, row.x) == (arm.name, x)]
        return fmean(getattr(row, along) for row in rows)

    def recipes(self, spec: ExperimentSpec) -> Recipes:
        """The recipes that its arms learned by; that of now for an arm that it does not have.

        On a text of one's own some arms are not run, so there they are left out.
        """
        known, now = self.result.recipes, spec.recipes()
        return {
            arm: known.get(arm, now[arm]) for arm in now if arm in known or not self.result.text
        }


@dataclass(frozen=True)
class Card:
    """A comparison in the gallery; `problem` says why there is no outcome."""

    spec: ExperimentSpec
    measured: MeasuredResult | None
    problem: str = ""

    @property
    def claim(self) -> ClaimResult | None:
        """What was found about the first claim that could be tested; of none, about the first."""
        if self.measured is None:
            return None
        claims = self.measured.evaluation.claims
        tested = (one for one in claims if one.verdict not in (None, "not testable here"))
        return next(tested, claims[0])

    @cached_property
    def outcome(self) -> str:
        """What was measured for its claim, as a sentence, or why there is nothing."""
        if self.measured is None:
            return self.problem or NOT_RUN
        text = self._outcome
        return f"{self.measured.source}: {text}" if self.measured.is_foreign else text

    @property
    def _outcome(self) -> str:
        assert self.measured is not None
        if self.claim and self.verdict == "not testable here":
            return answer(self.spec, self.claim)
        results = self.measured.evaluation.results
        shown = (self.claim.deciding_contrast if self.claim else None) or next(iter(results), None)
        return f"{sentence(self.spec, shown)}." if shown else NOT_RUN

    @property
    def verdict(self) -> str:
        """The verdict on its claim, by its name in `statistics`; "" for none."""
        return (self.claim.verdict or "") if self.claim else ""

    @cached_property
    def verdict_text(self) -> str:
        """The verdict with the paper that it is about, or what a test would take; "" for none."""
        if self.claim is None or not self.verdict:
            return ""
        if self.verdict == "not testable here":
            return would_take_text(self.claim)
        text = verdict_text(self.claim)
        return text[0].upper() + text[1:]


@dataclass(frozen=True)
class Gallery:
    """All comparisons."""

    cards: tuple[Card, ...]

    @property
    def systems(self) -> tuple[str, ...]:
        """The models that comparisons are about, each once."""
        return tuple(sorted({system for card in self.cards for system in card.spec.systems}))

    def find_cards(self, words: str, system: str) -> tuple[Card, ...]:
        """Return the cards about a system (any if empty) whose texts contain all of the words."""
        terms = words.lower().split()
        return tuple(
            card
            for card in self.cards
            if (not system or system in card.spec.systems)
            and all(word in _text_of(card.spec) for word in terms)
        )


@dataclass(frozen=True)
class Page:
    """One comparison with the results that there are, the bundled one first.

    `history` is what was registered, the oldest first; `text_histories` the same for the real texts
    of results, by title.
    """

    spec: ExperimentSpec
    measured: tuple[MeasuredResult, ...]
    problems: tuple[str, ...] = ()
    history: tuple[Registration, ...] = ()
    text_histories: Mapping[str, tuple[Registration, ...]] = field(default_factory=dict)

    def name_of(self, measured: MeasuredResult) -> str:
        """The source of a result where it must be said: beside others, and of somebody else's."""
        said = len(self.measured) > 1 or measured.is_foreign
        if not said:
            return ""
        return self.label_of(measured).replace(measured.source, measured.source.lower(), 1)

    def label_of(self, measured: MeasuredResult) -> str:
        """The source of a result, with its text where the results are of several."""
        return measured.label if any(one.text for one in self.measured) else measured.source

    @property
    def worlds(self) -> tuple[MeasuredResult, tuple[MeasuredResult, ...]] | None:
        """The first whole result of the mini-world, and those of real texts to set beside it."""
        whole = [one for one in self.measured if not one.result.quick and not one.is_foreign]
        first = next((one for one in whole if not one.text), None)
        others = tuple(one for one in whole if one.text)
        return (first, others) if first and others else None


def answers_to(request: ComparisonsRequest, engine: Any) -> Work:
    """The Gallery, or the Page of a comparison."""
    yield Progress(tr("Reading results"))
    if request.name:
        return page(find_experiment(request.name))
    return Gallery(tuple(_card(spec) for spec in _sort_specs(experiments().values())))


def page(spec: ExperimentSpec) -> Page:
    spec = localize(spec)
    measured: dict[tuple[str, str], MeasuredResult] = {}
    problems: list[str] = []
    for source, path in result_files(spec.name):
        try:
            one = checked_result(spec, source, read_result(path))
            measured.setdefault((source, one.text), one)  # the newest of each text
        except (OSError, ValueError) as error:
            problems.append(f"{source}: {message(str(error))}")
    texts = [one.result.text for one in measured.values() if one.result.text]
    history: tuple[Registration, ...] = ()
    text_histories: dict[str, tuple[Registration, ...]] = {}
    try:
        history = registrations(spec.name)
        for text in texts:
            if text.name in known_texts() and (found := registrations(spec.name, text.name)):
                text_histories[message(text.title)] = found
    except (OSError, ValueError) as error:
        problems.append(message(str(error)))
    return Page(spec, tuple(measured.values()), tuple(problems), history, text_histories)


def result_files(name: str) -> list[tuple[str, Path]]:
    """The results of a comparison that there are, with their kind; of a kind the newest first."""
    by_kind: dict[str, list[Path]] = {}
    for kind in (WHOLE, QUICK):
        by_kind[kind] = list(runs_folder(name).glob(f"{KINDS[kind]}-*/{RESULT_FILE}"))
    for source, kind in FOREIGN.items():
        by_kind[source] = list(foreign_folder(name).glob(f"{kind}-*/{RESULT_FILE}"))
    bundled = [(BUNDLED, path) for path in bundled_paths(name) if path.is_file()]
    own = [
        (kind, path)
        for kind, paths in by_kind.items()
        for path in sorted(paths, key=_written_at, reverse=True)[:MOST_RUNS]
    ]
    return bundled + own


def runs_folder(name: str) -> Path:
    """Return the folder of the user's runs of a comparison; each run has its own subfolder."""
    return home() / "comparisons" / name


def foreign_folder(name: str) -> Path:
    """Return the folder of a comparison's results from project files, apart from those run here."""
    return home() / "project-results" / "comparisons" / name


def plan_of(name: str, *, quick: bool, data: str = "") -> Plan:
    """A run in the window. Raises OSError where a person's text cannot be read."""
    plan = Plan(find_experiment(name), Path(), caches_folder(), quick=quick, data=data)
    kind = KINDS[QUICK if quick else WHOLE]
    return replace(plan, folder=runs_folder(name) / f"{kind}-{plan.settings()['hash'][:8]}")


def minutes_here(page: Page, *, quick: bool, cores: int) -> float | None:
    """How long a run takes on some cores, as the bundled result took; None without one."""
    bundled = next((one.result for one in page.measured if one.source == BUNDLED), None)
    if bundled is None:
        return None
    share = _quick_share(page.spec) if quick else 1.0
    return share * bundled.seconds / cores / 60


def _quick_share(spec: ExperimentSpec) -> float:
    """The share of the steps of a whole run that a quick one takes."""
    seeds = len(spec.quick_seeds) / len(spec.seeds)
    arm = spec.arms[0].name
    return seeds * _length(spec.recipe(arm, quick=True)) / _length(spec.recipe(arm))


def _length(recipe: AnyRecipe) -> int:
    return recipe.epochs if isinstance(recipe, FineTuningRecipe) else recipe.schedule.steps


def _written_at(path: Path) -> float:
    return path.stat().st_mtime


def stamps(names: Iterable[str]) -> tuple[tuple[str, float], ...]:
    """When the files with results were written."""
    paths = (path for name in names for _, path in result_files(name))
    return tuple((str(path), _written_at(path)) for path in paths)


def _card(spec: ExperimentSpec) -> Card:
    result = page(spec)
    problem = " ".join(result.problems)
    return Card(result.spec, next(iter(result.measured), None), problem)


def evaluate_result(
    spec: ExperimentSpec, source: str, result: MeasuredComparison
) -> MeasuredResult:
    """A result with what it says of the claims."""
    return MeasuredResult(source, result, evaluate(spec, result))


def checked_result(spec: ExperimentSpec, source: str, result: MeasuredComparison) -> MeasuredResult:
    """Check and evaluate a result. Raises ValueError where it is not of this comparison."""
    arms, metrics = {arm.name for arm in spec.arms}, {one.name for one in spec.metrics}
    named = {*result.recipes, *result.rates, *result.baselines, *(one.arm for one in result.rows)}
    if result.name != spec.name or named - arms:
        raise ValueError(tr("the result is of another comparison: run the comparison again"))
    if not metrics & {one.metric for one in result.rows}:
        raise ValueError(tr("the result has no measurement: run the comparison again"))
    try:
        return evaluate_result(spec, source, result)
    except (LookupError, ArithmeticError, TypeError) as error:
        raise ValueError(
            tr("the result is damaged ({error}): run the comparison again", error=repr(error))
        ) from error


def _sort_specs(specs: Iterable[ExperimentSpec]) -> list[ExperimentSpec]:
    groups = list(GROUPS)
    return sorted(specs, key=lambda spec: (groups.index(spec.group), spec.title))


def _text_of(spec: ExperimentSpec) -> str:
    claims = " ".join(claim.text for claim in spec.claims)
    return " ".join((spec.name, spec.title, spec.question, *spec.systems, claims)).lower()


# ---- what was equal and what differed


def fields_that_differ(recipes: Recipes) -> list[tuple[str, tuple[str, ...]]]:
    """Every field in which the recipes of the arms differ, with its value in each arm."""
    flat = [flatten(recipe) for recipe in recipes.values()]
    rows = [
        (field_title(key), tuple(value_text(recipe.get(key)) for recipe in flat))
        for key in sorted(find_differing_fields(recipes.values()))
    ]
    return [row for row in rows if len(set(row[1])) > 1]  # a table and its absence read the same


def controlled_fields(recipes: Recipes) -> list[tuple[str, str]]:
    """The other fields, with the value that all arms have; those that say nothing are left out."""
    left_out = {*find_differing_fields(recipes.values()), *SILENT}
    return [
        (field_title(key), value_text(value))
        for key, value in flatten(next(iter(recipes.values()))).items()
        if key not in left_out and value not in ("", None, {}, [], False)
    ]


def field_title(key: str) -> str:
    """A dotted field in words: "schedule.learning_rate" is "learning rate"."""
    if key == "data_tokens":
        return tr("tokens of text (at most)")
    *tables, last = key.split(".")
    words = tr(last.replace("_", " "))
    return f"{tables[-1].replace('_', ' ')}: {words}" if tables[:1] == ["options"] else words


def value_text(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    if isinstance(value, int):
        return f"{value:,}"
    text = "–" if value in (None, "", {}) else str(value)
    return text if Path(text).suffix else text.replace("_", " ")  # the name of a file stays


def estimate_text(estimate: Estimate, *, is_share: bool, unit: str = "") -> str:
    """Such as "71.3 % (70.1 to 72.4)"."""
    scale, sign = (100.0, tr(" %")) if is_share else (1.0, f" {unit}" if unit else "")
    digits = ".1f" if is_share else ".4g"
    mean = f"{scale * estimate.mean:{digits}}{sign}"
    if estimate.low is None or estimate.high is None or estimate.all_equal:
        return mean
    low, high = (f"{scale * value:{digits}}" for value in (estimate.low, estimate.high))
    return tr("{mean} ({low} to {high})", mean=mean, low=low, high=high)
