from dataclasses import replace
from pathlib import Path

from models.measures.held_out_and_lengths import measure
from tests.models.measures.known_models import trained_as


def test_the_lengths_are_those_of_the_arms_own_spans(tmp_path: Path) -> None:
    """Of 23 tokens 15 % are 3. One span: a sentinel in the input; it, 3 tokens and the end out.

    A few spans are cut in two by the end of a document.
    """
    trained = trained_as("spans", "t5", tmp_path)
    options = {"span_corruption": {"noise_density": 0.15, "mean_span_length": 3.0}}
    recipe = replace(trained.recipe, objectives=("span_corruption",), options=options)
    objectives = tuple(one for one in trained.task.objectives if one.name == "span_corruption")
    task = replace(trained.task, recipe=recipe, objectives=objectives)
    measured = {
        one.metric: one.value for one in measure(replace(trained, recipe=recipe, task=task))
    }
    assert 24 - 3 + 1 <= measured["tokens_read"] < 22.3
    assert 1 + 3 + 1 <= measured["tokens_written"] < 5.3
    assert {"spans_lm_loss", "single_lm_loss", "long_lm_loss"} <= measured.keys()
