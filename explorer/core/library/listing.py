"""What a list says of a model of this machine, and the words by which it is found."""

from __future__ import annotations

from collections.abc import Iterable

from explorer.core.library.card_words import metric_title, metric_value
from explorer.core.library.library import ModelEntry
from explorer.core.localization import tr
from explorer.core.readable import bits_of_a_number, longest_text, readable_bytes, size_on_disk

MAX_METRICS = 4
HELD_OUT = tr("Held-out windows")  # a short heading above the metrics; its tooltip says more


def has_words(text: str, words: str) -> bool:
    """Whether a text contains every one of the words, in any case."""
    return all(word in text.lower() for word in words.lower().split())


def matches(entry: ModelEntry, family: str, words: str) -> bool:
    """Whether every word is in its title, its family's name or id, or the path on the screen."""
    place = _location_of(entry) if entry.origin == "opened" else entry.name
    return has_words(f"{entry.title} {entry.architecture} {family} {place}", words)


def find_by_title(entries: Iterable[ModelEntry], words: str) -> str:
    """The key of the first model with exactly this title; "" if there is none."""
    title = words.strip().lower()
    return next((entry.key for entry in entries if entry.title.lower() == title), "")


def describe(entry: ModelEntry, family: str) -> str:
    """One line about a model: what it is, or why it cannot be used."""
    if entry.reason:
        return entry.reason
    parts = [family]
    if entry.parameters is not None:
        parts.append(tr("{count:,} parameters", count=entry.parameters))
    parts.append(size_on_disk(entry.size_bytes, entry.parameters))
    if entry.origin == "opened":
        parts.append(_location_of(entry))  # many folders have a name such as checkpoint-500
    return " · ".join(parts)


def _location_of(entry: ModelEntry) -> str:
    """The id of a downloaded model, the path of any other."""
    return entry.repo_id or str(entry.folder)


def facts_of(entry: ModelEntry, family: str) -> tuple[tuple[str, str], ...]:
    """Its size, how long a text may be, and its metrics below a heading; as (name, value)."""
    rows = [(tr("Family"), family)]
    on_disk = tr("On disk")
    if entry.parameters is not None:
        rows.append((tr("Parameters"), f"{entry.parameters:,}"))
    if entry.parameters:
        on_disk += tr(", {bits}-bit", bits=bits_of_a_number(entry.size_bytes, entry.parameters))
    if entry.num_positions is not None:
        rows.append((tr("Longest text"), longest_text(entry.num_positions)))
    rows.append((on_disk, readable_bytes(entry.size_bytes)))
    if entry.metrics:
        window = (
            tr("length unknown")
            if entry.window is None
            else tr("{count:,} tokens", count=entry.window)
        )
        rows.append((HELD_OUT, window))
    rows += [
        (metric_title(name, entry.architecture), metric_value(name, value))
        for name, value in list(entry.metrics.items())[:MAX_METRICS]
    ]
    return tuple(rows)
