"""Fine-tuning as a job: plans, reports, resumption, and what the models then say."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from explorer.core.engine.engine import Engine
from explorer.core.errors import UserError
from explorer.core.finetuning import runs
from explorer.core.finetuning.plans import FineTuningChoice, FineTuningPlan, name_of, plans_of
from explorer.core.finetuning.request import (
    CHANGES,
    LEARNING,
    RESULTS,
    SENTENCE,
    FineTuningAnswer,
    FineTuningRequest,
    answers_to,
)
from explorer.core.finetuning.runs import DevMetric, FineTuningEstimate, RunFacts, record_in
from explorer.core.jobs.jobs import Partial, Progress
from explorer.core.library.library import Library
from explorer.core.training.run_log import CurvePoint
from explorer.core.training.runs import find_unfinished
from models.runtime.generators import run_to_end
from tests.explorer.labelled_files import write_sentences
from tests.explorer.ui.panel_bench import small_models

TEXT = "france has paris ."


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_models(tmp_path_factory.mktemp("models"))


@pytest.fixture(scope="module")
def choice(tmp_path_factory: pytest.TempPathFactory) -> FineTuningChoice:
    data = write_sentences(tmp_path_factory.mktemp("data"))
    return FineTuningChoice(
        data=str(data), epochs=2, batch_size=8, learning_rate=0.01, max_length=16
    )


@pytest.fixture
def library(root: Path, tmp_path: Path) -> Library:
    return Library(bundled=root, own=tmp_path / "runs")


def plans(library: Library, choice: FineTuningChoice, *names: str) -> tuple[FineTuningPlan, ...]:
    return tuple(plans_of(choice, [library.entry(name) for name in names], library))


def answer(library: Library, view: str, *keys: str, **more: str) -> FineTuningAnswer:
    request = FineTuningRequest(view, keys, entries=tuple(library.entries()), **more)
    found: FineTuningAnswer = run_to_end(answers_to(request, Engine(library)))
    return found


@pytest.fixture(scope="module")
def tuned(
    root: Path, choice: FineTuningChoice, tmp_path_factory: pytest.TempPathFactory
) -> Library:
    """A library in which two models were fine-tuned on the same examples."""
    library = Library(bundled=root, own=tmp_path_factory.mktemp("runs"))
    run_to_end(runs.fine_tune_all(plans(library, choice, "bert", "electra")))
    return library


def own_keys(library: Library) -> list[str]:
    return [entry.key for entry in library.entries() if entry.origin == "own"]


def test_models_of_one_name_get_folders_of_their_own(
    library: Library, choice: FineTuningChoice
) -> None:
    first, second = plans(library, choice, "bert", "bert")
    assert first.folder != second.folder
    assert first.recipe["data"] == second.recipe["data"]


def test_the_data_give_a_run_its_name_unless_a_person_does() -> None:
    assert name_of(FineTuningChoice(data="world:acceptability:ko")) == "acceptability-ko"
    assert name_of(FineTuningChoice(data="/some/where/reviews.tsv")) == "reviews"
    assert name_of(FineTuningChoice(data="/some/reviews/train.tsv")) == "reviews"
    assert name_of(FineTuningChoice(name="mine")) == "mine"


def test_every_run_reports_its_facts_then_losses_and_metrics(
    library: Library, choice: FineTuningChoice
) -> None:
    events = list(runs.fine_tune_all(plans(library, choice, "bert")))
    values = [event.value for event in events if isinstance(event, Partial)]
    facts = values[0]
    assert isinstance(facts, RunFacts)
    assert (facts.num_train, facts.num_dev) == (24, 12)
    assert 0 < facts.num_learning < facts.num_parameters, "the old head learns nothing"
    metric = next(value for value in values if isinstance(value, DevMetric))
    assert metric.name == "accuracy"
    assert metric.majority == pytest.approx(0.5)
    points = [value for value in values if isinstance(value, CurvePoint)]
    assert [p.step for p in points if p.held_out] == [3, 6]
    steps = [event for event in events if isinstance(event, Progress) and event.unit]
    assert [event.done for event in steps] == [1, 2, 3, 4, 5, 6]


def test_progress_counts_the_steps_of_all_models(
    library: Library, choice: FineTuningChoice
) -> None:
    events = runs.fine_tune_all(plans(library, choice, "bert", "electra"))
    steps = [event for event in events if isinstance(event, Progress) and event.unit]
    assert steps[-1].done == steps[-1].total == 12
    assert len(own_keys(library)) == 2


def test_a_cancelled_run_goes_on_and_finished_models_are_left_alone(
    library: Library, choice: FineTuningChoice
) -> None:
    todo = plans(library, choice, "bert", "electra")
    work = runs.fine_tune_all(todo)
    for event in work:
        if isinstance(event, Progress) and event.done == 8:
            break
    work.close()
    first, second = todo
    assert runs.is_finished(first.folder)
    assert not runs.is_finished(second.folder)
    assert find_unfinished(library.entries(), finetuning=True) == [second.folder]
    assert find_unfinished(library.entries()) == []
    plan, history = runs.resumable_run(second.folder)
    assert plan.recipe["name"] == second.recipe["name"]
    assert history.points
    written = (first.folder / "config.json").stat().st_mtime_ns
    steps = [e.done for e in runs.fine_tune_all(todo) if isinstance(e, Progress) and e.unit]
    assert steps[0] == 9
    assert (first.folder / "config.json").stat().st_mtime_ns == written
    assert runs.is_finished(second.folder)


def test_an_estimate_takes_no_step_and_leaves_no_folder(
    library: Library, choice: FineTuningChoice
) -> None:
    todo = plans(library, replace(choice, way="head"), "bert", "electra")
    estimate = run_to_end(runs.estimate([plan.recipe for plan in todo]))
    assert isinstance(estimate, FineTuningEstimate)
    assert (estimate.num_models, estimate.steps, estimate.num_train) == (2, 12, 24)
    assert estimate.seconds > 0
    assert "2 models one after the other" in str(estimate)
    assert own_keys(library) == []


def test_a_recipe_that_cannot_be_is_a_sentence_and_leaves_no_folder(
    library: Library, choice: FineTuningChoice
) -> None:
    (plan,) = plans(library, replace(choice, num_examples=1000), "bert")
    with pytest.raises(UserError, match="num_examples is 1,000"):
        run_to_end(runs.fine_tune(plan))
    assert not plan.folder.exists()


def test_the_curves_of_a_fine_tuned_model_are_in_its_folder(tuned: Library) -> None:
    keys = own_keys(tuned)
    found = answer(tuned, LEARNING, *keys, "bert")
    assert set(found.histories) == set(keys)
    one = found.histories[keys[0]]
    assert one.metric == "accuracy"
    assert [point.step for point in one.points if point.held_out] == [3, 6]
    assert found.choices is not None
    assert any(known.name == "world:acceptability:en" for known in found.choices.sets)


def test_results_count_every_example_of_the_dev_split_once(tuned: Library) -> None:
    keys = own_keys(tuned)
    found = answer(tuned, RESULTS, *keys, "bert")
    assert list(found.problems) == ["bert"]
    assert "no head for a task" in found.problems["bert"]
    for result in found.results.values():
        assert result.matrix is not None
        assert result.matrix.labels == ("no", "yes")
        assert result.matrix.counts.sum() == result.num_examples == 12
        right = int(result.matrix.counts.trace())
        assert result.metrics["accuracy"] == pytest.approx(right / 12)
        assert result.majority["accuracy"] == pytest.approx(0.5)
        assert result.reliability is not None
        assert sum(one.num_examples for one in result.reliability.bins) == 12
    (rows,) = found.disagreements.values()
    a, b = (found.results[key].classified for key in keys)
    differing = sum(x.predicted != y.predicted for x, y in zip(a, b, strict=True))
    assert len(rows) == differing


def test_every_example_of_a_large_dev_split_is_measured(
    tuned: Library, choice: FineTuningChoice, tmp_path: Path
) -> None:
    rows = "".join(f"france has paris .\t{'yes' if i % 3 else 'no'}\n" for i in range(2100))
    for name in ("train", "dev"):
        (tmp_path / f"{name}.tsv").write_text(f"text\tlabel\n{rows}", encoding="utf-8")
    folder = Path(shutil.copytree(own_keys(tuned)[0], tmp_path / "copied"))
    run = json.loads((folder / "run.json").read_text("utf-8"))
    run["finetuning"]["recipe"]["data"] = str(tmp_path / "train.tsv")
    (folder / "run.json").write_text(json.dumps(run), "utf-8")
    key = tuned.open_folder(str(folder)).key
    result = answer(tuned, RESULTS, key).results[key]
    assert result.num_examples == len(result.classified) == 2100
    assert result.matrix is not None
    assert result.matrix.counts.sum() == 2100


def test_a_model_learns_with_several_seeds_and_its_metrics_are_their_mean(
    library: Library, choice: FineTuningChoice
) -> None:
    several = plans(library, replace(choice, num_seeds=2, seed=3), "bert", "electra")
    assert [(plan.base, plan.recipe["seed"]) for plan in several] == [
        ("bert", 3),
        ("electra", 3),
        ("bert", 4),
        ("electra", 4),
    ]
    assert len({plan.folder for plan in several}) == 4
    estimate = run_to_end(runs.estimate([plan.recipe for plan in several[:2]], num_seeds=2))
    assert estimate.steps == 24
    assert "2 models with 2 seeds one after the other" in str(estimate)
    run_to_end(runs.fine_tune_all(several))
    first, second = str(several[0].folder), str(several[2].folder)
    result = answer(library, RESULTS, first).results[first]
    assert result.seeds is not None
    assert result.seeds.seeds == (3, 4)
    metrics = [record_in(plan.folder)["metrics"] for plan in (several[0], several[2])]
    losses = [one["accuracy"] for one in metrics]
    found = result.seeds.summaries["accuracy"]
    assert found.mean == pytest.approx(sum(losses) / 2)
    assert (found.low, found.high) == (min(losses), max(losses))
    both = answer(library, RESULTS, first, second).results
    assert [one.seeds for one in both.values()] == [None, None], "each is looked at by itself"


def test_a_sentence_gets_a_probability_for_each_class(tuned: Library) -> None:
    keys = own_keys(tuned)
    found = answer(tuned, SENTENCE, *keys, "gpt2", text=TEXT)
    assert set(found.predictions) == set(keys)
    for one in found.predictions.values():
        assert set(one.probabilities) == {"no", "yes"}
        assert sum(one.probabilities.values()) == pytest.approx(1)
        assert one.answer == max(one.probabilities, key=lambda name: one.probabilities[name])
    assert "no head" in found.problems["gpt2"]


def test_weights_that_did_not_learn_have_not_moved(
    library: Library, choice: FineTuningChoice
) -> None:
    everything = plans(library, replace(choice, name="all"), "bert")
    above = plans(library, replace(choice, name="top", way="last_layers"), "bert")
    run_to_end(runs.fine_tune_all((*everything, *above)))
    keys = [str(plan.folder) for plan in (*everything, *above)]
    found = answer(library, CHANGES, *keys)
    moved = {key: {one.name: one.relative for one in found.changes[key].layers} for key in keys}
    assert list(moved[keys[0]])[:3] == ["Embeddings", "Layer 1", "Layer 2"]
    assert all(value > 0 for value in moved[keys[0]].values())
    assert moved[keys[1]]["Embeddings"] == moved[keys[1]]["Layer 1"] == 0
    assert moved[keys[1]]["Layer 2"] > 0
    assert found.changes[keys[0]].base == "BERT"
    assert found.changes[keys[0]].base_folder == library.entry("bert").folder
