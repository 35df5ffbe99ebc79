"""What stands at each step of a word on its way to pieces."""

from dataclasses import replace

from explorer.core.tokens.word_steps import best_edges, lanes, merge_rows, num_steps
from models.tokenization.step_records import (
    Lattice,
    LatticeEdge,
    LatticePath,
    MatchAttempt,
    Matching,
    Merge,
    Merging,
)

MERGING = Merging(
    ("a", "b", "c", "d"),
    (Merge("c", "d", "cd", 0, 2, 3, 4), Merge("b", "cd", "bcd", 7, 1, 2, 4)),
)
A, B, C = LatticeEdge(0, 1, "a", -1.0), LatticeEdge(1, 2, "b", -1.0), LatticeEdge(2, 3, "c", -1.0)
AB, BC = LatticeEdge(0, 2, "ab", -3.0), LatticeEdge(1, 3, "bc", -1.5)
LATTICE = Lattice((A, AB, B, BC, C), LatticePath((A, BC), -2.5), LatticePath((A, B, C), -3.0))


def test_each_merge_leaves_a_row_of_pieces_over_their_symbols() -> None:
    assert merge_rows(MERGING) == [
        [(0, 1, "a"), (1, 2, "b"), (2, 3, "c"), (3, 4, "d")],
        [(0, 1, "a"), (1, 2, "b"), (2, 4, "cd")],
        [(0, 1, "a"), (1, 4, "bcd")],
    ]
    for count, row in enumerate(merge_rows(MERGING)):
        assert tuple(part.piece for part in row) == MERGING.pieces_after(count)


def test_steps_are_merges_tries_or_characters() -> None:
    assert num_steps(MERGING) == 2
    assert (
        num_steps(
            Matching(
                (
                    MatchAttempt(0, 2, "ab", in_vocabulary=False),
                    MatchAttempt(0, 1, "a", in_vocabulary=True),
                )
            )
        )
        == 2
    )
    assert num_steps(LATTICE) == 3
    assert num_steps(Lattice((), LatticePath((), 0.0), None)) == 0


def test_the_best_way_grows_with_the_characters_and_ends_at_the_one_that_was_taken() -> None:
    assert best_edges(LATTICE, 0) == ()
    assert best_edges(LATTICE, 1) == (A,)
    assert best_edges(LATTICE, 2) == (A, B)
    assert best_edges(LATTICE, 3) == (A, BC)


def test_of_equal_ways_the_first_is_the_best() -> None:
    both = replace(AB, score=-2.0)
    lattice = Lattice((A, both, B, C), LatticePath((both, C), -3.0), LatticePath((A, B, C), -3.0))
    assert best_edges(lattice, 2) == (both,)


def test_no_two_boxes_of_a_lane_overlap_and_single_characters_come_first() -> None:
    found = lanes(LATTICE.edges)
    assert [found[n] for n in (0, 2, 4)] == [0, 0, 0]
    assert found[1] != found[3]
