"""Names of two words in held-out text, predicted both at once or one after the other.

Both at once, the words are independent given the rest of the text, as in masked language modelling;
one after the other, the second is predicted from the first as well, as in permutation language
modelling. The texts and the words are the same for all arms, whatever their tokenizers are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor

from models.comparison.measured import MetricValue
from models.data.sources import open_source
from models.schema.batch import collate
from models.schema.records import NO_WORD, Encoding, ModelInput
from models.training.training_task import TrainingTask

if TYPE_CHECKING:
    from models.comparison.arms import TrainedArm

DOCUMENTS = 600
BATCH = 50

Pair = tuple[Encoding, list[int], list[int]]  # a text, and the positions of each word's tokens


def measure(trained: TrainedArm) -> Iterator[MetricValue]:
    """Nats per pair: `at_once_loss`, `in_turn_loss`, and what the first word says of the second,
    `dependence`; `second_accuracy` is that of the second word where the first is visible.
    """
    task, length = trained.task, trained.recipe.schedule.length
    source = open_source(trained.recipe.data)
    rng = np.random.default_rng(trained.recipe.seed)
    texts = (" ".join(one) for one in source.documents("held_out", trained.recipe.seed))
    encodings = (
        task.tokenizer.encode(text, max_length=length) for text in islice(texts, DOCUMENTS)
    )
    possible = ((encoding, names(encoding)) for encoding in encodings)
    pairs = [
        (one, *pairs_of_text[int(rng.integers(len(pairs_of_text)))])
        for one, pairs_of_text in possible
        if pairs_of_text
    ]
    if not pairs:
        raise ValueError("the held-out text has no names of two words; choose another text")
    both, _ = _predict_losses(
        task, [(one, [*first, *second], second) for one, first, second in pairs]
    )
    alone, _ = _predict_losses(
        task, [(one, [*first, *second], first) for one, first, second in pairs]
    )
    after, correct = _predict_losses(task, [(one, second, second) for one, _, second in pairs])
    yield MetricValue("in_turn_loss", float((alone + after).mean()))
    yield MetricValue("at_once_loss", float((alone + both).mean()))
    yield MetricValue("dependence", float((both - after).mean()))
    right = tuple((correct > 0).tolist())
    yield MetricValue("second_accuracy", float(correct.mean()), outcomes=right)


def names(encoding: Encoding) -> list[tuple[list[int], list[int]]]:
    """Neighbouring words that both begin with a capital letter: the positions of their tokens.

    A word at the beginning of a sentence does not count as the first of a name.
    """
    words: dict[int, list[int]] = {}
    for position, word in enumerate(encoding.word.tolist()):
        if word != NO_WORD:
            words.setdefault(word, []).append(position)
    spelled = ["".join(encoding.surface(at) for at in places).strip() for places in words.values()]
    places = [*words.values()]
    pairs = []
    for second in range(2, len(spelled)):
        before, *pair = spelled[second - 2 : second + 1]
        if before.isalpha() and all(word.isalpha() and word[0].isupper() for word in pair):
            pairs.append((places[second - 1], places[second]))
    return pairs


@torch.inference_mode()
def _predict_losses(task: TrainingTask, cases: Sequence[Pair]) -> tuple[Tensor, Tensor]:
    """The loss (N,) of some positions of each text with all given positions masked, and whether
    all of them are correct (N,) as 0.0 or 1.0.
    """
    losses, correct = [], []
    for start in range(0, len(cases), BATCH):
        some = cases[start : start + BATCH]
        fed = [_mask_positions(task, encoding, masked) for encoding, masked, _ in some]
        batch = collate(fed, task.tokenizer.pad_id or 0, inputs=task.spec.inputs)
        head = task.objectives[0].head
        loss, targets = task.losses(batch)[head], batch.targets[head]
        nats = torch.nn.functional.cross_entropy(loss.logits, loss.labels, reduction="none")
        wrong = (loss.logits.argmax(-1) != loss.labels).float()
        selected = torch.tensor(
            [
                position in some[row][2]
                for row, position in zip(
                    targets.rows.tolist(), targets.positions.tolist(), strict=True
                )
            ]
        )
        rows, zeros = targets.rows[selected], torch.zeros(len(some))
        losses.append(zeros.index_add(0, rows, nats[selected]))
        correct.append((zeros.index_add(0, rows, wrong[selected]) == 0).float())
    return torch.cat(losses), torch.cat(correct)


def _mask_positions(task: TrainingTask, encoding: Encoding, positions: Sequence[int]) -> ModelInput:
    """A text with tokens masked, or predicted last, as its objective does it."""
    override = task.objectives[0].override
    assert override is not None
    decisions = dict.fromkeys(positions, True)
    rng = np.random.default_rng(0)  # overrides draw nothing
    masked = override(ModelInput.clean(encoding), decisions, task.tokenizer.vocabulary, rng)
    return task.spec.apply_all_feeds(masked, task.model)
