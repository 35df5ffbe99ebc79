"""One sentence under the objectives of several models, with the token that is selected."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from explorer.core.attention.matching import counterpart
from explorer.core.comparison.comparison import (
    OWN_FEED,
    TABLE_COLUMNS,
    ObjectivesResult,
    ObjectiveTask,
    TargetPrediction,
    table_rows,
)
from explorer.core.comparison.rows import InputToken
from explorer.core.localization import tr
from explorer.core.readable import all_cut_off, listed, untrained_guesses
from explorer.core.state.state import Selection
from explorer.ui.graphics.drawing import number
from explorer.ui.graphics.table import Table
from explorer.ui.graphics.tokens.chip import CHANGE_NAMES, visible
from explorer.ui.panel_base.context import ModelSlot
from explorer.ui.panel_base.details import Details
from explorer.ui.panels.compare.objectives import ObjectiveColumn, ObjectiveTag
from models.schema.records import Encoding, TokenChange


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

    def columns(
        self, answered: Sequence[tuple[ModelSlot, ObjectivesResult]]
    ) -> list[ObjectiveColumn]:
        """The models to draw, each with its rows that are marked."""
        return [
            ObjectiveColumn(slot.index, slot.title, answer, self._marked(answer))
            for slot, answer in answered
        ]

    # ---- selection

    def _marked(self, answer: ObjectivesResult) -> dict[ObjectiveTag, tuple[int, ...]]:
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
        if token is None or anchor is None or answer.corruption is None or token >= len(anchor):
            return None
        own = answer.corruption.encoding
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
        task = self._task_of(tag)
        return task.feed(tag.feed).tokens if task is not None else ()

    def _task_of(self, tag: ObjectiveTag) -> ObjectiveTask | None:
        answer = self.answers.get(tag.key)
        tasks = answer.tasks if answer is not None else ()
        return next((task for task in tasks if task.head.name == tag.head), None)

    def _selected_elsewhere(self) -> Chosen | None:
        """A token that was selected in another panel: its row in the first model."""
        marked = (item for answer in self.answers.values() for item in self._marked(answer).items())
        own = (Chosen(tag, rows[0]) for tag, rows in marked if rows and tag.feed == OWN_FEED)
        return next(own, None)

    # ---- text and table

    def details(self, title_of: Callable[[str], str]) -> Details:
        """The selected token in words and numbers; `title_of` names a model by its key."""
        chosen = self.chosen or self._selected_elsewhere()
        if chosen is None or (task := self._task_of(chosen.tag)) is None:
            return Details()
        fed = task.feed(chosen.tag.feed).tokens[chosen.row]
        title = tr("{token} in {model}", token=visible(fed.text), model=title_of(chosen.tag.key))
        place = task.at(chosen.row) if chosen.tag.feed == OWN_FEED else None
        return Details(title, tuple(_detail_rows(task, fed, place)))

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


def anchors(answers: Mapping[str, ObjectivesResult]) -> dict[str, Encoding]:
    """The encodings that a selected token may be counted in, by model."""
    return {
        key: answer.corruption.encoding
        for key, answer in answers.items()
        if answer.corruption is not None
    }


def limits(answered: Sequence[tuple[ModelSlot, ObjectivesResult]]) -> tuple[str, ...]:
    """Limits of the figure, and masks that the objective did not sample."""
    cases, untrained, unsampled = [], [], []
    overridden = False
    for slot, answer in answered:
        if answer.corruption is None or answer.card is None:
            continue
        cut = answer.corruption.encoding.num_cut
        cases.append((slot.title, cut, answer.card.num_positions))
        untrained += [slot.title] if answer.card.guesses_untrained else []
        unsampled += [slot.title] if not answer.sampled else []
        overridden |= answer.overridden
    lines = [*all_cut_off(cases), *untrained_guesses(untrained)]
    if overridden:
        lines.append(tr("Masks set by a click in the Masking panel also apply here."))
    if unsampled:
        note = tr("the text already contains a mask, so nothing else is masked.")
        every = len(unsampled) == len(cases)
        lines.append(note.capitalize() if every else f"{listed(unsampled)}: {note}")
    return tuple(lines)


def _detail_rows(
    task: ObjectiveTask, fed: InputToken, place: TargetPrediction | None
) -> Iterator[tuple[str, str]]:
    yield tr("Objective"), tr(task.objective.title)
    yield tr("Head"), tr(task.head.title)
    if fed.change is not TokenChange.KEPT:
        yield tr("Change"), CHANGE_NAMES[fed.change]
    if fed.original:
        yield tr("Original token"), visible(fed.original)
    if place is None:
        yield tr("Must predict"), tr("nothing")
        return
    yield tr("Must predict"), visible(place.truth) if place.truth is not None else tr("unknown")
    if place.probability is not None and place.rank is not None:
        yield tr("Probability of the true token"), number(place.probability)
        yield tr("Rank of the true token"), f"{place.rank + 1:,}"
    if place.loss is not None:
        yield tr("Loss in nats"), number(place.loss)
    for text, probability in place.guesses:
        yield visible(text), number(probability)
