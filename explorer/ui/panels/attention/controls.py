"""The controls of the Attention panel: what is drawn, of which head, and what is switched off."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QSignalBlocker, QSize, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QWidget,
)

from explorer.core.state.state import Selection
from explorer.ui.controls.flow import FlowLine
from explorer.ui.controls.plain_text import plain_label, set_tip
from explorer.ui.controls.scale_box import ScaleBox
from explorer.ui.panels.attention.term_boxes import TermBoxes, Terms
from explorer.ui.window.top_bar import TextLine

VIEWS = {
    "map": "Heat map",
    "lines": "Lines",
    "both": "Map and lines",
    "terms": "Terms of the score",
    "bias": "Position bias",
}
MAX_STREAM_BOXES = 4  # one for each architecture with several streams
MAX_SCORES = 4  # one for each kind of score that is a sum of terms
WRITING_WIDTH = 240
LEAST_BOX = 48  # pixels
DIFFERENCE_TIP = "The first model minus the second, cell by cell"
NO_DIFFERENCE_TIP = (
    "These models cut the text into different tokens. Choose two with the same tokenizer, such as "
    "BERT and DistilBERT"
)
ORDER_TIP = (
    "Give the tokens the turns in which Masking has them predicted. Without, everything is visible "
    "and there is no query stream"
)
NO_MAPS_TIP = "There is a difference of maps and lines only"
ALL_ON_TIP = "Switch all heads and terms on again"
NOTHING_OFF_TIP = "Nothing is switched off"
WRITING_TIP = (
    "What the decoder is fed behind its start token; empty, it is what the model writes by itself"
)


@dataclass(frozen=True)
class Streams:
    """The streams of one architecture, to choose from where more than one ran."""

    architecture: str
    title: str
    titles: Mapping[str, str]  # by name
    current: str
    enabled: bool = True
    term: Terms | None = None  # the only one that its score has to switch off


@dataclass(frozen=True)
class Switch:
    """Whether the chosen head can be switched off, or on."""

    text: str = "Switch head off"
    tip: str = "Choose a head first, or Ctrl+click a thumbnail"
    enabled: bool = False


@dataclass(frozen=True)
class ControlSettings:
    """All that the controls show."""

    selection: Selection = Selection()  # noqa: RUF009 - frozen
    views: tuple[str, ...] = ("map",)
    view: str = "map"
    num_layers: int = 0
    num_heads: int = 0
    streams: tuple[Streams, ...] = ()
    hide_specials: bool = False
    root_scale: bool = False
    difference: bool | None = None  # None: there are not two models
    with_difference: bool = True
    comparable_view: bool = True
    order: bool | None = None  # None: no model has orders
    scores: tuple[Terms, ...] = ()
    writing: tuple[str, str] | None = None  # what a person wrote, and what the model writes
    switch: Switch = Switch()
    any_off: bool = False
    alone: bool = False


class AttentionControls(QWidget):
    """Shows `ControlSettings` and tells what a person changed.

    What depends on a click stays where it is, grey where it has nothing to do: nothing moves under
    a pointer. The models and parts that are shown decide what there is.
    """

    option_chosen = Signal(str, object)  # name, value
    selected = Signal(str, object)  # "layer" or "head", index or None
    stream_chosen = Signal(str, str)  # architecture, stream
    term_switched = Signal(str, bool)  # name, on
    head_switched = Signal()
    all_switched_on = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = ControlSettings()
        self._build_boxes()
        self._build_buttons()
        self._own = [TermBoxes(named=False) for _ in self.streams]
        self._scores = [TermBoxes() for _ in range(MAX_SCORES)]
        self._build_writing()
        self._lay_out()
        self._connect()

    def show_settings(self, settings: ControlSettings) -> None:
        """Show these settings, without telling anybody."""
        self._settings = settings
        chosen = settings.selection
        layers, heads = settings.num_layers, settings.num_heads
        _fill(self.view, {name: VIEWS[name] for name in settings.views}, settings.view)
        _fill(self.layer, {None: "All layers", **_numbered("Layer", layers)}, chosen.layer)
        _fill(self.head, {None: "All heads", **_numbered("Head", heads)}, chosen.head)
        self._show_streams()
        self.specials.setChecked(settings.hide_specials)
        self.scale.show_scale(settings.root_scale)
        self._show_difference()
        self.order.setVisible(settings.order is not None)
        self.order.setChecked(bool(settings.order))
        self.switch.setText(settings.switch.text)
        set_tip(self.switch, settings.switch.tip)
        self.switch.setEnabled(settings.switch.enabled)
        self.all_on.setEnabled(settings.any_off)
        set_tip(self.all_on, ALL_ON_TIP if settings.any_off else NOTHING_OFF_TIP)
        self.all_models.setVisible(settings.alone)
        self._show_terms_and_writing()

    @property
    def terms(self) -> list[QCheckBox]:
        """The terms that can be switched off, each named after its spec."""
        shown = (score for score in (*self._own, *self._scores) if not score.isHidden())
        return [box for score in shown for box in score.boxes]

    def _show_difference(self) -> None:
        settings = self._settings
        possible = bool(settings.difference) and settings.comparable_view
        self.difference.setVisible(settings.difference is not None)
        self.difference.setEnabled(possible)
        self.difference.setChecked(possible and settings.with_difference)
        reason = NO_MAPS_TIP if settings.difference else NO_DIFFERENCE_TIP
        set_tip(self.difference, DIFFERENCE_TIP if possible else reason)

    def _show_streams(self) -> None:
        for index, (box, named) in enumerate(zip(self.streams, self._parts, strict=True)):
            known = index < len(self._settings.streams)
            box.setVisible(known)
            named.setVisible(known)
            self._own[index].show_terms(self._settings.streams[index].term if known else None)
            if known:
                streams = self._settings.streams[index]
                _fill(box, streams.titles, streams.current)
                box.setEnabled(streams.enabled)
                named.findChildren(QLabel)[0].setText(streams.title)
                set_tip(box, f"Which attention of {streams.title} is shown")
                box.setAccessibleName(f"Which part of {streams.title}")

    def _show_terms_and_writing(self) -> None:
        scores, writing = self._settings.scores, self._settings.writing
        for index, boxes in enumerate(self._scores):
            boxes.show_terms(scores[index] if index < len(scores) else None)
        self._reads.setVisible(writing is not None)
        if writing is not None:
            self.writing.show_text(writing[0])
            self.writing.setPlaceholderText(writing[1])

    # ---- building

    def _build_boxes(self) -> None:
        self.view = _box("How the chosen head is drawn")
        self.layer, self.head = _box("Layer"), _box("Head")
        set_tip(self.layer, "Shows this layer alone; all layers: their average")
        set_tip(self.head, "Shows this head alone; all heads: their average")
        self.streams = [_box("Which part of a model") for _ in range(MAX_STREAM_BOXES)]
        self._parts = [_named("", box) for box in self.streams]  # whose name stands before it
        self.specials = QCheckBox("Hide special tokens")
        set_tip(self.specials, "Rows are renormalised over the tokens that are left")
        self.scale = ScaleBox()
        self.order = QCheckBox("Order")
        set_tip(self.order, ORDER_TIP)
        self.difference = QCheckBox("Difference")

    def _build_buttons(self) -> None:
        self.switch = QPushButton(Switch().text)
        self.switch.ensurePolished()
        self.switch.setMinimumWidth(self.switch.sizeHint().width())  # of its longest text
        self.all_on = QPushButton("All on")
        self.all_models = QPushButton("Show all models")
        for button in (self.all_on, self.all_models):
            button.setProperty("quiet", True)

    def _build_writing(self) -> None:
        self.writing = TextLine("decoderText", "Decoder's text")
        self.writing.setClearButtonEnabled(True)
        set_tip(self.writing, WRITING_TIP)
        self.writing.setFixedWidth(WRITING_WIDTH)
        self._reads = _named("Decoder's text", self.writing)

    def _lay_out(self) -> None:
        """The switch stands behind the head that it is for, so that they wrap together.

        What comes and goes stands last, so that nothing moves behind it.
        """
        line = FlowLine(self)
        for box in (self.view, self.layer, self.head):
            line.addWidget(box)
        for button in (self.switch, self.all_on):
            line.addWidget(button)
        for part, own in zip(self._parts, self._own, strict=True):
            line.addWidget(part)
            line.addWidget(own)
        for widget in (
            *self._scores,
            self.scale,
            self.specials,
            self.order,
            self.difference,
            self._reads,
        ):
            line.addWidget(widget)
        line.add_right(self.all_models)

    def _connect(self) -> None:
        tell, choose = self.option_chosen.emit, self.selected.emit
        self.view.activated.connect(lambda: tell("view", self.view.currentData()))
        self.layer.activated.connect(lambda: choose("layer", self.layer.currentData()))
        self.head.activated.connect(lambda: choose("head", self.head.currentData()))
        for index, box in enumerate(self.streams):
            box.activated.connect(lambda _, index=index: self._on_stream(index))
        for boxes in (*self._own, *self._scores):
            boxes.switched.connect(self.term_switched)
        self.specials.clicked.connect(lambda on: tell("hide_specials", on))
        self.scale.chosen.connect(lambda root: tell("root_scale", root))
        self.order.clicked.connect(lambda on: tell("order", on))
        self.difference.clicked.connect(lambda on: tell("difference", on))
        self.writing.edited.connect(lambda text: tell("decoder_text", text))
        self.switch.clicked.connect(self.head_switched)
        self.all_on.clicked.connect(self.all_switched_on)
        self.all_models.clicked.connect(lambda: tell("alone", None))

    def _on_stream(self, index: int) -> None:
        streams = self._settings.streams[index]
        self.stream_chosen.emit(streams.architecture, self.streams[index].currentData())


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


def _named(name: str, widget: QWidget) -> QWidget:
    """A widget behind its name, which do not part where a line wraps."""
    both = QWidget()
    line = QHBoxLayout(both)
    line.setContentsMargins(0, 0, 0, 0)
    line.setSpacing(8)
    label = plain_label(name)
    label.setProperty("muted", True)
    line.addWidget(label)
    line.addWidget(widget)
    return both


def _fill(box: QComboBox, items: Mapping[Any, str], current: Any) -> None:
    """Show these items, without telling anybody; nothing is rebuilt that is there already."""
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
