"""Differences: one sentence under several objectives, learning curves, and what differs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from explorer.core.comparison.comparison import TABLE_COLUMNS, limits, summaries, table_rows
from explorer.core.comparison.pretraining_runs import CurveChoice, PretrainingRun
from explorer.core.comparison.request import (
    CARDS,
    LEARNING,
    OBJECTIVES,
    ComparisonRequest,
    ComparisonResult,
    answers_to,
)
from explorer.core.comparison.selection import Chosen, ObjectiveTag, OneSentence, anchors
from explorer.core.engine.feeding.decided_masks import MaskingQuestion, masks_overridden
from explorer.core.library.library import ModelEntry
from explorer.core.localization import tr
from explorer.core.masking.questions import overridden
from explorer.core.panel_text import panel_text
from explorer.core.report.captions import Basis, DrawnModel, digest_of
from explorer.core.state.state import Selection, State
from explorer.core.table import Table
from explorer.ui.controls.choices import ViewTabs
from explorer.ui.controls.layouts import column, line
from explorer.ui.controls.option_controls import OptionControls
from explorer.ui.graphics.canvas import CanvasArea
from explorer.ui.graphics.drawing import Drawing, TextBlock, find_tag_hit
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.details import Details
from explorer.ui.panel_base.marks import Mark, marks_of_view
from explorer.ui.panel_base.panel import Panel
from explorer.ui.panel_base.spec import panel_spec
from explorer.ui.panels.compare.cards import ModelCards
from explorer.ui.panels.compare.learning import LearningView
from explorer.ui.panels.compare.objectives import figure
from explorer.ui.panels.compare.text import details

VIEW_TITLES = {
    OBJECTIVES: tr("Objectives"),
    LEARNING: tr("Learning curves"),
    CARDS: tr("What differs"),
}
NO_TEXT = tr("There is no text. Type a sentence above.")
NO_MODELS = tr("Choose a model above; a second one makes a comparison.")


class ComparePanel(Panel):
    """Three views of the same models; each keeps its result until the next request."""

    spec = panel_spec("compare", views=VIEW_TITLES, needs_models=False, kinds=("logits",))
    work = staticmethod(answers_to)

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self._entries: tuple[ModelEntry, ...] | None = None
        self._result = ComparisonResult(OBJECTIVES)
        self._runs: tuple[PretrainingRun, ...] = ()
        self._chosen: Chosen | None = None
        self._build()
        context.library_listeners.append(self._on_library_changed)

    # ---- request and answer

    def request(self, state: State) -> ComparisonRequest:
        self._show_controls()
        view, keys = self.view, self.chosen_keys
        if view == CARDS:
            return ComparisonRequest(view, keys)
        if view == LEARNING:
            if self._entries is None:
                self._entries = tuple(self.context.library.entries())
            return ComparisonRequest(view, keys, entries=self._entries)
        masks = masks_overridden(state)
        question = MaskingQuestion(state.text, state.pair, state.seed, masks=masks)
        return ComparisonRequest(view, keys, question)

    def show_partial(self, value: ComparisonResult) -> None:
        """The new result replaces the old one of its view; other views keep theirs."""
        before = self._result.answers if self._result.view == value.view else {}
        self.show_result(replace(value, answers={**before, **value.answers}))
        self.show_selection(self.state.selection)

    def show_result(self, value: ComparisonResult) -> None:
        self._result = value
        if value.view == LEARNING:
            self._runs = value.runs
        self._show_controls()

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
        self._show_controls()
        self._draw()

    def _on_library_changed(self) -> None:
        self._entries = None
        if self.isVisible():
            self.refresh()

    # ---- export

    @property
    def _depends_on_texts(self) -> bool:
        """Whether the view depends on the texts; cards and curves are of the models alone."""
        return self.view == OBJECTIVES

    def caption_settings(self) -> list[str]:
        return overridden(self.state, self.letters()) if self._depends_on_texts else []

    def caption_dependencies(self) -> Basis:
        return Basis.from_texts(self.state, self.state.seed) if self._depends_on_texts else Basis()

    def model_hash(self, key: str) -> str:
        return digest_of(self._result.answers.get(key) if self._depends_on_texts else None)

    def marks(self) -> list[Mark]:
        controls: dict[str, QWidget] = {
            OBJECTIVES: self.draw_again,
            LEARNING: self.learning,
            CARDS: self.only,
        }
        return marks_of_view(self, self.tabs, controls[self.view], self._area.canvas)

    def drawings(self) -> list[Drawing]:
        if self._result.view != self.view:
            return []
        drawing = self.learning.build_drawing() if self.view == LEARNING else self._picture()
        return [] if drawing is None or isinstance(drawing, TextBlock) else [drawing]

    def figure_models(self) -> tuple[DrawnModel, ...]:
        """The runs whose curves are visible, which need not be chosen models."""
        if self.view != LEARNING:
            return super().figure_models()
        runs = self.learning.visible_runs()
        return tuple(DrawnModel(one.slot, one.run.title, one.run.key) for one in runs)

    def table(self) -> Table:
        if self.view == LEARNING:
            return self.learning.table()
        if self.view == CARDS:
            return self._cards.table()
        answers = self._result.answers
        meta = summaries(answers)
        return Table(TABLE_COLUMNS, table_rows(answers), self.spec.title, meta)

    # ---- drawing

    @property
    def _sentence(self) -> OneSentence:
        """The answers of the models, with what is selected now."""
        answers, encodings = self._result.answers, anchors(self._result.answers)
        counted_in = encodings.get(self.choose_token_model(tuple(encodings)))
        return OneSentence(answers, self.state.selection.token, counted_in, self._chosen)

    @property
    def _cards(self) -> ModelCards:
        only = bool(self.option("only_differences", True))
        return ModelCards(self.slots_in(self._result.cards), only_differences=only)

    def _picture(self) -> Drawing:
        if self.view == CARDS:
            cards = self._cards
            return cards.picture(self._result.remarks) if cards.slots else TextBlock(NO_MODELS)
        if self.slots() and not self.state.text.strip():
            return TextBlock(NO_TEXT)
        answered = self.slots_in(self._result.answers)
        if not answered:
            return TextBlock(NO_MODELS)
        return figure(answered, self._sentence.marked_rows, self._result.seed)

    def _draw(self) -> None:
        """The picture of the view; the last one stays while another is computed."""
        if self._result.view != self.view:
            return
        notes: Sequence[str] = ()
        if self.view == LEARNING:
            slots = {slot.key: slot.index for slot in self.slots()}
            choice = CurveChoice.from_json(self.option("learning", {}))
            self.learning.show_runs(self._runs, slots, choice)
            notes = self.learning.notes()
        else:
            self._area.set_drawing(self._picture())
        if self.view == OBJECTIVES:
            answers = self.slots_in(self._result.answers)
            notes = limits([(slot.title, answer) for slot, answer in answers])
        self._pages.setCurrentWidget(self.learning if self.view == LEARNING else self._area)
        self.note(*notes)

    # ---- selection

    def _on_clicked(self, hit: Any) -> None:
        if self.view == CARDS:
            self.show_details(self._cards.details(hit))
            return
        target = find_tag_hit(hit)
        if target is None or not isinstance(target.tag, ObjectiveTag):
            self._chosen = None
            self.select(token=None)
        else:
            texts = self.state.text, self.state.pair
            self._chosen = Chosen(target.tag, target.hit.position, texts)
            self.select(token=self._sentence.origin(self._chosen), model=target.tag.key)
        self._draw()
        self._show_details()

    def _on_learning(self, changes: dict[str, Any]) -> None:
        self.set_option("learning", {**self.learning.choice.to_json(), **changes})

    @property
    def click_hint(self) -> str:
        token = tr("Click a token to see it here.") if self.state.text.strip() else ""
        hints = {OBJECTIVES: token, CARDS: tr("Click a value to see it here.")}
        return hints.get(self.view, "")

    def _show_details(self) -> None:
        visible = self.view == self._result.view == OBJECTIVES
        self.show_details(details(self._sentence, self.title_of) if visible else Details())

    # ---- building

    def _build(self) -> None:
        self.tabs = ViewTabs(VIEW_TITLES)
        self.tabs.chosen.connect(self.show_view)
        options = OptionControls(panel_text("compare").controls)
        self.draw_again = options.button("draw_again", self.store.next_seed)
        self.clear = options.button("clear", lambda: self.store.update(masks={}))
        self.only = options.tick("only_differences")
        self.only.clicked.connect(lambda on: self.set_option("only_differences", on))
        self._area = CanvasArea(self.theme)
        self._area.canvas.clicked.connect(self._on_clicked)
        self._area.canvas.modified_click.connect(self._on_clicked)
        self.learning = LearningView(self.theme)
        self.learning.changed.connect(self._on_learning)
        self._pages = QStackedWidget()
        self._pages.addWidget(self._area)
        self._pages.addWidget(self.learning)
        line(self.tabs, None, self.clear, self.draw_again, self.only, into=options, spacing=12)
        self.body.addLayout(column(options, (self._pages, 1), spacing=12), 1)
        self._show_controls()

    def _show_controls(self) -> None:
        view = self.view
        self.tabs.show_view(view)
        self.draw_again.setVisible(view == OBJECTIVES)
        self.clear.setVisible(view == OBJECTIVES and any(self.state.masks.values()))
        self.only.setVisible(view == CARDS)
        self.only.setChecked(bool(self.option("only_differences", True)))

    def showEvent(self, event: QShowEvent) -> None:
        """The library may have changed while another panel was visible."""
        self._entries = None
        super().showEvent(event)


PANEL = ComparePanel
