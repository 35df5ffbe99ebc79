"""Layers: hidden states layer by layer, and what the model's own head makes of each."""

from __future__ import annotations

from typing import Any

from explorer.core.layers.request import (
    LENS,
    LayersAnswer,
    LayersOptions,
    LayersRequest,
    answers_to,
    request_of,
)
from explorer.core.localization import tr
from explorer.core.report.captions import Basis
from explorer.core.state.state import Selection, State
from explorer.core.table import Table
from explorer.ui.graphics.drawing import Drawing
from explorer.ui.graphics.maps.heat_map import AxisHit, CellHit
from explorer.ui.graphics.table_drawing import TableHit
from explorer.ui.graphics.tokens.token_rows import TokenHit
from explorer.ui.panel_base.answers import AnswersPanel
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.details import Details
from explorer.ui.panel_base.marks import Mark, marks_of_view
from explorer.ui.panel_base.spec import panel_spec
from explorer.ui.panels.layers.controls import NO_LAYER, VIEW_TITLES, LayersControls
from explorer.ui.panels.layers.drawings import TokenPoint
from explorer.ui.panels.layers.figure import drawn_predictions, sections
from explorer.ui.panels.layers.scene import INPUT, LayersColumn, LayersScene, LayersTag
from explorer.ui.panels.layers.text import caption_settings, details, limits, table

NO_TEXT = tr("Type a sentence above to follow its tokens through the layers.")


class LayersPanel(AnswersPanel):
    """Five views of the hidden states, one column for each model."""

    spec = panel_spec("layers", views=VIEW_TITLES, kinds=("hidden",))
    work = staticmethod(answers_to)
    controls: LayersControls

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context, LayersControls())
        self.controls.tabs.chosen.connect(self.show_view)
        self.controls.stream_chosen.connect(self._on_stream)
        self._area.canvas.modified_click.connect(self._on_clicked)

    # ---- request and answer

    @property
    def options(self) -> LayersOptions:
        return LayersOptions.from_settings(self.state.settings(self.spec.name))

    @property
    def scene(self) -> LayersScene:
        """What has been answered, with what is selected now."""
        slots = self.slots()
        readable = [s.key for s in slots if isinstance(self._answers.get(s.key), LayersAnswer)]
        token_of = self.choose_token_model(readable)
        return LayersScene(slots, self._answers, self.state, token_of, self.view, self.options)

    def request(self, state: State) -> LayersRequest | None:
        if not state.text.strip():
            self.say(NO_TEXT)
            return None
        return request_of(state, self.view, self.chosen_keys, self.options)

    def _show_controls(self) -> None:
        self.controls.show_scene(self.scene)

    def _limits(self) -> list[str]:
        return limits(self.scene)

    def _details(self) -> Details:
        return details(self.scene)

    # ---- export

    def _sections(self) -> list[Drawing]:
        return sections(self.scene)

    def table(self) -> Table:
        return table(self.scene)

    def caption_settings(self) -> list[str]:
        return caption_settings(self.scene)

    def caption_dependencies(self) -> Basis:
        selected = self.state.selection
        chosen = Selection(selected.token, selected.layer, model=selected.model)
        return Basis(self.state.text, self.state.pair, selection=chosen)

    def marks(self) -> list[Mark]:
        controls = self.controls
        option = controls.every_token if self.view == LENS else controls.layer
        return marks_of_view(self, controls.tabs, option, self._area.canvas)

    # ---- selection

    @property
    def click_hint(self) -> str:
        return tr("Click a token to follow it through the layers.")

    def deselect(self) -> None:
        self.set_option("written", [])

    def _on_clicked_beside(self) -> None:
        self.deselect()
        self.select(token=None)

    def _on_hit(self, tag: LayersTag, hit: Any) -> None:
        scene = self.scene
        column = scene.column_of(tag.key)
        if column is None or self.shows_other_text:
            return
        match hit:
            case CellHit(row, _) | AxisHit(_, row) if tag.kind == "layers":
                self._on_options({"layer": row})
            case TokenHit(row, _) | TokenPoint(row) | CellHit(row, _) | AxisHit(_, row):
                self._select(scene, column, row)
            case TableHit(row, _, _):  # named by the token that it predicts
                drawn = drawn_predictions(column, every=self.options.every_token)
                self._select(scene, column, int(column.lens.places[drawn[row]]))

    def _select(self, scene: LayersScene, column: LayersColumn, row: int) -> None:
        """A token of a stream, or nothing where it is selected already or is no token yet."""
        states = column.answer.states
        chosen = None if column.token == row else states.place_of(row)
        if states.of_text:
            self.select(token=chosen, model=column.model.key)
        else:
            written = [] if chosen is None else [column.model.key, chosen]
            texts = list(scene.texts)
            self.store.update_panel(self.spec.name, written=written, written_of=texts)

    # ---- options

    def _on_options(self, values: dict[str, Any]) -> None:
        if "layer" not in values:
            self.store.update_panel(self.spec.name, **values)
            return
        layer = values["layer"]
        self.set_option("at_input", layer == INPUT)
        self.select(layer=None if layer in (NO_LAYER, INPUT) else layer - 1)

    def _on_stream(self, architecture: str, stream: str) -> None:
        self.set_option("streams", {**self.options.streams, architecture: stream})


PANEL = LayersPanel
