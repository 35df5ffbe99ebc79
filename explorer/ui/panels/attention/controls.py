"""The controls of the Attention panel: one line for all models, and the options of each model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QPoint, QPointF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QFrame,
    QPushButton,
    QToolButton,
    QWidget,
)

from explorer.core.attention.request import AttentionAnswer
from explorer.core.attention.view import AttentionView
from explorer.core.state.state import Head
from explorer.ui.controls.choices import ScaleBox
from explorer.ui.controls.flow import FlowLine
from explorer.ui.controls.layouts import Part, column
from explorer.ui.controls.plain_text import plain_label, set_tip
from explorer.ui.graphics.drawing import TITLE_HEIGHT
from explorer.ui.panels.attention.scene import COMPARABLE_VIEWS, VIEWS, AttentionColumn, Scene
from explorer.ui.panels.attention.text import place_name
from explorer.ui.window.top_bar import TextLine
from models.schema.specs import ArchSpec, ExtraSpec

WRITING_WIDTH = 240
LEAST_BOX = 48  # pixels
BESIDE_NAME = 8.0  # pixels after the name of a model
DIFFERENCE_TIP = "The first model minus the second, cell by cell"
NO_DIFFERENCE_TIP = (
    "These models split the text into different tokens. Choose two with the same tokenizer"
)
NO_MAPS_TIP = "Only maps and lines have a difference"
ORDER_TIP = (
    "Predict the tokens in the factorization order of Masking. Otherwise every token is visible "
    "and there is no query stream"
)
TERM_TIP = "Off: it is zero in every layer of every model that has it"
ALL_ON_TIP = "Switch all heads and terms on again"
NOTHING_OFF_TIP = "Nothing is switched off"
BACK_TIP = "Also with Esc, or a click on the map"
SWITCH_TIP = "The output of a head that is off is zero"
NO_HEAD = "Switch head off"
NO_HEAD_TIP = "Choose a head first, or Ctrl+click a thumbnail"
WRITING_TIP = "The input of the decoder after its start token; if empty, the model's own output"


class AttentionControls(QWidget):
    """Shows what is chosen in a `Scene`, and emits changes.

    What depends on a click stays where it is, grey where it has nothing to do: nothing moves under
    a pointer.
    """

    option_chosen = Signal(str, object)  # name, value
    selected = Signal(str, object)  # "layer" or "head", index or None
    all_switched_on = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._build()
        self._connect()

    def show_scene(self, scene: Scene) -> None:
        """Show what is chosen, without emitting anything."""
        maps = [column.view.maps for column in scene.answered]
        layers = _numbered("layer", max((each.num_layers for each in maps), default=0))
        heads = _numbered("head", max((each.num_heads for each in maps), default=0))
        _fill(self.view, {name: VIEWS[name] for name in scene.views}, scene.view)
        _fill(self.layer, layers, scene.selection.layer)
        _fill(self.head, heads, scene.selection.head)
        self.specials.setChecked(scene.options.hide_specials)
        self.scale.show_scale(scene.options.root_scale)
        self._show_difference(scene)
        any_off = any(column.answer.is_ablated for column in scene.answered)
        self.all_on.setEnabled(any_off)
        set_tip(self.all_on, ALL_ON_TIP if any_off else NOTHING_OFF_TIP)
        self.all_models.setVisible(scene.alone is not None)

    def _show_difference(self, scene: Scene) -> None:
        comparable = scene.comparable is not None
        possible = comparable and scene.view in COMPARABLE_VIEWS
        self.difference.setVisible(len(scene.answered) > 1)
        self.difference.setEnabled(possible)
        self.difference.setChecked(possible and scene.options.with_difference)
        reason = NO_MAPS_TIP if comparable else NO_DIFFERENCE_TIP
        set_tip(self.difference, DIFFERENCE_TIP if possible else reason)

    def _build(self) -> None:
        self.view = _box("View of the chosen head")
        self.layer, self.head = _box("Layer"), _box("Head")
        set_tip(self.layer, "Shows this layer alone; all layers: their average")
        set_tip(self.head, "Shows this head alone; all heads: their average")
        self.scale = ScaleBox()
        self.specials = QCheckBox("Hide special tokens")
        set_tip(self.specials, "Rows are renormalised over the other tokens")
        self.all_on = QPushButton("All on")
        self.all_models = QPushButton("Show all")
        set_tip(self.all_models, BACK_TIP)
        for button in (self.all_on, self.all_models):
            button.setProperty("quiet", True)
        self.difference = QCheckBox("Difference")
        line = FlowLine(self)
        for widget in (self.view, self.layer, self.head, self.all_on, self.scale):
            line.addWidget(widget)
        line.addWidget(self.specials)
        line.addWidget(self.difference)
        line.add_right(self.all_models)

    def _connect(self) -> None:
        choose, select = self.option_chosen.emit, self.selected.emit
        self.view.activated.connect(lambda: choose("view", self.view.currentData()))
        self.layer.activated.connect(lambda: select("layer", self.layer.currentData()))
        self.head.activated.connect(lambda: select("head", self.head.currentData()))
        self.specials.clicked.connect(lambda on: choose("hide_specials", on))
        self.scale.chosen.connect(lambda root: choose("root_scale", root))
        self.difference.clicked.connect(lambda on: choose("difference", on))
        self.all_on.clicked.connect(self.all_switched_on)
        self.all_models.clicked.connect(lambda: choose("alone", None))


class ModelOptions(QToolButton):
    """A button next to the name of a model, which opens its options.

    A stream and a term of the score hold for all models of its architecture.
    """

    option_chosen = Signal(str, object)  # name, value
    stream_chosen = Signal(str)
    term_switched = Signal(str, bool)  # name, on
    head_switched = Signal()

    def __init__(self, spec: ArchSpec, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText("Options")
        self.setProperty("quiet", True)
        self.spec = spec
        self.page = QFrame(self, Qt.WindowType.Popup)
        self.page.setObjectName("modelOptions")
        self._build()
        self.clicked.connect(self._open)

    def show_scene(self, scene: Scene, column: AttentionColumn) -> None:
        """Show what is chosen for a model, without emitting anything."""
        set_tip(self, f"Options of {column.title}: its attention, and what is switched off")
        self.setAccessibleName(f"Options of {column.title}")
        self._show_streams(column.view)
        self.order.setVisible(self.spec.ordered)
        self.order.setChecked(scene.options.with_order)
        for box in self.terms:
            box.setChecked(box.objectName() not in scene.options.silent)
        self._show_decoder_text(column.view, scene.options.decoder_text)
        self._show_switch(column.head(*scene.head), column.answer)
        if self.page.isVisible():
            self.page.adjustSize()

    def _show_streams(self, view: AttentionView) -> None:
        """Those of the architecture, also where only one of several ran."""
        several = len(view.streams) > 1
        streams = view.streams if several else self.spec.streams
        self._form.setRowVisible(self.stream, len(self.spec.streams) > 1)
        _fill(self.stream, {stream.name: stream.title for stream in streams}, view.stream.name)
        self.stream.setEnabled(several)

    def _show_decoder_text(self, view: AttentionView, typed: str) -> None:
        """What was typed, else the model's own output."""
        self._form.setRowVisible(self.writing, not view.rows.of_text)
        if not view.rows.of_text:
            own = view.fed.written if view.fed.own_words else ""
            self.writing.show_text(typed)
            self.writing.setPlaceholderText(f"by itself: {own}" if own else "by itself")

    def _show_switch(self, head: Head | None, answer: AttentionAnswer) -> None:
        text = NO_HEAD
        if head is not None:
            name = place_name(head.layer, head.head)
            text = f"Switch {name[0].lower()}{name[1:]} {'on' if head in answer.off else 'off'}"
        self.switch.setText(text)
        self.switch.setEnabled(head is not None)
        set_tip(self.switch, NO_HEAD_TIP if head is None else SWITCH_TIP)

    def _build(self) -> None:
        self._form = QFormLayout()
        self.stream = _box(f"Which attention of {self.spec.title} is shown")
        self.writing = TextLine("decoderText", "Decoder's text")
        self.writing.setClearButtonEnabled(True)
        self.writing.setFixedWidth(WRITING_WIDTH)
        set_tip(self.writing, WRITING_TIP)
        self._form.addRow(plain_label("Attention"), self.stream)
        self._form.addRow(plain_label("Decoder's text"), self.writing)
        self.order = QCheckBox("Factorization order")
        set_tip(self.order, ORDER_TIP)
        self.terms = [self._term_box(extra) for extra in self.spec.extras if extra.ablatable]
        self.switch = QPushButton(NO_HEAD)
        parts: tuple[Part, ...] = (self._form, self.order, *self.terms, self.switch)
        column(*parts, into=self.page, margins=(12, 12, 12, 12))
        self.switch.clicked.connect(self.head_switched)
        choose = self.option_chosen.emit
        self.order.clicked.connect(lambda on: choose("order", on))
        self.writing.edited.connect(lambda text: choose("decoder_text", text))
        self.stream.activated.connect(lambda: self.stream_chosen.emit(self.stream.currentData()))

    def _term_box(self, extra: ExtraSpec) -> QCheckBox:
        box = QCheckBox(f"{extra.title} in the score")
        box.setObjectName(extra.name)
        set_tip(box, TERM_TIP)
        box.clicked.connect(lambda on: self.term_switched.emit(extra.name, on))
        return box

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


class ChoiceBox(QComboBox):
    """As wide as its choices; Qt does not let it be narrower than with those that it had before."""

    def minimumSizeHint(self) -> QSize:
        return QSize(LEAST_BOX, super().minimumSizeHint().height())


def _box(name: str) -> QComboBox:
    box = ChoiceBox()
    box.setAccessibleName(name)
    set_tip(box, name)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
    return box


def _fill(box: QComboBox, items: Mapping[Any, str], current: Any) -> None:
    """Show these items, without emitting anything; nothing is rebuilt that is there already."""
    known = {box.itemData(index): box.itemText(index) for index in range(box.count())}
    with QSignalBlocker(box):
        if known != dict(items):
            box.clear()
            for value, title in items.items():
                box.addItem(title, value)
        place = list(items).index(current) if current in items else box.count() - 1
        box.setCurrentIndex(place)


def _numbered(name: str, count: int) -> dict[int | None, str]:
    """All of the layers or heads, then each of them."""
    titles: dict[int | None, str] = {None: f"All {name}s"}
    return titles | {index: f"{name.capitalize()} {index + 1}" for index in range(count)}
