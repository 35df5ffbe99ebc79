from pathlib import Path

from models.measures.held_out_by_option import measure
from tests.models.measures.known_models import copied, trained_as


def test_a_model_that_copies_is_right_at_unchanged_tokens_only(tmp_path: Path) -> None:
    """[MASK] is never the token, a random token is so once in some hundred cases."""
    trained = trained_as("mask_share", "roberta", tmp_path, copied)
    measured = {one.metric: one.value for one in measure(trained)}
    assert measured["unchanged_mlm_accuracy"] == 1
    assert measured["masked_mlm_accuracy"] == 0
    assert measured["random_mlm_accuracy"] < 0.02
    assert measured["unchanged_mlm_loss"] < 1e-5
    assert measured["masked_mlm_loss"] > 19
