"""The view Positions: distances that are cut off, buckets, and four ways to tell positions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import NamedTuple, TypeVar

import numpy as np

from explorer.core.attention.positions.distances import (
    REACH,
    bucket_curves,
    bucket_ranges,
    clip_distances,
    rotation_cosines,
    similarities,
    slope_curves,
)
from explorer.core.attention.positions.request import ModelPositions
from explorer.core.errors import UserError
from explorer.core.library.slots import ModelSlot
from explorer.core.localization import tr
from explorer.core.panel_text import panel_text
from explorer.core.state.state import Selection
from explorer.ui.graphics.drawing import (
    Drawing,
    Row,
    Stack,
    Tagged,
    TextBlock,
    Titled,
    TwoColumns,
    number,
)
from explorer.ui.graphics.legend import ColourScale
from explorer.ui.graphics.maps.heat_map import AxisHit, CellHit
from explorer.ui.graphics.maps.named_map import NamedMap
from explorer.ui.graphics.table_drawing import Column, TableCell, TableDrawing, TableRow
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.panel_base.columns import titled_problem
from explorer.ui.panel_base.details import Details
from explorer.ui.panels.attention.bias_chart import BiasChart, format_signed
from explorer.ui.panels.attention.positions.charts import (
    REFERENCE_SLOT,
    BucketSteps,
    DistanceMap,
    RotationDecay,
    SlopeChart,
    format_distance,
    range_text,
)
from explorer.ui.style import fonts
from explorer.ui.style.colours import Scale
from models.schema.position_schemes import (
    DistanceBuckets,
    DistanceSlopes,
    PositionSchemes,
    PositionTable,
    Rotation,
)

MATRIX = "distances"  # the tag of the matrix
USUAL_ROW = 3
MAP_SHARE, MAP_WIDTH = 0.5, 560.0  # of the matrix: of the width, and pixels at most
CARD_WIDTH, RANGE_WIDTH, BIAS_WIDTH = 270.0, 150.0, 84.0
MOST_COLUMNS = 64  # of the vectors of a table
SIGNED = (5, 4)  # colours of later and earlier, which are no model's
NOTES = panel_text("attention").notes
Scheme = TypeVar("Scheme", PositionTable, Rotation, DistanceSlopes, DistanceBuckets)


class Of(NamedTuple):
    """Whose a scheme is: a model's, or that of a paper with the colour of none."""

    title: str
    slot: int | None

    @property
    def colour(self) -> int:
        return REFERENCE_SLOT if self.slot is None else self.slot


@dataclass(frozen=True, eq=False)
class PositionsScene:
    """What is known of the chosen models, and what is selected and set. `token` is in the first."""

    columns: Sequence[tuple[ModelSlot, ModelPositions | UserError]]
    clip: int
    selection: Selection
    token: int | None

    @cached_property
    def answered_columns(self) -> list[tuple[ModelSlot, ModelPositions]]:
        return [(slot, one) for slot, one in self.columns if isinstance(one, ModelPositions)]

    @property
    def first(self) -> ModelPositions:
        """The model whose tokens have the distances."""
        return self.answered_columns[0][1]

    @property
    def row(self) -> int:
        """The row that stands out: of the selected token, else the fourth."""
        last = len(self.first.labels) - 1
        return min(USUAL_ROW if self.token is None else self.token, last)

    def schemes(
        self, pick: Callable[[PositionSchemes], tuple[Scheme, ...]], reference: str
    ) -> list[tuple[Of, Scheme]]:
        """Those of the models; where none has such a scheme, those of the paper."""
        own = [
            (Of(slot.title, slot.index), scheme)
            for slot, one in self.answered_columns
            for scheme in pick(one.schemes)
        ]
        return own or [(Of(reference, None), one) for one in pick(self.first.references)]

    @property
    def tables(self) -> list[tuple[Of, PositionTable]]:
        """Learned tables of models, and sinusoids, which a paper defines, in any case."""
        own = [
            (Of(slot.title, slot.index), scheme)
            for slot, one in self.answered_columns
            for scheme in one.schemes.tables
        ]
        if all(table.is_learned for _, table in own):
            paper = Of("Vaswani et al. (2017)", None)
            own += [(paper, one) for one in self.first.references.tables]
        return own

    @property
    def rotations(self) -> list[tuple[Of, Rotation]]:
        return self.schemes(lambda known: known.rotations, "Su et al. (2021)")

    @property
    def slopes(self) -> list[tuple[Of, DistanceSlopes]]:
        return self.schemes(lambda known: known.slopes, "Press et al. (2021)")

    @property
    def buckets(self) -> list[tuple[Of, DistanceBuckets]]:
        return self.schemes(lambda known: known.buckets, "Raffel et al. (2020)")

    @property
    def num_heads(self) -> int:
        """The heads that there are a bias or a slope for."""
        counts = [len(one.slopes) for _, one in self.slopes]
        counts += [len(one.bias) for _, one in self.buckets if one.bias is not None]
        return max(counts)

    def head_in(self, count: int) -> int | None:
        """The selected head, the last where there are fewer; None for all."""
        head = self.selection.head
        return None if head is None else min(head, count - 1)


def sections(scene: PositionsScene) -> list[Drawing]:
    """What each model cannot, then distances, buckets and the four ways."""
    problems = [
        titled_problem(slot, one) for slot, one in scene.columns if isinstance(one, UserError)
    ]
    if not scene.answered_columns:
        return [*problems]
    return [*problems, _distances(scene), _buckets(scene), _ways(scene)]


# ---- distances that are cut off


def _distances(scene: PositionsScene) -> Drawing:
    labels, clip, row = scene.first.labels, scene.clip, scene.row
    values = clip_distances(len(labels), clip)
    named = tuple(map(visible, labels))
    matrix = DistanceMap(
        values,
        labels,
        row,
        scale=Scale(float(clip), diverges=True, label=tr("← key before the query, after it →")),
        slots=SIGNED,
        tip=partial(_distance_tip, named, values, clip),
    )
    columns = [
        Column(tr("Key"), stretch=True),
        Column(tr("Distance"), right=True),
        Column(tr("Cut off"), right=True),
        Column(tr("Row of the table"), right=True),
    ]
    lines = []
    for key, name in enumerate(named):
        cut, distance = int(values[row, key]), key - row
        cells = (
            TableCell(name, bold=key == row),
            TableCell(format_distance(distance)),
            TableCell(format_distance(cut), bold=cut != distance),
            TableCell(str(cut + clip), muted=True),
        )
        lines.append(TableRow(cells))
    title = tr("Keys of the query “{token}”", token=named[row])
    beside = Titled(TableDrawing(columns, lines), title)
    scale = ColourScale(matrix.scale, SIGNED)
    left = Stack([Tagged(matrix, MATRIX), scale])
    both = TwoColumns(left, beside, limit=lambda width: min(MAP_SHARE * width, MAP_WIDTH))
    count = 2 * clip + 1
    whole = tr("Distances cut off at k = {clip}: {count} vectors for all", clip=clip, count=count)
    return Titled(both, whole, note=NOTES["clipped"])


def _distance_tip(names: Sequence[str], values: np.ndarray, clip: int, query: int, key: int) -> str:
    cut = int(values[query, key])
    return tr(
        "{query} → {key}: distance {distance}, cut off {cut}, row {row} of the table",
        query=names[query],
        key=names[key],
        distance=format_distance(key - query),
        cut=format_distance(cut),
        row=cut + clip,
    )


# ---- buckets


def direction_title(scheme: DistanceBuckets) -> str:
    return tr("both directions") if scheme.is_bidirectional else tr("one direction")


def _buckets(scene: PositionsScene) -> Drawing:
    known = scene.buckets
    steps = BucketSteps(
        [(f"{of.title}, {direction_title(one)}", of.colour, one) for of, one in known]
    )
    parts: list[Drawing] = [Titled(steps, tr("Bucket by distance"))]
    for of, one in known:
        if one.bias is not None:
            curves = bucket_curves(one)
            head = scene.head_in(curves.num_heads)
            reach = len(scene.first.encoding) - 1
            chart = BiasChart(curves, selected=head, reach=reach)
            title = tr("Learned bias, {direction}", direction=direction_title(one))
            parts.append(Titled(chart, title, of.slot))
    title = tr("From distance to bucket")
    charts = Row(parts, min_width=CARD_WIDTH)
    return Titled(Stack([charts, _bucket_table(scene)]), title, note=NOTES["buckets"])


def _bucket_table(scene: PositionsScene) -> Drawing:
    """A row for each bucket, and its distances and bias in each scheme."""
    columns = [Column(tr("Bucket"), right=True)]
    cells: dict[int, list[TableCell]] = {
        at: [TableCell(str(at))] for at in range(max(one.num_buckets for _, one in scene.buckets))
    }
    for of, one in scene.buckets:
        columns.append(Column(direction_title(one), of.slot, right=True, least=RANGE_WIDTH))
        ranges = {each.bucket: each for each in bucket_ranges(one)}
        for at, line in cells.items():
            there = ranges.get(at)
            line.append(TableCell(range_text(there)) if there else TableCell("–", muted=True))
        if one.bias is not None:
            head = scene.head_in(len(one.bias))
            name = tr("mean bias") if head is None else tr("bias of head {head}", head=head + 1)
            columns.append(Column(name, right=True, least=BIAS_WIDTH))
            values = one.bias.mean(0) if head is None else one.bias[head]
            for at, line in cells.items():
                is_used = at in ranges
                text = format_signed(float(values[at])) if is_used else "–"
                line.append(TableCell(text, muted=not is_used))
    return TableDrawing(columns, [TableRow(tuple(line)) for line in cells.values()], long=True)


# ---- four ways


def _ways(scene: PositionsScene) -> Drawing:
    cards: list[Drawing] = []
    for of, table in scene.tables:
        cards.append(Titled(_table_card(table), _table_title(of, table), of.slot))
    for of, rotation in scene.rotations:
        title = tr("Rotation · {title}", title=of.title)
        cards.append(Titled(_rotation_card(of, rotation), title, of.slot))
    for of, slopes in scene.slopes:
        title = tr("ALiBi · {title}", title=of.title)
        cards.append(Titled(_slope_card(scene, slopes), title, of.slot))
    said = [
        TextBlock(f"{slot.letter}  {slot.title}: {tr(one.card.spec.positions)}", pixels=fonts.SMALL)
        for slot, one in scene.answered_columns
    ]
    whole = Stack([*said, Row(cards, min_width=CARD_WIDTH)], gap=6)
    return Titled(whole, tr("Four ways to tell positions"), note=NOTES["ways"])


def _table_title(of: Of, table: PositionTable) -> str:
    name = tr("Learned table · {title}") if table.is_learned else tr("Sinusoids · {title}")
    part = f" ({table.part})" if table.part not in ("", "embeddings") else ""
    return name.replace("{title}", of.title) + part


def _table_card(table: PositionTable) -> Drawing:
    rows = table.rows[:, :MOST_COLUMNS]
    places = [str(at) for at in range(len(rows))]
    top = float(np.quantile(np.abs(rows), 0.99)) or 1.0
    scale = Scale(top, diverges=True, label=tr("value, highest 1% clipped"))
    numbers = [str(at) for at in range(rows.shape[1])]
    whole = NamedMap(rows, places, numbers, scale=scale, slots=SIGNED, numbers=False)
    alike = similarities(table.rows)
    one = Scale(1.0, diverges=True, label=tr("cosine of two positions"))
    map_of_pairs = NamedMap(
        alike.astype(np.float32), places, places, scale=one, slots=SIGNED, numbers=False
    )
    above = TextBlock(tr("Positions ↓ numbers of the vector →"), pixels=fonts.SMALL)
    below = TextBlock(tr("How alike two positions are"), pixels=fonts.SMALL)
    scales = (ColourScale(scale, SIGNED), ColourScale(one, SIGNED))
    return Stack([above, whole, scales[0], below, map_of_pairs, scales[1]], gap=6)


def _rotation_card(of: Of, rotation: Rotation) -> Drawing:
    cosines = rotation_cosines(rotation)
    pairs = [str(at) for at in range(len(cosines))]
    distances = [str(at) for at in range(cosines.shape[1])]
    scale = Scale(1.0, diverges=True, label=tr("cosine of the angle"))
    whole = NamedMap(
        cosines.astype(np.float32),
        pairs,
        distances,
        scale=scale,
        slots=SIGNED,
        numbers=False,
        tip=partial(_angle_tip, rotation),
    )
    above = TextBlock(tr("Pairs of numbers ↓ distance →"), pixels=fonts.SMALL)
    below = TextBlock(
        tr("Score of two equal vectors by distance, as a share of that at 0"), pixels=fonts.SMALL
    )
    decay = RotationDecay(tr("mean of all pairs"), of.colour, rotation)
    return Stack([above, whole, ColourScale(scale, SIGNED), below, decay], gap=6)


def _angle_tip(rotation: Rotation, pair: int, distance: int) -> str:
    angle = float(rotation.frequencies[pair]) * distance
    return tr(
        "pair {pair}, distance {distance}: {angle} rad ({degrees:.0f}°), cosine {cosine}",
        pair=pair,
        distance=distance,
        angle=number(angle),
        degrees=np.degrees(angle) % 360,
        cosine=number(float(np.cos(angle))),
    )


def _slope_card(scene: PositionsScene, scheme: DistanceSlopes) -> Drawing:
    curves = slope_curves(scheme)
    head = scene.head_in(curves.num_heads)
    columns = [Column(tr("Head"), right=True), Column(tr("Slope"), right=True)]
    lines = [
        TableRow((TableCell(str(at + 1), bold=at == head), TableCell(number(float(slope)))))
        for at, slope in enumerate(scheme.slopes)
    ]
    above = TextBlock(
        tr("Added to the score by distance, one line for each head"), pixels=fonts.SMALL
    )
    chart = SlopeChart(curves, selected=head, reach=REACH)
    return Stack([above, chart, TableDrawing(columns, lines)], gap=6)


# ---- beside the picture


def details(scene: PositionsScene) -> Details:
    """The selected token, and how many vectors its keys take."""
    if scene.token is None or not scene.answered_columns or scene.token >= len(scene.first.labels):
        return Details()
    cut = clip_distances(len(scene.first.labels), scene.clip)[scene.row]
    rows = sorted({int(one) + scene.clip for one in cut})
    shown = f"{rows[0]} … {rows[-1]}" if len(rows) > 1 else str(rows[0])
    return Details(
        visible(scene.first.labels[scene.row]),
        (
            (tr("Position"), str(scene.row)),
            (tr("Rows of the table"), shown),
            (tr("Keys at either end"), str(int((abs(cut) == scene.clip).sum()))),
        ),
    )


def find_clicked_token(hit: object) -> int | None:
    """The token of a row or column of the matrix."""
    match hit:
        case CellHit(row=row):
            return row
        case AxisHit(position=position):
            return position
    return None


def caption_settings(scene: PositionsScene) -> list[str]:
    return [tr("distances cut off at {clip}", clip=scene.clip)]


def limits(scene: PositionsScene) -> Iterator[str]:
    """What the picture leaves out."""
    if scene.answered_columns and len(scene.first.labels) < len(scene.first.encoding):
        count = len(scene.first.labels)
        yield tr("The matrix has the first {count} tokens.", count=count)
