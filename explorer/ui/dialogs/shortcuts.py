"""All keys of the program on one sheet: those of the commands, and those inside pictures."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import QDialog, QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from explorer.core.localization import tr
from explorer.ui.controls.layouts import column

WIDTH, HEIGHT = 560, 640
Keys = Mapping[str, str]  # what is done, by the keys
IN_PICTURES = {
    "Tab": tr("Mark the first cell of a picture"),
    tr("Left, Right, Up, Down"): tr(
        "Mark the next cell in that direction; its numbers are read aloud"
    ),
    tr("Enter or Space"): tr("Select the marked cell in all panels"),
    tr("Ctrl+Enter"): tr("Like a click with Ctrl: ablate a head, show one relation alone"),
    tr("+ or -"): tr("Open the marked cell, like a double click; unfold or fold an entity"),
    tr("Shift and an arrow key"): tr("Pull the marked entity of a graph"),
}
IN_CHARTS = {
    tr("Left, Right, Home, End"): tr("Read the chart off at the next position"),
    "+, -": tr("Zoom into a chart, and out again"),
    "0": tr("Show all of a chart"),
    tr("Ctrl+wheel"): tr("Zoom into a chart; a double click shows all of it again"),
}
IN_SENTENCES = {
    tr("Enter"): tr("Use the marked sentence"),
    tr("Space"): tr("Sort by the column of the marked cell"),
}
IN_TOURS = {tr("Left, Right"): tr("Step back, next step"), "Esc": tr("End the tour")}
IN_INSIDE = {"Page Up, Page Down": tr("Previous step, next step of the forward pass")}


class ShortcutSheet(QDialog):
    """Groups of keys and what each does. Enter and Escape close it."""

    def __init__(self, commands: Mapping[str, Keys], parent: QWidget | None = None) -> None:
        """`commands` are the keys of each menu, by its title."""
        super().__init__(parent)
        self.setWindowTitle(tr("Keyboard shortcuts"))
        self.resize(WIDTH, HEIGHT)
        self.tree = QTreeWidget()
        self.tree.setAccessibleName(tr("Keyboard shortcuts"))
        self.tree.setHeaderLabels([tr("Action"), tr("Keys")])
        self.tree.setRootIsDecorated(False)
        self.tree.setItemsExpandable(False)
        header = self.tree.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        column(self.tree, into=self, margins=(12, 12, 12, 12))
        parts = {
            tr("Pictures"): IN_PICTURES,
            tr("Charts"): IN_CHARTS,
            tr("Sentences"): IN_SENTENCES,
            tr("Guided tours"): IN_TOURS,
            tr("Inside"): IN_INSIDE,
        }
        for title, keys in {**commands, **parts}.items():
            self._add(title, keys)
        self.tree.expandAll()

    def _add(self, title: str, keys: Keys) -> None:
        if not keys:
            return
        group = QTreeWidgetItem([title])
        font = group.font(0)
        font.setBold(True)
        group.setFont(0, font)
        group.addChildren([QTreeWidgetItem([action, key]) for key, action in keys.items()])
        self.tree.addTopLevelItem(group)
