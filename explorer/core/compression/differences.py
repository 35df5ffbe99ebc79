"""What changed inside a compressed model, against its base, on one sentence.

Shapes: L layers, T tokens, D width, V vocabulary.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from explorer.core.compression.derived import DerivedModel
from explorer.core.compression.predictions import (
    PlacePrediction,
    SentencePredictor,
    sentence_predictor,
)
from explorer.core.compression.weights import (
    WeightView,
    grid_part,
    layer_of,
    matrices,
    num_nonzero,
    weight_view,
    zeros_by_layer,
)
from explorer.core.engine.engine import Engine
from explorer.core.engine.feeding.decided_masks import MaskingQuestion
from explorer.core.errors import UserError, as_user_errors
from explorer.core.jobs.jobs import Progress
from explorer.core.library.card_words import titles_of_keys
from explorer.core.localization import mark, message, tr
from explorer.core.masking.examples import fed
from models.schema.records import FloatArray, ModelInput
from models.schema.specs import ArchSpec
from models.search.results import SearchResult

if TYPE_CHECKING:
    from models.checkpoints.checkpoint import LoadedModel
    from models.compression.examples import CompressionData

LOGITS = mark("Logits")
TINY = 1e-12
NO_TEXT = tr("Type a sentence above to compare the predictions of both models.")
OTHER_TOKENIZER = tr(
    "The two models read with different vocabularies, so nothing is compared on a text."
)
FEW_ZEROS = 0.01  # a larger share in any layer is pruning


@dataclass(frozen=True, eq=False)
class CompressionDifferences:
    """A derived model against its base; what cannot be compared is empty.

    `errors` are those of the states by layer and of the logits, relative; `logit_errors` those of
    the logits when only this layer is compressed, and `sensitivity` what the held-out loss then
    rises by, in nats. `importance` is that of heads as the method recorded it, one row for each
    attention layer in `attention`, and `removed` are the heads that it took away, as (row, head).
    `order` are all heads, the removed ones first in the order of all steps, then those that would
    go next; the removed ones alone where the record has no others.
    `without_layer` is the loss without each layer, of which `removed_layers` were taken away.
    `curve` are (sparsity, loss) after each step of a method that works in steps.
    """

    key: str
    digest: str
    weights: tuple[str, ...] = ()  # the names of matrices that can be compared
    weight: WeightView | None = None
    zeros: Mapping[str, float] = field(default_factory=dict)  # by layer
    errors: Mapping[str, float] = field(default_factory=dict)
    logit_errors: Mapping[str, float] = field(default_factory=dict)
    sensitivity: Mapping[str, float] = field(default_factory=dict)
    before: tuple[PlacePrediction, ...] = ()
    after: tuple[PlacePrediction, ...] = ()
    places: str = ""  # what the predictions are about: true tokens, or the title of a task
    importance: FloatArray | None = None  # (attention layers, heads), NaN for no head
    attention: tuple[str, ...] = ()
    removed: tuple[tuple[int, int], ...] = ()
    order: tuple[tuple[int, int], ...] = ()
    without_layer: Mapping[str, float] = field(default_factory=dict)
    removed_layers: tuple[str, ...] = ()
    curve: tuple[tuple[float, float], ...] = ()
    is_student: bool = False
    has_own_weights: bool = False  # of a student or another shape: its states are no others' copies
    search: SearchResult | None = None  # by which its shape was chosen
    field_titles: Mapping[str, str] = field(default_factory=dict)  # of the fields of a search
    problem: str = ""  # why the sentence has no part in it


@dataclass(frozen=True)
class SharedInput:
    """What both models read."""

    text: str
    pair: str = ""
    seed: int = 0


def compare_with_base(
    engine: Engine, base: str, derived: DerivedModel, chosen: str, sentence: SharedInput
) -> Generator[Progress, None, CompressionDifferences]:
    """Compare a derived model with its base; `chosen` is the name of a weight. Raises UserError."""
    key = derived.entry.key
    yield Progress(tr("Reading {title}", title=derived.entry.title))
    before, after = engine.load_model(base), engine.load_model(key)
    old, new = matrices(before), matrices(after)
    moved = any(step.record.get("layers") for step in derived.steps)
    common = set() if derived.has_own_weights or moved else old.keys() & new.keys()
    names = (name for name in old if name in common and old[name].shape == new[name].shape)
    changed = tuple(n for n in names if not np.array_equal(old[n], new[n]))
    only_rounded = num_nonzero(after) is None and len(derived.steps) == 1
    zeros = {} if only_rounded else zeros_by_layer(new)
    inside = CompressionDifferences(
        key,
        after.hash,
        changed,
        _view(chosen, changed, old, new, after),
        zeros if max(zeros.values(), default=0.0) > FEW_ZEROS else {},
        is_student=derived.is_student,
        has_own_weights=derived.has_own_weights,
        search=(search := SearchResult.from_dict(derived.steps[-1].record)),
        field_titles=field_titles(search, after.spec) if search else {},
        **_read_removal_record(derived),
    )
    return (yield from _on_sentence(inside, engine, base, sentence))


def field_titles(search: SearchResult, spec: ArchSpec) -> dict[str, str]:
    """The titles of the fields of a recipe that a search varied, as cards have them."""
    from models.schema.registry import catalog

    titles = titles_of_keys(spec, catalog().architectures.values())
    names = [*search.importance, *(name for trial in search.trials for name in trial.values)]
    keys = {name: name.rpartition(".")[2] for name in names}
    return {name: titles.get(key) or tr(field_name(name)) for name, key in keys.items()}


FIELDS = (mark("Layers"), mark("Width"), mark("Heads"), mark("Inner"))  # of a size


def field_name(name: str) -> str:
    """`size.num_layers` as Layers."""
    last = name.rpartition(".")[2].removeprefix("num_")
    return last.replace("_", " ").capitalize()


def _read_removal_record(derived: DerivedModel) -> dict[str, Any]:
    """What the last step that removed heads or layers recorded; a damaged record counts as none."""
    found: dict[str, Any] = {}
    for step in derived.steps:
        try:
            found |= {**_heads(step.record), **_layers(step.record), **_curve(step.record)}
        except (KeyError, TypeError, ValueError, IndexError):
            continue
    return found


def _heads(record: Mapping[str, Any]) -> dict[str, Any]:
    """The importance of heads, and which ones were removed."""
    rows = record.get("importance")
    if not rows:
        return {}
    most = max(len(row["values"]) for row in rows)
    values = np.full((len(rows), most), np.nan)
    for n, row in enumerate(rows):
        values[n, : len(row["values"])] = row["values"]
    streams = {row["stream"] for row in rows}
    names = tuple(
        (f"{row['stream']} " if len(streams) > 1 else "") + f"layer {row['layer'] + 1}"
        for row in rows
    )
    removed = tuple((int(one["unit"]), int(one["head"])) for one in record["heads"])
    order = tuple((int(row), int(head)) for row, head in record.get("order", removed))
    return {"importance": values, "attention": names, "removed": removed, "order": order}


def _layers(record: Mapping[str, Any]) -> dict[str, Any]:
    """The loss without each layer, before the first one was removed."""
    removed = record.get("layers")
    if not removed:
        return {}
    losses = {layer_of(f"{name}."): float(loss) for name, loss in removed[0]["losses"].items()}
    names = tuple(layer_of(f"{one['stack']}.{one['layer']}.") for one in removed)
    return {"without_layer": losses, "removed_layers": names}


def _curve(record: Mapping[str, Any]) -> dict[str, Any]:
    steps = record.get("steps")
    steps = steps if isinstance(steps, list) else []
    points = tuple((float(one["sparsity"]), float(one["loss"])) for one in steps if "loss" in one)
    return {"curve": points} if len(points) > 1 else {}


def _on_sentence(
    inside: CompressionDifferences, engine: Engine, base: str, sentence: SharedInput
) -> Generator[Progress, None, CompressionDifferences]:
    """Add how both models process a sentence; a UserError becomes the `problem`."""
    try:
        model_input = _read_by_both(engine, base, inside.key, sentence)
        yield Progress(tr("Comparing the layers"))
        if not inside.has_own_weights:
            inside = replace(inside, errors=_errors(engine, base, inside.key, model_input))
        words = sentence.text, sentence.pair
        reading = sentence_predictor(engine, (base, inside.key), words, model_input)
        return (
            inside
            if reading is None
            else (yield from _add_predictions(inside, engine, base, reading))
        )
    except UserError as error:
        return replace(inside, problem=str(error))


def _read_by_both(engine: Engine, base: str, key: str, sentence: SharedInput) -> ModelInput:
    """The sentence as the base is fed it. Raises UserError where the model reads other tokens."""
    if not sentence.text.strip():
        raise UserError(NO_TEXT)
    if engine.tokenizer(base).hash != engine.tokenizer(key).hash:
        raise UserError(OTHER_TOKENIZER)
    question = MaskingQuestion(sentence.text, sentence.pair, sentence.seed)
    return fed(engine, base, question).model_input or ModelInput.clean(
        engine.encode(base, sentence.text, sentence.pair)
    )


def _errors(engine: Engine, base: str, key: str, model_input: ModelInput) -> dict[str, float]:
    """The relative error of the states after each layer.

    Layers are compared where both models have as many of the same width.
    """
    old, new = (engine.trace(one, model_input, ("hidden",)) for one in (base, key))
    errors: dict[str, float] = {}
    for name, stream in old.streams.items():
        other = new.streams.get(name)
        if stream.hidden is None or other is None or other.hidden is None:
            continue
        prefix = f"{name} layer".capitalize() if len(old.streams) > 1 else "Layer"
        if len(stream.hidden) == len(other.hidden):
            pairs = zip(stream.hidden[1:], other.hidden[1:], strict=True)
            errors |= {f"{prefix} {n}": relative(*pair) for n, pair in enumerate(pairs, 1)}
    return errors


def relative(before: FloatArray, after: FloatArray) -> float:
    """The norm of the difference over the norm before; NaN for different shapes."""
    if before.shape != after.shape:
        return np.nan
    return float(np.linalg.norm(after - before)) / max(float(np.linalg.norm(before)), TINY)


def _add_predictions(
    inside: CompressionDifferences, engine: Engine, base: str, reading: SentencePredictor
) -> Generator[Progress, None, CompressionDifferences]:
    """Add the predictions of both models, and the relative error of the logits by layer."""
    logits, errors = reading.logits(engine.load_model(base)), inside.errors
    if not inside.has_own_weights:
        whole = relative(logits, reading.logits(engine.load_model(inside.key)))
        errors = {**errors, LOGITS: whole}
    alone: dict[str, float] = {}
    for layer, made in _one_layer_at_a_time(inside, engine, base):
        yield Progress(tr("Only {layer} compressed, on the sentence", layer=message(layer).lower()))
        alone[layer] = relative(logits, reading.logits(made))
    return replace(
        inside,
        errors=errors,
        logit_errors=alone,
        before=reading.predict(base),
        after=reading.predict(inside.key),
        places=reading.title,
    )


def sensitivity(
    inside: CompressionDifferences, engine: Engine, base: str, data: CompressionData
) -> Generator[Progress, None, dict[str, float]]:
    """What the held-out loss of the base rises by with one layer compressed, in nats by layer.

    Raises UserError.
    """
    with as_user_errors():
        loss = data.quality(engine.load_model(base)).loss
        rises: dict[str, float] = {}
        for layer, alone in _one_layer_at_a_time(inside, engine, base):
            yield Progress(
                tr("Only {layer} compressed, on held-out text", layer=message(layer).lower())
            )
            rises[layer] = data.quality(alone).loss - loss
    return rises


def _one_layer_at_a_time(
    inside: CompressionDifferences, engine: Engine, base: str
) -> Iterator[tuple[str, LoadedModel]]:
    """A copy of the base with the compressed weights of one layer after the other.

    It is the same copy each time, so it is of use until the next layer only.
    """
    from models.schema.batch import as_module

    made, new = engine.load_changeable(base), engine.load_model(inside.key).weights
    parameters = dict(as_module(made.model).named_parameters())
    layers: dict[str, list[str]] = {}
    for name in inside.weights:
        if name in parameters:
            layers.setdefault(layer_of(name), []).append(name)
    for layer, names in layers.items():
        saved = {name: parameters[name].detach().clone() for name in names}
        _set(parameters, new, names)
        yield layer, made
        _set(parameters, saved, names)


def _set(parameters: Mapping[str, Any], values: Mapping[str, Any], names: Sequence[str]) -> None:
    """Copy values into parameters, outside of any gradient."""
    for name in names:
        parameters[name].detach().copy_(values[name].detach())


def _view(
    chosen: str,
    changed: tuple[str, ...],
    old: Mapping[str, FloatArray],
    new: Mapping[str, FloatArray],
    after: LoadedModel,
) -> WeightView | None:
    """Return the view of the chosen weight, else of the first in a layer, else of any."""
    usual = (n for n in changed if any(part.isdigit() for part in n.split(".")))
    name = chosen if chosen in changed else next(usual, next(iter(changed), ""))
    return weight_view(name, old[name], new[name], grid_part(after, name)) if name else None
