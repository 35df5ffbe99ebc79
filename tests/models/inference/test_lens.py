"""The logit lens: what the model's own head makes of the states of each layer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import torch

from models.inference.lens import head_of_stream, hidden_path, lens_logits, masked_trace
from models.inference.mask_filling import mask_logits
from models.inference.taps import record_taps
from models.inference.trace import trace
from models.schema.batch import FinallyNormed, collate, evaluation_mode
from models.schema.records import ModelInput
from models.schema.registry import catalog
from models.schema.specs import ArchSpec
from tests.models import oracle

SPECS = list(catalog().architectures.values())
specs = pytest.mark.parametrize("spec", SPECS, ids=[spec.name for spec in SPECS])
SIZE = oracle.SIZES[0]
POSITIONS = [1, 4, 7]
MASK_ID = 3
# Architectures whose first layers are a model of their own, and the key of their number.
CUT = {"bert": "num_hidden_layers", "gpt2": "n_layer", "roberta": "num_hidden_layers"}


def made(spec: ArchSpec) -> Any:
    """A model whose norms are no identities."""
    torch.manual_seed(1)
    model = spec.model_class(spec.config_class.from_size(SIZE))
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(0.2 * torch.randn_like(parameter))
    return model


def fed(spec: ArchSpec, model: Any) -> ModelInput:
    model_input = oracle.random_input(SIZE.vocab_size, 10)
    return spec.apply_all_feeds(model_input, model)


@specs
def test_the_last_states_give_the_model_s_own_prediction(spec: ArchSpec) -> None:
    model = made(spec)
    model_input = fed(spec, model)
    for head in spec.heads_of(model):
        if head.predicts == "token":
            traced = trace(model, spec, model_input, kinds=("hidden", "logits"))
            stream = head.read(traced.streams)
            rows = [at for at in POSITIONS if at < len(traced.streams[stream].rows)] or [0]
            path = hidden_path(spec, head, stream, traced, rows)
            assert [states.last for states in path] == [False] * (len(path) - 1) + [True]
            own = traced.logits[head.name][rows]
            np.testing.assert_allclose(lens_logits(model, head, path[-1]), own, atol=1e-5)


@specs
def test_a_masked_pass_ends_in_the_prediction_at_the_masks(spec: ArchSpec) -> None:
    head = spec.head_for("fill_mask")
    model = made(spec)
    if head is None or head.name not in [one.name for one in spec.heads_of(model)]:
        pytest.skip("it fills no masks")
    model_input = oracle.random_input(SIZE.vocab_size, 10)
    traced = masked_trace(model, spec, model_input, POSITIONS, MASK_ID)
    path = hidden_path(spec, head, head.read(traced.streams), traced, POSITIONS)
    ids = model_input.input_ids.copy()
    ids[POSITIONS] = MASK_ID
    own = mask_logits(model, spec, replace(model_input, input_ids=ids), POSITIONS)
    np.testing.assert_allclose(lens_logits(model, head, path[-1]), own, atol=1e-5)


@pytest.mark.parametrize("name", CUT)
def test_each_layer_gives_what_a_model_that_ends_there_predicts(name: str) -> None:
    spec = catalog().architectures[name]
    model = made(spec)
    model_input = fed(spec, model)
    (stream,) = model.streams
    head = head_of_stream(spec, spec.heads_of(model), stream)
    assert head is not None
    traced = trace(model, spec, model_input, kinds=("hidden",))
    path = hidden_path(spec, head, stream, traced, POSITIONS)
    for states in path[1:]:
        shorter = spec.model_class(replace(model.config, **{CUT[name]: states.number}))
        weights = {key: model.state_dict()[key] for key in shorter.state_dict()}
        shorter.load_state_dict(weights)
        own = trace(shorter, spec, model_input, kinds=("logits",)).logits[head.name]
        np.testing.assert_allclose(lens_logits(model, head, states), own[POSITIONS], atol=1e-4)


@specs
def test_a_model_that_normalises_before_each_part_declares_its_final_norm(spec: ArchSpec) -> None:
    model = made(spec)
    assert isinstance(model, FinallyNormed) == (has_norms(spec, model) and not spec.post_norm)


def has_norms(spec: ArchSpec, model: Any) -> bool:
    """Whether its layers normalise, and not a head alone: an LSTM does not."""
    heads = {head.name for head in spec.heads}
    parts = ((name, type(part).__name__) for name, part in model.named_modules())
    return any("norm" in kind.lower() for name, kind in parts if name.split(".")[0] not in heads)


NORMED = [s for s in SPECS if not s.post_norm and has_norms(s, made(s))]


@pytest.mark.parametrize("spec", NORMED, ids=[spec.name for spec in NORMED])
def test_the_final_norm_leads_from_the_last_block_to_the_last_states(spec: ArchSpec) -> None:
    model = made(spec)
    model_input = fed(spec, model)
    for stream in model.streams:
        taps = model.hidden_taps(stream)
        if not taps:
            continue
        last = taps[-2].replace(f".{len(taps) - 3}.", f".{len(taps) - 2}.")  # of the last block
        passes = record_taps(model, [last, taps[-1]])
        with passes as seen, torch.inference_mode(), evaluation_mode(model):
            model(collate([model_input]))
            normed = model.final_norm(stream, seen[last])
        assert not torch.allclose(seen[last], seen[taps[-1]], atol=1e-3)
        torch.testing.assert_close(normed, seen[taps[-1]])


def test_a_stream_that_goes_on_with_another_is_followed_to_its_end() -> None:
    spec = catalog().architectures["deberta"]
    model = made(spec)
    traced = trace(model, spec, fed(spec, model), kinds=("hidden", "logits"))
    head = head_of_stream(spec, spec.heads_of(model), "encoder")
    assert head is not None
    path = hidden_path(spec, head, "encoder", traced, POSITIONS)
    layers = len(model.layers)
    encoder = [("encoder", number) for number in range(layers + 1)]
    assert [(one.stream, one.number) for one in path] == [*encoder, ("emd", 1), ("emd", 2)]
    own = traced.logits[head.name][POSITIONS]
    np.testing.assert_allclose(lens_logits(model, head, path[-1]), own, atol=1e-5)


def test_a_stream_that_reads_an_order_is_followed_alone() -> None:
    spec = catalog().architectures["xlnet"]
    model = made(spec)
    model_input = oracle.random_input(SIZE.vocab_size, 10)
    traced = masked_trace(model, spec, model_input, POSITIONS, MASK_ID)
    head = head_of_stream(spec, spec.heads_of(model), "content")
    assert head is not None
    path = hidden_path(spec, head, "content", traced, POSITIONS)
    assert {one.stream for one in path} == {"query"}
