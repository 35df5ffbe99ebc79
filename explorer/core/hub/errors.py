"""Errors of network, hub and disk as a UserError of one line."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager

from explorer.core.errors import UserError
from explorer.core.localization import tr
from models.checkpoints.hub_cache import cache_folder

DEFAULT_ENDPOINT = "https://huggingface.co"
OFFLINE_HINT = tr("Models that were downloaded before open without a connection.")
LOGIN_HINT = tr("Log in with `hf auth login` if it is private.")


def endpoint() -> str:
    """The address of the hub, or of the mirror that HF_ENDPOINT names."""
    return os.environ.get("HF_ENDPOINT", "").rstrip("/") or DEFAULT_ENDPOINT


@contextmanager
def explain_errors(repo_id: str) -> Iterator[None]:
    """Turn errors of network, hub and disk into a UserError about the model `repo_id`."""
    from httpx2 import HTTPError, InvalidURL
    from huggingface_hub.errors import HFValidationError

    try:
        yield
    except (OSError, HTTPError, InvalidURL, HFValidationError) as error:
        raise explain(error, repo_id) from error


def explain(error: Exception, repo_id: str) -> UserError:
    """What happened, and what to do."""
    from httpx2 import HTTPError, InvalidURL
    from huggingface_hub import errors as hub

    if isinstance(error, hub.GatedRepoError):
        return UserError(
            tr("{repo_id} is gated: its owner grants access on request.", repo_id=repo_id),
            tr(
                "Ask for it at {endpoint}/{repo_id}, then log in with `hf auth login`.",
                endpoint=endpoint(),
                repo_id=repo_id,
            ),
        )
    if isinstance(error, hub.RepositoryNotFoundError | hub.HFValidationError):
        return _unknown(repo_id)
    if isinstance(error, hub.OfflineModeIsEnabled):
        return UserError(
            tr("HF_HUB_OFFLINE forbids the network."),
            tr("Unset it. {offline_hint}", offline_hint=OFFLINE_HINT),
        )
    if isinstance(error, hub.HfHubHTTPError):
        return _http_error(error.response.status_code, repo_id)
    if isinstance(error, HTTPError | InvalidURL | hub.LocalEntryNotFoundError):
        return UserError(
            tr("{endpoint} cannot be reached.", endpoint=endpoint()),
            tr("Check the network. {offline_hint}", offline_hint=OFFLINE_HINT),
        )
    assert isinstance(error, OSError)
    return _disk_problem(error)


def _unknown(repo_id: str) -> UserError:
    return UserError(
        tr("{endpoint} has no public model {repo_id}.", endpoint=endpoint(), repo_id=repo_id),
        tr("Check its name. {login_hint}", login_hint=LOGIN_HINT),
    )


def _http_error(status: int, repo_id: str) -> UserError:
    if status in (401, 404):  # the hub does not say which of its models are private
        return _unknown(repo_id)
    if status == 403:
        return UserError(
            tr("{endpoint} denies access to {repo_id}.", endpoint=endpoint(), repo_id=repo_id),
            LOGIN_HINT,
        )
    if status == 429:
        return UserError(
            tr("{endpoint} got too many requests ({status}).", endpoint=endpoint(), status=status),
            tr("Try again later."),
        )
    return UserError(
        tr("{endpoint} answered with the error {status}.", endpoint=endpoint(), status=status),
        tr("Try again later."),
    )


def _disk_problem(error: OSError) -> UserError:
    cache = cache_folder()
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return UserError(
            tr("The disk with {cache} is full.", cache=cache),
            tr("Make room and resume the download, or choose another folder with HF_HOME."),
        )
    return UserError(
        tr(
            "{error} cannot be written ({strerror}).",
            error=error.filename or cache,
            strerror=error.strerror or error,
        ),
        tr("Make it writable, or choose another folder with HF_HOME."),
    )
