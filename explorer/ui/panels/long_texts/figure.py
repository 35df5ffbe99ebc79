"""The figure of the Long texts panel, from top to bottom, and its numbers as a table."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from explorer.core.attention.hops import hops_in_words
from explorer.core.localization import tr
from explorer.core.long_texts.document import MOST_CHARS
from explorer.core.long_texts.hashing import Hashing
from explorer.core.long_texts.overview import AttentionOverview
from explorer.core.long_texts.request import (
    BYTES_PER_MB,
    CURVES,
    FARTHEST,
    LongTextsAnswer,
    LongTextsChoice,
    OverBudget,
    Series,
)
from explorer.core.long_texts.stored_costs import LengthCost
from explorer.core.panel_text import panel_text
from explorer.core.readable import join_names, readable_bytes, readable_count
from explorer.core.table import Table
from explorer.ui.graphics.charts.interval_chart import (
    IntervalLines,
    IntervalPoint,
    IntervalSeries,
    legend_of,
)
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
from explorer.ui.graphics.table_drawing import Column, TableCell, TableDrawing, TableRow
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.panels.long_texts.drawings import (
    BlockMap,
    FittedLine,
    HopStrip,
    LogLines,
    SortedTokens,
    TokenHops,
)
from explorer.ui.panels.long_texts.hash_planes import build_planes
from explorer.ui.panels.long_texts.hash_table import tabulate_hashing
from explorer.ui.panels.long_texts.remedies import tabulate_remedies
from explorer.ui.style import fonts

NOTES = panel_text("long_texts").notes
Points = Sequence[tuple[int, float]]  # length, value
COSTS = {  # attributes of a series and of its growth: title, unit, how much that is
    "milliseconds": (tr("Time, in ms"), "ms", 1.0),
    "memory": (tr("Memory, in MB"), "MB", float(BYTES_PER_MB)),
    "operations": (tr("Operations, in millions"), tr("million"), 1e6),
}
MEASURED, COUNTED = tr("Measured here, on one thread"), tr("Operations, counted and not measured")
THOUSAND = 1e3
BLOCK, POSITION, TOKEN = "block", "position", "token"  # what a click selects: tags, and options
MIN_CHART = 270.0
MAP_WIDTH = 460.0  # pixels, beside what reaches the selected block
TOKENS_NAMED = 400  # characters of the tokens of a block
FURTHER_SLOT, FURTHER_COLOURS = 4, 4  # the first colour that no model of a slot has; how many
BUDGET_DASHES = (3.0, 3.0)
TOKEN_WIDTH = 160.0  # pixels, in the table of links
FOUND_MARK, MISSED_MARK = "●", "○"
RECALLS = {  # attributes of a recall: title, axis
    "together": (tr("All rounds so far together"), tr("rounds of hashing")),
    "alone": (tr("Each round alone"), tr("round")),
    "same_bucket": (tr("Each round alone, in the same bucket"), tr("round")),
}
COLUMNS = ("model", "tokens", "padded_tokens", "ms", "us_per_token", "peak_bytes", "operations")


# ---- cost by length


def curves(answer: LongTextsAnswer, choice: LongTextsChoice) -> list[Drawing]:
    """Operations by length, after a run time and memory too; their exponents and all numbers."""
    measured = [one for one in answer.series if one.costs]
    if not measured:
        return []
    run = [one for one in measured if one.memory]
    counted = [one for one in measured if one.operations and not one.subject.written_out]
    operations, memory = _lines(counted, "operations"), _memory_lines(run, choice)
    charts = [_chart(counted, "operations", operations)]
    if run:
        time = _chart(run, "milliseconds", _lines(run, "milliseconds"))
        charts = [time, _chart(run, "memory", memory), *charts]
    drawn = Stack([legend_of([*memory, *operations]), Row(charts, min_width=MIN_CHART)])
    note = NOTES["charts" if run else "operations"]
    return [
        Titled(drawn, MEASURED if run else COUNTED, note=note),
        Titled(_growth_table(measured, choice), tr("Growth with the length"), note=NOTES["fits"]),
        Titled(_cost_table(measured), tr("All numbers")),
    ]


def _chart(every: Sequence[Series], cost: str, lines: Sequence[IntervalSeries]) -> Drawing:
    """The lines of a cost over those that are fitted to them."""
    title, _, unit = COSTS[cost]
    fitted = []
    for one in every:
        if fit := getattr(one.growth, cost, None):
            ends = ((float(n), math.log10(fit.cost(n) / unit)) for n in (fit.first, fit.last))
            fitted.append(FittedLine(one.subject.slot, tuple(ends), fit.value))
    return Titled(LogLines(lines, fitted), title)


def _lines(every: Sequence[Series], cost: str) -> list[IntervalSeries]:
    _, name, unit = COSTS[cost]
    return [
        _line(one, [(length, value / unit) for length, value in getattr(one, cost)], name)
        for one in every
    ]


def _memory_lines(measured: Sequence[Series], choice: LongTextsChoice) -> list[IntervalSeries]:
    """Return the memory curves of the models and the budget; empty before a run."""
    lines = [
        line if one.over_budget is None else _add_over_budget(line, one.over_budget)
        for one, line in zip(measured, _lines(measured, "memory"), strict=True)
    ]
    lengths = [point.x or 1.0 for line in lines for point in line.points]
    return [*lines, _budget_line(choice.budget, min(lengths), max(lengths))] if lines else []


def _budget_line(budget: int, first: float, last: float) -> IntervalSeries:
    text = tr("budget of {count:,} MB", count=budget)
    ends = tuple(IntervalPoint(math.log10(budget), text=text, x=x) for x in (first, last))
    return IntervalSeries(text, ends, dashes=BUDGET_DASHES, pale=True)


def _line(one: Series, points: Points, unit: str) -> IntervalSeries:
    """The points of a model; those of the second of one colour are squares on a dashed line."""
    has_colour_of_another = one.subject.slot >= FURTHER_SLOT + FURTHER_COLOURS
    dots = tuple(
        IntervalPoint(
            math.log10(max(value, 1e-6)),
            text=tr(
                "{length:,} tokens: {value} {unit}", length=length, value=_amount(value), unit=unit
            ),
            x=float(length),
            kind=int(has_colour_of_another),
        )
        for length, value in points
    )
    dashes = BUDGET_DASHES if has_colour_of_another else ()
    return IntervalSeries(one.subject.title, dots, one.subject.slot, dashes=dashes)


def _add_over_budget(line: IntervalSeries, excess: OverBudget) -> IntervalSeries:
    text = tr(
        "{length:,} tokens: about {needed}, predicted and not run",
        length=excess.length,
        needed=readable_bytes(excess.bytes),
    )
    mean = math.log10(excess.bytes / BYTES_PER_MB)
    dot = IntervalPoint(mean, text=text, x=float(excess.length), hollow=True)
    return replace(line, points=(*line.points, dot))


def _growth_table(measured: Sequence[Series], choice: LongTextsChoice) -> Drawing:
    longest = tr("Longest text in {count:,} MB", count=choice.budget)
    heads = (tr("Time"), tr("Memory"), tr("Operations"), longest)
    columns = [Column(stretch=True, wrap=True)]
    columns += [Column(head, right=True, least=84) for head in heads]
    return TableDrawing(columns, [TableRow(tuple(_growth_cells(one))) for one in measured])


def _growth_cells(one: Series) -> Iterator[TableCell]:
    yield TableCell(one.subject.title, slot=one.subject.slot, bold=True)
    growth = one.growth
    for fit in (growth.milliseconds, growth.memory, growth.operations) if growth else ():
        if fit is None:
            yield TableCell("–", muted=True, tip=tr("Fewer than three lengths"))
            continue
        half = (fit.high - fit.low) / 2
        tip = tr(
            "{first:,} to {last:,} tokens; 95 % from {low:.2f} to {high:.2f}",
            first=fit.first,
            last=fit.last,
            low=fit.low,
            high=fit.high,
        )
        yield TableCell(f"{fit.value:.2f} ± {half:.2f}", tip=tip)
    yield TableCell(_longest(one), tip=tr("Predicted from the longest texts that were measured"))


def _longest(one: Series) -> str:
    """The longest text within the budget; of a model with few positions, these."""
    found = None if one.growth is None else one.growth.longest
    if found is None:
        return "–"
    if one.limit is not None and found >= one.limit:
        return tr("{count:,} positions", count=one.limit)
    if found >= FARTHEST:
        return tr("over {count:,}", count=FARTHEST)
    return tr("about {count:,}", count=_round_count(found))


def _round_count(count: int) -> int:
    """Two digits, as a prediction is no more exact."""
    unit = 10 ** max(len(str(count)) - 2, 0)
    return count // unit * unit


def _cost_table(measured: Sequence[Series]) -> Drawing:
    lengths = sorted({cost.length for one in measured for cost in one.costs})
    columns = [Column(tr("tokens"), right=True, least=64.0)]
    columns += [Column(one.subject.title, right=True, least=110.0) for one in measured]
    rows = []
    for length in lengths:
        costs = [next((c for c in one.costs if c.length == length), None) for one in measured]
        rows.append(TableRow((TableCell(f"{length:,}", muted=True), *map(_cost_cell, costs))))
    return TableDrawing(columns, rows)


def _cost_cell(cost: LengthCost | None) -> TableCell:
    if cost is None:
        return TableCell("")
    counted = "–"
    if cost.operations is not None:
        counted = readable_count(cost.operations)
    if cost.milliseconds is None or cost.peak_bytes is None:
        return TableCell(counted)
    tip = tr(
        "{per_token:.1f} µs per token; operations: {counted}",
        per_token=cost.microseconds_per_token,
        counted=counted,
    )
    memory = readable_bytes(cost.peak_bytes)
    return TableCell(f"{_amount(cost.milliseconds)} ms, {memory}", tip=tip)


def _amount(value: float) -> str:
    """A cost with three significant digits, or as a whole number."""
    return f"{value:,.0f}" if value >= THOUSAND else number(value)


def limits(answer: LongTextsAnswer, choice: LongTextsChoice) -> list[str]:
    """What was left out, padded or not run, in sentences."""
    rest = _explain_unmeasured if answer.view == CURVES else _undrawn
    lines = [*answer.problems, *rest(answer, choice)]
    if answer.cut:
        lines.append(NOTES["cut"].format(document=answer.document, count=MOST_CHARS))
    return lines


def _undrawn(answer: LongTextsAnswer, choice: LongTextsChoice) -> Iterator[str]:
    """Which part of the document a map or the hashing has."""
    drawn, total = answer.num_displayed, answer.num_tokens
    if drawn < total:
        why = NOTES["drawn_full" if answer.overview is not None else "drawn_hashed"]
        yield why.format(drawn=drawn, total=total)
    elif answer.positions is not None:
        title = next(one.title for one in answer.subjects if one.name == answer.subject)
        yield NOTES["drawn_positions"].format(model=title, positions=answer.positions)
    elif 0 < total < choice.longest:
        yield NOTES["short"].format(document=answer.document, count=total)


def _explain_unmeasured(answer: LongTextsAnswer, choice: LongTextsChoice) -> Iterator[str]:
    """Which lengths were not run, and what was padded."""
    limited = [one for one in answer.series if one.limit is not None]
    for positions in dict.fromkeys(one.limit for one in limited):
        named = ", ".join(one.subject.title for one in limited if one.limit == positions)
        yield NOTES["limit"].format(models=named, positions=positions)
    for one in answer.series:
        title = one.subject.title
        if one.over_budget is not None:
            yield NOTES["over_budget"].format(
                model=title,
                length=one.over_budget.length,
                needed=readable_bytes(one.over_budget.bytes),
                budget=readable_bytes(choice.budget * BYTES_PER_MB),
                largest=_round_count(one.over_budget.largest),
            )
        longest = next((c for c in reversed(one.costs) if c.padded != c.length), None)
        if longest is not None:
            yield NOTES["padded"].format(model=title, length=longest.length, padded=longest.padded)
    if 0 < answer.num_tokens < choice.longest and any(one.limit is None for one in answer.series):
        yield NOTES["short"].format(document=answer.document, count=answer.num_tokens)
    if made := [one.title for one in answer.subjects if one.made is not None]:
        yield NOTES["untrained"].format(models=join_names(made))


# ---- what attends to what


def attention_map(
    overview: AttentionOverview,
    layer: int,
    block: int | None,
    position: int | None,
    zoom: tuple[int, int] | None,
) -> list[Drawing]:
    """The map of a layer, and what reaches the selected block or token."""
    drawn = BlockMap(overview, layer, *overview.visible_blocks(zoom), block)
    note = NOTES["shares" if overview.shares[layer] else "weights"].format(size=overview.size)
    whole = Stack([Tagged(drawn, BLOCK), ColourScale(drawn.scale)])
    count = len(overview.tokens)
    title = tr("Layer {number}, {count:,} tokens", number=layer + 1, count=count)
    titled = Titled(whole, title, note=note)
    if block is None or block >= overview.num_blocks:
        return [titled, TextBlock("", hint=NOTES["choose_block"], pixels=fonts.SMALL)]
    beside = _build_reach(overview, block, position)
    return [TwoColumns(titled, beside, limit=MAP_WIDTH)]


def _build_reach(overview: AttentionOverview, block: int, position: int | None) -> Drawing:
    """What reaches a block, or the token at a position in it."""
    rows = reached = overview.rows(block)
    title = tr("What reaches tokens {positions}", positions=overview.name(block))
    if position is not None and position in rows:
        reached, name = range(position, position + 1), visible(overview.tokens[position])
        title = tr("What reaches {token}, token {position:,}", token=name, position=position)
    hops = overview.hops(reached)
    text = " ".join(overview.tokens[rows.start : rows.stop])[:TOKENS_NAMED]
    parts = [
        Tagged(HopStrip(overview, hops), BLOCK),
        TextBlock(hops_in_words(hops.tolist())),
        Tagged(TokenHops(overview, block, hops), POSITION),
        TextBlock(text, pixels=fonts.SMALL),
        TextBlock("", hint=NOTES["choose_in_block"], pixels=fonts.SMALL),
    ]
    return Titled(Stack(parts), title, note=NOTES["hops"])


# ---- hashing


def build_hashing(
    found: Hashing, head: int, round_number: int, token: int | None, angle: int, seed: int
) -> list[Drawing]:
    """Hashing in a plane, tokens sorted by bucket, links of the selected one, recall of all."""
    token = token if token is not None and token < len(found.tokens) else None
    drawn = SortedTokens(found, head, round_number, token)
    title = tr(
        "Layer {layer}, head {head}, round {number}",
        layer=found.layer + 1,
        head=head + 1,
        number=round_number + 1,
    )
    tokens = Titled(Tagged(drawn, TOKEN), title, note=NOTES["sorted"])
    charts = Titled(
        Row([_recall_chart(found, kind) for kind in RECALLS], min_width=MIN_CHART),
        tr("Strong links that hashing finds"),
        note=NOTES["recall"].format(count=len(found.tokens)),
    )
    planes = build_planes(found, head, token, angle, seed, TOKEN)
    return [*planes, tokens, *_links(found, head, token), charts]


def _links(found: Hashing, head: int, token: int | None) -> list[Drawing]:
    """Which round finds which of the strongest links of the selected token."""
    if token is None:
        return [TextBlock("", hint=NOTES["choose_token"], pixels=fonts.SMALL)]
    links = found.links_of(head, token)
    rounds = range(found.buckets.shape[1])
    columns = [
        Column(tr("Token"), least=TOKEN_WIDTH),
        Column(tr("Position"), right=True),
        Column(tr("Weight in full attention"), right=True),
        *(Column(tr("Round {number}", number=at + 1), right=True) for at in rounds),
    ]
    rows = [
        TableRow(
            (
                TableCell(visible(found.tokens[link.token])),
                TableCell(f"{link.token:,}"),
                TableCell(number(link.weight)),
                *(
                    TableCell(FOUND_MARK if one else MISSED_MARK, bold=one)
                    for one in link.found_by_round
                ),
            )
        )
        for link in links
    ]
    counts = [sum(link.found_by_round[at] for link in links) for at in rounds]
    total = ("", "", tr("found of {count}", count=len(links)), *map(str, counts))
    rows.append(TableRow(tuple(TableCell(text, muted=True) for text in total)))
    name = visible(found.tokens[token])
    title = tr("Strongest links of {name}, position {position}", name=name, position=f"{token:,}")
    return [Titled(TableDrawing(columns, rows), title, note=NOTES["links"])]


def _recall_chart(found: Hashing, kind: str) -> Drawing:
    """The share of strong links by rounds, a line for each number of buckets."""
    title, x_title = RECALLS[kind]
    series = [
        IntervalSeries(
            tr("{count} buckets", count=count),
            tuple(
                IntervalPoint(
                    float(share),
                    text=f"{x_title} {at}: {share:.0%}",
                    x=float(at),
                    kind=index % FURTHER_COLOURS,
                )
                for at, share in enumerate(getattr(recall, kind).mean(0), start=1)
            ),
            FURTHER_SLOT + index % FURTHER_COLOURS,
            dashes=BUDGET_DASHES if index >= FURTHER_COLOURS else (),
        )
        for index, (count, recall) in enumerate(found.recalls)
    ]
    return Titled(IntervalLines(series, x_title=x_title, limits=(0.0, 1.0)), title)


# ---- table


def table(answer: LongTextsAnswer) -> Table:
    """The numbers of the current view."""
    if answer.hashing is not None:
        return tabulate_hashing(answer.hashing)
    if answer.remedies is not None:
        return tabulate_remedies(answer)
    if answer.overview is not None:
        return Table(("layer", "row_block", "column_block", "value"), [*_map_rows(answer.overview)])
    rows = [
        (
            one.subject.title,
            cost.length,
            cost.padded,
            cost.milliseconds,
            cost.microseconds_per_token,
            cost.peak_bytes,
            cost.operations,
        )
        for one in answer.series
        for cost in one.costs
    ]
    return Table(COLUMNS, rows)


def _map_rows(overview: AttentionOverview) -> Iterator[tuple[float, ...]]:
    for layer, row, column in np.argwhere(overview.maps > 0).tolist():
        yield layer + 1, row, column, float(overview.maps[layer, row, column])
