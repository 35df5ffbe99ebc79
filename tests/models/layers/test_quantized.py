"""Grids by hand, four bits packed and unpacked, and products of whole numbers."""

import numpy as np
import pytest
import torch

from models.layers.embeddings import tie
from models.layers.linear import Linear, gelu_tanh
from models.layers.quantized import layers
from models.layers.quantized.layers import (
    QuantizedLinear,
    StoredEmbedding,
    dense_weights,
    dynamic_product,
    install,
    quantized_weights,
)
from models.layers.quantized.weight import Grid, QuantizedWeight, quantize

GRIDS = [
    Grid(bits, per, 8, symmetric, percentile)
    for bits in (8, 4)
    for per in ("tensor", "channel", "group")
    for symmetric in (True, False)
    for percentile in (100.0, 90.0)
]


def random_weight(*shape: int, seed: int = 0) -> torch.Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed))


def test_a_symmetric_grid_has_the_largest_number_at_its_end() -> None:
    part = quantize(torch.tensor([[1.27, -0.64, 0.011], [2.54, 0.0, -2.54]]), Grid())
    assert part.integers.tolist() == [[127, -64, 1], [127, 0, -127]]
    np.testing.assert_allclose(part.scales.numpy(), [[0.01], [0.02]], rtol=1e-6)
    assert part.zeros is None


def test_an_asymmetric_grid_reaches_from_the_smallest_to_the_largest_number() -> None:
    part = quantize(torch.tensor([[-0.5, 0.0, 2.05]]), Grid(symmetric=False))
    assert part.zeros is not None
    assert part.scales.item() == pytest.approx(0.01)
    assert (part.zeros.item(), part.integers.tolist()) == (-78, [[-128, -78, 127]])
    np.testing.assert_allclose(part.dense().numpy(), [[-0.5, 0.0, 2.05]], atol=1e-6)


def test_four_bits_have_fifteen_numbers_of_which_two_share_a_byte() -> None:
    part = quantize(torch.tensor([[7.0, -7.0, 1.2, 3.4, -2.6]]), Grid(bits=4))
    assert part.integers.shape == (1, 3)
    assert part.integers.dtype == torch.uint8
    assert part.numbers().tolist() == [[7, -7, 1, 3, -3]]
    assert part.integers[0, 0].item() == 0x97  # -7 in the high half, 7 in the low one


def test_a_percentile_clips_what_lies_outside() -> None:
    weight = torch.cat([torch.linspace(-1, 1, 99), torch.tensor([100.0])])[None]
    whole, cut = quantize(weight, Grid()), quantize(weight, Grid(percentile=99.0))
    assert cut.dense().max() == pytest.approx(1.0)
    rest = slice(0, 99)
    of_whole, of_cut = ((one.dense() - weight)[0, rest].abs().max() for one in (whole, cut))
    assert of_cut < of_whole / 50


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_every_number_inside_the_range_is_at_most_half_a_step_away(grid: Grid) -> None:
    weight = random_weight(6, 21)
    part = quantize(weight, grid)
    columns = torch.arange(21) // 8 if grid.per == "group" else torch.zeros(21, dtype=torch.long)
    steps = part.scales.expand(6, -1)[:, columns]
    error = (part.dense() - weight).abs()
    inside = error <= steps * 0.51
    assert inside.all() if grid.percentile == 100 else inside.float().mean() > 0.7


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_rows_of_a_table_are_those_of_the_whole_table(grid: Grid) -> None:
    part = quantize(random_weight(9, 21), grid)
    ids = torch.tensor([[3, 3], [8, 0]])
    assert torch.equal(part.rows(ids), part.dense()[ids])


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_what_files_hold_gives_the_same_weight(grid: Grid) -> None:
    part = quantize(random_weight(5, 3, 7), grid)
    again = QuantizedWeight.from_tensors(part.tensors())
    assert again.shape == (5, 3, 7)
    assert torch.equal(again.dense(), part.dense())


def test_a_weight_of_zeros_stays_zero() -> None:
    for grid in GRIDS:
        assert not quantize(torch.zeros(3, 16), grid).dense().any()


def test_weights_that_are_no_numbers_are_rejected() -> None:
    with pytest.raises(ValueError, match="NaN or infinite"):
        quantize(torch.tensor([[1.0, float("nan")]]), Grid())


@pytest.mark.parametrize("per", ["tensor", "channel"])
@pytest.mark.parametrize("symmetric", [True, False])
def test_a_dynamic_product_is_that_of_both_grids(per: str, symmetric: bool) -> None:
    part = quantize(random_weight(7, 33) + 0.3, Grid(per=per, symmetric=symmetric))
    x = random_weight(2, 5, 33, seed=1)
    scales = x.abs().amax(-1, keepdim=True) / 127
    rounded = (x / scales).round() * scales  # what a token is after it was quantized
    by_hand = rounded.double() @ part.dense().double().t()
    np.testing.assert_allclose(dynamic_product(x, part).numpy(), by_hand.numpy(), atol=1e-4)


def test_without_integer_products_the_result_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    part, x = quantize(random_weight(7, 33), Grid()), random_weight(4, 33, seed=1)
    here = dynamic_product(x, part)
    monkeypatch.setattr(layers, "has_integer_products", lambda: False)
    assert torch.equal(dynamic_product(x, part), here)


def test_a_token_of_zeros_and_no_token_at_all_are_multiplied() -> None:
    layer = QuantizedLinear(quantize(random_weight(7, 33), Grid()), None, dynamic=True)
    assert not layer(torch.zeros(2, 33)).any()
    assert layer(torch.zeros(0, 33)).shape == (0, 7)


def test_a_layer_applies_bias_and_activation_and_passes_gradients() -> None:
    bias = torch.nn.Parameter(random_weight(7, seed=2))
    layer = QuantizedLinear(quantize(random_weight(7, 33), Grid()), bias, dynamic=True)
    x = random_weight(4, 33, seed=1)
    with torch.no_grad():
        expected = gelu_tanh(dynamic_product(x, layer.stored) + bias)
        assert torch.equal(layer(x, gelu_tanh), expected)
    x.requires_grad_()
    layer(x).sum().backward()
    assert x.grad is not None
    np.testing.assert_allclose(x.grad[0].numpy(), layer.weight.sum(0).numpy(), atol=1e-5)


def test_a_tied_table_stays_one_weight() -> None:
    model = torch.nn.Module()
    model.table, model.head = torch.nn.Embedding(9, 16), Linear(16, 9)
    tie(model.head, model.table)
    names = list(dense_weights(model))
    install(model, {"table.weight": quantize(model.table.weight, Grid())}, dynamic=False)
    assert isinstance(model.table, StoredEmbedding)
    assert isinstance(model.head, QuantizedLinear)
    assert model.table.stored is model.head.stored
    assert sorted(dense_weights(model)) == sorted(names)
    every = dense_weights(model, every_name=True)
    assert every["table.weight"] is every["head.weight"]
    assert set(quantized_weights(model)) == {"table.weight", "head.weight"}
