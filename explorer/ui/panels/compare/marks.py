"""What the parts of the Compare panel are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from explorer.ui.panel_base.marks import Mark, mark_sections, mark_widget, model_names

if TYPE_CHECKING:
    from explorer.ui.panels.compare.panel import ComparePanel


def marks(panel: ComparePanel) -> list[Mark]:
    """Of the visible parts."""
    sentences = {
        "objectives": (
            f"What {model_names(panel)} get as input, must predict, and predict instead.",
            "What the marks and colours mean.",
        ),
        "cards": ("One column per model, one row per property; differences are marked.",),
    }
    return [
        *mark_widget(
            panel.tabs, "One example of each objective, the learning curves, or the properties."
        ),
        *mark_widget(panel.draw_again, "Samples other masked tokens in every model."),
        *mark_widget(panel.only, "Leaves out the rows in which all models agree."),
        *mark_widget(
            panel.learning, "Loss and accuracy on held-out text while each model was trained."
        ),
        *mark_sections(panel._area.canvas, *sentences.get(panel.view, ())),
    ]
