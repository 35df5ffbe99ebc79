"""What a layer adds to the residual stream before anything is learned, scaled and not.

GPT-2 divides the weights that write to the stream by √N at initialisation, N being the number of
residual layers (Radford et al. 2019, section 2.3), the same for all of them. Here a model with
random weights reads a text twice: with these weights as wide as all others, and divided by √N.

Shapes: L layers, T tokens, D width.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from models.schema.batch import LanguageModel, as_module, collate, evaluation_mode
from models.schema.records import ModelInput
from models.schema.specs import ArchSpec

PARTS = 2  # residual layers of a block: attention, feed-forward network
NEAR = 0.15  # of a ratio, by which two standard deviations count as equal
Numbers = tuple[float, ...]


@dataclass(frozen=True)
class ScaleRun:
    """By layer (L,): the standard deviation of weights that write to the stream, the mean norm of
    the stream before it, and the mean over tokens of the norm of what it adds, as a share of it.

    `end` is the norm of the stream after the last layer.
    """

    deviations: Numbers
    norms: Numbers
    shares: Numbers
    end: float


@dataclass(frozen=True)
class InitialScale:
    """The same random weights without scaling and with it.

    `others` (L,) are the deviations of the other matrices. `own` is how much as wide as these the
    architecture itself begins with.
    """

    num_parts: int  # N
    own: float
    others: Numbers
    without: ScaleRun
    scaled: ScaleRun

    @property
    def is_scaled(self) -> bool:
        """Whether the architecture itself scales."""
        return abs(self.own * math.sqrt(self.num_parts) - 1) < NEAR


def measure_initial_scale(
    model: LanguageModel, spec: ArchSpec, model_input: ModelInput, seed: int
) -> InitialScale:
    """Make a model of the same shape with random weights, and read the text with it.

    Raises ValueError where layers do not simply add to one stream.
    """
    with torch.random.fork_rng([]):
        torch.manual_seed(seed)
        fresh: LanguageModel = spec.model_class(model.config)
    as_module(fresh).eval()
    blocks = _blocks(fresh)
    writers = [list(_writers(block)) for block in blocks]
    if not blocks or any(len(each) != PARTS for each in writers):
        raise ValueError(_refusal(spec))
    others = tuple(_deviation(_others(b, w)) for b, w in zip(blocks, writers, strict=True))
    own = sum(map(_deviation, writers)) / sum(others)
    ratio, num_parts = own, PARTS * len(blocks)
    runs = []
    for wanted in (1.0, 1 / math.sqrt(num_parts)):
        with torch.no_grad():
            for layer in (one for each in writers for one in each):
                layer.weight.mul_(wanted / ratio)
        ratio = wanted
        runs.append(_run(fresh, spec, model_input, blocks, writers))
    return InitialScale(num_parts, own, others, *runs)


def _refusal(spec: ArchSpec) -> str:
    title = spec.title
    return (
        f"{title} has no layers that only add to one stream. Choose a model with norms before its "
        "layers"
    )


def _blocks(model: LanguageModel) -> list[nn.Module]:
    """The blocks of the first stream, each once."""
    module = as_module(model)
    paths = (path.rpartition(".")[0] for path in model.attention_taps(model.streams[0]))
    found = (module.get_submodule(path.rpartition(".")[0]) for path in paths)
    return list(dict.fromkeys(found))


def _writers(block: nn.Module) -> Iterator[nn.Linear]:
    """The last layers of attention and of the feed-forward network, which write to the stream."""
    for part in block.modules():
        kind = getattr(part, "part", "")
        name = {"attention": "output", "feed_forward": "narrow"}.get(kind, "")
        layer = getattr(part, name, None) if name else None
        if isinstance(layer, nn.Linear):
            yield layer


def _others(block: nn.Module, writers: list[nn.Linear]) -> list[nn.Linear]:
    return [one for one in block.modules() if isinstance(one, nn.Linear) and one not in writers]


def _deviation(layers: list[nn.Linear]) -> float:
    return float(torch.cat([one.weight.detach().flatten() for one in layers]).std())


def _run(
    model: LanguageModel,
    spec: ArchSpec,
    model_input: ModelInput,
    blocks: list[nn.Module],
    writers: list[list[nn.Linear]],
) -> ScaleRun:
    """Read the text. Raises ValueError where a block does more than to add what is written."""
    entered: list[Tensor] = []
    left: list[Tensor] = []
    written: list[Tensor] = []

    def enter(_: nn.Module, given: tuple[Any, ...], named: dict[str, Any]) -> None:
        entered.append(next(iter((*given, *named.values())))[0])

    def leave(_: nn.Module, given: Any, output: Any) -> None:
        left.append((output[0] if isinstance(output, tuple) else output)[0])

    def write(_: nn.Module, given: Any, output: Tensor) -> None:
        written.append(output[0])

    hooks = [one.register_forward_pre_hook(enter, with_kwargs=True) for one in blocks]
    hooks += [one.register_forward_hook(leave) for one in blocks]
    hooks += [one.register_forward_hook(write) for each in writers for one in each]
    try:
        batch = collate([spec.apply_all_feeds(model_input, model)], with_targets=False)
        with torch.inference_mode(), evaluation_mode(model):
            model(batch)
    finally:
        for hook in hooks:
            hook.remove()
    if len(entered) != len(blocks) or len(written) != PARTS * len(blocks):
        raise ValueError(_refusal(spec))
    added = [first + second for first, second in zip(written[::2], written[1::2], strict=True)]
    for before, sum_of_both, after in zip(entered, added, left, strict=True):
        if not torch.allclose(before + sum_of_both, after, rtol=1e-3, atol=1e-4):
            raise ValueError(_refusal(spec))
    return ScaleRun(
        tuple(map(_deviation, writers)),
        tuple(_mean_norm(one) for one in entered),
        tuple(
            float((one.norm(dim=-1) / before.norm(dim=-1)).mean())
            for one, before in zip(added, entered, strict=True)
        ),
        _mean_norm(left[-1]),
    )


def _mean_norm(states: Tensor) -> float:
    """The mean norm of the tokens (T, D)."""
    return float(states.norm(dim=-1).mean())
