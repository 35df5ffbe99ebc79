"""The entities that a model reads with a sentence, which it must predict, and what they change."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.core.localization import tr
from explorer.core.masking.classification import EntityMention, EntityResult
from explorer.ui.graphics.drawing import Drawing, Stack, TextBlock, number
from explorer.ui.graphics.table_drawing import Column, TableCell, TableDrawing, TableRow
from explorer.ui.panels.masking.column import COMPUTING, NOTES, MaskingColumn, section
from explorer.ui.panels.masking.predictions import (
    CANDIDATE,
    MAX_ROWS,
    compare_tables,
    predictions_table,
    truth_score,
)

REMOVED = tr("removed")
MAX_NAME = 110.0  # pixels


def reads_entities(column: MaskingColumn) -> bool:
    """Whether entities are an input of the model."""
    card = column.example.card
    return card is not None and any(one.role == "entities" for one in card.spec.inputs)


def entity_section(columns: Sequence[MaskingColumn]) -> Drawing:
    """Return the section on entities, for the models that read them."""
    return section(columns, tr("Which entities the text names"), _cell, note=NOTES["entities"])


def _cell(column: MaskingColumn) -> Drawing:
    found = column.example.entities
    if found is None:
        return TextBlock(
            tr("It was saved without entities.") if column.example.whole else COMPUTING
        )
    if not found.mentions:
        hint = tr("Names of the mini-world are linked, such as Paris, France or Marie Curie.")
        return TextBlock(tr("The text names no entity that the model knows."), hint=hint)
    parts = [_mentions(found.mentions)]
    if any(guesses for _, guesses in found.variants):
        parts.append(_variants(found))
    return Stack(parts, gap=14)


def _mentions(mentions: Sequence[EntityMention]) -> Drawing:
    """A row for each mention: its entity, what is fed, and what the head predicts."""
    count = max(len(mention.candidates) for mention in mentions)
    columns = [
        Column(tr("mention"), most=MAX_NAME),
        Column(tr("entity"), most=MAX_NAME),
        Column(tr("fed"), most=MAX_NAME),
        *[CANDIDATE] * count,
    ]
    return TableDrawing(columns, [_row(mention) for mention in mentions])


def _row(mention: EntityMention) -> TableRow:
    below = truth_score(mention.probability, mention.rank) if mention.is_target else ""
    candidates = mention.candidates if mention.is_target else ()
    is_wrong = bool(mention.fed) and mention.fed != mention.truth
    fed = TableCell(mention.fed or REMOVED, muted=not mention.fed, bold=is_wrong)
    guesses = (
        TableCell(name, below=number(p), heat=p, correct=rank == mention.rank)
        for rank, (name, p) in enumerate(candidates)
    )
    own = TableCell(mention.truth, below=below, bold=mention.is_target)
    tip = tr(
        "Position {place}: {mention} names {entity}",
        place=mention.start,
        mention=mention.text,
        entity=mention.truth,
    )
    return TableRow((TableCell(mention.text), own, fed, *guesses), tip=tip)


def _variants(found: EntityResult) -> Drawing:
    """The masked tokens with the linked entities, without any, and with wrong ones."""
    return compare_tables(
        (tr(title), guesses, predictions_table(guesses[:MAX_ROWS], None))
        for title, guesses in found.variants
    )
