"""`bench`: speed and memory measured on this machine."""

from __future__ import annotations

from explorer.bench import run
from explorer.commands.console import Commands, add_command

TEXT = """\
Measure speed and memory on this machine: forward passes with everything recorded, generation,
training, thumbnails, and the window. With --against, the other library runs the same weights in
the same process, for ratios."""


def add_to(commands: Commands) -> None:
    parser = add_command(commands, "bench", "measure speed and memory", TEXT)
    run.add_options(parser)
    parser.set_defaults(run=run.run)
