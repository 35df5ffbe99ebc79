"""The view Surprisal: bars over the words of a sentence, and reading times beside them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from explorer.core.errors import UserError
from explorer.core.library.slots import ModelSlot
from explorer.core.localization import message, tr
from explorer.core.panel_text import panel_text
from explorer.core.surprisal.request import (
    BITS,
    PREDICTORS,
    UNITS,
    SurprisalAnswer,
    convert_unit,
)
from explorer.core.surprisal.texts import ModelSurprisal
from explorer.ui.graphics.charts.word_bars import WordBars, WordSeries
from explorer.ui.graphics.drawing import Drawing, Stack, Tagged, TextBlock, Titled, number
from explorer.ui.graphics.legend import Legend, LegendEntry
from explorer.ui.graphics.sketch import Sketch
from explorer.ui.graphics.table_drawing import Column, TableCell, TableDrawing, TableRow
from explorer.ui.panel_base.details import Details
from models.schema.records import FloatArray, IntArray

NOTES = panel_text("sentences").notes
MAX_DRAWN = 120  # words of a text
MAX_NAMED = 4
SYMBOL = 10.0


@dataclass(frozen=True, eq=False)
class SurprisalScene:
    """An answer with the text that is drawn, and the unit."""

    answer: SurprisalAnswer
    slots: Mapping[str, ModelSlot]
    text: int = 0
    unit: str = BITS
    word: int | None = None  # of the text

    @property
    def rows(self) -> IntArray:
        """The words of the text that is drawn."""
        return self.answer.words.find_text(self.text)[:MAX_DRAWN]

    def values(self, one: ModelSurprisal) -> FloatArray:
        return convert_unit(one.nats[self.rows], self.unit)

    def title_of(self, key: str) -> str:
        slot = self.slots.get(key)
        return key if slot is None else f"{slot.letter} {slot.title}"


def drawings(scene: SurprisalScene) -> list[Drawing]:
    """The answer in a sentence, the bars, and what reading times say."""
    answer = scene.answer
    parts: list[Drawing] = [TextBlock(summary(scene), muted=False)]
    drawn = [one for one in answer.models if one.key in scene.slots]
    if drawn and len(scene.rows):
        series = [
            WordSeries(
                scene.title_of(one.key),
                tuple(scene.values(one).tolist()),
                scene.slots[one.key].index,
            )
            for one in drawn
        ]
        words = [answer.words.words[row] for row in scene.rows.tolist()]
        title = tr("Surprisal of each word in {unit}", unit=message(UNITS[scene.unit]))
        bars = WordBars(words, series, y_title=title, selected=scene.word)
        note = NOTES["treated" if answer.corrected else "untreated"]
        legend = Legend([_entry(one) for one in series])
        parts.append(Titled(Stack([legend, Tagged(bars, "words")], gap=10), tr("Words"), note=note))
    if answer.aligned is not None:
        parts.append(_regressions(scene))
    return parts


def _entry(one: WordSeries) -> LegendEntry:
    def draw(sketch: Sketch, rect: object) -> None:
        sketch.fill(rect, sketch.palette.model(one.slot), radius=1)  # type: ignore[arg-type]

    return LegendEntry(one.name, SYMBOL, draw)


def summary(scene: SurprisalScene) -> str:
    """The hardest word of each model, and the sum over the sentence."""
    parts = []
    unit = message(UNITS[scene.unit])
    for one in scene.answer.models:
        values = scene.values(one)
        if not np.isfinite(values).any():
            continue
        place = int(np.nanargmax(values))
        word = scene.answer.words.words[int(scene.rows[place])]
        parts.append(
            tr(
                "{model}: the most surprising word is “{word}”, {value} {unit} of {total} in all",
                model=scene.title_of(one.key),
                word=word,
                value=number(float(values[place])),
                total=number(float(np.nansum(values))),
                unit=unit,
            )
        )
    return ". ".join(parts) + "." if parts else tr("No word of this text has a surprisal yet.")


def _regressions(scene: SurprisalScene) -> Drawing:
    """How much longer a word is read for one more unit of surprisal, in each model."""
    answer = scene.answer
    columns = (
        Column(tr("model"), stretch=True),
        Column(tr("predictor")),
        Column(tr("coefficient"), right=True),
        Column(tr("95 % interval"), right=True),
        Column(tr("words"), right=True),
        Column("R²", right=True),
    )
    rows = []
    for one in answer.models:
        found = answer.regression(one, scene.unit)
        title = scene.title_of(one.key)
        if found is None:
            rows.append(TableRow((TableCell(title), TableCell(tr("too few words")))))
            continue
        for n, part in enumerate(found.coefficients):
            low, high = part.interval or (math.nan, math.nan)
            rows.append(
                TableRow(
                    (
                        TableCell("" if n else title),
                        TableCell(message(PREDICTORS[part.name])),
                        TableCell(number(part.value)),
                        TableCell(f"[{number(low)}, {number(high)}]"),
                        TableCell("" if n else f"{found.count:,}"),
                        TableCell("" if n else f"{found.share:.2f}"),
                    )
                )
            )
    table = TableDrawing(columns, rows)
    return Titled(table, tr("Reading time by surprisal"), note=NOTES["regression"])


def limits(scene: SurprisalScene) -> list[str]:
    """What is left out and does not fit, and models that have no surprisal."""
    answer = scene.answer
    lines = list(answer.notes)
    for key, problem in answer.problems.items():
        lines.append(f"{scene.title_of(key)}: {problem}")
    for one in answer.models:
        if one.num_unscored:
            text = tr(
                "{model}: {count:,} words have no surprisal, as they are cut off or cannot be "
                "read.",
                model=scene.title_of(one.key),
                count=one.num_unscored,
            )
            lines.append(text)
    if (more := len(answer.words.find_text(scene.text)) - MAX_DRAWN) > 0:
        lines.append(tr("{more:,} more words are in the table, not drawn.", more=more))
    if isinstance(answer.times, UserError):
        lines.append(str(answer.times))
    elif answer.times is not None:
        faults = answer.times.faults
        lines += faults[:MAX_NAMED]
        if (left := len(faults) - MAX_NAMED) > 0:
            lines.append(tr("{left:,} more rows do not fit.", left=left))
    return lines


def details(scene: SurprisalScene) -> Details:
    """The selected word in each model."""
    if scene.word is None or not 0 <= scene.word < len(scene.rows):
        return Details()
    row = int(scene.rows[scene.word])
    unit = message(UNITS[scene.unit])
    rows = [(tr("word"), scene.answer.words.words[row])]
    for one in scene.answer.models:
        value = float(convert_unit(one.nats[[row]], scene.unit)[0])
        text = tr(
            "{value} {unit}, tokens: {count}",
            value=number(value) if math.isfinite(value) else "–",
            unit=unit,
            count=int(one.tokens[row]),
        )
        rows.append((scene.title_of(one.key), text))
    times = scene.answer.aligned
    if times is not None and math.isfinite(times.times[row]):
        rows.append((tr("time"), number(float(times.times[row]))))
    return Details(tr("Word"), tuple(rows))
