"""The table of sentences: its columns, their order, what is searched, and where models differ.

Shapes: N sentences.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from explorer.core.errors import UserError
from explorer.core.localization import tr
from explorer.core.sentences.scores import ModelScores
from explorer.core.sentences.source import SentenceSet
from explorer.core.state.choices import FormChoice
from models.schema.records import BoolArray, FloatArray, IntArray
from models.tasks.metrics import Interval, correlation_interval

DISAGREEMENT = 1.0  # standard deviations between how hard a sentence is for two models
RESAMPLES, CONFIDENCE = 2_000, 0.95
RESAMPLED_AT_ONCE = 4_000_000  # numbers
FEWEST_FOR_INTERVAL = 5
MAX_GROUPS = 3  # that have a colour; the others are one more
OTHERS, NOTHING = tr("others"), tr("none")
LABEL, PATTERN, SUBJECT, CORRECT = "label", "pattern", "subject", "correct"
GROUPS = {LABEL: tr("label"), PATTERN: tr("pattern"), SUBJECT: tr("subject")}
Scores = Mapping[str, ModelScores | UserError]  # by model


@dataclass(frozen=True)
class RowFilter(FormChoice):
    """Which sentences are listed, and the column by which they are sorted."""

    sort: str = ""
    descending: bool = False
    search: str = ""
    disagree: bool = False
    errors: bool = False


@dataclass(frozen=True, eq=False)
class SentenceColumn:
    """One column. `model` is the key of the one that it is of, `values` (N,) numbers or texts."""

    name: str
    title: str
    values: Any
    model: str = ""
    digits: int = 0  # after the decimal point, of a number

    @property
    def is_number(self) -> bool:
        return isinstance(self.values, np.ndarray)

    def text(self, row: int) -> str:
        """A value as it is read; empty where there is none."""
        value = self.values[row]
        if not self.is_number:
            return str(value)
        return f"{value:,.{self.digits}f}" if np.isfinite(value) else ""

    def plain(self, row: int) -> Any:
        """A value for a file; None where there is none."""
        value = self.values[row]
        if not self.is_number:
            return value
        return float(value) if self.digits else int(value)


@dataclass(frozen=True, eq=False)
class SentenceTable:
    """The sentences with what the models say of them."""

    sentence_set: SentenceSet
    scores: Scores

    @property
    def known(self) -> dict[str, ModelScores]:
        """The scores of the models that could be scored."""
        return {k: one for k, one in self.scores.items() if isinstance(one, ModelScores)}

    @cached_property
    def columns(self) -> tuple[SentenceColumn, ...]:
        """The number and the texts, then the columns of each model."""
        rows = self.sentence_set.sentences
        columns = [
            SentenceColumn("number", "#", np.arange(1, len(rows) + 1)),
            SentenceColumn("text", tr("sentence"), [one.text for one in rows]),
        ]
        columns += [
            SentenceColumn(name, title, [getattr(one, name) for one in rows])
            for name, title in {"pair": tr("pair"), **GROUPS}.items()
            if self.sentence_set.has(name)  # type: ignore[arg-type]
        ]
        return (*columns, *(c for one in self.known.values() for c in _columns_of(one)))

    def column(self, name: str) -> SentenceColumn | None:
        return next((one for one in self.columns if one.name == name), None)

    def rows(self, chosen: RowFilter) -> IntArray:
        """The sentences that pass the filter, sorted by a column; what is empty comes last."""
        passed = self._match_search(chosen.search)
        if chosen.disagree:
            passed &= self.disagreements
        if chosen.errors:
            passed &= self.errors
        rows = np.flatnonzero(passed)
        column = self.column(chosen.sort)
        return rows if column is None else _sort_rows(rows, column, descending=chosen.descending)

    def _match_search(self, search: str) -> BoolArray:
        """Mark the sentences (N,) whose texts together contain all words of a search."""
        words = search.lower().split()
        if not words:
            return np.ones(len(self.sentence_set), dtype=bool)
        found = [all(word in text for word in words) for text in self._searchable_texts]
        return np.array(found, dtype=bool)

    @cached_property
    def _searchable_texts(self) -> list[str]:
        """All texts of each row in one, in small letters."""
        texts = [c.values for c in self.columns if not c.is_number]
        return ["\n".join(row).lower() for row in zip(*texts, strict=True)]

    @cached_property
    def disagreements(self) -> BoolArray:
        """A mask of the sentences (N,) on which models disagree.

        Two fine-tuned models answer differently, or the losses of two models, standardised by each
        model's mean and standard deviation, differ by DISAGREEMENT or more.
        """
        found = np.zeros(len(self.sentence_set), dtype=bool)
        answers = [one.answers for one in self.known.values() if one.answers]
        losses = [_standardise(one.losses) for one in self.known.values() if not one.is_task]
        if len(answers) > 1:
            found |= [len(set(row)) > 1 for row in zip(*answers, strict=True)]
        if len(losses) > 1:
            with np.errstate(invalid="ignore"):
                found |= np.ptp(np.stack(losses), axis=0) >= DISAGREEMENT
        return found

    @property
    def can_disagree(self) -> bool:
        kinds = Counter(one.is_task for one in self.known.values())
        return max(kinds.values(), default=0) > 1

    @cached_property
    def errors(self) -> BoolArray:
        """A mask of the sentences (N,) on which a fine-tuned model is wrong."""
        wrong = [one.correct == 0 for one in self.known.values()]
        found: BoolArray = np.logical_or.reduce(
            [np.zeros(len(self.sentence_set), dtype=bool), *wrong]
        )
        return found

    @property
    def has_classified(self) -> bool:
        return any(np.isfinite(one.correct).any() for one in self.known.values())


def _columns_of(one: ModelScores) -> list[SentenceColumn]:
    """Tokens and loss; of a fine-tuned model also what it answers, how surely, and rightly."""

    def column(name: str, title: str, values: Any, digits: int = 0) -> SentenceColumn:
        return SentenceColumn(f"{name}:{one.key}", title, values, one.key, digits)

    columns = [column("tokens", tr("tokens"), one.lengths)]
    if one.is_task:
        columns += [
            column("answer", tr("prediction"), list(one.answers)),
            column("probability", tr("probability"), one.probabilities, 3),
        ]
        if np.isfinite(one.correct).any():
            named = {1.0: tr("correct"), 0.0: tr("wrong")}
            words = [named.get(value, "") for value in one.correct.tolist()]
            columns.append(column("correct", tr("correct"), words))
    if one.has_losses:
        columns.append(column("loss", tr("loss"), one.losses, 3))
    return columns


def _standardise(losses: FloatArray) -> FloatArray:
    """Less their mean, in standard deviations; NaN stays."""
    known = losses[np.isfinite(losses)]
    spread = float(known.std()) if len(known) else 0.0
    scaled = (losses - (known.mean() if len(known) else 0.0)) / (spread or 1.0)
    return np.asarray(scaled, dtype=np.float32)


def _sort_rows(rows: IntArray, column: SentenceColumn, *, descending: bool) -> IntArray:
    if column.is_number:
        values = np.asarray(column.values, dtype=np.float64)[rows]
        values = -values if descending else values
        return rows[np.argsort(values, kind="stable")]  # NaN comes last
    texts = [column.values[row] for row in rows.tolist()]
    order = sorted(range(len(rows)), key=lambda n: texts[n].casefold(), reverse=descending)
    order.sort(key=lambda n: not texts[n])
    return rows[np.array(order, dtype=np.int64)]


# ---- two models


@dataclass(frozen=True)
class Difference:
    """The mean of the losses of one model minus those of another, with its 95 % interval."""

    mean: float
    low: float | None  # None of too few sentences
    high: float | None
    count: int  # sentences that both score
    lower: int  # of them, in which the first has the lower loss


def difference(first: FloatArray, second: FloatArray) -> Difference | None:
    """Compute the mean loss difference where both losses (N,) are known; None without any.

    The interval is a percentile bootstrap over sentences: Efron & Tibshirani (1993).
    """
    values = (first - second)[np.isfinite(first) & np.isfinite(second)].astype(np.float64)
    if not len(values):
        return None
    low, high = None, None
    if len(values) >= FEWEST_FOR_INTERVAL:
        low, high = bootstrap_interval(values)
    return Difference(float(values.mean()), low, high, len(values), int((values < 0).sum()))


@dataclass(frozen=True)
class RankAgreement:
    """Spearman's correlation of the losses of two models: do both find the same sentences hard?"""

    correlation: float
    interval: Interval  # 95 %
    count: int  # sentences that both score


def rank_agreement(first: FloatArray, second: FloatArray) -> RankAgreement | None:
    """Correlate the ranks of two models' losses (N,) on the sentences that both score.

    None for fewer than FEWEST_FOR_INTERVAL sentences, or where one side is constant.
    """
    known = np.isfinite(first) & np.isfinite(second)
    count = int(known.sum())
    if count < FEWEST_FOR_INTERVAL or not np.ptp(first[known]) or not np.ptp(second[known]):
        return None
    from models.attribution.checks import spearman  # imports scipy and torch

    correlation = spearman(first[known], second[known])
    interval = correlation_interval(correlation, count, of_ranks=True)
    return RankAgreement(correlation, interval, count)


def rank_differences(first: FloatArray, second: FloatArray) -> FloatArray:
    """The place of each sentence (N,) among all for the first model minus the second, in percent.

    NaN where one of the losses is not known.
    """
    known = np.isfinite(first) & np.isfinite(second)
    differences = np.full(len(first), np.nan, dtype=np.float32)
    places = _places(first[known]) - _places(second[known])
    differences[known] = 100 * places / max(int(known.sum()), 1)
    return differences


def _places(values: FloatArray) -> np.ndarray[Any, np.dtype[np.float64]]:
    """The place of each value (N,) among all, from 1; equal values share the mean of theirs."""
    _, which, counts = np.unique(values, return_inverse=True, return_counts=True)
    places: np.ndarray[Any, np.dtype[np.float64]] = (counts.cumsum() - (counts - 1) / 2)[which]
    return places


def farthest(differences: FloatArray, number: int) -> list[int]:
    """Return `number` sentences from each end of the differences (N,), the largest first."""
    known = np.flatnonzero(np.isfinite(differences))
    order = known[np.argsort(-differences[known], kind="stable")].tolist()
    return list(dict.fromkeys([*order[:number], *order[-number:]]))


def bootstrap_interval(values: np.ndarray[Any, np.dtype[np.float64]]) -> tuple[float, float]:
    """The 95 % percentile interval of the mean of values (N,); the same for the same values."""
    rng = np.random.default_rng(0)
    at_once = max(1, RESAMPLED_AT_ONCE // len(values))
    means: list[float] = []
    while len(means) < RESAMPLES:
        count = min(at_once, RESAMPLES - len(means))
        drawn = rng.integers(len(values), size=(count, len(values)), dtype=np.int32)
        means += values[drawn].mean(1).tolist()
    low, high = np.quantile(means, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return float(low), float(high)


# ---- colours


@dataclass(frozen=True, eq=False)
class Groups:
    """The sentences by a property: `of` (N,) are places in `names`."""

    by: str
    names: tuple[str, ...]
    of: IntArray


def groupings(sentence_set: SentenceSet, classifiers: Mapping[str, str]) -> dict[str, str]:
    """The properties that there are, with titles; `classifiers` are titles of fine-tuned models."""
    known = {name: title for name, title in GROUPS.items() if sentence_set.has(name)}  # type: ignore[arg-type]
    return known | {
        f"{CORRECT}:{key}": tr("{title} is correct", title=title)
        for key, title in classifiers.items()
    }


def group_rows(table: SentenceTable, by: str) -> Groups:
    """The most common values first; the rarer ones are one group."""
    column = table.column(by)
    values: Sequence[str] = [""] * len(table.sentence_set) if column is None else column.values
    if by == PATTERN:  # of the mini-world: a topic, and what is said of it
        values = [value.partition(".")[0] for value in values]
    counts = Counter(value for value in values if value)
    names = [name for name, _ in counts.most_common(MAX_GROUPS)]
    places = {name: place for place, name in enumerate(names)}
    more = len(counts) > len(names)
    others, nothing = len(names), len(names) + more
    of = [(places.get(value, others) if value else nothing) for value in values]
    titles = [*names, *([OTHERS] if more else []), *([NOTHING] if "" in values else [])]
    return Groups(by, tuple(titles), np.array(of, dtype=np.int64))
