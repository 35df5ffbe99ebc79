"""Finds the specs by scanning the folders in which they live; registration is presence.

A module in models/arch, models/objectives, models/tokenization or models/distillation that has a
`SPEC` is in the catalog. A module that cannot be imported is named in `Catalog.broken` and does not
take the others with it; two specs of one name are refused.
"""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import dataclass
from functools import cache
from typing import Any

from models.specs import ArchSpec, DistillationSpec, ObjectiveSpec, TokenizerSpec

FOLDERS: dict[str, type] = {
    "arch": ArchSpec,
    "objectives": ObjectiveSpec,
    "tokenization": TokenizerSpec,
    "distillation": DistillationSpec,
}


class DuplicateSpecError(ValueError):
    """Two files declare the same name."""


@dataclass(frozen=True)
class Catalog:
    """Everything that the folders declare, by name, in alphabetical order."""

    architectures: dict[str, ArchSpec]
    objectives: dict[str, ObjectiveSpec]
    tokenizers: dict[str, TokenizerSpec]
    methods: dict[str, DistillationSpec]
    broken: dict[str, str]  # module -> why it could not be imported

    def by_model_type(self, model_type: str) -> ArchSpec | None:
        """The architecture that `model_type` of a config.json names."""
        specs = self.architectures.values()
        return next((spec for spec in specs if spec.model_type == model_type), None)


def scan(package_name: str, kind: type) -> tuple[dict[str, Any], dict[str, str]]:
    """The specs of one package by name, and the modules that could not be imported."""
    specs: dict[str, Any] = {}
    origin: dict[str, str] = {}
    broken: dict[str, str] = {}
    package = importlib.import_module(package_name)
    for info in sorted(pkgutil.iter_modules(package.__path__), key=lambda item: item.name):
        module_name = f"{package_name}.{info.name}"
        try:
            module = importlib.import_module(module_name)
        except Exception as error:  # one broken file must not hide the others
            broken[module_name] = f"{type(error).__name__}: {error}"
            continue
        spec = getattr(module, "SPEC", None)
        if not isinstance(spec, kind):
            continue
        name: str = getattr(spec, "name")  # noqa: B009 - the kinds share this field only
        if name in specs:
            raise DuplicateSpecError(f"{module_name} and {origin[name]} both declare {name!r}")
        specs[name], origin[name] = spec, module_name
    return specs, broken


@cache
def catalog() -> Catalog:
    """The catalog of this process. Raises DuplicateSpecError."""
    found: dict[str, dict[str, Any]] = {}
    broken: dict[str, str] = {}
    for folder, kind in FOLDERS.items():
        found[folder], failed = scan(f"models.{folder}", kind)
        broken.update(failed)
    return Catalog(
        architectures=found["arch"],
        objectives=found["objectives"],
        tokenizers=found["tokenization"],
        methods=found["distillation"],
        broken=broken,
    )
