"""What the parts of the attention figure say, for the short help."""

from __future__ import annotations

from explorer.core.attention.view import AttentionView
from explorer.ui.graphics.canvas import Canvas
from explorer.ui.graphics.charts.bars import ShareBar
from explorer.ui.graphics.drawing import Tagged
from explorer.ui.graphics.maps.head_grid import HeadGrid, MeasureGrid
from explorer.ui.panel_base.marks import Mark, mark_drawing, mark_where
from explorer.ui.panels.attention.scene import AttentionColumn, AttentionScene, FigurePart
from explorer.ui.panels.attention.text import NOTES


def marks(scene: AttentionScene, canvas: Canvas) -> list[Mark]:
    """What each part of the figure says, of the models that are shown."""
    kinds = {HeadGrid: "mark_heads", MeasureGrid: "mark_measures", ShareBar: "mark_shares"}
    lines = [mark_drawing(canvas, NOTES[key], kind) for kind, key in kinds.items()]
    for index, column in enumerate(scene.columns):
        if isinstance(column, AttentionColumn):
            visibility = NOTES[_visibility(column.view)].format(model=column.title)
            lines.append(_mark(canvas, visibility, FigurePart("map", index)))
            lines.append(_mark(canvas, NOTES["mark_bias"], FigurePart("bias", index)))
    if scene.pair is not None:
        part = FigurePart("difference", scene.columns.index(scene.pair[0]))
        lines.append(_mark(canvas, NOTES["mark_difference"], part))
    return [mark for line in lines for mark in line]


def _mark(canvas: Canvas, sentence: str, part: FigurePart) -> list[Mark]:
    """At a large picture, by its tag."""
    return mark_where(
        canvas, sentence, lambda drawing: isinstance(drawing, Tagged) and drawing.tag == part
    )


def _visibility(view: AttentionView) -> str:
    """The note on which tokens a model may attend to, from what is visible to it."""
    if not view.same_text:
        return "mark_cross"
    if view.order is not None:
        return "mark_order"
    if view.visible_in(None) is None:
        return "mark_both"
    return "mark_causal" if view.stream.causal else "mark_sparse"
