"""The Compression panel: its study, with what measures, and the page that makes a model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QLayout, QStackedWidget, QWidget

from explorer.core.compression.request import INSIDE, MAKE, OVERVIEW, CompressionAnswer, ModelPoint
from explorer.core.compression.running import CompressionChoice
from explorer.core.compression.sparsity import REMOVED
from explorer.core.finetuning.plans import FineTuningChoice
from explorer.core.finetuning.request import LEARNING
from explorer.core.finetuning.teachers import taught_by
from explorer.core.localization import tr
from explorer.core.state.slots import SLOTS
from explorer.core.state.state import State
from explorer.ui.controls.layouts import column, line, push_button, wrap_label
from explorer.ui.controls.live_run import MeasuringLine
from explorer.ui.controls.plain_text import plain_label
from explorer.ui.graphics.drawing import TextBlock
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.details import Action
from explorer.ui.panel_base.marks import Mark, mark_widgets
from explorer.ui.panel_base.panel import COMPUTING, MEASURED_HERE
from explorer.ui.panels.compression.make_page import MakePage
from explorer.ui.panels.compression.study import STUDY, shape_to_train, titles_of
from explorer.ui.studies.contract import ControlValue
from explorer.ui.studies.drawing import NO_PICTURE
from explorer.ui.studies.panel import StudyPanel

CANCELLED = {
    OVERVIEW: tr("Cancelled. The models measured so far stay."),
    INSIDE: tr("Cancelled. The lines measured so far stay."),
}


class CompressionPanel(StudyPanel):
    study = STUDY
    form_view = MAKE

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self._known: dict[Any, ModelPoint] = {}
        self._pruned = ""  # the base whose quality by sparsity a person asked for
        self.progressed.connect(self._show_measuring)
        context.library_listeners.append(self._on_library_changed)

    def make_body(self) -> QLayout:
        self.page = MakePage(self.context)
        self.store_choice(self.page.form)
        self.page.finished.connect(self._on_made)
        self.page.see_requested.connect(lambda: self.show_view(OVERVIEW))
        self.page.teach_requested.connect(self._teach)
        self.pages = QStackedWidget()
        self.pages.addWidget(self._build_picture())
        self.pages.addWidget(self.page)
        return column(self.pages)

    def _build_picture(self) -> QWidget:
        self.measuring = MeasuringLine()
        self.measuring.cancel.clicked.connect(self._cancel_measuring)
        self.measuring.start.clicked.connect(self._measure_on)
        self.invitation, self.invitation_text = QWidget(), wrap_label(plain_label())
        first = push_button(tr("Make the first one"), self._make_first, style="primary")
        line(first, (self.invitation_text, 1), into=self.invitation, spacing=12)
        page = QWidget()
        column(self.measuring, self.invitation, (self.area, 1), into=page, spacing=12)
        return page

    # ---- requests and answers

    def request(self, state: State) -> Any:
        pruned = self._pruned if self.view == INSIDE else ""
        return replace(super().request(state), known=dict(self._known), pruned=pruned)

    def refresh(self, *, force: bool = False) -> None:
        """Refresh the panel; while it is busy, the picture of another view is not kept."""
        super().refresh(force=force)
        if self.busy:
            self.redraw()

    def show_partial(self, value: CompressionAnswer) -> None:
        self._take_answer(value)
        super().show_partial(value)

    def show_result(self, value: CompressionAnswer) -> None:
        self._take_answer(value)
        super().show_result(value)

    def _take_answer(self, value: CompressionAnswer) -> None:
        """What was measured is not measured again, and the form has what fits the base."""
        self._known |= value.versions
        entry = self.context.entry(value.base)
        if entry is not None:
            self.page.offer(value, entry)

    @property
    def _current_answer(self) -> CompressionAnswer:
        """The answer, if it is for this view; else an empty one."""
        known: CompressionAnswer = self.answer
        return known if known.view == self.view else CompressionAnswer(self.view)

    @property
    def click_hint(self) -> str:
        has_shapes = self.view != INSIDE or self._current_answer.search is not None
        return super().click_hint if has_shapes else ""

    def why_no_python(self) -> str:
        return MEASURED_HERE if self._current_answer.curves else ""

    def _on_library_changed(self) -> None:
        if self.isVisible():
            self.refresh(force=True)

    # ---- what is shown

    def redraw(self) -> None:
        super().redraw()
        if not self.figure.drawings:
            doing = self.progress.message if self.progress else COMPUTING
            reason = self.figure.instead
            reason = "" if reason == NO_PICTURE else reason  # a line above says what to do
            self.area.set_drawing(TextBlock(doing if self.busy else reason))
            self.note(*self.figure.notes)
        self._show_measuring()
        choice = shape_to_train(self.answer, self.situation())
        if choice is not None:
            train = Action(tr("Train this shape whole"), partial(self._train_whole, choice))
            self.show_details(replace(self.details, actions=(train,)))

    def show_controls(self) -> None:
        super().show_controls()
        self.pages.setCurrentIndex(int(self.view == MAKE))
        answer = self._current_answer
        base = "" if answer.derived else answer.base  # that nothing is made of
        self.invitation.setVisible(bool(base) and self.view != MAKE and not self.busy)
        if base:
            title = titles_of(self.situation()).get(base, base)
            self.invitation_text.setText(self.spec.text.notes["no_derived"].format(base=title))

    def own_values(self) -> Mapping[str, ControlValue]:
        known: CompressionAnswer = self.answer
        is_left = self._pruned != known.base and len(known.curves) < len(REMOVED)
        return {"sparsity": True} if self.view == INSIDE and is_left else {}

    def marks(self) -> list[Mark]:
        if self.view != MAKE:
            return super().marks()
        texts = self.spec.text.marks
        sentences = (*texts["tabs"], *texts["make"])
        return mark_widgets(sentences, self.controls.tabs, self.page.form, self.page.bar)

    # ---- measuring

    def press(self, name: str) -> None:
        """Measure all models again, or quality by sparsity."""
        if name == "again":
            self._known.clear()
            self.refresh(force=True)
        else:
            self._measure_sparsity()

    def _measure_sparsity(self) -> None:
        self._pruned = self._current_answer.base
        self.refresh(force=True)

    def _measure_on(self) -> None:
        """What was cancelled is started again."""
        if self.view == INSIDE:
            self._measure_sparsity()
        else:
            self.refresh(force=True)

    def _show_measuring(self, *_: object) -> None:
        progress = self.progress
        if self.view not in CANCELLED or not self.busy:
            self.measuring.hide()
        elif progress is not None and progress.total:
            self.measuring.show_progress(progress)

    def _cancel_measuring(self) -> None:
        self.cancel()
        self._pruned = ""
        self.show_controls()
        self.measuring.show_cancelled(CANCELLED[self.view])
        self.answered.emit()

    # ---- making a model

    def _make_first(self) -> None:
        self.show_view(MAKE)
        self.page.start()

    def _train_whole(self, choice: CompressionChoice) -> None:
        self.show_view(MAKE)
        self.page.start_with(choice)

    def _on_made(self, folder: Path) -> None:
        """The new model joins the library, and the picture."""
        entry = self.context.library.entry(str(folder))
        self.context.library_changed()
        self.store.update_panel(self.spec.name, selected=entry.key, trial="")
        self.page.show_made({entry.key: entry.title})

    def _teach(self) -> None:
        """Open Fine-tuning with the base as the teacher, for the students that are ready."""
        answer = self.answer
        if answer.teacher is None:
            return
        others = tuple(key for key in self.state.models if key != answer.base)
        settings = self.state.settings("finetuning")
        choice = taught_by(answer.teacher, FineTuningChoice.from_json(settings.get("choice", {})))
        self.store.update(
            models=answer.students[: len(SLOTS)] or others,
            panel="finetuning",
            panel_settings=self.state.settings_with(
                "finetuning", view=LEARNING, choice=choice.to_json()
            ),
        )


PANEL = CompressionPanel
