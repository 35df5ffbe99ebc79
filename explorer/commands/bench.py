"""`bench`: speed and memory measured on this machine."""

from __future__ import annotations

from explorer.bench import run
from explorer.terminal.console import Commands, add_command


def add_to(commands: Commands) -> None:
    parser = add_command(commands, "bench")
    run.add_options(parser)
    parser.set_defaults(run=run.run)
