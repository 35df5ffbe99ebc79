"""LoRA: the adapted model equals the merged one, begins as the original, and knows its parts."""

import pytest
import torch
from torch import nn

from models.finetuning.lora import (
    LowRank,
    adapter_parameters,
    add_adapters,
    merge_adapters,
    original_name,
)
from models.finetuning.parameters import HEAD, depths
from models.finetuning.recipe import LORA_MODULES
from models.layers.rotary.attention import AttentionShape, PackedGroupedAttention
from tests.models.finetuning import tiny

ARCHITECTURES = (
    *("albert", "bert", "deberta", "deberta-v2", "distilbert", "gpt2", "mistral", "phi3", "t5"),
    *("xlnet", "gpt_neox"),
)


@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_merged_adapters_compute_what_adapters_compute(architecture: str) -> None:
    data = tiny.colours()
    recipe = tiny.recipe(architecture, way="lora", lora_modules=tuple(LORA_MODULES), lora_rank=2)
    pipeline = tiny.pipeline_of(recipe, data)
    module = pipeline.module.eval()
    groups = pipeline.row_groups(data.examples("train")[:4], data)
    found = depths(pipeline.model, module, lambda: pipeline.loss(groups))
    inner = {n for n, h in found.heights.items() if h > HEAD and n not in found.embeddings}
    with torch.no_grad():
        original = pipeline.loss(groups)
    names = set(dict(module.named_parameters()))
    add_adapters(module, inner, recipe)
    adapters = dict(adapter_parameters(module))
    assert {original_name(name) for name in adapters} <= names
    with torch.no_grad():
        torch.testing.assert_close(pipeline.loss(groups), original)  # B is zero
        for matrix in adapters.values():
            matrix.add_(torch.randn(matrix.shape, generator=torch.manual_seed(0)) * 0.1)
        adapted = pipeline.loss(groups)
        merge_adapters(module)
        torch.testing.assert_close(pipeline.loss(groups), adapted)
    assert set(dict(module.named_parameters())) == names
    assert not torch.isclose(adapted, original)


def test_an_update_is_the_scaled_product_of_both_matrices() -> None:
    adapter = LowRank(torch.Size((6, 4)), 3, (2,), rank=1, alpha=3.0)
    nn.init.ones_(adapter.up[0])
    nn.init.constant_(adapter.down[0], 2.0)
    update = adapter(torch.zeros(6, 4))
    assert torch.equal(update[:4], torch.zeros(4, 4))
    assert torch.equal(update[4:], torch.full((2, 4), 6.0))  # alpha / rank = 3, times 1 times 2


def test_rows_packed_head_by_head_are_adapted_head_by_head() -> None:
    adapter = LowRank(torch.Size((12, 4)), 3, (0,), rank=1, alpha=1.0, num_heads=2)
    nn.init.ones_(adapter.up[0])
    nn.init.ones_(adapter.down[0])
    rows = adapter(torch.zeros(12, 4)).view(2, 3, 2, 4)  # (H, P, K, D)
    assert torch.equal(rows[:, 0], torch.ones(2, 2, 4))
    assert not rows[:, 1:].any()


def test_projections_of_different_height_have_rows_of_their_own() -> None:
    adapter = LowRank(torch.Size((8, 3)), 3, (0, 2), rank=1, alpha=1.0, rows=(4, 2, 2))
    for matrix in (*adapter.up, *adapter.down):
        nn.init.ones_(matrix)
    update = adapter(torch.zeros(8, 3))
    assert torch.equal(update[:4], torch.ones(4, 3))
    assert not update[4:6].any()
    assert torch.equal(update[6:], torch.ones(2, 3))


def test_a_packed_layer_with_groups_learns_by_the_rows_that_it_declares() -> None:
    shape = AttentionShape(width=8, num_heads=4, num_groups=2, head_width=2)
    layer = nn.ModuleDict({"attention": PackedGroupedAttention(shape)})
    recipe = tiny.recipe("phi3", way="lora", lora_modules=("key",), lora_rank=1)
    add_adapters(layer, {"attention.qkv.weight"}, recipe)
    before = layer.attention.qkv.weight.detach().clone()
    with torch.no_grad():
        for _, matrix in adapter_parameters(layer):
            matrix.fill_(1.0)
    changed = (layer.attention.qkv.weight - before).abs().sum(1) > 0
    assert changed.tolist() == [False] * 8 + [True] * 4 + [False] * 4


def test_a_model_without_the_named_weights_is_an_error() -> None:
    data, recipe = tiny.colours(), tiny.recipe("bert", way="lora", lora_modules=("query",))
    pipeline = tiny.pipeline_of(recipe, data)
    with pytest.raises(ValueError, match="no weights for query"):
        add_adapters(pipeline.module, (), recipe)
