"""What a beam search came to, best first."""

from __future__ import annotations

import pytest

from explorer.core.generation.endings import NUM_RANKED, Ending, rank_endings
from models.inference.beam_paths import best_path
from models.schema.records import BeamNode


def node(index: int, parent: int, id: int, score: float, fate: str = "pruned") -> BeamNode:
    return BeamNode(
        index, parent, id, str(id), score, in_beam=fate == "kept", finished=fate == "ended"
    )


SEARCH = (
    (node(0, -1, 5, -0.5, "kept"), node(1, -1, 1, -0.8, "ended"), node(2, -1, 6, -4.0)),
    (node(0, 0, 7, -0.9, "kept"), node(1, 0, 1, -2.0, "ended")),
    (node(0, 0, 1, -1.2, "ended"), node(1, 0, 8, -9.0, "kept"), node(2, 0, 9, -10.0)),
)


def said(ids: tuple[int, ...]) -> str:
    return " ".join(map(str, ids))


def test_ends_and_what_was_kept_to_the_last_are_ranked_by_nats_per_token() -> None:
    found = rank_endings(SEARCH, said)
    assert [ending.text for ending in found] == ["5 7 1", "1", "5 1", "5 7 8"]
    assert [ending.per_token for ending in found] == pytest.approx([-0.4, -0.8, -1.0, -3.0])


@pytest.mark.parametrize("penalty", [0.0, 1.0, 2.0])
def test_the_first_is_the_best_of_the_search(penalty: float) -> None:
    best = enumerate(best_path(SEARCH, penalty))
    expected = said(tuple(SEARCH[step][at].id for step, at in best))
    assert rank_endings(SEARCH, said, penalty)[0].text == expected


def test_only_the_best_are_kept() -> None:
    step = tuple(node(n, -1, n, -float(n + 1), "ended") for n in range(2 * NUM_RANKED))
    assert rank_endings((step,), said) == tuple(Ending(str(n), -n - 1.0) for n in range(NUM_RANKED))


def test_writing_without_a_search_came_to_nothing_else() -> None:
    assert rank_endings(((), ()), said) == ()
