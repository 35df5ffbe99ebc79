"""What a run will need is said before it begins, and again when its form changes."""

import threading
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from explorer.core.errors import UserError
from explorer.core.jobs.jobs import Jobs, Partial, Work
from explorer.core.training.estimates import TrainingEstimate
from explorer.ui.controls import run_page
from explorer.ui.controls.run_page import EstimateLine
from explorer.ui.panel_base.job_bridge import JobBridge

ONE = TrainingEstimate((168_994,), 7_400_000, 75.0, 1500, 57)


def test_a_change_is_measured_once_it_settled_and_nothing_is_while_a_run_goes_on(
    qapp: QApplication, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_page, "SETTLED_MS", 1)
    answers: list[TrainingEstimate | UserError] = [UserError("Too large.", "Take less."), ONE]
    alive, bridge = [False], JobBridge(Jobs())

    def work() -> Work:
        answer = answers.pop()
        if isinstance(answer, UserError):
            raise answer
        return answer
        yield

    line = EstimateLine(bridge, lambda: None if alive[0] else work)
    qtbot.addWidget(line)
    try:
        line.show()
        qtbot.waitUntil(lambda: line.text() == str(ONE))
        line.refresh()
        qtbot.waitUntil(lambda: "Too large." in line.text())
        alive[0] = True
        line.refresh()
        assert line.text() == ""
    finally:
        bridge.close()


def test_a_part_is_said_before_the_rest_is_measured(qapp: QApplication, qtbot: Any) -> None:
    rest, bridge = threading.Event(), JobBridge(Jobs())
    whole = replace(ONE, steps_measured=58)

    def work() -> Work:
        yield Partial(ONE)
        rest.wait(60)
        return whole

    line, measured = EstimateLine(bridge, lambda: work), []
    line.measured.connect(measured.append)
    qtbot.addWidget(line)
    try:
        line.show()
        qtbot.waitUntil(lambda: line.text() == str(ONE))
        assert measured == []
        rest.set()
        qtbot.waitUntil(lambda: measured == [whole])
        assert line.text() == str(whole)
    finally:
        rest.set()
        bridge.close()
