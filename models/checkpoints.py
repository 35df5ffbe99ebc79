"""Model folders in the layout of Hugging Face, read and written; safetensors only, never pickle.

    loaded = load(Path("bert-base-uncased"))
    save(loaded.model, loaded.spec, Path("copy"), loaded.tokenizer)

Names and shapes come from the tables of an architecture (models/specs.py). A model of several
published parts, such as ELECTRA's two towers, has one subfolder for each part but the main one.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import Tensor, nn
from torch.overrides import TorchFunctionMode

from models.batch import LanguageModel
from models.catalog import catalog
from models.configs import ModelConfig, parse_object
from models.specs import ArchSpec, WeightTable
from models.tokenization import Tokenizer, open_tokenizer
from models.tokenization.files import write_atomically
from models.weight_names import Source, count_known, is_ignored, modern_name, sources

CONFIG_FILE = "config.json"
WEIGHTS_FILE = "model.safetensors"
INDEX_FILE = "model.safetensors.index.json"
RUN_FILE = "run.json"
TOKENIZER_FILES = ("tokenizer.json", "vocab.txt", "vocab.json")
PICKLES = ("*.bin", "*.pt", "*.pth", "*.ckpt", "*.pkl")

HASH_DIGITS = 12
HASH_CHUNK = 1 << 20  # bytes
NEW_WEIGHT_STD = 0.02  # for a head that the files lack, should somebody train it


class CheckpointError(ValueError):
    """A model folder that cannot be used: what is wrong, and what a person can do (`hint`)."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(f"{message} {hint}")
        self.message = message
        self.hint = hint


@dataclass(frozen=True)
class LoadReport:
    """What in the files did not fit the model; names are published ones, behind their subfolder."""

    missing: tuple[str, ...] = ()  # of heads that the files do not have
    unexpected: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    wrong_shape: tuple[str, ...] = ()  # of heads, which are then left out
    unknown_config_keys: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Loaded:
    """A model from a folder, in evaluation mode and float32, with what the folder says about it."""

    name: str
    folder: Path
    spec: ArchSpec
    model: LanguageModel
    tokenizer: Tokenizer | None
    heads: tuple[str, ...]  # those in the files; nothing random is shown
    streams: tuple[str, ...]
    report: LoadReport
    run: dict[str, Any]
    hash: str  # of the weights


@dataclass(frozen=True, eq=False)
class _Part:
    """One folder of tensors as it was read; their names are brought to today's form."""

    key: str  # of ArchSpec.tables
    label: str  # before a name in the report: the subfolder
    table: WeightTable
    config: ModelConfig
    tensors: dict[str, Tensor]
    ignored: dict[str, Tensor]
    unknown_keys: tuple[str, ...]


def load(folder: Path, device: torch.device | str = "cpu") -> Loaded:
    """Open a model folder. Raises CheckpointError."""
    folder = Path(folder)
    spec, parts = _read_parts(folder)
    model, absent, report = _assemble(spec, parts, folder)
    streams = model.streams
    return Loaded(
        name=folder.resolve().name,
        folder=folder,
        spec=spec,
        model=model.to(device).eval(),
        tokenizer=_read_tokenizer(folder),
        heads=_present_heads(spec, streams, absent),
        streams=streams,
        report=report,
        run=_read_run(folder),
        hash=_hash(folder, parts),
    )


def save(
    model: LanguageModel,
    spec: ArchSpec,
    folder: Path,
    tokenizer: Tokenizer | None = None,
    run: Mapping[str, Any] | None = None,
    half: bool = False,
    without: Collection[str] = (),
) -> None:
    """Write a model folder that `load` and transformers open; each file whole or not at all.

    `half` stores 16-bit floats. `without` names published tensors to leave out, as
    `Loaded.report.missing` does, so that a head that was never there is not invented.
    Raises CheckpointError where the folder cannot be written.
    """
    try:
        keys = list(model.config.parts())
        for key in keys:
            label = f"{key}/" if key and len(keys) > 1 else ""  # a lone part is the folder itself
            _save_part(model, spec, key, folder / label, label, tokenizer, half, without)
        if tokenizer is not None:
            tokenizer.save(folder)
        if run is not None:
            write_atomically(
                folder / RUN_FILE, json.dumps(run, indent=2, ensure_ascii=False) + "\n"
            )
    except (OSError, SafetensorError) as error:
        raise CheckpointError(
            f"{folder} cannot be written ({error}).", "Choose another folder."
        ) from error


# Reading ------------------------------------------------------------------------------------------


def _read_parts(folder: Path) -> tuple[ArchSpec, list[_Part]]:
    """The architecture that config.json names, and what the folder holds of it."""
    data = _read_config(folder)
    spec = _spec_of(folder, data)
    tensors = _read_tensors(folder)
    main = _main_key(spec, data, tensors)
    parts = [_part(spec, main, folder, "", tensors)]
    for key in spec.tables:
        if key and key != main and (folder / key / CONFIG_FILE).is_file():
            parts.append(_part(spec, key, folder / key, f"{key}/", _read_tensors(folder / key)))
    return spec, parts


def _read_config(folder: Path) -> dict[str, Any]:
    if not folder.is_dir():
        raise CheckpointError(f"There is no folder {folder}.", "Choose the folder of a model.")
    path = folder / CONFIG_FILE
    if not path.is_file():
        raise CheckpointError(
            f"{folder} holds no {CONFIG_FILE}.",
            "Choose a folder that also holds it, as save_pretrained of transformers writes it.",
        )
    try:
        return parse_object(path.read_text(encoding="utf-8"))
    except (ValueError, OSError, RecursionError) as error:
        raise CheckpointError(f"{path} is broken ({error}).", "Fetch or save it again.") from error


def _spec_of(folder: Path, data: Mapping[str, Any]) -> ArchSpec:
    model_type = data.get("model_type")
    spec = catalog().by_model_type(model_type) if isinstance(model_type, str) else None
    if spec is None:
        known = ", ".join(sorted(spec.model_type for spec in catalog().architectures.values()))
        said = "no model_type" if model_type is None else f"the model_type {model_type!r}"
        raise CheckpointError(
            f"{folder / CONFIG_FILE} names {said}, which no architecture here has.",
            f"Choose a model of one of these types: {known}.",
        )
    return spec


def _main_key(spec: ArchSpec, data: Mapping[str, Any], names: Iterable[str]) -> str:
    """Which part the folder itself holds: said by `architectures`, else shown by tensor names."""
    said = data.get("architectures")
    for key, table in spec.tables.items():
        if isinstance(said, list) and said and said[0] in table.architectures:
            return key

    def fit(key: str) -> int:
        table = spec.tables[key]
        return count_known(table, [modern_name(table, name) for name in names])

    return max(spec.tables, key=fit)  # the first of equals, which is the main one


def _part(
    spec: ArchSpec, key: str, folder: Path, label: str, tensors: Mapping[str, Tensor]
) -> _Part:
    table = spec.tables[key]
    config_class: type[ModelConfig] = table.config_class or spec.config_class
    try:
        config, unknown_keys = config_class.from_json((folder / CONFIG_FILE).read_text("utf-8"))
    except (ValueError, OSError) as error:
        raise CheckpointError(
            f"{folder / CONFIG_FILE} cannot be used: {error}.",
            f"Mend the entry, or choose another {spec.title} model.",
        ) from error
    named = {modern_name(table, name): tensor for name, tensor in tensors.items()}
    ignored = {name: tensor for name, tensor in named.items() if is_ignored(table, name)}
    taken = {name: tensor for name, tensor in named.items() if name not in ignored}
    return _Part(key, label, table, config, taken, ignored, unknown_keys)


def _read_tensors(folder: Path) -> dict[str, Tensor]:
    """Every tensor of a folder under the name it has in the files."""
    tensors: dict[str, Tensor] = {}
    for path in _weight_files(folder):
        try:
            tensors.update(load_file(path))
        except (SafetensorError, OSError, ValueError) as error:
            raise CheckpointError(
                f"{path} is cut off or damaged ({error}).", "Copy or download the file again."
            ) from error
    return tensors


def _weight_files(folder: Path) -> list[Path]:
    """The safetensors of a folder, one or several."""
    if (folder / WEIGHTS_FILE).is_file():
        return [folder / WEIGHTS_FILE]
    if (folder / INDEX_FILE).is_file():
        return _shards(folder)
    if any(any(folder.glob(pattern)) for pattern in PICKLES):
        raise CheckpointError(
            f"{folder} holds its weights as a pickle, which could run foreign code when opened.",
            "If you trust it, convert it with transformers: "
            "AutoModelForPreTraining.from_pretrained(FOLDER).save_pretrained(NEW_FOLDER).",
        )
    raise CheckpointError(
        f"{folder} holds no {WEIGHTS_FILE}.", "Put the weights there, or choose another folder."
    )


def _shards(folder: Path) -> list[Path]:
    path = folder / INDEX_FILE
    try:
        index = parse_object(path.read_text(encoding="utf-8"))
        names = sorted({Path(name).name for name in index["weight_map"].values()})
    except (ValueError, OSError, KeyError, AttributeError, TypeError) as error:
        raise CheckpointError(f"{path} is broken ({error!r}).", "Fetch the file again.") from error
    absent = [name for name in names if not (folder / name).is_file()]
    if absent or not names:
        raise CheckpointError(
            f"{folder} lacks {', '.join(absent) or 'every weight file'}, which {INDEX_FILE} names.",
            "Fetch the missing files.",
        )
    return [folder / name for name in names]


def _read_tokenizer(folder: Path) -> Tokenizer | None:
    if not any((folder / name).is_file() for name in TOKENIZER_FILES):
        return None
    try:
        return open_tokenizer(folder)
    except ValueError as error:
        message, _, hint = str(error).partition(". ")
        raise CheckpointError(
            f"{message}.", hint or "Fetch the tokenizer's files again."
        ) from error


def _read_run(folder: Path) -> dict[str, Any]:
    """What training wrote; a foreign or broken file says nothing about the weights."""
    try:
        return parse_object((folder / RUN_FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}


def _hash(folder: Path, parts: Iterable[_Part]) -> str:
    """The beginning of the SHA-256 of the weight files, one behind the other."""
    digest = hashlib.sha256()
    for part in parts:
        for path in _weight_files(folder / part.label):
            with path.open("rb") as file:
                while chunk := file.read(HASH_CHUNK):
                    digest.update(chunk)
    return digest.hexdigest()[:HASH_DIGITS]


# From tensors to a model --------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class _Match:
    """What the files say about one of our tensors."""

    part: _Part
    source: Source
    tensor: Tensor | None  # None: missing, or of a shape that does not fit
    wrong_shape: bool = False

    @property
    def labels(self) -> list[str]:
        return [f"{self.part.label}{name}" for name in self.source.theirs]


def _assemble(
    spec: ArchSpec, parts: list[_Part], folder: Path
) -> tuple[Any, list[str], LoadReport]:
    """The model, the names of ours that the files lack, and the report."""
    _refuse_second_tables(parts, folder)
    config_class: type[ModelConfig] = spec.config_class
    config: Any = config_class.from_parts({part.key: part.config for part in parts})
    slots = _slots(spec, config, folder)
    matches = _match(parts, slots)
    if "tied" in {item.name for item in fields(config)} and not _twins_agree(slots, matches):
        config = replace(config, tied=False)
        slots = _slots(spec, config, folder)
        matches = _match(parts, slots)
    absent = _absent(slots, matches)
    _refuse_quantized(matches, folder)
    _refuse_gaps(absent, matches, folder)
    with _NoInitialisation():
        model = spec.model_class(config)
    _fill(model, matches, absent)
    return model, absent, _report(parts, absent, matches)


def _slots(spec: ArchSpec, config: ModelConfig, folder: Path) -> dict[str, Tensor]:
    """The tensors of a model of this configuration, on the meta device: shapes without memory."""
    try:
        with torch.device("meta"):
            return _tensors_of(spec.model_class(config))
    except (ValueError, TypeError, RuntimeError, ArithmeticError) as error:
        raise CheckpointError(
            f"No {spec.title} can be built from {folder / CONFIG_FILE}: {error}.",
            "Mend the entry, or choose another model.",
        ) from error


def _tensors_of(model: nn.Module) -> dict[str, Tensor]:
    """The state dict with the parameters themselves, so that tied ones are one object."""
    tensors: dict[str, Tensor] = model.state_dict(keep_vars=True)
    return tensors


def _match(parts: Iterable[_Part], slots: Mapping[str, Tensor]) -> dict[str, _Match]:
    """What the files have for each of our tensors that a table knows."""
    matches: dict[str, _Match] = {}
    for part in parts:
        for name, source in sources(part.table, slots).items():
            found = [part.tensors[key] for key in source.theirs if key in part.tensors]
            if len(found) < len(source.theirs):
                matches[name] = _Match(part, source, None)
                continue
            tensor = _joined(source, found)
            fits = tensor is not None and tensor.shape == slots[name].shape
            matches[name] = _Match(part, source, tensor if fits else None, wrong_shape=not fits)
    return matches


def _joined(source: Source, tensors: list[Tensor]) -> Tensor | None:
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


def _absent(slots: Mapping[str, Tensor], matches: Mapping[str, _Match]) -> list[str]:
    """Names of ours that no file fills, one for tensors that are shared."""
    absent: list[str] = []
    for names in _twins(slots):
        known = [name for name in names if name in matches]
        if all(matches[name].tensor is None for name in known):
            absent.append(known[0] if known else names[0])
    return absent


def _refuse_second_tables(parts: Iterable[_Part], folder: Path) -> None:
    """An output table of its own, where the architecture shares that of the input."""
    for part in parts:
        for source in sources(part.table, part.table.tied.values()).values():
            shared = part.tensors.get(source.theirs[0])
            for name, tensor in part.ignored.items():
                alike = shared is not None and shared.shape == tensor.shape
                if alike and shared is not None and not torch.equal(shared, tensor):
                    raise CheckpointError(
                        f"In {folder}, {name} differs from {source.theirs[0]}.",
                        "Choose a checkpoint whose output layer shares the token table.",
                    )


def _refuse_quantized(matches: Mapping[str, _Match], folder: Path) -> None:
    for match in matches.values():
        if match.tensor is not None and not match.tensor.is_floating_point():
            raise CheckpointError(
                f"{match.labels[0]} in {folder} holds {match.tensor.dtype}, not floats.",
                "Choose a checkpoint that is not quantized.",
            )


def _refuse_gaps(absent: Iterable[str], matches: Mapping[str, _Match], folder: Path) -> None:
    """Only what is optional, such as a head, may be absent."""
    gaps = [
        matches[name]
        for name in absent
        if not name.startswith(tuple(matches[name].part.table.optional))
    ]
    if not gaps:
        return
    first = gaps[0].labels[0]
    more = f" (and {len(gaps) - 1} more)" if len(gaps) > 1 else ""
    if any(gap.wrong_shape for gap in gaps):
        raise CheckpointError(
            f"The shape of {first}{more} in {folder} is not what {CONFIG_FILE} says.",
            f"Put the {CONFIG_FILE} beside the weights that belongs to them.",
        )
    raise CheckpointError(
        f"The tensor {first}{more} is missing in {folder}.",
        "Choose a complete checkpoint, or save it again with save_pretrained of transformers.",
    )


class _NoInitialisation(TorchFunctionMode):
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


def _fill(model: nn.Module, matches: Mapping[str, _Match], absent: Iterable[str]) -> None:
    """Copy the tensors in; what is absent is initialised, so that it can be trained."""
    tensors = _tensors_of(model)
    generator = torch.Generator().manual_seed(0)
    with torch.no_grad():
        for name, match in matches.items():
            if match.tensor is not None:
                tensors[name].copy_(match.tensor)
        for name in absent:
            if tensors[name].ndim > 1:
                tensors[name].normal_(std=NEW_WEIGHT_STD, generator=generator)
            else:
                tensors[name].fill_(0.0 if name.endswith("bias") else 1.0)


def _present_heads(
    spec: ArchSpec, streams: Collection[str], absent: Iterable[str]
) -> tuple[str, ...]:
    """The heads that the files hold whole.

    An absent tensor that belongs to no head is the pooler, through which heads that judge the
    whole example look.
    """
    heads = {head.name for head in spec.heads}
    owners = {name.split(".")[0] for name in absent}
    pooler_is_absent = bool(owners - heads)
    return tuple(
        head.name
        for head in spec.heads
        if head.stream in streams
        and head.name not in owners
        and not (head.predicts == "class" and pooler_is_absent)
    )


def _report(
    parts: Iterable[_Part], absent: Iterable[str], matches: Mapping[str, _Match]
) -> LoadReport:
    gaps = [matches[name] for name in absent]
    used = {label for match in matches.values() for label in match.labels}
    return LoadReport(
        missing=tuple(label for gap in gaps if not gap.wrong_shape for label in gap.labels),
        wrong_shape=tuple(label for gap in gaps if gap.wrong_shape for label in gap.labels),
        unexpected=tuple(
            part.label + name
            for part in parts
            for name in part.tensors
            if part.label + name not in used
        ),
        ignored=tuple(part.label + name for part in parts for name in part.ignored),
        unknown_config_keys=tuple(part.label + key for part in parts for key in part.unknown_keys),
    )


# Writing ------------------------------------------------------------------------------------------


def _save_part(
    model: Any,
    spec: ArchSpec,
    key: str,
    folder: Path,
    label: str,
    tokenizer: Tokenizer | None,
    half: bool,
    without: Collection[str],
) -> None:
    """Write config.json and the weights of one part into its folder."""
    table = spec.tables[key]
    tensors, left_out = _published(model, table, label, without)
    dtype = torch.float16 if half else torch.float32
    heads = {head.name for head in spec.heads}
    num_absent = len(heads & {name.split(".")[0] for name in left_out})
    text = model.config.parts()[key].to_json(
        architectures=[table.architectures[min(num_absent, len(table.architectures) - 1)]],
        model_type=spec.model_type,
        dtype=str(dtype).removeprefix("torch."),
        **_special_ids(tokenizer),
    )
    folder.mkdir(parents=True, exist_ok=True)
    write_atomically(folder / CONFIG_FILE, text)
    _write_tensors(folder / WEIGHTS_FILE, {name: t.to(dtype) for name, t in tensors.items()})


def _published(
    model: nn.Module, table: WeightTable, label: str, without: Collection[str]
) -> tuple[dict[str, Tensor], list[str]]:
    """The tensors of one table under their published names, and ours that were left out."""
    state = model.state_dict()
    tensors: dict[str, Tensor] = {}
    left_out: list[str] = []
    for name, source in sources(table, state).items():
        if any(label + theirs in without for theirs in source.theirs):
            left_out.append(name)
        else:
            tensors.update(source.split(state[name].detach().cpu()))
    return tensors, left_out


def _special_ids(tokenizer: Tokenizer | None) -> dict[str, int | None]:
    """What transformers looks for in config.json when it pads a batch or ends a text."""
    if tokenizer is None:
        return {"bos_token_id": None, "eos_token_id": None}
    ids = {"bos_token_id": tokenizer.bos_id, "eos_token_id": tokenizer.eos_id}
    return ids if tokenizer.pad_id is None else {**ids, "pad_token_id": tokenizer.pad_id}


def _write_tensors(path: Path, tensors: Mapping[str, Tensor]) -> None:
    """Write beside, then replace, so that a reader never finds half a file."""
    partial = path.with_name(f".{path.name}.partial")
    try:
        save_file(dict(tensors), partial, metadata={"format": "pt"})
        with partial.open("rb+") as file:
            os.fsync(file.fileno())
        os.replace(partial, path)
    finally:
        partial.unlink(missing_ok=True)
