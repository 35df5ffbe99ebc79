"""What a sentence and its translation say of each other, from two forward passes."""

import numpy as np
import pytest

from explorer.core.engine.engine import Engine
from explorer.core.engine.feeding.decided_masks import MaskingQuestion
from explorer.core.languages.translations import alone_with_masks, world_pair
from explorer.core.library.library import Library
from explorer.core.masking.example import MaskingExample
from explorer.core.masking.examples import fed, run_predictions
from models.schema.records import TokenChange
from tests.explorer.shapes import shaped_models

ENGLISH, KOREAN = "The capital of France is Paris.", "프랑스의 수도는 파리이다."
EVERY = (("rate", 0.5),)


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    folder = shaped_models(tmp_path_factory.mktemp("shapes"), ("xlm", "roberta"))
    return Engine(Library(bundled=folder))


def answer(engine: Engine, question: MaskingQuestion, key: str = "xlm") -> MaskingExample:
    *_, last = run_predictions(engine, fed(engine, key, question), question)
    return last


def test_each_masked_token_is_predicted_with_and_without_the_other_sentence(
    engine: Engine,
) -> None:
    example = answer(engine, MaskingQuestion(ENGLISH, KOREAN, options=EVERY))
    gain = example.gain
    assert gain is not None
    assert [token.place for token in gain.tokens] == [guess.place for guess in example.guesses]
    for token, guess in zip(gain.tokens, example.guesses, strict=True):
        assert token.together.probability == guess.probability
        assert token.alone.truth == token.together.truth
        assert token.gain == pytest.approx(
            np.log(token.together.probability / token.alone.probability), abs=1e-4
        )
    assert any(token.gain != 0 for token in gain.tokens)


def test_alone_the_model_reads_the_same_tokens_of_one_sentence(engine: Engine) -> None:
    """As the sentence by itself, masked at the same places."""
    example = fed(engine, "xlm", MaskingQuestion(ENGLISH, KOREAN, options=EVERY))
    assert example.model_input is not None
    assert example.card is not None
    for segment, text in enumerate((ENGLISH, KOREAN)):
        single, rows = alone_with_masks(engine, example.card, example.model_input, segment)
        assert single.encoding.ids.tolist() == engine.encode("xlm", text).ids.tolist()
        assert single.feeds["position_ids"].tolist() == [*range(len(single))]
        for row, place in rows.items():
            assert single.input_ids[row] == example.model_input.input_ids[place]
            assert single.change[row] == example.model_input.change[place]
        masked = np.flatnonzero(single.change != TokenChange.KEPT).tolist()
        assert single.targets["mlm"].positions.tolist() == masked


def test_languages_and_positions_are_those_that_are_fed(engine: Engine) -> None:
    example = answer(engine, MaskingQuestion(ENGLISH, KOREAN))
    gain = example.gain
    assert gain is not None
    second = example.encoding.segment == 1
    assert set(np.array(gain.languages)[~second]) == {"en"}
    assert set(np.array(gain.languages)[second]) == {"ko"}
    assert gain.positions[second].tolist() == [*range(int(second.sum()))]


def test_positions_begin_again_where_only_a_person_masks(engine: Engine) -> None:
    example = answer(engine, MaskingQuestion(ENGLISH, KOREAN, draw=False))
    assert example.gain is not None
    assert example.gain.tokens == ()
    assert example.gain.mean is None
    second = example.encoding.segment == 1
    assert example.gain.positions[second][0] == 0


def test_a_mask_in_the_text_stays_one(engine: Engine) -> None:
    example = fed(engine, "xlm", MaskingQuestion("The capital is [MASK].", KOREAN))
    assert example.model_input is not None
    assert example.card is not None
    single, rows = alone_with_masks(engine, example.card, example.model_input, 0)
    mask = engine.tokenizer("xlm").mask_id
    assert int((single.input_ids == mask).sum()) == 1
    assert len(rows) == int((example.encoding.segment == 0).sum()) - 2


@pytest.mark.parametrize(
    ("key", "pair"), [("xlm", ""), ("xlm", "It is in Europe."), ("roberta", KOREAN)]
)
def test_nothing_is_gained_without_a_second_language(engine: Engine, key: str, pair: str) -> None:
    assert answer(engine, MaskingQuestion(ENGLISH, pair), key).gain is None


def test_a_sentence_of_the_mini_world_comes_with_its_translation(engine: Engine) -> None:
    assert fed(engine, "xlm", MaskingQuestion(ENGLISH)).translation == KOREAN
    assert fed(engine, "xlm", MaskingQuestion(KOREAN)).translation == ENGLISH
    assert fed(engine, "xlm", MaskingQuestion(ENGLISH, "Another text.")).translation == ""
    assert fed(engine, "roberta", MaskingQuestion(ENGLISH)).translation == ""
    assert world_pair("No sentence of the mini-world.") is None
