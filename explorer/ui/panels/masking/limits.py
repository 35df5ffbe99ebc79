"""What the Masking panel says below its picture: what it does not show, and who reads what."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.core.masking.questions import order_waits
from explorer.core.masking.typed_masks import SENTINEL, has_mask
from explorer.core.readable import all_cut_off, listed, untrained_guesses
from explorer.core.state.state import State
from explorer.ui.panels.masking.column import MaskingColumn

ORDER_WAITS = (
    "The order by hand belongs to the text that it was made for, and comes back with it; here it "
    "begins with 1, 2, 3 …"
)


def limits(columns: Sequence[MaskingColumn], state: State) -> tuple[str, ...]:
    """One line for each, about these models and the texts of the state."""
    lines = all_cut_off(
        (column.title, column.example.encoding.num_cut, column.example.card.num_positions)
        for column in columns
        if column.example.card is not None
    )
    examples = [column.example for column in columns]
    known = [(column.title, column.example.card) for column in columns]
    lines += untrained_guesses([t for t, card in known if card and card.guesses_untrained])
    hiding = [example for example in examples if example.hides]
    if hiding and not any(example.drew for example in hiding):
        lines.append("Only what you hid is hidden: the objective draws nothing.")
    if any(example.overridden for example in examples) and order_waits(state):
        lines.append(ORDER_WAITS)
    usable = [column for column in columns if column.example.corruption is not None]
    return (*lines, *_of_masks(usable, state), *_of_sentinels(usable, state))


def _of_masks(usable: Sequence[MaskingColumn], state: State) -> list[str]:
    """What a mask in the sentence is to each model."""
    if not has_mask(state.text, state.pair):
        return []
    own = [(c.title, c.example.own_mask) for c in usable if c.example.own_mask is not None]
    named = ", ".join(f"{token} to {title}" for title, token in own)
    lines = [f"A mask in the sentence is each model's own: {named}."] if own else []
    unaware = [column.title for column in usable if not column.example.written_gaps]
    return lines + [f"{title} knows no mask token and reads its letters." for title in unaware]


def _of_sentinels(usable: Sequence[MaskingColumn], state: State) -> list[str]:
    """Which models take the name of a sentinel for letters like others."""
    found = SENTINEL.search(f"{state.text} {state.pair}")
    if found is None:
        return []
    unaware = [c.title for c in usable if found[0] not in c.example.encoding.tokens]
    verb = "reads" if len(unaware) == 1 else "read"
    return [f"{listed(unaware)} {verb} the letters of {found[0]}."] if unaware else []
