"""Checkpoints of the hub are described before, and downloaded into the shared cache."""

import errno
import json
import math
import shutil
import subprocess
import sys
import threading
import unicodedata
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from safetensors.torch import load_file, save_file

from explorer.core.errors import UserError
from explorer.core.hub import download as downloading
from explorer.core.hub.download import bytes_here, download
from explorer.core.hub.errors import explain
from explorer.core.hub.listing import about
from explorer.core.hub.names import find_cached, repo_id_of
from explorer.core.hub.remote import RemoteModel, describe
from explorer.core.jobs.jobs import Progress
from explorer.core.library.library import Library
from models.checkpoints.checkpoint import load
from models.checkpoints.hub_cache import cache_folder, is_repo_id, repo_folder
from models.runtime.generators import run_to_end
from models.runtime.resources import checkpoint_folder
from tests.explorer.hub_server import COMMIT, CONVERTED, Hub, Repository

ROOT = Path(__file__).resolve().parents[4]
BERT = "owner/bert-tiny"


@pytest.fixture(autouse=True)
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(downloading, "PAUSE_S", 0.0)


@pytest.fixture
def bert(tiny_models: Path, hub: Hub) -> Repository:
    """A published model, with much beside it that is not needed."""
    found = hub.add(BERT, tiny_models / "bert-tiny")
    found.files |= {
        "README.md": b"# A model",
        "pytorch_model.bin": b"pickle",
        "tf_model.h5": b"hdf",
        "modeling_custom.py": b"raise SystemExit('foreign code ran')",
        "vocab.txt": b"[PAD]\n[UNK]\n",
    }
    return found


def fetched(model: RemoteModel) -> Path:
    return run_to_end(download(model))


def test_a_model_is_described_before_anything_is_downloaded(bert: Repository, hub: Hub) -> None:
    model = describe(BERT)
    wanted = ["config.json", "tokenizer_config.json", "tokenizer.json", "vocab.txt"]
    assert [file.name for file in model.files] == [*wanted, "model.safetensors"]
    assert model.size_bytes == sum(len(bert.files[file.name]) for file in model.files)
    assert (model.licence, model.family, model.revision) == ("apache-2.0", "BERT", COMMIT)
    assert model.problem is None
    assert not cache_folder().exists()


def test_what_is_downloaded_is_the_model_and_opens_without_the_hub(
    bert: Repository, hub: Hub, tiny_models: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = fetched(describe(BERT))
    assert {path.name for path in folder.iterdir()} == {
        "config.json",
        "tokenizer_config.json",
        "tokenizer.json",
        "vocab.txt",
        "model.safetensors",
    }
    hub.requests.clear()
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    entry = Library().usable(BERT)
    assert (entry.name, entry.architecture, entry.origin) == ("bert-tiny", "bert", "opened")
    assert load(entry.folder).hash == load(tiny_models / "bert-tiny").hash
    assert checkpoint_folder(BERT) == folder
    assert not hub.requests


def test_every_program_finds_what_was_downloaded(bert: Repository) -> None:
    from huggingface_hub import hf_hub_download

    folder = fetched(describe(BERT))
    found = hf_hub_download(
        BERT, "model.safetensors", cache_dir=cache_folder(), local_files_only=True
    )
    assert Path(found) == folder / "model.safetensors"


def test_what_is_in_the_cache_is_not_downloaded_again(bert: Repository, hub: Hub) -> None:
    model = describe(BERT)
    fetched(model)
    hub.requests.clear()
    assert bytes_here(model) == model.size_bytes
    assert fetched(model) == find_cached(BERT)
    assert not hub.requests


def test_a_cancelled_download_goes_on_where_it_stopped(
    bert: Repository, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(downloading, "REPORT_EVERY_S", 0.0)
    hub.break_after, hub.num_breaks, hub.gate = 700, 1, threading.Event()
    model = describe(BERT)
    weights = model.files[-1]
    before = model.size_bytes - weights.size + 700
    with closing(download(model)) as work:
        next(report for report in work if report.done >= before)
    hub.gate.set()
    assert find_cached(BERT) is None
    assert bytes_here(model) == before
    reports = list(download(model))
    assert reports[1] == Progress("", before, model.size_bytes, 0.0, "B")
    assert hub.ranges == ["bytes=700-"]
    assert find_cached(BERT) is not None


def test_a_connection_that_breaks_off_is_taken_up_again(bert: Repository, hub: Hub) -> None:
    hub.break_after, hub.num_breaks = 500, 3
    folder = fetched(describe(BERT))
    assert hub.ranges == ["bytes=500-", "bytes=1000-", "bytes=1500-"]
    assert (folder / "model.safetensors").read_bytes() == bert.files["model.safetensors"]


def test_a_hub_that_cannot_go_on_in_the_middle_sends_the_whole_file(
    bert: Repository, hub: Hub
) -> None:
    hub.break_after, hub.num_breaks, hub.ranges_known = 500, 1, False
    model = describe(BERT)
    reports = list(download(model))
    assert max(report.done for report in reports) <= model.size_bytes
    assert find_cached(BERT) is not None


def test_a_connection_that_is_gone_ends_the_download_and_keeps_what_came(
    bert: Repository, hub: Hub
) -> None:
    model = describe(BERT)
    hub.break_after, hub.num_breaks = 0, -1
    with pytest.raises(UserError, match="cannot be reached"):
        fetched(model)
    assert bytes_here(model) == model.size_bytes - model.files[-1].size


def test_a_damaged_file_never_takes_its_name(bert: Repository, hub: Hub) -> None:
    hub.damaged = True
    model = describe(BERT)
    with pytest.raises(UserError, match=r"model\.safetensors of owner/bert-tiny arrived damaged"):
        fetched(model)
    blobs = repo_folder(BERT) / "blobs"
    assert model.files[-1].digest not in {path.name for path in blobs.iterdir()}
    assert find_cached(BERT) is None
    hub.damaged = False
    fetched(model)
    assert find_cached(BERT) is not None


def test_a_file_without_an_end_is_cut_off_and_dropped(
    bert: Repository, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = describe(BERT)
    bert.files["config.json"] += b" " * 5_000_000
    received: list[int] = []
    monkeypatch.setattr(downloading._Meter, "add", lambda meter, count: received.append(count))
    with pytest.raises(UserError, match="arrived damaged"):
        fetched(model)
    assert sum(count for count in received if count > 0) < 1_000_000
    assert bytes_here(model) == 0


def test_a_download_waits_for_another_program_that_fetches_the_same_file(bert: Repository) -> None:
    from huggingface_hub.utils import WeakFileLock

    model = describe(BERT)
    lock = cache_folder() / ".locks" / repo_folder(BERT).name / f"{model.files[0].digest}.lock"
    lock.parent.mkdir(parents=True)
    work = download(model)
    with WeakFileLock(lock):
        messages = [next(work).message for _ in range(3)]
    assert messages[1:] == ["Another program is downloading config.json"] * 2
    assert run_to_end(work) == find_cached(BERT)


def test_a_model_in_several_weight_files_is_downloaded_whole(
    tiny_models: Path, hub: Hub, tmp_path: Path
) -> None:
    repository = hub.add(
        "owner/sharded", in_shards(tiny_models / "bert-tiny", tmp_path / "sharded")
    )
    model = describe("owner/sharded")
    assert [file.name for file in model.files[-3:]] == [
        "model.safetensors.index.json",
        "model-00001-of-00002.safetensors",
        "model-00002-of-00002.safetensors",
    ]
    assert Library().usable(str(fetched(model))).problem is None
    del repository.files["model-00002-of-00002.safetensors"]
    assert "lacks model-00002-of-00002.safetensors" in str(describe("owner/sharded").problem)


def in_shards(source: Path, target: Path) -> Path:
    """A copy of a model folder with its weights in two files and an index."""
    shutil.copytree(source, target)
    weights = load_file(target / "model.safetensors")
    (target / "model.safetensors").unlink()
    names = sorted(weights)
    index = {}
    for number, part in enumerate((names[::2], names[1::2]), start=1):
        file = f"model-0000{number}-of-00002.safetensors"
        save_file({name: weights[name] for name in part}, target / file)
        index |= dict.fromkeys(part, file)
    text = json.dumps({"metadata": {}, "weight_map": index})
    (target / "model.safetensors.index.json").write_text(text)
    return target


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"model.safetensors": None}, r"as a pickle only \(pytorch_model\.bin\)"),
        (
            {"model.safetensors": None, "pytorch_model.bin": None},
            r"no model\.safetensors but tf_model\.h5",
        ),
        ({"config.json": None}, r"holds no config\.json"),
        ({"tokenizer.json": None, "vocab.txt": None}, "holds no tokenizer"),
        ({"config.json": b'{"model_type": "rwkv"}'}, "'rwkv', which no architecture here has"),
        ({"config.json": b'{"model_type": "bert", "is_decoder": true}'}, "cannot be opened"),
        ({"config.json": b"{}"}, "model_type None"),
    ],
)
def test_a_repository_that_cannot_be_opened_is_rejected_before_the_download(
    bert: Repository, change: dict[str, bytes | None], message: str
) -> None:
    for name, data in change.items():
        bert.files.pop(name, None)
        if data is not None:
            bert.files[name] = data
    model = describe(BERT)
    with pytest.raises(UserError, match=message):
        fetched(model)
    assert not cache_folder().exists()


@pytest.mark.parametrize(
    ("status", "code", "message"),
    [
        (401, "RepoNotFound", "has no public model owner/bert-tiny"),
        (401, "", "has no public model owner/bert-tiny"),
        (403, "GatedRepo", "owner/bert-tiny is gated"),
        (403, "", "denies access to owner/bert-tiny"),
        (404, "RepoNotFound", "has no public model owner/bert-tiny"),
        (404, "", "has no public model owner/bert-tiny"),
        (429, "", "too many requests"),
        (503, "", "answered with the error 503"),
    ],
)
def test_a_hub_that_rejects_is_explained_in_one_line(
    bert: Repository, status: int, code: str, message: str
) -> None:
    model = describe(BERT)
    bert.status, bert.error_code = status, code
    for ask in (lambda: describe(BERT), lambda: fetched(model)):
        with pytest.raises(UserError, match=message) as caught:
            ask()
        assert "\n" not in str(caught.value)
        assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    "address", ["http://127.0.0.1:9", "http://no-such-host.invalid", "http://host:port", "no url"]
)
def test_a_hub_that_cannot_be_reached_is_explained(
    hub: Hub, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_ENDPOINT", address)
    with pytest.raises(UserError, match=f"{address} cannot be reached. Check the network"):
        describe(BERT)


def test_a_network_that_is_forbidden_is_explained(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    with pytest.raises(UserError, match="HF_HUB_OFFLINE forbids the network"):
        describe(BERT)


@pytest.mark.parametrize("answer", ["<html>Log in first</html>", "[]", "{}"])
def test_an_answer_that_is_no_description_is_explained(
    hub: Hub, bert: Repository, answer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.explorer.hub_server.json.dumps", lambda _: answer)
    with pytest.raises(UserError, match="gave no description"):
        describe(BERT)


@pytest.mark.parametrize(
    "changes",
    [
        {"siblings": [{"rfilename": "a", "size": "many", "blobId": "b" * 40}]},
        {"siblings": [{"rfilename": "a", "size": math.inf, "blobId": "b" * 40}]},
        {"siblings": [{"rfilename": "a", "size": -1, "blobId": "b" * 40}]},
        {"siblings": [{"rfilename": "a", "size": 10**400, "blobId": "b" * 40}]},
        {"siblings": "none"},
        {"id": "../../etc"},
        {"id": 5},
        {"sha": ["a"]},
    ],
)
def test_an_answer_with_values_of_another_kind_is_explained(
    hub: Hub, bert: Repository, changes: dict[str, Any]
) -> None:
    hub.changes = changes
    with pytest.raises(UserError, match="gave no description"):
        describe(BERT)


@pytest.mark.parametrize("total", ["many", math.inf, -1, 10**400, None])
def test_a_count_of_parameters_that_is_none_is_left_out(
    hub: Hub, bert: Repository, total: object
) -> None:
    hub.changes = {"safetensors": {"total": total, "parameters": {}}}
    assert describe(BERT).num_parameters is None


def test_a_licence_cannot_command_a_terminal(bert: Repository) -> None:
    bert.licence = "mit\x1b]0;title\x07\x1b[2J\x9b2J\r\n" + "x" * 10_000
    licence = describe(BERT).licence
    assert licence.startswith("mit")
    assert not any(unicodedata.category(one) == "Cc" for one in licence)
    assert len(licence) <= 100


@pytest.mark.parametrize("body", [b"[" * 100_000, b"[1]", b'{"error": 5, "errors": 7}', b"\xff"])
def test_an_error_with_a_strange_body_is_explained(hub: Hub, bert: Repository, body: bytes) -> None:
    model = describe(BERT)
    bert.status, bert.body = 503, body
    for ask in (lambda: describe(BERT), lambda: fetched(model)):
        with pytest.raises(UserError, match=r"error 503|gave no description"):
            ask()


def test_a_partial_file_that_the_hub_cannot_continue_is_fetched_from_its_start(
    bert: Repository, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub.break_after, hub.num_breaks, hub.status_of_ranges = 500, 1, 416
    model = describe(BERT)
    reports = list(download(model))
    assert max(report.done for report in reports) <= model.size_bytes
    assert hub.ranges == ["bytes=500-"]
    assert find_cached(BERT) is not None


def test_a_disk_without_room_is_said_before_the_download(
    bert: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage("/")._replace(free=10)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    with pytest.raises(UserError, match=r"The download needs .* has 10 B free"):
        fetched(describe(BERT))


def test_a_disk_that_fills_up_is_explained_and_names_the_cache(hub: Hub) -> None:
    problem = explain(OSError(errno.ENOSPC, "No space left on device"), BERT)
    assert f"The disk with {cache_folder()} is full" in str(problem)


@pytest.mark.parametrize(
    ("text", "repo_id"),
    [
        ("google-bert/bert-base-uncased", "google-bert/bert-base-uncased"),
        ("bert-base-uncased", "google-bert/bert-base-uncased"),
        (" https://huggingface.co/klue/bert-base/tree/main ", "klue/bert-base"),
        ("https://huggingface.co/bert-base-uncased", "google-bert/bert-base-uncased"),
        ("bert-mini", None),
        ("../etc/passwd", None),
        ("a/b/c", "a/b"),
        ("owner/../name", None),
        ("owner/na--me", None),
        ("", None),
    ],
)
def test_an_id_is_understood_as_people_write_it(text: str, repo_id: str | None) -> None:
    assert repo_id_of(text) == repo_id
    assert repo_id is None or is_repo_id(repo_id)


def test_files_of_a_repository_cannot_leave_its_folder(bert: Repository) -> None:
    names = {"../../evil.safetensors": "00001", "model-00001-of-00001.safetensors": "b"}
    bert.files["model.safetensors.index.json"] = json.dumps(
        {"weight_map": dict.fromkeys(names.values(), "../../evil.safetensors")}
    ).encode()
    del bert.files["model.safetensors"]
    assert "lacks every weight file" in str(describe(BERT).problem)


def test_an_old_name_in_the_cache_is_found_too(
    tiny_models: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    snapshot = tmp_path / "models--bert-base-uncased" / "snapshots" / COMMIT
    shutil.copytree(tiny_models / "bert-tiny", snapshot)
    assert find_cached("google-bert/bert-base-uncased") == snapshot


@pytest.mark.parametrize(
    ("variables", "folder"),
    [
        ({"HF_HUB_CACHE": "/a", "HF_HOME": "/b"}, "/a"),
        ({"HF_HOME": "/b"}, "/b/hub"),
        ({"XDG_CACHE_HOME": "/c"}, "/c/huggingface/hub"),
        ({}, "~/.cache/huggingface/hub"),
    ],
)
def test_the_cache_is_where_huggingface_hub_has_it(
    variables: dict[str, str], folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE", "HF_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert cache_folder() == Path(folder).expanduser()
    code = "from huggingface_hub import constants; print(constants.HF_HUB_CACHE)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert cache_folder() == Path(done.stdout.strip())


def test_huggingface_hub_is_loaded_only_when_the_hub_is_asked() -> None:
    code = (
        "import sys, explorer.core.hub.download, explorer.core.library, explorer.cli\n"
        "explorer.core.library.library.Library().entries()\n"
        "sys.exit('huggingface_hub' in sys.modules)"
    )
    done: Any = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False)
    assert done.returncode == 0


# ---- pickles that the hub has converted


def request(**others: Any) -> dict[str, Any]:
    """A request of the converter, as the hub lists it."""
    usual = {
        "num": 7,
        "title": "Adding `safetensors` variant of this model",
        "author": {"name": "SFconvertbot"},
        "createdAt": "2024-01-01T00:00:00.000Z",
        "status": "open",
        "repo": {"name": BERT, "type": "model"},
        "isPullRequest": True,
    }
    return {**usual, **others}


@pytest.fixture
def pickled(bert: Repository) -> Repository:
    """The model with a pickle in place of safetensors, which the converter has put right."""
    bert.converted = dict(bert.files)
    del bert.files["model.safetensors"]
    bert.requests = [request(num=5, title="Please add a licence"), request()]
    return bert


def test_weights_of_the_converter_are_taken_where_there_is_a_pickle_alone(
    pickled: Repository, tiny_models: Path
) -> None:
    model = describe(BERT)
    assert (model.problem, model.request, model.revision) == (None, 7, CONVERTED)
    assert "request 7" in about(model, under_way=False)
    folder = fetched(model)
    assert load(folder).hash == load(tiny_models / "bert-tiny").hash
    refs = repo_folder(BERT) / "refs"
    assert (refs / "pr" / "7").read_text() == CONVERTED
    assert not (refs / "main").exists()  # which other programs take for the repository itself
    assert find_cached(BERT) == folder


def test_a_pickle_that_another_program_downloaded_does_not_hide_the_conversion(
    pickled: Repository,
) -> None:
    folder = fetched(describe(BERT))
    other = repo_folder(BERT) / "snapshots" / COMMIT
    other.mkdir()
    (other / "config.json").write_bytes(pickled.files["config.json"])
    (other / "pytorch_model.bin").write_bytes(b"pickle")
    (repo_folder(BERT) / "refs" / "main").write_text(COMMIT)
    assert find_cached(BERT) == folder


@pytest.mark.parametrize(
    "others",
    [
        {"author": {"name": "somebody"}},
        {"title": "Adding weights"},
        {"isPullRequest": False},
    ],
)
def test_only_the_converter_counts(pickled: Repository, others: dict[str, Any]) -> None:
    pickled.requests = [request(**others)]
    model = describe(BERT)
    assert model.request is None
    assert "as a pickle only" in str(model.problem)


def test_a_conversion_without_weights_is_none(pickled: Repository) -> None:
    pickled.converted = dict(pickled.files)
    assert "as a pickle only" in str(describe(BERT).problem)


def test_a_repository_with_safetensors_is_not_asked_for_requests(
    bert: Repository, hub: Hub
) -> None:
    bert.requests = [request()]
    assert describe(BERT).request is None
