"""Training with products in bfloat16: it learns alike, and everything saved has 32 bits."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file
from torch import nn

from models.runtime.devices import check_precision
from models.runtime.generators import run_to_end
from models.schema.registry import catalog
from models.training import trainer
from models.training.run_folder import latest
from models.training.trainer import TrainingStep
from models.training.training_task import new_training_task
from tests.models import tiny

STEPS = 10
CLOSE = 0.05  # of a loss in nats that lies above 5: bfloat16 has a precision of 1/256


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(autouse=True)
def few_held_out_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trainer, "HELD_OUT_EXAMPLES", 8)


@pytest.mark.parametrize("architecture", list(catalog().architectures))
def test_it_learns_what_32_bits_learn(architecture: str, data: Path, tmp_path: Path) -> None:
    prepared = tiny.ready(architecture, data)
    losses = {}
    for precision in ("float32", "bfloat16"):
        recipe = tiny.recipe(architecture, steps=STEPS, precision=precision)
        run = tiny.reports(recipe, prepared, tmp_path / precision)
        losses[precision] = tiny.losses(run)
    half, single = losses["bfloat16"], losses["float32"]
    assert half != single
    for head, last in half[STEPS].items():
        assert last == pytest.approx(single[STEPS][head], abs=CLOSE)
    assert min(sum(step.values()) for step in half.values()) < sum(half[1].values())
    checkpoint = latest(tmp_path / "bfloat16")
    assert checkpoint is not None
    for name in ("weights", "optimizer"):
        tensors = load_file(checkpoint / f"{name}.safetensors")
        assert {tensor.dtype for tensor in tensors.values()} == {torch.float32}


def test_products_have_16_bits_in_training_and_32_in_evaluation(data: Path, tmp_path: Path) -> None:
    prepared, recipe = tiny.ready("bert", data), tiny.recipe("bert", steps=1, precision="bfloat16")
    task = new_training_task(recipe, prepared.tokenizer, None)
    seen: dict[bool, set[torch.dtype]] = {True: set(), False: set()}
    assert isinstance(task.model, nn.Module)
    product = next(part for part in task.model.modules() if isinstance(part, nn.Linear))
    product.register_forward_hook(lambda _, inputs, out: seen[product.training].add(out.dtype))
    run_to_end(trainer.run(task, prepared, tmp_path, False, "cpu"))
    assert seen == {True: {torch.bfloat16}, False: {torch.float32}}


def test_a_resumed_run_has_the_losses_of_an_unbroken_one(data: Path, tmp_path: Path) -> None:
    prepared, recipe = tiny.ready("bert", data), tiny.recipe("bert", precision="bfloat16")
    whole = tiny.losses(tiny.reports(recipe, prepared, tmp_path / "whole"))
    broken = tiny.reports(recipe, prepared, tmp_path / "broken")
    for report in broken:
        if isinstance(report, TrainingStep) and report.step == 3:
            break
    broken.close()
    rest = tiny.losses(tiny.reports(recipe, prepared, tmp_path / "broken", resume=True))
    assert rest == {step: whole[step] for step in range(4, 7)}


def test_a_device_that_has_no_such_products_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    check_precision("bfloat16", "cpu")
    monkeypatch.setattr(torch.cuda, "is_bf16_supported", lambda **_: False)
    with pytest.raises(ValueError, match=r"cuda:0 cannot compute in bfloat16\. Set precision"):
        check_precision("bfloat16", "cuda:0")
    check_precision("float32", "cuda:0")


def test_another_precision_is_no_recipe() -> None:
    with pytest.raises(ValueError, match="precision must be float32 or bfloat16, not 'float16'"):
        tiny.recipe("bert", precision="float16")
