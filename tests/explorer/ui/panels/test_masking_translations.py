"""The Masking panel with a sentence and its translation, as a person uses it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from explorer.ui.graphics.charts.bars import Bars
from explorer.ui.graphics.tokens.token_rows import TokenRows
from explorer.ui.panels.masking.panel import MaskingPanel
from explorer.ui.panels.masking.translations import BELOW, TITLE
from tests.explorer.shapes import shaped_models
from tests.explorer.ui.panel_bench import Bench, bench
from tests.explorer.ui.panels.test_masking import _all, leaves, said

ENGLISH, KOREAN = "The capital of France is Paris.", "프랑스의 수도는 파리이다."


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shaped_models(tmp_path_factory.mktemp("shapes"), ("xlm", "bert"))


@pytest.fixture
def masking(folder: Path, qtbot: Any) -> Iterator[Bench]:
    with bench(MaskingPanel, folder, qtbot, text=ENGLISH, models=("xlm",), seed=1) as opened:
        yield opened


def sentences(masking: Bench) -> list[TokenRows]:
    """The rows of tokens with languages and positions below."""
    rows = leaves(masking.panel.drawings(), TokenRows)
    return [one for one in rows if one.rows[0].below == BELOW]


def test_the_translation_of_a_sentence_is_one_click_away(masking: Bench) -> None:
    assert sentences(masking) == []
    assert KOREAN in said(masking.panel)
    masking.panel.controls.made["translate"].click()
    masking.settle()
    assert masking.panel.state.pair == KOREAN
    first, second = sentences(masking)
    below = [[chip.below for chip in one.rows[0].chips] for one in (first, second)]
    assert next(zip(*below[0], strict=True)) == ("en",) * len(below[0])
    assert next(zip(*below[1], strict=True)) == ("ko",) * len(below[1])
    assert below[1][0][1] == "0"
    assert not masking.panel.controls.made["translate"].isVisible()


def test_other_models_have_no_such_section(folder: Path, qtbot: Any) -> None:
    with bench(MaskingPanel, folder, qtbot, text=ENGLISH, models=("bert",), seed=1) as opened:
        assert TITLE not in [one.title for one in _all(opened.panel.drawings())]
        assert not opened.panel.controls.made["translate"].isVisible()


def test_probabilities_alone_are_in_the_picture_and_in_the_table(masking: Bench) -> None:
    masking.change(pair=KOREAN, seed=3)
    gain = masking.panel.answer["xlm"].gain
    assert gain is not None
    drawn = [bars for bars in leaves(masking.panel.drawings(), Bars) if bars.maximum == 1.25]
    assert [bar.ghost for bar in drawn[0].bars] == [t.alone.probability for t in gain.tokens]
    table = masking.panel.table()
    column = table.columns.index("probability_alone")
    alone = [row[column] for row in table.rows if row[column] is not None]
    assert alone == [token.alone.probability for token in gain.tokens]
