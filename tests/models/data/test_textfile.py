import tracemalloc
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest

from models.data.sources import WorldSource, open_source
from models.data.textfile import MAX_DOCUMENT_CHARS, TextFile, split_sentences
from models.data.world.split import SPLITS


@pytest.fixture
def paragraphs(tmp_path: Path) -> Path:
    path = tmp_path / "own.txt"
    texts = [f"Paragraph {number} begins. It ends.\n나는 {number}번이다." for number in range(400)]
    path.write_text("\n\n".join(texts), encoding="utf-8")
    return path


def test_blank_lines_part_documents_and_marks_part_sentences(paragraphs: Path) -> None:
    documents = list(TextFile(paragraphs).once("train", 0))
    assert all(len(document) == 3 for document in documents)
    assert ("Paragraph 7 begins.", "It ends.", "나는 7번이다.") in documents


def test_the_two_splits_share_no_document_and_together_are_the_file(paragraphs: Path) -> None:
    train, held_out = (list(TextFile(paragraphs).once(split, 0)) for split in SPLITS)
    assert not set(train) & set(held_out)
    assert len(train) + len(held_out) == 400
    assert 5 <= len(held_out) <= 40


def test_documents_go_on_for_ever_in_another_order(paragraphs: Path) -> None:
    source = TextFile(paragraphs)
    size = len(list(source.once("train", 0)))
    both = list(islice(source.documents("train", 0), 2 * size))
    assert both[:size] != both[size:]
    assert set(both[:size]) == set(both[size:])
    assert both == list(islice(TextFile(paragraphs).documents("train", 0), 2 * size))


@pytest.mark.parametrize(
    ("title", "section"),
    [
        ("= Title =", "= = Section = ="),
        ("= A =", "== Section =="),
        ("# Title", "## Section 2"),
    ],
)
def test_a_heading_belongs_to_the_text_after_it(tmp_path: Path, title: str, section: str) -> None:
    path = tmp_path / "articles.txt"
    path.write_text(
        f" {title} \n \n {section} \n \n First text. \n More.\n\nSecond.\n{section}\n\nThird.\n"
        "\n = = = \n\n#hashtag\n\n x = 2 = y \n"
    )
    documents = {d for split in SPLITS for d in TextFile(path).once(split, 0)}
    assert documents == {
        (title, section, "First text.", "More."),
        ("Second.",),
        (section, "Third."),
        ("= = =",),
        ("#hashtag",),
        ("x = 2 = y",),
    }


def test_without_blank_lines_a_number_of_lines_is_a_document(tmp_path: Path) -> None:
    path = tmp_path / "lines.txt"
    path.write_text("\n".join(f"Line {number}" for number in range(80)))
    documents = [d for split in SPLITS for d in TextFile(path).once(split, 0)]
    assert sorted(map(len, documents)) == [8] * 10


def test_a_very_short_text_still_has_something_to_hold_out(tmp_path: Path) -> None:
    path = tmp_path / "short.txt"
    path.write_text("One line.\nAnother line.\nA third.")
    sizes = [len(list(TextFile(path).once(split, 0))) for split in SPLITS]
    assert min(sizes) >= 1
    assert sum(sizes) == 3


def test_a_byte_order_mark_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "bom.txt"
    path.write_bytes("처음.\n다음.".encode("utf-8-sig"))
    assert {d for split in SPLITS for d in TextFile(path).once(split, 0)} == {
        ("처음.",),
        ("다음.",),
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Who is it? It is me! Good.", ["Who is it?", "It is me!", "Good."]),
        ('He said "Go." Then he went.', ['He said "Go."', "Then he went."]),
        ("비가 온다. 왜? 모른다…", ["비가 온다.", "왜?", "모른다…"]),
        ("今日は。明日は。", ["今日は。", "明日は。"]),
        ("Pi is 3.14 and more", ["Pi is 3.14 and more"]),
        ("one\ntwo", ["one", "two"]),
        (" \n ", []),
    ],
)
def test_sentences_end_at_marks_and_line_ends(text: str, expected: list[str]) -> None:
    assert list(split_sentences(text)) == expected


def write(content: bytes) -> Callable[[Path], None]:
    return lambda path: path.write_bytes(content) and None


@pytest.mark.parametrize(
    ("prepare", "message"),
    [
        (lambda path: None, "there is no file"),
        (lambda path: path.mkdir(), "is a folder"),
        (lambda path: path.touch(), "is empty"),
        (write(b" \n\n \n"), "is empty"),
        (write("한국어 글".encode("cp949")), "not UTF-8"),
        (write("끝이 잘린".encode()[:-1]), "not UTF-8"),
        (write(b"text\0text"), "binary"),
        (write(b"only one line"), "too short"),
        (write(b"twice the same\n\ntwice the same"), "too short"),
    ],
)
def test_a_file_that_cannot_be_used_is_rejected_with_its_name(
    prepare: Callable[[Path], None], message: str, tmp_path: Path
) -> None:
    path = tmp_path / "mine.txt"
    prepare(path)
    with pytest.raises(ValueError, match=rf"mine\.txt.*{message}|{message}.*mine\.txt"):
        TextFile(path)


@pytest.mark.parametrize("separator", ["\n\n", "\n", " "], ids=["paragraphs", "lines", "one line"])
def test_a_large_file_is_never_whole_in_memory(tmp_path: Path, separator: str) -> None:
    path = tmp_path / "large.txt"
    with path.open("w") as file:
        for number in range(12):
            file.write(separator.join(f"Sentence {number} {i} is here." for i in range(10_000)))
            file.write(separator)
    size = path.stat().st_size
    source = TextFile(path)
    tracemalloc.start()
    longest = max(len(" ".join(document)) for document in source.once("train", 0))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert longest <= 2 * MAX_DOCUMENT_CHARS
    assert peak < max(2_000_000, 1.2 * 512 * longest)
    assert separator == " " or peak < size / 5


@pytest.mark.parametrize("name", ["world", "village", "world:en", "world:ko", "village:ko"])
def test_a_source_opens_again_by_its_name(name: str) -> None:
    source = open_source(name)
    assert source.name == name
    first = next(source.documents("train", 0))
    assert first == next(open_source(name).once("train", 0))
    assert all(isinstance(sentence, str) for sentence in first)


def test_a_file_is_a_source_like_the_world(paragraphs: Path) -> None:
    source = open_source(str(paragraphs))
    assert open_source(source.name).name == source.name
    assert next(source.documents("held_out", 0))


def test_a_world_source_speaks_the_chosen_language() -> None:
    for document in islice(WorldSource("village", "en").documents("train", 0), 50):
        assert all(sentence.isascii() for sentence in document)


@pytest.mark.parametrize(
    ("name", "message"), [("world:fr", "no language 'fr'"), ("", "no text"), ("wrold", "no file")]
)
def test_a_name_that_is_no_source_says_what_there_is(name: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        open_source(name)
