"""What the Inside panel draws: the steps of a token, what is predicted, a logit in parts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from explorer.core.engine.cards import ModelCard
from explorer.core.layers.states import StreamStates
from explorer.core.localization import tr
from explorer.core.masking.probabilities import softmax
from models.inside.steps import Numbers, Relation, TokenPath, TokenStage
from models.schema.records import FloatArray
from models.schema.specs import HeadSpec

if TYPE_CHECKING:
    from models.inside.contributions import Contributions

EMBEDDINGS, OUTPUT = tr("Embeddings"), tr("Output")


@dataclass(frozen=True)
class ScoredPrediction:
    """A token or a class that is predicted."""

    name: str
    logit: float
    probability: float


@dataclass(frozen=True, eq=False)
class LogitParts:
    """What each part wrote into the logit of a word, or of one against another."""

    wanted: str
    against: str
    made_of: Contributions


@dataclass(frozen=True, eq=False)
class InsideAnswer:
    """All that the picture of one model is drawn from."""

    states: StreamStates
    row: int  # of the token, in its stream
    path: TokenPath
    key_labels: Mapping[str, tuple[str, ...]]  # of what is attended to, by stream
    head: HeadSpec | None = None
    candidates: tuple[ScoredPrediction, ...] = ()
    of_task: bool = False  # candidates are classes
    temperature: float = 1.0
    parts: LogitParts | None = None
    problem: str = ""  # why there are no parts
    fallbacks: tuple[str, ...] = field(default=())

    @property
    def card(self) -> ModelCard:
        return self.states.card

    @property
    def steps(self) -> tuple[TokenStage, ...]:
        return self.path.steps

    @property
    def missing(self) -> tuple[str, ...]:
        """Layers without a step of this stream, because they declare none."""
        present = {step.section for step in self.steps}
        layers = range(1, self.path.num_layers + 1) if self.steps else ()
        return tuple(str(layer) for layer in layers if layer not in present)

    def section_name(self, section: int) -> str:
        if section == 0:
            return EMBEDDINGS
        return OUTPUT if section > self.path.num_layers else tr("Layer {section}", section=section)

    def labels_of(self, keys: str) -> tuple[str, ...]:
        """The tokens that a step attends to."""
        return self.key_labels.get(keys, self.states.labels)


def with_probabilities(
    path: TokenPath,
    logits: FloatArray,
    temperature: float,
    shares: FloatArray | None = None,
    formula: str = "p = softmax(z)",
) -> TokenPath:
    """With the last two steps, after the model's own; probabilities by a softmax, or given."""
    section, colder = path.num_layers + 1, logits / np.float32(temperature)
    y, z = Numbers("y", logits), Numbers("z", colder)
    p = Numbers("p", softmax(logits, temperature) if shares is None else shares)
    divides = tr("z = y / τ, with the temperature τ = {temperature:g}", temperature=temperature)
    place = section, "", "", False
    relation: Relation = "softmax" if shares is None else "function"
    return with_last_steps(
        path,
        TokenStage(tr("Temperature"), divides, (y,), z, "function", 1.0, *place),
        TokenStage(tr("Probabilities"), formula, (z,), p, relation, 1.0, *place),
    )


def with_last_steps(path: TokenPath, *steps: TokenStage) -> TokenPath:
    return replace(path, steps=(*path.steps, *steps))
