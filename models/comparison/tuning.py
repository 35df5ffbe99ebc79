"""Chooses the learning rate of every arm of a comparison before it runs.

A single rate for all arms favours those that it fits. Therefore each arm is trained to the end with
several, on a seed that is not reported: runs that are cut short prefer other rates.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Generator
from dataclasses import replace
from pathlib import Path
from statistics import fmean

from models.comparison.run import (
    MakeExecutor,
    PartDone,
    Plan,
    Report,
    WaitingForWorkers,
    time_left,
)
from models.comparison.spec import Arm, ArmSeed, TriedRates, Tuning, rate_field
from models.runtime.files import read_object, write_text
from models.runtime.processes import iterate_completed, shut_down

FOLDER = "tuning"  # with a file per arm, rate and seed
Trial = tuple[str, float, int]  # an arm, its learning rate and a seed


def tune(
    plan: Plan, make_executor: MakeExecutor, at_once: int = 10_000
) -> Generator[Report, None, dict[str, TriedRates]]:
    """Try rates until no arm needs another, and return all that were tried.

    Every trial is a file in the folder of the plan, so that a stopped tuning goes on.

    Raises ValueError where the comparison declares no tuning or the folder has trials of other
    recipes, OSError when the disk is full, and what training raises; a loss that is not a number
    any more counts as a failed rate.
    """
    if plan.spec.tuning is None:
        raise ValueError(f"The arms of {plan.spec.name} have the rates of their recipes.")
    plan = replace(plan, spec=replace(plan.spec, rates={}))
    tuning = plan.spec.tuning
    assert tuning is not None
    (plan.folder / FOLDER).mkdir(parents=True, exist_ok=True)
    with shut_down(make_executor()) as executor:
        while missing := missing_trials(plan, tuning):
            units = {trial: (trial_unit(plan, trial), tuning.metric, tuning.x) for trial in missing}
            began, done, total = time.monotonic(), 0, len(missing)
            for part in iterate_completed(executor, measure_trial, units, at_once):
                if part is None:
                    yield WaitingForWorkers(done, total, time_left(began, done, total - done))
                    continue
                trial, value = part
                content = {"value": value, "recipe": untuned_recipe(plan, trial[0])}
                write_text(trial_path(plan, trial), json.dumps(content))
                done += 1
                left = time_left(began, done, total - done)
                yield PartDone(trial[0], trial[2], done, total, left)
    return read_tried_rates(plan, tuning)


def wanted_rates(tuning: Tuning, tried: TriedRates | None) -> list[float]:
    """All that an arm needs so far: the declared rates, and one beyond a best rate at an edge."""
    known = {} if tried is None else tried.values
    rates = dict.fromkeys((*tuning.rates, *known))
    is_complete = tried is not None and len(known) == len(rates)
    if tried and is_complete and tried.is_at_edge and len(known) < tuning.max_tried:
        rates[next_rate(tuning, tried)] = None
    return [*rates]


def missing_trials(plan: Plan, tuning: Tuning) -> list[Trial]:
    tried = read_tried_rates(plan, tuning)
    wanted = [
        (arm.name, rate, seed)
        for arm in plan.spec.arms
        if not tuning.arms or arm.name in tuning.arms
        for rate in wanted_rates(tuning, tried.get(arm.name))
        for seed in tuning.seeds
    ]
    return [trial for trial in wanted if not trial_path(plan, trial).is_file()]


def next_rate(tuning: Tuning, tried: TriedRates) -> float:
    """The next rate on the side of the best one."""
    factor = tuning.rates[1] / tuning.rates[0]
    is_highest = tried.best == max(tried.values)
    return float(f"{tried.best * factor if is_highest else tried.best / factor:.6g}")


def trial_unit(plan: Plan, trial: Trial) -> ArmSeed:
    arm, rate, seed = trial
    changes = {rate_field(plan.spec.recipe(arm)): rate}
    return ArmSeed(plan.spec.name, arm, seed, False, plan.cache.absolute(), changes=changes)


def measure_trial(unit: ArmSeed, metric: str, x: float | None) -> float | None:
    """Train an arm and return its metric at x, or at the end; None where the training failed."""
    from models.comparison.arms import run_unit  # which brings torch in
    from models.training.trainer import DivergedError

    try:
        rows = [row for row in run_unit(unit).rows if row.metric == metric]
    except DivergedError:
        return None
    asked = rows if x is None else [row for row in rows if row.x == x]
    value = max(asked, key=lambda row: row.x or 0.0).value
    return value if math.isfinite(value) else None


# ---- files


def trial_path(plan: Plan, trial: Trial) -> Path:
    arm, rate, seed = trial
    return plan.folder / FOLDER / f"{arm}.{rate:g}.{seed}.json"


def untuned_recipe(plan: Plan, arm: str) -> object:
    """The recipe without a rate that was tried, as a file has it."""
    return json.loads(json.dumps(plan.spec.recipe(arm).to_dict()))


def read_tried_rates(plan: Plan, tuning: Tuning) -> dict[str, TriedRates]:
    """Read what finished trials measured, for the rates that have all seeds."""
    found = {}
    for arm in plan.spec.arms:
        values = {}
        rates = {
            float(p.stem[len(arm.name) + 1 :].rsplit(".", 1)[0]) for p in trial_files(plan, arm)
        }
        for rate in sorted(rates):
            paths = [trial_path(plan, (arm.name, rate, seed)) for seed in tuning.seeds]
            if all(path.is_file() for path in paths):
                values[rate] = fmean(read_value(plan, tuning, arm.name, path) for path in paths)
        if values:
            found[arm.name] = TriedRates(tuning.metric, values, tuning.below)
    return found


def trial_files(plan: Plan, arm: Arm) -> list[Path]:
    return [*(plan.folder / FOLDER).glob(f"{arm.name}.*.json")]


def read_value(plan: Plan, tuning: Tuning, arm: str, path: Path) -> float:
    """Raises ValueError for a trial of another recipe."""
    content = read_object(path)
    if content.get("recipe") != untuned_recipe(plan, arm):
        raise ValueError(f"{path} is of another recipe. Choose another folder.")
    worst = math.inf if tuning.below else -math.inf
    value = content.get("value")
    return worst if value is None else float(value)
