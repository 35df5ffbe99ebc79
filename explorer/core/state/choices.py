"""What a person chose in a form, as the session stores it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any, Self, cast

from explorer.core.state.state import JSON
from models.schema.parsing import is_number

LARGEST_COUNT = 2**31 - 1  # of the fields of a form


@dataclass(frozen=True)
class FormChoice:
    """A form's values, stored in the session as JSON."""

    @classmethod
    def from_json(cls, values: JSON) -> Self:
        """Read the choice from the session file; unknown values and other types are left out."""
        stored = values if isinstance(values, Mapping) else {}
        defaults = cls()
        known = {item.name: getattr(defaults, item.name) for item in fields(cls)}
        known_values = {name: stored[name] for name in known if name in stored}
        return cls(**{k: _like(known[k], v) for k, v in known_values.items() if _fits(known[k], v)})

    def to_json(self) -> dict[str, JSON]:
        return asdict(self)


def _fits(default: Any, value: JSON) -> bool:
    if isinstance(default, Mapping):
        return isinstance(value, Mapping)
    if isinstance(default, tuple):
        return isinstance(value, Sequence) and not isinstance(value, str)
    if isinstance(default, float):
        return is_number(value)
    if type(default) is int:
        return type(value) is int and abs(value) <= LARGEST_COUNT
    if default is None:  # neither yes nor no so far
        return isinstance(value, bool)
    return type(value) is type(default)


def _like(default: Any, value: JSON) -> Any:
    if isinstance(default, tuple):
        return tuple(str(one) for one in cast(Sequence[Any], value))
    return float(value) if isinstance(default, float) else value
