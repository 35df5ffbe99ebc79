"""Candidates in the language of the sentence come first."""

import pytest

from explorer.core.engine.predicting.predictions import MaskPrediction
from explorer.core.languages.scripts import is_foreign, scripts_of


@pytest.mark.parametrize(
    ("token", "sentence", "foreign"),
    [
        ("파리", "The capital of France is [MASK].", True),
        ("Paris", "프랑스의 수도는 [MASK]이다.", True),
        ("파리", "프랑스의 수도는 [MASK]이다.", False),
        ("ᄉ", "The <mask> of France", True),  # a letter of Unigram
        (".", "프랑스의 수도는", False),
        ("12", "The year is", False),
        ("Google", "구글은 Google이다.", False),
        ("Paris", "[MASK] <mask> 12.", False),  # the sentence has no letters
        ("<0xEC>", "서울은", False),
    ],
)
def test_a_token_is_foreign_by_its_letters(token: str, sentence: str, foreign: bool) -> None:
    assert is_foreign(token, scripts_of(sentence)) == foreign


def test_others_come_last_and_keep_their_probability_and_the_true_one_its_mark() -> None:
    guess = MaskPrediction(
        3,
        (("파리", 0.5), ("Paris", 0.3), ("도쿄", 0.1), ("Rome", 0.05)),
        truth="Paris",
        rank=1,
        scripts=scripts_of("The capital of France"),
    )
    shown = [
        (one.token, one.probability, one.is_true, one.is_foreign)
        for one in guess.ordered_candidates
    ]
    assert shown == [
        ("Paris", 0.3, True, False),
        ("Rome", 0.05, False, False),
        ("파리", 0.5, False, True),
        ("도쿄", 0.1, False, True),
    ]
