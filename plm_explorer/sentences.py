"""Many sentences: which half of minimal pairs models prefer, and the surprisal of words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from explorer.core.errors import UserError
from explorer.core.state import defaults
from models.runtime.generators import run_to_end
from plm_explorer.figures import Figure, figure
from plm_explorer.library import Model, engine, key_of
from plm_explorer.results import Result

if TYPE_CHECKING:
    from explorer.core.pairs.results import PairsScene
    from explorer.core.surprisal.request import SurprisalAnswer

Models = str | Path | Model | Sequence[str | Path | Model]


@dataclass(frozen=True, eq=False, repr=False)
class Preferences(Result):
    """The accuracy of each objective of each model, by phenomenon."""

    scene: PairsScene
    _arguments: dict[str, Any]  # of the figure

    @property
    def columns(self) -> tuple[str, ...]:  # type: ignore[override]
        return self._table.columns

    @property
    def rows(self) -> list[tuple[Any, ...]]:
        return [(*row,) for row in self._table.rows]

    @property
    def _table(self) -> Any:
        from explorer.core.pairs.results import accuracy_table

        return accuracy_table(self.scene)

    @property
    def title(self) -> str:
        from explorer.core.pairs.results import summary

        return summary(self.scene)

    @property
    def pairs(self) -> list[tuple[Any, ...]]:
        """A row for each pair with the scores of its halves, the first row with the names."""
        from explorer.core.pairs.results import table_of

        table = table_of(self.scene)
        return [table.columns, *((*row,) for row in table.rows)]

    @property
    def notes(self) -> list[str]:
        """Rows that are left out, and what tells the right half without grammar."""
        from explorer.core.pairs.results import limits

        return limits(self.scene)

    def figure(self) -> Figure:
        """The view Minimal pairs of the Sentences panel."""
        return figure("sentences", view="pairs", **self._arguments)


@dataclass(frozen=True, eq=False, repr=False)
class Surprisals(Result):
    """A row for each word of each text, with its surprisal in each model."""

    answer: SurprisalAnswer
    unit: str
    _arguments: dict[str, Any]  # of the figure

    @property
    def columns(self) -> tuple[str, ...]:  # type: ignore[override]
        return self.answer.table(self.unit).columns

    @property
    def rows(self) -> list[tuple[Any, ...]]:
        return [(*row,) for row in self.answer.table(self.unit).rows]

    @property
    def title(self) -> str:
        return f"Surprisal in {self.unit}, {len(self.answer.words):,} words"

    @property
    def coefficients(self) -> list[tuple[str, str, float, float, float]]:
        """Model, predictor, coefficient and the ends of its 95 % interval; [] without times."""
        return [
            (one.key, part.name, part.value, *part.interval)
            for one in self.answer.models
            if (found := self.answer.regression(one, self.unit)) is not None
            for part in found.coefficients
            if part.interval is not None
        ]

    def figure(self) -> Figure:
        """The view Surprisal of the Sentences panel."""
        return figure("sentences", view="surprisal", **self._arguments)


def pairs(
    source: str | Path,
    models: Models,
    *,
    whole_words: bool = False,
    per_token: bool = False,
    first_token: bool = True,
) -> Preferences:
    """Score minimal pairs by each objective of models.

    source: a file or folder (columns good, bad, phenomenon, language; BLiMP; Zorro), or a bundled
    set: "world:en", "world:ko", "grammar:en", "grammar:ko". whole_words: where masks are filled,
    mask the later tokens of a word too. per_token: compare means over tokens. first_token: score
    the first token of a decoder too. Raises UserError, also where no model can be scored.
    """
    from explorer.core.pairs.request import PairsChoice, answers_to_pairs, pairs_request
    from explorer.core.pairs.results import PairsScene

    keys = _keys(models)
    choice = PairsChoice(str(source), whole_words, first_token, per_token)
    answer = run_to_end(answers_to_pairs(pairs_request(keys, choice), engine()))
    if not answer.series:
        raise next(iter(answer.problems.values()))
    options = {"minimal_pairs": choice.to_json()}
    return Preferences(PairsScene(answer, {}, per_token), {"models": keys, "options": options})


def surprisal(
    models: Models,
    texts: str | Path | Sequence[str],
    *,
    unit: str = "bits",
    word_ends: bool = False,
    times: str | Path = "",
) -> Surprisals:
    """Measure the surprisal of words in models that read from left to right.

    texts: a text, several, or the path of a file with one on each line. unit: "bits" or "nats".
    word_ends: give each word the probability of its own end (Pimentel and Meister 2024). times: a
    table with the columns word and time. Raises UserError.
    """
    from explorer.core.sentences.source import SourceChoice
    from explorer.core.surprisal.request import (
        UNITS,
        SurprisalChoice,
        answers_to_surprisal,
        surprisal_request,
    )

    if unit not in UNITS:
        raise UserError(f"There is no unit {unit!r}.", f"Choose among {', '.join(UNITS)}.")
    keys, whole = _keys(models), isinstance(texts, Path)
    choice = SurprisalChoice(whole, word_ends, unit, str(times))
    source = SourceChoice(str(texts) if whole else "", number=100_000)
    own = () if whole else (texts,) if isinstance(texts, str) else tuple(texts)  # type: ignore[arg-type]
    request = surprisal_request(keys, own[0] if own else "", source, choice, defaults.SEED)
    if len(own) > 1:
        request = replace(request, texts=own)
    answer = run_to_end(answers_to_surprisal(request, engine()))
    if not answer.models:
        raise next(iter(answer.problems.values()))
    options = {"surprisal": choice.to_json(), "choice": source.to_json() if whole else {}}
    drawn = {"models": keys, "text": answer.texts[0], "options": options}
    return Surprisals(answer, unit, drawn)


def _keys(models: Models) -> tuple[str, ...]:
    several = (models,) if isinstance(models, str | Path | Model) else tuple(models)
    return tuple(key_of(one) for one in several)
