"""What the Parameters panel counts in each view, and the work that counts it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from explorer.core.errors import UserError
from explorer.core.jobs.jobs import Progress, Work
from explorer.core.localization import tr
from explorer.core.parameters.inventory import Inventory, table_size
from explorer.core.parameters.sizes import (
    PLAIN,
    Dimensions,
    PublishedSize,
    SizeChoice,
    activations,
    activations_of_library,
    as_if,
    inventory,
    inventory_of_model,
    measure_size,
    plain,
    published_sizes,
)
from explorer.core.parameters.speed import MeasuredSpeed, measure_speed
from explorer.core.parameters.training_cost import (
    Assumptions,
    TrainingCost,
    costs_of_runs,
    published_costs,
)
from explorer.core.readable import stated_count

if TYPE_CHECKING:
    from explorer.core.engine.engine import Engine
    from models.schema.meta_memory import ActivationBytes

BYTES = 4  # of a number in single precision, in which the program computes
NUMBERS_PER_WEIGHT = 4  # in training: itself, its gradient, and the two moments of AdamW
BATCH = 8  # texts of a training step
MODELS, CALCULATOR, PUBLISHED, COST = VIEWS = ("models", "calculator", "published", "cost")
VIEW_TITLES = {
    MODELS: tr("Chosen models"),
    CALCULATOR: tr("Other sizes"),
    PUBLISHED: tr("Published sizes"),
    COST: tr("Cost of training"),
}


@dataclass(frozen=True)
class ParametersRequest:
    """Only what the view depends on."""

    view: str
    models: tuple[tuple[int, str, str], ...] = ()  # slot, key, title
    choice: SizeChoice | None = None
    assumed: Assumptions | None = None  # of the cost of training


@dataclass(frozen=True)
class CountedModel:
    """One model with its inventory."""

    name: str
    inventory: Inventory
    slot: int | None = None
    detail: str = ""
    held: ActivationBytes | None = None  # beside the weights; None where it is not shown
    phrase: str = ""  # within a sentence, where that is not its name
    loaded: int | None = None  # bytes of its weights, where they are in memory

    @property
    def weights(self) -> int:
        """Bytes of the weights in memory: as they are, else in single precision."""
        return self.inventory.memory(BYTES) if self.loaded is None else self.loaded

    @property
    def to_predict(self) -> int:
        """Bytes for the weights, a forward pass over one text, and its keys and values."""
        assert self.held is not None
        return self.weights + self.held.passing + self.held.cache

    @property
    def to_train(self) -> int:
        """Bytes for weights, gradients and the two moments of AdamW, and for a batch of texts."""
        assert self.held is not None
        return NUMBERS_PER_WEIGHT * self.inventory.memory(BYTES) + BATCH * self.held.kept


@dataclass(frozen=True)
class ParametersAnswer:
    """What a view shows. `dimensions` are those of the calculator."""

    view: str
    models: tuple[CountedModel, ...] = ()
    published: tuple[PublishedSize, ...] = ()
    dimensions: Dimensions | None = None
    result: str = ""  # of the calculator, in words
    notes: tuple[str, ...] = ()  # limits of what is shown
    remarks: tuple[str, ...] = ()  # below the figure, and in it when it leaves
    available: int | None = None  # bytes of memory of this computer, or of the card in use
    costs: tuple[TrainingCost, ...] = ()  # of trainings that are published
    run_costs: tuple[TrainingCost, ...] = ()  # of the chosen models that were trained here


def answers_to(request: ParametersRequest, engine: Engine) -> Work:
    """An Answer of the request's view. Raises UserError for sizes that do not fit together."""
    if request.choice is not None:
        return (yield from _calculate_answer(request.choice, engine))
    if request.view == PUBLISHED:
        return (yield from _list_published_sizes())
    if request.assumed is not None:
        return (yield from _count_costs(request, request.assumed, engine))
    return (yield from _chosen(request, engine))


def _chosen(request: ParametersRequest, engine: Engine) -> Work:
    """A model that cannot be counted is explained below the others."""
    models, notes = [], []
    for done, (slot, key, title) in enumerate(request.models):
        yield Progress(
            tr("Counting {title}", title=title), done, len(request.models), unit=tr("models")
        )
        try:
            held = activations_of_library(engine, key)
            counted = inventory_of_model(engine, key)
            loaded = sum(weight.nbytes for weight in engine.load_model(key).weights.values())
            models.append(CountedModel(title, counted, slot, held=held, loaded=loaded))
        except UserError as error:
            if len(request.models) == 1:
                raise
            notes.append(f"{title}: {error}")
    if not models and notes:
        raise UserError(" ".join(notes))
    available = _memory(engine)
    return ParametersAnswer(MODELS, tuple(models), notes=tuple(notes), available=available)


def _count_costs(request: ParametersRequest, assumed: Assumptions, engine: Engine) -> Work:
    published: list[TrainingCost] = []
    for one in published_costs(assumed):
        yield Progress(tr("Counting {title}", title=one.title))
        published.append(one)
    runs = list(costs_of_runs(engine, request.models, assumed))
    return ParametersAnswer(
        COST,
        notes=tuple(one for one in runs if isinstance(one, str)),
        costs=tuple(published),
        run_costs=tuple(one for one in runs if not isinstance(one, str)),
    )


def _list_published_sizes() -> Work:
    sizes, models = published_sizes(), []
    for done, one in enumerate(sizes):
        doing = tr("Counting published sizes, {done} of {count}", done=done, count=len(sizes))
        yield Progress(doing, done, len(sizes), unit=tr("models"))
        models.append(CountedModel(one.name, inventory(one.name), detail=_detail(one)))
    models.sort(key=lambda one: -one.inventory.parameters)
    remarks = (*_size_notes(sizes), *(f"* {one.note}" for one in sizes if one.odd))
    return ParametersAnswer(PUBLISHED, tuple(models), sizes, remarks=remarks)


def _size_notes(sizes: Iterable[PublishedSize]) -> Iterator[str]:
    """Yield notes on numbers that no checkpoint confirms, and on sparse models counted as dense."""
    sizes = tuple(sizes)
    for title, paper in dict.fromkeys((one.title, one.stated_in) for one in sizes if one.stated):
        own = [one for one in sizes if one.title == title]
        names = ", ".join(one.name for one in own if one.stated)
        if all(one.stated for one in own):
            yield tr(
                "{title} has no published checkpoints: {paper} states the numbers of parameters "
                "of these names.",
                title=title,
                paper=paper,
            )
        else:
            yield tr(
                "Of {title}, {names} have no published checkpoints: {paper} states the numbers "
                "of parameters of these names.",
                title=title,
                names=names,
                paper=paper,
            )
    for title in dict.fromkeys(one.title for one in sizes if one.sparse):
        yield tr(
            "The operations of {title} are counted with dense attention in all layers, though it "
            "is sparse in some.",
            title=title,
        )


def _detail(one: PublishedSize) -> str:
    """The text after the name of a published size."""
    stated = tr(", stated {count}", count=stated_count(one.stated)) if one.stated else ""
    return f"{one.title}{stated}{' *' if one.odd else ''}"


def _calculate_answer(choice: SizeChoice, engine: Engine) -> Work:
    sizes = published_sizes()
    by_name = {one.name: one for one in sizes}
    base = by_name.get(choice.base, sizes[0])
    changed = choice.dimensions(base)
    length = choice.length

    def count_model(
        name: str, of: PublishedSize, size: Dimensions, phrase: str = ""
    ) -> CountedModel:
        held = activations(of.name, size, length)
        return CountedModel(name, measure_size(of.name, size, length), phrase=phrase, held=held)

    own = count_model(_name(base, changed), base, changed)
    if choice.against == PLAIN:
        phrase = tr("the same without factorized embeddings and shared layers")
        other_name, other_size = base.name, plain(changed)
        against, note = count_model(tr("without sharing"), base, other_size, phrase), ""
    else:
        other = by_name.get(choice.against, base)
        other_name, other_size = other.name, other.dimensions
        against, note = count_model(other.name, other, other_size), other.note
    notes = tuple(dict.fromkeys(filter(None, (*as_if(base.name, changed), base.note, note))))
    result = f"{_table_as_product(changed)}{_describe_difference(own, against)}"
    if choice.measured:
        sizes_of_both = ((base.name, changed), (other_name, other_size))
        parameters = [one.inventory.parameters for one in (own, against)]
        speed = yield from measure_speed(sizes_of_both, parameters, length)
        result += _describe_speed(own, against, speed)
    return ParametersAnswer(
        CALCULATOR, (own, against), sizes, changed, result, notes, available=_memory(engine)
    )


def _memory(engine: Engine) -> int:
    """Bytes of memory of the device that computes."""
    from models.runtime.devices import memory_bytes

    return memory_bytes(engine.device)


def _describe_difference(own: CountedModel, against: CountedModel) -> str:
    """Empty where both are of one size."""
    mine, others = (
        (one.inventory.parameters, one.inventory.operations_per_token) for one in (own, against)
    )
    if mine == others:
        return ""
    return tr(
        " In all, {own} has {parameters} the parameters of {against}, and takes {operations} "
        "its operations.",
        own=own.name,
        parameters=_times(mine[0], others[0]),
        against=against.phrase or against.name,
        operations=_times(mine[1], others[1]),
    )


def _describe_speed(own: CountedModel, against: CountedModel, speed: MeasuredSpeed) -> str:
    """How long both took, in a sentence."""
    mine, others = speed.milliseconds
    faster, slower, ratio = own, against, others / mine
    if ratio < 1:
        faster, slower, ratio = against, own, 1 / ratio
    return tr(
        " On this computer (threads: {threads}), with random weights, {own} reads {length} tokens "
        "in {mine:.3g} ms and {against} in {others:.3g} ms, without heads: {faster} is {ratio:.2g} "
        "times as fast as {slower}.",
        threads=speed.threads,
        own=own.name,
        length=speed.length,
        mine=mine,
        against=against.phrase or against.name,
        others=others,
        faster=faster.name,
        ratio=ratio,
        slower=slower.phrase or slower.name,
    )


def _table_as_product(size: Dimensions) -> str:
    v, e, h = size.vocab_size, size.embedding, size.width
    count = table_size(v, h)
    whole = tr("{product} = {count:,} parameters", product=f"{v:,} × {h:,}", count=count)
    if e == h:
        return tr("The token table has {whole}.", whole=whole)
    product, count = f"{v:,} × {e:,} + {e:,} × {h:,}", table_size(v, h, e)
    factorized = tr("{product} = {count:,} parameters", product=product, count=count)
    return tr(
        "The token table has {factorized}, instead of {whole}.", factorized=factorized, whole=whole
    )


def _times(own: float, other: float) -> str:
    """A ratio as text."""
    share = own / max(other, 1.0)
    if share >= 2:
        return tr("{ratio:,.1f} times", ratio=share)
    percent = f"{share:.0%}" if share >= 0.095 else f"{100 * share:.2g}%"
    return tr("{percent} of", percent=percent)


def _name(base: PublishedSize, changed: Dimensions) -> str:
    """What a model is called whose sizes may differ from the published ones."""
    return (
        base.name if changed == base.dimensions else tr("{name} with other sizes", name=base.name)
    )
