"""The figures of counted models: bars, numbers and maps; a table of sizes; sizes in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from explorer.core.parameters.inventory import MEMORY_BYTES, PARTS, Part, table_size
from explorer.core.parameters.request import PUBLISHED, VIEW_TITLES, Counted, ParametersAnswer
from explorer.core.parameters.sizes import LENGTH, Dimensions
from explorer.core.readable import readable_bytes
from explorer.ui.graphics.drawing import GRID, Drawing, Row, Stack, TextBlock, Titled
from explorer.ui.graphics.legend import Legend
from explorer.ui.graphics.table_drawing import (
    Cell,
    Column,
    Segment,
    TableDrawing,
    TableHit,
    TableRow,
    model_cell,
)
from explorer.ui.graphics.tagged import Tagged, TagHit
from explorer.ui.panel_base.text import panel_text
from explorer.ui.panels.parameters.bars import PartBars, PartHit, PartRow
from explorer.ui.panels.parameters.parts import amount, part_colour, part_legend
from explorer.ui.panels.parameters.treemap import Treemap, WeightHit

NOTES = panel_text("parameters").notes
OPERATIONS = "Operations for one token"
MIN_MAP = 200.0  # pixels
MIN_BAR = 160.0  # beside the numbers
BAR_TITLE = "Where its parameters are"
NAMES = Column(most=284.0, keep_end=True)  # the end tells sizes apart
NUMBERS = (
    Column("Parameters", right=True),
    *(Column(f"Memory at {n} byte{'s' if n > 1 else ''}", right=True) for n in MEMORY_BYTES),
    Column("Operations for a token", right=True),
)


def figure(answer: ParametersAnswer, part: Part | None) -> Drawing:
    """What a view shows of models that there are; `part` is marked in all of them."""
    if answer.view == PUBLISHED:
        return _of_sizes(answer, part)
    return Stack([*sentences(answer), *_of_models(answer.models, part)])


def _of_sizes(answer: ParametersAnswer, part: Part | None) -> Drawing:
    """Published sizes as a table, with what is to be known of its numbers."""
    bars = Column(BAR_TITLE, least=MIN_BAR, stretch=True, below=True, clicks=True)
    rows = [_size_row(one, _parts_bar(one, part)) for one in answer.models]
    title = VIEW_TITLES[PUBLISHED]
    table = TableDrawing([NAMES, bars, *NUMBERS], rows, title=title, long=True)
    said = [
        TextBlock(line)
        for line in (*answer.remarks, NOTES["cost"].format(length=LENGTH), NOTES["memory"])
    ]
    legend = _legend(answer.models, operations=False)
    return Stack([legend, Tagged(table, "table"), *said], gap=GRID)


def _size_row(one: Counted, *bar: Cell) -> TableRow:
    """The name of a model, where its parameters are, how many, their memory, and operations."""
    found = one.inventory
    numbers = (
        f"{found.parameters:,}",
        *(readable_bytes(found.memory(n)) for n in MEMORY_BYTES),
        amount(found.operations_per_token),
    )
    detail = one.detail if bar else ""
    return TableRow((model_cell(one.name, one.slot, detail), *bar, *map(Cell, numbers)))


def _parts_bar(one: Counted, selected: Part | None) -> Cell:
    """The parts of a model as shares of the whole."""
    found, total = one.inventory, max(one.inventory.parameters, 1)
    return Cell(
        bar=tuple(
            Segment(
                found.by_part[part] / total,
                partial(part_colour, part=part),
                selected=part == selected,
                tip=f"{PARTS[part]}: {found.by_part[part]:,} parameters, "
                f"{found.by_part[part] / total:.1%} of {one.name}",
            )
            for part in PARTS
        )
    )


def sentences(answer: ParametersAnswer) -> list[TextBlock]:
    """The results of the calculator as sentences."""
    if answer.tried is None:
        return []
    return [TextBlock(_told(answer.tried, answer.models[0], answer.models[-1]), muted=False)]


def _of_models(models: Sequence[Counted], part: Part | None) -> list[Drawing]:
    """Parameters and operations as bars, memory as numbers, weights as maps."""
    lengths = sorted({one.inventory.length for one in models})
    tokens = " or ".join(f"{length:,}" for length in lengths)
    parameters = [PartRow(m.name, dict(m.inventory.by_part), m.slot) for m in models]
    operations = [PartRow(m.name, m.inventory.operations_by_part, m.slot) for m in models]
    bars = PartBars(parameters, unit="parameters", exact=True, title="Parameters", selected=part)
    costs = PartBars(operations, unit="operations", title=OPERATIONS, selected=part)
    table = TableDrawing([NAMES, *NUMBERS], [_size_row(m) for m in models], title="Memory")
    maps = [
        Titled(
            Tagged(Treemap(m.inventory, title=m.name, selected=part), n),
            m.name,
            m.slot,
        )
        for n, m in enumerate(models)
    ]
    return [
        _legend(models),
        Titled(Tagged(bars, "parameters"), "Parameters"),
        Titled(
            Tagged(costs, "operations"),
            OPERATIONS,
            note=f"of a forward pass over {tokens} tokens, in the encoder and in the decoder",
        ),
        Titled(Row(maps, min_width=MIN_MAP), "Weights", note=NOTES["maps"]),
        Titled(table, "Memory", note=NOTES["memory"]),
    ]


def _legend(models: Sequence[Counted], *, operations: bool = True) -> Legend:
    """Of the parts that have parameters, and of those that only cost operations."""
    counted: list[Mapping[Part, float]] = [dict(one.inventory.by_part) for one in models]
    if operations:
        counted += [one.inventory.operations_by_part for one in models]
    return part_legend({part for part in PARTS for found in counted if found[part]})


def _told(tried: Dimensions, own: Counted, against: Counted) -> str:
    """The token table as a product, and both models against each other where they differ."""
    v, e, h = tried.vocab_size, tried.embedding, tried.width
    whole = f"{v:,} × {h:,} = {table_size(v, h):,} parameters"
    if e == h:
        table = f"The token table has {whole}."
    else:
        table = (
            f"The token table has {v:,} × {e:,} + {e:,} × {h:,} = {table_size(v, h, e):,} "
            f"parameters, instead of {whole}."
        )
    mine, theirs = own.inventory, against.inventory
    shares = [
        (mine.parameters, theirs.parameters),
        (mine.operations_per_token, theirs.operations_per_token),
    ]
    if all(one == other for one, other in shares):
        return table
    parameters, operations = (_times(one, other) for one, other in shares)
    return (
        f"{table} In all, {own.name} has {parameters} the parameters of "
        f"{against.said or against.name}, and takes {operations} its operations."
    )


def _times(own: float, other: float) -> str:
    """A ratio as text."""
    share = own / max(other, 1.0)
    if share >= 2:
        return f"{share:,.1f} times"
    return f"{share:.0%} of" if share >= 0.095 else f"{100 * share:.2g}% of"


def chosen_part(found: TagHit) -> tuple[int, Part] | None:
    """The model and the part of a hit: maps are tagged with the number of their model."""
    if isinstance(found.hit, WeightHit) and isinstance(found.tag, int):
        return found.tag, found.hit.part
    if isinstance(found.hit, TableHit):
        return found.hit.row, tuple(PARTS)[found.hit.segment or 0]
    return (found.hit.row, found.hit.part) if isinstance(found.hit, PartHit) else None
