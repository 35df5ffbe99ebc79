"""What several panels tell in the same words: sizes of files, and texts that were cut."""

from __future__ import annotations

from collections.abc import Sequence


def readable_bytes(count: float) -> str:
    """Bytes as a person reads them, in three digits and powers of ten."""
    for limit, unit in ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")):
        if count >= 0.9995 * limit:
            digits = max(0, 2 - len(str(int(count / limit * 1.0005))) + 1)
            return f"{count / limit:,.{digits}f} {unit}"
    return f"{count:.0f} B"


def cut_off(title: str, num_cut: int, num_positions: int | None, of: str = "text") -> str:
    """That the end of a text did not fit into the positions of a model; `title` names it."""
    last = "last token" if num_cut == 1 else f"last {num_cut:,} tokens"
    room = "its positions" if num_positions is None else f"its {num_positions:,} positions"
    verb = "was" if num_cut == 1 else "were"
    return f"{title}: the {last} of the {of} did not fit into {room} and {verb} cut off."


def listed(names: Sequence[str]) -> str:
    """A; A and B; A, B and C."""
    *others, last = names or [""]
    return f"{', '.join(others)} and {last}" if others else last


def nats(value: float) -> str:
    """A logarithm with its unit; one that rounds to nothing has no sign."""
    return f"{round(value, 2) + 0.0:.2f} nats"
