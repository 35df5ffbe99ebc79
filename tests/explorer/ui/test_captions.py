"""Captions say which options of a panel made its figure."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from explorer.ui.figures import figure_of
from explorer.ui.panels.attention import AttentionPanel
from explorer.ui.panels.compare import ComparePanel
from explorer.ui.panels.generation import GenerationPanel
from explorer.ui.panels.masking import MaskingPanel
from tests.explorer.ui.panel_bench import Bench, bench, small_models

TEXT = "the capital of france"
MODELS = ("gpt2", "bert")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_models(tmp_path_factory.mktemp("models"))


def caption(shown: Bench) -> list[str]:
    return str(figure_of(shown.panel, {}).caption).split(" · ")


@pytest.fixture(params=[MaskingPanel, AttentionPanel, ComparePanel])
def masked(folder: Path, qtbot: Any, request: pytest.FixtureRequest) -> Iterator[Bench]:
    with bench(request.param, folder, qtbot, text=TEXT, models=MODELS) as found:
        yield found


def test_masks_by_hand_stand_in_the_caption_by_the_letter_of_their_model(masked: Bench) -> None:
    assert not any("by hand" in part for part in caption(masked))
    masked.change(masks={"bert": {4: True, 2: True, 3: False}})
    assert "B hidden by hand 2, 4" in caption(masked)
    assert "B left alone by hand 3" in caption(masked)


def test_a_view_stands_in_the_caption_unless_a_panel_opens_with_it(
    folder: Path, qtbot: Any
) -> None:
    with bench(ComparePanel, folder, qtbot, text=TEXT, models=MODELS) as shown:
        assert not any(part.startswith("view") for part in caption(shown))
        shown.panel.show_view("cards")
        assert "view cards" in caption(shown)


def test_an_unusual_draw_stands_in_the_caption_of_masking(folder: Path, qtbot: Any) -> None:
    with bench(MaskingPanel, folder, qtbot, text=TEXT, models=MODELS) as shown:
        usual = caption(shown)
        shown.panel.set_option("rate_percent", 40)
        shown.panel.set_option("whole_word", True)
        shown.panel.set_option("draw", False)
        assert set(caption(shown)) - set(usual) == {
            "40% of tokens chosen", "whole words", "nothing drawn",
        }  # fmt: skip


@pytest.mark.parametrize(
    ("method", "words"),
    [
        ("greedy", "greedy, tokens up to 16"),
        ("sample", "sampling, tokens up to 16, temperature 0.7, top-k 0, top-p 0.9"),
        ("beam", "beam search, tokens up to 16, beams 4"),
    ],
)
def test_a_caption_says_how_a_text_was_written(
    folder: Path, qtbot: Any, method: str, words: str
) -> None:
    with bench(GenerationPanel, folder, qtbot, text=TEXT, models=MODELS) as shown:
        shown.panel.set_option("temperature", 0.7)
        shown.panel.set_option("method", method)
        assert words in caption(shown)
