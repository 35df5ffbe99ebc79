"""Long texts: what they cost by length, what attends to what in them, and what hashing finds."""

from __future__ import annotations

from typing import Any

from explorer.core.errors import UserError
from explorer.core.localization import tr
from explorer.core.long_texts.request import (
    CURVES,
    HASHING,
    MAP,
    LongTextsAnswer,
    LongTextsRequest,
    answers_to,
)
from explorer.core.panel_text import panel_text
from explorer.core.readable import join_names
from explorer.core.report.captions import Basis, DrawnModel
from explorer.core.state.state import State
from explorer.core.table import Table
from explorer.ui.controls.choices import ViewTabs
from explorer.ui.controls.flow import FlowLine
from explorer.ui.controls.layouts import column
from explorer.ui.controls.live_run import MeasuringLine
from explorer.ui.controls.option_controls import OptionControls
from explorer.ui.graphics.canvas import CanvasArea
from explorer.ui.graphics.drawing import Drawing, Stack, TextBlock, find_tag_hit
from explorer.ui.graphics.maps.heat_map import CellHit
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.marks import Mark, marks_of_view
from explorer.ui.panel_base.panel import COMPUTING, MEASURED_HERE, Panel
from explorer.ui.panel_base.spec import panel_spec
from explorer.ui.panels.long_texts import figure
from explorer.ui.panels.long_texts.form import LongTextsForm

VIEW_TITLES = {CURVES: tr("Cost by length"), MAP: tr("Attention by blocks"), HASHING: tr("Hashing")}
CANCELLED = tr("Cancelled. The lengths measured so far stay.")
SECTION_GAP = 28.0
NO_SELECTION = -1
NOTHING_SELECTED: dict[str, Any] = {
    **dict.fromkeys((figure.BLOCK, figure.POSITION, figure.TOKEN), NO_SELECTION),
    "zoom": [],
}


class MapControls(OptionControls):
    """Which model, layer, head and round is drawn."""

    def __init__(self) -> None:
        super().__init__(panel_text("long_texts").controls)
        names = ("subject", "layer", "head", "round")
        self.boxes = {name: self.choice_box(name) for name in names}
        options = FlowLine()
        for box in self.boxes.values():
            options.addWidget(box)
        column(options, into=self)

    def show_answer(self, answer: LongTextsAnswer, places: dict[str, int]) -> None:
        """The values that there are, and those that are chosen."""
        titles = {one.name: one.title for one in answer.subjects}
        self.boxes["subject"].show_items(titles, answer.subject)
        for name, count in answer.num_choices.items():
            items = {at: f"{self.texts[name]['title']} {at + 1}" for at in range(count)}
            self.boxes[name].show_items(items, places[name])
            self.boxes[name].setVisible(count > 0)


class LongTextsPanel(Panel):
    spec = panel_spec("long_texts", views=VIEW_TITLES, needs_models=False)
    work = staticmethod(answers_to)

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self._answer = LongTextsAnswer("")
        self._measures = self._again = False  # whether a person has started it, for all lengths
        self._build()
        self.progressed.connect(self._show_measuring)

    # ---- request and answer

    def request(self, state: State) -> LongTextsRequest:
        self._sync_controls()
        models = tuple((slot.index, slot.key, slot.title) for slot in self.chosen_slots)
        subject = "" if self.view == CURVES else str(self.option("subject", ""))
        measures = self._measures and self.view == CURVES
        again = self._again and measures
        return LongTextsRequest(
            self.view, models, self.form.choice, subject, measures=measures, again=again
        )

    def show_partial(self, value: LongTextsAnswer) -> None:
        self._answer = value
        self._draw()

    def show_result(self, value: LongTextsAnswer) -> None:
        """All of an answer; what was measured is there at the next start."""
        self._measures = self._again = False
        self.show_partial(value)

    def show_settings(self) -> None:
        self._sync_controls()
        self._draw()

    def _show_measuring(self, *_: object) -> None:
        progress = self.progress
        if self.view == CURVES == self._answer.view and not self._measures:
            self.measuring.show_cancelled(self._when_measured())
        elif not self.busy or progress is None:
            self.measuring.hide()
        elif progress.total:
            self.measuring.show_progress(progress)

    def _when_measured(self) -> str:
        """When the curves were measured, or that they are not."""
        answer = self._current_answer
        if not answer.measured_on:
            return figure.NOTES["start"]
        days = join_names(answer.measured_on)
        return figure.NOTES["measured" if answer.is_measured else "measured_part"].format(days=days)

    def _measure(self) -> None:
        """What was not measured here yet; where everything was, all of it again."""
        self._measures, self._again = True, self._current_answer.is_measured
        self.refresh(force=True)

    def _cancel_measuring(self) -> None:
        self.cancel()
        self._measures = self._again = False
        self.measuring.show_cancelled(CANCELLED)
        self.answered.emit()

    # ---- what is drawn

    @property
    def _current_answer(self) -> LongTextsAnswer:
        """The answer, if it is for this view; else an empty one."""
        return self._answer if self._answer.view == self.view else LongTextsAnswer(self.view)

    def _places(self, answer: LongTextsAnswer) -> dict[str, int]:
        """The chosen layer, head and round, as far as there are such; else the first."""
        chosen = {name: self._read_index(name) or 0 for name in answer.num_choices}
        return {n: min(chosen[n], max(count - 1, 0)) for n, count in answer.num_choices.items()}

    def _read_index(self, name: str) -> int | None:
        chosen = self.option(name, NO_SELECTION)
        return chosen if isinstance(chosen, int) and chosen >= 0 else None

    def _zoom(self) -> tuple[int, int] | None:
        chosen = self.option("zoom", [])
        whole = isinstance(chosen, list | tuple) and len(chosen) == 2
        return (int(chosen[0]), int(chosen[1])) if whole else None

    def drawings(self) -> list[Drawing]:
        answer = self._current_answer
        places = self._places(answer)
        if answer.hashing is not None:
            token = self._read_index(figure.TOKEN)
            return figure.build_hashing(answer.hashing, places["head"], places["round"], token)
        if answer.overview is not None:
            block, position = self._read_index(figure.BLOCK), self._read_index(figure.POSITION)
            zoom = self._zoom()
            return figure.attention_map(answer.overview, places["layer"], block, position, zoom)
        return figure.curves(answer, self.form.choice)

    def _draw(self) -> None:
        sections, answer = self.drawings(), self._current_answer
        if self._answer.view == self.view != CURVES:
            self.controls.show_answer(answer, self._places(answer))
        whole = Stack(sections, self.spec.title, gap=SECTION_GAP)
        self._area.set_drawing(whole if sections else TextBlock(self._reason()))
        self.note(*figure.limits(answer, self.form.choice))
        self._show_measuring()

    def _reason(self) -> str:
        """Why there is no picture."""
        answer = self._current_answer
        if self.busy or self._answer.view != self.view:
            return COMPUTING
        if answer.subjects and answer.problems:
            return answer.problems[-1]
        return figure.NOTES["no_hashing" if self.view == HASHING else "no_subject"]

    # ---- export

    def caption_dependencies(self) -> Basis:
        """The document is no text of the window; the caption's settings name it."""
        return Basis()

    def caption_settings(self) -> list[str]:
        answer = self._current_answer
        if not answer.subjects:
            return []
        if answer.view != CURVES:
            return [answer.document, tr("the first {count:,} tokens", count=answer.num_displayed)]
        lengths = tr("up to {count:,} tokens", count=answer.num_tokens)
        return [answer.document, lengths, tr("one thread")]

    def why_no_python(self) -> str:
        return MEASURED_HERE if self._current_answer.measured_on else ""

    def figure_models(self) -> tuple[DrawnModel, ...]:
        """Return the measured models, or a map's one; only chosen ones have a slot."""
        answer = self._current_answer
        return tuple(
            DrawnModel(one.slot if one.key else None, one.title, one.key)
            for one in answer.subjects
            if answer.subject in ("", one.name)
        )

    def table(self) -> Table:
        return figure.table(self._current_answer)

    def marks(self) -> list[Mark]:
        controls = self.form if self.view == CURVES else self.controls
        return marks_of_view(self, self.tabs, controls, self._area.canvas)

    # ---- pointing

    def deselect(self) -> None:
        self.store.update_panel(self.spec.name, **NOTHING_SELECTED)

    def _on_clicked(self, hit: Any) -> None:
        """Select what is clicked; deselect it where it is selected already."""
        target = find_tag_hit(hit)
        if target is not None:
            option, is_cell = str(target.tag), isinstance(target.hit, CellHit)
            place = self._blocks_at(target.hit)[0] if is_cell else target.hit
            is_selected = self._read_index(option) == place
            self.set_option(option, NO_SELECTION if is_selected else place)

    def _on_double_clicked(self, hit: Any) -> None:
        target = find_tag_hit(hit)
        if target is not None and isinstance(target.hit, CellHit):
            zoomed = self._zoom() is not None
            self.set_option("zoom", [] if zoomed else list(self._blocks_at(target.hit)))

    def _blocks_at(self, hit: CellHit) -> tuple[int, int]:
        """The blocks of a cell of the map, which may be zoomed."""
        mapped = self._current_answer.overview
        if mapped is None:  # another view is being computed
            return hit.row, hit.column
        rows, columns = mapped.visible_blocks(self._zoom())
        return rows[hit.row], columns[hit.column]

    def show_error(self, error: UserError) -> None:
        """A text that cannot be read is reported beside the form where it is chosen."""
        if self.view != CURVES:
            super().show_error(error)
            return
        self._answer = LongTextsAnswer("")
        self._show_body()
        self._sync_controls()
        self.note()
        self._area.set_drawing(TextBlock(error.message, hint=error.hint))

    # ---- controls

    def _build(self) -> None:
        self.tabs = ViewTabs(VIEW_TITLES)
        self.tabs.chosen.connect(self.show_view)
        self.controls = MapControls()
        self.controls.changed.connect(self._on_options)
        self.form = LongTextsForm()
        self.store_choice(self.form)
        self.measuring, self._area = MeasuringLine(), CanvasArea(self.theme)
        self.measuring.cancel.clicked.connect(self._cancel_measuring)
        self.measuring.start.clicked.connect(self._measure)
        self._area.canvas.clicked.connect(self._on_clicked)
        self._area.canvas.double_clicked.connect(self._on_double_clicked)
        picture = column(self.measuring, (self._area, 1), spacing=12)
        self.top.addWidget(self.tabs)
        self.top.addWidget(self.controls)
        self.body.addWidget(self.form)
        self.body.addLayout(picture, 1)

    def _on_options(self, values: dict[str, Any]) -> None:
        """Another model has other blocks and tokens."""
        if "subject" in values:
            values = {**values, **NOTHING_SELECTED}
        self.store.update_panel(self.spec.name, **values)

    def _sync_controls(self) -> None:
        super().show_settings()
        self.tabs.show_view(self.view)
        self.form.setVisible(self.view == CURVES)
        self.controls.setVisible(self.view != CURVES)


PANEL = LongTextsPanel
