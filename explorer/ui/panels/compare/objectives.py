"""The same sentence under the objectives of several models: one row for each model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF

from explorer.core.comparison.comparison import (
    ObjectivesResult,
    ObjectiveTask,
    TargetPrediction,
)
from explorer.core.comparison.rows import InputToken, Rows
from explorer.core.comparison.selection import ObjectiveTag
from explorer.core.library.slots import ModelSlot
from explorer.core.localization import tr
from explorer.core.panel_text import panel_text
from explorer.ui.graphics.drawing import (
    TITLE_HEIGHT,
    Drawing,
    Row,
    Stack,
    Tagged,
    TextBlock,
    Titled,
    TwoColumns,
    number,
)
from explorer.ui.graphics.legend import ColourScale
from explorer.ui.graphics.sketch import Sketch, Sketched
from explorer.ui.graphics.tokens.chip import CHANGE_NAMES, TokenChip, visible
from explorer.ui.graphics.tokens.token_rows import TokenRow, TokenRows, margin_of
from explorer.ui.panels.masking.inputs import change_legends
from explorer.ui.style import fonts
from explorer.ui.style.colours import Scale
from models.schema.records import TokenChange

BAR_HEIGHT = 8.0
BADGE = 26.0
MAX_BAR = 168.0
LINE_GAP = 3.0
UNTITLED_TOP = 4.0  # above a task without a title, level with the tokens beside it
SUMMARY_WIDTH = 184.0
MODEL_GAP = 28.0
TASK_GAP = 14.0
MIN_TOKENS = 240.0  # of width next to a summary; else they are below it
NO_BREAK_SPACE = "\u00a0"
INPUT, TARGET, PREDICTS = tr("input"), tr("must predict"), tr("predicts")
PROBABILITY, LOSS, ORDER = tr("probability"), tr("nats"), tr("order")
UNKNOWN = "?"  # in place of the true token, where the text itself holds a mask
MAX_GUESSES = 3  # in a tip
TITLE = tr("One sentence, and what each model learns from it")
SURE = Scale(1.0, label=tr("probability of the best guess"))
NO_TARGETS = tr("Nothing is predicted here, so this sentence has no loss.")


@dataclass(eq=False)
class TaskSummary(Sketched):
    """`title` empty: a further task of the model above. `share` of tokens with a loss, 0 to 1."""

    slot: int
    title: str = ""
    name: str = ""  # of the task
    share: float | None = None
    lines: tuple[str, ...] = ()  # below the bar; the first is the loudest

    def draw(self, sketch: Sketch, width: float) -> None:
        palette, top = sketch.palette, UNTITLED_TOP
        colour = palette.model(self.slot)
        if self.title:
            sketch.badge(QPointF(0, 3), self.slot)
            title = QRectF(BADGE, 0, width - BADGE, TITLE_HEIGHT)
            sketch.text(title, self.title, colour, bold=True, elide=True)
            top = TITLE_HEIGHT + 2
        name = QRectF(0, top, width, 0)
        top += sketch.paragraph(name, self.name, palette.muted, pixels=fonts.SMALL) + 6
        if self.share is not None:
            room, share = min(width, MAX_BAR), min(self.share, 1.0)
            sketch.fill(QRectF(0, top, room, BAR_HEIGHT), palette.raised, radius=3)
            sketch.fill(QRectF(0, top, room * share, BAR_HEIGHT), colour, radius=3)
            top += BAR_HEIGHT + 6
        for n, text in enumerate(self.lines):
            ink, pixels = (palette.muted, fonts.SMALL) if n else (palette.text, fonts.BODY)
            top += sketch.paragraph(QRectF(0, top, width, 0), text, ink, pixels=pixels) + LINE_GAP
        sketch.reserve(QRectF(0, 0, width, top))


Marked = Mapping[ObjectiveTag, Sequence[int]]  # the rows that are marked


def figure(
    answered: Sequence[tuple[ModelSlot, ObjectivesResult]], marked: Marked, seed: int
) -> Drawing:
    """All models below one another, then the legend."""
    tasks = [task for _, answer in answered for task in answer.tasks]
    changes = {fed.change for task in tasks for fed in task.all_tokens}
    num_spans = max((len(task.spans) for task in tasks), default=0)
    legend = Row(
        [Stack(change_legends(changes, num_spans), gap=8), ColourScale(SURE)], min_width=300
    )
    models = Stack([_model(*each, marked) for each in answered], gap=MODEL_GAP)
    note = panel_text("compare").notes["objectives"].format(seed=seed)
    return Stack([Titled(models, TITLE, note=note), legend], gap=MODEL_GAP)


def _model(slot: ModelSlot, answer: ObjectivesResult, marked: Marked) -> Drawing:
    """Its tasks, then its objectives without a target in this text."""
    if answer.problem:
        message = TextBlock(answer.problem, hint=answer.hint)
        return _place_side_by_side(TaskSummary(slot.index, slot.title), message)
    parts = []
    for n, task in enumerate(answer.tasks):
        name = tr(task.objective.title)
        if len(answer.tasks) > 1:
            name = f"{name}: {tr(task.head.title).lower()}"
        summary = TaskSummary(slot.index, "" if n else slot.title, name, *_losses(task))
        parts.append(_place_side_by_side(summary, _tokens(answer.key, task, marked)))
    for objective in answer.without_targets:
        reason, hint = answer.missing_reason(objective)
        message = TextBlock(reason, hint=hint, pixels=fonts.SMALL, top=UNTITLED_TOP)
        parts.append(
            _place_side_by_side(TaskSummary(slot.index, name=tr(objective.title)), message)
        )
    return Stack(parts, gap=TASK_GAP)


def _place_side_by_side(summary: Drawing, tokens: Drawing) -> Drawing:
    return TwoColumns(summary, tokens, limit=SUMMARY_WIDTH, min_rest=MIN_TOKENS)


def _losses(task: ObjectiveTask) -> tuple[float | None, tuple[str, ...]]:
    """The share of tokens with a loss; in words this share, the loss, and the accuracy."""
    coverage, share, lines = task.coverage, None, [tr("One answer for the whole text")]
    if not task.whole_text:
        share = coverage.share_in_percent / 100
        lines = [
            tr("Loss on {coverage:.0f} % of tokens", coverage=coverage.share_in_percent),
            tr("{coverage:,} of {fed:,} input tokens", coverage=coverage.targets, fed=coverage.fed),
        ]
    if task.loss is not None:
        loss = f"{number(task.loss)} {tr('nats')}"
        if not task.whole_text:
            loss = tr("{loss} nats per token", loss=number(task.loss))
        accuracy = tr(
            "accuracy {task:,} of {num_known:,}", task=task.num_correct, num_known=task.num_known
        )
        lines.append(f"{loss}, {accuracy}")
    elif task.places:
        lines.append(tr("The true token is unknown, so there is no loss"))
    return share, tuple(lines)


def _tokens(key: str, task: ObjectiveTask, marked: Marked) -> Drawing:
    """The context of the head, then its own rows with their targets."""
    head = task.head.name
    feeds = {
        ObjectiveTag(key, head, n): [_context_row(rows, task.spans)]
        for n, rows in enumerate(task.context)
    }
    own = ObjectiveTag(key, head)
    feeds[own] = _own_rows(task)
    margin = max(margin_of(rows) for rows in feeds.values())
    parts: list[Drawing] = []
    for tag, rows in feeds.items():
        sees = task.visible if tag == own and not task.whole_text else None
        drawing = TokenRows(
            rows, marked=marked.get(tag, ()), whole_columns=True, sees=sees, margin=margin
        )
        parts.append(Tagged(drawing, tag))
    if not task.places:
        parts.append(TextBlock(NO_TARGETS))
    return Stack(parts, gap=8)


def _context_row(rows: Rows, spans: Mapping[str, int]) -> TokenRow:
    """A row of the context of the head."""
    chips = tuple(
        _input_chip(fed, spans.get(fed.text), f"{n}: {_token_words(fed)}")
        for n, fed in enumerate(rows.tokens)
    )
    return _add_order(chips, rows.tokens, _input_of(rows.title))


def _add_order(chips: tuple[TokenChip, ...], tokens: Sequence[InputToken], name: str) -> TokenRow:
    """Return a token row with the positions in the factorization order below, if there is one."""
    if all(fed.order is None for fed in tokens):
        return TokenRow(chips, name)
    places = ("" if fed.order is None else str(fed.order) for fed in tokens)
    chips = tuple(replace(c, below=(place,)) for c, place in zip(chips, places, strict=True))
    return TokenRow(chips, name, below=(ORDER,))


def _own_rows(task: ObjectiveTask) -> list[TokenRow]:
    """The inputs of the head and, below one another, its targets and predictions."""
    tokens = task.rows.tokens[:1] if task.whole_text else task.rows.tokens
    at_row = {p.row: _protect_spaces(p) if task.whole_text else p for p in task.places}
    places = [at_row.get(n) for n in range(len(tokens))]
    written = task.written_spans[: len(tokens)]
    tips = [_tip(task, n, fed, places[n]) for n, fed in enumerate(tokens)]
    inputs = tuple(map(_input_chip, tokens, written, tips))
    row = _add_order(inputs, tokens, _input_of(task.rows.title) if task.context else INPUT)
    if not task.places:
        return [row]
    targets = tuple(map(target_chip, places, [*written[1:], None]))
    predicted = tuple(map(predicted_chip, places))
    return [
        row,
        TokenRow(targets, TARGET),
        TokenRow(predicted, PREDICTS, below=(PROBABILITY, LOSS)),
    ]


def _input_chip(fed: InputToken, span: int | None, tip: str) -> TokenChip:
    replaced = fed.change in (TokenChange.RANDOM, TokenChange.REPLACED)
    return TokenChip(
        text=fed.text,
        change=fed.change,
        original=fed.original if replaced else "",
        special=fed.special and fed.change is not TokenChange.SPAN,
        unknown=fed.unknown,
        span=span,
        tip=tip,
    )


def target_chip(place: TargetPrediction | None, span: int | None) -> TokenChip:
    if place is None:
        return TokenChip("·", plain=True)
    return TokenChip(place.truth or UNKNOWN, dimmed=place.truth is None, span=span)


def predicted_chip(place: TargetPrediction | None) -> TokenChip | None:
    """The best guess over its probability and the loss of the place."""
    if place is None:
        return None
    loss = "" if place.loss is None else number(place.loss)
    if not place.guesses:
        return TokenChip(" ", plain=True, below=("", loss))
    text, probability = place.guesses[0]
    mark = {None: "", True: "right", False: "wrong"}[place.is_correct]
    return TokenChip(text, heat=probability, mark=mark, below=(number(probability), loss))


def _protect_spaces(place: TargetPrediction) -> TargetPrediction:
    """Return the prediction with no-break spaces, as its answers are words, not tokens."""
    guesses = tuple((text.replace(" ", NO_BREAK_SPACE), sure) for text, sure in place.guesses)
    truth = None if place.truth is None else place.truth.replace(" ", NO_BREAK_SPACE)
    return replace(place, guesses=guesses, truth=truth)


def _input_of(title: str) -> str:
    return tr("{title} input", title=title.lower())


def _token_words(fed: InputToken) -> str:
    """A token and what happened to it."""
    name = visible(fed.text)
    if fed.change is TokenChange.KEPT:
        return tr("{name}, a special token", name=name) if fed.special else name
    change = f"{name}, {CHANGE_NAMES[fed.change]}"
    if not fed.original:
        return change
    return tr("{change} for {original}", change=change, original=visible(fed.original))


def _tip(task: ObjectiveTask, row: int, fed: InputToken, place: TargetPrediction | None) -> str:
    in_order = "" if fed.order is None else tr(", position {fed} in the order", fed=fed.order)
    start = f"{row}: {_token_words(fed)}{in_order}"
    if place is None:
        return tr("{start}. Nothing is predicted here.", start=start)
    if task.whole_text:
        start = tr("Read at {fed}, which attends to the whole text", fed=visible(fed.text))
    best = ", ".join(f"{visible(text)} {number(p)}" for text, p in place.guesses[:MAX_GUESSES])
    if place.truth is None:
        return tr(
            "{start}. The true token is unknown; most probable are {best}.", start=start, best=best
        )
    must = tr("{start}. Must predict {place}", start=start, place=visible(place.truth))
    if place.probability is None or place.is_correct:
        return tr("{must}; most probable are {best}.", must=must, best=best)
    return tr(
        "{must}, which has probability {place}; most probable are {best}.",
        must=must,
        place=number(place.probability),
        best=best,
    )
