"""Cards side by side."""

from explorer.core.comparison.differences import NOT_GIVEN, CardField, side_by_side


def test_a_value_differs_from_that_of_the_card_before_and_from_no_other() -> None:
    cards = [[CardField("Size", "Layers", value)] for value in ("4", "4", "2", "4")]
    (line,) = side_by_side(cards)
    assert line.values == ("4", "4", "2", "4")
    assert line.differs == (False, False, True, True)


def test_a_line_keeps_the_source_and_the_link_of_each_value() -> None:
    stated = CardField(
        "Paper", "Preprint", "arXiv:1", source="Table 1", link="https://arxiv.org/abs/1"
    )
    (line,) = side_by_side([[stated], []])
    assert line.sources == ("Table 1", "")
    assert line.links == ("https://arxiv.org/abs/1", "")


def test_a_field_that_a_card_lacks_differs_from_a_value() -> None:
    (line,) = side_by_side([[], [CardField("Size", "Segments", "2")]])
    assert line.values == (NOT_GIVEN, "2")
    assert line.differs == (False, True)
    assert line.any_differs


def test_fields_that_only_a_later_card_has_stand_where_they_stand_there() -> None:
    first = [
        CardField("Size", "Layers", "4"),
        CardField("Size", "Parameters", "9"),
        CardField("Run", "Seed", "1"),
    ]
    second = [
        CardField("Size", "Layers", "4"),
        CardField("Size", "Embedding", "2"),
        CardField("Size", "Parameters", "9"),
        CardField("Held out", "Loss", "3"),
    ]
    lines = side_by_side([first, second])
    assert [(line.group, line.name) for line in lines] == [
        ("Size", "Layers"),
        ("Size", "Embedding"),
        ("Size", "Parameters"),
        ("Held out", "Loss"),
        ("Run", "Seed"),
    ]


def test_one_card_differs_from_nobody_and_no_cards_have_no_lines() -> None:
    (line,) = side_by_side([[CardField("Size", "Layers", "4")]])
    assert line.differs == (False,)
    assert side_by_side([]) == []
