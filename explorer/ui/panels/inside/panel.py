"""Inside: one forward pass step by step for one token, and what wrote the logit of a word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from explorer.core.errors import UserError
from explorer.core.inside.answer import InsideAnswer
from explorer.core.inside.request import (
    InsideChoice,
    InsideRequest,
    answers_to,
    request_of,
)
from explorer.core.inside.vectors import matching_step
from explorer.core.library.slots import ModelFailure
from explorer.core.localization import mark, tr
from explorer.core.readable import all_cut_off, join_names
from explorer.core.report.captions import Basis
from explorer.core.state.state import Selection, State
from explorer.core.table import Table
from explorer.ui.graphics.drawing import Drawing
from explorer.ui.graphics.maps.heat_map import AxisHit, CellHit
from explorer.ui.graphics.tokens.token_rows import TokenHit
from explorer.ui.panel_base.answers import AnswersPanel
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.details import Details
from explorer.ui.panel_base.marks import Mark, marks_of_view
from explorer.ui.panel_base.spec import panel_spec
from explorer.ui.panels.inside.controls import InsideControls
from explorer.ui.panels.inside.drawings import StepHit
from explorer.ui.panels.inside.figure import InsideColumn, InsideTag, sections
from explorer.ui.panels.inside.text import caption_settings, details, table

NO_TEXT = tr("Type a sentence above to follow one of its tokens through a model.")
JOINED = mark("The stream “{title}” computes nothing of its own: it joins others.")
MISSING = tr("{}: no steps are declared for layer {}, so the track leaves it out.")


class InsidePanel(AnswersPanel):
    """The path of one token, one column for each model."""

    spec = panel_spec("inside", kinds=("hidden",))
    work = staticmethod(answers_to)
    controls: InsideControls

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context, InsideControls())
        self.controls.add_keys(self)
        self.controls.stepped.connect(self._on_stepped)
        self.controls.jumped.connect(self._show_step)
        self.controls.picked.connect(self._on_picked)
        self.controls.stream_chosen.connect(self._on_stream)

    # ---- request and answer

    @property
    def choice(self) -> InsideChoice:
        """What was chosen; words and places only where they were chosen for this sentence."""
        stored = InsideChoice.from_json(self.option("choice", {}))
        if stored.text == self._subject():
            return stored
        return InsideChoice(temperature=stored.temperature, streams=stored.streams)

    def _subject(self) -> str:
        return f"{self.state.text}\n{self.state.pair}"

    def request(self, state: State) -> InsideRequest | None:
        if not state.text.strip():
            self.say(NO_TEXT)
            return None
        keys = self.chosen_keys
        return request_of(state, keys, self.choose_token_model(keys), self.choice)

    @property
    def columns(self) -> list[InsideColumn]:
        """The models with steps, each at the step that is the same as that of the first."""
        columns: list[InsideColumn] = []
        for slot, answer in self.slots_in(self._answers):
            if isinstance(answer, InsideAnswer) and answer.steps:
                first = columns[0].answer if columns else answer
                at, other = self._step_in(answer, first), self._other_in(answer, first)
                head = self.state.selection.head or 0
                columns.append(InsideColumn(slot, answer, at, head, other))
        return columns

    def _step_in(self, answer: InsideAnswer, first: InsideAnswer) -> int:
        """The step, counted in the first model."""
        stored = self.option("step", 0)
        at = max(stored, 0) if isinstance(stored, int) else 0
        return matching_step(first.path, min(at, len(first.steps) - 1), answer.path)

    def _other_in(self, answer: InsideAnswer, first: InsideAnswer) -> int:
        """The other token, counted in the first model; at first the token itself."""
        stored = self.option("other", None)
        if not isinstance(stored, int) or self.option("other_of", "") != self._subject():
            return answer.row
        return first.states.place_in(answer.states, stored) or 0

    @property
    def _failures(self) -> list[ModelFailure]:
        failed = []
        for slot, answer in self.slots_in(self._answers):
            if isinstance(answer, UserError):
                failed.append(ModelFailure(slot, answer))
            elif not answer.steps:
                sentence = tr(JOINED, title=tr(answer.states.stream.title))
                error = UserError(sentence, tr("Choose another stream."))
                failed.append(ModelFailure(slot, error))
        return failed

    def _show_controls(self) -> None:
        self.controls.show_columns(self.columns, self.choice)
        answered = [one for one in self.slots_in(self._answers) if isinstance(one[1], InsideAnswer)]
        self.controls.show_streams((slot.letter, answer.states) for slot, answer in answered)

    def _details(self) -> Details:
        return details(self.columns)

    def _limits(self) -> list[str]:
        columns = self.columns
        cut = all_cut_off(
            (one.model.title, one.answer.states.encoding.num_cut, one.answer.card.num_positions)
            for one in columns
        )
        missing = [
            (one.title, one.answer.missing_layers) for one in columns if one.answer.missing_layers
        ]
        return [*cut, *(MISSING.format(title, join_names(layers)) for title, layers in missing)]

    # ---- export

    def _sections(self) -> list[Drawing]:
        return sections(self.columns, self._failures)

    def table(self) -> Table:
        return table(self.columns)

    def caption_settings(self) -> list[str]:
        return caption_settings(self.columns)

    def caption_dependencies(self) -> Basis:
        selected = self.state.selection
        chosen = Selection(selected.token, head=selected.head, model=selected.model)
        return Basis(self.state.text, self.state.pair, self.state.seed, selection=chosen)

    def marks(self) -> list[Mark]:
        return marks_of_view(self, self.controls, self.controls.wanted, self._area.canvas)

    # ---- steps

    def _on_stepped(self, by: int) -> None:
        if columns := self.columns:
            self._show_step(min(max(columns[0].at + by, 0), len(columns[0].answer.steps) - 1))

    def _show_step(self, index: int) -> None:
        self.set_option("step", index)

    # ---- selection and options

    @property
    def click_hint(self) -> str:
        return tr("Click a token to follow it, a square to go to its step.")

    def deselect(self) -> None:
        self.set_option("other", None)

    def _on_hit(self, tag: InsideTag, hit: Any) -> None:
        columns = self.columns
        column = next((one for one in columns if one.model.key == tag.key), None)
        if column is None or self.shows_other_text:
            return
        answer, first = column.answer, columns[0].answer  # which counts steps and other tokens
        match hit:
            case TokenHit(position, _):
                self._select(column, position)
            case StepHit(index):
                self._show_step(matching_step(answer.path, index, first.path))
            case CellHit(_, place) | AxisHit("column", place):
                found = answer.states.place_in(first.states, place)
                self._on_picked({"other": place if found is None else found})

    def _select(self, column: InsideColumn, row: int) -> None:
        """A token of the text, or of what a decoder writes."""
        states, key = column.answer.states, column.model.key
        if not states.of_text:
            self._on_options({"written": _replace_pair(self.choice.written, key, str(row))})
        elif (place := states.place_of(row)) is not None:
            self.select(token=place, model=key)

    def _on_picked(self, values: dict[str, Any]) -> None:
        if "head" in values:
            self.select(head=values["head"])
        else:
            self.store.update_panel(self.spec.name, **values, other_of=self._subject())

    def _on_options(self, values: dict[str, Any]) -> None:
        self.set_option("choice", {**self.choice.to_json(), **values, "text": self._subject()})

    def _on_stream(self, architecture: str, stream: str) -> None:
        self._on_options({"streams": _replace_pair(self.choice.streams, architecture, stream)})


def _replace_pair(pairs: Sequence[str], name: str, value: str) -> list[str]:
    """Pairs "name=value" with the value of one name."""
    return [*(pair for pair in pairs if not pair.startswith(f"{name}=")), f"{name}={value}"]


PANEL = InsidePanel
