"""How documents become examples: halves in order or swapped, pairs, a stream, single sentences."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from models.data.examples import (
    DocumentList,
    Examples,
    Layout,
    cut_on_both_sides,
    single,
    stream,
    task,
)
from models.objectives.next_sentence import IS_NEXT, NOT_NEXT, pairs
from models.objectives.sentence_order import IN_ORDER, SWAPPED, corrupt, order
from models.schema.records import Encoding, ModelInput
from models.schema.registry import catalog
from models.tokenization import Tokenizer, open_tokenizer
from models.training.training_task import layout

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
FIRST_ID, NUM_WORDS, SENTENCE = 5, 400, 6  # ids of words count up; tokens in a sentence
LENGTH = 20


@dataclass(frozen=True)
class Counting:
    """Documents of which token number n follows number n - 1, so that order can be seen."""

    num_sentences: int
    num_documents: int = 3
    begins_anywhere: bool = False

    @property
    def lengths(self) -> np.ndarray:
        return np.full(self.num_documents, self.num_sentences * SENTENCE)

    def document(self, index: int) -> list[np.ndarray]:
        size = self.num_sentences * SENTENCE
        ids = np.arange(size, dtype=np.uint16) + FIRST_ID + index * size
        return np.split(ids, self.num_sentences)


@pytest.fixture(scope="module")
def tokenizer(tmp_path_factory: pytest.TempPathFactory) -> Tokenizer:
    folder: Path = tmp_path_factory.mktemp("tokenizer")
    names = [*SPECIAL, *(f"w{number}" for number in range(NUM_WORDS))]
    (folder / "vocab.txt").write_text("\n".join(names) + "\n")
    return open_tokenizer(folder)


def examples(
    tokenizer: Tokenizer, kind: Layout, num_sentences: int = 6, count: int = 400
) -> list[Encoding]:
    source = Examples(Counting(num_sentences), tokenizer, kind)
    return [source.example(np.random.default_rng(seed), LENGTH) for seed in range(count)]


def halves(encoding: Encoding) -> list[np.ndarray]:
    return [encoding.ids[~encoding.special & (encoding.segment == half)] for half in (0, 1)]


@pytest.mark.parametrize("kind", [single, stream, task, pairs, order])
def test_an_example_fits_and_depends_on_its_seed_alone(tokenizer: Tokenizer, kind: Layout) -> None:
    num_sentences = 2 if kind is task else 6  # a task is what is read and what is written
    one, two = (examples(tokenizer, kind, num_sentences) for _ in range(2))
    for first, second in zip(one, two, strict=True):
        assert len(first) <= LENGTH
        assert np.array_equal(first.ids, second.ids)
        assert first.labels == second.labels


def test_a_stream_is_full_and_goes_on_after_the_end_of_a_document(tokenizer: Tokenizer) -> None:
    size = 2 * SENTENCE  # shorter than an example, so that every one crosses a border
    for encoding in examples(tokenizer, stream, num_sentences=2):
        inner = encoding.ids[1:-1]
        assert len(encoding) == LENGTH
        assert inner[size] == tokenizer.sep_id
        first, second = inner[:size] - FIRST_ID, inner[size + 1 :] - FIRST_ID
        assert (np.diff(first) == 1).all()
        assert (np.diff(second) == 1).all()
        assert first[0] % size == 0
        assert second[0] == (first[-1] + 1) % (3 * size)


def of_file(tokenizer: Tokenizer, kind: Layout, documents: list[list[int]]) -> list[Encoding]:
    """Examples of a text file whose documents have sentences of these lengths; ids count up."""
    ends = np.cumsum([length for document in documents for length in document])
    sentences = iter(np.split(np.arange(ends[-1]) + FIRST_ID, ends[:-1]))
    source = DocumentList([[next(sentences) for _ in one] for one in documents], True)
    drawn = Examples(source, tokenizer, kind)
    return [drawn.example(np.random.default_rng(seed), LENGTH) for seed in range(4000)]


def times_read(found: list[Encoding]) -> np.ndarray:
    ids = np.concatenate([one.ids[~one.special] for one in found])
    return np.bincount(ids - FIRST_ID)


def test_all_of_a_long_document_of_a_file_is_read_equally_often(tokenizer: Tokenizer) -> None:
    of_many_lengths = [[SENTENCE] * 30, [4] * 3, [SENTENCE] * 6, [50], [3, 5, 4] * 4, [10]]
    read = times_read(of_file(tokenizer, stream, of_many_lengths))
    assert len(read) == sum(map(sum, of_many_lengths))
    assert read.min() > read.mean() / 5
    long = read[SENTENCE : 30 * SENTENCE]
    assert np.std([part.mean() for part in np.split(long, 29)]) < long.mean() / 6


def test_a_long_document_of_a_file_begins_with_a_sentence_or_inside_one_that_is_longer_still(
    tokenizer: Tokenizer,
) -> None:
    starts = {one.ids[1] - FIRST_ID for one in of_file(tokenizer, stream, [[6] * 10, [30]])}
    of_sentences = {6 * number for number in range(10)}
    assert starts == of_sentences | set(range(60, 90))


@pytest.mark.parametrize("kind", [single, pairs, order])
def test_what_reads_sentences_reads_all_of_a_long_document_of_a_file(
    tokenizer: Tokenizer, kind: Layout
) -> None:
    read = times_read(of_file(tokenizer, kind, [[SENTENCE] * 25, [SENTENCE] * 20]))
    assert len(read) == 45 * SENTENCE
    assert read.min() > read.mean() / 5


def test_the_halves_of_a_passage_of_a_file_are_neighbours(tokenizer: Tokenizer) -> None:
    for one in of_file(tokenizer, order, [[SENTENCE] * 60]):
        first, last = sorted(halves(one), key=lambda half: int(half[0]))
        assert last[0] - first[-1] <= LENGTH


@pytest.mark.parametrize("kind", [single, stream, pairs, order])
def test_a_file_whose_documents_fit_is_read_as_the_mini_world_is(
    tokenizer: Tokenizer, kind: Layout
) -> None:
    room = LENGTH - tokenizer.num_special(is_pair=kind in (pairs, order))
    size = room // SENTENCE
    for seed in range(200):
        one, other = (
            Examples(Counting(size, begins_anywhere=flag), tokenizer, kind).example(
                np.random.default_rng(seed), LENGTH
            )
            for flag in (False, True)
        )
        assert np.array_equal(one.ids, other.ids)
        assert one.labels == other.labels


def test_a_document_of_the_mini_world_begins_with_its_subject(tokenizer: Tokenizer) -> None:
    starts = {one.ids[1] - FIRST_ID for one in examples(tokenizer, stream, num_sentences=6)}
    assert starts == {0, 6 * SENTENCE, 12 * SENTENCE}


def test_the_label_says_whether_the_halves_are_in_order(tokenizer: Tokenizer) -> None:
    for encoding in examples(tokenizer, order):
        first, second = halves(encoding)
        in_order = first[-1] < second[0]
        assert encoding.labels == {"sop": IN_ORDER if in_order else SWAPPED}


def test_both_halves_are_runs_of_one_document(tokenizer: Tokenizer) -> None:
    size = 6 * SENTENCE
    for encoding in examples(tokenizer, order):
        first, second = halves(encoding)
        assert (np.diff(first) == 1).all()
        assert (np.diff(second) == 1).all()
        assert (first[0] - FIRST_ID) // size == (second[0] - FIRST_ID) // size


def test_half_of_the_examples_are_swapped(tokenizer: Tokenizer) -> None:
    labels = [encoding.labels["sop"] for encoding in examples(tokenizer, order)]
    assert np.mean(labels) == pytest.approx(0.5, abs=0.08)


def test_a_short_document_is_divided_between_its_sentences_and_kept_whole(
    tokenizer: Tokenizer,
) -> None:
    for encoding in examples(tokenizer, order, num_sentences=2):
        first, second = halves(encoding)
        assert (len(first), len(second)) == (SENTENCE, SENTENCE)
        assert abs(int(first[0]) - int(second[0])) == SENTENCE


def test_where_a_text_is_cut_does_not_tell_its_place(tokenizer: Tokenizer) -> None:
    """The first text begins with a sentence as often when it was written first as when not."""
    found: dict[int, list[bool]] = {IN_ORDER: [], SWAPPED: []}
    for encoding in examples(tokenizer, order, num_sentences=8):
        first, _ = halves(encoding)
        found[encoding.labels["sop"]].append((first[0] - FIRST_ID) % SENTENCE == 0)
    assert np.mean(found[IN_ORDER]) == pytest.approx(np.mean(found[SWAPPED]), abs=0.12)


def test_an_unrelated_text_is_of_another_document(tokenizer: Tokenizer) -> None:
    size = 6 * SENTENCE
    labels = set()
    for encoding in examples(tokenizer, pairs):
        one, two = ((half[0] - FIRST_ID) // size for half in halves(encoding))
        assert (one == two) == (encoding.labels["nsp"] == IS_NEXT)
        labels.add(encoding.labels["nsp"])
    assert labels == {IS_NEXT, NOT_NEXT}


@pytest.mark.parametrize("num_sentences", [1, 6])
def test_a_lone_document_is_paired_with_itself(tokenizer: Tokenizer, num_sentences: int) -> None:
    source = Examples(Counting(num_sentences, num_documents=1), tokenizer, pairs)
    found = [source.example(np.random.default_rng(seed), LENGTH) for seed in range(50)]
    assert {encoding.labels["nsp"] for encoding in found} == {IS_NEXT, NOT_NEXT}


def test_what_is_too_long_goes_from_both_ends() -> None:
    starts = [
        int(cut_on_both_sides(np.arange(20), 10, np.random.default_rng(seed))[0])
        for seed in range(500)
    ]
    assert np.mean(starts) == pytest.approx(5, abs=0.3)
    assert min(starts) < 3
    assert max(starts) > 7


def test_a_single_sentence_is_divided_in_its_middle(tokenizer: Tokenizer) -> None:
    for encoding in examples(tokenizer, order, num_sentences=1, count=20):
        assert [len(half) for half in halves(encoding)] == [3, 3]


@pytest.mark.parametrize("label", [IN_ORDER, SWAPPED])
def test_the_first_place_says_whether_the_texts_are_in_order(
    tokenizer: Tokenizer, label: int
) -> None:
    encoding = replace(tokenizer.encode("w1 w2", "w3"), labels={"sop": label})
    found = corrupt(ModelInput.clean(encoding), np.random.default_rng(0), tokenizer.vocabulary)
    assert found.targets["sop"].positions.tolist() == [0]
    assert found.targets["sop"].labels.tolist() == [label]
    assert np.array_equal(found.input_ids, encoding.ids)


def test_a_single_text_has_no_order_to_judge(tokenizer: Tokenizer) -> None:
    clean = ModelInput.clean(tokenizer.encode("w1 w2"))
    assert not corrupt(clean, np.random.default_rng(0), tokenizer.vocabulary).targets


def test_objectives_decide_together_how_documents_are_cut() -> None:
    known = catalog().objectives
    assert layout([known["masked"]]) is stream
    assert layout([known["masked"], known["next_sentence"]]) is pairs
    assert layout([known["ngram_masked"], known["sentence_order"]]) is order
    other = replace(known["next_sentence"], title="Another")
    assert layout([known["next_sentence"], other]) is pairs
    with pytest.raises(ValueError, match="cut documents differently"):
        layout([known["next_sentence"], known["sentence_order"]])
