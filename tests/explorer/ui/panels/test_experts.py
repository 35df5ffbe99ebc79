"""Experts in the Layers panel, and every panel for models with experts or without attention."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from explorer.core.layers.experts import ExpertShares
from explorer.core.layers.request import EXPERTS, VIEWS
from explorer.ui.export.choices import FORMATS, ExportChoices
from explorer.ui.export.writers import render
from explorer.ui.graphics.maps.heat_map import CellHit
from explorer.ui.panel_base.figures import figure_of
from explorer.ui.panel_base.panel import Panel
from explorer.ui.panels.layers.experts import MAX_TOKENS, ExpertGrid
from explorer.ui.panels.layers.scene import LayersColumn, LayersTag
from explorer.ui.panels.layers.study import STUDY, scene_of
from explorer.ui.studies.panel import panel_of
from explorer.ui.style.palette import DARK, LIGHT
from models.checkpoints.checkpoint import save
from models.schema.configs import Size
from models.schema.registry import catalog
from tests.explorer.ui.panel_bench import NUM_POSITIONS, TEXTS, Bench, bench
from tests.explorer.ui.panels.test_every_panel import (
    PANELS,
    click_everywhere,
    settle,
    shown,
    words_of,
)

ALL, SOME, STATES, DENSE = "mixtral", "qwen2_moe", "mamba", "gpt2"
SPARSE_STEP = 2  # every second layer has experts
TEXT = "the capital of france is paris ."
WORDS = {"attention": ("Mamba has no attention. Each layer carries a state",)}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("models")
    for number, name in enumerate((ALL, SOME, STATES, DENSE)):
        torch.manual_seed(number)
        spec = catalog().architectures[name]
        tokenizer = catalog().tokenizers["byte_bpe"].train(TEXTS, 400, template=spec.template)
        size = Size(tokenizer.vocab_size, 16, 4, 4, 32, NUM_POSITIONS)
        own = {"decoder_sparse_step": SPARSE_STEP} if name == SOME else {}
        model = spec.model_class(spec.config_class.from_size(size, **own))
        with torch.no_grad():
            for parameter in model.parameters():
                parameter.add_(0.3 * torch.randn_like(parameter))
        save(model, spec, root / name, tokenizer, {"title": spec.title})
    return root


@pytest.fixture
def opened(folder: Path, qtbot: Any) -> Iterator[Bench]:
    with bench(panel_of(STUDY), folder, qtbot, models=(ALL, SOME, DENSE), text=TEXT) as found:
        found.panel.controls.tabs.setCurrentIndex(VIEWS.index(EXPERTS))
        found.settle()
        yield found


def columns(found: Bench) -> list[LayersColumn]:
    return scene_of(found.panel.answer, found.panel.situation()).answered_columns


def test_the_experts_of_each_token_are_those_that_the_layers_recorded(opened: Bench) -> None:
    every, some, dense = columns(opened)
    assert every.experts.layers == (1, 2, 3, 4)
    assert some.experts.layers == (2, 4)
    assert every.experts.shares.shape[2] == some.experts.shares.shape[2] == 8
    assert "no experts" in dense.answer.problem
    assert "Mixtral" in dense.answer.suggestion
    passed = every.experts.passed(1, 3)
    assert len(passed) == every.experts.num_passed == 2
    assert passed[0].share >= passed[1].share
    assert sum(one.share for one in passed) == pytest.approx(1, abs=1e-5)
    assert sum(one.share for one in some.experts.passed(0, 3)) < 1
    best = every.experts.shares[1, 3].argmax() + 1
    assert passed[0].number == best == every.experts.first[1, 3]


def test_the_table_has_every_expert_that_a_token_passes(opened: Bench) -> None:
    table = opened.panel.table()
    assert table.columns == ("model", "layer", "position", "token", "expert", "share")
    every, some, _ = columns(opened)
    count = len(every.labels) * 4 * 2 + len(some.labels) * 2 * 2
    assert len(table.rows) == count
    assert {row[1] for row in table.rows if row[0] == SOME} == {"Layer 2", "Layer 4"}


def test_a_clicked_cell_selects_its_token_in_all_models(opened: Bench) -> None:
    opened.click(LayersTag("experts", ALL), CellHit(4, 2))
    assert opened.store.state.selection.token == 4
    assert [one.token for one in columns(opened)] == [4, 4, 4]
    rows = dict(opened.panel.details.rows)
    first = columns(opened)[0].experts.passed(0, 4)[0]
    assert rows["Layer 1"].startswith(f"{first.number} (")
    opened.click(LayersTag("experts", ALL), CellHit(4, 1))
    assert opened.store.state.selection.token is None


def random_experts(layers: int, tokens: int, experts: int, chosen: int) -> ExpertShares:
    rng = np.random.default_rng(0)
    shares = np.zeros((layers, tokens, experts), dtype=np.float32)
    for layer, token in np.ndindex(layers, tokens):
        passed = rng.choice(experts, chosen, replace=False)
        shares[layer, token, passed] = rng.dirichlet(np.ones(chosen))
    return ExpertShares(tuple(range(1, layers + 1)), shares)


def test_layers_that_have_no_room_go_on_below_and_no_cell_is_lost() -> None:
    experts = random_experts(40, 5, 60, 8)
    grid = ExpertGrid(experts, list("abcde"), range(5), 2)
    for width in (240.0, 600.0, 2400.0):
        sketch = grid.sketch(width, LIGHT, float("inf"))
        assert {target.hit for target in sketch.targets} == {
            CellHit(token, layer) for token in range(5) for layer in range(40)
        }
        assert max(target.rect.right() for target in sketch.targets) <= width
        cells = [target.rect.adjusted(0.1, 0.1, -0.1, -0.1) for target in sketch.targets]
        assert not any(
            one.intersects(other) for n, one in enumerate(cells) for other in cells[n + 1 :]
        )
    assert "c, Layer 7: " in grid.describe(CellHit(2, 6))


def test_parts_of_a_cell_are_in_proportion_to_the_shares() -> None:
    shares = np.zeros((1, 1, 4), dtype=np.float32)
    shares[0, 0, [1, 3]] = 0.05, 0.5  # the rest is that of experts that do not compute
    grid = ExpertGrid(ExpertShares((1,), shares), ["a"], [0])
    for palette in (LIGHT, DARK):
        sketch = grid.sketch(500.0, palette, float("inf"))
        assert [text for text in sketch.texts if text] == ["1", "a", "4 .50", "2"]
        assert grid.describe(CellHit(0, 0)) == "a, Layer 1: 4 (0.500), 2 (0.0500)"


def test_colours_of_neighbouring_experts_differ_in_both_themes() -> None:
    for palette in (LIGHT, DARK):
        colours = [palette.category(number) for number in range(64)]
        assert len(set(colours[:16])) == 16
        assert all(one != other for one, other in pairwise(colours))


def test_a_long_text_is_cut_in_the_picture_and_whole_in_the_table(
    folder: Path, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("explorer.ui.panels.layers.experts.MAX_TOKENS", 3)
    with bench(panel_of(STUDY), folder, qtbot, models=(ALL,), text=TEXT) as found:
        found.panel.controls.tabs.setCurrentIndex(VIEWS.index(EXPERTS))
        found.settle()
        assert MAX_TOKENS > 3
        (column,) = columns(found)
        left = len(column.labels) - 3
        assert f"{left} more tokens are in the table" in words_of(found.panel)
        assert len({row[2] for row in found.panel.table().rows}) == len(column.labels)


@pytest.mark.parametrize("kind", PANELS, ids=[panel.spec.name for panel in PANELS])
def test_every_panel_shows_and_exports_models_with_experts_or_states(
    qtbot: Any, folder: Path, kind: type[Panel]
) -> None:
    name = kind.spec.name
    with shown(qtbot, folder, TEXT, (STATES, ALL, SOME)) as window:
        window.store.update(panel=name)
        panel = window.panel(name)
        for number, view in enumerate(kind.spec.views or ("",)):
            window.store.update_panel(name, alone=None)
            panel.show_view(view)
            settle(panel, qtbot)
            words = words_of(panel)
            assert number or all(one in words for one in WORDS.get(name, ())), words
            for file_format in FORMATS:
                assert render(figure_of(panel, {}), file_format, ExportChoices())
            click_everywhere(panel, qtbot, 0, 3)
            settle(panel, qtbot)
