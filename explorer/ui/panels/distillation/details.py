"""What the side of the window says of a token in the distillation panel, model by model."""

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

NUM_SEEN = 3  # tokens that a row looks at most

DetailRow = tuple[str, str]


def label_details(labels: Labels, roles: Sequence[Role], temperature: float) -> Details:
    """How sure each model is of the token that is hidden, or of what the teacher says there."""
    present = [role for role in roles if role.key in labels.logits]
    asked = labels.ids[0] if labels.truth is None else labels.truth
    teacher = log_softmax(labels.logits[present[0].key], temperature)
    rows: list[DetailRow] = []
    for role in present:
        logits = labels.logits[role.key]
        rows += [(role.heading, ""), *_answer_rows(logits, asked, temperature)]
        if role is not present[0]:
            lost = float(kl_divergence(teacher, log_softmax(logits, temperature)))
            rows.append(("KL from teacher", f"{number(lost)} nats"))
    softened = f"Softened, entropy and KL: at temperature {number(temperature)}."
    return Details(_hidden(labels, asked), tuple(rows), softened)


def _hidden(labels: Labels, asked: int) -> str:
    name = visible(labels.names[labels.ids.index(asked)])
    return f"{name}, the teacher's first" if labels.truth is None else f"{name}, hidden"


def _answer_rows(logits: FloatArray, asked: int, temperature: float) -> list[DetailRow]:
    """What logits (V,) say of a token, at temperature 1 and at that of the view."""
    sharp, soft = softmax(logits), softmax(logits, temperature)
    rank = 1 + int((logits > logits[asked]).sum())
    return [
        ("Probability", number(float(sharp[asked]))),
        ("Softened", number(float(soft[asked]))),
        ("Rank", f"{rank:,} of {len(logits):,}"),
        ("Entropy", f"{number(float(entropy(soft)))} nats"),
    ]


def attention_details(found: Attentions, roles: Sequence[Role], place: MapChoice) -> Details:
    """Where each model looks from a token; empty where none is selected."""
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
    return Details(f"{visible(found.tokens[token])} looks at", tuple(rows))
