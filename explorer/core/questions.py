"""What Masking asks of every model, read from the session, so that others can show the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from explorer.core.masking import ONE_MASK, Question
from explorer.core.state import JSON, State

PANEL = "masking"  # whose settings they are
RATE_PERCENT = 15  # of the tokens, Devlin et al. 2018, section 3.1
MAX_ONE_IN = 20


def question(state: State) -> Question:
    """The text with all that was chosen and done by hand in Masking."""
    kept = state.settings(PANEL)
    return Question(
        text=state.text,
        pair=state.pair,
        seed=state.seed,
        draw=kept.get("draw"),
        options=_options(kept),
        masks=_frozen(state.masks),
        order=clicked(state) if kept.get("order_by_hand", False) else None,
        copies=int(kept.get("copies", ONE_MASK)),
    )


def clicked(state: State) -> tuple[int, ...]:
    """The places of this sentence that were clicked one after the other."""
    kept = state.settings(PANEL).get("order", {})
    if not isinstance(kept, dict) or (kept.get("text"), kept.get("pair")) != (
        state.text,
        state.pair,
    ):
        return ()
    return tuple(int(place) for place in kept.get("places", ()))


def _options(kept: Mapping[str, JSON]) -> tuple[tuple[str, Any], ...]:
    """Options of objectives that have one of that name; the share goes by three names."""
    share = int(kept.get("rate_percent", RATE_PERCENT)) / 100
    found = [
        ("rate", share),
        ("whole_word", bool(kept.get("whole_word", False))),
        ("given_together", not kept.get("every_token", False)),
    ]
    if share != RATE_PERCENT / 100:
        one_in = min(max(round(1 / share), 1), MAX_ONE_IN)
        found += [("noise_density", share), ("one_in", one_in)]
    return tuple(found)


def _frozen(masks: Mapping[str, Mapping[int, bool]]) -> Any:
    """Masks by hand as a value that compares and hashes."""
    return tuple(
        (key, tuple(sorted(drawn.items()))) for key, drawn in sorted(masks.items()) if drawn
    )
