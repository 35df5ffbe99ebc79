"""Marked parts of a text become tokens around them."""

from __future__ import annotations

from models.tasks.examples import TextExample
from models.tasks.markers import mark_parts

MARKERS = {1: ("[ENT]",), 2: ("[HD]", "[TL]")}
TEXT = "Paris is in France."


def test_one_name_is_marked_on_both_sides() -> None:
    example = TextExample("", TEXT, "Paris", "city", marks=((0, 5),))
    marked = mark_parts(example, MARKERS)
    assert isinstance(marked, TextExample)
    assert (marked.text, marked.pair, marked.label) == (
        "[ENT] Paris [ENT] is in France.",
        "",
        "city",
    )


def test_head_and_tail_keep_their_markers_in_any_order() -> None:
    example = TextExample("", TEXT, "France; Paris", "capital", marks=((12, 18), (0, 5)))
    marked = mark_parts(example, MARKERS)
    assert isinstance(marked, TextExample)
    assert marked.text == "[TL] Paris [TL] is in [HD] France [HD]."


def test_without_markers_the_second_text_names_the_marked_part() -> None:
    example = TextExample("", TEXT, "Paris", "city", marks=((0, 5),))
    assert mark_parts(example, {}) is example
    plain = TextExample("", TEXT)
    assert mark_parts(plain, MARKERS) is plain
