"""Pieces over characters: alignment of tokenizers, also where characters are put together."""

import numpy as np
import pytest

from explorer.core.engine import groups as analysis
from models.schema.records import NO_WORD, Encoding


def encoding(text: str, *spans: tuple[int, int], pair: str | None = None) -> Encoding:
    """Tokens over spans of a text between two special tokens."""
    offsets = np.array([(0, 0), *spans, (0, 0)], dtype=np.int64)
    length = len(offsets)
    special = np.zeros(length, dtype=bool)
    special[[0, -1]] = True
    return Encoding(
        text=text,
        ids=np.arange(length),
        tokens=tuple(f"t{n}" for n in range(length)),
        offsets=offsets,
        special=special,
        segment=np.zeros(length, dtype=np.int64),
        word=np.full(length, NO_WORD),
        unknown=np.zeros(length, dtype=bool),
        pair=pair,
    )


E_ACUTE = "e\u0301"  # two code points, one character
FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
HAN = "\u1112\u1161\u11ab"  # 한, decomposed


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("ab", [(0, 1), (1, 2)]),
        (f"a{E_ACUTE}b", [(0, 1), (1, 3), (3, 4)]),
        (FAMILY, [(0, 5)]),
        ("\U0001f44d\U0001f3fd!", [(0, 2), (2, 3)]),
        (f"{HAN}국", [(0, 3), (3, 4)]),
        (f"{HAN}{HAN}", [(0, 3), (3, 6)]),
        ("का", [(0, 2)]),  # a vowel sign that takes room
    ],
)
def test_characters_are_what_a_person_counts(text: str, expected: list[tuple[int, int]]) -> None:
    assert analysis.characters(text) == expected


def test_a_piece_that_covers_a_part_of_a_character_covers_it_whole() -> None:
    found = analysis.spans(encoding(f"a{E_ACUTE}b", (0, 2), (2, 3), (3, 4)))
    assert found.tolist() == [[0, 0], [0, 3], [1, 3], [3, 4], [0, 0]]


def test_two_tokenizers_are_aligned_where_both_cut() -> None:
    # playing | s   against   play | ings
    first = encoding("playings it", (0, 7), (7, 8), (9, 11))
    second = encoding("playings it", (0, 4), (4, 8), (9, 11))
    groups = analysis.align([first, second])
    assert [(g.start, g.end, g.positions) for g in groups] == [
        (0, 8, ((1, 2), (1, 2))),
        (9, 11, ((3,), (3,))),
    ]


def test_pieces_that_split_a_combined_character_are_aligned_with_the_one_that_does_not() -> None:
    text = f"{E_ACUTE}a"
    bytes_of_it = encoding(text, (0, 1), (1, 2), (1, 2), (2, 3))
    whole = encoding(text, (0, 2), (2, 3))
    groups = analysis.align([bytes_of_it, whole])
    assert [g.positions for g in groups] == [((1, 2, 3), (1,)), ((4,), (2,))]


def test_a_space_in_front_of_a_piece_joins_it() -> None:
    groups = analysis.align(
        [encoding("a bc", (0, 1), (1, 4)), encoding("a bc", (0, 1), (2, 3), (3, 4))]
    )
    assert [g.positions for g in groups] == [((1,), (1,)), ((2,), (2, 3))]


def test_encodings_of_other_texts_cannot_be_aligned() -> None:
    with pytest.raises(ValueError, match="same text"):
        analysis.align([encoding("a", (0, 1)), encoding("b", (0, 1))])


def test_overlap_says_which_pieces_share_a_character() -> None:
    first = np.array([[0, 0], [0, 3], [3, 5]])
    second = np.array([[0, 2], [2, 5]])
    assert analysis.overlap(first, second).tolist() == [
        [False, False],
        [True, True],
        [False, True],
    ]


def test_pieces_per_word_and_per_character_leave_specials_and_space_out() -> None:
    found = analysis.counts(encoding("play ings", (0, 2), (2, 4), (5, 9)))
    assert (found.tokens, found.words, found.characters) == (3, 2, 8)
    assert found.per_word == 1.5
    assert found.per_character == 3 / 8


def test_white_space_is_made_visible() -> None:
    assert analysis.visible("a b\n\tc\u3000") == "a·b↵⇥c□"


def test_bytes_and_unknown_pieces_are_shares_of_the_pieces() -> None:
    found = analysis.count_tokens(["파리 a"], tokens=4, unknown=1)
    assert (found.words, found.characters, found.bytes) == (2, 3, 8)
    assert found.bytes_per_token == 2.0
    assert found.unknown_share == 0.25


def test_half_a_character_is_counted_and_not_rejected() -> None:
    assert analysis.count_tokens(["a\ud800"], tokens=1, unknown=0).characters == 2


def test_words_of_several_kinds_are_grouped_where_none_goes_on() -> None:
    # it | ' | s   against   it | 's
    first, second = np.array([(0, 2), (2, 3), (3, 4)]), np.array([(0, 2), (2, 4)])
    found = analysis.groups(4, [first, second])
    assert [(g.start, g.end, g.positions) for g in found] == [
        (0, 2, ((0,), (0,))),
        (2, 4, ((1, 2), (1,))),
    ]
