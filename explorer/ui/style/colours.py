"""Colour arithmetic: contrast, perceptually uniform colour maps, and scales for numbers.

Maps are interpolated in OKLab (Ottosson 2020, https://bottosson.github.io/posts/oklab) and stepped
by equal OKLab distance, so that equal differences of numbers look equal.
Contrast follows WCAG 2.2, https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin

import numpy as np
from numpy.typing import NDArray

from explorer.core.localization import tr

Table256 = NDArray[np.uint32]  # (256,) 0xffRRGGBB, as QImage.Format_RGB32 wants it
FloatArray = NDArray[np.floating]

LUT_SIZE = 256
MIN_CONTRAST = 4.5  # WCAG AA for text
MIN_SHAPE_CONTRAST = 3.0  # WCAG AA for what a picture is made of (1.4.11)
SPACINGS = {False: tr("linear scale"), True: tr("square-root scale")}
_FINE_STEPS = 2048
_SRGB_KNEE = 0.04045

# Linear sRGB -> LMS, and cube-rooted LMS -> OKLab.
_TO_LMS = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_TO_LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)


GOLDEN_ANGLE = pi * (3 - 5**0.5)
# Lightness and chroma of even and of odd kinds on a light and on a dark ground, in Oklab.
CATEGORIES = {False: ((0.88, 0.07), (0.76, 0.1)), True: ((0.5, 0.08), (0.36, 0.07))}


def rgb(colour: str) -> NDArray[np.float64]:
    """ "#rrggbb" as three numbers from 0 to 1."""
    return np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255.0


def hex_colour(values: FloatArray) -> str:
    """Three numbers from 0 to 1 as "#rrggbb"."""
    red, green, blue = (round(float(v) * 255) for v in np.clip(values, 0, 1))
    return f"#{red:02x}{green:02x}{blue:02x}"


def luminance(colour: str) -> float:
    """Relative luminance, 0 for black to 1 for white."""
    return float(_linear(rgb(colour)) @ np.array([0.2126, 0.7152, 0.0722]))


def contrast(first: str, second: str) -> float:
    """Contrast ratio from 1 to 21."""
    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@lru_cache(maxsize=4096)
def ink_on(ground: str) -> str:
    """Black or white, whichever reads better; one of them always reaches 4.58 to 1."""
    return max(("#000000", "#ffffff"), key=lambda ink: contrast(ink, ground))


@lru_cache(maxsize=4096)
def mix(first: str, second: str, share: float) -> str:
    """`share` of the second colour in the first, evenly for the eye."""
    lab = (1 - share) * _oklab(rgb(first)) + share * _oklab(rgb(second))
    return hex_colour(_from_oklab(lab))


@lru_cache(maxsize=1024)
def category_colour(number: int, dark: bool) -> str:
    """A pale colour for one of any number of kinds, which are told apart by a label as well.

    The golden angle lies between the hues of neighbours, and every second one is darker.
    """
    hue, (lightness, chroma) = number * GOLDEN_ANGLE, CATEGORIES[dark][number % 2]
    return hex_colour(_from_oklab(np.array([lightness, chroma * cos(hue), chroma * sin(hue)])))


@lru_cache(maxsize=64)
def pale_on(ground: str, colour: str) -> str:
    """The least of a colour over the ground that a shape needs for its contrast."""
    shades = (mix(ground, colour, step / 100) for step in range(1, 100))
    return next((one for one in shades if contrast(one, ground) >= MIN_SHAPE_CONTRAST), colour)


@lru_cache(maxsize=32)
def even_map(anchors: Sequence[str]) -> Table256:
    """256 colours through the anchors, each step equally far for the eye."""
    points = np.stack([_oklab(rgb(anchor)) for anchor in anchors])  # (N, 3)
    where = np.linspace(0, len(points) - 1, _FINE_STEPS)
    fine = np.stack([np.interp(where, np.arange(len(points)), axis) for axis in points.T], axis=1)
    steps = np.linalg.norm(np.diff(fine, axis=0), axis=1)
    walked = np.concatenate([[0.0], np.cumsum(steps)])
    target = np.linspace(0, walked[-1], LUT_SIZE)
    lab = np.stack([np.interp(target, walked, axis) for axis in fine.T], axis=1)  # (256, 3)
    return _pack_rgb(np.array([_from_oklab(row) for row in lab]))


@lru_cache(maxsize=32)
def diverging_map(negative: str, centre: str, positive: str) -> Table256:
    """256 colours whose middle is `centre`; both arms have the same steps."""
    arms = [even_map((centre, end)) for end in (negative, positive)]
    half = LUT_SIZE // 2
    pick = np.linspace(0, LUT_SIZE - 1, half).round().astype(int)
    table = np.concatenate([arms[0][pick][::-1], arms[1][pick]])
    table.flags.writeable = False
    return table


def table_colour(table: Table256, index: int) -> str:
    return f"#{int(table[index]) & 0xFFFFFF:06x}"


@dataclass(frozen=True)
class Scale:
    """Maps numbers to a colour map; compared pictures share one scale.

    Linear, unless `root` spaces it by the square root, so that small weights stay visible.
    A scale that `diverges` runs from -maximum to maximum.
    """

    maximum: float = 1.0
    root: bool = False
    diverges: bool = False
    label: str = ""

    def __post_init__(self) -> None:
        if not self.maximum > 0:
            raise ValueError(f"a scale needs a positive maximum, not {self.maximum}")

    @property
    def spacing_note(self) -> str:
        """How the numbers are spaced, for legends and captions."""
        return SPACINGS[self.root]

    @property
    def legend(self) -> str:
        """What the numbers are and how they are spaced; empty without a label."""
        return f"{self.label} · {self.spacing_note}" if self.label else ""

    def indices(self, values: FloatArray) -> NDArray[np.uint8]:
        """Places on a 256-step map, of the shape of the values; not-a-number counts as zero."""
        share = np.asarray(values, dtype=np.float32) / np.float32(self.maximum)
        share = np.nan_to_num(share, copy=False, nan=0.0, posinf=1.0, neginf=-1.0)
        if self.root:
            share = np.sign(share) * np.sqrt(np.abs(share))
        if self.diverges:
            share = share * np.float32(0.5) + np.float32(0.5)
        np.clip(share, 0, 1, out=share)
        share *= LUT_SIZE - 1
        share += np.float32(0.5)
        return share.astype(np.uint8)

    def value_at(self, share: float) -> float:
        """The number at `share` (0 to 1) of the legend."""
        signed = share * 2 - 1 if self.diverges else share
        return float(np.sign(signed) * (signed**2 if self.root else abs(signed)) * self.maximum)


def _linear(values: FloatArray) -> NDArray[np.float64]:
    low = values <= _SRGB_KNEE
    return np.where(low, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def _gamma(values: FloatArray) -> NDArray[np.float64]:
    low = values <= _SRGB_KNEE / 12.92
    safe = np.maximum(values, 0)
    return np.where(low, values * 12.92, 1.055 * safe ** (1 / 2.4) - 0.055)


def _oklab(values: FloatArray) -> NDArray[np.float64]:
    return _TO_LAB @ np.cbrt(_TO_LMS @ _linear(values))


def _from_oklab(lab: FloatArray) -> NDArray[np.float64]:
    lms = np.linalg.solve(_TO_LAB, lab) ** 3
    return np.clip(_gamma(np.linalg.solve(_TO_LMS, lms)), 0, 1)


def _pack_rgb(values: FloatArray) -> Table256:
    red, green, blue = (values * 255).round().astype(np.uint32).T  # (256,) each
    table = np.uint32(0xFF000000) | red << np.uint32(16) | green << np.uint32(8) | blue
    table.flags.writeable = False
    return table
