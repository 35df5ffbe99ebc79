"""The list of sentences: ten thousand rows, of which only those in sight are painted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QTableView

from explorer.core.localization import tr
from explorer.core.sentences.rows import SentenceTable
from explorer.core.sentences.source import SentenceSet
from explorer.ui.panels.sentences.listing import head_of
from models.schema.records import IntArray

Role = Qt.ItemDataRole
ROW_ROOM = 8  # pixels above and below the text of a row, together
MEASURED = 100  # rows whose texts decide the width of a column
LEAST_SENTENCE = 260  # pixels
MAX_TEXT = 260  # pixels of a column of texts that is not the sentence
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
Index = QModelIndex | Any  # Qt's methods also take persistent ones
NO_INDEX = QModelIndex()


class SentenceModel(QAbstractTableModel):
    """Some of the sentences, in an order."""

    def __init__(self) -> None:
        super().__init__()
        self.table = SentenceTable(SentenceSet("", ()), {})
        self.rows: IntArray = np.empty(0, dtype=np.int64)
        self.letters: Mapping[str, str] = {}

    def show_rows(self, table: SentenceTable, rows: IntArray, letters: Mapping[str, str]) -> None:
        self.beginResetModel()
        self.table, self.rows, self.letters = table, rows, letters
        self.endResetModel()

    # ---- Qt

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self.table.columns)

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        column, row = self.table.columns[index.column()], int(self.rows[index.row()])
        if role in (Role.DisplayRole, Role.ToolTipRole):
            return column.text(row)
        return (RIGHT if column.is_number else LEFT) if role == Role.TextAlignmentRole else None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal or section >= len(self.table.columns):
            return None
        column = self.table.columns[section]
        if role == Role.ToolTipRole and column.model:
            return f"{self.table.known[column.model].title}: {column.title}"
        if role == Role.TextAlignmentRole:
            return RIGHT if column.is_number else LEFT
        return head_of(column, self.letters) if role == Role.DisplayRole else None


class SentenceList(QTableView):
    """A click selects a sentence, a double click uses it, a click on a head sorts.

    So do the arrow keys, Enter, and the space bar: by the column of the current cell.
    """

    chosen = Signal(int)  # the number of a sentence, from 0
    used = Signal(int)
    sorted_by = Signal(str)  # the name of a column

    def __init__(self) -> None:
        super().__init__()
        self.rows = SentenceModel()
        self.setModel(self.rows)
        self.setAccessibleName(tr("Sentences"))
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        head = self.horizontalHeader()
        head.setSectionsClickable(True)
        head.setHighlightSections(False)
        head.setResizeContentsPrecision(MEASURED)
        head.sectionClicked.connect(self._on_head)
        self.selectionModel().currentRowChanged.connect(self._on_row)
        self.doubleClicked.connect(self._on_used)

    def show_rows(
        self,
        table: SentenceTable,
        rows: IntArray,
        letters: Mapping[str, str],
        sort: tuple[str, bool],
        selected: int,
    ) -> None:
        """`sort` is a column by its name and whether it descends."""
        same = table is self.rows.table
        with QSignalBlocker(self.selectionModel()):
            if not same or not np.array_equal(rows, self.rows.rows):
                self.rows.show_rows(table, rows, letters)
            if not same:
                self._fit_columns()
            self._select(selected)
        self._show_sort(*sort)

    def _select(self, selected: int) -> None:
        place = np.flatnonzero(self.rows.rows == selected)
        if not len(place):
            self.clearSelection()
        elif self.currentIndex().row() != place[0]:
            self.setCurrentIndex(self.rows.index(int(place[0]), 1))
            self.selectRow(int(place[0]))

    def _fit_sentence(self) -> None:
        """The sentence takes what is left, if that is enough; else the list scrolls."""
        head = self.horizontalHeader()
        names = [column.name for column in self.rows.table.columns]
        place = names.index("text")
        others = sum(head.sectionSize(n) for n in range(len(names)) if n != place)
        head.resizeSection(place, max(self.viewport().width() - others, LEAST_SENTENCE))

    def _fit_columns(self) -> None:
        """Numbers as wide as their heads."""
        head, columns = self.horizontalHeader(), self.rows.table.columns
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + ROW_ROOM)
        for place, column in enumerate(columns):
            if column.name != "text":
                wide = max(self.sizeHintForColumn(place), head.sectionSizeHint(place))
                head.resizeSection(place, min(wide, MAX_TEXT))
        self._fit_sentence()

    def _show_sort(self, name: str, descending: bool) -> None:
        names = [column.name for column in self.rows.table.columns]
        order = Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder
        self.horizontalHeader().setSortIndicatorShown(name in names)
        if name in names:
            self.horizontalHeader().setSortIndicator(names.index(name), order)

    def _on_row(self, current: QModelIndex) -> None:
        if current.isValid():
            self.chosen.emit(int(self.rows.rows[current.row()]))

    def _on_head(self, section: int) -> None:
        self.sorted_by.emit(self.rows.table.columns[section].name)

    def _on_used(self, index: QModelIndex) -> None:
        self.used.emit(int(self.rows.rows[index.row()]))

    # ---- Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        current, key = self.currentIndex(), event.key()
        if current.isValid() and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._on_used(current)
        elif current.isValid() and key == Qt.Key.Key_Space:
            self._on_head(current.column())
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_sentence()
