"""Models with random weights in folders, and examples for them that need no tokenizer."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from models.checkpoints.checkpoint import LoadedModel, load, save
from models.compression.examples import Quality
from models.compression.heads import mean_loss
from models.schema.batch import Batch, collate
from models.schema.configs import Size
from models.schema.specs import ArchSpec
from tests.models import oracle

LENGTH = 9


@dataclass(frozen=True, eq=False)
class RandomData:
    """A loss that every architecture has: the mean square of all last hidden states."""

    batches: tuple[Batch, ...]
    name: str = "random"

    def held_out_losses(self, loaded: LoadedModel) -> Iterator[Tensor]:
        return (self._loss(loaded, batch) for batch in self.batches)

    def training_losses(self, loaded: LoadedModel, seed: int = 0) -> Iterator[Tensor]:
        return (self._loss(loaded, batch) for batch in itertools.cycle(self.batches))

    def quality(self, loaded: LoadedModel) -> Quality:
        return Quality(mean_loss(loaded, self), 0.5, None, {})

    def sentence(self, loaded: LoadedModel) -> Batch:
        return self.batches[0]

    def _loss(self, loaded: LoadedModel, batch: Batch) -> Tensor:
        weighed = [
            (state * torch.arange(state.shape[-1], device=state.device)).square().mean()
            for state in _states(loaded, batch)
        ]
        return torch.stack(weighed).sum()


def _states(loaded: LoadedModel, batch: Batch) -> list[Tensor]:
    states = loaded.model(batch)
    return [states[stream] for stream in loaded.model.streams if stream in states]


def random_data(spec: ArchSpec, size: Size, rows: int = 2) -> RandomData:
    """Two batches of texts, with all inputs that the architecture can read."""
    length = min(LENGTH, size.num_positions)
    examples = [
        oracle.fed(spec, oracle.random_input(size.vocab_size, length, seed))
        for seed in range(2 * rows)
    ]
    return RandomData((collate(examples[:rows]), collate(examples[rows:])))


def random_folder(spec: ArchSpec, size: Size, folder: Path, **run: Any) -> LoadedModel:
    save(oracle.random_model(spec, size), spec, folder, run=run)
    return load(folder)


def assert_same_states(first: Any, second: Any, data: RandomData) -> None:
    """Equal to the bit in every stream."""
    with torch.no_grad():
        for batch in data.batches:
            mine, other = first(batch), second(batch)
            assert mine.keys() == other.keys()
            assert all(torch.equal(mine[stream], other[stream]) for stream in mine)
