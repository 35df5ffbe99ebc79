"""The controls of the Attention panel: one line for all models, and the options of each model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
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

from explorer.core.state.state import Selection
from explorer.ui.controls.choices import ScaleBox
from explorer.ui.controls.flow import FlowLine
from explorer.ui.controls.layouts import Part, column
from explorer.ui.controls.plain_text import plain_label, set_tip
from explorer.ui.graphics.drawing import TITLE_HEIGHT
from explorer.ui.panels.attention.column import VIEWS
from explorer.ui.window.top_bar import TextLine

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
NO_HEAD_TIP = "Choose a head first, or Ctrl+click a thumbnail"
WRITING_TIP = "The input of the decoder after its start token; if empty, the model's own output"


@dataclass(frozen=True)
class ControlSettings:
    """All that the line above the figure shows."""

    selection: Selection = Selection()  # noqa: RUF009 - frozen
    views: tuple[str, ...] = ("map",)
    view: str = "map"
    num_layers: int = 0
    num_heads: int = 0
    hide_specials: bool = False
    root_scale: bool = False
    difference: bool | None = None  # None: there are not two models
    with_difference: bool = True
    comparable_view: bool = True
    any_off: bool = False
    alone: bool = False


class AttentionControls(QWidget):
    """Shows `ControlSettings` and emits changes.

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

    def show_settings(self, settings: ControlSettings) -> None:
        """Show these settings, without emitting anything."""
        chosen = settings.selection
        layers, heads = settings.num_layers, settings.num_heads
        _fill(self.view, {name: VIEWS[name] for name in settings.views}, settings.view)
        _fill(self.layer, {None: "All layers", **_numbered("Layer", layers)}, chosen.layer)
        _fill(self.head, {None: "All heads", **_numbered("Head", heads)}, chosen.head)
        self.specials.setChecked(settings.hide_specials)
        self.scale.show_scale(settings.root_scale)
        self._show_difference(settings)
        self.all_on.setEnabled(settings.any_off)
        set_tip(self.all_on, ALL_ON_TIP if settings.any_off else NOTHING_OFF_TIP)
        self.all_models.setVisible(settings.alone)

    def _show_difference(self, settings: ControlSettings) -> None:
        possible = bool(settings.difference) and settings.comparable_view
        self.difference.setVisible(settings.difference is not None)
        self.difference.setEnabled(possible)
        self.difference.setChecked(possible and settings.with_difference)
        reason = NO_MAPS_TIP if settings.difference else NO_DIFFERENCE_TIP
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


# ---- the options of one model


@dataclass(frozen=True)
class Streams:
    """The streams of one architecture, to choose from where more than one ran."""

    architecture: str
    titles: Mapping[str, str]  # by name
    current: str
    enabled: bool = True


@dataclass(frozen=True)
class Switch:
    """Whether the chosen head can be switched off, or on."""

    text: str = "Switch head off"
    enabled: bool = False


@dataclass(frozen=True)
class ModelSettings:
    """All that the options of one model show; a stream and a term hold for its architecture."""

    key: str
    title: str
    architecture: str
    streams: Streams | None = None
    terms: tuple[tuple[str, str, bool], ...] = ()  # name, title, whether it is on
    order: bool | None = None  # None: it has no orders
    writing: tuple[str, str] | None = None  # what a person wrote, and what the model writes
    switch: Switch = Switch()


class ModelOptions(QToolButton):
    """A button next to the name of a model, which opens its options."""

    option_chosen = Signal(str, object)  # name, value
    stream_chosen = Signal(str, str)  # architecture, stream
    term_switched = Signal(str, bool)  # name, on
    head_switched = Signal()

    def __init__(self, settings: ModelSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText("Options")
        self.setProperty("quiet", True)
        self.terms: list[QCheckBox] = []
        self._settings = settings
        self.page = QFrame(self, Qt.WindowType.Popup)
        self.page.setObjectName("modelOptions")
        self._build()
        self.clicked.connect(self._unfold)
        self.show_settings(settings)

    def has_place_for(self, settings: ModelSettings) -> bool:
        """Whether it has these options, independent of their values."""
        own = [(name, title) for name, title, _ in self._settings.terms]
        return (self._settings.key, own) == (settings.key, [(n, t) for n, t, _ in settings.terms])

    def show_settings(self, settings: ModelSettings) -> None:
        """Show these settings, without emitting anything."""
        self._settings = settings
        set_tip(self, f"Options of {settings.title}: its attention, and what is switched off")
        self.setAccessibleName(f"Options of {settings.title}")
        streams, writing = settings.streams, settings.writing
        self._show_row(self.stream, streams is not None)
        if streams is not None:
            _fill(self.stream, streams.titles, streams.current)
            self.stream.setEnabled(streams.enabled)
        self.order.setVisible(settings.order is not None)
        self.order.setChecked(bool(settings.order))
        for box, (_, _, on) in zip(self.terms, settings.terms, strict=True):
            box.setChecked(on)
        self._show_row(self.writing, writing is not None)
        if writing is not None:
            self.writing.show_text(writing[0])
            self.writing.setPlaceholderText(writing[1])
        self.switch.setText(settings.switch.text)
        self.switch.setEnabled(settings.switch.enabled)
        set_tip(self.switch, SWITCH_TIP if settings.switch.enabled else NO_HEAD_TIP)
        if self.page.isVisible():
            self.page.adjustSize()

    def _show_row(self, widget: QWidget, shown: bool) -> None:
        self._form.setRowVisible(widget, shown)

    def _build(self) -> None:
        self._form = QFormLayout()
        self.stream = _box(f"Which attention of {self._settings.architecture} is shown")
        self.writing = TextLine("decoderText", "Decoder's text")
        self.writing.setClearButtonEnabled(True)
        self.writing.setFixedWidth(WRITING_WIDTH)
        set_tip(self.writing, WRITING_TIP)
        self._form.addRow(plain_label("Attention"), self.stream)
        self._form.addRow(plain_label("Decoder's text"), self.writing)
        self.order = QCheckBox("Factorization order")
        set_tip(self.order, ORDER_TIP)
        for name, title, _ in self._settings.terms:
            box = QCheckBox(f"{title} in the score")
            box.setObjectName(name)
            set_tip(box, TERM_TIP)
            box.clicked.connect(lambda on, name=name: self.term_switched.emit(name, on))
            self.terms.append(box)
        self.switch = QPushButton(Switch().text)
        parts: tuple[Part, ...] = (self._form, self.order, *self.terms, self.switch)
        column(*parts, into=self.page, margins=(12, 12, 12, 12))
        self.switch.clicked.connect(self.head_switched)
        self.order.clicked.connect(lambda on: self.option_chosen.emit("order", on))
        self.writing.edited.connect(lambda text: self.option_chosen.emit("decoder_text", text))
        self.stream.activated.connect(self._on_stream)

    def _on_stream(self) -> None:
        assert self._settings.streams is not None
        self.stream_chosen.emit(self._settings.streams.architecture, self.stream.currentData())

    def _unfold(self) -> None:
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


def _numbered(name: str, count: int) -> dict[int, str]:
    return {index: f"{name} {index + 1}" for index in range(count)}
