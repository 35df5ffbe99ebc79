"""Masks by hand, importance of heads against its definition, and layers that are gone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor

from models.checkpoints.checkpoint import LoadedModel, load, save
from models.compression.examples import compression_data
from models.compression.heads import (
    attention_units,
    gradient_importance,
    head_masks,
    mean_loss,
    zero_heads,
)
from models.compression.layer_removal import remove_layers, stacks
from models.compression.masks import apply_masks, magnitude_masks, pattern_masks, sparsity_of
from models.compression.measure import quality_by_sparsity, round_sparsities
from models.compression.pruning import (
    HEADS,
    LAYERS,
    SPEC,
    compress,
    head_importance,
    prunable,
    sparsity_at,
)
from models.compression.quantization import copy_loaded_model
from models.compression.run import complete_options, compress_into
from models.inference.taps import Listener, attach_listeners
from models.runtime.generators import run_to_end
from models.runtime.resources import checkpoint_folder
from models.schema.batch import as_module
from models.schema.configs import Size
from models.schema.registry import catalog
from models.schema.specs import ArchSpec
from tests.models import oracle
from tests.models.arch.test_parity import assert_streams_agree
from tests.models.compression.examples import RandomData, random_data, random_folder
from tests.models.oracle import ORACLES

ARCHITECTURES = catalog().architectures
SPECS = list(ARCHITECTURES.values())
specs = pytest.mark.parametrize("spec", SPECS, ids=[spec.name for spec in SPECS])
SIZE = Size(61, width=32, num_layers=3, num_heads=4, inner=48, num_positions=24)


def compressed(loaded: LoadedModel, out: Path, data: Any = None, **options: Any) -> LoadedModel:
    return load(run_to_end(compress_into(loaded, "prune", options, out, data)))


@pytest.fixture(scope="module")
def base() -> LoadedModel:
    return load(checkpoint_folder("bert-mini"))


@pytest.fixture
def tiny(tmp_path: Path) -> tuple[LoadedModel, RandomData]:
    spec = ARCHITECTURES["bert"]
    return random_folder(spec, SIZE, tmp_path / "base"), random_data(spec, SIZE, rows=1)


# Single weights -----------------------------------------------------------------------------------


def weights(*rows: list[float]) -> dict[str, Tensor]:
    return {f"w{n}": torch.tensor([row]) for n, row in enumerate(rows)}


def as_lists(masks: dict[str, Tensor]) -> list[list[float]]:
    return [mask[0].tolist() for mask in masks.values()]


def test_the_smallest_of_all_or_of_each_weight_go() -> None:
    two = weights([1.0, -2.0, 3.0, 4.0], [-10.0, 20.0, 30.0, 40.0])
    assert as_lists(magnitude_masks(two, 0.5, "global")) == [[0, 0, 0, 0], [1, 1, 1, 1]]
    assert as_lists(magnitude_masks(two, 0.5, "layer")) == [[0, 0, 1, 1], [0, 0, 1, 1]]
    assert sparsity_of(magnitude_masks(two, 0.25, "global")) == 0.25


def test_of_equal_numbers_as_many_go_as_are_wanted() -> None:
    assert sparsity_of(magnitude_masks(weights([1.0] * 8), 0.5, "global")) == 0.5


def test_two_of_four_neighbours_are_kept_and_the_rest_of_a_row_stays() -> None:
    masks = pattern_masks(weights([1.0, -5.0, 2.0, 3.0, 9.0, 0.0, 0.0, 8.0, 0.1]), 2, 4)
    assert as_lists(masks) == [[0, 1, 0, 1, 1, 0, 0, 1, 1]]


def test_the_sparsity_of_steps_grows_to_the_last() -> None:
    steps = [sparsity_at(step, 4, 0.8) for step in range(1, 5)]
    assert steps == sorted(steps)
    assert steps[-1] == 0.8
    assert steps[0] == pytest.approx(0.8 * (1 - 0.75**3))


@specs
def test_a_pruned_folder_of_any_architecture_has_its_zeros(spec: ArchSpec, tmp_path: Path) -> None:
    loaded = random_folder(spec, SIZE, tmp_path / "base")
    for scope in ("global", "n:m"):
        made = compressed(loaded, tmp_path / scope, scope=scope, sparsity=0.5)
        record = made.run["compression"]
        zeros = {name: int((made.weights[name] == 0).sum()) for name in prunable(loaded, False)}
        assert sum(zeros.values()) == record["zeros"]
        assert record["sparsity"] == pytest.approx(0.5, abs=0.05)
        assert (record["stored_smaller"], record["computed_faster"]) == (False, False)
        for name, weight in loaded.weights.items():
            kept = made.weights[name] != 0
            assert torch.equal(made.weights[name][kept], weight[kept])


def test_every_four_neighbours_of_a_pruned_weight_have_two_zeros(
    base: LoadedModel, tmp_path: Path
) -> None:
    made = compressed(base, tmp_path / "made", scope="n:m")
    left = made.weights["layers.0.feed_forward.widen.weight"] != 0
    assert (left.reshape(len(left), -1, 4).sum(-1) == 2).all()
    assert float((made.weights["embeddings.token.weight"] != 0).float().mean()) > 0.99


def test_what_was_removed_stays_zero_while_the_rest_learns(
    base: LoadedModel, tmp_path: Path
) -> None:
    data = compression_data(base, count=16)
    asked = {"sparsity": 0.6, "steps": 2}
    once = compressed(base, tmp_path / "once", data, **asked)
    taught = compressed(base, tmp_path / "taught", data, **asked, training_steps=4)
    name = "layers.0.feed_forward.widen.weight"
    assert float((taught.weights[name] != 0).float().mean()) < 0.9
    assert not torch.equal(once.weights[name], taught.weights[name])
    steps = taught.run["compression"]["steps"]
    assert [point["sparsity"] for point in steps] == pytest.approx([0.525, 0.6], abs=1e-4)
    assert taught.run["compression"]["sparsity"] == pytest.approx(0.6, abs=1e-4)


def test_quality_falls_with_sparsity(base: LoadedModel) -> None:
    data = compression_data(base, count=16)
    options = complete_options(SPEC, {})
    curve = run_to_end(quality_by_sparsity(base, options, data, (0.3, 0.9)))
    assert curve.sparsities.tolist() == pytest.approx([0.0, 0.3, 0.9], abs=1e-3)
    assert curve.losses[0] < curve.losses[2]
    assert curve.accuracies[0] > curve.accuracies[2]
    assert np.isnan(curve.scores).all()


def test_sparsities_of_heads_and_layers_are_those_that_whole_numbers_reach(
    base: LoadedModel,
) -> None:
    data = compression_data(base, count=16)
    heads, layers = (
        run_to_end(quality_by_sparsity(base, complete_options(SPEC, {"kind": kind}), data))
        for kind in (HEADS, LAYERS)
    )
    assert round_sparsities((0.1, 0.4, 0.5, 0.9), 4) == [0.5]
    total = 4 * 4
    assert (heads.sparsities * total).tolist() == [0, 2, 3, 5, 6, 8, 10, 11, 13, 14]
    assert layers.sparsities.tolist() == [0.0, 0.25, 0.5, 0.75]
    assert heads.losses[0] == layers.losses[0] < min(heads.losses[-1], layers.losses[-1])


def test_layers_are_removed_for_the_curve_as_for_a_model(base: LoadedModel) -> None:
    data = compression_data(base, count=16)
    options = complete_options(SPEC, {"kind": LAYERS, "sparsity": 0.5})
    curve = run_to_end(quality_by_sparsity(base, options, data))
    made = run_to_end(compress(base, options, data))
    assert data.quality(made.loaded).loss == pytest.approx(float(curve.losses[2]), rel=1e-5)


# Heads --------------------------------------------------------------------------------------------


@specs
def test_a_removed_head_is_the_head_that_a_tap_switches_off(spec: ArchSpec, tmp_path: Path) -> None:
    """So the weight that reads it is the right one, in every architecture."""
    loaded, data = random_folder(spec, SIZE, tmp_path / "base"), random_data(spec, SIZE)
    units = attention_units(loaded, data)
    if not any(stream.attends for stream in spec.streams):
        assert not units
        return
    assert units
    whole = mean_loss(loaded, data)
    for n, unit in enumerate(units):
        with zero_heads(loaded, [(unit, unit.num_heads - 1)]):
            switched_off = mean_loss(loaded, data)
        made = copy_loaded_model(loaded)
        masks = head_masks(made, units, [(n, unit.num_heads - 1)])
        apply_masks(as_module(made.model), masks)
        assert mean_loss(made, data) == pytest.approx(switched_off, rel=1e-5)
        assert switched_off != whole


def test_the_gradient_of_a_head_equals_a_finite_difference(
    tiny: tuple[LoadedModel, RandomData],
) -> None:
    loaded, data = tiny
    units = attention_units(loaded, data)
    found = gradient_importance(loaded, units, data)
    step = 1e-2
    for unit, values in zip(units, found, strict=True):
        for head, value in enumerate(values):
            by_example = []
            for batch in data.batches:  # of one example each
                one = RandomData((batch,))
                ends = []
                for factor in (1 + step, 1 - step):
                    listener = {path: scaled(head, factor) for path in unit.taps}
                    with attach_listeners(as_module(loaded.model), listener):
                        ends.append(mean_loss(loaded, one))
                by_example.append(abs(ends[0] - ends[1]) / (2 * step))
            assert value == pytest.approx(np.mean(by_example), rel=0.05, abs=2e-2)


def scaled(head: int, factor: float) -> Listener:
    def listener(heads: Tensor) -> Tensor:
        changed = heads.clone()
        changed[..., head, :] *= factor
        return changed

    return listener


def test_ablation_ranks_heads_by_the_loss_without_them(
    tiny: tuple[LoadedModel, RandomData],
) -> None:
    loaded, data = tiny
    ranked = run_to_end(head_importance(loaded, "ablation", data))
    before = mean_loss(loaded, data)
    n, head = ranked.order[0]
    with zero_heads(loaded, [(ranked.units[n], head)]):
        assert ranked.values[n][head] == pytest.approx(mean_loss(loaded, data) - before, abs=1e-4)
    growths = [ranked.values[n][head] for n, head in ranked.order]
    assert growths == sorted(growths)


@pytest.mark.parametrize("importance", ["gradient", "ablation"])
def test_removed_heads_are_recorded_with_the_importance_of_all(
    importance: str, tiny: tuple[LoadedModel, RandomData], tmp_path: Path
) -> None:
    loaded, data = tiny
    asked = {"kind": "heads", "sparsity": 0.5, "steps": 2, "importance": importance}
    made = compressed(loaded, tmp_path / "made", data, **asked)
    record = made.run["compression"]
    assert len(record["heads"]) == len({(h["layer"], h["head"]) for h in record["heads"]}) == 6
    assert [len(one["values"]) for one in record["importance"]] == [4, 4, 4]
    first = record["heads"][0]
    name = f"layers.{first['layer']}.attention.output.weight"
    columns = made.weights[name].detach().view(32, 4, 8)[:, first["head"]]
    assert not columns.any()


# Layers -------------------------------------------------------------------------------------------


@specs
def test_a_model_without_a_layer_is_a_smaller_model_of_its_architecture(
    spec: ArchSpec, tmp_path: Path
) -> None:
    loaded, data = random_folder(spec, SIZE, tmp_path / "base"), random_data(spec, SIZE)
    known = stacks(loaded)
    if not known:
        with pytest.raises(ValueError, match="no layers that can be removed"):
            compressed(loaded, tmp_path / "made", data, kind="layers")
        return
    removed = {one.name: [one.num_layers // 2] for one in known}
    made = remove_layers(loaded, known, removed)
    save(made.model, spec, tmp_path / "made")
    opened = load(tmp_path / "made")
    assert [one.num_layers for one in stacks(opened)] == [
        one.num_layers - 1 for one in known if one.num_layers > 2
    ]
    assert len(opened.weights) < len(loaded.weights)
    assert opened.report == loaded.report
    assert mean_loss(opened, data) == mean_loss(made, data)


@pytest.mark.parametrize("name", sorted({s.name for s in SPECS} & ORACLES.keys()))
def test_a_model_without_a_layer_computes_the_same_in_transformers(
    name: str, tmp_path: Path
) -> None:
    spec = ARCHITECTURES[name]
    loaded = random_folder(spec, SIZE, tmp_path / "base")
    known = stacks(loaded)
    removed = {one.name: [0] for one in known if one.num_layers > 1}
    made = remove_layers(loaded, known, removed) if known else loaded
    check_in_transformers(spec, made, tmp_path / "made")


@pytest.mark.parametrize("name", sorted({s.name for s in SPECS} & ORACLES.keys()))
def test_a_model_with_zeros_computes_the_same_in_transformers(name: str, tmp_path: Path) -> None:
    spec = ARCHITECTURES[name]
    loaded = random_folder(spec, SIZE, tmp_path / "base")
    made = compressed(loaded, tmp_path / "pruned", sparsity=0.7)
    check_in_transformers(spec, made, tmp_path / "made")


def check_in_transformers(spec: ArchSpec, made: LoadedModel, folder: Path) -> None:
    save(made.model, spec, folder)
    references: dict[str, object] = {
        subfolder: oracle.open_theirs(part, folder, subfolder)[0]
        for subfolder, part in ORACLES[spec.name].items()
    }
    assert_streams_agree(spec, load(folder).model, references, SIZE)


def test_the_layer_goes_without_which_the_loss_is_smallest(
    tiny: tuple[LoadedModel, RandomData], tmp_path: Path
) -> None:
    loaded, data = tiny
    known = stacks(loaded)
    losses = [mean_loss(remove_layers(loaded, known, {"layers": [n]}), data) for n in range(3)]
    made = compressed(loaded, tmp_path / "made", data, kind="layers", sparsity=0.34)
    record = made.run["compression"]
    assert [one["layer"] for one in record["layers"]] == [int(np.argmin(losses))]
    assert made.model.config.size.num_layers == 2
    assert record["stored_smaller"]
    assert record["computed_faster"]
    assert record["bytes"] < record["base_bytes"]
    two = compressed(loaded, tmp_path / "two", data, kind="layers", sparsity=0.67)
    gone = [one["layer"] for one in two.run["compression"]["layers"]]
    (left,) = {0, 1, 2} - set(gone)
    assert torch.equal(
        two.weights["layers.0.attention.qkv.weight"],
        loaded.weights[f"layers.{left}.attention.qkv.weight"],
    )


def test_a_fine_tuned_model_keeps_its_head_without_a_layer(tmp_path: Path) -> None:
    loaded = load(checkpoint_folder("bert-mini-acceptability"))
    data = compression_data(loaded, count=32)
    made = compressed(loaded, tmp_path / "made", data, kind="layers", sparsity=0.25)
    assert made.task_model is not None
    assert made.model.config.size.num_layers == 3
    score = data.quality(made).score
    assert score is not None
    assert score > 0.7


# What cannot be -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"sparsity": 1.0}, "must lie in 0.0 to 0.99"),
        ({"sparsity": 0.0}, "removes nothing"),
        ({"kind": "rows"}, "must be one of"),
        ({"scope": "n:m", "kept_of_m": 4}, "set kept_of_m to at most 3"),
        ({"kind": "heads", "sparsity": 0.98}, "from 1 to 11 can be removed"),
        ({"kind": "heads", "sparsity": 0.01}, "from 1 to 11 can be removed"),
        ({"kind": "layers", "sparsity": 0.9}, "from 1 to 2 can be removed"),
        ({"kind": "layers", "sparsity": 0.1}, "from 1 to 2 can be removed"),
    ],
)
def test_what_cannot_be_removed_is_rejected_with_what_can(
    wrong: dict[str, Any], says: str, tiny: tuple[LoadedModel, RandomData], tmp_path: Path
) -> None:
    loaded, data = tiny
    with pytest.raises(ValueError, match=says):
        compressed(loaded, tmp_path / "made", data, **wrong)
    assert not (tmp_path / "made").exists()


def test_a_quantized_model_is_not_pruned(
    tiny: tuple[LoadedModel, RandomData], tmp_path: Path
) -> None:
    loaded, data = tiny
    whole = load(run_to_end(compress_into(loaded, "quantize", {}, tmp_path / "quantized")))
    with pytest.raises(ValueError, match="then quantize"):
        compressed(whole, tmp_path / "made", data)
