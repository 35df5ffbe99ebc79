"""The attention of a model that reads long texts by blocks: what each head may see."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from explorer.core.attention.hops import hops
from explorer.core.attention.inputs import AttentionQuery
from explorer.core.attention.view import AttentionView, view
from explorer.core.engine.engine import Engine
from explorer.core.errors import UserError
from explorer.core.library.library import Library
from models.arch import big_bird
from tests.explorer.blocks import LONG, NAME, SHORT, block_model


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
    assert found.sees_in(None) is None


@pytest.mark.parametrize("hides", [False, True])
def test_what_a_head_may_see_is_what_it_looks_at(engine: Engine, hides: bool) -> None:
    found = viewed(engine, LONG, hide_specials=hides)
    for layer in range(2):
        for head in range(4):
            seen = found.sees_in(layer, head)
            assert seen is not None
            assert np.array_equal(found.maps.pick(layer, head) > 0, seen)
        anywhere = found.sees_in(layer)
        assert anywhere is not None
        assert np.array_equal(found.maps.pick(layer, None) > 0, anywhere)


def test_a_head_of_any_layer_sees_what_it_sees_in_one_of_them(engine: Engine) -> None:
    found = viewed(engine, LONG)
    each = [found.sees_in(layer, 2) for layer in range(2)]
    assert np.array_equal(found.sees_in(None, 2), each[0] | each[1])  # type: ignore[arg-type]
    assert not np.array_equal(each[0], each[1])


def test_any_two_tokens_are_two_hops_apart_through_global_blocks(engine: Engine) -> None:
    found = viewed(engine, LONG)
    layers = [found.sees_in(layer) for layer in range(2)]
    count = len(found.rows)
    far = {hops(layers, source, target, count) for source in range(count) for target in (9, 30)}
    assert far == {0, 1, 2}


def test_a_text_too_long_for_a_map_says_so(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    text = LONG + " it is warm ."
    monkeypatch.setattr(big_bird, "MAX_MAP", 40)
    with pytest.raises(UserError, match=r"records no attention map of \d+ tokens") as raised:
        viewed(engine, text)
    assert "shorter text" in raised.value.hint


def test_what_goes_to_extra_tokens_is_not_said_to_go_to_special_ones(extended: Engine) -> None:
    """A row gives the rest to tokens of the model, to special tokens, or to what is left."""
    whole, left = viewed(extended, LONG), viewed(extended, LONG, hide_specials=True)
    sums = whole.maps.heads.sum(-1)
    assert (sums < 1).all()
    rows = left.rows.fed_rows
    kept = whole.maps.heads[:, :, rows][..., left.columns.fed_rows].sum(-1)
    assert left.removed == pytest.approx(float((sums[:, :, rows] - kept).mean()), abs=1e-5)
