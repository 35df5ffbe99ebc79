"""Names in texts, in the graph of the mini-world and in a small one."""

import unicodedata
from pathlib import Path

import pytest

from models.knowledge import world_graph as world
from models.knowledge.graph import KnowledgeGraph
from models.knowledge.linking import EntityLinker
from models.knowledge.names import Entity


@pytest.fixture(scope="module")
def english() -> KnowledgeGraph:
    return world.world_graph("en")


@pytest.fixture(scope="module")
def linker(english: KnowledgeGraph) -> EntityLinker:
    return EntityLinker(english)


def linked(linker: EntityLinker, text: str) -> list[str]:
    for mention in linker.link(text):
        assert text[mention.start : mention.end] == mention.text
    return [mention.text for mention in linker.link(text)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("The capital of France is Paris.", ["France", "Paris"]),
        ("Larry Page founded Google's lab.", ["Larry Page", "Google"]),
        ("In May it may rain.", ["May"]),
        ("Wolves eat deer; a boxing wolfhound does not.", ["Wolves", "deer"]),
        ("PARIS, france", ["PARIS", "france"]),
        ("프랑스의 수도는 파리이다.", ["프랑스", "파리"]),
        ("래리 페이지와 세르게이 브린이 구글을 세웠고,", ["래리 페이지", "세르게이 브린", "구글"]),
        ("빈은 오스트리아에서는 크다.", ["빈", "오스트리아"]),
        ("Google은 프랑스에도 있다.", ["Google", "프랑스"]),
        ("빈는 파리을", []),
        ("컵 열두 개와 개는", ["컵", "열두", "개"]),
        ("", []),
    ],
)
def test_names_are_linked_in_both_languages_with_what_may_follow_them(
    linker: EntityLinker, text: str, names: list[str]
) -> None:
    assert linked(linker, text) == names


def test_a_text_in_another_normalisation_has_the_same_mentions(linker: EntityLinker) -> None:
    text = unicodedata.normalize("NFD", "프랑스의 수도는 파리이다.")
    assert [unicodedata.normalize("NFC", name) for name in linked(linker, text)] == [
        "프랑스",
        "파리",
    ]


def test_several_entities_of_one_name_are_candidates_and_a_correction_decides(
    english: KnowledgeGraph, linker: EntityLinker
) -> None:
    text = "Toyota is in Toyota."
    first, second = linker.link(text)
    assert {english.entities[i].kind for i in first.candidates} == {"company", "city"}
    other = next(i for i in second.candidates if i != second.entity)
    corrected = linker.link(text, {second.span: other, first.span: None})
    assert [(one.span, one.entity) for one in corrected] == [(second.span, other)]
    new = linker.link(text, {(7, 9): 0})
    assert new[1].text == "is"
    assert [one.entity for one in new[:2]] == [first.entity, 0]
    with pytest.raises(ValueError, match="outside"):
        linker.link(text, {(0, 99): 0})
    with pytest.raises(ValueError, match="does not exist"):
        linker.link(text, {(0, 6): 10**6})


def test_the_longest_name_wins_and_what_it_overlaps_is_listed() -> None:
    names = ("New York", "York Times Square", "Times Square", "York")
    graph = KnowledgeGraph.of([Entity(i, name) for i, name in enumerate(names)], [], [])
    result = EntityLinker(graph).read("in New York Times Square")
    assert [one.text for one in result.mentions] == ["York Times Square"]
    assert [one.text for one in result.overlapped] == ["New York", "York", "Times Square"]


def test_ids_of_the_world_are_the_same_in_both_languages(english: KnowledgeGraph) -> None:
    korean = world.world_graph("ko")
    assert korean.triples.tolist() == english.triples.tolist()
    for ours, theirs in zip(english.entities, korean.entities, strict=True):
        assert set(ours.names) == set(theirs.names)
    paris = english.entity_named("Paris")
    assert paris is not None
    assert korean.entities[paris].name == "파리"


def test_what_has_both_names_alike_is_one_entity(english: KnowledgeGraph) -> None:
    trowel = english.entity_named("trowel")
    assert trowel == english.entity_named("모종삽")
    assert len(english.entities_named("trowel")) == 1
    assert english.entity_named("mice") == english.entity_named("mouse")
    sea = english.entity_named("sea")
    assert sea is not None
    assert english.entities_named("on the sea") == (sea,)
    degrees = [english.degree(i) for i in range(len(english.entities))]
    assert min(degrees) > 0


FACTS = """
[[entity]]
id = "spade"
en = "spade"
ko = "삽날"
kind = "tool"
aliases = ["spades"]
[[fact]]
head = "spade"
relation = "used_by"
tail = ["occupation:gardener", "occupation:farmer"]
"""


def graph_of(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str) -> KnowledgeGraph:
    (tmp_path / "facts.toml").write_text(text, encoding="utf-8")
    places = {"world": world.resource("world"), "knowledge": tmp_path}
    monkeypatch.setattr(world, "resource", places.__getitem__)
    world._contents.cache_clear()
    try:
        return world.world_graph("en")
    finally:
        world._contents.cache_clear()


def test_everyday_facts_join_the_lexicon(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    graph = graph_of(monkeypatch, tmp_path, FACTS)
    spade = graph.entity_named("spades")
    assert spade is not None
    facts = set(map(graph.named_triple, graph.outgoing_triples(spade)))
    assert facts == {("spade", "used_by", "gardener"), ("spade", "used_by", "farmer")}


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("occupation:farmer", "occupation:farmr", "no entity 'occupation:farmr'"),
        ('ko = "삽날"\n', "", "'ko' of"),
        ("[[fact]]", "[[facts]]", "unknown tables facts"),
        ('id = "spade"', 'id = "tool:spade"', "or has a colon"),
        ('aliases = ["spades"]', "aliases = 1", "neither a text nor a list"),
    ],
)
def test_a_mistake_in_the_facts_is_named_with_its_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, before: str, after: str, message: str
) -> None:
    with pytest.raises(ValueError, match=rf"facts\.toml: .*{message}"):
        graph_of(monkeypatch, tmp_path, FACTS.replace(before, after))
