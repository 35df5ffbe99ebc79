"""Which rows of which tasks are selected: a clicked token, and those over the same characters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from explorer.core.attention.matching import counterpart
from explorer.core.comparison.comparison import OWN_FEED, ObjectivesResult, ObjectiveTask
from explorer.core.comparison.rows import InputToken
from explorer.core.state.state import Selection
from models.schema.records import Encoding


@dataclass(frozen=True)
class ObjectiveTag:
    """The tokens of a model and head; `feed` is the number of a feed in its context."""

    key: str
    head: str
    feed: int = OWN_FEED


@dataclass(frozen=True)
class Chosen:
    """A token that was clicked: its model and head, its row, and the texts."""

    tag: ObjectiveTag
    row: int
    texts: tuple[str, str] = ("", "")


@dataclass(frozen=True, eq=False)
class OneSentence:
    """The answers by model; the selected `token` is counted in the encoding `counted_in`.

    `chosen` is the click that selected it. A token of a decoder has no position in the
    sentence, so only the click identifies it.
    """

    answers: Mapping[str, ObjectivesResult]
    token: int | None
    counted_in: Encoding | None
    chosen: Chosen | None

    @property
    def marked_rows(self) -> dict[ObjectiveTag, tuple[int, ...]]:
        """The marked rows of all models."""
        by_model = map(self._marked_rows, self.answers.values())
        return {tag: rows for of_model in by_model for tag, rows in of_model.items()}

    def _marked_rows(self, answer: ObjectivesResult) -> dict[ObjectiveTag, tuple[int, ...]]:
        """The marked rows of one model: the clicked token, and those over the same characters."""
        chosen = self.chosen
        own = chosen is not None and chosen.tag.key == answer.key
        if chosen is not None and own and self.origin(chosen) is None:
            return {chosen.tag: (chosen.row,)}
        position = self._position(answer)
        if position is None:
            return {}
        return {
            ObjectiveTag(answer.key, task.head.name, feed): task.rows_of(position, feed)
            for task in answer.tasks
            for feed in range(OWN_FEED, len(task.context))
        }

    def _position(self, answer: ObjectivesResult) -> int | None:
        """The token of a model's own encoding that is selected."""
        token, anchor = self.token, self.counted_in
        if token is None or anchor is None or answer.model_input is None or token >= len(anchor):
            return None
        own = answer.model_input.encoding
        return token if own is anchor else counterpart(anchor, own, token)

    def is_selected(self, chosen: Chosen, selection: Selection) -> bool:
        """Whether the click is still the selection; not if it is of an earlier sample."""
        if chosen.row >= len(self._tokens_of(chosen.tag)):
            return False
        origin = self.origin(chosen)
        model = "" if origin is None else chosen.tag.key
        return (origin, model) == (selection.token, selection.model)

    def origin(self, chosen: Chosen) -> int | None:
        """The position in the sentence of what was clicked, if it has one."""
        tokens = self._tokens_of(chosen.tag)
        return tokens[chosen.row].origin if chosen.row < len(tokens) else None

    def _tokens_of(self, tag: ObjectiveTag) -> tuple[InputToken, ...]:
        task = self.task_of(tag)
        return task.feed(tag.feed).tokens if task is not None else ()

    def task_of(self, tag: ObjectiveTag) -> ObjectiveTask | None:
        answer = self.answers.get(tag.key)
        tasks = answer.tasks if answer is not None else ()
        return next((task for task in tasks if task.head.name == tag.head), None)

    @property
    def selected_elsewhere(self) -> Chosen | None:
        """A token that was selected in another panel: its row in the first model."""
        own = (
            Chosen(tag, rows[0])
            for tag, rows in self.marked_rows.items()
            if rows and tag.feed == OWN_FEED
        )
        return next(own, None)


def anchors(answers: Mapping[str, ObjectivesResult]) -> dict[str, Encoding]:
    """The encodings that a selected token may be counted in, by model."""
    return {
        key: answer.model_input.encoding
        for key, answer in answers.items()
        if answer.model_input is not None
    }
