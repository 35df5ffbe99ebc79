"""Runs that measure something: fine-tuning a model, and comparisons over several seeds."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from explorer.core.comparisons.pages import QUICK, WHOLE, MeasuredResult, page
from explorer.core.comparisons.running import run_comparison
from explorer.core.errors import UserError, as_user_errors
from models.comparison.catalog import experiments, find_experiment
from models.comparison.evidence.statistics import ContrastResult
from models.comparison.spec import ExperimentSpec
from models.runtime.generators import run_to_end
from plm_explorer.figures import Figure, figure
from plm_explorer.library import Model, key_of, library, load
from plm_explorer.results import Result

Run = Literal["", "quick", "whole"]


@dataclass(frozen=True, eq=False, repr=False)
class FineTuned(Result):
    """A model that learned a task, in a folder that `load` and the window open."""

    model: Model
    folder: Path
    metrics: Mapping[str, float]  # of the dev split
    epochs: tuple[Mapping[str, float], ...]  # the same after each epoch

    @property
    def columns(self) -> tuple[str, ...]:  # type: ignore[override]
        return ("epoch", *self.metrics)

    @property
    def rows(self) -> list[tuple[Any, ...]]:
        each = enumerate(self.epochs, start=1)
        return [(number, *(one.get(name) for name in self.metrics)) for number, one in each]

    @property
    def title(self) -> str:
        return f"{self.model.title}: dev metrics by epoch"

    def figure(self) -> Figure:
        """The learning curve of the Fine-tuning panel."""
        return figure("finetuning", [self.model], view="learning")


def fine_tune(
    model: str | Path | Model,
    data: str | Path,
    out: str | Path | None = None,
    *,
    progress: bool = True,
    **recipe: Any,
) -> FineTuned:
    """Fine-tune a model on labelled examples.

    data: a set of the mini-world such as "world:sentiment:en", a published file, or an own table.
    out: a new folder; left out, one among the models trained here. Other arguments are fields of a
    recipe, such as epochs=3, learning_rate=1e-3, way="lora", seed=2. `progress` prints a line for
    each epoch on standard error. Raises UserError.
    """
    from explorer.commands.finetune import print_report
    from explorer.terminal.progress import ProgressLine
    from models.finetuning.recipe import FineTuningRecipe
    from models.finetuning.trainer import DevEvaluated, finetune
    from models.training.trainer import DivergedError

    key = key_of(model)
    name = Path(out).name if out else f"{Path(key).name}-{str(data).replace(':', '-')}"
    folder = Path(out) if out else library().new_run_folder(Path(name).name)
    line, epochs = ProgressLine(sys.stderr), []
    try:
        with as_user_errors():
            fields = {"name": folder.name, **recipe, "model": key, "data": str(data)}
            running = finetune(FineTuningRecipe.from_dict(fields), folder)
            while True:
                report = next(running)
                if isinstance(report, DevEvaluated):
                    epochs.append(report.metrics)
                if progress:
                    print_report(line, report)
    except StopIteration as end:
        result = end.value
    except DivergedError as error:
        raise UserError(str(error), "Choose a lower learning_rate.") from error
    library().open_folder(folder)
    return FineTuned(load(folder), folder, dict(result.metrics), tuple(epochs))


@dataclass(frozen=True, eq=False, repr=False)
class Compared(Result):
    """The result of a comparison: claims, what tests them over seeds, and verdicts."""

    spec: ExperimentSpec
    measured: MeasuredResult

    columns = ("contrast", "mean", "low", "high", "unit", "seeds", "adjusted_p", "verdict")

    @property
    def title(self) -> str:
        return self.spec.question

    @property
    def claims(self) -> list[tuple[str, str, str]]:
        """Each claim of a paper with its verdict ("" for none) and the reason of it."""
        found = self.measured.evaluation.claims
        return [(one.claim.text, one.verdict or "", one.reason) for one in found]

    @property
    def rows(self) -> list[tuple[Any, ...]]:
        return [
            (
                *(one.contrast.title, e.mean, e.low, e.high, self._unit(one), e.num_seeds),
                *(one.adjusted_p, one.verdict),
            )
            for one in self.measured.evaluation.results
            for e in [one.estimate]
        ]

    def _unit(self, result: ContrastResult) -> str:
        if result.contrast.is_ratio:
            return "ratio"
        metric = self.spec.metric(result.contrast.first.metric)
        return "share" if metric.is_share else metric.unit

    @property
    def means(self) -> list[tuple[Any, ...]]:
        """Each arm and metric: (arm, metric, x, mean, low, high, seeds)."""
        return [
            (cell.arm, cell.metric, cell.x, value.mean, value.low, value.high, value.num_seeds)
            for cell, value in self.measured.result.estimates().items()
        ]

    def figure(self) -> Figure:
        """The page of the comparison."""
        return figure("comparisons", options={"opened": self.spec.name})


def compare(name: str, run: Run = "") -> Compared:
    """Open the result of a comparison, or run it here: "quick" (few steps and seeds) or "whole".

    A run uses a process per core and goes on where it was stopped; in a script it belongs under
    `if __name__ == "__main__":`. Results are those that the window shows. Raises UserError.
    """
    if name not in experiments():
        raise UserError(
            f"There is no comparison {name!r}.", f"Choose among {', '.join(experiments())}."
        )
    if run not in ("", "quick", "whole"):
        raise UserError(f"run is {run!r}.", 'Choose "quick" or "whole", or leave it out.')
    if run:
        run_to_end(run_comparison(name, quick=run == "quick"))
    spec = find_experiment(name)
    results = {one.source: one for one in page(spec).measured}
    wanted = {"quick": QUICK, "whole": WHOLE}.get(run)
    measured = results.get(wanted) if wanted else next(iter(results.values()), None)
    if measured is None:
        raise UserError(f"{name} has no result yet.", 'Run it with run="quick" or run="whole".')
    return Compared(spec, measured)
