import math
from dataclasses import replace

import numpy as np
import pytest
import torch

from models.tasks.base import Feature, Prediction
from models.tasks.catalog import task
from models.tasks.classification import (
    SPEC,
    ClassDetails,
    answers_as_indices,
    encode,
    loss,
    majority,
    measure,
    predict,
)
from models.tasks.examples import DataError, TextExample
from tests.models.tasks.sets import TEMPLATES, make_set, tokenizer_of, with_dev

BERT = tokenizer_of("DebertaV2Tokenizer")
EXAMPLES = (
    TextExample("0", "Paris is good.", label="good"),
    TextExample("1", "Paris is bad.", label="bad"),
    TextExample("2", "It is.", label="bad"),
    TextExample("3", "What?"),
)
DATA = make_set("classification", EXAMPLES, "good", "bad")
TOPICS = (TextExample("0", "a", label="sea|sky"), TextExample("1", "b", label=""))
SEVERAL = replace(make_set("classification", TOPICS, "sea", "land", "sky"), multi_label=True)


def features(data: object = DATA) -> list[Feature]:
    assert data in (DATA, SEVERAL)
    examples = EXAMPLES if data is DATA else TOPICS
    chosen = DATA if data is DATA else SEVERAL
    return [one for n, ex in enumerate(examples) for one in encode(ex, n, chosen, BERT, 16)]


def test_of_classes_that_are_equally_frequent_the_first_label_is_the_majority() -> None:
    train = [TextExample(name, "a", label=name) for name in ("bad", "good", "bad", "good")]
    dev = [TextExample("0", "a", label="good"), TextExample("1", "a", label="bad")]
    for examples in (train, train[::-1]):
        data = with_dev(make_set("classification", examples, "good", "bad"), dev[:1])
        assert majority(data)["accuracy"] == 1.0
        assert majority(replace(data, labels=("bad", "good")))["accuracy"] == 0.0


def test_it_is_one_of_the_known_tasks() -> None:
    assert task("classification") is SPEC


def test_an_example_is_encoded_once_with_its_class() -> None:
    found = features()
    assert [one.target for one in found] == [0, 1, 1, None]
    assert found[0].encoding.ids.tolist() == BERT.encode("Paris is good.").ids.tolist()


def test_two_sentences_are_encoded_as_a_pair_and_cut_to_the_length() -> None:
    (one,) = encode(TextExample("0", "Paris " * 30, "Tokyo"), 0, DATA, BERT, 12)
    assert len(one.encoding) == 12
    assert one.encoding.pair == "Tokyo"


def test_an_unknown_label_is_rejected_with_the_known_ones() -> None:
    with pytest.raises(DataError, match="example 7: the label 'odd' is none of good, bad"):
        encode(TextExample("7", "a", label="odd"), 0, DATA, BERT, 16)


@pytest.mark.parametrize("name", TEMPLATES)
@pytest.mark.parametrize("text", ["", "\u200b", "👩‍👩‍👧‍👦", "\ud800", "선생님이", "  ", "x" * 500])
def test_strange_texts_are_encoded_or_named(name: str, text: str) -> None:
    example, tokenizer = TextExample("7", text), tokenizer_of(name)
    if name == "bare" and not text:
        with pytest.raises(DataError, match="example 7: The text is empty"):
            encode(example, 0, DATA, tokenizer, 16)
        return
    (one,) = encode(example, 0, DATA, tokenizer, 16)
    assert 0 < len(one.encoding) <= 16


def test_the_loss_is_the_cross_entropy_of_the_known_classes_by_hand() -> None:
    logits = torch.tensor([[math.log(3.0), 0.0], [0.0, 0.0], [0.0, math.log(4.0)], [9.0, 9.0]])
    expected = -(math.log(3 / 4) + math.log(1 / 2) + math.log(4 / 5)) / 3
    assert float(loss(logits, features())) == pytest.approx(expected)


def test_weights_of_classes_weigh_the_loss() -> None:
    logits = torch.tensor([[math.log(3.0), 0.0], [0.0, 0.0], [0.0, math.log(4.0)], [9.0, 9.0]])
    weights = torch.tensor([2.0, 0.5])
    expected = -(2 * math.log(3 / 4) + 0.5 * math.log(1 / 2) + 0.5 * math.log(4 / 5)) / 3
    assert float(loss(logits, features(), weights)) == pytest.approx(expected)


def test_without_any_class_the_loss_is_zero_and_has_a_gradient() -> None:
    logits = torch.zeros(1, 2, requires_grad=True)
    loss(logits, features()[3:]).backward()
    assert logits.grad is not None
    assert logits.grad.tolist() == [[0, 0]]


def test_the_loss_of_several_labels_is_binary_cross_entropy() -> None:
    found = features(SEVERAL)
    assert [one.target.tolist() for one in found] == [[1, 0, 1], [0, 0, 0]]
    logits = torch.tensor([[math.log(3.0), 0.0, 0.0], [0.0, 0.0, 0.0]])
    expected = -(math.log(3 / 4) + 5 * math.log(1 / 2)) / 6
    assert float(loss(logits, found)) == pytest.approx(expected)


def test_a_prediction_has_probabilities_by_class_and_the_loss() -> None:
    logits = [np.array([math.log(3.0), 0.0], dtype=np.float32)] * 4
    found = predict(logits, features(), EXAMPLES, DATA)
    assert [one.answer for one in found] == ["good"] * 4
    assert found[0].scores == pytest.approx({"good": 0.75, "bad": 0.25})
    losses = [one.details.loss for one in found]
    assert losses == [pytest.approx(-math.log(share)) for share in (0.75, 0.25, 0.25)] + [None]


def test_extreme_logits_give_finite_predictions() -> None:
    for data in (DATA, SEVERAL):
        row = np.array([3e4, -3e4, 0], dtype=np.float32)[: len(data.labels)]
        logits = [row] * len(features(data))
        for one in predict(logits, features(data), data.examples("dev"), data):
            assert all(0 <= share <= 1 for share in one.scores.values())
            assert isinstance(one.details, ClassDetails)
            assert one.details.loss is None or math.isfinite(one.details.loss)


def test_several_labels_are_given_from_a_half_on() -> None:
    logits = [np.array([0.0, -1.0, 2.0]), np.array([-1.0, -1.0, -1.0])]
    found = predict(logits, features(SEVERAL), TOPICS, SEVERAL)
    assert [one.answer for one in found] == ["sea|sky", ""]
    assert found[1].details.loss == pytest.approx(math.log(1 + math.exp(-1)))
    metrics = measure(found, TOPICS, SEVERAL)
    assert metrics["accuracy"] == 1
    assert metrics["micro_f1"] == 1
    truth, predicted = answers_as_indices(found, TOPICS, SEVERAL)
    assert truth.tolist() == predicted.tolist() == [[1, 0, 1], [0, 0, 0]]


def test_examples_without_a_label_are_not_measured() -> None:
    logits = [np.array([1.0, 0.0])] * 4
    metrics = measure(predict(logits, features(), EXAMPLES, DATA), EXAMPLES, DATA)
    assert metrics["accuracy"] == pytest.approx(1 / 3)
    assert metrics["f1"] == 0
    assert metrics["macro_f1"] == pytest.approx(0.25)
    with pytest.raises(ValueError, match="metrics need answers"):
        measure(predict(logits[3:], features()[3:], EXAMPLES[3:], DATA), EXAMPLES[3:], DATA)


def test_an_answer_that_is_no_class_is_wrong_and_a_label_without_name_an_error() -> None:
    answers = [Prediction("0", "good"), Prediction("1", "bad"), Prediction("2", "who knows")]
    metrics = measure(answers, EXAMPLES[:3], DATA)
    assert metrics["accuracy"] == metrics["f1"] == pytest.approx(2 / 3)
    assert metrics["macro_f1"] == pytest.approx((1 + 2 / 3) / 2)
    odd = (TextExample("0", "a", label="odd"),)
    with pytest.raises(ValueError, match="labels that it does not name: odd"):
        measure([Prediction("0", "good")], odd, DATA)


def test_the_majority_is_that_of_training_measured_on_dev() -> None:
    with pytest.raises(ValueError, match="metrics need answers"):
        majority(make_set("classification", EXAMPLES[3:], "good", "bad"))
    assert majority(with_dev(DATA, EXAMPLES[:1]))["accuracy"] == 0
    assert majority(with_dev(DATA, EXAMPLES[:2]))["f1"] == pytest.approx(2 / 3)


def test_a_head_needs_two_classes() -> None:
    assert SPEC.num_outputs(DATA) == 2
    with pytest.raises(ValueError, match="at least two are needed"):
        SPEC.num_outputs(make_set("classification", EXAMPLES, "good"))


def test_every_metric_that_is_measured_has_a_formula() -> None:
    found = predict([np.array([1.0, 0.0])] * 4, features(), EXAMPLES, DATA)
    both = {**measure(found, EXAMPLES, DATA), **majority(SEVERAL)}
    assert set(both) == set(SPEC.metrics)
