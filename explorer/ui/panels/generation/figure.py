"""The figure of the Generation panel: the text, the candidates of one step, and all steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from typing import Any

from PySide6.QtCore import QRectF
from PySide6.QtGui import QTextDocument

from explorer.core.generation.continuations import (
    ENDED,
    ENOUGH,
    FULL,
    Answer,
    Continuation,
    LabelledStep,
    RejectedPrompt,
)
from explorer.core.library.slots import ModelSlot
from explorer.core.localization import plural, tr
from explorer.ui.graphics.charts.bars import Bar, Bars
from explorer.ui.graphics.drawing import (
    GRID,
    Drawing,
    Row,
    Stack,
    Tagged,
    TagHit,
    TextBlock,
    Titled,
    TwoColumns,
    number,
)
from explorer.ui.graphics.sketch import Sketch, Sketched
from explorer.ui.graphics.table_drawing import (
    Column,
    Segment,
    TableCell,
    TableDrawing,
    TableHit,
    TableRow,
)
from explorer.ui.graphics.tokens.chip import TokenChip, visible
from explorer.ui.graphics.tokens.token_rows import TokenHit, token_row
from explorer.ui.panel_base.columns import titled_problem
from explorer.ui.panels.generation.beam_tree import BeamHit, BeamTree
from explorer.ui.style import fonts
from explorer.ui.style.palette import Palette
from models.inference.beam_paths import best_path
from models.schema.records import Candidate

SIZE = 15.0  # pixels: the first thing that is read
LEADING = "margin: 0; line-height: 135%; white-space: pre-wrap"
MOST_PROBABLE = tr("most probable first")
MIN_CELL, MAX_CELL = 74.0, 120.0  # pixels of a candidate
CANDIDATES_WIDTH, MIN_STEPS = 400.0, 420.0  # pixels, of one model alone
BAR_MAXIMUM = 1.3  # leaves room for two numbers after a bar of one
ENDS = {
    ENDED: tr("It ended with the end-of-text token."),
    FULL: tr("It stopped because all positions of the model are used."),
    ENOUGH: tr("It stopped at the limit of new tokens."),
    "": "",
}
SEARCH_NOTE = tr("After each token its probability; a thick line is a probable step.")
SEARCH_HINT = tr("Click a token to see its hypothesis.")


class Prose(Sketched):
    """Parts of one text in reading order; True marks those that a model wrote."""

    def __init__(self, parts: Sequence[tuple[str, bool]], *, slot: int) -> None:
        self.parts = tuple((text.replace("\n", " "), written) for text, written in parts)
        self.slot = slot

    def draw(self, sketch: Sketch, width: float) -> None:
        # Each thread needs its own.
        new_document = partial(self._document, sketch.palette, max(width, 1.0))
        whole = QRectF(0, 0, width, new_document().size().height())
        sketch.custom(whole, lambda painter: new_document().drawContents(painter))

    def _document(self, palette: Palette, width: float) -> QTextDocument:
        """The text broken into lines."""
        document = QTextDocument()
        document.setDocumentMargin(0)
        document.setDefaultFont(fonts.font(SIZE))
        spans = (
            f'<span style="color: {palette.model(self.slot) if written else palette.muted}">'
            f"{escape(text)}</span>"
            for text, written in self.parts
        )
        document.setHtml(f'<p style="{LEADING}">{"".join(spans)}</p>')
        document.setTextWidth(width)
        return document


@dataclass(frozen=True)
class NodeAt:
    """A hypothesis of a beam search, in the run that it belongs to."""

    slot: int  # of the model
    part: int  # which search; `continue` starts another one
    hit: BeamHit


Selected = int | NodeAt | None  # a step, counted from the first token after the prompt


def figure(
    answered: Sequence[tuple[ModelSlot, Answer]], selected: Selected, *, filters: bool
) -> Stack:
    """Texts, and below them the trees of beam searches, or candidates and all steps.

    Models that write no text are below those that do. `filters`: whether temperature and filters
    change the probabilities.
    """
    writing = [
        _DraftColumn(slot, answer, selected, filters)
        for slot, answer in answered
        if isinstance(answer, Continuation)
    ]
    searched = [column for column in writing if column.is_search]
    rejected = [
        _explain_rejection(slot, answer)
        for slot, answer in answered
        if isinstance(answer, RejectedPrompt)
    ]
    rows = [
        *_row([column.text() for column in writing]),
        *(column.search() for column in searched),
        *_arrange_steps([column for column in writing if not column.is_search]),
        *_row(rejected),
    ]
    return Stack(rows, tr("Generation"))


def _arrange_steps(columns: Sequence[_DraftColumn]) -> list[Drawing]:
    """Candidates above all steps, one column for each model; of a single one beside them."""
    candidates = [column.candidates() for column in columns]
    steps = [column.steps() for column in columns]
    if len(columns) == 1 and steps[0] is not None:
        return [TwoColumns(candidates[0], steps[0], limit=CANDIDATES_WIDTH, min_rest=MIN_STEPS)]
    written = [one or TextBlock("") for one in steps] if any(steps) else []
    return [*_row(candidates), *_row(written)]


def _row(drawings: Sequence[Drawing]) -> list[Drawing]:
    """Drawings side by side; nothing where there is none."""
    return [Row(drawings)] if drawings else []


def locate_hit(target: TagHit) -> Selected:
    """The step or the hypothesis that a hit belongs to, if it belongs to one."""
    tag: Any = target.tag
    match target.hit:
        case BeamHit() as hit:
            slot, part = tag
            return NodeAt(slot, part, hit)
        case TableHit(place, _, _) | TokenHit(place, _) if place >= tag:
            return int(place) - int(tag)
    return None


def _explain_rejection(slot: ModelSlot, answer: RejectedPrompt) -> Drawing:
    """Why a model cannot continue a text, and what a masked one predicts for a mask instead."""
    problem = titled_problem(slot, answer.error)
    if answer.at_mask is None:
        return problem
    named = zip(answer.mask_labels, answer.at_mask.candidates, strict=True)
    bars = [
        Bar(visible(name), item.probability, slot=slot.index, strong=rank == 0)
        for rank, (name, item) in enumerate(named)
    ]
    note = tr("Its prediction for the mask in: {answer}", answer=answer.mask_text)
    title = tr("Prediction for a masked position")
    return Stack([problem, Titled(Bars(bars, maximum=BAR_MAXIMUM), title, note=note)])


class _DraftColumn:
    """A model and the text that it wrote.

    Its drawings are tagged with the place of the first step in them, its trees with their model and
    number.
    """

    def __init__(
        self, slot: ModelSlot, draft: Continuation, selected: Selected, filters: bool
    ) -> None:
        self.slot = slot
        self.draft = draft
        self.node = selected if isinstance(selected, NodeAt) else None
        self.step = selected if isinstance(selected, int) else None
        self.filters = filters
        self.is_search = any(written.step.beams for written in draft.steps)

    def text(self) -> Drawing:
        """The generated text; above it the input of the encoder, where there is one."""
        draft, slot = self.draft, self.slot
        before = [TokenChip(name, dimmed=True, special=True) for name in draft.before]
        written = [
            TokenChip(name, slot=slot.index, tip=_tip(draft, index))
            for index, name in enumerate(draft.labels)
        ]
        selected = None
        if self.step is not None and self.step < len(written):
            selected = len(before) + self.step
        tokens = Tagged(token_row([*before, *written], selected=selected), len(before))
        parts = Stack([Prose(draft.prose, slot=slot.index), tokens], gap=GRID)
        if not draft.read:
            return Titled(parts, slot.title, slot.index, ENDS[draft.end])
        read = token_row([TokenChip(name, dimmed=True, special=True) for name in draft.read])
        source = Titled(read, tr("{model} reads", model=slot.title), slot.index, draft.task_note)
        output = Titled(parts, tr("{model} writes", model=slot.title), slot.index, ENDS[draft.end])
        return Stack([source, output])

    # ---- candidates

    def candidates(self) -> Drawing:
        """Return the next-token candidates of the selected step."""
        draft = self.draft
        if not draft.steps:
            return TextBlock(tr("Nothing is written yet."))
        index = draft.step_at(self.step)
        before = (*draft.before, *draft.labels[:index])[-1:]
        title = tr(
            "Step {index}: what comes after “{before}”",
            index=index + 1,
            before=visible("".join(before)),
        )
        bars = Bars(self._bars(draft.steps[index]), maximum=BAR_MAXIMUM)
        return Titled(bars, title, shorter=[tr("Step {index}", index=index + 1)])

    def _bars(self, written: LabelledStep) -> list[Bar]:
        step, slot = written.step, self.slot.index
        bars = [
            Bar(
                visible(name),
                item.filtered,
                slot=slot,
                text=self._bar_text(item),
                struck=item.filtered <= 0,
                strong=item.id == step.id,
                ghost=item.probability if self.filters else None,
            )
            for name, item in zip(written.candidates, step.candidates, strict=True)
        ]
        if self.filters:
            share = step.removed_mass
            left = plural(step.num_kept, "{count:,} token left", "{count:,} tokens left")
            tip = tr(
                "{share:.1%} of the probability at this temperature, {left}", share=share, left=left
            )
            text = f"{share:.1%}"
            bars.append(Bar(tr("removed"), share, slot=slot, struck=True, text=text, tip=tip))
        return bars

    def _bar_text(self, item: Candidate) -> str:
        after = number(item.filtered) if item.filtered > 0 or not self.filters else tr("cut")
        return f"{number(item.probability)} → {after}" if self.filters else after

    def steps(self) -> Drawing | None:
        """A row for each step: its candidates, the chosen one among them, and what was removed."""
        draft, filters = self.draft, self.filters
        if not draft.steps:
            return None
        rows = [self._row(at, written) for at, written in enumerate(draft.steps, 1)]
        count = max(len(written.candidates) for written in draft.steps)
        candidates = [
            Column(MOST_PROBABLE if n == 0 else "", least=MIN_CELL, most=MAX_CELL,
                   stretch=True, optional=True, clicks=True)
            for n in range(count)
        ]  # fmt: skip
        removed = [Column(tr("removed"), right=True)] if filters else []
        columns = [Column(right=True, clicks=True), *removed, *candidates]
        table = TableDrawing(columns, rows, selected=draft.step_at(self.step) + 1)
        note = tr("Filled: after temperature and filters. Mark: before.") if filters else ""
        return Titled(Tagged(table, 0), tr("All steps"), note=note)

    def _row(self, at: int, written: LabelledStep) -> TableRow:
        step = written.step
        removed = (
            [TableCell(f"{step.removed_mass:.0%}", muted=True, small=True)] if self.filters else []
        )
        candidates = (
            self._cell(name, item, chosen=item.id == step.id)
            for name, item in zip(written.candidates, step.candidates, strict=True)
        )
        cells = (TableCell(str(at), muted=True, small=True), *removed, *candidates)
        return TableRow(cells, group=at, tip=tr("Step {at}", at=at))

    def _cell(self, name: str, item: Candidate, *, chosen: bool) -> TableCell:
        """A token over its probability; one that the filters removed is struck through."""
        slot, cut = self.slot.index, item.filtered <= 0
        tip = f"{visible(name)}: {number(item.probability)}"
        if cut:
            tip += tr(", removed by the filters")
        elif self.filters:
            tip += tr(", after temperature and filters {item}", item=number(item.filtered))

        def colour(palette: Palette) -> str:
            return palette.model(slot) if chosen else palette.muted

        differs = abs(item.filtered - item.probability) > 1e-3
        return TableCell(
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

    # ---- beam search

    def search(self) -> Drawing:
        """One tree for each run; `continue` starts a new one after the best hypothesis."""
        trees: list[Drawing] = []
        first, slot = 1, self.slot
        for part, (steps, labels) in enumerate(self.draft.searches):
            path, node = best_path(steps), self.node
            here = node and (node.slot, node.part) == (slot.index, part)
            selected = node.hit if node and here else None
            tree = BeamTree(
                steps, labels, path, slot=slot.index, first_number=first, selected=selected
            )
            trees.append(Tagged(tree, (slot.index, part)))
            first += len(path)
        return Titled(Stack(trees), slot.title, slot.index, SEARCH_NOTE, hint=SEARCH_HINT)


def _tip(draft: Continuation, index: int) -> str:
    """A generated token, and its probability where that is known."""
    name = f"{index + 1}: {visible(draft.labels[index])}"
    if index >= len(draft.steps) or draft.steps[index].step.beams:
        return name
    chosen = draft.steps[index].chosen
    return f"{name}, {number(chosen.probability)}" if chosen else name
