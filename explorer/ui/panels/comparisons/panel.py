"""The Comparisons panel: its study, with the line that runs a comparison here."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QLayout, QWidget

from explorer.core.comparisons.pages import Gallery, Page, minutes_here
from explorer.core.comparisons.running import run_comparison
from explorer.core.comparisons.tours import FIRST
from explorer.core.jobs.jobs import Done, Work
from explorer.core.jobs.progress_text import duration
from explorer.core.localization import tr
from explorer.ui.controls.layouts import column, line
from explorer.ui.controls.live_run import LiveRun, RunBar
from explorer.ui.controls.plain_text import set_tip
from explorer.ui.controls.text_chooser import TextBox
from explorer.ui.panel_base.marks import Mark, mark_drawing, mark_widgets
from explorer.ui.panels.comparisons.gallery import CardGrid
from explorer.ui.panels.comparisons.study import STUDY
from explorer.ui.studies.panel import StudyPanel
from models.runtime.generators import run_to_end


class ComparisonsPanel(StudyPanel):
    study = STUDY

    def make_body(self) -> QLayout:
        self.run_here = LiveRun(self.context.jobs, "comparison")
        self.run_here.finished.connect(lambda _: self.refresh(force=True))
        self._work: Callable[[], Work] | None = None  # of the newest run
        texts = self.spec.text.controls
        quick = partial(self.start, quick=True)
        self.run_bar = RunBar(self.run_here, texts["quick"]["title"], quick, self._resume)
        set_tip(self.run_bar.start, texts["quick"]["tip"])
        self.whole = self.controls.button("whole", lambda: self.start(quick=False))
        self.run_here.changed.connect(lambda: self.whole.setVisible(not self.run_here.alive))
        self.run_bar.add(self.whole)
        self.text_box = TextBox([(tr("The mini-world"), "")], texts["text"]["tip"], across=True)
        self.text_box.where.setAccessibleName(texts["text"]["title"])
        self.text_box.chosen.connect(partial(self.set_option, "data"))
        self.run_line = QWidget()
        line((self.run_bar, 1), self.text_box, into=self.run_line)
        return column(self.run_line, (self.area, 1), spacing=16)

    def refresh(self, *, force: bool = False) -> None:
        """At once: reading results takes no longer than drawing them, and needs no torch."""
        request = self.request(self.state)
        if force or request != self._requested:
            self._requested = request
            self._on_end(Done(run_to_end(self.work(request, None))))

    def show_result(self, value: Gallery | Page) -> None:
        """Another page begins at its top."""
        if not (isinstance(value, Page) and self._is_open(value.spec.name)):
            self.area.verticalScrollBar().setValue(0)
        super().show_result(value)

    def _is_open(self, name: str) -> bool:
        return isinstance(self.answer, Page) and self.answer.spec.name == name

    def show_controls(self) -> None:
        super().show_controls()
        page = self.answer
        self.run_line.setVisible(isinstance(page, Page))
        if isinstance(page, Page):
            self.text_box.setVisible(page.spec.takes_own_text)
            self.text_box.show_value(str(self.option("data", "")))
            for button, name in ((self.run_bar.start, "quick"), (self.whole, "whole")):
                button.setText(self._run_title(page, name))

    def _run_title(self, page: Page, name: str) -> str:
        """The text of a button that runs the comparison, with how long that takes here."""
        title = self.spec.text.controls[name]["title"]
        minutes = minutes_here(page, quick=name == "quick", cores=os.cpu_count() or 1)
        if minutes is None:
            return title
        return tr("{title} (about {minutes})", title=title, minutes=duration(60 * minutes))

    def marks(self) -> list[Mark]:
        texts, made = self.spec.text.marks, self.controls.made
        return [
            *mark_widgets(texts["gallery"], made["search"], made["system"]),
            *mark_drawing(self.area.canvas, texts["cards"][0], CardGrid),
            *mark_widgets(texts["page"], made["live"], self.run_bar),
        ]

    # ---- what a person does

    def press(self, name: str) -> None:
        """Tours and statements are windows of their own."""
        match name, self.answer:
            case "first_tour", _:
                self.tour_requested.emit(FIRST)
            case "statements", _:
                self.statements_requested.emit()
            case "tour", Page() as page:
                self.tour_requested.emit(page.spec.name)
            case _:
                super().press(name)

    def start(self, *, quick: bool) -> None:
        """Run the comparison of the page, or go on with it."""
        if isinstance(self.answer, Page) and not self.run_here.alive:
            spec = self.answer.spec
            data = str(self.option("data", "")) if spec.takes_own_text else ""
            self._work = partial(run_comparison, spec.name, quick=quick, data=data)
            self.run_here.start(
                self._work, tr("{title} (quick)", title=spec.title) if quick else spec.title
            )

    def _resume(self) -> None:
        if self._work is not None:
            self.run_here.start(self._work, self.run_here.title)


PANEL = ComparisonsPanel
