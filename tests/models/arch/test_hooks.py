"""Forward hooks and parametrizations of torch take effect in models of every architecture."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import torch
from torch import Tensor, nn
from torch.nn.utils import parametrize

from models.schema.batch import Batch, LanguageModel, collate
from models.schema.configs import Size
from models.schema.registry import catalog
from models.schema.specs import ArchSpec
from tests.models import oracle

SIZE = Size(50, width=16, num_layers=1, num_heads=2, inner=24, num_positions=12)
SPECS = list(catalog().architectures.values())
specs = pytest.mark.parametrize("spec", SPECS, ids=[spec.name for spec in SPECS])
modes = pytest.mark.parametrize("training", [True, False], ids=["training", "inference"])


class Cosine(nn.Module):
    """A parametrization that changes every weight."""

    def forward(self, weight: Tensor) -> Tensor:
        return weight.cos()


def pair_of_texts(spec: ArchSpec) -> Batch:
    example = oracle.random_input(SIZE.vocab_size, 10, pair=True)
    config = spec.config_class.from_size(SIZE)
    return collate([spec.apply_default_feeds(oracle.fed(spec, example), config)])


def undropped_model(spec: ArchSpec) -> LanguageModel:
    """A random model without dropout, so that two passes in training mode are equal."""
    config = spec.config_class.from_size(Size(**{**vars(SIZE), "dropout": 0.0}))
    model = spec.model_class(config)
    oracle.scatter_weights(model, 0)
    return oracle.with_random_entities(model)  # type: ignore[no-any-return]


def outputs(spec: ArchSpec, model: LanguageModel, batch: Batch, training: bool) -> list[Tensor]:
    """The states of every stream and the logits of every head."""
    assert isinstance(model, nn.Module)
    if model.training != training:
        model.train(training)  # which clears what is cached
    with torch.inference_mode(not training):
        states = model(batch)
        heads = [head for head in spec.heads_of(model) if head.read(states) in states]
        logits = [model.logits(head.name, states[head.read(states)]) for head in heads]
    return [*states.values(), *logits]


def layers_with_effect(spec: ArchSpec, model: LanguageModel, batch: Batch) -> Iterator[str]:
    """The names of layers that have a weight on which the outputs depend."""
    assert isinstance(model, nn.Module)
    found = outputs(spec, model, batch, training=True)
    torch.stack([tensor.square().sum() for tensor in found]).sum().backward()
    for name, layer in model.named_modules():
        weights = layer.parameters(recurse=False)
        if any(weight.grad is not None and weight.grad.any() for weight in weights):
            yield name


def same(left: list[Tensor], right: list[Tensor]) -> bool:
    return all(torch.equal(*both) for both in zip(left, right, strict=True))


@specs
@modes
def test_a_forward_hook_changes_what_every_layer_passes_on(spec: ArchSpec, training: bool) -> None:
    model, batch = undropped_model(spec), pair_of_texts(spec)
    assert isinstance(model, nn.Module)
    before = outputs(spec, model, batch, training)
    hooked = 0
    for name in layers_with_effect(spec, model, batch):
        layer = model.get_submodule(name)
        if isinstance(layer, nn.Embedding) and name.endswith(("position", "relative", "segment")):
            continue  # a table of which the model reads a range of rows
        if layer is model or not isinstance(outputs_of(layer, spec, model, batch), Tensor):
            continue
        handle = layer.register_forward_hook(lambda layer, inputs, output: output.cos())
        assert not same(outputs(spec, model, batch, training), before), name
        handle.remove()
        assert same(outputs(spec, model, batch, training), before), name
        hooked += 1
    assert hooked >= 4 * SIZE.num_layers


def outputs_of(layer: nn.Module, spec: ArchSpec, model: LanguageModel, batch: Batch) -> object:
    """What a layer returns in a pass; None where the model does not call it."""
    seen: list[object] = []
    handle = layer.register_forward_hook(lambda layer, inputs, output: seen.append(output))
    outputs(spec, model, batch, training=False)
    handle.remove()
    return seen[0] if seen else None


@specs
def test_every_product_and_norm_runs_through_its_layer(spec: ArchSpec) -> None:
    model, batch = undropped_model(spec), pair_of_texts(spec)
    assert isinstance(model, nn.Module)
    for name in layers_with_effect(spec, model, batch):
        layer = model.get_submodule(name)
        if isinstance(layer, nn.Linear | nn.LayerNorm | nn.RMSNorm | nn.Conv1d):
            assert outputs_of(layer, spec, model, batch) is not None, name


@specs
@modes
def test_a_parametrization_changes_every_weight(spec: ArchSpec, training: bool) -> None:
    model, batch = undropped_model(spec), pair_of_texts(spec)
    assert isinstance(model, nn.Module)
    before = outputs(spec, model, batch, training)
    for layer_name in list(layers_with_effect(spec, model, batch)):
        layer = model.get_submodule(layer_name)
        name = next(name for name, _ in layer.named_parameters(recurse=False))
        parametrize.register_parametrization(layer, name, Cosine())
        changed = outputs(spec, model, batch, training)
        assert not same(changed, before), layer_name
        with torch.no_grad():
            layer.parametrizations[name].original.add_(1.0)  # type: ignore[index,union-attr]
        assert not same(outputs(spec, model, batch, training), changed), layer_name
        with torch.no_grad():
            layer.parametrizations[name].original.sub_(1.0)  # type: ignore[index,union-attr]
        parametrize.remove_parametrizations(layer, name, leave_parametrized=False)
        again = outputs(spec, model, batch, training)
        torch.testing.assert_close(again, before, rtol=1e-4, atol=1e-4)
