"""Losses of single sentences, so that removing a head is measured in pairs, sentence by sentence.

Shapes: N sentences, B of them in a batch, H heads.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional

from models.checkpoints.checkpoint import LoadedModel
from models.compression.examples import device_of
from models.compression.heads import AttentionUnit, zero_heads
from models.schema.batch import Batch, collate, evaluation_mode
from models.schema.records import FloatArray, ModelInput
from models.schema.specs import HeadSpec
from models.training.loss import gather

BATCH_SIZE = 64  # sentences in one pass


@dataclass(frozen=True, eq=False)
class SentenceLosses:
    """Sentences with the targets of one head, which predicts tokens or flags."""

    head: HeadSpec
    batches: tuple[Batch, ...]

    @classmethod
    def of(
        cls, loaded: LoadedModel, head: HeadSpec, sentences: Sequence[ModelInput], pad_id: int = 0
    ) -> SentenceLosses:
        """Sentences of the same feeds, each with a target of the head or more."""
        batches = [
            collate(sentences[start : start + BATCH_SIZE], pad_id, inputs=loaded.spec.inputs)
            for start in range(0, len(sentences), BATCH_SIZE)
        ]
        return cls(head, tuple(batch.to(device_of(loaded)) for batch in batches))

    def held_out_losses(self, loaded: LoadedModel) -> Iterator[Tensor]:
        """The mean over the sentences of each batch."""
        return (self._losses(loaded, batch).mean() for batch in self.batches)

    def losses_by_sentence(self, loaded: LoadedModel) -> FloatArray:
        """The loss of each sentence, in nats per target (N,), in evaluation mode."""
        with torch.inference_mode(), evaluation_mode(loaded.model):
            parts = [self._losses(loaded, batch) for batch in self.batches]
        losses: FloatArray = torch.cat(parts).cpu().numpy()
        return losses

    def _losses(self, loaded: LoadedModel, batch: Batch) -> Tensor:
        """Compute the loss of each sentence of a batch (B,), in nats per target."""
        states, targets = loaded.model(batch), batch.targets[self.head.name]
        hidden = gather(states[self.head.read(states)], targets)
        logits = loaded.model.logits(self.head.name, hidden).float()
        if self.head.predicts == "flag":
            each = functional.binary_cross_entropy_with_logits(
                logits, targets.labels.float(), reduction="none"
            )
        else:
            each = functional.cross_entropy(logits, targets.labels, reduction="none")
        size = len(batch.input_ids)
        sums = each.new_zeros(size).index_add(0, targets.rows, each)
        return sums / torch.bincount(targets.rows, minlength=size)


def ablated_losses(
    loaded: LoadedModel, units: Sequence[AttentionUnit], data: SentenceLosses
) -> Iterator[tuple[int, int, FloatArray]]:
    """Unit, head, and by how many nats per target each sentence's loss grows without it (N,)."""
    before = data.losses_by_sentence(loaded)
    for n, unit in enumerate(units):
        for head in range(unit.num_heads):
            with zero_heads(loaded, [(unit, head)]):
                yield n, head, data.losses_by_sentence(loaded) - before
