"""The gallery: a card for every comparison, in groups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from PySide6.QtCore import QRectF

from explorer.core.comparisons.pages import Card
from explorer.core.localization import tr
from explorer.core.panel_text import panel_text
from explorer.ui.graphics.charts.interval_chart import verdict_colour
from explorer.ui.graphics.drawing import GRID, Drawing, Stack, Tagged, TextBlock, Titled
from explorer.ui.graphics.sketch import Sketch, Sketched
from explorer.ui.panels.comparisons.charts import card_chart
from explorer.ui.style import fonts
from models.comparison.spec import GROUPS

MIN_CARD, GAP, PADDING = 280.0, 2 * GRID, 1.5 * GRID
TITLE_LINE = 18.0  # of a picture
CARDS = "cards"  # a tag
TitledChart = tuple[str, Sketched]


@dataclass(frozen=True)
class CardHit:
    """A card, by the name of its comparison."""

    name: str


class CardGrid(Sketched):
    """Cards side by side, as many as fit, all of a row with one height."""

    def __init__(self, cards: Sequence[Card]) -> None:
        self.cards = tuple(cards)

    @cached_property
    def pictures(self) -> Mapping[str, TitledChart]:
        """The charts of the cards that have one, by comparison; made once for all layouts."""
        made = {
            card.spec.name: card_chart(card.spec, card.measured)
            for card in self.cards
            if card.measured is not None
        }
        return {name: chart for name, chart in made.items() if chart is not None}

    def draw(self, sketch: Sketch, width: float) -> None:
        count = max(1, int((width + GAP) // (MIN_CARD + GAP)))
        wide = (width - GAP * (count - 1)) / count
        top = 0.0
        for start in range(0, len(self.cards), count):
            row = self.cards[start : start + count]
            room = QRectF(PADDING, PADDING, wide - 2 * PADDING, 0)
            scratch = Sketch(sketch.palette, sketch.room)  # to measure
            height = max(self._draw_content(scratch, room, card) for card in row) + PADDING
            for column, card in enumerate(row):
                rect = QRectF(column * (wide + GAP), top, wide, height)
                self._draw_card(sketch, rect, card)
            top += height + GAP

    def _draw_card(self, sketch: Sketch, rect: QRectF, card: Card) -> None:
        palette = sketch.palette
        sketch.frame(rect, palette.line, radius=6, ground=palette.surface)
        inside = rect.adjusted(PADDING, PADDING, -PADDING, -PADDING)
        self._draw_content(sketch, inside, card)
        sketch.target(rect, CardHit(card.spec.name), tr("Open “{title}”", title=card.spec.title))

    def _draw_content(self, sketch: Sketch, inside: QRectF, card: Card) -> float:
        """Title, answer, verdict and picture of a card; returns where they end."""
        palette, left, width = sketch.palette, inside.left(), inside.width()
        title = QRectF(left, inside.top(), width, 20)
        sketch.text(title, card.spec.title, palette.text, bold=True, elide=True)
        top = title.bottom() + GRID / 2
        question = QRectF(left, top, width, 0)
        top += (
            sketch.paragraph(question, card.spec.question, palette.muted, pixels=fonts.SMALL) + GRID
        )
        top += sketch.paragraph(QRectF(left, top, width, 0), card.outcome, palette.text)
        if card.verdict_text:
            colour = verdict_colour(card.verdict, palette)
            spot = QRectF(left, top + GRID / 2, width, 0)
            top += GRID / 2
            top += sketch.paragraph(spot, card.verdict_text, colour, pixels=fonts.SMALL)
        if (titled := self.pictures.get(card.spec.name)) is not None:
            line = QRectF(left, top + GRID, width, TITLE_LINE)
            title_of_picture, picture = titled
            sketch.text(line, title_of_picture, palette.muted, pixels=fonts.SMALL, elide=True)
            spot = QRectF(left, line.bottom(), width, picture.size(width).height())
            sketch.custom(spot, lambda painter: picture.paint(painter, spot, palette))
            top = spot.bottom()
        return top


def gallery(cards: Sequence[Card]) -> Drawing:
    """The groups that have cards, each under its title; cards with a result come first."""
    groups: list[Drawing] = []
    for group, title in GROUPS.items():
        own = [card for card in cards if card.spec.group == group]
        if own:
            own.sort(key=lambda card: card.measured is None)
            groups.append(Titled(Tagged(CardGrid(own), CARDS), tr(title)))
    return Stack(groups) if groups else TextBlock(panel_text("comparisons").notes["no_match"])
