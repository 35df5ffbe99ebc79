"""As much of the Hugging Face hub's protocol as a download needs, on this machine."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

COMMIT, CONVERTED = "a" * 40, "c" * 40  # of a repository, and of the converter's request
LARGE = ".safetensors"  # what the hub keeps elsewhere, named by its SHA-256


@dataclass
class Repository:
    """What the server has under an id; `status` other than 200 rejects every request."""

    files: dict[str, bytes]
    licence: str = "apache-2.0"
    status: int = 200
    error_code: str = ""
    body: bytes = b""  # of the rejection
    converted: dict[str, bytes] | None = None  # the files as the converter's request has them
    requests: list[dict[str, Any]] = field(default_factory=list)  # as the hub lists them


@dataclass
class Hub:
    """The repositories of a server, what it was asked, and how it misbehaves."""

    address: str = ""
    repositories: dict[str, Repository] = field(default_factory=dict)
    requests: list[tuple[str, str]] = field(default_factory=list)  # method and file or id
    ranges: list[str] = field(default_factory=list)  # of requests for a part of a file
    break_after: int | None = None  # bytes of a large file, then the connection is closed
    num_breaks: int = 0  # how often it does so; -1 is always
    changes: Mapping[str, Any] = field(default_factory=dict)  # of its descriptions
    status_of_ranges: int = 206
    ranges_known: bool = True  # whether it can send a file from a place in the middle
    damaged: bool = False  # large files arrive with other bytes
    gate: threading.Event | None = None  # what a large file waits for after `break_after` bytes

    def add(self, repo_id: str, folder: Path, **others: Any) -> Repository:
        """Publish the files of a folder."""
        files = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
        self.repositories[repo_id] = Repository(files, **others)
        return self.repositories[repo_id]

    def downloaded(self) -> list[str]:
        """The files that were sent, in the order of the requests."""
        return [name for method, name in self.requests if method == "GET" and "/" not in name]


@contextmanager
def serving() -> Iterator[Hub]:
    hub = Hub()
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, hub))
    server.daemon_threads = False
    hub.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=partial(server.serve_forever, 0.01), name="hub")
    thread.start()
    try:
        yield hub
    finally:
        if hub.gate is not None:
            hub.gate.set()
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    def __init__(self, hub: Hub, *args: Any) -> None:
        self.hub = hub
        super().__init__(*args)

    def do_GET(self) -> None:
        self._answer(with_body=True)

    def do_HEAD(self) -> None:
        self._answer(with_body=False)

    def log_message(self, format: str, *args: Any) -> None:
        return

    def _answer(self, *, with_body: bool) -> None:
        parts = self.path.partition("?")[0].strip("/").split("/")
        if parts[:2] == ["api", "models"] and parts[4:] == ["discussions"]:
            self._list_requests("/".join(parts[2:4]))
        elif parts[:2] == ["api", "models"]:
            self._describe("/".join(parts[2:4]), parts[5] if len(parts) > 5 else "")
        elif parts[0] == "storage":
            self._send_file("/".join(parts[1:3]), *parts[3:5], with_body, stored=True)
        elif len(parts) == 5 and parts[2] == "resolve":
            self._send_file("/".join(parts[:2]), *parts[3:5], with_body, stored=False)
        else:
            self.send_error(404)

    def _repository(self, repo_id: str) -> Repository | None:
        found = self.hub.repositories.get(repo_id, Repository({}, "", 404, "RepoNotFound"))
        if found.status == 200:
            return found
        self.send_response(found.status)
        self.send_header("X-Error-Code", found.error_code)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(found.body)))
        self.end_headers()
        self.wfile.write(found.body)
        return None

    def _list_requests(self, repo_id: str) -> None:
        found = self._repository(repo_id)
        if found is not None:
            listed = {"count": len(found.requests), "start": 0, "discussions": found.requests}
            self._send(200, json.dumps(listed).encode(), {"Content-Type": "application/json"}, True)

    def _describe(self, repo_id: str, revision: str) -> None:
        self.hub.requests.append((self.command, repo_id))
        found = self._repository(repo_id)
        if found is None:
            return
        files = found.converted if revision.startswith("refs%2Fpr") else found.files
        siblings = [_sibling(name, data) for name, data in (files or {}).items()]
        commit = CONVERTED if revision else COMMIT
        body = {"id": repo_id, "sha": commit, "siblings": siblings, "tags": []}
        body["cardData"] = {"license": found.licence}
        body |= self.hub.changes
        self._send(200, json.dumps(body).encode(), {"Content-Type": "application/json"}, True)

    def _send_file(
        self, repo_id: str, revision: str, name: str, with_body: bool, *, stored: bool
    ) -> None:
        found = self._repository(repo_id)
        if found is None:
            return
        files = found.converted or {} if revision == CONVERTED else found.files
        if name not in files:
            self.send_response(404)
            self.send_header("X-Error-Code", "EntryNotFound")
            self.end_headers()
            return
        data = files[name]
        headers = {"ETag": f'"{_digest(name, data)}"', "X-Repo-Commit": revision}
        if name.endswith(LARGE) and not stored:
            headers["X-Linked-Etag"] = headers["ETag"]
            headers["X-Linked-Size"] = str(len(data))
            headers["Location"] = f"{self.hub.address}/storage/{repo_id}/{revision}/{name}"
            self._send(302, b"", headers, with_body)
            return
        self.hub.requests.append((self.command, name))
        start = self._start()
        if start:
            headers["Content-Range"] = f"bytes {start}-{len(data) - 1}/{len(data)}"
        status = self.hub.status_of_ranges if start else 200
        self._send(status, data[start:], headers, with_body, large=stored)

    def _start(self) -> int:
        asked = self.headers.get("Range", "")
        if asked:
            self.hub.ranges.append(asked)
        return int(asked[len("bytes=") : -1]) if asked and self.hub.ranges_known else 0

    def _send(
        self,
        status: int,
        data: bytes,
        headers: Mapping[str, str],
        with_body: bool,
        large: bool = False,
    ) -> None:
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(data))}.items():
            self.send_header(name, value)
        self.end_headers()
        if with_body:
            self._write(data if not large else self._as_damaged(data), large)

    def _as_damaged(self, data: bytes) -> bytes:
        return bytes(len(data)) if self.hub.damaged else data

    def _write(self, data: bytes, large: bool) -> None:
        hub = self.hub
        try:
            if not large or hub.break_after is None or hub.num_breaks == 0:
                self.wfile.write(data)
                return
            hub.num_breaks -= 1
            self.wfile.write(data[: hub.break_after])
            if hub.gate is not None:
                hub.gate.wait()
                self.wfile.write(data[hub.break_after :])
        except OSError:  # whoever asked is gone
            return


def _sibling(name: str, data: bytes) -> dict[str, Any]:
    entry: dict[str, Any] = {"rfilename": name, "size": len(data), "blobId": "b" * 40}
    if name.endswith(LARGE):
        entry["lfs"] = {"sha256": _digest(name, data), "size": len(data), "pointerSize": 130}
    else:
        entry["blobId"] = _digest(name, data)
    return entry


def _digest(name: str, data: bytes) -> str:
    if name.endswith(LARGE):
        return hashlib.sha256(data).hexdigest()
    return hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()
