"""Which published model comes from which: a time line, and the lanes of its drawing."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from explorer.core.library.published import PublishedModel, cite, published_model
from explorer.core.library.published_cards import month_of
from explorer.core.localization import tr
from explorer.core.readable import join_names
from explorer.core.table import Table
from models.runtime.resources import resource

TIMELINE_TITLE = tr("Which model comes from which")
TIMELINE_COLUMNS = (
    "date",
    "model",
    "comes from",
    "kind",
    "institution",
    "what it changed",
    "source",
)
KINDS: Mapping[str, str] = {
    "encoder": tr("encoder"),
    "decoder": tr("decoder"),
    "both": tr("both"),
    "recurrent": tr("LSTM"),
}


@dataclass(frozen=True)
class LineageSystem:
    """A system of the time line; the first of its parents gave it most of its architecture."""

    title: str
    month: str  # of its first publication, as 2018-10
    institution: str
    kind: str  # a key of KINDS
    parents: tuple[str, ...]  # titles of earlier systems
    changed: str
    source: str
    checkpoint: PublishedModel | None = None  # whose card has its facts

    @property
    def values(self) -> tuple[str, ...]:
        """What is said of it, in the order of TIMELINE_COLUMNS."""
        kind, changed = KINDS[self.kind], tr(self.changed)
        parents = join_names(self.parents)
        return (self.month, self.title, parents, kind, self.institution, changed, self.source)


@cache
def lineage() -> tuple[LineageSystem, ...]:
    """The systems of `resources/lineage.toml`, by month."""
    content = tomllib.loads(resource("lineage.toml").read_text(encoding="utf-8"))
    return tuple(sorted(map(_system, content["system"]), key=lambda one: one.month))


def _system(entry: Mapping[str, object]) -> LineageSystem:
    """One entry; what it does not state is on the card of its checkpoint."""
    model = published_model(str(entry["id"])) if "id" in entry else None
    fact = model.fact("institution") if model else None
    parents = entry["from"]
    assert isinstance(parents, list)
    return LineageSystem(
        str(entry["title"]),
        str(entry.get("date") or (month_of(model) if model else "")),
        str(entry.get("institution") or (fact.says if fact else "")),
        str(entry["kind"]),
        tuple(parents),
        str(entry["changed"]),
        cite(str(entry["source"]), bool(entry.get("memory"))),
        model,
    )


def related(systems: Sequence[LineageSystem], title: str) -> set[str]:
    """The titles of a system, all that it comes from, and all that come from it."""
    parents = {one.title: one.parents for one in systems}
    found = {title}
    for one in reversed(systems):
        if one.title in found:
            found.update(parents[one.title])
    below = {title}
    for one in systems:
        if below.intersection(one.parents):
            below.add(one.title)
    return found | below


def place_in_lanes(systems: Sequence[LineageSystem]) -> dict[str, int]:
    """The lane of each system: free from its own row down to the last that comes from it.

    A system goes on in the lane of its first parent where it is the last to come from it.
    """
    rows = {one.title: row for row, one in enumerate(systems)}
    ends = {
        one.title: max([rows[c.title] for c in systems if one.title in c.parents], default=row)
        for row, one in enumerate(systems)
    }
    lanes: dict[str, int] = {}
    for row, one in enumerate(systems):
        busy = {lane for title, lane in lanes.items() if ends[title] >= row}
        inherited = [lanes[title] for title in one.parents[:1] if ends[title] == row]
        free = (lane for lane in range(len(systems)) if lane not in busy)
        lanes[one.title] = inherited[0] if inherited else next(free)
    return lanes


def timeline_table() -> Table:
    """Every system of the time line with what it comes from."""
    return Table(TIMELINE_COLUMNS, [one.values for one in lineage()], title=TIMELINE_TITLE)
