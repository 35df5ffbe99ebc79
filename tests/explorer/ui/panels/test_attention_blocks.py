"""The Attention panel hatches, in a long text, what a head that reads by blocks may not see."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from explorer.core.state.state import Selection
from explorer.ui.export.choices import ExportChoices
from explorer.ui.export.writers import render
from explorer.ui.panel_base.figures import figure_of
from explorer.ui.panels.attention.panel import AttentionPanel
from explorer.ui.panels.attention.pictures import AttentionMap
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
