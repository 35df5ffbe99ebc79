"""Attention: who looks at whom, in every head of every model, and what a head is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from PySide6.QtCore import QSignalBlocker
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QPushButton, QWidget

from explorer.core.analysis.heads import mean_of
from explorer.core.analysis.matching import counterpart
from explorer.core.attention_view import AttentionView, existing, view
from explorer.core.errors import UserError
from explorer.core.head_effect import Effect, effect
from explorer.core.jobs import Partial, Progress, Work
from explorer.core.state import Head, Selection, State
from explorer.ui.drawing import Drawing, number
from explorer.ui.panel import Action, Details, Panel, PanelContext, PanelSpec, Slot
from explorer.ui.table import Table
from explorer.ui.widgets.attention_figure import (
    AttentionFigure,
    Choice,
    Column,
    Failure,
    HeadAt,
    TokenAt,
    View,
    comparable_pair,
    effect_note,
    place_name,
)
from explorer.ui.widgets.attention_map import MANY_ROWS
from explorer.ui.widgets.canvas import CanvasArea
from explorer.ui.widgets.flow import FlowLine
from explorer.ui.widgets.head_grid import Thumbnails, thumbnails
from explorer.ui.widgets.token_strip import visible
from models.specs import Paper

VIEWS: dict[View, str] = {"map": "Heat map", "lines": "Lines", "both": "Map and lines"}
FACTS = (
    ("entropy", "Entropy", "nats"),
    ("distance", "Mean distance", "tokens"),
    ("back", "Back", ""),
    ("itself", "To itself", ""),
    ("ahead", "Ahead", ""),
)
DIFFERENCE_TIP = "The first model minus the second, cell by cell"
NO_DIFFERENCE_TIP = (
    "These models cut the text into different tokens. Choose two with the same tokenizer, such as "
    "BERT and DistilBERT"
)
PLACE = ("model", "stream", "layer", "head")
COLUMNS = ("what", *PLACE, "row", "row_token", "column", "column_token", "value")


@dataclass(frozen=True)
class Request:
    """What the maps depend on; which of them is shown large does not belong to it."""

    text: str
    pair: str
    keys: tuple[str, ...]
    stream: str
    hide_specials: bool
    masked: tuple[tuple[int, ...], ...]  # one entry per model
    off: tuple[tuple[Head, ...], ...]


@dataclass(frozen=True, eq=False)
class Looked:
    """The answer for one model."""

    view: AttentionView
    thumbnails: Thumbnails
    off: tuple[Head, ...]
    effect: Effect | None = None
    measuring: bool = False


Answers = dict[str, Looked | UserError]


class AttentionPanel(Panel):
    """Thumbnails of all heads above, the chosen head or average below, one column per model."""

    spec = PanelSpec(
        name="attention",
        title="Attention",
        group="look",
        icon="attention",
        order=3,
        summary="Each row is a token, and its colours say which tokens it looks at.",
        explanation=(
            "In every layer each head gives every token a row of weights over the tokens that it "
            "may look at; the weights sum to one and say how the head mixes what it finds there. "
            "BERT, ELECTRA and DistilBERT look both ways, GPT-2 only back: the hatched half of its "
            "maps is out of its sight, because it has to predict what stands there. Many heads "
            "look mostly at [SEP], or at the first token, which is read as a way of doing nothing; "
            "without the special tokens the rest is seen. Entropy says how widely a head looks, "
            "the mean distance how far. Ctrl+click on a thumbnail sets what that head found to "
            "zero, and the loss of the prediction says what it was worth, which is often little. "
            "A weight says where a head looks, and not by itself why the model predicts what it "
            "predicts."
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
            Paper("Jain, Wallace", "Attention is not Explanation", 2019, "1902.10186"),
            Paper("Salazar et al.", "Masked Language Model Scoring", 2020, "1910.14659"),
        ),
        kinds=("attention",),
    )

    def __init__(self, context: PanelContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self._answers: Answers = {}
        self._figure: AttentionFigure | None = None
        self._build_controls()
        self._area = CanvasArea(self.theme)
        self._area.canvas.clicked.connect(self._on_clicked)
        self._area.canvas.modified_click.connect(self._on_modified_click)
        self._area.canvas.double_clicked.connect(self._on_double_clicked)
        self.body.addWidget(self._area, 1)

    # ---- what it shows

    def request(self, state: State) -> Request | None:
        slots = self.slots()
        if not slots:
            self.say("Choose a model above to see where it looks.")
            return None
        if not state.text.strip():
            self.say("Type a sentence above to see which of its tokens look at which.")
            return None
        hidden = [state.masks.get(slot.key, {}) for slot in slots]
        return Request(
            text=state.text,
            pair=state.pair,
            keys=tuple(slot.key for slot in slots),
            stream=str(self.option("stream", "")),
            hide_specials=bool(self.option("hide_specials", False)),
            masked=tuple(tuple(sorted(at for at, on in by.items() if on)) for by in hidden),
            off=tuple(tuple(sorted(state.ablated.get(slot.key, ()))) for slot in slots),
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
            yield Partial(dict(found))
        for key, looked in found.items():
            if isinstance(looked, Looked) and looked.off:
                lost = yield from effect(
                    engine, key, looked.view.corruption, looked.view.stream.name, looked.off
                )
                found[key] = replace(looked, effect=lost, measuring=False)
        return found

    def show_partial(self, value: Answers) -> None:
        """What has come replaces what stood there; the others stay until theirs comes."""
        self._show({**self._answers, **value})

    def show_result(self, value: Answers) -> None:
        self._show(dict(value))

    def show_selection(self, selection: Selection) -> None:
        self._redraw()

    def show_settings(self) -> None:
        self._redraw()

    def _show(self, answers: Answers) -> None:
        self._answers = answers
        self._redraw()

    def _redraw(self) -> None:
        self._fill_controls()
        self._figure = self._make_figure()
        self._fit()
        self._area.set_drawing(self._figure)
        self.note(*self._limits())
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
            view=self._chosen_view(),
            with_difference=bool(self.option("difference", True)),
        )
        alone = self.option("alone", None)
        columns = self._columns()
        if any(slot.key == alone for slot, _ in columns):
            columns = [(slot, column) for slot, column in columns if slot.key == alone]
        self._drawn = tuple(slot for slot, _ in columns)
        return AttentionFigure([column for _, column in columns], choice)

    def _chosen_view(self) -> View:
        name = self.option("view", "map")
        return name if name in VIEWS else "map"

    def _columns(self) -> list[tuple[Slot, Column | Failure]]:
        slots = [slot for slot in self.slots() if slot.key in self._answers]
        return [(slot, self._column(slot)) for slot in slots]

    def _column(self, slot: Slot) -> Column | Failure:
        answer = self._answers[slot.key]
        if isinstance(answer, UserError):
            return Failure(slot.index, slot.title, str(answer))
        stream = answer.view.stream.name
        off = frozenset((head.layer, head.head) for head in answer.off if head.stream == stream)
        return Column(
            slot=slot.index,
            title=slot.title,
            view=answer.view,
            thumbnails=answer.thumbnails,
            off=off,
            num_off=len(answer.off),
            effect=answer.effect,
            measuring=answer.measuring,
            token=self._token_in(answer.view),
        )

    def _token_in(self, target: AttentionView) -> int | None:
        """The selected token as this model has it: a word keeps its place in the text."""
        token = self.state.selection.token
        source = self._answers.get(self._model_of("token"))
        if token is None or not isinstance(source, Looked) or source.view is target:
            return token
        return counterpart(source.view.encoding, target.encoding, token)

    def _model_of(self, what: str) -> str:
        """The model in which the token or head was chosen; else the first."""
        keys = [slot.key for slot in self.slots()]
        chosen = self.option(f"{what}_of", "")
        return str(chosen) if chosen in keys else (keys[0] if keys else "")

    def _looked(self) -> list[tuple[Slot, Looked]]:
        answers = [(slot, self._answers.get(slot.key)) for slot in self.slots()]
        return [(slot, answer) for slot, answer in answers if isinstance(answer, Looked)]

    # ---- words

    def _limits(self) -> list[str]:
        """What the picture leaves out, or changes."""
        lines: list[str] = []
        for slot, looked in self._looked():
            shown = looked.view
            if shown.encoding.num_cut:
                lines.append(
                    f"{slot.title}: the last {shown.encoding.num_cut} tokens do not fit into its "
                    f"{shown.card.num_positions} positions and were cut."
                )
            if looked.thumbnails.note:
                lines.append(f"{slot.title}: {looked.thumbnails.note}")
            lines += [f"{slot.title}: {line}" for line in self._nearest_note(shown)]
        return [*lines, *self._lines_note(), *self._hidden_note()]

    def _lines_note(self) -> list[str]:
        """Of a long text not all lines are drawn."""
        longest = max((len(answer.view.rows) for _, answer in self._looked()), default=0)
        if self._chosen_view() == "map" or longest <= MANY_ROWS:
            return []
        return ["Each token has its strongest line only; choose a token to see all of its lines."]

    def _hidden_note(self) -> list[str]:
        """What hiding special tokens did to the rows that are left."""
        hidden = [(slot, a.view) for slot, a in self._looked() if a.view.num_hidden]
        if not hidden:
            return []
        shares = ", ".join(f"{slot.letter} {shown.removed:.0%}" for slot, shown in hidden)
        empty = sum(shown.num_empty for _, shown in hidden)
        left = f" {empty} rows looked at nothing else and are left empty." if empty else ""
        return [
            "Special tokens are hidden and each row is renormalised to one; of the attention, "
            f"this went to them: {shares}.{left}"
        ]

    def _nearest_note(self, shown: AttentionView) -> list[str]:
        chosen = self.state.selection
        layer, head = shown.maps.nearest(chosen.layer, chosen.head)
        lines = []
        if layer != chosen.layer:
            lines.append(f"It has {shown.maps.num_layers} layers; its last is shown.")
        if head != chosen.head:
            lines.append(f"It has {shown.maps.num_heads} heads in a layer; its last is shown.")
        return lines

    def _pair_exists(self) -> bool:
        columns = [column for _, column in self._columns() if isinstance(column, Column)]
        return comparable_pair(columns) is not None

    def _make_details(self) -> Details:
        chosen = self.state.selection
        looked = self._looked()
        if not looked or chosen == Selection():
            return Details()
        rows: list[tuple[str, str]] = []
        for slot, answer in looked:
            rows += self._fact_rows(slot, answer)
            rows += self._token_rows(slot, answer)
        title = place_name(chosen.layer, chosen.head)
        return Details(title, tuple(rows), self._effect_text(), self._switches())

    def _fact_rows(self, slot: Slot, answer: Looked) -> list[tuple[str, str]]:
        place = answer.view.maps.nearest(self.state.selection.layer, self.state.selection.head)
        rows = [(f"{slot.letter}  {slot.title}", "")]
        for name, title, unit in FACTS:
            value = mean_of(getattr(answer.view.facts, name), *place)
            rows.append((title, f"{number(value)} {unit}" if unit else f"{value:.1%}"))
        return rows

    def _token_rows(self, slot: Slot, answer: Looked) -> list[tuple[str, str]]:
        shown = answer.view
        row = shown.row_of(self._token_in(shown))
        if row is None:
            return []
        weights = shown.maps.pick(self.state.selection.layer, self.state.selection.head)
        to, by = int(weights[row].argmax()), int(weights[:, row].argmax())
        return [
            ("Token", f"{visible(shown.rows[row])} (place {shown.positions[row]})"),
            ("Looks most at", f"{visible(shown.columns[to])} {number(float(weights[row, to]))}"),
            ("Looked at most by", f"{visible(shown.rows[by])} {number(float(weights[by, row]))}"),
        ]

    def _effect_text(self) -> str:
        columns = [column for _, column in self._columns()]
        cut = [column for column in columns if isinstance(column, Column) and column.num_off]
        return "\n".join(f"{column.title}: {effect_note(column)}" for column in cut)

    def _switches(self) -> tuple[Action, ...]:
        """Switching the chosen head off, or on, in each model."""
        chosen = self.state.selection
        if chosen.layer is None or chosen.head is None:
            return ()
        actions = []
        for slot, answer in self._looked():
            head = self._head_in(answer, chosen.layer, chosen.head)
            verb = "Switch on" if head in answer.off else "Switch off"
            run = partial(self.store.toggle_head, slot.key, head)
            actions.append(Action(f"{verb} in {slot.letter}  {slot.title}", run))
        return tuple(actions)

    def _head_in(self, answer: Looked, layer: int, head: int) -> Head:
        maps = answer.view.maps
        return Head(
            answer.view.stream.name, min(layer, maps.num_layers - 1), min(head, maps.num_heads - 1)
        )

    # ---- what leaves

    def drawings(self) -> list[Drawing]:
        return [self._make_figure()] if self._answers else []

    def table(self) -> Table:
        """The maps that are shown, then the measures of every head."""
        rows: list[tuple[Any, ...]] = []
        chosen = self.state.selection
        for slot, looked in self._looked():
            shown = looked.view
            layer, head = shown.maps.nearest(chosen.layer, chosen.head)
            place = (slot.title, shown.stream.name, _counted(layer), _counted(head))
            rows += _cells("attention", place, shown, shown.maps.pick(layer, head))
        rows += self._difference_rows()
        for slot, looked in self._looked():
            rows += _fact_cells(slot.title, looked.view)
        return Table(COLUMNS, rows, "Attention")

    def _difference_rows(self) -> list[tuple[Any, ...]]:
        figure = self._make_figure()
        if figure.pair is None:
            return []
        first, second = (figure.views[index] for index in figure.pair)
        values = figure.picked[figure.pair[0]] - figure.picked[figure.pair[1]]
        chosen = self.state.selection
        place = (
            f"{first.title} − {second.title}",
            f"{first.view.stream.name} − {second.view.stream.name}",
            _counted(chosen.layer),
            _counted(chosen.head),
        )
        return _cells("difference", place, first.view, values)

    # ---- what a person does

    def _on_clicked(self, hit: Any) -> None:
        at = self._figure.pointed(hit) if self._figure is not None else None
        if isinstance(at, HeadAt):
            here = (at.layer, at.head)
            chosen = self.state.selection
            again = (chosen.layer, chosen.head) == here
            self.set_option("head_of", self._drawn[at.column].key)
            self.select(layer=None if again else at.layer, head=None if again else at.head)
        elif isinstance(at, TokenAt):
            self._select_token(at)
        elif hit is None:
            self.select(token=None)

    def _select_token(self, at: TokenAt) -> None:
        key = self._drawn[at.column].key
        same = self._model_of("token") == key and self.state.selection.token == at.position
        self.set_option("token_of", key)
        self.select(token=None if same else at.position)

    def _on_modified_click(self, hit: Any) -> None:
        """Ctrl or Shift and a click on a thumbnail: switch the head off or on."""
        at = self._figure.pointed(hit) if self._figure is not None else None
        if isinstance(at, HeadAt):
            self._toggle(self._drawn[at.column].key, at.layer, at.head)

    def _toggle(self, key: str, layer: int, head: int) -> None:
        answer = self._answers.get(key)
        if isinstance(answer, Looked):
            self.store.toggle_head(key, self._head_in(answer, layer, head))

    def _on_double_clicked(self, hit: Any) -> None:
        """Show one model alone and large, or all of them again."""
        at = self._figure.pointed(hit) if self._figure is not None else None
        if at is None or self.option("alone", None) is not None:
            self.set_option("alone", None)
        elif isinstance(at, HeadAt | TokenAt):
            self.set_option("alone", self._drawn[at.column].key)

    def _on_switch(self) -> None:
        chosen = self.state.selection
        if chosen.layer is not None and chosen.head is not None:
            self._toggle(self._model_of("head"), chosen.layer, chosen.head)

    def _on_all_on(self) -> None:
        keys = {slot.key for slot in self.slots()}
        self.store.update(
            ablated={key: off for key, off in self.state.ablated.items() if key not in keys}
        )

    # ---- controls

    def _build_controls(self) -> None:
        self._view, self._layer, self._head, self._stream = (QComboBox() for _ in range(4))
        for name, title in VIEWS.items():
            self._view.addItem(title, name)
        self._specials = QCheckBox("Hide special tokens")
        self._difference = QCheckBox("Difference")
        self._switch = QPushButton("Switch head off")
        self._all_on = QPushButton("All heads on")
        self._all_on.setProperty("quiet", True)
        self._all = QPushButton("Show all models")
        self._all.setProperty("quiet", True)
        self._name_controls()
        line = FlowLine()
        for box in (self._view, self._layer, self._head, self._stream):
            line.addWidget(box)
        line.addWidget(self._specials)
        line.addWidget(self._difference)
        for button in (self._all, self._all_on, self._switch):
            line.add_right(button)
        self.body.addLayout(line)
        self._connect_controls()

    def _name_controls(self) -> None:
        names = {
            self._view: "How the chosen head is drawn",
            self._layer: "Layer",
            self._head: "Head",
            self._stream: "Which part of a model with several",
        }
        for box, name in names.items():
            box.setAccessibleName(name)
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
            box.setToolTip(name)
        self._specials.setToolTip("Rows are renormalised over the tokens that are left")

    def _connect_controls(self) -> None:
        self._view.activated.connect(lambda: self.set_option("view", self._view.currentData()))
        self._layer.activated.connect(lambda: self.select(layer=self._layer.currentData()))
        self._head.activated.connect(lambda: self.select(head=self._head.currentData()))
        self._stream.activated.connect(
            lambda: self.set_option("stream", self._stream.currentData())
        )
        self._specials.clicked.connect(lambda on: self.set_option("hide_specials", on))
        self._difference.clicked.connect(lambda on: self.set_option("difference", on))
        self._switch.clicked.connect(self._on_switch)
        self._all_on.clicked.connect(self._on_all_on)
        self._all.clicked.connect(lambda: self.set_option("alone", None))

    def _fill_controls(self) -> None:
        looked = self._looked()
        chosen = self.state.selection
        layers = max((answer.view.maps.num_layers for _, answer in looked), default=0)
        heads = max((answer.view.maps.num_heads for _, answer in looked), default=0)
        _fill(self._layer, {None: "All layers", **_numbered("Layer", layers)}, chosen.layer)
        _fill(self._head, {None: "All heads", **_numbered("Head", heads)}, chosen.head)
        _fill(self._view, VIEWS, self._chosen_view())
        self._fill_streams(looked)
        self._specials.setChecked(bool(self.option("hide_specials", False)))
        self._difference.setVisible(len(looked) > 1)
        possible = self._pair_exists()
        self._difference.setEnabled(possible)
        self._difference.setChecked(possible and bool(self.option("difference", True)))
        self._difference.setToolTip(DIFFERENCE_TIP if possible else NO_DIFFERENCE_TIP)
        self._fill_switch({slot.key: (slot, answer) for slot, answer in looked})
        self._all.setVisible(self.option("alone", None) in [slot.key for slot in self.slots()])

    def _fill_streams(self, looked: list[tuple[Slot, Looked]]) -> None:
        views = [answer.view for _, answer in looked if len(answer.view.streams) > 1]
        titles = {spec.name: spec.title for shown in views for spec in shown.streams}
        self._stream.setVisible(bool(titles))
        current = self.option("stream", "") or (views[0].stream.name if views else "")
        _fill(self._stream, titles, current)

    def _fill_switch(self, looked: Mapping[str, tuple[Slot, Looked]]) -> None:
        chosen, key = self.state.selection, self._model_of("head")
        known = chosen.layer is not None and chosen.head is not None and key in looked
        self._switch.setEnabled(known)
        self._switch.setText("Switch head off")
        self._switch.setToolTip("Choose a head first, or Ctrl+click a thumbnail")
        if known:
            slot, answer = looked[key]
            head = self._head_in(answer, chosen.layer or 0, chosen.head or 0)
            verb = "on" if head in answer.off else "off"
            self._switch.setText(f"Switch {verb} in {slot.letter}")
            self._switch.setToolTip(f"{place_name(head.layer, head.head)} of {slot.title}")
        self._all_on.setVisible(any(answer.off for _, answer in looked.values()))

    # ---- Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._figure is not None:
            self._fit()
            self._area.set_drawing(self._figure)


def _look(engine: Any, request: Request, index: int) -> Looked:
    """One model's answer. Raises UserError."""
    key = request.keys[index]
    off = tuple(existing(engine.card(key), request.off[index]))
    shown = view(
        engine,
        key,
        request.text,
        request.pair,
        stream=request.stream,
        forced=dict.fromkeys(request.masked[index], True),
        ablate=off,
        hide_specials=request.hide_specials,
    )
    return Looked(shown, thumbnails(shown.maps.heads), off, measuring=bool(off))


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


def _counted(index: int | None) -> int | str:
    return "mean" if index is None else index + 1


def _cells(
    what: str, place: tuple[Any, ...], shown: AttentionView, values: Any
) -> list[tuple[Any, ...]]:
    return [
        (what, *place, row, shown.rows[row], column, shown.columns[column], float(value))
        for row, line in enumerate(values)
        for column, value in enumerate(line)
    ]


def _fact_cells(model: str, shown: AttentionView) -> list[tuple[Any, ...]]:
    maps = shown.maps
    return [
        (
            title.lower(),
            model,
            shown.stream.name,
            layer + 1,
            head + 1,
            None,
            "",
            None,
            "",
            float(getattr(shown.facts, name)[layer, head]),
        )
        for name, title, _ in FACTS
        for layer in range(maps.num_layers)
        for head in range(maps.num_heads)
    ]


PANEL = AttentionPanel
