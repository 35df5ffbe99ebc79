"""Labels and tooltips that show a text as it is: names, titles and tokens are no HTML.

Qt treats what looks like tags as rich text, so that a token `<s>` is invisible, and a title in
a file of someone else loads a picture. Widgets with words are made here; only the help is rich.
"""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QPoint
from PySide6.QtGui import Qt
from PySide6.QtWidgets import QLabel, QMessageBox, QToolTip, QWidget


class _Tipped(Protocol):
    def setToolTip(self, text: str, /) -> None: ...


def plain_label(text: str = "") -> QLabel:
    """A label that shows every character of its text."""
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label


def plain_question(parent: QWidget, title: str, text: str, further: str) -> QMessageBox:
    """A question without its buttons; the box deletes itself when it is answered."""
    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setIcon(QMessageBox.Icon.Question)
    box.setWindowTitle(title)
    box.setText(text)
    box.setInformativeText(further)
    for label in box.findChildren(QLabel):
        label.setTextFormat(Qt.TextFormat.PlainText)
    return box


def set_tip(target: _Tipped, text: str) -> None:
    """Give a widget, an action or an entry of a list its tooltip."""
    target.setToolTip(_as_tip(text))


def show_tip(place: QPoint, text: str, widget: QWidget) -> None:
    """Show a tooltip at a place on the screen; an empty one hides it."""
    QToolTip.showText(place, _as_tip(text), widget)


def _as_tip(text: str) -> str:
    """A tooltip has no text format, so what looks like tags is escaped."""
    return Qt.convertFromPlainText(text) if Qt.mightBeRichText(text) else text
