"""A model that was just pretrained learns labelled sets, and says which layers they read."""

import pytest

from models.measures.fine_tuned import measure
from tests.models.measures.conftest import MakeTrained

SETS = {"sentiment": "world:sentiment:en", "entities": "world:entities:en"}


@pytest.mark.parametrize(("architecture", "num_layers"), [("elmo", 3), ("bert", 0)])
def test_each_set_has_a_score_and_where_layers_are_mixed_their_weights(
    architecture: str, num_layers: int, make_trained: MakeTrained
) -> None:
    found = list(measure(make_trained(architecture, sets=SETS, num_examples=24)))
    scores = {one.metric: one.value for one in found if one.x is None}
    assert set(scores) == {*SETS, "average"}
    assert scores["average"] == pytest.approx((scores["sentiment"] + scores["entities"]) / 2)
    for name in SETS:
        mix = [one for one in found if one.metric == f"{name}_mix"]
        assert [one.x for one in mix] == list(range(num_layers))
        if mix:
            assert sum(one.value for one in mix) == pytest.approx(1)
