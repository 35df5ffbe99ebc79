"""Above the table of heads: how much each head matters to the prediction, as maps of the model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from explorer.core.attention.survey.importance import HeadMeans, Importance
from explorer.core.attention.survey.request import ModelHeads
from explorer.core.attention.survey.scores import StreamScores
from explorer.core.errors import UserError
from explorer.core.localization import mark, tr
from explorer.core.state.state import Selection
from explorer.ui.graphics.drawing import Drawing, Row, Stack, Tagged, TextBlock, Titled, number
from explorer.ui.graphics.legend import ColourScale
from explorer.ui.graphics.maps.named_map import NamedMap
from explorer.ui.panel_base.context import ModelSlot
from explorer.ui.panel_base.text import panel_text
from explorer.ui.style.colours import Scale

NOTES = panel_text("attention").notes
GRADIENT = mark("mean absolute gradient")
SCALE_SLOTS = (5, 4)  # of more and of less loss, which are no model's
MIN_MODEL, MIN_MAP, MAX_CELL = 320.0, 140.0, 30.0  # pixels
LEAST_SCALE = 0.01  # nats
Scored = Sequence[tuple[ModelSlot, ModelHeads]]


@dataclass(frozen=True)
class ImportanceTag:
    """A map of the heads of a stream, by layer and head."""

    model: str
    stream: str


@dataclass(frozen=True, eq=False)
class _OneStream:
    """One stream of one model, and the importance of its heads."""

    model: ModelSlot
    scores: StreamScores
    title: str
    measured: Importance | UserError


def importance_maps(scored: Scored, selection: Selection) -> Drawing:
    """The maps of all models, which share the scale of the ablation."""
    streams = [
        _OneStream(model, one, _title(model, heads, one), heads.importance[one.stream.name])
        for model, heads in scored
        for one in heads.survey.streams
    ]
    known = [one.measured for one in streams if isinstance(one.measured, Importance)]
    scale = _scale(known)
    row = Row([_stream(one, scale, selection) for one in streams], min_width=MIN_MODEL)
    legend = [ColourScale(scale, SCALE_SLOTS)] if known else []
    return Titled(Stack([row, *legend], gap=12), tr("Importance"), note=NOTES["importance"])


def _title(model: ModelSlot, heads: ModelHeads, scores: StreamScores) -> str:
    several = len(heads.survey.streams) > 1
    return f"{model.title} · {tr(scores.stream.title)}" if several else model.title


def _scale(known: Sequence[Importance]) -> Scale:
    tops = [float(np.nanmax(np.abs(one.ablation.mean), initial=0)) for one in known]
    label = tr("← loss falls without the head, loss grows →")
    return Scale(max([*tops, LEAST_SCALE]), diverges=True, label=label)


def _stream(one: _OneStream, scale: Scale, selection: Selection) -> Drawing:
    found, slot = one.measured, one.model.index
    if isinstance(found, UserError):
        return Titled(TextBlock(found.message, hint=found.hint), one.title, slot)
    maps = [Titled(_map(one, found.ablation, scale, found.unit, selection), tr("Ablation"))]
    note = tr("In {unit}, {count} sentences.", unit=tr(found.unit), count=found.num_sentences)
    if found.gradient is None:
        note += f" {NOTES['no_gradient']}"
    else:
        largest = Scale(max(float(np.nanmax(found.gradient.mean, initial=0)), 1e-9))
        drawn = _map(one, found.gradient, largest, GRADIENT, selection)
        maps.append(Titled(drawn, tr("Gradient, 0 to {most}", most=number(largest.maximum))))
        note += tr(
            " Rank correlation of both: {correlation}.", correlation=number(found.correlation)
        )
    note += f" {NOTES['shared_layers']}" if found.shared else ""
    return Titled(Row(maps, min_width=MIN_MAP), one.title, slot, note)


def _map(
    one: _OneStream, values: HeadMeans, scale: Scale, unit: str, selection: Selection
) -> Drawing:
    num_layers, num_heads = values.mean.shape
    layer, head = selection.layer, selection.head
    inside = layer is not None and head is not None and layer < num_layers and head < num_heads

    def tip(layer: int, head: int) -> str:
        return tr(
            "Layer {layer}, head {head}: {value} {unit}",
            layer=layer + 1,
            head=head + 1,
            value=_words(values, layer, head),
            unit=tr(unit),
        )

    drawn = NamedMap(
        np.nan_to_num(values.mean),
        [f"L{layer + 1}" for layer in range(num_layers)],
        [f"H{head + 1}" for head in range(num_heads)],
        tip=tip,
        missing=np.isnan(values.mean),
        scale=scale,
        slots=SCALE_SLOTS,
        focus=(layer, head) if inside else (None, None),
        max_cell=MAX_CELL,
    )
    return Tagged(drawn, ImportanceTag(one.model.key, one.scores.stream.name))


def _words(values: HeadMeans, layer: int, head: int) -> str:
    mean, low, high = _numbers(values, layer, head)
    if mean is None:
        return tr("cannot be switched off;")
    if low is None or high is None:
        return number(mean)
    return tr(
        "{mean} (95 % interval {low} to {high})",
        mean=number(mean),
        low=number(low),
        high=number(high),
    )


def _numbers(values: HeadMeans, layer: int, head: int) -> list[float | None]:
    parts = (float(part[layer, head]) for part in (values.mean, values.low, values.high))
    return [part if part == part else None for part in parts]


# ---- beside the picture, and for files


def growth(heads: ModelHeads, stream: str, layer: int, head: int) -> float:
    """By how many nats the loss grows without a head; NaN where it is not known."""
    found = heads.importance[stream]
    return float(found.ablation.mean[layer, head]) if isinstance(found, Importance) else np.nan


def _named(found: Importance) -> Iterator[tuple[str, HeadMeans, str]]:
    yield mark("Ablation"), found.ablation, found.unit
    if found.gradient is not None:
        yield mark("Gradient"), found.gradient, GRADIENT


def in_words(heads: ModelHeads, stream: str, layer: int, head: int) -> list[tuple[str, str]]:
    """Lines of the details of a head."""
    found = heads.importance[stream]
    if isinstance(found, UserError):
        return [(tr("Ablation"), found.message)]
    return [
        (tr(title), f"{_words(values, layer, head)} {tr(unit)}")
        for title, values, unit in _named(found)
    ]


def exported(heads: ModelHeads, stream: str, layer: int, head: int) -> Iterator[tuple[Any, ...]]:
    """What it is, the unit, the mean and its interval, no chance level, and the sentences."""
    found = heads.importance[stream]
    if isinstance(found, Importance):
        for title, values, unit in _named(found):
            yield title, unit, *_numbers(values, layer, head), None, found.num_sentences
