"""Runs small enough for a test: a corner of the village as a text file, and recipes to learn it."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import fields, replace
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from models.data.prepare import PreparedData, prepare
from models.data.sources import open_source
from models.runtime.generators import run_to_end
from models.schema.configs import ModelConfig, Size
from models.schema.registry import catalog
from models.training.recipe import Recipe
from models.training.trainer import Report, TrainingStep, run
from models.training.training_task import new_training_task

NUM_DOCUMENTS = 300
WIDE_WEIGHTS = {  # learn in a few steps
    "initializer_range": 0.05,
    "initializer_factor": 0.5,
    "init_std": 0.05,
}
VOCAB_SIZE = {
    "wordpiece": 300,
    "byte_bpe": 400,
    "space_bpe": 400,
    "unigram": 300,
    "word_bpe": 300,
    "words": 120,
}  # all bytes and some pieces
SIZE = {"width": 32, "num_layers": 2, "num_heads": 4, "inner": 64, "num_positions": 32}
SCHEDULE = {
    "steps": 6,
    "batch_size": 4,
    "length": 24,
    "long_length": 32,
    "learning_rate": 3e-3,
    "warmup_steps": 2,
    "evaluate_every": 1000,
    "save_every": 1000,
}


@cache
def village_text() -> str:
    """English documents of the village as a text file holds them, parted by blank lines."""
    documents = islice(open_source("village:en").once("train", 0), NUM_DOCUMENTS)
    return "\n\n".join("\n".join(sentences) for sentences in documents)


def little_held_out(patch: pytest.MonkeyPatch) -> None:
    """Hold out few examples of the mini-world, and make the vocabulary from few documents."""
    patch.setattr("models.training.trainer.HELD_OUT_EXAMPLES", 32)
    patch.setattr("models.data.prepare.HELD_OUT_TOKENS", 8000)
    patch.setattr("models.data.prepare.VOCABULARY_DOCUMENTS", 300)


def in_this_process(workers: int = 1) -> Executor:
    """Return an executor in place of processes, which must start and know of no patch."""
    return ThreadPoolExecutor(1)


def kept_size(config_class: type[ModelConfig], size: Size) -> Size:
    """Return what a configuration keeps of a size: only the words that its `SIZED` names."""
    kept = {word: getattr(size, word) for word in config_class.SIZED}
    inner = max(1, config_class.INNER_WIDTHS * size.width)
    return Size(**{"num_heads": 1, "inner": inner, **kept})


def write_text(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "village.txt"
    path.write_text(village_text(), encoding="utf-8")
    return path


def recipe(architecture: str, data: Path | str = "village", **schedule: Any) -> Recipe:
    """Train this architecture as it was published, on a text."""
    spec = catalog().architectures[architecture]
    family = spec.tokenizers[0]
    published = {item.name for item in fields(spec.config_of(""))}
    objectives = [catalog().objectives[name] for name in spec.objectives]
    if all(one.task_share for one in objectives):  # something must learn from the text
        objectives.append(catalog().objectives["gap_sentences"])
    return Recipe.from_dict(
        {
            "name": "tiny",
            "architecture": architecture,
            "objectives": [one.name for one in objectives],
            "data": str(data),
            "data_tokens": 20_000,
            "tokenizer": {"family": family, "vocab_size": VOCAB_SIZE[family]},
            "size": SIZE,
            "config": {key: WIDE_WEIGHTS[key] for key in sorted(published & WIDE_WEIGHTS.keys())},
            "schedule": {**SCHEDULE, **schedule},
        }
    )


@cache
def ready(architecture: str, folder: Path) -> PreparedData:
    """Tokenizer and tokenized text, made once for all runs of an architecture."""
    return run_to_end(prepare(recipe(architecture, write_text(folder)), folder / "cache"))


def reports(
    made_of: Recipe, prepared: PreparedData, folder: Path, resume: bool = False
) -> Generator[Report, None, None]:
    """The reports of a run of the recipe."""
    training_task = new_training_task(made_of, prepared.tokenizer, None)
    yield from run(training_task, prepared, folder, resume, "cpu")


def losses(found: Iterator[Report]) -> dict[int, dict[str, float]]:
    """The losses of a run by step, to its end."""
    return {
        report.step: dict(report.losses) for report in found if isinstance(report, TrainingStep)
    }


def with_size(made_of: Recipe, **values: Any) -> Recipe:
    return replace(made_of, size=replace(made_of.size, **values))
