"""The model input of a text by a model's objectives, with the user's decisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from explorer.core.engine.engine import Engine
from explorer.core.errors import UserError, as_user_errors
from explorer.core.localization import tr
from models.schema.records import Encoding, ModelInput
from models.schema.roles import PredictionOrder
from models.schema.specs import ObjectiveSpec

if TYPE_CHECKING:
    from models.tokenization.base import Vocabulary

Options = Mapping[str, Mapping[str, Any]]  # of objectives, by name
NUM_EPOCHS = 10


def corrupt(
    engine: Engine,
    key: str,
    encoding: Encoding,
    seed: int = 0,
    options: Options | None = None,
    decisions: Mapping[int, bool] | None = None,
    sample: bool = True,
    epoch: int = 0,
    order: Sequence[int] | None = None,
) -> ModelInput:
    """What the model's objectives make of an encoding in one epoch.

    Options are those of the model's own training; `options` come before them.
    `decisions` are the user's by position: True masks the token, False leaves it unchanged.
    `sample=False` masks nothing else, except the masks of the text itself. `order` (T,) has
    the positions in the order from 1, for a model that predicts in one; then nothing else is
    decided. Objectives of training draw from (seed, number of the example); here the epoch is that
    number. Raises UserError for impossible options.
    """
    rng = np.random.default_rng((seed, epoch))
    vocabulary = _remove_used_sentinels(engine.vocabulary(key), encoding)
    objectives = engine.objectives(key)
    chosen = {
        spec.name: {**engine.corruption_options(key, spec), **(options or {}).get(spec.name, {})}
        for spec in objectives
    }
    model_input = engine.link_entities(key, ModelInput.clean(encoding))
    with as_user_errors():
        for spec in objectives:
            if sample or not spec.masks:
                _check_mask_token(spec, vocabulary)
                model_input = spec.corrupt(model_input, rng, vocabulary, **chosen[spec.name])
        for spec in objectives:
            ordered = spec.role(PredictionOrder)
            if order is not None and ordered is not None:
                model_input = ordered.override(model_input, order, **chosen[spec.name])
            elif spec.override is not None:
                model_input = spec.override(model_input, decisions or {}, vocabulary, rng)
    return add_objective_and_model_feeds(engine, key, model_input)


def add_objective_and_model_feeds(engine: Engine, key: str, model_input: ModelInput) -> ModelInput:
    """Add the feeds that the objectives give to every text, and those that the model needs."""
    return engine.apply_all_feeds(key, add_objective_feeds(engine, key, model_input))


def add_objective_feeds(engine: Engine, key: str, model_input: ModelInput) -> ModelInput:
    """Add the feeds that the model's objectives give to every text."""
    for spec in engine.objectives(key):
        model_input = spec.prepare_input(model_input)
    return model_input


def epochs(
    engine: Engine,
    key: str,
    encoding: Encoding,
    seed: int,
    count: int = NUM_EPOCHS,
    options: Options | None = None,
) -> list[ModelInput]:
    """Corrupt one encoding as the objectives sample it in each of `count` epochs."""
    return [corrupt(engine, key, encoding, seed, options, epoch=number) for number in range(count)]


def masking_objective(engine: Engine, key: str, head: str) -> ObjectiveSpec | None:
    """The objective that masks tokens for a head: one that trained the model, else any."""
    trained, every = engine.objectives(key), engine.catalog().objectives
    published = (every[name] for name in engine.card(key).spec.objectives if name in every)
    known = (spec for spec in (*trained, *published) if spec.masks and head in spec.trains)
    return next(known, None)


def mask_positions(engine: Engine, key: str, model_input: ModelInput) -> list[int]:
    """Positions that have the mask token, written in the text or sampled."""
    mask_id = engine.tokenizer(key).mask_id
    return [] if mask_id is None else np.flatnonzero(model_input.input_ids == mask_id).tolist()


def open_positions(engine: Engine, key: str, encoding: Encoding) -> list[int]:
    """Positions of mask tokens and sentinels in the text itself."""
    vocabulary = engine.tokenizer(key).vocabulary
    mask_ids = () if vocabulary.mask_id is None else (vocabulary.mask_id,)
    open_ids = [*vocabulary.sentinel_ids, *mask_ids]
    return np.flatnonzero(np.isin(encoding.ids, open_ids)).tolist()


def _check_mask_token(spec: ObjectiveSpec, vocabulary: Vocabulary) -> None:
    """Raises UserError where an objective lacks its mask token."""
    if spec.needs_mask_token and vocabulary.mask_id is None:
        raise UserError(
            tr("{title} needs a tokenizer that has a mask token.", title=tr(spec.title)),
            tr("Choose a model folder that has its own tokenizer."),
        )


def _remove_used_sentinels(vocabulary: Vocabulary, encoding: Encoding) -> Vocabulary:
    """Remove the sentinels that the text itself holds, so that each replaces one span only."""
    used = set(vocabulary.sentinel_ids) & set(encoding.ids.tolist())
    if not used:
        return vocabulary
    free = tuple(id for id in vocabulary.sentinel_ids if id not in used)
    return replace(vocabulary, sentinel_ids=free)
