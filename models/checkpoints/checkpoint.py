"""Model folders in the layout of Hugging Face, read and written; safetensors only, never pickle.

    loaded = load(Path("bert-base-uncased"))
    save(loaded.model, loaded.spec, Path("copy"), loaded.tokenizer)
    save_task(task_model, loaded.spec, Path("fine-tuned"), loaded.tokenizer)

Names and shapes come from the tables of an architecture (`WeightTable`). A model of several
published parts, such as ELECTRA's generator and discriminator, has one subfolder for each part but
the main one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Event
from types import MappingProxyType
from typing import Any, cast

import torch
from safetensors import SafetensorError
from safetensors.torch import save_file
from torch import Tensor, nn

from models.checkpoints.assembly import CheckpointPart, LoadReport, assemble, present_heads
from models.checkpoints.folders import (
    CONFIG_FILE,
    WEIGHTS_FILE,
    CheckpointError,
    architecture_of,
    model_folder,
    model_name,
    no_config,
    tokenizer_files,
    weight_files,
)
from models.checkpoints.foreign.adapter_folders import (
    Adapter,
    file_stamps,
    is_adapter,
    read_adapter,
)
from models.checkpoints.foreign.adapters import add_to_tensors
from models.checkpoints.foreign.adapters import task_entries as adapter_entries
from models.checkpoints.foreign.formats import check_quantization, dequantize_int8
from models.checkpoints.key_maps import (
    is_ignored,
    modern_name,
    num_known,
    sources,
    wrapper_prefix,
)
from models.checkpoints.quantized import (
    dequantize_tensors,
    install_quantized,
    quantized_entry,
    whole_numbers,
)
from models.checkpoints.task_heads import (
    class_names,
    head_table,
    published_class,
    read_task,
    split_off_head,
    task_entries,
    task_kind,
)
from models.checkpoints.tensor_files import (
    check_room,
    read_file,
    read_tensors,
    tensor_names,
)
from models.knowledge.entity_vectors import open_entity_vectors
from models.layers.quantized.layers import dense_weights
from models.runtime.files import read_object, replace_file, write_text
from models.schema.batch import EntityModel, LanguageModel, as_module
from models.schema.configs import ModelConfig
from models.schema.registry import catalog
from models.schema.specs import ArchSpec, HeadSpec, WeightTable
from models.tasks.base import TaskModel
from models.tokenization import Tokenizer, open_tokenizer

__all__ = [
    "CheckpointError",
    "LoadReport",
    "LoadedModel",
    "load",
    "save",
    "save_loaded",
    "save_task",
]

RUN_FILE = "run.json"
EMPTY: Mapping[Any, Any] = MappingProxyType({})

NUM_TRIES = 2  # to read files that are written meanwhile
HASH_DIGITS = 12
HASH_CHUNK = 1 << 20  # bytes


@dataclass(frozen=True, eq=False)
class LoadedModel:
    """A model from a folder, in evaluation mode, with what the folder says about it.

    It computes in float32; see `load` for weights that are kept in 16 bits.

    `task_model` is the same model with a head for a task, where config.json names its class.
    `entries` are those of config.json.
    """

    name: str
    folder: Path
    spec: ArchSpec
    model: LanguageModel
    tokenizer: Tokenizer | None
    heads: tuple[str, ...]  # those in the files
    streams: tuple[str, ...]
    report: LoadReport
    run: dict[str, Any]
    hash: str  # of the weights
    absent: frozenset[str]  # names of ours that the files lack, of heads that are left out
    stored: tuple[str, ...] = ()  # the formats of numbers in the files, such as "bfloat16"
    labels: tuple[str, ...] = ()  # of classes, where config.json names them
    task_model: TaskModel | None = None
    entries: Mapping[str, Any] = field(default_factory=dict)

    def head(self, name: str) -> HeadSpec:
        """A head, with the classes of this checkpoint where its config.json names as many."""
        head = self.spec.head(name)
        named = head.predicts == "class" and len(self.labels) == head.num_classes
        return replace(head, classes=self.labels) if named else head

    @property
    def unread_class(self) -> str:
        """The published class of the folder, where its head has no place here; empty elsewhere."""
        known = {name for table in self.spec.tables.values() for name in table.architectures}
        is_read = self.task_model is not None or not self.report.unexpected
        named = published_class(self.entries)
        return "" if is_read or named in known else named

    @property
    def weights(self) -> dict[str, Tensor]:
        """The parameters that the files hold, by our names; tied ones once."""
        named = dense_weights(as_module(self.model))
        return {name: weight for name, weight in named.items() if name not in self.absent}


def load(
    folder: Path,
    device: torch.device | str = "cpu",
    architecture: str = "",
    *,
    large_in_half: bool = False,
) -> LoadedModel:
    """Open a model folder, or the one that `model_folder` finds. Raises CheckpointError.

    `architecture` is the model_type of a config.json that names none, as those of 2019. With
    `large_in_half` the weights of a large model whose files hold 16 bits stay as they are: it
    computes in 32 bits all the same, and cannot learn. All that it returns is of one state of the
    files: weights, their hash, configuration, tokenizer.
    """
    try:
        return _load_settled(model_folder(Path(folder)), device, architecture, large_in_half)
    except OSError as error:
        raise CheckpointError(
            f"{error.filename or folder} cannot be read ({error.strerror or error}).",
            "Make it readable, or choose another folder.",
        ) from error


def _load_settled(
    folder: Path, device: torch.device | str, architecture: str, large_in_half: bool
) -> LoadedModel:
    """Read again where files were written meanwhile; the weights are read twice, by two threads.

    Raises as `_load`, and CheckpointError where they were written again each time.
    """
    for _ in range(NUM_TRIES):
        before = file_stamps(folder)
        try:
            loaded = _load(folder, device, architecture, large_in_half)
        except (CheckpointError, OSError):
            if file_stamps(folder) == before:
                raise
        else:
            if file_stamps(folder) == before:
                return loaded
    raise CheckpointError(
        f"The files in {folder} were written while they were read.",
        "Open it again once they are complete.",
    )


def _load(
    folder: Path, device: torch.device | str, architecture: str, large_in_half: bool
) -> LoadedModel:
    """Raises CheckpointError, and OSError where the disk does not give the files away."""
    adapter = read_adapter(folder) if is_adapter(folder) else None
    source = folder if adapter is None else adapter.base
    added = {} if adapter is None else read_file(adapter.weights)
    spec, entries = _read_spec(source, architecture)
    half = check_room(source, str(device), large_in_half=large_in_half)
    parts = _read_parts(source, spec, entries, adapter, added)
    with _hashed_in_background(source, parts, adapter) as digest:
        model, absent, report, task_model = _assemble(spec, parts, source, entries, half)
        install_quantized(model, task_model, parts, entries)
        _read_entities(model, source)
        tokenizer = _read_tokenizer(folder if tokenizer_files(folder) else source, spec)
    return LoadedModel(
        name=model_name(folder.resolve()),
        folder=folder,
        spec=spec,
        model=model.to(device).eval(),
        tokenizer=tokenizer,
        heads=present_heads(spec, model, absent),
        streams=model.streams,
        report=report,
        run=_read_run(folder),
        hash=digest.result(),
        absent=frozenset(absent),
        stored=_formats(parts),
        labels=class_names(entries),
        task_model=task_model and task_model.to(device).eval(),
        entries=entries,
    )


def _assemble(
    spec: ArchSpec,
    parts: list[CheckpointPart],
    folder: Path,
    entries: Mapping[str, Any],
    half: bool,
) -> tuple[Any, list[str], LoadReport, TaskModel | None]:
    """What `assemble` returns, and the model with its head for a task."""
    kind = task_kind(spec, entries)
    if kind is None or parts[0].key:
        return *assemble(spec, parts, folder, half=half), None
    base, head = split_off_head(parts[0], spec.task_heads[kind])
    model, absent, report = assemble(spec, [base, *parts[1:]], folder, half=half)
    return model, absent, report, read_task(spec, kind, model, head, entries, folder)


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
    `LoadedModel.report.missing` does, so that a head that was never there is not invented.
    Raises CheckpointError where the folder cannot be written.
    """
    with _explain_write_errors(folder):
        keys = list(model.config.parts())
        for key in keys:
            label = f"{key}/" if key and len(keys) > 1 else ""  # a lone part is the folder itself
            _save_part(model, spec, key, folder / label, label, tokenizer, half, without)
        _save_extras(folder, model, tokenizer, run)


def save_task(
    task: TaskModel,
    spec: ArchSpec,
    folder: Path,
    tokenizer: Tokenizer | None = None,
    run: Mapping[str, Any] | None = None,
    half: bool = False,
    pads_with_end: bool = True,
) -> None:
    """Write a fine-tuned model with its head, as `save` does, in the class of transformers for it.

    The heads of pretraining are left out, as such a class has none. Where the tokenizer has no
    padding, `pads_with_end` names its end of a text as such, so that transformers can batch texts;
    not where inputs end with it. Raises CheckpointError.
    """
    with _explain_write_errors(folder):
        declared = spec.task_heads[task.kind]
        left_out = (*(f"{head.name}." for head in spec.heads), *declared.absent)
        state = {n: t for n, t in _parameters(task.model).items() if not n.startswith(left_out)}
        base, _ = _rename_as_published(state, spec.tables[""], "", ())
        own = {f"head.{name}": tensor for name, tensor in _parameters(task.head).items()}
        head, _ = _rename_as_published(own, head_table(declared), "", ())
        tensors = {**{declared.name_in_files(n): tensor for n, tensor in base.items()}, **head}
        ids = _special_ids(tokenizer)
        can_pad = pads_with_end and ids["eos_token_id"] is not None
        padding = {"pad_token_id": ids["eos_token_id"]} if can_pad else {}
        entries = {**padding, **ids, **task_entries(task), **quantized_entry(task)}
        config = cast(LanguageModel, task.model).config.parts()[""]
        whole = {
            **whole_numbers(task.model, spec.tables[""], base, declared.name_in_files),
            **whole_numbers(task.head, head_table(declared), head, owner="head."),
        }
        _write_part(folder, config, spec, declared.architecture, entries, tensors, half, whole)
        _save_extras(folder, task.model, tokenizer, run, pads_with_end)


def save_loaded(loaded: LoadedModel, folder: Path, *, half: bool = False) -> None:
    """Write a model as it was loaded, with the same heads; see `save` and `save_task`."""
    if loaded.task_model is None:
        missing = loaded.report.missing
        save(loaded.model, loaded.spec, folder, loaded.tokenizer, half=half, without=missing)
        return
    pads = "pad_token_id" in loaded.entries
    task, spec, tokenizer = loaded.task_model, loaded.spec, loaded.tokenizer
    save_task(task, spec, folder, tokenizer, half=half, pads_with_end=pads)


# Reading ------------------------------------------------------------------------------------------


def _read_spec(folder: Path, architecture: str) -> tuple[ArchSpec, dict[str, Any]]:
    """The architecture that config.json names, and the entries."""
    entries = _read_config(folder)
    spec = _spec_of(folder, entries, architecture)
    check_quantization(folder, entries)
    return spec, entries


def _read_parts(
    folder: Path,
    spec: ArchSpec,
    data: dict[str, Any],
    adapter: Adapter | None,
    added: Mapping[str, Tensor],
) -> list[CheckpointPart]:
    """What the folder holds of an architecture, by its config.json.

    `added` are the tensors of an adapter, which are added to those of the folder; what it says of a
    head is put among the entries.
    """
    tensors = dequantize_int8(folder, _strip_wrapper_prefix(spec, read_tensors(folder)))
    if adapter is not None:
        tensors = add_to_tensors(adapter, tensors, added, spec)
        data.update(adapter_entries(adapter, spec, added))
    main = _main_key(spec, data, tensors)
    parts = [_part(spec, main, folder, "", tensors, data)]
    for key in spec.tables:
        if key and key != main and (folder / key / CONFIG_FILE).is_file():
            inside = _strip_wrapper_prefix(spec, read_tensors(folder / key))
            parts.append(
                _part(spec, key, folder / key, f"{key}/", inside, _read_config(folder / key))
            )
    return parts


def _read_config(folder: Path) -> dict[str, Any]:
    if not folder.is_dir():
        raise CheckpointError(f"There is no folder {folder}.", "Choose the folder of a model.")
    path = folder / CONFIG_FILE
    if not path.is_file():
        raise no_config(folder)
    try:
        return read_object(path)
    except ValueError as error:
        raise CheckpointError(f"{path} is broken ({error}).", "Fetch or save it again.") from error


def _spec_of(folder: Path, data: Mapping[str, Any], architecture: str) -> ArchSpec:
    model_type = architecture_of(folder, data, architecture)
    spec = catalog().find_by_model_type(model_type)
    if spec is None:  # its file cannot be imported
        raise CheckpointError(
            f"The architecture {model_type} cannot be loaded.", "Install the program again."
        )
    return spec


def order_by_fit(folder: Path) -> list[ArchSpec]:
    """Every architecture; first the one that knows most of the tensors' names in a folder.

    Raises CheckpointError.
    """
    try:
        names = [name for path in weight_files(folder) for name in tensor_names(path)]
    except OSError as error:
        raise CheckpointError(f"{folder} cannot be read ({error}).", "Make it readable.") from error

    def number_of_known(spec: ArchSpec) -> int:
        tables = tuple(spec.tables.values())
        prefix = wrapper_prefix(tables, names)
        return num_known(tables, [name.removeprefix(prefix) for name in names])

    return sorted(catalog().architectures.values(), key=number_of_known, reverse=True)


def _main_key(spec: ArchSpec, data: Mapping[str, Any], names: Collection[str]) -> str:
    """Which part the folder itself holds: said by `architectures`, else shown by tensor names."""
    architectures = data.get("architectures")
    for key, table in spec.tables.items():
        if (
            isinstance(architectures, list)
            and architectures
            and architectures[0] in table.architectures
        ):
            return key

    def fit(key: str) -> int:
        return num_known([spec.tables[key]], names)

    return max(spec.tables, key=fit)  # the first of equals, which is the main one


def _part(
    spec: ArchSpec,
    key: str,
    folder: Path,
    label: str,
    tensors: Mapping[str, Tensor],
    entries: Mapping[str, Any],
) -> CheckpointPart:
    table = spec.tables[key]
    try:
        config, unknown_keys = spec.config_of(key).from_json(json.dumps(entries))
    except ValueError as error:
        raise CheckpointError(
            f"{folder / CONFIG_FILE} cannot be used: {error}.",
            f"Choose another {spec.title} model, or mend the entry if it is wrong.",
        ) from error
    kind = task_kind(spec, entries)
    heads = () if kind is None else (head_table(spec.task_heads[kind]),)
    tensors, quantized = dequantize_tensors((table, *heads), folder, tensors)
    named = _name_tensors(table, folder, tensors)
    ignored = {name: tensor for name, tensor in named.items() if is_ignored(table, name)}
    taken = {name: tensor for name, tensor in named.items() if name not in ignored}
    return CheckpointPart(key, label, table, config, taken, ignored, unknown_keys, quantized)


def _name_tensors(
    table: WeightTable, folder: Path, tensors: Mapping[str, Tensor]
) -> dict[str, Tensor]:
    """The tensors by the names of the table. Raises CheckpointError where two of one disagree."""
    named: dict[str, Tensor] = {}
    names: dict[str, str] = {}  # in the files
    for name, tensor in tensors.items():
        known = modern_name(table, name)
        if known in named and not torch.equal(named[known], tensor):
            raise CheckpointError(
                f"In {folder}, {name} differs from {names[known]}, which is the same tensor here.",
                "Choose a checkpoint that was saved once, and whose output layer is the token "
                "table.",
            )
        named[known], names[known] = tensor, name
    return named


def _strip_wrapper_prefix(spec: ArchSpec, tensors: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """The tensors without what DataParallel, Lightning or another program put before all names."""
    prefix = wrapper_prefix(tuple(spec.tables.values()), tensors.keys())
    return {name.removeprefix(prefix): tensor for name, tensor in tensors.items()}


def _read_tokenizer(folder: Path, spec: ArchSpec) -> Tokenizer | None:
    if not tokenizer_files(folder):
        return None
    try:
        return open_tokenizer(folder, template=spec.template)
    except ValueError as error:
        message, _, hint = str(error).partition(". ")
        raise CheckpointError(
            f"{message}.", hint or "Fetch the tokenizer's files again."
        ) from error


def _read_run(folder: Path) -> dict[str, Any]:
    """What training wrote; a foreign or broken file says nothing about the weights."""
    path = folder / RUN_FILE
    try:
        return read_object(path) if path.is_file() else {}
    except (OSError, ValueError):
        return {}


def _formats(parts: Sequence[CheckpointPart]) -> tuple[str, ...]:
    """How the numbers of the weights are stored, by the names that torch and config.json use."""
    tensors = [tensor for part in parts for tensor in part.tensors.values()]
    dtypes = {tensor.dtype for tensor in tensors if tensor.is_floating_point()}
    floats = {str(dtype).removeprefix("torch.") for dtype in dtypes}
    whole = {f"int{one.bits}" for part in parts for one in part.quantized.values()}
    return tuple(sorted(whole or floats))


@contextmanager
def _hashed_in_background(
    folder: Path, parts: list[CheckpointPart], adapter: Adapter | None
) -> Iterator[Future[str]]:
    """The hash, taken while the block runs, which takes as long; dropped where the block fails."""
    dropped = Event()
    with ThreadPoolExecutor(1) as beside:
        try:
            yield beside.submit(_hash, folder, parts, adapter, dropped)
        except BaseException:
            dropped.set()
            raise


def _hash(
    folder: Path, parts: Iterable[CheckpointPart], adapter: Adapter | None, dropped: Event
) -> str:
    """The beginning of the SHA-256 of the weight files, one after the other.

    Once `dropped`, what it returns says nothing.
    """
    digest = hashlib.sha256(b"" if adapter is None else adapter.hashed_settings)
    files = [path for part in parts for path in weight_files(folder / part.label)]
    for path in [*files, *([] if adapter is None else [adapter.weights])]:
        with path.open("rb") as file:
            while not dropped.is_set() and (chunk := file.read(HASH_CHUNK)):
                digest.update(chunk)
    return digest.hexdigest()[:HASH_DIGITS]


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
    tensors, left_out = _rename_as_published(_parameters(model), table, label, without)
    heads = {head.name for head in spec.heads}
    num_absent = len(heads & {name.split(".")[0] for name in left_out})
    config = model.config.parts()[key]
    classes = config.published_classes(table.architectures)
    architecture = classes[min(num_absent, len(classes) - 1)]
    entries = {**_special_ids(tokenizer), **quantized_entry(model)}
    whole = whole_numbers(model, table, tensors)
    _write_part(folder, config, spec, architecture, entries, tensors, half, whole)


def _write_part(
    folder: Path,
    config: ModelConfig,
    spec: ArchSpec,
    architecture: str,
    entries: Mapping[str, Any],
    tensors: Mapping[str, Tensor],
    half: bool,
    whole: Mapping[tuple[str, ...], Mapping[str, Tensor]] = EMPTY,
) -> None:
    """`whole` is what files hold in place of the tensors of those names, see `whole_numbers`."""
    dtype = torch.float16 if half else torch.float32
    text = config.to_json(
        architectures=[architecture],
        model_type=spec.shared_type or spec.model_type,
        dtype=str(dtype).removeprefix("torch."),
        **entries,
    )
    folder.mkdir(parents=True, exist_ok=True)
    write_text(folder / CONFIG_FILE, text)
    replaced = {name for names in whole for name in names}
    written = {name: t.to(dtype) for name, t in tensors.items() if name not in replaced}
    stored = {name: tensor for one in whole.values() for name, tensor in one.items()}
    _write_tensors(folder / WEIGHTS_FILE, _copy_shared_tensors({**written, **stored}))


def _read_entities(model: Any, folder: Path) -> None:
    """Give a model that reads entities those of its folder. Raises CheckpointError."""
    if not isinstance(model, EntityModel):
        return
    try:
        table = open_entity_vectors(folder)
        if table is not None:
            model.use_entities(table)
    except ValueError as error:
        raise CheckpointError(
            f"The entities in {folder} cannot be used: {error}.", "Copy the folder again."
        ) from error


def _save_extras(
    folder: Path,
    model: Any,
    tokenizer: Tokenizer | None,
    run: Mapping[str, Any] | None,
    pads_with_end: bool = False,
) -> None:
    """What belongs to a model besides its weights."""
    if isinstance(model, EntityModel) and model.entities is not None:
        model.entities.save(folder)
    if tokenizer is not None:
        tokenizer.save(folder, pads_with_end)
    if run is not None:
        write_text(folder / RUN_FILE, json.dumps(run, indent=2, ensure_ascii=False) + "\n")


@contextmanager
def _explain_write_errors(folder: Path) -> Iterator[None]:
    """Raises CheckpointError where the disk does not take the files."""
    try:
        yield
    except (OSError, SafetensorError) as error:
        raise CheckpointError(
            f"{folder} cannot be written ({error}).", "Choose another folder."
        ) from error


def _parameters(module: nn.Module) -> dict[str, Tensor]:
    """Return the parameters of a module by every name that they have.

    Not `state_dict`, which of a sharded model has the shards also while it is gathered.
    """
    return dense_weights(module, every_name=True)


def _rename_as_published(
    state: Mapping[str, Tensor], table: WeightTable, label: str, without: Collection[str]
) -> tuple[dict[str, Tensor], list[str]]:
    """The tensors of one table under their published names, and ours that were left out."""
    tensors: dict[str, Tensor] = {}
    left_out: list[str] = []
    for name, source in sources(table, state).items():
        if (first := table.tied.get(name)) and state[name].data_ptr() == state[first].data_ptr():
            continue
        if any(label + theirs in without for theirs in source.theirs):
            left_out.append(name)
        else:
            tensors.update(source.split(state[name].detach().cpu()))
    return tensors, left_out


def _copy_shared_tensors(tensors: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Copy tensors that share storage under several published names, as files require."""
    seen: set[int] = set()
    apart: dict[str, Tensor] = {}
    for name, tensor in tensors.items():
        apart[name] = tensor.clone() if tensor.data_ptr() in seen else tensor
        seen.add(tensor.data_ptr())
    return apart


def _special_ids(tokenizer: Tokenizer | None) -> dict[str, int | None]:
    """The special ids of config.json: those of a text's ends always, others where there are any."""
    if tokenizer is None:
        return {"bos_token_id": None, "eos_token_id": None}
    further = {
        "pad_token_id": tokenizer.pad_id,
        "cls_token_id": tokenizer.cls_id,
        "sep_token_id": tokenizer.sep_id,
    }
    ends = {"bos_token_id": tokenizer.bos_id, "eos_token_id": tokenizer.eos_id}
    return {**ends, **{name: id for name, id in further.items() if id is not None}}


def _write_tensors(path: Path, tensors: Mapping[str, Tensor]) -> None:
    with replace_file(path) as temporary:
        save_file(dict(tensors), temporary, metadata={"format": "pt"})
