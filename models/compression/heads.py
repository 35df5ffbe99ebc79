"""How important each attention head is, and removing heads.

Michel, Levy, Neubig (2019), arXiv:1905.10650: the mean absolute gradient of the loss with regard to
a gate on the head's output (equation 2), normalised by the L2 norm of its layer; or how much the
loss grows without the head.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Protocol

import numpy as np
import torch
from torch import Tensor, nn

from models.checkpoints.checkpoint import LoadedModel
from models.inference.taps import Listener, attach_listeners, taps
from models.schema.batch import as_module, evaluation_mode
from models.schema.records import FloatArray

OUTPUT = "output"  # what reads the heads of an attention: a layer, or a parameter (D, H, K)


@dataclass(frozen=True)
class AttentionUnit:
    """The heads of one attention layer that can be removed.

    `taps` are the paths where its heads' outputs (B, T, H, K) pass; streams and layers that share
    their weights have one each. `weight` is the name of what reads them: its first H K columns do.
    """

    stream: str
    layer: int
    taps: tuple[str, ...]
    weight: str
    num_heads: int
    head_width: int

    def columns(self, head: int) -> slice:
        """The columns of the weight that read a head."""
        return slice(head * self.head_width, (head + 1) * self.head_width)


class HeldOutLosses(Protocol):
    """What heads are measured by."""

    def held_out_losses(self, loaded: LoadedModel) -> Iterator[Tensor]:
        """The mean loss () of each held-out batch, with its graph where gradients are on."""


@dataclass(frozen=True, eq=False)
class HeadImportance:
    """The importance of each head, (N,) by unit: a gradient, or the growth of the loss in nats.

    `order` are (unit, head), the least important first: those that go first.
    """

    units: tuple[AttentionUnit, ...]
    values: tuple[FloatArray, ...]
    order: tuple[tuple[int, int], ...]


def attention_units(loaded: LoadedModel, data: HeldOutLosses) -> tuple[AttentionUnit, ...]:
    """Every attention layer that ran on a held-out batch and whose heads can be removed.

    Layers that share their weights are one: a head is removed in all of them.
    """
    module = as_module(loaded.model)
    paths = {
        path.rpartition(".")[0] + ".heads": (stream, layer)
        for stream in loaded.model.streams
        for layer, path in enumerate(loaded.model.attention_taps(stream))
    }
    readers, shapes = _observe_units(loaded, [path for path in paths if path in taps(module)], data)
    by_weight: dict[str, list[str]] = {}
    for path in paths:
        if weight := readers.get(path):
            by_weight.setdefault(weight, []).append(path)
    return tuple(
        AttentionUnit(*paths[found[0]], tuple(found), weight, *shape)
        for weight, found in by_weight.items()
        if (shape := max(shapes.get(path, (0, 0)) for path in found))[0]
    )


def _observe_units(
    loaded: LoadedModel, paths: Sequence[str], data: HeldOutLosses
) -> tuple[dict[str, str], dict[str, tuple[int, int]]]:
    """Return by tap the weight that reads its heads, their number and width, from one batch.

    The reader is the `output` that runs next, or a parameter of that name around the tap.
    """
    module = as_module(loaded.model)
    readers = {path: _parameter_around(module, path) for path in paths}
    shapes: dict[str, tuple[int, int]] = {}
    passed: list[str] = []  # the tap whose reader has not run yet

    def observe_tap(path: str, heads: Tensor) -> None:
        shapes[path] = heads.shape[-2], heads.shape[-1]
        passed[:] = [path]

    def observe_output(weight: str, part: nn.Module, inputs: object) -> None:
        if passed and not readers[passed[0]]:
            readers[passed.pop()] = weight

    outputs = {
        f"{path}.weight": part
        for path, part in module.named_modules()
        if path.rpartition(".")[2] == OUTPUT and isinstance(part, nn.Linear)
    }
    with ExitStack() as hooks:
        for weight, part in outputs.items():
            handle = part.register_forward_pre_hook(partial(observe_output, weight))
            hooks.callback(handle.remove)
        hooks.enter_context(
            attach_listeners(module, {path: partial(observe_tap, path) for path in paths})
        )
        hooks.enter_context(evaluation_mode(module))
        hooks.enter_context(torch.no_grad())
        next(data.held_out_losses(loaded))
    return readers, shapes


def _parameter_around(module: nn.Module, path: str) -> str:
    """The name of the parameter `output` of the nearest layer around a tap; empty without one."""
    owner = path
    while owner:
        owner = owner.rpartition(".")[0]
        if isinstance(getattr(module.get_submodule(owner), OUTPUT, None), nn.Parameter):
            return f"{owner}.{OUTPUT}"
    return ""


def gradient_importance(
    loaded: LoadedModel, units: Sequence[AttentionUnit], data: HeldOutLosses
) -> tuple[FloatArray, ...]:
    """The mean over examples of |dL / d gate| for each head, (H,) by unit."""
    return tuple(one.mean(0) for one in gate_gradients(loaded, units, data))


def gate_gradients(
    loaded: LoadedModel, units: Sequence[AttentionUnit], data: HeldOutLosses
) -> tuple[FloatArray, ...]:
    """|dL / d gate| of each of N examples for each head, (N, H) by unit."""
    module = as_module(loaded.model)
    parts = [[torch.zeros(0, unit.num_heads)] for unit in units]
    losses = data.held_out_losses(loaded)
    with evaluation_mode(loaded.task_model or module):
        while True:
            gates: dict[int, list[Tensor]] = {n: [] for n in range(len(units))}
            with torch.enable_grad(), attach_listeners(module, *_make_gate_listeners(units, gates)):
                loss = next(losses, None)
            if loss is None:
                return tuple(torch.cat(some).numpy() for some in parts)
            size = max((len(gate) for some in gates.values() for gate in some), default=0)
            measured = dict(_iterate_head_gradients(loss, gates))
            for n, unit in enumerate(units):  # the loss is a mean over the batch
                none = torch.zeros(size, unit.num_heads)
                parts[n].append(measured[n] * size if n in measured else none)


def _make_gate_listeners(
    units: Sequence[AttentionUnit], gates: Mapping[int, list[Tensor]]
) -> Iterator[Mapping[str, Listener]]:
    for n, unit in enumerate(units):
        yield {path: partial(_multiply_by_gates, gates[n]) for path in unit.taps}


def _multiply_by_gates(gates: list[Tensor], heads: Tensor) -> Tensor:
    """The heads (B, T, H, K) times gates of one (B, 1, H, 1), which are noted down."""
    gate = heads.new_ones((len(heads), 1, heads.shape[2], 1), requires_grad=True)
    gates.append(gate)
    return heads * gate


def _iterate_head_gradients(
    loss: Tensor, gates: Mapping[int, list[Tensor]]
) -> Iterator[tuple[int, Tensor]]:
    """Yield each unit that ran with |gradient| of the examples of the batch (B, H)."""
    every = [gate for some in gates.values() for gate in some]
    found = iter(torch.autograd.grad(loss, every, allow_unused=True))
    for n, some in gates.items():
        gradients = [one for one in (next(found) for _ in some) if one is not None]
        if gradients:  # of several streams or passes of one unit, the sum
            total = torch.stack([one.flatten(1) for one in gradients]).sum(0)  # (B, H)
            yield n, total.abs().cpu()


def ablation_importance(
    loaded: LoadedModel, units: Sequence[AttentionUnit], data: HeldOutLosses
) -> Iterator[tuple[int, int, float]]:
    """Unit, head, and by how many nats the held-out loss grows without it; one head at a time."""
    before = mean_loss(loaded, data)
    for n, unit in enumerate(units):
        for head in range(unit.num_heads):
            with zero_heads(loaded, [(unit, head)]):
                yield n, head, mean_loss(loaded, data) - before


@contextmanager
def zero_heads(loaded: LoadedModel, heads: Sequence[tuple[AttentionUnit, int]]) -> Iterator[None]:
    """The outputs of these heads are zero for the length of a block."""
    listeners = [{path: _make_zeroing_listener(head) for path in unit.taps} for unit, head in heads]
    with attach_listeners(as_module(loaded.model), *listeners):
        yield


def _make_zeroing_listener(head: int) -> Callable[[Tensor], Tensor]:
    def zero_head(heads: Tensor) -> Tensor:
        changed = heads.clone()
        changed[..., head, :] = 0
        return changed

    return zero_head


@torch.no_grad()
def mean_loss(loaded: LoadedModel, data: HeldOutLosses) -> float:
    """The mean of the held-out batches, in evaluation mode."""
    with evaluation_mode(loaded.task_model or loaded.model):
        return float(torch.stack(list(data.held_out_losses(loaded))).mean())


def sort_by_importance(
    units: Sequence[AttentionUnit], values: Sequence[FloatArray], normalised: bool
) -> HeadImportance:
    """Heads by importance; `normalised` divides by the L2 norm of the layer first."""
    divisors = [float(np.linalg.norm(one)) if normalised else 1.0 for one in values]
    ranked = sorted(
        (float(value) / (divisor or 1.0), n, head)
        for n, (one, divisor) in enumerate(zip(values, divisors, strict=True))
        for head, value in enumerate(one)
    )
    return HeadImportance(tuple(units), tuple(values), tuple((n, head) for _, n, head in ranked))


def head_masks(
    loaded: LoadedModel, units: Sequence[AttentionUnit], removed: Sequence[tuple[int, int]]
) -> dict[str, Tensor]:
    """Masks of the weights that read the heads: the columns of removed ones are zero."""
    parameters = dict(as_module(loaded.model).named_parameters(remove_duplicate=False))
    masks = {unit.weight: torch.ones_like(parameters[unit.weight]) for unit in units}
    for n, head in removed:
        columns = masks[units[n].weight].flatten(1)  # (D, H K) or more, a view
        columns[:, units[n].columns(head)] = 0
    return masks
