"""Predictions that are no tokens: which tokens were replaced, how two texts are related."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.core.masking.example import MaskingExample
from explorer.core.masking.judgements import (
    THRESHOLD,
    DetectionResult,
    PairVerdict,
    detection_counts,
)
from explorer.ui.graphics.charts.bars import Bar, Bars
from explorer.ui.graphics.drawing import Drawing, Row, Stack, TextBlock, Titled, number
from explorer.ui.graphics.legend import ColourScale
from explorer.ui.graphics.tokens.chip import TokenChip, visible
from explorer.ui.graphics.tokens.token_rows import token_row
from explorer.ui.panels.masking.column import (
    COMPUTING,
    NOTES,
    PROBABILITY,
    MaskingColumn,
    section,
)
from models.schema.records import Change

MIN_VERDICT = 150.0
PAIR_TITLE = "How are the two texts related?"

# ---- original or replaced


def detection_section(columns: Sequence[MaskingColumn]) -> Drawing:
    """The tokens that a generator put in, and the discriminator's probability for every token."""
    return section(
        [column for column in columns if column.example.judged is not None],
        "Original or replaced?",
        _detection_cell,
        ColourScale(PROBABILITY),
        note=NOTES["detection"].format(threshold=THRESHOLD),
        note_of=_counts_note,
    )


def _counts_note(column: MaskingColumn) -> str:
    judged = column.example.judged
    if judged is None or judged.replaced is None:
        return (
            "There is no generator in this folder: the discriminator reads the sentence as it is."
        )
    counts = detection_counts(judged.replaced[judged.known], judged.probability[judged.known])
    original = counts.false_positives + counts.true_negatives
    return (
        f"True positives: {counts.true_positives} of {counts.replaced} replaced tokens. "
        f"False positives: {counts.false_positives} of {original} original tokens."
    )


def _detection_cell(column: MaskingColumn) -> Drawing:
    judged, example = column.example.judged, column.example
    assert judged is not None
    chips = [_detection_chip(example, judged, at) for at in range(len(judged.labels))]
    row = token_row(chips, below=("was", "p"), selected=column.selected)
    return column.tagged("detection", row)


def _detection_chip(example: MaskingExample, judged: DetectionResult, at: int) -> TokenChip:
    name, was = judged.labels[at], visible(example.names[at])
    probability, truth = float(judged.probability[at]), judged.truth(at)
    change = _generated(example, judged, at)
    origin = "a mask of the text itself" if truth is None else "original"
    if change is Change.REPLACED:
        origin = f"the generator put it in for {was}"
    elif change is Change.UNCHANGED:
        origin = "the generator put in the true token"
    positive = probability >= THRESHOLD
    correct = "right" if truth == positive else "wrong"
    return TokenChip(
        text=name,
        change=change,
        heat=probability,
        below=(was if change is Change.REPLACED else "", number(probability)),
        tip=f"{visible(name)}: {origin}; replaced with probability {number(probability)}",
        mark="" if truth is None or not (truth or positive) else correct,
    )


def _generated(example: MaskingExample, judged: DetectionResult, at: int) -> Change:
    """What the generator did to a token; unchanged where it predicted the true one."""
    if judged.replaced is None or example.corruption is None:
        return Change.KEPT
    if judged.replaced[at]:
        return Change.REPLACED
    sampled = example.corruption.change[at] != Change.KEPT
    return Change.UNCHANGED if sampled else Change.KEPT


# ---- how two texts are related


def pair_section(columns: Sequence[MaskingColumn], pair: str) -> Drawing:
    """The probability of each class, for the texts as written and swapped."""
    if not pair.strip():
        hint = "Add a second sentence above, and its relation to the first is predicted here."
        return Titled(TextBlock("", hint=hint), PAIR_TITLE)
    cells = [
        _pair_cell(column, verdict)
        for column in columns
        if column.judges_pairs and not column.example.problem
        for verdict in column.example.pairs
    ]
    return Titled(
        Stack(cells, gap=12) if cells else TextBlock(COMPUTING), PAIR_TITLE, note=NOTES["pairs"]
    )


def _pair_cell(column: MaskingColumn, verdict: PairVerdict) -> Drawing:
    both = []
    for title, values in (("As written", verdict.as_written), ("Swapped", verdict.swapped)):
        classes = zip(verdict.classes, values, strict=True)
        bars = [Bar(name, p, column.slot, strong=p == max(values)) for name, p in classes]
        both.append(Titled(Bars(bars), title))
    title = f"{column.title}: {verdict.head.title.lower()}"
    return Titled(Row(both, gap=24, min_width=MIN_VERDICT), title, column.slot)
