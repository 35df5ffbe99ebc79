"""Which published checkpoints are put side by side: chosen ones, a ready choice, or all errors."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from explorer.core.comparison.card_table import cards_table
from explorer.core.comparison.differences import side_by_side
from explorer.core.comparison.lineage import timeline_table
from explorer.core.comparison.task_cards import tasks_table
from explorer.core.errors import UserError
from explorer.core.library.published import PublishedModel, published_model, published_models
from explorer.core.library.published_cards import common_errors, published_card
from explorer.core.localization import tr
from explorer.core.state.defaults import MAX_MODELS
from explorer.core.table import Table
from models.runtime.resources import resource

PLACES = ("first", "second", "third", "fourth")[:MAX_MODELS]  # controls, one for each card
CHOSEN, LISTING = "published", "listing"  # options: ids by place, and a list in place of cards
TIMELINE, ERRORS, TASKS = LISTINGS = ("timeline", "errors", "tasks")
READY = "ready"  # the control of the ready choices
TITLE = tr("Published checkpoints, with differences from the one at the left")
ERRORS_TITLE = tr("Common errors in lecture notes")
ERROR_COLUMNS = ("about", "field", "often stated as", "what is right", "source")
LISTED = ("name", "title", "publisher", "parameters", "licence")


@dataclass(frozen=True)
class ReadyChoice:
    """Checkpoints that belong side by side."""

    title: str
    ids: tuple[str, ...]


@cache
def ready_choices() -> tuple[ReadyChoice, ...]:
    """The choices of `resources/published_sets.toml`; the first is shown at first."""
    content = tomllib.loads(resource("published_sets.toml").read_text(encoding="utf-8"))
    return tuple(ReadyChoice(one["title"], tuple(one["ids"])) for one in content["choice"])


def chosen_ids(options: Mapping[str, Any]) -> tuple[str, ...]:
    """The ids by place, "" where a place is empty; a name that is not known is left out."""
    stored = options.get(CHOSEN)
    names = stored if isinstance(stored, list) else ready_choices()[0].ids
    found = [published_model(str(name)) if name else None for name in names][: len(PLACES)]
    ids = [model.id if model else "" for model in found]
    return (*ids, *[""] * (len(PLACES) - len(ids)))


def chosen_models(options: Mapping[str, Any]) -> tuple[PublishedModel, ...]:
    """The chosen checkpoints, each once; none where a list is shown."""
    if listing_of(options):
        return ()
    models = [published_model(name) for name in dict.fromkeys(chosen_ids(options)) if name]
    return tuple(model for model in models if model is not None)


def listing_of(options: Mapping[str, Any]) -> str:
    """The list that is shown in place of cards; "" for cards."""
    chosen = options.get(LISTING)
    return chosen if chosen in LISTINGS else ""


def changed_options(values: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """The options after a place got another checkpoint, or a ready choice was made."""
    if values.get(READY) in LISTINGS:
        return {LISTING: values[READY]}
    ids = [*chosen_ids(options)]
    for choice in ready_choices():
        if values.get(READY) == choice.title:
            ids = [*choice.ids]
    for place, name in enumerate(PLACES):
        if name in values:
            ids[place] = values[name]
    return {CHOSEN: ids, LISTING: ""}


def options_of(names: Sequence[str]) -> dict[str, Any]:
    """The options that show published checkpoints by name, or a list. Raises UserError."""
    if len(names) == 1 and names[0] in LISTINGS:
        return {LISTING: names[0]}
    return {CHOSEN: [model.id for model in find_published(names)], LISTING: ""}


def find_published(names: Sequence[str]) -> list[PublishedModel]:
    """The checkpoints with these ids, aliases, titles or last parts of ids. Raises UserError."""
    if len(names) > len(PLACES):
        raise UserError(
            tr("{names} checkpoints do not fit side by side.", names=len(names)),
            tr("Choose {places} at most.", places=len(PLACES)),
        )
    return [_find(name) for name in names]


def _find(name: str) -> PublishedModel:
    lowered, models = name.strip().lower(), published_models()
    exact = published_model(lowered)
    same = [one for one in models if lowered in (one.title.lower(), one.name.lower())]
    found = [exact] if exact else same
    if len(found) == 1:
        return found[0]
    alike = [one.id for one in models if lowered in f"{one.id} {one.title}".lower()][:8]
    hint = tr("Did you mean {alike}?", alike=", ".join(alike)) if alike else ""
    raise UserError(
        tr("No published checkpoint is called {name!r}.", name=name),
        hint or tr("List all with: systems --published"),
    )


def published_table(names: Sequence[str]) -> Table:
    """All checkpoints; or the cards of those named, or one of the lists. Raises UserError."""
    if not names:
        return checkpoints_table()
    if [*names] == [TIMELINE]:
        return timeline_table()
    if [*names] == [ERRORS]:
        return errors_table()
    if [*names] == [TASKS]:
        return tasks_table()
    models = find_published(names)
    cards = side_by_side([published_card(model) for model in models])
    return cards_table([model.title for model in models], cards, TITLE)


def checkpoints_table() -> Table:
    """Every checkpoint with its publisher, its number of parameters and its licence."""
    rows = [
        (one.id, one.title, one.publisher, one.parameters or None, one.licence)
        for one in published_models()
    ]
    return Table(LISTED, rows, title=tr("Published checkpoints"))


def errors_table() -> Table:
    """What lecture notes often state otherwise, with what is right."""
    rows = [(one.about, one.field, one.often, one.says, one.source) for one in common_errors()]
    return Table(ERROR_COLUMNS, rows, title=ERRORS_TITLE)
