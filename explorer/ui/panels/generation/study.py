"""Generation: each model continues the sentence, or answers tasks in few-shot prompts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtGui import QGuiApplication

from explorer.core.errors import UserError
from explorer.core.generation.continuations import Answer, Continuation, RejectedPrompt
from explorer.core.generation.few_shot import (
    MAX_SHOTS,
    NUM_DISPLAYED,
    SCORINGS,
    AccuracyCurves,
    FewShotAnswer,
    FewShotChoice,
    FewShotRequest,
    task_titles,
)
from explorer.core.generation.found import COLUMNS as FOUND_COLUMNS
from explorer.core.generation.found import FoundAnswer, FoundRequest, found_rows
from explorer.core.generation.prompts import (
    AS_MESSAGE,
    AS_TYPED,
    AUTOMATIC,
    TypedPrompt,
    mask_at_end,
)
from explorer.core.generation.request import (
    METHODS,
    GenerationOptions,
    GenerationRequest,
    answers_to,
    limits,
    mask_fillers,
)
from explorer.core.generation.tables import PROMPT_COLUMNS, TEXT_COLUMNS, prompt_rows, text_rows
from explorer.core.library.slots import ModelSlot
from explorer.core.localization import message, plural, tr
from explorer.core.readable import join_names
from explorer.core.report.captions import Basis
from explorer.core.state.state import State
from explorer.core.table import Table
from explorer.ui.graphics.drawing import Stack, TagHit
from explorer.ui.panel_base.details import Details
from explorer.ui.panel_base.spec import panel_spec
from explorer.ui.panels.generation import prompts_figure
from explorer.ui.panels.generation.beam_tree import BeamHit
from explorer.ui.panels.generation.figure import NodeAt, Selected, figure, locate_hit
from explorer.ui.panels.generation.found_figure import draw_found
from explorer.ui.panels.generation.text import RANKED, RANKING, detail_rows, node_rows
from explorer.ui.studies.contract import (
    AnswersStudy,
    BoxChoices,
    Control,
    ControlValue,
    Notice,
    Offer,
    Situation,
    StudyFigure,
    Text,
)

TEXT, PROMPTS, FOUND = "text", "prompts", "found"
VIEW_TITLES = {TEXT: tr("Text"), PROMPTS: tr("Prompts"), FOUND: tr("Tasks in a text")}
TURNS = tr(
    "A conversation of several turns has system:, user: or assistant: before each turn, such as "
    "“user: Hi assistant: Hello user: What is a token?”"
)
NO_TEXT = tr("Type a prompt above, and the models continue it.")
NOT_READ = tr("The sentence above is not part of this text.")
NOT_THE_SENTENCE = tr("The sentence above is not part of these prompts.")
SECTION_GAP = 24.0
FEW_SHOT = "few_shot"  # the option with the choice of the view Prompts
CURVES = ""  # the answer of no model: accuracy by K, where it was measured
TABLES = tr("Tables (*.tsv *.txt);;All files (*)")
TEXTS = tr("Texts (*.txt);;All files (*)")


class GenerationStudy(AnswersStudy):
    """Texts with the candidates of each step, and tasks in a few-shot prompt."""

    spec = panel_spec("generation", views=VIEW_TITLES, kinds=("logits",))
    controls = (
        (
            Control("prompt_task"),
            Control("prompt_file", "file", files=TABLES),
            Control("scoring"),
            Control("shots", "number", low=2, high=MAX_SHOTS),
            Control("query", "number", low=1, high=NUM_DISPLAYED),
            Control("measure", "button", at_right=True),
            Control("cancel_measure", "button", at_right=True),
        ),
        (Control("measuring", "words"),),
        (
            Control("task"),
            Control("method"),
            Control("max_new_tokens", "number", low=1, high=400),
            Control("temperature", "number", low=0.05, high=5.0, step=0.05, decimals=2),
            Control("top_k", "number", high=10_000, lowest=tr("Top-k  off")),
            Control("top_p", "number", low=0.01, high=1.0, step=0.05, decimals=2),
            Control("num_beams", "number", low=1, high=12),
            Control("again", "button", style="quiet", at_right=True),
            Control("stop", "button", at_right=True),
            Control("continue", "button", at_right=True),
        ),
        (Control("fill", "button"), Control("fillers", "words")),
        (Control("turns", "words"),),
        (Control("found_file", "file", files=TEXTS), Control("own_text", "button", style="quiet")),
    )
    controls_stay = True
    is_one_drawing = True
    work = staticmethod(answers_to)

    def request(self, at: Situation) -> GenerationRequest | FewShotRequest | FoundRequest | Notice:
        if at.view == FOUND:
            return FoundRequest(found_path_in(at), at.keys)
        if at.view == PROMPTS:
            return FewShotRequest(at.keys, few_shot_in(at), at.state.seed)
        if not at.state.text.strip():
            return Notice(NO_TEXT)
        prompt = TypedPrompt(at.state.text, at.state.pair, _task_in(at))
        return GenerationRequest(prompt, at.keys, options_in(at).settings(at.state.seed))

    def merge(self, before: Mapping[str, Any], part: Mapping[str, Any]) -> Mapping[str, Any]:
        """The previous texts stay until all models have begun."""
        return part

    def figure(self, answer: Mapping[str, Any], at: Situation) -> StudyFigure:
        if at.view == FOUND:
            return _found(answer)
        return _prompts(answer, at) if at.view == PROMPTS else self._texts(answer, at)

    def _texts(self, answer: Mapping[str, Any], at: Situation) -> StudyFigure:
        columns, options, selected = texts_in(answer, at), options_in(at), selected_in(answer, at)
        if not columns:
            return StudyFigure()
        titled = [(slot.title, one) for slot, one in columns]
        tasks = {message(one.task.title).lower() for _, one in _drafts(columns) if one.task}
        named = (tr("task “{title}”", title=title) for title in sorted(tasks))
        return StudyFigure(
            (figure(columns, selected, filters=options.samples),),
            at.drawn_models(answer),
            Basis(at.state.text, seed=at.state.seed if options.samples else None),
            (options.describe(), *named),
            tuple(limits(titled, at.state)),
            *_details(_drafts(columns), selected, filters=options.samples),
            make_table=lambda: Table(TEXT_COLUMNS, text_rows(titled), tr("Generation")),
        )

    # ---- controls

    def control_values(self, answer: Mapping[str, Any], at: Situation) -> dict[str, ControlValue]:
        """The options of the view, and what the models can do."""
        if at.view == FOUND:
            return {"found_file": True, "own_text": bool(found_path_in(at))}
        if at.view == PROMPTS:
            return _prompt_values(few_shot_in(at))
        if not at.state.text.strip():
            return {}
        options, columns = options_in(at), texts_in(answer, at)
        tip = self.spec.text.controls[options.method]["tip"]
        shown = {"method": BoxChoices(METHODS, options.method, tip=tip), **options.used}
        cards = [one.card for _, one in columns if one.card is not None]
        prompts = dict.fromkeys(one.title for card in cards if card.answers for one in card.prompts)
        chats = [AS_MESSAGE] if any(card.chats for card in cards) else []
        if prompts or chats:
            titles = {title: message(title) for title in (AUTOMATIC, *prompts, *chats, AS_TYPED)}
            task = _task_in(at)  # one that no chosen model has is none to all of them
            shown["task"] = BoxChoices(titles, task if task in titles else AS_TYPED)
            if chats and task == AS_MESSAGE:
                shown["turns"] = Text(TURNS)
        if fillers := mask_fillers([(slot.title, one) for slot, one in columns]):
            words = plural(
                len(fillers),
                "{fillers} fills masks instead of continuing the text.",
                "{fillers} fill masks instead of continuing the text.",
                fillers=join_names([title for title, _ in fillers]),
            )
            shown.update(fill=True, fillers=Text(words))
        return shown

    def change(self, values: Mapping[str, Any], at: Situation) -> State:
        """Another task, or the path of an own table, begins with its first query."""
        ((name, value), *_) = values.items()
        if name in ("prompt_task", "prompt_file"):
            changed = replace(few_shot_in(at), task=value, query=1)
        elif name in ("scoring", "shots", "query"):
            changed = replace(few_shot_in(at), **values)
        else:
            return at.with_options(**values)
        return at.with_options(**{FEW_SHOT: changed.to_json()})

    def press(self, name: str, answer: Mapping[str, Any], at: Situation) -> State:
        """Open the Masking panel with a mask after the prompt, or leave a text that was chosen."""
        if name == "own_text":
            return at.with_options(found_file="")
        fillers = mask_fillers([(slot.title, one) for slot, one in texts_in(answer, at)])
        card = fillers[0][1].card if fillers else None
        if name != "fill" or card is None or card.mask_token is None:
            return at.state
        text = mask_at_end(at.state.text, card.mask_token)
        return replace(at.state, text=text, panel="masking")

    # ---- selection

    def click(self, hit: TagHit, answer: Mapping[str, Any], at: Situation) -> State:
        """Select a step or a hypothesis; the same one again deselects it."""
        chosen = locate_hit(hit) if at.view == TEXT else None
        if chosen is None or chosen == selected_in(answer, at):
            return self.deselect(at)
        stored = chosen if isinstance(chosen, int) else [chosen.slot, chosen.part, *chosen.hit]
        return at.with_options(selected=stored, selected_of=_subject(at))

    def click_beside(self, at: Situation) -> State:
        return self.deselect(at)

    def deselect(self, at: Situation) -> State:
        """Back to the first step, and to no hypothesis."""
        return at.with_options(selected=None)


def options_in(at: Situation) -> GenerationOptions:
    return GenerationOptions.from_json(at.options)


def few_shot_in(at: Situation) -> FewShotChoice:
    return FewShotChoice.from_json(at.options.get(FEW_SHOT, {}))


def texts_in(answer: Mapping[str, Any], at: Situation) -> list[tuple[ModelSlot, Answer]]:
    """What models wrote, or why they do not write; not the answers to other prompts."""
    known = at.slots_in(answer)
    return [(s, one) for s, one in known if isinstance(one, Continuation | RejectedPrompt)]


def selected_in(answer: Mapping[str, Any], at: Situation) -> Selected:
    """The step or the hypothesis that was selected in these texts, where it is written yet."""
    match at.options.get("selected"):
        case _ if at.options.get("selected_of") != _subject(at):
            return None
        case [int(index), int(part), int(step), int(place)]:
            drafts = _drafts(texts_in(answer, at))
            searches = next((one.searches for slot, one in drafts if slot.index == index), ())
            node = NodeAt(index, part, BeamHit(step, place))
            nodes = searches[part][0][step:] if 0 <= part < len(searches) else ()
            return node if step >= 0 and nodes and 0 <= place < len(nodes[0]) else None
        case int(step) if step >= 0:
            return step
    return None


def _subject(at: Situation) -> str:
    """What a selection belongs to: all that decides which texts are written."""
    settings = options_in(at).settings(at.state.seed)
    return repr((at.state.text, at.state.pair, _task_in(at), at.keys, settings))


def _task_in(at: Situation) -> str:
    return str(at.options.get("task", AUTOMATIC))


def _drafts(columns: list[tuple[ModelSlot, Answer]]) -> list[tuple[ModelSlot, Continuation]]:
    return [(slot, one) for slot, one in columns if isinstance(one, Continuation)]


def _details(
    drafts: list[tuple[ModelSlot, Continuation]], selected: Selected, *, filters: bool
) -> tuple[Details, tuple[Offer, ...]]:
    """The selected hypothesis, else what each model wrote, and what can be done with it."""
    rows: list[tuple[str, str]] = []
    offers: list[Offer] = []
    for slot, draft in drafts:
        if isinstance(selected, NodeAt) and selected.slot == slot.index:
            title = tr("Hypothesis of {slot}  {title}", slot=slot.letter, title=slot.title)
            return Details(title, tuple(node_rows(draft, selected))), ()
        if draft.steps:
            step = selected if isinstance(selected, int) else None
            rows += [(f"{slot.letter}  {slot.title}", "")]
            rows += detail_rows(draft, step, filters=filters)
            copy = tr("Copy the text of {slot}", slot=slot.letter)
            use = tr("Use {slot}'s text as the sentence", slot=slot.letter)
            sentence = "".join(part for part, _ in draft.prose)
            offers.append(Offer(copy, partial(_copy, draft.text)))
            offers.append(Offer(use, partial(_use, sentence)))
    text = RANKING if any(name == RANKED for name, _ in rows) else ""
    details = Details(tr("Generated text"), tuple(rows), text) if rows else Details()
    return details, tuple(offers)


def _copy(text: str, at: Situation) -> State:
    QGuiApplication.clipboard().setText(text)
    return at.state


def _use(text: str, at: Situation) -> State:
    return replace(at.state, text=text)


# ---- the view of tasks in a text


def found_path_in(at: Situation) -> str:
    """The file that a person chose; "" for the training text of a model."""
    return str(at.options.get("found_file") or "")


def _found(answer: Mapping[str, Any]) -> StudyFigure:
    found = answer.get("")
    if not isinstance(found, FoundAnswer):
        return StudyFigure()
    return StudyFigure(
        (draw_found(found),),
        settings=(found.name,),
        notes=(NOT_READ,),
        make_table=lambda: Table(FOUND_COLUMNS, list(found_rows(found)), tr("Tasks in a text")),
    )


# ---- the view Prompts


def _prompt_values(choice: FewShotChoice) -> dict[str, ControlValue]:
    titles = task_titles()
    known = titles if choice.task in titles else {choice.task: choice.title, **titles}
    return {
        "prompt_task": BoxChoices(known, choice.task),
        "prompt_file": True,
        "scoring": BoxChoices(SCORINGS, choice.scoring),
        "shots": choice.shots,
        "query": choice.query,
    }


def curves_in(answer: Mapping[str, Any], at: Situation) -> AccuracyCurves | None:
    """Accuracy by K, where it was measured for the present task, score and seed."""
    curves = answer.get(CURVES)
    fits = curves is not None and curves.is_of(few_shot_in(at), at.state.seed)
    return curves if fits else None


def _prompts(answer: Mapping[str, Any], at: Situation) -> StudyFigure:
    choice, curves = few_shot_in(at), curves_in(answer, at)
    known = at.slots_in(answer)
    columns = [(s, one) for s, one in known if isinstance(one, FewShotAnswer | UserError)]
    if not columns:
        return StudyFigure()
    measured = {} if curves is None else curves.by_model
    titled = [(slot.title, one, measured.get(slot.key, ())) for slot, one in columns]
    said = tuple(prompts_figure.detail_rows(columns))
    return StudyFigure(
        (Stack(prompts_figure.sections(columns, curves), tr("Prompts"), gap=SECTION_GAP),),
        at.drawn_models(answer),
        Basis(seed=at.state.seed),
        (choice.title, tr("K up to {few}", few=choice.shots), SCORINGS[choice.scoring].lower()),
        (NOT_THE_SENTENCE,),
        Details(tr("Answers"), said) if said else Details(),
        make_table=lambda: Table(PROMPT_COLUMNS, prompt_rows(titled), tr("Prompts")),
    )


STUDY = GenerationStudy()
