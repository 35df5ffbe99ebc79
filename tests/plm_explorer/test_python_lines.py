"""The lines that a panel copies run as they are and make its figure."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

import plm_explorer.figures
from explorer.commands.figures import made
from explorer.core.engine.engine import Engine
from explorer.core.errors import UserError
from explorer.core.jobs.jobs import Jobs
from explorer.core.library.library import Library
from explorer.core.state.state import Selection, State, Store
from explorer.ui.export.actions import Exports
from explorer.ui.export.choices import ExportChoices
from explorer.ui.export.python_lines import python_lines
from explorer.ui.export.writers import render
from explorer.ui.panel_base.context import PanelContext
from explorer.ui.panel_base.figures import compute, figure_of, hashes_of
from explorer.ui.panel_base.job_bridge import JobBridge
from explorer.ui.panel_base.panel import RUN_HERE, Panel
from explorer.ui.panel_base.registry import find_panels
from explorer.ui.style.theme import Theme
from plm_explorer import Figure
from tests.explorer.ui.panel_bench import small_models

TEXT = "the capital of france is paris ."
# What a person chose, by panel; others are as they open. None: it measures too much for a test,
# and its lines are made as those of all others.
CHOSEN: dict[str, dict[str, Any] | None] = {
    "attention": {"view": "lines", "settings": {"hide_special": True}, "layer": 1, "head": 2},
    "comparisons": {"settings": {"opened": "masking_rate"}},
    "generation": {"settings": {"method": "greedy", "max_new_tokens": 3}},
    "masking": {"seed": 7, "settings": {"draw": False}, "masks": {"bert": {2: True}}},
    "tokens": {"view": "steps"},
    "sentences": None,
    "finetuning": None,
    "distillation": None,
    "compression": None,
    "long_texts": None,
    "training": None,
}
PANELS = [panel for panel in find_panels().panels if CHOSEN.get(panel.spec.name, {}) is not None]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_models(tmp_path_factory.mktemp("models"))


@pytest.fixture(scope="module")
def engine(folder: Path) -> Engine:
    return Engine(Library(bundled=folder))


@pytest.fixture(autouse=True)
def small_library(folder: Path, engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the lines load are the models of the test."""
    library = Library(bundled=folder)
    for module in (plm_explorer.figures, plm_explorer.library):
        monkeypatch.setattr(module, "library", lambda: library)
        monkeypatch.setattr(module, "engine", lambda: engine)


@contextmanager
def computed(kind: type[Panel], engine: Engine, folder: Path, **changes: Any) -> Iterator[Panel]:
    """A panel with its answer, and the state that a person chose."""
    name = kind.spec.name
    chosen = {"view": changes.pop("view", ""), **changes.pop("settings", {})}
    selection = Selection(layer=changes.pop("layer", None), head=changes.pop("head", None))
    keys, panels = ("bert", "gpt2"), {name: {k: v for k, v in chosen.items() if v != ""}}
    text = {"text": TEXT, "panel": name, "selection": selection}
    state = replace(State(**text, models=keys, panel_settings=panels), **changes)
    with Jobs() as jobs:
        library, bridge = Library(bundled=folder), JobBridge(jobs)
        context = PanelContext(Store(state), library, engine, bridge, Theme("light"))
        with made(kind, context) as panel:
            assert compute(panel)
            yield panel


def run(script: str) -> Figure:
    """The figure of copied lines: the value of the last one, as in a notebook."""
    *before, call = script.split("\n\n")
    names: dict[str, Any] = {}
    exec("\n\n".join(before), names)
    figure: Figure = eval(call, names)
    return figure


@pytest.mark.parametrize("kind", PANELS, ids=[panel.spec.name for panel in PANELS])
def test_copied_lines_make_the_figure_of_the_panel(
    qapp: QApplication, kind: type[Panel], engine: Engine, folder: Path
) -> None:
    with computed(kind, engine, folder, **(CHOSEN.get(kind.spec.name) or {})) as panel:
        figure = figure_of(panel, hashes_of(panel, engine))
        drawn, again = render(figure, "svg", ExportChoices()), run(python_lines(panel))
        assert again.svg.encode() == drawn
        assert again.caption == str(figure.caption)


def test_lines_have_what_differs_from_the_defaults_and_nothing_else(
    qapp: QApplication, engine: Engine, folder: Path
) -> None:
    kinds = {panel.spec.name: panel for panel in PANELS}
    with computed(kinds["attention"], engine, folder) as panel:
        script = python_lines(panel)
    assert script == (
        "from plm_explorer import figure\n\n"
        f"figure(\n    'attention',\n    models=['bert', 'gpt2'],\n    text={TEXT!r},\n)\n"
    )
    with computed(kinds["comparisons"], engine, folder) as panel:
        assert (
            python_lines(panel)
            == "from plm_explorer import figure\n\nfigure(\n    'comparisons',\n)\n"
        )


def test_a_panel_that_shows_more_than_its_state_says_so(
    qapp: QApplication, engine: Engine, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kinds = {panel.spec.name: panel for panel in PANELS}
    said: list[str] = []
    with computed(kinds["tokens"], engine, folder) as panel:
        exports = Exports(panel.context, panel)
        exports.message.connect(lambda text, action: said.append(text))
        exports.copy_python(panel)
        assert QGuiApplication.clipboard().text() == python_lines(panel)
        monkeypatch.setattr(panel, "python_refusal", lambda: RUN_HERE)
        exports.copy_python(panel)
        with pytest.raises(UserError, match="a run of this session"):
            python_lines(panel)
    assert said[0].startswith("Copied 7 lines of Python")
    assert said[1] == RUN_HERE
