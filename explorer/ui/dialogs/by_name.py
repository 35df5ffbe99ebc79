"""Models of the Hugging Face hub by name: described, downloaded, and used."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QSizePolicy, QWidget

from explorer.core.errors import UserError
from explorer.core.hub.download import bytes_here, download
from explorer.core.hub.listing import about, matches, summary
from explorer.core.hub.names import find_cached, repo_id_of
from explorer.core.hub.needs import ModelNeeds, need_choices
from explorer.core.hub.remote import RemoteModel, description
from explorer.core.jobs.jobs import Cancelled, Done, Event, Failed
from explorer.core.jobs.progress_text import describe as progress_text
from explorer.core.library.published import published_models
from explorer.core.localization import tr
from explorer.ui.controls.form import fill, named_box
from explorer.ui.controls.layouts import (
    JobProgressBar,
    column,
    create_single_shot_timer,
    line,
    muted_label,
    push_button,
    wrap_label,
)
from explorer.ui.controls.plain_text import plain_label
from explorer.ui.dialogs.searching import SearchPage
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.job_bridge import BridgedJob, LatestRequest

LOOK_UP_AFTER_MS = 400  # without a key press, so that the arrow keys request few descriptions
ABOUT_HEIGHT = 76  # pixels: three lines, so that nothing moves when the answer arrives
STATE_HEIGHT = 34  # of the bar and its words
STOP_TIP = tr("The downloaded part is saved; the download can be resumed")
KEPT = "library"  # where a session has the needs
LEAST_LETTERS, VIEW_MARGIN = 8, 32  # of a narrow box; pixels beside those of its list
NEED_NAMES = {
    "use": tr("What the model is for"),
    "language": tr("Language"),
    "size": tr("Parameters and memory in 32 bits"),
    "licence": tr("Licence"),
}
NEED_ROWS = (("use", "language"), ("size", "licence"))  # two boxes beside each other can be read
NO_FIT = tr(
    "No known model fits all of this. Allow more parameters, another licence or language, or fewer "
    "words."
)
INTRODUCTION = tr(
    "Choose a model, or write its id as OWNER/NAME. You see its size and licence first."
)


class ByNamePage(SearchPage):
    """A page of the library dialog, whose button does what `action` says."""

    def __init__(self, context: PanelContext, downloads: Downloads) -> None:
        names = (
            tr("Id of a model on the Hugging Face hub"),
            tr("Known models of the Hugging Face hub"),
        )
        super().__init__(tr("OWNER/NAME on the hub, or words to find a model"), *names)
        self._downloads, self._store = downloads, context.store
        self._lookup = LatestRequest(context.jobs, "hub", self)
        self._lookup.ended.connect(self._on_answer)
        self._looked_up = ""  # the id of the model that is looked up
        self._models: dict[str, RemoteModel] = {}  # descriptions, by id
        self._lookup_errors: dict[str, str] = {}  # why a model has no description, by id
        self._build()
        self._timer = create_single_shot_timer(self, LOOK_UP_AFTER_MS, self._look_up)
        self._fill()
        downloads.changed.connect(self._on_download)

    # ---- for the dialog

    @property
    def repo_id(self) -> str:
        """The marked model; empty if there is none."""
        return self._marked_data or ""

    @property
    def folder(self) -> Path | None:
        """The folder of the marked model if it is on this machine and no longer checked."""
        return find_cached(self.repo_id) if self.repo_id and not self._under_way else None

    @property
    def action(self) -> str:
        """What the dialog's button does."""
        if self.folder is not None:
            return tr("Use")
        model = self._model
        resumes = model is not None and not self._under_way and bytes_here(model) > 0
        return tr("Resume download") if resumes else tr("Download")

    @property
    def ready(self) -> bool:
        """Whether the button can do that now."""
        if self.folder is not None:
            return True
        model = self._model
        return model is not None and model.problem is None and not self._under_way

    @property
    def _model(self) -> RemoteModel | None:
        """The description of the marked model, once it is there."""
        return self._models.get(self.repo_id)

    @property
    def _under_way(self) -> bool:
        return self._downloads.task(self.repo_id) is not None

    def download(self) -> None:
        """Download the marked model."""
        if self.ready and self._model is not None:
            self._downloads.start(self._model)

    def stop(self) -> None:
        """The dialog is closed and needs no description any more."""
        self._timer.stop()
        self._lookup.cancel()

    # ---- the list

    def _fill(self) -> None:
        """List the known models with every word; a complete id in the line comes first."""
        marked, words = self.repo_id, self.line.text()
        needs, known = self._needs, [model for model in published_models() if model.on_hub]
        models = [model for model in known if needs.fit(model) and matches(model, words)]
        self._count.setText(tr("{count} of {known} models", count=len(models), known=len(known)))
        written = repo_id_of(words)
        ids = [model.id for model in models]
        with QSignalBlocker(self._list):
            self._list.clear()
            if written is not None and written not in ids:
                ids.insert(0, written)
                self._add(tr("{written}\nOn the Hugging Face hub", written=written), written)
            for model in models:
                self._add(f"{model.title}\n{summary(model)}", model.id)
            model_id = written if written is not None else marked
            self._list.setCurrentRow(ids.index(model_id) if model_id in ids else -1)
        self._on_selection()

    def _on_selection(self) -> None:
        known = self._model is not None or self.folder is not None
        if self.repo_id and not known:
            self._lookup_errors.pop(self.repo_id, None)
            self._timer.start()
        else:
            self._timer.stop()
        self._show()

    # ---- looking up

    def _look_up(self) -> None:
        if repo_id := self.repo_id:
            self._looked_up = repo_id
            self._lookup.start(partial(description, repo_id))

    def _on_answer(self, event: Event) -> None:
        if isinstance(event, Done):
            self._models[self._looked_up] = event.value
        elif isinstance(event, Failed):
            self._lookup_errors[self._looked_up] = str(event.error)
        self._show()

    def _on_download(self, repo_id: str) -> None:
        if repo_id == self.repo_id:
            self._show()

    # ---- the text about the marked model

    def _show(self) -> None:
        task = self._downloads.task(self.repo_id)
        progress = task.progress if task else None
        is_stopping = task is not None and task.job.is_cancelled
        self._bar.show_progress(progress, running=False)
        for widget in (self._bar, self._stop):
            widget.setVisible(task is not None)
        self._stop.setEnabled(not is_stopping)
        report = progress_text(progress) if progress else tr("Waiting …") if task else ""
        self._state.setText(tr("Stopping") if is_stopping else report)
        problem = self._problem()
        self._about.setText(problem or self._words())
        self._about.setProperty("problem", bool(problem))
        self._about.style().polish(self._about)
        self.changed.emit()

    def _problem(self) -> str:
        """Why the marked model cannot be used, or could not be looked up or downloaded."""
        if self._model is not None and self._model.problem is not None:
            return f"{self._model.problem} {self._model.hint}"
        return self._lookup_errors.get(self.repo_id) or self._downloads.problem(self.repo_id)

    def _words(self) -> str:
        repo_id = self.repo_id
        if not repo_id:
            words = self.line.text().strip()
            if self._list.count():
                return INTRODUCTION
            if self._needs != ModelNeeds():
                return NO_FIT
            return tr(
                "No known model is called “{words}”. Write its complete id, as OWNER/NAME.",
                words=words,
            )
        if self.folder is not None:
            return tr(
                "{repo_id} is on this machine, and opens without a connection.", repo_id=repo_id
            )
        if self._model is None:
            return tr("Looking up {repo_id} …", repo_id=repo_id)
        return about(self._model, under_way=self._under_way)

    # ---- building

    def _build(self) -> None:
        self.line.textChanged.connect(self._fill)
        self._list.currentItemChanged.connect(self._on_selection)
        self._about = wrap_label(plain_label())
        self._about.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._about.setFixedHeight(ABOUT_HEIGHT)
        self._lay_out(self._about, self._build_state(), filters=(self._build_filters(),))

    def _build_filters(self) -> QWidget:
        """A box for each need, and how many models fit all of them."""
        self._boxes: dict[str, QComboBox] = {}
        for name, choices in need_choices().items():
            box = named_box(NEED_NAMES[name], partial(self._need, name))
            box.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
            box.setMinimumContentsLength(LEAST_LETTERS)
            titles = [(title, value) for value, title in choices.items()]
            fill(box, titles, getattr(self._needs, name))
            widest = max(box.fontMetrics().horizontalAdvance(title) for title, _ in titles)
            box.view().setMinimumWidth(widest + VIEW_MARGIN)
            self._boxes[name] = box
        self._count = muted_label()
        filters = QWidget()
        rows = [line(*((self._boxes[name], 1) for name in row)) for row in NEED_ROWS]
        column(*rows, self._count, into=filters, spacing=6)
        return filters

    @property
    def _needs(self) -> ModelNeeds:
        """What is needed, as the session keeps it."""
        return ModelNeeds.from_json(self._store.state.settings(KEPT).get("needs"))

    def _need(self, name: str, value: str) -> None:
        needs = replace(self._needs, **{name: value})
        self._store.update_panel(KEPT, needs=needs.to_json())
        self._fill()

    def _build_state(self) -> QWidget:
        """The progress of a download; of the same height without one."""
        self._bar = JobProgressBar(160)
        self._state = muted_label()
        self._state.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._stop = push_button(tr("Stop"), lambda: self._downloads.cancel(self.repo_id), STOP_TIP)
        state = QWidget()
        state.setFixedHeight(STATE_HEIGHT)
        line(self._bar, (self._state, 1), self._stop, into=state, spacing=12)
        return state


class Downloads(QObject):
    """Starts downloads, and adds the complete ones to the library."""

    changed = Signal(str)  # id of the model: its download began, made progress, or ended

    def __init__(self, context: PanelContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._tasks: dict[str, BridgedJob] = {}
        self._problems: dict[str, str] = {}  # why the last download of a model failed

    def task(self, repo_id: str) -> BridgedJob | None:
        """The running download of a model, if any."""
        return self._tasks.get(repo_id)

    def problem(self, repo_id: str) -> str:
        """Why the last download of a model failed; empty if it did not."""
        return self._problems.get(repo_id, "")

    def start(self, model: RemoteModel) -> None:
        """Download a model, unless that is running already."""
        if model.repo_id in self._tasks:
            return
        self._problems.pop(model.repo_id, None)
        self._tasks[model.repo_id] = self._context.jobs.submit(
            "download",
            model.repo_id,
            partial(download, model),
            partial(self._on_event, model.repo_id),
            title=tr("Download {model}", model=model.repo_id),
            resumable=True,
        )
        self.changed.emit(model.repo_id)

    def cancel(self, repo_id: str) -> None:
        """Stop a download; the downloaded part stays."""
        if (task := self._tasks.get(repo_id)) is not None:
            self._context.jobs.cancel(task)
            self.changed.emit(repo_id)

    def _on_event(self, repo_id: str, event: Event) -> None:
        if isinstance(event, Done | Failed | Cancelled):
            del self._tasks[repo_id]
        if isinstance(event, Done):
            self._add(repo_id, event.value)
        elif isinstance(event, Failed):
            self._problems[repo_id] = str(event.error)
        self.changed.emit(repo_id)

    def _add(self, repo_id: str, folder: Path) -> None:
        try:
            self._context.library.open_folder(folder)
        except UserError as error:
            self._problems[repo_id] = str(error)
        else:
            self._context.library_changed()
