"""What a prediction loses when something is switched off: the same places, before and after.

Next-token prediction is measured at every token, replaced-token detection too; where tokens are
masked or an order is given, at these; else one token is masked after the other (the
pseudo-likelihood of Salazar, Liang, Nguyen, Kirchhoff 2020, arXiv:1910.14659).
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import NamedTuple

import numpy as np

from explorer.core.engine.cards import ModelCard
from explorer.core.engine.engine import Engine
from explorer.core.engine.feeding.model_input import mask_positions, masking_objective
from explorer.core.engine.labels import label, labels
from explorer.core.engine.predicting.predictions import position_shift
from explorer.core.engine.predicting.probabilities import flag_losses, log_softmax, sigmoid
from explorer.core.jobs.jobs import Progress
from explorer.core.localization import plural, tr
from explorer.core.state.state import Head
from models.schema.records import BoolArray, Encoding, FloatArray, IntArray, ModelInput, Targets
from models.schema.specs import MAIN_FEED, HeadSpec, ObjectiveSpec

MAX_TOKENS = 32  # masked one after the other; each costs two forward passes


@dataclass(frozen=True)
class TopPrediction:
    """The token that is most probable at a place."""

    label: str
    probability: float


@dataclass(frozen=True)
class AffectedToken:
    """How probable the truth is at one place, with everything on and without something.

    Losses are in nats, from the logits: a probability may be rounded to 0 or 1. What is most
    probable there is None where flags are predicted.
    """

    position: int  # of the encoding, or of the feed of a decoder
    label: str  # of the token that is predicted there
    before: float
    after: float
    loss_before: float
    loss_after: float
    best_before: TopPrediction | None = None
    best_after: TopPrediction | None = None


@dataclass(frozen=True)
class AblationEffect:
    """What switching something off does, over several places."""

    places: tuple[AffectedToken, ...]
    basis: str  # which predictions were compared, in words
    feed: str = MAIN_FEED  # whose places they are

    @property
    def loss_before(self) -> float:
        """Mean negative log-probability in nats; NaN without a place."""
        return fmean(place.loss_before for place in self.places) if self.places else np.nan

    @property
    def loss_after(self) -> float:
        return fmean(place.loss_after for place in self.places) if self.places else np.nan

    def most_affected(self, count: int) -> list[AffectedToken]:
        """The places whose probability changed most."""
        return sorted(self.places, key=lambda place: -abs(place.after - place.before))[:count]


class _Read(NamedTuple):
    """What one pass says at one place."""

    probability: float  # of the truth
    loss: float  # nats
    best: TopPrediction


Measuring = Generator[Progress, None, AblationEffect | None]


def effect(
    engine: Engine,
    key: str,
    model_input: ModelInput,
    stream: str,
    ablate: Collection[Head] = (),
    ablate_extras: Collection[str] = (),
) -> Measuring:
    """What the prediction loses without heads and terms of the scores.

    None where nothing that the stream leads to predicts tokens or flags.
    """
    card = engine.card(key)
    head = predicting_head(card, stream)
    if head is None:
        return None
    pair = _Pair(engine, card, head, tuple(ablate), tuple(ablate_extras))
    read, targets = card.spec.stream(head.stream), model_input.targets.get(head.name)
    if card.spec.is_decoder_input(read.feed):
        return pair.written(model_input, read.feed)
    if len(model_input) < 2:
        return None
    if head.predicts == "flag":
        return pair.effect(model_input)
    if head.task == "next_token":
        return pair.next_tokens(model_input)
    if read.direction == "by_order":
        if targets:
            return pair.ablate_in_order(model_input, targets)
    elif masks := mask_positions(engine, key, model_input):
        return pair.ablate_at_masks(model_input, masks)
    objective = masking_objective(engine, key, head.name)
    if objective is None:
        return None
    return (yield from pair.one_by_one(model_input, objective))


def predicting_head(card: ModelCard, stream: str) -> HeadSpec | None:
    """The head that reads a stream, or else the one that predicts tokens from what it leads to."""
    heads = [card.spec.head(name) for name in card.heads]
    reading = [
        h for h in heads if stream in (h.stream, h.fallback_stream) and h.predicts != "class"
    ]
    return reading[0] if reading else card.token_head


@dataclass(frozen=True)
class _Pair:
    """One model twice: as it is, and with something switched off."""

    engine: Engine
    card: ModelCard
    head: HeadSpec
    ablate: tuple[Head, ...]
    ablate_extras: tuple[str, ...]

    def logits(self, model_input: ModelInput) -> list[FloatArray]:
        """Return the logits of the head from both passes: unchanged, then ablated."""
        run, key, kinds = self.engine.trace, self.card.key, ("logits",)
        traces = (
            run(key, model_input, kinds),
            run(key, model_input, kinds, self.ablate, self.ablate_extras),
        )
        return [trace.logits[self.head.name] for trace in traces]

    def affected_tokens(
        self,
        model_input: ModelInput,
        rows: IntArray,
        truths: IntArray,
        positions: Sequence[int],
        names: Sequence[str] = (),
    ) -> tuple[AffectedToken, ...]:
        """What becomes of the truths (N,) at rows of the head's stream, and of the most probable.

        `positions` say where that is in the text; without `names` the truths name themselves.
        """
        names = names or [self.name(int(truth)) for truth in truths]
        both = [self._read(logits[rows], truths) for logits in self.logits(model_input)]
        return tuple(
            AffectedToken(
                int(at), name, a.probability, b.probability, a.loss, b.loss, a.best, b.best
            )
            for at, name, a, b in zip(positions, names, *both, strict=True)
        )

    def _read(self, logits: FloatArray, truths: IntArray) -> list[_Read]:
        """Return the truth's probability and loss and the top prediction for each row (N, V)."""
        logs = log_softmax(logits)  # (N, V)
        n, best = np.arange(len(truths)), logs.argmax(-1)  # (N,)
        truth, highest = logs[n, truths], logs[n, best]  # (N,)
        columns = (np.exp(truth), -truth, best, np.exp(highest))
        return [
            _Read(probability, loss, TopPrediction(self.name(id), sure))
            for probability, loss, id, sure in zip(
                *(each.tolist() for each in columns), strict=True
            )
        ]

    def name(self, id: int) -> str:
        return label(self.engine.tokenizer(self.card.key), id)

    def names(self, model_input: ModelInput) -> tuple[str, ...]:
        return labels(self.engine.tokenizer(self.card.key), model_input.encoding)

    def effect(self, model_input: ModelInput) -> AblationEffect:
        """A discriminator says of each token whether it is the original."""
        fed = model_input.ids_of(self.card.spec.stream(self.head.stream).feed)
        replaced = fed != model_input.encoding.ids  # (T,)
        (before, loss_before), (after, loss_after) = (
            _read_flags(logits, replaced) for logits in self.logits(model_input)
        )
        names = self.names(model_input)
        places = [
            AffectedToken(at, names[at], before[at], after[at], loss_before[at], loss_after[at])
            for at in np.flatnonzero(~model_input.encoding.special).tolist()
        ]
        return AblationEffect(
            tuple(places), tr("each of {count} tokens: original or replaced", count=len(places))
        )

    def next_tokens(self, model_input: ModelInput) -> AblationEffect:
        """Every token from those on one side of it."""
        shift = position_shift(self.card.spec, self.head)
        places = np.arange(len(model_input))[max(shift, 0) : len(model_input) + min(shift, 0)]
        names = self.names(model_input)
        affected = self.affected_tokens(
            model_input,
            places - shift,
            model_input.input_ids[places],
            places.tolist(),
            [names[at] for at in places],
        )
        if shift > 0:
            basis = tr("each of {count} tokens predicted from those before it", count=len(places))
        else:
            basis = tr("each of {count} tokens predicted from those after it", count=len(places))
        return AblationEffect(affected, basis)

    def written(self, model_input: ModelInput, feed: str) -> AblationEffect:
        """The decoder of an encoder-decoder: its own text, or its first token."""
        fed = model_input.ids_of(feed)
        truths = fed[1:]  # (R - 1,)
        basis = tr(
            "each of {count} tokens of the decoder predicted from those before it",
            count=len(truths),
        )
        if not len(truths):
            truths = self.logits(model_input)[0][:1].argmax(-1)
            basis = tr("the token that it would write first, with everything on")
        rows = np.arange(len(truths))
        positions = np.minimum(rows + 1, len(fed) - 1).tolist()
        return AblationEffect(
            self.affected_tokens(model_input, rows, truths, positions), basis, feed
        )

    def ablate_in_order(self, model_input: ModelInput, targets: Targets) -> AblationEffect:
        """The targets, each from what is earlier in the order."""
        basis = tr("the {count} tokens to predict in this order", count=len(targets))
        if len(targets) == 1:
            basis = tr("the token to predict in this order")
        rows = targets.positions
        return AblationEffect(
            self.affected_tokens(model_input, rows, targets.labels, rows.tolist()), basis
        )

    def ablate_at_masks(self, model_input: ModelInput, masks: list[int]) -> AblationEffect:
        """At masks; an unknown true token is replaced by the most probable one without ablation."""
        mask_id = self.engine.tokenizer(self.card.key).mask_id
        known = model_input.encoding.ids[masks]  # (N,)
        guessed = self.logits(model_input)[0][masks].argmax(-1)
        truths = np.where(known == mask_id, guessed, known)
        basis = plural(len(masks), "the masked token", "the {count} masked tokens")
        if (known == mask_id).any():
            basis += tr(", with the most probable token as target where the true one is unknown")
        return AblationEffect(
            self.affected_tokens(model_input, np.array(masks), truths, masks), basis
        )

    def one_by_one(self, model_input: ModelInput, objective: ObjectiveSpec) -> Measuring:
        """One token masked after the other, evenly chosen where there are many."""
        encoding = model_input.encoding
        words = np.flatnonzero(~encoding.special)
        if not len(words):
            return None
        chosen = words[np.linspace(0, len(words) - 1, min(len(words), MAX_TOKENS)).astype(int)]
        names = self.names(model_input)
        affected: list[AffectedToken] = []
        for n, at in enumerate(chosen.tolist()):
            yield Progress(
                tr("Masking one token after the other"), n, len(chosen), unit=tr("tokens")
            )
            row, truth = np.array([at]), encoding.ids[[at]]
            affected += self.affected_tokens(
                self._mask_token(encoding, objective, at), row, truth, [at], [names[at]]
            )
        basis = tr("{count} tokens, each predicted from all others", count=len(chosen))
        if len(chosen) < len(words):
            basis += tr(
                " (every {step:.1f}th of {count})", step=len(words) / len(chosen), count=len(words)
            )
        return AblationEffect(tuple(affected), basis)

    def _mask_token(self, encoding: Encoding, objective: ObjectiveSpec, at: int) -> ModelInput:
        """The text with one token masked, as its objective masks it."""
        assert objective.override is not None
        vocabulary = self.engine.vocabulary(self.card.key)
        clean, rng = ModelInput.clean(encoding), np.random.default_rng(0)
        masked = objective.override(clean, {at: True}, vocabulary, rng)
        return self.engine.apply_all_feeds(self.card.key, masked)


def _read_flags(logits: FloatArray, replaced: BoolArray) -> tuple[list[float], list[float]]:
    """How probable the truth about each token (T,) is, and its loss in nats."""
    correct = sigmoid(np.where(replaced, logits, -logits))
    return correct.tolist(), flag_losses(logits, replaced.astype(np.int64)).tolist()
