"""What a linear function can read from fixed features."""

import numpy as np
import pytest

from models.comparison.linear_probe import RIDGE, are_right, predict


def test_a_linear_function_is_found_again() -> None:
    features = np.random.default_rng(0).normal(size=(500, 3))
    values = features @ np.array([1.0, -2.0, 0.5]) + 4.0
    found = predict(features[:400], values[:400], features[400:])
    assert np.abs(found - values[400:]).max() < 0.1


def test_the_penalty_shrinks_a_single_standardised_weight_as_computed_by_hand() -> None:
    features = np.array([[-1.0], [1.0]])  # mean 0, deviation 1
    found = predict(features, np.array([-1.0, 1.0]), np.array([[1.0]]))
    assert found == pytest.approx(2 / (2 + 2 * RIDGE))


def test_a_feature_that_never_changes_does_no_harm() -> None:
    features = np.array([[0.0, 7.0], [1.0, 7.0], [0.0, 7.0], [1.0, 7.0]])
    classes = np.array([0, 1, 0, 1])
    assert all(are_right(features, classes, features, classes))


def test_the_opposite_classes_are_never_right() -> None:
    features = np.array([[0.0], [1.0], [0.0], [1.0]])
    classes = np.array([0, 1, 0, 1])
    assert not any(are_right(features, classes, features, 1 - classes))
