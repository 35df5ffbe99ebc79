"""The figure of judged choices: what it says, and that wide edges have the attention."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from explorer.core.knowledge.choices import (
    ChoiceEdge,
    ChoiceGraph,
    ChoiceNode,
    ChoicePath,
    ScoredQuestion,
)
from explorer.ui.panels.knowledge.choices import TEXT_ALONE, ChoiceDrawing, PathHit, choices_figure
from explorer.ui.style.palette import DARK, LIGHT, Palette

NODES = (
    ChoiceNode(1, "planting flowers", "question"),
    ChoiceNode(2, "꽃", "question"),
    ChoiceNode(3, "digging the ground", "between"),
    ChoiceNode(4, "shovel", "answer"),
)
KNOWN = ChoiceGraph(
    "shovel",
    2.0,
    0.8,
    True,
    NODES,
    (ChoiceEdge(0, 2, "needs", 1.0), ChoiceEdge(2, 3, "uses", 1.0), ChoiceEdge(1, 0, "part_of", 0)),
    (ChoicePath((0, 2, 3), "planting flowers needs …", 1.0, 0.6, 0.2),),
)
BLANK = ChoiceGraph("xyzzy", 0.0, 0.2, False, NODES[:1], (), ())


@pytest.mark.parametrize("palette", [LIGHT, DARK])
@pytest.mark.parametrize("choices", [(KNOWN, BLANK), (BLANK, BLANK)])
@pytest.mark.parametrize("width", [320.0, 1000.0])
def test_the_figure_is_painted_with_and_without_paths(
    qapp: object, choices: tuple[ChoiceGraph, ...], width: float, palette: Palette
) -> None:
    figure = choices_figure(ScoredQuestion("Which tool?", "m", choices))
    size = figure.size(width)
    image = QImage(int(width), int(size.height()), QImage.Format.Format_RGB32)
    image.fill(palette.ground)
    before = image.copy()
    painter = QPainter(image)
    figure.paint(painter, QRectF(0, 0, width, size.height()), palette)
    painter.end()
    assert image != before


def test_a_question_that_no_path_answers_says_so(qapp: object) -> None:
    assert ScoredQuestion("Which?", "m", (BLANK, BLANK)).text_alone
    assert not ScoredQuestion("Which?", "m", (KNOWN, BLANK)).text_alone
    alone, known = (
        choices_figure(ScoredQuestion("Which?", "m", choices)).size(800).height()
        for choices in ((BLANK, BLANK), (KNOWN, BLANK))
    )
    assert alone < known + 60
    assert "text alone" in TEXT_ALONE


def test_a_path_can_be_pointed_at_and_has_its_attention_as_a_tip(qapp: object) -> None:
    drawing = ChoiceDrawing(KNOWN, 3, is_best=True)
    assert "Attention 1.000" in drawing.describe(PathHit(3, 0))
