"""The command line: the same services as in the window, for scripts, servers and papers.

Without a command the window opens; a project file alone opens in it. A UserError is one or two
sentences on standard error, with exit code 2.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from explorer.commands import (
    compare,
    compress,
    figures,
    finetune,
    generate,
    knowledge,
    labelled_data,
    merge,
    pairs,
    prompt,
    sentences,
    surprisal,
    systems,
    texts,
    trace,
    train,
)
from explorer.core.engine.device import DEVICE_VARIABLE, DEVICES, check_device
from explorer.core.errors import UserError, sentence
from explorer.core.localization import message, tr
from explorer.core.project import ENDING
from explorer.core.state.program import program
from explorer.terminal.console import (
    EXIT_INTERRUPTED,
    EXIT_PROBLEM,
    needing_qt,
    note,
    prepare_output,
)
from explorer.terminal.parser_translations import translate_parsers
from models.runtime.files import shorten_message

COMMANDS = (
    systems,
    trace,
    generate,
    prompt,
    sentences,
    pairs,
    surprisal,
    figures,
    compare,
    texts,
    train,
    finetune,
    labelled_data,
    compress,
    merge,
    knowledge,
)

DEVICE_OPTION = "--device"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command, `sys.argv` if none is given; returns the exit code."""
    prepare_output()
    arguments = sys.argv[1:] if arguments is None else arguments
    try:
        if (window := _window_options(arguments)) is not None:
            return open_window(window.project, window.window_device)
        options = build_parser().parse_args(arguments)
        if options.window_device:
            raise UserError(
                tr("--device before a command is that of the window."),
                tr("Write it after a command that has it, or set {name}.", name=DEVICE_VARIABLE),
            )
        code: int = options.run(options)
        return code
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:  # the reader of the output, such as `head`, has ended
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (UserError, ValueError, OverflowError, OSError) as error:
        note(explain(error))
        return EXIT_PROBLEM
    except (MemoryError, RuntimeError) as error:
        if not is_shortage(error):
            raise
        problem = tr("There is not enough memory.")
        note(f"{problem} {tr('Use a smaller model, a shorter text or a smaller batch.')}")
        return EXIT_PROBLEM


def open_window(project: Path | None = None, device: str = "") -> int:
    """Open the window, with a project if one is given, and stay until it is closed.

    A device that is chosen here is checked before, which imports torch. Raises UserError.
    """
    from explorer.app import run

    device = check_device(device) if device else ""
    with needing_qt():
        return run(project=project, device=device)


def _window_options(arguments: Sequence[str]) -> argparse.Namespace | None:
    """The project and the device of the window; None where a command is to run."""
    if arguments and not (_is_project(arguments[:1]) or arguments[0].startswith(DEVICE_OPTION)):
        return None
    parser = argparse.ArgumentParser(prog=program(), add_help=False, allow_abbrev=False)
    _add_device(parser)
    options, others = parser.parse_known_args(arguments)
    if others and not _is_project(others):
        return None
    options.project = Path(others[0]) if others else None
    return options


def _add_device(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        DEVICE_OPTION,
        dest="window_device",
        choices=DEVICES,
        default="",
        help=tr(
            "the device that the window computes on (default: that of the variable {variable}, "
            "else cpu)",
            variable=DEVICE_VARIABLE,
        ),
    )


def _is_project(arguments: Sequence[str]) -> bool:
    """Whether they are a project file alone, as at a double click."""
    return len(arguments) == 1 and arguments[0].lower().endswith(ENDING)


def build_parser() -> argparse.ArgumentParser:
    """Every command with its options; imports nothing heavy, so that --help is immediate."""
    translate_parsers()
    parser = argparse.ArgumentParser(
        prog=program(),
        description=tr(
            "See and measure, side by side, how pretrained language models differ. Without a "
            "command the window opens; a .plmx file alone opens that project."
        ),
        epilog=tr("Help for a command: {program} COMMAND --help.", program=program()),
    )
    _add_device(parser)
    commands = parser.add_subparsers(title=tr("commands"), metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add_to(commands)
    return parser


def is_shortage(error: Exception) -> bool:
    """Whether memory ran out; torch raises a RuntimeError, or a subclass of its own on a GPU."""
    return isinstance(error, MemoryError) or "allocate" in str(error)


def explain(error: Exception) -> str:
    """What went wrong and what to do, on one line."""
    if isinstance(error, OSError) and error.strerror is not None:
        where = f"{error.filename}: " if error.filename else ""
        missing = isinstance(error, FileNotFoundError)
        what_to_do = (
            tr("Check the name.") if missing else tr("Check that the place exists and has room.")
        )
        return f"{where}{error.strerror}. {what_to_do}"
    text = message(" ".join(str(error).split())) or type(error).__name__
    return sentence(text if isinstance(error, UserError) else shorten_message(text))
