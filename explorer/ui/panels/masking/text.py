"""One token in words and numbers, for the side of the window."""

from __future__ import annotations

from explorer.core.engine.predicting.predictions import MaskPrediction
from explorer.core.localization import tr
from explorer.core.masking.example import MaskingExample, order_name, predict_without_pair
from explorer.ui.graphics.drawing import number
from explorer.ui.graphics.tokens.chip import CHANGE_NAMES, visible
from models.schema.records import TokenChange

MAX_CANDIDATES = 5  # in the details
DROPPED = tr("dropped with its span")


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
        rows += [*_prediction_details(guess), *_ablation_details(example, position)]
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
    best = guess.ordered_candidates[:MAX_CANDIDATES]
    return rows + [(visible(one.token), number(one.probability)) for one in best]


def _ablation_details(example: MaskingExample, position: int) -> list[tuple[str, str]]:
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
    language, place, alone = predict_without_pair(example, position)
    rows = [(tr("Language"), str(language)), (tr("Position in its text"), str(place))]
    if alone is not None:
        rows.append((tr("Without the other sentence"), number(alone)))
    return rows if language is not None else []
