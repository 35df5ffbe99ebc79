"""What single answers cost, against torch."""

import numpy as np
import torch
from torch.nn import functional

from explorer.core.masking.losses import ROWS_AT_ONCE, choice_losses, flag_losses


def test_the_loss_of_a_choice_is_torchs_cross_entropy_over_more_rows_than_are_made_at_once() -> (
    None
):
    rng = np.random.default_rng(0)
    logits = (20 * rng.standard_normal((2 * ROWS_AT_ONCE + 3, 17))).astype(np.float32)
    labels = rng.integers(0, 17, len(logits))
    expected = functional.cross_entropy(
        torch.from_numpy(logits), torch.from_numpy(labels), reduction="none"
    )
    np.testing.assert_allclose(
        choice_losses(logits, labels), expected.numpy(), rtol=1e-5, atol=1e-6
    )


def test_the_loss_of_a_flag_is_torchs_also_where_a_sigmoid_is_0_or_1() -> None:
    logits = np.array([-200.0, -3.0, 0.0, 0.5, 200.0] * 2, dtype=np.float32)
    labels = np.array([0] * 5 + [1] * 5)
    expected = functional.binary_cross_entropy_with_logits(
        torch.from_numpy(logits), torch.from_numpy(labels).float(), reduction="none"
    )
    np.testing.assert_allclose(flag_losses(logits, labels), expected.numpy(), rtol=1e-6)


def test_nothing_asked_costs_nothing() -> None:
    assert choice_losses(np.zeros((0, 5), dtype=np.float32), np.zeros(0, dtype=np.int64)).shape == (
        0,
    )
