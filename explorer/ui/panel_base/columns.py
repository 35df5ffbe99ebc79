"""Columns of a picture, one for each model: what it answers, or why it has no answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

from explorer.core.attention.matching import counterpart
from explorer.core.errors import UserError
from explorer.core.library.slots import ModelFailure, ModelSlot
from explorer.core.state.state import State
from explorer.ui.graphics.drawing import Drawing, Row, TextBlock, Titled

Answer = TypeVar("Answer")
Column = TypeVar("Column")


def drop_failures(
    columns: Sequence[tuple[ModelSlot, Answer | UserError]],
) -> list[tuple[ModelSlot, Answer]]:
    """The models that have an answer."""
    return [(model, one) for model, one in columns if not isinstance(one, UserError)]


def model_row(
    columns: Sequence[tuple[ModelSlot, Answer | UserError]],
    draw: Callable[[ModelSlot, Answer], Drawing],
    min_width: float,
) -> Row:
    """A titled column for each model: what is drawn of its answer, or why it has none."""
    cells: list[Drawing] = [
        titled_problem(model, answer)
        if isinstance(answer, UserError)
        else Titled(draw(model, answer), model.title, model.index)
        for model, answer in columns
    ]
    return Row(cells, min_width=min_width)


def titled_problem(model: ModelSlot, problem: UserError) -> Titled:
    """Why a model has no picture, under its title."""
    return Titled(TextBlock(problem.message, hint=problem.hint), model.title, model.index)


@dataclass(frozen=True, eq=False)
class AnswersScene(Generic[Column]):
    """What a panel draws: a column for each model that has answered, and the state.

    An answer has the `encoding` of its text. `token_of` is the model in which the selected token is
    counted; "" if it is gone.
    """

    slots: tuple[ModelSlot, ...]
    answers: Mapping[str, Any]  # by model
    state: State
    token_of: str

    def column(self, slot: ModelSlot, answer: Any) -> Column | None:
        """The column of an answer; None for one that is not drawn."""
        raise AssertionError(f"{type(self).__name__} has no columns")

    @cached_property
    def columns(self) -> tuple[Column | ModelFailure, ...]:
        """The models that have answered, or failed, in their order."""
        columns: list[Column | ModelFailure] = []
        for slot in self.slots:
            answer = self.answers.get(slot.key)
            if isinstance(answer, UserError):
                columns.append(ModelFailure(slot, answer))
            elif answer is not None and (column := self.column(slot, answer)) is not None:
                columns.append(column)
        return tuple(columns)

    @cached_property
    def answered_columns(self) -> list[Column]:
        return [column for column in self.columns if not isinstance(column, ModelFailure)]

    def token_in(self, answer: Any) -> int | None:
        """The selected token in the text of an answer: a word keeps its place in the text."""
        token, source = self.state.selection.token, self.answers.get(self.token_of)
        if token is None or source is None or isinstance(source, UserError):
            return None
        return token if source is answer else counterpart(source.encoding, answer.encoding, token)
