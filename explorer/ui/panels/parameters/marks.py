"""What the parts of the Parameters panel are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from explorer.ui.panel_base.marks import Mark, mark_sections, mark_widget, model_names

if TYPE_CHECKING:
    from explorer.ui.panels.parameters.panel import ParametersPanel


def marks(panel: ParametersPanel) -> list[Mark]:
    """Of the visible parts."""
    sentences = {
        "models": (
            "",
            f"How many weights {model_names(panel)} have, and in which part.",
            "How many operations a token takes, which is not the same share.",
            "Every weight as a rectangle; click one for its shape.",
            "What the weights take in memory.",
        ),
    }
    return [
        *mark_widget(panel.tabs, "The chosen models, other sizes of them, or published ones."),
        *mark_widget(panel.form, "Change a size and see the numbers change."),
        *mark_sections(
            panel._area.canvas, *sentences.get(panel.view, ("Weights by part.", "Where they are."))
        ),
    ]
