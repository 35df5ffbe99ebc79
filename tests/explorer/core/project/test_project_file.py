"""A project file holds a window and its report; what is no project changes nothing."""

import json
import math
import os
import shutil
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save_file

from explorer.core.comparisons.pages import BUNDLED, page
from explorer.core.errors import UserError
from explorer.core.library.library import Library
from explorer.core.project import file as project_file
from explorer.core.project.file import (
    OpenedProject,
    check_own,
    is_project,
    open_project,
    save_project,
    stamp,
)
from explorer.core.project.models import ModelReference, weights_hash
from explorer.core.project.workspace import Workspace, store_pictures, sweep_pictures
from explorer.core.report.entries import Report, ReportFigure
from explorer.core.state.state import Head, Selection, State
from models.comparison.bundled import bundled_path
from models.comparison.catalog import find_experiment
from models.runtime.generators import run_to_end
from tests.explorer.adapters import LAYER, write_adapter

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><rect width="2" height="1"/></svg>'
CONFIG = {"model_type": "bert", "num_hidden_layers": 1, "max_position_embeddings": 8}
NAME = "direction"
RESULT = f"results/comparisons/{NAME}/quick-0123abcd/result.json"
MEASURED = bundled_path(NAME).read_bytes()
PART = f"results/sentences/{'0' * 32}/part-0000000.npz"


def model(folder: Path, number: float = 0.0, title: str = "") -> Path:
    folder.mkdir(parents=True)
    (folder / "config.json").write_text(json.dumps(CONFIG), encoding="utf-8")
    save_file({"weight": np.full((2, 2), number, np.float32)}, folder / "model.safetensors")
    (folder / "tokenizer.json").write_text("{}", encoding="utf-8")
    (folder / "run.json").write_text(json.dumps({"title": title or folder.name}), encoding="utf-8")
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return model(tmp_path / "ours" / "models" / "my model")


@pytest.fixture
def library(tmp_path: Path, folder: Path) -> Library:
    model(tmp_path / "bundled" / "bert-mini", 7.0)
    return Library([folder], bundled=tmp_path / "bundled", own=tmp_path / "none")


def work_of(*models: str) -> Workspace:
    """A window with every kind of choice, and a report with one figure of it."""
    state = State(
        text="프랑스의 수도는 [MASK]이다.",
        models=models,
        panel="masking",
        theme="dark",
        selection=Selection(2, 0, 1, models[-1]),
        masks={models[-1]: {2: True}},
        ablated={models[-1]: (Head("encoder", 0, 1),)},
        panel_settings={"attention": {"alone": models[-1], "view": "lines"}},
    )
    made = ReportFigure("Masking", "Masking · seed 1", SVG, replace(state, seed=4), "A note.")
    return Workspace(state, Report("Mine", (made,)))


def save(path: Path, work: Workspace, library: Library, *, inside: bool = False) -> Path:
    entries, architectures = library.entries(), library.architectures
    run_to_end(save_project(path, work, entries, architectures, inside=inside))
    return path


def opened(path: Path, library: Library) -> OpenedProject:
    result = run_to_end(open_project(path, library.entries()))
    assert isinstance(result, OpenedProject)
    return result


def rewritten(path: Path, change: Callable[[dict[str, bytes]], None]) -> Path:
    """The file with other contents."""
    with zipfile.ZipFile(path) as archive:
        contents = {name: archive.read(name) for name in archive.namelist()}
    change(contents)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in contents.items():
            archive.writestr(name, content)
    return path


def test_a_project_opens_as_it_was_saved(tmp_path: Path, folder: Path, library: Library) -> None:
    work = work_of("bert-mini", str(folder))
    path = save(tmp_path / "ours" / "a.plmx", work, library)
    result = opened(path, library)
    assert result.work.content == work.content
    assert result.remarks == ()
    assert result.work.missing == ()
    assert is_project(path)


def test_a_file_names_no_folder_of_the_person(
    tmp_path: Path, folder: Path, library: Library
) -> None:
    path = save(tmp_path / "ours" / "a.plmx", work_of(str(folder)), library)
    with zipfile.ZipFile(path) as archive:
        text = archive.read("project.json").decode()
    assert str(tmp_path) not in text
    assert '"path": "models/my model"' in text
    assert weights_hash(folder) in text


def test_a_model_is_found_beside_the_project_wherever_both_are_moved(
    tmp_path: Path, folder: Path, library: Library
) -> None:
    save(tmp_path / "ours" / "a.plmx", work_of(str(folder)), library)
    (tmp_path / "ours").rename(tmp_path / "theirs")
    result = opened(tmp_path / "theirs" / "a.plmx", Library(bundled=tmp_path / "bundled"))
    key = str(tmp_path / "theirs" / "models" / "my model")
    state = result.work.report.figures[0].state
    assert state.models == (key,)
    assert state.masks == {key: {2: True}}
    assert state.selection.model == key
    assert state.panel_settings["attention"]["alone"] == key


def test_a_model_that_is_elsewhere_is_recognised_by_its_weights(
    tmp_path: Path, folder: Path, library: Library
) -> None:
    path = save(tmp_path / "ours" / "a.plmx", work_of(str(folder)), library)
    moved = folder.rename(tmp_path / "elsewhere")
    result = opened(path, Library([moved], bundled=tmp_path / "bundled"))
    assert result.work.state.models == (str(moved),)


def test_a_missing_model_is_named_and_can_be_given_later(
    tmp_path: Path, folder: Path, library: Library
) -> None:
    path = save(tmp_path / "ours" / "a.plmx", work_of("bert-mini", str(folder)), library)
    moved = folder.rename(tmp_path / "elsewhere")
    result = opened(path, Library(bundled=tmp_path / "bundled"))
    (missing,) = result.work.missing
    assert missing.title == "my model"
    assert missing.hash == weights_hash(moved)
    assert result.work.state.models == ("bert-mini", missing.token)
    again = save(tmp_path / "b.plmx", result.work, Library(bundled=tmp_path / "bundled"))
    assert opened(again, library).work.missing == (missing,)
    given = result.work.rename_keys({missing.token: str(moved)})
    assert given.missing == ()
    assert given.report.figures[0].state.ablated == {str(moved): (Head("encoder", 0, 1),)}


def test_other_weights_in_the_same_place_are_used_and_said(
    tmp_path: Path, folder: Path, library: Library
) -> None:
    path = save(tmp_path / "ours" / "a.plmx", work_of(str(folder)), library)
    save_file({"weight": np.ones((2, 2), np.float32)}, folder / "model.safetensors")
    result = opened(path, library)
    assert result.work.state.models == (str(folder),)
    assert "my model" in result.remarks[0]
    assert weights_hash(folder) in result.remarks[0]


def test_models_inside_are_unpacked_once_and_only_where_they_are_not(
    tmp_path: Path, folder: Path, library: Library, plm_explorer_home: Path
) -> None:
    work = work_of("bert-mini", str(folder))
    path = save(tmp_path / "ours" / "a.plmx", work, library, inside=True)
    digest = weights_hash(folder)
    assert opened(path, library).work.content == work.content
    assert not plm_explorer_home.exists()
    folder.rename(tmp_path / "gone")
    others = Library(bundled=tmp_path / "bundled")
    keys = {opened(path, others).work.state.models[1] for _ in range(2)}
    (key,) = keys
    assert weights_hash(Path(key)) == digest
    assert Path(key).parent == plm_explorer_home / "project-models"
    assert [one.name for one in Path(key).parent.iterdir()] == [Path(key).name]


def test_weights_inside_that_are_not_those_named_are_rejected(
    tmp_path: Path, folder: Path, library: Library, plm_explorer_home: Path
) -> None:
    path = save(tmp_path / "ours" / "a.plmx", work_of(str(folder)), library, inside=True)
    folder.rename(tmp_path / "gone")
    with zipfile.ZipFile(path) as archive:
        contents = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(path, "w") as archive:  # models are stored, not packed
        for name, content in contents.items():
            other = content[:-1] + b"\x01" if name.endswith(".safetensors") else content
            archive.writestr(name, other)
    with pytest.raises(UserError, match="not those that it names"):
        opened(path, Library(bundled=tmp_path / "bundled"))
    assert not plm_explorer_home.exists()


def foreign_of(home: Path) -> list[Path]:
    return sorted((home / "project-results").rglob("result.json"))


def test_results_of_a_project_are_kept_apart_from_those_run_here(
    tmp_path: Path, library: Library, plm_explorer_home: Path
) -> None:
    own = plm_explorer_home / RESULT.removeprefix("results/")
    own.parent.mkdir(parents=True)
    own.write_bytes(MEASURED)
    path = save(tmp_path / "a.plmx", work_of("bert-mini"), library)
    assert opened(path, library).remarks == (), "the same was run here"
    assert not foreign_of(plm_explorer_home)
    own.write_bytes(MEASURED + b"\n")
    for _ in range(2):
        result = opened(path, library)
    assert own.read_bytes() == MEASURED + b"\n"
    (foreign,) = foreign_of(plm_explorer_home)
    assert foreign.read_bytes() == MEASURED
    own.unlink()
    other = rewritten(path, added(RESULT, MEASURED + b" "))
    assert "not run here" in opened(other, library).remarks[0]
    (measured,) = (one for one in page(find_experiment(NAME)).measured if one.source != BUNDLED)
    assert measured.is_foreign
    again = save(tmp_path / "b.plmx", result.work, library)
    with zipfile.ZipFile(again) as archive:
        assert RESULT in archive.namelist()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}",
        b"[" * 100_000,
        MEASURED.replace(b'"seconds": ', b'"seconds": 1' + b"0" * 400, 1),
        MEASURED.replace(b'"seconds": ', b'"seconds": NaN, "x": ', 1),
        MEASURED.replace(f'"{NAME}"'.encode(), b'"scaling"', 1),
    ],
    ids=["empty", "nothing", "deep", "400 digits", "NaN", "another comparison"],
)
def test_a_result_that_cannot_be_shown_is_left_out_and_said(
    content: bytes, tmp_path: Path, library: Library, plm_explorer_home: Path
) -> None:
    path = rewritten(
        save(tmp_path / "a.plmx", work_of("bert-mini"), library), added(RESULT, content)
    )
    (remark,) = opened(path, library).remarks
    assert "left out" in remark
    assert NAME in remark
    assert not plm_explorer_home.exists()


def test_evaluations_of_sentences_in_a_project_are_computed_again(
    tmp_path: Path, library: Library, plm_explorer_home: Path
) -> None:
    path = rewritten(save(tmp_path / "a.plmx", work_of("bert-mini"), library), added(PART, b"1"))
    assert opened(path, library).remarks == ()
    assert not plm_explorer_home.exists()


def test_a_failure_after_a_model_was_unpacked_leaves_nothing(
    tmp_path: Path,
    folder: Path,
    library: Library,
    plm_explorer_home: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = save(tmp_path / "ours" / "a.plmx", work_of(str(folder)), library, inside=True)
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr(RESULT, MEASURED)
    folder.rename(tmp_path / "gone")

    def full(*_: object) -> None:
        raise UserError("There is no room left.")

    monkeypatch.setattr(project_file, "write", full)
    with pytest.raises(UserError, match="no room"):
        opened(path, Library(bundled=tmp_path / "bundled"))
    assert not plm_explorer_home.exists()


# ---- what is no project


def main(**changes: object) -> Callable[[dict[str, bytes]], None]:
    def change(contents: dict[str, bytes]) -> None:
        data = {**json.loads(contents["project.json"]), **changes}
        contents["project.json"] = json.dumps(data).encode()

    return change


def state(**changes: object) -> Callable[[dict[str, bytes]], None]:
    def change(contents: dict[str, bytes]) -> None:
        data = json.loads(contents["project.json"])
        data["state"] |= changes
        contents["project.json"] = json.dumps(data).encode()

    return change


def nested(depth: int) -> object:
    return {"inner": nested(depth - 1)} if depth else 0


def added(name: str, content: bytes = b"") -> Callable[[dict[str, bytes]], None]:
    return lambda contents: contents.update({name: content})


def without_picture(contents: dict[str, bytes]) -> None:
    del contents[next(name for name in contents if name.startswith("figures/"))]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (main(version=2), "newer version"),
        (main(format="something else"), "is no project"),
        (main(version="1"), "is no project"),
        (main(state=None), "incomplete"),
        (main(report={"title": "A"}), "no list of figures"),
        (main(models=[{"token": "a", "title": "b", "hash": "../.."}]), "hash"),
        (main(models=[{"token": "a", "title": "b", "hash": "", "run": "rm"}]), "unknown way"),
        (main(models=[{"token": "text", "title": "b", "hash": ""}]), "a name that none has"),
        (main(models=[{"token": "seed", "title": "b", "hash": "", "name": "b"}]), "a name that"),
        (main(models=[{"token": "a", "title": "b", "hash": "", "name": "a"}] * 2), "alike"),
        (state(panel_settings={"attention": nested(900)}), "nested too deeply"),
        (state(panel_settings={"attention": nested(30)}), "nested too deeply"),
        (state(panel_settings={"attention": {"width": math.nan}}), "not finite"),
        (state(seed=10**400), "digits"),
        (state(selection=10**400), "digits"),
        (added("project.json", b"[" + b"[]," * 2_000_000 + b"[]]"), "more than"),
        (added("project.json", b"{"), "damaged"),
        (added("project.json", b"[" * 100_000), "damaged"),
        (added("../evil.json"), "which no project has"),
        (added("models/0/../../evil.json"), "which no project has"),
        (added("/etc/evil.json"), "which no project has"),
        (added("models/0/C:\\evil.json"), "which no project has"),
        (added("models/0/weights.bin"), "which no project has"),
        (added("models/0/.hidden.json"), "which no project has"),
        (added("results/comparisons/../../session.json"), "which no project has"),
        (added("models/0/model.safetensors", b"0" * 9_000), "packed in an unknown way"),
        (without_picture, "damaged"),
        (added(f"figures/{'0' * 64}.svg", b"0" * 70_000_000), "larger than any project"),
    ],
)
def test_a_foreign_or_damaged_project_is_rejected_and_nothing_is_written(
    change: Callable[[dict[str, bytes]], None],
    said: str,
    tmp_path: Path,
    library: Library,
    plm_explorer_home: Path,
) -> None:
    path = rewritten(save(tmp_path / "a.plmx", work_of("bert-mini"), library), change)
    with pytest.raises(UserError, match=said) as caught:
        opened(path, library)
    assert "Nothing was changed." in caught.value.hint
    assert "a.plmx" in caught.value.message
    assert not plm_explorer_home.exists()


@pytest.mark.parametrize("size", [0, 10, 600, -20])
def test_a_file_that_was_cut_off_is_rejected(size: int, tmp_path: Path, library: Library) -> None:
    path = save(tmp_path / "a.plmx", work_of("bert-mini"), library)
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(UserError, match="is damaged"):
        opened(path, library)
    assert not is_project(path)


def test_a_flipped_bit_is_noticed(tmp_path: Path, library: Library) -> None:
    path = save(tmp_path / "a.plmx", work_of("bert-mini"), library)
    data = bytearray(path.read_bytes())
    data[80] ^= 1
    path.write_bytes(data)
    with pytest.raises(UserError, match="is damaged"):
        opened(path, library)


def test_two_files_of_one_name_and_too_many_files_are_rejected(
    tmp_path: Path, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = save(tmp_path / "a.plmx", work_of("bert-mini"), library)
    monkeypatch.setattr(project_file, "MOST_FILES", 1)
    with pytest.raises(UserError, match="too many files"):
        opened(path, library)


def test_a_file_that_is_not_there_is_named(tmp_path: Path, library: Library) -> None:
    with pytest.raises(UserError, match="cannot be read"):
        opened(tmp_path / "none.plmx", library)


# ---- files of others


def test_only_a_file_of_the_program_is_replaced_without_a_question(
    tmp_path: Path, library: Library
) -> None:
    path = tmp_path / "a.plmx"
    check_own(path, None)
    path.write_text("a diary", encoding="utf-8")
    with pytest.raises(UserError, match="another program"):
        check_own(path, None)
    save(path, work_of("bert-mini"), library)
    check_own(path, stamp(path))
    known = stamp(path)
    os.utime(path, ns=(1, 1))
    with pytest.raises(UserError, match="Save project as"):
        check_own(path, known)


def test_a_project_that_cannot_be_written_leaves_the_old_one(
    tmp_path: Path, folder: Path, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = save(tmp_path / "a.plmx", work_of("bert-mini"), library)
    before = path.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(zipfile.ZipFile, "writestr", full)
    with pytest.raises(UserError, match="no room left"):
        save(path, work_of("bert-mini"), library)
    assert path.read_bytes() == before
    assert sorted(one.name for one in tmp_path.iterdir()) == ["a.plmx", "bundled", "ours"]


# ---- the session


def test_work_that_no_file_has_yet_is_stored_beside_the_session(tmp_path: Path) -> None:
    missing = ModelReference("T (no weights)", "T", "")
    work = replace(work_of("bert-mini"), path="a.plmx", missing=(missing,))
    store_pictures(work.report, tmp_path / "report")
    data = json.loads(json.dumps(work.to_json()))
    assert Workspace.from_json(data, tmp_path / "report") == work
    with pytest.raises(ValueError, match="incomplete"):
        Workspace.from_json({**data, "report": None}, tmp_path / "report")


def test_only_old_pictures_that_no_report_has_are_removed(tmp_path: Path) -> None:
    used = work_of("bert-mini").report
    unused = Report("Other", (replace(used.figures[0], svg=f"{SVG}<!-- other -->"),))
    foreign = tmp_path / "mine.svg"
    foreign.write_text("mine", encoding="utf-8")
    for report in (used, unused):
        store_pictures(report, tmp_path)
    sweep_pictures(tmp_path, used)
    assert len(list(tmp_path.iterdir())) == 3
    for path in tmp_path.iterdir():
        os.utime(path, (0, 0))
    sweep_pictures(tmp_path, used)
    assert {path.name for path in tmp_path.iterdir()} == {*used.pictures, "mine.svg"}


@pytest.fixture
def adapter(tmp_path: Path) -> Path:
    """An adapter beside the project, on a base that is in nobody's list."""
    base = model(tmp_path / "hidden" / "a base")
    save_file({f"{LAYER}.weight": np.ones((4, 4), np.float32)}, base / "model.safetensors")
    return write_adapter(base, tmp_path / "ours" / "tuned")


def with_adapter(library: Library, adapter: Path) -> str:
    return library.open_folder(adapter).key


def test_an_adapter_takes_its_base_along_and_opens_without_it(
    adapter: Path, tmp_path: Path, library: Library
) -> None:
    key = with_adapter(library, adapter)
    path = save(tmp_path / "a.plmx", work_of(key, f"{key}@base"), library, inside=True)
    with zipfile.ZipFile(path) as archive:
        names = {name for name in archive.namelist() if name.startswith("models/")}
    assert {"models/0/adapter_model.safetensors", "models/0/base/model.safetensors"} <= names
    shutil.rmtree(adapter)
    shutil.rmtree(tmp_path / "hidden")
    result = opened(path, Library(bundled=tmp_path / "bundled", own=tmp_path / "none"))
    (located,) = result.located
    assert result.work.state.models == (located.key, f"{located.key}@base")
    elsewhere = Library([located.folder], bundled=tmp_path / "bundled")
    entry, off = (elsewhere.usable(one) for one in result.work.state.models)
    assert (entry.folder.parent.name, off.folder) == ("project-models", entry.folder / "base")
    assert weights_hash(entry.folder) == located.reference.hash
    assert entry.size_bytes == sum(
        one.stat().st_size for one in entry.folder.rglob("*.safetensors")
    )


def test_an_adapter_that_is_switched_off_stays_so_wherever_its_project_opens(
    adapter: Path, tmp_path: Path, library: Library
) -> None:
    key = with_adapter(library, adapter)
    path = save(tmp_path / "ours" / "a.plmx", work_of("bert-mini", f"{key}@base"), library)
    with zipfile.ZipFile(path) as archive:
        main = json.loads(archive.read("project.json"))
    (reference,) = (one for one in main["models"] if one["title"] == "tuned")
    assert reference["base"] == "a base"
    assert main["state"]["models"][1] == f"{reference['token']}@base"
    assert str(tmp_path) not in json.dumps(main["state"])
    result = opened(path, library)
    assert result.work.content == work_of("bert-mini", f"{key}@base").content


def test_a_missing_adapter_says_which_base_it_needs(
    adapter: Path, tmp_path: Path, library: Library
) -> None:
    path = save(tmp_path / "a.plmx", work_of(with_adapter(library, adapter)), library)
    shutil.rmtree(adapter)
    result = opened(path, Library(bundled=tmp_path / "bundled", own=tmp_path / "none"))
    assert [one.title for one in result.work.missing] == ["tuned"]
    assert result.remarks == ("tuned is an adapter of a base, and both are needed to open it.",)


def test_an_adapter_without_its_base_is_not_put_inside_and_the_project_opens(
    adapter: Path, tmp_path: Path, library: Library
) -> None:
    key = with_adapter(library, adapter)
    shutil.rmtree(tmp_path / "hidden")
    path = save(tmp_path / "a.plmx", work_of("bert-mini", key), library, inside=True)
    shutil.rmtree(adapter)
    result = opened(path, Library(bundled=tmp_path / "bundled", own=tmp_path / "none"))
    assert [one.title for one in result.work.missing] == ["tuned"]
    assert "is an adapter of" in result.remarks[0]
