"""A mask in the sentence, in whichever spelling, and the places that stay the same around it."""

from itertools import repeat

import numpy as np

from explorer.core.engine.feeding.typed_masks import places_before, rewritten, written_length


def test_every_spelling_becomes_the_next_name() -> None:
    text, _ = rewritten("a [MASK] b <mask>.", iter(["<0>", "<1>"]))
    assert text == "a <0> b <1>."


def test_where_no_name_is_left_the_spelling_stays() -> None:
    text, _ = rewritten("[MASK] [MASK]", iter(["<0>"]))
    assert text == "<0> [MASK]"


def test_places_around_a_longer_name_are_those_of_the_text_as_it_was() -> None:
    before = "a [MASK] b [MASK]c"
    after, edges = rewritten(before, repeat("<extra_id_0>"))
    starts = [(before.index(" b"), after.index(" b")), (len(before) - 1, len(after) - 1)]
    starts += [(before.index("["), after.index("<")), (0, 0)]
    found = places_before(np.array([[there, there + 1] for _, there in starts]), edges)
    assert found[:, 0].tolist() == [here for here, _ in starts]
    assert found[1, 1] == len(before)


def test_a_mask_token_is_where_any_mask_is_spelled() -> None:
    text = "is [MASK]."
    assert written_length(text, "<mask>", 3) == len("[MASK]")
    assert written_length(text, "<extra_id_7>", 3) == len("[MASK]")
    assert written_length(text, "<mask>", 2) == 0


def test_another_special_token_stands_only_where_its_own_name_is_written() -> None:
    assert written_length("[MASK] is", "[CLS]", 0) == 0
    assert written_length("[CLS] is", "[CLS]", 0) == len("[CLS]")
