"""`merge`: a model with its adapter in its weights, as one folder."""

from __future__ import annotations

import argparse
from pathlib import Path

from explorer.core.engine.engine import Engine
from explorer.core.engine.merging import save_merged
from explorer.core.library.library import Library
from explorer.core.localization import tr
from explorer.terminal.console import Commands, add_command, add_model, note
from explorer.terminal.downloads import provide
from models.runtime.generators import run_to_end


def add_to(commands: Commands) -> None:
    parser = add_command(commands, "merge")
    add_model(parser)
    parser.add_argument(
        "--out", type=Path, required=True, metavar="FOLDER", help=tr("the new folder")
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    library = Library(architecture=options.architecture, base=options.base)
    provide(library, filter(None, [options.base, options.model]), offline=options.offline)
    out = run_to_end(save_merged(Engine(library), options.model, options.out))
    note(tr("Written to {out}", out=out))
    return 0
