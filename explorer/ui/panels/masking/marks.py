"""What the parts of the Masking panel are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from explorer.ui.panel_base.marks import Mark, mark_sections, mark_widget, model_names

if TYPE_CHECKING:
    from explorer.ui.panels.masking.panel import MaskingPanel


def marks(panel: MaskingPanel) -> list[Mark]:
    """Of the visible parts."""
    names = model_names(panel)
    return [
        *mark_widget(
            panel._controls, "How training examples are made; “Sample again” makes another one."
        ),
        *mark_sections(
            panel._area.canvas,
            f"What {names} get as input: a click masks a token, or leaves it as it is.",
            "What each model predicts there, most probable first; a tick marks the truth.",
        ),
    ]
