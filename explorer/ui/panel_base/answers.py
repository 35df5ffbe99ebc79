"""A panel whose answer is one for each model, or why that model has none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from explorer.core.state.state import Selection
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.panel import Panel


class AnswersPanel(Panel):
    """Draws all answers again when one arrives, and when a selection or an option changes.

    An answer has the `card` of its model; a UserError has none.
    """

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self._answers: dict[str, Any] = {}  # by model

    def show_partial(self, value: Mapping[str, Any]) -> None:
        """What is answered replaces what was there; the others stay until theirs is."""
        self._answers = {**self._answers, **value}
        self._redraw()

    def show_result(self, value: Mapping[str, Any]) -> None:
        self._answers = dict(value)  # drawn with what is selected

    def show_selection(self, selection: Selection) -> None:
        self._redraw()

    def show_settings(self) -> None:
        self._redraw()

    def _redraw(self) -> None:
        """Draw what is answered, with what is selected."""
        raise AssertionError(f"{type(self).__name__} draws nothing")

    def digest(self, key: str) -> str:
        card = getattr(self._answers.get(key), "card", None)
        return "" if card is None else str(card.hash)
