"""The language of the interface is chosen in the menu and holds from the next start on."""

import json

import pytest
from PySide6.QtCore import QProcess
from PySide6.QtWidgets import QPushButton

from explorer.core.localization import LANGUAGES, language
from explorer.core.state.settings import language_file
from explorer.ui.window.banners import Banner
from explorer.ui.window.commands import Command
from explorer.ui.window.main_window import MainWindow


def command(window: MainWindow, title: str) -> Command:
    return next(one for one in window.commands if one.title == title)


def test_another_language_is_saved_and_a_restart_offered(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[tuple[str, list[str]]] = []
    monkeypatch.setattr(QProcess, "startDetached", lambda *command: started.append(command))
    assert command(window, "English").checked()
    assert not command(window, "한국어").checked()

    command(window, "한국어").run()

    assert json.loads(language_file().read_text(encoding="utf-8")) == {"language": "ko"}
    banner = next(one for one in window.findChildren(Banner) if "starts again" in one.text)
    next(one for one in banner.findChildren(QPushButton) if one.text() == "Restart now").click()
    assert started
    assert not window.isVisible()


def test_the_language_in_use_needs_no_restart(window: MainWindow) -> None:
    before = window.banners.texts
    command(window, LANGUAGES[language()]).run()
    assert window.banners.texts == before
