"""Relations have names that a person reads, in the language of the interface."""

import re

import pytest

from explorer.core.knowledge import relations
from explorer.core.knowledge.relations import kind_title, relation_title
from models.knowledge.world_graph import world_graph


def test_a_relation_is_read_in_words() -> None:
    assert relation_title("located_in") == "located in"


def test_every_relation_of_the_mini_world_has_a_korean_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(relations, "language", lambda: "ko")
    names = [one.name for one in world_graph("ko").relations]
    assert len(names) > 40
    assert [name for name in names if not re.search("[가-힣]", relation_title(name))] == []
    assert relation_title("used_for") == "used for", "one of another graph stays"
    kinds = {one.kind for one in world_graph("ko").entities}
    assert [kind for kind in kinds if not re.search("[가-힣]", kind_title(kind))] == []
    assert kind_title("gene") == "gene", "one of another graph stays"
