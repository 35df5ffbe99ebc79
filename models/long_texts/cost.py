"""The cost of one forward pass over a long text, measured here: seconds, peak memory, operations.

A pass ends with the last hidden states: no head is applied, whose logits of all tokens would be
larger than the rest.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any

import torch

from models.inference.taps import Listener, attach_listeners
from models.runtime.devices import one_thread
from models.runtime.peak_memory import peak_bytes, training_peak
from models.schema.batch import LanguageModel, as_module, collate, evaluation_mode
from models.schema.configs import Size
from models.schema.meta_models import make_untrained_model, meta_model, operations
from models.schema.records import ModelInput
from models.schema.specs import ArchSpec

MOST_PASSES = 5  # that are timed
ENOUGH_SECONDS = 0.5  # of passes, after which no further one is timed
SPARSE_KINDS = {"blocks", "chunks"}  # of recordings, in layers that compare only some tokens


def is_sparse(spec: ArchSpec) -> bool:
    """Whether long texts are read by blocks or chunks, without comparing all tokens."""
    return any(extra.kind in SPARSE_KINDS for extra in spec.extras)


class MeasuredPass:
    """A forward pass of one text (T tokens) without its heads, to be repeated.

    Where weights are `written_out`, attention computes and holds the matrix of all its weights, as
    it must where these are recorded; else it runs the fused kernel, which has no such matrix.
    """

    def __init__(
        self,
        model: LanguageModel,
        spec: ArchSpec,
        model_input: ModelInput,
        written_out: bool = False,
        all_threads: bool = False,
    ) -> None:
        """`all_threads`: as many as torch has, instead of one."""
        self._model, self._module = model, as_module(model)
        self._all_threads = all_threads
        complete = spec.apply_all_feeds(model_input, model)
        device = next(self._module.parameters()).device
        self._batch = collate([complete], with_targets=False).to(device)
        paths = [p for s in model.streams for p in model.attention_taps(s)] if written_out else []
        self._listeners: dict[str, Listener] = dict.fromkeys(paths, lambda weights: None)

    def run(self) -> float:
        """Seconds of one pass."""
        listened = attach_listeners(self._module, self._listeners)
        threads = nullcontext() if self._all_threads else one_thread()
        with threads, torch.inference_mode(), evaluation_mode(self._module), listened:
            started = time.perf_counter()
            self._model(self._batch)
            return time.perf_counter() - started

    def peak_bytes(self) -> int:
        """The most bytes that one pass holds at once, besides the weights."""
        return peak_bytes(self.run)

    def seconds(self) -> Iterator[float]:
        """The time of each of several passes, the first of which warms up; fewer of a slow one."""
        spent = 0.0
        for _ in range(MOST_PASSES):
            seconds = self.run()
            spent += seconds
            yield seconds
            if spent > ENOUGH_SECONDS:
                return


def learning_peak(model: LanguageModel, spec: ArchSpec, model_input: ModelInput) -> int:
    """The `training_peak` of one text.

    The loss is the mean of the last hidden states, so no head takes part.
    """
    batch = collate([spec.apply_all_feeds(model_input, model)], with_targets=False)

    def learn() -> None:
        loss = torch.stack([states.mean() for states in model(batch).values()]).sum()
        torch.autograd.backward(loss)

    return training_peak(as_module(model), learn)


def typical(seconds: list[float]) -> float:
    """The median without the first pass, which chooses kernels; the first alone is what it is."""
    return statistics.median(seconds[1:] or seconds)


def count_operations(model: LanguageModel, spec: ArchSpec, length: int) -> int:
    """Operations of one pass, counted on shapes alone: two for a multiplication with its addition.

    Raises ValueError for a model whose operations cannot be counted so.
    """
    try:
        shapes = meta_model(spec, model.config)
        return sum(operations(spec, shapes, length, heads=()).values())
    except (NotImplementedError, RuntimeError) as error:
        raise ValueError(f"the operations of {spec.title} cannot be counted") from error


def make_untrained(spec: ArchSpec, size: Size, **entries: Any) -> LanguageModel:
    """A model with random weights, always the same ones: time does not depend on them.

    `entries` are further ones of its configuration.
    """
    model: LanguageModel = make_untrained_model(spec, spec.config_class.from_size(size, **entries))
    return model
