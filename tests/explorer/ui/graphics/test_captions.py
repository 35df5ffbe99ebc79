"""Captions say which options of a panel made its figure."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from safetensors.numpy import load_file, save

from explorer.core.state.state import Head, Selection
from explorer.ui.panel_base.figures import figure_of, hashes_of
from explorer.ui.panels.attention.panel import AttentionPanel
from explorer.ui.panels.compare.panel import ComparePanel
from explorer.ui.panels.generation.panel import GenerationPanel
from explorer.ui.panels.masking.panel import MaskingPanel
from explorer.ui.panels.parameters.panel import ParametersPanel
from explorer.ui.panels.tokens.panel import TokensPanel
from explorer.ui.panels.training.panel import TrainingPanel
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


def test_masks_by_the_user_stand_in_the_caption_by_the_letter_of_their_model(masked: Bench) -> None:
    assert not any("by the user" in part for part in caption(masked))
    masked.change(masks={"bert": {4: True, 2: True, 3: False}})
    assert "B masked by the user 2, 4" in caption(masked)
    assert "B left unchanged by the user 3" in caption(masked)


def test_a_view_stands_in_the_caption_unless_a_panel_opens_with_it(
    folder: Path, qtbot: Any
) -> None:
    with bench(ComparePanel, folder, qtbot, text=TEXT, models=MODELS) as shown:
        assert not any(part.startswith("view") for part in caption(shown))
        shown.panel.show_view("cards")
        assert "view “What differs”" in caption(shown)


def test_what_makes_the_maps_others_stands_in_the_caption_of_attention(
    folder: Path, qtbot: Any
) -> None:
    with bench(AttentionPanel, folder, qtbot, text=TEXT, models=("electra", "bert")) as shown:
        usual = caption(shown)
        stream = shown.panel.scene.answered_columns[0].view.stream.name
        shown.change(ablated={"electra": (Head(stream, 1, 2),), "bert": (Head("encoder", 0, 3),)})
        shown.panel.set_option("hide_specials", True)
        shown.panel.set_option("streams", {"electra": "generator"})
        shown.settle()
        told = [part for part in caption(shown) if part not in usual]
        assert told == [
            "A generator",
            f"A without {stream} layer 2 head 3",
            "B without layer 1 head 4",
            "without special tokens",
        ]


def test_an_unusual_draw_stands_in_the_caption_of_masking(folder: Path, qtbot: Any) -> None:
    with bench(MaskingPanel, folder, qtbot, text=TEXT, models=MODELS) as shown:
        usual = caption(shown)
        shown.panel.set_option("rate_percent", 40)
        shown.panel.set_option("whole_word", True)
        shown.panel.set_option("draw", False)
        shown.settle()
        assert set(caption(shown)) - set(usual) == {
            "40% of tokens chosen", "whole words", "no masks sampled",
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
        shown.settle()
        assert words in caption(shown)


QUOTED, TOKEN, SEED = f"“{TEXT}”", "token 2", "seed 7"


@pytest.mark.parametrize(
    ("panel", "view", "named"),
    [
        (TokensPanel, "pieces", {QUOTED, TOKEN}),
        (TokensPanel, "vocabularies", {QUOTED, SEED}),
        (MaskingPanel, "", {QUOTED, TOKEN, SEED}),
        (AttentionPanel, "map", {QUOTED, TOKEN, "layer 2", "head 3"}),
        (GenerationPanel, "", {QUOTED, SEED}),
        (TrainingPanel, "", set()),
        (ComparePanel, "objectives", {QUOTED, TOKEN, SEED}),
        (ComparePanel, "learning", set()),
        (ComparePanel, "cards", set()),
        (ParametersPanel, "models", set()),
        (ParametersPanel, "published", set()),
    ],
    ids=lambda value: value if isinstance(value, str) else getattr(value, "__name__", ""),
)
def test_a_caption_names_what_of_the_window_its_picture_depends_on(
    folder: Path, qtbot: Any, panel: Any, view: str, named: set[str]
) -> None:
    selection = Selection(2, 1, 2)
    with bench(
        panel, folder, qtbot, text=TEXT, models=MODELS, seed=7, selection=selection
    ) as shown:
        if view:
            shown.panel.show_view(view)
            shown.settle()
        words = (QUOTED, "token ", "layer ", "head ", "seed ")
        found = {part for part in caption(shown) if part.removeprefix("A ").startswith(words)}
        assert {part.removeprefix("A ") for part in found} == named


def test_a_text_that_is_not_drawn_names_no_seed(folder: Path, qtbot: Any) -> None:
    with bench(GenerationPanel, folder, qtbot, text=TEXT, models=MODELS, seed=7) as shown:
        shown.panel.set_option("method", "greedy")
        shown.settle()
        assert SEED not in caption(shown)


def test_a_layer_that_no_model_has_is_named_as_the_one_that_is_shown(
    folder: Path, qtbot: Any
) -> None:
    chosen = Selection(layer=9, head=11)
    with bench(AttentionPanel, folder, qtbot, text=TEXT, models=MODELS, selection=chosen) as shown:
        figure = figure_of(shown.panel, {})
        assert {"layer 2", "head 4"} <= set(str(figure.caption).split(" · "))
        assert any("2 layers here; this is the last" in line for line in figure.notes)


@pytest.mark.parametrize("panel", [MaskingPanel, AttentionPanel, ComparePanel, GenerationPanel])
def test_a_caption_keeps_the_hash_of_the_weights_that_computed_the_picture(
    folder: Path, qtbot: Any, panel: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with bench(panel, folder, qtbot, text=TEXT, models=MODELS) as shown:
        engine = shown.panel.context.engine
        before = [engine.card(key).hash for key in MODELS]
        monkeypatch.setattr(engine, "card", None)  # written again meanwhile
        figure = figure_of(shown.panel, hashes_of(shown.panel, engine))
        assert [digest for _, digest in figure.caption.models] == before


def test_weights_that_are_written_again_are_shown_and_named(
    folder: Path, qtbot: Any, tmp_path: Path
) -> None:
    shutil.copytree(folder, tmp_path / "models")
    with bench(AttentionPanel, tmp_path / "models", qtbot, text=TEXT, models=MODELS) as shown:
        before, old = figure_of(shown.panel, {}), shown.panel.table().rows
        weights = tmp_path / "models" / "bert" / "model.safetensors"
        tensors = {name: value * 2 for name, value in load_file(weights).items()}
        weights.write_bytes(save(tensors, {"format": "pt"}))
        shown.panel.context.refresh_library()
        shown.panel.refresh()
        shown.settle()
        after = figure_of(shown.panel, {})
        hashes = [dict(each.caption.models) for each in (before, after)]
        same = {name for name in hashes[0] if hashes[0][name] == hashes[1][name]}
        assert same == {"A GPT-2"}
        assert after.table.rows != old


def test_a_model_that_is_shown_alone_is_the_one_that_is_named(folder: Path, qtbot: Any) -> None:
    with bench(AttentionPanel, folder, qtbot, text=TEXT, models=MODELS) as shown:
        shown.panel.set_option("alone", "bert")
        models = figure_of(shown.panel, {}).caption.models
        assert [name for name, _ in models] == ["B BERT"]
