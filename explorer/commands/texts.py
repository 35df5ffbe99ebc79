"""`texts`: the real texts that are known by name, and how to get those that are not here."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from explorer.core.localization import tr
from explorer.core.training.real_texts import OfferedText, offered_texts
from explorer.terminal.console import Commands, add_command, print_json


def add_to(commands: Commands) -> None:
    parser = add_command(commands, "texts")
    parser.add_argument("--json", action="store_true", help=tr("print a JSON list instead of text"))
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    offered = offered_texts()
    if options.json:
        print_json([{**asdict(one.entry), "is_here": bool(one.value)} for one in offered])
    else:
        print("\n".join(map(as_text, offered)))
    return 0


def as_text(text: OfferedText) -> str:
    """A line with name, title, size and licence, and one with what to do where it is not here."""
    described = ", ".join(filter(None, (text.title, text.description)))
    here = tr("It is here.") if text.value else text.how
    if not text.value and (text.needs_folder or text.needs_file):
        here += " " + tr("Name it as {name}:PATH.", name=text.entry.name)
    return f"{text.entry.name:20} {described}\n{'':20} {here}"
