"""Tables of reading times, and how they fit the words of texts."""

import math
from pathlib import Path

import numpy as np
import pytest

from models.data.judgements.reading_times import align_times, read_times
from models.tasks.examples import DataError


def written(folder: Path, content: str) -> Path:
    path = folder / "times.csv"
    path.write_text(content, encoding="utf-8")
    return path


def test_times_belong_to_the_words_in_order(tmp_path: Path) -> None:
    times = read_times(written(tmp_path, "word,time\nThe,200\ndog,310\nThe,220\ncat,300.5\n"))
    found = align_times(times, ["The", "dog", "The", "cat"])
    assert found.times.tolist() == [200, 310, 220, 300.5]
    assert not found.faults
    assert np.isnan(found.log_frequencies).all()


def test_a_word_that_does_not_fit_is_named_and_the_next_ones_go_on(tmp_path: Path) -> None:
    times = read_times(written(tmp_path, "word,time\nThe,200\nwolf,250\nsleeps,300\nagain,1\n"))
    found = align_times(times, ["The", "dog", "sleeps"])
    assert found.times[[0, 2]].tolist() == [200, 300]
    assert math.isnan(found.times[1])
    assert found.count == 2
    assert found.faults[0] == "times.csv, line 3: 'wolf' where the text has 'dog'"
    assert found.faults[1].startswith("times.csv, line 5: 'again' after the end")


def test_rows_without_a_time_are_named_with_their_line(tmp_path: Path) -> None:
    times = read_times(written(tmp_path, "word,time\nThe,fast\n,3\ndog,-1\nran,210\n"))
    assert [one.word for one in times.words] == ["ran"]
    assert [fault.partition(":")[0] for fault in times.faults] == [
        f"times.csv, line {line}" for line in (2, 3, 4)
    ]


def test_frequencies_are_read_where_the_table_has_them(tmp_path: Path) -> None:
    times = read_times(written(tmp_path, "word,time,frequency\nThe,200,1000\ndog,310,0\n"))
    assert times.words[0].log_frequency == pytest.approx(math.log(1000))
    assert math.isnan(times.words[1].log_frequency)


@pytest.mark.parametrize("content", ["a,b\nThe,2\n", "word,time\nThe,slow\n"])
def test_a_table_without_times_is_an_error(content: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"times\.csv"):
        read_times(written(tmp_path, content))
