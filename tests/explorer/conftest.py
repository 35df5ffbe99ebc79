"""What the tests of the program share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from explorer.core.engine import model_files
from tests.explorer.hub_server import Hub, serving


@pytest.fixture(autouse=True)
def files_are_looked_at_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test writes a model again sooner than a person can."""
    monkeypatch.setattr(model_files, "TRUSTED_S", 0.0)


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    """A hub on this machine, and an empty cache; tests reach no other one."""
    from huggingface_hub import constants

    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "hub-cache"))
    monkeypatch.setenv("HF_TOKEN_PATH", str(tmp_path / "no-token"))
    with serving() as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.address)
        yield hub
