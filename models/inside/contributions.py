"""Direct logit attribution: what each part of a model wrote into a logit, adding up to it.

A head of attention, a feed-forward network, a recurrent layer and the embeddings each add a vector
to the stream that the head of the model reads. Between them and the logit there are only sums,
linear layers, normalizations and, in some heads, an activation. With the scale of each
normalization, and the factor by which an activation multiplied each number, held as they were in
this pass, the logit is linear in these vectors: a gradient times each vector is its exact share
(Elhage et al. 2021, A Mathematical Framework for Transformer Circuits; with the last norm held,
nostalgebraist 2020).

Shapes: T tokens, D width, H heads, K width of a head.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, cast

import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.overrides import TorchFunctionMode

from models.inference.taps import Listener, attach_listeners
from models.schema.batch import Batch, LanguageModel, as_module, collate, evaluation_mode
from models.schema.records import ModelInput
from models.schema.specs import ArchSpec, HeadSpec

if TYPE_CHECKING:
    from models.tasks.base import TaskModel

Kind = Literal[
    "embeddings", "head", "convolution", "feed_forward", "recurrent", "biases", "remainder"
]
# The attribute of a module whose output is added to a stream: a kind, or True for "feed_forward".
ADDS = "adds_to_stream"


@dataclass(frozen=True)
class Contribution:
    """What a part wrote into the logit. `layer` counts from 1, `head` from 0; else None."""

    kind: Kind
    value: float
    layer: int | None = None
    head: int | None = None
    stream: str = ""  # of a head of attention


@dataclass(frozen=True)
class Contributions:
    """All parts, the remainder last, and what they add up to."""

    parts: tuple[Contribution, ...]
    logit: float

    @property
    def remainder(self) -> float:
        return self.parts[-1].value

    def round_to_logit(self, logit: float) -> Contributions:
        """Return the parts of a logit computed without gradients, which may be rounded differently.

        The difference belongs to the remainder.
        """
        rest = replace(self.parts[-1], value=self.remainder + logit - self.logit)
        return Contributions((*self.parts[:-1], rest), logit)


def contributions(
    model: LanguageModel,
    spec: ArchSpec,
    model_input: ModelInput,
    head: HeadSpec,
    stream: str,
    row: int,
    wanted: int,
    against: int | None = None,
) -> Contributions:
    """The parts of the logit of token `wanted` in a row of the stream that the head reads.

    With `against`, of its difference to the logit of another token. The remainder is what is not
    linear, 0 up to rounding where nothing is. Raises ValueError where the layers of a model do not
    add to one stream, or have no gradients.
    """

    def logit(batch: Batch) -> Tensor:
        states = model(batch)[stream]  # (1, T, D)
        return chosen(model.logits(head.name, states[0, row : row + 1])[0], wanted, against)

    return _taken_apart(as_module(model), model, spec, model_input, stream, logit)


def task_contributions(
    task: TaskModel,
    spec: ArchSpec,
    model_input: ModelInput,
    row: int,
    wanted: int,
    against: int | None = None,
) -> Contributions:
    """Return the parts of the logit of a class, as `contributions` does for a token.

    A head with logits for each token is read at `row`.
    """
    model = cast("LanguageModel", task.model)

    def logit(batch: Batch) -> Tensor:
        logits = task(batch)[0]  # (C,) or (T, C)
        return chosen(logits if logits.dim() == 1 else logits[row], wanted, against)

    return _taken_apart(task, model, spec, model_input, task.head.stream, logit)


def chosen(logits: Tensor, wanted: int, against: int | None) -> Tensor:
    """A logit of (C,), or its difference to another."""
    return logits[wanted] - (0 if against is None else logits[against])


def _taken_apart(
    module: nn.Module,
    model: LanguageModel,
    spec: ArchSpec,
    model_input: ModelInput,
    stream: str,
    logit_of: Callable[[Batch], Tensor],
) -> Contributions:
    """Decompose a logit that `module` computes, with the `model` inside it."""
    _check_adds(model)
    writers = _Writers(model, stream)
    device = next(module.parameters()).device
    batch = collate([spec.apply_all_feeds(model_input, model)], with_targets=False).to(device)
    with evaluation_mode(module), torch.enable_grad(), _biases_learn(module) as biases:
        with writers.attach(), _FrozenNonlinearities():
            score = logit_of(batch)
        leaves = writers.leaves
        if not leaves or not score.requires_grad:
            raise ValueError("the layers of this model have no gradients")
        gradients = torch.autograd.grad(
            score, [*(leaf for _, leaf in leaves), *biases], allow_unused=True
        )
    parts = list(_parts(writers, gradients))
    given = [
        float((gradient * bias).sum().detach())
        for gradient, bias in zip(gradients[len(leaves) :], biases, strict=True)
        if gradient is not None
    ]
    parts.append(Contribution("biases", sum(given)))
    logit = float(score.detach())
    rest = logit - sum(part.value for part in parts)
    return Contributions((*parts, Contribution("remainder", rest)), logit)


def _check_adds(model: LanguageModel) -> None:
    """Raises ValueError where neither attention nor a recurrent layer adds to a stream."""
    attends = any(model.attention_taps(name) for name in model.streams)
    if not attends and "recurrent" not in map(_kind_of, as_module(model).modules()):
        raise ValueError(
            "its layers have no attention that adds to one stream, so a logit is no sum of what "
            "they wrote"
        )


def _kind_of(part: nn.Module) -> Kind | None:
    """The kind of what a module adds to a stream; None where it does not."""
    adds = getattr(part, ADDS, False)
    return "feed_forward" if adds is True else adds or None


def _parts(writers: _Writers, gradients: Sequence[Tensor | None]) -> Iterator[Contribution]:
    """The share of each leaf that reaches the logit; heads one by one."""
    for (place, leaf), gradient in zip(writers.leaves, gradients, strict=False):
        if gradient is None:
            continue
        product = (gradient * leaf).detach()
        if place.kind != "head":
            yield Contribution(place.kind, float(product.sum()), place.layer)
            continue
        for number, value in enumerate(product.sum((0, 1, 3)).tolist()):
            yield Contribution("head", value, place.layer, number, place.stream)


@dataclass(frozen=True)
class _Place:
    kind: Kind
    layer: int | None
    stream: str = ""


class _Writers:
    """Puts leaves in the place of what is added to a stream, so that nothing before them counts."""

    def __init__(self, model: LanguageModel, stream: str) -> None:
        self._model, self._stream = model, stream
        self.leaves: list[tuple[_Place, Tensor]] = []
        self._layer = 0  # hidden states that are complete

    @contextmanager
    def attach(self) -> Iterator[None]:
        """Attach hooks and listeners for the length of one forward pass."""
        module = as_module(self._model)
        hooks = [
            part.register_forward_hook(partial(self._added, kind))
            for part in module.modules()
            if (kind := _kind_of(part)) is not None
        ]
        try:
            with attach_listeners(module, self._listeners()):
                yield
        finally:
            for hook in hooks:
                hook.remove()

    def _listeners(self) -> Mapping[str, Listener]:
        model = self._model
        listeners: dict[str, Listener] = {}
        for name in model.streams:
            for path in model.attention_taps(name):
                listeners[path.removesuffix("weights") + "heads"] = partial(self._heads, name)
        first, *others = model.hidden_taps(self._stream)
        listeners[first] = self._store_input
        return {**listeners, **dict.fromkeys(others, self._left)}

    def _leaf(self, place: _Place, tensor: Tensor) -> Tensor:
        leaf = tensor.detach().clone().requires_grad_()
        self.leaves.append((place, leaf))
        return leaf

    def _store_input(self, states: Tensor) -> Tensor:
        self._layer = 1
        return self._leaf(_Place("embeddings", None), states)

    def _left(self, states: Tensor) -> None:
        self._layer += 1

    def _heads(self, stream: str, outputs: Tensor) -> Tensor:
        return self._leaf(_Place("head", self._layer, stream), outputs)

    def _added(self, kind: Kind, module: nn.Module, given: Any, output: Any) -> Any:
        if isinstance(output, tuple):
            return tuple(self._added(kind, module, given, one) for one in output)
        return self._leaf(_Place(kind, self._layer), output)


@contextmanager
def _biases_learn(module: nn.Module) -> Iterator[list[nn.Parameter]]:
    """The biases of all layers; gradients are computed for them and for no other weights."""
    learns = {one: one.requires_grad for one in module.parameters()}
    biases = []
    for name, one in module.named_parameters():
        is_bias = name.rpartition(".")[2] == "bias" and one.is_floating_point()
        one.requires_grad_(is_bias)
        if is_bias:
            biases.append(one)
    try:
        yield biases
    finally:
        for one, before in learns.items():
            one.requires_grad_(before)


# ---- what is held as it was


class _FrozenNonlinearities(TorchFunctionMode):
    """Normalizations with their scale held, activations with their factors held."""

    def __torch_function__(
        self, func: Any, types: Any, args: Any = (), kwargs: Mapping[str, Any] | None = None
    ) -> Any:
        held = HELD.get(func)
        return (
            func(*args, **(kwargs or {})) if held is None else held(func, *args, **(kwargs or {}))
        )


def _layer_norm(
    func: Any,
    x: Tensor,
    shape: Sequence[int],
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    eps: float = 1e-5,
) -> Tensor:
    axes = tuple(range(-len(shape), 0))
    centred = x - x.mean(axes, keepdim=True)
    scale = (centred.detach().square().mean(axes, keepdim=True) + eps).rsqrt()
    normed = centred * scale
    normed = normed if weight is None else normed * weight
    return normed if bias is None else normed + bias


def _rms_norm(
    func: Any,
    x: Tensor,
    shape: Sequence[int],
    weight: Tensor | None = None,
    eps: float | None = None,
) -> Tensor:
    axes = tuple(range(-len(shape), 0))
    least = torch.finfo(x.dtype).eps if eps is None else eps
    normed = x * (x.detach().square().mean(axes, keepdim=True) + least).rsqrt()
    return normed if weight is None else normed * weight


def _detach_activation(func: Any, x: Tensor, *options: Any, **named: Any) -> Tensor:
    """Return the values of an activation as x times a detached factor; 0 stays 0."""
    still = x.detach()
    factor = func(still, *options, **named) / torch.where(still == 0, torch.ones_like(still), still)
    return x * factor


HELD: Mapping[Any, Callable[..., Tensor]] = {
    functional.layer_norm: _layer_norm,
    functional.rms_norm: _rms_norm,
    **dict.fromkeys(
        (
            functional.gelu,
            functional.relu,
            functional.silu,
            torch.relu,
            torch.tanh,
            functional.tanh,
            Tensor.tanh,
            Tensor.relu,
        ),
        _detach_activation,
    ),
}
