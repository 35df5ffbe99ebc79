"""Turns published tensors into a model: matches names and shapes, rejects what is incomplete."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.overrides import TorchFunctionMode

from models.checkpoints.folders import CheckpointError
from models.checkpoints.key_maps import TensorSource, count_matching, is_of_a_layer, sources
from models.layers.embeddings import merge_offset_tables, offset_tables
from models.layers.quantized.layers import keep_half, list_replaceable
from models.layers.quantized.weight import QuantizedWeight
from models.schema.batch import LanguageModel
from models.schema.configs import ModelConfig
from models.schema.specs import ArchSpec, WeightTable

FLOATS = (torch.float16, torch.bfloat16, torch.float32, torch.float64)
HALF = (torch.float16, torch.bfloat16)
COUNTED = (torch.int64, torch.bool)  # positions and flags, which older files keep beside weights
NEW_WEIGHT_STD = 0.02  # for a head that the files lack, should somebody train it


@dataclass(frozen=True)
class LoadReport:
    """What in the files did not fit the model; names are published ones, after their subfolder."""

    missing: tuple[str, ...] = ()  # of heads that the files do not have
    unexpected: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    wrong_shape: tuple[str, ...] = ()  # of heads, which are then left out
    unknown_config_keys: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class CheckpointPart:
    """One folder of tensors as it was read; their names are brought to today's form."""

    key: str  # of ArchSpec.tables
    label: str  # before a name in the report: the subfolder
    table: WeightTable
    config: ModelConfig
    tensors: dict[str, Tensor]
    ignored: dict[str, Tensor]
    unknown_keys: tuple[str, ...]
    quantized: Mapping[str, QuantizedWeight] = field(default_factory=dict)  # by our names
    _joined: dict[tuple[str, ...], Tensor] = field(default_factory=dict)

    def find(self, source: TensorSource) -> Tensor | None:
        """The tensor that the files hold, of several put together; None where it cannot be.

        Several are put together once, and then take no memory themselves.
        """
        theirs = tuple(source.theirs)
        if theirs not in self._joined:
            tensors = [self.tensors[name] for name in theirs]
            joined = _concatenate_parts(source, tensors)
            if len(theirs) == 1 or joined is None:
                return joined
            self._joined[theirs] = joined
            self.tensors.update({name: self.tensors[name].new_empty(0) for name in theirs})
        return self._joined[theirs]


@dataclass(frozen=True, eq=False)
class _Match:
    """What the files say about one of our tensors."""

    part: CheckpointPart
    source: TensorSource
    tensor: Tensor | None  # None: missing, or of a shape that does not fit
    wrong_shape: bool = False

    @property
    def labels(self) -> list[str]:
        return [f"{self.part.label}{name}" for name in self.source.theirs]


def assemble(
    spec: ArchSpec, parts: list[CheckpointPart], folder: Path, *, half: bool = False
) -> tuple[Any, list[str], LoadReport]:
    """The model, the names of ours that the files lack, and the report.

    With `half`, weights of linear layers and tables that are 16 bits in the files stay so.
    """
    _check_floats(parts, folder)
    config = spec.config_class.from_parts(
        {part.key: part.config.infer_from_names(part.tensors) for part in parts}
    )
    slots = _slots(spec, config, folder)
    matches = _match(parts, slots)
    if not _twins_agree(slots, matches) and (apart := config.untie()) is not None:
        config = apart
        slots = _slots(spec, config, folder)
        matches = _match(parts, slots)
    unfilled = _list_unfilled_names(slots, matches)
    zero = [name for name in unfilled if _is_zero(name, matches)]
    absent = [name for name in unfilled if name not in zero]
    _check_complete(absent, matches, folder)
    _check_num_layers(parts, matches, folder)
    _check_finite(matches, folder)
    with NoInitialisation():
        model = spec.model_class(config)
    _fill(model, matches, absent, zero, half)
    return model, absent, _report(parts, absent, matches)


def fill_head(head: nn.Module, part: CheckpointPart, folder: Path) -> None:
    """Give a head for a task, on the meta device, its memory and the tensors of a folder.

    All of them must be there. In the table of `part` the names of ours begin with `head.`. Raises
    CheckpointError.
    """
    _check_floats([part], folder)
    slots = {f"head.{name}": tensor for name, tensor in _tensors_of(head).items()}
    matches = _match([part], slots)
    _check_complete(_list_unfilled_names(slots, matches), matches, folder)
    _check_finite(matches, folder)
    tensors = _tensors_of(head.to_empty(device="cpu"))
    with torch.no_grad():
        for name, match in matches.items():
            assert match.tensor is not None
            tensors[name.removeprefix("head.")].copy_(match.tensor)


def _slots(spec: ArchSpec, config: ModelConfig, folder: Path) -> dict[str, Tensor]:
    """The tensors of a model of this configuration, on the meta device: shapes without memory."""
    try:
        _ = config.size  # none has no positions, as where all are reserved for padding
        with NoInitialisation(), torch.device("meta"):
            return _tensors_of(spec.model_class(config))
    except (ValueError, TypeError, RuntimeError, ArithmeticError) as error:
        raise CheckpointError(
            f"No {spec.title} can be built from {folder / 'config.json'}: {error}.",
            "Mend the entry, or choose another model.",
        ) from error


def _tensors_of(model: nn.Module) -> dict[str, Tensor]:
    """The state dict with the parameters themselves, so that tied ones are one object."""
    return merge_offset_tables(model, model.state_dict(keep_vars=True))


def _match(parts: Iterable[CheckpointPart], slots: Mapping[str, Tensor]) -> dict[str, _Match]:
    """What the files have for each of our tensors that a table knows."""
    matches: dict[str, _Match] = {}
    for part in parts:
        for name, source in sources(part.table, slots).items():
            if not part.tensors.keys() >= set(source.theirs):
                matches[name] = _Match(part, source, None)
                continue
            tensor = part.find(source)
            fits = tensor is not None and tensor.shape == slots[name].shape
            matches[name] = _Match(part, source, tensor if fits else None, wrong_shape=not fits)
    return matches


def _concatenate_parts(source: TensorSource, tensors: list[Tensor]) -> Tensor | None:
    try:
        return source.join(tensors)
    except RuntimeError:  # shapes that cannot be put together
        return None


def _twins(slots: Mapping[str, Tensor]) -> Iterator[list[str]]:
    """The names that share one tensor, tensor by tensor."""
    names: dict[int, list[str]] = {}
    for name, slot in slots.items():
        names.setdefault(id(slot), []).append(name)
    yield from names.values()


def _twins_agree(slots: Mapping[str, Tensor], matches: Mapping[str, _Match]) -> bool:
    """Whether the files hold the same numbers for tensors that the model would share."""
    for names in _twins(slots):
        known = [matches[name] for name in names if name in matches]
        if any(match.wrong_shape for match in known):
            return False
        tensors = [match.tensor for match in known if match.tensor is not None]
        if not all(torch.equal(tensors[0], other) for other in tensors[1:]):
            return False
    return True


def _list_unfilled_names(slots: Mapping[str, Tensor], matches: Mapping[str, _Match]) -> list[str]:
    """Names of ours that no file fills, one for tensors that are shared."""
    absent: list[str] = []
    for names in _twins(slots):
        known = [name for name in names if name in matches]
        if all(matches[name].tensor is None for name in known):
            absent.append(known[0] if known else names[0])
    return absent


def _is_zero(name: str, matches: Mapping[str, _Match]) -> bool:
    """Whether a tensor that the files lack is 0, rather than missing."""
    match = matches.get(name)
    return match is not None and not match.wrong_shape and name in match.part.table.zero


def _check_floats(parts: Iterable[CheckpointPart], folder: Path) -> None:
    """Reject quantized weights: they need a scale."""
    for part in parts:
        for name, tensor in part.tensors.items():
            is_aside = tensor.dtype in COUNTED and not count_matching(part.table, [name])
            if tensor.dtype not in FLOATS and not is_aside:
                dtype = str(tensor.dtype).removeprefix("torch.")
                raise CheckpointError(
                    f"{part.label}{name} in {folder} holds {dtype}, not floats.",
                    "Choose a checkpoint that is not quantized.",
                )


def _check_finite(matches: Mapping[str, _Match], folder: Path) -> None:
    """Reject weights with NaN or infinite numbers, as a diverged training leaves them."""
    for match in matches.values():
        if match.tensor is not None and not _is_finite(match.tensor):
            raise CheckpointError(
                f"{match.labels[0]} in {folder} holds NaN or infinite numbers.",
                "Choose a checkpoint from before its training failed, or fetch it again.",
            )


def _is_finite(tensor: Tensor) -> bool:
    """Return whether all numbers are finite in 32 bits: NaN is both the least and the greatest."""
    return not tensor.numel() or all(bool(end.float().isfinite()) for end in tensor.aminmax())


def _check_complete(absent: Iterable[str], matches: Mapping[str, _Match], folder: Path) -> None:
    """Reject missing tensors. Only optional ones, such as those of a head, may be absent."""
    missing = [
        matches[name]
        for name in absent
        if not name.startswith(tuple(matches[name].part.table.optional))
    ]
    if not missing:
        return
    first = missing[0].labels[0]
    more = f" (and {len(missing) - 1} more)" if len(missing) > 1 else ""
    if any(match.wrong_shape for match in missing):
        raise CheckpointError(
            f"The shape of {first}{more} in {folder} is not what config.json says.",
            "Put the config.json beside the weights that belongs to them.",
        )
    raise CheckpointError(
        f"The tensor {first}{more} is missing in {folder}.",
        "Choose a complete checkpoint, or save it again with save_pretrained of transformers.",
    )


def _check_num_layers(
    parts: Iterable[CheckpointPart], matches: Mapping[str, _Match], folder: Path
) -> None:
    """Reject files with more layers than config.json has: it would be another model."""
    for part in parts:
        for name in _list_unused_names(part, matches):
            if is_of_a_layer(part.table, name):
                full = part.label + name
                raise CheckpointError(
                    f"{folder} holds {full}, of a layer that config.json does not have.",
                    "Put the config.json beside the weights that belongs to them.",
                )


def _list_unused_names(part: CheckpointPart, matches: Mapping[str, _Match]) -> list[str]:
    """The names in a folder that no tensor of ours is made of."""
    used = {label for match in matches.values() for label in match.labels}
    return [name for name in part.tensors if part.label + name not in used]


class NoInitialisation(TorchFunctionMode):
    """Leaves out the drawing of initial weights, which files are about to replace."""

    def __torch_function__(
        self,
        func: Callable[..., Any],
        types: Any,
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        if getattr(func, "__module__", None) == nn.init.__name__:
            return args[0] if args else (kwargs or {})["tensor"]
        return func(*args, **(kwargs or {}))


def _fill(
    model: nn.Module,
    matches: Mapping[str, _Match],
    absent: Iterable[str],
    zero: Iterable[str],
    half: bool,
) -> None:
    """Put the tensors in; what is absent is initialised, so that it can be trained."""
    tensors = _tensors_of(model)
    generator = torch.Generator().manual_seed(0)
    kept = list_replaceable(model) if half else set()
    stays_half: dict[str, Tensor] = {}
    taken: set[int] = set()
    with torch.no_grad():
        tables = offset_tables(model)
        for name, match in matches.items():
            if (given := match.tensor) is None or name in tables:
                continue
            if name in kept and given.dtype in HALF:
                stays_half[name] = given.contiguous()
            elif _can_be_taken(tensors[name], given) and given.data_ptr() not in taken:
                tensors[name].data = given
                taken.add(given.data_ptr())
            else:
                tensors[name].copy_(given)
        for name, part in tables.items():  # once the tables that they add to have their numbers
            if (whole := matches[name].tensor) is not None:
                part.set_weight(whole.to(part.offset.dtype))
        for name in zero:
            tensors[name].zero_()
        for name in absent:
            if tensors[name].ndim > 1:
                tensors[name].normal_(std=NEW_WEIGHT_STD, generator=generator)
            else:
                tensors[name].fill_(0.0 if name.endswith("bias") else 1.0)
    if stays_half:
        keep_half(model, stays_half)


def _can_be_taken(own: Tensor, given: Tensor) -> bool:
    """Whether the memory of a file's tensor can be that of a parameter, without a copy."""
    return isinstance(own, nn.Parameter) and given.dtype == own.dtype and given.is_contiguous()


def present_heads(spec: ArchSpec, model: LanguageModel, absent: Iterable[str]) -> tuple[str, ...]:
    """The heads that the files hold whole."""
    owners = {name.split(".")[0] for name in absent}
    return tuple(
        head.name for head in spec.heads_of(model) if owners.isdisjoint({head.name, *head.modules})
    )


def _report(
    parts: Iterable[CheckpointPart], absent: Iterable[str], matches: Mapping[str, _Match]
) -> LoadReport:
    absentees = [matches[name] for name in absent]
    return LoadReport(
        missing=tuple(name for one in absentees if not one.wrong_shape for name in one.labels),
        wrong_shape=tuple(name for one in absentees if one.wrong_shape for name in one.labels),
        unexpected=tuple(
            part.label + name for part in parts for name in _list_unused_names(part, matches)
        ),
        ignored=tuple(part.label + name for part in parts for name in part.ignored),
        unknown_config_keys=tuple(part.label + key for part in parts for key in part.unknown_keys),
    )
