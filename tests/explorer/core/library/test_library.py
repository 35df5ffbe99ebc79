"""The library lists every model folder, also broken ones, and says what is wrong with them."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from explorer.core.engine.engine import Engine
from explorer.core.errors import UserError
from explorer.core.library.families import families
from explorer.core.library.library import Library, NoBaseError, UnnamedError
from models.runtime.file_lock import exclusive_lock
from models.runtime.generators import run_to_end
from models.schema.records import ModelInput
from models.schema.registry import catalog
from tests.explorer.adapters import write_adapter


@pytest.fixture
def own(tmp_path: Path) -> Path:
    return tmp_path / "runs"


@pytest.fixture
def library(tiny_models: Path, own: Path) -> Library:
    return Library(bundled=tiny_models, own=own)


def copy_of(tiny_models: Path, target: Path) -> Path:
    shutil.copytree(tiny_models / "bert-tiny", target)
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
    from models.checkpoints.checkpoint import load
    from models.schema.batch import num_parameters

    entry = library.entry("gpt2-tiny")
    model = load(entry.folder).model
    assert entry.parameters == num_parameters(model)  # type: ignore[arg-type]


def test_own_models_are_known_by_their_folder_and_found_by_name(
    tiny_models: Path, own: Path, library: Library
) -> None:
    folder = copy_of(tiny_models, own / "my-run")
    entry = library.entry("my-run")
    assert entry.key == str(folder)
    assert entry.origin == "own"
    assert library.entry(str(folder)) == entry


def test_a_run_that_is_not_finished_says_so(own: Path, library: Library) -> None:
    (own / "half" / "checkpoints").mkdir(parents=True)
    entry = library.entry("half")
    assert entry.problem is not None
    assert "not finished" in entry.problem


def test_a_run_that_ended_before_its_first_checkpoint_says_so(own: Path, library: Library) -> None:
    with exclusive_lock(own / "nothing"):
        pass
    entry = library.entry("nothing")
    assert entry.problem is not None
    assert "has saved nothing yet" in entry.problem


def test_among_many_files_only_those_of_the_model_are_looked_at(
    tiny_models: Path, own: Path, library: Library
) -> None:
    folder = copy_of(tiny_models, own / "crowded")
    picture = folder / "holiday.jpg"
    picture.write_bytes(b"x")
    before = library.entry("crowded")
    picture.write_bytes(b"another one")
    assert library.entry("crowded").version == before.version
    vocabulary = folder / "tokenizer.json"
    vocabulary.write_text(vocabulary.read_text() + " ")
    assert library.entry("crowded").version != before.version


def test_checkpoints_of_a_run_do_not_count_as_its_size(
    tiny_models: Path, own: Path, library: Library
) -> None:
    folder = copy_of(tiny_models, own / "run")
    size = library.entry("run").size_bytes
    inside = folder / "checkpoints" / "step-1"
    inside.mkdir(parents=True)
    (inside / "weights.safetensors").write_bytes(b"x" * 100)
    assert library.entry("run").size_bytes == size


def test_broken_folders_are_listed_with_their_problem(
    tiny_models: Path, own: Path, library: Library
) -> None:
    (own / "empty").mkdir(parents=True)
    bad_config = copy_of(tiny_models, own / "bad-config")
    (bad_config / "config.json").write_text("{")
    no_type = copy_of(tiny_models, own / "no-type")
    (no_type / "config.json").write_text("{}")
    no_weights = copy_of(tiny_models, own / "no-weights")
    (no_weights / "model.safetensors").unlink()
    pickled = copy_of(tiny_models, own / "pickled")
    (pickled / "model.safetensors").rename(pickled / "pytorch_model.bin")
    cut = copy_of(tiny_models, own / "cut")
    weights = (cut / "model.safetensors").read_bytes()
    (cut / "model.safetensors").write_bytes(weights[:-10])
    noise = copy_of(tiny_models, own / "noise")
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


def edit_config(folder: Path, **entries: Any) -> None:
    path = folder / "config.json"
    config = {**json.loads(path.read_text()), **entries}
    path.write_text(json.dumps({key: v for key, v in config.items() if v is not None}))


@pytest.mark.parametrize("remains", ["model.safetensors", ""])
def test_a_model_of_a_foreign_type_is_rejected_when_it_is_opened(
    tiny_models: Path, tmp_path: Path, library: Library, remains: str
) -> None:
    folder = copy_of(tiny_models, tmp_path / "rwkv")
    edit_config(folder, model_type="rwkv")
    if not remains:
        (folder / "model.safetensors").unlink()
    with pytest.raises(UserError, match="model_type 'rwkv', which no architecture") as caught:
        library.open_folder(folder)
    assert "bert" in caught.value.hint
    assert "weights" not in str(caught.value), "they would not help"
    assert library.opened_folders == ()


@pytest.mark.parametrize("remains", ["model.safetensors", ""])
def test_a_model_without_a_tokenizer_is_rejected_when_it_is_opened(
    tiny_models: Path, tmp_path: Path, library: Library, remains: str
) -> None:
    folder = copy_of(tiny_models, tmp_path / "mute")
    (folder / "tokenizer.json").unlink()
    if not remains:
        (folder / "model.safetensors").unlink()
    with pytest.raises(UserError, match="no tokenizer") as caught:
        library.open_folder(folder)
    assert "vocab.txt" in caught.value.hint
    assert library.opened_folders == ()


@pytest.fixture
def unnamed(tiny_models: Path, tmp_path: Path) -> Path:
    """A folder as of 2019, whose config.json names no model_type."""
    folder = copy_of(tiny_models, tmp_path / "of-2019")
    edit_config(folder, model_type=None, architectures=None)
    return folder


def test_a_config_of_2019_opens_once_a_person_says_what_it_is(
    unnamed: Path, tiny_models: Path, library: Library
) -> None:
    before = (unnamed / "config.json").read_bytes()
    with pytest.raises(UnnamedError, match="does not say its model_type") as caught:
        library.open_folder(unnamed)
    assert "--architecture" in caught.value.hint
    entry = library.open_folder(unnamed, "bert")
    assert (entry.architecture, entry.num_positions) == ("bert", 24)
    assert Engine(library).card(entry.key).spec.name == "bert"
    again = Library(library.opened_folders, tiny_models, architectures=library.architectures)
    assert again.entry(entry.key) == entry
    assert (unnamed / "config.json").read_bytes() == before
    library.forget(entry.key)
    assert library.architectures == {}


def test_what_a_person_said_wrongly_is_not_remembered(unnamed: Path, library: Library) -> None:
    with pytest.raises(UserError, match="'rwkv'"):
        library.open_folder(unnamed, "rwkv")
    assert library.architectures == {}
    with pytest.raises(UnnamedError):
        library.open_folder(unnamed)


def test_what_config_json_says_is_not_overruled(tiny_models: Path, tmp_path: Path) -> None:
    folder = copy_of(tiny_models, tmp_path / "named")
    assert Library(architecture="gpt2").entry(str(folder)).architecture == "bert"


def test_a_model_without_weights_is_not_asked_for_its_architecture(
    unnamed: Path, library: Library
) -> None:
    (unnamed / "model.safetensors").rename(unnamed / "pytorch_model.bin")
    with pytest.raises(UserError, match="as a pickle"):
        library.open_folder(unnamed)


@pytest.mark.parametrize("name", ["bert-tiny", "gpt2-tiny", "electra-tiny", "distilbert-tiny"])
def test_the_names_of_the_weights_say_which_architecture_fits_best(
    tiny_models: Path, name: str
) -> None:
    found = run_to_end(families(str(tiny_models / name)))
    assert next(iter(found.values())) == name.removesuffix("-tiny")
    assert set(found.values()) == {spec.model_type for spec in catalog().architectures.values()}


@pytest.mark.parametrize(
    "entry",
    [
        {"dtype": "F32", "shape": [1], "data_offsets": [0, float("inf")]},
        {"dtype": "F32", "shape": [float("inf")], "data_offsets": [0, 4]},
        {"dtype": "F32", "shape": "xy", "data_offsets": [0, 4]},
    ],
)
def test_weights_with_impossible_numbers_in_their_header_do_not_hide_the_others(
    tiny_models: Path, own: Path, library: Library, entry: dict[str, object]
) -> None:
    header = json.dumps({"a": entry}).encode()
    odd = copy_of(tiny_models, own / "odd") / "model.safetensors"
    odd.write_bytes(len(header).to_bytes(8, "little") + header + bytes(4))
    problems = {one.name: one.problem for one in library.entries()}
    assert "no readable safetensors" in (problems["odd"] or "")
    assert problems["bert-tiny"] is None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes in folders")
def test_a_pipe_in_place_of_a_file_is_not_waited_for(
    tiny_models: Path, own: Path, library: Library
) -> None:
    folder = copy_of(tiny_models, own / "piped")
    (folder / "run.json").unlink()
    os.mkfifo(folder / "run.json")
    assert library.entry("piped").problem is None


def test_paths_that_lead_nowhere_are_rejected_in_a_sentence(
    tmp_path: Path, library: Library
) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "back")
    (tmp_path / "back").symlink_to(tmp_path / "loop")
    for path in (tmp_path / "loop", tmp_path / ("x" * 300), "/".join(["y" * 200] * 30)):
        with pytest.raises(UserError, match="There is no model"):
            library.open_folder(path)
        with pytest.raises(UserError, match="There is no model"):
            library.usable(str(path))


def test_a_folder_with_links_to_itself_and_a_name_in_any_script_is_opened(
    tiny_models: Path, tmp_path: Path, library: Library
) -> None:
    folder = copy_of(tiny_models, tmp_path / "모델 😀 <b>%s {x}")
    (folder / "self").symlink_to(".")
    (folder / "up").symlink_to("..")
    assert library.open_folder(folder).problem is None
    assert len(Engine(library).encode(str(folder), "the capital")) > 2


def test_a_name_that_is_not_utf8_is_rejected_before_the_session_must_hold_it(
    tiny_models: Path, tmp_path: Path, library: Library
) -> None:
    try:
        folder = copy_of(tiny_models, tmp_path / os.fsdecode(b"latin-\xff"))
    except OSError:
        pytest.skip("this system takes no such name")
    with pytest.raises(UserError, match="is not UTF-8") as caught:
        library.open_folder(folder)
    assert caught.value.hint == "Give the folder another name."
    assert library.opened_folders == ()


@pytest.mark.parametrize("name", ["config.json", "model.safetensors"])
def test_a_file_that_this_person_may_not_read_is_not_called_damaged(
    name: str, tiny_models: Path, own: Path, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy_of(tiny_models, own / "locked")
    opened = Path.open

    def locked(path: Path, *args: Any, **kwargs: Any) -> Any:
        if path.name == name:
            raise PermissionError(13, "Permission denied", str(path))
        return opened(path, *args, **kwargs)

    monkeypatch.setattr(Path, "open", locked)
    problem = library.entry("locked").problem or ""
    assert f"{name} cannot be read (Permission denied)" in problem


def test_a_broken_run_file_says_nothing_about_the_model(
    tiny_models: Path, own: Path, library: Library
) -> None:
    folder = copy_of(tiny_models, own / "run")
    (folder / "run.json").write_text("[1, 2")
    entry = library.entry("run")
    assert entry.problem is None
    assert entry.title == "run"


@pytest.mark.parametrize("count", [True, -5, 10**299 * -1, "many"])
def test_numbers_of_a_run_file_that_cannot_be_are_left_out(
    count: object, tiny_models: Path, own: Path, library: Library
) -> None:
    folder = copy_of(tiny_models, own / "run")
    told = {"parameters": count, "recipe": {"schedule": {"length": count}}}
    huge = {"mlm_loss": float("inf"), "mlm_accuracy": 0.5}
    (folder / "run.json").write_text(json.dumps({**told, "metrics": huge}))
    entry = library.entry("run")
    assert entry.parameters == library.entry("bert-tiny").parameters
    assert entry.window is None
    assert entry.metrics == {"mlm_accuracy": 0.5}


def test_a_folder_is_read_again_once_a_file_in_it_changes(
    tiny_models: Path, own: Path, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = copy_of(tiny_models, own / "mine")
    first = library.entry("mine")
    reads: list[Path] = []
    opened = Path.open

    def spy(path: Path, *args: Any, **kwargs: Any) -> Any:
        reads.append(path)
        return opened(path, *args, **kwargs)

    monkeypatch.setattr(Path, "open", spy)
    assert library.entry("mine") == first
    assert reads == []
    (folder / "run.json").write_text('{"title": "Another name"}', encoding="utf-8")
    assert library.entry("mine").title == "Another name"
    (folder / "config.json").unlink()
    assert library.entry("mine").problem is not None


def test_an_opened_folder_is_remembered_once_and_can_be_forgotten(
    tiny_models: Path, tmp_path: Path, library: Library
) -> None:
    folder = copy_of(tiny_models, tmp_path / "else" / "where")
    entry = library.open_folder(folder)
    library.open_folder(str(folder))
    assert entry.origin == "opened"
    assert library.opened_folders == (str(folder),)
    assert [e.key for e in library.entries()].count(str(folder)) == 1
    library.forget(str(folder))
    assert library.opened_folders == ()


def test_a_model_in_the_cache_of_hugging_face_is_opened_at_its_top(
    tiny_models: Path, tmp_path: Path, library: Library
) -> None:
    top = tmp_path / "models--google--electra-small"
    state = copy_of(tiny_models, top / "snapshots" / "86b5e0934494bd15")
    (state / "run.json").unlink()
    entry = library.open_folder(top)
    assert (entry.title, entry.name, entry.folder) == ("electra-small", "electra-small", state)
    assert library.opened_folders == (str(state),)


def test_a_file_of_a_model_opens_its_folder(
    tiny_models: Path, tmp_path: Path, library: Library
) -> None:
    folder = copy_of(tiny_models, tmp_path / "mine")
    assert library.open_folder(folder / "model.safetensors").folder == folder


def test_a_packed_model_is_not_opened(tmp_path: Path, library: Library) -> None:
    (tmp_path / "bert.zip").touch()
    with pytest.raises(UserError, match="Unpack it"):
        library.open_folder(tmp_path / "bert.zip")


def test_a_missing_shard_is_listed_as_a_problem(
    tiny_models: Path, own: Path, library: Library
) -> None:
    folder = copy_of(tiny_models, own / "sharded")
    (folder / "model.safetensors").rename(folder / "model-00001-of-00002.safetensors")
    files = {"a": "model-00001-of-00002.safetensors", "b": "model-00002-of-00002.safetensors"}
    (folder / "model.safetensors.index.json").write_text(json.dumps({"weight_map": files}))
    assert "lacks model-00002-of-00002" in (library.entry("sharded").problem or "")


def test_a_tensor_in_two_files_is_counted_once(
    tiny_models: Path, own: Path, library: Library
) -> None:
    folder = copy_of(tiny_models, own / "sharded")
    (folder / "run.json").unlink()
    whole = (folder / "model.safetensors").read_bytes()
    (folder / "model.safetensors").unlink()
    names = [f"model-0000{number}-of-00002.safetensors" for number in (1, 2)]
    for name in names:
        (folder / name).write_bytes(whole)
    header = json.loads(whole[8 : 8 + int.from_bytes(whole[:8], "little")])
    holders = {name: names[number % 2] for number, name in enumerate(header)}
    (folder / "model.safetensors.index.json").write_text(json.dumps({"weight_map": holders}))
    assert library.entry("sharded").parameters == library.entry("bert-tiny").parameters


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


def test_models_are_listed_without_torch(tiny_models: Path) -> None:
    code = (
        "import sys\nfrom pathlib import Path\nfrom explorer.core.library.library import Library\n"
        "from explorer.core.engine.engine import Engine\n"
        f"library = Library(bundled=Path({json.dumps(str(tiny_models))}))\n"
        "assert len(library.entries()) == 4\n"
        "assert len(Engine(library).encode('bert-tiny', 'the capital')) > 2\n"
        "sys.exit('torch' in sys.modules)\n"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_an_adapter_is_a_model_beside_its_base(tiny_models: Path, tmp_path: Path) -> None:
    """It has the architecture and the tokenizer of its base, and other predictions."""
    folder = write_adapter(tiny_models / "bert-tiny", tmp_path / "adapter")
    library = Library(bundled=tiny_models)
    entry = library.open_folder(folder)
    assert (entry.problem, entry.architecture, entry.name) == (None, "bert", "adapter")
    assert entry.size_bytes > library.entry("bert-tiny").size_bytes
    engine = Engine(library)
    text = "the capital of france ."
    encodings = [engine.encode(key, text, "") for key in ("bert-tiny", entry.key)]
    assert encodings[0].ids.tolist() == encodings[1].ids.tolist()
    assert not np.allclose(*(logits(engine, key) for key in ("bert-tiny", entry.key)))


def logits(engine: Engine, key: str) -> np.ndarray[Any, Any]:
    fed = ModelInput.clean(engine.encode(key, "the capital of france ."))
    return engine.trace(key, fed, ("logits",)).logits["mlm"]


def test_an_adapter_switched_off_is_its_base_under_its_own_name(
    tiny_models: Path, tmp_path: Path
) -> None:
    folder = write_adapter(tiny_models / "bert-tiny", tmp_path / "adapter")
    library = Library(bundled=tiny_models)
    entry = library.open_folder(folder)
    off, base = library.usable(f"{entry.key}@base"), library.entry("bert-tiny")
    assert (off.key, off.name) == (f"{entry.key}@base", "adapter@base")
    assert off.title == "adapter (adapter off)"
    assert (off.folder, off.metrics, off.adapter) == (base.folder, base.metrics, folder)
    assert library.entry("adapter@base") == off  # a name is enough where it is in the list
    engine = Engine(library)
    assert np.array_equal(logits(engine, off.key), logits(engine, "bert-tiny"))
    assert engine.card(off.key).title == off.title


def test_what_lora_learned_here_is_switched_off_too(tiny_models: Path, own: Path) -> None:
    """A run has what it learned in its weights, and the adapter in a folder of its own."""
    run = copy_of(tiny_models, own / "run")
    assert Library(bundled=tiny_models, own=own).entry("run").adapter is None
    write_adapter(tiny_models / "bert-tiny", run / "adapter")
    library = Library(bundled=tiny_models, own=own)
    assert library.entry("run").adapter is None  # who knows whether its weights have it?
    (run / "run.json").write_text(json.dumps({"finetuning": {}}))
    assert library.entry("run").adapter == run / "adapter"
    assert library.usable("run@base").folder == tiny_models / "bert-tiny"


def test_a_model_without_an_adapter_has_none_to_switch_off(library: Library) -> None:
    with pytest.raises(UserError, match="BERT has no adapter"):
        library.entry("bert-tiny@base")


def test_a_switched_off_adapter_says_that_its_base_is_gone(
    tiny_models: Path, own: Path, tmp_path: Path
) -> None:
    base = copy_of(tiny_models, tmp_path / "base")
    run = copy_of(tiny_models, own / "run")
    write_adapter(base, run / "adapter")
    (run / "run.json").write_text(json.dumps({"finetuning": {}}))
    shutil.rmtree(base)
    off = Library(bundled=tiny_models, own=own).entry(f"{run}@base")
    assert off.problem is not None
    assert str(base) in off.problem
    assert off.key == f"{run}@base"
    assert off.adapter == run / "adapter"


@pytest.fixture
def without_base(tiny_models: Path, tmp_path: Path) -> Path:
    """An adapter of BERT whose base is called as nothing on this computer is."""
    return write_adapter(tiny_models / "bert-tiny", tmp_path / "adapter", "someone/bert-large")


def test_an_adapter_without_its_base_opens_on_the_one_that_a_person_chooses(
    without_base: Path, tiny_models: Path, library: Library
) -> None:
    before = sorted(without_base.iterdir())
    with pytest.raises(NoBaseError, match=r"of 'someone/bert-large'.*no model.*--base") as caught:
        library.open_folder(without_base)
    assert caught.value.base == "someone/bert-large"
    entry = library.open_folder(without_base, base="bert-tiny")
    assert (entry.problem, entry.architecture) == (None, "bert")
    assert library.bases == {str(without_base): str(tiny_models / "bert-tiny")}
    engine = Engine(library)
    assert not np.allclose(*(logits(engine, key) for key in ("bert-tiny", entry.key)))
    assert library.usable(f"{entry.key}@base").folder == tiny_models / "bert-tiny"
    library.forget(entry.key)  # and so is the choice
    assert library.bases == {}
    with pytest.raises(NoBaseError):
        library.open_folder(without_base)
    assert sorted(without_base.iterdir()) == before
    remembered = {str(without_base): str(tiny_models / "bert-tiny")}
    assert Library([without_base], tiny_models, bases=remembered).usable("adapter").problem is None
    Library([without_base], tiny_models, bases=remembered).forget(str(without_base))


def test_a_base_that_does_not_fit_is_refused_before_anything_is_read(
    without_base: Path, library: Library, tmp_path: Path
) -> None:
    for base, reason in {
        "gpt2-tiny": "does not fit the model",
        str(without_base): "no model",
        "nothing": "There is no model 'nothing'",
    }.items():
        with pytest.raises(UserError, match=reason):
            library.open_folder(without_base, base=base)
    other = write_adapter(library.entry("bert-tiny").folder, tmp_path / "other")
    with pytest.raises(UserError, match="other is an adapter itself"):
        library.open_folder(without_base, base=str(other))
    assert library.bases == {}
    assert library.opened_folders == ()


def test_a_command_names_the_base_of_an_adapter(without_base: Path, tiny_models: Path) -> None:
    library = Library(bundled=tiny_models, base="bert-tiny")
    assert library.usable(str(without_base)).problem is None
    library.forget(str(without_base))
