"""Minimal pairs as results: accuracies, models pair by pair, tables, what gives answers away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np

from explorer.core.library.slots import ModelSlot
from explorer.core.localization import message, tr
from explorer.core.pairs.baselines import LEAST_KNOWN
from explorer.core.pairs.request import SOURCES, PairsAnswer
from explorer.core.pairs.scores import BAD, GOOD, PairScores
from explorer.core.panel_text import panel_text
from explorer.core.table import Table
from models.data.judgements.minimal_pairs import MinimalPair
from models.schema.records import FloatArray, IntArray
from models.sentences.preferences import (
    Accuracy,
    PairedComparison,
    giveaways,
    group_by_phenomenon,
    single_pairs,
)

NOTES = panel_text("sentences").notes
ALL = ""  # in place of a phenomenon
MAX_NAMED = 3


@dataclass(frozen=True, eq=False)
class PairsScene:
    """An answer with what a person chose: the phenomenon and the series whose pairs are listed."""

    answer: PairsAnswer
    slots: Mapping[str, ModelSlot]
    per_token: bool = False
    phenomenon: str = ALL
    series: str = ""
    selected: int = -1  # a pair

    @property
    def pairs(self) -> Sequence[MinimalPair]:
        return self.answer.pairs.pairs

    @cached_property
    def phenomena(self) -> dict[str, IntArray]:
        """The rows of each phenomenon; before several of them all rows."""
        every = group_by_phenomenon(self.pairs)
        return {ALL: np.arange(len(self.pairs)), **every} if len(every) > 1 else every

    @cached_property
    def outcomes(self) -> dict[str, FloatArray]:
        """The outcomes of the pairs (N,) by the names of series."""
        return {one.name: one.outcomes(self.per_token) for one in self.answer.all_series}

    @property
    def shown(self) -> PairScores | None:
        """The series whose failing pairs are listed: the chosen one, or the first."""
        own = self.answer.all_series
        return next((one for one in own if one.name == self.series), own[0] if own else None)

    def accuracy(self, one: PairScores, phenomenon: str) -> Accuracy | None:
        return Accuracy.from_outcomes(self.outcomes[one.name][self.phenomena[phenomenon]])

    def title_of(self, one: PairScores) -> str:
        """The letter and name of the model, and the way; of a count model the way alone."""
        slot = self.slots.get(one.key)
        if not one.key:
            return message(one.method)
        name = one.title if slot is None else f"{slot.letter} {slot.title}"
        return f"{name}, {message(one.method)}"

    def find_failing(self) -> IntArray:
        """The pairs of the phenomenon that the shown series gets wrong, the clearest first."""
        one = self.shown
        if one is None:
            return np.empty(0, dtype=np.int64)
        rows = self.phenomena.get(self.phenomenon, np.arange(len(self.pairs)))
        wrong = rows[self.outcomes[one.name][rows] < 1]
        scores = one.scores(self.per_token)[wrong]
        order = np.argsort(scores[:, GOOD] - scores[:, BAD], kind="stable")
        found: IntArray = wrong[order]
        return found


def title_of_source(source: str) -> str:
    return message(SOURCES[source]) if source in SOURCES else source


def name_of(phenomenon: str) -> str:
    return tr("All pairs") if phenomenon == ALL else message(phenomenon.replace("_", " "))


def summary(scene: PairsScene) -> str:
    """Which share of the pairs the best model gets right, then the others, then counting."""
    count = len(scene.pairs)
    title = title_of_source(scene.answer.pairs.title)
    every = [
        (one, found)
        for one in scene.answer.all_series
        if (found := Accuracy.from_outcomes(scene.outcomes[one.name])) is not None
    ]
    models = sorted((each for each in every if each[0].key), key=lambda each: -each[1].share)
    if not models:
        return tr("{count:,} pairs of {title}.", count=count, title=title)
    (best, found), *others = models
    parts = [
        tr(
            "{name} prefers the right sentence in {value} of {count:,} pairs of {title}.",
            name=scene.title_of(best),
            value=percent(found),
            count=count,
            title=title,
        )
    ]
    if others:
        named = (f"{scene.title_of(one)} {percent(found)}" for one, found in others)
        parts.append(tr("The others: {named}.", named="; ".join(named)))
    counted = [f"{message(one.method)} {percent(f)}" for one, f in every if not one.key]
    if counted:
        parts.append(tr("Counting words: {counted}.", counted=", ".join(counted)))
    return " ".join(parts)


def percent(found: Accuracy) -> str:
    """A share with its 95 % interval."""
    if found.interval is None:
        return f"{found.share:.0%}"
    low, high = (100 * end for end in found.interval)
    return f"{found.share:.1%} [{low:.0f}, {high:.0f}]"


def first_of(scene: PairsScene, key: str) -> PairScores:
    """The first way of a model, whose dots are filled."""
    return next(one for one in scene.answer.series if one.key == key)


@dataclass(frozen=True, eq=False)
class ComparedSeries:
    """Two series pair by pair: how often one alone is right, and McNemar's p value."""

    first: PairScores
    second: PairScores
    first_only: int
    second_only: int
    p_value: float


def comparisons(scene: PairsScene) -> Iterator[ComparedSeries]:
    """Each two series, count models last."""
    for one, other in combinations(scene.answer.all_series, 2):
        if one.key:
            outcomes = scene.outcomes[one.name], scene.outcomes[other.name]
            found = PairedComparison.compare(*outcomes)
            yield ComparedSeries(one, other, found.first_only, found.second_only, found.p_value)


def limits(scene: PairsScene) -> list[str]:
    """What is left out, what gives the answer away, and models that have no scores."""
    answer = scene.answer
    faults = answer.pairs.faults[:MAX_NAMED]
    lines = [f"{one.place}: {message(one.reason)}" for one in faults]
    if (more := len(answer.pairs.faults) - MAX_NAMED) > 0:
        lines.append(tr("{more:,} more rows are left out.", more=more))
    if answer.pairs.more:
        lines.append(tr("The first {count:,} pairs are read.", count=len(scene.pairs)))
    for key, problem in answer.problems.items():
        slot = scene.slots.get(key)
        lines.append(f"{key if slot is None else f'{slot.letter} {slot.title}'}: {problem}")
    lines += _about_pairs(scene)
    for one in (first_of(scene, key) for key in dict.fromkeys(o.key for o in answer.series)):
        unequal, cut = len(one.unequal), int((one.cut > 0).any(axis=1).sum())
        slot = scene.slots.get(one.key)
        name = one.title if slot is None else f"{slot.letter} {slot.title}"
        if unequal:
            first = scene.pairs[int(one.unequal[0])]
            text = tr(
                "{name}: the halves of {unequal:,} pairs have different numbers of tokens, "
                "first “{good}”.",
                name=name,
                unequal=unequal,
                good=first.good,
            )
            lines.append(f"{text} {first.place}".strip())
        if cut:
            lines.append(tr("{name}: {cut:,} pairs are cut to its positions.", name=name, cut=cut))
    if answer.known_words is not None and not answer.baselines:
        least, known = LEAST_KNOWN, answer.known_words
        text = tr(
            "The mini-world has {known:.0%} of the words of these pairs, less than {least:.0%}: "
            "counting it says nothing of them.",
            known=known,
            least=least,
        )
        lines.append(text)
    elif answer.baselines:
        lines.append(NOTES["baselines"])
    return lines


def _about_pairs(scene: PairsScene) -> list[str]:
    """What alone tells the right half, and phenomena of one pair."""
    lines = []
    for name, what in giveaways(scene.pairs).items():
        phenomenon = name_of(name)
        if what in ("shorter", "longer"):
            text = (
                tr("{phenomenon}: the right half is always the shorter one.", phenomenon=phenomenon)
                if what == "shorter"
                else tr(
                    "{phenomenon}: the right half is always the longer one.", phenomenon=phenomenon
                )
            )
        else:
            text = tr(
                "{phenomenon}: only right halves have the word “{what}”, and all of them do.",
                phenomenon=phenomenon,
                what=what,
            )
        lines.append(text)
    alone = single_pairs(scene.pairs)
    for one in alone[:MAX_NAMED]:
        phenomenon = name_of(one.phenomenon)
        text = tr("{phenomenon} has one pair, and so no interval.", phenomenon=phenomenon)
        lines.append(f"{text} {one.place}".strip())
    if (more := len(alone) - MAX_NAMED) > 0:
        lines.append(tr("{more:,} more phenomena have one pair.", more=more))
    return lines


def table_of(scene: PairsScene) -> Table:
    """A row for each pair: both scores of each series, and whether the right half has more."""
    own = scene.answer.all_series
    heads = ["number", "phenomenon", "language", "good", "bad"]
    for one in own:
        name = f"{one.key} {one.kind}".strip()
        heads += [f"{name} good", f"{name} bad", f"{name} right"]
    scores = [(one.scores(scene.per_token), scene.outcomes[one.name]) for one in own]
    rows = []
    for at, pair in enumerate(scene.pairs):
        values: list[float] = []
        for both, right in scores:
            values += [float(both[at, GOOD]), float(both[at, BAD]), float(right[at])]
        rows.append((at + 1, pair.phenomenon, pair.language, pair.good, pair.bad, *values))
    return Table(tuple(heads), rows, title=tr("Minimal pairs"))


def accuracy_table(scene: PairsScene) -> Table:
    """A row for each phenomenon and series."""
    heads = ("phenomenon", "model", "method", "accuracy", "low", "high", "pairs", "ties")
    rows = []
    for phenomenon in scene.phenomena:
        for one in scene.answer.all_series:
            if (found := scene.accuracy(one, phenomenon)) is not None:
                low, high = found.interval or (None, None)
                numbers = (found.share, low, high, found.count, found.ties)
                rows.append((phenomenon or "all", one.key, one.kind, *numbers))
    return Table(heads, rows, title=tr("Accuracy by phenomenon"))
