"""Names, titles and texts are shown as they are, everywhere; only the help is rich text."""

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint
from PySide6.QtGui import Qt, QTextDocument
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QScrollArea, QToolTip, QWidget

import explorer.ui
from explorer.core.engine.engine import Engine
from explorer.core.jobs.jobs import Jobs
from explorer.core.library.library import Library
from explorer.core.state.state import State, Store
from explorer.ui.controls.plain_text import plain_label, set_tip, show_tip
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.job_bridge import JobBridge
from explorer.ui.panel_base.registry import find_panels
from explorer.ui.style import theme
from explorer.ui.window.main_window import MainWindow
from tests.explorer.ui.panel_bench import ANSWER_MS, small_models

HOSTILE = "<img src='file:///x.png'><b>R&D</b>"
HELPER = "plain_text.py"
# What makes a label or a tooltip that takes a text for HTML if it looks like it.
BARE = {"QLabel", "setToolTip", "QToolTip", "QMessageBox", "QTextBrowser", "QStaticText"}
SOURCES = sorted(Path(next(iter(explorer.ui.__path__))).rglob("*.py"))


def calls(source: str) -> Iterator[str]:
    """What is called: the names of functions and methods, and the class of a static method."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield node.func.attr
            if isinstance(node.func.value, ast.Name):
                yield node.func.value.id


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_no_label_and_no_tooltip_is_made_outside_of_the_helper(path: Path) -> None:
    assert path.name == HELPER or not BARE & set(calls(path.read_text(encoding="utf-8")))


def test_what_is_forbidden_is_found() -> None:
    assert BARE & set(calls("def f(a):\n    a.b.setToolTip('x')\n    return QLabel('y')"))
    assert "QToolTip" in set(calls("QToolTip.showText(at, text)"))


def shown_words(tip: str) -> str:
    """What a tooltip shows: Qt takes it for HTML if it looks like it."""
    document = QTextDocument()
    if Qt.mightBeRichText(tip):
        document.setHtml(tip)
    else:
        document.setPlainText(tip)
    return document.toPlainText()


@pytest.mark.parametrize("text", [HOSTILE, "0: <s>, a special token", "a < b", "", "1st\n<2nd>"])
def test_a_tip_shows_every_character(qtbot: Any, text: str) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    set_tip(widget, text)
    assert shown_words(widget.toolTip()) == text
    widget.show()
    show_tip(widget.mapToGlobal(QPoint(5, 5)), text, widget)
    assert shown_words(QToolTip.text()) == text
    QToolTip.hideText()


def test_a_label_shows_every_character(qapp: QApplication) -> None:
    assert plain_label(HOSTILE).textFormat() is Qt.TextFormat.PlainText


@pytest.fixture
def window(qtbot: Any, tmp_path: Path) -> Iterator[MainWindow]:
    """All panels, with models whose titles are HTML."""
    folder = small_models(tmp_path / "models")
    for run in folder.glob("*/run.json"):
        run.write_text(json.dumps({"title": HOSTILE}), encoding="utf-8")
    library, bridge = Library(bundled=folder), JobBridge(Jobs())
    store = Store(State(text=HOSTILE, models=("bert", "gpt2"), theme="light"))
    context = PanelContext(store, library, Engine(library), bridge, theme.Theme("light"))
    made = MainWindow(context)
    qtbot.addWidget(made)
    made.show()
    made.start()
    yield made
    made.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def test_every_label_and_tip_of_the_window_shows_its_text_as_it_is(
    window: MainWindow, qtbot: Any
) -> None:
    for kind in find_panels().panels:
        window.store.update(panel=kind.spec.name)
        panel = window.panel(kind.spec.name)
        qtbot.waitUntil(lambda panel=panel: not panel.busy, timeout=ANSWER_MS)
    window.open_library()
    window.export_panel()
    window.show_bug(HOSTILE, HOSTILE)
    window.warn(HOSTILE)
    labels = window.findChildren(QLabel)
    rich = [each for each in labels if each.textFormat() is not Qt.TextFormat.PlainText]
    (help_area,) = window.findChildren(QScrollArea, "help")
    assert rich
    assert all(help_area.isAncestorOf(each) for each in rich)
    tips = [each.toolTip() for each in window.findChildren(QWidget)]
    assert not [tip for tip in tips if "<img" in tip]
    assert any(HOSTILE in shown_words(tip) for tip in tips)
    for dialog in window.findChildren(QDialog):
        dialog.close()
