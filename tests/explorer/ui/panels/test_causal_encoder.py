"""An XLM that predicts the next token (CLM): every panel shows it or says why not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from explorer.ui.export.choices import FORMATS, ExportChoices
from explorer.ui.export.writers import render
from explorer.ui.panel_base.figures import figure_of
from explorer.ui.panel_base.panel import Panel
from models.checkpoints.checkpoint import load, save
from tests.explorer.shapes import shaped_models
from tests.explorer.ui.panels.test_every_panel import (
    PANELS,
    click_everywhere,
    settle,
    shown,
    words_of,
)

USUAL, CAUSAL = "xlm", "causal"
TEXT = "the capital of france is paris ."
WORDS = {
    "generation": "predicts each next token of a given text",
    "masking": "from the left only",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The usual XLM, and a causal one with its tokenizer."""
    root = shaped_models(tmp_path_factory.mktemp("models"), (USUAL,))
    loaded = load(root / USUAL)
    config = loaded.model.config
    model = type(loaded.model)(type(config).from_size(config.size, causal=True))  # type: ignore[call-arg]
    save(model, loaded.spec, root / CAUSAL, loaded.tokenizer, {"title": "XLM, causal"})
    return root


@pytest.mark.parametrize("kind", PANELS, ids=[panel.spec.name for panel in PANELS])
def test_every_panel_shows_and_exports_it_or_says_why_not(
    qtbot: Any, folder: Path, kind: type[Panel]
) -> None:
    name = kind.spec.name
    with shown(qtbot, folder, TEXT, (CAUSAL, USUAL)) as window:
        window.store.update(panel=name)
        panel = window.panel(name)
        settle(panel, qtbot)
        assert WORDS.get(name, "") in words_of(panel)
        for view in kind.spec.views or ("",):
            panel.show_view(view)
            settle(panel, qtbot)
            for file_format in FORMATS:
                assert render(figure_of(panel, {}), file_format, ExportChoices())
        click_everywhere(panel, qtbot, 0, 3)
        settle(panel, qtbot)
