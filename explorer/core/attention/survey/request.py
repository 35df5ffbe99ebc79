"""The request of the view Heads of the Attention panel, and its work."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from explorer.core.attention.survey.importance import Measured, importance
from explorer.core.attention.survey.sample import FEWEST, MOST, USUAL, SampleQuery, draw_sample
from explorer.core.attention.survey.scores import Survey, survey
from explorer.core.engine.cards import ModelCard
from explorer.core.errors import UserError
from explorer.core.jobs.by_model import answers_by_model
from explorer.core.jobs.jobs import Progress, Work
from explorer.core.localization import tr
from explorer.core.state.choices import FormChoice

if TYPE_CHECKING:
    from explorer.core.engine.engine import Engine

HEADS = "heads"  # the view
BY_PLACE, BY_FUNCTION, BY_ABLATION = "place", "function", "ablation"
ANY, NO_FUNCTION = "", "none"


@dataclass(frozen=True)
class HeadsChoice(FormChoice):
    """The sample, and how its table is sorted and filtered; layers count from 1, 0 is any.

    `sort` is BY_PLACE, BY_FUNCTION, BY_ABLATION or a kind. `best` is a kind, NO_FUNCTION, or ANY.
    `opened` are the model and the stream in which a head was clicked.
    """

    source: str = "world"
    count: int = USUAL
    seed: int = 1
    sort: str = BY_PLACE
    model: str = ANY
    layer: int = 0
    best: str = ANY
    opened: tuple[str, ...] = ()

    @property
    def query(self) -> SampleQuery:
        return SampleQuery(self.source, min(max(self.count, FEWEST), MOST), self.seed)


@dataclass(frozen=True)
class HeadsRequest:
    """What the scores depend on; how they are sorted does not belong to it."""

    keys: tuple[str, ...]
    sample: SampleQuery


@dataclass(frozen=True, eq=False)
class ModelHeads:
    """The scores of the heads of one model, over so many plain sentences, and their importance.

    `importance` is by stream, or why there is none.
    """

    card: ModelCard
    survey: Survey
    sample: SampleQuery
    num_sentences: int
    importance: Mapping[str, Measured]


HeadsAnswers = dict[str, ModelHeads | UserError]  # by model


def heads_work(request: HeadsRequest, engine: Engine) -> Work:
    """Each model as soon as it is ready; the problem of a model is its answer."""
    yield Progress(tr("Drawing sentences"))
    sample = draw_sample(request.sample)

    def answer(key: str) -> Generator[Progress, None, ModelHeads]:
        found = yield from survey(engine, key, sample)
        measured: dict[str, Measured] = {}
        for scores in found.streams:
            measured[scores.stream.name] = yield from importance(engine, key, scores, sample)
        count = len(sample.sentences)
        return ModelHeads(engine.card(key), found, request.sample, count, measured)

    return (yield from answers_by_model(request.keys, tr("Scoring the heads of"), answer))
