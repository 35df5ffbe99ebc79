"""What the panels say of a checkpoint whose head for masked tokens was not trained."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from explorer.core.engine.engine import Engine
from explorer.core.library.library import Library
from explorer.core.library.published import PublishedMatch, published_model
from explorer.ui.panel_base.panel import Panel
from explorer.ui.panels.compare.panel import ComparePanel
from explorer.ui.panels.generation.panel import GenerationPanel
from explorer.ui.panels.masking.panel import MaskingPanel
from tests.explorer.shapes import shaped_models
from tests.explorer.ui.panel_bench import bench

TEXT = "the capital of france is paris ."
SAID = "trained to detect replaced tokens"


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """DeBERTa, and the encoder of version 3 with a head that transformers added."""
    folder = shaped_models(tmp_path_factory.mktemp("models"), ("deberta", "deberta-v2"))
    model = published_model("microsoft/deberta-v3-base")
    assert model is not None
    known = {model.model_type: PublishedMatch(model, "its name")}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "explorer.core.engine.engine.recognise",
            lambda folder, config: known.get(config["model_type"]),
        )
        yield Engine(Library(bundled=folder))


@pytest.mark.parametrize("panel_class", [MaskingPanel, GenerationPanel, ComparePanel])
def test_predictions_of_a_head_that_was_not_trained_are_said_to_mean_nothing(
    panel_class: type[Panel], engine: Engine, qtbot: Any
) -> None:
    folder = Path(engine.entry("deberta").folder).parent
    both = {"text": TEXT, "models": ("deberta", "deberta-v2"), "seed": 1}
    with bench(panel_class, folder, qtbot, engine=engine, **both) as found:
        (line,) = [line for line in found.panel.notes if SAID in line]
        assert line.startswith("DeBERTa v2 was trained")
        found.change(models=("deberta",))
        assert not [line for line in found.panel.notes if SAID in line]
