"""Numbers and words of the Inside panel: table of the export, details, captions, limits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from explorer.core.localization import message, tr
from explorer.core.table import Table
from explorer.ui.graphics.drawing import number
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.panel_base.details import Details
from explorer.ui.panels.inside.figure import InsideColumn, sums

COLUMNS = ("model", "layer", "step", "formula", "name", "head", "number", "of_token", "value")
LOGIT = tr("Logit in parts")


def table(columns: Sequence[InsideColumn]) -> Table:
    """Every number of the step, and every part of the logit."""
    rows = [(one.model.key, *row) for one in columns for row in (*_numbers(one), *_parts(one))]
    return Table(COLUMNS, rows, title=tr("Inside"))


def _numbers(one: InsideColumn) -> Iterator[tuple[Any, ...]]:
    step = one.step
    place = one.answer.section_name(step.section), step.title, step.formula
    for vector in one.vectors:
        own = one.other_label if vector.of_other else ""
        for n, value in enumerate(vector.values.tolist()):
            token = visible(one.labels[n]) if vector.over_tokens else own
            yield (*place, vector.name, one.head_number, n + 1, token, value)


def _parts(one: InsideColumn) -> Iterator[tuple[Any, ...]]:
    parts = one.answer.parts
    if parts is None:
        return
    what = f"{parts.wanted} against {parts.against}" if parts.against else parts.wanted
    for part in parts.made_of.parts:
        layer = "" if part.layer is None else tr("Layer {part}", part=part.layer)
        head = None if part.head is None else part.head + 1
        name = f"{part.kind} {part.stream}".strip()
        yield (layer, LOGIT, what, name, head, None, "", part.value)
    yield ("", LOGIT, what, "sum", None, None, "", parts.made_of.logit)


def details(columns: Sequence[InsideColumn]) -> Details:
    """What each model predicts of this token, and the logit in parts."""
    rows: list[tuple[str, str]] = []
    for one in columns:
        rows.append((f"{one.model.letter}  {one.model.title}", ""))
        rows += [(best.name, f"{best.probability:.1%}") for best in one.answer.candidates[:3]]
        if one.answer.parts is not None:
            rows += [(title, number(value)) for title, value in sums(one.answer.parts)]
    return Details(tr("Prediction, and its logit"), tuple(rows)) if rows else Details()


def caption_settings(columns: Sequence[InsideColumn]) -> list[str]:
    """For a caption: the step, the token, the head, the other token, the words, the temperature."""
    said = []
    for one in columns:
        answer, step = one.answer, one.step
        text = tr(
            "{one} token {answer} ({token}) of the {title}",
            one=one.model.letter,
            answer=answer.row,
            token=one.token_label,
            title=tr(answer.states.stream.title),
        )
        text += f", {answer.section_name(step.section)}, {message(step.title)}"
        if head := one.head_number:
            text += tr(", head {step}, other token {one}", step=head, one=one.other_label)
        if (parts := answer.parts) is not None:
            text += tr(", logit of {parts}", parts=parts.wanted)
            text += tr(" against {word}", word=parts.against) if parts.against else ""
        said.append(text)
    temperatures = {one.answer.temperature for one in columns}
    return [*said, *(tr("temperature {value:g}", value=value) for value in sorted(temperatures))]
