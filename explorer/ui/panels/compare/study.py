"""Differences: one sentence under several objectives, learning curves, and what differs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from explorer.core.comparison.comparison import TABLE_COLUMNS, limits, summaries, table_rows
from explorer.core.comparison.inputs import FORMATS, LONGEST, SHORTEST, USUAL_LENGTH
from explorer.core.comparison.pretraining_runs import CurveChoice
from explorer.core.comparison.published import PLACES, READY, chosen_models
from explorer.core.comparison.request import (
    CARDS,
    INPUTS,
    LEARNING,
    OBJECTIVES,
    PUBLISHED,
    ComparisonRequest,
    ComparisonResult,
    answers_to,
)
from explorer.core.comparison.selection import Chosen, ObjectiveTag, OneSentence, anchors
from explorer.core.engine.feeding.decided_masks import MaskingQuestion, masks_overridden
from explorer.core.localization import tr
from explorer.core.masking.questions import overridden
from explorer.core.report.captions import Basis, DrawnModel
from explorer.core.state.state import State
from explorer.core.table import Table
from explorer.ui.graphics.drawing import TagHit
from explorer.ui.graphics.table_drawing import TableHit
from explorer.ui.graphics.tokens.token_rows import TokenHit
from explorer.ui.panel_base.spec import panel_spec
from explorer.ui.panels.compare.cards import ALL_SAME, ModelCards, only_differences
from explorer.ui.panels.compare.inputs import build_formats, tabulate_formats
from explorer.ui.panels.compare.learning import LearningScene
from explorer.ui.panels.compare.objectives import figure
from explorer.ui.panels.compare.published import (
    cards_of,
    change_published,
    published_controls,
    published_figure,
)
from explorer.ui.panels.compare.text import details_of
from explorer.ui.panels.compare.timeline import SystemHit
from explorer.ui.studies.contract import (
    BoxChoices,
    Control,
    ControlValue,
    Situation,
    Study,
    StudyFigure,
)

if TYPE_CHECKING:
    from models.data.texts.input_formats import InputFormat

VIEW_TITLES = {
    OBJECTIVES: tr("Objectives"),
    LEARNING: tr("Learning curves"),
    CARDS: tr("What differs"),
    PUBLISHED: tr("Published models"),
    INPUTS: tr("Input formats"),
}
NO_TEXT = tr("There is no text. Type a sentence above.")
NO_MODELS = tr("Choose a model above; a second one makes a comparison.")


class CompareStudy(Study):
    """Views of the same models, and one of published checkpoints.

    The options have what is selected here alone: `chosen`, a token as its model, head, feed, row
    and texts, `field`, a line of the cards, and what explorer/core/comparison/published.py names.
    """

    spec = panel_spec("compare", views=VIEW_TITLES, needs_models=False, kinds=("logits",))
    controls = (
        (
            Control("draw_again", "button"),
            Control("clear", "button"),
            Control(READY),
            Control("only_differences", "tick"),
            Control("format"),
            Control("length", "number", low=SHORTEST, high=LONGEST, step=SHORTEST),
        ),
        tuple(Control(name, searched=True) for name in PLACES),
    )
    nothing = ComparisonResult(OBJECTIVES)
    is_one_drawing = True
    work = staticmethod(answers_to)

    def request(self, at: Situation) -> ComparisonRequest:
        if at.view == CARDS:
            return ComparisonRequest(at.view, at.keys)
        if at.view == INPUTS:
            return ComparisonRequest(at.view, at.keys, length=_length(at), seed=at.state.seed)
        if at.view == PUBLISHED:
            ids = tuple(model.id for model in chosen_models(at.options))
            return ComparisonRequest(at.view, ids)
        if at.view == LEARNING:
            return ComparisonRequest(at.view, at.keys, entries=tuple(at.list_entries()))
        masks = masks_overridden(at.state)
        question = MaskingQuestion(at.state.text, at.state.pair, at.state.seed, masks=masks)
        return ComparisonRequest(at.view, at.keys, question)

    def merge(self, before: ComparisonResult, part: ComparisonResult) -> ComparisonResult:
        """The new result replaces the old one; other models keep theirs until it is there."""
        known = before.answers if before.view == part.view else {}
        return replace(part, answers={**known, **part.answers})

    def figure(self, answer: ComparisonResult, at: Situation) -> StudyFigure:
        """Nothing for the result of another view, whose picture stays until there is one."""
        if answer.view != at.view:
            return StudyFigure()
        draw = {
            OBJECTIVES: _objectives,
            LEARNING: _learning,
            CARDS: _cards,
            PUBLISHED: published_figure,
            INPUTS: _inputs,
        }
        return draw[at.view](answer, at)

    def control_values(self, answer: ComparisonResult, at: Situation) -> dict[str, ControlValue]:
        if at.view == CARDS:
            return {"only_differences": only_differences(at)}
        if at.view == INPUTS:
            titles = {kind: tr(title) for kind, title in FORMATS.items()}
            formats = BoxChoices(titles, _format(at))
            return {"draw_again": True, "format": formats, "length": _length(at)}
        if at.view == PUBLISHED:
            return published_controls(at)
        masked = {"clear": True} if any(at.state.masks.values()) else {}
        return {"draw_again": True, **masked} if at.view == OBJECTIVES else {}

    def change(self, values: Mapping[str, Any], at: Situation) -> State:
        """Other checkpoints are other cards; a ready choice sets them all."""
        return change_published(values, at) if at.view == PUBLISHED else super().change(values, at)

    def press(self, name: str, answer: ComparisonResult, at: Situation) -> State:
        if name == "clear":
            return replace(at.state, masks={})
        return replace(at.state, seed=at.state.next_seed)

    def click(self, hit: TagHit, answer: ComparisonResult, at: Situation) -> State:
        match hit.tag, hit.hit:
            case _, TableHit(row, _, _) if at.view == CARDS:
                return at.with_options(field=cards_in(answer, at).name_at(row))
            case "cards", TableHit(row, _, _) if at.view == PUBLISHED:
                return at.with_options(field=cards_of(answer, at).name_at(row))
            case "errors", TableHit(row, _, _) if at.view == PUBLISHED:
                return at.with_options(field=row)
            case "timeline", SystemHit(title) if at.view == PUBLISHED:
                return at.with_options(field=title)
            case ObjectiveTag() as tag, TokenHit(row, _):
                texts = at.state.text, at.state.pair
                origin = sentence_in(answer, at).origin(Chosen(tag, row, texts))
                chosen = at.with_options(chosen=[tag.key, tag.head, tag.feed, row, *texts])
                return at.now(chosen).with_selection(token=origin, model=tag.key)
        return self.click_beside(at)

    def click_beside(self, at: Situation) -> State:
        deselected = self.deselect(at)
        return (
            deselected
            if at.view in (CARDS, PUBLISHED)
            else at.now(deselected).with_selection(token=None)
        )

    def deselect(self, at: Situation) -> State:
        """A token of a decoder has no place in the sentence, so that only this study knows it."""
        return at.with_options(chosen=None, field=None)

    def click_hint(self, at: Situation) -> str:
        token = tr("Click a token to see it here.") if at.state.text.strip() else ""
        value = tr("Click a value to see it here.")
        hints = {OBJECTIVES: token, CARDS: value, PUBLISHED: value}
        return hints.get(at.view, "")


def sentence_in(answer: ComparisonResult, at: Situation) -> OneSentence:
    """The answers of the models, with what is selected now."""
    encodings, selection = anchors(answer.answers), at.state.selection
    counted_in = encodings.get(at.token_model(encodings))
    plain = OneSentence(answer.answers, selection.token, counted_in, None)
    match at.options.get("chosen"):
        case [str(key), str(head), int(feed), int(row), str(text), str(pair)]:
            chosen = Chosen(ObjectiveTag(key, head, feed), row, (text, pair))
            same_texts = chosen.texts == (at.state.text, at.state.pair)
            if row >= 0 and same_texts and plain.is_selected(chosen, selection):
                return replace(plain, chosen=chosen)
    return plain


def cards_in(answer: ComparisonResult, at: Situation) -> ModelCards:
    return ModelCards(at.slots_in(answer.cards), only_differences=only_differences(at))


def learning_in(answer: ComparisonResult, at: Situation) -> LearningScene:
    slots = {slot.key: slot.index for slot in at.slots}
    return LearningScene(answer.runs, slots, CurveChoice.from_json(at.options.get("learning", {})))


def _length(at: Situation) -> int:
    """The most tokens of an input."""
    length = at.options.get("length")
    return min(max(length, SHORTEST), LONGEST) if type(length) is int else USUAL_LENGTH


def _format(at: Situation) -> InputFormat:
    """The format whose inputs are listed."""
    chosen = at.options.get("format")
    return next((kind for kind in FORMATS if kind == chosen), next(iter(FORMATS)))


def _inputs(result: ComparisonResult, at: Situation) -> StudyFigure:
    """Inputs in tokens of the first model; no text of the window is in them."""
    built = result.built
    if built is None:
        return StudyFigure()
    return StudyFigure(
        (build_formats(built, _format(at)),),
        at.drawn_models(),
        Basis(seed=built.seed),
        (tr("inputs of at most {count} tokens", count=built.length),),
        make_table=partial(tabulate_formats, built),
    )


def _objectives(result: ComparisonResult, at: Situation) -> StudyFigure:
    answers, answered = result.answers, at.slots_in(result.answers)
    if not answered or not at.state.text.strip():
        return StudyFigure(instead=NO_TEXT if at.slots and not at.state.text.strip() else NO_MODELS)
    sentence = sentence_in(result, at)
    return StudyFigure(
        (figure(answered, sentence.marked_rows, result.seed),),
        at.drawn_models(answers),
        Basis.from_texts(at.state, at.state.seed),
        tuple(overridden(at.state, at.letters)),
        tuple(limits([(slot.title, answer) for slot, answer in answered])),
        details_of(sentence, at.titles),
        make_table=lambda: Table(
            TABLE_COLUMNS, table_rows(answers), STUDY.spec.title, summaries(answers)
        ),
    )


def _learning(result: ComparisonResult, at: Situation) -> StudyFigure:
    """The runs whose curves are visible, which need not be chosen models."""
    scene = learning_in(result, at)
    drawing = scene.build_drawing(scene.chart)
    return StudyFigure(
        () if drawing is None else (drawing,),
        tuple(DrawnModel(one.slot, one.run.title, one.run.key) for one in scene.visible_runs),
        notes=scene.notes(),
        instead=scene.instead,
        make_table=scene.table,
    )


def _cards(result: ComparisonResult, at: Situation) -> StudyFigure:
    cards = cards_in(result, at)
    if not cards.lines:
        return StudyFigure(instead=ALL_SAME if cards.slots else NO_MODELS)
    details, offers = cards.said_of(at.options.get("field"))
    return StudyFigure(
        (cards.picture(result.remarks),),
        at.drawn_models(),
        details=details,
        offers=offers,
        make_table=cards.table,
    )


STUDY = CompareStudy()
