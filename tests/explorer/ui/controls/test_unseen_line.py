"""The line that says where the models do not know the words, in the real window."""

import unicodedata
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt

from explorer.core.state.defaults import examples
from explorer.ui.controls.unseen_line import UnseenLine
from explorer.ui.dialogs.library import LibraryDialog
from explorer.ui.window.main_window import MainWindow

KNOWN, UNKNOWN = "The capital of France is Paris.", "Parliament adopted the resolution."


@pytest.fixture
def knowing(window: MainWindow, qtbot: Any) -> MainWindow:
    """A window whose models know six words, which its line has asked for."""
    qtbot.waitUntil(lambda: bool(window.unseen_line._known))
    return window


def shows(window: MainWindow, text: str) -> UnseenLine:
    window.store.update(text=text)
    return window.unseen_line


def panel_top(window: MainWindow) -> QPoint:
    assert window.current_panel is not None
    return window.current_panel.mapTo(window, QPoint(0, 0))


def test_unknown_words_are_counted_above_the_picture_which_does_not_move(
    knowing: MainWindow,
) -> None:
    before = panel_top(knowing)
    line = shows(knowing, UNKNOWN)
    assert line.text.startswith("3 of 4 words do not occur in the text that")
    assert line.isVisible()
    assert panel_top(knowing) == before
    shows(knowing, KNOWN)
    assert not line.isVisible()
    assert panel_top(knowing) == before


def test_the_first_unknown_word_is_named_and_marked_in_the_sentence(knowing: MainWindow) -> None:
    text = "The capital of France is Paris resort."
    line = shows(knowing, text)
    assert "“resort”" in line.text
    assert "near such words" in line.text
    sentence = knowing.sentence_bar.sentence
    (mark,) = sentence.marks()
    before = sentence.fontMetrics().horizontalAdvance(text[: text.index("resort")])
    width = sentence.fontMetrics().horizontalAdvance("resort")
    assert mark.dx() == pytest.approx(width, abs=3)
    assert mark.x1() == pytest.approx(sentence.fontMetrics().averageCharWidth() + before, abs=16)
    sentence.setText(text + " More")
    assert not sentence.marks()  # of another text they would be somewhere else
    shows(knowing, KNOWN)
    assert not sentence.marks()


def test_a_click_on_an_example_takes_it_as_the_sentence(knowing: MainWindow, qtbot: Any) -> None:
    for text, language in ((UNKNOWN, "en"), ("의회는 결의안을 채택하였다.", "ko")):
        line = shows(knowing, text)
        button = line._buttons[0]
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        first = next(one for one in examples() if one.language == language)
        assert knowing.store.state.text == first.text


def test_the_way_to_a_large_model_is_the_library(knowing: MainWindow, qtbot: Any) -> None:
    line = shows(knowing, UNKNOWN)
    qtbot.mouseClick(line._add, Qt.MouseButton.LeftButton)
    (dialog,) = knowing.findChildren(LibraryDialog)
    dialog.close()


def test_in_a_narrow_window_examples_give_way_and_the_sentence_is_whole(
    knowing: MainWindow, qtbot: Any
) -> None:
    knowing.setMinimumSize(1000, 700)
    line = shows(knowing, KNOWN)
    for width in (1440, 1000):
        knowing.resize(width, 900)
        qtbot.wait(20)
        before = panel_top(knowing)
        shows(knowing, UNKNOWN)
        qtbot.wait(20)
        assert panel_top(knowing) == before
        shown = [button.isVisible() for button in line._buttons]
        assert shown == ([True] * 3 if width == 1440 else [True, False, False])
        label = line._text
        assert label.heightForWidth(label.width()) <= label.height() + 2
        assert line.width() <= knowing.stage.width()
        shows(knowing, KNOWN)


def test_a_panel_that_predicts_nothing_says_nothing_of_it(knowing: MainWindow) -> None:
    assert shows(knowing, UNKNOWN).isVisible()
    knowing.store.update(panel="letters")
    assert knowing.unseen_line.text
    assert not knowing.unseen_line.isVisible()


def test_without_models_there_is_nothing_to_say(knowing: MainWindow) -> None:
    assert shows(knowing, UNKNOWN).text
    knowing.store.update(models=())
    assert knowing.unseen_line.text == ""


def test_decomposed_letters_are_named_in_every_panel_and_composed_by_a_click(
    knowing: MainWindow, qtbot: Any
) -> None:
    composed = "서울은 수도이다"
    knowing.store.update(panel="letters")
    before = panel_top(knowing)
    line = shows(knowing, unicodedata.normalize("NFD", composed))
    assert line.isVisible()
    assert "decomposed (NFD)" in line.text
    assert line._compose.isVisible()
    assert not line._add.isVisible()
    assert panel_top(knowing) == before
    qtbot.mouseClick(line._compose, Qt.MouseButton.LeftButton)
    assert knowing.store.state.text == composed
    assert not line._compose.isVisible()
    assert not line.isVisible()
