"""Which words belong together in sentences of the mini-world, by patterns whose answer is known."""

import pytest

from models.data.sources import WorldSource, open_source
from models.data.world.lexicon import Language
from models.data.world.relations import relations

KNOWN: dict[tuple[str, Language], dict[str, set[tuple[str, str]]]] = {
    ("friends.brings", "en"): {
        "verb_subject": {("brings", "{n}")},
        "pronoun_name": {("{p}", "{n}")},
    },
    ("friends.brings", "ko"): {"verb_subject": {("가져온다", "{n}")}},
    ("country.capital.is", "en"): {
        "country_capital": {("{c}", "{k}")},
        "capital_country": {("{k}", "{c}")},
    },
}


@pytest.mark.parametrize(("id", "language"), KNOWN)
def test_relations_are_those_of_the_pattern(id: str, language: Language) -> None:
    source = open_source("world")
    assert isinstance(source, WorldSource)
    topic = next(t for t in source.world.topics if id in [p.id for p in t.patterns])
    pattern = next(one for one in topic.patterns if one.id == id)
    roles = {role: topic.roles[role][n] for n, role in enumerate(pattern.roles)}
    text = pattern.render(language, roles, {})
    found: dict[str, set[tuple[str, str]]] = {}
    for one in relations(pattern, language, roles, {}):
        pair = text[slice(*one.source)], text[slice(*one.target)]
        found.setdefault(one.kind, set()).add(pair)
    first = next(iter(roles.values()))
    capital = first.attributes.get("capital", (first,))[0]
    names = {
        "{n}": first.name(language),
        "{p}": first.forms[language].get("his", ""),
        "{c}": first.name(language),
        "{k}": capital.name(language),
    }
    wanted = {
        kind: {tuple(names.get(word, word) for word in pair) for pair in pairs}
        for kind, pairs in KNOWN[id, language].items()
    }
    assert found == wanted
