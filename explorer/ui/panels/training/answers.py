"""The predictions for the watched sentence during training, one row per sample."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.core.training.runs import WATCH_MASK, Sample
from explorer.ui.graphics.drawing import number
from explorer.ui.graphics.table_drawing import Cell, Column, TableDrawing, TableRow
from explorer.ui.graphics.tokens.chip import visible

MAX_ROWS = 12
MIN_CELL, MAX_CELL = 60.0, 148.0  # pixels
NEXT = "…"  # in place of what a model writes at the end


def answers_table(samples: Sequence[Sample]) -> TableDrawing:
    """The newest prediction first; the darker a cell, the more probable its token."""
    rows = [_row(sample) for sample in thinned([s for s in samples if s.predictions])[::-1]]
    count = max((len(row.cells) - 1 for row in rows), default=0)
    cell = Column(least=MIN_CELL, most=MAX_CELL, stretch=True, optional=True, clicks=True)
    return TableDrawing([Column(right=True, least=56.0), *[cell] * count], rows)


def _row(sample: Sample) -> TableRow:
    """The step, and the candidates at the first predicted position."""
    found = sample.predictions[0].candidates
    cells = (
        Cell(
            visible(c.token),
            beside=number(c.probability),
            heat=c.probability,
            tip=f"Step {sample.step:,}: {visible(c.token)} {number(c.probability)}",
        )
        for c in found
    )
    return TableRow((Cell(f"{sample.step:,}", muted=True, small=True), *cells), group=sample.step)


def thinned(samples: Sequence[Sample], most: int = MAX_ROWS) -> list[Sample]:
    """At most so many samples, evenly spread, the first and the newest among them."""
    if len(samples) <= most:
        return list(samples)
    last = len(samples) - 1
    return [samples[round(index * last / (most - 1))] for index in range(most)]


def question(watch: str, sample: Sample) -> str:
    """The watched sentence as the model read it, with the masked position that it filled.

    Without a mask in it, these are its tokens, which show what was masked.
    """
    before, mask, _ = watch.partition(WATCH_MASK)
    if mask:
        return (
            watch.replace(WATCH_MASK, sample.mask) if sample.mask else f"{before.rstrip()} {NEXT}"
        )
    mask = sample.mask or NEXT
    places = {prediction.place for prediction in sample.predictions}
    tokens = [mask if at in places else visible(token) for at, token in enumerate(sample.tokens)]
    beyond = [mask] * sum(place >= len(sample.tokens) for place in places)
    return " ".join([*tokens, *beyond])
