"""What a tokenizer makes of held-out text, and bits per character of a causal model.

Bits per character can be compared between tokenizers, as loss per token cannot. The text is the
same for all arms of a language: of each held-out document the sentences after the first, which
is context. It is read in windows of the length of the training examples. Each begins in the middle
of the one before it, and only what that one did not have is scored.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
import torch

from models.comparison.measured import MetricValue
from models.data.sources import open_source
from models.schema.batch import Batch
from models.schema.records import BoolArray, Encoding, IntArray
from models.schema.specs import FIRST
from models.training.training_task import TrainingTask

if TYPE_CHECKING:
    from models.comparison.arms import TrainedArm
    from models.tokenization.base import Tokenizer

DOCUMENTS = 500
SENTENCES = 4  # of a document that are scored, after its first
MAX_CHARACTERS = 1000  # of a sentence; what is longer is cut, alike for all arms
BATCH = 50
IGNORED = -100  # the label of places that are not scored


@dataclass(frozen=True)
class ReadDocument:
    """The ids (T,) of a document without special tokens, and which of them are scored."""

    ids: IntArray
    is_scored: BoolArray


def measure(trained: TrainedArm) -> Iterator[MetricValue]:
    """Tokens per word, characters per token, the share of unknown tokens, the entries of the
    vocabulary, and bits per character.

    A model is not rewarded for text that its vocabulary does not have: each character of an unknown
    token costs as much as one drawn at random from all characters of the sentences. A text that
    says "<unk>" itself has nothing unknown there.
    """
    tokenizer = trained.task.tokenizer
    documents = open_source(trained.recipe.data).documents("held_out", trained.recipe.seed)
    parts = (one[: SENTENCES + 1] for one in documents if len(one) > 1)
    read = [
        [tokenizer.encode(sentence[:MAX_CHARACTERS]) for sentence in part]
        for part in islice(parts, DOCUMENTS)
    ]
    scored = [encoding for document in read for encoding in document[1:]]
    num_tokens = sum(int((~one.special).sum()) for one in scored)
    num_characters = sum(len(one.text) for one in scored)
    unknown = [surface for one in scored for surface in unknown_surfaces(one)]
    alphabet = len(set().union(*(one.text for one in scored)))
    spelled_out = sum(map(len, unknown)) * math.log2(alphabet)
    bits = nats(trained.task, [document_of(one, tokenizer) for one in read]) / math.log(2)
    yield MetricValue("bits_per_character", (bits + spelled_out) / num_characters)
    num_words = sum(len(one.text.split()) for one in scored)
    yield MetricValue("tokens_per_word", num_tokens / num_words)
    yield MetricValue("characters_per_token", num_characters / num_tokens)
    yield MetricValue("unknown", len(unknown) / num_tokens)
    yield MetricValue("entries", float(tokenizer.vocab_size))


def unknown_surfaces(encoding: Encoding) -> list[str]:
    """The texts of unknown tokens, without those that are written out in the text."""
    places = encoding.unknown.nonzero()[0].tolist()
    return [
        encoding.surface(at) for at in places if encoding.surface(at) != encoding.tokens[at].strip()
    ]


def document_of(encodings: Sequence[Encoding], tokenizer: Tokenizer) -> ReadDocument:
    """The ids of sentences one after the other, as in training; the first is not scored."""
    parts = [one.ids[~one.special] for one in encodings]
    scored = np.arange(sum(map(len, parts))) >= len(parts[0])
    return ReadDocument(np.concatenate(parts), scored)


@torch.inference_mode()
def nats(task: TrainingTask, documents: Sequence[ReadDocument]) -> float:
    """The loss of all tokens that are scored, from windows of the trained length."""
    room = task.recipe.schedule.length - task.tokenizer.num_special(is_pair=False)
    rows = [row for one in documents for row in windows_of(one, room, task.tokenizer)]
    head = task.spec.head(task.objectives[0].head)
    total = 0.0
    for first in range(0, len(rows), BATCH):
        chunk = rows[first : first + BATCH]
        length = max(len(ids) for ids, _ in chunk)
        ids = np.zeros((len(chunk), length), dtype=np.int64)  # (B, T)
        labels = np.full((len(chunk), length), IGNORED)  # (B, T)
        for row, (row_ids, row_labels) in enumerate(chunk):
            ids[row, : len(row_ids)] = row_ids
            labels[row, : len(row_ids)] = row_labels
        states = task.model(Batch(torch.from_numpy(ids)))
        logits = task.model.logits(head.name, states[head.read(states)][:, :-1])  # (B, T - 1, V)
        total += float(
            torch.nn.functional.cross_entropy(
                logits.flatten(0, 1).float(),
                torch.from_numpy(labels)[:, 1:].flatten(),
                ignore_index=IGNORED,
                reduction="sum",
            )
        )
    return total


def windows_of(
    document: ReadDocument, room: int, tokenizer: Tokenizer
) -> Iterator[tuple[IntArray, IntArray]]:
    """The ids (T,) of each window with special tokens, and labels (T,), IGNORED if not scored.

    Each scored token has its label in one window.
    """
    before = [what for what, _ in tokenizer.template.single].index(FIRST)
    done = 0
    for start in range(0, max(1, len(document.ids) - room + room // 2), max(1, room // 2)):
        content = document.ids[start : start + room]
        is_new = np.arange(start, start + len(content)) >= done
        ids = tokenizer.build(content).ids
        labels = np.full(len(ids), IGNORED)
        is_scored = is_new & document.is_scored[start : start + room]
        labels[before : before + len(content)] = np.where(is_scored, content, IGNORED)
        done = start + len(content)
        yield ids, labels
