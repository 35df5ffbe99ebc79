"""Two sentences in each model, or one in two models, and what makes the difference."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from explorer.core.localization import tr
from explorer.core.report.captions import Basis
from explorer.core.state.state import Selection, State
from explorer.core.table import Table
from explorer.core.two_sentences.pairs import example_pairs, second_of
from explorer.core.two_sentences.patching import PatchMap, PatchQuestion
from explorer.core.two_sentences.request import (
    MODELS,
    PATCHING,
    TwoAnswer,
    TwoChoice,
    TwoRequest,
    answers_to,
)
from explorer.ui.graphics.drawing import Drawing
from explorer.ui.graphics.maps.head_grid import HeadHit
from explorer.ui.panel_base.answers import AnswersPanel
from explorer.ui.panel_base.columns import drop_failures
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.details import Details
from explorer.ui.panel_base.marks import Mark, marks_of_view
from explorer.ui.panel_base.spec import panel_spec
from explorer.ui.panels.two_sentences.controls import VIEW_TITLES, TwoControls
from explorer.ui.panels.two_sentences.figure import sections
from explorer.ui.panels.two_sentences.text import caption_settings, details, limits, table

NO_TEXT = tr("Type a sentence above to compare it with a second one.")
NO_SECOND = tr("Write a second sentence, or choose a pair.")
NO_OTHER = tr("Choose a second model, such as a fine-tuned or quantized version of the first.")


class TwoSentencesPanel(AnswersPanel):
    """Four views of a difference, one column for each model."""

    spec = panel_spec("two_sentences", views=VIEW_TITLES, kinds=("hidden",))
    work = staticmethod(answers_to)
    controls: TwoControls

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context, TwoControls(), stays=True)
        self.controls.tabs.chosen.connect(self.show_view)
        self.controls.pair_chosen.connect(self._on_pair)

    # ---- request and answer

    @property
    def choice(self) -> TwoChoice:
        """The options; words that were chosen for other sentences are left out."""
        stored = TwoChoice.from_json(self.option("choice", {}))
        if stored.subject == self._subject(stored):
            return stored
        return replace(stored.clear_words(), predicted=-1)

    @property
    def second(self) -> str:
        """What was typed, or the second text of the window, or one made of the first."""
        return self._second(TwoChoice.from_json(self.option("choice", {})))

    def _second(self, choice: TwoChoice) -> str:
        return choice.second or self.state.pair or second_of(self.state.text)

    def _subject(self, choice: TwoChoice) -> str:
        return f"{choice.mode}\n{self.state.text}\n{self._second(choice)}"

    def _fits(self, answer: TwoAnswer) -> bool:
        two_models = self.choice.mode == MODELS
        return answer.view == self.view and two_models != answer.sides.one_model

    def request(self, state: State) -> TwoRequest | None:
        self._show_controls()
        choice, keys = self.choice, self.chosen_keys
        first, second = state.text.strip(), self.second.strip()
        if problem := _problem(choice, first, second, keys):
            self.say(problem)
            return None
        question = choice.question if self.view == PATCHING else PatchQuestion()
        if choice.mode == MODELS:
            return TwoRequest(self.view, keys[1:], first, "", keys[0], question)
        return TwoRequest(self.view, keys, first, second, "", question)

    def _show_controls(self) -> None:
        maps = [a.result for _, a in drop_failures(self.answers) if isinstance(a.result, PatchMap)]
        letters = [slot.letter for slot in self.chosen_slots]
        self.controls.show_choice(self.view, self.choice, self.second, letters, maps)

    def _limits(self) -> list[str]:
        return limits(self.answers)

    def _details(self) -> Details:
        return details(self.answers)

    # ---- export

    def _sections(self) -> list[Drawing]:
        return sections(self.view, self.answers, self.choice, self.state.selection)

    def table(self) -> Table:
        return table(self.view, self.answers)

    def caption_settings(self) -> list[str]:
        return caption_settings(self.answers)

    def caption_dependencies(self) -> Basis:
        selected = self.state.selection
        chosen = Selection(layer=selected.layer, head=selected.head)
        return Basis(self.state.text, "", selection=chosen)

    def marks(self) -> list[Mark]:
        return marks_of_view(self, self.controls.tabs, self.controls.mode, self._area.canvas)

    # ---- options and selection

    @property
    def click_hint(self) -> str:
        return (
            tr("Click a head to see how its attention differs.") if self.view == "attention" else ""
        )

    def deselect(self) -> None:
        self.select(layer=None, head=None)

    def _on_clicked_beside(self) -> None:
        self.deselect()

    def _on_hit(self, tag: str, hit: Any) -> None:
        match hit:
            case HeadHit(int(layer), int(head)):
                self.select(layer=layer, head=head)

    def _on_options(self, values: dict[str, Any]) -> None:
        if "pairs" in values:  # reported by `pair_chosen`
            return
        changed = TwoChoice.from_json({**self.choice.to_json(), **values})
        if self._subject(changed) != self._subject(self.choice):
            changed = replace(changed.clear_words(), predicted=-1)
        elif set(values) & {"predicted", "turned"}:
            changed = changed.clear_words()
        self.set_option("choice", replace(changed, subject=self._subject(changed)).to_json())

    def _on_pair(self, number: int) -> None:
        """Both sentences of a bundled pair; the second follows from the first."""
        pair = example_pairs()[number]
        self._on_options({"second": ""})
        self.store.update(text=pair.first, pair="")


def _problem(choice: TwoChoice, first: str, second: str, keys: tuple[str, ...]) -> str:
    """Why there is nothing to compare; empty where there is."""
    if not first:
        return NO_TEXT
    if choice.mode == MODELS:
        return NO_OTHER if len(keys) < 2 else ""
    return "" if second else NO_SECOND


PANEL = TwoSentencesPanel
