"""A map of patches: how far a prediction moves when states of one side are put into the other.

The prediction is the log-odds of two words in nats. For words of one token this is the difference
of their logits; a word of several tokens is scored by the sum over its tokens.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from explorer.core.attribution.predictions import target_of
from explorer.core.attribution.target import Target, WordQuestion
from explorer.core.engine.engine import Engine
from explorer.core.errors import UserError, as_user_errors
from explorer.core.jobs.jobs import Partial, Progress
from explorer.core.masking.typed_masks import has_mask
from explorer.core.two_sentences.alignment import anchored_pairs
from explorer.core.two_sentences.pairs import Stretch, stretches, usual_stretch
from explorer.core.two_sentences.sides import Aligned, Side, Sides, check_alike, encodings
from models.schema.records import FloatArray

if TYPE_CHECKING:
    from models.patching.patching import Patch, Site

HIDDEN, ATTENTION, HEAD, FEED_FORWARD = "hidden", "attention", "head", "feed_forward"
KIND_TITLES = {
    HIDDEN: "hidden states",
    ATTENTION: "output of the attention",
    HEAD: "output of one head",
    FEED_FORWARD: "output of the feed-forward network",
}
MAX_COLUMNS = 64  # pairs of tokens
SMALLEST_GAP = 0.05  # nats between both runs; below, a share of it would be noise
TOLERANCE = 0.02  # of the gap, for rounding in other batch sizes


@dataclass(frozen=True)
class PatchQuestion:
    """What is patched and predicted; empty words and -1 are chosen by the program."""

    kind: str = HIDDEN
    predicted: int = -1  # the number of a stretch of the sentences
    word: str = ""
    against: str = ""


@dataclass(frozen=True, eq=False)
class PatchMap:
    """`scores` (rows, columns) in nats; of heads the columns are heads, else pairs of tokens.

    `whole` (rows,) are the scores with all tokens of a layer patched. `ends` are the scores of the
    run unchanged and of the other side.
    """

    kind: str
    stretches: tuple[Stretch, ...]
    predicted: int
    words: tuple[str, str]
    several_tokens: bool
    ends: tuple[float, float]
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    scores: FloatArray
    whole: FloatArray
    aligned: Aligned  # of what is fed

    @property
    def normalised(self) -> bool:
        """Whether both runs differ enough for shares of their difference."""
        return abs(self.ends[1] - self.ends[0]) >= SMALLEST_GAP

    def effect(self, scores: FloatArray) -> FloatArray:
        """0 the run unchanged, 1 the other side; differences in nats where these are too near."""
        moved: FloatArray = scores - self.ends[0]
        return moved / (self.ends[1] - self.ends[0]) if self.normalised else moved


@dataclass(frozen=True, eq=False)
class _Run:
    """One word in both sides: `columns` are places in each that are patched together."""

    base: Target
    source: Target
    columns: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
    aligned: Aligned


def patch_map(
    engine: Engine, sides: Sides, question: PatchQuestion
) -> Generator[Progress | Partial, None, PatchMap]:
    """Patches of all layers and tokens. Raises UserError where it cannot be done."""
    check_alike(engine, sides)
    encodings(engine, sides)  # for their problems
    if engine.loaded(sides.first.key).task_model is not None:
        raise UserError(
            "Patching follows the probability of a word, and this model was fine-tuned for a task.",
            "Choose the model that it was fine-tuned from.",
        )
    found = stretches(sides.first.text, sides.second.text)
    chosen = usual_stretch(found) if question.predicted < 0 else question.predicted
    if chosen is None or chosen >= len(found):
        raise UserError("Both sentences have no word to predict.", "Write sentences more alike.")
    words = _words(engine, sides, found[chosen], question)
    runs = _runs(engine, sides, found[chosen], words)
    ends = _ends(runs)
    title = engine.card(sides.first.key).title
    layers, heads = _sites(runs[0], question.kind, title)
    patches = [_patches(run, layers, heads) for run in runs]
    scores = np.zeros(len(patches[0]))
    for sign, run, some in zip((1, -1), runs, patches, strict=False):
        scores += sign * (yield from _scores(run, some, layers))
    grid = scores.reshape(len(layers), -1)
    several = len(runs) > 1
    if question.kind == HIDDEN:
        _check_replaceable(runs, sides, float(grid[-1, -1]), ends, title)
    first = 0 if question.kind == HIDDEN else 1
    return PatchMap(
        question.kind,
        found,
        chosen,
        words,
        several,
        ends,
        tuple("Input" if n == 0 else f"Layer {n}" for n in range(first, first + len(layers))),
        tuple(f"Head {n + 1}" for n in range(heads)) if heads else runs[0].aligned.names,
        grid[:, :-1].astype(np.float32),
        grid[:, -1].astype(np.float32),
        runs[0].aligned,
    )


# ---- what is predicted


def _words(
    engine: Engine, sides: Sides, stretch: Stretch, question: PatchQuestion
) -> tuple[str, str]:
    """The word of each side; where they are the same or masked, what is most probable instead."""
    own = ["" if has_mask(word) else word for word in stretch.words]
    word = question.word or own[0] or _guess(engine, sides.first, stretch.first, "")
    against = question.against or (own[1] if own[1] != word else "")
    return word, against or _guess(engine, sides.second, stretch.second, word)


def _guess(engine: Engine, side: Side, span: tuple[int, int], other_than: str) -> str:
    """The most probable word at a place."""
    target = _target(engine, side, span, side.text[slice(*span)])
    words = [word for word, _ in target.candidates if word.isalnum() and word != other_than]
    if not words:
        raise UserError("There is no other word to compare with.", "Write one above.")
    return words[0]


def _target(
    engine: Engine, side: Side, span: tuple[int, int], word: str, against: str = ""
) -> Target:
    """A word in the place of another, as it is predicted there."""
    card = engine.card(side.key)
    before, after = side.text[: span[0]], side.text[span[1] :]
    head = card.token_head
    if head is not None and head.task == "next_token" and not card.predicts_in_decoder:
        after = ""  # which it does not see
    place = (len(before.rstrip()), len(before) + len(word))  # a space may be a token of its own
    text = before + word + after
    return target_of(engine, side.key, WordQuestion(text, against=against, span=place))


def _runs(engine: Engine, sides: Sides, stretch: Stretch, words: tuple[str, str]) -> list[_Run]:
    """One run where both words are one token, and else one for each word."""
    first = _target(engine, sides.first, stretch.first, *words)
    if len(first.positions) == 1 and first.against:
        return [_run(first, _target(engine, sides.second, stretch.second, *words))]
    runs = [
        _run(
            _target(engine, sides.first, stretch.first, word),
            _target(engine, sides.second, stretch.second, word),
        )
        for word in words
    ]
    if len(runs[0].columns) != len(runs[1].columns):
        raise UserError(
            f"The tokens beside “{words[0]}” and “{words[1]}” differ, so both cannot be patched "
            "alike.",
            "Choose other words.",
        )
    return runs


def _run(base: Target, source: Target) -> _Run:
    """The tokens of both inputs that belong together; those of the word are one column."""
    one, other = base.explained.corruption, source.explained.corruption
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
            f"Patching covers at most {MAX_COLUMNS} tokens, these sentences have {len(columns)}.",
            "Shorten them.",
        )
    return _Run(base, source, tuple(columns), Aligned(base.labels, source.labels, tuple(shown)))


def _ends(runs: Sequence[_Run]) -> tuple[float, float]:
    """The log-odds of the first word against the second in both runs."""
    with as_user_errors():
        ends = [
            [target.explained.both_ends[0] for target in (run.base, run.source)] for run in runs
        ]
    values = np.array(ends[0]) - (np.array(ends[1]) if len(ends) > 1 else 0.0)
    return float(values[0]), float(values[1])


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
            f"In {title} the {KIND_TITLES[kind]} cannot be replaced.",
            "Choose other states to patch.",
        )
    return layers, heads


def _patches(run: _Run, layers: Sequence[Site], heads: int) -> list[Patch]:
    """Of each layer every column or head, then all of the layer at once."""
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
            yield Progress("Patching", done, len(patches), unit="patches")
    values: FloatArray = np.concatenate(parts)
    return values


def _check_replaceable(
    runs: Sequence[_Run], sides: Sides, whole: float, ends: tuple[float, float], title: str
) -> None:
    """With all tokens patched, the last layer must give the other sentence's prediction.

    Raises UserError where it does not, because a model does not go on with the state of its tap.
    """
    complete = all(not any(run.aligned.unaligned()) or len(run.base.places) > 1 for run in runs)
    gap = abs(ends[1] - ends[0])
    if sides.one_model and complete and abs(whole - ends[1]) > max(TOLERANCE * gap, 1e-2):
        raise UserError(
            f"{title} does not go on with a state that is replaced, so it cannot be patched.",
            "Choose another model.",
        )


def columns_title(kind: str) -> str:
    return "all heads" if kind == HEAD else "all tokens"
