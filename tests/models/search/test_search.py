from __future__ import annotations

import json
from collections.abc import Callable, Generator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import torch
from torch.nn.modules.module import register_module_forward_hook
from torch.utils.flop_counter import FlopCounterMode

import models.search.trial as trial_module
from models.checkpoints.checkpoint import load, save
from models.compression.examples import compression_data
from models.compression.measure import TIMED, WARM_UP, milliseconds
from models.runtime.generators import run_to_end
from models.schema.configs import Size
from models.search.recipe import Budget, SearchRecipe
from models.search.results import ABOVE_BUDGET, FINISHED, STOPPED, UNFIT, SearchResult, Trial
from models.search.run import search
from models.search.study import open_study, read_result, suggest_values
from models.search.trial import BuiltTrial, build
from models.training.recipe import Recipe, Schedule, TokenizerRecipe
from tests.models.tiny import in_this_process, little_held_out, write_text

TINY = Recipe(
    name="",
    architecture="bert",
    objectives=("masked",),
    data="world:en",
    data_tokens=4000,
    tokenizer=TokenizerRecipe(family="wordpiece", vocab_size=300),
    size=Size(vocab_size=1, width=16, num_layers=1, num_heads=2, inner=32, num_positions=32),
    schedule=Schedule(
        steps=9, batch_size=4, length=16, long_length=16, long_share=0.0, warmup_steps=2
    ),
)
SMALL = SearchRecipe(
    base=TINY,
    choices={"size.width": (8, 16, 32), "size.num_layers": (1, 2)},
    sampler="random",
    halving=False,
    trials=3,
)


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def few_held_out_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    little_held_out(monkeypatch)


def ran(recipe: SearchRecipe, folder: Path, cache: Path, **options: Any) -> SearchResult:
    return run_to_end(search(recipe, folder, cache, in_this_process, **options))


def test_every_trial_trains_one_of_the_shapes(tmp_path: Path, cache: Path) -> None:
    result = ran(SMALL, tmp_path / "search", cache)
    assert [trial.state for trial in result.trials] == [FINISHED] * 3
    for trial in result.trials:
        assert trial.values["size.width"] in (8, 16, 32)
        assert [step for step, _ in trial.curve] == list(range(1, 10))
        assert trial.parameters
        assert trial.milliseconds
        assert trial.seconds > 0
    same = {trial.parameters for trial in result.trials if trial.values == result.trials[0].values}
    assert len(same) == 1


def test_the_same_seed_gives_the_same_trials(tmp_path: Path, cache: Path) -> None:
    one, two = (ran(SMALL, tmp_path / name, cache) for name in ("one", "two"))
    assert [t.values for t in one.trials] == [t.values for t in two.trials]
    assert [t.curve for t in one.trials] == [t.curve for t in two.trials]
    other = ran(replace(SMALL, seed=2), tmp_path / "other", cache)
    assert [t.curve for t in one.trials] != [t.curve for t in other.trials]


def test_a_shape_above_the_budget_is_not_built_not_trained_and_not_counted(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit = 300 * 16 + 8000  # one layer of width 16, but not two of width 32
    built = []
    monkeypatch.setattr(
        trial_module, "build", lambda *args: built.append(build(*args)) or built[-1]
    )
    result = ran(replace(SMALL, budget=Budget(parameters=limit)), tmp_path / "search", cache)
    assert len(built) == 1 + len(result.finished_trials), (
        "of the smallest shape, and of those that fit"
    )
    assert any(trial.state == ABOVE_BUDGET for trial in result.trials)
    assert len(result.finished_trials) == 3
    for trial in result.trials:
        assert trial.parameters is not None
        assert (trial.state == FINISHED) == (trial.parameters <= limit)
        assert (trial.state == ABOVE_BUDGET) == ("are above" in trial.reason)


def test_a_budget_that_no_shape_meets_is_rejected_with_the_smallest_one(
    tmp_path: Path, cache: Path
) -> None:
    with pytest.raises(ValueError, match=r"of the smallest one, [\d,]+ parameters are above 100"):
        ran(replace(SMALL, budget=Budget(parameters=100)), tmp_path / "search", cache)
    with pytest.raises(ValueError, match=r"of the smallest one, [\d.]+ ms are above 1e-06 ms"):
        ran(replace(SMALL, budget=Budget(milliseconds=1e-6)), tmp_path / "search", cache)
    assert not (tmp_path / "search").exists()


def test_no_model_is_timed_that_has_too_many_parameters(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    timed: list[Recipe] = []
    monkeypatch.setattr(trial_module, "build", lambda *args: timed.append(args[0]) or build(*args))
    limited = replace(SMALL, budget=Budget(parameters=100, milliseconds=10_000))
    with pytest.raises(ValueError, match="parameters are above 100"):
        ran(limited, tmp_path / "search", cache)
    assert not timed


def test_a_smallest_shape_that_cannot_be_built_is_rejected(tmp_path: Path, cache: Path) -> None:
    recipe = replace(SMALL, choices={"size.width": (15, 16)})
    with pytest.raises(ValueError, match=r"smallest shape cannot be built: .*not a multiple"):
        ran(recipe, tmp_path / "search", cache)


def test_sizes_that_do_not_fit_together_are_sampled_again(tmp_path: Path, cache: Path) -> None:
    choices = {"size.width": (16, 20), "size.num_heads": (2, 8)}
    limit = Budget(parameters=9000)  # below that of width 20
    recipe = replace(SMALL, choices=choices, trials=4, budget=limit)
    result = ran(recipe, tmp_path / "search", cache)
    assert len(result.finished_trials) == 4
    by_state = {trial.state: trial for trial in result.trials}
    assert set(by_state) == {FINISHED, UNFIT, ABOVE_BUDGET}
    assert by_state[UNFIT].values == {"size.width": 20, "size.num_heads": 8}
    assert "not a multiple" in by_state[UNFIT].reason
    assert "are above 9,000" in by_state[ABOVE_BUDGET].reason


def test_halving_stops_what_is_worse_at_a_ninth_of_the_steps(tmp_path: Path, cache: Path) -> None:
    recipe = replace(
        SMALL, choices={"schedule.learning_rate": (1e-5, 1e-4, 1e-3, 1e-2)}, halving=True, trials=9
    )
    result = ran(recipe, tmp_path / "search", cache)
    stopped = [trial for trial in result.trials if trial.state == STOPPED]
    assert stopped
    assert all(len(trial.curve) < 9 for trial in stopped)
    assert result.finished_trials


def test_a_search_that_was_closed_goes_on_where_it_was(tmp_path: Path, cache: Path) -> None:
    whole = ran(SMALL, tmp_path / "whole", cache)
    reports: Generator[Any, None, SearchResult] = search(
        SMALL, tmp_path / "part", cache, in_this_process
    )
    while next(reports).done < 1:
        pass
    reports.close()
    again = ran(SMALL, tmp_path / "part", cache, resume=True)
    trained = [trial.curve for trial in again.trials if trial.state == FINISHED]
    assert trained == [trial.curve for trial in whole.trials]


def test_a_trial_that_a_kill_interrupted_is_begun_again_with_its_shape(
    tmp_path: Path, cache: Path
) -> None:
    folder = tmp_path / "search"
    ran(replace(SMALL), folder, cache)
    study = open_study(folder, SMALL)
    shape = suggest_values(study.ask(), SMALL)  # and nothing more
    more = replace(SMALL, trials=4)
    (folder / "search.json").write_text(
        (folder / "search.json").read_text().replace('"trials": 3', '"trials": 4')
    )
    result = ran(more, folder, cache, resume=True)
    assert result.trials[-1].values == shape
    assert result.trials[-1].state == FINISHED


def test_other_folders_are_left_alone(tmp_path: Path, cache: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(ValueError, match="holds other files"):
        ran(SMALL, tmp_path, cache)
    ran(replace(SMALL, trials=1), tmp_path / "search", cache)
    with pytest.raises(ValueError, match="holds a search already"):
        ran(SMALL, tmp_path / "search", cache)
    with pytest.raises(ValueError, match="other settings"):
        ran(SMALL, tmp_path / "search", cache, resume=True)


def operations(run: Callable[[], object]) -> int:
    """Return the number of operations of all matrix products."""
    with FlopCounterMode(display=False) as counter:
        run()
    return counter.get_total_flops()


def test_a_trial_is_timed_with_the_passes_that_time_a_model_in_the_panel(
    tmp_path: Path, cache: Path
) -> None:
    built: list[BuiltTrial] = []
    pairs = replace(TINY, objectives=("masked", "next_sentence"))  # as long as the texts are
    in_a_trial = operations(lambda: built.append(build(pairs, cache)))
    task = built[0].task
    save(task.model, task.spec, tmp_path / "model", task.tokenizer)
    loaded = replace(load(tmp_path / "model"), run={"recipe": pairs.to_dict()})
    sentence = compression_data(loaded, TINY.data, count=1).sentence(loaded)
    assert in_a_trial == operations(lambda: milliseconds(loaded, sentence))
    without_heads = operations(lambda: loaded.model(sentence))
    assert in_a_trial > (WARM_UP + TIMED) * without_heads


def test_a_trial_is_timed_on_one_thread(cache: Path) -> None:
    threads: set[int] = set()
    hook = register_module_forward_hook(lambda *_: threads.add(torch.get_num_threads()))
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    try:
        build(TINY, cache)
    finally:
        torch.set_num_threads(before)
        hook.remove()
    assert threads == {1}


def made_up(number: int, loss: float, parameters: int, state: str = FINISHED) -> Trial:
    return Trial(number, {}, state, parameters, 1.0, ((9, loss),), 1.0)


def test_the_front_has_what_nothing_cheaper_beats() -> None:
    trials = (
        made_up(0, 3.0, 100),
        made_up(1, 2.0, 200),
        made_up(2, 2.5, 300),  # larger and worse than number 1
        made_up(3, 1.0, 400),
        made_up(4, 0.5, 50, STOPPED),
    )
    result = SearchResult(trials, {})
    assert [trial.number for trial in result.front()] == [0, 1, 3]
    assert result.best is trials[3]


def test_what_matters_has_a_share_of_the_variance(tmp_path: Path, cache: Path) -> None:
    recipe = replace(
        SMALL, trials=8, choices={"schedule.learning_rate": (1e-6, 1e-2), "size.num_layers": (1, 2)}
    )
    importance = ran(recipe, tmp_path / "search", cache).importance
    assert importance["schedule.learning_rate"] > 0.8
    assert sum(importance.values()) == pytest.approx(1)


def test_trials_run_in_processes(tmp_path: Path, cache: Path) -> None:
    from models.runtime.processes import local_executor

    text = str(write_text(tmp_path))  # of which little can be held out, in any process
    recipe = replace(SMALL, base=replace(TINY, data=text), trials=2)
    result = run_to_end(
        search(recipe, tmp_path / "search", cache, partial(local_executor, 2), at_once=2)
    )
    assert len(result.finished_trials) == 2
    assert read_result(tmp_path / "search").trials == result.trials


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"sampler": "grid"}, "sampler must be one of"),
        ({"trials": 0}, "trials must lie between"),
        ({"choices": {}}, "at least one field"),
        ({"choices": {"size.depth": [1]}}, "which no recipe has"),
        ({"choices": {"size.width": []}}, "at least one value"),
        ({"choices": {"size.width": 64}}, "a table of lists"),
        ({"budget": {"parameters": -1}}, "0 or more"),
        ({"budget": {"bytes": 1}}, "unknown key 'bytes'"),
        ({"base": 3}, r"lacks \[base\]"),
        ({"depth": 3}, "unknown key 'depth'"),
    ],
)
def test_a_search_that_cannot_be_run_says_why(change: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        SearchRecipe.from_dict({**SMALL.to_dict(), **change})


def test_a_search_is_read_as_it_was_written() -> None:
    assert SearchRecipe.from_dict(SMALL.to_dict()) == SMALL


def test_trials_are_read_from_a_record_as_they_were_written() -> None:
    result = SearchResult(
        (made_up(0, 3.0, 100), made_up(1, 2.0, 200, STOPPED)), {"size.width": 1.0}
    )
    assert SearchResult.from_dict(json.loads(json.dumps(result.to_dict()))) == result
    for damaged in ({}, {"trials": []}, {"trials": [{"number": 1}], "importance": {}}):
        assert SearchResult.from_dict(damaged) is None
