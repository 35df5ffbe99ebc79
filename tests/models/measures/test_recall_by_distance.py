"""Recall of facts, by models that know all of a text and that know nothing."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import Tensor

from models.comparison.arms import TrainedArm
from models.comparison.catalog import find_experiment
from models.data.long_texts.recall import RecallSource
from models.data.prepare import PreparedData, prepare
from models.data.sources import open_source
from models.measures.recall_by_distance import RecallQuestion, as_read, border, measure
from models.runtime.generators import run_to_end
from models.schema.batch import Batch
from models.training.training_task import TrainingTask, new_training_task
from tests.models import tiny
from tests.models.measures.known_models import KnownModel

DATA, LENGTH = "long:en@60", 160


def prepared(architecture: str, folder: Path) -> tuple[TrainingTask, PreparedData]:
    recipe = tiny.with_size(
        tiny.recipe(architecture, DATA, length=LENGTH, long_length=LENGTH), num_positions=LENGTH
    )
    recipe = replace(recipe, data_tokens=4000, tokenizer=replace(recipe.tokenizer, vocab_size=1200))
    with pytest.MonkeyPatch.context() as patch:  # a few documents are enough
        patch.setattr("models.data.prepare.HELD_OUT_TOKENS", 2000)
        patch.setattr("models.data.prepare.VOCABULARY_DOCUMENTS", 300)
        ready = run_to_end(prepare(recipe, folder))
    return new_training_task(recipe, ready.tokenizer, None), ready


@pytest.fixture(scope="module")
def masked(tmp_path_factory: pytest.TempPathFactory) -> tuple[TrainingTask, PreparedData]:
    return prepared("bert", tmp_path_factory.mktemp("bert"))


@pytest.fixture(scope="module")
def causal(tmp_path_factory: pytest.TempPathFactory) -> tuple[TrainingTask, PreparedData]:
    return prepared("gpt2", tmp_path_factory.mktemp("gpt2"))


def questions(task: TrainingTask) -> list[tuple[torch.Tensor, list[RecallQuestion]]]:
    source = open_source(DATA)
    assert isinstance(source, RecallSource)
    documents = islice(source.sample_documents("held_out", task.recipe.seed), 4)
    read = (as_read(task.tokenizer, document, LENGTH) for document in documents)
    return [(torch.tensor(one.input_ids), asked) for one, asked in read]


def measured(task: TrainingTask, ready: PreparedData) -> dict[tuple[str, float | None], float]:
    spec: Any = replace(find_experiment("recall_distance"), measure_options={"num_documents": 4})
    trained = TrainedArm(spec, spec.arms[0], task.recipe, task, ready, 1, 1)
    return {(one.metric, one.x): one.value for one in measure(trained)}


def knowing(task: TrainingTask, shift: int) -> TrainingTask:
    """A model that has read the documents without masks; `shift` is how far ahead it predicts."""
    texts = [ids for ids, _ in questions(task)]

    def predict(batch: Batch) -> Tensor:
        agreeing = [
            int((batch.input_ids[0] == ids).sum()) if len(ids) == batch.input_ids.shape[1] else 0
            for ids in texts
        ]
        if not max(agreeing, default=0):
            return torch.zeros_like(batch.input_ids)
        return texts[agreeing.index(max(agreeing))].roll(-shift)[None].expand_as(batch.input_ids)

    stream = task.spec.head(task.objectives[0].head).stream
    model: Any = KnownModel(stream, task.tokenizer.vocab_size, predict)
    model.config = task.model.config
    return replace(task, model=model)


@pytest.mark.parametrize(("kind", "shift"), [("masked", 0), ("causal", 1)])
def test_a_model_that_knows_the_texts_recalls_everything(
    kind: str, shift: int, request: pytest.FixtureRequest
) -> None:
    task, ready = request.getfixturevalue(kind)
    found = measured(knowing(task, shift), ready)
    assert found["recall", None] == 1.0
    assert {value for (metric, _), value in found.items() if metric == "recall_at"} == {1.0}


def test_a_model_of_masked_tokens_does_not_see_the_values_of_answers(
    masked: tuple[TrainingTask, PreparedData],
) -> None:
    """One that copies its input predicts masks there."""
    task, ready = masked
    copying: Any = KnownModel("encoder", task.tokenizer.vocab_size, lambda batch: batch.input_ids)
    copying.config = task.model.config
    assert measured(replace(task, model=copying), ready)["recall", None] == 0.0


def test_the_values_of_a_fact_are_as_many_tokens_apart_as_recorded(
    masked: tuple[TrainingTask, PreparedData],
) -> None:
    task, _ = masked
    for ids, asked in questions(task):
        assert asked
        for one in asked:
            assert ids[one.position] == ids[one.position - one.distance] == one.label


def test_distances_are_counted_up_to_powers_of_two() -> None:
    assert [border(distance) for distance in (1, 32, 33, 64, 65, 1000)] == [
        32,
        32,
        64,
        64,
        128,
        1024,
    ]


def test_a_text_without_facts_is_rejected(masked: tuple[TrainingTask, PreparedData]) -> None:
    task, ready = masked
    task = replace(task, recipe=replace(task.recipe, data="village"))
    with pytest.raises(ValueError, match="has no facts to recall"):
        measured(task, ready)
