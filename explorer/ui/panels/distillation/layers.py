"""Which layers of teacher and student are compared, their losses, and the learned projection."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF

from explorer.core.distillation.layer_pairs import LayerPairs
from explorer.core.localization import tr
from explorer.core.table import Table
from explorer.ui.graphics.drawing import GRID, Drawing, Stack, TextBlock, Titled, number
from explorer.ui.graphics.legend import ColourScale
from explorer.ui.graphics.maps.heat_map import HeatMap, difference_scale
from explorer.ui.graphics.sketch import CENTRE, Sketch, Sketched
from explorer.ui.panels.distillation.roles import NOTES, STUDENT, TEACHER, RoleModel, StudentPicture
from explorer.ui.style.zoom import scale_length

BOX = 72.0, 26.0  # width at most, and height
BETWEEN = 72.0  # from the teacher's row to the student's
SIDE = 84.0  # of the names of both rows
WEIGHT_LABEL = tr("weight of the projection")
MAX_CELL = 9.0
COLUMNS = ("student layer", "teacher layer", "loss", "last value")


class LayerGraph(Sketched):
    """The teacher's layers above the student's, each of these joined to the one it learns from."""

    def __init__(self, pairs: LayerPairs, teacher: RoleModel, student: RoleModel) -> None:
        self.pairs, self.teacher, self.student = pairs, teacher, student
        self.title = tr("Layer map")

    def draw(self, sketch: Sketch, width: float) -> None:
        palette = sketch.palette
        above = self._boxes(0.0, self.pairs.num_teacher, width)
        below = self._boxes(BOX[1] + BETWEEN, len(self.pairs.layers), width)
        for layer, source in enumerate(self.pairs.layers):
            one, other = below[layer], above[source]
            ends = QPointF(one.center().x(), one.top()), QPointF(other.center().x(), other.bottom())
            sketch.line(*ends, palette.model(self.student.slot), width=2.0)
        for role, boxes in ((self.teacher, above), (self.student, below)):
            side = QRectF(0, boxes[0].top(), SIDE, BOX[1])
            sketch.text(side, role.label, palette.model(role.slot), bold=True)
            for layer, box in enumerate(boxes):
                sketch.frame(box, palette.model(role.slot), radius=4, ground=palette.ground)
                sketch.text(box, str(layer + 1), palette.text, align=CENTRE)
                sketch.target(box, (role.name, layer), self._tip(role, layer))

    def _boxes(self, top: float, count: int, width: float) -> list[QRectF]:
        """A row of boxes, spread over the width."""
        pitch = max(width - SIDE, 1.0) / count
        wide = min(BOX[0], pitch - GRID / 2)
        lefts = (SIDE + pitch * (index + 0.5) - wide / 2 for index in range(count))
        return [QRectF(left, top, wide, BOX[1]) for left in lefts]

    def _tip(self, role: RoleModel, layer: int) -> str:
        if role is self.teacher:
            learners = [str(m + 1) for m, n in enumerate(self.pairs.layers) if n == layer]
            if not learners:
                return tr("Layer {layer} of the teacher is compared with no layer", layer=layer + 1)
            return tr(
                "Layer {layer} of the teacher is compared with layer {learners} of the student",
                layer=layer + 1,
                learners=", ".join(learners),
            )
        losses = self.pairs.losses_of(layer).items()
        values = "".join(f"; {term}: {number(value)}" for term, value in losses)
        source = self.pairs.layers[layer] + 1
        text = tr(
            "Layer {layer} of the student learns from layer {source} of the teacher",
            layer=layer + 1,
            source=source,
        )
        return text + values


class LayersPicture(StudentPicture):
    """The layer map with the last losses of each pair, and the projections as heat maps."""

    def __init__(self, content: LayerPairs, roles: Sequence[RoleModel]) -> None:
        by_name = {role.name: role for role in roles}
        self.content = content
        self.teacher, self.student = by_name[TEACHER], by_name[STUDENT]

    def figure(self) -> Drawing:
        note = NOTES["pairs" if self.content.declared else "no_map"]
        graph = LayerGraph(self.content, self.teacher, self.student)
        return Stack([Titled(graph, tr("Layer map"), note=note), *self._projections()])

    def _projections(self) -> list[Drawing]:
        """One heat map for each learned matrix, on one scale."""
        matrices = self.content.projections
        if not matrices:
            return [TextBlock(NOTES["no_projection"])] if self.content.projects else []
        largest = max(matrices.values(), key=lambda one: float(abs(one).max()))
        scale = difference_scale(largest, WEIGHT_LABEL, root=False)
        slots = self.student.slot, self.teacher.slot
        maps = [
            Titled(
                HeatMap(
                    values.T,
                    [str(row + 1) for row in range(values.shape[1])],
                    [str(column + 1) for column in range(values.shape[0])],
                    scale=scale,
                    title=name,
                    slots=slots,
                    numbers=False,
                    max_cell=scale_length(MAX_CELL),
                ),
                self._title(index, len(matrices)),
                note=NOTES["projection"],
            )
            for index, (name, values) in enumerate(matrices.items())
        ]
        return [*maps, ColourScale(scale, slots)]

    def _title(self, index: int, count: int) -> str:
        if count == 1:
            return tr("Learned projection of embeddings and hidden states")
        if index == 0:
            return tr("Learned projection of the embeddings")
        return tr("Learned projection of layer {layer}", layer=index)

    def table(self) -> Table:
        """The pairs with the last losses of each."""
        rows: list[tuple[object, ...]] = []
        for layer, source in enumerate(self.content.layers):
            losses = self.content.losses_of(layer)
            rows += [(layer + 1, source + 1, term, value) for term, value in losses.items()]
            if not losses:
                rows.append((layer + 1, source + 1, "", None))
        return Table(COLUMNS, rows)
