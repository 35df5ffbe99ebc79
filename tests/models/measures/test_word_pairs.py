from dataclasses import replace
from pathlib import Path

import pytest
import torch
from torch import Tensor

from models.measures.word_pairs import measure, names
from models.schema.batch import Batch
from tests.models import tiny
from tests.models.measures.known_models import CERTAIN, trained_as


def the_truth_where_one_word_is_masked(batch: Batch) -> Tensor:
    """Right at every target of a text with one masked token, and id 0 in all other texts."""
    predicted = torch.zeros_like(batch.input_ids)
    for targets in batch.targets.values():
        counts = torch.bincount(targets.rows, minlength=len(predicted))
        alone = counts[targets.rows] == 1
        rows, positions = targets.rows[alone], targets.positions[alone]
        predicted[rows, positions] = targets.labels[alone]
    return predicted


def test_names_are_neighbours_with_capital_letters_inside_a_sentence(tmp_path: Path) -> None:
    tokenizer = tiny.ready("bert", tmp_path).tokenizer
    text = "We know Anna Smith. The Lee house is old."
    encoding = tokenizer.encode(text)
    spelled = [
        tuple("".join(encoding.surface(at) for at in places) for places in pair)
        for pair in names(encoding)
    ]
    assert spelled == [("Anna", "Smith")]


def test_a_model_that_needs_the_first_word_has_all_its_gain_in_turn(tmp_path: Path) -> None:
    """It predicts a word where the other is visible, and nothing where both are masked."""
    trained = trained_as("permutation", "roberta", tmp_path, the_truth_where_one_word_is_masked)
    schedule = replace(trained.recipe.schedule, length=100, long_length=100)
    recipe = replace(trained.recipe, data="world:en", schedule=schedule)
    measured = {one.metric: one.value for one in measure(replace(trained, recipe=recipe))}
    assert measured["dependence"] == pytest.approx(
        measured["at_once_loss"] - measured["in_turn_loss"], abs=1e-4
    )
    assert measured["at_once_loss"] >= 2 * CERTAIN - 0.1
