"""Quantized folders of every architecture, what they weigh, and what quantizing costs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import torch
import transformers
from safetensors.torch import load_file

from models.checkpoints.checkpoint import CheckpointError, LoadedModel, load, save
from models.compression.examples import compression_data
from models.compression.measure import stored_bytes
from models.compression.quantization import (
    SPEC,
    chosen,
    quantizable,
    quantize_weights,
)
from models.compression.run import complete_options, compress_into
from models.layers.quantized.layers import QuantizedLinear, quantized_weights
from models.runtime.generators import run_to_end
from models.runtime.resources import checkpoint_folder
from models.schema.batch import EntityModel, as_module
from models.schema.configs import Size
from models.schema.registry import catalog
from models.schema.specs import ArchSpec
from tests.models import oracle
from tests.models.compression.examples import assert_same_states, random_data, random_folder

SPECS = list(catalog().architectures.values())
specs = pytest.mark.parametrize("spec", SPECS, ids=[spec.name for spec in SPECS])
WAYS: list[dict[str, Any]] = [
    {},
    {"scheme": "weight_int8", "symmetric": False, "per": "tensor", "range": "percentile"},
    {"scheme": "weight_int4", "group": 16},
]
ways = pytest.mark.parametrize("way", WAYS, ids=["dynamic", "weight_int8", "weight_int4"])
SIZE = Size(61, width=32, num_layers=2, num_heads=4, inner=48, num_positions=24)


def compressed(loaded: LoadedModel, out: Path, **options: Any) -> LoadedModel:
    return load(run_to_end(compress_into(loaded, "quantize", options, out)))


def options(**changed: Any) -> dict[str, Any]:
    return complete_options(SPEC, changed)


@pytest.fixture(scope="module")
def base() -> LoadedModel:
    return load(checkpoint_folder("bert-mini"))


@ways
@specs
def test_a_quantized_model_of_any_shape_is_opened_to_the_bit(
    spec: ArchSpec, way: dict[str, Any], tmp_path: Path
) -> None:
    for number, size in enumerate((SIZE, oracle.random_size(len(spec.name)))):
        folder = tmp_path / str(number)
        loaded = random_folder(spec, size, folder / "base")
        data = random_data(spec, size)
        if not quantizable(loaded):
            continue
        made = quantize_weights(loaded, chosen(loaded, options(**way)), options(**way))
        opened = compressed(loaded, folder / "made", **way)
        assert_same_states(made.model, opened.model, data)
        assert opened.weights.keys() == loaded.weights.keys()
        assert opened.stored == (("int4",) if way.get("scheme") == "weight_int4" else ("int8",))
        assert opened.model.config == loaded.model.config
        assert (opened.report, opened.heads) == (loaded.report, loaded.heads)
        assert opened.run["compression"]["base"] == {"name": "base", "hash": loaded.hash}


@specs
def test_every_layer_that_reads_a_quantized_weight_is_replaced(
    spec: ArchSpec, tmp_path: Path
) -> None:
    """A reference to the float layer somewhere would compute with numbers off the grid."""
    loaded = random_folder(spec, SIZE, tmp_path / "base")
    data = random_data(spec, SIZE)
    way = options(scheme="weight_int8")
    made = quantize_weights(loaded, chosen(loaded, way), way)
    save(made.model, spec, tmp_path / "floats")
    for path in (tmp_path / "floats").rglob("config.json"):
        assert "quantization_config" in json.loads(path.read_text())
    opened = load(tmp_path / "floats")
    assert_same_states(made.model, opened.model, data)
    plain = spec.model_class(opened.model.config).eval()
    if isinstance(plain, EntityModel) and isinstance(opened.model, EntityModel):
        assert opened.model.entities is not None
        plain.use_entities(opened.model.entities)
    weights = dict(opened.weights)
    with torch.no_grad():
        for name, parameter in plain.named_parameters():
            if name in weights:
                parameter.copy_(weights[name])
    if not any(name.endswith("offset") for name, _ in plain.named_parameters()):
        for batch in data.batches:
            with torch.no_grad():
                mine, other = opened.model(batch), plain(batch)
            for stream in mine:
                torch.testing.assert_close(mine[stream], other[stream], rtol=1e-5, atol=1e-5)


def test_a_model_with_a_head_for_a_task_is_quantized_with_it(tmp_path: Path) -> None:
    loaded = load(checkpoint_folder("bert-mini-acceptability"))
    data = compression_data(loaded, count=32)
    opened = compressed(loaded, tmp_path / "made")
    assert opened.task_model is not None
    assert isinstance(opened.task_model.head.output, QuantizedLinear)
    before, after = data.quality(loaded), data.quality(opened)
    assert before.score is not None
    assert after.score is not None
    assert abs(before.score - after.score) < 0.05


def test_eight_bits_take_three_tenths_of_the_bytes_and_cost_no_accuracy(
    base: LoadedModel, tmp_path: Path
) -> None:
    data = compression_data(base)
    floats = 4 * sum(weight.numel() for weight in base.weights.values())
    for scheme in ("dynamic_int8", "weight_int8"):
        made = compressed(base, tmp_path / scheme, scheme=scheme)
        assert stored_bytes(made.folder) <= 0.3 * floats
        record = made.run["compression"]
        assert record["quantized_bytes"] <= 0.3 * record["float32_bytes"]
        assert record["bytes"] == stored_bytes(made.folder)
        assert data.quality(made).accuracy >= data.quality(base).accuracy - 0.01
    made = compressed(base, tmp_path / "int4", scheme="weight_int4")
    assert stored_bytes(made.folder) <= 0.18 * floats


def test_tied_tables_are_stored_once_and_stay_tied(base: LoadedModel, tmp_path: Path) -> None:
    made = compressed(base, tmp_path / "made")
    model: Any = made.model
    assert model.mlm.decoder.stored is model.embeddings.token.stored
    names = load_file(made.folder / "model.safetensors").keys()
    assert [name for name in names if name.endswith("token.weight.integers")] == [
        "embeddings.token.weight.integers"
    ]
    assert not any(name.startswith("mlm.decoder.weight") for name in names)


def test_named_weights_and_tables_stay_floats_when_wanted(
    base: LoadedModel, tmp_path: Path
) -> None:
    made = compressed(base, tmp_path / "made", embeddings=False, keep="layers.0, nsp")
    names = set(quantized_weights(as_module(made.model)))
    assert "layers.1.attention.qkv.weight" in names
    kept = ("layers.0.", "nsp.", "embeddings.", "mlm.decoder.")
    assert not [name for name in names if name.startswith(kept)]
    for name in ("embeddings.token.weight", "layers.0.attention.qkv.weight"):
        assert torch.equal(made.weights[name], base.weights[name])


def test_transformers_rejects_a_quantized_folder(base: LoadedModel, tmp_path: Path) -> None:
    made = compressed(base, tmp_path / "made")
    with pytest.raises(ValueError, match="quantization config"):
        transformers.BertForPreTraining.from_pretrained(made.folder)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"scheme": "int2"}, "must be one of"),
        ({"bits": 8}, "unknown option 'bits'"),
        ({"per": "group"}, "set per to"),
        ({"keep": "blocks"}, "no weight of bert-mini begins with"),
        ({"keep": "embeddings, layers, mlm, nsp, pooler"}, "leave no weight"),
        ({"percentile": 20.0}, "must lie in"),
    ],
)
def test_options_that_cannot_be_are_rejected(
    wrong: dict[str, Any], says: str, base: LoadedModel, tmp_path: Path
) -> None:
    with pytest.raises(ValueError, match=says):
        compressed(base, tmp_path / "made", **wrong)
    assert not (tmp_path / "made").exists()


def test_quantizing_twice_is_rejected(base: LoadedModel, tmp_path: Path) -> None:
    made = compressed(base, tmp_path / "made")
    with pytest.raises(ValueError, match="quantized already"):
        compressed(made, tmp_path / "again")


def test_a_model_without_wide_weights_has_nothing_to_quantize(tmp_path: Path) -> None:
    narrow = Size(40, width=8, num_layers=1, num_heads=2, inner=8, num_positions=12)
    loaded = random_folder(catalog().architectures["bert"], narrow, tmp_path / "base")
    with pytest.raises(ValueError, match="no weights to quantize"):
        compressed(loaded, tmp_path / "made")


def test_whole_numbers_that_do_not_fit_are_named(base: LoadedModel, tmp_path: Path) -> None:
    from safetensors.torch import save_file

    made = compressed(base, tmp_path / "made")
    path = made.folder / "model.safetensors"
    tensors = load_file(path)
    name = "layers.0.attention.qkv.weight"
    save_file({**tensors, f"{name}.scales": torch.ones(3, 1)}, path)
    with pytest.raises(CheckpointError, match=name):
        load(made.folder)
    save_file({n: t for n, t in tensors.items() if n != f"{name}.layout"}, path)
    with pytest.raises(CheckpointError, match=name):
        load(made.folder)
