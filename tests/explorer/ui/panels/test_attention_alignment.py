"""Word alignment in the Attention panel, as a person uses it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from explorer.ui.graphics.drawing import Drawing
from explorer.ui.graphics.maps.heat_map import CellHit
from explorer.ui.panels.attention.panel import AttentionPanel
from explorer.ui.panels.attention.pictures import AlignmentMap, AttentionMap
from tests.explorer.shapes import shaped_models
from tests.explorer.ui.panel_bench import Bench, bench
from tests.explorer.ui.panels.test_masking import leaves

ENGLISH, KOREAN = "The capital of France is Paris.", "프랑스의 수도는 파리이다."


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shaped_models(tmp_path_factory.mktemp("shapes"), ("xlm", "bert"), num_positions=128)


@pytest.fixture
def attention(folder: Path, qtbot: Any) -> Iterator[Bench]:
    state = {"text": ENGLISH, "pair": KOREAN, "models": ("xlm", "bert"), "seed": 1}
    with bench(AttentionPanel, folder, qtbot, **state) as opened:
        yield opened


def maps(attention: Bench, kind: type) -> list[Any]:
    drawings: list[Drawing] = attention.panel.drawings()
    return list(leaves(drawings, kind))


def test_a_pair_has_its_blocks_framed_in_the_model_that_knows_languages(attention: Bench) -> None:
    ours, other = (one for one in maps(attention, AttentionMap) if one.rows)
    assert len(ours.blocks) == 2
    assert other.blocks == ()


def test_words_are_aligned_in_a_view_of_its_own(attention: Bench) -> None:
    assert "alignment" in attention.panel.scene.views
    attention.panel.show_view("alignment")
    attention.settle()
    (drawn,) = maps(attention, AlignmentMap)
    words = attention.panel.scene.answered_columns[0].view.alignment
    assert words.held_out is not None
    assert drawn.read == words.read(None, None)
    link = min(words.links.sure)
    assert "translations" in drawn.describe(CellHit(*link))
    kinds = {row[0] for row in attention.panel.table().rows}
    assert {"word_attention", "sure_link", "word_link", "alignment_error_rate"} <= kinds


def test_without_a_second_text_there_is_no_such_view(attention: Bench) -> None:
    attention.panel.show_view("alignment")
    attention.change(pair="")
    assert "alignment" not in attention.panel.scene.views
    assert attention.panel.view == "map"
