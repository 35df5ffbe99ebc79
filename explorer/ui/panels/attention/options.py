"""The options of a model of the Attention panel, behind a button next to its name."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFormLayout, QFrame, QToolButton, QWidget

from explorer.core.attention.request import AttentionAnswer
from explorer.core.attention.view import AttentionView
from explorer.core.localization import mark, tr
from explorer.core.panel_text import panel_text
from explorer.core.state.state import Head
from explorer.ui.controls.layouts import Part, column
from explorer.ui.controls.option_controls import OptionControls
from explorer.ui.controls.plain_text import plain_label, set_tip
from explorer.ui.graphics.drawing import TITLE_HEIGHT
from explorer.ui.panels.attention.scene import (
    AttentionColumn,
    AttentionScene,
)
from explorer.ui.window.top_bar import TextLine
from models.schema.specs import ArchSpec, ExtraSpec

WRITING_WIDTH = 240
BESIDE_NAME = 8.0  # pixels after the name of a model


class ModelOptions(QToolButton):
    """A button next to the name of a model, which opens its options.

    A stream and a term of the score hold for all models of its architecture.
    """

    term_switched = Signal(str, bool)  # name, on
    head_switched = Signal()

    def __init__(self, spec: ArchSpec, parent: QWidget) -> None:
        super().__init__(parent)
        self.setText(tr("Options"))
        self.setProperty("quiet", True)
        self.spec = spec
        self.page = QFrame(self, Qt.WindowType.Popup)
        self.page.setObjectName("modelOptions")
        self.options = OptionControls(panel_text("attention").controls)
        self.texts = self.options.texts
        self.stream = self.options.choice_box("stream")
        self.stream.setAccessibleName(tr("Which attention of {model} is shown", model=spec.title))
        set_tip(self.stream, self.stream.accessibleName())
        self.writing = self._writing_line()
        self.variant = self.options.choice_box("variant")
        self.order = self.options.tick("order")
        self.terms = [self._term_box(extra) for extra in spec.extras if extra.ablatable]
        self.switch = self.options.button("no_head", self.head_switched)
        varied = [tr(one.title) for one in spec.inputs if one.variants]
        self._form = QFormLayout()
        self._form.addRow(plain_label(self.texts["stream"]["title"]), self.stream)
        self._form.addRow(plain_label(self.texts["decoder_text"]["title"]), self.writing)
        title = next(iter(varied), self.texts["variant"]["title"])  # of the input that varies
        self._form.addRow(plain_label(title), self.variant)
        parts: tuple[Part, ...] = (self._form, self.order, *self.terms, self.switch)
        column(*parts, into=self.options, margins=(12, 12, 12, 12))
        column(self.options, into=self.page)
        self._form.setRowVisible(self.stream, len(spec.streams) > 1)
        self._form.setRowVisible(self.variant, bool(varied))
        self.order.setVisible(spec.reads_order)
        self.clicked.connect(self._open)

    def _writing_line(self) -> TextLine:
        words = self.texts["decoder_text"]
        line = TextLine("decoderText", words["title"])
        line.setClearButtonEnabled(True)
        line.setFixedWidth(WRITING_WIDTH)
        set_tip(line, words["tip"])
        line.edited.connect(lambda text: self.options.changed.emit({"decoder_text": text}))
        return line

    def _term_box(self, extra: ExtraSpec) -> QCheckBox:
        box = QCheckBox(tr("{term} in the score", term=tr(extra.title)))
        box.setObjectName(extra.name)
        set_tip(box, self.texts["term"]["tip"])
        box.clicked.connect(lambda on: self.term_switched.emit(extra.name, on))
        return box

    def show_scene(self, scene: AttentionScene, column: AttentionColumn) -> None:
        """Show what is chosen for a model, without emitting anything."""
        tip = tr("Options of {model}: its attention, and what is switched off", model=column.title)
        set_tip(self, tip)
        self.setAccessibleName(tr("Options of {model}", model=column.title))
        self._show_streams(column.view)
        self.order.setChecked(scene.options.with_order)
        for box in self.terms:
            box.setChecked(box.objectName() not in scene.options.ablate_extras)
        self._show_decoder_text(column.view, scene.options.decoder_text)
        variants = {one.name: tr(one.title) for one in self.spec.input_variants}
        self.variant.show_items({"": tr("As usual"), **variants}, scene.options.variant)
        self._show_switch(column.head(*column.chosen), column.answer)
        if self.page.isVisible():
            self.page.adjustSize()

    def _show_streams(self, view: AttentionView) -> None:
        """Show the streams that ran; if only one did, all of the architecture, disabled."""
        several = len(view.streams) > 1
        streams = view.streams if several else self.spec.streams
        titles = {stream.name: tr(stream.title) for stream in streams}
        self.stream.show_items(titles, view.stream.name)
        self.stream.setEnabled(several)

    def _show_decoder_text(self, view: AttentionView, typed: str) -> None:
        """What was typed, else the model's own output."""
        writes = view.card.spec.is_decoder_input(view.rows.feed)
        self._form.setRowVisible(self.writing, writes)
        if writes:
            own = view.fed.written if view.fed.is_generated else ""
            by_itself = tr("by itself: {own}", own=own) if own else tr("by itself")
            self.writing.show_text(typed)
            self.writing.setPlaceholderText(by_itself)

    def _show_switch(self, head: Head | None, answer: AttentionAnswer) -> None:
        text = self.texts["no_head"]["title"]
        if head is not None:
            off = mark("Switch layer {layer}, head {head} off")
            on = mark("Switch layer {layer}, head {head} on")
            place = {"layer": head.layer + 1, "head": head.head + 1}
            text = tr(on if head in answer.off else off, **place)
        self.switch.setText(text)
        self.switch.setEnabled(head is not None)
        set_tip(self.switch, self.texts["no_head" if head is None else "switch"]["tip"])

    def _open(self) -> None:
        """Below the button, as far as the screen has room."""
        self.page.adjustSize()
        corner = self.mapToGlobal(QPoint(0, self.height()))
        free = self.screen().availableGeometry()
        lowest = free.bottom() - self.page.height()
        farthest = free.right() - self.page.width()
        self.page.move(min(corner.x(), farthest), min(corner.y(), lowest))
        self.page.show()

    def place(self, name_end: QPointF, farthest: int, scale: float) -> None:
        """After the name of its model, not farther right than so many pixels."""
        size = self.sizeHint()
        x = min(int((name_end.x() + BESIDE_NAME) * scale), farthest - size.width())
        height = int(TITLE_HEIGHT * scale)
        self.setGeometry(x, int(name_end.y() * scale), size.width(), height)
        self.show()
