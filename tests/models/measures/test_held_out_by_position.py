from dataclasses import replace
from pathlib import Path

import torch
from torch import Tensor

from models.measures.held_out_by_position import measure
from models.schema.batch import Batch
from tests.models.measures.known_models import trained_as

BORDER = 10


def right_where_early(batch: Batch) -> Tensor:
    """The truth at early positions, and id 0, which no text has, at the others."""
    predicted = torch.zeros_like(batch.input_ids)
    for targets in batch.targets.values():
        early = targets.positions < BORDER
        predicted[targets.rows[early], targets.positions[early]] = targets.labels[early]
    return predicted


def test_early_and_late_positions_of_long_texts_are_apart(tmp_path: Path) -> None:
    trained = trained_as("short_first", "roberta", tmp_path, right_where_early)
    spec = replace(trained.spec, measure_options={"border": BORDER})
    measured = {one.metric: one.value for one in measure(replace(trained, spec=spec))}
    assert measured["early_mlm_accuracy"] == 1
    assert measured["late_mlm_accuracy"] == 0
    assert 0 < measured["mlm_accuracy"] < BORDER / trained.recipe.schedule.long_length + 0.1
