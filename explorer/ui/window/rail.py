"""The left side: the panels as icons with their names, in the groups Look, Make and Compare."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QFrame, QSizePolicy, QToolButton

from explorer.ui.controls.layouts import column, heading_label, text_button
from explorer.ui.controls.plain_text import set_tip
from explorer.ui.panel_base.registry import PanelCatalog
from explorer.ui.panel_base.spec import GROUP_TITLES, PanelSpec
from explorer.ui.style.theme import Theme


class Rail(QFrame):
    """One button for each panel; the arrow keys move between them."""

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
        layout = column(into=self, spacing=2, margins=(8, 16, 8, 8))
        number = 0
        for group, title in GROUP_TITLES.items():
            specs = [panel.spec for panel in catalog.panels if panel.spec.group == group]
            if not specs:
                continue
            heading = heading_label(title)
            heading.setContentsMargins(8, 0, 0, 4)
            layout.addWidget(heading)
            for spec in specs:
                number += 1
                layout.addWidget(self._button(spec, number))
            layout.addSpacing(16)
        layout.addStretch(1)

    def _button(self, spec: PanelSpec, number: int) -> QToolButton:
        button = text_button(f" {spec.title}")
        button.setProperty("rail", True)
        button.setCheckable(True)
        button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        set_tip(button, f"{spec.summary}  (Ctrl+{number})")
        self._theme.set_icon(button, spec.icon, "muted", checked="accent")
        button.clicked.connect(lambda: self.chosen.emit(spec.name))
        self._group.addButton(button)
        self._buttons[spec.name] = button
        return button
