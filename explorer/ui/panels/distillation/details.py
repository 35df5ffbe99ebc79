"""The details of a token in the distillation panel, model by model."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from explorer.core.distillation.students import Attentions, Labels
from explorer.core.masking.probabilities import entropy, kl_divergence, log_softmax, softmax
from explorer.ui.graphics.drawing import number
from explorer.ui.graphics.tokens.chip import visible
from explorer.ui.panel_base.details import Details
from explorer.ui.panels.distillation.figure import MapChoice, Role, map_of
from models.schema.records import FloatArray

NUM_SEEN = 3  # tokens with the highest weights of a row

DetailRow = tuple[str, str]


def label_details(labels: Labels, roles: Sequence[Role], temperature: float) -> Details:
    """The probability of the mtoken_id token, or of the teacher's best guess, in each model."""
    present = [role for role in roles if role.key in labels.logits]
    token_id = labels.ids[0] if labels.truth is None else labels.truth
    teacher = log_softmax(labels.logits[present[0].key], temperature)
    rows: list[DetailRow] = []
    for role in present:
        logits = labels.logits[role.key]
        rows += [(role.heading, ""), *_answer_rows(logits, token_id, temperature)]
        if role is not present[0]:
            kl = float(kl_divergence(teacher, log_softmax(logits, temperature)))
            rows.append(("KL from teacher", f"{number(kl)} nats"))
    softened = f"Softened, entropy and KL: at temperature {number(temperature)}."
    return Details(_title(labels, token_id), tuple(rows), softened)


def _title(labels: Labels, token_id: int) -> str:
    name = visible(labels.names[labels.ids.index(token_id)])
    return (
        f"{name}, the teacher's most probable token" if labels.truth is None else f"{name}, masked"
    )


def _answer_rows(logits: FloatArray, token_id: int, temperature: float) -> list[DetailRow]:
    """A token under logits (V,), at temperature 1 and at that of the view."""
    sharp, soft = softmax(logits), softmax(logits, temperature)
    rank = 1 + int((logits > logits[token_id]).sum())
    return [
        ("Probability", number(float(sharp[token_id]))),
        ("Softened", number(float(soft[token_id]))),
        ("Rank", f"{rank:,} of {len(logits):,}"),
        ("Entropy", f"{number(float(entropy(soft)))} nats"),
    ]


def attention_details(found: Attentions, roles: Sequence[Role], place: MapChoice) -> Details:
    """What a token attends to in each model; empty where none is selected."""
    token = place.token
    if token is None or token >= len(found.tokens):
        return Details()
    present = [role for role in roles if role.key in found.maps]
    rows: list[DetailRow] = []
    for role in present:
        weights = map_of(found, present, role, place)[token]  # (T,)
        best = np.argsort(-weights, kind="stable")[:NUM_SEEN].tolist()
        rows.append((role.heading, ""))
        rows += [(visible(found.tokens[at]), number(float(weights[at]))) for at in best]
    return Details(f"{visible(found.tokens[token])} attends to", tuple(rows))
