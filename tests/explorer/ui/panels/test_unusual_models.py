"""Every panel shows models that are unlike the usual ones beside each other, or says why not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch

from explorer.ui.export.choices import FORMATS, ExportChoices
from explorer.ui.export.writers import render
from explorer.ui.panel_base.figures import figure_of
from explorer.ui.panel_base.panel import Panel
from models.checkpoints.checkpoint import load, save
from models.schema.configs import Size
from models.schema.registry import catalog
from tests.explorer.shapes import save_mixed_task, shaped_models
from tests.explorer.ui.panel_bench import NUM_POSITIONS, TEXTS
from tests.explorer.ui.panels.test_every_panel import (
    FOR_CHOSEN_MODELS,
    PANELS,
    click_everywhere,
    settle,
    shown,
    words_of,
)

# Two separate directions, the same with the head of a task, next tokens by an encoder, and layers
# that are dense and banded in turns.
DIRECTIONS, TASK, CAUSAL, BANDED = "elmo", "mixed", "causal", "gpt3"
BAND = 3
TEXT = "the capital of zanzibar is paris ."
WORDS = {
    "attention": ("ELMo has no attention.",),
    "masking": ("From the right", "from the left only"),
    "generation": ("cannot continue a text", "predicts each next token of a given text"),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = shaped_models(tmp_path_factory.mktemp("models"), (DIRECTIONS, "xlm"))
    save_mixed_task(root / DIRECTIONS, root / TASK)
    usual = load(root / "xlm")
    config = usual.model.config
    model = type(usual.model)(type(config).from_size(config.size, causal=True))  # type: ignore[call-arg]
    save(model, usual.spec, root / CAUSAL, usual.tokenizer, {"title": "XLM, causal"})
    spec = catalog().architectures[BANDED]
    tokenizer = catalog().tokenizers[spec.tokenizers[0]].train(TEXTS, 400)
    size = Size(tokenizer.vocab_size, 16, 4, 4, 32, NUM_POSITIONS)
    torch.manual_seed(0)
    banded = spec.model_class(spec.config_class.from_size(size, band=BAND))
    save(banded, spec, root / BANDED, tokenizer, {"title": spec.title})
    return root


@pytest.mark.parametrize("kind", PANELS, ids=[panel.spec.name for panel in PANELS])
def test_every_panel_shows_and_exports_them_or_says_why_not(
    qtbot: Any, folder: Path, kind: type[Panel]
) -> None:
    name = kind.spec.name
    with shown(qtbot, folder, TEXT, (DIRECTIONS, TASK, CAUSAL, BANDED)) as window:
        window.store.update(panel=name)
        panel = window.panel(name)
        for number, view in enumerate(kind.spec.views or ("",)):
            window.store.update_panel(name, alone=None)  # a click may have filled the panel
            panel.show_view(view)
            settle(panel, qtbot)
            words = words_of(panel)
            assert number or all(one in words for one in WORDS.get(name, ()))
            if (name, view) in FOR_CHOSEN_MODELS:
                assert catalog().architectures[BANDED].title in words
            for file_format in FORMATS:
                assert render(figure_of(panel, {}), file_format, ExportChoices())
            click_everywhere(panel, qtbot, 0, 3)
            settle(panel, qtbot)
