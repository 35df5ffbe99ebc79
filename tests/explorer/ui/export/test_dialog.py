"""Taking figures home: as a person clicks and types in the dialog, in the window."""

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QFileDialog,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
)

from explorer.core.errors import UserError
from explorer.core.jobs.jobs import Jobs
from explorer.core.report.captions import Caption, DrawnModel
from explorer.core.state.session import load_session
from explorer.core.table import Table
from explorer.ui.export import actions, files, writers
from explorer.ui.export.choices import SLIDE, ExportChoices
from explorer.ui.export.dialog import ExportDialog
from explorer.ui.export.layout import DrawnFigure
from explorer.ui.graphics.drawing import Drawing, Stack, TextBlock, Titled
from explorer.ui.graphics.maps.heat_map import HeatMap
from explorer.ui.panel_base.figures import add_provenance
from explorer.ui.panel_base.job_bridge import JobBridge
from explorer.ui.window.main_window import MainWindow
from models.schema.specs import Paper
from tests.explorer.ui.conftest import OTHER_PAPER, PAPER

TOKENS = ("서울", "is", "large")
TITLES = ("Tokens", "Masking", "Attention")
FEW = ExportChoices(formats=("csv",))
Open = Callable[..., ExportDialog]


def figure(title: str) -> DrawnFigure:
    drawing = HeatMap(np.eye(3, dtype=np.float32), TOKENS, TOKENS)
    table = Table(("token",), [(token,) for token in TOKENS])
    return DrawnFigure(title.lower(), (drawing,), table, Caption(title))


@pytest.fixture
def jobs(qapp: QApplication) -> Iterator[JobBridge]:
    bridge = JobBridge(Jobs())
    yield bridge
    assert bridge.close()


@pytest.fixture
def opened(qtbot: Any, jobs: JobBridge) -> Open:
    return partial(open_dialog, qtbot, jobs)


def open_dialog(
    qtbot: Any, jobs: JobBridge, folder: Path, *titles: str, choices: ExportChoices = FEW
) -> ExportDialog:
    """The dialog on the screen with figures of these titles."""
    dialog = ExportDialog([figure(title) for title in titles or ("Attention",)], jobs, choices)
    qtbot.addWidget(dialog)
    field(dialog, "Folder").setText(str(folder))
    dialog.show()
    qtbot.waitExposed(dialog)
    return dialog


def field(dialog: ExportDialog, name: str) -> QLineEdit:
    if name == "Name":
        return dialog._name
    return next(line for line in dialog.findChildren(QLineEdit) if line.accessibleName() == name)


def button(dialog: ExportDialog, text: str) -> QPushButton:
    shown = [b for b in dialog.findChildren(QPushButton) if b.isVisible()]
    return next(b for b in shown if b.text() == text)


def click(qtbot: Any, dialog: ExportDialog, text: str) -> None:
    qtbot.mouseClick(button(dialog, text), Qt.MouseButton.LeftButton)


def check(dialog: ExportDialog, text: str) -> QCheckBox:
    return next(
        box
        for box in dialog.findChildren(QCheckBox)
        if box.text().startswith(text) and not box.isHidden()
    )


def finish(qtbot: Any, dialog: ExportDialog) -> None:
    qtbot.waitUntil(lambda: not dialog.isVisible())


def drawn(qtbot: Any, dialog: ExportDialog) -> QImage:
    """The preview, once it is whole."""
    qtbot.waitUntil(lambda: not dialog.preview.is_drawing)
    picture = next(x for x in dialog.findChildren(QLabel) if x.objectName() == "exportPreview")
    return picture.pixmap().toImage()


def said(dialog: ExportDialog, words: str) -> bool:
    labels = [label for label in dialog.findChildren(QLabel) if label.isVisible()]
    return any(words in label.text() for label in labels)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


# ---- files


def test_the_chosen_formats_are_written_into_a_new_folder(
    qtbot: Any, tmp_path: Path, opened: Open
) -> None:
    dialog = opened(tmp_path / "new" / "그림")
    check(dialog, "SVG").click()
    click(qtbot, dialog, "Export")
    finish(qtbot, dialog)
    assert names(tmp_path / "new" / "그림") == ["attention.csv", "attention.svg"]


def test_enter_in_the_name_exports_under_it(qtbot: Any, tmp_path: Path, opened: Open) -> None:
    dialog = opened(tmp_path)
    name = field(dialog, "Name")
    name.selectAll()
    name.insert("주의 1.csv")
    qtbot.keyClick(name, Qt.Key.Key_Return)
    finish(qtbot, dialog)
    assert names(tmp_path) == ["주의 1.csv"]


def test_what_is_there_already_is_kept_unless_replacing_is_chosen(
    qtbot: Any, tmp_path: Path, opened: Open
) -> None:
    (tmp_path / "attention.csv").write_text("dear", encoding="utf-8")
    dialog = opened(tmp_path)
    click(qtbot, dialog, "Export")
    assert said(dialog, "Already in this folder: attention.csv.")
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    finish(qtbot, dialog)
    assert names(tmp_path) == ["attention-2.csv", "attention.csv"]
    assert (tmp_path / "attention.csv").read_text(encoding="utf-8") == "dear"
    dialog = opened(tmp_path)
    click(qtbot, dialog, "Export")
    click(qtbot, dialog, "Replace")
    finish(qtbot, dialog)
    assert names(tmp_path) == ["attention-2.csv", "attention.csv"]
    assert "서울" in (tmp_path / "attention.csv").read_text(encoding="utf-8")


def test_the_files_of_one_figure_keep_one_name(qtbot: Any, tmp_path: Path, opened: Open) -> None:
    for name in ("attention.csv", "attention-2.svg"):
        (tmp_path / name).touch()
    dialog = opened(tmp_path, choices=ExportChoices(formats=("svg", "csv")))
    click(qtbot, dialog, "Export")
    click(qtbot, dialog, "Keep both")
    finish(qtbot, dialog)
    assert {"attention-3.csv", "attention-3.svg"} <= set(names(tmp_path))


def test_another_name_takes_the_question_back(qtbot: Any, tmp_path: Path, opened: Open) -> None:
    (tmp_path / "attention.csv").touch()
    dialog = opened(tmp_path)
    click(qtbot, dialog, "Export")
    field(dialog, "Name").setText("mine")
    assert not said(dialog, "Already")
    click(qtbot, dialog, "Export")
    finish(qtbot, dialog)
    assert names(tmp_path) == ["attention.csv", "mine.csv"]


def test_escape_at_the_question_writes_nothing(qtbot: Any, tmp_path: Path, opened: Open) -> None:
    (tmp_path / "attention.csv").write_text("dear", encoding="utf-8")
    dialog = opened(tmp_path)
    click(qtbot, dialog, "Export")
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert (tmp_path / "attention.csv").read_text(encoding="utf-8") == "dear"


class Slow:
    """A drawing that is painted once it may be, and says in which thread."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.may_end = threading.Event(), threading.Event()
        self.threads: list[threading.Thread] = []
        self.paint = HeatMap.paint
        monkeypatch.setattr(HeatMap, "paint", lambda *place: self.wait(*place))

    def wait(self, *place: Any) -> None:
        self.threads.append(threading.current_thread())
        self.begun.set()
        assert self.may_end.wait(5)
        self.paint(*place)


def test_cancel_while_files_are_drawn_leaves_none(
    qtbot: Any, tmp_path: Path, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog = opened(tmp_path / "new", *TITLES, choices=ExportChoices(formats=("csv", "png")))
    drawn(qtbot, dialog)
    slow = Slow(monkeypatch)
    click(qtbot, dialog, "Export 3 figures")
    qtbot.waitUntil(lambda: said(dialog, "Drawing 1 of 6: tokens.png"))
    click(qtbot, dialog, "Cancel")
    assert not dialog.isVisible()
    slow.may_end.set()
    assert dialog._jobs.close(), "the thread ends"
    QApplication.processEvents()
    assert names(tmp_path / "new") == []


def test_the_window_answers_while_a_thread_draws(
    qtbot: Any, tmp_path: Path, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog = opened(tmp_path, choices=ExportChoices(formats=("png",)))
    drawn(qtbot, dialog)
    slow = Slow(monkeypatch)
    turns: list[None] = []
    timer = QTimer(dialog)
    timer.timeout.connect(lambda: turns.append(None))
    click(qtbot, dialog, "Export")
    qtbot.waitUntil(slow.begun.is_set)
    timer.start(0)
    qtbot.waitUntil(lambda: len(turns) > 20)
    timer.stop()
    assert said(dialog, "Drawing 1 of 1: attention.png")
    assert names(tmp_path) == []
    slow.may_end.set()
    finish(qtbot, dialog)
    assert names(tmp_path) == ["attention.png"]
    assert threading.main_thread() not in slow.threads


def test_cancel_amid_a_picture_leaves_the_old_file_and_no_other(
    qtbot: Any, tmp_path: Path, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "attention.png").write_text("dear", encoding="utf-8")
    dialog = opened(tmp_path, choices=ExportChoices(formats=("png",)))
    drawn(qtbot, dialog)
    slow = Slow(monkeypatch)
    click(qtbot, dialog, "Export")
    click(qtbot, dialog, "Replace")
    qtbot.waitUntil(slow.begun.is_set)
    click(qtbot, dialog, "Cancel")
    slow.may_end.set()
    assert dialog._jobs.close()
    QApplication.processEvents()
    assert not dialog.isVisible()
    assert names(tmp_path) == ["attention.png"]
    assert (tmp_path / "attention.png").read_text(encoding="utf-8") == "dear"


def test_a_picture_that_is_too_large_is_said_and_leaves_no_file(
    qtbot: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, opened: Open
) -> None:
    dialog = opened(tmp_path, choices=ExportChoices(formats=("csv", "png")))
    monkeypatch.setattr(writers, "MAX_IMAGE_SIDE", 100)
    click(qtbot, dialog, "Export")
    qtbot.waitUntil(lambda: said(dialog, "Attention: The picture would be"))
    assert names(tmp_path) == []
    assert button(dialog, "Export").isEnabled()
    dialog.reject()


@pytest.mark.expects_log_warnings
@pytest.mark.parametrize("file_format", ["png", "svg", "pdf"])
def test_a_bug_in_a_drawing_is_reported_and_the_dialog_goes_on(
    qtbot: Any,
    tmp_path: Path,
    opened: Open,
    jobs: JobBridge,
    monkeypatch: pytest.MonkeyPatch,
    file_format: Any,
) -> None:
    dialog = opened(tmp_path, choices=ExportChoices(formats=(file_format,)))
    drawn(qtbot, dialog)
    bugs: list[Any] = []
    jobs.bug_found.connect(bugs.append)
    with monkeypatch.context() as broken:
        broken.setattr(HeatMap, "paint", Mock(side_effect=ArithmeticError("a bug")))
        check(dialog, "Dark").click()
        qtbot.waitUntil(lambda: not dialog.preview.is_drawing)
        click(qtbot, dialog, "Export")
        qtbot.waitUntil(button(dialog, "Export").isEnabled)
    assert [str(bug.error) for bug in bugs] == ["a bug", "a bug"], "in the preview, in the file"
    assert said(dialog, "The figure could not be drawn because of an error in the program.")
    assert names(tmp_path) == []
    click(qtbot, dialog, "Export")
    finish(qtbot, dialog)
    assert names(tmp_path) == [f"attention.{file_format}"]


def test_captions_that_come_while_a_picture_is_drawn_are_those_of_the_next(
    qtbot: Any, tmp_path: Path, opened: Open
) -> None:
    dialog = opened(tmp_path)
    dialog.copy()
    dialog.show_figures([replace(figure("Attention"), caption=Caption("Known"))])
    assert not dialog._save.isEnabled()
    qtbot.waitUntil(lambda: said(dialog, "on the clipboard"))
    assert str(dialog.preview.figure.caption).startswith("Known")
    dialog.reject()


def test_captions_that_come_at_the_question_do_not_take_it_back(
    qtbot: Any, tmp_path: Path, opened: Open
) -> None:
    (tmp_path / "attention.csv").touch()
    dialog = opened(tmp_path)
    click(qtbot, dialog, "Export")
    dialog.show_figures([replace(figure("Attention"), caption=Caption("Known"))])
    assert said(dialog, "Already in this folder: attention.csv.")
    click(qtbot, dialog, "Keep both")
    finish(qtbot, dialog)
    assert names(tmp_path) == ["attention-2.csv", "attention.csv"]


def test_a_second_enter_does_not_cancel(qtbot: Any, tmp_path: Path, opened: Open) -> None:
    dialog = opened(tmp_path, *TITLES)
    dialog.activateWindow()
    save = button(dialog, "Export 3 figures")
    save.setFocus()
    qtbot.waitUntil(save.hasFocus)
    for _ in range(2):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    finish(qtbot, dialog)
    assert len(names(tmp_path)) == 3


@pytest.mark.parametrize(
    ("folder", "words"),
    [("", "No folder is chosen."), ("{tmp}/file", "is a file"), ("{tmp}/file/deep", "is a file")],
)
def test_what_is_wrong_with_a_folder_is_said_and_can_be_mended(
    qtbot: Any, tmp_path: Path, folder: str, words: str, opened: Open
) -> None:
    (tmp_path / "file").touch()
    dialog = opened(Path(), *TITLES)
    field(dialog, "Folder").setText(folder.format(tmp=tmp_path))
    click(qtbot, dialog, "Export 3 figures")
    assert said(dialog, words)
    field(dialog, "Folder").setText(str(tmp_path))
    assert not said(dialog, words)
    click(qtbot, dialog, "Export 3 figures")
    finish(qtbot, dialog)


def test_a_disk_that_fills_up_is_told_with_what_is_written(
    qtbot: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, opened: Open
) -> None:
    write = files.write

    def full(path: Path, data: bytes) -> None:
        if path.name == "masking.csv":
            raise UserError("There is no room left.", "Free some space.")
        write(path, data)

    monkeypatch.setattr(files, "write", full)
    dialog = opened(tmp_path, *TITLES)
    click(qtbot, dialog, "Export 3 figures")
    qtbot.waitUntil(lambda: said(dialog, "no room left. 1 of 3 files are written. Free"))
    assert names(tmp_path) == ["tokens.csv"]
    assert button(dialog, "Export 3 figures").isEnabled()
    dialog.reject()


NAMES = ["그림 1", "cafe\u0301", "👩\u200d🔬", "می\u200cروم", "console", "x.y"]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_of_any_script_is_taken_as_it_is(
    qtbot: Any, tmp_path: Path, name: str, opened: Open
) -> None:
    dialog = opened(tmp_path / name)
    field(dialog, "Name").setText(name)
    click(qtbot, dialog, "Export")
    finish(qtbot, dialog)
    assert names(tmp_path / name) == [f"{name}.csv"]


def test_choosing_a_folder_begins_at_the_nearest_one_that_there_is(
    qtbot: Any, tmp_path: Path, opened: Open
) -> None:
    dialog = opened(tmp_path / "not" / "yet")
    click(qtbot, dialog, "Choose…")
    chooser = dialog.findChild(QFileDialog)
    assert Path(chooser.directory().absolutePath()) == tmp_path
    chooser.fileSelected.emit("/elsewhere")
    chooser.close()
    assert field(dialog, "Folder").text() == "/elsewhere"
    dialog.reject()


# ---- looks


def test_the_tab_key_walks_from_the_top_to_the_bottom(
    qtbot: Any, tmp_path: Path, opened: Open
) -> None:
    dialog = opened(tmp_path, choices=ExportChoices())
    dialog.activateWindow()
    qtbot.waitUntil(lambda: isinstance(QApplication.focusWidget(), QComboBox))
    walked = []
    for _ in range(15):
        widget = QApplication.focusWidget()
        walked.append(widget.text() if hasattr(widget, "text") else type(widget).__name__)
        qtbot.keyClick(widget, Qt.Key.Key_Tab)
    assert walked[1:3] == ["Dark ground", "Caption with all that reproduces the figure"]
    assert walked[3].startswith("PNG")
    assert walked[8:] == [
        "300 dots per inch",
        "attention",
        str(tmp_path),
        "Choose…",
        "Copy picture",
        "Copy LaTeX",
        "Cancel",
    ]
    dialog.reject()


def test_the_size_in_pixels_is_told_as_it_will_be(qtbot: Any, tmp_path: Path, opened: Open) -> None:
    dialog = opened(tmp_path, choices=ExportChoices(formats=("png",)))
    dialog.findChild(QSpinBox).setValue(600)
    drawn(qtbot, dialog)
    told = next(x.text() for x in dialog.findChildren(QLabel) if x.text().endswith("pixels"))
    click(qtbot, dialog, "Export")
    finish(qtbot, dialog)
    picture = QImage(str(tmp_path / "attention.png"))
    width, height = (int(side.replace(",", "")) for side in told.split(" pixels")[0].split(" × "))
    assert (picture.width(), picture.height()) == (width, height)
    assert round(picture.dotsPerMeterX() * 0.0254) == 600


def test_no_format_is_said(qtbot: Any, tmp_path: Path, opened: Open) -> None:
    dialog = opened(tmp_path)
    check(dialog, "CSV").click()
    click(qtbot, dialog, "Export")
    assert said(dialog, "Choose at least one format.")
    dialog.reject()


def test_without_figures_nothing_can_be_exported(qtbot: Any, jobs: JobBridge) -> None:
    dialog = ExportDialog([], jobs)
    qtbot.addWidget(dialog)
    dialog.show()
    assert said(dialog, "There is nothing to export yet.")
    assert not button(dialog, "Export 0 figures").isEnabled()
    assert not button(dialog, "Copy picture").isEnabled()
    dialog.reject()


# ---- several figures


def test_every_figure_can_be_looked_at_before_it_is_written(
    qtbot: Any, tmp_path: Path, opened: Open
) -> None:
    dialog = opened(tmp_path, *TITLES)
    seen = []
    for _ in TITLES:
        seen.append(dialog.preview.figure.caption.title)
        assert said(dialog, f"{seen[-1]}, {len(seen)} of 3")
        click(qtbot, dialog, "Next")
    assert seen == list(TITLES)
    click(qtbot, dialog, "Previous")
    assert said(dialog, "Attention, 3 of 3")
    dialog.reject()


def test_pages_turn_by_keys_while_the_folder_is_written(
    qtbot: Any, tmp_path: Path, opened: Open
) -> None:
    dialog = opened(tmp_path, *TITLES)
    dialog.activateWindow()
    line = field(dialog, "Folder")
    line.setFocus()
    qtbot.waitUntil(line.hasFocus)
    qtbot.keyClick(line, Qt.Key.Key_PageDown, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: said(dialog, "Masking, 2 of 3"))
    dialog.reject()


def test_the_preview_shows_the_page_that_is_open(qtbot: Any, tmp_path: Path, opened: Open) -> None:
    dialog = opened(tmp_path, *TITLES)
    first = drawn(qtbot, dialog)
    click(qtbot, dialog, "Next")  # only the title in the caption differs
    assert drawn(qtbot, dialog) != first
    dialog.reject()


def test_a_dialog_that_is_closed_draws_no_further(qtbot: Any, tmp_path: Path, opened: Open) -> None:
    dialog = opened(tmp_path)
    dialog.show_figures([figure("Tokens")])
    assert dialog.preview.is_drawing
    dialog.reject()
    assert not dialog.preview.is_drawing


def test_a_picture_too_high_for_a_file_of_pixels_has_a_preview(
    qtbot: Any, tmp_path: Path, opened: Open
) -> None:
    dialog = opened(tmp_path)
    high = replace(figure("Tokens"), drawings=(TextBlock("high\n" * 3000),))
    dialog.show_figures([high])
    assert drawn(qtbot, dialog).height() > 400
    dialog.reject()


def test_a_figure_that_is_left_out_is_not_written(qtbot: Any, tmp_path: Path, opened: Open) -> None:
    dialog = opened(tmp_path, *TITLES)
    click(qtbot, dialog, "Next")
    check(dialog, "Export this one").click()
    assert dialog.windowTitle() == "Export 2 figures"
    click(qtbot, dialog, "Next")
    assert check(dialog, "Export this one").isChecked()
    dialog.show_figures([figure(title) for title in TITLES])  # the hashes came
    click(qtbot, dialog, "Export 2 figures")
    finish(qtbot, dialog)
    assert names(tmp_path) == ["attention.csv", "tokens.csv"]


def test_when_all_are_left_out_there_is_nothing_to_export(
    qtbot: Any, tmp_path: Path, opened: Open
) -> None:
    dialog = opened(tmp_path, "Tokens", "Masking")
    for _ in range(2):
        check(dialog, "Export this one").click()
        click(qtbot, dialog, "Next")
    assert not button(dialog, "Export 0 figures").isEnabled()
    dialog.reject()


def test_the_figure_that_is_shown_goes_to_the_clipboard(
    qtbot: Any, tmp_path: Path, opened: Open
) -> None:
    dialog = opened(tmp_path, "Tokens", "Masking")
    click(qtbot, dialog, "Copy picture")
    qtbot.waitUntil(lambda: said(dialog, "on the clipboard"))
    first = QGuiApplication.clipboard().image()
    click(qtbot, dialog, "Next")
    click(qtbot, dialog, "Copy picture")
    qtbot.waitUntil(lambda: said(dialog, "on the clipboard"))
    assert first.width() > 0
    assert QGuiApplication.clipboard().image() != first
    click(qtbot, dialog, "Close")


# ---- sections and pages


def sectioned(title: str, *sections: Drawing) -> DrawnFigure:
    return replace(figure(title), drawings=(Stack(sections),))


def part(heading: str, text: str = "") -> Drawing:
    return Titled(TextBlock(text or heading), heading)


def test_sections_can_be_left_out_and_one_always_stays(
    qtbot: Any, tmp_path: Path, opened: Open
) -> None:
    dialog = opened(tmp_path, choices=ExportChoices(formats=("svg",)))
    dialog.show_figures([sectioned("Attention", part("First"), TextBlock("legend"), part("Other"))])
    drawn(qtbot, dialog)
    check(dialog, "First").click()
    assert not check(dialog, "Other").isEnabled()
    click(qtbot, dialog, "Export")
    finish(qtbot, dialog)
    svg = (tmp_path / "attention.svg").read_text(encoding="utf-8")
    assert "Other" in svg
    assert "First" not in svg
    assert "legend" not in svg, "what has no heading belongs to the section above"


def test_sections_are_those_of_the_figure_that_is_shown_and_stay_chosen(
    tmp_path: Path, opened: Open, qtbot: Any
) -> None:
    dialog = opened(tmp_path, *TITLES)
    figures = [sectioned(title, part("First"), part(title)) for title in TITLES]
    dialog.show_figures(figures)
    check(dialog, "First").click()
    click(qtbot, dialog, "Next")
    assert check(dialog, "First").isChecked()
    dialog.show_figures(figures)  # the hashes came
    assert [len(figure.drawings) for figure in dialog.preview.chosen] == [1, 1, 1]
    assert [len(figure.sections()) for figure in dialog.preview.chosen] == [1, 2, 2]
    dialog.reject()


def test_a_figure_of_one_part_has_no_sections_to_choose(tmp_path: Path, opened: Open) -> None:
    dialog = opened(tmp_path)
    assert not [b for b in dialog.findChildren(QCheckBox) if "Section" in b.accessibleName()]
    dialog.reject()


def test_the_number_of_pages_is_shown_before_anything_is_written(
    qtbot: Any, tmp_path: Path, opened: Open
) -> None:
    dialog = opened(tmp_path, *TITLES)
    qtbot.waitUntil(lambda: said(dialog, "3 figures, as high as 3 pages"))
    high = sectioned("Tokens", part("Low"), part("High", "high\n" * 80))
    dialog.show_figures([high, figure("Masking"), figure("Attention")])
    qtbot.waitUntil(lambda: said(dialog, "mm, as high as 2 pages"))
    qtbot.waitUntil(lambda: said(dialog, "3 figures, as high as 4 pages"))
    check(dialog, "High").click()
    qtbot.waitUntil(lambda: said(dialog, "3 figures, as high as 3 pages"))
    check(dialog, "Export this one").click()
    qtbot.waitUntil(lambda: said(dialog, "2 figures, as high as 2 pages"))
    dialog.reject()


# ---- LaTeX


def test_the_latex_of_the_chosen_figures_goes_to_the_clipboard(
    qtbot: Any, tmp_path: Path, opened: Open
) -> None:
    dialog = opened(tmp_path)
    field(dialog, "Name").setText("my figure")
    click(qtbot, dialog, "Copy LaTeX")
    assert r"keepaspectratio]{my figure}" in QGuiApplication.clipboard().text()
    field(dialog, "Name").setText("a/b")
    click(qtbot, dialog, "Copy LaTeX")
    assert said(dialog, "cannot hold")
    dialog.reject()


def test_the_latex_names_the_papers_of_the_panel_and_of_the_models(
    window: MainWindow, qtbot: Any
) -> None:
    dialog = window.export_panel()
    assert dialog is not None
    qtbot.waitUntil(lambda: PAPER in dialog.preview.figure.papers)
    click(qtbot, dialog, "Copy LaTeX")
    text = QGuiApplication.clipboard().text()
    assert r"\cite{devlin2018bert" in text
    assert "@misc{devlin2018bert,\n  author = {Devlin and Chang}," in text
    dialog.reject()


# ---- what is remembered


def test_what_was_chosen_comes_back_in_the_dialog_and_after_a_restart(
    window: MainWindow, session_path: Path, tmp_path: Path, qtbot: Any
) -> None:
    dialog = window.export_panel()
    assert dialog is not None
    size = dialog.findChild(QComboBox)
    size.setCurrentText(SLIDE.title)
    size.activated.emit(size.currentIndex())
    for text in ("PNG", "PDF", "SVG", "Dark"):
        check(dialog, text).click()
    field(dialog, "Folder").setText(str(tmp_path / "그림"))
    click(qtbot, dialog, "Export")
    qtbot.waitUntil(lambda: not window.findChildren(ExportDialog))
    wanted = ExportChoices(("svg",), SLIDE, dark=True, folder=str(tmp_path / "그림"))
    assert window.export_panel().choices == wanted
    window.save()
    session, _ = load_session(session_path)
    restarted = MainWindow(window.context, session, catalog=window.catalog)
    qtbot.addWidget(restarted)
    assert restarted.export_panel() is None
    qtbot.waitUntil(lambda: bool(restarted.findChildren(ExportDialog)))
    assert restarted.findChildren(ExportDialog)[0].choices == wanted
    restarted.close()


def test_what_was_only_tried_is_not_remembered(window: MainWindow, tmp_path: Path) -> None:
    dialog = window.export_panel()
    assert dialog is not None
    before = dialog.choices
    check(dialog, "JSON").click()
    dialog.reject()
    assert window.export_panel().choices == before


def test_choices_survive_json() -> None:
    choices = ExportChoices(("svg", "json"), SLIDE, 600, True, False, "/somewhere")
    assert ExportChoices.from_json(json.loads(json.dumps(choices.to_json()))) == choices


@pytest.mark.parametrize(
    "told",
    [
        None,
        [],
        {},
        {"formats": ["gif"], "size": "poster", "dpi": True, "dark": 1, "folder": None},
        {"formats": "png", "size": ["page"], "dpi": "300", "caption": "no", "new": 1},
    ],
)
def test_choices_that_make_no_sense_are_as_at_first(told: Any) -> None:
    assert ExportChoices.from_json(told) == ExportChoices()


# ---- in the window


def test_the_window_exports_what_it_shows(window: MainWindow, qtbot: Any) -> None:
    dialog = window.export_panel()
    assert dialog is not None
    qtbot.waitUntil(lambda: "0123456789ab" in str(dialog.preview.figure.caption))
    dialog.reject()


def test_a_caption_names_the_weights_as_they_are_when_the_dialog_opens(
    window: MainWindow, qtbot: Any
) -> None:
    hashes = iter(["11" * 32, "22" * 32] * 2)
    window.context.engine.card = lambda key: SimpleNamespace(hash=next(hashes))
    for _ in range(2):
        dialog = window.export_panel()
        assert dialog is not None
        qtbot.waitUntil(lambda dialog=dialog: "(2222" in str(dialog.preview.figure.caption))
        assert "bert-mini (1111" in str(dialog.preview.figure.caption)
        dialog.reject()


def test_a_caption_names_the_weights_that_computed_the_picture(
    window: MainWindow, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = {"bert-mini": "ab" * 32}
    monkeypatch.setattr(window.current_panel, "model_hash", lambda key: kept.get(key, ""))
    read: list[str] = []
    window.context.engine.card = lambda key: read.append(key) or SimpleNamespace(hash="cd" * 32)
    dialog = window.export_panel()
    assert dialog is not None
    qtbot.waitUntil(lambda: "gpt2-mini (cdcd" in str(dialog.preview.figure.caption))
    assert "bert-mini (abab" in str(dialog.preview.figure.caption)
    assert read == ["gpt2-mini"]
    dialog.reject()


def test_the_notes_of_a_panel_leave_with_its_picture(window: MainWindow) -> None:
    window.current_panel.note("The last 12 words were cut.")
    dialog = window.export_panel()
    assert dialog is not None
    assert dialog.preview.figure.notes == ("The last 12 words were cut.",)
    dialog.reject()


def test_the_dialog_may_be_closed_before_the_hashes_are_read(
    window: MainWindow, qtbot: Any
) -> None:
    heard: list[str] = []
    window.context.engine.card = lambda key: heard.append(key) or SimpleNamespace(hash="")
    dialog = window.export_panel()
    assert dialog is not None
    dialog.reject()
    qtbot.waitUntil(lambda: heard == ["bert-mini", "gpt2-mini"])


def test_a_figure_leaves_once_it_is_of_the_text_that_its_caption_names(
    window: MainWindow, qtbot: Any
) -> None:
    window.store.update(text="red green")
    assert window.export_panel() is None
    qtbot.waitUntil(lambda: bool(window.findChildren(ExportDialog)))
    (dialog,) = window.findChildren(ExportDialog)
    assert "“red green”" in str(dialog.preview.figure.caption)
    assert dialog.preview.figure.table.rows == [(0, "red"), (1, "green")]
    dialog.reject()


def test_export_all_computes_the_panels_that_were_not_seen(window: MainWindow, qtbot: Any) -> None:
    window.export_all()
    qtbot.waitUntil(lambda: bool(window.findChildren(ExportDialog)))
    dialog = window.findChildren(ExportDialog)[0]
    assert [figure.name for figure in dialog.preview.chosen] == ["words", "letters"]
    dialog.reject()


def test_export_all_shows_what_was_written_while_it_prepared(
    window: MainWindow, qtbot: Any
) -> None:
    window.export_all()
    window.store.update(text="red green")
    qtbot.waitUntil(lambda: bool(window.findChildren(ExportDialog)))
    assert window.panel("letters").words == tuple("red green")
    window.findChildren(ExportDialog)[0].reject()


def test_export_all_without_pictures_says_so_and_opens_nothing(window: MainWindow) -> None:
    window.store.update(text="")
    window.export_all()
    assert window.findChildren(ExportDialog) == []
    assert "no picture to export" in window.banners.texts[0]


def test_export_all_names_the_panels_without_a_picture(window: MainWindow, qtbot: Any) -> None:
    window.panel("letters").request = lambda state: None  # such as a run that nobody began
    window.panel("letters").say("Nothing here yet.")
    window.export_all()
    qtbot.waitUntil(lambda: bool(window.findChildren(ExportDialog)))
    dialog = window.findChildren(ExportDialog)[0]
    assert said(dialog, "Without Letters: there is no picture yet.")
    dialog.reject()


def test_a_dark_ground_shows_in_the_preview(qtbot: Any, tmp_path: Path, opened: Open) -> None:
    dialog = opened(tmp_path)
    light = drawn(qtbot, dialog).pixelColor(2, 2)
    check(dialog, "Dark ground").click()
    dark = drawn(qtbot, dialog).pixelColor(2, 2)
    assert QColor(light).lightness() > 200 > 80 > QColor(dark).lightness()
    dialog.reject()


def test_where_no_program_shows_folders_the_window_says_where_the_files_are(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(actions, "QDesktopServices", SimpleNamespace(openUrl=lambda url: False))
    said: list[tuple[str, Any]] = []
    window.exports.message.connect(lambda text, action: said.append((text, action)))
    window.exports._on_exported([tmp_path / "map.png"])
    ((_, action),) = said
    action.run()
    assert str(tmp_path) in said[-1][0]
    assert said[-1][1] is None


def test_the_papers_of_architectures_that_are_not_drawn_are_left_out() -> None:
    method = Paper("Vig", "A multiscale visualization of attention", 2019)
    figure = DrawnFigure(
        "attention", (), Table(()), Caption("Attention"), (), (OTHER_PAPER, method)
    )
    drawn = [DrawnModel(0, "bert-mini", "bert")]
    found = add_provenance(figure, drawn, {}, {"bert": PAPER}, {OTHER_PAPER.title})
    assert found.papers == (PAPER, method)
