"""Sentences: many of them in every model, as a list, as points, and by what is alike inside."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from PySide6.QtWidgets import QWidget

from explorer.core.localization import tr
from explorer.core.report.captions import Basis
from explorer.core.sentences.request import (
    CONTEXTS,
    MAP,
    NO_ROW,
    SCATTER,
    TABLE,
    SentencesAnswer,
    SentencesOptions,
    SentencesRequest,
    answers_to,
    request_of,
)
from explorer.core.sentences.rows import RowFilter
from explorer.core.sentences.source import SourceChoice
from explorer.core.sentences.states import METHODS
from explorer.core.state.state import Selection, State
from explorer.core.table import Table
from explorer.ui.controls.layouts import line, muted_label
from explorer.ui.controls.live_run import MeasuringLine
from explorer.ui.graphics.canvas import CanvasArea
from explorer.ui.graphics.charts.scatter import ScatterDrawing, ScatterView
from explorer.ui.graphics.drawing import Drawing, Stack, TagHit, find_tag_hit
from explorer.ui.graphics.table_drawing import TableHit
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.details import Action, Details
from explorer.ui.panel_base.marks import Mark, mark_sections, mark_widgets
from explorer.ui.panel_base.panel import Panel
from explorer.ui.panel_base.spec import panel_spec
from explorer.ui.panels.sentences import figure
from explorer.ui.panels.sentences.controls import (
    FILES,
    LAST_LAYER,
    SOURCE,
    VIEW_TITLES,
    SentencesControls,
)
from explorer.ui.panels.sentences.table_view import SentenceList, head_of

SECTION_GAP = 24.0


class SentencesPanel(Panel):
    """Four views of one set of sentences."""

    spec = panel_spec("sentences", views=VIEW_TITLES, kinds=("logits",), opens=FILES)
    work = staticmethod(answers_to)

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self._answer: SentencesAnswer | None = None
        self._build()
        self.progressed.connect(self._show_progress)

    # ---- request and answer

    @property
    def source(self) -> SourceChoice:
        return SourceChoice.from_json(self.option("choice", {}))

    def _show_source(self) -> None:
        sets = {} if self._answer is None else self._answer.sources
        self.controls.show_source(self.view, self.source, sets)
        self.controls.show_filter(self.filter)

    def request(self, state: State) -> SentencesRequest:
        self._show_source()
        keys = self.chosen_keys
        return request_of(state, self.view, keys, self.choose_token_model(keys), self.source)

    def show_partial(self, value: SentencesAnswer) -> None:
        """Another view has no picture of its own before its whole answer is there."""
        if value.view in (TABLE, SCATTER):
            self.show_result(value)

    def show_result(self, value: SentencesAnswer) -> None:
        self._answer = value
        self._draw()

    def show_selection(self, selection: Selection) -> None:
        """The selected token and layer are parts of the request."""

    def show_settings(self) -> None:
        self._show_source()
        self._draw()

    def _show_progress(self, *_: object) -> None:
        progress = self.progress
        if self.busy and progress is not None and progress.total:
            self.measuring.show_progress(progress)
        else:
            self.measuring.hide()

    def _cancel(self) -> None:
        self.cancel()
        self.measuring.show_cancelled(figure.NOTES["cancelled"])
        self.answered.emit()

    # ---- what is drawn

    @property
    def selected_row(self) -> int:
        """The selected sentence, from 0; NO_ROW without one."""
        chosen, answer = self.option("selected", NO_ROW), self._answer
        if answer is None or not isinstance(chosen, int):
            return NO_ROW
        return chosen if 0 <= chosen < len(answer.table.sentence_set) else NO_ROW

    @property
    def scene(self) -> figure.SentencesScene | None:
        """The answer of the current view, with what is listed."""
        answer = self._answer
        if answer is None or answer.view != self.view:
            return None
        slots, table = {slot.key: slot for slot in self.slots()}, answer.table
        rows = (
            table.rows(self.filter) if answer.view == TABLE else np.arange(len(table.sentence_set))
        )
        return figure.SentencesScene(answer, slots, rows, self.selected_row)

    @property
    def filter(self) -> RowFilter:
        return RowFilter.from_json(self.state.settings(self.spec.name))

    def _draw(self) -> None:
        scene = self.scene
        if scene is None:
            return
        answer, view = scene.answer, self.view
        options = SentencesOptions.from_json(self.state.settings(self.spec.name))
        titles = {key: scene.title_of(key) for key in scene.slots}
        self._show_source()
        self.controls.show_answer(answer, titles, options)
        self.controls.use.setEnabled(scene.selected != NO_ROW)
        self.list.setVisible(view == TABLE)
        self.summary.setVisible(view == TABLE)
        self._area.setVisible(view != TABLE)
        chart = figure.scatter(scene)
        self.plot.setVisible(chart is not None)
        if view == TABLE:
            self.summary.setText(figure.summary(scene))
            sort = self.filter.sort, self.filter.descending
            self.list.show_rows(answer.table, scene.rows, scene.letters, sort, scene.selected)
        elif chart is not None:
            self.plot.show_chart(chart)
        self._area.set_drawing(Stack(figure.sections(scene), self.spec.title, gap=SECTION_GAP))
        self.note(*figure.limits(scene))
        self.show_details(self._details(scene))
        self._show_progress()

    def _details(self, scene: figure.SentencesScene) -> Details:
        """All that is known of the selected sentence."""
        if scene.selected == NO_ROW:
            return Details()
        table, row = scene.answer.table, scene.selected
        columns = [one for one in table.columns if one.text(row)]
        rows = tuple((head_of(one, scene.letters), one.text(row)) for one in columns)
        return Details(tr("Sentence"), rows, actions=(Action(tr("Use this sentence"), self.use),))

    # ---- export

    def drawings(self) -> list[Drawing]:
        scene = self.scene
        if scene is None:
            return []
        if self.view == TABLE:
            return [figure.build_sentence_list(scene)]
        chart = figure.scatter(scene)
        return [*([] if chart is None else [ScatterDrawing(chart)]), *figure.sections(scene)]

    def table(self) -> Table:
        scene = self.scene
        return Table(()) if scene is None else figure.table_of(scene)

    def caption_dependencies(self) -> Basis:
        state = self.state
        texts = (state.text, state.pair) if self.view == CONTEXTS else ("", "")
        return Basis(*texts, seed=state.seed, selection=Selection(layer=self._layer()))

    def _layer(self) -> int | None:
        return self.state.selection.layer if self.view in (MAP, CONTEXTS) else None

    def caption_settings(self) -> list[str]:
        answer = self._answer
        if answer is None:
            return []
        found = answer.table.sentence_set
        parts = [tr("{answer:,} sentences of {title}", answer=len(found), title=found.title)]
        names = ("search", "disagree", "errors") if self.view == TABLE else ()
        chosen = {name: getattr(self.filter, name) for name in names}
        parts += [f"{name} {value}".lower() for name, value in chosen.items() if value]
        if answer.subject:
            parts.append(tr("states of {answer}", answer=self.title_of(answer.subject)))
        if answer.map is not None:
            parts.append(METHODS[answer.map.method])
        return parts

    def model_hash(self, key: str) -> str:
        answer = self._answer
        scores = None if answer is None else answer.table.known.get(key)
        return "" if scores is None else scores.digest

    def marks(self) -> list[Mark]:
        marks, shown = self.spec.text.marks, self.list if self.view == TABLE else self.plot
        texts, source = [*marks["tabs"], *marks[self.view]], self.controls.parts["source"]
        widgets: list[QWidget] = [self.controls.tabs, source]
        if self.view != CONTEXTS:
            widgets.append(shown)
        count = len(widgets)
        sections = [] if self.view == TABLE else mark_sections(self._area.canvas, *texts[count:])
        return [*mark_widgets(tuple(texts[:count]), *widgets), *sections]

    # ---- pointing

    @property
    def click_hint(self) -> str:
        return tr("Click a sentence to see all that is known of it.")

    def deselect(self) -> None:
        self._choose(NO_ROW)

    def _choose(self, sentence: int) -> None:
        self.set_option("selected", sentence)

    def use(self, sentence: int | None = None) -> None:
        """Put a sentence into the window, the selected one unless another is given."""
        chosen, answer = self.selected_row if sentence is None else sentence, self._answer
        if answer is not None and chosen != NO_ROW:
            one = answer.table.sentence_set.sentences[chosen]
            self.store.update(text=one.text, pair=one.pair)

    def _on_clicked(self, hit: Any) -> None:
        """The tag of a table has the sentences of its rows."""
        match find_tag_hit(hit):
            case TagHit(tuple(sentences), TableHit(row, _, _)):
                self._choose(sentences[row])

    def _on_sorted(self, name: str) -> None:
        """Sort by a column; choosing the same one again reverses the order."""
        descending = name == self.filter.sort and not self.filter.descending
        self.store.update_panel(self.spec.name, sort=name, descending=descending)

    # ---- controls

    def _build(self) -> None:
        self.controls = SentencesControls()
        self.controls.tabs.chosen.connect(self.show_view)
        self.controls.changed.connect(self._on_options)
        self.controls.used.connect(self.use)
        self.measuring, self.summary = MeasuringLine(), muted_label(wraps=True)
        self.measuring.cancel.clicked.connect(self._cancel)
        self.measuring.start.clicked.connect(lambda: self.refresh(force=True))
        self.list, self.plot = SentenceList(), ScatterView(self.theme)
        self.list.chosen.connect(self._choose)
        self.list.used.connect(self.use)
        self.list.sorted_by.connect(self._on_sorted)
        self.plot.picked.connect(self._choose)
        self._area = CanvasArea(self.theme)
        self._area.canvas.clicked.connect(self._on_clicked)
        self.top.addWidget(self.controls)
        self.top.addWidget(self.measuring)
        self.body.addWidget(self.summary)
        parts = (self.list, 1), (self.plot, 3), (self._area, 2)
        self.body.addLayout(line(*parts, spacing=24), 1)

    def _on_options(self, values: dict[str, Any]) -> None:
        """Another source has other sentences; a layer is shared by all panels."""
        if "layer" in values:
            layer = values["layer"]
            self.select(layer=None if layer in (LAST_LAYER, 0) else layer - 1)
        elif set(values) & {*SOURCE}:
            changed = replace(self.source, **values)
            self.store.update_panel(
                self.spec.name, choice=changed.to_json(), selected=NO_ROW, sort="", search=""
            )
        else:
            self.store.update_panel(self.spec.name, **values)


PANEL = SentencesPanel
