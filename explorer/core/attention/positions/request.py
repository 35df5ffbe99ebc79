"""The request of the view Positions of the Attention panel, and its work."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from explorer.core.attention.view import check_attends
from explorer.core.comparison.rows import rows_of
from explorer.core.engine.cards import ModelCard
from explorer.core.engine.feeding.model_input import add_objective_and_model_feeds
from explorer.core.errors import UserError, as_user_errors
from explorer.core.jobs.by_model import answers_by_model
from explorer.core.jobs.jobs import Progress, Work
from explorer.core.localization import tr
from models.schema.position_schemes import PositionSchemes
from models.schema.records import Encoding, ModelInput
from models.schema.specs import MAIN_FEED

if TYPE_CHECKING:
    from explorer.core.engine.engine import Engine

POSITIONS = "positions"  # the view
MOST_CLIP, USUAL_CLIP = 12, 4  # of the distance at which others are cut off
MOST_TOKENS = 48  # along a side of the matrix of distances


@dataclass(frozen=True)
class PositionsRequest:
    """The models and the text whose tokens have distances."""

    keys: tuple[str, ...]
    text: str
    pair: str


@dataclass(frozen=True, eq=False)
class ModelPositions:
    """How one model is told positions, and what papers define, to stand beside it."""

    card: ModelCard
    encoding: Encoding
    labels: tuple[str, ...]  # of the tokens, the first MOST_TOKENS
    schemes: PositionSchemes
    references: PositionSchemes


PositionsAnswers = dict[str, ModelPositions | UserError]  # by model


def positions_work(request: PositionsRequest, engine: Engine) -> Work:
    """Each model as soon as it is read; the problem of a model is its answer."""

    def answer(key: str) -> Generator[Progress, None, ModelPositions]:
        yield from ()
        return _read(engine, key, request)

    return (yield from answers_by_model(request.keys, tr("Reading with"), answer))


def _read(engine: Engine, key: str, request: PositionsRequest) -> ModelPositions:
    from models.inside.positions import read_schemes, reference_schemes

    card, encoding = engine.card(key), engine.encode(key, request.text, request.pair)
    model_input = add_objective_and_model_feeds(engine, key, ModelInput.clean(encoding))
    loaded = engine.load_model(key)
    with as_user_errors():
        schemes = read_schemes(loaded.model, card.spec, model_input)
    if schemes.is_empty:
        check_attends(card)
    rows = rows_of(engine.tokenizer(key), card.spec, model_input, MAIN_FEED, card.title).tokens
    labels = tuple(row.text for row in rows[:MOST_TOKENS])
    return ModelPositions(card, encoding, labels, schemes, reference_schemes())
