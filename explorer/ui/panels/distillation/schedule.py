"""Which layers of a student learn and which are frozen, over the steps of its run."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF

from explorer.core.distillation.rate_schedule import RatePeriod, RateSchedule
from explorer.core.localization import message, tr
from explorer.core.table import Table
from explorer.ui.graphics.drawing import GRID, Drawing, Titled
from explorer.ui.graphics.sketch import CENTRE, LEFT, RIGHT, Sketch, Sketched
from explorer.ui.panels.distillation.roles import NOTES, STUDENT, RoleModel, StudentPicture
from explorer.ui.style import fonts
from explorer.ui.style.colours import ink_on

TITLE = tr("Which parts learn in which steps")
COLUMNS = ("model", "part", "first_step", "last_step", "factor of the learning rate (ratio)")
ROW_HEIGHT, BAR_HEIGHT = 28.0, 20.0
PADDING = 4.0
FAINTEST = 0.15  # of the colour, for the smallest rate above 0


class ScheduleChart(Sketched):
    """A row for each part, a bar for each stretch of steps, and the steps below."""

    def __init__(self, schedule: RateSchedule, slot: int) -> None:
        self.schedule = schedule
        self.slot = slot

    def draw(self, sketch: Sketch, width: float) -> None:
        left = max(fonts.text_width(message(title)) for title in self.schedule.parts) + GRID
        for row, title in enumerate(self.schedule.parts):
            label = QRectF(0, row * ROW_HEIGHT, left - GRID, ROW_HEIGHT)
            sketch.text(label, message(title), sketch.palette.text, align=RIGHT)
            for index, stretch in enumerate(self.schedule.periods):
                self._draw_bar(sketch, self._place(stretch, row, left, width), row, index)
        self._draw_steps(sketch, left, width)

    def _place(self, stretch: RatePeriod, row: int, left: float, width: float) -> QRectF:
        steps, room = self.schedule.steps, width - left
        start, end = ((step / steps) * room + left for step in (stretch.first - 1, stretch.last))
        top = row * ROW_HEIGHT + (ROW_HEIGHT - BAR_HEIGHT) / 2
        return QRectF(start, top, max(end - start - 1, 1.0), BAR_HEIGHT)

    def _draw_bar(self, sketch: Sketch, bar: QRectF, row: int, index: int) -> None:
        stretch, palette = self.schedule.periods[index], sketch.palette
        factor = stretch.factors[row]
        if factor:
            share = FAINTEST + (1 - FAINTEST) * min(factor, 1.0)
            ground = palette.tint(palette.model(self.slot), share)
            sketch.fill(bar, ground, radius=2)
            inside = bar.adjusted(PADDING, 0, -PADDING, 0)
            text = fonts.first_fitting((f"{factor:g}", ""), inside.width())
            sketch.text(inside, text, ink_on(ground), pixels=fonts.SMALL, align=CENTRE)
        else:
            sketch.frame(bar, palette.line, radius=2)
        sketch.target(bar, (row, index), self._tip(row, stretch))

    def _tip(self, row: int, stretch: RatePeriod) -> str:
        factor = stretch.factors[row]
        how = tr("learning rate x {factor:g}", factor=factor) if factor else tr("frozen")
        return tr(
            "{part}, steps {first:,} to {last:,}: {how}",
            part=message(self.schedule.parts[row]),
            first=stretch.first,
            last=stretch.last,
            how=how,
        )

    def _draw_steps(self, sketch: Sketch, left: float, width: float) -> None:
        """The first and the last step."""
        top = len(self.schedule.parts) * ROW_HEIGHT
        line = QRectF(left, top, width - left, ROW_HEIGHT)
        ends = (
            (LEFT, tr("step {step:,}", step=1)),
            (RIGHT, tr("step {step:,}", step=self.schedule.steps)),
        )
        for align, text in ends:
            sketch.text(line, text, sketch.palette.muted, pixels=fonts.SMALL, align=align)


class SchedulePicture(StudentPicture):
    """The schedule of the student's run."""

    def __init__(self, schedule: RateSchedule, roles: Sequence[RoleModel]) -> None:
        self.schedule = schedule
        self.student = next(role for role in roles if role.name == STUDENT)

    def figure(self) -> Drawing:
        chart = ScheduleChart(self.schedule, self.student.slot)
        note, ratio = NOTES["rates"], self.schedule.attention_ratio
        if ratio is not None:
            note = f"{note} {tr(NOTES['attention_ratio'], ratio=ratio)}"
        return Titled(chart, f"{TITLE}: {self.student.title}", self.student.slot, note)

    def table(self) -> Table:
        rows = [
            (self.student.title, title, stretch.first, stretch.last, stretch.factors[part])
            for part, title in enumerate(self.schedule.parts)
            for stretch in self.schedule.periods
        ]
        return Table(COLUMNS, rows)
