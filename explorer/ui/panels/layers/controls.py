"""Above the picture: the view, the layer, centred cosines, and the stream of each model."""

from __future__ import annotations

from explorer.core.layers.request import LAYERS, LENS, NORMS, PLANE, TOKENS, WITH_COSINES
from explorer.core.layers.states import layer_names
from explorer.core.localization import tr
from explorer.core.panel_text import panel_text
from explorer.ui.controls.choices import ViewTabs
from explorer.ui.controls.flow import FlowLine
from explorer.ui.controls.layouts import column
from explorer.ui.controls.option_controls import StreamControls
from explorer.ui.panels.layers.scene import LayersScene

VIEW_TITLES = {
    LENS: tr("Logit lens"),
    LAYERS: tr("Similarity of layers"),
    TOKENS: tr("Similarity of tokens"),
    PLANE: tr("Tokens in the plane (PCA)"),
    NORMS: tr("Norms"),
}
NO_LAYER = -1
WITHOUT_LAYER = {TOKENS: tr("Last layer"), PLANE: tr("All layers")}  # the views that have a layer


class LayersControls(StreamControls):
    """Emits `layer` (NO_LAYER, or the states counted from the input), `centred`, `every_token`."""

    def __init__(self) -> None:
        super().__init__(panel_text("layers").controls)
        self.tabs = ViewTabs(VIEW_TITLES)
        self.layer = self.choice_box("layer")
        self.centred = self.tick("centred")
        self.every_token = self.tick("every_token")
        options = FlowLine()
        for widget in (self.layer, self.centred, self.every_token, *self.streams):
            options.addWidget(widget)
        column(self.tabs, options, into=self)

    def show_scene(self, scene: LayersScene) -> None:
        """The values of the view, and only the options that it has."""
        self.tabs.show_view(scene.view)
        self.layer.setVisible(scene.view in WITHOUT_LAYER)
        self.centred.setVisible(scene.view in WITH_COSINES)
        self.centred.setChecked(scene.options.centred)
        self.every_token.setVisible(scene.view == LENS)
        self.every_token.setChecked(scene.options.every_token)
        count = max((one.num_layers for one in scene.answered_columns), default=1)
        names = dict(enumerate(layer_names(count, "")))
        first = {NO_LAYER: WITHOUT_LAYER.get(scene.view, tr("All layers"))}
        chosen = NO_LAYER if scene.layer is None else min(scene.layer, count - 1)
        self.layer.show_items({**first, **names} if count > 1 else first, chosen)
        self.show_streams((one.model.letter, one.answer.states) for one in scene.answered_columns)
