"""Each way changes exactly the parameters that it names, at the rates that it names."""

from pathlib import Path
from typing import Any

import pytest
import torch
from torch import Tensor

from models.checkpoints.checkpoint import load
from models.finetuning.parameters import HEAD, Rates, depths, find_trained_parameters, freeze_others
from models.finetuning.run import new_pipeline, open_finetuned
from models.finetuning.trainer import _Run, finetune_on
from models.runtime.generators import run_to_end
from models.schema.registry import catalog
from tests.models.finetuning import tiny

SHARES_ITS_LAYERS = "albert"
LAYERED = sorted(
    name
    for name, spec in catalog().architectures.items()
    if "sequence" in spec.task_heads and name != SHARES_ITS_LAYERS
)


def changed(architecture: str, folder: Path, **options: Any) -> set[str]:
    """Names of the parameters in the files of a run of one epoch that it changed."""
    recipe = tiny.recipe(architecture, epochs=1, weight_decay=0.0, **options)
    before = weights(tiny.pipeline_of(recipe, tiny.colours()).module)
    run_to_end(finetune_on(recipe, tiny.colours(), folder))
    after = weights(open_finetuned(folder).pipeline.module)
    absent = {f"model.{name}" for name in load(folder).absent}  # the heads of pretraining
    return {
        name
        for name in after.keys() - absent
        if not torch.allclose(before[name], after[name], atol=1e-7)
    }


def weights(module: torch.nn.Module) -> dict[str, Tensor]:
    return {name: p.detach().clone() for name, p in module.named_parameters()}


def test_the_head_alone_learns_with_the_pooler(tmp_path: Path) -> None:
    names = changed("bert", tmp_path / "run", way="head")
    assert names == {"model.pooler.weight", "model.pooler.bias", "head.output.weight",
                     "head.output.bias"}  # fmt: skip


def test_the_last_layer_learns_with_the_head(tmp_path: Path) -> None:
    names = changed("bert", tmp_path / "run", way="last_layers", last_layers=1)
    assert {name.split(".")[1] for name in names if name.startswith("model.")} == {
        "layers", "pooler"}  # fmt: skip
    assert {name.split(".")[2] for name in names if ".layers." in name} == {"1"}


def test_frozen_embeddings_do_not_change_and_all_layers_do(tmp_path: Path) -> None:
    names = changed("bert", tmp_path / "run", frozen_embeddings=True)
    assert not any(".embeddings." in name for name in names)
    assert {name.split(".")[2] for name in names if ".layers." in name} == {"0", "1"}


def test_all_parameters_that_the_loss_depends_on_learn(tmp_path: Path) -> None:
    names = changed("bert", tmp_path / "run")
    assert any(".embeddings.token" in name for name in names)
    assert not any(".mlm." in name or ".nsp." in name for name in names)


def test_lora_changes_query_and_value_and_leaves_the_keys(tmp_path: Path) -> None:
    recipe = tiny.recipe("bert", way="lora", epochs=1)
    before = weights(tiny.pipeline_of(recipe, tiny.colours()).module)
    run_to_end(finetune_on(recipe, tiny.colours(), tmp_path / "run"))
    after = weights(open_finetuned(tmp_path / "run").pipeline.module)
    name = "model.layers.0.attention.qkv.weight"
    moved = (after[name] - before[name]).abs().view(3, -1).amax(1)
    assert moved[0] > 1e-6
    assert moved[2] > 1e-6
    assert moved[1] == 0
    assert torch.equal(before["model.embeddings.token.weight"],
                       after["model.embeddings.token.weight"])  # fmt: skip


@pytest.mark.parametrize("architecture", LAYERED)
def test_layers_are_told_apart_in_every_architecture(architecture: str) -> None:
    recipe = tiny.recipe(architecture)
    data = tiny.colours()
    pipeline = tiny.pipeline_of(recipe, data)
    groups = pipeline.row_groups(data.examples("train")[:2], data)
    found = depths(pipeline.model, pipeline.module, lambda: pipeline.loss(groups))
    assert found.is_layered
    for name, height in found.heights.items():
        layer = [part for part in name.split(".") if part.isdigit()]
        if ".layers." in name:
            assert height == 1 - int(layer[0]), name
        if name.startswith("head."):
            assert height == HEAD, name
    assert all(found.heights[name] == 2 for name in found.embeddings)
    assert found.embeddings


def test_layers_that_share_a_block_can_only_learn_together() -> None:
    data = tiny.colours()
    pipeline = tiny.pipeline_of(tiny.recipe(SHARES_ITS_LAYERS), data)
    groups = pipeline.row_groups(data.examples("train")[:2], data)
    found = depths(pipeline.model, pipeline.module, lambda: pipeline.loss(groups))
    assert not found.is_layered
    with pytest.raises(ValueError, match="share their weights"):
        find_trained_parameters(tiny.recipe(SHARES_ITS_LAYERS, way="last_layers"), found)
    with pytest.raises(ValueError, match="share their weights"):
        find_trained_parameters(tiny.recipe(SHARES_ITS_LAYERS, layer_decay=0.9), found)


def test_a_probe_draws_nothing_and_changes_nothing() -> None:
    data = tiny.colours()
    pipeline = tiny.pipeline_of(tiny.recipe("bert"), data)
    groups = pipeline.row_groups(data.examples("train")[:2], data)
    before, state = weights(pipeline.module), torch.get_rng_state()
    depths(pipeline.model, pipeline.module, lambda: pipeline.loss(groups))
    assert torch.equal(state, torch.get_rng_state())
    assert all(torch.equal(tensor, before[n]) for n, tensor in weights(pipeline.module).items())


def test_rates_fall_by_layer_and_biases_do_not_decay() -> None:
    data, recipe = tiny.colours(), tiny.recipe("bert", layer_decay=0.5, weight_decay=0.1)
    pipeline = tiny.pipeline_of(recipe, data)
    groups = pipeline.row_groups(data.examples("train")[:2], data)
    found = depths(pipeline.model, pipeline.module, lambda: pipeline.loss(groups))
    heights = find_trained_parameters(recipe, found)
    freeze_others(pipeline.module, heights)
    groups = Rates.of(pipeline.module, heights, recipe).groups
    factors = {id(p): group["factor"] for group in groups for p in group["params"]}
    decay = {id(p): group["weight_decay"] for group in groups for p in group["params"]}
    named = dict(pipeline.module.named_parameters())
    expected = {
        "head.output.weight": 1.0,
        "model.layers.1.attention.qkv.weight": 0.5,
        "model.layers.0.attention.qkv.weight": 0.25,
        "model.embeddings.token.weight": 0.125,
    }
    assert {name: factors[id(named[name])] for name in expected} == expected
    assert decay[id(named["head.output.weight"])] == 0.1
    assert decay[id(named["head.output.bias"])] == 0.0


@pytest.mark.parametrize("architecture", ["bert", SHARES_ITS_LAYERS])
def test_the_head_has_a_rate_of_its_own(architecture: str) -> None:
    """All that was pretrained has the rate of the recipe, also where layers share their weights."""
    data, recipe = tiny.colours(), tiny.recipe(architecture, head_rate=20.0)
    pipeline = tiny.pipeline_of(recipe, data)
    groups = pipeline.row_groups(data.examples("train")[:2], data)
    found = depths(pipeline.model, pipeline.module, lambda: pipeline.loss(groups))
    heights = find_trained_parameters(recipe, found)
    freeze_others(pipeline.module, heights)
    groups = Rates.of(pipeline.module, heights, recipe).groups
    factors = {id(p): group["factor"] for group in groups for p in group["params"]}
    named = dict(pipeline.module.named_parameters())
    assert factors[id(named["head.output.weight"])] == 20.0
    body = {factors[id(p)] for name, p in named.items() if ".layers." in name or ".block" in name}
    assert body == {1.0}


def test_from_scratch_forgets_the_pretrained_weights_and_follows_the_seed() -> None:
    data = tiny.colours()
    name = "model.layers.0.attention.qkv.weight"
    pretrained, fresh, again, other = (
        weights(tiny.pipeline_of(tiny.recipe("bert", **options), data).module)[name]
        for options in (
            {},
            {"from_scratch": True},
            {"from_scratch": True},
            {"from_scratch": True, "seed": 2},
        )
    )
    assert not torch.equal(pretrained, fresh)
    assert torch.equal(fresh, again)
    assert not torch.equal(fresh, other)


def started(folder: Path, architecture: str, num_kept: int) -> dict[str, Tensor]:
    """The weights of a run before its first step; so many layers are transferred."""
    recipe = tiny.recipe(architecture, transferred_layers=num_kept)
    loaded = load(Path(recipe.model))
    run = _Run(recipe, new_pipeline(recipe, loaded, tiny.colours()), loaded, tiny.colours(), folder)
    return weights(run.pipeline.module)


def test_layers_that_are_not_transferred_are_fresh_and_all_others_pretrained(
    tmp_path: Path,
) -> None:
    pretrained = weights(tiny.pipeline_of(tiny.recipe("bert"), tiny.colours()).module)
    now = started(tmp_path, "bert", 1)
    fresh = {name for name, weight in now.items() if not torch.equal(weight, pretrained[name])}
    assert {"model.layers.1.attention.qkv.weight", "model.pooler.weight"} <= fresh
    assert {name.split(".")[1] for name in fresh} == {"layers", "pooler"}
    assert {name.split(".")[2] for name in fresh if ".layers." in name} == {"1"}


def test_with_no_layer_transferred_only_the_embeddings_are_pretrained(tmp_path: Path) -> None:
    pretrained = weights(tiny.pipeline_of(tiny.recipe("gpt1"), tiny.colours()).module)
    now = started(tmp_path, "gpt1", 0)
    assert torch.equal(now["model.token.weight"], pretrained["model.token.weight"])
    for layer in "01":
        name = f"model.layers.{layer}.attention.qkv.weight"
        assert not torch.equal(now[name], pretrained[name])


def test_with_all_layers_transferred_nothing_is_fresh_and_more_are_refused(tmp_path: Path) -> None:
    pretrained = weights(tiny.pipeline_of(tiny.recipe("bert"), tiny.colours()).module)
    now = started(tmp_path, "bert", 2)
    assert all(torch.equal(now[name], weight) for name, weight in pretrained.items())
    with pytest.raises(ValueError, match="this model has 2 layers"):
        started(tmp_path, "bert", 3)
    with pytest.raises(ValueError, match="one block for all"):
        started(tmp_path, SHARES_ITS_LAYERS, 1)
