"""The logit lens of one model: the most probable token, and the final answer, layer by layer.

Shapes: S states by layer, N positions, V vocabulary.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from explorer.core.engine.engine import Engine
from explorer.core.engine.labels import label, names_at
from explorer.core.engine.predicting.predictions import position_shift
from explorer.core.engine.predicting.probabilities import kl_divergence, log_softmax
from explorer.core.errors import UserError, as_user_errors
from explorer.core.jobs.jobs import Progress
from explorer.core.layers.states import StreamStates, layer_names
from explorer.core.localization import tr
from explorer.core.readable import model_name
from models.schema.records import BoolArray, FloatArray, IntArray, ModelInput
from models.schema.specs import HeadSpec

if TYPE_CHECKING:
    from models.inference.lens import LayerStates
    from models.tokenization import Tokenizer

MAX_POSITIONS = 48  # predicted by layer; a vocabulary of 250,000 takes 48 MB for so many
OUTPUTS = {
    "flag": tr("classifies each token as original or replaced"),
    "class": tr("classifies the whole text"),
    "entity": tr("names entities"),
}


@dataclass(frozen=True, eq=False)
class LogitLens:
    """What a head predicts at N positions from the states of each layer.

    `answers` are the most probable tokens of the model itself, that is, from the last states.
    `places` are those of the predicted tokens in what the stream is fed; a text that is continued
    has one place more. A truth is None where nobody knows it.
    """

    head: HeadSpec
    stream: str  # titles of those on the way to the head
    steps: tuple[str, ...]  # (S,) names of the states
    places: IntArray  # (N,)
    answers: tuple[str, ...]  # (N,)
    truths: tuple[str | None, ...]  # (N,)
    best: tuple[tuple[str, ...], ...]  # (S, N) most probable tokens
    best_probability: FloatArray  # (S, N)
    agrees: BoolArray  # (S, N) whether the most probable token is the answer
    probability: FloatArray  # (S, N) of the answer
    rank: IntArray  # (S, N) of the answer, 0 is first
    kl: FloatArray  # (S, N) KL(final || layer), in nats
    masked: bool  # whether the tokens are masked; otherwise each is predicted from its neighbour
    alone: bool = False  # each is masked in a pass of its own
    num_left: int = 0  # positions beyond MAX_POSITIONS

    @cached_property
    def most_telling(self) -> tuple[int, ...]:
        """All predictions, in the order in which they are looked at where no token is chosen.

        First the first mask, or what comes after the text, unless each token is masked alone. Then
        those whose answer appears in the latest layer, of them first the right and probable ones.
        """
        first = [] if self.alone else [0] if self.masked else [len(self.places) - 1]
        order = sorted(range(len(self.places)), key=self._lateness, reverse=True)
        return tuple(dict.fromkeys([*first, *order]))

    def _lateness(self, n: int) -> tuple[int, bool, float]:
        right = self.truths[n] == self.answers[n]
        return self.settled_at(n), right, float(self.probability[-1, n])

    def settled_at(self, n: int) -> int:
        """The first states from which on the most probable token is the answer."""
        others = np.flatnonzero(~self.agrees[:, n])
        return int(others[-1]) + 1 if len(others) else 0

    def index_of(self, place: int | None) -> int | None:
        """Return the index of the prediction for the token at a place; None without one."""
        return self.places.tolist().index(place) if place in self.places.tolist() else None


def lens_of(
    engine: Engine, states: StreamStates, forced: Mapping[int, bool]
) -> Generator[Progress, None, LogitLens]:
    """The lens of the stream of these states. Raises UserError where no head predicts tokens."""
    from models.inference.lens import head_of_stream

    card = states.card
    head = head_of_stream(card.spec, card.head_specs, states.stream.name)
    if head is None:
        raise UserError(_no_head(states), tr("The other views work as for every model."))
    if head.task == "fill_mask":
        return (yield from _read_masked_positions(engine, states, head, forced))
    return (yield from _read_every_position(engine, states, head))


def _no_head(states: StreamStates) -> str:
    """Say that a stream has no head for tokens, and what its own head predicts, if it has one."""
    card, name = states.card, states.stream.name
    said = tr(
        "The {states} of {card} has no language-model head",
        states=tr(states.stream.title).lower(),
        card=card.title,
    )
    own = [head for head in card.head_specs if name == head.stream]
    if own:
        said += tr(": its head {own}", own=OUTPUTS.get(own[0].predicts, tr("predicts no tokens")))
    return tr("{said}, so there is no logit lens.", said=said)


# ---- where a head predicts


def _read_every_position(
    engine: Engine, states: StreamStates, head: HeadSpec
) -> Generator[Progress, None, LogitLens]:
    """Every position of a text that is read in one direction.

    What would come before a text, of a stream that reads from its end, is left out.
    """
    from models.inference.lens import hidden_path

    key, spec = states.card.key, states.card.spec
    traced = engine.trace(key, states.model_input, ("hidden",))
    # A decoder beside an encoder predicts what it is fed at the next position, too.
    shift = position_shift(spec, head) or 1
    rows = np.arange(max(0, -shift), len(states.labels))
    first = rows[:MAX_POSITIONS]
    path = hidden_path(spec, head, states.stream.name, traced, first.tolist())
    left = len(rows) - len(first)
    task = _Task(states, head, first + shift, masked=False, num_left=left)
    return (yield from _lens(engine, task, path))


def _read_masked_positions(
    engine: Engine, states: StreamStates, head: HeadSpec, forced: Mapping[int, bool]
) -> Generator[Progress, None, LogitLens]:
    """The masked positions together; where none is masked, each token alone."""
    from models.inference.lens import hidden_path, masked_trace

    key, spec, encoding = states.card.key, states.card.spec, states.encoding
    loaded, mask = engine.load_model(key), engine.tokenizer(key).mask_id
    if mask is None:
        raise UserError(
            tr("{states} has no mask token.", states=states.card.title), tr("Choose another model.")
        )
    own = [at for at, masked in forced.items() if masked and at < len(encoding)]
    masks = sorted({*np.flatnonzero(encoding.ids == mask).tolist(), *own})
    every = masks or np.flatnonzero(~encoding.special).tolist()
    if not every:
        raise UserError(tr("There is no token to mask."), tr("Type a word above."))
    rows = every[:MAX_POSITIONS]
    groups = [rows] if masks else [[at] for at in rows]
    paths = []
    for number, group in enumerate(groups):
        yield Progress(
            tr("Masking tokens for {key}", key=model_name(key)), number, len(groups), unit="passes"
        )
        together = masks or group
        with as_user_errors():
            traced = masked_trace(
                loaded.model, loaded.spec, ModelInput.clean(encoding), together, mask
            )
        paths.append(hidden_path(spec, head, states.stream.name, traced, group))
    left = len(every) - len(rows)
    task = _Task(states, head, np.array(rows), masked=True, alone=not masks, num_left=left)
    return (yield from _lens(engine, task, _join_passes(paths)))


def _join_passes(paths: Sequence[Sequence[LayerStates]]) -> tuple[LayerStates, ...]:
    """The states of several passes, position by position."""
    return tuple(
        replace(steps[0], values=np.concatenate([step.values for step in steps]))
        for steps in zip(*paths, strict=True)
    )


# ---- what it predicts


@dataclass(frozen=True, eq=False)
class _Task:
    """Which tokens a head predicts."""

    states: StreamStates
    head: HeadSpec
    places: IntArray
    masked: bool
    alone: bool = False
    num_left: int = 0

    def truths(self, mask_id: int | None) -> list[int | None]:
        """Their ids, as far as they are known."""
        model_input, feed = self.states.model_input, self.states.stream.feed
        ids = model_input.encoding.ids if self.masked else model_input.ids_of(feed)
        known = [int(ids[at]) if 0 <= at < len(ids) else None for at in self.places.tolist()]
        return [None if id == mask_id else id for id in known]


def _lens(
    engine: Engine, task: _Task, path: Sequence[LayerStates]
) -> Generator[Progress, None, LogitLens]:
    """Compute what the head predicts from each of the states on the path to it."""
    from models.inference.lens import lens_logits

    key, spec = task.states.card.key, task.states.card.spec
    model, tokenizer = engine.load_model(key).model, engine.tokenizer(key)
    final = log_softmax(lens_logits(model, task.head, path[-1]))  # (N, V)
    answers = final[:, : tokenizer.vocab_size].argmax(-1)  # (N,)
    best, columns = [], []
    for number, states in enumerate(path):
        yield Progress(
            tr("Logit lens of {key}", key=model_name(key)), number, len(path), unit="layers"
        )
        logs = log_softmax(lens_logits(model, task.head, states))  # (N, V)
        best.append(logs[:, : tokenizer.vocab_size].argmax(-1))
        columns.append(_measure_layer(logs, final, best[-1], answers))
    top, probability, rank, kl = (np.stack(each) for each in zip(*columns, strict=True))
    name, truths = _names(task, tokenizer), task.truths(tokenizer.mask_id)
    return LogitLens(
        head=task.head,
        stream=" → ".join(dict.fromkeys(tr(spec.stream(step.stream).title) for step in path)),
        steps=_step_names(task.states, path),
        places=task.places,
        answers=tuple(name(n, int(id)) for n, id in enumerate(answers)),
        truths=tuple(None if id is None else name(n, id) for n, id in enumerate(truths)),
        best=tuple(tuple(name(n, int(id)) for n, id in enumerate(ids)) for ids in best),
        best_probability=top,
        agrees=np.stack(best) == answers,
        probability=probability,
        rank=rank,
        kl=kl,
        masked=task.masked,
        alone=task.alone,
        num_left=task.num_left,
    )


def _measure_layer(
    logs: FloatArray, final: FloatArray, best: IntArray, answers: IntArray
) -> tuple[FloatArray, FloatArray, IntArray, FloatArray]:
    """Measure one layer, each (N,): the probabilities of its best token and of the answer, the
    rank of the answer, and the KL divergence from the last states in nats.
    """
    every = np.arange(len(answers))
    of_answer = logs[every, answers]
    rank = (logs > of_answer[:, None]).sum(-1)
    kl = np.maximum(kl_divergence(final, logs), 0.0)  # rounding may leave less than nothing
    return np.exp(logs[every, best]), np.exp(of_answer), rank, kl


def _names(task: _Task, tokenizer: Tokenizer) -> Callable[[int, int], str]:
    """The label of an id that is predicted at position n."""
    if not task.states.of_text:
        return lambda n, id: label(tokenizer, id)
    name = names_at(tokenizer, task.states.encoding)
    return lambda n, id: name(int(task.places[n]), id)


def _step_names(states: StreamStates, path: Sequence[LayerStates]) -> tuple[str, ...]:
    """Names of the states; those of a stream that continues another have its title."""
    first = path[0].stream
    own = sum(step.stream == first for step in path)
    names = layer_names(own, states.card.spec.stream(first).title)
    others = [step for step in path if step.stream != first]
    titles = (states.card.spec.stream(step.stream).title for step in others)
    rest = (f"{title} {step.number}" for title, step in zip(titles, others, strict=True))
    return (*names, *rest)
