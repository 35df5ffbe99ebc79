import errno
import tracemalloc
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from models.data.cache import CacheProgress, TokenCache, _GrowingArray
from models.data.sources import TextSource, WorldSource
from models.data.world.split import Split


def encode(sentences: Sequence[str]) -> list[list[int]]:
    return [list(sentence.encode()) for sentence in sentences]


class ListSource:
    """A source over given documents, which counts how often it is read."""

    def __init__(self, documents: Sequence[tuple[str, ...]]) -> None:
        self.reads = 0
        self._documents = documents

    @property
    def name(self) -> str:
        return "list"

    def once(self, split: Split, seed: int) -> Iterator[tuple[str, ...]]:
        self.reads += 1
        yield from self._documents

    documents = once

    def names(self) -> tuple[str, ...]:
        return ()


def build(
    source: TextSource, folder: Path, max_tokens: int = 10**6, **changes: Any
) -> tuple[TokenCache, list[CacheProgress]]:
    settings = {"encode": encode, "key": "k", "vocab_size": 256} | changes
    steps = TokenCache.build(source, folder=folder, max_tokens=max_tokens, **settings)
    reports = []
    while True:
        try:
            reports.append(next(steps))
        except StopIteration as stop:
            return stop.value, reports


def test_the_cache_equals_direct_tokenization(tmp_path: Path) -> None:
    source = WorldSource("village")
    cache, _ = build(source, tmp_path, 100_000)
    assert cache.num_tokens >= 100_000
    documents = list(islice(source.once("train", 0), cache.num_documents))
    for index, document in enumerate(documents):
        assert [ids.tolist() for ids in cache.document(index)] == encode(document)


def test_the_last_document_is_kept_whole_and_none_follows(tmp_path: Path) -> None:
    source = ListSource([("abc", "de"), ("fgh",), ("ijk",)])
    cache, _ = build(source, tmp_path, 6)
    assert [[bytes(ids.tolist()).decode() for ids in cache.document(i)] for i in range(2)] == [
        ["abc", "de"],
        ["fgh"],
    ]
    assert cache.num_documents == 2
    with pytest.raises(IndexError):
        cache.document(2)


def test_empty_sentences_and_documents_are_left_out(tmp_path: Path) -> None:
    cache, _ = build(ListSource([("", "a"), ("",), (), ("b",)]), tmp_path)
    assert [len(cache.document(index)) for index in range(cache.num_documents)] == [1, 1]


def test_a_cache_that_is_there_is_used_again(tmp_path: Path) -> None:
    source = ListSource([("abc",)])
    build(source, tmp_path)
    cache, reports = build(source, tmp_path)
    assert source.reads == 1
    assert reports == [CacheProgress(3, 10**6, 1)]
    assert cache.num_tokens == 3
    build(source, tmp_path, key="other")
    build(source, tmp_path, split="held_out")
    assert source.reads == 3


def test_progress_grows(tmp_path: Path) -> None:
    _, reports = build(WorldSource("village"), tmp_path, 200_000)
    numbers = [report.num_tokens for report in reports]
    assert len(numbers) > 3
    assert numbers == sorted(numbers)


@pytest.mark.parametrize(("vocab_size", "dtype"), [(65_536, np.uint16), (65_537, np.uint32)])
def test_ids_are_as_wide_as_the_vocabulary_needs(
    tmp_path: Path, vocab_size: int, dtype: type
) -> None:
    largest = vocab_size - 1
    source = ListSource([("x",)])
    cache, _ = build(source, tmp_path, vocab_size=vocab_size, encode=lambda texts: [[largest]])
    assert cache.tokens.dtype == dtype
    assert cache.document(0)[0].tolist() == [largest]


def test_a_build_that_is_stopped_leaves_nothing_behind(tmp_path: Path) -> None:
    steps = TokenCache.build(
        WorldSource("village"), encode, tmp_path, "k", vocab_size=256, max_tokens=10**7
    )
    next(steps)
    assert list(tmp_path.iterdir())
    steps.close()
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("documents", "vocab_size", "message"),
    [([("z",)], 10, "outside the vocabulary"), ([("",)], 256, "no tokens")],
)
def test_a_text_that_cannot_be_cached_leaves_nothing_behind(
    tmp_path: Path, documents: list[tuple[str, ...]], vocab_size: int, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        build(ListSource(documents), tmp_path, vocab_size=vocab_size)
    assert not list(tmp_path.iterdir())


def test_a_full_disk_is_said_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(_GrowingArray, "append", full)
    with pytest.raises(OSError, match="the disk is full") as caught:
        build(ListSource([("abc",)]), tmp_path)
    assert caught.value.errno == errno.ENOSPC


def test_a_damaged_cache_is_named(tmp_path: Path) -> None:
    cache, _ = build(ListSource([("abc", "d")]), tmp_path)
    tokens = cache.folder / "tokens.npy"
    tokens.write_bytes(tokens.read_bytes()[:-1])
    with pytest.raises(ValueError, match="damaged"):
        build(ListSource([("abc", "d")]), tmp_path)


def test_building_holds_a_chunk_in_memory_and_not_the_text(tmp_path: Path) -> None:
    document = tuple(f"sentence {number} of a document" for number in range(20))
    source = ListSource([document] * 10_000)
    build(ListSource([document] * 300), tmp_path, key="warm")
    tracemalloc.start()
    cache, _ = build(source, tmp_path, 10**7)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert cache.num_tokens > 4_000_000
    assert peak < 4_000_000
