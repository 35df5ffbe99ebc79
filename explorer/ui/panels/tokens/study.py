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
from explorer.core.tokens.merges import (
    MOST_MERGES,
    RULES,
    SAMPLE_TEXT,
    USUAL_MERGES,
    MergesAnswer,
    MergesRequest,
)
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
from explorer.ui.graphics.drawing import Stack, TagHit
from explorer.ui.graphics.table_drawing import TableHit
from explorer.ui.graphics.tokens.token_rows import TokenHit
from explorer.ui.panel_base.spec import panel_spec
from explorer.ui.panels.tokens.merges import (
    MERGES,
    build_merges,
    describe_step,
    tabulate_merges,
)
from explorer.ui.panels.tokens.one_model import ROWS
from explorer.ui.panels.tokens.side_by_side import SideBySide
from explorer.ui.panels.tokens.vocabularies import ComparedVocabularies
from explorer.ui.studies.contract import (
    BoxChoices,
    Control,
    ControlValue,
    Notice,
    Situation,
    Steps,
    Study,
    StudyFigure,
    Text,
)

PIECES, STEPS, LEARNING, VOCABULARIES = "pieces", "steps", "learning", "vocabularies"
VIEW_TITLES = {
    PIECES: tr("Tokens"),
    STEPS: tr("Step by step"),
    LEARNING: tr("Merge by merge"),
    VOCABULARIES: tr("Vocabularies"),
}
RULE_TITLES = {"bpe": tr("BPE: most frequent"), "wordpiece": tr("WordPiece: highest score")}
TEXT_WIDTH, MOST_QUOTED = 380, 60  # pixels; characters of a text in a caption
AnyRequest = TokensRequest | VocabularyRequest | MergesRequest
AnyAnswer = TokensAnswer | Comparison | MergesAnswer
CHOSEN = "vocabulary"  # the option with the selected one
NO_TEXT = tr("There is no text to tokenize. Type a sentence above, or choose an example.")
NO_WORD = tr("There is no word here: all of the text is special tokens.")
NO_VOCABULARY = tr("Choose a model above, or train a vocabulary here.")


class TokensStudy(Study):
    """The text once, and below it a row of tokens for each model."""

    spec = panel_spec("tokens", views=VIEW_TITLES, needs_models=False)
    controls = (
        tuple(Control(name, "tick") for name in ROWS),
        (Control("step", "steps"),),
        (
            Control("learn_rule"),
            Control("learn_text", "text", least_width=TEXT_WIDTH),
            Control("learn_count", "number", low=1, high=MOST_MERGES),
            Control("learn_step", "steps"),
        ),
    )
    controls_stay = True
    nothing = TokensAnswer()
    is_one_drawing = True
    work = staticmethod(answers_to)

    def needs_models(self, at: Situation) -> bool:
        return at.view not in (LEARNING, VOCABULARIES)

    def request(self, at: Situation) -> AnyRequest | Notice:
        text, pair = at.state.text, at.state.pair
        if at.view == LEARNING:
            return merges_in(at)
        if at.view == VOCABULARIES:
            own, held_out = own_vocabularies(), choice_in(at).text
            return VocabularyRequest(text, pair, at.keys, own, held_out, at.state.seed)
        if not text.strip():
            return Notice(NO_TEXT)
        return TokensRequest(text, pair, at.keys, by_steps=at.view == STEPS)

    def merge(self, before: Any, part: Any) -> Any:
        """A whole answer stays until the next one of its kind is whole."""
        if type(before) is not type(part) or isinstance(part, MergesAnswer):
            return part
        known = before.rows if isinstance(before, Comparison) else before.cuts
        return before if known else part

    def figure(self, answer: AnyAnswer, at: Situation) -> StudyFigure:
        """Nothing for the answer of another view, whose picture stays until there is one."""
        if isinstance(answer, MergesAnswer):
            return _show_merges(answer, at) if at.view == LEARNING else StudyFigure()
        if isinstance(answer, Comparison):
            return _compare(answer, at) if at.view == VOCABULARIES else StudyFigure()
        text = text_in(answer, at)
        if not answer.cuts or text.stale or at.view in (LEARNING, VOCABULARIES):
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
        """The rows to show; or the steps of the word, where it is known; or what is learned."""
        if at.view == LEARNING:
            return _learning_values(answer, at)
        if not at.slots or not at.state.text.strip():
            return {}
        if at.view == PIECES:
            return {name: _is_shown(name, at) for name in ROWS}
        if at.view == VOCABULARIES or not isinstance(answer, TokensAnswer):
            return {}
        text = text_in(answer, at)
        return {"step": Steps(text.num_steps, step_in(text, at))} if answer.words else {}

    def change(self, values: Mapping[str, Any], at: Situation) -> State:
        """A step is of the word that is selected now."""
        of_word = {"step_of": _subject(at)} if "step" in values else {}
        if values.keys() & {"learn_rule", "learn_text", "learn_count"}:
            values = {**values, "learn_step": None}  # all of another vocabulary
        return at.with_options(**values, **of_word)

    def click(self, hit: TagHit, answer: AnyAnswer, at: Situation) -> State:
        if isinstance(answer, MergesAnswer):
            is_step = hit.tag == MERGES and isinstance(hit.hit, TableHit)
            return at.with_options(learn_step=hit.hit.row + 1) if is_step else at.state
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
        if at.view == LEARNING:
            return tr("Click a merge to see the text after it.")
        what = tr("vocabulary") if at.view == VOCABULARIES else tr("token")
        return tr("Click a {what} to see it here.", what=what)


def merges_in(at: Situation) -> MergesRequest:
    """What is learned from, and how."""
    options = at.options
    text, rule, count = (options.get(f"learn_{name}") for name in ("text", "rule", "count"))
    return MergesRequest(
        text if isinstance(text, str) and text.strip() else SAMPLE_TEXT,
        next((one for one in RULES if one == rule), RULES[0]),
        min(max(count, 1), MOST_MERGES) if type(count) is int else USUAL_MERGES,
    )


def merge_in(answer: MergesAnswer, at: Situation) -> int:
    """The step that was chosen, or all of them."""
    step = at.options.get("learn_step")
    return min(max(step, 0), answer.num_merges) if type(step) is int else answer.num_merges


def _learning_values(answer: Any, at: Situation) -> dict[str, ControlValue]:
    asked = merges_in(at)
    shown: dict[str, ControlValue] = {
        "learn_rule": BoxChoices(RULE_TITLES, asked.rule),
        "learn_text": Text(asked.text, SAMPLE_TEXT),
        "learn_count": asked.count,
    }
    if isinstance(answer, MergesAnswer):
        shown["learn_step"] = Steps(
            answer.num_merges, merge_in(answer, at), tr("after merge {step}")
        )
    return shown


def _show_merges(answer: MergesAnswer, at: Situation) -> StudyFigure:
    step, asked = merge_in(answer, at), answer.request
    return StudyFigure(
        (Stack(build_merges(answer, step, at.state.text), gap=20),),
        depends_on=Basis.from_texts(at.state),
        settings=(
            RULE_TITLES[asked.rule],
            tr("learned from “{text}”", text=asked.text[:MOST_QUOTED]),
            tr("{step} of {count} merges", step=step, count=answer.num_merges),
        ),
        details=describe_step(answer, step),
        make_table=partial(tabulate_merges, answer, step, at.state.text),
    )


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
