"""The numbers of the attention figure, cell by cell, for a file."""

from __future__ import annotations

from collections.abc import Iterator

from explorer.core.attention import cells
from explorer.core.attention.cells import Cells
from explorer.core.table import Table
from explorer.ui.panels.attention.scene import AttentionColumn, AttentionScene
from explorer.ui.panels.attention.text import ablation_title

WHAT, *OTHERS = cells.COLUMNS


def table(scene: AttentionScene) -> Table:
    """The maps that are drawn, with their terms or biases, then the measures of every head."""
    parts: list[tuple[str, Cells]] = [
        (one.title, part) for one in scene.visible_columns for part in _maps(one, scene)
    ]
    if scene.pair is not None:
        first, second = scene.pair
        title = f"{first.title} − {second.title}"
        parts.append((title, cells.difference_cells(first.view, second.view, scene.head)))
    for one in scene.visible_columns:
        parts.append((one.title, cells.effect_cells(one.view, one.answer.effect)))
        parts.append((one.title, cells.measure_cells(one.view)))
    rows = [(what, title, *rest) for title, part in parts for what, *rest in part]
    off = {
        one.title: ablation_title(one.answer)
        for one in scene.visible_columns
        if one.answer.is_ablated
    }
    meta = {"switched_off": off} if off else {}
    return Table((WHAT, "model", *OTHERS), rows, "Attention", meta=meta)


def _maps(column: AttentionColumn, scene: AttentionScene) -> Iterator[Cells]:
    """Yield the cells of one model: its weights and what the view shows of its scores."""
    view, at = column.view, column.chosen
    yield cells.weight_cells(view, at)
    if scene.view == "terms":
        yield cells.term_cells(view, at)
    if scene.view == "bias":
        yield cells.bias_cells(view)
    if scene.view == "blocks":
        yield cells.block_cells(view, at, column.focus[0], column.hops)
    if scene.view == "alignment" and view.alignment is not None:
        yield cells.alignment_cells(view, view.alignment, at)
