"""What each objective does to the sentence, and what the models predict."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from explorer.core.localization import tr
from explorer.core.masking.example import TABLE_COLUMNS, MaskingExample, summary, table_rows
from explorer.core.masking.questions import (
    chosen,
    clicked_positions,
    limits,
    override_notes,
    question,
)
from explorer.core.masking.request import MaskingRequest, answers_to
from explorer.core.masking.user_overrides import (
    add_decisions,
    next_decision,
    next_order,
    over_the_same,
)
from explorer.core.report.captions import Basis, digest_of
from explorer.core.state.state import Selection, State
from explorer.core.table import Table
from explorer.core.tokens.interlinear import interlinear
from explorer.ui.graphics.canvas import CanvasArea
from explorer.ui.graphics.drawing import Drawing, Row, Stack, find_tag_hit
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.details import Action, Details
from explorer.ui.panel_base.marks import Mark, marks_of_view
from explorer.ui.panel_base.panel import Panel
from explorer.ui.panel_base.spec import panel_spec
from explorer.ui.panels.masking.column import MaskingColumn, MaskingTag
from explorer.ui.panels.masking.controls import MaskingControls
from explorer.ui.panels.masking.entities import entity_section, reads_entities
from explorer.ui.panels.masking.inputs import (
    epoch_section,
    input_section,
    loss_shares,
    visibility_section,
)
from explorer.ui.panels.masking.predictions import (
    detection_section,
    filling_section,
    pair_section,
    prediction_section,
)
from explorer.ui.panels.masking.text import detail_rows
from explorer.ui.panels.masking.translations import knows_languages, translation_section

SECTION_GAP = 28.0
SHARES_GAP, MIN_SHARES = 48.0, 320.0  # pixels, of the shares of tokens beside the pairs


class MaskingPanel(Panel):
    """Sections from the inputs to the masks of ten epochs, one column for each model."""

    spec = panel_spec("masking", kinds=("logits",))
    work = staticmethod(answers_to)

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self._examples: dict[str, MaskingExample] = {}
        self._counterparts: dict[str, int] = {}
        self._area = CanvasArea(self.theme)
        self._area.canvas.clicked.connect(self._on_clicked)
        self._area.canvas.modified_click.connect(self._on_selected)
        self._controls = MaskingControls()
        self._connect(self._controls)
        self.show_settings()
        self.body.addWidget(self._controls)
        self.body.addWidget(self._area, 1)

    def _connect(self, controls: MaskingControls) -> None:
        update = self.store.update
        controls.changed.connect(lambda options: self.store.update_panel(self.spec.name, **options))
        controls.draw_again.clicked.connect(self.store.next_seed)
        controls.swap.clicked.connect(lambda: update(text=self.state.pair, pair=self.state.text))
        controls.translate.clicked.connect(lambda: update(pair=self._translation))
        controls.clear.clicked.connect(lambda: update(masks={}))
        controls.order.typed.connect(self._set_order)
        controls.order.taken_back.connect(
            lambda: self._set_order(clicked_positions(self.state)[:-1])
        )

    # ---- request and answer

    def request(self, state: State) -> MaskingRequest | None:
        self.show_settings()
        if not state.text.strip():
            self.say(tr("There is no text to mask. Type a sentence above."))
            return None
        return MaskingRequest(self.chosen_keys, question(state))

    def show_partial(self, value: dict[str, MaskingExample]) -> None:
        # The figure of the same text stays until the whole one replaces it.
        before = {one.tokenization for one in self._examples.values()}
        if before != {one.tokenization for one in value.values()}:
            self.show_result(value)
            self.show_selection(self.state.selection)

    def show_result(self, value: dict[str, MaskingExample]) -> None:
        self._examples = value
        self.show_settings()
        answers = [(slot.title, example) for slot, example in self.slots_in(value)]
        self.note(*limits(answers, self.state))

    def show_selection(self, selection: Selection) -> None:
        self._counterparts = self._selected_tokens(selection.token)
        self._area.set_drawing(Stack(self.drawings(), title=self.spec.title, gap=SECTION_GAP))
        self.show_details(self._details())

    def show_settings(self) -> None:
        self._controls.show_state(self.state, list(self._examples.values()))

    # ---- export

    def caption_settings(self) -> list[str]:
        return override_notes(self.state, self.letters())

    def caption_dependencies(self) -> Basis:
        return Basis.from_texts(self.state, self.state.seed)

    def model_hash(self, key: str) -> str:
        return digest_of(self._examples.get(key))

    def marks(self) -> list[Mark]:
        return marks_of_view(self, None, self._controls, self._area.canvas)

    def drawings(self) -> list[Drawing]:
        columns = self._columns()
        return sections(columns, self.state.pair, chosen(self.state).copies) if columns else []

    def table(self) -> Table:
        rows = table_rows(self._examples)
        meta = {example.key: summary(example) for example in self._examples.values()}
        return Table(TABLE_COLUMNS, rows, title=self.spec.title, meta=meta)

    def _columns(self) -> list[MaskingColumn]:
        return [
            MaskingColumn(slot.index, slot.title, example, self._counterparts.get(slot.key))
            for slot, example in self.slots_in(self._examples)
        ]

    # ---- selection

    def _selected_tokens(self, token: int | None) -> dict[str, int]:
        """The selected token of one model, and those of the others over the same characters."""
        usable = {key: example for key, example in self._examples.items() if example.model_input}
        anchor = self.choose_token_model(list(usable))
        if token is None or not anchor or token >= len(usable[anchor].names):
            return {}
        layout = interlinear([example.encoding for example in usable.values()])
        shared = layout.counterparts(list(usable).index(anchor), token)
        first = {key: same[0] for key, same in zip(usable, shared, strict=True) if same}
        return first | {anchor: token}

    def _on_clicked(self, placed: Any) -> None:
        hit = find_tag_hit(placed)
        tag = None if hit is None or self.shows_other_text else hit.tag
        if hit is not None and isinstance(tag, MaskingTag) and tag.role == "input":
            example, row = self._examples[tag.key], hit.hit.position
            if example.overridden:
                self._set_order(next_order(clicked_positions(self.state), row, len(example.names)))
            else:
                self._toggle(example, example.positions_at(row))
        self._on_selected(placed)

    def _on_selected(self, placed: Any) -> None:
        hit = find_tag_hit(placed)
        if hit is None or not isinstance(hit.tag, MaskingTag):
            self.select(token=None)
        else:
            self.select(token=self._position(hit.tag, hit.hit), model=hit.tag.key)

    def _position(self, tag: MaskingTag, hit: Any) -> int | None:
        """The token of the sentence that a hit is about."""
        example = self._examples[tag.key]
        match tag.role:
            case "visibility":
                return int(hit.row)
            case "epochs" | "fixed":
                return int(hit.column)
            case "predictions" | "without":
                guesses = example.guesses if tag.role == "predictions" else example.without_stream
                return example.position_of(guesses[hit.row].place)
            case "target":
                return example.position_of(hit.position)
            case "input":
                return next(iter(example.positions_at(hit.position)), None)
            case _:
                return int(hit.position)

    @property
    def _translation(self) -> str:
        """The translation of the text, if it is of the mini-world; else empty."""
        return next((one.translation for one in self._examples.values() if one.translation), "")

    # ---- masks set by a click

    def _toggle(self, example: MaskingExample, positions: Sequence[int]) -> None:
        """Mask tokens, or leave them as they are, in every model that can."""
        usable = [at for at in positions if not example.encoding.special[at]]
        if example.masks_tokens and usable:
            self._set_mask(example, usable, next_decision(example, usable[0]))

    def _set_mask(
        self, example: MaskingExample, positions: Sequence[int], masked: bool | None
    ) -> None:
        """Decide about tokens of one model, and in the others about those over the same text.

        Models that are chosen later take the decisions over.
        """
        examples = self._examples.values()
        before = {other.key: other.forced or {} for other in examples if other.masks_tokens}
        same = over_the_same(examples, example, positions)
        self.store.update(masks=add_decisions(before, same, masked))

    def _set_order(self, places: Sequence[int]) -> None:
        order = {"text": self.state.text, "pair": self.state.pair, "places": list(places)}
        self.set_option("order", order)

    # ---- details

    @property
    def click_hint(self) -> str:
        return tr("Click a token to see it here.")

    def _details(self) -> Details:
        key = self.choose_token_model(tuple(self._counterparts))
        if not key:
            return Details()
        example, position = self._examples[key], self._counterparts[key]
        title = tr(
            "{token} in {model}",
            token=visible(example.names[position]),
            model=self.title_of(key),
        )
        rows = tuple(detail_rows(example, position))
        return Details(title, rows, actions=self._actions(example, position))

    def _actions(self, example: MaskingExample, position: int) -> tuple[Action, ...]:
        if not example.masks_tokens or example.overridden or example.encoding.special[position]:
            return ()
        overridden = (example.forced or {}).get(position)
        offers = {
            True: tr("Mask it"),
            False: tr("Leave it as it is"),
            None: tr("Let the objective decide"),
        }
        return tuple(
            Action(label, partial(self._set_mask, example, (position,), masked))
            for masked, label in offers.items()
            if overridden is not masked
        )


def sections(columns: Sequence[MaskingColumn], pair: str, copies: int) -> list[Drawing]:
    """All sections from top to bottom.

    `pair` is the second text, empty where there is none. Masks sampled in each epoch are compared
    with those of so many fixed `copies`.
    """

    def build_section(
        draw: Callable[[Sequence[MaskingColumn]], Drawing], has: Callable[[MaskingColumn], bool]
    ) -> list[Drawing]:
        """A section of the models that have something in it; none without any."""
        those = list(filter(has, columns))
        return [draw(those)] if those else []

    fills = any(column.fills for column in columns)
    counted = [loss_shares(columns)]
    if any(column.has_pair_heads for column in columns):
        counted.append(pair_section(columns, pair))
    return [
        input_section(columns),
        *build_section(visibility_section, lambda column: column.example.order is not None),
        prediction_section(columns),
        *build_section(translation_section, knows_languages),
        *build_section(entity_section, reads_entities),
        *build_section(detection_section, lambda column: column.example.detection is not None),
        *([filling_section(columns)] if fills else []),
        Row(counted, gap=SHARES_GAP, min_width=MIN_SHARES),
        epoch_section(columns, copies),
    ]


PANEL = MaskingPanel
