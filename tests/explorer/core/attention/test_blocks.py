"""The attention of a model that reads long texts by blocks: what each head may see."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from explorer.core.attention.inputs import AttentionQuery
from explorer.core.attention.view import AttentionView, view
from explorer.core.engine.engine import Engine
from explorer.core.errors import UserError
from explorer.core.library.library import Library
from models.arch import big_bird, reformer
from models.inference import taps
from models.layers.long_texts import chunked_attention
from tests.explorer.blocks import LONG, NAME, SHORT, block_model, saved


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return Engine(Library(bundled=block_model(tmp_path_factory.mktemp("blocks"))))


@pytest.fixture(scope="module")
def extended(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    folder = block_model(tmp_path_factory.mktemp("extended"), num_global_tokens=3)
    return Engine(Library(bundled=folder))


def viewed(engine: Engine, text: str, **options: Any) -> AttentionView:
    return view(engine, NAME, AttentionQuery(text, **options))


def test_a_short_text_has_nothing_that_may_not_be_seen(engine: Engine) -> None:
    found = viewed(engine, SHORT)
    assert found.visible == (None, None)
    assert found.visible_in(None) is None


@pytest.mark.parametrize("hides", [False, True])
def test_what_a_head_may_see_is_what_it_looks_at(engine: Engine, hides: bool) -> None:
    found = viewed(engine, LONG, hide_specials=hides)
    for layer in range(2):
        for head in range(4):
            seen = found.visible_in(layer, head)
            assert seen is not None
            assert np.array_equal(found.maps.pick(layer, head) > 0, seen)
        anywhere = found.visible_in(layer)
        assert anywhere is not None
        assert np.array_equal(found.maps.pick(layer, None) > 0, anywhere)


def test_a_head_of_any_layer_sees_what_it_sees_in_one_of_them(engine: Engine) -> None:
    found = viewed(engine, LONG)
    each = [found.visible_in(layer, 2) for layer in range(2)]
    assert np.array_equal(found.visible_in(None, 2), each[0] | each[1])  # type: ignore[arg-type]
    assert not np.array_equal(each[0], each[1])


def test_any_two_tokens_are_two_hops_apart_through_global_blocks(engine: Engine) -> None:
    found = viewed(engine, LONG)
    count = len(found.rows)
    far = {found.hops(source, target) for source in range(count) for target in (9, 30)}
    assert far == {0, 1, 2}


def test_hops_lead_through_special_tokens_that_are_left_out(engine: Engine) -> None:
    whole, left = viewed(engine, LONG), viewed(engine, LONG, hide_specials=True)
    assert left.hops_to(19).tolist() == whole.hops_to(20)[left.columns.fed_rows].tolist()
    assert left.hops(30, 19) == whole.hops(31, 20)


def test_a_text_too_long_for_a_map_has_a_row_for_each_block(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, text = viewed(engine, LONG), LONG + " it is warm ."
    monkeypatch.setattr(big_bird, "MAX_MAP", 40)
    found = viewed(engine, text)
    size, length, last = found.rows.size, len(found.model_input), len(found.rows) - 1
    assert (size, len(found.rows)) == (4, -(-length // 4))
    assert found.num_padded == 4 * len(found.rows)
    assert found.rows.labels[:2] == ("0–3", "4–7")
    assert [found.rows.index_of(place) for place in (0, 3, 4, length - 1)] == [0, 0, 1, last]
    assert found.maps.heads.sum(-1) == pytest.approx(1, abs=1e-5)
    for layer in range(2):
        assert np.array_equal(found.maps.pick(layer, 1) > 0, found.visible_in(layer, 1))
    assert set(found.hops_to(4).tolist()) == {0, 1, 2}
    assert whole.rows.size == 1


def test_without_blocks_a_text_too_long_for_a_map_is_rejected_with_the_longest_that_fits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chunks = {"local_attn_chunk_length": 8, "lsh_attn_chunk_length": 8}
    hashing = Engine(Library(bundled=saved(tmp_path, "reformer", **chunks)))
    assert len(view(hashing, "reformer", AttentionQuery(LONG)).rows) > 40
    for module in (chunked_attention, reformer, taps):
        monkeypatch.setattr(module, "MAX_MAP", 40)
    with pytest.raises(UserError, match=r"records no attention map of \d+ tokens") as raised:
        view(hashing, "reformer", AttentionQuery(LONG + " it is warm ."))
    assert "at most 40 tokens" in raised.value.hint


def test_what_goes_to_extra_tokens_is_not_said_to_go_to_special_ones(extended: Engine) -> None:
    """A row gives the rest to tokens of the model, to special tokens, or to what is left."""
    whole, left = viewed(extended, LONG), viewed(extended, LONG, hide_specials=True)
    sums = whole.maps.heads.sum(-1)
    assert (sums < 1).all()
    rows = left.rows.fed_rows
    kept = whole.maps.heads[:, :, rows][..., left.columns.fed_rows].sum(-1)
    assert left.removed == pytest.approx(float((sums[:, :, rows] - kept).mean()), abs=1e-5)
