"""A drawing is one class on the screen and in the file: it measures, paints and explains itself.

Units are logical pixels, 96 to the inch. A drawing does not change once it is built, so a thread
can paint it into a file while the window shows it. It never computes results: that is `Panel.work`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import lru_cache, wraps
from math import inf
from typing import Any, Self, TypeVar, cast

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from explorer.core.state.slots import SLOTS
from explorer.ui.style import fonts
from explorer.ui.style.palette import Palette

GRID = 8.0  # pixels; everything is set on it
TITLE_HEIGHT = 24.0
COLUMN_GAP, MIN_COLUMN = 4 * GRID, 200.0  # between columns of a row, and of one
DOT = 8.0  # across, in the colour of what has no letter
MEMO_PREFIX = "_memo_"  # of attributes
MEASURED_TEXTS = 4096  # whose height is kept
MEMO_SIZE = 4  # results of one method: the widths of the screen, of the preview and of a file

Method = TypeVar("Method", bound=Callable[..., Any])


def memoize(method: Method) -> Method:
    """Keep the last results of a pure method of a drawing by its arguments, which are hashable.

    Two threads that ask at once may both compute a result; each returns its own.
    """
    memo_name = f"{MEMO_PREFIX}{method.__name__}"

    @wraps(method)
    def wrapper(self: Any, *key: Any) -> Any:
        memo = vars(self).setdefault(memo_name, {})
        result = memo.get(key)
        if result is None:
            result = method(self, *key)
            if len(memo) >= MEMO_SIZE:
                memo.clear()
            memo[key] = result
        return result

    return cast(Method, wrapper)


class Drawing:
    """A drawing for the screen, for pointer events, and for files."""

    title: str = ""

    def forget(self) -> None:
        """Drop what is memoized here and in its parts; painting computes it again."""
        for name, value in tuple(vars(self).items()):
            if name.startswith(MEMO_PREFIX):
                vars(self).pop(name, None)
                continue
            for part in value if isinstance(value, tuple | list) else (value,):
                if isinstance(part, Drawing):
                    part.forget()

    def size(self, width: float) -> QSizeF:
        """The room that it takes when it is `width` wide; it may be narrower than that."""
        raise AssertionError(f"{type(self).__name__} has no size")

    def least_width(self) -> float:
        """The width below which something would be cut off, so that a file sets it smaller."""
        return 0.0

    def least_height(self, width: float) -> float:
        """The height of a rectangle below which it would be cut off."""
        return self.size(width).height()

    def fit_page(self, width: float, height: float) -> Drawing:
        """Return the drawing as high as a page allows, if its height can vary."""
        return self

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        """Paint into `rect`, whose width was given to `size`."""
        raise AssertionError(f"{type(self).__name__} paints nothing")

    def hit(self, point: QPointF, rect: QRectF) -> Any:
        """What lies at a point of `rect`, or None. Hits are frozen and compare by value."""
        return None

    def describe(self, hit: Any) -> str:
        """A few words for the tip beside the pointer; empty shows none."""
        return ""

    def read_aloud(self, hit: Any) -> str:
        """Return the text for a screen reader: the tip and what is visible without one."""
        return self.describe(hit)

    def written(self) -> str:
        """What is written in it beside its cells, for people who do not see it."""
        return ""

    def paint_hover(self, painter: QPainter, rect: QRectF, palette: Palette, hit: Any) -> None:
        """Mark what the pointer is at. Only on the screen, never in a file."""

    def neighbour(self, hit: Any, dx: int, dy: int) -> Any:
        """What an arrow key leads to; from None, where the keyboard starts."""
        return None

    def export_drawing(self) -> Drawing | None:
        """The drawing for a file, without hints for the screen."""
        return self

    def sections(self) -> tuple[Drawing, ...]:
        """The parts from top to bottom of which a file can leave some out."""
        return (self,)

    def heading(self) -> str:
        """Its title, or those of its parts; empty where there is none."""
        return self.title

    def replace_attributes(self, **changes: Any) -> Self:
        """A copy with some attributes changed, which has to measure itself again."""
        attributes = {name: x for name, x in vars(self).items() if not name.startswith(MEMO_PREFIX)}
        made = type(self).__new__(type(self))
        vars(made).update(attributes | changes)
        return made

    def find_pinned_part(self, width: float) -> Pinned | None:
        """The part that stays visible while the rest scrolls, if any."""
        return None


@dataclass(frozen=True)
class Pinned:
    """A drawing that does not scroll farther up than to the edge, and how far below it begins.

    It goes with what it heads, which ends at `bottom`.
    """

    drawing: Drawing
    top: float
    bottom: float

    def move_down(self, height: float) -> Pinned:
        """Return it with `top` and `bottom` moved down by a height."""
        return Pinned(self.drawing, self.top + height, self.bottom + height)


@dataclass(frozen=True)
class Placed:
    """A hit in one of several drawings of a group."""

    index: int
    hit: Any


@dataclass
class Placement:
    """The rectangle of one drawing of a group."""

    index: int
    rect: QRectF  # relative to the group


class Group(Drawing):
    """Drawings that belong together; hits come back as `Placed`, or as `wrap` has it."""

    def __init__(self, drawings: Sequence[Drawing], title: str = "") -> None:
        self.drawings = tuple(drawings)
        self.title = title

    def _places(self, width: float, height: float = inf) -> list[Placement]:
        """Return the placements; at a `height` below its own, a group may make drawings lower."""
        raise AssertionError("a group must place its drawings")

    def wrap(self, index: int, hit: Any) -> Any:
        """A hit in one of its drawings as a hit of the group; `unwrap` is the inverse."""
        return Placed(index, hit)

    def unwrap(self, hit: Any) -> tuple[int, Any]:
        return hit.index, hit.hit

    def place_drawings(self, rect: QRectF) -> Iterator[tuple[int, Drawing, QRectF]]:
        """Its drawings with their indices and where they are if the group takes `rect`."""
        for place in self._places(rect.width(), rect.height()):
            drawing = self.drawings[place.index]
            yield place.index, drawing, place.rect.translated(rect.topLeft())

    def size(self, width: float) -> QSizeF:
        rects = [place.rect for place in self._places(width)]
        right = max((rect.right() for rect in rects), default=0.0)
        return QSizeF(right, max((rect.bottom() for rect in rects), default=0.0))

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        for _, drawing, inside in self.place_drawings(rect):
            drawing.paint(painter, inside, palette)

    def hit(self, point: QPointF, rect: QRectF) -> Any:
        for index, drawing, inside in self.place_drawings(rect):
            if inside.contains(point):
                hit = drawing.hit(point, inside)
                return None if hit is None else self.wrap(index, hit)
        return None

    def describe(self, hit: Any) -> str:
        index, inner = self.unwrap(hit)
        return self.drawings[index].describe(inner)

    def read_aloud(self, hit: Any) -> str:
        index, inner = self.unwrap(hit)
        return self.drawings[index].read_aloud(inner)

    def written(self) -> str:
        return "\n".join(filter(None, (drawing.written() for drawing in self.drawings)))

    def paint_hover(self, painter: QPainter, rect: QRectF, palette: Palette, hit: Any) -> None:
        index, inner = self.unwrap(hit)
        for at, drawing, inside in self.place_drawings(rect):
            if at == index:
                drawing.paint_hover(painter, inside, palette, inner)

    def neighbour(self, hit: Any, dx: int, dy: int) -> Any:
        """Beyond the edge of one drawing, down or right, the next begins; up or left, the last."""
        count = len(self.drawings)
        if hit is None:
            return self._find_first_hit(range(count), dx, dy)
        index, inner = self.unwrap(hit)
        beside = self.drawings[index].neighbour(inner, dx, dy)
        if beside is not None and beside != inner:
            return self.wrap(index, beside)
        others = range(index + 1, count) if dx + dy > 0 else range(index - 1, -1, -1)
        return self._find_first_hit(others, dx, dy) or hit

    def _find_first_hit(self, order: Iterable[int], dx: int, dy: int) -> Any:
        """Return the keyboard's first hit, in the first drawing of `order` that has one."""
        for index in order:
            inner = self.drawings[index].neighbour(None, dx, dy)
            if inner is not None:
                return self.wrap(index, inner)
        return None

    def export_drawing(self) -> Drawing | None:
        left = tuple(
            one for drawing in self.drawings if (one := drawing.export_drawing()) is not None
        )
        if left == self.drawings:
            return self
        return self.replace_attributes(drawings=left) if left else None

    def heading(self) -> str:
        return self.title or ", ".join(
            dict.fromkeys(heading for one in self.drawings if (heading := one.heading()))
        )


class Stack(Group):
    """Drawings below one another; a single one can be lower than its size."""

    def __init__(self, drawings: Sequence[Drawing], title: str = "", gap: float = 2 * GRID) -> None:
        super().__init__(drawings, title)
        self.gap = gap

    def sections(self) -> tuple[Drawing, ...]:
        """Return its drawings' sections; a subclass with its own placement is one section."""
        if type(self)._places is not Stack._places:
            return (self,)
        return tuple(part for drawing in self.drawings for part in drawing.sections())

    def least_width(self) -> float:
        return max((drawing.least_width() for drawing in self.drawings), default=0.0)

    def find_pinned_part(self, width: float) -> Pinned | None:
        """Return the pinned part of the first drawing that has one."""
        for _, drawing, rect in self.place_drawings(QRectF(0, 0, width, 0)):
            if (pinned := drawing.find_pinned_part(width)) is not None:
                return pinned.move_down(rect.top())
        return None

    @memoize
    def _places(self, width: float, height: float = inf) -> list[Placement]:
        places: list[Placement] = []
        top = 0.0
        for index, drawing in enumerate(self.drawings):
            tall = drawing.size(width).height()
            if len(self.drawings) == 1:
                tall = min(tall, height)
            places.append(Placement(index, QRectF(0, top, width, tall)))
            top += tall + self.gap
        return places


Line = list[tuple[int, float, float]]  # columns beside each other: index, left, width


class Row(Group):
    """Drawings beside one another, in columns of equal width: one per model.

    Where a column would be narrower than `min_width` the row wraps, as on a narrow page, into lines
    that are as full as each other.
    """

    def __init__(
        self,
        drawings: Sequence[Drawing],
        title: str = "",
        gap: float = COLUMN_GAP,
        min_width: float = MIN_COLUMN,
    ) -> None:
        super().__init__(drawings, title)
        self.gap = gap
        self.min_width = min_width

    @memoize
    def _places(self, width: float, height: float = inf) -> list[Placement]:
        places: list[Placement] = []
        top = 0.0
        for line in lines_of(len(self.drawings), width, self.min_width, self.gap):
            heights = [self.drawings[index].size(wide).height() for index, _, wide in line]
            for (index, left, wide), tall in zip(line, heights, strict=True):
                places.append(Placement(index, QRectF(left, top, wide, tall)))
            top += max(heights) + 2 * GRID
        return places


def lines_of(
    count: int, width: float, least: float = MIN_COLUMN, gap: float = COLUMN_GAP
) -> list[Line]:
    """Equally wide columns, not narrower than `least`, in as many lines as they need."""
    if not count:
        return []
    most = max(1, min(count, int((width + gap) // (least + gap))))
    most = -(-count // -(-count // most))  # four are two and two, not three and one
    wide = (width - gap * (most - 1)) / most
    return [
        [(index, (index - start) * (wide + gap), wide) for index in range(start, end)]
        for start, end in ((at, min(at + most, count)) for at in range(0, count, most))
    ]


class InLines(Group):
    """Drawings of their own widths one after the other, in as many lines as they need.

    What holds for several columns is `centred`, so that it seems to belong to none of them.
    """

    def __init__(self, drawings: Sequence[Drawing], *, centred: bool = False) -> None:
        super().__init__(drawings)
        self.centred = centred

    @memoize
    def _places(self, width: float, height: float = inf) -> list[Placement]:
        lines: list[list[Placement]] = []
        x = y = bottom = 0.0
        for index, drawing in enumerate(self.drawings):
            size = drawing.size(width)
            if not lines or x + size.width() > width:
                lines.append([])
                x, y = 0.0, bottom + GRID if bottom else 0.0
            lines[-1].append(Placement(index, QRectF(QPointF(x, y), size)))
            x += size.width() + COLUMN_GAP
            bottom = max(bottom, y + size.height())
        for line in lines:
            rest = (width - line[-1].rect.right()) / 2 if self.centred else 0.0
            for place in line:
                place.rect.translate(max(rest, 0.0), 0)
        return [place for line in lines for place in line]


def add_common_legend(columns: Group, *legend: Drawing, gap: float = 1.5 * GRID) -> Stack:
    """Columns, and below them what holds for all: in the middle, so that it is not of the first."""
    below = InLines(legend, centred=len(columns.drawings) > 1)
    return Stack([columns, below] if legend else [columns], gap=gap)


class TwoColumns(Group):
    """Two drawings: the first is `limit` pixels wide, or as wide as there is room.

    The second takes the remaining width, or is below it. A limit that depends on the room is given
    as a function of it.
    """

    def __init__(
        self,
        first: Drawing,
        second: Drawing,
        *,
        limit: float | Callable[[float], float],
        gap: float = 3 * GRID,
        min_rest: float = 140.0,
    ) -> None:
        super().__init__((first, second))
        self.limit = limit
        self.gap = gap
        self.min_rest = min_rest

    @memoize
    def _places(self, width: float, height: float = inf) -> list[Placement]:
        first, second = self.drawings
        left = min(self.limit(width) if callable(self.limit) else self.limit, width)
        rest = width - left - self.gap
        tall = first.size(left).height()
        place = QRectF(left + self.gap, 0, rest, second.size(rest).height())
        if rest < self.min_rest:
            place = QRectF(0, tall + 2 * GRID, width, second.size(width).height())
        return [Placement(0, QRectF(0, 0, left, tall)), Placement(1, place)]

    def export_drawing(self) -> Drawing | None:
        left = super().export_drawing()
        alone = isinstance(left, Group) and len(left.drawings) == 1
        return left.drawings[0] if isinstance(left, Group) and alone else left


@dataclass(frozen=True)
class TagHit:
    """A hit, and the tag of the drawing that it is in."""

    tag: Hashable
    hit: Any


class Single(Stack):
    """One drawing, and something of its own."""

    def __init__(self, drawing: Drawing, title: str) -> None:
        super().__init__((drawing,), title)

    @property
    def drawing(self) -> Drawing:
        return self.drawings[0]


class Tagged(Single):
    """A drawing whose hits come back with a tag, which says what the drawing shows."""

    def __init__(self, drawing: Drawing, tag: Hashable) -> None:
        super().__init__(drawing, drawing.title)
        self.tag = tag

    def least_height(self, width: float) -> float:
        return self.drawing.least_height(width)

    def wrap(self, index: int, hit: Any) -> TagHit:
        return TagHit(self.tag, hit)

    def unwrap(self, hit: TagHit) -> tuple[int, Any]:
        return 0, hit.hit


def find_tag_hit(hit: Any) -> TagHit | None:
    """The tagged hit inside a hit of a group, if there is one."""
    while isinstance(hit, Placed):
        hit = hit.hit
    return hit if isinstance(hit, TagHit) else None


@dataclass(frozen=True)
class TitleHit:
    """A title that does not fit."""

    title: str


class Titled(Single):
    """A drawing under its title; `slot` gives the title the colour and letter of a model.

    The `hint` follows the note on the screen only: what a person can do there. Where the title is
    too long, the first of the `shorter` ones that fits replaces it, and a tip has all of it.
    """

    def __init__(
        self,
        drawing: Drawing,
        title: str,
        slot: int | None = None,
        note: str = "",
        *,
        hint: str = "",
        shorter: Sequence[str] = (),
    ) -> None:
        super().__init__(drawing, title)
        self.shorter = tuple(shorter)
        self.slot = slot
        self.note = f"{note} {hint}".strip()
        self._exported_note = note

    def head_height(self, width: float) -> float:
        """Return the height of the title and the note."""
        note = wrapped_height(self.note, width, fonts.SMALL) + GRID / 2 if self.note else 0.0
        return TITLE_HEIGHT + note + GRID / 2

    @memoize
    def _places(self, width: float, height: float = inf) -> list[Placement]:
        tall = self.drawing.size(width).height()
        return [Placement(0, QRectF(0, self.head_height(width), width, tall))]

    def title_line(self, rect: QRectF) -> QRectF:
        """The room of the title, after the letter of the model."""
        badge = 0.0 if self.slot is None else 18 + GRID
        return QRectF(rect.left() + badge, rect.top(), rect.width() - badge, TITLE_HEIGHT)

    def shown_title(self, width: float) -> str:
        """The title as far as it fits into a drawing of this width."""
        room = self.title_line(QRectF(0, 0, width, 0)).width()
        for title in (self.title, *self.shorter):
            if fonts.text_width(title, bold=True) <= room:
                return title
        return fonts.elide((self.title, *self.shorter)[-1], room, bold=True)

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        colour = palette.text if self.slot is None else palette.model(self.slot)
        if self.slot is not None:
            paint_slot(painter, QPointF(rect.left(), rect.top() + 3), self.slot, palette)
        painter.setFont(fonts.font(fonts.BODY, bold=True))
        painter.setPen(QColor(colour))
        line, title = self.title_line(rect), self.shown_title(rect.width())
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, title)
        if self.note:
            below = QRectF(rect.left(), rect.top() + TITLE_HEIGHT, rect.width(), rect.height())
            paint_text(painter, below, self.note, palette.muted, fonts.SMALL)
        super().paint(painter, rect, palette)

    def wrap(self, index: int, hit: Any) -> Any:
        return hit

    def unwrap(self, hit: Any) -> tuple[int, Any]:
        return 0, hit

    def hit(self, point: QPointF, rect: QRectF) -> Any:
        if self.title_line(rect).contains(point):
            whole = self.shown_title(rect.width()) == self.title
            return None if whole else TitleHit(self.title)
        return super().hit(point, rect)

    def describe(self, hit: Any) -> str:
        return self.title if hit == TitleHit(self.title) else super().describe(hit)

    def read_aloud(self, hit: Any) -> str:
        return self.title if hit == TitleHit(self.title) else super().read_aloud(hit)

    def written(self) -> str:
        inside = super().written()
        return "\n".join(filter(None, [self.title if inside else "", self.note, inside]))

    def paint_hover(self, painter: QPainter, rect: QRectF, palette: Palette, hit: Any) -> None:
        if hit != TitleHit(self.title):
            super().paint_hover(painter, rect, palette, hit)

    def neighbour(self, hit: Any, dx: int, dy: int) -> Any:
        return super().neighbour(None if hit == TitleHit(self.title) else hit, dx, dy)

    def export_drawing(self) -> Drawing | None:
        left = super().export_drawing()
        if left is None or self._exported_note == self.note:
            return left
        return left.replace_attributes(note=self._exported_note)


@dataclass(eq=False)
class TextBlock(Drawing):
    """Words in a figure: a note, a sentence, a caption.

    The `hint` follows on the screen only: what a person can do there.
    """

    text: str
    _: KW_ONLY
    hint: str = ""
    muted: bool = True
    pixels: float = fonts.BODY
    top: float = 0.0  # what stays free above, to stand level with what is beside it

    def __post_init__(self) -> None:
        self._exported_text = self.text
        self.text = f"{self.text} {self.hint}".strip()

    def size(self, width: float) -> QSizeF:
        return QSizeF(width, self.top + wrapped_height(self.text, width, self.pixels))

    def written(self) -> str:
        return self.text

    def paint(self, painter: QPainter, rect: QRectF, palette: Palette) -> None:
        colour = palette.muted if self.muted else palette.text
        paint_text(painter, rect.adjusted(0, self.top, 0, 0), self.text, colour, self.pixels)

    def export_drawing(self) -> Drawing | None:
        if self.text == self._exported_text:
            return self
        return self.replace_attributes(text=self._exported_text) if self._exported_text else None


_WRAP = int(Qt.TextFlag.TextWordWrap) | int(Qt.AlignmentFlag.AlignLeft)


@lru_cache(maxsize=MEASURED_TEXTS)
def wrapped_height(text: str, width: float, pixels: float = fonts.BODY) -> float:
    """The height of a text that wraps at `width`."""
    if not text:
        return 0.0
    room = QRectF(0, 0, max(width, 1), 1e6)
    return fonts.metrics(pixels).boundingRect(room, _WRAP, _join_units(text)).height()


def paint_text(
    painter: QPainter, rect: QRectF, text: str, colour: str, pixels: float = fonts.BODY
) -> None:
    """A text that wraps, from the top left."""
    painter.setFont(fonts.font(pixels))
    painter.setPen(QColor(colour))
    height = max(rect.height(), wrapped_height(text, rect.width(), pixels))
    spot = QRectF(rect.left(), rect.top(), rect.width(), height)
    painter.drawText(spot, _WRAP, _join_units(text))


def _join_units(text: str) -> str:
    """A number and its percent sign stay on one line."""
    return text.replace(" %", "\u00a0%")


def paint_slot(painter: QPainter, corner: QPointF, slot: int, palette: Palette) -> None:
    """A model's letter on its colour, 18 pixels wide; a dot for what is not one of the chosen."""
    square = QRectF(corner.x(), corner.y(), 18, 18)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(palette.model(slot)))
    if slot >= len(SLOTS):
        painter.drawEllipse(square.center(), DOT / 2, DOT / 2)
        return
    painter.drawRoundedRect(square, 4, 4)
    painter.setPen(QColor(palette.ground))
    painter.setFont(fonts.font(fonts.SMALL, bold=True))
    painter.drawText(square, Qt.AlignmentFlag.AlignCenter, SLOTS[slot])


def hairline(colour: str, width: float = 1.0) -> QPen:
    pen = QPen(QColor(colour))
    pen.setWidthF(width)
    return pen


def number(value: float) -> str:
    """Three significant digits, as probabilities are written throughout; thousands in full."""
    if value != value:  # not a number
        return "–"
    if value == 0:
        return "0"
    if 999.5 <= abs(value) < 1e5:
        return f"{value:,.0f}"
    if abs(value) < 1e-3 or abs(value) >= 1e5:
        return f"{value:.2e}"
    text = f"{value:#.3g}"
    return text.rstrip(".")
