"""What Masking asks of every model, read from the session, so that others can show the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from explorer.core.masking.examples import ONE_MASK, MaskingQuestion
from explorer.core.state.state import State
from explorer.core.training.plans import FormChoice

PANEL = "masking"  # whose settings they are
RATE_PERCENT = 15  # of the tokens, Devlin et al. 2018, section 3.1
RATES_PERCENT = range(1, 101)
ONE_IN = 6  # tokens, K of XLNet: Yang et al. 2019, appendix A.3
MAX_ONE_IN = 20
AS_SHARE = 0  # in place of a number of tokens: as many as the share says


@dataclass(frozen=True)
class MaskingChoice(FormChoice):
    """What a person chose in Masking, but for what was done to single tokens."""

    draw: bool | None = None  # None: as in training, unless the text holds a mask
    rate_percent: int = RATE_PERCENT
    one_in: int = AS_SHARE
    whole_word: bool = False
    every_token: bool = False
    order_by_hand: bool = False
    copies: int = ONE_MASK

    @property
    def share(self) -> float:
        """Of the tokens; what no control gives comes from a broken file."""
        percent = self.rate_percent if self.rate_percent in RATES_PERCENT else RATE_PERCENT
        return percent / 100

    @property
    def predicted_one_in(self) -> int:
        """Out of how many tokens a model that predicts in an order is asked for one."""
        if 1 <= self.one_in <= MAX_ONE_IN:
            return self.one_in
        if self.share == RATE_PERCENT / 100:
            return ONE_IN
        return min(max(round(1 / self.share), 1), MAX_ONE_IN)

    @property
    def options(self) -> tuple[tuple[str, Any], ...]:
        """Options of objectives that have one of that name; the share goes by three names."""
        return (
            ("rate", self.share),
            ("noise_density", self.share),
            ("one_in", self.predicted_one_in),
            ("whole_word", self.whole_word),
            ("given_together", not self.every_token),
        )


def chosen(state: State) -> MaskingChoice:
    return MaskingChoice.from_json(dict(state.settings(PANEL)))


def question(state: State) -> MaskingQuestion:
    """The text with all that was chosen and done by hand in Masking."""
    choice = chosen(state)
    return MaskingQuestion(
        text=state.text,
        pair=state.pair,
        seed=state.seed,
        draw=choice.draw,
        options=choice.options,
        masks=masks_overridden(state),
        order=clicked(state) if choice.order_by_hand else None,
        copies=choice.copies,
    )


def override_notes(state: State, letters: Mapping[str, str]) -> list[str]:
    """What is not as usual in it, in words for a caption; `letters` are those of the models."""
    asked, choice, usual = question(state), chosen(state), MaskingChoice()
    one_in, by_share = choice.predicted_one_in, replace(choice, one_in=AS_SHARE).predicted_one_in
    found = [
        f"{choice.share:.0%} of tokens chosen" if choice.share != usual.share else "",
        f"one token in {one_in} predicted" if one_in != by_share else "",
        "whole words" if choice.whole_word else "",
        "a turn for every token" if choice.every_token else "",
        "nothing drawn" if asked.draw is False else "",
        f"order by hand {_listed(asked.order)}" if asked.order else "",
    ]
    return [*filter(None, found), *overridden(state, letters)]


def overridden(state: State, letters: Mapping[str, str]) -> list[str]:
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


def order_waits(state: State) -> bool:
    """Whether an order by hand was made for another text, and stays away until that comes back."""
    kept = state.settings(PANEL).get("order", {})
    return isinstance(kept, dict) and bool(kept.get("places")) and not clicked(state)


def masks_overridden(state: State) -> tuple[tuple[str, tuple[tuple[int, bool], ...]], ...]:
    """What was decided by a click, by model and place, as a value that compares and hashes."""
    drawn = sorted((key, places) for key, places in state.masks.items() if places)
    return tuple((key, tuple(sorted(places.items()))) for key, places in drawn)
