"""Attention: which tokens attend to which, in every head of every model, and ablations."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import Qt

from explorer.core.attention.request import (
    AttentionOptions,
    AttentionRequest,
    request_of,
    work,
)
from explorer.core.attention.survey.request import (
    HEADS,
    HeadsAnswers,
    HeadsChoice,
    HeadsRequest,
    ModelHeads,
)
from explorer.core.localization import mark, tr
from explorer.core.long_texts.hashing import can_hash
from explorer.core.long_texts.request import HASHING
from explorer.core.masking.questions import overridden, override_notes
from explorer.core.report.captions import Basis, DrawnModel
from explorer.core.state.state import Selection, State
from explorer.core.table import Table
from explorer.ui.controls.layouts import discard
from explorer.ui.graphics.canvas import CanvasArea
from explorer.ui.graphics.charts.bars import BarHit
from explorer.ui.graphics.charts.interval_chart import PointHit
from explorer.ui.graphics.drawing import Drawing, Stack, find_tag_hit
from explorer.ui.graphics.maps.head_grid import HeadHit
from explorer.ui.graphics.maps.head_lines import AreaHit
from explorer.ui.graphics.maps.heat_map import AxisHit, CellHit
from explorer.ui.graphics.maps.named_map import NamedMap
from explorer.ui.graphics.table_drawing import TableDrawing
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.details import Action
from explorer.ui.panel_base.marks import Mark, mark_drawing
from explorer.ui.panel_base.panel import Panel
from explorer.ui.panel_base.spec import panel_spec
from explorer.ui.panels.attention import heads_view
from explorer.ui.panels.attention.controls import AttentionControls, ModelOptions
from explorer.ui.panels.attention.figure import AttentionFigure
from explorer.ui.panels.attention.heads_controls import HeadsControls
from explorer.ui.panels.attention.heads_view import HeadsScene
from explorer.ui.panels.attention.scene import (
    DIFFERENCE,
    VIEWS,
    AttentionColumn,
    AttentionScene,
    FigurePart,
    View,
)
from explorer.ui.panels.attention.table import table
from explorer.ui.panels.attention.text import NOTES, caption_settings, details, limits, marks
from explorer.ui.style.theme import Theme
from models.schema.records import NO_ORIGIN
from models.schema.specs import MAIN_FEED, ArchSpec


class FigureArea(CanvasArea):
    """Fits the figure into its area, with the options of each model next to its name."""

    def __init__(self, theme: Theme, options_of: Mapping[str, ModelOptions]) -> None:
        """`options_of` are the options by model, as they are at each drawing."""
        self._options_of = options_of
        super().__init__(theme)
        # As wide with the bar as without, so that nothing moves when the figure gets longer.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        bar = self.verticalScrollBar()
        bar.rangeChanged.connect(lambda low, high: bar.setEnabled(low < high))

    @property
    def room(self) -> float:
        """The height that there is for a figure."""
        return self.viewport().height() / self.canvas.scale

    def _growths(self) -> list[float]:
        """Large pictures take more room themselves, with cells that hold their numbers."""
        figure = self.canvas.drawing
        grows = isinstance(figure, AttentionFigure) and figure.scene.view in ("lines", "bias")
        return super()._growths() if grows else [1.0]

    def _fit_drawing(self) -> None:
        figure = self.canvas.drawing
        if isinstance(figure, AttentionFigure) and figure.room != self.room:
            self.canvas.set_drawing(figure.fit_to_height(self.room))

    def _grow(self) -> None:
        super()._grow()
        figure, scale = self.canvas.drawing, self.canvas.scale
        if not isinstance(figure, AttentionFigure):
            return
        ends = figure.name_ends(self.viewport().width() / scale)
        for key, button in self._options_of.items():
            if key in ends:
                button.place(ends[key], self.viewport().width(), scale)
            else:
                button.hide()


class AttentionPanel(Panel):
    """Thumbnails of all heads above, the chosen head or average below, one column per model."""

    spec = panel_spec("attention", views=VIEWS, kinds=("attention",))
    work = staticmethod(work)

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self._answers: dict[str, Any] = {}  # by model
        self._heads: HeadsAnswers = {}
        self.options_of: dict[str, ModelOptions] = {}  # by model
        self.area = FigureArea(context.theme, self.options_of)
        self.area.canvas.clicked.connect(self._on_clicked)
        self.controls = AttentionControls()
        self.controls.changed.connect(self._on_options)
        self.controls.selected.connect(lambda place: self.select(**place))
        self.controls.all_switched_on.connect(self._on_all_on)
        self.sample = HeadsControls()
        self.sample.changed.connect(self._on_sample)
        self.area.canvas.modified_click.connect(self._on_modified_click)
        self.body.addWidget(self.controls)
        self.body.addWidget(self.sample)
        self.body.addWidget(self.area, 1)

    # ---- what it shows

    @property
    def click_hint(self) -> str:
        if self.view == HEADS:
            return tr(
                "Click a row or a cell to see that head here, and its maps in the other views."
            )
        return tr("Click a token or a head to see it here, or a map to let it fill the panel.")

    @property
    def options(self) -> AttentionOptions:
        return AttentionOptions.from_settings(self.state.settings(self.spec.name))

    @property
    def scene(self) -> AttentionScene:
        """What has been answered, with what is selected and set now."""
        slots = self.slots()
        token_of = self.choose_token_model([slot.key for slot in slots])
        return AttentionScene(slots, self._answers, self.state, token_of, self.options)

    @property
    def view(self) -> View:
        return self.scene.view

    @property
    def choice(self) -> HeadsChoice:
        """The sample of the view Heads, and how its rows are sorted."""
        return HeadsChoice.from_json(self.option("heads", {}))

    @property
    def heads(self) -> HeadsScene:
        """The scores of the chosen models, as the view Heads shows them."""
        return HeadsScene(self.slots_in(self._heads), self.choice, self.state.selection)

    def request(self, state: State) -> AttentionRequest | HeadsRequest | None:
        keys = self.chosen_keys
        if self.view == HEADS:
            return HeadsRequest(keys, self.choice.query)
        if not state.text.strip():
            self.say(tr("Type a sentence above to see which of its tokens attend to which."))
            return None
        return request_of(state, keys, self.options)

    def show_partial(self, value: Mapping[str, Any]) -> None:
        """What is answered replaces what was there; the others stay until theirs is."""
        known = self._heads if self.view == HEADS else self._answers
        self.show_result({**known, **value})
        self._redraw()

    def show_result(self, value: Mapping[str, Any]) -> None:
        """Drawn with what is selected."""
        if self.view == HEADS:
            self._heads = dict(value)
        else:
            self._answers = dict(value)

    def show_selection(self, selection: Selection) -> None:
        self._redraw()

    def show_settings(self) -> None:
        self._redraw()

    def _redraw(self) -> None:
        scene = self.scene
        self.controls.show_scene(scene)
        self.sample.setVisible(scene.view == HEADS)
        if scene.view == HEADS:
            self._redraw_heads()
            return
        self._update_options(scene)
        self.area.set_drawing(AttentionFigure(scene, self.area.room))
        self.note(*limits(scene.answered_columns, scene.view, self.state.seed))
        self.show_details(details(scene, (*self._switches(scene), *self._hashing_actions(scene))))

    def _redraw_heads(self) -> None:
        for button in self.options_of.values():
            button.hide()
        scene = self.heads
        self.sample.show_scene(scene)
        if scene.columns:
            self.area.set_drawing(Stack(heads_view.sections(scene), self.spec.title))
            self.note(*heads_view.limits(scene))
        self.show_details(heads_view.details(scene))

    def _update_options(self, scene: AttentionScene) -> None:
        """A button with its options for each model."""
        specs = {column.model.key: column.answer.card.spec for column in scene.answered_columns}
        for key, button in list(self.options_of.items()):
            if button.spec is not specs.get(key):
                discard(self.options_of.pop(key))
        for column in scene.answered_columns:
            key = column.model.key
            if key not in self.options_of:
                self.options_of[key] = self._new_options(key, specs[key])
            self.options_of[key].show_scene(scene, column)

    def _new_options(self, key: str, spec: ArchSpec) -> ModelOptions:
        button = ModelOptions(spec, self.area.canvas)
        button.options.changed.connect(partial(self._on_options, spec.name))
        button.term_switched.connect(self._on_term)
        button.head_switched.connect(partial(self._on_switch, key))
        return button

    def _switches(self, scene: AttentionScene) -> tuple[Action, ...]:
        """Switching the chosen head off, or on, in each model."""
        actions = []
        off, on = mark("Switch off in {model}"), mark("Switch on in {model}")
        for column in scene.answered_columns:
            model, head = column.model, column.head(*column.chosen)
            if head is not None:
                verb = on if head in column.answer.off else off
                name = f"{model.letter}  {model.title}"
                run = partial(self.store.toggle_head, model.key, head)
                actions.append(Action(tr(verb, model=name), run))
        return tuple(actions)

    def _hashing_actions(self, scene: AttentionScene) -> tuple[Action, ...]:
        """For models that hash, the way to what hashing finds in a long text."""
        hashing = [one.model for one in scene.answered_columns if can_hash(one.view.card.spec)]
        label = mark("What hashing finds in {model}")
        return tuple(
            Action(tr(label, model=model.title), partial(self._open_hashing, model.key))
            for model in hashing
        )

    def _open_hashing(self, key: str) -> None:
        self.store.update_panel("long_texts", view=HASHING, subject=key)
        self.store.update(panel="long_texts")

    def marks(self) -> list[Mark]:
        if self.view == HEADS:
            maps = mark_drawing(self.area.canvas, NOTES["mark_importance"], NamedMap)
            return [*maps, *mark_drawing(self.area.canvas, NOTES["mark_table"], TableDrawing)]
        return marks(self.scene, self.area.canvas)

    # ---- export

    def caption_settings(self) -> list[str]:
        """Return the caption's settings; a sampled order adds the options of Masking."""
        if self.view == HEADS:
            return heads_view.caption_settings(self.heads)
        columns = self.scene.visible_columns
        ordered = any(column.view.fed.order for column in columns)
        overrides = (override_notes if ordered else overridden)(self.state, self.letters())
        return [*overrides, *caption_settings(columns, self.options)]

    def caption_dependencies(self) -> Basis:
        if self.view == HEADS:
            chosen = self.state.selection
            return Basis(selection=Selection(layer=chosen.layer, head=chosen.head))
        return self.scene.caption_dependencies

    def figure_models(self) -> tuple[DrawnModel, ...]:
        """Return the models of the picture that fills the panel, or of all pictures."""
        if self.view == HEADS:
            return super().figure_models()
        scene = self.scene
        columns = scene.columns if scene.alone is None else scene.visible_columns
        keys = {column.model.key for column in columns}
        return tuple(model for model in super().figure_models() if model.key in keys)

    def model_hash(self, key: str) -> str:
        answers = self._heads if self.view == HEADS else self._answers
        card = getattr(answers.get(key), "card", None)
        return "" if card is None else str(card.hash)

    def drawings(self) -> list[Drawing]:
        """Return the drawings for a file, which has any height."""
        if self.view == HEADS:
            return heads_view.sections(self.heads)
        return [AttentionFigure(self.scene)] if self._answers else []

    def table(self) -> Table:
        """The maps that are drawn, then the measures of every head; or the scores of heads."""
        if self.view == HEADS:
            return heads_view.table(self.heads)
        return table(self.scene)

    # ---- clicks

    def deselect(self) -> None:
        self.set_option("written", None)

    def leave_enlarged_part(self) -> bool:
        """Show all models again where one picture fills the panel."""
        filled = self.view != HEADS and self.scene.alone is not None
        if filled:
            self.set_option("alone", None)
        return filled

    def _locate_hit(self, hit: Any) -> tuple[FigurePart, AttentionColumn, Any] | None:
        figure = self.area.canvas.drawing
        return figure.locate_hit(hit) if isinstance(figure, AttentionFigure) else None

    def _on_clicked(self, hit: Any) -> None:
        if self.view == HEADS:
            self._on_scored_head(hit)
            return
        match self._locate_hit(hit):
            case _, _, HeadHit(layer, head):
                self._select_or_clear(layer=layer, head=head)
            case _, _, PointHit(head, _):  # the same in all layers
                self._select_or_clear(head=head)
            case part, column, CellHit() | AreaHit():
                if not self.leave_enlarged_part():
                    name = DIFFERENCE if part.kind == "difference" else column.model.key
                    self.set_option("alone", name)
            case _, column, AxisHit() | BarHit() as token:
                self._select_token(column.model.key, *column.token_at(token))
            case None if hit is None:
                self.deselect()
                self.select(token=None)

    def _on_scored_head(self, hit: Any) -> None:
        """A row of the table, or a cell of a map: that head, in the stream that it is of."""
        clicked, chosen = heads_view.clicked_head(self.heads, find_tag_hit(hit)), self.choice
        if clicked is None:
            return
        key, stream, layer, head = clicked
        scored = self._heads[key]
        assert isinstance(scored, ModelHeads)
        streams = {**self.options.streams, scored.card.spec.name: stream}
        values = {**chosen.to_json(), "opened": [key, stream]}
        self.store.update_panel(self.spec.name, heads=values, streams=streams)
        if chosen.opened == (key, stream):
            self._select_or_clear(layer=layer, head=head)
        else:
            self.select(layer=layer, head=head)

    def _on_sample(self, values: dict[str, Any]) -> None:
        self.set_option("heads", {**self.choice.to_json(), **values})

    def _select_or_clear(self, **place: int) -> None:
        """That head, or the average again if it is selected already."""
        chosen = {name: getattr(self.state.selection, name) for name in place}
        self.select(**(dict.fromkeys(place) if chosen == place else place))

    def _select_token(self, key: str, feed: str, position: int) -> None:
        scene = self.scene
        if feed != MAIN_FEED:
            written = [key, feed, position]
            stored = {"of": scene.texts, "token": written}
            self.set_option("written", None if scene.written == written else stored)
        elif position != NO_ORIGIN:
            same = scene.token_of == key and scene.selection.token == position
            self.select(token=None if same else position, model=key)

    def _on_modified_click(self, hit: Any) -> None:
        """Ctrl or Shift and a click on a thumbnail: switch the head off or on."""
        match self._locate_hit(hit):
            case _, column, HeadHit(layer, head):
                self._toggle(column, layer, head)

    def _toggle(self, column: AttentionColumn, layer: int | None, head: int | None) -> None:
        if (target := column.head(layer, head)) is not None:
            self.store.toggle_head(column.model.key, target)

    # ---- controls

    def show_view(self, view: str) -> None:
        """The position bias is that of a stream that has one, whichever was chosen before."""
        scene = self.scene
        streams = scene.streams_with_bias() if view == "bias" else dict(scene.options.streams)
        self.store.update_panel(self.spec.name, view=view, streams=streams)

    def _on_options(self, *of: Any) -> None:
        """Options that were set, after the architecture that a stream is of."""
        *architecture, values = of
        if "view" in values:
            self.show_view(values["view"])
        elif "stream" in values:
            streams = {**self.options.streams, architecture[0]: values["stream"]}
            self.set_option("streams", streams)
        else:
            self.store.update_panel(self.spec.name, **values)

    def _on_term(self, name: str, on: bool) -> None:
        self.set_option(
            "silent", sorted({*self.options.ablate_extras, name} - ({name} if on else set()))
        )

    def _on_switch(self, key: str) -> None:
        for column in self.scene.answered_columns:
            if column.model.key == key:
                self._toggle(column, *column.chosen)

    def _on_all_on(self) -> None:
        keys, ablated = self.chosen_keys, self.state.ablated
        self.set_option("silent", [])
        self.store.update(ablated={key: off for key, off in ablated.items() if key not in keys})


PANEL = AttentionPanel
