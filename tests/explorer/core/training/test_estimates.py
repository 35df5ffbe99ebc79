"""What a run will need is said in one sentence."""

from explorer.core.training.estimates import TrainingEstimate


def test_parameters_memory_and_time_are_said_with_where_they_come_from() -> None:
    said = str(TrainingEstimate((168_994,), 7_400_000, 75.0, 1500, 57))
    for part in ("168,994 parameters", "7.40 MB", "75 s for 1,500 steps", "57 of its steps"):
        assert part in said


def test_the_twin_of_a_student_counts_too() -> None:
    said = str(TrainingEstimate((1000, 1000), 7_400_000, 75.0, 1200, 57))
    assert "2 models" in said
    assert "twin without the teacher" in said
    assert "1,200 steps" in said
