"""Runs of fine-tuning: they learn, resume to the same numbers, stop early, and end as a folder."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from models.checkpoints.checkpoint import load
from models.finetuning.batches import training_batches
from models.finetuning.evaluation import evaluate
from models.finetuning.pipeline import HeadPipeline
from models.finetuning.run import class_weights, open_finetuned
from models.finetuning.trainer import (
    CheckpointSaved,
    DevEvaluated,
    FineTuningFinished,
    FineTuningPrepared,
    FineTuningStep,
    Report,
    chosen_data,
    deciding_metric,
    finetune_on,
)
from models.runtime.generators import run_to_end
from models.tasks.examples import LabelledSet, TextExample
from tests.models.finetuning import tiny


def reports(steps: Any) -> tuple[list[Report], FineTuningFinished]:
    found: list[Report] = []
    while True:
        try:
            found.append(next(steps))
        except StopIteration as end:
            return found, end.value


def losses(found: list[Report]) -> list[float]:
    return [report.loss for report in found if isinstance(report, FineTuningStep)]


def same_weights(one: Path, other: Path) -> bool:
    first, second = (open_finetuned(path).pipeline.module.state_dict() for path in (one, other))
    absent = {f"model.{name}" for name in load(one).absent}
    return all(torch.equal(first[name], second[name]) for name in first.keys() - absent)


def test_a_run_reports_learns_and_ends_as_a_folder(tmp_path: Path) -> None:
    data = tiny.colours()
    found, end = reports(finetune_on(tiny.recipe(epochs=12), data, tmp_path / "run"))
    first = found[0]
    assert isinstance(first, FineTuningPrepared)
    assert (first.num_train, first.num_dev, first.steps) == (24, 8, 72)
    assert first.seconds_estimate > 0
    assert [r.epoch for r in found if isinstance(r, DevEvaluated)] == list(range(1, 13))
    assert any(isinstance(report, CheckpointSaved) for report in found)
    assert np.mean(losses(found)[-6:]) < np.mean(losses(found)[:6]) / 2
    again = evaluate(open_finetuned(end.folder).pipeline, data.examples("dev"), data)
    assert again.metrics == pytest.approx(end.metrics)
    run = json.loads((end.folder / "run.json").read_text())["finetuning"]
    assert run["recipe"]["model"] == str(tiny.folder_of("bert"))
    assert run["metrics"] == end.metrics
    assert run["curve"][-1]["step"] == 72


@pytest.mark.parametrize("options", [{}, {"way": "lora", "patience": 3}, {"adversarial": 1.0}])
def test_a_run_that_is_interrupted_resumes_to_the_same_numbers(
    tmp_path: Path, options: dict[str, Any]
) -> None:
    data, recipe = tiny.colours(), tiny.recipe(epochs=3, **options)
    whole, end = reports(finetune_on(recipe, data, tmp_path / "whole"))
    steps = finetune_on(recipe, data, tmp_path / "parts")
    before: list[Report] = []
    while len(losses(before)) < 8:  # within the second epoch
        before.append(next(steps))
    steps.close()
    after, other_end = reports(finetune_on(recipe, data, tmp_path / "parts", resume=True))
    assert losses(before) + losses(after) == losses(whole)
    assert other_end.metrics == end.metrics
    assert same_weights(tmp_path / "whole", tmp_path / "parts")


def test_a_killed_run_resumes_from_its_last_checkpoint(tmp_path: Path) -> None:
    data, recipe = tiny.colours(), tiny.recipe(epochs=3)
    whole, _ = reports(finetune_on(recipe, data, tmp_path / "whole"))
    killed = finetune_on(recipe, data, tmp_path / "killed")
    for report in killed:
        if isinstance(report, CheckpointSaved):
            break
    next(killed)  # a step that no checkpoint has
    checkpoint = tmp_path / "copy"
    checkpoint.mkdir()
    (tmp_path / "killed" / "checkpoints").rename(checkpoint / "checkpoints")
    killed.close()
    after, _ = reports(finetune_on(recipe, data, checkpoint, resume=True))
    assert losses(after) == losses(whole)[6:]
    assert same_weights(tmp_path / "whole", checkpoint)


def test_a_run_of_another_recipe_is_not_resumed(tmp_path: Path) -> None:
    run_to_end(finetune_on(tiny.recipe(epochs=1), tiny.colours(), tmp_path / "run"))
    with pytest.raises(ValueError, match="another recipe"):
        run_to_end(finetune_on(tiny.recipe(epochs=2), tiny.colours(), tmp_path / "run", True))
    with pytest.raises(ValueError, match="holds a run already"):
        run_to_end(finetune_on(tiny.recipe(epochs=1), tiny.colours(), tmp_path / "run"))


def test_a_run_stops_without_a_better_metric_and_keeps_the_best_weights(tmp_path: Path) -> None:
    data = tiny.colours()
    recipe = tiny.recipe(epochs=30, patience=2, learning_rate=3e-2)
    found, end = reports(finetune_on(recipe, data, tmp_path / "run"))
    values = [r.metrics["accuracy"] for r in found if isinstance(r, DevEvaluated)]
    assert len(values) < 30
    assert len(values) - 1 - values.index(max(values)) == 2
    assert end.metrics["accuracy"] == max(values)
    again = evaluate(open_finetuned(end.folder).pipeline, data.examples("dev"), data)
    assert again.metrics["accuracy"] == max(values)


@pytest.mark.parametrize(
    "task", ["classification", "regression", "choice", "question_answering", "token_classification"]
)
@pytest.mark.parametrize("adversarial", [0.0, 1.0])
def test_every_kind_of_task_learns_and_is_read_again(
    tmp_path: Path, task: str, adversarial: float
) -> None:
    data = tiny.one_of(task)
    recipe = tiny.recipe(epochs=15, adversarial=adversarial)
    found, end = reports(finetune_on(recipe, data, tmp_path / "run"))
    assert losses(found)[-1] < losses(found)[0] / 2
    model = open_finetuned(end.folder)
    assert model.pipeline.task.name == task
    again = evaluate(model.pipeline, data.examples("dev"), model.match_classes(data))
    assert again.metrics == pytest.approx(end.metrics)


def test_rare_classes_weigh_more() -> None:
    examples = [TextExample(str(i), "red cat", label="good" if i else "bad") for i in range(4)]
    data = LabelledSet("d", "D", "classification", {"train": examples}, tiny.LABELS)
    assert class_weights(data).tolist() == [2.0, pytest.approx(2 / 3)]
    with pytest.raises(ValueError, match="no single classes"):
        class_weights(tiny.one_of("regression"))


def test_a_smaller_number_of_examples_is_a_part_of_a_larger_one() -> None:
    data = tiny.colours()
    few, more = (
        chosen_data(tiny.recipe(num_examples=count), data)[0].examples("train")
        for count in (12, 20)
    )
    assert len(few) == 12
    assert {one.id for one in few} < {one.id for one in more}


def test_what_cannot_be_learned_is_an_error_that_says_why(tmp_path: Path) -> None:
    data = tiny.colours()
    one_class = [one for one in data.examples("train") if one.label == "bad"]  # type: ignore[union-attr]
    cases = [
        (tiny.recipe(num_examples=100), data, "100, and .* has 24"),
        (tiny.recipe(), replace(data, splits={"train": one_class}), "has the label good"),
        (tiny.recipe(), replace(data, splits={}), "no training examples"),
        (tiny.recipe(patience=1), replace(data, splits={"train": data.examples("train")}), "dev"),
        (tiny.recipe(task="choice"), data, "not for 'choice'"),
        (tiny.recipe(style="gpt"), data, 'style "gpt" needs one'),
        (tiny.recipe(style="text"), data, 'style "text" needs one'),
        (tiny.recipe("t5", style="text"), tiny.one_of("token_classification"), "tag for each"),
        (tiny.recipe("gpt2", style="gpt"), tiny.one_of("token_classification"), 'use style "head"'),
        (tiny.recipe(), replace(data, metric="beauty"), "names the metric 'beauty'"),
    ]
    for number, (recipe, examples, message) in enumerate(cases):
        with pytest.raises(ValueError, match=message):
            run_to_end(finetune_on(recipe, examples, tmp_path / str(number)))


def test_examples_without_an_answer_are_left_out_and_counted() -> None:
    data = tiny.colours()
    unknown = TextExample("x", "red dog")
    more = replace(data, splits={"train": [*data.examples("train"), unknown]})
    chosen, notes = chosen_data(tiny.recipe(), more)
    assert len(chosen.examples("train")) == 24
    assert notes == ("1 training examples have no answer and are left out",)


def test_a_model_rejects_data_that_it_was_not_made_for(tmp_path: Path) -> None:
    end = run_to_end(finetune_on(tiny.recipe(epochs=1), tiny.colours(), tmp_path / "run"))
    model = open_finetuned(end.folder)
    with pytest.raises(ValueError, match="fine-tuned for classification"):
        model.match_classes(tiny.one_of("choice"))
    with pytest.raises(ValueError, match="has the label 'ugly', which the model"):
        model.match_classes(replace(tiny.colours(), labels=("ugly", "good")))
    turned = model.match_classes(replace(tiny.colours(), labels=("good", "bad")))
    assert turned.labels == tiny.LABELS
    with pytest.raises(ValueError, match="has a head for classification, not for multiple choice"):
        open_finetuned(end.folder, "choice")
    with pytest.raises(ValueError, match="no head for a task"):
        open_finetuned(tiny.folder_of("bert"))


def test_batches_hold_all_units_once_and_texts_of_similar_length() -> None:
    data = tiny.colours()
    pipeline = tiny.pipeline_of(tiny.recipe(), data)
    groups = pipeline.row_groups(data.examples("train"), data)
    batches = training_batches(groups, 6, np.random.default_rng(1))
    assert sorted(map(id, groups)) == sorted(id(group) for batch in batches for group in batch)
    assert all(len({group.length for group in batch}) == 1 for batch in batches)
    again = training_batches(groups, 6, np.random.default_rng(1))
    other = training_batches(groups, 6, np.random.default_rng(2))
    assert [list(map(id, b)) for b in batches] == [list(map(id, b)) for b in again]
    assert [list(map(id, b)) for b in batches] != [list(map(id, b)) for b in other]


def test_the_choices_of_an_example_stay_in_one_batch() -> None:
    data = tiny.one_of("choice")
    groups = tiny.pipeline_of(tiny.recipe(), data).row_groups(data.examples("train"), data)
    assert [len(group.rows) for group in groups] == [2, 3]


def test_predictions_do_not_depend_on_the_other_texts_of_a_batch() -> None:
    data = tiny.colours()
    pipeline = tiny.pipeline_of(tiny.recipe(), data)
    assert isinstance(pipeline, HeadPipeline)
    rows = pipeline.rows(data.examples("train"), data)
    together = pipeline.all_logits(rows)
    for row, logits in zip(rows, together, strict=True):
        np.testing.assert_allclose(pipeline.all_logits([row])[0], logits, atol=1e-5)


def test_the_score_at_the_best_threshold_decides_where_there_is_one() -> None:
    assert deciding_metric({"f1": 0.5, "best_f1": 0.6}, "f1") == "best_f1"
    assert deciding_metric({"f1": 0.5}, "f1") == "f1"
