from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest

from models.data.labelled import commonsense
from models.data.labelled.base import SIZES, draw_set, input_of
from models.data.labelled.catalog import WORLD_SETS, open_labelled
from models.data.labelled.commonsense import NUM_CHOICES
from models.data.labelled.entailment import SPEC as ENTAILMENT
from models.data.labelled.statements import (
    PlainSentence,
    domains,
    fact_sentences,
    people,
    split_rule,
    story_sentences,
    world,
)
from models.data.world.korean import add_particle
from models.knowledge.everyday import concepts, everyday_facts
from models.tasks.catalog import task
from models.tasks.examples import (
    ChoiceExample,
    DataError,
    LabelledSet,
    QuestionExample,
    ScoreExample,
    TextExample,
    TokenExample,
)

PAIRED = ("acceptability", "sentiment", "paraphrase", "entailment")
MARKED = {"entity-types": 1, "relations": 2}  # parts of a text
ERRORS = {
    "en": {"word order", "agreement", "articles", "wrong category"},
    "ko": {"word order", "particle form", "particle choice", "wrong category"},
}


@pytest.fixture(scope="module")
def sets() -> dict[str, LabelledSet]:
    return {name: open_labelled(name) for name in WORLD_SETS}


def of(sets: dict[str, LabelledSet], *kinds: str) -> Iterator[LabelledSet]:
    return (data for name, data in sets.items() if name.split(":")[1] in kinds)


def texts(example: object) -> set[str]:
    """The sentences and passages of an example that a split must have for itself."""
    match example:
        case TextExample() | ScoreExample():
            return {example.text} | ({example.pair} if example.pair else set())
        case QuestionExample():
            return {example.passage, example.question}
        case ChoiceExample():
            sentences = (choice for choice in example.choices if choice.endswith("."))
            return {example.context, *sentences}  # an answer of a word may be one in every split
        case TokenExample():
            return {example.text}
    raise TypeError(example)


def test_there_are_eleven_sets_in_two_languages_with_their_tasks(
    sets: dict[str, LabelledSet],
) -> None:
    assert len(sets) == 22
    for name, data in sets.items():
        spec = task(WORLD_SETS[name].task)
        assert (data.name, data.title, data.task) == (name, WORLD_SETS[name].title, spec.name)
        assert not data.metric or data.metric in spec.metrics
        assert data.symmetric == (name.split(":")[1] in ("paraphrase", "similarity"))
        for split, size in SIZES.items():
            examples = data.examples(split)
            least = 0.25 if name.split(":")[1] in MARKED else 0.97  # of what there is of them
            assert least * size <= len(examples) <= size
            assert all(isinstance(example, spec.example) for example in examples)
            assert len({example.id for example in examples}) == len(examples)
            assert len({input_of(example) for example in examples}) == len(examples)


def test_no_text_of_dev_or_test_is_in_train_or_in_each_other(
    sets: dict[str, LabelledSet],
) -> None:
    for data in sets.values():
        found = {split: {t for one in data.examples(split) for t in texts(one)} for split in SIZES}
        assert not found["train"] & (found["dev"] | found["test"]), data.name
        assert not found["dev"] & found["test"], data.name


def test_no_entity_of_dev_or_test_is_in_train(sets: dict[str, LabelledSet]) -> None:
    """Of relations, as far as it is a subject; in train neither as a subject nor as an object."""
    for data in of(sets, *MARKED):
        count = MARKED[data.name.split(":")[1]]
        named: dict[str, set[str]] = {}
        for split in SIZES:
            marked = [
                [one.text[slice(*mark)].lower() for mark in one.marks]
                for one in data.examples(split)
                if isinstance(one, TextExample)
            ]
            assert all(len(names) == count for names in marked)
            every = (names if split == "train" else names[:1] for names in marked)
            named[split] = {name for names in every for name in names}
        assert not named["train"] & (named["dev"] | named["test"]), data.name
        assert not named["dev"] & named["test"], data.name


def test_subjects_of_single_facts_are_in_one_split() -> None:
    for kinds in zip(*(domains(split) for split in SIZES), strict=True):
        subjects = [subject for domain in kinds for subject in domain.subjects]
        assert len(set(subjects)) == len(subjects)
        assert all(len(domain.subjects) >= 5 for domain in kinds)


def test_no_combination_of_pattern_and_subject_is_in_two_splits() -> None:
    def key(sentence: PlainSentence) -> str:
        return split_rule().key(sentence.pattern, sentence.roles)

    found = {split: {key(one) for one in fact_sentences(split)} for split in SIZES}
    assert not found["train"] & (found["dev"] | found["test"])
    assert not found["dev"] & found["test"]
    for split in SIZES:
        names = {
            entry
            for one in story_sentences(split)
            for entry in one.roles.values()
            if entry.kind == "given_name"
        }
        assert names <= set(people(split))


def test_the_same_seed_gives_the_same_examples_and_another_seed_others() -> None:
    one, again, other = (draw_set(ENTAILMENT, "ko", seed, "n", "t").splits for seed in (1, 1, 2))
    assert one == again
    assert one["train"] != other["train"]


def test_classes_are_balanced(sets: dict[str, LabelledSet]) -> None:
    for data in of(sets, *PAIRED):
        for split in SIZES:
            counts = Counter(getattr(example, "label", None) for example in data.examples(split))
            assert set(counts) == set(data.labels)
            assert len(set(counts.values())) == 1, (data.name, counts)


def test_a_premise_has_a_hypothesis_of_each_class(sets: dict[str, LabelledSet]) -> None:
    for data in of(sets, "entailment"):
        labels: dict[str, list[str | None]] = {}
        for example in data.examples("dev"):
            assert isinstance(example, TextExample)
            labels.setdefault(example.text, []).append(example.label)
        assert all(len(found) % 3 == 0 for found in labels.values())
        assert all(len(set(found)) == 3 for found in labels.values())


def test_both_classes_of_acceptability_have_the_same_english_words(
    sets: dict[str, LabelledSet],
) -> None:
    words = {label: Counter[str]() for label in ("acceptable", "unacceptable")}
    for example in sets["world:acceptability:en"].examples("train"):
        assert isinstance(example, TextExample)
        words[example.label or ""].update(re.findall(r"\w+", example.text))
    assert words["acceptable"] == words["unacceptable"]


def test_both_classes_of_acceptability_have_the_same_korean_particles_and_lengths(
    sets: dict[str, LabelledSet],
) -> None:
    texts_of = dict.fromkeys(("acceptable", "unacceptable"), "")
    for example in sets["world:acceptability:ko"].examples("train"):
        assert isinstance(example, TextExample)
        texts_of[example.label or ""] += example.text
    good, bad = texts_of["acceptable"], texts_of["unacceptable"]
    assert abs(len(good) - len(bad)) < 0.001 * len(good)
    for particles in ("을를이가", "은는", "과와"):
        one, other = (sum(map(text.count, particles)) for text in (good, bad))
        assert abs(one - other) < 0.03 * one


def test_every_phenomenon_occurs_in_dev_and_test(sets: dict[str, LabelledSet]) -> None:
    for name, data in sets.items():
        found = {split: {example.phenomenon for example in data.examples(split)} for split in SIZES}
        if "acceptability" in name:
            assert found["train"] == ERRORS[name[-2:]]
        if "entities" not in name:
            assert found["dev"] == found["test"] == found["train"], name


def test_answers_are_where_they_say_and_a_third_of_the_questions_has_none(
    sets: dict[str, LabelledSet],
) -> None:
    for data in of(sets, "reading"):
        for split in SIZES:
            examples = [one for one in data.examples(split) if isinstance(one, QuestionExample)]
            for example in examples:
                assert example.impossible == (not example.answers)
                for answer in example.answers:
                    end = answer.start + len(answer.text)
                    assert answer.text
                    assert example.passage[answer.start : end] == answer.text
                assert 4 <= example.passage.count(".") <= 6
            assert sum(one.impossible for one in examples) * 3 == len(examples)


def test_the_answer_of_a_question_stands_before_its_particle(
    sets: dict[str, LabelledSet],
) -> None:
    names = {entry.ko for triple in world().triples() for entry in (triple.subject, triple.object)}
    names |= {entry.ko for entry in world().lexicon}
    for example in sets["world:reading:ko"].examples("dev"):
        assert isinstance(example, QuestionExample)
        assert {answer.text for answer in example.answers} <= names


def test_tags_are_iob2_and_words_join_to_the_text(sets: dict[str, LabelledSet]) -> None:
    for data in of(sets, "entities"):
        seen: Counter[str] = Counter()
        for example in data.examples("dev"):
            assert isinstance(example, TokenExample)
            assert example.tags
            assert len(example.words) == len(example.tags) == len(example.spaces)
            assert not {"  ", " .", " ?"} & {
                example.text[n : n + 2] for n in range(len(example.text))
            }
            for before, tag in zip(("O", *example.tags), example.tags, strict=False):
                assert tag in data.labels
                if tag.startswith("I-"):
                    assert before[2:] == tag[2:]
            seen.update(example.tags)
        assert {tag for tag in seen if tag.startswith("B-")} == {
            tag for tag in data.labels if tag.startswith("B-")
        }


def test_an_entity_has_its_whole_name(sets: dict[str, LabelledSet]) -> None:
    tagged = {
        example.text: list(zip(example.words, example.tags or (), strict=True))
        for example in sets["world:entities:en"].examples("train")
        if isinstance(example, TokenExample)
    }
    assert any(
        ("Larry", "B-PER") in words and ("Page", "I-PER") in words for words in tagged.values()
    )
    names = {entry.en for entry in people("train")} - {"Clara", "Tom"}  # Santa Clara, tom yum
    for words in tagged.values():
        assert all(tag.endswith("-PER") for word, tag in words if word in names)


def test_choices_differ_and_the_right_one_is_at_every_place(
    sets: dict[str, LabelledSet],
) -> None:
    for data in of(sets, "continuation"):
        examples = [one for one in data.examples("train") if isinstance(one, ChoiceExample)]
        assert all(len(set(example.choices)) == 4 for example in examples)
        counts = Counter(example.label for example in examples)
        assert set(counts) == {0, 1, 2, 3}
        assert all(0.22 < count / len(examples) < 0.28 for count in counts.values())


def test_an_answer_of_commonsense_cannot_be_guessed_without_the_question(
    sets: dict[str, LabelledSet],
) -> None:
    for data in of(sets, "commonsense"):
        every = [one for one in data.examples("dev") if isinstance(one, ChoiceExample)]
        assert all(len(set(one.choices)) == NUM_CHOICES for one in every)
        learned = [one for one in data.examples("train") if isinstance(one, ChoiceExample)]
        seen = Counter((one.phenomenon, choice) for one in learned for choice in one.choices)
        right = Counter((one.phenomenon, one.choices[one.label or 0]) for one in learned)
        guessed = 0
        for one in every:
            keys = [(one.phenomenon, choice) for choice in one.choices]
            shares = [right[key] / seen[key] if key in seen else 0.2 for key in keys]
            guessed += shares.index(max(shares)) == one.label
        assert 0.12 < guessed / len(every) < 0.28, data.name


def test_wrong_answers_of_commonsense_are_false_by_the_facts() -> None:
    triples = {(fact.head, fact.relation, fact.tail) for fact in everyday_facts()}
    known = concepts(world().lexicon)
    rng = random.Random(1)
    for group in islice(commonsense.draw("en", "train", rng), 300):
        (example,) = group
        assert isinstance(example, ChoiceExample)
        question = next(one for one in commonsense.questions() if one.name == example.phenomenon)
        (subject,) = (
            name
            for name in question.answers
            if re.search(rf"\b{re.escape(known[name].en)}\b", example.context, re.IGNORECASE)
            and example.choices[example.label or 0]
            in {known[one].en for one in question.answers[name]}
        )
        true = {known[one].en for one in question.answers[subject]}
        assert len(true & set(example.choices)) == 1
        assert "," in question.name or all(
            any(triple[0] == subject and triple[2] == one for triple in triples)
            for one in question.answers[subject]
        )


def test_scores_are_between_0_and_5_in_steps_and_all_ranges_occur(
    sets: dict[str, LabelledSet],
) -> None:
    for data in of(sets, "similarity"):
        scores = [one.score for one in data.examples("dev") if isinstance(one, ScoreExample)]
        assert all(score is not None and 0 <= score <= 5 for score in scores)
        assert all(abs(5 * score - round(5 * score)) < 1e-6 for score in scores if score)
        assert {round(score) for score in scores if score is not None} == set(range(6))


def test_korean_particles_fit_in_everything_that_is_meant_to_be_right(
    sets: dict[str, LabelledSet],
) -> None:
    names = {entry.ko for entry in world().lexicon} - {"빗"}  # 빗는 is "combing" as well
    checked = 0
    for name, data in sets.items():
        if not name.endswith(":ko"):
            continue
        for example in data.examples("dev"):
            if getattr(example, "label", None) == "unacceptable":
                continue
            for word in (word for text in texts(example) for word in text.split()):
                for forms in ("을/를", "은/는", "과/와", "이/가"):
                    for form in forms.split("/"):
                        stem = word.removesuffix(form)
                        if stem != word and stem in names and word not in names:
                            assert word == add_particle(stem, forms), (name, word)
                            checked += 1
    assert checked > 5000


def test_an_opinion_and_its_reverse_have_both_labels(sets: dict[str, LabelledSet]) -> None:
    positive = {
        example.text: example.label
        for example in sets["world:sentiment:en"].examples("train")
        if isinstance(example, TextExample)
    }
    assert {label for text, label in positive.items() if text.startswith("Nobody could say")} == {
        "positive",
        "negative",
    }


def test_an_unknown_set_is_an_error_that_names_the_sets() -> None:
    with pytest.raises(DataError, match=r"world:acceptability:en"):
        open_labelled("world:grammar:en")


def test_opening_a_set_twice_gives_the_same_object() -> None:
    assert open_labelled("world:reading:en") is open_labelled("world:reading:en")
