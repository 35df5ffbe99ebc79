"""What models hold in memory: counted on shapes, beside what real passes hold."""

from dataclasses import replace
from typing import Any

import pytest
import torch

from models.checkpoints.checkpoint import load
from models.runtime.peak_memory import peak_bytes
from models.runtime.resources import checkpoint_folder
from models.schema.batch import Batch
from models.schema.meta_memory import ActivationBytes, activation_bytes
from models.schema.meta_models import OPTIONAL_ROLES, meta_model, published_config, resize_config
from models.schema.registry import catalog

LENGTH = 64


def counted(loaded: Any) -> ActivationBytes:
    return activation_bytes(loaded.spec, meta_model(loaded.spec, loaded.model.config), LENGTH)


def logits(loaded: Any) -> list[torch.Tensor]:
    """A real forward pass as the count makes it."""
    model, spec = loaded.model, loaded.spec
    ids = torch.full((1, LENGTH), 5)
    feeds = {one.name: ids * 0 for one in spec.inputs if one.role not in OPTIONAL_ROLES}
    states = model(Batch(input_ids=ids, feeds=feeds))
    heads = [head for head in spec.heads_of(model) if head.predicts != "class"]
    return [model.logits(head.name, states[head.read(states)]) for head in heads]


def kept(loaded: Any) -> int:
    """Bytes that a real pass keeps for its backward pass, and its logits twice more."""
    held: dict[int, torch.Tensor] = {}
    weights = {one.untyped_storage().data_ptr() for one in loaded.model.parameters()}

    def keep(tensor: torch.Tensor) -> torch.Tensor:
        held[tensor.untyped_storage().data_ptr()] = tensor
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(keep, lambda one: one):
        out = logits(loaded)
    sizes = {at: one.untyped_storage().nbytes() for at, one in held.items() if at not in weights}
    largest = max(one.untyped_storage().nbytes() for one in out)
    return sum(sizes.values()) + 2 * max(largest, *sizes.values())


@pytest.mark.parametrize("name", ["bert-mini", "gpt2-mini", "t5-mini", "xlnet-mini"])
def test_a_real_pass_holds_about_what_was_counted(name: str) -> None:
    """Never more, as fused attention keeps no weights; and not much less."""
    loaded = load(checkpoint_folder(name))
    loaded.model.eval()
    here = counted(loaded)
    with torch.no_grad():
        passing = peak_bytes(lambda: logits(loaded))
    assert 0.6 * here.passing <= passing <= 1.05 * here.passing
    assert 0.6 * here.kept <= kept(loaded) <= 1.05 * here.kept


def test_keys_and_values_are_those_of_all_layers() -> None:
    gpt2, t5, bert = (load(checkpoint_folder(f"{name}-mini")) for name in ("gpt2", "t5", "bert"))
    size = gpt2.model.config.size
    assert counted(gpt2).cache == 2 * size.num_layers * LENGTH * size.width * 4
    size = (
        t5.model.config.size
    )  # of the decoder: what was written with its start, and what was read
    assert counted(t5).cache == 2 * size.num_layers * (2 * LENGTH + 1) * size.width * 4
    assert counted(bert).cache == 0


def test_many_layers_are_counted_from_one_and_two() -> None:
    spec = next(one for one in catalog().architectures.values() if one.name == "gpt2")
    config = published_config(spec, spec.presets[0])
    one, two, five = (
        activation_bytes(
            spec,
            meta_model(spec, resize_config(spec, config, replace(config.size, num_layers=depth))),
            LENGTH,
        )
        for depth in (1, 2, 5)
    )
    assert one.grown(two, 5) == five
