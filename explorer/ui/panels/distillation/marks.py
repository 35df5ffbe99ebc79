"""What the parts of the Distillation panel are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from explorer.ui.panel_base.marks import Mark, mark_sections, mark_widget

if TYPE_CHECKING:
    from explorer.ui.panels.distillation.panel import DistillationPanel


def marks(panel: DistillationPanel) -> list[Mark]:
    """Of the visible parts."""
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
            panel.tabs,
            "The targets of the student, its learning curves, and its similarity to the teacher.",
        ),
        *mark_widget(
            panel.cast,
            "Which model is the teacher, which the student, which was trained without a teacher.",
        ),
        *mark_widget(
            picture.softness, "A higher temperature makes the teacher's distribution flatter."
        ),
        *mark_widget(panel.learning, "Train a student and follow its curves."),
        *mark_sections(picture.area.canvas, *sections),
    ]
