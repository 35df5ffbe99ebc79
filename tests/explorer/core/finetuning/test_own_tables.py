"""An own table is read before it is used: a guess, what is wrong, and the rows left out."""

from dataclasses import replace
from pathlib import Path

import pytest

from explorer.core.errors import UserError
from explorer.core.finetuning.own_tables import NUM_CHECKED, TableChoice, TableReport, examine_table
from models.data.labelled_sets import open_set
from models.runtime.generators import run_to_end

REVIEWS = "review;stars;other\nred dog;good;1\nblue cat;bad;2\nold bird;good;3\nnew cat;bad;4\n"


def write(folder: Path, name: str, text: str, encoding: str = "utf-8") -> Path:
    path = folder / name
    path.write_text(text, encoding=encoding)
    return path


def look(path: Path, choice: TableChoice | None = None, header: bool | None = None) -> TableReport:
    report: TableReport = run_to_end(examine_table(path, choice, header))
    return report


def test_a_table_begins_with_a_guess_and_opens_as_it_was_chosen(tmp_path: Path) -> None:
    path = write(tmp_path, "mine.csv", REVIEWS)
    report = look(path)
    assert report.choice.text == "review"
    assert report.problem == "Choose the column of: Class."
    report = look(path, replace(report.choice, label="stars"))
    assert (report.problem, report.bad) == ("", ())
    assert "All 4 rows can be used. 2 classes: bad, good." in report.summary
    data = open_set(path, columns=report.settings)
    assert data.labels == ("bad", "good")
    assert len(data.examples("train")) + len(data.examples("dev")) == 4


def test_a_table_without_names_has_numbers_for_columns(tmp_path: Path) -> None:
    path = write(tmp_path, "mine.tsv", "good\tred dog sees\nbad\tblue cat sees\n")
    report = look(path, header=False)
    assert report.preview.header == ("1", "2")
    assert (report.choice.text, report.choice.header) == ("2", False)
    report = look(path, replace(report.choice, label="1"))
    assert report.problem == ""
    assert report.settings["header"] is False


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"text": ""}, "Choose the column of: Text."),
        ({"label": "review"}, "Text and Class are both the column 'review'. Choose different"),
        ({"task": "regression"}, "Line 2: the score 'good' is no number. Correct the file, or"),
        ({"task": "question_answering"}, "Choose the column of: Passage."),
        ({"task": "choice"}, "Choose the column of: Choices."),
        ({"task": "token_classification"}, "Line 2: 2 words have 1 tags. Correct the file, or"),
        ({"task": "question_answering", "pair": "other"}, "Line 2: the answer 'good' is not in"),
    ],
)
def test_a_choice_that_cannot_be_is_a_sentence(
    tmp_path: Path, change: dict[str, str], problem: str
) -> None:
    path = write(tmp_path, "mine.csv", REVIEWS)
    choice = TableChoice(text="review", label="stars")
    assert look(path, replace(choice, **change)).problem.startswith(problem)  # type: ignore[arg-type]


def test_one_class_alone_teaches_nothing(tmp_path: Path) -> None:
    path = write(tmp_path, "mine.csv", "text,label\nred dog,good\nblue cat,good\n")
    assert "nothing to learn" in look(path).problem


def test_bad_rows_are_an_error_or_are_counted_and_listed(tmp_path: Path) -> None:
    path = write(tmp_path, "mine.tsv", "text\tlabel\nred dog\tgood\nblue cat\t\nold\nbird\tbad\n")
    report = look(path)
    assert report.problem.startswith("Line 3: the label is missing. Correct the file, or skip")
    report = look(path, replace(report.choice, skip_bad_rows=True))
    assert report.problem == ""
    assert report.num_bad == 2
    assert report.bad[0] == "Line 3: the label is missing."
    assert report.bad[1].startswith("Line 4: ")


def test_a_column_that_fits_no_row_is_noticed_without_reading_the_whole_file(
    tmp_path: Path,
) -> None:
    rows = "".join(f"red dog {i}\tgood\n" for i in range(2 * NUM_CHECKED))
    path = write(tmp_path, "mine.tsv", f"text\tlabel\n{rows}")
    choice = TableChoice(task="regression", text="text", label="label", skip_bad_rows=True)
    report = look(path, choice)
    assert report.problem.startswith(f"Line {NUM_CHECKED + 2:}: the score 'good' is no number")
    assert "1,000 rows before cannot be used either" in report.problem


def test_korean_of_another_encoding_is_read_as_it_is(tmp_path: Path) -> None:
    rows = "".join(f"영화가 정말 좋았다 {i},좋음\n영화가 너무 나빴다 {i},나쁨\n" for i in range(9))
    report = look(write(tmp_path, "mine.csv", f"text,label\n{rows}", "cp949"))
    assert report.problem == ""
    assert report.settings["encoding"]
    assert "나쁨, 좋음" in report.summary


def test_lists_of_choices_and_objects_are_read_from_json_lines(tmp_path: Path) -> None:
    line = '{"context": "red dog", "choices": ["sees", "likes"], "label": 1}\n'
    report = look(write(tmp_path, "mine.jsonl", line * 3))
    assert report.choice.task == "choice"
    assert report.choice.choices == ("choices",)
    assert report.problem == ""
    assert report.settings == {
        "task": "choice",
        "text": "context",
        "choices": ["choices"],
        "label": "label",
    }


def test_what_was_chosen_is_restored(tmp_path: Path) -> None:
    path = write(tmp_path, "mine.csv", REVIEWS)
    report = look(path, TableChoice(text="review", label="stars", id="other"))
    assert TableChoice.from_settings(report.settings, False) == report.choice


def test_a_published_layout_needs_no_choice(tmp_path: Path) -> None:
    rows = "".join(f"gj04\t{i % 2}\t\tRed dogs see {i}.\n" for i in range(6))
    assert "CoLA" in look(write(tmp_path, "train.tsv", rows)).recognized
    tagged = "Anna B-PER\nsings O\n\nTom B-PER\nsees O\nAnna B-PER\n"
    assert look(write(tmp_path, "names.txt", tagged)).recognized


def test_a_file_that_is_no_table_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UserError):
        look(write(tmp_path, "empty.csv", ""))
