"""Runs a search: its trials in processes of this machine; a run that was killed goes on."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path

from optuna.trial import TrialState

from models.runtime.files import write_text
from models.runtime.processes import iterate_completed, shut_down
from models.search.recipe import SearchRecipe
from models.search.results import SearchResult
from models.search.settings import SETTINGS_FILE, read_settings, settings_text
from models.search.study import LOG_FILE, is_trained, open_study, read_result
from models.search.trial import check_budget, run_trial


@dataclass(frozen=True)
class SearchProgress:
    """`done` of `total` trials were trained. `number` is the one that just ended, if one did."""

    done: int
    total: int
    number: int | None
    seconds_left: float | None


def search(
    recipe: SearchRecipe,
    folder: Path,
    cache: Path,
    make_executor: Callable[[], Executor],
    *,
    resume: bool = False,
    at_once: int = 1,
) -> Generator[SearchProgress, None, SearchResult]:
    """Train the trials that are missing, and return all.

    A trial that a kill interrupted is begun again with the same shape. With one trial at a time,
    the same seed on the same machine gives the same trials, unless milliseconds limit them.

    Raises ValueError for a budget that no shape meets and for a folder with another search or other
    files, OSError, and what training raises. Closed early, the finished trials stay.
    """
    check_budget(recipe, cache)
    _take_folder(folder, recipe, resume=resume)
    done = _begin_again(folder, recipe)
    began, before = time.monotonic(), done
    missing = {index: (folder, cache, index) for index in range(done, recipe.trials)}
    if missing:
        with shut_down(make_executor()) as executor:
            for one in iterate_completed(executor, run_trial, missing, at_once):
                done += one is not None
                left = _left(began, done - before, recipe.trials - done)
                yield SearchProgress(done, recipe.trials, one and one[1], left)
    return read_result(folder)


def _left(began: float, done: int, missing: int) -> float | None:
    return (time.monotonic() - began) / done * missing if done else None


def _take_folder(folder: Path, recipe: SearchRecipe, *, resume: bool) -> None:
    """Raises ValueError for a folder that is not this search's."""
    settings = folder / SETTINGS_FILE
    if settings.is_file():
        if not resume:
            raise ValueError(
                f"{folder} holds a search already. Go on with it by --resume, or choose another "
                "folder."
            )
        if read_settings(folder) != recipe:
            raise ValueError(f"{folder} holds a search of other settings. Choose another folder.")
        return
    if folder.is_dir() and any(path for path in folder.iterdir() if path.name[0] != "."):
        raise ValueError(f"{folder} holds other files. Choose a new or an empty folder.")
    folder.mkdir(parents=True, exist_ok=True)
    write_text(settings, settings_text(recipe))


def _begin_again(folder: Path, recipe: SearchRecipe) -> int:
    """How many trials were trained; those that were interrupted are put first in the queue."""
    if not (folder / LOG_FILE).is_file():
        return 0
    study = open_study(folder, recipe)
    trials = study.get_trials(deepcopy=False)
    for trial in trials:
        if trial.state == TrialState.RUNNING:
            study.tell(trial.number, state=TrialState.FAIL)
            if len(trial.params) == len(recipe.choices):
                study.enqueue_trial(trial.params)
    return sum(map(is_trained, trials))
