"""Vocabularies that a person trains, kept in folders of their own and counted beside others."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from explorer.core.engine.engine import Engine
from explorer.core.errors import UserError
from explorer.core.jobs.jobs import Partial, Progress, Work
from explorer.core.library.library import Library
from explorer.core.tokens import vocabularies
from explorer.core.tokens.vocabularies import (
    Comparison,
    OwnVocabulary,
    VocabularyChoice,
    compare,
    last_removed,
    own_vocabularies,
    remove,
    restore_removed,
    train_vocabulary,
)
from models.tokenization import open_tokenizer

TEXT = "\n\n".join(f"Mina has {n} balls and the cat sat on the mat." for n in range(60))


@pytest.fixture
def text(tmp_path: Path) -> str:
    path = tmp_path / "text.txt"
    path.write_text(TEXT, encoding="utf-8")
    return str(path)


@pytest.fixture
def engine(tiny_models: Path) -> Engine:
    return Engine(Library(bundled=tiny_models))


def finish(work: Work) -> tuple[list[Any], Any]:
    """All reports of a job, and what it returns."""
    reports = []
    while True:
        try:
            reports.append(next(work))
        except StopIteration as end:
            return reports, end.value


def trained(text: str, family: str, size: int = 300) -> OwnVocabulary:
    own: OwnVocabulary = finish(train_vocabulary(VocabularyChoice(family, size, text), 0))[1]
    return own


@pytest.mark.parametrize("family", ["byte_bpe", "unigram", "word_bpe", "wordpiece"])
def test_a_vocabulary_is_trained_kept_and_opens_as_a_published_one(family: str, text: str) -> None:
    own = trained(text, family)
    assert own_vocabularies() == (own,)
    assert own.choice == VocabularyChoice(family, 300, text)
    tokenizer = open_tokenizer(own.folder)
    assert tokenizer.family == family
    assert "cat" in tokenizer.decode(tokenizer.encode("the cat").ids)


def test_training_reports_and_one_that_is_given_up_leaves_nothing(text: str) -> None:
    work = train_vocabulary(VocabularyChoice("unigram", 300, text), 0)
    assert isinstance(next(work), Progress)
    work.close()
    assert own_vocabularies() == ()


def test_learning_is_given_up_at_once_and_what_it_finds_is_dropped(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    known, begun, may_end = vocabularies.tokenizer_specs(), Event(), Event()

    def train(texts: Sequence[str], size: int) -> Any:
        begun.set()
        may_end.wait()
        return known["unigram"].train(texts, size)

    slow = replace(known["unigram"], train=train)
    monkeypatch.setattr(vocabularies, "tokenizer_specs", lambda: {"unigram": slow})
    work = train_vocabulary(VocabularyChoice("unigram", 300, text), 0)
    while not begun.is_set():
        next(work)
    assert isinstance(next(work), Progress)  # it goes on, and can be left
    work.close()
    may_end.set()
    assert own_vocabularies() == ()


def test_the_same_choice_twice_gives_two_folders_with_the_same_pieces(text: str) -> None:
    first, second = trained(text, "unigram"), trained(text, "unigram")
    assert first.folder != second.folder
    assert open_tokenizer(first.folder).hash == open_tokenizer(second.folder).hash


def test_what_was_removed_last_can_be_put_back(text: str) -> None:
    first, second = trained(text, "unigram"), trained(text, "wordpiece")
    remove(first.name)
    assert own_vocabularies() == (second,)
    assert last_removed() is not None
    restore_removed()
    assert own_vocabularies() == (first, second)
    remove(first.name)
    remove(second.name)
    restore_removed()
    assert own_vocabularies() == (second,)


def test_what_was_removed_and_trained_again_stands_beside_it_when_put_back(text: str) -> None:
    first = trained(text, "unigram")
    remove(first.name)
    second = trained(text, "unigram")
    assert second.name == first.name
    restore_removed()
    assert [one.made for one in own_vocabularies()] == [first.made, second.made]
    assert last_removed() is None


def test_no_more_are_trained_than_colours_tell_apart(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vocabularies, "MAX_VOCABULARIES", 1)
    trained(text, "unigram")
    with pytest.raises(UserError, match="Remove one first"):
        trained(text, "unigram")


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        (VocabularyChoice("byte_bpe", 100, ""), "too few"),
        (VocabularyChoice("unigram", 300, "/no/such/file"), "no file"),
        (VocabularyChoice("morse", 300, "village"), "no tokenizer family"),
    ],
)
def test_what_cannot_be_trained_is_said(choice: VocabularyChoice, message: str, text: str) -> None:
    with pytest.raises(UserError, match=message):
        finish(train_vocabulary(replace(choice, text=choice.text or text), 0))


def test_vocabularies_are_compared_on_a_sentence_and_on_held_out_text(
    engine: Engine, text: str
) -> None:
    own = trained(text, "wordpiece")
    texts = ("the capital of france", "")
    reports, found = finish(compare(engine, ("bert-tiny",), (own,), texts, text, 0))
    first = next(report.value for report in reports if isinstance(report, Partial))
    assert all(row.held_out is None for row in first.rows)
    assert isinstance(found, Comparison)
    model, trained_here = found.rows
    assert (model.key, model.own) == ("bert-tiny", None)
    assert trained_here.own == own
    assert model.sentence is not None
    assert model.sentence.per_word == 1.0  # its vocabulary has these words
    assert trained_here.sentence is not None
    assert trained_here.sentence.unknown == 3  # it has read no c, f, l or p
    assert trained_here.held_out is not None
    assert model.held_out is not None
    assert trained_here.held_out.per_word < model.held_out.per_word  # it has read such text
    assert trained_here.held_out.words == model.held_out.words
    assert trained_here.file_bytes == (own.folder / "tokenizer.json").stat().st_size


def test_what_is_counted_is_what_the_tokenizer_gives(engine: Engine) -> None:
    tokenizer = engine.tokenizer("bert-tiny")
    texts = ["the capital ☂", "mina"]
    found = vocabularies.count(tokenizer, texts)
    encodings = [tokenizer.encode(one) for one in texts]
    assert found.tokens == sum(int((~one.special).sum()) for one in encodings)
    assert found.unknown == sum(int(one.unknown.sum()) for one in encodings) == 1


def test_a_vocabulary_that_does_not_open_is_named_and_the_others_are_compared(
    engine: Engine, text: str
) -> None:
    own = trained(text, "unigram")
    (own.folder / "tokenizer.json").write_text("{", encoding="utf-8")
    work = compare(engine, ("bert-tiny",), (own,), ("the", ""), text, 0)
    found = finish(work)[1]
    assert [row.key for row in found.rows] == ["bert-tiny"]
    assert "no valid JSON" in found.problems[own.name]


def test_without_a_sentence_the_held_out_text_is_counted_alone(engine: Engine, text: str) -> None:
    found = finish(compare(engine, ("bert-tiny",), (), ("", ""), text, 0))[1]
    assert found.rows[0].sentence is None
    assert found.rows[0].held_out is not None


def test_held_out_documents_are_not_those_that_a_vocabulary_learns_from(text: str) -> None:
    held_out = vocabularies.held_out_texts(text, 0)
    read = finish(vocabularies._read_texts(text, 0))[1]
    assert held_out
    assert not set(held_out) & set(read)
