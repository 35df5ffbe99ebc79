"""Every measure of right and wrong predictions tells which held-out examples were right.

That their mean is the value of the row is checked wherever a `MetricValue` is made.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import fmean

import pytest

from models.comparison.arms import run_unit
from models.comparison.catalog import experiments, find_experiment
from models.comparison.spec import AnyRecipe, ArmSeed, ExperimentSpec
from models.finetuning.recipe import FineTuningRecipe
from models.tasks.examples import LabelledSet
from tests.models.tiny import little_held_out

FEW = {
    "num_examples": 24,
    "num_learned": (24,),
    "num_documents": 4,
    "depths": (2,),
    "percents": (0, 50),
    "sets": {"sentiment": "world:sentiment:en"},
    "task": "entailment",
}
SIZES = {
    "models.measures.frozen_tasks.NUM_TRAIN": 60,
    "models.measures.frozen_tasks.NUM_HELD_OUT": 20,
    "models.measures.sentence_pairs.NUM_TRAIN": 60,
    "models.measures.sentence_pairs.NUM_HELD_OUT": 20,
    "models.measures.cross_lingual.NUM_PAIRS": 60,
    "models.measures.cross_lingual.NUM_SENTENCES": 8,
    "models.measures.word_pairs.DOCUMENTS": 40,
    "models.measures.zero_shot.NUM_ASKED": 10,
    "models.training.trainer.HELD_OUT_EXAMPLES": 64,  # two batches, which removing heads needs
}
# The keys of outcomes, by the comparison that shows a measure; those of a curve at one of its x.
TOLD = {
    "batch_size": {"mlm_accuracy"},  # held_out_alike
    "block_parts": {"recall", "recall_at@128", "mlm_accuracy"},
    "compression_methods": {"float_accuracy", "int4_accuracy", "zeros_accuracy"},
    "direction": {"accuracy", "accuracy_by_distance@8"},
    "distillation": {"mlm_accuracy"},  # held_out
    "embedding_sharing": {"acceptable"},
    "entities_right_or_wrong": {"facts", "seen"},
    "founders": {"true_at_once", "true_one_by_one"},
    "freezing": {"accuracy"},  # a fine-tuned arm
    "hashing_rounds": {"copied@1", "copied_whole"},
    "head_removal": {"by_gradient@0", "by_ablation@50", "at_random@50"},
    "judged_by_tasks": {"sentiment"},
    "language_transfer": {"transferred", "english", "korean"},
    "left_or_both": {"sentiment"},  # of several sets
    "permutation": {"second_accuracy"},
    "replaced_tokens": {"acceptable"},
    "reversible": {"lm_accuracy@4"},
    "sentence_objectives": {"nsp_probe", "sop_by_topic"},
    "mask_share": {"masked_mlm_accuracy"},
    "sharing": {"mlm_accuracy@"},  # by the size of the arm
    "short_first": {"early_mlm_accuracy", "late_mlm_accuracy"},
    "spans": {"single_lm_accuracy", "long_lm_accuracy"},
    "translation_pairs": {"best_retrieval", "retrieval@1"},
    "where_a_fact_is": {"known"},
    "zero_shot": {"sentiment@0", "sentiment@24"},
}
# Means over examples that are right or wrong are in none of these.
WITHOUT = {
    "attribution_agreement": "correlations",
    "by_length": "losses",
    "cost_by_length": "costs",
    "few_shot": "means over tasks, which have different numbers of queries",
    "first_gradients": "a loss and gradients",
    "gradient_noise": "a loss and gradients",
    "held_out_by_compute": "losses",
    "per_character_in_context": "shares of tokens, of which arms have different numbers",
}


@pytest.fixture(autouse=True)
def little() -> Iterator[pytest.MonkeyPatch]:
    with pytest.MonkeyPatch.context() as patch:
        little_held_out(patch)
        for name, size in SIZES.items():
            patch.setattr(name, size)
        whole = LabelledSet.examples
        patch.setattr(LabelledSet, "examples", lambda *which: whole(*which)[:100])
        yield patch


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


def few(spec: ExperimentSpec) -> ExperimentSpec:
    """Return the spec with few examples and one labelled set."""
    options = {key: FEW.get(key, value) for key, value in spec.measure_options.items()}
    return replace(spec, measure_options=options, sets=FEW["sets"] if spec.sets else {})


def changes(base: AnyRecipe) -> dict[str, object]:
    if isinstance(base, FineTuningRecipe):
        return {"num_examples": 24, "epochs": 1}
    vocabulary = {} if base.tokenizer.folder else {"data_tokens": 20_000}
    return {"schedule.steps": 1, "schedule.warmup_steps": 0, **vocabulary}


@pytest.mark.parametrize("name", TOLD)
def test_a_measure_tells_the_outcome_of_each_example(
    name: str, cache: Path, little: pytest.MonkeyPatch
) -> None:
    spec = few(find_experiment(name))
    little.setattr("models.comparison.arms.find_experiment", lambda name: spec)
    made = run_unit(ArmSeed(name, spec.arms[0].name, 1, False, cache, "", changes(spec.base)))
    assert all(any(key.startswith(wanted) for key in made.outcomes) for wanted in TOLD[name])
    values = {row.metric: row.value for row in made.rows}
    for key, right in made.outcomes.items():
        metric, _, place = key.partition("@")
        if not place:
            assert values[metric] == pytest.approx(fmean(right), abs=1e-6)


def test_every_measure_is_shown_here_or_has_no_right_and_wrong() -> None:
    shown = {find_experiment(name).measure for name in TOLD} | set(WITHOUT)
    assert shown >= {spec.measure for spec in experiments().values()}
