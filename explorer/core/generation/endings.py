"""What became of the hypotheses of a beam search, and the best of its texts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from explorer.core.localization import tr
from models.inference.beam_paths import path_to
from models.schema.records import BeamNode

NUM_RANKED = 5
ENDED = tr("ended with the end-of-text token")
AT_LIMIT = tr("reached the limit of new tokens")
KEPT, PRUNED = "kept", "pruned"


def outcome(node: BeamNode) -> str:
    """What became of a hypothesis at its step."""
    if node.finished:
        return AT_LIMIT if node.at_limit else ENDED
    return KEPT if node.in_beam else PRUNED


@dataclass(frozen=True)
class Ending:
    """A hypothesis that is finished, or in the beam at the last step."""

    text: str
    per_token: float  # log-probability in nats by the number of tokens


def rank_endings(
    steps: Sequence[Sequence[BeamNode]],
    text_of: Callable[[tuple[int, ...]], str],
    length_penalty: float = 1.0,
) -> tuple[Ending, ...]:
    """The best that a search came to, best first, as models.beam_paths.best_path ranks them.

    `text_of` gets the ids of a hypothesis.
    """
    last = len(steps) - 1
    ends = [
        (node.score / (step + 1) ** length_penalty, step, at)
        for step, nodes in enumerate(steps)
        for at, node in enumerate(nodes)
        if node.finished or (step == last and node.in_beam)
    ]
    best = sorted(ends, key=lambda end: -end[0])[:NUM_RANKED]
    return tuple(_make_ending(steps, step, at, text_of) for _, step, at in best)


def _make_ending(
    steps: Sequence[Sequence[BeamNode]],
    step: int,
    at: int,
    text_of: Callable[[tuple[int, ...]], str],
) -> Ending:
    ids = tuple(steps[depth][place].id for depth, place in enumerate(path_to(steps, step, at)))
    return Ending(text_of(ids), steps[step][at].score / len(ids))
