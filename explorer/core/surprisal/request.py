"""The request of the view Surprisal, and its work."""

from __future__ import annotations

import math
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from explorer.core.engine.engine import Engine
from explorer.core.errors import UserError, as_user_errors, drop_traceback
from explorer.core.jobs.jobs import Partial, Progress, Work
from explorer.core.localization import tr
from explorer.core.sentences.source import SourceChoice, read_sentences, source_key
from explorer.core.state.choices import FormChoice
from explorer.core.surprisal.texts import ModelSurprisal, TextWords, text_surprisals
from explorer.core.table import Table
from models.schema.records import FloatArray

if TYPE_CHECKING:
    from models.data.judgements.reading_times import AlignedTimes
    from models.sentences.regression import Regression

SURPRISAL = "surprisal"
BITS, NATS = "bits", "nats"
UNITS = {BITS: tr("bits"), NATS: tr("nats")}
PREDICTORS = {
    "surprisal": tr("surprisal"),
    "length": tr("characters of the word"),
    "log_frequency": tr("logarithm of its frequency"),
}


@dataclass(frozen=True)
class SurprisalChoice(FormChoice):
    """`whole` takes the sentences of the panel in place of that of the window.

    `corrected` treats the ends of words; `times` is the path of a table of reading times.
    """

    whole: bool = False
    corrected: bool = False
    unit: str = BITS
    times: str = ""


@dataclass(frozen=True)
class SurprisalRequest:
    """All that the numbers depend on; `texts` count where there is no source."""

    keys: tuple[str, ...]
    texts: tuple[str, ...]
    source: SourceChoice | None
    seed: int
    corrected: bool
    times: str = ""
    version: tuple[object, ...] = ()
    view: str = SURPRISAL


@dataclass(frozen=True, eq=False)
class SurprisalAnswer:
    """The words of the texts, and the surprisal of each in the models that are ready."""

    title: str
    texts: tuple[str, ...]
    words: TextWords
    corrected: bool
    models: tuple[ModelSurprisal, ...] = ()
    times: AlignedTimes | UserError | None = None
    problems: Mapping[str, UserError] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    view: str = SURPRISAL

    @property
    def aligned(self) -> AlignedTimes | None:
        """The reading times by word; None where there are none, or their table cannot be read."""
        return None if isinstance(self.times, UserError) else self.times

    def regression(self, one: ModelSurprisal, unit: str) -> Regression | None:
        """Reading times by surprisal in this unit, the length of words, and their frequency."""
        from models.data.judgements.reading_times import lengths_of
        from models.sentences.regression import regress

        if (aligned := self.aligned) is None:
            return None
        predictors: dict[str, FloatArray] = {
            "surprisal": convert_unit(one.nats, unit),
            "length": lengths_of(self.words.words).astype(np.float32),
        }
        if np.isfinite(aligned.log_frequencies).any():
            predictors["log_frequency"] = aligned.log_frequencies
        return regress(aligned.times, predictors)

    def table(self, unit: str) -> Table:
        """A row for each word of each text, as R reads it: a column for each model."""
        times = self.aligned
        heads = ["text", "place", "word", "length"]
        columns = [convert_unit(one.nats, unit) for one in self.models]
        heads += [f"surprisal_{one.key}" for one in self.models]
        heads += [f"tokens_{one.key}" for one in self.models]
        heads += ["time"] if times is not None else []
        rows = []
        for at, word in enumerate(self.words.words):
            values = [_cell(column[at]) for column in columns]
            values += [int(one.tokens[at]) for one in self.models]
            values += [_cell(times.times[at])] if times is not None else []
            number, place = int(self.words.texts[at]) + 1, int(self.words.places[at]) + 1
            rows.append((number, place, word, len(word), *values))
        return Table(tuple(heads), rows, title=tr("Surprisal in {unit}", unit=UNITS[unit]))


def _cell(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None


def convert_unit(nats: FloatArray, unit: str) -> FloatArray:
    """Nats (W,) as they are, or in bits."""
    found: FloatArray = nats if unit == NATS else (nats / math.log(2)).astype(np.float32)
    return found


def surprisal_request(
    keys: tuple[str, ...], text: str, source: SourceChoice, choice: SurprisalChoice, seed: int
) -> SurprisalRequest:
    """The request of the models for the text of the window, or for the sentences of the panel."""
    version = source_key(source, seed) if choice.whole else ()
    if choice.times:
        version = (*version, *source_key(SourceChoice(choice.times), seed))
    return SurprisalRequest(
        keys,
        () if choice.whole else (text.strip(),),
        source if choice.whole else None,
        seed,
        choice.corrected,
        choice.times,
        version,
    )


def answers_to_surprisal(request: SurprisalRequest, engine: Engine) -> Work:
    """The words at once, then each model as soon as it is scored."""
    yield Progress(tr("Reading the sentences"), unit="sentences")
    title, texts, notes = "", request.texts, tuple[str, ...]()
    if request.source is not None:
        found = read_sentences(request.source, request.seed)
        title, notes = found.title, found.notes
        texts = tuple(one.joined_text for one in found.sentences)
    words = TextWords.split(texts)
    times = _align(request.times, words) if request.times else None
    answer = SurprisalAnswer(title, texts, words, request.corrected, (), times, {}, notes)
    yield Partial(answer)
    for key in request.keys:
        answer = yield from _add_model(engine, key, answer)
        yield Partial(answer)
    return answer


def _add_model(
    engine: Engine, key: str, answer: SurprisalAnswer
) -> Generator[Progress, None, SurprisalAnswer]:
    """The problem of a model is told beside the others."""
    try:
        found = yield from text_surprisals(engine, key, answer.texts, answer.corrected)
    except UserError as error:
        return replace(answer, problems={**answer.problems, key: drop_traceback(error)})
    return replace(answer, models=(*answer.models, found))


def _align(path: str, words: TextWords) -> AlignedTimes | UserError:
    from models.data.judgements.reading_times import align_times, read_times

    try:
        with as_user_errors():
            return align_times(read_times(Path(path).expanduser()), words.words)
    except UserError as error:
        return drop_traceback(error)
