"""Asks what a figure shall look like and where it shall go; every choice shows in the preview."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QStandardPaths, Qt, Signal
from PySide6.QtGui import QGuiApplication, QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDoubleSpinBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from explorer.core.errors import UserError
from explorer.ui.export import (
    FIGURE_SIZES,
    FORMAT_TITLES,
    FORMATS,
    PAGE,
    ExportOptions,
    Figure,
    Format,
    export,
    image,
)
from explorer.ui.theme import DARK, LIGHT
from explorer.ui.widgets.form import indented

PREVIEW = (520, 420)


class ExportDialog(QDialog):
    """Exports one figure, or all of them with `figures` of several panels."""

    exported = Signal(object)  # list of paths
    copied = Signal()

    def __init__(
        self,
        figures: Callable[[], Sequence[Figure]],
        folder: Path | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._make_figures = figures
        self._figures: list[Figure] = []
        self.setModal(True)
        self._build(folder or default_folder())
        self.reload()

    def reload(self) -> None:
        """Take the figures again, such as when checkpoint hashes have become known."""
        self._figures = list(self._make_figures())
        number = len(self._figures)
        self.setWindowTitle(f"Export {number} figures" if number > 1 else "Export")
        self._show_preview()

    @property
    def options(self) -> ExportOptions:
        return ExportOptions(
            size=self._size.currentData(),
            scale=self._scale.value(),
            palette=DARK if self._dark.isChecked() else LIGHT,
            caption=self._caption.isChecked(),
        )

    def choose_formats(self, formats: Sequence[Format]) -> None:
        for name, box in self._formats.items():
            box.setChecked(name in formats)

    def save(self) -> None:
        """Write the chosen formats; what is wrong is said in the dialog."""
        formats = [name for name, box in self._formats.items() if box.isChecked()]
        if not formats:
            self._say("Choose at least one format.")
            return
        try:
            paths = self._write(formats)
        except UserError as error:
            self._say(str(error))
            return
        self.exported.emit(paths)
        self.accept()

    def copy(self) -> None:
        """Put the first figure on the clipboard as an image."""
        if not self._figures:
            return
        try:
            picture = image(self._figures[0], self.options)
        except UserError as error:
            self._say(str(error))
            return
        QGuiApplication.clipboard().setImage(picture)
        self._say("The picture is on the clipboard.")
        self.copied.emit()

    def _write(self, formats: Sequence[Format]) -> list[Path]:
        folder = Path(self._folder.text()).expanduser()
        if not self._folder.text().strip():
            raise UserError("No folder is chosen.", "Choose where the files shall go.")
        written = [export(figure, folder, formats, self.options) for figure in self._figures]
        return [path for paths in written for path in paths]

    def _say(self, text: str) -> None:
        self._message.setText(text)
        self._message.setVisible(bool(text))

    def _show_preview(self) -> None:
        self._say("")
        self._scale.setEnabled(self._formats["png"].isChecked())
        if not self._figures:
            self._preview.setText("There is nothing to export yet.")
            return
        options = self.options
        try:
            picture = image(
                self._figures[0], ExportOptions(options.size, 1.5, options.palette, options.caption)
            )
        except UserError as error:
            self._say(str(error))
            return
        ratio = self.devicePixelRatioF()
        keep = Qt.AspectRatioMode.KeepAspectRatio
        smooth = Qt.TransformationMode.SmoothTransformation
        width, height = (round(side * ratio) for side in PREVIEW)
        pixmap = QPixmap.fromImage(picture).scaled(width, height, keep, smooth)
        pixmap.setDevicePixelRatio(ratio)
        self._preview.setPixmap(pixmap)

    # ---- building

    def _build(self, folder: Path) -> None:
        self._preview = QLabel()
        self._preview.setObjectName("exportPreview")
        self._preview.setFixedSize(*PREVIEW)
        self._preview.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._preview.setAccessibleName("Preview of the figure")
        top = QHBoxLayout()
        top.setSpacing(24)
        top.addWidget(self._preview)
        top.addLayout(self._build_form(), 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(16)
        layout.addLayout(top)
        layout.addLayout(self._build_folder(folder))
        self._message = QLabel()
        self._message.setWordWrap(True)
        self._message.setVisible(False)
        layout.addWidget(self._message)
        layout.addLayout(self._build_buttons())

    def _build_form(self) -> QFormLayout:
        form = QFormLayout()
        form.setVerticalSpacing(10)
        self._size = QComboBox()
        for size in FIGURE_SIZES:
            self._size.addItem(size.title, size)
        self._size.setCurrentIndex(FIGURE_SIZES.index(PAGE))
        self._scale = indented(QDoubleSpinBox())
        self._scale.setRange(0.5, 8.0)
        self._scale.setSingleStep(0.5)
        self._scale.setDecimals(1)
        self._scale.setValue(3.0)
        self._scale.setSuffix(" ×")
        self._dark = QCheckBox("Dark ground")
        self._caption = QCheckBox("Caption that tells how to make it again")
        self._caption.setChecked(True)
        form.addRow("Size", self._size)
        form.addRow("PNG scale", self._scale)
        form.addRow("", self._dark)
        form.addRow("", self._caption)
        form.addRow("Formats", self._build_formats())
        self._size.currentIndexChanged.connect(self._on_changed)
        self._dark.toggled.connect(self._on_changed)
        self._caption.toggled.connect(self._on_changed)
        return form

    def _build_formats(self) -> QWidget:
        box = QWidget()
        layout = QVBoxLayout(box)
        layout.setContentsMargins(0, 0, 0, 0)
        self._formats: dict[Format, QCheckBox] = {}
        for name in FORMATS:
            self._formats[name] = QCheckBox(FORMAT_TITLES[name])
            self._formats[name].setChecked(name in ("png", "pdf"))
            layout.addWidget(self._formats[name])
        self._formats["png"].toggled.connect(self._scale.setEnabled)
        return box

    def _build_folder(self, folder: Path) -> QHBoxLayout:
        self._folder = QLineEdit(str(folder))
        self._folder.setAccessibleName("Folder")
        choose = QPushButton("Choose…")
        choose.clicked.connect(self._on_choose)
        line = QHBoxLayout()
        line.addWidget(QLabel("Folder"))
        line.addWidget(self._folder, 1)
        line.addWidget(choose)
        return line

    def _build_buttons(self) -> QHBoxLayout:
        copy = QPushButton("Copy picture")
        copy.clicked.connect(self.copy)
        close = QPushButton("Cancel")
        close.clicked.connect(self.reject)
        save = QPushButton("Export")
        save.setProperty("primary", True)
        save.setDefault(True)
        save.clicked.connect(self.save)
        line = QHBoxLayout()
        line.addWidget(copy)
        line.addStretch(1)
        line.addWidget(close)
        line.addWidget(save)
        return line

    def _on_changed(self) -> None:
        self._show_preview()

    def _on_choose(self) -> None:
        chooser = QFileDialog(self, "Where to", self._folder.text())
        chooser.setFileMode(QFileDialog.FileMode.Directory)
        chooser.setOption(QFileDialog.Option.ShowDirsOnly)
        chooser.fileSelected.connect(self._folder.setText)
        chooser.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        chooser.open()


def default_folder() -> Path:
    """The person's pictures, or their home where there is no such place."""
    where = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.PicturesLocation)
    return Path(where or Path.home()) / "PLM Explorer"
