"""Which files of a folder are a model's, looked at without torch.

A person may point at the folder itself, at a file in it, or at a model in the cache of Hugging Face
(huggingface_hub: `models--NAME/snapshots/HASH`, with the hash of today's in `refs/main`).
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from reprlib import repr as short
from typing import Any

from models.runtime.files import read_bytes, read_object, read_text, shorten_message
from models.schema.parsing import parse_json, parse_object
from models.schema.registry import model_types, nearest_types, sharing_types

CONFIG_FILE = "config.json"
WEIGHTS_FILE = "model.safetensors"
INDEX_FILE = "model.safetensors.index.json"
ADAPTER_FILE = "adapter_config.json"  # of peft
PIPELINE_FILE = "model_index.json"  # of diffusers
MODULES_FILE = "modules.json"  # of sentence-transformers
SENTENCEPIECE_FILES = ("spiece.model", "spm.model", "sentencepiece.bpe.model", "tokenizer.model")
SOURCE_PIECES = "source.spm"  # of two languages with pieces of their own, that which is read
TOKENIZER_FILES = (
    "tokenizer.json",
    "vocab.txt",
    "vocab.json",
    "merges.txt",
    *SENTENCEPIECE_FILES,
    SOURCE_PIECES,
    "target.spm",
)
CHECKPOINTS = "checkpoints"  # of a run of training, see models.run_folder
AUXILIARY_FILE = ("distillation", "auxiliary.safetensors")  # what learned beside a student
LOG_FILE = "events.jsonl"  # of a run: its answers, see explorer.core.training.run_log
EARLIER_LOG_FILE = "told.jsonl"  # its name in runs of version 0.1
LOG_FILES = (EARLIER_LOG_FILE, LOG_FILE)  # in the order of their lines
HEADER_LENGTH_BYTES = 8  # a safetensors file begins with the length of its header
MAX_HEADER_BYTES = 100_000_000  # what the format allows
READ_ENDINGS = (".json", ".safetensors", ".txt", ".model", ".spm")  # of what makes a model
PICKLES = ("*.bin", "*.pt", "*.pth", "*.ckpt", "*.pkl")
USUAL_PICKLE = "pytorch_model.bin"
CONVERT = (
    'python -c "import torch; from safetensors.torch import save_file; '
    f"w = torch.load('{USUAL_PICKLE}', map_location='cpu', weights_only=True); "
    f"save_file({{k: v.contiguous().clone() for k, v in w.items()}}, '{WEIGHTS_FILE}', "
    "metadata={'format': 'pt'})\""
)
FOREIGN = {
    "*.gguf": "llama.cpp (GGUF)",
    "*.onnx": "ONNX",
    "*.h5": "TensorFlow",
    "*.hdf5": "AllenNLP (HDF5)",
    "*.ckpt.*": "TensorFlow",
    "*.msgpack": "Flax",
}
PACKED = (".zip", ".tar", ".gz", ".tgz", ".xz", ".7z", ".rar")
CACHED = "models--"  # how folders of the cache begin; -- stands for the / of a name
MAX_NAMED = 6  # folders in a sentence
POINTER = b"version https://git-lfs"  # what git leaves in place of a large file


class CheckpointError(ValueError):
    """A model folder that cannot be used: what is wrong, and what a person can do (`hint`)."""

    def __init__(self, message: str, hint: str) -> None:
        message, hint = shorten_message(message), shorten_message(hint)
        super().__init__(f"{message} {hint}")
        self.message = message
        self.hint = hint


class UnnamedArchitectureError(CheckpointError):
    """A config.json without a model_type, as in 2019: a person can say which it is."""


def architecture_of(folder: Path, config: Mapping[str, Any], chosen: str = "") -> str:
    """The model_type of a config.json, or what a person has `chosen` where it has none.

    Raises CheckpointError where no architecture here has it.
    """
    kind = config.get("model_type")
    kind = chosen if kind is None and chosen else kind
    known = ", ".join(model_types())
    if kind is None:
        raise UnnamedArchitectureError(
            f"{folder / CONFIG_FILE} does not say its model_type.",
            "Say it when you open the folder (on the command line by --architecture), or add it "
            f"to the file. There are {known}.",
        )
    if kind not in model_types():
        raise CheckpointError(
            f"{folder / CONFIG_FILE} names the model_type {short(kind)}, which no architecture "
            "here has.",
            _advise_type(str(kind), config),
        )
    return _find_architecture_by_marks(folder, config, str(kind))


def _advise_type(kind: str, config: Mapping[str, Any]) -> str:
    """What can be opened in place of an unknown model_type."""
    code = "Its own code is not run. " if "auto_map" in config else ""
    if near := nearest_types(kind):
        return f"{code}Choose a model of another type, such as {enumerate_names(near)}."
    return f"{code}Choose a model of one of these types: {', '.join(model_types())}."


def _find_architecture_by_marks(folder: Path, config: Mapping[str, Any], kind: str) -> str:
    """The architecture whose files have this model_type and its marks; else that of the type."""
    sharing = sharing_types(kind)
    names = [f".{name}" for name in (*config, *_tensor_names(folder))] if sharing else []
    marked = (
        own
        for own, marks in sharing.items()
        if any(f".{mark}" in name for mark in marks for name in names)
    )
    return next(marked, kind)


def _tensor_names(folder: Path) -> Collection[str]:
    """The names in the weight files, as far as they can be read."""
    try:
        return weight_map(folder) or read_header(folder / WEIGHTS_FILE)[0]
    except (OSError, ValueError):
        return ()


def read_header(path: Path) -> tuple[dict[str, Any], int]:
    """The header of a safetensors file, and the number of bytes after it.

    Raises OSError, ValueError.
    """
    with path.open("rb") as file:
        length = int.from_bytes(file.read(HEADER_LENGTH_BYTES), "little")
        if length > MAX_HEADER_BYTES:
            raise ValueError("no safetensors header")
        header = parse_object(file.read(length).decode("utf-8"))
    return header, path.stat().st_size - HEADER_LENGTH_BYTES - length


def model_folder(path: Path) -> Path:
    """The folder that is meant by a path; whether it holds a model is not settled by that.

    Raises CheckpointError for a file that belongs to no folder of a model.
    """
    if os.path.isdir(path):
        return _snapshot(path) or _first_module(path) or path
    if os.path.isfile(path):
        return _find_model_folder(path)
    return path


def _snapshot(folder: Path) -> Path | None:
    """Today's state of a model in the cache, else the latest that holds a model.

    Where another state alone has weights that can be read, as that of a conversion, it is that one.
    """
    names = CONFIG_FILE, ADAPTER_FILE
    found = {path.parent for name in names for path in folder.glob(f"snapshots/*/{name}")}
    snapshots = sorted(found)
    if not snapshots or os.path.isfile(folder / CONFIG_FILE):
        return None
    weights = WEIGHTS_FILE, INDEX_FILE, ADAPTER_FILE
    snapshots = [
        path for path in snapshots if any(os.path.isfile(path / name) for name in weights)
    ] or snapshots
    today = folder / "refs" / "main"
    if os.path.isfile(today):
        named = read_bytes(today).decode("utf-8", errors="replace").strip()
        snapshots = [path for path in snapshots if path.name == named] or snapshots
    return max(snapshots, key=lambda path: path.stat().st_mtime)


def _first_module(folder: Path) -> Path | None:
    """The folder of the transformer in a sentence encoder, where it is not the folder itself."""
    if os.path.isfile(folder / CONFIG_FILE) or not os.path.isfile(folder / MODULES_FILE):
        return None
    try:
        modules = parse_json(read_text(folder / MODULES_FILE))
    except (OSError, ValueError):
        return None
    names = [
        one.get("path")
        for one in (modules if isinstance(modules, list) else [])
        if isinstance(one, Mapping) and str(one.get("type")).endswith(".Transformer")
    ]
    plain = (name for name in names if isinstance(name, str) and name != "..")
    inside = (folder / name for name in plain if Path(name).name == name)
    return next((path for path in inside if os.path.isfile(path / CONFIG_FILE)), None)


def _find_model_folder(file: Path) -> Path:
    kind = file.suffix.lower()
    if kind in PACKED:
        raise CheckpointError(f"{file} is packed.", "Unpack it, and choose the folder inside.")
    if kind != ".gguf" and (kind == ".safetensors" or os.path.isfile(file.parent / CONFIG_FILE)):
        return file.parent
    is_foreign = next((f" for {name}" for form, name in FOREIGN.items() if file.match(form)), "")
    raise CheckpointError(
        f"{file} is a file{is_foreign}.",
        f"Choose the folder of a model, which holds {CONFIG_FILE} and {WEIGHTS_FILE}.",
    )


def hub_id(folder: Path) -> str | None:
    """The id on the hub of a model in the cache of Hugging Face; None for any other folder."""
    cached = folder.parent.parent.name
    if folder.parent.name != "snapshots" or not cached.startswith(CACHED):
        return None
    return cached.removeprefix(CACHED).replace("--", "/")


def model_name(folder: Path) -> str:
    """What a person calls the model in a folder: in the cache the folder itself is a hash."""
    cached = hub_id(folder)
    return folder.name if cached is None else cached.rpartition("/")[2]


def stamps(folder: Path, depth: int = 1) -> Iterator[tuple[object, ...]]:
    """What is in a folder and in those below it: names; of a model's files all that changes.

    A model may be among thousands of other files. What cannot be listed cannot be read either.
    """
    try:
        files = sorted(os.scandir(folder), key=lambda file: file.name)
    except OSError:
        return
    for file in files:
        yield (file.name,)
        try:
            if file.name.endswith(READ_ENDINGS):
                stat = file.stat()
                yield stat.st_ino, stat.st_mtime_ns, stat.st_size
            elif depth and file.is_dir():
                yield from stamps(Path(file.path), depth - 1)
        except OSError:  # a link that leads nowhere
            continue


def tokenizer_files(folder: Path) -> list[Path]:
    """The files of a folder that hold a vocabulary."""
    return [folder / name for name in TOKENIZER_FILES if (folder / name).is_file()]


def no_tokenizer(folder: Path) -> CheckpointError:
    """Says that nothing can be typed for a model."""
    return CheckpointError(
        f"{folder} holds no tokenizer, so no text can be given to the model.",
        f"Put the tokenizer's files beside {CONFIG_FILE}: tokenizer.json, vocab.txt, spiece.model, "
        "tokenizer.model, or vocab.json with merges.txt.",
    )


def names_special_tokens(folder: Path) -> bool:
    """Whether a tokenizer opens without its architecture; SentencePiece's own says too little."""
    names = {path.name for path in tokenizer_files(folder)}
    return "tokenizer.json" in names or names.isdisjoint(SENTENCEPIECE_FILES)


def no_config(folder: Path) -> CheckpointError:
    """Says that a folder is no model's, and which of those inside it are."""
    if (folder / CONFIG_FILE).is_symlink():
        return _leads_nowhere(folder / CONFIG_FILE)
    inside = sorted(path.name for path in folder.iterdir() if _is_model(path))
    if os.path.isfile(folder / PIPELINE_FILE):
        return CheckpointError(
            f"{folder} is a pipeline of several models.",
            f"Choose one of the folders inside it: {enumerate_names(inside)}.",
        )
    if not inside and (foreign := _only_foreign(folder)) is not None:
        return foreign
    return CheckpointError(
        f"{folder} holds no {CONFIG_FILE}.",
        f"Choose one of the folders inside it: {enumerate_names(inside)}."
        if inside
        else "Choose the folder of a model, as save_pretrained of transformers writes it.",
    )


def enumerate_names(names: Sequence[str]) -> str:
    """The first names of a list, for a sentence."""
    return ", ".join(names[:MAX_NAMED]) + (" …" if len(names) > MAX_NAMED else "")


def _is_model(path: Path) -> bool:
    return os.path.isdir(path) and os.path.isfile((_snapshot(path) or path) / CONFIG_FILE)


def _leads_nowhere(link: Path) -> CheckpointError:
    """Return the error for a dangling link, as in a copied Hugging Face cache without its blobs."""
    return CheckpointError(
        f"{link} is a link to a file that is not there.", "Copy that file as well, or fetch it."
    )


def weight_files(folder: Path) -> list[Path]:
    """The safetensors of a folder, one or several. Raises CheckpointError, OSError."""
    if (folder / WEIGHTS_FILE).is_file():
        files = [folder / WEIGHTS_FILE]
    elif (folder / INDEX_FILE).is_file():
        files = _shards(folder, weight_map(folder))
    else:
        raise _no_weights(folder)
    for path in files:
        _check_no_lfs_pointer(path)
    return files


def weight_map(folder: Path) -> dict[str, str]:
    """Which of several files holds a tensor, by the tensor's name, as the index says.

    Empty where one file holds them all. Raises CheckpointError, OSError.
    """
    path = folder / INDEX_FILE
    if (folder / WEIGHTS_FILE).is_file() or not path.is_file():
        return {}
    try:
        index = read_object(path)
        return {tensor: Path(name).name for tensor, name in index["weight_map"].items()}
    except (ValueError, KeyError, AttributeError, TypeError) as error:
        raise CheckpointError(f"{path} names no weight files.", "Fetch it again.") from error


def _shards(folder: Path, holders: Mapping[str, str]) -> list[Path]:
    names = sorted(set(holders.values()))
    absent = [name for name in names if not (folder / name).is_file()]
    if absent or not names:
        raise CheckpointError(
            f"{folder} lacks {enumerate_names(absent) or 'every weight file'}, which {INDEX_FILE} "
            "names.",
            "Fetch the missing files.",
        )
    return [folder / name for name in names]


def _no_weights(folder: Path) -> CheckpointError:
    """What the folder holds instead of weights that can be read, and what helps."""
    links = [path for path in (folder / WEIGHTS_FILE, folder / INDEX_FILE) if path.is_symlink()]
    if links:
        return _leads_nowhere(links[0])
    others = sorted(path.name for path in folder.glob("*.safetensors"))
    if any("-of-" in name for name in others):
        return CheckpointError(
            f"{folder} lacks {INDEX_FILE}, which says what its weight files hold.", "Fetch it."
        )
    if others:
        return CheckpointError(
            f"{folder} holds {others[0]}, but no {WEIGHTS_FILE}.",
            f"If that is the whole model, name it {WEIGHTS_FILE}.",
        )
    if any(any(folder.glob(pattern)) for pattern in PICKLES):
        return _only_a_pickle(folder)
    return _only_foreign(folder) or CheckpointError(
        f"{folder} holds no {WEIGHTS_FILE}.", "Put the weights there, or choose another folder."
    )


def _only_foreign(folder: Path) -> CheckpointError | None:
    """Says which other program the weights of a folder are for; None without such weights."""
    for pattern, program in FOREIGN.items():
        inside = (*folder.glob(pattern), *folder.glob(f"onnx/{pattern}"))  # as optimum writes them
        if files := sorted(path.name for path in inside):
            return CheckpointError(
                f"{folder} holds weights for {program} only ({files[0]}).",
                f"Fetch the {WEIGHTS_FILE} of the same model, or choose another folder.",
            )
    return None


def _only_a_pickle(folder: Path) -> CheckpointError:
    """Copied tensor by tensor, weights lose no head, and get none that was never trained."""
    convert = f"save it again with save_pretrained of transformers, as {WEIGHTS_FILE}"
    if (folder / USUAL_PICKLE).is_file():
        convert = f"run this there: {CONVERT}"
    return CheckpointError(
        f"{folder} holds its weights as a pickle, which could run foreign code when opened.",
        f"If you trust it, {convert}.",
    )


def _check_no_lfs_pointer(path: Path) -> None:
    with path.open("rb") as file:
        if file.read(len(POINTER)) == POINTER:
            raise CheckpointError(
                f"{path} is a pointer of git-lfs, not the weights.",
                "Run git lfs pull in its folder, or download the file.",
            )
