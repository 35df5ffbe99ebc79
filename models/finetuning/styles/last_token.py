"""GPT's way to fine-tune: texts in one sequence, the last token decides, and language modelling.

Radford, Narasimhan, Salimans, Sutskever (2018), Improving Language Understanding by Generative
Pre-Training, sections 3.2 and 3.3; reference: openai/finetune-transformer-lm.

    classification   start text extract
    entailment       start text $ pair extract
    similarity       start text $ pair extract  and  start pair $ text extract, states added
    choice           start context $ choice extract, one sequence for each choice

The authors add three tokens to the vocabulary. Here the token of the end of a text is start and
extract, or the unknown token where a vocabulary has no end, as GPT-1's; the delimiter is the dollar
sign that the paper writes. So no row is added to the embeddings. The head is linear, so adding its
outputs is the same as adding the states.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from models.finetuning.batches import InputRow, RowGroup, group_by_example
from models.finetuning.pipeline import HeadPipeline
from models.schema.batch import Batch
from models.schema.records import Encoding
from models.schema.specs import ArchSpec, HeadSpec
from models.tasks.base import Feature, Prediction
from models.tasks.examples import ChoiceExample, Example, LabelledSet, ScoreExample, TextExample
from models.tokenization import Tokenizer
from models.tokenization.base import share_room

DELIMITER = "$"


def language_model_head(spec: ArchSpec) -> HeadSpec:
    """The head that predicts the next token of the text. Raises ValueError without one."""
    head = spec.head_for("next_token")
    if head is None or spec.is_decoder_input(spec.stream(head.stream).feed):
        raise ValueError(f'{spec.title} is no language model of the text; style "gpt" needs one')
    return head


@dataclass(frozen=True, eq=False)
class LastTokenPipeline(HeadPipeline):
    """A head on the last token. The paper sets `auxiliary_lm`, a weight of its loss, to 0.5."""

    auxiliary_lm: float = 0.0

    def encode(self, example: Example, index: int, data: LabelledSet) -> Sequence[Feature]:
        features = super().encode(example, index, data)
        texts = input_texts(example, symmetric=data.symmetric)
        if len(features) == 1:  # both orders have the same target
            features = list(features) * len(texts)
        return [
            replace(feature, encoding=sequence(parts, self.tokenizer, self.max_length))
            for feature, parts in zip(features, texts, strict=True)
        ]

    def row_groups(self, examples: Sequence[Example], data: LabelledSet) -> list[RowGroup]:
        return group_by_example(self.rows(examples, data))

    def loss(self, groups: Sequence[RowGroup]) -> Tensor:
        rows = [row for group in groups for row in group.rows]
        batch = self.batch(rows)
        states = self.task_model.states(batch)
        logits: Tensor = self.task_model.head(states, batch).float()
        loss = self.task.loss(*self._merge_orders(logits, rows), self.class_weights)
        if self.auxiliary_lm:
            hidden = states[language_model_head(self.spec).stream]
            loss = loss + self.auxiliary_lm * self.language_model_loss(batch, hidden)
        return loss + self.adversarial_loss(batch, logits, rows) if self.adversarial else loss

    def language_model_loss(self, batch: Batch, hidden: Tensor) -> Tensor:
        """The mean cross entropy () of each token after those before it, in nats."""
        head = language_model_head(self.spec).name
        follows = batch.input_ids[:, 1:]
        places = (
            torch.ones_like(follows, dtype=torch.bool)
            if batch.present is None
            else batch.present[:, 1:]
        )
        logits = self.model.logits(head, hidden[:, :-1][places])  # (N, V)
        return functional.cross_entropy(logits.float(), follows[places])

    def predict(
        self, rows: Sequence[InputRow], examples: Sequence[Example], data: LabelledSet
    ) -> list[Prediction]:
        by_row = self.all_logits(rows)
        logits, features = by_row, [row.feature for row in rows]
        if not self._one_row_each:
            added, features = self._merge_orders(torch.from_numpy(np.stack(by_row)), rows)
            logits = list(added.numpy())
        return self.task.predict(logits, features, examples, data)

    @property
    def _one_row_each(self) -> bool:
        """Whether the task itself knows what the rows of an example are."""
        return self.task.head == "choice"

    def _merge_orders(
        self, logits: Tensor, rows: Sequence[InputRow]
    ) -> tuple[Tensor, list[Feature]]:
        """Logits (B, C) of both orders added, and one feature for each example."""
        features = [row.feature for row in rows]
        if self._one_row_each:
            return logits, features
        groups = [list(group) for _, group in groupby(features, lambda one: one.example)]
        numbers = [number for number, group in enumerate(groups) for _ in group]
        added = logits.new_zeros(len(groups), *logits.shape[1:])
        indices = torch.tensor(numbers, device=logits.device)
        return added.index_add(0, indices, logits), [group[0] for group in groups]


def input_texts(example: Example, *, symmetric: bool) -> list[tuple[str, ...]]:
    """The texts of each sequence that an example becomes. Raises ValueError for other tasks."""
    if isinstance(example, ChoiceExample):
        return [(example.context, choice) for choice in example.choices]
    if not isinstance(example, TextExample | ScoreExample):
        raise ValueError('style "gpt" knows classes, scores and choices; use style "head"')
    if not example.pair:
        return [(example.text,)]
    orders = [(example.text, example.pair), (example.pair, example.text)]
    return [*orders] if symmetric else [orders[0]]


def sequence(parts: Sequence[str], tokenizer: Tokenizer, max_length: int) -> Encoding:
    """One or two texts with start, delimiter and extract. Raises ValueError without a token for it.

    What is too long is cut off at the end, of two texts from the longer one first.
    """
    end = tokenizer.unk_id if tokenizer.eos_id is None else tokenizer.eos_id
    if end is None:
        raise ValueError('the tokenizer has no token for the end of a text; style "gpt" needs it')
    first, *others = tokenizer.encode_ids(parts)
    delimiter = tokenizer.encode_ids([DELIMITER])[0] if others else []
    room = max_length - 2 - len(delimiter)
    second = others[0] if others else []
    num_first, num_second = (
        share_room(len(first), len(second), room)
        if len(first) <= len(second)
        else share_room(len(second), len(first), room)[::-1]
    )
    ids = [end, *first[:num_first], *delimiter, *second[:num_second], end]
    return tokenizer.build(np.array(ids, dtype=np.int64))
