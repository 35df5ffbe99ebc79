"""`finetune`: a pretrained model learns a labelled task by a recipe; Ctrl-C saves a checkpoint."""

from __future__ import annotations

import argparse
import shlex
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from explorer.commands.console import EXIT_INTERRUPTED, Commands, add_command, add_offline
from explorer.commands.downloads import provide_names
from explorer.commands.stopping import stopping
from explorer.commands.train import add_run_options, check_device
from explorer.core.errors import UserError
from explorer.core.state.program import program
from models.runtime.resources import resource

if TYPE_CHECKING:
    from explorer.commands.progress import ProgressLine
    from models.finetuning.recipe import FineTuningRecipe
    from models.finetuning.trainer import Prepared, Report, Step


def add_to(commands: Commands) -> None:
    parser = add_command(commands, "finetune")
    parser.add_argument("recipe", type=Path, metavar="RECIPE.toml", help="what to learn, and how")
    add_run_options(parser, "folder of the fine-tuned model")
    add_offline(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from models.training.run_folder import check_folder

    recipe = read_recipe(options.recipe)
    device = check_device(options.device)
    check_folder(options.out, resume=options.resume)
    provide_names([recipe.model], offline=options.offline)
    return 0 if follow(recipe, options, device) else EXIT_INTERRUPTED


def read_recipe(path: Path) -> FineTuningRecipe:
    """The recipe in a file. Raises UserError, ValueError."""
    from models.finetuning.recipe import FineTuningRecipe

    if not path.is_file():
        folder = resource("recipes", "finetuning")
        raise UserError(
            f"There is no recipe {path}.",
            f"Give the path of a TOML file, such as one of those in {folder}.",
        )
    return FineTuningRecipe.read(path)


def follow(recipe: FineTuningRecipe, options: argparse.Namespace, device: str) -> bool:
    """Train until the end, or until a signal stops it; returns whether it was the end."""
    from explorer.commands.progress import ProgressLine
    from models.finetuning.trainer import finetune
    from models.training.run_folder import latest

    line = ProgressLine()
    reports = finetune(recipe, options.out, options.resume, device)
    with stopping() as stop_requested, closing(reports):  # closed early, it saves a checkpoint
        for report in reports:
            print_report(line, report)
            if stop_requested.is_set():
                break
        else:
            line.say(f"Finished. The model is in {options.out}")
            return True
    if latest(options.out) is None:
        line.say("Stopped before the first step: there is nothing to save.")
        return False
    again = f"finetune {shlex.quote(str(options.recipe))} --out {shlex.quote(str(options.out))}"
    line.say(f"Stopped. A checkpoint is saved; continue with: {program()} {again} --resume")
    return False


def print_report(line: ProgressLine, report: Report) -> None:
    """A line for each report; steps overwrite each other."""
    from explorer.commands.progress import numbers
    from models.finetuning.trainer import Evaluated, Prepared, Step

    if isinstance(report, Prepared):
        for text in (*report.notes, *prepared_lines(report)):
            line.say(text)
    elif isinstance(report, Step):
        line.show(step_line(report))
    elif isinstance(report, Evaluated):
        line.say(f"epoch {report.epoch}  step {report.step}  dev  {numbers(report.metrics)}")


def prepared_lines(report: Prepared) -> list[str]:
    from explorer.commands.progress import numbers

    seconds = max(1, round(report.seconds_estimate))
    return [
        f"{report.num_train:,} training and {report.num_dev:,} dev examples, {report.steps:,} "
        f"steps, about {seconds} s",
        f"{report.num_learning:,} of {report.num_parameters:,} parameters learn",
        *([f"majority  dev  {numbers(report.majority)}"] if report.majority else []),
    ]


def step_line(step: Step) -> str:
    return f"step {step.step}/{step.steps}  loss {step.loss:.4f}  {step.seconds:.0f} s"
