"""A token of one model is found in another where it stands in the text."""

import numpy as np
import pytest

from explorer.core.attention.matching import counterpart
from models.schema.records import Encoding


def encoding(text: str, pieces: list[tuple[str, int, int]]) -> Encoding:
    """Pieces as (name, start, end); an empty range makes a special token."""
    length = len(pieces)
    return Encoding(
        text=text,
        ids=np.arange(length),
        tokens=tuple(name for name, _, _ in pieces),
        offsets=np.array([(start, end) for _, start, end in pieces]),
        special=np.array([start == end for _, start, end in pieces]),
        segment=np.zeros(length, dtype=np.int64),
        word=np.arange(length),
        unknown=np.zeros(length, dtype=np.bool_),
    )


WORDS = encoding(
    "the gardener", [("[CLS]", 0, 0), ("the", 0, 3), ("gardener", 4, 12), ("[SEP]", 0, 0)]
)
BYTES = encoding("the gardener", [("the", 0, 3), ("Ġgar", 3, 7), ("dener", 7, 12)])
TWICE = encoding("a", [("[SEP]", 0, 0), ("a", 0, 1), ("[SEP]", 0, 0)])
OTHER = encoding("the gardener", [("[CLS]", 0, 0), ("[SEP]", 0, 0), ("the gardener", 0, 12)])


@pytest.mark.parametrize(
    ("source", "target", "position", "expected"),
    [
        (WORDS, BYTES, 1, 0),
        (WORDS, BYTES, 2, 2),  # "dener" shares five characters, " gar" three
        (BYTES, WORDS, 1, 2),
        (WORDS, BYTES, 0, None),
        (WORDS, OTHER, 3, 1),
        (WORDS, TWICE, 3, 0),
        (TWICE, TWICE, 2, 2),
        (TWICE, WORDS, 2, None),  # the second by the second
        (WORDS, BYTES, 9, None),
    ],
)
def test_a_token_is_found_by_its_characters(
    source: Encoding, target: Encoding, position: int, expected: int | None
) -> None:
    assert counterpart(source, target, position) == expected
