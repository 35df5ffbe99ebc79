"""The page of one comparison: question, claim, charts, verdicts, numbers, what was equal."""

from __future__ import annotations

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
from explorer.core.comparisons.wording import DIRECTIONS, difference_text, made_text, verdict_text
from explorer.core.localization import tr
from explorer.core.panel_text import panel_text, paper_of
from explorer.core.table import Table
from explorer.ui.graphics.drawing import Drawing, Stack, TextBlock, Titled
from explorer.ui.graphics.table_columns import table_of, text_cells
from explorer.ui.graphics.table_drawing import Column, TableCell, TableDrawing, TableRow
from explorer.ui.panels.comparisons.charts import charts
from models.comparison.spec import ExperimentSpec, PaperClaim, PublishedLaw

NOTES = panel_text("comparisons").notes
Found = TypeVar("Found")
COLUMNS = ("result", "arm", "seed", "x", "metric", "value", "tokens", "seconds")


def figure(page: Page) -> Drawing:
    """Everything on the page, from top to bottom."""
    parts: list[Drawing] = [_question(page.spec)]
    parts += [TextBlock(problem) for problem in page.problems]
    if not page.measured:
        parts.append(TextBlock(NOT_RUN, muted=False))
    parts += charts(page)
    parts += [part for one in page.measured for part in _of_result(page, one)]
    parts += [*_fields(page), *_limits(page.spec)]
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
    claims = [TextBlock(_claim(one)) for one in spec.claims]
    return Titled(Stack([TextBlock(spec.question, muted=False), *claims], gap=4), spec.title)


def _claim(claim: PaperClaim) -> str:
    """What a paper says, and where."""
    paper = paper_of(claim.paper)
    return tr(
        "The paper: {claim}{numbers} {source}, {paper}.",
        claim=claim.text,
        numbers=f" ({claim.numbers})" if claim.numbers else "",
        source=f"{paper.authors} ({paper.year}), {claim.source}",
        paper=paper.title,
    )


def _of_result(page: Page, measured: MeasuredResult) -> Iterator[Drawing]:
    suffix = f": {measured.source.lower()}" if len(page.measured) > 1 else ""
    spec, made = page.spec, made_text(measured.result)
    yield Titled(
        _verdicts(spec, measured), tr("Verdicts{suffix}", suffix=suffix), note=NOTES["verdicts"]
    )
    yield Titled(_numbers(spec, measured), tr("Numbers{suffix}", suffix=suffix), note=made)
    if measured.result.summary.laws:
        yield Titled(
            _laws(spec, measured), tr("Power laws{suffix}", suffix=suffix), note=NOTES["laws"]
        )


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
    columns = [(Column(tr("Arm")), text_cells([arm.title for arm in spec.arms], bold=True))]
    for metric in spec.metrics:
        series = [summary.series(arm.name, metric.name) for arm in spec.arms]
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
    fitted = measured.result.summary.laws
    laws = [law for law in spec.laws if law.name in fitted]
    here = [
        ", ".join(estimate_text(one, is_share=False) for one in fitted[law.name].exponents)
        for law in laws
    ]
    published = ["; ".join(map(_published, law.published)) or "–" for law in laws]
    columns = [
        (Column(tr("Law"), wrap=True, stretch=True), text_cells([law.title for law in laws])),
        (Column(tr("Exponents here"), wrap=True, share=0.35), text_cells(here)),
        (Column(tr("Published"), wrap=True, share=0.3), text_cells(published)),
    ]
    return table_of(columns, tr("Power laws"))


def _published(law: PublishedLaw) -> str:
    return tr(
        "{one} and others {join}",
        one=paper_of(law.paper).authors.split(",")[0],
        join=", ".join(f"{value:g}" for value in law.exponents),
    )


def _fields(page: Page) -> Iterator[Drawing]:
    """What differs between the arms, and what was held equal, once where all results agree."""
    recipes = {one.source: one.recipes(page.spec) for one in page.measured}
    recipes = recipes or {"": page.spec.recipes()}
    for suffix, differ in _by_source(
        {key: fields_that_differ(one) for key, one in recipes.items()}
    ):
        if differ:
            title = tr("What differs{suffix}", suffix=suffix)
            yield Titled(_differing(page.spec, differ), title)
    for suffix, same in _by_source({key: controlled_fields(one) for key, one in recipes.items()}):
        equal = ", ".join(f"{name} {value}" for name, value in same)
        yield Titled(TextBlock(equal), tr("Held equal{suffix}", suffix=suffix))


def _by_source(found: Mapping[str, Found]) -> Iterator[tuple[str, Found]]:
    """What was found of each source, which its suffix names; once if it is the same of all."""
    first = next(iter(found.values()))
    if all(one == first for one in found.values()):
        yield "", first
        return
    for source, one in found.items():
        yield f": {source.lower()}", one


def _differing(spec: ExperimentSpec, differ: Sequence[tuple[str, tuple[str, ...]]]) -> Drawing:
    names, of_fields = [name for name, _ in differ], [values for _, values in differ]
    arms, of_arms = [arm.title for arm in spec.arms], list(zip(*of_fields, strict=True))
    first, lines, heads, values = tr("Field"), names, arms, of_arms
    has_many_arms = len(arms) > len(names)
    if has_many_arms:  # more than fit side by side
        first, lines, heads, values = tr("Arm"), arms, names, of_fields
    columns = [
        (Column(first), text_cells(lines, bold=True)),
        *(
            (Column(head, stretch=True), text_cells(texts, small=not has_many_arms))
            for head, texts in zip(heads, values, strict=True)
        ),
    ]
    return table_of(columns, tr("What differs"))


def _limits(spec: ExperimentSpec) -> Iterator[Drawing]:
    for title, text in ((tr("Conditions"), spec.regime), (tr("Limits"), spec.limits)):
        if text:
            yield Titled(TextBlock(text), title)
