"""Confusion matrices, errors by phenomenon, disagreements and reliability, by hand."""

import numpy as np
import pytest

from explorer.core.finetuning.confusion import (
    ClassifiedExample,
    ConfusionMatrix,
    disagreements,
    examples_in_cell,
    group_by_phenomenon,
)
from explorer.core.finetuning.reliability import reliability


def classified(
    id: str, label: str, predicted: str, sure: float, phenomenon: str = ""
) -> ClassifiedExample:
    other = "no" if predicted == "yes" else "yes"
    chances = {predicted: sure, other: 1 - sure}
    return ClassifiedExample(id, f"text {id}", "", label, predicted, chances, phenomenon)


FOUR = [
    classified("a", "yes", "yes", 0.9, "word order"),
    classified("b", "yes", "no", 0.6, "word order"),
    classified("c", "no", "no", 0.8, "article"),
    classified("d", "yes", "no", 0.95),
]


def test_rows_are_true_classes_and_columns_predicted_ones() -> None:
    matrix = ConfusionMatrix.of(FOUR, ("no", "yes"))
    assert matrix.counts.tolist() == [[1, 0], [2, 1]]
    assert np.allclose(matrix.shares(), [[1, 0], [2 / 3, 1 / 3]])


def test_a_class_without_examples_has_shares_of_zero() -> None:
    matrix = ConfusionMatrix.of(FOUR, ("no", "yes", "maybe"))
    assert matrix.shares()[2].tolist() == [0, 0, 0]


def test_a_class_that_the_set_does_not_name_comes_last() -> None:
    matrix = ConfusionMatrix.of([*FOUR, classified("e", "other", "yes", 0.7)], ("no", "yes"))
    assert matrix.labels == ("no", "yes", "other")
    assert matrix.counts.sum() == 5


def test_the_examples_of_a_cell_are_sorted_by_confidence_or_loss() -> None:
    assert [one.id for one in examples_in_cell(FOUR, "yes", "no")] == ["d", "b"]
    assert [one.id for one in examples_in_cell(FOUR, "yes", "no", "loss")] == ["d", "b"]
    assert examples_in_cell(FOUR, "yes", "no")[0].loss == pytest.approx(-np.log(0.05))


def test_a_probability_of_zero_has_a_finite_loss() -> None:
    assert np.isfinite(classified("z", "yes", "no", 1.0).loss)


def test_the_worst_phenomenon_comes_first_and_unnamed_ones_are_left_out() -> None:
    rows = group_by_phenomenon(FOUR)
    assert [(row.phenomenon, row.num_examples, row.accuracy) for row in rows] == [
        ("word order", 2, 0.5),
        ("article", 1, 1.0),
    ]


def test_models_disagree_where_their_classes_differ() -> None:
    other = [classified("a", "yes", "no", 0.7), classified("b", "yes", "no", 0.9), FOUR[2], FOUR[3]]
    rows = disagreements({"one": FOUR, "two": other})
    assert [row["one"].id for row in rows] == ["a"]
    assert disagreements({"one": FOUR}) == []


def test_calibration_is_the_mean_distance_of_confidence_and_accuracy() -> None:
    found = reliability(FOUR)
    assert [(one.low, one.num_examples) for one in found.bins] == [
        (0.5, 1),
        (0.7, 1),
        (0.8, 1),
        (0.9, 1),
    ]
    wanted = (abs(0.6 - 0) + abs(0.8 - 1) + abs(0.9 - 1) + abs(0.95 - 0)) / 4
    assert found.calibration_error == pytest.approx(wanted)


def test_a_confidence_of_one_is_in_the_last_bin() -> None:
    assert reliability([classified("a", "yes", "yes", 1.0)]).bins[0].high == 1.0


def test_no_predictions_have_no_bins() -> None:
    assert reliability([]).bins == ()
    assert reliability([]).calibration_error == 0.0
