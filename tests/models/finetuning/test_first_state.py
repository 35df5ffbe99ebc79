"""A head that reads the first state only: the last layer computes no other, and nothing changes."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch

from models.finetuning.pipeline import HeadPipeline
from models.inference.taps import record_taps
from models.schema.batch import Batch, as_module
from models.schema.registry import catalog
from tests.models.finetuning import tiny

SPECS = [spec for spec in catalog().architectures.values() if "sequence" in spec.task_heads]
SHORTENED = ("bert", "distilbert", "electra", "roberta")
TOLERANCE = 1e-6


def pipeline_and_batch(architecture: str) -> tuple[HeadPipeline, Batch]:
    """A pipeline without dropout, and texts of different lengths."""
    data = tiny.colours()
    pipeline = tiny.pipeline_of(tiny.recipe(architecture), data)
    assert isinstance(pipeline, HeadPipeline)
    pipeline.module.eval()
    batch = pipeline.batch(pipeline.rows(data.examples("train")[:6], data))
    assert batch.present is not None
    return pipeline, batch


@pytest.mark.parametrize("architecture", [spec.name for spec in SPECS])
def test_logits_and_gradients_are_those_of_all_states(architecture: str) -> None:
    pipeline, batch = pipeline_and_batch(architecture)
    task_model = pipeline.task_model
    logits = [task_model(batch), task_model.head(task_model.states(batch), batch)]
    torch.testing.assert_close(*logits, rtol=0, atol=TOLERANCE)
    parameters = list(task_model.parameters())
    found, expected = (
        torch.autograd.grad(one.square().sum(), parameters, allow_unused=True) for one in logits
    )
    for ours, theirs in zip(found, expected, strict=True):
        if theirs is None:
            assert ours is None
        else:
            torch.testing.assert_close(ours, theirs, rtol=1e-4, atol=TOLERANCE)


@pytest.mark.parametrize("architecture", SHORTENED)
def test_the_last_layer_computes_one_state_unless_a_tap_is_read(architecture: str) -> None:
    pipeline, batch = pipeline_and_batch(architecture)
    model, (stream, *_) = pipeline.model, pipeline.model.streams
    read = replace(batch, first_only=True)
    whole = batch.input_ids.shape
    assert model(batch)[stream].shape[:2] == whole
    assert model(read)[stream].shape[:2] == (whole[0], 1)
    for path in (model.hidden_taps(stream)[-1], model.attention_taps(stream)[-1]):
        with record_taps(as_module(model), [path]) as record:
            assert model(read)[stream].shape[:2] == whole
        assert whole[1] in record[path].shape
