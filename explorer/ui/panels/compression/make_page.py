"""The form of a new compressed model, its run, and what can be done with the finished one."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from explorer.core.compression.request import CompressionAnswer
from explorer.core.compression.running import CompressionChoice, compress
from explorer.core.library.library import ModelEntry
from explorer.core.localization import message, tr
from explorer.ui.controls.form import build_scroll_area, side_by_side
from explorer.ui.controls.layouts import column, line, push_button, wrap_label
from explorer.ui.controls.live_run import LiveRun, RunBar
from explorer.ui.controls.plain_text import plain_label
from explorer.ui.controls.run_page import AddModelsButton
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panels.compression.form import CompressionForm

USE = (tr("Put beside the base"), tr("Beside the base"))
SEE_TIP = tr("Size, speed and quality of the new model beside those of its base")
TEACH = tr("A smaller model learns the task, with this one as its teacher")
DISTIL = tr("A student is a smaller model that learns from this one")


class MakePage(QWidget):
    """Makes one model at a time; another panel may be visible meanwhile."""

    finished = Signal(object)  # the folder of the new model
    see_requested = Signal()
    teach_requested = Signal()

    def __init__(self, context: PanelContext) -> None:
        super().__init__()
        self.context = context
        self._base: ModelEntry | None = None
        self.form = CompressionForm()
        self.form.changed.connect(lambda _: self._show_method())
        self.live = LiveRun(context.jobs, "compression", resumable=False)
        self.live.finished.connect(self.finished)
        self.live.changed.connect(self._show_run)
        self.bar = RunBar(self.live, tr("Make"), self.start, self.start)
        self.use = AddModelsButton(context.store, *USE)
        self.see = push_button(tr("See it beside its base"), self.see_requested, SEE_TIP)
        self.distil = push_button(
            tr("Train a student in Distillation"),
            lambda: context.store.update(panel="distillation"),
            DISTIL,
        )
        self.teach = push_button(tr("Teach a student in Fine-tuning"), self.teach_requested, TEACH)
        for button in (self.see, self.use):
            self.bar.add(button)
        self.about, self.problem = (wrap_label(plain_label()) for _ in range(2))
        self.problem.setProperty("muted", True)
        students = side_by_side(QWidget(), self.distil, self.teach)
        below = build_scroll_area(self.problem, self.about, students)
        right = column(self.bar, (below, 1), spacing=12)
        line(self.form, (right, 1), into=self, spacing=16)
        self.show_made({})

    def offer(self, answer: CompressionAnswer, base: ModelEntry) -> None:
        """The methods for a base."""
        self._base = base
        self.distil.setVisible(answer.teacher is None)
        self.teach.setVisible(answer.teacher is not None)
        self.form.offer(base.name, answer.methods)
        self._show_method()

    def start_with(self, choice: CompressionChoice) -> None:
        """Make a model by these choices, which the form then shows."""
        self.form.show_choice(choice)
        self.form.changed.emit(choice)
        self.start()

    def start(self) -> None:
        """Make a model as the form says, unless the method does not fit."""
        base, method, choice = self._base, self.form.method, self.form.choice
        if base is None or method is None or method.problem or self.live.alive:
            return
        out = self.context.library.new_run_folder(choice.name)
        self.show_made({})
        make = partial(compress, base.folder, base.architecture, choice, out)
        self.live.start(make, tr("Making {name}", name=out.name))

    def show_made(self, titles: dict[str, str]) -> None:
        """The finished model, by key, with buttons for it."""
        self.use.offer(titles)
        self.see.setVisible(bool(titles))

    def _show_method(self) -> None:
        """What the method does, and why it does not fit where it does not."""
        method = self.form.method
        spec = None if method is None else method.spec
        lines = [] if spec is None else list(map(message, (spec.summary, *spec.notes)))
        self.about.setText("\n\n".join(lines))
        self.problem.setText(message(method.problem) if method else "")
        self.problem.setVisible(bool(self.problem.text()))
        self._show_run()

    def _show_run(self) -> None:
        method = self.form.method
        self.bar.start.setEnabled(method is not None and not method.problem)
