"""A form is built from declared fields; it scrolls, and nothing in it changes on the way."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QWidget,
)

from explorer.core.training.text_titles import EXAMPLE_TITLES, title_of
from explorer.ui.controls.form import (
    WIDTH,
    ChoiceForm,
    Field,
    Form,
    TickList,
    choice_box,
    fill,
    number_field,
    option_field,
    whole,
)
from explorer.ui.controls.text_chooser import TextChooser
from explorer.ui.graphics.canvas import CanvasArea
from explorer.ui.style.theme import Theme
from models.schema.specs import Option
from tests.explorer.ui.pointer import turn_wheel


@pytest.fixture
def form(qtbot: Any) -> Form:
    made = Form()
    qtbot.addWidget(made)
    made.heading("Learning")
    made.resize(made.width(), 120)
    return made


def shown(form: Form, qtbot: Any) -> None:
    form.show()
    qtbot.waitExposed(form)
    form.activateWindow()
    form.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    form.setFocus()


def test_the_wheel_over_a_number_or_a_list_scrolls_and_changes_neither(
    form: Form, qtbot: Any
) -> None:
    numbers = [form.add(f"Number {i}", whole(1, 64)) for i in range(8)]
    chosen = form.add("Learns from", QComboBox())
    fill(chosen, [("The village", "village"), ("A file", "file")], "village")
    for box in numbers:
        box.setValue(16)
    shown(form, qtbot)
    for control in (*numbers, chosen):
        turn_wheel(control)
    assert [box.value() for box in numbers] == [16] * 8
    assert chosen.currentData() == "village"
    assert form.verticalScrollBar().value() > 0


def test_the_wheel_turns_a_number_that_a_person_went_to(form: Form, qtbot: Any) -> None:
    box = form.add("Batch", whole(1, 64))
    box.setValue(16)
    shown(form, qtbot)
    box.setFocus()
    qtbot.waitUntil(box.hasFocus)
    turn_wheel(box)
    assert box.value() == 15


def test_a_form_gives_way_to_the_picture_beside_it_and_no_words_are_cut(qtbot: Any) -> None:
    """536 pixels are what a window of 1000 leaves to a panel."""
    theme = Theme()
    panel, form, picture = QWidget(), Form(), CanvasArea(theme)
    qtbot.addWidget(panel)
    theme.apply_theme(panel)
    form.heading("Losses")
    ticked = form.add("Only at masked positions", QCheckBox())
    line = QHBoxLayout(panel)
    line.setContentsMargins(0, 0, 0, 0)
    line.setSpacing(16)
    line.addWidget(form)
    line.addWidget(picture, 1)
    panel.resize(536, 400)
    panel.show()
    qtbot.waitExposed(panel)
    assert form.geometry().right() < picture.geometry().left()
    assert picture.geometry().right() < panel.width()
    assert ticked.width() >= ticked.sizeHint().width()
    panel.resize(1200, 400)
    assert form.width() == WIDTH


@dataclass(frozen=True)
class Run:
    name: str = "own"
    kind: str = "slow"
    steps: int = 100
    whole_words: bool = False
    parts: tuple[str, ...] = ("a",)
    text: str = "village"
    options: Mapping[str, Any] = field(default_factory=dict)


def parts() -> TickList:
    ticks = TickList()
    ticks.offer([(name, name.upper(), f"Part {name}", name != "c") for name in "abc"])
    return ticks


OPTIONS = (
    Option("rate", "Rate", 0.5, 0.0, 2.0, help="How fast"),
    Option("frozen", "Frozen", False, choices=(False, True)),
    Option("layers", "Layers", 2, choices=(1, 2, 4)),
)
FIELDS = {
    "Run": (
        Field("name", "Name", QLineEdit, "Its name"),
        Field("kind", "Kind", partial(choice_box, [("Slow", "slow"), ("Fast", "fast")])),
        number_field("steps", "Steps", 1, 1000, 10, "Batches"),
        Field("whole_words", "Whole words", QCheckBox),
        Field("parts", "Parts", parts),
        Field("text", "Text", TextChooser),
        Field("again", "", partial(QPushButton, "Again")),
    ),
    "Options": tuple(option_field(option, "options") for option in OPTIONS),
}


@pytest.fixture
def declared(qtbot: Any) -> ChoiceForm[Run]:
    made = ChoiceForm(Run(), FIELDS)
    qtbot.addWidget(made)
    made.show_choice(Run())
    return made


def test_every_kind_of_declared_field_shows_a_choice_and_emits_nothing(
    declared: ChoiceForm[Run], qtbot: Any
) -> None:
    options = {"rate": 1.5, "frozen": True, "layers": 4}
    chosen = Run("new", "fast", 20, True, ("a", "b"), "world:ko", options)
    with qtbot.assertNotEmitted(declared.changed):
        declared.show_choice(chosen)
    controls = declared.fields
    assert controls["name"].text() == "new"
    assert controls["kind"].currentText() == "Fast"
    assert controls["steps"].value() == 20
    assert controls["whole_words"].isChecked()
    assert [box.isChecked() for box in controls["parts"].boxes] == [True, True, False]
    assert controls["text"].text == "world:ko"
    assert controls["options.rate"].value() == 1.5
    assert controls["options.frozen"].isChecked()
    assert controls["options.layers"].currentData() == 4
    assert declared.choice == chosen


def test_what_a_person_sets_in_a_declared_field_is_emitted_once(
    declared: ChoiceForm[Run], qtbot: Any
) -> None:
    told: list[Run] = []
    declared.changed.connect(told.append)
    controls, expected = declared.fields, Run()
    controls["kind"].setCurrentIndex(1)
    controls["kind"].activated.emit(1)
    controls["steps"].setValue(30)
    controls["parts"].boxes[1].click()
    controls["options.rate"].setValue(1.0)
    controls["options.frozen"].click()
    for change in (
        {"kind": "fast"},
        {"steps": 30},
        {"parts": ("a", "b")},
        {"options": {"rate": 1.0}},
        {"options": {"rate": 1.0, "frozen": True}},
    ):
        expected = replace(expected, **change)
        assert told.pop(0) == expected
    assert told == []


def test_options_that_a_choice_does_not_name_have_their_defaults(
    declared: ChoiceForm[Run],
) -> None:
    assert declared.fields["options.rate"].value() == 0.5
    assert declared.fields["options.layers"].currentData() == 2
    assert declared.fields["options.rate"].toolTip() == "How fast"
    assert declared.fields["options.rate"].accessibleName() == "Rate"


def test_a_list_with_one_entry_is_no_choice(declared: ChoiceForm[Run], qtbot: Any) -> None:
    declared.show()
    qtbot.waitExposed(declared)
    declared.offer_items("kind", [("Slow", "slow")])
    assert not declared.fields["kind"].isVisible()
    declared.offer_items("kind", [("Slow", "slow"), ("Fast", "fast")])
    assert declared.fields["kind"].isVisible()
    assert declared.choice.kind == "slow"


def test_removed_fields_leave_the_others_as_they_are(declared: ChoiceForm[Run]) -> None:
    declared.remove_fields(1)
    declared.show_choice(Run(steps=7))
    assert "options.rate" not in declared.fields
    assert declared.fields["steps"].value() == 7


def test_a_field_may_remove_its_own_group_while_it_is_clicked(qtbot: Any) -> None:
    class Replacing(ChoiceForm[Run]):
        """Each change makes all fields again, as an option that brings others does."""

        def show_choice(self, choice: Run) -> None:
            self.remove_fields(0)
            self.add_fields(FIELDS["Run"], 0)
            super().show_choice(choice)

    form = Replacing(Run(), {"Run": FIELDS["Run"]})
    qtbot.addWidget(form)
    form.resize(400, 500)
    form.show()
    qtbot.waitExposed(form)
    for expected in (True, False, True):
        tick = form.fields["whole_words"]
        place = QPoint(8, tick.height() // 2)
        QTest.mouseMove(tick, place)
        QTest.mouseClick(tick, Qt.MouseButton.LeftButton, pos=place)
        QTest.keyClick(form.fields["steps"], Qt.Key.Key_Up)
        QTest.keyClick(form.fields["kind"], Qt.Key.Key_Down)
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        QApplication.processEvents()
        assert form.choice.whole_words is expected
    assert form.choice.steps == Run().steps + 30
    assert form.choice.kind == "fast"


@pytest.mark.parametrize("name", EXAMPLE_TITLES)
def test_examples_of_tasks_are_a_text_without_a_language(name: str, qtbot: Any) -> None:
    chooser = TextChooser()
    qtbot.addWidget(chooser)
    chooser.show_value(name)
    assert chooser.where.currentText() == title_of(name) == EXAMPLE_TITLES[name]
    assert chooser.language.isHidden()
    with qtbot.waitSignal(chooser.chosen) as chosen:
        chooser.where.activated.emit(chooser.where.currentIndex())
    assert chosen.args == [name]
    chooser.show_value("world:ko")
    assert not chooser.language.isHidden()


def test_two_languages_of_unequal_amounts_have_an_exponent(
    declared: ChoiceForm[Run], qtbot: Any
) -> None:
    declared.show()
    qtbot.waitExposed(declared)
    chooser = declared.fields["text"]
    chooser.show_value("world:en")
    assert not chooser.english.isVisible()
    chooser.show_value("world")
    assert chooser.english.isVisible()
    assert not chooser.alpha.isVisible()  # equal amounts are sampled alike by any exponent
    chooser.english.setValue(90)
    assert declared.choice.text == "world:en90ko10@0.5"
    assert chooser.sampled.text() == "Sampled: 75 % English"
    chooser.alpha.setValue(1.0)
    assert declared.choice.text == "world:en90ko10@1"
    assert title_of(declared.choice.text) == "The mini-world, 90 % English, 10 % Korean, alpha 1"
    chooser.english.setValue(50)
    assert declared.choice.text == "world"


def test_groups_of_a_form_across_are_beside_one_another_and_none_scrolls(qtbot: Any) -> None:
    form = Form(across=True)
    qtbot.addWidget(form)
    boxes = []
    for name in ("first", "second"):
        form.heading(name)
        boxes.append(form.add(name, whole(0, 9)))
    form.resize(700, form.sizeHint().height())
    form.show()
    corners = [box.mapTo(form, box.rect().topLeft()) for box in boxes]
    assert corners[0].y() == corners[1].y()
    assert corners[0].x() + boxes[0].width() < corners[1].x()
    assert form.verticalScrollBar().maximum() == 0
