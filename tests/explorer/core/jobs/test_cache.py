"""Caches forget what was used longest ago, and share a number of bytes."""

from dataclasses import dataclass

import numpy as np
import pytest
import torch

from explorer.core.jobs.cache import LeastRecentlyUsed, MemoryBudget, num_bytes


def test_a_cache_forgets_what_was_used_longest_ago() -> None:
    cache: LeastRecentlyUsed[str] = LeastRecentlyUsed(2)
    cache.get("a", lambda: "1")
    cache.get("b", lambda: "2")
    cache.get("a", lambda: "never made")
    cache.get("c", lambda: "3")
    assert cache.get("a", lambda: "new") == "1"
    assert cache.get("b", lambda: "new") == "new"
    assert len(cache) == 2


def test_caches_share_their_bytes_and_the_oldest_goes_first_whichever_has_it() -> None:
    budget = MemoryBudget(10)
    some, others = budget.cache(len), budget.cache(len)
    some.get("a", lambda: "123")
    others.get("a", lambda: "123")
    others.get("b", lambda: "12")
    some.get("a", str)  # used again, so that of the others is the oldest
    some.get("b", lambda: "123")
    assert ("a" in some, "b" in some) == (True, True)
    assert ("a" in others, "b" in others) == (False, True)
    assert budget.total == 8


@pytest.mark.parametrize("seed", range(5))
def test_a_budget_is_never_exceeded_but_by_what_must_stay(seed: int) -> None:
    rng = np.random.default_rng(seed)
    budget = MemoryBudget(1000)
    caches = [budget.cache(len, least) for least in (1, 2, 4)]
    kept: list[list[int]] = [[] for _ in caches]
    for _ in range(500):
        number, key, size = int(rng.integers(3)), int(rng.integers(30)), int(rng.integers(1, 400))
        caches[number].get(key, lambda size=size: "x" * size)  # type: ignore[misc]
        kept[number] = [*(one for one in kept[number] if one != key), key]
        least = [keys[-cache.least :] for keys, cache in zip(kept, caches, strict=True)]
        assert all(
            key in cache for cache, keys in zip(caches, least, strict=True) for key in keys
        ), "the newest of each cache stay"
        must = sum(min(len(cache), cache.least) for cache in caches)
        assert budget.total <= 1000 or sum(map(len, caches)) == must


def test_a_value_larger_than_the_budget_is_kept_alone() -> None:
    budget = MemoryBudget(10)
    cache = budget.cache(len)
    for key in ("small", "large"):
        cache.get(key, lambda key=key: key * 10)  # type: ignore[misc]
    assert ("small" in cache, "large" in cache) == (False, True)


def test_a_value_that_could_not_be_made_counts_nothing() -> None:
    budget = MemoryBudget(10)
    cache = budget.cache(len)
    with pytest.raises(ZeroDivisionError):
        cache.get("a", lambda: str(1 // 0))
    assert (budget.total, "a" in cache) == (0, False)


@dataclass(frozen=True, eq=False)
class Answer:
    name: str
    arrays: dict[str, np.ndarray]


def test_the_bytes_of_an_answer_are_those_of_its_arrays_each_once() -> None:
    large = np.zeros((1000, 1000), np.float32)  # 4 MB
    answer = Answer("one", {"all": large, "again": large, "other": np.zeros(1000, np.float64)})
    assert 4_008_000 <= num_bytes(answer) < 4_010_000
    assert 4_000_000 <= num_bytes({"view": large[:1]}) < 4_001_000, "a view keeps all of its array"
    assert 4_000_000 <= num_bytes([large[:1], large[1:]]) < 4_001_000, "and two of them no more"
    assert 4_000_000 <= num_bytes(torch.zeros(1000, 1000)) < 4_001_000
    assert num_bytes(Answer) == 0
