"""One sentence under the objectives of several models, with the token that is selected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from explorer.core.attention.matching import counterpart
from explorer.core.comparison.comparison import (
    OWN_FEED,
    TABLE_COLUMNS,
    ObjectiveTask,
    TaskAnswer,
    table_rows,
)
from explorer.core.comparison.rows import Fed
from explorer.core.readable import all_cut_off, listed, untrained_guesses
from explorer.core.state.state import Selection
from explorer.ui.graphics.drawing import number
from explorer.ui.graphics.table import Table
from explorer.ui.graphics.tokens.chip import CHANGE_NAMES, visible
from explorer.ui.panel_base.context import ModelSlot
from explorer.ui.panels.compare.objectives import ObjectiveColumn, ObjectiveTag
from models.schema.records import Change, Encoding


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

    answers: Mapping[str, TaskAnswer]
    token: int | None
    counted_in: Encoding | None
    chosen: Chosen | None

    def columns(self, answered: Sequence[tuple[ModelSlot, TaskAnswer]]) -> list[ObjectiveColumn]:
        """The models to draw, each with its rows that are marked."""
        return [
            ObjectiveColumn(slot.index, slot.title, answer, self._marked(answer))
            for slot, answer in answered
        ]

    # ---- selection

    def _marked(self, answer: TaskAnswer) -> dict[ObjectiveTag, tuple[int, ...]]:
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

    def _position(self, answer: TaskAnswer) -> int | None:
        """The token of a model's own encoding that is selected."""
        token, anchor = self.token, self.counted_in
        if token is None or anchor is None or answer.corruption is None:
            return None
        if token >= len(anchor):
            return None
        own = answer.corruption.encoding
        return token if own is anchor else counterpart(anchor, own, token)

    def is_selected(self, chosen: Chosen, selection: Selection) -> bool:
        """Whether the click is still the selection."""
        if chosen.row >= len(self._tokens_of(chosen)):
            return False  # of an earlier sample
        origin = self.origin(chosen)
        of = "" if origin is None else chosen.tag.key
        return (origin, of) == (selection.token, selection.model)

    def origin(self, chosen: Chosen) -> int | None:
        """The position in the sentence of what was clicked, if it has one."""
        tokens = self._tokens_of(chosen)
        return tokens[chosen.row].origin if chosen.row < len(tokens) else None

    def _tokens_of(self, chosen: Chosen) -> tuple[Fed, ...]:
        """The present tokens of the row of a click."""
        task = self._task_of(chosen.tag)
        return task.feed(chosen.tag.feed).tokens if task is not None else ()

    def _task_of(self, tag: ObjectiveTag) -> ObjectiveTask | None:
        answer = self.answers.get(tag.key)
        tasks = answer.tasks if answer is not None else ()
        return next((task for task in tasks if task.head.name == tag.head), None)

    def _chosen_elsewhere(self) -> Chosen | None:
        """A token that was selected in another panel: its row in the first model."""
        for answer in self.answers.values():
            for tag, rows in self._marked(answer).items():
                if rows and tag.feed == OWN_FEED:
                    return Chosen(tag, rows[0])
        return None

    # ---- text and table

    def selected_details(self) -> tuple[str, str, list[tuple[str, str]]] | None:
        """The selected token: the key of its model, its text, and its details."""
        chosen = self.chosen or self._chosen_elsewhere()
        task = self._task_of(chosen.tag) if chosen is not None else None
        if chosen is None or task is None:
            return None
        fed = task.feed(chosen.tag.feed).tokens[chosen.row]
        return chosen.tag.key, visible(fed.text), _detail_rows(task, chosen)

    def table(self, title: str) -> Table:
        """One line for every input token of a task."""
        meta = {
            answer.key: {
                task.head.name: {
                    "loss": task.loss,
                    "taught": task.coverage.targets,
                    "fed": task.coverage.fed,
                }
                for task in answer.tasks
            }
            for answer in self.answers.values()
        }
        return Table(TABLE_COLUMNS, table_rows(self.answers), title=title, meta=meta)


def anchors(answers: Mapping[str, TaskAnswer]) -> dict[str, Encoding]:
    """The encodings that a selected token may be counted in, by model."""
    return {
        key: answer.corruption.encoding
        for key, answer in answers.items()
        if answer.corruption is not None
    }


def limits(answered: Sequence[tuple[ModelSlot, TaskAnswer]]) -> tuple[str, ...]:
    """Limits of the figure, and masks that the objective did not sample."""
    answers = [(slot.title, answer) for slot, answer in answered if answer.corruption is not None]
    lines = all_cut_off(
        (title, answer.corruption.encoding.num_cut, answer.card.num_positions)
        for title, answer in answers
        if answer.corruption is not None and answer.card is not None
    )
    known = [(title, answer.card) for title, answer in answers]
    lines += untrained_guesses([t for t, card in known if card and card.guesses_untrained])
    if any(answer.overridden for _, answer in answers):
        lines.append("Masks set by a click in the Masking panel also apply here.")
    unsampled = [title for title, answer in answers if not answer.drew]
    if unsampled:
        note = "the text already contains a mask, so nothing else is masked."
        named = (
            f"{listed(unsampled)}: {note}" if len(unsampled) < len(answers) else note.capitalize()
        )
        lines.append(named)
    return tuple(lines)


def _detail_rows(task: ObjectiveTask, chosen: Chosen) -> list[tuple[str, str]]:
    """A clicked token in words and numbers."""
    fed = task.feed(chosen.tag.feed).tokens[chosen.row]
    place = task.at(chosen.row) if chosen.tag.feed == OWN_FEED else None
    rows = [("Objective", task.objective.title), ("Head", task.head.title)]
    if fed.change is not Change.KEPT:
        rows.append(("Change", CHANGE_NAMES[fed.change]))
    if fed.original:
        rows.append(("Original token", visible(fed.original)))
    if place is None:
        return [*rows, ("Must predict", "nothing")]
    rows.append(("Must predict", visible(place.truth) if place.truth is not None else "unknown"))
    if place.probability is not None and place.rank is not None:
        rows.append(("Probability of the true token", number(place.probability)))
        rows.append(("Rank of the true token", f"{place.rank + 1:,}"))
    if place.loss is not None:
        rows.append(("Loss in nats", number(place.loss)))
    return rows + [(visible(text), number(p)) for text, p in place.guesses]
