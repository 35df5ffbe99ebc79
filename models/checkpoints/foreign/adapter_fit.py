"""Where the products of an adapter belong in its base: by names and shapes alone, without torch.

Nothing is computed before all of them fit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from models.checkpoints.folders import CheckpointError, read_header, weight_files
from models.checkpoints.foreign.adapter_folders import Adapter

PREFIX = "base_model.model."  # before all names
DOWN, UP = ".lora_A.weight", ".lora_B.weight"
SAVED = "modules_to_save."  # in some names of layers that were learned as a whole
WRAPPED = ".base_layer."  # in names of what a layer had before the adapter

Shape = tuple[int, ...]
Shapes = Mapping[str, Shape]


@dataclass(frozen=True)
class Product:
    """One product B A: its layer in the adapter, and the weight of the base that it changes."""

    layer: str
    target: str
    is_turned: bool  # the weight is (D, F), as in GPT-2


def check_fit(adapter: Adapter) -> None:
    """Compare the headers of the files of an adapter and of its base. Raises CheckpointError."""
    base, folder = dict[str, Shape](), adapter.base
    try:
        paths = weight_files(folder)
    except OSError as error:
        raise CheckpointError(f"{folder} cannot be read ({error}).", "Make it readable.") from error
    for path in paths:
        base |= _read_shapes(path)
    own = {plain_name(name): shape for name, shape in _read_shapes(adapter.weights).items()}
    list(find_products(adapter, base, own))


def find_products(adapter: Adapter, base: Shapes, own: Shapes) -> Iterator[Product]:
    """The products of an adapter, whose names (`own`) are plain. Raises CheckpointError."""
    layers = [name.removesuffix(DOWN) for name in own if name.endswith(DOWN)]
    if len(layers) > len(base):
        raise misfit(adapter, layers[0])
    fitting: list[tuple[str, str, Shape]] = []  # layer, weight of the base, shape (F, D)
    for layer in layers:
        target = match_name(base, f"{layer}.weight")
        down, up = own[layer + DOWN], own.get(layer + UP, ())
        if target is None or not len(down) == len(up) == 2 or not down[0] == up[1] == adapter.rank:
            raise misfit(adapter, layer)
        fitting.append((layer, target, (up[0], down[1])))
    is_turned = _is_turned(adapter, base, fitting)
    for layer, target, shape in fitting:
        if base[target] != (shape[::-1] if is_turned else shape):
            raise misfit(adapter, layer)
        yield Product(layer, target, is_turned)


def _is_turned(adapter: Adapter, base: Shapes, fitting: Sequence[tuple[str, str, Shape]]) -> bool:
    """Whether weights are (D, F), as in GPT-2: by those that are not square, else as is stated."""
    for _, target, shape in fitting:
        if shape[0] != shape[1] and base[target] in (shape, shape[::-1]):
            return base[target] != shape
    return adapter.is_turned


def plain_name(name: str) -> str:
    """A name of an adapter's file as its base has it."""
    return name.removeprefix(PREFIX).replace(SAVED, "").replace(WRAPPED, ".")


def match_name(names: Mapping[str, object], name: str) -> str | None:
    """The name in the base: the same, or with more or with less before it, as of another class."""
    if name in names:
        return name
    alike = [one for one in names if one.endswith(f".{name}") or name.endswith(f".{one}")]
    return alike[0] if len(alike) == 1 else None


def misfit(adapter: Adapter, layer: str) -> CheckpointError:
    """Says what of an adapter does not fit its base."""
    return CheckpointError(
        f"What {adapter.folder} adds to {layer} does not fit the model in {adapter.base}.",
        "Choose the adapter's own base model, of the same size.",
    )


def _read_shapes(path: Path) -> dict[str, Shape]:
    """The shapes of the tensors of a file, from its header. Raises CheckpointError."""
    try:
        header, _ = read_header(path)
        named = {name: one["shape"] for name, one in header.items() if name != "__metadata__"}
        if any(type(size) is not int for shape in named.values() for size in shape):
            raise TypeError
        return {name: tuple(shape) for name, shape in named.items()}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CheckpointError(
            f"{path} is no readable safetensors file.", "Copy or download it again."
        ) from error
