"""The view Merge by merge of the Tokens panel: a vocabulary learned from a text, step by step."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from explorer.core.tokens.merges import MOST_CHARACTERS, SAMPLE_TEXT
from explorer.ui.export.choices import ExportChoices
from explorer.ui.export.writers import render
from explorer.ui.graphics.drawing import TagHit, Titled
from explorer.ui.graphics.table_drawing import TableHit
from explorer.ui.panel_base.figures import figure_of
from explorer.ui.panels.tokens.merges import MERGES, SplitWords
from explorer.ui.panels.tokens.panel import TokensPanel
from tests.explorer.ui.panel_bench import bench
from tests.explorer.ui.panels.test_attention_shapes import found_in

SENTENCE = "the lowest tower"


def show(tmp_path: Path, qtbot: Any, **options: Any) -> Any:
    settings = {"tokens": {"view": "learning", **options}}
    return bench(TokensPanel, tmp_path, qtbot, text=SENTENCE, panel_settings=settings)


def words_in(panel: Any) -> list[SplitWords]:
    return [one for whole in panel.drawings() for one in found_in(whole, SplitWords)]


def test_the_text_is_shown_after_each_merge_without_a_model(qtbot: Any, tmp_path: Path) -> None:
    with show(tmp_path, qtbot) as found:
        slider = found.panel.controls.made["learn_step"]
        text = found.panel.controls.made["learn_text"]
        assert text.text() == SAMPLE_TEXT
        slider.slider.setValue(2)
        of_text, of_sentence = words_in(found.panel)
        assert of_text.new == "est"
        split = {word.word: word.pieces for word in of_text.words}
        assert split["▁newest"] == ("▁", "n", "e", "w", "est")
        assert [word.count for word in of_text.words] == [6, 5, 3, 2]
        assert [word.word for word in of_sentence.words] == ["▁the", "▁lowest", "▁tower"]
        assert of_sentence.words[1].pieces == ("▁", "l", "o", "w", "est")
        titles = [one.title for whole in found.panel.drawings() for one in found_in(whole, Titled)]
        assert titles[0] == "Merge 2: es + t → est, 9 times"
        slider.slider.setValue(0)
        assert words_in(found.panel)[0].words[0].pieces == tuple("▁newest")


def test_another_rule_learns_again_and_scores_pairs_by_their_parts(
    qtbot: Any, tmp_path: Path
) -> None:
    with show(tmp_path, qtbot, learn_rule="wordpiece", learn_step=1) as found:
        rows = [row for row in found.panel.table().rows if row[0] == "merge"]
        assert rows[0][2:5] == ("##i", "##d", "##id")
        assert rows[0][5:9] == (3, 3, 3, pytest.approx(1 / 3))
        unknown = words_in(found.panel)[1].words[0]
        assert unknown.pieces == ()
        found.panel.controls.changed.emit({"learn_rule": "bpe"})
        found.settle()
        rows = [row for row in found.panel.table().rows if row[0] == "merge"]
        assert rows[0][2:6] == ("e", "s", "es", 9)


def test_a_click_on_a_merge_goes_to_its_step(qtbot: Any, tmp_path: Path) -> None:
    with show(tmp_path, qtbot) as found:
        found.canvas.clicked.emit(TagHit(MERGES, TableHit(3)))
        assert found.panel.option("learn_step", None) == 4
        assert words_in(found.panel)[0].new == "▁lo"


def test_a_text_of_ones_own_is_learned_and_exported(qtbot: Any, tmp_path: Path) -> None:
    own = "서울은 수도이다. 부산은 도시이다. 수도는 도시이다."
    with show(tmp_path, qtbot, learn_text=own, learn_count=3) as found:
        table = found.panel.table()
        assert len([row for row in table.rows if row[0] == "merge"]) == 3
        assert {row[-1] for row in table.rows if row[0] == "sentence"} == {
            "▁the",
            "▁lowest",
            "▁tower",
        }
        for file_format in ("svg", "png", "pdf", "csv"):
            assert render(figure_of(found.panel, {}), file_format, ExportChoices())


def test_a_text_that_is_too_long_is_refused(qtbot: Any, tmp_path: Path) -> None:
    with show(tmp_path, qtbot, learn_text="ab " * MOST_CHARACTERS) as found:
        assert "20,000 characters" in found.message


def test_text_without_pairs_says_that_nothing_is_learned(qtbot: Any, tmp_path: Path) -> None:
    with show(tmp_path, qtbot, learn_text="a b c") as found:
        assert not [row for row in found.panel.table().rows if row[0] == "merge"]
        assert words_in(found.panel)
