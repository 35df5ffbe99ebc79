"""What the gallery of comparisons and the page of one show; drawn without torch."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean
from typing import Any

from explorer.core.comparisons.wording import difference_text, localized
from explorer.core.jobs.jobs import Progress, Work
from explorer.core.localization import message, tr
from explorer.core.state.settings import caches_folder, home
from models.comparison.bundled import bundled_path
from models.comparison.catalog import experiment, experiments
from models.comparison.results import Estimate, MeasuredComparison, read_result
from models.comparison.run import RESULT_FILE, Plan
from models.comparison.spec import GROUPS, Arm, ExperimentSpec, differing, flattened
from models.comparison.statistics import ContrastResult, evaluate_contrast

BUNDLED, WHOLE, QUICK = tr("Bundled with the program"), tr("Run here"), tr("Quick run here")
KINDS = {WHOLE: "whole", QUICK: "quick"}  # the folders of runs begin so
SILENT = {  # fields that change nothing in a comparison
    "name",
    "seed",
    "size.vocab_size",
    "schedule.evaluate_every",
    "schedule.save_every",
}
NOT_RUN = tr("No result yet. Run it here to see one.")


@dataclass(frozen=True)
class ComparisonsRequest:
    """A comparison by name, or the gallery. `stamps` change with the files of results."""

    name: str = ""
    stamps: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True)
class MeasuredResult:
    """A result with where it comes from, and its findings."""

    source: str
    result: MeasuredComparison
    findings: tuple[ContrastResult, ...]

    def place(self, arm: Arm, x: float | None, along: str) -> float | None:
        """Where a point of a curve is: at its x, or at the tokens or seconds until then."""
        if x is None or along not in ("tokens", "seconds"):
            return x
        rows = [row for row in self.result.rows if (row.arm, row.x) == (arm.name, x)]
        return fmean(getattr(row, along) for row in rows)


@dataclass(frozen=True)
class Card:
    """A comparison in the gallery; `problem` says why there is no outcome."""

    spec: ExperimentSpec
    measured: MeasuredResult | None
    problem: str = ""

    @property
    def outcome(self) -> str:
        """The first finding with its interval, in one line."""
        if self.measured is None or not self.measured.findings:
            return self.problem or NOT_RUN
        finding = self.measured.findings[0]
        metric = self.spec.metric(finding.contrast.first.metric)
        return f"{finding.contrast.title}: {difference_text(finding.difference, metric)}"

    @property
    def verdict(self) -> str:
        known = self.measured is not None and self.measured.findings
        return self.measured.findings[0].verdict if self.measured and known else ""


@dataclass(frozen=True)
class Gallery:
    """All comparisons."""

    cards: tuple[Card, ...]

    @property
    def systems(self) -> tuple[str, ...]:
        """The models that comparisons are about, each once."""
        return tuple(sorted({system for card in self.cards for system in card.spec.systems}))

    def matching(self, words: str, system: str) -> tuple[Card, ...]:
        """Those about a system (any if empty) whose texts have all of the words."""
        terms = words.lower().split()
        return tuple(
            card
            for card in self.cards
            if (not system or system in card.spec.systems)
            and all(word in _text_of(card.spec) for word in terms)
        )


@dataclass(frozen=True)
class Page:
    """One comparison with the results that there are, the bundled one first."""

    spec: ExperimentSpec
    measured: tuple[MeasuredResult, ...]
    problems: tuple[str, ...] = ()


def answers_to(request: ComparisonsRequest, engine: Any) -> Work:
    """The Gallery, or the Page of a comparison."""
    yield Progress(tr("Reading results"))
    if request.name:
        return page(experiment(request.name))
    return Gallery(tuple(_card(spec) for spec in _in_order(experiments().values())))


def page(spec: ExperimentSpec) -> Page:
    spec = localized(spec)
    measured, problems = [], []
    for source, path in result_files(spec.name).items():
        try:
            measured.append(with_findings(spec, source, read_result(path)))
        except (OSError, ValueError) as error:
            problems.append(f"{source}: {message(str(error))}")
    return Page(spec, tuple(measured), tuple(problems))


def result_files(name: str) -> dict[str, Path]:
    """The results of a comparison that there are, by what they are called."""
    by_kind = {BUNDLED: [bundled_path(name)]}
    for kind in (WHOLE, QUICK):
        by_kind[kind] = list(runs_folder(name).glob(f"{KINDS[kind]}-*/{RESULT_FILE}"))
    existing = {kind: [path for path in paths if path.is_file()] for kind, paths in by_kind.items()}
    newest = {kind: max(paths, key=_written_at) for kind, paths in existing.items() if paths}
    return newest


def runs_folder(name: str) -> Path:
    """Where a person's runs of a comparison are; each has a folder of its own."""
    return home() / "comparisons" / name


def plan_of(name: str, *, quick: bool, data: str = "") -> Plan:
    """A run in the window. Raises OSError where a person's text cannot be read."""
    plan = Plan(experiment(name), Path(), caches_folder(), quick=quick, data=data)
    kind = KINDS[QUICK if quick else WHOLE]
    return replace(plan, folder=runs_folder(name) / f"{kind}-{plan.settings()['hash'][:8]}")


def _written_at(path: Path) -> float:
    return path.stat().st_mtime


def stamps(names: Iterable[str]) -> tuple[tuple[str, float], ...]:
    """When the files with results were written."""
    paths = (path for name in names for path in result_files(name).values())
    return tuple((str(path), _written_at(path)) for path in paths)


def _card(spec: ExperimentSpec) -> Card:
    result = page(spec)
    problem = " ".join(result.problems)
    return Card(result.spec, next(iter(result.measured), None), problem)


def with_findings(spec: ExperimentSpec, source: str, result: MeasuredComparison) -> MeasuredResult:
    """A result with the findings of all contrasts."""
    findings = (evaluate_contrast(result.summary, contrast) for contrast in spec.contrasts)
    return MeasuredResult(source, result, tuple(one for one in findings if one is not None))


def _in_order(specs: Iterable[ExperimentSpec]) -> list[ExperimentSpec]:
    groups = list(GROUPS)
    return sorted(specs, key=lambda spec: (groups.index(spec.group), spec.title))


def _text_of(spec: ExperimentSpec) -> str:
    claims = " ".join(claim.text for claim in spec.claims)
    return " ".join((spec.name, spec.title, spec.question, *spec.systems, claims)).lower()


# ---- what was equal and what differed


def fields_that_differ(spec: ExperimentSpec) -> list[tuple[str, tuple[str, ...]]]:
    """Every field of the recipes in which the arms differ, with its value in each arm."""
    recipes = [flattened(spec.recipe(arm.name).to_dict()) for arm in spec.arms]
    rows = [
        (field_title(key), tuple(value_text(recipe.get(key)) for recipe in recipes))
        for key in sorted(differing(spec))
    ]
    return [row for row in rows if len(set(row[1])) > 1]  # a table and its absence read the same


def controlled_fields(spec: ExperimentSpec) -> list[tuple[str, str]]:
    """The other fields, with the value that all arms have; those that say nothing are left out."""
    recipe = flattened(spec.recipe(spec.arms[0].name).to_dict())
    left_out = {*differing(spec), *SILENT}
    return [
        (field_title(key), value_text(value))
        for key, value in recipe.items()
        if key not in left_out and value not in ("", None, {}, [], False)
    ]


def field_title(key: str) -> str:
    """A dotted field in words: "schedule.learning_rate" is "learning rate"."""
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
    return "–" if value in (None, "", {}) else str(value).replace("_", " ")


def estimate_text(estimate: Estimate, *, is_share: bool, unit: str = "") -> str:
    """Such as "71.3 % (70.1 to 72.4)"."""
    scale, sign = (100.0, tr(" %")) if is_share else (1.0, f" {unit}" if unit else "")
    digits = ".1f" if is_share else ".4g"
    mean = f"{scale * estimate.mean:{digits}}{sign}"
    if estimate.low is None or estimate.high is None:
        return mean
    low, high = (f"{scale * value:{digits}}" for value in (estimate.low, estimate.high))
    return tr("{mean} ({low} to {high})", mean=mean, low=low, high=high)
