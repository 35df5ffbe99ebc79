"""`figures`: the pictures of the panels, for several models side by side, as files.

The panels are those of the window, without a screen; the files are those of its Export.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from explorer.core.comparison.published import options_of
from explorer.core.engine.engine import Engine
from explorer.core.errors import UserError
from explorer.core.library.library import Library
from explorer.core.localization import tr
from explorer.core.readable import cut_off
from explorer.core.state import defaults
from explorer.core.state.texts import check_length
from explorer.terminal.console import (
    EXIT_PROBLEM,
    Commands,
    add_architecture,
    add_command,
    add_offline,
    needing_qt,
    note,
    note_unread,
)
from explorer.terminal.downloads import provide

if TYPE_CHECKING:
    from explorer.core.state.state import State
    from explorer.ui.export.layout import DrawnFigure
    from explorer.ui.panel_base.context import PanelContext
    from explorer.ui.panel_base.panel import Panel

FORMATS = ("png", "svg", "pdf", "csv")
DEFAULT_FORMATS = ("png", "svg")


def add_to(commands: Commands) -> None:
    parser = add_command(commands, "figures")
    parser.add_argument(
        "--models",
        nargs="+",
        metavar="MODEL",
        help=tr(
            "one to {defaults}: bundled models, folders, or ids on the Hugging Face hub "
            "(default: {diverse_models})",
            defaults=defaults.MAX_MODELS,
            diverse_models=" ".join(diverse_models()),
        ),
    )
    add_architecture(parser)
    add_offline(parser)
    parser.add_argument(
        "--text",
        default=defaults.SENTENCE,
        metavar="T",
        help=tr("the input of the models (default: %(default)s)"),
    )
    parser.add_argument("--pair", default="", metavar="T2", help=tr("a second text"))
    parser.add_argument(
        "--panels",
        nargs="+",
        metavar="PANEL[:VIEW]",
        help=tr("which panels, such as tokens compare:learning (default: every panel)"),
    )
    parser.add_argument(
        "--published",
        nargs="+",
        metavar="NAME",
        help=tr(
            "one to {defaults} published checkpoints, which are not downloaded, for "
            "compare:published; or timeline, errors or tasks, for these lists",
            defaults=defaults.MAX_MODELS,
        ),
    )
    parser.add_argument(
        "--formats",
        nargs="+",
        choices=FORMATS,
        default=DEFAULT_FORMATS,
        metavar="FORMAT",
        help=tr(
            "any of {join} (default: {default_formats})",
            join=" ".join(FORMATS),
            default_formats=" ".join(DEFAULT_FORMATS),
        ),
    )
    parser.add_argument("--out", required=True, type=Path, metavar="DIR", help=tr("output folder"))
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    library = Library(architecture=options.architecture, base=options.base)
    provide(library, filter(None, [options.base, *(options.models or ())]), offline=options.offline)
    published = options_of(options.published) if options.published else {}
    if published and options.panels is None:
        options.panels = ["compare:published"]
    without_models = published and options.models is None
    keys = () if without_models else choose_models(library, options.models)
    if not options.text.strip():
        raise UserError(tr("The text is empty."), tr("Write at least one word."))
    check_length(options.text, options.pair)
    options.out.mkdir(parents=True, exist_ok=True)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"  # read when Qt starts
    with needing_qt():
        from PySide6.QtWidgets import QApplication

        from explorer.core.state.state import State

        app = QApplication.instance() or QApplication([])  # must outlive the panels
        settings = {"compare": published} if published else {}
        state = State(text=options.text, pair=options.pair, models=keys, panel_settings=settings)
        written = write_figures(state, library, options)
        app.processEvents()
    return 0 if written else EXIT_PROBLEM


def diverse_models() -> tuple[str, ...]:
    """Bundled models of each kind, so that every panel has a picture."""
    return tuple(defaults.defaults()["figures"]["models"])


def choose_models(library: Library, names: Sequence[str] | None) -> tuple[str, ...]:
    """The keys of the models to draw: those named, or else diverse ones. Raises UserError."""
    if names is None:
        usable = [e.key for e in library.entries() if e.origin == "bundled" and e.problem is None]
        if not usable:
            raise UserError(tr("No model is bundled."), tr("Name some with --models, as folders."))
        diverse = [key for key in diverse_models() if key in usable]
        return tuple(dict.fromkeys([*diverse, *usable]))[: defaults.MAX_MODELS]
    if len(names) > defaults.MAX_MODELS:
        raise UserError(
            tr("{names} models do not fit side by side.", names=len(names)),
            tr("Choose {defaults} at most.", defaults=defaults.MAX_MODELS),
        )
    return tuple(library.usable(key).key for key in names)


@dataclass(frozen=True)
class PanelView:
    """A panel in one of its views; "" is the view that it opens with."""

    kind: type[Panel]
    view: str = ""

    @property
    def name(self) -> str:
        """The name of its files."""
        return "-".join(filter(None, (self.kind.spec.name, self.view)))

    @property
    def title(self) -> str:
        """The titles of the panel and of its view, as they are shown."""
        spec = self.kind.spec
        return ", ".join(filter(None, (spec.title, spec.views.get(self.view, ""))))


def write_figures(state: State, library: Library, options: argparse.Namespace) -> int:
    """Draw each panel and write its files; a panel without a picture says why."""
    from explorer.ui.export.choices import ExportChoices
    from explorer.ui.export.files import export
    from explorer.ui.style import fonts

    views = find(options.panels)
    engine = Engine(library)
    for key in state.models:
        note_cut_text(engine, key, state)
        note_unread(engine.entry(key).title, engine.tokenizer(key), state.text, state.pair)
    if boxes := fonts.missing_glyphs(state.text, state.pair):
        note(boxes)
    num_written = 0
    with panel_context(state, library, engine) as context:
        for view in views:
            figure = drawn(view, context)
            if figure is None:
                continue
            for path in export(figure, options.out, options.formats, ExportChoices()):
                print(path, flush=True)
                num_written += 1
    return num_written


@contextmanager
def panel_context(state: State, library: Library, engine: Engine) -> Iterator[PanelContext]:
    """What panels need without a window; their threads end with the `with` block."""
    from explorer.core.jobs.jobs import Jobs
    from explorer.core.state.state import Store
    from explorer.ui.panel_base.context import PanelContext
    from explorer.ui.panel_base.job_bridge import JobBridge
    from explorer.ui.style.theme import Theme

    with Jobs() as jobs:
        yield PanelContext(Store(state), library, engine, JobBridge(jobs), Theme("light"))


def start_qt() -> Any:
    """Qt's application, made where there is none: without a screen if there is no display."""
    from PySide6.QtWidgets import QApplication

    from explorer.app import why_no_window

    there = QApplication.instance()
    if there is None:
        if why_no_window():
            os.environ["QT_QPA_PLATFORM"] = "offscreen"  # read when Qt starts
        there = QApplication([])
    return there


def draw_figures(states: Mapping[str, State], folder: Path, dpi: int) -> Iterator[Path]:
    """A PNG for each state, of its panel; `states` by the names of the files."""
    from explorer.ui.export.choices import ExportChoices
    from explorer.ui.export.files import export

    app, library = start_qt(), Library()  # the application must outlive the panels
    for name, state in states.items():
        (view,) = find([state.panel])
        with panel_context(state, library, Engine(library)) as context:
            figure = replace(draw(view, context), name=name)
            yield from export(figure, folder, ("png",), ExportChoices(dpi=dpi))
    app.processEvents()


def drawn(view: PanelView, context: PanelContext) -> DrawnFigure | None:
    """The figure of a panel in a view; None, after a line that says why, if there is none."""
    from explorer.ui.studies.drawing import NoFigureError

    try:
        return draw(view, context)
    except NoFigureError as error:
        note(f"{view.title}: {error}")
        return None


def draw(view: PanelView, context: PanelContext, answer: Any = None) -> DrawnFigure:
    """The figure of a panel in a view, with its options of the state.

    `answer` is that to the panel's request, where it is known already.
    Raises NoFigureError if there is none, and what the panel's work raises.
    """
    from explorer.core.state.state import Store
    from explorer.ui.panel_base.figures import compute, figure_of, hashes_of
    from explorer.ui.studies.drawing import (
        NO_PICTURE,
        NO_PICTURE_IN_VIEW,
        NoFigureError,
        draw_study,
        find_study,
    )

    spec = view.kind.spec
    state = spec.in_view(context.store.state, view.view)
    if (study := find_study(spec.name)) is not None:
        drawn = draw_study(study, state, context.library, context.engine, answer)
        return replace(drawn, name=view.name)
    with made(view.kind, replace(context, store=Store(state), library_listeners=[])) as panel:
        if not compute(panel, answer):
            raise NoFigureError(panel.message or NO_PICTURE)
        if view.view not in ("", panel.view):
            raise NoFigureError(NO_PICTURE_IN_VIEW)
        hashes = hashes_of(panel, context.engine)
        return replace(figure_of(panel, hashes), name=view.name)


@contextmanager
def made(kind: type[Panel], context: PanelContext) -> Iterator[Panel]:
    """A panel that is deleted at the end of the `with` block, before Qt itself ends."""
    from PySide6.QtCore import QCoreApplication, QEvent

    panel = kind(context)
    try:
        yield panel
    finally:
        panel.close()
        panel.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def find(names: Sequence[str] | None) -> list[PanelView]:
    """The panels by name, each PANEL or PANEL:VIEW; all for None. Raises UserError."""
    from explorer.ui.panel_base.registry import find_panels

    known = {panel.spec.name: panel for panel in find_panels().panels}
    return [_view(name, known) for name in dict.fromkeys(known if names is None else names)]


def _view(written: str, known: Mapping[str, type[Panel]]) -> PanelView:
    name, colon, view = written.partition(":")
    if name not in known:
        raise UserError(
            tr("There is no panel {name!r}.", name=name),
            tr("Choose among {known}.", known=", ".join(known)),
        )
    if colon:
        known[name].spec.check_view(view)
    return PanelView(known[name], view)


def note_cut_text(engine: Engine, key: str, state: State) -> None:
    """Warn if the text is too long for a model. Raises UserError for a broken model."""
    num_cut = engine.encode(key, state.text, state.pair).num_cut
    if num_cut:
        entry = engine.entry(key)
        note(cut_off(entry.name, num_cut, entry.num_positions))
