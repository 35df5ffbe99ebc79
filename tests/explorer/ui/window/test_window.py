"""A person's ways through the window."""

import json
import os
import shutil
import threading
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QGuiApplication, QImage, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QLineEdit,
    QMenu,
    QProgressBar,
    QPushButton,
    QToolButton,
    QTreeWidget,
    QWidget,
)
from safetensors.numpy import save_file

from explorer.core.errors import UserError
from explorer.core.jobs.jobs import Done, Event, Failed, Progress, Work
from explorer.core.jobs.progress_text import describe, duration
from explorer.core.library.library import Library
from explorer.core.state.session import Session, load_session
from explorer.core.state.state import Selection, Store
from explorer.core.state.texts import CUT, MAX_TEXT
from explorer.ui.controls.layouts import PROGRESS_STEPS
from explorer.ui.controls.live_run import LiveRun, RunPhase
from explorer.ui.dialogs.bug import BugDialog
from explorer.ui.dialogs.library import LibraryDialog
from explorer.ui.dialogs.shortcuts import ShortcutSheet
from explorer.ui.graphics.canvas import Canvas
from explorer.ui.graphics.tokens.token_rows import TokenHit
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.figures import figure_of
from explorer.ui.panel_base.panel import Panel
from explorer.ui.panel_base.registry import PanelCatalog
from explorer.ui.style import fonts
from explorer.ui.style.palette import DARK
from explorer.ui.style.zoom import TEXT_SIZES, zoom_of
from explorer.ui.window.banners import Banner
from explorer.ui.window.commands import CommandPalette, filter_commands
from explorer.ui.window.jobs_bar import TaskRow
from explorer.ui.window.main_window import MainWindow
from explorer.ui.window.top_bar import ModelChip


def test_the_window_opens_with_the_panel_already_computed(window: MainWindow) -> None:
    assert window.current_panel.words == tuple(window.store.state.text.split())
    assert window.current_panel.message == ""


def test_typing_changes_the_panel_after_a_short_pause(window: MainWindow, qtbot: Any) -> None:
    line = window.sentence_bar.sentence
    line.selectAll()
    qtbot.keyClicks(line, "red green")
    assert window.store.state.text != "red green"
    qtbot.waitUntil(lambda: window.current_panel.words == ("red", "green"))


def test_undo_in_the_sentence_takes_back_what_was_typed(window: MainWindow, qtbot: Any) -> None:
    before = window.store.state.text
    line = window.sentence_bar.sentence
    line.setFocus()
    line.selectAll()
    qtbot.keyClicks(line, "red")
    line.flush()
    run(window, "Undo")
    assert window.store.state.text == before
    assert line.text() == before
    run(window, "Redo")
    assert line.text() == "red"


def test_an_empty_sentence_says_what_to_do(window: MainWindow) -> None:
    window.store.update(text="")
    assert window.current_panel.message == "Type a sentence above."


def test_what_can_be_clicked_is_not_said_where_words_stand_in_place_of_the_picture(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, qtbot: Any
) -> None:
    def said() -> list[str]:
        return [label.text() for label in window.details.findChildren(QLabel)]

    monkeypatch.setattr(type(window.current_panel), "click_hint", "Click a word.")
    window.store.update(text="red ball")
    qtbot.waitUntil(lambda: window.current_panel.words == ("red", "ball"))
    assert "Click a word." in said()
    window.store.update(text="")
    assert "Click a word." not in said()
    window.store.update(text="reject")
    qtbot.waitUntil(lambda: "Write something else." in window.current_panel.message)
    assert "Click a word." not in said()


def test_a_model_that_is_gone_is_looked_for_once_and_found_when_a_person_comes_back(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    context, gone = window.context, str(tmp_path / "gone")
    looked: list[str] = []
    look = context.library.entry
    monkeypatch.setattr(context.library, "entry", lambda key: looked.append(key) or look(key))
    window.store.update(models=("bert-mini", gone))
    for text in ("red", "red ball", "red balls"):
        window.store.update(text=text)
    assert looked.count(gone) == 1
    (tmp_path / "gone").mkdir()
    come_back(window)
    assert context.entry(gone) is not None


def test_a_user_error_stands_in_the_panel_and_not_in_a_dialog(
    window: MainWindow, qtbot: Any
) -> None:
    window.store.update(text="reject")
    qtbot.waitUntil(lambda: "Write something else." in window.current_panel.message)
    assert not window.findChildren(BugDialog)


@pytest.mark.expects_log_warnings
def test_a_bug_opens_a_dialog_with_details_and_the_window_goes_on(
    window: MainWindow, qtbot: Any
) -> None:
    window.store.update(text="break")
    qtbot.waitUntil(lambda: bool(window.findChildren(BugDialog)))
    dialog = window.findChildren(BugDialog)[0]
    assert "RuntimeError: a bug" in dialog.details
    dialog.copy()
    assert "RuntimeError" in QGuiApplication.clipboard().text()
    dialog.accept()
    window.store.update(text="well again")
    qtbot.waitUntil(lambda: window.current_panel.words == ("well", "again"))


def test_the_lines_that_make_a_figure_are_copied(window: MainWindow) -> None:
    run(window, "Copy as Python")
    assert QGuiApplication.clipboard().text().startswith("from plm_explorer import figure\n\n")
    assert any("Copied" in text for text in window.banners.texts)


def test_selecting_a_token_shows_its_details_and_escape_deselects(
    window: MainWindow, qtbot: Any
) -> None:
    canvas = window.current_panel.area.canvas
    drawing = canvas.drawing
    strip = drawing.drawings[0].drawing
    spot = strip.laid_out(canvas.width()).find(TokenHit(1)).rect.center()
    point = spot.toPoint() + canvas.rect().topLeft()
    point.setY(point.y() + 28)  # below the title of the column
    qtbot.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=point)
    assert window.store.state.selection.token == 1
    assert window.current_panel.details.title == "Word"
    run(window, "Deselect")
    assert window.store.state.selection == Selection()


def test_arrow_keys_walk_through_the_tokens(window: MainWindow, qtbot: Any) -> None:
    canvas = window.current_panel.area.canvas
    canvas.setFocus()
    qtbot.keyClick(canvas, Qt.Key.Key_Right)
    qtbot.keyClick(canvas, Qt.Key.Key_Right)
    assert canvas.current.hit == TokenHit(1)
    qtbot.keyClick(canvas, Qt.Key.Key_Return)
    assert window.store.state.selection.token == 1


def test_another_panel_opens_from_the_side_and_by_its_key(window: MainWindow, qtbot: Any) -> None:
    run(window, "Letters")
    qtbot.waitUntil(lambda: window.current_panel.words[:3] == ("T", "h", "e"))
    assert window.current_panel.spec.name == "letters"
    assert {c.shortcut for c in window.commands} >= {"Ctrl+1", "Ctrl+2", "Ctrl+K", "Ctrl+E", "F1"}


def test_a_panel_that_is_shown_again_is_not_computed_again(window: MainWindow, qtbot: Any) -> None:
    first = window.current_panel
    run(window, "Letters")
    qtbot.waitUntil(lambda: bool(window.current_panel.words))
    run(window, "Words")
    assert window.current_panel is first
    assert not first.busy


def written_again(folder: Path) -> None:
    """Replace the weights file as a program does that trains on: another file of equal size."""
    weights = np.ones((2, 2), dtype=np.float32)
    save_file({"weight": weights}, folder / "new.safetensors")
    os.replace(folder / "new.safetensors", folder / "model.safetensors")


def come_back(window: MainWindow) -> None:
    """What a person does who did something elsewhere."""
    QApplication.sendEvent(window, QEvent(QEvent.Type.ActivationChange))


@pytest.fixture
def asked(window: MainWindow, monkeypatch: pytest.MonkeyPatch, qtbot: Any) -> list[Any]:
    """The requests that the shown panel works on from now on."""
    found: list[Any] = []
    work = type(window.current_panel).work

    def counted(request: Any, engine: Any) -> Work:
        found.append(request)
        return (yield from work(request, engine))

    monkeypatch.setattr(type(window.current_panel), "work", staticmethod(counted))
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    return found


def test_a_model_that_is_written_again_is_computed_anew_when_a_person_comes_back(
    window: MainWindow, models_folder: Path, asked: list[Any], qtbot: Any
) -> None:
    come_back(window)
    assert not window.current_panel.busy  # nothing changed
    written_again(models_folder / "bert-mini")
    come_back(window)
    qtbot.waitUntil(lambda: len(asked) == 1 and not window.current_panel.busy)
    come_back(window)
    assert not window.current_panel.busy


def test_a_model_whose_folder_is_gone_is_told_of_when_a_person_comes_back(
    window: MainWindow, models_folder: Path, asked: list[Any], qtbot: Any
) -> None:
    shutil.rmtree(models_folder / "bert-mini")
    come_back(window)
    qtbot.waitUntil(lambda: len(asked) == 1 and not window.current_panel.busy)
    assert asked[0].keys == ("gpt2-mini",)
    assert any("bert-mini cannot be used" in text for text in window.banners.texts)


def test_coming_back_looks_at_the_library_once(
    window: MainWindow, asked: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[Library] = []
    entries = Library.entries
    monkeypatch.setattr(Library, "entries", lambda self: looked.append(self) or entries(self))
    come_back(window)
    assert len(looked) == 1
    assert asked == []


def test_a_model_that_is_written_again_is_computed_anew_when_the_library_changes(
    window: MainWindow, models_folder: Path, asked: list[Any], qtbot: Any
) -> None:
    window.context.library_changed()
    assert not window.current_panel.busy
    written_again(models_folder / "gpt2-mini")
    window.context.library_changed()
    qtbot.waitUntil(lambda: len(asked) == 1 and not window.current_panel.busy)


def test_a_panel_that_was_not_shown_is_computed_anew_once_it_is(
    window: MainWindow, models_folder: Path, asked: list[Any], qtbot: Any
) -> None:
    words = window.current_panel
    run(window, "Letters")
    qtbot.waitUntil(lambda: bool(window.current_panel.words))
    written_again(models_folder / "bert-mini")
    come_back(window)
    qtbot.waitUntil(lambda: not window.current_panel.busy)
    assert asked == []
    run(window, "Words")
    assert window.current_panel is words
    qtbot.waitUntil(lambda: len(asked) == 1 and not words.busy)


def test_the_side_and_the_chips_follow_a_model_that_is_written_again(
    window: MainWindow, models_folder: Path, asked: list[Any]
) -> None:
    about = {"title": "BERT anew", "metrics": {"mlm_loss": 1.5}}
    (models_folder / "bert-mini" / "run.json").write_text(json.dumps(about), encoding="utf-8")
    come_back(window)
    shown = [button.text() for button in shown_chips(window)[0].findChildren(QToolButton)]
    assert "BERT anew" in shown
    told = [label.text() for label in window.details.findChildren(QLabel)]
    assert "BERT anew" in told
    assert "1.50 nats" in told


def test_a_model_that_breaks_meanwhile_is_said_and_mended_once_it_is_whole(
    window: MainWindow, models_folder: Path, asked: list[Any], qtbot: Any
) -> None:
    weights = models_folder / "bert-mini" / "model.safetensors"
    whole = weights.read_bytes()
    weights.write_bytes(whole[:-4])
    come_back(window)
    assert "bert-mini cannot be used" in window.banners.texts[0]
    qtbot.waitUntil(lambda: [slot.key for slot in window.current_panel.slots()] == ["gpt2-mini"])
    weights.write_bytes(whole)
    come_back(window)
    assert window.banners.texts == []
    qtbot.waitUntil(lambda: not window.current_panel.busy)
    assert len(window.current_panel.slots()) == 2


def test_models_are_removed_moved_and_added(window: MainWindow, qtbot: Any) -> None:
    chips = shown_chips(window)
    assert len(chips) == 2
    chips[1].moved.emit(-1)
    assert window.store.state.models == ("gpt2-mini", "bert-mini")
    shown_chips(window)[0].removed.emit()
    assert window.store.state.models == ("bert-mini",)
    dialog = window.open_library()
    dialog.chosen.emit("gpt2-mini")
    dialog.reject()
    assert window.store.state.models == ("bert-mini", "gpt2-mini")


def test_the_first_model_cannot_be_moved_left_nor_the_last_right(window: MainWindow) -> None:
    first, last = (chip.findChild(QMenu) for chip in shown_chips(window))
    usable = [{a.text(): a.isEnabled() for a in menu.actions()} for menu in (first, last)]
    assert [one["Move left"] for one in usable] == [False, True]
    assert [one["Move right"] for one in usable] == [True, False]
    next(a for a in last.actions() if a.text() == "Move left").trigger()
    assert window.store.state.models == ("gpt2-mini", "bert-mini")


def test_letters_follow_the_order_of_the_chips_in_all_that_names_a_model(
    window: MainWindow, qtbot: Any
) -> None:
    assert badges(window) == ["A", "B"]
    shown_chips(window)[0].removed.emit()
    assert badges(window) == ["A"]
    qtbot.waitUntil(lambda: not window.current_panel.busy)
    (column,) = window.current_panel.drawings()[0].drawings
    assert column.slot == 0
    assert [one.name for one in window.current_panel.figure_models()] == ["A gpt2-mini"]
    assert "A gpt2-mini" in str(figure_of(window.current_panel, {}).caption)
    window.open_library().chosen.emit("bert-mini")
    assert window.store.state.models == ("gpt2-mini", "bert-mini")
    assert badges(window) == ["A", "B"]


def test_undo_brings_a_removed_model_back_and_leaves_the_sentence(
    window: MainWindow, qtbot: Any
) -> None:
    window.store.update(text="a new sentence")
    shown_chips(window)[0].removed.emit()
    qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.store.state.models == ("bert-mini", "gpt2-mini")
    assert window.store.state.text == "a new sentence"
    assert badges(window) == ["A", "B"]


def test_a_remark_goes_once_something_else_is_shown_and_a_warning_stays(
    window: MainWindow,
) -> None:
    window.store.update(text="")
    assert window.export_panel() is None
    window.warn("The disk is full.")
    assert len(window.banners.texts) == 2
    window.store.update(text="red green")
    assert window.banners.texts == ["The disk is full."]


def test_messages_come_and_go_below_the_panel_which_stays_in_its_place(
    window: MainWindow,
) -> None:
    def top() -> QPoint:
        return window.current_panel.mapTo(window, QPoint(0, 0))

    before = top()
    window.warn("The disk is full.")
    QApplication.processEvents()
    assert window.banners.isVisible()
    assert top() == before
    window.banners.findChild(Banner).closed.emit()
    QApplication.processEvents()
    assert not window.banners.isVisible()
    assert top() == before


def test_what_closes_a_message_or_a_job_is_seen_after_another_theme_was_chosen(
    window: MainWindow, qtbot: Any
) -> None:
    def work() -> Work:
        yield Progress("Learning")

    def closers() -> list[QImage]:
        buttons = [
            next(one for one in part.findChildren(QToolButton) if name in one.accessibleName())
            for part, name in ((window.banners, "Close this"), (window.jobs_bar, "Cancel"))
        ]
        return [button.icon().pixmap(20, 20).toImage() for button in buttons]

    window.store.update(theme="dark")
    window.warn("The disk is full.")
    window.context.jobs.submit("train", "run", work, lambda event: None, "Learning")
    qtbot.waitUntil(lambda: bool(window.jobs_bar.findChildren(TaskRow)))
    dark = closers()
    window.store.update(theme="light")
    assert all(before != now for before, now in zip(dark, closers(), strict=True))


def test_a_warning_about_glyphs_goes_with_them_and_is_not_repeated(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fonts, "missing_font", lambda text: "Emoji" if "x" in text else None)
    window.store.update(text="x")
    assert "Emoji" in window.banners.texts[0]
    window.banners.findChild(Banner).closed.emit()
    window.store.update(text="xx")
    assert window.banners.texts == []
    window.store.update(text="plain")
    window.store.update(text="x")
    assert len(window.banners.texts) == 1
    window.store.update(text="plain")
    assert window.banners.texts == []


def test_a_folder_without_a_model_is_said_inside_the_dialog(
    window: MainWindow, tmp_path: Path
) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    dialog = window.open_library()
    dialog.open_folder(str(empty))
    assert message_of(dialog)
    assert dialog.isVisible()
    dialog.reject()


def test_a_missing_model_is_marked_and_the_others_are_shown(window: MainWindow, qtbot: Any) -> None:
    window.store.update(models=("gone", "bert-mini"))
    qtbot.waitUntil(lambda: not window.current_panel.busy)
    assert [slot.letter for slot in window.current_panel.slots()] == ["B"]
    assert len(shown_chips(window)) == 2


def test_the_command_palette_finds_commands_by_words(window: MainWindow, qtbot: Any) -> None:
    palette = CommandPalette(window.commands, window)
    qtbot.addWidget(palette)
    palette.chosen.connect(lambda command: command.run())
    palette._line.setText("dark theme")
    palette.run_current()
    assert window.store.state.theme == "dark"
    assert window.context.theme.palette.name == "dark"


def test_keys_step_through_the_panels_and_one_sheet_lists_all_keys(window: MainWindow) -> None:
    first = window.store.state.panel
    run(window, "Next panel")
    assert window.store.state.panel != first
    run(window, "Previous panel")
    assert window.store.state.panel == first
    run(window, "Keyboard shortcuts")
    sheet = window.findChild(ShortcutSheet)
    groups = [sheet.tree.topLevelItem(k) for k in range(sheet.tree.topLevelItemCount())]
    keys = [group.child(k).text(1) for group in groups for k in range(group.childCount())]
    assert {command.shortcut for command in window.commands if command.shortcut} <= set(keys)
    assert {"Tab", "Enter or Space"} <= set(keys)
    sheet.reject()


def test_every_shortcut_is_a_key_of_its_own(window: MainWindow) -> None:
    keys = [QKeySequence(command.shortcut) for command in window.commands if command.shortcut]
    assert all(key.toString() for key in keys)
    assert len({key.toString() for key in keys}) == len(keys)


def test_the_menu_marks_the_theme_that_is_in_force(window: MainWindow) -> None:
    menus = (action.menu() for action in window._menu.menu.actions())
    view = next(menu for menu in menus if menu.title() == "View")
    themes = [action for action in view.actions() if action.text().endswith(" theme")]

    def marked() -> list[str]:
        view.aboutToShow.emit()
        return [action.text() for action in themes if action.isChecked()]

    assert marked() == [f"{window.store.state.theme.capitalize()} theme"]
    for _ in range(2):  # one that is chosen once more stays marked
        next(action for action in themes if action.text() == "Dark theme").trigger()
        assert marked() == ["Dark theme"]


def test_the_palette_gives_every_command_a_line_of_full_height(window: MainWindow) -> None:
    run(window, "All commands…")
    palette = window.findChild(CommandPalette)
    rows = palette.findChild(QTreeWidget)
    heights = {
        rows.visualItemRect(rows.topLevelItem(k)).height() for k in range(rows.topLevelItemCount())
    }
    assert min(heights) > rows.fontMetrics().height() + 4
    palette.reject()


def test_the_key_for_export_is_the_windows_while_a_person_writes(
    window: MainWindow, qtbot: Any
) -> None:
    class LineUnderX11(QLineEdit):
        """Takes Ctrl+E for itself, as the end of the line."""

        def event(self, event: QEvent) -> bool:
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
            return super().event(event)

    line = LineUnderX11(window)
    line.show()
    window.activateWindow()
    line.setFocus()
    qtbot.waitUntil(line.hasFocus)
    control = Qt.KeyboardModifier.ControlModifier
    taken = []
    for letter in (Qt.Key.Key_E, Qt.Key.Key_A):
        key = QKeyEvent(QEvent.Type.ShortcutOverride, letter, control)
        key.ignore()
        QApplication.sendEvent(line, key)
        taken.append(key.isAccepted())
    assert taken == [False, True]


def test_f1_unfolds_the_explanation_and_escape_folds_it(window: MainWindow) -> None:
    run(window, "What am I looking at?")
    assert window.stage.help_shown
    run(window, "Deselect")
    assert not window.stage.help_shown


def test_the_jobs_bar_is_there_only_while_there_are_jobs(window: MainWindow, qtbot: Any) -> None:
    assert not window.jobs_bar.isVisible()
    going = [True]

    def work() -> Work:
        step = 0
        while going[0]:
            step += 1
            yield Progress("learning", step, 10_000, 50.0, "steps")
        return step

    events: list[Any] = []
    window.context.jobs.submit("train", "run", work, events.append, title="Training something")
    qtbot.waitUntil(lambda: window.jobs_bar.isVisible() and bool(events))
    rows = window.jobs_bar.findChildren(TaskRow)
    assert len(rows) == 1
    going[0] = False
    qtbot.waitUntil(lambda: isinstance(events[-1], Done))
    rows[0].closed.emit()
    assert not window.jobs_bar.isVisible()


def test_a_job_that_repeats_its_title_is_named_once(window: MainWindow, qtbot: Any) -> None:
    going = [True]

    def work() -> Work:
        while going[0]:
            yield Progress("Training bert", 5, 10)

    events: list[Any] = []
    window.context.jobs.submit("train", "run", work, events.append, title="Training bert")
    qtbot.waitUntil(lambda: bool(events))
    (row,) = window.jobs_bar.findChildren(TaskRow)
    assert [label.text() for label in row.findChildren(QLabel)] == ["Training bert", "5 of 10"]
    going[0] = False
    qtbot.waitUntil(lambda: isinstance(events[-1], Done))


@pytest.mark.parametrize(
    ("resumable", "unit", "button", "words"),
    [
        (True, "steps", "Stop and save", "the progress is saved"),
        (True, "", "Cancel", "nothing is saved"),  # it was still reading the text
        (False, "steps", "Cancel", "nothing is saved"),
    ],
)
def test_a_cancelled_job_says_before_and_after_what_is_left_of_it(
    window: MainWindow, qtbot: Any, resumable: bool, unit: str, button: str, words: str
) -> None:
    def work() -> Work:
        while True:
            yield Progress("learning", 5, 10, unit=unit)

    run = LiveRun(window.context.jobs, "run", resumable=resumable)
    run.start(work, "Learning something")
    qtbot.waitUntil(lambda: run.phase is RunPhase.RUNNING)
    (row,) = window.jobs_bar.findChildren(TaskRow)
    tips = [one.toolTip() for one in row.findChildren(QToolButton)]
    assert button in tips
    run.cancel()
    qtbot.waitUntil(lambda: run.phase is RunPhase.CANCELLED)
    assert any(words in label.text() for label in row.findChildren(QLabel))


@pytest.mark.parametrize("told", [False, True], ids=["nothing told", "nothing counted"])
def test_a_training_that_is_paused_before_it_counts_its_steps_shows_nothing_done(
    window: MainWindow, qtbot: Any, told: bool
) -> None:
    jobs, may_tell = window.context.jobs, threading.Event()

    def work() -> Work:
        if not told:
            may_tell.wait(5)
        while True:
            yield Progress("Reading the text")

    events: list[Any] = []
    task = jobs.submit("train", "run", work, events.append, "Training something")
    (row,) = window.jobs_bar.findChildren(TaskRow)
    bar = row.findChild(QProgressBar)
    qtbot.waitUntil(lambda: bool(events) or not told)
    assert bar.maximum() == 0, "it runs to and fro"
    jobs.pause(task)
    assert (bar.value(), bar.maximum()) == (0, PROGRESS_STEPS)
    assert row.findChildren(QLabel)[-1].text() == "paused"
    jobs.resume(task)
    may_tell.set()
    assert bar.maximum() == 0


def test_a_failed_job_says_so_in_the_jobs_bar(window: MainWindow, qtbot: Any) -> None:
    from explorer.core.errors import UserError

    def work() -> Work:
        yield Progress("starting")
        raise UserError("The text is empty.", "Choose another file.")

    events: list[Any] = []
    window.context.jobs.submit("train", "run", work, events.append, title="Training something")
    qtbot.waitUntil(lambda: bool(events) and isinstance(events[-1], Failed))
    assert not window.findChildren(BugDialog)


def test_the_window_fills_the_screen_and_comes_back(window: MainWindow) -> None:
    run(window, "Full screen")
    assert window.isFullScreen()
    run(window, "Full screen")
    assert not window.isFullScreen()


def test_f11_leaves_the_window_to_the_picture_and_brings_back_the_sides_that_were_there(
    window: MainWindow,
) -> None:
    def sides() -> tuple[bool, bool]:
        return window.rail.isVisible(), window.details.isVisible()

    keys = {command.title: command.shortcut for command in window.commands}
    assert (keys["Both sides"], keys["Full screen"]) == ("F11", "Shift+F11")
    run(window, "Both sides")
    assert sides() == (False, False)
    assert window.session().window["details"] is True
    run(window, "Both sides")
    assert sides() == (True, True)
    run(window, "Details at the side")
    for shown in (False, True):
        run(window, "Both sides")
        assert sides() == (shown, False)


def test_hidden_sides_and_the_size_of_text_survive_a_restart(
    window: MainWindow, session_path: Path, context: PanelContext, qtbot: Any
) -> None:
    run(window, "Both sides")
    run(window, "Zoom in")
    window.close()
    session, _ = load_session(session_path)
    again = MainWindow(context, session, catalog=window.catalog)
    qtbot.addWidget(again)
    assert again.rail.isHidden()
    assert again.session().window["text_size"] == 14
    assert context.theme.zoom == zoom_of(14)
    run(again, "Both sides")
    assert not again.rail.isHidden()
    assert not again.details.isHidden()


@pytest.mark.parametrize("kept", [True, 13.5, "large", None, [13], 400])
def test_a_size_of_text_that_there_is_not_is_the_usual_one(
    kept: object, context: PanelContext, window: MainWindow, qtbot: Any
) -> None:
    again = MainWindow(context, Session(window={"text_size": kept}), catalog=window.catalog)
    qtbot.addWidget(again)
    assert again.session().window["text_size"] == fonts.BODY


def test_zoom_makes_text_controls_and_figures_larger_together_and_back(
    window: MainWindow, qtbot: Any
) -> None:
    window.resize(1000, 700)  # in which no figure grows by itself

    def lengths() -> tuple[int, ...]:
        qtbot.waitUntil(lambda: window.context.theme.is_settled)
        QApplication.processEvents()
        canvas = window.current_panel.findChildren(Canvas)[0]
        sentence = window.sentence_bar.sentence.fontMetrics().height()
        return window.rail.width(), sentence, round(100 * canvas.scale)

    usual = lengths()
    for _ in range(len(TEXT_SIZES)):
        run(window, "Zoom in")
    largest = lengths()
    assert all(1.8 < after / before < 2.2 for before, after in zip(usual, largest, strict=True))
    for _ in range(len(TEXT_SIZES)):
        run(window, "Zoom out")
    assert all(after < before for before, after in zip(usual, lengths(), strict=True))
    run(window, "Usual size")
    assert lengths() == usual


def test_details_fold_where_the_window_is_too_narrow_for_its_text(window: MainWindow) -> None:
    window.resize(1000, 700)
    assert (window.width(), window.height()) == (1000, 700)
    assert window.details.isVisible()
    for _ in range(4):
        run(window, "Zoom in")
    assert not window.details.isVisible()
    assert window.session().window["details"] is True
    run(window, "Usual size")
    assert window.details.isVisible()


def test_the_session_survives_a_restart(
    window: MainWindow, session_path: Path, context: PanelContext, qtbot: Any
) -> None:
    window.store.update(text="kept", seed=7, selection=Selection(1, 2, 3))
    run(window, "Letters")
    run(window, "Details at the side")
    window.close()
    session, message = load_session(session_path)
    assert message == ""
    assert session.state.text == "kept"
    assert session.state.seed == 7
    assert session.state.selection == Selection(1, 2, 3)
    assert session.state.panel == "letters"
    assert session.window["details"] is False
    again = MainWindow(context, session, catalog=window.catalog)
    qtbot.addWidget(again)
    assert not again.details.isVisibleTo(again)


def test_a_session_with_a_panel_that_no_longer_exists_opens_the_first(
    context: PanelContext, window: MainWindow, qtbot: Any
) -> None:
    context.store.update(panel="gone")
    assert window.current_panel.spec.name == "words"


def test_a_session_that_cannot_be_saved_is_said_in_a_line(
    window: MainWindow, session_path: Path
) -> None:
    session_path.mkdir()
    window.save()
    assert any("session" in text for text in window.banners.texts)


def test_a_broken_panel_file_is_named_and_the_others_work(
    context: PanelContext, window: MainWindow, qtbot: Any
) -> None:
    catalog = PanelCatalog(window.catalog.panels, {"explorer.ui.panels.odd": "SyntaxError: no"})
    other = MainWindow(context, catalog=catalog)
    qtbot.addWidget(other)
    assert any("odd" in text for text in other.banners.texts)
    other.close()


def test_a_broken_file_of_the_catalog_is_named_with_its_reason_and_the_others_work(
    context: PanelContext, window: MainWindow, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {
        "models/arch/mine.py": "SyntaxError: '(' was never closed (mine.py, line 1)",
        "models/arch/yours.py": "SyntaxError: '(' was never closed (mine.py, line 1)",
        "models/objectives/odd.py": "ValueError: no <b>head</b>",
    }
    monkeypatch.setattr(context.engine, "broken", files)
    other = MainWindow(context, catalog=window.catalog)
    qtbot.addWidget(other)
    other.start()
    qtbot.waitUntil(lambda: bool(other.banners.texts))
    (text,) = other.banners.texts
    assert text == (
        "models/arch/mine.py, models/arch/yours.py cannot be loaded "
        "(SyntaxError: '(' was never closed (mine.py, line 1)). "
        "models/objectives/odd.py cannot be loaded (ValueError: no <b>head</b>)."
    )
    (label,) = other.banners.findChildren(QLabel)
    assert label.textFormat() is Qt.TextFormat.PlainText
    qtbot.waitUntil(lambda: bool(other.current_panel.words))
    other.close()


def test_closing_while_something_is_computed_leaves_no_thread(
    window: MainWindow, qtbot: Any
) -> None:
    def endless() -> Work:
        while True:
            yield Progress("on and on")

    task = window.context.jobs.submit("train", "run", endless, lambda event: None, title="Endless")
    qtbot.waitUntil(lambda: task.progress is not None)
    assert "lane train" in {thread.name for thread in threading.enumerate()}
    window.close()
    assert not task.is_running
    assert "lane train" not in {thread.name for thread in threading.enumerate()}


def test_a_job_that_could_not_be_stopped_in_order_is_told_to_whoever_cancelled_it(
    window: MainWindow, qtbot: Any
) -> None:
    def stubborn() -> Work:
        try:
            while True:
                yield Progress("on and on")
        finally:
            raise UserError("The disk is full.", "Make room.")

    heard: list[Event] = []
    task = window.context.jobs.submit("train", "run", stubborn, heard.append, title="Stubborn")
    qtbot.waitUntil(lambda: task.progress is not None)
    window.context.jobs.cancel(task)
    qtbot.waitUntil(lambda: isinstance(heard[-1], Failed))
    told = [label.text() for label in window.jobs_bar.findChildren(QLabel)]
    assert "The disk is full. Make room." in told


def test_a_very_long_text_does_not_stop_the_window(window: MainWindow, qtbot: Any) -> None:
    text = "word " * 2000
    window.store.update(text=text)
    qtbot.waitUntil(lambda: len(window.current_panel.words) == 2000)
    assert window.sentence_bar.sentence.text() == text


@pytest.mark.parametrize("text", ["שלום עולם", "é́́́ ä̈̈", "서울은 한국의 수도", "👩‍👩‍👧 🇰🇷"])
def test_any_script_is_shown(window: MainWindow, qtbot: Any, text: str) -> None:
    window.store.update(text=text)
    qtbot.waitUntil(lambda: window.current_panel.words == tuple(text.split()))
    assert not window.grab().isNull()


def test_progress_is_told_in_words() -> None:
    told = describe(Progress("learning", 240, 1000, 31.25, "steps"))
    assert told == "learning · 240 of 1,000 · 31.2 steps/s · 25 s left"
    assert describe(Progress("learning", 1020, 1000)) == "learning · 1,000 of 1,000"
    assert describe(Progress("reading", 0, 1)) == "reading"
    assert duration(200) == "4 min"
    assert duration(7000) == "1 h 57 min"


def test_the_saved_session_is_plain_json(window: MainWindow, session_path: Path) -> None:
    window.save()
    assert json.loads(session_path.read_text(encoding="utf-8"))["version"] == 1
    assert isinstance(window.session(), Session)
    assert isinstance(window.store, Store)


def run(window: MainWindow, title: str) -> None:
    """What choosing a command of this title does."""
    next(command for command in window.commands if command.title == title).run()


def shown_chips(window: MainWindow) -> list[ModelChip]:
    layout = window.model_bar.layout()
    widgets = [layout.itemAt(index).widget() for index in range(layout.count())]
    return [widget for widget in widgets if isinstance(widget, ModelChip)]


def badges(window: MainWindow) -> list[str]:
    """The letters on the chips."""
    return [chip.findChildren(QLabel)[0].text() for chip in shown_chips(window)]


def message_of(dialog: LibraryDialog) -> str:
    return dialog._page._message.text()


def test_a_window_is_not_larger_than_its_screen(window: MainWindow) -> None:
    window.resize(9000, 9000)
    window.fit_screen()
    free = window.screen().availableGeometry()
    assert window.width() <= max(free.width(), window.minimumWidth())
    assert window.height() < max(free.height(), window.minimumHeight() + 1)


def test_typing_is_followed_while_it_goes_on(window: MainWindow, qtbot: Any) -> None:
    line, told = window.sentence_bar.sentence, []
    line.edited.connect(told.append)
    line.end(False)
    qtbot.waitUntil(lambda: qtbot.keyClick(line, "a") or len(told) > 2, timeout=10_000)
    assert all(after.startswith(before) for before, after in pairwise(told))
    assert len(told[-1]) > len(told[0])


def test_a_text_with_half_a_character_is_saved_and_the_window_closes(
    window: MainWindow, session_path: Path
) -> None:
    window.store.update(text="half \ud83d of it")
    assert window.sentence_bar.sentence.text() == "half \ufffd of it"
    window.close()
    assert json.loads(session_path.read_text(encoding="utf-8"))["text"] == "half \ufffd of it"


def test_the_threads_end_whatever_goes_wrong_while_the_window_closes(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window, "session", lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        window.close()
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("lane ")]


def test_a_text_that_is_too_long_is_cut_and_a_line_says_so_until_it_is_shorter(
    window: MainWindow, qtbot: Any
) -> None:
    line = window.sentence_bar.sentence
    line.clear()
    QApplication.clipboard().setText("word " * MAX_TEXT)
    line.paste()
    line.flush()
    assert len(window.store.state.text) == MAX_TEXT
    assert window.banners.texts == [CUT]
    window.store.update(text="short")
    assert not window.banners.texts


def test_another_theme_reaches_every_part_of_the_window_in_steps(
    window: MainWindow, qtbot: Any
) -> None:
    window.panel("letters")
    window.store.update(theme="dark")
    ground, surface = DARK.ground, DARK.surface

    def dressed(widget: QWidget) -> bool:
        while not widget.styleSheet():
            widget = widget.parentWidget()
        return ground in widget.styleSheet()

    parts = [window.sentence_bar.sentence, window.rail, window.details, window.jobs_bar]
    everything = [*parts, window.banners, *window.findChildren(Panel)]
    assert not all(map(dressed, everything)), "in one step"
    qtbot.waitUntil(lambda: all(map(dressed, everything)))
    dialog = window.open_library()
    assert dressed(dialog)
    dialog.reject()
    image = window.grab().toImage()
    assert image.pixelColor(window.stage.geometry().bottomRight() * 0.9).name() == ground
    assert image.pixelColor(window.rail.geometry().bottomLeft()).name() == surface


def test_a_job_does_not_move_the_list_of_panels_and_its_row_leaves_after_its_end(
    window: MainWindow, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("explorer.ui.window.jobs_bar.REMARK_MS", 20)
    rail = window.rail.geometry()
    going = [True]

    def work() -> Work:
        while going[0]:
            yield Progress("learning")

    window.context.jobs.submit("train", "run", work, lambda event: None, title="Training")
    assert window.jobs_bar.isVisible()
    QApplication.processEvents()
    assert window.rail.geometry() == rail
    window.activateWindow()
    going[0] = False
    qtbot.waitUntil(lambda: not window.jobs_bar.isVisible())


def test_a_failed_job_stays_until_it_is_closed(
    window: MainWindow, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("explorer.ui.window.jobs_bar.REMARK_MS", 0)

    def work() -> Work:
        yield Progress("starting")
        raise UserError("The text is empty.")

    window.activateWindow()
    window.context.jobs.submit("train", "run", work, lambda event: None, title="Training")
    (row,) = window.jobs_bar.findChildren(TaskRow)
    said = row.findChildren(QLabel)[-1]
    qtbot.waitUntil(lambda: said.text() == "The text is empty.")
    qtbot.wait(50)
    assert window.jobs_bar.isVisible()
    row.closed.emit()
    assert not window.jobs_bar.isVisible()


def test_messages_lie_over_the_panel_and_leave_once_they_can_have_been_read(
    window: MainWindow, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("explorer.ui.window.banners.WARNING_MS", 20)
    before = window.current_panel.geometry()
    monkeypatch.setattr(Banner, "isActiveWindow", lambda self: active[0])
    active = [False]
    window.warn("The disk is full.")
    QApplication.processEvents()
    (banner,) = window.banners.findChildren(Banner)
    (label,) = banner.findChildren(QLabel)
    assert label.height() >= label.heightForWidth(label.width())
    assert banner.rect().contains(label.geometry())
    assert window.banners.rect().contains(banner.geometry())
    assert window.current_panel.geometry() == before
    assert window.stage.rect().contains(window.banners.geometry())
    qtbot.wait(60)
    assert window.banners.texts == ["The disk is full."], "nobody was there to read it"
    active[0] = True
    qtbot.waitUntil(lambda: window.banners.texts == [])
    assert not window.banners.isVisible()


def test_a_message_about_what_still_holds_stays(
    window: MainWindow, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("explorer.ui.window.banners.WARNING_MS", 0)
    monkeypatch.setattr(Banner, "isActiveWindow", lambda self: True)
    window.store.update(models=("bert-mini", "gone"))
    qtbot.wait(50)
    assert len(window.banners.texts) == 1
    window.store.update(models=("bert-mini",))
    assert window.banners.texts == []


def test_what_the_palette_lists_can_be_typed(window: MainWindow) -> None:
    for command in window.commands:
        listed = command.label.replace("…", "...")
        assert command in filter_commands(window.commands, listed)[:2], listed
        assert command in filter_commands(window.commands, f"{command.title} {command.shortcut}")


def hold_lane(window: MainWindow, qtbot: Any) -> threading.Event:
    """Answers wait until the event is set."""
    begun, over = threading.Event(), threading.Event()

    def hold() -> Work:
        begun.set()
        over.wait(10)
        yield Progress("Holding the lane")

    window.context.jobs.submit("explore", "hold", hold, lambda event: None)
    qtbot.waitUntil(begun.is_set)
    return over


def test_the_old_picture_is_dimmed_until_the_new_sentence_is_computed(
    window: MainWindow, qtbot: Any
) -> None:
    panel = window.current_panel
    area = panel.area
    bright = area.grab().toImage()
    over = hold_lane(window, qtbot)
    window.store.update(text="red ball")
    assert not panel._veil.isVisible(), "nothing flickers where the answer comes soon"
    qtbot.waitUntil(panel._veil.isVisible)
    assert panel._veil.geometry() == panel._body_page.rect()
    assert area.canvas.drawing is not None
    assert panel._body_page.grab().toImage() != bright
    assert panel.message == ""
    over.set()
    qtbot.waitUntil(lambda: panel.words == ("red", "ball"))
    assert not panel._veil.isVisible()


def test_what_is_computed_is_said_once(window: MainWindow, qtbot: Any) -> None:
    window.store.update(text="")
    over = hold_lane(window, qtbot)
    window.store.update(text="red ball")
    window.stage._on_still_busy()
    assert (window.current_panel.message, window.stage._busy.text()) == ("Computing …", "")
    window.stage.show_progress("Loading bert-mini")
    assert (window.current_panel.message, window.stage._busy.text()) == ("Loading bert-mini", "")
    over.set()
    qtbot.waitUntil(lambda: window.current_panel.words == ("red", "ball"))


def test_add_model_stays_with_four_models_and_the_library_says_why(window: MainWindow) -> None:
    window.store.update(models=("bert-mini", "gpt2-mini", "bert-mini", "gpt2-mini"))
    QApplication.processEvents()
    adds = [one for one in window.findChildren(QPushButton) if one.text() == "Add model"]
    assert [one for one in adds if one.isVisible()]
    dialog = window.open_library()
    said = [label.text() for label in dialog.findChildren(QLabel)]
    assert "There are 4 models side by side, the most that fit." in said
    dialog.reject()


def test_three_long_messages_are_read_in_full(window: MainWindow, qtbot: Any) -> None:
    for number in range(3):
        window.warn(f"{number}: " + "The disk is full, and nothing more can be written. " * 4)
    QApplication.processEvents()
    labels = window.banners.findChildren(QLabel)
    assert len(labels) == 3
    assert all(label.height() >= label.heightForWidth(label.width()) for label in labels)
    assert window.stage.rect().contains(window.banners.geometry())
    window.resize(window.minimumSize())
    QApplication.processEvents()
    assert all(label.height() >= label.heightForWidth(label.width()) for label in labels)
    assert window.stage.rect().contains(window.banners.geometry())
