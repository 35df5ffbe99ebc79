"""The precisions that the form of a run offers: those that its device computes in."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from models.training.recipe import FLOAT32, PRECISIONS

if TYPE_CHECKING:
    from explorer.core.finetuning.plans import FineTuningChoice
    from explorer.core.training.plans import DistillationChoice, TrainingChoice

Choice = TypeVar("Choice", "TrainingChoice", "DistillationChoice", "FineTuningChoice")


def precisions_on(device: str, bfloat16_devices: Collection[str]) -> tuple[str, ...]:
    """The usual one first."""
    return PRECISIONS if device in bfloat16_devices else (FLOAT32,)


def possible_precision(choice: Choice, bfloat16_devices: Collection[str]) -> Choice:
    """The choice with float32 where its device computes in nothing else."""
    if choice.precision in precisions_on(choice.device, bfloat16_devices):
        return choice
    return replace(choice, precision=FLOAT32)
