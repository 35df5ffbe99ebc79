"""Downloads a checkpoint into the shared cache as a job: progress, cancel, resume, digests checked.

huggingface_hub deletes a partial file when it is interrupted, so the bytes are received here, into
`blobs/DIGEST.incomplete`, and the next download continues there. The library then puts the finished
file into place for all programs.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import time
from collections import deque
from collections.abc import Generator
from contextlib import ExitStack
from pathlib import Path
from typing import TypeAlias

from explorer.core.errors import UserError
from explorer.core.hub.errors import endpoint, explain_errors
from explorer.core.hub.remote import LIBRARY, RemoteFile, RemoteModel, open_file
from explorer.core.jobs.jobs import BYTES, Progress, Work
from explorer.core.localization import tr
from explorer.core.readable import readable_bytes
from models.checkpoints.hub_cache import cache_folder, repo_folder
from models.runtime.files import write_text

REPORT_EVERY_S = 0.1  # also the longest wait of a cancellation
SPEED_OVER_S = 5.0  # the speed is the mean over this time
MAX_TRIES = 5  # without a single byte, before the network counts as gone
PAUSE_S = 1.0  # between two tries
LOCK_WAIT_S = 0.1
HASH_CHUNK = 1 << 22  # bytes
NOT_THAT_RANGE = 416  # the status for a place that a file does not have
NUM_SHA256_DIGITS = 64

Reports: TypeAlias = Generator[Progress, None, None]


def download(model: RemoteModel) -> Work:
    """Download the missing files; returns the folder of the model. Raises UserError.

    After an interruption the next call continues with the bytes on the disk. A file has its name
    only if it is complete and has the digest that the hub states.
    """
    if model.problem is not None:
        raise UserError(model.problem, model.hint)
    with explain_errors(model.repo_id):
        yield Progress(tr("Downloading {model}", model=model.repo_id))
        meter = _Meter(model.size_bytes, bytes_here(model))
        _check_room(model.size_bytes - meter.done)
        for file in model.files:
            if not _target(model, file).is_file():
                yield from _fetch(model, file, meter)
        repo = repo_folder(model.repo_id)
        (repo / model.reference).parent.mkdir(parents=True, exist_ok=True)
        write_text(repo / model.reference, model.revision)
    return _snapshot(model)


def bytes_here(model: RemoteModel) -> int:
    """How much of a model is in the cache already, unfinished files included."""
    return sum(_bytes_here(model, file) for file in model.files)


def _bytes_here(model: RemoteModel, file: RemoteFile) -> int:
    if _target(model, file).is_file() or _blob(model, file).is_file():
        return file.size
    return min(_size(_partial(model, file)), file.size)


def _snapshot(model: RemoteModel) -> Path:
    return repo_folder(model.repo_id) / "snapshots" / model.revision


def _target(model: RemoteModel, file: RemoteFile) -> Path:
    return _snapshot(model) / file.name


def _blob(model: RemoteModel, file: RemoteFile) -> Path:
    return repo_folder(model.repo_id) / "blobs" / file.digest


def _partial(model: RemoteModel, file: RemoteFile) -> Path:
    return _blob(model, file).with_name(f"{file.digest}.incomplete")


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:  # not there, or moved to its place just now
        return 0


class _Meter:
    """Counts bytes of a whole model, and how fast they come."""

    def __init__(self, total: int, done: int) -> None:
        self.total = total
        self.done = done
        self._marks = deque([(time.monotonic(), done)])

    def add(self, count: int) -> None:
        """Bytes arrived, or, below zero, have to come again."""
        self.done += count
        if count < 0:
            self._marks = deque([(time.monotonic(), self.done)])

    def still(self, message: str) -> Progress:
        """While nothing arrives."""
        return Progress(message, self.done, self.total, unit=BYTES)

    def progress(self) -> Progress:
        now = time.monotonic()
        self._marks.append((now, self.done))
        while now - self._marks[0][0] > SPEED_OVER_S and len(self._marks) > 2:
            self._marks.popleft()
        since, before = self._marks[0]
        speed = (self.done - before) / (now - since) if now > since else 0.0
        return Progress("", self.done, self.total, speed, BYTES)


def _check_room(needed: int) -> None:
    """Raises UserError where the disk has less room than is needed, in bytes."""
    cache = cache_folder()
    existing = next(folder for folder in (cache, *cache.parents) if folder.is_dir())
    free = shutil.disk_usage(existing).free
    if needed > free:
        raise UserError(
            tr(
                "The download needs {needed}, but the disk with {cache} has {free} free.",
                needed=readable_bytes(needed),
                cache=cache,
                free=readable_bytes(free),
            ),
            tr("Make room, or choose another folder with HF_HOME."),
        )


def _fetch(model: RemoteModel, file: RemoteFile, meter: _Meter) -> Reports:
    """Receive a file and link it into the cache."""
    from huggingface_hub import hf_hub_download

    blob = _blob(model, file)
    if not blob.is_file():
        blob.parent.mkdir(parents=True, exist_ok=True)
        lock = yield from _lock_file(model, file)
        with lock:
            if not blob.is_file():  # another program may have finished it meanwhile
                yield from _receive(model, file, meter)
                yield from _check(model, file, meter)
                os.replace(_partial(model, file), blob)
    linked = hf_hub_download(
        model.repo_id,
        file.name,
        revision=model.revision,
        cache_dir=cache_folder(),
        endpoint=endpoint(),
        library_name=LIBRARY,
    )
    if not Path(linked).is_symlink():  # a file system without links got a copy
        blob.unlink(missing_ok=True)


def _lock_file(model: RemoteModel, file: RemoteFile) -> Generator[Progress, None, ExitStack]:
    """Wait until no other program downloads the file; returns the lock, by which they wait."""
    from huggingface_hub.utils import WeakFileLock

    path = cache_folder() / ".locks" / repo_folder(model.repo_id).name / f"{file.digest}.lock"
    path.parent.mkdir(parents=True, exist_ok=True)
    while True:
        stack = ExitStack()
        try:
            stack.enter_context(WeakFileLock(path, timeout=LOCK_WAIT_S))
        except TimeoutError:
            yield Progress(tr("Another program is downloading {file}", file=file.name))
        else:
            return stack


def _receive(model: RemoteModel, file: RemoteFile, meter: _Meter) -> Reports:
    """Append the missing bytes of a file to its partial file."""
    from httpx2 import TransportError

    partial, tries = _partial(model, file), 0
    if _size(partial) > file.size:
        partial.unlink()
    partial.touch()
    while (before := _size(partial)) < file.size:
        try:
            yield from _stream(model, file, meter)
        except TransportError:
            tries = 0 if _size(partial) > before else tries + 1
            if tries == MAX_TRIES:
                raise
            yield from _pause(meter)


def _stream(model: RemoteModel, file: RemoteFile, meter: _Meter) -> Reports:
    """Receive one response of the hub. Raises network errors if it breaks off."""
    from httpx2 import RemoteProtocolError
    from huggingface_hub.errors import HfHubHTTPError

    partial = _partial(model, file)
    start = _size(partial)
    try:
        yield from _append(model, file, meter, start)
    except HfHubHTTPError as error:
        if error.response.status_code != NOT_THAT_RANGE or not start:
            raise
        partial.unlink()  # what is here is no beginning of what the hub has
        meter.add(-start)
    if _size(partial) < file.size:
        raise RemoteProtocolError(tr("{file} broke off", file=file.name))


def _append(model: RemoteModel, file: RemoteFile, meter: _Meter, start: int) -> Reports:
    """Write what the hub sends from byte `start` on behind what is here."""
    partial = _partial(model, file)
    with open_file(model.repo_id, model.revision, file.name, start) as response:
        resumes = response.status_code == 206
        if not resumes:  # the response is the whole file
            meter.add(-start)
        yield meter.progress()
        reported = time.monotonic()
        with partial.open("ab" if resumes else "wb") as out:
            for chunk in response.iter_bytes():
                out.write(chunk)
                meter.add(len(chunk))
                if out.tell() > file.size:  # its digest will be wrong, however much more comes
                    break
                if time.monotonic() - reported >= REPORT_EVERY_S:
                    yield meter.progress()
                    reported = time.monotonic()


def _pause(meter: _Meter) -> Reports:
    until = time.monotonic() + PAUSE_S
    while time.monotonic() < until:
        yield meter.still(tr("Connection lost, trying again"))
        time.sleep(REPORT_EVERY_S)


def _check(model: RemoteModel, file: RemoteFile, meter: _Meter) -> Reports:
    """Compare with the digest that the hub states. Raises UserError, and drops the file, if not."""
    partial = _partial(model, file)
    if len(file.digest) == NUM_SHA256_DIGITS:
        digest = hashlib.sha256()
    else:  # as git names a file
        digest = hashlib.sha1(f"blob {_size(partial)}\0".encode(), usedforsecurity=False)
    with partial.open("rb") as data:
        while chunk := data.read(HASH_CHUNK):
            digest.update(chunk)
            yield meter.still(tr("Checking"))
        os.fsync(data.fileno())
    if digest.hexdigest() != file.digest:
        meter.add(-_size(partial))
        partial.unlink()
        raise UserError(
            tr("{file} of {model} arrived damaged.", file=file.name, model=model.repo_id),
            tr("Download it again."),
        )
