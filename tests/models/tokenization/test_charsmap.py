"""A damaged character map is rejected when it is opened: the library would die of it."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from models.tokenization import open_tokenizer, unigram
from models.tokenization.growth import check_growth

LEADS_TO = 10  # the bits of an offset begin there
HAS_VALUE = 1 << 8
IS_VALUE = 1 << 31


def charsmap(units: dict[int, int], texts: bytes = b"z\0", num_units: int = 256) -> bytes:
    """A map whose trie has these units, all others being empty."""
    trie = np.zeros(num_units, dtype="<u4")
    for place, unit in units.items():
        trie[place] = unit
    return trie.nbytes.to_bytes(4, "little") + trie.tobytes() + texts


def a_to(place: int) -> dict[int, int]:
    """Units that lead from the letter a to a place in the texts: root, a, and its value."""
    letter = ord("a")
    return {
        0: 0,
        letter: letter | HAS_VALUE | (3 << LEADS_TO),
        letter ^ 3: IS_VALUE | place,
    }


def tokenizer_json(written: Any) -> dict[str, Any]:
    step = {"type": "Precompiled", "precompiled_charsmap": written}
    return {"normalizer": {"type": "Sequence", "normalizers": [step]}}


def encoded(data: bytes) -> str:
    return base64.b64encode(data).decode()


def test_a_whole_map_is_taken_and_used(tmp_path: Path) -> None:
    tokenizer = unigram.train(["a z and a z"] * 20, 40)
    tokenizer.save(tmp_path)
    path = tmp_path / "tokenizer.json"
    content = json.loads(path.read_text("utf-8"))
    content |= tokenizer_json(encoded(charsmap(a_to(0))))
    path.write_text(json.dumps(content), encoding="utf-8")
    assert "".join(open_tokenizer(tmp_path).encode("a").tokens).count("z") == 1


def test_a_map_that_maps_nothing_is_whole() -> None:
    check_growth(tokenizer_json(encoded(charsmap({}))))


@pytest.mark.parametrize(
    "written",
    [
        None,
        5,
        "",
        "AAAA",
        "no base64!",
        encoded(b"\xff\xff\xff\xff" + bytes(100)),
        encoded(charsmap(a_to(0))[:500]),
        encoded(charsmap(a_to(0), num_units=100)),
        encoded(charsmap({0: 300 << LEADS_TO})),
        encoded(charsmap(a_to(2))),
        encoded(charsmap(a_to(1), "\u00e9\0".encode())),
        encoded(charsmap(a_to(0), b"\xff\0")),
    ],
    ids=[
        "null",
        "a number",
        "empty",
        "no size",
        "other signs",
        "endless",
        "cut off",
        "a short trie",
        "a way out of the trie",
        "a place after the texts",
        "half a character",
        "no UTF-8",
    ],
)
def test_a_damaged_map_is_rejected(written: Any) -> None:
    with pytest.raises(ValueError, match="its character map is damaged"):
        check_growth(tokenizer_json(written))
