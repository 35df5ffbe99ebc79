"""Time and memory by length and by depth, and copies under several settings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
import torch

from models.comparison.arms import TrainedArm
from models.measures import copied_by_setting, cost_by_length, training_cost_by_depth
from models.measures.copied_by_setting import find_copied_symbols
from models.runtime.peak_memory import peak_bytes
from models.schema.batch import Batch
from models.training.training_task import new_training_task
from tests.models import tiny
from tests.models.measures.conftest import MakeTrained
from tests.models.measures.known_models import KnownModel

Values = dict[tuple[str, float | None], float]


def values(measure: Callable[[TrainedArm], object], trained: TrainedArm) -> Values:
    return {(one.metric, one.x): one.value for one in measure(trained)}  # type: ignore[attr-defined]


def longer(trained: TrainedArm, num_positions: int) -> TrainedArm:
    recipe = tiny.with_size(trained.recipe, num_positions=num_positions)
    task = new_training_task(recipe, trained.prepared.tokenizer, None)
    task.to_device("cpu").eval()
    return replace(trained, recipe=recipe, task=task)


def test_the_peak_is_what_is_held_at_once_and_not_what_was_there_before() -> None:
    before = torch.ones(1000)

    def compute() -> None:
        for _ in range(3):
            (before + 1) * 2

    assert peak_bytes(compute) == pytest.approx(2 * before.nbytes, abs=200)


def test_a_matrix_of_weights_that_is_written_out_takes_the_square_of_the_length(
    make_trained: MakeTrained,
) -> None:
    lengths = (256, 512)
    options = {"text_lengths": lengths, "written_out": {"arm": 512}}
    found = values(cost_by_length.measure, longer(make_trained("bert", **options), 512))
    assert all(found["milliseconds", float(length)] > 0 for length in lengths)
    written, fused = (
        [found[name, float(length)] for length in lengths]
        for name in ("written_megabytes", "megabytes")
    )
    assert written[1] > 3 * written[0]
    assert fused[1] < 2.5 * fused[0]
    assert written[1] * 1e6 > 4 * 4 * 512**2  # heads, bytes of a number


def test_an_arm_that_is_not_named_writes_out_nothing(make_trained: MakeTrained) -> None:
    trained = make_trained("bert", text_lengths=(16,), written_out={"other": 512})
    assert set(values(cost_by_length.measure, trained)) == {
        ("megabytes", 16.0),
        ("milliseconds", 16.0),
    }


def test_stored_activations_grow_with_the_layers_and_reversible_ones_hardly(
    make_trained: MakeTrained,
) -> None:
    stored = make_trained("reformer", depths=(2, 6))
    recipe = tiny.with_size(stored.recipe, num_positions=32)
    by_kind = {}
    for reversible in (True, False):
        changed = replace(recipe, config={**recipe.config, "reversible": reversible})
        task = new_training_task(changed, stored.prepared.tokenizer, None)
        by_kind[reversible] = values(
            training_cost_by_depth.measure, replace(stored, recipe=changed, task=task)
        )
    growth = {
        kind: found["megabytes", 6.0] / found["megabytes", 2.0] for kind, found in by_kind.items()
    }
    assert growth[False] > growth[True] + 0.5
    assert ("lm_loss", 2.0) in by_kind[True]
    assert by_kind[True]["seconds", 6.0] > 0


def test_symbols_of_the_second_half_count(make_trained: MakeTrained) -> None:
    """A model that repeats what it reads is right where two neighbours are equal."""
    task = make_trained("gpt2").task
    ids = torch.tensor([[9, 1, 2, 3, 9, 5, 5, 3], [9, 1, 1, 1, 9, 1, 1, 1]])
    model = KnownModel("decoder", task.tokenizer.vocab_size, lambda batch: batch.input_ids)
    assert find_copied_symbols(task, model, Batch(ids)) == [False, True, False, False, True, True]  # type: ignore[arg-type]


def test_another_setting_has_the_same_weights(make_trained: MakeTrained) -> None:
    trained = make_trained(
        "gpt2", settings=((None, {}), (1.0, {"activation_function": "relu"}), (2.0, {}))
    )
    found = values(copied_by_setting.measure, trained)
    assert found["copied_whole", None] == found["copied", 2.0]
    assert set(found) == {("copied_whole", None), ("copied", 1.0), ("copied", 2.0)}
