"""Compare: one sentence under several objectives, how models learned, and what differs in them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QPushButton,
    QStackedWidget,
)

from explorer.core.comparison.learned_runs import LearnedRun
from explorer.core.comparison.request import (
    CARDS,
    LEARNING,
    OBJECTIVES,
    VIEWS,
    ComparisonRequest,
    ComparisonResult,
    answers_to,
)
from explorer.core.library.library import ModelEntry
from explorer.core.masking.examples import MaskingQuestion
from explorer.core.masking.questions import masks_overridden, overridden
from explorer.core.state.state import Selection, State
from explorer.ui.controls.choices import ViewTabs
from explorer.ui.controls.layouts import column, line
from explorer.ui.controls.plain_text import set_tip
from explorer.ui.graphics.canvas import CanvasArea
from explorer.ui.graphics.drawing import Drawing, TextBlock
from explorer.ui.graphics.table import Table
from explorer.ui.graphics.tagged import tagged
from explorer.ui.panel_base.caption import Basis, Drawn, digest_of
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.details import Details
from explorer.ui.panel_base.marks import Mark, mark_sections, mark_widget, model_names
from explorer.ui.panel_base.panel import Panel
from explorer.ui.panel_base.spec import PanelSpec
from explorer.ui.panel_base.text import panel_text
from explorer.ui.panels.compare.cards import Cards
from explorer.ui.panels.compare.learning import CurveChoice, LearningView
from explorer.ui.panels.compare.objectives import ObjectiveTag, figure
from explorer.ui.panels.compare.one_sentence import Chosen, OneSentence, anchors, limits

VIEW_TITLES = {
    OBJECTIVES: "Objectives",
    LEARNING: "Learning curves",
    CARDS: "What differs",
}
NO_TEXT = "There is no text. Type a sentence above."
NO_MODELS = "Choose a model above; a second one makes a comparison."


class ComparePanel(Panel):
    """Three views of the same models; each keeps its result until the next request."""

    spec = PanelSpec(
        name="compare",
        views=VIEWS,
        title="Compare",
        group="compare",
        icon="compare",
        order=1,
        needs_models=False,
        summary="What each model must predict, how fast it learned, and what else differs.",
        text=panel_text("compare"),
        kinds=("logits",),
    )
    work = staticmethod(answers_to)

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self._entries: tuple[ModelEntry, ...] | None = None
        self._result = ComparisonResult(OBJECTIVES)
        self._runs: tuple[LearnedRun, ...] = ()
        self._chosen: Chosen | None = None
        self._build()
        context.library_listeners.append(self._on_library_changed)

    # ---- request and answer

    def request(self, state: State) -> ComparisonRequest:
        self._sync_controls()
        keys = tuple(slot.key for slot in self.slots())
        if self.view == LEARNING:
            if self._entries is None:
                self._entries = tuple(self.context.library.entries())
            return ComparisonRequest(LEARNING, keys, entries=self._entries)
        if self.view == CARDS:
            return ComparisonRequest(CARDS, keys)
        question = MaskingQuestion(
            state.text, state.pair, state.seed, masks=masks_overridden(state)
        )
        return ComparisonRequest(OBJECTIVES, keys, question)

    def show_partial(self, value: ComparisonResult) -> None:
        """The new result replaces the old one of its view; other views keep theirs."""
        before = self._result.answers if self._result.view == value.view else {}
        self.show_result(replace(value, answers={**before, **value.answers}))
        self.show_selection(self.state.selection)

    def show_result(self, value: ComparisonResult) -> None:
        self._result = value
        if value.view == LEARNING:
            self._runs = value.runs
        self._sync_controls()

    def show_selection(self, selection: Selection) -> None:
        chosen, texts = self._chosen, (self.state.text, self.state.pair)
        if chosen and (chosen.texts != texts or not self._sentence.is_selected(chosen, selection)):
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
        return overridden(self.state, self.letters()) if self._asks else []

    def basis(self) -> Basis:
        """Cards and curves are of the models alone."""
        return Basis.of_texts(self.state, self.state.seed) if self._asks else Basis()

    def digest(self, key: str) -> str:
        return digest_of(self._result.answers.get(key) if self._asks else None)

    @property
    def _asks(self) -> bool:
        """Whether the view depends on the texts."""
        return self.view == OBJECTIVES

    def marks(self) -> list[Mark]:
        sentences = {
            "objectives": (
                f"What {model_names(self)} get as input, must predict, and predict instead.",
                "What the marks and colours mean.",
            ),
            "cards": ("One column per model, one row per property; differences are marked.",),
        }
        return [
            *mark_widget(
                self.tabs, "One example of each objective, the learning curves, or the properties."
            ),
            *mark_widget(self.draw_again, "Samples other masked tokens in every model."),
            *mark_widget(self.only, "Leaves out the rows in which all models agree."),
            *mark_widget(
                self.learning, "Loss and accuracy on held-out text while each model was trained."
            ),
            *mark_sections(self._area.canvas, *sentences.get(self.view, ())),
        ]

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
            return self._cards.table()
        return self._sentence.table(self.spec.title)

    # ---- drawing

    @property
    def _sentence(self) -> OneSentence:
        """What the models answered, with what is selected now."""
        found = anchors(self._result.answers)
        counted_in = found.get(self.counting(tuple(found)))
        token = self.state.selection.token
        return OneSentence(self._result.answers, token, counted_in, self._chosen)

    @property
    def _cards(self) -> Cards:
        cards = self.slots_in(self._result.cards)
        return Cards(cards, only_differences=self._only_differences)

    def _picture(self) -> Drawing:
        if self.view == CARDS:
            cards = self._cards
            return cards.picture(self._result.remarks) if cards.slots else TextBlock(NO_MODELS)
        answered = self.slots_in(self._result.answers)
        if self.slots() and not self.state.text.strip():
            return TextBlock(NO_TEXT)
        if not answered:
            return TextBlock(NO_MODELS)
        return figure(self._sentence.columns(answered), self._result.seed)

    def _draw(self) -> None:
        """The picture of the view; the last one stays while another is computed."""
        if self._result.view != self.view:
            return
        if self.view == LEARNING:
            slots = {slot.key: slot.index for slot in self.slots()}
            choice = CurveChoice.from_json(self.option("learning", {}))
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
        return limits(self.slots_in(self._result.answers))

    # ---- selection

    def _on_clicked(self, placed: Any) -> None:
        if self.view == CARDS:
            self.show_details(self._cards.details(placed))
            return
        found = tagged(placed)
        if found is None or not isinstance(found.tag, ObjectiveTag):
            self._chosen = None
            self.select(token=None)
        else:
            texts = self.state.text, self.state.pair
            self._chosen = Chosen(found.tag, found.hit.position, texts)
            self.select(token=self._sentence.origin(self._chosen), model=found.tag.key)
        self._draw()
        self._show_details()

    @property
    def click_hint(self) -> str:
        token = "token" if self.state.text.strip() else ""
        what = {OBJECTIVES: token, CARDS: "value"}.get(self.view)
        return f"Click a {what} to see it here." if what else ""

    def _show_details(self) -> None:
        if self.view != OBJECTIVES or self._result.view != OBJECTIVES:
            self.show_details(Details())
            return
        details = self._sentence.selected_details()
        if details is None:
            self.show_details(Details())
            return
        key, name, rows = details
        self.show_details(Details(f"{name} in {self.title_of(key)}", tuple(rows)))

    # ---- building

    def _build(self) -> None:
        self.tabs = ViewTabs(VIEW_TITLES)
        self.tabs.chosen.connect(self.show_view)
        self.draw_again = QPushButton("Sample again")
        set_tip(self.draw_again, "Samples with the next seed, for every model")
        self.draw_again.clicked.connect(self.store.next_seed)
        self.clear = QPushButton("Clear masks")
        set_tip(self.clear, "Undoes every click that masked a token or left it as it is")
        self.clear.clicked.connect(lambda: self.store.update(masks={}))
        self.only = QCheckBox("Only what differs")
        set_tip(self.only, "Hides the rows in which all models agree")
        self.only.clicked.connect(lambda on: self.set_option("only_differences", on))
        self._area = CanvasArea(self.theme)
        self._area.canvas.clicked.connect(self._on_clicked)
        self._area.canvas.modified_click.connect(self._on_clicked)
        self.learning = LearningView(self.theme)
        self.learning.changed.connect(lambda choice: self.set_option("learning", choice.to_json()))
        self._pages = QStackedWidget()
        self._pages.addWidget(self._area)
        self._pages.addWidget(self.learning)
        top = line(self.tabs, None, self.clear, self.draw_again, self.only, spacing=12)
        self.body.addLayout(column(top, (self._pages, 1), spacing=12), 1)
        self._sync_controls()

    def _sync_controls(self) -> None:
        view = self.view
        self.tabs.show_view(view)
        self.draw_again.setVisible(view == OBJECTIVES)
        overridden = any(self.state.masks.values())
        self.clear.setVisible(view == OBJECTIVES and overridden)
        self.only.setVisible(view == CARDS)
        self.only.setChecked(self._only_differences)

    def showEvent(self, event: QShowEvent) -> None:
        """The library may have changed while another panel was shown."""
        self._entries = None
        super().showEvent(event)


PANEL = ComparePanel
