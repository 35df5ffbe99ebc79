"""Tokens: how each model splits the text, step by step too, and vocabularies side by side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from functools import partial
from typing import Any

from explorer.core.localization import tr
from explorer.core.readable import all_cut_off
from explorer.core.report.captions import Basis
from explorer.core.state.state import State
from explorer.core.table import Table
from explorer.core.tokens.request import TokensAnswer, TokensRequest, VocabularyRequest, answers_to
from explorer.core.tokens.tables import (
    STEP_COLUMNS,
    TOKEN_COLUMNS,
    VOCABULARY_COLUMNS,
    step_rows,
    token_rows,
    vocabulary_rows,
)
from explorer.core.tokens.vocabularies import Comparison, VocabularyChoice, own_vocabularies
from explorer.ui.graphics.drawing import TagHit
from explorer.ui.graphics.table_drawing import TableHit
from explorer.ui.graphics.tokens.token_rows import TokenHit
from explorer.ui.panel_base.spec import panel_spec
from explorer.ui.panels.tokens.one_model import ROWS
from explorer.ui.panels.tokens.side_by_side import SideBySide
from explorer.ui.panels.tokens.vocabularies import ComparedVocabularies
from explorer.ui.studies.contract import (
    Control,
    ControlValue,
    Notice,
    Situation,
    Steps,
    Study,
    StudyFigure,
)

PIECES, STEPS, VOCABULARIES = "pieces", "steps", "vocabularies"
VIEW_TITLES = {PIECES: tr("Tokens"), STEPS: tr("Step by step"), VOCABULARIES: tr("Vocabularies")}
CHOSEN = "vocabulary"  # the option with the selected one
NO_TEXT = tr("There is no text to tokenize. Type a sentence above, or choose an example.")
NO_WORD = tr("There is no word here: all of the text is special tokens.")
NO_VOCABULARY = tr("Choose a model above, or train a vocabulary here.")


class TokensStudy(Study):
    """The text once, and below it a row of tokens for each model."""

    spec = panel_spec("tokens", views=VIEW_TITLES, needs_models=False)
    controls = (tuple(Control(name, "tick") for name in ROWS), (Control("step", "steps"),))
    controls_stay = True
    nothing = TokensAnswer()
    is_one_drawing = True
    work = staticmethod(answers_to)

    def needs_models(self, at: Situation) -> bool:
        return at.view != VOCABULARIES

    def request(self, at: Situation) -> TokensRequest | VocabularyRequest | Notice:
        text, pair = at.state.text, at.state.pair
        if at.view == VOCABULARIES:
            own, held_out = own_vocabularies(), choice_in(at).text
            return VocabularyRequest(text, pair, at.keys, own, held_out, at.state.seed)
        if not text.strip():
            return Notice(NO_TEXT)
        return TokensRequest(text, pair, at.keys, by_steps=at.view == STEPS)

    def merge(self, before: Any, part: Any) -> Any:
        """A whole answer stays until the next one of its kind is whole."""
        known = before.rows if isinstance(before, Comparison) else before.cuts
        return before if known and type(before) is type(part) else part

    def figure(self, answer: TokensAnswer | Comparison, at: Situation) -> StudyFigure:
        """Nothing for the answer of another view, whose picture stays until there is one."""
        if isinstance(answer, Comparison):
            return _compare(answer, at) if at.view == VOCABULARIES else StudyFigure()
        text = text_in(answer, at)
        if not answer.cuts or text.stale or at.view == VOCABULARIES:
            return StudyFigure()
        rows = [name for name in ROWS if _is_shown(name, at)]
        by_steps = at.view == STEPS
        drawing = text.steps_drawing(step_in(text, at)) if by_steps else text.tokens_drawing(rows)
        cut = all_cut_off(
            (slot.title, one.encoding.num_cut, slot.entry.num_positions)
            for slot, one in text.models
        )
        return StudyFigure(
            () if drawing is None else (drawing,),
            at.drawn_models(),
            Basis.from_texts(at.state),
            notes=(*cut, *_problems(answer, at)),
            details=text.details(),
            instead="" if answer.words is None else NO_WORD,
            make_table=partial(_tabulate, text, by_steps=by_steps),
        )

    def control_values(self, answer: Any, at: Situation) -> dict[str, ControlValue]:
        """The rows to show; or the steps of the word, where it is known."""
        if not at.slots or not at.state.text.strip():
            return {}
        if at.view == PIECES:
            return {name: _is_shown(name, at) for name in ROWS}
        if at.view == VOCABULARIES or isinstance(answer, Comparison):
            return {}
        text = text_in(answer, at)
        return {"step": Steps(text.num_steps, step_in(text, at))} if answer.words else {}

    def change(self, values: Mapping[str, Any], at: Situation) -> State:
        """A step is of the word that is selected now."""
        of_word = {"step_of": _subject(at)} if "step" in values else {}
        return at.with_options(**values, **of_word)

    def click(self, hit: TagHit, answer: TokensAnswer | Comparison, at: Situation) -> State:
        if isinstance(answer, Comparison):
            if not isinstance(hit.hit, TableHit):
                return at.state
            compared = ComparedVocabularies(answer.rows, at.slots)
            return at.with_options(**{CHOSEN: compared.key_at(hit.hit.row)})
        text = text_in(answer, at)
        match hit.tag, hit.hit:
            case "pieces", TokenHit() as clicked if not text.stale:
                token = text.token_at(clicked)
            case "words", TokenHit(place, _) if not text.stale:
                token = text.first_token(place)
            case _:
                return at.state
        if token is None or token.row is None:
            return at.with_selection(token=None)
        return at.with_selection(token=token.position, model=text.models[token.row][1].key)

    def click_beside(self, at: Situation) -> State:
        return at.now(self.deselect(at)).with_selection(token=None)

    def deselect(self, at: Situation) -> State:
        return at.with_options(**{CHOSEN: None})

    def click_hint(self, at: Situation) -> str:
        what = tr("vocabulary") if at.view == VOCABULARIES else tr("token")
        return tr("Click a {what} to see it here.", what=what)


def choice_in(at: Situation) -> VocabularyChoice:
    """The vocabulary to train; its text is what vocabularies are compared on."""
    return VocabularyChoice.from_json(at.options.get("choice", {}))


def text_in(answer: TokensAnswer, at: Situation) -> SideBySide:
    """The tokens of the models that are still chosen, with what is selected."""
    slots = {slot.key: slot for slot in at.slots}
    models = tuple((slots[cut.key], cut) for cut in answer.cuts if cut.key in slots)
    token_of = at.token_model([cut.key for _, cut in models])
    return SideBySide(answer, models, at.state.selection.token, token_of)


def step_in(text: SideBySide, at: Situation) -> int:
    """The step that was chosen for this word; all of them for another one."""
    step = at.options.get("step") if at.options.get("step_of") == _subject(at) else None
    return min(max(step, 0), text.num_steps) if isinstance(step, int) else text.num_steps


def _subject(at: Situation) -> str:
    """What a chosen step belongs to: the texts, and the selected token."""
    chosen = at.state.selection
    return f"{at.state.text}\n{at.state.pair}\n{chosen.token}\n{chosen.model}"


def _is_shown(row: str, at: Situation) -> bool:
    return bool(at.options.get(row, True))


def _problems(answer: TokensAnswer | Comparison, at: Situation) -> tuple[str, ...]:
    return tuple(f"{at.titles.get(key, key)}: {why}" for key, why in answer.problems.items())


def _compare(answer: Comparison, at: Situation) -> StudyFigure:
    """The vocabularies; the seed draws the held-out text that they are compared on."""
    compared = ComparedVocabularies(answer.rows, at.slots)
    chosen = at.options.get(CHOSEN)
    drawing = compared.build_drawing(chosen, choice_in(at).text)
    return StudyFigure(
        () if drawing is None else (drawing,),
        at.drawn_models(),
        Basis(at.state.text, at.state.pair, at.state.seed),
        notes=_problems(answer, at),
        details=compared.details(chosen),
        instead=NO_VOCABULARY,
        make_table=lambda: Table(
            VOCABULARY_COLUMNS, vocabulary_rows(compared.titled_rows), STUDY.spec.title
        ),
    )


def _tabulate(text: SideBySide, *, by_steps: bool) -> Table:
    """The tokens, or the steps of the word."""
    cuts, title = text.answer.cuts, STUDY.spec.title
    if by_steps and text.word is not None:
        return Table(STEP_COLUMNS, step_rows(cuts, text.word), title)
    shared = {cut.key: asdict(cut.shared) for cut in cuts if cut.shared is not None}
    return Table(TOKEN_COLUMNS, token_rows(cuts), title, {"shared": shared} if shared else {})


STUDY = TokensStudy()
