"""Single held-out tokens, the same for all arms, predicted from all that each model may read.

A model that fills masked positions reads the whole text but the one token; a decoder reads what is
before it. So the question is the same for both, and only what they see differs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor

from models.comparison.measured import MetricValue
from models.data.examples import Examples, stream
from models.inference.mask_filling import as_query
from models.schema.batch import collate
from models.schema.records import Encoding, ModelInput
from models.training.trainer import HELD_OUT_EXAMPLES, HELD_OUT_STREAM
from models.training.training_task import TrainingTask

if TYPE_CHECKING:
    from models.comparison.arms import TrainedArm

PER_EXAMPLE = 6  # tokens of each text
BATCH = 64
FARTHEST = 8  # tokens to the end of the sentence; those farther away count as it
ENDS = (".", "?", "!")

Place = tuple[Encoding, int]


def measure(trained: TrainedArm) -> Iterator[MetricValue]:
    """`accuracy` and `loss` in nats over all, `accuracy_by_distance` to the end of the sentence."""
    task = trained.task
    examples = Examples(trained.prepared.held_out, task.tokenizer, stream)
    length = trained.recipe.schedule.length
    places = [
        place
        for index in range(HELD_OUT_STREAM, HELD_OUT_STREAM + HELD_OUT_EXAMPLES)
        for place in sampled_places(examples, (trained.recipe.seed, index), length)
    ]
    logits = predict_tokens(task, places)  # (N, V)
    labels = torch.tensor([int(encoding.ids[position]) for encoding, position in places])
    correct = logits.argmax(-1) == labels
    yield MetricValue("accuracy", float(correct.float().mean()), outcomes=tuple(correct.tolist()))
    yield MetricValue("loss", float(torch.nn.functional.cross_entropy(logits, labels)))
    by_distance: dict[int, list[bool]] = defaultdict(list)
    for (encoding, position), is_correct in zip(places, correct.tolist(), strict=True):
        by_distance[min(FARTHEST, to_end(encoding.tokens, position))].append(is_correct)
    for distance, answers in sorted(by_distance.items()):
        yield MetricValue.share("accuracy_by_distance", answers, float(distance))


def sampled_places(examples: Examples, seed: tuple[int, int], length: int) -> list[Place]:
    """Some words of an example whose sentence ends in it, without the marks that end one."""
    rng = np.random.default_rng(seed)
    encoding = examples.example(rng, length)
    tokens = encoding.tokens
    last = max((at for at, token in enumerate(tokens) if token in ENDS), default=0)
    possible = [
        at for at in range(last) if not encoding.special[at] and tokens[at] not in ENDS and at > 0
    ]
    chosen = rng.permutation(possible)[:PER_EXAMPLE] if possible else ()
    return [(encoding, int(at)) for at in chosen]


def to_end(tokens: Sequence[str], position: int) -> int:
    """How many tokens after a position its sentence ends."""
    return next(n for n, token in enumerate(tokens[position:]) if token in ENDS)


@torch.inference_mode()
def predict_tokens(task: TrainingTask, places: Sequence[Place]) -> Tensor:
    """What the model predicts for single tokens, each masked or not yet read: logits (N, V).

    Raises ValueError for a model that predicts no token of the text that it reads.
    """
    fills = task.spec.head_for("fill_mask")
    head = fills or task.spec.head_for("next_token")
    if head is None or task.spec.is_encoder_decoder:
        raise ValueError(f"{task.spec.title} predicts no token of the text that it reads")
    logits = []
    for start in range(0, len(places), BATCH):
        some = places[start : start + BATCH]
        fed = [_mask_position(task, *place) if fills else _whole(task, place[0]) for place in some]
        batch = collate(fed, task.tokenizer.pad_id or 0, with_targets=False)
        states = task.model(batch)
        rows = torch.arange(len(some))
        read = torch.tensor([position if fills else position - 1 for _, position in some])
        hidden = states[head.read(states)][rows, read]  # (N, D)
        logits.append(task.model.logits(head.name, hidden).float())
    return torch.cat(logits)


def _whole(task: TrainingTask, encoding: Encoding) -> ModelInput:
    return task.spec.apply_all_feeds(ModelInput.clean(encoding), task.model)


def _mask_position(task: TrainingTask, encoding: Encoding, position: int) -> ModelInput:
    assert task.tokenizer.mask_id is not None
    ids = encoding.ids.copy()
    ids[position] = task.tokenizer.mask_id
    fed = replace(ModelInput.clean(encoding), input_ids=ids)
    return task.spec.apply_all_feeds(as_query(task.spec, fed, [position]), task.model)
