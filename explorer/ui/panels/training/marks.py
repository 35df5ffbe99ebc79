"""What the parts of the Training panel are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from explorer.ui.panel_base.marks import Mark, mark_widget

if TYPE_CHECKING:
    from explorer.ui.panels.training.panel import TrainingPanel


def marks(panel: TrainingPanel) -> list[Mark]:
    """Of the visible parts."""
    return [
        *mark_widget(panel.form, "The model and how it is trained; every field has a tip."),
        *mark_widget(panel.bar, "Start, pause and resume the run; nothing learned is lost."),
        *mark_widget(
            panel.curves,
            "Loss and accuracy on held-out text: of the chosen models, then of the run.",
        ),
        *mark_widget(panel.answers, "What the model predicts in your sentence, newest first."),
    ]
