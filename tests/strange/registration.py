"""Puts the architectures of this folder into the catalog, for the length of a `with` block."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from models.schema.registry import ARCHITECTURES, Catalog, catalog, declared_types

FOLDER = Path(__file__).parent / "arch"
NAMES = ("bilstm", "sparse", "entities")


@contextmanager
def strange_architectures() -> Iterator[Catalog]:
    """The catalog with the strange architectures: their folder becomes part of models.arch."""
    folders = importlib.import_module(ARCHITECTURES).__path__
    folders.append(str(FOLDER))
    _forget()
    try:
        yield catalog()
    finally:
        folders.remove(str(FOLDER))
        _forget()


def _forget() -> None:
    """The catalog is read again when it is next asked for."""
    catalog.cache_clear()
    declared_types.cache_clear()
    for name in NAMES:
        sys.modules.pop(f"{ARCHITECTURES}.{name}", None)
