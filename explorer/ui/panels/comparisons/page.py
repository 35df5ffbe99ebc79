"""The page of one comparison: question, claim, charts, verdicts, numbers, what was equal."""

from __future__ import annotations

from collections.abc import Iterator

from explorer.core.comparisons.pages import (
    NOT_RUN,
    MeasuredResult,
    Page,
    controlled_fields,
    estimate_text,
    fields_that_differ,
)
from explorer.core.comparisons.wording import DIRECTIONS, difference_text, verdict_text
from explorer.core.localization import plural, tr
from explorer.ui.graphics.drawing import Drawing, Stack, TextBlock, Titled
from explorer.ui.graphics.table import Table
from explorer.ui.graphics.table_drawing import Column, TableCell, TableDrawing, TableRow
from explorer.ui.panel_base.text import paper_of
from explorer.ui.panels.comparisons.charts import charts
from models.comparison.spec import Arm, ExperimentSpec, Metric

COLUMNS = ("result", "arm", "seed", "x", "metric", "value", "tokens", "seconds")
LAWS = tr(
    "Each exponent says how fast the loss falls: the larger, the faster. Intervals are "
    "those of refits to resampled seeds."
)
HOW = tr(
    "Means over seeds with 95 % bootstrap intervals; differences are paired by seed. The "
    "verdict follows from the whole interval of the difference and the threshold."
)


def figure(page: Page) -> Drawing:
    """Everything on the page, from top to bottom."""
    parts: list[Drawing] = [_question(page.spec)]
    parts += [TextBlock(problem) for problem in page.problems]
    if not page.measured:
        parts.append(TextBlock(NOT_RUN, muted=False))
    parts += charts(page)
    parts += [part for one in page.measured for part in _of_result(page, one)]
    parts += [*_fields(page.spec), *_limits(page.spec)]
    return Stack(parts)


def table(page: Page) -> Table:
    """Every row of every result."""
    rows = [
        (one.source, row.arm, row.seed, row.x, row.metric, row.value, row.tokens, row.seconds)
        for one in page.measured
        for row in one.result.rows
    ]
    return Table(COLUMNS, rows, page.spec.title)


def _question(spec: ExperimentSpec) -> Drawing:
    claims = [TextBlock(spec.question, muted=False)]
    for claim in spec.claims:
        paper = paper_of(claim.paper)
        source = f"{paper.authors} ({paper.year}), {claim.source}"
        numbers = f" ({claim.numbers})" if claim.numbers else ""
        claims.append(
            TextBlock(
                tr(
                    "The paper: {claim}{numbers} {source}, {paper}.",
                    claim=claim.text,
                    numbers=numbers,
                    source=source,
                    paper=paper.title,
                )
            )
        )
    return Titled(Stack(claims, gap=4), spec.title)


def _of_result(page: Page, measured: MeasuredResult) -> Iterator[Drawing]:
    suffix = f": {measured.source.lower()}" if len(page.measured) > 1 else ""
    yield Titled(_verdicts(page.spec, measured), tr("Verdicts{suffix}", suffix=suffix), note=HOW)
    yield Titled(
        _numbers(page.spec, measured), tr("Numbers{suffix}", suffix=suffix), note=_made(measured)
    )
    if measured.result.summary.laws:
        yield Titled(_laws(page.spec, measured), tr("Power laws{suffix}", suffix=suffix), note=LAWS)


def _verdicts(spec: ExperimentSpec, measured: MeasuredResult) -> Drawing:
    columns = [
        Column(tr("Difference"), stretch=True, wrap=True),
        Column(tr("Paper")),
        Column(tr("Here"), wrap=True, share=0.4),
        Column(tr("Threshold"), right=True),
        Column(tr("Verdict")),
    ]
    rows = []
    for finding in measured.findings:
        contrast, metric = finding.contrast, spec.metric(finding.contrast.first.metric)
        scale, unit = (100, tr("points")) if metric.is_share else (1, metric.unit)
        cells = (
            TableCell(contrast.title, below=metric.title),
            TableCell(DIRECTIONS[contrast.paper]),
            TableCell(difference_text(finding.difference, metric)),
            TableCell(f"{scale * contrast.threshold:g} {unit}".rstrip()),
            TableCell(verdict_text(finding), bold=True),
        )
        rows.append(TableRow(cells))
    return TableDrawing(columns, rows, title=tr("Verdicts"))


def _numbers(spec: ExperimentSpec, measured: MeasuredResult) -> Drawing:
    """Every metric in every arm; of a curve, its last point."""
    summary = measured.result.summary

    def last(arm: Arm, metric: Metric) -> TableCell:
        values = summary.series(arm.name, metric.name)
        if not values:
            return TableCell("–")
        return TableCell(estimate_text(values[-1][1], is_share=metric.is_share, unit=metric.unit))

    def title(metric: Metric) -> str:
        is_curve = any(len(summary.series(arm.name, metric.name)) > 1 for arm in spec.arms)
        return tr("{metric}, last point", metric=metric.title) if is_curve else metric.title

    titles = (Column(title(metric), wrap=True, stretch=True) for metric in spec.metrics)
    rows = [
        TableRow((TableCell(arm.title, bold=True), *(last(arm, metric) for metric in spec.metrics)))
        for arm in spec.arms
    ]
    return TableDrawing([Column(tr("Arm")), *titles], rows, title=tr("Numbers"))


def _laws(spec: ExperimentSpec, measured: MeasuredResult) -> Drawing:
    """The exponents of the fitted laws beside those that papers give."""
    columns = [
        Column(tr("Law"), wrap=True, stretch=True),
        Column(tr("Exponents here"), wrap=True, share=0.35),
        Column(tr("Published"), wrap=True, share=0.3),
    ]
    rows = []
    for law in spec.laws:
        fitted = measured.result.summary.laws.get(law.name)
        if fitted is not None:
            here = ", ".join(estimate_text(one, is_share=False) for one in fitted.exponents)
            published = "; ".join(
                tr(
                    "{one} and others {join}",
                    one=paper_of(one.paper).authors.split(",")[0],
                    join=", ".join(f"{value:g}" for value in one.exponents),
                )
                for one in law.published
            )
            rows.append(
                TableRow((TableCell(law.title), TableCell(here), TableCell(published or "–")))
            )
    return TableDrawing(columns, rows, title=tr("Power laws"))


def _made(measured: MeasuredResult) -> str:
    """How the numbers came to be."""
    result = measured.result
    seeds = plural(len(result.seeds), "{count} seed", "{count} seeds")
    versions = ", ".join(f"{name} {number}" for name, number in result.versions.items())
    quick = tr("Quick run: fewer steps. ") if result.quick else ""
    text = tr(" Text: {name}.", name=result.data) if result.data else ""
    return tr(
        "{quick}{seeds}, {minutes:,.0f} minutes of one core in all, on {machine}; {versions}."
        "{text}",
        quick=quick,
        seeds=seeds,
        minutes=result.seconds / 60,
        machine=result.machine,
        versions=versions,
        text=text,
    )


def _fields(spec: ExperimentSpec) -> Iterator[Drawing]:
    """What differs between the arms, and what was held equal, field by field."""
    differ = fields_that_differ(spec)
    if differ:
        arms = [arm.title for arm in spec.arms]
        first, across, lines = tr("Field"), arms, differ
        by_field = len(arms) <= len(differ)
        if not by_field:  # more arms of them than fit side by side
            first, across = tr("Arm"), [name for name, _ in differ]
            values = [values for _, values in differ]
            lines = list(zip(arms, zip(*values, strict=True), strict=True))
        columns = [Column(first), *(Column(title, stretch=True) for title in across)]
        rows = [
            TableRow(
                (TableCell(name, bold=True), *(TableCell(value, small=by_field) for value in cells))
            )
            for name, cells in lines
        ]
        yield Titled(TableDrawing(columns, rows, title=tr("What differs")), tr("What differs"))
    equal = ", ".join(f"{name} {value}" for name, value in controlled_fields(spec))
    yield Titled(TextBlock(equal), tr("Held equal"))


def _limits(spec: ExperimentSpec) -> Iterator[Drawing]:
    for title, text in ((tr("Conditions"), spec.regime), (tr("Limits"), spec.limits)):
        if text:
            yield Titled(TextBlock(text), title)
