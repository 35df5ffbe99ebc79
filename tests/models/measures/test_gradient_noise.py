"""The noise of gradients: its estimate, and the cosine of two batches."""

from pathlib import Path

import pytest

from models.measures.gradient_noise import LEAST_SHARE, compare_gradients, noise_scale
from models.schema.batch import Batch, collate
from models.training.trainer import held_out_inputs
from models.training.training_task import layout
from tests.models.measures.known_models import trained_as


def batches_of(folder: Path, count: int) -> tuple[object, list[Batch]]:
    trained = trained_as("gradient_noise", "gpt2", folder)
    cut = layout(trained.task.objectives)
    inputs = held_out_inputs(trained.task, trained.prepared.train, cut, 2 * count)
    pairs = [inputs[start : start + 2] for start in range(0, 2 * count, 2)]
    return trained.task, [collate(pair, 0, inputs=trained.task.spec.inputs) for pair in pairs]


@pytest.mark.parametrize("scale", [3.0, 40.0, 900.0])
def test_the_noise_scale_follows_from_the_norms_of_two_sizes(scale: float) -> None:
    """The expected squared norm of a batch of B is that of the mean plus the noise over B."""
    squares = {size: 2.0 + 2.0 * scale / size for size in (8, 32, 512)}
    assert noise_scale(squares) == pytest.approx(scale)


def test_an_estimate_below_zero_is_a_bound() -> None:
    """Where chance makes the large batch no smaller than noise alone, the scale is a large one."""
    assert noise_scale({8: 64.0, 512: 1.0}) == pytest.approx(512 / LEAST_SHARE)
    assert noise_scale({8: 1.0, 512: 1.0}) == LEAST_SHARE


def test_equal_batches_agree_and_have_no_noise(tmp_path: Path) -> None:
    task, batches = batches_of(tmp_path, 1)
    squares, cosines = compare_gradients(task, iter(batches * 8), (2, 4, 8))  # type: ignore[arg-type]
    assert list(cosines.values()) == pytest.approx([1.0, 1.0, 1.0])
    assert squares[2] == pytest.approx(squares[8])


def test_larger_batches_agree_more(tmp_path: Path) -> None:
    task, batches = batches_of(tmp_path, 64)
    squares, cosines = compare_gradients(task, iter(batches), (2, 8, 32))  # type: ignore[arg-type]
    assert cosines[2] < cosines[8] < cosines[32] < 1
    assert squares[2] > squares[8] > squares[32]
