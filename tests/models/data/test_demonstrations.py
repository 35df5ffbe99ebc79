"""Documents that contain tasks: what is held out, what is random, and how they are written."""

from __future__ import annotations

import random
from itertools import islice
from pathlib import Path

import pytest

from models.data.demonstrations.documents import Demonstrations, DemonstrationSource
from models.data.demonstrations.tasks import (
    CONSONANTS,
    HELD_OUT_LABELS,
    OPERATIONS,
    VOWELS,
    DemonstratedTask,
    demonstrated_tasks,
    tasks_of_split,
)
from models.data.prepare import fingerprint
from models.data.prompt_formats import DEMONSTRATION, PromptExample, PromptFormat
from models.data.seen_words import seen_words
from models.data.sources import MixedSource, is_built_in, open_source
from models.data.tasks import open_tasks
from models.data.world.split import SPLITS, Split
from models.training.recipe import Recipe

NUM_DOCUMENTS = 4000
SOURCE = DemonstrationSource()
TASKS = {task.name: task for task in demonstrated_tasks()}
tasks = pytest.mark.parametrize("task", TASKS.values(), ids=list(TASKS))


def sample_documents(split: Split, seed: int, count: int = NUM_DOCUMENTS) -> list[Demonstrations]:
    return list(islice(SOURCE.sample_documents(split, seed), count))


@pytest.fixture(scope="module")
def train() -> list[Demonstrations]:
    return sample_documents("train", 1)


@pytest.fixture(scope="module")
def held_out() -> list[Demonstrations]:
    return sample_documents("held_out", 1)


# What is held out ---------------------------------------------------------------------------------


def test_held_out_tasks_do_not_occur_in_training(
    train: list[Demonstrations], held_out: list[Demonstrations]
) -> None:
    learned, unseen = ({one.task.name for one in part} for part in (train, held_out))
    assert not learned & unseen
    assert learned == {task.name for task in tasks_of_split("train")}
    assert unseen == {task.name for task in tasks_of_split("held_out")}


def test_each_family_has_tasks_in_both_splits() -> None:
    by_split = [{task.family for task in tasks_of_split(split)} for split in SPLITS]
    assert by_split[0] == by_split[1] == {"fact", "word", "judged", "sequence", "only-here"}


def test_no_mapping_of_a_held_out_fact_or_word_is_in_a_training_document_of_its_sort(
    train: list[Demonstrations], held_out: list[Demonstrations]
) -> None:
    """A pair may have two names ("month, next"), but never one description and one input."""
    fixed = ("fact", "sequence")
    known, unseen = (
        {
            (one.task.description, example.input)
            for one in part
            for example in one.examples
            if one.task.family in fixed
        }
        for part in (train, held_out)
    )
    assert known
    assert unseen
    assert not known & unseen


def test_held_out_labels_and_made_up_words_are_in_no_training_document(
    train: list[Demonstrations], held_out: list[Demonstrations]
) -> None:
    learned, unseen = (
        {word for one in part for word in words_of(one)} for part in (train, held_out)
    )
    assert not learned & set(HELD_OUT_LABELS)
    assert unseen >= set(HELD_OUT_LABELS)
    made_up = [one for one in held_out if ":made-up:" in one.task.name]
    invented = {example.input for one in made_up for example in one.examples}
    assert invented
    assert not invented & learned
    assert all([letter in CONSONANTS for letter in text] == [1, 0, 1, 0] for text in invented)
    assert all(text[1] in VOWELS for text in invented)


def test_kinds_that_get_labels_in_held_out_documents_get_none_in_training(
    train: list[Demonstrations], held_out: list[Demonstrations]
) -> None:
    inputs = [
        {
            example.input
            for one in part
            if ":kinds:" in one.task.name or ":permuted:" in one.task.name
            for example in one.examples
        }
        for part in (train, held_out)
    ]
    assert inputs[0]
    assert inputs[1]
    assert not inputs[0] & inputs[1]


def words_of(document: Demonstrations) -> list[str]:
    return document.text.replace(":", " ").replace(".", " ").split()


# Seeds --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("split", SPLITS)
@pytest.mark.parametrize("name", ["demonstrations", "village+demonstrations"])
def test_the_same_seed_gives_the_same_documents_and_another_one_others(
    name: str, split: Split
) -> None:
    one, again, other = (
        list(islice(open_source(name).documents(split, seed), 300)) for seed in (1, 1, 2)
    )
    assert one == again
    assert one != other
    assert len(set(one) & set(other)) < 150


def test_a_made_up_mapping_differs_between_documents(train: list[Demonstrations]) -> None:
    mappings = [
        {example.input: example.answer for example in one.examples}
        for one in train
        if one.task.recalls
    ]
    answers: dict[str, set[str]] = {}
    for mapping in mappings:
        for text, answer in mapping.items():
            answers.setdefault(text, set()).add(answer)
    again = [text for text in answers if sum(text in mapping for mapping in mappings) > 3]
    assert len(again) > 100
    assert all(len(answers[text]) > 1 for text in again)


# What a document says -----------------------------------------------------------------------------


@tasks
@pytest.mark.parametrize("seed", range(3))
def test_in_one_document_an_input_has_one_answer(task: DemonstratedTask, seed: int) -> None:
    examples = task.examples(random.Random(seed), 12)
    assert len(examples) >= 3
    mapping: dict[str, str] = {}
    for example in examples:
        assert mapping.setdefault(example.input, example.answer) == example.answer
        assert example.answer in example.choices or not example.choices
        assert "\n" not in example.input + example.answer
    if not task.recalls and task.family != "sequence":
        assert len(mapping) == len(examples)


@tasks
def test_a_query_can_be_answered_from_its_prompt(task: DemonstratedTask) -> None:
    for seed in range(5):
        examples, query = task.prompt(random.Random(seed), 6)
        assert (query in examples) == task.recalls
        if task.only_in_prompt:
            assert query.answer in query.choices


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("reverse", "c b a"),
        ("first", "a"),
        ("ends", "a c"),
        ("last-first", "c a b"),
        ("first-last", "b c a"),
        ("count", "three"),
        ("last-twice", "c c"),
    ],
)
def test_an_operation_changes_a_sequence_as_it_says(name: str, expected: str) -> None:
    assert " ".join(OPERATIONS[name][1](["a", "b", "c"])) == expected


def test_facts_and_opposites_are_those_of_the_files(train: list[Demonstrations]) -> None:
    pairs = {
        (one.task.description, example.input): example.answer
        for one in train
        for example in one.examples
    }
    assert pairs["country, capital, English", "France"] == "Paris"
    assert pairs["opposite, Korean", "낮"] == "밤"


def test_a_document_is_written_in_the_declared_format() -> None:
    document = next(one for one in SOURCE.sample_documents("train", 1) if one.described)
    first, *lines = document.text.split("\n ")
    assert first == document.task.description
    assert lines == [f"{one.input}: {one.answer}." for one in document.examples]
    assert sum(one.described for one in sample_documents("train", 2, 400)) == pytest.approx(
        200, abs=40
    )


# The format ---------------------------------------------------------------------------------------


def test_a_prompt_has_its_description_its_examples_and_its_query() -> None:
    form = PromptFormat("{input}:", "{input}: {answer}.", description="capital")
    examples = [PromptExample("France", "Paris"), PromptExample("Japan", "Tokyo")]
    assert form.text(examples, "Peru") == "capital\nFrance: Paris.\nJapan: Tokyo.\nPeru:"
    assert DEMONSTRATION.text(examples[:1]) == "France: Paris."
    assert (form.lead, form.tail) == (" ", ".")


@pytest.mark.parametrize(
    ("query", "example"),
    [("a", "a: {answer}"), ("{input}:", "{input}:"), ("{input}:", "Q {input}: {answer}")],
)
def test_templates_that_do_not_fit_each_other_are_rejected(query: str, example: str) -> None:
    with pytest.raises(ValueError, match="query"):
        PromptFormat(query, example)


# As a source --------------------------------------------------------------------------------------


def test_a_mixture_has_documents_of_both() -> None:
    source = open_source("village+demonstrations")
    assert isinstance(source, MixedSource)
    assert open_source(source.name).name == source.name
    documents = list(islice(source.once("train", 0), 400))
    of_examples = sum(len(one) == 1 for one in documents)
    assert of_examples == pytest.approx(200, abs=40)
    assert set(source.names()) >= {"Paris", "positive"}


def test_a_file_with_a_plus_in_its_name_is_a_file(tmp_path: Path) -> None:
    path = tmp_path / "world+own.txt"
    path.write_text("\n\n".join(f"A line number {number}." for number in range(200)))
    assert not is_built_in(str(path))
    assert open_source(str(path)).name == str(path)


def test_a_cache_of_examples_has_another_key_than_one_of_the_world() -> None:
    assert fingerprint("world") != fingerprint("world+demonstrations")


def test_text_to_text_tasks_are_not_made_of_examples() -> None:
    with pytest.raises(ValueError, match="holds examples, not tasks"):
        open_tasks("world+demonstrations")


def test_the_words_of_examples_count_as_seen() -> None:
    table = {"name": "t", "architecture": "gpt2", "objectives": ["causal"]}
    seen = seen_words([Recipe.from_dict({**table, "data": "world+demonstrations"})])
    assert seen is not None
    assert seen.unseen("shallow: deep. positive label Paris") == []
    alone = seen_words([Recipe.from_dict({**table, "data": "world"})])
    assert alone is not None
    assert "shallow" in alone.unseen("shallow: deep.")
