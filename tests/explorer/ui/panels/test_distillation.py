"""A person lets a small model learn from a large one, and looks at what it keeps."""

import json
import shutil
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QComboBox, QWidget

from explorer.core.distillation import histories, views
from explorer.core.distillation.histories import TrainingPair
from explorer.core.distillation.students import (
    AttentionComparison,
    Measurements,
    ModelRoles,
    SoftLabels,
    version_of,
)
from explorer.core.distillation.views import ATTENTION, LABELS, LEARNING, NUMBERS, SCHEDULE, VIEWS
from explorer.core.jobs.jobs import Event, Progress, Work
from explorer.core.readable import join_names
from explorer.core.state.state import Selection
from explorer.core.training.plans import DistillationChoice, distil
from explorer.ui.controls.run_page import ALL_CHOSEN
from explorer.ui.graphics.drawing import Placed, TextBlock, number
from explorer.ui.graphics.tokens.token_rows import TokenHit
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.details import Details
from explorer.ui.panel_base.figures import compute, figure_of
from explorer.ui.panel_base.panel import COMPUTING
from explorer.ui.panels.distillation.controls import slider_step, temperature_at
from explorer.ui.panels.distillation.measurements import MeasurementsPicture
from explorer.ui.panels.distillation.panel import DistillationPanel
from explorer.ui.panels.distillation.roles import NOTES, ROLES, roles_of
from tests.explorer.ui.laboratory import follow, laboratory, train_bert
from tests.models.tiny import little_held_out

PATIENCE_MS = 60_000
SHORT = DistillationChoice(steps=4, batch_size=32, length=16, text="village:en")


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("shared")


@pytest.fixture(autouse=True)
def short_runs(shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The text is tokenized once for all tests of this file, and little of it is read."""
    monkeypatch.setattr("explorer.core.training.runs.caches_folder", lambda: shared / "caches")
    little_held_out(monkeypatch)
    monkeypatch.setattr("explorer.core.training.plans.tokens_of", lambda text: 3000)
    monkeypatch.setattr("explorer.core.distillation.students.NUM_DOCUMENTS", 4)


@pytest.fixture
def teacher(shared: Path, short_runs: None) -> Path:
    """A folder of models that holds a teacher only."""
    if not (shared / "alone" / "teacher").is_dir():
        train_bert(shared / "alone" / "teacher")
    return shared / "alone"


@pytest.fixture
def family(shared: Path, teacher: Path) -> Path:
    """A folder of models: a teacher, its student, and the student without its teacher."""
    folder = shared / "family"
    if not folder.is_dir():
        train_bert(folder / "teacher")
        choice = DistillationChoice(
            **{**SHORT.to_json(), "teacher": str(folder / "teacher"), "num_layers": 1}
        )
        for _ in distil(choice, folder / "pupil", folder / "pupil-without-teacher", seed=1):
            pass
    return folder


@pytest.fixture
def context(qapp: QApplication, teacher: Path) -> Iterator[PanelContext]:
    chosen = (str(teacher / "teacher"),)
    with laboratory(qapp, teacher, panel="distillation", models=chosen) as made:
        yield made


@pytest.fixture
def known(qapp: QApplication, family: Path) -> Iterator[PanelContext]:
    chosen = (str(family / "teacher"),)
    with laboratory(qapp, family, panel="distillation", models=chosen) as made:
        yield made


def opened(context: PanelContext, qtbot: Any) -> DistillationPanel:
    panel = DistillationPanel(context)
    qtbot.addWidget(panel)
    follow(context, panel)
    panel.resize(1000, 700)
    panel.show()
    panel.refresh()
    qtbot.waitUntil(lambda: not panel.busy, timeout=PATIENCE_MS)
    return panel


def settled(panel: DistillationPanel, view: str, qtbot: Any) -> Any:
    """The content of a view, once it is there."""
    panel.tabs.setCurrentIndex(VIEWS.index(view))
    qtbot.waitUntil(lambda: not panel.busy, timeout=PATIENCE_MS)
    assert panel._answer is not None
    return panel._answer.content


def drawn_slots(panel: DistillationPanel) -> list[int]:
    """The colours of the soft labels as they are on the screen."""
    *_, columns = panel.area.canvas.drawing.drawings
    return [column.slot for column in columns.drawings if column.slot is not None]


def choose(box: QComboBox, title: str) -> None:
    """Choose an item as a person does, with the signal `activated`."""
    box.setCurrentIndex(box.findText(title))
    box.activated.emit(box.currentIndex())


def paint(panel: DistillationPanel) -> None:
    image = QImage(700, 1200, QImage.Format.Format_ARGB32)
    painter = QPainter(image)
    for drawing in panel.drawings():
        size = drawing.size(700)
        drawing.paint(painter, QRectF(0, 0, 700, size.height()), panel.theme.palette)
    painter.end()


def test_without_a_teacher_the_panel_says_how_to_get_one(
    qapp: QApplication, tmp_path: Path, qtbot: Any
) -> None:
    with laboratory(qapp, tmp_path / "nothing", panel="distillation") as context:
        panel = opened(context, qtbot)
        assert "can be a teacher" in panel.message
        panel._message_page._on_clicked()
        assert context.store.state.panel == "training"


def test_soft_labels_need_no_run(context: PanelContext, qtbot: Any) -> None:
    panel = opened(context, qtbot)
    content = settled(panel, LABELS, qtbot)
    assert isinstance(content, SoftLabels)
    after = content.encoding.surface(content.position + 1)
    assert after == "."
    assert content.truth in content.ids
    assert [role.name for role in panel.roles] == ["Teacher"]
    assert panel.roles[0].slot == 0
    paint(panel)


def test_the_temperature_flattens_the_soft_label(context: PanelContext, qtbot: Any) -> None:
    panel = opened(context, qtbot)
    settled(panel, LABELS, qtbot)
    panel.temperature_line.slider.setValue(0)
    best, *_, others = panel.table().rows
    assert (best[0], best[1]) == ("Teacher", "teacher")
    panel.temperature_line.slider.setValue(panel.temperature_line.slider.maximum())
    flatter, *named, together = panel.table().rows
    assert flatter[4] < best[4]
    assert together[4] > others[4], "what was flattened went to tokens that are not named"
    assert sum(row[4] for row in (flatter, *named, together)) == pytest.approx(1)
    assert sum(row[3] for row in (flatter, *named)) == 1
    assert panel.table().columns[4] == "probability at temperature 20.0"
    assert panel.table().meta["temperature"] == 20.0
    assert panel.temperature_of_loss != 20.0, "looking at a label changes no training"
    assert panel.temperature_line.apply.isVisibleTo(panel)
    panel.temperature_line.apply.click()
    assert panel.learning.form.choice.options["temperature"] == 20.0
    assert not panel.temperature_line.apply.isVisibleTo(panel)


def test_a_student_whose_parts_learn_alike_has_no_picture_of_layers_that_learn(
    known: PanelContext, qtbot: Any
) -> None:
    panel = opened(known, qtbot)
    assert settled(panel, SCHEDULE, qtbot) is None
    assert "all parts of a student learn in every step" in panel._answer.problem
    assert panel.drawings() == []


def test_clicking_a_token_masks_that_one_instead(context: PanelContext, qtbot: Any) -> None:
    panel = opened(context, qtbot)
    settled(panel, LABELS, qtbot)
    panel.area.canvas.clicked.emit(Placed(0, TokenHit(2)))
    assert context.store.state.selection == Selection(token=2, model=panel.roles[0].key)
    qtbot.waitUntil(
        lambda: not panel.busy and panel._answer.content.position == 2, timeout=PATIENCE_MS
    )


def test_a_mask_in_the_text_has_no_hard_label(context: PanelContext, qtbot: Any) -> None:
    panel = opened(context, qtbot)
    context.store.update(text="A gardener plants [MASK].")
    content = settled(panel, LABELS, qtbot)
    assert content.truth is None
    assert content.tokens[content.position] == "[MASK]"


def test_an_empty_sentence_is_said_in_place_of_the_picture(
    context: PanelContext, qtbot: Any
) -> None:
    panel = opened(context, qtbot)
    context.store.update(text=" ")
    settled(panel, LABELS, qtbot)
    assert panel._answer.problem
    assert panel.message == ""
    assert panel.drawings() == []


def test_without_a_sentence_there_is_no_layer_to_choose(known: PanelContext, qtbot: Any) -> None:
    panel = opened(known, qtbot)
    settled(panel, ATTENTION, qtbot)
    assert panel.place.isVisible()
    known.store.update(text="")
    qtbot.waitUntil(lambda: not panel.busy, timeout=PATIENCE_MS)
    assert not panel.place.isVisible()
    known.store.update(text="A gardener plants a flower.")
    qtbot.waitUntil(lambda: not panel.busy, timeout=PATIENCE_MS)
    assert panel.place.isVisible()
    assert panel.place.layer.count() > 1


def test_layer_and_head_are_filled_before_they_are_visible(
    known: PanelContext, monkeypatch: pytest.MonkeyPatch, qtbot: Any
) -> None:
    """Otherwise they are cut off until the next layout."""
    panel = opened(known, qtbot)
    place, counts = panel.place, []

    def set_visible(visible: bool) -> None:
        if visible:
            counts.append(place.layer.count())
        QWidget.setVisible(place, visible)

    monkeypatch.setattr(place, "setVisible", set_visible)
    settled(panel, ATTENTION, qtbot)
    assert place.isVisible()
    assert set(counts) == {2}


def test_the_curves_wait_for_a_student(context: PanelContext, qtbot: Any) -> None:
    panel = opened(context, qtbot)
    settled(panel, LEARNING, qtbot)
    assert panel.learning.hint.text() == NOTES["no_student_yet"]
    assert panel.learning.hint.isVisible()
    assert not panel.use.isVisible()


def test_a_token_of_another_model_masks_the_word_under_it(known: PanelContext, qtbot: Any) -> None:
    panel = opened(known, qtbot)
    settled(panel, LABELS, qtbot)
    student = panel.roles[1].key
    known.store.update(selection=Selection(token=2, model=student))
    panel.refresh()
    qtbot.waitUntil(lambda: not panel.busy, timeout=PATIENCE_MS)
    assert panel._answer is not None
    assert panel._answer.content.position == 2
    known.store.update(selection=Selection(token=2, model="no such folder"))
    panel.refresh()
    qtbot.waitUntil(lambda: not panel.busy, timeout=PATIENCE_MS)
    assert panel._answer.content.position != 2, "nothing is known of where that token stands"


def test_a_student_learns_beside_the_same_student_without_its_teacher(
    context: PanelContext, qtbot: Any
) -> None:
    panel = opened(context, qtbot)
    panel.learning.form.show_choice(SHORT)
    qtbot.mouseClick(panel.new, Qt.MouseButton.LeftButton)
    assert panel.view == LEARNING
    assert not panel.new.isVisible()
    qtbot.mouseClick(panel.learning.bar.start, Qt.MouseButton.LeftButton)
    assert "my-student" in panel.learning.hint.text()
    assert [role.title for role in panel.roles][1:] == ["my-student", "my-student-without-teacher"]
    qtbot.waitUntil(lambda: not panel.learning.live.alive, timeout=2 * PATIENCE_MS)
    assert panel.learning.live.problem == ""
    qtbot.waitUntil(lambda: isinstance(panel._answer.content, Measurements), timeout=PATIENCE_MS)
    assert panel.view == NUMBERS
    settled(panel, LEARNING, qtbot)
    titles = [chart.title for chart in panel.learning.curves.charts]
    assert titles[:2] == [
        "Held-out loss, at the sequence length of training",
        "Held-out accuracy, at the sequence length of training",
    ]
    assert titles[2:] == [
        "Soft targets: training",
        "Masked tokens: training",
        "Hidden states: training",
    ]
    assert [curve.name for curve in panel.learning.curves.charts[0].curves] == [ROLES[1], ROLES[2]]
    told = {
        (p.run, name) for p in panel.learning.curves.points for name in p.values if not p.held_out
    }
    assert {(ROLES[1], term) for term in ("ce", "mlm", "cos")} <= told
    assert (ROLES[2], "mlm") in told
    settled(panel, NUMBERS, qtbot)
    assert [role.name for role in panel.roles] == list(ROLES)
    assert len(panel._answer.content.models) == 3
    assert (panel.learning.live.progress.done, panel.learning.live.progress.total) == (8, 8)
    qtbot.mouseClick(panel.use, Qt.MouseButton.LeftButton)
    assert len(context.store.state.models) == 3
    assert context.store.state.panel == "masking"
    assert (panel.use.isEnabled(), panel.use.toolTip()) == (True, ALL_CHOSEN)
    context.store.update(panel="distillation")
    others = ("one", "two", "three")
    context.store.update(models=others)
    assert not panel.use.isEnabled()
    names = join_names([role.title for role in panel.roles])
    assert f"no room for {names}" in panel.use.toolTip()
    assert "Remove 2 above first" in panel.use.toolTip()


def test_a_finished_student_is_compared_without_another_run(
    known: PanelContext, qtbot: Any
) -> None:
    panel = opened(known, qtbot)
    content = settled(panel, NUMBERS, qtbot)
    assert isinstance(content, Measurements)
    teacher, student, alone = content.models
    assert student.parameters == alone.parameters < teacher.parameters
    assert teacher.agreement is None
    assert student.agreement is not None
    assert student.agreement.kl < alone.agreement.kl
    assert (teacher.relative_accuracy, content.documents) == (None, 4)
    assert [row[0] for row in panel.table().rows] == list(ROLES)
    said = MeasurementsPicture(content, panel.roles).verdict()
    assert "held-out documents" in said
    assert "each read alone" in said
    assert "a model's details are measured on texts cut" in said, "which give other numbers"
    paint(panel)
    named = str(figure_of(panel, {}).caption)
    assert all(role.heading in named for role in panel.roles), "not the models that are chosen"
    settled(panel, LEARNING, qtbot)
    assert panel.learning.curves.grown
    again = settled(panel, NUMBERS, qtbot)
    assert again is content


def slowed(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Measuring stops behind its second document until the event is set."""
    measure, go_on = views.measure, threading.Event()

    def slow(*given: Any) -> Any:
        work = measure(*given)
        while True:
            try:
                event = next(work)
            except StopIteration as end:
                return end.value
            yield event
            if event.message.startswith("Comparing") and event.done == 2:
                go_on.wait(PATIENCE_MS / 1000)

    monkeypatch.setattr(views, "measure", slow)
    return go_on


def test_measuring_tells_how_far_it_is_and_can_be_cancelled_and_begun_again(
    known: PanelContext, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = opened(known, qtbot)
    go_on, line = slowed(monkeypatch), panel.measuring
    panel.tabs.setCurrentIndex(VIEWS.index(NUMBERS))
    qtbot.waitUntil(lambda: "2 of 4" in line.status.text(), timeout=PATIENCE_MS)
    assert line.isVisible()
    assert "documents/s" in line.status.text()
    qtbot.mouseClick(line.cancel, Qt.MouseButton.LeftButton)
    go_on.set()
    assert not panel.busy
    assert (line.status.text(), panel.drawings()) == ("Cancelled. Nothing was measured.", [])
    panel.refresh()
    assert not panel.busy, "it was cancelled"
    qtbot.mouseClick(line.start, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.drawings() != [], timeout=PATIENCE_MS)
    assert not line.isVisible()


def test_only_the_numbers_are_measured_and_have_a_line_for_it(
    known: PanelContext, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = opened(known, qtbot)
    go_on, line = slowed(monkeypatch), panel.measuring
    panel.tabs.setCurrentIndex(VIEWS.index(NUMBERS))
    qtbot.waitUntil(line.isVisible, timeout=PATIENCE_MS)
    panel.tabs.setCurrentIndex(VIEWS.index(LABELS))
    go_on.set()
    assert not line.isVisible()
    qtbot.waitUntil(lambda: not panel.busy, timeout=PATIENCE_MS)
    assert not line.isVisible()


@pytest.mark.parametrize("shown", [True, False], ids=["panel shown", "another panel shown"])
def test_a_student_that_was_trained_again_in_its_folder_is_measured_again(
    qapp: QApplication, family: Path, tmp_path: Path, shown: bool, qtbot: Any
) -> None:
    folder = tmp_path / "family"
    shutil.copytree(family, folder)
    with laboratory(qapp, folder, panel="distillation") as context:
        panel = opened(context, qtbot)
        first = settled(panel, NUMBERS, qtbot)
        twin, pupil = folder / "pupil-without-teacher", folder / "pupil"
        shutil.copy(twin / "model.safetensors", pupil / "model.safetensors")
        told = [json.loads((one / "run.json").read_text("utf-8")) for one in (pupil, twin)]
        again = {**told[0], "metrics": told[1]["metrics"]}
        (pupil / "run.json").write_text(json.dumps(again), encoding="utf-8")
        if shown:
            context.library_changed()
        else:
            panel.hide()
            panel.show()
            panel.refresh()
        assert panel.drawings() == [], "the old numbers are gone at once"
        qtbot.waitUntil(lambda: not panel.busy, timeout=PATIENCE_MS)
        teacher, student, alone = panel._answer.content.models
        assert student.loss == alone.loss != first.models[1].loss
        assert teacher.loss == first.models[0].loss


def test_a_text_that_was_edited_is_measured_again(
    known: PanelContext, qtbot: Any, tmp_path: Path
) -> None:
    panel = opened(known, qtbot)
    teacher = panel.roles[0].key
    text, roles = tmp_path / "text.txt", ModelRoles(teacher)
    text.write_text("A gardener plants flowers.\n" * 40, encoding="utf-8")
    before = version_of(known.engine, roles, str(text))
    assert version_of(known.engine, roles, str(text)) == before
    text.write_text("A baker bakes bread.\n" * 41, encoding="utf-8")
    assert version_of(known.engine, roles, str(text)) != before


def test_a_request_keeps_what_was_known_when_it_was_made(known: PanelContext, qtbot: Any) -> None:
    panel = opened(known, qtbot)
    asked = panel.request(known.store.state)
    settled(panel, NUMBERS, qtbot)
    assert not asked.known
    assert panel.request(known.store.state).known


def test_every_number_of_a_table_tells_its_unit(known: PanelContext, qtbot: Any) -> None:
    panel = opened(known, qtbot)
    settled(panel, NUMBERS, qtbot)
    assert all("(" in name for name in panel.table().columns[2:])
    settled(panel, LEARNING, qtbot)
    table = panel.table()
    value, unit = (table.columns.index(name) for name in ("value", "unit"))
    units = {row[value]: row[unit] for row in table.rows}
    assert (units["mlm_loss"], units["mlm_accuracy"]) == ("nats", "share")
    assert all(units.values())


def test_attention_of_layers_that_belong_together_is_set_side_by_side(
    known: PanelContext, qtbot: Any
) -> None:
    panel = opened(known, qtbot)
    content = settled(panel, ATTENTION, qtbot)
    assert isinstance(content, AttentionComparison)
    assert panel.place.layer.count() == 2
    panel.place.layer.setCurrentIndex(1)
    panel.place.layer.activated.emit(1)
    assert known.store.state.selection == Selection(layer=0)
    _, student, alone = (role.key for role in panel.roles)
    assert content.teacher_layer(student, 0) == 1
    tokens = len(content.tokens)
    assert len(panel.table().rows) == 3 * tokens * tokens
    assert set(content.distances) == {student, alone}
    paint(panel)


def test_another_cast_can_be_chosen_and_survives_a_restart(known: PanelContext, qtbot: Any) -> None:
    panel = opened(known, qtbot)
    choose(panel.roles_line.alone, "none")
    choose(panel.roles_line.student, "pupil-without-teacher")
    qtbot.waitUntil(lambda: not panel.busy, timeout=PATIENCE_MS)
    later = opened(known, qtbot)
    assert later.roles_line.student.currentText() == "pupil-without-teacher"
    assert [role.title for role in later.roles] == ["teacher", "pupil-without-teacher"]


def test_the_models_above_are_compared_until_others_are_chosen_here(
    known: PanelContext, qtbot: Any
) -> None:
    panel = opened(known, qtbot)

    def titles() -> list[str]:
        qtbot.waitUntil(lambda: not panel.busy, timeout=PATIENCE_MS)
        return [role.title for role in panel.roles]

    teacher, student, alone = (role.key for role in panel.roles)
    choose(panel.roles_line.student, "pupil-without-teacher")
    assert titles() == ["teacher", "pupil-without-teacher"]
    panel.use.click()  # the models of this comparison are above: it stays
    known.store.update(panel="distillation")
    assert known.store.state.models == (teacher, alone)
    assert titles() == ["teacher", "pupil-without-teacher"]
    known.store.update(models=(teacher, student))
    assert titles() == ["teacher", "pupil", "pupil-without-teacher"]


def test_a_soft_label_begins_with_its_answer_and_no_bar_is_cut(
    known: PanelContext, qtbot: Any
) -> None:
    panel = opened(known, qtbot)
    settled(panel, LABELS, qtbot)
    for step in (0, 100, panel.temperature_line.slider.maximum()):
        panel.temperature_line.slider.setValue(step)
        answer, *_, columns = panel.drawings()[0].drawings
        assert "pupil predicts" in answer.text
        assert "The hard label is" in answer.text
        for column in columns.drawings:
            chart = column.drawing.drawings[0]
            assert all(bar.value <= chart.maximum for bar in chart.bars)
            assert all(bar.ghost is None for bar in chart.bars)


def test_while_a_view_is_computed_the_one_before_cannot_be_read_as_it(
    known: PanelContext, qtbot: Any
) -> None:
    panel = opened(known, qtbot)
    assert settled(panel, NUMBERS, qtbot)
    for change in (
        lambda: panel.tabs.setCurrentIndex(VIEWS.index(ATTENTION)),
        lambda: choose(panel.roles_line.alone, "none"),
        lambda: panel.tabs.setCurrentIndex(VIEWS.index(LEARNING)),
    ):
        assert panel.drawings()
        change()
        assert panel.busy
        assert panel.drawings() == []
        assert panel.table().rows == ()
        assert isinstance(panel.area.canvas.drawing, TextBlock) or panel.view == LEARNING
        assert panel.learning.hint.text() == COMPUTING or panel.view != LEARNING
        assert panel.notes == ()
        qtbot.waitUntil(lambda: not panel.busy, timeout=PATIENCE_MS)


def test_the_picture_stays_while_the_sentence_is_written(known: PanelContext, qtbot: Any) -> None:
    panel = opened(known, qtbot)
    settled(panel, LABELS, qtbot)
    known.store.update(text="A baker bakes bread.")
    assert panel.busy
    assert panel.drawings()


def test_a_place_of_the_sentence_is_told_of_at_the_side(known: PanelContext, qtbot: Any) -> None:
    panel = opened(known, qtbot)
    settled(panel, LABELS, qtbot)
    assert "mask" in panel.click_hint
    assert panel.details == Details()
    panel.area.canvas.clicked.emit(Placed(0, TokenHit(2)))
    qtbot.waitUntil(lambda: panel.details.title == "gardener, masked", timeout=PATIENCE_MS)
    told = [name for name, _ in panel.details.rows]
    assert told.count("Rank") == 3
    assert told.count("KL from teacher") == 2
    settled(panel, ATTENTION, qtbot)
    assert "row" in panel.click_hint
    assert panel.details.title == "gardener attends to"
    teacher = panel._answer.content.maps[panel.roles[0].key].mean((0, 1))[2]  # (T,)
    assert panel.details.rows[1][1] == number(float(teacher.max()))
    settled(panel, NUMBERS, qtbot)
    assert (panel.click_hint, panel.details) == ("", Details())
    settled(panel, LABELS, qtbot)
    known.store.update(text="")
    assert panel.click_hint == "", "there is no token to click"


def test_colours_and_the_button_follow_the_models_above(known: PanelContext, qtbot: Any) -> None:
    panel = opened(known, qtbot)
    settled(panel, LABELS, qtbot)
    keys = tuple(role.key for role in panel.roles)
    known.store.update(models=keys)
    qtbot.waitUntil(lambda: not panel.busy, timeout=PATIENCE_MS)
    assert (panel.use.text(), panel.use.isEnabled()) == ("Try it in Masking", True)
    assert drawn_slots(panel) == [0, 1, 2]
    known.store.update(models=(keys[1], keys[0]))
    qtbot.waitUntil(lambda: not panel.busy, timeout=PATIENCE_MS)
    assert drawn_slots(panel) == [1, 0, 4]


def test_a_finished_student_shows_what_it_told_while_it_learned(
    known: PanelContext, qtbot: Any
) -> None:
    panel = opened(known, qtbot)
    settled(panel, LEARNING, qtbot)
    assert [chart.title for chart in panel.learning.curves.charts][2:] == [
        "Soft targets: training",
        "Masked tokens: training",
        "Hidden states: training",
    ]
    told = {
        (p.run, name) for p in panel.learning.curves.points for name in p.values if not p.held_out
    }
    assert told >= {(ROLES[1], "ce"), (ROLES[1], "cos"), (ROLES[2], "mlm")}
    assert {row[:2] for row in panel.table().rows} == {
        ("Student", "pupil"),
        ("Without teacher", "pupil-without-teacher"),
    }


def test_runs_of_another_day_go_on_behind_their_earlier_losses(
    qapp: QApplication, teacher: Path, qtbot: Any
) -> None:
    with laboratory(qapp, teacher, panel="distillation") as context:
        folder = context.library.new_run_folder("pupil")
        choice = replace(SHORT, teacher=str(teacher / "teacher"))
        work = distil(choice, folder, folder.with_name("pupil-without-teacher"), seed=1)
        for event in work:
            if isinstance(event, Progress) and event.unit == "steps" and event.done == 2:
                break
        work.close()
        panel = opened(context, qtbot)
        settled(panel, LEARNING, qtbot)
        assert panel.learning.unfinished.runs.currentText() == "pupil"
        qtbot.mouseClick(panel.learning.unfinished.resume, Qt.MouseButton.LeftButton)
        assert panel.learning.bar.status.text() == "Reading pupil"
        qtbot.waitUntil(lambda: panel.learning.live.alive, timeout=PATIENCE_MS)
        steps = [p.step for p in panel.learning.curves.points if not p.held_out]
        assert steps
        assert steps[0] <= 2
        assert not panel.learning.unfinished.resume.isVisible()
        qtbot.waitUntil(lambda: not panel.learning.live.alive, timeout=2 * PATIENCE_MS)
        qtbot.waitUntil(
            lambda: isinstance(panel._answer.content, Measurements), timeout=PATIENCE_MS
        )
        assert [role.title for role in panel.roles] == ["teacher", "pupil", "pupil-without-teacher"]


def test_the_files_of_a_run_that_goes_on_are_not_read_by_the_window(
    known: PanelContext, monkeypatch: pytest.MonkeyPatch, qtbot: Any
) -> None:
    panel = opened(known, qtbot)
    settled(panel, LEARNING, qtbot)
    readers: list[threading.Thread] = []
    monkeypatch.setattr(
        histories, "read_history", lambda folder: readers.append(threading.current_thread())
    )
    panel.learning.form.show_choice(replace(SHORT, name="large"))
    panel.learning.start()
    panel.learning.live.cancel()
    qtbot.waitUntil(lambda: not panel.learning.live.alive, timeout=PATIENCE_MS)
    qtbot.mouseClick(panel.learning.bar.resume, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.learning.live.alive, timeout=PATIENCE_MS)
    panel.learning.live.cancel()
    qtbot.waitUntil(lambda: not panel.learning.live.alive, timeout=PATIENCE_MS)
    assert len(readers) == 2
    assert threading.main_thread() not in readers


def test_a_run_whose_files_are_still_read_gives_way_to_one_that_is_begun_meanwhile(
    known: PanelContext, monkeypatch: pytest.MonkeyPatch, qtbot: Any
) -> None:
    panel, may_read, has_begun = opened(known, qtbot), threading.Event(), threading.Event()
    settled(panel, LEARNING, qtbot)
    read: list[Path] = []

    def slow(folder: Path) -> None:
        has_begun.set()
        may_read.wait(10)
        read.append(folder)

    monkeypatch.setattr(histories, "read_history", slow)
    old = Path(panel.roles[1].key).with_name("old")
    panel.learning.resume_pair(TrainingPair(panel.roles[0].key, old, old.with_name("old twin")))
    qtbot.waitUntil(has_begun.is_set, timeout=PATIENCE_MS)  # else it is cancelled unread
    panel.learning.form.show_choice(replace(SHORT, name="new"))
    panel.learning.start()
    assert "new" in panel.learning.hint.text()
    panel.learning.live.cancel()
    qtbot.waitUntil(lambda: not panel.learning.live.alive, timeout=PATIENCE_MS)
    may_read.set()
    later: list[Event] = []
    known.jobs.submit("explore", "later", nothing, later.append)
    qtbot.waitUntil(lambda: len(read) == 2 and bool(later), timeout=PATIENCE_MS)
    assert not panel.learning.live.alive
    assert "new" in panel.learning.hint.text()


def test_a_stopped_run_that_goes_on_has_its_curves_again_after_another_was_looked_at(
    known: PanelContext, qtbot: Any
) -> None:
    panel = opened(known, qtbot)
    panel.learning.form.show_choice(replace(SHORT, name="stopped", steps=500))
    panel.learning.start()
    qtbot.waitUntil(lambda: len(panel.learning.curves.points) > 2, timeout=PATIENCE_MS)
    panel.learning.live.cancel()
    qtbot.waitUntil(lambda: not panel.learning.live.alive, timeout=PATIENCE_MS)
    before = [point for point in panel.learning.curves.points if not point.held_out]
    choose(panel.roles_line.alone, "none")
    settled(panel, LEARNING, qtbot)
    assert before[0] not in panel.learning.curves.points
    qtbot.mouseClick(panel.learning.bar.resume, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.learning.live.alive, timeout=PATIENCE_MS)
    again = [point.step for point in panel.learning.curves.points if not point.held_out]
    first, last = before[0].step, before[-1].step
    assert [step for step in again if first <= step <= last], "the checkpoint has its own points"
    panel.learning.live.cancel()
    qtbot.waitUntil(lambda: not panel.learning.live.alive, timeout=PATIENCE_MS)


def nothing() -> Work:
    """A job that is done behind those before it."""
    yield Progress("waiting")


def test_a_student_or_its_twin_can_be_left_out(known: PanelContext, qtbot: Any) -> None:
    panel = opened(known, qtbot)
    settled(panel, LABELS, qtbot)
    choose(panel.roles_line.alone, "none")
    qtbot.waitUntil(lambda: not panel.busy, timeout=PATIENCE_MS)
    assert [role.name for role in panel.roles] == ["Teacher", "Student"]
    choose(panel.roles_line.student, "none")
    qtbot.waitUntil(lambda: not panel.busy, timeout=PATIENCE_MS)
    assert [role.name for role in panel.roles] == ["Teacher"]
    assert panel.area.canvas.drawing.drawings[-1].text == NOTES["no_student"]
    choose(panel.roles_line.student, "pupil")
    qtbot.waitUntil(lambda: not panel.busy, timeout=PATIENCE_MS)
    assert [role.name for role in panel.roles] == list(ROLES), "its twin is found again"


def test_curves_of_a_cancelled_run_stand_beside_what_is_compared(
    known: PanelContext, qtbot: Any
) -> None:
    panel = opened(known, qtbot)
    panel.learning.form.show_choice(replace(SHORT, name="late"))
    panel.learning.start()
    panel.learning.live.cancel()
    qtbot.waitUntil(lambda: not panel.learning.live.alive, timeout=PATIENCE_MS)
    content = settled(panel, ATTENTION, qtbot)
    assert {role.title for role in panel.roles} == {"teacher", "pupil", "pupil-without-teacher"}
    assert set(content.maps) == {role.key for role in panel.roles}
    settled(panel, LEARNING, qtbot)
    assert [role.title for role in panel.roles] == ["teacher", "late", "late-without-teacher"]
    assert "late" in panel.learning.hint.text()


def test_figures_are_made_without_a_window(known: PanelContext, qtbot: Any) -> None:
    panel = DistillationPanel(known)
    qtbot.addWidget(panel)
    assert compute(panel)


def test_a_letter_belongs_to_a_chip_and_others_have_the_colours_of_further_runs() -> None:
    def slots(models: ModelRoles, chosen: dict[str, int]) -> list[int]:
        return [role.slot for role in roles_of(models, chosen, {})]

    models = ModelRoles("t", "s", "a")
    assert slots(models, {"g": 0, "t": 1}) == [1, 4, 5]
    assert slots(models, {}) == [4, 5, 6]
    assert slots(models, {"a": 0, "x": 1, "t": 2, "y": 3}) == [2, 4, 0]
    assert slots(ModelRoles("t", "", "a"), {}) == [4, 6], "the colour of a role stays"


def test_the_slider_is_even_on_a_logarithmic_scale() -> None:
    assert temperature_at(0) == pytest.approx(0.5)
    assert temperature_at(200) == pytest.approx(20)
    assert temperature_at(slider_step(2.0)) == pytest.approx(2.0, rel=0.02)
    assert slider_step(1000) == 200
