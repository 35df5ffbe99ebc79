"""What a result says of the text that its models learned from."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

MAX_LENGTH = 300  # of a name
SHA256 = re.compile(r"([0-9a-f]{64})?")


@dataclass(frozen=True)
class TextIdentity:
    """Which text a result is of: numbers and names, never a sentence of it.

    `sha256` is that of the bytes of its files, one after the other: train, then held-out.
    """

    name: str  # of the registry, or of the file
    title: str
    licence: str
    sha256: str

    def to_dict(self) -> dict[str, str]:
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> TextIdentity:
        """Raises KeyError, TypeError or ValueError where the object is none."""
        values = [str(data[key]) for key in ("name", "title", "licence", "sha256")]
        if max(map(len, values)) > MAX_LENGTH or not SHA256.fullmatch(values[-1]):
            raise ValueError("its text has no name or hash that can be")
        return cls(*values)
