"""Many calls in processes of a machine or a cluster: begun in order, yielded as they finish."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from typing import Any, TypeVar

Key = TypeVar("Key")
Result = TypeVar("Result")

POLL_S = 0.5  # between two reports while nothing is finished


def local_executor(workers: int) -> ProcessPoolExecutor:
    """Processes of this machine, one thread each."""
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(workers, mp_context=context, initializer=_one_thread)


def _one_thread() -> None:
    import torch

    torch.set_num_threads(1)


@contextmanager
def shut_down(executor: Executor) -> Iterator[Executor]:
    """The executor, ended in any case; after an early end, what it has begun is not waited for."""
    try:
        yield executor
    except BaseException:
        processes = dict(getattr(executor, "_processes", None) or {})
        executor.shutdown(wait=False, cancel_futures=True)
        for process in processes.values():
            process.terminate()
        raise
    finally:
        executor.shutdown()


def iterate_completed(
    executor: Executor,
    function: Callable[..., Result],
    arguments: Mapping[Key, tuple[Any, ...]],
    at_once: int,
) -> Iterator[tuple[Key, Result] | None]:
    """Call a function with each of the arguments, at most `at_once` at a time.

    Yields each key with its result, and None where nothing finished for a while. Raises what a call
    raised, after the results that were finished by then.
    """
    waiting = dict(arguments)
    running: dict[Future[Result], Key] = {}
    while waiting or running:
        while waiting and len(running) < at_once:
            key = next(iter(waiting))
            running[executor.submit(function, *waiting.pop(key))] = key
        ready, _ = wait(running, timeout=POLL_S, return_when=FIRST_COMPLETED)
        for future in sorted(ready, key=_has_failed):
            yield running.pop(future), future.result()
        if not ready:
            yield None


def _has_failed(future: Future[Any]) -> bool:
    return future.exception() is not None
