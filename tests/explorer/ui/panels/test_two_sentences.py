"""The panel Two sentences, driven as a person drives it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from explorer.core.two_sentences.request import (
    ATTENTION,
    LIKELIHOOD,
    MODELS,
    PATCHING,
    STATES,
    VIEWS,
)
from explorer.ui.graphics.drawing import TextBlock
from explorer.ui.graphics.legend import ColourScale
from explorer.ui.graphics.maps.head_grid import HeadHit, MeasureGrid
from explorer.ui.graphics.maps.named_map import NamedMap
from explorer.ui.graphics.table_drawing import TableDrawing
from explorer.ui.graphics.tokens.token_rows import TokenRows
from explorer.ui.panel_base.columns import drop_failures
from explorer.ui.panels.two_sentences.study import STUDY, second_in
from explorer.ui.studies.panel import panel_of
from models.runtime.resources import resource
from tests.explorer.ui.panel_bench import Bench, bench, small_models

TEXT = "the capital of france is paris ."


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_models(tmp_path_factory.mktemp("models"))


@pytest.fixture
def shown(folder: Path, qtbot: Any) -> Iterator[Bench]:
    with bench(panel_of(STUDY), folder, qtbot, models=("bert", "gpt2"), text=TEXT) as found:
        yield found


def columns(bench: Bench) -> list[Any]:
    """The models that have an answer, with it."""
    return drop_failures(STUDY.columns(bench.panel.answer, bench.panel.situation()))


def drawn(bench: Bench, kind: type) -> list[Any]:
    found: list[Any] = []

    def walk(drawing: Any) -> None:
        if isinstance(drawing, kind):
            found.append(drawing)
        for inner in getattr(drawing, "drawings", ()):
            walk(inner)

    for one in bench.panel.drawings():
        walk(one)
    return found


def test_it_opens_with_the_states_that_make_the_difference(qtbot: Any) -> None:
    folder, models = resource("checkpoints"), ("bert-mini", "gpt2-mini")
    with bench(
        panel_of(STUDY), folder, qtbot, models=models, text="The capital of France is Paris."
    ) as shown:
        assert shown.panel.view == PATCHING
        results = [answer.result for _, answer in columns(shown)]
        assert [one.decisive[0].name for one in results] == ["France/Italy"] * 2
        for text in drawn(shown, TextBlock):
            if "log-odds" in text.text:
                assert text.text.startswith("One state alone makes the difference: France/Italy")
        assert len(drawn(shown, ColourScale)) == 1, "what is compared has one colour bar"
        washed = [chip.text for rows in drawn(shown, TokenRows) for row in rows.rows
                  for chip in row.chips if chip and chip.slot is not None]  # fmt: skip
        assert washed == ["France", "Italy", " France", " Italy"]


def test_models_are_drawn_on_one_scale_in_every_view(shown: Bench) -> None:
    for view in (STATES, ATTENTION):
        shown.panel.show_view(view)
        shown.settle()
        assert len(drawn(shown, ColourScale)) == 1, view
        assert len({one.scale for one in drawn(shown, NamedMap)}) == 1, view
    assert len({one.maximum for one in drawn(shown, MeasureGrid)}) == 1


def test_tokens_that_differ_are_coloured_in_the_table_of_likelihoods(shown: Bench) -> None:
    shown.panel.controls.changed.emit({"second": "the capital of it is paris ."})
    shown.panel.show_view(LIKELIHOOD)
    shown.settle()
    for table in drawn(shown, TableDrawing):
        coloured = [row.cells[0].text for row in table.rows if row.cells[0].differs is not None]
        assert [name.strip("␣") for name in coloured] == ["france"]


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


def test_a_typed_sentence_and_two_models_are_compared(shown: Bench) -> None:
    controls = shown.panel.controls
    controls.changed.emit({"second": "it is in europe ."})
    shown.settle()
    (_, answer), *_ = columns(shown)
    assert answer.sides.second.text == "it is in europe ."
    shown.panel.show_view(LIKELIHOOD)  # states of one architecture cannot be put into another
    controls.changed.emit({"mode": MODELS})
    shown.settle()
    ((model, answer),) = columns(shown)
    assert (model.key, answer.sides.first.key) == ("gpt2", "bert")


def test_classes_are_chosen_from_a_list_and_words_are_typed(qtbot: Any) -> None:
    folder, tuned = resource("checkpoints"), "bert-mini-acceptability"
    with bench(panel_of(STUDY), folder, qtbot, models=(tuned,), text="The cow eats.") as shown:
        shown.panel.controls.changed.emit({"second": "The cows eats."})
        shown.panel.show_view(PATCHING)
        shown.settle()
        made = shown.panel.controls.made
        word, against = made["class_word"], made["class_against"]
        assert (word.isVisible(), made["word"].isVisible()) == (True, False)
        chosen = {word.currentData(), against.currentData()}
        assert chosen == {"acceptable", "unacceptable"}
        shown.panel.controls.changed.emit({"class_word": against.currentData()})
        shown.settle()
        ((_, answer),) = columns(shown)
        assert answer.result.words[0] == word.currentData()


def test_a_pair_replaces_both_sentences(shown: Bench) -> None:
    shown.panel.controls.changed.emit({"pairs": 1})
    shown.settle()
    assert shown.store.state.text == "The cow eats grass."
    assert second_in(shown.panel.situation()) == "The cows eat grass."


def test_without_a_second_sentence_it_says_what_to_do(shown: Bench) -> None:
    shown.change(text="hello")
    assert "second sentence" in shown.message
    assert shown.panel.controls.isVisible()
