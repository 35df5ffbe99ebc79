"""The same sentence under the objectives of several models: one row for each model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from explorer.core.comparison.comparison import (
    OWN_FEED,
    AnswerPlace,
    ObjectiveTask,
    TaskAnswer,
)
from explorer.core.comparison.rows import Fed, Rows
from explorer.ui.graphics.beside import Beside
from explorer.ui.graphics.drawing import Drawing, Row, Stack, TextBlock, Titled, number
from explorer.ui.graphics.legend import ColourScale
from explorer.ui.graphics.tagged import Tagged
from explorer.ui.graphics.tokens.chip import CHANGE_NAMES, TokenChip, visible
from explorer.ui.graphics.tokens.token_rows import TokenRow, TokenRows, margin_of
from explorer.ui.panels.compare.summary import UNTITLED_TOP, Summary, TaskSummary
from explorer.ui.panels.masking.inputs import change_legends
from explorer.ui.style import fonts
from explorer.ui.style.colours import Scale
from models.schema.records import Change
from models.schema.specs import ObjectiveSpec

SUMMARY_WIDTH = 184.0
MODEL_GAP = 28.0
TASK_GAP = 14.0
MIN_TOKENS = 240.0  # of width next to a summary; else they are below it
NO_BREAK_SPACE = "\u00a0"
INPUT, TARGET, PREDICTS = "input", "must predict", "predicts"
PROBABILITY, LOSS, ORDER = "probability", "nats", "order"
UNKNOWN = "?"  # in place of the true token, where the text itself holds a mask
MAX_GUESSES = 3  # in a tip
SURE = Scale(1.0, label="probability of the best guess")
NOTE = (
    "Each model's own objective, sampled with seed {seed} by the code that training uses. Each "
    "column has an input token, what must be predicted there, the best prediction with its "
    "probability, and the loss in nats: the negative logarithm of the true token's probability."
)
NEEDS_PAIR = "Needs two texts."
ADD_PAIR = "Add a second sentence above."
NEEDS_TARGET = "Needs the text that is to be written."
ADD_TARGET = "Type it as the second text above."
HEAD_TAKEN = "No loss here: another objective already uses this text."
NO_TARGETS = "Nothing is predicted here, so this sentence has no loss."


@dataclass(frozen=True)
class ObjectiveTag:
    """The tokens of a model and head; `feed` is the number of a feed in its context."""

    key: str
    head: str
    feed: int = OWN_FEED


@dataclass(frozen=True)
class ObjectiveColumn:
    """A model, its answer, and the selected rows by tag."""

    slot: int
    title: str
    answer: TaskAnswer
    selected: Mapping[ObjectiveTag, Sequence[int]] = field(default_factory=dict)


def figure(columns: Sequence[ObjectiveColumn], seed: int) -> Drawing:
    """All models below one another, then the legend."""
    rows = [_model(column) for column in columns]
    shapes = Stack(change_legends(_met(columns), _num_spans(columns)), gap=8)
    legend = Row([shapes, ColourScale(SURE)], min_width=300)
    body = Stack([*rows, legend], gap=MODEL_GAP)
    return Titled(
        Stack([body]), "One sentence, and what each model learns from it", note=_note(seed)
    )


def _note(seed: int) -> str:
    return NOTE.format(seed=seed)


def _met(columns: Sequence[ObjectiveColumn]) -> list[Change]:
    """The changes that are on the screen, in the order of the records."""
    met = {
        fed.change
        for column in columns
        for task in column.answer.tasks
        for fed in _everything(task)
    }
    return [change for change in Change if change in met and change is not Change.KEPT]


def _num_spans(columns: Sequence[ObjectiveColumn]) -> int:
    """The largest number of dropped spans of one model."""
    tasks = [task for column in columns for task in column.answer.tasks]
    return max((len(_spans(task)) for task in tasks), default=0)


def _spans(task: ObjectiveTask) -> dict[str, int]:
    """The number, from 0, of the span that each sentinel replaces."""
    names = dict.fromkeys(fed.text for fed in _everything(task) if fed.change is Change.SPAN)
    return {name: number for number, name in enumerate(names)}


def _model(column: ObjectiveColumn) -> Drawing:
    answer = column.answer
    if answer.problem:
        summary = TaskSummary(Summary(column.slot, column.title))
        return _beside_summary(summary, TextBlock(answer.problem, hint=answer.way_out))
    parts = [_task(column, task, n == 0) for n, task in enumerate(answer.tasks)]
    parts += [_silent(column, spec) for spec in answer.silent]
    return Stack(parts, gap=TASK_GAP)


def _silent(column: ObjectiveColumn, objective: ObjectiveSpec) -> Drawing:
    """An objective without a target in this text: why, and what the user can do."""
    why, hint = _missing(column.answer, objective)
    summary = TaskSummary(Summary(column.slot, name=objective.title))
    message = TextBlock(why, hint=hint, pixels=fonts.SMALL, top=UNTITLED_TOP)
    return _beside_summary(summary, message)


def _missing(answer: TaskAnswer, objective: ObjectiveSpec) -> tuple[str, str]:
    """A head for pairs lacks the second text, a decoder lacks the text that it must write."""
    if answer.corruption is not None and answer.corruption.encoding.pair is not None:
        return HEAD_TAKEN, ""
    assert answer.card is not None
    heads = [head for head in answer.card.spec.heads if head.name in objective.trains]
    judges = any(head.predicts == "class" for head in heads)
    return (NEEDS_PAIR, ADD_PAIR) if judges else (NEEDS_TARGET, ADD_TARGET)


def _beside_summary(summary: Drawing, tokens: Drawing) -> Drawing:
    return Beside(summary, tokens, limit=SUMMARY_WIDTH, min_rest=MIN_TOKENS)


def _task(column: ObjectiveColumn, task: ObjectiveTask, first: bool) -> Drawing:
    several = len(column.answer.tasks) > 1
    name = f"{task.objective.title}: {task.head.title.lower()}" if several else task.objective.title
    summary = Summary(
        slot=column.slot,
        title=column.title if first else "",
        name=name,
        share=None if task.whole_text else task.coverage.percent / 100,
        lines=tuple(_lines(task)),
    )
    return _beside_summary(TaskSummary(summary), _tokens(column, task))


def _lines(task: ObjectiveTask) -> Iterator[str]:
    """The share of tokens with a loss, the loss, and the accuracy."""
    coverage = task.coverage
    if task.whole_text:
        yield "One answer for the whole text"
    else:
        yield f"Loss on {coverage.percent:.0f} % of tokens"
        yield f"{coverage.targets:,} of {coverage.fed:,} input tokens"
    if task.loss is not None:
        unit = "nats" if task.whole_text else "nats per token"
        yield f"{number(task.loss)} {unit}, accuracy {task.num_right:,} of {task.num_known:,}"
    elif task.places:
        yield "The true token is unknown, so there is no loss"


def _tokens(column: ObjectiveColumn, task: ObjectiveTask) -> Drawing:
    """The context of the head, then its own rows with their targets."""
    key, head = column.answer.key, task.head.name
    own = _own_rows(task)
    feeds = {
        **{ObjectiveTag(key, head, n): [_context_row(rows, _spans(task))]
           for n, rows in enumerate(task.context)},
        ObjectiveTag(key, head): own,
    }  # fmt: skip
    margin = max(margin_of(rows) for rows in feeds.values())
    parts: list[Drawing] = [
        Tagged(
            TokenRows(
                rows,
                selected=column.selected.get(tag, ()),
                whole_columns=True,
                sees=task.sees if rows is own and not task.whole_text else None,
                margin=margin,
            ),
            tag,
        )
        for tag, rows in feeds.items()
    ]
    if not task.places:
        parts.append(TextBlock(NO_TARGETS))
    return Stack(parts, gap=8)


def _context_row(rows: Rows, spans: Mapping[str, int]) -> TokenRow:
    """A row of the context of the head."""
    chips = tuple(
        _seen_chip(fed, spans.get(fed.text), f"{n}: {_token_words(fed)}")
        for n, fed in enumerate(rows.tokens)
    )
    return _with_order(chips, rows.tokens, _input_of(rows.title))


def _with_order(chips: tuple[TokenChip, ...], tokens: Sequence[Fed], name: str) -> TokenRow:
    """With the positions in the order below the tokens, where there is one."""
    if all(fed.order is None for fed in tokens):
        return TokenRow(chips, name)
    places = ("" if fed.order is None else str(fed.order) for fed in tokens)
    chips = tuple(replace(c, below=(place,)) for c, place in zip(chips, places, strict=True))
    return TokenRow(chips, name, below=(ORDER,))


def _own_rows(task: ObjectiveTask) -> list[TokenRow]:
    """The inputs of the head and, below one another, its targets and predictions."""
    tokens = task.rows.tokens[:1] if task.whole_text else task.rows.tokens
    places = {place.row: place for place in task.places}
    if task.whole_text:
        places = {row: _unbroken(place) for row, place in places.items()}
    spans = _written_spans(tokens, _spans(task))
    tips = [_tip(task, n, fed, places.get(n)) for n, fed in enumerate(tokens)]
    seen = tuple(map(_seen_chip, tokens, spans, tips))
    row = _with_order(seen, tokens, _input_of(task.rows.title) if task.context else INPUT)
    if not places:
        return [row]
    targets = [places.get(n) for n in range(len(tokens))]
    must = tuple(map(_truth_chip, targets, [*spans[1:], None]))
    predicts = tuple(map(_guess_chip, targets))
    return [row, TokenRow(must, TARGET), TokenRow(predicts, PREDICTS, below=(PROBABILITY, LOSS))]


def _seen_chip(fed: Fed, span: int | None, tip: str) -> TokenChip:
    replaced = fed.change in (Change.RANDOM, Change.REPLACED)
    return TokenChip(
        text=fed.text,
        change=fed.change,
        original=fed.original if replaced else "",
        special=fed.special and fed.change is not Change.SPAN,
        unknown=fed.unknown,
        span=span,
        tip=tip,
    )


def _truth_chip(place: AnswerPlace | None, span: int | None) -> TokenChip:
    if place is None:
        return TokenChip("·", plain=True)
    known = place.truth is not None
    return TokenChip(place.truth or UNKNOWN, dimmed=not known, span=span)


def _guess_chip(place: AnswerPlace | None) -> TokenChip | None:
    """The best guess over its probability and the loss of the place."""
    if place is None:
        return None
    loss = "" if place.loss is None else number(place.loss)
    if not place.guesses:
        return TokenChip(" ", plain=True, below=("", loss))
    text, probability = place.guesses[0]
    mark = {None: "", True: "right", False: "wrong"}[place.right]
    return TokenChip(text, heat=probability, mark=mark, below=(number(probability), loss))


def _written_spans(tokens: Sequence[Fed], spans: Mapping[str, int]) -> list[int | None]:
    """The span of each token that a decoder is fed, which ends with the next special token.

    A decoder must write at each row what it is fed at the next.
    """
    span_of: list[int | None] = []
    span: int | None = None
    for fed in tokens:
        if fed.special:
            span = spans.get(fed.text)
        span_of.append(span)
    return span_of


def _everything(task: ObjectiveTask) -> Iterator[Fed]:
    for rows in (*task.context, task.rows):
        yield from rows.tokens


def _unbroken(place: AnswerPlace) -> AnswerPlace:
    """With answers that are words and no tokens, so their spaces are ordinary ones."""
    guesses = tuple((_words(text), sure) for text, sure in place.guesses)
    truth = None if place.truth is None else _words(place.truth)
    return replace(place, guesses=guesses, truth=truth)


def _words(text: str) -> str:
    return text.replace(" ", NO_BREAK_SPACE)


def _input_of(title: str) -> str:
    return f"{title.lower()} input"


def _token_words(fed: Fed) -> str:
    """A token and what happened to it."""
    name = visible(fed.text)
    if fed.change is Change.KEPT:
        return f"{name}, a special token" if fed.special else name
    original = f" for {visible(fed.original)}" if fed.original else ""
    return f"{name}, {CHANGE_NAMES[fed.change]}{original}"


def _tip(task: ObjectiveTask, row: int, fed: Fed, place: AnswerPlace | None) -> str:
    in_order = "" if fed.order is None else f", position {fed.order} in the order"
    start = f"{row}: {_token_words(fed)}{in_order}"
    if place is None:
        return f"{start}. Nothing is predicted here."
    if task.whole_text:
        start = f"Read at {visible(fed.text)}, which attends to the whole text"
    best = ", ".join(f"{visible(text)} {number(p)}" for text, p in place.guesses[:MAX_GUESSES])
    if place.truth is None:
        return f"{start}. The true token is unknown; most probable are {best}."
    must = f"{start}. Must predict {visible(place.truth)}"
    if place.probability is None or place.right:
        return f"{must}; most probable are {best}."
    return f"{must}, which has probability {number(place.probability)}; most probable are {best}."
