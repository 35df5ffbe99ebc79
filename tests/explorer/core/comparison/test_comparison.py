"""One sentence under several objectives, with the numbers of training itself."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from explorer.core.comparison.comparison import (
    TABLE_COLUMNS,
    ObjectivesResult,
    TargetPrediction,
    compare,
    table_rows,
)
from explorer.core.comparison.rows import rows_of
from explorer.core.engine.engine import Engine
from explorer.core.engine.feeding.decided_masks import MaskingQuestion
from explorer.core.engine.feeding.feeds import key_feeds
from explorer.core.engine.predicting.predictions import predictions
from explorer.core.library.library import Library
from explorer.core.masking.classification import class_title
from models.checkpoints.checkpoint import load, save
from models.schema.batch import collate
from models.schema.configs import Size
from models.schema.records import NO_ORIGIN, ModelInput, TokenChange
from models.schema.registry import catalog
from models.schema.specs import (
    DECODER_FEED,
    ORDER_FEED,
    TOKENS,
    HeadSpec,
    InputSpec,
    StreamSpec,
)
from models.training.loss import losses

TEXTS = [
    "the capital of france is paris . it is in europe .",
    "mina has a ball , and tom has nothing .",
    "프랑스의 수도는 파리이다 .",
] * 8
VOCABULARY = 320
TEXT = "the capital of france is paris ."
KEYS = ("bert-tiny", "gpt2-tiny", "electra-tiny", "distilbert-tiny")


@pytest.fixture(scope="module")
def engine(tiny_models: Path) -> Engine:
    return Engine(Library(bundled=tiny_models))


def corrupted(answer: ObjectivesResult) -> ModelInput:
    assert answer.model_input is not None
    return answer.model_input


@pytest.fixture(scope="module")
def every(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    """A small model of each architecture, under its name, with its published kind of tokenizer."""
    root = tmp_path_factory.mktemp("every")
    found = catalog()
    for spec in found.architectures.values():
        family = found.tokenizers[spec.tokenizers[0]]
        tokenizer = family.train(TEXTS, VOCABULARY, template=spec.template)
        size = Size(tokenizer.vocab_size, 16, num_layers=2, num_heads=4, inner=32, num_positions=48)
        model = spec.model_class(spec.config_class.from_size(size))
        save(model, spec, root / spec.name, tokenizer)
    return Engine(Library(bundled=root))


@pytest.mark.parametrize("pair", ["", "mina has a ball ."])
@pytest.mark.parametrize("key", list(catalog().architectures))
def test_the_mean_of_the_places_is_the_loss_that_training_would_have(
    every: Engine, key: str, pair: str
) -> None:
    answer = compare(every, key, MaskingQuestion(TEXT, pair, seed=3))
    loaded = every.load_model(key)
    asked = [task for task in answer.tasks if task.loss is not None]
    trained = {task.head.name: task.objective for task in asked}
    batch = collate([corrupted(answer)])
    found = losses(loaded.model, loaded.spec, list(trained.values()), batch)
    assert set(trained) == set(found)
    for task in asked:
        of_training = found[task.head.name]
        assert len(task.places) == of_training.count == task.coverage.targets
        expected = float(of_training.total.detach()) / of_training.count
        assert task.loss == pytest.approx(expected, rel=1e-4)


def test_a_head_that_two_objectives_train_is_asked_once_by_the_one_that_asks(every: Engine) -> None:
    for pair, asking in (("", "span_corruption"), ("mina has a ball .", "text_to_text")):
        answer = compare(every, "t5", MaskingQuestion(TEXT, pair))
        (task,) = answer.tasks
        assert task.objective.name == asking
        assert [spec.name for spec in answer.without_targets] != [asking]
        (encoder,) = task.context
        assert (task.feed(0), task.feed(-1)) == (encoder, task.rows)
        assert task.coverage.fed == len(encoder.tokens) + len(task.rows.tokens)


@pytest.mark.parametrize(("key", "shift"), [("bert", 0), ("t5", 0), ("gpt2", 1), ("xlnet", 0)])
def test_a_causal_stream_predicts_the_place_after_and_others_their_own(
    every: Engine, key: str, shift: int
) -> None:
    model_input = corrupted(compare(every, key, MaskingQuestion(TEXT, seed=3)))
    found = predictions(every, key, every.trace(key, model_input, ("logits",)))
    assert found
    assert all(one.place == one.position + shift for one in found)


@pytest.mark.parametrize("key", KEYS)
def test_the_best_guess_is_right_exactly_where_it_is_the_truth(engine: Engine, key: str) -> None:
    for task in compare(engine, key, MaskingQuestion(TEXT, seed=2)).tasks:
        right = [place.guesses[0][0] == place.truth for place in task.places]
        assert (task.num_correct, task.num_known) == (sum(right), len(right))
        for place in task.places:
            assert place.is_correct == (place.guesses[0][0] == place.truth)
            probabilities = [sure for _, sure in place.guesses]
            assert probabilities == sorted(probabilities, reverse=True)
            assert place.probability is not None
            assert place.loss == pytest.approx(-np.log(place.probability), abs=1e-4)


def test_a_causal_model_must_predict_the_token_after_and_sees_those_before(
    engine: Engine,
) -> None:
    (task,) = compare(engine, "gpt2-tiny", MaskingQuestion(TEXT)).tasks
    tokens = [fed.text for fed in task.rows.tokens]
    assert [place.truth for place in task.places] == tokens[1:]
    assert [place.row for place in task.places] == list(range(len(tokens) - 1))
    assert task.visible is not None
    np.testing.assert_array_equal(task.visible, np.tri(len(tokens), dtype=bool))


def test_a_masked_model_is_asked_where_it_was_hidden_and_sees_all_the_rest(engine: Engine) -> None:
    answer = compare(engine, "bert-tiny", MaskingQuestion(TEXT, seed=4))
    (task,) = answer.tasks
    assert [place.row for place in task.places] == np.flatnonzero(
        corrupted(answer).change != TokenChange.KEPT
    ).tolist()
    assert task.visible is None
    assert task.coverage.fed == len(corrupted(answer))
    assert [spec.name for spec in answer.without_targets] == ["next_sentence"]


def test_a_discriminator_judges_what_its_generator_wrote(engine: Engine) -> None:
    generator, discriminator = compare(engine, "electra-tiny", MaskingQuestion(TEXT, seed=3)).tasks
    assert discriminator.coverage.share_in_percent == 100
    replaced = {
        n for n, fed in enumerate(discriminator.rows.tokens) if fed.change is TokenChange.REPLACED
    }
    assert replaced <= {place.row for place in generator.places}
    assert {p.row for p in discriminator.places if p.truth == "replaced"} == replaced
    for place in discriminator.places:
        assert sum(sure for _, sure in place.guesses) == pytest.approx(1)


def test_a_discriminator_reads_a_mask_in_the_text_itself_and_nobody_knows_its_truth(
    engine: Engine,
) -> None:
    generator, discriminator = compare(
        engine, "electra-tiny", MaskingQuestion("the capital of [MASK] is paris .")
    ).tasks
    mask_row = [fed.text for fed in discriminator.rows.tokens].index("[MASK]")
    assert [place.row for place in generator.places] == [mask_row]
    judged = discriminator.prediction_at(mask_row)
    assert judged is not None
    assert (judged.truth, judged.rank, judged.loss) == (None, None, None)
    others = [place for place in discriminator.places if place.row != mask_row]
    assert {place.truth for place in others} == {"original"}
    assert discriminator.loss == pytest.approx(sum(p.loss or 0 for p in others) / len(others))
    assert discriminator.coverage.targets == discriminator.num_known == len(others)


def test_whether_a_text_follows_is_asked_of_a_pair_and_nobody_knows_the_truth(
    engine: Engine,
) -> None:
    answer = compare(engine, "bert-tiny", MaskingQuestion(TEXT, "it is in europe ."))
    _, judged = answer.tasks
    assert judged.whole_text
    assert not answer.without_targets
    (place,) = judged.places
    assert {text for text, _ in place.guesses} == {"follows", "unrelated"}
    assert (place.truth, place.loss, place.is_correct, judged.loss) == (None, None, None, None)


def test_another_seed_draws_anew_and_the_same_seed_draws_the_same(engine: Engine) -> None:
    first, same, other = (
        corrupted(compare(engine, "bert-tiny", MaskingQuestion(TEXT, seed=seed))).change.tolist()
        for seed in (1, 1, 4)
    )
    assert first == same != other


def test_a_mask_in_the_text_is_guessed_without_a_loss_and_nothing_else_is_hidden(
    engine: Engine,
) -> None:
    answer = compare(engine, "bert-tiny", MaskingQuestion("the [MASK] of france"))
    (task,) = answer.tasks
    assert not answer.sampled
    assert [place.row for place in task.places] == [2]
    assert task.places[0].truth is None
    assert (task.loss, task.num_correct, task.num_known, task.coverage.targets) == (None, 0, 0, 0)


def test_what_was_masked_by_the_user_stays_hidden(engine: Engine) -> None:
    masks = (("bert-tiny", ((3, True),)),)
    answer = compare(engine, "bert-tiny", MaskingQuestion(TEXT, draw=False, masks=masks))
    assert answer.overridden
    assert [place.row for place in answer.tasks[0].places] == [3]


def test_one_token_leaves_a_causal_model_nothing_to_predict(engine: Engine) -> None:
    (task,) = compare(engine, "gpt2-tiny", MaskingQuestion("a")).tasks
    assert task.places == ()
    assert (task.loss, task.coverage.targets) == (None, 0)


def test_a_folder_without_the_heads_says_why_there_is_nothing(
    engine: Engine, tiny_models: Path, tmp_path: Path
) -> None:
    whole = load(tiny_models / "electra-tiny")
    save(whole.model, whole.spec, tmp_path / "half", whole.tokenizer)
    for path in (tmp_path / "half" / "generator").iterdir():
        path.unlink()
    (tmp_path / "half" / "generator").rmdir()
    answer = compare(Engine(Library(bundled=tmp_path)), "half", MaskingQuestion(TEXT))
    assert "Choose a checkpoint" in answer.hint
    assert answer.tasks == ()


def test_towers_see_their_own_feed_and_that_of_the_stream_that_they_attend_to(
    engine: Engine,
) -> None:
    streams = (
        StreamSpec("encoder", "Encoder"),
        StreamSpec("decoder", "Decoder", "left_to_right", feed="decoder_input_ids"),
        StreamSpec("cross", "Cross", feed="decoder_input_ids", columns="encoder"),
    )
    spec = replace(engine.card("bert-tiny").spec, streams=streams)
    assert key_feeds(spec, "decoder_input_ids") == ("input_ids", "decoder_input_ids")
    assert key_feeds(spec, "input_ids") == ("input_ids",)


def test_a_second_text_names_the_sentinels_that_stand_for_spans_of_the_first(
    engine: Engine,
) -> None:
    streams = (
        StreamSpec("encoder", "Encoder"),
        StreamSpec("decoder", "Decoder", "left_to_right", feed="decoder_input_ids"),
        StreamSpec("cross", "Cross", feed="decoder_input_ids", columns="encoder"),
    )
    inputs = (TOKENS, InputSpec(DECODER_FEED, "Decoder input", "decoder_tokens"))
    spec = replace(engine.card("bert-tiny").spec, streams=streams, inputs=inputs)
    tokenizer = engine.tokenizer("bert-tiny")
    encoding = engine.encode("bert-tiny", TEXT)
    sentinel = tokenizer.mask_id
    assert sentinel is not None
    spanned = ModelInput(
        encoding=encoding,
        input_ids=np.array([*encoding.ids[:3], sentinel, *encoding.ids[6:]]),
        segment=np.zeros(len(encoding) - 2, dtype=np.int64),
        origin=np.array([0, 1, 2, NO_ORIGIN, *range(6, len(encoding))]),
        change=np.array([0, 0, 0, TokenChange.SPAN, *([0] * (len(encoding) - 6))]),
        feeds={"decoder_input_ids": np.array([0, sentinel, *encoding.ids[3:6]])},
    )
    fed = rows_of(tokenizer, spec, spanned, "input_ids").tokens
    assert [token.origin for token in fed] == [0, 1, 2, None, *range(6, len(encoding))]
    assert [token.text for token in fed if token.change is TokenChange.SPAN] == ["[MASK]"]
    written = rows_of(tokenizer, spec, spanned, "decoder_input_ids")
    assert written.title == "Decoder"
    assert [token.change for token in written.tokens] == [0, TokenChange.SPAN, 0, 0, 0]
    assert {token.origin for token in written.tokens} == {None}


def test_a_token_is_unknown_as_long_as_it_is_not_hidden(engine: Engine) -> None:
    tokenizer, spec = engine.tokenizer("bert-tiny"), engine.card("bert-tiny").spec
    clean = ModelInput.clean(engine.encode("bert-tiny", "the ⓐ capital"))
    ids = np.where(clean.encoding.unknown, tokenizer.mask_id, clean.input_ids)
    hidden = replace(clean, input_ids=ids)
    for model_input, expected in ((clean, [2]), (hidden, [])):
        tokens = rows_of(tokenizer, spec, model_input, "input_ids").tokens
        assert [n for n, token in enumerate(tokens) if token.unknown] == expected


def test_in_an_order_a_place_sees_those_whose_turn_was_before(engine: Engine) -> None:
    encoding = engine.encode("bert-tiny", "the capital")
    order = np.arange(len(encoding))[::-1].copy()  # the last is given
    model_input = ModelInput.clean(encoding).with_feed(ORDER_FEED, order)
    query = catalog().architectures["xlnet"].stream("query")
    sees = query.visible(model_input, None, 0)
    assert sees is not None
    expected = np.triu(np.ones_like(sees), k=1)
    expected[-1, -1] = True  # what is given is seen by all
    np.testing.assert_array_equal(sees, expected)
    tokens = rows_of(
        engine.tokenizer("bert-tiny"), engine.card("bert-tiny").spec, model_input, "input_ids"
    ).tokens
    assert [token.order for token in tokens] == [*order[:-1].tolist(), None]


def test_a_class_without_a_name_goes_by_its_number() -> None:
    head = HeadSpec("sop", "Order", "encoder", "classify_pair", classes=("in order",))
    assert (class_title(head, 0), class_title(head, 1)) == ("in order", "class 1")


def test_a_place_whose_truth_nobody_knows_is_neither_right_nor_wrong() -> None:
    assert TargetPrediction(0, (("a", 0.5),)).is_correct is None
    assert TargetPrediction(0, (("a", 0.5),), rank=3).is_correct is False


def test_the_table_has_a_row_for_every_token_that_a_task_sees(every: Engine) -> None:
    answers = {key: compare(every, key, MaskingQuestion(TEXT)) for key in ("bert", "t5", "xlnet")}
    rows = table_rows(answers)
    tasks = [task for answer in answers.values() for task in answer.tasks]
    feeds = [feed for task in tasks for feed in (*task.context, task.rows)]
    assert len(rows) == sum(len(feed.tokens) for feed in feeds)
    assert {len(row) for row in rows} == {len(TABLE_COLUMNS)}


def test_the_table_tells_who_reads_a_token_and_at_which_turn_it_is_predicted(every: Engine) -> None:
    answers = {key: compare(every, key, MaskingQuestion(TEXT)) for key in ("t5", "xlnet")}
    rows = [dict(zip(TABLE_COLUMNS, row, strict=True)) for row in table_rows(answers)]
    (task,) = answers["t5"].tasks
    read = [row["sees"] for row in rows if (row["model"], row["reader"]) == ("t5", "Encoder")]
    assert read == [fed.text for fed in task.context[0].tokens]
    asked = {row["reader"] for row in rows if row["model"] == "t5" and row["nats"] is not None}
    assert asked == {"Decoder"}
    (task,) = answers["xlnet"].tasks
    turns = [row["turn"] for row in rows if row["model"] == "xlnet"]
    assert turns == [fed.order for fed in task.rows.tokens]
    assert any(turns)
