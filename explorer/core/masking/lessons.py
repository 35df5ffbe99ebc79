"""What objectives do to a sentence, and what a model answers: engine in, lessons out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from explorer.core.engine.answers import (
    filled,
    guesses,
    judged,
    judges,
    pair_verdicts,
    sparable,
    written,
)
from explorer.core.engine.engine import Engine, ModelCard
from explorer.core.engine.feeds import MAIN_FEED, num_fed
from explorer.core.masking.lesson import Lesson, Share, Target
from explorer.core.masking.mask_positions import own_spelling
from explorer.core.masking.masking_overrides import turns
from explorer.core.masking.masks import Taught, absent, grid
from explorer.core.masking.user_overrides import decisions
from explorer.core.state.state import JSON
from explorer.core.tokens.labels import label, labels
from models.runtime.generators import retold
from models.schema.records import NO_ORIGIN, Change, Corruption, IntArray
from models.schema.specs import ObjectiveSpec

if TYPE_CHECKING:
    from models.objectives.span_corruption import Span
    from models.tokenization import Tokenizer

NUM_EPOCHS = 10
COPIES = "copies"  # the option of objectives that can fix their masks for good
COPY = "copy"  # what they take beside it: which of them
DYNAMIC, ONE_MASK, TEN_COPIES = 0, 1, 10  # its values; ten are what BERT's authors made
NO_HEAD = "holds no head that predicts anything, so there is nothing to learn from a sentence."
OTHER_CHECKPOINT = "Choose a checkpoint that was saved with its pretraining heads."


@dataclass(frozen=True)
class Question:
    """What is asked of every model; compares by value.

    `draw` None draws as in training unless the text holds a mask token already. `options` go to
    every objective that has one of that name. `masks` are those set by hand, by model. `order` are
    places clicked one after the other, for models that predict in an order. Against dynamic masks
    stand those of so many `copies`; DYNAMIC leaves them out.
    """

    text: str
    pair: str = ""
    seed: int = 0
    draw: bool | None = None
    options: tuple[tuple[str, JSON], ...] = ()
    masks: tuple[tuple[str, tuple[tuple[int, bool], ...]], ...] = ()
    order: tuple[int, ...] | None = None
    copies: int = ONE_MASK

    def forced(self, key: str) -> dict[int, bool]:
        """What was decided by hand for one model, by position."""
        return dict(dict(self.masks).get(key, ()))


# ---- what is fed


def fed(engine: Engine, key: str, question: Question) -> Lesson:
    """What a model is fed, before it is asked anything. Raises UserError."""
    encoding = engine.encode(key, question.text, question.pair)
    card, objectives = engine.card(key), engine.objectives(key)
    tokenizer = engine.tokenizer(key)
    open_places = frozenset(engine.open_places(key, encoding))
    drew = not open_places if question.draw is None else question.draw
    forced = decisions(engine, key, question)
    by_hand = card.spec.ordered and question.order is not None
    corruption = engine.corruption(
        key,
        encoding,
        question.seed,
        _options(objectives, question),
        forced,
        drew,
        order=turns(question.order or (), len(encoding)) if by_hand else None,
    )
    names = labels(tokenizer, encoding)
    spans = _spans(corruption)
    asks = bool(objectives) or judges(card)
    return Lesson(
        key=key,
        card=card,
        objectives=objectives,
        corruption=corruption,
        names=names,
        fed=_fed_names(tokenizer, corruption, names),
        spans=spans,
        target=_target(tokenizer, card, corruption, names, spans),
        forced=forced,
        written_gaps=open_places,
        own_mask=own_spelling(tokenizer) if open_places else None,
        drew=drew,
        by_hand=by_hand,
        problem="" if asks else f"{card.title} {NO_HEAD}",
        way_out="" if asks else OTHER_CHECKPOINT,
    )


def _fed_names(
    tokenizer: Tokenizer, corruption: Corruption, names: Sequence[str]
) -> tuple[str, ...]:
    """Names of the rows (R,): those of the sentence where they still are its tokens."""
    ids = corruption.encoding.ids
    return tuple(
        names[origin] if origin != NO_ORIGIN and ids[origin] == id else label(tokenizer, id)
        for id, origin in zip(corruption.input_ids.tolist(), corruption.origin, strict=True)
    )


def _spans(corruption: Corruption) -> tuple[Span, ...]:
    """What each sentinel that was put in stands for."""
    if not (corruption.change == Change.SPAN).any():
        return ()
    from models.objectives.span_corruption import spans

    return spans(corruption)


def _target(
    tokenizer: Tokenizer,
    card: ModelCard,
    corruption: Corruption,
    names: Sequence[str],
    spans: Sequence[Span],
) -> Target | None:
    """What the decoder must write, where there is one beside the encoder."""
    head = card.token_head
    if head is None or card.spec.stream(head.stream).feed == MAIN_FEED:
        return None
    asked = corruption.targets.get(head.name)
    if asked is None:
        return None
    positions: list[int | None] = [None] * len(asked)
    gaps: list[int | None] = [None] * len(asked)
    for number, span in enumerate(spans):
        first, end = span.written
        gaps[first:end] = [number] * (end - first)
        positions[first + 1 : end] = range(*span.origin)
    if not spans:  # a task, whose answer is the second text
        positions = list(np.flatnonzero(absent(corruption)))
    ids = asked.labels.tolist()
    return Target(
        labels=tuple(
            label(tokenizer, id) if at is None else names[at]
            for id, at in zip(ids, positions, strict=True)
        ),
        special=tuple(id in tokenizer.special_ids for id in ids),
        positions=tuple(None if at is None else int(at) for at in positions),
        gaps=tuple(gaps),
    )


# ---- what is learned


def learned(engine: Engine, lesson: Lesson, question: Question) -> Iterator[Lesson]:
    """Yields the lesson with more and more answers; the last one is whole. Raises UserError.

    Between two passes of the model that belong together it comes again as it is.
    """
    card, corruption = lesson.card, lesson.corruption
    assert card is not None
    assert corruption is not None
    lesson = replace(lesson, guesses=guesses(engine, card, corruption))
    yield lesson
    if (spare := sparable(card)) is not None:
        without = guesses(engine, card, corruption, without=(spare[0].name,))
        lesson = replace(lesson, spared=without)
    if judges(card):
        lesson = replace(lesson, judged=judged(engine, card, corruption))
        yield lesson
    if card.fills:
        filling = filled(engine, card.key, lesson.encoding, _gaps(lesson))
        lesson = replace(lesson, filled=(yield from retold(filling, lambda _: lesson)))
        yield lesson
    if lesson.answers_apart and card.writes:
        num_asked = len(lesson.target.labels) if lesson.target else 0
        writing = written(engine, card, corruption, num_asked)
        lesson = replace(lesson, written=(yield from retold(writing, lambda _: lesson)))
        yield lesson
    if card.pair_heads and lesson.encoding.pair is not None:
        lesson = replace(lesson, pairs=pair_verdicts(engine, card, lesson.encoding))
    if lesson.hides:
        lesson = _over_epochs(engine, lesson, question)
    yield replace(lesson, whole=True)


def own_gaps(lesson: Lesson) -> list[int]:
    """Places that a person hid: mask tokens in the text, and tokens masked by hand."""
    special = lesson.encoding.special
    by_hand = {
        at
        for at, hidden in (lesson.forced or {}).items()
        if hidden and 0 <= at < len(special) and not special[at]
    }
    return sorted(lesson.written_gaps | by_hand)


def _gaps(lesson: Lesson) -> list[int]:
    """What is filled: what a person hid; where they hid nothing, what the objective drew."""
    drawn = np.isin(lesson.changes, (Change.MASKED, Change.HIDDEN))
    return own_gaps(lesson) or np.flatnonzero(drawn).tolist()


def _over_epochs(engine: Engine, lesson: Lesson, question: Question) -> Lesson:
    """With what ten epochs draw: anew each time, and where an objective can, from fixed masks."""
    chosen = _options(lesson.objectives, question)
    drawn = replace(lesson, epochs=_epochs(engine, lesson, question, chosen))
    fixing = [spec.name for spec in lesson.objectives if _can_fix(spec)]
    if not fixing or question.copies == DYNAMIC:
        return drawn
    return replace(drawn, fixed=_from_copies(engine, lesson, question, chosen, fixing))


def _epochs(
    engine: Engine, lesson: Lesson, question: Question, options: Mapping[str, Mapping[str, Any]]
) -> IntArray:
    """What happens to each token in each epoch: (E, T) of Change."""
    encoding = lesson.encoding
    return grid(engine.epochs(lesson.key, encoding, question.seed, NUM_EPOCHS, options))


def _from_copies(
    engine: Engine,
    lesson: Lesson,
    question: Question,
    options: Mapping[str, Mapping[str, Any]],
    fixing: Sequence[str],
) -> IntArray:
    """As `_epochs`, where the objectives `fixing` take their fixed masks in turn."""
    found = []
    for epoch in range(NUM_EPOCHS):
        turn = {COPIES: question.copies, COPY: epoch}
        fixed = {**options, **{name: {**options[name], **turn} for name in fixing}}
        found.append(
            engine.corruption(lesson.key, lesson.encoding, question.seed, fixed, epoch=epoch)
        )
    return grid(found)


def _can_fix(spec: ObjectiveSpec) -> bool:
    return any(option.name == COPIES for option in spec.options)


def _options(objectives: Sequence[ObjectiveSpec], question: Question) -> dict[str, dict[str, Any]]:
    chosen = dict(question.options)
    return {
        spec.name: {item.name: chosen[item.name] for item in spec.options if item.name in chosen}
        for spec in objectives
    }


def shares(lesson: Lesson) -> tuple[Share, ...]:
    """How many of the tokens each tower learns from, counted from the targets.

    Of an encoder-decoder, the tokens of both count as fed. A head that judges every token learns
    from all of them, but for a mask in the text, whose truth nobody knows. Judgements about whole
    texts, such as next-sentence prediction, are about no token and are left out.
    """
    card, corruption = lesson.card, lesson.corruption
    if card is None or corruption is None:
        return ()
    found = []
    for name in _trained(lesson.objectives):
        head = card.spec.head(name)
        if head.predicts == "class":
            continue
        stream = card.spec.stream(head.stream)
        count = num_fed(card.spec, corruption, stream.feed)
        asked = len(corruption.targets.get(name, ()))
        targets = count - len(lesson.written_gaps) if head.predicts == "flag" else asked
        found.append((stream.title, Taught(count, targets)))
    if len(found) == 1:
        return (Share(card.title, found[0][1]),)
    return tuple(Share(title, count) for title, count in found)


def _trained(objectives: Iterable[ObjectiveSpec]) -> list[str]:
    """The heads that objectives train, each once."""
    return list(dict.fromkeys(head for spec in objectives for head in (spec.heads or (spec.head,))))
