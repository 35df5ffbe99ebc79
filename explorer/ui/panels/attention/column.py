"""What the attention figure is built from: a column per model, a choice, and names of places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from explorer.core.attention.head_effect import AffectedPlace
from explorer.core.attention.request import AttentionAnswer
from explorer.core.attention.view import AttentionView, TokenAxis
from explorer.ui.graphics.drawing import number
from explorer.ui.graphics.maps.heat_map import Focus
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.style.theme import SLOTS
from models.schema.specs import MAIN_FEED

View = Literal["map", "lines", "both", "terms", "bias"]
VIEWS = {
    "map": "Heat map",
    "lines": "Lines",
    "both": "Map and lines",
    "terms": "Terms of the score",
    "bias": "Position bias",
}
COMPARABLE_VIEWS = ("map", "lines", "both")
DIFFERENCE = "difference"  # in place of the model whose picture fills the panel
MAX_PLACES = 6  # of what the prediction loses


@dataclass(frozen=True, eq=False)
class AttentionColumn:
    """One model's column, and which of its tokens are selected."""

    slot: int
    title: str
    answer: AttentionAnswer
    tokens: dict[str, int] = field(default_factory=dict)  # position by feed

    @property
    def view(self) -> AttentionView:
        return self.answer.view

    @property
    def off(self) -> frozenset[tuple[int, int]]:
        """The heads that are off in the stream that is shown, as (layer, head)."""
        stream = self.view.stream.name
        return frozenset((h.layer, h.head) for h in self.answer.off if h.stream == stream)

    @property
    def focus(self) -> Focus:
        """The row and the column of the map that are selected."""
        return self._index(self.view.rows), self._index(self.view.columns)

    def _index(self, axis: TokenAxis) -> int | None:
        return axis.index_of(self.tokens.get(feed_of(axis)))

    @property
    def letter(self) -> str:
        return SLOTS[self.slot % len(SLOTS)]

    @property
    def affected(self) -> list[AffectedPlace]:
        """The places where the ablation changes the prediction most."""
        effect = self.answer.effect
        return [] if effect is None else effect.most_affected(MAX_PLACES)

    def names(self, axis: TokenAxis) -> tuple[str, ...]:
        """The labels of an axis, with the position of each token in the order if there is one."""
        order = self.view.order
        if order is None:
            return axis.labels
        positions = order[axis.kept].tolist()
        named = zip(axis.labels, positions, strict=True)
        return tuple(f"{name}\u00a0({at})" if at else name for name, at in named)


@dataclass(frozen=True, eq=False)
class ModelFailure:
    """A model without maps: why, and what the user can do."""

    slot: int
    title: str
    reason: str
    way_out: str = ""


@dataclass(frozen=True)
class AttentionChoice:
    """Which parts of the columns are drawn. `alone` is the column that fills the panel."""

    layer: int | None = None
    head: int | None = None
    view: View = "map"
    with_difference: bool = True
    root_scale: bool = False  # of all colours of weights
    alone: int | str | None = None


@dataclass(frozen=True)
class FigurePart:
    """The tag of one drawing in the figure: what it shows, and in which column."""

    kind: Literal["heads", "affected", "map", "bias", "difference"]
    column: int


@dataclass(frozen=True)
class HeadAt:
    """A head of one column was pointed at; without a layer where all layers share it."""

    column: int
    layer: int | None
    head: int


@dataclass(frozen=True)
class TokenAt:
    """A token of one column, by its position in the encoding, or in a decoder's own text."""

    column: int
    position: int
    feed: str = MAIN_FEED


@dataclass(frozen=True)
class PictureAt:
    """A large picture; None is that of the difference."""

    column: int | None


def feed_of(axis: TokenAxis) -> str:
    """The encoding whose positions an axis has: that of the text, also where it is corrupted."""
    return MAIN_FEED if axis.of_text else axis.feed


def comparable_pair(columns: Sequence[AttentionColumn | ModelFailure]) -> tuple[int, int] | None:
    """The first two columns whose tokens are the same, one by one, on both sides."""
    sides = [_tokens(column) for column in columns]
    for second in range(len(columns)):
        for first in range(second):
            if sides[first] is not None and sides[first] == sides[second]:
                return first, second
    return None


def _tokens(column: AttentionColumn | ModelFailure) -> tuple[tuple[str, ...], ...] | None:
    """Of the rows and of the columns."""
    if isinstance(column, ModelFailure):
        return None
    return column.view.rows.tokens, column.view.columns.tokens


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


# ---- ablations in words


def ablation_title(answer: AttentionAnswer) -> str:
    """What is switched off, in a few words."""
    parts = [title.lower() for title in answer.ablated_extras]
    if answer.off:
        parts.insert(0, f"{len(answer.off)} head{'' if len(answer.off) == 1 else 's'}")
    return "Without " + " and ".join(parts)


def effect_note(answer: AttentionAnswer) -> str:
    """The change of the loss, in one line."""
    if answer.effect is None:
        if answer.measuring:
            return "Measuring the change of the loss …"
        return "No head here predicts tokens, so there is no loss."
    before, after = answer.effect.loss_before, answer.effect.loss_after
    sign = "+" if after >= before else "−"
    return (
        f"Loss {before:.3f} → {after:.3f} nats ({sign}{abs(after - before):.3f}): "
        f"{answer.effect.judged}."
    )


def probabilities(place: AffectedPlace) -> str:
    """How probable the truth is before and after."""
    return f"{number(place.before)} → {number(place.after)}"


def best_note(place: AffectedPlace) -> str:
    """What is most probable at a place, before and after.

    Empty where that is the truth, whose numbers are there already, and where flags are predicted.
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
