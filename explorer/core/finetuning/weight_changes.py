"""How far fine-tuning moved the weights of each layer from those of the pretrained model."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from explorer.core.errors import UserError, as_user_errors
from explorer.core.finetuning.finetuned import DataReference, data_of, open_model, record_of
from explorer.core.localization import mark, tr

if TYPE_CHECKING:
    from explorer.core.engine.engine import Engine
    from models.finetuning.parameters import Depths
    from models.finetuning.run import FineTunedModel

NUM_PROBED = 2  # examples whose loss shows which layer a weight belongs to
EMBEDDINGS, SHARED = mark("Embeddings"), mark("Shared block")
LAYER, POOLER = mark("Layer {number}"), mark("After the last layer")


@dataclass(frozen=True)
class LayerChange:
    """‖after − before‖ / ‖before‖ over all weights of a layer. `name` is English."""

    name: str
    relative: float
    num_parameters: int

    @property
    def title(self) -> str:
        """The name in the language of the interface."""
        _, _, number = self.name.partition(" ")
        return tr(LAYER, number=number) if number.isdigit() else tr(self.name)


@dataclass(frozen=True)
class WeightChange:
    """The changes of a model by layer, from the input to the output; its new head has none."""

    key: str
    digest: str
    base: str  # the title of the pretrained model
    base_folder: Path
    layers: tuple[LayerChange, ...]


def weight_change(engine: Engine, key: str, other_data: DataReference) -> WeightChange:
    """Cached until the files of the model change. Raises UserError."""
    cached = (engine.version(key), "weight change")
    return engine.results.get(cached, lambda: _weight_change(engine, key, other_data))


def _weight_change(engine: Engine, key: str, other_data: DataReference) -> WeightChange:
    from models.compression.base import compression_records

    recipe = record_of(engine, key).get("recipe")
    title = engine.entry(key).title
    if not isinstance(recipe, Mapping) or not recipe.get("model"):
        raise UserError(
            tr("The files of {title} do not say which model it was fine-tuned from.", title=title),
            tr("So there is nothing to compare its weights with."),
        )
    if recipe.get("from_scratch"):
        raise UserError(
            tr("{title} was trained from scratch, so no pretrained weights moved.", title=title)
        )
    if compression_records(engine.load_model(key).run):
        raise UserError(
            tr(
                "{title} was compressed after it was fine-tuned, which changed its weights too.",
                title=title,
            ),
            tr("Choose the model that it was made of."),
        )
    base = str(recipe["model"])
    before, model = engine.load_model(base).weights, open_model(engine, key)
    with as_user_errors():
        groups = _layers_of(model, _depths(model, data_of(engine, key, other_data)))
    after = _weights(model)
    layers = tuple(
        change
        for name, names in groups.items()
        if (change := _change(name, names, before, after)) is not None
    )
    entry = engine.entry(base)
    return WeightChange(key, engine.load_model(key).hash, entry.title, entry.folder, layers)


def _depths(model: FineTunedModel, reference: Any) -> Depths:
    """Find the depth of each parameter from the loss of at most NUM_PROBED dev examples."""
    from models.finetuning.evaluation import has_answer
    from models.finetuning.parameters import depths

    pipeline = model.pipeline
    data = model.match_classes(reference.open_data())
    known = (one for one in data.examples("dev") if has_answer(one))
    examples = [one for one, _ in zip(known, range(NUM_PROBED), strict=False)]
    groups = pipeline.row_groups(examples, data)
    return depths(pipeline.model, pipeline.module, lambda: pipeline.loss(groups))


def _layers_of(model: FineTunedModel, depths: Depths) -> dict[str, list[str]]:
    """The names of parameters by layer, from the input to the output."""
    from models.finetuning.parameters import HEAD

    highest = max(depths.heights.values(), default=0)
    groups: dict[str, list[str]] = {EMBEDDINGS: sorted(depths.embeddings)}
    for height in range(highest, HEAD, -1):
        names = [n for n, h in depths.heights.items() if h == height and n not in depths.embeddings]
        if names:
            layer = LAYER.format(number=highest - height) if depths.is_layered else SHARED
            groups.setdefault(layer, []).extend(names)
    groups[POOLER] = [name for name, height in depths.heights.items() if height == HEAD]
    return groups


def _weights(model: FineTunedModel) -> dict[str, Any]:
    return dict(model.pipeline.module.named_parameters())


def _change(
    layer: str, names: list[str], before: Mapping[str, Any], after: Mapping[str, Any]
) -> LayerChange | None:
    """None where no weight of the layer was in the pretrained model."""
    moved = total = 0.0
    count = 0
    for name in names:
        own = name.removeprefix("model.")
        if own in before and before[own].shape == after[name].shape:
            moved += float((after[name] - before[own]).detach().cpu().double().square().sum())
            total += float(before[own].detach().cpu().double().square().sum())
            count += after[name].numel()
    return LayerChange(layer, math.sqrt(moved / total), count) if total else None
