"""What the tests of fine-tuning share: model folders and sets small enough to learn in seconds."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import torch

from models.checkpoints.checkpoint import LoadedModel, load, save
from models.finetuning.pipeline import TaskPipeline
from models.finetuning.recipe import FineTuningRecipe
from models.finetuning.run import new_pipeline
from models.schema.configs import Size
from models.schema.registry import catalog
from models.tasks.examples import (
    Answer,
    ChoiceExample,
    LabelledSet,
    QuestionExample,
    ScoreExample,
    TextExample,
    TokenExample,
)

WORDS = (
    "red",
    "blue",
    "green",
    "big",
    "small",
    "old",
    "new",
    "cat",
    "dog",
    "bird",
    "sees",
    "likes",
)
TEXTS = [" ".join(WORDS[(i + j) % len(WORDS)] for j in range(6)) for i in range(12)]
LABELS = ("bad", "good")
SIZES = {
    "wordpiece": 120,
    "byte_bpe": 320,
    "space_bpe": 200,
    "unigram": 200,
    "word_bpe": 120,
    "words": 120,
}
WIDE = {"initializer_range": 0.2, "initializer_factor": 0.5, "init_std": 0.2}
_HOME = TemporaryDirectory(prefix="plm-explorer-finetuning-")


@cache
def folder_of(architecture: str) -> Path:
    """The folder of a model with two layers and its tokenizer, made once."""
    spec = catalog().architectures[architecture]
    family = spec.tokenizers[0]
    words = [
        *TEXTS,
        *LABELS,
        "acceptability sentence: sentence1: sentence2: choice1: context: $",
        "0.1 2.3 4.5 6.7 8.9",
    ]
    tokenizer = (
        catalog()
        .tokenizers[family]
        .train(words * 4, SIZES[family], names=[*WORDS, *LABELS], template=spec.template)
    )
    size = Size(tokenizer.vocab_size, width=16, num_layers=2, num_heads=2, inner=32)
    known = {item.name for item in fields(spec.config_of(""))}
    wide = {key: value for key, value in WIDE.items() if key in known}
    torch.manual_seed(0)
    model = spec.model_class(spec.config_class.from_size(size, **wide))
    folder = Path(_HOME.name) / architecture
    save(model, spec, folder, tokenizer)
    return folder


def loaded(architecture: str) -> LoadedModel:
    return load(folder_of(architecture))


def recipe(architecture: str = "bert", **options: Any) -> FineTuningRecipe:
    usual = {"epochs": 2, "batch_size": 4, "learning_rate": 1e-2, "max_length": 32}
    return FineTuningRecipe(model=str(folder_of(architecture)), data="tiny", **{**usual, **options})


def pipeline_of(made_by: FineTuningRecipe, data: LabelledSet) -> TaskPipeline:
    return new_pipeline(made_by, load(Path(made_by.model)), data)


def colours(count: int = 24, num_dev: int = 8) -> LabelledSet:
    """Texts of different lengths; those that begin with a colour are good."""
    examples = [
        TextExample(
            str(i),
            " ".join(WORDS[(5 * i + j) % len(WORDS)] for j in range(2 + i % 4)),
            label=LABELS[(5 * i) % len(WORDS) < 3],
        )
        for i in range(count + num_dev)
    ]
    splits = {"train": examples[:count], "dev": examples[count:]}
    return LabelledSet("world:acceptability:en", "Colours", "classification", splits, LABELS)


def one_of(task: str) -> LabelledSet:
    """A set of two examples for any task."""
    examples: dict[str, list[Any]] = {
        "classification": [
            TextExample("0", "red cat", "blue dog", "good"),
            TextExample("1", "big cat sees", "small dog", "bad"),
        ],
        "regression": [
            ScoreExample("0", "red cat", "blue dog", 1.2),
            ScoreExample("1", "big cat sees", "small dog", 3.0),
        ],
        "choice": [
            ChoiceExample("0", "red cat", ("sees", "likes"), 1),
            ChoiceExample("1", "blue dog big", ("sees new", "likes bird", "old"), 0),
        ],
        "question_answering": [
            QuestionExample("0", "red cat", "big cat sees dog", (Answer("cat", 4),)),
            QuestionExample("1", "blue dog", "small bird", (), impossible=True),
        ],
        "token_classification": [
            TokenExample("0", ("red", "cat"), ("bad", "good")),
            TokenExample("1", ("big", "cat", "sees"), ("good", "good", "bad")),
        ],
    }
    labels = LABELS if "classification" in task else ()
    splits: dict[Any, Any] = {"train": examples[task], "dev": examples[task]}
    return LabelledSet("tiny", "Tiny", task, splits, labels)
