"""`evaluate` and `predict`: what a fine-tuned model answers for labelled data, or for a text."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from explorer.core.errors import UserError
from explorer.core.finetuning.finetuned import THRESHOLD
from explorer.core.finetuning.sentence import example_of
from explorer.core.localization import message, tr
from explorer.terminal.console import (
    Commands,
    add_command,
    add_offline,
    note,
    note_unread,
    print_json,
)
from explorer.terminal.downloads import provide_names

if TYPE_CHECKING:
    from models.data.published.base import Scorer
    from models.finetuning.evaluation import Evaluation
    from models.finetuning.run import FineTunedModel
    from models.tasks.examples import Example, LabelledSet, Split
    from models.tasks.metrics import Intervals

TASKS = ("choice", "classification", "question_answering", "regression", "token_classification")
SCORERS: Mapping[str, Scorer] = {".jsonl": "lines", ".tsv": "glue", ".json": "squad"}
SPLITS: tuple[Split, ...] = ("train", "dev", "test")


def add_to(commands: Commands) -> None:
    _add_evaluate(add_command(commands, "evaluate"))
    _add_predict(add_command(commands, "predict"))


def _add_evaluate(parser: argparse.ArgumentParser) -> None:
    _add_model(parser)
    _add_data(parser, required=True)
    parser.add_argument(
        "--predictions", type=Path, metavar="F", help=tr("write the predictions to a file as well")
    )
    parser.add_argument("--json", action="store_true", help=tr("print the metrics as JSON"))
    parser.set_defaults(run=run_evaluate)


def _add_predict(parser: argparse.ArgumentParser) -> None:
    _add_model(parser)
    parser.add_argument("--text", metavar="T", help=tr("a sentence, or a question"))
    parser.add_argument(
        "--pair",
        default="",
        metavar="P",
        help=tr("the second text, the passage, or continuations with | between them"),
    )
    _add_data(parser, required=False)
    parser.add_argument(
        "--out", type=Path, metavar="F", help=tr("file of the predictions (default: print them)")
    )
    parser.set_defaults(run=run_predict)


def _add_model(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--model",
        required=True,
        metavar="M",
        help=tr("the folder of a fine-tuned model, or its id on the Hugging Face hub"),
    )
    parser.add_argument(
        "--task",
        choices=TASKS,
        default="",
        metavar="T",
        help=tr(
            "the kind of task, one of {names} (default: that of the model)", names=", ".join(TASKS)
        ),
    )
    add_offline(parser)


def _add_data(parser: argparse.ArgumentParser, *, required: bool) -> None:
    parser.add_argument(
        "--data",
        required=required,
        metavar="FILE",
        help=tr(
            "a file, a folder of a published set, or a set of the mini-world such as "
            "world:acceptability:en"
        ),
    )
    parser.add_argument(
        "--split",
        choices=SPLITS,
        default="dev",
        help=tr("which part of a folder or of a set of the mini-world (default: %(default)s)"),
    )
    parser.add_argument(
        "--columns",
        nargs="+",
        default=[],
        metavar="KEY=COLUMN",
        help=tr("of an own table, such as text=review label=stars"),
    )
    parser.add_argument(
        "--skip-bad-rows", action="store_true", help=tr("leave out rows that cannot be used")
    )


# Commands -----------------------------------------------------------------------------------------


def run_evaluate(options: argparse.Namespace) -> int:
    from models.finetuning.evaluation import evaluate

    scorer_of(options.predictions)
    model = open_model(options)
    data, examples = open_data(options, model, need_answers=True)
    evaluation = evaluate(model.pipeline, examples, data)
    if not evaluation.metrics:
        raise UserError(
            tr("{data} has no answers.", data=options.data), tr("Use `predict` for it.")
        )
    if options.predictions is not None:
        write_predictions(options.predictions, model, data, evaluation)
    if options.json:
        print_json(as_json(model, data, evaluation))
    else:
        print_metrics(model, evaluation)
    return 0


def run_predict(options: argparse.Namespace) -> int:
    from models.finetuning.evaluation import evaluate

    if (options.text is None) == (options.data is None):
        raise UserError(tr("There is nothing to predict."), tr("Give either --text or --data."))
    scorer_of(options.out)
    model = open_model(options)
    if options.data is None:
        data, examples = from_text(options, model)
        tokenizer = model.pipeline.tokenizer
        note_unread(options.model, tokenizer, options.text, options.pair or "")
    else:
        data, examples = open_data(options, model, need_answers=False)
    write_predictions(options.out, model, data, evaluate(model.pipeline, examples, data))
    return 0


# Steps --------------------------------------------------------------------------------------------


def open_model(options: argparse.Namespace) -> FineTunedModel:
    """The model that --model names. Raises UserError, ValueError."""
    from models.finetuning.run import open_finetuned, open_finetuned_graph
    from models.knowledge.kagnet.folder import has_graph_model
    from models.runtime.resources import checkpoint_folder

    if has_graph_model(folder := Path(options.model)):
        return open_finetuned_graph(folder)
    provide_names([options.model], offline=options.offline)
    return open_finetuned(checkpoint_folder(options.model), options.task)


def open_data(
    options: argparse.Namespace, model: FineTunedModel, *, need_answers: bool
) -> tuple[LabelledSet, Sequence[Example]]:
    """The set that --data names, with the classes of the model, and the examples of its split.

    Raises DataError, which names file and line, and ValueError.
    """
    from models.data.labelled_sets import num_skipped, open_file, open_set

    split: Split = options.split
    columns = columns_of(options, model)
    path = Path(options.data)
    data: LabelledSet
    if path.is_file():
        data = open_file(
            path,
            columns=columns,
            labels=model.labels,
            skip_bad_rows=options.skip_bad_rows,
            split=split,
            need_labels=need_answers,
            multi_label=model.multi_label,
        )
    else:
        data = open_set(options.data, columns=columns, skip_bad_rows=options.skip_bad_rows)
    read = model.match_classes(data)
    for text in data.notes:
        note(message(text))
    if count := num_skipped(data):
        note(
            tr(
                "{count:,} rows are left out, the first at {place}.",
                count=count,
                place=data.skipped[0].place,
            )
        )
    examples = data.examples(split)
    if not examples:
        parts = ", ".join(name for name in SPLITS if data.examples(name)) or tr("no examples")
        raise UserError(
            tr(
                "{data} has no examples in the split {split}.",
                data=options.data,
                split=options.split,
            ),
            tr("It has {parts}.", parts=parts),
        )
    return read, examples


def columns_of(options: argparse.Namespace, model: FineTunedModel) -> dict[str, Any] | None:
    """--columns as settings of an own table; the task is the model's. Raises UserError."""
    if not options.columns:
        return None
    columns: dict[str, Any] = {"task": model.pipeline.task.name}
    for item in options.columns:
        key, equals, name = item.partition("=")
        if not equals:
            raise UserError(
                tr("{item} says no column.", item=item),
                tr("Write KEY=COLUMN, such as --columns text=review."),
            )
        columns[key] = setting_of(key, name)
    if model.multi_label:
        columns.setdefault("multi_label", True)
    return columns


def setting_of(key: str, text: str) -> Any:
    """A setting of columns as it is typed, as a value of its type. Raises UserError."""
    from models.data.tables.columns import LISTS, SWITCHES

    if key in LISTS:
        return text.split(",")
    if key not in SWITCHES:
        return text
    if text not in ("true", "false"):
        raise UserError(
            tr("The setting {key} of columns is {text}.", key=key, text=repr(text)),
            tr("Write true or false."),
        )
    return text == "true"


def from_text(
    options: argparse.Namespace, model: FineTunedModel
) -> tuple[LabelledSet, Sequence[Example]]:
    """--text and --pair as the one example of a set. Raises UserError where a text is missing."""
    from models.tasks.examples import LabelledSet

    task, title = model.pipeline.task, Path(options.model).name
    example = example_of(task.example, title, options.text, options.pair)
    data = LabelledSet("text", "Text", task.name, {"test": [example]}, model.labels)
    return model.match_classes(data), [example]


def scorer_of(path: Path | None) -> Scorer:
    """The format that the ending of a file says; JSON lines without one. Raises UserError."""
    if path is None:
        return "lines"
    scorer = SCORERS.get(path.suffix.lower())
    if scorer is None:
        raise UserError(
            tr("The ending of {path} says no format.", path=path.name),
            tr(
                "Use .jsonl for JSON lines, .tsv for GLUE's index and prediction, or .json for "
                "SQuAD's answers by id."
            ),
        )
    return scorer


def write_predictions(
    path: Path | None, model: FineTunedModel, data: LabelledSet, evaluation: Evaluation
) -> None:
    """Write predictions to a file, or print them as JSON lines.

    What a question needs to have an answer follows from the dev set of the model's training.
    """
    from models.data.published import predictions as files
    from models.tasks.question_answering import apply_null_threshold

    threshold, predictions = model.metrics.get(THRESHOLD), evaluation.predictions
    if threshold is not None:
        predictions = apply_null_threshold(predictions, threshold)
    if path is None:
        print(files.predictions_text("lines", data, predictions), end="")
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        files.write_predictions(path, data, predictions, scorer=scorer_of(path))


def as_json(model: FineTunedModel, data: LabelledSet, evaluation: Evaluation) -> dict[str, Any]:
    return {
        "model": str(model.folder),
        "task": model.pipeline.task.name,
        "data": data.name,
        "examples": len(evaluation.examples),
        "metrics": dict(evaluation.metrics),
        "intervals": dict(evaluation.intervals),
        "seconds": round(evaluation.seconds, 3),
        "examples_per_second": round(evaluation.examples_per_second, 1),
    }


def print_metrics(model: FineTunedModel, evaluation: Evaluation) -> None:
    """The metrics, one on each line, and the speed."""
    for name, value in evaluation.metrics.items():
        print(f"{name:24} {value:.4f}{interval_text(evaluation.intervals, name)}")
    print(
        tr(
            "{count:,} examples in {seconds:.1f} s",
            count=len(evaluation.examples),
            seconds=evaluation.seconds,
        )
    )


def interval_text(intervals: Intervals, name: str) -> str:
    """The 95 % interval of a metric after its number, or that there are too few examples."""
    if name not in intervals:
        return ""
    found = intervals[name]
    if found is None:
        return "  " + tr("too few examples for an interval")
    low, high = (f"{end:.4f}" for end in found)
    return "  " + tr("95 % interval {low} to {high}", low=low, high=high)
