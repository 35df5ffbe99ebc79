"""Where the parameters of models are, what memory they take, and what other sizes would change."""

from __future__ import annotations

from typing import Any

from explorer.core.errors import UserError
from explorer.core.localization import tr
from explorer.core.parameters.inventory import MEMORY_BYTES, PARTS, Part
from explorer.core.parameters.request import (
    CALCULATOR,
    MODELS,
    PUBLISHED,
    VIEW_TITLES,
    ParametersAnswer,
    ParametersRequest,
    answers_to,
)
from explorer.core.parameters.sizes import SizeChoice
from explorer.core.report.captions import Basis, DrawnModel
from explorer.core.state.state import State
from explorer.core.table import Table
from explorer.ui.controls.choices import ViewTabs
from explorer.ui.controls.layouts import line
from explorer.ui.graphics.canvas import CanvasArea
from explorer.ui.graphics.drawing import Drawing, TextBlock, find_tag_hit
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.job_bridge import PATIENCE_MS
from explorer.ui.panel_base.marks import Mark, marks_of_view
from explorer.ui.panel_base.panel import Panel
from explorer.ui.panel_base.spec import panel_spec
from explorer.ui.panels.parameters.figure import COLUMNS, details, figure, part_of, table_rows
from explorer.ui.panels.parameters.form import SizesForm

NO_MODELS = tr("Choose a model above to see where its weights are; the other views need none.")


class ParametersPanel(Panel):
    spec = panel_spec("parameters", views=VIEW_TITLES, needs_models=False)
    work = staticmethod(answers_to)

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self._answer = ParametersAnswer("")
        self._build()

    # ---- request and answer

    def request(self, state: State) -> ParametersRequest:
        self._sync_controls()
        if self.view == CALCULATOR:
            return ParametersRequest(CALCULATOR, choice=self.form.chosen)
        if self.view == PUBLISHED:
            return ParametersRequest(PUBLISHED)
        models = tuple((slot.index, slot.key, slot.title) for slot in self.chosen_slots)
        return ParametersRequest(MODELS, models)

    def show_result(self, value: ParametersAnswer) -> None:
        self._answer = value
        if value.published:
            self.form.offer(value.published)
        self.note(*value.notes)
        self._draw()

    def show_progress(self, message: str) -> None:
        """Replace the figure of another view where counting takes a moment."""
        super().show_progress(message)
        if message and self._answer.view != self.view and self._since.elapsed() > PATIENCE_MS:
            self.note()
            self._area.set_drawing(TextBlock(f"{message} …"))

    def show_error(self, error: UserError) -> None:
        """Sizes that do not fit together are reported beside the sliders."""
        if self.view == CALCULATOR and self._answer.models:
            self._show_body()
            self.note(str(error))
        else:
            super().show_error(error)

    def show_settings(self) -> None:
        self._sync_controls()
        self._draw()

    @property
    def selected_part(self) -> tuple[int, Part] | None:
        """The number of a model, and the selected part of it."""
        saved = self.option("part", None)
        known = isinstance(saved, list) and len(saved) == 2 and saved[1] in PARTS
        return (int(saved[0]), saved[1]) if known else None

    @property
    def click_hint(self) -> str:
        return tr("Click a part of a model to see it here.")

    def deselect(self) -> None:
        self.set_option("part", None)

    @property
    def _current_answer(self) -> ParametersAnswer:
        """The answer, if it is for this view; else an empty one."""
        return self._answer if self._answer.view == self.view else ParametersAnswer(self.view)

    # ---- drawing and export

    def caption_dependencies(self) -> Basis:
        """None of the state: sizes are the same for every text."""
        return Basis()

    def marks(self) -> list[Mark]:
        return marks_of_view(self, self.tabs, self.form, self._area.canvas)

    def drawings(self) -> list[Drawing]:
        answer = self._current_answer
        part = self.selected_part[1] if self.selected_part else None
        return [figure(answer, part)] if answer.models else []

    def figure_models(self) -> tuple[DrawnModel, ...]:
        """The chosen models, or the two that are calculated; published sizes name themselves."""
        answer = self._current_answer
        if answer.view == PUBLISHED:
            return ()
        if answer.view == CALCULATOR:
            return tuple(DrawnModel(None, one.name) for one in answer.models)
        return super().figure_models()

    def table(self) -> Table:
        """One line for every weight of every model, and for its operations by part."""
        rows = [row for one in self._current_answer.models for row in table_rows(one)]
        return Table(COLUMNS, rows, meta={"memory_bytes_each": list(MEMORY_BYTES)})

    def _draw(self) -> None:
        if self._answer.view == self.view:
            self._area.set_drawing(next(iter(self.drawings()), TextBlock(NO_MODELS)))
            self.show_details(details(self._answer.models, self.selected_part))

    # ---- from the widgets

    def _on_clicked(self, hit: Any) -> None:
        target = find_tag_hit(hit)
        chosen = None if target is None else part_of(target)
        part = None if chosen is None else list(chosen)
        self.set_option("part", None if part == self.option("part", None) else part)

    def _on_double_clicked(self, hit: Any) -> None:
        """A published size is opened in the calculator."""
        target, answer, before = find_tag_hit(hit), self._current_answer, self.form.chosen
        if target is not None and answer.models and answer.view == PUBLISHED:
            base = answer.models[target.hit.row].name
            choice = SizeChoice(base, before.against, before.length).to_json()
            self.store.update_panel(self.spec.name, choice=choice, view=CALCULATOR, part=None)

    # ---- controls

    def _build(self) -> None:
        self.tabs = ViewTabs(VIEW_TITLES)
        self.tabs.chosen.connect(self.show_view)
        self.form = SizesForm()
        self.store_choice(self.form)
        self._area = CanvasArea(self.theme)
        self._area.canvas.clicked.connect(self._on_clicked)
        self._area.canvas.double_clicked.connect(self._on_double_clicked)
        self.body.addWidget(self.tabs)
        self.body.addLayout(line(self.form, (self._area, 1), spacing=16), 1)

    def _sync_controls(self) -> None:
        super().show_settings()
        self.tabs.show_view(self.view)
        self.form.setVisible(self.view == CALCULATOR)


PANEL = ParametersPanel
