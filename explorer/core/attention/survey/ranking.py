"""The heads of several models as one list, filtered and sorted as a person chose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from explorer.core.attention.survey.importance import Importance, Measured
from explorer.core.attention.survey.kinds import KINDS
from explorer.core.attention.survey.request import (
    ANY,
    BY_ABLATION,
    BY_FUNCTION,
    BY_PLACE,
    NO_FUNCTION,
    HeadsChoice,
    ModelHeads,
)
from explorer.core.attention.survey.scores import StreamScores
from explorer.core.localization import tr

NAMES = tuple(KINDS)
Place = tuple[str, str, int, int]  # model, stream, layer, head


@dataclass(frozen=True, eq=False)
class ScoredStream:
    """One stream of a model, with the scores and the importance of its heads."""

    key: str  # of the model
    heads: ModelHeads
    scores: StreamScores

    @property
    def name(self) -> str:
        return self.scores.stream.name

    @property
    def title(self) -> str:
        """The title of the stream; empty for a model with a single one."""
        return tr(self.scores.stream.title) if len(self.heads.survey.streams) > 1 else ""

    @property
    def measured_scores(self) -> Measured:
        return self.heads.importance[self.name]


@dataclass(frozen=True, eq=False)
class HeadRow:
    """One head of a stream."""

    of: ScoredStream
    layer: int
    head: int

    @property
    def place(self) -> Place:
        return self.of.key, self.of.name, self.layer, self.head

    @property
    def function(self) -> str:
        return self.of.scores.function(self.layer, self.head)

    @property
    def growth(self) -> float:
        """By how many nats the loss grows without it; NaN where that is not known."""
        found = self.of.measured_scores
        if not isinstance(found, Importance):
            return float("nan")
        return float(found.ablation.mean[self.layer, self.head])

    def weight(self, kind: str) -> float:
        return self.numbers(kind)[0]

    def numbers(self, kind: str) -> tuple[float, float, float, float]:
        """The mean weight on a kind, the ends of its interval, and the chance level."""
        scores, at = self.of.scores, (NAMES.index(kind), self.layer, self.head)
        arrays = scores.means, scores.low, scores.high, scores.chance
        mean, low, high, chance = (float(values[at]) for values in arrays)
        return mean, low, high, chance

    def count(self, kind: str) -> int:
        """The sentences that have something of a kind."""
        return self.of.scores.count[NAMES.index(kind)]

    @property
    def strength(self) -> float:
        """The weight on what its function names."""
        return self.weight(self.function) if self.function else 0.0


def rank_heads(streams: Sequence[ScoredStream], choice: HeadsChoice) -> list[HeadRow]:
    """The chosen heads in the chosen order; those of all models where the chosen one is gone."""
    known = {one.key for one in streams}
    rows = [
        HeadRow(one, layer, head)
        for one in streams
        if choice.model in (ANY, one.key) or choice.model not in known
        for layer, head in np.ndindex(one.scores.num_layers, one.scores.num_heads)
        if choice.layer in (0, layer + 1)
    ]
    if choice.best != ANY:
        wanted = "" if choice.best == NO_FUNCTION else choice.best
        rows = [row for row in rows if row.function == wanted]
    if choice.sort == BY_FUNCTION:
        order = {name: n for n, name in enumerate((*NAMES, ""))}
        rows.sort(key=lambda row: (order[row.function], -row.strength))
    elif choice.sort == BY_ABLATION:
        rows.sort(key=lambda row: -np.nan_to_num(row.growth, nan=-np.inf))
    elif choice.sort != BY_PLACE:
        rows.sort(key=lambda row: -np.nan_to_num(row.weight(choice.sort), nan=-1.0))
    return rows
