"""Models as bars on one scale, each cut into the parts of the model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF

from explorer.core.localization import tr
from explorer.core.parameters.inventory import PARTS, Part
from explorer.core.readable import readable_count
from explorer.ui.graphics.drawing import GRID
from explorer.ui.graphics.sketch import Sketch, Sketched
from explorer.ui.panels.parameters.parts import part_colour
from explorer.ui.style import fonts
from explorer.ui.style.colours import ink_on

NAME_HEIGHT = 22.0
BAR_HEIGHT = 28.0
ROW_HEIGHT = NAME_HEIGHT + BAR_HEIGHT + GRID
BADGE = 18.0 + GRID
PADDING = 6.0


@dataclass(frozen=True)
class PartRow:
    """One model: what each of its parts counts. `slot` is that of a chosen model."""

    name: str
    values: Mapping[Part, float]
    slot: int | None = None

    @property
    def total(self) -> float:
        return sum(self.values.values())


@dataclass(frozen=True)
class PartHit:
    """A part of the model in a row."""

    row: int
    part: Part


class PartBars(Sketched):
    """Rows whose lengths are compared; a part that is selected keeps an outline."""

    def __init__(
        self,
        rows: Sequence[PartRow],
        *,
        unit: str,
        exact: bool = False,
        selected: Part | None = None,
    ) -> None:
        self.rows = tuple(rows)
        self.unit = unit
        self.exact = exact
        self.selected = selected
        self.maximum = max((row.total for row in rows), default=0.0) or 1.0

    def draw(self, sketch: Sketch, width: float) -> None:
        for index, row in enumerate(self.rows):
            top = index * ROW_HEIGHT
            self._draw_name(sketch, row, top, width)
            left = 0.0
            for part in PARTS:
                length = width * row.values.get(part, 0.0) / self.maximum
                if length > 0:
                    segment = QRectF(left, top + NAME_HEIGHT, length, BAR_HEIGHT)
                    self._draw_segment(sketch, segment, row, part)
                    sketch.target(segment, PartHit(index, part), self._tip(row, part))
                    left += length
        sketch.reserve(QRectF(0, 0, width, ROW_HEIGHT * len(self.rows)))

    def _draw_name(self, sketch: Sketch, row: PartRow, top: float, width: float) -> None:
        palette, left = sketch.palette, 0.0
        if row.slot is not None:
            sketch.badge(QPointF(0, top), row.slot)
            left = BADGE
        total = self._total(row, width - left)
        wide = fonts.text_width(total) + 4
        room = max(width - left - wide - GRID, 20)
        name = fonts.elide(row.name, room, bold=True)
        colour = palette.text if row.slot is None else palette.model(row.slot)
        sketch.text(QRectF(left, top, room, NAME_HEIGHT - 4), name, colour, bold=True)
        after = min(left + fonts.text_width(name, bold=True) + GRID, width - wide)
        sketch.text(QRectF(after, top, wide, NAME_HEIGHT - 4), total, palette.text)

    def _total(self, row: PartRow, room: float) -> str:
        """Return a row's total, with its unit unless the name would be cut off for it."""
        total = f"{row.total:,.0f}" if self.exact else readable_count(row.total)
        label = tr("{value} {unit}", value=total, unit=self.unit)
        needed = fonts.text_width(row.name, bold=True) + GRID + fonts.text_width(label) + 4
        return label if needed <= room else total

    def _draw_segment(self, sketch: Sketch, segment: QRectF, row: PartRow, part: Part) -> None:
        ground = part_colour(sketch.palette, part)
        gap = 1.0 if segment.width() > 3 else 0.0
        sketch.fill(segment.adjusted(0, 0, -gap, 0), ground)
        inside = segment.adjusted(PADDING, 0, -PADDING, 0)
        share = f"{row.values[part] / row.total:.0%}"
        text = fonts.first_fitting((f"{PARTS[part]} {share}", share), inside.width())
        sketch.text(inside, text, ink_on(ground), pixels=fonts.SMALL, bold=True)
        if part == self.selected:
            sketch.frame(segment.adjusted(0, 0, -1, 0), sketch.palette.text, width=2)

    def _tip(self, row: PartRow, part: Part) -> str:
        value = row.values[part]
        return tr(
            "{title}: {value:,.0f} {unit}, {share:.1%} of {name}",
            title=PARTS[part],
            value=value,
            unit=self.unit,
            share=value / row.total,
            name=row.name,
        )

    def neighbour(self, hit: PartHit | None, dx: int, dy: int) -> PartHit | None:
        """Up and down lead to the same part of another model, where it has that."""
        same = PartHit(hit.row + dy, hit.part) if hit and dy else None
        return same if same and self.laid_out().find(same) else super().neighbour(hit, dx, dy)
