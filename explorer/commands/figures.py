"""`figures`: the pictures of the panels, for several models side by side, as files.

The panels are those of the window, made without a screen; a file is what Export would write.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from explorer.commands.console import EXIT_PROBLEM, Commands, add_command, needing_qt, note
from explorer.core import defaults
from explorer.core.engine import Engine
from explorer.core.errors import UserError
from explorer.core.library import Library

if TYPE_CHECKING:
    from explorer.core.state import State
    from explorer.ui.panel import Panel, PanelContext

PANELS = ("tokens", "masking", "attention", "generation")
FORMATS = ("png", "svg", "pdf", "csv")
DEFAULT_FORMATS = ("png", "svg")

TEXT = """\
Write what the panels of the window show for one text, the models side by side, as
DIR/PANEL.FORMAT: pictures on a light ground with a caption, and CSV with the numbers behind them.
Needs no display."""


def add_to(commands: Commands) -> None:
    parser = add_command(commands, "figures", "write the panels' pictures to files", TEXT)
    parser.add_argument(
        "--models",
        nargs="+",
        metavar="NAME_OR_FOLDER",
        help=f"one to {defaults.MAX_MODELS} bundled models or folders (default: the bundled ones)",
    )
    parser.add_argument(
        "--text",
        default=defaults.SENTENCE,
        metavar="T",
        help="what the models read (default: %(default)s)",
    )
    parser.add_argument("--pair", default="", metavar="T2", help="a second text")
    parser.add_argument(
        "--panels",
        nargs="+",
        default=PANELS,
        metavar="PANEL",
        help=f"which panels (default: {' '.join(PANELS)})",
    )
    parser.add_argument(
        "--formats",
        nargs="+",
        choices=FORMATS,
        default=DEFAULT_FORMATS,
        metavar="FORMAT",
        help=f"any of {' '.join(FORMATS)} (default: {' '.join(DEFAULT_FORMATS)})",
    )
    parser.add_argument("--out", required=True, type=Path, metavar="DIR", help="where files go")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    library = Library()
    keys = choose_models(library, options.models)
    if not options.text.strip():
        raise UserError("The text is empty.", "Write at least one word.")
    options.out.mkdir(parents=True, exist_ok=True)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"  # read when Qt starts
    with needing_qt():
        from PySide6.QtWidgets import QApplication

        from explorer.core.state import State

        app = QApplication.instance() or QApplication([])  # alive as long as there are panels
        state = State(text=options.text, pair=options.pair, models=keys)
        written = write_figures(state, library, options)
        app.processEvents()
    return 0 if written else EXIT_PROBLEM


def choose_models(library: Library, wanted: Sequence[str] | None) -> tuple[str, ...]:
    """The keys of the models to draw. Raises UserError."""
    if wanted is None:
        usable = [e.key for e in library.entries() if e.origin == "bundled" and e.problem is None]
        if not usable:
            raise UserError("No model is bundled.", "Name some with --models, as folders.")
        return tuple(usable[: defaults.MAX_MODELS])
    if len(wanted) > defaults.MAX_MODELS:
        raise UserError(
            f"{len(wanted)} models do not fit side by side.",
            f"Choose {defaults.MAX_MODELS} at most.",
        )
    return tuple(library.usable(key).key for key in wanted)


def write_figures(state: State, library: Library, options: argparse.Namespace) -> int:
    """Draw each panel and write its files; one that has nothing to show says why."""
    from explorer.core.jobs import Jobs
    from explorer.core.state import Store
    from explorer.ui.export import ExportOptions, export
    from explorer.ui.figures import compute, figure_of
    from explorer.ui.job_bridge import JobBridge
    from explorer.ui.panel import PanelContext
    from explorer.ui.theme import Theme

    panels = find(options.panels)
    engine = Engine(library)
    for key in state.models:
        note_cut_text(engine, key, state)
    hashes = {key: engine.card(key).hash for key in state.models}
    num_written = 0
    with Jobs() as jobs:
        context = PanelContext(Store(state), library, engine, JobBridge(jobs), Theme("light"))
        for kind in panels:
            with made(kind, context) as panel:
                if not compute(panel):
                    note(f"{panel.spec.title}: {message(panel)}")
                    continue
                figure = figure_of(panel, hashes)
                for path in export(figure, options.out, options.formats, ExportOptions()):
                    print(path, flush=True)
                    num_written += 1
    return num_written


@contextmanager
def made(kind: type[Panel], context: PanelContext) -> Iterator[Panel]:
    """A panel that is gone at the end of the `with` block, long before Qt itself ends."""
    from PySide6.QtCore import QCoreApplication, QEvent

    panel = kind(context)
    try:
        yield panel
    finally:
        panel.close()
        panel.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def find(names: Sequence[str]) -> list[type[Panel]]:
    """The panels of these names. Raises UserError."""
    from explorer.ui.panel import find_panels

    known = {panel.spec.name: panel for panel in find_panels().panels}
    unknown = [name for name in names if name not in known]
    if unknown:
        raise UserError(
            f"There is no panel {unknown[0]!r}.", f"Choose among {', '.join(sorted(known))}."
        )
    return [known[name] for name in dict.fromkeys(names)]


def message(panel: Panel) -> str:
    """What the panel says in place of its picture."""
    from PySide6.QtWidgets import QLabel

    label = panel.findChild(QLabel, "panelMessage")
    return label.text() if isinstance(label, QLabel) else "There is nothing to draw."


def note_cut_text(engine: Engine, key: str, state: State) -> None:
    """Say of each model whether the text fits. Raises UserError where it cannot be read."""
    num_cut = engine.encode(key, state.text, state.pair).num_cut
    if num_cut:
        entry = engine.entry(key)
        note(f"{entry.name}: {num_cut} tokens do not fit into {entry.num_positions} positions.")
