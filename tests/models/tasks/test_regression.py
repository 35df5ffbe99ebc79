import numpy as np
import pytest
import torch

from models.tasks.examples import ScoreExample
from models.tasks.regression import SPEC, encode, loss, majority, measure, predict
from tests.models.tasks.sets import make_set, tokenizer_of

TOKENIZER = tokenizer_of("AlbertTokenizer")
EXAMPLES = (
    ScoreExample("0", "Paris", "파리", 5.0),
    ScoreExample("1", "Paris", "Tokyo", 1.0),
    ScoreExample("2", "Paris", "Paris", 3.0),
    ScoreExample("3", "Paris", "What?"),
)
DATA = make_set("regression", EXAMPLES)
FEATURES = [one for n, ex in enumerate(EXAMPLES) for one in encode(ex, n, DATA, TOKENIZER, 16)]
OUTPUTS = [np.array([value], dtype=np.float32) for value in (4.0, 2.0, 3.0, 9.0)]


def test_the_loss_is_the_mean_squared_error_of_the_known_scores() -> None:
    logits = torch.from_numpy(np.stack(OUTPUTS))
    assert float(loss(logits, FEATURES)) == pytest.approx(2 / 3)
    assert float(loss(logits[3:], FEATURES[3:])) == 0


def test_a_prediction_is_the_output_and_has_its_error() -> None:
    found = predict(OUTPUTS, FEATURES, EXAMPLES, DATA)
    assert [one.answer for one in found] == [4, 2, 3, 9]
    assert [one.details.error for one in found] == [-1, 1, 0, None]


def test_correlations_by_hand() -> None:
    metrics = measure(predict(OUTPUTS, FEATURES, EXAMPLES, DATA), EXAMPLES, DATA)
    assert metrics == pytest.approx({"pearson": 1, "spearman": 1, "mean_squared_error": 2 / 3})
    assert set(metrics) == set(SPEC.metrics)
    with pytest.raises(ValueError, match="metrics need answers"):
        measure([], [], DATA)


def test_the_majority_is_the_mean_and_correlates_with_nothing() -> None:
    assert majority(DATA) == pytest.approx(
        {"pearson": 0, "spearman": 0, "mean_squared_error": 8 / 3}
    )
