"""Accuracy in tasks that no training document has, by the number of examples in the prompt.

Brown et al. (2020), arXiv:2005.14165, section 2: no weights change, and the answer is the choice
with the highest likelihood per token.
"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean
from typing import TYPE_CHECKING

from models.comparison.measured import MetricValue
from models.data.demonstrations.held_out import held_out_prompt_tasks
from models.inference.prompt_accuracy import accuracy_by_shots
from models.inference.prompts import PromptModel
from models.schema.batch import CausalModel

if TYPE_CHECKING:
    from models.comparison.arms import TrainedArm

NUM_QUERIES = 20  # of each task, about


def measure(trained: TrainedArm) -> Iterator[MetricValue]:
    """`known` of tasks whose pairs the text states, and `only_in_prompt` of the others.

    Both are means over tasks by the numbers of examples in the option `shots`; a task whose
    examples do not all fit into the context is left out. `num_queries` is an option too. Raises
    ValueError for a model that does not continue a text.
    """
    model, tokenizer = trained.task.model, trained.task.tokenizer
    if not isinstance(model, CausalModel):
        raise ValueError("few-shot prompts are continued; choose an architecture that is causal")
    reader = PromptModel(trained.recipe.name, model, tokenizer)
    shots, seed = tuple(trained.options["shots"]), trained.recipe.seed
    queries = trained.options.get("num_queries", NUM_QUERIES)
    accuracies: dict[tuple[str, int], list[float]] = {}
    for task in held_out_prompt_tasks(max(shots), seed):
        metric = "only_in_prompt" if task.only_in_prompt else "known"
        found = [*filter(None, accuracy_by_shots(reader, task, "mean", seed, shots, queries))]
        if not any(one.num_dropped for one in found):
            for one in found:
                accuracies.setdefault((metric, one.shots), []).append(one.accuracy.mean)
    for (metric, count), values in accuracies.items():
        yield MetricValue(metric, fmean(values), float(count))
