"""What lecture notes state: every statement has a place, and every place has a figure."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

import plm_explorer as plm
from explorer.core.comparisons.statements import NotesStatement, themes
from explorer.core.comparisons.tours import TourStep
from explorer.core.inside.request import InsideChoice, answers_to, request_of
from explorer.core.library.library import Library
from explorer.core.library.published import published_model
from explorer.core.state.defaults import MAX_MODELS
from explorer.core.state.state import State
from explorer.ui.panel_base.registry import find_panels
from models.comparison.catalog import experiments
from models.runtime.generators import run_to_end
from plm_explorer.library import engine

STATEMENTS = [one for theme in themes() for one in theme.statements]
LONGEST = 200  # characters, so that one is read at a glance
# The step of Inside that a statement is about, by the title that the forward pass gives it.
STEPS = {
    "segments": "Segment embedding",
    "learned-positions": "Position embedding",
    "embedding-sum": "Sum of the embeddings",
    "query-key-value": "Query",
    "scores": "Scores",
    "softmax-rows": "Softmax",
    "residual": "Residual connection",
    "factorized": "Linear layer",
    "relative-positions": "Content to position",
    "mask-decoder": "Absolute positions are added",
    "rescale-only": "RMS normalization",
    "bias-by-distance": "Bias by relative position",
    "language-embedding": "Language embedding",
    "trigram-embedding": "Three neighbouring tokens",
    "reversible": "Residual connection, first half",
}


def state_at(statement: NotesStatement) -> State:
    return TourStep("picture", "", statement.place).apply(State())


def distinct_places() -> list[NotesStatement]:
    """One statement for each place; the page of a comparison is tested with the comparison."""
    by_place = {repr(one.place): one for one in STATEMENTS if not one.comparison}
    return list(by_place.values())


def test_statements_have_names_of_their_own_and_are_short_sentences() -> None:
    assert max(Counter(one.id for one in STATEMENTS).values()) == 1
    assert max(Counter(one.says for one in STATEMENTS).values()) == 1
    for one in STATEMENTS:
        assert len(one.says) <= LONGEST, one.id
        assert one.says.endswith("."), one.id
        assert one.says not in one.often, one.id


def test_what_is_often_stated_instead_has_a_source_of_what_is_right() -> None:
    assert all(bool(one.often) == bool(one.source) for one in STATEMENTS)
    wrong = next(one for one in STATEMENTS if one.often)
    assert wrong.often in wrong.text
    assert wrong.source in wrong.text


def test_every_place_names_panels_views_and_models_that_exist() -> None:
    specs = {panel.spec.name: panel.spec for panel in find_panels().panels}
    models = {entry.key for entry in Library().entries()}
    for one in STATEMENTS:
        state = state_at(one)
        spec = specs[one.place["panel"]]
        assert set(one.place.get("models", ())) <= models, one.id
        assert len(state.models) <= MAX_MODELS, one.id
        assert state.settings(spec.name).get("view", "") in {"", *spec.views}, one.id


def test_comparisons_are_declared_and_checkpoints_published() -> None:
    for one in STATEMENTS:
        assert one.comparison in {"", *experiments()}, one.id
        for name in one.checkpoints:
            assert published_model(name) is not None, one.id


@pytest.mark.parametrize("one", distinct_places(), ids=lambda one: one.id)
def test_a_place_has_a_figure(one: NotesStatement) -> None:
    state = state_at(one)
    figure = plm.figure(
        state.panel,
        list(state.models),
        state.text,
        pair=state.pair,
        options=state.settings(state.panel),
    )
    assert figure.rows


def test_a_step_of_inside_is_the_one_that_is_spoken_of() -> None:
    found = [one for one in STATEMENTS if "step" in one.place.get("settings", {})]
    assert {one.id for one in found} == STEPS.keys()
    for one in found:
        state = state_at(one)
        titles = step_titles(*state.models, state.text, state.pair)
        assert titles[state.settings("inside")["step"]] == STEPS[one.id]


@cache
def step_titles(key: str, text: str, pair: str) -> list[str]:
    state = State(text=text, pair=pair, models=(key,))
    answers = run_to_end(answers_to(request_of(state, (key,), key, InsideChoice()), engine()))
    return [step.title for step in answers[key].steps]


def test_a_theme_is_found_by_words_in_any_case_and_toured_in_its_order() -> None:
    theme = next(one for one in themes() if one.name == "roberta")
    (at,) = theme.find("ROBERTA masks TEN")
    assert theme.statements[at].id == "new-masks"
    assert theme.tour.steps[at].say == theme.statements[at].text
    assert theme.find("no such words") == []
