"""The figure of the Generation panel: the text, the candidates of one step, and all steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from explorer.core.generation.drafts import (
    ENDED,
    ENOUGH,
    FULL,
    Answer,
    Draft,
    RejectedPrompt,
    WrittenStep,
)
from explorer.ui.graphics.charts.bars import Bar, Bars
from explorer.ui.graphics.drawing import (
    GRID,
    Drawing,
    Placed,
    Row,
    Stack,
    TextBlock,
    Titled,
    number,
)
from explorer.ui.graphics.table_drawing import (
    Cell,
    Column,
    Segment,
    TableDrawing,
    TableHit,
    TableRow,
)
from explorer.ui.graphics.tokens.chip import TokenChip, visible
from explorer.ui.graphics.tokens.token_rows import TokenHit, token_row
from explorer.ui.panels.generation.beam_tree import BeamHit, BeamTree
from explorer.ui.panels.generation.prose import Prose
from explorer.ui.style.theme import Palette
from models.inference.beam_paths import best_path
from models.schema.records import BeamNode, Candidate

MOST_PROBABLE = "most probable first"
MIN_CELL, MAX_CELL = 74.0, 120.0  # pixels of a candidate
OUTPUT_ROW = 1  # the row of the output, below the input of the encoder
TOKENS = 1  # the row of the tokens, below the same text as prose
BAR_MAXIMUM = 1.3  # leaves room for two numbers after a bar of one
ENDS = {
    ENDED: "It ended with the end-of-text token.",
    FULL: "It stopped because all positions of the model are used.",
    ENOUGH: "It stopped at the limit of new tokens.",
    "": "",
}
AS_TYPED_NOTE = "The sentence as it is typed, without the words of a task."
EXAMPLE_NOTE = "Your sentence does not suit the task, so an example is used instead."
SEARCH_NOTE = "After each token its probability; a thick line is a probable step."


@dataclass(frozen=True, eq=False)
class DraftColumn:
    """One model and its answer."""

    slot: int
    title: str
    answer: Answer


@dataclass(frozen=True)
class StepAt:
    """A step of one column, counted from the first token after the prompt."""

    column: int
    step: int


@dataclass(frozen=True)
class NodeAt:
    """A hypothesis of a beam search, in the run that it belongs to."""

    slot: int  # of the model
    part: int  # which search; `continue` starts another one
    hit: BeamHit


class GenerationFigure(Stack):
    """Texts, and below them the candidates, or the trees of beam searches."""

    def __init__(
        self,
        columns: Sequence[DraftColumn],
        *,
        step: int | None = None,
        node: NodeAt | None = None,
        filters: bool = False,
    ) -> None:
        self.columns = tuple(columns)
        self.step = step
        self.node = node
        self.filters = filters
        texts = Row([self._texts(column) for column in self.columns])
        rows: list[tuple[str, Drawing]] = [("text", texts)]
        searched = [column for column in self.columns if _searches(column)]
        self._searches = searched
        if searched:
            rows += [("tree", self._search(column)) for column in searched]
        others = [column for column in self.columns if not _searches(column)]
        if any(_has_candidates(column) for column in others):
            rows.append(("step", Row([self._candidates(column) for column in others])))
        if any(isinstance(c.answer, Draft) and c.answer.steps for c in others):
            rows.append(("steps", Row([self._steps(column) for column in others])))
        self._kinds = [kind for kind, _ in rows]
        self._others = [self.columns.index(column) for column in others]
        super().__init__([row for _, row in rows], "Generation")

    def pointed(self, hit: Any) -> StepAt | NodeAt | None:
        """The step or the hypothesis that a hit belongs to, if it belongs to one."""
        if not isinstance(hit, Placed) or not isinstance(hit.hit, Placed):
            return None
        kind, place, inner = self._kinds[hit.index], hit.hit.index, hit.hit.hit
        if kind == "tree" and isinstance(inner, BeamHit):
            searched = self._searches[hit.index - self._kinds.index("tree")]
            return NodeAt(searched.slot, place, inner)
        if kind == "text" and self._is_answer(place) and isinstance(inner, Placed):
            inner = inner.hit if inner.index == OUTPUT_ROW else None
        if kind == "text" and isinstance(inner, Placed) and inner.index == TOKENS:
            inner = inner.hit
        if kind == "text" and isinstance(inner, TokenHit):
            answer = self.columns[place].answer
            assert isinstance(answer, Draft)
            step = inner.position - len(answer.before)
            return StepAt(place, step) if step >= 0 else None
        if kind == "steps" and isinstance(inner, TableHit):
            return StepAt(self._others[place], inner.row)
        return None

    def _is_answer(self, place: int) -> bool:
        answer = self.columns[place].answer
        return isinstance(answer, Draft) and bool(answer.read)

    # ---- the text

    def _texts(self, column: DraftColumn) -> Drawing:
        """The generated text; above it the input of the encoder, where there is one."""
        answer, written = column.answer, self._text(column)
        if isinstance(answer, RejectedPrompt) or not answer.read:
            return written
        chips = [TokenChip(name, dimmed=True, special=True) for name in answer.read]
        title = f"{column.title} reads"
        return Stack([Titled(token_row(chips), title, column.slot, _task_note(answer)), written])

    def _text(self, column: DraftColumn) -> Titled:
        answer = column.answer
        if isinstance(answer, RejectedPrompt):
            message = TextBlock(answer.error.message, hint=answer.error.hint)
            return Titled(message, column.title, column.slot)
        chips = [TokenChip(name, dimmed=True, special=True) for name in answer.before]
        chips += [
            TokenChip(name, slot=column.slot, tip=_tip(answer, index))
            for index, name in enumerate(answer.labels)
        ]
        selected = None
        if self.step is not None and self.step < len(answer.labels):
            selected = len(answer.before) + self.step
        strip = token_row(chips, selected=selected)
        title = f"{column.title} writes" if answer.read else column.title
        prose = Prose(answer.prose, slot=column.slot)
        return Titled(Stack([prose, strip], gap=GRID), title, column.slot, ENDS[answer.end])

    # ---- candidates

    def _candidates(self, column: DraftColumn) -> Drawing:
        answer = column.answer
        if isinstance(answer, RejectedPrompt):
            return self._masked_prediction(column, answer)
        if not answer.steps:
            return TextBlock("Nothing is written yet.")
        index = shown_step(answer, self.step)
        written = answer.steps[index]
        before = (*answer.before, *answer.labels[:index])[-1:]
        title = f"Step {index + 1}: what comes after “{visible(''.join(before))}”"
        bars = Bars(self._bars(column, written), maximum=BAR_MAXIMUM)
        return Titled(bars, title, shorter=[f"Step {index + 1}"])

    def _bars(self, column: DraftColumn, written: WrittenStep) -> list[Bar]:
        step = written.step
        bars = [
            Bar(
                visible(name),
                item.filtered,
                slot=column.slot,
                text=self._bar_text(item.probability, item.filtered),
                struck=item.filtered <= 0,
                strong=item.id == step.id,
                ghost=item.probability if self.filters else None,
            )
            for name, item in zip(written.candidates, step.candidates, strict=True)
        ]
        if self.filters:
            tip = (
                f"{step.removed_mass:.1%} of the probability at this temperature, "
                f"{step.num_kept:,} tokens left"
            )
            share = step.removed_mass
            text = f"{share:.1%}"
            bars.append(Bar("removed", share, slot=column.slot, struck=True, text=text, tip=tip))
        return bars

    def _bar_text(self, before: float, after: float) -> str:
        if not self.filters:
            return number(after)
        return f"{number(before)} → {number(after)}" if after > 0 else f"{number(before)} → cut"

    def _masked_prediction(self, column: DraftColumn, refusal: RejectedPrompt) -> Drawing:
        """The prediction of a masked model for a mask at the end."""
        if refusal.at_mask is None:
            return TextBlock("")
        bars = [
            Bar(visible(name), item.probability, slot=column.slot, strong=rank == 0)
            for rank, (name, item) in enumerate(
                zip(refusal.mask_labels, refusal.at_mask.candidates, strict=True)
            )
        ]
        note = f"Its prediction for the mask in: {refusal.mask_text}"
        return Titled(
            Bars(bars, maximum=BAR_MAXIMUM), "Prediction for a masked position", note=note
        )

    def _steps(self, column: DraftColumn) -> Drawing:
        answer = column.answer
        if isinstance(answer, RejectedPrompt) or not answer.steps:
            return TextBlock("")
        note = "Filled: after temperature and filters. Mark: before." if self.filters else ""
        table = _steps_table(answer, column.slot, self.step, filters=self.filters)
        return Titled(table, "All steps", note=note)

    # ---- beam search

    def _search(self, column: DraftColumn) -> Drawing:
        """One tree for each run; `continue` starts a new one after the best hypothesis."""
        answer = column.answer
        assert isinstance(answer, Draft)
        trees: list[Drawing] = []
        first = 1
        for steps, labels in searches(answer):
            path = best_path(steps)
            here = self.node is not None and self.node.slot == column.slot
            chosen = self.node.hit if self.node and here and self.node.part == len(trees) else None
            trees.append(
                BeamTree(steps, labels, path, slot=column.slot, first_number=first, selected=chosen)
            )
            first += len(path)
        hint = "Click a token to see its hypothesis."
        return Titled(Stack(trees), column.title, column.slot, SEARCH_NOTE, hint=hint)


def _searches(column: DraftColumn) -> bool:
    return isinstance(column.answer, Draft) and any(
        written.step.beams for written in column.answer.steps
    )


def _has_candidates(column: DraftColumn) -> bool:
    return isinstance(column.answer, Draft) or column.answer.at_mask is not None


Search = tuple[list[tuple[BeamNode, ...]], list[tuple[str, ...]]]


def searches(draft: Draft) -> list[Search]:
    """The hypotheses of each beam search of a draft by step, and their labels."""
    return [
        ([written.step.beams for written in part], [written.beams for written in part])
        for part in draft.parts
        if part
    ]


def shown_step(draft: Draft, step: int | None) -> int:
    """The chosen step, or the first one."""
    return min(step or 0, len(draft.steps) - 1)


def _task_note(draft: Draft) -> str:
    """The task that a model reads with the prompt."""
    if draft.task is None:
        return AS_TYPED_NOTE
    example = f" {EXAMPLE_NOTE}" if draft.prompt in draft.task.examples else ""
    return f"Its task is {draft.task.note}.{example}"


def _steps_table(draft: Draft, slot: int, step: int | None, *, filters: bool) -> TableDrawing:
    """A row for each step: its candidates, the chosen one among them, and what was removed."""
    rows = [
        _step_row(number, written, slot, filters=filters)
        for number, written in enumerate(draft.steps, 1)
    ]
    count = max(len(written.candidates) for written in draft.steps)
    candidates = [
        Column(MOST_PROBABLE if n == 0 else "", least=MIN_CELL, most=MAX_CELL,
               stretch=True, optional=True, clicks=True)
        for n in range(count)
    ]  # fmt: skip
    removed = [Column("removed", right=True)] if filters else []
    columns = [Column(right=True, clicks=True), *removed, *candidates]
    return TableDrawing(columns, rows, selected=shown_step(draft, step) + 1)


def _step_row(number_of_step: int, written: WrittenStep, slot: int, *, filters: bool) -> TableRow:
    step = written.step
    candidates = (
        _candidate(name, item, slot, chosen=item.id == step.id, filters=filters)
        for name, item in zip(written.candidates, step.candidates, strict=True)
    )
    removed = [Cell(f"{step.removed_mass:.0%}", muted=True, small=True)] if filters else []
    cells = (Cell(str(number_of_step), muted=True, small=True), *removed, *candidates)
    return TableRow(cells, group=number_of_step, tip=f"Step {number_of_step}")


def _candidate(name: str, item: Candidate, slot: int, *, chosen: bool, filters: bool) -> Cell:
    """A token over its probability; one that the filters removed is struck through."""
    cut = item.filtered <= 0
    tip = f"{visible(name)}: {number(item.probability)}"
    if cut:
        tip += ", removed by the filters"
    elif filters:
        tip += f", after temperature and filters {number(item.filtered)}"

    def colour(palette: Palette) -> str:
        return palette.model(slot) if chosen else palette.muted

    differs = abs(item.filtered - item.probability) > 1e-3
    return Cell(
        visible(name),
        slot=slot if chosen else None,
        muted=cut,
        bold=chosen,
        struck=cut,
        bar=(Segment(min(item.filtered, 1.0), colour),),
        bar_mark=item.probability if differs else None,
        keep=chosen,
        tip=tip,
    )


def _tip(draft: Draft, index: int) -> str:
    """A generated token, and its probability where that is known."""
    name = f"{index + 1}: {visible(draft.labels[index])}"
    if index >= len(draft.steps) or draft.steps[index].step.beams:
        return name
    step = draft.steps[index].step
    chosen = next((item for item in step.candidates if item.id == step.id), None)
    return f"{name}, {number(chosen.probability)}" if chosen else name
