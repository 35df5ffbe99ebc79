"""Folders of other programs: what is read of them, and what the refusal of the others says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save_file
from torch import Tensor

from models.checkpoints.checkpoint import load, save
from models.checkpoints.folders import CheckpointError
from models.schema.configs import Size
from models.schema.registry import catalog, model_types, nearest_types

SIZE = Size(vocab_size=60, width=16, num_layers=2, num_heads=2, inner=32, num_positions=24)


@pytest.fixture
def bert(tmp_path: Path) -> Path:
    torch.manual_seed(0)
    spec = catalog().architectures["bert"]
    folder = tmp_path / "bert"
    save(spec.model_class(spec.config_class.from_size(SIZE)), spec, folder)
    return folder


def add_entry(folder: Path, **entries: Any) -> None:
    path = folder / "config.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **entries}))


def quantize_as_bitsandbytes(tensors: dict[str, Tensor]) -> dict[str, Tensor]:
    """What its save_pretrained writes of linear layers: whole numbers, and a scale for each row."""
    written: dict[str, Tensor] = {}
    for name, tensor in tensors.items():
        if "encoder" in name and name.endswith(".weight") and tensor.dim() == 2:
            scales = tensor.abs().amax(1)
            written[name] = (tensor / scales[:, None] * 127).round().to(torch.int8)
            written[name.replace(".weight", ".SCB")] = scales
            written[name.replace(".weight", ".weight_format")] = torch.tensor(0, dtype=torch.uint8)
        else:
            written[name] = tensor
    return written


def test_eight_bits_of_bitsandbytes_are_a_product_with_a_scale(bert: Path) -> None:
    before = load(bert).weights
    path = bert / "model.safetensors"
    save_file(quantize_as_bitsandbytes(load_file(path)), path, metadata={"format": "pt"})
    add_entry(bert, quantization_config={"quant_method": "bitsandbytes", "load_in_8bit": True})
    after = load(bert).weights
    assert before.keys() == after.keys()
    for name, weight in before.items():
        step = weight.abs().amax(-1, keepdim=True) / 127 if weight.dim() == 2 else 0.0
        assert bool(((weight - after[name]).abs() <= step * 0.5 + 1e-7).all()), name
    changed = [name for name in before if not torch.equal(before[name], after[name])]
    assert len(changed) == 8, "four matrices in each of two layers"


def test_scales_that_do_not_fit_are_reported(bert: Path) -> None:
    path = bert / "model.safetensors"
    tensors = quantize_as_bitsandbytes(load_file(path))
    name = next(one for one in tensors if one.endswith(".SCB"))
    save_file({**tensors, name: tensors[name][:3].clone()}, path, metadata={"format": "pt"})
    with pytest.raises(CheckpointError, match="do not fit its weight"):
        load(bert)


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ({"quant_method": "gptq", "bits": 4}, "GPTQ"),
        ({"quant_method": "awq"}, "AWQ"),
        ({"quant_method": "bitsandbytes", "load_in_4bit": True}, "bitsandbytes in four bits"),
        ({"quant_method": "something-new"}, "something-new"),
        ({"quant_method": ["gptq"]}, "quantized by"),
    ],
    ids=str,
)
def test_other_quantized_folders_are_refused_by_name(
    bert: Path, entry: dict[str, Any], said: str
) -> None:
    add_entry(bert, quantization_config=entry)
    with pytest.raises(CheckpointError, match=said) as caught:
        load(bert)
    assert "Compression" in caught.value.hint


def test_a_pipeline_names_its_models(bert: Path) -> None:
    (bert.parent / "model_index.json").write_text("{}")
    with pytest.raises(CheckpointError, match="pipeline of several models") as caught:
        load(bert.parent)
    assert "inside it: bert." in caught.value.hint


def test_the_transformer_of_a_sentence_encoder_is_found(bert: Path) -> None:
    bert.rename(bert.parent / "0_Transformer")
    modules = [
        {"path": "../elsewhere", "type": "sentence_transformers.models.Transformer"},
        {"path": "1_Pooling", "type": "sentence_transformers.models.Pooling"},
        {"path": "0_Transformer", "type": "sentence_transformers.models.Transformer"},
    ]
    (bert.parent / "modules.json").write_text(json.dumps(modules))
    assert load(bert.parent).spec.name == "bert"
    (bert.parent / "modules.json").write_text("[1, {")
    with pytest.raises(CheckpointError, match=r"no config\.json"):
        load(bert.parent)


def test_an_unknown_type_is_told_what_is_like_it(bert: Path) -> None:
    add_entry(bert, model_type="phimoe", auto_map={"AutoModel": "model.PhiMoe"})
    with pytest.raises(CheckpointError, match="'phimoe', which no architecture") as caught:
        load(bert)
    assert caught.value.hint.startswith("Its own code is not run. ")
    assert {"phi", "phi3"} <= set(nearest_types("phimoe"))
    assert "bert" in nearest_types("neobert")
    assert nearest_types("zzz") == ()
    assert all(one in nearest_types(one) for one in model_types())


def test_weights_for_onnx_in_a_folder_of_their_own_are_named(bert: Path) -> None:
    (bert / "model.safetensors").unlink()
    (bert / "onnx").mkdir()
    (bert / "onnx" / "model.onnx").write_bytes(b"\x08")
    with pytest.raises(CheckpointError, match="for ONNX only"):
        load(bert)
