"""Which words of a sentence do not occur in the text that a model was trained on."""

import time
from itertools import islice
from pathlib import Path

import pytest

from models.data.seen_words import seen_words
from models.data.sources import open_source
from models.data.world.words import SeenWords, words_in
from models.data.world.world import World
from models.training.recipe import Recipe, Schedule

MAX_KEY_PRESS_S = 0.001
MAX_LONG_S = 1.0  # a quadratic search takes a minute


def recipe(data: str, **others: object) -> Recipe:
    return Recipe("one", "bert", ("masked",), data=data, **others)  # type: ignore[arg-type]


def known(*recipes: Recipe) -> SeenWords:
    found = seen_words(recipes)
    assert found is not None
    return found


@pytest.fixture(scope="module")
def world() -> SeenWords:
    return known(recipe("world"))


@pytest.mark.parametrize("split", ["train", "held_out"])
@pytest.mark.parametrize("language", ["en", "ko"])
def test_every_word_of_the_mini_world_is_known(world: SeenWords, language: str, split: str) -> None:
    documents = World.load().documents(language, split, seed=5)  # type: ignore[arg-type]
    new = {word for one in islice(documents, 1000) for word in world.unseen(f"{one.text} ")}
    assert not new


def test_every_form_occurs_in_some_document(world: SeenWords) -> None:
    """What is computed from the patterns is not more than they say: checked on the village."""
    village = known(recipe("village:en"))
    documents = open_source("village:en").once("train", 1)
    drawn = {word for one in islice(documents, 20_000) for word in words_in(" ".join(one))}
    assert len(village.forms & drawn) > 0.9 * len(village.forms)
    assert len(village.forms) < len(world.forms) / 10


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("The capital of France is Paris.", []),
        ("FRANCE'S capital", []),
        ("The okapi reads Kant in 1781.", ["okapi", "kant"]),
        ("프랑스의 수도는 파리이다.", []),
        ("프랑스까지 기린만 간다.", []),  # with particles that the patterns do not use
        ("칸트는 순수 이성을 비판하였다.", ["칸트는", "순수", "이성을", "비판하였다"]),
        ("The capital of [MASK] is <mask>, <extra_id_0>.", []),
        ("프랑스의 수도는 [MASK]이다.", []),
        ("12 + 30 = 42!", []),
        ("", []),
    ],
)
def test_words_that_do_not_occur_are_found(world: SeenWords, text: str, new: list[str]) -> None:
    assert world.unseen(text) == new


def test_a_word_that_is_being_typed_is_not_yet_new(world: SeenWords) -> None:
    assert world.unseen("The capital of Fra") == []
    assert world.unseen("The capital of Fra ") == ["fra"]
    assert world.unseen("The capital of Fraz") == ["fraz"]


def test_the_words_of_tasks_are_known_where_tasks_were_learned(world: SeenWords) -> None:
    tasks = known(recipe("world", schedule=Schedule(task_share=0.7)))
    asked = "question: Who founded Google? acceptable: similarity: sentence1: "
    assert tasks.unseen(asked) == []
    assert world.unseen(asked)


def test_of_a_persons_text_the_words_are_read_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "own.txt"
    path.write_text("A okapi eats grass.\n\n" * 40 + "The tapir hides.\n\n" * 40, encoding="utf-8")
    one = known(recipe(str(path)))
    assert one.unseen("The tapir hides from Paris. ") == ["from", "paris"]
    both = known(recipe(str(path)), recipe("world"))
    assert both.unseen("The tapir hides from Paris. ") == []


def test_of_a_text_that_is_gone_nothing_is_said(tmp_path: Path) -> None:
    assert seen_words([recipe(str(tmp_path / "gone.txt")), recipe("world")]) is None


@pytest.mark.parametrize("run", ["a", "<", "[A", "[MASK]", "가", "<a>"])
def test_a_long_text_without_a_blank_is_gone_through_once(run: str) -> None:
    start = time.perf_counter()
    words_in(run * 20_000)
    assert time.perf_counter() - start < MAX_LONG_S


def test_a_key_press_costs_less_than_a_millisecond(world: SeenWords) -> None:
    text = "The quick okapi of France reads 순수 이성을 and " * 20
    times = []
    for _ in range(5):
        start = time.perf_counter()
        world.unseen(text)
        times.append(time.perf_counter() - start)
    assert min(times) < MAX_KEY_PRESS_S
