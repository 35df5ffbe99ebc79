"""The inputs of the Masking panel, read from the session, for use in other panels too; notes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from explorer.core.engine.feeding.decided_masks import ONE_MASK, MaskingQuestion, masks_overridden
from explorer.core.engine.feeding.typed_masks import SENTINEL, has_mask
from explorer.core.localization import plural, tr
from explorer.core.masking.example import MaskingExample
from explorer.core.readable import join_names, model_limits
from explorer.core.state.choices import FormChoice
from explorer.core.state.state import State

PANEL = "masking"  # whose settings they are
RATE_PERCENT = 15  # of the tokens, Devlin et al. 2018, section 3.1
RATES_PERCENT = range(1, 101)
ONE_IN = 6  # tokens, K of XLNet: Yang et al. 2019, appendix A.3
MAX_ONE_IN = 20
AS_SHARE = 0  # in place of a number of tokens: as many as the share says


@dataclass(frozen=True)
class MaskingChoice(FormChoice):
    """The options of the Masking panel, without the decisions about single tokens."""

    draw: bool | None = None  # None: as in training, unless the text holds a mask
    rate_percent: int = RATE_PERCENT
    one_in: int = AS_SHARE
    whole_word: bool = False
    every_token: bool = False
    order_by_hand: bool = False
    copies: int = ONE_MASK

    @property
    def share(self) -> float:
        """The share of tokens to mask; the default where a damaged file has another value."""
        percent = self.rate_percent if self.rate_percent in RATES_PERCENT else RATE_PERCENT
        return percent / 100

    @property
    def predicted_one_in(self) -> int:
        """Out of how many tokens a model that predicts in an order predicts one."""
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
    """The text with the options and decisions of the Masking panel."""
    choice = chosen(state)
    return MaskingQuestion(
        text=state.text,
        pair=state.pair,
        seed=state.seed,
        draw=choice.draw,
        options=choice.options,
        masks=masks_overridden(state),
        order=clicked_positions(state) if choice.order_by_hand else None,
        copies=choice.copies,
    )


def override_notes(state: State, letters: Mapping[str, str]) -> list[str]:
    """The options that differ from the defaults, for a caption; `letters` are of the models."""
    inputs, choice, usual = question(state), chosen(state), MaskingChoice()
    one_in, by_share = choice.predicted_one_in, replace(choice, one_in=AS_SHARE).predicted_one_in
    notes = [
        tr("{share:.0%} of tokens chosen", share=choice.share)
        if choice.share != usual.share
        else "",
        tr("one token in {one_in} predicted", one_in=one_in) if one_in != by_share else "",
        tr("whole words") if choice.whole_word else "",
        tr("all tokens in the order") if choice.every_token else "",
        tr("no masks sampled") if inputs.draw is False else "",
        tr("own order {places}", places=_list_positions(inputs.order)) if inputs.order else "",
    ]
    return [*filter(None, notes), *overridden(state, letters)]


def overridden(state: State, letters: Mapping[str, str]) -> list[str]:
    """Which tokens of which model are masked or left unchanged by the user; counted from 0."""
    notes: list[str] = []
    for key, letter in letters.items():
        decisions = state.masks.get(key, {})
        for decision, words in (
            (True, tr("masked by the user")),
            (False, tr("left unchanged by the user")),
        ):
            places = sorted(place for place, masked in decisions.items() if masked is decision)
            if places:
                notes.append(f"{letter} {words} {_list_positions(places)}")
    return notes


def _list_positions(places: Sequence[int]) -> str:
    return ", ".join(map(str, places))


def clicked_positions(state: State) -> tuple[int, ...]:
    """The positions of this sentence that were clicked one after the other."""
    stored = state.settings(PANEL).get("order", {})
    if not isinstance(stored, dict) or (stored.get("text"), stored.get("pair")) != (
        state.text,
        state.pair,
    ):
        return ()
    places = stored.get("places")
    return tuple(at for at in places if type(at) is int) if isinstance(places, list | tuple) else ()


def order_waits(state: State) -> bool:
    """Whether the user's order was made for another text and is not used for this one."""
    stored = state.settings(PANEL).get("order", {})
    return isinstance(stored, dict) and bool(stored.get("places")) and not clicked_positions(state)


# ---- what the picture does not show

ORDER_WAITS = tr(
    "Your own order belongs to the text that it was made for and is used again with it; "
    "for this text the order is 1, 2, 3 …"
)


def limits(answers: Sequence[tuple[str, MaskingExample]], state: State) -> tuple[str, ...]:
    """One line for each, about models, by title, and the texts of the state."""
    usable = [(title, one) for title, one in answers if one.model_input is not None]
    lines = model_limits(
        (title, one.card, one.encoding.num_cut) for title, one in usable if one.card is not None
    )
    masking = [one for _, one in answers if one.masks_tokens]
    if masking and not any(one.sampled for one in masking):
        lines.append(
            tr("Only the tokens that you masked are masked: the objective samples nothing.")
        )
    if any(one.overridden for _, one in answers) and order_waits(state):
        lines.append(ORDER_WAITS)
    return (*lines, *_mask_limits(usable, state), *_sentinel_limits(usable, state))


def _mask_limits(usable: Sequence[tuple[str, MaskingExample]], state: State) -> Iterator[str]:
    """What a mask in the sentence is to each model."""
    if not has_mask(state.text, state.pair):
        return
    own = [
        tr("{token} to {model}", token=one.own_mask, model=title)
        for title, one in usable
        if one.own_mask is not None
    ]
    if own:
        masks = ", ".join(own)
        yield tr("A mask in the sentence becomes each model's own: {masks}.", masks=masks)
    for title, one in usable:
        if not one.masks_in_text:
            yield tr("{title} has no mask token and reads it as ordinary characters.", title=title)


def _sentinel_limits(usable: Sequence[tuple[str, MaskingExample]], state: State) -> Iterator[str]:
    """Which models read the name of a sentinel as ordinary characters."""
    sentinel = SENTINEL.search(f"{state.text} {state.pair}")
    if sentinel is None:
        return
    unaware = [title for title, one in usable if sentinel[0] not in one.encoding.tokens]
    if unaware:
        yield plural(
            len(unaware),
            "{models} reads {sentinel} as ordinary characters.",
            "{models} read {sentinel} as ordinary characters.",
            models=join_names(unaware),
            sentinel=sentinel[0],
        )
