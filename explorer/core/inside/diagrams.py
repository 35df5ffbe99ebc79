"""Block diagrams of models: the request of the view, what differs among them, their table."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from explorer.core.attention.inputs import decoder_feed
from explorer.core.engine.cards import ModelCard
from explorer.core.engine.feeding.model_input import add_objective_and_model_feeds
from explorer.core.errors import as_user_errors
from explorer.core.inside.answer import DIAGRAM, STEPS
from explorer.core.jobs.by_model import answers_by_model
from explorer.core.jobs.jobs import Progress, Work
from explorer.core.localization import mark, message, tr
from explorer.core.readable import model_name
from explorer.core.state.defaults import SENTENCE
from explorer.core.table import Table
from models.inside.diagrams.diagram import Diagram
from models.inside.diagrams.traits import PartTrait, UnlikePart, norm_place, traits_of
from models.schema.records import ModelInput
from models.schema.specs import ORDER_FEED

if TYPE_CHECKING:
    from explorer.core.engine.engine import Engine
    from models.tasks.base import TaskModel

VIEW_TITLES = {STEPS: tr("Step by step"), DIAGRAM: tr("Diagram")}
# What is read for a diagram, long enough for local attention and hash buckets to be used.
TEXT = " ".join([SENTENCE] * 5)
# Titles of parts that are written with a hyphen.
HYPHENATED = mark("Self-attention"), mark("Cross-attention")
WRITTEN = 8  # tokens that a decoder beside an encoder is fed
MOST_WEIGHTS = 8  # that a tip lists
COLUMNS = (
    "model",
    "stack",
    "layer",
    "repeats",
    "part",
    "kind",
    "traits",
    "weights",
    "shapes",
    "reads",
)


@dataclass(frozen=True)
class DiagramRequest:
    """The diagrams of these models; nothing else changes them."""

    keys: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class DiagramAnswer:
    """The diagram of a model."""

    card: ModelCard
    diagram: Diagram
    view: str = DIAGRAM


def diagrams_of(request: DiagramRequest, engine: Engine) -> Work:
    """The diagram of each model, or why there is none."""
    return answers_by_model(request.keys, tr("Drawing"), lambda key: _answer_diagram(engine, key))


def _answer_diagram(engine: Engine, key: str) -> Generator[Progress, None, DiagramAnswer]:
    from models.inside.diagrams.derive import diagram_of
    from models.inside.record import record

    loaded, card = engine.load_model(key), engine.card(key)
    yield Progress(tr("Following the steps of {key}", key=model_name(key)))
    task = loaded.task_model
    with as_user_errors():
        model_input = _text_for(engine, key) if task is None else _task_text_for(engine, key, task)
        passed = record(loaded.model, loaded.spec, model_input, task)
        fed = engine.apply_all_feeds(key, model_input)
        diagram = diagram_of(loaded.model, loaded.spec, fed, passed, task)
    return DiagramAnswer(card, diagram)


def _text_for(engine: Engine, key: str) -> ModelInput:
    """The text of all diagrams as a model reads it, with a decoder's own and an order."""
    spec, encoding = engine.card(key).spec, engine.encode(key, TEXT, "")
    if spec.reads_order:
        order = 1 + np.arange(len(encoding.ids))[::-1].copy()
        return ModelInput.clean(encoding).with_feed(ORDER_FEED, order)
    model_input = add_objective_and_model_feeds(engine, key, ModelInput.clean(encoding))
    written = decoder_feed(spec)
    if written is None:
        return model_input
    start = engine.apply_all_feeds(key, ModelInput.clean(encoding)).feeds[written]
    whole = np.array([*start, *encoding.ids[:WRITTEN]], dtype=np.int64)
    return model_input.with_feed(written, whole)


def _task_text_for(engine: Engine, key: str, task: TaskModel) -> ModelInput:
    """The text of all diagrams with the feeds that the head of a task needs."""
    model_input = ModelInput.clean(engine.encode(key, TEXT, ""))
    prepare = engine.card(key).spec.task_heads[task.kind].prepare
    return model_input if prepare is None else prepare(model_input, task.model.config)


# ---- in words


def trait_in_words(trait: PartTrait) -> str:
    """A trait in the language of the interface."""
    return ": ".join(map(message, filter(None, (trait.title, trait.detail))))


def describe_part(diagram: Diagram, place: int, unlike: UnlikePart | None = None) -> Iterator[str]:
    """Lines about a part: what it is, its weights, and what not every model has."""
    part = diagram.parts[place]
    yield message(part.title)
    yield from map(message, part.lines)
    if part.kind == "norm":
        yield message(norm_place(diagram, place))
    if part.kind == "sum":
        yield from (trait_in_words(one) for one in traits_of(diagram, place))
    if part.size:
        yield message(part.size)
    if part.weights:
        yield tr("{count:,} parameters", count=part.num_weights)
        for weight in part.weights[:MOST_WEIGHTS]:
            yield f"{weight.name}  {' × '.join(map(str, weight.shape))}"
        if (rest := len(part.weights) - MOST_WEIGHTS) > 0:
            yield tr("and {rest} more weights", rest=rest)
    elif part.kind != "sum":
        yield tr("No weights of its own")
    if unlike is not None:
        traits = "; ".join(map(trait_in_words, unlike.traits))
        yield tr("Not in every model: {traits}", traits=traits)


def table_of(diagrams: Mapping[str, Diagram]) -> Table:
    """Every drawn part of every model, with what it reads."""
    rows = []
    for key, diagram in diagrams.items():
        for place in diagram.drawn:
            part, block = diagram.parts[place], diagram.block_of(place)
            reads = ", ".join(str(diagram.drawn_as(link.source)) for link in part.links)
            shapes = "; ".join(
                f"{weight.name} {'×'.join(map(str, weight.shape))}" for weight in part.weights
            )
            layers = "" if block is None else " ".join(map(str, block.layers))
            traits = "; ".join(
                f"{one.title}: {one.detail}".removesuffix(": ")
                for one in sorted(traits_of(diagram, place))
            )
            rows.append(
                (
                    key,
                    place,
                    diagram.stacks[part.stack].title,
                    layers,
                    1 if block is None else block.repeats,
                    part.title,
                    part.kind,
                    traits,
                    part.num_weights,
                    shapes,
                    reads,
                )
            )
    columns = ("model", "number", *COLUMNS[1:])
    return Table(columns, rows, title=tr("Block diagrams"))
