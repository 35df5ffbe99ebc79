"""What one model learns from one sentence, and what it predicts; computed in examples.py.

Shapes: T tokens of the sentence, R rows that the model is fed, N tokens that a decoder must write.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from explorer.core.engine.cards import ModelCard
from explorer.core.engine.predicting.detection import DetectionResult
from explorer.core.engine.predicting.predictions import MaskPrediction, mean_loss
from explorer.core.languages.translations import TranslationGain
from explorer.core.localization import tr
from explorer.core.masking.classification import EntityResult, PairPrediction
from explorer.core.masking.filling import DecodedFilling, FillingComparison
from explorer.core.masking.masks import LossCoverage, coverage, runs, times_chosen, token_changes
from models.schema.factorization_order import GIVEN
from models.schema.factorization_order import visibility as order_visibility
from models.schema.records import (
    NO_ORIGIN,
    BoolArray,
    Encoding,
    IntArray,
    ModelInput,
    Span,
    TokenChange,
)
from models.schema.specs import ORDER_FEED, ObjectiveSpec


@dataclass(frozen=True)
class LossShare:
    """On how many tokens of a model, or of one of its streams, there is a loss."""

    title: str
    coverage: LossCoverage


@dataclass(frozen=True)
class DecoderTarget:
    """What a decoder must write, token by token (N,)."""

    labels: tuple[str, ...]
    special: tuple[bool, ...]
    positions: tuple[int | None, ...]  # in the sentence; None for a token that is not from there
    spans: tuple[int | None, ...]  # the dropped span of each token, from 0


@dataclass(frozen=True, eq=False)
class MaskingExample:
    """One model and one sentence. What is None has not been computed, or is not for this model."""

    key: str
    card: ModelCard | None = None
    objectives: tuple[ObjectiveSpec, ...] = ()
    model_input: ModelInput | None = None
    names: tuple[str, ...] = ()  # (T,) of the sentence as it is
    fed: tuple[str, ...] = ()  # (R,) of what the model is fed
    spans: tuple[Span, ...] = ()  # that sentinels replace
    target: DecoderTarget | None = None
    forced: Mapping[int, bool] | None = None
    masks_in_text: frozenset[int] = frozenset()  # mask tokens and sentinels in the text itself
    own_mask: str | None = None  # the model's token for [MASK], where it has another name
    sampled: bool = False  # whether the objective sampled; otherwise only the user's masks are set
    overridden: bool = False  # whether the user set the order
    whole: bool = False  # whether the numbers below have been computed
    guesses: tuple[MaskPrediction, ...] = ()
    without_stream: tuple[MaskPrediction, ...] = ()  # without the optional stream
    reverse: tuple[MaskPrediction, ...] = ()  # by a second head, from what comes after each token
    translation: str = ""  # of the text in the mini-world, where no second text is given
    gain: TranslationGain | None = None  # where a pair is read in two languages
    detection: DetectionResult | None = None
    entities: EntityResult | None = None
    filled: FillingComparison | None = None
    written: DecodedFilling | None = None
    pairs: tuple[PairPrediction, ...] = ()
    epochs: IntArray | None = None  # (E, T) of TokenChange, sampled in each epoch
    fixed: IntArray | None = None  # (E, T) of TokenChange, from fixed masks
    problem: str = ""
    hint: str = ""  # of the problem: what the user can do about it

    @property
    def encoding(self) -> Encoding:
        assert self.model_input is not None
        return self.model_input.encoding

    @property
    def tokenization(self) -> tuple[object, ...]:
        """The model and its tokens of the text; no tokens where it cannot be fed the text."""
        if self.model_input is None:
            return (self.key,)
        return self.key, self.encoding.text, self.encoding.pair, self.encoding.tokens

    @property
    def has_output_text(self) -> bool:
        """Whether the model writes its answers into a text of its own."""
        return self.card is not None and self.card.predicts_in_decoder

    @property
    def causal(self) -> bool:
        """Whether the model predicts each token of the sentence from those on one side of it."""
        head = None if self.card is None else self.card.token_head
        return head is not None and head.task == "next_token" and not self.has_output_text

    @property
    def masks_tokens(self) -> bool:
        """Whether an objective of the model masks tokens, so that the user can."""
        if self.model_input is not None and self.model_input.is_task:
            return False
        return any(spec.masks for spec in self.objectives)

    @property
    def order(self) -> IntArray | None:
        """Position of each token in the factorization order (T,); 0 is context for all."""
        return None if self.model_input is None else self.model_input.feeds.get(ORDER_FEED)

    @cached_property
    def visibility(self) -> tuple[BoolArray, BoolArray] | None:
        """Visibility (T, T) of the content and of the query stream, where there is an order."""
        return None if self.order is None else order_visibility(self.order)

    @cached_property
    def changes(self) -> IntArray:
        """The TokenChange (T,) of each token of the sentence."""
        assert self.model_input is not None
        return token_changes(self.model_input)

    @cached_property
    def row_spans(self) -> tuple[int | None, ...]:
        """The span that each row of the input replaces or belongs to: (R,), from 0; else None.

        A model that cannot be fed the text has no rows.
        """
        if self.model_input is None:
            return ()
        if self.spans:
            number = {span.position: n for n, span in enumerate(self.spans)}
            return tuple(number.get(row) for row in range(len(self.model_input)))
        if any(spec.chooses_spans and spec.masks for spec in self.objectives):
            return runs(self.model_input.change)
        return (None,) * len(self.model_input)

    @cached_property
    def coloured_spans(self) -> tuple[int | None, ...]:
        """The `row_spans` (R,), in which a sentinel of the text itself also counts as a span."""
        if self.spans or not (self.has_output_text and self.masks_in_text):
            return self.row_spans
        numbers: dict[str, int] = {}
        return tuple(
            numbers.setdefault(name, len(numbers))
            if self.masks_in_text.intersection(self.positions_at(row))
            else None
            for row, name in enumerate(self.fed)
        )

    @property
    def num_span_colours(self) -> int:
        """How many spans have a colour of their own; runs of masks have none."""
        return len(set(self.coloured_spans) - {None}) if self.has_output_text else 0

    @property
    def uses_mask_token(self) -> bool:
        return self.masks_tokens and any(spec.needs_mask_token for spec in self.objectives)

    def generated_token(self, at: int) -> TokenChange:
        """What the generator did to a token; unchanged where it predicted the true one."""
        if self.detection is None or self.detection.replaced is None or self.model_input is None:
            return TokenChange.KEPT
        if self.detection.replaced[at]:
            return TokenChange.REPLACED
        sampled = self.model_input.change[at] != TokenChange.KEPT
        return TokenChange.UNCHANGED if sampled else TokenChange.KEPT

    @property
    def loss(self) -> float | None:
        """The mean over the positions whose true token is known, in nats."""
        return mean_loss(self.guesses)

    @property
    def covered_share(self) -> float | None:
        """The share of the tokens that may be chosen and were, in at least one of the epochs."""
        return self._covered_share(self.epochs)

    @property
    def covered_fixed(self) -> float | None:
        """The share of the tokens that fixed masks chose in at least one of the epochs."""
        return self._covered_share(self.fixed)

    def _covered_share(self, changes: IntArray | None) -> float | None:
        if changes is None or self.encoding.special.all():
            return None
        return float(coverage(changes[:, ~self.encoding.special])[-1])

    # ---- rows and positions

    def positions_at(self, row: int) -> tuple[int, ...]:
        """The tokens of the sentence that a row is or replaces: itself, or those of its span."""
        assert self.model_input is not None
        origin = int(self.model_input.origin[row])
        if origin != NO_ORIGIN:
            return (origin,)
        replaced = next((span for span in self.spans if span.position == row), None)
        return () if replaced is None else tuple(range(*replaced.origin))

    def row_of(self, position: int) -> int | None:
        """The row that holds a token of the sentence, or the sentinel that replaces it."""
        assert self.model_input is not None
        rows = np.flatnonzero(self.model_input.origin == position)
        if len(rows):
            return int(rows[0])
        return next((s.position for s in self.spans if s.origin[0] <= position < s.origin[1]), None)

    def answer_row(self, position: int) -> int | None:
        """The position at which a token of the sentence is predicted."""
        if self.target is None:
            return position
        rows = [n for n, own in enumerate(self.target.positions) if own == position]
        return rows[0] if rows else None

    def position_of(self, place: int) -> int | None:
        """The token of the sentence that is predicted at a position of the output."""
        return place if self.target is None else self.target.positions[place]

    def guess_at(self, place: int) -> MaskPrediction | None:
        return _find_prediction(self.guesses, place)

    def guess_of(self, position: int) -> MaskPrediction | None:
        """What is predicted for a token of the sentence."""
        place = self.answer_row(position)
        return None if place is None else self.guess_at(place)

    def reverse_of(self, position: int) -> MaskPrediction | None:
        """What is predicted for a token from what comes after it."""
        return _find_prediction(self.reverse, position)

    def prediction_without_stream(self, position: int) -> MaskPrediction | None:
        return _find_prediction(self.without_stream, position)


def order_name(position: int) -> str:
    """A position in the order as a short text; a context token has a dot."""
    return "•" if position == GIVEN else str(position)


def order_in_words(position: int) -> str:
    return (
        tr("context for all")
        if position == GIVEN
        else tr("position {position} in the order", position=position)
    )


def _find_prediction(guesses: Sequence[MaskPrediction], place: int) -> MaskPrediction | None:
    return next((guess for guess in guesses if guess.place == place), None)


# ---- as plain values, for a file

TABLE_COLUMNS = (
    *("model", "position", "token", "fed", "change", "probability", "rank", "loss"),
    *("best", "best_probability", "replaced", "replaced_probability"),
    *("turn", "probability_without", "best_without", "epochs_chosen", "epochs_chosen_static"),
    *("probability_reverse", "best_reverse"),
    *("language", "position_id", "probability_alone"),
)


def table_rows(examples: Mapping[str, MaskingExample]) -> list[tuple[Any, ...]]:
    """The values of every token of the sentence in each model, by TABLE_COLUMNS."""
    return [
        (example.key, *_token_values(example, at))
        for example in examples.values()
        for at in range(len(example.names))
    ]


def _token_values(example: MaskingExample, at: int) -> tuple[Any, ...]:
    guess, without = example.guess_of(at), example.prediction_without_stream(at)
    reverse = example.reverse_of(at)
    row, detection, order = example.row_of(at), example.detection, example.order
    return (
        at,
        example.names[at],
        None if row is None else example.fed[row],
        TokenChange(int(example.changes[at])).name.lower(),
        guess.probability if guess else None,
        guess.rank + 1 if guess and guess.rank is not None else None,
        guess.loss if guess else None,
        *_best(guess),
        None if detection is None else detection.truth(at),
        None if detection is None else float(detection.probability[at]),
        None if order is None else int(order[at]),
        without.probability if without else None,
        _best(without)[0],
        *(
            None if changes is None else int(times_chosen(changes)[at])
            for changes in (example.epochs, example.fixed)
        ),
        reverse.probability if reverse else None,
        _best(reverse)[0],
        *predict_without_pair(example, at),
    )


def predict_without_pair(
    example: MaskingExample, at: int
) -> tuple[str | None, int | None, float | None]:
    """Return a token's language, position and probability without the other sentence.

    All are None where the gain from a translation was not measured.
    """
    if example.gain is None:
        return None, None, None
    token = example.gain.gained_at(at)
    alone = None if token is None else token.alone.probability
    return example.gain.languages[at], int(example.gain.positions[at]), alone


def _best(guess: MaskPrediction | None) -> tuple[str | None, float | None]:
    """The most probable token and its probability."""
    return guess.candidates[0] if guess and guess.candidates else (None, None)


def summary(example: MaskingExample) -> dict[str, Any]:
    """The values of a whole model, not of one token."""
    return {
        "loss": example.loss,
        "loss_without": mean_loss(example.without_stream),
        "loss_reverse": mean_loss(example.reverse),
        "pairs": {verdict.head.name: verdict.probability_by_class for verdict in example.pairs},
        "written": example.written.sentence if example.written else None,
        "joint_all_at_once": example.filled.independent.joint if example.filled else None,
        "joint_in_turn": example.filled.sequential.joint if example.filled else None,
    }
