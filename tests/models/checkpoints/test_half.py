"""Large models whose files hold 16 bits: kept as they are, computed in 32."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file
from torch import Tensor, nn

from models.checkpoints import tensor_files
from models.checkpoints.checkpoint import CheckpointError, LoadedModel, load, save
from models.inference.trace import trace
from models.layers.quantized import layers
from models.layers.quantized.layers import HalfLinear, StoredEmbedding, keep_half
from models.layers.quantized.weight import HalfWeight
from models.schema.batch import as_module
from models.schema.registry import catalog
from models.schema.specs import ArchSpec
from tests.models import oracle

SPECS = list(catalog().architectures.values())
specs = pytest.mark.parametrize("spec", SPECS, ids=[spec.name for spec in SPECS])


@pytest.fixture
def every_model_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tensor_files, "LARGE", 0)
    monkeypatch.setattr(layers, "BLOCK", 64)  # several blocks also of small weights


def write_in_half(spec: ArchSpec, folder: Path, dtype: torch.dtype = torch.bfloat16) -> None:
    save(oracle.random_model(spec), spec, folder)
    for path in folder.rglob("model.safetensors"):
        save_file({name: t.to(dtype) for name, t in load_file(path).items()}, path)


@specs
@pytest.mark.usefixtures("every_model_is_large")
def test_what_is_kept_in_half_computes_as_what_is_not(
    spec: ArchSpec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_in_half(spec, tmp_path / "model")
    kept, whole = load(tmp_path / "model", large_in_half=True), load(tmp_path / "model")
    parts = [one for one in as_module(kept.model).modules() if hasattr(one, "stored")]
    assert any(isinstance(one, HalfLinear) for one in parts)
    assert any(isinstance(one, StoredEmbedding) for one in parts) or spec.name == "elmo"
    assert kept.weights.keys() == whole.weights.keys()
    for name, weight in whole.weights.items():
        assert torch.equal(kept.weights[name].float(), weight), name
    size = whole.model.config.size.vocab_size
    monkeypatch.setattr(HalfWeight, "dense", never_of_rows(HalfWeight.dense, size))
    assert_traces_alike(kept, whole)
    save(kept.model, spec, tmp_path / "again")
    again = load(tmp_path / "again")
    for name, weight in whole.weights.items():
        assert torch.equal(again.weights[name], weight), name


def never_of_rows(make: Callable[[HalfWeight], Tensor], size: int) -> Callable[..., Tensor]:
    """A `dense` that no table of this many rows has to become floats by as a whole."""

    def dense(weight: HalfWeight) -> Tensor:
        assert weight.shape[0] != size
        return make(weight)

    return dense


def assert_traces_alike(kept: LoadedModel, whole: LoadedModel) -> None:
    """Hidden states, maps and logits of a text, which both models read openly."""
    encoding = oracle.random_input(whole.model.config.size.vocab_size, 9)
    kinds = frozenset({"hidden", "attention", "logits"})
    first, second = (trace(one.model, one.spec, encoding, kinds=kinds) for one in (kept, whole))
    for own, other in zip(first.streams.values(), second.streams.values(), strict=True):
        for kind in ("hidden", "attention"):
            if (expected := getattr(other, kind)) is not None:
                np.testing.assert_allclose(getattr(own, kind), expected, atol=1e-5, rtol=1e-4)
    for head in second.logits:
        np.testing.assert_allclose(first.logits[head], second.logits[head], atol=1e-5, rtol=1e-4)


def test_gradients_reach_the_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layers, "BLOCK", 64)
    torch.manual_seed(0)
    plain = nn.Sequential(nn.Linear(33, 17), nn.GELU(), nn.Linear(17, 40, bias=False))
    numbers = {f"{i}.weight": plain[i].weight.detach().bfloat16() for i in (0, 2)}
    with torch.no_grad():
        for name, half in numbers.items():
            plain.get_parameter(name).copy_(half)
    kept = nn.Sequential(nn.Linear(33, 17), nn.GELU(), nn.Linear(17, 40, bias=False))
    kept.load_state_dict(plain.state_dict())
    keep_half(kept, numbers)
    x = torch.randn(2, 5, 33, requires_grad=True)
    other = x.detach().clone().requires_grad_()
    plain(x).square().sum().backward()
    kept(other).square().sum().backward()
    torch.testing.assert_close(other.grad, x.grad, atol=1e-5, rtol=1e-5)


@pytest.mark.parametrize("shape", [(1, 1, 33), (33,), (4, 33), (2, 5, 33)])
def test_a_product_is_that_of_the_whole_weight(
    shape: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(layers, "BLOCK", 64)
    bias = nn.Parameter(torch.randn(40))
    weight, x = torch.randn(40, 33).bfloat16(), torch.randn(shape)
    layer = HalfLinear(HalfWeight(weight), bias)
    expected = nn.functional.gelu(nn.functional.linear(x, weight.float(), bias))
    with torch.inference_mode():
        torch.testing.assert_close(layer(x, nn.functional.gelu), expected, atol=1e-5, rtol=1e-5)


def test_a_small_model_is_not_kept_in_half(tmp_path: Path) -> None:
    spec = catalog().architectures["gpt2"]
    write_in_half(spec, tmp_path)
    model = as_module(load(tmp_path, large_in_half=True).model)
    assert {weight.dtype for weight in model.parameters()} == {torch.float32}


@pytest.mark.parametrize(("half", "needed"), [(True, 2), (False, 4)])
def test_a_model_that_does_not_fit_is_refused_before_it_is_read(
    half: bool, needed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = catalog().architectures["gpt2"]
    write_in_half(spec, tmp_path)
    count = sum(t.numel() for t in load_file(tmp_path / "model.safetensors").values())
    monkeypatch.setattr(tensor_files, "LARGE", 0)
    monkeypatch.setattr(tensor_files, "GIGABYTE", 1.0)
    monkeypatch.setattr(tensor_files, "free_bytes", lambda device: needed * count)
    load(tmp_path, large_in_half=half)
    monkeypatch.setattr(tensor_files, "free_bytes", lambda device: needed * count - 1)
    monkeypatch.setattr(tensor_files, "read_file", lambda path: pytest.fail("was read"))
    with pytest.raises(CheckpointError, match=f"takes {needed * count:,}.0 GB of memory, and"):
        load(tmp_path, large_in_half=half)


def test_a_file_that_is_written_again_leaves_the_model_as_it_was(tmp_path: Path) -> None:
    spec = catalog().architectures["gpt2"]
    save(oracle.random_model(spec), spec, tmp_path)
    loaded = load(tmp_path)
    before = {name: weight.clone() for name, weight in loaded.weights.items()}
    path = tmp_path / "model.safetensors"
    with path.open("r+b") as file:  # in place, as `open(…, "wb")` does
        file.write(bytes(path.stat().st_size))
        file.truncate(100)
    for name, weight in loaded.weights.items():
        assert torch.equal(weight, before[name]), name
