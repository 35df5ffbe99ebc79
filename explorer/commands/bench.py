"""`bench`: speed and memory measured on this machine."""

from __future__ import annotations

import argparse

from explorer.commands.console import Commands, add_command

TEXT = """\
Measure speed and memory on this machine: forward passes with everything recorded, generation,
training, thumbnails, and the window. With --against, the same weights are run by the other
library in the same process, and ratios are given."""


def add_to(commands: Commands) -> None:
    parser = add_command(commands, "bench", "measure speed and memory", TEXT)
    parser.add_argument(
        "--against", choices=("transformers",), help="a library to measure beside this program"
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from explorer.bench import main

    arguments = ["--json"] if options.json else []
    if options.against:
        arguments += ["--against", options.against]
    return main(arguments)
