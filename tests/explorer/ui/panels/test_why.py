"""The Why panel, driven as a person drives it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt

from explorer.core.attribution.request import VIEWS
from explorer.ui.graphics.maps.heat_map import AxisHit, CellHit
from explorer.ui.graphics.tokens.token_rows import TokenHit
from explorer.ui.panel_base.columns import drop_failures
from explorer.ui.panels.why.figure import sentences
from explorer.ui.panels.why.study import STUDY, choice_in
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


def columns(found: Bench) -> list[Any]:
    """The models that have an answer, with it."""
    return drop_failures(STUDY.columns(found.panel.answer, found.panel.situation()))


def wanted(found: Bench) -> list[str]:
    return [answer.target.wanted for _, answer in columns(found)]


def test_a_clicked_token_is_explained_in_every_model(shown: Bench) -> None:
    first = wanted(shown)
    first_column = columns(shown)[0]
    at = next(n for n, label in enumerate(first_column[1].target.labels) if label == "france")
    shown.click("bert", AxisHit("column", at))
    assert wanted(shown) != first
    assert wanted(shown)[0] == "france"
    shown.click("bert", CellHit(0, at + 1))
    assert wanted(shown)[0] == "is"


def test_a_word_that_is_masked_for_its_explanation_is_said_to_be(shown: Bench) -> None:
    assert ["masked for this" in " ".join(sentences(one)) for _, one in columns(shown)] == [
        True,
        False,
    ]


def test_the_sentence_itself_is_coloured_before_the_methods(shown: Bench) -> None:
    coloured, by_method, *_ = shown.panel.drawings()
    assert by_method.title == "By method"
    drawn = coloured.drawings[1].drawings[0].drawings
    for column, (_, answer) in zip(drawn, columns(shown), strict=True):
        row = column.drawing.drawings[1].drawing.rows[0]
        assert tuple(chip.text for chip in row.chips) == answer.target.labels
        shares = answer.main.shares
        for at, chip in enumerate(row.chips):
            if not answer.target.changed[at]:
                assert chip.effect is None
                continue
            assert chip.effect == pytest.approx(float(shares[at] / abs(shares).max()))


def test_a_token_of_the_coloured_sentence_is_explained_by_a_click(shown: Bench) -> None:
    labels = columns(shown)[0][1].target.labels
    shown.click("bert", TokenHit(labels.index("france")))
    assert wanted(shown)[0] == "france"


def test_every_view_has_numbers_for_the_export(shown: Bench) -> None:
    for view in VIEWS:
        shown.panel.controls.tabs.setCurrentIndex(VIEWS.index(view))
        shown.settle()
        table = shown.panel.table()
        assert {row[0] for row in table.rows} == {"bert", "gpt2"}, view


def test_a_word_to_compare_with_belongs_to_its_sentence(shown: Bench) -> None:
    box = shown.panel.controls.made["against"]
    box.setCurrentIndex(1)
    box.activated.emit(1)
    shown.settle()
    chosen = choice_in(shown.panel.situation()).against
    assert chosen
    (_, answer), *_ = columns(shown)
    assert f"rather than {answer.target.against}" in sentences(answer)[0]
    shown.store.update(text="paris is in france .")
    shown.settle()
    assert choice_in(shown.panel.situation()).against == ""


def test_words_in_another_language_are_last_and_dimmed_and_the_best_is_still_named(
    shown: Bench,
) -> None:
    shown.change(text=TEXT.replace("paris", "[MASK]"))
    target = columns(shown)[0][1].target
    listed = target.listed_candidates
    foreign = [is_foreign for _, is_foreign in listed]
    assert foreign == sorted(foreign)
    assert 0 < sum(foreign) < len(foreign)
    shares = [share for _, share in target.candidates]
    assert shares == sorted(shares, reverse=True), "the prediction is the most probable of all"
    best = [word for (word, _), _ in listed]
    assert [name for name, _ in shown.panel.details.rows[1:4]] == best[:3]
    box = shown.panel.controls.made["against"]
    inks = {
        box.itemData(at): box.itemData(at, Qt.ItemDataRole.ForegroundRole)
        for at in range(1, box.count())
    }
    dimmed = [ink == box.palette().placeholderText() for ink in inks.values()]
    assert dimmed[1:] == sorted(dimmed[1:]), "after the word that is explained"
    for word in [word for (word, _), is_foreign in listed if is_foreign and word in inks]:
        assert inks[word] == box.palette().placeholderText()


def test_letters_move_with_the_chips(folder: Path, qtbot: Any) -> None:
    """A model that is not there takes a place, until it is removed."""
    with bench(panel_of(STUDY), folder, qtbot, models=("gone", "bert"), text=TEXT) as found:
        assert [one.slot for one in found.panel.figure_models()] == [1]
        found.change(models=("bert",))
        assert [one.slot for one in found.panel.figure_models()] == [0]
