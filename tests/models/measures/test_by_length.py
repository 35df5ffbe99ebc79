"""The loss at several lengths."""

import pytest

from models.measures.by_length import measure
from tests.models.measures.conftest import MakeTrained


def test_the_increase_is_that_over_the_trained_length(make_trained: MakeTrained) -> None:
    trained = make_trained("roberta", lengths=(12, 24, 30), shares={})
    found = {(one.metric, one.x): one.value for one in measure(trained)}
    assert found["loss_increase", 24.0] == 0.0
    for length in (12.0, 30.0):
        difference = found["loss", length] - found["loss", 24.0]
        assert found["loss_increase", length] == pytest.approx(difference)
    assert found["loss", 24.0] == pytest.approx(5.7, abs=0.5)  # about log 300, knowing nothing


def test_a_share_is_scaled_at_other_lengths_than_the_trained_one(make_trained: MakeTrained) -> None:
    """At half the length twice the rate: 4 of 12 tokens in place of 2."""
    scaled, plain = (
        {one.x: one.value for one in measure(trained) if one.metric == "loss"}
        for trained in (
            make_trained("roberta", lengths=(12, 24), shares={"masked": ("rate", 0.15)}),
            make_trained("roberta", lengths=(12, 24), shares={}),
        )
    )
    assert scaled[24.0] == plain[24.0]
    assert scaled[12.0] != plain[12.0]
