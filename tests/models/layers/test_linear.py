"""Products by oneDNN are those of torch, and what is kept follows the weights."""

from __future__ import annotations

import copy
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.nn.utils import parametrize
from torch.profiler import ProfilerActivity, profile

from models.layers import linear as module
from models.layers.linear import AT_ONCE, WORTH_A_CALL, WORTH_A_COPY, Linear, gelu_tanh, product
from models.layers.weight_cache import WeightDerivedCache

WIDTH, WIDER, ROWS = 128, 512, 32
TOLERANCE = 1e-5

onednn = pytest.mark.skipif(module._kernel() is None, reason="this torch has no oneDNN")


@pytest.fixture(autouse=True)
def seed() -> None:
    torch.manual_seed(0)


def assert_close(found: Tensor, expected: Tensor) -> None:
    assert found.shape == expected.shape
    torch.testing.assert_close(found, expected, rtol=TOLERANCE, atol=TOLERANCE)


def publicly(linear: Linear, x: Tensor) -> Tensor:
    with torch.no_grad():
        return functional.linear(x, linear.weight, linear.bias)


SHAPES = [
    pytest.param(torch.Size(shape), id="x".join(map(str, shape)))
    for shape in ([WIDTH], [1, WIDTH], [ROWS, WIDTH], [3, ROWS, WIDTH], [2, 3, ROWS, WIDTH])
]


@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("shape", SHAPES)
def test_it_multiplies_as_torch_does(shape: torch.Size, bias: bool) -> None:
    linear, x = Linear(WIDTH, WIDER, bias=bias), torch.randn(shape)
    with torch.inference_mode():
        assert_close(linear(x), publicly(linear, x))
    with torch.no_grad():
        assert_close(linear(x), publicly(linear, x))
    assert_close(linear(x).detach(), publicly(linear, x))


def test_rows_that_do_not_lie_together_are_multiplied_as_well() -> None:
    linear, wide = Linear(WIDTH, WIDER), torch.randn(ROWS, WIDTH, 2)
    x = wide[..., 1]
    assert not x.is_contiguous()
    with torch.inference_mode():
        assert_close(linear(x), publicly(linear, x))


@pytest.mark.parametrize(
    "act", [*filter(None, AT_ONCE), functional.silu], ids=lambda act: act.__name__
)
def test_an_activation_at_once_is_the_one_after(act: module.Activation) -> None:
    linear, x = Linear(WIDTH, WIDER), torch.randn(ROWS, WIDTH)
    expected = act(publicly(linear, x))
    with torch.inference_mode():
        assert_close(linear(x, act), expected)
    assert_close(linear(x, act).detach(), expected)


def test_the_two_kinds_of_gelu_are_told_apart() -> None:
    linear, x = Linear(WIDTH, WIDER), 3 * torch.randn(ROWS, WIDTH)
    with torch.inference_mode():
        assert (linear(x, functional.gelu) - linear(x, gelu_tanh)).abs().max() > 10 * TOLERANCE


@onednn
def test_onednn_is_called_where_there_is_enough_to_do_and_nobody_learns(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls = []
    kernel = module._kernel()
    assert kernel is not None
    monkeypatch.setattr(module, "_kernel", lambda: lambda *a: calls.append(1) or kernel(*a))
    linear, x = Linear(WIDTH, WIDER), torch.randn(ROWS, WIDTH)
    linear(x)
    assert not calls, "a gradient is to come"
    with torch.inference_mode():
        linear(x[:1])
        assert x[:1].numel() * WIDER < WORTH_A_CALL
        assert not calls, "one row is soon multiplied"
        linear(x)
        assert len(calls) == 1
        Linear(WIDTH, WIDER).double()(x.double())
        assert len(calls) == 1, "only 32-bit floats"


@onednn
def test_onednn_is_given_dense_weights_alone_as_it_is_slow_with_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given: list[Tensor] = []
    kernel = module._kernel()
    assert kernel is not None
    monkeypatch.setattr(module, "_kernel", lambda: lambda *a: given.append(a[1]) or kernel(*a))
    weight, x = torch.randn(WIDER, 3, WIDTH), torch.randn(ROWS, WIDTH, 2)[..., 0]
    with torch.inference_mode():
        assert_close(product(x, weight[:, 1]), functional.linear(x, weight[:, 1]))
        assert not given, "the rows of this weight lie apart"
        assert_close(product(x, weight[:, 1].contiguous()), functional.linear(x, weight[:, 1]))
    assert [tensor.is_contiguous() for tensor in given] == [True]


@onednn
@pytest.mark.parametrize("nobody_learns", [torch.no_grad, torch.inference_mode])
def test_counting_what_a_model_without_memory_does_does_not_lose_onednn(
    nobody_learns: Callable[[], AbstractContextManager[None]],
) -> None:
    module._kernel.cache_clear()
    with torch.device("meta"), nobody_learns():
        Linear(WIDTH, WIDER)(torch.empty(100 * ROWS, WIDTH))
    assert module._kernel() is not None


def test_without_onednn_the_numbers_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    linear, x = Linear(WIDTH, WIDER), torch.randn(ROWS, WIDTH)
    with torch.inference_mode():
        with_it = linear(x, gelu_tanh)
        monkeypatch.setattr(module, "_kernel", lambda: None)
        assert_close(linear(x, gelu_tanh), with_it)
        assert_close(product(x, linear.weight), functional.linear(x, linear.weight))


def test_a_large_weight_is_multiplied_as_it_lies() -> None:
    linear, x = Linear(1024, 1100), torch.randn(4, 1024)
    assert linear.weight.numel() > WORTH_A_COPY
    with torch.inference_mode():
        assert_close(linear(x), publicly(linear, x))
    assert linear._cached is None


def test_a_part_of_a_weight_is_multiplied_as_a_whole_one() -> None:
    weight, x = torch.randn(WIDTH, 3, WIDTH), torch.randn(2, ROWS, WIDTH)
    with torch.inference_mode():
        assert_close(product(x, weight.flatten(1).t()), x @ weight.flatten(1))
        assert_close(product(x, weight[:, 1]), functional.linear(x, weight[:, 1]))


# While a model learns ----------------------------------------------------------------------------


@pytest.mark.parametrize("is_intel", [True, False])
def test_a_model_that_learns_is_left_to_mkl_on_processors_of_intel(
    is_intel: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_is_intel", lambda: is_intel)
    monkeypatch.setattr(module, "WORTH_LEARNING", 0)
    found = Linear(WIDTH, WIDER)(torch.randn(ROWS, WIDTH))
    by_mkl = not any("_DifferentiableProduct" in type(node).__name__ for node in _nodes(found))
    assert by_mkl == (is_intel or module._kernel() is None)


@onednn
@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("wide", [WIDTH // 2, WIDER], ids=["narrow", "wide"])
@pytest.mark.parametrize(
    "shape", [(WIDTH,), (400, WIDTH), (5, 80, WIDTH)], ids=["row", "rows", "batch"]
)
def test_gradients_are_those_of_torch(
    shape: tuple[int, ...], wide: int, bias: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "WORTH_A_CALL", 0)
    monkeypatch.setattr(module, "WORTH_LEARNING", 0)
    monkeypatch.setattr(module, "_is_intel", lambda: False)
    linear, x = Linear(WIDTH, wide, bias=bias), torch.randn(shape, requires_grad=True)
    found = linear(x, gelu_tanh)
    assert any("_DifferentiableProduct" in type(node).__name__ for node in _nodes(found))
    expected = gelu_tanh(functional.linear(x, linear.weight, linear.bias))
    assert_close(found, expected)
    asked = [x, *linear.parameters()]
    toward = torch.randn_like(found)
    for ours, theirs in zip(
        torch.autograd.grad(found, asked, toward),
        torch.autograd.grad(expected, asked, toward),
        strict=True,
    ):
        assert ours.shape == theirs.shape
        torch.testing.assert_close(ours, theirs, rtol=1e-4, atol=1e-4)


def _nodes(tensor: Tensor) -> list[object]:
    """What computed a tensor, as autograd remembers it, the last first."""
    found, node = [], tensor.grad_fn
    while node is not None:
        found.append(node)
        node = next((before for before, _ in node.next_functions), None)
    return found


@onednn
@pytest.mark.parametrize("wide", [WIDTH // 2, WIDER], ids=["narrow", "wide"])
def test_autograd_takes_each_gradient_as_it_is_and_copies_none(
    wide: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "WORTH_LEARNING", 0)
    monkeypatch.setattr(module, "_is_intel", lambda: False)
    linear, x = Linear(WIDTH, wide), torch.randn(400, WIDTH)
    loss = linear(x).square().sum()
    with profile(activities=[ProfilerActivity.CPU]) as profiled:
        loss.backward()
    taken = [
        event for event in profiled.events() if event.name == "torch::autograd::AccumulateGrad"
    ]
    assert len(taken) == 2  # weight and bias
    within = [child.name for event in taken for child in event.cpu_children]
    assert not {"aten::clone", "aten::copy_", "aten::new_empty_strided"} & set(within)


@onednn
def test_a_gradient_that_is_one_number_everywhere_is_multiplied_as_well() -> None:
    linear, x = Linear(WIDTH, WIDER), torch.randn(WIDER, WIDTH)[:, torch.randperm(WIDTH)]
    x = x.t().contiguous().t().requires_grad_()
    assert not x.is_contiguous()
    (of_x,) = torch.autograd.grad(linear(x).sum(), x)
    assert_close(of_x, linear.weight.detach().sum(0).expand(of_x.shape))


@onednn
def test_what_is_frozen_gets_no_gradient() -> None:
    linear, x = Linear(WIDTH, WIDER), torch.randn(10 * ROWS, WIDTH)
    linear.weight.requires_grad_(False)
    linear(x).sum().backward()
    assert linear.weight.grad is None
    assert linear.bias.grad is not None
    assert x.grad is None


@onednn
@pytest.mark.parametrize("learns", [True, False])
def test_autocast_decides_the_precision_of_a_product(learns: bool) -> None:
    linear, x = Linear(WIDTH, WIDER).eval(), torch.randn(10 * ROWS, WIDTH)
    before = looked_at(linear, x)
    with torch.inference_mode(not learns), torch.autocast("cpu", torch.bfloat16):
        found = linear(x, gelu_tanh)
        assert found.dtype == product(x, linear.weight).dtype == torch.bfloat16
    torch.testing.assert_close(found.float(), gelu_tanh(before), rtol=0.02, atol=0.02)
    if learns:
        found.sum().backward()
        assert linear.weight.grad is not None
        assert linear.weight.grad.dtype == torch.float32
    assert_close(looked_at(linear, x), before)


# What is kept -------------------------------------------------------------------------------------


def looked_at(linear: Linear, x: Tensor) -> Tensor:
    with torch.inference_mode():
        return linear(x).clone()


@onednn
def test_a_small_weight_is_kept_in_order_until_it_changes() -> None:
    linear, x = Linear(WIDTH, WIDER).eval(), torch.randn(ROWS, WIDTH)
    looked_at(linear, x)
    kept = linear._cached
    assert kept is not None
    looked_at(linear, x)
    assert linear._cached is kept
    with torch.no_grad():
        linear.weight.mul_(2)
    assert_close(looked_at(linear, x), publicly(linear, x))
    linear.weight = nn.Parameter(torch.randn(WIDER, WIDTH))
    assert_close(looked_at(linear, x), publicly(linear, x))


@pytest.mark.parametrize("mode", [True, False], ids=["training", "evaluating"])
def test_what_is_kept_follows_a_fused_optimizer(mode: bool) -> None:
    linear, x = Linear(WIDTH, WIDER), torch.randn(ROWS, WIDTH)
    optimizer = torch.optim.AdamW(linear.parameters(), lr=0.1, fused=True)
    for _ in range(2):
        assert_close(looked_at(linear.eval(), x), publicly(linear, x))
        linear.train(mode)
        linear(x).square().mean().backward()
        optimizer.step()
    assert_close(looked_at(linear, x), publicly(linear, x))
    assert_close(looked_at(linear.eval(), x), publicly(linear, x))


class _Interrupted:
    """A key that lets another thread's call come in between while it is compared."""

    def __init__(self, meanwhile: Callable[[], object]) -> None:
        self._meanwhile = meanwhile

    def __eq__(self, other: object) -> bool:
        alike = isinstance(other, _Interrupted)
        if alike:
            self._meanwhile()
        return alike

    __hash__ = object.__hash__


def test_what_another_thread_keeps_meanwhile_is_not_taken_for_one_s_own() -> None:
    keeper, weights = WeightDerivedCache().eval(), [torch.ones(2)]
    with torch.inference_mode():
        key, same = (
            _Interrupted(lambda: keeper.get_or_make("other", weights, lambda: "theirs"))
            for _ in range(2)
        )
        assert keeper.get_or_make(key, weights, lambda: "ours") == "ours"
        assert keeper.get_or_make(same, weights, lambda: "ours") == "ours"


def test_a_copy_and_a_pickle_have_weights_of_their_own() -> None:
    linear, x = Linear(WIDTH, WIDER).eval(), torch.randn(ROWS, WIDTH)
    before = looked_at(linear, x)
    other = copy.deepcopy(linear)
    with torch.no_grad():
        other.weight.zero_()
    assert_close(looked_at(other, x), publicly(other, x))
    assert_close(looked_at(linear, x), before)


def test_weights_made_in_inference_mode_are_multiplied_and_not_kept() -> None:
    x = torch.randn(ROWS, WIDTH)
    with torch.inference_mode():
        linear = Linear(WIDTH, WIDER).eval()
        assert_close(linear(x), functional.linear(x, linear.weight, linear.bias))
    assert linear._cached is None


def test_the_state_of_a_layer_is_that_of_torch() -> None:
    linear = Linear(WIDTH, WIDER).eval()
    looked_at(linear, torch.randn(ROWS, WIDTH))
    assert list(linear.state_dict()) == ["weight", "bias"]


class _Transposed(nn.Module):
    """A parametrization that is a view of the same numbers."""

    def forward(self, weight: Tensor) -> Tensor:
        return weight.t()


class _Doubled(nn.Module):
    def forward(self, weight: Tensor) -> Tensor:
        return 2 * weight


@onednn
@pytest.mark.parametrize("parametrization", [_Transposed, _Doubled])
def test_a_parametrized_weight_is_not_mistaken_for_the_cached_one(
    parametrization: type[nn.Module],
) -> None:
    linear, x = Linear(WIDER, WIDER).eval(), torch.randn(ROWS, WIDER)
    original = linear.weight.detach().clone()
    before = looked_at(linear, x)
    assert linear._cached is not None
    parametrize.register_parametrization(linear, "weight", parametrization())
    expected = functional.linear(x, parametrization()(original), linear.bias).detach()
    assert_close(looked_at(linear, x), expected)
    parametrize.remove_parametrizations(linear, "weight", leave_parametrized=False)
    assert_close(looked_at(linear, x), before)
