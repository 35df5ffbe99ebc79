"""The best way through a beam search is the one that the decoder gives."""

import numpy as np
import pytest

from explorer.core.analysis.beam_paths import best_path, log_probability_of, path_to
from models.decoding import best
from models.records import BeamNode, GenerationStep


def node(index: int, parent: int, score: float, state: str = "kept") -> BeamNode:
    return BeamNode(index, parent, 10 + index, "x", score, state == "kept", state == "finished")


STEPS = [
    [node(0, -1, -1.0), node(1, -1, -1.5), node(2, -1, -3.0, "pruned")],
    [node(0, 1, -1.8), node(1, 0, -1.9, "finished"), node(2, 0, -2.5)],
    [node(0, 2, -3.0), node(1, 0, -3.6), node(2, 0, -9.0, "pruned")],
]


def test_a_way_follows_the_parents() -> None:
    assert path_to(STEPS, 2, 0) == (0, 2, 0)
    assert path_to(STEPS, 0, 1) == (1,)


def test_scores_are_compared_per_token() -> None:
    assert best_path(STEPS) == (0, 1), "-1.9 / 2 beats -3.0 / 3"
    assert best_path(STEPS, length_penalty=2.0) == (0, 2, 0)
    assert best_path([]) == ()


def test_a_step_s_own_probability_is_what_it_adds() -> None:
    assert log_probability_of(STEPS, 0, 1) == -1.5
    assert log_probability_of(STEPS, 1, 0) == pytest.approx(-0.3)


@pytest.mark.parametrize("seed", range(20))
def test_the_best_way_is_the_decoder_s(seed: int) -> None:
    rng = np.random.default_rng(seed)
    steps: list[list[BeamNode]] = []
    for depth in range(5):
        parents = [-1] if not steps else [n.index for n in steps[-1] if n.kept]
        scores = -np.sort(rng.random(6)) - depth
        states = ["kept", "kept", *rng.permutation(["kept", "finished", "pruned", "pruned"])]
        steps.append(
            [
                BeamNode(i, int(rng.choice(parents)), int(rng.integers(99)), "x", float(score),
                         state == "kept", state == "finished")
                for i, (score, state) in enumerate(zip(scores, states, strict=True))
            ]
        )  # fmt: skip
    records = [GenerationStep(n, 0, "x", (), beams=tuple(nodes)) for n, nodes in enumerate(steps)]
    path = best_path(steps)
    assert [steps[step][at].id for step, at in enumerate(path)] == best(records)
