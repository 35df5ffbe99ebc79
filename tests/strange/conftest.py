"""The strange architectures are in the catalog for every test of this folder."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from models.schema.registry import Catalog
from tests.strange.registration import strange_architectures


@pytest.fixture(scope="module", autouse=True)
def strange_catalog() -> Iterator[Catalog]:
    with strange_architectures() as found:
        yield found
