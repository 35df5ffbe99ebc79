"""The tasks that papers report as a table, and scores that were published on them as bars."""

from __future__ import annotations

from functools import partial
from itertools import groupby

from explorer.core.comparison.task_cards import (
    TASKS_TITLE,
    published_scores,
    task_cards,
    tasks_table,
)
from explorer.core.localization import tr
from explorer.core.panel_text import panel_text
from explorer.ui.graphics.drawing import Drawing, Stack, Tagged, Titled
from explorer.ui.graphics.table_drawing import Column, Segment, TableCell, TableDrawing, TableRow
from explorer.ui.studies.contract import Situation, StudyFigure
from explorer.ui.style.palette import Palette

ASKED_TITLE = tr("Every task as a question")
SCORES_TITLE = tr("Scores that were published")
NOTES = panel_text("compare").notes


def tasks_figure(_: Situation) -> StudyFigure:
    """The tables, which depend on nothing."""
    tasks, asked, scores = _tasks(), _questions(), _scores()
    drawing: Drawing = Stack(
        [
            Titled(Tagged(tasks, "tasks"), TASKS_TITLE, note=NOTES["tasks"]),
            Titled(Tagged(asked, "asked"), ASKED_TITLE, note=NOTES["asked"]),
            Titled(Tagged(scores, "scores"), SCORES_TITLE, note=NOTES["scores"]),
        ],
        gap=28,
    )
    return StudyFigure((drawing,), make_table=tasks_table)


def _tasks() -> TableDrawing:
    columns = [
        Column(tr("Task"), wrap=True, share=0.11, least=76.0),
        Column(tr("What it asks"), stretch=True, wrap=True),
        Column(tr("Size"), wrap=True, share=0.12, least=76.0),
        Column(tr("Metric"), wrap=True, share=0.14, least=84.0),
        Column(tr("Example"), stretch=True, wrap=True),
        Column(tr("Stands in for it here"), wrap=True, share=0.14, least=84.0),
    ]
    rows = []
    for one in task_cards():
        name, *values, here, source = one.values
        cells = (TableCell(name, bold=True), *map(TableCell, values), TableCell(here or "–"))
        rows.append(TableRow(cells, tip=tr("Source: {line}", line=source)))
    return TableDrawing(columns, rows, title=TASKS_TITLE, long=True)


def _questions() -> TableDrawing:
    """The example of each task as a question about a text."""
    columns = [
        Column(tr("Task"), wrap=True, share=0.14, least=76.0),
        Column(tr("Question"), wrap=True, share=0.36),
        Column(tr("Text"), stretch=True, wrap=True),
        Column(tr("Answer"), wrap=True, share=0.18, least=84.0),
    ]
    rows = [
        TableRow(
            (
                TableCell(one.name, bold=True),
                *map(TableCell, (one.question, one.context, one.answer)),
            )
        )
        for one in task_cards()
        if one.question
    ]
    return TableDrawing(columns, rows, title=ASKED_TITLE, long=True)


def _scores() -> TableDrawing:
    """One row for each score, by task; all bars are on one scale from 0 to 100."""
    columns = [
        Column(tr("Model"), wrap=True, share=0.24, least=110.0),
        Column(tr("Score, 0 to 100"), least=120.0, stretch=True),
        Column(tr("Split and metric"), wrap=True, share=0.2, least=90.0),
        Column(tr("Source"), wrap=True, share=0.24, least=110.0),
    ]
    rows = []
    for task, scores in groupby(published_scores(), key=lambda one: one.task):
        heading = TableCell(tr(task), muted=True, bold=True, small=True)
        rows.append(TableRow((heading,), heading=True))
        for one in scores:
            bar = Segment(one.value / 100, partial(Palette.model, slot=0))
            cells = (
                *(TableCell(tr(one.model)), TableCell(f"{one.value:g}", bar=(bar,))),
                *(TableCell(tr(one.metric), muted=True), TableCell(one.citation, muted=True)),
            )
            rows.append(TableRow(cells))
    return TableDrawing(columns, rows, title=SCORES_TITLE, long=True)
