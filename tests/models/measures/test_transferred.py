from collections.abc import Sequence

import pytest

from models.measures import transferred
from models.tasks.examples import Example, LabelledSet, Split
from tests.models.measures.conftest import MakeTrained

FEW = 30


def test_a_model_is_tested_in_the_language_that_it_did_not_learn(
    make_trained: MakeTrained, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Trained on few examples, and tested on as many, in this order: English, Korean, Korean."""
    tested: list[str] = []
    whole = LabelledSet.examples

    def first(data: LabelledSet, split: Split) -> Sequence[Example]:
        if split == "dev":
            tested.append(data.name)
        return whole(data, split)[:FEW]

    monkeypatch.setattr(LabelledSet, "examples", first)
    trained = make_trained("xlm", task="entailment", num_examples=FEW)
    values = {one.metric: one.value for one in transferred.measure(trained)}
    assert list(values) == ["transferred", "english", "korean"]
    assert all(0 <= value <= 1 for value in values.values())
    assert [*dict.fromkeys(tested)] == ["world:entailment:en", "world:entailment:ko"]
    assert tested[-1] == "world:entailment:ko"
