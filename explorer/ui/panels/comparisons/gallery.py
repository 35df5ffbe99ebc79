"""The gallery: a card for every comparison, in groups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF

from explorer.core.comparisons.pages import Card
from explorer.core.comparisons.wording import VERDICTS
from explorer.core.localization import tr
from explorer.ui.graphics.charts.interval_chart import verdict_colour
from explorer.ui.graphics.drawing import GRID, Drawing, Stack, TextBlock, Titled, wrapped_height
from explorer.ui.graphics.sketch import Sketch, Sketched
from explorer.ui.panels.comparisons.charts import card_chart
from explorer.ui.style import fonts
from models.comparison.spec import GROUPS

MIN_CARD, GAP, PADDING = 280.0, 2 * GRID, 1.5 * GRID
TITLE_LINE = 18.0  # of a picture
NOTHING = tr("No comparison matches. Clear the search to see all of them.")


@dataclass(frozen=True)
class CardHit:
    """A card, by the name of its comparison."""

    name: str


class CardGrid(Sketched):
    """Cards side by side, as many as fit, all of a row with one height."""

    def __init__(self, cards: Sequence[Card]) -> None:
        self.cards = tuple(cards)

    def draw(self, sketch: Sketch, width: float) -> None:
        count = max(1, int((width + GAP) // (MIN_CARD + GAP)))
        wide = (width - GAP * (count - 1)) / count
        top = 0.0
        for start in range(0, len(self.cards), count):
            row = self.cards[start : start + count]
            height = max(self._height(card, wide) for card in row)
            for column, card in enumerate(row):
                rect = QRectF(column * (wide + GAP), top, wide, height)
                self._draw_card(sketch, rect, card)
            top += height + GAP

    def _height(self, card: Card, width: float) -> float:
        room = width - 2 * PADDING
        texts = wrapped_height(card.spec.question, room) + wrapped_height(
            card.outcome, room, fonts.SMALL
        )
        titled = _picture(card)
        drawn = TITLE_LINE + titled[1].size(room).height() + GRID if titled else 0.0
        return 2 * PADDING + 20 + GRID / 2 + texts + GRID + drawn + 18

    def _draw_card(self, sketch: Sketch, rect: QRectF, card: Card) -> None:
        palette = sketch.palette
        sketch.frame(rect, palette.line, radius=6, ground=palette.surface)
        inside = rect.adjusted(PADDING, PADDING, -PADDING, -PADDING)
        title = QRectF(inside.left(), inside.top(), inside.width(), 20)
        sketch.text(title, card.spec.title, palette.text, bold=True, elide=True)
        top = title.bottom() + GRID / 2
        top += sketch.wrapped(_from(inside, top), card.spec.question, palette.text) + GRID
        if (titled := _picture(card)) is not None:
            line = QRectF(inside.left(), top, inside.width(), TITLE_LINE)
            title_of_picture, picture = titled
            sketch.text(line, title_of_picture, palette.muted, pixels=fonts.SMALL, elide=True)
            top = line.bottom()
            spot = QRectF(inside.left(), top, inside.width(), picture.size(inside.width()).height())
            sketch.custom(spot, lambda painter: picture.paint(painter, spot, palette))
            top = spot.bottom() + GRID
        sketch.wrapped(_from(inside, top), card.outcome, palette.muted, pixels=fonts.SMALL)
        if card.verdict:
            foot = QRectF(inside.left(), inside.bottom() - 14, inside.width(), 16)
            colour = verdict_colour(card.verdict, palette)
            sketch.text(foot, VERDICTS[card.verdict], colour, pixels=fonts.SMALL, bold=True)
        sketch.target(rect, CardHit(card.spec.name), tr("Open “{title}”", title=card.spec.title))


def _picture(card: Card) -> tuple[str, Sketched] | None:
    """The small chart of a result, with its title."""
    return None if card.measured is None else card_chart(card.spec, card.measured)


def gallery(cards: Sequence[Card]) -> Drawing:
    """The groups that have cards, each under its title; cards with a result come first."""
    groups: list[Drawing] = []
    for group, title in ((group, tr(title)) for group, title in GROUPS.items()):
        own = [card for card in cards if card.spec.group == group]
        if own:
            own.sort(key=lambda card: card.measured is None)
            groups.append(Titled(CardGrid(own), title))
    return Stack(groups) if groups else TextBlock(NOTHING)


def _from(rect: QRectF, top: float) -> QRectF:
    return QRectF(rect.left(), top, rect.width(), max(rect.bottom() - top, 0))
