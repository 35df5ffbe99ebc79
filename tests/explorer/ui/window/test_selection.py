"""A token that is selected is the same token in every panel, whichever model counts it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from explorer.core.state.state import Selection
from explorer.ui.panel_base.details import Details
from explorer.ui.panel_base.panel import Panel
from explorer.ui.panels.attention.panel import AttentionPanel
from explorer.ui.panels.compare.panel import ComparePanel
from explorer.ui.panels.masking.panel import MaskingPanel
from explorer.ui.panels.tokens.panel import TokensPanel
from tests.explorer.ui.panel_bench import Bench, bench, small_models

TEXT = "the capital of france"  # capital: token 2 of BERT, behind [CLS], and 1 of GPT-2
MODELS = ("gpt2", "bert")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_models(tmp_path_factory.mktemp("models"))


@pytest.fixture(params=[TokensPanel, MaskingPanel, AttentionPanel, ComparePanel])
def shown(folder: Path, qtbot: Any, request: pytest.FixtureRequest) -> Iterator[Bench]:
    panel: type[Panel] = request.param
    with bench(panel, folder, qtbot, text=TEXT, models=MODELS) as found:
        yield found


def said(details: Details) -> str:
    return " ".join([details.title, *(value for _, value in details.rows)])


def test_a_token_that_another_panel_selected_in_the_second_model_is_that_word_here(
    shown: Bench,
) -> None:
    shown.change(selection=Selection(token=2, model="bert"))
    assert "capital" in said(shown.panel.details)


def test_a_token_of_the_first_model_is_counted_there(shown: Bench) -> None:
    shown.change(selection=Selection(token=1, model="gpt2"))
    assert "capital" in said(shown.panel.details)


def test_a_token_leaves_with_the_model_that_counts_it_and_with_no_other(shown: Bench) -> None:
    shown.change(selection=Selection(token=2, model="bert"))
    shown.change(models=("bert",))
    assert shown.store.state.selection == Selection(token=2, model="bert")
    shown.change(models=("gpt2",))
    assert shown.store.state.selection == Selection()
    assert shown.panel.details == Details()


def test_models_that_change_while_a_panel_is_out_of_sight_do_not_break_its_picture(
    shown: Bench,
) -> None:
    shown.store.update(models=("bert", "gpt2"), selection=Selection(token=2, model="bert"))
    shown.settle()
    shown.panel.refresh()
    shown.store.update(models=("bert",))
    shown.panel.show_selection(shown.store.state.selection)  # before the answer, as a window does
    shown.settle()
    assert "capital" in said(shown.panel.details)
