"""What a language model that was just pretrained does by prompts alone, and after fine-tuning."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from models.checkpoints.checkpoint import save
from models.comparison.base import fine_tuning_base
from models.comparison.fine_tuned import AVERAGE, run_fine_tuning
from models.comparison.measured import MetricValue
from models.data.labelled_sets import open_set
from models.finetuning.evaluation import outcomes_of
from models.inference.prompts import PromptModel
from models.inference.zero_shot import zero_shot_answers
from models.schema.batch import CausalModel
from models.tasks.catalog import task as task_of

if TYPE_CHECKING:
    from models.comparison.arms import TrainedArm

NUM_ASKED = 400  # examples of each dev split


def measure(trained: TrainedArm) -> Iterator[MetricValue]:
    """The metric that decides, of the dev split of each set, and the mean over sets, by the number
    of labelled examples that were learned; 0 is the model as it is, asked in GPT-2's formats.

    The option `sets` has labelled sets by the names of their metrics, `num_learned` the numbers of
    examples. Raises ValueError for a model that does not continue a text.
    """
    by_number = {0: [*_zero_shot(trained)]}
    with TemporaryDirectory(prefix="plm-") as folder:
        save(trained.task.model, trained.task.spec, Path(folder), trained.prepared.tokenizer)
        for number in trained.options["num_learned"]:
            by_number[number] = [*_measure_fine_tuned(trained, folder, number)]
    for number, scores in by_number.items():
        yield from scores
        mean = sum(one.value for one in scores) / len(scores)
        yield MetricValue(AVERAGE, mean, float(number))


def _zero_shot(trained: TrainedArm) -> Iterator[MetricValue]:
    """Measure the model with prompts alone, without any change of its weights."""
    task = trained.task
    if not isinstance(task.model, CausalModel):
        raise ValueError("prompts are continued; choose an architecture that is causal")
    reader = PromptModel(trained.recipe.name, task.model, task.tokenizer)
    for metric, name in trained.options["sets"].items():
        data = open_set(name)
        examples, own = data.examples("dev", NUM_ASKED), data.metric
        answers = zero_shot_answers(reader, examples, data)
        own = own or next(iter(task_of(data.task).metrics))
        value = task_of(data.task).measure(answers, examples, data)[own]
        yield MetricValue(metric, value, 0.0, outcomes_of(answers, examples, data).get(own, ()))


def _measure_fine_tuned(trained: TrainedArm, folder: str, number: int) -> Iterator[MetricValue]:
    """Measure the model after fine-tuning on so many examples."""
    for metric, data in trained.options["sets"].items():
        recipe = fine_tuning_base(folder, data, num_examples=number, seed=trained.recipe.seed)
        yield run_fine_tuning(recipe).score(metric, float(number))
