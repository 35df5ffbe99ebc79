"""Finds the specs by scanning the folders in which they live; registration is presence.

A module in models/arch, models/objectives, models/tokenization or models/distillation that has a
`SPEC` is in the catalog. A module that cannot be imported is named in `Catalog.broken` and does not
take the others with it; two specs of one name are refused.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeVar

from models.schema.specs import ArchSpec, DistillationSpec, ObjectiveSpec, TokenizerSpec

Spec = TypeVar("Spec", ArchSpec, ObjectiveSpec, TokenizerSpec, DistillationSpec)


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
        return next((spec for spec in specs if model_type in spec.model_types), None)


def scan(package_name: str, kind: type[Spec]) -> tuple[dict[str, Spec], dict[str, str]]:
    """The specs of one package by name, and the modules that could not be imported.

    Raises DuplicateSpecError.
    """
    specs: dict[str, Spec] = {}
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
        if spec.name in specs:
            first = origin[spec.name]
            raise DuplicateSpecError(f"{module_name} and {first} both declare {spec.name!r}")
        specs[spec.name], origin[spec.name] = spec, module_name
    return specs, broken


@cache
def model_types() -> tuple[str, ...]:
    """Every model_type that an architecture declares, in alphabetical order.

    Read from the text of the files: importing them brings torch in, and a list of folders is shown
    before that.
    """
    files = sorted((Path(__file__).parents[1] / "arch").glob("*.py"))
    return tuple(sorted({kind for path in files for kind in _declared_types(path)}))


def _declared_types(path: Path) -> Iterator[str]:
    """`model_type` and `other_types` of the `SPEC = ArchSpec(...)` in a file; none if broken."""
    try:
        body = ast.parse(path.read_text(encoding="utf-8")).body
    except (SyntaxError, ValueError):
        return
    for line in body:
        if not (isinstance(line, ast.Assign) and isinstance(line.value, ast.Call)):
            continue
        if not any(isinstance(name, ast.Name) and name.id == "SPEC" for name in line.targets):
            continue
        for keyword in line.value.keywords:
            if keyword.arg == "model_type":
                yield ast.literal_eval(keyword.value)
            elif keyword.arg == "other_types":
                yield from ast.literal_eval(keyword.value)


@cache
def catalog() -> Catalog:
    """The catalog of this process. Raises DuplicateSpecError."""
    architectures, no_architectures = scan("models.arch", ArchSpec)
    objectives, no_objectives = scan("models.objectives", ObjectiveSpec)
    tokenizers, no_tokenizers = scan("models.tokenization", TokenizerSpec)
    methods, no_methods = scan("models.distillation", DistillationSpec)
    broken = {**no_architectures, **no_objectives, **no_tokenizers, **no_methods}
    return Catalog(architectures, objectives, tokenizers, methods, broken)
