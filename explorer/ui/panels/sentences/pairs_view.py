"""The view Minimal pairs: accuracy by phenomenon, models pair by pair, and pairs that fail."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from explorer.core.localization import tr
from explorer.core.pairs.results import (
    ALL,
    NOTES,
    ComparedSeries,
    PairsScene,
    comparisons,
    first_of,
    name_of,
    percent,
    summary,
)
from explorer.core.pairs.scores import BAD, GOOD, PairScores
from explorer.ui.graphics.charts.interval_chart import (
    BaselineLine,
    IntervalPoint,
    IntervalRows,
    IntervalSeries,
    legend_of,
)
from explorer.ui.graphics.drawing import Drawing, Stack, Tagged, TextBlock, Titled, number
from explorer.ui.graphics.table_drawing import Column, TableCell, TableDrawing, TableRow
from explorer.ui.panel_base.details import Details

CHANCE, DASHES, ROW = 0.5, (3.0, 3.0), 19.0
LIMITS = (-0.02, 1.02)
MAX_FAILING, MAX_COMPARED = 30, 12
BASELINE_SLOT = 0  # drawn pale, in no colour of a model
KINDS = ("masked", "words", "next", "detected", "previous", "order", "left_out")

RowTag = tuple[tuple[str, str], ...]  # phenomenon and series of each row of the chart


# ---- what is drawn


def drawings(scene: PairsScene) -> list[Drawing]:
    """The answer in a sentence, the chart, the failing pairs, and models pair by pair."""
    if not scene.answer.series:
        return [TextBlock(summary(scene), muted=False)]
    parts: list[Drawing] = [TextBlock(summary(scene), muted=False), chart(scene)]
    parts.append(_draw_failing(scene))
    if compared := list(comparisons(scene)):
        parts.append(_draw_compared(scene, compared))
    return parts


def chart(scene: PairsScene) -> Drawing:
    """A row for each phenomenon and series on one axis, with the line of chance."""
    rows: list[IntervalSeries] = []
    tag: list[tuple[str, str]] = []
    named: list[IntervalSeries] = []
    for phenomenon in scene.phenomena:
        first = True
        for one in scene.answer.all_series:
            drawn = _row(scene, one, phenomenon, name_of(phenomenon) if first else "")
            if drawn is None:
                continue
            rows.append(drawn)
            tag.append((phenomenon, one.name))
            if all(one.name != name for _, name in tag[:-1]):
                named.append(replace(drawn, name=scene.title_of(one)))
            first = False
    levels = [BaselineLine(CHANCE, DASHES)]
    whole = Stack(
        [
            legend_of(named),
            Tagged(IntervalRows(rows, limits=LIMITS, levels=levels, row_height=ROW), tuple(tag)),
        ],
        gap=10,
    )
    title = tr("Accuracy by phenomenon")
    return Titled(whole, title, note=NOTES["pairs_chart"], hint=NOTES["pairs_hint"])


def _row(scene: PairsScene, one: PairScores, phenomenon: str, name: str) -> IntervalSeries | None:
    """The accuracy of a series in a phenomenon; None where none of its pairs is scored."""
    if (found := scene.accuracy(one, phenomenon)) is None:
        return None
    low, high = found.interval or (None, None)
    text = tr("{value} of {count:,}", value=percent(found), count=found.count)
    kind = KINDS.index(one.kind) % 4 if one.kind in KINDS else 0
    kind = 0 if one.key and one is first_of(scene, one.key) else kind
    point = IntervalPoint(found.share, low, high, text, kind=kind)
    slot = scene.slots.get(one.key)
    hollow = one.kind == "unigram" or (bool(one.key) and one is not first_of(scene, one.key))
    index = BASELINE_SLOT if slot is None else slot.index
    return IntervalSeries(name, (point,), index, hollow=hollow, pale=not one.key)


def _draw_failing(scene: PairsScene) -> Drawing:
    """The pairs that one series gets wrong; the tag has their rows."""
    one, rows = scene.shown, scene.find_failing()
    assert one is not None
    where = name_of(scene.phenomenon if scene.phenomenon in scene.phenomena else ALL)
    title = tr("Wrong in {name}: {where}", name=scene.title_of(one), where=where)
    if not len(rows):
        return Titled(TextBlock(NOTES["no_failing"]), title)
    scores = one.scores(scene.per_token)
    columns = (
        Column(tr("difference"), right=True),
        Column(tr("right sentence"), wrap=True, stretch=True, least=140),
        Column(tr("preferred instead"), wrap=True, stretch=True, least=140),
    )
    drawn = [
        TableRow(
            (
                TableCell(f"{float(scores[row, GOOD] - scores[row, BAD]):+.2f}"),
                TableCell(scene.pairs[row].good),
                TableCell(scene.pairs[row].bad),
            ),
            group=row,
        )
        for row in rows[:MAX_FAILING].tolist()
    ]
    table = TableDrawing(columns, drawn, row_clicks=True, selected=scene.selected)
    note = tr("{count:,} pairs, the clearest first, in nats", count=len(rows))
    if len(rows) > MAX_FAILING:
        note += tr("; the first {max_failing} are listed", max_failing=MAX_FAILING)
    listed = tuple(rows[:MAX_FAILING].tolist())
    return Titled(Tagged(table, ("pairs", listed)), title, note=f"{note}.")


def _draw_compared(scene: PairsScene, compared: Sequence[ComparedSeries]) -> Drawing:
    columns = (
        Column(tr("first model"), stretch=True),
        Column(tr("second model"), stretch=True),
        Column(tr("only the first"), right=True),
        Column(tr("only the second"), right=True),
        Column(tr("p"), right=True),
    )
    rows = [
        TableRow(
            (
                TableCell(scene.title_of(found.first)),
                TableCell(scene.title_of(found.second)),
                TableCell(f"{found.first_only:,}"),
                TableCell(f"{found.second_only:,}"),
                TableCell(number(found.p_value) if found.p_value >= 0.001 else "< 0.001"),
            )
        )
        for found in compared[:MAX_COMPARED]
    ]
    title = tr("Pair by pair: who alone is right")
    return Titled(TableDrawing(columns, rows), title, note=NOTES["mcnemar"])


# ---- what is said


def details(scene: PairsScene) -> Details:
    """The scores of both halves of the selected pair."""
    if not 0 <= scene.selected < len(scene.pairs):
        return Details()
    pair = scene.pairs[scene.selected]
    rows = [
        (tr("phenomenon"), name_of(pair.phenomenon)),
        (tr("right sentence"), pair.good),
        (tr("wrong sentence"), pair.bad),
    ]
    if pair.place:
        rows.append((tr("file and line"), pair.place))
    for one in scene.answer.all_series:
        good, bad = one.scores(scene.per_token)[scene.selected].tolist()
        rows.append((scene.title_of(one), f"{good:.2f} : {bad:.2f}"))
    return Details(tr("Pair"), tuple(rows))
