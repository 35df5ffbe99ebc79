"""What stands in place of a picture: why it is not there, and the way out."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from explorer.ui.controls.plain_text import plain_label
from explorer.ui.panel_base.details import Action

COMPUTING = "Computing …"


class MessagePage(QWidget):
    """A line, and a button below it."""

    def __init__(self) -> None:
        super().__init__()
        self._action: Action | None = None
        self._label = plain_label(COMPUTING)
        self._label.setObjectName("panelMessage")
        self._label.setWordWrap(True)
        self._label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._button = QPushButton()
        self._button.setVisible(False)
        self._button.clicked.connect(self._on_clicked)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 8, 0, 0)
        layout.addWidget(self._label)
        layout.addWidget(self._button, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addStretch(1)

    @property
    def text(self) -> str:
        return self._label.text()

    def tell(self, text: str, action: Action | None = None) -> None:
        self._action = action
        self._label.setText(text)
        self._button.setVisible(action is not None)
        self._button.setText(action.label if action else "")

    def _on_clicked(self) -> None:
        if self._action is not None:
            self._action.run()
