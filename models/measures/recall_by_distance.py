"""Whether a model recalls facts that its text stated far before, by the distance in tokens."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
import torch

from models.comparison.measured import MetricValue
from models.data.long_texts.recall import LongDocument, RecallSource
from models.data.sources import is_built_in, open_source
from models.measures.held_out import measure as held_out
from models.objectives.masked import mask_tokens
from models.schema.batch import collate
from models.schema.records import ModelInput
from models.tokenization.base import Tokenizer
from models.training.loss import gather
from models.training.training_task import TrainingTask

if TYPE_CHECKING:
    from models.comparison.arms import TrainedArm

DOCUMENTS = 128  # that are read
SHORTEST = 32  # tokens; the borders between distances are its double, its fourfold, and so on


@dataclass(frozen=True)
class RecallQuestion:
    """The value of an answer: its position among the tokens, and the way from the fact."""

    position: int
    label: int
    distance: int  # tokens


def measure(trained: TrainedArm) -> Iterator[MetricValue]:
    """`recall`: how many answers of held-out documents are predicted, over all distances, and
    `recall_at` by distance, with the upper border of each range as x.

    The loss and accuracy of the objective on held-out text come with it, and are all that there is
    on a text of one's own. `num_documents` is an option. Raises ValueError for another built-in
    text than long documents.
    """
    source = open_source(trained.recipe.data)
    if isinstance(source, RecallSource):
        yield from _measure_recall(trained, source)
    elif is_built_in(trained.recipe.data):
        raise ValueError(f"{trained.recipe.data!r} has no facts to recall; choose long:en")
    yield from held_out(trained)


def _measure_recall(trained: TrainedArm, source: RecallSource) -> Iterator[MetricValue]:
    count = trained.options.get("num_documents", DOCUMENTS)
    documents = islice(source.sample_documents("held_out", trained.recipe.seed), count)
    right: dict[int, list[bool]] = {}
    for document in documents:
        for distance, is_correct in predict_answers(trained.task, document):
            right.setdefault(border(distance), []).append(is_correct)
    everything = [one for values in right.values() for one in values]
    if not everything:
        raise ValueError("no answer is a single token: choose a larger vocabulary")
    yield MetricValue.share("recall", everything)
    for upper in sorted(right):
        yield MetricValue.share("recall_at", right[upper], float(upper))


def border(distance: int) -> int:
    """The upper border of the range of a distance: 32, 64, 128, …"""
    upper = SHORTEST
    while upper < distance:
        upper *= 2
    return upper


@torch.no_grad()
def predict_answers(task: TrainingTask, document: LongDocument) -> list[tuple[int, bool]]:
    """The distance of each answer, and whether the most probable token is the right one.

    A model of masked tokens reads the text with the values of all answers masked; one that
    continues a text reads it as it is.
    """
    model_input, questions = as_read(task.tokenizer, document, task.recipe.schedule.length)
    if not questions:
        return []
    head = task.spec.head(task.objectives[0].head)
    positions = np.array([one.position for one in questions])
    labels = np.array([one.label for one in questions])
    if head.task == "next_token":
        model_input = model_input.with_targets(head.name, positions - 1, labels)
    else:
        assert task.tokenizer.mask_id is not None
        decisions = dict.fromkeys(positions.tolist(), True)
        model_input = mask_tokens(model_input, decisions, head.name, task.tokenizer.mask_id)
    fed = task.spec.apply_all_feeds(model_input, task.model)
    batch = collate([fed], task.tokenizer.pad_id or 0, inputs=task.spec.inputs)
    states = task.model(batch)
    hidden = gather(states[head.read(states)], batch.targets[head.name])
    predicted = task.model.logits(head.name, hidden).argmax(-1).tolist()
    pairs = zip(questions, predicted, strict=True)
    return [(one.distance, token == one.label) for one, token in pairs]


def as_read(
    tokenizer: Tokenizer, document: LongDocument, length: int
) -> tuple[ModelInput, list[RecallQuestion]]:
    """The first tokens of a document as a model reads them, and the questions among them."""
    texts = document.sentences
    if tokenizer.keeps_space:
        texts = (texts[0], *(f" {text}" for text in texts[1:]))
    ids = tokenizer.encode_ids(texts)
    starts = np.cumsum([0, *map(len, ids)]).tolist()
    room = length - tokenizer.num_special(is_pair=False)
    encoding = tokenizer.build(np.concatenate(ids)[:room].astype(np.int64))
    first = int(np.flatnonzero(~encoding.special)[0])  # special tokens may come first
    questions = []
    for recall in document.recalls:
        label = _single(tokenizer, recall.value.name(document.language))
        sentences = [at for at in (recall.stated, recall.answered) if label in ids[at]]
        if label is None or len(sentences) < 2:  # cut into several tokens
            continue
        stated, question_at = (starts[at] + ids[at].index(label) for at in sentences)
        if max(question_at, stated) < room:  # else the fact is not in what is read
            questions.append(RecallQuestion(first + question_at, label, abs(question_at - stated)))
    return ModelInput.clean(encoding), sorted(questions, key=lambda one: one.position)


def _single(tokenizer: Tokenizer, word: str) -> int | None:
    """The token of a word after another; None where it is cut into several."""
    ids = tokenizer.encode_ids([f" {word}"])[0]
    return ids[0] if len(ids) == 1 else None
