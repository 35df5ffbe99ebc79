"""What Masking asks of every model, read from the session, so that others can show the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from explorer.core.masking import ONE_MASK, Question
from explorer.core.state import JSON, State

PANEL = "masking"  # whose settings they are
RATE_PERCENT = 15  # of the tokens, Devlin et al. 2018, section 3.1
RATES_PERCENT = range(1, 101)
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


def told(state: State, letters: Mapping[str, str]) -> list[str]:
    """What is not as usual in it, in words for a caption; `letters` are those of the models."""
    asked, options = question(state), dict(_options(state.settings(PANEL)))
    found = [
        f"{options['rate']:.0%} of tokens chosen" if "noise_density" in options else "",
        "whole words" if options["whole_word"] else "",
        "" if options["given_together"] else "a turn for every token",
        "nothing drawn" if asked.draw is False else "",
        f"order by hand {_listed(asked.order)}" if asked.order else "",
    ]
    return [*filter(None, found), *by_hand(state, letters)]


def by_hand(state: State, letters: Mapping[str, str]) -> list[str]:
    """Which tokens of which model a person hid, or left alone; counted from 0."""
    found: list[str] = []
    for key, letter in letters.items():
        drawn = state.masks.get(key, {})
        for decision, words in ((True, "hidden by hand"), (False, "left alone by hand")):
            places = sorted(place for place, hidden in drawn.items() if hidden is decision)
            if places:
                found.append(f"{letter} {words} {_listed(places)}")
    return found


def _listed(places: Sequence[int]) -> str:
    return ", ".join(map(str, places))


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
    percent = kept.get("rate_percent", RATE_PERCENT)
    share = (percent if percent in RATES_PERCENT else RATE_PERCENT) / 100  # else of a broken file
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
