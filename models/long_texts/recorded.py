"""What a pass over a long text records by blocks and chunks, without a matrix of all tokens."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from models.inference.taps import Listener, attach_listeners
from models.schema.batch import ExtraTaps, LanguageModel, as_module, collate, evaluation_mode
from models.schema.records import FloatArray, ModelInput
from models.schema.specs import ArchSpec, ExtraSpec


@dataclass(frozen=True, eq=False)
class Recorded:
    """What one layer of a stream recorded: `values` (H, …)."""

    extra: ExtraSpec
    layer: int
    values: np.ndarray


def record(
    model: LanguageModel, spec: ArchSpec, model_input: ModelInput, kinds: Collection[str]
) -> list[Recorded]:
    """The recordings of these kinds that the first stream has, by layer and in the spec's order."""
    found: list[Recorded] = []
    listeners: dict[str, Listener] = {}
    for extra, layer, path in _places(model, spec, kinds):
        listeners[path] = partial(_append, found, extra, layer)
    _run(model, spec, model_input, listeners)
    return sorted(found, key=lambda one: one.layer)


def block_means(
    model: LanguageModel, spec: ArchSpec, model_input: ModelInput, size: int
) -> FloatArray:
    """Weights of full attention, mean of each block of `size` tokens and of all heads (L, N, N).

    The weights of a row within a block of columns are added, so that a row of blocks sums to one.
    One layer's matrix is held at a time.
    """
    maps: list[np.ndarray] = []
    listen = partial(_append_means, maps, size)
    _run(model, spec, model_input, dict.fromkeys(model.attention_taps(model.streams[0]), listen))
    stacked: FloatArray = np.stack(maps).astype(np.float32)
    return stacked


def replace_hashing(model: LanguageModel, spec: ArchSpec, **entries: Any) -> LanguageModel:
    """Copy a model with other entries of its configuration, which change no weight."""
    other: LanguageModel = spec.model_class(replace(model.config, **entries))
    as_module(other).load_state_dict(as_module(model).state_dict())
    as_module(other).eval()
    return other


def _places(
    model: LanguageModel, spec: ArchSpec, kinds: Collection[str]
) -> Iterator[tuple[ExtraSpec, int, str]]:
    """Each recording with its layer, the one whose attention is beside it."""
    if not isinstance(model, ExtraTaps):
        return
    stream = model.streams[0]
    layers = [path.rpartition(".")[0] for path in model.attention_taps(stream)]
    taps = model.extra_taps(stream)
    for extra in spec.extras:
        if extra.kind in kinds:
            for path in taps.get(extra.name, ()):
                yield extra, layers.index(path.rpartition(".")[0]), path


def _append(found: list[Recorded], extra: ExtraSpec, layer: int, tensor: Tensor) -> None:
    found.append(Recorded(extra, layer, tensor[0].cpu().numpy()))


def _append_means(maps: list[np.ndarray], size: int, weights: Tensor) -> None:
    """weights (1, H, T, T) -> (N, N)."""
    mean = weights[0].mean(0)  # (T, T)
    length = len(mean)
    starts = range(0, length, size)
    rows = torch.stack([mean[start : start + size].mean(0) for start in starts])  # (N, T)
    blocks = torch.stack([rows[:, start : start + size].sum(1) for start in starts], 1)
    maps.append(blocks.cpu().numpy())


def _run(
    model: LanguageModel, spec: ArchSpec, model_input: ModelInput, listeners: dict[str, Listener]
) -> None:
    module: nn.Module = as_module(model)
    batch = collate([spec.apply_all_feeds(model_input, model)], with_targets=False)
    batch = batch.to(next(module.parameters()).device)
    with torch.inference_mode(), evaluation_mode(module), attach_listeners(module, listeners):
        model(batch)
