"""Original or replaced: what a generator puts in, and what a discriminator says of each token.

Clark, Luong, Le, Manning (2020), arXiv:2003.10555.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from explorer.core.engine.cards import ModelCard
from explorer.core.engine.engine import Engine
from explorer.core.engine.labels import label, labels
from explorer.core.engine.predicting.probabilities import sigmoid
from explorer.core.errors import UserError
from explorer.core.localization import tr
from models.schema.records import BoolArray, FloatArray, ModelInput, Trace
from models.schema.roles import ReplacementDetection

THRESHOLD = 0.5  # a token is called replaced from this probability on


@dataclass(frozen=True, eq=False)
class Detection:
    """The tokens that the generator put in, and the discriminator's probability for each."""

    trace: Trace  # with the model input that the detecting head was fed
    replaced: BoolArray  # (T,) the truth
    probability: FloatArray  # (T,) that the token was replaced


@dataclass(frozen=True, eq=False)
class DetectionResult:
    """The input of a discriminator, and its probabilities. Shapes (T,)."""

    labels: tuple[str, ...]
    probability: FloatArray  # that the token was replaced
    replaced: BoolArray | None  # the truth; None where no generator put anything in
    known: BoolArray  # False at masks in the text itself, whose true token is unknown

    @property
    def counts(self) -> DetectionCounts | None:
        """Over the tokens whose truth is known; None where no generator put anything in."""
        if self.replaced is None:
            return None
        return detection_counts(self.replaced[self.known], self.probability[self.known])

    def truth(self, at: int) -> bool | None:
        """Whether a token was replaced; None where that is unknown."""
        return None if self.replaced is None or not self.known[at] else bool(self.replaced[at])


@dataclass(frozen=True)
class DetectionCounts:
    """The confusion matrix of replaced-token detection; positive is replaced."""

    true_positives: int
    false_negatives: int
    false_positives: int
    true_negatives: int

    @property
    def num_replaced(self) -> int:
        return self.true_positives + self.false_negatives

    @property
    def original(self) -> int:
        return self.false_positives + self.true_negatives


def detection_counts(replaced: BoolArray, probability: FloatArray) -> DetectionCounts:
    """Count the four cases over the tokens (T,)."""
    called = probability >= THRESHOLD
    return DetectionCounts(
        true_positives=int((replaced & called).sum()),
        false_negatives=int((replaced & ~called).sum()),
        false_positives=int((~replaced & called).sum()),
        true_negatives=int((~replaced & ~called).sum()),
    )


def generates_replacements(engine: Engine, key: str) -> bool:
    """Whether a model has both the head that puts tokens in and the one that detects them."""
    return any(spec.role(ReplacementDetection) for spec in engine.objectives(key))


def detect(engine: Engine, key: str, model_input: ModelInput) -> Detection:
    """The tokens that the generator puts in, and the discriminator's probabilities.

    Raises UserError where the files do not hold both.
    """
    card = engine.card(key)
    roles = ((spec.head, spec.role(ReplacementDetection)) for spec in engine.objectives(key))
    head, detecting = next((one for one in roles if one[1] is not None), ("", None))
    if detecting is None:
        raise UserError(
            tr("{title} does not hold a generator and a discriminator.", title=card.title),
            tr("Choose a model whose folder has a subfolder with its generator."),
        )
    logits = engine.trace(key, model_input, ("logits",)).logits if model_input.targets else {}
    fed, replaced = detecting.detect(model_input, logits, engine.tokenizer(key).vocabulary)
    trace = engine.trace(key, fed)
    return Detection(trace, replaced, sigmoid(trace.logits[head]))


def detection_result(
    engine: Engine, card: ModelCard, model_input: ModelInput
) -> DetectionResult | None:
    """Detect the replacements of a generator, or without one those in the corrupted text.

    None without a head that detects.
    """
    head = card.detecting_head
    if head is None:
        return None
    tokenizer, encoding = engine.tokenizer(card.key), model_input.encoding
    names = labels(tokenizer, encoding)
    if not generates_replacements(engine, card.key):
        trace = engine.trace(card.key, model_input, ("logits",))
        nothing = np.zeros(len(encoding), dtype=bool)
        return DetectionResult(names, sigmoid(trace.logits[head.name]), None, nothing)
    detection = detect(engine, card.key, model_input)
    ids = detection.trace.model_input.ids_of(card.spec.stream(head.stream).feed)
    names_fed = tuple(
        name if same else label(tokenizer, int(id))
        for name, same, id in zip(names, ids == encoding.ids, ids, strict=True)
    )
    return DetectionResult(
        names_fed, detection.probability, detection.replaced, ids != tokenizer.mask_id
    )
