"""Paths between concepts, pruned by embeddings, and schema graphs, on small graphs."""

from __future__ import annotations

import numpy as np
import pytest

from models.knowledge.graph import KnowledgeGraph
from models.knowledge.kagnet.source import shuffle_tails
from models.knowledge.names import Entity
from models.knowledge.paths import KnowledgePath, PathFinder, PathLimits
from models.knowledge.transe import TransE

NAMES = ("planting", "digging", "shovel", "rake", "garden tool", "stone")
PLANTING, DIGGING, SHOVEL, RAKE, KIND, STONE = range(6)
NEEDS, USES, IS_A = range(3)
TRIPLES = [
    (PLANTING, NEEDS, DIGGING),
    (DIGGING, USES, SHOVEL),
    (SHOVEL, IS_A, KIND),
    (RAKE, IS_A, KIND),
]


def graph(triples: list[tuple[int, int, int]] | None = None) -> KnowledgeGraph:
    entities = [Entity(place, name) for place, name in enumerate(NAMES)]
    return KnowledgeGraph.of(entities, ("needs", "uses", "is_a"), triples or TRIPLES)


def test_a_path_goes_along_triples_in_both_directions() -> None:
    finder = PathFinder(graph(), PathLimits(max_length=4))
    (path,) = finder.paths(PLANTING, RAKE)
    assert path.entities == (PLANTING, DIGGING, SHOVEL, KIND, RAKE)
    assert path.edges == ((NEEDS, False), (USES, False), (IS_A, False), (IS_A, True))
    assert list(path.triples()) == TRIPLES


def test_a_path_that_is_too_long_does_not_count() -> None:
    assert PathFinder(graph(), PathLimits(max_length=3)).paths(PLANTING, RAKE) == ()
    assert PathFinder(graph(), PathLimits(max_length=3)).paths(PLANTING, STONE) == ()


@pytest.mark.parametrize("length", [1, 2, 3, 4, 5])
def test_the_search_around_both_ends_finds_all_paths_of_the_graph(length: int) -> None:
    import networkx as nx

    rng = np.random.default_rng(length)
    triples = [tuple(map(int, rng.integers(0, (6, 3, 6)))) for _ in range(14)]
    made = graph([one for one in triples if one[0] != one[2]])  # type: ignore[misc]
    whole = nx.Graph((int(head), int(tail)) for head, _, tail in made.triples)
    whole.add_nodes_from(range(6))
    finder = PathFinder(made, PathLimits(max_length=length, max_paths=10_000))
    for start in range(6):
        for end in range(6):
            expected = {*map(tuple, nx.all_simple_paths(whole, start, end, cutoff=length))}
            expected -= {(start,)}
            assert {path.entities for path in finder.paths(start, end)} == expected


def test_shorter_paths_come_first_and_there_are_at_most_so_many() -> None:
    made = graph([*TRIPLES, (PLANTING, USES, SHOVEL), (PLANTING, USES, RAKE)])
    every = PathFinder(made, PathLimits(max_length=4)).paths(PLANTING, SHOVEL)
    lengths = [len(path.edges) for path in every]
    assert lengths == [1, 2, 3]
    few = PathFinder(made, PathLimits(max_length=4, max_paths=2)).paths(PLANTING, SHOVEL)
    assert few == every[:2]


def test_a_path_is_pruned_by_the_product_of_the_scores_of_its_triples() -> None:
    """In one dimension a triple scores 1 where t - h points as r does, else 0; 0.5 across."""
    entities = np.zeros((6, 2), np.float32)
    entities[DIGGING], entities[SHOVEL] = (1, 0), (1, 1)
    relations = np.array([[1, 0], [1, 1], [1, 0]], np.float32)
    transe = TransE(entities, relations)
    (path,) = PathFinder(graph(), PathLimits(threshold=0.0), transe).paths(PLANTING, SHOVEL)
    expected = 1.0 * (1 + 1 / np.sqrt(2)) / 2
    assert path.score == pytest.approx(expected, abs=1e-6)
    above, below = expected + 0.01, expected - 0.01
    assert PathFinder(graph(), PathLimits(threshold=above), transe).paths(PLANTING, SHOVEL) == ()
    assert (
        len(PathFinder(graph(), PathLimits(threshold=below), transe).paths(PLANTING, SHOVEL)) == 1
    )


def test_a_schema_graph_has_the_paths_of_all_pairs_and_the_triples_within_one_text() -> None:
    finder = PathFinder(graph(), PathLimits(max_length=2))
    schema = finder.schema("Planting comes after digging.", "a shovel")
    assert schema.question == (PLANTING, DIGGING)
    assert schema.answer == (SHOVEL,)
    assert {path.pair for path in schema.paths} == {(PLANTING, SHOVEL), (DIGGING, SHOVEL)}
    assert set(schema.triples) == set(TRIPLES[:2])
    assert set(schema.entities) == {PLANTING, DIGGING, SHOVEL}


def test_a_question_without_a_concept_has_a_schema_graph_without_paths() -> None:
    schema = PathFinder(graph()).schema("What is it?", "a shovel")
    assert schema.question == schema.paths == ()
    assert schema.entities == (SHOVEL,)


def test_removing_a_path_removes_what_only_it_has() -> None:
    finder = PathFinder(graph([*TRIPLES, (PLANTING, USES, SHOVEL)]), PathLimits(max_length=2))
    schema = finder.schema("planting", "shovel")
    longer: KnowledgePath = schema.paths[1]
    lesser = schema.remove_path(longer)
    assert lesser.paths == schema.paths[:1]
    assert lesser.entities == (PLANTING, SHOVEL)
    assert lesser.triples == ((PLANTING, USES, SHOVEL),)


def test_shuffled_edges_keep_relations_and_degrees() -> None:
    made = graph(
        [(one, IS_A, other) for one in range(3) for other in range(3, 6) if one + 3 != other]
    )
    wrong = shuffle_tails(made, seed=1)
    assert not np.array_equal(wrong.triples, made.triples)
    for graph_ in (made, wrong):
        assert set(graph_.triples[:, 1].tolist()) == {IS_A}
        assert set(graph_.triples[:, 0].tolist()) == {0, 1, 2}
