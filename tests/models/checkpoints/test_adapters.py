"""Adapters of peft, opened on their base: sums, heads, and what does not fit."""

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
from models.checkpoints.foreign.adapter_folders import file_stamps, is_adapter, source_folder
from models.schema.configs import Size
from models.schema.registry import catalog

SIZE = Size(vocab_size=60, width=16, num_layers=2, num_heads=2, inner=32, num_positions=24)
RANK, ALPHA = 4, 8
CONFIG: dict[str, Any] = {
    "peft_type": "LORA",
    "r": RANK,
    "lora_alpha": ALPHA,
    "bias": "none",
    "fan_in_fan_out": False,
    "rank_pattern": {},
    "alpha_pattern": {},
    "use_dora": False,
}


def base_model(folder: Path, architecture: str) -> Path:
    torch.manual_seed(0)
    spec = catalog().architectures[architecture]
    save(spec.model_class(spec.config_class.from_size(SIZE)), spec, folder)
    return folder


def products(base: Path, ending: str, *, turned: bool = False) -> dict[str, Tensor]:
    """A and B, as peft names them, for all weights of the base with an ending."""
    generator = torch.Generator().manual_seed(1)
    made: dict[str, Tensor] = {}
    for name, weight in load_file(base / "model.safetensors").items():
        if name.endswith(f"{ending}.weight"):
            outputs, inputs = weight.T.shape if turned else weight.shape
            layer = f"base_model.model.{name.removesuffix('.weight')}"
            made[f"{layer}.lora_A.weight"] = torch.randn(RANK, inputs, generator=generator)
            made[f"{layer}.lora_B.weight"] = torch.randn(outputs, RANK, generator=generator)
    assert made
    return made


def adapter(folder: Path, tensors: dict[str, Tensor], **config: Any) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "adapter_config.json").write_text(json.dumps({**CONFIG, **config}))
    save_file(tensors, folder / "adapter_model.safetensors", metadata={"format": "pt"})
    return folder


def with_products(base: Path, tensors: dict[str, Tensor], scale: float, *, turned: bool) -> Path:
    """A folder whose weights have the products in them, written by hand."""
    whole = base.parent / "by-hand"
    whole.mkdir()
    (whole / "config.json").write_bytes((base / "config.json").read_bytes())
    merged = load_file(base / "model.safetensors")
    for name, down in tensors.items():
        if name.endswith(".lora_A.weight"):
            layer = name.removesuffix(".lora_A.weight")
            product = scale * tensors[f"{layer}.lora_B.weight"] @ down
            target = f"{layer.removeprefix('base_model.model.')}.weight"
            merged[target] = merged[target] + (product.T if turned else product)
    save_file(merged, whole / "model.safetensors", metadata={"format": "pt"})
    return whole


@pytest.mark.parametrize(
    ("architecture", "ending", "turned"),
    [("bert", "attention.self.query", False), ("llama", "q_proj", False), ("gpt2", "c_proj", True)],
)
@pytest.mark.parametrize("over_root", [False, True])
def test_an_adapter_is_its_base_with_the_products(
    tmp_path: Path, architecture: str, ending: str, turned: bool, over_root: bool
) -> None:
    base = base_model(tmp_path / "base", architecture)
    made = products(base, ending, turned=turned)
    config = {"fan_in_fan_out": turned, "use_rslora": over_root}
    folder = adapter(tmp_path / "own", made, base_model_name_or_path=str(base), **config)
    assert is_adapter(folder)
    assert source_folder(folder) == base
    scale = ALPHA / RANK**0.5 if over_root else ALPHA / RANK
    expected = load(with_products(base, made, scale, turned=turned))
    found = load(folder)
    assert found.folder == folder
    assert found.spec is expected.spec
    before = load(base)
    changed = 0
    for name, weight in expected.weights.items():
        torch.testing.assert_close(found.weights[name], weight, rtol=1e-6, atol=1e-6)
        changed += not torch.equal(weight, before.weights[name])
    assert changed >= 2
    assert found.hash not in (expected.hash, before.hash)


def test_the_base_is_found_beside_the_adapter_by_its_name(tmp_path: Path) -> None:
    base = base_model(tmp_path / "bert-base", "bert")
    made = products(base, "attention.self.value")
    folder = adapter(tmp_path / "own", made, base_model_name_or_path="somebody/bert-base")
    assert source_folder(folder) == base
    assert load(folder).name == "own"


def test_a_head_that_was_learned_with_it_is_that_of_the_model(tmp_path: Path) -> None:
    base = base_model(tmp_path / "base", "bert")
    made = {
        **products(base, "attention.self.query"),
        "base_model.model.classifier.weight": torch.randn(3, SIZE.width),
        "base_model.model.classifier.bias": torch.randn(3),
    }
    pooler = {
        "base_model.model.bert.pooler.dense.weight": torch.randn(SIZE.width, SIZE.width),
        "base_model.model.bert.pooler.dense.bias": torch.randn(SIZE.width),
    }
    config = {"base_model_name_or_path": str(base), "task_type": "SEQ_CLS"}
    loaded = load(adapter(tmp_path / "own", {**made, **pooler}, **config))
    assert loaded.task_model is not None
    learned = [one.detach() for one in loaded.task_model.parameters()]
    for tensor in (made["base_model.model.classifier.weight"], *pooler.values()):
        assert any(torch.equal(tensor, one) for one in learned)


@pytest.mark.parametrize(
    ("config", "said"),
    [
        ({"peft_type": "PREFIX_TUNING"}, "PREFIX_TUNING"),
        ({"use_dora": True}, "use_dora = True"),
        ({"rank_pattern": {"query": 2}}, "rank_pattern"),
        ({"r": 0}, "no rank"),
        ({"lora_alpha": "much"}, "no rank"),
        ({"base_model_name_or_path": "klue/bert-base"}, "'klue/bert-base', which is not on this"),
        ({"base_model_name_or_path": None}, "holds an adapter and no model"),
    ],
    ids=str,
)
def test_what_cannot_be_added_is_refused_by_name(
    tmp_path: Path, config: dict[str, Any], said: str
) -> None:
    base = base_model(tmp_path / "base", "bert")
    made = products(base, "attention.self.query")
    known = {"base_model_name_or_path": str(base)}
    folder = adapter(tmp_path / "own", made, **{**known, **config})
    with pytest.raises(CheckpointError, match=said) as caught:
        load(folder)
    assert caught.value.hint


def test_a_base_of_another_size_is_reported(tmp_path: Path) -> None:
    base = base_model(tmp_path / "base", "bert")
    made = products(base, "attention.self.query")
    name = next(iter(made))
    strange = {**made, name: torch.randn(RANK, 7)}
    folder = adapter(tmp_path / "own", strange, base_model_name_or_path=str(base))
    with pytest.raises(CheckpointError, match="does not fit the model"):
        load(folder)
    many = 1 << 20  # of which a product has terabytes
    long, wide = torch.empty(many, 1), torch.empty(1, many)
    huge = {**made, name: wide, name.replace("_A", "_B"): long}
    folder = adapter(tmp_path / "own", huge, base_model_name_or_path=str(base))
    with pytest.raises(CheckpointError, match="does not fit the model"):
        load(folder)
    whole = {**made, name: made[name].to(torch.int32)}
    folder = adapter(tmp_path / "own", whole, base_model_name_or_path=str(base))
    with pytest.raises(CheckpointError, match="does not fit the model"):
        load(folder)
    other = {one.replace("bert.", "elsewhere."): tensor for one, tensor in made.items()}
    folder = adapter(tmp_path / "own", other, base_model_name_or_path=str(base))
    with pytest.raises(CheckpointError, match="does not fit the model"):
        load(folder)


def test_what_was_learned_as_a_whole_replaces_what_the_base_has(tmp_path: Path) -> None:
    """Biases stand under the wrapped layer's name."""
    base = base_model(tmp_path / "base", "bert")
    bias = torch.randn(SIZE.width)
    own = {
        **products(base, "attention.self.query"),
        "base_model.model.bert.encoder.layer.0.attention.self.query.base_layer.bias": bias,
    }
    weights = load(adapter(tmp_path / "own", own, base_model_name_or_path=str(base))).weights
    assert any(torch.equal(one[: SIZE.width], bias) for one in weights.values())
    stray = {**products(base, "attention.self.query"), "base_model.model.elsewhere.bias": bias}
    with pytest.raises(CheckpointError, match="elsewhere"):
        load(adapter(tmp_path / "own", stray, base_model_name_or_path=str(base)))


def test_products_of_the_token_table_are_refused(tmp_path: Path) -> None:
    base = base_model(tmp_path / "base", "bert")
    own = products(base, "attention.self.query")
    own["base_model.model.bert.embeddings.word_embeddings.lora_embedding_A"] = torch.randn(RANK, 60)
    with pytest.raises(CheckpointError, match="token table"):
        load(adapter(tmp_path / "own", own, base_model_name_or_path=str(base)))


def test_a_folder_without_the_file_of_its_adapter_says_so(tmp_path: Path) -> None:
    base = base_model(tmp_path / "base", "bert")
    made = products(base, "attention.self.query")
    folder = adapter(tmp_path / "own", made, base_model_name_or_path=str(base))
    (folder / "adapter_model.safetensors").unlink()
    with pytest.raises(CheckpointError, match="lacks adapter_model"):
        load(folder)
    (folder / "adapter_model.bin").write_bytes(b"")
    with pytest.raises(CheckpointError, match="pickle"):
        load(folder)


def test_two_adapters_of_other_scales_are_two_models(tmp_path: Path) -> None:
    base = base_model(tmp_path / "base", "bert")
    made = products(base, "attention.self.query")
    config = {"base_model_name_or_path": str(base)}
    folders = [adapter(tmp_path / f"{n}", made, lora_alpha=n, **config) for n in (1, 2)]
    assert len({load(folder).hash for folder in folders}) == 2


def test_a_base_that_comes_later_is_found(tmp_path: Path) -> None:
    made = products(base_model(tmp_path / "elsewhere" / "bert", "bert"), "attention.self.query")
    folder = adapter(tmp_path / "own", made, base_model_name_or_path="somebody/bert")
    before = file_stamps(folder)
    (tmp_path / "elsewhere" / "bert").rename(tmp_path / "bert")
    assert load(folder).spec.name == "bert"
    assert file_stamps(folder) != before, "an entry of the library is read again"
