"""Compare: one sentence under several objectives, how models learned, and what differs in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from explorer.core.analysis.differences import Fact, Line, side_by_side
from explorer.core.analysis.matching import counterpart
from explorer.core.comparison import TABLE_COLUMNS, Answer, Fed, Task, compare, table_rows
from explorer.core.errors import UserError
from explorer.core.jobs import Partial, Progress, Work
from explorer.core.learned_runs import LearnedRun, learned_runs
from explorer.core.library import ModelEntry
from explorer.core.masking import Question
from explorer.core.model_cards import Remarks, card, remarks
from explorer.core.questions import by_hand, masks_by_hand
from explorer.core.readable import cut_off
from explorer.core.state import Selection, State
from explorer.ui.caption import Basis
from explorer.ui.drawing import Drawing, Stack, TextBlock, Titled, number
from explorer.ui.panel import Details, Drawn, Panel, PanelContext, PanelSpec, Slot
from explorer.ui.table import Table
from explorer.ui.widgets.canvas import CanvasArea
from explorer.ui.widgets.compare.card_table import CardHit, CardTable, Head
from explorer.ui.widgets.compare.learning import Choice, LearningView
from explorer.ui.widgets.compare.objectives import Column, Tag, figure
from explorer.ui.widgets.compare.remarks import said_of
from explorer.ui.widgets.tagged import Tagged, tagged
from explorer.ui.widgets.token_strip import CHANGE_NAMES, visible
from explorer.ui.widgets.view_tabs import ViewTabs
from models.records import Change, Encoding
from models.specs import Paper

OBJECTIVES, LEARNING, CARDS = VIEWS = ("objectives", "learning", "cards")
VIEW_TITLES = {
    OBJECTIVES: "Objectives",
    LEARNING: "Learning curves",
    CARDS: "What differs",
}
CARDS_TITLE = "Card by card, what differs from the model at the left"
CARDS_NOTE = (
    "A value behind a bar differs from that of the model at its left; a dash is something that a "
    "model does not have, or that its files do not tell."
)
NO_TEXT = "There is no text to learn from. Type a sentence above."
NO_MODELS = "Choose a model above; a second one makes a comparison."
ONE_MODEL = "Choose a second model above, and what differs between the two stands out here."
ALL_SAME = "These models do not differ in anything that their files tell."

EXPLANATION = (
    "Every model learns from the same kind of text and is asked something else about it. BERT "
    "must predict 15 of 100 tokens, most of them hidden, and is corrected at these alone; GPT-2 "
    "must predict each next token, so that nearly every one teaches, but it never sees what comes "
    "behind. ELECTRA lets a small "
    "generator fill the gaps and judges every token. The loss of a place is the negative logarithm "
    "of the probability that the truth was given, in nats: 0 is certain and right, 0.69 is a coin "
    "toss. Losses of different objectives measure different questions, so a lower one is not a "
    "better model; the learning curves show it, on one axis of tokens seen or of seconds. Count "
    "models, fitted on the same text and measured at the same places, give them a scale. The cards "
    "name what else differs, since a comparison is worth what its models share."
)
PAPERS = (
    Paper(
        "Devlin, Chang, Lee, Toutanova",
        "BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding",
        2018,
        "1810.04805",
    ),
    Paper(
        "Radford, Wu, Child, Luan, Amodei, Sutskever",
        "Language Models are Unsupervised Multitask Learners",
        2019,
    ),
    Paper(
        "Clark, Luong, Le, Manning",
        "ELECTRA: Pre-training Text Encoders as Discriminators Rather Than Generators",
        2020,
        "2003.10555",
    ),
    Paper(
        "Raffel, Shazeer, Roberts, Lee, et al.",
        "Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer",
        2019,
        "1910.10683",
    ),
    Paper(
        "Yang, Dai, Yang, Carbonell, Salakhutdinov, Le",
        "XLNet: Generalized Autoregressive Pretraining for Language Understanding",
        2019,
        "1906.08237",
    ),
)


@dataclass(frozen=True)
class Request:
    """Only what the view depends on; the rest stays empty, so that nothing is asked twice."""

    view: str
    keys: tuple[str, ...] = ()
    question: Question | None = None
    entries: tuple[ModelEntry, ...] = ()


@dataclass(frozen=True, eq=False)
class Result:
    """What is known for a view."""

    view: str
    answers: Mapping[str, Answer] = field(default_factory=dict)
    cards: Mapping[str, tuple[Fact, ...]] = field(default_factory=dict)
    remarks: tuple[Remarks, ...] = ()  # each once, of whichever models
    runs: tuple[LearnedRun, ...] = ()
    seed: int = 0


@dataclass(frozen=True)
class Chosen:
    """A token that was clicked: whose, which row, and in which texts."""

    tag: Tag
    row: int
    texts: tuple[str, str] = ("", "")


class ComparePanel(Panel):
    """Three views of the same models; what each computed stays until it is asked anew."""

    spec = PanelSpec(
        name="compare",
        views=VIEWS,
        title="Compare",
        group="compare",
        icon="compare",
        order=1,
        needs_models=False,
        summary="What each model is asked, how fast it learned, and what else differs.",
        explanation=EXPLANATION,
        papers=PAPERS,
        kinds=("logits",),
    )

    def __init__(self, context: PanelContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self._entries: tuple[ModelEntry, ...] | None = None
        self._result = Result(OBJECTIVES)
        self._runs: tuple[LearnedRun, ...] = ()
        self._chosen: Chosen | None = None
        self._build()
        context.library_listeners.append(self._on_library_changed)

    # ---- request and answer

    def request(self, state: State) -> Request:
        self._sync_controls()
        keys = tuple(slot.key for slot in self.slots())
        if self.view == LEARNING:
            if self._entries is None:
                self._entries = tuple(self.context.library.entries())
            return Request(LEARNING, keys, entries=self._entries)
        if self.view == CARDS:
            return Request(CARDS, keys)
        question = Question(state.text, state.pair, state.seed, masks=masks_by_hand(state))
        return Request(OBJECTIVES, keys, question)

    @staticmethod
    def work(request: Request, engine: Any) -> Work:
        if request.view == LEARNING:
            yield Progress("Reading how models learned")
            return Result(LEARNING, runs=learned_runs(engine, request.entries))
        if request.view == CARDS:
            return (yield from _make_cards(request, engine))
        return (yield from _answer(request, engine))

    def show_partial(self, value: Result) -> None:
        """What has come replaces what stood there; the others stay until theirs comes."""
        before = self._result.answers if self._result.view == value.view else {}
        self.show_result(replace(value, answers={**before, **value.answers}))
        self.show_selection(self.state.selection)

    def show_result(self, value: Result) -> None:
        self._result = value
        if value.view == LEARNING:
            self._runs = value.runs
        self._sync_controls()

    def show_selection(self, selection: Selection) -> None:
        chosen, texts = self._chosen, (self.state.text, self.state.pair)
        if chosen and (chosen.texts != texts or not self._is_selected(chosen, selection)):
            self._chosen = None
        self._draw()
        self._show_details()

    def deselect(self) -> None:
        """A token of a decoder has no place in the sentence, so that only this panel knows it."""
        self._chosen = None
        self.show_selection(self.state.selection)

    def show_settings(self) -> None:
        self._sync_controls()
        self._draw()

    # ---- views

    @property
    def _only_differences(self) -> bool:
        return bool(self.option("only_differences", True))

    def _on_library_changed(self) -> None:
        self._entries = None
        if self.isVisible():
            self.refresh()

    # ---- export

    def made_with(self) -> list[str]:
        return by_hand(self.state, self.letters()) if self._asks else []

    def basis(self) -> Basis:
        """Cards and curves are of the models alone."""
        return Basis.of_texts(self.state, self.state.seed) if self._asks else Basis()

    def digest(self, key: str) -> str:
        answer = self._result.answers.get(key) if self._asks else None
        return answer.card.hash if answer is not None and answer.card is not None else ""

    @property
    def _asks(self) -> bool:
        """Whether the models are asked about the texts."""
        return self.view == OBJECTIVES

    def drawings(self) -> list[Drawing]:
        if self._result.view != self.view:
            return []
        if self.view == LEARNING:
            drawn = self.learning.drawing()
            return [] if drawn is None else [drawn]
        found = self._picture()
        return [] if isinstance(found, TextBlock) else [found]

    def drawn(self) -> tuple[Drawn, ...]:
        """The runs whose curves are shown, which need not be chosen models."""
        if self.view != LEARNING:
            return super().drawn()
        return tuple(Drawn(one.slot, one.run.title, one.run.key) for one in self.learning.shown())

    def table(self) -> Table:
        if self.view == LEARNING:
            return self.learning.table()
        if self.view == CARDS:
            return self._cards_table()
        meta = {
            answer.key: {
                task.head.name: {
                    "loss": task.loss,
                    "taught": task.taught.targets,
                    "fed": task.taught.fed,
                }
                for task in answer.tasks
            }
            for answer in self._result.answers.values()
        }
        rows = table_rows(self._result.answers)
        return Table(TABLE_COLUMNS, rows, title=self.spec.title, meta=meta)

    def _cards_table(self) -> Table:
        slots = self._carded()
        lines = side_by_side([self._result.cards[slot.key] for slot in slots])
        columns = ("group", "field", *(slot.title for slot in slots), "differs")
        rows = [(line.group, line.name, *line.values, line.any_differs) for line in lines]
        return Table(columns, rows, title=CARDS_TITLE)

    # ---- drawing

    def _picture(self) -> Drawing:
        return self._cards() if self.view == CARDS else self._objectives()

    def _objectives(self) -> Drawing:
        if not self.slots():
            return TextBlock(NO_MODELS)
        if not self.state.text.strip():
            return TextBlock(NO_TEXT)
        columns = self._columns()
        return figure(columns, self._result.seed) if columns else TextBlock(NO_MODELS)

    def _cards(self) -> Drawing:
        slots, lines = self._carded(), self._card_lines()
        if not slots:
            return TextBlock(NO_MODELS)
        if not lines:
            return TextBlock(ALL_SAME)
        heads = [Head(slot.index, slot.title) for slot in slots]
        note = CARDS_NOTE if len(slots) > 1 else ONE_MODEL
        table = Tagged(CardTable(heads, lines, CARDS_TITLE), CARDS)
        shown = Titled(table, CARDS_TITLE, note=note)
        return Stack([shown, *said_of(self._result.remarks)], gap=28)

    def _carded(self) -> list[Slot]:
        """The chosen models whose cards are known."""
        return [slot for slot in self.slots() if slot.key in self._result.cards]

    def _card_lines(self) -> list[Line]:
        """The fields of the cards that are shown."""
        cards = [self._result.cards[slot.key] for slot in self._carded()]
        lines = side_by_side(cards)
        if not self._only_differences or len(cards) < 2:
            return lines
        return [line for line in lines if line.any_differs]

    def _columns(self) -> list[Column]:
        answers = self._result.answers
        return [
            Column(slot.index, slot.title, answers[slot.key], self._selected(answers[slot.key]))
            for slot in self.slots()
            if slot.key in answers
        ]

    def _draw(self) -> None:
        """The picture of the view; the last one stays while another is computed."""
        if self._result.view != self.view:
            return
        if self.view == LEARNING:
            slots = {slot.key: slot.index for slot in self.slots()}
            choice = Choice.from_json(self.option("learning", {}))
            self.learning.show_runs(self._runs, slots, choice)
        else:
            self._area.set_drawing(self._picture())
        self._pages.setCurrentIndex(1 if self.view == LEARNING else 0)
        self.note(*self._limits())

    def _limits(self) -> tuple[str, ...]:
        if self.view == LEARNING:
            return self.learning.notes()
        if self.view == CARDS:
            return ()
        lines = []
        shown = [(c.title, c.answer) for c in self._columns() if c.answer.corruption is not None]
        for title, answer in shown:
            assert answer.corruption is not None
            num_cut = answer.corruption.encoding.num_cut
            if num_cut and answer.card is not None:
                lines.append(cut_off(title, num_cut, answer.card.num_positions))
        if any(answer.by_hand for _, answer in shown):
            lines.append("Masks that you set by hand in the Masking panel are kept here.")
        if not all(answer.drew for _, answer in shown):
            lines.append("The text holds a mask already, so that nothing else is hidden.")
        return tuple(lines)

    # ---- selection

    def _selected(self, answer: Answer) -> dict[Tag, tuple[int, ...]]:
        """The rows of one model that are marked: what was clicked, and the same characters."""
        chosen = self._chosen
        own = chosen is not None and chosen.tag.key == answer.key
        if chosen is not None and own and self._origin(chosen) is None:
            return {chosen.tag: (chosen.row,)}
        position = self._position(answer)
        if position is None:
            return {}
        return {
            Tag(answer.key, task.head.name, feed): task.rows_of(position, feed)
            for task in answer.tasks
            for feed in range(-1, len(task.context))
        }

    def _position(self, answer: Answer) -> int | None:
        """The token of a model's own encoding that the selection stands for."""
        token, anchor = self.state.selection.token, self._anchor()
        if token is None or anchor is None or answer.corruption is None:
            return None
        if token >= len(anchor):
            return None
        own = answer.corruption.encoding
        return token if own is anchor else counterpart(anchor, own, token)

    def _anchor(self) -> Encoding | None:
        """The encoding that the selected token counts in."""
        found = {
            key: answer.corruption.encoding
            for key, answer in self._result.answers.items()
            if answer.corruption is not None
        }
        return found.get(self.counting(tuple(found)))

    def _task_of(self, tag: Tag) -> Task | None:
        answer = self._result.answers.get(tag.key)
        tasks = answer.tasks if answer is not None else ()
        return next((task for task in tasks if task.head.name == tag.head), None)

    def _is_selected(self, chosen: Chosen, selection: Selection) -> bool:
        """Whether a click is still what is selected; a token of a decoder's own has no place."""
        if chosen.row >= len(self._tokens_of(chosen)):
            return False  # of a draw that is gone
        origin = self._origin(chosen)
        of = "" if origin is None else chosen.tag.key
        return (origin, of) == (selection.token, selection.model)

    def _origin(self, chosen: Chosen) -> int | None:
        tokens = self._tokens_of(chosen)
        return tokens[chosen.row].origin if chosen.row < len(tokens) else None

    def _tokens_of(self, chosen: Chosen) -> tuple[Fed, ...]:
        """The tokens that a click was one of, as they are now."""
        task = self._task_of(chosen.tag)
        return task.feed(chosen.tag.feed).tokens if task is not None else ()

    def _on_clicked(self, placed: Any) -> None:
        if self.view == CARDS:
            self._show_card_details(placed)
            return
        found = tagged(placed)
        if found is None or not isinstance(found.tag, Tag):
            self._chosen = None
            self.select(token=None)
        else:
            texts = self.state.text, self.state.pair
            self._chosen = Chosen(found.tag, found.hit.position, texts)
            self.select(token=self._origin(self._chosen), model=found.tag.key)
        self._draw()
        self._show_details()

    def _show_card_details(self, hit: Any) -> None:
        """A field of all cards at the side."""
        found = tagged(hit)
        if found is None or not isinstance(found.hit, CardHit):
            self.show_details(Details())
            return
        line = self._card_lines()[found.hit.line]
        told = zip(self._carded(), line.values, strict=True)
        rows = tuple((slot.title, value) for slot, value in told)
        self.show_details(Details(line.name, rows))

    @property
    def click_hint(self) -> str:
        what = {OBJECTIVES: "token", CARDS: "value"}.get(self.view)
        return f"Click a {what} to see it here." if what else ""

    def _show_details(self) -> None:
        if self.view != OBJECTIVES or self._result.view != OBJECTIVES:
            self.show_details(Details())
            return
        chosen = self._chosen or self._chosen_elsewhere()
        task = self._task_of(chosen.tag) if chosen is not None else None
        if chosen is None or task is None:
            self.show_details(Details())
            return
        fed = task.feed(chosen.tag.feed).tokens[chosen.row]
        title = f"{visible(fed.text)} in {self.title_of(chosen.tag.key)}"
        self.show_details(Details(title, tuple(_detail_rows(task, chosen))))

    def _chosen_elsewhere(self) -> Chosen | None:
        """A token that was selected in another panel: where it stands in the first model."""
        for answer in self._result.answers.values():
            for tag, rows in self._selected(answer).items():
                if rows and tag.feed < 0:
                    return Chosen(tag, rows[0])
        return None

    # ---- building

    def _build(self) -> None:
        self.tabs = ViewTabs(VIEW_TITLES)
        self.tabs.chosen.connect(self.show_view)
        self.draw_again = QPushButton("New draw")
        self.draw_again.setToolTip("Draws with the next seed, for every model")
        self.draw_again.clicked.connect(self.store.next_seed)
        self.clear = QPushButton("Clear masks")
        self.clear.setToolTip("Takes back every token that you hid, or left alone, by a click")
        self.clear.clicked.connect(lambda: self.store.update(masks={}))
        self.only = QCheckBox("Only what differs")
        self.only.setToolTip("Leaves out the rows in which all models are alike")
        self.only.clicked.connect(lambda on: self.set_option("only_differences", on))
        line = QHBoxLayout()
        line.setSpacing(12)
        line.addWidget(self.tabs)
        line.addStretch(1)
        for widget in (self.clear, self.draw_again, self.only):
            line.addWidget(widget)
        self._area = CanvasArea(self.theme)
        self._area.canvas.clicked.connect(self._on_clicked)
        self._area.canvas.modified_click.connect(self._on_clicked)
        self.learning = LearningView(self.theme)
        self.learning.changed.connect(lambda choice: self.set_option("learning", choice.to_json()))
        self._pages = QStackedWidget()
        self._pages.addWidget(self._area)
        self._pages.addWidget(self.learning)
        layout = QVBoxLayout()
        layout.setSpacing(12)
        layout.addLayout(line)
        layout.addWidget(self._pages, 1)
        self.body.addLayout(layout, 1)
        self._sync_controls()

    def _sync_controls(self) -> None:
        view = self.view
        self.tabs.show_view(view)
        self.draw_again.setVisible(view == OBJECTIVES)
        by_hand = any(self.state.masks.values())
        self.clear.setVisible(view == OBJECTIVES and by_hand)
        self.only.setVisible(view == CARDS)
        self.only.setChecked(self._only_differences)

    def showEvent(self, event: QShowEvent) -> None:
        """The library may have changed while another panel was shown."""
        self._entries = None
        super().showEvent(event)


def _answer(request: Request, engine: Any) -> Work:
    """One model after the other; a model that cannot answer says why, and the others go on."""
    assert request.question is not None
    answers: dict[str, Answer] = {}
    result = Result(OBJECTIVES, seed=request.question.seed)
    if not request.question.text.strip():
        return result
    for key in request.keys:
        yield Progress("Asking", len(answers), len(request.keys), unit="models")
        try:
            answers[key] = compare(engine, key, request.question)
        except UserError as error:
            answers[key] = Answer(key, problem=error.message, way_out=error.hint)
        yield Partial(replace(result, answers=dict(answers)))
    return replace(result, answers=answers)


def _make_cards(request: Request, engine: Any) -> Work:
    cards: dict[str, tuple[Fact, ...]] = {}
    said: dict[Remarks, None] = {}
    for key in request.keys:
        yield Progress("Reading", len(cards), len(request.keys), unit="models")
        try:
            cards[key] = card(engine, key)
            said |= dict.fromkeys(remarks(engine, key))
        except UserError as error:
            cards[key] = (Fact("Architecture", "Problem", str(error)),)
    return Result(CARDS, cards=cards, remarks=tuple(said))


def _detail_rows(task: Task, chosen: Chosen) -> list[tuple[str, str]]:
    """A clicked token in words and numbers."""
    fed = task.feed(chosen.tag.feed).tokens[chosen.row]
    place = task.at(chosen.row) if chosen.tag.feed < 0 else None
    rows = [("Objective", task.objective.title), ("Head", task.head.title)]
    if fed.change is not Change.KEPT:
        rows.append(("Fed", CHANGE_NAMES[fed.change]))
    if fed.original:
        rows.append(("Stood here", visible(fed.original)))
    if place is None:
        return [*rows, ("Must predict", "nothing")]
    rows.append(("Must predict", visible(place.truth) if place.truth is not None else "unknown"))
    if place.probability is not None and place.rank is not None:
        rows.append(("Its probability", number(place.probability)))
        rows.append(("Its rank", f"{place.rank + 1:,}"))
    if place.loss is not None:
        rows.append(("Loss in nats", number(place.loss)))
    return rows + [(visible(text), number(p)) for text, p in place.guesses]


PANEL = ComparePanel
