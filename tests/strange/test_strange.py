"""Architectures unlike all others need no edit outside their own file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from inspect import signature
from pathlib import Path

import numpy as np
import pytest

from models.checkpoints import checkpoint
from models.checkpoints.folders import architecture_of
from models.data.prepare import PreparedData
from models.inference.mask_filling import MaskedPositions, fill_independent, fill_one_by_one
from models.inference.trace import trace
from models.inside.diagrams.derive import diagram_of
from models.inside.diagrams.diagram import StepKey
from models.inside.record import record, stages_of_stream
from models.schema.meta_models import (
    meta_model,
    operations,
    published_config,
    resize_config,
    weight_shapes,
)
from models.schema.parsing import parse_object
from models.schema.records import ModelInput, Trace
from models.schema.registry import Catalog, catalog, model_types, num_positions
from models.schema.specs import ArchSpec
from models.training import trainer
from models.training.trainer import HeldOutEvaluated, TrainingStep
from models.training.training_task import TrainingTask, new_training_task
from tests.models import oracle, tiny
from tests.models.arch import test_contracts
from tests.models.oracle import SIZES
from tests.strange.registration import NAMES

TEXT = "The teacher opens the book."
each = pytest.mark.parametrize("name", NAMES)
CONTRACTS = [
    function
    for name, function in vars(test_contracts).items()
    if name.startswith("test_") and "spec" in signature(function).parameters
]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(autouse=True)
def few_held_out_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trainer, "HELD_OUT_EXAMPLES", 8)


def spec_of(name: str) -> ArchSpec:
    return catalog().architectures[name]


def task_for(name: str, data: Path) -> tuple[TrainingTask, PreparedData]:
    prepared = tiny.ready(name, data)
    return new_training_task(tiny.recipe(name), prepared.tokenizer, None), prepared


def traced(name: str, data: Path, text: str = TEXT) -> tuple[Trace, TrainingTask]:
    """Everything that is recorded of a text."""
    task, prepared = task_for(name, data)
    clean = ModelInput.clean(prepared.tokenizer.encode(text))
    return trace(task.model, task.spec, clean, tokens=prepared.tokenizer.tokens), task


def test_they_are_in_the_catalog_and_nothing_is_broken(strange_catalog: Catalog) -> None:
    assert strange_catalog.broken == {}
    assert set(NAMES) <= strange_catalog.architectures.keys()
    assert set(NAMES) <= set(model_types())


@pytest.mark.parametrize("contract", CONTRACTS, ids=[one.__name__ for one in CONTRACTS])
@each
def test_it_keeps_the_contracts_of_all_architectures(
    contract: Callable[..., None], name: str, data: Path, tmp_path: Path
) -> None:
    """It trains, is saved, opened, traced and evaluated like any other."""
    known = {"spec": spec_of(name), "data": data, "tmp_path": tmp_path}
    contract(**{word: known[word] for word in signature(contract).parameters})


@each
def test_a_run_learns_something(name: str, data: Path, tmp_path: Path) -> None:
    prepared = tiny.ready(name, data)
    found = list(tiny.reports(tiny.recipe(name, steps=12), prepared, tmp_path))
    first = next(report.losses["mlm"] for report in found if isinstance(report, TrainingStep))
    metrics = next(report for report in found if isinstance(report, HeldOutEvaluated)).metrics
    assert metrics["mlm_loss"] < first
    run = checkpoint.load(tmp_path).run
    assert run["baselines"]["5gram"] > 0


@each
def test_config_json_is_read_without_opening_the_model(name: str, tmp_path: Path) -> None:
    (preset,) = spec_of(name).presets
    config = published_config(spec_of(name), preset)
    text = config.to_json(model_type=spec_of(name).model_type)
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
    more = weight_shapes(meta_model(spec, resize_config(spec, config, deeper)))
    assert len(more) > len(shapes)


@each
def test_it_fills_masked_positions(name: str, data: Path) -> None:
    task, prepared = task_for(name, data)
    encoding = prepared.tokenizer.encode(TEXT)
    masked = MaskedPositions(task.model, task.spec, prepared.tokenizer, encoding, [2, 4])
    for filling in (fill_independent(masked), fill_one_by_one(masked)):
        assert filling.positions == (2, 4)
        assert 0 < filling.joint < 1


def test_visibility_differs_by_layer(data: Path) -> None:
    found, task = traced("sparse", data)
    (stream,) = task.spec.streams
    band, grid = (stream.visible(found.model_input, task.model.config, layer) for layer in (0, 1))
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
        name: task.spec.stream(name).visible(one.model_input, task.model.config, 0)
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
        assert recorded.shape == (size.num_layers, len(found.model_input), size.width)
        assert ((recorded > 0) & (recorded < 1)).all()


def test_entities_have_a_vocabulary_and_a_length_of_their_own(data: Path) -> None:
    found, task = traced("entities", data)
    entities = found.model_input.feeds["entity_ids"]
    stream = found.streams["entities"]
    assert stream.rows == stream.columns == tuple(f"Q{id}" for id in entities)
    assert len(entities) != len(found.model_input)
    beyond = found.model_input.with_feed("entity_ids", np.array([task.model.config.num_entities]))  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="below"):
        trace(task.model, task.spec, beyond)


def test_a_stream_without_attention_has_no_head_to_switch_off(data: Path) -> None:
    task, prepared = task_for("bilstm", data)
    clean = ModelInput.clean(prepared.tokenizer.encode(TEXT))
    with pytest.raises(ValueError, match="no head"):
        trace(task.model, task.spec, clean, ablate=[("forward", 0, 0)])


@each
def test_its_block_diagram_follows_from_its_steps(name: str, strange_catalog: Catalog) -> None:
    spec = strange_catalog.architectures[name]
    model = oracle.random_model(spec, SIZES[0])
    fed = spec.apply_all_feeds(oracle.random_input(SIZES[0].vocab_size, 9), model)
    passed = record(model, spec, fed)
    own = diagram_of(model, spec, fed, passed)
    stages = [one for stream in model.streams for one in stages_of_stream(model, passed, stream)]
    about_tokens = [one for one in stages if one.result.numbers.dim() > 1]
    steps = [StepKey(s.path, s.title, s.occurrence) for s in about_tokens]
    assert [step for step in steps if own.place_of(step) is None] == []
    assert any(part.kind == "head" for part in own.parts)
