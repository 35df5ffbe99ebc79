"""Everyday facts: they hang together, and no text of the mini-world states them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

from models.data.labelled.statements import world
from models.data.world.lexicon import LANGUAGES, Language
from models.data.world.patterns import Pattern
from models.knowledge.everyday import concepts, everyday_facts, own_concepts
from models.knowledge.world_graph import world_graph


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
    assert named == set(concepts(world().lexicon))


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
