"""What the pieces of the attention figure are made from, and what a pointer can find in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from explorer.core.attention.head_effect import AffectedPlace, Effect
from explorer.core.attention.view import AttentionView, TokenAxis
from explorer.core.state.state import Head
from explorer.ui.graphics.drawing import number
from explorer.ui.graphics.maps.head_grid import Thumbnails
from explorer.ui.graphics.maps.heat_map import Focus
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.style.colours import Scale
from explorer.ui.style.theme import SLOTS
from models.schema.specs import MAIN_FEED

View = Literal["map", "lines", "both", "terms", "bias"]
MAX_PLACES = 6  # of what the prediction loses


@dataclass(frozen=True, eq=False)
class AttentionResult:
    """The answer for one model. `effect` is None while it is measured, and where it cannot be."""

    view: AttentionView
    thumbnails: Thumbnails
    off: tuple[Head, ...] = ()  # of all streams
    effect: Effect | None = None
    measuring: bool = False

    @property
    def ablated_extras(self) -> tuple[str, ...]:
        """The titles of the terms that are switched off."""
        return tuple(extra.title for extra in self.view.ablated_extras)

    @property
    def is_cut(self) -> bool:
        """Whether anything is switched off."""
        return bool(self.off or self.ablated_extras)


@dataclass(frozen=True, eq=False)
class AttentionColumn:
    """One model's column, and which of its tokens are selected."""

    slot: int
    title: str
    looked: AttentionResult
    tokens: dict[str, int] = field(default_factory=dict)  # place by feed

    @property
    def view(self) -> AttentionView:
        return self.looked.view

    @property
    def off(self) -> frozenset[tuple[int, int]]:
        """The heads that are off in the stream that is shown, as (layer, head)."""
        stream = self.view.stream.name
        return frozenset((h.layer, h.head) for h in self.looked.off if h.stream == stream)

    @property
    def focus(self) -> Focus:
        """The row and the column of the map that are selected."""
        return self._index(self.view.rows), self._index(self.view.columns)

    def _index(self, axis: TokenAxis) -> int | None:
        return axis.index_of(self.tokens.get(feed_of(axis)))

    @property
    def letter(self) -> str:
        return SLOTS[self.slot % len(SLOTS)]

    def names(self, axis: TokenAxis) -> tuple[str, ...]:
        """The labels of an axis, with the turn of each token where there is an order."""
        order = self.view.order
        if order is None:
            return axis.labels
        turns = order[axis.kept].tolist()
        return tuple(f"{n}\u00a0({t})" if t else n for n, t in zip(axis.labels, turns, strict=True))


@dataclass(frozen=True, eq=False)
class ModelFailure:
    """A model that cannot be shown, why, and what a person can do about it."""

    slot: int
    title: str
    reason: str
    way_out: str = ""


@dataclass(frozen=True)
class AttentionChoice:
    """What of it is drawn."""

    layer: int | None = None
    head: int | None = None
    view: View = "map"
    with_difference: bool = True
    root_scale: bool = False  # of all colours of weights


@dataclass(frozen=True)
class FigurePart:
    """The tag of one drawing in the figure: what it shows, and in which column."""

    kind: Literal["heads", "affected", "map", "bias"]
    column: int


@dataclass(frozen=True)
class HeadAt:
    """A head of one column was pointed at; without a layer where all layers share it."""

    column: int
    layer: int | None
    head: int


@dataclass(frozen=True)
class TokenAt:
    """A token of one column, by its place in the encoding, or in a text of the decoder's own."""

    column: int
    position: int
    feed: str = MAIN_FEED


def feed_of(axis: TokenAxis) -> str:
    """Whose places an axis has: those of the text whatever is fed in its stead."""
    return MAIN_FEED if axis.of_text else axis.feed


def weight_scale(choice: AttentionChoice, label: str) -> Scale:
    """The colours of the thumbnails of every model, from no weight to all of it."""
    return Scale(1.0, root=choice.root_scale, label=label)


def affected(looked: AttentionResult) -> list[AffectedPlace]:
    """The places that are shown of what a prediction loses."""
    return [] if looked.effect is None else looked.effect.most_affected(MAX_PLACES)


def comparable_pair(columns: Sequence[AttentionColumn]) -> tuple[int, int] | None:
    """The first two models whose tokens are the same, one by one, on both sides."""
    sides: list[Any] = [(one.view.rows.tokens, one.view.columns.tokens) for one in columns]
    for second in range(len(columns)):
        for first in range(second):
            if sides[first] == sides[second]:
                return first, second
    return None


def place_name(layer: int | None, head: int | None) -> str:
    """Which map it is, counted from one as everywhere on the screen."""
    if layer is None:
        return "Average of all heads" if head is None else f"Head {head + 1}, average of the layers"
    if head is None:
        return f"Layer {layer + 1}, average of its heads"
    return f"Layer {layer + 1}, head {head + 1}"


def short_place(layer: int | None, head: int | None) -> str:
    """The same where there is little room."""
    if layer is None:
        return "Average" if head is None else f"Head {head + 1}"
    return f"Layer {layer + 1}" if head is None else f"L{layer + 1} H{head + 1}"


def cut_title(looked: AttentionResult) -> str:
    """What is switched off, in a few words."""
    parts = [title.lower() for title in looked.ablated_extras]
    if looked.off:
        parts.insert(0, f"{len(looked.off)} head{'' if len(looked.off) == 1 else 's'}")
    return "Without " + " and ".join(parts)


def effect_note(looked: AttentionResult) -> str:
    """What the prediction loses, in one line."""
    if looked.effect is None:
        if looked.measuring:
            return "Measuring what the prediction loses …"
        return "Nothing here predicts tokens, so there is no loss to tell."
    before, after = looked.effect.loss_before, looked.effect.loss_after
    sign = "+" if after >= before else "−"
    return (
        f"Loss {before:.3f} → {after:.3f} nats ({sign}{abs(after - before):.3f}): "
        f"{looked.effect.judged}."
    )


def best_note(place: AffectedPlace) -> str:
    """What is most probable at a place, before and after.

    Empty where that is the truth, whose numbers stand there already, and where flags are predicted.
    """
    before, after = place.best_before, place.best_after
    if before is None or after is None:
        return ""
    if (before.probability, after.probability) == (place.before, place.after):
        return ""
    name = "" if after.label == before.label else f"{visible(after.label)} "
    return (
        f"{visible(before.label)} {number(before.probability)} → {name}{number(after.probability)}"
    )
