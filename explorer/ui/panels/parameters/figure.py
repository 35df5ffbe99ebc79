"""The figures of counted models, their sizes in words, a part of one in numbers, every weight."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from explorer.core.localization import plural, tr
from explorer.core.panel_text import panel_text
from explorer.core.parameters.inventory import MEMORY_BYTES, PARTS, Inventory, Part
from explorer.core.parameters.request import (
    BATCH,
    PUBLISHED,
    VIEW_TITLES,
    CountedModel,
    ParametersAnswer,
)
from explorer.core.parameters.sizes import LENGTH
from explorer.core.readable import readable_bytes, readable_count
from explorer.ui.graphics.drawing import (
    GRID,
    Drawing,
    Row,
    Stack,
    Tagged,
    TagHit,
    TextBlock,
    Titled,
)
from explorer.ui.graphics.table_drawing import (
    Column,
    Segment,
    TableCell,
    TableDrawing,
    TableHit,
    TableRow,
    model_cell,
)
from explorer.ui.panel_base.details import Details
from explorer.ui.panels.parameters.bars import PartBars, PartHit, PartRow
from explorer.ui.panels.parameters.parts import part_colour, part_legend
from explorer.ui.panels.parameters.treemap import Treemap, WeightHit

NOTES = panel_text("parameters").notes
OPERATIONS = tr("Operations for one token")
LAYER_HALVES = ("attention", "feed_forward")  # parts whose sizes are compared
MIN_MAP = 200.0  # pixels
MIN_BAR = 100.0  # beside the numbers
RATIO_WIDTH = 60.0  # of its head in two lines
BAR_TITLE = tr("By part")
MAX_WEIGHTS = 10  # in the details
RATIO_KIND = "attention : feed-forward"
COLUMNS = ("model", "kind", "part", "name", "shape", "times", "count")
NAMES = Column(most=284.0, keep_end=True)  # names differ at their end
NUMBERS = (
    Column(tr("Parameters"), right=True),
    *(
        Column(plural(n, "Memory at {count} byte", "Memory at {count} bytes"), right=True)
        for n in MEMORY_BYTES
    ),
    Column(tr("Operations for a token"), right=True),
    Column(tr("Attention : FFN"), right=True, least=RATIO_WIDTH, optional=True),
)
NEEDS = (
    Column(tr("Weights"), right=True),
    Column(tr("Activations"), right=True),
    Column(tr("Keys and values"), right=True),
    Column(tr("To predict"), right=True),
    Column(tr("To train"), right=True),
)


def draw_view(answer: ParametersAnswer, part: Part | None) -> Drawing:
    """A view of at least one model; `part` is marked in all of them."""
    if answer.view == PUBLISHED:
        return _tabulate_published(answer, part)
    result = [TextBlock(answer.result, muted=False)] if answer.result else []
    return Stack([*result, *_build_count_sections(answer.models, part), _fit(answer)])


def _fit(answer: ParametersAnswer) -> Drawing:
    """Whether each model fits into the memory of this computer, to predict and to learn."""
    there = answer.available
    rows = [_fit_row(one, there) for one in answer.models if one.held is not None]
    length = max(one.inventory.length for one in answer.models)
    text = NOTES["fit"].format(length=length, batch=BATCH)
    title = tr("Does it fit into the memory of this computer?")
    if there is not None:
        size = readable_bytes(there)
        title = tr("Does it fit into the {size} of memory of this computer?", size=size)
    return Titled(TableDrawing([NAMES, *NEEDS], rows), title, note=text)


def _fit_row(one: CountedModel, there: int | None) -> TableRow:
    held = one.held
    assert held is not None
    numbers = (one.weights, held.passing, held.cache)
    cells = [readable_bytes(count) if count else "–" for count in numbers]
    needs = (fit_words(one.to_predict, there), fit_words(one.to_train, there))
    return TableRow((model_cell(one.name, one.slot), *map(TableCell, (*cells, *needs))))


def fit_words(needed: int, there: int | None) -> str:
    """What is needed, and whether it fits into what is there, if that is known."""
    size = readable_bytes(needed)
    if there is None:
        return size
    fits = tr("{size}: fits", size=size)
    return fits if needed <= there else tr("{size}: does not fit", size=size)


def _tabulate_published(answer: ParametersAnswer, part: Part | None) -> Drawing:
    """Published sizes as a table, with notes on its numbers."""
    bars = Column(BAR_TITLE, least=MIN_BAR, stretch=True, below=True, clicks=True)
    rows = [_size_row(one, _parts_bar(one, part)) for one in answer.models]
    table = TableDrawing([NAMES, bars, *NUMBERS], rows, title=VIEW_TITLES[PUBLISHED], long=True)
    notes = (*answer.remarks, NOTES["cost"].format(length=LENGTH), NOTES["memory"])
    legend = part_legend([dict(one.inventory.parameters_by_part) for one in answer.models])
    return Stack([legend, Tagged(table, "table"), *map(TextBlock, notes)], gap=GRID)


def _size_row(one: CountedModel, *bar: TableCell) -> TableRow:
    """The name of a model, where its parameters are, how many, their memory, and operations."""
    counts = one.inventory
    numbers = (
        f"{counts.parameters:,}",
        *(readable_bytes(counts.memory(n)) for n in MEMORY_BYTES),
        readable_count(counts.operations_per_token),
        _ratio(counts),
    )
    name = model_cell(one.name, one.slot, one.detail if bar else "")
    return TableRow((name, *bar, *map(TableCell, numbers)))


def _ratio(counts: Inventory) -> str:
    """Parameters of attention for one of feed-forward networks."""
    ratio = counts.attention_ratio
    return "–" if ratio is None else f"{ratio:.2f}"


def _parts_bar(one: CountedModel, selected: Part | None) -> TableCell:
    """The parts of a model as shares of the whole."""
    segments = []
    for part, title in PARTS.items():
        count = one.inventory.parameters_by_part[part]
        share = count / max(one.inventory.parameters, 1)
        tip = tr(
            "{title}: {count:,} parameters, {share:.1%} of {name}",
            title=title,
            count=count,
            share=share,
            name=one.name,
        )
        segments.append(Segment(share, partial(part_colour, part=part), part == selected, tip))
    return TableCell(bar=tuple(segments))


def _build_count_sections(models: Sequence[CountedModel], part: Part | None) -> list[Drawing]:
    """Parameters and operations as bars, memory as numbers, weights as maps."""
    lengths = sorted({one.inventory.length for one in models})
    tokens = tr(" or ").join(f"{length:,}" for length in lengths)
    cost_note = tr(
        "of a forward pass over {tokens} tokens, in the encoder and in the decoder", tokens=tokens
    )
    parameters = [PartRow(m.name, dict(m.inventory.parameters_by_part), m.slot) for m in models]
    operations = [PartRow(m.name, m.inventory.operations_by_part, m.slot) for m in models]
    bars = PartBars(parameters, unit=tr("parameters"), exact=True, selected=part)
    costs = PartBars(operations, unit=tr("operations"), selected=part)
    maps = [
        Titled(Tagged(Treemap(m.inventory, part), n), m.name, m.slot) for n, m in enumerate(models)
    ]
    table = TableDrawing([NAMES, *NUMBERS], [_size_row(m) for m in models])
    return [
        part_legend([row.values for row in (*parameters, *operations)]),
        Titled(Tagged(bars, "parameters"), tr("Parameters")),
        Titled(Tagged(costs, "operations"), OPERATIONS, note=cost_note),
        Titled(Row(maps, min_width=MIN_MAP), tr("Weights"), note=NOTES["maps"]),
        Titled(table, tr("Memory"), note=NOTES["memory"]),
    ]


def part_of(tagged: TagHit) -> tuple[int, Part] | None:
    """The model and the part of a hit: maps are tagged with the number of their model."""
    hit = tagged.hit
    if isinstance(hit, WeightHit) and isinstance(tagged.tag, int):
        return tagged.tag, hit.part
    if isinstance(hit, TableHit):
        return hit.row, tuple(PARTS)[hit.segment or 0]
    return (hit.row, hit.part) if isinstance(hit, PartHit) else None


def details(models: Sequence[CountedModel], chosen: tuple[int, Part] | None) -> Details:
    """The chosen part of one of the models in numbers, and its weights with their shapes."""
    if chosen is None or chosen[0] >= len(models):
        return Details()
    one, part = models[chosen[0]], chosen[1]
    counts = one.inventory
    count, total = counts.parameters_by_part[part], max(counts.parameters, 1)
    rows = [
        (tr("Model"), one.name),
        (tr("Parameters"), f"{count:,}"),
        (tr("Of all"), f"{count / total:.1%}"),
        *(
            (plural(n, "At {count} byte", "At {count} bytes"), readable_bytes(count * n))
            for n in MEMORY_BYTES
        ),
        (
            tr("Operations"),
            tr("{amount} for a token", amount=readable_count(counts.operations_by_part[part])),
        ),
    ]
    if part in LAYER_HALVES and counts.attention_ratio is not None:
        rows.append((tr("Attention : feed-forward"), f"{_ratio(counts)} : 1"))
    weights = counts.weights_of_part(part)
    lines = [f"{w.name}\n{w.product} = {w.count:,}" for w in weights[:MAX_WEIGHTS]]
    if len(weights) > MAX_WEIGHTS:
        lines.append(tr("and {count} smaller ones", count=len(weights) - MAX_WEIGHTS))
    return Details(PARTS[part], tuple(rows), "\n\n".join(lines))


def table_rows(one: CountedModel) -> Iterator[tuple[str, str, str, str, str, int, float]]:
    """One line for every weight, for the operations of each part, for the ratio of halves, and for
    what is to be held in memory.
    """
    for weight in (weight for part in PARTS for weight in one.inventory.weights_of_part(part)):
        shape = "x".join(map(str, weight.shape))
        yield one.name, "parameters", weight.part, weight.name, shape, weight.times, weight.count
    for part, count in one.inventory.operations_by_part.items():
        if count:
            yield one.name, "operations for a token", part, "", "", 1, count
    if (ratio := one.inventory.attention_ratio) is not None:
        yield one.name, RATIO_KIND, "", "", "", 1, ratio
    if one.held is not None:
        yield one.name, "bytes to predict", "", "", "", 1, one.to_predict
        yield one.name, "bytes to train", "", "", "", 1, one.to_train
