"""Drawings that are laid out once, as marks and targets, from which everything else follows.

A `Sketched` drawing has one method, `draw`. What it draws is painted on the screen and in files;
each target that it names can be pointed at, is explained by a tip, and is reached by arrow keys.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPainterPath, QPen

from explorer.ui.graphics.drawing import (
    Drawing,
    hairline,
    memoize,
    paint_slot,
    paint_text,
    wrapped_height,
)
from explorer.ui.style import fonts
from explorer.ui.style.palette import Palette

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
CENTRE = Qt.AlignmentFlag.AlignCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
DASHES = (3.0, 2.0)  # of a dashed line, in widths of it
DEFAULT_WIDTH = 800.0  # of a drawing that was never painted
FAR = float("inf")
SIDEWAYS = 3.0  # an arrow key goes this much rather straight on than aside
HOVER_WIDTH = 1.5

Mark = Callable[[QPainter], None]
Hit = TypeVar("Hit")


@dataclass(frozen=True)
class HitTarget:
    """A place that can be pointed at: the hit that is reported for it, and its tip."""

    rect: QRectF
    hit: Any
    tip: str | Callable[[], str]


class Sketch:
    """What a drawing consists of; coordinates begin at its top left corner.

    A colour is written as in a palette; a text is cut off with an ellipsis only where `elide` says
    so. `room` is the height of the rectangle, for a drawing that can be lower than its size.
    """

    def __init__(self, palette: Palette, room: float = FAR) -> None:
        self.palette = palette
        self.room = room
        self.marks: list[Mark] = []
        self.targets: list[HitTarget] = []
        self.texts: list[str] = []  # all that is written, in the order of drawing
        self.height = 0.0
        self.right = 0.0  # of what was drawn

    def find(self, hit: Any) -> HitTarget | None:
        """The target of a hit."""
        return next((target for target in reversed(self.targets) if target.hit == hit), None)

    def reserve(self, rect: QRectF) -> None:
        """Room that belongs to the drawing, where nothing is drawn as well."""
        self.height = max(self.height, rect.bottom())
        self.right = max(self.right, rect.right())

    def target(self, rect: QRectF, hit: Any, tip: str | Callable[[], str] = "") -> None:
        """What is here; of two targets at one point, the later one is in front."""
        self.reserve(rect)
        self.targets.append(HitTarget(rect, hit, tip))

    def custom(self, rect: QRectF, mark: Mark) -> None:
        """Anything, within `rect`."""
        self.reserve(rect)
        self.marks.append(mark)

    def text(
        self,
        rect: QRectF,
        text: str,
        colour: str,
        *,
        pixels: float = fonts.BODY,
        bold: bool = False,
        italic: bool = False,
        struck: bool = False,
        align: Qt.AlignmentFlag = LEFT,
        elide: bool = False,
        upwards: bool = False,
    ) -> None:
        """One line of text. `upwards`, it begins at the bottom of `rect`."""
        self.reserve(rect)
        self.texts.append(text)
        if elide:
            room = rect.height() if upwards else rect.width()
            text = fonts.elide(text, room, pixels, bold=bold)
        if text:
            face = (pixels, bold, italic, struck)
            self.marks.append(partial(_paint_line, rect, text, colour, face, align, upwards))

    def paragraph(
        self, rect: QRectF, text: str, colour: str, *, pixels: float = fonts.BODY
    ) -> float:
        """A text of several lines from the top of `rect`; returns its height."""
        height = wrapped_height(text, rect.width(), pixels)
        spot = QRectF(rect.left(), rect.top(), rect.width(), height)
        self.texts.append(text)
        self.custom(spot, lambda painter: paint_text(painter, spot, text, colour, pixels))
        return height

    def fill(self, rect: QRectF, colour: str, *, radius: float = 0.0, alpha: float = 1.0) -> None:
        self.path(_outline(rect, radius), "", ground=make_translucent(colour, alpha))

    def frame(self, rect: QRectF, colour: str, *, radius: float = 0.0, **style: Any) -> None:
        """An outline, over a `ground` if there is one; it looks as that of `path`."""
        self.path(_outline(rect, radius), colour, **style)

    def line(self, start: QPointF, end: QPointF, colour: str, **style: Any) -> None:
        """A straight line, which looks as that of `path`."""
        path = QPainterPath(start)
        path.lineTo(end)
        self.path(path, colour, **style)

    def path(
        self,
        path: QPainterPath,
        colour: str,
        *,
        width: float = 1.0,
        dashed: bool | Sequence[float] = False,
        ground: str | QColor = "",
        cap: Qt.PenCapStyle = Qt.PenCapStyle.SquareCap,
        join: Qt.PenJoinStyle = Qt.PenJoinStyle.BevelJoin,
    ) -> None:
        """Any outline; an empty `colour` leaves only its `ground`."""
        pen = hairline(colour, width) if colour else QPen(Qt.PenStyle.NoPen)
        pen.setCapStyle(cap)
        pen.setJoinStyle(join)
        if dashed:
            pen.setDashPattern(list(DASHES if dashed is True else dashed))
        brush = QBrush(QColor(ground)) if ground else QBrush()
        self.custom(path.boundingRect(), partial(_paint_path, path, pen, brush))

    def image(self, rect: QRectF, image: QImage) -> None:
        self.custom(rect, lambda painter: painter.drawImage(rect, image))

    def badge(self, corner: QPointF, slot: int) -> None:
        """The letter of a model on its colour, 18 pixels wide."""
        spot, palette = QRectF(corner, QSizeF(18, 18)), self.palette
        self.custom(spot, lambda painter: paint_slot(painter, corner, slot, palette))

    def embed(
        self, drawing: Sketched, corner: QPointF, width: float, *, with_targets: bool = False
    ) -> float:
        """Another drawing from this corner on; returns its height."""
        inner = drawing.sketch(width, self.palette, FAR)
        size = QSizeF(inner.right, inner.height)
        self.texts += inner.texts
        self.custom(QRectF(corner, size), lambda painter: inner.paint(painter, corner))
        for one in inner.targets if with_targets else ():
            self.target(one.rect.translated(corner), one.hit, one.tip)
        return inner.height

    def paint(self, painter: QPainter, corner: QPointF | None = None) -> None:
        """Paint it all, from this top left corner."""
        painter.save()
        painter.translate(corner or QPointF())
        for mark in self.marks:
            mark(painter)
        painter.restore()


class Sketched(Drawing):
    """A drawing that is one method, `draw`.

    It is measured before it is painted; it is sketched once for both where its palette is that of
    the window.
    """

    hover_radius = 0.0  # of the corners of the frame around a target
    can_be_lower = False  # than its size, down to what it draws in no room

    def draw(self, sketch: Sketch, width: float) -> None:
        raise AssertionError(f"{type(self).__name__} draws nothing")

    @memoize
    def sketch(self, width: float, palette: Palette, room: float) -> Sketch:
        sketch = Sketch(palette, room)
        self.draw(sketch, width)
        return sketch

    def laid_out(self, width: float | None = None, room: float = FAR) -> Sketch:
        """Its places and targets, which no palette changes; at a width that it has, or any."""
        sketches: dict[tuple[float, Palette, float], Sketch] = vars(self).get("_memo_sketch", {})
        for (drawn, _, height), sketch in reversed(sketches.copy().items()):
            if width is None or (drawn, height) == (width, room):
                return sketch
        width = DEFAULT_WIDTH if width is None else width
        return self.sketch(width, Palette.current, room)

    def _room(self, rect: QRectF) -> float:
        return rect.height() if self.can_be_lower else FAR

    def size(self, width: float) -> QSizeF:
        return QSizeF(width, self.laid_out(width).height)

    def least_height(self, width: float) -> float:
        return self.laid_out(width, 0.0 if self.can_be_lower else FAR).height

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        self.sketch(rect.width(), palette, self._room(rect)).paint(painter, rect.topLeft())

    def hit(self, point: QPointF, rect: QRectF) -> Any:
        at = point - rect.topLeft()
        targets = reversed(self.laid_out(rect.width(), self._room(rect)).targets)
        return next((target.hit for target in targets if target.rect.contains(at)), None)

    def paint_hover(self, painter: QPainter, rect: QRectF, palette: Palette, hit: Any) -> None:
        sketch = Sketch(palette, self._room(rect))
        self.draw_hover(sketch, rect.width(), hit)
        sketch.paint(painter, rect.topLeft())

    def draw_hover(self, sketch: Sketch, width: float, hit: Any) -> None:
        """Mark what the pointer is at, over the drawing: by a frame, unless it has another way."""
        target = self.laid_out(width, sketch.room).find(hit)
        if target is not None:
            style = {"width": HOVER_WIDTH, "radius": self.hover_radius}
            sketch.frame(target.rect, sketch.palette.text, **style)

    def describe(self, hit: Any) -> str:
        target = self.laid_out().find(hit)
        if target is None:
            return ""
        return target.tip() if callable(target.tip) else target.tip

    def written(self) -> str:
        """All texts of a drawing that the keyboard finds no cells in."""
        return "" if self.neighbour(None, 0, 1) is not None else self.all_texts()

    def all_texts(self) -> str:
        return ", ".join(filter(None, self.laid_out().texts))

    def neighbour(self, hit: Any, dx: int, dy: int) -> Any:
        """The nearest target with a tip in that direction; the same where there is none."""
        targets = [target for target in self.laid_out().targets if target.tip]
        here = next((target for target in reversed(targets) if target.hit == hit), None)
        if here is None:
            return targets[0].hit if targets else None
        nearest = min(targets, key=lambda one: _distance(here.rect, one.rect, dx, dy))
        return hit if _distance(here.rect, nearest.rect, dx, dy) == FAR else nearest.hit


def neighbour_in_rows(
    order: Callable[[Hit], tuple[int, ...]],
    targets: Sequence[HitTarget],
    hit: Hit | None,
    dx: int,
    dy: int,
) -> Hit | None:
    """The neighbour among targets in rows; up and down lead to the same place in another row.

    `order` gives the row of a hit, and its place in that row.
    """
    hits: list[Hit] = sorted({target.hit for target in targets}, key=order)
    if hit is None or not hits:
        return hits[0] if hits else None
    rows = sorted({order(one)[0] for one in hits})
    row = rows[min(max(rows.index(order(hit)[0]) + dy, 0), len(rows) - 1)]
    inside = [one for one in hits if order(one)[0] == row]
    same = (n for n, one in enumerate(inside) if order(one)[1:] >= order(hit)[1:])
    index = next(same, len(inside) - 1) + dx
    return inside[min(max(index, 0), len(inside) - 1)]


def _distance(here: QRectF, there: QRectF, dx: int, dy: int) -> float:
    """How far it is in a direction; FAR for what is not in it."""
    vector = there.center() - here.center()
    ahead, across = (vector.x() * dx, vector.y()) if dx else (vector.y() * dy, vector.x())
    if dx and _overlap(here.top(), here.bottom(), there.top(), there.bottom()):
        across = 0.0
    elif dy and _overlap(here.left(), here.right(), there.left(), there.right()):
        across *= 0.01  # the one most nearly below
    return ahead + SIDEWAYS * abs(across) if ahead > 0.5 else FAR


def _overlap(first: float, last: float, other_first: float, other_last: float) -> bool:
    return min(last, other_last) - max(first, other_first) > 0.5


def make_translucent(colour: str, alpha: float) -> QColor:
    """A colour that lets `1 - alpha` of what is below shine through."""
    result = QColor(colour)
    result.setAlphaF(alpha)
    return result


def _outline(rect: QRectF, radius: float) -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(rect, radius, radius) if radius else path.addRect(rect)
    return path


def _paint_line(
    rect: QRectF,
    text: str,
    colour: str,
    face: tuple[float, bool, bool, bool],
    align: Qt.AlignmentFlag,
    upwards: bool,
    painter: QPainter,
) -> None:
    pixels, bold, italic, struck = face
    font = fonts.font(pixels, bold=bold, italic=italic)
    font.setStrikeOut(struck)
    painter.setFont(font)
    painter.setPen(QColor(colour))
    if not upwards:
        painter.drawText(rect, align, text)
        return
    painter.save()
    painter.translate(rect.bottomLeft())
    painter.rotate(-90)
    painter.drawText(QRectF(0, 0, rect.height(), rect.width()), align, text)
    painter.restore()


def _paint_path(path: QPainterPath, pen: QPen, brush: QBrush, painter: QPainter) -> None:
    painter.setPen(pen)
    painter.setBrush(brush)
    painter.drawPath(path)
