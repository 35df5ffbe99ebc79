"""Every architecture computes what its reference computes, through the files on disk, both ways."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
import transformers

from models.checkpoints.checkpoint import load, save
from models.layers import linear
from models.schema.batch import Batch, collate
from models.schema.configs import Size
from models.schema.registry import catalog
from models.schema.specs import ArchSpec
from tests.models import oracle
from tests.models.oracle import ORACLES, SIZES, Outputs, PublishedPart

Mode = Callable[[], AbstractContextManager[None]]

TOLERANCE = 1e-5
BUNDLED = Size(61, width=128, num_layers=2, num_heads=8, inner=256, num_positions=96)

SPECS = [spec for spec in catalog().architectures.values() if spec.name in ORACLES]
specs = pytest.mark.parametrize("spec", SPECS, ids=[spec.name for spec in SPECS])
NUM_RANDOM = 3
DRAWN = [oracle.random_size(seed) for seed in range(NUM_RANDOM)]
sizes = pytest.mark.parametrize(
    "size", [*SIZES, *DRAWN], ids=lambda size: f"{size.width}x{size.num_heads}"
)


def batches(part: PublishedPart, size: Size) -> list[Batch]:
    """One example; one token alone; a pair of texts; a pair padded to the length of another."""
    full = oracle.random_input(size.vocab_size, size.num_positions, seed=1)
    pair = oracle.random_input(size.vocab_size, 9, seed=2, pair=True)
    single = oracle.random_input(size.vocab_size, 1, seed=3)
    together = ([full], [single], [pair], [full, pair, single])
    return [collate([part.fed(example) for example in examples]) for examples in together]


def rows_of(spec: ArchSpec, stream: str, batch: Batch) -> torch.Tensor:
    """The places of a stream that are not padding; a decoder has none that it sees."""
    rows = batch.feeds.get(spec.stream(stream).feed, batch.input_ids)
    everything = torch.ones_like(rows, dtype=torch.bool)
    return everything if batch.present is None or rows is not batch.input_ids else batch.present


def assert_same(ours: Outputs, theirs: Outputs, present: torch.Tensor) -> None:
    """Equal at every place that is not padding."""
    assert len(ours.hidden) == len(theirs.hidden)
    assert len(ours.attention) == len(theirs.attention)
    for mine, reference in zip(ours.hidden, theirs.hidden, strict=True):
        assert_close(mine[present], reference[present])
    for mine, reference in zip(ours.attention, theirs.attention, strict=True):
        assert_close(mine.transpose(1, 2)[present], reference.transpose(1, 2)[present])
    assert ours.logits.keys() == theirs.logits.keys()
    for head, mine in ours.logits.items():
        per_token = mine.shape[:2] == present.shape
        mask = present if per_token else slice(None)
        assert_close(mine[mask], theirs.logits[head][mask])


def assert_close(ours: torch.Tensor, theirs: torch.Tensor) -> None:
    assert ours.dtype == theirs.dtype == torch.float32
    torch.testing.assert_close(ours, theirs, rtol=TOLERANCE, atol=TOLERANCE)


def assert_streams_agree(
    spec: ArchSpec,
    model: object,
    references: dict[str, object],
    size: Size,
    mode: Mode = torch.no_grad,
) -> None:
    parts: dict[str, PublishedPart] = ORACLES[spec.name]
    for subfolder, part in parts.items():
        for batch, stream in itertools.product(batches(part, size), part.streams):
            asked = replace(batch, without=part.without)
            ours = oracle.run_ours(spec, stream, model, asked, mode)  # type: ignore[arg-type]
            theirs = oracle.run_theirs(part, references[subfolder], batch, stream)
            assert_same(ours, theirs, rows_of(spec, stream, batch))


@specs
@sizes
def test_what_they_saved_computes_the_same_here(spec: ArchSpec, size: Size, tmp_path: Path) -> None:
    references = oracle.save_theirs(ORACLES[spec.name], size, tmp_path)
    loaded = load(tmp_path)
    assert loaded.heads == tuple(head.name for head in spec.heads_of(loaded.model))
    assert not loaded.report.missing
    assert not loaded.report.unexpected
    assert not loaded.report.wrong_shape
    assert_streams_agree(spec, loaded.model, references, size)


@specs
@sizes
def test_what_we_saved_computes_the_same_there(spec: ArchSpec, size: Size, tmp_path: Path) -> None:
    model = oracle.random_model(spec, size)
    save(model, spec, tmp_path)
    references = {}
    for subfolder, part in ORACLES[spec.name].items():
        references[subfolder], report = oracle.open_theirs(part, tmp_path, subfolder)
        assert not report["missing_keys"] - part.computed
        assert not report["unexpected_keys"]
        assert not report["mismatched_keys"]
    assert_streams_agree(spec, model, references, size)


@pytest.fixture
def threads(request: pytest.FixtureRequest) -> Iterator[None]:
    """Computing with this many threads; two wait for each other for most of their time."""
    before = torch.get_num_threads()
    torch.set_num_threads(request.param)
    yield
    torch.set_num_threads(before)


@pytest.fixture
def kernel_calls(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of multiplications of each product that oneDNN computes."""
    kernel, calls = linear._kernel(), []
    assert kernel is not None, "this torch has no oneDNN"

    def counted(x: torch.Tensor, *others: Any) -> torch.Tensor:
        found = kernel(x, *others)
        calls.append(x.numel() * found.shape[-1])
        return found

    monkeypatch.setattr(linear, "_kernel", lambda: counted)
    monkeypatch.setattr(linear, "_is_intel", lambda: False)
    return calls


@pytest.mark.parametrize(
    ("spec", "threads"),
    [(spec, threads) for spec in SPECS for threads in (1, 2)],
    indirect=["threads"],
    ids=lambda value: getattr(value, "name", value),
)
@pytest.mark.usefixtures("threads")
def test_products_by_onednn_are_those_of_the_reference_both_ways(
    spec: ArchSpec, tmp_path: Path, kernel_calls: list[int]
) -> None:
    references = oracle.save_theirs(ORACLES[spec.name], BUNDLED, tmp_path / "theirs")
    theirs = load(tmp_path / "theirs").model
    assert_streams_agree(spec, theirs, references, BUNDLED, torch.inference_mode)
    assert len(kernel_calls) >= 2 * BUNDLED.num_layers
    assert min(kernel_calls) >= linear.WORTH_A_CALL
    kernel_calls.clear()
    ours = oracle.random_model(spec, BUNDLED)
    save(ours, spec, tmp_path / "ours")
    opened = {
        subfolder: oracle.open_theirs(part, tmp_path / "ours", subfolder)[0]
        for subfolder, part in ORACLES[spec.name].items()
    }
    assert_streams_agree(spec, ours, opened, BUNDLED, torch.inference_mode)
    assert len(kernel_calls) >= 2 * BUNDLED.num_layers


@specs
def test_what_we_saved_in_half_precision_opens_there(spec: ArchSpec, tmp_path: Path) -> None:
    save(oracle.random_model(spec), spec, tmp_path, half=True)
    references = {}
    for subfolder, part in ORACLES[spec.name].items():
        theirs, report = oracle.open_theirs(part, tmp_path, subfolder)
        assert not report["missing_keys"] - part.computed
        assert theirs.get_input_embeddings().weight.dtype == torch.float16
        references[subfolder] = oracle.compute_sinusoids(oracle.in_32_bits(theirs))
    assert_streams_agree(spec, load(tmp_path).model, references, SIZES[0])


def test_every_architecture_that_transformers_has_is_in_the_table_of_references() -> None:
    specs = catalog().architectures.values()
    known = {
        spec.name
        for spec in specs
        if (spec.shared_type or spec.model_type) in transformers.CONFIG_MAPPING
    }
    assert set(ORACLES) == known
