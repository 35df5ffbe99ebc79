"""What lecture notes state, as a list to search; the chosen one is shown where it can be seen."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QWidget

from explorer.core.comparisons.statements import NotesStatement, themes
from explorer.core.localization import message, tr
from explorer.ui.controls.layouts import column
from explorer.ui.dialogs.searching import SearchPage
from explorer.ui.panel_base.spec import PanelSpec
from explorer.ui.style import fonts
from models.comparison.catalog import experiments

WIDTH, HEIGHT = 640, 640
TITLE = tr("What notes state")
NO_MATCH = tr("No statement has all of these words.")


class StatementsDialog(QDialog):
    """A click or Enter closes it and names the theme and the place of the statement in it."""

    chosen = Signal(object, int)  # StatementTheme

    def __init__(self, panels: Sequence[PanelSpec], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(TITLE)
        self.resize(WIDTH, HEIGHT)
        self.page = StatementsPage(panels)
        self.page.activated.connect(self._on_activated)
        column(self.page, into=self, margins=(12, 0, 12, 12))

    def _on_activated(self) -> None:
        if (marked := self.page.marked_place) is not None:
            self.accept()
            self.chosen.emit(*marked)


class StatementsPage(SearchPage):
    """Statements by theme, each with the panel, view or comparison that shows it."""

    def __init__(self, panels: Sequence[PanelSpec]) -> None:
        super().__init__(tr("Find a statement, such as “mask”"), tr("Search"), TITLE)
        self._specs = {spec.name: spec for spec in panels}
        self.line.textChanged.connect(self._show)
        self.line.returnPressed.connect(self.activated)
        self._list.itemClicked.connect(self.activated)
        self._lay_out()
        self._show("")

    @property
    def marked_place(self) -> tuple[object, int] | None:
        """The theme of the marked statement and its place there."""
        found: tuple[object, int] | None = self._marked_data
        return found

    def _show(self, words: str) -> None:
        self._list.clear()
        for theme in themes():
            found = theme.find(words)
            if found:
                self._add_heading(theme.title)
            for at in found:
                one = theme.statements[at]
                self._add(f"{one.text}\n→ {self._place_title(one)}", (theme, at))
        if self._list.count():
            self._list.setCurrentRow(1)  # below its heading
        else:
            self._add_heading(NO_MATCH)

    def _add_heading(self, title: str) -> None:
        heading = self._add(title)
        heading.setFlags(Qt.ItemFlag.NoItemFlags)
        heading.setFont(fonts.font(fonts.SMALL, bold=True))

    def _place_title(self, statement: NotesStatement) -> str:
        spec = self._specs[statement.place["panel"]]
        if statement.comparison:
            return f"{spec.title} · {message(experiments()[statement.comparison].title)}"
        view = str(statement.place.get("settings", {}).get("view", ""))
        return " · ".join(filter(None, (spec.title, spec.views.get(view, ""))))
