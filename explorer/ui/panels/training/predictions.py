"""The predictions for the watched sentence during training, one row per sample."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.core.languages.scripts import scripts_of, sort_foreign_last
from explorer.core.localization import tr
from explorer.core.training.runs import WATCH_MASK, SentencePredictions
from explorer.ui.graphics.drawing import GRID, Drawing, Stack, TextBlock, Titled, number
from explorer.ui.graphics.table_drawing import Column, TableCell, TableDrawing, TableRow
from explorer.ui.graphics.tokens.chip import visible

MAX_ROWS = 12
MIN_CELL, MAX_CELL = 60.0, 148.0  # pixels
NEXT = "…"  # in place of a prediction for the end of the sentence
TITLE = tr("Predictions for the watched sentence, newest first")


def predictions_figure(watch: str, samples: Sequence[SentencePredictions]) -> Drawing:
    """The sentence, and its predictions by step; the darker a cell, the more probable its token."""
    samples = [sample for sample in samples if sample.predictions]
    if not samples:
        parts: list[Drawing] = [TextBlock(watch, muted=False), TextBlock(tr("No prediction yet."))]
        return Titled(Stack(parts, gap=GRID), TITLE)
    rows = [_row(sample, scripts_of(watch)) for sample in reversed(thin_samples(samples))]
    cell = Column(least=MIN_CELL, most=MAX_CELL, stretch=True, optional=True, clicks=True)
    cells = [cell] * max(len(row.cells) - 1 for row in rows)
    table = TableDrawing([Column(right=True, least=56.0), *cells], rows)
    sentence = TextBlock(masked_sentence(watch, samples[-1]), muted=False)
    return Titled(Stack([sentence, table], gap=GRID), TITLE)


def _row(sample: SentencePredictions, scripts: frozenset[str]) -> TableRow:
    """The step, and the candidates at the first predicted position; those in no script last."""
    step = f"{sample.step:,}"
    cells = [TableCell(step, muted=True, small=True)]
    candidates = sample.predictions[0].candidates
    for candidate, is_foreign in sort_foreign_last(candidates, lambda one: one.token, scripts):
        token, probability = visible(candidate.token), number(candidate.probability)
        tip = tr(
            "Step {step}: {token} {probability}", step=step, token=token, probability=probability
        )
        heat = None if is_foreign else candidate.probability
        cells.append(TableCell(token, beside=probability, heat=heat, muted=is_foreign, tip=tip))
    return TableRow(tuple(cells), group=sample.step)


def thin_samples(samples: Sequence[SentencePredictions]) -> list[SentencePredictions]:
    """At most MAX_ROWS samples, evenly spread, the first and the newest among them."""
    if len(samples) <= MAX_ROWS:
        return list(samples)
    last = len(samples) - 1
    return [samples[round(index * last / (MAX_ROWS - 1))] for index in range(MAX_ROWS)]


def masked_sentence(watch: str, sample: SentencePredictions) -> str:
    """The watched sentence as the model read it, with the masked position that it filled.

    Without a mask in it, these are its tokens, which show what was masked.
    """
    before, mask, _ = watch.partition(WATCH_MASK)
    if mask and sample.mask:
        return watch.replace(WATCH_MASK, sample.mask)
    if mask:
        return f"{before.rstrip()} {NEXT}"
    mask = sample.mask or NEXT
    positions = {prediction.place for prediction in sample.predictions}
    tokens = [mask if n in positions else visible(name) for n, name in enumerate(sample.tokens)]
    after = [mask] * sum(position >= len(sample.tokens) for position in positions)
    return " ".join([*tokens, *after])
