"""The downloads of the window: each continues after the dialog that started it is closed."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from explorer.core.errors import UserError
from explorer.core.hub.download import download
from explorer.core.hub.remote import RemoteModel
from explorer.core.jobs.jobs import Cancelled, Done, Event, Failed
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.job_bridge import BridgedJob


class Downloads(QObject):
    """Starts downloads, and adds the complete ones to the library."""

    changed = Signal(str)  # id of the model: its download began, made progress, or ended
    arrived = Signal(str, str)  # id of the model, and its key in the library

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
            title=f"Download {model.repo_id}",
            keeps=True,
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
            entry = self._context.library.open_folder(folder)
        except UserError as error:
            self._problems[repo_id] = str(error)
            return
        self._context.library_changed()
        self.arrived.emit(repo_id, entry.key)
