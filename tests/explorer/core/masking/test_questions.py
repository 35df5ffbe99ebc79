"""What Masking asks is read from the session, and what is not as usual is told in a caption."""

import pytest

from explorer.core.masking.questions import (
    ONE_IN,
    RATE_PERCENT,
    MaskingChoice,
    clicked_positions,
    overridden,
    override_notes,
    question,
)
from explorer.core.state.state import State
from models.objectives import permutation

LETTERS = {"bert": "A", "xlnet": "C"}


def masking(**settings: object) -> State:
    return State(text="a b c", panel_settings={"masking": settings})


def test_nothing_is_told_of_what_nobody_chose() -> None:
    assert override_notes(masking(), LETTERS) == []
    assert override_notes(masking(rate_percent=RATE_PERCENT, whole_word=False), LETTERS) == []


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"rate_percent": 40}, "40% of tokens chosen"),
        ({"whole_word": True}, "whole words"),
        ({"every_token": True}, "all tokens in the order"),
        ({"draw": False}, "no masks sampled"),
    ],
)
def test_a_choice_that_makes_the_figure_another_is_told(
    settings: dict[str, object], words: str
) -> None:
    assert override_notes(masking(**settings), LETTERS) == [words]


@pytest.mark.parametrize("kept", [0, -5, 101, "many", None, 12.5])
def test_a_share_that_no_control_gives_is_as_at_first(kept: object) -> None:
    assert question(masking(rate_percent=kept)) == question(masking())


def test_the_chosen_share_is_that_of_every_objective_by_its_own_name() -> None:
    options = dict(question(masking(rate_percent=50)).options)
    assert (options["rate"], options["noise_density"], options["one_in"]) == (0.5, 0.5, 2)


def test_an_order_predicts_as_many_as_xlnet_does_until_a_person_says_else() -> None:
    assert MaskingChoice().predicted_one_in == permutation.ONE_IN == ONE_IN
    assert MaskingChoice(rate_percent=50).predicted_one_in == 2
    assert MaskingChoice(rate_percent=50, one_in=13).predicted_one_in == 13
    options = dict(question(masking(one_in=13)).options)
    assert (options["rate"], options["one_in"]) == (0.15, 13)
    assert override_notes(masking(one_in=13), LETTERS) == ["one token in 13 predicted"]
    assert override_notes(masking(one_in=ONE_IN), LETTERS) == []


def test_what_a_broken_session_says_of_masking_is_left_out() -> None:
    broken = masking(draw="yes", whole_word=3, copies="ten", order_by_hand=None, one_in=999)
    assert question(broken) == question(masking())


def test_yes_and_no_to_drawing_are_kept_apart_from_neither() -> None:
    assert [question(masking(draw=it)).draw for it in (True, False, None)] == [True, False, None]


def test_what_a_person_did_is_told_by_letter_and_place() -> None:
    state = State(masks={"xlnet": {4: True, 2: True, 3: False}, "gone": {1: True}})
    assert overridden(state, LETTERS) == [
        "C masked by the user 2, 4",
        "C left unchanged by the user 3",
    ]


def test_an_order_is_that_of_its_sentence_alone() -> None:
    order = {"text": "a b c", "pair": "", "places": [2, 0]}
    assert clicked_positions(masking(order=order)) == (2, 0)
    assert clicked_positions(masking(order={**order, "text": "another"})) == ()
    assert question(masking(order=order)).order is None
    asked = question(masking(order=order, order_by_hand=True))
    assert asked.order == (2, 0)
