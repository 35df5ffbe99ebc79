"""What every architecture and objective in the catalog must keep, whoever adds one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from models.checkpoints import checkpoint
from models.data.examples import Examples
from models.data.prepare import PreparedData
from models.inference.taps import record_taps, taps
from models.inference.trace import heads_of, trace
from models.schema.batch import Batch, CausalModel, LanguageModel, collate
from models.schema.configs import ModelConfig, Size
from models.schema.parsing import parse_object
from models.schema.records import ModelInput
from models.schema.registry import catalog, num_positions
from models.schema.specs import MAIN_FEED, ArchSpec, ObjectiveSpec
from models.training import trainer
from models.training.trainer import CheckpointSaved, HeldOutEvaluated, TrainingStep
from models.training.training_task import TrainingTask, layout, new_training_task
from tests.models import oracle, tiny

LONGER = "A dog eats the fish in the garden."
SPECS = list(catalog().architectures.values())
OBJECTIVES = list(catalog().objectives.values())
COMPULSORY = {"vocab_size", "width", "num_layers", "num_positions"}  # words of every size
specs = pytest.mark.parametrize("spec", SPECS, ids=[spec.name for spec in SPECS])
objectives = pytest.mark.parametrize("objective", OBJECTIVES, ids=[o.name for o in OBJECTIVES])


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(autouse=True)
def few_held_out_examples(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(trainer, "HELD_OUT_EXAMPLES", 8)
    return


def training_task_for(spec: ArchSpec, data: Path) -> tuple[TrainingTask, PreparedData]:
    prepared = tiny.ready(spec.name, data)
    return new_training_task(tiny.recipe(spec.name), prepared.tokenizer, None), prepared


def batch_for(training_task: TrainingTask, prepared: PreparedData, size: int = 4) -> Batch:
    examples = Examples(prepared.train, prepared.tokenizer, layout(training_task.objectives))
    return training_task.batch(examples, range(size), 24)


def corrupted_by(training_task: TrainingTask, prepared: PreparedData, text: str) -> ModelInput:
    """A text as the objectives of a run corrupt it."""
    model_input = ModelInput.clean(prepared.tokenizer.encode(text))
    for objective in training_task.objectives:
        rng = np.random.default_rng(0)
        model_input = objective.corrupt(model_input, rng, prepared.tokenizer.vocabulary)
    return model_input


# Architectures ------------------------------------------------------------------------------------


def test_nothing_in_the_catalog_is_broken() -> None:
    assert catalog().broken == {}


@specs
def test_a_model_has_what_its_spec_declares(spec: ArchSpec, data: Path) -> None:
    model = training_task_for(spec, data)[0].model
    assert isinstance(model, LanguageModel)
    assert isinstance(model, CausalModel) == spec.generates
    assert set(model.streams) == {stream.name for stream in spec.streams_of(model.config)}
    assert {head.stream for head in spec.heads_of(model)} <= set(model.streams)
    available = taps(model)  # type: ignore[arg-type]
    inputs = {one.name for one in spec.inputs}
    assert {MAIN_FEED, *(stream.feed for stream in spec.streams)} <= inputs
    for stream in model.streams:
        assert bool(model.attention_taps(stream)) == spec.stream(stream).attends
        assert set(model.attention_taps(stream)) <= set(available)
        heads = {path.removesuffix("weights") + "heads" for path in model.attention_taps(stream)}
        assert heads <= set(available)
        assert set(model.hidden_taps(stream)) <= set(available)


@specs
def test_names_point_at_what_exists(spec: ArchSpec) -> None:
    known = catalog()
    assert set(spec.objectives) <= set(known.objectives)
    assert set(spec.tokenizers) <= set(known.tokenizers)
    heads = {head.name for head in spec.heads}
    for name in spec.objectives:
        objective = known.objectives[name]
        assert {objective.head, *objective.heads} <= heads
        assert set(objective.weights) <= heads


@specs
def test_a_card_says_who_published_it_and_what_is_new(spec: ArchSpec) -> None:
    assert spec.title
    assert spec.summary
    assert spec.difference
    assert spec.reference
    assert spec.paper.authors
    assert spec.paper.title
    assert spec.paper.year > 1980
    assert all(preset.total > 0 for preset in spec.presets)


@specs
def test_a_configuration_gives_back_the_size_that_it_is_made_of(spec: ArchSpec) -> None:
    size = Size(3000, width=96, num_layers=5, num_heads=6, inner=130, num_positions=77, dropout=0.2)
    config: ModelConfig = spec.config_class.from_size(size)
    assert config.size == tiny.kept_size(spec.config_class, size)
    assert set(config.keys_of_size()) <= {item.name for item in fields(config.parts()[""])}
    assert set(config.keys_of_size().values()) >= COMPULSORY


@specs
def test_a_configuration_survives_its_config_json(spec: ArchSpec, data: Path) -> None:
    config = training_task_for(spec, data)[0].model.config
    for key, part in config.parts().items():
        text = part.to_json(model_type=spec.model_type)
        again, unknown = spec.config_of(key).from_json(text)
        assert again == part
        assert unknown == ()
        assert num_positions(parse_object(text)) in (None, part.size.num_positions)


@specs
def test_the_published_settings_can_stand_in_a_recipe(spec: ArchSpec, data: Path) -> None:
    """Every key of config.json that does not follow from the size."""
    made_of = tiny.recipe(spec.name)
    assert set(made_of.config) <= {item.name for item in fields(spec.config_of(""))}
    prepared = tiny.ready(spec.name, data)
    model: Any = new_training_task(made_of, prepared.tokenizer, None).model
    for key, value in made_of.config.items():
        assert getattr(model.config.parts()[""], key) == value


@specs
def test_a_trace_of_a_corrupted_text_has_every_stream_and_head(spec: ArchSpec, data: Path) -> None:
    training_task, prepared = training_task_for(spec, data)
    model_input = corrupted_by(training_task, prepared, "The teacher opens the book.")
    found = trace(training_task.model, spec, model_input, tokens=prepared.tokenizer.tokens)
    size = training_task.model.config.size
    config = training_task.model.config
    assert set(found.streams) == {stream.name for stream in spec.streams_of(config)}
    assert set(found.logits) == set(heads_of(training_task.model, spec))
    for name, stream in found.streams.items():
        declared = spec.stream(name)
        rows = len(found.model_input.ids_of(declared.feed))
        seen = spec.stream(declared.columns) if declared.columns else declared
        assert (stream.attention is not None) == declared.attends
        if stream.attention is not None:
            assert stream.attention.shape[0] == len(training_task.model.attention_taps(name))
            columns = len(found.model_input.ids_of(seen.feed))
            assert stream.attention.shape[2:] == (rows, columns)
        if hidden_taps := training_task.model.hidden_taps(name):
            assert stream.hidden is not None
            assert stream.hidden.shape[:2] == (len(hidden_taps), rows)
            if stream.attention is not None:
                assert len(hidden_taps) == len(stream.attention) + 1
    for head in spec.heads_of(training_task.model):
        rows = len(found.streams[head.read(found.streams)].rows)
        shape = {"token": (rows, size.vocab_size), "flag": (rows,)}
        entities = next((one for one in spec.inputs if one.role == "entities"), None)
        if entities is not None:
            shape["entity"] = (rows, entities.num_ids(config) or 0)
        assert found.logits[head.name].shape == shape.get(head.predicts, (head.num_classes,))


@specs
def test_attention_stays_within_what_is_declared_visible(spec: ArchSpec, data: Path) -> None:
    training_task, prepared = training_task_for(spec, data)
    model_input = corrupted_by(training_task, prepared, "The teacher opens the book.")
    found = trace(training_task.model, spec, model_input)
    for name, stream in found.streams.items():
        for layer, maps in enumerate(() if stream.attention is None else stream.attention):
            config = training_task.model.config
            visible = spec.stream(name).visible_by_head(found.model_input, config, layer)
            seen = np.broadcast_to(True if visible is None else visible, maps.shape)
            assert (maps[~seen] == 0).all(), (name, layer)
            assert (maps[seen] > 0).all(), (name, layer)


@specs
def test_a_training_step_moves_every_weight(spec: ArchSpec, data: Path) -> None:
    """Trained as published, no part stays as it was drawn but heads that no objective trains."""
    training_task, prepared = training_task_for(spec, data)
    found = training_task.losses(batch_for(training_task, prepared))
    training_task.total(found, {head: loss.count for head, loss in found.items()}).backward()  # type: ignore[no-untyped-call]
    trained = {head for one in training_task.objectives for head in one.trains}
    idle = [head for head in spec.heads if head.name not in trained]
    untrained = {part for head in idle for part in (head.name, *head.modules)}
    idle_weights = tuple(
        name for role in spec.roles for name in role.idle(training_task.model.config)
    )
    for name, weight in training_task.model.named_parameters():  # type: ignore[attr-defined]
        if name.split(".")[0] in untrained or name.startswith(idle_weights):
            continue
        assert weight.grad is not None, name
        assert torch.isfinite(weight.grad).all(), name


@specs
def test_a_run_yields_steps_metrics_and_a_folder_that_opens(
    spec: ArchSpec, data: Path, tmp_path: Path
) -> None:
    prepared = tiny.ready(spec.name, data)
    made_of = tiny.recipe(spec.name, steps=2)
    found = list(tiny.reports(made_of, prepared, tmp_path))
    assert [report.step for report in found if isinstance(report, TrainingStep)] == [1, 2]
    metrics = next(report for report in found if isinstance(report, HeldOutEvaluated)).metrics
    assert all(np.isfinite(value) for value in metrics.values())
    heads = {h for o in spec.objectives for h in _heads(catalog().objectives[o])}
    assert {f"{head}_loss" for head in heads} <= set(metrics)
    assert any(isinstance(report, CheckpointSaved) for report in found)
    loaded = checkpoint.load(tmp_path)
    assert loaded.spec is spec
    assert loaded.run["metrics"] == pytest.approx(dict(metrics))
    assert loaded.tokenizer is not None
    assert loaded.tokenizer.hash == prepared.tokenizer.hash


def _heads(objective: ObjectiveSpec) -> tuple[str, ...]:
    return objective.heads or (objective.head,)


@specs
def test_saved_and_loaded_it_computes_the_same(spec: ArchSpec, data: Path, tmp_path: Path) -> None:
    training_task, prepared = training_task_for(spec, data)
    checkpoint.save(training_task.model, spec, tmp_path, prepared.tokenizer)
    loaded = checkpoint.load(tmp_path)
    assert set(loaded.heads) == {head.name for head in spec.heads_of(training_task.model)}
    model_input = ModelInput.clean(prepared.tokenizer.encode("A dog eats."))
    one = trace(training_task.model, spec, model_input)
    two = trace(loaded.model, spec, model_input)
    for head, logits in one.logits.items():
        assert np.array_equal(logits, two.logits[head])


@specs
def test_evaluation_is_repeatable_and_changes_no_weight(spec: ArchSpec, data: Path) -> None:
    training_task, prepared = training_task_for(spec, data)
    before = {name: p.clone() for name, p in training_task.model.named_parameters()}  # type: ignore[attr-defined]
    batches = [batch_for(training_task, prepared)]
    assert training_task.evaluate(batches) == training_task.evaluate(batches)
    for name, weight in training_task.model.named_parameters():  # type: ignore[attr-defined]
        assert torch.equal(weight, before[name]), name


@specs
def test_padding_does_not_change_what_a_text_yields(spec: ArchSpec, data: Path) -> None:
    training_task, prepared = training_task_for(spec, data)
    clean = (ModelInput.clean(prepared.tokenizer.encode(text)) for text in ("A dog.", LONGER))
    short, long = (spec.apply_all_feeds(one, training_task.model) for one in clean)
    pad_id = prepared.tokenizer.pad_id or 0
    with torch.no_grad():
        alone = training_task.model(collate([short]))
        padded = training_task.model(collate([short, long], pad_id, inputs=spec.inputs))
    for stream, hidden in alone.items():
        assert torch.allclose(hidden[0], padded[stream][0, : hidden.shape[1]], atol=1e-5)


@specs
def test_a_model_of_16_bits_computes_the_same_recorded_or_not(spec: ArchSpec, data: Path) -> None:
    training_task, prepared = training_task_for(spec, data)
    model: Any = training_task.model
    model.to(torch.bfloat16).eval()
    texts = ("A dog.", "A dog eats the fish.")
    corrupted = [corrupted_by(training_task, prepared, text) for text in texts]
    batch = collate(corrupted, prepared.tokenizer.pad_id or 0)
    paths = [path for stream in model.streams for path in model.attention_taps(stream)]
    with torch.no_grad():
        alone = model(batch)
        with record_taps(model, paths):
            recorded = model(batch)
    for stream, hidden in alone.items():
        assert hidden.dtype == torch.bfloat16
        oracle.assert_near(spec, hidden, recorded[stream], 0.1, 1e-5)


# Objectives ---------------------------------------------------------------------------------------


@objectives
def test_the_heads_of_an_objective_exist_together_in_an_architecture(
    objective: ObjectiveSpec,
) -> None:
    wanted = {objective.head, *objective.heads, *objective.weights}
    assert any(wanted <= {head.name for head in spec.heads} for spec in SPECS)
    assert any(not spec.why_incompatible(objective) for spec in SPECS)


@objectives
def test_an_objective_is_pure(objective: ObjectiveSpec, data: Path) -> None:
    architecture = next(spec.name for spec in SPECS if not spec.why_incompatible(objective))
    prepared = tiny.ready(architecture, data)
    encoding = replace(
        prepared.tokenizer.encode("The cat sees the dog.", "It runs."), labels={"nsp": 0}
    )
    clean, before = ModelInput.clean(encoding), encoding.ids.copy()
    found = [
        objective.corrupt(clean, np.random.default_rng(5), prepared.tokenizer.vocabulary)
        for _ in range(2)
    ]
    assert np.array_equal(found[0].input_ids, found[1].input_ids)
    assert np.array_equal(clean.input_ids, before)
    assert not clean.targets
    for head, targets in found[0].targets.items():
        assert head in {objective.head, *objective.heads}
        assert (targets.positions < len(clean)).all()
        assert np.array_equal(targets.labels, found[1].targets[head].labels)
