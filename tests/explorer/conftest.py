"""What the tests of the program share."""

import pytest

from explorer.core import engine


@pytest.fixture(autouse=True)
def files_are_looked_at_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test writes a model again sooner than a person can."""
    monkeypatch.setattr(engine, "TRUSTED_S", 0.0)
