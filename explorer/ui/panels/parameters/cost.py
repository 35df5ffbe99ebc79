"""What training costs, as tables: trainings that are published, and those of chosen models."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from explorer.core.localization import tr
from explorer.core.panel_text import panel_text
from explorer.core.parameters.request import VIEW_TITLES, ParametersAnswer
from explorer.core.parameters.sizes import LENGTH
from explorer.core.parameters.training_cost import Assumptions, TrainingCost
from explorer.core.readable import readable_count
from explorer.core.table import Table
from explorer.ui.graphics.drawing import GRID, Drawing, Stack, TextBlock, Titled
from explorer.ui.graphics.table_drawing import (
    Column,
    TableCell,
    TableDrawing,
    TableRow,
    model_cell,
)

NOTES = panel_text("parameters").notes
NONE = "–"
DAY = 24.0  # hours
ENERGY, MASS = ("Wh", "kWh", "MWh"), ("g", "kg", "t")  # each a thousand of the one before
THOUSAND = 1000.0
COLUMNS = (
    "training",
    "operations_stated",
    "operations_counted",
    "devices",
    "device",
    "hours",
    "kwh_stated",
    "kwh_assumed",
    "kg_co2_stated",
    "kg_co2_assumed",
    "texts_with_as_many_operations",
    "sources",
)
_HEADS = {
    "title": Column(tr("Training"), most=260.0),
    "operations": Column(tr("Operations stated"), right=True),
    "counted": Column(tr("Operations counted"), right=True),
    "devices": Column(tr("Devices"), right=True),
    "hours": Column(tr("Time"), right=True),
    "kwh": Column(tr("Energy stated"), right=True),
    "assumed_kwh": Column(tr("Energy assumed"), right=True),
    "kg": Column(tr("CO2 stated"), right=True),
    "assumed_kg": Column(tr("CO2 assumed"), right=True),
    "texts": Column(tr("Texts instead"), right=True),
}
_OF_RUNS = ("title", "counted", "hours", "assumed_kwh", "assumed_kg", "texts")


def draw_costs(answer: ParametersAnswer, assumed: Assumptions) -> Drawing:
    """The trainings that are published, those of the chosen models, and what is assumed."""
    published = sorted(answer.costs, key=_energy)
    parts: list[Drawing] = [
        Titled(
            _tabulate(published, tuple(_HEADS)),
            tr("Published trainings"),
            note=NOTES["published_cost"],
        )
    ]
    if answer.run_costs:
        rows = _tabulate(answer.run_costs, _OF_RUNS)
        parts.append(Titled(rows, tr("Trained by this program"), note=NOTES["own_cost"]))
    text = NOTES["assumed_cost"].format(
        watts=assumed.watts,
        overhead=assumed.overhead,
        intensity=assumed.intensity,
        own=assumed.own_watts,
        length=LENGTH,
    )
    return Stack([*parts, TextBlock(text)], gap=GRID).replace_attributes(title=VIEW_TITLES["cost"])


def _energy(one: TrainingCost) -> float:
    """What published trainings are sorted by; those without a time come last."""
    return -(one.kwh or one.assumed_kwh or 0.0)


def _tabulate(costs: Sequence[TrainingCost], columns: Sequence[str]) -> TableDrawing:
    heads = [_HEADS[name] for name in columns]
    return TableDrawing(heads, [_row(one, columns) for one in costs], long=True)


def _row(one: TrainingCost, columns: Sequence[str]) -> TableRow:
    texts = {
        "operations": _scientific(one.operations),
        "counted": _scientific(one.counted),
        "devices": f"{one.devices:,} × {one.device}" if one.device else NONE,
        "hours": NONE if one.hours is None else readable_time(one.hours),
        "kwh": _amount(one.kwh, ENERGY),
        "assumed_kwh": _amount(one.assumed_kwh, ENERGY),
        "kg": _amount(one.kg, MASS),
        "assumed_kg": _amount(one.assumed_kg, MASS),
        "texts": NONE if one.texts is None else readable_count(one.texts),
    }
    cells = (TableCell(texts[name]) for name in columns if name in texts)
    return TableRow((model_cell(one.title, one.slot), *cells), tip="\n".join(one.sources))


def _scientific(value: float | None) -> str:
    """A count of operations with a power of ten, as papers write it."""
    if value is None:
        return NONE
    digits, _, power = f"{value:.1e}".partition("e")
    return f"{digits} × 10{_superscript(int(power))}"


def _superscript(power: int) -> str:
    return str(power).translate(str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻"))


def _amount(value: float | None, units: tuple[str, str, str]) -> str:
    """A number of the unit in the middle in three digits, in a smaller or larger one where it is
    far from one.
    """
    if value is None:
        return NONE
    small, unit, large = units
    if value >= 2 * THOUSAND:
        value, unit = value / THOUSAND, large
    elif value < 1:
        value, unit = value * THOUSAND, small
    digits = f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
    return f"{digits} {unit}"


def readable_time(hours: float) -> str:
    """Hours as minutes, hours or days."""
    if hours < 1:
        return tr("{number:.3g} min", number=60 * hours)
    if hours < 2 * DAY:
        return tr("{number:.3g} h", number=hours)
    return tr("{number:.3g} days", number=hours / DAY)


def cost_table(answer: ParametersAnswer, assumed: Assumptions) -> Table:
    """One line for each training, with all sources."""
    return Table(COLUMNS, list(_lines(answer)), meta={"assumed": assumed.to_json()})


def _lines(answer: ParametersAnswer) -> Iterator[tuple[object, ...]]:
    for one in (*answer.costs, *answer.run_costs):
        yield (
            one.title,
            one.operations,
            one.counted,
            one.devices,
            one.device,
            one.hours,
            one.kwh,
            one.assumed_kwh,
            one.kg,
            one.assumed_kg,
            one.texts,
            "; ".join(one.sources),
        )
