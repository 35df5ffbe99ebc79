"""`prompt`: accuracy of models on a task in their prompt, by the number of examples."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from explorer.core.errors import UserError
from explorer.core.localization import tr
from explorer.terminal.console import Commands, add_command, add_offline, note, print_json
from explorer.terminal.downloads import provide_names

if TYPE_CHECKING:
    from models.data.prompt_tasks import PromptTask
    from models.inference.prompt_accuracy import AccuracyAtK
    from models.inference.prompts import PromptModel

SCORES = ("sum", "mean", "normalised", "free")
NUM_QUERIES = 200


def add_to(commands: Commands) -> None:
    parser = add_command(commands, "prompt")
    parser.add_argument(
        "--model",
        action="append",
        default=[],
        metavar="M",
        help=tr(
            "a bundled causal model, the folder of a checkpoint, or its id on the Hugging Face "
            "hub; may be given several times"
        ),
    )
    parser.add_argument("--task", metavar="NAME", help=tr("a task of the mini-world"))
    parser.add_argument(
        "--data", type=Path, metavar="FILE", help=tr("an own table instead of a task")
    )
    parser.add_argument("--list", action="store_true", help=tr("list the tasks of the mini-world"))
    parser.add_argument(
        "--shots",
        type=_count,
        nargs="+",
        default=[],
        metavar="K",
        help=tr("numbers of examples (default: 0 1 2 4 8 …, as many as fit)"),
    )
    parser.add_argument(
        "--score",
        choices=SCORES,
        default="mean",
        help=tr("how an answer is scored (default: mean)"),
    )
    parser.add_argument(
        "--queries",
        type=_positive,
        default=NUM_QUERIES,
        metavar="N",
        help=tr("queries for each K (default: %(default)s)"),
    )
    parser.add_argument(
        "--seed", type=_count, default=1, metavar="N", help=tr("of all that is drawn (default: 1)")
    )
    parser.add_argument(
        "--json", action="store_true", help=tr("print the results and a prompt as JSON")
    )
    add_offline(parser)
    parser.set_defaults(run=run)


def _count(text: str) -> int:
    value = int(text)
    if value < 0:
        raise argparse.ArgumentTypeError(tr("must not be negative, but is {value}", value=value))
    return value


def _positive(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(tr("must be at least 1, not {value}", value=value))
    return value


def run(options: argparse.Namespace) -> int:
    from models.inference.prompt_accuracy import accuracy_by_shots, check_scoring

    if options.list:
        print_tasks()
        return 0
    check_options(options)
    task = open_task(options)
    check_scoring(task, options.score)
    provide_names(options.model, offline=options.offline)
    measured: list[dict[str, Any]] = []
    if not options.json:
        print_task(task, options.score)
    for name in options.model:
        model, results = open_model(name), []
        shots, queries = options.shots, options.queries
        for one in accuracy_by_shots(model, task, options.score, options.seed, shots, queries):
            if one is not None:
                results.append(one)
                if not options.json:
                    print(line(name, one), flush=True)
        measured.append(as_json(name, model, task, results, options))
    if options.json:
        known = {"task": task.name, "title": task.title, "score": options.score}
        baselines = {"chance": task.chance, "majority": task.majority, "seed": options.seed}
        print_json({**known, **baselines, "models": measured})
    return 0


def check_options(options: argparse.Namespace) -> None:
    """Raises UserError where the model or the task is missing."""
    if not options.model:
        raise UserError(tr("There is no model."), tr("Name a causal model with --model."))
    if (options.task is None) == (options.data is None):
        raise UserError(
            tr("There is no task, or there are two."), tr("Give either --task or --data.")
        )


def open_task(options: argparse.Namespace) -> PromptTask:
    """The task or the table. Raises DataError with file and line."""
    from models.data.prompt_tasks import open_prompt_task, read_prompt_table

    if options.data is not None:
        return read_prompt_table(options.data, options.seed)
    return open_prompt_task(options.task, options.seed)


def open_model(name: str) -> PromptModel:
    """Raises UserError, ValueError."""
    from models.checkpoints.checkpoint import CheckpointError, load
    from models.inference.prompts import PromptModel
    from models.runtime.resources import checkpoint_folder

    try:
        return PromptModel.of(load(checkpoint_folder(name)))
    except CheckpointError as error:
        raise UserError(error.message, error.hint) from error


def print_tasks() -> None:
    from models.data.prompt_tasks import prompt_tasks

    for name, title in prompt_tasks().items():
        print(f"{name:28} {title}")


def print_task(task: PromptTask, score: str) -> None:
    chance = "" if task.chance is None else f"chance {task.chance:.3f}  "
    note(f"{task.title}. {task.note}")
    note(
        tr(
            "{chance}majority {task:.3f}  score {score}",
            chance=chance,
            task=task.majority,
            score=score,
        )
    )


def line(name: str, one: AccuracyAtK) -> str:
    """A result with its interval, and what was dropped or undecided."""
    low, high = one.accuracy.low, one.accuracy.high
    interval = "" if low is None or high is None else f"  [{low:.3f}, {high:.3f}]"
    ties = tr("  {one} equally likely", one=one.num_tied) if one.num_tied else ""
    dropped = (
        tr("  examples dropped: {one:.3g} a prompt", one=one.num_dropped) if one.num_dropped else ""
    )
    return (
        f"{name:16} K = {one.shots:<3} {one.accuracy.mean:.3f}{interval}  "
        f"{one.num_queries} queries{ties}{dropped}"
    )


def as_json(
    name: str,
    model: PromptModel,
    task: PromptTask,
    results: Sequence[AccuracyAtK],
    options: argparse.Namespace,
) -> dict[str, Any]:
    """The results of one model, and the first prompt with the most examples."""
    from models.inference.prompt_accuracy import draw_seed, longest_answer

    rows = [
        {
            "shots": one.shots,
            "accuracy": one.accuracy.mean,
            "low": one.accuracy.low,
            "high": one.accuracy.high,
            "queries": one.num_queries,
            "equally_likely": one.num_tied,
            "dropped": one.num_dropped,
        }
        for one in results
    ]
    seed = draw_seed(options.seed, 0)
    examples = task.draw(max((one.shots for one in results), default=0), seed)
    (query,) = task.draw_queries(1, seed, examples)
    max_new = longest_answer(model, task) if options.score == "free" else 0
    prefix = model.prefix(task.format, examples, model.room_for(task.format, [query], max_new))
    (part,) = model.query_parts(task.format, [query.input], prefix)
    text = "".join(one.text for one in (*prefix.parts, part))
    tokens = len(prefix.ids) + len(part.ids)
    return {"model": name, "prompt": text, "prompt_tokens": tokens, "results": rows}
