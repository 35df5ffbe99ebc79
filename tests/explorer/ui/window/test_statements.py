"""What notes state: the list to search, and the window at the place of the chosen statement."""

from typing import Any

from PySide6.QtCore import Qt

from explorer.core.comparisons.statements import themes
from explorer.ui.dialogs.statements import NO_MATCH, StatementsDialog
from explorer.ui.panel_base.registry import find_panels
from models.runtime.resources import resource
from tests.explorer.ui.panels.test_every_panel import settle, shown

BUNDLED = resource("checkpoints")


def rows(dialog: StatementsDialog) -> list[str]:
    found = dialog.page._list
    return [found.item(row).text() for row in range(found.count())]


def test_every_statement_is_listed_below_its_theme(qtbot: Any) -> None:
    dialog = StatementsDialog([panel.spec for panel in find_panels().panels])
    qtbot.addWidget(dialog)
    written = rows(dialog)
    assert len(written) == sum(1 + len(theme.statements) for theme in themes())
    assert written[0] == themes()[0].title
    dialog.page.line.setText("static DYNAMIC")
    assert rows(dialog)[0] == "RoBERTa"
    assert rows(dialog)[1].endswith("Comparisons · Static or dynamic masks")
    dialog.page.line.setText("no such words")
    assert rows(dialog) == [NO_MATCH]
    assert dialog.page.marked_place is None


def test_a_chosen_statement_is_shown_at_its_place_and_the_next_one_follows(qtbot: Any) -> None:
    theme = next(one for one in themes() if one.name == "bert")
    with shown(qtbot, BUNDLED, "Paris", ("gpt2-mini",)) as window:
        window.store.update(panel="comparisons")
        settle(window.current_panel, qtbot)
        window.current_panel.statements_requested.emit()
        (dialog,) = window.findChildren(StatementsDialog)
        dialog.page.line.setText("First name and family name")
        qtbot.keyClick(dialog.page.line, Qt.Key.Key_Return)
        at = next(n for n, one in enumerate(theme.statements) if one.id == "names-mixed")
        state = window.store.state
        assert (state.panel, state.models) == ("masking", ("bert-mini-companies",))
        assert state.text == theme.statements[at].place["text"]
        assert window.tour.step.say == theme.statements[at].text
        settle(window.current_panel, qtbot)
        window.tour.go_on()
        assert window.store.state.settings("comparisons")["opened"] == "founders"
        window.tour.close_tour()
