"""Every panel shows the strange architectures beside a usual one, or says why it does not apply."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from explorer.ui.export.choices import FORMATS, ExportChoices
from explorer.ui.export.writers import render
from explorer.ui.panel_base.figures import figure_of
from explorer.ui.panel_base.panel import Panel
from models.schema.registry import Catalog
from tests.explorer.ui.panel_bench import small_models
from tests.explorer.ui.panels.test_every_panel import (
    FOR_CHOSEN_MODELS,
    PANELS,
    TEXT,
    click_everywhere,
    settle,
    shown,
    words_of,
)
from tests.models import tiny
from tests.strange.registration import NAMES

USUAL = "bert"
# Panels with a column for each model in all views, beside those of FOR_CHOSEN_MODELS.
FOR_EVERY_MODEL = ("inside", "why", "two_sentences", "sentences")
# What a panel says of a model that it does not apply to, in place of a picture.
NOT_APPLICABLE = {
    ("bilstm", "attention"): "has no attention",
    **{(name, "generation"): "cannot continue a text" for name in (*NAMES, USUAL)},
}


@pytest.fixture(scope="module")
def folder(strange_catalog: Catalog, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model of each strange architecture that has learned for two steps, and a usual one."""
    root = small_models(tmp_path_factory.mktemp("models"))
    data = tmp_path_factory.mktemp("data")
    for name in NAMES:
        list(tiny.reports(tiny.recipe(name, steps=2), tiny.ready(name, data), root / name))
        file = root / name / "run.json"
        run = json.loads(file.read_text(encoding="utf-8"))
        title = strange_catalog.architectures[name].title
        file.write_text(json.dumps({**run, "title": title}), encoding="utf-8")
    return root


@pytest.mark.parametrize("kind", PANELS, ids=[panel.spec.name for panel in PANELS])
def test_every_panel_shows_and_exports_them_beside_a_usual_model(
    qtbot: Any, folder: Path, strange_catalog: Catalog, kind: type[Panel]
) -> None:
    panel_name, models = kind.spec.name, (*NAMES, USUAL)
    with shown(qtbot, folder, TEXT, models) as window:
        window.store.update(panel=panel_name)
        panel = window.panel(panel_name)
        for view in kind.spec.views or ("",):
            window.store.update_panel(panel_name, alone=None)  # a click may have filled the panel
            panel.show_view(view)
            settle(panel, qtbot)
            words = words_of(panel)
            assert "decoder's own output" not in words, "entities are no text of a decoder"
            if (panel_name, view) in FOR_CHOSEN_MODELS or panel_name in FOR_EVERY_MODEL:
                for name in models:
                    assert strange_catalog.architectures[name].title in words
                    assert NOT_APPLICABLE.get((name, panel_name), "") in words
            for file_format in FORMATS:
                assert render(figure_of(panel, {}), file_format, ExportChoices())
            click_everywhere(panel, qtbot, 0, 3)
            settle(panel, qtbot)


def test_a_model_without_attention_alone_says_so(qtbot: Any, folder: Path) -> None:
    with shown(qtbot, folder, TEXT, ("bilstm",)) as window:
        window.store.update(panel="attention")
        panel = window.panel("attention")
        settle(panel, qtbot)
        assert "BiLSTM has no attention" in words_of(panel)


def test_the_stream_of_entities_is_no_text_of_a_decoder(qtbot: Any, folder: Path) -> None:
    with shown(qtbot, folder, TEXT, ("entities",)) as window:
        for panel_name in ("layers", "attention"):
            window.store.update(panel=panel_name)
            window.store.update_panel(panel_name, streams={"entities": "entities"})
            panel = window.panel(panel_name)
            settle(panel, qtbot)
            assert "decoder" not in words_of(panel)
