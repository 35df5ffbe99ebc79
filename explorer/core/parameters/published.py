"""Parameters of published checkpoints, counted on shapes alone before anything is downloaded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from explorer.core.library.published import PublishedModel
from explorer.core.parameters.inventory import Part

if TYPE_CHECKING:
    from models.schema.configs import ModelConfig
    from models.schema.specs import ArchSpec


def architecture_of(model: PublishedModel) -> ArchSpec | None:
    """The architecture that a checkpoint is of; None where the program has none."""
    from models.schema.registry import catalog

    known = catalog().architectures.values()
    return next((spec for spec in known if spec.model_type == model.model_type), None)


def config_of(model: PublishedModel, spec: ArchSpec) -> ModelConfig:
    """The configuration of a checkpoint, as far as its table states it.

    That of ELECTRA's generator is the one of a subfolder.
    """
    return spec.config_of(subfolder_of(model, spec))(**model.config, **model.counted)


def subfolder_of(model: PublishedModel, spec: ArchSpec) -> str:
    """The subfolder of the architecture that holds this model; "" for the main one."""
    return next((part for part in spec.tables if part and model.name.endswith(part)), "")


def count_parameters(model: PublishedModel) -> Mapping[Part, int] | None:
    """The parameters of the base model by part, tied tensors once; None without an architecture.

    A pooler that was published and never trained is among "other", though it is not built here.
    """
    from models.schema.meta_models import meta_model, weight_shapes
    from models.schema.weight_parts import weight_parts

    spec = architecture_of(model)
    if spec is None:
        return None
    config = config_of(model, spec)
    built = meta_model(spec, spec.config_class.from_parts({subfolder_of(model, spec): config}))
    heads = [head.name for head in spec.heads]
    names = [name for name in weight_shapes(built) if name.split(".")[0] not in heads]
    sizes = dict(built.named_parameters())
    counts = Counter[Part]()
    for name, part in weight_parts(built, names, heads).items():
        counts[part] += sizes[name].numel()
    if any(preset.absent for preset in spec.presets):
        width = config.size.width
        counts["other"] += width * width + width
    return counts
