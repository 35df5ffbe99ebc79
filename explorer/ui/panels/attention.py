"""Attention: who looks at whom, in every head of every model, and what a head is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, cast

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from explorer.core.analysis.matching import counterpart
from explorer.core.attention_feeds import Asked
from explorer.core.attention_view import AttentionView, existing, view
from explorer.core.by_hand import decisions
from explorer.core.comparison import MAIN_FEED
from explorer.core.errors import UserError
from explorer.core.head_effect import effect
from explorer.core.jobs import Partial, Progress, Work
from explorer.core.questions import by_hand, question
from explorer.core.state import Head, Selection, State
from explorer.ui.drawing import Drawing
from explorer.ui.panel import Action, Details, Panel, PanelContext, PanelSpec, Slot
from explorer.ui.table import Table
from explorer.ui.widgets.attention import cells
from explorer.ui.widgets.attention.controls import (
    VIEWS,
    AttentionControls,
    Settings,
    Streams,
    Switch,
)
from explorer.ui.widgets.attention.figure import COMPARABLE_VIEWS, AttentionFigure
from explorer.ui.widgets.attention.parts import (
    Choice,
    Column,
    Failure,
    HeadAt,
    Looked,
    TokenAt,
    View,
    comparable_pair,
    effect_note,
    place_name,
)
from explorer.ui.widgets.attention.words import SPREAD_NOTE, detail_rows, limits
from explorer.ui.widgets.canvas import CanvasArea
from explorer.ui.widgets.head_grid import thumbnails
from models.specs import Paper


@dataclass(frozen=True)
class Request:
    """What the maps depend on; which of them is shown large does not belong to it."""

    asked: Asked
    keys: tuple[str, ...]
    off: tuple[tuple[Head, ...], ...]  # one entry per model


Answers = dict[str, Looked | UserError]


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
        explanation=(
            "In every layer each head gives every token a row of weights over the tokens that it "
            "may look at; the weights sum to one and say how the head mixes what it finds there. "
            "BERT and its kin look both ways, GPT-2 only back: what is hatched is out of sight, "
            "because the model has to predict what stands there. T5 has three kinds: its encoder "
            "looks both ways, its decoder back, and the decoder at the encoder. XLNet sees what is "
            "earlier in an order; its query stream knows a place, but not the token there. "
            "DeBERTa adds up what two tokens say and where they stand, in three terms that can be "
            "seen and switched off. Many heads look mostly at [SEP], or at the first token, which "
            "is read as a way of doing nothing; without the special tokens the rest is seen. "
            "Entropy says how widely a head spreads its weights, distance how far away it looks. "
            "Ctrl+click on a thumbnail sets what that head found to zero, and the loss of the "
            "prediction says what it was worth, which is often little. A weight says where a head "
            "looks, and not by itself why the model predicts what it predicts."
        ),
        papers=(
            Paper("Vaswani et al.", "Attention Is All You Need", 2017, "1706.03762"),
            Paper(
                "Clark, Khandelwal, Levy, Manning",
                "What Does BERT Look At? An Analysis of BERT's Attention",
                2019,
                "1906.04341",
            ),
            Paper(
                "Michel, Levy, Neubig",
                "Are Sixteen Heads Really Better than One?",
                2019,
                "1905.10650",
            ),
            Paper(
                "Raffel et al.",
                "Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer",
                2019,
                "1910.10683",
            ),
            Paper(
                "Yang et al.",
                "XLNet: Generalized Autoregressive Pretraining for Language Understanding",
                2019,
                "1906.08237",
            ),
            Paper(
                "He et al.",
                "DeBERTa: Decoding-enhanced BERT with Disentangled Attention",
                2020,
                "2006.03654",
            ),
            Paper("Jain, Wallace", "Attention is not Explanation", 2019, "1902.10186"),
            Paper("Salazar et al.", "Masked Language Model Scoring", 2020, "1910.14659"),
        ),
        kinds=("attention",),
    )

    def __init__(self, context: PanelContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self._answers: Answers = {}
        self._figure: AttentionFigure | None = None
        self._drawn: tuple[Slot, ...] = ()
        self.controls = AttentionControls()
        self.body.addWidget(self.controls)
        self._area = CanvasArea(self.theme)
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

    def request(self, state: State) -> Request | None:
        slots = self.slots()
        if not slots:
            self.say("Choose a model above to see where it looks.")
            return None
        if not state.text.strip():
            self.say("Type a sentence above to see which of its tokens look at which.")
            return None
        return Request(
            asked=self._asked_of_all(state),
            keys=tuple(slot.key for slot in slots),
            off=tuple(tuple(sorted(state.ablated.get(slot.key, ()))) for slot in slots),
        )

    def _asked_of_all(self, state: State) -> Asked:
        return Asked(
            text=state.text,
            pair=state.pair,
            seed=state.seed,
            streams=tuple(sorted(self._mapping("streams").items())),
            hide_specials=bool(self.option("hide_specials", False)),
            with_order=bool(self.option("order", True)),
            decoder_text=str(self.option("decoder_text", "")),
            silence=self._silent(),
            hiding=question(state),
            with_bias=self.option("view", None) == "bias",
        )

    @staticmethod
    def work(request: Request, engine: Any) -> Work:
        found: Answers = {}
        for index, key in enumerate(request.keys):
            yield Progress(f"Reading with {key}", index, len(request.keys))
            try:
                found[key] = _look(engine, request, index)
            except UserError as error:
                found[key] = error
            if len(found) < len(request.keys):
                yield Partial(dict(found))
        looks = [(key, looked) for key, looked in found.items() if isinstance(looked, Looked)]
        cut = [(key, looked) for key, looked in looks if looked.is_cut]
        if cut:  # what that does takes longer to find
            yield Partial(dict(found))
        for key, looked in cut:
            off = [extra.name for extra in looked.view.silenced]
            lost = yield from effect(
                engine, key, looked.view.corruption, looked.view.stream.name, looked.off, off
            )
            found[key] = replace(looked, effect=lost, measuring=False)
        return found

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
        self.controls.show_settings(self._settings())
        self._figure = self._make_figure()
        self._fit()
        self._area.set_drawing(self._figure)
        state = self.state
        self.note(*limits(self._shown_columns(), state.selection, self.view, state.seed))
        self.show_details(self._make_details())

    def _fit(self) -> None:
        if self._figure is not None:
            room = self._area.viewport()
            self._figure.fit(room.width(), room.height())

    # ---- the figure

    def _make_figure(self) -> AttentionFigure:
        chosen = self.state.selection
        choice = Choice(
            layer=chosen.layer,
            head=chosen.head,
            view=self.view,
            with_difference=bool(self.option("difference", True)),
        )
        alone = self.option("alone", None)
        columns = self._columns()
        if any(slot.key == alone for slot, _ in columns):
            columns = [(slot, column) for slot, column in columns if slot.key == alone]
        self._drawn = tuple(slot for slot, _ in columns)
        return AttentionFigure([column for _, column in columns], choice)

    def _views(self) -> tuple[str, ...]:
        """The ways of drawing that there is something for."""
        views = [looked.view for _, looked in self._looked()]
        extras = [extra for shown in views for extra in shown.card.spec.extras]
        possible = {"map", "lines", "both"}
        if any(extra.by_layer for extra in extras):
            possible.add("terms")
        if any(not extra.by_layer for extra in extras):
            possible.add("bias")
        return tuple(name for name in VIEWS if name in possible)

    @property
    def view(self) -> View:
        """The chosen way of drawing; where none was, terms of scores if all models have some.

        A model of several terms that joins others does not take their common picture apart.
        """
        possible = self._views()
        shown = [looked.view.card.spec for _, looked in self._looked()]
        all_add = all(any(extra.by_layer for extra in spec.extras) for spec in shown)
        name = self.option("view", "terms" if all_add else "map")
        return cast(View, name if name in possible else "map")

    def show_view(self, view: str) -> None:
        """A bias by distance is shown of a part that has one, whichever was chosen before."""
        streams = dict(self._mapping("streams"))
        if view == "bias":
            for shown in [looked.view for _, looked in self._looked()]:
                if shown.bias is None and any(not e.by_layer for e in shown.card.spec.extras):
                    streams.pop(shown.card.spec.name, None)
        self.store.update_panel(self.spec.name, view=view, streams=streams)

    def _columns(self) -> list[tuple[Slot, Column | Failure]]:
        slots = [slot for slot in self.slots() if slot.key in self._answers]
        return [(slot, self._column(slot)) for slot in slots]

    def _shown_columns(self) -> list[Column]:
        return [column for _, column in self._columns() if isinstance(column, Column)]

    def _column(self, slot: Slot) -> Column | Failure:
        answer = self._answers[slot.key]
        if isinstance(answer, UserError):
            return Failure(slot.index, slot.title, answer.message, answer.hint)
        return Column(slot.index, slot.title, answer, self._tokens_in(slot.key, answer.view))

    def _tokens_in(self, key: str, target: AttentionView) -> dict[str, int]:
        """The selected places by feed: of the text, and of what a decoder is fed."""
        found: dict[str, int] = {}
        token = self._token_in(target)
        if token is not None:
            found[MAIN_FEED] = token
        written = self._written()
        if written is not None and written[0] == key:
            found[written[1]] = int(written[2])
        return found

    def _written(self) -> Sequence[Any] | None:
        """The selected token of a decoder's text, [model, feed, place], while that text stands."""
        kept = self.option("written", None)
        if not isinstance(kept, Mapping) or kept.get("of") != self._texts():
            return None
        return cast("Sequence[Any]", kept["token"])

    def _texts(self) -> list[str]:
        """What a decoder's own text depends on, as a person writes it."""
        return [self.state.text, self.state.pair, str(self.option("decoder_text", ""))]

    def _token_in(self, target: AttentionView) -> int | None:
        """The selected token as this model has it: a word keeps its place in the text."""
        token = self.state.selection.token
        source = self._answers.get(self._token_of())
        if token is None or not isinstance(source, Looked):
            return None
        if source.view is target:
            return token
        return counterpart(source.view.encoding, target.encoding, token)

    def _token_of(self) -> str:
        """The model in which the token was chosen."""
        return self.counting([slot.key for slot in self.slots()])

    def _head_of(self) -> str:
        """The model in which the head was chosen; else the first."""
        keys = [slot.key for slot in self.slots()]
        chosen = self.option("head_of", "")
        return str(chosen) if chosen in keys else (keys[0] if keys else "")

    def _looked(self) -> list[tuple[Slot, Looked]]:
        answers = [(slot, self._answers.get(slot.key)) for slot in self.slots()]
        return [(slot, answer) for slot, answer in answers if isinstance(answer, Looked)]

    # ---- the side of the window

    def _make_details(self) -> Details:
        chosen, columns = self.state.selection, self._shown_columns()
        if not columns or (chosen == Selection() and self._written() is None):
            return Details()
        rows = [row for column in columns for row in detail_rows(column, chosen)]
        title = place_name(chosen.layer, chosen.head)
        told = [SPREAD_NOTE] if any(column.view.terms for column in columns) else []
        text = "\n\n".join(filter(None, (*told, self._effect_text())))
        return Details(title, tuple(rows), text, self._switches())

    def _effect_text(self) -> str:
        cut = [column for column in self._shown_columns() if column.looked.is_cut]
        return "\n".join(f"{column.title}: {effect_note(column.looked)}" for column in cut)

    def _switches(self) -> tuple[Action, ...]:
        """Switching the chosen head off, or on, in each model."""
        chosen = self.state.selection
        if chosen.layer is None or chosen.head is None:
            return ()
        actions = []
        for slot, answer in self._looked():
            head = _head_in(answer, chosen.layer, chosen.head)
            verb = "Switch on" if head in answer.off else "Switch off"
            run = partial(self.store.toggle_head, slot.key, head)
            actions.append(Action(f"{verb} in {slot.letter}  {slot.title}", run))
        return tuple(actions)

    # ---- what leaves

    def made_with(self) -> list[str]:
        return by_hand(self.state, self.letters())

    def drawings(self) -> list[Drawing]:
        return [self._make_figure()] if self._answers else []

    def table(self) -> Table:
        """The maps that are shown, then the measures of every head."""
        return cells.table(self._make_figure(), self.state.selection, self.view)

    # ---- what a person does

    def deselect(self) -> None:
        self.set_option("written", None)

    def _on_clicked(self, hit: Any) -> None:
        at = self._figure.pointed(hit) if self._figure is not None else None
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
        key = self._drawn[at.column].key
        if at.feed != MAIN_FEED:
            written = [key, at.feed, at.position]
            kept = {"of": self._texts(), "token": written}
            self.set_option("written", None if self._written() == written else kept)
            return
        same = self._token_of() == key and self.state.selection.token == at.position
        self.select(token=None if same else at.position, model=key)

    def _on_modified_click(self, hit: Any) -> None:
        """Ctrl or Shift and a click on a thumbnail: switch the head off or on."""
        at = self._figure.pointed(hit) if self._figure is not None else None
        if isinstance(at, HeadAt) and at.layer is not None:
            self._toggle(self._drawn[at.column].key, at.layer, at.head)

    def _toggle(self, key: str, layer: int, head: int) -> None:
        answer = self._answers.get(key)
        if isinstance(answer, Looked):
            self.store.toggle_head(key, _head_in(answer, layer, head))

    def _on_double_clicked(self, hit: Any) -> None:
        """Show one model alone and large, or all of them again."""
        at = self._figure.pointed(hit) if self._figure is not None else None
        if at is None or self.option("alone", None) is not None:
            self.set_option("alone", None)
        else:
            self.set_option("alone", self._drawn[at.column].key)

    def _on_option(self, name: str, value: Any) -> None:
        if name == "view":
            self.show_view(value)
        else:
            self.set_option(name, value)

    def _on_stream(self, architecture: str, stream: str) -> None:
        self.set_option("streams", {**self._mapping("streams"), architecture: stream})

    def _on_term(self, name: str, on: bool) -> None:
        self.set_option("silent", sorted({*self._silent(), name} - ({name} if on else set())))

    def _on_switch(self) -> None:
        chosen = self.state.selection
        if chosen.layer is not None and chosen.head is not None:
            self._toggle(self._head_of(), chosen.layer, chosen.head)

    def _on_all_on(self) -> None:
        keys = {slot.key for slot in self.slots()}
        self.set_option("silent", [])
        self.store.update(
            ablated={key: off for key, off in self.state.ablated.items() if key not in keys}
        )

    def _mapping(self, name: str) -> Mapping[str, str]:
        return dict(self.option(name, {}))

    def _silent(self) -> tuple[str, ...]:
        return tuple(self.option("silent", []))

    # ---- controls

    def _settings(self) -> Settings:
        looked = self._looked()
        views = [answer.view for _, answer in looked]
        ordered = any(shown.card.spec.ordered for shown in views)
        pair = comparable_pair(self._shown_columns()) is not None
        beside = len(looked) > 1 and self.view in COMPARABLE_VIEWS
        return Settings(
            selection=self.state.selection,
            views=self._views(),
            view=self.view,
            num_layers=max((shown.maps.num_layers for shown in views), default=0),
            num_heads=max((shown.maps.num_heads for shown in views), default=0),
            streams=_streams(views),
            hide_specials=bool(self.option("hide_specials", False)),
            difference=pair if beside else None,
            with_difference=bool(self.option("difference", True)),
            order=bool(self.option("order", True)) if ordered else None,
            terms=self._terms(views),
            writing=self._writing(views),
            switch=self._switch(),
            any_off=any(answer.is_cut for _, answer in looked),
            alone=self.option("alone", None) in [slot.key for slot in self.slots()],
        )

    def _terms(self, views: list[AttentionView]) -> tuple[tuple[str, str, bool], ...]:
        """What can be switched off: (name, title, on)."""
        extras = {extra.name: extra for shown in views for extra in shown.card.spec.extras}
        silent = self._silent()
        return tuple(
            (name, extra.title, name not in silent)
            for name, extra in extras.items()
            if extra.silent
        )

    def _writing(self, views: list[AttentionView]) -> tuple[str, str] | None:
        """What a person wrote for a decoder, and what the model writes by itself."""
        written = [shown.fed for shown in views if not shown.rows.of_text]
        if not written:
            return None
        own = next((fed.written for fed in written if fed.own_words), "")
        return str(self.option("decoder_text", "")), f"by itself: {own}" if own else "by itself"

    def _switch(self) -> Switch:
        chosen, key = self.state.selection, self._head_of()
        answer = self._answers.get(key)
        if chosen.layer is None or chosen.head is None or not isinstance(answer, Looked):
            return Switch()
        slot = next(slot for slot in self.slots() if slot.key == key)
        head = _head_in(answer, chosen.layer, chosen.head)
        verb = "on" if head in answer.off else "off"
        tip = f"{place_name(head.layer, head.head)} of {slot.title}"
        return Switch(f"Switch {verb} in {slot.letter}", tip, enabled=True)

    # ---- Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._figure is not None:
            self._fit()
            self._area.set_drawing(self._figure)


def _look(engine: Any, request: Request, index: int) -> Looked:
    """One model's answer. Raises UserError."""
    key = request.keys[index]
    off = tuple(existing(engine, key, request.off[index]))
    assert request.asked.hiding is not None
    decided = decisions(engine, key, request.asked.hiding)
    forced = {at: True for at, hidden in decided.items() if hidden}
    shown = view(engine, key, request.asked, forced, off)
    looked = Looked(shown, thumbnails(shown.maps.heads), off)
    return replace(looked, measuring=looked.is_cut)


def _head_in(answer: Looked, layer: int, head: int) -> Head:
    maps = answer.view.maps
    return Head(
        answer.view.stream.name, min(layer, maps.num_layers - 1), min(head, maps.num_heads - 1)
    )


def _streams(views: list[AttentionView]) -> tuple[Streams, ...]:
    """The choices of each architecture that has several streams."""
    found = {shown.card.spec.name: shown for shown in reversed(views) if len(shown.streams) > 1}
    return tuple(
        Streams(
            name,
            shown.card.spec.title,
            {stream.name: stream.title for stream in shown.streams},
            shown.stream.name,
        )
        for name, shown in reversed(found.items())
    )


PANEL = AttentionPanel
