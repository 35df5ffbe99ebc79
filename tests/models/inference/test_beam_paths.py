"""The best way through a beam search, and the text that it writes."""

import pytest

from models.inference.beam_paths import best_path, log_probability_of, path_to
from models.inference.generation import best
from models.schema.records import BeamNode, GenerationStep


def node(index: int, parent: int, score: float, state: str = "kept") -> BeamNode:
    return BeamNode(index, parent, 10 + index, "x", score, state == "kept", state == "finished")


STEPS = [
    [node(0, -1, -1.0), node(1, -1, -1.5), node(2, -1, -3.0, "pruned")],
    [node(0, 1, -1.8), node(1, 0, -1.9, "finished"), node(2, 0, -2.5)],
    [node(0, 2, -3.0), node(1, 0, -3.6), node(2, 0, -9.0, "pruned")],
]


def test_a_way_follows_the_parents() -> None:
    assert path_to(STEPS, 2, 0) == (0, 2, 0)
    assert path_to(STEPS, 0, 1) == (1,)


def test_a_parent_is_found_by_its_index_wherever_it_stands() -> None:
    turned = [nodes[::-1] for nodes in STEPS]
    assert path_to(turned, 2, 2) == (2, 0, 2)
    assert [turned[step][at].index for step, at in enumerate((2, 0, 2))] == [0, 2, 0]


def test_scores_are_compared_per_token() -> None:
    assert best_path(STEPS) == (0, 1), "-1.9 / 2 beats -3.0 / 3"
    assert best_path(STEPS, length_penalty=2.0) == (0, 2, 0)
    assert best_path([]) == ()


def test_what_was_pruned_is_not_the_best() -> None:
    assert best_path([[node(0, -1, -1.0, "pruned"), node(1, -1, -2.0)]]) == (1,)


def test_a_step_s_own_probability_is_what_it_adds() -> None:
    assert log_probability_of(STEPS, 0, 1) == -1.5
    assert log_probability_of(STEPS, 1, 0) == pytest.approx(-0.3)


def test_the_text_of_a_search_is_the_best_way_s() -> None:
    records = [GenerationStep(n, 0, "x", (), beams=tuple(nodes)) for n, nodes in enumerate(STEPS)]
    assert best(records) == [10, 11]
    assert best(records, length_penalty=2.0) == [10, 12, 10]
