"""How much every head matters to the prediction over a sample: by ablation and by gradient.

Michel, Levy, Neubig (2019), arXiv:1905.10650. Shapes: S sentences, L layers, H heads.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from explorer.core.attention.head_effect import predicting_head
from explorer.core.attention.survey.intervals import means
from explorer.core.attention.survey.sample import SurveySample
from explorer.core.attention.survey.scores import StreamScores
from explorer.core.engine.engine import Engine
from explorer.core.engine.predicting.detection import detect, generates_replacements
from explorer.core.errors import UserError, as_user_errors, drop_traceback
from explorer.core.jobs.cache import LeastRecentlyUsed
from explorer.core.jobs.jobs import Progress
from explorer.core.localization import mark, tr
from explorer.core.readable import model_name
from models.schema.records import FloatArray, ModelInput, Targets
from models.schema.roles import ReplacementDetection
from models.schema.specs import HeadSpec, ObjectiveSpec, StreamSpec

if TYPE_CHECKING:
    from models.checkpoints.checkpoint import LoadedModel
    from models.compression.heads import AttentionUnit
    from models.sentences.ablation import SentenceLosses

EVERY = 8  # sentences between two reports
FEWEST_LOSSES = 2  # sentences with something to predict
MANY = 32  # streams whose numbers are remembered
UNITS = {"flag": mark("nats per token")}
USUAL_UNIT = mark("nats per predicted token")
GRADIENT_UNIT = mark("mean absolute gradient")


@dataclass(frozen=True, eq=False)
class HeadMeans:
    """The mean over sentences of each head's importance, with its 95 % interval, (L, H) each.

    NaN where a head cannot be switched off; the ends also where there are too few sentences.
    """

    mean: FloatArray
    low: FloatArray
    high: FloatArray

    def mean_and_interval(self, layer: int, head: int) -> list[float | None]:
        """The mean of a head and the ends of its interval; None where there is none."""
        parts = (float(part[layer, head]) for part in (self.mean, self.low, self.high))
        return [part if part == part else None for part in parts]


@dataclass(frozen=True, eq=False)
class Importance:
    """How much each head of a stream matters to one head of the model that predicts.

    `ablation` is by how much the loss of a sentence grows without a head, on the same masks, so
    that sentences are pairs. `gradient` is |dL / d gate| of a gate on a head's output. Each
    sentence counts the same, with the mean over its predicted tokens. Layers that share their
    weights have equal rows. `gradient` is None where none passes, as through whole numbers.
    """

    ablation: HeadMeans
    gradient: HeadMeans | None
    unit: str  # of the ablation
    num_sentences: int
    shared: bool  # whether layers share their weights
    correlation: float  # Spearman's, of both over the heads; NaN of too few

    @property
    def measures(self) -> list[tuple[str, HeadMeans, str]]:
        """What is measured of each head: the title, the numbers, and their unit."""
        measures = [(mark("Ablation"), self.ablation, self.unit)]
        if self.gradient is not None:
            measures.append((mark("Gradient"), self.gradient, GRADIENT_UNIT))
        return measures


Measured = Importance | UserError
Measuring = Generator[Progress, None, Measured]
_KNOWN: LeastRecentlyUsed[Measured] = LeastRecentlyUsed(MANY)


def importance(engine: Engine, key: str, scores: StreamScores, sample: SurveySample) -> Measuring:
    """The importance of the scored heads, computed once; or why there is none."""
    stream = scores.stream
    place = (*engine.version(key), stream.name, sample)
    if place not in _KNOWN:
        found: Measured
        try:
            shape = scores.num_layers, scores.num_heads
            found = yield from _measure_importance(engine, key, stream, sample, shape)
        except UserError as error:
            found = drop_traceback(error)
        _KNOWN.get(place, lambda: found)
    return _KNOWN.get(place, lambda: UserError(""))


def _measure_importance(
    engine: Engine, key: str, stream: StreamSpec, sample: SurveySample, shape: tuple[int, int]
) -> Generator[Progress, None, Importance]:
    head = predicting_head(engine.card(key), stream.name)
    if head is None:
        raise UserError(tr("It has no head that predicts tokens, so there is no loss."))
    data = yield from losses(engine, key, head, sample)
    with as_user_errors():
        units = units_of(engine, key, stream, data)
    if not units:
        raise UserError(tr("Its heads cannot be switched off one by one."))
    return (yield from _measure_units(engine, key, units, data, shape))


# ---- what is predicted


def losses(
    engine: Engine, key: str, head: HeadSpec, sample: SurveySample
) -> Generator[Progress, None, SentenceLosses]:
    """The plain sentences as the model's objective corrupts them. Raises UserError."""
    from models.sentences.ablation import SentenceLosses

    objective, fed = _objective(engine, key, head), list[ModelInput]()
    for number, sentence in enumerate(sample.sentences):
        if number % EVERY == 0:
            yield Progress(
                tr("Masking tokens for {key}", key=model_name(key)),
                number,
                len(sample.sentences),
                unit=tr("sentences"),
            )
        seed = sample.query.seed, number
        try:
            model_input = _mask_sentence(engine, key, head, objective, sentence.text, seed)
        except UserError:  # nothing in it that the model can read
            continue
        if model_input is not None:
            fed.append(model_input)
    if len(fed) < FEWEST_LOSSES:
        raise UserError(tr("Its objective has nothing to predict in these sentences."))
    with as_user_errors():
        pad_id = engine.tokenizer(key).pad_id or 0
        return SentenceLosses.of(engine.load_model(key), head, fed, pad_id)


def _objective(engine: Engine, key: str, head: HeadSpec) -> ObjectiveSpec:
    """The objective that trains a head on texts. Raises UserError."""
    published = [engine.catalog().objectives.get(n) for n in engine.card(key).spec.objectives]
    known = [one for one in (*engine.objectives(key), *published) if one and not one.task_share]
    if head.predicts == "flag":
        known = [one for one in known if one.role(ReplacementDetection)]
    for one in known:
        has_mask = not one.needs_mask_token or engine.tokenizer(key).mask_id is not None
        if head.name in one.trains and has_mask:
            return one
    raise UserError(tr("It has no objective that has a loss on sentences."))


def _mask_sentence(
    engine: Engine,
    key: str,
    head: HeadSpec,
    objective: ObjectiveSpec,
    text: str,
    seed: tuple[int, int],
) -> ModelInput | None:
    """A sentence with targets of a head; None without one."""
    clean = ModelInput.clean(engine.encode(key, text))
    vocabulary, rng = engine.tokenizer(key).vocabulary, np.random.default_rng(seed)
    options = engine.corruption_options(key, objective)
    with as_user_errors():
        model_input = engine.apply_all_feeds(
            key, objective.corrupt(clean, rng, vocabulary, **options)
        )
    if head.predicts == "flag" and generates_replacements(engine, key):
        model_input = _replace_with_generated(engine, key, head, model_input)
    targets = model_input.targets.get(head.name)
    if targets is None or not len(targets):
        return None
    return replace(model_input, targets={head.name: targets})


def _replace_with_generated(
    engine: Engine, key: str, head: HeadSpec, model_input: ModelInput
) -> ModelInput:
    """What a discriminator is fed, with the truth about each token as targets."""
    found = detect(engine, key, model_input)
    places = np.flatnonzero(~model_input.encoding.special)
    targets = Targets(places, found.replaced[places].astype(np.int64))
    return replace(found.trace.model_input, targets={head.name: targets})


# ---- what the prediction loses


def units_of(
    engine: Engine, key: str, stream: StreamSpec, data: SentenceLosses
) -> dict[int, AttentionUnit]:
    """The heads of each layer of a stream that can be switched off."""
    from models.compression.heads import attention_units

    loaded = engine.load_model(key)
    taps = loaded.model.attention_taps(stream.name)
    paths = [f"{path.rpartition('.')[0]}.heads" for path in taps]
    units = attention_units(loaded, data)
    return {layer: unit for layer, path in enumerate(paths) for unit in units if path in unit.taps}


def _measure_units(
    engine: Engine,
    key: str,
    by_layer: Mapping[int, AttentionUnit],
    data: SentenceLosses,
    shape: tuple[int, int],
) -> Generator[Progress, None, Importance]:
    from models.sentences.ablation import ablated_losses

    loaded, units = engine.load_model(key), list(dict.fromkeys(by_layer.values()))
    rows = {layer: units.index(one) for layer, one in by_layer.items()}
    total, growths = sum(unit.num_heads for unit in units), [list[FloatArray]() for _ in units]
    for done, (n, _, growth) in enumerate(ablated_losses(loaded, units, data), start=1):
        growths[n].append(growth)
        yield Progress(
            tr("Switching off the heads of {key}", key=model_name(key)),
            done,
            total,
            unit=tr("heads"),
        )
    ablation = _average_by_layer([np.stack(one, 1) for one in growths], rows, shape)
    gradient = _measure_gradients(loaded, units, data, rows, shape)
    both = None if gradient is None else _correlation(ablation.mean, gradient.mean, rows)
    return Importance(
        ablation,
        gradient,
        UNITS.get(data.head.predicts, USUAL_UNIT),
        sum(len(batch.input_ids) for batch in data.batches),
        len(units) < len(rows),
        float("nan") if both is None else both,
    )


def _measure_gradients(
    loaded: LoadedModel,
    units: Sequence[AttentionUnit],
    data: SentenceLosses,
    rows: Mapping[int, int],
    shape: tuple[int, int],
) -> HeadMeans | None:
    from models.compression.heads import gate_gradients

    try:
        return _average_by_layer(gate_gradients(loaded, units, data), rows, shape)
    except RuntimeError as error:  # of torch, for a loss that no gradient leads to
        if "does not require grad" not in str(error):
            raise
        return None


def _average_by_layer(
    values: Sequence[FloatArray], rows: Mapping[int, int], shape: tuple[int, int]
) -> HeadMeans:
    """Means over sentences of (S, H) by unit, as rows of layers."""
    by_unit = [means(one, np.ones_like(one)) for one in values]

    def fill_means(part: str) -> FloatArray:
        whole = np.full(shape, np.nan, dtype=np.float32)
        for layer, n in rows.items():
            whole[layer] = getattr(by_unit[n], part)
        return whole

    return HeadMeans(fill_means("mean"), fill_means("low"), fill_means("high"))


def _correlation(one: FloatArray, other: FloatArray, rows: Mapping[int, int]) -> float:
    """Compute Spearman's correlation of two maps (L, H), counting layers of shared weights once."""
    from models.attribution.checks import spearman

    layers = list({n: layer for layer, n in rows.items()}.values())
    return spearman(one[layers].ravel(), other[layers].ravel())
