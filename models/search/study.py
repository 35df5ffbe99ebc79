"""The trials of a search, in one log file that several processes append to.

Optuna (Akiba et al. 2019, arXiv:1907.10902) samples and stops them; its journal is JSON lines, so a
kill leaves it whole.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import optuna
from optuna.pruners import BasePruner, NopPruner, SuccessiveHalvingPruner
from optuna.samplers import BaseSampler, RandomSampler, TPESampler
from optuna.storages import JournalStorage
from optuna.storages.journal import JournalFileBackend
from optuna.trial import FrozenTrial, TrialState

from models.search.recipe import SearchRecipe
from models.search.results import (
    ABOVE_BUDGET,
    FAILED,
    FINISHED,
    RUNNING,
    STOPPED,
    UNFIT,
    SearchResult,
    Trial,
)
from models.search.settings import read_settings

STUDY = "search"
LOG_FILE = "trials.log"
POINTS = 9  # at which a trial measures its loss; halving decides at the first and the third
STARTING_TRIALS = 10  # at random, before TPE has something to go by
optuna.logging.set_verbosity(optuna.logging.WARNING)


def open_study(folder: Path, recipe: SearchRecipe, seed: int = 0) -> optuna.Study:
    """The study of a folder, new or with the trials that it has; `seed` is of the next samples."""
    storage = JournalStorage(JournalFileBackend(str(folder / LOG_FILE)))
    return optuna.create_study(
        study_name=STUDY,
        storage=storage,
        sampler=_sampler(recipe, seed),
        pruner=_pruner(recipe),
        load_if_exists=True,
    )


def _sampler(recipe: SearchRecipe, seed: int) -> BaseSampler:
    if recipe.sampler == "random":
        return RandomSampler(seed=seed)
    starting = min(STARTING_TRIALS, max(2, recipe.trials // 3))
    return TPESampler(n_startup_trials=starting, constant_liar=True, seed=seed)


def _pruner(recipe: SearchRecipe) -> BasePruner:
    if not recipe.halving:
        return NopPruner()
    first = max(1, recipe.base.schedule.steps // POINTS)
    return SuccessiveHalvingPruner(min_resource=first, reduction_factor=3)


def suggest_values(trial: optuna.Trial, recipe: SearchRecipe) -> dict[str, Any]:
    """A value for each field. Optuna chooses its place in the list, so that the order counts."""
    return {
        name: values[trial.suggest_int(name, 0, len(values) - 1)]
        for name, values in recipe.choices.items()
    }


def read_result(folder: Path) -> SearchResult:
    """All trials of a folder so far. Raises OSError and ValueError for other folders."""
    recipe = read_settings(folder)
    study = open_study(folder, recipe)
    trials = tuple(_trial(one, recipe) for one in study.get_trials(deepcopy=False))
    return SearchResult(trials, _importance(study, recipe))


def is_trained(trial: FrozenTrial) -> bool:
    """Whether it counts as one of a search: it finished, was stopped early, or diverged."""
    if trial.state == TrialState.FAIL:
        return "reason" in trial.user_attrs
    stopped = trial.state == TrialState.PRUNED and bool(trial.intermediate_values)
    return trial.state == TrialState.COMPLETE or stopped


def _trial(found: FrozenTrial, recipe: SearchRecipe) -> Trial:
    attributes = found.user_attrs
    places = {name: place for name, place in found.params.items() if name in recipe.choices}
    return Trial(
        number=found.number,
        values={name: recipe.choices[name][place] for name, place in places.items()},
        state=_state(found),
        parameters=attributes.get("parameters"),
        milliseconds=attributes.get("milliseconds"),
        curve=tuple(sorted(found.intermediate_values.items())),
        seconds=attributes.get("seconds", 0.0),
        reason=attributes.get("reason", ""),
    )


def _state(found: FrozenTrial) -> str:
    if found.state == TrialState.COMPLETE:
        return FINISHED
    if found.state == TrialState.PRUNED:
        if found.intermediate_values:
            return STOPPED
        return ABOVE_BUDGET if "parameters" in found.user_attrs else UNFIT
    return FAILED if found.state == TrialState.FAIL else RUNNING


def _importance(study: optuna.Study, recipe: SearchRecipe) -> dict[str, float]:
    """Empty where too few trials finished to tell."""
    finished = study.get_trials(deepcopy=False, states=(TrialState.COMPLETE,))
    differing = [n for n in recipe.choices if len({one.params.get(n) for one in finished}) > 1]
    if len(finished) < 4 or not differing or len({one.value for one in finished}) < 2:
        return {}
    evaluator = optuna.importance.FanovaImportanceEvaluator(seed=recipe.seed)
    return optuna.importance.get_param_importances(study, evaluator=evaluator, params=differing)
