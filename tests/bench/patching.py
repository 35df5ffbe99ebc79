"""What `bench` measures of patching: a map of all layers and tokens, beside no other library."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import numpy as np

from models.attribution.methods import ExplainedPrediction, word_score
from models.patching.patching import HIDDEN, Patch, patched_scores, sites, states_at
from tests.bench.models import (
    BUNDLED,
    NUM_TOKENS,
    BenchSettings,
    Make,
    PairedBenchmark,
    base_spec,
    model_input_of,
)

MAP_MS = 500.0  # at most


def paired_benchmarks() -> dict[str, Make]:
    """The measurements by name."""
    return {"patching-map": patching_map}


@contextmanager
def patching_map(folder: Path, setting: BenchSettings) -> Iterator[PairedBenchmark]:
    """Each state of one text into another, layer by layer and token by token."""
    spec = base_spec()
    model = spec.model_class(spec.config_class.from_size(BUNDLED)).eval()
    head = next(one for one in spec.heads if one.predicts == "token")
    score = word_score(model, head, [NUM_TOKENS - 2], [1], [2])
    rng = np.random.default_rng(1)
    changed = np.ones(NUM_TOKENS, dtype=bool)
    texts = rng.integers(BUNDLED.vocab_size, size=(2, NUM_TOKENS))
    base, source = (
        ExplainedPrediction(model, spec, model_input_of(ids), score, changed, 0) for ids in texts
    )
    yield PairedBenchmark(
        what=f"patching map of all layers and tokens, bundled size, {NUM_TOKENS} tokens",
        ours=partial(_all_patches, base, source, head.stream),
        theirs=None,
        target=None,
        most_ms=MAP_MS,
    )


def _all_patches(base: ExplainedPrediction, source: ExplainedPrediction, stream: str) -> None:
    layers = sites(base, stream, HIDDEN)
    patches = [Patch(site, (at,), (at,)) for site in layers for at in range(NUM_TOKENS)]
    for _ in patched_scores(base, states_at(source, layers), patches):
        pass
