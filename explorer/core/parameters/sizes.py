"""Where parameters are: of models of the library, of published sizes, and of sizes tried out.

Everything but the library's models is counted on shapes alone, by models.schema.meta_models.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Iterable
from dataclasses import asdict, dataclass, replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, cast

from explorer.core.errors import UserError, as_user_errors
from explorer.core.library.published import PublishedModel, published_models
from explorer.core.localization import mark, message, tr
from explorer.core.parameters.inventory import (
    SHARINGS,
    Inventory,
    Part,
    Sharing,
    factorise_embeddings,
    gather,
    grown,
    one_name,
    share_layers,
)
from explorer.core.parameters.published import architecture_of, config_of, subfolder_of
from explorer.core.state.choices import FormChoice
from explorer.core.state.defaults import defaults
from models.runtime.resources import resource
from models.schema.specs import ArchSpec, Preset

if TYPE_CHECKING:
    from explorer.core.engine.engine import Engine
    from models.schema.configs import ModelConfig, Size
    from models.schema.meta_memory import ActivationBytes

LENGTH = 128  # tokens of a forward pass
MANY_INVENTORIES = 512
MAX_INNER = 98_304
PLAIN = "plain"  # in place of a published size: the same without a narrow table and sharing


@dataclass(frozen=True)
class Dimensions:
    """The sizes that can be tried out. `embedding` is the width of the token table."""

    vocab_size: int
    embedding: int
    width: int
    num_layers: int
    num_heads: int
    inner: int
    sharing: Sharing


@dataclass(frozen=True)
class PublishedSize:
    """A published size: its architecture, its dimensions, and what must be said of it."""

    name: str
    architecture: str
    title: str  # of the architecture
    dimensions: Dimensions
    num_positions: int
    note: str = ""
    odd: bool = False  # printed in a way that does not fit together
    stated: str = ""  # the number of parameters that the paper prints, where that is all there is
    stated_in: str = ""  # that paper
    sparse: bool = False  # some layers may attend to a part of the text only
    inner_widths: int = 0  # the inner width in widths, where the architecture fixes it
    total: int = 0  # parameters of the base model, of a preset


@dataclass(frozen=True)
class SizeChoice(FormChoice):
    """What a person tries out: the published size it starts from, and what was changed in it.

    0 and "" mean as published; an embedding of -1 is as wide as the model. It is
    compared with another published size, or with itself without a narrow table and sharing.
    """

    base: str = defaults()["sizes"]["base"]
    against: str = defaults()["sizes"]["against"]
    length: int = LENGTH
    vocab_size: int = 0
    embedding: int = 0
    width: int = 0
    num_layers: int = 0
    num_heads: int = 0
    inner: int = 0
    sharing: str = ""
    measured: bool = False  # whether both are let read a text, which takes time and memory

    def dimensions(self, published: PublishedSize) -> Dimensions:
        """The published dimensions with the changes; heads that do not fit the width are fewer."""
        values: dict[str, Any] = asdict(published.dimensions)
        changes = {name: getattr(self, name) for name in values if getattr(self, name)}
        values |= changes
        if values["embedding"] < 0:
            values["embedding"] = values["width"]
        if values["sharing"] not in SHARINGS:
            values["sharing"] = published.dimensions.sharing
        if published.inner_widths:
            values["inner"] = published.inner_widths * values["width"]
        values["num_heads"] = fitting_heads(values["width"], values["num_heads"])
        return Dimensions(**values)

    def set_width(self, width: int, before: Dimensions) -> SizeChoice:
        """Heads keep their width and the inner width its proportion, as far as they can.

        `before` are the dimensions of this choice.
        """
        is_wide = before.embedding == before.width
        heads = max(1, round(width * before.num_heads / before.width))
        return replace(
            self,
            width=width,
            embedding=-1 if is_wide else min(before.embedding, width),
            num_heads=fitting_heads(width, heads),
            inner=min(max(1, round(before.inner * width / before.width)), MAX_INNER),
        )

    @property
    def is_changed(self) -> bool:
        """Whether anything differs from what was published."""
        start = SizeChoice(self.base, self.against, self.length, measured=self.measured)
        return self != start


@lru_cache(maxsize=64)
def divisors(width: int) -> tuple[int, ...]:
    """The numbers of heads that a width can be cut into."""
    return tuple(number for number in range(1, width + 1) if width % number == 0)


def fitting_heads(width: int, most: int) -> int:
    """The largest number of heads up to `wanted` that divides the width."""
    return max(number for number in divisors(width) if number <= most)


def stops_between(low: int, high: int, step: int = 1, count: int = 120) -> tuple[int, ...]:
    """Values with a constant ratio between neighbours, rounded to multiples of `step`.

    Below ten steps they are rounded to two digits only.
    """
    stops = {low, high}
    for n in range(count):
        value = low * (high / low) ** (n / (count - 1))
        digits = 10 ** max(len(str(int(value))) - 2, 0)
        unit = step if value >= 10 * step else digits
        stops.add(max(low, round(value / unit) * unit))
    return tuple(sorted(value for value in stops if value <= high))


@cache
def size_examples() -> dict[str, SizeChoice]:
    """Example sizes to start from, by title."""
    return {
        each["title"]: SizeChoice(**{key: value for key, value in each.items() if key != "title"})
        for each in tomllib.loads(resource("sizes.toml").read_text(encoding="utf-8"))["example"]
    }


def published_sizes() -> tuple[PublishedSize, ...]:
    """Every published size of the catalog, by architecture, then other published checkpoints."""
    return tuple(one for one, _ in _known().values())


def size_name(model: PublishedModel) -> str:
    """The published size that a checkpoint has; "" where it cannot be counted here."""
    known, spec = _known(), architecture_of(model)
    if spec is None or subfolder_of(model, spec):
        return ""
    if model.name in known and known[model.name][0].total == model.parameters:
        return model.name
    config = config_of(model, spec)
    return next((name for name, (_, other) in known.items() if other == config), "")


def _arch(name: str) -> ArchSpec:
    from models.schema.registry import catalog

    return catalog().architectures[name]


@lru_cache(maxsize=1)
def _known() -> dict[str, tuple[PublishedSize, ModelConfig]]:
    """Published sizes with their configurations, by name."""
    from models.schema.registry import catalog

    specs = catalog().architectures.values()
    known = {preset.name: _preset(spec, preset) for spec in specs for preset in spec.presets}
    for model in published_models():
        spec = architecture_of(model)
        if spec is None or subfolder_of(model, spec):
            continue
        preset = known.get(model.name)
        if preset is not None and preset[0].total == model.parameters:
            continue
        config = config_of(model, spec)
        if all(config != other for _, other in known.values()):
            name = model.id.removesuffix("-discriminator")  # so that a narrow table tells it apart
            known[name] = _published_size(name, spec, config), config
    return known


def _preset(spec: ArchSpec, preset: Preset) -> tuple[PublishedSize, ModelConfig]:
    from models.schema.meta_models import published_config

    config = published_config(spec, preset)
    published = _published_size(preset.name, spec, config)
    pooler = (
        tr("Its published total includes {count:,} of a pooler.", count=preset.absent)
        if preset.absent
        else ""
    )
    described = replace(
        published,
        total=preset.total,
        note=message(preset.note) or pooler,
        odd=bool(preset.note),
        stated=preset.stated,
        stated_in=str(spec.paper) if preset.stated else "",
        sparse=bool(preset.stated) and _is_counted_dense(spec, config),
    )
    return described, config


def _published_size(name: str, spec: ArchSpec, config: ModelConfig) -> PublishedSize:
    """A size under a name, with nothing said of it yet."""
    return PublishedSize(
        name=name,
        architecture=spec.name,
        title=spec.title,
        dimensions=_dimensions(config),
        num_positions=config.size.num_positions,
        inner_widths=config.INNER_WIDTHS,
    )


def _is_counted_dense(spec: ArchSpec, config: ModelConfig) -> bool:
    """Whether layers may see a part of the text, and this size does not state how far.

    Files of published checkpoints do; what only a paper describes may leave it open.
    """
    return any(one.reach is not None for one in spec.streams) and not _is_local(spec, config)


def _is_local(spec: ArchSpec, config: ModelConfig) -> bool:
    """Whether a layer sees a part of the text."""
    reaches = [stream.reach for stream in spec.streams_of(config) if stream.reach is not None]
    layers = range(config.size.num_layers)
    return any(reach(config, layer) is not None for reach in reaches for layer in layers)


def _dimensions(config: Any) -> Dimensions:
    size: Size = config.size
    return Dimensions(
        vocab_size=size.vocab_size,
        embedding=getattr(config, "embedding_size", None) or size.width,
        width=size.width,
        num_layers=size.num_layers,
        num_heads=size.num_heads,
        inner=size.inner,
        sharing=cast(Sharing, getattr(config, "sharing", "none")),
    )


def inventory(name: str, length: int = LENGTH) -> Inventory:
    """The weights and operations of a published size."""
    return measure_size(name, _known()[name][0].dimensions, length)


@lru_cache(maxsize=MANY_INVENTORIES)
def measure_size(base: str, dimensions: Dimensions, length: int) -> Inventory:
    """The weights and operations of a published architecture in other dimensions.

    Where the architecture itself has no narrow table or no sharing, it is counted as if it had.
    Raises UserError where the dimensions do not fit together.
    """
    published, config = _known()[base]
    spec = _arch(published.architecture)
    own = _own_of(config, dimensions)
    with as_user_errors():
        inventory = _built(spec, config, dimensions, length, own)
    if "embedding_size" not in own:
        inventory = factorise_embeddings(
            inventory, dimensions.vocab_size, dimensions.embedding, dimensions.width
        )
    return inventory if "sharing" in own else share_layers(inventory, dimensions.sharing)


def _own_of(config: ModelConfig, dimensions: Dimensions) -> dict[str, Any]:
    """The entries that some architectures alone have, of this one."""
    entries = {"embedding_size": dimensions.embedding, "sharing": dimensions.sharing}
    return {name: value for name, value in entries.items() if hasattr(config, name)}


def plain(dimensions: Dimensions) -> Dimensions:
    """Return the dimensions without factorized embeddings and without sharing between layers."""
    return replace(dimensions, embedding=dimensions.width, sharing="none")


def as_if(base: str, dimensions: Dimensions) -> tuple[str, ...]:
    """What of the dimensions the architecture does not have, in words."""
    published, config = _known()[base]
    wide = dimensions.embedding == dimensions.width or hasattr(config, "embedding_size")
    alone = dimensions.sharing == "none" or hasattr(config, "sharing")
    lines = (
        (
            wide,
            mark(
                "{title} was not published with a table narrower than the model: "
                "counted as if it had."
            ),
        ),
        (
            alone,
            mark("{title} was not published with layers that share weights: counted as if it had."),
        ),
    )
    return tuple(tr(line, title=published.title) for fits, line in lines if not fits)


def _built(
    spec: ArchSpec, config: ModelConfig, dimensions: Dimensions, length: int, own: dict[str, Any]
) -> Inventory:
    """Build the inventory of all layers by extrapolation from the depths that are counted."""
    counted = [
        _count_inventory(
            spec.name, _replace_dimensions(spec, config, dimensions, depth, own), length
        )
        for depth in _depths(config, dimensions, alike=not _is_local(spec, config))
    ]
    return grown(counted[0], counted[-1], dimensions.num_layers)


def _depths(config: ModelConfig, dimensions: Dimensions, alike: bool = True) -> tuple[int, ...]:
    """One layer and two, so that 96 layers take no longer; all, where they differ in kind."""
    if not (alike and config.layers_alike):
        return (dimensions.num_layers,)
    return (1, 2) if dimensions.num_layers > 1 else (1,)


def _replace_dimensions(
    spec: ArchSpec,
    config: ModelConfig,
    dimensions: Dimensions,
    num_layers: int,
    own: dict[str, Any],
) -> ModelConfig:
    """A published configuration in other dimensions, with so many layers."""
    from models.schema.configs import Size
    from models.schema.meta_models import resize_config

    size = Size(
        vocab_size=dimensions.vocab_size,
        width=dimensions.width,
        num_layers=num_layers,
        num_heads=dimensions.num_heads,
        inner=dimensions.inner,
        num_positions=config.size.num_positions,
    )
    return resize_config(spec, config, size, **own)


def random_model(base: str, dimensions: Dimensions, length: int) -> Callable[[], object]:
    """A function that lets a published architecture in other dimensions read a text, without heads.

    Its weights are random, and in memory as long as the function is. Raises UserError where the
    architecture has no such dimensions, which are counted as if it had.
    """
    from models.schema.meta_models import random_reader

    published, config = _known()[base]
    if missing := as_if(base, dimensions):
        raise UserError(" ".join(missing), tr("So it cannot be measured."))
    spec, own = _arch(published.architecture), _own_of(config, dimensions)
    with as_user_errors():
        sized = _replace_dimensions(spec, config, dimensions, dimensions.num_layers, own)
        return random_reader(spec, _extend_positions(spec, sized, length), length)


@lru_cache(maxsize=MANY_INVENTORIES)
def activations(base: str, dimensions: Dimensions, length: int) -> ActivationBytes:
    """What a published architecture in other dimensions holds beside its weights.

    A narrow table and shared layers that it does not have change nothing here. Raises UserError as
    `measured`.
    """
    published, config = _known()[base]
    spec = _arch(published.architecture)
    own = _own_of(config, dimensions)
    with as_user_errors():
        first, *more = (
            _activations(
                spec.name, _replace_dimensions(spec, config, dimensions, depth, own), length
            )
            for depth in _depths(config, dimensions)
        )
    return first.grown(more[0], dimensions.num_layers) if more else first


@lru_cache(maxsize=MANY_INVENTORIES)
def _activations(architecture: str, config: ModelConfig, length: int) -> ActivationBytes:
    from models.schema.meta_memory import activation_bytes
    from models.schema.meta_models import meta_model

    spec = _arch(architecture)
    return activation_bytes(spec, meta_model(spec, _extend_positions(spec, config, length)), length)


@lru_cache(maxsize=MANY_INVENTORIES)
def _count_inventory(architecture: str, config: ModelConfig, length: int) -> Inventory:
    """Count weights and operations; the operations on a longer text use a longer position table."""
    from models.schema.meta_models import meta_model, operations, weight_shapes

    spec = _arch(architecture)
    heads = tuple(head.name for head in spec.heads)
    model = meta_model(spec, config)
    shapes = weight_shapes(model)
    parts = _parts(model, shapes, heads)
    if length > config.size.num_positions:
        model = meta_model(spec, _extend_positions(spec, config, length))
    return Inventory(gather(shapes, parts), operations(spec, model, length), length, parts)


def _extend_positions(spec: ArchSpec, config: ModelConfig, length: int) -> ModelConfig:
    """The configuration with positions for a text that is longer than its table of them."""
    from models.schema.meta_models import resize_config

    if length <= config.size.num_positions:
        return config
    return resize_config(spec, config, replace(config.size, num_positions=length))


def _parts(model: Any, names: Iterable[str], heads: Collection[str]) -> dict[str, Part]:
    """The parts of these weights, those of several layers under one name."""
    from models.schema.weight_parts import weight_parts

    return {one_name(name): part for name, part in weight_parts(model, names, heads).items()}


def inventory_of_model(engine: Engine, key: str, length: int = LENGTH) -> Inventory:
    """The weights of a model of the library, as far as its files hold them. Raises UserError.

    A text that is longer than the model's positions is cut to them.
    """
    from models.schema.meta_models import meta_model, operations

    loaded = engine.load_model(key)
    spec = loaded.spec
    names = tuple(head.name for head in spec.heads)
    shapes = {name: tuple(weight.shape) for name, weight in loaded.weights.items()}
    fitting = min(length, engine.card(key).num_positions)
    model = meta_model(spec, loaded.model.config)
    counted = operations(spec, model, fitting, loaded.heads)
    parts = _parts(model, [*shapes, *counted], names)
    return Inventory(gather(shapes, parts), counted, fitting, parts)


def activations_of_library(engine: Engine, key: str, length: int = LENGTH) -> ActivationBytes:
    """What a model of the library holds beside its weights, for a text of at most its positions."""
    from models.schema.meta_memory import activation_bytes
    from models.schema.meta_models import meta_model

    loaded = engine.load_model(key)
    fitting = min(length, engine.card(key).num_positions)
    return activation_bytes(loaded.spec, meta_model(loaded.spec, loaded.model.config), fitting)
