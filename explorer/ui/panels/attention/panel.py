"""Attention: who looks at whom, in every head of every model, and what a head is worth."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QWidget

from explorer.core.jobs.jobs import Work
from explorer.core.masking.questions import overridden, override_notes
from explorer.core.state.state import Selection, State
from explorer.ui.graphics.drawing import Drawing
from explorer.ui.graphics.table import Table
from explorer.ui.panel_base.caption import Basis, Drawn
from explorer.ui.panel_base.context import ModelSlot, PanelContext
from explorer.ui.panel_base.details import Action
from explorer.ui.panel_base.panel import Panel
from explorer.ui.panel_base.spec import PanelSpec
from explorer.ui.panel_base.text import panel_text
from explorer.ui.panels.attention import cells
from explorer.ui.panels.attention.area import FittedArea
from explorer.ui.panels.attention.controls import VIEWS, AttentionControls
from explorer.ui.panels.attention.figure import AttentionFigure
from explorer.ui.panels.attention.offered import settings_for
from explorer.ui.panels.attention.options import AttentionOptions
from explorer.ui.panels.attention.parts import AttentionColumn, HeadAt, TokenAt, View
from explorer.ui.panels.attention.request import Answers, AttentionRequest, answers_to, request_of
from explorer.ui.panels.attention.scene import Scene
from explorer.ui.panels.attention.text import details, limits, made_with
from models.schema.specs import MAIN_FEED

if TYPE_CHECKING:
    from explorer.core.engine.engine import Engine


class AttentionPanel(Panel):
    """Thumbnails of all heads above, the chosen head or average below, one column per model."""

    spec = PanelSpec(
        name="attention",
        views=tuple(VIEWS),
        title="Attention",
        group="look",
        icon="attention",
        order=3,
        summary="Each row is a token, and its colours say which tokens it looks at.",
        text=panel_text("attention"),
        kinds=("attention",),
    )

    def __init__(self, context: PanelContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self._answers: Answers = {}
        self._figure: AttentionFigure | None = None
        self._drawn: tuple[ModelSlot, ...] = ()
        self.controls = AttentionControls()
        self.body.addWidget(self.controls)
        self._area = FittedArea(self.theme)
        self.body.addWidget(self._area, 1)
        self._connect()

    def _connect(self) -> None:
        self.controls.option_chosen.connect(self._on_option)
        self.controls.selected.connect(lambda what, index: self.select(**{what: index}))
        self.controls.stream_chosen.connect(self._on_stream)
        self.controls.term_switched.connect(self._on_term)
        self.controls.head_switched.connect(self._on_switch)
        self.controls.all_switched_on.connect(self._on_all_on)
        self._area.canvas.clicked.connect(self._on_clicked)
        self._area.canvas.modified_click.connect(self._on_modified_click)
        self._area.canvas.double_clicked.connect(self._on_double_clicked)

    # ---- what it shows

    @property
    def click_hint(self) -> str:
        return "Click a token or a head to see it here."

    @property
    def options(self) -> AttentionOptions:
        return AttentionOptions.from_settings(self.state.settings(self.spec.name))

    @property
    def scene(self) -> Scene:
        """What has been answered, with what is selected and set now."""
        slots = self.slots()
        token_of = self.counting([slot.key for slot in slots])
        return Scene(slots, self._answers, self.state, self.options, token_of)

    @property
    def view(self) -> View:
        return self.scene.view

    def request(self, state: State) -> AttentionRequest | None:
        slots = self.slots()
        if not slots:
            self.say("Choose a model above to see where it looks.")
            return None
        if not state.text.strip():
            self.say("Type a sentence above to see which of its tokens look at which.")
            return None
        return request_of(state, tuple(slot.key for slot in slots), self.options)

    @staticmethod
    def work(request: AttentionRequest, engine: Engine) -> Work:
        return answers_to(request, engine)

    def show_partial(self, value: Answers) -> None:
        """What has come replaces what stood there; the others stay until theirs comes."""
        self._answers = {**self._answers, **value}
        self._redraw()

    def show_result(self, value: Answers) -> None:
        self._answers = dict(value)  # drawn with what is selected

    def show_selection(self, selection: Selection) -> None:
        self._redraw()

    def show_settings(self) -> None:
        self._redraw()

    def _redraw(self) -> None:
        scene = self.scene
        self.controls.show_settings(settings_for(scene))
        self._figure = self._make_figure(scene)
        self._area.set_drawing(self._figure)
        state = self.state
        self.note(*limits(scene.shown_columns, state.selection, scene.view, state.seed))
        self.show_details(details(scene, self._switches(scene)))

    def _make_figure(self, scene: Scene) -> AttentionFigure:
        self._drawn = tuple(slot for slot, _ in scene.drawn)
        return AttentionFigure([column for _, column in scene.drawn], scene.choice)

    def _switches(self, scene: Scene) -> tuple[Action, ...]:
        """Switching the chosen head off, or on, in each model."""
        actions = []
        for slot, answer in scene.looked:
            head = scene.head_in(slot.key, scene.selection.layer, scene.selection.head)
            if head is not None:
                verb = "Switch on" if head in answer.off else "Switch off"
                run = partial(self.store.toggle_head, slot.key, head)
                actions.append(Action(f"{verb} in {slot.letter}  {slot.title}", run))
        return tuple(actions)

    # ---- what leaves

    def made_with(self) -> list[str]:
        """Where an order is drawn, it is the one that Masking draws with its own options."""
        columns = [column for _, column in self.scene.drawn if isinstance(column, AttentionColumn)]
        ordered = any(column.view.fed.order for column in columns)
        asked = (override_notes if ordered else overridden)(self.state, self.letters())
        return [*asked, *made_with(columns, self.options)]

    def basis(self) -> Basis:
        return self.scene.basis

    def drawn(self) -> tuple[Drawn, ...]:
        """One model alone where a person asked for that."""
        shown = [slot.key for slot, _ in self.scene.drawn]
        return tuple(model for model in super().drawn() if model.key in shown)

    def digest(self, key: str) -> str:
        return self.scene.digests.get(key, "")

    def drawings(self) -> list[Drawing]:
        return [self._make_figure(self.scene)] if self._answers else []

    def table(self) -> Table:
        """The maps that are shown, then the measures of every head."""
        scene = self.scene
        return cells.table(self._make_figure(scene), scene.selection, scene.view)

    # ---- what a person does to the picture

    def deselect(self) -> None:
        self.set_option("written", None)

    def _pointed(self, hit: Any) -> HeadAt | TokenAt | None:
        return None if self._figure is None else self._figure.pointed(hit)

    def _on_clicked(self, hit: Any) -> None:
        at = self._pointed(hit)
        if isinstance(at, HeadAt):
            self._select_head(at)
        elif isinstance(at, TokenAt):
            self._select_token(at)
        elif hit is None:
            self.deselect()
            self.select(token=None)

    def _select_head(self, at: HeadAt) -> None:
        """That head, or the average again; a bias has the same head in all layers."""
        chosen = self.state.selection
        self.set_option("head_of", self._drawn[at.column].key)
        if at.layer is None:
            self.select(head=None if chosen.head == at.head else at.head)
            return
        again = (chosen.layer, chosen.head) == (at.layer, at.head)
        self.select(layer=None if again else at.layer, head=None if again else at.head)

    def _select_token(self, at: TokenAt) -> None:
        key, scene = self._drawn[at.column].key, self.scene
        if at.feed != MAIN_FEED:
            written = [key, at.feed, at.position]
            kept = {"of": scene.texts, "token": written}
            self.set_option("written", None if scene.written == written else kept)
            return
        same = scene.token_of == key and scene.selection.token == at.position
        self.select(token=None if same else at.position, model=key)

    def _on_modified_click(self, hit: Any) -> None:
        """Ctrl or Shift and a click on a thumbnail: switch the head off or on."""
        at = self._pointed(hit)
        if isinstance(at, HeadAt):
            self._toggle(self._drawn[at.column].key, at.layer, at.head)

    def _toggle(self, key: str, layer: int | None, head: int | None) -> None:
        found = self.scene.head_in(key, layer, head)
        if found is not None:
            self.store.toggle_head(key, found)

    def _on_double_clicked(self, hit: Any) -> None:
        """Show one model alone and large, or all of them again."""
        at = self._pointed(hit)
        if at is None or self.options.alone is not None:
            self.set_option("alone", None)
        else:
            self.set_option("alone", self._drawn[at.column].key)

    # ---- what a person does to the controls

    def show_view(self, view: str) -> None:
        """A bias by distance is shown of a part that has one, whichever was chosen before."""
        scene = self.scene
        streams = scene.streams_with_bias() if view == "bias" else dict(scene.options.streams)
        self.store.update_panel(self.spec.name, view=view, streams=streams)

    def _on_option(self, name: str, value: Any) -> None:
        if name == "view":
            self.show_view(value)
        else:
            self.set_option(name, value)

    def _on_stream(self, architecture: str, stream: str) -> None:
        self.set_option("streams", {**self.options.streams, architecture: stream})

    def _on_term(self, name: str, on: bool) -> None:
        self.set_option("silent", sorted({*self.options.silent, name} - ({name} if on else set())))

    def _on_switch(self) -> None:
        chosen = self.state.selection
        self._toggle(self.scene.head_of, chosen.layer, chosen.head)

    def _on_all_on(self) -> None:
        keys = {slot.key for slot in self.slots()}
        self.set_option("silent", [])
        self.store.update(
            ablated={key: off for key, off in self.state.ablated.items() if key not in keys}
        )


PANEL = AttentionPanel
