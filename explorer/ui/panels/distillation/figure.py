"""Teacher, student and the student without its teacher as figures: labels, numbers, attention."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np

from explorer.core.attention.measures import difference, select
from explorer.core.distillation.students import (
    Attentions,
    Labels,
    Measurements,
    ModelRoles,
    StudentMeasures,
)
from explorer.core.engine.tracing import TIMING_RUNS
from explorer.core.masking.probabilities import entropy, kl_divergence, log_softmax, softmax
from explorer.ui.controls.text_chooser import title_of
from explorer.ui.graphics.charts.bars import Bar, Bars
from explorer.ui.graphics.drawing import GRID, Drawing, Row, Stack, TextBlock, Titled, number
from explorer.ui.graphics.legend import BarLegend, ColourScale
from explorer.ui.graphics.maps.heat_map import HeatMap, difference_scale, shared_scale
from explorer.ui.graphics.tokens.chip import TokenChip, visible
from explorer.ui.graphics.tokens.token_rows import token_row
from explorer.ui.style import fonts
from explorer.ui.style.colours import Scale
from explorer.ui.style.theme import SLOTS
from models.schema.records import Change, FloatArray

ROLES = ("Teacher", "Student", "Without teacher")
MIN_COLUMN = 200.0
MIN_MAP = 170.0
MAP_GAP = 12.0
WEIGHT_LABEL = "attention weight, highest 1% clipped"
CHANGE_LABEL = "more or less than the teacher"
NUMBERS_UP_TO = 8  # tokens; larger maps have no room for them


@dataclass(frozen=True)
class Role:
    """A model in its part, with the colour that it has everywhere."""

    key: str
    name: str
    title: str
    slot: int

    @property
    def heading(self) -> str:
        return f"{self.name}: {self.title}"


def slots_of(keys: Sequence[str], chosen: Mapping[str, int]) -> list[int]:
    """A colour for each model: its own where it is one of the chosen, else that of a further run.

    `chosen` are the places of the chosen models; no letter is given to a model that has no chip.
    """
    free = count(len(SLOTS))
    return [chosen[key] if key in chosen else next(free) for key in keys]


def roles_of(
    cast: ModelRoles, chosen: Mapping[str, int], titles: Mapping[str, str]
) -> tuple[Role, ...]:
    """Those of a cast who are there; `chosen` are the places of the chosen models."""
    keys = (cast.teacher, cast.student, cast.alone)
    slots = slots_of([key or name for key, name in zip(keys, ROLES, strict=True)], chosen)
    return tuple(
        Role(key, name, titles.get(key, key), slot)
        for key, name, slot in zip(keys, ROLES, slots, strict=True)
        if key
    )


# ---- labels at one place


def label_figure(labels: Labels, roles: Sequence[Role], temperature: float) -> Drawing:
    """The masked position, soft and hard label, and the students' predictions.

    Bars of all models share a scale that ends at the largest of them at this temperature: the
    student learns their ratios, and most of a soft label is spread over other tokens.
    """
    present = [role for role in roles if role.key in labels.logits]
    softened = {role.key: softmax(labels.logits[role.key], temperature) for role in present}
    logs = {role.key: log_softmax(labels.logits[role.key], temperature) for role in present}
    maximum = max(float(soft[list(labels.ids)].max()) for soft in softened.values())
    columns: list[Drawing] = []
    for role in present:
        note = f"entropy {_nats(entropy(softened[role.key]))}"
        if role is not present[0]:
            kl = kl_divergence(logs[present[0].key], logs[role.key])
            note = f"KL from the teacher {_nats(kl)}"
        sharp = softmax(labels.logits[role.key])
        bars = _soft_bars(labels, softened[role.key], sharp, role.slot, maximum)
        columns.append(Titled(bars, role.heading, role.slot, note))
    columns.insert(1, _hard_label(labels))
    note = (
        f"Entropy and KL are those at temperature {number(temperature)}. All models share a scale, "
        f"which ends at {number(maximum)}; an outline open at the right is longer. "
        "Others: the sum of all that are not listed. The hard label has its own scale, up to 1."
    )
    legend = BarLegend(f"at temperature {number(temperature)}", "at temperature 1")
    return Stack([strip(labels), legend, Row(columns, min_width=MIN_COLUMN), TextBlock(note)])


def strip(labels: Labels) -> Drawing:
    """The sentence; a click masks another token."""
    chips = [
        TokenChip(
            token,
            change=Change.MASKED if position == labels.position else Change.KEPT,
            special=bool(labels.encoding.special[position]),
            unknown=bool(labels.encoding.unknown[position]),
        )
        for position, token in enumerate(labels.tokens)
    ]
    return token_row(chips, selected=labels.position)


def rest_of(probabilities: FloatArray, ids: Sequence[int]) -> float:
    """The total probability of all other tokens."""
    return max(0.0, 1 - float(probabilities[list(ids)].sum()))


def _soft_bars(
    labels: Labels, soft: FloatArray, sharp: FloatArray, slot: int, maximum: float
) -> Drawing:
    bars = [
        Bar(
            visible(name),
            float(soft[id]),
            slot,
            strong=id == labels.truth,
            ghost=float(sharp[id]),
            tip=f"{visible(name)}: {number(float(soft[id]))}, "
            f"at temperature 1 {number(float(sharp[id]))}",
        )
        for id, name in zip(labels.ids, labels.names, strict=True)
    ]
    count = len(soft) - len(labels.ids)
    rest, rest_sharp = (number(rest_of(each, labels.ids)) for each in (soft, sharp))
    others = f"{count:,} others: {rest}, at 1: {rest_sharp}"
    return Stack([Bars(bars, maximum=maximum), TextBlock(others, pixels=fonts.SMALL)], gap=GRID)


def _hard_label(labels: Labels) -> Drawing:
    if labels.truth is None:
        words = TextBlock("The true token is unknown: the text itself contains a mask.")
        return Titled(words, "Hard label")
    bars = [
        Bar(visible(name), float(id == labels.truth), strong=id == labels.truth)
        for id, name in zip(labels.ids, labels.names, strict=True)
    ]
    note = "one token has all the probability, entropy 0 nats"
    others = TextBlock("all others: 0", pixels=fonts.SMALL)
    return Titled(Stack([Bars(bars), others], gap=GRID), "Hard label", note=note)


def _nats(value: FloatArray) -> str:
    return f"{number(float(value))} nats"


# ---- in numbers


@dataclass(frozen=True)
class Quantity:
    """Something measured of each model; `better` says which way it is."""

    title: str
    better: str
    of: Callable[[StudentMeasures], float | None]
    text: Callable[[float], str]
    unit: str  # of the number in a table
    whole: float | None = None  # where its scale ends; None: at the largest of the models


QUANTITIES = (
    Quantity(
        "Parameters",
        "embeddings included",
        lambda m: m.parameters,
        lambda v: f"{v:,.0f}",
        "count",
    ),
    Quantity(
        "File of weights",
        "in 32-bit numbers, independent of the file",
        lambda m: m.single_precision_bytes,
        lambda v: size(v),
        "bytes",
    ),
    Quantity(
        "Time for a forward pass",
        f"lower is faster; the longest held-out text, the fastest of {TIMING_RUNS} passes",
        lambda m: m.seconds,
        lambda v: f"{number(v * 1000)} ms",
        "s",
    ),
    Quantity(
        "Held-out loss", "whole documents, lower is better, nats", lambda m: m.loss, number, "nats"
    ),
    Quantity(
        "Held-out accuracy",
        "whole documents, higher is better",
        lambda m: m.accuracy,
        lambda v: f"{v:.1%}",
        "share",
        1.0,
    ),
    Quantity(
        "Same most probable token",
        "share of positions, higher is closer",
        lambda m: m.agreement.same_first if m.agreement else None,
        lambda v: f"{v:.1%}",
        "share",
        1.0,
    ),
    Quantity(
        "KL from the teacher",
        "lower is closer, in nats at temperature 1",
        lambda m: m.agreement.kl if m.agreement else None,
        number,
        "nats",
    ),
)


OTHER_LENGTHS = (
    "Learning curves and a model's details are measured on texts cut to the sequence length of its "
    "training, so their values differ from these."
)


def numbers_figure(comparison: Measurements, roles: Sequence[Role]) -> Drawing:
    """Each quantity on a scale of its own, a bar for each model; a share's scale ends at 100 %."""
    by_key = {measured.key: measured for measured in comparison.models}
    charts = [_chart(quantity, by_key, roles) for quantity in QUANTITIES]
    drawings = [Titled(chart, q.title, note=q.better) for q, chart in charts_with(charts)]
    return Stack([TextBlock(verdict(comparison, roles), muted=False), Row(drawings, min_width=240)])


def charts_with(charts: Sequence[Bars]) -> list[tuple[Quantity, Bars]]:
    """The quantities that were measured."""
    return [(q, bars) for q, bars in zip(QUANTITIES, charts, strict=True) if bars.bars]


def _chart(
    quantity: Quantity, by_key: Mapping[str, StudentMeasures], roles: Sequence[Role]
) -> Bars:
    values = [
        (role, value)
        for role in roles
        if role.key in by_key and (value := quantity.of(by_key[role.key])) is not None
    ]
    bars = [
        Bar(role.name, value, role.slot, text=quantity.text(value), tip=f"{role.heading}: {value}")
        for role, value in values
    ]
    largest = max((value for _, value in values), default=1.0)
    return Bars(bars, maximum=quantity.whole or largest)


def verdict(comparison: Measurements, roles: Sequence[Role]) -> str:
    """The quality and cost of the student relative to the teacher."""
    names = {role.key: role.name for role in roles}
    by_role = {names[m.key]: m for m in comparison.models if m.key in names}
    teacher, student, alone = (by_role.get(name) for name in ROLES)
    where = (
        f"Measured at {comparison.places:,} chosen tokens of {comparison.documents} held-out "
        f"documents of “{title_of(comparison.text)}”, each read alone"
    )
    if teacher is None or student is None:
        return f"{where}. {OTHER_LENGTHS}"
    words = (
        f"The student has {_relative_accuracy(student)} of the teacher's accuracy with "
        f"{student.parameters / teacher.parameters:.0%} of its parameters and takes "
        f"{student.seconds / teacher.seconds:.0%} of its time."
    )
    if alone is not None:
        words += f" Trained without the teacher, it has {_relative_accuracy(alone)}."
    return f"{words} {where}; ± is a standard error over documents. {OTHER_LENGTHS}"


def _relative_accuracy(measured: StudentMeasures) -> str:
    """The accuracy of a student relative to the teacher's, where it is known."""
    if measured.relative_accuracy is None or not math.isfinite(measured.relative_accuracy):
        return "an unknown share"
    if measured.relative_accuracy_error is None or not math.isfinite(
        measured.relative_accuracy_error
    ):
        return f"{measured.relative_accuracy:.0%}"
    return f"{measured.relative_accuracy:.0%} ± {measured.relative_accuracy_error:.1%}"


def size(count: float) -> str:
    """Bytes as text, in powers of ten."""
    for unit in ("B", "kB"):
        if count < 1000:
            return f"{number(count)} {unit}"
        count /= 1000
    return f"{number(count)} MB"


# ---- attention


@dataclass(frozen=True)
class MapChoice:
    """A layer of the student and a head; None is the average. And the scale of the colours."""

    layer: int | None
    head: int | None
    token: int | None = None
    root_scale: bool = False


def attention_figure(found: Attentions, roles: Sequence[Role], place: MapChoice) -> Drawing:
    """Maps of layers that belong together, and below them how a student differs."""
    present = [role for role in roles if role.key in found.maps]
    teacher, *students = present
    maps = {role.key: map_of(found, present, role, place) for role in present}
    weights = shared_scale([*maps.values()], WEIGHT_LABEL, root=place.root_scale)
    rows: list[Drawing] = [
        Row(
            [_map(found, (maps[role.key], weights), role, present, place) for role in present],
            gap=MAP_GAP,
            min_width=MIN_MAP,
        ),
        ColourScale(weights),
    ]
    if students:
        differences = {role.key: difference(maps[role.key], maps[teacher.key]) for role in students}
        values = np.stack([*differences.values()])
        scale = difference_scale(values, CHANGE_LABEL, root=place.root_scale)
        changes = [
            _change(found, differences[role.key], scale, (role, teacher), place)
            for role in students
        ]
        if len(students) < len(present):
            changes.insert(0, Titled(TextBlock(_similarity(found, students)), "Similarity"))
        rows += [
            Row(changes, gap=MAP_GAP, min_width=MIN_MAP),
            ColourScale(scale, (students[0].slot, teacher.slot)),
        ]
    return Stack(rows)


def layers_at(
    found: Attentions, present: Sequence[Role], role: Role, place: MapChoice
) -> int | None:
    """The layer of a model that corresponds to a layer of the student; None is their average."""
    if place.layer is None or len(present) == 1:
        return place.layer
    teacher, student = present[0], present[1]
    if role is teacher:
        return found.teacher_layer(teacher.key, student.key, place.layer)
    return min(place.layer, len(found.maps[role.key]) - 1)


def map_of(found: Attentions, present: Sequence[Role], role: Role, place: MapChoice) -> FloatArray:
    return select(found.maps[role.key], layers_at(found, present, role, place), place.head)


def _map(
    found: Attentions,
    scaled: tuple[FloatArray, Scale],
    role: Role,
    present: Sequence[Role],
    place: MapChoice,
) -> Drawing:
    layer = layers_at(found, present, role, place)
    note = f"{role.title}\n{_name('layer', layer)}, {_name('head', place.head)}"
    values, scale = scaled
    heat_map = HeatMap(
        values,
        found.tokens,
        found.tokens,
        scale=scale,
        title=role.heading,
        focus=place.token,
        numbers=len(found.tokens) <= NUMBERS_UP_TO,
    )
    return Titled(heat_map, role.name, role.slot, note)


def _change(
    found: Attentions,
    values: FloatArray,
    scale: Scale,
    roles: tuple[Role, Role],
    place: MapChoice,
) -> Drawing:
    role, teacher = roles
    heat_map = HeatMap(
        values,
        found.tokens,
        found.tokens,
        scale=scale,
        title=f"{role.name} minus teacher",
        slots=(role.slot, teacher.slot),
        focus=place.token,
        numbers=len(found.tokens) <= NUMBERS_UP_TO,
    )
    return Titled(heat_map, role.name, role.slot, "minus the teacher, cell by cell")


def _similarity(found: Attentions, students: Sequence[Role]) -> str:
    """The distances of the maps, and the similarity of the hidden states."""
    lines = []
    for role in students:
        layers = ", ".join(number(float(value)) for value in found.distances[role.key])
        line = (
            f"{role.name}: rows of its layers, averaged over heads, differ from the "
            f"teacher's by {layers}"
        )
        if role.key in found.likeness:
            line += (
                f"; cosine similarity of the last hidden states: {number(found.likeness[role.key])}"
            )
        lines.append(line + ".")
    return "\n".join(
        [*lines, "0 is the same attention, 1 is attention to other tokens (total variation)."]
    )


def _name(kind: str, index: int | None) -> str:
    return f"{kind} {index + 1}" if index is not None else f"average over {kind}s"
