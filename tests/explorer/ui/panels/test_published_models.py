"""A person puts published checkpoints side by side before anything is downloaded."""

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt

from explorer.core.comparison.lineage import lineage
from explorer.core.comparison.published import (
    ERRORS,
    PLACES,
    READY,
    TIMELINE,
    chosen_models,
    find_published,
    ready_choices,
)
from explorer.core.comparison.request import PUBLISHED
from explorer.core.errors import UserError
from explorer.core.library.published import published_model, published_models
from explorer.core.library.published_cards import common_errors, published_card
from explorer.ui.export.choices import FORMATS, ExportChoices
from explorer.ui.export.writers import render
from explorer.ui.graphics.table_drawing import TableDrawing, TableHit
from explorer.ui.panel_base.figures import figure_of
from explorer.ui.panels.compare.panel import ComparePanel
from explorer.ui.panels.compare.published import CHOOSE
from explorer.ui.panels.compare.timeline import SystemHit
from tests.explorer.ui.panel_bench import Bench, bench, small_models

BERT, ROBERTA = "google-bert/bert-base-uncased", "FacebookAI/roberta-base"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_models(tmp_path_factory.mktemp("models"))


@pytest.fixture
def panel(folder: Path, qtbot: Any) -> Iterator[Bench]:
    settings = {"compare": {"view": PUBLISHED}}
    with bench(ComparePanel, folder, qtbot, models=(), panel_settings=settings) as found:
        yield found


def table(panel: Bench) -> TableDrawing:
    (drawing,) = panel.panel.drawings()
    stack = [drawing]
    while stack:
        one = stack.pop()
        if isinstance(one, TableDrawing):
            return one
        stack += [*getattr(one, "drawings", ()), *filter(None, [getattr(one, "drawing", None)])]
    raise AssertionError("no table is drawn")


def shown(panel: Bench) -> list[str]:
    return [column.head for column in table(panel).columns[1:]]


def rows(panel: Bench) -> dict[str, list[str]]:
    return {row.cells[0].text: [c.text for c in row.cells[1:]] for row in table(panel).rows}


def choose(panel: Bench, name: str, value: str) -> None:
    box = panel.panel.controls.made[name]
    box.setCurrentIndex(box.findData(value))
    box.activated.emit(box.currentIndex())
    panel.settle()


def exported(panel: Bench, file_format: Any) -> bytes:
    return render(figure_of(panel.panel, {}), file_format, ExportChoices())


def test_without_any_model_the_view_opens_with_bert_beside_roberta(panel: Bench) -> None:
    assert shown(panel) == ["BERT base, uncased", "RoBERTa base"]
    assert rows(panel)["Next-sentence prediction"] == ["yes", "no"]
    assert rows(panel)["Size of the data"] == ["16 GB", "160 GB"]
    assert "Layers" not in rows(panel)
    panel.qtbot.mouseClick(panel.panel.controls.made["only_differences"], Qt.MouseButton.LeftButton)
    panel.settle()
    assert rows(panel)["Layers"] == ["12", "12"]


@pytest.mark.parametrize("choice", ready_choices(), ids=lambda choice: choice.title)
def test_a_ready_choice_shows_its_checkpoints_at_a_click(panel: Bench, choice: Any) -> None:
    assert 2 <= len(choice.ids) <= len(PLACES)
    choose(panel, READY, choice.title)
    models = [published_model(name) for name in choice.ids]
    assert shown(panel) == [model.title for model in models if model is not None]
    assert panel.panel.controls.made[READY].currentData() == choice.title


def test_a_checkpoint_is_found_by_words_of_its_title(panel: Bench) -> None:
    box = panel.panel.controls.made["third"]
    panel.qtbot.keyClicks(box.lineEdit(), "")
    box.lineEdit().setText("gpt-3 175")
    panel.qtbot.keyClick(box.lineEdit(), Qt.Key.Key_Return)
    panel.settle()
    assert shown(panel) == ["BERT base, uncased", "RoBERTa base", "GPT-3 175B"]
    box.lineEdit().setText("no such model")
    panel.qtbot.keyClick(box.lineEdit(), Qt.Key.Key_Return)
    panel.settle()
    assert box.currentText() == "GPT-3 175B"
    assert shown(panel)[2] == "GPT-3 175B"


def test_one_checkpoint_twice_is_one_card_and_none_says_what_to_do(panel: Bench) -> None:
    choose(panel, "second", BERT)
    assert shown(panel) == ["BERT base, uncased"]
    for place in PLACES:
        choose(panel, place, "")
    assert panel.panel.drawings() == []
    assert panel.panel.figure.instead == CHOOSE


def test_a_click_shows_the_values_with_their_sources(panel: Bench) -> None:
    numbers = {row.cells[0].text: n for n, row in enumerate(table(panel).rows)}
    panel.click("cards", TableHit(numbers["Batch size"], 1))
    details = panel.panel.details
    assert details.title == "Batch size"
    assert ("RoBERTa base", "8,000 sequences") in details.rows
    assert "Devlin et al. 2018, appendix A.2" in details.text
    assert "Liu et al. 2019, Table 9" in details.text


def test_a_remark_is_below_its_field_and_in_the_details(panel: Bench) -> None:
    drawn = table(panel).rows
    at = next(n for n, r in enumerate(drawn) if r.cells[0].text == "Parameters of the base model")
    assert "BERT base has 110 million" in drawn[at + 1].cells[1].text
    assert drawn[at + 1].cells[2].text == ""
    panel.click("cards", TableHit(at + 1, 1))
    assert panel.panel.details.title == "Parameters of the base model"
    assert "google-research/bert, README" in panel.panel.details.text


def test_the_exported_csv_holds_every_field_with_values_and_sources(panel: Bench) -> None:
    text = exported(panel, "csv").decode("utf-8-sig")
    head, *lines = csv.reader(io.StringIO(text))
    assert head[:4] == ["group", "field", "BERT base, uncased", "RoBERTa base"]
    assert head[4:] == ["differs", "sources", "often stated otherwise"]
    known = {line[1]: line for line in lines}
    for place, name in enumerate((BERT, ROBERTA)):
        model = published_model(name)
        assert model is not None
        for field in published_card(model):
            assert known[field.name][2 + place] == field.value
            assert field.source in known[field.name][5]
            assert field.remark in known[field.name][6]


@pytest.mark.parametrize("file_format", FORMATS)
def test_the_view_is_exported_as_every_other_figure(panel: Bench, file_format: Any) -> None:
    assert len(exported(panel, file_format)) > 1000


def test_all_errors_are_one_list_whose_lines_lead_to_the_cards(panel: Bench) -> None:
    choose(panel, READY, ERRORS)
    errors = [*common_errors()]
    assert [row.cells[2].text for row in table(panel).rows] == [one.often for one in errors]
    lines = [*csv.reader(io.StringIO(exported(panel, "csv").decode("utf-8-sig")))][1:]
    assert [line[4] for line in lines] == [one.source for one in errors]
    number = next(n for n, one in enumerate(errors) if one.about == "DeBERTa")
    panel.click("errors", TableHit(number, 2))
    assert "87 GB" in panel.panel.details.text
    panel.panel.details.actions[0].run()
    panel.settle()
    assert shown(panel) == ["DeBERTa base", "DeBERTa large", "DeBERTa xlarge"]
    assert panel.panel.details.title == "Size of the data"


def test_two_checkpoints_are_counted_against_each_other_in_parameters(panel: Bench) -> None:
    (offer,) = [one for one in panel.panel.details.actions if "Parameters" in one.label]
    offer.run()
    state = panel.store.state
    assert state.panel == "parameters"
    assert state.settings("parameters")["choice"] == {
        "base": "bert-base-uncased",
        "against": "roberta-base",
    }


def test_names_that_a_session_kept_and_nobody_knows_are_left_out() -> None:
    assert chosen_models({"published": ["nobody/knows-it", BERT, 3]}) == (published_model(BERT),)
    assert len(chosen_models({"published": "x"})) == 2


def test_a_checkpoint_is_named_by_id_alias_title_or_the_end_of_its_id() -> None:
    names = ("bert-base-uncased", "RoBERTa base", "electra-base-discriminator", "gpt3-175b")
    titles = [model.title for model in find_published(names)]
    assert titles == [
        "BERT base, uncased",
        "RoBERTa base",
        "ELECTRA base, discriminator",
        "GPT-3 175B",
    ]
    with pytest.raises(UserError, match=r"Did you mean .*gpt3-small"):
        find_published(["GPT-3"])
    with pytest.raises(UserError, match="5 checkpoints"):
        find_published([model.id for model in published_models()[:5]])


def test_the_time_line_leads_from_a_model_to_its_card(panel: Bench) -> None:
    choose(panel, READY, TIMELINE)
    assert not any(panel.panel.controls.made[name].isVisibleTo(panel.panel) for name in PLACES)
    panel.click("timeline", SystemHit("RoBERTa"))
    details = panel.panel.figure.details
    assert details.title == "RoBERTa"
    assert ("Comes from", "BERT") in details.rows
    at = panel.panel.situation()
    alone, beside = (at.now(offer.change(at)) for offer in panel.panel.figure.offers)
    assert [model.id for model in chosen_models(alone.options)] == [ROBERTA]
    assert [model.id for model in chosen_models(beside.options)] == [BERT, ROBERTA]


def test_the_time_line_leaves_as_text(panel: Bench) -> None:
    choose(panel, READY, TIMELINE)
    svg = exported(panel, "svg").decode()
    for one in lineage():
        assert one.title in svg
