"""A form, the run that it describes, and its learning curves: what makes a model in a panel."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from explorer.core.errors import UserError
from explorer.core.jobs.jobs import Done, Event, Failed, Work
from explorer.core.localization import mark, tr
from explorer.core.panel_text import panel_place
from explorer.core.readable import join_names
from explorer.core.state.defaults import MAX_MODELS
from explorer.core.state.state import Store
from explorer.ui.controls.form import ChoiceForm, build_scroll_area
from explorer.ui.controls.layouts import column, create_single_shot_timer, line
from explorer.ui.controls.live_run import LiveRun, RunBar, UnfinishedLine
from explorer.ui.controls.plain_text import set_tip
from explorer.ui.graphics.charts.curve_grid import LearningCurves
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.job_bridge import JobBridge, LatestRequest

SETTLED_MS = 700  # after the last change of a form
WAITING = tr("Measuring time and memory of this run …")
ADD = mark("Add {names} to the chosen models, in every panel")
ALL_CHOSEN = mark("Already chosen above.")
FULL = mark(
    "There is no room for {names}: at most {max_models} models side by side. Remove {surplus} "
    "above first."
)


@dataclass(frozen=True)
class RunActions:
    """What the buttons of a run do, and what measures the run of the form, or None."""

    start: Callable[[], object]
    resume: Callable[[], object]  # the run that was stopped or has failed
    resume_folder: Callable[[Path], object]
    prepare_estimate: Callable[[], Callable[[], Work] | None]


class RunPage(QWidget):
    """The form at the left; at the right the buttons of the run, its estimate and its curves.

    One run at a time is followed. An earlier one is resumed after its logs have been read.
    """

    running_changed = Signal()  # a run began or ended

    def __init__(self, context: PanelContext, name: str, form: ChoiceForm[Any]) -> None:
        """`name` is that of the jobs."""
        super().__init__()
        self.context, self.form = context, form
        self.live = LiveRun(context.jobs, name)
        self.live.changed.connect(self._on_run_changed)
        self.curves = LearningCurves(context.theme)
        self._running = False  # at the last change
        self._reading = LatestRequest(context.jobs, "unfinished run", self)
        self._reading.ended.connect(self._on_read)
        self._resume_with: Callable[[Any], None] = lambda read: None  # with what is being read

    def arrange(self, title: str, unfinished: str, actions: RunActions, *below: QWidget) -> None:
        """Place all parts, with the curves among those that are `below` the buttons.

        `title` is that of the first button; `unfinished` names the list of runs to resume.
        """

        def prepare_estimate() -> Callable[[], Work] | None:
            return None if self.live.alive else actions.prepare_estimate()

        self.bar = RunBar(self.live, title, actions.start, actions.resume)
        self.estimate = EstimateLine(self.context.jobs, prepare_estimate)
        self.form.changed.connect(lambda _: self.estimate.refresh())
        self.unfinished = UnfinishedLine(unfinished, actions.resume_folder)
        above = self.bar, self.estimate, self.unfinished
        right = column(*above, (build_scroll_area(*below), 1), spacing=12)
        line(self.form, (right, 1), into=self, spacing=16)

    def begin(self, make: Callable[[], Work], title: str) -> None:
        """Start or resume a run."""
        self._reading.cancel()
        self.live.start(make, title)

    def read(self, name: str, make: Callable[[], Work], begin: Callable[[Any], None]) -> None:
        """Read the files of an earlier run in the background, then call `begin` with the result.

        A run that is started meanwhile takes precedence.
        """
        if self.live.alive:
            return
        self._resume_with = begin
        self.unfinished.setEnabled(False)
        self.bar.status.setText(tr("Reading {name}", name=name))
        self._reading.start(make)

    def _on_read(self, event: Event) -> None:
        self.unfinished.setEnabled(True)
        self.bar.show_phase()
        if isinstance(event, Done):
            self._resume_with(event.value)
        elif isinstance(event, Failed) and isinstance(event.error, UserError):
            self.bar.status.setText(str(event.error))

    def _on_run_changed(self) -> None:
        self.unfinished.setEnabled(not self.live.alive)
        if self._running != self.live.alive:
            self._running = self.live.alive
            self.estimate.refresh()
            self.running_changed.emit()


class AddModelsButton(QPushButton):
    """Adds models to the chosen ones, in every panel; its tooltip says why it is disabled."""

    added = Signal()

    def __init__(self, store: Store, add: str, added: str) -> None:
        """`add` is its text, and `added` that when all models are chosen."""
        super().__init__()
        self._store = store
        self._texts = add, added
        self._titles: Mapping[str, str] = {}
        self.clicked.connect(self._add)
        self.setVisible(False)

    def offer(self, titles: Mapping[str, str]) -> None:
        """Offer models, by key; without any, the button is invisible."""
        self._titles = dict(titles)
        chosen = self._store.state.models
        new = [title for key, title in titles.items() if key not in chosen]
        surplus = len(chosen) + len(new) - MAX_MODELS
        self.setVisible(bool(titles))
        self.setEnabled(bool(new) and surplus <= 0)
        self.setText(self._texts[not new])
        tip = FULL if surplus > 0 else ADD if new else ALL_CHOSEN
        names = join_names(new)
        set_tip(self, tr(tip, names=names, surplus=surplus, max_models=MAX_MODELS))

    def _add(self) -> None:
        models = dict.fromkeys((*self._store.state.models, *self._titles))
        self._store.update(models=tuple(models)[:MAX_MODELS])
        self.offer(self._titles)
        self.added.emit()


class TryModelButton(AddModelsButton):
    """Adds the model that was made, and shows it where it can be tried, also once it is chosen."""

    def __init__(self, store: Store) -> None:
        super().__init__(store, "", "")

    def offer_in(self, place: str, titles: Mapping[str, str]) -> None:
        """Offer models, by key; `place` is the title of a panel or view."""
        text = tr("Try it in {place}", place=place)
        self._texts = text, text
        self.offer(titles)

    def offer(self, titles: Mapping[str, str]) -> None:
        super().offer(titles)
        self.setEnabled(self.isEnabled() or set(titles) <= set(self._store.state.models))


class TryModelInPanelButton(TryModelButton):
    """A button that tries the model in the panel for what it predicts."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self._panel = ""
        self.added.connect(lambda: store.update(panel=self._panel))

    def offer_in_panel(self, panel: str, titles: Mapping[str, str]) -> None:
        """Offer models, by key; `panel` is the name of a panel."""
        self._panel = panel
        self.offer_in(panel_place(panel)["title"], titles)


class EstimateLine(QLabel):
    """Measures again when the form changes, while visible; `plan` gives None during a run."""

    measured = Signal(object)  # the whole estimate

    def __init__(self, jobs: JobBridge, plan: Callable[[], Callable[[], Work] | None]) -> None:
        super().__init__()
        self.setProperty("muted", True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self._plan = plan
        self._latest = LatestRequest(jobs, "estimate", self)
        self._latest.partial_ready.connect(lambda value: self.setText(str(value)))
        self._latest.ended.connect(self._on_end)
        self._timer = create_single_shot_timer(self, SETTLED_MS, self._measure)

    def refresh(self) -> None:
        """The form or the phase of the run has changed."""
        self._stop()
        ready = self._plan() is not None
        self.setText(WAITING if ready else "")
        if ready and self.isVisible():
            self._timer.start()

    def _measure(self) -> None:
        make = self._plan()
        if make is not None:
            self._latest.start(make)

    def _stop(self) -> None:
        """Cancel the measurement."""
        self._timer.stop()
        self._latest.cancel()

    def _on_end(self, event: Event) -> None:
        if self._plan() is None:  # the run was started meanwhile
            return
        if isinstance(event, Done):
            self.setText(str(event.value))
            self.measured.emit(event.value)
        elif isinstance(event, Failed):
            known = isinstance(event.error, UserError)
            self.setText(str(event.error) if known else "")

    # ---- Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        self._stop()
        super().hideEvent(event)
