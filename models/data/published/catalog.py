"""The layouts that the files of models/data/published declare."""

from __future__ import annotations

from functools import cache

from models.data.published.base import FileFormat, PublishedFormat
from models.data.tables.sample import FileHead
from models.schema.registry import scan


@cache
def formats() -> dict[str, FileFormat]:
    """Every published layout by name. Raises DuplicateSpecError."""
    families, _ = scan("models.data.published", PublishedFormat)
    return {one.name: one for family in families.values() for one in family.formats}


def recognize(sample: FileHead) -> FileFormat | None:
    """The published layout of a file, by its content; None if it has none of them."""
    return next((one for one in formats().values() if one.recognize(sample)), None)
