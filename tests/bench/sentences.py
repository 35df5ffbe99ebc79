"""What `bench` measures of many sentences: the loss of masked words, one number a sentence.

Both sides tokenize the same texts and mask the same tokens. The other side pads each batch to its
longest text, in the order of the texts, and computes all logits, as its classes do.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from models.checkpoints.checkpoint import load
from models.data.world.world import World
from models.runtime.resources import checkpoint_folder
from models.schema.records import FloatArray
from models.sentences.inputs import InputBuilder, masked_words, tokens_over
from models.sentences.scoring import input_losses
from tests.bench.models import BENCH, BenchSettings, Make, PairedBenchmark

TABLE: dict[str, Any] = BENCH["sentences"]
TARGET = 2.0  # times as fast
ROUNDS = 5
THEIR_BATCH = 64
SEED = 1
SAME = 1e-3  # nats


def paired_benchmarks() -> dict[str, Make]:
    """The measurements by name."""
    return {"sentences-bundled": score_sentences}


@contextmanager
def score_sentences(folder: Path, setting: BenchSettings) -> Iterator[PairedBenchmark]:
    """Sentences of the mini-world through a bundled model that fills masks."""
    source = checkpoint_folder(TABLE["model"])
    loaded = load(source)
    tokenizer, head = loaded.tokenizer, loaded.spec.head_for("fill_mask")
    assert tokenizer is not None
    assert head is not None
    builder = InputBuilder(loaded, tokenizer, head)
    texts = sentences(TABLE["quick" if setting.quick else "sentences"])

    def score() -> FloatArray:
        fed = [builder.build(tokenizer.encode(text), masked_words(text, SEED)) for text in texts]
        return input_losses(loaded.model, loaded.spec, tokenizer, head, fed).means

    theirs = None
    if setting.against:
        from tests.bench.transformers_side import open_masked_scorer

        places = [tokens_over(tokenizer.encode(text), masked_words(text, SEED)) for text in texts]
        theirs = open_masked_scorer(source, texts, places, THEIR_BATCH)
        assert np.abs(theirs() - score()).max() < SAME, "both sides must score the same"
    yield PairedBenchmark(
        what=f"loss of {len(texts):,} sentences, bundled size",
        ours=lambda: _discard(score()),
        theirs=None if theirs is None else lambda: _discard(theirs()),
        target=TARGET,
        rounds=ROUNDS,
        once=True,
    )


def sentences(number: int) -> list[str]:
    """Return `number` held-out sentences, of which some are repeated."""
    documents = World.load().documents("en", "held_out", SEED)
    return list(islice((one.text for each in documents for one in each.sentences), number))


def _discard(value: object) -> None:
    """Hold nothing, so that a round frees what it made."""
