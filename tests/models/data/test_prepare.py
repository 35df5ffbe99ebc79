import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from models.data import sources
from models.data.prepare import PreparedData, prepare
from models.runtime import resources
from models.runtime.generators import run_to_end
from models.tokenization.base import Tokenizer
from tests.models import tiny


@pytest.fixture
def own_world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the world that a test may edit; the program is as if it had just been started."""
    shutil.copytree(resources.resource("world"), tmp_path / "resources" / "world")
    monkeypatch.setattr(resources, "_ROOT", tmp_path / "resources")
    _start_again()
    yield tmp_path / "resources" / "world"
    _start_again()


def _start_again() -> None:
    sources.loaded_world.cache_clear()
    sources._hash.cache_clear()


def _ready(folder: Path, tokenizer: Tokenizer | None = None) -> PreparedData:
    made_of = replace(tiny.recipe("bert", "village:en"), data_tokens=2000)
    return run_to_end(prepare(made_of, folder, tokenizer))


def _end(prepared: PreparedData) -> str:
    last = prepared.train.document(0)[0][-1]
    return prepared.tokenizer.token(int(last))


def test_an_edited_world_is_tokenized_anew_by_the_same_tokenizer(
    own_world: Path, tmp_path: Path
) -> None:
    before = _ready(tmp_path / "cache")
    assert _end(before) == "."
    for path in (own_world / "patterns").glob("*.toml"):
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace('."\n', '?"\n'), encoding="utf-8")
    _start_again()
    after = _ready(tmp_path / "cache", before.tokenizer)
    assert after.tokenizer.hash == before.tokenizer.hash
    assert _end(after) == "?"


def test_the_world_is_tokenized_once_as_long_as_nobody_edits_it(
    own_world: Path, tmp_path: Path
) -> None:
    before = _ready(tmp_path / "cache")
    _start_again()
    assert _ready(tmp_path / "cache", before.tokenizer).train.folder == before.train.folder


def test_a_text_whose_name_is_as_long_as_names_can_be_is_read(tmp_path: Path) -> None:
    """Two texts that begin alike do not share what was made of one of them."""
    folders = []
    for last in "가나":
        text = tmp_path / ("가" * 80 + last + ".txt")
        shutil.copy(tiny.write_text(tmp_path), text)
        made_of = replace(tiny.recipe("gpt2", text), data_tokens=2000)
        folders.append(run_to_end(prepare(made_of, tmp_path / "cache")).train.folder)
    assert folders[0] != folders[1]


def test_what_share_of_a_text_is_read_is_known(tmp_path: Path) -> None:
    text = tmp_path / "own.txt"
    paragraphs = (f"Here is number {n} of many paragraphs. It is short." for n in range(2000))
    text.write_text("\n\n".join(paragraphs), encoding="utf-8")
    made_of = tiny.recipe("bert", text)
    shares = [
        run_to_end(prepare(replace(made_of, data_tokens=tokens), tmp_path / "cache")).share_read
        for tokens in (5000, 1_000_000)
    ]
    assert 0.05 < shares[0] < 0.5
    assert shares[1] == 1.0
    assert _ready(tmp_path / "cache").share_read == 1.0, "the mini-world has no end"


def test_examples_begin_anywhere_in_a_text_file_and_with_a_document_of_the_mini_world(
    tmp_path: Path,
) -> None:
    text = tiny.write_text(tmp_path)
    prepared = run_to_end(prepare(replace(tiny.recipe("gpt2", text), data_tokens=2000), tmp_path))
    assert prepared.train.begins_anywhere
    assert prepared.held_out.begins_anywhere
    assert not _ready(tmp_path).train.begins_anywhere


def test_a_source_that_is_not_there_is_missed_before_anything_is_prepared(tmp_path: Path) -> None:
    made_of = replace(tiny.recipe("bert"), single_data="fact")
    with pytest.raises(ValueError, match="there is no file fact"):
        next(prepare(made_of, tmp_path / "cache"))
