"""The right side of the window: whatever it tells fits into it."""

import json
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton

from explorer.core.library.card_words import metric_title, metric_value
from explorer.core.library.library import Library
from explorer.core.library.listing import facts_of
from explorer.ui.panel_base.details import Action, Details
from explorer.ui.style import fonts
from explorer.ui.window.details import BREAK, WIDTH, DetailsSide, breakable

ANSWER = "<extra_id_0> People there make it with<extra_id_1>."


@pytest.fixture
def side(context: Any, qtbot: Any) -> DetailsSide:
    found = DetailsSide(context)
    qtbot.addWidget(found)
    context.theme.apply_theme(found)
    found.show()
    found.resize(found.width(), 600)
    return found


def labels(side: DetailsSide) -> dict[str, QLabel]:
    return {label.text().replace(BREAK, ""): label for label in side.findChildren(QLabel)}


def test_a_long_word_widens_nothing(side: DetailsSide) -> None:
    path = "/a/very/long/" + "folder_without_a_break" * 4
    rows = (("Best log-probability", "-10.9"), ("Text", ANSWER))
    side.show_details(Details("W" * 60, rows, path, (Action("Copy", lambda: None),)))
    page = side._area.widget()
    assert page.width() <= side._area.viewport().width()
    for child in (*page.findChildren(QLabel), *page.findChildren(QPushButton)):
        assert child.geometry().right() < side.width()
    assert {ANSWER, path} <= labels(side).keys()


def test_a_word_breaks_behind_a_sentinel_and_else_anywhere() -> None:
    room = fonts.text_width("<extra_id_1>", bold=True) + 1
    assert breakable("with<extra_id_1>.", room).split(BREAK) == ["with", "<extra_id_1>", "."]
    assert breakable("with it", room) == "with it"
    assert breakable("x" * 50, room).split(BREAK) == ["x"] * 50


def test_a_token_that_looks_like_a_tag_is_shown_as_it_is(side: DetailsSide) -> None:
    side.show_details(Details("<s> in RoBERTa", (("Looks most at", "<s> 0.41"),)))
    shown = labels(side)
    for text in ("<s> in RoBERTa", "<s> 0.41"):
        assert shown[text].sizeHint().width() > 0.95 * fonts.text_width(text)


def test_an_action_may_show_other_details_while_its_button_is_held(side: DetailsSide) -> None:
    def show(count: int) -> None:
        """Show details with another number of lines, so that all widgets are made again."""
        rows = tuple((f"Row {row}", "1") for row in range(count % 3))
        side.show_details(Details("Token", rows, "", (Action("Go on", lambda: show(count + 1)),)))

    show(0)
    for _ in range(6):
        (button,) = side.findChildren(QPushButton)
        QTest.mouseMove(button, button.rect().center())
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        QApplication.processEvents()
    assert "Token" in labels(side)


def test_what_can_be_clicked_is_said_only_where_something_can(side: DetailsSide) -> None:
    side.show_details(Details(), "Click a token to see it here.")
    side.refresh_models()
    assert "Click a token to see it here." in labels(side)
    side.show_details(Details())
    assert not any(text.startswith("Click") for text in labels(side))


def test_what_was_measured_is_told_in_words_and_units() -> None:
    measured = {"mlm_loss": 1.4567, "nsp_accuracy": 0.949, "rtd_auc": 0.9421, "new_loss": 0.5}
    told = {metric_title(name, "bert"): metric_value(name, v) for name, v in measured.items()}
    assert told == {
        "Masked tokens loss": "1.46 nats",
        "Next sentence acc.": "94.9%",
        "Replacements AUC": "0.942",
        "NEW loss": "0.500 nats",
    }
    assert metric_title("lm_loss", "gpt2") == "Next token loss"
    assert metric_title("lm_loss", "xlnet") == "Token in the order loss"


def test_above_what_was_measured_stands_on_what() -> None:
    entry = Library().entry("distilbert-mini")
    rows = [name for name, _ in facts_of(entry, "DistilBERT")]
    heading = rows.index("Held-out windows")
    assert rows[heading + 1 :] == ["Masked tokens loss", "Masked tokens acc."]
    told = dict(facts_of(entry, "DistilBERT"))
    assert (told["Held-out windows"], told["Longest text"]) == ("48 tokens", "128 tokens")


def test_what_was_measured_on_takes_one_line_and_a_tip_tells_how_it_is_cut(
    side: DetailsSide, models_folder: Path
) -> None:
    run = {"metrics": {"mlm_loss": 1.2}, "recipe": {"schedule": {"length": 48}}}
    (models_folder / "bert-mini" / "run.json").write_text(json.dumps(run), encoding="utf-8")
    side._context.library_changed()
    side._context.store.update(models=("bert-mini",))
    side.refresh_models()
    shown = labels(side)
    for text in ("Held-out windows", "48 tokens"):
        tip = shown[text].toolTip()
        assert tip == "Held-out windows of 48 tokens, cut as in its training"
        assert shown[text].sizeHint().height() < 1.5 * fonts.BODY + 6


def test_four_models_with_all_that_is_known_of_them_fit_into_a_window(
    context: Any, side: DetailsSide
) -> None:
    context.library = Library()
    context.library_changed()
    context.store.update(models=("bert-mini", "albert-mini", "electra-mini", "t5-mini"))
    side.refresh_models()
    assert "Sentence order acc." in labels(side)
    assert side._area.widget().sizeHint().height() < 900 - 104  # below the sentence and the models


def test_a_number_and_its_unit_are_on_one_line_for_every_bundled_model(
    context: Any, side: DetailsSide
) -> None:
    context.library = Library()
    context.library_changed()
    keys = [entry.key for entry in context.library.entries()]
    for first in range(0, len(keys), 4):
        context.store.update(models=tuple(keys[first : first + 4]))
        side.refresh_models()
        shown = labels(side)
        values = [one for text, one in shown.items() if text.endswith((" nats", " tokens"))]
        assert values
        assert not any(one.wordWrap() for one in values)
        assert side._area.widget().minimumSizeHint().width() <= WIDTH


def test_the_tab_key_goes_from_the_words_to_their_buttons(side: DetailsSide, qtbot: Any) -> None:
    later = QPushButton("made before the buttons of the side", side.parentWidget())
    qtbot.addWidget(later)
    side.show_details(Details("of", (), "", (Action("Hide", print), Action("Leave", print))))
    side._area.setFocus()
    found = []
    for _ in range(2):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        found.append(QApplication.focusWidget().text())
    assert found == ["Hide", "Leave"]


def test_a_button_that_changes_the_details_keeps_the_focus(side: DetailsSide, qtbot: Any) -> None:
    def leave() -> None:
        side.show_details(Details("of", (("Fed", "of"),), "", (Action("Hide", clear),)))

    def clear() -> None:
        side.show_details(Details())

    side.show_details(Details("of", (), "", (Action("Copy", print), Action("Leave", leave))))
    side._buttons[1].setFocus()
    qtbot.keyClick(side._buttons[1], Qt.Key.Key_Space)
    assert QApplication.focusWidget() is side._buttons[0]
    assert side._buttons[0].text() == "Hide"
    qtbot.keyClick(side._buttons[0], Qt.Key.Key_Space)
    assert QApplication.focusWidget() is side._area


def test_words_that_have_the_focus_show_it(side: DetailsSide, context: Any) -> None:
    context.theme.apply_theme(side)
    side._area.clearFocus()
    without = side.grab().toImage()
    side._area.setFocus()
    assert side.grab().toImage() != without
