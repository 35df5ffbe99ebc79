import math

import numpy as np
import pytest
import torch

from models.tasks.choice import SPEC, ChoiceRow, encode, loss, majority, measure, predict
from models.tasks.examples import ChoiceExample, DataError
from tests.models.tasks.sets import TEMPLATES, make_set, tokenizer_of

TOKENIZER = tokenizer_of("AlbertTokenizer")
EXAMPLES = (
    ChoiceExample("0", "Paris is", ("it.", "Tokyo.", "파리."), 0),
    ChoiceExample("1", "It is", ("Paris.", "Tokyo."), 1),
    ChoiceExample("2", "", ("a", "")),
)
DATA = make_set("choice", EXAMPLES)
FEATURES = [one for n, ex in enumerate(EXAMPLES) for one in encode(ex, n, DATA, TOKENIZER, 16)]
LOGITS = np.array([[math.log(2.0)], [0], [0], [0], [math.log(3.0)], [1], [0]], dtype=np.float32)


def test_each_choice_is_an_input_after_the_context() -> None:
    assert [one.example for one in FEATURES] == [0, 0, 0, 1, 1, 2, 2]
    assert [one.target for one in FEATURES] == [0, 0, 0, 1, 1, None, None]
    assert FEATURES[1].extra == ChoiceRow(1, 3)
    assert FEATURES[1].encoding.pair == "Tokyo."
    assert FEATURES[5].encoding.pair is None


@pytest.mark.parametrize("name", [one for one in TEMPLATES if one != "bare"])
def test_empty_contexts_and_choices_leave_the_special_tokens(name: str) -> None:
    found = encode(EXAMPLES[2], 0, DATA, tokenizer_of(name), 16)
    assert len(found[1].encoding) == tokenizer_of(name).num_special(False)


@pytest.mark.parametrize(
    ("example", "reason"),
    [
        (ChoiceExample("7", "a", ("b",), 0), "1 choices; at least two are needed"),
        (ChoiceExample("7", "a", ("b", "c"), 2), "the right choice is number 2 of 2"),
        (ChoiceExample("7", "a", ("b", "c"), -1), "the right choice is number -1 of 2"),
    ],
)
def test_an_example_without_a_possible_answer_is_rejected(
    example: ChoiceExample, reason: str
) -> None:
    with pytest.raises(DataError, match=f"example 7: {reason}"):
        encode(example, 0, DATA, TOKENIZER, 16)


def test_the_loss_is_the_cross_entropy_over_the_rows_of_each_example() -> None:
    expected = -(math.log(2 / 4) + math.log(3 / 4)) / 2
    logits = torch.from_numpy(LOGITS).requires_grad_()
    value = loss(logits, FEATURES)
    assert value.item() == pytest.approx(expected)
    value.backward()
    assert logits.grad is not None
    assert logits.grad.flatten().tolist() == pytest.approx(
        [-0.25, 0.125, 0.125, 0.125, -0.125, 0, 0]
    )


def test_rows_of_an_example_must_be_complete() -> None:
    with pytest.raises(ValueError, match="one batch"):
        loss(torch.zeros(2, 1), FEATURES[:2])


def test_choices_are_ranked() -> None:
    first, second, third = predict(list(LOGITS), FEATURES, EXAMPLES, DATA)
    assert [first.answer, second.answer, third.answer] == [0, 1, 0]
    assert first.scores == pytest.approx({"0": 0.5, "1": 0.25, "2": 0.25})
    assert [one.text for one in second.details.ranked] == ["Tokyo.", "Paris."]
    assert second.details.ranked[0].probability == pytest.approx(0.75)


def test_accuracy_counts_known_answers() -> None:
    found = predict(list(LOGITS), FEATURES, EXAMPLES, DATA)
    assert measure(found, EXAMPLES, DATA) == {"accuracy": 1}
    assert set(SPEC.metrics) == {"accuracy"}
    with pytest.raises(ValueError, match="metrics need answers"):
        measure(found[2:], EXAMPLES[2:], DATA)


def test_the_majority_is_the_most_frequent_place() -> None:
    assert majority(make_set("choice", (EXAMPLES[0], EXAMPLES[0], EXAMPLES[1]))) == {
        "accuracy": pytest.approx(2 / 3)
    }
