"""Shared by the commands: output to a terminal, exit codes, common options."""

from __future__ import annotations

import argparse
import io
import json
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any, TextIO, TypeAlias

from explorer.core.errors import UserError
from explorer.core.library.unread import unread_note
from explorer.core.library.unseen import unseen_note
from explorer.core.localization import tr
from explorer.core.readable import CONTROLS, visible
from explorer.core.state import defaults
from explorer.core.state.program import program, torchrun
from models.runtime.resources import resource
from models.schema.registry import model_types

if TYPE_CHECKING:
    from explorer.core.engine.engine import Engine
    from models.tokenization import Tokenizer

JSON_ESCAPES = {at: f"\\u{at:04x}" for at in CONTROLS if at > 31}  # the others are escaped
EXIT_PROBLEM = 2  # a UserError; argparse exits with the same code
EXIT_INTERRUPTED = 130  # 128 + SIGINT, as shells count

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


class VisibleOutput:
    """A stream to which names and texts of foreign files can be printed: none commands a terminal.

    It is the stream in all else.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        return self._stream.write(visible(text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def prepare_output() -> None:
    """Write UTF-8 with any code page of the console, and nothing that commands a terminal.

    A lone surrogate becomes a "?".
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is not None and not isinstance(stream, VisibleOutput):
            setattr(sys, name, VisibleOutput(stream))


def note(line: str) -> None:
    """One line on standard error."""
    print(line, file=sys.stderr)


def print_json(value: Any) -> None:
    text = json.dumps(value, ensure_ascii=False, indent=2)
    print(text.translate(JSON_ESCAPES))


def note_cut(num_cut: int, num_positions: int | None, what: str = "text") -> None:
    """Say that a text was longer than a model takes, if it was."""
    if num_cut:
        note(
            tr(
                "The {what} is longer than the {num_positions} tokens that the model takes: its "
                "last {num_cut} tokens were cut off.",
                what=what,
                num_positions=num_positions,
                num_cut=num_cut,
            )
        )


def note_files(engine: Engine, key: str) -> None:
    """Say what in a model's files did not fit, if anything. Raises UserError."""
    card = engine.card(key)
    for what, names in card.notes:
        note(f"{card.title}: {what[:1].lower()}{what[1:]}: {names}.")


def note_unseen(engine: Engine, key: str, text: str, pair: str = "") -> None:
    """Warn if a model cannot read a text, or never saw many of its words. Raises UserError."""
    title, known = engine.entry(key).title, engine.seen_words(key)
    words = {} if known is None else {title: known}
    about = unread_note({title: engine.tokenizer(key)}, words, text, pair)
    if about := about or unseen_note(words, text, pair):
        note(about.text)


def note_unread(title: str, tokenizer: Tokenizer, text: str, pair: str = "") -> None:
    """Warn if a tokenizer cannot read a text."""
    if about := unread_note({title: tokenizer}, {}, text, pair):
        note(about.text)


@contextmanager
def needing_qt() -> Iterator[None]:
    """Explain a Qt that cannot be loaded, as on a server without its libraries."""
    try:
        yield
    except ImportError as error:
        if (error.name or "").partition(".")[0] in ("explorer", "models", "plm_explorer"):
            raise  # our bug
        raise UserError(
            tr("Qt cannot be loaded ({error}).", error=error),
            tr("Install PySide6-Essentials and, on a server, libegl1 and libfontconfig1."),
        ) from error


@cache
def _help() -> dict[str, dict[str, str]]:
    """By command, the `summary` for the list of commands and the `text` for its own --help."""
    return tomllib.loads(resource("help.toml").read_text(encoding="utf-8"))


def add_command(commands: Commands, name: str) -> argparse.ArgumentParser:
    """A parser for a command, with its texts of resources/help.toml.

    PROGRAM and TORCHRUN in them are replaced by what starts the program.
    """
    text = tr(_help()[name]["text"]).replace("PROGRAM", program()).replace("TORCHRUN", torchrun())
    return commands.add_parser(
        name,
        help=tr(_help()[name]["summary"]),
        description=text,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def add_model(parser: argparse.ArgumentParser) -> None:
    bundled, hub = defaults.default_models()[0], defaults.defaults()["hub_model"]
    parser.add_argument(
        "--model",
        required=True,
        metavar="MODEL",
        help=tr(
            "a bundled model, such as {bundled}; the folder of a checkpoint; or its id on the "
            "Hugging Face hub, such as {hub}",
            bundled=bundled,
            hub=hub,
        ),
    )
    add_offline(parser)
    add_architecture(parser)


def add_models(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--models",
        nargs="+",
        required=True,
        metavar="M",
        help=tr("bundled models, folders of checkpoints, or ids on the Hugging Face hub"),
    )


def add_offline(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--offline",
        action="store_true",
        help=tr("use only models of the Hugging Face hub that were downloaded before"),
    )


def add_architecture(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--architecture",
        choices=model_types(),
        default="",
        metavar="TYPE",
        help=tr(
            "the architecture of a folder whose config.json names no model_type, as in 2019: "
            "{model_types}",
            model_types=", ".join(model_types()),
        ),
    )
    parser.add_argument(
        "--base",
        default="",
        metavar="MODEL",
        help=tr("the base of the adapter in a folder, where it is not found by its name"),
    )
