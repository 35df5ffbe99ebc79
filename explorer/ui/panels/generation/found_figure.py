"""The tasks that a text contains by itself: how many of each kind, and the first places."""

from __future__ import annotations

from explorer.core.generation.found import KIND_TITLES, FoundAnswer
from explorer.core.localization import plural, tr
from explorer.core.panel_text import panel_text
from explorer.ui.graphics.drawing import Drawing, Stack, TextBlock, Titled
from explorer.ui.graphics.table_drawing import Column, TableCell, TableDrawing, TableRow

NOTES = panel_text("generation").notes
COLUMNS = (
    Column(tr("Before"), share=0.3, wrap=True),
    Column(tr("What shows the task"), share=0.4, wrap=True),
    Column(tr("After"), stretch=True, wrap=True),
)


def draw_found(answer: FoundAnswer) -> Drawing:
    """A table of places for each kind of task that was found; the others in a sentence."""
    found = answer.found
    documents = plural(found.num_documents, "{count:,} document", "{count:,} documents")
    sections: list[Drawing] = []
    for kind in sorted(KIND_TITLES, key=lambda one: -found.counts.get(one, 0)):
        title, count = KIND_TITLES[kind], found.counts.get(kind, 0)
        places = plural(count, "{count:,} place", "{count:,} places")
        text = tr(
            "{title}: {places} in {documents}", title=title, places=places, documents=documents
        )
        rows = [_row(one.before, one.sign, one.after) for one in found.places.get(kind, ())]
        table: Drawing = TableDrawing(COLUMNS, rows) if rows else TextBlock("–")
        sections.append(Titled(table, text, note=NOTES[f"found_{kind}"]))
    return Stack(sections, tr("Tasks in {name}", name=answer.name))


def _row(before: str, sign: str, after: str) -> TableRow:
    return TableRow((TableCell(before, muted=True), TableCell(sign), TableCell(after, muted=True)))
