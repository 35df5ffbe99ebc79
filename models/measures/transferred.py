"""How well a model that was fine-tuned in one language does the same task in the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from models.checkpoints.checkpoint import save
from models.comparison.base import fine_tuning_base
from models.comparison.measured import MetricValue
from models.data.labelled_sets import open_set
from models.finetuning.evaluation import evaluate, outcomes_of
from models.finetuning.run import RECORD, open_finetuned
from models.finetuning.trainer import finetune
from models.runtime.generators import run_to_end

if TYPE_CHECKING:
    from models.comparison.arms import TrainedArm

SOURCE, TARGET = "en", "ko"


def measure(trained: TrainedArm) -> Iterator[MetricValue]:
    """The metric of the dev split of the option `task`, a labelled set of the mini-world:
    `english` and `transferred` after fine-tuning in English, tested in English and in Korean, and
    `korean` after fine-tuning in Korean.

    The option `num_examples` says how many examples are learned.
    """
    with TemporaryDirectory(prefix="plm-") as folder:
        pretrained = Path(folder) / "pretrained"
        pretrained.mkdir()
        save(trained.task.model, trained.task.spec, pretrained, trained.prepared.tokenizer)
        tested = {SOURCE: "english", TARGET: "transferred"}
        english, transferred = _scores(trained, pretrained, SOURCE, tested)
        (korean,) = _scores(trained, pretrained, TARGET, {TARGET: "korean"})
    yield from (transferred, english, korean)


def _scores(
    trained: TrainedArm, pretrained: Path, language: str, tested: Mapping[str, str]
) -> list[MetricValue]:
    """Fine-tune in a language, and score in each of the tested ones, which name their metric."""
    task, number = trained.options["task"], trained.options["num_examples"]
    folder = pretrained.parent / language
    recipe = fine_tuning_base(
        str(pretrained),
        f"world:{task}:{language}",
        num_examples=number,
        seed=trained.recipe.seed,
    )
    record = run_to_end(finetune(recipe, folder)).run[RECORD]
    model = open_finetuned(folder)
    scores = []
    for code, metric in tested.items():
        data = model.match_classes(open_set(f"world:{task}:{code}"))
        found, own = evaluate(model.pipeline, data.examples("dev"), data), record["metric"]
        outcomes = outcomes_of(found.predictions, found.examples, data)
        scores.append(MetricValue(metric, float(found.metrics[own]), None, outcomes.get(own, ())))
    return scores
