"""The view of the experts: which ones each token passes, and how evenly the tokens use them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF

from explorer.core.layers.experts import ExpertShares, PassedExpert
from explorer.core.layers.states import layer_name
from explorer.core.localization import tr
from explorer.ui.graphics.drawing import GRID, Drawing, Stack, TextBlock, Titled, number
from explorer.ui.graphics.maps.heat_map import CellHit, label_room
from explorer.ui.graphics.maps.named_map import NamedMap
from explorer.ui.graphics.sketch import CENTRE, RIGHT, Sketch, Sketched
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.panels.layers.scene import LayersColumn
from explorer.ui.style import fonts
from explorer.ui.style.colours import Scale, ink_on

USE = Scale(1.0, label=tr("share of the tokens that pass the expert"))
MAX_TOKENS = 48  # rows that are drawn
ROW, HEAD, GAP = 21.0, 18.0, 3.0  # pixels: of a row, of the numbers of the layers, around a cell
LEAST, MOST = 28.0, 128.0  # width of a cell
BLOCK_GAP = 14.0
INSET = 2.0  # at both sides of a text in its part of a cell
USE_CELL = 26.0


@dataclass(frozen=True)
class GridFit:
    """The measures of a grid at one width; layers that have no room go on in a block below."""

    left: float  # of the first cell
    width: float  # of a cell
    per_block: int  # layers
    num_rows: int

    def cell(self, row: int, layer: int) -> QRectF:
        """The cell of a token; row -1 is the number of the layer above."""
        block, column = divmod(layer, self.per_block)
        top = block * (HEAD + self.num_rows * ROW + BLOCK_GAP)
        top, high = (top, HEAD) if row < 0 else (top + HEAD + row * ROW, ROW)
        return QRectF(self.left + column * self.width, top, self.width, high)

    def name(self, row: int, block: int) -> QRectF:
        """The room for the name of a token in a block."""
        cell = self.cell(row, block * self.per_block)
        return QRectF(0, cell.top(), self.left - GRID, cell.height())


class ExpertGrid(Sketched):
    """Tokens by layers: a cell is divided among the experts that the token passes, by their shares.

    Each part has the colour and the number of its expert, and where there is room its share. Where
    shares add up to less than one, parts are in proportion to them. `rows` are the tokens that are
    drawn. The first expert of the `selected` one is framed wherever it is the first of others.
    """

    def __init__(
        self,
        experts: ExpertShares,
        labels: Sequence[str],
        rows: Sequence[int],
        selected: int | None = None,
    ) -> None:
        self.experts = experts
        self.labels = tuple(visible(label) for label in labels)
        self.rows = tuple(rows)
        self.selected = selected

    def fit(self, width: float) -> GridFit:
        left = label_room([self.labels[token] for token in self.rows]) + GRID
        count = max(len(self.experts.layers), 1)
        cell = min(max((width - left - 2) / count, LEAST), MOST)
        return GridFit(left, cell, max(int((width - left) / cell), 1), len(self.rows))

    def draw(self, sketch: Sketch, width: float) -> None:
        fit, palette = self.fit(width), sketch.palette
        for at, layer in enumerate(self.experts.layers):
            above = fit.cell(-1, at)
            sketch.text(above, str(layer), palette.muted, pixels=fonts.SMALL, align=CENTRE)
        for row, token in enumerate(self.rows):
            for block in range(-(-len(self.experts.layers) // fit.per_block)):
                chosen = token == self.selected
                ink = palette.accent if chosen else palette.text
                name = fonts.elide(self.labels[token], fit.left - GRID, fonts.SMALL, bold=chosen)
                spot, pixels = fit.name(row, block), fonts.SMALL
                sketch.text(spot, name, ink, pixels=pixels, bold=chosen, align=RIGHT)
            for at in range(len(self.experts.layers)):
                self._draw_cell(sketch, fit.cell(row, at), token, at)

    def _draw_cell(self, sketch: Sketch, rect: QRectF, token: int, layer: int) -> None:
        area = rect.adjusted(GAP / 2, GAP / 2, -GAP / 2, -GAP / 2)
        passed = self.experts.passed(layer, token)
        left, whole = area.left(), sum(one.share for one in passed)
        for one in passed:
            part = QRectF(left, area.top(), area.width() * one.share / whole, area.height())
            left = part.right()
            colour = sketch.palette.category(one.number - 1)
            sketch.fill(part, colour)
            text = _fitting((f"{one.number} {_two_digits(one.share)}", str(one.number)), part)
            sketch.text(part, text, ink_on(colour), pixels=fonts.SMALL, align=CENTRE)
        framed = self._is_like_selected(layer, token)
        ink, wide = (sketch.palette.text, 2.0) if framed else (sketch.palette.line, 1.0)
        sketch.frame(area, ink, width=wide)
        where = layer_name(self.experts.layers[layer])
        sketch.target(
            rect, CellHit(token, layer), f"{self.labels[token]}, {where}: {in_words(passed)}"
        )

    def _is_like_selected(self, layer: int, token: int) -> bool:
        """Whether its first expert in a layer is that of the selected token."""
        first, chosen = self.experts.first, self.selected
        return chosen is not None and bool(first[layer, token] == first[layer, chosen])


def _fitting(texts: Sequence[str], rect: QRectF) -> str:
    """The first text that has room; none where no one has."""
    room = rect.width() - 2 * INSET
    return next((one for one in texts if fonts.text_width(one, fonts.SMALL) <= room), "")


def _two_digits(share: float) -> str:
    """Two digits, such as .62."""
    return f"{share:.2f}".removeprefix("0")


def in_words(passed: Sequence[PassedExpert]) -> str:
    """Experts with their shares: 3 (0.62), 5 (0.38)."""
    return ", ".join(f"{one.number} ({number(one.share)})" for one in passed)


def experts_sentence(column: LayersColumn) -> str:
    """How many experts each token passes, of how many."""
    experts = column.experts
    return tr(
        "In each of the {count} layers with experts, a token passes {passed} of {total}.",
        count=len(experts.layers),
        passed=experts.num_passed,
        total=experts.shares.shape[2],
    )


def drawn_tokens(column: LayersColumn) -> list[int]:
    """The first tokens, with the one that is selected, by their indices."""
    drawn, chosen = list(range(min(MAX_TOKENS, len(column.labels)))), column.token
    return drawn if chosen is None or chosen in drawn else [*drawn[:-1], chosen]


def expert_grid(column: LayersColumn) -> Drawing:
    """The experts that each token passes in each layer, after a sentence."""
    drawn = drawn_tokens(column)
    grid = ExpertGrid(column.experts, column.labels, drawn, column.token)
    parts: list[Drawing] = [
        TextBlock(experts_sentence(column), muted=False),
        column.tag_drawing(grid, "experts"),
    ]
    if left := len(column.labels) - len(drawn):
        said = tr("{count:,} more tokens are in the table of the export.", count=left)
        parts.append(TextBlock(said, pixels=fonts.SMALL))
    return Stack(parts, gap=8)


def use_map(column: LayersColumn) -> Drawing:
    """Layers by experts: how many of the tokens pass each."""
    experts = column.experts
    names = [layer_name(layer).replace(" ", "\u00a0") for layer in experts.layers]
    numbers = [str(n + 1) for n in range(experts.use.shape[1])]

    def tip(row: int, at: int) -> str:
        return tr(
            "{layer}, expert {number}: {share} of the tokens",
            layer=names[row],
            number=numbers[at],
            share=number(float(experts.use[row, at])),
        )

    drawing = NamedMap(experts.use, names, numbers, tip=tip, scale=USE, max_cell=USE_CELL)
    return Titled(drawing, column.title, column.model.index)
