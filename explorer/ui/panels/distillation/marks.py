"""What the parts of the Distillation panel are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from explorer.ui.panel_base.marks import Mark, mark_sections, mark_widget

if TYPE_CHECKING:
    from explorer.ui.panels.distillation.panel import DistillationPanel


def marks(panel: DistillationPanel) -> list[Mark]:
    """Of what is in sight."""
    picture = panel.picture
    sections = ["The teacher and its students side by side, on the same scale."]
    if panel.view == "labels":
        sections = [
            "Click a token: the models predict it while it is masked.",
            "",
            "Teacher, hard label and student: the teacher's whole distribution is the target.",
        ]
    return [
        *mark_widget(
            panel.tabs, "What the student learns from, how it learned, and how alike they are."
        ),
        *mark_widget(
            panel.cast, "Which model is the teacher, which the student, which learned without one."
        ),
        *mark_widget(
            picture.softness, "A higher temperature makes the teacher's distribution flatter."
        ),
        *mark_widget(panel.learning, "Train a student, and watch its curves."),
        *mark_sections(picture.area.canvas, *sections),
    ]
