"""`compress`: make a smaller or faster model of a model, and measure both."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from explorer.core.errors import UserError
from explorer.core.library.library import Library
from explorer.core.localization import message, tr
from explorer.core.readable import readable_bytes
from explorer.terminal.console import (
    EXIT_INTERRUPTED,
    Commands,
    add_architecture,
    add_command,
    add_offline,
    note,
    print_json,
)
from explorer.terminal.downloads import provide_names

FLOAT_BYTES = 4
ZEROS = tr(
    "What was removed is stored as zeros: the files are no smaller, and zeros are multiplied like "
    "other numbers, so other times are chance."
)

if TYPE_CHECKING:
    from models.checkpoints.checkpoint import LoadedModel
    from models.compression.examples import CompressionData
    from models.compression.measure import CompressionPoint
    from models.schema.specs import CompressionSpec, Option


def add_to(commands: Commands) -> None:
    parser = add_command(commands, "compress")
    parser.add_argument(
        "--model",
        metavar="M",
        help=tr("a bundled model, the folder of a checkpoint, or its id on the Hugging Face hub"),
    )
    parser.add_argument("--method", metavar="NAME", help=tr("a method of --list"))
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help=tr("an option of the method; may be given several times"),
    )
    parser.add_argument("--out", type=Path, metavar="DIR", help=tr("a new folder for the model"))
    parser.add_argument(
        "--data",
        default="",
        metavar="NAME",
        help=tr(
            "a text, or for a fine-tuned model a labelled set, to learn from and to measure with "
            "(default: that of its training)"
        ),
    )
    parser.add_argument(
        "--list", action="store_true", help=tr("list the methods and their options")
    )
    parser.add_argument("--json", action="store_true", help=tr("print the results as JSON"))
    add_offline(parser)
    add_architecture(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    if options.list:
        print_json(list(map(_as_json, methods()))) if options.json else print_methods()
        return 0
    _check(options)
    from models.checkpoints.checkpoint import load
    from models.compression.run import check_compression, check_out, compression_method
    from models.runtime.resources import checkpoint_folder

    method = compression_method(options.method)
    chosen = parse_options(options.option, method)
    check_out(options.out)
    provide_names([options.model], offline=options.offline)
    folder = checkpoint_folder(options.model)
    if options.base:
        Library().open_folder(folder, base=options.base)
    base = load(folder, architecture=options.architecture)
    check_compression(base, method.name, chosen)
    data = _data(base, options.data)
    if not _follow(base, method, chosen, options, data):
        return EXIT_INTERRUPTED
    _print_result(base, load(options.out), data, options)
    return 0


def _check(options: argparse.Namespace) -> None:
    """Raises UserError where something is missing."""
    missing = {
        "model": tr("There is no model."),
        "method": tr("There is no method."),
        "out": tr("There is no folder to write to."),
    }
    for name, problem in missing.items():
        if not getattr(options, name):
            raise UserError(
                problem,
                tr("Give it with --{name}; --list shows the methods.", name=name),
            )


def methods() -> Sequence[CompressionSpec]:
    """Every method, by name."""
    from models.schema.registry import catalog

    return tuple(catalog().compressions.values())


def parse_options(texts: Sequence[str], method: CompressionSpec) -> dict[str, Any]:
    """Options as they are typed, as values of the types of their defaults. Raises UserError."""
    pairs = [text.partition("=") for text in texts]
    if wrong := [text for text, pair in zip(texts, pairs, strict=True) if not pair[1]]:
        raise UserError(
            tr("{text} is no option.", text=repr(wrong[0])),
            tr("Write it as KEY=VALUE, such as a=1."),
        )
    own = {option.name: option for option in method.options}
    values = {name: _value(value, own[name]) for name, _, value in pairs if name in own}
    known = {option.name: option for option in method.options_with(values)}
    for name, _, value in pairs:
        if name not in known:
            raise UserError(
                tr(
                    "The method {method} has no option {name} here.",
                    method=method.name,
                    name=repr(name),
                ),
                tr("There are {names}.", names=", ".join(known)),
            )
        values[name] = _value(value, known[name])
    return values


def _value(text: str, option: Option) -> Any:
    kind = type(option.default)
    wrong = tr("{name} is {text}.", name=option.name, text=repr(text))
    if kind is bool:
        if text not in ("true", "false"):
            raise UserError(wrong, tr("Write true or false."))
        return text == "true"
    try:
        return kind(text)
    except ValueError as error:
        advice = tr("Write a whole number.") if kind is int else tr("Write a number.")
        raise UserError(wrong, advice) from error


def _data(base: LoadedModel, name: str) -> CompressionData | None:
    """The examples to measure with; None, with a note, where a model cannot read any.

    Raises ValueError where a person named some.
    """
    from explorer.core.state.settings import caches_folder
    from models.compression.examples import compression_data

    try:
        return compression_data(base, name, cache=caches_folder())
    except ValueError as error:
        if name:
            raise
        note(tr("Quality and time are not measured: {error}.", error=message(str(error))))
        return None


def _follow(
    base: LoadedModel,
    method: CompressionSpec,
    chosen: Mapping[str, Any],
    options: argparse.Namespace,
    data: CompressionData | None,
) -> bool:
    """Compress until the end, or until a signal stops it; returns whether it was the end."""
    from explorer.terminal.interrupts import stop_on_interrupt
    from explorer.terminal.progress import ProgressLine, numbers
    from models.compression.run import compress_into

    line = ProgressLine(sys.stderr if options.json else None)
    reports = compress_into(base, method.name, chosen, options.out, data)
    with stop_on_interrupt() as stop_requested, closing(reports):
        for report in reports:
            share = f" {report.done}/{report.total}" if report.total > 1 else ""
            values = f"  {numbers(report.values)}" if report.values else ""
            line.show(f"{message(report.message)}{share}{values}")
            if stop_requested.is_set():
                line.say(tr("Stopped. Nothing was written."))
                return False
    line.say(tr("The model is in {folder}", folder=options.out))
    return True


def _print_result(
    base: LoadedModel, made: LoadedModel, data: CompressionData | None, options: argparse.Namespace
) -> None:
    """Size, speed and quality before and after."""
    from models.compression.base import RECORD
    from models.compression.measure import measure_model, speed_note

    shared = None if data is None else _find_shared_measures(data, base, made)
    points = [] if shared is None else [measure_model(one, shared) for one in (base, made)]
    if options.json:
        before, after = map(asdict, points) if points else (None, None)
        folder = str(options.out)
        print_json({"folder": folder, "record": made.run[RECORD], "base": before, "made": after})
        return
    record = made.run[RECORD]
    floats = readable_bytes(FLOAT_BYTES * record["base_parameters"])
    stored, now = (readable_bytes(record[key]) for key in ("base_bytes", "bytes"))
    print(
        tr(
            "{stored} before ({floats} as 32-bit floats), {now} now",
            stored=stored,
            floats=floats,
            now=now,
        )
    )
    for point in points:
        print(_point_line(point))
    if record.get("computed_faster") is False:
        print(ZEROS)
    elif points and (about := speed_note(*points)):
        print(message(about))


def _find_shared_measures(
    data: CompressionData, base: LoadedModel, made: LoadedModel
) -> CompressionData | None:
    """What both models are measured by; None, with a note, where they share nothing."""
    from models.compression.examples import shared_data

    try:
        shared = shared_data(data, (base, made))
    except ValueError as error:
        note(tr("Quality and time are not compared: {error}.", error=message(str(error))))
        return None
    for sentence in shared.left_out:
        note(message(sentence))
    return shared.data


def _point_line(point: CompressionPoint) -> str:
    from explorer.terminal.progress import numbers

    qualities = {"loss": point.loss, "accuracy": point.accuracy}
    if point.score is not None:
        qualities["score"] = point.score
    return f"{point.name:24} " + tr(
        "{time:.2f} ms for {count} tokens  {qualities}",
        time=point.milliseconds,
        count=point.tokens,
        qualities=numbers(qualities, point.intervals),
    )


# Methods ------------------------------------------------------------------------------------------


def print_methods() -> None:
    """The methods with their options, for a person."""
    for method in methods():
        print(f"{method.name:12} {tr(method.title)}. {tr(method.summary)}")
        print_options(method.options)
        for choice, options in method.option_groups.items():
            print(tr("  with {choice}:", choice=choice))
            print_options(options)


def print_options(options: Sequence[Option]) -> None:
    """A line for each."""
    for option in options:
        print(
            tr(
                "  {name:18} {title} ({range}; default {default})",
                name=option.name,
                title=tr(option.title),
                range=_range(option),
                default=_format_value(option.default) or tr("none"),
            )
        )


def _range(option: Option) -> str:
    if option.choices:
        return ", ".join(map(_format_value, option.choices))
    if option.minimum is None:
        return tr("a text")
    return tr("{least:,.12g} to {most:,.12g}", least=option.minimum, most=option.maximum)


def _format_value(value: object) -> str:
    """A value as a person types it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _as_json(method: CompressionSpec) -> dict[str, Any]:
    return {
        "name": method.name,
        "title": method.title,
        "summary": method.summary,
        "papers": list(map(str, method.papers)),
        "options": [asdict(option) for option in method.options],
        "further_options": {
            choice: list(map(asdict, options)) for choice, options in method.option_groups.items()
        },
        "notes": list(method.notes),
    }
