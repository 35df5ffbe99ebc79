"""Guided tours, each driven through the real window."""

from typing import Any

import pytest
from PySide6.QtCore import Qt

from explorer.core.comparisons.tours import FIRST, TourStep, tours
from explorer.core.library.library import Library
from explorer.core.state.state import State
from explorer.ui.panel_base.registry import find_panels
from models.comparison.catalog import experiments
from models.runtime.resources import resource
from tests.explorer.ui.panels.test_every_panel import settle, shown

TEXT = "The capital of France is Paris."
BUNDLED = resource("checkpoints")


def test_the_first_tour_and_those_of_comparisons_are_known() -> None:
    assert FIRST in tours()
    assert set(tours()) - {FIRST} == set(experiments())


@pytest.mark.parametrize("name", tours())
def test_a_tour_has_three_to_six_short_steps(name: str) -> None:
    steps = tours()[name].steps
    assert 3 <= len(steps) <= 6
    assert all(len(step.say) <= 220 and step.say.endswith((".", "?")) for step in steps)


@pytest.mark.parametrize("name", tours())
def test_a_tour_sets_what_exists(name: str) -> None:
    panels = {panel.spec.name for panel in find_panels().panels}
    models = {entry.key for entry in Library().entries()}
    for step in tours()[name].steps:
        assert step.set.get("panel", "attention") in panels
        assert set(step.set.get("models", ())) <= models


@pytest.mark.parametrize("name", tours())
def test_every_step_of_a_tour_points_at_something(qtbot: Any, name: str) -> None:
    with shown(qtbot, BUNDLED, TEXT, ("bert-mini",)) as window:
        window.start_tour(name)
        for number, step in enumerate(tours()[name].steps):
            assert window.tour.step == step
            settle(window.current_panel, qtbot)
            qtbot.waitUntil(lambda: window.tour.area() is not None, timeout=20_000)
            area = window.tour.area()
            assert window.rect().contains(area), (number, area)
            assert area.width() > 8
            assert window.rect().contains(window.tour.bubble.geometry())
            window.tour.go_on()
        assert not window.tour.isVisible()


def test_keys_go_through_a_tour_and_escape_ends_it(qtbot: Any) -> None:
    with shown(qtbot, BUNDLED, TEXT, ("bert-mini",)) as window:
        window.start_tour(FIRST)
        first, second = tours()[FIRST].steps[:2]
        qtbot.waitUntil(lambda: window.focusWidget() is window.tour.bubble)
        qtbot.keyClick(window.tour.bubble, Qt.Key.Key_Right)
        assert window.tour.step == second
        qtbot.keyClick(window.tour.bubble, Qt.Key.Key_Left)
        assert window.tour.step == first
        qtbot.keyClick(window.tour.bubble, Qt.Key.Key_Escape)
        assert window.tour.step is None
        assert not window.tour.bubble.isVisible()


def test_a_step_changes_only_what_it_names() -> None:
    state = State(text="mine", models=("bert-mini",), panel="tokens")
    step = TourStep("text", "Look.", {"panel": "masking", "settings": {"view": "x"}, "layer": 1})
    after = step.apply(state)
    assert (after.text, after.models, after.panel) == ("mine", ("bert-mini",), "masking")
    assert after.settings("masking") == {"view": "x"}
    assert after.selection.layer == 1
