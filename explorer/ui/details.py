"""The right side: what is selected, in words and numbers; with nothing selected, the models."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from explorer.core.library import ModelEntry
from explorer.ui.controls import letter_badge
from explorer.ui.drawing import number
from explorer.ui.panel import Details, PanelContext

WIDTH = 264
MAX_METRICS = 4


class DetailsSide(QWidget):
    """Shows what a panel tells; folds away."""

    def __init__(self, context: PanelContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("details")
        self.setFixedWidth(WIDTH)
        self._context = context
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setStyleSheet("background: transparent;")
        outer.addWidget(self._area)
        self.show_details(Details())

    def show_details(self, details: Details) -> None:
        """Show the details, or the models where there are none."""
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(8)
        if details == Details():
            self._add_models(layout)
        else:
            self._add(layout, details)
        layout.addStretch(1)
        self._area.setWidget(page)

    def _add(self, layout: QVBoxLayout, details: Details) -> None:
        layout.addWidget(_heading("Selected"))
        if details.title:
            layout.addWidget(_title(details.title))
        layout.addLayout(_grid(details.rows))
        if details.text:
            layout.addWidget(_text(details.text))
        for action in details.actions:
            button = QPushButton(action.label)
            button.clicked.connect(action.run)
            layout.addWidget(button)

    def _add_models(self, layout: QVBoxLayout) -> None:
        layout.addWidget(_heading("Models"))
        for slot in self._context.slots(self._context.store.state):
            line = QGridLayout()
            line.setHorizontalSpacing(8)
            line.addWidget(letter_badge(slot.index, self._context.theme.palette), 0, 0)
            line.addWidget(_title(slot.title), 0, 1)
            line.setColumnStretch(1, 1)
            layout.addLayout(line)
            family = self._context.engine.family(slot.entry)
            layout.addLayout(_grid(_model_rows(slot.entry, family)))
            layout.addSpacing(8)
        layout.addWidget(_text("Click a token, a layer or a head to see it here."))


def _model_rows(entry: ModelEntry, family: str) -> tuple[tuple[str, str], ...]:
    rows = [("Family", family)]
    if entry.parameters is not None:
        rows.append(("Parameters", f"{entry.parameters:,}"))
    if entry.num_positions is not None:
        rows.append(("Positions", f"{entry.num_positions:,}"))
    rows.append(("On disk", f"{entry.size_bytes / 1e6:.1f} MB"))
    rows += [
        (_metric_title(name), number(value))
        for name, value in list(entry.metrics.items())[:MAX_METRICS]
    ]
    return tuple(rows)


def _metric_title(name: str) -> str:
    """`mlm_loss` as a person reads it: the head's abbreviation, then what was measured."""
    head, _, measure = name.partition("_")
    said = measure.replace("_", " ").replace("auc", "AUC")
    return f"{head.upper()} {said}".strip()


def _heading(text: str) -> QLabel:
    label = QLabel(text.upper())
    label.setProperty("heading", True)
    return label


def _title(text: str) -> QLabel:
    label = QLabel(text)
    label.setStyleSheet("font-weight: 600;")
    label.setWordWrap(True)
    return label


def _text(text: str) -> QLabel:
    label = QLabel(text)
    label.setProperty("muted", True)
    label.setWordWrap(True)
    return label


def _grid(rows: tuple[tuple[str, str], ...]) -> QGridLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(12)
    grid.setVerticalSpacing(4)
    grid.setColumnStretch(1, 1)
    for index, (name, value) in enumerate(rows):
        label = QLabel(name)
        label.setProperty("muted", True)
        shown = QLabel(value)
        shown.setWordWrap(True)
        shown.setAlignment(Qt.AlignmentFlag.AlignRight)
        shown.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        grid.addWidget(label, index, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(shown, index, 1)
    return grid
