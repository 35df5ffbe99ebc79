"""What `bench` measures of fine-tuning: a run from its examples to a saved model, and evaluation.

Both sides have the same weights, the same sentences in the same batches, and the same rates, so
they learn the same. Tokenizing, opening and saving the model count on both sides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

from models.checkpoints.checkpoint import load, save_task
from models.data.labelled_sets import open_set
from models.finetuning.evaluation import evaluate
from models.finetuning.pipeline import HeadPipeline
from models.finetuning.recipe import FineTuningRecipe
from models.finetuning.run import new_pipeline
from models.finetuning.trainer import epoch_batches, finetune_on
from models.runtime.generators import run_to_end
from models.runtime.resources import checkpoint_folder
from models.tasks.examples import Example, LabelledSet
from tests.bench.models import BENCH, BenchSettings, Make, PairedBenchmark

TABLE: dict[str, Any] = BENCH["finetuning"]
LEARNING, EVALUATING = 1.5, 2.0  # ratios to reach
MOST_MS = 30_000.0  # of a whole run, on two idle cores
ROUNDS = 3  # of a whole run
WARM_UP = 64  # examples
THEIR_BATCH = 64  # sentences to evaluate; quicker there than 32, 128 and 340


def paired_benchmarks() -> dict[str, Make]:
    """The measurements by name."""
    return {"finetune-bundled": training, "finetune-evaluate": evaluation}


def measured_recipe() -> FineTuningRecipe:
    return FineTuningRecipe.from_dict(TABLE["recipe"])


def sentences(setting: BenchSettings, number: str) -> LabelledSet:
    """Return as many sentences as bench.toml says, all in the training split."""
    data = open_set(TABLE["recipe"]["data"])
    every = [one for split in ("train", "dev", "test") for one in data.splits.get(split, ())]
    return replace_training(data, every[: TABLE["quick" if setting.quick else number]])


def replace_training(data: LabelledSet, examples: Sequence[Example]) -> LabelledSet:
    return replace(data, splits={"train": examples})


def pipeline_of(recipe: FineTuningRecipe, data: LabelledSet, folder: Path) -> HeadPipeline:
    """The model before its first step, which is also written into the folder."""
    loaded = load(checkpoint_folder(recipe.model))
    pipeline = new_pipeline(recipe, loaded, data)
    assert isinstance(pipeline, HeadPipeline)
    save_task(pipeline.task_model, loaded.spec, folder, loaded.tokenizer)
    return pipeline


def order(pipeline: HeadPipeline, data: LabelledSet, recipe: FineTuningRecipe) -> list[Any]:
    """The indices of the examples in each batch of each epoch."""
    groups = pipeline.row_groups(data.examples("train"), data)
    return [
        [[group.rows[0].feature.example for group in batch] for batch in batches]
        for batches in (epoch_batches(groups, recipe, epoch) for epoch in range(recipe.epochs))
    ]


@contextmanager
def training(folder: Path, setting: BenchSettings) -> Iterator[PairedBenchmark]:
    """Three epochs of a bundled model."""
    recipe, data = measured_recipe(), sentences(setting, "learned")
    few = replace_training(data, data.examples("train")[:WARM_UP])
    numbers = count()

    def learn(data: LabelledSet = data) -> None:
        run_to_end(finetune_on(recipe, data, folder / f"run-{next(numbers)}"))

    learn(few)
    theirs = None
    if setting.against:
        from tests.bench.transformers_side import open_finetuner

        pipeline = pipeline_of(recipe, data, folder / "hf")
        open_finetuner(folder / "hf", few, recipe, order(pipeline, few, recipe))()
        theirs = open_finetuner(folder / "hf", data, recipe, order(pipeline, data, recipe))
    number = len(data.examples("train"))
    yield PairedBenchmark(
        what=f"fine-tuning, bundled size, {number:,} sentences, {recipe.epochs} epochs",
        ours=learn,
        theirs=theirs,
        target=LEARNING,
        rounds=ROUNDS,
        once=True,
        most_ms=None if setting.quick else MOST_MS,
    )


@contextmanager
def evaluation(folder: Path, setting: BenchSettings) -> Iterator[PairedBenchmark]:
    """A prediction for each sentence, and the metrics of them."""
    recipe, data = measured_recipe(), sentences(setting, "evaluated")
    examples = data.examples("train")
    pipeline = pipeline_of(recipe, data, folder / "hf")
    theirs = None
    if setting.against:
        from tests.bench.transformers_side import open_evaluator

        theirs = open_evaluator(folder / "hf", examples, recipe.max_length, THEIR_BATCH)
    yield PairedBenchmark(
        what=f"evaluation of {len(examples):,} sentences, bundled size",
        ours=lambda: _discard(evaluate(pipeline, examples, data)),
        theirs=None if theirs is None else lambda: _discard(theirs()),
        target=EVALUATING,
    )


def _discard(value: object) -> None:
    """Hold nothing, so that a round frees what it made."""
