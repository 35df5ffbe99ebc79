"""Size, time and quality of teacher and students, measured on held-out text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from explorer.core.distillation.students import Measurements, StudentMeasures
from explorer.core.engine.tracing import TIMING_RUNS
from explorer.core.localization import mark, tr
from explorer.core.readable import readable_bytes
from explorer.core.table import Table
from explorer.core.training.text_titles import title_of
from explorer.ui.graphics.charts.bars import Bar, Bars
from explorer.ui.graphics.drawing import Drawing, Row, Stack, TextBlock, Titled, number
from explorer.ui.panels.distillation.roles import (
    ALONE,
    NOTES,
    STUDENT,
    TEACHER,
    RoleModel,
    StudentPicture,
)

MIN_CHART = 240.0
FULL_SCALE = {"share": 1.0}  # by unit; scales of others end at the largest of the models
TEXT_OF: Mapping[str, Callable[[float], str]] = {  # the value next to a bar, by unit
    "count": "{:,.0f}".format,
    "bytes": readable_bytes,
    "s": lambda seconds: f"{number(seconds * 1000)} ms",
    "nats": number,
    "share": "{:.1%}".format,
}


@dataclass(frozen=True)
class Quantity:
    """A measure of a model."""

    name: str
    title: str
    unit: str
    of: Callable[[StudentMeasures], float | None]

    @property
    def note(self) -> str:
        """How it was measured, and which values are better."""
        return tr(NOTES[self.name], count=TIMING_RUNS)


QUANTITIES = (
    Quantity("parameters", mark("Parameters"), "count", lambda m: m.parameters),
    Quantity("file", mark("File of weights"), "bytes", lambda m: m.single_precision_bytes),
    Quantity("time", mark("Time for a forward pass"), "s", lambda m: m.seconds),
    Quantity("loss", mark("Held-out loss"), "nats", lambda m: m.loss),
    Quantity("accuracy", mark("Held-out accuracy"), "share", lambda m: m.accuracy),
    Quantity(
        "same_first",
        mark("Same most probable token"),
        "share",
        lambda m: m.agreement.same_first if m.agreement else None,
    ),
    Quantity(
        "kl",
        mark("KL from the teacher"),
        "nats",
        lambda m: m.agreement.kl if m.agreement else None,
    ),
)


def _interval(interval: tuple[float, float] | None, write: Callable[[float], str]) -> str:
    """Return an interval in brackets, to follow its value; empty for None."""
    return "" if interval is None else f" [{write(interval[0])}, {write(interval[1])}]"


class MeasurementsPicture(StudentPicture):
    """Each quantity as bars, one for each model."""

    def __init__(self, measured: Measurements, roles: Sequence[RoleModel]) -> None:
        by_key = {one.key: one for one in measured.models}
        self.measured = measured
        self.models = {role: by_key[role.key] for role in roles if role.key in by_key}

    def figure(self) -> Drawing:
        charts = [self._chart(quantity) for quantity in QUANTITIES]
        row = Row([chart for chart in charts if chart is not None], min_width=MIN_CHART)
        return Stack([TextBlock(self.verdict(), muted=False), row])

    def _chart(self, quantity: Quantity) -> Drawing | None:
        """None where no model has it."""
        values = {role: quantity.of(model) for role, model in self.models.items()}
        known = {role: value for role, value in values.items() if value is not None}
        if not known:
            return None
        write = TEXT_OF[quantity.unit]
        bars = [
            Bar(
                role.label,
                value,
                role.slot,
                write(value) + _interval(self.models[role].intervals.get(quantity.name), write),
                tip=f"{role.heading}: {value}",
            )
            for role, value in known.items()
        ]
        maximum = FULL_SCALE.get(quantity.unit, max(known.values()))
        return Titled(Bars(bars, maximum=maximum), tr(quantity.title), note=quantity.note)

    def verdict(self) -> str:
        """The quality and cost of the student relative to the teacher."""
        measured = self.measured
        where = tr(
            "Measured at {places:,} chosen tokens of {documents} held-out documents of “{text}”, "
            "each read alone",
            places=measured.places,
            documents=measured.documents,
            text=title_of(measured.text),
        )
        by_role = {role.name: model for role, model in self.models.items()}
        teacher, student, alone = (by_role.get(name) for name in (TEACHER, STUDENT, ALONE))
        if teacher is None or student is None:
            return f"{where}. {NOTES['other_lengths']}"
        text = tr(
            "The student has {accuracy} of the teacher's accuracy with {parameters:.0%} of its "
            "parameters and takes {time:.0%} of its time.",
            accuracy=student.relative_words,
            parameters=student.parameters / teacher.parameters,
            time=student.seconds / teacher.seconds,
        )
        if alone is not None:
            text += tr(" Trained without the teacher, it has {share}.", share=alone.relative_words)
        where = tr(
            "{where}; over documents, ± is a standard error, and brackets are 95 % bootstrap "
            "intervals.",
            where=where,
        )
        return f"{text} {where} {NOTES['other_lengths']}"

    def table(self) -> Table:
        """Every quantity of each model, in the unit that its column names."""
        rows = [
            (
                role.name,
                role.title,
                *(quantity.of(model) for quantity in QUANTITIES),
                model.relative_accuracy,
                model.relative_accuracy_error,
            )
            for role, model in self.models.items()
        ]
        relative = (
            "Share of the teacher's accuracy (ratio)",
            "Standard error of that share (ratio)",
        )
        titles = (f"{quantity.title} ({quantity.unit})" for quantity in QUANTITIES)
        measured = self.measured
        meta = {
            "positions": measured.places,
            "documents": measured.documents,
            "text": measured.text,
        }
        return Table(("part", "model", *titles, *relative), rows, meta=meta)

    def limits(self) -> list[str]:
        halves = [role.title for role, model in self.models.items() if model.is_half_precision]
        precision = tr(
            "In half precision, so half as large on disk: {names}.", names=", ".join(halves)
        )
        return [precision] if halves else []
