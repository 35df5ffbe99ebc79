"""What a curve chart shows: curves, levels to compare them with, and where a next stage begins."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from explorer.core.localization import tr
from explorer.ui.graphics.drawing import number
from explorer.ui.graphics.legend import DASHED, DOTS, THICK, Legend, line_entry
from explorer.ui.style.palette import Palette

WEIGHT, DASHED_WEIGHT = 1.8, 1.2  # pixels
LABEL_ROOM = 0.1  # of the axis, above a level with its name
LABEL_SHARE = 0.35  # of the other axis, that the name takes
SECOND_STAGE, NEXT_STAGE = tr("second stage begins"), tr("next stage begins")  # at an upright line
STEPS_OF_TICKS = (1.0, 2.0, 2.5, 5.0, 10.0)

Ends = tuple[float, float]  # of an axis
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Curve:
    """One line. `slot` gives a model's colour; `dashed` distinguishes two lines of one model.

    One without a name repeats that of its slot with another seed: the legend does not name it.

    `joints` are the positions on the axis where one run ended and the next continued.
    """

    name: str
    slot: int | None = None
    dashed: bool = False
    x: Sequence[float] = ()
    y: Sequence[float] = ()
    joints: Sequence[float] = ()

    def colour(self, palette: Palette) -> str:
        return palette.accent if self.slot is None else palette.model(self.slot)

    @property
    def dashes(self) -> tuple[float, ...]:
        return DASHED if self.dashed else ()

    @property
    def weight(self) -> float:
        """The line width in pixels; the noisy batch curve must not hide the held-out one."""
        return DASHED_WEIGHT if self.dashed else WEIGHT

    @cached_property
    def finite(self) -> tuple[Floats, Floats]:
        """The points whose values are finite, as two arrays (N,)."""
        x, y = np.asarray(self.x, dtype=float), np.asarray(self.y, dtype=float)
        finite = np.isfinite(y)
        return x[finite], y[finite]

    @property
    def dot(self) -> tuple[float, float] | None:
        """Its only point, which is no line yet and must be visible all the same."""
        x, y = self.finite
        return (float(x[0]), float(y[0])) if len(x) == 1 else None

    def nearest(self, x: float) -> tuple[float, float] | None:
        """Its point nearest to a position on the axis; None without points."""
        xs, ys = self.finite
        if not len(xs):
            return None
        index = int(np.abs(xs - x).argmin())
        return float(xs[index]), float(ys[index])


@dataclass(frozen=True)
class Level:
    """A horizontal line for scale, such as the loss of a 5-gram model.

    One with a `slot` belongs to a curve: it has its colour, and its name is in the legend.
    """

    name: str
    value: float
    slot: int | None = None

    def colour(self, palette: Palette) -> str:
        return palette.muted if self.slot is None else palette.model(self.slot)

    @property
    def label(self) -> str:
        return f"{self.name} {number(self.value)}"


@dataclass(frozen=True)
class CurveChart:
    """Curves on shared axes, the same on the screen and in a file."""

    curves: tuple[Curve, ...] = ()
    levels: tuple[Level, ...] = ()
    x_title: str = tr("step")
    y_title: str = ""
    title: str = ""

    def __post_init__(self) -> None:
        finite = tuple(level for level in self.levels if math.isfinite(level.value))
        object.__setattr__(self, "levels", finite)

    def append_point(self, index: int, x: float, y: float) -> CurveChart:
        """Return the chart with a point appended to curve `index`."""
        curves = list(self.curves)
        curve = curves[index]
        curves[index] = replace(curve, x=[*curve.x, x], y=[*curve.y, y])
        return replace(self, curves=tuple(curves))

    def drop_curves(self, hidden: Collection[int]) -> CurveChart:
        """Return the chart without the curves at these indices and their unnamed repetitions."""
        slots = {self.curves[index].slot for index in hidden}
        visible = (
            curve
            for index, curve in enumerate(self.curves)
            if index not in hidden and (curve.name or curve.slot not in slots)
        )
        return replace(self, curves=tuple(visible))

    @property
    def label_height(self) -> float:
        """The height of the name above a level, in units of the axis."""
        low, high = _range(self._values())
        return LABEL_ROOM * (high - low)

    def ends(self) -> tuple[Ends, Ends]:
        """The ranges of both axes, with room for the names of levels."""
        values, height = self._values(), self.label_height
        if len(set(values)) > 1:
            values += [level.value + height for level in self.levels if level.slot is None]
        return _range([x for curve in self.curves for x in curve.x]), _range(values)

    def _values(self) -> list[float]:
        values = [y for curve in self.curves for y in curve.finite[1].tolist()]
        return [*values, *(level.value for level in self.levels)]

    def label_is_left(self, level: Level) -> bool:
        """Whether the name above a level hides less of the curves at the left than at the right."""
        low, high = self.ends()[0]
        width, highest = LABEL_SHARE * (high - low), level.value + self.label_height
        left = right = 0
        for x, y in (curve.finite for curve in self.curves):
            hidden = x[(y >= level.value) & (y <= highest)]
            left += int((hidden <= low + width).sum())
            right += int((hidden >= high - width).sum())
        return left < right

    def legend(self, palette: Palette, hidden: Collection[int] = ()) -> Legend:
        """Every curve, the levels that belong to one, and one name for all upright lines."""
        entries = [
            line_entry(one.name, one.colour(palette), one.dashes, THICK, index in hidden)
            for index, one in enumerate(self.curves)
            if one.name
        ]
        own = (level for level in self.levels if level.slot is not None)
        entries += [line_entry(level.label, level.colour(palette), DOTS) for level in own]
        most = max((len(curve.joints) for curve in self.curves), default=0)
        if most:
            colours = set(self.joints(palette).values())
            colour = colours.pop() if len(colours) == 1 else palette.muted
            name = NEXT_STAGE if most > 1 else SECOND_STAGE
            entries.append(line_entry(name, colour, upright=True))
        return Legend(entries)

    def joints(self, palette: Palette) -> dict[float, str]:
        """The upright lines: positions with the colour of their curve, or muted if shared."""
        colours: dict[float, str] = {}
        for curve in self.curves:
            own = curve.colour(palette)
            for joint in curve.joints:
                colours[joint] = own if colours.get(joint, own) == own else palette.muted
        return colours

    def positions(self, most: int) -> list[float]:
        """Return the x values of named curves, at most `most`, evenly chosen with both ends."""
        named = [one.finite[0] for one in self.curves if one.name]
        every = np.unique(np.concatenate(named)) if named else np.empty(0)
        chosen = np.linspace(0, len(every) - 1, min(len(every), most)).round().astype(int)
        return [float(x) for x in every[chosen]]

    def summary(self) -> str:
        """The last value of each curve, for people who do not see it."""
        reading = self.readout(self.ends()[0][1])
        return "" if reading is None else reading[1]

    def readout(self, x: float) -> tuple[float, str] | None:
        """The measured position nearest to x, and each curve's value nearest to it as text."""
        named = (one for one in self.curves if one.name)
        points = [(one.name, point) for one in named if (point := one.nearest(x))]
        if not points:
            return None
        at = min((point[0] for _, point in points), key=lambda position: abs(position - x))
        lines = [f"{self.x_title} {at:,.6g}"]
        for name, (position, value) in points:
            elsewhere = tr(" (at {position:,.6g})", position=position) if position != at else ""
            lines.append(f"{name}: {number(value)}{elsewhere}")
        return at, "\n".join(lines)


def ticks(low: float, high: float, about: int = 5) -> list[float]:
    """Round numbers between two ends, so many of them; at least two, as one says no scale."""
    raw = (high - low) / max(about, 1)
    if not raw > 0 or not math.isfinite(raw):
        return [low]
    power = 10.0 ** math.floor(math.log10(raw))
    step = next(power * factor for factor in STEPS_OF_TICKS if power * factor >= raw * 0.999)
    first = math.ceil(low / step - 1e-9)
    count = math.floor(high / step + 1e-9) - first + 1
    if count < 2:
        return ticks(low, high, 2 * max(about, 1))
    return [round((first + k) * step, 12) for k in range(count)]


def _range(values: Sequence[float]) -> Ends:
    """Return the lowest and highest value; one value alone is the middle of a range from zero."""
    low, high = min(values, default=0.0), max(values, default=1.0)
    if low < high:
        return low, high
    return (min(0.0, 2 * low), max(0.0, 2 * low)) if low else (0.0, 1.0)
