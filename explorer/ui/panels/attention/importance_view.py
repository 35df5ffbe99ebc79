"""Above the table of heads: how much each head matters to the prediction, as maps of the model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from explorer.core.attention.survey.importance import (
    GRADIENT_UNIT,
    HeadMeans,
    Importance,
    Measured,
)
from explorer.core.attention.survey.ranking import ScoredStream
from explorer.core.errors import UserError
from explorer.core.library.slots import ModelSlot
from explorer.core.localization import tr
from explorer.core.panel_text import panel_text
from explorer.core.state.state import Selection
from explorer.ui.graphics.drawing import (
    Drawing,
    Row,
    Tagged,
    TextBlock,
    Titled,
    add_common_legend,
    number,
)
from explorer.ui.graphics.legend import ColourScale
from explorer.ui.graphics.maps.named_map import NamedMap
from explorer.ui.style.colours import Scale

NOTES = panel_text("attention").notes
SCALE_SLOTS = (5, 4)  # of more and of less loss, which are no model's
MIN_MODEL, MIN_MAP, MAX_CELL = 320.0, 140.0, 30.0  # pixels
LEAST_SCALE = 0.01  # nats


@dataclass(frozen=True)
class ImportanceTag:
    """A map of the heads of a stream, by layer and head."""

    model: str
    stream: str


def importance_maps(
    streams: Sequence[ScoredStream], slots: Mapping[str, ModelSlot], selection: Selection
) -> Drawing:
    """The maps of all models, which share the scale of the ablation."""
    known = [one.measured_scores for one in streams if isinstance(one.measured_scores, Importance)]
    scale = _scale(known)
    cells = [_stream(one, slots[one.key], scale, selection) for one in streams]
    legend = [ColourScale(scale, SCALE_SLOTS)] if known else []
    drawing = add_common_legend(Row(cells, min_width=MIN_MODEL), *legend)
    return Titled(drawing, tr("Importance"), note=NOTES["importance"])


def _scale(known: Sequence[Importance]) -> Scale:
    tops = [float(np.nanmax(np.abs(one.ablation.mean), initial=0)) for one in known]
    label = tr("← loss falls without the head, loss grows →")
    return Scale(max([*tops, LEAST_SCALE]), diverges=True, label=label)


def _stream(one: ScoredStream, model: ModelSlot, scale: Scale, selection: Selection) -> Drawing:
    title = f"{model.title} · {one.title}" if one.title else model.title
    found, tag = one.measured_scores, ImportanceTag(one.key, one.name)
    if isinstance(found, UserError):
        return Titled(TextBlock(found.message, hint=found.hint), title, model.index)
    ablation = _map(found.ablation, scale, found.unit, selection)
    maps = [Titled(Tagged(ablation, tag), tr("Ablation"))]
    note = tr("In {unit}, {count} sentences.", unit=tr(found.unit), count=found.num_sentences)
    if found.gradient is None:
        note += f" {NOTES['no_gradient']}"
    else:
        largest = Scale(max(float(np.nanmax(found.gradient.mean, initial=0)), 1e-9))
        gradient = Tagged(_map(found.gradient, largest, GRADIENT_UNIT, selection), tag)
        maps.append(Titled(gradient, tr("Gradient, 0 to {most}", most=number(largest.maximum))))
        note += tr(
            " Rank correlation of both: {correlation}.", correlation=number(found.correlation)
        )
    note += f" {NOTES['shared_layers']}" if found.shared else ""
    return Titled(Row(maps, min_width=MIN_MAP), title, model.index, note)


def _map(values: HeadMeans, scale: Scale, unit: str, selection: Selection) -> Drawing:
    num_layers, num_heads = values.mean.shape
    layer, head = selection.layer, selection.head
    inside = layer is not None and head is not None and layer < num_layers and head < num_heads

    def tip(layer: int, head: int) -> str:
        return tr(
            "Layer {layer}, head {head}: {value} {unit}",
            layer=layer + 1,
            head=head + 1,
            value=_value_in_words(values, layer, head),
            unit=tr(unit),
        )

    return NamedMap(
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


def _value_in_words(values: HeadMeans, layer: int, head: int) -> str:
    mean, low, high = values.mean_and_interval(layer, head)
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


def describe_head(found: Measured, layer: int, head: int) -> list[tuple[str, str]]:
    """Lines of the details of a head."""
    if isinstance(found, UserError):
        return [(tr("Ablation"), found.message)]
    return [
        (tr(title), f"{_value_in_words(values, layer, head)} {tr(unit)}")
        for title, values, unit in found.measures
    ]
