"""How well linear probes of a fixed model do tasks of the mini-world, as a stand-in for GLUE.

Single sentences: is it acceptable, after CoLA. Two sentences: how similar are they, after STS-B.
The features of a sentence are the mean of the last hidden states of its tokens; of two sentences u
and v they are |u - v| and u * v (Conneau et al. 2017, arXiv:1705.02364).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
import torch

from models.comparison.linear_probe import Features, are_right, predict
from models.comparison.measured import MetricValue
from models.data.tasks import ACCEPTABLE, Task, open_tasks
from models.schema.batch import collate
from models.schema.records import ModelInput
from models.training.task_metrics import pearson
from models.training.training_task import TrainingTask

if TYPE_CHECKING:
    from models.comparison.arms import TrainedArm

NUM_TRAIN, NUM_HELD_OUT = 1200, 400
BATCH = 64
FIRST, SECOND = "sentence1: ", " sentence2: "


def measure(trained: TrainedArm) -> Iterator[MetricValue]:
    """`acceptable`, the accuracy at judging sentences, and `similarity`, the correlation (Pearson)
    with the true similarity of two; `quality` is the mean of both.
    """
    acceptable = MetricValue.share("acceptable", _acceptable(trained))
    similar = _similarity(trained)
    yield MetricValue("quality", (acceptable.value + similar) / 2)
    yield acceptable
    yield MetricValue("similarity", similar)


def _acceptable(trained: TrainedArm) -> list[bool]:
    """Whether each held-out sentence is judged rightly."""
    train, unseen = tasks(trained.recipe.data, trained.recipe.seed, "acceptable_en")
    texts = [[task.source.partition(": ")[2] for task in some] for some in (train, unseen)]
    labels = [
        np.array([int(task.target == ACCEPTABLE) for task in some]) for some in (train, unseen)
    ]
    states = [sentence_states(trained.task, some) for some in texts]
    return are_right(states[0], labels[0], states[1], labels[1])


def _similarity(trained: TrainedArm) -> float:
    train, unseen = tasks(trained.recipe.data, trained.recipe.seed, "similarity_en")
    states = [
        pair_features(trained.task, [two_sentences(task) for task in some])
        for some in (train, unseen)
    ]
    scores = [np.array([float(task.target) for task in some]) for some in (train, unseen)]
    return pearson(predict(states[0], scores[0], states[1]).tolist(), scores[1].tolist())


@cache
def tasks(data: str, seed: int, kind: str) -> tuple[list[Task], list[Task]]:
    """Tasks of a kind for fitting and for judging."""
    source = open_tasks(data)
    return (
        list(islice(source.tasks("train", seed, [kind]), NUM_TRAIN)),
        list(islice(source.tasks("held_out", seed, [kind]), NUM_HELD_OUT)),
    )


def two_sentences(task: Task) -> tuple[str, str]:
    """The sentences of "similarity: sentence1: … sentence2: …"."""
    first, _, second = task.source.partition(FIRST)[2].partition(SECOND)
    return first, second


def pair_features(task: TrainingTask, pairs: Sequence[tuple[str, str]]) -> Features:
    """(N, 2D) of pairs of sentences."""
    one = sentence_states(task, [first for first, _ in pairs])
    other = sentence_states(task, [second for _, second in pairs])
    return np.concatenate([np.abs(one - other), one * other], axis=1)


@torch.inference_mode()
def sentence_states(task: TrainingTask, texts: Sequence[str]) -> Features:
    """The mean last hidden states (N, D) of the tokens of each text, special tokens apart.

    Those of the stream that the last head reads: of a generator and a discriminator, the latter.
    """
    length = task.recipe.schedule.length
    means = []
    for start in range(0, len(texts), BATCH):
        some = [
            task.tokenizer.encode(one, max_length=length) for one in texts[start : start + BATCH]
        ]
        fed = [task.spec.apply_all_feeds(ModelInput.clean(one), task.model) for one in some]
        batch = collate(fed, task.tokenizer.pad_id or 0)
        states = task.model(batch)
        hidden = states[task.spec.heads[-1].read(states)]  # (B, T, D)
        words = torch.ones_like(batch.input_ids, dtype=torch.bool)
        for one in (batch.present, None if batch.special is None else ~batch.special):
            words = words if one is None else words & one
        weights = words.to(hidden.dtype)[..., None]  # (B, T, 1)
        means.append((hidden * weights).sum(1) / weights.sum(1))
    return torch.cat(means).double().numpy()
