import subprocess
import sys

import numpy as np
import pytest
from scipy import stats
from sklearn import metrics as reference

from models.tasks.metrics import (
    ClassScores,
    class_scores,
    classification_scores,
    correlation_scores,
    entities,
    entity_scores,
    multi_label_scores,
)

NUM_RANDOM = 1000


def random_classes(num_classes: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(num_classes)
    truth = rng.integers(num_classes, size=NUM_RANDOM)
    wrong = rng.integers(num_classes, size=NUM_RANDOM)
    return truth, np.where(rng.random(NUM_RANDOM) < 0.4, truth, wrong)


@pytest.mark.parametrize("num_classes", [2, 3, 7])
def test_scores_of_random_classes_are_those_of_scikit_learn(num_classes: int) -> None:
    truth, predicted = random_classes(num_classes)
    average = "binary" if num_classes == 2 else "macro"
    assert classification_scores(truth, predicted, num_classes) == pytest.approx(
        {
            "accuracy": reference.accuracy_score(truth, predicted),
            "matthews": reference.matthews_corrcoef(truth, predicted),
            "f1": reference.f1_score(truth, predicted, average=average),
            "macro_f1": reference.f1_score(truth, predicted, average="macro"),
        },
        abs=1e-12,
    )


def test_scores_of_random_sets_of_classes_are_those_of_scikit_learn() -> None:
    truth, predicted = np.random.default_rng(1).integers(2, size=(2, NUM_RANDOM, 4))
    scores = multi_label_scores(truth, predicted)
    assert scores["accuracy"] == reference.accuracy_score(truth, predicted)
    assert (
        scores["f1"] == scores["macro_f1"] == reference.f1_score(truth, predicted, average="macro")
    )
    assert scores["micro_f1"] == reference.f1_score(truth, predicted, average="micro")


def test_correlations_of_random_scores_are_those_of_scipy() -> None:
    truth, noise = np.random.default_rng(2).normal(size=(2, NUM_RANDOM))
    predicted = np.round(truth + noise, 1)  # with equal ranks
    assert correlation_scores(truth, predicted) == pytest.approx(
        {
            "pearson": stats.pearsonr(truth, predicted)[0],
            "spearman": stats.spearmanr(truth, predicted)[0],
            "mean_squared_error": reference.mean_squared_error(truth, predicted),
        },
        abs=1e-12,
    )


def test_the_scores_of_four_examples_by_hand() -> None:
    truth, predicted = np.array([1, 1, 0, 0]), np.array([1, 0, 0, 0])
    scores = classification_scores(truth, predicted, 2)
    assert scores["accuracy"] == 0.75
    assert scores["f1"] == pytest.approx(2 / 3)  # precision 1, recall 1/2
    assert scores["macro_f1"] == pytest.approx((2 / 3 + 4 / 5) / 2)
    assert scores["matthews"] == pytest.approx((1 * 2 - 0) / (1 * 2 * 2 * 3) ** 0.5)


def test_f1_of_two_classes_is_that_of_the_second_one() -> None:
    only_first = np.array([0, 0, 0, 1])
    assert classification_scores(only_first, np.zeros(4, int), 2)["f1"] == 0
    assert classification_scores(1 - only_first, np.ones(4, int), 2)["f1"] == pytest.approx(6 / 7)


def test_one_class_alone_has_no_correlation_and_gives_no_warning(
    recwarn: pytest.WarningsRecorder,
) -> None:
    ones, both = np.ones(4, int), np.array([0, 1, 0, 1])
    for truth, predicted in [(ones, ones), (both, ones), (ones, both)]:
        assert classification_scores(truth, predicted, 2)["matthews"] == 0
    assert correlation_scores(both.astype(float), ones.astype(float))["pearson"] == 0
    assert correlation_scores(np.array([1.0]), np.array([2.0]))["spearman"] == 0
    assert not recwarn.list


def test_scores_of_each_class_by_hand() -> None:
    truth, predicted = np.array([0, 0, 1, 1]), np.array([0, 1, 1, 1])
    assert class_scores(truth, predicted, ("no", "yes", "maybe")) == (
        ClassScores("no", 1.0, 0.5, pytest.approx(2 / 3), 2),
        ClassScores("yes", pytest.approx(2 / 3), 1.0, 0.8, 2),
        ClassScores("maybe", 0.0, 0.0, 0.0, 0),
    )


def test_scores_of_each_class_are_counted_for_sets_of_classes_too() -> None:
    truth, predicted = np.array([[1, 1], [0, 1]]), np.array([[1, 0], [1, 1]])
    first, second = class_scores(truth, predicted, ("a", "b"))
    assert (first.precision, first.recall, first.support) == (0.5, 1.0, 1)
    assert (second.precision, second.recall, second.support) == (1.0, 0.5, 2)


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        ("O O", []),
        ("", []),
        ("B-PER I-PER O B-LOC", [("PER", 0, 2), ("LOC", 3, 4)]),
        ("B-PER B-PER", [("PER", 0, 1), ("PER", 1, 2)]),
        ("B-PER I-LOC I-LOC", [("PER", 0, 1), ("LOC", 1, 3)]),
        ("O I-PER I-PER", [("PER", 1, 3)]),
        ("B-PER O I-PER", [("PER", 0, 1), ("PER", 2, 3)]),
        ("B-a-b I-a-b", [("a-b", 0, 2)]),
        ("NOUN VERB VERB O X-Y", [("NOUN", 0, 1), ("VERB", 1, 2), ("VERB", 2, 3), ("X-Y", 4, 5)]),
    ],
)
def test_entities_are_read_from_tags(tags: str, expected: list[tuple[str, int, int]]) -> None:
    assert entities(tags.split()) == expected


def test_an_entity_counts_only_if_type_and_both_ends_are_right() -> None:
    truth = [["B-PER", "I-PER", "O", "B-LOC"], ["B-ORG", "O"]]
    predicted = [["B-PER", "I-PER", "O", "B-ORG"], ["B-ORG", "I-ORG"]]
    scores = entity_scores(truth, predicted)
    assert scores == pytest.approx(
        {"f1": 1 / 3, "precision": 1 / 3, "recall": 1 / 3, "accuracy": 4 / 6}
    )


def test_entity_scores_without_any_entity_are_zero() -> None:
    assert entity_scores([["O"]], [["O"]]) == {
        "f1": 0.0,
        "precision": 0.0,
        "recall": 0.0,
        "accuracy": 1.0,
    }


def test_f1_of_one_word_entities_is_the_micro_f1_of_scikit_learn() -> None:
    truth, predicted = random_classes(4)
    names = np.array(["O", "A", "B", "C"])
    scores = entity_scores([names[truth].tolist()], [names[predicted].tolist()])
    kinds = {"labels": [1, 2, 3], "average": "micro"}
    assert scores["f1"] == pytest.approx(reference.f1_score(truth, predicted, **kinds), abs=1e-12)


def test_no_task_imports_scikit_learn_or_scipy_before_it_measures() -> None:
    code = (
        "import sys\n"
        "from models.tasks.catalog import tasks\n"
        "assert len(tasks()) == 5\n"
        "assert not {'sklearn', 'scipy'} & set(sys.modules), 'imported'"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
