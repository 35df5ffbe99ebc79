"""What a tokenizer makes of held-out sentences, and bits per character of a causal model.

Bits per character can be compared between tokenizers, as loss per token cannot. The texts are the
first sentences of held-out documents, the same for all arms of a language.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

import torch

from models.comparison.measured import MetricValue
from models.data.sources import open_source
from models.schema.batch import Batch
from models.schema.records import Encoding
from models.tokenization.base import end_id
from models.training.training_task import TrainingTask

if TYPE_CHECKING:
    from models.comparison.arms import TrainedArm

SENTENCES = 500
BATCH = 50
IGNORED = -100  # the label of places that are not scored


def measure(trained: TrainedArm) -> Iterator[MetricValue]:
    """Tokens per word, characters per token, the share of unknown tokens, the entries of the
    vocabulary, and bits per character.

    A model is not rewarded for text that its vocabulary does not have: each character of an unknown
    token costs as much as one drawn at random from all characters of the sentences.
    """
    task = trained.task
    documents = open_source(trained.recipe.data).documents("held_out", trained.recipe.seed)
    sentences = [document[0] for document in islice(documents, SENTENCES)]
    length = trained.recipe.size.num_positions - 1  # one token may be put in front
    encodings = [task.tokenizer.encode(text, max_length=length) for text in sentences]
    num_tokens = sum(int((~one.special).sum()) for one in encodings)
    num_characters = sum(int(one.offsets.max()) for one in encodings)  # of what is not cut off
    num_words = sum(len(one.text[: one.offsets.max()].split()) for one in encodings)
    spelled_out = sum(
        len(one.surface(at)) for one in encodings for at in one.unknown.nonzero()[0].tolist()
    )
    alphabet = len(set().union(*sentences))
    bits = nats(task, encodings) / math.log(2) + spelled_out * math.log2(alphabet)
    yield MetricValue("bits_per_character", bits / num_characters)
    yield MetricValue("tokens_per_word", num_tokens / num_words)
    yield MetricValue("characters_per_token", num_characters / num_tokens)
    yield MetricValue("unknown", sum(int(one.unknown.sum()) for one in encodings) / num_tokens)
    yield MetricValue("entries", float(task.tokenizer.vocab_size))


@torch.inference_mode()
def nats(task: TrainingTask, encodings: Sequence[Encoding]) -> float:
    """The loss of all tokens of some texts that are not special.

    A text whose first token is not special is read after the token that ends a document.
    """
    total = 0.0
    for start in range(0, len(encodings), BATCH):
        rows = [_row(task, one) for one in encodings[start : start + BATCH]]
        length = max(len(ids) for ids, _ in rows)
        ids = torch.tensor([row + [0] * (length - len(row)) for row, _ in rows])  # (B, T)
        labels = torch.tensor([row + [IGNORED] * (length - len(row)) for _, row in rows])
        head = task.spec.head(task.objectives[0].head)
        states = task.model(Batch(ids))
        logits = task.model.logits(head.name, states[head.read(states)][:, :-1])  # (B, T - 1, V)
        total += float(
            torch.nn.functional.cross_entropy(
                logits.flatten(0, 1).float(),
                labels[:, 1:].flatten(),
                ignore_index=IGNORED,
                reduction="sum",
            )
        )
    return total


def _row(task: TrainingTask, encoding: Encoding) -> tuple[list[int], list[int]]:
    """The ids to read, and the same as labels, IGNORED where a token is special."""
    ids = encoding.ids.tolist()
    labels = [
        IGNORED if special else id
        for id, special in zip(ids, encoding.special.tolist(), strict=True)
    ]
    end = end_id(task.tokenizer)
    if labels[0] == IGNORED or end is None:
        return ids, labels
    return [end, *ids], [IGNORED, *labels]
