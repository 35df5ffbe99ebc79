"""The view Input formats: what four formats build from the same documents."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from explorer.core.comparison.inputs import FORMATS, BuiltInputs
from explorer.core.localization import tr
from explorer.core.panel_text import panel_text
from explorer.core.table import Table
from explorer.ui.graphics.drawing import Drawing, Stack, Titled
from explorer.ui.graphics.table_drawing import Column, Segment, TableCell, TableDrawing, TableRow
from explorer.ui.style.palette import Palette

if TYPE_CHECKING:
    from models.data.texts.input_formats import BuiltInput, InputFormat

NOTES = panel_text("compare").notes
COLUMNS = (
    *("format", "input", "segment", "document", "sentence", "tokens", "text"),
    *("input_tokens", "input_documents", "is_next"),
)
SHOWN = 25  # inputs of the chosen format
FIRST, BETWEEN = "[CLS]", "[SEP]"
NUMBER_WIDTH, BAR_WIDTH = 70.0, 110.0
NO_PAIR = "–"


def build_formats(built: BuiltInputs, chosen: InputFormat) -> Drawing:
    """The four formats in numbers, then the inputs of the chosen one."""
    title = tr("Four formats of the same {count} documents", count=len(built.documents))
    whole = Titled(_summary(built, chosen), title, note=NOTES["formats"])
    count = min(SHOWN, len(built.inputs[chosen]))
    inputs = tr("{format}: the first {count} inputs", format=tr(FORMATS[chosen]), count=count)
    return Stack([whole, Titled(_inputs(built, chosen), inputs, note=NOTES["inputs"])], gap=20)


def _summary(built: BuiltInputs, chosen: InputFormat) -> Drawing:
    columns = [
        Column(tr("Format"), stretch=True),
        Column(tr("Mean tokens"), right=True, least=NUMBER_WIDTH),
        Column(tr("Share of the length"), least=BAR_WIDTH),
        Column(tr("Sentences"), right=True, least=NUMBER_WIDTH),
        Column(tr("Documents"), right=True, least=NUMBER_WIDTH),
        Column(tr("Follows"), right=True, least=NUMBER_WIDTH),
    ]
    rows = []
    for kind, made in built.inputs.items():
        tokens = float(np.mean([one.num_tokens for one in made]))
        pairs = [one.is_next for one in made if one.is_next is not None]
        share = tokens / built.length
        bar = (Segment(min(share, 1.0), _accent),)
        cells = (
            TableCell(tr(FORMATS[kind]), bold=kind == chosen),
            TableCell(f"{tokens:.1f}"),
            TableCell(f"{share:.0%}", bar=bar),
            TableCell(f"{np.mean([one.num_sentences for one in made]):.1f}"),
            TableCell(f"{np.mean([len(one.documents) for one in made]):.1f}"),
            TableCell(f"{np.mean(pairs):.0%}" if pairs else NO_PAIR, muted=not pairs),
        )
        rows.append(TableRow(cells, kind))
    return TableDrawing(columns, rows, selected=chosen)


def _inputs(built: BuiltInputs, chosen: InputFormat) -> Drawing:
    columns = [
        Column("", right=True),
        Column(tr("Input"), stretch=True, wrap=True),
        Column(tr("Tokens"), right=True, least=NUMBER_WIDTH),
        Column(tr("Documents"), right=True, least=NUMBER_WIDTH),
        Column(tr("Follows"), right=True, least=NUMBER_WIDTH),
    ]
    rows = [
        TableRow(
            (
                TableCell(str(at), muted=True),
                TableCell(" ".join(_words(built, one))),
                TableCell(f"{one.num_tokens:,}"),
                TableCell(str(len(one.documents))),
                TableCell(_follows(one), muted=one.is_next is None),
            )
        )
        for at, one in enumerate(built.inputs[chosen][:SHOWN], 1)
    ]
    return TableDrawing(columns, rows, long=True)


def _words(built: BuiltInputs, one: BuiltInput) -> Iterator[str]:
    """The sentences with special tokens, also one between two documents."""
    yield FIRST
    for segment in one.segments:
        before = segment[0].document
        for place in segment:
            if place.document != before:
                yield BETWEEN
            before = place.document
            yield built.documents[place.document][place.sentence]
        yield BETWEEN


def _follows(one: BuiltInput) -> str:
    if one.is_next is None:
        return NO_PAIR
    return tr("yes") if one.is_next else tr("no")


def _accent(palette: Palette) -> str:
    return palette.accent


def tabulate_formats(built: BuiltInputs) -> Table:
    """A row for each sentence of each input of every format."""
    rows: list[tuple[Any, ...]] = []
    for kind, made in built.inputs.items():
        for number, one in enumerate(made, 1):
            whole = one.num_tokens, len(one.documents), one.is_next
            for segment, places in enumerate(one.segments):
                for place in places:
                    where = place.document, place.sentence, place.tokens
                    text = built.documents[place.document][place.sentence]
                    rows.append((kind, number, segment, *where, text, *whole))
    meta = {"length": built.length, "seed": built.seed, "model": built.model}
    return Table(COLUMNS, rows, "Input formats", meta)
