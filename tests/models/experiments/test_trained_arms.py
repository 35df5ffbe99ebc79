"""Every comparison, trained for two steps on very little text or on a few labelled examples."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from models.comparison import arms
from models.comparison.arms import run_unit
from models.comparison.catalog import experiments
from models.comparison.spec import ArmSeed, ExperimentSpec
from models.data import prepare
from models.data.labelled import catalog as labelled
from models.finetuning.recipe import FineTuningRecipe
from models.measures import frozen_tasks

SPECS = tuple(experiments().values())
TWO_STEPS = {
    "schedule.steps": 2,
    "schedule.warmup_steps": 0,
    "schedule.batch_size": 4,
    "data_tokens": 8000,
}
FEW_EXAMPLES = {"num_examples": 32, "epochs": 1}
SMALL = {
    "models.data.labelled.base.SIZES": {"train": 200, "dev": 40, "test": 8},
    "models.data.prepare.HELD_OUT_TOKENS": 8000,
    "models.data.prepare.VOCABULARY_DOCUMENTS": 300,
    "models.inference.prompt_accuracy.NUM_DRAWS": 1,
    "models.inference.prompt_accuracy.MOST_DRAWS": 1,
    "models.measures.by_length.TOKENS": 512,
    "models.measures.cross_lingual.NUM_PAIRS": 150,
    "models.measures.cross_lingual.NUM_SENTENCES": 20,
    "models.measures.few_shot.NUM_QUERIES": 2,
    "models.measures.frozen_tasks.NUM_TRAIN": 64,
    "models.measures.frozen_tasks.NUM_HELD_OUT": 32,
    "models.measures.per_character_in_context.DOCUMENTS": 20,
    "models.measures.gradient_noise.NUM_EXAMPLES": 1024,
    "models.measures.same_tokens.HELD_OUT_EXAMPLES": 16,
    "models.measures.sentence_pairs.NUM_TRAIN": 64,
    "models.measures.sentence_pairs.NUM_HELD_OUT": 32,
    "models.measures.word_pairs.DOCUMENTS": 100,
    "models.measures.zero_shot.NUM_ASKED": 8,
    "models.training.trainer.HELD_OUT_EXAMPLES": 16,
}


@pytest.fixture(scope="module", autouse=True)
def small_measures() -> Iterator[None]:
    """Few held-out examples, labelled ones and tasks; none of them for another test."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in SMALL.items():
            patch.setattr(name, value)
        labelled._open.cache_clear()
        frozen_tasks.tasks.cache_clear()
        yield
        labelled._open.cache_clear()
        frozen_tasks.tasks.cache_clear()


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


def smaller(spec: ExperimentSpec, arm: str) -> Mapping[str, Any]:
    recipe = spec.recipe(arm)
    if isinstance(recipe, FineTuningRecipe):
        return FEW_EXAMPLES
    return TWO_STEPS | ({} if recipe.tokenizer.folder else {"tokenizer.vocab_size": 600})


def with_few_sets(spec: ExperimentSpec) -> ExperimentSpec:
    """The first two sets and lengths alone, and few examples and documents."""
    options = dict(spec.measure_options)
    if "sets" in options:
        options |= {"sets": first_two(options["sets"])}
    if "num_examples" in options:
        many_classes = options.get("task") == "relations"
        options |= {"num_examples": 200 if many_classes else 32}
    if "text_lengths" in options:
        options |= {"text_lengths": options["text_lengths"][:2]}
    if "depths" in options:
        options |= {"depths": options["depths"][:2]}
    if spec.measure == "recall_by_distance":
        options |= {"num_documents": 8}
    if "num_learned" in options:
        options |= {"num_learned": (32,)}
    return replace(spec, sets=first_two(spec.sets), measure_options=options)


def first_two(sets: Mapping[str, str]) -> dict[str, str]:
    return dict(list(sets.items())[:2])


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)
def test_the_first_and_the_last_arm_are_trained_and_measured(
    spec: ExperimentSpec, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = with_few_sets(spec)
    if spec.group == "length":  # a few of its texts are as long as many others
        monkeypatch.setattr(arms, "held_out_inputs", partial(arms.held_out_inputs, count=16))
        monkeypatch.setattr(prepare, "VOCABULARY_DOCUMENTS", 200)
        monkeypatch.setattr(prepare, "HELD_OUT_TOKENS", 5000)
    monkeypatch.setattr(arms, "find_experiment", lambda name: few)
    metrics = {metric.name for metric in spec.metrics}
    contrasted = {cell.metric for one in spec.contrasts for cell in one.cells}
    measured = set()
    for arm in (spec.arms[0].name, spec.arms[-1].name):
        rows = run_unit(ArmSeed(spec.name, arm, 1, True, cache, changes=smaller(spec, arm))).rows
        assert {(row.arm, row.seed) for row in rows} == {(arm, 1)}
        assert all(row.value == row.value for row in rows)  # no NaN
        measured |= {row.metric for row in rows}
    assert metrics & measured
    assert contrasted <= metrics
    if isinstance(spec.base, FineTuningRecipe):
        assert contrasted <= measured | set(spec.sets)
