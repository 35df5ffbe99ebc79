"""The terms of the training loss of a student: their titles, and how many layers have their own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from explorer.core.localization import tr
from explorer.core.training.run_log import CurvePoint
from explorer.ui.graphics.charts.curves import CurveChart, Level
from explorer.ui.graphics.charts.learning_curves import LearningCurve
from explorer.ui.style.theme import SLOTS
from models.schema.specs import DistillationSpec, Option


def short_title(option: Option) -> str:
    """The title of an option without what all weights have in common."""
    before, after = tr("Weight of the {loss}").split("{loss}")
    title = tr(option.title).removeprefix(before).removesuffix(after)
    return title[:1].upper() + title[1:]


def term_title(method: DistillationSpec, term: str) -> str:
    """The title of a term: that of its weight."""
    titles = {option.name: short_title(option) for option in method.options}
    return titles.get(f"weight_{term}", tr(term))


def depth_of(points: Iterable[CurvePoint]) -> int:
    """How many layers of the student have training losses of their own."""
    named = {name for point in points if not point.held_out for name in point.values}
    numbers = (name.partition(".")[2] for name in named)
    return max((int(one) for one in numbers if one.isdigit()), default=0)


def value_chart(
    title: str,
    unit: str,
    runs: Iterable[LearningCurve],
    value: str,
    *,
    held_out: bool = False,
    levels: Sequence[Level] = (),
) -> CurveChart:
    """One value of several runs; `runs` are curves with their names and colours."""
    curves = [replace(run, value=value, held_out=held_out) for run in runs]
    return CurveChart(tuple(curves), tuple(levels), y_title=unit, title=title)


def term_charts(
    method: DistillationSpec,
    learners: Callable[[str], Iterable[LearningCurve]],
    students: Sequence[LearningCurve],
    depths: Mapping[str, int],
) -> list[CurveChart]:
    """A chart for each term of the training loss; `learners` gives the runs that have a term.

    A term of each layer has a chart for each student, whose layers are in `depths`, by run.
    """
    charts: list[CurveChart] = []
    for term in method.terms:
        title = term_title(method, term)
        if term not in method.layer_terms:
            heading = tr("{title}: training", title=title)
            charts.append(value_chart(heading, tr("loss"), learners(term), term))
            continue
        by_layer = tr("{title} by layer: training", title=title)
        for one in students:
            name = f"{by_layer} · {one.name}" if len(students) > 1 else by_layer
            depth = depths.get(one.run, 0)
            charts += [layers_chart(one.run, term, depth, name)] if depth else []
    return charts


def layers_chart(run: str, term: str, depth: int, title: str) -> CurveChart:
    """One curve for each layer of a student; the colours are those of further runs."""
    curves = [
        LearningCurve(
            tr("Layer {number}", number=layer),
            len(SLOTS) + layer - 1,
            run=run,
            value=f"{term}.{layer}",
            held_out=False,
        )
        for layer in range(1, depth + 1)
    ]
    return CurveChart(tuple(curves), y_title="loss", title=title)
