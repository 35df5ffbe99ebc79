"""Models without their numbers: the shapes of their weights, and the operations of a forward pass.

A model on torch's meta device has every tensor and takes no memory, so that one with 175 billion
parameters is counted on a laptop, in a few milliseconds.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.overrides import TorchFunctionMode

from models.checkpoints.assembly import NoInitialisation
from models.schema.batch import Batch
from models.schema.configs import ModelConfig, Size
from models.schema.specs import ArchSpec, Preset

# Of inputs without which a model runs.
OPTIONAL_ROLES = ("order", "characters", "global_tokens")
BETWEEN_TOKENS = ""  # operations that use no weight: tokens are compared and averaged


def published_config(spec: ArchSpec, preset: Preset) -> ModelConfig:
    """The configuration of a published size, as its config.json has it."""
    return spec.config_of("")(**preset.config)


def resize_config(spec: ArchSpec, config: ModelConfig, size: Size, **own: Any) -> ModelConfig:
    """A published configuration with other sizes; what the sizes do not touch stays as it was.

    An entry that was published in another proportion than `from_size` gives it keeps its value.
    `own` are entries of the architecture itself, such as `embedding_size`. Raises ValueError for
    sizes that do not fit together.
    """
    usual, other, requested = (
        spec.config_class.from_size(one).parts()[""]
        for one in (config.size, _another(config.size), size)
    )
    moved = {
        name: getattr(requested, name)
        for name in (item.name for item in fields(config))
        if getattr(usual, name) != getattr(other, name)  # depends on the sizes
        and getattr(config, name) in (None, getattr(usual, name))
    }
    return replace(config, **{**moved, **own})


def _another(size: Size) -> Size:
    """A size that differs in every number and every proportion."""
    return Size(
        vocab_size=3 * size.vocab_size,
        width=4 * size.width,
        num_layers=5 * size.num_layers,
        num_heads=2 * size.num_heads,
        inner=7 * size.inner,
        num_positions=6 * size.num_positions,
        dropout=size.dropout,
    )


def meta_model(spec: ArchSpec, config: ModelConfig) -> Any:
    """The model of a configuration, or of that of a checkpoint's main folder, without memory."""
    own = isinstance(config, spec.config_class)
    whole = config if own else spec.config_class.from_parts({"": config})
    with NoInitialisation(), torch.device("meta"):
        model: nn.Module = spec.model_class(whole)
    return model.eval()


def weight_shapes(model: nn.Module) -> dict[str, tuple[int, ...]]:
    """The shapes of all parameters by name, tied ones once."""
    return {name: tuple(parameter.shape) for name, parameter in model.named_parameters()}


def operations(
    spec: ArchSpec, model: Any, length: int, heads: Collection[str] | None = None
) -> dict[str, int]:
    """Operations of a forward pass over `length` tokens, by the name of the weight used.

    Two for every multiplication with its addition; normalisation, activations and additions are
    left out, as is usual (Kaplan and others 2020, arXiv:2001.08361, section 2.1). Causal attention
    counts as that to all tokens; of local attention, which a stream declares as its `reach`, the
    same share counts as is seen. All streams read
    `length` tokens, without a factorization order and with words that are empty, and heads that
    predict for each token do so everywhere; `heads` names them, None for all. `model` is a meta
    model.
    """
    names = {id(parameter): name for name, parameter in model.named_parameters()}
    counter = _Counter(names)
    with torch.no_grad(), torch.device("meta"):
        batch = _blank_batch(spec, length)
        seen = _counting_what_is_seen(spec, model, length, counter)
        with counter, seen, _counting_states(model, counter):
            states = model(batch)
            for head in spec.heads_of(model):
                if head.predicts != "class" and (heads is None or head.name in heads):
                    model.logits(head.name, states[head.read(states)])
    return dict(counter.operations)


def make_untrained_model(spec: ArchSpec, config: ModelConfig) -> Any:
    """A model with random weights, always the same ones; the random state stays as it was."""
    with torch.random.fork_rng([]):
        torch.manual_seed(0)
        model: nn.Module = spec.model_class(config)
    return model.eval()


def random_reader(spec: ArchSpec, config: ModelConfig, length: int) -> Callable[[], object]:
    """A function that lets a model with random weights read `length` equal tokens, without heads.

    The weights are in memory as long as the function is.
    """
    model = make_untrained_model(spec, config)
    batch = _blank_batch(spec, length)

    def read() -> object:
        with torch.inference_mode():
            return model(batch)

    return read


def _blank_batch(spec: ArchSpec, length: int) -> Batch:
    """One text of the first token alone, with all that is not optional fed as it."""
    ids = torch.zeros((1, length), dtype=torch.long)
    feeds = {one.name: ids for one in spec.inputs if one.role not in OPTIONAL_ROLES}
    return Batch(input_ids=ids, feeds=feeds)


@contextmanager
def _counting_what_is_seen(
    spec: ArchSpec, model: Any, length: int, counter: _Counter
) -> Iterator[None]:
    """Count of each layer with local attention what its tokens see, for the length of a pass."""

    def see(share: float) -> None:
        counter.seen_share = share

    handles = []
    for stream in spec.streams_of(model.config):
        if stream.reach is None:
            continue
        main = next(iter(model.config.parts().values()))
        for layer, path in enumerate(model.attention_taps(stream.name)):
            attention = model.get_submodule(path.rpartition(".")[0])
            share = stream.seen_share(main, layer, length)
            handles.append(attention.register_forward_pre_hook(lambda *_, share=share: see(share)))
            handles.append(attention.register_forward_hook(lambda *_: see(1.0)))
    try:
        yield
    finally:
        for handle in handles:
            handle.remove()


@contextmanager
def _counting_states(model: nn.Module, counter: _Counter) -> Iterator[None]:
    """Put operations of states down to a weight of their layer, for the length of a pass."""

    def enter(name: str) -> None:
        counter.without_weight = name

    handles = []
    for path, module in model.named_modules():
        weight = getattr(type(module), "STATE_WEIGHT", "")
        if weight:
            name = f"{path}.{weight}"
            handles.append(module.register_forward_pre_hook(lambda *_, name=name: enter(name)))
            handles.append(module.register_forward_hook(lambda *_: enter(BETWEEN_TOKENS)))
    try:
        yield
    finally:
        for handle in handles:
            handle.remove()


class _Counter(TorchFunctionMode):
    """Counts the products of a forward pass; what they would yield is only given its shape.

    `seen_share` is the share of the products between tokens that count in the current layer, and
    `without_weight` the name that products get there which use no weight.
    """

    def __init__(self, names: Mapping[int, str]) -> None:
        super().__init__()
        self.operations: Counter[str] = Counter()
        self.seen_share = 1.0
        self.without_weight = BETWEEN_TOKENS
        self._names = names

    def __torch_function__(
        self,
        func: Callable[..., Any],
        types: Any,
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        if func in _OF_THE_SAME_SHAPE or (func in _SUMS and _alike(args)):
            return args[0]
        if func is functional.linear:
            return self._linear(args[0], args[1])
        if func is functional.scaled_dot_product_attention:
            return self._attention(*args[:3])
        out = func(*args, **(kwargs or {}))
        if func in _PRODUCTS:
            self._add(_tensors(args), 2 * _PRODUCTS[func](args, out))
        elif func is torch.addcmul and self.without_weight != BETWEEN_TOKENS:
            self._add((), 2 * out.numel())  # each number of a state goes on
        return out

    def _linear(self, x: Tensor, weight: Tensor) -> Tensor:
        self._add((weight,), 2 * x.numel() * weight.shape[0])
        return x.new_empty((*x.shape[:-1], weight.shape[0]))

    def _attention(self, query: Tensor, key: Tensor, value: Tensor) -> Tensor:
        scores = math.prod(query.shape[:-1]) * key.shape[-2]
        self._add((), 2 * scores * (query.shape[-1] + value.shape[-1]))
        return query.new_empty((*query.shape[:-1], value.shape[-1]))

    def _add(self, factors: Sequence[Tensor], count: int) -> None:
        """Put it down to the weight among the factors, also where that was given another shape."""
        wholes = [factor if factor._base is None else factor._base for factor in factors]
        name = next((self._names[id(one)] for one in wholes if id(one) in self._names), None)
        if name is None:
            self.operations[self.without_weight] += round(self.seen_share * count)
        else:
            self.operations[name] += count


def _alike(args: Sequence[Any]) -> bool:
    """Whether a sum has the shape of its first term."""
    first, second = args[:2]
    tensors = isinstance(first, Tensor) and isinstance(second, Tensor)
    return tensors and first.shape == second.shape


def _tensors(args: Sequence[Any]) -> list[Tensor]:
    return [arg for arg in args if isinstance(arg, Tensor)]


def _count_matmul(args: Sequence[Any], out: Tensor) -> int:
    return out.numel() * int(args[0].shape[-1])


def _count_addmm(args: Sequence[Any], out: Tensor) -> int:
    """The second and third factor are multiplied, the first is added."""
    return out.numel() * int(args[1].shape[-1])


def _count_convolution(args: Sequence[Any], out: Tensor) -> int:
    return out.numel() * math.prod(args[1].shape[1:])


def _count_einsum(args: Sequence[Any], out: Tensor) -> int:
    """One multiplication for every combination of the letters of two factors."""
    letters = args[0].replace(" ", "").split("->")[0].split(",")
    lengths = {
        letter: int(length)
        for term, factor in zip(letters, args[1:], strict=True)
        for letter, length in zip(term, factor.shape, strict=True)
    }
    return math.prod(lengths.values())


_PRODUCTS: Mapping[Callable[..., Any], Callable[[Sequence[Any], Tensor], int]] = {
    torch.matmul: _count_matmul,
    torch.Tensor.matmul: _count_matmul,
    torch.Tensor.__matmul__: _count_matmul,
    torch.bmm: _count_matmul,
    torch.mm: _count_matmul,
    torch.addmm: _count_addmm,
    torch.baddbmm: _count_addmm,
    torch.einsum: _count_einsum,
    torch.conv1d: _count_convolution,
    functional.conv1d: _count_convolution,
}
_SUMS = frozenset({torch.add, torch.Tensor.add, torch.Tensor.__add__})
_OF_THE_SAME_SHAPE = frozenset(
    {
        functional.layer_norm,
        functional.rms_norm,
        functional.dropout,
        functional.gelu,
        functional.relu,
        functional.silu,
        functional.softmax,
        torch.softmax,
        torch.Tensor.softmax,
        torch.relu,
        torch.tanh,
        torch.sigmoid,
    }
)
