"""What each objective does to the sentence, and what the models predict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from explorer.core.masking.example import MaskingExample
from explorer.core.masking.questions import AS_SHARE, chosen, clicked, override_notes, question
from explorer.core.masking.request import MaskingRequest, answers_to
from explorer.core.masking.user_overrides import decided, next_decision, next_order, over_the_same
from explorer.core.state.state import Selection, State
from explorer.core.tokens.interlinear import interlinear
from explorer.ui.graphics.canvas import CanvasArea
from explorer.ui.graphics.drawing import Drawing, Stack
from explorer.ui.graphics.table import Table
from explorer.ui.graphics.tagged import tagged
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.panel_base.caption import Basis, digest_of
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.details import Action, Details
from explorer.ui.panel_base.marks import Mark, mark_sections, mark_widget, model_names
from explorer.ui.panel_base.panel import Panel
from explorer.ui.panel_base.spec import PanelSpec
from explorer.ui.panel_base.text import panel_text
from explorer.ui.panels.masking.column import MaskingColumn, MaskingTag
from explorer.ui.panels.masking.controls import MaskingControls
from explorer.ui.panels.masking.sections import sections
from explorer.ui.panels.masking.text import TABLE_COLUMNS, detail_rows, limits, summary, table_row

SECTION_GAP = 28.0
CELL_ROLES = frozenset({"epochs", "fixed", "sees"})  # of drawings whose hits are cells
GUESS_ROLES = frozenset({"guess", "spared"})  # whose hits are rows of a table of predictions


class MaskingPanel(Panel):
    """Sections from what is fed to what is learned, one column for each model."""

    spec = PanelSpec(
        name="masking",
        title="Masking",
        group="look",
        icon="masking",
        order=2,
        summary="What each model must predict while it learns, and what it predicts.",
        text=panel_text("masking"),
        kinds=("logits",),
    )
    work = staticmethod(answers_to)

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self._examples: dict[str, MaskingExample] = {}
        self._counterparts: dict[str, int] = {}
        self._area = CanvasArea(self.theme)
        self._area.canvas.clicked.connect(self._on_clicked)
        self._area.canvas.modified_click.connect(self._on_selected)
        self.body.addWidget(self._build_controls())
        self.body.addWidget(self._area, 1)

    # ---- request and answer

    def request(self, state: State) -> MaskingRequest | None:
        self._sync_controls()
        if not state.text.strip():
            self.say("There is no text to mask. Type a sentence above.")
            return None
        return MaskingRequest(tuple(slot.key for slot in self.slots()), question(state))

    def show_partial(self, value: dict[str, MaskingExample]) -> None:
        if not self._is_of_same_text(
            value
        ):  # a figure of the same text stays until the whole one replaces it
            self.show_result(value)
            self.show_selection(self.state.selection)

    def show_result(self, value: dict[str, MaskingExample]) -> None:
        self._examples = value
        self._sync_controls()
        self.note(*limits(self._columns(), self.state))

    def show_selection(self, selection: Selection) -> None:
        self._mark_selection()
        self._draw()
        self._show_details()

    def show_settings(self) -> None:
        self._sync_controls()

    def _is_of_same_text(self, value: Mapping[str, MaskingExample]) -> bool:
        return self._examples.keys() == value.keys() and all(
            _same_text(self._examples[key], example) for key, example in value.items()
        )

    # ---- export

    def made_with(self) -> list[str]:
        return override_notes(self.state, self.letters())

    def basis(self) -> Basis:
        return Basis.of_texts(self.state, self.state.seed)

    def digest(self, key: str) -> str:
        return digest_of(self._examples.get(key))

    def marks(self) -> list[Mark]:
        names = model_names(self)
        return [
            *mark_widget(
                self._controls, "How training examples are made; “Sample again” makes another one."
            ),
            *mark_sections(
                self._area.canvas,
                f"What {names} get as input: a click masks a token, or leaves it as it is.",
                "What each model predicts there, most probable first; a tick marks the truth.",
            ),
        ]

    def drawings(self) -> list[Drawing]:
        return self._sections()

    def table(self) -> Table:
        rows = [
            (example.key, *table_row(example, at))
            for example in self._examples.values()
            for at in range(len(example.names))
        ]
        meta = {example.key: summary(example) for example in self._examples.values()}
        return Table(("model", *TABLE_COLUMNS), rows, title=self.spec.title, meta=meta)

    # ---- drawing

    def _columns(self) -> list[MaskingColumn]:
        return [
            MaskingColumn(slot.index, slot.title, example, self._counterparts.get(slot.key))
            for slot, example in self.slots_in(self._examples)
        ]

    def _sections(self) -> list[Drawing]:
        columns = self._columns()
        return sections(columns, self.state.pair, chosen(self.state).copies) if columns else []

    def _draw(self) -> None:
        self._area.set_drawing(Stack(self._sections(), title=self.spec.title, gap=SECTION_GAP))

    # ---- selection

    def _mark_selection(self) -> None:
        """The selected token of one model, and those of the others over the same characters."""
        token = self.state.selection.token
        usable = {key: example for key, example in self._examples.items() if example.corruption}
        self._counterparts = {}
        keys = list(usable)
        anchor = self.counting(keys)
        if token is None or not anchor or token >= len(usable[anchor].names):
            return
        layout = interlinear([example.encoding for example in usable.values()])
        shared = layout.counterparts(keys.index(anchor), token)
        self._counterparts = {
            key: positions[0] for key, positions in zip(keys, shared, strict=True) if positions
        }
        self._counterparts[anchor] = token

    def _on_clicked(self, placed: Any) -> None:
        found = tagged(placed)
        tag = None if found is None or self.shows_other_text else found.tag
        if found is not None and isinstance(tag, MaskingTag) and tag.role == "fed":
            example = self._examples[tag.key]
            if example.overridden:
                place, length = found.hit.position, len(example.names)
                self._set_order(next_order(clicked(self.state), place, length))
            else:
                self._toggle(example, example.positions_at(found.hit.position))
        self._on_selected(placed)

    def _on_selected(self, placed: Any) -> None:
        found = tagged(placed)
        if found is None or not isinstance(found.tag, MaskingTag):
            self.select(token=None)
            return
        position = self._position(found.tag, found.hit)
        self.select(token=position, model=found.tag.key)

    def _position(self, tag: MaskingTag, hit: Any) -> int | None:
        """The token of the sentence that a hit is about."""
        example = self._examples[tag.key]
        if tag.role in CELL_ROLES:
            return int(hit.row if tag.role == "sees" else hit.column)
        if tag.role in GUESS_ROLES:
            guesses = example.guesses if tag.role == "guess" else example.without_stream
            return example.position_of(guesses[hit.row].place)
        if tag.role == "target":
            return example.position_of(hit.position)
        if tag.role == "fed":
            return next(iter(example.positions_at(hit.position)), None)
        return int(hit.position)

    # ---- masks set by a click

    def _toggle(self, example: MaskingExample, positions: Sequence[int]) -> None:
        """Mask tokens, or leave them as they are, in every model that can."""
        usable = [at for at in positions if not example.encoding.special[at]]
        if example.hides and usable:
            self._set_mask(example, usable, next_decision(example, usable[0]))

    def _set_mask(
        self, example: MaskingExample, positions: Sequence[int], hidden: bool | None
    ) -> None:
        """Decide about tokens of one model, and in the others about those over the same text.

        Models that are chosen later take the decisions over.
        """
        examples = self._examples.values()
        before = {other.key: other.forced or {} for other in examples if other.hides}
        same = over_the_same(examples, example, positions)
        self.store.update(masks=decided(before, same, hidden))

    def _set_order(self, places: Sequence[int]) -> None:
        order = {"text": self.state.text, "pair": self.state.pair, "places": list(places)}
        self.set_option("order", order)

    # ---- details

    @property
    def click_hint(self) -> str:
        return "Click a token to see it here."

    def _show_details(self) -> None:
        key = self.counting(tuple(self._counterparts))
        if not key:
            self.show_details(Details())
            return
        example, position = self._examples[key], self._counterparts[key]
        title = f"{visible(example.names[position])} in {self.title_of(key)}"
        rows = tuple(detail_rows(example, position))
        self.show_details(Details(title, rows, actions=self._actions(example, position)))

    def _actions(self, example: MaskingExample, position: int) -> tuple[Action, ...]:
        if not example.hides or example.overridden or example.encoding.special[position]:
            return ()
        overridden = (example.forced or {}).get(position)
        offers = {True: "Mask it", False: "Leave it as it is", None: "Let the objective decide"}
        return tuple(
            Action(label, partial(self._set_mask, example, (position,), hidden))
            for hidden, label in offers.items()
            if overridden is not hidden
        )

    # ---- controls

    def _build_controls(self) -> MaskingControls:
        self._controls = controls = MaskingControls()
        controls.draw_again.clicked.connect(self.store.next_seed)
        controls.drawn.clicked.connect(lambda on: self.set_option("draw", on))
        controls.rate.valueChanged.connect(self._on_rate)
        controls.words.clicked.connect(lambda on: self.set_option("whole_word", on))
        controls.copies.activated.connect(
            lambda: self.set_option("copies", controls.copies.currentData())
        )
        controls.swap.clicked.connect(self._on_swap)
        controls.clear.clicked.connect(lambda: self.store.update(masks={}))
        controls.order.switched.connect(lambda on: self.set_option("order_by_hand", on))
        controls.order.every_token_switched.connect(lambda on: self.set_option("every_token", on))
        controls.order.one_in_chosen.connect(lambda number: self.set_option("one_in", number))
        controls.order.typed.connect(self._set_order)
        controls.order.taken_back.connect(lambda: self._set_order(clicked(self.state)[:-1]))
        self._sync_controls()
        return controls

    def _on_rate(self, percent: int) -> None:
        """Models that predict in an order get the same share, until `one_in` is set."""
        self.store.update_panel(self.spec.name, rate_percent=percent, one_in=AS_SHARE)

    def _on_swap(self) -> None:
        self.store.update(text=self.state.pair, pair=self.state.text)

    def _sync_controls(self) -> None:
        self._controls.show_state(self.state, list(self._examples.values()))


def _same_text(first: MaskingExample, second: MaskingExample) -> bool:
    """Whether two models cut the same text in the same way."""
    if first.corruption is None or second.corruption is None:
        return first.corruption is second.corruption
    one, other = first.encoding, second.encoding
    return (one.text, one.pair, one.tokens) == (other.text, other.pair, other.tokens)


PANEL = MaskingPanel
