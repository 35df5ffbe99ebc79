"""The project of the window: saved, opened, shared, and restored after a crash."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QStandardPaths, Signal
from PySide6.QtWidgets import QCheckBox, QFileDialog, QGridLayout, QWidget

from explorer.core.errors import UserError
from explorer.core.jobs.jobs import Event, Failed, Progress
from explorer.core.jobs.jobs import Work as Job
from explorer.core.library.adapters import adapted_key
from explorer.core.library.library import ModelEntry
from explorer.core.localization import plural, tr
from explorer.core.project import ENDING
from explorer.core.project.file import (
    OpenedProject,
    Stamp,
    check_own,
    open_project,
    save_project,
    stamp,
)
from explorer.core.project.models import (
    ModelReference,
    bytes_of,
    find_referenced,
    usable,
    weights_hash,
)
from explorer.core.project.workspace import ProjectSession, Workspace, sweep_pictures
from explorer.core.readable import readable_bytes
from explorer.ui.controls.plain_text import set_tip
from explorer.ui.dialogs.choosing import file_dialog
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.details import Action
from explorer.ui.panel_base.job_bridge import LatestRequest
from explorer.ui.report.builder import ReportBuilder

FILTER = tr("Projects of PLM Explorer (*{ending})", ending=ENDING)
MOST_RECENT = 10
PICTURES = "report"  # folder beside the session, of pictures that no project file has yet
NOT_HERE = tr("{title} is not on this computer. The project was made with the weights {hash}.")
INSIDE_TIP = tr(
    "For someone who does not have them. Bundled models are never put inside, except as the base "
    "of an adapter."
)
OTHERS_WEIGHTS = tr(
    "The weights of {title} in this folder are not those of the project ({here} instead "
    "of {hash}), so pictures may differ."
)


class Projects(QObject):
    """Knows the project file of the window, and what was there before another was opened."""

    message = Signal(str, object)  # a line, and its Action or None
    warned = Signal(str)
    progressed = Signal(str)
    changed = Signal()  # something that the session saves
    state_requested = Signal(object)  # State

    def __init__(self, context: PanelContext, builder: ReportBuilder, window: QWidget) -> None:
        super().__init__(window)
        self._context, self._builder, self._window = context, builder, window
        self._request = LatestRequest(context.jobs, "project", self, lane="export")
        self._request.progressed.connect(self.progressed)
        self._request.ended.connect(self._on_end)
        self._saved: tuple[object, ...] | None = None  # the content of the file
        self._stamp: Stamp = None  # of the file as this window knows it
        self._inside = False
        self._before: Workspace | None = None
        self.path = ""
        self.missing: tuple[ModelReference, ...] = ()
        self.recent: tuple[str, ...] = ()

    @property
    def work(self) -> Workspace:
        """What the window holds now."""
        return Workspace(self._context.store.state, self._builder.report, self.path, self.missing)

    @property
    def title(self) -> str:
        """For the title bar; "[*]" is where Qt marks changes."""
        return f"{Path(self.path).name}[*] – PLM Explorer" if self.path else "PLM Explorer"

    @property
    def is_modified(self) -> bool:
        """Whether the file lacks something; without a file nothing waits to be saved."""
        return bool(self.path) and self.work.content != self._saved

    # ---- saving

    def save(self) -> None:
        """Write the file of the project, or choose one."""
        if self.path:
            self._write(Path(self.path), chosen=False)
        else:
            self.save_as()

    def save_as(self) -> QFileDialog:
        """Choose a file; the dialog asks before another one is replaced."""
        inside, name = self._inside_box(), Path(self.path).name or f"project{ENDING}"

        def then(path: str) -> None:
            self._inside = inside.isChecked()
            self._write(Path(path), chosen=True)

        dialog = file_dialog(self._window, tr("Save project"), self._folder, then, FILTER, name)
        dialog.setOption(QFileDialog.Option.DontUseNativeDialog)  # only Qt's has room for the box
        layout = dialog.layout()
        assert isinstance(layout, QGridLayout)
        layout.addWidget(inside, layout.rowCount(), 0, 1, -1)
        dialog.open()
        return dialog

    def _inside_box(self) -> QCheckBox:
        """Models go into the file on request, with the size that this has."""
        models = [one for one in self._models() if one.origin != "bundled"]
        usable_models = [one for one in models if one.problem is None]
        count, size = len(usable_models), readable_bytes(bytes_of(usable_models))
        title = plural(
            count,
            "Put the model inside ({size})",
            "Put the {count} models inside ({size})",
            size=size,
        )
        box = QCheckBox(
            title if count else tr("Put models inside (all of them come with the program)")
        )
        set_tip(box, INSIDE_TIP)
        box.setEnabled(count > 0)
        box.setChecked(self._inside and count > 0)
        return box

    def _models(self) -> list[ModelEntry]:
        """The models in the states of the window and of the figures."""
        states = [self.work.state, *(one.state for one in self._builder.report.figures)]
        keys = {adapted_key(key) for state in states for key in state.models}
        entries = {entry.key: entry for entry in self._context.library.entries()}
        entries |= {key: entry for key in keys if (entry := self._context.entry(key))}
        return find_referenced(self.work.to_json(), list(entries.values()))

    def _write(self, path: Path, *, chosen: bool) -> None:
        """Write the project; without `chosen`, replace only a file that this program wrote."""
        work, known = replace(self.work, path=str(path)), self._stamp
        architectures = dict(self._context.library.architectures)
        entries, inside = self._models(), self._inside

        def write() -> Job:
            if not chosen:
                check_own(path, known)
            written = yield from save_project(path, work, entries, architectures, inside=inside)
            return work, written

        self._request.start(write, self._on_saved)

    def _on_saved(self, value: tuple[Workspace, Stamp]) -> None:
        work, self._stamp = value
        self._saved = work.content
        self._use_path(work.path)
        self.message.emit(tr("Saved {path}.", path=work.path), None)

    def _use_path(self, path: str) -> None:
        self.path = path
        others = (one for one in self.recent if one != path)
        self.recent = (path, *others)[:MOST_RECENT] if path else self.recent
        self.changed.emit()

    # ---- opening

    def open(self) -> None:
        """Choose a project and open it."""

        def then(path: str) -> None:
            self.open_file(Path(path))

        file_dialog(self._window, tr("Open project"), self._folder, then, FILTER).open()

    def open_file(self, path: Path) -> None:
        """Open a project; what is in the window stays if that fails."""
        path, entries = path.absolute(), self._context.library.entries()
        self._request.start(partial(open_project, path, entries), self._on_opened)

    def new(self) -> None:
        """Begin an empty report without a file; the window stays as it is."""
        self._replace(Workspace(self._context.store.state))
        self.message.emit(tr("A new project: the report is empty."), self._way_back())

    def back(self) -> None:
        """Return to the work before the last project was opened or begun, and back again."""
        if self._before is not None:
            self._replace(self._before)

    @property
    def can_go_back(self) -> bool:
        return self._before is not None

    def _on_opened(self, opened: OpenedProject) -> None:
        library, known = self._context.library, set(self._context.library.opened_folders)
        for model in opened.located:
            if not model.bundled and model.folder not in known:
                library.open_folder(model.folder, model.reference.architecture)
        self._context.library_changed()
        self._replace(opened.work)
        self._saved, self._stamp = self.work.content, stamp(Path(self.path))
        self.changed.emit()
        self.message.emit(tr("Opened {name}.", name=Path(self.path).name), self._way_back())
        if opened.remarks:
            self.warned.emit(" ".join(opened.remarks))

    def _replace(self, work: Workspace) -> None:
        self._before = self.work
        self._saved, self._stamp = None, None
        self._take(work)

    def _take(self, work: Workspace) -> None:
        self.missing = work.missing
        self._use_path(work.path)
        self._builder.set_report(work.report, other=True)
        self.state_requested.emit(work.state)
        self.changed.emit()

    def _way_back(self) -> Action:
        return Action(tr("Back to the work before"), self.back)

    # ---- models that are not here

    def describe_missing(self) -> dict[str, tuple[str, Action]]:
        """By token: what to say of a model that is not on this computer, and how to find it."""
        return {
            one.token: (
                NOT_HERE.format(title=one.title, hash=one.hash or "unknown"),
                Action(tr("Choose its folder…"), partial(self.choose_folder, one)),
            )
            for one in self.missing
        }

    def choose_folder(self, reference: ModelReference) -> None:
        title = tr("The folder of {reference}", reference=reference.title)
        then = partial(self.use_folder, reference)
        file_dialog(self._window, title, self._folder, then).open()

    def use_folder(self, reference: ModelReference, folder: str) -> None:
        """Take the model in a folder for one of the project."""
        architecture = reference.architecture

        def read() -> Job:
            yield Progress(tr("Reading {reference}", reference=reference.title))
            entry = usable(Path(folder), architecture)
            return reference, folder, "" if entry is None else weights_hash(entry.folder)

        self._request.start(read, self._on_chosen)

    def _on_chosen(self, value: tuple[ModelReference, str, str]) -> None:
        reference, folder, here = value
        try:
            entry = self._context.library.open_folder(folder, reference.architecture)
        except UserError as error:
            self.warned.emit(str(error))
            return
        self._context.library_changed()
        self._take(self.work.rename_keys({reference.token: entry.key}))
        if here != reference.hash:
            said = OTHERS_WEIGHTS.format(title=reference.title, here=here, hash=reference.hash)
            self.warned.emit(said)

    # ---- the session

    def session(self) -> ProjectSession:
        return ProjectSession(self.work, self._before, self.recent, self._inside, self.is_modified)

    def restore(self, session: ProjectSession) -> None:
        """Restore the last session's project and report, not the state, which the window has."""
        work = session.present
        self.path, self.missing, self.recent = work.path, work.missing, session.recent
        self._before, self._inside = session.before, session.inside
        self._builder.set_report(work.report, other=True)
        self._saved = None if session.modified else self.work.content

    def sweep(self, pictures: Path) -> None:
        """Remove old pictures that neither this report nor the one before it has."""
        before = [] if self._before is None else [self._before.report]
        sweep_pictures(pictures, self._builder.report, *before)

    # ---- helpers

    @property
    def _folder(self) -> str:
        """The folder in which a dialog opens."""
        place = QStandardPaths.StandardLocation.DocumentsLocation
        documents = QStandardPaths.writableLocation(place) or str(Path.home())
        return str(Path(self.path).parent) if self.path else documents

    def _on_end(self, event: Event) -> None:
        self.progressed.emit("")
        if isinstance(event, Failed) and not event.is_bug:
            self.warned.emit(str(event.error))
