"""How well a model that was just pretrained learns labelled tasks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from models.checkpoints.checkpoint import save
from models.comparison.base import fine_tuning_base
from models.comparison.fine_tuned import AVERAGE, run_fine_tuning
from models.comparison.measured import MetricValue

if TYPE_CHECKING:
    from models.comparison.arms import TrainedArm


def measure(trained: TrainedArm) -> Iterator[MetricValue]:
    """The metric that decides, of the dev split of each set, and the mean over sets.

    Of a model whose heads mix layers, also `NAME_mix` of each set: the weight of each layer.

    The option `sets` has labelled sets by the names of their metrics, `num_examples` how many of
    each are learned.
    """
    task, scores = trained.task, list[MetricValue]()
    with TemporaryDirectory(prefix="plm-") as folder:
        save(task.model, task.spec, Path(folder), trained.prepared.tokenizer)
        for metric, data in trained.options["sets"].items():
            number = trained.options["num_examples"]
            recipe = fine_tuning_base(folder, data, num_examples=number, seed=trained.recipe.seed)
            adapted = run_fine_tuning(recipe)
            scores.append(adapted.score(metric))
            for layer, share in enumerate(adapted.mix):
                yield MetricValue(f"{metric}_mix", share, float(layer))
    yield from scores
    yield MetricValue(AVERAGE, sum(one.value for one in scores) / len(scores))
