"""How a text is cut for each model, and what the model is told of the pieces."""

import subprocess
import sys
from pathlib import Path

import pytest

from explorer.core.engine import Engine
from explorer.core.library import Library
from explorer.core.pieces import cut_text


@pytest.fixture
def engine(zoo: Path) -> Engine:
    return Engine(Library(bundled=zoo))


def test_only_families_with_segments_have_them(engine: Engine) -> None:
    told = {key: cut_text(engine, f"{key}-tiny", "the ball").has_segments for key in FAMILIES}
    assert told == {"bert": True, "electra": True, "distilbert": False, "gpt2": False}


FAMILIES = ("bert", "electra", "distilbert", "gpt2")


def test_pieces_are_counted_over_what_fits(engine: Engine) -> None:
    found = cut_text(engine, "bert-tiny", "the ball " * 1000)
    assert found.counts.pieces == 22  # 24 positions, two of them for [CLS] and [SEP]
    assert found.counts.per_word == 1.0
    assert found.num_added == 2


def test_a_mask_that_the_text_holds_is_a_piece_of_the_text(engine: Engine) -> None:
    found = cut_text(engine, "bert-tiny", "the [MASK]")
    assert (found.counts.pieces, found.num_added) == (2, 2)


def test_cutting_a_text_needs_no_torch(zoo: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from explorer.core.engine import Engine;"
        "from explorer.core.library import Library; from explorer.core.pieces import cut_text;"
        f"cut_text(Engine(Library(bundled=Path({str(zoo)!r}))), 'bert-tiny', 'the ball');"
        "assert 'torch' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=120)
