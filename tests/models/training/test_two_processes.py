"""Two processes under torchrun train what one process trains with the same batches."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from models.training import trainer
from models.training.recipe import Recipe
from models.training.run_folder import latest
from models.training.trainer import train
from tests.models import tiny

TOLERANCE = 1e-4
STEPS = 8

# What torchrun starts twice: every recipe, one after the other, and the last losses of each.
WORKER = """
import json
import sys
from pathlib import Path
from models import parallel, training
from tests.models import tiny
from tests.models.training.test_two_processes import recipes

folder = Path(sys.argv[1])
trainer.HELD_OUT_EXAMPLES = 8
with parallel.processes():
    for name, recipe in recipes(folder / "village.txt").items():
        run = trainer.train(recipe, folder / "two" / name, folder / "cache")
        found = tiny.losses(run)
        if parallel.is_first():
            (folder / f"{name}.json").write_text(json.dumps(found[recipe.schedule.steps]))
"""


def recipes(text: Path) -> dict[str, Recipe]:
    """BERT as published, BERT without the pairs, which leaves weights untouched, and ELECTRA."""
    bert = tiny.recipe("bert", text, steps=STEPS, batch_size=5)
    return {
        "bert": bert,
        "masked": replace(bert, objectives=("masked",)),
        "electra": tiny.recipe("electra", text, steps=STEPS, batch_size=5),
    }


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which two processes have trained every recipe into two/NAME."""
    folder = tmp_path_factory.mktemp("runs")
    tiny.write_text(folder)
    worker = folder / "worker.py"
    worker.write_text(WORKER, encoding="utf-8")
    root = Path(__file__).parents[3]
    launch = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc_per_node=2"]
    done = subprocess.run(
        [*launch, str(worker), str(folder)],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root), "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.parametrize("name", ["bert", "masked", "electra"])
def test_two_processes_train_what_one_trains(
    name: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trainer, "HELD_OUT_EXAMPLES", 8)
    recipe = recipes(folder / "village.txt")[name]
    alone = tiny.losses(train(recipe, folder / "one" / name, folder / "cache"))[STEPS]
    together = json_losses(folder / f"{name}.json")
    assert together == pytest.approx(alone, abs=TOLERANCE)
    one, two = latest(folder / "one" / name), latest(folder / "two" / name)
    assert one is not None
    assert two is not None
    first, second = (load_file(run / "weights.safetensors") for run in (one, two))
    assert first.keys() == second.keys()
    for key, tensor in first.items():
        assert torch.allclose(tensor, second[key], rtol=0, atol=TOLERANCE), key


def json_losses(path: Path) -> dict[str, float]:
    return dict(json.loads(path.read_text(encoding="utf-8")))


def test_two_processes_write_one_finished_model(folder: Path) -> None:
    for name in ("bert", "masked", "electra"):
        assert (folder / "two" / name / "model.safetensors").is_file()
        saved = list((folder / "two" / name / "checkpoints").iterdir())
        assert [path.name for path in saved] == [f"step-{STEPS:08d}"]
