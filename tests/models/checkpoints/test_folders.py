"""What a person points at, and which folder of a model is meant."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from models.checkpoints.folders import (
    CheckpointError,
    model_folder,
    model_name,
    no_config,
    stamps,
    weight_files,
)


def cached(top: Path, *hashes: str, today: str | None = None) -> Path:
    """A model in the cache of Hugging Face: links to blobs in a folder for each state."""
    (top / "blobs").mkdir(parents=True)
    for name in hashes:
        blob = top / "blobs" / f"of-{name}"
        blob.write_text('{"model_type": "bert"}')
        (top / "snapshots" / name).mkdir(parents=True)
        (top / "snapshots" / name / "config.json").symlink_to(blob)
    if today is not None:
        (top / "refs").mkdir()
        (top / "refs" / "main").write_text(today + "\n")
    return top


@pytest.mark.parametrize("today", ["a1", "b2"])
def test_in_the_cache_todays_state_is_meant(today: str, tmp_path: Path) -> None:
    top = cached(tmp_path / "models--google--electra-small", "a1", "b2", today=today)
    found = model_folder(top)
    assert found == top / "snapshots" / today
    assert model_name(found) == "electra-small"


@pytest.mark.parametrize("today", [None, "gone"])
def test_without_one_it_is_a_state_that_holds_a_model(today: str | None, tmp_path: Path) -> None:
    top = cached(tmp_path / "models--bert-base-uncased", "a1", today=today)
    (top / "snapshots" / "empty").mkdir()
    assert model_folder(top) == top / "snapshots" / "a1"
    assert model_name(model_folder(top)) == "bert-base-uncased"


def test_of_several_states_without_todays_it_is_the_latest(tmp_path: Path) -> None:
    top = cached(tmp_path / "models--bert-base-uncased", "a1", "b2", "c3")
    for name, seconds in {"a1": 10, "b2": 30, "c3": 20}.items():
        os.utime(top / "snapshots" / name, (seconds, seconds))
    assert model_folder(top) == top / "snapshots" / "b2"


def test_a_model_with_a_folder_called_snapshots_is_itself(tmp_path: Path) -> None:
    top = cached(tmp_path / "mine", "a1")
    (top / "config.json").write_text("{}")
    assert model_folder(top) == top
    assert model_name(top) == "mine"


@pytest.mark.parametrize("name", ["config.json", "model.safetensors", "vocab.txt"])
def test_a_file_of_a_model_means_its_folder(name: str, tmp_path: Path) -> None:
    for file in ("config.json", name):
        (tmp_path / file).touch()
    assert model_folder(tmp_path / name) == tmp_path


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("bert.zip", "is packed. Unpack it"),
        ("bert.tar.gz", "is packed. Unpack it"),
        ("bert.gguf", r"is a file for llama.cpp \(GGUF\). Choose the folder"),
        ("notes.txt", "is a file. Choose the folder"),
    ],
)
def test_another_file_says_what_to_choose(name: str, said: str, tmp_path: Path) -> None:
    (tmp_path / name).touch()
    with pytest.raises(CheckpointError, match=said):
        model_folder(tmp_path / name)


def test_the_models_inside_a_folder_are_named(tmp_path: Path) -> None:
    for name in ("bert", "gpt2"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "config.json").touch()
    cached(tmp_path / "models--t5-small", "a1")
    (tmp_path / "notes").mkdir()
    assert "inside it: bert, gpt2, models--t5-small." in no_config(tmp_path).hint
    for name in "abcd":
        (tmp_path / name).mkdir()
        (tmp_path / name / "config.json").touch()
    assert "inside it: a, b, bert, c, d, gpt2 …" in no_config(tmp_path).hint


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["tf_model.h5"], r"for TensorFlow only \(tf_model.h5\). Fetch the model.safetensors"),
        (["flax_model.msgpack"], "for Flax only"),
        (["bert_model.ckpt.index"], "for TensorFlow only"),
        (["bert.Q8_0.gguf"], r"for llama.cpp \(GGUF\) only"),
        (["pytorch_model.bin", "tf_model.h5"], "as a pickle"),
        (["model.fp16.safetensors"], "name it model.safetensors"),
        (["model-00001-of-00002.safetensors"], "lacks model.safetensors.index.json"),
        ([], "holds no model.safetensors"),
    ],
)
def test_what_a_folder_holds_in_place_of_weights_is_said(
    names: list[str], said: str, tmp_path: Path
) -> None:
    for name in names:
        (tmp_path / name).touch()
    with pytest.raises(CheckpointError, match=said):
        weight_files(tmp_path)


@pytest.mark.parametrize("place", ["cpu", "cuda:0"])
def test_what_is_said_about_a_pickle_converts_it(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where it was saved on a GPU, which the computer that opens it may not have."""
    monkeypatch.setattr(torch.serialization, "location_tag", lambda storage: place)
    table = torch.arange(6.0).reshape(2, 3)
    torch.save({"tied": table, "again": table, "turned": table.t()}, tmp_path / "pytorch_model.bin")
    with pytest.raises(CheckpointError) as rejected:
        weight_files(tmp_path)
    _, code, _ = rejected.value.hint.split('"')
    no_gpu = {**os.environ, "CUDA_VISIBLE_DEVICES": ""}
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=no_gpu, check=True)
    found = load_file(weight_files(tmp_path)[0])
    assert all(torch.equal(found[name], table) for name in ("tied", "again"))
    assert torch.equal(found["turned"], table.t())


def test_another_pickle_is_left_to_transformers(tmp_path: Path) -> None:
    (tmp_path / "checkpoint.pt").touch()
    with pytest.raises(CheckpointError, match="save_pretrained of transformers"):
        weight_files(tmp_path)


def test_a_pointer_of_git_lfs_is_not_called_damaged(tmp_path: Path) -> None:
    pointer = "version https://git-lfs.github.com/spec/v1\nsize 440449768\n"
    (tmp_path / "model.safetensors").write_text(pointer)
    with pytest.raises(CheckpointError, match=r"pointer of git-lfs, not the weights. Run git lfs"):
        weight_files(tmp_path)


def test_a_link_that_leads_nowhere_hides_no_change_of_the_files_after_it(tmp_path: Path) -> None:
    (tmp_path / "gone.json").symlink_to(tmp_path / "nowhere")
    weights = tmp_path / "model.safetensors"
    weights.write_bytes(b"1")
    before = list(stamps(tmp_path))
    weights.write_bytes(b"12")
    assert list(stamps(tmp_path)) != before


@pytest.mark.parametrize(
    "name", ["config.json", "model.safetensors", "model.safetensors.index.json"]
)
def test_a_link_to_a_file_that_is_not_there_is_told_as_one(name: str, tmp_path: Path) -> None:
    (tmp_path / name).symlink_to(tmp_path / "blobs" / "gone")
    error = no_config(tmp_path)
    if name != "config.json":
        with pytest.raises(CheckpointError) as caught:
            weight_files(tmp_path)
        error = caught.value
    assert error.message == f"{tmp_path / name} is a link to a file that is not there."
