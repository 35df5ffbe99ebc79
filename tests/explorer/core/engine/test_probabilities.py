"""Probabilities against values worked out by hand, and losses against torch."""

import numpy as np
import pytest
import torch
from torch.nn import functional

from explorer.core.engine.predicting import probabilities as analysis
from explorer.core.engine.predicting.probabilities import ROWS_AT_ONCE, choice_losses, flag_losses

LN2 = float(np.log(2))


def array(*values: float) -> np.ndarray:
    return np.array(values, dtype=np.float32)


def test_softmax_of_logs_gives_back_the_proportions() -> None:
    assert analysis.softmax(np.log(array(1, 2, 5))) == pytest.approx([0.125, 0.25, 0.625])


def test_softmax_survives_large_logits() -> None:
    assert analysis.softmax(array(10_000, 10_000)) == pytest.approx([0.5, 0.5])


def test_a_temperature_of_two_takes_the_root_of_the_odds() -> None:
    found = analysis.softmax(np.log(array(4, 1)), temperature=2)
    assert found == pytest.approx([2 / 3, 1 / 3])


@pytest.mark.parametrize("temperature", [0.0, -1.0, float("nan")])
def test_an_impossible_temperature_is_rejected(temperature: float) -> None:
    with pytest.raises(ValueError, match="above 0"):
        analysis.softmax(array(1, 2), temperature)


def test_sigmoid_of_log_odds_is_the_probability() -> None:
    found = analysis.sigmoid(array(0, np.log(3), -1e4))
    assert found == pytest.approx([0.5, 0.75, 0.0])


def test_entropy_counts_yes_or_no_questions_in_nats() -> None:
    rows = np.stack([array(0.25, 0.25, 0.25, 0.25), array(1, 0, 0, 0)])
    assert analysis.entropy(rows) == pytest.approx([2 * LN2, 0])


def test_divergence_by_hand_from_itself_and_where_something_is_ruled_out() -> None:
    p, q = np.log(array(0.5, 0.5)), np.log(array(0.25, 0.75))
    overridden = 0.5 * np.log(2) + 0.5 * np.log(2 / 3)
    assert analysis.kl_divergence(p, q) == pytest.approx(overridden)
    assert analysis.kl_divergence(p, p) == pytest.approx(0)
    assert analysis.kl_divergence(p, array(0, -np.inf)) == np.inf
    assert analysis.kl_divergence(array(0, -200), p) == pytest.approx(LN2)


def test_the_top_k_are_sorted_and_the_first_of_equals_comes_first() -> None:
    ids, mass = analysis.top_k(array(0.1, 0.4, 0.1, 0.4), 3)
    assert ids.tolist() == [1, 3, 0]
    assert mass == pytest.approx([0.4, 0.4, 0.1])


def test_the_rank_counts_what_scores_higher() -> None:
    assert analysis.rank(array(3, 1, 2, 2), 0) == 0
    assert analysis.rank(array(3, 1, 2, 2), 3) == 1


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
