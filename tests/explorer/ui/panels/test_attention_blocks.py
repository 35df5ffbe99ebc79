"""The Attention panel hatches, in a long text, what a head that reads by blocks may not see."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from explorer.core.attention.hops import NEVER
from explorer.core.state.state import Selection
from explorer.ui.export.choices import ExportChoices
from explorer.ui.export.writers import render
from explorer.ui.graphics.maps.heat_map import AxisHit, CellHit
from explorer.ui.graphics.maps.hop_row import HopRow
from explorer.ui.graphics.sketch import Sketch
from explorer.ui.panel_base.figures import figure_of
from explorer.ui.panels.attention.panel import AttentionPanel
from explorer.ui.panels.attention.pictures import AttentionMap, VisibilityMap, kind_colours
from explorer.ui.panels.attention.table import table
from explorer.ui.style.colours import contrast
from explorer.ui.style.palette import PALETTES
from models.schema.records import BlockKind
from tests.explorer.blocks import LONG, NAME, block_model
from tests.explorer.ui.panel_bench import bench
from tests.explorer.ui.panels.test_attention_shapes import found_in


def test_each_head_has_its_own_hatching_and_no_terms(qtbot: Any, tmp_path: Path) -> None:
    settings = {"attention": {"view": "terms"}}  # which this model does not have
    folder, state = block_model(tmp_path), {"text": LONG, "models": (NAME,)}
    with bench(AttentionPanel, folder, qtbot, panel_settings=settings, **state) as found:
        masks = []
        for head in (0, 1):
            found.change(selection=Selection(layer=1, head=head))
            (large,) = found_in(found.panel.drawings()[0], AttentionMap)
            assert large.visible_cells is not None
            assert np.array_equal(large.values > 0, large.visible_cells)
            masks.append(large.visible_cells)
        assert not np.array_equal(*masks)
        assert render(figure_of(found.panel, {}), "svg", ExportChoices())


def test_blocks_are_coloured_by_kind_and_named(qtbot: Any, tmp_path: Path) -> None:
    settings = {"attention": {"view": "blocks"}}
    folder, state = block_model(tmp_path), {"text": LONG, "models": (NAME,)}
    with bench(AttentionPanel, folder, qtbot, panel_settings=settings, **state) as found:
        found.change(selection=Selection(layer=1, head=0))
        (large,) = found_in(found.panel.drawings()[0], VisibilityMap)
        kinds = large.values
        assert "global block" in large.describe(CellHit(0, 20))
        assert large.describe(CellHit(20, 20)).endswith("window of neighbours")
        row, column = np.argwhere(kinds == BlockKind.RANDOM)[0].tolist()
        assert "random block" in large.describe(CellHit(row, column))
        row, column = np.argwhere(kinds == BlockKind.NONE)[0].tolist()
        assert "cannot attend to" in large.describe(CellHit(row, column))
        view = found.panel.scene.answered_columns[0].view
        assert np.array_equal(kinds > 0, view.visible_in(1, 0))
        rows = [row for row in table(found.panel.scene).rows if row[0] == "block_kind"]
        assert len(rows) == kinds.size
        for file_format in ("svg", "png"):
            assert render(figure_of(found.panel, {}), file_format, ExportChoices())


def test_hops_to_the_selected_token_are_below_its_map_in_the_tip_and_in_the_file(
    qtbot: Any, tmp_path: Path
) -> None:
    settings = {"attention": {"view": "blocks"}}
    folder, state = block_model(tmp_path), {"text": LONG, "models": (NAME,)}
    with bench(AttentionPanel, folder, qtbot, panel_settings=settings, **state) as found:
        assert not found_in(found.panel.drawings()[0], HopRow)
        found.panel.select(token=20, model=NAME)
        drawn = found.panel.drawings()[0]
        (row,), (large,) = found_in(drawn, HopRow), found_in(drawn, VisibilityMap)
        view = found.panel.scene.answered_columns[0].view
        seen = np.logical_or(view.visible_in(0), view.visible_in(1))
        assert list(row.hops) == [
            0 if at == 20 else 1 if seen[20, at] else 2 for at in range(len(view.rows))
        ]
        assert {0, 1, 2} == set(row.hops)
        far, near = row.hops.index(2), row.hops.index(1)
        assert large.describe(CellHit(20, far)).endswith("in 2 hops")
        assert large.describe(CellHit(20, near)).endswith("in 1 hop")
        assert row.describe(AxisHit("column", far)).endswith(": 2 hops")
        assert [one[-1] for one in table(found.panel.scene).rows if one[0] == "hops"] == [*row.hops]
        assert any("Hops" in note for note in found.panel.notes)
        assert render(figure_of(found.panel, {}), "svg", ExportChoices())


def test_each_kind_has_a_colour_of_its_own_in_the_map() -> None:
    kinds = np.array([list(BlockKind)], dtype=np.uint8)
    names = [kind.name for kind in BlockKind]
    large = VisibilityMap(kinds, ["row"], names)
    for palette in PALETTES.values():
        colours = kind_colours(palette)
        drawn = [large.table(palette)[at] & 0xFFFFFF for at in large._indices[0]]
        wanted = [int(colours[kind].removeprefix("#"), 16) for kind in BlockKind]
        assert drawn == wanted
        assert len(set(drawn)) == len(BlockKind)
        hidden, full = colours[BlockKind.NONE], colours[BlockKind.FULL]
        assert contrast(full, hidden) > 1.8, "a short text does not look as if nothing were seen"


def test_hops_are_numbers_in_each_cell_or_once_for_neighbours_where_cells_are_narrow() -> None:
    hops = [1] * 60 + [0] + [2] * 40 + [NEVER] * 30
    row = HopRow(hops, [str(at) for at in range(len(hops))], partial(AxisHit, "column"))
    wide, narrow = Sketch(PALETTES["light"]), Sketch(PALETTES["light"])
    row.draw(wide, 3000)
    row.draw(narrow, 400)
    assert wide.texts == ["hops", *["1"] * 60, "0", *["2"] * 40, *["–"] * 30]
    assert narrow.texts == ["hops", "1", "2", "–"]
    for sketch in (wide, narrow):
        assert [target.tip for target in sketch.targets] == list(row.tips)
