"""Two sentences in each model, or one in two models, and what makes the difference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from explorer.core.localization import tr
from explorer.core.report.captions import Basis
from explorer.core.state.state import Selection, State
from explorer.core.two_sentences.pairs import example_pairs, second_of
from explorer.core.two_sentences.patching import KIND_TITLES, PatchMap, PatchQuestion
from explorer.core.two_sentences.request import (
    ATTENTION,
    COSINE,
    DISTANCE,
    LIKELIHOOD,
    MODELS,
    PATCHING,
    SENTENCES,
    STATES,
    TwoAnswer,
    TwoChoice,
    TwoRequest,
    answers_to,
)
from explorer.ui.graphics.drawing import TagHit
from explorer.ui.graphics.maps.head_grid import HeadHit
from explorer.ui.panel_base.columns import drop_failures
from explorer.ui.panel_base.spec import panel_spec
from explorer.ui.panels.two_sentences.figure import sections
from explorer.ui.panels.two_sentences.text import caption_settings, details, limits, table
from explorer.ui.studies.contract import (
    AnswersStudy,
    BoxChoices,
    Control,
    ControlValue,
    Notice,
    Situation,
    StudyFigure,
    Text,
)

VIEW_TITLES = {  # the panel opens with the one that says which state makes the difference
    PATCHING: tr("Patching"),
    LIKELIHOOD: tr("Likelihood"),
    STATES: tr("Hidden states"),
    ATTENTION: tr("Attention"),
}
MODES = {SENTENCES: tr("Two sentences"), MODELS: tr("Two models")}
MEASURES = {COSINE: tr("1 − cosine"), DISTANCE: tr("Distance by norm")}
KINDS = {name: tr("Patch  {title}", title=title) for name, title in KIND_TITLES.items()}
PAIRS_TITLE = tr("Example pairs")
NO_PAIR = -1
NO_TEXT = tr("Type a sentence above to compare it with a second one.")
NO_SECOND = tr("Write a second sentence, or choose a pair.")
NO_OTHER = tr("Choose a second model, such as a fine-tuned or quantized version of the first.")
OPTIONS = ("measure", "kind", "turned", "predicted", "class_word", "class_against")


class TwoSentencesStudy(AnswersStudy):
    """Four views of a difference, one column for each model."""

    spec = panel_spec("two_sentences", views=VIEW_TITLES, kinds=("hidden",))
    controls = (
        (Control("mode"), Control("pairs"), Control("second", "text", least_width=320)),
        (
            *map(Control, OPTIONS),
            Control("word", "text", width=110),
            Control("against", "text", width=110),
        ),
    )
    controls_stay = True
    work = staticmethod(answers_to)

    def fits(self, answer: TwoAnswer, at: Situation) -> bool:
        two_models = choice_in(at).mode == MODELS
        return answer.view == at.view and two_models != answer.sides.one_model

    def request(self, at: Situation) -> TwoRequest | Notice:
        choice, keys = choice_in(at), at.keys
        first, second = at.state.text.strip(), second_in(at).strip()
        if problem := _problem(choice, first, second, keys):
            return Notice(problem)
        question = choice.question if at.view == PATCHING else PatchQuestion()
        if choice.mode == MODELS:
            return TwoRequest(at.view, keys[1:], first, "", keys[0], question)
        return TwoRequest(at.view, keys, first, second, "", question)

    def figure(self, answer: Mapping[str, Any], at: Situation) -> StudyFigure:
        columns, selected = self.columns(answer, at), at.state.selection
        return StudyFigure(
            tuple(sections(at.view, columns, choice_in(at), selected)),
            at.drawn_models(answer),
            Basis(at.state.text, selection=Selection(layer=selected.layer, head=selected.head)),
            tuple(caption_settings(columns)),
            tuple(limits(columns)),
            details(columns),
            make_table=partial(table, at.view, columns),
        )

    def control_values(self, answer: Mapping[str, Any], at: Situation) -> dict[str, ControlValue]:
        """The values of the view, and only the options that it has."""
        choice = choice_in(at)
        shown: dict[str, ControlValue] = {"mode": BoxChoices(MODES, choice.mode)}
        if choice.mode == SENTENCES:
            pairs = {n: tr(pair.title) for n, pair in enumerate(example_pairs())}
            shown["pairs"] = BoxChoices({NO_PAIR: PAIRS_TITLE, **pairs}, NO_PAIR)
            shown["second"] = Text(second_in(at))
        if at.view == STATES:
            shown["measure"] = BoxChoices(MEASURES, choice.measure)
        if at.view == PATCHING:
            letters = [slot.letter for slot in at.slots]
            shown["kind"] = BoxChoices(KINDS, choice.kind)
            shown["turned"] = BoxChoices(_directions(choice.mode, letters), choice.turned)
            results = [one.result for _, one in drop_failures(self.columns(answer, at))]
            maps = [one for one in results if isinstance(one, PatchMap)]
            shown.update(_predicted_values(choice, maps))
        return shown

    def change(self, values: Mapping[str, Any], at: Situation) -> State:
        """Words belong to their sentences; both sentences of a bundled pair are taken."""
        if "pairs" in values:
            if values["pairs"] == NO_PAIR:
                return at.state
            changed = self.change({"second": ""}, at)
            return replace(changed, text=example_pairs()[values["pairs"]].first, pair="")
        before = choice_in(at)
        choice = TwoChoice.from_json({**before.to_json(), **values})
        if _subject(choice, at) != _subject(before, at):
            choice = replace(choice.clear_words(), predicted=-1)
        elif {"predicted", "turned"} & set(values):
            choice = choice.clear_words()
        return at.with_options(choice=replace(choice, subject=_subject(choice, at)).to_json())

    def click(self, hit: TagHit, answer: Mapping[str, Any], at: Situation) -> State:
        match hit.hit:
            case HeadHit(int(layer), int(head)):
                return at.with_selection(layer=layer, head=head)
        return at.state

    def click_beside(self, at: Situation) -> State:
        return self.deselect(at)

    def deselect(self, at: Situation) -> State:
        return at.with_selection(layer=None, head=None)

    def click_hint(self, at: Situation) -> str:
        return tr("Click a head to see how its attention differs.") if at.view == ATTENTION else ""


def choice_in(at: Situation) -> TwoChoice:
    """The options; words that were chosen for other sentences are left out."""
    stored = _stored_choice(at)
    if stored.subject == _subject(stored, at):
        return stored
    return replace(stored.clear_words(), predicted=-1)


def second_in(at: Situation) -> str:
    """What was typed, or the second text of the window, or one made of the first."""
    return _second(_stored_choice(at), at)


def _stored_choice(at: Situation) -> TwoChoice:
    return TwoChoice.from_json(at.options.get("choice", {}))


def _second(choice: TwoChoice, at: Situation) -> str:
    return choice.second or at.state.pair or second_of(at.state.text)


def _subject(choice: TwoChoice, at: Situation) -> str:
    """What chosen words belong to."""
    return f"{choice.mode}\n{at.state.text}\n{_second(choice, at)}"


def _problem(choice: TwoChoice, first: str, second: str, keys: tuple[str, ...]) -> str:
    """Why there is nothing to compare; empty where there is."""
    if not first:
        return NO_TEXT
    if choice.mode == MODELS:
        return NO_OTHER if len(keys) < 2 else ""
    return "" if second else NO_SECOND


def _predicted_values(choice: TwoChoice, maps: Sequence[PatchMap]) -> dict[str, ControlValue]:
    """Words are typed, classes are a list, and a score has nothing to choose.

    Without an answer the words stay, because another one may have one.
    """
    shown: dict[str, ControlValue] = {}
    places = next((one.spans for one in maps if one.spans), ())
    if places or not maps:
        titles = {n: tr("Predict  {one}", one=one.title) for n, one in enumerate(places)}
        usual = {-1: tr("Predict  the usual word")}
        shown["predicted"] = BoxChoices({**usual, **titles}, choice.predicted)
    words = next((one.words for one in maps if one.predicts_words), ("", ""))
    if words[0] or not maps:
        shown["word"] = Text(choice.word, words[0])
        shown["against"] = Text(choice.against, words[1])
    if (of_classes := next((one for one in maps if one.classes), None)) is not None:
        heads = tr("Class"), tr("Against")
        for name, head, word in zip(OPTIONS[-2:], heads, of_classes.words, strict=True):
            titles_of = {c: f"{head}  {c}" for c in of_classes.classes}
            shown[name] = BoxChoices(titles_of, word)
    return shown


def _directions(mode: str, letters: Sequence[str]) -> dict[bool, str]:
    """What is put into what, after "Patch hidden states"."""
    one, other = tr("sentence 1"), tr("sentence 2")
    if mode == MODELS:
        one, other = letters[0] if letters else "A", ", ".join(letters[1:]) or "B"
    return {
        False: tr("of {other} into {one}", other=other, one=one),
        True: tr("of {one} into {other}", one=one, other=other),
    }


STUDY = TwoSentencesStudy()
