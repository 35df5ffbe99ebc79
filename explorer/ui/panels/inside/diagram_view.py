"""The view Diagram: the block diagrams of the models beside each other, and what differs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from explorer.core.errors import UserError
from explorer.core.inside.answer import STEPS
from explorer.core.inside.diagrams import DiagramAnswer, table_of, trait_in_words
from explorer.core.library.slots import ModelFailure, ModelSlot
from explorer.core.localization import tr
from explorer.core.panel_text import panel_text
from explorer.core.report.captions import Basis
from explorer.core.state.state import State
from explorer.ui.graphics.drawing import (
    Drawing,
    Row,
    Stack,
    Tagged,
    TagHit,
    TextBlock,
    Titled,
    add_common_legend,
)
from explorer.ui.graphics.table_drawing import Column, TableCell, TableDrawing, TableRow
from explorer.ui.panel_base.columns import titled_problem
from explorer.ui.panel_base.details import Details
from explorer.ui.panels.inside.diagram_drawing import DiagramDrawing, DiagramHit, KindLegend
from explorer.ui.panels.inside.figure import InsideTag
from explorer.ui.panels.inside.task_inputs import TaskInputDrawing
from explorer.ui.studies.contract import Situation, StudyFigure
from explorer.ui.style import fonts
from models.inside.diagrams.diagram import KIND_TITLES
from models.inside.diagrams.traits import PartTrait, differences, unlike_parts

NOTES = panel_text("inside").notes
HAS, LACKS = "●", "–"


@dataclass(frozen=True, eq=False)
class DiagramScene:
    """The models with a diagram, and the others."""

    columns: Sequence[tuple[ModelSlot, DiagramAnswer]]
    failed: Sequence[ModelFailure]

    @classmethod
    def of(cls, columns: Sequence[tuple[ModelSlot, Any]]) -> DiagramScene:
        """Sort the answers and the problems of models apart."""
        drawn = [(slot, one) for slot, one in columns if isinstance(one, DiagramAnswer)]
        failed = [ModelFailure(slot, one) for slot, one in columns if isinstance(one, UserError)]
        return cls(drawn, failed)

    @cached_property
    def differences(self) -> dict[PartTrait, tuple[bool, ...]]:
        """What some models have and others do not, by model."""
        return differences([one.diagram for _, one in self.columns])

    def figure(self, answer: Mapping[str, Any], at: Situation) -> StudyFigure:
        return StudyFigure(
            tuple(self.draw()),
            at.drawn_models(answer),
            Basis(),
            details=self._details(),
            make_table=partial(table_of, {slot.key: one.diagram for slot, one in self.columns}),
        )

    def draw(self) -> list[Drawing]:
        """The diagrams beside each other, the legend, and a table of what differs."""
        problems = [titled_problem(one.model, one.error) for one in self.failed]
        if not self.columns:
            return [Row(problems)] if problems else []
        unlike = unlike_parts([one.diagram for _, one in self.columns])
        made = [
            DiagramDrawing(one.diagram, marks)
            for (_, one), marks in zip(self.columns, unlike, strict=True)
        ]
        titled = [
            Titled(Tagged(drawing, InsideTag("diagram", slot.key)), slot.title, slot.index)
            for drawing, (slot, _) in zip(made, self.columns, strict=True)
        ]
        row = Row([*titled, *problems], min_width=max(one.least_width() for one in made))
        kinds = {
            one.diagram.parts[place].kind for _, one in self.columns for place in one.diagram.drawn
        }
        shown = [kind for kind in KIND_TITLES if kind in kinds]
        strong = {part.is_only for parts in unlike for part in parts.values()}
        parts = [part for _, one in self.columns for part in one.diagram.parts]
        samples = any(link.role == "samples" for part in parts for link in part.links)
        legend = KindLegend(shown, strong, len(self.columns), samples=samples)
        drawings: list[Drawing] = [add_common_legend(row, legend)]
        drawings += self._draw_task_inputs()
        if self.differences:
            note = TextBlock(NOTES["differences"], pixels=fonts.SMALL)
            drawings.append(Titled(Stack([note, self._draw_table()]), tr("What differs")))
        return drawings

    def _draw_task_inputs(self) -> list[Drawing]:
        """How the paper of each architecture that says so feeds the texts of tasks."""
        specs = {one.card.spec.name: one.card.spec for _, one in self.columns}
        return [
            Titled(
                Stack([TaskInputDrawing(task, spec.title) for task in spec.task_inputs], gap=14),
                tr("Inputs of tasks for {spec}, as in its paper", spec=spec.title),
                note=NOTES["task_inputs"],
            )
            for spec in specs.values()
            if spec.task_inputs
        ]

    def _draw_table(self) -> Drawing:
        columns = [Column(tr("has")), *(Column(slot.title) for slot, _ in self.columns)]
        rows = [
            TableRow(
                (
                    TableCell(trait_in_words(trait)),
                    *(TableCell(HAS if one else LACKS, muted=not one) for one in flags),
                )
            )
            for trait, flags in self.differences.items()
        ]
        return TableDrawing(columns, rows)

    def _details(self) -> Details:
        """The number of weights of each model, and those that no single part has."""
        rows: list[tuple[str, str]] = []
        for slot, one in self.columns:
            rows.append((f"{slot.letter}  {slot.title}", f"{one.diagram.num_weights:,}"))
            rows += [
                (weight.name, " × ".join(map(str, weight.shape)))
                for weight in one.diagram.shared_weights
            ]
        note = tr("Named weights are read by many parts.")
        several = any(one.diagram.shared_weights for _, one in self.columns)
        if not rows:
            return Details()
        return Details(tr("Parameters"), tuple(rows), note if several else "")

    # ---- clicks

    def goal_of(self, hit: TagHit) -> tuple[ModelSlot, DiagramAnswer, int] | None:
        """The part that was clicked, with its model; None of one that has no steps."""
        if not (isinstance(hit.tag, InsideTag) and isinstance(hit.hit, DiagramHit)):
            return None
        found = next((pair for pair in self.columns if pair[0].key == hit.tag.key), None)
        if found is None or not found[1].diagram.parts[hit.hit.place].steps:
            return None
        return *found, hit.hit.place


def steps_of_part(at: Situation, key: str, answer: DiagramAnswer, place: int) -> State:
    """The view of steps at the first step of a part; `goal` says which until a step is chosen."""
    part = answer.diagram.parts[place]
    step = part.steps[0]
    goal = [key, step.path, step.title, step.occurrence, part.kind == "head"]
    return at.with_options(view=STEPS, goal=goal)
