"""Fine-tuning: models learn a task from labelled examples, and what they then get right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from explorer.core.finetuning.confusion import Order
from explorer.core.finetuning.finetuned import DataReference
from explorer.core.finetuning.plans import FineTuningChoice, recipe_words
from explorer.core.finetuning.request import (
    CHANGES,
    LEARNING,
    RESULTS,
    SENTENCE,
    FineTuningAnswer,
    FineTuningRequest,
    answers_to,
)
from explorer.core.finetuning.teachers import data_of_choice
from explorer.core.localization import message, tr
from explorer.core.report.captions import Basis, DrawnModel
from explorer.core.state.state import State
from explorer.ui.graphics.charts.learning_curves import (
    draw_charts,
    fill_charts,
    tabulate_points,
)
from explorer.ui.graphics.drawing import Drawing, TagHit, TextBlock
from explorer.ui.panel_base.spec import panel_spec
from explorer.ui.panels.finetuning import curves
from explorer.ui.panels.finetuning.changes import ChangesPicture
from explorer.ui.panels.finetuning.result_tables import CellChoice
from explorer.ui.panels.finetuning.results import ResultOptions, ResultsPicture
from explorer.ui.panels.finetuning.sentence import SentencePicture
from explorer.ui.studies.contract import (
    BoxChoices,
    Control,
    ControlValue,
    Disabled,
    Situation,
    Study,
    StudyFigure,
)

VIEW_TITLES = {
    LEARNING: tr("Fine-tune"),
    RESULTS: tr("Results"),
    SENTENCE: tr("Your sentence"),
    CHANGES: tr("What changed"),
}
MAX_ODDS = 99.0  # in logits
CELLS = {False: tr("Counts"), True: tr("Shares of each true class")}
ORDERS = {"confidence": tr("Most confident first"), "loss": tr("Largest loss first")}
Picture = ResultsPicture | SentencePicture | ChangesPicture


@dataclass(frozen=True)
class FineTuningKnown:
    """The last answer of each view; `made` are the models of the run of this session.

    `bases` are those that the run began with, which have no answer of their own.
    """

    answers: Mapping[str, FineTuningAnswer] = field(default_factory=dict)
    made: tuple[DrawnModel, ...] = ()
    bases: frozenset[str] = frozenset()

    def in_view(self, view: str) -> FineTuningAnswer:
        """The answer of a view; an empty one before it."""
        return self.answers.get(view) or FineTuningAnswer(view)


class FineTuningStudy(Study):
    """Learning curves, results on a dev split, the sentence above, and how far weights moved."""

    spec = panel_spec("finetuning", views=VIEW_TITLES, needs_models=False)
    controls = (
        (
            Control("shares", after=tr("Cells")),
            Control("order", after=tr("Examples")),
            Control("threshold", "number", low=-MAX_ODDS, high=MAX_ODDS, step=0.5, decimals=2),
            Control("best", "button"),
            Control("attention", "button"),
            Control("compared"),
        ),
    )
    nothing = FineTuningKnown()
    is_one_drawing = True
    work = staticmethod(answers_to)

    def request(self, at: Situation) -> FineTuningRequest:
        """A request for the chosen models; what was made in this session comes from its panel."""
        view, state = at.view, at.state
        entries = tuple(at.list_entries()) if view in (LEARNING, RESULTS) else ()
        if view == LEARNING:
            return FineTuningRequest(view, at.keys, entries=entries)
        choice = FineTuningChoice.from_json(at.options.get("choice", {}))
        data = data_of_choice(choice) if view != SENTENCE else DataReference()
        text, pair = (state.text, state.pair) if view == SENTENCE else ("", "")
        return FineTuningRequest(view, at.keys, text, pair, data, entries)

    def merge(self, before: FineTuningKnown, part: FineTuningAnswer) -> FineTuningKnown:
        return replace(before, answers={**before.answers, part.view: part})

    def complete(self, before: FineTuningKnown, whole: FineTuningAnswer) -> FineTuningKnown:
        return self.merge(before, whole)

    def figure(self, answer: FineTuningKnown, at: Situation) -> StudyFigure:
        known, state = answer.in_view(at.view), at.state
        if at.view == LEARNING:
            return _draw_learning(known, at)
        basis = Basis(state.text, state.pair) if at.view == SENTENCE else Basis()
        picture, notes = picture_of(answer, at), tuple(_notes(known))
        if picture is None:
            return StudyFigure(depends_on=basis, notes=notes, instead=_why_nothing(answer, at))
        drawn = (one for one in subjects_of(answer, at) if one.key in known.digests)
        models = tuple(replace(one, digest=known.digests[one.key]) for one in drawn)
        words = tuple(_recipe_words(known))
        return StudyFigure(
            (picture.figure(),), models, basis, words, notes, make_table=picture.table
        )

    # ---- controls

    def control_values(self, answer: FineTuningKnown, at: Situation) -> dict[str, ControlValue]:
        picture, options = picture_of(answer, at), _options(at)
        if isinstance(picture, ResultsPicture):
            results = [one.result for one in picture.columns]
            shown: dict[str, ControlValue] = {}
            if any(one.matrix is not None for one in results):
                shown["shares"] = BoxChoices(CELLS, options.shares)
            if any(one.classified for one in results):
                shown["order"] = BoxChoices(ORDERS, options.order)
            return shown
        if isinstance(picture, SentencePicture) and picture.null_threshold is not None:
            is_chosen = _threshold(at) is not None
            return {
                "threshold": float(picture.null_threshold),
                "best": True if is_chosen else Disabled(False),
            }
        if isinstance(picture, ChangesPicture):
            models = {one.key: one.title for one, _ in picture.columns}
            several = {"compared": BoxChoices(models, at.options.get("compared"))}
            return {"attention": True, **(several if len(models) > 1 else {})}
        return {}

    def press(self, name: str, answer: FineTuningKnown, at: Situation) -> State:
        """Take the best threshold of each model, or show one before and after in Attention."""
        if name == "best":
            return at.with_options(threshold=None)
        picture = picture_of(answer, at)
        changes = [one for _, one in picture.columns] if isinstance(picture, ChangesPicture) else []
        if not changes:
            return at.state
        chosen = (one for one in changes if one.key == at.options.get("compared"))
        change = next(chosen, changes[0])
        folder = change.base_folder
        base = next((one.key for one in at.list_entries() if one.folder == folder), str(folder))
        state = at.in_panel("attention", view="map", difference=True)
        return replace(state, models=(base, change.key))

    def click(self, hit: TagHit, answer: FineTuningKnown, at: Situation) -> State:
        """A cell of a confusion matrix shows its examples."""
        picture = picture_of(answer, at)
        cell = picture.cell_at(hit) if isinstance(picture, ResultsPicture) else None
        return at.state if cell is None else at.with_options(cell=cell.to_json())

    def click_beside(self, at: Situation) -> State:
        return at.state

    def click_hint(self, at: Situation) -> str:
        return self.spec.text.notes["click_metric"] if at.view == RESULTS else ""


def picture_of(known: FineTuningKnown, at: Situation) -> Picture | None:
    """The picture of the view's last answer; None where no model has one."""
    answer = known.in_view(at.view)
    if not answer.digests:
        return None
    subjects = subjects_of(known, at)
    if at.view == RESULTS:
        return ResultsPicture(answer, subjects, _options(at))
    if at.view == SENTENCE:
        return SentencePicture(answer, subjects, _threshold(at))
    return ChangesPicture(answer, subjects)


def chosen_subjects(made: Sequence[DrawnModel], at: Situation) -> list[DrawnModel]:
    """The models of the run of this session, then those chosen."""
    chosen = {slot.key: slot.index for slot in at.slots}
    first = [replace(one, slot=chosen.get(one.key, one.slot)) for one in made]
    others = (slot for slot in at.slots if slot.key not in {one.key for one in made})
    return [*first, *(DrawnModel(slot.index, slot.title, slot.key) for slot in others)]


def subjects_of(known: FineTuningKnown, at: Situation) -> list[DrawnModel]:
    """The models of the last answer; one that is not chosen any more has no colour."""
    own = {one.key: one for one in chosen_subjects(known.made, at)}
    titles = {entry.key: entry.title for entry in at.list_entries()}
    keys = dict.fromkeys([*own, *known.in_view(at.view).digests])
    return [own.get(key) or DrawnModel(None, titles.get(key, key), key) for key in keys]


def problems_of(known: FineTuningKnown, at: Situation) -> list[Drawing]:
    """Sentences on models without an answer; a model that was just the beginning has none."""
    problems = known.in_view(at.view).problems.items()
    return [TextBlock(text) for key, text in problems if key not in known.bases]


def _why_nothing(known: FineTuningKnown, at: Situation) -> str:
    notes = FineTuningStudy.spec.text.notes
    if at.view == SENTENCE and not at.state.text.strip():
        return notes["no_text"]
    return notes["no_finetuned" if chosen_subjects(known.made, at) else "no_models"]


def _draw_learning(answer: FineTuningAnswer, at: Situation) -> StudyFigure:
    """The curves that the folders of the chosen models have."""
    known = answer.histories
    roles = curves.recorded_roles(at.slots, known)
    points = curves.points_of(roles, known)
    models = tuple(one for one in at.drawn_models() if one.key in known)
    if not points:
        notes = FineTuningStudy.spec.text.notes
        instead = notes["nothing_yet" if at.slots else "no_models"]
        return StudyFigure(models=models, instead=instead)
    metric, depths = curves.metric_of(roles, known), curves.depths_of(roles, points)
    charts = fill_charts(curves.charts_of(roles, metric, answer.teaching, depths), points)
    return StudyFigure((draw_charts(charts),), models, make_table=lambda: tabulate_points(points))


def _notes(answer: FineTuningAnswer) -> list[str]:
    """What a person must know of the data and the results."""
    results = answer.results.values()
    notes = dict.fromkeys(message(note) for one in results for note in one.notes)
    several = len({one.data for one in results}) > 1
    text = FineTuningStudy.spec.text.notes["different_tasks"]
    return [*notes, *([text] if several else [])]


def _recipe_words(answer: FineTuningAnswer) -> list[str]:
    """The recipes of the models: data, number of examples, what learned, and the seed."""
    words: list[str] = []
    for one in answer.results.values():
        record, seeds = one.record or {}, one.seeds.seeds if one.seeds else ()
        if "recipe" in record:
            words += recipe_words(record["recipe"], record.get("num_train"), seeds)
    return list(dict.fromkeys(words))


def _threshold(at: Situation) -> float | None:
    """The null threshold that a person chose; None for that of each model."""
    value: Any = at.options.get("threshold")
    return value if isinstance(value, float) else None


def _options(at: Situation) -> ResultOptions:
    order: Order = "loss" if at.options.get("order") == "loss" else "confidence"
    cell = CellChoice.from_json(at.options.get("cell"))
    return ResultOptions(bool(at.options.get("shares", False)), order, cell)


STUDY = FineTuningStudy()
