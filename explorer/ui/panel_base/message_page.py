"""The page in place of a picture: why there is none, and what to do."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from explorer.ui.controls.layouts import column, push_button, wrapped
from explorer.ui.controls.plain_text import plain_label
from explorer.ui.panel_base.details import Action

COMPUTING = "Computing …"


class MessagePage(QWidget):
    """A line, and a button below it."""

    def __init__(self) -> None:
        super().__init__()
        self._action: Action | None = None
        self._label = wrapped(plain_label(COMPUTING))
        self._label.setObjectName("panelMessage")
        self._button = push_button("", self._on_clicked)
        self._button.setVisible(False)
        layout = column(self._label, self._button, None, into=self, margins=(0, 8, 0, 0))
        layout.setAlignment(self._button, Qt.AlignmentFlag.AlignLeft)

    @property
    def text(self) -> str:
        return self._label.text()

    def set_message(self, text: str, action: Action | None = None) -> None:
        self._action = action
        self._label.setText(text)
        self._button.setVisible(action is not None)
        self._button.setText(action.label if action else "")

    def _on_clicked(self) -> None:
        if self._action is not None:
            self._action.run()
