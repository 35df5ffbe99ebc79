"""The Sentences panel: its study, with a list and a plot in place of their drawings."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QLayout, QWidget

from explorer.core.pairs.request import PAIRS, PairsAnswer
from explorer.core.sentences.request import CONTEXTS, NO_ROW, TABLE, SentencesAnswer
from explorer.core.surprisal.request import SURPRISAL, SurprisalAnswer
from explorer.ui.controls.layouts import column, line, muted_label
from explorer.ui.controls.live_run import MeasuringLine
from explorer.ui.graphics.charts.plot_canvas import ScatterView
from explorer.ui.graphics.charts.scatter import ScatterPlot
from explorer.ui.graphics.drawing import Drawing
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.marks import Mark, mark_sections, mark_widgets
from explorer.ui.panels.sentences import figure
from explorer.ui.panels.sentences.study import STUDY, filter_in, scene_of, use
from explorer.ui.panels.sentences.table_view import SentenceList
from explorer.ui.studies.contract import StudyFigure
from explorer.ui.studies.panel import StudyPanel


class SentencesPanel(StudyPanel):
    study = STUDY
    answer: SentencesAnswer | PairsAnswer | SurprisalAnswer | None

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self.measuring = MeasuringLine()
        self.measuring.cancel.clicked.connect(self._cancel)
        self.measuring.start.clicked.connect(lambda: self.refresh(force=True))
        self.top.addWidget(self.measuring)
        self.progressed.connect(self._show_progress)

    def make_body(self) -> QLayout:
        self.list, self.plot = SentenceList(), ScatterView(self.theme)
        self.list.chosen.connect(self._choose)
        self.list.used.connect(self._use)
        self.list.sorted_by.connect(self._on_sorted)
        self.plot.picked.connect(self._choose)
        self.summary = muted_label(wraps=True)
        parts = line((self.list, 1), (self.plot, 3), (self.area, 2), spacing=24)
        return column(self.summary, (parts, 1), spacing=16)

    def redraw(self) -> None:
        super().redraw()
        if self.answer is None or self.answer.view != self.view:
            return
        listed = self.view == TABLE
        plots = [one for one in self.figure.drawings if isinstance(one, ScatterPlot)]
        for widget, shown in (
            (self.list, listed),
            (self.summary, listed),
            (self.area, not listed),
            (self.plot, bool(plots)),
        ):
            widget.setVisible(shown)
        scene = scene_of(self.answer, self.situation())
        if listed and scene is not None:
            self.summary.setText(figure.summary(scene))
            chosen = filter_in(self.situation())
            sort = chosen.sort, chosen.descending
            self.list.show_rows(scene.answer.table, scene.rows, scene.letters, sort, scene.selected)
        for plot in plots:
            self.plot.show_plot(plot)
        self._show_progress()

    def on_canvas(self, figure: StudyFigure) -> Sequence[Drawing]:
        listed = self.view == TABLE
        return [d for d in figure.drawings if not (listed or isinstance(d, ScatterPlot))]

    def marks(self) -> list[Mark]:
        marks, shown = self.spec.text.marks, self.list if self.view == TABLE else self.plot
        texts = [*marks["tabs"], *marks[self.view]]
        first = {PAIRS: "pairs", SURPRISAL: "whole"}.get(self.view, "source")
        widgets: list[QWidget] = [self.controls.tabs, self.controls.made[first]]
        if self.view not in (CONTEXTS, PAIRS, SURPRISAL):
            widgets.append(shown)
        count = len(widgets)
        sections = [] if self.view == TABLE else mark_sections(self.area.canvas, *texts[count:])
        return [*mark_widgets(tuple(texts[:count]), *widgets), *sections]

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

    def _choose(self, sentence: int) -> None:
        self.set_option("selected", sentence)

    def _use(self, sentence: int) -> None:
        if isinstance(self.answer, SentencesAnswer) and sentence != NO_ROW:
            self._take(use(sentence, self.answer, self.situation()))

    def _on_sorted(self, name: str) -> None:
        """Sort by a column; choosing the same one again reverses the order."""
        before = filter_in(self.situation())
        descending = name == before.sort and not before.descending
        self.store.update_panel(self.spec.name, sort=name, descending=descending)


PANEL = SentencesPanel
