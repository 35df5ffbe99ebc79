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

from explorer.core.engine.device import DEVICES, check_device
from explorer.core.errors import UserError
from explorer.core.localization import tr
from explorer.core.state.program import program
from explorer.terminal.console import EXIT_INTERRUPTED, Commands, add_command, add_offline
from explorer.terminal.downloads import provide_for_recipe
from explorer.terminal.interrupts import stop_on_interrupt
from models.runtime.resources import resource
from models.training.recipe import PRECISIONS

if TYPE_CHECKING:
    from models.training.recipe import Recipe
    from models.training.trainer import Report


def add_to(commands: Commands) -> None:
    for name in ("train", "distill"):
        parser = add_command(commands, name)
        parser.add_argument("recipe", type=Path, metavar="RECIPE.toml", help=tr("what to train"))
        add_run_options(parser, tr("folder of the run"))
        parser.add_argument(
            "--shard",
            action="store_true",
            help=tr("divide weights, gradients and moments among the processes of torchrun"),
        )
        add_offline(parser)
        parser.set_defaults(run=run, command=name)


def add_run_options(parser: argparse.ArgumentParser, out_help: str) -> None:
    """The options that every kind of training has."""
    parser.add_argument("--out", required=True, type=Path, metavar="DIR", help=out_help)
    parser.add_argument(
        "--resume", action="store_true", help=tr("continue from the last checkpoint in DIR")
    )
    parser.add_argument(
        "--device",
        choices=DEVICES,
        default="cpu",
        help=tr("the device to train on (default: %(default)s, which is the reference)"),
    )
    parser.add_argument(
        "--precision",
        choices=PRECISIONS,
        help=tr("of products while training (default: that of the recipe, usually float32)"),
    )


def run(options: argparse.Namespace) -> int:
    from models.runtime.devices import check_precision
    from models.training import distributed
    from models.training.run_folder import check_folder

    recipe = read_recipe(options.recipe, options.command)
    if options.precision:
        schedule = replace(recipe.schedule, precision=options.precision)
        recipe = replace(recipe, schedule=schedule)
    device = check_device(options.device)
    check_precision(recipe.schedule.precision, device)
    if options.shard and int(os.environ.get("WORLD_SIZE", "1")) < 2:
        raise UserError(
            tr("--shard divides a model among several processes, and this is only one."),
            tr("Start several with torchrun, or leave --shard out."),
        )
    check_folder(options.out, resume=options.resume)
    provide_for_recipe(recipe, offline=options.offline)
    with stop_on_interrupt() as stop_requested, distributed.processes(device):
        try:
            finished = follow(recipe, options, device, stop_requested)
        except RuntimeError:
            if not stop_requested.is_set():
                raise
            finished = False  # another process stopped first, and left this one waiting
    return 0 if finished else EXIT_INTERRUPTED


def follow(
    recipe: Recipe, options: argparse.Namespace, device: str, stop_requested: threading.Event
) -> bool:
    """Train until the end, or until a signal stops it; returns whether it was the end."""
    from explorer.core.state.settings import caches_folder
    from explorer.terminal.progress import ProgressLine
    from models.training import distributed
    from models.training.trainer import train

    line = ProgressLine() if distributed.is_first() else None
    reports = train(recipe, options.out, caches_folder(), options.resume, device, options.shard)
    with closing(reports):  # closed before its end, a run saves a checkpoint
        for report in reports:
            if line is not None:
                line.print_report(report)
            if must_stop(report, stop_requested):
                break
        else:
            if line is not None:
                line.say(tr("Finished. The model is in {folder}", folder=options.out))
            return True
    if line is not None:
        line.say(interrupted_message(options))
    return False


def must_stop(report: Report, stop_requested: threading.Event) -> bool:
    """Whether to stop here. Processes agree on the step, so that none waits for another."""
    from models.training import distributed
    from models.training.trainer import TrainingStep

    if isinstance(report, TrainingStep):
        return distributed.sum_counts({"stops": int(stop_requested.is_set())})["stops"] > 0
    return stop_requested.is_set() and distributed.num_processes() == 1


def interrupted_message(options: argparse.Namespace) -> str:
    """The saved checkpoint, and how to continue."""
    from models.training.run_folder import latest

    checkpoint = latest(options.out)
    if checkpoint is None:
        return tr("Stopped before the first step: there is nothing to save.")
    recipe, out = shlex.quote(str(options.recipe)), shlex.quote(str(options.out))
    precision = precision_option(options)
    return tr(
        "Stopped. The checkpoint {checkpoint} is saved; continue with: {command}",
        checkpoint=checkpoint,
        command=f"{program()} {options.command} {recipe} --out {out}{precision} --resume",
    )


def precision_option(options: argparse.Namespace) -> str:
    """Return the --precision option as it was given, for the command that resumes; "" if none."""
    return f" --precision {options.precision}" if options.precision else ""


# Checks before anything is prepared -------------------------------------------------------------


def read_recipe(path: Path, command: str) -> Recipe:
    """The recipe, if it is one for this command. Raises UserError, ValueError."""
    from models.training.recipe import Recipe

    if not path.is_file():
        raise UserError(
            tr("There is no recipe {path}.", path=path),
            tr(
                "Give the path of a TOML file, such as one of those in {folder}.",
                folder=resource("recipes"),
            ),
        )
    recipe = Recipe.read(path)
    if command == "distill" and recipe.teaching is None:
        raise UserError(
            tr("The recipe {path} has no part [teaching].", path=path.name),
            tr("Use `train` for it, or add a teacher."),
        )
    if command == "train" and recipe.teaching is not None:
        raise UserError(
            tr("The recipe {path} has a teacher.", path=path.name), tr("Use `distill` for it.")
        )
    return recipe
