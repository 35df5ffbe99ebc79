"""Attention that is not a square of one text: encoder and decoder, two streams, several terms."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from explorer.core.attention.head_effect import effect
from explorer.core.attention.inputs import MAX_GENERATED, AttentionQuery, generate_decoder_input
from explorer.core.attention.view import AttentionView, drop_missing_heads, view
from explorer.core.engine.engine import Engine
from explorer.core.engine.feeding.decided_masks import MaskingQuestion
from explorer.core.engine.feeding.model_input import corrupt
from explorer.core.generation.writing import continuation
from explorer.core.library.library import Library
from explorer.core.state.state import Head
from models.runtime.generators import run_to_end
from models.schema.records import NO_ORIGIN, FloatArray, ModelInput
from tests.explorer.shapes import NUM_HEADS, NUM_LAYERS, shaped_models

TEXT = "the capital of france is paris ."
ANSWER = "the capital of japan"
DECODER_FEED = "decoder_input_ids"


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    root = shaped_models(tmp_path_factory.mktemp("shapes"), ("t5", "xlnet", "deberta", "mpnet"))
    return Engine(Library(bundled=root, own=tmp_path_factory.mktemp("runs")))


def asked(architecture: str, stream: str, **settings: Any) -> AttentionQuery:
    return AttentionQuery(TEXT, streams=((architecture, stream),), **settings)


def cross(engine: Engine, **settings: Any) -> AttentionView:
    return view(engine, "t5", asked("t5", "cross", **{"decoder_text": ANSWER, **settings}))


def lost(
    engine: Engine, shown: AttentionView, *off: Head, ablate_extras: tuple[str, ...] = ()
) -> Any:
    key = shown.card.key
    return run_to_end(effect(engine, key, shown.model_input, shown.stream.name, off, ablate_extras))


# ---- an encoder and a decoder


def test_rows_of_cross_attention_are_the_decoder_s_and_columns_the_encoder_s(
    engine: Engine,
) -> None:
    found = cross(engine)
    assert "".join(found.rows.labels[1:]).replace(" ", "") == ANSWER.replace(" ", "")
    assert found.columns.tokens == found.encoding.tokens
    assert found.maps.heads.shape[2:] == (len(found.rows), len(found.columns))
    assert len(found.rows) != len(found.columns)
    assert not found.same_text
    assert found.facts.of("distance") is None
    assert found.visible_in(None) is None


def test_specials_are_hidden_on_both_sides_and_rows_sum_to_one(engine: Engine) -> None:
    whole, found = cross(engine), cross(engine, hide_specials=True)
    assert len(found.rows) == len(whole.rows) - 1, "without the start token"
    assert len(found.columns) == len(whole.columns) - 1, "without </s>"
    assert found.rows.index_of(0) is None
    assert found.rows.index_of(1) == 0
    assert np.allclose(found.maps.heads.sum(-1), 1, atol=1e-5)
    kept = whole.maps.heads[..., 1:, :-1]
    assert np.allclose(found.maps.heads, kept / kept.sum(-1, keepdims=True), atol=1e-5)


def test_what_the_decoder_is_fed_is_written_in_steps_and_then_remembered(engine: Engine) -> None:
    asking = AttentionQuery("the capital of")
    assert len(list(generate_decoder_input(engine, "t5", asking))) >= 1
    assert list(generate_decoder_input(engine, "t5", asking)) == []
    read = ModelInput.clean(engine.encode("t5", asking.text))
    words = run_to_end(continuation(engine, "t5", read, MAX_GENERATED))
    fed = view(engine, "t5", asking).model_input.feeds[DECODER_FEED]
    assert tuple(fed[1:]) == words[: len(fed) - 1]
    assert list(generate_decoder_input(engine, "t5", replace(asking, decoder_text="paris"))) == []
    assert list(generate_decoder_input(engine, "xlnet", asking)) == []


def test_without_a_text_the_decoder_is_fed_what_the_model_writes(engine: Engine) -> None:
    found = cross(engine, decoder_text="  ")
    assert found.fed.is_generated
    fed = found.model_input.feeds[DECODER_FEED]
    assert 1 <= len(fed) <= 1 + MAX_GENERATED
    encoder = view(engine, "t5", asked("t5", "encoder"))
    logits = engine.trace("t5", found.model_input, ("logits",)).logits["lm"]
    assert np.array_equal(logits[: len(fed) - 1].argmax(-1), fed[1:])
    assert np.array_equal(encoder.model_input.feeds[DECODER_FEED], fed)


def test_a_text_that_does_not_fit_into_the_decoder_is_cut(engine: Engine) -> None:
    found = cross(engine, decoder_text=f"{ANSWER} " * 20)
    assert len(found.rows) == engine.entry("t5").num_positions
    assert found.fed.num_cut > 0


def test_tokens_that_a_person_hid_are_left_out_for_a_sentinel(engine: Engine) -> None:
    found = view(engine, "t5", asked("t5", "encoder"), forced={2: True})
    assert found.rows.labels[2] == "<extra_id_0>"
    assert found.rows.places.tolist()[:4] == [0, 1, NO_ORIGIN, 3]
    assert found.rows.index_of(2) is None
    assert found.rows.index_of(3) == 3


def test_a_decoder_sees_what_comes_before(engine: Engine) -> None:
    found = view(engine, "t5", asked("t5", "decoder", decoder_text=ANSWER))
    assert np.array_equal(found.visible_in(None), found.maps.overall > 0)
    assert np.array_equal(found.visible_in(None), np.tri(len(found.rows)))


def test_the_bias_by_distance_is_that_of_the_trace(engine: Engine) -> None:
    for stream, last in (("encoder", 128), ("decoder", 0)):
        found = view(engine, "t5", asked("t5", stream, decoder_text=ANSWER))
        assert found.bias is not None
        curves = found.bias.curves
        assert curves.distances[[0, -1]].tolist() == [-128, last]
        traced = engine.trace("t5", found.model_input, ("extra",)).streams[stream].extra["bias"]
        for row, column in np.ndindex(traced.shape[1:]):
            if column - row <= last:
                at = [curves.bias_at(head, column - row) for head in range(NUM_HEADS)]
                assert np.allclose(at, traced[:, row, column])
    assert len(curves.starts) == 32, "each bucket has a border"
    assert cross(engine).bias is None


def test_the_bias_of_a_model_with_a_table_of_positions_ends_with_the_table(engine: Engine) -> None:
    found = view(engine, "mpnet", AttentionQuery(TEXT))
    assert found.bias is not None
    longest = engine.card("mpnet").num_positions - 1
    assert found.bias.curves.distances[[0, -1]].tolist() == [-longest, longest]


def test_a_bias_that_is_switched_off_still_has_its_curve(engine: Engine) -> None:
    whole = view(engine, "t5", asked("t5", "encoder"))
    found = view(engine, "t5", asked("t5", "encoder", ablate_extras=("bias",)))
    assert whole.bias is not None
    assert found.bias is not None
    assert found.bias.off
    assert np.array_equal(found.bias.curves.values, whole.bias.curves.values)
    assert not np.allclose(found.maps.overall, whole.maps.overall)


def test_an_encoder_is_judged_by_what_the_decoder_writes(engine: Engine) -> None:
    for stream in ("encoder", "cross", "decoder"):
        shown = view(engine, "t5", asked("t5", stream, decoder_text=ANSWER))
        found = lost(engine, shown, Head(stream, 0, 1))
        assert found.feed == DECODER_FEED
        assert [place.position for place in found.places] == list(
            range(1, len(shown.model_input.feeds[DECODER_FEED]))
        )
        assert found.loss_before != found.loss_after


# ---- two streams and an order


@pytest.mark.parametrize("stream", ["content", "query"])
def test_an_order_says_who_is_seen(engine: Engine, stream: str) -> None:
    found = view(engine, "xlnet", asked("xlnet", stream))
    assert found.visible_in(None) is not None
    assert found.order is not None
    assert np.array_equal(found.visible_in(None), found.maps.overall > 0)
    assert found.same_text
    itself = found.order == 0
    assert np.array_equal(
        found.visible_in(None).diagonal(), np.ones_like(itself) if stream == "content" else itself
    )


def test_the_order_is_that_of_the_seed(engine: Engine) -> None:
    orders = [view(engine, "xlnet", AttentionQuery(TEXT, seed=seed)).order for seed in (0, 0, 1)]
    drawn = corrupt(engine, "xlnet", engine.encode("xlnet", TEXT), 0).feeds["order"]
    assert np.array_equal(orders[0], drawn)
    assert np.array_equal(orders[0], orders[1])
    assert not np.array_equal(orders[0], orders[2])


def test_the_order_is_the_one_that_masking_shows(engine: Engine) -> None:
    overridden = MaskingQuestion(TEXT, order=(3, 1))
    found = view(engine, "xlnet", AttentionQuery(TEXT, masking=overridden))
    assert found.order is not None
    assert (found.order[3], found.order[1]) == (1, 2)
    assert found.fed.order == "made"
    nothing = view(engine, "xlnet", AttentionQuery(TEXT, masking=MaskingQuestion(TEXT, draw=False)))
    assert nothing.order is None
    assert nothing.fed.order == "nowhere"


def test_who_looks_for_a_bias_is_shown_a_part_that_has_one(engine: Engine) -> None:
    assert view(engine, "t5", AttentionQuery(TEXT)).stream.name == "cross"
    found = view(engine, "t5", AttentionQuery(TEXT, with_bias=True))
    assert found.stream.name == "encoder"
    assert found.bias is not None
    assert view(engine, "t5", asked("t5", "cross", with_bias=True)).stream.name == "cross"


def test_without_an_order_there_is_the_content_alone_and_everything_is_visible(
    engine: Engine,
) -> None:
    found = view(engine, "xlnet", asked("xlnet", "query", with_order=False))
    assert [stream.name for stream in found.streams] == ["content"]
    assert found.stream.name == "content"
    assert found.visible_in(None) is None
    assert (found.maps.overall > 0).all()


def test_an_order_is_judged_at_what_it_asks_for(engine: Engine) -> None:
    shown = view(engine, "xlnet", asked("xlnet", "content"))
    found = lost(engine, shown, Head("content", 0, 0))
    assert [p.position for p in found.places] == shown.model_input.targets["lm"].positions.tolist()
    plain = view(engine, "xlnet", asked("xlnet", "content", with_order=False))
    found = lost(engine, plain, Head("query", 0, 0))
    assert len(found.places) == int((~plain.encoding.special).sum())
    assert found.loss_before != found.loss_after


# ---- terms of the score


def softmax(scores: FloatArray) -> FloatArray:
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    found: FloatArray = powers / powers.sum(-1, keepdims=True)
    return found


@pytest.mark.parametrize("stream", ["encoder", "emd"])
def test_the_softmax_of_the_sum_of_all_terms_is_the_attention(engine: Engine, stream: str) -> None:
    found = view(engine, "deberta", asked("deberta", stream))
    assert [term.spec.name for term in found.terms] == ["c2c", "c2p", "p2c"]
    for layer, head in np.ndindex(NUM_LAYERS, NUM_HEADS):
        weights = softmax(found.score(layer, head))
        assert np.allclose(weights, found.maps.heads[layer, head], atol=1e-5)


def test_hiding_specials_leaves_the_scores_as_they_are(engine: Engine) -> None:
    whole = view(engine, "deberta", asked("deberta", "encoder"))
    found = view(engine, "deberta", asked("deberta", "encoder", hide_specials=True))
    assert np.array_equal(found.score(0, 0), whole.score(0, 0)[1:-1, 1:-1])


def test_a_term_that_is_switched_off_is_zero_and_changes_the_rest(engine: Engine) -> None:
    whole = view(engine, "deberta", asked("deberta", "encoder"))
    cut = view(engine, "deberta", asked("deberta", "encoder", ablate_extras=("c2p", "bias")))
    assert [term.off for term in cut.terms] == [False, True, False]
    assert not cut.terms[1].maps.heads.any()
    assert np.array_equal(cut.terms[0].maps.heads[0], whole.terms[0].maps.heads[0])
    assert not np.allclose(cut.maps.heads[0], whole.maps.heads[0])
    found = lost(engine, cut, ablate_extras=("c2p",))
    assert found.loss_before != found.loss_after


def test_heads_are_counted_by_stream(engine: Engine) -> None:
    heads = [Head("emd", 1, 0), Head("emd", 2, 0), Head("encoder", NUM_LAYERS, 0)]
    assert drop_missing_heads(engine, "deberta", heads) == [Head("emd", 1, 0)]
