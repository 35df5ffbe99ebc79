"""Figures of studies: drawn without widgets, from values, and changed by pure functions."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from explorer.core.engine.engine import Engine
from explorer.core.errors import UserError
from explorer.core.library.library import Library
from explorer.core.library.slots import usable_slots
from explorer.core.state.state import State
from explorer.ui.graphics.drawing import Group, Tagged, TagHit
from explorer.ui.panel_base.registry import find_panels
from explorer.ui.studies.contract import BoxChoices, Situation, Study, StudyFigure, Text
from explorer.ui.studies.drawing import draw_study, find_study
from models.runtime.generators import run_to_end
from tests.explorer.ui.panel_bench import small_models

NAMES = [panel.spec.name for panel in find_panels().panels if find_study(panel.spec.name)]
TEXT = "the capital of france is paris ."
UNTRAINED = "embeddings"  # a view that only says so, before they are trained
WITHOUT_WIDGETS = """
import os, sys
os.environ["QT_QPA_PLATFORM"] = "offscreen"
from pathlib import Path
from PySide6.QtGui import QGuiApplication
application = QGuiApplication([])
from explorer.core.engine.engine import Engine
from explorer.core.errors import UserError
from explorer.core.library.library import Library
from explorer.core.state.state import State
from explorer.ui.export.choices import ExportChoices
from explorer.ui.export.writers import render
from explorer.ui.studies.drawing import NoFigureError, draw_study, find_study
library = Library(bundled=Path(sys.argv[1]))
engine = Engine(library)
for name in sys.argv[2:]:
    study = find_study(name)
    state = State(text="the capital of france .", models=("bert", "gpt2"), panel=name)
    for view in study.spec.views or ("",):
        try:
            drawn = draw_study(study, study.spec.in_view(state, view), library, engine)
        except NoFigureError:  # as of hashing, where no model hashes
            is_first = view == next(iter(study.spec.views), "")
            assert not is_first or name == "finetuning", name  # none of these learned a task
            continue
        for file_format in ("svg", "png", "pdf", "csv"):
            assert render(drawn, file_format, ExportChoices()), (name, view, file_format)
    import plm_explorer
assert "PySide6.QtWidgets" not in sys.modules
print("drawn", *sys.argv[2:])
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_models(tmp_path_factory.mktemp("models"))


@pytest.fixture(params=NAMES)
def study(request: Any, qapp: object) -> Study:
    found = find_study(request.param)
    assert found is not None
    return found


def answered(study: Study, folder: Path, **state: Any) -> tuple[Any, Situation, StudyFigure]:
    """The answer of a study for two small models, with its figure."""
    library = Library(bundled=folder)
    made = State(text=TEXT, models=("bert", "gpt2"), panel=study.spec.name, **state)
    at = Situation(study.spec, made, usable_slots(library, made), library.entries)
    whole = run_to_end(study.work(study.request(at), Engine(library)))
    answer = study.complete(study.nothing, whole)
    return answer, at, study.figure(answer, at)


def hits(drawing: Any) -> Iterator[Any]:
    """The tags of all drawings inside a drawing."""
    if isinstance(drawing, Tagged):
        yield drawing.tag
    if isinstance(drawing, Group):
        for part in drawing.drawings:
            yield from hits(part)


WITHOUT_NUMBERS = {"layers": ("experts",)}  # of the models here, which the drawing says


def test_there_are_studies() -> None:
    assert {"parameters", "why", "layers"} <= set(NAMES)


def test_a_figure_needs_no_widget(folder: Path) -> None:
    command = [sys.executable, "-c", WITHOUT_WIDGETS, str(folder), *NAMES]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["drawn", *NAMES]


def test_every_view_is_a_value_with_numbers(study: Study, folder: Path) -> None:
    for view in study.spec.views or ("",):
        settings = {study.spec.name: {"view": view}}
        _, _, figure = answered(study, folder, panel_settings=settings)
        assert figure.drawings or figure.instead, view
        has_none = view == UNTRAINED or view in WITHOUT_NUMBERS.get(study.spec.name, ())
        assert bool(figure.table.rows) == (bool(figure.drawings) and not has_none), view


def test_what_a_person_does_changes_no_state_in_place(study: Study, folder: Path) -> None:
    answer, at, figure = answered(study, folder)
    before = repr(at.state)
    tags = [tag for drawing in figure.drawings for tag in hits(drawing)]
    after = [study.click(TagHit(tag, None), answer, at) for tag in tags]
    after += [study.click_beside(at), study.deselect(at)]
    for name, value in study.control_values(answer, at).items():
        if isinstance(value, BoxChoices):
            after.append(study.change({name: value.current}, at))
        elif isinstance(value, Text):
            after.append(study.change({name: value.text}, at))
    kinds = {one.name: one.kind for line in study.controls for one in line}
    buttons = [name for name, kind in kinds.items() if kind == "button"]
    after += [study.press(name, answer, at) for name in buttons]
    assert all(isinstance(one, State) for one in after)
    assert repr(at.state) == before


def test_controls_have_words(study: Study) -> None:
    names = {one.name for line in study.controls for one in line if one.kind != "words"}
    assert names <= set(study.spec.text.controls)


def test_why_there_is_no_figure_is_said(study: Study, folder: Path) -> None:
    library = Library(bundled=folder)
    state = State(text="", models=(), panel=study.spec.name)
    if study.spec.name == "comparisons":  # which are measured without the models of the window
        assert draw_study(study, state, library, Engine(library)).drawings
        return
    with pytest.raises(UserError, match=r"\w+ \w+"):
        draw_study(study, state, library, Engine(library))
