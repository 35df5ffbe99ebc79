"""A short and always equal part of `make fuzz`."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import torch

from tests.explorer.shapes import shaped_models
from tests.fuzz.fuzz import ARCHITECTURES, KINDS, run

NUM_CASES = 10
SEED = 0


@pytest.fixture(scope="module", autouse=True)
def one_thread() -> Iterator[None]:
    """Models this small only wait for another one."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shaped_models(tmp_path_factory.mktemp("models"), ARCHITECTURES)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_damaged_is_answered_or_rejected_in_a_sentence(kind: str, models: Path) -> None:
    problems = [run(SEED, kind, number, models) for number in range(NUM_CASES)]
    assert not any(problems), "\n".join(problems)


def test_a_case_that_fails_says_how_to_repeat_it(
    models: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise KeyError("a bug")

    monkeypatch.setitem(KINDS, "texts", broken)
    problem = run(7, "texts", 3, models)
    assert "KeyError: 'a bug'" in problem
    assert problem.endswith("--seed 7 --kind texts --case 3")
