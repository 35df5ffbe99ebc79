"""What `bench` measures of explanations: attribution by gradients, and the ablation of all heads.

No other library has a side here: the aims are times on two idle cores.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from models.attribution.methods import (
    STEPS,
    Attribution,
    ExplainedPrediction,
    gradient_times_input,
    integrated_gradients,
    word_score,
)
from models.checkpoints.checkpoint import load
from models.compression.heads import attention_units
from models.schema.records import ModelInput, Targets
from models.schema.specs import ArchSpec, HeadSpec
from models.sentences.ablation import SentenceLosses, ablated_losses
from tests.bench.models import (
    BENCH,
    BUNDLED,
    BenchSettings,
    Make,
    PairedBenchmark,
    base_spec,
    model_input_of,
    new_model,
    random_ids,
)

TABLE: dict[str, Any] = BENCH["why"]
GRADIENT_MS, INTEGRATED_MS, ABLATION_MS = 30.0, 150.0, 1000.0  # to reach


def paired_benchmarks() -> dict[str, Make]:
    """The measurements by name."""
    steps = f"integrated gradients, {STEPS} steps"
    return {
        "why-gradient": partial(attribution, "gradient × input", gradient_times_input, GRADIENT_MS),
        "why-integrated": partial(attribution, steps, integrated_gradients, INTEGRATED_MS),
        "why-heads": ablation,
    }


@contextmanager
def attribution(
    title: str,
    method: Callable[[ExplainedPrediction], Attribution],
    most_ms: float,
    folder: Path,
    setting: BenchSettings,
) -> Iterator[PairedBenchmark]:
    """The shares of all tokens but one, which is predicted."""
    spec, length = base_spec(), TABLE["tokens"]
    model, ids, place = new_model(spec, BUNDLED, folder), random_ids(length, BUNDLED), length // 2
    changed = np.arange(length) != place
    score = word_score(model, _head(spec), [place], [int(ids[place])])
    explained = ExplainedPrediction(model, spec, model_input_of(ids), score, changed, baseline=0)
    yield PairedBenchmark(
        what=f"{spec.title}, bundled size, {length} tokens, {title}",
        ours=lambda: _discard(method(explained)),
        theirs=None,
        target=None,
        most_ms=most_ms,
    )


@contextmanager
def ablation(folder: Path, setting: BenchSettings) -> Iterator[PairedBenchmark]:
    """The growth of the loss without each head, one head at a time, sentence by sentence."""
    spec, number = base_spec(), TABLE["sentences"]
    new_model(spec, BUNDLED, folder)
    loaded, head = load(folder), _head(spec)
    sentences = [_sentence(head, seed) for seed in range(number)]
    data = SentenceLosses.of(loaded, head, sentences)
    units = attention_units(loaded, data)
    count = sum(unit.num_heads for unit in units)
    yield PairedBenchmark(
        what=f"{spec.title}, bundled size, ablation of {count} heads on {number} sentences",
        ours=lambda: _discard(list(ablated_losses(loaded, units, data))),
        theirs=None,
        target=None,
        most_ms=ABLATION_MS,
    )


def _head(spec: ArchSpec) -> HeadSpec:
    """The head that predicts tokens."""
    return next(head for head in spec.heads if head.predicts == "token")


def _sentence(head: HeadSpec, seed: int) -> ModelInput:
    """Random tokens, of which some are predicted."""
    rng = np.random.default_rng(seed)
    length = int(rng.integers(TABLE["shortest"], TABLE["longest"] + 1))
    model_input = model_input_of(rng.integers(5, BUNDLED.vocab_size, length))
    places = np.sort(rng.choice(length, TABLE["predicted"], replace=False))
    targets = Targets(places, model_input.encoding.ids[places])
    return replace(model_input, targets={head.name: targets})


def _discard(value: object) -> None:
    """Hold nothing, so that a round frees what it made."""
