"""The library lists every model folder, also broken ones, and says what is wrong with them."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from explorer.core.errors import UserError
from explorer.core.library import Library


@pytest.fixture
def own(tmp_path: Path) -> Path:
    return tmp_path / "runs"


@pytest.fixture
def library(zoo: Path, own: Path) -> Library:
    return Library(bundled=zoo, own=own)


def copy_of(zoo: Path, target: Path) -> Path:
    shutil.copytree(zoo / "bert-tiny", target)
    return target


def test_bundled_models_are_listed_by_name_with_what_their_files_say(library: Library) -> None:
    entries = library.entries()
    assert [entry.key for entry in entries] == [
        "bert-tiny",
        "distilbert-tiny",
        "electra-tiny",
        "gpt2-tiny",
    ]
    bert = entries[0]
    assert bert.title == "BERT"
    assert bert.architecture == "bert"
    assert bert.origin == "bundled"
    assert bert.num_positions == 24
    assert bert.metrics == {"loss": 1.5}
    assert bert.problem is None
    assert bert.size_bytes == (bert.folder / "model.safetensors").stat().st_size


def test_parameters_are_counted_from_the_header_alone(library: Library) -> None:
    from models.batch import num_parameters
    from models.checkpoints import load

    entry = library.entry("gpt2-tiny")
    model = load(entry.folder).model
    assert entry.parameters == num_parameters(model)  # type: ignore[arg-type]


def test_own_models_are_known_by_their_folder_and_found_by_name(
    zoo: Path, own: Path, library: Library
) -> None:
    folder = copy_of(zoo, own / "my-run")
    entry = library.entry("my-run")
    assert entry.key == str(folder)
    assert entry.origin == "own"
    assert library.entry(str(folder)) == entry


def test_a_run_that_is_not_finished_says_so(own: Path, library: Library) -> None:
    (own / "half" / "checkpoints").mkdir(parents=True)
    entry = library.entry("half")
    assert entry.problem is not None
    assert "not finished" in entry.problem


def test_checkpoints_of_a_run_do_not_count_as_its_size(
    zoo: Path, own: Path, library: Library
) -> None:
    folder = copy_of(zoo, own / "run")
    size = library.entry("run").size_bytes
    inside = folder / "checkpoints" / "step-1"
    inside.mkdir(parents=True)
    (inside / "weights.safetensors").write_bytes(b"x" * 100)
    assert library.entry("run").size_bytes == size


def test_broken_folders_are_listed_with_their_problem(
    zoo: Path, own: Path, library: Library
) -> None:
    (own / "empty").mkdir(parents=True)
    bad_config = copy_of(zoo, own / "bad-config")
    (bad_config / "config.json").write_text("{")
    no_type = copy_of(zoo, own / "no-type")
    (no_type / "config.json").write_text("{}")
    no_weights = copy_of(zoo, own / "no-weights")
    (no_weights / "model.safetensors").unlink()
    pickled = copy_of(zoo, own / "pickled")
    (pickled / "model.safetensors").rename(pickled / "pytorch_model.bin")
    cut = copy_of(zoo, own / "cut")
    weights = (cut / "model.safetensors").read_bytes()
    (cut / "model.safetensors").write_bytes(weights[:-10])
    noise = copy_of(zoo, own / "noise")
    (noise / "model.safetensors").write_bytes(b"no tensors in here, only words")
    problems = {e.name: e.problem for e in library.entries() if e.origin == "own"}
    said = {
        "empty": "no config.json",
        "bad-config": "is broken",
        "no-type": "model_type",
        "no-weights": "no model.safetensors",
        "pickled": "pickle",
        "cut": "cut off",
        "noise": "no readable safetensors",
    }
    assert {name: text in (problems[name] or "") for name, text in said.items()} == dict.fromkeys(
        said, True
    )


def test_a_broken_run_file_says_nothing_about_the_model(
    zoo: Path, own: Path, library: Library
) -> None:
    folder = copy_of(zoo, own / "run")
    (folder / "run.json").write_text("[1, 2")
    entry = library.entry("run")
    assert entry.problem is None
    assert entry.title == "run"


def test_a_folder_is_read_again_once_a_file_in_it_changes(
    zoo: Path, own: Path, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = copy_of(zoo, own / "mine")
    first = library.entry("mine")
    reads: list[Path] = []
    read = Path.read_text

    def spy(path: Path, **kwargs: str) -> str:
        reads.append(path)
        return read(path, **kwargs)

    monkeypatch.setattr(Path, "read_text", spy)
    assert library.entry("mine") == first
    assert reads == []
    (folder / "run.json").write_text('{"title": "Another name"}', encoding="utf-8")
    assert library.entry("mine").title == "Another name"
    (folder / "config.json").unlink()
    assert library.entry("mine").problem is not None


def test_an_opened_folder_is_remembered_once_and_can_be_forgotten(
    zoo: Path, tmp_path: Path, library: Library
) -> None:
    folder = copy_of(zoo, tmp_path / "else" / "where")
    entry = library.open_folder(folder)
    library.open_folder(str(folder))
    assert entry.origin == "opened"
    assert library.opened == (str(folder),)
    assert [e.key for e in library.entries()].count(str(folder)) == 1
    library.forget(str(folder))
    assert library.opened == ()


def test_opening_a_folder_without_a_model_says_what_to_do(tmp_path: Path, library: Library) -> None:
    with pytest.raises(UserError) as caught:
        library.open_folder(tmp_path)
    assert "config.json" in caught.value.message
    assert caught.value.hint


@pytest.mark.parametrize("name", ["bort-tiny", "~nobody-of-this-name/model", "", "\0"])
def test_an_unknown_name_is_answered_with_those_that_exist(
    name: str, library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UserError) as caught:
        library.usable(name)
    assert caught.value.hint


def test_the_models_that_exist_are_named(library: Library) -> None:
    with pytest.raises(UserError) as caught:
        library.entry("bort-tiny")
    assert "bert-tiny" in caught.value.hint


def test_a_new_run_gets_a_folder_of_its_own(own: Path, library: Library) -> None:
    assert library.new_run_folder("a/b c") == own / "a-b-c"
    (own / "x").mkdir(parents=True)
    (own / "x-2").mkdir()
    assert library.new_run_folder("x") == own / "x-3"


def test_models_are_listed_without_torch(zoo: Path) -> None:
    code = (
        "import sys\nfrom pathlib import Path\nfrom explorer.core.library import Library\n"
        "from explorer.core.engine import Engine\n"
        f"library = Library(bundled=Path({json.dumps(str(zoo))}))\n"
        "assert len(library.entries()) == 4\n"
        "assert len(Engine(library).encode('bert-tiny', 'the capital')) > 2\n"
        "sys.exit('torch' in sys.modules)\n"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
