"""A mistake of the program: what happened, with details to copy."""

from __future__ import annotations

import platform

from PySide6 import __version__ as qt_version
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QPlainTextEdit, QWidget

from explorer.core.localization import tr
from explorer.core.state.program import program_version
from explorer.ui.controls.layouts import column, line, push_button
from explorer.ui.controls.plain_text import plain_label
from explorer.ui.style import fonts

SIZE = (640, 420)


class BugDialog(QDialog):
    """A dialog that is not modal."""

    def __init__(self, message: str, details: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Something went wrong"))
        self.resize(*SIZE)
        words = plain_label(
            tr(
                "This is a mistake in the program, not yours. You can continue; your models and "
                "runs are untouched. The details below help to repair it."
            )
        )
        words.setWordWrap(True)
        self._details = QPlainTextEdit(f"{message}\n\n{details}\n{_surroundings()}")
        self._details.setReadOnly(True)
        self._details.setFont(fonts.font(12, mono=True))
        close = push_button(tr("Continue"), self.accept, style="primary")
        close.setDefault(True)
        buttons = line(push_button(tr("Copy details"), self.copy), None, close)
        parts = words, (self._details, 1), buttons
        column(*parts, into=self, spacing=12, margins=(24, 24, 24, 16))

    @property
    def details(self) -> str:
        return self._details.toPlainText()

    def copy(self) -> None:
        QGuiApplication.clipboard().setText(self.details)


def _surroundings() -> str:
    return (
        f"PLM Explorer {program_version()}, Python {platform.python_version()}, Qt {qt_version}, "
        f"{platform.platform()}"
    )
