"""One sentence, several objectives: inputs, targets, predictions and loss of each model.

A model's objectives train one head or several; each head is a task with rows of its own, which are
the entries of the feed that its stream reads: those of a decoder, or the tokens that another head
put in.

Shapes: T tokens of the main input, R rows of a task.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from explorer.core.comparison.rows import InputToken, Rows, rows_of
from explorer.core.engine.cards import ModelCard
from explorer.core.engine.engine import Engine
from explorer.core.engine.feeding.decided_masks import MaskingQuestion, decisions
from explorer.core.engine.feeding.feeds import key_feeds
from explorer.core.engine.feeding.model_input import corrupt, open_positions
from explorer.core.engine.labels import names_at
from explorer.core.engine.predicting.detection import THRESHOLD, detect
from explorer.core.engine.predicting.predictions import predict
from explorer.core.engine.predicting.probabilities import (
    choice_losses,
    flag_losses,
    rank,
    sigmoid,
    softmax,
)
from explorer.core.localization import tr
from explorer.core.masking.classification import class_title, entity_mentions
from explorer.core.masking.masks import LossCoverage
from explorer.core.readable import join_names, model_limits
from models.schema.records import BoolArray, ModelInput, TokenChange, Trace
from models.schema.specs import HeadSpec, ObjectiveSpec, StreamSpec

NUM_GUESSES = 5
OWN_FEED = -1  # of a task: its own rows, and no context
NOTHING_TRAINED = tr(
    "lacks the heads that its objectives train, so there is nothing to learn from a sentence."
)
OTHER_CHECKPOINT = tr("Choose a checkpoint that was saved with all its pretraining heads.")
NEEDS_PAIR = tr("Needs two texts.")
ADD_PAIR = tr("Add a second sentence above.")
NEEDS_TARGET = tr("Needs the text that is to be written.")
ADD_TARGET = tr("Type it as the second text above.")
HEAD_TAKEN = tr("No loss here: another objective already uses this text.")
FLAG_TITLES = (tr("original"), tr("replaced"))


@dataclass(frozen=True)
class TargetPrediction:
    """The prediction for one target. `truth` is None where it is unknown."""

    row: int
    guesses: tuple[tuple[str, float], ...]  # most probable first
    truth: str | None = None
    probability: float | None = None  # of the truth
    rank: int | None = None  # of the truth, 0 is first
    loss: float | None = None  # nats

    @property
    def is_correct(self) -> bool | None:
        """Whether the best guess is correct; None where the true token is unknown."""
        return None if self.rank is None else self.rank == 0


@dataclass(frozen=True, eq=False)
class ObjectiveTask:
    """The inputs and targets of one head. `context` is what it attends to besides its own rows."""

    head: HeadSpec
    objective: ObjectiveSpec
    rows: Rows
    places: tuple[TargetPrediction, ...]
    coverage: LossCoverage
    context: tuple[Rows, ...] = ()
    visible: BoolArray | None = None  # (R, R) which row attends to which; None: all to all

    @property
    def loss(self) -> float | None:
        """The mean over the positions whose true token is known, in nats."""
        known = [place.loss for place in self.places if place.loss is not None]
        return sum(known) / len(known) if known else None

    @property
    def num_correct(self) -> int:
        return sum(place.is_correct is True for place in self.places)

    @property
    def num_known(self) -> int:
        return sum(place.is_correct is not None for place in self.places)

    @property
    def all_tokens(self) -> Iterator[InputToken]:
        """The tokens of the context, then those of the head's own rows."""
        for rows in (*self.context, self.rows):
            yield from rows.tokens

    @cached_property
    def spans(self) -> dict[str, int]:
        """The number, from 0, of the span that each sentinel replaces."""
        sentinels = (fed.text for fed in self.all_tokens if fed.change is TokenChange.SPAN)
        return {name: number for number, name in enumerate(dict.fromkeys(sentinels))}

    @property
    def written_spans(self) -> list[int | None]:
        """The span of each token that a decoder is fed, which ends with the next special token.

        A decoder must write at each row what it is fed at the next.
        """
        span_of: list[int | None] = []
        span: int | None = None
        for fed in self.rows.tokens:
            if fed.special:
                span = self.spans.get(fed.text)
            span_of.append(span)
        return span_of

    @property
    def whole_text(self) -> bool:
        """Whether it classifies the whole text and no single token."""
        return self.head.predicts == "class"

    def prediction_at(self, row: int) -> TargetPrediction | None:
        return next((place for place in self.places if place.row == row), None)

    def feed(self, number: int) -> Rows:
        """A feed of its context, by number; or its own rows."""
        return self.rows if number == OWN_FEED else self.context[number]

    def rows_of(self, position: int, feed: int = OWN_FEED) -> tuple[int, ...]:
        """The rows of a feed that a token of the sentence became."""
        tokens = self.feed(feed).tokens
        return tuple(n for n, fed in enumerate(tokens) if fed.origin == position)


@dataclass(frozen=True, eq=False)
class ObjectivesResult:
    """One model and one sentence; `problem` says why there are no tasks."""

    key: str
    card: ModelCard | None = None
    model_input: ModelInput | None = None
    tasks: tuple[ObjectiveTask, ...] = ()
    without_targets: tuple[ObjectiveSpec, ...] = ()  # those without a target in this text
    sampled: bool = True  # whether the objective sampled; otherwise only the user's masks are set
    overridden: bool = False  # whether the user masked tokens, or left them unchanged
    problem: str = ""
    hint: str = ""  # what the user can do about it

    def missing_reason(self, objective: ObjectiveSpec) -> tuple[str, str]:
        """Why an objective has no target in this text, and what the user can do about it.

        A head for pairs lacks the second text, a decoder lacks the text that it must write.
        """
        if self.model_input is not None and self.model_input.encoding.pair is not None:
            return HEAD_TAKEN, ""
        assert self.card is not None
        heads = [head for head in self.card.spec.heads if head.name in objective.trains]
        classifies = any(head.predicts == "class" for head in heads)
        return (NEEDS_PAIR, ADD_PAIR) if classifies else (NEEDS_TARGET, ADD_TARGET)


def compare(engine: Engine, key: str, question: MaskingQuestion) -> ObjectivesResult:
    """A model's tasks for the sentence, with its predictions. Raises UserError."""
    card, objectives = engine.card(key), engine.objectives(key)
    encoding = engine.encode(key, question.text, question.pair)
    written = open_positions(engine, key, encoding)
    sampled = not written if question.draw is None else question.draw
    forced = decisions(engine, key, question)
    model_input = corrupt(engine, key, encoding, question.seed, decisions=forced, sample=sampled)
    if not objectives:
        nothing = f"{card.title} {NOTHING_TRAINED}"
        return ObjectivesResult(key, card, model_input, problem=nothing, hint=OTHER_CHECKPOINT)
    tasks_of = _ModelQuery(engine, card, model_input).all_tasks(objectives)
    return ObjectivesResult(
        key,
        card,
        model_input,
        tasks=tuple(task for _, tasks in tasks_of for task in tasks),
        without_targets=tuple(spec for spec, tasks in tasks_of if not tasks),
        sampled=sampled,
        overridden=bool(forced),
    )


class _ModelQuery:
    """One corrupted text and one model."""

    def __init__(self, engine: Engine, card: ModelCard, model_input: ModelInput) -> None:
        self._engine = engine
        self._card = card
        self._model_input = model_input
        self._tokenizer = engine.tokenizer(card.key)
        self._trace = engine.trace(card.key, model_input, ("logits",))

    def all_tasks(
        self, objectives: Sequence[ObjectiveSpec]
    ) -> list[tuple[ObjectiveSpec, list[ObjectiveTask]]]:
        """The tasks of each objective; a shared head belongs to the first with a target."""
        tasks_of: list[tuple[ObjectiveSpec, list[ObjectiveTask]]] = []
        used: set[str] = set()
        for objective in objectives:
            others = [one for one in objectives if one is not objective]
            mine = objective.trains - used
            if any(mine & one.trains for one in others):
                mine &= self._targets_of(objective)
            used |= mine
            tasks_of.append((objective, self._tasks(objective, mine)))
        return tasks_of

    def _targets_of(self, objective: ObjectiveSpec) -> set[str]:
        """The heads for which an objective alone has a target in this text."""
        clean = self._engine.link_entities(
            self._card.key, ModelInput.clean(self._model_input.encoding)
        )
        rng = np.random.default_rng(0)  # which heads have targets does not depend on the sample
        return set(objective.corrupt(clean, rng, self._tokenizer.vocabulary).targets)

    def _tasks(self, objective: ObjectiveSpec, names: Collection[str]) -> list[ObjectiveTask]:
        """A task for each of the heads, in the order of the architecture."""
        heads = [head for head in self._card.spec.heads if head.name in names]
        tasks = [self._task(objective, head) for head in heads]
        return [task for task in tasks if task is not None]

    def _task(self, objective: ObjectiveSpec, head: HeadSpec) -> ObjectiveTask | None:
        if head.predicts == "class":
            return self._classified_text(objective, head)
        if head.predicts == "flag":
            return self._classified_tokens(objective, head)
        places = (
            self._predict_entities(head)
            if head.predicts == "entity"
            else self._predict_tokens(head)
        )
        targets = self._model_input.targets.get(head.name)
        return self._made(objective, head, self._trace, places, len(targets or ()))

    def _made(
        self,
        objective: ObjectiveSpec,
        head: HeadSpec,
        trace: Trace,
        places: Sequence[TargetPrediction],
        num_targets: int,
    ) -> ObjectiveTask:
        """The task with the rows of its head's stream, and those that the stream attends to."""
        spec, model_input = self._card.spec, trace.model_input
        stream = spec.stream(head.read(trace.streams))
        rows = rows_of(self._tokenizer, spec, model_input, stream.feed, tr(stream.title))
        others = [feed for feed in key_feeds(spec, stream.feed) if feed != stream.feed]
        context = tuple(rows_of(self._tokenizer, spec, model_input, feed) for feed in others)
        num_fed = len(rows.tokens) + sum(len(other.tokens) for other in context)
        return ObjectiveTask(
            head=head,
            objective=objective,
            rows=rows,
            places=tuple(places),
            coverage=LossCoverage(num_fed, num_targets),
            context=context,
            visible=self._visible(stream, model_input),
        )

    def _visible(self, stream: StreamSpec, model_input: ModelInput) -> BoolArray | None:
        """Which row attends to which in any layer (R, R); None: all to all."""
        spec = self._card.spec
        if spec.stream(stream.columns or stream.name).feed != stream.feed:
            return None
        model = self._engine.load_model(self._card.key).model
        layers = range(max(1, len(model.attention_taps(stream.name))))
        masks = [stream.visible(model_input, model.config, layer) for layer in layers]
        known = [each for each in masks if each is not None]
        return np.logical_or.reduce(known) if len(known) == len(masks) else None

    def _predict_tokens(self, head: HeadSpec) -> list[TargetPrediction]:
        """Tokens: at the targets, and at masks in the text, whose true token is unknown."""
        name = names_at(self._tokenizer, self._model_input.encoding)
        spec = self._card.spec
        predictions = predict(self._trace, spec, self._tokenizer, None, NUM_GUESSES, head)
        return [
            TargetPrediction(
                row=one.position,
                guesses=tuple((name(one.place, c.id), c.probability) for c in one.candidates),
                truth=None if one.truth is None else name(one.place, one.truth),
                probability=one.probability,
                rank=one.rank,
                loss=one.loss,
            )
            for one in predictions
        ]

    def _predict_entities(self, head: HeadSpec) -> list[TargetPrediction]:
        """The entities of mentions, at the first token of each."""
        mentions = entity_mentions(self._engine, self._card, head, self._trace, NUM_GUESSES)
        return [
            TargetPrediction(
                one.start, one.candidates, one.truth, one.probability, one.rank, one.loss
            )
            for one in mentions
            if one.is_target
        ]

    def _classified_tokens(self, objective: ObjectiveSpec, head: HeadSpec) -> ObjectiveTask:
        """Every token, flagged or not; a generator writes first where the model has one.

        A mask in the text itself has no true token, so it has no target.
        """
        targets = self._model_input.targets.get(head.name)
        if targets is not None:
            trace, rows, truth = self._trace, targets.positions, targets.labels
        else:
            detection = detect(self._engine, self._card.key, self._model_input)
            trace, truth = detection.trace, detection.replaced.astype(np.int64)
            rows = np.arange(len(truth))
        logits = trace.logits[head.name][rows]  # (N,)
        losses = flag_losses(logits, truth)
        places = [
            _two_sided(int(row), float(p), bool(flag), float(loss))
            for row, p, flag, loss in zip(rows, sigmoid(logits), truth, losses, strict=True)
        ]
        fed = trace.model_input.ids_of(self._card.spec.stream(head.stream).feed)
        places = [
            TargetPrediction(place.row, place.guesses)
            if fed[place.row] == self._tokenizer.mask_id
            else place
            for place in places
        ]
        num_known = sum(place.truth is not None for place in places)
        return self._made(objective, head, trace, places, num_known)

    def _classified_text(self, objective: ObjectiveSpec, head: HeadSpec) -> ObjectiveTask | None:
        """One answer for the whole text, which needs a pair or a known truth to make sense."""
        targets = self._model_input.targets.get(head.name)
        if targets is None and self._model_input.encoding.pair is None:
            return None
        logits = self._trace.logits[head.name]  # (C,)
        sure = softmax(logits)
        order = np.argsort(-sure, kind="stable").tolist()
        truth = None if targets is None else int(targets.labels[0])
        place = TargetPrediction(
            row=0,
            guesses=tuple((class_title(head, n), float(sure[n])) for n in order),
            truth=None if truth is None else class_title(head, truth),
            probability=None if truth is None else float(sure[truth]),
            rank=None if truth is None else rank(logits, truth),
            loss=None if targets is None else float(choice_losses(logits[None], targets.labels)[0]),
        )
        return self._made(objective, head, self._trace, [place], len(targets or ()))


def _two_sided(row: int, replaced: float, truth: bool, loss: float) -> TargetPrediction:
    """The verdict on one token, from the probability that it was replaced."""
    sides = [(FLAG_TITLES[0], 1 - replaced), (FLAG_TITLES[1], replaced)]
    called = replaced >= THRESHOLD
    guesses = tuple(reversed(sides)) if called else tuple(sides)
    return TargetPrediction(
        row=row,
        guesses=guesses,
        truth=FLAG_TITLES[truth],
        probability=replaced if truth else 1 - replaced,
        rank=int(called != truth),
        loss=loss,
    )


def table_rows(answers: Mapping[str, ObjectivesResult]) -> list[tuple[object, ...]]:
    """Every input token of a task as plain values, for a file: its context, then its own rows."""
    return [
        (answer.key, task.objective.name, task.head.name, *_token_values(task, feed, n))
        for answer in answers.values()
        for task in answer.tasks
        for feed in (*range(len(task.context)), OWN_FEED)
        for n in range(len(task.feed(feed).tokens))
    ]


def summaries(answers: Mapping[str, ObjectivesResult]) -> dict[str, dict[str, dict[str, object]]]:
    """The values of whole tasks, by model and head."""
    return {
        answer.key: {
            task.head.name: {
                "loss": task.loss,
                "taught": task.coverage.targets,
                "fed": task.coverage.fed,
            }
            for task in answer.tasks
        }
        for answer in answers.values()
    }


TABLE_COLUMNS = (
    *("model", "objective", "head", "reader", "row", "turn", "sees", "change", "instead_of"),
    *("must_predict", "predicts", "confidence", "probability_of_truth", "rank", "nats"),
)


def _token_values(task: ObjectiveTask, feed: int, row: int) -> tuple[object, ...]:
    """The reader is the encoder or decoder of the token; only a task's own rows have targets."""
    rows = task.feed(feed)
    fed, place = rows.tokens[row], task.prediction_at(row) if feed == OWN_FEED else None
    fed_values = (rows.title, row, fed.order, fed.text, fed.change.name.lower(), fed.original)
    if place is None:
        return (*fed_values, None, None, None, None, None, None)
    best = place.guesses[0] if place.guesses else (None, None)
    known = None if place.rank is None else place.rank + 1
    return (*fed_values, place.truth, *best, place.probability, known, place.loss)


def limits(answers: Sequence[tuple[str, ObjectivesResult]]) -> list[str]:
    """Limits of the answers of models, by title, and masks that the objective did not sample."""
    read = [(title, one) for title, one in answers if one.model_input is not None]
    lines = model_limits(
        (title, one.card, one.model_input.encoding.num_cut)
        for title, one in read
        if one.card is not None and one.model_input is not None
    )
    if any(one.overridden for _, one in read):
        lines.append(tr("Masks set by a click in the Masking panel also apply here."))
    if unsampled := [title for title, one in read if not one.sampled]:
        note = tr("the text already contains a mask, so nothing else is masked.")
        every = len(unsampled) == len(read)
        lines.append(note.capitalize() if every else f"{join_names(unsampled)}: {note}")
    return lines
