"""Tasks that papers report: what each asks, and scores that were published on them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any

from explorer.core.library.published import cite
from explorer.core.localization import tr
from explorer.core.table import Table
from models.runtime.resources import resource

TASKS_TITLE = tr("Tasks that papers report")
TASK_COLUMNS = ("task", "asks", "size", "metric", "example", "stand-in here", "source")


@dataclass(frozen=True)
class TaskCard:
    """One task; `here` is the set of the mini-world that stands in for it, if one does."""

    name: str
    purpose: str
    size: str
    metric: str
    example: str
    here: str
    source: str
    memory: bool = False
    question: str = ""  # the example as decaNLP asks it, in English; empty for a set of tasks
    context: str = ""
    answer: str = ""

    @property
    def values(self) -> tuple[str, ...]:
        """What is said of it, in the order of TASK_COLUMNS."""
        words = (tr(text) for text in (self.purpose, self.size, self.metric, self.example))
        here = tr(self.here) if self.here else ""
        return (self.name, *words, here, cite(self.source, self.memory))


@dataclass(frozen=True)
class PublishedScore:
    """A score from 0 to 100 that a paper reports of a model on a task."""

    task: str
    model: str
    value: float
    metric: str  # with the split
    source: str
    memory: bool = False

    @property
    def citation(self) -> str:
        return cite(self.source, self.memory)


@cache
def task_cards() -> tuple[TaskCard, ...]:
    """The tasks of `resources/task_cards.toml`."""
    return tuple(TaskCard(**one) for one in _content()["task"])


@cache
def published_scores() -> tuple[PublishedScore, ...]:
    """The scores of `resources/task_cards.toml`."""
    return tuple(PublishedScore(**one) for one in _content()["score"])


@cache
def _content() -> dict[str, list[dict[str, Any]]]:
    return tomllib.loads(resource("task_cards.toml").read_text(encoding="utf-8"))


def tasks_table() -> Table:
    """Every task, each as a question, and every score, with its model in place of an example."""
    scores = [
        (tr(one.task), "", f"{one.value:g}", tr(one.metric), tr(one.model), "", one.citation)
        for one in published_scores()
    ]
    asked = [
        (one.name, one.question, "", "", f"{one.context} → {one.answer}", "", "")
        for one in task_cards()
        if one.question
    ]
    tasks = [one.values for one in task_cards()]
    return Table(TASK_COLUMNS, [*tasks, *asked, *scores], TASKS_TITLE)
