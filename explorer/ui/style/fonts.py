"""The fonts of the program: those of the system, with Korean fallbacks, sized in pixels.

Pixel sizes make a drawing the same on a screen, in a PNG and in a PDF: only the painter's scale
differs between them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from threading import local

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF, QTextLayout

from explorer.core.localization import tr

SMALL, BODY, TITLE = 11, 13, 16  # pixels

KOREAN_FAMILIES = (
    "Noto Sans CJK KR",
    "Noto Sans KR",
    "Malgun Gothic",
    "Apple SD Gothic Neo",
    "NanumGothic",
)
MONO_FAMILIES = ("Cascadia Mono", "SF Mono", "Menlo", "Consolas", "DejaVu Sans Mono")
# For desktops that name no font of their own, which Qt reports as a generic family.
UI_FAMILIES = ("Inter", "Noto Sans", "Cantarell", "Ubuntu", "Open Sans", "DejaVu Sans")
GENERIC_FAMILIES = frozenset({"", "sans", "sans serif", "sans-serif", "helvetica"})

# Block of characters -> a font with them, for the message.
FONT_FOR_SCRIPT = {
    "HANGUL": "Noto Sans CJK KR",
    "CJK": "Noto Sans CJK",
    "HIRAGANA": "Noto Sans CJK JP",
    "KATAKANA": "Noto Sans CJK JP",
    "ARABIC": "Noto Sans Arabic",
    "HEBREW": "Noto Sans Hebrew",
    "DEVANAGARI": "Noto Sans Devanagari",
    "THAI": "Noto Sans Thai",
}
DEFAULT_FONT = "Noto Sans"
EMOJI_FONT = "Noto Color Emoji"
MEASURED_TEXTS = 16384  # whose width is kept
GLYPHS_CHECKED = 2000  # characters of a text that are checked for missing glyphs


@lru_cache(maxsize=1)
def ui_families() -> tuple[str, ...]:
    """Families in order of preference; needs a QGuiApplication."""
    system = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family()
    installed = set(QFontDatabase.families())
    first: tuple[str, ...] = (system,)
    if system.lower() in GENERIC_FAMILIES or system not in installed:
        first = tuple(name for name in UI_FAMILIES if name in installed)[:1] or (system,)
    return (*first, *(name for name in KOREAN_FAMILIES if name in installed))


@lru_cache(maxsize=1)
def mono_families() -> tuple[str, ...]:
    system = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
    installed = set(QFontDatabase.families())
    chosen = [name for name in MONO_FAMILIES if name in installed][:1] or [system]
    return (*chosen, *ui_families())


def font(
    pixels: float = BODY, *, bold: bool = False, italic: bool = False, mono: bool = False
) -> QFont:
    """A font of the program; the only place where one is made."""
    key = (max(1, round(pixels)), bold, italic, mono)
    fonts: dict[object, QFont] = vars(_of_thread).setdefault("fonts", {})
    if key not in fonts:
        made = fonts[key] = QFont()
        made.setFamilies(list(mono_families() if mono else ui_families()))
        made.setPixelSize(key[0])
        made.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
        made.setItalic(italic)
    return QFont(fonts[key])


def metrics(pixels: float = BODY, *, bold: bool = False) -> QFontMetricsF:
    """The measures of a font; each thread has its own object, which loads faces for itself."""
    made: dict[object, QFontMetricsF] = vars(_of_thread).setdefault("made", {})
    if (pixels, bold) not in made:
        made[pixels, bold] = QFontMetricsF(font(pixels, bold=bold))
    return made[pixels, bold]


_of_thread = local()


@lru_cache(maxsize=MEASURED_TEXTS)
def text_width(text: str, pixels: float = BODY, *, bold: bool = False) -> float:
    return metrics(pixels, bold=bold).horizontalAdvance(text)


@lru_cache(maxsize=MEASURED_TEXTS)
def elide(
    text: str, width: float, pixels: float = BODY, *, bold: bool = False, keep_end: bool = False
) -> str:
    """The text, cut with an ellipsis if it is wider than `width`.

    `keep_end` cuts the middle; so are tokens such as <extra_id_19>, which differ at their ends.
    """
    middle = keep_end or (text.startswith("<") and text.endswith(">"))
    mode = Qt.TextElideMode.ElideMiddle if middle else Qt.TextElideMode.ElideRight
    return metrics(pixels, bold=bold).elidedText(text, mode, width)


def first_fitting(texts: Iterable[str], width: float) -> str:
    """The first of these texts that fits, small and bold; empty where none does."""
    return next((text for text in texts if text_width(text, SMALL, bold=True) <= width), "")


def missing_glyphs(text: str, pair: str = "") -> str | None:
    """The warning for characters of a text, or a pair, that have no glyph in any font."""
    name = missing_font(f"{text[:GLYPHS_CHECKED]} {pair[:GLYPHS_CHECKED]}")
    if name is None:
        return None
    return tr(
        "Some characters have no glyph here. Installing the font {name} would help.", name=name
    )


def missing_font(text: str) -> str | None:
    """The name of a font to install if some characters have no glyph in any installed one."""
    if not _lacks_a_glyph(text):
        return None
    # One by one: for a line in several fonts, Qt does not say which glyph is of which character.
    missing = (character for character in dict.fromkeys(text) if _lacks_a_glyph(character))
    named = (_font_for(character) for character in missing)
    return next((name for name in named if name), DEFAULT_FONT)


def _lacks_a_glyph(text: str) -> bool:
    """Whether some character of the text would be drawn as a box."""
    layout = QTextLayout(text, font())
    layout.beginLayout()
    line = layout.createLine()
    if line.isValid():
        line.setLineWidth(1e9)
    layout.endLayout()
    runs = layout.glyphRuns(-1, -1, QTextLayout.GlyphRunRetrievalFlag.RetrieveGlyphIndexes)
    return any(glyph == 0 for run in runs for glyph in run.glyphIndexes())


def _font_for(character: str) -> str | None:
    """A font that is known to have the character."""
    if character.isspace() or ord(character) < 0x250:
        return None
    name = unicodedata.name(character, "")
    if unicodedata.category(character) in ("So", "Sk"):  # a symbol, or the tone of its skin
        return EMOJI_FONT
    return next((fix for script, fix in FONT_FOR_SCRIPT.items() if name.startswith(script)), None)
