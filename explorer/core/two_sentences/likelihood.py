"""Log-likelihood of both sentences by token, and how far the predictions differ.

Shapes: N tokens that are scored, V vocabulary.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from explorer.core.engine.engine import Engine
from explorer.core.engine.feeding.model_input import add_objective_feeds, corrupt, open_positions
from explorer.core.engine.labels import label
from explorer.core.engine.predicting.predictions import position_shift
from explorer.core.engine.predicting.probabilities import kl_divergence
from explorer.core.errors import UserError, as_user_errors
from explorer.core.localization import tr
from explorer.core.two_sentences.sides import (
    Aligned,
    Side,
    Sides,
    align_sides,
    encodings,
    same_vocabulary,
)
from models.schema.records import Encoding, FloatArray, ModelInput
from models.schema.specs import HeadSpec

MAX_SCORED = 128  # tokens of a sentence; a distribution over the vocabulary is held of each
MASKED = tr("pseudo-log-likelihood: each token predicted while it alone is masked")
WRITTEN = tr("log-likelihood: each token predicted from those before it")
IN_DECODER = tr("pseudo-log-likelihood: the decoder writes each token where it alone is left out")


@dataclass(frozen=True)
class TokenScore:
    """The log-probability of a token in nats, and what is most probable in its place."""

    log: float
    best: str
    best_probability: float


@dataclass(frozen=True)
class SentenceScore:
    """The scores of a sentence by the place of its token; `basis` says how they were computed."""

    tokens: dict[int, TokenScore]
    basis: str

    @property
    def total(self) -> float:
        """The log-likelihood in nats: the sum over the tokens that are scored."""
        return sum(one.log for one in self.tokens.values())

    @property
    def mean(self) -> float:
        return self.total / max(len(self.tokens), 1)


@dataclass(frozen=True)
class Likelihoods:
    """Both sentences. `kl` is KL(first || second) in nats by the places of both tokens."""

    aligned: Aligned
    first: SentenceScore
    second: SentenceScore
    kl: dict[tuple[int, int], float]

    @property
    def preferred_side(self) -> int:
        """The side with the higher log-likelihood: 0 or 1."""
        return int(self.second.total > self.first.total)


def likelihoods(engine: Engine, sides: Sides) -> Likelihoods:
    """The log-likelihood of both sides. Raises UserError."""
    tokens, both = align_sides(engine, sides), encodings(engine, sides)
    (first, logs), (second, other_logs) = (
        _score(engine, side, encoding)
        for side, encoding in zip((sides.first, sides.second), both, strict=True)
    )
    kl: dict[tuple[int, int], float] = {}
    if same_vocabulary(engine, sides):
        for pair in tokens.pairs:
            if pair[0] in first.tokens and pair[1] in second.tokens:
                rows = logs[_row(first, pair[0])], other_logs[_row(second, pair[1])]
                kl[pair] = float(kl_divergence(*rows)) if len(rows[0]) == len(rows[1]) else np.nan
    return Likelihoods(tokens, first, second, kl)


def _row(score: SentenceScore, place: int) -> int:
    return list(score.tokens).index(place)


def _score(engine: Engine, side: Side, encoding: Encoding) -> tuple[SentenceScore, FloatArray]:
    """Score a sentence; also return the log-probabilities (N, V) at its N scored tokens."""
    from models.patching.likelihood import ScoredInput, log_probabilities, masked_inputs

    card, loaded = engine.card(side.key), engine.load_model(side.key)
    head = card.token_head
    if head is None or card.guesses_untrained:
        raise UserError(
            tr(
                "{card} has no trained head that predicts tokens, so a sentence has no likelihood.",
                card=card.title,
            ),
            tr("The other views may still compare its states."),
        )
    left_out = set(open_positions(engine, side.key, encoding))
    words = np.flatnonzero(~encoding.special).tolist()
    places = [at for at in words if at not in left_out][:MAX_SCORED]
    clean = add_objective_feeds(engine, side.key, ModelInput.clean(encoding))
    if card.predicts_in_decoder:
        places, inputs, basis = *_left_out(engine, side.key, encoding, head, places), IN_DECODER
    elif head.task == "fill_mask":
        mask = engine.tokenizer(side.key).mask_id
        if mask is None:
            raise UserError(
                tr("{card} has no mask token.", card=card.title), tr("Choose another model.")
            )
        inputs, basis = masked_inputs(loaded.spec, clean, places, mask), MASKED
    else:
        shift = position_shift(loaded.spec, head)
        places = [at for at in places if 0 <= at - shift < len(encoding)]
        rows = tuple(at - shift for at in places)
        inputs, basis = [ScoredInput(clean, rows)] if rows else [], WRITTEN
    if not places:
        raise UserError(tr("There is no token to score."), tr("Write a longer sentence."))
    with as_user_errors():
        logs = log_probabilities(loaded.model, loaded.spec, head, inputs)
    own = logs[np.arange(len(places)), encoding.ids[places]]
    tokenizer, best = engine.tokenizer(side.key), logs.argmax(-1)
    tokens = {
        at: TokenScore(float(log), label(tokenizer, int(id)), float(np.exp(row[id])))
        for at, log, id, row in zip(places, own, best, logs, strict=True)
    }
    return SentenceScore(tokens, basis), logs


def _left_out(
    engine: Engine, key: str, encoding: Encoding, head: HeadSpec, places: list[int]
) -> tuple[list[int], list]:  # type: ignore[type-arg]
    """Return the scored positions of an encoder-decoder and its inputs with one token left out.

    A token that is not a target of the decoder then is skipped.
    """
    from models.patching.likelihood import ScoredInput

    kept, inputs = [], []
    for at in places:
        fed = corrupt(engine, key, encoding, decisions={at: True}, sample=False)
        targets = fed.targets.get(head.name)
        if targets is None:
            continue
        rows = targets.positions[targets.labels == encoding.ids[at]].tolist()
        if rows:
            kept.append(at)
            inputs.append(ScoredInput(fed, (rows[0],)))
    return kept, inputs
