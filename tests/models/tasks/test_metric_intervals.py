"""Intervals of metrics over few examples: as their papers and scipy have them."""

import numpy as np
import pytest
from scipy.stats import binomtest, bootstrap, pearsonr
from sklearn.metrics import f1_score, matthews_corrcoef

from models.tasks import question_answering
from models.tasks.base import Prediction
from models.tasks.examples import Answer, LabelledSet, QuestionExample
from models.tasks.metrics import (
    NO_CLASS,
    class_intervals,
    class_metrics,
    correlation_interval,
    entity_counts,
    entity_intervals,
    mean_interval,
    multi_label_scores,
    set_intervals,
    share_interval,
)

RNG = np.random.default_rng(3)


@pytest.mark.parametrize(("count", "total"), [(16, 19), (19, 19), (0, 19), (1, 1), (120, 200)])
def test_a_share_has_wilsons_interval(count: int, total: int) -> None:
    expected = binomtest(count, total).proportion_ci(method="wilson")
    assert share_interval(count, total) == pytest.approx((expected.low, expected.high))
    assert share_interval(0, 0) is None


def test_a_correlation_has_fishers_interval() -> None:
    x = RNG.normal(size=40)
    y = x + RNG.normal(size=40)
    found = pearsonr(x, y)
    expected = found.confidence_interval()
    interval = correlation_interval(float(found.statistic), 40)
    assert interval == pytest.approx((expected.low, expected.high))
    wider = correlation_interval(float(found.statistic), 40, of_ranks=True)
    assert interval is not None
    assert wider is not None
    assert wider[0] < interval[0] < interval[1] < wider[1]
    assert correlation_interval(1.0, 40) is None
    assert correlation_interval(0.5, 3) is None


def test_the_interval_of_a_mean_is_that_of_scipys_bootstrap() -> None:
    values = RNG.exponential(size=60)
    expected = bootstrap(
        (values,), np.mean, n_resamples=9999, method="percentile", rng=1
    ).confidence_interval
    assert mean_interval(values) == pytest.approx((expected.low, expected.high), rel=0.05)
    assert mean_interval(values) == mean_interval(values)


def test_too_few_or_equal_examples_have_no_bootstrap_interval() -> None:
    assert mean_interval(np.arange(9.0)) is None
    assert mean_interval(np.ones(50)) is None
    all_right = class_intervals(np.arange(20) % 2, np.arange(20) % 2, 2)
    assert all_right["f1"] is None
    assert all_right["matthews"] is None
    assert all_right["accuracy"] == share_interval(20, 20)


@pytest.mark.parametrize("num_classes", [2, 4])
def test_metrics_of_confusion_matrices_are_those_of_scikit_learn(num_classes: int) -> None:
    truth = RNG.integers(num_classes, size=50)
    predicted = np.where(RNG.random(50) < 0.6, truth, RNG.integers(num_classes, size=50))
    predicted[0] = NO_CLASS
    counts = np.zeros((1, num_classes, num_classes + 1))
    for one, other in zip(truth, predicted, strict=True):
        counts[0, one, other if other >= 0 else num_classes] += 1
    found = {name: float(value[0]) for name, value in class_metrics(counts).items()}
    labels = list(range(num_classes))
    macro = f1_score(truth, predicted, labels=labels, average="macro", zero_division=0)
    assert found["macro_f1"] == pytest.approx(macro)
    assert found["matthews"] == pytest.approx(matthews_corrcoef(truth, predicted))
    if num_classes == 2:
        only = f1_score(truth, predicted, labels=[1], average="macro", zero_division=0)
        assert found["f1"] == pytest.approx(only)


def test_intervals_of_classes_contain_their_metrics_and_shrink_with_more_examples() -> None:
    truth = RNG.integers(2, size=400)
    predicted = np.where(RNG.random(400) < 0.8, truth, 1 - truth)
    widths = []
    for count in (20, 100, 400):
        intervals = class_intervals(truth[:count], predicted[:count], 2)
        value = matthews_corrcoef(truth[:count], predicted[:count])
        found = intervals["matthews"]
        assert found is not None
        assert found[0] < value < found[1]
        widths.append(found[1] - found[0])
    assert widths == sorted(widths, reverse=True)
    assert widths[0] > 2 * widths[-1]


def test_sets_of_classes_and_entities_have_intervals_around_their_metrics() -> None:
    truth = RNG.integers(2, size=(60, 3))
    predicted = np.where(RNG.random((60, 3)) < 0.7, truth, 1 - truth)
    for name, interval in set_intervals(truth, predicted).items():
        assert interval is not None
        assert interval[0] < multi_label_scores(truth, predicted)[name] < interval[1]
    names = np.array(["O", "B-X"])
    true, tags = names[RNG.integers(2, size=(30, 6))], names[RNG.integers(2, size=(30, 6))]
    counts = entity_counts(true.tolist(), tags.tolist())
    hits, guessed, known, same, total = counts.sum(0).tolist()
    expected = {
        "f1": 2 * hits / (guessed + known),
        "precision": hits / guessed,
        "recall": hits / known,
        "accuracy": same / total,
    }
    for name, interval in entity_intervals(counts).items():
        assert interval is not None
        assert interval[0] < expected[name] < interval[1]


def test_questions_have_an_interval_for_each_score_but_the_best_threshold() -> None:
    examples = [
        QuestionExample(str(n), "who?", "Anna.", (Answer("Anna", 0),), impossible=False)
        for n in range(12)
    ]
    answers = [Prediction(str(n), "Anna" if n else "") for n in range(12)]
    data = LabelledSet("a", "A", "question_answering", {})
    found = question_answering.intervals(answers, examples, data)
    assert found["exact"] == share_interval(11, 12)
    assert set(found) == set(question_answering.measure(answers, examples, data))
