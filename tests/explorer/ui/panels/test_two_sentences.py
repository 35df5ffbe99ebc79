"""The panel Two sentences, driven as a person drives it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QRectF

from explorer.core.state.state import Selection
from explorer.core.two_sentences.request import MODELS, PATCHING, VIEWS
from explorer.ui.graphics.legend import ColourScale
from explorer.ui.graphics.maps.head_grid import HeadHit, MeasureGrid
from explorer.ui.graphics.maps.named_map import NamedMap
from explorer.ui.panel_base.answers import answered
from explorer.ui.panel_base.marks import parts
from explorer.ui.panels.two_sentences.panel import TwoSentencesPanel
from models.runtime.resources import resource
from tests.explorer.ui.panel_bench import Bench, bench, small_models

TEXT = "the capital of france is paris ."


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_models(tmp_path_factory.mktemp("models"))


@pytest.fixture
def shown(folder: Path, qtbot: Any) -> Iterator[Bench]:
    with bench(TwoSentencesPanel, folder, qtbot, models=("bert", "gpt2"), text=TEXT) as found:
        yield found


def test_every_view_has_numbers_for_the_export(shown: Bench) -> None:
    for view in VIEWS:
        shown.panel.controls.tabs.setCurrentIndex(VIEWS.index(view))
        shown.settle()
        assert {row[0] for row in shown.panel.table().rows} == {"bert", "gpt2"}, view


def test_a_clicked_head_is_selected_in_all_panels(shown: Bench) -> None:
    shown.panel.show_view("attention")
    shown.settle()
    shown.click("bert", HeadHit(1, 2))
    assert (shown.store.state.selection.layer, shown.store.state.selection.head) == (1, 2)


@pytest.mark.parametrize("view", ["states", "attention", PATCHING])
def test_models_side_by_side_share_their_scales(shown: Bench, view: str) -> None:
    shown.panel.show_view(view)
    shown.settle()
    shown.change(selection=Selection(layer=0, head=0))
    everything = [one for one, _ in parts(shown.panel.drawings()[0], QRectF(0, 0, 1200, 2000))]
    maps = [one for one in everything if isinstance(one, NamedMap)]
    bars = [one.scale for one in everything if isinstance(one, ColourScale)]
    assert len(maps) == len(bars) == 2
    for unit in {scale.label for scale in bars}:  # patching has another one without a difference
        alike = [one for one in maps if one.scale.label == unit]
        (maximum,) = {one.scale.maximum for one in alike}
        largest = max(float(np.abs(one.values).max()) for one in alike)
        assert largest <= maximum <= max(largest, 1.0)
    grids = [one.maximum for one in everything if isinstance(one, MeasureGrid)]
    assert len(set(grids)) <= 1


def test_a_typed_sentence_and_two_models_are_compared(shown: Bench) -> None:
    controls = shown.panel.controls
    controls.changed.emit({"second": "it is in europe ."})
    shown.settle()
    (_, answer), *_ = answered(shown.panel.answers)
    assert answer.sides.second.text == "it is in europe ."
    controls.changed.emit({"mode": MODELS})
    shown.settle()
    ((model, answer),) = answered(shown.panel.answers)
    assert (model.key, answer.sides.first.key) == ("gpt2", "bert")


def test_classes_are_chosen_from_a_list_and_words_are_typed(qtbot: Any) -> None:
    folder, tuned = resource("checkpoints"), "bert-mini-acceptability"
    with bench(TwoSentencesPanel, folder, qtbot, models=(tuned,), text="The cow eats.") as shown:
        shown.panel.controls.changed.emit({"second": "The cows eats."})
        shown.panel.show_view(PATCHING)
        shown.settle()
        word, against = shown.panel.controls.classes
        assert (word.isVisible(), shown.panel.controls.word.isVisible()) == (True, False)
        chosen = {word.currentData(), against.currentData()}
        assert chosen == {"acceptable", "unacceptable"}
        shown.panel.controls.changed.emit({"class_word": against.currentData()})
        shown.settle()
        ((_, answer),) = answered(shown.panel.answers)
        assert answer.result.words[0] == word.currentData()


def test_a_pair_replaces_both_sentences(shown: Bench) -> None:
    shown.panel.controls.pair_chosen.emit(1)
    shown.settle()
    assert shown.store.state.text == "The cow eats grass."
    assert shown.panel.second == "The cows eat grass."


def test_without_a_second_sentence_it_says_what_to_do(shown: Bench) -> None:
    shown.change(text="hello")
    assert "second sentence" in shown.message
    assert shown.panel.controls.isVisible()
