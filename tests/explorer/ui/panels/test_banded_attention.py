"""Every panel shows a decoder whose layers are dense and banded in turns."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch

from explorer.ui.export.choices import FORMATS, ExportChoices
from explorer.ui.export.writers import render
from explorer.ui.panel_base.figures import figure_of
from explorer.ui.panel_base.panel import Panel
from models.checkpoints.checkpoint import save
from models.schema.configs import Size
from models.schema.registry import catalog
from tests.explorer.ui.panel_bench import NUM_POSITIONS, TEXTS, small_models
from tests.explorer.ui.panels.test_every_panel import (
    FOR_CHOSEN_MODELS,
    PANELS,
    TEXT,
    click_everywhere,
    settle,
    shown,
    words_of,
)

NAME, DENSE, BAND = "gpt3", "gpt2", 3


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = small_models(tmp_path_factory.mktemp("models"))
    known = catalog()
    spec = known.architectures[NAME]
    tokenizer = known.tokenizers[spec.tokenizers[0]].train(TEXTS, 400)
    size = Size(tokenizer.vocab_size, 16, 4, 4, 32, NUM_POSITIONS)
    torch.manual_seed(0)
    model = spec.model_class(spec.config_class.from_size(size, band=BAND))
    save(model, spec, root / NAME, tokenizer, {"title": spec.title})
    return root


@pytest.mark.parametrize("kind", PANELS, ids=[panel.spec.name for panel in PANELS])
def test_every_panel_shows_and_exports_it_beside_a_dense_one(
    qtbot: Any, folder: Path, kind: type[Panel]
) -> None:
    panel_name = kind.spec.name
    with shown(qtbot, folder, TEXT, (NAME, DENSE)) as window:
        window.store.update(panel=panel_name)
        panel = window.panel(panel_name)
        for view in kind.spec.views or ("",):
            window.store.update_panel(panel_name, alone=None)  # a click may have filled the panel
            panel.show_view(view)
            settle(panel, qtbot)
            if (panel_name, view) in FOR_CHOSEN_MODELS:
                assert catalog().architectures[NAME].title in words_of(panel)
            for file_format in FORMATS:
                assert render(figure_of(panel, {}), file_format, ExportChoices())
            click_everywhere(panel, qtbot, 0, 3)
            settle(panel, qtbot)
