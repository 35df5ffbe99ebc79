"""Where the parameters of models are, what memory they take, and what other sizes would change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from functools import partial
from typing import Any

from explorer.core.library.listing import has_words
from explorer.core.localization import tr
from explorer.core.parameters.inventory import MEMORY_BYTES, PARTS, Part
from explorer.core.parameters.request import (
    CALCULATOR,
    COST,
    MODELS,
    PUBLISHED,
    VIEW_TITLES,
    ParametersAnswer,
    ParametersRequest,
    answers_to,
)
from explorer.core.parameters.sizes import SizeChoice
from explorer.core.parameters.training_cost import Assumptions
from explorer.core.report.captions import DrawnModel
from explorer.core.state.state import State
from explorer.core.table import Table
from explorer.ui.graphics.drawing import TagHit
from explorer.ui.panel_base.spec import panel_spec
from explorer.ui.panels.parameters.cost import cost_table, draw_costs
from explorer.ui.panels.parameters.figure import COLUMNS, details, draw_view, part_of, table_rows
from explorer.ui.studies.contract import (
    Control,
    ControlValue,
    Situation,
    Study,
    StudyFigure,
    Text,
)

NOT_FOUND = tr("No published size has all these words in its name or its family.")
NO_MODELS = tr("Choose a model above to see where its weights are; the other views need none.")


class ParametersStudy(Study):
    """The chosen models, two that are calculated, or all published sizes."""

    spec = panel_spec("parameters", views=VIEW_TITLES, needs_models=False)
    controls = (
        (Control("words", "search"),),
        (
            Control("watts", "number", low=1, high=5000, step=10, suffix=" W"),
            Control("overhead", "number", low=1, high=3, step=0.01, decimals=2),
            Control("intensity", "number", high=2, step=0.01, decimals=3, suffix=" kg"),
            Control("own_watts", "number", low=1, high=5000, step=5, suffix=" W"),
        ),
    )
    is_one_drawing = True
    work = staticmethod(answers_to)

    def request(self, at: Situation) -> ParametersRequest:
        if at.view == CALCULATOR:
            return ParametersRequest(CALCULATOR, choice=choice_in(at))
        if at.view == PUBLISHED:
            return ParametersRequest(PUBLISHED)
        models = tuple((s.index, s.key, s.title) for s in at.slots)
        if at.view == COST:
            return ParametersRequest(COST, models, assumed=assumptions_in(at))
        return ParametersRequest(MODELS, models)

    def figure(self, answer: ParametersAnswer, at: Situation) -> StudyFigure:
        """Nothing for the answer of another view, whose picture stays until there is one."""
        if answer.view != at.view:
            return StudyFigure()
        if answer.view == COST:
            return StudyFigure(
                (draw_costs(answer, assumptions_in(at)),),
                _drawn_models(answer, at),
                notes=answer.notes,
                make_table=partial(cost_table, answer, assumptions_in(at)),
            )
        part, answer = _selected_part(at), _found(answer, at)
        return StudyFigure(
            (draw_view(answer, part[1] if part else None),) if answer.models else (),
            _drawn_models(answer, at),
            notes=answer.notes,
            details=details(answer.models, part),
            instead=NOT_FOUND if at.view == PUBLISHED else NO_MODELS,
            make_table=partial(_tabulate, answer),
        )

    def control_values(self, answer: ParametersAnswer, at: Situation) -> dict[str, ControlValue]:
        if at.view == COST:
            return asdict(assumptions_in(at))
        return {"words": Text(_words(at))} if at.view == PUBLISHED else {}

    def change(self, values: Mapping[str, Any], at: Situation) -> State:
        """Other words list other sizes, so that no part of one stays selected."""
        if at.view == COST:
            return at.with_options(assumed={**assumptions_in(at).to_json(), **values})
        return at.with_options(part=None, **values)

    def click(self, hit: TagHit, answer: ParametersAnswer, at: Situation) -> State:
        chosen = part_of(hit)
        part = None if chosen is None else list(chosen)
        return at.with_options(part=None if part == at.options.get("part") else part)

    def click_beside(self, at: Situation) -> State:
        return self.deselect(at)

    def double_click(self, hit: TagHit, answer: ParametersAnswer, at: Situation) -> State:
        """A published size is opened in the calculator."""
        if answer.view != PUBLISHED or at.view != PUBLISHED or not answer.models:
            return at.state
        before = choice_in(at)
        size = _found(answer, at).models[hit.hit.row]
        choice = SizeChoice(size.name, before.against, before.length)
        return at.with_options(choice=choice.to_json(), view=CALCULATOR, part=None)

    def deselect(self, at: Situation) -> State:
        return at.with_options(part=None)

    def click_hint(self, at: Situation) -> str:
        return tr("Click a part of a model to see it here.")


def choice_in(at: Situation) -> SizeChoice:
    """The sizes that are set in the calculator."""
    return SizeChoice.from_json(at.options.get("choice", {}))


def assumptions_in(at: Situation) -> Assumptions:
    """What is assumed of energy and CO2."""
    return Assumptions.from_json(at.options.get("assumed", {}))


def _words(at: Situation) -> str:
    """The words by which published sizes are found."""
    words = at.options.get("words", "")
    return words if isinstance(words, str) else ""


def _found(answer: ParametersAnswer, at: Situation) -> ParametersAnswer:
    """The answer with the published sizes that have every word."""
    if answer.view != PUBLISHED or not _words(at).strip():
        return answer
    found = [m for m in answer.models if has_words(f"{m.name} {m.detail}", _words(at))]
    return replace(answer, models=tuple(found))


def _selected_part(at: Situation) -> tuple[int, Part] | None:
    """The number of a model, and the selected part of it."""
    saved = at.options.get("part")
    if not isinstance(saved, list) or len(saved) != 2 or saved[1] not in PARTS:
        return None
    return int(saved[0]), saved[1]


def _drawn_models(answer: ParametersAnswer, at: Situation) -> tuple[DrawnModel, ...]:
    """The chosen models, or the two that are calculated; published sizes name themselves."""
    if answer.view == PUBLISHED:
        return ()
    if answer.view == CALCULATOR:
        return tuple(DrawnModel(None, one.name) for one in answer.models)
    return tuple(DrawnModel(slot.index, slot.title, slot.key) for slot in at.slots)


def _tabulate(answer: ParametersAnswer) -> Table:
    """One line for every weight of every model, and for its operations by part."""
    rows = [row for one in answer.models for row in table_rows(one)]
    return Table(COLUMNS, rows, meta={"memory_bytes_each": list(MEMORY_BYTES)})


STUDY = ParametersStudy()
