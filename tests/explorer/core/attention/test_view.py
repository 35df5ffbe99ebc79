"""A model's attention, made ready to be drawn."""

from pathlib import Path

import numpy as np
import pytest

from explorer.core.attention.inputs import AttentionQuery
from explorer.core.attention.view import drop_missing_heads, view
from explorer.core.engine.engine import Engine
from explorer.core.library.library import Library
from explorer.core.state.state import Head

TEXT = "the capital of france is paris ."
PLAIN = AttentionQuery(TEXT)


@pytest.fixture(scope="module")
def engine(tiny_models: Path, tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return Engine(Library(bundled=tiny_models, own=tmp_path_factory.mktemp("runs")))


def test_rows_are_the_tokens_that_the_model_is_fed(engine: Engine) -> None:
    found = view(engine, "bert-tiny", PLAIN)
    assert found.rows.tokens == found.encoding.tokens
    assert found.rows is found.columns
    assert found.maps.heads.shape[2:] == (len(found.rows), len(found.columns))
    assert found.rows.index_of(3) == 3


def test_a_mask_is_not_hidden_with_the_special_tokens(engine: Engine) -> None:
    found = view(engine, "bert-tiny", AttentionQuery("the [MASK] of france", hide_specials=True))
    assert found.rows.labels[1] == "[MASK]"
    assert found.rows.num_hidden == 2
    assert found.rows.index_of(0) is None
    assert 0 < found.removed < 1
    assert np.allclose(found.maps.heads.sum(-1), 1, atol=1e-5)


def test_a_text_of_special_tokens_alone_is_shown_as_it_is(engine: Engine) -> None:
    found = view(engine, "bert-tiny", AttentionQuery("[SEP]", hide_specials=True))
    assert len(found.rows) == 3
    assert found.num_hidden == 0


def test_a_head_that_is_switched_off_changes_the_layers_above_it(engine: Engine) -> None:
    whole = view(engine, "bert-tiny", PLAIN).maps.heads
    cut = view(engine, "bert-tiny", PLAIN, ablate=[Head("encoder", 0, 1)]).maps.heads
    assert np.array_equal(whole[0], cut[0])
    assert not np.allclose(whole[1], cut[1])


def test_heads_of_a_larger_model_are_left_out(engine: Engine) -> None:
    heads = [Head("encoder", 1, 1), Head("encoder", 9, 1), Head("decoder", 0, 0)]
    assert drop_missing_heads(engine, "bert-tiny", heads) == [Head("encoder", 1, 1)]


def test_electra_s_discriminator_is_fed_what_the_generator_wrote(engine: Engine) -> None:
    found = view(engine, "electra-tiny", PLAIN, forced={2: True})
    assert found.stream.name == "discriminator"
    assert found.rows.tokens[2] != "[MASK]"
    generator = AttentionQuery(TEXT, streams=(("electra", "generator"),))
    found = view(engine, "electra-tiny", generator, forced={2: True})
    assert found.rows.tokens[2] == "[MASK]"
