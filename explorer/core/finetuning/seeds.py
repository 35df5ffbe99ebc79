"""Runs that differ in their seed alone, and what their metrics are together."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from explorer.core.finetuning.runs import record_in
from explorer.core.library.library import ModelEntry
from models.comparison.evidence.intervals import estimate

OF_ONE_RUN = ("seed", "name")  # fields of a recipe that do not make another experiment


@dataclass(frozen=True)
class SeedSummary:
    """The mean of a metric over seeds, with its 95 % interval, or its lowest and highest value.

    Fewer than five seeds have no interval.
    """

    mean: float
    low: float
    high: float
    is_interval: bool


@dataclass(frozen=True)
class SeedMetrics:
    """Metrics of the dev split by metric and by seed, as each run measured them at its end."""

    seeds: tuple[int, ...]  # ascending
    values: Mapping[str, tuple[float, ...]]  # by metric, in the order of the seeds
    summaries: Mapping[str, SeedSummary]

    @property
    def is_interval(self) -> bool:
        return any(one.is_interval for one in self.summaries.values())

    def rows(self) -> Iterator[tuple[str, str, float]]:
        """Every number with what it is of and its metric, as a file has them."""
        for key, summary in self.summaries.items():
            for seed, value in zip(self.seeds, self.values[key], strict=True):
                yield f"seed {seed}", key, value
            interval = ("interval low", "interval high")
            low, high = interval if summary.is_interval else ("lowest", "highest")
            yield "mean", key, summary.mean
            yield low, key, summary.low
            yield high, key, summary.high


def recipe_key(record: Mapping[str, Any]) -> str:
    """Return a key that is equal for runs that differ only in the seed; "" without a recipe."""
    recipe = record.get("recipe")
    if not isinstance(recipe, Mapping):
        return ""
    kept = {key: value for key, value in recipe.items() if key not in OF_ONE_RUN}
    return json.dumps([kept, record.get("num_train")], sort_keys=True)


def records_of(entries: Iterable[ModelEntry]) -> list[Mapping[str, Any]]:
    """What run.json says of the fine-tuning, of each model that was fine-tuned here."""
    records = (record_in(entry.folder) for entry in entries if entry.origin == "own")
    return [record for record in records if record]


def seed_metrics(own: Mapping[str, Any], others: Iterable[Mapping[str, Any]]) -> SeedMetrics | None:
    """The metrics of a run with those of the same recipe and other seeds; None where it is alone.

    `own` and `others` are records of run.json.
    """
    wanted = recipe_key(own)
    if not wanted:
        return None
    by_seed = {_seed(one): one for one in others if recipe_key(one) == wanted} | {_seed(own): own}
    if len(by_seed) < 2:
        return None
    runs = [by_seed[seed].get("metrics", {}) for seed in sorted(by_seed)]
    keys = [key for key in runs[0] if all(key in metrics for metrics in runs)]
    values = {key: tuple(float(metrics[key]) for metrics in runs) for key in keys}
    summaries = {key: summary(scores) for key, scores in values.items()}
    return SeedMetrics(tuple(sorted(by_seed)), values, summaries)


def summary(values: tuple[float, ...]) -> SeedSummary:
    """Summarize the values of one metric, one per seed."""
    estimated = estimate(values)
    if estimated.low is None or estimated.high is None:
        return SeedSummary(estimated.mean, min(values), max(values), is_interval=False)
    return SeedSummary(estimated.mean, estimated.low, estimated.high, is_interval=True)


def _seed(record: Mapping[str, Any]) -> int:
    return int(record["recipe"].get("seed", 1))
