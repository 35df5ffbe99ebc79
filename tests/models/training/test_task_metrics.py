"""Learning tasks: which steps feed them, what is measured, and what run.json says."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from models.checkpoints.checkpoint import LoadedModel, load
from models.data import prepare
from models.data.examples import Examples, task
from models.data.prepare import PreparationProgress
from models.data.tasks import Task, open_tasks
from models.data.world.world import World
from models.schema.records import ModelInput
from models.training import fact_probes, task_metrics, trainer
from models.training.fact_probes import probe
from models.training.recipe import Recipe
from models.training.task_metrics import measure_tasks, token_f1
from models.training.trainer import TrainingReady, TrainingStep, step_shape, train
from models.training.training_task import new_training_task
from tests.models import tiny

STEPS = 4


def recipe(**changes: Any) -> Recipe:
    schedule = {"steps": STEPS, "task_share": 0.5, "evaluate_every": STEPS, "save_every": STEPS}
    made_of = replace(tiny.recipe("t5", "village:en", **schedule), data_tokens=3000)
    return replace(made_of, **changes)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Any]]:
    """A run of a few steps from nothing to its end."""
    folder = tmp_path_factory.mktemp("run")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(trainer, "HELD_OUT_EXAMPLES", 8)
        patch.setattr(trainer, "TASKS_MEASURED", 3)
        patch.setattr(prepare, "VOCABULARY_DOCUMENTS", 200)
        return folder / "run", list(train(recipe(), folder / "run", folder / "cache"))


@pytest.fixture(scope="module")
def loaded(run: tuple[Path, list[Any]]) -> LoadedModel:
    return load(run[0])


def test_a_run_ends_with_held_out_tasks_in_run_json(run: tuple[Path, list[Any]]) -> None:
    folder, reports = run
    done = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    assert set(done["tasks"]) >= {"question_en", "acceptable_en"}
    for kind, measured in done["tasks"].items():
        further = {"pearson"} if kind.startswith("similarity") else set()
        assert set(measured) == {"exact_match", "token_f1", "num_tasks", *further}
        assert 1 <= measured["num_tasks"] <= 3
        assert 0 <= measured["exact_match"] <= measured["token_f1"] <= 1
    assert isinstance(reports[-1], PreparationProgress)
    assert reports[-1].message == "doing held-out tasks"
    assert sum(isinstance(report, TrainingStep) for report in reports) == STEPS


def test_a_run_counts_what_decoders_write(run: tuple[Path, list[Any]]) -> None:
    ready = next(report for report in run[1] if isinstance(report, TrainingReady))
    assert set(ready.baselines) == {"unigram", "5gram"}
    assert all(0 < loss < math.log(300) for loss in ready.baselines.values())


def test_count_models_see_what_was_written_and_not_what_was_read(loaded: LoadedModel) -> None:
    """Answers always alike are no surprise to five tokens of context, whatever the text."""
    tokenizer = loaded.tokenizer
    assert tokenizer is not None
    answers = [
        ModelInput.clean(tokenizer.encode(text))
        .with_feed("decoder_input_ids", np.array([0, 20, 21, 22]))
        .with_targets("lm", np.arange(4), np.array([20, 21, 22, 1]))
        for text in ("A dog.", "A cat eats.", "The sea.")
    ]
    prepared: Any = SimpleNamespace(tokenizer=tokenizer)
    found = prepare.baselines(prepared, loaded.spec, answers, answers)
    assert found["unigram"] == pytest.approx(math.log(4), abs=0.5)
    assert found["5gram"] < 0.5


def test_a_share_of_the_steps_feeds_tasks() -> None:
    kinds = [step_shape(recipe(), step)[0] for step in range(1, 1001)]
    assert kinds.count("tasks") / 1000 == pytest.approx(0.5, abs=0.06)
    assert {"tasks", "documents"} <= set(kinds) <= {"tasks", "documents", "long"}


def test_a_task_keeps_its_prefix_and_its_answer_apart(loaded: LoadedModel) -> None:
    tokenizer = loaded.tokenizer
    assert tokenizer is not None
    ids = [np.array(part) for part in tokenizer.encode_ids(["question: Who?", "A cat."])]
    documents: Any = SimpleNamespace(num_documents=1, document=lambda index: ids)
    rng = np.random.default_rng(0)
    training_task = new_training_task(recipe(), tokenizer, None)
    found = training_task.model_input(Examples(documents, tokenizer, task), 0, 24)
    assert tokenizer.decode(found.input_ids, skip_special=True).strip() == "question: Who?"
    written = found.targets["lm"].labels
    assert tokenizer.decode(written, skip_special=True).strip() == "A cat."
    assert written[-1] == tokenizer.eos_id
    short = Examples(documents, tokenizer, task).example(rng, 4)
    assert [int((short.segment == number).sum()) for number in (0, 1)] == [4, 4]


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"objectives": ("span_corruption",)}, "tasks are learned by 'text_to_text'"),
        ({"objectives": ("text_to_text",)}, "tasks alone; name an objective beside it"),
        ({"schedule": replace(recipe().schedule, task_share=0.5), "data": "FILE"}, "has no tasks"),
    ],
)
def test_a_run_that_cannot_have_tasks_is_rejected(
    changes: dict[str, Any], says: str, tmp_path: Path
) -> None:
    if changes.get("data") == "FILE":
        changes = {**changes, "data": str(tiny.write_text(tmp_path))}
    with pytest.raises(ValueError, match=says):
        list(train(recipe(**changes), tmp_path / "run", tmp_path / "cache"))


def test_a_tokenizer_without_sentinels_is_rejected(tmp_path: Path) -> None:
    tokenizer = tiny.ready("bert", tmp_path).tokenizer
    with pytest.raises(ValueError, match="Span corruption needs a tokenizer that has sentinels"):
        new_training_task(recipe(), tokenizer, None)


# Measuring ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "expected", "score"),
    [
        ("Paris", "Paris", 1.0),
        ("London", "Paris", 0.0),
        ("Larry Page", "Larry Page and Sergey Brin", 2 * 2 / 7),
        ("the the cat", "the cat", 2 * 2 / 5),
        ("", "Paris", 0.0),
    ],
)
def test_token_f1_is_the_overlap_of_words(written: str, expected: str, score: float) -> None:
    assert token_f1(written, expected) == pytest.approx(score)


@pytest.mark.parametrize(
    ("written", "correlation"),
    [
        (["1.0", "2.0", "3.0"], 1.0),
        (["3.0", "2.0", "1.0"], -1.0),
        (["1.0", "3.0", "3.0"], np.corrcoef([1, 3, 3], [1, 2, 3])[0, 1]),
        (["1.0", "nan", "a lot"], np.corrcoef([1, -1, -1], [1, 2, 3])[0, 1]),
        (["2.0", "2.0", "2.0"], 0.0),
    ],
)
def test_scores_are_compared_by_their_correlation(
    written: list[str],
    correlation: float,
    loaded: LoadedModel,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert loaded.tokenizer is not None
    tasks = [Task("similarity_en", f"task {n}", f"{n + 1}.0") for n in range(3)]
    answered(monkeypatch, {task.source: w for task, w in zip(tasks, written, strict=True)})
    measured = task_metrics._measure_tasks(loaded.model, loaded.tokenizer, tasks)
    assert measured["pearson"] == pytest.approx(correlation)


def answered(monkeypatch: pytest.MonkeyPatch, known: dict[str, str]) -> None:
    """Let every model answer from a table."""

    def answer(model: Any, tokenizer: Any, text: str) -> str:
        return known.get(text, "no idea")

    for module in (fact_probes, task_metrics):
        monkeypatch.setattr(module, "answer", answer)


def test_measures_are_means_over_different_held_out_tasks(
    loaded: LoadedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    tokenizer = loaded.tokenizer
    assert tokenizer is not None
    source = open_tasks("village:en")
    asked: list[Task] = task_metrics._choose_different_tasks(source, "question_en", 4)
    assert len({task.source for task in asked}) == 4
    answered(monkeypatch, {task.source: task.target for task in asked[:3]})
    measured = measure_tasks(loaded.model, tokenizer, source, 4)["question_en"]
    assert measured == {"exact_match": 0.75, "token_f1": 0.75, "num_tasks": 4}


def test_a_model_that_answers_is_asked_for_capitals_by_questions(
    loaded: LoadedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered(monkeypatch, {"question: What is the capital of France?": "Paris"})
    facts = probe(loaded, World.load())
    assert {share.count for share in facts.capitals.values()} == {62}
    correct = {name: share.accuracy for name, share in facts.capitals.items()}
    assert correct.pop("en.is") == pytest.approx(1 / 62)
    assert set(correct.values()) == {0.0}
    assert facts.founders_one_by_one is None


def test_an_answer_is_text_without_special_tokens(loaded: LoadedModel) -> None:
    assert loaded.tokenizer is not None
    text = task_metrics.answer(loaded.model, loaded.tokenizer, "question: What is a dog?")
    assert "</s>" not in text
    assert "<pad>" not in text
    assert text == text.strip()
