"""What is dropped on the window: models, a project, or a file for a panel."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QMimeData, QObject, QUrl
from PySide6.QtGui import QDragMoveEvent, QDropEvent, QFileOpenEvent
from PySide6.QtWidgets import QWidget

from explorer.core.errors import UserError
from explorer.core.library.library import NoBaseError, UnnamedError
from explorer.core.localization import tr
from explorer.core.project import ENDING
from explorer.core.readable import join_names
from explorer.core.state.defaults import MAX_MODELS
from explorer.ui.dialogs.choosing import OpenFileButton
from explorer.ui.panel_base.panel import Panel

if TYPE_CHECKING:
    from explorer.ui.window.main_window import MainWindow

OF_MODEL = (".safetensors", ".bin")  # files that stand for the folder of a model
CONFIG = "config.json"
NOT_OPENED = tr(
    "{name} cannot be opened here. A folder with a model, a project ({ending}), a table or a "
    "text can be dropped on the window."
)


class Drops(QObject):
    """Opens what a person drops, wherever on the window, and what the system hands over."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._over = False  # whether files are being dragged over the window
        window.setAcceptDrops(True)

    def open(self, urls: Sequence[QUrl]) -> None:
        """Open models, and one project or one file; say of the others why they are not opened."""
        remote = [url.toString() for url in urls if not url.isLocalFile()]
        paths = [Path(url.toLocalFile()) for url in urls if url.isLocalFile()]
        projects = [path for path in paths if path.suffix.lower() == ENDING]
        models = [path for path in paths if _is_of_model(path)]
        files = [path for path in paths if path not in projects and path not in models]
        if remote:
            names = join_names(remote)
            text = tr("{names}: not on this computer. Save it, then drop the file.", names=names)
            self._window.warn(text)
        if projects:
            self._window.projects.open_file(projects[0])
            self._say_left([*projects[1:], *models, *files], projects[0])
            return
        self._open_models(models)
        opened = next((path for path in files if self._open_file(path)), None)
        if opened is not None:
            self._say_left([path for path in files if path != opened], opened)

    def _say_left(self, left: Sequence[Path], opened: Path) -> None:
        if left:
            names = join_names([path.name for path in left])
            text = tr("Only {opened} was opened; drop {names} afterwards, one at a time.")
            self._window.warn(text.format(opened=opened.name, names=names))

    # ---- models

    def _open_models(self, paths: Sequence[Path]) -> None:
        """Add models; where there is no room, the library asks which one gives its place."""
        context = self._window.context
        keys: list[str] = []
        for path in paths:
            try:
                keys.append(context.library.open_folder(path).key)
            except (UnnamedError, NoBaseError):  # a person is asked
                self._window.open_library().open_folder(str(path))
            except UserError as error:
                self._window.warn(f"{path.name}: {error}")
        if not keys:
            return
        context.library_changed()
        shown = self._window.store.state.models
        new = [key for key in dict.fromkeys(keys) if key not in shown]
        room = MAX_MODELS - len(shown)
        if new[:room]:
            self._window.store.update(models=(*shown, *new[:room]))
        self._say_shown([key for key in keys if key in shown])
        if left := new[room:]:
            self._window.open_library().open_folder(left[0])

    def _say_shown(self, keys: Sequence[str]) -> None:
        entries = filter(None, map(self._window.context.entry, keys))
        if names := join_names([entry.title for entry in entries]):
            self._window.banners.add(tr("Side by side already: {names}.", names=names))

    # ---- files

    def _open_file(self, path: Path) -> bool:
        """Give a file to the visible panel, or else to the first that opens such files."""
        if not path.is_file():
            self._window.warn(tr("{name} is not there any more.", name=path.name))
            return False
        if self._give(self._window.current_panel, path):
            return True
        suffix = path.suffix.lower()
        panels = (panel.spec for panel in self._window.catalog.panels)
        spec = next((spec for spec in panels if suffix in spec.opens), None)
        if spec is not None:
            self._window.store.update(panel=spec.name)
            if self._give(self._window.current_panel, path):
                return True
        self._window.warn(NOT_OPENED.format(name=path.name, ending=ENDING))
        return False

    def _give(self, panel: Panel | None, path: Path) -> bool:
        """Whether a button of the panel that opens files takes this one."""
        if panel is None:
            return False
        for button in panel.findChildren(OpenFileButton):
            if button.isVisibleTo(panel) and button.isEnabled() and button.takes(path):
                button.path_chosen.emit(str(path))
                return True
        return False

    # ---- Qt

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Installed on the application: a line of text would take the path of a file as its text.

        macOS hands over what is double-clicked as an event.
        """
        if isinstance(event, QFileOpenEvent):
            self.open([event.url()])
            return True
        if event.type() == QEvent.Type.DragLeave and self._over:
            self._over = False  # the widget below was never told that anything entered it
            return True
        if isinstance(event, QDropEvent) and self._is_ours(watched, event.mimeData()):
            self._over = isinstance(event, QDragMoveEvent)
            event.acceptProposedAction()
            if not isinstance(event, QDragMoveEvent):
                self.open(event.mimeData().urls())
            return True
        return super().eventFilter(watched, event)

    def _is_ours(self, watched: QObject, data: QMimeData) -> bool:
        inside = isinstance(watched, QWidget) and watched.window() is self._window
        return inside and data.hasUrls()


def _is_of_model(path: Path) -> bool:
    """Whether this is a folder, or a file that stands for that of its model."""
    beside = (path.parent / CONFIG).is_file()
    return path.is_dir() or (beside and (path.name == CONFIG or path.suffix.lower() in OF_MODEL))
