"""Above the picture: the view, the layer, centred cosines, and the stream of each model."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal

from explorer.core.layers.request import LAYERS, LENS, NORMS, PLANE, TOKENS, WITH_COSINES
from explorer.core.layers.states import layer_names
from explorer.core.localization import tr
from explorer.core.state.defaults import MAX_MODELS
from explorer.ui.controls.choices import ViewTabs
from explorer.ui.controls.flow import FlowLine
from explorer.ui.controls.layouts import column
from explorer.ui.controls.option_controls import ChoiceBox, OptionControls
from explorer.ui.controls.plain_text import set_tip
from explorer.ui.panel_base.text import panel_text
from explorer.ui.panels.layers.scene import LayersColumn, LayersScene

VIEW_TITLES = {
    LENS: tr("Logit lens"),
    LAYERS: tr("Similarity of layers"),
    TOKENS: tr("Similarity of tokens"),
    PLANE: tr("Tokens in the plane (PCA)"),
    NORMS: tr("Norms"),
}
NO_LAYER = -1
WITHOUT_LAYER = {TOKENS: tr("Last layer"), PLANE: tr("All layers")}  # the views that have a layer


class LayersControls(OptionControls):
    """Emits `layer` (NO_LAYER, or the states counted from the input) and `centred`."""

    stream_chosen = Signal(str, str)  # architecture, stream

    def __init__(self) -> None:
        super().__init__(panel_text("layers").controls)
        self.tabs = ViewTabs(VIEW_TITLES)
        self.layer = self.choice_box("layer")
        self.centred = self.tick("centred")
        self.streams = [self._stream_box() for _ in range(MAX_MODELS)]
        options = FlowLine()
        for widget in (self.layer, self.centred, *self.streams):
            options.addWidget(widget)
        column(self.tabs, options, into=self)

    def _stream_box(self) -> ChoiceBox:
        box = ChoiceBox()
        box.setAccessibleName(self.texts["stream"]["title"])
        set_tip(box, self.texts["stream"]["tip"])
        box.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToContents)
        box.activated.connect(partial(self._on_stream, box))
        box.hide()
        return box

    def _on_stream(self, box: ChoiceBox, index: int) -> None:
        self.stream_chosen.emit(box.objectName(), box.itemData(index))

    def show_scene(self, scene: LayersScene) -> None:
        """The values of the view, and only the options that it has."""
        self.tabs.show_view(scene.view)
        self.layer.setVisible(scene.view in WITHOUT_LAYER)
        self.centred.setVisible(scene.view in WITH_COSINES)
        self.centred.setChecked(scene.options.centred)
        count = max((one.num_layers for one in scene.answered), default=1)
        names = dict(enumerate(layer_names(count, "")))
        first = {NO_LAYER: WITHOUT_LAYER.get(scene.view, tr("All layers"))}
        chosen = NO_LAYER if scene.layer is None else min(scene.layer, count - 1)
        self.layer.show_items({**first, **names} if count > 1 else first, chosen)
        several = [one for one in scene.answered if len(one.answer.states.streams) > 1]
        for number, box in enumerate(self.streams):
            box.setVisible(number < len(several))
            if number < len(several):
                self._show_streams(box, several[number])

    @staticmethod
    def _show_streams(box: ChoiceBox, one: LayersColumn) -> None:
        states = one.answer.states
        box.setObjectName(states.card.spec.name)
        titles = {s.name: f"{one.model.letter}  {tr(s.title)}" for s in states.streams}
        box.show_items(titles, states.stream.name)
