"""Long texts are read through windows that overlap."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.tokenization import Tokenizer
from models.tokenization.base import token_offsets
from tests.models.tokenization.samples import framed_as

LONG = "The capital of France is Paris. 수도는 파리이다! " * 6


def test_a_window_of_a_short_text_is_its_encoding(framed: Tokenizer) -> None:
    (window,) = framed.encode_windows("Paris is it.", max_length=64, stride=8)
    whole = framed.encode("Paris is it.")
    assert window.encoding.ids.tolist() == whole.ids.tolist()
    assert window.encoding.segment.tolist() == whole.segment.tolist()
    assert window.length == window.total == len(whole) - framed.num_special(False)


def test_a_window_of_a_short_pair_is_its_encoding(framed: Tokenizer) -> None:
    texts = ("What is it?", "Paris is it.")
    (window,) = framed.encode_windows(*texts, max_length=64, stride=8, max_first=20)
    whole = framed.encode(*texts)
    assert window.encoding.ids.tolist() == whole.ids.tolist()
    assert window.encoding.offsets.tolist() == whole.offsets.tolist()


@settings(max_examples=40, deadline=None)
@given(st.integers(8, 80), st.integers(1, 60), st.booleans())
@pytest.mark.parametrize("name", ["RobertaTokenizer", "AlbertTokenizer", "XLNetTokenizer"])
def test_windows_hold_every_piece_once_or_more(
    name: str, max_length: int, stride: int, is_pair: bool
) -> None:
    tokenizer = framed_as(name)
    texts = ("Which capital is it?", LONG) if is_pair else (LONG,)
    windows = tokenizer.encode_windows(*texts, max_length=max_length, stride=stride, max_first=9)
    pieces = tokenizer.encode_ids([LONG])[0]
    seen = np.zeros(len(pieces), dtype=np.bool_)
    for window in windows:
        place = slice(window.position, window.position + window.length)
        part = slice(window.start, window.start + window.length)
        assert window.encoding.ids[place].tolist() == pieces[part]
        assert len(window.encoding) <= max_length
        seen[part] = True
    assert seen.all()
    assert all(after.start - one.start <= stride for one, after in pairwise(windows))


def test_a_part_of_half_a_window_is_whole_in_one_of_them() -> None:
    windows = framed_as("AlbertTokenizer").encode_windows(LONG, max_length=22, stride=128)
    ranges = [(one.start, one.start + one.length) for one in windows]
    for start in range(windows[0].total - 10):
        assert any(first <= start and start + 10 <= last for first, last in ranges)


def test_offsets_of_all_windows_are_those_of_the_whole_text(framed: Tokenizer) -> None:
    windows = framed.encode_windows("Paris?", LONG, max_length=20, stride=7, max_first=3)
    (whole,) = framed.encode_windows(LONG, max_length=10_000, stride=7)
    assert token_offsets(windows).tolist() == whole.offsets.tolist()


def test_an_empty_text_leaves_one_window_of_special_tokens(framed: Tokenizer) -> None:
    (window,) = framed.encode_windows("", "", max_length=20, stride=5, max_first=5)
    assert (window.length, window.total) == (0, 0)
    assert len(window.encoding) == framed.num_special(True)


def test_a_length_without_room_for_both_texts_is_rejected(framed: Tokenizer) -> None:
    length = framed.num_special(True) + 1
    with pytest.raises(ValueError, match="too short"):
        framed.encode_windows("a", "b", max_length=length, stride=5, max_first=5)
    assert framed.encode_windows("a", "b", max_length=length + 1, stride=5, max_first=5)


def test_an_empty_text_is_encoded_where_that_is_allowed(framed: Tokenizer) -> None:
    assert len(framed.encode("", allow_empty=True)) == framed.num_special(False)
    with pytest.raises(ValueError, match="empty"):
        framed.encode("")
