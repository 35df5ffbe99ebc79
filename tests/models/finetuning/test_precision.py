"""Fine-tuning with products in bfloat16: it learns, and everything saved has 32 bits."""

from __future__ import annotations

import json
import tomllib
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import load_file
from torch import nn

from models.finetuning.recipe import FineTuningRecipe
from models.finetuning.trainer import CheckpointSaved, FineTuningStep, Report, _Run, finetune_on
from models.runtime.generators import run_to_end
from models.training.recipe import TeacherRecipe
from models.training.run_folder import latest
from tests.models.finetuning import tiny

WAYS: list[tuple[str, str, dict[str, Any]]] = [
    ("bert", "classification", {}),
    ("bert", "regression", {}),
    ("bert", "choice", {}),
    ("bert", "question_answering", {}),
    ("bert", "token_classification", {}),
    ("bert", "classification", {"adversarial": 1.0}),
    ("bert", "classification", {"way": "lora"}),
    ("gpt2", "classification", {"style": "gpt", "auxiliary_lm": 0.5}),
    ("t5", "classification", {"style": "text"}),
]


def losses(found: list[Report]) -> list[float]:
    return [report.loss for report in found if isinstance(report, FineTuningStep)]


@pytest.mark.parametrize(
    ("architecture", "task", "options"), WAYS, ids=[f"{a}-{t}-{'-'.join(o)}" for a, t, o in WAYS]
)
def test_it_learns_and_saves_32_bits(
    architecture: str, task: str, options: dict[str, Any], tmp_path: Path
) -> None:
    data = tiny.one_of(task)
    by_precision = {}
    for precision in ("float32", "bfloat16"):
        recipe = tiny.recipe(architecture, epochs=12, precision=precision, **options)
        run = finetune_on(recipe, data, tmp_path / precision)
        with closing(run):
            found = list(run)
        by_precision[precision] = losses(found)
    half = by_precision["bfloat16"]
    assert half != by_precision["float32"]
    assert half[0] == pytest.approx(by_precision["float32"][0], rel=0.1)
    assert np.mean(half[-3:]) < half[0]
    folder = tmp_path / "bfloat16"
    assert {t.dtype for t in load_file(folder / "model.safetensors").values()} == {torch.float32}
    run_record = json.loads((folder / "run.json").read_text())["finetuning"]
    assert run_record["recipe"]["precision"] == "bfloat16"


def test_a_checkpoint_has_32_bits(tmp_path: Path) -> None:
    with closing(finetune_on(recipe_in_halves(), tiny.colours(), tmp_path / "run")) as run:
        next(report for report in run if isinstance(report, CheckpointSaved))
        checkpoint = latest(tmp_path / "run")
        assert checkpoint is not None
        for name in ("weights", "optimizer"):
            tensors = load_file(checkpoint / f"{name}.safetensors")
            assert {tensor.dtype for tensor in tensors.values()} == {torch.float32}


def recipe_in_halves() -> FineTuningRecipe:
    return tiny.recipe(epochs=3, precision="bfloat16")


def test_products_have_16_bits_in_training_and_32_in_evaluation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: dict[bool, set[torch.dtype]] = {True: set(), False: set()}
    begin = _Run._steps

    def watched(run: _Run, progress: Any) -> Any:
        product = next(p for p in run.pipeline.module.modules() if isinstance(p, nn.Linear))
        product.register_forward_hook(lambda _, inputs, out: seen[product.training].add(out.dtype))
        return begin(run, progress)

    monkeypatch.setattr(_Run, "_steps", watched)
    run_to_end(finetune_on(recipe_in_halves(), tiny.colours(), tmp_path / "run"))
    assert seen == {True: {torch.bfloat16}, False: {torch.float32}}


def test_a_resumed_run_has_the_losses_of_an_unbroken_one(tmp_path: Path) -> None:
    data, recipe = tiny.colours(), recipe_in_halves()
    whole = losses(list(finetune_on(recipe, data, tmp_path / "whole")))
    steps = finetune_on(recipe, data, tmp_path / "parts")
    before: list[Report] = []
    while len(losses(before)) < 8:  # within the second epoch
        before.append(next(steps))
    steps.close()
    after = losses(list(finetune_on(recipe, data, tmp_path / "parts", resume=True)))
    assert losses(before) + after == whole


def test_a_recipe_without_a_precision_is_one_of_float32() -> None:
    """So that runs and comparisons of earlier versions are those of the same recipe."""
    recipe = tiny.recipe()
    assert "precision" not in recipe.to_dict()
    assert FineTuningRecipe.from_dict(recipe.to_dict()) == recipe
    half = recipe_in_halves()
    assert half.to_dict()["precision"] == "bfloat16"
    assert FineTuningRecipe.from_dict(tomllib.loads(half.to_toml())) == half


def test_what_cannot_be_computed_is_an_error_that_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ValueError, match="precision must be float32 or bfloat16, not 'float16'"):
        tiny.recipe(precision="float16")
    monkeypatch.setattr(torch.cuda, "is_bf16_supported", lambda **_: False)
    run = finetune_on(recipe_in_halves(), tiny.colours(), tmp_path / "run", device="cuda:0")
    with pytest.raises(ValueError, match=r"cuda:0 cannot compute in bfloat16\. Set precision"):
        next(run)


def test_a_student_learns_its_task(tmp_path: Path) -> None:
    teacher = run_to_end(finetune_on(tiny.recipe(epochs=8), tiny.colours(), tmp_path / "teacher"))
    teaching = TeacherRecipe("tinybert", str(teacher.folder), {"prediction_share": 0.5})
    recipe = tiny.recipe(epochs=8, precision="bfloat16", teaching=teaching, from_scratch=True)
    found = losses(list(finetune_on(recipe, tiny.colours(), tmp_path / "student")))
    first = found[: len(found) // 2]  # the layers; the second half learns predictions
    assert np.mean(first[-6:]) < np.mean(first[:6])
    assert np.isfinite(found).all()
