from pathlib import Path

import pytest

from models.data.world.lexicon import Lexicon
from models.data.world.world import World


def test_a_reference_leads_to_the_entry_of_that_kind(toy_folder: Path) -> None:
    lexicon = Lexicon.load(toy_folder)
    france = lexicon.get("country", "france")
    assert france.attributes["continent"] == (lexicon.get("continent", "europe"),)
    assert france.attributes["capital"][0].name("ko") == "파리"


def test_several_true_values_are_several_triples(toy_folder: Path) -> None:
    facts = [str(triple) for triple in Lexicon.load(toy_folder).triples()]
    assert "(Acme, founder, Ann Lee)" in facts
    assert "(Acme, founder, Bob Kim)" in facts
    assert "(France, continent, Europe)" in facts


def test_a_pronoun_has_its_forms_in_both_languages(toy_folder: Path) -> None:
    ada = Lexicon.load(toy_folder).get("person", "ada")
    assert [ada.form(name, "en") for name in ("he", "him", "his")] == ["she", "her", "her"]
    assert [ada.form(name, "ko") for name in ("he", "him", "his")] == ["그녀", "그녀", "그녀의"]
    assert ada.form("past", "ko") == "세었다"
    assert ada.form("plural", "en") is None


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('continent = "europe"', 'continent = "asia"', r"things.toml.*'france'.*'continent'.*asia"),
        ('ko = "프랑스"\n', "", r"things.toml: \[\[country\]\] 'france', key 'ko'"),
        ('id = "austria"', 'id = "france"', r"\[\[country\]\] 'france', key 'id'.*already"),
        ('id = "france"\n', "", r"things.toml: a \[\[country\]\] has no ascii 'id'"),
        ('pronoun = "she"', 'pronoun = "they"', r"'ada', key 'pronoun': 'they'"),
        ('pronoun = "she"', "age = 36", r"'ada', key 'age': 36 is neither"),
        ('ko = "파리" }', 'ko = "파리", size = "big" }', r"'france', key 'capital'.*'size'"),
        ("[[company]]", "[[company]", r"things.toml: cannot be read as TOML"),
    ],
)
def test_a_broken_lexicon_is_named_by_file_entry_and_key(
    toy_folder: Path, before: str, after: str, message: str
) -> None:
    _replace(toy_folder / "things.toml", before, after)
    with pytest.raises(ValueError, match=message):
        Lexicon.load(toy_folder)


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("{c.continent}.", "{c.planet}.", r"country.toml: sentence 'in': the slot {c.planet}"),
        ("{c:은/는}", "{c:은}", r"country.toml: sentence 'in'.*은/는"),
        ("{p.he:cap}", "{p.he:upper}", r"sentence 'she': no English filter 'upper'"),
        ("{p.he:cap}", "{q.he:cap}", r"sentence 'she': the topic has no role 'q'"),
        ("{c} is in", "c} is in", r"sentence 'in': a brace without its partner"),
        ('["c.continent"]', '["c.planet"]', r"sentence 'in': the fact 'c.planet'"),
        ('id = "in"', 'id = "capital"', r"sentence 'capital': this id is taken"),
        ('id = "in"\nstep = 1', 'id = "in"', r"the key 'step' is missing \(in\)"),
        ('id = "in"', 'id = "in"\nfact = "c"', r"there is no key 'fact' here \(in\)"),
        ('{ c = "country"', '{ c = "planet"', r"sentence 'capital'"),
    ],
)
def test_a_broken_pattern_is_named_by_file_sentence_and_slot(
    toy_folder: Path, before: str, after: str, message: str
) -> None:
    _replace(toy_folder / "patterns" / "country.toml", before, after)
    with pytest.raises(ValueError, match=message):
        World.load(folder=toy_folder)


def test_a_village_that_names_what_is_not_there_is_rejected(toy_folder: Path) -> None:
    village = toy_folder / "village.toml"
    village.write_text('sentences = []\nentries = { country = ["spain"] }')
    with pytest.raises(ValueError, match=r"village.toml: .*'spain'"):
        World.load("village", toy_folder)
    village.write_text('sentences = ["out"]\nentries = { country = ["france"] }')
    with pytest.raises(ValueError, match=r"village.toml: .*'out'"):
        World.load("village", toy_folder)
    village.write_text("sentences = []")
    with pytest.raises(ValueError, match="the key 'entries' is missing"):
        World.load("village", toy_folder)


def _replace(path: Path, before: str, after: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), encoding="utf-8")
