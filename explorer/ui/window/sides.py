"""The sides of the window: the panels at the left; which are visible beside a text of any size."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain, repeat
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QButtonGroup, QFrame, QSizePolicy, QToolButton, QWidget

from explorer.ui.controls.layouts import column, heading_label, text_button
from explorer.ui.controls.plain_text import set_tip
from explorer.ui.panel_base.registry import PanelCatalog
from explorer.ui.panel_base.spec import GROUP_TITLES, PanelSpec
from explorer.ui.style import fonts
from explorer.ui.style.theme import Theme
from explorer.ui.style.zoom import TEXT_SIZES, next_size, scale_length, zoom_of

PANEL_KEYS = tuple(f"Ctrl+{n}" for n in range(1, 10))  # of the first panels
LEAST_WITH_DETAILS = 960  # pixels, of the window at the usual size of text


class SidePanels(QObject):
    """Folds the rail at the left and the details at the right, and zooms text and figures."""

    changed = Signal()  # something that a session saves

    def __init__(self, window: QWidget, rail: QWidget, details: QWidget, theme: Theme) -> None:
        super().__init__(window)
        self._window = window
        self._rail = rail
        self._details = details
        self._theme = theme
        self._with_details = True
        self._too_narrow = False  # for the details
        self._text_size = fonts.BODY

    def restore(self, saved: Mapping[str, Any]) -> None:
        self._with_details = saved.get("details") is not False
        self._show(saved.get("sides") is not False)
        size = saved.get("text_size")
        self._text_size = size if size in TEXT_SIZES else fonts.BODY
        self._theme.set_zoom(zoom_of(self._text_size))

    def to_json(self) -> dict[str, Any]:
        return {
            "details": self._with_details,
            "sides": not self._rail.isHidden(),
            "text_size": self._text_size,
        }

    def toggle_details(self) -> None:
        visible = self._details.isHidden()
        self._details.setVisible(visible)
        if not (self._rail.isHidden() or self._too_narrow):
            self._with_details = visible
        self.changed.emit()

    def toggle_both(self) -> None:
        """Leave the window to the sentence and its picture, or bring the sides back."""
        self._show(self._rail.isHidden())
        self.changed.emit()

    def fit(self) -> None:
        """Fold the details as the window becomes too narrow for its text, and bring them back."""
        too_narrow = self._window.width() < scale_length(LEAST_WITH_DETAILS)
        if too_narrow != self._too_narrow:
            self._too_narrow = too_narrow
            self._show(not self._rail.isHidden())

    def zoom(self, step: int) -> None:
        """The next larger (1) or smaller (-1) size of text and figures; 0 for the usual size."""
        self._text_size = next_size(self._text_size, step) if step else fonts.BODY
        self._theme.set_zoom(zoom_of(self._text_size))
        self.fit()
        self.changed.emit()

    def _show(self, visible: bool) -> None:
        self._rail.setVisible(visible)
        self._details.setVisible(visible and self._with_details and not self._too_narrow)


class Rail(QFrame):
    """One button for each panel, in groups; the arrow keys move between them."""

    chosen = Signal(str)

    def __init__(self, catalog: PanelCatalog, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("rail")
        self._theme = theme
        self._buttons: dict[str, QToolButton] = {}
        self._group = QButtonGroup(self)
        self._build(catalog)

    def show_chosen(self, name: str) -> None:
        if name in self._buttons:
            self._buttons[name].setChecked(True)

    def _build(self, catalog: PanelCatalog) -> None:
        layout = column(into=self, spacing=0, margins=(8, 16, 8, 8))
        keys = chain(PANEL_KEYS, repeat(""))
        for group, title in GROUP_TITLES.items():
            specs = [panel.spec for panel in catalog.panels if panel.spec.group == group]
            if not specs:
                continue
            heading = heading_label(title)
            heading.setContentsMargins(8, 0, 0, 4)
            layout.addWidget(heading)
            for spec in specs:
                layout.addWidget(self._button(spec, next(keys)))
            layout.addSpacing(16)
        layout.addStretch()

    def _button(self, spec: PanelSpec, key: str) -> QToolButton:
        button = text_button(f" {spec.title}")
        button.setProperty("rail", True)
        button.setCheckable(True)
        button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        set_tip(button, f"{spec.summary}  ({key})" if key else spec.summary)
        self._theme.set_icon(button, spec.icon, "muted", checked="accent")
        button.clicked.connect(lambda: self.chosen.emit(spec.name))
        self._group.addButton(button)
        self._buttons[spec.name] = button
        return button
