"""What a student keeps of its teacher, against values worked out by hand."""

import numpy as np
import pytest

from explorer.core.distillation import agreement

TEACHER = np.log(np.array([[0.5, 0.5 / 2, 0.5 / 2], [0.1, 0.8, 0.1]], dtype=np.float32))
STUDENT = np.log(np.array([[0.25, 0.5, 0.25], [0.1, 0.8, 0.1]], dtype=np.float32))


def test_agreement_counts_places_with_the_same_first_token() -> None:
    found = agreement.measure_agreement(TEACHER, STUDENT)
    assert found.places == 2
    assert found.same_first == 0.5
    assert found.kl == pytest.approx((0.5 * np.log(2) - 0.25 * np.log(2)) / 2, abs=1e-6)


def test_a_model_agrees_with_itself() -> None:
    found = agreement.measure_agreement(TEACHER, TEACHER, temperature=2)
    assert (found.same_first, found.kl) == (1.0, pytest.approx(0))


def test_a_temperature_softens_both_before_they_are_compared() -> None:
    teacher, student = np.log(np.array([[[4, 1]], [[1, 1]]], dtype=np.float32))
    overridden = 2 / 3 * np.log(4 / 3) + 1 / 3 * np.log(2 / 3)
    assert agreement.measure_agreement(teacher, student, 2.0).kl == pytest.approx(
        overridden, abs=1e-6
    )


def test_what_the_student_thinks_next_to_impossible_costs_much_and_not_without_end() -> None:
    teacher, student = (np.array([[0, low]], dtype=np.float32) for low in (-60, -120))
    found = agreement.measure_agreement(teacher, student)
    assert found.kl == pytest.approx(60 * np.exp(-60), rel=1e-6)


def test_other_vocabularies_cannot_be_compared() -> None:
    with pytest.raises(ValueError, match="cannot be compared"):
        agreement.measure_agreement(TEACHER, STUDENT[:, :2])
    with pytest.raises(ValueError, match="cannot be compared"):
        agreement.measure_agreement(TEACHER[:0], STUDENT[:0])


def test_soft_labels_flatten_with_the_temperature_and_the_hard_one_does_not() -> None:
    soft, hard = agreement.soft_labels(np.log(np.array([4, 1], np.float32)), 2.0, truth=1)
    assert soft == pytest.approx([2 / 3, 1 / 3])
    assert hard.tolist() == [0, 1]


@pytest.mark.parametrize(
    ("teacher", "student", "layers"), [(4, 2, [1, 3]), (12, 6, [1, 3, 5, 7, 9, 11]), (2, 2, [0, 1])]
)
def test_each_student_layer_answers_to_the_end_of_a_stretch(
    teacher: int, student: int, layers: list[int]
) -> None:
    assert agreement.compared_layers(teacher, student) == layers


def test_attention_is_compared_over_the_average_of_heads() -> None:
    eye, even = np.eye(2, dtype=np.float32), np.full((2, 2), 0.5, np.float32)
    teacher = np.stack([np.stack([even, even]), np.stack([eye, even])])  # (2, 2, 2, 2)
    student = even[None, None]
    assert agreement.attention_distance(teacher, student, [1]) == pytest.approx([0.25])
    assert agreement.attention_distance(teacher, student, [0]) == pytest.approx([0.0])


def test_states_of_one_direction_are_alike() -> None:
    states = np.array([[1, 0], [0, 2]], dtype=np.float32)
    assert agreement.state_similarity(states, 3 * states) == pytest.approx(1)
    assert agreement.state_similarity(states, states[:, ::-1]) == pytest.approx(0)
    assert agreement.state_similarity(states, 0 * states) == 0, "no direction is like none"


def test_the_agreement_of_parts_is_that_of_all_their_places() -> None:
    rng = np.random.default_rng(4)
    teacher, student = rng.normal(size=(2, 9, 5)).astype(np.float32)
    parts = [
        agreement.measure_agreement(teacher[rows], student[rows])
        for rows in (slice(0, 2), slice(2, 3), slice(3, 9))
    ]
    whole, found = agreement.measure_agreement(teacher, student), agreement.pool_agreements(parts)
    assert found.places == whole.places == 9
    assert found.same_first == pytest.approx(whole.same_first)
    assert found.kl == pytest.approx(whole.kl)


def test_what_a_student_keeps_has_the_error_of_leaving_each_document_out() -> None:
    teacher, student = np.array([4, 2, 6]), np.array([2, 2, 5])
    share, error = agreement.relative_accuracy(teacher, student)
    left_out = [7 / 8, 7 / 10, 4 / 6]
    spread = sum((one - sum(left_out) / 3) ** 2 for one in left_out)
    assert share == pytest.approx(9 / 12)
    assert error == pytest.approx((2 / 3 * spread) ** 0.5)


def test_a_student_that_is_right_where_its_teacher_is_keeps_all_of_it_without_an_error() -> None:
    right = np.array([3, 1, 2, 2])
    assert agreement.relative_accuracy(right, right) == (1.0, 0.0)


@pytest.mark.parametrize(("teacher", "share"), [([0, 0], np.nan), ([3], 2 / 3), ([3, 0], 2 / 3)])
def test_without_enough_documents_there_is_no_error(teacher: list[int], share: float) -> None:
    student = np.array([2, *[0] * (len(teacher) - 1)])
    found, error = agreement.relative_accuracy(np.array(teacher), student)
    assert found == pytest.approx(share, nan_ok=True)
    assert np.isnan(error)
