"""How well a linear probe of the first token predicts whether two texts follow, or are in order.

The model is not changed: a linear function of the last hidden state of the first token is fitted on
training documents and tested on held-out ones. For comparison, the same from one number, the
similarity of the words of the two texts, which is what the topic gives away.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
import torch

from models.comparison.linear_probe import Features, are_right
from models.comparison.measured import MetricValue
from models.data.examples import Documents, Examples
from models.schema.batch import collate
from models.schema.records import Encoding, ModelInput
from models.schema.registry import catalog
from models.training.trainer import HELD_OUT_STREAM
from models.training.training_task import TrainingTask

if TYPE_CHECKING:
    from models.comparison.arms import TrainedArm

NUM_TRAIN, NUM_HELD_OUT = 3000, 1500
BATCH = 64


def measure(trained: TrainedArm) -> Iterator[MetricValue]:
    """Yield accuracies `<head>_probe` and `<head>_by_topic` by objective of the option `tasks`."""
    for name in trained.options["tasks"]:
        head = catalog().objectives[name].head
        train = pairs(trained, name, trained.prepared.train, NUM_TRAIN)
        unseen = pairs(trained, name, trained.prepared.held_out, NUM_HELD_OUT)
        labels = [np.array([one.labels[head] for one in some]) for some in (train, unseen)]
        states = [first_states(trained.task, some) for some in (train, unseen)]
        topics = [np.array([[similarity(one)] for one in some]) for some in (train, unseen)]
        for kind, features in (("probe", states), ("by_topic", topics)):
            right = are_right(features[0], labels[0], features[1], labels[1])
            yield MetricValue.share(f"{head}_{kind}", right)


def pairs(trained: TrainedArm, name: str, documents: Documents, count: int) -> list[Encoding]:
    """Pairs of texts as an objective cuts them; others for another seed."""
    layout = catalog().objectives[name].layout
    assert layout is not None
    examples = Examples(documents, trained.task.tokenizer, layout)
    length = trained.recipe.schedule.length
    numbers = range(HELD_OUT_STREAM, HELD_OUT_STREAM + count)
    seeds = (np.random.default_rng((trained.recipe.seed, number)) for number in numbers)
    return [examples.example(rng, length) for rng in seeds]


@torch.inference_mode()
def first_states(task: TrainingTask, encodings: Sequence[Encoding]) -> Features:
    """The last hidden states (N, D) of the first tokens."""
    firsts = []
    for start in range(0, len(encodings), BATCH):
        fed = [ModelInput.clean(one) for one in encodings[start : start + BATCH]]
        states = task.model(collate(fed, task.tokenizer.pad_id or 0, with_targets=False))
        firsts.append(states[task.spec.heads[0].read(states)][:, 0])
    return torch.cat(firsts).double().numpy()


def similarity(encoding: Encoding) -> float:
    """The cosine of the word counts of two texts, 0 to 1; special tokens apart."""
    size = int(encoding.ids.max()) + 1
    counts = [
        np.bincount(encoding.ids[~encoding.special & (encoding.segment == side)], minlength=size)
        for side in (0, 1)
    ]
    lengths = float(np.linalg.norm(counts[0]) * np.linalg.norm(counts[1]))
    return float(counts[0] @ counts[1]) / lengths if lengths else 0.0
