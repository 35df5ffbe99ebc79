"""Companies beside the mini-world: a source of their own, and tokens for their names."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from itertools import islice

import pytest
import torch

from models.checkpoints.checkpoint import load
from models.data.sources import open_source, text_hash, world_hash
from models.data.world.world import COMPANIES, World
from models.runtime.resources import checkpoint_folder, resource
from models.schema.batch import as_module
from models.training.recipe import Recipe
from models.training.training_task import load_pretrained

# Of the first 400 documents of both splits with seed 1. Bundled models and comparisons were made
# from this text: what is new goes into another source.
WORLD = {
    "world": "e378f58d35346a71",
    "world:en": "0055b9cf47a1d8b9",
    "facts": "e507353397e34d0d",
    "village": "00ea6d1845ffa0fd",
    "long@850": "f8765addd866ab7e",
}


@pytest.mark.parametrize("name", WORLD)
def test_the_text_that_models_were_made_from_stays_the_same(name: str) -> None:
    digest = hashlib.sha256()
    for split in ("train", "held_out"):
        for document in islice(open_source(name).documents(split, 1), 400):  # type: ignore[arg-type]
            digest.update(" ".join(document).encode())
    assert digest.hexdigest()[:16] == WORLD[name]


def test_every_co_founder_is_named_and_never_with_a_company_of_others() -> None:
    world = World.load(COMPANIES)
    founders = {one: one.attributes["founder"] for one in world.lexicon.entries_of_kind("company")}
    assert all(len(people) > 1 for people in founders.values())
    texts = [document.text for document in islice(world.documents("en"), 2000)]
    for company, people in founders.items():
        own = [text for text in texts if company.en in text]
        assert all(any(person.en in text for text in own) for person in people)
        others = {one.en for other in founders if other is not company for one in founders[other]}
        assert not any(name in text for text in own for name in others)


def test_no_company_of_the_world_is_among_them() -> None:
    known = {one.id for one in World.load().lexicon.entries_of_kind("company")}
    assert known.isdisjoint(
        one.id for one in World.load(COMPANIES).lexicon.entries_of_kind("company")
    )


def test_the_source_has_a_hash_of_its_own_and_can_be_mixed() -> None:
    assert text_hash("world") == world_hash()
    assert len({text_hash(name) for name in ("world", "companies", "world+demonstrations")}) == 3
    mixed = open_source("world+companies")
    assert mixed.name == "world+companies"
    names = [name for name in mixed.names() if name in ("Tesla", "Google", "머스크")]
    assert names == ["Google", "Tesla", "머스크"]


# ---- tokens for new names


def recipe() -> Recipe:
    return Recipe.read(resource("recipes", "bert-mini-companies.toml"))


def test_new_names_become_tokens_and_everything_else_stays() -> None:
    before, after = load(checkpoint_folder("bert-mini")), load_pretrained(recipe())
    assert after is not None
    assert before.tokenizer is not None
    assert after.tokenizer is not None
    assert after.tokenizer.encode("일론 머스크는 테슬라").tokens[1:-1] == (
        "일론", "머스크", "##는", "테슬라",
    )  # fmt: skip
    texts = [document.text for document in islice(World.load().documents(), 200)]
    assert after.tokenizer.encode_ids(texts) == before.tokenizer.encode_ids(texts)
    grown = as_module(after.model).state_dict()
    for name, weight in as_module(before.model).state_dict().items():
        assert torch.equal(grown[name][: len(weight)], weight), name
    assert after.model.config.size.vocab_size == after.tokenizer.vocab_size == 6081


def test_the_same_recipe_draws_the_same_new_rows() -> None:
    first, second = load_pretrained(recipe()), load_pretrained(recipe())
    assert first is not None
    assert second is not None
    pairs = (as_module(one.model).state_dict().values() for one in (first, second))
    assert all(torch.equal(*both) for both in zip(*pairs, strict=True))


def test_more_tokens_than_names_are_refused_with_the_right_number() -> None:
    one = recipe()
    more = replace(one, tokenizer=replace(one.tokenizer, vocab_size=7000))
    with pytest.raises(ValueError, match="set vocab_size in tokenizer to 6081 at most"):
        load_pretrained(more)


def test_a_tokenizer_without_room_for_names_says_so() -> None:
    one = replace(recipe(), start="gpt2-mini", architecture="gpt2", objectives=("causal",))
    with pytest.raises(ValueError, match="no tokens can be added to a tokenizer"):
        load_pretrained(one)
