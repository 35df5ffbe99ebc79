"""The requests of the Fine-tuning panel, by view, and their answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from explorer.core.errors import UserError
from explorer.core.finetuning.confusion import ClassifiedExample, disagreements
from explorer.core.finetuning.finetuned import DataReference
from explorer.core.finetuning.plans import FineTuningChoices, finetuning_choices
from explorer.core.finetuning.results import ModelResult, result_of
from explorer.core.finetuning.runs import FineTuningHistory, history
from explorer.core.finetuning.seeds import recipe_key, records_of, seed_metrics
from explorer.core.finetuning.sentence import TaskPrediction, predict_sentence
from explorer.core.finetuning.teachers import TeachingChoices, teaching_choices
from explorer.core.finetuning.weight_changes import WeightChange, weight_change
from explorer.core.jobs.jobs import Partial, Progress, Work
from explorer.core.localization import tr
from explorer.core.training.runs import find_unfinished

if TYPE_CHECKING:
    from explorer.core.engine.engine import Engine
    from explorer.core.library.library import ModelEntry

LEARNING, RESULTS, SENTENCE, CHANGES = "learning", "results", "sentence", "changes"
VIEWS = (LEARNING, RESULTS, SENTENCE, CHANGES)


@dataclass(frozen=True)
class FineTuningRequest:
    """The models of a view; the sentence and the data only where the view depends on them."""

    view: str
    keys: tuple[str, ...]
    text: str = ""
    pair: str = ""
    data: DataReference = field(default_factory=DataReference)  # where models name none
    entries: tuple[ModelEntry, ...] = field(default=(), compare=False)


@dataclass(frozen=True, eq=False)
class FineTuningAnswer:
    """The answer for one view: the others are empty. `problems` are sentences by key."""

    view: str
    choices: FineTuningChoices | None = None
    histories: Mapping[str, FineTuningHistory] = field(default_factory=dict)
    teaching: TeachingChoices | None = None
    unfinished: tuple[Path, ...] = ()
    results: Mapping[str, ModelResult] = field(default_factory=dict)
    disagreements: Mapping[str, Sequence[Mapping[str, ClassifiedExample]]] = field(
        default_factory=dict
    )
    predictions: Mapping[str, TaskPrediction] = field(default_factory=dict)
    changes: Mapping[str, WeightChange] = field(default_factory=dict)
    problems: Mapping[str, str] = field(default_factory=dict)
    text: str = ""
    pair: str = ""

    @property
    def digests(self) -> dict[str, str]:
        """The hashes of the weights, by key."""
        values: list[ModelResult | TaskPrediction | WeightChange] = [*self.results.values()]
        values += [*self.predictions.values(), *self.changes.values()]
        return {one.key: one.digest for one in values}


def answers_to(request: FineTuningRequest, engine: Engine) -> Work:
    """A FineTuningAnswer; a model that cannot answer has a problem there."""
    makers: Mapping[str, Callable[[FineTuningRequest, Engine], Work]] = {
        LEARNING: _fine_tune,
        RESULTS: _results,
        SENTENCE: _sentence,
        CHANGES: _changes,
    }
    return makers[request.view](request, engine)


def _fine_tune(request: FineTuningRequest, engine: Engine) -> Work:
    yield Progress(tr("Listing what can be learned"))
    known = finetuning_choices(engine)
    by_key = {key: history(engine.entry(key).folder) for key in request.keys}
    histories = {key: one for key, one in by_key.items() if one is not None and one.points}
    begun = tuple(find_unfinished(request.entries, finetuning=True))
    teaching = teaching_choices(engine.catalog(), request.entries)
    return FineTuningAnswer(LEARNING, known, histories, teaching, begun)


def _results(request: FineTuningRequest, engine: Engine) -> Work:
    results: dict[str, ModelResult] = {}
    problems: dict[str, str] = {}
    records = records_of(request.entries)
    for key in request.keys:
        try:
            result = yield from result_of(engine, key, request.data)
            results[key] = replace(result, seeds=seed_metrics(result.record or {}, records))
        except UserError as error:
            problems[key] = str(error)
        yield Partial(_results_answer(results, problems))
    return _results_answer(results, problems)


def _results_answer(
    results: Mapping[str, ModelResult], problems: Mapping[str, str]
) -> FineTuningAnswer:
    """Build the answer of the results view, with the examples on which models of a set differ.

    Several chosen runs of one recipe are compared by seed, so each has no summary over seeds.
    """
    runs = Counter(recipe_key(one.record or {}) for one in results.values())
    results = {
        key: replace(one, seeds=None) if runs[recipe_key(one.record or {})] > 1 else one
        for key, one in results.items()
    }
    sets = dict.fromkeys(one.data for one in results.values())
    differing = {
        data: disagreements(
            {key: one.classified for key, one in results.items() if one.data == data}
        )
        for data in sets
    }
    return FineTuningAnswer(
        RESULTS, results=results, disagreements=differing, problems=dict(problems)
    )


def _sentence(request: FineTuningRequest, engine: Engine) -> Work:
    if not request.text.strip():
        return FineTuningAnswer(SENTENCE)

    def work_of_model(key: str) -> Any:
        return predict_sentence(engine, key, request.text, request.pair)

    predictions, problems = yield from _collect_finetuned(request, engine, work_of_model)
    return FineTuningAnswer(
        SENTENCE, predictions=predictions, problems=problems, text=request.text, pair=request.pair
    )


def _changes(request: FineTuningRequest, engine: Engine) -> Work:
    def work_of_model(key: str) -> Any:
        return weight_change(engine, key, request.data)

    changes, problems = yield from _collect_finetuned(request, engine, work_of_model)
    return FineTuningAnswer(CHANGES, changes=changes, problems=problems)


def _collect_finetuned(
    request: FineTuningRequest, engine: Engine, make: Callable[[str], Any]
) -> Work:
    """What each model has, and why others have nothing, by key."""
    values: dict[str, Any] = {}
    problems: dict[str, str] = {}
    for key in request.keys:
        yield Progress(tr("Reading {name}", name=engine.entry(key).title))
        try:
            values[key] = make(key)
        except UserError as error:
            problems[key] = str(error)
    return values, problems
