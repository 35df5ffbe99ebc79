"""Which model comes from which: every system is on the time line, below those it comes from."""

from itertools import pairwise

import pytest

from explorer.core.comparison.lineage import (
    KINDS,
    LineageSystem,
    lineage,
    place_in_lanes,
    related,
    timeline_table,
)
from explorer.core.library.published_cards import published_card

# The systems of the notes that the program was made for.
NOTED = (
    *("ELMo", "GPT-1", "BERT", "GPT-2", "XLM", "XLNet", "RoBERTa", "ALBERT", "ELECTRA", "T5"),
    *("DistilBERT", "TinyBERT", "MobileBERT", "DeBERTa", "DeBERTaV3", "GPT-3", "BigBird"),
    *("Reformer", "ERNIE (entities)", "KagNet"),
)


def system(title: str, *parents: str) -> LineageSystem:
    return LineageSystem(title, "2020-01", "", "encoder", parents, "", "")


def test_every_system_of_the_notes_has_a_month_an_institution_and_a_source() -> None:
    by_title = {one.title: one for one in lineage()}
    assert set(NOTED) <= by_title.keys()
    assert len(by_title) == len(lineage())
    for one in lineage():
        assert one.month[:2] == "20"
        assert one.month[4] == "-"
        assert one.institution
        assert one.source
        assert one.kind in KINDS


@pytest.mark.parametrize("one", lineage(), ids=lambda one: one.title)
def test_a_system_comes_from_earlier_ones_of_the_time_line(one: LineageSystem) -> None:
    months = {other.title: other.month for other in lineage()}
    for parent in one.parents:
        assert months[parent] < one.month, parent


@pytest.mark.parametrize("title", NOTED)
def test_a_system_of_the_notes_has_a_card(title: str) -> None:
    (one,) = (one for one in lineage() if one.title == title)
    assert one.checkpoint is not None
    assert published_card(one.checkpoint)


def test_no_line_passes_through_a_model_that_it_does_not_lead_to() -> None:
    systems = lineage()
    lanes, rows = place_in_lanes(systems), {one.title: n for n, one in enumerate(systems)}
    for one in systems:
        children = [rows[other.title] for other in systems if one.title in other.parents]
        between = systems[rows[one.title] + 1 : max(children, default=0)]
        assert all(lanes[other.title] != lanes[one.title] for other in between)


def test_a_lane_is_taken_again_by_the_last_that_comes_from_it() -> None:
    systems = [system("a"), system("b", "a"), system("c", "a"), system("d")]
    assert place_in_lanes(systems) == {"a": 0, "b": 1, "c": 0, "d": 0}


def test_related_are_all_ancestors_and_all_descendants() -> None:
    systems = [system("a"), system("b", "a"), system("c", "a"), system("d", "b"), system("e", "d")]
    assert related(systems, "d") == {"a", "b", "d", "e"}
    assert {"Transformer", "BERT", "DeBERTa"} <= related(lineage(), "DeBERTaV3")
    assert "T5" not in related(lineage(), "DeBERTaV3")


def test_the_table_is_by_month() -> None:
    months = [row[0] for row in timeline_table().rows]
    assert all(str(before) <= str(after) for before, after in pairwise(months))
