"""Everyday facts: they hang together, and no text of the mini-world states them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from itertools import product

import pytest

from models.data.labelled.statements import world
from models.data.world.lexicon import LANGUAGES, Language, read_toml
from models.data.world.patterns import Pattern
from models.knowledge.everyday import PURPOSES, concepts, everyday_facts, own_concepts
from models.knowledge.linking import EntityLinker
from models.knowledge.paths import PathFinder
from models.knowledge.world_graph import world_graph
from models.runtime.resources import resource


def test_there_are_at_least_two_hundred_facts_each_once() -> None:
    facts = everyday_facts()
    assert len(set(facts)) == len(facts) >= 200


def test_each_concept_has_a_name_of_its_own_in_both_languages() -> None:
    own = own_concepts()
    for language in LANGUAGES:
        assert len({one.name(language).casefold() for one in own}) == len(own)


def test_the_graph_has_every_fact_in_both_languages_between_the_same_entities() -> None:
    graphs = {language: world_graph(language) for language in LANGUAGES}
    known = concepts(world().lexicon)
    for fact in everyday_facts():
        for language, graph in graphs.items():
            relation = graph.relation_named(fact.relation)
            assert relation is not None
            head, tail = (known[name].name(language) for name in (fact.head, fact.tail))
            pairs = product(graph.entities_named(head), graph.entities_named(tail))
            assert any(graph.contains(one, relation, other) for one, other in pairs), fact


def test_no_concept_is_without_a_fact() -> None:
    named = {key for fact in everyday_facts() for key in (fact.head, fact.tail)}
    by_purpose = {row["head"] for row in read_toml(resource(*PURPOSES))["fact"]}
    assert named <= set(concepts(world().lexicon)) <= named | by_purpose


def test_the_same_action_takes_another_tool_for_another_purpose() -> None:
    graph = world_graph("en")
    finder = PathFinder(graph)
    for purpose, tool in (("planting flowers", "trowel"), ("building a house", "excavator")):
        reached = {
            name for name in ("shovel", "trowel", "excavator") if finder.schema(purpose, name).paths
        }
        assert reached == {tool}


def test_vectors_of_trained_models_are_of_the_graph_without_purposes() -> None:
    without, whole = world_graph("en", purposes=False), world_graph("en")
    digest = hashlib.sha256(without.triples.tobytes()).hexdigest()
    assert digest.startswith("4a691a5a9113ed9b")
    assert [one.name for one in without.entities] == [
        one.name for one in whole.entities[: len(without.entities)]
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_korean_sentences_about_digging_link(language: Language) -> None:
    linker = EntityLinker(world_graph(language))
    for text, purpose in (
        ("꽃을 심기 위해 땅을 팠다.", "꽃을 심기"),
        ("건물을 짓기 위해 땅을 팠다.", "건물을 짓기"),
    ):
        assert [one.text for one in linker.link(text)] == [purpose, "땅을 팠다"]


def test_no_sentence_pattern_can_name_both_ends_of_an_everyday_fact() -> None:
    known = concepts(world().lexicon)
    pairs = [(known[fact.head], known[fact.tail]) for fact in everyday_facts()]
    for language in LANGUAGES:
        for pattern in (one for topic in world().topics for one in topic.patterns):
            named = _named(pattern, language, {one.name(language) for p in pairs for one in p})
            for subject, thing in pairs:
                both = {subject.name(language), thing.name(language)}
                assert not both <= named, f"{pattern.id} may state {subject.id} {thing.id}"


def _named(pattern: Pattern, language: Language, names: set[str]) -> set[str]:
    """The names that sentences of a pattern can have, whatever fills its slots."""
    text = "\n".join(_texts(pattern, language)).casefold()
    after = r"(?!\w)" if language == "en" else ""  # Korean particles follow a name
    return {
        name
        for name in names
        if name.casefold() in text
        and re.search(rf"(?<!\w){re.escape(name.casefold())}{after}", text)
    }


def _texts(pattern: Pattern, language: Language) -> Iterator[str]:
    for piece in pattern.pieces[language]:
        if isinstance(piece, str):
            yield piece
        else:
            for texts in piece.options.values():
                yield from texts
