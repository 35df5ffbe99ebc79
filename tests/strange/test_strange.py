"""Architectures unlike all others need no edit outside their own file."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from models.checkpoints import checkpoint
from models.checkpoints.folders import architecture_of
from models.data.examples import Examples
from models.data.prepare import Prepared
from models.inference.mask_filling import MaskedPositions, fill_independent, fill_one_by_one
from models.inference.trace import trace
from models.schema.batch import collate
from models.schema.configs import Size, parse_object
from models.schema.meta_models import (
    meta_model,
    operations,
    published_config,
    resized,
    weight_shapes,
)
from models.schema.records import Corruption, Trace
from models.schema.registry import Catalog, catalog, model_types, num_positions
from models.schema.specs import ArchSpec
from models.training import trainer
from models.training.trainer import Evaluated, Saved, Step
from models.training.training_task import TrainingTask, layout, new_training_task
from tests.models import tiny
from tests.strange.registration import NAMES

TEXT = "The teacher opens the book."
each = pytest.mark.parametrize("name", NAMES)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(autouse=True)
def few_held_out_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trainer, "HELD_OUT_EXAMPLES", 8)


def spec_of(name: str) -> ArchSpec:
    return catalog().architectures[name]


def task_for(name: str, data: Path) -> tuple[TrainingTask, Prepared]:
    prepared = tiny.ready(name, data)
    return new_training_task(tiny.recipe(name), prepared.tokenizer, None), prepared


def traced(name: str, data: Path, text: str = TEXT) -> tuple[Trace, TrainingTask]:
    """Everything that is recorded of a text."""
    task, prepared = task_for(name, data)
    clean = Corruption.clean(prepared.tokenizer.encode(text))
    return trace(task.model, task.spec, clean, tokens=prepared.tokenizer.tokens), task


def test_they_are_in_the_catalog_and_nothing_is_broken(strange_catalog: Catalog) -> None:
    assert strange_catalog.broken == {}
    assert set(NAMES) <= strange_catalog.architectures.keys()
    assert set(NAMES) <= set(model_types())


@each
def test_a_run_learns_saves_and_opens(name: str, data: Path, tmp_path: Path) -> None:
    prepared = tiny.ready(name, data)
    found = list(tiny.reports(tiny.recipe(name, steps=4), prepared, tmp_path))
    losses = [report.losses["mlm"] for report in found if isinstance(report, Step)]
    assert len(losses) == 4
    assert np.isfinite(losses).all()
    metrics = next(report for report in found if isinstance(report, Evaluated)).metrics
    assert metrics["mlm_loss"] < losses[0], "it has learned something"
    assert any(isinstance(report, Saved) for report in found)
    loaded = checkpoint.load(tmp_path)
    assert loaded.spec is spec_of(name)
    assert loaded.heads == ("mlm",)
    assert loaded.run["metrics"] == pytest.approx(dict(metrics))
    assert loaded.run["baselines"]["unigram"] > 0
    assert loaded.tokenizer is not None
    assert loaded.tokenizer.hash == prepared.tokenizer.hash


@each
def test_a_training_step_moves_every_weight(name: str, data: Path) -> None:
    task, prepared = task_for(name, data)
    examples = Examples(prepared.train, prepared.tokenizer, layout(task.objectives))
    found = task.losses(task.batch(examples, range(4), 24))
    task.total(found, {head: loss.count for head, loss in found.items()}).backward()  # type: ignore[no-untyped-call]
    for weight_name, weight in task.model.named_parameters():  # type: ignore[attr-defined]
        assert weight.grad is not None, weight_name
        assert torch.isfinite(weight.grad).all(), weight_name


@each
def test_saved_and_loaded_it_computes_the_same(name: str, data: Path, tmp_path: Path) -> None:
    task, prepared = task_for(name, data)
    checkpoint.save(task.model, task.spec, tmp_path, prepared.tokenizer)
    loaded = checkpoint.load(tmp_path)
    assert not loaded.absent
    clean = Corruption.clean(prepared.tokenizer.encode(TEXT))
    ours, theirs = (trace(model, task.spec, clean) for model in (task.model, loaded.model))
    assert np.array_equal(ours.logits["mlm"], theirs.logits["mlm"])


@each
def test_a_configuration_survives_its_config_json(name: str, data: Path, tmp_path: Path) -> None:
    config = task_for(name, data)[0].model.config
    text = config.to_json(model_type=spec_of(name).model_type)
    again, unknown = spec_of(name).config_class.from_json(text)
    assert (again, unknown) == (config, ())
    assert architecture_of(tmp_path, parse_object(text)) == name
    assert num_positions(parse_object(text)) == config.size.num_positions
    stated = {item.name for item in fields(config)} & {"n_positions", "max_position_embeddings"}
    without = {key: value for key, value in parse_object(text).items() if key not in stated}
    assert num_positions(without) == (spec_of(name).default_positions or None)


@each
def test_a_meta_model_counts_its_weights_and_operations(name: str) -> None:
    spec = spec_of(name)
    (preset,) = spec.presets
    config = published_config(spec, preset)
    shapes = weight_shapes(meta_model(spec, config))
    heads = {head.name for head in spec.heads}
    base = {name: shape for name, shape in shapes.items() if name.split(".")[0] not in heads}
    assert sum(int(np.prod(shape)) for shape in base.values()) == preset.total
    short, long = (operations(spec, meta_model(spec, config), length) for length in (5, 10))
    assert sum(long.values()) >= 2 * sum(short.values()) > 0
    deeper = replace(config.size, num_layers=config.size.num_layers + 1)
    more = weight_shapes(meta_model(spec, resized(spec, config, deeper)))
    assert len(more) > len(shapes)


@each
def test_a_trace_has_every_stream_that_is_declared(name: str, data: Path) -> None:
    found, task = traced(name, data)
    assert set(found.streams) == {stream.name for stream in task.spec.streams}
    for stream in task.spec.streams:
        recorded = found.streams[stream.name]
        assert recorded.rows
        assert (recorded.attention is not None) == stream.attends
        assert recorded.hidden is not None
        assert recorded.hidden.shape[1] == len(found.corruption.ids_of(stream.feed))
    assert found.logits["mlm"].shape == (len(found.corruption), task.model.config.size.vocab_size)


@each
def test_padding_does_not_change_what_a_text_yields(name: str, data: Path) -> None:
    task, prepared = task_for(name, data)
    texts = ("A dog.", "A dog eats the fish in the garden.")
    short, long = (
        task.spec.complete(Corruption.clean(prepared.tokenizer.encode(text)), task.model.config)
        for text in texts
    )
    with torch.no_grad():
        alone = task.model(collate([short]))
        padded = task.model(collate([short, long], 1, inputs=task.spec.inputs))
    for stream, hidden in alone.items():
        assert torch.allclose(hidden[0], padded[stream][0, : hidden.shape[1]], atol=1e-5), stream


@each
def test_it_fills_masked_positions(name: str, data: Path) -> None:
    task, prepared = task_for(name, data)
    encoding = prepared.tokenizer.encode(TEXT)
    masked = MaskedPositions(task.model, task.spec, prepared.tokenizer, encoding, [2, 4])
    for filling in (fill_independent(masked), fill_one_by_one(masked)):
        assert filling.positions == (2, 4)
        assert 0 < filling.joint < 1


@each
def test_attention_stays_within_what_is_visible(name: str, data: Path) -> None:
    found, task = traced(name, data)
    for stream in task.spec.streams:
        attention = found.streams[stream.name].attention
        for layer, maps in enumerate([] if attention is None else attention):
            visible = stream.visible(found.corruption, task.model.config, layer)
            if visible is not None:
                assert maps[:, ~visible].max() < 1e-6
                assert maps[:, visible].min() > 0


def test_visibility_differs_by_layer(data: Path) -> None:
    found, task = traced("sparse", data)
    (stream,) = task.spec.streams
    band, grid = (stream.visible(found.corruption, task.model.config, layer) for layer in (0, 1))
    assert band is not None
    assert grid is not None
    assert not np.array_equal(band, grid)
    assert not band.all()
    assert not grid.all()


def test_a_recurrent_stream_is_read_in_its_direction(data: Path) -> None:
    """What comes later changes the backward states alone, and what is earlier the forward ones."""
    one, task = traced("bilstm", data, "The teacher opens the book.")
    two, _ = traced("bilstm", data, "The teacher opens the door.")
    first = {name: stream.hidden for name, stream in one.streams.items()}
    other = {name: stream.hidden for name, stream in two.streams.items()}
    assert np.allclose(first["forward"][:, 1], other["forward"][:, 1], atol=1e-6)  # type: ignore[index]
    assert not np.allclose(first["backward"][:, 1], other["backward"][:, 1], atol=1e-6)  # type: ignore[index]
    seen = {
        name: task.spec.stream(name).visible(one.corruption, task.model.config, 0)
        for name in ("forward", "backward")
    }
    assert seen["forward"] is not None
    assert np.array_equal(seen["forward"].T, seen["backward"])  # type: ignore[arg-type]


def test_the_gates_of_a_recurrent_stream_are_recorded(data: Path) -> None:
    found, task = traced("bilstm", data)
    (gate,) = task.spec.extras
    for name in ("forward", "backward"):
        recorded = found.streams[name].extra[gate.name]
        size = task.model.config.size
        assert recorded.shape == (size.num_layers, len(found.corruption), size.width)
        assert ((recorded > 0) & (recorded < 1)).all()


def test_entities_have_a_vocabulary_and_a_length_of_their_own(data: Path) -> None:
    found, task = traced("entities", data)
    entities = found.corruption.feeds["entity_ids"]
    stream = found.streams["entities"]
    assert stream.rows == stream.columns == tuple(f"Q{id}" for id in entities)
    assert len(entities) != len(found.corruption)
    beyond = found.corruption.with_feed("entity_ids", np.array([task.model.config.num_entities]))  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="below"):
        trace(task.model, task.spec, beyond)


def test_a_stream_without_attention_has_no_head_to_switch_off(data: Path) -> None:
    task, prepared = task_for("bilstm", data)
    clean = Corruption.clean(prepared.tokenizer.encode(TEXT))
    with pytest.raises(ValueError, match="no head"):
        trace(task.model, task.spec, clean, ablate=[("forward", 0, 0)])


@each
def test_a_size_that_an_architecture_does_not_have_is_one(name: str) -> None:
    size = Size(300, width=24, num_layers=3, num_heads=4, inner=40, num_positions=50)
    config: Any = spec_of(name).config_class.from_size(size)
    expected = replace(size, num_heads=1, inner=1) if name == "bilstm" else size
    assert config.size == expected
