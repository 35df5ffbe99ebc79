"""Tasks that the training text of a model contains by itself, or a text that a person chose."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from explorer.core.errors import UserError, as_user_errors
from explorer.core.jobs.jobs import Partial, Progress, Work
from explorer.core.library.own_models import is_own
from explorer.core.localization import tr
from models.data.demonstrations.found import KINDS, FoundPlace, FoundTasks, TaskKind, find_tasks

if TYPE_CHECKING:
    from explorer.core.engine.engine import Engine

MAX_DOCUMENTS = 3000  # of a text that are looked at
NUM_PLACES = 8  # of each kind that are shown
REPORT_EVERY = 500  # documents
WORLD = "world"  # what is looked at where no model has its training text on this computer
SEED = 1  # of a text that is generated
COLUMNS = ("kind", "found", "documents", "before", "sign", "after")
KIND_TITLES: Mapping[TaskKind, str] = {
    "translation": tr("Translations"),
    "question": tr("Questions with answers"),
    "summary": tr("Summaries"),
    "examples": tr("Lists of examples"),
}


@dataclass(frozen=True)
class FoundRequest:
    """A text by its path, or that of the first of these models that was trained here.

    Where there is none, the text of the mini-world.
    """

    path: str
    keys: tuple[str, ...]


@dataclass(frozen=True)
class FoundAnswer:
    """What a text contains; `name` is what it is called."""

    name: str
    found: FoundTasks


def find_in_text(request: FoundRequest, engine: Engine) -> Work:
    """Answer with a FoundAnswer by "". Raises UserError for a file that is no text."""
    from models.data.sources import open_source

    data, name = _text(request, engine)
    found = FoundTasks(0, 0)
    with as_user_errors():
        documents = open_source(data).once("train", SEED)
        for found in find_tasks(islice(documents, MAX_DOCUMENTS), NUM_PLACES):
            if found.num_documents % REPORT_EVERY == 0:
                yield Progress(tr("Reading {name}", name=name), found.num_documents, MAX_DOCUMENTS)
                yield Partial({"": FoundAnswer(name, found)})
    return {"": FoundAnswer(name, found)}


def _text(request: FoundRequest, engine: Engine) -> tuple[str, str]:
    """The text that is looked at, as a recipe names it, and what it is called."""
    if request.path:
        return request.path, Path(request.path).name
    for key in request.keys:
        data = _training_text(engine, key)
        if data:
            title = engine.entry(key).title
            return data, tr("the training text of {title}", title=title)
    return WORLD, tr("the text of the mini-world")


def _training_text(engine: Engine, key: str) -> str:
    """The text of a run, as its recipe names it; "" where there is none or it cannot be read.

    A folder from elsewhere may name a built-in text alone, and no file of this computer.
    """
    from models.data.sources import is_built_in

    try:
        recipe = engine.load_model(key).run.get("recipe")
    except UserError:
        return ""
    data = recipe.get("data") if isinstance(recipe, Mapping) else None
    if not isinstance(data, str) or not data:
        return ""
    if is_built_in(data):
        return data
    return data if is_own(engine.entry(key)) and Path(data).is_file() else ""


def found_rows(answer: FoundAnswer) -> Iterator[tuple[object, ...]]:
    """A row for each place, and one for a kind without any."""
    for kind in KINDS:
        count, places = answer.found.counts.get(kind, 0), answer.found.places.get(kind, ())
        rest: tuple[FoundPlace | None, ...] = places or (None,)
        for one in rest:
            texts = ("", "", "") if one is None else (one.before, one.sign, one.after)
            yield kind, count, answer.found.num_documents, *texts
