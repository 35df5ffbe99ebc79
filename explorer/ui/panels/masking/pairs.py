"""How two texts stand to each other, says the head that judges that; as written and swapped."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.core.masking.judgements import PairVerdict
from explorer.ui.graphics.charts.bars import Bar, Bars
from explorer.ui.graphics.drawing import Drawing, Row, Stack, TextBlock, Titled
from explorer.ui.panels.masking.column import COMPUTING, MaskingColumn

MIN_WIDTH = 150.0
TITLE = "How do the two texts stand to each other?"


def pairs(columns: Sequence[MaskingColumn], pair: str) -> Drawing:
    """The probability of each class, with the texts as they are and the other way round."""
    if not pair.strip():
        hint = "Add a second sentence above, and it is judged here."
        return Titled(TextBlock("", hint=hint), TITLE)
    note = (
        "Softmax of the head at [CLS], with nothing hidden. Next sentence: does the second text "
        "follow, or is it from elsewhere? Sentence order: are both in order, or swapped?"
    )
    cells = [
        _verdict(column, verdict)
        for column in columns
        if column.judges_pairs and not column.example.problem
        for verdict in column.example.pairs
    ]
    return Titled(Stack(cells, gap=12) if cells else TextBlock(COMPUTING), TITLE, note=note)


def _verdict(column: MaskingColumn, verdict: PairVerdict) -> Drawing:
    ways = [
        Titled(_bars(column, verdict, verdict.as_written), "As written"),
        Titled(_bars(column, verdict, verdict.swapped), "The other way round"),
    ]
    title = f"{column.title}: {verdict.head.title.lower()}"
    return Titled(Row(ways, gap=24, min_width=MIN_WIDTH), title, column.slot)


def _bars(column: MaskingColumn, verdict: PairVerdict, probabilities: Sequence[float]) -> Bars:
    best = max(probabilities)
    return Bars(
        [
            Bar(name, p, column.slot, strong=p == best)
            for name, p in zip(verdict.classes, probabilities, strict=True)
        ]
    )
