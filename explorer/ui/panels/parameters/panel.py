"""Where the parameters of models are, what memory they take, and what other sizes would change."""

from __future__ import annotations

from typing import Any

from explorer.core.errors import UserError
from explorer.core.parameters.inventory import PARTS, Part
from explorer.core.parameters.request import (
    CALCULATOR,
    MODELS,
    PUBLISHED,
    VIEW_TITLES,
    VIEWS,
    ParametersAnswer,
    ParametersRequest,
    answers_to,
)
from explorer.core.parameters.sizes import SizeChoice
from explorer.core.state.state import State
from explorer.ui.controls.choices import ViewTabs
from explorer.ui.controls.layouts import line
from explorer.ui.graphics.canvas import CanvasArea
from explorer.ui.graphics.drawing import Drawing, TextBlock
from explorer.ui.graphics.table import Table
from explorer.ui.graphics.tagged import tagged
from explorer.ui.panel_base.caption import Basis, Drawn
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.details import Details
from explorer.ui.panel_base.marks import Mark, mark_sections, mark_widget, model_names
from explorer.ui.panel_base.panel import Panel
from explorer.ui.panel_base.requests import PATIENCE_MS
from explorer.ui.panel_base.spec import PanelSpec
from explorer.ui.panel_base.text import panel_text
from explorer.ui.panels.parameters.figure import chosen_part, figure
from explorer.ui.panels.parameters.form import SizesForm
from explorer.ui.panels.parameters.text import COLUMNS, details, table_rows

NO_MODELS = "Choose a model above to see where its weights are; the other views need none."


class ParametersPanel(Panel):
    spec = PanelSpec(
        name="parameters",
        views=VIEWS,
        title="Parameters",
        group="compare",
        icon="parameters",
        order=2,
        needs_models=False,
        summary="Where a model's weights are, what memory they take, and what using them costs.",
        text=panel_text("parameters"),
    )
    work = staticmethod(answers_to)

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self._answer: ParametersAnswer | None = None
        self._build()
        self.progressed.connect(self._on_progress)
        self.form.show_choice(self._kept)

    # ---- what is counted

    def request(self, state: State) -> ParametersRequest | None:
        self._show_view()
        if self.view == CALCULATOR:
            return ParametersRequest(CALCULATOR, choice=self._kept)
        if self.view == PUBLISHED:
            return ParametersRequest(PUBLISHED)
        models = tuple((slot.index, slot.key, slot.title) for slot in self.slots())
        return ParametersRequest(MODELS, models)

    def show_result(self, value: ParametersAnswer) -> None:
        self._answer = value
        if value.published:
            self.form.offer(value.published)
            self.form.show_choice(self._kept)
        self.note(*value.notes)
        self._draw()

    def _on_progress(self, said: str) -> None:
        """That another view is counted, in place of the one before, where that takes a moment."""
        shown = "" if self._answer is None else self._answer.view
        if shown not in ("", self.view) and self._since.elapsed() > PATIENCE_MS:
            self.note()
            self._area.set_drawing(TextBlock(f"{said} …"))

    def show_error(self, error: UserError) -> None:
        """Sizes that do not fit together are said above the sliders, which mend them."""
        if self.view == CALCULATOR and self._answer is not None:
            self._show_body()
            self.note(str(error))
            return
        super().show_error(error)

    def show_settings(self) -> None:
        if self._kept != self.form.choice:
            self.form.show_choice(self._kept)
        self._show_view()
        self._draw()

    @property
    def _kept(self) -> SizeChoice:
        return SizeChoice.from_json(self.option("choice", {}))

    @property
    def selected(self) -> tuple[int, Part] | None:
        """The part that is looked at, and the model whose it is."""
        kept = self.option("part", None)
        known = isinstance(kept, list) and len(kept) == 2 and kept[1] in PARTS
        return (int(kept[0]), kept[1]) if known else None

    @property
    def click_hint(self) -> str:
        return "Click a part of a model to see it here."

    def deselect(self) -> None:
        if self.selected is not None:
            self.set_option("part", None)

    # ---- what is drawn

    def basis(self) -> Basis:
        """None of the state: sizes are the same for every text."""
        return Basis()

    def marks(self) -> list[Mark]:
        sentences = {
            "models": (
                "",
                f"How many weights {model_names(self)} have, and in which part.",
                "How many operations a token takes, which is not the same share.",
                "Every weight as a rectangle; click one for its shape.",
                "What the weights take in memory.",
            ),
        }
        return [
            *mark_widget(self.tabs, "The chosen models, other sizes of them, or published ones."),
            *mark_widget(self.form, "Change a size and see the numbers change."),
            *mark_sections(
                self._area.canvas,
                *sentences.get(self.view, ("Weights by part.", "Where they are.")),
            ),
        ]

    def drawings(self) -> list[Drawing]:
        found = self._answer
        return [self._drawing()] if found and found.models and found.view == self.view else []

    def drawn(self) -> tuple[Drawn, ...]:
        """The chosen models, or the two that are calculated; published sizes name themselves."""
        if self._answer is None or self._answer.view == PUBLISHED:
            return ()
        if self._answer.view == CALCULATOR:
            return tuple(Drawn(None, one.name) for one in self._answer.models)
        return super().drawn()

    def table(self) -> Table:
        """One line for every weight of every model, and for its operations by part."""
        if self._answer is None:
            return Table(())
        rows = [row for one in self._answer.models for row in table_rows(one)]
        return Table(COLUMNS, rows, meta={"memory_bytes_each": [4, 2, 1]})

    def _draw(self) -> None:
        if self._answer is not None and self._answer.view == self.view:
            self._area.set_drawing(self._drawing())
            details = self._make_details()
            if details != self.details:
                self.show_details(details)

    def _drawing(self) -> Drawing:
        assert self._answer is not None
        if not self._answer.models:
            return TextBlock(NO_MODELS)
        return figure(self._answer, self.selected[1] if self.selected else None)

    def _make_details(self) -> Details:
        if self.selected is None or self._answer is None:
            return Details()
        row, part = self.selected
        if row >= len(self._answer.models):
            return Details()
        return details(self._answer.models[row], part)

    def _show_view(self) -> None:
        self.tabs.show_view(self.view)
        self.form.setVisible(self.view == CALCULATOR)

    # ---- from the widgets

    def _on_choice(self, choice: SizeChoice) -> None:
        self.set_option("choice", choice.to_json())

    def _on_clicked(self, hit: Any) -> None:
        found = tagged(hit)
        chosen = None if found is None else chosen_part(found)
        now = None if chosen is None else list(chosen)
        self.set_option("part", None if now == self.option("part", None) else now)

    def _on_double_clicked(self, hit: Any) -> None:
        """A published size is opened in the calculator."""
        found = tagged(hit)
        if self.view == PUBLISHED and self._answer is not None and found is not None:
            base = self._answer.models[found.hit.row].name
            fresh = SizeChoice(base, self._kept.against, self._kept.length)
            self.store.update_panel(
                self.spec.name, choice=fresh.to_json(), view=CALCULATOR, part=None
            )

    # ---- building

    def _build(self) -> None:
        self.tabs = ViewTabs(VIEW_TITLES)
        self.tabs.chosen.connect(self.show_view)
        self.form = SizesForm()
        self.form.changed.connect(self._on_choice)
        self._area = CanvasArea(self.theme)
        self._area.canvas.clicked.connect(self._on_clicked)
        self._area.canvas.double_clicked.connect(self._on_double_clicked)
        self.body.addWidget(self.tabs)
        self.body.addLayout(line(self.form, (self._area, 1), spacing=16), 1)


PANEL = ParametersPanel
