"""The page of one comparison: answers, charts, claims, numbers, what was equal, its history."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from explorer.core.comparisons.pages import (
    NOT_RUN,
    MeasuredResult,
    Page,
    controlled_fields,
    estimate_text,
    fields_that_differ,
)
from explorer.core.comparisons.wording import (
    DIRECTIONS,
    VERDICTS,
    answer,
    effect_text,
    made_text,
    own_text,
    p_text,
    reason_text,
    registration_text,
    scale_of,
    verdict_text,
    worlds_text,
    would_take_text,
)
from explorer.core.localization import tr
from explorer.core.panel_text import panel_text, paper_of
from explorer.core.table import Table
from explorer.ui.graphics.charts.effect_rows import EffectBar, EffectRows
from explorer.ui.graphics.drawing import Drawing, Stack, TextBlock, Titled
from explorer.ui.graphics.table_columns import table_of, text_cells
from explorer.ui.graphics.table_drawing import Column, TableCell
from explorer.ui.panels.comparisons.charts import charts, metric_title, rates_chart
from explorer.ui.style import fonts
from models.comparison.evidence.statistics import ClaimResult, ContrastResult, over_examples
from models.comparison.results import MeasuredComparison
from models.comparison.spec import Contrast, ExperimentSpec, Metric, PublishedLaw

NOTES = panel_text("comparisons").notes
Found = TypeVar("Found")
COLUMNS = ("result", "arm", "seed", "x", "metric", "value", "tokens", "seconds")


def figure(page: Page) -> Drawing:
    """Everything on the page: answers, charts, claims, numbers, method, limits, history."""
    parts: list[Drawing] = [_answers(page)]
    parts += [TextBlock(problem) for problem in page.problems]
    parts += _effects(page)
    parts += charts(page)
    parts += [part for one in page.measured for part in _build_result_sections(page, one)]
    parts += [*_fields(page), *_limits(page), *_history(page)]
    return Stack(parts)


def table(page: Page) -> Table:
    """Every row of every result."""
    rows = [
        (
            page.label_of(one),
            row.arm,
            row.seed,
            row.x,
            row.metric,
            row.value,
            row.tokens,
            row.seconds,
        )
        for one in page.measured
        for row in one.result.rows
    ]
    return Table(COLUMNS, rows, page.spec.title)


def _answers(page: Page) -> Drawing:
    """The question, then what the first result answers, a sentence for each claim."""
    spec, lines = page.spec, [TextBlock(page.spec.question, muted=False)]
    if not page.measured:
        lines.append(TextBlock(NOT_RUN, muted=False))
    else:
        first = page.measured[0]
        if first.is_foreign:
            lines.append(TextBlock(first.source, muted=False))
        if first.result.quick:
            lines.append(TextBlock(NOTES["quick"]))
        for number, claim in enumerate(first.evaluation.claims):
            if text := _answer(spec, claim):
                lines.append(TextBlock(text, muted=False, pixels=fonts.TITLE))
            lines += [
                TextBlock(text, muted=False) for text in _compare_with_real_texts(page, number)
            ]
    return Titled(Stack(lines, gap=4), spec.title)


def _answer(spec: ExperimentSpec, claim: ClaimResult) -> str:
    """The answer to a claim, and what a test would take where there is none."""
    return f"{answer(spec, claim)} {would_take_text(claim)}".strip()


def _compare_with_real_texts(page: Page, number: int) -> Iterator[str]:
    """What results on real texts say of a claim, beside what the mini-world says."""
    if page.worlds is None:
        return
    here, others = page.worlds
    for there in others:
        claims = here.evaluation.claims[number], there.evaluation.claims[number]
        if text := worlds_text(page.spec, *claims, there.text):
            yield text


def _effects(page: Page) -> Iterator[Drawing]:
    """What was measured for each claim beside what the papers give, one axis for each unit.

    Every contrast has a row for each result.
    """
    units: dict[tuple[float, str], dict[Contrast, list[EffectBar]]] = {}
    for measured in page.measured:
        for one in (found for claim in measured.evaluation.claims for found in claim.results):
            scale, unit = scale_of(page.spec, one.contrast)
            bars = units.setdefault((scale, unit), {}).setdefault(one.contrast, [])
            name = f"   {page.name_of(measured)}" if bars else one.contrast.title
            bars.append(_effect_bar(page.spec, one, scale, name))
    first = _suffix(page, page.measured[0]) if page.measured else ""
    for (_, unit), rows in units.items():
        title = tr("Effects{suffix}", suffix=f", {unit}{first}" if unit else first)
        bars = [bar for of_contrast in rows.values() for bar in of_contrast]
        yield Titled(EffectRows(bars), title, note=NOTES["effects"])


def _effect_bar(spec: ExperimentSpec, result: ContrastResult, scale: float, name: str) -> EffectBar:
    contrast, found = result.contrast, result.estimate
    published = contrast.published
    return EffectBar(
        name=name,
        mean=scale * found.mean,
        low=None if found.low is None else scale * found.low,
        high=None if found.high is None else scale * found.high,
        null=scale * contrast.null,
        smallest=scale * spec.smallest(contrast),
        published=None if published is None else scale * published.value,
        text=effect_text(spec, contrast, found),
        verdict=result.verdict or "",
    )


def _suffix(page: Page, measured: MeasuredResult) -> str:
    return f": {name}" if (name := page.name_of(measured)) else ""


def _build_result_sections(page: Page, measured: MeasuredResult) -> Iterator[Drawing]:
    suffix = _suffix(page, measured)
    spec, made = page.spec, made_text(measured.result)
    for claim in measured.evaluation.claims:
        yield _claim(spec, measured.result, claim, suffix)
    if measured.evaluation.measurements:
        title = tr("Other differences{suffix}", suffix=suffix)
        yield Titled(_measurements(spec, measured), title, note=NOTES["measurements"])
    yield Titled(_numbers(spec, measured), tr("Numbers{suffix}", suffix=suffix), note=made)
    if measured.result.laws:
        yield Titled(
            _laws(spec, measured), tr("Power laws{suffix}", suffix=suffix), note=NOTES["laws"]
        )
    if measured.result.rates:
        title = tr("Learning rates{suffix}", suffix=suffix)
        metric = spec.metric(next(iter(measured.result.rates.values())).metric)
        chart = Titled(rates_chart(spec, measured.result.rates), metric_title(metric))
        yield Titled(Stack([chart, _rates(spec, measured, metric)]), title, note=NOTES["rates"])


def _claim(
    spec: ExperimentSpec, result: MeasuredComparison, found: ClaimResult, suffix: str
) -> Drawing:
    """A claim with its source, its verdict and why, and what tests it."""
    paper, claim = paper_of(found.claim.paper), found.claim
    stated = tr(
        "{paper}, {source}: {numbers}.",
        paper=f"{paper.authors} ({paper.year}), {paper.title}",
        source=claim.source,
        numbers=claim.numbers,
    )
    reason = reason_text(found).removesuffix(".")
    verdict = tr("Verdict{suffix}: {verdict}", suffix=suffix, verdict=verdict_text(found))
    line = f"{verdict}; {reason}." if reason else f"{verdict}."
    parts: list[Drawing] = [TextBlock(line, muted=False)]
    if found.results:
        parts.append(_tests(spec, result, found.results))
    return Titled(Stack(parts, gap=4), claim.text, note=stated)


def _tests(
    spec: ExperimentSpec, result: MeasuredComparison, results: Sequence[ContrastResult]
) -> Drawing:
    """What tests a claim: the effect, against what, and the verdict."""
    contrasts = [one.contrast for one in results]
    smallest = [
        f"{scale * spec.smallest(one):g} {unit}".rstrip()
        for one in contrasts
        for scale, unit in [scale_of(spec, one)]
    ]
    columns = [
        (Column(tr("Tested"), wrap=True, stretch=True), [one.title for one in contrasts]),
        (
            Column(tr("Paper"), wrap=True, share=0.15),
            [_describe_paper_finding(spec, one) for one in contrasts],
        ),
        (
            Column(tr("Here"), wrap=True, share=0.22),
            [_measured_text(spec, result, one) for one in results],
        ),
        (Column(tr("Adjusted p"), right=True), [p_text(one.adjusted_p) for one in results]),
        (Column(tr("Smallest effect"), right=True), smallest),
        (
            Column(tr("Verdict")),
            [VERDICTS[one.verdict] if one.verdict else "–" for one in results],
        ),
    ]
    return table_of([(column, text_cells(texts)) for column, texts in columns], tr("Tests"))


def _measured_text(spec: ExperimentSpec, result: MeasuredComparison, tested: ContrastResult) -> str:
    """The effect with its interval over seeds, and over few examples too where these are stored."""
    text = effect_text(spec, tested.contrast, tested.estimate)
    found = over_examples(spec, tested.contrast, result)
    if found is None:
        return text
    count, (low, high) = found
    scale, _ = scale_of(spec, tested.contrast)
    return tr(
        "{text}; over seeds and {count} examples [{low:.3g}, {high:.3g}]",
        text=text,
        count=count,
        low=scale * low,
        high=scale * high,
    )


def _describe_paper_finding(spec: ExperimentSpec, contrast: Contrast) -> str:
    """What the paper found, against which value, and its own number where units allow."""
    scale, unit = scale_of(spec, contrast)
    null, text = f"{scale * contrast.null:g} {unit}".rstrip(), DIRECTIONS[contrast.paper]
    if contrast.null and contrast.paper == "equal":
        text = tr("about {value}", value=null)
    elif contrast.null:
        text = tr("{direction} than {value}", direction=text, value=null)
    if contrast.published is not None:
        sign = "+" if contrast.is_difference else ""
        text = f"{text}: {scale * contrast.published.value:{sign}.3g} {unit}".rstrip()
    return text


def _measurements(spec: ExperimentSpec, measured: MeasuredResult) -> Drawing:
    """Differences that no paper states, without a verdict."""
    results = measured.evaluation.measurements
    titles = [one.contrast.title for one in results]
    metrics = [spec.metric(one.contrast.first.metric).title for one in results]
    texts = [effect_text(spec, one.contrast, one.estimate) for one in results]
    columns = [
        (Column(tr("Difference"), wrap=True, stretch=True), text_cells(titles)),
        (Column(tr("Measured as"), wrap=True, share=0.25), text_cells(metrics)),
        (Column(tr("Here"), wrap=True, share=0.35), text_cells(texts)),
    ]
    return table_of(columns, tr("Other differences"))


def _rates(spec: ExperimentSpec, measured: MeasuredResult, metric: Metric) -> Drawing:
    """What each arm reached at every learning rate; – where none was tried, or training failed."""
    scale = 100.0 if metric.is_share else 1.0
    rates = measured.result.rates
    arms = [arm for arm in spec.arms if arm.name in rates]
    tried = sorted({rate for one in rates.values() for rate in one.values})
    columns = [(Column(tr("Arm")), text_cells([arm.title for arm in arms], bold=True))]
    for rate in tried:
        found = [rates[arm.name] for arm in arms]
        cells = [
            TableCell(
                f"{scale * value:.3g}" if math.isfinite(value) else "–", bold=one.best == rate
            )
            for one in found
            for value in [one.values.get(rate, math.nan)]
        ]
        columns.append((Column(f"{rate:g}", right=True), cells))
    return table_of(columns, tr("Learning rates"))


def _history(page: Page) -> Iterator[Drawing]:
    """What was registered when, with the reasons of amendments."""
    histories = {tr("Registered"): page.history} | {
        tr("Registered on {text}", text=text): history
        for text, history in page.text_histories.items()
    }
    for title, history in histories.items():
        lines = [registration_text(one, n == 0) for n, one in enumerate(history)]
        if lines:
            yield Titled(Stack([TextBlock(line) for line in lines], gap=4), title)


def _numbers(spec: ExperimentSpec, measured: MeasuredResult) -> Drawing:
    """Every metric in every arm that was run; of a curve, its last point."""
    result = measured.result
    run = {row.arm for row in result.rows}
    arms = [arm for arm in spec.arms if arm.name in run]
    columns = [(Column(tr("Arm")), text_cells([arm.title for arm in arms], bold=True))]
    for metric in spec.metrics:
        series = [result.series(arm.name, metric.name) for arm in arms]
        is_curve = any(len(values) > 1 for values in series)
        title = tr("{metric}, last point", metric=metric.title) if is_curve else metric.title
        last = [
            estimate_text(values[-1][1], is_share=metric.is_share, unit=metric.unit)
            if values
            else "–"
            for values in series
        ]
        columns.append((Column(title, wrap=True, stretch=True), text_cells(last)))
    return table_of(columns, tr("Numbers"))


def _laws(spec: ExperimentSpec, measured: MeasuredResult) -> Drawing:
    """The exponents of the fitted laws beside those that papers give."""
    fitted = measured.result.laws
    laws = [law for law in spec.laws if law.name in fitted]
    here = [
        ", ".join(estimate_text(one, is_share=False) for one in fitted[law.name].exponents)
        for law in laws
    ]
    published = ["; ".join(map(_cite_law, law.published)) or "–" for law in laws]
    columns = [
        (Column(tr("Law"), wrap=True, stretch=True), text_cells([law.title for law in laws])),
        (Column(tr("Exponents here"), wrap=True, share=0.35), text_cells(here)),
        (Column(tr("Published"), wrap=True, share=0.3), text_cells(published)),
    ]
    return table_of(columns, tr("Power laws"))


def _cite_law(law: PublishedLaw) -> str:
    return tr(
        "{one} and others {join}",
        one=paper_of(law.paper).authors.split(",")[0],
        join=", ".join(f"{value:g}" for value in law.exponents),
    )


def _fields(page: Page) -> Iterator[Drawing]:
    """What differs between the arms, and what was held equal, once where all results agree."""
    recipes = {page.name_of(one): one.recipes(page.spec) for one in page.measured}
    recipes = recipes or {"": page.spec.recipes()}
    for suffix, (names, differ) in _group_by_source(
        {key: (tuple(one), fields_that_differ(one)) for key, one in recipes.items()}
    ):
        if differ:
            arms = [page.spec.arm(name).title for name in names]
            yield Titled(
                _tabulate_differences(arms, differ), tr("What differs{suffix}", suffix=suffix)
            )
    for suffix, same in _group_by_source(
        {key: controlled_fields(one) for key, one in recipes.items()}
    ):
        equal = ", ".join(f"{name} {value}" for name, value in same)
        yield Titled(TextBlock(equal), tr("Held equal{suffix}", suffix=suffix))


def _group_by_source(found: Mapping[str, Found]) -> Iterator[tuple[str, Found]]:
    """What was found of each source, which its suffix names; once if it is the same of all."""
    first = next(iter(found.values()))
    if all(one == first for one in found.values()):
        yield "", first
        return
    for source, one in found.items():
        yield f": {source}", one


def _tabulate_differences(
    arms: Sequence[str], differ: Sequence[tuple[str, tuple[str, ...]]]
) -> Drawing:
    names, of_fields = [name for name, _ in differ], [values for _, values in differ]
    of_arms = list(zip(*of_fields, strict=True))
    first, lines, heads, values = tr("Field"), names, list(arms), of_arms
    has_many_arms = len(arms) > len(names)
    if has_many_arms:  # more than fit side by side
        first, lines, heads, values = tr("Arm"), list(arms), names, of_fields
    columns = [
        (Column(first), text_cells(lines, bold=True)),
        *(
            (Column(head, stretch=True), text_cells(texts, small=not has_many_arms))
            for head, texts in zip(heads, values, strict=True)
        ),
    ]
    return table_of(columns, tr("What differs"))


def _limits(page: Page) -> Iterator[Drawing]:
    """Conditions and limits; those of the mini-world only where a result on it is shown."""
    spec = page.spec
    is_on_world = not page.measured or not all(one.result.text for one in page.measured)
    texts = {
        tr("Conditions"): spec.regime,
        tr("Limits"): spec.limits,
        tr("On the mini-world"): spec.on_mini_world if is_on_world else "",
        tr("On a text of your own"): own_text(spec),
    }
    for title, text in texts.items():
        if text:
            yield Titled(TextBlock(text), title)
