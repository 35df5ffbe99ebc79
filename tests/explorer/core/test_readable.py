"""What several panels say in the same words."""

import pytest

from explorer.core import localization, readable
from explorer.core.distillation.students import StudentMeasures
from explorer.core.localization.korean import choose_particles
from explorer.core.readable import (
    all_cut_off,
    cut_off,
    join_names,
    nats,
    readable_bytes,
    readable_count,
    size_on_disk,
    stated_count,
)


@pytest.mark.parametrize(
    ("count", "said"),
    [(12, "12 B"), (9000, "9.00 kB"), (999_999, "1.00 MB"), (437_928_960, "438 MB")],
)
def test_a_size_is_told_in_three_digits(count: int, said: str) -> None:
    assert readable_bytes(count) == said


@pytest.fixture
def korean(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readable, "language", lambda: localization.KOREAN)


@pytest.mark.usefixtures("korean")
@pytest.mark.parametrize(
    ("count", "said"),
    [
        (953, "953"),
        (10_000, "10,000"),
        (999_499, "999,499"),
        (1_000_000, "100만"),
        (1_234_567, "123.5만"),
        (25_300_000, "2,530만"),
        (99_996_000, "1억"),
        (491_500_000, "4.915억"),
        (57_980_000_000, "579.8억"),
        (174_604_259_328, "1,746억"),
        (349_700_000_000, "3,497억"),
        (999_960_000_000, "1조"),
        (3_145_000_000_000, "3.145조"),
        (2.5e15, "2,500조"),
        (-57_980_000_000, "-579.8억"),
    ],
)
def test_a_large_number_is_read_in_korean_by_myriads(count: float, said: str) -> None:
    assert readable_count(count) == said


@pytest.mark.usefixtures("korean")
def test_a_particle_after_a_large_number_has_the_form_for_its_unit() -> None:
    counts = (25_300_000, 57_980_000_000, 3_145_000_000_000)
    said = [choose_particles(f"{readable_count(count)}을(를) {{0}}") for count in counts]
    assert said == ["2,530만을 {0}", "579.8억을 {0}", "3.145조를 {0}"]
    said = [choose_particles(f"{readable_count(count)}으로(로)") for count in counts]
    assert said == ["2,530만으로", "579.8억으로", "3.145조로"]


@pytest.mark.usefixtures("korean")
def test_what_a_paper_states_is_read_in_the_units_of_the_language() -> None:
    assert stated_count("340M") == "3.4억"
    assert stated_count("11B") == "110억"
    assert stated_count("13.6M; 1,542M") == "1,360만; 15.42억"
    assert stated_count("GPT-3 XL") == "GPT-3 XL"


def test_in_english_what_a_paper_states_stays_as_it_is() -> None:
    assert stated_count("340M in the paper") == "340M in the paper"


def test_the_end_of_a_text_that_did_not_fit_is_told() -> None:
    assert cut_off("BERT", 1200, 512) == (
        "BERT: the last 1,200 tokens of the text were cut off; it takes 512 at most."
    )
    assert cut_off("GPT-2", 1, None, "prompt") == (
        "GPT-2: the last token of the prompt was cut off."
    )


def test_names_are_listed_as_in_a_sentence() -> None:
    assert [join_names(names) for names in ([], ["A"], ["A", "B"], ["A", "B", "C"])] == [
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
    assert (teacher.is_half_precision, student.is_half_precision) == (True, False)
    assert teacher.single_precision_bytes == 2 * student.single_precision_bytes
