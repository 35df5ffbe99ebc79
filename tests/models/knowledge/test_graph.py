"""Graphs of triples: what is near an entity, names, and folders on disk."""

from pathlib import Path

import numpy as np
import pytest

from models.knowledge.graph import GRAPH_FILE, KnowledgeGraph, open_graph
from models.knowledge.names import Entity
from models.knowledge.writing import as_csv, as_graphml, as_json, to_networkx, write_subgraph

FRANCE, PARIS, EUROPE, SPAIN, EURO, LONE = range(6)
CAPITAL, CONTINENT, CURRENCY = range(3)
TRIPLES = [
    (FRANCE, CAPITAL, PARIS),
    (FRANCE, CONTINENT, EUROPE),
    (SPAIN, CONTINENT, EUROPE),
    (SPAIN, CURRENCY, EURO),
    (FRANCE, CURRENCY, EURO),
    (FRANCE, CAPITAL, PARIS),
]


@pytest.fixture(scope="module")
def graph() -> KnowledgeGraph:
    names = ("France", "Paris", "Europe", "Spain", "euro", "lone")
    aliases = {FRANCE: ("프랑스",), PARIS: ("파리", "the French capital"), EURO: ("Paris",)}
    entities = [Entity(i, name, aliases.get(i, ()), "thing") for i, name in enumerate(names)]
    return KnowledgeGraph.of(entities, ("capital", "continent", "currency"), TRIPLES)


def star(num: int) -> KnowledgeGraph:
    """A centre with `num` neighbours by relation 0, and one by relation 1."""
    entities = [Entity(i, f"e{i}") for i in range(num + 2)]
    rows = [(0, 0, i) for i in range(1, num + 1)]
    return KnowledgeGraph.of(entities, ("many", "one"), [*rows, (num + 1, 1, 0)])


def test_a_triple_occurs_once_and_is_reached_from_both_ends(graph: KnowledgeGraph) -> None:
    assert len(graph.triples) == 5
    assert graph.outgoing_triples(SPAIN).tolist() == [
        [SPAIN, CONTINENT, EUROPE],
        [SPAIN, CURRENCY, EURO],
    ]
    assert graph.incoming_triples(EUROPE)[:, 0].tolist() == [FRANCE, SPAIN]
    assert graph.contains(FRANCE, CAPITAL, PARIS)
    assert not graph.contains(PARIS, CAPITAL, FRANCE)
    assert [graph.degree(i) for i in range(6)] == [3, 1, 2, 2, 2, 0]
    assert graph.named_triple(graph.triples[0]) == ("France", "capital", "Paris")


def test_a_neighbourhood_has_all_within_the_hops_and_the_triples_among_them(
    graph: KnowledgeGraph,
) -> None:
    near = graph.neighbourhood(PARIS, hops=1)
    assert near.entities.tolist() == [PARIS, FRANCE]
    wide = graph.neighbourhood(PARIS, hops=2)
    assert set(wide.entities.tolist()) == {PARIS, FRANCE, EUROPE, EURO}
    assert wide.distances.tolist() == [0, 1, 2, 2]
    assert len(wide.triples) == 3
    by_one = graph.neighbourhood([PARIS, SPAIN], hops=2, relations=[CURRENCY])
    assert set(by_one.entities.tolist()) == {PARIS, SPAIN, EURO, FRANCE}
    assert by_one.triples[:, 1].tolist() == [CURRENCY, CURRENCY]
    assert graph.neighbourhood(LONE, hops=2).entities.tolist() == [LONE]
    with pytest.raises(ValueError, match="no such entity"):
        graph.neighbourhood(6)


def test_where_there_is_no_room_relations_take_turns_and_the_rest_is_counted() -> None:
    part = star(50).neighbourhood(0, hops=1, limit=4)
    assert part.entities.tolist() == [0, 1, 51, 2]
    assert part.num_left_out == 48


def test_neighbourhoods_are_those_of_a_plain_search() -> None:
    rng = np.random.default_rng(0)
    rows = np.stack([rng.integers(0, n, 150) for n in (60, 3, 60)], axis=1)
    graph = KnowledgeGraph.of([Entity(i, f"e{i}") for i in range(60)], "abc", rows)
    made = to_networkx(graph, graph.neighbourhood(range(60), 0, limit=60))
    assert made.number_of_edges() == len(graph.triples)
    for entity in range(0, 60, 7):
        plain = {entity}
        for _ in range(2):
            plain |= {e for r in graph.triples.tolist() if plain & {r[0], r[2]} for e in r[::2]}
        assert set(graph.neighbourhood(entity, 2, limit=60).entities.tolist()) == plain


def test_names_are_found_in_any_case_and_normalisation_the_name_before_an_alias(
    graph: KnowledgeGraph,
) -> None:
    assert graph.entities_named("Paris") == (PARIS, EURO)
    assert graph.entity_named("  THE french  Capital ") == PARIS
    assert graph.entity_named("프랑스") == FRANCE  # NFD
    assert graph.entity_named("Rome") is None
    assert graph.relation_named("Capital") == CAPITAL


def test_a_saved_graph_is_the_same_from_disk_and_replaces_nothing(
    graph: KnowledgeGraph, tmp_path: Path
) -> None:
    folder = tmp_path / "new" / "graph"
    graph.save(folder)
    again = open_graph(folder)
    assert isinstance(again.triples, np.memmap)
    assert list(again.entities) == list(graph.entities)
    assert again.relations == graph.relations
    assert again.fingerprint() == graph.fingerprint()
    assert again.neighbourhood(PARIS, 2).triples.tolist() == (
        graph.neighbourhood(PARIS, 2).triples.tolist()
    )
    assert again.entity_named("파리") == PARIS
    with pytest.raises(ValueError, match="exists already"):
        graph.save(folder)
    assert sorted(path.name for path in folder.parent.iterdir()) == ["graph"]


def test_a_damaged_folder_is_named(graph: KnowledgeGraph, tmp_path: Path) -> None:
    folder = tmp_path / "graph"
    graph.save(folder)
    np.save(folder / "tail_order.npy", np.arange(3))
    with pytest.raises(ValueError, match="do not fit together"):
        open_graph(folder)
    (folder / "owners.npy").write_bytes(b"nothing")
    with pytest.raises(ValueError, match=r"owners\.npy cannot be read"):
        open_graph(folder)
    (folder / GRAPH_FILE).write_text("[]", encoding="utf-8")
    with pytest.raises(ValueError, match="no folder of a knowledge graph"):
        open_graph(folder)


def test_ids_that_do_not_exist_are_an_error() -> None:
    with pytest.raises(ValueError, match="a tail that does not exist"):
        KnowledgeGraph.of([Entity(0, "a")], ["r"], [(0, 0, 1)])
    with pytest.raises(ValueError, match="count from 0"):
        KnowledgeGraph.of([Entity(1, "a")], ["r"], [])
    empty = KnowledgeGraph.of([], [], [])
    assert empty.entity_named("a") is None


def test_a_part_is_written_as_graphml_csv_and_json(graph: KnowledgeGraph, tmp_path: Path) -> None:
    part = graph.neighbourhood(PARIS, 1)
    assert as_csv(graph, part) == "subject,relation,object\nFrance,capital,Paris\n"
    assert '"relation": "capital"' in as_json(graph, part)
    path = tmp_path / "part.graphml"
    write_subgraph(path, graph, part)
    assert "<data" in path.read_text(encoding="utf-8")
    with pytest.raises(FileExistsError, match="exists already"):
        write_subgraph(path, graph, part)
    with pytest.raises(ValueError, match="says no format"):
        write_subgraph(tmp_path / "part.png", graph, part)


def test_graphml_has_no_characters_that_xml_forbids() -> None:
    import networkx

    odd = KnowledgeGraph.of([Entity(0, "a\x00&<"), Entity(1, "b")], ["r\x0b"], [(0, 0, 1)])
    text = as_graphml(odd, odd.neighbourhood(0))
    assert networkx.parse_graphml(text).nodes["0"]["name"] == "a\ufffd&<"
