"""The view Input formats of the panel Differences."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from explorer.ui.export.choices import ExportChoices
from explorer.ui.export.writers import render
from explorer.ui.graphics.table_drawing import TableDrawing
from explorer.ui.panel_base.figures import figure_of
from explorer.ui.panels.compare.panel import ComparePanel
from tests.explorer.ui.panel_bench import bench, small_models
from tests.explorer.ui.panels.test_attention_shapes import found_in


def test_four_formats_are_built_from_the_same_documents_and_listed(
    qtbot: Any, tmp_path: Path
) -> None:
    settings = {"compare": {"view": "inputs", "length": 64}}
    folder = small_models(tmp_path)
    with bench(
        ComparePanel, folder, qtbot, models=("bert",), panel_settings=settings, seed=1
    ) as found:
        summary, listed = (
            one for whole in found.panel.drawings() for one in found_in(whole, TableDrawing)
        )
        assert len(summary.rows) == 4
        assert listed.rows[0].cells[-1].text in ("yes", "no")
        assert listed.rows[0].cells[1].text.startswith("[CLS] ")
        rows = found.panel.table().rows
        assert {row[0] for row in rows} == {
            *("segment_pair", "sentence_pair", "full_sentences", "doc_sentences")
        }
        assert max(row[7] for row in rows) <= 64
        assert {row[8] for row in rows if row[0] == "doc_sentences"} == {1}
        found.panel.controls.changed.emit({"format": "full_sentences"})
        listed = [one for whole in found.panel.drawings() for one in found_in(whole, TableDrawing)][
            1
        ]
        assert listed.rows[0].cells[-1].text == "–"
        first = rows[0][6]
        found.panel.press("draw_again")
        found.settle()
        assert found.panel.table().rows[0][6] != first
        for file_format in ("svg", "png", "csv"):
            assert render(figure_of(found.panel, {}), file_format, ExportChoices())
