"""What an answer says of models: what was done, what is left of them, and what they are from."""

from __future__ import annotations

from typing import Any

from explorer.core.compression.derived import DerivationStep
from explorer.core.compression.request import OVERVIEW, CompressionAnswer, Method, ModelPoint
from explorer.core.compression.running import options_of
from models.compression.measure import CompressionPoint
from models.schema.registry import catalog

PRUNE, DISTILL = (catalog().compressions[name] for name in ("prune", "distill"))


def step(method: str, base: str, **options: Any) -> DerivationStep:
    return DerivationStep("compression", method, base, f"hash of {base}", options)


def point(name: str, left: int | None, *steps: DerivationStep) -> ModelPoint:
    measured = CompressionPoint(name, 2000, 1000, 1.0, 20, 1.5, 0.5, None)
    return ModelPoint(name, name, f"hash of {name}", steps, measured, left)


BASE = point("base", 1000)
HALF = point("half", 500, step("prune", "base"))
BOTH = point("both", None, step("prune", "base"), step("quantize", "half"))
ANSWER = CompressionAnswer(
    OVERVIEW,
    ("base",),
    "base",
    methods=(Method(PRUNE),),
    titles={"prune": "Pruning"},
    points=(BASE, HALF, BOTH),
)


def test_a_model_is_made_of_the_one_whose_weights_its_last_step_began_with() -> None:
    assert [ANSWER.parent_of(one) for one in ANSWER.points] == ["", "base", "half"]
    lost = point("lost", 10, step("prune", "a model that is not here"))
    assert ANSWER.parent_of(lost) == "base"


def test_what_was_done_are_the_methods_one_after_the_other() -> None:
    said = [ANSWER.what_was_done(one) for one in ANSWER.points]
    assert said == ["", "Pruning", "Pruning, then Quantize"]


def test_the_share_that_was_removed_is_unknown_of_a_grid_and_of_other_weights() -> None:
    searched = DerivationStep("compression", "search", "base", "", record={"trials": [{}]})
    models = (HALF, BOTH, point("searched", 100, searched))
    assert [one.share_removed(BASE) for one in models] == [0.5, None, None]


def test_options_at_their_defaults_are_not_told_but_the_first() -> None:
    first, second, *_ = PRUNE.options
    defaults = {one.name: one.default for one in PRUNE.options}
    assert len(ANSWER.changed_options(step("prune", "base", **defaults))) == 1
    other = next(x for x in (*second.choices, 0.123) if x != second.default)
    changed = ANSWER.changed_options(step("prune", "base", **{**defaults, second.name: other}))
    assert changed == [(first.title, first.default), (second.title, other)]
    unknown = step("forgotten", "base", how_much=3, note="")
    assert ANSWER.changed_options(unknown) == [("How much", 3)]


def test_a_stored_value_that_is_none_of_an_option_is_its_default() -> None:
    kind = next(one for one in DISTILL.options if one.name == "kind")
    stored = {"kind": "nothing", "temperature": "hot", "learning_rate": 1}
    values = {one.name: value for one, value in options_of(DISTILL, stored).items()}
    assert values["kind"] == kind.default
    assert values["learning_rate"] == 1
    assert values["temperature"] != "hot"
