"""Two processes under torchrun train what one process trains with the same batches."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
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
from models.training import distributed, trainer
from tests.models import tiny
from tests.models.training.test_two_processes import STEPS, recipes

folder = Path(sys.argv[1])
trainer.HELD_OUT_EXAMPLES = 8

def report(name, found):
    if distributed.is_first():
        (folder / f"{name}.json").write_text(json.dumps(found))

with distributed.processes():
    for name, recipe in recipes(folder / "village.txt").items():
        for way in ("two", "shard"):
            shard = way == "shard"
            run = trainer.train(recipe, folder / way / name, folder / "cache", shard=shard)
            report(f"{way}-{name}", tiny.losses(run)[STEPS])
    bert = recipes(folder / "village.txt")["bert"]
    run = trainer.train(bert, folder / "stopped", folder / "cache", shard=True)
    for found in run:
        if isinstance(found, trainer.TrainingStep) and found.step == STEPS // 2:
            break
    run.close()
"""


def recipes(text: Path) -> dict[str, Recipe]:
    """Architectures as published, and BERT without the pairs, which leaves weights untouched."""
    names = ("bert", "electra", "t5", "deberta")
    published = {name: tiny.recipe(name, text, steps=STEPS, batch_size=5) for name in names}
    return {**published, "masked": replace(published["bert"], objectives=("masked",))}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which two processes have trained every recipe, whole into two/NAME and with
    sharded weights into shard/NAME; a sharded run was stopped midway in stopped.
    """
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


@pytest.fixture
def alone(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], dict[str, float]]:
    """The last losses of a recipe that one process trains into one/NAME."""
    monkeypatch.setattr(trainer, "HELD_OUT_EXAMPLES", 8)

    def losses(name: str) -> dict[str, float]:
        recipe, out = recipes(folder / "village.txt")[name], folder / "one" / name
        path = folder / f"one-{name}.json"
        if not path.is_file():
            found = tiny.losses(train(recipe, out, folder / "cache"))
            path.write_text(json.dumps(found[STEPS]), encoding="utf-8")
        return json_losses(path)

    return losses


def json_losses(path: Path) -> dict[str, float]:
    return dict(json.loads(path.read_text(encoding="utf-8")))


def assert_same_checkpoint(left: Path, right: Path) -> None:
    """Equal weights and moments at the same step."""
    one, two = latest(left), latest(right)
    assert one is not None
    assert two is not None
    assert one.name == two.name
    for name in ("weights", "optimizer"):
        first, second = (load_file(run / f"{name}.safetensors") for run in (one, two))
        assert first.keys() == second.keys()
        for key, tensor in first.items():
            assert torch.allclose(tensor, second[key], rtol=0, atol=TOLERANCE), key


@pytest.mark.parametrize("name", ["bert", "masked", "electra", "t5", "deberta"])
@pytest.mark.parametrize("way", ["two", "shard"])
def test_two_processes_train_what_one_trains(
    name: str, way: str, folder: Path, alone: Callable[[str], dict[str, float]]
) -> None:
    expected = alone(name)
    assert json_losses(folder / f"{way}-{name}.json") == pytest.approx(expected, abs=TOLERANCE)
    assert_same_checkpoint(folder / "one" / name, folder / way / name)


def test_one_process_resumes_what_two_began_with_sharded_weights(
    folder: Path, alone: Callable[[str], dict[str, float]]
) -> None:
    expected = alone("bert")
    stopped = folder / "stopped"
    assert latest(stopped) == stopped / "checkpoints" / f"step-{STEPS // 2:08d}"
    recipe = recipes(folder / "village.txt")["bert"]
    found = tiny.losses(train(recipe, stopped, folder / "cache", resume=True))[STEPS]
    assert found == pytest.approx(expected, abs=TOLERANCE)
    assert_same_checkpoint(folder / "one" / "bert", stopped)


@pytest.mark.parametrize("way", ["two", "shard"])
def test_two_processes_write_one_finished_model(folder: Path, way: str) -> None:
    for name in recipes(folder / "village.txt"):
        assert (folder / way / name / "model.safetensors").is_file()
        saved = list((folder / way / name / "checkpoints").iterdir())
        assert [path.name for path in saved] == [f"step-{STEPS:08d}"]
