"""Translations of the mini-world, and the words that are known to correspond."""

from itertools import islice

import pytest

from models.data.world.translation import find_pair, linked_pairs
from models.data.world.world import World


@pytest.fixture(scope="module")
def world() -> World:
    return World.load()


def test_slots_of_the_same_entry_are_linked(world: World) -> None:
    pair = find_pair(world, "The capital of France is Paris.")
    assert pair is not None
    english, korean = pair.texts
    assert korean == "프랑스의 수도는 파리이다."
    words = {(english[slice(*one.first)], korean[slice(*one.second)]) for one in pair.links}
    assert words == {("France", "프랑스"), ("Paris", "파리")}
    assert {link.item for link in pair.links} == {"country:france", "capital:paris"}
    assert all(link.unique for link in pair.links)


def test_a_sentence_is_translated_from_either_language(world: World) -> None:
    for pair in islice(linked_pairs(world, "held_out", 5), 60):
        there = find_pair(world, *pair.texts)
        back = find_pair(world, *pair.texts[::-1])
        assert there is not None
        assert back is not None
        assert there.texts == back.texts[::-1] == pair.texts
        assert set(back.swap().links) == set(there.links)


def test_links_are_inside_their_sentences(world: World) -> None:
    for pair in islice(linked_pairs(world, "train", 1), 200):
        for link in pair.links:
            for text, (start, end) in zip(pair.texts, (link.first, link.second), strict=True):
                assert 0 <= start < end <= len(text)


@pytest.mark.parametrize("text", ["", "The capital of Paris is France.", "Nothing of this world."])
def test_a_sentence_that_the_world_does_not_have_has_no_translation(
    world: World, text: str
) -> None:
    assert find_pair(world, text) is None


def test_a_wrong_translation_is_none(world: World) -> None:
    assert find_pair(world, "The capital of France is Paris.", "독일의 수도는 베를린이다.") is None
