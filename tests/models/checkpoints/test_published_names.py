"""Other names of one thing: tied tensors, what a program puts before names, entries of a config."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save_file, save_model
from torch import Tensor

from models.checkpoints.checkpoint import CheckpointError, LoadedModel, load, order_by_fit
from models.checkpoints.folders import architecture_of
from models.schema.registry import catalog
from tests.models import oracle
from tests.models.oracle import ORACLES, SIZES, PublishedPart

ARCHITECTURES = catalog().architectures
SIZE = SIZES[0]
TIED = [
    (name, subfolder) for name, parts in ORACLES.items() for subfolder in parts if name != "electra"
]
# DataParallel, Lightning, an older sentence-transformers.
WRAPPERS = ("module.", "model.", "0.auto_model.", "module.model.")


def write(folder: Path, tensors: dict[str, Tensor]) -> None:
    path = folder / "model.safetensors"
    save_file({name: t.clone() for name, t in tensors.items()}, path, metadata={"format": "pt"})


def names_by_storage(model: Any) -> Iterator[list[str]]:
    """The names of every tensor that has several."""
    found: dict[tuple[int, torch.Size], list[str]] = {}
    for name, tensor in model.state_dict(keep_vars=True).items():
        found.setdefault((tensor.data_ptr(), tensor.shape), []).append(name)
    yield from (names for names in found.values() if len(names) > 1)


def assert_same(ours: LoadedModel, reference: LoadedModel) -> None:
    assert ours.spec is reference.spec
    assert ours.heads == reference.heads
    assert ours.report.missing == reference.report.missing
    assert not ours.report.unexpected
    mine, other = ours.weights, reference.weights
    assert mine.keys() == other.keys()
    assert all(torch.equal(mine[name], other[name]) for name in mine)


def saved(name: str, folder: Path, subfolder: str = "") -> Any:
    part: PublishedPart = ORACLES[name][subfolder]
    model = oracle.make_theirs(part, SIZE, 0)
    model.save_pretrained(folder)
    return model


@pytest.mark.parametrize(("name", "subfolder"), TIED, ids=" ".join)
def test_a_tied_tensor_is_read_whichever_of_its_names_was_kept(
    name: str, subfolder: str, tmp_path: Path
) -> None:
    theirs = saved(name, tmp_path, subfolder)
    reference = load(tmp_path)
    for names in names_by_storage(theirs):
        for kept in names:
            others = {other for other in names if other != kept}
            state = theirs.state_dict()
            write(tmp_path, {key: state[key] for key in state if key not in others})
            assert_same(load(tmp_path), reference)


def test_the_generator_of_electra_is_read_whichever_name_of_its_table_was_kept(
    tmp_path: Path,
) -> None:
    oracle.save_theirs(ORACLES["electra"], SIZE, tmp_path)
    reference = load(tmp_path)
    (part,) = (key for key in ORACLES["electra"] if key)
    tensors = load_file(tmp_path / part / "model.safetensors")
    table = tensors.pop("electra.embeddings.word_embeddings.weight")
    write(tmp_path / part, {**tensors, "generator_lm_head.weight": table})
    assert_same(load(tmp_path), reference)


@pytest.mark.parametrize(("name", "subfolder"), TIED, ids=" ".join)
def test_a_folder_that_save_model_of_safetensors_wrote_opens(
    name: str, subfolder: str, tmp_path: Path
) -> None:
    if oracle.chooses(ARCHITECTURES[name]):
        pytest.skip("all experts are one tensor in memory there, and one each in published files")
    theirs = saved(name, tmp_path, subfolder)
    reference = load(tmp_path)
    save_model(theirs, str(tmp_path / "model.safetensors"))
    assert_same(load(tmp_path), reference)


@pytest.mark.parametrize("name", ["bert", "roberta", "gpt2", "t5", "xlnet"])
def test_a_tied_tensor_whose_names_disagree_is_rejected_by_both_names(
    name: str, tmp_path: Path
) -> None:
    theirs = saved(name, tmp_path)
    for _, *others in names_by_storage(theirs):
        if "lm_head.weight" in others and name == "t5":
            others.remove("lm_head.weight")  # a head of its own, which version 1.1 has
        for other in others:
            state = theirs.state_dict()
            write(tmp_path, {**state, other: state[other] + 1})
            with pytest.raises(CheckpointError, match="which is the same tensor here") as caught:
                load(tmp_path)
            assert other in str(caught.value)


@pytest.mark.parametrize("wrapper", WRAPPERS)
@pytest.mark.parametrize("name", ORACLES)
def test_names_open_whatever_a_program_put_before_them(
    name: str, wrapper: str, tmp_path: Path
) -> None:
    saved(name, tmp_path)
    reference = load(tmp_path)
    tensors = load_file(tmp_path / "model.safetensors")
    write(tmp_path, {wrapper + key: tensor for key, tensor in tensors.items()})
    assert_same(load(tmp_path), reference)
    assert order_by_fit(tmp_path)[0].tables.keys() == reference.spec.tables.keys()


@pytest.mark.parametrize("name", ["bert", "gpt2", "distilbert"])
def test_a_base_model_opens_whatever_a_program_put_before_its_names(
    name: str, tmp_path: Path
) -> None:
    oracle.make_theirs(ORACLES[name][""], SIZE, 0).base_model.save_pretrained(tmp_path)
    reference = load(tmp_path)
    tensors = load_file(tmp_path / "model.safetensors")
    write(tmp_path, {f"0.auto_model.{key}": tensor for key, tensor in tensors.items()})
    assert_same(load(tmp_path), reference)


def test_of_two_models_in_one_file_none_is_chosen_silently(tmp_path: Path) -> None:
    saved("bert", tmp_path)
    tensors = load_file(tmp_path / "model.safetensors")
    both = {f"{tower}.{key}": t for key, t in tensors.items() for tower in ("query", "passage")}
    write(tmp_path, both)
    with pytest.raises(CheckpointError, match="is missing"):
        load(tmp_path)


def test_what_distinguishes_an_architecture_is_seen_behind_a_prefix(tmp_path: Path) -> None:
    config = {"model_type": "deberta-v2"}
    write(tmp_path, {"module.mask_predictions.dense.weight": torch.zeros(1)})
    assert architecture_of(tmp_path, config) == "deberta-v3"


@pytest.mark.parametrize("name", ORACLES)
def test_every_other_name_that_transformers_has_for_an_entry_is_read(name: str) -> None:
    spec = ARCHITECTURES[name]
    for subfolder, part in ORACLES[name].items():
        theirs = part.config(SIZE)
        ours = spec.config_of(subfolder)
        known = {field.name for field in fields(ours)}
        for other, entry in theirs.attribute_map.items():
            if entry not in known:
                continue
            entries = json.loads(theirs.to_json_string(use_diff=False))
            expected, _ = ours.from_json(json.dumps(entries))
            value = entries.pop(entry)
            assert ours.from_json(json.dumps({**entries, other: value}))[0] == expected
            wrong = {**entries, entry: value + 1 if isinstance(value, int) else value}
            both = {**wrong, other: value}
            assert getattr(type(theirs).from_dict(both), entry) == value, "it counts there"
            assert ours.from_json(json.dumps(both))[0] == expected


def test_the_table_of_fixed_positions_is_read_from_the_files(tmp_path: Path) -> None:
    part: PublishedPart = ORACLES["distilbert"][""]
    config = part.config(SIZE)
    config.sinusoidal_pos_embds = True
    theirs = part.model._from_config(config, attn_implementation="eager").eval()
    theirs.save_pretrained(tmp_path)
    loaded = load(tmp_path)
    table = theirs.state_dict()["distilbert.embeddings.position_embeddings.weight"]
    assert torch.equal(loaded.weights["embeddings.position.weight"], table)
    assert loaded.report.unknown_config_keys == ()
