"""The lines that a panel copies run as they are and make its figure."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from explorer.commands.figures import made, panel_context
from explorer.core.errors import UserError
from explorer.core.state.state import Head, Selection, State
from explorer.ui.export.actions import Exports
from explorer.ui.export.choices import ExportChoices
from explorer.ui.export.python_lines import python_lines
from explorer.ui.export.writers import render
from explorer.ui.panel_base.figures import compute, figure_of, hashes_of
from explorer.ui.panel_base.panel import RUN_HERE, Panel
from explorer.ui.panel_base.registry import find_panels
from explorer.ui.panels.generation.panel import GenerationPanel
from models.runtime.resources import resource
from plm_explorer import Figure
from plm_explorer.library import engine, library
from tests.explorer.adapters import write_adapter

TEXT = "The capital of France is Paris."
MODELS = ("bert-mini", "gpt2-mini")
# What a person chose, by panel; others are as they open.
CHOSEN: dict[str, dict[str, Any]] = {
    "attention": {
        "settings": {"view": "lines", "hide_special": True},
        "selection": Selection(3, 1, 2, "bert-mini"),
        "ablated": {"bert-mini": (Head("encoder", 0, 1),)},
        "masks": {"bert-mini": {2: True}},
        "others": {"masking": {"draw": False}},
    },
    "comparisons": {"settings": {"opened": "masking_rate"}},
    "finetuning": {"models": ("bert-mini-acceptability",), "settings": {"view": "sentence"}},
    "generation": {"settings": {"method": "sample", "max_new_tokens": 3}, "seed": 4},
    "masking": {"seed": 7, "settings": {"draw": False}, "masks": {"bert-mini": {2: True}}},
    "tokens": {"settings": {"view": "steps"}},
}
PANELS = {panel.spec.name: panel for panel in find_panels().panels}
TIMED = "compression"  # whose first view has times, which are measured again
BLOCKS = {"longest": 256, "untrained": ["blocks"]}
# Each panel, and further views of those whose figures are of other kinds.
FIGURES: list[tuple[str, dict[str, Any]]] = [
    *((name, CHOSEN.get(name, {})) for name in sorted(PANELS.keys() - {TIMED})),
    ("long_texts", {"settings": {"view": "map", "subject": "blocks", "choice": BLOCKS}}),
    ("long_texts", {"settings": {"view": "hashing", "round": 1, "token": 7}}),
    (TIMED, {"settings": {"view": "inside", "selected": "tinybert-mini"}}),
]


@contextmanager
def computed(name: str, **changes: Any) -> Iterator[Panel]:
    """A panel with its answer, and the state that a person chose."""
    changes = {**changes}
    settings = {name: changes.pop("settings", {}), **changes.pop("others", {})}
    state = State(text=TEXT, panel=name, models=MODELS, panel_settings=settings)
    context = panel_context(replace(state, **changes), library(), engine())
    with context as made_for, made(PANELS[name], made_for) as panel:
        assert compute(panel)
        yield panel


def run(script: str) -> Figure:
    """The figure of copied lines: the value of the last one, as in a notebook."""
    *before, call = script.split("\n\n")
    names: dict[str, Any] = {}
    exec("\n\n".join(before), names)
    figure: Figure = eval(call, names)
    return figure


@pytest.mark.parametrize(("name", "chosen"), FIGURES)
def test_copied_lines_make_the_figure_of_the_panel(
    qapp: QApplication, name: str, chosen: dict[str, Any]
) -> None:
    with computed(name, **chosen) as panel:
        figure = figure_of(panel, hashes_of(panel, engine()))
        drawn, again = render(figure, "svg", ExportChoices()), run(python_lines(panel))
        assert again.svg.encode() == drawn
        assert again.caption == str(figure.caption)


def test_copied_lines_measure_again_what_compression_costs(qapp: QApplication) -> None:
    with computed(TIMED, settings={"cost": "parameters", "selected": "tinybert-mini"}) as panel:
        table, again = panel.table(), run(python_lines(panel))
        assert again.caption == str(figure_of(panel, hashes_of(panel, engine())).caption)
    (time,) = (at for at, name in enumerate(table.columns) if name.startswith("Milliseconds"))
    for before, after in zip(table.rows, again.rows, strict=True):
        assert (*before[:time], *before[time + 1 :]) == (*after[:time], *after[time + 1 :])
        assert after[time] > 0


def test_lines_have_what_differs_from_the_defaults_and_nothing_else(qapp: QApplication) -> None:
    with computed("layers") as panel:
        assert python_lines(panel) == (
            "from plm_explorer import figure\n\n"
            f"figure(\n    'layers',\n    models={[*MODELS]!r},\n    text={TEXT!r},\n)\n"
        )
    with computed("comparisons") as panel:
        assert python_lines(panel).endswith("\n\nfigure(\n    'comparisons',\n)\n")
    with computed("attention", **CHOSEN["attention"]) as panel:
        script = python_lines(panel)
    for line in (
        "    view='lines',\n",
        "    options={'hide_special': True},\n",
        "    token_of='bert-mini',\n    layer=1,\n    head=2,\n",
        "    ablated={'bert-mini': [('encoder', 0, 1)]},\n",
        "    settings={'masking': {'draw': False}},\n",
    ):
        assert line in script


def test_the_chosen_base_of_an_adapter_is_in_the_lines_also_where_it_is_switched_off(
    qapp: QApplication, tmp_path: Path
) -> None:
    base = resource("checkpoints", "bert-mini")
    folder = write_adapter(base, tmp_path / "tuned", "someone/bert-large")
    key = library().open_folder(folder, base="bert-mini").key
    try:
        with computed("layers", models=(f"{key}@base", key)) as panel:
            script = python_lines(panel)
            drawn = panel.answer
        assert f"\nload({key!r}, base={str(base)!r})\n" in script
        assert script.count("load(") == 1
        assert list(drawn) == [f"{key}@base", key]
        assert "tuned (adapter off)" in run(script).caption
    finally:
        library().forget(key)


def test_a_long_text_of_several_lines_is_copied_as_it_is(qapp: QApplication) -> None:
    text = 'Paris\' capital, "서울" \\ and\n' * 12
    with computed("tokens", text=text) as panel:
        script, figure = python_lines(panel), figure_of(panel, hashes_of(panel, engine()))
    assert max(map(len, script.splitlines())) <= 100
    assert run(script).rows == [tuple(row) for row in figure.table.rows]


def test_texts_that_a_person_continued_are_in_no_lines(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    with computed("generation", **CHOSEN["generation"]) as panel:
        assert isinstance(panel, GenerationPanel)
        monkeypatch.setattr(panel, "refresh", lambda **_: None)
        panel.press("continue")
        with pytest.raises(UserError, match="texts were continued"):
            python_lines(panel)


def test_a_panel_that_shows_more_than_its_state_says_so(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    with computed("tokens") as panel:
        exports = Exports(panel.context, panel)
        exports.message.connect(lambda text, action: said.append(text))
        exports.copy_python(panel)
        assert QGuiApplication.clipboard().text() == python_lines(panel)
        monkeypatch.setattr(panel, "why_no_python", lambda: RUN_HERE)
        exports.copy_python(panel)
        with pytest.raises(UserError, match="a run of this session"):
            python_lines(panel)
    assert said[0].startswith("Copied 7 lines of Python")
    assert said[1] == RUN_HERE
