"""The view models of the Knowledge panel on a graph of a few triples, and on a file with errors."""

import io
from pathlib import Path

import networkx as nx
import numpy as np
import pytest

from explorer.core.errors import UserError
from explorer.core.knowledge.embeddings import EmbeddingChoice, TriplePick, embedding_map, train
from explorer.core.knowledge.graphml import graphml
from explorer.core.knowledge.layout import layout, unfold_nodes
from explorer.core.knowledge.linked_text import corrections_of, link, store_correction
from explorer.core.knowledge.neighbourhood import (
    Neighbourhood,
    NeighbourhoodQuery,
    move_nodes,
    neighbourhood,
)
from explorer.core.knowledge.request import KnowledgeOptions
from explorer.core.knowledge.sources import OpenGraph, open_source
from models.knowledge.graph import KnowledgeGraph
from models.knowledge.names import Entity
from models.runtime.generators import run_to_end

# Two entities are named Bank, and Bank of Korea is longer.
ENTITIES = [
    Entity(0, "Bank", (), "river side"),
    Entity(1, "Bank", (), "company"),
    Entity(2, "Bank of Korea", (), "company"),
    Entity(3, "Seoul", (), "city"),
    Entity(4, "Korea", (), "country"),
    *(Entity(5 + n, f"town {n}", (), "city") for n in range(12)),
]
RELATIONS = ("in", "capital", "near")
TRIPLES = [
    (2, 0, 3),
    (4, 1, 3),
    (3, 0, 4),
    (1, 0, 3),
    *((5 + n, 0, 4) for n in range(12)),
    (0, 2, 3),
]


@pytest.fixture
def graph(tmp_path: Path) -> OpenGraph:
    return OpenGraph("small", KnowledgeGraph.of(ENTITIES, RELATIONS, TRIPLES), tmp_path / "cache")


def around(graph: OpenGraph, *seeds: str, **query: object) -> Neighbourhood:
    ids = [graph.graph.entity_named(name) for name in seeds]
    return neighbourhood(
        graph, [one for one in ids if one is not None], NeighbourhoodQuery(**query)
    )  # type: ignore[arg-type]


def test_an_ambiguous_name_has_candidates_and_a_correction_chooses_another_or_none(
    graph: OpenGraph,
) -> None:
    text = "The Bank is not the Bank of Korea in Seoul."
    linked = link(graph, text, ())
    bank = linked.mentions[0]
    assert [one.text for one in linked.mentions] == ["Bank", "Bank of Korea", "Seoul"]
    assert bank.ambiguous
    assert set(linked.overlapped) == {"Bank", "Korea"}
    (other,) = {0, 1} - {bank.chosen.entity}  # type: ignore[union-attr]
    stored = store_correction(None, text, bank.span, other)
    again = link(graph, text, corrections_of(stored, text)).mentions[0]
    assert again.chosen is not None
    assert (again.chosen.entity, again.corrected) == (other, True)
    stored = store_correction(stored, text, bank.span, None)
    without = link(graph, text, corrections_of(stored, text))
    assert without.mentions[0].chosen is None
    assert without.mentions[0].candidates == bank.candidates  # so that it can be linked again
    assert without.entities == (2, 3)


def test_a_correction_of_another_text_or_of_no_candidate_changes_nothing(graph: OpenGraph) -> None:
    stored = store_correction(None, "Another text", (0, 5), 3)
    assert corrections_of(stored, "Seoul") == ()
    assert link(graph, "Seoul", ((0, 5, 7),)).entities == (3,)
    assert corrections_of({"Seoul": [[0, 5], "x", [0, "5", 1], [0, 5, None]]}, "Seoul") == (
        (0, 5, None),
    )


def test_the_entities_of_the_text_come_first_and_all_triples_among_the_nodes_are_drawn(
    graph: OpenGraph,
) -> None:
    shown = around(graph, "Seoul", limit=5)
    assert shown.nodes[0].name == "Seoul"
    assert shown.nodes[0].linked
    ids = {node.entity for node in shown.nodes}
    inside = {t for t in TRIPLES if t[0] in ids and t[2] in ids}
    assert {tuple(row) for row in shown.triples.tolist()} == inside
    korea = shown.node(4)
    assert korea is not None
    assert korea.further == 12
    assert shown.places.min() >= 0.0
    assert shown.places.max() <= 1.0


def test_unfolding_adds_neighbours_and_leaves_the_others_where_they_are(graph: OpenGraph) -> None:
    before, after = around(graph, "Seoul"), around(graph, "Seoul", unfolded=(4,))
    count = len(before.nodes)
    assert [node.entity for node in after.nodes[:count]] == [n.entity for n in before.nodes]
    assert len(after.nodes) == count + 12
    np.testing.assert_allclose(after.places[:count], before.places)
    korea = after.node(4)
    assert korea is not None
    assert (korea.unfolded, korea.further) == (True, 0)


def test_a_hidden_relation_is_followed_no_more_and_stays_in_the_legend(graph: OpenGraph) -> None:
    shown = around(graph, "Korea", hidden=("in",))
    assert {node.name for node in shown.nodes} == {"Korea", "Seoul"}
    assert {int(row[1]) for row in shown.triples} == {1}
    assert "in" in [one.name for one in shown.relations]


def test_a_layout_is_the_same_for_a_seed_and_no_two_of_its_nodes_lie_on_each_other() -> None:
    rng = np.random.default_rng(1)
    links = np.stack([rng.integers(0, 40, 100), rng.integers(0, 40, 100)], axis=1)
    first, second = layout(40, links, 7), layout(40, links, 7)
    np.testing.assert_array_equal(first, second)
    assert not np.array_equal(first, layout(40, links, 8))
    between = np.abs(first[:, None] - first[None]).max(-1) + np.eye(40)
    assert between.min() > 0.01
    assert unfold_nodes(first, 3, 10).shape == (50, 2)
    large = layout(700, np.stack([np.arange(699), np.arange(1, 700)], axis=1), 1)
    assert np.isfinite(large).all()


def test_graphml_has_the_names_relations_and_places_of_the_figure(graph: OpenGraph) -> None:
    shown = move_nodes(around(graph, "Seoul", "Korea"), {3: (0.25, 2.0)})
    read = nx.read_graphml(io.BytesIO(graphml(shown)), force_multigraph=True)
    assert {data["name"] for _, data in read.nodes(data=True)} >= {"Seoul", "Korea", "town 3"}
    assert read.nodes["3"]["x"] == pytest.approx(250.0)
    assert read.nodes["3"]["y"] == pytest.approx(1000.0)
    relations = sorted(data["relation"] for data in read.get_edge_data("4", "3").values())
    assert relations == ["capital"]
    assert read.number_of_edges() == len(shown.triples)


def test_an_own_file_is_indexed_in_the_cache_with_a_report_and_never_beside_the_file(
    tmp_path: Path,
) -> None:
    path = tmp_path / "own" / "facts.tsv"
    path.parent.mkdir()
    lines = ["spade\tused for\tdigging"] * 2 + ["spade\tis a", "x\tis a\tx", "spade\tis a\ttool"]
    path.write_text("\n".join(lines), encoding="utf-8")
    first = run_to_end(open_source(str(path), ""))
    again = run_to_end(open_source(str(path), ""))
    assert first.report is not None
    counts = {one.kind: one.count for one in first.report.troubles}
    assert counts == {"fields": 1, "duplicate": 1, "self_loop": 1}
    assert again.report == first.report
    assert len(again.graph.triples) == 2
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("content", ["", "one column\n"])
def test_a_file_without_triples_and_a_missing_file_say_what_to_do(
    tmp_path: Path, content: str
) -> None:
    path = tmp_path / "none.tsv"
    with pytest.raises(UserError, match="cannot be read"):
        run_to_end(open_source(str(path), ""))
    path.write_text(content, encoding="utf-8")
    with pytest.raises(UserError, match="no triples"):
        run_to_end(open_source(str(path), ""))


def test_embeddings_are_trained_stored_and_used_to_rank_a_triple(tmp_path: Path) -> None:
    path = tmp_path / "facts.tsv"
    rows = "\n".join(
        "\t".join((ENTITIES[h].name, RELATIONS[r], ENTITIES[t].name)) for h, r, t in TRIPLES
    )
    path.write_text(rows, encoding="utf-8")
    graph = run_to_end(open_source(str(path), ""))
    assert embedding_map(graph, (), TriplePick()) is None
    facts = run_to_end(train(str(path), "", EmbeddingChoice(size=8, epochs=3), 1))
    assert facts["trained_on"] + facts["triples"] == len(graph.graph.triples)
    korea = graph.graph.entity_named("Korea")
    assert korea is not None
    found = embedding_map(graph, (korea,), TriplePick(korea, ("Korea", "capital", "Seoul")))
    assert found is not None
    assert found.points.shape == (len(graph.graph.entities), 2)
    assert found.selected_name == "Korea"
    assert korea not in [one.entity for one, _ in found.nearest]
    scored = found.scored
    assert scored is not None
    assert scored.known
    assert 1 <= scored.rank <= scored.num_candidates
    assert scored.score < 0
    assert [one[4] for one in scored.best].count(True) == 1
    unknown = embedding_map(graph, (), TriplePick(None, ("Korea", "eats", "Seoul")))
    assert unknown is not None
    assert "no relation named “eats”" in unknown.pick_problem


def test_what_a_session_has_in_another_form_gets_its_default() -> None:
    settings = {"hops": "2", "limit": 77, "unfolded": [1, "x"], "pulled": {"3": [0.5, 1], "y": 1}}
    options = KnowledgeOptions.from_settings({**settings, "edge": [1], "triple": "abc"})
    assert (options.hops, options.limit, options.unfolded) == (1, 60, (1,))
    assert options.pulled == {3: (0.5, 1.0)}
    assert (options.edge, options.triple) == ((), ("", "", ""))
