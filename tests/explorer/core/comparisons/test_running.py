from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from explorer.core.comparisons import pages, running
from explorer.core.comparisons.running import run_comparison
from explorer.core.errors import UserError
from explorer.core.jobs.jobs import Progress
from models.comparison import catalog
from models.runtime.processes import local_executor
from tests.models.tiny import in_this_process, little_held_out

SMALL = {
    "schedule.steps": 1,
    "data_tokens": 2000,
    "tokenizer.vocab_size": 300,
    "size.num_layers": 1,
    "size.width": 16,
    "size.inner": 16,
}


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two arms of a small model, in this process."""
    little_held_out(monkeypatch)
    monkeypatch.setattr(running, "local_executor", in_this_process)
    whole = pages.plan_of

    def plan_of(name: str, **options: Any) -> Any:
        plan = whole(name, **options)
        spec = replace(plan.spec, arms=plan.spec.arms[:2], quick_seeds=(1,))
        return replace(plan, spec=spec, changes=SMALL)

    monkeypatch.setattr(running, "plan_of", plan_of)


def test_a_comparison_reports_progress_and_returns_its_result() -> None:
    work = run_comparison("masking_rate", quick=True)
    events = []
    while True:
        try:
            events.append(next(work))
        except StopIteration as end:
            result = end.value
            break
    assert all(isinstance(event, Progress) for event in events)
    done = [event.done for event in events if isinstance(event, Progress)]
    assert done == sorted(done)
    assert done[-1] == 2
    assert result.quick
    found = pages.page(catalog.find_experiment("masking_rate"))
    assert pages.QUICK in [one.source for one in found.measured]


def test_a_text_that_cannot_be_read_is_for_the_person_to_mend(tmp_path: Path) -> None:
    with pytest.raises(UserError):
        next(run_comparison("masking_rate", quick=True, data=str(tmp_path / "nothing.txt")))


def test_processes_of_this_machine_do_the_work() -> None:
    with local_executor(1) as executor:
        assert executor.submit(len, "ab").result() == 2
