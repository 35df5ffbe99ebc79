"""One token in words and numbers, for the side of the window and the table; and limits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from explorer.core.localization import plural, tr
from explorer.core.masking.example import MaskingExample, order_name
from explorer.core.masking.masks import times_chosen
from explorer.core.masking.predictions import MaskPrediction, mean_loss
from explorer.core.masking.questions import order_waits
from explorer.core.masking.typed_masks import SENTINEL, has_mask
from explorer.core.readable import all_cut_off, listed, untrained_guesses
from explorer.core.state.state import State
from explorer.ui.graphics.drawing import number
from explorer.ui.graphics.tokens.chip import CHANGE_NAMES, visible
from explorer.ui.panels.masking.column import MaskingColumn
from models.schema.records import TokenChange

MAX_CANDIDATES = 5  # in the details
DROPPED = tr("dropped with its span")

TABLE_COLUMNS = (
    *("position", "token", "fed", "change", "probability", "rank", "loss"),
    *("best", "best_probability", "replaced", "replaced_probability"),
    *("turn", "probability_without", "best_without", "epochs_chosen", "epochs_chosen_static"),
    *("probability_reverse", "best_reverse"),
    *("language", "position_id", "probability_alone"),
)


def detail_rows(example: MaskingExample, position: int) -> list[tuple[str, str]]:
    row, guess = example.row_of(position), example.guess_of(position)
    rows = [(tr("Position"), str(position))]
    if row is not None:
        rows.append((tr("Fed"), visible(example.fed[row])))
    if example.masks_tokens:
        change = TokenChange(int(example.changes[position]))
        name = DROPPED if change is TokenChange.SPAN else CHANGE_NAMES[change]
        overridden = tr(" (set by a click)") if position in (example.forced or {}) else ""
        rows.append((tr("Objective"), name + overridden))
    if example.order is not None:
        rows.append((tr("Position in the order"), order_name(int(example.order[position]))))
    if guess is not None:
        rows += [*_prediction_details(guess), *_without_details(example, position)]
    if (reverse := example.reverse_of(position)) is not None:
        rows.append((tr("Predicted from the right"), ""))
        rows += _prediction_details(reverse)
    rows += _translation_details(example, position)
    if example.detection is not None:
        rows.append((tr("Replaced"), number(float(example.detection.probability[position]))))
    return rows


def _prediction_details(guess: MaskPrediction) -> list[tuple[str, str]]:
    rows = []
    if guess.probability is not None and guess.rank is not None:
        rows += [
            (tr("Probability of the true token"), number(guess.probability)),
            (tr("Rank of the true token"), f"{guess.rank + 1:,}"),
        ]
    return rows + [(visible(token), number(p)) for token, p in guess.candidates[:MAX_CANDIDATES]]


def _without_details(example: MaskingExample, position: int) -> list[tuple[str, str]]:
    """The probability without the stream that is optional in the model."""
    guess = example.prediction_without_stream(position)
    streams = None if example.card is None else example.card.optional_streams
    if guess is None or guess.probability is None or streams is None:
        return []
    return [
        (tr("Without the {stream}", stream=tr(streams[0].title).lower()), number(guess.probability))
    ]


def _translation_details(example: MaskingExample, position: int) -> list[tuple[str, str]]:
    """What a model that reads a pair in two languages predicts without the other sentence."""
    language, place, alone = _of_pair(example, position)
    rows = [(tr("Language"), str(language)), (tr("Position in its text"), str(place))]
    if alone is not None:
        rows.append((tr("Without the other sentence"), number(alone)))
    return rows if language is not None else []


def table_row(example: MaskingExample, at: int) -> tuple[Any, ...]:
    """The values of one token, in the order of TABLE_COLUMNS."""
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
        *_of_pair(example, at),
    )


def _of_pair(example: MaskingExample, at: int) -> tuple[str | None, int | None, float | None]:
    """Of a pair in two languages: the language, the position, and the probability alone."""
    if example.gain is None:
        return None, None, None
    token = example.gain.at(at)
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
        "pairs": {verdict.head.name: verdict.by_class for verdict in example.pairs},
        "written": example.written.sentence if example.written else None,
        "joint_all_at_once": example.filled.independent.joint if example.filled else None,
        "joint_in_turn": example.filled.sequential.joint if example.filled else None,
    }


# ---- what the picture does not show

ORDER_WAITS = tr(
    "Your own order belongs to the text that it was made for and is used again with it; "
    "for this text the order is 1, 2, 3 …"
)


def limits(columns: Sequence[MaskingColumn], state: State) -> tuple[str, ...]:
    """One line for each, about these models and the texts of the state."""
    lines = all_cut_off(
        (column.title, column.example.encoding.num_cut, column.example.card.num_positions)
        for column in columns
        if column.example.card is not None
    )
    examples = [column.example for column in columns]
    cards = [(column.title, column.example.card) for column in columns]
    lines += untrained_guesses([title for title, card in cards if card and card.guesses_untrained])
    masking = [example for example in examples if example.masks_tokens]
    if masking and not any(example.sampled for example in masking):
        lines.append(
            tr("Only the tokens that you masked are masked: the objective samples nothing.")
        )
    if any(example.overridden for example in examples) and order_waits(state):
        lines.append(ORDER_WAITS)
    usable = [column for column in columns if column.example.corruption is not None]
    return (*lines, *_mask_limits(usable, state), *_sentinel_limits(usable, state))


def _mask_limits(usable: Sequence[MaskingColumn], state: State) -> list[str]:
    """What a mask in the sentence is to each model."""
    if not has_mask(state.text, state.pair):
        return []
    own = [(c.title, c.example.own_mask) for c in usable if c.example.own_mask is not None]
    named = ", ".join(tr("{token} to {model}", token=token, model=title) for title, token in own)
    lines = (
        [tr("A mask in the sentence becomes each model's own: {masks}.", masks=named)]
        if own
        else []
    )
    unaware = [column.title for column in usable if not column.example.masks_in_text]
    return lines + [
        tr("{title} has no mask token and reads it as ordinary characters.", title=title)
        for title in unaware
    ]


def _sentinel_limits(usable: Sequence[MaskingColumn], state: State) -> list[str]:
    """Which models read the name of a sentinel as ordinary characters."""
    sentinel = SENTINEL.search(f"{state.text} {state.pair}")
    if sentinel is None:
        return []
    unaware = [c.title for c in usable if sentinel[0] not in c.example.encoding.tokens]
    if not unaware:
        return []
    return [
        plural(
            len(unaware),
            "{models} reads {sentinel} as ordinary characters.",
            "{models} read {sentinel} as ordinary characters.",
            models=listed(unaware),
            sentinel=sentinel[0],
        )
    ]
