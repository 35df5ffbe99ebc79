"""Compression: a model and the smaller ones made of it, by size, speed and quality."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from explorer.core.compression.differences import SharedInput
from explorer.core.compression.request import (
    INSIDE,
    MAKE,
    OVERVIEW,
    CompressionAnswer,
    CompressionRequest,
    answer_to,
)
from explorer.core.compression.running import CompressionChoice
from explorer.core.localization import tr
from explorer.core.readable import join_names
from explorer.core.report.captions import Basis, DrawnModel
from explorer.core.state.slots import SLOTS
from explorer.core.state.state import State
from explorer.ui.graphics.drawing import TagHit
from explorer.ui.graphics.table_drawing import TableHit
from explorer.ui.panel_base.details import Details
from explorer.ui.panel_base.spec import panel_spec
from explorer.ui.panels.compression.drawings import ModelHit
from explorer.ui.panels.compression.inside import InsidePicture
from explorer.ui.panels.compression.overview import (
    COSTS,
    QUALITIES,
    OverviewPicture,
    qualities_of,
)
from explorer.ui.panels.compression.sparsity import SparsityPicture
from explorer.ui.studies.contract import (
    BoxChoices,
    Control,
    ControlValue,
    Offer,
    Situation,
    Study,
    StudyFigure,
)
from explorer.ui.studies.drawing import NO_PICTURE
from models.search.results import written_shape

VIEW_TITLES = {
    OVERVIEW: tr("Size, speed, quality"),
    INSIDE: tr("Inside one model"),
    MAKE: tr("Make another"),
}
COMPUTING = tr("Computing …")
SELECTED = {OVERVIEW: "selected", INSIDE: "trial"}  # the option of what is clicked in a view
Picture = OverviewPicture | InsidePicture | SparsityPicture


class CompressionStudy(Study):
    """All models of a base by cost and quality, or what changed inside one of them."""

    spec = panel_spec("compression", views=VIEW_TITLES, needs_models=False)
    controls = (
        (
            *map(Control, ("base", "cost", "quality", "selected", "weight")),
            Control("sparsity", "button", at_right=True),
            Control("again", "button", at_right=True),
        ),
    )
    marked = "base"
    nothing = CompressionAnswer("")
    is_one_drawing = True
    work = staticmethod(answer_to)

    def request(self, at: Situation) -> CompressionRequest:
        entries = {entry.key: entry for entry in at.list_entries()}
        entries |= {slot.key: slot.entry for slot in at.slots}
        base = _option("base", at)
        request = CompressionRequest(at.view, at.keys, base, entries=tuple(entries.values()))
        if at.view != INSIDE:
            return request
        sentence = SharedInput(at.state.text, at.state.pair, at.state.seed)
        subject, weight = _option("selected", at), _option("weight", at)
        return replace(request, subject=subject, weight=weight, sentence=sentence)

    def figure(self, answer: CompressionAnswer, at: Situation) -> StudyFigure:
        """Costs are measured on held-out text; what is inside is compared on the sentence."""
        if answer.view != at.view:
            return StudyFigure(instead=COMPUTING)
        picture, notes = picture_of(answer, at), tuple(_notes(answer, at))
        if picture is None:
            return StudyFigure(notes=notes, instead=_why_nothing(answer))
        weight = answer.inside.weight if answer.inside else None
        is_inside = at.view == INSIDE
        return StudyFigure(
            (picture.figure(),),
            _drawn_models(answer, at),
            Basis.from_texts(at.state, at.state.seed) if is_inside else Basis(),
            (weight.name,) if weight else (),
            notes,
            _details(picture),
            tuple(_offers(picture, answer, at)),
            make_table=picture.table,
        )

    def control_values(self, answer: CompressionAnswer, at: Situation) -> dict[str, ControlValue]:
        """The values that there are, and only the options that the view has."""
        titles, inside = titles_of(at), answer.inside
        named = {key: tr("Base  {title}", title=titles.get(key, key)) for key in answer.bases}
        shown: dict[str, ControlValue] = {"base": BoxChoices(named, answer.base)} if named else {}
        if at.view == OVERVIEW:
            costs = {name: tr(one.title) for name, one in COSTS.items()}
            shown["cost"] = BoxChoices(costs, _cost(at))
            qualities = {one: tr(QUALITIES[one].title) for one in qualities_of(answer.points)}
            if len(qualities) > 1:
                shown["quality"] = BoxChoices(qualities, _quality(answer, at))
            if named:
                shown["again"] = True
        if at.view == INSIDE and answer.derived:
            models = {one.entry.key: one.entry.title for one in answer.derived}
            selected = inside.key if inside else _option("selected", at)
            shown["selected"] = BoxChoices(models, selected)
        if at.view == INSIDE and inside and inside.weights:
            weight = inside.weight.name if inside.weight else ""
            shown["weight"] = BoxChoices({name: name for name in inside.weights}, weight)
        return shown

    def change(self, values: Mapping[str, Any], at: Situation) -> State:
        """The trials of another model are others."""
        is_other = bool({"base", "selected"} & values.keys())
        return at.with_options(**values, **({"trial": ""} if is_other else {}))

    def press(self, name: str, answer: CompressionAnswer, at: Situation) -> State:
        """The panel measures again, or by sparsity; the state stays."""
        return at.state

    # ---- selection

    def click(self, hit: TagHit, answer: CompressionAnswer, at: Situation) -> State:
        """What is clicked is selected; what is selected already, or nothing, deselects."""
        picture = picture_of(answer, at) if answer.view == at.view else None
        if isinstance(picture, InsidePicture):
            key = picture.search.trial_at(hit) if picture.search else ""
            return at.with_options(trial="" if key == _option("trial", at) else key)
        if isinstance(picture, OverviewPicture):
            key = _model_at(hit, answer)
            selected = "" if key == _option("selected", at) else key
            return at.with_options(selected=selected, trial="")
        return at.state

    def click_beside(self, at: Situation) -> State:
        return self.deselect(at)

    def deselect(self, at: Situation) -> State:
        name = SELECTED.get(at.view)
        return at.with_options(**{name: ""}) if name and _option(name, at) else at.state

    def click_hint(self, at: Situation) -> str:
        if at.view == OVERVIEW:
            return tr("Click a model to see what was done to it.")
        return tr("Click a shape to see its curve and what it cost.") if at.view == INSIDE else ""


def picture_of(answer: CompressionAnswer, at: Situation) -> Picture | None:
    """The picture of an answer for the view; None where there is nothing to draw yet."""
    slots, titles = {slot.key: slot.index for slot in at.slots}, titles_of(at)
    if at.view == OVERVIEW and answer.points:
        selected = _option("selected", at)
        return OverviewPicture(answer, slots, _cost(at), _quality(answer, at), selected)
    base, inside = titles.get(answer.base, answer.base), answer.inside
    curves = SparsityPicture(answer.curves, base) if answer.curves else None
    if inside is None:
        return curves
    names, slot = (base, titles.get(inside.key, inside.key)), slots.get(inside.key, len(SLOTS))
    return InsidePicture(inside, names, slot, curves, _option("trial", at))


def shape_to_train(answer: CompressionAnswer, at: Situation) -> CompressionChoice | None:
    """What trains the selected shape of a search in full, as the chosen one was trained.

    None where it was trained whole, and where the search was not that of the base.
    """
    picture = picture_of(answer, at) if answer.view == at.view else None
    search = picture.search if isinstance(picture, InsidePicture) else None
    if search is None or search.selected in (None, search.chosen) or answer.inside is None:
        return None
    steps = next((d.steps for d in answer.derived if d.entry.key == answer.inside.key), ())
    method = next((m for m in answer.methods if m.spec.name == steps[-1].method), None)
    if len(steps) > 1 or method is None or method.problem:
        return None
    options = {**steps[0].options, "shape": written_shape(search.selected.values)}
    return CompressionChoice(method=steps[0].method, options=options)


def titles_of(at: Situation) -> dict[str, str]:
    """The titles of all models, by key."""
    return {entry.key: entry.title for entry in at.list_entries()} | at.titles


def _option(name: str, at: Situation) -> str:
    return str(at.options.get(name, ""))


def _cost(at: Situation) -> str:
    chosen = _option("cost", at)
    return chosen if chosen in COSTS else next(iter(COSTS))


def _quality(answer: CompressionAnswer, at: Situation) -> str:
    """The chosen one, or the first that all models have."""
    possible, chosen = qualities_of(answer.points), _option("quality", at)
    return chosen if chosen in possible else next(iter(possible), "loss")


def _why_nothing(answer: CompressionAnswer) -> str:
    if answer.view == MAKE:
        return NO_PICTURE
    notes = CompressionStudy.spec.text.notes
    if not answer.bases:
        return notes["no_models"]
    return NO_PICTURE if answer.problems or not answer.derived else notes["choose_inside"]


def _notes(answer: CompressionAnswer, at: Situation) -> list[str]:
    notes = list(answer.problems)
    if answer.earlier:
        names, base = join_names(answer.earlier), titles_of(at).get(answer.base, answer.base)
        text = CompressionStudy.spec.text.notes["derived_from_earlier"]
        notes.append(text.format(names=names, base=base))
    return notes


def _drawn_models(answer: CompressionAnswer, at: Situation) -> tuple[DrawnModel, ...]:
    """The base and its models, with the hashes of the weights that were measured."""
    slots, titles = {slot.key: slot.index for slot in at.slots}, titles_of(at)
    hashes = {point.key: point.digest for point in answer.points}
    if answer.inside is not None:
        hashes = {answer.base: answer.digest, answer.inside.key: answer.inside.digest}
    return tuple(
        DrawnModel(slots.get(key), titles.get(key, key), key, digest)
        for key, digest in hashes.items()
    )


def _details(picture: Picture) -> Details:
    if isinstance(picture, OverviewPicture):
        return picture.details()
    search = picture.search if isinstance(picture, InsidePicture) else None
    return search.details() if search else Details()


def _offers(picture: Picture, answer: CompressionAnswer, at: Situation) -> list[Offer]:
    """What can be done with the selected model."""
    if not isinstance(picture, OverviewPicture) or not picture.details().title:
        return []
    key, offers = picture.selected, [Offer(tr("Make another …"), partial(_open, MAKE))]
    if key != answer.base:
        offers.insert(0, Offer(tr("Look inside"), partial(_open, INSIDE)))
        if key not in at.state.models:
            beside = partial(_put_beside, (answer.base, key))
            offers.insert(0, Offer(tr("Put beside the base"), beside))
    return offers


def _open(view: str, at: Situation) -> State:
    return at.with_options(view=view)


def _put_beside(first: tuple[str, str], at: Situation) -> State:
    """The base and a model are chosen, in every panel."""
    others = (one for one in at.state.models if one not in first)
    return replace(at.state, models=(*first, *others)[: len(SLOTS)])


def _model_at(hit: TagHit, answer: CompressionAnswer) -> str:
    if isinstance(hit.hit, ModelHit):
        return hit.hit.key
    is_row = isinstance(hit.hit, TableHit) and hit.hit.row < len(answer.points)
    return answer.points[hit.hit.row].key if is_row else ""


STUDY = CompressionStudy()
