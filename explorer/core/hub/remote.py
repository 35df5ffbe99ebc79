"""The description of a repository on the hub: files, size, licence, or why it cannot be opened."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fnmatch import fnmatch
from functools import partial
from itertools import islice
from pathlib import Path
from reprlib import repr as short
from typing import TYPE_CHECKING, TypeGuard

from explorer.core.errors import UserError
from explorer.core.hub.errors import endpoint, explain_errors
from explorer.core.jobs.jobs import Progress, Work
from explorer.core.localization import tr
from explorer.core.readable import visible
from models.checkpoints.folders import (
    CONFIG_FILE,
    FOREIGN,
    INDEX_FILE,
    PICKLES,
    TOKENIZER_FILES,
    WEIGHTS_FILE,
    CheckpointError,
)
from models.checkpoints.hub_cache import REFERENCE, is_repo_id
from models.runtime.background import run_in_background
from models.runtime.files import shorten_message
from models.schema.configs import ModelConfig
from models.schema.parsing import parse_object

if TYPE_CHECKING:
    from httpx2 import Response
    from huggingface_hub.hf_api import HfApi, ModelInfo

TIMEOUT_S = 10.0
MAX_LICENCE = 100  # characters
MAX_COUNT = 10**15  # bytes of a file, or parameters
MAX_TEXT_BYTES = 16_000_000  # of config.json and of an index of shards
LIBRARY = "plm-explorer"  # the program's name in its requests
# The names and roles of special tokens, in addition to a vocabulary.
TOKENIZER_SETTINGS = ("tokenizer_config.json", "special_tokens_map.json", "added_tokens.json")
SHARD = re.compile(r"model-\d+-of-\d+\.safetensors")
COMMIT = re.compile(r"[0-9a-f]{40}")
UNREADABLE = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError)
# Who converts pickles for the hub, and what its requests are called.
CONVERTER, CONVERSION = "SFconvertbot", "Adding `safetensors` variant of this model"
MOST_REQUESTS = 50  # of the converter to one repository that are looked at
DIGEST = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")  # git's SHA-1, or SHA-256 of a large file


@dataclass(frozen=True)
class RemoteFile:
    """A file of a repository; `digest` names it in the cache, and is checked after a download."""

    name: str
    size: int  # bytes
    digest: str


@dataclass(frozen=True)
class RemoteModel:
    """A repository at one commit. `problem` says why it cannot be used, else None."""

    repo_id: str
    revision: str  # the commit
    files: tuple[RemoteFile, ...]  # those to download; weights come last
    licence: str  # as the repository states it; "" where it does not
    family: str  # such as BERT; "" for an unknown one
    num_parameters: int | None = None  # as the hub counts them in the safetensors
    problem: str | None = None
    hint: str = ""
    request: int | None = None  # of the converter, whose weights these are

    @property
    def reference(self) -> Path:
        """Where the cache names the commit, in the folder of the repository."""
        return REFERENCE if self.request is None else Path("refs", "pr", str(self.request))

    @property
    def size_bytes(self) -> int:
        return sum(file.size for file in self.files)


def description(repo_id: str) -> Work:
    """`describe` as a job that can be cancelled while it waits for the hub."""
    return (
        yield from run_in_background(
            partial(describe, repo_id), Progress(tr("Looking up {repo_id}", repo_id=repo_id))
        )
    )


def describe(repo_id: str) -> RemoteModel:
    """Request the description of a repository. Raises UserError without a usable answer.

    Of one that holds its weights as a pickle only, that of the request in which the hub's own
    converter has put them as safetensors, if there is one.
    """
    from huggingface_hub import HfApi

    with explain_errors(repo_id):
        api = HfApi(endpoint=endpoint(), library_name=LIBRARY)
        try:
            info = api.model_info(repo_id, files_metadata=True, timeout=TIMEOUT_S)
            model = _parse_description(info)
            if model.problem is None or not _has_pickle_alone(info):
                return model
            return _describe_conversion(api, repo_id) or model
        except UNREADABLE as error:
            raise UserError(
                tr(
                    "{endpoint} gave no description of {repo_id} that can be read.",
                    endpoint=endpoint(),
                    repo_id=repo_id,
                ),
                tr("Check that HF_ENDPOINT names a hub, and that no login page is in between."),
            ) from error


def _has_pickle_alone(info: ModelInfo) -> bool:
    names = {sibling.rfilename for sibling in info.siblings or ()}
    return not names & {WEIGHTS_FILE, INDEX_FILE} and any(
        fnmatch(name, pattern) for name in names for pattern in PICKLES
    )


def _describe_conversion(api: HfApi, repo_id: str) -> RemoteModel | None:
    """What the converter's open request would make of a repository; None without a usable one.

    Everybody can open a request of that title, so the author counts.
    """
    requests = api.get_repo_discussions(
        repo_id, author=CONVERTER, discussion_type="pull_request", discussion_status="open"
    )
    for request in islice(requests, MOST_REQUESTS):
        is_its_own = (request.author, request.title) == (CONVERTER, CONVERSION)
        if is_its_own and request.is_pull_request and _is_count(request.num):
            info = api.model_info(
                repo_id, revision=f"refs/pr/{request.num}", files_metadata=True, timeout=TIMEOUT_S
            )
            model = replace(_parse_description(info), request=request.num)
            if model.problem is None and model.repo_id == repo_id:
                return model
    return None


def _parse_description(info: ModelInfo) -> RemoteModel:
    """Raises ValueError for an incomplete description."""
    by_name = {file.name: file for file in _files(info)}
    if COMMIT.fullmatch(info.sha or "") is None:
        raise ValueError("it names no commit")
    if not is_repo_id(info.id):
        raise ValueError("it is of no repository")
    total = info.safetensors.total if info.safetensors else None
    family, problem = "", None
    files: tuple[RemoteFile, ...] = ()
    try:
        family = _family(info, by_name)
        files = _parts(info, by_name)
    except CheckpointError as error:
        problem = error
    return RemoteModel(
        repo_id=info.id,
        revision=str(info.sha),
        files=files,
        licence=_licence(info),
        family=family,
        num_parameters=total if _is_count(total) else None,
        problem=problem.message if problem else None,
        hint=problem.hint if problem else "",
    )


def _is_count(value: object) -> TypeGuard[int]:
    """Whether a number of an answer can count bytes or parameters."""
    return type(value) is int and 0 <= value <= MAX_COUNT


def _files(info: ModelInfo) -> Iterable[RemoteFile]:
    """Every file of a repository. Raises ValueError for one without size or digest."""
    for sibling in info.siblings or ():
        digest = sibling.lfs.sha256 if sibling.lfs else sibling.blob_id
        if not _is_count(sibling.size) or DIGEST.fullmatch(digest or "") is None:
            raise ValueError(f"it states no size and digest of {sibling.rfilename}")
        yield RemoteFile(sibling.rfilename, sibling.size, str(digest))


def _family(info: ModelInfo, by_name: Mapping[str, RemoteFile]) -> str:
    """The family of config.json. Raises CheckpointError if this program has no such model."""
    from models.checkpoints.foreign.formats import check_quantization
    from models.schema.registry import catalog, model_types, nearest_types

    if CONFIG_FILE not in by_name:
        raise CheckpointError(
            tr("{info} holds no {config_file}.", info=info.id, config_file=CONFIG_FILE),
            tr("Choose another model."),
        )
    text = _text(info, CONFIG_FILE)
    model_type = parse_object(text).get("model_type")
    spec = catalog().find_by_model_type(model_type) if isinstance(model_type, str) else None
    if spec is None:
        near = nearest_types(str(model_type)) or model_types()
        raise CheckpointError(
            tr(
                "{info} has the model_type {model_type}, which no architecture here has.",
                info=info.id,
                model_type=short(model_type),
            ),
            tr("Choose a model of another type, such as {known}.", known=", ".join(near)),
        )
    check_quantization(info.id, parse_object(text))
    problems = [_unsupported_reason(spec.config_of(key), text) for key in spec.tables]
    if all(problems):
        raise CheckpointError(
            tr("{info} cannot be opened: {problems}.", info=info.id, problems=problems[0]),
            tr("Choose another {spec} model.", spec=spec.title),
        )
    return spec.title


def _unsupported_reason(config_class: type[ModelConfig], text: str) -> str:
    """Why a config.json is of an unsupported variant; empty if it is supported."""
    try:
        config_class.from_json(text)
    except ValueError as error:
        return str(error)
    return ""


def _parts(info: ModelInfo, by_name: Mapping[str, RemoteFile]) -> tuple[RemoteFile, ...]:
    """The files to download, weights last. Raises CheckpointError if one is missing."""
    weights = _weights(info, by_name)
    vocabulary = [name for name in TOKENIZER_FILES if name in by_name]
    if not vocabulary:
        raise CheckpointError(
            tr(
                "{info} holds no tokenizer that can be read ({join}).",
                info=info.id,
                join=", ".join(TOKENIZER_FILES),
            ),
            tr("Choose another model."),
        )
    settings = [name for name in TOKENIZER_SETTINGS if name in by_name]
    return tuple(by_name[name] for name in (CONFIG_FILE, *settings, *vocabulary, *weights))


def _weights(info: ModelInfo, by_name: Mapping[str, RemoteFile]) -> list[str]:
    """The safetensors of a repository, after the index if there are several."""
    if WEIGHTS_FILE in by_name:
        return [WEIGHTS_FILE]
    if INDEX_FILE not in by_name:
        raise _no_weights(info.id, by_name)
    named = parse_object(_text(info, INDEX_FILE))["weight_map"].values()
    shards = sorted({name for name in named if SHARD.fullmatch(name)})
    absent = [name for name in shards if name not in by_name]
    if absent or not shards:
        lost = ", ".join(absent) or tr("every weight file")
        raise CheckpointError(
            tr(
                "{info} lacks {lost}, which {index_file} names.",
                info=info.id,
                lost=lost,
                index_file=INDEX_FILE,
            ),
            tr("Choose another model."),
        )
    return [INDEX_FILE, *shards]


def _no_weights(repo_id: str, by_name: Collection[str]) -> CheckpointError:
    """The error for a repository without safetensors, by the weights that it has instead."""

    def first(patterns: Iterable[str]) -> str:
        return next((n for p in patterns for n in sorted(by_name) if fnmatch(n, p)), "")

    if pickle := first(PICKLES):
        return CheckpointError(
            tr(
                "{repo_id} holds its weights as a pickle only ({pickle}), which could run foreign "
                "code when opened.",
                repo_id=repo_id,
                pickle=pickle,
            ),
            tr(
                "Choose a copy that has {weights_file}; or, if you trust it, save it again with "
                "save_pretrained of transformers and open that folder.",
                weights_file=WEIGHTS_FILE,
            ),
        )
    if foreign := first(FOREIGN):
        return CheckpointError(
            tr(
                "{repo_id} holds no {weights_file} but {foreign}, which this program does not "
                "read.",
                repo_id=repo_id,
                weights_file=WEIGHTS_FILE,
                foreign=foreign,
            ),
            tr("Choose another model."),
        )
    return CheckpointError(
        tr("{repo_id} holds no {weights_file}.", repo_id=repo_id, weights_file=WEIGHTS_FILE),
        tr("Choose another model."),
    )


def _licence(info: ModelInfo) -> str:
    """The licence from the metadata of the model card, or from the tags."""
    stated = info.card_data.get("license") if info.card_data else None
    if isinstance(stated, list):
        stated = ", ".join(map(str, stated))
    tags = (tag.removeprefix("license:") for tag in info.tags or () if tag.startswith("license:"))
    text = str(stated) if stated else next(tags, "")
    return shorten_message(visible(" ".join(text.split())), MAX_LICENCE)


def _text(info: ModelInfo, name: str) -> str:
    """A small file of the repository. Raises ValueError for a large one, and network errors."""
    data = b""
    with open_file(info.id, str(info.sha), name) as response:
        for chunk in response.iter_bytes():
            data += chunk
            if len(data) > MAX_TEXT_BYTES:
                raise ValueError(f"{name} is larger than {MAX_TEXT_BYTES:,} bytes")
    return data.decode("utf-8")


@contextmanager
def open_file(repo_id: str, revision: str, name: str, start: int = 0) -> Iterator[Response]:
    """The hub's response with a file from byte `start` on. Raises network errors."""
    from huggingface_hub import get_session, hf_hub_url
    from huggingface_hub.errors import HfHubHTTPError
    from huggingface_hub.utils import build_hf_headers, hf_raise_for_status

    url = hf_hub_url(repo_id, name, revision=revision, endpoint=endpoint())
    # Compressed bytes could neither be counted nor resumed.
    headers = {**build_hf_headers(library_name=LIBRARY), "Accept-Encoding": "identity"}
    if start:
        headers["Range"] = f"bytes={start}-"
    with get_session().stream(
        "GET", url, headers=headers, timeout=TIMEOUT_S, follow_redirects=True
    ) as response:
        try:
            hf_raise_for_status(response)
        except UNREADABLE as error:  # the library reads more of an error than there is
            raise HfHubHTTPError(f"error {response.status_code}", response=response) from error
        yield response
