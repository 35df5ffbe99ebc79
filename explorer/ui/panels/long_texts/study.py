"""Long texts: what they cost by length, what attends to what in them, and what hashing finds."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from explorer.core.localization import tr
from explorer.core.long_texts.request import (
    CURVES,
    HASHING,
    MAP,
    REMEDIES,
    LongTextsAnswer,
    LongTextsChoice,
    LongTextsRequest,
    answers_to,
)
from explorer.core.report.captions import DrawnModel
from explorer.core.state.state import State
from explorer.ui.graphics.drawing import Drawing, TagHit
from explorer.ui.graphics.maps.heat_map import CellHit
from explorer.ui.panel_base.spec import panel_spec
from explorer.ui.panels.long_texts import figure
from explorer.ui.panels.long_texts.remedies import build_remedies
from explorer.ui.studies.contract import (
    BoxChoices,
    Control,
    ControlValue,
    Situation,
    Steps,
    Study,
    StudyFigure,
)

VIEW_TITLES = {
    CURVES: tr("Cost by length"),
    MAP: tr("Attention by blocks"),
    HASHING: tr("Hashing"),
    REMEDIES: tr("Three problems"),
}
COMPUTING = tr("Computing …")
NO_SELECTION = -1
STRAIGHT, USUAL_ANGLE = 180, 40  # degrees
NOTHING_SELECTED: dict[str, Any] = {
    **dict.fromkeys((figure.BLOCK, figure.POSITION, figure.TOKEN), NO_SELECTION),
    "zoom": [],
}


class LongTextsStudy(Study):
    """Curves of several models, or the attention or the hashing of one."""

    spec = panel_spec("long_texts", views=VIEW_TITLES, needs_models=False)
    controls = (
        tuple(map(Control, ("subject", "layer", "head", "round"))),
        (Control("angle", "steps"),),
    )
    controls_stay = True
    nothing = LongTextsAnswer("")
    work = staticmethod(answers_to)

    def request(self, at: Situation) -> LongTextsRequest:
        models = tuple((slot.index, slot.key, slot.title) for slot in at.slots)
        subject = "" if at.view == CURVES else str(at.options.get("subject", ""))
        return LongTextsRequest(at.view, models, choice_in(at), subject)

    def figure(self, answer: LongTextsAnswer, at: Situation) -> StudyFigure:
        """The document is no text of the window; the caption's settings name it."""
        if answer.view != at.view:
            return StudyFigure(instead=COMPUTING)
        instead = figure.NOTES["no_hashing" if at.view in (HASHING, REMEDIES) else "no_subject"]
        if answer.subjects and answer.problems:
            instead = answer.problems[-1]
        return StudyFigure(
            tuple(_drawings(answer, at)),
            _drawn_models(answer),
            settings=tuple(_settings(answer)),
            notes=tuple(figure.limits(answer, choice_in(at))),
            instead=instead,
            make_table=partial(figure.table, answer),
        )

    def control_values(self, answer: LongTextsAnswer, at: Situation) -> dict[str, ControlValue]:
        """The model, layer, head and round that are drawn, as far as there are such."""
        if not answer.view == at.view != CURVES:
            return {}
        titles = {one.name: one.title for one in answer.subjects}
        shown: dict[str, ControlValue] = {"subject": BoxChoices(titles, answer.subject)}
        places, words = _places(answer, at), self.spec.text.controls
        for name, count in answer.num_choices.items():
            if count:
                items = {n: f"{words[name]['title']} {n + 1}" for n in range(count)}
                shown[name] = BoxChoices(items, places[name])
        if answer.hashing is not None:
            shown["angle"] = Steps(STRAIGHT, _angle(at), tr("two vectors {step}° apart"))
        return shown

    def change(self, values: Mapping[str, Any], at: Situation) -> State:
        """Another model has other blocks and tokens."""
        return at.with_options(**values, **(NOTHING_SELECTED if "subject" in values else {}))

    def click(self, hit: TagHit, answer: LongTextsAnswer, at: Situation) -> State:
        """Select what is clicked; deselect it where it is selected already."""
        option, place = str(hit.tag), hit.hit
        if isinstance(place, CellHit):
            place = _blocks_at(place, answer, at)[0]
        if not isinstance(place, int):
            return at.state
        selected = _index(option, at) == place
        return at.with_options(**{option: NO_SELECTION if selected else place})

    def click_beside(self, at: Situation) -> State:
        return at.state

    def double_click(self, hit: TagHit, answer: LongTextsAnswer, at: Situation) -> State:
        """Show the part around a cell of the map, or all of it again."""
        if not isinstance(hit.hit, CellHit):
            return at.state
        return at.with_options(zoom=[] if _zoom(at) else [*_blocks_at(hit.hit, answer, at)])

    def deselect(self, at: Situation) -> State:
        return at.with_options(**NOTHING_SELECTED)


def choice_in(at: Situation) -> LongTextsChoice:
    """What is set in the form."""
    return LongTextsChoice.from_json(at.options.get("choice", {}))


def _drawings(answer: LongTextsAnswer, at: Situation) -> list[Drawing]:
    places = _places(answer, at)
    if answer.hashing is not None:
        token = _index(figure.TOKEN, at)
        return figure.build_hashing(
            answer.hashing, places["head"], places["round"], token, _angle(at), at.state.seed
        )
    if answer.remedies is not None:
        return build_remedies(answer)
    if answer.overview is not None:
        block, position = _index(figure.BLOCK, at), _index(figure.POSITION, at)
        return figure.attention_map(answer.overview, places["layer"], block, position, _zoom(at))
    return figure.curves(answer, choice_in(at))


def _places(answer: LongTextsAnswer, at: Situation) -> dict[str, int]:
    """The chosen layer, head and round, as far as there are such; else the first."""
    counts = answer.num_choices
    return {name: min(_index(name, at) or 0, max(counts[name] - 1, 0)) for name in counts}


def _index(name: str, at: Situation) -> int | None:
    chosen = at.options.get(name, NO_SELECTION)
    return chosen if isinstance(chosen, int) and chosen >= 0 else None


def _angle(at: Situation) -> int:
    """Between the two vectors of the example, in degrees."""
    chosen = at.options.get("angle", USUAL_ANGLE)
    return min(max(chosen, 0), STRAIGHT) if type(chosen) is int else USUAL_ANGLE


def _zoom(at: Situation) -> tuple[int, int] | None:
    chosen = at.options.get("zoom", [])
    whole = isinstance(chosen, list | tuple) and len(chosen) == 2
    return (int(chosen[0]), int(chosen[1])) if whole else None


def _blocks_at(hit: CellHit, answer: LongTextsAnswer, at: Situation) -> tuple[int, int]:
    """The blocks of a cell of the map, which may be zoomed."""
    if answer.view != at.view or answer.overview is None:  # another view is being computed
        return hit.row, hit.column
    rows, columns = answer.overview.visible_blocks(_zoom(at))
    return rows[hit.row], columns[hit.column]


def _drawn_models(answer: LongTextsAnswer) -> tuple[DrawnModel, ...]:
    """Return the measured models, or a map's one; only chosen ones have a slot."""
    return tuple(
        DrawnModel(one.slot if one.key else None, one.title, one.key)
        for one in answer.subjects
        if answer.subject in ("", one.name)
    )


def _settings(answer: LongTextsAnswer) -> list[str]:
    if not answer.subjects:
        return []
    if answer.view != CURVES:
        return [answer.document, tr("the first {count:,} tokens", count=answer.num_displayed)]
    lengths = tr("up to {count:,} tokens", count=answer.num_tokens)
    return [answer.document, lengths, tr("one thread")]


STUDY = LongTextsStudy()
