"""The learning view of the Distillation panel: a new student, its run, and the curves of both."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from explorer.core.distillation.histories import Pair, RunHistory, read_history, resume_pair
from explorer.core.distillation.students import ModelRoles
from explorer.core.distillation.views import ViewAnswer
from explorer.core.jobs.jobs import Done, Event, Partial, Progress, Work
from explorer.core.training.estimates import estimate_pair
from explorer.core.training.plans import WITHOUT_TEACHER, distil
from explorer.core.training.runs import Baselines, Point
from explorer.ui.controls.estimate_line import EstimateLine
from explorer.ui.controls.form import scrolling
from explorer.ui.controls.layouts import column, line, muted_label
from explorer.ui.controls.run_bar import RunBar, UnfinishedLine
from explorer.ui.graphics.charts.learning_curves import LearningCurves, Plot
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.live_run import LiveRun
from explorer.ui.panels.distillation.curves import (
    held_out_plots,
    levels_of,
    points_of,
    term_plots,
    token_head,
)
from explorer.ui.panels.distillation.figure import ROLES, Role
from explorer.ui.panels.distillation.form import DistillationForm

_, STUDENT, ALONE = ROLES
LEARNERS = (STUDENT, ALONE)
NO_STUDENT = (
    "This teacher has no student yet. Press Distil: the student and the same student without its "
    "teacher are trained one after the other, and their curves appear here."
)
NO_CURVES = "The files of this student have no training log."

RolesOf = Callable[[ModelRoles], tuple[Role, ...]]


class LearningPage(QWidget):
    """A form, a run of two students one after the other, and their curves.

    While it follows a run, the curves are those of that run, independent of the chosen models.
    """

    begun = Signal()
    finished = Signal(object)  # the Cast that learned, by its folders

    def __init__(self, context: PanelContext, roles_of: RolesOf) -> None:
        """`roles_of` gives those of a cast their names and colours."""
        super().__init__()
        self._context = context
        self._roles_of = roles_of
        self._answer: ViewAnswer | None = None
        self._pair: Pair | None = None  # in training, or trained last
        self._make: Callable[[], Work] | None = None  # starts or resumes its training
        self._unfinished: dict[Path, Pair] = {}  # by the folder of the student
        self._ticket = 0  # number of the latest start; results of earlier ones are ignored
        self._following = False
        self._learning = False  # at the last check
        self.live = LiveRun(context.jobs, "distillation")
        self.live.reported.connect(self._on_told)
        self.live.changed.connect(self._on_run_changed)
        self.live.finished.connect(lambda _: self.finished.emit(_roles_of(self._pair)))
        self._build()

    @property
    def followed(self) -> ModelRoles | None:
        """Those whose run is followed, by their folders."""
        return _roles_of(self._pair) if self._following else None

    def leave_run(self) -> None:
        """Stop following the run, unless it is still running."""
        self._following = self.live.alive

    def offer(self, answer: ViewAnswer) -> None:
        """Set the possible values for a student of this teacher, and the runs to resume."""
        teacher, self._answer = self.form.choice.teacher, answer
        self.form.offer(
            answer.choices, answer.method, answer.cast.teacher, answer.num_layers, answer.text
        )
        self._show_unfinished()
        if self.form.choice.teacher != teacher:
            self.estimate.refresh()

    # ---- a run

    def start(self) -> None:
        """Distil a student, then train the same student without its teacher."""
        if self._answer is None or self.live.alive:
            return
        choice, library = self.form.choice, self._context.library
        folder = library.new_run_folder(choice.name)
        alone = library.new_run_folder(folder.name + WITHOUT_TEACHER)
        make = partial(distil, choice, folder, alone, self._context.store.state.seed)
        self._begin(Pair(choice.teacher, folder, alone), make, {})

    def resume_pair(self, pair: Pair) -> None:
        """Resume earlier runs, once their files are read."""
        self._read(pair, partial(resume_pair, pair, self.form.choice.device))

    def _resume(self) -> None:
        """Resume the stopped runs, whose curves may not be the present ones."""
        assert self._pair is not None
        assert self._make is not None
        self._read(self._pair, self._make)

    def _read(self, pair: Pair, make: Callable[[], Work]) -> None:
        if self.live.alive:
            return
        self._ticket += 1
        self.bar.status.setText(f"Reading {pair.name}")
        on_event = partial(self._on_read, self._ticket, pair, make)
        self._context.jobs.submit("explore", "earlier curves", partial(_earlier, pair), on_event)

    def _on_read(self, ticket: int, pair: Pair, make: Callable[[], Work], event: Event) -> None:
        if ticket != self._ticket or isinstance(event, Progress | Partial):
            return
        self.bar.show_phase()
        if isinstance(event, Done):
            self._begin(pair, make, event.value)

    def _begin(self, pair: Pair, make: Callable[[], Work], known: Mapping[str, RunHistory]) -> None:
        """Follow the runs of a pair; `known` are their earlier logs."""
        self._pair, self._make, self._following = pair, make, True
        self._ticket += 1
        self.live.start(make, f"Distilling {pair.name}")
        self._show_histories(_roles_of(pair), known, live=True)
        self._show_unfinished()
        self.begun.emit()

    def _on_told(self, value: Any) -> None:
        assert self._pair is not None
        if isinstance(value, Point):
            role = STUDENT if value.run == self._pair.student.name else ALONE
            self.curves.add(replace(value, run=role))
        elif isinstance(value, Baselines):
            self.curves.set_levels(value.values)

    def _on_run_changed(self) -> None:
        self.unfinished.setEnabled(not self.live.alive)
        if self._learning != self.live.alive:
            self._learning = self.live.alive
            self.estimate.refresh()

    def _estimated(self) -> Callable[[], Work] | None:
        """What measures both runs of the form; nothing without a teacher or during a run."""
        choice = self.form.choice
        if self._answer is None or not choice.teacher or self.live.alive:
            return None
        return estimate_pair(choice, self._context.store.state.seed)

    def _show_unfinished(self) -> None:
        """Earlier runs that can be resumed; that of this session has its buttons in the bar."""
        own = self._pair.student if self._pair is not None else None
        pairs = self._answer.unfinished if self._answer else ()
        self._unfinished = {pair.student: pair for pair in pairs if pair.student != own}
        self.unfinished.offer([*self._unfinished])

    # ---- curves

    def show_learned(self, answer: ViewAnswer | None, doing: str) -> None:
        """The curves of the chosen models, unless a run is followed; else the present work."""
        if self._following:
            return
        if answer is not None and isinstance(answer.content, Mapping):
            self._show_histories(answer.cast, answer.content, live=False)
            return
        self.curves.show_plots([], [])
        self._say(answer.problem if answer and answer.problem else doing)

    def _show_histories(
        self, cast: ModelRoles, found: Mapping[str, RunHistory], *, live: bool
    ) -> None:
        """The curves of a cast, from its files."""
        points = points_of(cast, found)
        plots = self._plots(cast, found, points, live=live) if points or live else []
        self.curves.show_plots(plots, points)
        if live:
            student = Path(cast.student).name
            note = f"These curves are of {student}, and of the same student without its teacher."
            self._say(note)
        else:
            self._say("" if points else NO_CURVES if cast.student else NO_STUDENT)

    def _say(self, text: str) -> None:
        self.hint.setText(text)
        self.hint.setVisible(bool(text))

    def _plots(
        self, cast: ModelRoles, found: Mapping[str, RunHistory], points: list[Point], *, live: bool
    ) -> list[Plot]:
        """Held-out quality of both, then the terms of the student's loss where they are logged."""
        assert self._answer is not None
        method = self._answer.method
        head = token_head(self._answer.choices, method)
        parts = [(role.name, role.slot) for role in self._roles_of(cast) if role.name in LEARNERS]
        plots = held_out_plots(head, parts, levels_of(found.values()))
        if live or not all(point.held_out for point in points):
            plots += term_plots(method, head, parts)
        return plots

    # ---- building

    def _build(self) -> None:
        self.form = DistillationForm()
        self.bar = RunBar(self.live, "Distil", self._resume)
        self.bar.start_requested.connect(self.start)
        self.estimate = EstimateLine(self._context.jobs, self._estimated)
        self.form.changed.connect(lambda _: self.estimate.refresh())
        self.unfinished = UnfinishedLine("Unfinished students")
        self.unfinished.resume_requested.connect(
            lambda folder: self.resume_pair(self._unfinished[folder])
        )
        self.curves = LearningCurves(self._context.theme)
        self.hint = muted_label(wraps=True)
        curves = scrolling(self.hint, self.curves)
        right = column(self.bar, self.estimate, self.unfinished, (curves, 1), spacing=12)
        line(self.form, (right, 1), into=self, spacing=16)


def _earlier(pair: Pair) -> Work:
    """The logs of the runs of a pair, by their folders."""
    yield Progress(f"Reading {pair.name}")
    logs = {str(folder): read_history(folder) for folder in (pair.student, pair.alone)}
    return {key: one for key, one in logs.items() if one is not None}


def _roles_of(pair: Pair | None) -> ModelRoles:
    """The models in training; their folders are their keys."""
    assert pair is not None
    return ModelRoles(pair.teacher, str(pair.student), str(pair.alone))
