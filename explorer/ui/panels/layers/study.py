"""Layers: hidden states layer by layer, and what the model's own head makes of each."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from explorer.core.layers.request import (
    EXPERTS,
    INITIAL,
    LAYERS,
    LENS,
    NORMS,
    PLANE,
    TOKENS,
    WITH_COSINES,
    LayersAnswer,
    LayersOptions,
    LayersRequest,
    answers_to,
    request_of,
)
from explorer.core.layers.states import layer_names
from explorer.core.localization import tr
from explorer.core.report.captions import Basis
from explorer.core.state.state import Selection, State
from explorer.ui.graphics.drawing import TagHit
from explorer.ui.graphics.maps.heat_map import AxisHit, CellHit
from explorer.ui.graphics.table_drawing import TableHit
from explorer.ui.graphics.tokens.token_rows import TokenHit
from explorer.ui.panel_base.spec import panel_spec
from explorer.ui.panels.layers.drawings import TokenPoint
from explorer.ui.panels.layers.figure import drawn_predictions, sections
from explorer.ui.panels.layers.scene import INPUT, LayersColumn, LayersScene, LayersTag
from explorer.ui.panels.layers.text import caption_settings, details, limits, table
from explorer.ui.studies.contract import (
    AnswersStudy,
    BoxChoices,
    Control,
    ControlValue,
    Notice,
    Situation,
    StudyFigure,
)

VIEW_TITLES = {
    LENS: tr("Logit lens"),
    LAYERS: tr("Similarity of layers"),
    TOKENS: tr("Similarity of tokens"),
    PLANE: tr("Tokens in the plane (PCA)"),
    NORMS: tr("Norms"),
    INITIAL: tr("At initialisation"),
    EXPERTS: tr("Experts"),
}
NO_TEXT = tr("Type a sentence above to follow its tokens through the layers.")
NO_LAYER = -1
WITHOUT_LAYER = {TOKENS: tr("Last layer"), PLANE: tr("All layers")}  # the views that have a layer


class LayersStudy(AnswersStudy):
    """Views of the hidden states and of what layers choose, one column for each model.

    `layer` is NO_LAYER, or that of states counted from the input.
    """

    spec = panel_spec("layers", views=VIEW_TITLES, kinds=("hidden",))
    controls = (
        (
            Control("layer"),
            Control("centred", "tick"),
            Control("every_token", "tick"),
            Control("stream", "streams"),
        ),
    )
    work = staticmethod(answers_to)

    def request(self, at: Situation) -> LayersRequest | Notice:
        if not at.state.text.strip():
            return Notice(NO_TEXT)
        return request_of(at.state, at.view, at.keys, LayersOptions.from_settings(at.options))

    def figure(self, answer: Mapping[str, Any], at: Situation) -> StudyFigure:
        scene = scene_of(answer, at)
        selected = at.state.selection
        chosen = Selection(selected.token, selected.layer, model=selected.model)
        seed = at.state.seed if at.view == INITIAL else None
        return StudyFigure(
            tuple(sections(scene)),
            at.drawn_models(answer),
            Basis(at.state.text, at.state.pair, seed, chosen),
            tuple(caption_settings(scene)),
            tuple(limits(scene)),
            details(scene),
            make_table=partial(table, scene),
        )

    def control_values(self, answer: Mapping[str, Any], at: Situation) -> dict[str, ControlValue]:
        """The values of the view, and only the options that it has."""
        scene = scene_of(answer, at)
        columns = scene.answered_columns
        shown: dict[str, ControlValue] = {
            "stream": tuple((one.model.letter, one.answer.states) for one in columns)
        }
        if scene.view in WITH_COSINES:
            shown["centred"] = scene.options.centred
        if scene.view == LENS:
            shown["every_token"] = scene.options.every_token
        if scene.view in WITHOUT_LAYER:
            count = max((one.num_layers for one in columns), default=1)
            names = dict(enumerate(layer_names(count, ""))) if count > 1 else {}
            chosen = NO_LAYER if scene.layer is None else min(scene.layer, count - 1)
            shown["layer"] = BoxChoices({NO_LAYER: WITHOUT_LAYER[scene.view], **names}, chosen)
        return shown

    def change(self, values: Mapping[str, Any], at: Situation) -> State:
        if "layer" not in values:
            return at.with_options(**values)
        layer = values["layer"]
        chosen = at.with_options(at_input=layer == INPUT)
        return at.now(chosen).with_selection(
            layer=None if layer in (NO_LAYER, INPUT) else layer - 1
        )

    def click(self, hit: TagHit, answer: Mapping[str, Any], at: Situation) -> State:
        scene, tag = scene_of(answer, at), hit.tag
        column = scene.column_of(tag.key) if isinstance(tag, LayersTag) else None
        if column is None or not isinstance(tag, LayersTag):
            return at.state
        match hit.hit:
            case CellHit(row, _) | AxisHit(_, row) if tag.kind == "layers":
                return self.change({"layer": row}, at)
            case TokenHit(row, _) | TokenPoint(row) | CellHit(row, _) | AxisHit(_, row):
                return _select(scene, column, row, at)
            case TableHit(row, _, _):  # named by the token that it predicts
                drawn = drawn_predictions(column, every=scene.options.every_token)
                return _select(scene, column, int(column.lens.places[drawn[row]]), at)
        return at.state

    def click_beside(self, at: Situation) -> State:
        return at.now(self.deselect(at)).with_selection(token=None)

    def deselect(self, at: Situation) -> State:
        return at.with_options(written=[])

    def click_hint(self, at: Situation) -> str:
        return "" if at.view == INITIAL else tr("Click a token to follow it through the layers.")


def scene_of(answer: Mapping[str, Any], at: Situation) -> LayersScene:
    """What has been answered, with what is selected now."""
    readable = [slot.key for slot in at.slots if isinstance(answer.get(slot.key), LayersAnswer)]
    options = LayersOptions.from_settings(at.options)
    return LayersScene(at.slots, answer, at.state, at.token_model(readable), at.view, options)


def _select(scene: LayersScene, column: LayersColumn, row: int, at: Situation) -> State:
    """A token of a stream, or nothing where it is selected already or is no token yet."""
    states = column.answer.states
    chosen = None if column.token == row else states.place_of(row)
    if states.of_text:
        return at.with_selection(token=chosen, model=column.model.key)
    written = [] if chosen is None else [column.model.key, chosen]
    return at.with_options(written=written, written_of=list(scene.texts))


STUDY = LayersStudy()
