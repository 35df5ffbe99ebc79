"""What several panels say in the same words."""

import pytest

from explorer.core.distillation.students import StudentMeasures
from explorer.core.readable import all_cut_off, cut_off, listed, nats, readable_bytes, size_on_disk


@pytest.mark.parametrize(
    ("count", "said"),
    [(12, "12 B"), (9000, "9.00 kB"), (999_999, "1.00 MB"), (437_928_960, "438 MB")],
)
def test_a_size_is_told_in_three_digits(count: int, said: str) -> None:
    assert readable_bytes(count) == said


def test_the_end_of_a_text_that_did_not_fit_is_told() -> None:
    assert cut_off("BERT", 1200, 512) == (
        "BERT: the last 1,200 tokens of the text were cut off; it takes 512 at most."
    )
    assert cut_off("GPT-2", 1, None, "prompt") == (
        "GPT-2: the last token of the prompt was cut off."
    )


def test_names_are_listed_as_in_a_sentence() -> None:
    assert [listed(names) for names in ([], ["A"], ["A", "B"], ["A", "B", "C"])] == [
        "",
        "A",
        "A and B",
        "A, B and C",
    ]


@pytest.mark.parametrize(
    ("value", "said"), [(-0.0004, "0.00 nats"), (-0.006, "-0.01 nats"), (0.0, "0.00 nats")]
)
def test_a_certain_text_has_no_sign_before_its_zero(value: float, said: str) -> None:
    assert nats(value) == said


def test_several_models_that_lost_the_end_of_a_text_share_a_line() -> None:
    cases = [("BERT", 1200, 512), ("GPT-2", 0, 1024), ("T5", 7, None), ("ALBERT", 1, 128)]
    assert all_cut_off(cases) == [
        "Tokens cut off at the end of the text: BERT 1,200, T5 7, ALBERT 1; "
        "they take 128 and 512 at most."
    ]
    assert all_cut_off(cases[:2]) == [cut_off("BERT", 1200, 512)]
    assert all_cut_off(cases[1:2]) == []


def test_a_size_on_disk_says_how_wide_the_numbers_are() -> None:
    assert size_on_disk(3_240_000, 1_617_522) == "3.24 MB, 16-bit"
    assert size_on_disk(6_470_000, 1_617_522) == "6.47 MB, 32-bit"
    assert size_on_disk(6_470_000, None) == "6.47 MB"


def test_sizes_of_a_student_and_its_teacher_compare_at_equal_precision() -> None:
    def measured(size_bytes: int, parameters: int) -> StudentMeasures:
        return StudentMeasures("m", parameters, size_bytes, 0.1, 1.0, 0.5, None, None, None)

    teacher, student = measured(200_000, 100_000), measured(200_000, 50_000)
    assert (teacher.in_halves, student.in_halves) == (True, False)
    assert teacher.single_precision_bytes == 2 * student.single_precision_bytes
