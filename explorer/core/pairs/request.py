"""The request of the view Minimal pairs, and its work."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from explorer.core.engine.engine import Engine
from explorer.core.errors import UserError, as_user_errors, drop_traceback
from explorer.core.jobs.jobs import Partial, Progress, Work
from explorer.core.localization import tr
from explorer.core.pairs.baselines import LEAST_KNOWN, CountedText, world_text
from explorer.core.pairs.methods import methods_of
from explorer.core.pairs.scores import PairScores, score_pairs
from explorer.core.state.choices import FormChoice

if TYPE_CHECKING:
    from models.data.judgements.minimal_pairs import PairSet

PAIRS = "pairs"
SOURCES = {
    "world:en": tr("Mini-world, English"),
    "world:ko": tr("Mini-world, Korean"),
    "grammar:en": tr("Plain grammar, English"),
    "grammar:ko": tr("Plain grammar, Korean"),
}
LIMIT = 200_000


@dataclass(frozen=True)
class PairsChoice(FormChoice):
    """What a person chose: a set by its name, or the path of a file or folder.

    `first` scores the first token too, after the sign that ends a text. `per_token` compares means
    over tokens, and so is without effect on the scores.
    """

    source: str = "world:en"
    by_word: bool = False
    first: bool = True
    per_token: bool = False


@dataclass(frozen=True)
class PairsRequest:
    """All that the scores depend on."""

    keys: tuple[str, ...]
    choice: PairsChoice
    version: tuple[object, ...] = ()  # of the file
    limit: int = LIMIT
    view: str = PAIRS


@dataclass(frozen=True, eq=False)
class PairsAnswer:
    """Pairs and the scores that are there; `problems` are those of models by key."""

    pairs: PairSet
    series: tuple[PairScores, ...] = ()
    baselines: tuple[PairScores, ...] = ()
    known_words: float | None = None  # the share of words that the counted text has
    problems: Mapping[str, UserError] = field(default_factory=dict)
    view: str = PAIRS

    @property
    def all_series(self) -> tuple[PairScores, ...]:
        """Those of models, then the counts."""
        return (*self.series, *self.baselines)


def pairs_request(keys: tuple[str, ...], choice: PairsChoice) -> PairsRequest:
    """The request of the models for these pairs, however they are compared."""
    return PairsRequest(keys, replace(choice, per_token=False), _version(choice.source))


def _version(source: str) -> tuple[object, ...]:
    """Another one where other pairs may come of a file, or of a folder's files."""
    if source in SOURCES:
        return ()
    try:
        path = Path(source).expanduser()
        paths = sorted(path.iterdir()) if path.is_dir() else [path]
        states = [(one.name, one.stat()) for one in paths]
    except OSError:
        return ()
    return tuple((name, state.st_mtime_ns, state.st_size) for name, state in states)


def answers_to_pairs(request: PairsRequest, engine: Engine) -> Work:
    """The pairs at once, then the counts, then each way of each model as soon as it is scored."""
    from models.data.judgements.minimal_pairs import read_pairs

    yield Progress(tr("Reading the pairs"), unit="pairs")
    with as_user_errors():
        pairs = engine.results.get(
            ("pairs", request.choice.source, request.version, request.limit),
            lambda: read_pairs(request.choice.source, request.limit),
        )
    answer = PairsAnswer(pairs)
    yield Partial(answer)
    answer = yield from _add_baselines(engine, answer)
    yield Partial(answer)
    for key in request.keys:
        answer = yield from _add_model(request, engine, key, answer)
    return answer


def _add_baselines(engine: Engine, answer: PairsAnswer) -> Generator[Progress, None, PairsAnswer]:
    yield Progress(tr("Counting the words of the mini-world"), unit="sentences")
    languages = {one.language for one in answer.pairs.pairs}
    language = languages.pop() if len(languages) == 1 else ""
    text: CountedText = engine.results.get(("counted", language), lambda: world_text(language))
    known = text.share_known([one.good for one in answer.pairs.pairs])
    scored = text.score(answer.pairs) if known >= LEAST_KNOWN else ()
    return replace(answer, baselines=scored, known_words=known)


def _add_model(
    request: PairsRequest, engine: Engine, key: str, answer: PairsAnswer
) -> Generator[Progress | Partial, None, PairsAnswer]:
    """The ways of a model; its problem is told beside the others."""
    choice = request.choice
    try:
        for method in methods_of(engine, key, choice.by_word):
            found = yield from score_pairs(engine, key, method, answer.pairs, choice.first)
            answer = replace(answer, series=(*answer.series, found))
            yield Partial(answer)
    except UserError as error:
        answer = replace(answer, problems={**answer.problems, key: drop_traceback(error)})
    return answer
