"""`train` and `distill`: train a model by a recipe; Ctrl-C saves a checkpoint."""

from __future__ import annotations

import argparse
import os
import shlex
import threading
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from explorer.commands.console import EXIT_INTERRUPTED, Commands, add_command, add_offline
from explorer.commands.downloads import provide_for_recipe
from explorer.commands.stopping import stopping
from explorer.core.errors import UserError
from explorer.core.state.program import program
from models.runtime.resources import resource

if TYPE_CHECKING:
    from models.training.recipe import Recipe
    from models.training.trainer import Report

TRAIN_TEXT = """\
Train a model by a recipe (TOML; see resources/recipes) into a run folder. In the end the folder is
a checkpoint that this program and transformers can open, with a run.json. Ctrl-C saves a checkpoint
and stops; --resume continues from the last one, with the same result. Other models in a recipe
(`start`, `teacher`, the tokenizer's `folder`) are bundled ones, folders, or ids on the Hugging Face
hub, which are downloaded first.

Several processes share each batch, with the same result as one; --shard divides a model that does
not fit one of them:
  TORCHRUN train RECIPE.toml --out DIR"""

DISTILL_TEXT = """\
Train a student by a recipe that has a part [teaching] with a method and a teacher; see
resources/recipes/distilbert-mini.toml. Everything else is as in train."""


def add_to(commands: Commands) -> None:
    for name, summary, text in (
        ("train", "train a model by a recipe", TRAIN_TEXT),
        ("distill", "train a student with a teacher by a recipe", DISTILL_TEXT),
    ):
        parser = add_command(commands, name, summary, text)
        parser.add_argument("recipe", type=Path, metavar="RECIPE.toml", help="what to train")
        parser.add_argument(
            "--out", required=True, type=Path, metavar="DIR", help="folder of the run"
        )
        parser.add_argument(
            "--resume", action="store_true", help="continue from the last checkpoint in DIR"
        )
        parser.add_argument(
            "--device",
            choices=("cpu", "cuda", "mps"),
            default="cpu",
            help="the device to train on (default: %(default)s, which is the reference)",
        )
        parser.add_argument(
            "--precision",
            choices=("float32", "bfloat16"),
            help="of products while training (default: that of the recipe, usually float32)",
        )
        parser.add_argument(
            "--shard",
            action="store_true",
            help="divide weights, gradients and moments among the processes of torchrun",
        )
        add_offline(parser)
        parser.set_defaults(run=run, command=name)


def run(options: argparse.Namespace) -> int:
    from models.training import distributed
    from models.training.run_folder import check_folder
    from models.training.trainer import check_precision

    recipe = read_recipe(options.recipe, options.command)
    if options.precision:
        schedule = replace(recipe.schedule, precision=options.precision)
        recipe = replace(recipe, schedule=schedule)
    device = check_device(options.device)
    check_precision(recipe.schedule, device)
    if options.shard and int(os.environ.get("WORLD_SIZE", "1")) < 2:
        raise UserError(
            "--shard divides a model among several processes, and this is only one.",
            "Start several with torchrun, or leave --shard out.",
        )
    check_folder(options.out, resume=options.resume)
    provide_for_recipe(recipe, offline=options.offline)
    with stopping() as asked, distributed.processes(device):
        try:
            finished = follow(recipe, options, device, asked)
        except RuntimeError:
            if not asked.is_set():
                raise
            finished = False  # another process stopped first, and left this one waiting
    return 0 if finished else EXIT_INTERRUPTED


def follow(
    recipe: Recipe, options: argparse.Namespace, device: str, asked: threading.Event
) -> bool:
    """Train until the end, or until a signal stops it; returns whether it was the end."""
    from explorer.commands.progress import ProgressLine
    from explorer.core.state.settings import caches_folder
    from models.training import distributed
    from models.training.trainer import train

    line = ProgressLine() if distributed.is_first() else None
    reports = train(recipe, options.out, caches_folder(), options.resume, device, options.shard)
    with closing(reports):  # closed before its end, a run saves a checkpoint
        for report in reports:
            if line is not None:
                line.print_report(report)
            if must_stop(report, asked):
                break
        else:
            if line is not None:
                line.say(f"Finished. The model is in {options.out}")
            return True
    if line is not None:
        line.say(farewell(options))
    return False


def must_stop(report: Report, asked: threading.Event) -> bool:
    """Whether to stop here. Processes agree on the step, so that none waits for another."""
    from models.training import distributed
    from models.training.trainer import Step

    if isinstance(report, Step):
        return distributed.sum_counts({"asked": int(asked.is_set())})["asked"] > 0
    return asked.is_set() and distributed.num_processes() == 1


def farewell(options: argparse.Namespace) -> str:
    """The saved checkpoint, and how to continue."""
    from models.training.run_folder import latest

    checkpoint = latest(options.out)
    if checkpoint is None:
        return "Stopped before the first step: there is nothing to save."
    recipe, out = shlex.quote(str(options.recipe)), shlex.quote(str(options.out))
    precision = f" --precision {options.precision}" if options.precision else ""
    return (
        f"Stopped. The checkpoint {checkpoint} is saved; continue with: "
        f"{program()} {options.command} {recipe} --out {out}{precision} --resume"
    )


# Checks before anything is prepared -------------------------------------------------------------


def read_recipe(path: Path, command: str) -> Recipe:
    """The recipe, if it is one for this command. Raises UserError, ValueError."""
    from models.training.recipe import Recipe

    if not path.is_file():
        raise UserError(
            f"There is no recipe {path}.",
            f"Give the path of a TOML file, such as one of those in {resource('recipes')}.",
        )
    recipe = Recipe.read(path)
    if command == "distill" and recipe.teaching is None:
        raise UserError(
            f"The recipe {path.name} has no part [teaching].",
            "Use `train` for it, or add a teacher.",
        )
    if command == "train" and recipe.teaching is not None:
        raise UserError(f"The recipe {path.name} has a teacher.", "Use `distill` for it.")
    return recipe


def check_device(name: str) -> str:
    """The device as torch names it; each process of one machine has its own GPU if possible."""
    import torch

    if name == "cuda" and not torch.cuda.is_available():
        raise UserError("There is no CUDA device here.", "Leave --device out to use the CPU.")
    if name == "mps" and not torch.backends.mps.is_available():
        raise UserError("There is no MPS device here.", "Leave --device out to use the CPU.")
    if name == "cuda":
        number = int(os.environ.get("LOCAL_RANK", "0")) % torch.cuda.device_count()
        return f"cuda:{number}"
    return name
