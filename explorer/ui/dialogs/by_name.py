"""Models of the Hugging Face hub by name: looked up, described, downloaded, and used."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from explorer.core.hub.download import bytes_here
from explorer.core.hub.names import cached, repo_id_of
from explorer.core.hub.remote import RemoteModel, description
from explorer.core.jobs.jobs import Cancelled, Done, Event, Failed
from explorer.core.jobs.progress_text import describe as progress_text
from explorer.core.library.published import PublishedModel, published_models
from explorer.core.readable import listed, readable_bytes
from explorer.ui.controls.plain_text import plain_label, set_tip
from explorer.ui.dialogs.list_keys import ListKeys
from explorer.ui.panel_base.job_bridge import BridgedJob, JobBridge
from explorer.ui.window.downloads import Downloads
from explorer.ui.window.jobs_bar import BAR_STEPS, share_done

LOOK_UP_AFTER_MS = 400  # of quiet, so that whoever walks through the list asks for one model only
ABOUT_HEIGHT = 76  # pixels: three lines, so that nothing moves when the answer comes
STATE_HEIGHT = 34  # of the bar and the words beside it
REPO_ID = Qt.ItemDataRole.UserRole
OFFERED = "Choose a model, or write its id as OWNER/NAME. Its size and licence are shown first."


class ByNamePage(QWidget):
    """A page of the library's dialog, whose button does what `action` says."""

    changed = Signal()  # the action, or whether it can be done
    activated = Signal()  # a row, by a double click or the Enter key

    def __init__(
        self, jobs: JobBridge, downloads: Downloads, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._downloads = downloads
        self._looking: BridgedJob | None = None
        self._models: dict[str, RemoteModel] = {}  # what was looked up, by id
        self._unanswered: dict[str, str] = {}  # why a model could not be looked up
        self._build()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(LOOK_UP_AFTER_MS)
        self._timer.timeout.connect(self._look_up)
        self._fill()
        downloads.changed.connect(self._on_download)

    # ---- what the dialog asks

    @property
    def repo_id(self) -> str:
        """The model that is marked; empty where none is."""
        item = self._list.currentItem()
        return "" if item is None else str(item.data(REPO_ID))

    @property
    def folder(self) -> Path | None:
        """Where the marked model is, once it is on this machine."""
        return cached(self.repo_id) if self.repo_id else None

    @property
    def action(self) -> str:
        """What the dialog's button does."""
        if self.folder is not None:
            return "Use"
        model = self._models.get(self.repo_id)
        goes_on = model is not None and not self._under_way and bytes_here(model) > 0
        return "Resume download" if goes_on else "Download"

    @property
    def ready(self) -> bool:
        """Whether the button can do that now."""
        if self.folder is not None:
            return True
        model = self._models.get(self.repo_id)
        return model is not None and model.problem is None and not self._under_way

    @property
    def _under_way(self) -> bool:
        return self._downloads.task(self.repo_id) is not None

    def download(self) -> None:
        """Fetch the marked model."""
        if self.ready and self.folder is None:
            self._downloads.start(self._models[self.repo_id])

    def stop(self) -> None:
        """The dialog is closed: nobody waits for a description any more."""
        self._timer.stop()
        if self._looking is not None:
            self._jobs.cancel(self._looking)

    # ---- the list

    def _fill(self) -> None:
        """List the known models that have every word, and first the id that is written itself."""
        marked, words = self.repo_id, self.line.text()
        found = [model for model in published_models() if matches(model, words)]
        written = repo_id_of(words)
        ids = [model.id for model in found]
        with QSignalBlocker(self._list):
            self._list.clear()
            if written is not None and written not in ids:
                ids.insert(0, written)
                self._add(written, f"{written}\nOn the Hugging Face hub")
            for model in found:
                self._add(model.id, f"{model.title}\n{summary(model)}")
            wanted = written if written is not None else marked
            self._list.setCurrentRow(ids.index(wanted) if wanted in ids else -1)
        self._on_selection()

    def _add(self, repo_id: str, text: str) -> None:
        item = QListWidgetItem(text)
        item.setData(REPO_ID, repo_id)
        self._list.addItem(item)

    def _on_selection(self) -> None:
        known = self.repo_id in self._models or self.folder is not None
        if self.repo_id and not known:
            self._unanswered.pop(self.repo_id, None)
            self._timer.start()
        else:
            self._timer.stop()
        self._show()

    # ---- looking up

    def _look_up(self) -> None:
        repo_id = self.repo_id
        if repo_id:
            self._looking = self._jobs.submit(
                "explore", "hub", partial(description, repo_id), partial(self._on_answer, repo_id)
            )

    def _on_answer(self, repo_id: str, event: Event) -> None:
        if isinstance(event, Done):
            self._models[repo_id] = event.value
        elif isinstance(event, Failed):
            self._unanswered[repo_id] = str(event.error)
        if isinstance(event, Done | Failed | Cancelled):
            self._looking = None
            self._show()

    def _on_download(self, repo_id: str) -> None:
        if repo_id == self.repo_id:
            self._show()

    # ---- what is said of the marked model

    def _show(self) -> None:
        task = self._downloads.task(self.repo_id)
        is_stopping = task is not None and task.job is not None and task.job.cancelled
        self._bar.setVisible(task is not None)
        self._bar.setValue(round(BAR_STEPS * (share_done(task.progress if task else None) or 0.0)))
        self._stop.setVisible(task is not None)
        self._stop.setEnabled(not is_stopping)
        self._state.setText("Stopping" if is_stopping else self._how_far(task))
        problem = self._problem()
        self._about.setText(problem or self._words())
        self._about.setProperty("problem", bool(problem))
        self._about.style().polish(self._about)
        self.changed.emit()

    def _how_far(self, task: BridgedJob | None) -> str:
        if task is None:
            return ""
        return progress_text(task.progress) if task.progress else "Waiting for its turn"

    def _problem(self) -> str:
        """Why the marked model cannot be used, or could not be looked up or downloaded."""
        model = self._models.get(self.repo_id)
        if model is not None and model.problem is not None:
            return f"{model.problem} {model.hint}"
        return self._unanswered.get(self.repo_id) or self._downloads.problem(self.repo_id)

    def _words(self) -> str:
        repo_id = self.repo_id
        if not repo_id:
            return self._no_model()
        if self.folder is not None:
            return f"{repo_id} is on this machine, and opens without a connection."
        if repo_id not in self._models:
            return f"Looking up {repo_id} …"
        return about(self._models[repo_id], under_way=self._under_way)

    def _no_model(self) -> str:
        words = self.line.text().strip()
        if words and not self._list.count():
            return f"No known model is called “{words}”. Write its whole id, as OWNER/NAME."
        return OFFERED

    # ---- building

    def _build(self) -> None:
        self.line = QLineEdit()
        self.line.setPlaceholderText("google-bert/bert-base-uncased, or words to find a model")
        self.line.setAccessibleName("Id of a model on the Hugging Face hub")
        self.line.setClearButtonEnabled(True)
        self.line.textChanged.connect(self._fill)
        self._list = QListWidget()
        self._list.setAccessibleName("Known models of the Hugging Face hub")
        self._list.setWordWrap(True)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.currentItemChanged.connect(self._on_selection)
        self._list.itemActivated.connect(self.activated)
        ListKeys(self.line, self._list)
        self._about = plain_label()
        self._about.setWordWrap(True)
        self._about.setTextFormat(Qt.TextFormat.PlainText)
        self._about.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._about.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._about.setFixedHeight(ABOUT_HEIGHT)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 12, 0, 0)
        layout.setSpacing(12)
        layout.addWidget(self.line)
        layout.addWidget(self._list, 1)
        layout.addWidget(self._about)
        layout.addWidget(self._build_state())

    def _build_state(self) -> QWidget:
        """How far a download is; as high without one."""
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setRange(0, BAR_STEPS)
        self._bar.setFixedWidth(160)
        self._state = plain_label()
        self._state.setTextFormat(Qt.TextFormat.PlainText)
        self._state.setProperty("muted", True)
        self._state.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._stop = QPushButton("Stop")
        set_tip(self._stop, "What has arrived stays, and the download can go on later")
        self._stop.clicked.connect(lambda: self._downloads.cancel(self.repo_id))
        state = QWidget()
        state.setFixedHeight(STATE_HEIGHT)
        line = QHBoxLayout(state)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(12)
        line.addWidget(self._bar)
        line.addWidget(self._state, 1)
        line.addWidget(self._stop)
        return state


def matches(model: PublishedModel, words: str) -> bool:
    """Whether every word is in its id, an alias, its title, its publisher or its languages."""
    known = (model.id, *model.aliases, model.title, model.publisher, *model.languages)
    told = " ".join(known).lower()
    return all(word in told for word in words.lower().split())


def summary(model: PublishedModel) -> str:
    """One line about a known model."""
    licence = model.licence or "licence not stated"
    languages = listed(model.languages)
    said = f"{model.id} · {model.parameters:,} parameters · {languages} · {licence}"
    return f"{said} · on this machine" if cached(model.id) is not None else said


def about(model: RemoteModel, *, under_way: bool) -> str:
    """What the hub says of a model that can be used."""
    licence = f"Licence: {model.licence or 'not stated'}."
    here, size = bytes_here(model), readable_bytes(model.size_bytes)
    parts = [f"{model.family}, {size} in {len(model.files)} files; all parts are there. {licence}"]
    if model.num_parameters:
        parts.append(f"{model.num_parameters:,} parameters in its weights.")
    if here and not under_way:
        parts.append(f"{readable_bytes(here)} of {size} are on this machine already.")
    return "\n".join(parts)
