"""`finetune`: a pretrained model learns a labelled task by a recipe; Ctrl-C saves a checkpoint."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from explorer.commands.train import add_run_options, precision_option
from explorer.core.engine.device import check_device
from explorer.core.errors import UserError
from explorer.core.localization import message, tr
from explorer.core.state.program import program
from explorer.terminal.console import EXIT_INTERRUPTED, Commands, add_command, add_offline
from explorer.terminal.downloads import provide_names
from explorer.terminal.interrupts import stop_on_interrupt
from models.runtime.resources import resource

MAX_SEEDS = 5

if TYPE_CHECKING:
    from explorer.terminal.progress import ProgressLine
    from models.finetuning.recipe import FineTuningRecipe
    from models.finetuning.trainer import FineTuningPrepared, FineTuningStep, Report


def add_to(commands: Commands) -> None:
    parser = add_command(commands, "finetune")
    parser.add_argument(
        "recipe", type=Path, metavar="RECIPE.toml", help=tr("what to learn, and how")
    )
    add_run_options(parser, tr("folder of the fine-tuned model"))
    parser.add_argument(
        "--seeds",
        type=int,
        choices=range(1, MAX_SEEDS + 1),
        default=1,
        metavar="N",
        help=tr("train with the seed of the recipe and the next ones, N in all, in folders of DIR"),
    )
    add_offline(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from models.runtime.devices import check_precision
    from models.training.run_folder import check_folder

    recipe = read_recipe(options.recipe)
    recipe = replace(recipe, precision=options.precision or recipe.precision)
    device = check_device(options.device)
    check_precision(recipe.precision, device)
    folders = folders_of(options, recipe)
    for folder in folders.values():
        check_folder(folder, resume=options.resume)
    provide_names(recipe.pretrained_models, offline=options.offline)
    for seed, folder in folders.items():
        if not follow(_set_seed(recipe, seed, options), folder, options, device):
            return EXIT_INTERRUPTED
    for line in seed_lines(list(folders.values())):
        print(line)
    return 0


def _set_seed(recipe: FineTuningRecipe, seed: int, options: argparse.Namespace) -> FineTuningRecipe:
    """The recipe of one seed; each of several models has a name of its own."""
    name = f"{recipe.name or options.out.name}-seed-{seed}" if options.seeds > 1 else recipe.name
    return replace(recipe, seed=seed, name=name)


def folders_of(options: argparse.Namespace, recipe: FineTuningRecipe) -> dict[int, Path]:
    """The folder of each seed."""
    if options.seeds == 1:
        return {recipe.seed: options.out}
    seeds = range(recipe.seed, recipe.seed + options.seeds)
    return {seed: options.out / f"seed-{seed}" for seed in seeds}


def seed_lines(folders: Sequence[Path]) -> list[str]:
    """The mean of each metric of dev over seeds, with its interval or range; none of one seed."""
    from explorer.core.finetuning.runs import record_in
    from explorer.core.finetuning.seeds import seed_metrics

    records = [record_in(folder) for folder in folders]
    found = seed_metrics(records[0], records)
    if found is None:
        return []
    lines = [tr("dev  means of {count} seeds", count=len(found.seeds))]
    for name, one in found.summaries.items():
        low, high = f"{one.low:.4f}", f"{one.high:.4f}"
        ends = (
            tr("95 % interval {low} to {high}", low=low, high=high)
            if one.is_interval
            else tr("lowest to highest {low} to {high}", low=low, high=high)
        )
        lines.append(f"{name:24} {one.mean:.4f}  {ends}")
    return lines


def read_recipe(path: Path) -> FineTuningRecipe:
    """The recipe in a file. Raises UserError, ValueError."""
    from models.finetuning.recipe import FineTuningRecipe

    if not path.is_file():
        folder = resource("recipes", "finetuning")
        raise UserError(
            tr("There is no recipe {path}.", path=path),
            tr("Give the path of a TOML file, such as one of those in {folder}.", folder=folder),
        )
    return FineTuningRecipe.read(path)


def follow(
    recipe: FineTuningRecipe, folder: Path, options: argparse.Namespace, device: str
) -> bool:
    """Train until the end, or until a signal stops it; returns whether it was the end."""
    from explorer.terminal.progress import ProgressLine
    from models.finetuning.trainer import finetune
    from models.training.run_folder import latest

    line = ProgressLine()
    reports = finetune(recipe, folder, options.resume, device)
    with (
        stop_on_interrupt() as stop_requested,
        closing(reports),
    ):  # closed early, it saves a checkpoint
        for report in reports:
            print_report(line, report)
            if stop_requested.is_set():
                break
        else:
            line.say(tr("Finished. The model is in {folder}", folder=folder))
            return True
    if latest(folder) is None:
        line.say(tr("Stopped before the first step: there is nothing to save."))
        return False
    seeds = f" --seeds {options.seeds}" if options.seeds > 1 else ""
    paths = f"{shlex.quote(str(options.recipe))} --out {shlex.quote(str(options.out))}"
    command = f"{program()} finetune {paths}{seeds}{precision_option(options)} --resume"
    line.say(tr("Stopped. A checkpoint is saved; continue with: {command}", command=command))
    return False


def print_report(line: ProgressLine, report: Report) -> None:
    """A line for each report; steps overwrite each other."""
    from explorer.terminal.progress import numbers
    from models.data.prepare import PreparationProgress
    from models.finetuning.trainer import DevEvaluated, FineTuningPrepared, FineTuningStep

    if isinstance(report, PreparationProgress):
        line.show(f"{message(report.message)} {report.done / report.total:.0%}")
    elif isinstance(report, FineTuningPrepared):
        for text in (*map(message, report.notes), *prepared_lines(report)):
            line.say(text)
    elif isinstance(report, FineTuningStep):
        line.show(step_line(report))
    elif isinstance(report, DevEvaluated):
        if report.teacher and report.epoch == 1:
            line.say(tr("teacher  dev  {metrics}", metrics=numbers(report.teacher)))
        line.say(
            tr(
                "epoch {epoch}  step {step}  dev  {metrics}",
                epoch=report.epoch,
                step=report.step,
                metrics=numbers(report.metrics, report.intervals),
            )
        )


def prepared_lines(report: FineTuningPrepared) -> list[str]:
    from explorer.terminal.progress import numbers

    seconds = max(1, round(report.seconds_estimate))
    lines = [
        tr(
            "{train:,} training and {dev:,} dev examples, {steps:,} steps, about {seconds} s",
            train=report.num_train,
            dev=report.num_dev,
            steps=report.steps,
            seconds=seconds,
        ),
        tr(
            "{count:,} of {total:,} parameters learn",
            count=report.num_learning,
            total=report.num_parameters,
        ),
    ]
    if report.num_dev:
        count = report.num_dev
        lines.append(tr("In brackets: 95 % intervals over the {count:,} dev examples", count=count))
    if report.majority:
        lines.append(tr("majority  dev  {metrics}", metrics=numbers(report.majority)))
    return lines


def step_line(step: FineTuningStep) -> str:
    return tr(
        "step {step}/{steps}  loss {loss:.4f}  {seconds:.0f} s",
        step=step.step,
        steps=step.steps,
        loss=step.loss,
        seconds=step.seconds,
    )
