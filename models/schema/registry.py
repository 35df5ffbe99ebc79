"""Finds the specs by scanning the folders in which they live; registration is presence.

A module in models/arch, models/objectives, models/tokenization, models/distillation or
models/compression that has a `SPEC` is in the catalog. A module that cannot be imported is named in
`Catalog.broken` and does not take the others with it; two specs with one name are rejected.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any, Protocol, TypeVar

from models.schema.specs import (
    ArchSpec,
    CompressionSpec,
    DistillationSpec,
    ObjectiveSpec,
    TokenizerSpec,
)


class Named(Protocol):
    """What a folder of specs declares."""

    @property
    def name(self) -> str: ...


Spec = TypeVar("Spec", bound=Named)


ARCHITECTURES = "models.arch"
LITERALS = {
    *("title", "model_type", "other_types", "default_positions", "default_pad_id"),
    *("shared_type", "marks"),
}
NUM_NEAREST, LEAST_BEGINNING = 3, 3  # types that are alike, and letters that they share
LEAST_LIKENESS = 0.8  # of others, as difflib counts it
POSITION_KEYS = (  # of config.json
    *("max_position_embeddings", "n_positions", "seq_length"),
    "max_encoder_position_embeddings",
)


class DuplicateSpecError(ValueError):
    """Two files declare the same name."""


@dataclass(frozen=True)
class Catalog:
    """Everything that the folders declare, by name, in alphabetical order."""

    architectures: dict[str, ArchSpec]
    objectives: dict[str, ObjectiveSpec]
    tokenizers: dict[str, TokenizerSpec]
    methods: dict[str, DistillationSpec]
    compressions: dict[str, CompressionSpec]
    broken: dict[str, str]  # module -> why it could not be imported

    def find_by_model_type(self, model_type: str) -> ArchSpec | None:
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
        except Exception as error:  # one broken file must not affect the others
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


@dataclass(frozen=True)
class DeclaredType:
    """What an architecture declares about a model_type; see `ArchSpec`."""

    title: str = ""
    default_positions: int = 0
    default_pad_id: int | None = None
    heads: Mapping[str, str] = field(default_factory=dict)  # titles by name
    shared_type: str = ""
    marks: tuple[str, ...] = ()


@cache
def declared_types() -> dict[str, DeclaredType]:
    """Every model_type that an architecture declares, in alphabetical order.

    Read from the text of the files: importing them brings torch in, and a list of folders is needed
    before that.
    """
    folders = [Path(folder) for folder in importlib.import_module(ARCHITECTURES).__path__]
    files = [path for folder in folders for path in folder.glob("*.py")]
    by_kind = {kind: one for path in files for kind, one in _declared_in(path)}
    return {kind: by_kind[kind] for kind in sorted(by_kind)}


def model_types() -> tuple[str, ...]:
    """Every model_type of a config.json that can be opened, in alphabetical order."""
    return tuple(declared_types())


def nearest_types(model_type: str) -> tuple[str, ...]:
    """The types that can be opened and are written most like another one; () without any.

    One that begins as it does is like it, whatever follows: phimoe and phi3.
    """
    known = model_types()
    shared = {one: _count_shared_letters(one, model_type) for one in known}
    begins = [one for one in known if shared[one] >= LEAST_BEGINNING]
    begins.sort(key=lambda one: -shared[one])
    alike = get_close_matches(model_type, known, NUM_NEAREST, cutoff=LEAST_LIKENESS)
    ends = [one for one in known if model_type.endswith(one)]  # such as neobert and bert
    return tuple(dict.fromkeys([*begins, *alike, *ends]))[:NUM_NEAREST]


def _count_shared_letters(first: str, second: str) -> int:
    """How many letters two words have in common from their beginning."""
    pairs = zip(first, second, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(first), len(second)))


def title_of(model_type: str) -> str:
    """The architecture of a model_type as people write it; the type itself where none has it."""
    return declared_types().get(model_type, DeclaredType()).title or model_type


def sharing_types(kind: str) -> dict[str, tuple[str, ...]]:
    """The marks of architectures whose files have this model_type, by their own; see `ArchSpec`."""
    return {own: one.marks for own, one in declared_types().items() if one.shared_type == kind}


def _declared_in(path: Path) -> Iterator[tuple[str, DeclaredType]]:
    """The model types of the `SPEC = ArchSpec(...)` in a file; none if it is broken."""
    try:
        body = ast.parse(path.read_text(encoding="utf-8")).body
    except (SyntaxError, ValueError):
        return
    for line in body:
        if not (isinstance(line, ast.Assign) and isinstance(line.value, ast.Call)):
            continue
        if any(isinstance(name, ast.Name) and name.id == "SPEC" for name in line.targets):
            entries = {word.arg: word.value for word in line.value.keywords}
            literals = {key: ast.literal_eval(entries[key]) for key in LITERALS & entries.keys()}
            kinds = (literals.pop("model_type", None), *literals.pop("other_types", ()))
            declared = DeclaredType(**literals, heads=dict(_heads(body)))
            yield from ((kind, declared) for kind in kinds if kind is not None)


def _heads(body: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    """Names and titles of the heads that a file declares."""
    for node in (node for line in body for node in ast.walk(line)):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "HeadSpec":
            name, title = (ast.literal_eval(each) for each in node.args[:2])
            yield name, title


def head_title(name: str, model_type: str) -> str:
    """What a head predicts, in words: as its architecture says, or another; else its name."""
    declared = declared_types()
    own = declared.get(model_type, DeclaredType()).heads
    every = (one.heads[name] for one in declared.values() if name in one.heads)
    return own.get(name) or next(every, name.upper())


def num_positions(config: Mapping[str, Any]) -> int | None:
    """How many tokens a config.json has positions for, without opening the model.

    The size of an architecture's configuration says the same; None where the file states none.
    """
    kind = config.get("model_type")
    declared = declared_types().get(str(kind), DeclaredType())
    stated = [config[key] for key in POSITION_KEYS if type(config.get(key)) is int]
    if not stated:
        return declared.default_positions or None
    first = declared.default_pad_id
    padding = -1 if first is None else config.get("pad_token_id", first)
    room = stated[0] - padding - 1 if isinstance(padding, int) else 0
    return room if room > 0 else None


@cache
def catalog() -> Catalog:
    """The catalog of this process. Raises DuplicateSpecError."""
    architectures, no_architectures = scan(ARCHITECTURES, ArchSpec)
    objectives, no_objectives = scan("models.objectives", ObjectiveSpec)
    tokenizers, no_tokenizers = scan("models.tokenization", TokenizerSpec)
    methods, no_methods = scan("models.distillation", DistillationSpec)
    compressions, no_compressions = scan("models.compression", CompressionSpec)
    broken = {
        **no_architectures,
        **no_objectives,
        **no_tokenizers,
        **no_methods,
        **no_compressions,
    }
    return Catalog(architectures, objectives, tokenizers, methods, compressions, broken)
