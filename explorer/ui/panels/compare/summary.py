"""A summary of a task: its model, the share of tokens with a loss, and the loss."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF

from explorer.ui.graphics.drawing import TITLE_HEIGHT
from explorer.ui.graphics.sketch import Sketch, Sketched
from explorer.ui.style import fonts

BAR_HEIGHT = 8.0
BADGE = 26.0
MAX_BAR = 168.0
LINE_GAP = 3.0
UNTITLED_TOP = 4.0  # above a task without a title, level with the tokens beside it


@dataclass(eq=False)
class TaskSummary(Sketched):
    """`title` empty: a further task of the model above. `share` of tokens with a loss, 0 to 1."""

    slot: int
    title: str = ""
    name: str = ""  # of the task
    share: float | None = None
    lines: tuple[str, ...] = ()  # below the bar; the first is the loudest

    def draw(self, sketch: Sketch, width: float) -> None:
        palette, top = sketch.palette, UNTITLED_TOP
        colour = palette.model(self.slot)
        if self.title:
            sketch.badge(QPointF(0, 3), self.slot)
            title = QRectF(BADGE, 0, width - BADGE, TITLE_HEIGHT)
            sketch.text(title, self.title, colour, bold=True, elide=True)
            top = TITLE_HEIGHT + 2
        name = QRectF(0, top, width, 0)
        top += sketch.wrapped(name, self.name, palette.muted, pixels=fonts.SMALL) + 6
        if self.share is not None:
            room, share = min(width, MAX_BAR), min(self.share, 1.0)
            sketch.fill(QRectF(0, top, room, BAR_HEIGHT), palette.raised, radius=3)
            sketch.fill(QRectF(0, top, room * share, BAR_HEIGHT), colour, radius=3)
            top += BAR_HEIGHT + 6
        for n, text in enumerate(self.lines):
            ink, pixels = (palette.muted, fonts.SMALL) if n else (palette.text, fonts.BODY)
            top += sketch.wrapped(QRectF(0, top, width, 0), text, ink, pixels=pixels) + LINE_GAP
        sketch.reserve(QRectF(0, 0, width, top))
