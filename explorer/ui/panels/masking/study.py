"""Masking: what each objective does to the sentence, and what the models predict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from explorer.core.localization import tr
from explorer.core.masking.example import TABLE_COLUMNS, MaskingExample, summary, table_rows
from explorer.core.masking.questions import (
    AS_SHARE,
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
from explorer.core.report.captions import Basis
from explorer.core.state.state import State
from explorer.core.table import Table
from explorer.core.tokens.interlinear import interlinear
from explorer.ui.graphics.drawing import TagHit
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.panel_base.details import Details
from explorer.ui.panel_base.spec import panel_spec
from explorer.ui.panels.masking.column import MaskingColumn, MaskingTag
from explorer.ui.panels.masking.figure import sections
from explorer.ui.panels.masking.inputs import COPIES_TITLES
from explorer.ui.panels.masking.text import detail_rows
from explorer.ui.studies.contract import (
    AnswersStudy,
    BoxChoices,
    Control,
    ControlValue,
    Disabled,
    Notice,
    Offer,
    Situation,
    StudyFigure,
)

MAX_RATE_PERCENT = 90
NO_TEXT = tr("There is no text to mask. Type a sentence above.")
OFFERS = {  # decisions about a token
    True: tr("Mask it"),
    False: tr("Leave it as it is"),
    None: tr("Let the objective decide"),
}
Examples = Mapping[str, MaskingExample]  # by model


class MaskingStudy(AnswersStudy):
    """Sections from the inputs to the masks of ten epochs, one column for each model."""

    spec = panel_spec("masking", kinds=("logits",))
    controls = (
        (
            Control("draw_again", "button"),
            Control("draw", "tick"),
            Control("rate_percent", "number", low=1, high=MAX_RATE_PERCENT, suffix="%"),
            Control("whole_word", "tick"),
            Control("copies", after=tr("Compare with")),
            Control("swap", "button"),
            Control("translate", "button"),
            Control("clear", "button", at_right=True),
        ),
    )
    work = staticmethod(answers_to)

    def request(self, at: Situation) -> MaskingRequest | Notice:
        if not at.state.text.strip():
            return Notice(NO_TEXT)
        return MaskingRequest(at.keys, question(at.state))

    def merge(self, before: Examples, part: Examples) -> Examples:
        """The figure of the same text stays until the whole one replaces it."""
        texts = [{one.tokenization for one in each.values()} for each in (before, part)]
        return before if texts[0] == texts[1] else part

    def figure(self, answer: Examples, at: Situation) -> StudyFigure:
        state, same = at.state, counterparts(answer, at)
        known = at.slots_in(answer)
        columns = [MaskingColumn(s.index, s.title, one, same.get(s.key)) for s, one in known]
        return StudyFigure(
            tuple(sections(columns, state.pair, chosen(state).copies)) if columns else (),
            at.drawn_models(answer),
            Basis.from_texts(state, state.seed),
            tuple(override_notes(state, at.letters)),
            tuple(limits([(slot.title, one) for slot, one in known], state)),
            *_said_of_token(answer, same, at),
            make_table=partial(_tabulate, answer),
        )

    # ---- controls

    def control_values(self, answer: Examples, at: Situation) -> dict[str, ControlValue]:
        """Only the options that an objective of these models has; at first those of BERT."""
        state, choice, examples = at.state, chosen(at.state), [*answer.values()]
        masking = [one for one in examples if one.masks_tokens]
        useful = bool(masking) or not examples
        draws = all(one.sampled for one in masking) if choice.draw is None else choice.draw
        names = {
            option.name for one in examples for spec in one.objectives for option in spec.options
        }
        off = not (useful and draws)

        def of_sample(value: bool | int) -> ControlValue:
            return Disabled(value) if off else value

        shown: dict[str, ControlValue] = {
            "draw_again": of_sample(True),
            "draw": draws if useful else Disabled(draws),
            "clear": any(state.masks.values()),
        }
        if names & {"rate", "noise_density"} or "one_in" not in names:
            shown["rate_percent"] = of_sample(round(100 * choice.share))
        if not examples or "whole_word" in names:
            shown["whole_word"] = of_sample(choice.whole_word)
        if not examples or "copies" in names:
            shown["copies"] = BoxChoices(COPIES_TITLES, choice.copies)
        judging = any(one.card is not None and one.card.pair_heads for one in examples)
        if judging and state.pair.strip():
            shown["swap"] = True
        if _translation(answer):
            shown["translate"] = True
        return shown

    def change(self, values: Mapping[str, Any], at: Situation) -> State:
        """An order belongs to its texts; a share is also that of an order."""
        if "rate_percent" in values:
            return at.with_options(**values, one_in=AS_SHARE)
        if "order" not in values:
            return at.with_options(**values)
        texts = {"text": at.state.text, "pair": at.state.pair}
        return at.with_options(order={**texts, "places": [*values["order"]]})

    def press(self, name: str, answer: Examples, at: Situation) -> State:
        match name:
            case "draw_again":
                return replace(at.state, seed=at.state.next_seed)
            case "swap":
                return replace(at.state, text=at.state.pair, pair=at.state.text)
            case "translate":
                return replace(at.state, pair=_translation(answer))
            case "back":
                return self.change({"order": clicked_positions(at.state)[:-1]}, at)
        return replace(at.state, masks={})

    # ---- selection

    def click(self, hit: TagHit, answer: Examples, at: Situation) -> State:
        """A token of an input is masked or left, or the next of the order, and it is selected."""
        match hit.tag, getattr(hit.hit, "position", None):
            case MaskingTag("input", key), int(row):
                example = answer[key]
                if example.overridden:
                    order = next_order(clicked_positions(at.state), row, len(example.names))
                    changed = self.change({"order": order}, at)
                else:
                    changed = _toggle(example, example.positions_at(row), answer, at)
                return self.modified_click(hit, answer, at.now(changed))
        return self.modified_click(hit, answer, at)

    def modified_click(self, hit: TagHit, answer: Examples, at: Situation) -> State:
        if not isinstance(hit.tag, MaskingTag) or hit.hit is None:
            return at.with_selection(token=None)
        place = _position(answer[hit.tag.key], hit.tag, hit.hit)
        return at.with_selection(token=place, model=hit.tag.key)

    def click_hint(self, at: Situation) -> str:
        return tr("Click a token to see it here.")


def counterparts(answer: Examples, at: Situation) -> dict[str, int]:
    """The selected token of one model, and those of the others over the same characters."""
    usable = {key: one for key, one in answer.items() if one.model_input}
    token, anchor = at.state.selection.token, at.token_model(list(usable))
    if token is None or not anchor or token >= len(usable[anchor].names):
        return {}
    layout = interlinear([one.encoding for one in usable.values()])
    shared = layout.counterparts(list(usable).index(anchor), token)
    first = {key: same[0] for key, same in zip(usable, shared, strict=True) if same}
    return first | {anchor: token}


def _position(example: MaskingExample, tag: MaskingTag, hit: Any) -> int | None:
    """The token of the sentence that a hit is about."""
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


def _translation(answer: Examples) -> str:
    """The translation of the text, if it is of the mini-world; else empty."""
    return next((one.translation for one in answer.values() if one.translation), "")


def _toggle(
    example: MaskingExample, positions: Sequence[int], answer: Examples, at: Situation
) -> State:
    """Mask tokens, or leave them as they are, in every model that can."""
    usable = [place for place in positions if not example.encoding.special[place]]
    if not example.masks_tokens or not usable:
        return at.state
    return _decide(example, usable, next_decision(example, usable[0]), answer, at)


def _decide(
    example: MaskingExample,
    positions: Sequence[int],
    masked: bool | None,
    answer: Examples,
    at: Situation,
) -> State:
    """Decide about tokens of one model, and in the others about those over the same text.

    Models that are chosen later take the decisions over.
    """
    before = {other.key: other.forced or {} for other in answer.values() if other.masks_tokens}
    same = over_the_same(answer.values(), example, positions)
    return replace(at.state, masks=add_decisions(before, same, masked))


def _said_of_token(
    answer: Examples, same: Mapping[str, int], at: Situation
) -> tuple[Details, tuple[Offer, ...]]:
    """The selected token, and what can be decided about it."""
    key = at.token_model(tuple(same))
    if not key:
        return Details(), ()
    example, place = answer[key], same[key]
    name = visible(example.names[place])
    title = tr("{token} in {model}", token=name, model=at.titles.get(key, key))
    details = Details(title, tuple(detail_rows(example, place)))
    if not example.masks_tokens or example.overridden or example.encoding.special[place]:
        return details, ()
    decided = (example.forced or {}).get(place)
    return details, tuple(
        Offer(label, partial(_decide, example, (place,), masked, answer))
        for masked, label in OFFERS.items()
        if decided is not masked
    )


def _tabulate(answer: Examples) -> Table:
    meta = {one.key: summary(one) for one in answer.values()}
    return Table(TABLE_COLUMNS, table_rows(answer), title=STUDY.spec.title, meta=meta)


STUDY = MaskingStudy()
