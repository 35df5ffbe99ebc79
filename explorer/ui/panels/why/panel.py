"""Why: which tokens caused a prediction, by several methods, and how far one may trust each."""

from __future__ import annotations

from typing import Any

from explorer.core.attribution.request import (
    WhyAnswer,
    WhyChoice,
    WhyRequest,
    answers_to,
    request_of,
)
from explorer.core.localization import tr
from explorer.core.readable import all_cut_off
from explorer.core.report.captions import Basis
from explorer.core.state.state import State
from explorer.core.table import Table
from explorer.ui.graphics.drawing import Drawing
from explorer.ui.graphics.maps.heat_map import AxisHit, CellHit
from explorer.ui.graphics.tokens.token_rows import TokenHit
from explorer.ui.panel_base.answers import AnswersPanel, drop_failures
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.details import Details
from explorer.ui.panel_base.marks import Mark, marks_of_view
from explorer.ui.panel_base.spec import panel_spec
from explorer.ui.panels.why.controls import VIEW_TITLES, WhyControls
from explorer.ui.panels.why.figure import sections
from explorer.ui.panels.why.text import caption_settings, details, table

NO_TEXT = tr("Type a sentence above to see which of its words cause a prediction.")


class WhyPanel(AnswersPanel):
    """Three views of the causes of one prediction, one column for each model."""

    spec = panel_spec("why", views=VIEW_TITLES, kinds=("logits",))
    work = staticmethod(answers_to)
    controls: WhyControls

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context, WhyControls())
        self.controls.tabs.chosen.connect(self.show_view)

    # ---- request and answer

    @property
    def choice(self) -> WhyChoice:
        """The words that were chosen for this sentence; none of another one."""
        stored = WhyChoice.from_json(self.option("choice", {}))
        return stored if stored.text == self._subject() else WhyChoice()

    def _subject(self) -> str:
        """What chosen words belong to: the texts, and the selected token."""
        state = self.state
        return f"{state.text}\n{state.pair}\n{state.selection.token}"

    def request(self, state: State) -> WhyRequest | None:
        if not state.text.strip():
            self.say(NO_TEXT)
            return None
        keys = self.chosen_keys
        return request_of(state, self.view, keys, self.choose_token_model(keys), self.choice)

    def _show_controls(self) -> None:
        answers = [one for _, one in drop_failures(self.answers)]
        self.controls.show_answers(self.view, answers, self.choice)

    def _limits(self) -> list[str]:
        return all_cut_off(
            (model.title, one.target.num_cut, one.card.num_positions)
            for model, one in drop_failures(self.answers)
        )

    def _details(self) -> Details:
        return details(self.answers)

    # ---- export

    def _sections(self) -> list[Drawing]:
        return sections(self.view, self.answers)

    def table(self) -> Table:
        return table(self.view, self.answers)

    def caption_settings(self) -> list[str]:
        return caption_settings(self.answers)

    def caption_dependencies(self) -> Basis:
        return Basis.from_texts(self.state, self.state.seed)

    def marks(self) -> list[Mark]:
        return marks_of_view(self, self.controls.tabs, self.controls.wanted, self._area.canvas)

    # ---- selection

    @property
    def click_hint(self) -> str:
        return tr("Click a token to explain it instead.")

    def deselect(self) -> None:
        self.set_option("choice", {})

    def _on_hit(self, tag: str, hit: Any) -> None:
        """The tag is the key of the model whose map was clicked."""
        answer = self._answers.get(tag)
        if not isinstance(answer, WhyAnswer) or self.shows_other_text:
            return
        match hit:
            case CellHit(_, column) | AxisHit("column", column) | TokenHit(column):
                place = answer.target.place_of(column)
                if place is not None:
                    self.select(token=place, model=tag)

    def _on_options(self, values: dict[str, Any]) -> None:
        changed = {**self.choice.to_json(), **values, "text": self._subject()}
        self.set_option("choice", changed)


PANEL = WhyPanel
