"""As `held_out_by_option`, and how many tokens the arm's own objective has read and written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from models.comparison.measured import MetricValue
from models.measures import held_out_by_option

if TYPE_CHECKING:
    from models.comparison.arms import TrainedArm


def measure(trained: TrainedArm) -> Iterator[MetricValue]:
    """`tokens_read` and `tokens_written` are means of the held-out examples of the arm."""
    yield from held_out_by_option.measure(trained)
    num_examples = sum(len(batch.input_ids) for batch in trained.held_out)
    read = sum(batch.num_tokens for batch in trained.held_out)
    written = sum(
        len(targets.rows) for batch in trained.held_out for targets in batch.targets.values()
    )
    yield MetricValue("tokens_read", read / num_examples)
    yield MetricValue("tokens_written", written / num_examples)
