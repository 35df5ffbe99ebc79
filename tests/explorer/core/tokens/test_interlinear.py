"""Columns of the same characters over the pieces of several tokenizers."""

import numpy as np
import pytest

from explorer.core.tokens.interlinear import CUT_OFF, interlinear
from models.schema.records import NO_WORD, Encoding


def encoding(
    text: str,
    *pieces: tuple[str, int, int],
    pair: str | None = None,
    segment: tuple[int, ...] | None = None,
    special: tuple[int, ...] = (),
) -> Encoding:
    """Tokens with their names and spans; `special` are positions."""
    length = len(pieces)
    mask = np.zeros(length, dtype=bool)
    mask[list(special)] = True
    return Encoding(
        text=text,
        ids=np.arange(length),
        tokens=tuple(name for name, _, _ in pieces),
        offsets=np.array([(start, end) for _, start, end in pieces], dtype=np.int64),
        special=mask,
        segment=np.array(segment or [0] * length),
        word=np.full(length, NO_WORD),
        unknown=np.zeros(length, dtype=bool),
        pair=pair,
    )


def test_special_tokens_have_columns_of_their_own_before_and_after_the_text() -> None:
    first = encoding("hi", ("[CLS]", 0, 0), ("hi", 0, 2), ("[SEP]", 0, 0), special=(0, 2))
    second = encoding("hi", ("h", 0, 1), ("i", 1, 2))
    found = [(c.text, c.positions) for c in interlinear([first, second]).columns]
    assert found == [("", ((0,), ())), ("hi", ((1,), (0, 1))), ("", ((2,), ()))]


def test_white_space_that_nobody_covers_stays_in_sight() -> None:
    found = interlinear([encoding("a  b", ("a", 0, 1), ("b", 3, 4))])
    assert [(c.text, c.is_covered) for c in found.columns] == [
        ("a", True),
        ("  ", False),
        ("b", True),
    ]


def test_a_special_token_in_the_text_stands_under_its_own_characters() -> None:
    first = encoding("is [MASK]", ("is", 0, 2), ("[MASK]", 3, 3), special=(1,))
    second = encoding("is [MASK]", ("is", 0, 2), (" [", 2, 4), ("MASK]", 4, 9))
    found = [(c.text, c.positions) for c in interlinear([first, second]).columns]
    assert found == [("is", ((0,), (0,))), (" [MASK]", ((1,), (1, 2)))]


def test_a_name_in_the_text_belongs_to_the_token_there_and_not_to_an_added_one() -> None:
    names = (("[SEP]", 0, 0), ("a", 5, 6), ("<eod>", 0, 0), ("[SEP]", 0, 0))
    found = interlinear([encoding("[SEP]a", *names, special=(0, 2, 3))])
    assert [(c.text, c.positions[0]) for c in found.columns] == [
        ("[SEP]", (0,)),
        ("a", (1,)),
        ("", (2, 3)),
    ]


def test_the_texts_of_a_pair_follow_each_other_with_the_separator_between() -> None:
    both = encoding(
        "a",
        *(("[CLS]", 0, 0), ("a", 0, 1), ("[SEP]", 0, 0), ("b", 0, 1), ("[SEP]", 0, 0)),
        pair="b",
        segment=(0, 0, 0, 1, 1),
        special=(0, 2, 4),
    )
    found = [(c.text, c.positions[0]) for c in interlinear([both]).columns]
    assert found == [("", (0,)), ("a", (1,)), ("", (2,)), ("b", (3,)), ("", (4,))]
    assert [c.segment for c in interlinear([both]).columns] == [0, 0, 1, 1, 1]


def test_text_that_did_not_fit_is_told_by_one_mark() -> None:
    found = interlinear([encoding("ab" + " cd" * 40_000, ("ab", 0, 2))])
    assert [c.text for c in found.columns] == ["ab", CUT_OFF]
    spaces = interlinear([encoding("ab \n", ("ab", 0, 2))])
    assert [c.text for c in spaces.columns] == ["ab"], "white space at the end always fits"


def test_a_token_over_no_character_stands_with_the_one_before_it() -> None:
    first = encoding("ab", ("a", 0, 1), ("b", 1, 2), ("▁", 2, 2))
    found = interlinear([first, encoding("ab", ("a", 0, 1), ("b", 1, 2))])
    assert [c.positions for c in found.columns] == [((0,), (0,)), ((1, 2), (1,))]
    assert found.counterparts(0, 2) == ((2,), ()), "it shares no character with any other"


def test_counterparts_share_a_character_and_no_more() -> None:
    first = encoding("playing it", ("play", 0, 4), ("ing", 4, 7), ("it", 8, 10))
    second = encoding("playing it", ("playing", 0, 7), (" it", 7, 10))
    found = interlinear([first, second])
    assert found.counterparts(0, 1) == ((1,), (0,))
    assert found.counterparts(1, 0) == ((0, 1), (0,))
    assert found.counterparts(1, 1) == ((2,), (1,))


def test_an_added_token_is_the_counterpart_of_those_in_the_same_place() -> None:
    first = encoding("a", ("[CLS]", 0, 0), ("a", 0, 1), special=(0,))
    second = encoding("a", ("<s>", 0, 0), ("a", 0, 1), special=(0,))
    assert interlinear([first, second, encoding("a", ("a", 0, 1))]).counterparts(0, 0) == (
        (0,),
        (0,),
        (),
    )


def test_encodings_of_different_texts_are_rejected() -> None:
    with pytest.raises(ValueError, match="same text"):
        interlinear([encoding("a", ("a", 0, 1)), encoding("b", ("b", 0, 1))])
