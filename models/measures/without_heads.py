"""Accuracy by the share of attention heads that are removed, in three orders.

The order is that of the least important head first, by gradient or by ablation (Michel et al. 2019,
arXiv:1905.10650), or random. Importance is measured on half of the held-out batches, accuracy on
the other half.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import numpy as np

from models.comparison.measured import MetricValue
from models.compression.heads import AttentionUnit, zero_heads
from models.compression.pruning import ABLATION, GRADIENT, head_importance
from models.compression.trained_arm import held_out_batches, held_out_data, open_trained
from models.runtime.generators import run_to_end

if TYPE_CHECKING:
    from models.checkpoints.checkpoint import LoadedModel
    from models.comparison.arms import TrainedArm
    from models.compression.examples import CompressionData, Quality

Heads = Sequence[tuple[int, int]]  # (unit, head), those that go first at the beginning


def measure(trained: TrainedArm) -> Iterator[MetricValue]:
    """`by_gradient`, `by_ablation` and `at_random`: accuracy with the percentage removed as x.

    The options `percents` and `num_examples` say which percentages, and how many examples.
    """
    with TemporaryDirectory(prefix="plm-") as folder:
        loaded = open_trained(trained, Path(folder) / "model")
        batches = held_out_batches(trained)
        half = len(batches) // 2
        known, unseen = (
            held_out_data(trained, some, Path(folder)) for some in (batches[:half], batches[half:])
        )
        ranked = run_to_end(head_importance(loaded, GRADIENT, known))
        ablated = run_to_end(head_importance(loaded, ABLATION, known))
        rng = np.random.default_rng(trained.recipe.seed)
        shuffled = [ranked.order[n] for n in rng.permutation(len(ranked.order))]
        orders = {"by_gradient": ranked.order, "by_ablation": ablated.order, "at_random": shuffled}
        for percent in trained.options["percents"]:
            for metric, order in orders.items():
                removed = order[: round(percent / 100 * len(order))]
                quality = _quality(loaded, ranked.units, removed, unseen)
                yield MetricValue(metric, quality.accuracy, float(percent), quality.outcomes)


def _quality(
    loaded: LoadedModel, units: Sequence[AttentionUnit], removed: Heads, data: CompressionData
) -> Quality:
    """Measure the model without these heads of its attention."""
    with ExitStack() as stack:
        if removed:
            stack.enter_context(zero_heads(loaded, [(units[n], head) for n, head in removed]))
        return data.quality(loaded)
