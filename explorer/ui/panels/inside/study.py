"""Inside: one forward pass step by step for one token, and what wrote the logit of a word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from explorer.core.errors import UserError
from explorer.core.inside.answer import DIAGRAM, InsideAnswer
from explorer.core.inside.diagrams import VIEW_TITLES, DiagramRequest, diagrams_of
from explorer.core.inside.request import (
    LEAST_TEMPERATURE,
    MOST_TEMPERATURE,
    InsideChoice,
    InsideRequest,
    answers_to,
    request_of,
)
from explorer.core.inside.vectors import matching_step
from explorer.core.jobs.jobs import Work
from explorer.core.library.slots import ModelFailure, ModelSlot
from explorer.core.localization import mark, message, tr
from explorer.core.readable import all_cut_off, join_names
from explorer.core.report.captions import Basis
from explorer.core.state.state import Selection, State
from explorer.ui.graphics.drawing import TagHit
from explorer.ui.graphics.maps.heat_map import AxisHit, CellHit
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.graphics.tokens.token_rows import TokenHit
from explorer.ui.panel_base.spec import panel_spec
from explorer.ui.panels.inside.diagram_drawing import DiagramHit
from explorer.ui.panels.inside.diagram_view import DiagramScene, steps_of_part
from explorer.ui.panels.inside.drawings import StepHit
from explorer.ui.panels.inside.figure import InsideColumn, InsideTag, sections
from explorer.ui.panels.inside.text import caption_settings, details, table
from explorer.ui.studies.contract import (
    AnswersStudy,
    BoxChoices,
    Control,
    ControlValue,
    Notice,
    Situation,
    StudyFigure,
)
from models.inside.diagrams.diagram import StepKey

NO_TEXT = tr("Type a sentence above to follow one of its tokens through a model.")
JOINED = mark("The stream “{title}” computes nothing of its own: it joins others.")
MISSING = tr("{}: no steps are declared for layer {}, so the track leaves it out.")
GOAL_LENGTH = 5  # model, module, title and number of a step, and whether it is of a head
BUTTONS = {"back": -1, "on": 1}  # by how many steps


class InsideStudy(AnswersStudy):
    """The path of one token, one column for each model; steps are counted in the first."""

    spec = panel_spec("inside", kinds=("hidden",), views=VIEW_TITLES)
    controls = (
        (
            Control("back", "button", key="PgUp"),
            Control("on", "button", key="PgDown"),
            *map(Control, ("layer", "step", "head", "other")),
        ),
        (
            Control(
                "temperature",
                "number",
                low=LEAST_TEMPERATURE,
                high=MOST_TEMPERATURE,
                step=0.1,
                decimals=1,
            ),
            Control("wanted"),
            Control("against"),
            Control("stream", "streams"),
        ),
    )
    marked = "wanted"

    @staticmethod
    def work(request: InsideRequest | DiagramRequest, engine: Any) -> Work:
        if isinstance(request, DiagramRequest):
            return diagrams_of(request, engine)
        return answers_to(request, engine)

    def request(self, at: Situation) -> InsideRequest | DiagramRequest | Notice:
        if at.view == DIAGRAM:
            return DiagramRequest(at.keys)
        if not at.state.text.strip():
            return Notice(NO_TEXT)
        return request_of(at.state, at.keys, at.token_model(at.keys), choice_in(at))

    def figure(self, answer: Mapping[str, Any], at: Situation) -> StudyFigure:
        if at.view == DIAGRAM:
            return self._scene(answer, at).figure(answer, at)
        columns, selected = columns_in(answer, at), at.state.selection
        chosen = Selection(selected.token, head=selected.head, model=selected.model)
        return StudyFigure(
            tuple(sections(columns, self._failures(answer, at))),
            at.drawn_models(answer),
            Basis(at.state.text, at.state.pair, at.state.seed, selection=chosen),
            tuple(caption_settings(columns)),
            tuple(_limits(columns)),
            details(columns),
            make_table=partial(table, columns),
        )

    def _scene(self, answer: Mapping[str, Any], at: Situation) -> DiagramScene:
        return DiagramScene.of(self.columns(answer, at))

    def _failures(self, answer: Mapping[str, Any], at: Situation) -> list[ModelFailure]:
        failed = []
        for slot, one in self.columns(answer, at):
            if isinstance(one, UserError):
                failed.append(ModelFailure(slot, one))
            elif not one.steps:
                sentence = tr(JOINED, title=tr(one.states.stream.title))
                failed.append(ModelFailure(slot, UserError(sentence, tr("Choose another stream."))))
        return failed

    # ---- controls

    def control_values(self, answer: Mapping[str, Any], at: Situation) -> dict[str, ControlValue]:
        if at.view == DIAGRAM:
            return {}
        columns, choice = columns_in(answer, at), choice_in(at)
        read = [(s, one) for s, one in self.columns(answer, at) if isinstance(one, InsideAnswer)]
        shown: dict[str, ControlValue] = {
            "temperature": float(choice.temperature),
            "stream": tuple((slot.letter, one.states) for slot, one in read),
        }
        if columns:
            shown.update(_step_values(columns[0]))
            shown.update(_head_values(columns))
            shown.update(_word_values([one.answer for one in columns], choice))
        return shown

    def change(self, values: Mapping[str, Any], at: Situation) -> State:
        ((name, value), *_) = values.items()
        if name in ("layer", "step"):
            return _go_to_step(at, value)
        if name == "head":
            return at.with_selection(head=value)
        if name == "other":
            return at.with_options(other=value, other_of=_subject(at))
        changed = {**choice_in(at).to_json(), **values, "text": _subject(at)}
        return at.with_options(choice=changed)

    def press(self, name: str, answer: Mapping[str, Any], at: Situation) -> State:
        """One step back or on."""
        if not (columns := columns_in(answer, at)):
            return at.state
        last = len(columns[0].answer.steps) - 1
        return _go_to_step(at, min(max(columns[0].at + BUTTONS[name], 0), last))

    def choose_stream(self, architecture: str, stream: str, at: Situation) -> State:
        streams = _replace_pair(choice_in(at).streams, architecture, stream)
        return self.change({"streams": streams}, at)

    # ---- selection

    def click(self, hit: TagHit, answer: Mapping[str, Any], at: Situation) -> State:
        if at.view == DIAGRAM:
            return self._open_part(hit, answer, at)
        columns, tag = columns_in(answer, at), hit.tag
        named = tag.key if isinstance(tag, InsideTag) else ""
        column = next((one for one in columns if one.model.key == named), None)
        if column is None:
            return at.state
        clicked, first = column.answer, columns[0].answer
        match hit.hit:
            case TokenHit(position, _):
                return self._select(column, position, at)
            case StepHit(index):
                return _go_to_step(at, matching_step(clicked.path, index, first.path))
            case DiagramHit(place):
                step = clicked.first_step(place, column.at)
                if step is not None:
                    return _go_to_step(at, matching_step(clicked.path, step, first.path))
            case CellHit(_, place) | AxisHit("column", place):
                found = clicked.states.place_in(first.states, place)
                return self.change({"other": place if found is None else found}, at)
        return at.state

    def _open_part(self, hit: TagHit, answer: Mapping[str, Any], at: Situation) -> State:
        """The steps of a part of a diagram, in the stream that computes it."""
        goal = self._scene(answer, at).goal_of(hit)
        if goal is None:
            return at.state
        slot, one, place = goal
        stream = one.diagram.parts[place].streams[0]
        chosen = self.choose_stream(one.card.spec.name, stream, at)
        return steps_of_part(at.now(chosen), slot.key, one, place)

    def _select(self, column: InsideColumn, row: int, at: Situation) -> State:
        """A token of the text, or of what a decoder writes."""
        states, key = column.answer.states, column.model.key
        if not states.of_text:
            written = _replace_pair(choice_in(at).written, key, str(row))
            return self.change({"written": written}, at)
        place = states.place_of(row)
        return at.state if place is None else at.with_selection(token=place, model=key)

    def deselect(self, at: Situation) -> State:
        return at.with_options(other=None)

    def click_hint(self, at: Situation) -> str:
        if at.view == DIAGRAM:
            return tr("Click a part to go to its steps; point at it for its weights.")
        return tr("Click a token to follow it, a square or a part to go to its step.")


def choice_in(at: Situation) -> InsideChoice:
    """What was chosen; words and places only where they were chosen for this sentence."""
    stored = InsideChoice.from_json(at.options.get("choice", {}))
    if stored.text == _subject(at):
        return stored
    return InsideChoice(temperature=stored.temperature, streams=stored.streams)


def columns_in(answer: Mapping[str, Any], at: Situation) -> list[InsideColumn]:
    """The models with steps, each at the step that is the same as that of the first."""
    read = [
        (slot, one)
        for slot, one in at.slots_in(answer)
        if isinstance(one, InsideAnswer) and one.steps
    ]
    columns: list[InsideColumn] = []
    for slot, one in read:
        first = read[0][1]
        step = matching_step(first.path, _step_of_first(read, at), one.path)
        head = at.state.selection.head or 0
        columns.append(InsideColumn(slot, one, step, head, _other_in(one, first, at)))
    return columns


def _subject(at: Situation) -> str:
    return f"{at.state.text}\n{at.state.pair}"


def _go_to_step(at: Situation, step: int) -> State:
    """The state at a step of the first model, and at no part of a diagram any more."""
    return at.with_options(step=step, goal=None)


def _step_of_first(read: Sequence[tuple[ModelSlot, InsideAnswer]], at: Situation) -> int:
    """The step, counted in the first model: that of the part of a diagram that was clicked."""
    first, goal = read[0][1], at.options.get("goal")
    if isinstance(goal, list | tuple) and len(goal) == GOAL_LENGTH:
        named = next((one for slot, one in read if slot.key == goal[0]), None)
        found = None if named is None else named.find_step(StepKey(*goal[1:4]), of_head=goal[4])
        if named is not None and found is not None:
            return matching_step(named.path, found, first.path)
    stored = at.options.get("step", 0)
    step = max(stored, 0) if isinstance(stored, int) else 0
    return min(step, len(first.steps) - 1)


def _other_in(answer: InsideAnswer, first: InsideAnswer, at: Situation) -> int:
    """The other token, counted in the first model; at first the token itself."""
    stored = at.options.get("other")
    if not isinstance(stored, int) or at.options.get("other_of", "") != _subject(at):
        return answer.row
    return first.states.place_in(answer.states, stored) or 0


def _limits(columns: Sequence[InsideColumn]) -> list[str]:
    cut = all_cut_off(
        (one.model.title, one.answer.states.encoding.num_cut, one.answer.card.num_positions)
        for one in columns
    )
    missing = [
        (one.title, one.answer.missing_layers) for one in columns if one.answer.missing_layers
    ]
    return [*cut, *(MISSING.format(title, join_names(layers)) for title, layers in missing)]


def _step_values(one: InsideColumn) -> dict[str, ControlValue]:
    answer, steps = one.answer, one.answer.steps
    layers = {places[0]: answer.section_name(n) for n, places in answer.sections.items()}
    here = answer.sections[one.step.section]
    titles = {n: f"{count}  {message(steps[n].title)}" for count, n in enumerate(here, 1)}
    return {
        "back": one.at > 0,
        "on": one.at < len(steps) - 1,
        "layer": BoxChoices(layers, here[0]),
        "step": BoxChoices(titles, one.at),
    }


def _head_values(columns: Sequence[InsideColumn]) -> dict[str, ControlValue]:
    """List the heads, as many as any model has, and the other tokens of the first model."""
    one = columns[0]
    count = max(step.num_heads for column in columns for step in column.answer.steps)
    if not count:
        return {}
    heads = {n: tr("Head {n}", n=n + 1) for n in range(count)}
    others = {n: tr("Other token: {name}", name=visible(name)) for n, name in enumerate(one.labels)}
    return {
        "head": BoxChoices(heads, min(one.head, count - 1)),
        "other": BoxChoices(others, min(one.other, len(others) - 1)),
    }


def _word_values(answers: Sequence[InsideAnswer], choice: InsideChoice) -> dict[str, ControlValue]:
    """The most probable words of all models, to choose one."""
    candidates = [one for answer in answers for one in answer.candidates]
    candidates.sort(key=lambda one: one.is_foreign)
    foreign = {one.name for one in candidates if one.is_foreign}
    words = [choice.wanted, choice.against, *(one.name for one in candidates)]
    words = list(dict.fromkeys(filter(None, words)))
    if not words:
        return {}
    usual = ", ".join(dict.fromkeys(a.parts.wanted for a in answers if a.parts))
    usual = tr("the most probable") if choice.wanted or not usual else usual
    wanted = {"": tr("Logit of  {usual}", usual=usual), **_titles(tr("Logit of"), words)}
    against = {"": tr("Against  no other"), **_titles(tr("Against"), words)}
    return {
        "wanted": BoxChoices(wanted, choice.wanted, foreign),
        "against": BoxChoices(against, choice.against, foreign),
    }


def _titles(before: str, words: Sequence[str]) -> dict[str, str]:
    return {word: f"{before}  {word}" for word in words}


def _replace_pair(pairs: Sequence[str], name: str, value: str) -> list[str]:
    """Pairs "name=value" with the value of one name."""
    return [*(pair for pair in pairs if not pair.startswith(f"{name}=")), f"{name}={value}"]


STUDY = InsideStudy()
