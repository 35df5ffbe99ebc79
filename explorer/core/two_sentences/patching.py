"""A map of patches: how far a prediction moves when states of one side are put into the other.

The prediction is the log-odds of two words, or of two classes of a fine-tuned model, in nats. For
classes and words of one token this is the difference of their logits; a word of several tokens is
scored by the sum over its tokens. The states may be those of another model for the same sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from explorer.core.attribution.predictions import target_of
from explorer.core.attribution.target import AttributionTarget, WordQuestion
from explorer.core.engine.engine import Engine
from explorer.core.engine.feeding.typed_masks import has_mask
from explorer.core.errors import UserError, as_user_errors
from explorer.core.jobs.jobs import Partial, Progress
from explorer.core.localization import tr
from explorer.core.two_sentences.alignment import anchored_pairs
from explorer.core.two_sentences.pairs import AlignedSpan, aligned_spans, default_span
from explorer.core.two_sentences.sides import Aligned, Side, Sides, check_alike, encodings
from models.schema.records import FloatArray

if TYPE_CHECKING:
    from models.patching.patching import Patch, Site
    from models.tasks.base import TaskModel

HIDDEN, ATTENTION, HEAD, FEED_FORWARD = "hidden", "attention", "head", "feed_forward"
KIND_TITLES = {
    HIDDEN: tr("hidden states"),
    ATTENTION: tr("attention output"),
    HEAD: tr("head output"),
    FEED_FORWARD: tr("feed-forward output"),
}
MAX_COLUMNS = 64  # pairs of tokens
SMALLEST_GAP = 0.05  # nats between both runs; below, a share of it would be noise
ENOUGH = 0.5  # of the gap, moved by one state alone
TOLERANCE = 0.02  # of the gap, for rounding in other batch sizes


NO_CLASS = {
    "span": tr("marks answers in a passage"),
    "choice": tr("chooses between continuations"),
}  # kinds of tasks that patching does not follow


@dataclass(frozen=True)
class PatchQuestion:
    """What is patched and predicted; empty words and -1 are chosen by the program.

    `classes` are those of fine-tuned models. `turned`: the first side into the second.
    """

    kind: str = HIDDEN
    predicted: int = -1  # the number of a span of the sentences
    word: str = ""
    against: str = ""
    classes: tuple[str, str] = ("", "")
    turned: bool = False


@dataclass(frozen=True)
class StateRange:
    """One token or head that has the largest effect in neighbouring layers, and its least there."""

    name: str
    first: str  # a layer
    last: str
    least: float


@dataclass(frozen=True, eq=False)
class PatchMap:
    """`scores` (rows, columns) in nats; of heads the columns are heads, else pairs of tokens.

    `whole` (rows,) are the scores with all tokens of a layer patched. `ends` are the scores of the
    run unchanged and of the other side, None where the other model predicts something else.
    `classes` are those of a fine-tuned model, whose score may also be a number without an opposite.
    """

    kind: str
    spans: tuple[AlignedSpan, ...]
    predicted: int
    words: tuple[str, str]
    classes: tuple[str, ...]
    several_tokens: bool
    ends: tuple[float, float | None]
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    scores: FloatArray
    whole: FloatArray
    aligned: Aligned  # of what is fed

    @property
    def predicts_words(self) -> bool:
        """Whether it is a word that is predicted, and no class or score."""
        return bool(self.spans) and not self.classes

    @property
    def is_normalised(self) -> bool:
        """Whether both runs differ enough for shares of their difference."""
        return self.ends[1] is not None and abs(self.ends[1] - self.ends[0]) >= SMALLEST_GAP

    def effect(self, scores: FloatArray) -> FloatArray:
        """0 the run unchanged, 1 the other side; differences in nats where these are too near."""
        first, second = self.ends
        moved: FloatArray = scores - first
        return moved / (second - first) if second is not None and self.is_normalised else moved

    @property
    def strongest(self) -> StateRange:
        """The single state with the largest effect, of any sign."""
        effects = self.effect(self.scores)
        row, column = np.unravel_index(int(np.abs(effects).argmax()), effects.shape)
        layer = self.rows[row]
        return StateRange(self.columns[column], layer, layer, float(effects[row, column]))

    @property
    def decisive(self) -> list[StateRange]:
        """The states that alone move the prediction by ENOUGH or more, in the order of layers."""
        if not self.is_normalised:
            return []
        effects = self.effect(self.scores)
        ranges: list[StateRange] = []
        before = -1  # the column of the layer above
        for layer, values in zip(self.rows, effects, strict=True):
            column = int(values.argmax())
            least = float(values[column])
            if least < ENOUGH:
                before = -1
                continue
            if column == before:
                one = ranges.pop()
                ranges.append(replace(one, last=layer, least=min(one.least, least)))
            else:
                ranges.append(StateRange(self.columns[column], layer, layer, least))
            before = column
        return ranges


@dataclass(frozen=True, eq=False)
class _Prediction:
    """What is followed in both sides, and where it is in the sentences."""

    runs: list[_Run]
    words: tuple[str, str]
    found: tuple[AlignedSpan, ...] = ()
    chosen: int = -1
    classes: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class _Run:
    """One word or class in both sides: `columns` are places in each that are patched together.

    `comparable`: the other side predicts the same.
    """

    base: AttributionTarget
    source: AttributionTarget
    comparable: bool
    columns: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
    aligned: Aligned


def patch_map(
    engine: Engine, sides: Sides, question: PatchQuestion
) -> Generator[Progress | Partial, None, PatchMap]:
    """Patches of all layers and tokens. Raises UserError where it cannot be done."""
    check_alike(engine, sides)
    encodings(engine, sides)  # for their problems
    task = engine.load_model(sides.first.key).task_model
    if task is None:
        predicted = _word_prediction(engine, sides, question)
    else:
        predicted = _class_prediction(engine, sides, question, task.kind)
    runs, ends = predicted.runs, _ends(predicted.runs)
    title = engine.card(sides.first.key).title
    layers, heads = _sites(runs[0], question.kind, title)
    patches = [_patches(run, layers, heads) for run in runs]
    scores = np.zeros(len(patches[0]))
    for sign, run, some in zip((1, -1), runs, patches, strict=False):
        scores += sign * (yield from _scores(run, some, layers))
    grid = scores.reshape(len(layers), -1)
    if question.kind == HIDDEN and sides.one_model:
        _check_replaceable(runs, float(grid[-1, -1]), ends, title)
    first = 0 if question.kind == HIDDEN else 1
    return PatchMap(
        question.kind,
        predicted.found,
        predicted.chosen,
        predicted.words,
        predicted.classes,
        len(runs) > 1,
        ends,
        tuple(
            tr("Input") if n == 0 else tr("Layer {n}", n=n)
            for n in range(first, first + len(layers))
        ),
        tuple(tr("Head {n}", n=n + 1) for n in range(heads)) if heads else runs[0].aligned.names,
        grid[:, :-1].astype(np.float32),
        grid[:, -1].astype(np.float32),
        runs[0].aligned,
    )


def _aligned_span(sides: Sides, number: int) -> tuple[tuple[AlignedSpan, ...], int]:
    """The words of both sentences, and which of them is predicted. Raises UserError."""
    found = aligned_spans(sides.first.text, sides.second.text)
    chosen = default_span(found) if number < 0 else number
    if chosen is None or chosen >= len(found):
        raise UserError(
            tr("Both sentences have no word to predict."), tr("Write sentences more alike.")
        )
    return found, chosen


# ---- a class is predicted


def _class_prediction(
    engine: Engine, sides: Sides, question: PatchQuestion, kind: str
) -> _Prediction:
    """The class of the sentence, or the tag of a word, against what the other side says.

    A score without classes has no opposite. Raises UserError for other tasks.
    """
    if kind in NO_CLASS:
        raise UserError(
            tr(
                "{sides} {kind}; patching follows a class, a tag, a score or a word.",
                sides=engine.card(sides.first.key).title,
                kind=NO_CLASS[kind],
            ),
            tr("Choose the model that it was fine-tuned from, or one that classifies sentences."),
        )
    found, chosen = _aligned_span(sides, question.predicted) if kind == "token" else ((), -1)
    spans = (found[chosen].first, found[chosen].second) if found else (None, None)

    def target(number: int, wanted: str = "", against: str = "") -> AttributionTarget:
        key, text = (sides.first, sides.second)[number]
        word = WordQuestion(text, wanted=wanted, against=against, span=spans[number])
        return target_of(engine, key, word)

    usual = target(0)
    names = [name for name, _ in usual.candidates]
    if not names:
        run = _run(engine, sides, usual, lambda: target(1))
        return _Prediction([run], (usual.wanted, ""))
    other = names
    if sides.one_model or _find_other_target(engine, sides, usual)[1]:
        other = [name for name, _ in target(1).candidates]
    wanted, against = question.classes
    word = wanted if wanted in names else names[0]
    wishes = (against, *other, *names)
    words = word, next(name for name in wishes if name in names and name != word)
    run = _run(engine, sides, target(0, *words), lambda: target(1, *words))
    return _Prediction([run], words, found, chosen, tuple(names))


# ---- what is predicted


def _word_prediction(engine: Engine, sides: Sides, question: PatchQuestion) -> _Prediction:
    """The word of each side; where they are the same or masked, what is most probable instead."""
    found, chosen = _aligned_span(sides, question.predicted)
    span = found[chosen]
    own = ["" if has_mask(word) else word for word in span.words]
    word = question.word or own[0] or _guess(engine, sides.first, span.first, "")
    against = question.against or (own[1] if own[1] != word else "")
    if not against:
        both = sides.one_model or _predicts_words(engine, sides.second.key)
        side = sides.second if both else sides.first
        against = _guess(engine, side, span.second if both else span.first, word)
    runs = _runs(engine, sides, span, (word, against))
    return _Prediction(runs, (word, against), found, chosen)


def _predicts_words(engine: Engine, key: str) -> bool:
    card = engine.card(key)
    trained = card.token_head is not None and not card.guesses_untrained
    return trained and engine.load_model(key).task_model is None


def _guess(engine: Engine, side: Side, span: tuple[int, int], other_than: str) -> str:
    """The most probable word at a place."""
    target = _target(engine, side, span, side.text[slice(*span)])
    words = [word for word, _ in target.candidates if word.isalnum() and word != other_than]
    if not words:
        raise UserError(tr("There is no other word to compare with."), tr("Write one above."))
    return words[0]


def _target(
    engine: Engine, side: Side, span: tuple[int, int], word: str, against: str = ""
) -> AttributionTarget:
    """A word in the place of another, as it is predicted there."""
    card = engine.card(side.key)
    before, after = side.text[: span[0]], side.text[span[1] :]
    head = card.token_head
    if head is not None and head.task == "next_token" and not card.predicts_in_decoder:
        after = ""  # which it does not see
    place = (len(before.rstrip()), len(before) + len(word))  # a space may be a token of its own
    text = before + word + after
    return target_of(engine, side.key, WordQuestion(text, against=against, span=place))


def _runs(engine: Engine, sides: Sides, span: AlignedSpan, words: tuple[str, str]) -> list[_Run]:
    """One run where both words are one token, and else one for each word."""

    def run(*some: str) -> _Run:
        base = _target(engine, sides.first, span.first, *some)
        return _run(engine, sides, base, lambda: _target(engine, sides.second, span.second, *some))

    together = run(*words)
    if len(together.base.positions) == 1 and together.base.against:
        return [together]
    runs = [run(word) for word in words]
    if len(runs[0].columns) != len(runs[1].columns):
        raise UserError(
            tr(
                "The tokens beside “{first}” and “{second}” differ, so both cannot be patched "
                "alike.",
                first=words[0],
                second=words[1],
            ),
            tr("Choose other words."),
        )
    return runs


# ---- both sides


def _find_other_target(
    engine: Engine, sides: Sides, base: AttributionTarget
) -> tuple[AttributionTarget, bool]:
    """The second model, fed what the first is, and whether it predicts the same kind of thing."""
    from models.patching.patching import states_only
    from models.schema.batch import as_module

    loaded, own = engine.load_model(sides.second.key), engine.load_model(sides.first.key).task_model
    other = loaded.task_model
    if own is None:
        same = _predicts_words(engine, sides.second.key)
    else:
        same = other is not None and _outputs(own) == _outputs(other)
    if same:
        explained = base.remake(as_module(loaded.model) if other is None else other)
    else:
        explained = states_only(base.explained, loaded.model, loaded.spec)
    return replace(base, explained=explained), same


def _outputs(task: TaskModel) -> tuple[str, tuple[str, ...], int]:
    return task.kind, task.labels, task.num_outputs


def _run(
    engine: Engine,
    sides: Sides,
    base: AttributionTarget,
    of_second: Callable[[], AttributionTarget],
) -> _Run:
    """The tokens of both inputs that belong together; those of the word are one column."""
    source, comparable = (
        (of_second(), True) if sides.one_model else _find_other_target(engine, sides, base)
    )
    one, other = base.explained.model_input, source.explained.model_input
    special = (
        one.encoding.special[one.origin].tolist(),
        other.encoding.special[other.origin].tolist(),
    )
    anchors: tuple[tuple[int, int], ...] = ()
    if len(base.places) == len(source.places):
        anchors = tuple(zip(base.places, source.places, strict=True))
    pairs = anchored_pairs(one.input_ids.tolist(), other.input_ids.tolist(), special, anchors)
    inside = [pair for pair in pairs if pair in anchors]
    columns: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    shown: list[tuple[int, int]] = []
    for pair in pairs:
        if pair in inside[1:]:
            continue
        together = inside if pair in inside else [pair]
        columns.append((tuple(a for a, _ in together), tuple(b for _, b in together)))
        shown.append(pair)
    if len(columns) > MAX_COLUMNS:
        raise UserError(
            tr(
                "Patching covers at most {max_columns} tokens, these sentences have {columns}.",
                max_columns=MAX_COLUMNS,
                columns=len(columns),
            ),
            tr("Shorten them."),
        )
    labels = Aligned(base.labels, source.labels, tuple(shown))
    return _Run(base, source, comparable, tuple(columns), labels)


def _ends(runs: Sequence[_Run]) -> tuple[float, float | None]:
    """The score of the first side and of the second, if it predicts the same."""

    def score(targets: Sequence[AttributionTarget]) -> float:
        signs = (1, -1)
        values = [one.explained.both_ends[0] for one in targets]
        return sum(sign * value for sign, value in zip(signs, values, strict=False))

    with as_user_errors():
        first = score([run.base for run in runs])
        comparable = all(run.comparable for run in runs)
        return first, score([run.source for run in runs]) if comparable else None


# ---- what is patched


def _sites(run: _Run, kind: str, title: str) -> tuple[tuple[Site, ...], int]:
    """The layers, and of heads how many there are."""
    from models.patching.patching import num_heads, sites

    explained = run.base.explained
    with as_user_errors():
        layers = sites(explained, run.base.stream, ATTENTION if kind == HEAD else kind)
        heads = num_heads(explained, layers) if kind == HEAD and layers else 0
    if not layers:
        raise UserError(
            tr("In {title} the {kind} cannot be replaced.", title=title, kind=KIND_TITLES[kind]),
            tr("Choose other states to patch."),
        )
    return layers, heads


def _patches(run: _Run, layers: Sequence[Site], heads: int) -> list[Patch]:
    """Return for each layer a patch of every column or head, then one of the whole layer."""
    from models.patching.patching import Patch

    into = tuple(at for places, _ in run.columns for at in places)
    of = tuple(at for _, places in run.columns for at in places)
    patches: list[Patch] = []
    for site in layers:
        if heads:
            patches += [Patch(site, into, of, head) for head in range(heads)]
        else:
            patches += [Patch(site, *column) for column in run.columns]
        patches.append(Patch(site, into, of))
    return patches


def _scores(
    run: _Run, patches: Sequence[Patch], layers: Sequence[Site]
) -> Generator[Progress | Partial, None, FloatArray]:
    from models.patching.patching import patched_scores, states_at

    parts: list[FloatArray] = []
    with as_user_errors():
        states = states_at(run.source.explained, layers)
        for part in patched_scores(run.base.explained, states, patches):
            parts.append(part)
            done = sum(map(len, parts))
            yield Progress(tr("Patching"), done, len(patches), unit="patches")
    values: FloatArray = np.concatenate(parts)
    return values


def _check_replaceable(
    runs: Sequence[_Run], whole: float, ends: tuple[float, float | None], title: str
) -> None:
    """Check that patching all tokens at the last layer gives the other sentence's prediction.

    Raises UserError otherwise: the model does not continue from the state that was replaced.
    """
    complete = all(
        not any(run.aligned.unaligned_tokens()) or len(run.base.places) > 1 for run in runs
    )
    first, second = ends
    if second is None or not complete:
        return
    if abs(whole - second) > max(TOLERANCE * abs(second - first), 1e-2):
        raise UserError(
            tr(
                "{title} does not go on with a state that is replaced, so it cannot be patched.",
                title=title,
            ),
            tr("Choose another model."),
        )


def columns_title(kind: str) -> str:
    return tr("all heads") if kind == HEAD else tr("all tokens")
