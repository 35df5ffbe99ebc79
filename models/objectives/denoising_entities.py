"""Denoising entity auto-encoder (dEA): predict which entity each mention names.

Zhang et al. (2019), arXiv:1905.07129, section 3.4; reference: thunlp/ERNIE, code/run_pretrain.py.
Of the entities that are fed with a text, some are replaced by wrong ones and some are removed.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import torch
from torch import Tensor

from models.knowledge.feeds import TEXT, add_entities, whole_mentions
from models.schema.batch import EntityModel
from models.schema.records import EntityLinks, IntArray, ModelInput
from models.schema.specs import ENTITY_FEED, ENTITY_POSITION_FEED, ObjectiveSpec, Option, Paper
from models.tokenization.base import Vocabulary
from models.training.loss import HeadLoss, token_loss

HEAD = "dea"
REPLACED_SHARE = 0.05  # of the entities become another one
REMOVED_SHARE = 0.15  # of the entities are not fed


def corrupt(
    model_input: ModelInput,
    rng: np.random.Generator,
    vocabulary: Vocabulary,
    replaced_share: float = REPLACED_SHARE,
    removed_share: float = REMOVED_SHARE,
    hide_masked: bool = False,
) -> ModelInput:
    """Feed some entities wrong or not at all; the head `dea` must predict all that the text names.

    A text without linked entities stays as it is. With `hide_masked` the entity of a mention with a
    token that is masked or replaced is removed in any case. Random numbers from `rng`: one for each
    mention for its kind, then the wrong entities.
    """
    links = model_input.links
    if links is None or not len(links):
        return model_input
    kinds = rng.random(len(links))
    is_wrong = kinds < replaced_share
    fed = ~((kinds >= replaced_share) & (kinds < replaced_share + removed_share))
    if hide_masked:
        fed &= whole_mentions(model_input, links)
    entities = links.entities.copy()
    entities[is_wrong] = rng.integers(links.num_special, links.num_entities, int(is_wrong.sum()))
    made = add_entities(model_input, entities[fed], links.starts[fed])
    return made.with_targets(HEAD, links.starts.copy(), links.entities.copy())


def override(
    model_input: ModelInput,
    decisions: Mapping[int, bool],
    vocabulary: Vocabulary,
    rng: np.random.Generator,
) -> ModelInput:
    """Remove the entities of masked mentions (True), or feed them as the text names them. No rng.

    A decision about any token of a mention is one about its entity.
    """
    links = model_input.links
    if links is None or not decisions:
        return model_input
    decided = {
        number: any(decisions[at] for at in tokens if at in decisions)
        for number, tokens in enumerate(map(range, links.starts.tolist(), links.ends.tolist()))
        if any(at in decisions for at in tokens)
    }
    if not decided:
        return model_input
    fed = _fed(model_input, links)
    targets = _targets(model_input)
    for number, is_removed in decided.items():
        at, entity = int(links.starts[number]), int(links.entities[number])
        fed.pop(at, None)
        targets.pop(at, None)
        if is_removed:
            targets[at] = entity
        else:
            fed[at] = entity
    made = add_entities(model_input, _values(fed), _keys(fed))
    return made.with_targets(HEAD, _keys(targets), _values(targets))


def _fed(model_input: ModelInput, links: EntityLinks) -> dict[int, int]:
    """The entities that are fed by position; all that are named where none were sampled."""
    if ENTITY_FEED not in model_input.feeds:
        whole = whole_mentions(model_input, links)
        return _pairs(links.starts[whole], links.entities[whole])
    entities, positions = (model_input.feeds[f] for f in (ENTITY_FEED, ENTITY_POSITION_FEED))
    named = entities != TEXT
    return _pairs(positions[named], entities[named])


def _targets(model_input: ModelInput) -> dict[int, int]:
    before = model_input.targets.get(HEAD)
    return {} if before is None else _pairs(before.positions, before.labels)


def _pairs(keys: IntArray, values: IntArray) -> dict[int, int]:
    return dict(zip(keys.tolist(), values.tolist(), strict=True))


def _keys(pairs: Mapping[int, int]) -> IntArray:
    return np.array(sorted(pairs), dtype=np.int64)


def _values(pairs: Mapping[int, int]) -> IntArray:
    return np.array([pairs[key] for key in sorted(pairs)], dtype=np.int64)


def head_loss(model: EntityModel, hidden: Tensor, labels: Tensor) -> HeadLoss:
    """Cross-entropy over the entities of the batch (C,), and none at all: hidden (N, D).

    Candidates are the entities that the texts of the batch name, and the vector of zeros, as in the
    reference; the paper takes those of one text.
    """
    none = labels.new_full((1,), TEXT)
    candidates = torch.cat([none, torch.unique(labels)])  # (1 + C,)
    places = torch.searchsorted(candidates, labels)  # they ascend, as TEXT is below all entities
    return token_loss(model.entity_logits(hidden, candidates), places)


SPEC = ObjectiveSpec(
    name="denoising_entities",
    title="Denoising entity auto-encoder",
    summary="Some entities of a text are removed or wrong; the model predicts which each mention "
    "names.",
    paper=Paper(
        "Zhang, Han, Liu, Jiang, Sun, Liu",
        "ERNIE: Enhanced Language Representation with Informative Entities",
        2019,
        "1905.07129",
    ),
    head=HEAD,
    corrupt=corrupt,
    options=(
        Option("replaced_share", "Entities replaced", REPLACED_SHARE, 0.0, 1.0),
        Option("removed_share", "Entities removed", REMOVED_SHARE, 0.0, 1.0),
        Option(
            "hide_masked",
            "Remove the entities of masked mentions",
            False,
            choices=(False, True),
            help="In the authors' code masks and entities are sampled independently, so a masked "
            "name can be read off its entity.",
        ),
    ),
    needs_links=True,
    head_loss=head_loss,
    override=override,
    notes=(
        "The entities to choose from are those of the batch, as in the authors' code, and the "
        "vector of zeros; the paper takes those of one text.",
        "A wrong entity is drawn from the whole table; in the authors' code from the batch.",
        "The paper leaves out texts with fewer than three entities. Here they are learned from.",
    ),
)
