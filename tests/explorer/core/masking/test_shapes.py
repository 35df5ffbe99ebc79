"""The sentence under objectives that hide otherwise than BERT's, in exact numbers."""

import numpy as np
import pytest

from explorer.core.engine.engine import Engine
from explorer.core.engine.feeding.decided_masks import (
    DYNAMIC,
    TEN_COPIES,
    MaskingQuestion,
    decisions,
)
from explorer.core.engine.feeding.mask_tokens import own_spelling
from explorer.core.engine.predicting.predictions import mean_loss, predictions
from explorer.core.library.library import Library
from explorer.core.masking.example import MaskingExample
from explorer.core.masking.examples import fed, run_predictions, shares
from explorer.core.masking.user_overrides import (
    add_decisions,
    next_decision,
    next_order,
    over_the_same,
)
from models.objectives import masked
from models.schema.batch import collate
from models.schema.factorization_order import visibility
from models.schema.records import Encoding, ModelInput, TokenChange
from models.training.loss import losses
from tests.explorer.shapes import shaped_models

TEXT = "the capital of france is paris . it is in europe ."
GAPS = "the capital of [MASK] is <mask> ."
KEYS = ("roberta", "albert", "t5", "xlnet", "deberta")


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return Engine(Library(bundled=shaped_models(tmp_path_factory.mktemp("shapes"), KEYS)))


def answer(engine: Engine, key: str, question: MaskingQuestion) -> MaskingExample:
    *_, last = run_predictions(engine, fed(engine, key, question), question)
    return last


def overridden(key: str, *positions: int) -> tuple[tuple[str, tuple[tuple[int, bool], ...]], ...]:
    return ((key, tuple((position, True) for position in positions)),)


# ---- a mask in the sentence


@pytest.mark.parametrize("key", KEYS)
def test_a_mask_in_any_spelling_is_a_masked_position_for_every_model(
    engine: Engine, key: str
) -> None:
    example = answer(engine, key, MaskingQuestion(GAPS))
    encoding = example.encoding
    own = [encoding.tokens[at] for at in sorted(example.masks_in_text)]
    expected = "<extra_id_0> <extra_id_1>" if key == "t5" else f"{own[0]} {own[0]}"
    assert " ".join(own) == expected
    assert encoding.text == GAPS
    starts = [int(encoding.offsets[at, 0]) for at in sorted(example.masks_in_text)]
    assert starts == [GAPS.index("[MASK]"), GAPS.index("<mask>")]
    assert not example.sampled


def test_on_the_command_line_the_text_is_taken_as_it_is(engine: Engine) -> None:
    literal = engine.encode("roberta", GAPS, literal=True)
    assert literal.tokens.count("<mask>") == 1
    assert engine.encode("roberta", GAPS).tokens.count("<mask>") == 2
    assert own_spelling(engine.tokenizer("roberta")) == "<mask>"
    assert own_spelling(engine.tokenizer("albert")) is None


def test_a_pair_with_gaps_keeps_both_texts_and_their_places(engine: Engine) -> None:
    found = engine.encode("t5", "a [MASK] b", "[MASK] c")
    second = np.flatnonzero(found.segment == 1)
    assert (found.text, found.pair) == ("a [MASK] b", "[MASK] c")
    assert found.offsets[second[0]].tolist() == [0, 0]
    assert found.tokens[second[0]] == "<extra_id_1>"


@pytest.mark.parametrize("key", [key for key in KEYS if key != "t5"])
def test_of_a_pair_that_is_filled_both_texts_stand_apart(engine: Engine, key: str) -> None:
    example = answer(
        engine, key, MaskingQuestion("paris [MASK] france .", pair="it is in europe .")
    )
    assert example.filled is not None
    first, _, second = example.filled.sequential.sentence.rpartition(" it is in europe .")
    assert first.startswith("paris")
    assert second == ""


# ---- static and dynamic masks


def drawn_in_training(engine: Engine, encoding: Encoding, copies: int) -> np.ndarray:
    """What training does to the tokens in ten epochs with seed 4: (10, T)."""
    clean, vocabulary = ModelInput.clean(encoding), engine.tokenizer("roberta").vocabulary
    rngs = (np.random.default_rng((4, epoch)) for epoch in range(10))
    return np.stack([masked.corrupt(clean, rng, vocabulary, copies=copies).change for rng in rngs])


def test_dynamic_masks_are_drawn_anew_and_a_static_one_never_changes(engine: Engine) -> None:
    example = answer(engine, "roberta", MaskingQuestion(TEXT, seed=4))
    assert example.epochs is not None
    assert example.fixed is not None
    assert np.array_equal(example.epochs, drawn_in_training(engine, example.encoding, 0))
    assert np.array_equal(example.fixed, drawn_in_training(engine, example.encoding, 1))
    assert (example.fixed == example.fixed[0]).all()
    assert example.covered_share is not None
    assert example.covered_fixed is not None
    assert example.covered_fixed < example.covered_share


def test_ten_epochs_meet_each_of_ten_copies_once_in_turn(engine: Engine) -> None:
    example = answer(engine, "roberta", MaskingQuestion(TEXT, seed=4, copies=TEN_COPIES))
    assert example.fixed is not None
    clean, vocabulary = ModelInput.clean(example.encoding), engine.tokenizer("roberta").vocabulary
    for copy, row in enumerate(example.fixed):
        anew = np.random.default_rng(99)  # of which nothing depends
        expected = masked.corrupt(clean, anew, vocabulary, copies=10, copy=copy)
        assert np.array_equal(row, expected.change)
    fed_in_training = drawn_in_training(engine, example.encoding, 10)
    assert {row.tobytes() for row in fed_in_training} <= {row.tobytes() for row in example.fixed}


@pytest.mark.parametrize(
    ("key", "fixes"),
    [("roberta", True), ("albert", True), ("deberta", True), ("t5", False), ("xlnet", False)],
)
def test_every_model_with_masks_can_fix_them(engine: Engine, key: str, fixes: bool) -> None:
    assert (answer(engine, key, MaskingQuestion(TEXT)).fixed is not None) == fixes
    assert answer(engine, key, MaskingQuestion(TEXT, copies=DYNAMIC)).fixed is None


# ---- ALBERT


def test_neighbours_that_albert_chose_are_one_run(engine: Engine) -> None:
    example = fed(engine, "albert", MaskingQuestion(TEXT, options=(("rate", 0.5),)))
    assert example.model_input is not None
    chosen = example.model_input.change != TokenChange.KEPT
    for at in range(1, len(chosen)):
        joined = (
            example.row_spans[at] is not None and example.row_spans[at] == example.row_spans[at - 1]
        )
        assert joined == (chosen[at] and chosen[at - 1])


def test_albert_says_if_two_texts_are_in_order_and_what_if_they_were_swapped(
    engine: Engine,
) -> None:
    first, second = "the capital of france is paris .", "it is in europe ."
    (verdict,) = answer(engine, "albert", MaskingQuestion(first, pair=second)).pairs
    assert verdict.classes == ("in order", "swapped")
    (around,) = answer(engine, "albert", MaskingQuestion(second, pair=first)).pairs
    assert around.as_written == pytest.approx(verdict.swapped)
    assert around.swapped == pytest.approx(verdict.as_written)


# ---- T5


def test_the_target_holds_each_span_after_its_sentinel(engine: Engine) -> None:
    question = MaskingQuestion(
        TEXT, seed=2, options=(("noise_density", 0.5), ("mean_span_length", 2.0))
    )
    example = fed(engine, "t5", question)
    assert example.target is not None
    assert len(example.spans) > 1
    for number, span in enumerate(example.spans):
        rows = [row for row, span in enumerate(example.target.spans) if span == number]
        assert example.target.labels[rows[0]] == example.fed[span.position]
        assert [example.target.positions[row] for row in rows[1:]] == list(range(*span.origin))
        assert [example.target.labels[row] for row in rows[1:]] == [
            example.names[at] for at in example.positions_at(span.position)
        ]


def test_the_decoder_is_asked_for_every_row_of_its_target_with_the_loss_of_training(
    engine: Engine,
) -> None:
    example = answer(engine, "t5", MaskingQuestion(TEXT, seed=2))
    assert example.target is not None
    assert example.model_input is not None
    assert [guess.place for guess in example.guesses] == list(range(len(example.target.labels)))
    assert [guess.truth for guess in example.guesses][1:-1] == list(example.target.labels[1:-1])
    loaded = engine.load_model("t5")
    objective = engine.objectives("t5")[1]
    batch = collate([example.model_input], loaded.tokenizer.pad_id or 0)
    found = losses(loaded.model, loaded.spec, (objective,), batch)["lm"]
    assert example.loss == pytest.approx(found.total.item() / found.count, rel=1e-4)


def test_tokens_of_the_sentence_and_rows_of_input_and_target_find_each_other(
    engine: Engine,
) -> None:
    example = answer(engine, "t5", MaskingQuestion(TEXT, masks=overridden("t5", 2, 3), draw=False))
    (span,) = example.spans
    assert example.positions_at(span.position) == (2, 3)
    assert example.row_of(3) == span.position
    assert example.row_of(4) == span.position + 1
    guess = example.guess_of(3)
    assert guess is not None
    assert guess.truth == example.names[3]
    assert example.position_of(guess.place) == 3
    assert example.guess_of(0) is None


def test_of_an_encoder_decoder_the_tokens_of_both_towers_are_fed(engine: Engine) -> None:
    example = fed(engine, "t5", MaskingQuestion(TEXT))
    assert example.model_input is not None
    assert example.target is not None
    (share,) = shares(example)
    length = len(example.target.labels)
    assert (share.coverage.fed, share.coverage.targets) == (
        len(example.model_input) + length,
        length,
    )


def test_a_pair_is_a_task_and_its_answer_which_nothing_is_hidden_in(engine: Engine) -> None:
    example = answer(engine, "t5", MaskingQuestion("the capital of france", pair="it is paris ."))
    assert example.target is not None
    second = np.flatnonzero(example.encoding.segment == 1).tolist()
    assert list(example.target.positions) == second
    assert list(example.target.labels) == [example.names[at] for at in second]
    assert not example.masks_tokens
    assert (example.spans, example.epochs) == ((), None)


def test_what_the_decoder_writes_has_the_probability_of_its_own_trace(engine: Engine) -> None:
    example = answer(engine, "t5", MaskingQuestion(GAPS))
    assert example.written is not None
    assert example.guesses == ()
    first = predictions(engine, "t5", engine.trace("t5", example.model_input, ("logits",)), [0])[0]
    assert example.written.probabilities[0] == pytest.approx(first.candidates[0].probability)
    assert example.written.joint == pytest.approx(np.prod(example.written.probabilities))
    assert len(example.written.masks) == len(example.written.tokens)


# ---- XLNet


def test_an_order_says_who_sees_whom_and_tokens_keep_their_places(engine: Engine) -> None:
    example = answer(engine, "xlnet", MaskingQuestion(TEXT, seed=1))
    assert example.order is not None
    assert example.visibility is not None
    assert example.fed == example.names
    for mine, theirs in zip(example.visibility, visibility(example.order), strict=True):
        assert np.array_equal(mine, theirs)
    targets = np.flatnonzero(example.changes == TokenChange.HIDDEN).tolist()
    assert [guess.place for guess in example.guesses] == targets
    assert (
        fed(engine, "xlnet", MaskingQuestion(TEXT, seed=2)).order.tolist() != example.order.tolist()
    )


def test_an_order_by_the_user_begins_with_the_clicked_places(engine: Engine) -> None:
    example = fed(engine, "xlnet", MaskingQuestion(TEXT, order=(3, 1)))
    assert example.overridden
    assert example.order is not None
    assert (example.order[3], example.order[1], example.order[0]) == (1, 2, 3)
    assert sorted(example.order) == list(range(1, len(example.names) + 1))
    targets = np.flatnonzero(example.changes == TokenChange.HIDDEN)
    others = ~example.encoding.special
    others[targets] = False
    assert example.order[targets].min() > example.order[others].max()


def test_the_first_of_an_order_by_the_user_is_no_target_even_if_all_shall_be(
    engine: Engine,
) -> None:
    question = MaskingQuestion(TEXT, order=(), options=(("one_in", 1),))
    example = fed(engine, "xlnet", question)
    assert example.visibility is not None
    assert not example.visibility[1][0].any()
    assert example.changes[0] == TokenChange.KEPT
    assert (example.changes[1:-2] == TokenChange.HIDDEN).all()


def test_gaps_of_xlnet_are_predicted_from_all_else_and_filled(engine: Engine) -> None:
    example = answer(engine, "xlnet", MaskingQuestion(GAPS))
    places = sorted(example.masks_in_text)
    assert example.order is not None
    assert [at for at, turn in enumerate(example.order) if turn] == places
    assert [guess.place for guess in example.guesses] == places
    assert example.filled is not None
    assert example.filled.places == tuple(places)
    best = example.guesses[0].candidates[0]
    assert example.filled.independent.probabilities[0] == pytest.approx(best[1])


def test_what_is_masked_by_the_user_joins_the_drawn_order(engine: Engine) -> None:
    drawn = fed(engine, "xlnet", MaskingQuestion(TEXT, seed=1))
    place = int(np.flatnonzero((drawn.changes == TokenChange.KEPT) & ~drawn.encoding.special)[0])
    example = fed(engine, "xlnet", MaskingQuestion(TEXT, seed=1, masks=overridden("xlnet", place)))
    assert example.order is not None
    assert example.order[place] == example.order.max()
    hidden = set(np.flatnonzero(example.changes == TokenChange.HIDDEN).tolist())
    before = set(np.flatnonzero(drawn.changes == TokenChange.HIDDEN).tolist())
    assert hidden == before | {place}


# ---- DeBERTa


def test_deberta_predicts_with_and_without_its_mask_decoder(engine: Engine) -> None:
    example = answer(engine, "deberta", MaskingQuestion(TEXT))
    assert [guess.place for guess in example.without_stream] == [
        guess.place for guess in example.guesses
    ]
    assert [guess.truth for guess in example.without_stream] == [
        guess.truth for guess in example.guesses
    ]
    assert mean_loss(example.without_stream) != pytest.approx(example.loss)
    trace = engine.trace("deberta", example.model_input, ("logits",), without=("emd",))
    alone = predictions(engine, "deberta", trace)
    assert [guess.probability for guess in example.without_stream] == [
        one.probability for one in alone
    ]


@pytest.mark.parametrize("key", ["roberta", "albert", "t5", "xlnet"])
def test_other_models_have_nothing_to_do_without(engine: Engine, key: str) -> None:
    assert answer(engine, key, MaskingQuestion(TEXT)).without_stream == ()


# ---- by hand, in all models at once


def test_a_decision_is_about_the_same_characters_in_every_model(engine: Engine) -> None:
    examples = [fed(engine, key, MaskingQuestion(TEXT)) for key in KEYS]
    albert = examples[KEYS.index("albert")]
    position = 3
    start, end = albert.encoding.offsets[position]
    same = over_the_same(examples, albert, [position])
    assert set(same) == set(KEYS)
    for example in examples:
        offsets = example.encoding.offsets
        shared = (offsets[:, 0] < end) & (offsets[:, 1] > start) & ~example.encoding.special
        assert same[example.key] == tuple(np.flatnonzero(shared).tolist())


@pytest.mark.parametrize("key", ["albert", "t5", "xlnet", "deberta"])
def test_a_model_chosen_later_hides_every_token_over_the_hidden_characters(
    engine: Engine, key: str
) -> None:
    other = engine.encode("roberta", TEXT)
    start = TEXT.index("france")
    pieces = np.flatnonzero((other.offsets[:, 0] >= start) & (other.offsets[:, 1] <= start + 6))
    assert len(pieces) > 1
    example = fed(
        engine, key, MaskingQuestion(TEXT, draw=False, masks=overridden("roberta", *pieces))
    )
    offsets, special = example.encoding.offsets, example.encoding.special
    low, high = other.offsets[pieces[0], 0], other.offsets[pieces[-1], 1]
    over = (offsets[:, 0] < high) & (offsets[:, 1] > low) & ~special
    assert over.any()
    assert example.forced == dict.fromkeys(np.flatnonzero(over).tolist(), True)
    assert (example.changes != TokenChange.KEPT).tolist() == over.tolist()


def test_of_one_token_over_two_that_were_decided_otherwise_the_hidden_one_counts(
    engine: Engine,
) -> None:
    pieces = engine.encode("roberta", TEXT).offsets
    whole = engine.encode("t5", TEXT).offsets
    token, (one, other) = next(
        (at, found.tolist())
        for at, (start, end) in enumerate(whole)
        if len(found := np.flatnonzero((pieces[:, 0] < end) & (pieces[:, 1] > start))) == 2
    )
    for masks in ([(one, True), (other, False)], [(one, False), (other, True)]):
        question = MaskingQuestion(TEXT, masks=(("roberta", tuple(masks)),))
        assert decisions(engine, "t5", question)[token] is True


def test_decisions_of_a_model_that_is_gone_are_passed_over(engine: Engine) -> None:
    question = MaskingQuestion(TEXT, masks=(*overridden("gone", 2), *overridden("roberta", 2)))
    assert decisions(engine, "t5", question)
    assert decisions(engine, "t5", MaskingQuestion(TEXT, masks=overridden("gone", 2))) == {}


def test_a_second_text_takes_its_own_decisions_over(engine: Engine) -> None:
    pair = "it is in europe ."
    source = engine.encode("roberta", TEXT, pair)
    place = int(np.flatnonzero((source.segment == 1) & ~source.special)[0])
    question = MaskingQuestion(TEXT, pair, masks=overridden("roberta", place))
    taken = decisions(engine, "albert", question)
    assert taken
    assert all(engine.encode("albert", TEXT, pair).segment[at] == 1 for at in taken)


def test_decisions_are_added_changed_and_taken_back() -> None:
    masks = add_decisions({"a": {1: True}}, {"a": (1, 2), "b": (3,)}, False)
    assert masks == {"a": {1: False, 2: False}, "b": {3: False}}
    assert add_decisions(masks, {"a": (1, 2), "b": (3,)}, None) == {}


def test_a_click_hides_what_is_seen_and_shows_what_is_hidden(engine: Engine) -> None:
    plain = fed(engine, "t5", MaskingQuestion(TEXT, draw=False))
    assert next_decision(plain, 2) is True
    hidden = fed(engine, "t5", MaskingQuestion(TEXT, draw=False, masks=overridden("t5", 2)))
    assert next_decision(hidden, 2) is None
    drawn = fed(engine, "t5", MaskingQuestion(TEXT, draw=True, masks=overridden("t5", 2)))
    assert next_decision(drawn, 2) is False


def test_a_click_adds_to_the_order_or_takes_out_and_a_full_one_begins_anew() -> None:
    assert next_order((4,), 2, 5) == (4, 2)
    assert next_order((4, 2), 4, 5) == (2,)
    assert next_order((0, 1, 2), 1, 3) == (1,)
