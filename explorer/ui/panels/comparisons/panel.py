"""Comparisons: a gallery of questions, and for each a page with the measured answer."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QSignalBlocker

from explorer.core.comparisons.pages import (
    ComparisonsRequest,
    Gallery,
    Page,
    answers_to,
    minutes_here,
    stamps,
)
from explorer.core.comparisons.running import run_comparison
from explorer.core.comparisons.tours import FIRST, tours
from explorer.core.jobs.jobs import Work
from explorer.core.jobs.progress_text import duration
from explorer.core.localization import tr
from explorer.core.report.captions import Basis, DrawnModel
from explorer.core.state.state import Selection, State
from explorer.core.table import Table
from explorer.ui.controls.form import fill, named_box
from explorer.ui.controls.layouts import line, search_line
from explorer.ui.controls.live_run import LiveRun, RunBar
from explorer.ui.controls.option_controls import OptionControls
from explorer.ui.controls.plain_text import set_tip
from explorer.ui.controls.text_chooser import TextBox
from explorer.ui.graphics.canvas import CanvasArea
from explorer.ui.graphics.drawing import Drawing, Placed
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.marks import Mark, mark_drawing, mark_widgets
from explorer.ui.panel_base.panel import Panel
from explorer.ui.panel_base.spec import panel_spec
from explorer.ui.panels.comparisons.gallery import CardGrid, CardHit, gallery
from explorer.ui.panels.comparisons.page import figure, table
from models.comparison.catalog import experiments
from models.runtime.generators import run_to_end

ALL_SYSTEMS = (tr("All models"), "")


class ComparisonsPanel(Panel):
    spec = panel_spec("comparisons", needs_models=False)
    work = staticmethod(answers_to)

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self._answer: Gallery | Page | None = None
        self.run_here = LiveRun(context.jobs, "comparison")
        self._work: Callable[[], Work] | None = None  # of the newest run
        self.run_here.finished.connect(lambda _: self.refresh(force=True))
        self._build()

    # ---- what is shown

    @property
    def experiment_name(self) -> str:
        """The comparison whose page is open; "" for the gallery."""
        name = str(self.option("opened", ""))
        return name if name in experiments() else ""

    def request(self, state: State) -> ComparisonsRequest:
        names = (self.experiment_name,) if self.experiment_name else tuple(experiments())
        return ComparisonsRequest(self.experiment_name, stamps(names))

    def refresh(self, *, force: bool = False) -> None:
        """At once: reading results takes no longer than drawing them, and needs no torch."""
        request = self.request(self.state)
        if request != self._requested or force:
            self._requested = request
            self._show_body()
            self.show_result(run_to_end(self.work(request, None)))
            self.answered.emit()

    def show_result(self, value: Gallery | Page) -> None:
        self._answer = value
        if isinstance(value, Gallery):
            titles = [(system, system) for system in value.systems]
            fill(self.systems, [ALL_SYSTEMS, *titles], str(self.option("system", "")))
        self._draw()

    def show_selection(self, selection: Selection) -> None:
        """Nothing here is a token, a layer or a head."""

    def show_settings(self) -> None:
        self._draw()

    @property
    def click_hint(self) -> str:
        return "" if self.experiment_name else self.spec.text.notes["click_card"]

    def _draw(self) -> None:
        answer = self._answer
        is_page = isinstance(answer, Page)
        self._gallery_controls.setVisible(not is_page)
        self._page_controls.setVisible(is_page)
        self.run_bar.setVisible(is_page)
        if answer is not None:
            with QSignalBlocker(self.search):
                self.search.setText(str(self.option("search", "")))
            self._area.set_drawing(self._build_drawing(answer))
        if isinstance(answer, Page):
            self.tour.setVisible(answer.spec.name in tours())
            self.text_box.setVisible(answer.spec.takes_own_text)
            self.text_box.show_value(str(self.option("data", "")))
            for button, name in ((self.run_bar.start, "quick"), (self.whole, "whole")):
                button.setText(self._run_title(answer, name))

    def _run_title(self, answer: Page, name: str) -> str:
        """The text of a button that runs the comparison, with how long that takes here."""
        title = self.spec.text.controls[name]["title"]
        minutes = minutes_here(answer, quick=name == "quick", cores=os.cpu_count() or 1)
        if minutes is None:
            return title
        return tr("{title} (about {minutes})", title=title, minutes=duration(60 * minutes))

    def _build_drawing(self, answer: Gallery | Page) -> Drawing:
        if isinstance(answer, Page):
            return figure(answer)
        matching = answer.find_cards(str(self.option("search", "")), str(self.option("system", "")))
        return gallery(matching)

    def marks(self) -> list[Mark]:
        texts = self.spec.text.marks
        return [
            *mark_widgets(texts["gallery"], self.search, self.systems),
            *mark_drawing(self._area.canvas, texts["cards"][0], CardGrid),
            *mark_widgets(texts["page"], self.live, self.run_bar),
        ]

    # ---- what is exported

    def caption_dependencies(self) -> Basis:
        """Nothing of the state: a result is the same for every text."""
        return Basis()

    def figure_models(self) -> tuple[DrawnModel, ...]:
        return ()

    def drawings(self) -> list[Drawing]:
        return [] if self._answer is None else [self._build_drawing(self._answer)]

    def table(self) -> Table:
        """Every row of the page's results, or the outcome of every card."""
        if isinstance(self._answer, Page):
            return table(self._answer)
        cards = self._answer.cards if self._answer else ()
        rows = [(one.spec.name, one.spec.question, one.outcome, one.verdict) for one in cards]
        return Table(("comparison", "question", "outcome", "verdict"), rows)

    # ---- from the widgets

    def open_page(self, name: str) -> None:
        """Open the page of a comparison; the gallery for an empty name."""
        self._area.verticalScrollBar().setValue(0)
        self.set_option("opened", name)

    def show_on_model(self) -> None:
        """Set sentence, models, panel and selection to where the effect is visible, in one step."""
        if not isinstance(self._answer, Page):
            return
        live = self._answer.spec.live
        self.store.update(
            text=live.text,
            pair=live.pair,
            models=live.models,
            panel=live.panel,
            panel_settings=self.state.settings_with(live.panel, **live.settings),
            selection=Selection(live.token, live.layer, live.head),
        )

    def take_tour(self) -> None:
        """The guided tour of the comparison of the page."""
        self.tour_requested.emit(self.experiment_name)

    def start(self, *, quick: bool) -> None:
        """Run the comparison of the page, or go on with it."""
        if isinstance(self._answer, Page) and not self.run_here.alive:
            spec = self._answer.spec
            data = str(self.option("data", "")) if spec.takes_own_text else ""
            self._work = partial(run_comparison, spec.name, quick=quick, data=data)
            self.run_here.start(
                self._work, tr("{title} (quick)", title=spec.title) if quick else spec.title
            )

    def _resume(self) -> None:
        if self._work is not None:
            self.run_here.start(self._work, self.run_here.title)

    def _on_clicked(self, hit: Any) -> None:
        while isinstance(hit, Placed):
            hit = hit.hit
        if isinstance(hit, CardHit):
            self.open_page(hit.name)

    # ---- building

    def _build(self) -> None:
        self.search = search_line(tr("Search"), tr("Search"))
        self.search.textChanged.connect(lambda text: self.set_option("search", text))
        self.systems = named_box(tr("Model"), partial(self.set_option, "system"))
        self.systems.setMinimumContentsLength(len(ALL_SYSTEMS[0]))
        texts = self.spec.text.controls
        self._gallery_controls, self._page_controls = OptionControls(texts), OptionControls(texts)
        button = self._page_controls.button
        first = button("first_tour", lambda: self.tour_requested.emit(FIRST), "primary")
        notes = button("statements", self.statements_requested.emit)
        line(self.search, self.systems, None, notes, first, into=self._gallery_controls)
        back = button("back", lambda: self.open_page(""))
        self.live = button("live", self.show_on_model)
        self.tour = button("tour", self.take_tour)
        worlds = [(tr("The mini-world"), "")]
        self.text_box = TextBox(worlds, texts["text"]["tip"], across=True)
        self.text_box.where.setAccessibleName(texts["text"]["title"])
        self.text_box.chosen.connect(partial(self.set_option, "data"))
        line(back, self.live, self.tour, None, self.text_box, into=self._page_controls)
        quick = partial(self.start, quick=True)
        self.run_bar = RunBar(self.run_here, texts["quick"]["title"], quick, self._resume)
        set_tip(self.run_bar.start, texts["quick"]["tip"])
        self.whole = button("whole", lambda: self.start(quick=False))
        self.run_here.changed.connect(lambda: self.whole.setVisible(not self.run_here.alive))
        self.run_bar.add(self.whole)
        self._area = CanvasArea(self.theme)
        self._area.canvas.clicked.connect(self._on_clicked)
        self.body.addWidget(self._gallery_controls)
        self.body.addWidget(self._page_controls)
        self.body.addWidget(self.run_bar)
        self.body.addWidget(self._area, 1)


PANEL = ComparisonsPanel
