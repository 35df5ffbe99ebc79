"""What `bench` measures of few-shot prompts: free answers to many queries of one task.

Both sides write at most as many tokens after the same prompts, up to the same ends. Here the
description and the examples are read once; tokenizing counts on our side only.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from models.checkpoints.checkpoint import load
from models.data.prompt_tasks import open_prompt_task
from models.inference.prompt_accuracy import longest_answer
from models.inference.prompts import Prompt, PromptModel
from models.runtime.resources import checkpoint_folder
from tests.bench.models import BENCH, WRITING, BenchSettings, Make, PairedBenchmark

TABLE: dict[str, Any] = BENCH["few_shot"]
ROUNDS = 5  # of all queries
SEED = 1


def paired_benchmarks() -> dict[str, Make]:
    """The measurements by name."""
    return {"few-shot-bundled": answers}


@contextmanager
def answers(folder: Path, setting: BenchSettings) -> Iterator[PairedBenchmark]:
    """A greedy answer to each query after the same examples."""
    source = checkpoint_folder(TABLE["model"])
    model, task = PromptModel.of(load(source)), open_prompt_task(TABLE["task"], SEED)
    number = TABLE["quick" if setting.quick else "queries"]
    queries, examples = list(islice(cycle(task.queries), number)), task.draw(TABLE["shots"], SEED)
    count = longest_answer(model, task)

    def write() -> list[str]:
        prefix = model.prefix(task.format, examples, model.room_for(task.format, queries, count))
        return model.write(task.format, prefix, queries, count)

    theirs = None
    if setting.against:
        from tests.bench.transformers_side import open_prompt_writer

        prefix = model.prefix(task.format, examples, model.room_for(task.format, queries, count))
        assert not prefix.dropped, "the measured examples must fit"
        parts = model.query_parts(task.format, [query.input for query in queries], prefix)
        prompts = [Prompt(prefix, part).ids for part in parts]
        theirs = open_prompt_writer(source, prompts, count, model.end_ids(task.format))
        same = [model.until_end(task.format, ids) for ids in theirs()]
        assert same == write(), "both sides must write the same"
    yield PairedBenchmark(
        what=f"few-shot, greedy, {number:,} prompts, {TABLE['shots']} examples, bundled size",
        ours=lambda: _discard(write()),
        theirs=None if theirs is None else lambda: _discard(theirs()),
        target=WRITING,
        rounds=ROUNDS,
        once=True,
    )


def _discard(value: object) -> None:
    """Hold nothing, so that a round frees what it made."""
