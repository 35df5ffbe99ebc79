"""Models without memory have the shapes of real ones, and their operations are torch's count."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode

from models.schema.batch import Batch
from models.schema.configs import Size
from models.schema.meta_models import (
    BETWEEN_TOKENS,
    meta_model,
    operations,
    published_config,
    resize_config,
    weight_shapes,
)
from models.schema.registry import catalog
from models.schema.specs import ArchSpec, Direction, StreamSpec
from tests.models import oracle, tiny

ARCHITECTURES = catalog().architectures
EACH = pytest.mark.parametrize("spec", ARCHITECTURES.values(), ids=list(ARCHITECTURES))
SMALL = Size(90, width=24, num_layers=2, num_heads=4, inner=40, num_positions=40)
LENGTH = 7


def counted_by_torch(spec: ArchSpec, model: torch.nn.Module) -> int:
    model.requires_grad_(False)
    with FlopCounterMode(display=False) as counter, torch.no_grad(), torch.device("meta"):
        ids = torch.zeros((1, LENGTH), dtype=torch.long)
        feeds = {stream.feed: ids for stream in spec.streams if stream.feed != "input_ids"}
        states = model(Batch(input_ids=ids, feeds=feeds))
        for head in spec.heads_of(model):
            if head.predicts != "class" and head.read(states) in states:
                model.logits(head.name, states[head.read(states)])
    return counter.get_total_flops()


@EACH
def test_a_meta_model_has_the_weights_of_the_model_and_no_memory(spec: ArchSpec) -> None:
    config = spec.config_class.from_size(SMALL)
    bones, model = meta_model(spec, config), spec.model_class(config)
    assert {parameter.device.type for parameter in bones.parameters()} == {"meta"}
    assert weight_shapes(bones) == weight_shapes(model)


@EACH
def test_operations_are_those_that_torch_counts(spec: ArchSpec) -> None:
    model = meta_model(spec, spec.config_class.from_size(SMALL))
    counted = counted_by_torch(spec, model) + steps_of_states(model)
    assert sum(operations(spec, model, LENGTH).values()) == counted


def steps_of_states(model: Any) -> int:
    """Operations by which states go on number by number, which torch does not count."""
    layers = [part for part in model.modules() if getattr(part, "STATE_WEIGHT", "")]
    return sum(2 * LENGTH * getattr(layer, layer.STATE_WEIGHT).numel() for layer in layers)


@EACH
def test_a_published_configuration_of_the_same_size_is_itself(spec: ArchSpec) -> None:
    for preset in spec.presets:
        config = published_config(spec, preset)
        again = resize_config(spec, config, config.size)
        assert weight_shapes(meta_model(spec, again)) == weight_shapes(meta_model(spec, config))


@EACH
def test_a_resized_configuration_has_the_size_that_was_asked_for(spec: ArchSpec) -> None:
    published = spec.presets[0].config if spec.presets else {}
    config = spec.config_of("")(**published)
    size = replace(SMALL, dropout=config.size.dropout)
    assert resize_config(spec, config, size).size == tiny.kept_size(type(config), size)


def test_operations_are_put_down_to_the_weight_that_is_used() -> None:
    spec = ARCHITECTURES["bert"]
    found = operations(spec, meta_model(spec, spec.config_class.from_size(SMALL)), LENGTH)
    assert found["layers.1.feed_forward.widen.weight"] == 2 * LENGTH * 24 * 40
    assert found["embeddings.token.weight"] == 2 * LENGTH * 90 * 24  # as the output layer
    assert found[BETWEEN_TOKENS] == 2 * (2 * 2 * LENGTH * LENGTH * 24)  # scores and averages


@pytest.mark.parametrize("band", [1, 3, LENGTH, 100])
def test_of_local_attention_counts_what_a_token_sees(band: int) -> None:
    spec = ARCHITECTURES["gpt3"]
    dense, local = (
        operations(spec, meta_model(spec, spec.config_class.from_size(SMALL, band=one)), LENGTH)
        for one in (None, band)
    )
    causal = np.tri(LENGTH)
    share = (causal - np.tri(LENGTH, k=-band)).sum() / causal.sum()
    of_layer = dense.pop(BETWEEN_TOKENS) // 2  # of two layers, of which the second has the band
    assert local.pop(BETWEEN_TOKENS) == of_layer + 2 * round(share * of_layer / 2)
    assert local == dense


@pytest.mark.parametrize("direction", ["both", "left_to_right", "right_to_left"])
@pytest.mark.parametrize("reach", [None, 0, 1, 3, 8, 9, 50])
def test_the_share_that_a_local_layer_sees_is_that_of_its_mask(
    direction: Direction, reach: int | None
) -> None:
    length = 9
    stream = StreamSpec("encoder", "Encoder", direction, reach=lambda config, layer: reach)
    whole = replace(stream, reach=None)
    fed = oracle.model_input([7] * length)
    masks = [one.visible(fed, None, 0) for one in (stream, whole)]
    seen, every = (length**2 if mask is None else int(mask.sum()) for mask in masks)
    assert stream.seen_share(None, 0, length) == pytest.approx(seen / every)


def test_heads_can_be_left_out() -> None:
    spec = ARCHITECTURES["bert"]
    model = meta_model(spec, spec.config_class.from_size(SMALL))
    found = operations(spec, model, LENGTH, heads=())
    assert not any(name.startswith("mlm") for name in found)
    assert "embeddings.token.weight" not in found


def test_what_was_published_in_another_proportion_is_kept() -> None:
    spec = ARCHITECTURES["electra"]
    small = published_config(spec, spec.presets[0])
    wider = resize_config(spec, small, replace(small.size, width=512))
    assert (wider.size.width, vars(wider)["embedding_size"]) == (512, 128)
    assert vars(resize_config(spec, small, small.size, embedding_size=64))["embedding_size"] == 64


def test_an_inner_width_that_follows_the_width_does_not_once_it_is_chosen() -> None:
    spec = ARCHITECTURES["gpt2"]
    config = published_config(spec, spec.presets[0])
    size = replace(config.size, width=96, inner=100, num_layers=1)
    shapes = weight_shapes(meta_model(spec, resize_config(spec, config, size)))
    assert shapes["layers.0.feed_forward.widen.weight"] == (100, 96)
