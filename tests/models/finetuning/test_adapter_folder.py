"""What LoRA learned, written as peft reads it: opened on its base it is the model of the run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from models.checkpoints.checkpoint import load
from models.checkpoints.foreign.adapter_folders import FOLDER, source_folder
from models.finetuning.trainer import finetune_on
from models.runtime.generators import run_to_end
from tests.models.finetuning import tiny

# One weight for a projection, several in one tensor, (D, F) matrices, rows packed by head, a shared
# layer, and a decoder with groups.
ARCHITECTURES = ("bert", "roberta", "gpt2", "gpt_neox", "albert", "qwen2", "deberta")


@pytest.mark.parametrize("modules", [("query", "value"), ("query", "key", "value", "output")])
@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_the_adapter_on_its_base_is_the_model_of_the_run(
    architecture: str, modules: tuple[str, ...], tmp_path: Path
) -> None:
    recipe = tiny.recipe(architecture, way="lora", lora_modules=modules, lora_rank=2)
    run = run_to_end(finetune_on(recipe, tiny.colours(), tmp_path / "run")).folder
    folder = run / FOLDER
    assert source_folder(folder) == tiny.folder_of(architecture)
    adapted, merged = load(folder), load(run)
    base = tiny.loaded(architecture)
    changed = 0
    for name, weight in merged.weights.items():
        torch.testing.assert_close(adapted.weights[name], weight, rtol=1e-5, atol=1e-6)
        changed += not torch.equal(weight, base.weights[name])
    assert changed >= 2
    assert adapted.task_model is not None
    assert merged.task_model is not None
    own = dict(adapted.task_model.head.named_parameters())
    for name, parameter in merged.task_model.head.named_parameters():
        assert torch.equal(own[name], parameter)


def test_the_entries_are_those_of_peft(tmp_path: Path) -> None:
    recipe = tiny.recipe(way="lora", lora_rank=2)
    folder = run_to_end(finetune_on(recipe, tiny.colours(), tmp_path / "run")).folder / FOLDER
    entries = json.loads((folder / "adapter_config.json").read_text())
    assert entries["base_model_name_or_path"] == str(tiny.folder_of("bert"))
    assert (entries["peft_type"], entries["task_type"]) == ("LORA", "SEQ_CLS")
    assert entries["r"] == entries["lora_alpha"] == 2
    assert entries["target_modules"] == [
        f"bert.encoder.layer.{layer}.attention.self.{name}"
        for layer in (0, 1)
        for name in ("query", "value")
    ]
    tensors = load_file(folder / "adapter_model.safetensors")
    layer = "base_model.model.bert.encoder.layer.0.attention.self.query"
    assert tensors[f"{layer}.lora_A.weight"].shape == (2, 16)
    assert tensors[f"{layer}.lora_B.weight"].shape == (16, 2)
    assert "base_model.model.classifier.weight" in tensors


@pytest.mark.parametrize("options", [{"way": "all"}, {"way": "lora", "from_scratch": True}])
def test_what_has_no_base_has_no_adapter(options: dict[str, object], tmp_path: Path) -> None:
    recipe = tiny.recipe(**options)
    run = run_to_end(finetune_on(recipe, tiny.colours(), tmp_path / "run")).folder
    assert not (run / FOLDER).exists()


def test_weights_that_are_no_matrices_are_left_to_the_model(tmp_path: Path) -> None:
    recipe = tiny.recipe("xlnet", way="lora", lora_rank=2)
    run = run_to_end(finetune_on(recipe, tiny.colours(), tmp_path / "run")).folder
    assert not (run / FOLDER).exists()
    assert load(run).task_model is not None
