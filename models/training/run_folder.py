"""The folder of a training run: checkpoints that survive a kill, and the finished model.

    run/checkpoints/step-000500 weights, optimizer, tokenizer, progress; complete or not there
    run/                        config.json, model.safetensors, tokenizer.json, run.json at the end

A checkpoint is written into a temporary folder that takes its name in one step; older ones are
removed after that. Nothing else is ever removed: a run begins in a folder of its own only.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import fmean
from typing import Any, Protocol, Self

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import Tensor, nn

from models.checkpoints.checkpoint import save as save_checkpoint
from models.checkpoints.folders import AUXILIARY_FILE, CHECKPOINTS, LOG_FILES, enumerate_names
from models.runtime.files import read_object, replace_file
from models.schema.batch import LanguageModel, num_parameters
from models.schema.records import FloatArray
from models.schema.specs import ArchSpec
from models.tokenization.base import Tokenizer
from models.training import distributed
from models.training.recipe import Recipe

RUN_VERSION = 1
DIGITS = 5  # of a training loss
UNREADABLE = (KeyError, TypeError, IndexError, OverflowError)  # of JSON that holds other things
_BUILDING = ".building"
_CHECKPOINT = re.compile(r"step-\d{8}")
_LEFTOVER = re.compile(re.escape(_BUILDING) + r"-\d+")  # of a save that was killed
STAGE = ("name", "steps", "tokens", "seconds", "curve")  # what is kept of an earlier run


@dataclass(frozen=True)
class RunProgress:
    """How far a run is, and what it measured."""

    step: int = 0
    tokens: int = 0
    seconds: float = 0.0
    curve: tuple[Mapping[str, float], ...] = ()  # step, tokens, seconds and held-out metrics
    losses: tuple[Mapping[str, float], ...] = ()  # step, tokens, seconds and training losses
    baselines: Mapping[str, float] | None = None  # nats per token of count models
    tasks: Mapping[str, Mapping[str, float]] | None = None  # how well a finished model does them

    def advance(self, step: int, tokens: int, seconds: float) -> RunProgress:
        """The progress after one more step, which fed so many tokens."""
        return replace(self, step=step, tokens=self.tokens + tokens, seconds=seconds)

    def add_point(self, metrics: Mapping[str, float]) -> RunProgress:
        return replace(self, curve=(*self.curve, {**self._place, **metrics}))

    def add_losses(self, steps: Sequence[Mapping[str, float]]) -> RunProgress:
        """Append the means of the last steps' losses as a point; unchanged without any."""
        if not steps:
            return self
        means = {name: float(f"{mean:.{DIGITS}g}") for name, mean in mean_losses(steps).items()}
        return replace(self, losses=(*self.losses, {**self._place, **means}))

    @property
    def _place(self) -> dict[str, float]:
        return {"step": self.step, "tokens": self.tokens, "seconds": round(self.seconds, 2)}


def mean_losses(steps: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """The mean of each loss over the steps that have it."""
    names = sorted({name for losses in steps for name in losses})
    return {name: fmean(losses[name] for losses in steps if name in losses) for name in names}


class RunRecipe(Protocol):
    """What decides a run, as its checkpoints state it."""

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self: ...

    def to_dict(self) -> dict[str, Any]: ...


@dataclass(frozen=True)
class RunFolder:
    """Reads and writes the folder of one run."""

    folder: Path
    recipe: RunRecipe
    spec: ArchSpec
    tokenizer: Tokenizer

    @property
    def checkpoints(self) -> Path:
        return self.folder / CHECKPOINTS

    def start(self) -> RunProgress:
        """Start from the beginning. Raises ValueError as `check_folder` does."""
        check_folder(self.folder, resume=False)
        self.folder.mkdir(parents=True, exist_ok=True)
        return RunProgress()

    def resume(self, module: nn.Module) -> RunProgress:
        """Load the weights of the last complete checkpoint; starts the run where there is none.

        Raises ValueError when the checkpoint is of another recipe or damaged.
        """
        checkpoint = latest(self.folder)
        if checkpoint is None:
            return self.start()
        try:
            data = read_object(checkpoint / "progress.json")
            weights = load_file(checkpoint / "weights.safetensors")
            recipe = type(self.recipe).from_dict(data["recipe"])
            progress = _progress(data)
        except (OSError, ValueError, SafetensorError, *UNREADABLE) as error:
            raise _damaged_checkpoint_error(checkpoint, "it cannot be read") from error
        if recipe.to_dict() != self.recipe.to_dict():
            raise ValueError(
                f"{self.folder} was trained by another recipe. Use its own recipe to resume it."
            )
        if weights.keys() != dict(module.named_parameters()).keys():
            raise _damaged_checkpoint_error(checkpoint, "it is of another model")
        try:
            module.load_state_dict(weights, strict=False)  # tied tensors are stored once
        except RuntimeError as error:
            raise _damaged_checkpoint_error(checkpoint, "it is of another model") from error
        return progress

    def resume_optimizer(self, optimizer: torch.optim.Optimizer) -> None:
        """Load the moments of the last complete checkpoint, if there is one.

        Raises ValueError when the checkpoint is damaged.
        """
        checkpoint = latest(self.folder)
        if checkpoint is None:
            return
        try:
            _load_optimizer(optimizer, load_file(checkpoint / "optimizer.safetensors"))
        except (OSError, SafetensorError) as error:
            raise _damaged_checkpoint_error(checkpoint, "it cannot be read") from error
        except (RuntimeError, ValueError, *UNREADABLE) as error:
            raise _damaged_checkpoint_error(checkpoint, "it is of another model") from error

    def save(
        self, module: nn.Module, optimizer: torch.optim.Optimizer, progress: RunProgress
    ) -> None:
        """Write a checkpoint, then remove the older ones; the first process does it for all.

        All processes call this together, with the weights of `distributed.gather_weights`. Raises
        OSError where it cannot be written; then the older ones stay.
        """
        moments = _optimizer_tensors(optimizer)
        if not distributed.is_first():
            return
        target = self.checkpoints / f"step-{progress.step:08d}"
        building = self.checkpoints / f"{_BUILDING}-{progress.step}"
        shutil.rmtree(building, ignore_errors=True)
        building.mkdir(parents=True)
        try:
            self._write(building, module, moments, progress)
            building.rename(target)
        except SafetensorError as error:
            raise OSError(f"{self.folder} cannot be written ({error}). Make room there.") from error
        finally:
            shutil.rmtree(building, ignore_errors=True)  # what is left of it after a failure
        for old in self.checkpoints.iterdir():
            if old != target and _is_own(old):
                shutil.rmtree(old, ignore_errors=True)

    def _write(
        self,
        building: Path,
        module: nn.Module,
        moments: Mapping[str, Tensor],
        progress: RunProgress,
    ) -> None:
        """The files of a checkpoint, on the disk when this returns."""
        weights = {name: p.detach().contiguous() for name, p in module.named_parameters()}
        save_file(weights, building / "weights.safetensors")
        save_file(dict(moments), building / "optimizer.safetensors")
        self.tokenizer.save(building)  # the text may have changed when the run is resumed
        data = {**asdict(progress), "recipe": self.recipe.to_dict()}
        (building / "progress.json").write_text(json.dumps(data), encoding="utf-8")
        for path in building.iterdir():
            _flush(path)

    def finish(
        self,
        model: LanguageModel,
        progress: RunProgress,
        before: Sequence[Mapping[str, Any]] = (),
        auxiliary: nn.Module | None = None,
    ) -> None:
        """Write the model in the published layout, with run.json; the first process does it.

        `before`: the `stages` of the run that this one went on from. `auxiliary`: what learned with
        the model and is no part of it.
        """
        if not distributed.is_first():
            return
        if auxiliary is not None:
            save_auxiliary(auxiliary, self.folder)
        assert isinstance(model, nn.Module)
        assert isinstance(self.recipe, Recipe)
        run = run_record(self.recipe, progress, num_parameters(model), before)
        save_checkpoint(model, self.spec, self.folder, self.tokenizer, run)


def save_auxiliary(auxiliary: nn.Module, folder: Path) -> None:
    """Write what learned beside a student into the folder of the student. Raises OSError."""
    path = folder.joinpath(*AUXILIARY_FILE)
    path.parent.mkdir(parents=True, exist_ok=True)
    weights = {name: p.detach().cpu().contiguous() for name, p in auxiliary.named_parameters()}
    with replace_file(path) as temporary:
        save_file(weights, temporary)


def read_auxiliary(folder: Path) -> dict[str, FloatArray]:
    """What learned beside the student in a folder, by name; empty where it cannot be read."""
    try:
        weights = load_file(folder.joinpath(*AUXILIARY_FILE))
    except (OSError, SafetensorError):
        return {}
    return {name: weights[name].float().numpy() for name in sorted(weights)}


def run_record(
    recipe: Recipe,
    progress: RunProgress,
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
        "losses": [dict(point) for point in progress.losses],
        **({"before": list(before)} if before else {}),
    }


def stages(run: Mapping[str, Any]) -> tuple[Mapping[str, Any], ...]:
    """What run.json holds of a finished run and of those that it went on from, oldest first.

    Empty where there is no such file, as in a published checkpoint.
    """
    if not _is_stage(run):
        return ()
    before = run.get("before")
    entries = filter(_is_stage, before if isinstance(before, list) else ())
    return (*entries, {key: run[key] for key in (*STAGE, "recipe") if key in run})


def _is_stage(run: object) -> bool:
    return isinstance(run, Mapping) and all(key in run for key in STAGE)


def latest(folder: Path) -> Path | None:
    """The last complete checkpoint of a run folder."""
    folders = (folder / CHECKPOINTS).glob("step-*")
    return max((path for path in folders if _CHECKPOINT.fullmatch(path.name)), default=None)


def check_folder(folder: Path, *, resume: bool) -> None:
    """Raise ValueError where a run must not write: it would mix its files with others, or replace
    them. To be resumed, a folder has a checkpoint of a run, or is as empty as for a new one.
    """
    if latest(folder) is not None:
        if not resume:
            raise ValueError(
                f"{folder} holds a run already. Go on with it by --resume, or choose another "
                "folder."
            )
        return
    if others := sorted(_foreign(folder)):
        raise ValueError(
            f"{folder} holds other files already: {enumerate_names(others)}. Choose a new or an "
            "empty folder; those that you have are never replaced."
        )


def _foreign(folder: Path) -> Iterator[str]:
    """What is in a folder without a checkpoint and was not put there by a run.

    Names that begin with a dot are left to the system, such as .DS_Store of macOS.
    """
    for path in folder.iterdir() if folder.is_dir() else ():
        if path.name == CHECKPOINTS and path.is_dir():
            yield from (
                f"{CHECKPOINTS}/{inner.name}" for inner in path.iterdir() if _is_visible(inner)
            )
        elif path.name not in LOG_FILES and _is_visible(path):
            yield path.name


def _is_visible(path: Path) -> bool:
    return not path.name.startswith(".")


def _is_own(path: Path) -> bool:
    """Whether a path in the folder of checkpoints is one, or what a killed save left of one."""
    return any(pattern.fullmatch(path.name) for pattern in (_CHECKPOINT, _LEFTOVER))


def _damaged_checkpoint_error(checkpoint: Path, why: str) -> ValueError:
    return ValueError(
        f"The checkpoint {checkpoint} is damaged: {why}. Copy it again, or delete it to "
        "start from the beginning."
    )


def _progress(data: Mapping[str, Any]) -> RunProgress:
    """The progress that a checkpoint stores. Raises KeyError, TypeError, ValueError."""
    return RunProgress(
        step=int(data["step"]),
        tokens=int(data["tokens"]),
        seconds=float(data["seconds"]),
        curve=tuple(dict(point) for point in data["curve"]),
        losses=tuple(dict(point) for point in data.get("losses", ())),  # none in older ones
        baselines=dict(data["baselines"] or {}),
    )


def _optimizer_tensors(optimizer: torch.optim.Optimizer) -> dict[str, Tensor]:
    """Both moments of every parameter and its number of steps, by the parameter's number.

    A parameter takes no step without a gradient, as a head of pairs where single texts are fed.
    Only the first process gets them; all must call this together.
    """
    tensors: dict[str, Tensor] = {}
    for index, state in optimizer.state_dict()["state"].items():
        for name, tensor in state.items():
            gathered = distributed.whole(tensor)
            if distributed.is_first():
                tensors[f"{index}.{name}"] = gathered.contiguous()
    return tensors


def _load_optimizer(optimizer: torch.optim.Optimizer, tensors: Mapping[str, Tensor]) -> None:
    state = optimizer.state_dict()
    weights = [weight for group in optimizer.param_groups for weight in group["params"]]
    restored: dict[int, dict[str, Tensor]] = {}
    for name, tensor in tensors.items():
        index, _, part = name.partition(".")
        weight = weights[int(index)]
        if tensor.ndim:
            if tensor.shape != weight.shape:
                raise ValueError(f"{name} belongs to another model")
            tensor = distributed.sharded_like(tensor, weight)
        restored.setdefault(int(index), {})[part] = tensor
    state["state"] = restored
    optimizer.load_state_dict(state)


def _flush(path: Path) -> None:
    with path.open("rb+") as file:  # Windows flushes only what is open for writing
        os.fsync(file.fileno())
