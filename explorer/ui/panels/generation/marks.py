"""What the parts of the Generation panel are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from explorer.ui.panel_base.marks import Mark, mark_sections, mark_widget, model_names

if TYPE_CHECKING:
    from explorer.ui.panels.generation.panel import GenerationPanel


def marks(panel: GenerationPanel) -> list[Mark]:
    """Of the visible parts."""
    return [
        *mark_widget(
            panel.controls,
            "How the next token is chosen: the most probable, sampled, or by a beam.",
        ),
        *mark_sections(
            panel._area.canvas,
            f"What {model_names(panel)} write next; a click on a token shows its step.",
            "The candidates of that step: outlined before the filters, filled after them.",
            "Every step in a row, with the most probable tokens first.",
        ),
    ]
