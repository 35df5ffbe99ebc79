"""Choices judged by the bundled model: the path that decides, and questions without any path."""

from __future__ import annotations

from pathlib import Path

import pytest

from explorer.core.errors import UserError
from explorer.core.knowledge.choices import (
    ChoicesRequest,
    ScoredQuestion,
    choice_models,
    score_choices,
)
from models.runtime.generators import run_to_end

QUESTION = "One step of building a house takes a tool. Which one?"
CHOICES = ("rake", "excavator", "shovel", "kettle", "trowel")


@pytest.fixture(scope="module")
def judged() -> ScoredQuestion:
    return run_to_end(score_choices(ChoicesRequest(QUESTION, CHOICES, right=1)))


def test_the_answer_is_at_the_end_of_a_path_of_two_triples(judged: ScoredQuestion) -> None:
    assert CHOICES[judged.best] == "excavator"
    best = judged.choices[judged.best].paths[0]
    assert best.sentence == (
        "building a house needs digging a building pit; digging a building pit uses excavator"
    )
    assert sum(one.probability for one in judged.choices) == pytest.approx(1)


def test_without_its_path_the_answer_is_less_probable(judged: ScoredQuestion) -> None:
    one = judged.choices[judged.best]
    without = one.paths[0].probability_without
    assert without is not None
    assert without < one.probability / 2


def test_nodes_edges_and_paths_fit_together(judged: ScoredQuestion) -> None:
    one = judged.choices[judged.best]
    roles = {node.name: node.role for node in one.nodes}
    assert roles["building a house"] == "question"
    assert roles["digging a building pit"] == "between"
    assert roles["excavator"] == "answer"
    for path in one.paths:
        assert all(0 <= place < len(one.nodes) for place in path.nodes)
    named = {(one.nodes[e.head].name, e.relation, one.nodes[e.tail].name) for e in one.edges}
    assert ("digging a building pit", "uses", "excavator") in named
    assert sum(path.weight for path in one.paths) <= 1 + 1e-5


def test_a_korean_question_has_a_korean_graph() -> None:
    """Whatever the language of the interface and of the model's own graph."""
    question = "집 짓기의 한 단계에 필요한 도구는 무엇인가?"
    judged = run_to_end(score_choices(ChoicesRequest(question, ("갈퀴", "굴착기", "삽", "주전자"))))
    one = judged.choices[judged.best]
    assert one.text == "굴착기"
    assert one.paths[0].sentence == (
        "집 짓기 · 필요한 것 → 건물 터 파기; 건물 터 파기 · 쓰는 것 → 굴착기"
    )
    assert {node.name for node in one.nodes} >= {"집 짓기", "건물 터 파기", "굴착기"}
    assert {edge.relation for edge in one.edges} == {"필요한 것", "쓰는 것"}


def test_a_question_without_a_path_is_answered_from_its_text_alone() -> None:
    judged = run_to_end(score_choices(ChoicesRequest("What is xyzzy?", ("shovel", "plugh"))))
    assert judged.text_alone
    assert all(one.is_correct is None and not one.paths for one in judged.choices)


def test_a_single_choice_and_a_folder_without_a_graph_are_clear_errors(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="at least two"):
        run_to_end(score_choices(ChoicesRequest(QUESTION, ("shovel",))))
    with pytest.raises(UserError, match="has no graph"):
        run_to_end(score_choices(ChoicesRequest(QUESTION, CHOICES, folder=tmp_path)))
    assert len(choice_models([tmp_path])) == 1
