"""The figure of judged choices: for each a schema graph, wide paths where the attention is."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF

from explorer.core.knowledge.choices import ChoiceEdge, ChoiceGraph, ScoredQuestion
from explorer.core.localization import tr
from explorer.ui.graphics.drawing import Drawing, Stack, TextBlock
from explorer.ui.graphics.sketch import CENTRE, RIGHT, Sketch, Sketched
from explorer.ui.style import fonts

HEAD, ROW, LINE = 26.0, 34.0, 17.0  # pixels: title, a node, a line of text
GRAPH_SHARE, GAP, BAR = 0.56, 20.0, 120.0  # of the width for the graph; pixels
MAX_NAME, PADDING = 150.0, 12.0
LEAST_WIDTH, MORE_WIDTH = 0.8, 7.0  # of an edge without attention; with all of it
NAMED = 0.04  # weight from which on an edge has its relation beside it
TEXT_ALONE = tr("No choice has a path in the graph: the answer is that of the text alone.")
NO_PATH = tr("No path in the graph: judged by its text alone.")


@dataclass(frozen=True)
class PathHit:
    """A path of a choice, by the number of each."""

    choice: int
    path: int


def choices_figure(scored: ScoredQuestion) -> Drawing:
    """All choices of a question, one below the other, in their own order."""
    head = TextBlock(scored.question, hint=TEXT_ALONE if scored.text_alone else "")
    drawings = [
        ChoiceDrawing(choice, number, is_best=number == scored.best)
        for number, choice in enumerate(scored.choices)
    ]
    return Stack([head, *drawings], gap=GAP)


class ChoiceDrawing(Sketched):
    """One choice: its probability, its schema graph, and its best paths in words."""

    def __init__(self, choice: ChoiceGraph, number: int, *, is_best: bool) -> None:
        self.choice, self.columns = choice, choice.columns()
        self.number = number
        self.is_best = is_best

    def draw(self, sketch: Sketch, width: float) -> None:
        self._draw_head(sketch, width)
        if not self.choice.has_paths:
            spot = QRectF(0, HEAD, width, LINE)
            sketch.paragraph(spot, NO_PATH, sketch.palette.muted, pixels=fonts.SMALL)
            return
        graph = QRectF(0, HEAD, width * GRAPH_SHARE, ROW * max(map(len, self.columns)))
        self._draw_graph(sketch, graph)
        bottom = self._draw_paths(sketch, graph.right() + GAP, width)
        sketch.reserve(QRectF(0, 0, width, max(bottom, graph.bottom())))

    def _draw_head(self, sketch: Sketch, width: float) -> None:
        palette, one = sketch.palette, self.choice
        ink = palette.accent if self.is_best else palette.text
        sketch.text(QRectF(0, 0, width / 2, HEAD), one.text, ink, bold=True, elide=True)
        marks = [tr("answer of the model")] if self.is_best else []
        marks += [tr("true answer")] if one.is_correct else []
        wide = min(fonts.text_width(one.text, bold=True), width / 2) + PADDING
        spot = QRectF(wide, 0, width / 2, HEAD)
        sketch.text(spot, ", ".join(marks), palette.muted, pixels=fonts.SMALL)
        bar = QRectF(width - BAR, 8, BAR, 10)
        sketch.fill(bar, palette.muted, radius=3, alpha=0.18)
        part = QRectF(bar.left(), bar.top(), bar.width() * one.probability, bar.height())
        sketch.fill(part, ink if self.is_best else palette.muted, radius=3)
        number = QRectF(bar.left() - 70, 0, 62, HEAD)
        sketch.text(number, f"{one.probability:.3f}", palette.text, align=RIGHT)

    # The graph: concepts of the question at the left, those of the answer at the right.

    def _points(self, area: QRectF) -> dict[int, QPointF]:
        margin = MAX_NAME / 2
        step = (area.width() - 2 * margin) / (len(self.columns) - 1)
        return {
            place: QPointF(
                area.left() + margin + step * column,
                area.top() + area.height() * (row + 0.5) / len(places),
            )
            for column, places in enumerate(self.columns)
            for row, place in enumerate(places)
        }

    def _draw_graph(self, sketch: Sketch, area: QRectF) -> None:
        points = self._points(area)
        for edge in sorted(self.choice.edges, key=lambda one: one.weight):
            self._draw_edge(sketch, edge, points[edge.head], points[edge.tail])
        on_paths = {place for path in self.choice.paths for place in path.nodes}
        for place, node in enumerate(self.choice.nodes):
            wide = min(fonts.text_width(node.name, fonts.SMALL) + PADDING, MAX_NAME)
            spot = QRectF(0, 0, wide, 20)
            spot.moveCenter(points[place])
            strong = node.role != "between" and place in on_paths
            outline = sketch.palette.accent if strong else sketch.palette.muted
            sketch.frame(spot, outline, radius=9, ground=sketch.palette.ground)
            inner = spot.adjusted(4, 0, -4, 0)
            sketch.text(
                inner, node.name, sketch.palette.text, pixels=fonts.SMALL, align=CENTRE, elide=True
            )

    def _draw_edge(self, sketch: Sketch, edge: ChoiceEdge, head: QPointF, tail: QPointF) -> None:
        strong = edge.weight >= NAMED
        colour = sketch.palette.accent if strong else sketch.palette.muted
        sketch.line(head, tail, colour, width=LEAST_WIDTH + MORE_WIDTH * edge.weight)
        if not strong:
            return
        name = f"{edge.relation} →" if head.x() <= tail.x() else f"← {edge.relation}"
        spot = QRectF(0, 0, fonts.text_width(name, fonts.SMALL) + 8, 14)
        spot.moveCenter((head + tail) / 2)
        sketch.fill(spot, sketch.palette.ground, alpha=0.9, radius=4)
        sketch.text(spot, name, sketch.palette.text, pixels=fonts.SMALL, align=CENTRE)

    # The best paths in words.

    def _draw_paths(self, sketch: Sketch, left: float, width: float) -> float:
        """Returns where they end."""
        top, palette = HEAD + 4, sketch.palette
        for number, path in enumerate(self.choice.paths):
            weight = QRectF(left, top, 40, LINE)
            sketch.text(weight, f"{path.weight:.2f}", palette.text, pixels=fonts.SMALL, bold=True)
            spot = QRectF(left + 44, top + 1, width - left - 44, LINE)
            text = path.sentence
            if path.probability_without is not None:
                text += tr(" (without it {probability:.3f})", probability=path.probability_without)
            high = sketch.paragraph(spot, text, palette.text, pixels=fonts.SMALL)
            area = QRectF(left, top, width - left, high)
            tip = tr(
                "Attention {path:.3f}; product of triple scores {plausibility:.3f}",
                path=path.weight,
                plausibility=path.plausibility,
            )
            sketch.target(area, PathHit(self.number, number), tip)
            top += high + 6
        return top
