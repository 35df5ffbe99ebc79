from pathlib import Path

import pytest

from models.data.world.world import World

COUNTRIES = """
[[continent]]
id = "europe"
en = "Europe"
ko = "유럽"

[[country]]
id = "france"
en = "France"
ko = "프랑스"
capital = { en = "Paris", ko = "파리" }
continent = "europe"

[[country]]
id = "austria"
en = "Austria"
ko = "오스트리아"
capital = { en = "Vienna", ko = "빈" }
continent = "europe"

[[company]]
id = "acme"
en = "Acme"
ko = "애크미"
founder = [ { en = "Ann Lee", ko = "앤 리" }, { en = "Bob Kim", ko = "밥 김" } ]

[[person]]
id = "ada"
en = "Ada"
ko = "에이다"
pronoun = "she"
en_past = "counted"
ko_past = "세었다"
"""

PATTERNS = """
topic = "country"
roles = { c = "country", co = "company", p = "person" }

[[sentence]]
id = "capital"
step = 1
en = "The capital of {c} is {c.capital}."
ko = "{c}의 수도는 {c.capital}이다."
facts = ["c.capital"]

[[sentence]]
id = "in"
step = 1
en = "{c} is in {c.continent}."
ko = "{c:은/는} {c.continent}에 있다."
facts = ["c.continent"]

[[sentence]]
id = "founder"
step = 2
en = "{co.founder} founded {co}."
ko = "{co.founder:이/가} {co:을/를} 세웠다."
facts = ["co.founder"]

[[sentence]]
id = "she"
step = 3
en = "{p.he:cap} {p.past} with {p.his} friends."
ko = "{p.he:은/는} {p.his} 친구들과 {p.past}."

[[sentence]]
id = "fixed"
step = 4
en = "That is all."
ko = "그것이 전부이다."
"""


@pytest.fixture
def toy_folder(tmp_path: Path) -> Path:
    """A world of four things and five patterns, to be spoiled by a test."""
    folder = tmp_path / "world"
    (folder / "patterns").mkdir(parents=True)
    (folder / "things.toml").write_text(COUNTRIES, encoding="utf-8")
    (folder / "patterns" / "country.toml").write_text(PATTERNS, encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def world() -> World:
    return World.load("world")


@pytest.fixture(scope="session")
def village() -> World:
    return World.load("village")
