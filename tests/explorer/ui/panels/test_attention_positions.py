"""The view Positions of the Attention panel, on small real models and in files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from explorer.ui.export.choices import ExportChoices
from explorer.ui.export.writers import render
from explorer.ui.graphics.maps.heat_map import AxisHit, CellHit
from explorer.ui.panel_base.figures import figure_of
from explorer.ui.panels.attention.panel import AttentionPanel
from explorer.ui.panels.attention.pictures import Equation
from explorer.ui.panels.attention.positions.charts import BucketSteps, DistanceMap, RotationDecay
from explorer.ui.panels.attention.positions.view import MATRIX
from models.runtime.resources import resource
from tests.explorer.ui.panel_bench import bench, small_models
from tests.explorer.ui.panels.test_attention_shapes import found_in

TEXT = "the capital of france is paris ."
SETTINGS = {"attention": {"view": "positions", "clip": 2}}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_models(tmp_path_factory.mktemp("models"))


def matrix(panel: Any) -> DistanceMap:
    (found,) = [one for whole in panel.drawings() for one in found_in(whole, DistanceMap)]
    return found


def test_distances_are_cut_off_where_the_slider_is(qtbot: Any, folder: Path) -> None:
    state = {"text": TEXT, "models": ("bert",), "panel_settings": SETTINGS}
    with bench(AttentionPanel, folder, qtbot, **state) as found:
        drawn = matrix(found.panel)
        assert drawn.values.max() == 2
        assert drawn.row == 3
        slider = found.panel.controls.made["clip"]
        assert slider.label.text() == "cut off at k = 2"
        slider.slider.setValue(4)
        found.settle()
        assert matrix(found.panel).values.max() == 4
        rows = [row for row in found.panel.table().rows if row[0] == "clipped_distance"]
        assert [row[-1] for row in rows if row[3] == 0][:7] == [0, 1, 2, 3, 4, 4, 4]


def test_a_click_on_a_row_selects_its_token_and_a_second_click_deselects(
    qtbot: Any, folder: Path
) -> None:
    state = {"text": TEXT, "models": ("bert", "gpt2"), "panel_settings": SETTINGS}
    with bench(AttentionPanel, folder, qtbot, **state) as found:
        found.click(MATRIX, CellHit(1, 0))
        chosen = found.store.state.selection
        assert (chosen.token, chosen.model, matrix(found.panel).row) == (1, "bert", 1)
        found.click(MATRIX, AxisHit("row", 1))
        assert found.store.state.selection.token is None


def test_every_scheme_is_there_whichever_models_are_chosen(qtbot: Any, folder: Path) -> None:
    state = {"text": TEXT, "models": ("bert",), "panel_settings": SETTINGS}
    with bench(AttentionPanel, folder, qtbot, **state) as found:
        whole = found.panel.drawings()
        for kind in (BucketSteps, RotationDecay):
            assert [one for each in whole for one in found_in(each, kind)]
        kinds = {row[0] for row in found.panel.table().rows}
        assert {
            *("clipped_distance", "bucket_both_directions", "bucket_one_direction"),
            *("slope", "alibi", "frequency", "rotation_cosine", "rotation_mean"),
            *("learned_table", "learned_table_similarity", "sinusoids", "sinusoids_similarity"),
        } == kinds
        for file_format in ("svg", "png", "pdf", "csv"):
            assert render(figure_of(found.panel, {}), file_format, ExportChoices())


def test_the_bias_of_a_model_stands_beside_its_buckets(qtbot: Any) -> None:
    state = {"text": TEXT, "models": ("t5-mini",), "panel_settings": SETTINGS}
    with bench(AttentionPanel, resource("checkpoints"), qtbot, **state) as found:
        rows = found.panel.table().rows
        learned = [row for row in rows if row[0] == "bias_both_directions"]
        assert {row[2] for row in learned} == {1, 2, 3, 4}
        assert {row[1] for row in rows if row[0] == "bucket_one_direction"} == {"t5-mini"}


def test_each_line_of_terms_names_its_rows(qtbot: Any) -> None:
    settings = {"attention": {"view": "terms"}}
    state = {"text": TEXT, "models": ("deberta-mini",), "panel_settings": settings}
    with bench(AttentionPanel, resource("checkpoints"), qtbot, **state) as found:
        (equation,) = found_in(found.panel.drawings()[0], Equation)
        count = len(equation.maps)
        for width in (500, 900, 1400):
            tops = {p.rect.top() for p in equation._places(width) if count <= p.index < 2 * count}
            names = [p for p in equation._places(width) if p.index == 2 * count]
            assert len(names) == len(tops)
        svg = render(figure_of(found.panel, {}), "svg", ExportChoices()).decode()
        token = found.panel.scene.answered_columns[0].view.rows.labels[2].strip()
        assert svg.count(f">{token}<") >= 2
