"""The terms of one kind of score as boxes to tick."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QWidget

from explorer.ui.controls.plain_text import plain_label, set_tip

GAP = 12  # pixels
TIP = "Switched off, it is zero in every layer of every model that has it"


@dataclass(frozen=True)
class Terms:
    """What can be switched off in the score of some architectures."""

    architectures: str  # their titles
    terms: tuple[tuple[str, str, bool], ...]  # (name, title, on)


class TermBoxes(QWidget):
    """They stay in one line, with the name of those whose score it is unless that stands before."""

    switched = Signal(str, bool)  # name, on

    def __init__(self, *, named: bool = True, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.boxes: list[QCheckBox] = []
        self._whose = plain_label()
        self._whose.setProperty("muted", True)
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(0, 0, 0, 0)
        self._line.setSpacing(GAP)
        self._line.addWidget(self._whose)
        self._whose.setVisible(named)

    def show_terms(self, shown: Terms | None) -> None:
        """Show these, without telling anybody; None: there are none."""
        self.setVisible(shown is not None)
        if shown is None:
            return
        self._whose.setText(f"{shown.architectures}'s score")
        if [box.objectName() for box in self.boxes] != [name for name, _, _ in shown.terms]:
            self._rebuild([(name, title) for name, title, _ in shown.terms])
        for box, (_, _, on) in zip(self.boxes, shown.terms, strict=True):
            with QSignalBlocker(box):
                box.setChecked(on)

    def _rebuild(self, terms: Sequence[tuple[str, str]]) -> None:
        for box in self.boxes:
            self._line.removeWidget(box)
            box.hide()
            box.deleteLater()
        self.boxes = [self._made(name, title) for name, title in terms]

    def _made(self, name: str, title: str) -> QCheckBox:
        box = QCheckBox(title)
        box.setObjectName(name)
        set_tip(box, TIP)
        box.clicked.connect(lambda on: self.switched.emit(name, on))
        self._line.addWidget(box)
        return box
