"""The folder of a training run: checkpoints that survive a kill, and the finished model.

    run/checkpoints/step-000500 weights, optimizer, tokenizer, progress; complete or not there
    run/                        config.json, model.safetensors, tokenizer.json, run.json at the end

A checkpoint is written into a temporary folder that takes its name in one step; older ones are
removed after that.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import Tensor, nn

from models import parallel
from models.batch import LanguageModel, num_parameters
from models.checkpoints import save as save_checkpoint
from models.recipes import Recipe
from models.specs import ArchSpec
from models.tokenization.base import Tokenizer

RUN_VERSION = 1
_BUILDING = ".building"
STAGE = ("name", "steps", "tokens", "seconds", "curve")  # what is kept of an earlier run


@dataclass(frozen=True)
class Progress:
    """How far a run is, and what it measured."""

    step: int = 0
    tokens: int = 0
    seconds: float = 0.0
    curve: tuple[Mapping[str, float], ...] = ()  # step, tokens, seconds and held-out metrics
    baselines: Mapping[str, float] | None = None  # nats per token of count models
    tasks: Mapping[str, Mapping[str, float]] | None = None  # how well a finished model does them

    def after(self, step: int, tokens: int, seconds: float) -> Progress:
        """The progress after one more step, which fed so many tokens."""
        return replace(self, step=step, tokens=self.tokens + tokens, seconds=seconds)

    def with_point(self, metrics: Mapping[str, float]) -> Progress:
        place = {"step": self.step, "tokens": self.tokens, "seconds": round(self.seconds, 2)}
        return replace(self, curve=(*self.curve, {**place, **metrics}))


@dataclass(frozen=True)
class RunFolder:
    """Reads and writes the folder of one run."""

    folder: Path
    recipe: Recipe
    spec: ArchSpec
    tokenizer: Tokenizer

    @property
    def checkpoints(self) -> Path:
        return self.folder / "checkpoints"

    def start(self) -> Progress:
        """Begin anew. Raises ValueError where a run already stands that could be resumed."""
        if latest(self.folder) is not None:
            raise ValueError(
                f"{self.folder} holds a run already. Resume it, or choose another folder."
            )
        self.folder.mkdir(parents=True, exist_ok=True)
        return Progress()

    def resume(self, module: nn.Module, optimizer: torch.optim.Optimizer) -> Progress:
        """Go on from the last complete checkpoint; begins anew where there is none.

        Raises ValueError when the checkpoint is of another recipe or damaged.
        """
        checkpoint = latest(self.folder)
        if checkpoint is None:
            return self.start()
        try:
            data = json.loads((checkpoint / "progress.json").read_text(encoding="utf-8"))
            weights = load_file(checkpoint / "weights.safetensors")
            state = load_file(checkpoint / "optimizer.safetensors")
        except (OSError, ValueError, SafetensorError) as error:
            raise ValueError(f"The checkpoint {checkpoint} is damaged: {error}") from error
        if Recipe.from_dict(data["recipe"]).to_dict() != self.recipe.to_dict():
            raise ValueError(
                f"{self.folder} was trained by another recipe. Use its own recipe to resume it."
            )
        module.load_state_dict(weights, strict=False)  # tied tensors are stored once
        _load_optimizer(optimizer, state, data["step"])
        curve = tuple(data["curve"])
        return Progress(data["step"], data["tokens"], data["seconds"], curve, data["baselines"])

    def save(self, module: nn.Module, optimizer: torch.optim.Optimizer, progress: Progress) -> None:
        """Write a checkpoint, then remove the older ones; the first process does it for all."""
        if not parallel.is_first():
            return
        target = self.checkpoints / f"step-{progress.step:08d}"
        building = self.checkpoints / f"{_BUILDING}-{progress.step}"
        shutil.rmtree(building, ignore_errors=True)
        building.mkdir(parents=True)
        weights = {name: p.detach().contiguous() for name, p in module.named_parameters()}
        save_file(weights, building / "weights.safetensors")
        save_file(_optimizer_tensors(optimizer), building / "optimizer.safetensors")
        self.tokenizer.save(building)  # the text may have changed when the run is resumed
        data = {**asdict(progress), "recipe": self.recipe.to_dict()}
        (building / "progress.json").write_text(json.dumps(data), encoding="utf-8")
        for path in building.iterdir():
            _flush(path)
        building.rename(target)
        for old in self.checkpoints.iterdir():
            if old != target:
                shutil.rmtree(old, ignore_errors=True)

    def finish(
        self,
        model: LanguageModel,
        progress: Progress,
        before: Sequence[Mapping[str, Any]] = (),
    ) -> None:
        """Write the model in the published layout, with run.json; the first process does it.

        `before`: the `stages` of the run that this one went on from.
        """
        if not parallel.is_first():
            return
        assert isinstance(model, nn.Module)
        run = run_record(self.recipe, progress, num_parameters(model), before)
        save_checkpoint(model, self.spec, self.folder, self.tokenizer, run)


def run_record(
    recipe: Recipe,
    progress: Progress,
    parameters: int,
    before: Sequence[Mapping[str, Any]] = (),
) -> dict[str, Any]:
    """What run.json holds."""
    curve = [dict(point) for point in progress.curve]
    last = curve[-1] if curve else {}
    done = {} if progress.tasks is None else {"tasks": progress.tasks}
    return {
        "version": RUN_VERSION,
        "name": recipe.name,
        "architecture": recipe.architecture,
        "recipe": recipe.to_dict(),
        "parameters": parameters,
        "steps": progress.step,
        "tokens": progress.tokens,
        "seconds": round(progress.seconds, 1),
        "metrics": {k: v for k, v in last.items() if k not in ("step", "tokens", "seconds")},
        "baselines": dict(progress.baselines or {}),
        **done,
        "curve": curve,
        **({"before": list(before)} if before else {}),
    }


def stages(run: Mapping[str, Any]) -> tuple[Mapping[str, Any], ...]:
    """What run.json tells of a finished run and of those that it went on from, oldest first.

    Empty where there is no such file, as in a published checkpoint.
    """
    if any(key not in run for key in STAGE):
        return ()
    return (*run.get("before", ()), {key: run[key] for key in STAGE})


def latest(folder: Path) -> Path | None:
    """The last complete checkpoint of a run folder."""
    found = sorted((folder / "checkpoints").glob("step-*"))
    return found[-1] if found else None


def _optimizer_tensors(optimizer: torch.optim.Optimizer) -> dict[str, Tensor]:
    """The two moments of every parameter, by the parameter's number."""
    tensors: dict[str, Tensor] = {}
    for index, state in optimizer.state_dict()["state"].items():
        for name in ("exp_avg", "exp_avg_sq"):
            tensors[f"{index}.{name}"] = state[name].contiguous()
    return tensors


def _load_optimizer(
    optimizer: torch.optim.Optimizer, tensors: Mapping[str, Tensor], step: int
) -> None:
    state = optimizer.state_dict()
    restored: dict[int, dict[str, Tensor]] = {}
    for name, tensor in tensors.items():
        index, _, part = name.partition(".")
        restored.setdefault(int(index), {"step": torch.tensor(float(step))})[part] = tensor
    state["state"] = restored
    optimizer.load_state_dict(state)


def _flush(path: Path) -> None:
    with path.open("rb+") as file:  # Windows flushes only what is open for writing
        os.fsync(file.fileno())
