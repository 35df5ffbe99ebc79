"""The Layers panel, driven as a person drives it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt

from explorer.core.layers.request import (
    EXPERTS,
    INITIAL,
    LAYERS,
    LENS,
    NORMS,
    PLANE,
    TOKENS,
    VIEWS,
)
from explorer.ui.export.choices import ExportChoices
from explorer.ui.export.writers import render
from explorer.ui.graphics.maps.heat_map import AxisHit, CellHit
from explorer.ui.graphics.table_drawing import TableHit
from explorer.ui.graphics.tokens.token_rows import TokenHit
from explorer.ui.panel_base.figures import figure_of
from explorer.ui.panels.layers.drawings import TokenPoint
from explorer.ui.panels.layers.figure import drawn_predictions, lens_sentence, truth_name
from explorer.ui.panels.layers.scene import LayersScene, LayersTag
from explorer.ui.panels.layers.study import STUDY, scene_of
from explorer.ui.studies.panel import panel_of
from tests.explorer.ui.panel_bench import Bench, bench, small_models

TEXT = "the capital of france is paris ."


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_models(tmp_path_factory.mktemp("models"))


@pytest.fixture
def shown(folder: Path, qtbot: Any) -> Iterator[Bench]:
    with bench(panel_of(STUDY), folder, qtbot, models=("bert", "gpt2"), text=TEXT) as found:
        yield found


def scene(found: Bench) -> LayersScene:
    return scene_of(found.panel.answer, found.panel.situation())


def view(found: Bench, name: str) -> None:
    found.panel.controls.tabs.setCurrentIndex(VIEWS.index(name))
    found.settle()


def labels(found: Bench) -> list[str]:
    """The selected token of each model."""
    columns = scene(found).answered_columns
    return ["" if one.token is None else one.labels[one.token].strip() for one in columns]


def lens_rows(found: Bench) -> list[list[str]]:
    """The tokens of the rows of each model's lens."""
    columns, every = scene(found).answered_columns, scene(found).options.every_token
    return [
        [truth_name(one.lens, n).strip("␣") for n in drawn_predictions(one, every=every)]
        for one in columns
    ]


def test_the_lens_begins_with_two_tokens_which_are_the_same_in_all_models(shown: Bench) -> None:
    bert, gpt2 = lens_rows(shown)
    assert len(bert) == len(gpt2) == 2
    first, second = scene(shown).answered_columns
    both = [first.lens.places[n] for n in first.first_predictions]
    assert [second.lens.places[n] + 1 for n in second.first_predictions] == both, "after [CLS]"
    followed = first.lens_index
    shared = range(1, len(first.lens.places))  # GPT-2 does not predict the first word
    latest = first.lens.settled_at(followed)
    assert latest == max(map(first.lens.settled_at, shared))
    assert f"from {first.lens.steps[latest]} on" in lens_sentence(first)
    shown.click(LayersTag("tokens", "bert"), TokenHit(5))
    assert labels(shown)[0] in lens_rows(shown)[0]
    shown.panel.controls.made["every_token"].click()
    assert len(lens_rows(shown)[0]) == 7


def test_a_clicked_prediction_selects_its_token_in_both_models(shown: Bench) -> None:
    shown.store.update_panel("layers", every_token=True)
    shown.settle()
    shown.click(LayersTag("lens", "bert"), TableHit(3))
    selected = labels(shown)
    assert shown.store.state.selection.model == "bert"
    assert selected[0] == scene(shown).answered_columns[0].labels[4]
    columns = scene(shown).answered_columns
    assert columns[0].answer.lens.places[columns[0].lens_index] == columns[0].token
    assert "Final answer" in dict(shown.panel.details.rows)
    shown.click(LayersTag("lens", "bert"), TableHit(3))
    assert shown.store.state.selection.token is None


def test_a_token_selected_elsewhere_is_followed_in_every_view(shown: Bench) -> None:
    shown.store.select(token=6, model="bert")
    for name in VIEWS:
        view(shown, name)
        assert all(labels(shown))
        if name == EXPERTS:  # which these models do not have
            continue
        assert [value for _, value in shown.panel.details.rows if "paris" in value]


def test_random_weights_with_scaling_stand_beside_those_without(shown: Bench) -> None:
    view(shown, INITIAL)
    bert, gpt2 = scene(shown).answered_columns
    assert "only add to one stream" in bert.answer.problem
    assert gpt2.answer.initial.is_scaled
    rows = shown.panel.table().rows
    assert {row[0] for row in rows} == {"gpt2"}
    shares = {(row[1], row[2]): row[6] for row in rows if row[6] is not None}
    assert shares[True, "Layer 1"] < shares[False, "Layer 1"]
    assert shown.panel.click_hint == ""
    for file_format in ("svg", "png", "pdf", "csv"):
        assert render(figure_of(shown.panel, {}), file_format, ExportChoices())


@pytest.mark.parametrize(
    ("name", "kind", "hit"),
    [
        (LAYERS, "tokens", TokenHit(3)),
        (TOKENS, "map", AxisHit("row", 3)),
        (TOKENS, "map", CellHit(3, 2)),
        (PLANE, "plane", TokenPoint(3)),
        (NORMS, "tokens", TokenHit(3)),
    ],
)
def test_a_token_can_be_clicked_wherever_it_is(
    shown: Bench, name: str, kind: Any, hit: Any
) -> None:
    view(shown, name)
    shown.click(LayersTag(kind, "gpt2"), hit)
    assert shown.store.state.selection.token == 3
    assert shown.store.state.selection.model == "gpt2"


def test_the_chosen_layer_is_that_of_all_panels_and_the_input_is_no_layer(shown: Bench) -> None:
    view(shown, TOKENS)
    last = shown.panel.table().rows[0][1]
    assert last == "Layer 2"
    shown.change(selection=shown.store.state.selection.__class__(layer=0))
    assert {row[1] for row in shown.panel.table().rows} == {"Layer 1"}
    shown.panel.controls.made["layer"].setCurrentIndex(1)
    shown.panel.controls.made["layer"].activated.emit(1)
    shown.settle()
    assert {row[1] for row in shown.panel.table().rows} == {"Input"}
    assert shown.store.state.selection.layer is None


def test_centring_lowers_the_mean_cosine(shown: Bench) -> None:
    view(shown, TOKENS)
    before = scene(shown).answered_columns[0].answer.mean_alike
    shown.qtbot.mouseClick(shown.panel.controls.made["centred"], Qt.MouseButton.LeftButton)
    shown.settle()
    after = scene(shown).answered_columns[0].answer.mean_alike
    assert (after < before).all()
    assert (after < 0).all()
    assert "states less the mean of the tokens" in shown.panel.caption_settings()


def test_a_part_without_a_head_says_so_and_the_other_model_is_shown(
    folder: Path, qtbot: Any
) -> None:
    with bench(panel_of(STUDY), folder, qtbot, models=("electra", "gpt2"), text=TEXT) as found:
        assert scene(found).answered_columns[0].answer.lens is not None
        found.panel.controls.stream_chosen.emit("electra", "discriminator")
        found.settle()
        first, second = scene(found).answered_columns
        assert "no language-model head" in first.answer.problem
        assert second.answer.lens is not None
        view(found, NORMS)
        assert not scene(found).answered_columns[0].answer.problem


def test_the_table_has_every_number_of_the_lens(shown: Bench) -> None:
    table = shown.panel.table()
    column = table.columns.index("probability")
    expected = [one.answer.lens.probability for one in scene(shown).answered_columns]
    values = np.array([row[column] for row in table.rows])
    np.testing.assert_array_equal(values, np.concatenate([each.ravel() for each in expected]))
    assert shown.panel.view == LENS


def test_an_empty_text_is_asked_for(shown: Bench) -> None:
    shown.change(text=" ")
    assert "Type a sentence" in shown.message
