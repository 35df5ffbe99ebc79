"""Projects and the report as a person works with them; what was made survives a killed process."""

import json
import os
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication, QCheckBox, QFileDialog, QPlainTextEdit, QPushButton
from safetensors.numpy import save_file

from explorer import app, cli
from explorer.core.state.session import load_session
from explorer.core.state.state import State
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.registry import PanelCatalog
from explorer.ui.report.window import ReportWindow
from explorer.ui.window.banners import Banner
from explorer.ui.window.commands import CommandPalette
from explorer.ui.window.main_window import MainWindow
from tests.explorer.ui.conftest import CONFIGS, LettersPanel, WordsPanel

ROOT = Path(__file__).resolve().parents[4]


def run(window: MainWindow, title: str) -> None:
    next(command for command in window.commands if command.title == title).run()


def settle(window: MainWindow, qtbot: Any) -> None:
    qtbot.waitUntil(lambda: window.current_panel is not None and not window.current_panel.busy)


def show(window: MainWindow, qtbot: Any, **changes: Any) -> None:
    window.store.update(**changes)
    settle(window, qtbot)


def add(window: MainWindow, qtbot: Any) -> None:
    """The figure that is in the window becomes one of the report."""
    number = len(window.report.report.figures)
    run(window, "Add this figure to the report")
    qtbot.waitUntil(lambda: len(window.report.report.figures) == number + 1)


def save(window: MainWindow, qtbot: Any, path: Path, *, inside: bool = False) -> Path:
    """Save the project as the dialog does once a name is chosen; return the path."""
    dialog = window.projects.save_as()
    box = dialog.findChild(QCheckBox)
    box.setChecked(inside)
    dialog.fileSelected.emit(str(path))
    dialog.reject()
    qtbot.waitUntil(lambda: window.projects.path == str(path) and not window.projects.is_modified)
    return path


def open_file(window: MainWindow, qtbot: Any, path: Path) -> None:
    with qtbot.waitSignal(window.projects.message):
        window.projects.open_file(path)
    settle(window, qtbot)


def with_buttons(window: MainWindow) -> dict[str, Any]:
    """The actions of the messages, by their labels."""
    banners = window.banners.findChildren(Banner)
    buttons = (one for banner in banners for one in banner.findChildren(QPushButton))
    return {one.text(): one for one in buttons}


@pytest.fixture
def made(window: MainWindow, qtbot: Any) -> MainWindow:
    """A window with two figures in its report."""
    show(window, qtbot, text="red ball", models=("bert-mini",))
    window.store.select(token=1, model="bert-mini")
    add(window, qtbot)
    show(window, qtbot, panel="letters", text="하늘 sky", seed=9)
    add(window, qtbot)
    return window


def test_a_figure_is_added_with_its_caption_papers_and_state(made: MainWindow) -> None:
    first, second = made.report.report.figures
    assert first.title == "Words"
    assert "0123456789ab" in first.caption
    assert first.state.text == "red ball"
    assert first.papers[0].arxiv == "1810.04805"
    assert second.state.panel == "letters"
    assert "<svg" in second.svg
    assert "Added to the report: Letters. It is figure 2 of the report." in made.banners.texts
    assert "Open report" in with_buttons(made)


def test_without_a_picture_nothing_is_added(window: MainWindow, qtbot: Any) -> None:
    show(window, qtbot, text="reject")
    run(window, "Add this figure to the report")
    assert window.report.report.figures == ()
    assert "There is no picture to export yet." in window.banners.texts


def test_a_project_is_saved_and_opens_with_its_report(
    made: MainWindow, qtbot: Any, tmp_path: Path
) -> None:
    path = save(made, qtbot, tmp_path / "France.plmx")
    state, report = made.store.state, made.report.report
    assert made.windowTitle().startswith("France.plmx")
    assert not made.isWindowModified()
    show(made, qtbot, text="other words", panel="words", theme="dark")
    made.report.remove(0)
    assert made.isWindowModified()
    open_file(made, qtbot, path)
    assert made.report.report == report
    assert made.store.state.theme == "dark"  # of the person, not of the project
    assert made.store.state.text == state.text
    assert made.current_panel.words == tuple(state.text)
    assert not made.isWindowModified()
    with_buttons(made)["Back to the work before"].click()
    settle(made, qtbot)
    assert made.store.state.text == "other words"
    assert len(made.report.report.figures) == 1


def test_saving_again_needs_no_dialog_and_replaces_no_file_of_others(
    made: MainWindow, qtbot: Any, tmp_path: Path
) -> None:
    path = save(made, qtbot, tmp_path / "a.plmx")
    show(made, qtbot, text="new words")
    run(made, "Save project")
    qtbot.waitUntil(lambda: not made.projects.is_modified)
    assert made.findChild(QFileDialog) is None
    path.write_text("a diary", encoding="utf-8")
    show(made, qtbot, text="newer words")
    with qtbot.waitSignal(made.projects.warned) as said:
        run(made, "Save project")
    assert "another program" in said.args[0]
    assert path.read_text(encoding="utf-8") == "a diary"
    assert made.isWindowModified()


def test_a_file_that_is_no_project_changes_nothing(
    made: MainWindow, qtbot: Any, tmp_path: Path
) -> None:
    path = tmp_path / "notes.plmx"
    path.write_text("notes", encoding="utf-8")
    before = made.projects.work
    with qtbot.waitSignal(made.projects.warned) as said:
        made.projects.open_file(path)
    assert "notes.plmx" in said.args[0]
    assert made.projects.work == before


def test_new_projects_begin_empty_and_the_work_before_comes_back(
    made: MainWindow, qtbot: Any, tmp_path: Path
) -> None:
    save(made, qtbot, tmp_path / "a.plmx")
    run(made, "New project")
    assert made.report.report.figures == ()
    assert made.windowTitle() == "PLM Explorer"
    assert made.store.state.text == "하늘 sky"
    run(made, "Back to the work before")
    assert len(made.report.report.figures) == 2
    assert made.projects.path.endswith("a.plmx")


def test_recent_projects_are_offered_while_they_are_there(
    made: MainWindow, qtbot: Any, tmp_path: Path
) -> None:
    for name in ("a.plmx", "b.plmx"):
        save(made, qtbot, tmp_path / name)
    (tmp_path / "b.plmx").unlink()
    run(made, "Open recent project…")
    palette = made.findChild(CommandPalette)
    assert [command.title for command in palette._commands] == ["a.plmx"]
    with qtbot.waitSignal(made.projects.message):
        palette.run_current()
    assert made.projects.path.endswith("a.plmx")


def test_a_model_goes_into_the_file_on_request_and_the_dialog_says_its_size(
    made: MainWindow, qtbot: Any, tmp_path: Path
) -> None:
    folder = own_model(tmp_path / "mine")
    made.context.library.open_folder(folder)
    made.context.library_changed()
    show(made, qtbot, models=("bert-mini", str(folder)))
    dialog = made.projects.save_as()
    assert "Put the model inside (" in dialog.findChild(QCheckBox).text()
    dialog.reject()
    path = save(made, qtbot, tmp_path / "a.plmx", inside=True)
    with zipfile.ZipFile(path) as archive:
        assert "models/0/model.safetensors" in archive.namelist()
        assert not [name for name in archive.namelist() if name.startswith("models/1")]


def own_model(folder: Path, number: float = 0.0) -> Path:
    folder.mkdir(parents=True)
    (folder / "config.json").write_text(json.dumps(CONFIGS["bert-mini"]), encoding="utf-8")
    save_file({"weight": np.full((2, 2), number, np.float32)}, folder / "model.safetensors")
    (folder / "tokenizer.json").write_text("{}", encoding="utf-8")
    return folder


def test_a_model_that_is_not_here_is_named_and_can_be_chosen(
    made: MainWindow, qtbot: Any, tmp_path: Path
) -> None:
    folder = own_model(tmp_path / "mine", 3.0)
    made.context.library.open_folder(folder)
    made.context.library_changed()
    show(made, qtbot, models=("bert-mini", str(folder)))
    add(made, qtbot)
    path = save(made, qtbot, tmp_path / "a.plmx")
    run(made, "New project")
    made.context.library.forget(str(folder))
    folder.rename(tmp_path / "gone")
    made.context.library_changed()
    open_file(made, qtbot, path)
    (missing,) = made.projects.missing
    said = f"mine is not on this computer. The project was made with the weights {missing.hash}."
    assert said in made.banners.texts
    with_buttons(made)["Choose its folder…"].click()
    made.findChild(QFileDialog).reject()
    made.projects.use_folder(missing, str(own_model(tmp_path / "other", 1.0)))
    qtbot.waitUntil(lambda: made.projects.missing == ())
    settle(made, qtbot)
    key = str(tmp_path / "other")
    assert made.store.state.models == ("bert-mini", key)
    assert made.report.report.figures[2].state.models == ("bert-mini", key)
    assert said not in made.banners.texts
    assert any("are not those of the project" in text for text in made.banners.texts)


def test_the_report_is_there_at_the_next_start(
    made: MainWindow, qtbot: Any, context: PanelContext, session_path: Path, tmp_path: Path
) -> None:
    save(made, qtbot, tmp_path / "a.plmx")
    report = made.report.report.edit(0, note="A note")
    made.report.set_report(report)
    made.save()
    session, _ = load_session(session_path)
    catalog = PanelCatalog((WordsPanel, LettersPanel), {})
    later = MainWindow(context, session, session_path, catalog)
    qtbot.addWidget(later)
    assert later.report.report == report
    assert later.isWindowModified()
    assert later.projects.recent == (str(tmp_path / "a.plmx"),)
    for picture in (session_path.parent / "report").iterdir():
        picture.unlink()
    damaged = MainWindow(context, session, session_path, catalog)
    qtbot.addWidget(damaged)
    assert any("could not be read" in text for text in damaged.banners.texts)
    copy = session_path.with_name("session.broken.json")
    assert "A note" in copy.read_text(encoding="utf-8")
    for window in (later, damaged):
        window._session_path = None
        window._stop()


def test_a_change_is_saved_though_others_follow_without_a_pause(
    window: MainWindow, qtbot: Any, session_path: Path
) -> None:
    window._save_timer.setInterval(50)
    begun = time.monotonic()
    while not session_path.exists() and time.monotonic() - begun < 5:
        window.store.update(seed=window.store.state.seed + 1)
        qtbot.wait(20)
    assert session_path.exists()


WORK = """
import sys, time
from PySide6.QtWidgets import QApplication
from explorer.app import build_window
from explorer.core.report.entries import Report, ReportFigure
app = QApplication([])
window = build_window(app)
window.store.update(text="Written before the crash", panel="tokens")
svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"/>'
figure = ReportFigure("Tokens", "Tokens", svg, window.store.state, "한국어 note")
window.report.set_report(Report("Mine", (figure,)))
print("made", flush=True)
while True:
    app.processEvents()
    window.store.next_seed()
    time.sleep(0.05)
"""


def test_a_killed_process_costs_at_most_ten_seconds(plm_explorer_home: Path) -> None:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    process = subprocess.Popen(
        [sys.executable, "-c", WORK], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == "made"
        begun, path = time.monotonic(), plm_explorer_home / "session.json"
        while not path.exists() and time.monotonic() - begun < 10:
            time.sleep(0.05)
    finally:
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=20)
    session, message = load_session(path)
    assert message == ""
    assert session.state.text == "Written before the crash"
    (figure,) = session.project["present"]["report"]["figures"]
    assert figure["note"] == "한국어 note"
    assert (plm_explorer_home / "report" / figure["picture"]).exists()


def test_a_project_file_alone_on_the_command_line_opens_the_window_with_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun: list[Any] = []
    monkeypatch.setattr(app, "run", lambda project=None, device="": begun.append(project) or 0)
    assert cli.main(["My work.PLMX"]) == 0
    assert cli.main([]) == 0
    assert begun == [Path("My work.PLMX"), None]


# ---- the window of the report


@pytest.fixture
def report(made: MainWindow, qtbot: Any) -> ReportWindow:
    run(made, "Open report…")
    dialog = made.findChild(ReportWindow)
    qtbot.waitUntil(lambda: len(dialog._pictures) == 2)
    return dialog


def test_a_click_on_a_figure_restores_what_made_it(
    made: MainWindow, report: ReportWindow, qtbot: Any
) -> None:
    made.store.update(theme="dark")
    report.list.setCurrentRow(0)
    report._picture.click()
    settle(made, qtbot)
    expected: State = made.report.report.figures[0].state
    state = made.store.state
    assert (state.text, state.panel, state.seed) == ("red ball", "words", expected.seed)
    assert state.selection == expected.selection
    assert state.selection.token == 1
    assert state.theme == "dark"
    assert made.current_panel.words == ("red", "ball")
    run(made, "Undo")
    assert made.store.state.text == "하늘 sky"


def test_a_restored_option_shows_in_the_controls_of_a_panel_that_was_made_before(
    made: MainWindow, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(WordsPanel, "show_settings", lambda panel: shown.append(panel.spec.name))
    made.restore_state(made.report.report.figures[0].state)
    settle(made, qtbot)
    assert shown == ["words"]
    made.store.update(panel="letters")
    settle(made, qtbot)
    assert shown == ["words", "letters"]
    made.store.update(panel="words")
    settle(made, qtbot)
    assert shown == ["words", "letters"]


def test_figures_are_described_moved_removed_and_put_back(
    made: MainWindow, report: ReportWindow, qtbot: Any
) -> None:
    report.list.setCurrentRow(0)
    qtbot.keyClicks(report._title, "!")
    report._heading.selectAll()
    qtbot.keyClicks(report._heading, "Red")
    report.findChild(QPlainTextEdit).setPlainText("빨간 공")
    button(report, "Down").click()
    held = made.report.report
    assert held.title == "Report!"
    assert [(one.title, one.note) for one in held.figures] == [("Letters", ""), ("Red", "빨간 공")]
    assert report.figure == held.figures[1]
    assert not button(report, "Down").isEnabled()
    button(report, "Remove").click()
    assert [one.title for one in made.report.report.figures] == ["Letters"]
    button(report, "Undo").click()
    assert made.report.report == held
    assert not button(report, "Undo").isEnabled()


def test_rows_that_are_dragged_order_the_report(
    made: MainWindow, report: ReportWindow, qtbot: Any
) -> None:
    model = report.list.model()
    assert model.moveRow(model.index(0, 0).parent(), 0, model.index(0, 0).parent(), 2)
    qtbot.waitUntil(lambda: made.report.report.figures[0].title == "Letters")
    assert [report.list.item(row).text() for row in (0, 1)] == ["Letters", "Words"]


def test_the_report_leaves_as_html_pdf_and_a_folder_for_latex(
    report: ReportWindow, qtbot: Any, tmp_path: Path
) -> None:
    report.list.setCurrentRow(0)
    report.findChild(QPlainTextEdit).setPlainText("조사 & 50 %\n\n" + "long " * 2000)
    out = tmp_path / "out"
    out.mkdir()
    for kind, name in (("html", "r.html"), ("pdf", "r.pdf"), ("latex", ""), ("latex", "")):
        write(report, qtbot, kind, out / name)
    assert (out / "r.html").read_text(encoding="utf-8").count("<img") == 2
    pages = (out / "r.pdf").read_bytes().count(b"/Type /Page\n")
    assert pages == 3  # the note goes over to a page of its own
    for folder in ("report-latex", "report-latex-2"):
        main = (out / folder / "main.tex").read_text(encoding="utf-8")
        assert "조사 \\& 50 \\%" in main
        for name in ("01-words", "02-letters"):
            picture = (out / folder / "figures" / f"{name}.pdf").read_bytes()
            assert picture.startswith(b"%PDF-")
            assert picture.count(b"/Type /Page\n") == 1
    assert sorted(one.name for one in out.iterdir())[:2] == ["r.html", "r.pdf"]


def test_a_report_that_cannot_be_written_says_why(
    report: ReportWindow, qtbot: Any, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    write(report, qtbot, "html", tmp_path / "file" / "r.html")
    assert "cannot be written" in report._message.text()


def test_an_empty_report_says_how_a_figure_comes_into_it(window: MainWindow) -> None:
    run(window, "Open report…")
    report = window.findChild(ReportWindow)
    assert "Add to report" in report._hint.text()
    assert not button(report, "Save as PDF…").isEnabled()
    run(window, "Open report…")
    assert window.findChildren(ReportWindow) == [report]


def write(report: ReportWindow, qtbot: Any, kind: str, path: Path) -> None:
    report.write(kind, str(path))
    qtbot.waitUntil(lambda: not report._writing.busy)


def button(report: ReportWindow, title: str) -> QPushButton:
    return next(one for one in report.findChildren(QPushButton) if one.text() == title)


def test_a_file_that_the_system_hands_over_is_opened(
    window: MainWindow, qtbot: Any, qapp: QApplication, tmp_path: Path
) -> None:
    path = save(window, qtbot, tmp_path / "handed.plmx")
    run(window, "New project")
    settle(window, qtbot)
    drops = window.drops
    qapp.installEventFilter(drops)
    QApplication.sendEvent(qapp, QFileOpenEvent(str(path)))
    qtbot.waitUntil(lambda: window.projects.path == str(path))
    QApplication.sendEvent(qapp, QFileOpenEvent(str(tmp_path / "picture.png")))  # not ours
    assert window.projects.path == str(path)
    qapp.removeEventFilter(drops)
