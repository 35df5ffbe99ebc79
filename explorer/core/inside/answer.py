"""What the Inside panel draws: the steps of a token, what is predicted, a logit in parts."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from explorer.core.engine.cards import ModelCard
from explorer.core.engine.predicting.probabilities import softmax
from explorer.core.layers.states import StreamStates
from explorer.core.localization import tr
from models.inside.diagrams.diagram import Diagram, StepKey
from models.inside.steps import Numbers, Relation, TokenPath, TokenStage
from models.schema.records import FloatArray
from models.schema.specs import HeadSpec

if TYPE_CHECKING:
    from models.inside.contributions import Contributions

STEPS, DIAGRAM = "steps", "diagram"  # views
EMBEDDINGS, OUTPUT = tr("Embeddings"), tr("Output")
KINDS = ("embeddings", "head", "convolution", "feed_forward", "recurrent", "biases", "remainder")
LAYERS = {"head", "convolution", "feed_forward", "recurrent"}  # kinds that a model may not have
NEGLIGIBLE = 1e-3  # nats, of a remainder that is rounding
LAST_COLUMNS = {  # of parts that have no head
    (math.inf, 0): ("convolution", tr("convolution")),
    (math.inf, 1): ("feed_forward", tr("feed-forward")),
    (math.inf, 2): ("recurrent", tr("recurrent")),
}


@dataclass(frozen=True)
class ScoredPrediction:
    """A token or a class that is predicted; a foreign token is in no language of the text."""

    name: str
    logit: float
    probability: float
    is_foreign: bool = False


@dataclass(frozen=True, eq=False)
class PartMap:
    """What parts wrote into a logit: layers by heads, then what a layer adds as a whole."""

    layers: tuple[str, ...]
    parts: tuple[str, ...]
    values: FloatArray  # (L, P)


@dataclass(frozen=True, eq=False)
class LogitParts:
    """What each part wrote into the logit of a word, or of one against another."""

    wanted: str
    against: str
    made_of: Contributions

    @property
    def totals(self) -> dict[str, float]:
        """The sum of each kind of part that there is; of the remainder where it is no rounding."""
        made_of, kinds = self.made_of, {part.kind for part in self.made_of.parts}
        totals = {kind: 0.0 for kind in KINDS if kind in kinds or kind not in LAYERS}
        for part in made_of.parts:
            totals[part.kind] += part.value
        if abs(made_of.remainder) <= NEGLIGIBLE:
            del totals["remainder"]
        return totals

    @cached_property
    def map_by_place(self) -> PartMap:
        """What each head, and each other part of a layer, wrote."""
        written = [part for part in self.made_of.parts if part.layer is not None]
        streams = list(dict.fromkeys(part.stream for part in written if part.head is not None))
        last = {kind: column for column, (kind, _) in LAST_COLUMNS.items()}
        columns = [
            last[part.kind] if part.head is None else (streams.index(part.stream), part.head)
            for part in written
        ]
        heads, layers = sorted(set(columns)), sorted({part.layer or 0 for part in written})
        values = np.zeros((len(layers), len(heads)), dtype=np.float32)
        for part, column in zip(written, columns, strict=True):
            values[layers.index(part.layer or 0), heads.index(column)] += part.value
        return PartMap(
            tuple(f"{tr('layer')}\u00a0{layer}" for layer in layers),
            tuple(_column_name(column, streams) for column in heads),
            values,
        )


def _column_name(column: tuple[float, int], streams: list[str]) -> str:
    if column in LAST_COLUMNS:
        return LAST_COLUMNS[column][1]
    stream, head = column
    return f"{streams[int(stream)] if stream else tr('head')}\u00a0{head + 1}"


@dataclass(frozen=True, eq=False)
class InsideAnswer:
    """All that the picture of one model is drawn from."""

    states: StreamStates
    row: int  # of the token, in its stream
    path: TokenPath
    diagram: Diagram
    key_labels: Mapping[str, tuple[str, ...]]  # of what is attended to, by stream
    head: HeadSpec | None = None
    candidates: tuple[ScoredPrediction, ...] = ()  # most probable first, foreign ones last
    of_task: bool = False  # candidates are classes
    temperature: float = 1.0
    parts: LogitParts | None = None
    problem: str = ""  # why there are no parts
    fallbacks: tuple[str, ...] = field(default=())
    view: str = STEPS
    reads_word: bool = False  # the head predicts the very token that stands at this row

    @property
    def card(self) -> ModelCard:
        return self.states.card

    @property
    def reads_own_row(self) -> bool:
        """Whether the head predicts the token of its row, by a stream that reads this token."""
        head = self.head
        if head is None or head.task != "fill_mask":
            return False
        return not (head.fallback_stream and self.states.stream.name == head.stream)

    @property
    def steps(self) -> tuple[TokenStage, ...]:
        return self.path.steps

    @cached_property
    def sections(self) -> dict[int, list[int]]:
        """The places of the steps, by the section that they are of, in order."""
        places: dict[int, list[int]] = {}
        for place, step in enumerate(self.steps):
            places.setdefault(step.section, []).append(place)
        return places

    @property
    def missing_layers(self) -> tuple[str, ...]:
        """Layers without a step of this stream, because they declare none."""
        layers = range(1, self.path.num_layers + 1) if self.steps else ()
        return tuple(str(layer) for layer in layers if layer not in self.sections)

    def section_name(self, section: int) -> str:
        if section == 0:
            return EMBEDDINGS
        return OUTPUT if section > self.path.num_layers else tr("Layer {section}", section=section)

    def part_of(self, step: TokenStage) -> int | None:
        """The part of the diagram that a step belongs to; of one of the output, the head."""
        if step.section <= self.path.num_layers:
            key = StepKey(step.path, step.title, step.occurrence)
            return self.diagram.place_of(key, self.states.stream.name)
        title = "" if self.head is None else self.head.title
        heads = [n for n, one in enumerate(self.diagram.parts) if one.kind == "head"]
        named = [n for n in heads if self.diagram.parts[n].title == title]
        return next(iter(named or heads), None)

    def first_step(self, place: int, near: int) -> int | None:
        """The first step of a part, or of the part that repeats it in the layer of a step."""
        drawn, section = self.diagram.drawn_as(place), self.steps[near].section
        own = [
            n
            for n, step in enumerate(self.steps)
            if (part := self.part_of(step)) is not None and self.diagram.drawn_as(part) == drawn
        ]
        here = [n for n in own if self.steps[n].section == section]
        return next(iter(here or own), None)

    def find_step(self, key: StepKey, of_head: bool) -> int | None:
        """The place of a declared step; of a head, among those after the layers."""
        for place, step in enumerate(self.steps):
            is_output = step.section > self.path.num_layers
            if is_output == of_head and (step.path, step.title, step.occurrence) == (
                key.path,
                key.title,
                key.occurrence,
            ):
                return place
        return None

    def labels_of(self, keys: str) -> tuple[str, ...]:
        """The tokens that a step attends to."""
        return self.key_labels.get(keys, self.states.labels)


def append_probabilities(
    path: TokenPath,
    logits: FloatArray,
    temperature: float,
    shares: FloatArray | None = None,
    formula: str = "p = softmax(z)",
) -> TokenPath:
    """Append the temperature and the probabilities to a path: `shares`, or else a softmax."""
    section, colder = path.num_layers + 1, logits / np.float32(temperature)
    y, z = Numbers("y", logits), Numbers("z", colder)
    p = Numbers("p", softmax(logits, temperature) if shares is None else shares)
    divides = tr("z = y / τ, with the temperature τ = {temperature:g}", temperature=temperature)
    place = section, "", "", False
    relation: Relation = "softmax" if shares is None else "function"
    return append_steps(
        path,
        TokenStage(tr("Temperature"), divides, (y,), z, "function", 1.0, *place),
        TokenStage(tr("Probabilities"), formula, (z,), p, relation, 1.0, *place),
    )


def append_steps(path: TokenPath, *steps: TokenStage) -> TokenPath:
    return replace(path, steps=(*path.steps, *steps))
