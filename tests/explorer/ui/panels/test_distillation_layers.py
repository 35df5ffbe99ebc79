"""A narrower student and the layers of its teacher, as a person sees them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QLineEdit

from explorer.core.distillation.layer_pairs import LayerPairs, paired_layers
from explorer.core.distillation.students import AttentionComparison
from explorer.core.distillation.views import ATTENTION, LAYERS, LEARNING, VIEWS
from explorer.core.training.plans import DistillationChoice, distil
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.figures import figure_of
from explorer.ui.panels.distillation.panel import DistillationPanel
from explorer.ui.panels.distillation.roles import NOTES
from tests.explorer.ui.laboratory import follow, laboratory, train_bert
from tests.models.tiny import little_held_out

PATIENCE_MS = 60_000
CHOICE = DistillationChoice(
    method="tinybert",
    width=8,
    num_layers=1,
    steps=4,
    batch_size=32,
    length=16,
    text="village:en",
    options={"layer_map": "1", "prediction_share": 0.5},
)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of models: a teacher with two layers, and a narrower student of its first one."""
    folder = tmp_path_factory.mktemp("narrow")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("explorer.core.training.runs.caches_folder", lambda: folder / "caches")
        little_held_out(patch)
        patch.setattr("explorer.core.training.plans.tokens_of", lambda text: 3000)
        train_bert(folder / "models" / "teacher")
        models = folder / "models"
        choice = DistillationChoice(**{**CHOICE.to_json(), "teacher": str(models / "teacher")})
        for _ in distil(choice, models / "pupil", models / "pupil-without-teacher", seed=1):
            pass
    return folder / "models"


@pytest.fixture
def context(qapp: QApplication, home: Path) -> Iterator[PanelContext]:
    chosen = (str(home / "teacher"),)
    with laboratory(qapp, home, panel="distillation", models=chosen) as made:
        yield made


def opened(context: PanelContext, view: str, qtbot: Any, method: str = "tinybert") -> Any:
    panel = DistillationPanel(context)
    qtbot.addWidget(panel)
    follow(context, panel)
    panel.resize(1000, 700)
    panel.learning.form.set_value("method", method)
    panel.tabs.setCurrentIndex(VIEWS.index(view))
    panel.show()
    panel.refresh()
    qtbot.waitUntil(lambda: not panel.busy, timeout=PATIENCE_MS)
    return panel


def test_the_layers_of_a_student_are_those_of_its_run(context: PanelContext, qtbot: Any) -> None:
    panel = opened(context, LAYERS, qtbot)
    content = panel._answer.content
    assert isinstance(content, LayerPairs)
    assert (content.num_teacher, content.layers, content.declared) == (2, (0,), True)
    assert content.losses_of(0).keys() == {"attention", "hidden"}
    assert {name: one.shape for name, one in content.projections.items()} == {"layers.0": (16, 8)}
    assert [row[:3] for row in panel.table().rows] == [(1, 1, "attention"), (1, 1, "hidden")]
    assert "pupil" in str(figure_of(panel, {}).caption)
    image = QImage(700, 1200, QImage.Format.Format_ARGB32)
    painter = QPainter(image)
    for drawing in panel.drawings():
        size = drawing.size(700)
        drawing.paint(painter, QRectF(0, 0, 700, size.height()), panel.theme.palette)
    painter.end()
    graph = panel.drawings()[0].drawings[0].drawing
    tips = [graph.describe(target.hit) for target in graph.laid_out(600).targets]
    assert tips[0] == "Layer 1 of the teacher is compared with layer 1 of the student"
    assert tips[1] == "Layer 2 of the teacher is compared with no layer"
    assert tips[2].startswith("Layer 1 of the student learns from layer 1 of the teacher; ")


def test_attention_is_that_of_mapped_layers(context: PanelContext, qtbot: Any) -> None:
    panel = opened(context, ATTENTION, qtbot)
    content = panel._answer.content
    assert isinstance(content, AttentionComparison)
    student = panel.roles[1].key
    assert content.pairs[student] == [0]
    assert content.teacher_layer(student, 0) == 0
    assert content.likeness == {}  # the widths differ
    entry = context.library.entry(student)
    assert paired_layers(entry, 12, 4) == [2, 5, 8, 11]  # a map of another teacher is not used


def test_each_layer_has_a_curve_of_its_own(context: PanelContext, qtbot: Any) -> None:
    panel = opened(context, LEARNING, qtbot)
    charts = {chart.title: chart for chart in panel.learning.curves.charts}
    assert [*charts][2:] == [
        "Attention by layer: training",
        "Hidden states by layer: training",
        "Embeddings: training",
        "Predictions: training",
    ]
    curves = charts["Hidden states by layer: training"].curves
    assert [(curve.name, curve.value) for curve in curves] == [("Layer 1", "hidden.1")]
    assert panel.learning.curves.grown


def test_the_form_of_a_method_has_its_options_and_only_some_have_a_width(
    context: PanelContext, qtbot: Any
) -> None:
    panel = opened(context, LEARNING, qtbot)
    form = panel.learning.form
    assert isinstance(form.fields["options.layer_map"], QLineEdit)
    assert form.fields["width"].isVisibleTo(form)
    assert (form.fields["width"].maximum(), form.fields["width"].singleStep()) == (16, 2)
    form.set_value("options.layer_map", "last")
    assert form.choice.options == {"layer_map": "last"}
    form.set_value("method", "distilbert")
    assert form.choice.options == {}
    panel.refresh()
    qtbot.waitUntil(lambda: not panel.busy, timeout=PATIENCE_MS)
    assert not form.fields["width"].isVisibleTo(form)
    assert "options.layer_map" not in form.fields


def test_a_method_without_a_student_says_so(context: PanelContext, qtbot: Any) -> None:
    panel = opened(context, LAYERS, qtbot, method="distilbert")
    assert "No student is chosen" in panel._answer.problem


def test_a_student_without_a_map_is_compared_evenly(context: PanelContext, qtbot: Any) -> None:
    panel = opened(context, LAYERS, qtbot)
    student = context.library.entry(
        str(Path(panel.roles[1].key).with_name("pupil-without-teacher"))
    )
    roles = {"teacher": panel.roles[0].key, "student": student.key, "alone": "-"}
    panel.set_option("cast", roles)
    qtbot.waitUntil(lambda: not panel.busy, timeout=PATIENCE_MS)
    content = panel._answer.content
    assert (content.layers, content.declared, content.projections) == ((1,), False, {})
    assert panel.drawings()[0].drawings[0].note == NOTES["no_map"]
    assert [*panel.table().rows] == [(1, 2, "", None)]
