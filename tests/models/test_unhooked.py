"""Modules that are called past the hooks of torch, and find their own parts at once."""

from __future__ import annotations

import copy

import pytest
import torch
from torch import Tensor, nn
from torch.nn import functional

from models.layers.embeddings import Embedding
from models.layers.norms import ResidualNorm, RmsNorm
from models.layers.unhooked import Unhooked


class Outer(Unhooked):
    def __init__(self) -> None:
        super().__init__()
        self.inner: nn.Module | None = nn.Linear(3, 3)

    def forward(self, x: Tensor) -> Tensor:
        return x if self.inner is None else self.inner(x)


def test_a_part_that_is_exchanged_is_the_one_that_runs() -> None:
    outer = Outer()
    outer.inner = nn.Identity()
    x = torch.ones(2, 3)
    assert torch.equal(outer(x), x)
    assert not list(outer.parameters())


def test_a_part_can_be_taken_away() -> None:
    emptied, without = Outer(), Outer()
    emptied.inner = None
    del without.inner
    assert torch.equal(emptied(torch.ones(3)), torch.ones(3))
    assert not hasattr(without, "inner")


def test_a_copy_runs_its_own_parts() -> None:
    outer = Outer()
    twin = copy.deepcopy(outer)
    assert twin.inner is dict(twin.named_modules())["inner"]
    assert twin.inner is not outer.inner


def test_an_embedding_looks_up_rows() -> None:
    table = Embedding(5, 2)
    ids = torch.tensor([[4, 0, 4]])
    assert torch.equal(table(ids), table.weight[ids])


@pytest.mark.parametrize("size", [0.0, 1e-3, 1.0, 1e4])
def test_the_root_mean_square_is_the_same_whether_a_gradient_will_come_or_not(size: float) -> None:
    norm = RmsNorm(8, eps=1e-6)
    nn.init.uniform_(norm.weight)
    x = size * torch.randn(2, 3, 8, generator=torch.Generator().manual_seed(1))
    learning = norm(x)
    assert learning.requires_grad
    with torch.inference_mode():
        torch.testing.assert_close(norm(x), learning.detach().clone())


@pytest.mark.parametrize("training", [True, False])
def test_the_end_of_a_sublayer_adds_drops_and_normalises(training: bool) -> None:
    norm = ResidualNorm(6, eps=1e-5, dropout=0.5).train(training)
    x, found = torch.randn(2, 2, 3, 6, generator=torch.Generator().manual_seed(2))
    torch.manual_seed(3)
    ended = norm(x, found)
    torch.manual_seed(3)
    dropped = functional.dropout(found, 0.5, training)
    assert torch.equal(dropped, found) is not training
    torch.testing.assert_close(ended, functional.layer_norm(x + dropped, (6,), eps=1e-5))


def test_a_norm_follows_its_weight() -> None:
    norm = RmsNorm(8, eps=1e-6).eval()
    x = torch.randn(2, 8, generator=torch.Generator().manual_seed(1))
    with torch.inference_mode():
        before = norm(x).clone()
        norm.weight.mul_(2)
        torch.testing.assert_close(norm(x), 2 * before)
