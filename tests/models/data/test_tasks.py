"""Tasks of the mini-world: what they ask, what answers them, and what is held out."""

from __future__ import annotations

import random
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest

from models.data.sources import open_source
from models.data.tasks import (
    ACCEPTABLE,
    UNACCEPTABLE,
    QuestionWording,
    Task,
    TaskSource,
    WithTasks,
    all_scores,
    break_english,
    break_korean,
    join_names,
    open_tasks,
    questions,
    round_score,
    similarity,
)
from models.data.world.lexicon import Language
from models.data.world.world import World

COUNT = 800


@pytest.fixture(scope="module")
def source() -> TaskSource:
    return open_tasks("world")


@pytest.fixture(scope="module")
def world() -> World:
    return World.load()


@pytest.fixture(scope="module")
def train(source: TaskSource) -> list[Task]:
    return list(islice(source.tasks("train", 0), COUNT))


@pytest.fixture(scope="module")
def held_out(source: TaskSource) -> list[Task]:
    return list(islice(source.tasks("held_out", 0), COUNT))


# Which tasks there are ----------------------------------------------------------------------------


def test_every_kind_of_task_comes_up_in_both_splits(
    source: TaskSource, train: list[Task], held_out: list[Task]
) -> None:
    assert len(source.kinds) == 8
    for tasks in (train, held_out):
        assert {task.name for task in tasks} == set(source.kinds)


def test_a_prefix_says_what_is_asked(train: list[Task]) -> None:
    prefixes = {
        "translate_en_ko": "translate English to Korean: ",
        "translate_ko_en": "translate Korean to English: ",
        "question": "question: ",
        "acceptable": "acceptable: ",
        "similarity": "similarity: sentence1: ",
    }
    for task in train:
        kind = task.name if task.name in prefixes else task.name.partition("_")[0]
        assert task.source.startswith(prefixes[kind])
        assert task.target


def test_one_language_has_no_translation() -> None:
    kinds = ("question_en", "acceptable_en", "similarity_en")
    assert open_tasks("village:en").kinds == kinds
    sources = [task.source for task in islice(open_tasks("village:en").tasks("train", 0), 50)]
    assert all(text.isascii() for text in sources)


def test_a_text_file_has_no_tasks(tmp_path: Path) -> None:
    path = tmp_path / "own.txt"
    path.write_text("One line.\n\nAnother line.\n\nA third line.\n", encoding="utf-8")
    with pytest.raises(ValueError, match="is a text file, which has no tasks"):
        open_tasks(str(path))


# Determinism and the split ------------------------------------------------------------------------


def test_split_and_seed_decide_the_tasks(source: TaskSource, train: list[Task]) -> None:
    assert list(islice(source.tasks("train", 0), 100)) == train[:100]
    assert list(islice(source.tasks("train", 1), 100)) != train[:100]


def test_a_fresh_process_makes_the_same_tasks(train: list[Task]) -> None:
    program = (
        "from itertools import islice; from models.data.tasks import open_tasks; "
        "print(hash(1)); "
        "[print(ascii(t.source)) for t in islice(open_tasks('world').tasks('train', 0), 40)]"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[1:] == [ascii(task.source) for task in train[:40]]


def test_nothing_that_a_held_out_task_reads_is_read_in_training(
    train: list[Task], held_out: list[Task]
) -> None:
    assert not {task.source for task in held_out} & {task.source for task in train}


def test_a_held_out_sentence_is_in_no_task_for_training(
    train: list[Task], held_out: list[Task]
) -> None:
    """Neither as it is, nor as the answer to a translation."""
    hidden = {t.source.partition(": ")[2] for t in held_out if t.name.startswith("translate")}
    told = {task.source.partition(": ")[2] for task in train} | {task.target for task in train}
    assert len(hidden) > 50
    assert not hidden & told


def test_every_fact_that_is_held_out_is_asked_for_in_training_in_another_wording(
    world: World,
) -> None:
    asked = {split: questions(world, split) for split in ("train", "held_out")}
    keys = {split: {question.key for question in found} for split, found in asked.items()}
    assert not keys["train"] & keys["held_out"]
    share = len(keys["held_out"]) / (len(keys["train"]) + len(keys["held_out"]))
    assert share == pytest.approx(0.25, abs=0.03)
    known = {question.relation for question in asked["train"]}
    assert {question.relation for question in asked["held_out"]} <= known


# Questions ----------------------------------------------------------------------------------------


def question(world: World, key: str) -> QuestionWording:
    every = (*questions(world, "train"), *questions(world, "held_out"))
    return next(found for found in every if found.key == key)


@pytest.mark.parametrize(
    ("key", "english", "korean"),
    [
        (
            "question.country.capital.is|country:france",
            ("What is the capital of France?", "Paris"),
            ("프랑스의 수도는 어디인가?", "파리"),
        ),
        (
            "question.animal.food.eats|animal:bear",
            ("What does the bear eat?", "berries"),
            ("곰은 무엇을 먹는가?", "열매"),
        ),
        (
            "question.company.founder.who|company:google",
            ("Who founded Google?", "Larry Page and Sergey Brin"),
            ("누가 구글을 세웠는가?", "래리 페이지와 세르게이 브린"),
        ),
    ],
)
def test_a_question_reads_as_written(
    world: World, key: str, english: tuple[str, str], korean: tuple[str, str]
) -> None:
    found = question(world, key)
    assert (found.text("en"), found.answer("en")) == english
    assert (found.text("ko"), found.answer("ko")) == korean


def test_a_question_is_answered_by_the_lexicon(world: World) -> None:
    for found in questions(world, "held_out"):
        relation = found.pattern.id.split(".")[2]
        answers = found.about.attributes[relation]
        assert found.answer("en") == join_names([entry.en for entry in answers], "en")


@pytest.mark.parametrize(
    ("language", "expected"), [("en", "A and B and C"), ("ko", "한국과 나라와 집")]
)
def test_several_answers_are_joined(language: Language, expected: str) -> None:
    names = ["A", "B", "C"] if language == "en" else ["한국", "나라", "집"]
    assert join_names(names, language) == expected


# Acceptability ------------------------------------------------------------------------------------


def test_about_half_of_the_judged_sentences_are_broken(train: list[Task]) -> None:
    answers = [task.target for task in train if task.name.startswith("acceptable")]
    assert set(answers) == {ACCEPTABLE, UNACCEPTABLE}
    assert answers.count(ACCEPTABLE) / len(answers) == pytest.approx(0.5, abs=0.1)


def all_broken(text: str, language: str) -> set[str | None]:
    breaks = break_english if language == "en" else break_korean
    return {breaks(text, random.Random(seed)) for seed in range(60)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The capital of France is Paris.", {"The capital France of is Paris."}),
        (
            "A baker uses an oven.",
            {"An baker uses an oven.", "A baker uses oven. an", "A baker uses a oven."},
        ),
        ("Yuki waits.", {None}),
    ],
)
def test_an_english_sentence_is_broken_at_its_small_words(
    text: str, expected: set[str | None]
) -> None:
    found = all_broken(text, "en")
    assert found <= expected
    assert found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("곰은 열매를 먹는다.", {"곰은 열매을 먹는다.", "곰은 먹는다 열매를."}),
        ("나라는 크다.", {"나라은 크다."}),
        ("집으로 간다.", {"집로 간다."}),
        ("서울로 간다.", {"서울으로 간다."}),
        ("먹은 곰.", {None}),  # 먹는 would be another word, and not wrong
        ("파리이다.", {None}),
    ],
)
def test_a_korean_sentence_is_broken_at_a_particle_or_its_verb(
    text: str, expected: set[str | None]
) -> None:
    assert all_broken(text, "ko") == expected


# Similarity ---------------------------------------------------------------------------------------


def test_similarity_is_the_share_of_what_facts_have_in_common(world: World) -> None:
    def fact(kind: str, name: str, relation: str) -> tuple[object, ...]:
        entry = world.lexicon.get(kind, name)
        return tuple(
            triple
            for triple in world.triples()
            if triple.subject == entry and triple.relation == relation
        )

    paris, europe = fact("country", "france", "capital"), fact("country", "france", "continent")
    rome = fact("country", "italy", "capital")
    italy = fact("country", "italy", "continent")
    honey = fact("animal", "bear", "food")
    assert similarity(paris, paris) == 5.0  # type: ignore[arg-type]
    assert similarity(paris, europe) == pytest.approx(5 * 2 / 6)  # type: ignore[arg-type]
    assert similarity(paris, rome) == pytest.approx(5 * 2 / 6)  # type: ignore[arg-type]
    assert similarity(europe, italy) == pytest.approx(5 * 4 / 6)  # type: ignore[arg-type]
    assert similarity(paris + europe, paris) == pytest.approx(5 * 6 / 8)  # type: ignore[arg-type]
    assert similarity(paris, honey) == 0.0  # type: ignore[arg-type]


def test_scores_come_in_steps_of_a_fifth(train: list[Task]) -> None:
    assert [round_score(score) for score in (0.0, 1.667, 3.333, 3.75, 5.0)] == [
        *("0.0", "1.6", "3.4", "3.8", "5.0")
    ]
    assert len(all_scores()) == 26
    found = {task.target for task in train if task.name.startswith("similarity")}
    assert found <= set(all_scores())
    assert {"0.0", "5.0"} < found


# For a vocabulary ---------------------------------------------------------------------------------


def test_a_vocabulary_is_learned_from_documents_and_tasks(source: TaskSource) -> None:
    both = WithTasks(open_source("world"), source)
    texts = [" ".join(document) for document in islice(both.once("train", 0), 60)]
    assert sum(text.startswith(("translate", "question", "acc", "sim")) for text in texts) >= 15
    assert {"unacceptable", "similarity", "3.4", "Paris"} <= set(both.names())
