"""Which parameters learn, and at which rate; derived from the taps of a model, not from its names.

Layers are found by differentiation: with every hidden state detached, a parameter belongs to the
layers whose output depends on it. So blocks that several layers share, tables that every layer
reads, and heads are distinguished in any architecture.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor, nn

from models.finetuning.recipe import FineTuningRecipe
from models.inference.taps import Listener, attach_listeners
from models.schema.batch import LanguageModel, as_module, evaluation_mode
from models.training.optimizer import ADAM_EPS, decays

HEAD = -1  # height of what comes after the last layer
BETAS = (0.9, 0.999)  # Devlin et al. (2018), arXiv:1810.04805, A.2


@dataclass(frozen=True)
class Depths:
    """How far the parameters are below the head.

    `heights` has the parameters on which the loss depends, by name: the number of layers above the
    lowest one that uses it; HEAD for what comes after the last layer, which includes a pooler.
    `embeddings` are those used before the first layer.
    """

    heights: Mapping[str, int]
    embeddings: frozenset[str]

    @property
    def is_layered(self) -> bool:
        """Whether each layer has weights of its own; False where all share one block."""
        inner = {height for name, height in self.heights.items() if name not in self.embeddings}
        return inner - {HEAD} == set(range(max(self.heights.values(), default=0)))


@dataclass
class _Place:
    """A hidden state of a stream: the tensor that a layer made, and what the next one reads."""

    height: int
    is_entrance: bool
    made: Tensor
    read: Tensor


@dataclass
class _Graph:
    """The parameters and the places on which a place depends directly."""

    parameters: list[tuple[str, nn.Parameter]]
    places: list[_Place] = field(default_factory=list)

    def listener(self, height: int, is_entrance: bool) -> Listener:
        def listen(tensor: Tensor) -> Tensor:
            read = tensor.detach().requires_grad_()
            self.places.append(_Place(height, is_entrance, tensor, read))
            return read

        return listen

    def sources(self, result: Tensor) -> tuple[list[str], list[_Place]]:
        """What a result follows from, up to the hidden states before it."""
        tensors = [*(p for _, p in self.parameters), *(place.read for place in self.places)]
        gradients = torch.autograd.grad(result.sum(), tensors, retain_graph=True, allow_unused=True)
        used = [gradient is not None for gradient in gradients]
        count = len(self.parameters)
        names = [name for (name, _), uses in zip(self.parameters, used, strict=False) if uses]
        return names, [p for p, uses in zip(self.places, used[count:], strict=True) if uses]


def depths(model: LanguageModel, module: nn.Module, loss: Callable[[], Tensor]) -> Depths:
    """Find the depth at which each parameter of `module` is used, by one loss of a few examples.

    `module` holds the model and its head; `loss` runs it. Nothing is changed, nothing is drawn.
    """
    graph = _Graph([(n, p) for n, p in module.named_parameters() if p.requires_grad])
    with evaluation_mode(module), attach_listeners(as_module(model), _listeners(model, graph)):
        heights: dict[str, int] = {}
        embeddings: set[str] = set()
        waiting = [_Place(HEAD, False, loss(), torch.empty(()))]
        done: set[int] = set()
        while waiting:
            place = waiting.pop()
            if id(place) in done or not place.made.requires_grad:
                continue
            done.add(id(place))
            names, below = graph.sources(place.made)
            heights |= {name: max(place.height, heights.get(name, HEAD)) for name in names}
            if place.is_entrance and not below:  # no stack that begins with states of another
                embeddings |= set(names)
            waiting += below
    return Depths(heights, frozenset(embeddings))


def _listeners(model: LanguageModel, graph: _Graph) -> dict[str, Listener]:
    listeners: dict[str, Listener] = {}
    for stream in model.streams:
        paths = model.hidden_taps(stream)
        for index, path in enumerate(paths):
            listeners[path] = graph.listener(len(paths) - 1 - index, index == 0)
    return listeners


def find_trained_parameters(recipe: FineTuningRecipe, where: Depths) -> dict[str, int]:
    """The names of the parameters that learn, with their heights.

    With LoRA only the head is among them; the adapters come to it. Raises ValueError where the
    recipe leaves out what an architecture cannot leave out.
    """
    if not where.is_layered and (recipe.way == "last_layers" or recipe.layer_decay != 1):
        raise ValueError(
            "All layers of this model share their weights, so they can only learn together. "
            'Choose another way than "last_layers", and layer_decay = 1'
        )
    allowed = {"head": 0, "lora": 0, "last_layers": recipe.last_layers}.get(recipe.way)
    frozen = where.embeddings if recipe.frozen_embeddings else frozenset()
    return {
        name: height
        for name, height in where.heights.items()
        if name not in frozen
        and (allowed is None or height < allowed)
        and (recipe.way != "last_layers" or name not in where.embeddings)
    }


def forget_upper_layers(
    module: nn.Module, model: nn.Module, fresh: nn.Module, where: Depths, num_kept: int
) -> None:
    """Give all layers of `model` but the lowest ones the weights of a fresh model, in place.

    What comes after the last layer is fresh too, unless all layers are kept. `where` names the
    parameters of `module`, which holds the model. Raises ValueError for layers that are not there.
    """
    num_layers = max(where.heights.values())
    if not where.is_layered or num_kept > num_layers:
        count = num_layers if where.is_layered else "one block for all"
        raise ValueError(f"transferred_layers is {num_kept}, and this model has {count} layers")
    if num_kept == num_layers:
        return
    names = {id(parameter): name for name, parameter in model.named_parameters()}
    drawn = dict(fresh.named_parameters())
    with torch.no_grad():
        for name, parameter in module.named_parameters():
            is_above = where.heights.get(name, num_layers) < num_layers - num_kept
            if is_above and id(parameter) in names:
                parameter.copy_(drawn[names[id(parameter)]])


def freeze_others(module: nn.Module, names: Mapping[str, int]) -> None:
    """Let only the named parameters learn."""
    for name, parameter in module.named_parameters():
        parameter.requires_grad_(name in names)


@dataclass(frozen=True)
class Rates:
    """Parameters with the factors of their learning rates, for the optimizer."""

    groups: Sequence[Mapping[str, Any]]

    @classmethod
    def of(cls, module: nn.Module, heights: Mapping[str, int], recipe: FineTuningRecipe) -> Rates:
        """Layer-wise decay as in Clark et al. (2020), arXiv:2003.10555: what is above the layers
        has the full rate, and each layer `layer_decay` times that of the one above it. The head has
        `head_rate` times the full rate.
        """
        by_kind: dict[tuple[int, bool], list[nn.Parameter]] = {}
        is_equal = recipe.layer_decay == 1 and recipe.head_rate == 1
        for name, parameter in module.named_parameters():
            if parameter.requires_grad:
                height = HEAD if is_equal else heights[name]
                by_kind.setdefault((height, decays(name, parameter)), []).append(parameter)
        return cls(
            [
                {
                    "params": parameters,
                    "weight_decay": recipe.weight_decay if decaying else 0.0,
                    "factor": recipe.layer_decay ** (height - HEAD)
                    * (recipe.head_rate if height == HEAD else 1.0),
                }
                for (height, decaying), parameters in sorted(by_kind.items(), key=lambda i: i[0])
            ]
        )

    def optimizer(self) -> torch.optim.AdamW:
        """AdamW, fused."""
        return torch.optim.AdamW(
            [dict(group) for group in self.groups], betas=BETAS, eps=ADAM_EPS, fused=True
        )


def set_rate(optimizer: torch.optim.Optimizer, rate: float) -> None:
    """The rate of a step, for each group times its factor."""
    for group in optimizer.param_groups:
        group["lr"] = rate * group["factor"]
